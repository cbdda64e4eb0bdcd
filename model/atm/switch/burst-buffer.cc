// SPDX-License-Identifier: GPL-2.0-only
#include "burst-buffer.h"

#include "ns3/atm-port.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{
namespace hsn
{
BurstBuffer::BurstBuffer(AtmPort& port)
    : m_port(port),
      m_channel(nullptr)
{
}

void
BurstBuffer::Configure(Ptr<AtmCellQueue> queue, bool isLive)
{
    if (m_queue)
    {
        m_queue->SetAhead(nullptr);
    }
    m_queue = queue;
    m_isLive = isLive;
    if (isLive)
    {
        return;
    }
    m_channel = PeekPointer(m_port.GetAtmChannel());
    m_end = m_port.GetEnd();
    m_rule = m_queue->GetRule();
    m_capacity = m_queue->GetCapacity();
    m_cellTime = m_channel->GetCellTime();
    m_offset = m_channel->GetOffset();
    m_full = m_capacity * m_cellTime;
    m_threshold = m_rule.threshold * m_cellTime;
}

std::string
BurstBuffer::FindOmission() const
{
    if (m_isLive)
    {
        return "";
    }
    return m_queue->GetRule() == m_rule && m_queue->GetCapacity() == m_capacity
               ? ""
               : m_queue->GetPolicyName() + " decides by another rule";
}

bool
BurstBuffer::Enter(BurstFeed& feed, const CellSpan& cell, int64_t due)
{
    const int64_t backlog = m_freeAt - std::max(due, m_oldRateUntil);
    const auto reason = m_rule.Decide(
        cell.first + 1 == cell.pdu->GetNCells(),
        cell.clp,
        backlog > m_full,
        [this, backlog] { return m_threshold == 0 || backlog > m_threshold; },
        feed.GetState());
    m_queue->CountIn(1);
    if (reason == CELL_ACCEPTED)
    {
        const int64_t start = std::max(m_freeAt, due);
        m_freeAt = start + m_cellTime;
        Send(feed, cell.GetPart(0, 1), start, m_cellTime);
        return true;
    }
    Refuse(feed, cell.GetPart(0, 1), reason);
    return false;
}

bool
BurstBuffer::EnterRun(BurstFeed& feed, CellSpan cells)
{
    // the last cell of a PDU, and where a policy decides on a PDU its first, go alone
    const uint32_t tail = cells.EndsPdu() ? 1 : 0;
    const CellDiscardState& state = feed.GetState();
    const int64_t limit = GetLimit(cells.clp);
    const bool early = m_rule.kind == CellDiscardRule::EARLY;
    bool accepted = false;
    const auto enterOne = [this, &feed, &cells, &accepted] {
        accepted |= Enter(feed, cells, cells.arrival);
        cells.Skip(1);
    };
    while (cells.count > tail)
    {
        const uint32_t middle = cells.count - tail;
        if (early && state.atPduStart)
        {
            enterOne();
        }
        else if (const auto reason = GetRestReason(state); reason != CELL_ACCEPTED)
        {
            RefuseRest(feed, cells.GetPart(0, middle), reason);
            cells.Skip(middle);
        }
        else
        {
            const uint32_t n = Accept(feed, cells.GetPart(0, middle), limit);
            accepted |= n > 0;
            cells.Skip(n);
            if (cells.count > tail)
            {
                enterOne();
            }
        }
    }
    if (tail > 0)
    {
        enterOne();
    }
    return accepted;
}

uint32_t
BurstBuffer::Accept(BurstFeed& feed, const CellSpan& cells, int64_t limit)
{
    const int64_t due = cells.arrival;
    const int64_t backlog = std::max<int64_t>(m_freeAt - due, 0);
    if (backlog > limit || due < m_oldRateUntil)
    {
        return 0;
    }
    uint32_t n = cells.count;
    const int64_t growth = m_cellTime - cells.spacing; // of the backlog, from cell to cell
    if (growth > 0 && backlog + (n - 1) * growth > limit)
    {
        n = static_cast<uint32_t>((limit - backlog) / growth) + 1;
    }
    m_queue->CountIn(n);
    uint32_t queued = n; // cells that find the link busy, or leave one right after the other
    if (growth < 0)
    {
        queued = static_cast<uint32_t>(
            std::min<int64_t>(n, (backlog - growth - 1) / -growth)); // until it has caught up
    }
    if (queued > 0)
    {
        const int64_t start = due + backlog;
        Send(feed, cells.GetPart(0, queued), start, m_cellTime);
        m_freeAt = start + queued * m_cellTime;
    }
    if (queued < n)
    {
        const CellSpan others = cells.GetPart(queued, n - queued);
        Send(feed, others, others.arrival, cells.spacing);
        m_freeAt = others.arrival + (others.count - 1) * cells.spacing + m_cellTime;
    }
    return n;
}

bool
BurstBuffer::IsOrdinary(const BurstFeed& feed, uint32_t index) const
{
    const CellDiscardState& state = feed.GetState();
    return !DecidesOnPdus() ||
           (GetRestReason(state) == CELL_ACCEPTED && index + 1 < feed.Front().pdu->GetNCells() &&
            !(m_rule.kind == CellDiscardRule::EARLY && state.atPduStart));
}

uint32_t
BurstBuffer::EnterRounds(const std::vector<BurstFeed*>& feeds,
                         uint32_t begin,
                         int64_t spacing,
                         uint32_t round,
                         uint32_t rounds)
{
    const auto size = static_cast<uint32_t>(feeds.size());
    const int64_t due = feeds[begin]->Front().arrival + round * spacing;
    const int64_t growth = size * m_cellTime - spacing; // of the backlog, from round to round
    int64_t freeAt = m_freeAt;
    int64_t dense = rounds; // rounds in which the cells leave one right after the other
    m_starts.clear();
    if (due < m_oldRateUntil)
    {
        return 0;
    }
    for (uint32_t k = 0; k < size; ++k)
    {
        const BurstFeed& feed = *feeds[begin + k < size ? begin + k : begin + k - size];
        const CellRun& run = feed.Front();
        const int64_t arrival = run.arrival + round * spacing;
        const int64_t limit = GetLimit(run.clp);
        if (freeAt - arrival > limit || !IsOrdinary(feed, run.first + round))
        {
            return 0;
        }
        const int64_t start = std::max(freeAt, arrival);
        const int64_t backlog = start - arrival;
        if (k > 0 && start > freeAt)
        {
            dense = 1; // the link was idle before this cell
        }
        else if (growth != 0)
        {
            dense =
                std::min(dense, (growth > 0 ? limit - backlog : backlog) / std::abs(growth) + 1);
        }
        m_starts.push_back(start);
        freeAt = start + m_cellTime;
    }
    if (!m_channel->IsInOrder(m_end, m_starts.front() + m_offset))
    {
        return 0;
    }
    // the next round may meet what this one has met
    const bool isSteady = std::max(freeAt - spacing, due) == m_starts.front();
    const auto n = isSteady ? rounds : static_cast<uint32_t>(dense);
    const int64_t period = isSteady ? spacing : size * m_cellTime;
    m_queue->CountIn(uint64_t{n} * size);
    for (uint32_t k = 0; k < size; ++k)
    {
        BurstFeed& feed = *feeds[begin + k < size ? begin + k : begin + k - size];
        CellSpan cells = feed.Front().GetPart(round, n);
        cells.arrival = m_starts[k] + m_offset;
        cells.spacing = period;
        m_channel->AppendWoven(m_end, feed.GetOut(), cells);
    }
    m_freeAt = freeAt + (n - 1) * period;
    return n;
}

void
BurstBuffer::Refuse(BurstFeed& feed, const CellSpan& cells, CellDiscardReason reason)
{
    m_queue->CountRefused(reason, cells.count);
    feed.NoteRefused(cells);
    if (m_queue->IsRunDiscardWatched())
    {
        for (CellSpan rest = cells; rest.count > 0; rest.Skip(1))
        {
            const int64_t offset = feed.GetOffset(rest.arrival);
            CellBurst cell = rest.MakeBurst(feed.GetLeg().label, 1, offset);
            m_queue->TraceRunDiscard(cell, reason, feed.GetDue(rest.arrival));
        }
    }
}

uint32_t
BurstBuffer::GetNWaiting(int64_t decided) const
{
    // those that leave later than what has been decided on
    const int64_t backlog = m_freeAt - std::max(decided, m_oldRateUntil) - 1;
    return backlog > 0 && m_cellTime > 0 ? static_cast<uint32_t>(backlog / m_cellTime) : 0;
}

void
BurstBuffer::Withdraw(const std::vector<BurstFeed*>& feeds)
{
    if (m_isLive)
    {
        return;
    }
    const int64_t first = m_channel->GetArrivalFromNow(m_end);
    m_withdrawn.clear();
    for (auto* feed : feeds)
    {
        if (CellLane* const out = feed->FindOut())
        {
            out->WithdrawCells(first, [this, out](const CellRun& cell) {
                const int64_t offset = m_channel->GetOffset(m_end, cell.arrival);
                m_withdrawn.push_back({cell.arrival - offset, cell, out});
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
    m_channel->NotifyWithdrawn(m_end, m_withdrawn.size());
}

void
BurstBuffer::Restore()
{
    m_oldRateUntil = m_freeAt - 1; // all that wait until then leave at the new rate
    for (const auto& w : m_withdrawn)
    {
        CellSpan cell = w.run.GetPart(0, 1);
        cell.arrival = m_freeAt + m_offset;
        m_channel->Append(m_end, *w.lane, cell);
        m_freeAt += m_cellTime;
    }
    m_withdrawn.clear();
}

void
BurstBuffer::HandOver(AtmOutputPort& output)
{
    m_isLive = true;
    std::vector<CellBurst> cells;
    cells.reserve(m_withdrawn.size());
    for (const auto& w : m_withdrawn)
    {
        cells.push_back(w.run.MakeBurst(w.lane->GetLabel(), 1, m_offset));
    }
    m_withdrawn.clear();
    output.TakeOver(*m_queue, cells, m_freeAt);
}
} // namespace hsn
} // namespace ns3
