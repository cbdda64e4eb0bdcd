// SPDX-License-Identifier: GPL-2.0-only
#include "burst-output.h"

#include "atm-switch.h"
#include "burst-inlet.h"

#include "ns3/atm-channel.h"
#include "ns3/burst-network.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnBurstOutput");

namespace
{
/// Steps, in units of the least delay, by which an output advances if its inputs depend on it.
constexpr int64_t CYCLIC_STEPS = 256;

/// Cell times by which an output advances at most if there are generators of cells, which send as
/// many as they are asked for: they have to be stored.
constexpr int64_t MOST_CELL_TIMES = 1024;

/// @param heap gets the feeds back @param group of them
void
PutBack(BurstHeap& heap, const BurstRounds::Group& group)
{
    for (const auto& member : group)
    {
        heap.Push(*member.second);
    }
}

/**
 * @brief Takes the feeds out of a heap whose cells take turns with those of the earliest one.
 * @param heap has two feeds at least
 * @param group becomes these feeds, with the time by which they come after the earliest one
 * @return false if cells at other distances are between them; nothing was done then
 */
bool
GatherWoven(BurstHeap& heap, BurstRounds::Group& group)
{
    const int64_t due = heap.GetDue();
    const int64_t spacing = heap.Front().Front().spacing;
    group.clear();
    if (spacing > std::numeric_limits<uint32_t>::max())
    {
        return false;
    }
    while (!heap.Empty() && heap.GetDue() < due + spacing)
    {
        BurstFeed& feed = heap.Front();
        const CellRun& run = feed.Front();
        if (run.count == 1 || run.spacing != spacing || run.arrival != heap.GetDue())
        {
            PutBack(heap, group);
            return false;
        }
        group.emplace_back(static_cast<uint32_t>(run.arrival - due), &feed);
        heap.Pop();
    }
    return true;
}
} // namespace

BurstOutput::BurstOutput(AtmSwitch& owner, AtmSwitchPort& port)
    : m_owner(owner),
      m_port(port),
      m_buffer(port),
      m_rounds(m_buffer),
      m_again(this)
{
}

void
BurstOutput::AddFeed(BurstFeed& feed)
{
    m_feeds.push_back(&feed);
    m_categories |= 1u << feed.GetLeg().category;
    const uint32_t label = feed.GetLeg().label.Key();
    if (!m_labels.insert(label).second)
    {
        m_merged.insert(label);
    }
    auto* const input = PeekPointer(m_owner.GetPort(feed.GetLeg().input));
    if (std::find(m_inputs.begin(), m_inputs.end(), input) == m_inputs.end())
    {
        m_inputs.push_back(input);
    }
}

void
BurstOutput::AddInlet(BurstInlet* inlet)
{
    m_inlets.push_back(inlet);
}

CellLane&
BurstOutput::GetOutLane(AtmVcId label) const
{
    return m_port.GetAtmChannel()->GetLane(m_port.GetEnd(), label);
}

bool
BurstOutput::WantsEvents(AtmVcId label) const
{
    const auto& channel = m_port.GetAtmChannel();
    return !channel || channel->IsLive(m_port.GetEnd()) || m_merged.count(label.Key()) > 0 ||
           GetOutLane(label).WantsEvents();
}

bool
BurstOutput::IsSingleCategory() const
{
    return (m_categories & (m_categories - 1)) == 0;
}

void
BurstOutput::Configure()
{
    uint32_t category = 0;
    while (category + 1 < ATM_CATEGORIES && !((m_categories >> category) & 1))
    {
        ++category;
    }
    m_isReordered = true; // the length of slots may have changed
    AwaitSlot();          // cells may matter now, or come one by one
    const auto& channel = m_port.GetAtmChannel();
    const bool isLive = !channel || channel->IsLive(m_port.GetEnd());
    m_mostSteps = channel && BurstNetwork::HasGenerators()
                      ? MOST_CELL_TIMES * channel->GetCellTime()
                      : ATM_NEVER;
    const auto queue = m_port.GetOutput()->GetQueue(static_cast<AtmServiceCategory>(category));
    m_buffer.Configure(queue, isLive);
    queue->SetAhead(isLive ? nullptr : this);
}

void
BurstOutput::AwaitSlot()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t slotEnd = m_owner.GetSlots().GetDue(now - 1);
    if (slotEnd >= now && !(m_heap.Empty() && m_fresh.empty() && m_inlets.empty()))
    {
        ArriveAt(slotEnd);
    }
}

void
BurstOutput::Close()
{
    m_buffer.Close();
    m_again.Detach();
}

void
BurstOutput::Withdraw()
{
    m_buffer.Withdraw(m_feeds);
}

void
BurstOutput::Restore()
{
    Configure();
    m_buffer.Restore();
}

void
BurstOutput::HandOver()
{
    m_buffer.HandOver(*m_port.GetOutput());
}

void
BurstOutput::Advance(int64_t t)
{
    if (t <= m_decided)
    {
        return;
    }
    if (m_isAsking)
    {
        m_isCyclic = true;
    }
    do
    {
        int64_t to = t - m_decided > m_mostSteps ? m_decided + m_mostSteps : t;
        if (m_isCyclic)
        {
            to = std::min(to, m_decided + CYCLIC_STEPS * m_lookahead);
        }
        const bool isAsking = m_isAsking;
        m_isAsking = true;
        Gather(to);
        m_isAsking = isAsking;
        if (to > m_decided)
        {
            m_decided = to;
            Merge(to);
        }
    } while (m_decided < t);
}

void
BurstOutput::Arrive()
{
    Advance(Simulator::Now().GetTimeStep());
    while (!m_beheaded.empty())
    {
        const Ptr<AtmPdu> pdu = m_beheaded.back();
        m_beheaded.pop_back();
        BurstNetwork::MakeNotable(*pdu);
    }
}

void
BurstOutput::OnTime()
{
    if (m_owner.IsArrivalPending())
    {
        ArriveAt(Simulator::Now().GetTimeStep()); // after the others of this time step
    }
    else
    {
        Arrive();
    }
}

void
BurstOutput::ArriveAt(int64_t due)
{
    m_again.Schedule(m_port.GetNode()->GetId(), due - Simulator::Now().GetTimeStep());
}

void
BurstOutput::NotifyLong()
{
    ArriveAt(Simulator::Now().GetTimeStep());
}

void
BurstOutput::Gather(int64_t t)
{
    int64_t lookahead = ATM_NEVER;
    for (const auto* input : m_inputs)
    {
        if (const auto& channel = input->GetAtmChannel())
        {
            channel->Fetch(1 - input->GetEnd(), t);
            lookahead = std::min(lookahead, channel->GetOffset());
        }
    }
    m_lookahead = lookahead;
    for (std::size_t i = 0; i < m_inlets.size();)
    {
        if (m_inlets[i]->HandOut(t, this))
        {
            ++i;
        }
        else
        {
            m_inlets[i] = m_inlets.back();
            m_inlets.pop_back();
        }
    }
}

void
BurstOutput::TakeFresh()
{
    if (m_isReordered)
    {
        m_isReordered = false;
        m_heap.MoveTo(m_fresh);
    }
    // in this order, because a feed may get cells while trace sinks look at others
    for (std::size_t i = 0; i < m_fresh.size(); ++i)
    {
        m_heap.Push(*m_fresh[i]);
    }
    m_fresh.clear();
}

void
BurstOutput::Merge(int64_t t)
{
    TakeFresh();
    while (!m_heap.Empty() && m_heap.GetDue() <= t)
    {
        const int64_t due = m_heap.GetDue();
        const int64_t next = m_heap.GetSecondDue(t + 1); // the first time that another feed shares
        if (next == due)
        {
            MergeTied(due, t);
            continue;
        }
        BurstFeed& feed = m_heap.Front();
        const CellRun& run = feed.Front();
        if (run.count > 1 && next <= t && next < due + run.spacing && GatherWoven(m_heap, m_group))
        {
            if (MergeLockstep(due, t))
            {
                continue;
            }
            PutBack(m_heap, m_group);
        }
        const uint32_t n = m_owner.GetSlots().MayHaveWaited(due) ? 1 : run.CountUpTo(next - 1);
        Enter(feed, n, due);
        m_heap.Renew();
    }
}

void
BurstOutput::MergeTied(int64_t due, int64_t t)
{
    const uint32_t ports = m_owner.GetNPorts();
    m_group.clear();
    while (!m_heap.Empty() && m_heap.GetDue() == due)
    {
        BurstFeed& feed = m_heap.Front();
        uint32_t turn = feed.GetLeg().input + ports - 1 - m_lastInput;
        if (turn >= ports)
        {
            turn -= ports;
        }
        m_group.emplace_back(turn, &feed);
        m_heap.Pop();
    }
    if (MergeLockstep(due, t))
    {
        return;
    }
    // the cells of an input keep the order in which they came, the legs of a cell theirs
    const auto isSooner = [](const auto& a, const auto& b) {
        if (a.first != b.first)
        {
            return a.first < b.first;
        }
        const int64_t x = a.second->Front().arrival;
        const int64_t y = b.second->Front().arrival;
        return x != y ? x < y : a.second->GetLeg().order < b.second->GetLeg().order;
    };
    const auto isLater = [isSooner](const auto& a, const auto& b) { return isSooner(b, a); };
    std::make_heap(m_group.begin(), m_group.end(), isLater);
    while (!m_group.empty())
    {
        std::pop_heap(m_group.begin(), m_group.end(), isLater);
        BurstFeed& feed = *m_group.back().second;
        Enter(feed, 1, due);
        if (!feed.HasCells() || feed.GetFrontDue() != due)
        {
            m_heap.Push(feed);
            m_group.pop_back();
        }
        else
        {
            std::push_heap(m_group.begin(), m_group.end(), isLater);
        }
    }
}

uint32_t
BurstOutput::CountRounds(int64_t due, int64_t spacing, int64_t until) const
{
    // cells of feeds that share a lane go one by one, in order
    uint32_t rounds = m_merged.empty() ? std::numeric_limits<uint32_t>::max() : 1;
    for (const auto& member : m_group)
    {
        if (!member.second->HasCells())
        {
            return 0;
        }
        const CellRun& run = member.second->Front();
        if (run.arrival != due + member.first || (run.count > 1 && run.spacing != spacing))
        {
            return 0;
        }
        // what follows a run may come before the last round ends
        const bool isClear =
            member.second->GetIn().GetSecondArrival() >= run.arrival + run.count * spacing;
        // where the policy decides on PDUs, the last cell of one goes alone
        const bool isTail = m_buffer.DecidesOnPdus() && run.count > 1 && run.EndsPdu();
        const uint32_t most = isTail || !isClear ? run.count - 1 : run.count;
        rounds = std::min({rounds, most, run.CountUpTo(until)});
    }
    return rounds;
}

bool
BurstOutput::MergeLockstep(int64_t due, int64_t t)
{
    const int64_t until = m_heap.Empty() ? t : std::min(t, m_heap.GetDue() - 1);
    const int64_t spacing = m_group.front().second->Front().spacing;
    for (const auto& member : m_group)
    {
        const CellRun& run = member.second->Front();
        if (run.count == 1 || run.spacing != spacing || run.CountUpTo(until) < 2 ||
            member.second->GetFrontDue() != run.arrival)
        {
            return false;
        }
    }
    std::sort(m_group.begin(), m_group.end());
    const auto sameTurn = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (m_buffer.IsLive() || m_owner.GetSlots().MayHaveWaited(due) ||
        std::adjacent_find(m_group.begin(), m_group.end(), sameTurn) != m_group.end())
    {
        return false;
    }
    // those that come at the same time are in the cyclic order of their inputs, and stay so; else
    // they are in the order of their cells
    const bool isTied = m_group.back().second->GetFrontDue() == due;
    if (isTied)
    {
        for (auto& member : m_group)
        {
            member.first = 0; // time by which its cells come after those of the first one
        }
    }
    while (const uint32_t rounds = CountRounds(due, spacing, until))
    {
        if (const BurstFeed* const last = m_rounds.Merge(m_group, isTied, spacing, rounds))
        {
            m_lastInput = last->GetLeg().input;
            if (isTied)
            {
                const auto isLast = [last](const auto& member) { return member.second == last; };
                const auto at = std::find_if(m_group.begin(), m_group.end(), isLast);
                std::rotate(m_group.begin(), at + 1, m_group.end());
            }
        }
        for (const auto& member : m_group)
        {
            BurstFeed& feed = *member.second;
            CountArrived(feed, rounds);
            feed.GetIn().Take(rounds);
        }
        due += rounds * spacing;
    }
    PutBack(m_heap, m_group);
    return true;
}

void
BurstOutput::Enter(BurstFeed& feed, uint32_t n, int64_t due)
{
    CountArrived(feed, n);
    if (m_buffer.IsLive())
    {
        EnterLive(feed, n);
        return;
    }
    const CellSpan cells = feed.Front().GetPart(0, n);
    if (n == 1 ? m_buffer.Enter(feed, cells, due) : m_buffer.EnterRun(feed, cells))
    {
        m_lastInput = feed.GetLeg().input;
    }
    feed.GetIn().Take(n);
}

void
BurstOutput::CountArrived(const BurstFeed& feed, uint32_t n)
{
    const CellLane& in = feed.GetIn();
    if (in.IsOfLink()) // else an inlet has counted them
    {
        m_owner.CountArrived(feed.GetLeg().input, in, n, 1, UsageParameterControl::PASS);
    }
}

void
BurstOutput::EnterLive(BurstFeed& feed, uint32_t n)
{
    const BurstFeed::Leg& leg = feed.GetLeg();
    for (uint32_t i = 0; i < n; ++i)
    {
        const CellRun& run = feed.Front();
        CellBurst cell = run.MakeBurst(leg.label, 1, feed.GetOffset(run.arrival));
        feed.GetIn().Take(1);
        if (m_port.GetOutput()->Receive(cell, leg.category, feed.GetState()))
        {
            m_lastInput = leg.input;
        }
    }
}
} // namespace hsn
} // namespace ns3
