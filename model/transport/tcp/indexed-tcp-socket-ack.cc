// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: acknowledgements, congestion control, loss recovery, timeouts. The calls of
 * TcpCongestionOps and TcpRecoveryOps come in the order in which ns-3's TCP makes them, so that all
 * of them work as they do there.
 */
#include "indexed-tcp-socket.h"

#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnIndexedTcpSocketAck");

void
IndexedTcpSocket::ProcessAck(const TcpSegment& s, StreamOffset ack)
{
    const uint32_t priorInFlight = m_tcb->m_bytesInFlight;
    const uint32_t priorLost = m_scoreboard.GetLost();
    const uint64_t priorDelivered = m_rate.GetConnection().m_delivered;
    const bool isNew = ack > m_scoreboard.GetHead();
    const uint32_t reported = UsesSack() ? TakeBlocks(s) : 0;
    const auto result = m_scoreboard.Acknowledge(ack, [this](TcpSentSegment& segment) {
        m_rate.OnDelivered(segment);
    });
    if (reported > 0)
    {
        m_scoreboard.MarkLost(m_dupThresh, m_tcb->m_segmentSize, m_detectLostAgain);
    }
    const auto delivered =
        static_cast<uint32_t>(m_rate.GetConnection().m_delivered - priorDelivered);
    m_tcb->m_lastAckedSackedBytes = delivered;
    m_tcb->m_isRetransDataAcked = result.retransmitted && ack < m_recover &&
                                  m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    m_tcb->m_lastAckedSeq = s.ack;
    m_highRxAckMark = std::max(m_highRxAckMark.Get(), s.ack);
    if (isNew)
    {
        MeasureRtt(s, ack, result.firstSent);
    }
    TakeEce(s, isNew, delivered);
    UpdateInFlight();

    const uint32_t oldDupAcks = m_dupAcks;
    const bool isDuplicate = UsesSack()
                                 ? reported > 0
                                 : !isNew && !m_scoreboard.IsEmpty() && s.size == 0 && !m_probing &&
                                       !s.Has(TcpHeader::FIN) &&
                                       static_cast<uint32_t>(s.window) << m_sendShift == m_rWnd &&
                                       MayBeDuplicate();
    if (isDuplicate)
    {
        DuplicateAck(delivered);
    }
    if (isNew)
    {
        NewAck(ack, delivered, result.bytes, isDuplicate, oldDupAcks);
    }
    else if (!m_scoreboard.IsEmpty() && s.size == 0 && MayBeDuplicate())
    {
        // as in ns-3: an acknowledgement without progress stands for a segment that has arrived
        m_congestion->PktsAcked(m_tcb, 1, GetTcpSmoothedRtt(*m_tcb));
    }
    m_tcb->m_isRetransDataAcked = false;
    UpdatePacingRate();
    if (m_congestion->HasCongControl())
    {
        const uint32_t lost = m_scoreboard.GetLost();
        const auto& sample = m_rate.MakeSample(delivered,
                                               lost > priorLost ? lost - priorLost : 0,
                                               priorInFlight,
                                               m_tcb->m_minRtt);
        m_congestion->CongControl(m_tcb, m_rate.GetConnection(), sample);
    }
}

uint32_t
IndexedTcpSocket::TakeBlocks(const TcpSegment& s)
{
    uint32_t reported = 0;
    for (uint32_t i = 0; i < s.nBlocks; ++i)
    {
        reported +=
            m_scoreboard.Sack(ToOffset(s.blocks[i].first),
                              ToOffset(s.blocks[i].second),
                              [this](TcpSentSegment& segment) { m_rate.OnDelivered(segment); });
    }
    return reported;
}

uint32_t
IndexedTcpSocket::UpdateInFlight()
{
    const uint32_t inFlight = m_scoreboard.GetInFlight();
    m_tcb->m_bytesInFlight = inFlight;
    return inFlight;
}

void
IndexedTcpSocket::SetCongState(TcpSocketState::TcpCongState_t state)
{
    m_congestion->CongestionStateSet(m_tcb, state);
    m_tcb->m_congState = state;
}

// --- duplicates and losses ------------------------------------------------------------------

void
IndexedTcpSocket::DuplicateAck(uint32_t delivered)
{
    const auto state = m_tcb->m_congState.Get();
    if (state == TcpSocketState::CA_LOSS && m_lossRecovery != RENO)
    {
        return; // retransmissions after a timeout may cause them (RFC 6582, 4)
    }
    if (!UsesSack())
    {
        m_scoreboard.AddDuplicate(m_tcb->m_segmentSize);
    }
    if (state == TcpSocketState::CA_RECOVERY)
    {
        if (!m_congestion->HasCongControl())
        {
            UpdateInFlight();
            DoTcpRecovery(*m_recoveryOps, m_tcb, delivered, true);
        }
        if (TellsOfLoss())
        {
            CheckRetransmission();
        }
        return;
    }
    if (!TellsOfLoss())
    {
        return;
    }
    ++m_dupAcks;
    if (state == TcpSocketState::CA_OPEN)
    {
        m_limitedBytes = 0;
        SetCongState(TcpSocketState::CA_DISORDER);
    }
    // not before all of the last recovery is acknowledged (RFC 6675, 5.1; RFC 6582, 3.2)
    const bool allowed =
        !m_recoverActive || m_scoreboard.GetHead() >= m_recover || m_lossRecovery == RENO;
    if (allowed &&
        (m_dupAcks == m_dupThresh || (UsesSack() && m_scoreboard.IsHeadLost()) || IsHeadOverdue()))
    {
        EnterRecovery(delivered);
    }
}

uint32_t
IndexedTcpSocket::GetFlightForThreshold()
{
    const uint32_t inFlight = UpdateInFlight();
    if (m_lossRecovery == RENO)
    {
        return std::min(m_tcb->m_cWnd.Get(), m_rWnd.Get());
    }
    if (m_strict)
    {
        return GetUnacknowledged() - m_limitedBytes; // RFC 5681, 3.2, step 2
    }
    if (UsesSack())
    {
        return inFlight;
    }
    // the lost segment and those behind the duplicates were in flight
    const uint32_t segments = m_limitedTransmit ? m_dupThresh - 1 : m_dupThresh + 1;
    return inFlight + segments * m_tcb->m_segmentSize;
}

void
IndexedTcpSocket::EnterRecovery(uint32_t delivered)
{
    NS_LOG_FUNCTION(this << delivered);
    ++m_counters.fastRecoveries;
    if (!UsesSack() || !m_scoreboard.IsHeadLost())
    {
        m_scoreboard.MarkHeadLost();
    }
    ReduceWindow(*m_scoreboard.GetFirst(), delivered);
    if (auto* segment = m_scoreboard.GetNextLost())
    {
        Retransmit(*segment); // whatever the window
    }
}

void
IndexedTcpSocket::ReduceWindow(const TcpSentSegment& lost, uint32_t delivered)
{
    m_scoreboard.BeginRecovery();
    m_recover = m_scoreboard.GetEnd();
    m_recoverActive = true;
    m_firstPartialAck = true;
    m_timed = -1;
    const bool reduced = m_tcb->m_congState == TcpSocketState::CA_CWR;
    const uint32_t flight = GetFlightForThreshold();
    SetCongState(TcpSocketState::CA_RECOVERY);
    if (!reduced) // once in a window (RFC 3168, 6.1.2)
    {
        ReduceThreshold(lost, flight);
    }
    WatchRetransmission(lost);
    if (!m_congestion->HasCongControl())
    {
        m_recoveryOps->EnterRecovery(m_tcb, m_dupAcks, GetUnacknowledged(), delivered);
    }
}

void
IndexedTcpSocket::RepairSegment(StreamOffset begin)
{
    NS_LOG_FUNCTION(this << begin);
    auto* segment = m_scoreboard.MarkLostAt(begin);
    if (!segment)
    {
        return;
    }
    if (segment->lastSent >= m_reducedAt && m_tcb->m_congState != TcpSocketState::CA_LOSS)
    {
        ReduceWindow(*segment, 0);
    }
    Retransmit(*segment); // whatever the window
    RestartRetransmitTimer();
}

// --- progress -------------------------------------------------------------------------------

void
IndexedTcpSocket::NewAck(StreamOffset ack,
                         uint32_t delivered,
                         uint32_t bytes,
                         bool isDuplicate,
                         uint32_t oldDupAcks)
{
    const uint32_t segmentSize = m_tcb->m_segmentSize;
    m_ackedRest += delivered;
    uint32_t segments = m_ackedRest / segmentSize;
    m_ackedRest %= segmentSize;
    if (!isDuplicate)
    {
        m_dupAcks = 0;
    }
    m_retriesLeft = m_dataRetries;
    bool restart = true;
    const auto state = m_tcb->m_congState.Get();
    const bool partial = ack < m_recover;
    if (state == TcpSocketState::CA_RECOVERY && partial && m_lossRecovery != RENO)
    {
        PartialAck(delivered, bytes, segments);
        restart = m_firstPartialAck || UsesSack(); // "impatient" of RFC 6582, 4
        m_firstPartialAck = false;
    }
    else if (state == TcpSocketState::CA_LOSS && partial)
    {
        m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
        m_congestion->IncreaseWindow(m_tcb, segments);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
    else if (state == TcpSocketState::CA_CWR)
    {
        m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
        if (!m_congestion->HasCongControl() && segments > 0)
        {
            DoTcpRecovery(*m_recoveryOps, m_tcb, delivered, isDuplicate);
        }
    }
    else
    {
        if (state == TcpSocketState::CA_RECOVERY)
        {
            segments = bytes / segmentSize;
        }
        else if (state == TcpSocketState::CA_LOSS && m_lossRecovery != RENO)
        {
            segments = (ack - m_recover) / segmentSize;
        }
        FullAck(segments, ack, oldDupAcks, isDuplicate);
    }
    if (m_tcb->m_nextTxSequence.Get() < ToSeq(ack))
    {
        m_tcb->m_nextTxSequence = ToSeq(ack);
    }
    if (m_scoreboard.IsEmpty() || restart)
    {
        RestartRetransmitTimer();
    }
    CheckAfterRetransmission();
    NotifyRoom();
}

void
IndexedTcpSocket::PartialAck(uint32_t delivered, uint32_t bytes, uint32_t segments)
{
    if (!UsesSack() && TellsOfLoss())
    {
        m_scoreboard.MarkHeadLost();
    }
    UpdateInFlight();
    if (!m_congestion->HasCongControl() && segments > 0)
    {
        DoTcpRecovery(*m_recoveryOps, m_tcb, delivered, false);
    }
    if (!UsesSack())
    {
        if (auto* segment = m_scoreboard.GetNextLost())
        {
            Retransmit(*segment); // whatever the window (RFC 6582, 3.2, step 3)
        }
        const uint32_t inflated = m_tcb->m_cWndInfl;
        m_tcb->m_cWndInfl = inflated > bytes ? inflated - bytes : 0;
    }
    m_congestion->PktsAcked(m_tcb, 1, GetTcpSmoothedRtt(*m_tcb));
}

void
IndexedTcpSocket::FullAck(uint32_t segments,
                          StreamOffset ack,
                          uint32_t oldDupAcks,
                          bool isDuplicate)
{
    bool recovered = false;
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_DISORDER:
        if (segments >= oldDupAcks)
        {
            m_congestion->PktsAcked(m_tcb, segments - oldDupAcks, GetTcpSmoothedRtt(*m_tcb));
        }
        if (isDuplicate)
        {
            break;
        }
        SetCongState(TcpSocketState::CA_OPEN); // packets had only changed places
        break;
    case TcpSocketState::CA_RECOVERY:
        m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
        m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        SetCongState(TcpSocketState::CA_OPEN);
        m_dupAcks = 0;
        recovered = true;
        break;
    case TcpSocketState::CA_LOSS:
        m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
        SetCongState(TcpSocketState::CA_OPEN);
        break;
    default:
        m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
        break;
    }
    if (ack >= m_recover)
    {
        m_recoverActive = false;
    }
    if (recovered)
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recoveryOps->ExitRecovery(m_tcb);
    }
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        if (!UsesSack())
        {
            m_scoreboard.ForgetReports();
        }
        if (!recovered || !m_strict)
        {
            m_congestion->IncreaseWindow(m_tcb, segments);
        }
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
}

// --- explicit congestion notification -------------------------------------------------------

void
IndexedTcpSocket::TakeEce(const TcpSegment& s, bool isNew, uint32_t delivered)
{
    if (m_tcb->m_congState == TcpSocketState::CA_CWR && ToOffset(s.ack) > m_recover)
    {
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        if (!m_congestion->HasCongControl())
        {
            m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
            m_recoveryOps->ExitRecovery(m_tcb);
            m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        }
    }
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return;
    }
    if (!s.Has(TcpHeader::ECE))
    {
        if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
        {
            m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
        }
        return;
    }
    if (!isNew)
    {
        return;
    }
    m_ecnEchoSeq = s.ack;
    m_tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
    // once in a window, and not beside the repair of a loss (RFC 3168, 6.1.2)
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN ||
        m_tcb->m_congState == TcpSocketState::CA_DISORDER)
    {
        EnterCwr(delivered);
    }
}

void
IndexedTcpSocket::EnterCwr(uint32_t delivered)
{
    m_tcb->m_ssThresh = m_congestion->GetSsThresh(m_tcb, UpdateInFlight());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    m_recover = m_scoreboard.GetEnd();
    m_sendCwr = true;
    if (!m_congestion->HasCongControl())
    {
        m_recoveryOps->EnterRecovery(m_tcb, m_dupAcks, GetUnacknowledged(), delivered);
    }
}

// --- round-trip time and timeouts -----------------------------------------------------------

void
IndexedTcpSocket::MeasureSynRtt(const TcpSegment& s)
{
    std::optional<Time> sent;
    if (m_synsLeft + 1 == m_synRetries)
    {
        sent = m_synTime;
    }
    MeasureRtt(s, 1, sent);
}

void
IndexedTcpSocket::MeasureRtt(const TcpSegment& s, StreamOffset ack, std::optional<Time> sent)
{
    if (sent && ack > 1) // not of our SYN, which is shorter than segments are
    {
        TakeFineSample(Simulator::Now() - *sent);
    }
    const bool stamped = m_timestampOk && s.hasTimestamp;
    if (m_timerMode == BSD_TICKS)
    {
        if (stamped)
        {
            TakeTickSample(static_cast<int32_t>(GetTimestamp() - s.echo) + 1);
        }
        else if (m_timed >= 0 && ack > m_timed)
        {
            TakeTickSample(m_clock->GetSlowTick() - m_timedTick + 1);
            m_timed = -1;
        }
    }
    else if (stamped)
    {
        const Time sample = MilliSeconds(static_cast<uint32_t>(GetTimestamp() - s.echo));
        TakeRttSample(std::max(sample, MicroSeconds(1)));
    }
    else if (sent)
    {
        TakeRttSample(Simulator::Now() - *sent);
    }
}

void
IndexedTcpSocket::TakeRttSample(Time sample)
{
    m_rtt->Measurement(sample);
    SetTcpRtt(*m_tcb, sample, m_rtt->GetEstimate());
    m_tcb->m_minRtt = std::min(m_tcb->m_minRtt, m_tcb->m_lastRtt.Get());
    const Time max = m_maxRto.IsZero() ? Seconds(60) : m_maxRto;
    m_rto =
        std::min(max,
                 std::max(m_rtt->GetEstimate() + std::max(m_granularity, m_rtt->GetVariation() * 4),
                          m_minRto));
}

void
IndexedTcpSocket::TakeTickSample(int64_t ticks)
{
    ticks = std::max<int64_t>(ticks, 1);
    m_tickRtt.Measure(ticks);
    const Time slow = m_clock->GetSlowPeriod();
    SetTcpRtt(*m_tcb, slow * ticks, slow * m_tickRtt.GetScaledMean() / 8);
    m_tcb->m_minRtt = std::min(m_tcb->m_minRtt, m_tcb->m_lastRtt.Get());
    m_rto = slow * m_tickRtt.GetTimeout();
}

int64_t
IndexedTcpSocket::ToTicks(Time time) const
{
    const int64_t slow = m_clock->GetSlowPeriod().GetTimeStep();
    return std::max<int64_t>((time.GetTimeStep() + slow - 1) / slow, 1);
}

void
IndexedTcpSocket::StartRetransmitTimer()
{
    m_retransmitTimer.Set(m_timerMode == FINE ? Simulator::Now() + m_rto.Get()
                                              : m_clock->GetSlowTime(m_tickRtt.GetTimeout()));
}

void
IndexedTcpSocket::RestartRetransmitTimer()
{
    if (m_scoreboard.IsEmpty() || m_probing)
    {
        m_retransmitTimer.Cancel();
    }
    else
    {
        StartRetransmitTimer();
    }
}

void
IndexedTcpSocket::BackOffTimeout()
{
    if (m_timerMode == BSD_TICKS)
    {
        m_tickRtt.BackOff();
        m_rto = m_clock->GetSlowPeriod() * m_tickRtt.GetTimeout();
    }
    else
    {
        m_rto = std::min(m_rto.Get() * 2, m_maxRto.IsZero() ? Seconds(60) : m_maxRto);
    }
    m_timed = -1;
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
    if (m_scoreboard.IsEmpty())
    {
        return;
    }
    if (m_retriesLeft == 0)
    {
        FinishWithError(ERROR_NOTCONN);
        return;
    }
    --m_retriesLeft;
    ++m_counters.timeouts;
    m_reducedAt = Simulator::Now();
    m_fineChecks = 0;
    // a threshold is set once for a loss, unless it is 4.3BSD's way (RFC 5681, 3.1)
    const bool again = m_tcb->m_congState == TcpSocketState::CA_LOSS &&
                       m_scoreboard.IsHeadRetransmitted() && m_lossRecovery != RENO;
    const uint32_t flight = m_lossRecovery == RENO ? GetFlightForThreshold()
                            : m_strict             ? GetUnacknowledged()
                                                   : UpdateInFlight();
    if (!UsesSack() || m_scoreboard.GetFirst()->sacked)
    {
        m_scoreboard.ForgetReports(); // guesses, or of a receiver that has thrown data away
    }
    m_scoreboard.MarkAllLost();
    m_dupAcks = 0;
    m_recover = m_scoreboard.GetEnd();
    m_recoverActive = true;
    BackOffTimeout();
    if (!again)
    {
        m_tcb->m_ssThresh = GetLossThreshold(flight, true);
    }
    m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    SetCongState(TcpSocketState::CA_LOSS);
    m_tcb->m_cWnd = m_fineOps ? m_fineOps->GetLossWindow(m_tcb) : m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_pacingTimer.Cancel();
    UpdateInFlight();
    Retransmit(*m_scoreboard.GetFirst()); // whatever the window
    Output();
}
} // namespace hsn
} // namespace ns3
