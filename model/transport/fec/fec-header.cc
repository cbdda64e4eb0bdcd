// SPDX-License-Identifier: GPL-2.0-only
#include "fec-header.h"

#include <ostream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FecHeader);
NS_OBJECT_ENSURE_REGISTERED(FecReport);

namespace
{
constexpr uint8_t FLAG_PARITY = 1; //!< in the first byte
constexpr uint8_t FLAG_SHORT = 2;  //!< in the first byte
constexpr uint8_t FLAG_REPORT = 8; //!< in the first byte
constexpr uint8_t MASK_FLAGS = 15; //!< all bits available for flags
constexpr uint8_t MASK_CODEC = 15; //!< in the second byte
constexpr uint8_t BIT_ORIGIN = 16; //!< in the second byte
constexpr uint8_t BIT_UNIT = 32;   //!< in the second byte
} // namespace

TypeId
FecHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FecHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FecHeader>();
    return tid;
}

TypeId
FecHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FecHeader::GetSerializedSize() const
{
    return SIZE;
}

void
FecHeader::Serialize(Buffer::Iterator start) const
{
    const int flags = (type == FEC_PARITY ? FLAG_PARITY : 0) |
                      (type == FEC_REPORT ? FLAG_REPORT : 0) | (shortBlock ? FLAG_SHORT : 0);
    start.WriteU8(VERSION << 4 | flags);
    start.WriteU8(code.codec | (code.shiftOrigin == 1 ? BIT_ORIGIN : 0) |
                  (code.shiftUnit == 8 ? BIT_UNIT : 0));
    start.WriteHtonU32(block);
    start.WriteU8(index);
    start.WriteU8(code.data);
    start.WriteU8(code.parity);
    start.WriteU8(flow);
    start.WriteHtonU16(length);
}

uint32_t
FecHeader::Deserialize(Buffer::Iterator start)
{
    const uint8_t first = start.ReadU8();
    m_version = first >> 4;
    m_flags = first & MASK_FLAGS;
    m_codec = start.ReadU8();
    block = start.ReadNtohU32();
    index = start.ReadU8();
    code.data = start.ReadU8();
    code.parity = start.ReadU8();
    flow = start.ReadU8();
    length = start.ReadNtohU16();
    type = m_flags & FLAG_REPORT ? FEC_REPORT : m_flags & FLAG_PARITY ? FEC_PARITY : FEC_DATA;
    shortBlock = m_flags & FLAG_SHORT;
    code.codec = static_cast<FecCodecType>(m_codec & MASK_CODEC);
    code.shiftOrigin = m_codec & BIT_ORIGIN ? 1 : 0;
    code.shiftUnit = m_codec & BIT_UNIT ? 8 : 1;
    return SIZE;
}

void
FecHeader::Print(std::ostream& os) const
{
    const char* const names[] = {"data", "parity", "report"};
    os << names[type] << " block=" << block << " index=" << +index << " code=" << code.data << "+"
       << code.parity << (shortBlock ? " short" : "") << " codec=" << code.codec
       << " flow=" << +flow << " length=" << length;
}

const char*
FecHeader::Read(Ptr<Packet> packet)
{
    if (packet->GetSize() < SIZE)
    {
        return "shorter than the header";
    }
    packet->PeekHeader(*this);
    if (m_version != VERSION)
    {
        return "unsupported version";
    }
    if ((m_flags & ~(FLAG_PARITY | FLAG_SHORT | FLAG_REPORT)) ||
        (m_codec & ~(MASK_CODEC | BIT_ORIGIN | BIT_UNIT)))
    {
        return "unknown flags";
    }
    if (length != packet->GetSize() - SIZE)
    {
        return "payload length differs from the header";
    }
    if (type == FEC_REPORT)
    {
        if (length != FecReport::SIZE || m_flags != FLAG_REPORT)
        {
            return "malformed report";
        }
    }
    else if (!code.Check().empty())
    {
        return "invalid code";
    }
    else if (index >= code.data + code.parity || (index >= code.data) != (type == FEC_PARITY))
    {
        return "invalid index in the block";
    }
    else if (shortBlock && type != FEC_PARITY)
    {
        return "short block flag on a data packet";
    }
    packet->RemoveAtStart(SIZE);
    return nullptr;
}

template <typename V>
void
FecReport::Fields(V& v)
{
    v.Number("expected", expected);
    v.Number("received", received);
    v.Number("expected data", expectedData);
    v.Number("lost data", lostData);
}

void
FecReport::Print(std::ostream& os) const
{
    os << "received=" << received << "/" << expected << " lost data=" << lostData << "/"
       << expectedData;
}

template class PduHeader<FecReport>;
} // namespace hsn
} // namespace ns3
