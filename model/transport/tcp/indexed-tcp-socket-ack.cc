// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: acknowledgements, windows, congestion marks, timeouts.
 */
#include "indexed-tcp-log.h"
#include "indexed-tcp-socket.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
void
IndexedTcpSocket::ProcessAck(const TcpSegment& s, StreamOffset ack, const TcpAckNote* note)
{
    NS_LOG_FUNCTION(this << s.ack);
    TcpAckEvent event;
    event.ack = ack;
    event.hasData = s.size > 0;
    event.repeats =
        s.size == 0 && !m_probing && !s.Has(TcpHeader::FIN) && ScaleWindow(s.window) == m_rWnd;
    event.note = note;
    event.echo = GetEcho(s);
    if (event.echo && !m_clock.CountsTicks())
    {
        const uint32_t age = m_clock.GetTimestamp() - *event.echo;
        event.echoed = TcpEifel::ToTimestamp(Simulator::Now()) - MilliSeconds(age);
    }
    event.nBlocks = s.nBlocks;
    for (uint32_t i = 0; i < s.nBlocks; ++i)
    {
        event.blocks[i] = {ToOffset(s.blocks[i].first), ToOffset(s.blocks[i].second)};
    }
    m_tcb->m_lastAckedSeq = s.ack;
    m_highRxAckMark = std::max(m_highRxAckMark.Get(), s.ack);
    event.echoesCongestion = TakeEce(s) && ack > GetSendHead();
    if (event.echoesCongestion)
    {
        m_ecnEchoSeq = s.ack;
        m_tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
    }
    const auto progress = m_recovery.OnAck(event);
    UpdatePacingRate();
    NS_LOG_DEBUG(this << (progress.isNew ? " new ack " : " repeated ack ") << s.ack << ": cwnd "
                      << m_tcb->m_cWnd << " ssthresh " << m_tcb->m_ssThresh << " in flight "
                      << m_tcb->m_bytesInFlight);
}

void
IndexedTcpSocket::DataAcknowledged(bool restartTimer)
{
    m_retriesLeft = m_dataRetries;
    m_restartsProbe = true;
    const auto head = ToSeq(GetSendHead());
    if (m_tcb->m_nextTxSequence.Get() < head)
    {
        m_tcb->m_nextTxSequence = head;
    }
    if (restartTimer)
    {
        RestartRetransmitTimer();
    }
    NotifyRoom();
}

bool
IndexedTcpSocket::TakeEce(const TcpSegment& s)
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return false;
    }
    const bool echo = s.Has(TcpHeader::ECE);
    if (!echo && m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
    return echo;
}

// --- window and congestion marks ------------------------------------------------------------

void
IndexedTcpSocket::UpdateWindow(const TcpSegment& s, StreamOffset ack)
{
    const StreamOffset begin = ToPeerOffset(s.seq);
    m_unansweredProbes = 0;
    m_highRxMark = std::max(m_highRxMark.Get(), s.seq);
    if (begin < m_windowSeq || (begin == m_windowSeq && ack < m_windowAck))
    {
        return; // an older segment (RFC 9293, 3.10.7.4)
    }
    m_windowSeq = begin;
    m_windowAck = ack;
    const uint32_t before = m_rWnd;
    SetPeerWindow(ScaleWindow(s.window));
    if (m_rWnd.Get() > 0 && before == 0)
    {
        NS_LOG_LOGIC(this << " the peer's window opens: " << m_rWnd);
        m_persistTimer.Cancel();
        m_persistInterval = Time(0);
        if (m_probing && !m_recovery.GetScoreboard().IsEmpty())
        {
            m_recovery.MarkProbeLost();
        }
        m_probing = false;
    }
}

void
IndexedTcpSocket::SetPeerWindow(uint32_t window)
{
    m_rWnd = window;
    m_maxPeerWindow = std::max(m_maxPeerWindow, window);
    m_recovery.SetPeerWindow(window);
}

void
IndexedTcpSocket::TakeEcn(const TcpSegment& s, uint8_t ecn)
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return;
    }
    if (ecn == TcpSocketState::CongExp)
    {
        NS_LOG_INFO(this << " congestion was experienced by " << s.seq);
        m_ecnCeSeq = s.seq;
        m_echoCongestion = true;
        m_tcb->m_ecnState = TcpSocketState::ECN_CE_RCVD;
    }
    else if (s.Has(TcpHeader::CWR) && s.size > 0)
    {
        m_echoCongestion = false;
        if (m_tcb->m_ecnState != TcpSocketState::ECN_CE_RCVD)
        {
            m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
        }
    }
}

bool
IndexedTcpSocket::TellMark(uint8_t ecn)
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED || ecn == TcpSocketState::NotECT)
    {
        return false;
    }
    const bool marked = ecn == TcpSocketState::CongExp;
    m_congestion->CwndEvent(m_tcb,
                            marked ? TcpSocketState::CA_EVENT_ECN_IS_CE
                                   : TcpSocketState::CA_EVENT_ECN_NO_CE);
    return std::exchange(m_lastMarked, marked) != marked &&
           m_tcb->m_ecnMode == TcpSocketState::DctcpEcn;
}

void
IndexedTcpSocket::NoteDuplicate(StreamOffset begin, uint32_t size)
{
    const StreamOffset next = m_reassembly.GetNext();
    if (size == 0 || (begin >= next && !m_reassembly.HasGap()) || !m_recovery.UsesDsack() ||
        !m_options.TakesDsack())
    {
        return;
    }
    const StreamOffset end = begin + size;
    m_duplicate = begin < next ? ReassemblyQueue::Block(begin, std::min(end, next))
                               : m_reassembly.FindWaiting(begin, end);
}

// --- round-trip time ------------------------------------------------------------------------

void
IndexedTcpSocket::MeasureSynRtt(const TcpSegment& s)
{
    std::optional<Time> sent;
    if (m_synsLeft + 1 == m_synRetries)
    {
        sent = m_synTime;
    }
    MeasureRtt(1, sent, GetEcho(s));
}

std::optional<uint32_t>
IndexedTcpSocket::GetEcho(const TcpSegment& s) const
{
    return m_options.HasTimestamps() && s.hasTimestamp ? std::optional<uint32_t>(s.echo)
                                                       : std::nullopt;
}

void
IndexedTcpSocket::MeasureRtt(StreamOffset ack,
                             std::optional<Time> sent,
                             std::optional<uint32_t> echo)
{
    m_retransmitTimer.Measure(*m_tcb, ack, sent, echo);
    NS_LOG_LOGIC(this << " round-trip time " << m_tcb->m_lastRtt.Get().As(Time::MS) << ", timeout "
                      << m_retransmitTimer.GetTimeout().As(Time::MS));
}

// --- retransmission timer -------------------------------------------------------------------

void
IndexedTcpSocket::RestartRetransmitTimer()
{
    if (m_recovery.GetScoreboard().IsEmpty() || m_probing)
    {
        m_retransmitTimer.Cancel();
    }
    else
    {
        m_retransmitTimer.Start();
    }
}

void
IndexedTcpSocket::RetransmitTimeout()
{
    NS_LOG_FUNCTION(this);
    if (m_state == SYN_SENT || m_state == SYN_RCVD)
    {
        SendSyn();
        return;
    }
    if (m_recovery.GetScoreboard().IsEmpty())
    {
        return;
    }
    if (m_awaitsProbe && m_lossTimer.IsRunning() && m_lossTimer.GetDeadline() <= Simulator::Now())
    {
        m_lossTimer.Cancel();
        LossTimeout(); // the probe goes first (RFC 8985, 7.2)
        return;
    }
    if (m_rWnd.Get() == 0)
    {
        // FIN, which needs no window to leave, or what is outstanding when the window has shrunk:
        // the peer answers, and cannot take it yet; from now on it probes the window (RFC
        // 9293, 3.8.6)
        m_probing = true;
        PersistTimeout();
        return;
    }
    if (m_retriesLeft == 0)
    {
        NS_LOG_WARN(this << " no retransmission is left");
        FinishWithError();
        return;
    }
    --m_retriesLeft;
    ++m_counters.timeouts;
    m_retransmitTimer.BackOff();
    m_pacingTimer.Cancel();
    m_recovery.OnTimeout();
    NS_LOG_INFO(this << " retransmission timeout: cwnd " << m_tcb->m_cWnd << " ssthresh "
                     << m_tcb->m_ssThresh << ", next in "
                     << m_retransmitTimer.GetTimeout().As(Time::S) << ", " << m_retriesLeft
                     << " left");
    Output();
}

void
IndexedTcpSocket::SetLossTimer()
{
    const bool restarts = std::exchange(m_restartsProbe, false);
    if (const auto deadline = m_recovery.GetReorderingDeadline())
    {
        m_awaitsProbe = false;
        m_lossTimer.Set(std::max(*deadline, Simulator::Now()));
        return;
    }
    const auto wait = m_probing || !m_retransmitTimer.IsRunning()
                          ? std::nullopt
                          : m_recovery.GetProbeTimeout(m_delAckTimeout);
    if (!wait)
    {
        m_awaitsProbe = false;
        m_lossTimer.Cancel();
    }
    else if (restarts)
    {
        m_awaitsProbe = true;
        m_lossTimer.Set(std::min(Simulator::Now() + *wait, m_retransmitTimer.GetDeadline()));
    }
}

void
IndexedTcpSocket::LossTimeout()
{
    NS_LOG_FUNCTION(this);
    if (!m_awaitsProbe)
    {
        m_recovery.OnReorderingTimeout();
        Output();
        return;
    }
    m_awaitsProbe = false;
    m_forced = true; // a short segment, too
    const auto probe = m_recovery.OnProbeTimeout(m_sendQueue.GetSize() > 0);
    m_forced = false;
    if (!probe.segment)
    {
        return;
    }
    ++m_counters.tailProbes;
    m_retransmitTimer.Start();
    NS_LOG_INFO(this << " tail loss probe, new data " << !probe.again);
    Transmit(*probe.segment, probe.again);
    FlushDataSent();
}

void
IndexedTcpSocket::RepairSegment(StreamOffset begin)
{
    if (m_recovery.Repair(begin))
    {
        RestartRetransmitTimer();
    }
}

// --- closed window --------------------------------------------------------------------------

namespace
{
/// Longest time between two window probes, seconds (RFC 9293, 3.8.6.1, leaves it open).
constexpr int MAX_PERSIST_INTERVAL = 60;
} // namespace

void
IndexedTcpSocket::StartPersistTimer()
{
    m_persistInterval = m_persistInterval.IsZero()
                            ? m_persistTimeout
                            : std::min(m_persistInterval * 2, Seconds(MAX_PERSIST_INTERVAL));
    m_persistTimer.Set(m_clock.GetDeadline(m_persistInterval));
    NS_LOG_LOGIC(this << " the peer's window is " << m_rWnd << ": probes in "
                      << m_persistInterval.As(Time::S));
}

void
IndexedTcpSocket::PersistTimeout()
{
    NS_LOG_FUNCTION(this);
    const Ptr<IndexedTcpSocket> self(this); // callbacks may close it, and drop it
    if (m_rWnd.Get() > 0)
    {
        // the window has been too small for a full segment for long enough (RFC 1122, 4.2.3.4)
        m_forced = true;
        Output();
        m_forced = false;
        return;
    }
    if (m_closed && m_persistInterval >= Seconds(MAX_PERSIST_INTERVAL) && m_retriesLeft-- == 0)
    {
        // nobody waits for this any more, and the peer's application may never read (RFC 6429, 4)
        SendControl(TcpHeader::RST | TcpHeader::ACK);
        FinishWithError();
        return;
    }
    if (m_unansweredProbes++ > m_dataRetries)
    {
        // a peer that is there answers each (RFC 1122, 4.2.2.17), and this one is not
        FinishWithError();
        return;
    }
    ++m_counters.windowProbes;
    NS_LOG_INFO(this << " probes the closed window");
    TcpNewData data;
    if (m_recovery.GetScoreboard().IsEmpty())
    {
        if (m_sendQueue.GetSize() == 0)
        {
            return;
        }
        m_probing = true;
        data = Cut(1);
    }
    const auto probe = m_recovery.ProbeWindow(std::move(data));
    Transmit(*probe.segment, probe.again);
    FlushDataSent();
    if (m_state != CLOSED)
    {
        StartPersistTimer();
    }
}
} // namespace hsn
} // namespace ns3
