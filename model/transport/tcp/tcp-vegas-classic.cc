// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-vegas-classic.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTcpVegasClassic");
NS_OBJECT_ENSURE_REGISTERED(TcpVegasClassic);

namespace
{
/// Least window, segments.
constexpr uint32_t FLOOR = 2;
} // namespace

TypeId
TcpVegasClassic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpVegasClassic")
            .SetParent<TcpFineCongestionOps>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpVegasClassic>()
            .AddAttribute("Alpha",
                          "The window grows while fewer segments than this are in queues.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TcpVegasClassic::m_alpha),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Beta",
                          "The window shrinks while more segments than this are in queues.",
                          DoubleValue(3),
                          MakeDoubleAccessor(&TcpVegasClassic::m_beta),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Gamma",
                          "Slow start ends when more segments than this are in queues.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TcpVegasClassic::m_gamma),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RoundDiff",
                          "Round the number of segments in queues to the nearest integer before it "
                          "is compared, as ns does.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpVegasClassic::m_roundDiff),
                          MakeBooleanChecker())
            .AddAttribute("GammaEveryRound",
                          "Whether slow start may end in every round trip; false: only behind "
                          "those in which the window did not grow, as in ns.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpVegasClassic::m_gammaEveryRound),
                          MakeBooleanChecker())
            .AddTraceSource("BaseRtt",
                            "Round-trip time without queues.",
                            MakeTraceSourceAccessor(&TcpVegasClassic::m_baseRtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("Diff",
                            "Segments in queues, once in a round trip.",
                            MakeTraceSourceAccessor(&TcpVegasClassic::m_diff),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

TcpVegasClassic::TcpVegasClassic(const TcpVegasClassic& other)
    : TcpFineCongestionOps(other),
      m_alpha(other.m_alpha),
      m_beta(other.m_beta),
      m_gamma(other.m_gamma),
      m_roundDiff(other.m_roundDiff),
      m_gammaEveryRound(other.m_gammaEveryRound)
{
}

std::string
TcpVegasClassic::GetName() const
{
    return "TcpVegasClassic";
}

uint32_t
TcpVegasClassic::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    const uint32_t segments = bytesInFlight / tcb->m_segmentSize;
    // a quarter in whole segments, and from three segments one all the same
    const uint32_t left = segments <= 3 ? FLOOR : segments - segments / 4;
    return left * tcb->m_segmentSize;
}

uint32_t
TcpVegasClassic::GetSsThreshAgain(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return std::max(bytesInFlight / tcb->m_segmentSize / 2, FLOOR) * tcb->m_segmentSize;
}

uint32_t
TcpVegasClassic::GetLossWindow(Ptr<const TcpSocketState> tcb) const
{
    return FLOOR * tcb->m_segmentSize;
}

void
TcpVegasClassic::TakeRttSample(Ptr<TcpSocketState>, Time rtt)
{
    m_sum += rtt;
    ++m_samples;
    if (m_baseRtt.Get().IsZero() || rtt < m_baseRtt.Get())
    {
        m_baseRtt = rtt;
    }
}

void
TcpVegasClassic::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t)
{
    if (tcb->m_congState == TcpSocketState::CA_LOSS)
    {
        // retransmissions give no samples: slow start, and a new round trip after it
        m_begin.reset();
        m_growth = tcb->m_cWnd < tcb->m_ssThresh ? tcb->m_segmentSize * UNIT : 0;
    }
    else if (!m_begin || tcb->m_lastAckedSeq > *m_begin)
    {
        EndRound(tcb);
    }
    m_rest += m_growth; // once for each acknowledgement: one that ends a recovery acknowledges many
                        // segments
    tcb->m_cWnd += static_cast<uint32_t>(m_rest / UNIT);
    m_rest %= UNIT;
}

void
TcpVegasClassic::EndRound(Ptr<TcpSocketState> tcb)
{
    const double segment = tcb->m_segmentSize;
    const SequenceNumber32 end = tcb->m_highTxMark;
    const double window = (end - tcb->m_lastAckedSeq) / segment + 1;
    const double sent = m_begin ? (end - *m_begin) / segment : window;
    Time rtt = m_samples > 0 ? m_sum / m_samples : Time(0);
    if (m_samples == 0 && m_begin)
    {
        rtt = Simulator::Now() - m_beginTime;
    }
    if (rtt.IsStrictlyPositive())
    {
        if (m_baseRtt.Get().IsZero() || rtt < m_baseRtt.Get() || sent <= 1)
        {
            m_baseRtt = rtt;
        }
        m_diff = window - sent * m_baseRtt.Get().GetSeconds() / rtt.GetSeconds();
        Decide(tcb);
    }
    m_begin = end;
    m_beginTime = Simulator::Now();
    m_sum = Time(0);
    m_samples = 0;
}

void
TcpVegasClassic::Decide(Ptr<TcpSocketState> tcb)
{
    const uint32_t segment = tcb->m_segmentSize;
    const uint32_t least = FLOOR * segment;
    const uint32_t window = tcb->m_cWnd;
    const double diff = m_roundDiff ? std::floor(m_diff + 0.5) : m_diff.Get();
    m_growth = 0;
    if (window < tcb->m_ssThresh)
    {
        m_hold = !m_hold;
        if (diff > m_gamma && (m_gammaEveryRound || !m_hold))
        {
            tcb->m_cWnd = std::max(window - window / 8, least);
            tcb->m_ssThresh = least;
        }
        else if (!m_hold)
        {
            m_growth = segment * UNIT;
        }
    }
    else if (diff > m_beta)
    {
        tcb->m_cWnd = std::max(window - std::min(window, segment), least);
        tcb->m_ssThresh = std::min(tcb->m_ssThresh, tcb->m_cWnd);
    }
    else if (diff < m_alpha)
    {
        m_growth = UNIT * segment * segment / window;
    }
    NS_LOG_LOGIC("Diff " << m_diff << " window " << tcb->m_cWnd << " growth " << m_growth);
}

Ptr<TcpCongestionOps>
TcpVegasClassic::Fork()
{
    return CopyObject<TcpVegasClassic>(this);
}
} // namespace hsn
} // namespace ns3
