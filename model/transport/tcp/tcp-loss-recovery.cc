// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TcpLossRecovery: losses, and reductions of the window. tcp-loss-recovery-ack.cc has the
 * acknowledgements, tcp-loss-recovery-send.cc what is sent.
 */
#include "tcp-loss-recovery.h"

#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTcpLossRecovery");

TcpLossRecovery::TcpLossRecovery(const Settings& settings,
                                 Ptr<TcpSocketState> tcb,
                                 TcpLossRecoveryUser& user)
    : m_settings(settings),
      m_tcb(tcb),
      m_user(user),
      m_rateOps(CreateObject<TcpRateAdapter>()),
      m_rate(m_rateOps->GetSampler())
{
}

void
TcpLossRecovery::SetParts(Ptr<TcpCongestionOps> congestion,
                          Ptr<TcpRecoveryOps> recovery,
                          Ptr<RttEstimator> estimator)
{
    m_congestion = congestion;
    m_fineOps = DynamicCast<TcpFineCongestionOps>(congestion);
    if (m_congestion)
    {
        SetTcpRateOps(*m_congestion, m_rateOps);
    }
    SetRecovery(m_classic ? m_classic : recovery);
    m_estimator = estimator;
    m_fine.SetEstimator(estimator);
}

void
TcpLossRecovery::SetRecovery(Ptr<TcpRecoveryOps> ops)
{
    m_recoveryOps = ops;
    m_reduction = DynamicCast<TcpRateReduction>(ops);
}

void
TcpLossRecovery::Start(bool timed)
{
    m_timed = timed;
    m_scoreboard.Reset(0);
    if (m_settings.mode == RENO)
    {
        m_classic = CreateObject<TcpClassicRecovery>();
        SetRecovery(m_classic);
    }
}

void
TcpLossRecovery::Open(bool sack)
{
    m_sack = sack;
    m_scoreboard.Reset(1);
    m_reordering.Reset();
    m_dsack.Cancel();
    m_fRto.Cancel();
    m_owesCwr = false;
    m_rack.Reset(m_tcb->m_lastRtt);
    m_tailProbe.Reset();
    m_reorderingDeadline.reset();
    if (UsesRack())
    {
        m_scoreboard.KeepOrder();
    }
    m_recover = 1;
    SetCongState(TcpSocketState::CA_OPEN);
}

uint32_t
TcpLossRecovery::GetUnacknowledged() const
{
    return m_scoreboard.GetEnd() - m_scoreboard.GetHead();
}

void
TcpLossRecovery::SetCongState(TcpSocketState::TcpCongState_t state)
{
    m_congestion->CongestionStateSet(m_tcb, state);
    m_tcb->m_congState = state;
}

void
TcpLossRecovery::NotifyAcked(uint32_t segments)
{
    m_congestion->PktsAcked(m_tcb, segments, GetTcpSmoothedRtt(*m_tcb));
}

// --- losses ---------------------------------------------------------------------------------

uint32_t
TcpLossRecovery::GetFlightForThreshold()
{
    const uint32_t inFlight = UpdateInFlight();
    if (m_settings.mode == RENO)
    {
        return std::min(m_tcb->m_cWnd.Get(), m_peerWindow);
    }
    if (m_settings.strict)
    {
        return GetUnacknowledged() - m_limitedBytes; // RFC 5681, 3.2, step 2
    }
    if (UsesSack())
    {
        return inFlight;
    }
    // the lost segment and those behind the duplicates were in flight
    const uint32_t segments =
        m_settings.limitedTransmit ? m_settings.dupThresh - 1 : m_settings.dupThresh + 1;
    return inFlight + segments * m_tcb->m_segmentSize;
}

void
TcpLossRecovery::EnterRecovery(uint32_t delivered)
{
    NS_LOG_FUNCTION(this << delivered);
    ++m_fastRecoveries;
    if (!UsesSack() || !(m_scoreboard.IsHeadLost() || (UsesRack() && m_scoreboard.HasLost())))
    {
        m_scoreboard.MarkHeadLost();
    }
    m_tailProbe.Cancel();
    ReduceWindow(*m_scoreboard.GetFirst(), delivered);
    if (auto* segment = m_scoreboard.GetNextLost())
    {
        Resend(*segment, true); // whatever the window
    }
}

void
TcpLossRecovery::ReduceWindow(const TcpSentSegment& lost, uint32_t delivered)
{
    m_scoreboard.BeginRecovery();
    m_recover = m_scoreboard.GetEnd();
    m_recoverActive = true;
    m_firstPartialAck = true;
    const bool reduced = m_tcb->m_congState == TcpSocketState::CA_CWR;
    const uint32_t flight = GetFlightForThreshold();
    RememberWindows();
    SetCongState(TcpSocketState::CA_RECOVERY);
    if (!reduced) // once in a window (RFC 3168, 6.1.2)
    {
        m_owesCwr = true;
        ReduceThreshold(lost, flight);
    }
    m_fine.OnRetransmission(lost.everRetransmitted);
    BeginReduction(delivered);
}

void
TcpLossRecovery::BeginReduction(uint32_t delivered)
{
    if (m_congestion->HasCongControl())
    {
        return;
    }
    if (m_reduction)
    {
        m_reduction->SetRecoverFlight(GetUnacknowledged() - m_scoreboard.GetSacked() + delivered,
                                      UsesSack());
    }
    m_recoveryOps->EnterRecovery(m_tcb, m_dupAcks, GetUnacknowledged(), delivered);
}

void
TcpLossRecovery::ContinueReduction(const TcpAckProgress& progress, bool duplicate)
{
    if (m_congestion->HasCongControl())
    {
        return;
    }
    if (m_reduction)
    {
        m_reduction->SetSafe(progress.isNew && m_scoreboard.GetNLosses() == progress.priorLosses);
    }
    DoTcpRecovery(*m_recoveryOps, m_tcb, progress.delivered, duplicate);
}

uint32_t
TcpLossRecovery::GetLossThreshold(uint32_t flight, bool again)
{
    return m_fineOps && again ? m_fineOps->GetSsThreshAgain(m_tcb, flight)
                              : m_congestion->GetSsThresh(m_tcb, flight);
}

void
TcpLossRecovery::ReduceThreshold(const TcpSentSegment& lost, uint32_t flight)
{
    if (IsFine() && lost.lastSent < m_reducedAt)
    {
        m_tcb->m_ssThresh = m_tcb->m_cWnd.Get(); // sent at a rate that is no longer used
        return;
    }
    m_tcb->m_ssThresh = GetLossThreshold(flight, lost.everRetransmitted);
    m_reducedAt = Simulator::Now();
}

void
TcpLossRecovery::RememberWindows()
{
    if (m_settings.mode == RENO || m_congestion->HasCongControl())
    {
        return;
    }
    const TcpWindows windows{m_tcb->m_cWnd, m_tcb->m_ssThresh};
    if (m_settings.eifel)
    {
        m_eifel.Begin(Simulator::Now(), windows);
    }
    if (UsesDsack())
    {
        m_dsack.Begin(m_scoreboard.GetHead(), windows);
    }
}

void
TcpLossRecovery::ForgetWindows()
{
    m_eifel.Cancel();
    m_dsack.Cancel();
}

void
TcpLossRecovery::Undo(const TcpWindows& windows)
{
    NS_LOG_FUNCTION(this << windows.congestion << windows.threshold);
    ++m_undone;
    ForgetWindows();
    m_fRto.Cancel();
    m_owesCwr = false;
    m_recoverActive = false;
    m_dupAcks = 0;
    if (m_scoreboard.GetLost() > 0)
    {
        m_scoreboard.Unmark();
        UpdateInFlight();
    }
    m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    SetCongState(TcpSocketState::CA_OPEN);
    m_tcb->m_ssThresh = windows.threshold;
    m_tcb->m_cWnd = std::max(m_tcb->m_cWnd.Get(), windows.congestion);
    m_recoveryOps->ExitRecovery(m_tcb);
}

bool
TcpLossRecovery::Repair(StreamOffset begin)
{
    NS_LOG_FUNCTION(this << begin);
    auto* segment = m_scoreboard.MarkLostAt(begin);
    if (!segment)
    {
        return false;
    }
    const bool reduce =
        segment->lastSent >= m_reducedAt && m_tcb->m_congState != TcpSocketState::CA_LOSS;
    if (reduce)
    {
        ReduceWindow(*segment, 0);
    }
    Resend(*segment, reduce); // whatever the window
    return true;
}

void
TcpLossRecovery::OnTimeout()
{
    NS_LOG_FUNCTION(this);
    m_reducedAt = Simulator::Now();
    m_owesCwr = true;
    m_fine.OnTimeout();
    m_reordering.Reset();
    // of a timeout in a recovery it is not asked whether it was needless (RFC 5682, 2.1)
    const bool recovering = m_recoverActive && m_recover > m_scoreboard.GetHead();
    if (!recovering)
    {
        RememberWindows();
    }
    if (recovering || !UsesFRto())
    {
        m_eifel.Cancel();
        m_fRto.Cancel();
    }
    else
    {
        m_before = {m_tcb->m_cWnd, m_tcb->m_ssThresh};
        m_fRto.Begin(m_scoreboard.GetEnd(), UsesSack(), m_scoreboard.GetFirst()->GetEnd());
    }
    // the threshold is set once for a loss, except in 4.3BSD (RFC 5681, 3.1)
    const bool again = m_tcb->m_congState == TcpSocketState::CA_LOSS &&
                       m_scoreboard.IsHeadRetransmitted() && m_settings.mode != RENO;
    const uint32_t flight = m_settings.mode == RENO ? GetFlightForThreshold()
                            : m_settings.strict     ? GetUnacknowledged()
                                                    : UpdateInFlight();
    m_tailProbe.Cancel();
    m_reorderingDeadline.reset();
    if (!UsesSack() || m_scoreboard.GetFirst()->sacked)
    {
        m_scoreboard.ForgetReports(); // guesses, or of a receiver that has thrown data away
        m_scoreboard.MarkAllLost();
    }
    else if (UsesRack() && m_rack.IsValid())
    {
        // what was sent shortly before may still arrive (RFC 8985, 6.3)
        m_scoreboard.MarkAllLost(Simulator::Now() - m_rack.GetRtt() - GetReorderingWindow());
    }
    else
    {
        m_scoreboard.MarkAllLost();
    }
    m_dupAcks = 0;
    m_recover = m_scoreboard.GetEnd();
    m_recoverActive = true;
    if (!again)
    {
        m_tcb->m_ssThresh = GetLossThreshold(flight, true);
    }
    m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    SetCongState(TcpSocketState::CA_LOSS);
    m_tcb->m_cWnd = m_fineOps ? m_fineOps->GetLossWindow(m_tcb) : m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    UpdateInFlight();
    Resend(*m_scoreboard.GetFirst(), false); // whatever the window
}

// --- losses by time -------------------------------------------------------------------------

bool
TcpLossRecovery::IsRecovering() const
{
    return m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
           m_tcb->m_congState == TcpSocketState::CA_LOSS;
}

Time
TcpLossRecovery::GetReorderingWindow() const
{
    return m_rack.GetWindow(IsRecovering(),
                            m_scoreboard.GetNSacked() >= m_settings.dupThresh,
                            GetTcpSmoothedRtt(*m_tcb));
}

void
TcpLossRecovery::DetectLoss()
{
    m_reorderingDeadline.reset();
    if (!m_rack.IsValid())
    {
        return;
    }
    const Time wait = m_rack.GetRtt() + GetReorderingWindow();
    if (const auto rest =
            m_scoreboard.MarkOverdue(m_rack.GetSent(), m_rack.GetEnd(), Simulator::Now() - wait))
    {
        m_reorderingDeadline = *rest + wait;
    }
}

void
TcpLossRecovery::OnReorderingTimeout()
{
    NS_LOG_FUNCTION(this);
    DetectLoss();
    UpdateInFlight();
    if (m_scoreboard.HasLost() && !IsRecovering())
    {
        EnterRecovery(0);
    }
}

void
TcpLossRecovery::ReduceForProbe(uint32_t flight)
{
    if (m_congestion->HasCongControl() || IsRecovering() ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        return;
    }
    ForgetWindows();
    m_owesCwr = true;
    m_tcb->m_ssThresh = GetLossThreshold(flight, false);
    SetCongState(TcpSocketState::CA_CWR);
    m_tcb->m_cWnd = std::min(m_tcb->m_cWnd.Get(), m_tcb->m_ssThresh.Get());
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    SetCongState(TcpSocketState::CA_OPEN);
}

// --- explicit congestion notification -------------------------------------------------------

void
TcpLossRecovery::EnterCwr(uint32_t delivered)
{
    ForgetWindows();
    m_owesCwr = true;
    m_tcb->m_ssThresh = m_congestion->GetSsThresh(m_tcb, UpdateInFlight());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    m_recover = m_scoreboard.GetEnd();
    BeginReduction(delivered);
}

void
TcpLossRecovery::EndCwr(StreamOffset ack)
{
    if (m_tcb->m_congState != TcpSocketState::CA_CWR || ack <= m_recover)
    {
        return;
    }
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    if (!m_congestion->HasCongControl())
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recoveryOps->ExitRecovery(m_tcb);
        m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    }
}

// --- fine timeout ---------------------------------------------------------------------------

bool
TcpLossRecovery::IsHeadOverdue() const
{
    return IsFine() && !m_scoreboard.IsEmpty() &&
           m_fine.IsOverdue(Simulator::Now() - m_scoreboard.GetFirst()->lastSent);
}

void
TcpLossRecovery::CheckRetransmission()
{
    if (!IsHeadOverdue())
    {
        return;
    }
    NS_LOG_LOGIC("the retransmission was lost, too");
    m_scoreboard.MarkHeadLost();
    auto& first = *m_scoreboard.GetFirst();
    m_owesCwr = true;
    ReduceThreshold(first, GetFlightForThreshold());
    m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
    m_fine.OnRetransmission(first.everRetransmitted);
    Resend(first, false);
}

void
TcpLossRecovery::CheckAfterRetransmission()
{
    if (m_fine.TakeCheck() && IsHeadOverdue())
    {
        EnterRecovery(0);
    }
}
} // namespace hsn
} // namespace ns3
