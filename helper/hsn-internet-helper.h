// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INTERNET_HELPER_H
#define HSN_INTERNET_HELPER_H

#include "ns3/node-container.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Adds this module's transport protocols to nodes.
 *
 * The nodes must have an Internet stack. Applications then find the protocols by the names of their
 * socket factories, "ns3::hsn::IndexedTcpSocketFactory" and "ns3::hsn::FecUdpSocketFactory".
 */
class HsnInternetHelper
{
  public:
    /** @brief Adds socket factories, where they are missing. @param nodes with Internet stack */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Fixes the random variables of the protocols.
     * @param nodes where Install() was called
     * @param stream first stream number
     * @return streams used
     */
    int64_t AssignStreams(const NodeContainer& nodes, int64_t stream) const;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INTERNET_HELPER_H
