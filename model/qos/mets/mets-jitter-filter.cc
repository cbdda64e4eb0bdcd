// SPDX-License-Identifier: GPL-2.0-only
#include "mets-jitter-filter.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(JitterFilter);

TypeId
JitterFilter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::JitterFilter")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<JitterFilter>()
            .AddAttribute("A",
                          "Gain of the mean, above 0 and below 1",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&JitterFilter::m_a),
                          MakeDoubleChecker<double>())
            .AddAttribute("B",
                          "Gain of the deviation, above 0 and below 1",
                          DoubleValue(0.0625),
                          MakeDoubleAccessor(&JitterFilter::m_b),
                          MakeDoubleChecker<double>())
            .AddAttribute("R",
                          "Mean deviations between mean and expected delay",
                          DoubleValue(2),
                          MakeDoubleAccessor(&JitterFilter::m_r),
                          MakeDoubleChecker<double>())
            .AddAttribute(
                "DeviationReference",
                "Whether deviations are from the mean before (OldMean) or after (NewMean) "
                "a packet",
                EnumValue(JitterFilter::OLD_MEAN),
                MakeHsnEnumAccessor(&JitterFilter::m_reference),
                MakeEnumChecker(OLD_MEAN, "OldMean", NEW_MEAN, "NewMean"))
            .AddAttribute("LateThreshold",
                          "Late packets above which the playout follows the estimate",
                          UintegerValue(0),
                          MakeUintegerAccessor(&JitterFilter::m_lateThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("QuietPeriods",
                          "Periods without loss after which the playout follows the estimate",
                          UintegerValue(5),
                          MakeUintegerAccessor(&JitterFilter::m_quietPeriods),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MonitorPeriod",
                          "Length of such a period",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&JitterFilter::m_period),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FrameTime",
                          "Time between two frames; half of it is the least that the first playout "
                          "adds to the delay",
                          TimeValue(Seconds(1.0 / 24)),
                          MakeTimeAccessor(&JitterFilter::m_frameTime),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("Delay",
                            "Delay t of a packet",
                            MakeTraceSourceAccessor(&JitterFilter::m_delayTrace),
                            "ns3::hsn::JitterFilter::DelayTracedCallback")
            .AddTraceSource("Estimate",
                            "Expected delay D, with each packet",
                            MakeTraceSourceAccessor(&JitterFilter::m_estimateTrace),
                            "ns3::hsn::JitterFilter::DelayTracedCallback")
            .AddTraceSource("Playout",
                            "Delay P of the playout, whenever it is set",
                            MakeTraceSourceAccessor(&JitterFilter::m_playoutTrace),
                            "ns3::hsn::JitterFilter::DelayTracedCallback")
            .AddTraceSource("Late",
                            "A packet is late",
                            MakeTraceSourceAccessor(&JitterFilter::m_lateTrace),
                            "ns3::hsn::JitterFilter::LateTracedCallback");
    return tid;
}

JitterFilter::JitterFilter() = default;

JitterFilter::~JitterFilter() = default;

void
JitterFilter::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    Check();
}

void
JitterFilter::Check() const
{
    NS_ABORT_MSG_UNLESS(m_a > 0 && m_a < 1,
                        "A " << m_a << " of a JitterFilter: must be above 0 and below 1");
    NS_ABORT_MSG_UNLESS(m_b > 0 && m_b < 1,
                        "B " << m_b << " of a JitterFilter: must be above 0 and below 1");
    NS_ABORT_MSG_UNLESS(m_r >= 0 && std::isfinite(m_r),
                        "R " << m_r << " of a JitterFilter: must be at least 0");
}

JitterFilter::Decision
JitterFilter::Receive(Time timestamp, Time arrival, bool gopStart)
{
    const double delay = (arrival - timestamp).GetSeconds();
    m_delayTrace(arrival - timestamp);
    if (m_received++ == 0)
    {
        Check();
        m_mean = delay;
        m_playout = delay + m_frameTime.GetSeconds() / 2; // s is 0
        m_periodStart = arrival;
        m_playoutTrace(Seconds(m_playout));
    }
    else
    {
        const double before = m_mean;
        m_mean += m_a * (delay - m_mean);
        const double from = m_reference == OLD_MEAN ? before : m_mean;
        m_deviation += m_b * (std::abs(delay - from) - m_deviation);
        EndPeriods(arrival);
        if (gopStart)
        {
            Decide(arrival);
        }
    }
    m_estimateTrace(Seconds(GetEstimate()));
    Decision decision;
    decision.playout = timestamp + Seconds(m_playout);
    decision.late = arrival > decision.playout;
    if (decision.late)
    {
        ++m_late;
        ++m_lateSince;
        m_lost = true;
        m_lateTrace(timestamp, arrival - decision.playout);
    }
    return decision;
}

void
JitterFilter::EndPeriods(Time arrival)
{
    while (arrival - m_periodStart >= m_period)
    {
        m_periodStart += m_period;
        m_quiet = m_lost ? 0 : m_quiet + 1;
        m_lost = false;
    }
}

void
JitterFilter::Decide(Time arrival)
{
    if (m_lateSince > m_lateThreshold || m_quiet >= m_quietPeriods)
    {
        m_playout = GetEstimate();
        ++m_changes;
        m_quiet = 0;
        m_lost = false;
        m_periodStart = arrival;
        m_playoutTrace(Seconds(m_playout));
    }
    m_lateSince = 0;
}

void
JitterFilter::NotifyLoss()
{
    m_lost = true;
}

double
JitterFilter::GetMean() const
{
    return m_mean;
}

double
JitterFilter::GetDeviation() const
{
    return m_deviation;
}

double
JitterFilter::GetEstimate() const
{
    return m_mean + m_r * m_deviation;
}

double
JitterFilter::GetPlayoutDelay() const
{
    return m_playout;
}

uint64_t
JitterFilter::GetReceived() const
{
    return m_received;
}

uint64_t
JitterFilter::GetLate() const
{
    return m_late;
}

uint64_t
JitterFilter::GetChanges() const
{
    return m_changes;
}
} // namespace hsn
} // namespace ns3
