// SPDX-License-Identifier: GPL-2.0-only
#include "burst-output.h"

#include "atm-channel.h"
#include "atm-switch.h"
#include "burst-inlet.h"

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
/// How many times the least delay an output goes ahead at once if its inputs depend on it.
constexpr int64_t CYCLIC_STEPS = 256;
} // namespace

// --- BurstFeed --------------------------------------------------------------------------------

BurstFeed::BurstFeed(BurstOutput& output,
                     uint32_t input,
                     uint32_t order,
                     AtmVcId label,
                     AtmServiceCategory category,
                     CellDiscardState& state)
    : m_output(output),
      m_input(input),
      m_order(order),
      m_label(label),
      m_category(category),
      m_state(state)
{
    m_output.m_feeds.push_back(this);
    m_output.m_categories |= 1u << category;
    m_output.AddInput(PeekPointer(m_output.m_owner.GetPort(input)));
}

void
BurstFeed::NotifyCells(CellLane& lane)
{
    m_in = &lane;
    if (!m_listed)
    {
        m_listed = true;
        m_output.m_fresh.push_back(this);
    }
}

void
BurstFeed::NotifyArrival(CellLane& lane)
{
    if (m_output.m_owner.IsArrivalPending())
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
    m_output.m_regroup = true;
}

bool
BurstFeed::WantsEvents() const
{
    const auto& channel = m_output.m_port.GetAtmChannel();
    const uint32_t end = m_output.m_port.GetEnd();
    return !channel || channel->IsLive(end) || channel->GetLane(end, m_label).WantsEvents();
}

void
BurstFeed::NotifyLost(CellLane& lane)
{
    m_in = nullptr;
    m_output.m_regroup = true;
}

int64_t
BurstFeed::GetDue(int64_t arrival) const
{
    return m_output.m_owner.GetDue(arrival);
}

// --- BurstOutput ------------------------------------------------------------------------------

BurstOutput::BurstOutput(AtmSwitch& owner, AtmSwitchPort& port)
    : m_owner(owner),
      m_port(port),
      m_again(this)
{
}

void
BurstOutput::AddInput(AtmSwitchPort* input)
{
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
    if (m_queue)
    {
        m_queue->m_ahead = nullptr;
    }
    m_queue = m_port.GetOutput()->GetQueue(static_cast<AtmServiceCategory>(category));
    m_regroup = true; // the length of slots may have changed
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t slotEnd = m_owner.GetDue(now - 1);
    if (slotEnd >= now && !(m_heap.empty() && m_fresh.empty() && m_inlets.empty()))
    {
        ArriveAt(slotEnd); // cells that wait for it may matter now, or come one by one
    }
    const auto& channel = m_port.GetAtmChannel();
    m_live = !channel || channel->IsLive(m_port.GetEnd());
    if (m_live)
    {
        return;
    }
    m_queue->m_ahead = this;
    m_rule = m_queue->GetRule();
    m_cellTime = channel->GetCellTime();
    m_offset = channel->GetOffset();
    m_full = m_queue->GetCapacity() * m_cellTime;
    m_threshold = m_rule.threshold * m_cellTime;
}

void
BurstOutput::Close()
{
    m_live = true;
    m_again.Detach();
}

void
BurstOutput::Advance(int64_t t)
{
    if (t <= m_decided)
    {
        return;
    }
    if (m_asking)
    {
        m_cyclic = true;
    }
    do
    {
        const int64_t to = m_cyclic ? std::min(t, m_decided + CYCLIC_STEPS * m_lookahead) : t;
        const bool asking = m_asking;
        m_asking = true;
        Gather(to);
        m_asking = asking;
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
    if (!m_beheaded.empty())
    {
        Follow();
    }
}

void
BurstOutput::Follow()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    int64_t next = ATM_NEVER;
    for (std::size_t i = 0; i < m_beheaded.size();)
    {
        BurstFeed& feed = *m_beheaded[i];
        if (feed.m_beheaded)
        {
            // if its next cell is not known yet, it comes a cell time from now at the soonest
            const bool known = feed.m_in && !feed.m_in->Empty();
            next =
                std::min(next,
                         known ? feed.m_in->Front().arrival : now + GetChannel(feed).GetCellTime());
            ++i;
        }
        else
        {
            feed.m_followed = false;
            m_beheaded[i] = m_beheaded.back();
            m_beheaded.pop_back();
        }
    }
    if (next == ATM_NEVER)
    {
        return;
    }
    const int64_t due = std::max(m_owner.GetDue(next), now + 1);
    if (m_followAt <= now || due < m_followAt)
    {
        m_followAt = due;
        ArriveAt(due);
    }
}

void
BurstOutput::ArriveAt(int64_t due)
{
    m_again.Schedule(m_port.GetNode()->GetId(), due - Simulator::Now().GetTimeStep());
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
BurstOutput::Push(BurstFeed* feed)
{
    m_heap.push_back({m_owner.GetDue(feed->m_in->Front().arrival), feed});
    std::push_heap(m_heap.begin(), m_heap.end(), [](const Head& a, const Head& b) {
        return a.due > b.due;
    });
}

void
BurstOutput::Renew()
{
    Head top = m_heap.front();
    if (top.feed->m_in->Empty())
    {
        top.feed->m_listed = false;
        PopTop();
    }
    else
    {
        top.due = m_owner.GetDue(top.feed->m_in->Front().arrival);
        ReplaceTop(top);
    }
}

void
BurstOutput::PopTop()
{
    const Head last = m_heap.back();
    m_heap.pop_back();
    if (!m_heap.empty())
    {
        ReplaceTop(last);
    }
}

void
BurstOutput::ReplaceTop(const Head& top)
{
    const std::size_t size = m_heap.size();
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 2 * at + 1)
    {
        if (child + 1 < size && m_heap[child + 1].due < m_heap[child].due)
        {
            ++child;
        }
        if (m_heap[child].due >= top.due)
        {
            break;
        }
        m_heap[at] = m_heap[child];
        at = child;
    }
    m_heap[at] = top;
}

void
BurstOutput::TakeFresh()
{
    if (m_regroup)
    {
        m_regroup = false;
        for (const auto& head : m_heap)
        {
            m_fresh.push_back(head.feed);
        }
        m_heap.clear();
    }
    // in this order, because a feed may become fresh while sinks look at cells
    for (std::size_t i = 0; i < m_fresh.size(); ++i)
    {
        if (!m_fresh[i]->m_in || m_fresh[i]->m_in->Empty())
        {
            m_fresh[i]->m_listed = false;
        }
        else
        {
            Push(m_fresh[i]);
        }
    }
    m_fresh.clear();
}

void
BurstOutput::Merge(int64_t t)
{
    TakeFresh();
    while (!m_heap.empty() && m_heap.front().due <= t)
    {
        const int64_t due = m_heap.front().due;
        int64_t next = t + 1; // the first time that is not this feed's alone
        for (std::size_t i = 1; i < m_heap.size() && i < 3; ++i)
        {
            next = std::min(next, m_heap[i].due);
        }
        if (next == due)
        {
            MergeTied(due, t);
            continue;
        }
        BurstFeed& feed = *m_heap.front().feed;
        const uint32_t n = m_owner.IsSlotted() ? 1 : feed.m_in->Front().CountUpTo(next - 1);
        Enter(feed, n, due);
        Renew();
    }
}

void
BurstOutput::MergeTied(int64_t due, int64_t t)
{
    const uint32_t ports = m_owner.GetNPorts();
    m_group.clear();
    while (!m_heap.empty() && m_heap.front().due == due)
    {
        BurstFeed* const feed = m_heap.front().feed;
        uint32_t turn = feed->m_input + ports - 1 - m_lastInput;
        if (turn >= ports)
        {
            turn -= ports;
        }
        m_group.emplace_back(turn, feed);
        PopTop();
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
        const int64_t x = a.second->m_in->Front().arrival;
        const int64_t y = b.second->m_in->Front().arrival;
        return x != y ? x < y : a.second->m_order < b.second->m_order;
    };
    const auto isDone = [this, due](const auto& a) {
        const CellLane& lane = *a.second->m_in;
        return lane.Empty() || m_owner.GetDue(lane.Front().arrival) != due;
    };
    while (!m_group.empty())
    {
        const auto first = std::min_element(m_group.begin(), m_group.end(), isSooner);
        Enter(*first->second, 1, due);
        if (isDone(*first))
        {
            Requeue(*first->second);
            m_group.erase(first);
        }
    }
}

bool
BurstOutput::MergeLockstep(int64_t due, int64_t t)
{
    const int64_t until = m_heap.empty() ? t + 1 : std::min(t + 1, m_heap.front().due);
    const int64_t spacing = m_group.front().second->m_in->Front().spacing;
    uint32_t steps = std::numeric_limits<uint32_t>::max();
    for (const auto& member : m_group)
    {
        const CellRun& run = member.second->m_in->Front();
        if (run.count == 1 || run.spacing != spacing)
        {
            return false;
        }
        steps = std::min(steps, run.CountUpTo(until - 1));
    }
    std::sort(m_group.begin(), m_group.end());
    const auto sameTurn = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (steps < 2 || m_live || m_owner.IsSlotted() ||
        std::adjacent_find(m_group.begin(), m_group.end(), sameTurn) != m_group.end())
    {
        return false;
    }
    // sorted by turn, the group is in the cyclic order of the inputs, and stays so
    const auto size = static_cast<uint32_t>(m_group.size());
    uint32_t first = 0;
    for (uint32_t i = 0; i < steps; ++i)
    {
        const uint32_t begin = first;
        for (uint32_t k = 0; k < size; ++k)
        {
            const uint32_t member = begin + k < size ? begin + k : begin + k - size;
            BurstFeed& feed = *m_group[member].second;
            if (EnterCell(feed, feed.m_in->Front(), i, due + i * spacing))
            {
                first = member + 1 < size ? member + 1 : 0;
            }
        }
    }
    for (const auto& member : m_group)
    {
        BurstFeed& feed = *member.second;
        CountArrived(feed, steps);
        feed.m_in->Take(steps);
        Requeue(feed);
    }
    return true;
}

void
BurstOutput::Requeue(BurstFeed& feed)
{
    if (feed.m_in->Empty())
    {
        feed.m_listed = false;
    }
    else
    {
        Push(&feed);
    }
}

void
BurstOutput::Enter(BurstFeed& feed, uint32_t n, int64_t due)
{
    CellLane& in = *feed.m_in;
    const CellRun& run = in.Front();
    CountArrived(feed, n);
    if (m_live)
    {
        EnterLive(feed, n);
        return;
    }
    if (n == 1)
    {
        EnterCell(feed, run, 0, due);
    }
    else
    {
        EnterRun(feed, run, n);
    }
    in.Take(n);
}

void
BurstOutput::CountArrived(const BurstFeed& feed, uint32_t n)
{
    if (feed.m_in->IsOfLink()) // else an inlet has counted them
    {
        m_owner.CountArrived(feed.m_input, *feed.m_in, n, 1, UsageParameterControl::PASS);
    }
}

void
BurstOutput::EnterLive(BurstFeed& feed, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        CellBurst cell =
            feed.m_in->Front().MakeBurst(feed.m_label, 1, GetChannel(feed).GetOffset());
        feed.m_in->Take(1);
        if (m_port.GetOutput()->Receive(cell, feed.m_category, feed.m_state))
        {
            m_lastInput = feed.m_input;
        }
    }
}

const AtmChannel&
BurstOutput::GetChannel(const BurstFeed& feed) const
{
    return *m_owner.GetPort(feed.m_input)->GetAtmChannel();
}

CellLane&
BurstOutput::GetOutLane(BurstFeed& feed)
{
    if (!feed.m_out)
    {
        feed.m_out = &m_port.GetAtmChannel()->GetLane(m_port.GetEnd(), feed.m_label);
    }
    return *feed.m_out;
}

bool
BurstOutput::EnterCell(BurstFeed& feed, const CellRun& run, uint32_t i, int64_t due)
{
    const int64_t backlog = m_freeAt - std::max(due, m_oldRateUntil);
    const auto reason = m_rule.Decide(
        run.first + i + 1 == run.pdu->GetNCells(),
        run.clp,
        backlog > m_full,
        [this, backlog] { return m_threshold == 0 || backlog > m_threshold; },
        feed.m_state);
    ++m_queue->m_counters.in;
    if (reason == CELL_ACCEPTED)
    {
        const int64_t start = std::max(m_freeAt, due);
        m_freeAt = start + m_cellTime;
        Send(feed, run, i, 1, start, m_cellTime);
        return true;
    }
    Refuse(feed, run, i, 1, reason);
    return false;
}

void
BurstOutput::Send(BurstFeed& feed,
                  const CellRun& run,
                  uint32_t i,
                  uint32_t n,
                  int64_t start,
                  int64_t spacing)
{
    m_lastInput = feed.m_input;
    if (feed.m_beheaded)
    {
        feed.m_beheaded = nullptr;
    }
    m_port.GetAtmChannel()->Append(m_port.GetEnd(),
                                   GetOutLane(feed),
                                   PeekPointer(run.pdu),
                                   run.first + i,
                                   n,
                                   start + m_offset,
                                   spacing,
                                   run.clp,
                                   run.efci,
                                   run.damage);
}

void
BurstOutput::Refuse(BurstFeed& feed,
                    const CellRun& run,
                    uint32_t i,
                    uint32_t n,
                    CellDiscardReason reason)
{
    m_queue->CountRefused(reason, n);
    if (GetOutLane(feed).IsNotableFirst(PeekPointer(run.pdu)))
    {
        NoteBeheaded(feed, run, i, n);
    }
    if (!m_queue->m_runDiscardTrace.IsEmpty())
    {
        for (; n > 0; --n, ++i)
        {
            CellRun one = run;
            if (i > 0)
            {
                one.Skip(i);
            }
            CellBurst cell = one.MakeBurst(feed.m_label, 1, GetChannel(feed).GetOffset());
            cell.discarded = 1;
            m_queue->m_runDiscardTrace(cell, reason, TimeStep(m_owner.GetDue(one.arrival)));
        }
    }
}

void
BurstOutput::NoteBeheaded(BurstFeed& feed, const CellRun& run, uint32_t i, uint32_t n)
{
    const bool isOver = run.first + i + n == run.pdu->GetNCells();
    feed.m_beheaded = isOver ? nullptr : run.pdu;
    if (!isOver && !feed.m_followed)
    {
        feed.m_followed = true;
        m_beheaded.push_back(&feed);
    }
}

void
BurstOutput::EnterRun(BurstFeed& feed, const CellRun& run, uint32_t n)
{
    // the last cell of a PDU, and where a policy decides on a PDU its first, go alone
    const uint32_t nCells = run.pdu->GetNCells();
    const uint32_t middle = std::min(n, nCells - 1 - run.first);
    CellDiscardState& state = feed.m_state;
    int64_t limit = m_full;
    if (m_rule.kind == CellDiscardRule::CLP && run.clp)
    {
        limit = m_threshold == 0 ? -ATM_NEVER : std::min(limit, m_threshold);
    }
    const bool partial =
        m_rule.kind == CellDiscardRule::PARTIAL || m_rule.kind == CellDiscardRule::EARLY;
    uint32_t i = 0;
    while (i < middle)
    {
        if (m_rule.kind == CellDiscardRule::EARLY && state.atPduStart)
        {
            EnterCell(feed, run, i, run.arrival + i * run.spacing);
            ++i;
        }
        else if (partial && (state.discarding || state.refusing))
        {
            m_queue->m_counters.in += middle - i;
            Refuse(feed,
                   run,
                   i,
                   middle - i,
                   state.refusing ? CELL_EARLY_PACKET : CELL_PARTIAL_PACKET);
            i = middle;
        }
        else
        {
            i += Accept(feed, run, i, middle - i, limit);
            if (i < middle)
            {
                EnterCell(feed, run, i, run.arrival + i * run.spacing);
                ++i;
            }
        }
    }
    if (i < n)
    {
        EnterCell(feed, run, i, run.arrival + i * run.spacing);
    }
}

uint32_t
BurstOutput::Accept(BurstFeed& feed, const CellRun& run, uint32_t i, uint32_t n, int64_t limit)
{
    const int64_t due = run.arrival + i * run.spacing;
    const int64_t backlog = std::max<int64_t>(m_freeAt - due, 0);
    if (backlog > limit || due < m_oldRateUntil)
    {
        return 0;
    }
    const int64_t growth = m_cellTime - run.spacing; // of the backlog, from cell to cell
    if (growth > 0 && backlog + (n - 1) * growth > limit)
    {
        n = static_cast<uint32_t>((limit - backlog) / growth) + 1;
    }
    m_queue->m_counters.in += n;
    uint32_t queued = n; // cells that find the link busy, or leave one right after the other
    if (growth < 0)
    {
        queued = static_cast<uint32_t>(
            std::min<int64_t>(n, (backlog - growth - 1) / -growth)); // until it has caught up
    }
    if (queued > 0)
    {
        const int64_t start = due + backlog;
        Send(feed, run, i, queued, start, m_cellTime);
        m_freeAt = start + queued * m_cellTime;
    }
    if (queued < n)
    {
        const int64_t start = due + queued * run.spacing;
        Send(feed, run, i + queued, n - queued, start, run.spacing);
        m_freeAt = start + (n - queued - 1) * run.spacing + m_cellTime;
    }
    return n;
}

uint32_t
BurstOutput::GetNWaiting() const
{
    // those that leave later than what has been decided on
    const int64_t backlog = m_freeAt - std::max(m_decided, m_oldRateUntil) - 1;
    return backlog > 0 && m_cellTime > 0 ? static_cast<uint32_t>(backlog / m_cellTime) : 0;
}

void
BurstOutput::Withdraw()
{
    if (m_live || m_cellTime == 0)
    {
        return;
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    m_withdrawn.clear();
    for (auto* feed : m_feeds)
    {
        if (feed->m_out)
        {
            feed->m_out->WithdrawCells(now + m_offset, [this, feed](const CellRun& cell) {
                m_withdrawn.push_back({cell.arrival - m_offset, cell, feed->m_out});
            });
        }
    }
    std::sort(m_withdrawn.begin(), m_withdrawn.end(), [](const auto& a, const auto& b) {
        return a.start < b.start;
    });
    if (!m_withdrawn.empty())
    {
        m_freeAt = m_withdrawn.front().start;
    }
    m_port.GetAtmChannel()->NotifyWithdrawn(m_port.GetEnd(), m_withdrawn.size());
}

void
BurstOutput::Restore()
{
    Configure();
    m_oldRateUntil = m_freeAt - 1; // all that wait until then leave at the new rate
    for (const auto& w : m_withdrawn)
    {
        m_port.GetAtmChannel()->Append(m_port.GetEnd(),
                                       *w.lane,
                                       PeekPointer(w.run.pdu),
                                       w.run.first,
                                       1,
                                       m_freeAt + m_offset,
                                       m_cellTime,
                                       w.run.clp,
                                       w.run.efci,
                                       w.run.damage);
        m_freeAt += m_cellTime;
    }
    m_withdrawn.clear();
}

void
BurstOutput::HandOver()
{
    m_live = true;
    std::vector<CellBurst> cells;
    cells.reserve(m_withdrawn.size());
    for (const auto& w : m_withdrawn)
    {
        cells.push_back(w.run.MakeBurst(w.lane->GetLabel(), 1, m_offset));
    }
    m_withdrawn.clear();
    m_port.GetOutput()->TakeOver(*m_queue, cells, m_freeAt);
}
} // namespace hsn
} // namespace ns3
