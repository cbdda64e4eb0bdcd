// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-bic-era.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpBicEra);

namespace
{
constexpr double SEARCH = 4;               // share of the distance that a round trip covers
constexpr double STARTUP = 1.0 / 20;       // growth per count
constexpr double LOW_SHARE = 153.0 / 1024; // of the range of round-trip times
constexpr int64_t LEAST_RANGE = 64;        // round-trip times differ by this fraction at least
const Time LOW_PERIOD = Seconds(2);
const Time AFTER_LOSS = Seconds(1); // round-trip times just after a loss say nothing
} // namespace

TypeId
TcpBicEra::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpBicEra")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpBicEra>()
            .AddAttribute("Beta",
                          "Share of the window that a loss leaves, between 0 and 1.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&TcpBicEra::SetBeta, &TcpBicEra::GetBetaSetting),
                          MakeDoubleChecker<double>())
            .AddAttribute("MaxIncrease",
                          "Greatest growth in a round trip, segments (Smax).",
                          DoubleValue(16),
                          MakeDoubleAccessor(&TcpBicEra::m_maxIncrease),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("LowWindow",
                          "Windows up to this behave as TCP Reno's, segments.",
                          DoubleValue(14),
                          MakeDoubleAccessor(&TcpBicEra::m_lowWindow),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "SmoothPart",
                "Near the window of the last loss growth is 4 segments in this many round "
                "trips.",
                DoubleValue(20),
                MakeDoubleAccessor(&TcpBicEra::m_smoothPart),
                MakeDoubleChecker<double>(1))
            .AddAttribute("FastConvergence",
                          "Aim lower after a loss below the window of the last one.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpBicEra::m_fastConvergence),
                          MakeBooleanChecker())
            .AddAttribute("LowUtilization",
                          "Grow by 5 % in a round trip while the path is hardly used.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpBicEra::m_lowUtilization),
                          MakeBooleanChecker())
            .AddTraceSource("Wmax",
                            "Window that growth aims at, segments.",
                            MakeTraceSourceAccessor(&TcpBicEra::m_wMax),
                            "ns3::TracedValueCallback::Double"),
        COMPENSATED,
        100);
    return tid;
}

std::string
TcpBicEra::GetName() const
{
    return "TcpBicEra";
}

double
TcpBicEra::GetGrowth(double window) const
{
    if (window <= m_lowWindow)
    {
        return 1;
    }
    const double slow = SEARCH / m_smoothPart;
    if (window < m_wMax)
    {
        const double step = std::floor((m_wMax - window) / SEARCH);
        return step <= 1 ? slow : std::min(step, m_maxIncrease);
    }
    const double beyond = window - m_wMax;
    if (beyond < SEARCH)
    {
        return slow;
    }
    return std::min(beyond / (SEARCH - 1), m_maxIncrease);
}

double
TcpBicEra::GetIncrease(double window)
{
    const double increase = GetGrowth(window) / window;
    if (window > m_lowWindow && (m_lossWindow == 0 || (window > m_lossWindow && IsHardlyUsed())))
    {
        return std::max(increase, STARTUP);
    }
    return increase;
}

double
TcpBicEra::GetReduced(double window)
{
    const bool aimLower = m_fastConvergence && window < m_wMax;
    m_wMax = aimLower ? window * (1 + m_betaSetting) / 2 : window;
    m_lossWindow = window;
    m_lowSince = Time(0);
    return window <= m_lowWindow ? window / 2 : m_betaSetting * window;
}

void
TcpBicEra::NotifyTimeout()
{
    ForgetMeasurements();
    m_wMax = 0;
    m_lossWindow = 0;
    m_maxRtt = Time(0);
    m_lowSince = Time(0);
}

void
TcpBicEra::NotifyRtt(double, Time rtt)
{
    if (m_lossWindow == 0 || Simulator::Now() >= GetEpoch() + AFTER_LOSS)
    {
        m_maxRtt = std::max(m_maxRtt, rtt);
    }
}

void
TcpBicEra::NotifyDelivered(TcpSocketState::TcpCongState_t, double, double, Time rtt)
{
    const Time least = GetMinRtt();
    const Time range = m_maxRtt - least;
    if (range * LEAST_RANGE <= least ||
        (rtt - least).GetSeconds() >= LOW_SHARE * range.GetSeconds())
    {
        m_lowSince = Time(0);
    }
    else if (m_lowSince.IsZero())
    {
        m_lowSince = Simulator::Now();
    }
}

bool
TcpBicEra::IsHardlyUsed() const
{
    return m_lowUtilization && !m_lowSince.IsZero() && Simulator::Now() - m_lowSince > LOW_PERIOD;
}

void
TcpBicEra::SetBeta(double beta)
{
    m_betaSetting = CheckFraction("ns3::hsn::TcpBicEra::Beta", beta, false);
}

double
TcpBicEra::GetBetaSetting() const
{
    return m_betaSetting;
}

Ptr<TcpCongestionOps>
TcpBicEra::Fork()
{
    return CopyObject<TcpBicEra>(this);
}
} // namespace hsn
} // namespace ns3
