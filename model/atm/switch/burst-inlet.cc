// SPDX-License-Identifier: GPL-2.0-only
#include "burst-inlet.h"

#include "atm-switch.h"
#include "burst-output.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
BurstInlet::BurstInlet(AtmSwitch& owner, uint32_t input)
    : m_owner(owner),
      m_input(input)
{
}

void
BurstInlet::SetUpc(Ptr<UsageParameterControl> upc)
{
    m_upc = upc;
}

void
BurstInlet::SetFilter(Ptr<AtmFrameFilter> filter)
{
    m_filter = filter;
}

void
BurstInlet::AddLeg(BurstOutput& output, BurstFeed& feed, AtmVcId label, uint32_t port)
{
    m_legs.push_back({&output, &feed, std::make_unique<CellLane>(&feed, label), false, port});
    if (m_in)
    {
        NotifyCells(*m_in);
    }
}

void
BurstInlet::NotifyCells(CellLane& lane)
{
    m_in = &lane;
    for (auto& leg : m_legs)
    {
        if (!leg.asks)
        {
            leg.asks = true;
            leg.output->AddInlet(this);
        }
    }
}

void
BurstInlet::NotifyLong(CellLane& lane)
{
    for (auto& leg : m_legs)
    {
        leg.output->NotifyLong();
    }
}

void
BurstInlet::NotifyLost(CellLane& lane)
{
    m_in = nullptr;
}

void
BurstInlet::NotifyArrival(CellLane& lane)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_owner.IsArrivalPending())
    {
        lane.Again(); // after the others of this time step
        return;
    }
    const int64_t due = m_owner.GetSlots().GetDue(now);
    for (auto& leg : m_legs)
    {
        leg.output->Arrive();
        leg.feed->ExpectTail();
        if (due > now)
        {
            leg.output->ArriveAt(due);
        }
    }
}

bool
BurstInlet::WantsEvents() const
{
    return (m_upc && m_upc->IsWatched()) ||
           std::any_of(m_legs.begin(), m_legs.end(), [](const Leg& leg) {
               return leg.feed->WantsEvents();
           });
}

int64_t
BurstInlet::GetDue(int64_t arrival) const
{
    // policed when they arrive, decided on by the outputs later
    return m_upc && m_upc->IsWatched() ? arrival : m_owner.GetSlots().GetDue(arrival);
}

bool
BurstInlet::HandOut(int64_t t, const BurstOutput* asking)
{
    const bool more = HandOutAll(t);
    if (!more)
    {
        for (auto& leg : m_legs)
        {
            leg.asks = leg.asks && leg.output != asking;
        }
    }
    return more;
}

bool
BurstInlet::HandOutAll(int64_t t)
{
    while (m_in && !m_in->Empty())
    {
        const CellRun& run = m_in->Front();
        uint32_t n = run.CountUpTo(t);
        if (n == 0)
        {
            return true;
        }
        CellSpan cells = run.GetPart(0, n);
        auto verdict = UsageParameterControl::PASS;
        if (m_upc)
        {
            const UpcCell first{run.arrival, run.clp, cells.EndsPdu(), run.pdu->GetNCells()};
            const auto fate = m_upc->PoliceRun(first, n > 1 ? run.spacing : 0, n);
            verdict = fate.verdict;
            cells.count = n = fate.cells;
            cells.clp = run.clp || verdict == UsageParameterControl::TAG;
        }
        m_owner.CountArrived(m_input, *m_in, n, m_filter ? 0 : m_legs.size(), verdict);
        if (verdict == UsageParameterControl::DISCARD)
        {
            if (m_in->IsMixed() && m_latest != run.pdu && !cells.EndsPdu())
            {
                m_legs.front().output->NotifyBeheaded(run.pdu);
            }
        }
        else
        {
            m_latest = run.pdu;
            HandToLegs(cells);
        }
        m_in->Take(n);
    }
    return false;
}

void
BurstInlet::HandToLegs(const CellSpan& cells)
{
    if (!m_filter)
    {
        HandToLegs(cells, AtmFrameFilter::ALL_PORTS);
        return;
    }
    for (uint32_t done = 0; done < cells.count;)
    {
        const CellSpan rest = cells.GetPart(done, cells.count - done);
        const auto fate = m_filter->Decide(*rest.pdu, rest.damage, rest.first, rest.count);
        HandToLegs(rest.GetPart(0, fate.cells), fate.ports);
        done += fate.cells;
    }
}

void
BurstInlet::HandToLegs(const CellSpan& cells, uint64_t ports)
{
    uint64_t copies = 0;
    for (auto& leg : m_legs)
    {
        if (AtmFrameFilter::Has(ports, leg.port))
        {
            ++copies;
            leg.lane->Append(cells);
        }
        else if (m_in->IsMixed() && !cells.EndsPdu())
        {
            leg.output->NotifyBeheaded(cells.pdu); // the next cell may be the first that comes
        }
    }
    if (m_filter)
    {
        m_owner.CountCopies(copies * cells.count, (m_legs.size() - copies) * cells.count);
    }
}
} // namespace hsn
} // namespace ns3
