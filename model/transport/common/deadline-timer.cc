// SPDX-License-Identifier: GPL-2.0-only
#include "deadline-timer.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace hsn
{
DeadlineTimer::DeadlineTimer(std::function<void()> expired)
    : m_expired(std::move(expired))
{
}

DeadlineTimer::~DeadlineTimer()
{
    m_event.Cancel();
}

void
DeadlineTimer::Set(Time deadline)
{
    m_deadline = deadline;
    m_running = true;
    if (!m_event.IsExpired())
    {
        if (m_eventTime <= deadline)
        {
            return;
        }
        m_event.Cancel();
    }
    m_eventTime = deadline;
    m_event = Simulator::Schedule(deadline - Simulator::Now(), &DeadlineTimer::Check, this);
}

void
DeadlineTimer::Check()
{
    if (!m_running)
    {
        return;
    }
    if (Simulator::Now() < m_deadline)
    {
        Set(m_deadline);
        return;
    }
    m_running = false;
    m_expired();
}
} // namespace hsn
} // namespace ns3
