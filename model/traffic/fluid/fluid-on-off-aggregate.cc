// SPDX-License-Identifier: GPL-2.0-only
#include "fluid-on-off-aggregate.h"

#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/rng-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FluidOnOffAggregate);

TypeId
FluidOnOffAggregate::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FluidOnOffAggregate")
                            .SetParent<FluidSourceSet>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FluidOnOffAggregate>()
                            .AddAttribute("OnMean",
                                          "Mean length of periods in which a source sends",
                                          TimeValue(MicroSeconds(312500)),
                                          MakeTimeAccessor(&FluidOnOffAggregate::SetOnMean,
                                                           &FluidOnOffAggregate::GetOnMean),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("OffMean",
                                          "Mean length of periods in which it does not",
                                          TimeValue(MicroSeconds(312500)),
                                          MakeTimeAccessor(&FluidOnOffAggregate::SetOffMean,
                                                           &FluidOnOffAggregate::GetOffMean),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("Start",
                                          "State in which a source begins",
                                          EnumValue(FLUID_START_STATIONARY),
                                          MakeHsnEnumAccessor(&FluidOnOffAggregate::m_start),
                                          MakeEnumChecker(FLUID_START_STATIONARY,
                                                          "Stationary",
                                                          FLUID_START_ON,
                                                          "On",
                                                          FLUID_START_OFF,
                                                          "Off"));
    return tid;
}

double
FluidOnOffAggregate::Uniform::Draw() const
{
    return Peek()->RandU01();
}

double
FluidOnOffAggregate::Uniform::GetValue()
{
    return Draw();
}

uint32_t
FluidOnOffAggregate::Uniform::GetInteger()
{
    return 0; // numbers are below 1
}

FluidOnOffAggregate::FluidOnOffAggregate()
    : m_onMean(MicroSeconds(312500)),
      m_offMean(MicroSeconds(312500)),
      m_random(CreateObject<Uniform>()),
      m_next(std::numeric_limits<double>::infinity())
{
    SetRates();
}

FluidOnOffAggregate::~FluidOnOffAggregate() = default;

void
FluidOnOffAggregate::DoDispose()
{
    m_sources.clear();
    m_indices.clear();
    FluidSourceSet::DoDispose();
}

int64_t
FluidOnOffAggregate::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

void
FluidOnOffAggregate::SetOnMean(Time mean)
{
    ChangeMean(m_onMean, mean);
}

Time
FluidOnOffAggregate::GetOnMean() const
{
    return m_onMean;
}

void
FluidOnOffAggregate::SetOffMean(Time mean)
{
    ChangeMean(m_offMean, mean);
}

Time
FluidOnOffAggregate::GetOffMean() const
{
    return m_offMean;
}

void
FluidOnOffAggregate::ChangeMean(Time& mean, Time value)
{
    FinishPast();
    mean = value;
    SetRates();
    if (!m_sources.empty())
    {
        Restart(m_queue->GetInput() - m_input);
    }
}

void
FluidOnOffAggregate::SetRates()
{
    const double fromOn = 1 / m_onMean.GetSeconds();
    const double fromOff = 1 / m_offMean.GetSeconds();
    m_rate = std::max(fromOn, fromOff);
    m_accept[false] = fromOff / m_rate;
    m_accept[true] = fromOn / m_rate;
}

uint32_t
FluidOnOffAggregate::GetSize() const
{
    return static_cast<uint32_t>(m_sources.size());
}

uint32_t
FluidOnOffAggregate::GetActive() const
{
    return m_active;
}

double
FluidOnOffAggregate::GetNext() const
{
    return m_next;
}

void
FluidOnOffAggregate::RunUntil(double seconds)
{
    if (m_next > seconds)
    {
        return;
    }
    // local copies: the compiler cannot know that the queue leaves them alone
    FluidQueue& queue = *m_queue;
    const Uniform& random = *m_random;
    Source* const sources = m_sources.data();
    const auto size = static_cast<double>(m_sources.size());
    const double mean = 1 / (size * m_rate);
    const bool isSymmetric = m_accept[false] == m_accept[true];
    const double others = queue.GetInput() - m_input;
    double input = m_input;
    double next = m_next;
    uint32_t active = m_active;
    while (next <= seconds)
    {
        Source& source = sources[static_cast<uint32_t>(random.Draw() * size)];
        if (isSymmetric || random.Draw() < m_accept[source.isOn])
        {
            queue.AdvanceTo(next);
            source.isOn = !source.isOn;
            input += source.isOn ? source.peak : -source.peak;
            active += source.isOn ? 1 : -1;
            queue.SetInput(others + input);
        }
        next -= std::log(random.Draw()) * mean;
    }
    m_input = input;
    m_next = next;
    m_active = active;
}

void
FluidOnOffAggregate::DoAdd(uint64_t number, double peak)
{
    const double others = m_queue->GetInput() - m_input;
    const double share = m_onMean.GetSeconds() / (m_onMean + m_offMean).GetSeconds();
    const bool isOn =
        m_start == FLUID_START_STATIONARY ? m_random->Draw() < share : m_start == FLUID_START_ON;
    m_indices[number] = GetSize();
    m_sources.push_back({peak, isOn, number});
    m_active += isOn ? 1 : 0;
    Restart(others);
}

bool
FluidOnOffAggregate::DoRemove(uint64_t number)
{
    const auto found = m_indices.find(number);
    if (found == m_indices.end())
    {
        return false;
    }
    const double others = m_queue->GetInput() - m_input;
    Source& source = m_sources[found->second];
    m_active -= source.isOn ? 1 : 0;
    m_indices[m_sources.back().number] = found->second;
    source = m_sources.back();
    m_sources.pop_back();
    m_indices.erase(number);
    Restart(others);
    return true;
}

void
FluidOnOffAggregate::Restart(double rate)
{
    // summed up anew: rounding errors of many changes do not pile up
    m_input = 0;
    for (const auto& source : m_sources)
    {
        m_input += source.isOn ? source.peak : 0;
    }
    m_queue->SetInput(rate + m_input);
    // memoryless: the time to the next change may be drawn anew whenever sources or means change
    m_next = m_sources.empty() ? std::numeric_limits<double>::infinity()
                               : Simulator::Now().GetSeconds() -
                                     std::log(m_random->Draw()) /
                                         (static_cast<double>(m_sources.size()) * m_rate);
}
} // namespace hsn
} // namespace ns3
