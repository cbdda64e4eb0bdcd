// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-header.h"

#include <initializer_list>
#include <type_traits>

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
/// A run of so many packets costs three entries.
constexpr uint32_t RUN = 4;
/// Names of types.
constexpr std::initializer_list<const char*> TYPES = {nullptr,
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
                                                      nullptr,
                                                      "SUSP"};
} // namespace

std::ostream&
operator<<(std::ostream& os, const RmtpRange& range)
{
    os << range.first;
    return range.last == range.first ? os : os << "-" << range.last;
}

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
    const char* const text = type < TYPES.size() ? TYPES.begin()[type] : nullptr;
    return text ? text : "?";
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

template <typename V>
void
RmtpHeader::Fields(V& v)
{
    if constexpr (V::READS)
    {
        pdu = RmtpPdu();
    }
    const uint32_t size = v.GetLeft();
    v.Kind(pdu.type, TYPES);
    if (HasLength(pdu.type))
    {
        uint16_t length = 0;
        if constexpr (std::is_same_v<V, PduWriter>)
        {
            length =
                static_cast<uint16_t>(GetSerializedSize() + (pdu.type == RMTP_DATA ? m_data : 0));
        }
        v.Number(nullptr, length);
        v.Require(length == size, "length", length, "", size);
    }
    v.Number("connection", pdu.connection);
    Body(v);
    if (pdu.type != RMTP_DATA)
    {
        v.End();
    }
}

template <typename V>
void
RmtpHeader::Body(V& v)
{
    switch (pdu.type)
    {
    case RMTP_DATA:
        v.Positive("seq", pdu.seq, RmtpPdu::MAX_SEQ);
        v.Number(nullptr, pdu.flags);
        v.Number("round", pdu.round);
        v.Show("flags", +pdu.flags);
        if ((pdu.flags & RMTP_FLAG_RANGE) != 0)
        {
            v.Number(nullptr, pdu.range);
        }
        break;
    case RMTP_ACK:
        v.Number("round", pdu.round);
        break;
    case RMTP_NACK:
        v.Number("round", pdu.round);
        v.Reserved(1);
        v.Data(); // the list of a NACK is never empty
        List(v);
        break;
    case RMTP_RRDY:
        List(v);
        break;
    case RMTP_POLL:
        if constexpr (V::READS)
        {
            pdu.hasRange = v.GetLeft() > 0;
        }
        if (pdu.hasRange)
        {
            v.Number(nullptr, pdu.range);
        }
        break;
    case RMTP_CONN:
        Connection(v);
        break;
    case RMTP_CACK:
        v.template Flags<uint16_t>({{1, pdu.refuses}}, "answer", "0 or 1");
        v.Mark(true, pdu.refuses ? "no" : "yes");
        break;
    case RMTP_REPORT:
        v.Number(nullptr, pdu.start);
        v.Number(nullptr, pdu.stop);
        v.Number("", pdu.count);
        v.Show("of", RmtpRange{pdu.start, pdu.stop});
        break;
    default:
        break;
    }
}

template <typename V>
void
RmtpHeader::List(V& v)
{
    if constexpr (V::READS)
    {
        std::vector<uint16_t> entries;
        v.List(nullptr, entries, v.GetLeft() / 2);
        v.Require(DecodeRmtpList(entries, pdu.list),
                  "entries of list",
                  entries.size(),
                  "ascending ranges");
        return;
    }
    v.Mark(true, "missing");
    for (const auto& range : pdu.list)
    {
        v.Show("", range);
        uint16_t packet = range.first;
        if (range.last - range.first + 1U >= RUN)
        {
            v.Number(nullptr, packet);
            v.Constant("symbol", RmtpPdu::RANGE_SYMBOL);
            packet = range.last;
        }
        for (; packet <= range.last; ++packet)
        {
            v.Number(nullptr, packet);
        }
    }
}

template <typename V>
void
RmtpHeader::Connection(V& v)
{
    v.Positive(nullptr, pdu.version, 1);
    v.Reserved(1);
    v.Positive("size", pdu.messageSize);
    v.Positive("blocks", pdu.blockCount, RmtpPdu::MAX_SEQ);
    v.Positive("of", pdu.blockSize);
    const uint64_t most = uint64_t{pdu.blockCount} * pdu.blockSize;
    v.Require(pdu.messageSize <= most, "size", pdu.messageSize, "at most ", most);
    if constexpr (V::READS)
    {
        ReadOptions(v);
        return;
    }
    v.Show("range", pdu.range);
    v.Show("x", pdu.rangeUnit);
    v.Mark(true, "ms");
    const auto option = [&v](uint8_t kind, uint16_t& value) {
        v.Constant("kind", kind);
        v.Constant("octets", OPTION_SIZE);
        v.Number(nullptr, value);
    };
    option(OPTION_RANGE, pdu.range);
    if (pdu.rangeUnit != 1)
    {
        option(OPTION_UNIT, pdu.rangeUnit);
    }
    if (pdu.place != 0)
    {
        option(OPTION_PLACE, pdu.place);
    }
}

void
RmtpHeader::ReadOptions(PduReader& reader)
{
    while (reader.GetLeft() > 0)
    {
        uint8_t kind = 0;
        uint8_t octets = 0;
        reader.Number("kind", kind);
        reader.Number("octets", octets);
        const bool fits = octets >= 2 && octets - 2U <= reader.GetLeft();
        reader.Require(fits, "octets of option", octets, "2, or more that are there");
        if (!fits)
        {
            return;
        }
        const bool isKnown = kind == OPTION_RANGE || kind == OPTION_UNIT || kind == OPTION_PLACE;
        if (isKnown && octets == OPTION_SIZE)
        {
            reader.Number("option",
                          kind == OPTION_RANGE  ? pdu.range
                          : kind == OPTION_UNIT ? pdu.rangeUnit
                                                : pdu.place);
        }
        else
        {
            reader.Reserved(octets - 2U);
        }
    }
    reader.Require(pdu.rangeUnit > 0, "unit of ranges", pdu.rangeUnit, "above ", 0);
}

template class PduHeader<RmtpHeader>;
} // namespace hsn
} // namespace ns3
