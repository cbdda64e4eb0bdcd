// SPDX-License-Identifier: GPL-2.0-only
#include "admission-two-level.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TwoLevelAdmission);

TypeId
TwoLevelAdmission::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TwoLevelAdmission")
            .SetParent<TimeWindowAdmission>()
            .SetGroupName("Hsn")
            .AddConstructor<TwoLevelAdmission>()
            .AddAttribute("Target",
                          "Share of late bits to reach",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&TwoLevelAdmission::m_target),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Trigger",
                          "Rate above which windows grow; at most LinkRate",
                          DataRateValue(DataRate("9Mbps")),
                          MakeDataRateAccessor(&TwoLevelAdmission::SetTrigger,
                                               &TwoLevelAdmission::GetTriggerRate),
                          MakeDataRateChecker())
            .AddAttribute("TriggerUp",
                          "Step of the trigger while fewer bits are late",
                          DataRateValue(DataRate("10kbps")),
                          MakeDataRateAccessor(&TwoLevelAdmission::m_up),
                          MakeDataRateChecker())
            .AddAttribute("TriggerDown",
                          "Step of the trigger when more bits are late",
                          DataRateValue(DataRate("50kbps")),
                          MakeDataRateAccessor(&TwoLevelAdmission::m_down),
                          MakeDataRateChecker())
            .AddAttribute("WindowUp",
                          "Factor of a window at or above the trigger, above 1",
                          DoubleValue(1.2),
                          MakeDoubleAccessor(&TwoLevelAdmission::m_windowUp),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("WindowDown",
                          "Factor of a window below the trigger, above 0 and below 1",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&TwoLevelAdmission::m_windowDown),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MinWindow",
                          "Shortest window",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&TwoLevelAdmission::m_minWindow),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("TriggerInput",
                          "Rate that is compared with the trigger",
                          EnumValue(ADMISSION_WINDOW_MAX),
                          MakeHsnEnumAccessor(&TwoLevelAdmission::m_input),
                          MakeEnumChecker(ADMISSION_WINDOW_MAX,
                                          "WindowMax",
                                          ADMISSION_LAST_SAMPLE,
                                          "LastSample"))
            .AddAttribute("InstantViolation",
                          "Which bits are looked at for the trigger's step down",
                          EnumValue(ADMISSION_WINDOW_FRACTION),
                          MakeHsnEnumAccessor(&TwoLevelAdmission::m_violation),
                          MakeEnumChecker(ADMISSION_WINDOW_FRACTION,
                                          "WindowFraction",
                                          ADMISSION_QUEUE_POSITION,
                                          "QueuePosition"))
            .AddTraceSource("Trigger",
                            "A window has ended by itself, and the trigger was set",
                            MakeTraceSourceAccessor(&TwoLevelAdmission::m_triggerTrace),
                            "ns3::hsn::TwoLevelAdmission::TriggerTracedCallback");
    return tid;
}

TwoLevelAdmission::TwoLevelAdmission()
    : m_input(ADMISSION_WINDOW_MAX),
      m_violation(ADMISSION_WINDOW_FRACTION)
{
}

void
TwoLevelAdmission::SetTrigger(DataRate rate)
{
    m_trigger = static_cast<double>(rate.GetBitRate());
}

DataRate
TwoLevelAdmission::GetTriggerRate() const
{
    return DataRate(static_cast<uint64_t>(m_trigger));
}

double
TwoLevelAdmission::GetTrigger() const
{
    return m_trigger;
}

double
TwoLevelAdmission::GetTestedRate(const AdmissionRequest& request) const
{
    return request.peakRate;
}

bool
TwoLevelAdmission::TestsDelay() const
{
    return false;
}

void
TwoLevelAdmission::CheckSettings() const
{
    TimeWindowAdmission::CheckSettings();
    NS_ABORT_MSG_UNLESS(m_trigger <= GetLinkRate(),
                        "Trigger of TwoLevelAdmission is "
                            << m_trigger << " bit/s: must be at most LinkRate, " << GetLinkRate()
                            << " bit/s");
    NS_ABORT_MSG_UNLESS(m_windowUp > 1,
                        "WindowUp of TwoLevelAdmission is " << m_windowUp << ": must be above 1");
    NS_ABORT_MSG_UNLESS(m_windowDown > 0 && m_windowDown < 1,
                        "WindowDown of TwoLevelAdmission is " << m_windowDown
                                                              << ": must be above 0 and below 1");
    NS_ABORT_MSG_UNLESS(m_minWindow >= GetSampleInterval(),
                        "MinWindow of TwoLevelAdmission is "
                            << m_minWindow.GetSeconds() << " s: must be at least SampleInterval, "
                            << GetSampleInterval().GetSeconds() << " s");
}

Time
TwoLevelAdmission::GetNextWindow(const AdmissionWindow& window)
{
    const double before = m_trigger;
    const double instant =
        m_violation == ADMISSION_WINDOW_FRACTION ? window.lateShare : window.queueShare;
    if (instant > m_target)
    {
        m_trigger -= static_cast<double>(m_down.GetBitRate());
    }
    else if (window.totalShare < m_target)
    {
        m_trigger += static_cast<double>(m_up.GetBitRate());
    }
    m_trigger = std::min(std::max(m_trigger, 0.0), GetLinkRate());
    m_triggerTrace(before, m_trigger, window.totalShare);

    const double rate = m_input == ADMISSION_WINDOW_MAX ? window.rate : window.lastRate;
    if (rate >= m_trigger)
    {
        return Seconds(window.length.GetSeconds() * m_windowUp);
    }
    return std::max(m_minWindow, Seconds(window.length.GetSeconds() * m_windowDown));
}
} // namespace hsn
} // namespace ns3
