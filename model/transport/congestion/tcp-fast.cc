// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-fast.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTcpFast");
NS_OBJECT_ENSURE_REGISTERED(TcpFast);

namespace
{
constexpr uint32_t LOSS_WINDOW = 2; // segments
} // namespace

TypeId
TcpFast::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpFast")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpFast>()
            .AddAttribute("Alpha",
                          "Segments that a connection keeps in queues.",
                          DoubleValue(200),
                          MakeDoubleAccessor(&TcpFast::m_alphaSetting),
                          MakeDoubleChecker<double>(1))
            .AddAttribute(
                "AlphaMode",
                "Whether Alpha is fixed, or 8, 20 or 200 by the rate: below 10 Mbit/s, up "
                "to 100 Mbit/s, above.",
                EnumValue(FIXED),
                MakeHsnEnumAccessor(&TcpFast::m_alphaMode),
                MakeEnumChecker(FIXED, "Fixed", BY_RATE, "ByRate"))
            .AddAttribute("Gamma",
                          "Share of the way to the equilibrium in an update, above 0, 1 at most.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&TcpFast::SetGamma, &TcpFast::GetGamma),
                          MakeDoubleChecker<double>())
            .AddAttribute("MiThreshold",
                          "Queueing delay below which the window doubles in a round trip.",
                          TimeValue(MicroSeconds(750)),
                          MakeTimeAccessor(&TcpFast::m_miThreshold),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "AverageWeight",
                "Greatest weight of a round-trip time in the average, above 0, 1 at most.",
                DoubleValue(0.25),
                MakeDoubleAccessor(&TcpFast::SetAverageWeight, &TcpFast::GetAverageWeight),
                MakeDoubleChecker<double>())
            .AddTraceSource("BaseRtt",
                            "Least round-trip time.",
                            MakeTraceSourceAccessor(&TcpFast::m_baseRtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("AvgRtt",
                            "Average round-trip time, once in a round trip.",
                            MakeTraceSourceAccessor(&TcpFast::m_avgRtt),
                            "ns3::TracedValueCallback::Time"),
        PER_SEGMENT,
        0);
    return tid;
}

std::string
TcpFast::GetName() const
{
    return "TcpFast";
}

double
TcpFast::GetNextWindow(const Equation& e, double window, double old)
{
    const double next = (1 - e.gamma) * window + e.gamma * (e.ratio * old + e.alpha);
    return std::min(2 * window, next);
}

double
TcpFast::GetIncrease(double)
{
    return m_growth;
}

double
TcpFast::GetReduced(double window)
{
    m_roundEnd.reset();
    m_multiplies = false;
    return window / 2;
}

void
TcpFast::NotifyTimeout()
{
    m_roundEnd.reset();
    m_multiplies = true;
}

uint32_t
TcpFast::GetLossWindow(Ptr<const TcpSocketState> tcb) const
{
    return LOSS_WINDOW * tcb->m_segmentSize;
}

void
TcpFast::NotifyRtt(double window, Time rtt)
{
    const double seconds = rtt.GetSeconds();
    if (m_baseRtt.Get() != GetMinRtt())
    {
        m_baseRtt = GetMinRtt();
        m_baseSeconds = m_baseRtt.Get().GetSeconds();
    }
    const double weight =
        m_avgSeconds == 0 ? 1 : std::min(3 * GetScale() / window, m_averageWeight);
    m_avgSeconds += weight * (seconds - m_avgSeconds);
}

void
TcpFast::Grow(Ptr<TcpSocketState> tcb, uint32_t count)
{
    if (tcb->m_congState == TcpSocketState::CA_LOSS)
    {
        if (tcb->m_cWnd < tcb->m_ssThresh)
        {
            SlowStart(*tcb, count);
        }
        return;
    }
    if (!m_roundEnd || tcb->m_lastAckedSeq > *m_roundEnd)
    {
        EndRound(*tcb);
    }
    const double segment = tcb->m_segmentSize;
    if (m_multiplies &&
        (m_avgSeconds == 0 || m_avgSeconds - m_baseSeconds < m_miThreshold.GetSeconds()))
    {
        m_growth = 0;
        m_updates = false;
        m_alpha = GetWindow(*tcb);
        SetWindow(*tcb, tcb->m_cWnd + segment);
    }
    else if (m_growth > 0)
    {
        const double rest = std::max(0.0, (m_target - GetWindow(*tcb)) / GetScale());
        AddToWindow(*tcb, std::min(rest, count * m_growth) * segment);
    }
}

void
TcpFast::EndRound(TcpSocketState& tcb)
{
    const bool update = m_roundEnd && m_updates;
    const double begin = m_roundWindow;
    m_updates = m_roundEnd && !m_updates;
    m_growth = 0;
    m_roundEnd = tcb.m_highTxMark.Get();
    m_avgRtt = Seconds(m_avgSeconds);
    if (update)
    {
        Update(tcb, begin);
    }
    m_roundWindow = GetWindow(tcb);
}

void
TcpFast::Update(TcpSocketState& tcb, double old)
{
    const Equation e{ChooseAlpha(tcb), m_gamma, m_baseSeconds / m_avgSeconds};
    const double window = GetWindow(tcb);
    m_target = GetNextWindow(e, window, old);
    m_alpha = m_target - window;
    NS_LOG_LOGIC("Window " << window << " becomes " << m_target);
    if (m_target < window)
    {
        SetWindow(tcb, std::max(m_target / GetScale(), 2.0) * tcb.m_segmentSize);
    }
    else
    {
        m_growth = (m_target - window) / window;
    }
}

double
TcpFast::ChooseAlpha(const TcpSocketState& tcb) const
{
    if (m_alphaMode == FIXED)
    {
        return m_alphaSetting;
    }
    const double rate = GetWindow(tcb) * tcb.m_segmentSize * 8 / m_avgSeconds;
    return rate < 10e6 ? 8 : rate <= 100e6 ? 20 : 200;
}

void
TcpFast::SetGamma(double gamma)
{
    m_gamma = CheckFraction("ns3::hsn::TcpFast::Gamma", gamma, true);
}

double
TcpFast::GetGamma() const
{
    return m_gamma;
}

void
TcpFast::SetAverageWeight(double weight)
{
    m_averageWeight = CheckFraction("ns3::hsn::TcpFast::AverageWeight", weight, true);
}

double
TcpFast::GetAverageWeight() const
{
    return m_averageWeight;
}

Ptr<TcpCongestionOps>
TcpFast::Fork()
{
    return CopyObject<TcpFast>(this);
}
} // namespace hsn
} // namespace ns3
