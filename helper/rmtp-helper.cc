// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-helper.h"

#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ipv6.h"
#include "ns3/rmtp-protocol.h"
#include "ns3/rmtp-socket-factory.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param address group with port @return whether it is one of IPv4 */
bool
IsIpv4(const Address& address)
{
    return InetSocketAddress::IsMatchingType(address);
}

/// Makes multicast packets leave by the first device, if nothing else was said.
/// @param server node @param group address of IPv4
void
AddRoute(Ptr<Node> server, Ipv4Address group)
{
    const auto ipv4 = server->GetObject<Ipv4>();
    Ipv4Header header;
    header.SetDestination(group);
    Socket::SocketErrno error;
    if (!ipv4->GetRoutingProtocol()->RouteOutput(nullptr, header, nullptr, error))
    {
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(server, ipv4->GetNetDevice(1));
    }
}

/// The same for IPv6. @param server node @param group address
void
AddRoute(Ptr<Node> server, Ipv6Address group)
{
    const auto ipv6 = server->GetObject<Ipv6>();
    const auto routing = Ipv6StaticRoutingHelper().GetStaticRouting(ipv6);
    if (routing && !group.IsLinkLocalMulticast())
    {
        routing->AddNetworkRouteTo(group, Ipv6Prefix(128), 1);
    }
}
} // namespace

RmtpHelper::RmtpHelper(const Address& group)
    : m_group(group)
{
    const bool isGood = IsIpv4(group)
                            ? InetSocketAddress::ConvertFrom(group).GetIpv4().IsMulticast() &&
                                  InetSocketAddress::ConvertFrom(group).GetPort() != 0
                            : Inet6SocketAddress::IsMatchingType(group) &&
                                  Inet6SocketAddress::ConvertFrom(group).GetIpv6().IsMulticast() &&
                                  Inet6SocketAddress::ConvertFrom(group).GetPort() != 0;
    NS_ABORT_MSG_UNLESS(isGood,
                        "RmtpHelper: the group must be a multicast address of IPv4 or IPv6, and a "
                        "port from 1 on");
}

Address
RmtpHelper::GetAddress(Ptr<Node> node) const
{
    if (IsIpv4(m_group))
    {
        const auto ipv4 = node->GetObject<Ipv4>();
        for (uint32_t i = 1; ipv4 && i < ipv4->GetNInterfaces(); ++i)
        {
            if (ipv4->GetNAddresses(i) > 0)
            {
                return InetSocketAddress(ipv4->GetAddress(i, 0).GetLocal(),
                                         InetSocketAddress::ConvertFrom(m_group).GetPort());
            }
        }
    }
    const auto ipv6 = node->GetObject<Ipv6>();
    for (uint32_t i = 1; !IsIpv4(m_group) && ipv6 && i < ipv6->GetNInterfaces(); ++i)
    {
        if (ipv6->GetNAddresses(i) > 1) // the first one is link-local
        {
            return Inet6SocketAddress(ipv6->GetAddress(i, 1).GetAddress(),
                                      Inet6SocketAddress::ConvertFrom(m_group).GetPort());
        }
    }
    NS_ABORT_MSG("RmtpHelper: node " << node->GetId() << " has no address of "
                                     << (IsIpv4(m_group) ? "IPv4" : "IPv6"));
    return Address();
}

void
RmtpHelper::Install(Ptr<Node> server, const NodeContainer& receivers) const
{
    NodeContainer all(server);
    all.Add(receivers);
    HsnInternetHelper().Install(all, RmtpSocketFactory::GetTypeId());
    if (IsIpv4(m_group))
    {
        AddRoute(server, InetSocketAddress::ConvertFrom(m_group).GetIpv4());
    }
    else
    {
        AddRoute(server, Inet6SocketAddress::ConvertFrom(m_group).GetIpv6());
    }
    const auto protocol = server->GetObject<RmtpProtocol>();
    for (auto it = receivers.Begin(); it != receivers.End(); ++it)
    {
        const std::string problem = protocol->AddReceiver(m_group, GetAddress(*it));
        NS_ABORT_MSG_UNLESS(problem.empty(), "RmtpHelper: " << problem);
        if (!IsIpv4(m_group))
        {
            (*it)->GetObject<RmtpProtocol>()->Join(
                Inet6SocketAddress::ConvertFrom(m_group).GetIpv6());
        }
    }
}
} // namespace hsn
} // namespace ns3
