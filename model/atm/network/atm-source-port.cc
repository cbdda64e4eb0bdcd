// SPDX-License-Identifier: GPL-2.0-only
#include "atm-source-port.h"

#include "atm-channel.h"

#include "ns3/abort.h"
#include "ns3/burst-network.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmSourcePort");
NS_OBJECT_ENSURE_REGISTERED(AtmSourcePort);

TypeId
AtmSourcePort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmSourcePort")
                            .SetParent<AtmPort>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmSourcePort>();
    return tid;
}

AtmSourcePort::AtmSourcePort()
    : m_startTimer(this),
      m_timer(this)
{
}

AtmSourcePort::~AtmSourcePort()
{
}

void
AtmSourcePort::DoInitialize()
{
    if (m_source)
    {
        const Time wait = Max(m_source->GetStartTime() - Simulator::Now(), Time(0));
        m_startTimer.Schedule(GetNode()->GetId(), wait.GetTimeStep());
    }
    AtmPort::DoInitialize();
}

void
AtmSourcePort::DoDispose()
{
    Close();
    m_hasStarted = false;
    m_startTimer.Detach();
    m_timer.Detach();
    m_source = nullptr;
    AtmPort::DoDispose();
}

void
AtmSourcePort::SetSource(Ptr<AtmCellSource> source, AtmVcId vc)
{
    NS_ABORT_MSG_IF(m_hasStarted, "the source of an AtmSourcePort is set after its start");
    m_source = source;
    m_vc = vc;
}

Ptr<AtmCellSource>
AtmSourcePort::GetSource() const
{
    return m_source;
}

AtmVcId
AtmSourcePort::GetVcId() const
{
    return m_vc;
}

void
AtmSourcePort::ReceiveBurst(CellBurst& burst)
{
    NotifyCellRx(burst);
}

void
AtmSourcePort::Start()
{
    NS_LOG_FUNCTION(this << m_vc);
    NS_ABORT_MSG_UNLESS(IsLinkUp(), "a source of cells starts on a port without a link");
    AtmChange change;
    const auto& channel = GetAtmChannel();
    m_source->Begin(Simulator::Now().GetTimeStep(), channel->GetCellTime(), channel->GetDataRate());
    m_hasStarted = true;
    if (IsBurst())
    {
        m_lane = &channel->GetLane(GetEnd(), m_vc);
        BurstNetwork::NotifyGenerator();
    }
    else
    {
        Plan();
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_source->GetStop() != ATM_NEVER)
    {
        m_timer.Schedule(GetNode()->GetId(), std::max<int64_t>(m_source->GetStop() - now, 0));
    }
}

int64_t
AtmSourcePort::GetNextStart() const
{
    return std::max(m_source->GetNext().ready, m_freeAt);
}

bool
AtmSourcePort::CanSendAhead() const
{
    return IsBurst() && !IsCellTxWatched();
}

void
AtmSourcePort::Advance(int64_t t)
{
    if (!m_hasStarted)
    {
        return;
    }
    AtmChannel& channel = *PeekPointer(GetAtmChannel());
    const int64_t cellTime = channel.GetCellTime();
    const int64_t offset = channel.GetOffset();
    for (int64_t start = GetNextStart(); start <= t; start = GetNextStart())
    {
        m_freeAt = start + cellTime;
        const auto cell = m_source->Take();
        const uint8_t marks = cell.pdu->GetMarks(cell.index);
        channel.Append(GetEnd(),
                       *m_lane,
                       {cell.pdu,
                        nullptr,
                        start + offset,
                        cellTime,
                        cell.index,
                        1,
                        (marks & ATM_MARK_CLP) != 0,
                        (marks & ATM_MARK_EFCI) != 0});
    }
}

void
AtmSourcePort::Settle(int64_t t)
{
    if (!GetAtmChannel()->IsLive(GetEnd()))
    {
        Advance(t);
    }
}

void
AtmSourcePort::DoReplan()
{
    Plan();
}

void
AtmSourcePort::Plan()
{
    if (!m_hasStarted)
    {
        return;
    }
    // nobody else may ask for the last cells
    const bool isEnding = Simulator::Now().GetTimeStep() >= m_source->GetStop();
    const bool isAsked = m_lane && !GetAtmChannel()->IsLive(GetEnd()) && !m_lane->HasEvents();
    const int64_t next = GetNextStart();
    if ((isEnding || !isAsked) && next != ATM_NEVER && next > m_eventAt)
    {
        m_eventAt = next;
        m_timer.Schedule(GetNode()->GetId(), next - Simulator::Now().GetTimeStep());
    }
}

void
AtmSourcePort::OnTime()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (!GetAtmChannel()->IsLive(GetEnd()))
    {
        Advance(now);
    }
    else if (GetNextStart() <= now)
    {
        SendCell(now);
    }
    Plan();
}

void
AtmSourcePort::SendCell(int64_t start)
{
    const auto& channel = GetAtmChannel();
    m_freeAt = start + channel->GetCellTime();
    const auto next = m_source->Take();
    CellBurst cell;
    cell.pdu = next.pdu;
    cell.vc = m_vc;
    cell.first = next.index;
    cell.start = start;
    cell.spacing = channel->GetCellTime();
    const uint8_t marks = next.pdu->GetMarks(next.index);
    cell.clp = (marks & ATM_MARK_CLP) != 0 ? 1 : 0;
    cell.efci = (marks & ATM_MARK_EFCI) != 0 ? 1 : 0;
    NotifyCellTx(cell);
    channel->Transmit(GetEnd(), std::move(cell));
}
} // namespace hsn
} // namespace ns3
