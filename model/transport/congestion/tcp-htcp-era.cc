// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-htcp-era.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpHtcpEra);

namespace
{
constexpr double LOW_SPEED = 1;       // seconds after a loss with the growth of TCP Reno
constexpr double REFERENCE_RTT = 0.1; // seconds
constexpr double LEAST_BETA = 0.5;
constexpr double GREATEST_BETA = 0.8;
constexpr double SAME_RATE = 0.2; // relative difference
constexpr double FADING = 0.95;
const Time LEAST_RTT = MilliSeconds(10); // below it, times are too coarse for a ratio
const Time LARGEST_STEP = MilliSeconds(20);
} // namespace

TypeId
TcpHtcpEra::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpHtcpEra")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpHtcpEra>()
            .AddAttribute("RttScaling",
                          "Multiply growth by the least round-trip time over 0.1 s.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpHtcpEra::m_rttScaling),
                          MakeBooleanChecker())
            .AddAttribute("BandwidthSwitch",
                          "Halve the window if the rate differs from that before the last loss by "
                          "more than 20 %.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpHtcpEra::m_bandwidthSwitch),
                          MakeBooleanChecker())
            .AddTraceSource("MaxRtt",
                            "Greatest round-trip time, which a loss compares with the least one.",
                            MakeTraceSourceAccessor(&TcpHtcpEra::m_maxRtt),
                            "ns3::TracedValueCallback::Time"),
        COMPENSATED,
        0);
    return tid;
}

std::string
TcpHtcpEra::GetName() const
{
    return "TcpHtcpEra";
}

double
TcpHtcpEra::GetIncrease(double window)
{
    const double fast = (Simulator::Now() - GetEpoch()).GetSeconds() - LOW_SPEED;
    double factor = fast > 0 ? 1 + 10 * fast + fast * fast / 4 : 1;
    const Time least = GetMinRtt();
    if (m_rttScaling && least.IsStrictlyPositive())
    {
        const double scale = least.GetSeconds() / REFERENCE_RTT;
        factor = std::max(1.0, factor * std::min(std::max(scale, 0.1), 2.0));
    }
    return 2 * (1 - m_left) * factor / window;
}

double
TcpHtcpEra::ChooseBeta() const
{
    const Time least = GetMinRtt();
    const double difference = std::abs(m_maxRate - m_oldMaxRate);
    if ((m_bandwidthSwitch && difference > SAME_RATE * m_oldMaxRate) || least <= LEAST_RTT ||
        m_oldMaxRate == 0 || m_maxRtt.Get().IsZero())
    {
        return LEAST_BETA;
    }
    const double ratio = least.GetSeconds() / m_maxRtt.Get().GetSeconds();
    return std::min(std::max(ratio, LEAST_BETA), GREATEST_BETA);
}

double
TcpHtcpEra::GetReduced(double window)
{
    m_left = ChooseBeta();
    m_oldMaxRate = m_maxRate;
    const Time least = GetMinRtt();
    const Time range = m_maxRtt.Get() - least;
    if (least.IsStrictlyPositive() && range.IsStrictlyPositive())
    {
        m_maxRtt = least + Seconds(FADING * range.GetSeconds());
    }
    return m_left * window;
}

bool
TcpHtcpEra::IsSettled() const
{
    const Time least = GetMinRtt();
    return least.IsStrictlyPositive() && Simulator::Now() - GetEpoch() > least * 3;
}

void
TcpHtcpEra::NotifyDelivered(TcpSocketState::TcpCongState_t state,
                            double window,
                            double segments,
                            Time rtt)
{
    const Time now = Simulator::Now();
    if (state == TcpSocketState::CA_OPEN && IsSettled())
    {
        const Time known = std::max(m_maxRtt.Get(), GetMinRtt());
        m_maxRtt = rtt > known && rtt <= known + LARGEST_STEP ? rtt : known;
    }
    if (state != TcpSocketState::CA_OPEN && state != TcpSocketState::CA_DISORDER)
    {
        m_segments = 0;
        m_rateBegin = now;
        return;
    }
    m_segments += segments;
    const Time passed = now - m_rateBegin;
    const Time least = GetMinRtt();
    if (least.IsStrictlyPositive() && passed >= least &&
        m_segments >= window - std::max(m_alpha.Get(), 1.0))
    {
        TakeRate(m_segments / passed.GetSeconds());
        m_segments = 0;
        m_rateBegin = now;
    }
}

void
TcpHtcpEra::TakeRate(double rate)
{
    if (!IsSettled())
    {
        m_rate = rate;
        m_maxRate = rate;
        return;
    }
    m_rate = (3 * m_rate + rate) / 4;
    m_maxRate = std::max(m_maxRate, m_rate);
}

Ptr<TcpCongestionOps>
TcpHtcpEra::Fork()
{
    return CopyObject<TcpHtcpEra>(this);
}
} // namespace hsn
} // namespace ns3
