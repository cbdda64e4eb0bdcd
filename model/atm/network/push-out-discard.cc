// SPDX-License-Identifier: GPL-2.0-only
#include "push-out-discard.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ClpPushOutDiscard);
NS_OBJECT_ENSURE_REGISTERED(ExClpPushOutDiscard);

TypeId
ClpPushOutDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ClpPushOutDiscard")
                            .SetParent<CellClassPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ClpPushOutDiscard>();
    return tid;
}

uint32_t
ClpPushOutDiscard::GetClass(const CellBurst& cell) const
{
    return cell.IsClp() ? 1 : 0;
}

CellClassDecision
ClpPushOutDiscard::DecideByClass(const CellBurst& cell,
                                 uint32_t cls,
                                 const CellClassCounts& queued,
                                 uint32_t capacity,
                                 CellGroupMemory& memory) const
{
    return ExClpPolicy::PushOut(cls, queued, capacity);
}

TypeId
ExClpPushOutDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ExClpPushOutDiscard")
                            .SetParent<ExClpPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ExClpPushOutDiscard>();
    return tid;
}

CellClassDecision
ExClpPushOutDiscard::DecideByClass(const CellBurst& cell,
                                   uint32_t cls,
                                   const CellClassCounts& queued,
                                   uint32_t capacity,
                                   CellGroupMemory& memory) const
{
    return PushOut(cls, queued, capacity);
}
} // namespace hsn
} // namespace ns3
