// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_IP_ROUTE_H
#define HSN_IP_ROUTE_H

#include "transport-path.h"

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Finds the route of a packet that has to leave by the device of its path.
 *
 * @tparam Ip Ipv4 or Ipv6
 * @tparam Header its header
 * @tparam Route its route
 * @tparam A its address
 * @param node sends
 * @param packet to be sent
 * @param path its way
 * @param route gets the route; null if IP is to find it, since the path names no device
 * @return false if the node has no IP, or no route by that device
 */
template <typename Ip, typename Header, typename Route, typename A>
bool
FindIpRoute(Ptr<Node> node, Ptr<Packet> packet, const TransportPath& path, Ptr<Route>& route)
{
    const auto ip = node->GetObject<Ip>();
    if (ip && path.device)
    {
        Header header;
        header.SetSource(A::ConvertFrom(path.local));
        header.SetDestination(A::ConvertFrom(path.peer));
        Socket::SocketErrno error;
        route = ip->GetRoutingProtocol()->RouteOutput(packet, header, path.device, error);
    }
    return ip && (!path.device || route);
}

/**
 * @brief Replaces a local address that is a group's: no packet has that for its source (RFC 1112,
 * section 7.2; RFC 4291, section 2.7). It is the case of an answer to what came to the group.
 * @tparam Ip Ipv4 or Ipv6
 * @tparam Header of it
 * @tparam A its addresses
 * @param node that sends
 * @param packet to be sent
 * @param path gets the address of the interface by which the packet leaves, if there is a route
 */
template <typename Ip, typename Header, typename A>
void
LeaveGroupAddress(Ptr<Node> node, Ptr<Packet> packet, TransportPath& path)
{
    if (!A::ConvertFrom(path.local).IsMulticast())
    {
        return;
    }
    if (const auto ip = node->GetObject<Ip>())
    {
        Header header;
        header.SetDestination(A::ConvertFrom(path.peer));
        Socket::SocketErrno error;
        if (const auto route =
                ip->GetRoutingProtocol()->RouteOutput(packet, header, path.device, error))
        {
            path.local = route->GetSource();
        }
    }
}
} // namespace hsn
} // namespace ns3

#endif // HSN_IP_ROUTE_H
