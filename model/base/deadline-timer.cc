// SPDX-License-Identifier: GPL-2.0-only
#include "deadline-timer.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace hsn
{
DeadlineTimer::DeadlineTimer(std::function<void()> expired, Order order)
    : m_expired(std::move(expired)),
      m_order(order)
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
    const bool waited = std::exchange(m_waits, false);
    if (!m_running)
    {
        return;
    }
    if (Simulator::Now() < m_deadline)
    {
        Set(m_deadline);
        return;
    }
    if (m_order == AFTER_ARRIVALS && !waited)
    {
        m_waits = true;
        m_event = Simulator::ScheduleNow(&DeadlineTimer::Check, this);
        return;
    }
    m_running = false;
    m_expired();
}
} // namespace hsn
} // namespace ns3
