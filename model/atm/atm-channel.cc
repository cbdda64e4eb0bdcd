// SPDX-License-Identifier: GPL-2.0-only
#include "atm-channel.h"

#include "atm-port.h"
#include "burst-network.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmChannel");
NS_OBJECT_ENSURE_REGISTERED(AtmChannel);

namespace
{
constexpr double CELL_BITS = 8.0 * CellBurst::CELL_BYTES;
constexpr uint32_t HEADER_BITS = 40;
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
                          MakeDataRateChecker())
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
                          MakeHsnEnumAccessor(&AtmChannel::m_format),
                          MakeEnumChecker(AtmCellHeader::UNI, "Uni", AtmCellHeader::NNI, "Nni"))
            .AddTraceSource("CellLoss",
                            "A cell is lost on the link, and why.",
                            MakeTraceSourceAccessor(&AtmChannel::m_lossTrace),
                            "ns3::hsn::AtmChannel::LossTracedCallback");
    return tid;
}

AtmChannel::AtmChannel()
    : m_uniform(CreateObject<UniformRandomVariable>())
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
    for (uint32_t end = 0; end < 2; ++end)
    {
        m_direction[end]->timer.Detach();
        m_direction[end]->lanes.clear();
        m_direction[end]->flight.Clear();
        m_port[end] = nullptr;
    }
    m_lossModel = nullptr;
    m_lossProbe = nullptr;
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

void
AtmChannel::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "DataRate of an ATM link is 0 bit/s: must be above 0");
    BeginChange();
    m_rate = rate;
    const double stepsPerSecond = static_cast<double>(Seconds(1).GetTimeStep());
    m_cellTime = std::llround(CELL_BITS * stepsPerSecond / static_cast<double>(rate.GetBitRate()));
    NS_ABORT_MSG_IF(m_cellTime < 1,
                    "DataRate " << rate << ": a cell would take less than one time step");
    EndChange();
}

DataRate
AtmChannel::GetDataRate() const
{
    return m_rate;
}

void
AtmChannel::SetDelay(Time delay)
{
    BeginChange();
    m_delay = delay;
    m_delaySteps = delay.GetTimeStep();
    EndChange();
}

Time
AtmChannel::GetDelay() const
{
    return m_delay;
}

void
AtmChannel::SetBitErrorRate(double ber)
{
    BurstNetwork::Settle();
    m_ber = ber;
    BurstNetwork::Reconsider();
    for (auto& d : m_direction)
    {
        if (d)
        {
            d->bitsToError = -1; // drawn anew with the new rate
        }
    }
}

double
AtmChannel::GetBitErrorRate() const
{
    return m_ber;
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
    BurstNetwork::Settle();
    const Direction& d = *m_direction[end];
    Counters counters = d.counters;
    const int64_t first = Simulator::Now().GetTimeStep() + GetOffset();
    for (const auto& lane : d.lanes)
    {
        counters.sent -= d.live ? 0 : lane.second->CountFrom(first);
    }
    return counters;
}

uint64_t
AtmChannel::GetInFlight(uint32_t end) const
{
    const Counters c = GetCounters(end);
    return c.sent - c.delivered - c.lost - c.hecDiscarded;
}

void
AtmChannel::SetLossModel(Ptr<ErrorModel> model)
{
    BurstNetwork::Settle();
    m_lossModel = model;
    BurstNetwork::Reconsider();
}

Ptr<ErrorModel>
AtmChannel::GetLossModel() const
{
    return m_lossModel;
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

void
AtmChannel::Fetch(uint32_t end, int64_t t)
{
    if (!m_direction[end]->live && m_port[end])
    {
        m_port[end]->Advance(t - GetOffset());
    }
}

void
AtmChannel::AppendLate(Direction& d, CellLane& lane, CellRun run)
{
    // the delay is less than it was: no cell arrives before, or together with, an earlier one
    for (; run.count > 0; run.Skip(1))
    {
        d.lastArrival = std::max(d.lastArrival + 1, run.arrival);
        lane.Append(PeekPointer(run.pdu),
                    run.first,
                    1,
                    d.lastArrival,
                    0,
                    run.clp,
                    run.efci,
                    run.damage);
    }
}

void
AtmChannel::NotifyWithdrawn(uint32_t end, uint64_t n)
{
    Direction& d = *m_direction[end];
    d.counters.sent -= n;
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
    if (m_port[0] && m_port[1])
    {
        BurstNetwork::Settle();
        m_port[0]->Withdraw();
        m_port[1]->Withdraw();
    }
}

void
AtmChannel::EndChange()
{
    if (m_port[0] && m_port[1])
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (!m_direction[end]->live)
            {
                m_port[end]->Restore(false);
            }
        }
        BurstNetwork::Reconsider();
    }
}

void
AtmChannel::Reconsider(uint32_t end)
{
    Direction& d = *m_direction[end];
    const auto& from = m_port[end];
    const auto& to = m_port[1 - end];
    const bool ahead = from && to && from->CanSendAhead() && to->CanTakeRuns() && !m_lossModel &&
                       m_ber == 0 && d.hec.GetMode() == AtmHecReceiver::CORRECTION;
    if (ahead && d.live && !d.sentLive)
    {
        d.live = false;
    }
    else if (!ahead && !d.live)
    {
        NS_LOG_INFO("link from node " << from->GetNode()->GetId() << " to node "
                                      << to->GetNode()->GetId() << " falls back to cell by cell");
        from->Withdraw();
        d.live = true;
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
        lane.WithdrawCells(now, [this, &cells, &lane](const CellRun& cell) {
            cells.push_back(
                {cell.MakeBurst(lane.GetLabel(), 1, GetOffset()), cell.arrival, NOT_MET});
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
    m_uniform->SetStream(stream);
    int64_t used = 1;
    if (m_lossModel)
    {
        if (auto rate = DynamicCast<RateErrorModel>(m_lossModel))
        {
            used += rate->AssignStreams(stream + used);
        }
        else if (auto burst = DynamicCast<BurstErrorModel>(m_lossModel))
        {
            used += burst->AssignStreams(stream + used);
        }
    }
    return used;
}

void
AtmChannel::Transmit(uint32_t end, CellBurst burst)
{
    Direction& d = *m_direction[end];
    NS_ASSERT_MSG(burst.count == 1, "the per-cell engine sends bursts of one cell");
    NS_ASSERT_MSG(burst.start == Simulator::Now().GetTimeStep(), "burst must start now");
    NS_ABORT_MSG_UNLESS(m_port[1 - end], "a cell is sent on an ATM link that has one end only");
    ++d.counters.sent;
    d.sentLive = true;
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
        ++d.counters.lost;
        Lose(d, burst, LOSS_MODEL);
        break;
    case LOSS_HEC:
        ++d.counters.hecDiscarded;
        Lose(d, burst, LOSS_HEC);
        break;
    default:
        ++d.counters.delivered;
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
    oldest.fate = NOT_LOST;
    if (m_lossModel)
    {
        if (!m_lossProbe)
        {
            m_lossProbe = Create<Packet>(CellBurst::CELL_BYTES);
        }
        if (m_lossModel->IsCorrupt(m_lossProbe))
        {
            oldest.fate = LOSS_MODEL;
            return;
        }
    }
    if ((m_ber > 0 || d.hec.GetMode() == AtmHecReceiver::DETECTION) &&
        !ApplyBitErrors(d, oldest.burst))
    {
        oldest.fate = LOSS_HEC;
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

double
AtmChannel::DrawErrorGap()
{
    // geometric by inversion; 1 - U is in (0, 1], so the logarithm is finite
    return std::floor(std::log(1.0 - m_uniform->GetValue(0, 1)) / std::log1p(-m_ber));
}

bool
AtmChannel::ApplyBitErrors(Direction& d, CellBurst& burst)
{
    if (d.bitsToError < 0)
    {
        d.bitsToError = m_ber > 0 ? DrawErrorGap() : std::numeric_limits<double>::infinity();
    }
    if (d.bitsToError >= CELL_BITS)
    {
        d.bitsToError -= CELL_BITS;
        if (d.hec.GetMode() == AtmHecReceiver::DETECTION)
        {
            // the first header without error leads back to correction; which one does not matter
            uint8_t valid[5] = {0, 0, 0, 0, 0};
            valid[4] = AtmHec::Compute(valid);
            d.hec.Receive(valid);
        }
        return true;
    }
    uint8_t wire[5];
    AtmCellHeader header;
    header.vpi = burst.vc.vpi;
    header.vci = burst.vc.vci;
    header.pti = burst.GetPti();
    header.clp = burst.IsClp() ? 1 : 0;
    header.Serialize(m_format, wire);

    Ptr<CellDamage> damage;
    double position = d.bitsToError;
    while (position < CELL_BITS)
    {
        const auto bit = static_cast<uint32_t>(position);
        if (bit < HEADER_BITS)
        {
            wire[bit / 8] ^= 0x80 >> (bit % 8);
        }
        else
        {
            if (!damage)
            {
                // other copies of a point-to-multipoint cell keep their own damage
                damage = Create<CellDamage>();
                if (burst.damage)
                {
                    damage->flips = burst.damage->flips;
                }
            }
            damage->flips.push_back({burst.first, bit - HEADER_BITS});
        }
        position += 1 + DrawErrorGap();
    }
    d.bitsToError = position - CELL_BITS;

    const auto verdict = d.hec.Receive(wire);
    if (verdict == AtmHecReceiver::DISCARDED)
    {
        return false;
    }
    if (verdict == AtmHecReceiver::CORRECTED)
    {
        ++d.counters.hecCorrected;
    }
    // several inverted bits can look like another valid header: the cell then goes astray
    const uint8_t pti = header.pti;
    AtmCellHeader::Parse(m_format, wire, header);
    if ((header.pti ^ pti) & ~AtmCellHeader::PTI_EFCI)
    {
        return false; // a burst cannot tell that its cell is no user cell, or ends another PDU
    }
    burst.vc = header.GetVc();
    burst.clp = header.clp;
    burst.efci = (header.pti & AtmCellHeader::PTI_EFCI) ? 1 : 0;
    if (damage)
    {
        ++d.counters.damaged;
        burst.damage = damage;
    }
    return true;
}
} // namespace hsn
} // namespace ns3
