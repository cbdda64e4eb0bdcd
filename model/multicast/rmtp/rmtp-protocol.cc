// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-protocol.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ip-route.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/unmap-address.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpProtocol);

namespace
{
/** @param address of IPv4 or IPv6 with port @return it as text; empty for other addresses */
std::string
GetText(const Address& address)
{
    std::ostringstream text;
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto inet = InetSocketAddress::ConvertFrom(address);
        text << inet.GetIpv4() << " port " << inet.GetPort();
    }
    else if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto inet = Inet6SocketAddress::ConvertFrom(address);
        text << inet.GetIpv6() << " port " << inet.GetPort();
    }
    return text.str();
}

/** @param address of IPv4 or IPv6 with port @return whether it is one of a host, with a port */
bool
IsHost(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto inet = InetSocketAddress::ConvertFrom(address);
        return !inet.GetIpv4().IsMulticast() && !inet.GetIpv4().IsAny() && inet.GetPort() != 0;
    }
    const auto inet = Inet6SocketAddress::ConvertFrom(address);
    return !inet.GetIpv6().IsMulticast() && !inet.GetIpv6().IsAny() && inet.GetPort() != 0;
}

/** @tparam Ip Ipv4 or Ipv6 @tparam Header its header @tparam Route its route @tparam A its address
 * @param node sends @param udp of the node @param datagram payload @param path its way @return
 * whether there is a route */
template <typename Ip, typename Header, typename Route, typename A>
bool
SendIp(Ptr<Node> node, UdpL4Protocol& udp, Ptr<Packet> datagram, const TransportPath& path)
{
    Ptr<Route> route;
    if (!FindIpRoute<Ip, Header, Route, A>(node, datagram, path, route))
    {
        return false;
    }
    udp.Send(datagram,
             A::ConvertFrom(path.local),
             A::ConvertFrom(path.peer),
             path.localPort,
             path.peerPort,
             route);
    return true;
}
} // namespace

TypeId
RmtpProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::RmtpProtocol")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<RmtpProtocol>();
    return tid;
}

RmtpProtocol::RmtpProtocol()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

RmtpProtocol::~RmtpProtocol() = default;

void
RmtpProtocol::NotifyNewAggregate()
{
    if (!GetProtocol() && GetObject<Node>())
    {
        SetProtocol(GetObject<UdpL4Protocol>());
    }
    Object::NotifyNewAggregate();
}

void
RmtpProtocol::DoDispose()
{
    SetProtocol(nullptr);
    Object::DoDispose();
}

int64_t
RmtpProtocol::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

std::string
RmtpProtocol::AddTo(std::vector<Address>& list, const Address& receiver)
{
    const std::string text = GetText(receiver);
    if (text.empty() || !IsHost(receiver))
    {
        return "receiver " + (text.empty() ? "without address of IP" : text) +
               ": must be the address of a host, and a port from 1 on";
    }
    if (std::find(list.begin(), list.end(), receiver) != list.end())
    {
        return "receiver " + text + ": is in the list already";
    }
    list.push_back(receiver);
    return "";
}

std::string
RmtpProtocol::AddReceiver(const Address& group, const Address& receiver)
{
    return AddTo(m_groups[group], receiver);
}

const std::vector<Address>&
RmtpProtocol::GetReceivers(const Address& group) const
{
    static const std::vector<Address> NOBODY;
    const auto found = m_groups.find(group);
    return found == m_groups.end() ? NOBODY : found->second;
}

bool
RmtpProtocol::Send(Ptr<Packet> datagram, const TransportPath& path)
{
    const TransportPath way = {UnmapAddress(path.local),
                               UnmapAddress(path.peer),
                               path.localPort,
                               path.peerPort,
                               path.device};
    const auto node = GetObject<Node>();
    const auto udp = GetProtocol();
    return Ipv4Address::IsMatchingType(way.peer)
               ? SendIp<Ipv4, Ipv4Header, Ipv4Route, Ipv4Address>(node, *udp, datagram, way)
               : SendIp<Ipv6, Ipv6Header, Ipv6Route, Ipv6Address>(node, *udp, datagram, way);
}

bool
RmtpProtocol::Accept(SocketEndPoint& endPoint, uint16_t port, const Address& server)
{
    const auto device = endPoint.GetDevice();
    if (InetSocketAddress::IsMatchingType(server))
    {
        const auto from = InetSocketAddress::ConvertFrom(server);
        return endPoint.Adopt(GetProtocol()->Allocate(device,
                                                      Ipv4Address::GetAny(),
                                                      port,
                                                      from.GetIpv4(),
                                                      from.GetPort()));
    }
    const auto from = Inet6SocketAddress::ConvertFrom(server);
    return endPoint.Adopt(GetProtocol()->Allocate6(device,
                                                   Ipv6Address::GetAny(),
                                                   port,
                                                   from.GetIpv6(),
                                                   from.GetPort()));
}
} // namespace hsn
} // namespace ns3
