// SPDX-License-Identifier: GPL-2.0-only
#include "cell-class-policy.h"

#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(CellClassPolicy);
NS_OBJECT_ENSURE_REGISTERED(ExClpPolicy);

TypeId
CellClassPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::CellClassPolicy").SetParent<CellDiscardPolicy>().SetGroupName("Hsn");
    return tid;
}

void
CellClassPolicy::NotifyPushedOut(uint32_t cls, uint32_t group, CellGroupMemory& memory) const
{
}

CellDiscardReason
CellClassPolicy::Decide(const CellBurst& cell,
                        uint32_t queued,
                        uint32_t capacity,
                        CellDiscardState& state) const
{
    const uint32_t cls = GetClass(cell);
    CellClassCounts counts;
    counts.total = queued;
    counts.cells[cls] = queued;
    return DecideByClass(cell, cls, counts, capacity, GetMemory(state)).reason;
}

const CellClassPolicy*
CellClassPolicy::GetClassPolicy() const
{
    return this;
}

TypeId
ExClpPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ExClpPolicy")
            .SetParent<CellClassPolicy>()
            .SetGroupName("Hsn")
            .AddAttribute("ExClpBit",
                          "Bit that extends CLP to four classes: the congestion indication (Efci), "
                          "or the mark of the last cell of a PDU (Auu). Set it before cells come.",
                          EnumValue(EFCI),
                          MakeHsnEnumAccessor(&ExClpPolicy::m_bit),
                          MakeEnumChecker(EFCI, "Efci", AUU, "Auu"));
    return tid;
}

uint32_t
ExClpPolicy::GetClass(const CellBurst& cell) const
{
    const bool low = m_bit == EFCI ? cell.IsEfci() : cell.IsLast();
    return (cell.IsClp() ? 2u : 0u) + (low ? 1u : 0u);
}

uint32_t
ExClpPolicy::FindVictim(uint32_t cls, const CellClassCounts& queued)
{
    for (uint32_t victim = CELL_CLASSES - 1; victim > cls; --victim)
    {
        if (queued.cells[victim] > 0)
        {
            return victim;
        }
    }
    return CellClassDecision::NO_VICTIM;
}

CellClassDecision
ExClpPolicy::PushOut(uint32_t cls, const CellClassCounts& queued, uint32_t capacity)
{
    if (queued.total < capacity)
    {
        return {};
    }
    const uint32_t victim = FindVictim(cls, queued);
    const bool isFound = victim != CellClassDecision::NO_VICTIM;
    return {isFound ? CELL_ACCEPTED : CELL_BUFFER_FULL, victim};
}
} // namespace hsn
} // namespace ns3
