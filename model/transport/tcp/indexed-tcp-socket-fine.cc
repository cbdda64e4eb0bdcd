// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: fine-grained retransmission of TCP Vegas (L. Brakmo, L. Peterson, IEEE JSAC
 * 13(8), 1995, section III.A), and what congestion control may want to know beyond ns-3's
 * interface.
 */
#include "indexed-tcp-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnIndexedTcpSocketFine");

void
IndexedTcpSocket::TakeFineSample(Time sample)
{
    m_fineFactor = 1;
    if (m_timerMode == BSD_TICKS && IsFine())
    {
        m_rtt->Measurement(sample); // else the retransmission timer's samples go there
    }
    if (m_fineOps)
    {
        m_fineOps->TakeRttSample(m_tcb, sample);
    }
}

uint32_t
IndexedTcpSocket::GetLossThreshold(uint32_t flight, bool again)
{
    return m_fineOps && again ? m_fineOps->GetSsThreshAgain(m_tcb, flight)
                              : m_congestion->GetSsThresh(m_tcb, flight);
}

void
IndexedTcpSocket::ReduceThreshold(const TcpSentSegment& lost, uint32_t flight)
{
    if (IsFine() && lost.lastSent < m_reducedAt)
    {
        m_tcb->m_ssThresh = m_tcb->m_cWnd.Get(); // sent at a rate that is no longer used
        return;
    }
    m_tcb->m_ssThresh = GetLossThreshold(flight, lost.everRetransmitted);
    m_reducedAt = Simulator::Now();
}

bool
IndexedTcpSocket::IsHeadOverdue()
{
    if (!IsFine() || m_scoreboard.IsEmpty() || m_rtt->GetNSamples() == 0)
    {
        return false;
    }
    const Time timeout = (m_rtt->GetEstimate() + m_rtt->GetVariation() * 2) * 17 / 16;
    const Time age = Simulator::Now() - m_scoreboard.GetFirst()->lastSent;
    return age.GetSeconds() > timeout.GetSeconds() * m_fineFactor;
}

void
IndexedTcpSocket::WatchRetransmission(const TcpSentSegment& lost)
{
    // what is sent again gives no samples; without this, a round-trip time that has become longer
    // would have every segment sent twice for ever
    m_fineFactor *= lost.everRetransmitted ? 2 : 1.125;
    m_fineChecks = 2;
}

void
IndexedTcpSocket::CheckRetransmission()
{
    if (!IsHeadOverdue())
    {
        return;
    }
    NS_LOG_LOGIC("sent again, and lost again");
    m_scoreboard.MarkHeadLost();
    ReduceThreshold(*m_scoreboard.GetFirst(), GetFlightForThreshold());
    m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
    WatchRetransmission(*m_scoreboard.GetFirst());
    Retransmit(*m_scoreboard.GetFirst());
}

void
IndexedTcpSocket::CheckAfterRetransmission()
{
    if (m_fineChecks == 0)
    {
        return;
    }
    --m_fineChecks;
    if (IsHeadOverdue())
    {
        EnterRecovery(0);
    }
}
} // namespace hsn
} // namespace ns3
