// SPDX-License-Identifier: GPL-2.0-only
#include "mets-flow-scheduler.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFlowScheduler");
NS_OBJECT_ENSURE_REGISTERED(FlowScheduler);

TypeId
FlowScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FlowScheduler")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FlowScheduler>()
            .AddAttribute("ClockTick",
                          "Time between two ticks of the clock, which ticks at its multiples",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&FlowScheduler::m_tick),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("TickPhase",
                          "Its ticks are this long after those multiples",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&FlowScheduler::m_phase),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("FrameRate",
                          "Frames a second, above 0",
                          DoubleValue(24),
                          MakeDoubleAccessor(&FlowScheduler::m_rate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("DriftCompensation",
                          "Frames are due by the start, not by the dispatch of the frame before",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FlowScheduler::m_compensation),
                          MakeBooleanChecker())
            .AddAttribute("MissTolerance",
                          "A frame dispatched later than this after it was due is a miss; 0: one "
                          "ClockTick",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&FlowScheduler::m_tolerance),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MissThreshold",
                          "Misses in a period above which the application is told",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FlowScheduler::m_threshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MissPeriod",
                          "Period in which misses are counted",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&FlowScheduler::m_period),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("Dispatch",
                            "A frame is dispatched: its number, and how late",
                            MakeTraceSourceAccessor(&FlowScheduler::m_dispatchTrace),
                            "ns3::hsn::FlowScheduler::DispatchTracedCallback");
    return tid;
}

FlowScheduler::FlowScheduler() = default;

FlowScheduler::~FlowScheduler() = default;

void
FlowScheduler::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    NS_ABORT_MSG_UNLESS(m_rate > 0,
                        "FrameRate " << m_rate << " of a FlowScheduler: must be above 0");
}

void
FlowScheduler::DoDispose()
{
    Stop();
    m_dispatch = Dispatch();
    m_event = Event();
    m_task = nullptr;
    Object::DoDispose();
}

void
FlowScheduler::SetDispatch(Dispatch dispatch)
{
    m_dispatch = dispatch;
}

void
FlowScheduler::SetEvent(Event event)
{
    m_event = event;
}

void
FlowScheduler::SetTask(Ptr<HostTask> task, Time cost)
{
    NS_ABORT_MSG_IF(cost.IsStrictlyNegative(),
                    "cost " << cost.As(Time::MS) << " of a dispatch: must not be negative");
    m_task = task;
    m_cost = cost;
}

Time
FlowScheduler::RoundUp(Time t) const
{
    const int64_t tick = m_tick.GetTimeStep();
    const int64_t phase = m_phase.GetTimeStep() % tick;
    return TimeStep((t.GetTimeStep() - phase + tick - 1) / tick * tick + phase);
}

void
FlowScheduler::Start()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_rate > 0,
                        "FrameRate " << m_rate << " of a FlowScheduler: must be above 0");
    NS_ABORT_MSG_IF(m_dispatch.IsNull(), "a FlowScheduler starts without SetDispatch()");
    Stop();
    ++m_generation;
    m_running = true;
    m_start = RoundUp(Simulator::Now());
    m_due = m_start;
    m_frame = 0;
    m_periodMisses = 0;
    m_told = false;
    m_alarm = false;
    m_periodEnd =
        Simulator::Schedule(m_start + m_period - Simulator::Now(), &FlowScheduler::EndPeriod, this);
    Plan();
}

void
FlowScheduler::Stop()
{
    m_running = false;
    m_next.Cancel();
    m_periodEnd.Cancel();
}

uint64_t
FlowScheduler::GetDispatched() const
{
    return m_frame;
}

uint64_t
FlowScheduler::GetMisses() const
{
    return m_misses;
}

uint64_t
FlowScheduler::GetEvents() const
{
    return m_events;
}

void
FlowScheduler::Plan()
{
    const Time now = Simulator::Now();
    const Time at = m_due <= now && m_frame > 0 ? now : RoundUp(m_due);
    m_next = Simulator::Schedule(at - now, &FlowScheduler::Begin, this);
}

void
FlowScheduler::Begin()
{
    if (!m_task)
    {
        Finish();
        return;
    }
    const Ptr<FlowScheduler> self(this);
    m_task->Run(m_cost, [self, generation = m_generation] {
        if (self->m_running && self->m_generation == generation)
        {
            self->Finish();
        }
    });
}

void
FlowScheduler::Finish()
{
    const Time now = Simulator::Now();
    const Time lateness = now - m_due;
    if (lateness > (m_tolerance.IsZero() ? m_tick : m_tolerance))
    {
        ++m_misses;
        ++m_periodMisses;
        if (m_periodMisses > m_threshold && !m_told)
        {
            m_told = true;
            m_alarm = true;
            ++m_events;
            if (!m_event.IsNull())
            {
                m_event(true, m_periodMisses);
            }
        }
    }
    const uint64_t frame = m_frame++;
    const double next = m_compensation ? static_cast<double>(m_frame) / m_rate : 1 / m_rate;
    m_due = (m_compensation ? m_start : now) + NanoSeconds(std::llround(next * 1e9));
    m_dispatchTrace(frame, lateness);
    m_dispatch(frame);
    if (m_running)
    {
        Plan();
    }
}

void
FlowScheduler::EndPeriod()
{
    if (m_alarm && m_periodMisses == 0)
    {
        m_alarm = false;
        if (!m_event.IsNull())
        {
            m_event(false, 0);
        }
    }
    m_periodMisses = 0;
    m_told = false;
    m_periodEnd = Simulator::Schedule(m_period, &FlowScheduler::EndPeriod, this);
}
} // namespace hsn
} // namespace ns3
