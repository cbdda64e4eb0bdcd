// SPDX-License-Identifier: GPL-2.0-only
#include "admission-call-generator.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/random-duration.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param duration from now on @return whether it ends before Time does: else what follows never
/// comes
bool
Ends(Time duration)
{
    return duration < Time::Max() - Simulator::Now();
}
} // namespace

NS_OBJECT_ENSURE_REGISTERED(AdmissionCallGenerator);

TypeId
AdmissionCallGenerator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AdmissionCallGenerator")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionCallGenerator>()
            .AddAttribute("ArrivalRate",
                          "Calls per second, above 0",
                          DoubleValue(10),
                          MakeDoubleAccessor(&AdmissionCallGenerator::m_arrivalRate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("OtherRate",
                          "Calls per second in other periods, above 0",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&AdmissionCallGenerator::m_otherRate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("OtherShare",
                          "Probability that a period has OtherRate; 0: the rate is always "
                          "ArrivalRate",
                          DoubleValue(0),
                          MakeDoubleAccessor(&AdmissionCallGenerator::m_otherShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Period",
                          "Time for which a rate is drawn, s",
                          StringValue("ns3::ExponentialRandomVariable[Mean=100]"),
                          MakePointerAccessor(&AdmissionCallGenerator::m_period),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("HoldingTime",
                          "Length of a call, s",
                          StringValue("ns3::ExponentialRandomVariable[Mean=135]"),
                          MakePointerAccessor(&AdmissionCallGenerator::m_holding),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("PeakRate",
                          "Peak rate of a call, bit/s",
                          StringValue("ns3::ConstantRandomVariable[Constant=64000]"),
                          MakePointerAccessor(&AdmissionCallGenerator::m_peak),
                          MakePointerChecker<RandomVariableStream>());
    return tid;
}

void
AdmissionCallGenerator::DoDispose()
{
    Stop();
    m_control = nullptr;
    m_descriptor = Descriptor();
    m_start = Starter();
    m_end = Ender();
    Object::DoDispose();
}

void
AdmissionCallGenerator::SetControl(Ptr<AdmissionControl> control)
{
    m_control = control;
}

void
AdmissionCallGenerator::SetDescriptor(const Descriptor& descriptor)
{
    m_descriptor = descriptor;
}

void
AdmissionCallGenerator::SetTraffic(const Starter& start, const Ender& end)
{
    m_start = start;
    m_end = end;
}

int64_t
AdmissionCallGenerator::AssignStreams(int64_t stream)
{
    if (!m_gap)
    {
        m_gap = CreateObject<ExponentialRandomVariable>();
        m_which = CreateObject<UniformRandomVariable>();
    }
    m_gap->SetStream(stream);
    m_which->SetStream(stream + 1);
    m_period->SetStream(stream + 2);
    m_holding->SetStream(stream + 3);
    m_peak->SetStream(stream + 4);
    return 5;
}

void
AdmissionCallGenerator::Start()
{
    NS_ABORT_MSG_UNLESS(m_control && !m_start.IsNull() && !m_end.IsNull(),
                        "AdmissionCallGenerator needs SetControl and SetTraffic before Start");
    NS_ABORT_MSG_UNLESS(m_arrivalRate > 0 && m_otherRate > 0,
                        "ArrivalRate and OtherRate of AdmissionCallGenerator are "
                            << m_arrivalRate << " and " << m_otherRate << ": must be above 0");
    if (!m_gap)
    {
        m_gap = CreateObject<ExponentialRandomVariable>();
        m_which = CreateObject<UniformRandomVariable>();
    }
    Stop();
    DrawRate();
}

void
AdmissionCallGenerator::Stop()
{
    m_arrival.Cancel();
    m_draw.Cancel();
}

uint32_t
AdmissionCallGenerator::GetCalls() const
{
    return m_calls;
}

void
AdmissionCallGenerator::DrawRate()
{
    m_rate = m_arrivalRate;
    if (m_otherShare > 0)
    {
        m_rate = m_which->GetValue() < m_otherShare ? m_otherRate : m_arrivalRate;
        const Time period = DrawDuration(*m_period, "Period", "AdmissionCallGenerator");
        // periods without length would never let time pass
        NS_ABORT_MSG_UNLESS(period.IsStrictlyPositive(),
                            "Period of an AdmissionCallGenerator has drawn 0 s: must be above 0");
        if (Ends(period))
        {
            m_draw = Simulator::Schedule(period, &AdmissionCallGenerator::DrawRate, this);
        }
    }
    m_arrival.Cancel(); // memoryless
    ScheduleArrival();
}

void
AdmissionCallGenerator::ScheduleArrival()
{
    const double gap = m_gap->GetValue() / m_rate;
    // a call behind the end of time never comes
    if (gap < (Time::Max() - Simulator::Now()).GetSeconds())
    {
        m_arrival = Simulator::Schedule(Seconds(gap), &AdmissionCallGenerator::Arrive, this);
    }
}

void
AdmissionCallGenerator::Arrive()
{
    ScheduleArrival();
    const double peak = m_peak->GetValue();
    AdmissionRequest request;
    request.peakRate = peak;
    request.tokenRate = peak;
    if (!m_descriptor.IsNull())
    {
        request = m_descriptor(peak);
    }
    if (m_control->Request(request))
    {
        ++m_calls;
        const uint64_t number = m_start(peak);
        const Time holding = DrawDuration(*m_holding, "HoldingTime", "AdmissionCallGenerator");
        if (Ends(holding))
        {
            Simulator::Schedule(holding, &AdmissionCallGenerator::End, this, number, request);
        }
    }
}

void
AdmissionCallGenerator::End(uint64_t number, AdmissionRequest request)
{
    --m_calls;
    if (!m_end.IsNull())
    {
        m_end(number);
        m_control->Release(request);
    }
}
} // namespace hsn
} // namespace ns3
