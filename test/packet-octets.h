// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Octets of packets and PDUs, and their hexadecimal digits.
 */
#ifndef HSN_PACKET_OCTETS_H
#define HSN_PACKET_OCTETS_H

#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @param packet a packet @return its octets */
inline std::vector<uint8_t>
OctetsOf(Ptr<const Packet> packet)
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    return octets;
}

/** @param octets some @return two digits of each */
inline std::string
ToHex(const std::vector<uint8_t>& octets)
{
    std::string text;
    for (const uint8_t octet : octets)
    {
        text += "0123456789abcdef"[octet >> 4];
        text += "0123456789abcdef"[octet & 15];
    }
    return text;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_OCTETS_H
