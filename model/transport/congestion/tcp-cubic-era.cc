// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-cubic-era.h"

#include "ns3/abort.h"
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
NS_OBJECT_ENSURE_REGISTERED(TcpCubicEra);

namespace
{
constexpr double STARTUP_GROWTH = 1.0 / 50; // growth per count
constexpr double ABOVE_CURVE = 0.01;        // segments in a round trip
} // namespace

TypeId
TcpCubicEra::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpCubicEra")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpCubicEra>()
            .AddAttribute("C",
                          "Steepness of the curve, segments / s^3, above 0.",
                          DoubleValue(0.4),
                          MakeDoubleAccessor(&TcpCubicEra::SetC, &TcpCubicEra::GetC),
                          MakeDoubleChecker<double>())
            .AddAttribute("Beta",
                          "Share of the window that a loss leaves, between 0 and 1.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&TcpCubicEra::SetBeta, &TcpCubicEra::GetBetaSetting),
                          MakeDoubleChecker<double>())
            .AddAttribute("SmaxPerSecond",
                          "Greatest growth, segments / s; 0: no limit.",
                          DoubleValue(160),
                          MakeDoubleAccessor(&TcpCubicEra::m_smax),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("FastConvergence",
                          "Aim lower after a loss below the window of the last one.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpCubicEra::m_fastConvergence),
                          MakeBooleanChecker())
            .AddAttribute("TcpFriendliness",
                          "Have at least the window of TCP Reno with the same losses.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpCubicEra::m_friendly),
                          MakeBooleanChecker())
            .AddTraceSource("Wmax",
                            "Window of the plateau of the curve, segments.",
                            MakeTraceSourceAccessor(&TcpCubicEra::m_wMax),
                            "ns3::TracedValueCallback::Double"),
        COMPENSATED,
        100);
    return tid;
}

std::string
TcpCubicEra::GetName() const
{
    return "TcpCubicEra";
}

void
TcpCubicEra::BeginEpoch(double window)
{
    m_inEpoch = true;
    m_curveStart = Simulator::Now();
    m_k = m_wMax > window ? std::cbrt((m_wMax - window) / m_c) : 0;
    m_origin = std::max(m_wMax.Get(), window);
    m_renoWindow = window;
    m_count = 0;
}

double
TcpCubicEra::GetIncrease(double window)
{
    if (!m_inEpoch)
    {
        BeginEpoch(window);
    }
    const double rtt = GetMinRtt().GetSeconds();
    const double t = (Simulator::Now() - m_curveStart).GetSeconds() + rtt - m_k;
    const double distance = m_origin + m_c * t * t * t - window;
    double growth = distance > 0 ? distance : ABOVE_CURVE;
    if (m_smax > 0 && rtt > 0)
    {
        growth = std::min(growth, m_smax * rtt);
    }
    if (!m_hasLost)
    {
        growth = STARTUP_GROWTH * window;
    }
    if (m_friendly)
    {
        growth = std::max(growth, GetDistanceToReno(window));
    }
    return growth / window;
}

double
TcpCubicEra::GetDistanceToReno(double window)
{
    // TCP Reno's mean window, with a loss that leaves Beta of it
    const double growth = 3 * (1 - m_betaSetting) / (1 + m_betaSetting);
    m_renoWindow += m_count * growth / window;
    m_count = 0;
    return m_renoWindow - window;
}

double
TcpCubicEra::GetReduced(double window)
{
    const bool aimLower = m_fastConvergence && window < m_wMax;
    m_wMax = aimLower ? window * (1 + m_betaSetting) / 2 : window;
    m_hasLost = true;
    m_inEpoch = false;
    return m_betaSetting * window;
}

void
TcpCubicEra::NotifyTimeout()
{
    ForgetMeasurements();
    m_wMax = 0;
    m_hasLost = false;
    m_inEpoch = false;
}

void
TcpCubicEra::NotifyDelivered(TcpSocketState::TcpCongState_t state, double, double segments, Time)
{
    if (state == TcpSocketState::CA_OPEN)
    {
        m_count += GetAckCounting() == PER_SEGMENT ? segments : GetScale();
    }
}

void
TcpCubicEra::SetBeta(double beta)
{
    m_betaSetting = CheckFraction("ns3::hsn::TcpCubicEra::Beta", beta, false);
}

double
TcpCubicEra::GetBetaSetting() const
{
    return m_betaSetting;
}

void
TcpCubicEra::SetC(double c)
{
    NS_ABORT_MSG_UNLESS(c > 0, "ns3::hsn::TcpCubicEra::C " << c << ": must be above 0");
    m_c = c;
}

double
TcpCubicEra::GetC() const
{
    return m_c;
}

Ptr<TcpCongestionOps>
TcpCubicEra::Fork()
{
    return CopyObject<TcpCubicEra>(this);
}
} // namespace hsn
} // namespace ns3
