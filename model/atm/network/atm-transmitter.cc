// SPDX-License-Identifier: GPL-2.0-only
#include "atm-transmitter.h"

#include "atm-channel.h"
#include "atm-net-device.h"

#include "ns3/assert.h"
#include "ns3/burst-network.h"
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
    for (auto& s : m_senders)
    {
        s->sending.Clear();
        s->lane = nullptr;
    }
    m_ending = nullptr;
}

void
AtmTransmitter::AddVc(AtmVc& vc)
{
    vc.SetTxIndex(static_cast<uint32_t>(m_senders.size()));
    m_senders.push_back(std::make_unique<Sender>(vc));
}

bool
AtmTransmitter::IsLive() const
{
    return m_device.GetAtmChannel()->IsLive(m_device.GetEnd());
}

int64_t
AtmTransmitter::GetSpacing(const Sender& s) const
{
    const int64_t line = m_device.GetAtmChannel()->GetCellTime();
    if (s.settings.cellRate.Get().GetBitRate() == 0)
    {
        return line;
    }
    const double steps = 8.0 * CellBurst::CELL_BYTES *
                         static_cast<double>(Seconds(1).GetTimeStep()) /
                         static_cast<double>(s.settings.cellRate.Get().GetBitRate());
    return std::max<int64_t>(line, std::llround(steps));
}

bool
AtmTransmitter::IsLater(const Sender* a, const Sender* b)
{
    return a->eligible != b->eligible ? a->eligible > b->eligible : a->turn > b->turn;
}

void
AtmTransmitter::PushHeap(Sender& s)
{
    m_heap.push_back(&s);
    std::push_heap(m_heap.begin(), m_heap.end(), &AtmTransmitter::IsLater);
}

int64_t
AtmTransmitter::GetEligible(const Sender& s, int64_t now) const
{
    int64_t t = std::max(s.notBefore, now);
    if (s.sending.Empty())
    {
        t = std::max(t, m_sduGate);
    }
    return s.settings.shaper.Get() ? s.settings.shaper->GetDeparture(t) : t;
}

int64_t
AtmTransmitter::GetNext() const
{
    return m_heap.empty() ? ATM_NEVER : std::max(m_heap.front()->eligible, m_freeAt);
}

void
AtmTransmitter::Activate(const AtmVc& vc)
{
    BurstNetwork::NotifyTraffic();
    Sender& s = *m_senders[vc.GetTxIndex()];
    if (!s.isScheduled)
    {
        s.isScheduled = true;
        s.eligible = GetEligible(s, Simulator::Now().GetTimeStep());
        s.turn = ++m_turns;
        PushHeap(s);
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
AtmTransmitter::StartPdus(Sender& s, int64_t now)
{
    // the cells of an AAL5 PDU cannot be told from those of another one
    const auto mayStart = [this, &s] { return s.sending.Empty() || MayInterleave(s); };
    while (mayStart() && !s.settings.queue->IsEmpty() && m_sduGate <= now)
    {
        NS_ASSERT_MSG(now == Simulator::Now().GetTimeStep(), "a PDU starts without an event");
        const auto sdu = s.settings.queue->Dequeue();
        const auto& adaptation = m_device.m_adaptation.Get();
        const auto pdu = adaptation ? adaptation->Segment(s.vc, sdu) : Create<AtmPdu>(sdu);
        if (!pdu)
        {
            continue;
        }
        const double factor =
            m_device.m_interSduFactor ? m_device.m_interSduFactor->GetValue() : 1.0;
        m_sduGate =
            now + std::llround(m_device.m_interSduTime.GetTimeStep() * std::max(factor, 0.0));
        if (s.settings.tagger.Get())
        {
            s.settings.tagger->StartPdu(now, pdu->GetNCells());
        }
        if (s.settings.shaper.Get())
        {
            s.settings.shaper->CheckPdu(pdu->GetNCells());
        }
        s.sendsAal5 = pdu->IsAal5();
        s.sending.Push({pdu, 0});
    }
}

uint32_t
AtmTransmitter::GetInterleaveDepth() const
{
    const auto& adaptation = m_device.m_adaptation.Get();
    return adaptation ? adaptation->GetInterleaveDepth() : 1;
}

bool
AtmTransmitter::MayInterleave(const Sender& s) const
{
    return !s.sendsAal5 && s.sending.Size() < GetInterleaveDepth();
}

void
AtmTransmitter::SendCell(Sender& s, int64_t now)
{
    const auto& channel = m_device.GetAtmChannel();
    const int64_t cellTime = channel->GetCellTime();
    m_freeAt = now + cellTime; // before any trace sink that may send
    auto& sending = s.sending.Front();
    const auto pdu = sending.pdu;
    const uint32_t index = sending.nextCell++;
    // a tagger that was set in the middle of a PDU begins with the next one
    const bool isTagged = s.settings.tagger.Get() && s.settings.tagger->GetRemaining() > 0 &&
                          s.settings.tagger->NextCell(now);
    const uint8_t marks = pdu->GetMarks(index);
    const bool clp = isTagged || (marks & ATM_MARK_CLP) != 0;
    const bool efci = (marks & ATM_MARK_EFCI) != 0;
    if (s.settings.shaper.Get())
    {
        s.settings.shaper->Commit(now);
    }
    s.vc.CountTx(index == 0 ? 1 : 0, 1);
    s.turn = ++m_turns;
    s.notBefore = now + GetSpacing(s);
    if (index + 1 == pdu->GetNCells())
    {
        m_ending = pdu->GetSdu();
        s.sendsAal5 = s.sendsAal5 && !pdu->IsAal5();
        s.sending.Pop();
    }
    else if (s.sending.Size() > 1)
    {
        s.sending.Push(s.sending.Pop());
    }
    if (index == 0)
    {
        m_device.NotifyPduTx(s.vc, pdu);
    }
    if (!IsLive())
    {
        channel->Append(
            m_device.GetEnd(),
            GetLane(s),
            {PeekPointer(pdu), nullptr, now + channel->GetOffset(), cellTime, index, 1, clp, efci});
        return;
    }
    CellBurst cell;
    cell.pdu = pdu;
    cell.vc = s.vc.GetId();
    cell.first = index;
    cell.start = now;
    cell.spacing = cellTime;
    cell.clp = clp ? 1 : 0;
    cell.efci = efci ? 1 : 0;
    m_device.NotifyCellTx(cell);
    channel->Transmit(m_device.GetEnd(), std::move(cell));
}

bool
AtmTransmitter::SendRun(int64_t t)
{
    Sender& s = *m_heap.front();
    if (m_heap.size() > 1 || s.sending.Size() != 1 || s.settings.shaper.Get() ||
        s.settings.tagger.Get())
    {
        return false;
    }
    auto& sending = s.sending.Front();
    const AtmPdu& pdu = *sending.pdu;
    if (sending.nextCell == 0 || (MayInterleave(s) && !s.settings.queue->IsEmpty()))
    {
        return false; // as cells leave, PDUs may start
    }
    const int64_t start = std::max(s.eligible, m_freeAt);
    const int64_t spacing = GetSpacing(s);
    const auto due = static_cast<uint32_t>(
        std::min<int64_t>(pdu.GetNCells() - sending.nextCell, (t - start) / spacing + 1));
    const uint32_t n = pdu.CountAlike(sending.nextCell, due); // a run has the same marks
    const uint8_t marks = pdu.GetMarks(sending.nextCell);
    const auto& channel = m_device.GetAtmChannel();
    const int64_t last = start + (n - 1) * spacing;
    const uint32_t first = sending.nextCell;
    const Ptr<AtmPdu> keep = sending.pdu;
    sending.nextCell += n;
    m_freeAt = last + channel->GetCellTime();
    m_turns += n;
    s.turn = m_turns;
    s.vc.CountTx(0, n);
    s.notBefore = last + spacing;
    if (sending.nextCell == pdu.GetNCells())
    {
        m_ending = pdu.GetSdu();
        s.sendsAal5 = false; // it was the only one
        s.sending.Pop();
    }
    if (s.HasWork())
    {
        s.eligible = GetEligible(s, last);
    }
    else
    {
        s.isScheduled = false;
        m_heap.clear();
    }
    const int64_t arrival = start + channel->GetOffset();
    channel->Append(m_device.GetEnd(),
                    GetLane(s),
                    {PeekPointer(keep),
                     nullptr,
                     arrival,
                     spacing,
                     first,
                     n,
                     (marks & ATM_MARK_CLP) != 0,
                     (marks & ATM_MARK_EFCI) != 0});
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
    while (!m_heap.empty() && m_freeAt <= now && m_heap.front()->eligible <= now)
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), &AtmTransmitter::IsLater);
        Sender& s = *m_heap.back();
        m_heap.pop_back();
        s.eligible = GetEligible(s, now); // another VC's PDU may have closed the gate meanwhile
        if (s.eligible <= now)
        {
            StartPdus(s, now);
            if (!s.sending.Empty())
            {
                SendCell(s, now);
            }
            if (!s.HasWork())
            {
                s.isScheduled = false;
                continue;
            }
            s.eligible = GetEligible(s, now);
        }
        PushHeap(s);
    }
}

void
AtmTransmitter::Replan()
{
    m_depth = GetInterleaveDepth();
    Plan();
}

std::string
AtmTransmitter::FindOmission() const
{
    return GetInterleaveDepth() == m_depth ? ""
                                           : m_device.m_adaptation->GetInstanceTypeId().GetName() +
                                                 "::GetInterleaveDepth() returns another value";
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
    for (auto* s : m_heap)
    {
        at = std::min(at, GetNotable(*s));
    }
    if (at != ATM_NEVER)
    {
        ServeAt(at);
    }
}

CellLane&
AtmTransmitter::GetLane(Sender& s) const
{
    if (!s.lane)
    {
        s.lane = &m_device.GetAtmChannel()->GetLane(m_device.GetEnd(), s.vc.GetId());
    }
    return *s.lane;
}

int64_t
AtmTransmitter::GetNotable(Sender& s) const
{
    const int64_t next = std::max(s.eligible, m_freeAt);
    if (s.sending.Empty() || GetLane(s).HasEvents() ||
        (!s.settings.queue->IsEmpty() && MayInterleave(s)))
    {
        return next;
    }
    const AtmPdu& pdu = *s.sending.Front().pdu;
    // the receiver may have no cell of this PDU, although some were sent
    const bool isFirst = s.sending.Front().nextCell == 0 || GetLane(s).IsNotableFirst(&pdu);
    int64_t ahead = isFirst ? 0 : ATM_NEVER; // cells before the first notable one
    for (std::size_t i = 0; i < s.sending.Size(); ++i)
    {
        const auto& sending = s.sending.At(i);
        const uint32_t notable = std::max(sending.nextCell, sending.pdu->GetNotableFrom());
        ahead = std::min<int64_t>(ahead, sending.nextCell == 0 ? 0 : notable - sending.nextCell);
    }
    const int64_t spacing = GetSpacing(s);
    const bool isAlone = m_heap.size() == 1 && !s.settings.shaper.Get() && s.sending.Size() == 1;
    // unless cells before it were made notable
    const bool isForLast = pdu.IsAal5() && pdu.GetNotableFrom() + 1 == pdu.GetNCells();
    if (!isAlone || !isForLast || isFirst)
    {
        return s.settings.shaper.Get() ? s.settings.shaper->GetEarliest(next, spacing, ahead + 1)
                                       : next + ahead * spacing;
    }
    // nothing but another VC can change when the last cell leaves
    const int64_t last = next + ahead * spacing;
    // it may have to wait for cells that left before the delay was lowered; as long as the receiver
    // has such cells on their way, it does not ask for more
    const auto& channel = m_device.GetAtmChannel();
    GetLane(s).Expect(channel->PredictArrival(m_device.GetEnd(), ahead + 1, last));
    if (m_device.IsPduTxEndWatched())
    {
        return last;
    }
    return s.settings.queue->IsEmpty() ? ATM_NEVER : std::max(last + spacing, m_sduGate);
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
