// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TcpLossRecovery: acknowledgements.
 */
#include "tcp-loss-recovery.h"

#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
TcpAckProgress
TcpLossRecovery::OnAck(const TcpAckEvent& event)
{
    auto progress = Update(event);
    if (progress.isNew)
    {
        TakeRttSample(progress.firstSent);
        m_user.MeasureRtt(event.ack, progress.firstSent, event.echo);
    }
    React(event, progress);
    if (progress.isNew)
    {
        m_user.DataAcknowledged(progress.restartTimer);
    }
    SampleRate(progress);
    return progress;
}

TcpAckProgress
TcpLossRecovery::Update(const TcpAckEvent& event)
{
    TcpAckProgress progress;
    progress.isNew = event.ack > m_scoreboard.GetHead();
    progress.priorInFlight = m_tcb->m_bytesInFlight;
    progress.priorLost = m_scoreboard.GetLost();
    progress.priorLosses = m_scoreboard.GetNLosses();
    const uint64_t priorDelivered = m_rate.GetConnection().m_delivered;
    const StreamOffset edge = m_scoreboard.GetHighestReport();
    StreamOffset late = edge; // first byte of what has arrived late
    const bool rack = UsesRack();
    const bool adapts = (m_settings.adaptReordering || rack) && UsesSack();
    const bool timedOut = m_tcb->m_congState == TcpSocketState::CA_LOSS;
    // of data that was sent again, the echoed timestamp tells which has arrived
    const auto echoesBefore = [&](const TcpSentSegment& segment) {
        return event.echoed && *event.echoed < TcpEifel::ToTimestamp(segment.lastSent);
    };
    const auto deliver = [&](TcpSentSegment& segment) {
        m_rate.OnDelivered(segment);
        if (rack)
        {
            m_rack.OnDelivered({segment.lastSent,
                                segment.GetEnd(),
                                segment.everRetransmitted,
                                segment.everRetransmitted && echoesBefore(segment)},
                               Simulator::Now());
        }
        if (adapts && !segment.everRetransmitted && segment.GetEnd() <= edge)
        {
            late = std::min(late, segment.begin);
        }
    };
    StreamOffset whole = m_scoreboard.GetHead(); // end of the last segment that it covers
    const auto acknowledge = [&](TcpSentSegment& segment) {
        deliver(segment);
        whole = segment.GetEnd();
        // after a timeout the original was slow; it need not have been overtaken
        if (adapts && segment.everRetransmitted && !timedOut && echoesBefore(segment))
        {
            late = std::min(late, segment.begin);
        }
    };
    for (uint32_t i = 0; UsesSack() && i < event.nBlocks; ++i)
    {
        if (event.blocks[i].second > event.ack) // else it reports a duplicate (RFC 2883, 4)
        {
            progress.reported +=
                m_scoreboard.Sack(event.blocks[i].first, event.blocks[i].second, deliver);
        }
    }
    const bool inOrder = m_scoreboard.GetNSacked() == 0;
    const auto result = m_scoreboard.Acknowledge(event.ack, acknowledge);
    // a segment that it ends in counts in part now, and the rest of it later
    const bool divides = inOrder && progress.isNew && !m_scoreboard.IsEmpty();
    const auto part = divides ? static_cast<uint32_t>(event.ack - whole) : 0;
    const auto duplicate = UsesDsack() ? TcpDsack::Find(event) : std::nullopt;
    if (duplicate)
    {
        const StreamOffset place = TakeDuplicate(*duplicate);
        late = adapts ? std::min(late, place) : late;
    }
    TcpTailProbe::Ack probed;
    probed.ack = event.ack;
    probed.bare = !progress.isNew && event.repeats && event.nBlocks == 0;
    if (duplicate)
    {
        probed.duplicate = duplicate->second;
    }
    progress.probeRepaired = m_tailProbe.OnAck(probed);
    if (result.firstSent)
    {
        m_tailProbe.OnSample();
    }
    if (late < edge)
    {
        if (m_settings.adaptReordering)
        {
            m_reordering.OnLate(late, edge, m_tcb->m_segmentSize);
        }
        m_rack.OnReordering();
    }
    if (rack)
    {
        DetectLoss();
    }
    else if (progress.reported > 0)
    {
        m_scoreboard.MarkLost(GetDupThresh(), m_tcb->m_segmentSize, m_settings.detectLostAgain);
    }
    progress.bytes = result.bytes;
    progress.firstSent = result.firstSent;
    progress.delivered =
        static_cast<uint32_t>(m_rate.GetConnection().m_delivered - priorDelivered) + part;
    m_tcb->m_lastAckedSackedBytes = progress.delivered;
    m_tcb->m_isRetransDataAcked = result.retransmitted && event.ack < m_recover &&
                                  m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    return progress;
}

void
TcpLossRecovery::TakeRttSample(std::optional<Time> sent)
{
    if (!sent)
    {
        return;
    }
    const Time sample = Simulator::Now() - *sent;
    if (!m_timed && IsFine())
    {
        m_estimator->Measurement(sample); // the retransmission timer does not use this estimator
    }
    m_fine.OnSample();
    if (m_fineOps)
    {
        m_fineOps->TakeRttSample(m_tcb, sample);
    }
}

void
TcpLossRecovery::React(const TcpAckEvent& event, TcpAckProgress& progress)
{
    EndCwr(event.ack);
    // once in a window, and not while a loss is repaired (RFC 3168, 6.1.2)
    if (event.echoesCongestion && (m_tcb->m_congState == TcpSocketState::CA_OPEN ||
                                   m_tcb->m_congState == TcpSocketState::CA_DISORDER))
    {
        EnterCwr(progress.delivered);
    }
    UpdateInFlight();
    const uint32_t oldDupAcks = m_dupAcks;
    const bool counts = !event.note || event.note->CountsAsDuplicate();
    const bool stalled = !progress.isNew && !m_scoreboard.IsEmpty() && !event.hasData && counts;
    const bool isDuplicate = UsesSack() ? progress.reported > 0 : stalled && event.repeats;
    const bool recovering = IsRecovering();
    if (progress.probeRepaired)
    {
        ReduceForProbe(progress.priorInFlight);
    }
    uint32_t limit = 0;
    if (m_tcb->m_congState == TcpSocketState::CA_LOSS)
    {
        limit = CheckTimeout(event, progress);
    }
    else
    {
        CheckUndo(event, progress);
    }
    if (isDuplicate)
    {
        const bool inRecovery = m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
        DuplicateAck(event, progress);
        progress.beganRecovery = !inRecovery && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    }
    if (progress.isNew)
    {
        NewAck(event, progress, isDuplicate, oldDupAcks);
    }
    else if (stalled)
    {
        NotifyAcked(1); // as in ns-3: it stands for a segment that has arrived
    }
    if (UsesRack() && m_scoreboard.HasLost() && !IsRecovering())
    {
        EnterRecovery(progress.delivered); // no duplicate is needed
        progress.beganRecovery = true;
    }
    if (recovering && !IsRecovering())
    {
        m_rack.OnRecoveryEnd();
    }
    if (limit > 0)
    {
        m_tcb->m_cWnd = limit;
        m_tcb->m_cWndInfl = limit;
    }
    m_tcb->m_isRetransDataAcked = false;
}

void
TcpLossRecovery::SampleRate(const TcpAckProgress& progress)
{
    if (!m_congestion->HasCongControl())
    {
        return;
    }
    const uint32_t lost = m_scoreboard.GetLost();
    const auto& sample =
        m_rate.MakeSample(progress.delivered,
                          lost > progress.priorLost ? lost - progress.priorLost : 0,
                          progress.priorInFlight,
                          m_tcb->m_minRtt);
    m_congestion->CongControl(m_tcb, m_rate.GetConnection(), sample);
}

// --- duplicates -----------------------------------------------------------------------------

void
TcpLossRecovery::DuplicateAck(const TcpAckEvent& event, const TcpAckProgress& progress)
{
    const auto state = m_tcb->m_congState.Get();
    if (state == TcpSocketState::CA_LOSS && m_settings.mode != RENO)
    {
        return; // retransmissions after a timeout may cause them (RFC 6582, 4)
    }
    if (!UsesSack())
    {
        m_scoreboard.AddDuplicate(m_tcb->m_segmentSize);
    }
    if (state == TcpSocketState::CA_RECOVERY)
    {
        UpdateInFlight();
        if (!m_reduction || !progress.isNew) // else it is counted below, and only once
        {
            ContinueReduction(progress, true);
        }
        if (IndicatesLoss(event))
        {
            CheckRetransmission();
        }
        return;
    }
    if (!IndicatesLoss(event))
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
        !m_recoverActive || m_scoreboard.GetHead() >= m_recover || m_settings.mode == RENO;
    const bool isLost = UsesRack()
                            ? m_scoreboard.HasLost()
                            : m_dupAcks == GetDupThresh() ||
                                  (UsesSack() && m_scoreboard.IsHeadLost()) || IsHeadOverdue();
    if (allowed && isLost)
    {
        EnterRecovery(progress.delivered);
    }
}

// --- progress -------------------------------------------------------------------------------

void
TcpLossRecovery::NewAck(const TcpAckEvent& event,
                        TcpAckProgress& progress,
                        bool isDuplicate,
                        uint32_t oldDupAcks)
{
    const uint32_t segmentSize = m_tcb->m_segmentSize;
    m_ackedRest += progress.delivered;
    uint32_t segments = m_ackedRest / segmentSize;
    m_ackedRest %= segmentSize;
    if (!isDuplicate)
    {
        m_dupAcks = 0;
    }
    progress.restartTimer = true;
    const auto state = m_tcb->m_congState.Get();
    const bool partial = event.ack < m_recover;
    if (state == TcpSocketState::CA_RECOVERY && partial && m_settings.mode != RENO)
    {
        PartialAck(event, progress, segments);
        progress.restartTimer = m_firstPartialAck || !m_settings.impatient || UsesSack() ||
                                m_scoreboard.IsEmpty(); // RFC 6582, 4
        m_firstPartialAck = false;
    }
    else if (state == TcpSocketState::CA_LOSS && partial)
    {
        NotifyAcked(segments);
        m_congestion->IncreaseWindow(m_tcb, segments);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
    else if (state == TcpSocketState::CA_CWR)
    {
        NotifyAcked(segments);
        if (segments > 0 || m_reduction)
        {
            ContinueReduction(progress, isDuplicate);
        }
    }
    else
    {
        if (state == TcpSocketState::CA_RECOVERY)
        {
            segments = progress.bytes / segmentSize;
        }
        else if (state == TcpSocketState::CA_LOSS && m_settings.mode != RENO)
        {
            segments = (event.ack - m_recover) / segmentSize;
        }
        FullAck(segments, event.ack, oldDupAcks, isDuplicate);
    }
    CheckAfterRetransmission();
}

StreamOffset
TcpLossRecovery::TakeDuplicate(const TcpDsack::Block& block)
{
    m_dsack.OnDuplicate(block, m_tcb->m_segmentSize);
    if (!m_tailProbe.IsOfProbe(block.second)) // as in Linux: that was not sent for reordering
    {
        m_rack.OnDuplicate(m_scoreboard.GetHead(), m_scoreboard.GetEnd());
    }
    return m_scoreboard.IsReportedAgain(block.first) ? block.first : m_scoreboard.GetEnd();
}

void
TcpLossRecovery::CheckUndo(const TcpAckEvent& event, const TcpAckProgress& progress)
{
    const auto state = m_tcb->m_congState.Get();
    if (state == TcpSocketState::CA_CWR || m_scoreboard.GetLost() > 0)
    {
        if (progress.isNew && state == TcpSocketState::CA_RECOVERY)
        {
            m_eifel.Decide(event.echoed, false); // the first one decides
        }
        return;
    }
    auto windows = m_dsack.Decide();
    if (!windows && progress.isNew && state == TcpSocketState::CA_RECOVERY)
    {
        windows = m_eifel.Decide(event.echoed, true);
    }
    if (windows)
    {
        Undo(*windows);
    }
}

uint32_t
TcpLossRecovery::CheckTimeout(const TcpAckEvent& event, const TcpAckProgress& progress)
{
    TcpFRto::Ack a;
    a.ack = event.ack;
    a.advances = progress.isNew;
    a.duplicates = !progress.isNew && !m_scoreboard.IsEmpty() && !event.hasData && event.repeats;
    a.reports = progress.reported > 0;
    a.highest = m_scoreboard.GetHighestReport();
    a.end = m_scoreboard.GetEnd();
    const auto verdict = m_fRto.OnAck(a);
    auto windows = progress.isNew ? m_dsack.Decide() : std::nullopt;
    if (!windows && progress.isNew)
    {
        windows = m_eifel.Decide(event.echoed, true);
    }
    if (!windows && verdict == TcpFRto::Verdict::SPURIOUS)
    {
        windows = m_before;
    }
    if (windows)
    {
        Undo(*windows);
        return 0;
    }
    return verdict == TcpFRto::Verdict::GENUINE ? 3 * m_tcb->m_segmentSize : 0;
}

void
TcpLossRecovery::PartialAck(const TcpAckEvent& event,
                            const TcpAckProgress& progress,
                            uint32_t segments)
{
    if (!UsesSack() && IndicatesLoss(event))
    {
        m_scoreboard.MarkHeadLost();
    }
    UpdateInFlight();
    if (m_reduction ? !progress.beganRecovery : segments > 0) // each delivery counts once
    {
        ContinueReduction(progress, false);
    }
    if (!UsesSack())
    {
        if (auto* segment = m_scoreboard.GetNextLost())
        {
            Resend(*segment, false); // whatever the window (RFC 6582, 3.2, step 3)
        }
        const uint32_t inflated = m_tcb->m_cWndInfl;
        m_tcb->m_cWndInfl = inflated > progress.bytes ? inflated - progress.bytes : 0;
    }
    NotifyAcked(1);
}

void
TcpLossRecovery::FullAck(uint32_t segments, StreamOffset ack, uint32_t oldDupAcks, bool isDuplicate)
{
    const auto state = m_tcb->m_congState.Get();
    const bool recovered = state == TcpSocketState::CA_RECOVERY;
    if (state != TcpSocketState::CA_DISORDER)
    {
        NotifyAcked(segments);
    }
    else if (segments >= oldDupAcks)
    {
        NotifyAcked(segments - oldDupAcks);
    }
    if (recovered)
    {
        m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        m_dupAcks = 0;
    }
    // in disorder, packets have only been reordered
    if (recovered || state == TcpSocketState::CA_LOSS ||
        (state == TcpSocketState::CA_DISORDER && !isDuplicate))
    {
        SetCongState(TcpSocketState::CA_OPEN);
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
        if (!recovered || !m_settings.strict)
        {
            m_congestion->IncreaseWindow(m_tcb, segments);
        }
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
}
} // namespace hsn
} // namespace ns3
