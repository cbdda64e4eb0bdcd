// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_ARRIVAL_H
#define HSN_PACKET_ARRIVAL_H

#include "link-end-point.h"
#include "link-socket-address.h"
#include "transport-path.h"

#include "ns3/address.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief Source and destination of an arriving packet; refers to the caller's IP header. One of
 * the three pointers is set. */
struct PacketArrival
{
    const Ipv4Header* ipv4{nullptr};  //!< IPv4 header, if the packet came over IPv4
    const Ipv6Header* ipv6{nullptr};  //!< IPv6 header, if the packet came over IPv6
    const LinkArrival* link{nullptr}; //!< link addresses, if the packet came without IP
    uint16_t peerPort{0};             //!< source port
    uint16_t localPort{0};            //!< destination port

    /** @return address and port of the sender */
    Address GetFrom() const
    {
        return link ? Address(LinkSocketAddress(link->device->GetIfIndex(), link->source, peerPort))
               : ipv4 ? Address(InetSocketAddress(ipv4->GetSource(), peerPort))
                      : Address(Inet6SocketAddress(ipv6->GetSource(), peerPort));
    }

    /** @return address and port that the packet was sent to */
    Address GetTo() const
    {
        return link   ? Address(LinkSocketAddress(link->device->GetIfIndex(),
                                                link->destination,
                                                localPort))
               : ipv4 ? Address(InetSocketAddress(ipv4->GetDestination(), localPort))
                      : Address(Inet6SocketAddress(ipv6->GetDestination(), localPort));
    }

    /** @return the way of an answer */
    TransportPath GetReplyPath() const
    {
        if (link)
        {
            return {link->destination, link->source, localPort, peerPort, link->device};
        }
        if (ipv4)
        {
            return {ipv4->GetDestination(), ipv4->GetSource(), localPort, peerPort, nullptr};
        }
        return {ipv6->GetDestination(), ipv6->GetSource(), localPort, peerPort, nullptr};
    }

    /** @return the two ECN bits of the IP header (RFC 3168, section 5); 0 without IP */
    uint8_t GetEcn() const
    {
        if (link)
        {
            return 0;
        }
        return ipv4 ? static_cast<uint8_t>(ipv4->GetEcn()) : static_cast<uint8_t>(ipv6->GetEcn());
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_ARRIVAL_H
