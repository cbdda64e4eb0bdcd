// SPDX-License-Identifier: GPL-2.0-only
#include "poisson-message-source.h"

#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PoissonMessageSource);

TypeId
PoissonMessageSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PoissonMessageSource")
                            .SetParent<PacketSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PoissonMessageSource>()
                            .AddAttribute("MeanInterval",
                                          "Mean time from one message to the next",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&PoissonMessageSource::SetMeanInterval,
                                                           &PoissonMessageSource::GetMeanInterval),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("Units",
                                          "Units in a message, at least 1; null: always 1",
                                          PointerValue(),
                                          MakePointerAccessor(&PoissonMessageSource::m_units),
                                          MakePointerChecker<RandomVariableStream>())
                            .AddAttribute("UnitSize",
                                          "Octets of a unit",
                                          UintegerValue(48),
                                          MakeUintegerAccessor(&PoissonMessageSource::m_unitSize),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("Overhead",
                                          "Octets of each message that others add, below UnitSize",
                                          UintegerValue(8),
                                          MakeUintegerAccessor(&PoissonMessageSource::m_overhead),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

PoissonMessageSource::PoissonMessageSource()
    : m_interval(CreateObject<ExponentialRandomVariable>())
{
}

void
PoissonMessageSource::SetMeanInterval(Time mean)
{
    m_mean = mean.GetSeconds();
}

Time
PoissonMessageSource::GetMeanInterval() const
{
    return Seconds(m_mean);
}

int64_t
PoissonMessageSource::AssignStreams(int64_t stream)
{
    m_interval->SetStream(stream);
    if (m_units)
    {
        m_units->SetStream(stream + 1);
    }
    return 2;
}

Time
PoissonMessageSource::GetInterval()
{
    return Seconds(m_interval->GetValue(m_mean, 0));
}

Time
PoissonMessageSource::GetFirstInterval()
{
    return GetInterval();
}

uint32_t
PoissonMessageSource::GetPacketSize()
{
    const uint32_t units = m_units ? m_units->GetInteger() : 1;
    return units * m_unitSize - m_overhead;
}
} // namespace hsn
} // namespace ns3
