// SPDX-License-Identifier: GPL-2.0-only
#include "cell-discard-policy.h"

#include "ns3/abort.h"
#include "ns3/double.h"

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <vector>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(CellDiscardPolicy);
NS_OBJECT_ENSURE_REGISTERED(TailCellDiscard);
NS_OBJECT_ENSURE_REGISTERED(PartialPacketDiscard);
NS_OBJECT_ENSURE_REGISTERED(ThresholdCellDiscard);
NS_OBJECT_ENSURE_REGISTERED(EarlyPacketDiscard);
NS_OBJECT_ENSURE_REGISTERED(ClpThresholdDiscard);

namespace
{
/**
 * @tparam C a policy's class
 * @param policy an object of C, or of a derived class, which may decide in another way
 * @param rule of C
 * @return the rule if it is the policy's, else one of kind OTHER
 */
template <typename C>
CellDiscardRule
RuleOf(const C& policy, const CellDiscardRule& rule)
{
    return typeid(policy) == typeid(C) ? rule : CellDiscardRule{CellDiscardRule::OTHER, 0};
}
} // namespace

namespace
{
/// @return names of reasons, by number
std::vector<std::string>&
GetReasonNames()
{
    static std::vector<std::string> names{"accepted",
                                          "buffer full",
                                          "partial packet",
                                          "early packet",
                                          "CLP threshold",
                                          "pushed out",
                                          "class threshold",
                                          "group"};
    return names;
}
} // namespace

CellDiscardReason
RegisterCellDiscardReason(const std::string& name)
{
    auto& names = GetReasonNames();
    NS_ABORT_MSG_IF(name.empty(), "a reason for discarding cells without a name");
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
    {
        NS_ABORT_MSG_IF(names.size() == MAX_CELL_DISCARD_REASONS,
                        "no place for \"" << name << "\": at most " << MAX_CELL_DISCARD_REASONS
                                          << " reasons for discarding cells");
        names.push_back(name);
        return static_cast<CellDiscardReason>(names.size() - 1);
    }
    return static_cast<CellDiscardReason>(found - names.begin());
}

std::string
ToString(CellDiscardReason reason)
{
    const auto& names = GetReasonNames();
    return reason < names.size() ? names[reason] : "unknown";
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

const CellClassPolicy*
CellDiscardPolicy::GetClassPolicy() const
{
    return nullptr;
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
    return CellDiscardRule{CellDiscardRule::TAIL, 0}.Decide(cell, queued, capacity, state);
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
    return CellDiscardRule{CellDiscardRule::PARTIAL, 0}.Decide(cell, queued, capacity, state);
}

CellDiscardRule
PartialPacketDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<PartialPacketDiscard>(*this, {CellDiscardRule::PARTIAL, 0});
}

TypeId
ThresholdCellDiscard::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ThresholdCellDiscard").SetParent<CellDiscardPolicy>().SetGroupName("Hsn");
    return tid;
}

void
ThresholdCellDiscard::SetThreshold(double threshold)
{
    m_threshold = threshold;
}

double
ThresholdCellDiscard::GetThreshold() const
{
    return m_threshold;
}

CellDiscardReason
ThresholdCellDiscard::Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const
{
    return MakeRule(capacity).Decide(cell, queued, capacity, state);
}

uint32_t
ThresholdCellDiscard::GetThresholdCells(uint32_t capacity) const
{
    // the product may be a rounding error above the whole number meant
    return static_cast<uint32_t>(std::max(0.0, std::ceil(m_threshold * capacity - 1e-6)));
}

TypeId
EarlyPacketDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::EarlyPacketDiscard")
                            .SetParent<ThresholdCellDiscard>()
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

CellDiscardRule
EarlyPacketDiscard::MakeRule(uint32_t capacity) const
{
    return {CellDiscardRule::EARLY, std::max(1u, GetThresholdCells(capacity))};
}

CellDiscardRule
EarlyPacketDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<EarlyPacketDiscard>(*this, MakeRule(capacity));
}

TypeId
ClpThresholdDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ClpThresholdDiscard")
                            .SetParent<ThresholdCellDiscard>()
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

CellDiscardRule
ClpThresholdDiscard::MakeRule(uint32_t capacity) const
{
    return {CellDiscardRule::CLP, GetThresholdCells(capacity)};
}

CellDiscardRule
ClpThresholdDiscard::GetRule(uint32_t capacity) const
{
    return RuleOf<ClpThresholdDiscard>(*this, MakeRule(capacity));
}
} // namespace hsn
} // namespace ns3
