// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TcpLossRecovery: what is sent.
 */
#include "tcp-loss-recovery.h"

#include "ns3/hsn-compat.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
// --- the next segment -----------------------------------------------------------------------

TcpNextSegment
TcpLossRecovery::NextToSend(uint32_t window, bool forced)
{
    const uint32_t inFlight = UpdateInFlight();
    const uint32_t available = window > inFlight ? window - inFlight : 0;
    if (m_fRto.TriesNewData())
    {
        // in place of what is considered lost, to find out whether a timeout was needless
        const uint32_t room = m_fRto.GetRoom(m_scoreboard.GetEnd(), m_tcb->m_segmentSize);
        const auto trial = TakeNew(std::min(available, room));
        if (trial.segment || m_fRto.KeepsTrying(m_scoreboard.GetEnd()))
        {
            return trial;
        }
    }
    if (auto* lost = m_scoreboard.GetNextLost())
    {
        const bool fits = available >= lost->size || (forced && inFlight == 0);
        return fits ? TakeAgain(*lost) : TcpNextSegment();
    }
    const auto next = TakeNew(available);
    if (next.segment || available < m_tcb->m_segmentSize)
    {
        return next;
    }
    auto* rescue = TakeRescue();
    return rescue ? TakeAgain(*rescue) : TcpNextSegment();
}

TcpNextSegment
TcpLossRecovery::TakeNew(uint32_t room)
{
    // not after the first duplicates, unless LimitedTransmit (RFC 3042)
    const bool may =
        m_settings.limitedTransmit || m_tcb->m_congState != TcpSocketState::CA_DISORDER;
    auto data = m_user.CutNew(may ? room : 0);
    return data ? Append(std::move(*data)) : TcpNextSegment();
}

TcpNextSegment
TcpLossRecovery::Append(TcpNewData data)
{
    if (m_tcb->m_bytesInFlight.Get() == 0)
    {
        m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    if (m_tcb->m_congState == TcpSocketState::CA_DISORDER)
    {
        m_limitedBytes += data.data->GetSize();
    }
    auto& segment = m_scoreboard.Append(std::move(data.data), data.fin);
    NoteSending(segment);
    return {&segment, false};
}

TcpNextSegment
TcpLossRecovery::TakeAgain(TcpSentSegment& segment)
{
    m_scoreboard.Retransmit(segment);
    m_dsack.OnRetransmission();
    NoteSending(segment);
    return {&segment, true};
}

void
TcpLossRecovery::Resend(TcpSentSegment& segment, bool first)
{
    TakeAgain(segment);
    m_user.SendAgain(segment, first);
}

TcpSentSegment*
TcpLossRecovery::TakeRescue()
{
    // by time, losses are found without such guesses
    if (!UsesSack() || UsesRack() || m_tcb->m_congState != TcpSocketState::CA_RECOVERY)
    {
        return nullptr;
    }
    if (auto* segment = m_scoreboard.GetNextUnreported())
    {
        return segment;
    }
    auto* last = m_scoreboard.GetLastUnreported();
    if (!last || last->retransmitted || m_scoreboard.GetHead() <= m_rescued)
    {
        return nullptr;
    }
    m_rescued = m_recover;
    return last;
}

// --- probes ---------------------------------------------------------------------------------

bool
TcpLossRecovery::MayProbe() const
{
    return m_settings.tailProbe && UsesSack() && m_timed && !IsRecovering() &&
           !m_scoreboard.IsEmpty() && m_scoreboard.GetNSacked() == 0 && m_tailProbe.MaySend();
}

std::optional<Time>
TcpLossRecovery::GetProbeTimeout(Time ackDelay) const
{
    if (!MayProbe())
    {
        return std::nullopt;
    }
    return TcpTailProbe::GetTimeout(GetTcpSmoothedRtt(*m_tcb),
                                    m_scoreboard.GetNSegments() == 1,
                                    ackDelay);
}

TcpNextSegment
TcpLossRecovery::OnProbeTimeout(bool hasNew)
{
    if (!MayProbe())
    {
        return {};
    }
    auto probe = hasNew ? TakeNew(m_tcb->m_segmentSize) : TcpNextSegment();
    if (!probe.segment)
    {
        probe = TakeAgain(*m_scoreboard.GetLastUnreported());
    }
    m_tailProbe.OnProbe(m_scoreboard.GetEnd(), probe.again);
    return probe;
}

TcpNextSegment
TcpLossRecovery::ProbeWindow(TcpNewData data)
{
    return data.data ? Append(std::move(data)) : TakeAgain(*m_scoreboard.GetFirst());
}

// --- what is sent ---------------------------------------------------------------------------

void
TcpLossRecovery::NoteSending(TcpSentSegment& segment)
{
    m_rate.OnSent(segment, m_tcb->m_bytesInFlight.Get() == 0);
    m_scoreboard.NoteSent(segment);
}

void
TcpLossRecovery::OnSent(uint32_t length)
{
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        m_recoveryOps->UpdateBytesSent(length);
    }
    SetTcpCwndLimited(*m_tcb, m_tcb->m_cWnd < UpdateInFlight() + m_tcb->m_segmentSize);
}

uint32_t
TcpLossRecovery::UpdateInFlight()
{
    const uint32_t inFlight = m_scoreboard.GetInFlight();
    m_tcb->m_bytesInFlight = inFlight;
    return inFlight;
}

void
TcpLossRecovery::OnAppLimited()
{
    const uint32_t inFlight = m_scoreboard.GetInFlight();
    if (inFlight < m_tcb->m_cWnd && m_scoreboard.GetLost() <= m_scoreboard.GetRetransmitted())
    {
        m_rate.OnAppLimited(inFlight);
    }
}
} // namespace hsn
} // namespace ns3
