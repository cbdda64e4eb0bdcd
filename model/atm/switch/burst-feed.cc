// SPDX-License-Identifier: GPL-2.0-only
#include "burst-feed.h"

#include "atm-switch.h"
#include "burst-output.h"

#include "ns3/atm-channel.h"

namespace ns3
{
namespace hsn
{
BurstFeed::BurstFeed(BurstOutput& output, const Leg& leg, CellDiscardState& state)
    : m_output(output),
      m_slots(output.GetSwitch().GetSlots()),
      m_leg(leg),
      m_state(state)
{
    m_output.AddFeed(*this);
}

void
BurstFeed::NotifyCells(CellLane& lane)
{
    m_in = &lane;
    if (!m_isListed)
    {
        m_isListed = true;
        m_output.NotifyCells(*this);
    }
}

void
BurstFeed::NotifyLong(CellLane& lane)
{
    m_output.NotifyLong();
}

void
BurstFeed::NotifyArrival(CellLane& lane)
{
    if (m_output.GetSwitch().IsArrivalPending())
    {
        lane.Again(); // after the others of this time step
        return;
    }
    m_output.Arrive();
    ExpectTail();
}

void
BurstFeed::ExpectTail()
{
    if (m_out)
    {
        m_out->ExpectTail();
    }
}

void
BurstFeed::NotifyWithdrawn(CellLane& lane)
{
    m_output.NotifyReordered();
}

bool
BurstFeed::WantsEvents() const
{
    return m_output.WantsEvents(m_leg.label);
}

void
BurstFeed::NotifyLost(CellLane& lane)
{
    m_in = nullptr;
    m_output.NotifyReordered();
}

void
BurstFeed::FetchOut()
{
    m_out = &m_output.GetOutLane(m_leg.label);
}

int64_t
BurstFeed::GetOffset(int64_t arrival) const
{
    const auto input = m_output.GetSwitch().GetPort(m_leg.input);
    return input->GetAtmChannel()->GetOffset(1 - input->GetEnd(), arrival);
}

void
BurstFeed::NoteRefused(const CellSpan& cells)
{
    // if each of its cells has an event already, there is nothing to be done
    if (cells.pdu->GetNotableFrom() > 0 && GetOut().IsNotableFirst(cells.pdu) && !cells.EndsPdu())
    {
        m_output.NotifyBeheaded(cells.pdu);
    }
}
} // namespace hsn
} // namespace ns3
