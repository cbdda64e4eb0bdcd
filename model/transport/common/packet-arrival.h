// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_ARRIVAL_H
#define HSN_PACKET_ARRIVAL_H

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
/** @brief Source and destination of an arriving packet; refers to the caller's IP header. */
struct PacketArrival
{
    const Ipv4Header* ipv4{nullptr}; //!< IPv4 header; nullptr if the packet came over IPv6
    const Ipv6Header* ipv6{nullptr}; //!< IPv6 header; nullptr if the packet came over IPv4
    uint16_t peerPort{0};            //!< source port
    uint16_t localPort{0};           //!< destination port

    /** @return address and port of the sender */
    Address GetFrom() const
    {
        return ipv4 ? Address(InetSocketAddress(ipv4->GetSource(), peerPort))
                    : Address(Inet6SocketAddress(ipv6->GetSource(), peerPort));
    }

    /** @return address and port that the packet was sent to */
    Address GetTo() const
    {
        return ipv4 ? Address(InetSocketAddress(ipv4->GetDestination(), localPort))
                    : Address(Inet6SocketAddress(ipv6->GetDestination(), localPort));
    }

    /** @return the two ECN bits of the IP header (RFC 3168, section 5) */
    uint8_t GetEcn() const
    {
        return ipv4 ? static_cast<uint8_t>(ipv4->GetEcn()) : static_cast<uint8_t>(ipv6->GetEcn());
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_ARRIVAL_H
