// SPDX-License-Identifier: GPL-2.0-only
#include "source-address.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/packet.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The same for both. @tparam Ip Ipv4 or Ipv6 @tparam Header its header @tparam A its
 * address
 * @param name of the protocol @param node where packets leave @param device or null
 * @param peer destination @param source gets the local address @return error */
template <typename Ip, typename Header, typename A>
Socket::SocketErrno
Find(const char* name, Ptr<Node> node, Ptr<NetDevice> device, A peer, A& source)
{
    const auto ip = node->GetObject<Ip>();
    if (!ip)
    {
        return Socket::ERROR_AFNOSUPPORT;
    }
    NS_ABORT_MSG_IF(!ip->GetRoutingProtocol(),
                    "node " << node->GetId() << " has no " << name << " routing protocol");
    Header header;
    header.SetDestination(peer);
    Socket::SocketErrno error = Socket::ERROR_NOROUTETOHOST;
    const auto route = ip->GetRoutingProtocol()->RouteOutput(Ptr<Packet>(), header, device, error);
    if (!route)
    {
        return error;
    }
    source = route->GetSource();
    return Socket::ERROR_NOTERROR;
}
} // namespace

Socket::SocketErrno
FindSourceAddress(Ptr<Node> node, Ptr<NetDevice> device, Ipv4Address peer, Ipv4Address& source)
{
    return Find<Ipv4, Ipv4Header>("IPv4", node, device, peer, source);
}

Socket::SocketErrno
FindSourceAddress(Ptr<Node> node, Ptr<NetDevice> device, Ipv6Address peer, Ipv6Address& source)
{
    return Find<Ipv6, Ipv6Header>("IPv6", node, device, peer, source);
}
} // namespace hsn
} // namespace ns3
