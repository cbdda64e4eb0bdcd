// SPDX-License-Identifier: GPL-2.0-only
#include "cell-discard-policy.h"

#include "ns3/double.h"

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
                                          MakeDoubleAccessor(&EarlyPacketDiscard::m_threshold),
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
                                          MakeDoubleAccessor(&ClpThresholdDiscard::m_threshold),
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
} // namespace hsn
} // namespace ns3
