// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-segment.h"

#include "ns3/network-order.h"
#include "ns3/tcp-option.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Length of a header without options.
constexpr uint32_t BASIC_HEADER = 20;
} // namespace

const char*
TcpSegment::Read(Ptr<const Packet> packet)
{
    uint8_t bytes[MAX_HEADER];
    const uint32_t available = packet->CopyData(bytes, MAX_HEADER);
    if (available < BASIC_HEADER)
    {
        return "shorter than a TCP header";
    }
    headerSize = (bytes[12] >> 4) * 4;
    if (headerSize < BASIC_HEADER)
    {
        return "data offset below 5";
    }
    if (headerSize > available)
    {
        return "data offset beyond the end";
    }
    seq = SequenceNumber32(ReadNetwork32(bytes + 4));
    ack = SequenceNumber32(ReadNetwork32(bytes + 8));
    flags = bytes[13];
    window = ReadNetwork16(bytes + 14);
    size = packet->GetSize() - headerSize;
    return ReadOptions(bytes + BASIC_HEADER, headerSize - BASIC_HEADER);
}

const char*
TcpSegment::ReadOptions(const uint8_t* options, uint32_t length)
{
    for (uint32_t at = 0; at < length && options[at] != TcpOption::END;)
    {
        if (options[at] == TcpOption::NOP)
        {
            ++at;
            continue;
        }
        if (at + 2 > length || options[at + 1] < 2 || at + options[at + 1] > length)
        {
            return "option longer than the header, or without length";
        }
        const uint8_t* value = options + at + 2;
        const uint32_t n = options[at + 1] - 2;
        switch (options[at])
        {
        case TcpOption::MSS:
            if (n != 2)
            {
                return "bad length of the MSS option";
            }
            mss = ReadNetwork16(value);
            break;
        case TcpOption::WINSCALE:
            if (n != 1)
            {
                return "bad length of the window scale option";
            }
            scale = value[0];
            break;
        case TcpOption::SACKPERMITTED:
            if (n != 0)
            {
                return "bad length of the SACK permitted option";
            }
            sackPermitted = true;
            break;
        case TcpOption::SACK:
            if (n == 0 || n % 8 != 0)
            {
                return "bad length of the SACK option";
            }
            for (nBlocks = 0; nBlocks < n / 8; ++nBlocks)
            {
                blocks[nBlocks] = {SequenceNumber32(ReadNetwork32(value + 8 * nBlocks)),
                                   SequenceNumber32(ReadNetwork32(value + 8 * nBlocks + 4))};
            }
            break;
        case TcpOption::TS:
            if (n != 8)
            {
                return "bad length of the timestamps option";
            }
            hasTimestamp = true;
            timestamp = ReadNetwork32(value);
            echo = ReadNetwork32(value + 4);
            break;
        default:
            break; // unknown options are skipped (RFC 9293, section 3.1)
        }
        at += 2 + n;
    }
    return nullptr;
}
} // namespace hsn
} // namespace ns3
