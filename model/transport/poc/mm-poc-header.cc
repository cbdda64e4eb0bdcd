// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-header.h"

#include <ostream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocHeader);

namespace
{
/// Flag of DATA: an ACK_RES is wanted.
constexpr uint8_t ACK = 1;
/// Flag of ACK_REQ: the stream ends.
constexpr uint8_t END = 1;
/// Flag of ACK_REQ: a connection is wanted.
constexpr uint8_t OPEN = 2;
/// In the list size: the end is known.
constexpr uint16_t END_KNOWN = 0x8000;
/// Place of the checksum.
constexpr uint32_t CHECKSUM_AT = 4;
/// Octets of an ACK_RES without losses.
constexpr uint32_t REPLY_SIZE = 16;
} // namespace

TypeId
MmPocHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MmPocHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MmPocHeader>();
    return tid;
}

MmPocHeader::MmPocHeader()
{
    pdu.type = MM_POC_ACK_REQ;
}

MmPocHeader::MmPocHeader(const MmPocPdu& contents)
    : pdu(contents)
{
}

TypeId
MmPocHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MmPocHeader::GetSerializedSize() const
{
    switch (pdu.type)
    {
    case MM_POC_DATA:
        return DATA_SIZE;
    case MM_POC_ACK_REQ:
        return MIN_SIZE + (pdu.open ? 8 : 0) + (pdu.end ? 4 : 0);
    default:
        return REPLY_SIZE + 4 * static_cast<uint32_t>(pdu.losses.size());
    }
}

void
MmPocHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU16(0);
    i.WriteU16(0);
    i.WriteU8(pdu.type);
    i.WriteU8(pdu.poc);
    switch (pdu.type)
    {
    case MM_POC_DATA:
        i.WriteU8(pdu.ack ? ACK : 0);
        i.WriteU8(0);
        i.WriteHtonU32(pdu.number);
        break;
    case MM_POC_ACK_REQ:
        i.WriteU8(static_cast<uint8_t>((pdu.end ? END : 0) | (pdu.open ? OPEN : 0)));
        i.WriteU8(0);
        if (pdu.open)
        {
            i.WriteHtonU32(pdu.association);
            i.WriteHtonU32(pdu.digest);
        }
        if (pdu.end)
        {
            i.WriteHtonU32(pdu.total);
        }
        break;
    default:
        i.WriteHtonU16(static_cast<uint16_t>(pdu.losses.size() | (pdu.end ? END_KNOWN : 0)));
        i.WriteHtonU32(pdu.lastReceived);
        for (const uint32_t number : pdu.losses)
        {
            i.WriteHtonU32(number);
        }
    }
    WriteChecksum(start, CHECKSUM_AT);
}

uint32_t
MmPocHeader::Deserialize(Buffer::Iterator start)
{
    VerifyChecksum(start);
    const uint32_t size = start.GetRemainingSize();
    auto i = start;
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    i.Next(4);
    const uint8_t type = i.ReadU8();
    pdu = MmPocPdu();
    pdu.poc = i.ReadU8();
    if (type < MM_POC_DATA || type > MM_POC_FNACK)
    {
        return 0;
    }
    pdu.type = static_cast<MmPocPduType>(type);
    if (pdu.type == MM_POC_DATA)
    {
        const uint8_t flags = i.ReadU8();
        if (flags > ACK || i.ReadU8() != 0 || size <= DATA_SIZE)
        {
            return 0; // an SDU is never empty
        }
        pdu.ack = flags == ACK;
        pdu.number = i.ReadNtohU32();
        return pdu.number < MmPocPdu::MAX_NUMBER ? DATA_SIZE : 0;
    }
    if (pdu.type == MM_POC_ACK_REQ)
    {
        const uint8_t flags = i.ReadU8();
        pdu.end = (flags & END) != 0;
        pdu.open = (flags & OPEN) != 0;
        if (flags > (END | OPEN) || i.ReadU8() != 0 || size != GetSerializedSize())
        {
            return 0;
        }
        if (pdu.open)
        {
            pdu.association = i.ReadNtohU32();
            pdu.digest = i.ReadNtohU32();
        }
        pdu.total = pdu.end ? i.ReadNtohU32() : 0;
        return pdu.total <= MmPocPdu::MAX_NUMBER ? size : 0;
    }
    const uint16_t length = i.ReadNtohU16();
    pdu.end = (length & END_KNOWN) != 0;
    const uint32_t losses = length & ~END_KNOWN;
    if (losses > MmPocPdu::MAX_LOSSES || size != REPLY_SIZE + 4 * losses)
    {
        return 0;
    }
    pdu.lastReceived = i.ReadNtohU32();
    const bool none = pdu.lastReceived == MmPocPdu::NO_NUMBER;
    if (none ? losses > 0 : pdu.lastReceived >= MmPocPdu::MAX_NUMBER)
    {
        return 0;
    }
    for (uint32_t k = 0; k < losses; ++k)
    {
        const uint32_t number = i.ReadNtohU32();
        if (number > pdu.lastReceived || (k > 0 && number <= pdu.losses.back()))
        {
            return 0; // the list ascends, up to the number received last
        }
        pdu.losses.push_back(number);
    }
    return size;
}

void
MmPocHeader::Print(std::ostream& os) const
{
    static const char* const NAMES[] = {"", "DATA", "ACK_REQ", "ACK_RES", "FNACK"};
    os << GetSourcePort() << " > " << GetDestinationPort() << " " << NAMES[pdu.type] << " medium "
       << +pdu.poc;
    if (pdu.type == MM_POC_DATA)
    {
        os << " number " << pdu.number << (pdu.ack ? " Ack" : "");
    }
    else if (pdu.type == MM_POC_ACK_REQ)
    {
        os << (pdu.open ? " open" : "") << (pdu.end ? " end" : "");
    }
    else
    {
        os << " last ";
        if (pdu.lastReceived == MmPocPdu::NO_NUMBER)
        {
            os << "none";
        }
        else
        {
            os << pdu.lastReceived;
        }
        os << " losses {";
        for (std::size_t k = 0; k < pdu.losses.size(); ++k)
        {
            os << (k ? " " : "") << pdu.losses[k];
        }
        os << "}" << (pdu.end ? " end" : "");
    }
}
} // namespace hsn
} // namespace ns3
