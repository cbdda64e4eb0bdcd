// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Which TCP headers ns-3 can read.
 */
#ifndef HSN_FUZZ_TCP_HEADER_H
#define HSN_FUZZ_TCP_HEADER_H

#include "ns3/tcp-option.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @param octets of a segment @return whether ns3::TcpHeader reads them without harm: it reads
/// beyond the end, aborts at a bad length of the MSS option, and never returns from an unknown
/// option of length 0. TcpL4Protocol lets it read every segment before any socket sees it.
inline bool
Ns3CanRead(const std::vector<uint8_t>& octets)
{
    if (octets.size() < 20)
    {
        return false;
    }
    const uint32_t header = (octets[12] >> 4) * 4;
    for (uint32_t at = 20; at < header;)
    {
        if (at >= octets.size())
        {
            return false;
        }
        const uint8_t kind = octets[at];
        if (kind == TcpOption::END)
        {
            return header <= octets.size();
        }
        if (kind == TcpOption::NOP)
        {
            ++at;
            continue;
        }
        if (at + 1 >= octets.size())
        {
            return false;
        }
        const uint8_t length = octets[at + 1];
        uint32_t read = length;
        bool good = true;
        switch (kind)
        {
        case TcpOption::MSS:
            if (length != 4)
            {
                return false;
            }
            break;
        case TcpOption::WINSCALE:
            good = length == 3;
            break;
        case TcpOption::SACKPERMITTED:
            good = length == 2;
            break;
        case TcpOption::TS:
            good = length == 10;
            break;
        case TcpOption::SACK:
            read = 2 + (length < 2 ? 0 : (length - 2) / 8 * 8);
            break;
        default:
            if (length == 0)
            {
                return false;
            }
            good = length >= 2 && length <= 40;
            break;
        }
        if (!good)
        {
            return true; // it stops reading here
        }
        if (at + read > octets.size())
        {
            return false;
        }
        at += read;
    }
    return true;
}

} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_TCP_HEADER_H
