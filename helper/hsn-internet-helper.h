// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INTERNET_HELPER_H
#define HSN_INTERNET_HELPER_H

#include "ns3/node-container.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
class Node;

namespace hsn
{
/**
 * @brief Adds this module's transport protocols to nodes.
 *
 * The nodes must have an Internet stack. Applications then find a protocol by the name of its
 * socket factory, such as "ns3::hsn::IndexedTcpSocketFactory". Every registered class that derives
 * from TransportSocketFactory is found by itself.
 */
class HsnInternetHelper
{
  public:
    /**
     * @brief Adds the socket factories of all protocols that the nodes can use, where they are
     * missing.
     *
     * A protocol that needs more than the node has (ATM devices, for instance) is left out; its own
     * helper adds it.
     *
     * @param nodes with an Internet stack; aborts if one has none
     */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Adds the socket factory of one protocol, where it is missing.
     * @param nodes that can use the protocol; aborts with the reason if one cannot
     * @param factory TypeId of a class derived from TransportSocketFactory
     */
    void Install(const NodeContainer& nodes, TypeId factory) const;

    /**
     * @brief As Install(const NodeContainer&, TypeId), by name.
     * @param nodes that can use the protocol
     * @param factory name of the TypeId, e.g. "ns3::hsn::FecUdpSocketFactory"
     */
    void Install(const NodeContainer& nodes, const std::string& factory) const;

    /**
     * @brief Gives IndexedTcpSocket to all applications that ask for "ns3::TcpSocketFactory".
     *
     * Holds for the sockets that are made from now on. Paths of ns3::Config such as
     * "/NodeList/0/$ns3::TcpL4Protocol/SocketList/0/CongestionWindow" lead to them, too. ns-3's own
     * sockets remain there under the name "ns3::hsn::Ns3TcpSocketFactory".
     *
     * @param nodes with ns-3's TCP; aborts if one has none
     */
    void ReplaceTcp(const NodeContainer& nodes) const;

    /**
     * @brief Fixes the random variables of the protocols.
     * @param nodes where Install() was called
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(const NodeContainer& nodes, int64_t stream) const;

    /**
     * @brief From now on IndexedTcpSocket finds losses as systems did before 2010: DSack,
     * FRto, KeepInitialWindow, Rack and Tlp are false by default. For what reproduces older
     * papers.
     */
    static void SetClassicTcp();

    /** @return TypeIds of all socket factories of this module, and of modules built on it, by name
     */
    static std::vector<TypeId> GetFactories();
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INTERNET_HELPER_H
