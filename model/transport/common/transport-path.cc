// SPDX-License-Identifier: GPL-2.0-only
#include "transport-path.h"

#include "link-socket-address.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"

namespace ns3
{
namespace hsn
{
void
TransportPath::SetPeer(const Address& to)
{
    if (InetSocketAddress::IsMatchingType(to))
    {
        const auto ipv4 = InetSocketAddress::ConvertFrom(to);
        peer = ipv4.GetIpv4();
        peerPort = ipv4.GetPort();
    }
    else if (Inet6SocketAddress::IsMatchingType(to))
    {
        const auto ipv6 = Inet6SocketAddress::ConvertFrom(to);
        peer = ipv6.GetIpv6();
        peerPort = ipv6.GetPort();
    }
    else
    {
        const auto link = LinkSocketAddress::ConvertFrom(to);
        peer = link.GetAddress();
        peerPort = link.GetPort();
    }
}
} // namespace hsn
} // namespace ns3
