// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The part of HostCpu that gives threads to processors.
 */
#include "host-cpu.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnHostThreads");

HostCpu::Ready
HostCpu::MakeReady(HostTask& task) const
{
    return {-static_cast<int64_t>(task.m_priority),
            task.m_deadline,
            m_quantum.IsZero() ? task.m_sections.front().order : task.m_stamp,
            &task};
}

void
HostCpu::SetReady(HostTask& task, bool on)
{
    if (on)
    {
        m_ready.insert(MakeReady(task));
    }
    else
    {
        m_ready.erase(MakeReady(task));
    }
}

bool
HostCpu::IsPreemptible(const HostTask& task) const
{
    return task.m_user || m_preemption == HOST_PREEMPT_FULL;
}

void
HostCpu::BeginThreads()
{
    if (m_beginning)
    {
        return;
    }
    m_beginning = true;
    while (BeginThread())
    {
    }
    m_beginning = false;
    for (uint32_t i = 0; i < m_nCpus; ++i)
    {
        if (!m_cores[i].slots[THREAD].task)
        {
            m_cores[i].last = nullptr;
        }
        TraceIdle(i);
    }
}

bool
HostCpu::BeginThread()
{
    if (m_ready.empty())
    {
        return false;
    }
    HostTask& task = *m_ready.begin()->task;
    uint32_t at = m_nCpus;
    uint32_t worst = m_nCpus;
    for (uint32_t i = 0; i < m_nCpus && at == m_nCpus; ++i)
    {
        const Core& core = m_cores[i];
        if (!IsFree(core, HostLevel::SOFT_INTERRUPT) || core.busy)
        {
            continue;
        }
        const HostTask* its = core.slots[THREAD].task;
        if (!its)
        {
            at = i;
        }
        else if (its->m_priority < task.m_priority &&
                 (worst == m_nCpus ||
                  its->m_priority < m_cores[worst].slots[THREAD].task->m_priority) &&
                 (IsPreemptible(*its) || m_preemption == HOST_PREEMPT_SLICE))
        {
            worst = i;
        }
    }
    if (at == m_nCpus && worst < m_nCpus)
    {
        const Core& core = m_cores[worst];
        const Slot& slot = core.slots[THREAD];
        const int64_t used = slot.cost - GetRemaining(core, HostLevel::THREAD);
        if (!IsPreemptible(*slot.task) && used % m_slice.GetTimeStep() != 0)
        {
            StopAtSlice(worst);
            return false;
        }
        Preempt(worst, false);
        at = worst;
    }
    if (at == m_nCpus)
    {
        return false;
    }
    SetReady(task, false);
    Core& core = m_cores[at];
    Slot& slot = core.slots[THREAD];
    const int64_t extra = core.last == &task ? 0 : m_contextSwitch.GetTimeStep();
    core.last = &task;
    Begin(at, HostLevel::THREAD, task, extra);
    if (slot.cost == 0)
    {
        End(at, HostLevel::THREAD);
        return true;
    }
    if (!m_quantum.IsZero() && IsPreemptible(task))
    {
        const int64_t left = std::max<int64_t>(1, m_quantum.GetTimeStep() - task.m_turn);
        slot.stop = std::min(slot.end, GetNow() + left);
    }
    Await(slot, at, HostLevel::THREAD);
    return true;
}

void
HostCpu::StopAtSlice(uint32_t at)
{
    Slot& slot = m_cores[at].slots[THREAD];
    const int64_t slice = m_slice.GetTimeStep();
    const int64_t used = slot.cost - GetRemaining(m_cores[at], HostLevel::THREAD);
    const int64_t stop = slot.end - slot.cost + (used / slice + 1) * slice;
    if (stop < slot.stop)
    {
        slot.stop = stop;
        slot.event.Cancel();
        Await(slot, at, HostLevel::THREAD);
    }
}

void
HostCpu::Preempt(uint32_t at, bool rotate)
{
    Core& core = m_cores[at];
    Slot& slot = core.slots[THREAD];
    HostTask& task = *slot.task;
    const int64_t left = GetRemaining(core, HostLevel::THREAD);
    NS_LOG_LOGIC("processor " << at << ": preempted with " << left << " steps left");
    slot.event.Cancel();
    slot.task = nullptr;
    task.m_running = false;
    task.m_turn = rotate ? 0 : task.m_turn + slot.cost - left;
    task.m_busy -= left;
    m_busy[THREAD] -= left;
    task.m_sections.push_front({left, std::move(task.m_done), task.m_current}); // keeps its place
    task.m_waiting += left;
    if (rotate)
    {
        task.m_stamp = m_order++;
    }
    SetReady(task, true);
}
} // namespace hsn
} // namespace ns3
