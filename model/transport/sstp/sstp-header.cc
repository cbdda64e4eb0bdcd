// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-header.h"

#include "ns3/packet-pieces.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SstpHeader);

namespace
{
/// Flag of control PDUs: the window limit is valid.
constexpr uint16_t WINDOW_VALID = 1;
/// Flag of control PDUs: the end of the stream is known.
constexpr uint16_t END_SEEN = 2;
/// In the pad field: the packet is the last one of its segment.
constexpr uint16_t LAST_OF_SEGMENT = 0x8000;
/// In the pad field of data: the segment has fewer octets than a full one.
constexpr uint16_t SHORT_SEGMENT = 0x4000;
/// Octets of the last row.
constexpr uint32_t LAST_ROW = 4;
/// Most rows of a bitmap.
constexpr uint32_t MAX_ROWS = 65536 / 32;
} // namespace

// --- what the PDUs say ----------------------------------------------------------------------

void
SstpHeader::Set(const SstpDataPdu& pdu)
{
    type = pdu.type;
    number = pdu.packet;
    sequence = pdu.shipment;
    segment = pdu.segment;
    lastOfSegment = pdu.lastOfSegment;
    shortSegment = pdu.shortSegment;
}

SstpDataPdu
SstpHeader::GetData() const
{
    SstpDataPdu pdu;
    pdu.type = static_cast<SstpPduType>(type);
    pdu.packet = number;
    pdu.shipment = sequence;
    pdu.segment = segment;
    pdu.lastOfSegment = lastOfSegment;
    pdu.shortSegment = shortSegment;
    return pdu;
}

void
SstpHeader::Set(const SstpControlPdu& pdu)
{
    type = pdu.type;
    number =
        static_cast<uint16_t>((pdu.windowValid ? WINDOW_VALID : 0) | (pdu.endSeen ? END_SEEN : 0));
    sequence = pdu.control;
    segment = pdu.segment;
    acknowledged = pdu.acknowledged;
    windowLimit = pdu.windowLimit;
    bitmap.assign((pdu.present.GetSize() + 31) / 32, 0);
    for (uint32_t i = pdu.present.FindSet(0); i < pdu.present.GetSize();
         i = pdu.present.FindSet(i + 1))
    {
        bitmap[i / 32] |= 0x80000000U >> (i % 32);
    }
}

SstpControlPdu
SstpHeader::GetControl(uint32_t packets) const
{
    SstpControlPdu pdu;
    pdu.type = static_cast<SstpPduType>(type);
    pdu.windowValid = (number & WINDOW_VALID) != 0;
    pdu.endSeen = (number & END_SEEN) != 0;
    pdu.control = sequence;
    pdu.segment = segment;
    pdu.acknowledged = acknowledged;
    pdu.windowLimit = windowLimit;
    const auto bits = static_cast<uint32_t>(bitmap.size() * 32);
    pdu.present = SstpBitmap(bitmap.size() == (packets + 31) / 32 ? packets : bits);
    for (uint32_t i = 0; i < pdu.present.GetSize(); ++i)
    {
        if (bitmap[i / 32] & (0x80000000U >> (i % 32)))
        {
            pdu.present.Set(i);
        }
    }
    return pdu;
}

// --- the wire -------------------------------------------------------------------------------

void
SstpHeader::Close(Ptr<Packet> packet)
{
    padding = static_cast<uint8_t>((4 - packet->GetSize() % 4) % 4);
    AddZeros(packet, padding + LAST_ROW);
}

void
SstpHeader::Open(Ptr<Packet> packet) const
{
    packet->RemoveAtEnd(padding + LAST_ROW);
}

template <typename V>
void
SstpHeader::Fields(V& v)
{
    const uint32_t size = v.GetLeft();
    v.Require(size >= DATA_SIZE && size % 4 == 0,
              "PDU's octets",
              size,
              "a multiple of 4, at least ",
              DATA_SIZE);
    uint16_t from = IsControl() ? GetDestinationPort() : GetSourcePort();
    uint16_t to = IsControl() ? GetSourcePort() : GetDestinationPort();
    v.Number(nullptr, from);
    v.Number(nullptr, to);
    v.Show("", GetSourcePort());
    v.Show(">", GetDestinationPort());
    v.Kind(type, {"data", "keep-alive", "end-of-stream", "PACK", "SNAK"}, "type of PDU");
    if constexpr (V::READS)
    {
        SetSourcePort(IsControl() ? to : from);
        SetDestinationPort(IsControl() ? from : to);
    }
    v.Number(nullptr, number);
    if constexpr (V::READS)
    {
        Check(v, size);
    }
    v.Number("sequence", sequence);
    v.Number("segment", segment);
    if (IsControl())
    {
        v.Number("acknowledged", acknowledged);
        v.Number("limit", windowLimit);
        v.List(nullptr, bitmap, (v.GetLeft() - LAST_ROW) / 4);
    }
    else
    {
        v.Show("packet", number);
    }
}

void
SstpHeader::Check(PduReader& reader, uint32_t size) const
{
    const uint16_t pad = m_pad & ~LAST_OF_SEGMENT;
    switch (type)
    {
    case SSTP_DATA:
        reader.Require(size > DATA_SIZE, "octets of data PDU", size, "above ", DATA_SIZE);
        reader.Require((pad & ~SHORT_SEGMENT) <= 3,
                       "padding of data PDU",
                       pad & ~SHORT_SEGMENT,
                       "at most ",
                       3);
        break;
    case SSTP_KEEP_ALIVE:
    case SSTP_END_OF_STREAM:
        reader.Require(size == DATA_SIZE, "octets of idle PDU", size, "", DATA_SIZE);
        reader.Require(pad == 0, "padding of idle PDU", pad, "", 0);
        break;
    case SSTP_PACK:
        reader.Require(size == PACK_SIZE, "octets of PACK", size, "", PACK_SIZE);
        break;
    default:
        reader.Require(size >= PACK_SIZE + 4 && size <= PACK_SIZE + 4 * MAX_ROWS,
                       "octets of SNAK",
                       size,
                       "32 to ",
                       PACK_SIZE + 4 * MAX_ROWS);
    }
    if (IsControl())
    {
        reader.Require(m_pad == 0, "padding of control PDU", m_pad, "", 0);
        reader.Require(number <= (WINDOW_VALID | END_SEEN),
                       "flags of control PDU",
                       number,
                       "at most ",
                       WINDOW_VALID | END_SEEN);
    }
}

void
SstpHeader::Serialize(Buffer::Iterator start) const
{
    PduHeader::Serialize(start);
    const uint32_t end = start.GetRemainingSize() - LAST_ROW;
    auto tail = start;
    tail.Next(end - padding);
    tail.WriteU8(0, padding);
    tail.WriteHtonU16(static_cast<uint16_t>(padding | (lastOfSegment ? LAST_OF_SEGMENT : 0) |
                                            (shortSegment ? SHORT_SEGMENT : 0)));
    tail.WriteU16(0);
    WriteChecksum(start, end + 2);
}

uint32_t
SstpHeader::Deserialize(Buffer::Iterator start)
{
    auto tail = start;
    tail.Next(std::max(start.GetRemainingSize(), LAST_ROW) - LAST_ROW);
    m_pad = start.GetRemainingSize() < LAST_ROW ? 0 : tail.ReadNtohU16();
    padding = static_cast<uint8_t>(m_pad & 3);
    lastOfSegment = (m_pad & LAST_OF_SEGMENT) != 0;
    shortSegment = (m_pad & SHORT_SEGMENT) != 0;
    return PduHeader::Deserialize(start);
}

template class PduHeader<SstpHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3
