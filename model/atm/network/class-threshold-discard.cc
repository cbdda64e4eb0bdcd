// SPDX-License-Identifier: GPL-2.0-only
#include "class-threshold-discard.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ExClpThresholdDiscard);
NS_OBJECT_ENSURE_REGISTERED(ClassSharingDiscard);

TypeId
ExClpThresholdDiscard::GetTypeId()
{
    static const char* const text =
        "Fill, as a fraction of the buffer, at which cells of that class are refused; not above "
        "that of a more important class.";
    static TypeId tid = TypeId("ns3::hsn::ExClpThresholdDiscard")
                            .SetParent<ExClpPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ExClpThresholdDiscard>()
                            .AddAttribute("Threshold1",
                                          text,
                                          DoubleValue(0.9),
                                          MakeDoubleAccessor(&ExClpThresholdDiscard::m_threshold1),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Threshold2",
                                          text,
                                          DoubleValue(0.7),
                                          MakeDoubleAccessor(&ExClpThresholdDiscard::m_threshold2),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Threshold3",
                                          text,
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&ExClpThresholdDiscard::m_threshold3),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

CellClassDecision
ExClpThresholdDiscard::DecideByClass(const CellBurst& cell,
                                     uint32_t cls,
                                     const CellClassCounts& queued,
                                     uint32_t capacity,
                                     CellGroupMemory& memory) const
{
    NS_ABORT_MSG_UNLESS(m_threshold1 >= m_threshold2 && m_threshold2 >= m_threshold3,
                        "thresholds of an ExClpThresholdDiscard are "
                            << m_threshold1 << ", " << m_threshold2 << ", " << m_threshold3
                            << ": none above the one before it");
    const double thresholds[] = {1, m_threshold1, m_threshold2, m_threshold3};
    if (queued.total >= capacity)
    {
        return {CELL_BUFFER_FULL};
    }
    // the product may be a rounding error above the whole number meant
    if (queued.total < std::ceil(thresholds[cls] * capacity - 1e-6))
    {
        return {};
    }
    return {CELL_CLASS_THRESHOLD};
}

TypeId
ClassSharingDiscard::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ClassSharingDiscard")
            .SetParent<ExClpPolicy>()
            .SetGroupName("Hsn")
            .AddConstructor<ClassSharingDiscard>()
            .AddAttribute(
                "BufferSharing",
                "Complete: one pool. Partial: an eighth of the buffer for each class, "
                "half for all. Dedicated: a quarter for each class.",
                EnumValue(COMPLETE),
                MakeHsnEnumAccessor(&ClassSharingDiscard::m_sharing),
                MakeEnumChecker(COMPLETE, "Complete", PARTIAL, "Partial", DEDICATED, "Dedicated"));
    return tid;
}

CellClassDecision
ClassSharingDiscard::DecideByClass(const CellBurst& cell,
                                   uint32_t cls,
                                   const CellClassCounts& queued,
                                   uint32_t capacity,
                                   CellGroupMemory& memory) const
{
    if (queued.total >= capacity)
    {
        return {CELL_BUFFER_FULL};
    }
    if (m_sharing == DEDICATED && queued.cells[cls] >= capacity / CELL_CLASSES)
    {
        return {CELL_CLASS_THRESHOLD};
    }
    if (m_sharing == PARTIAL)
    {
        const uint32_t own = capacity / (2 * CELL_CLASSES);
        uint32_t common = 0; // places of the common half in use
        for (const uint32_t cells : queued.cells)
        {
            common += cells > own ? cells - own : 0;
        }
        if (queued.cells[cls] >= own && common >= capacity - CELL_CLASSES * own)
        {
            return {CELL_CLASS_THRESHOLD};
        }
    }
    return {};
}
} // namespace hsn
} // namespace ns3
