// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-tag.h"

#include <ostream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocTag);

TypeId
MmPocTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MmPocTag")
                            .SetParent<Tag>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MmPocTag>();
    return tid;
}

TypeId
MmPocTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MmPocTag::GetSerializedSize() const
{
    return 8;
}

void
MmPocTag::Serialize(TagBuffer buffer) const
{
    buffer.WriteU64(static_cast<uint64_t>(submitted.GetTimeStep()));
}

void
MmPocTag::Deserialize(TagBuffer buffer)
{
    submitted = Time(static_cast<int64_t>(buffer.ReadU64()));
}

void
MmPocTag::Print(std::ostream& os) const
{
    os << "submitted " << submitted;
}
} // namespace hsn
} // namespace ns3
