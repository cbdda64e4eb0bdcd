// SPDX-License-Identifier: GPL-2.0-only
#include "boston-tag.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(BostonTag);

TypeId
BostonTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::BostonTag")
                            .SetParent<Tag>()
                            .SetGroupName("Hsn")
                            .AddConstructor<BostonTag>();
    return tid;
}

TypeId
BostonTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BostonTag::GetSerializedSize() const
{
    return 13 + BostonParameters::SIZE + BostonReport::SIZE;
}

void
BostonTag::Serialize(TagBuffer i) const
{
    i.WriteU8(kind);
    i.WriteU32(node);
    i.WriteU32(connection);
    i.WriteU32(extra);
    uint8_t bytes[BostonParameters::SIZE];
    parameters.Write(bytes);
    i.Write(bytes, BostonParameters::SIZE);
    report.Write(bytes);
    i.Write(bytes, BostonReport::SIZE);
}

void
BostonTag::Deserialize(TagBuffer i)
{
    kind = static_cast<Kind>(i.ReadU8());
    node = i.ReadU32();
    connection = i.ReadU32();
    extra = i.ReadU32();
    uint8_t bytes[BostonParameters::SIZE];
    i.Read(bytes, BostonParameters::SIZE);
    parameters = BostonParameters::Read(bytes);
    i.Read(bytes, BostonReport::SIZE);
    report = BostonReport::Read(bytes);
}

void
BostonTag::Print(std::ostream& os) const
{
    switch (kind)
    {
    case NOTHING:
        break;
    case PARAMETERS:
        os << "m=" << parameters.needed << " c=" << +parameters.cellBytes
           << " N=" << parameters.dispersed << " field=" << +parameters.fieldBits;
        break;
    default:
        os << "segment=" << report.segment << " pending=" << report.pending
           << " transmission=" << +report.transmission;
        break;
    }
}
} // namespace hsn
} // namespace ns3
