// SPDX-License-Identifier: GPL-2.0-only
#include "cell-discard-policy.h"

#include "burst-network.h"

#include "ns3/double.h"

#include <algorithm>
#include <cmath>
#include <typeinfo>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(CellDiscardPolicy);
NS_OBJECT_ENSURE_REGISTERED(TailCellDiscard);
NS_OBJECT_ENSURE_REGISTERED(PartialPacketDiscard);
NS_OBJECT_ENSURE_REGISTERED(EarlyPacketDiscard);
NS_OBJECT_ENSURE_REGISTERED(ClpThresholdDiscard);

namespace
{
/**
 * @param queued cells in a buffer
 * @param fraction of the buffer
 * @param capacity of the buffer
 * @return true if it is filled to that fraction, whose product may be a rounding error too large
 */
bool
IsFilledTo(uint32_t queued, double fraction, uint32_t capacity)
{
    return queued + 1e-6 >= fraction * capacity;
}

/**
 * @tparam C a policy's class
 * @param policy an object of it, or of a class derived from it, which may decide in another way
 * @param rule that of C
 * @return the rule, if it is the policy's
 */
template <typename C>
CellDiscardRule
RuleOf(const C& policy, const CellDiscardRule& rule)
{
    return typeid(policy) == typeid(C) ? rule : CellDiscardRule{CellDiscardRule::OTHER, 0};
}

/**
 * @param fraction of a buffer
 * @param capacity of it
 * @return least number of cells with which it is filled to that fraction, see IsFilledTo
 */
uint32_t
CellsOf(double fraction, uint32_t capacity)
{
    auto cells = static_cast<uint32_t>(std::max(0.0, std::floor(fraction * capacity) - 1));
    while (!IsFilledTo(cells, fraction, capacity))
    {
        ++cells;
    }
    return cells;
}
} // namespace

const char*
ToString(CellDiscardReason reason)
{
    switch (reason)
    {
    case CELL_ACCEPTED:
        return "accepted";
    case CELL_BUFFER_FULL:
        return "buffer full";
    case CELL_PARTIAL_PACKET:
        return "partial packet";
    case CELL_EARLY_PACKET:
        return "early packet";
    case CELL_CLP_THRESHOLD:
        return "CLP threshold";
    }
    return "unknown";
}

TypeId
CellDiscardPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::CellDiscardPolicy").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}

CellDiscardRule
CellDiscardPolicy::GetRule(uint32_t capacity) const
{
    return {CellDiscardRule::OTHER, 0};
}

TypeId
TailCellDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TailCellDiscard")
                            .SetParent<CellDiscardPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TailCellDiscard>();
    return tid;
}

CellDiscardReason
TailCellDiscard::Decide(const CellBurst& cell,
                        uint32_t queued,
                        uint32_t capacity,
                        CellDiscardState& state) const
{
    return queued < capacity ? CELL_ACCEPTED : CELL_BUFFER_FULL;
}

CellDiscardRule
TailCellDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<TailCellDiscard>(*this, {CellDiscardRule::TAIL, 0});
}

TypeId
PartialPacketDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PartialPacketDiscard")
                            .SetParent<CellDiscardPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PartialPacketDiscard>();
    return tid;
}

CellDiscardReason
PartialPacketDiscard::Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const
{
    return DecidePartial(cell.IsLast(), queued, capacity, state);
}

CellDiscardReason
PartialPacketDiscard::DecidePartial(bool last,
                                    uint32_t queued,
                                    uint32_t capacity,
                                    CellDiscardState& state)
{
    if (state.discarding && !last)
    {
        return CELL_PARTIAL_PACKET;
    }
    const bool full = queued >= capacity;
    state.discarding = full && !last;
    return full ? CELL_BUFFER_FULL : CELL_ACCEPTED;
}

CellDiscardRule
PartialPacketDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<PartialPacketDiscard>(*this, {CellDiscardRule::PARTIAL, 0});
}

TypeId
EarlyPacketDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::EarlyPacketDiscard")
                            .SetParent<PartialPacketDiscard>()
                            .SetGroupName("Hsn")
                            .AddConstructor<EarlyPacketDiscard>()
                            .AddAttribute("Threshold",
                                          "Fill at which new PDUs are refused, as a fraction of "
                                          "the buffer, above 0 to 1.",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&EarlyPacketDiscard::SetThreshold,
                                                             &EarlyPacketDiscard::GetThreshold),
                                          MakeDoubleChecker<double>(1e-9, 1));
    return tid;
}

CellDiscardReason
EarlyPacketDiscard::Decide(const CellBurst& cell,
                           uint32_t queued,
                           uint32_t capacity,
                           CellDiscardState& state) const
{
    const bool last = cell.IsLast();
    if (state.atPduStart)
    {
        state.refusing = queued > 0 && IsFilledTo(queued, m_threshold, capacity);
    }
    state.atPduStart = last;
    if (state.refusing)
    {
        return CELL_EARLY_PACKET;
    }
    return DecidePartial(last, queued, capacity, state);
}

CellDiscardRule
EarlyPacketDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<EarlyPacketDiscard>(
        *this,
        {CellDiscardRule::EARLY, std::max(1u, CellsOf(m_threshold, capacity))});
}

void
EarlyPacketDiscard::SetThreshold(double threshold)
{
    BurstNetwork::Settle();
    m_threshold = threshold;
    BurstNetwork::Reconsider();
}

double
EarlyPacketDiscard::GetThreshold() const
{
    return m_threshold;
}

TypeId
ClpThresholdDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ClpThresholdDiscard")
                            .SetParent<CellDiscardPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ClpThresholdDiscard>()
                            .AddAttribute("Threshold",
                                          "Fill at which CLP = 1 cells are discarded, as a "
                                          "fraction of the buffer, 0 to 1.",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&ClpThresholdDiscard::SetThreshold,
                                                             &ClpThresholdDiscard::GetThreshold),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

CellDiscardReason
ClpThresholdDiscard::Decide(const CellBurst& cell,
                            uint32_t queued,
                            uint32_t capacity,
                            CellDiscardState& state) const
{
    if (queued >= capacity)
    {
        return CELL_BUFFER_FULL;
    }
    return cell.IsClp() && IsFilledTo(queued, m_threshold, capacity) ? CELL_CLP_THRESHOLD
                                                                     : CELL_ACCEPTED;
}

CellDiscardRule
ClpThresholdDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<ClpThresholdDiscard>(*this,
                                       {CellDiscardRule::CLP, CellsOf(m_threshold, capacity)});
}

void
ClpThresholdDiscard::SetThreshold(double threshold)
{
    BurstNetwork::Settle();
    m_threshold = threshold;
    BurstNetwork::Reconsider();
}

double
ClpThresholdDiscard::GetThreshold() const
{
    return m_threshold;
}
} // namespace hsn
} // namespace ns3
