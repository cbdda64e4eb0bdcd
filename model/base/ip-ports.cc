// SPDX-License-Identifier: GPL-2.0-only
#include "ip-ports.h"

#include "network-order.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint8_t TCP_NUMBER = 6;
constexpr uint8_t UDP_NUMBER = 17;
constexpr uint32_t IPV6_BYTES = 40;
} // namespace

uint32_t
FindPorts(const uint8_t* head, bool isIpv6)
{
    const uint8_t protocol = head[isIpv6 ? 6 : 9];
    if (protocol != TCP_NUMBER && protocol != UDP_NUMBER)
    {
        return 0; // IPv6 tells of a fragment in a header in between
    }
    if (isIpv6)
    {
        return IPV6_BYTES;
    }
    const bool isWhole = (ReadNetwork16(head + 6) & 0x3fff) == 0; // RFC 791, 3.1
    return isWhole ? 4 * (head[0] & 0x0f) : 0;
}
} // namespace hsn
} // namespace ns3
