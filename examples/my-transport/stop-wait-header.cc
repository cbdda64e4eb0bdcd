// SPDX-License-Identifier: GPL-2.0-only
#include "stop-wait-header.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(StopWaitHeader);

TypeId
StopWaitHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StopWaitHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StopWaitHeader>();
    return tid;
}

TypeId
StopWaitHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
StopWaitHeader::GetSerializedSize() const
{
    return SIZE;
}

// [begin serialize]
void
StopWaitHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU8(flags);
    i.WriteU8(0);
    i.WriteU16(0); // checksum
    i.WriteHtonU32(number);
    i.WriteHtonU32(expected);
    WriteChecksum(start, 6);
}

uint32_t
StopWaitHeader::Deserialize(Buffer::Iterator start)
{
    auto i = start;
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    flags = i.ReadU8();
    const uint8_t zero = i.ReadU8();
    i.ReadU16();
    number = i.ReadNtohU32();
    expected = i.ReadNtohU32();
    VerifyChecksum(start);
    const bool oneFlag = (flags & (flags - 1)) == 0 && flags <= RST;
    return oneFlag && zero == 0 ? SIZE : 0; // 0: malformed
}

// [end serialize]

void
StopWaitHeader::Print(std::ostream& os) const
{
    os << GetSourcePort() << " > " << GetDestinationPort() << " flags " << +flags << " number "
       << number << " expected " << expected;
}
} // namespace hsn
} // namespace ns3
