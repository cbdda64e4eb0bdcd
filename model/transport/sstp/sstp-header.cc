// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-header.h"

#include "ns3/network-order.h"

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
/// Octets of rows 0 to 3.
constexpr uint32_t DATA_HEAD = 16;
/// Octets of rows 0 to 5.
constexpr uint32_t CONTROL_HEAD = 24;
/// Most rows of a bitmap.
constexpr uint32_t MAX_ROWS = 65536 / 32;

/** @param size of a PDU in octets @param type of it @param number its packet number or flags @param
 * last its pad field @return what is malformed; empty: nothing */
std::string
Judge(uint32_t size, uint16_t type, uint16_t number, uint16_t last)
{
    if (size < SstpHeader::DATA_SIZE || size % 4 != 0)
    {
        return SstpSay("PDU's octets", size, "a multiple of 4, at least 20");
    }
    const uint16_t flags = LAST_OF_SEGMENT | (type == SSTP_DATA ? SHORT_SEGMENT : 0);
    const uint16_t pad = last & ~flags;
    switch (type)
    {
    case SSTP_DATA:
        return size == SstpHeader::DATA_SIZE ? SstpSay("octets of data PDU", size, "above 20")
               : pad > 3                     ? SstpSay("padding of data PDU", pad, "at most 3")
                                             : "";
    case SSTP_KEEP_ALIVE:
    case SSTP_END_OF_STREAM:
        return size != SstpHeader::DATA_SIZE ? SstpSay("octets of idle PDU", size, "20")
               : pad > 0                     ? SstpSay("padding of idle PDU", pad, "0")
                                             : "";
    case SSTP_PACK:
    case SSTP_SNAK:
        break;
    default:
        return SstpSay("type of PDU", type, "at most 4");
    }
    if (type == SSTP_PACK && size != SstpHeader::PACK_SIZE)
    {
        return SstpSay("octets of PACK", size, "28");
    }
    const uint32_t most = SstpHeader::PACK_SIZE + 4 * MAX_ROWS;
    if (type == SSTP_SNAK && (size < SstpHeader::PACK_SIZE + 4 || size > most))
    {
        return SstpSay("octets of SNAK", size, "32 to " + std::to_string(most));
    }
    return last > 0 ? SstpSay("padding of control PDU", last, "0")
           : number > (WINDOW_VALID | END_SEEN)
               ? SstpSay("flags of control PDU", number, "at most 3")
               : "";
}
} // namespace

TypeId
SstpHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SstpHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SstpHeader>();
    return tid;
}

TypeId
SstpHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

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
    packet->AddPaddingAtEnd(padding + LAST_ROW);
}

void
SstpHeader::Open(Ptr<Packet> packet) const
{
    packet->RemoveAtEnd(padding + LAST_ROW);
}

uint32_t
SstpHeader::GetSerializedSize() const
{
    return IsControl() ? static_cast<uint32_t>(CONTROL_HEAD + 4 * bitmap.size()) : DATA_HEAD;
}

void
SstpHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(IsControl() ? GetDestinationPort() : GetSourcePort());
    i.WriteHtonU16(IsControl() ? GetSourcePort() : GetDestinationPort());
    i.WriteHtonU16(type);
    i.WriteHtonU16(number);
    i.WriteHtonU32(sequence);
    i.WriteHtonU32(segment);
    if (IsControl())
    {
        i.WriteHtonU32(acknowledged);
        i.WriteHtonU32(windowLimit);
        for (const uint32_t row : bitmap)
        {
            i.WriteHtonU32(row);
        }
    }
    const uint32_t end = start.GetRemainingSize() - LAST_ROW;
    auto tail = start;
    tail.Next(end - padding);
    for (uint8_t k = 0; k < padding; ++k)
    {
        tail.WriteU8(0);
    }
    tail.WriteHtonU16(static_cast<uint16_t>(padding | (lastOfSegment ? LAST_OF_SEGMENT : 0) |
                                            (shortSegment ? SHORT_SEGMENT : 0)));
    tail.WriteU16(0);
    WriteChecksum(start, end + 2);
}

uint32_t
SstpHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = start.GetRemainingSize();
    if (size < DATA_SIZE)
    {
        return 0;
    }
    auto i = start;
    const uint16_t from = i.ReadNtohU16();
    const uint16_t to = i.ReadNtohU16();
    type = i.ReadNtohU16();
    number = i.ReadNtohU16();
    sequence = i.ReadNtohU32();
    segment = i.ReadNtohU32();
    SetSourcePort(IsControl() ? to : from);
    SetDestinationPort(IsControl() ? from : to);
    auto tail = start;
    tail.Next(size - LAST_ROW);
    const uint16_t last = tail.ReadNtohU16();
    padding = static_cast<uint8_t>(last & 3);
    lastOfSegment = (last & LAST_OF_SEGMENT) != 0;
    shortSegment = (last & SHORT_SEGMENT) != 0;
    VerifyChecksum(start);
    bitmap.clear();
    if (!Judge(size, type, number, last).empty())
    {
        return 0;
    }
    if (IsControl())
    {
        acknowledged = i.ReadNtohU32();
        windowLimit = i.ReadNtohU32();
        for (uint32_t row = 0; row < (size - PACK_SIZE) / 4; ++row)
        {
            bitmap.push_back(i.ReadNtohU32());
        }
    }
    return GetSerializedSize();
}

std::string
SstpHeader::FindFault(Ptr<const Packet> packet)
{
    const uint32_t size = packet->GetSize();
    std::vector<uint8_t> octets(std::max(size, DATA_SIZE + 0));
    packet->CopyData(octets.data(), size);
    const auto word = [&octets](uint32_t at) { return ReadNetwork16(&octets[at]); };
    return Judge(size, word(4), word(6), word(std::max(size, DATA_SIZE + 0) - LAST_ROW));
}

void
SstpHeader::Print(std::ostream& os) const
{
    static const char* const NAMES[] = {"data", "keep-alive", "end-of-stream", "PACK", "SNAK"};
    os << GetSourcePort() << " > " << GetDestinationPort() << " "
       << (type <= SSTP_SNAK ? NAMES[type] : "unknown") << " sequence " << sequence << " segment "
       << segment;
    if (IsControl())
    {
        os << " acknowledged " << acknowledged << " limit " << windowLimit;
    }
    else
    {
        os << " packet " << number;
    }
}
} // namespace hsn
} // namespace ns3
