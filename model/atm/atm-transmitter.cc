// SPDX-License-Identifier: GPL-2.0-only
#include "atm-transmitter.h"

#include "atm-channel.h"
#include "atm-net-device.h"
#include "burst-network.h"

#include "ns3/assert.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
AtmTransmitter::AtmTransmitter(AtmNetDevice& device)
    : m_device(device),
      m_timer(this)
{
}

void
AtmTransmitter::Dispose()
{
    m_timer.Detach();
    m_heap.clear();
    m_ending = nullptr;
}

bool
AtmTransmitter::IsLive() const
{
    return m_device.GetAtmChannel()->IsLive(m_device.GetEnd());
}

int64_t
AtmTransmitter::GetSpacing(const AtmVc& vc) const
{
    const int64_t line = m_device.GetAtmChannel()->GetCellTime();
    if (vc.m_cellRate.GetBitRate() == 0)
    {
        return line;
    }
    const double steps = 8.0 * CellBurst::CELL_BYTES *
                         static_cast<double>(Seconds(1).GetTimeStep()) /
                         static_cast<double>(vc.m_cellRate.GetBitRate());
    return std::max<int64_t>(line, std::llround(steps));
}

bool
AtmTransmitter::IsLater(const AtmVc* a, const AtmVc* b)
{
    return a->m_eligible != b->m_eligible ? a->m_eligible > b->m_eligible : a->m_turn > b->m_turn;
}

void
AtmTransmitter::PushHeap(AtmVc& vc)
{
    m_heap.push_back(&vc);
    std::push_heap(m_heap.begin(), m_heap.end(), &AtmTransmitter::IsLater);
}

int64_t
AtmTransmitter::GetEligible(AtmVc& vc, int64_t now) const
{
    int64_t t = std::max(vc.m_notBefore, now);
    if (vc.m_sending.Empty())
    {
        t = std::max(t, m_sduGate);
    }
    return vc.m_shaper ? vc.m_shaper->GetDeparture(t) : t;
}

int64_t
AtmTransmitter::GetNext() const
{
    return m_heap.empty() ? ATM_NEVER : std::max(m_heap.front()->m_eligible, m_freeAt);
}

void
AtmTransmitter::Activate(AtmVc& vc)
{
    BurstNetwork::NotifyTraffic();
    if (!vc.m_scheduled)
    {
        vc.m_scheduled = true;
        vc.m_eligible = GetEligible(vc, Simulator::Now().GetTimeStep());
        vc.m_turn = ++m_turns;
        PushHeap(vc);
        Update();
    }
    else
    {
        Plan(); // the next PDU's start, for which nothing may be scheduled
    }
}

void
AtmTransmitter::Update()
{
    if (!m_device.GetAtmChannel())
    {
        return; // disposed
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    if (IsLive())
    {
        EndPdu(now);
        Serve(now);
    }
    else
    {
        Advance(now);
    }
    Plan();
}

void
AtmTransmitter::Advance(int64_t t)
{
    for (int64_t next = GetNext(); next <= t; next = GetNext())
    {
        EndPdu(next);
        if (!SendRun(t))
        {
            Serve(next);
        }
    }
    EndPdu(t);
}

void
AtmTransmitter::StartPdus(AtmVc& vc, int64_t now)
{
    // the cells of an AAL5 PDU cannot be told from those of another one
    const auto mayStart = [this, &vc] { return vc.m_sending.Empty() || MayInterleave(vc); };
    while (mayStart() && !vc.m_queue->IsEmpty() && m_sduGate <= now)
    {
        NS_ASSERT_MSG(now == Simulator::Now().GetTimeStep(), "a PDU starts without an event");
        const auto sdu = vc.m_queue->Dequeue();
        const auto& adaptation = m_device.m_adaptation;
        const auto pdu = adaptation ? adaptation->Segment(vc, sdu) : Create<AtmPdu>(sdu);
        if (!pdu)
        {
            continue;
        }
        const double factor =
            m_device.m_interSduFactor ? m_device.m_interSduFactor->GetValue() : 1.0;
        m_sduGate =
            now + std::llround(m_device.m_interSduTime.GetTimeStep() * std::max(factor, 0.0));
        if (vc.m_tagger)
        {
            vc.m_tagger->StartPdu(now, pdu->GetNCells());
        }
        if (vc.m_shaper)
        {
            vc.m_shaper->CheckPdu(pdu->GetNCells());
        }
        vc.m_sendsAal5 = pdu->IsAal5();
        vc.m_sending.Push({pdu, 0});
    }
}

bool
AtmTransmitter::MayInterleave(const AtmVc& vc) const
{
    return !vc.m_sendsAal5 && vc.m_sending.Size() < m_device.m_adaptation->GetInterleaveDepth();
}

void
AtmTransmitter::SendCell(AtmVc& vc, int64_t now)
{
    const auto& channel = m_device.GetAtmChannel();
    const int64_t cellTime = channel->GetCellTime();
    m_freeAt = now + cellTime; // before any trace sink that may send
    auto& sending = vc.m_sending.Front();
    const auto pdu = sending.pdu;
    const uint32_t index = sending.nextCell++;
    // a tagger that was set in the middle of a PDU begins with the next one
    const bool clp = vc.m_tagger && vc.m_tagger->GetRemaining() > 0 && vc.m_tagger->NextCell(now);
    if (vc.m_shaper)
    {
        vc.m_shaper->Commit(now);
    }
    ++vc.m_tx.cells;
    vc.m_turn = ++m_turns;
    vc.m_notBefore = now + GetSpacing(vc);
    if (index + 1 == pdu->GetNCells())
    {
        m_ending = pdu->GetSdu();
        vc.m_sendsAal5 = vc.m_sendsAal5 && !pdu->IsAal5();
        vc.m_sending.Pop();
    }
    else if (vc.m_sending.Size() > 1)
    {
        vc.m_sending.Push(vc.m_sending.Pop());
    }
    if (index == 0)
    {
        ++vc.m_tx.sdus;
        m_device.NotifyPduTx(vc, pdu);
    }
    if (!IsLive())
    {
        channel->Append(m_device.GetEnd(),
                        GetLane(vc),
                        PeekPointer(pdu),
                        index,
                        1,
                        now + channel->GetOffset(),
                        cellTime,
                        clp);
        return;
    }
    CellBurst cell;
    cell.pdu = pdu;
    cell.vc = vc.m_id;
    cell.first = index;
    cell.start = now;
    cell.spacing = cellTime;
    cell.clp = clp ? 1 : 0;
    m_device.NotifyCellTx(cell);
    channel->Transmit(m_device.GetEnd(), std::move(cell));
}

bool
AtmTransmitter::SendRun(int64_t t)
{
    AtmVc& vc = *m_heap.front();
    if (m_heap.size() > 1 || vc.m_sending.Size() != 1 || vc.m_shaper || vc.m_tagger)
    {
        return false;
    }
    auto& sending = vc.m_sending.Front();
    const AtmPdu& pdu = *sending.pdu;
    if (sending.nextCell == 0 || (MayInterleave(vc) && !vc.m_queue->IsEmpty()))
    {
        return false; // as cells leave, PDUs may start
    }
    const int64_t start = std::max(vc.m_eligible, m_freeAt);
    const int64_t spacing = GetSpacing(vc);
    const auto n = static_cast<uint32_t>(
        std::min<int64_t>(pdu.GetNCells() - sending.nextCell, (t - start) / spacing + 1));
    const auto& channel = m_device.GetAtmChannel();
    const int64_t last = start + (n - 1) * spacing;
    const uint32_t first = sending.nextCell;
    const Ptr<AtmPdu> keep = sending.pdu;
    sending.nextCell += n;
    m_freeAt = last + channel->GetCellTime();
    m_turns += n;
    vc.m_turn = m_turns;
    vc.m_tx.cells += n;
    vc.m_notBefore = last + spacing;
    if (sending.nextCell == pdu.GetNCells())
    {
        m_ending = pdu.GetSdu();
        vc.m_sendsAal5 = false; // it was the only one
        vc.m_sending.Pop();
    }
    if (vc.HasWork())
    {
        vc.m_eligible = GetEligible(vc, last);
    }
    else
    {
        vc.m_scheduled = false;
        m_heap.clear();
    }
    channel->Append(m_device.GetEnd(),
                    GetLane(vc),
                    PeekPointer(keep),
                    first,
                    n,
                    start + channel->GetOffset(),
                    spacing,
                    false);
    return true;
}

void
AtmTransmitter::EndPdu(int64_t now)
{
    if (m_ending && m_freeAt <= now)
    {
        const auto sdu = m_ending;
        m_ending = nullptr;
        m_device.NotifyPduTxEnd(sdu);
    }
}

void
AtmTransmitter::Serve(int64_t now)
{
    while (!m_heap.empty() && m_freeAt <= now && m_heap.front()->m_eligible <= now)
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), &AtmTransmitter::IsLater);
        AtmVc& vc = *m_heap.back();
        m_heap.pop_back();
        vc.m_eligible = GetEligible(vc, now); // another VC's PDU may have closed the gate meanwhile
        if (vc.m_eligible <= now)
        {
            StartPdus(vc, now);
            if (!vc.m_sending.Empty())
            {
                SendCell(vc, now);
            }
            if (!vc.HasWork())
            {
                vc.m_scheduled = false;
                continue;
            }
            vc.m_eligible = GetEligible(vc, now);
        }
        PushHeap(vc);
    }
}

void
AtmTransmitter::Plan()
{
    if (!IsLive())
    {
        PlanAhead();
        return;
    }
    if (m_ending)
    {
        ServeAt(m_freeAt);
    }
    if (!m_heap.empty())
    {
        ServeAt(GetNext());
    }
}

void
AtmTransmitter::PlanAhead()
{
    if (m_ending && m_device.IsPduTxEndWatched())
    {
        ServeAt(m_freeAt);
    }
    int64_t at = ATM_NEVER;
    for (auto* vc : m_heap)
    {
        at = std::min(at, GetNotable(*vc));
    }
    if (at != ATM_NEVER)
    {
        ServeAt(at);
    }
}

CellLane&
AtmTransmitter::GetLane(AtmVc& vc) const
{
    if (!vc.m_txLane)
    {
        vc.m_txLane = &m_device.GetAtmChannel()->GetLane(m_device.GetEnd(), vc.m_id);
    }
    return *vc.m_txLane;
}

int64_t
AtmTransmitter::GetNotable(AtmVc& vc) const
{
    const int64_t next = std::max(vc.m_eligible, m_freeAt);
    if (vc.m_sending.Empty() || GetLane(vc).HasEvents() ||
        (!vc.m_queue->IsEmpty() && MayInterleave(vc)))
    {
        return next;
    }
    const AtmPdu& pdu = *vc.m_sending.Front().pdu;
    int64_t ahead = ATM_NEVER; // cells before the first notable one, if PDUs do not take turns
    for (std::size_t i = 0; i < vc.m_sending.Size(); ++i)
    {
        const auto& sending = vc.m_sending.At(i);
        const uint32_t notable = std::max(sending.nextCell, sending.pdu->GetNotableFrom());
        ahead = std::min<int64_t>(ahead, sending.nextCell == 0 ? 0 : notable - sending.nextCell);
    }
    const int64_t spacing = GetSpacing(vc);
    const bool isAlone = m_heap.size() == 1 && !vc.m_shaper && vc.m_sending.Size() == 1;
    if (!isAlone || !pdu.IsAal5() || vc.m_sending.Front().nextCell == 0)
    {
        return vc.m_shaper ? vc.m_shaper->GetEarliest(next, spacing, ahead + 1)
                           : next + ahead * spacing;
    }
    // nothing but another VC can change when the last cell leaves
    const int64_t last = next + ahead * spacing;
    GetLane(vc).Expect(last + m_device.GetAtmChannel()->GetOffset());
    if (m_device.IsPduTxEndWatched())
    {
        return last;
    }
    return vc.m_queue->IsEmpty() ? ATM_NEVER : std::max(last + spacing, m_sduGate);
}

void
AtmTransmitter::ServeAt(int64_t at)
{
    if (m_wakeUps.empty() || at < m_wakeUps.back())
    {
        m_wakeUps.push_back(at);
        NS_ASSERT_MSG(at >= Simulator::Now().GetTimeStep(), "an event in the past");
        m_timer.Schedule(m_device.GetNode()->GetId(), at - Simulator::Now().GetTimeStep());
    }
}

void
AtmTransmitter::OnTime()
{
    m_wakeUps.pop_back(); // every one on the stack is sooner than those below it
    Update();
}
} // namespace hsn
} // namespace ns3
