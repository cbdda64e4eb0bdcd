// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Protocol numbers of Ethernet, as IANA has them.
 */
#ifndef HSN_ETHER_TYPES_H
#define HSN_ETHER_TYPES_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
constexpr uint16_t IPV4 = 0x0800; //!< IPv4
constexpr uint16_t IPV6 = 0x86dd; //!< IPv6
} // namespace hsn
} // namespace ns3

#endif // HSN_ETHER_TYPES_H
