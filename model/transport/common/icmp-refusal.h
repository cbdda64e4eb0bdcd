// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_ICMP_REFUSAL_H
#define HSN_ICMP_REFUSAL_H

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @param type, code of an ICMP message @return whether it says that nobody uses the port */
inline bool
IsIcmpRefusal(uint8_t type, uint8_t code)
{
    return type == Icmpv4Header::ICMPV4_DEST_UNREACH &&
           code == Icmpv4DestinationUnreachable::ICMPV4_PORT_UNREACHABLE;
}

/** @param type, code of an ICMPv6 message @return whether it says that nobody uses the port */
inline bool
IsIcmp6Refusal(uint8_t type, uint8_t code)
{
    return type == Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE &&
           code == Icmpv6Header::ICMPV6_PORT_UNREACHABLE;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_ICMP_REFUSAL_H
