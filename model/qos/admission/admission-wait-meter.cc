// SPDX-License-Identifier: GPL-2.0-only
#include "admission-wait-meter.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AdmissionWaitMeter);

TypeId
AdmissionWaitMeter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmissionWaitMeter")
                            .SetParent<AdmissionMeter>()
                            .SetGroupName("Hsn")
                            .AddAttribute("DelayBound",
                                          "What waits longer is late",
                                          TimeValue(MilliSeconds(16)),
                                          MakeTimeAccessor(&AdmissionWaitMeter::m_bound),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("LinkRate",
                                          "Rate at which the link sends what counts",
                                          DataRateValue(DataRate("10Mbps")),
                                          MakeDataRateAccessor(&AdmissionWaitMeter::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

void
AdmissionWaitMeter::DoDispose()
{
    m_callback = DelayCallback();
    AdmissionMeter::DoDispose();
}

void
AdmissionWaitMeter::NoteArrival(double bits)
{
    m_load.arrived += bits;
    m_load.queue += bits;
}

void
AdmissionWaitMeter::NoteDeparture(double bits, Time delay)
{
    m_load.queue -= bits;
    m_load.sent += bits;
    m_load.late += delay > m_bound ? bits : 0;
    m_load.delay = delay.GetSeconds();
    if (!m_callback.IsNull())
    {
        m_callback(Simulator::Now().GetSeconds(), m_load.delay);
    }
}

void
AdmissionWaitMeter::NoteRefusal(double bits)
{
    m_load.arrived += bits;
    m_load.late += bits;
}

void
AdmissionWaitMeter::NoteLoss(double bits, Time delay)
{
    // its departure took it for sent
    m_load.sent -= bits;
    m_load.late += delay > m_bound ? 0 : bits;
}

AdmissionLoad
AdmissionWaitMeter::GetLoad() const
{
    AdmissionLoad load = m_load;
    const double inTime = static_cast<double>(m_rate.GetBitRate()) * m_bound.GetSeconds();
    load.queueLate = std::max(0.0, load.queue - inTime);
    load.delay = load.queue > 0 ? load.delay : 0;
    return load;
}

void
AdmissionWaitMeter::SetDelayCallback(const DelayCallback& callback)
{
    m_callback = callback;
}
} // namespace hsn
} // namespace ns3
