// SPDX-License-Identifier: GPL-2.0-only
#include "cell-lane.h"

#include "burst-parts.h"

#include "ns3/assert.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
CellLane::CellLane(BurstLink* link, uint32_t end, AtmVcId label, uint32_t context)
    : m_link(link),
      m_end(end),
      m_label(label),
      m_context(context),
      m_timer(this)
{
}

CellLane::CellLane(CellSink* sink, AtmVcId label)
    : m_label(label),
      m_sink(sink),
      m_timer(this)
{
}

CellLane::~CellLane() = default;

int64_t
CellLane::GetLastArrival() const
{
    if (m_runs.Empty())
    {
        return -1;
    }
    const CellRun& back = m_runs.Back();
    return back.arrival + (back.count - 1) * back.spacing;
}

uint64_t
CellLane::CountFrom(int64_t from) const
{
    uint64_t n = 0;
    for (std::size_t r = 0; r < m_runs.Size(); ++r)
    {
        n += m_runs.At(r).count - m_runs.At(r).CountUpTo(from - 1);
    }
    return n;
}

void
CellLane::Take(uint32_t n)
{
    CellRun& front = m_runs.Front();
    NS_ASSERT_MSG(n <= front.count, "more cells are taken than the run has");
    if (m_link)
    {
        m_link->NotifyTaken(m_end, n);
    }
    if (n == front.count)
    {
        m_runs.DropFront();
    }
    else
    {
        front.Skip(n);
    }
}

bool
CellLane::Withdraw(int64_t from, CellRun& run)
{
    if (m_runs.Empty())
    {
        return false;
    }
    CellRun& back = m_runs.Back();
    const uint32_t keep = back.CountUpTo(from - 1);
    if (keep == back.count)
    {
        return false;
    }
    run = back;
    if (keep == 0)
    {
        m_runs.DropBack();
    }
    else
    {
        run.Skip(keep);
        back.count = keep;
    }
    return true;
}

void
CellLane::Announce(const CellSpan& cells)
{
    const bool isAll = m_every || cells.damage;
    uint32_t from = isAll ? cells.first : std::max(cells.first, cells.pdu->GetNotableFrom());
    if (IsNotableFirst(cells.pdu))
    {
        m_latest = cells.pdu;
        if (from > cells.first)
        {
            Schedule(cells.arrival);
        }
    }
    for (; from < cells.first + cells.count; ++from)
    {
        Schedule(cells.arrival + (from - cells.first) * cells.spacing);
    }
}

void
CellLane::Schedule(int64_t arrival)
{
    const int64_t due = m_sink->GetDue(arrival);
    if (due != m_expected)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        m_timer.Schedule(m_context, std::max<int64_t>(due - now, 0));
        m_scheduled = std::max(m_scheduled, due);
    }
}

void
CellLane::Expect(int64_t arrival)
{
    if (!m_sink)
    {
        Resolve();
    }
    Schedule(arrival);
    m_expected = m_sink->GetDue(arrival);
}

void
CellLane::Again()
{
    m_timer.Schedule(m_context, 0);
}

void
CellLane::ExpectTail()
{
    const int64_t last = GetLastArrival();
    if (last > Simulator::Now().GetTimeStep() && m_sink->GetDue(last) > m_scheduled)
    {
        Schedule(last);
    }
}

void
CellLane::Arrive()
{
    m_sink->NotifyArrival(*this);
}

void
CellLane::Cut()
{
    m_timer.Detach();
    m_runs.Clear();
    if (m_sink)
    {
        m_sink->NotifyLost(*this);
        m_sink = nullptr;
    }
}

void
CellLane::Resolve()
{
    CellSink* const sink = m_link->FindSink(*this);
    const bool every = sink->WantsEvents();
    const bool isNew = sink != m_sink;
    if (isNew && m_sink)
    {
        m_sink->NotifyLost(*this);
    }
    m_sink = sink;
    m_every = every;
    m_expected = -1;
    Reannounce();
    if (isNew && !m_runs.Empty())
    {
        m_sink->NotifyCells(*this);
    }
}

void
CellLane::Reannounce()
{
    for (std::size_t r = 0; r < m_runs.Size(); ++r)
    {
        // of a run of AAL5 only the last cell can have consequences, of raw cells none as a rule
        const CellRun& run = m_runs.At(r);
        const bool isIdle = run.pdu->IsRaw() && run.first + run.count <= run.pdu->GetNotableFrom();
        if (m_every || !isIdle)
        {
            ScheduleFrom(run, m_every || run.pdu->HasNotableFirst() ? 0 : run.count - 1);
        }
    }
}

void
CellLane::ScheduleFrom(const CellRun& run, uint32_t i)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    for (; i < run.count; ++i)
    {
        const int64_t arrival = run.arrival + i * run.spacing;
        if (m_sink->GetDue(arrival) >= now)
        {
            Schedule(arrival);
        }
    }
}

void
CellLane::Await(const AtmPdu& pdu)
{
    for (std::size_t r = 0; r < m_runs.Size(); ++r)
    {
        if (PeekPointer(m_runs.At(r).pdu) == &pdu)
        {
            ScheduleFrom(m_runs.At(r), 0);
        }
    }
}

bool
CellLane::WantsEvents()
{
    if (m_resolving || !m_link)
    {
        return false;
    }
    m_resolving = true;
    const bool every = m_link->IsLive(m_end) || m_link->FindSink(*this)->WantsEvents();
    m_resolving = false;
    return every;
}
} // namespace hsn
} // namespace ns3
