// SPDX-License-Identifier: GPL-2.0-only
#include "tear-header.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TearHeader);
NS_OBJECT_ENSURE_REGISTERED(TearDataHeader);
NS_OBJECT_ENSURE_REGISTERED(TearFeedbackHeader);
NS_OBJECT_ENSURE_REGISTERED(TearBlockHeader);
NS_OBJECT_ENSURE_REGISTERED(TearSackHeader);

uint32_t
TearTimestamp::FromInterval(Time interval)
{
    constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp<int64_t>(interval.GetMicroSeconds(), 0, MOST));
}

// --- all packets ------------------------------------------------------------------------------

TypeId
TearHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearHeader>();
    return tid;
}

TypeId
TearHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TearHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TearHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU16(0); // checksum
    i.WriteU8(type);
    i.WriteU8(flags);
    WriteChecksum(start, 4);
}

uint32_t
TearHeader::Deserialize(Buffer::Iterator start)
{
    auto i = start;
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    i.ReadU16();
    type = i.ReadU8();
    flags = i.ReadU8();
    VerifyChecksum(start);
    uint8_t known = 0;
    switch (type)
    {
    case DATA:
        known = OPEN | FIN | PUSH | ECHO | BLOCK;
        break;
    case FEEDBACK:
        known = FIN | SACK;
        break;
    case RESET:
        break;
    default:
        return 0; // malformed
    }
    return (flags & ~known) == 0 ? SIZE : 0;
}

void
TearHeader::Print(std::ostream& os) const
{
    os << GetSourcePort() << " > " << GetDestinationPort() << " type " << +type << " flags "
       << +flags;
}

// --- data -------------------------------------------------------------------------------------

TypeId
TearDataHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearDataHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearDataHeader>();
    return tid;
}

TypeId
TearDataHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TearDataHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TearDataHeader::Serialize(Buffer::Iterator start) const
{
    for (const uint32_t field : {seq, sentAt, srtt, rttvar, echo, hold})
    {
        start.WriteHtonU32(field);
    }
}

uint32_t
TearDataHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        return 0; // malformed
    }
    for (uint32_t* field : {&seq, &sentAt, &srtt, &rttvar, &echo, &hold})
    {
        *field = start.ReadNtohU32();
    }
    return SIZE;
}

void
TearDataHeader::Print(std::ostream& os) const
{
    os << "seq " << seq << " sent " << sentAt << " us srtt " << srtt << " us rttvar " << rttvar
       << " us echo " << echo << " us hold " << hold << " us";
}

// --- feedback ---------------------------------------------------------------------------------

TypeId
TearFeedbackHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearFeedbackHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearFeedbackHeader>();
    return tid;
}

TypeId
TearFeedbackHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TearFeedbackHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TearFeedbackHeader::Serialize(Buffer::Iterator start) const
{
    for (const uint32_t field : {number, rate, sentAt, echo, hold, highestSeq, lossEvents})
    {
        start.WriteHtonU32(field);
    }
    start.WriteU8(state);
    start.WriteU8(0, 3);
}

uint32_t
TearFeedbackHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        return 0; // malformed
    }
    for (uint32_t* field : {&number, &rate, &sentAt, &echo, &hold, &highestSeq, &lossEvents})
    {
        *field = start.ReadNtohU32();
    }
    state = start.ReadU8();
    return rate > 0 ? SIZE : 0;
}

void
TearFeedbackHeader::Print(std::ostream& os) const
{
    os << "number " << number << " rate " << rate << " B/s sent " << sentAt << " us echo " << echo
       << " us hold " << hold << " us highest " << highestSeq << " loss events " << lossEvents
       << " state " << +state;
}

// --- blocks of a byte stream ------------------------------------------------------------------

TypeId
TearBlockHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearBlockHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearBlockHeader>();
    return tid;
}

TypeId
TearBlockHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TearBlockHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TearBlockHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(number);
}

uint32_t
TearBlockHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() <= SIZE)
    {
        return 0; // malformed: a block has a byte at least
    }
    number = start.ReadNtohU32();
    return SIZE;
}

void
TearBlockHeader::Print(std::ostream& os) const
{
    os << "block " << number;
}

TypeId
TearSackHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearSackHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearSackHeader>();
    return tid;
}

TypeId
TearSackHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TearSackHeader::GetSerializedSize() const
{
    return SIZE + static_cast<uint32_t>(ranges.size()) * 8;
}

void
TearSackHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(next);
    start.WriteHtonU32(window);
    start.WriteU8(static_cast<uint8_t>(ranges.size()));
    start.WriteU8(0, 3);
    for (const auto& [first, last] : ranges)
    {
        start.WriteHtonU32(first);
        start.WriteHtonU32(last);
    }
}

uint32_t
TearSackHeader::Deserialize(Buffer::Iterator start)
{
    ranges.clear();
    if (start.GetRemainingSize() < SIZE)
    {
        return 0; // malformed
    }
    next = start.ReadNtohU32();
    window = start.ReadNtohU32();
    const uint32_t count = start.ReadU8();
    start.Next(3);
    if (count > MAX_RANGES || start.GetRemainingSize() < count * 8)
    {
        return 0;
    }
    // ranges ascend, and the block `next` is in none of them
    uint64_t least = uint64_t(next) + 1;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t first = start.ReadNtohU32();
        const uint32_t last = start.ReadNtohU32();
        if (first < least || last < first)
        {
            return 0;
        }
        least = uint64_t(last) + 1;
        ranges.emplace_back(first, last);
    }
    return GetSerializedSize();
}

void
TearSackHeader::Print(std::ostream& os) const
{
    os << "next block " << next << " window " << window;
    for (const auto& [first, last] : ranges)
    {
        os << " [" << first << ", " << last << "]";
    }
}
} // namespace hsn
} // namespace ns3
