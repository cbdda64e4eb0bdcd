// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOCKET_TAGS_H
#define HSN_SOCKET_TAGS_H

#include "ns3/packet.h"
#include "ns3/socket.h"

namespace ns3
{
namespace hsn
{
/**
 * @file
 * @ingroup hsn
 * The packet tags by which IP learns a socket's TOS, TTL, traffic class, hop limit and priority.
 */

/**
 * @brief Adds the tags that a packet of a socket needs; a value of 0 needs none.
 * @param packet to be sent
 * @param socket has the values
 * @param isIpv6 whether the packet goes to an IPv6 address
 * @param ecn the two ECN bits of its IP header
 */
void AddTags(Ptr<Packet> packet, const Socket& socket, bool isIpv6, uint8_t ecn);

/**
 * @param socket has the values
 * @param isIpv6 whether packets go to an IPv6 address
 * @param ecn the two ECN bits of an IP header
 * @return whether AddTags() would add any
 */
bool NeedsTags(const Socket& socket, bool isIpv6, uint8_t ecn);
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_TAGS_H
