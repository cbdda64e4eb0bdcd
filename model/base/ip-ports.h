// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_IP_PORTS_H
#define HSN_IP_PORTS_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Octets of both ports, at the front of the headers of TCP and UDP.
constexpr uint32_t PORT_PAIR_BYTES = 4;
/// Octets of an IP packet among which its ports are: an IPv4 header with all options, and ports.
constexpr uint32_t MAX_PORT_END = 64;

/**
 * @ingroup hsn
 * @brief Finds what tells the packets of one pair of hosts apart.
 *
 * Ports are those of TCP and UDP that directly follow the IP header; fragments have none, the first
 * one neither, so that all fragments of a packet go with each other.
 *
 * @param head beginning of an IP packet, with a complete header
 * @param isIpv6 whether it is one of IPv6, else of IPv4
 * @return place of the ports, which may be behind the packet's end; 0 if there are none
 */
uint32_t FindPorts(const uint8_t* head, bool isIpv6);
} // namespace hsn
} // namespace ns3

#endif // HSN_IP_PORTS_H
