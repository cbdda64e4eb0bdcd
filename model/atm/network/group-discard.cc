// SPDX-License-Identifier: GPL-2.0-only
#include "group-discard.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ExClpGroupDiscard);

TypeId
ExClpGroupDiscard::GetTypeId()
{
    static const char* const text =
        "Fill, as a fraction of the buffer, at which new groups of that class are refused; not "
        "below that of a less important class.";
    static TypeId tid =
        TypeId("ns3::hsn::ExClpGroupDiscard")
            .SetParent<ExClpPolicy>()
            .SetGroupName("Hsn")
            .AddConstructor<ExClpGroupDiscard>()
            .AddAttribute("EgdClasses",
                          "How many classes are discarded in groups: 1 is class 3 (B pictures), 2 "
                          "is 3 and 2, 3 is 3, 2 and 1.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ExClpGroupDiscard::m_classes),
                          MakeUintegerChecker<uint32_t>(1, 3))
            .AddAttribute("EgdSpan",
                          "Successive groups that are discarded together.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ExClpGroupDiscard::m_span),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Threshold3",
                          text,
                          DoubleValue(0.7),
                          MakeDoubleAccessor(&ExClpGroupDiscard::m_threshold3),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Threshold2",
                          text,
                          DoubleValue(0.85),
                          MakeDoubleAccessor(&ExClpGroupDiscard::m_threshold2),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Threshold1",
                          text,
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&ExClpGroupDiscard::m_threshold1),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

bool
ExClpGroupDiscard::Applies(uint32_t cls) const
{
    return cls > 0 && cls + m_classes >= CELL_CLASSES;
}

CellClassDecision
ExClpGroupDiscard::DecideByClass(const CellBurst& cell,
                                 uint32_t cls,
                                 const CellClassCounts& queued,
                                 uint32_t capacity,
                                 CellGroupMemory& memory) const
{
    NS_ABORT_MSG_UNLESS(m_threshold1 >= m_threshold2 && m_threshold2 >= m_threshold3,
                        "thresholds of an ExClpGroupDiscard are "
                            << m_threshold3 << ", " << m_threshold2 << ", " << m_threshold1
                            << " for classes 3, 2, 1: none below the one before it");
    if (cls > 0 && cls != memory.cls)
    {
        const bool wasApplied = Applies(memory.cls);
        memory.cls = cls;
        ++memory.group;
        if (wasApplied && memory.span > 0)
        {
            --memory.span; // the group that ended
        }
        const double thresholds[] = {1, m_threshold1, m_threshold2, m_threshold3};
        // the product may be a rounding error above the whole number meant
        if (memory.span == 0 && Applies(cls) && queued.total >= thresholds[cls] * capacity - 1e-6)
        {
            memory.span = m_span;
        }
    }
    if (Applies(cls) && memory.span > 0)
    {
        return {CELL_GROUP};
    }
    const auto decision = PushOut(cls, queued, capacity);
    if (decision.reason != CELL_ACCEPTED)
    {
        NotifyPushedOut(cls, memory.group, memory);
    }
    return decision;
}

void
ExClpGroupDiscard::NotifyPushedOut(uint32_t cls, uint32_t group, CellGroupMemory& memory) const
{
    if (cls > 1 && Applies(cls) && group == memory.group)
    {
        memory.span = std::max(memory.span, 1u); // its rest
    }
}
} // namespace hsn
} // namespace ns3
