// SPDX-License-Identifier: GPL-2.0-only
#include "flow-rtt-variable.h"

#include "ns3/abort.h"
#include "ns3/rng-stream.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FlowRttVariable);

TypeId
FlowRttVariable::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FlowRttVariable")
                            .SetParent<RandomVariableStream>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FlowRttVariable>()
                            .AddAttribute("Mean",
                                          "Mean round-trip time before it is clipped, above 0.",
                                          TimeValue(MicroSeconds(109136)),
                                          MakeTimeAccessor(&FlowRttVariable::m_mean),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("Min",
                                          "Least round-trip time, at least PathRtt.",
                                          TimeValue(MilliSeconds(4)),
                                          MakeTimeAccessor(&FlowRttVariable::m_min),
                                          MakeTimeChecker(Seconds(0)))
                            .AddAttribute("Max",
                                          "Greatest round-trip time, at least Min.",
                                          TimeValue(Seconds(1)),
                                          MakeTimeAccessor(&FlowRttVariable::m_max),
                                          MakeTimeChecker(Seconds(0)))
                            .AddAttribute("PathRtt",
                                          "Round-trip time of the path without extra delay.",
                                          TimeValue(Seconds(0)),
                                          MakeTimeAccessor(&FlowRttVariable::m_path),
                                          MakeTimeChecker(Seconds(0)));
    return tid;
}

double
FlowRttVariable::GetValue()
{
    NS_ABORT_MSG_IF(m_min < m_path,
                    "Min of a FlowRttVariable is "
                        << m_min.As(Time::MS) << ", below its PathRtt of " << m_path.As(Time::MS));
    NS_ABORT_MSG_IF(m_min > m_max,
                    "Min of a FlowRttVariable is " << m_min.As(Time::MS) << ", above its Max of "
                                                   << m_max.As(Time::MS));
    const double uniform = Peek()->RandU01();
    const double rtt = -m_mean.GetSeconds() * std::log(IsAntithetic() ? uniform : 1 - uniform);
    const double clipped = std::clamp(rtt, m_min.GetSeconds(), m_max.GetSeconds());
    return (clipped - m_path.GetSeconds()) / 2;
}

uint32_t
FlowRttVariable::GetInteger()
{
    return static_cast<uint32_t>(GetValue());
}
} // namespace hsn
} // namespace ns3
