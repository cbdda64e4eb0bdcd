// SPDX-License-Identifier: GPL-2.0-only
#include "frm-header.h"

#include <ostream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmHeader);

namespace
{
/// Flag of JOIN: key member.
constexpr uint16_t MANDATORY = 1;
/// Flag of JOIN: to be listed.
constexpr uint16_t RELIABLE = 2;
/// Flag of INIT and JOIN: the communication is under way.
constexpr uint16_t LATE = 4;
/// Flag of INIT and ECHO: which packets wait for others.
constexpr uint16_t SELECTIVE = 8;
/// Place of the checksum.
constexpr uint32_t CHECKSUM_AT = 4;
/// Octets of an INIT without name.
constexpr uint32_t INIT_SIZE = 27;
/// Octets of an ECHO.
constexpr uint32_t ECHO_SIZE = 46;

/// @param type of a PDU @return octets of its header, without a name; 0: there is no such type
uint32_t
GetSize(uint8_t type)
{
    switch (type)
    {
    case FRM_INIT:
        return INIT_SIZE;
    case FRM_JOIN:
    case FRM_CNTL:
        return 26;
    case FRM_DATA:
        return FrmHeader::DATA_SIZE;
    case FRM_ECHO:
        return ECHO_SIZE;
    case FRM_LEAVE:
        return 28;
    case FRM_WELCOME:
        return 26;
    default:
        return 0;
    }
}

/// @param pdu any @return its flags
uint16_t
GetFlags(const FrmPdu& pdu)
{
    const bool init = pdu.type == FRM_INIT;
    const bool join = pdu.type == FRM_JOIN;
    return static_cast<uint16_t>((join && pdu.mandatory ? MANDATORY : 0) |
                                 (join && pdu.reliable ? RELIABLE : 0) |
                                 ((init || join) && pdu.late ? LATE : 0) |
                                 ((init || pdu.type == FRM_ECHO) && pdu.selective ? SELECTIVE : 0));
}

/// @param type of a PDU @return flags that it may have
uint16_t
GetAllowed(uint8_t type)
{
    return type == FRM_INIT   ? LATE | SELECTIVE
           : type == FRM_JOIN ? MANDATORY | RELIABLE | LATE
           : type == FRM_ECHO ? SELECTIVE
                              : 0;
}
} // namespace

std::string
GetFrmReasonText(FrmReason reason)
{
    static const char* const TEXTS[] =
        {"end", "left", "refused: too late", "ejected", "dead", "integrity", "aborted"};
    return reason <= FRM_ABORTED ? TEXTS[reason] : "unknown";
}

TypeId
FrmHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FrmHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FrmHeader>();
    return tid;
}

FrmHeader::FrmHeader()
{
    pdu.type = FRM_DATA;
}

FrmHeader::FrmHeader(const FrmPdu& contents)
    : pdu(contents)
{
}

TypeId
FrmHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FrmHeader::GetSerializedSize() const
{
    const auto more =
        static_cast<uint32_t>(pdu.type == FRM_INIT                    ? pdu.name.size()
                              : pdu.type == FRM_ECHO && pdu.selective ? 2 + pdu.kept.size()
                                                                      : 0);
    return GetSize(pdu.type) + more;
}

void
FrmHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU16(0);
    i.WriteU8(VERSION);
    i.WriteU8(pdu.type);
    i.WriteHtonU16(GetFlags(pdu));
    i.WriteHtonU32(pdu.group);
    switch (pdu.type)
    {
    case FRM_INIT:
        i.WriteHtonU32(pdu.address);
        i.WriteHtonU16(pdu.port);
        i.WriteHtonU16(pdu.packetSize);
        i.WriteHtonU32(pdu.minThroughput);
        i.WriteU8(static_cast<uint8_t>(pdu.name.size()));
        i.Write(reinterpret_cast<const uint8_t*>(pdu.name.data()),
                static_cast<uint32_t>(pdu.name.size()));
        break;
    case FRM_JOIN:
        i.WriteHtonU64(pdu.receiver);
        i.WriteHtonU32(pdu.buffer);
        break;
    case FRM_DATA:
        i.WriteHtonU32(pdu.seq);
        break;
    case FRM_CNTL:
        i.WriteHtonU32(pdu.sync);
        i.WriteHtonU64(pdu.timestamp);
        break;
    case FRM_ECHO:
        i.WriteHtonU64(pdu.receiver);
        i.WriteHtonU32(pdu.sync);
        i.WriteHtonU64(pdu.timestamp);
        i.WriteHtonU32(pdu.rseq);
        i.WriteHtonU32(pdu.dseq);
        i.WriteHtonU32(pdu.alloc);
        if (pdu.selective)
        {
            i.WriteHtonU16(static_cast<uint16_t>(pdu.kept.size()));
            i.Write(pdu.kept.data(), static_cast<uint32_t>(pdu.kept.size()));
        }
        break;
    case FRM_LEAVE:
        i.WriteHtonU64(pdu.receiver);
        i.WriteHtonU16(pdu.reason);
        i.WriteHtonU32(pdu.seq);
        break;
    case FRM_WELCOME:
        i.WriteHtonU64(pdu.receiver);
        i.WriteHtonU32(pdu.seq);
        break;
    }
    WriteChecksum(start, CHECKSUM_AT);
}

uint32_t
FrmHeader::Deserialize(Buffer::Iterator start)
{
    VerifyChecksum(start);
    const uint32_t size = start.GetRemainingSize();
    auto i = start;
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    i.Next(2);
    const uint8_t version = i.ReadU8();
    const uint8_t type = i.ReadU8();
    const uint16_t flags = i.ReadNtohU16();
    const uint32_t least = GetSize(type);
    pdu = FrmPdu();
    pdu.group = i.ReadNtohU32();
    if (version != VERSION || least == 0 || size < least || (flags & ~GetAllowed(type)) != 0)
    {
        return 0;
    }
    pdu.type = static_cast<FrmPduType>(type);
    pdu.late = (flags & LATE) != 0;
    pdu.selective = (flags & SELECTIVE) != 0;
    switch (pdu.type)
    {
    case FRM_INIT: {
        pdu.address = i.ReadNtohU32();
        pdu.port = i.ReadNtohU16();
        pdu.packetSize = i.ReadNtohU16();
        pdu.minThroughput = i.ReadNtohU32();
        const uint8_t length = i.ReadU8();
        if (pdu.packetSize == 0 || size != INIT_SIZE + length)
        {
            return 0;
        }
        pdu.name.resize(length);
        i.Read(reinterpret_cast<uint8_t*>(&pdu.name[0]), length);
        return size;
    }
    case FRM_JOIN:
        pdu.receiver = i.ReadNtohU64();
        pdu.buffer = i.ReadNtohU32();
        pdu.mandatory = (flags & MANDATORY) != 0;
        pdu.reliable = (flags & RELIABLE) != 0;
        return size == least && pdu.receiver != 0 && pdu.buffer != 0 &&
                       pdu.buffer <= FrmPdu::MAX_ROOM && (pdu.reliable || !pdu.mandatory)
                   ? size
                   : 0;
    case FRM_DATA:
        pdu.seq = i.ReadNtohU32();
        return size > DATA_SIZE ? DATA_SIZE : 0; // a packet is never empty
    case FRM_CNTL:
        pdu.sync = i.ReadNtohU32();
        pdu.timestamp = i.ReadNtohU64();
        return size == least ? size : 0;
    case FRM_ECHO:
        pdu.receiver = i.ReadNtohU64();
        pdu.sync = i.ReadNtohU32();
        pdu.timestamp = i.ReadNtohU64();
        pdu.rseq = i.ReadNtohU32();
        pdu.dseq = i.ReadNtohU32();
        pdu.alloc = i.ReadNtohU32();
        return ReadKept(i, size - least) && pdu.receiver != 0 &&
                       FrmDistance(pdu.rseq, pdu.dseq) >= 0 && pdu.alloc <= FrmPdu::MAX_ROOM
                   ? size
                   : 0;
    case FRM_WELCOME:
        pdu.receiver = i.ReadNtohU64();
        pdu.seq = i.ReadNtohU32();
        return size == least && pdu.receiver != 0 ? size : 0;
    default: {
        pdu.receiver = i.ReadNtohU64();
        const uint16_t reason = i.ReadNtohU16();
        pdu.seq = i.ReadNtohU32();
        if (size != least || reason > FRM_ABORTED)
        {
            return 0;
        }
        pdu.reason = static_cast<FrmReason>(reason);
        return size;
    }
    }
}

bool
FrmHeader::ReadKept(Buffer::Iterator& i, uint32_t left)
{
    if (!pdu.selective || left < 2)
    {
        return !pdu.selective && left == 0;
    }
    const uint16_t octets = i.ReadNtohU16();
    if (octets != left - 2 || octets > FrmPdu::MAX_KEPT)
    {
        return false;
    }
    pdu.kept.resize(octets);
    i.Read(pdu.kept.data(), octets);
    return true;
}

void
FrmHeader::Print(std::ostream& os) const
{
    static const char* const NAMES[] =
        {"", "INIT", "JOIN", "DATA", "CNTL", "ECHO", "LEAVE", "WELCOME"};
    os << GetSourcePort() << " > " << GetDestinationPort() << " " << NAMES[pdu.type] << " group "
       << pdu.group;
    switch (pdu.type)
    {
    case FRM_INIT:
        os << " size " << pdu.packetSize << " throughput " << pdu.minThroughput << " name \""
           << pdu.name << "\"" << (pdu.late ? " late" : "") << (pdu.selective ? " selective" : "");
        break;
    case FRM_JOIN:
        os << " receiver " << pdu.receiver << " buffer " << pdu.buffer
           << (pdu.mandatory ? " mandatory" : "") << (pdu.reliable ? " reliable" : "")
           << (pdu.late ? " late" : "");
        break;
    case FRM_DATA:
        os << " seq " << pdu.seq;
        break;
    case FRM_CNTL:
        os << " sync " << pdu.sync << " time " << pdu.timestamp;
        break;
    case FRM_ECHO:
        os << " receiver " << pdu.receiver << " sync " << pdu.sync << " rseq " << pdu.rseq
           << " dseq " << pdu.dseq << " alloc " << pdu.alloc;
        if (pdu.selective)
        {
            os << " kept " << pdu.kept.size() << " octets";
        }
        break;
    case FRM_LEAVE:
        os << " receiver " << pdu.receiver << " reason " << GetFrmReasonText(pdu.reason);
        break;
    case FRM_WELCOME:
        os << " receiver " << pdu.receiver << " seq " << pdu.seq;
        break;
    }
}
} // namespace hsn
} // namespace ns3
