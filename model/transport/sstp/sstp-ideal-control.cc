// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-ideal-control.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SstpIdealTag);

TypeId
SstpIdealTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SstpIdealTag")
                            .SetParent<Tag>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SstpIdealTag>();
    return tid;
}

TypeId
SstpIdealTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
SstpIdealTag::GetSerializedSize() const
{
    return 4;
}

void
SstpIdealTag::Serialize(TagBuffer i) const
{
    i.WriteU32(id);
}

void
SstpIdealTag::Deserialize(TagBuffer i)
{
    id = i.ReadU32();
}

void
SstpIdealTag::Print(std::ostream& os) const
{
    os << "socket " << id;
}
} // namespace hsn
} // namespace ns3
