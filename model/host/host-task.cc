// SPDX-License-Identifier: GPL-2.0-only
#include "host-task.h"

#include "host-cpu.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(HostTask);

TypeId
HostTask::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::HostTask")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<HostTask>()
            .AddAttribute("User",
                          "Whether threads of higher priority preempt this one at any time, "
                          "whatever ThreadPreemption says: a user's program",
                          BooleanValue(false),
                          MakeBooleanAccessor(&HostTask::m_user),
                          MakeBooleanChecker());
    return tid;
}

HostTask::HostTask() = default;
HostTask::~HostTask() = default;

void
HostTask::DoDispose()
{
    m_sections.clear();
    m_done = nullptr;
    m_cpu = nullptr;
    m_isOver = true;
    Object::DoDispose();
}

void
HostTask::Run(Time cost, Done done)
{
    if (m_isOver)
    {
        return; // the host is disposed, and nothing goes on
    }
    NS_ABORT_MSG_UNLESS(m_cpu, "HostTask: made by HostCpu::CreateTask() only");
    NS_ABORT_MSG_IF(cost.IsStrictlyNegative(),
                    "HostTask: cost " << cost.As(Time::S) << " must not be negative");
    m_cpu->Run(*this, cost.GetTimeStep(), std::move(done));
}

void
HostTask::SetPriority(uint32_t priority, Time deadline)
{
    NS_ABORT_MSG_IF(priority > MAX_PRIORITY,
                    "HostTask: priority " << priority << " must be at most " << MAX_PRIORITY);
    if (m_cpu)
    {
        m_cpu->SetPriority(*this, priority, deadline.GetTimeStep());
    }
}

void
HostTask::Cancel()
{
    if (m_cpu) // else the host is disposed, and nothing goes on
    {
        m_cpu->Cancel(*this);
    }
}

HostLevel
HostTask::GetLevel() const
{
    return m_level;
}

uint32_t
HostTask::GetPriority() const
{
    return m_priority;
}

uint32_t
HostTask::GetBacklog() const
{
    return m_sections.size() + (m_running ? 1 : 0);
}

Time
HostTask::GetWaitingCost() const
{
    return TimeStep(m_waiting);
}

Time
HostTask::GetBusyTime() const
{
    return TimeStep(m_busy - (m_running ? m_cpu->GetRemaining(*this) : 0));
}

Ptr<HostCpu>
HostTask::GetCpu() const
{
    return m_cpu;
}
} // namespace hsn
} // namespace ns3
