// SPDX-License-Identifier: GPL-2.0-only
#include "admission-time-window.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTimeWindowAdmission");
NS_OBJECT_ENSURE_REGISTERED(TimeWindowAdmission);

TypeId
TimeWindowAdmission::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TimeWindowAdmission")
            .SetParent<AdmissionControl>()
            .SetGroupName("Hsn")
            .AddConstructor<TimeWindowAdmission>()
            .AddAttribute("LinkRate",
                          "Rate of the link, above 0",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&TimeWindowAdmission::m_linkRate),
                          MakeDataRateChecker())
            .AddAttribute("Utilization",
                          "Share of the link that calls may use",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TimeWindowAdmission::m_utilization),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DelayBound",
                          "Largest delay that calls may have",
                          TimeValue(MilliSeconds(16)),
                          MakeTimeAccessor(&TimeWindowAdmission::m_delayBound),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SampleInterval",
                          "A sample of the rate is the mean over this time",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&TimeWindowAdmission::m_sampleInterval),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("Window",
                          "Length of a window, at least SampleInterval; set while measuring, it is "
                          "that of the next window",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&TimeWindowAdmission::m_window),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("DelayFactor",
                          "A delay above the estimate becomes the estimate times this",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TimeWindowAdmission::m_delayFactor),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("RateFactor",
                          "A rate above the estimate becomes the estimate times this",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TimeWindowAdmission::m_rateFactor),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("RestartOnAdmission",
                          "A new window begins with each call",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TimeWindowAdmission::m_restartOnAdmission),
                          MakeBooleanChecker())
            .AddAttribute("ExactDelayArithmetic",
                          "Sums of delays are counted in bits, without rounding",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TimeWindowAdmission::m_exactDelay),
                          MakeBooleanChecker())
            .AddAttribute("Mode",
                          "What is measured and tested",
                          EnumValue(ADMISSION_DELAY_AND_RATE),
                          MakeHsnEnumAccessor(&TimeWindowAdmission::m_mode),
                          MakeEnumChecker(ADMISSION_DELAY_AND_RATE,
                                          "DelayAndRate",
                                          ADMISSION_RATE_ONLY,
                                          "RateOnly"))
            .AddAttribute(
                "DelayTest",
                "Whether a call may take the delay to the bound itself",
                EnumValue(ADMISSION_NON_STRICT),
                MakeHsnEnumAccessor(&TimeWindowAdmission::m_delayTest),
                MakeEnumChecker(ADMISSION_NON_STRICT, "NonStrict", ADMISSION_STRICT, "Strict"))
            .AddTraceSource("RateSample",
                            "A sample of the rate",
                            MakeTraceSourceAccessor(&TimeWindowAdmission::m_sampleTrace),
                            "ns3::hsn::TimeWindowAdmission::RateTracedCallback")
            .AddTraceSource("Estimate",
                            "The estimates have changed",
                            MakeTraceSourceAccessor(&TimeWindowAdmission::m_estimateTrace),
                            "ns3::hsn::TimeWindowAdmission::EstimateTracedCallback")
            .AddTraceSource("Window",
                            "A window has ended by itself",
                            MakeTraceSourceAccessor(&TimeWindowAdmission::m_windowTrace),
                            "ns3::hsn::TimeWindowAdmission::WindowTracedCallback");
    return tid;
}

TimeWindowAdmission::TimeWindowAdmission()
    : m_mode(ADMISSION_DELAY_AND_RATE),
      m_delayTest(ADMISSION_NON_STRICT)
{
}

void
TimeWindowAdmission::DoDispose()
{
    Stop();
    AdmissionControl::DoDispose();
}

void
TimeWindowAdmission::CheckSettings() const
{
    NS_ABORT_MSG_UNLESS(m_linkRate.GetBitRate() > 0,
                        "LinkRate of TimeWindowAdmission is 0: must be above 0");
    NS_ABORT_MSG_UNLESS(m_window >= m_sampleInterval,
                        "Window of TimeWindowAdmission is "
                            << m_window.GetSeconds() << " s: must be at least SampleInterval, "
                            << m_sampleInterval.GetSeconds() << " s");
}

void
TimeWindowAdmission::Start(Ptr<AdmissionMeter> meter)
{
    NS_ABORT_MSG_IF(m_meter, "TimeWindowAdmission measures already: Stop first");
    NS_ABORT_MSG_UNLESS(meter, "TimeWindowAdmission::Start needs a meter");
    CheckSettings();
    m_meter = meter;
    if (TestsDelay())
    {
        meter->SetDelayCallback(MakeCallback(&TimeWindowAdmission::NoteDelay, this));
    }
    m_meter->Update();
    m_sent = m_meter->GetLoad().sent;
    m_nextSample = Simulator::Now() + m_sampleInterval;
    m_sampleEvent = Simulator::Schedule(m_sampleInterval, &TimeWindowAdmission::TakeSample, this);
    BeginWindow(Simulator::Now().GetSeconds());
    m_endEvent =
        Simulator::Schedule(m_end - Simulator::Now(), &TimeWindowAdmission::EndWindow, this);
}

void
TimeWindowAdmission::Stop()
{
    m_sampleEvent.Cancel();
    m_endEvent.Cancel();
    if (m_meter)
    {
        m_meter->SetDelayCallback(AdmissionMeter::DelayCallback());
        m_meter = nullptr;
    }
}

double
TimeWindowAdmission::GetRateEstimate() const
{
    return m_rate;
}

double
TimeWindowAdmission::GetDelayUnit() const
{
    return m_exactDelay ? GetLinkRate() : 1;
}

double
TimeWindowAdmission::GetDelayEstimate() const
{
    return m_delay / GetDelayUnit();
}

Time
TimeWindowAdmission::GetWindow() const
{
    return m_window;
}

double
TimeWindowAdmission::GetLinkRate() const
{
    return static_cast<double>(m_linkRate.GetBitRate());
}

Time
TimeWindowAdmission::GetSampleInterval() const
{
    return m_sampleInterval;
}

bool
TimeWindowAdmission::TestsDelay() const
{
    return m_mode == ADMISSION_DELAY_AND_RATE;
}

double
TimeWindowAdmission::GetTestedRate(const AdmissionRequest& request) const
{
    return request.tokenRate;
}

Time
TimeWindowAdmission::GetNextWindow(const AdmissionWindow&)
{
    return m_window;
}

uint32_t
TimeWindowAdmission::Decide(const AdmissionRequest& request)
{
    NS_ABORT_MSG_UNLESS(m_meter, "a call asks a TimeWindowAdmission that does not measure: Start");
    const bool testsDelay = TestsDelay();
    uint32_t failed = 0;
    double delay = 0;
    if (testsDelay)
    {
        m_meter->Update(); // delays since the last time may have raised the estimate
        const double unit = GetDelayUnit();
        delay = m_delay + (m_exactDelay ? request.bucket : request.bucket / GetLinkRate());
        const double bound = m_delayBound.GetSeconds() * unit;
        const bool good = m_delayTest == ADMISSION_STRICT ? bound > delay : bound >= delay;
        failed |= good ? 0 : ADMISSION_DELAY_TEST;
    }
    const double rate = m_rate + GetTestedRate(request);
    failed |= m_utilization * GetLinkRate() >= rate ? 0 : ADMISSION_RATE_TEST;
    if (failed == 0)
    {
        m_rate = rate;
        m_delay = testsDelay ? delay : m_delay;
        if (m_restartOnAdmission)
        {
            if (!testsDelay)
            {
                m_meter->Update();
            }
            BeginWindow(Simulator::Now().GetSeconds());
        }
        m_estimateTrace(m_rate, GetDelayEstimate());
    }
    return failed;
}

void
TimeWindowAdmission::NoteDelay(double at, double delay)
{
    if (delay * GetDelayUnit() > m_delay)
    {
        m_delay = m_delayFactor * delay * GetDelayUnit();
        BeginWindow(at);
        m_estimateTrace(m_rate, GetDelayEstimate());
    }
    m_largestDelay = std::max(m_largestDelay, delay);
}

void
TimeWindowAdmission::TakeSample()
{
    m_meter->Update();
    const double sent = m_meter->GetLoad().sent;
    m_lastRate = (sent - m_sent) / m_sampleInterval.GetSeconds();
    m_sent = sent;
    m_largestRate = std::max(m_largestRate, m_lastRate);
    m_nextSample += m_sampleInterval;
    m_sampleEvent = Simulator::Schedule(m_sampleInterval, &TimeWindowAdmission::TakeSample, this);
    m_sampleTrace(m_lastRate);
    if (m_lastRate > m_rate)
    {
        m_rate = m_rateFactor * m_lastRate;
        BeginWindow(Simulator::Now().GetSeconds());
        m_estimateTrace(m_rate, GetDelayEstimate());
    }
}

void
TimeWindowAdmission::BeginWindow(double at)
{
    m_begin = m_meter->GetLoad();
    m_largestRate = -1;
    m_largestDelay = TestsDelay() ? m_begin.delay : 0;
    m_end = NanoSeconds(std::llround(at * 1e9)) + m_window;
}

void
TimeWindowAdmission::EndWindow()
{
    if (m_nextSample == Simulator::Now())
    {
        m_sampleEvent.Cancel();
        TakeSample();
    }
    m_meter->Update();
    // windows that began early have moved the end, but not the event
    if (m_end <= Simulator::Now())
    {
        const auto load = m_meter->GetLoad();
        AdmissionWindow window;
        window.length = m_window;
        window.rate = m_largestRate >= 0 ? m_largestRate : m_rate;
        window.lastRate = m_lastRate;
        window.delay = m_largestDelay;
        const double arrived = load.arrived - m_begin.arrived;
        window.lateShare = arrived > 0 ? (load.late - m_begin.late) / arrived : 0;
        window.queueShare = load.queue > 0 ? load.queueLate / load.queue : 0;
        window.totalShare = load.arrived > 0 ? load.late / load.arrived : 0;
        m_window = GetNextWindow(window);
        m_rate = window.rate;
        m_delay = window.delay * GetDelayUnit();
        BeginWindow(Simulator::Now().GetSeconds());
        m_windowTrace(window);
        m_estimateTrace(m_rate, GetDelayEstimate());
    }
    m_endEvent =
        Simulator::Schedule(m_end - Simulator::Now(), &TimeWindowAdmission::EndWindow, this);
}
} // namespace hsn
} // namespace ns3
