// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_SOCKET_FACTORY_H
#define HSN_BOSTON_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes BostonSockets on the node it is aggregated to (BostonHelper does it).
 *
 * Congestion control, recovery, round-trip time estimation and defaults are chosen as by
 * IndexedTcpSocketFactory, which the node must have, too.
 */
class BostonSocketFactory : public SocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Ptr<Socket> CreateSocket() override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_SOCKET_FACTORY_H
