// SPDX-License-Identifier: GPL-2.0-only
#include "atm-channel.h"

#include "atm-port.h"
#include "atm-rate-checker.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmChannel");
NS_OBJECT_ENSURE_REGISTERED(AtmChannel);

namespace
{
/// @param port at the far end; aborts if there is none
void
RequirePort(const Ptr<AtmPort>& port)
{
    NS_ABORT_MSG_UNLESS(port, "a cell is sent on an ATM link that has one end only");
}
} // namespace

TypeId
AtmChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmChannel")
            .SetParent<Channel>()
            .SetGroupName("Hsn")
            .AddConstructor<AtmChannel>()
            .AddAttribute("DataRate",
                          "Line rate, all 53 octets of a cell counted.",
                          DataRateValue(DataRate("155.52Mbps")),
                          MakeDataRateAccessor(&AtmChannel::SetDataRate, &AtmChannel::GetDataRate),
                          MakeAtmRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmChannel::SetDelay, &AtmChannel::GetDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CellLossModel",
                          "Decides which cells are lost; shown one 53-byte packet per cell, so "
                          "use packet units. Null: none is.",
                          PointerValue(),
                          MakePointerAccessor(&AtmChannel::SetLossModel, &AtmChannel::GetLossModel),
                          MakePointerChecker<ErrorModel>())
            .AddAttribute(
                "BitErrorRate",
                "Probability that a bit is inverted, independently, 0 to 0.5.",
                DoubleValue(0),
                MakeDoubleAccessor(&AtmChannel::SetBitErrorRate, &AtmChannel::GetBitErrorRate),
                MakeDoubleChecker<double>(0, 0.5))
            .AddAttribute("HeaderFormat",
                          "Format of the cell header: Uni (8-bit VPI, GFC) or Nni (12-bit VPI).",
                          EnumValue(AtmCellHeader::UNI),
                          MakeHsnEnumAccessor(&AtmChannel::SetFormat, &AtmChannel::GetFormat),
                          MakeEnumChecker(AtmCellHeader::UNI, "Uni", AtmCellHeader::NNI, "Nni"))
            .AddTraceSource("CellLoss",
                            "A cell is lost on the link, and why.",
                            MakeTraceSourceAccessor(&AtmChannel::m_lossTrace),
                            "ns3::hsn::AtmChannel::LossTracedCallback");
    return tid;
}

AtmChannel::AtmChannel()
{
    for (uint32_t end = 0; end < 2; ++end)
    {
        m_direction[end] = std::make_unique<Direction>(this, end);
    }
}

AtmChannel::~AtmChannel()
{
}

void
AtmChannel::DoDispose()
{
    BurstNetwork::Settle(); // its ports may stay, and what they count may be read later
    for (uint32_t end = 0; end < 2; ++end)
    {
        Direction& d = *m_direction[end];
        d.timer.Detach();
        Cut(d);
        d.flight.Clear();
        m_port[end] = nullptr;
    }
    m_errors.Dispose();
    Channel::DoDispose();
}

uint32_t
AtmChannel::Attach(Ptr<AtmPort> port)
{
    NS_LOG_FUNCTION(this << port);
    const uint32_t end = m_port[0] ? 1 : 0;
    NS_ABORT_MSG_IF(m_port[end], "an ATM link has two ends, both are taken");
    m_port[end] = port;
    // the receiver's node is the context of the arrivals that the other end's cells cause
    m_direction[1 - end]->context =
        port->GetNode() ? port->GetNode()->GetId() : static_cast<uint32_t>(Simulator::NO_CONTEXT);
    return end;
}

Ptr<AtmPort>
AtmChannel::GetPort(uint32_t end) const
{
    return m_port[end];
}

AtmVcId
AtmChannel::AllocateVc()
{
    NS_ABORT_MSG_IF(m_nextVci == 0, "all VCIs of an ATM link, 32 to 65535, are taken");
    return {0, m_nextVci++};
}

AtmVcId
AtmChannel::GetNextVc() const
{
    return {0, m_nextVci};
}

void
AtmChannel::SetDataRate(DataRate rate)
{
    const int64_t cellTime = GetAtmCellTime(rate);
    AtmChange change(*this);
    m_rate = rate;
    m_cellTime = cellTime;
}

DataRate
AtmChannel::GetDataRate() const
{
    return m_rate;
}

void
AtmChannel::SetDelay(Time delay)
{
    AtmChange change(*this);
    m_delay = delay;
    m_delaySteps = delay.GetTimeStep();
}

Time
AtmChannel::GetDelay() const
{
    return m_delay;
}

void
AtmChannel::SetBitErrorRate(double ber)
{
    AtmChange change;
    m_errors.SetBitErrorRate(ber);
    for (auto& d : m_direction)
    {
        d->errors.bitsToError = -1; // drawn anew with the new rate
    }
}

double
AtmChannel::GetBitErrorRate() const
{
    return m_errors.GetBitErrorRate();
}

void
AtmChannel::SetLossModel(Ptr<ErrorModel> model)
{
    m_errors.SetLossModel(model);
}

Ptr<ErrorModel>
AtmChannel::GetLossModel() const
{
    return m_errors.GetLossModel();
}

void
AtmChannel::SetFormat(AtmCellHeader::Format format)
{
    m_errors.SetFormat(format);
}

AtmCellHeader::Format
AtmChannel::GetFormat() const
{
    return m_errors.GetFormat();
}

std::size_t
AtmChannel::GetNDevices() const
{
    return (m_port[0] ? 1 : 0) + (m_port[1] ? 1 : 0);
}

Ptr<NetDevice>
AtmChannel::GetDevice(std::size_t i) const
{
    return i < 2 ? m_port[i] : nullptr;
}

AtmChannel::Counters
AtmChannel::GetCounters(uint32_t end) const
{
    const Direction& d = *m_direction[end];
    Counters counters = d.counters.Get();
    if (m_port[1 - end] && m_port[1 - end]->m_isClosed)
    {
        // no port settles these lanes any more
        for (const auto& lane : d.lanes)
        {
            m_port[1 - end]->GetSink(*lane.second)->NotifyCells(*lane.second);
        }
    }
    counters.hecCorrected = d.errors.corrected;
    counters.damaged = d.errors.damaged;
    counters.delivered += GetTaken(end);
    // a cell that starts now has sent nothing yet, whether its event was before this one or not
    if (IsLive(end))
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        counters.sent -= !d.flight.Empty() && d.flight.Back().burst.start == now ? 1 : 0;
    }
    else
    {
        const int64_t first = GetArrivalFromNow(end);
        for (const auto& lane : d.lanes)
        {
            counters.sent -= lane.second->CountFrom(first);
        }
    }
    return counters;
}

uint64_t
AtmChannel::GetInFlight(uint32_t end) const
{
    const Counters c = GetCounters(end);
    return c.sent - c.delivered - c.lost - c.hecDiscarded;
}

// --- burst engine -----------------------------------------------------------------------------

CellLane&
AtmChannel::GetLane(uint32_t end, AtmVcId vc)
{
    auto& lane = m_direction[end]->lanes[vc.Key()];
    if (!lane)
    {
        lane = std::make_unique<CellLane>(this, end, vc, m_direction[end]->context);
    }
    return *lane;
}

CellSink*
AtmChannel::FindSink(CellLane& lane)
{
    const auto& port = m_port[1 - lane.GetEnd()];
    RequirePort(port);
    return port->GetSink(lane);
}

int64_t
AtmChannel::GetArrivalFromNow(uint32_t end) const
{
    return m_direction[end]->times.GetArrival(Simulator::Now().GetTimeStep(), GetOffset());
}

void
AtmChannel::Fetch(uint32_t end, int64_t t)
{
    if (!IsLive(end) && m_port[end])
    {
        m_port[end]->Advance(t - GetOffset());
    }
}

void
AtmChannel::AppendLate(Direction& d, CellLane& lane, CellSpan cells)
{
    // the delay has become shorter, but no cell arrives before, or together with, an earlier one
    for (; cells.count > 0; cells.Skip(1))
    {
        CellSpan cell = cells.GetPart(0, 1);
        if (cell.arrival <= d.lastArrival)
        {
            const int64_t start = cell.arrival - GetOffset();
            cell.arrival = d.lastArrival + 1;
            d.times.NoteLate(cell.arrival, start);
        }
        d.lastArrival = cell.arrival;
        lane.Append(cell);
    }
}

void
AtmChannel::NotifyWithdrawn(uint32_t end, uint64_t n)
{
    Direction& d = *m_direction[end];
    d.counters->sent -= n;
    int64_t last = Simulator::Now().GetTimeStep() - 1; // what has arrived has been taken
    for (const auto& lane : d.lanes)
    {
        last = std::max(last, lane.second->GetLastArrival());
    }
    d.lastArrival = std::min(d.lastArrival, last);
}

void
AtmChannel::BeginChange()
{
    if (++m_changes == 1 && m_port[0] && m_port[1])
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        for (uint32_t end = 0; end < 2; ++end)
        {
            m_port[end]->Withdraw();
            m_direction[end]->times.NoteChange(now, m_direction[end]->lastArrival, GetOffset());
        }
    }
}

void
AtmChannel::EndChange()
{
    if (--m_changes > 0 || !m_port[0] || !m_port[1])
    {
        return;
    }
    for (uint32_t end = 0; end < 2; ++end)
    {
        if (!IsLive(end))
        {
            m_port[end]->Restore(false);
        }
    }
}

bool
AtmChannel::CanGoAhead(const Direction& d) const
{
    const auto& from = m_port[d.end];
    const auto& to = m_port[1 - d.end];
    return from && to && from->CanSendAhead() && to->CanTakeRuns() && m_errors.AreAbsent(d.errors);
}

std::string
AtmChannel::FindOmission(uint32_t end) const
{
    const Direction& d = *m_direction[end];
    const auto& to = m_port[1 - end];
    if (IsLive(end) || !to || to->m_isClosed || CanGoAhead(d))
    {
        return "";
    }
    return m_errors.AreAbsent(d.errors)
               ? "what a port of node " + std::to_string(m_port[end]->GetNode()->GetId()) +
                     " or of node " + std::to_string(to->GetNode()->GetId()) +
                     " requires of the link between them was changed"
               : "the errors of a link were changed";
}

void
AtmChannel::Reconsider(uint32_t end)
{
    Direction& d = *m_direction[end];
    const auto& from = m_port[end];
    const auto& to = m_port[1 - end];
    const bool ahead = CanGoAhead(d);
    if (!ahead && from && to && !d.isReported)
    {
        d.isReported = true;
        NS_LOG_INFO("link from node " << from->GetNode()->GetId() << " to node "
                                      << to->GetNode()->GetId() << " falls back to cell by cell");
    }
    if (ahead && IsLive(end) && !d.staysLive)
    {
        SetLive(end, false);
    }
    else if (!ahead && !IsLive(end))
    {
        from->Withdraw();
        SetLive(end, true);
        d.staysLive = true; // cells on their way, or in a buffer, come one by one
        from->Restore(true);
        DeliverOneByOne(d);
    }
}

void
AtmChannel::DeliverOneByOne(Direction& d)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    std::vector<InFlight> cells;
    for (auto& entry : d.lanes)
    {
        CellLane& lane = *entry.second;
        lane.WithdrawCells(now, [this, &d, &cells, &lane](const CellRun& cell) {
            const int64_t offset = GetOffset(d.end, cell.arrival);
            cells.push_back({cell.MakeBurst(lane.GetLabel(), 1, offset), cell.arrival, NOT_MET});
        });
    }
    std::sort(cells.begin(), cells.end(), [](const InFlight& a, const InFlight& b) {
        return a.arrival < b.arrival;
    });
    for (auto& cell : cells)
    {
        d.flight.Push(std::move(cell));
    }
    if (!cells.empty())
    {
        d.timer.Schedule(d.context, d.flight.Front().arrival - now);
    }
}

void
AtmChannel::Cut(Direction& d)
{
    if (!IsLive(d.end))
    {
        const int64_t first = GetArrivalFromNow(d.end);
        for (const auto& lane : d.lanes)
        {
            d.counters->sent -= lane.second->CountFrom(first); // has not left, and never will
        }
        SetLive(d.end, true); // whoever sends all the same is told, as in the per-cell engine
        if (!m_port[d.end]->m_isClosed)
        {
            m_port[d.end]->DoAwait(); // may have no event for the cell that it sends next
        }
    }
    for (const auto& lane : d.lanes)
    {
        lane.second->Cut();
    }
    d.oldLanes = std::exchange(d.lanes, {});
}

void
AtmChannel::ResolveLanes(uint32_t end)
{
    for (auto& lane : m_direction[end]->lanes)
    {
        lane.second->Resolve();
    }
}

int64_t
AtmChannel::AssignStreams(int64_t stream)
{
    return m_errors.AssignStreams(stream);
}

void
AtmChannel::Transmit(uint32_t end, CellBurst burst)
{
    Direction& d = *m_direction[end];
    NS_ASSERT_MSG(burst.count == 1, "the per-cell engine sends bursts of one cell");
    NS_ASSERT_MSG(burst.start == Simulator::Now().GetTimeStep(), "burst must start now");
    RequirePort(m_port[1 - end]);
    ++d.counters->sent;
    d.staysLive = true;
    BurstNetwork::NotifyTraffic();
    // delay and rate may have changed since the cell before was sent
    const int64_t arrival = std::max(d.lastArrival + 1, burst.start + m_cellTime + m_delaySteps);
    d.lastArrival = arrival;
    if (d.flight.Empty())
    {
        d.timer.Schedule(d.context, arrival - burst.start);
    }
    d.flight.Push({std::move(burst), arrival, NOT_MET});
}

void
AtmChannel::Deliver(Direction& d)
{
    // of cells that arrive at both ends at the same time, that of end 0 meets its errors first
    Direction& other = *m_direction[0];
    if (d.end == 1 && !other.flight.Empty() &&
        other.flight.Front().arrival == d.flight.Front().arrival)
    {
        MeetErrors(other);
    }
    MeetErrors(d);
    InFlight oldest = d.flight.Pop();
    CellBurst& burst = oldest.burst;
    if (!d.flight.Empty())
    {
        d.timer.Schedule(d.context, d.flight.Front().arrival - oldest.arrival);
    }
    switch (oldest.fate)
    {
    case LOSS_MODEL:
        ++d.counters->lost;
        Lose(d, burst, LOSS_MODEL);
        break;
    case LOSS_HEC:
        ++d.counters->hecDiscarded;
        Lose(d, burst, LOSS_HEC);
        break;
    default:
        ++d.counters->delivered;
        m_port[1 - d.end]->ReceiveBurst(burst);
        break;
    }
}

void
AtmChannel::MeetErrors(Direction& d)
{
    InFlight& oldest = d.flight.Front();
    if (oldest.fate != NOT_MET)
    {
        return;
    }
    if (m_errors.LoseCell())
    {
        oldest.fate = LOSS_MODEL;
    }
    else
    {
        oldest.fate = m_errors.InvertBits(d.errors, oldest.burst) ? NOT_LOST : LOSS_HEC;
    }
}

void
AtmChannel::Lose(Direction& d, CellBurst& burst, LossReason reason)
{
    NS_LOG_LOGIC("cell " << burst << " lost");
    burst.discarded = 1;
    m_lossTrace(burst, reason);
    m_port[1 - d.end]->NotifyCellLost(burst);
}
} // namespace hsn
} // namespace ns3
