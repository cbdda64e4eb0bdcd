// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-header.h"

#include <ostream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpHeader);

namespace
{
/// Option of CONN: backoff range.
constexpr uint8_t OPTION_RANGE = 3;
/// Option of CONN: unit of ranges.
constexpr uint8_t OPTION_UNIT = 128;
/// Option of CONN: place of the message in its stream.
constexpr uint8_t OPTION_PLACE = 129;
/// Octets of an option with a value of 16 bits.
constexpr uint8_t OPTION_SIZE = 4;
/// Octets of CONN behind the connection, without options.
constexpr uint32_t CONN_BODY = 10;
/// A run of so many packets costs three entries.
constexpr uint32_t RUN = 4;

/// @param list of missing packets @return entries on the wire
uint32_t
CountEntries(const std::vector<RmtpRange>& list)
{
    uint32_t entries = 0;
    for (const auto& range : list)
    {
        const uint32_t packets = range.last - range.first + 1U;
        entries += packets >= RUN ? 3 : packets;
    }
    return entries;
}
} // namespace

std::vector<uint16_t>
EncodeRmtpList(const std::vector<RmtpRange>& list, uint32_t most)
{
    std::vector<uint16_t> entries;
    for (const auto& range : list)
    {
        const uint32_t packets = range.last - range.first + 1U;
        const std::size_t room = most - entries.size();
        if (packets >= RUN && room >= 3)
        {
            entries.insert(entries.end(), {range.first, RmtpPdu::RANGE_SYMBOL, range.last});
            continue;
        }
        const uint32_t fitting = packets < room ? packets : static_cast<uint32_t>(room);
        for (uint32_t i = 0; i < fitting; ++i)
        {
            entries.push_back(static_cast<uint16_t>(range.first + i));
        }
        if (fitting < packets)
        {
            break;
        }
    }
    return entries;
}

bool
DecodeRmtpList(const std::vector<uint16_t>& entries, std::vector<RmtpRange>& list)
{
    list.clear();
    for (std::size_t i = 0; i < entries.size(); ++i)
    {
        const uint16_t first = entries[i];
        uint16_t last = first;
        if (i + 1 < entries.size() && entries[i + 1] == RmtpPdu::RANGE_SYMBOL)
        {
            if (i + 2 >= entries.size())
            {
                return false;
            }
            i += 2;
            last = entries[i];
        }
        if (first == 0 || first > RmtpPdu::MAX_SEQ || last > RmtpPdu::MAX_SEQ || last < first)
        {
            return false;
        }
        if (!list.empty() && first <= list.back().last)
        {
            return false; // a packet is named once, so that a list costs no more than its message
        }
        if (!list.empty() && list.back().last + 1U == first)
        {
            list.back().last = last;
        }
        else
        {
            list.push_back({first, last});
        }
    }
    return true;
}

std::string
GetRmtpTypeText(RmtpPduType type)
{
    static const char* const TEXTS[] = {"?",
                                        "DATA",
                                        "ACK",
                                        "NACK",
                                        "BUSY",
                                        "RRDY",
                                        "ABORT",
                                        "POLL",
                                        "CONN",
                                        "CACK",
                                        "REL",
                                        "RACK",
                                        "REPORT",
                                        "?",
                                        "SUSP"};
    return type <= RMTP_SUSP ? TEXTS[type] : "?";
}

TypeId
RmtpHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::RmtpHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<RmtpHeader>();
    return tid;
}

RmtpHeader::RmtpHeader(RmtpWireFormat format)
    : m_format(format),
      m_data(0)
{
}

RmtpHeader::RmtpHeader(const RmtpPdu& contents, RmtpWireFormat format, uint32_t data)
    : pdu(contents),
      m_format(format),
      m_data(data)
{
}

TypeId
RmtpHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

bool
RmtpHeader::HasLength(RmtpPduType type) const
{
    switch (type)
    {
    case RMTP_DATA:
    case RMTP_NACK:
    case RMTP_RRDY:
    case RMTP_CONN:
    case RMTP_REPORT:
    case RMTP_SUSP:
        return true;
    default:
        return m_format == RMTP_DRAFT01;
    }
}

uint32_t
RmtpHeader::GetSerializedSize() const
{
    const uint32_t common = HasLength(pdu.type) ? 6 : 4;
    switch (pdu.type)
    {
    case RMTP_DATA:
        return DATA_SIZE + ((pdu.flags & RMTP_FLAG_RANGE) != 0 ? 2 : 0);
    case RMTP_ACK:
        return common + 1;
    case RMTP_NACK:
        return common + 2 + 2 * CountEntries(pdu.list);
    case RMTP_RRDY:
        return common + 2 * CountEntries(pdu.list);
    case RMTP_POLL:
        return common + (pdu.hasRange ? 2 : 0);
    case RMTP_CONN:
        return common + CONN_BODY + OPTION_SIZE * (1U + (pdu.rangeUnit != 1) + (pdu.place != 0));
    case RMTP_CACK:
        return common + 2;
    case RMTP_REPORT:
        return common + 8;
    default:
        return common;
    }
}

void
RmtpHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(pdu.type);
    if (HasLength(pdu.type))
    {
        i.WriteHtonU16(
            static_cast<uint16_t>(GetSerializedSize() + (pdu.type == RMTP_DATA ? m_data : 0)));
    }
    i.WriteHtonU16(pdu.connection);
    switch (pdu.type)
    {
    case RMTP_DATA:
        i.WriteHtonU16(pdu.seq);
        i.WriteU8(pdu.flags);
        i.WriteU8(pdu.round);
        if ((pdu.flags & RMTP_FLAG_RANGE) != 0)
        {
            i.WriteHtonU16(pdu.range);
        }
        break;
    case RMTP_ACK:
        i.WriteU8(pdu.round);
        break;
    case RMTP_NACK:
        i.WriteU8(pdu.round);
        i.WriteU8(0);
        [[fallthrough]];
    case RMTP_RRDY:
        for (const uint16_t entry : EncodeRmtpList(pdu.list, CountEntries(pdu.list)))
        {
            i.WriteHtonU16(entry);
        }
        break;
    case RMTP_POLL:
        if (pdu.hasRange)
        {
            i.WriteHtonU16(pdu.range);
        }
        break;
    case RMTP_CONN:
        i.WriteU8(pdu.version);
        i.WriteU8(0);
        i.WriteHtonU32(pdu.messageSize);
        i.WriteHtonU16(pdu.blockCount);
        i.WriteHtonU16(pdu.blockSize);
        i.WriteU8(OPTION_RANGE);
        i.WriteU8(OPTION_SIZE);
        i.WriteHtonU16(pdu.range);
        if (pdu.rangeUnit != 1)
        {
            i.WriteU8(OPTION_UNIT);
            i.WriteU8(OPTION_SIZE);
            i.WriteHtonU16(pdu.rangeUnit);
        }
        if (pdu.place != 0)
        {
            i.WriteU8(OPTION_PLACE);
            i.WriteU8(OPTION_SIZE);
            i.WriteHtonU16(pdu.place);
        }
        break;
    case RMTP_CACK:
        i.WriteHtonU16(pdu.refuses ? 1 : 0);
        break;
    case RMTP_REPORT:
        i.WriteHtonU16(pdu.start);
        i.WriteHtonU16(pdu.stop);
        i.WriteHtonU32(pdu.count);
        break;
    default:
        break;
    }
}

uint32_t
RmtpHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = start.GetRemainingSize();
    auto i = start;
    pdu = RmtpPdu();
    if (size < 4)
    {
        return 0;
    }
    const uint16_t type = i.ReadNtohU16();
    if (type < RMTP_DATA || type > RMTP_SUSP || type == 13)
    {
        return 0;
    }
    pdu.type = static_cast<RmtpPduType>(type);
    const uint32_t common = HasLength(pdu.type) ? 6 : 4;
    if (size < common || (common == 6 && i.ReadNtohU16() != size))
    {
        return 0;
    }
    pdu.connection = i.ReadNtohU16();
    const int32_t body = ReadBody(i, size - common);
    return body < 0 ? 0 : common + static_cast<uint32_t>(body);
}

int32_t
RmtpHeader::ReadBody(Buffer::Iterator i, uint32_t left)
{
    int32_t size = 0;
    switch (pdu.type)
    {
    case RMTP_DATA:
        if (left < 4)
        {
            return -1;
        }
        pdu.seq = i.ReadNtohU16();
        pdu.flags = i.ReadU8();
        pdu.round = i.ReadU8();
        size = 4;
        if ((pdu.flags & RMTP_FLAG_RANGE) != 0)
        {
            if (left < 6)
            {
                return -1;
            }
            pdu.range = i.ReadNtohU16();
            size = 6;
        }
        return pdu.seq >= 1 && pdu.seq <= RmtpPdu::MAX_SEQ ? size : -1;
    case RMTP_ACK:
        size = 1;
        pdu.round = left == 1 ? i.ReadU8() : 0;
        break;
    case RMTP_NACK:
    case RMTP_RRDY: {
        const uint32_t fixed = pdu.type == RMTP_NACK ? 2 : 0;
        if (left < fixed + (pdu.type == RMTP_NACK ? 2 : 0) || left % 2 != 0)
        {
            return -1; // the list of a NACK is never empty
        }
        if (pdu.type == RMTP_NACK)
        {
            pdu.round = i.ReadU8();
            i.Next(1);
        }
        std::vector<uint16_t> entries((left - fixed) / 2);
        for (auto& entry : entries)
        {
            entry = i.ReadNtohU16();
        }
        return DecodeRmtpList(entries, pdu.list) ? static_cast<int32_t>(left) : -1;
    }
    case RMTP_POLL:
        pdu.hasRange = left == 2;
        pdu.range = pdu.hasRange ? i.ReadNtohU16() : 0;
        size = pdu.hasRange ? 2 : 0;
        break;
    case RMTP_CONN:
        if (left < CONN_BODY)
        {
            return -1;
        }
        pdu.version = i.ReadU8();
        i.Next(1);
        pdu.messageSize = i.ReadNtohU32();
        pdu.blockCount = i.ReadNtohU16();
        pdu.blockSize = i.ReadNtohU16();
        if (pdu.version != 1 || pdu.blockCount < 1 || pdu.blockCount > RmtpPdu::MAX_SEQ ||
            pdu.blockSize < 1 || pdu.messageSize < 1 ||
            pdu.messageSize > uint64_t{pdu.blockCount} * pdu.blockSize)
        {
            return -1;
        }
        return ReadOptions(i, left - CONN_BODY) ? static_cast<int32_t>(left) : -1;
    case RMTP_CACK: {
        size = 2;
        const uint16_t answer = left == 2 ? i.ReadNtohU16() : 2;
        pdu.refuses = answer == 1;
        size = answer > 1 ? -1 : 2;
        break;
    }
    case RMTP_REPORT:
        size = 8;
        if (left == 8)
        {
            pdu.start = i.ReadNtohU16();
            pdu.stop = i.ReadNtohU16();
            pdu.count = i.ReadNtohU32();
        }
        break;
    default:
        break;
    }
    return static_cast<int32_t>(left) == size ? size : -1;
}

bool
RmtpHeader::ReadOptions(Buffer::Iterator i, uint32_t left)
{
    while (left > 0)
    {
        if (left < 2)
        {
            return false;
        }
        const uint8_t kind = i.ReadU8();
        const uint8_t octets = i.ReadU8();
        if (octets < 2 || octets > left)
        {
            return false;
        }
        left -= octets;
        const bool isKnown = kind == OPTION_RANGE || kind == OPTION_UNIT || kind == OPTION_PLACE;
        if (isKnown && octets == OPTION_SIZE)
        {
            (kind == OPTION_RANGE  ? pdu.range
             : kind == OPTION_UNIT ? pdu.rangeUnit
                                   : pdu.place) = i.ReadNtohU16();
        }
        else
        {
            i.Next(octets - 2U);
        }
    }
    return pdu.rangeUnit > 0;
}

void
RmtpHeader::Print(std::ostream& os) const
{
    os << GetRmtpTypeText(pdu.type) << " connection " << pdu.connection;
    switch (pdu.type)
    {
    case RMTP_DATA:
        os << " seq " << pdu.seq << " round " << +pdu.round << " flags " << +pdu.flags;
        break;
    case RMTP_ACK:
        os << " round " << +pdu.round;
        break;
    case RMTP_NACK:
        os << " round " << +pdu.round;
        [[fallthrough]];
    case RMTP_RRDY:
        os << " missing";
        for (const auto& range : pdu.list)
        {
            os << " " << range.first;
            if (range.last != range.first)
            {
                os << "-" << range.last;
            }
        }
        break;
    case RMTP_CONN:
        os << " size " << pdu.messageSize << " blocks " << pdu.blockCount << " of " << pdu.blockSize
           << " range " << pdu.range << " x " << pdu.rangeUnit << " ms";
        break;
    case RMTP_CACK:
        os << (pdu.refuses ? " no" : " yes");
        break;
    case RMTP_REPORT:
        os << " " << pdu.count << " of " << pdu.start << "-" << pdu.stop;
        break;
    default:
        break;
    }
}
} // namespace hsn
} // namespace ns3
