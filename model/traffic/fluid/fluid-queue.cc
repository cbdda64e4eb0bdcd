// SPDX-License-Identifier: GPL-2.0-only
#include "fluid-queue.h"

#include "fluid-source-set.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFluidQueue");
NS_OBJECT_ENSURE_REGISTERED(FluidQueue);

TypeId
FluidQueue::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FluidQueue")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FluidQueue>()
            .AddAttribute(
                "ServiceRate",
                "Rate at which fluid leaves, above 0",
                DataRateValue(DataRate("10Mbps")),
                MakeDataRateAccessor(&FluidQueue::SetServiceRate, &FluidQueue::GetServiceDataRate),
                MakeDataRateChecker())
            .AddAttribute("DelayBound",
                          "A bit is late if it waits longer",
                          TimeValue(MilliSeconds(16)),
                          MakeTimeAccessor(&FluidQueue::SetDelayBound, &FluidQueue::GetDelayBound),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Load",
                            "The queue was brought to the present time",
                            MakeTraceSourceAccessor(&FluidQueue::m_load),
                            "ns3::hsn::FluidQueue::LoadTracedCallback");
    return tid;
}

void
FluidQueue::DoDispose()
{
    m_listener = nullptr;
    m_sets.clear();
    Object::DoDispose();
}

void
FluidQueue::SetServiceRate(DataRate rate)
{
    NS_ABORT_MSG_UNLESS(rate.GetBitRate() > 0, "ServiceRate of FluidQueue is 0: must be above 0");
    FinishPast();
    m_service = static_cast<double>(rate.GetBitRate());
    m_threshold = m_service * m_bound;
}

DataRate
FluidQueue::GetServiceDataRate() const
{
    return DataRate(static_cast<uint64_t>(m_service));
}

void
FluidQueue::SetDelayBound(Time bound)
{
    FinishPast();
    m_bound = bound.GetSeconds();
    m_threshold = m_service * m_bound;
}

Time
FluidQueue::GetDelayBound() const
{
    return Seconds(m_bound);
}

void
FluidQueue::FinishPast()
{
    if (m_totals.changes > 0) // nothing has come to a new queue, for which there is no past
    {
        Update();
    }
}

void
FluidQueue::Update()
{
    const double now = Simulator::Now().GetSeconds();
    if (m_sets.size() == 1)
    {
        m_sets.front()->RunUntil(now);
    }
    else if (!m_sets.empty())
    {
        const auto earlier = [](const FluidSourceSet* one, const FluidSourceSet* other) {
            return one->GetNext() < other->GetNext();
        };
        for (;;)
        {
            auto* next = *std::min_element(m_sets.begin(), m_sets.end(), earlier);
            if (next->GetNext() > now)
            {
                break;
            }
            next->RunUntil(next->GetNext());
        }
    }
    AdvanceTo(std::max(now, m_now));
    m_load(m_queue, m_input);
}

void
FluidQueue::AddInput(double rate)
{
    Update();
    SetInput(m_input + rate);
}

double
FluidQueue::GetQueue() const
{
    return m_queue;
}

double
FluidQueue::GetDelay() const
{
    return m_queue / m_service;
}

double
FluidQueue::GetInput() const
{
    return m_input;
}

const FluidQueueTotals&
FluidQueue::GetTotals() const
{
    return m_totals;
}

double
FluidQueue::GetServiceRate() const
{
    return m_service;
}

double
FluidQueue::GetLateThreshold() const
{
    return m_threshold;
}

void
FluidQueue::SetListener(FluidQueueListener* listener)
{
    m_listener = listener;
}

void
FluidQueue::Attach(FluidSourceSet* set)
{
    m_sets.push_back(set);
}

void
FluidQueue::Detach(FluidSourceSet* set)
{
    m_sets.erase(std::remove(m_sets.begin(), m_sets.end(), set), m_sets.end());
}
} // namespace hsn
} // namespace ns3
