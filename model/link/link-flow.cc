// SPDX-License-Identifier: GPL-2.0-only
#include "link-flow.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ip-ports.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/network-order.h"
#include "ns3/rfc2684.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t IPV4_BYTES = 20; // at least
constexpr uint32_t IPV6_BYTES = 40;

/// @param octets of an IPv4 address @return it as an IPv4-mapped IPv6 address
LinkFlow::HostAddress
Map(const uint8_t* octets)
{
    LinkFlow::HostAddress address{};
    address[10] = 0xff;
    address[11] = 0xff;
    std::copy(octets, octets + 4, address.begin() + 12);
    return address;
}

/// @param a socket address @return host and port
LinkFlow::End
MakeEnd(const Address& a)
{
    LinkFlow::End end;
    if (InetSocketAddress::IsMatchingType(a))
    {
        const auto socket = InetSocketAddress::ConvertFrom(a);
        end.address = LinkFlow::ToHostAddress(socket.GetIpv4());
        end.port = socket.GetPort();
    }
    else
    {
        NS_ABORT_MSG_UNLESS(Inet6SocketAddress::IsMatchingType(a),
                            "the end of a flow is " << a << ", which is no socket address");
        const auto socket = Inet6SocketAddress::ConvertFrom(a);
        end.address = LinkFlow::ToHostAddress(socket.GetIpv6());
        end.port = socket.GetPort();
    }
    return end;
}

/// @param hash so far @param octets eight more @return the new one
uint64_t
Mix(uint64_t hash, const uint8_t* octets)
{
    uint64_t word;
    std::memcpy(&word, octets, sizeof(word));
    hash = (hash ^ word) * 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, odd
    return hash ^ hash >> 32;
}
} // namespace

LinkFlow::LinkFlow(const Address& a, const Address& b, uint8_t protocol)
    : m_low(MakeEnd(a)),
      m_high(MakeEnd(b)),
      m_protocol(protocol)
{
    Order();
}

LinkFlow::HostAddress
LinkFlow::ToHostAddress(const Address& address)
{
    if (Ipv4Address::IsMatchingType(address))
    {
        uint8_t octets[4];
        Ipv4Address::ConvertFrom(address).Serialize(octets);
        return Map(octets);
    }
    NS_ABORT_MSG_UNLESS(Ipv6Address::IsMatchingType(address),
                        "the host of a flow is " << address << ", which is no IP address");
    HostAddress host;
    Ipv6Address::ConvertFrom(address).Serialize(host.data());
    return host;
}

LinkFlow
LinkFlow::Of(const Packet& packet, uint16_t protocol)
{
    uint8_t head[MAX_PORT_END];
    const uint32_t length = packet.CopyData(head, MAX_PORT_END);
    LinkFlow flow;
    uint32_t ports = 0; // where they are
    if (protocol == Rfc2684::IPV4 && length >= IPV4_BYTES)
    {
        flow.m_protocol = head[9];
        flow.m_low.address = Map(head + 12);
        flow.m_high.address = Map(head + 16);
        ports = FindPorts(head, false);
    }
    else if (protocol == Rfc2684::IPV6 && length >= IPV6_BYTES)
    {
        flow.m_protocol = head[6];
        std::copy(head + 8, head + 24, flow.m_low.address.begin());
        std::copy(head + 24, head + 40, flow.m_high.address.begin());
        ports = FindPorts(head, true);
    }
    if (ports > 0 && length >= ports + PORT_PAIR_BYTES)
    {
        flow.m_low.port = ReadNetwork16(head + ports);
        flow.m_high.port = ReadNetwork16(head + ports + 2);
    }
    flow.Order();
    return flow;
}

void
LinkFlow::Order()
{
    if (std::tie(m_high.address, m_high.port) < std::tie(m_low.address, m_low.port))
    {
        std::swap(m_low, m_high);
    }
}

std::size_t
LinkFlow::Hash::operator()(const LinkFlow& flow) const
{
    uint64_t hash = static_cast<uint64_t>(flow.m_low.port) << 32 |
                    static_cast<uint64_t>(flow.m_high.port) << 16 | flow.m_protocol;
    for (const auto* end : {&flow.m_low, &flow.m_high})
    {
        hash = Mix(Mix(hash, end->address.data()), end->address.data() + 8);
    }
    return hash;
}
} // namespace hsn
} // namespace ns3
