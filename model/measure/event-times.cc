// SPDX-License-Identifier: GPL-2.0-only
#include "event-times.h"

#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
EventTimes::EventTimes(std::size_t kept)
    : m_kept(kept)
{
}

void
EventTimes::Note()
{
    NoteAt(Simulator::Now().GetTimeStep());
}

void
EventTimes::NoteAt(int64_t step)
{
    m_first = m_count == 0 ? step : m_first;
    m_last = step;
    ++m_count;
    if (m_steps.size() < m_kept)
    {
        m_steps.push_back(step);
    }
}

uint64_t
EventTimes::GetCount() const
{
    return m_count;
}

Time
EventTimes::GetFirst() const
{
    return TimeStep(m_first);
}

Time
EventTimes::GetSpan() const
{
    return TimeStep(m_last - m_first);
}

const std::vector<int64_t>&
EventTimes::GetSteps() const
{
    return m_steps;
}
} // namespace hsn
} // namespace ns3
