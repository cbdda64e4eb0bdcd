// SPDX-License-Identifier: GPL-2.0-only
#include "host-cpu.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(HostCpu);

namespace
{
/// @param level one @return its index
constexpr uint32_t
Index(HostLevel level)
{
    return static_cast<uint32_t>(level);
}
} // namespace

TypeId
HostCpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::HostCpu")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<HostCpu>()
            .AddAttribute("Cpus",
                          "Number of processors",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(1),
                          MakeUintegerAccessor(&HostCpu::m_nCpus),
                          MakeUintegerChecker<uint32_t>(1, MAX_CPUS))
            .AddAttribute("ThreadPreemption",
                          "When a thread gives way to one of higher priority",
                          EnumValue(HOST_PREEMPT_SECTION),
                          MakeHsnEnumAccessor(&HostCpu::m_preemption),
                          MakeEnumChecker(HOST_PREEMPT_SECTION,
                                          "Section",
                                          HOST_PREEMPT_FULL,
                                          "Full",
                                          HOST_PREEMPT_SLICE,
                                          "Slice"))
            .AddAttribute("SliceLength",
                          "With ThreadPreemption Slice, what a section runs before it may be "
                          "preempted",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&HostCpu::m_slice),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("Quantum",
                          "Turn of a thread among those of its priority; 0: sections in order of "
                          "arrival. With ThreadPreemption Section it ends with a section",
                          TimeValue(TimeStep(0)),
                          MakeTimeAccessor(&HostCpu::m_quantum),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("ContextSwitch",
                          "Cost of changing to another thread, or to a thread after a pause",
                          TimeValue(TimeStep(0)),
                          MakeTimeAccessor(&HostCpu::m_contextSwitch),
                          MakeTimeChecker(TimeStep(0)))
            .AddTraceSource("SectionStart",
                            "A section begins or is resumed",
                            MakeTraceSourceAccessor(&HostCpu::m_startTrace),
                            "ns3::hsn::HostCpu::SectionTracedCallback")
            .AddTraceSource("SectionEnd",
                            "A section has ended",
                            MakeTraceSourceAccessor(&HostCpu::m_endTrace),
                            "ns3::hsn::HostCpu::SectionTracedCallback")
            .AddTraceSource("Idle",
                            "A processor begins or ends to be idle",
                            MakeTraceSourceAccessor(&HostCpu::m_idleTrace),
                            "ns3::hsn::HostCpu::IdleTracedCallback");
    return tid;
}

HostCpu::HostCpu() = default;

HostCpu::~HostCpu()
{
    if (m_atEnd.PeekEventImpl())
    {
        m_atEnd.PeekEventImpl()->Cancel();
    }
}

void
HostCpu::NotifyConstructionCompleted()
{
    m_cores.resize(m_nCpus);
    m_atEnd = Simulator::ScheduleDestroy(&HostCpu::EndOfSimulation, this);
    Object::NotifyConstructionCompleted();
}

void
HostCpu::DoDispose()
{
    Release();
    Object::DoDispose();
}

void
HostCpu::EndOfSimulation()
{
    const Ptr<HostCpu> self(this); // its tasks may be the last that hold it
    Release();
}

void
HostCpu::Release()
{
    for (Core& core : m_cores)
    {
        for (std::size_t level = 0; level < core.slots.size(); ++level)
        {
            Slot& slot = core.slots[level];
            slot.event.Cancel();
            if (slot.task)
            {
                const int64_t left = GetRemaining(core, static_cast<HostLevel>(level));
                m_busy[level] -= left; // of a section that never ends
                slot.task->m_busy -= left;
                slot.task->m_running = false;
            }
        }
        core = Core(); // the end of a section may be what disposes, and goes on afterwards
    }
    m_ready.clear();
    for (const auto& task : m_tasks)
    {
        task->Dispose();
    }
    m_tasks.clear();
}

Ptr<HostTask>
HostCpu::CreateTask(HostLevel level, uint32_t priority, uint32_t processor)
{
    NS_ABORT_MSG_IF(priority > HostTask::MAX_PRIORITY,
                    "HostCpu: priority " << priority << " must be at most "
                                         << HostTask::MAX_PRIORITY);
    NS_ABORT_MSG_IF(processor >= m_nCpus,
                    "HostCpu: processor " << processor << " must be below Cpus, " << m_nCpus);
    auto task = CreateObject<HostTask>();
    task->m_cpu = this;
    task->m_level = level;
    task->m_priority = priority;
    task->m_processor = processor;
    m_tasks.push_back(task);
    return task;
}

uint32_t
HostCpu::GetNCpus() const
{
    return m_nCpus;
}

Time
HostCpu::GetBusyTime(HostLevel level) const
{
    int64_t busy = m_busy[Index(level)];
    for (const Core& core : m_cores)
    {
        busy -= core.slots[Index(level)].task ? GetRemaining(core, level) : 0;
    }
    return TimeStep(busy);
}

Time
HostCpu::GetBusyTime() const
{
    return GetBusyTime(HostLevel::INTERRUPT) + GetBusyTime(HostLevel::SOFT_INTERRUPT) +
           GetBusyTime(HostLevel::THREAD);
}

uint32_t
HostCpu::GetBacklog(HostLevel level) const
{
    uint32_t sum = 0;
    for (const auto& task : m_tasks)
    {
        sum += task->m_level == level ? task->GetBacklog() : 0;
    }
    return sum;
}

uint64_t
HostCpu::GetSections() const
{
    return m_sections;
}

uint64_t
HostCpu::GetEvents() const
{
    return m_events;
}

int64_t
HostCpu::GetRemaining(const Core& core, HostLevel level) const
{
    int64_t begin = GetNow();
    for (uint32_t above = 0; above < Index(level); ++above)
    {
        begin = std::max(begin, core.drain[above]);
    }
    return core.slots[Index(level)].end - begin;
}

int64_t
HostCpu::GetRemaining(const HostTask& task) const
{
    for (const Core& core : m_cores)
    {
        if (core.slots[Index(task.m_level)].task == &task)
        {
            return GetRemaining(core, task.m_level);
        }
    }
    return 0;
}

bool
HostCpu::IsFree(const Core& core, HostLevel level) const
{
    for (uint32_t i = 0; i <= Index(level); ++i)
    {
        if (core.slots[i].task || (i < THREAD && !core.waiting[i].empty()))
        {
            return false;
        }
    }
    return true;
}

void
HostCpu::Delay(Core& core, HostLevel level, int64_t cost)
{
    for (uint32_t below = Index(level) + 1; below <= THREAD; ++below)
    {
        Slot& slot = core.slots[below];
        const bool has = slot.task || (below < THREAD && !core.waiting[below].empty());
        if (slot.task)
        {
            slot.end += cost;
            slot.stop += cost;
        }
        if (has && below < THREAD)
        {
            core.drain[below] += cost;
        }
    }
}

uint32_t
HostCpu::FindFree(const HostTask& task) const
{
    if (task.m_level != HostLevel::THREAD)
    {
        return IsFree(m_cores[task.m_processor], task.m_level) ? task.m_processor : MAX_CPUS;
    }
    if (task.m_running || !task.m_sections.empty() || !m_ready.empty() || !m_contextSwitch.IsZero())
    {
        return MAX_CPUS;
    }
    for (uint32_t i = 0; i < m_nCpus; ++i)
    {
        if (IsFree(m_cores[i], HostLevel::THREAD))
        {
            return i;
        }
    }
    return MAX_CPUS;
}

bool
HostCpu::RunAtOnce(const HostTask& outer, const HostTask& inner)
{
    if (outer.m_isOver || inner.m_isOver || !m_startTrace.IsEmpty() || !m_endTrace.IsEmpty() ||
        FindFree(outer) == MAX_CPUS || FindFree(inner) == MAX_CPUS)
    {
        return false;
    }
    m_sections += 2;
    return true;
}

void
HostCpu::RunFree(uint32_t at, const HostTask& task, const HostTask::Done& done)
{
    // the arguments of a trace cost as much as the rest
    if (!m_startTrace.IsEmpty())
    {
        m_startTrace(at, task.m_level, task.m_priority, Time(0));
    }
    ++m_sections;
    done();
    if (!m_endTrace.IsEmpty())
    {
        m_endTrace(at, task.m_level, task.m_priority, Time(0));
    }
}

void
HostCpu::Run(HostTask& task, int64_t cost, HostTask::Done&& done)
{
    const HostLevel level = task.m_level;
    if (cost == 0)
    {
        const uint32_t free = FindFree(task);
        if (free < MAX_CPUS)
        {
            RunFree(free, task, done);
            return;
        }
    }
    if (level == HostLevel::THREAD)
    {
        const bool first = task.m_sections.empty() && !task.m_running;
        task.m_sections.push_back({cost, std::move(done), m_order++});
        task.m_waiting += cost;
        if (first)
        {
            task.m_stamp = m_order++;
            task.m_turn = 0;
            SetReady(task, true);
            BeginThreads();
        }
        return;
    }
    const uint32_t at = task.m_processor;
    Core& core = m_cores[at];
    Delay(core, level, cost);
    int64_t begin = GetNow();
    for (uint32_t i = 0; i <= Index(level); ++i)
    {
        begin = std::max(begin, core.drain[i]);
    }
    core.drain[Index(level)] = begin + cost;
    task.m_sections.push_back({cost, std::move(done), m_order++});
    task.m_waiting += cost;
    core.waiting[Index(level)].push_back(&task);
    BeginInterrupts(at);
}

void
HostCpu::Begin(uint32_t at, HostLevel level, HostTask& task, int64_t extra)
{
    Slot& slot = m_cores[at].slots[Index(level)];
    auto& section = task.m_sections.front();
    task.m_waiting -= section.cost;
    slot.task = &task;
    slot.cost = section.cost + extra;
    slot.end = GetNow() + slot.cost;
    slot.stop = slot.end;
    task.m_done = std::move(section.done);
    task.m_current = section.order;
    task.m_running = true;
    task.m_sections.pop_front();
    task.m_busy += slot.cost;
    m_busy[Index(level)] += slot.cost;
    m_startTrace(at, level, task.m_priority, TimeStep(slot.cost));
}

void
HostCpu::Await(Slot& slot, uint32_t at, HostLevel level)
{
    ++m_events;
    slot.event =
        Simulator::Schedule(TimeStep(slot.stop - GetNow()), &HostCpu::Expire, this, at, level);
}

void
HostCpu::End(uint32_t at, HostLevel level)
{
    Slot& slot = m_cores[at].slots[Index(level)];
    HostTask& task = *slot.task;
    const auto done = std::move(task.m_done);
    task.m_done = nullptr;
    slot.task = nullptr;
    task.m_running = false;
    task.m_turn += slot.cost;
    ++m_sections;
    if (level == HostLevel::THREAD && !task.m_sections.empty())
    {
        if (task.m_turn >= m_quantum.GetTimeStep())
        {
            task.m_stamp = m_order++;
            task.m_turn = 0;
        }
        SetReady(task, true);
    }
    m_endTrace(at, level, task.m_priority, TimeStep(slot.cost));
    if (done)
    {
        done();
    }
}

void
HostCpu::Expire(uint32_t at, HostLevel level)
{
    const Ptr<HostCpu> alive(this);
    Slot& slot = m_cores[at].slots[Index(level)];
    if (GetNow() < slot.stop)
    {
        Await(slot, at, level); // something came between
        return;
    }
    if (level != HostLevel::THREAD)
    {
        m_cores[at].busy = true;
        End(at, level);
        m_cores[at].busy = false;
        BeginInterrupts(at);
        return;
    }
    if (slot.stop == slot.end)
    {
        m_beginning = true;
        End(at, level);
        m_beginning = false;
    }
    else
    {
        HostTask& task = *slot.task;
        const int64_t used = task.m_turn + slot.cost - GetRemaining(m_cores[at], level);
        const bool over = !m_quantum.IsZero() && used >= m_quantum.GetTimeStep();
        const bool better =
            !m_ready.empty() && (-m_ready.begin()->urgency > task.m_priority ||
                                 (over && -m_ready.begin()->urgency == task.m_priority));
        if (better)
        {
            Preempt(at, over);
        }
        else
        {
            if (over)
            {
                task.m_turn -= used; // a new turn
            }
            slot.stop = slot.end;
            if (!m_quantum.IsZero() && IsPreemptible(task))
            {
                const int64_t left =
                    m_quantum.GetTimeStep() - std::max<int64_t>(0, used % m_quantum.GetTimeStep());
                slot.stop = std::min(slot.end, GetNow() + left);
            }
            Await(slot, at, level);
        }
    }
    BeginThreads();
}

void
HostCpu::BeginInterrupts(uint32_t at)
{
    Core& core = m_cores[at];
    if (core.busy)
    {
        return;
    }
    core.busy = true;
    bool work = true;
    while (work)
    {
        work = false;
        for (const auto level : {HostLevel::INTERRUPT, HostLevel::SOFT_INTERRUPT})
        {
            Slot& slot = core.slots[Index(level)];
            auto& waiting = core.waiting[Index(level)];
            if (slot.task)
            {
                break; // it goes on before what is below
            }
            if (!waiting.empty())
            {
                HostTask& task = *waiting.front();
                waiting.pop_front();
                Begin(at, level, task, 0);
                if (slot.cost == 0)
                {
                    End(at, level);
                }
                else
                {
                    Await(slot, at, level);
                }
                work = true;
                break;
            }
        }
    }
    core.busy = false;
    if (IsFree(core, HostLevel::SOFT_INTERRUPT))
    {
        BeginThreads();
    }
    TraceIdle(at);
}

void
HostCpu::SetPriority(HostTask& task, uint32_t priority, int64_t deadline)
{
    const bool waits =
        task.m_level == HostLevel::THREAD && !task.m_running && !task.m_sections.empty();
    if (waits)
    {
        SetReady(task, false);
    }
    task.m_priority = priority;
    task.m_deadline = deadline;
    if (waits)
    {
        SetReady(task, true);
    }
    if (task.m_level == HostLevel::THREAD)
    {
        BeginThreads();
    }
}

void
HostCpu::Cancel(HostTask& task)
{
    task.m_done = nullptr;
    if (task.m_sections.empty())
    {
        return;
    }
    if (task.m_level == HostLevel::THREAD)
    {
        if (!task.m_running)
        {
            SetReady(task, false);
        }
    }
    else
    {
        Core& core = m_cores[task.m_processor];
        const uint32_t level = Index(task.m_level);
        Delay(core, task.m_level, -task.m_waiting);
        core.drain[level] -= task.m_waiting;
        auto& waiting = core.waiting[level];
        waiting.erase(std::remove(waiting.begin(), waiting.end(), &task), waiting.end());
        for (uint32_t below = level + 1; below <= THREAD; ++below)
        {
            Slot& slot = core.slots[below];
            if (slot.task)
            {
                slot.event.Cancel(); // it ends earlier now
                Await(slot, task.m_processor, static_cast<HostLevel>(below));
            }
        }
    }
    task.m_sections.clear();
    task.m_waiting = 0;
}

void
HostCpu::TraceIdle(uint32_t at)
{
    Core& core = m_cores[at];
    const bool idle = IsFree(core, HostLevel::THREAD);
    if (idle != core.idle)
    {
        core.idle = idle;
        m_idleTrace(at, idle);
    }
}
} // namespace hsn
} // namespace ns3
