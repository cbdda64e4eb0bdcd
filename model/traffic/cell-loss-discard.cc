// SPDX-License-Identifier: GPL-2.0-only
#include "cell-loss-discard.h"

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(CellLossDiscard);

TypeId
CellLossDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::CellLossDiscard")
                            .SetParent<CellDiscardPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<CellLossDiscard>()
                            .AddAttribute("Rate",
                                          "Probability that a cell is lost",
                                          DoubleValue(0),
                                          MakeDoubleAccessor(&CellLossDiscard::m_rate),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("RandomVariable",
                                          "Uniform variable from 0 to 1 that decides by the rate",
                                          StringValue("ns3::UniformRandomVariable"),
                                          MakePointerAccessor(&CellLossDiscard::m_random),
                                          MakePointerChecker<UniformRandomVariable>());
    return tid;
}

CellDiscardReason
CellLossDiscard::GetReason()
{
    static const auto reason = RegisterCellDiscardReason("lost on purpose");
    return reason;
}

void
CellLossDiscard::SetList(const std::vector<uint64_t>& numbers)
{
    m_list = {numbers.begin(), numbers.end()};
}

int64_t
CellLossDiscard::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

CellDiscardReason
CellLossDiscard::Decide(const CellBurst& cell,
                        uint32_t queued,
                        uint32_t capacity,
                        CellDiscardState& state) const
{
    const bool lost = m_list.count(m_seen++) > 0 || m_random->GetValue() < m_rate;
    return queued >= capacity ? CELL_BUFFER_FULL : lost ? GetReason() : CELL_ACCEPTED;
}
} // namespace hsn
} // namespace ns3
