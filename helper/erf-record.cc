// SPDX-License-Identifier: GPL-2.0-only
#include "erf-record.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr std::size_t ERF_HEADER_BYTES = 16;
constexpr std::size_t ATM_HEADER_BYTES = 4;
constexpr uint8_t VARYING_LENGTH = 0x04; // flag: records are not all of one length
constexpr uint64_t NS_PER_SECOND = 1000000000;
} // namespace

std::vector<uint8_t>
ErfRecord::Make(Type type,
                Time time,
                const AtmCellHeader& header,
                const uint8_t* payload,
                std::size_t size)
{
    // the record length has 16 bits; the wire length beside it tells what was cut
    const std::size_t room = 65535 - ERF_HEADER_BYTES - ATM_HEADER_BYTES;
    const std::size_t kept = std::min(size, room);
    const std::size_t length = ERF_HEADER_BYTES + ATM_HEADER_BYTES + kept;
    const std::size_t wire = std::min<std::size_t>(ATM_HEADER_BYTES + size, 65535);
    std::vector<uint8_t> record(length);

    const auto ns = static_cast<uint64_t>(time.GetNanoSeconds());
    // rounded up, so that readers that cut it to nanoseconds find them again
    const uint64_t fraction = (((ns % NS_PER_SECOND) << 32) + NS_PER_SECOND - 1) / NS_PER_SECOND;
    const uint64_t stamp = ((ns / NS_PER_SECOND) << 32) | fraction;
    for (std::size_t i = 0; i < 8; ++i)
    {
        record[i] = static_cast<uint8_t>(stamp >> (8 * i));
    }
    record[8] = type;
    record[9] = VARYING_LENGTH;
    record[10] = static_cast<uint8_t>(length >> 8);
    record[11] = static_cast<uint8_t>(length);
    record[14] = static_cast<uint8_t>(wire >> 8);
    record[15] = static_cast<uint8_t>(wire);

    uint8_t cellHeader[5];
    // a VPI of more than 8 bits has the place of the GFC too
    header.Serialize(header.vpi > 255 ? AtmCellHeader::NNI : AtmCellHeader::UNI, cellHeader);
    std::copy(cellHeader, cellHeader + ATM_HEADER_BYTES, record.begin() + ERF_HEADER_BYTES);
    std::copy(payload, payload + kept, record.begin() + ERF_HEADER_BYTES + ATM_HEADER_BYTES);
    return record;
}
} // namespace hsn
} // namespace ns3
