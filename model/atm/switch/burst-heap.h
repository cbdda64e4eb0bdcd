// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_HEAP_H
#define BURST_HEAP_H

#include "burst-feed.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief The feeds of an output that have cells, by the time at which the next one is switched.
 */
class BurstHeap
{
  public:
    /// @return whether no feed has cells
    bool Empty() const
    {
        return m_heads.empty();
    }

    /// @return time step of the earliest cell; there must be one
    int64_t GetDue() const
    {
        return m_heads.front().due;
    }

    /// @return the feed of the earliest cell; there must be one
    BurstFeed& Front() const
    {
        return *m_heads.front().feed;
    }

    /// @param limit time step @return the second earliest time of a cell, at most the limit
    int64_t GetSecondDue(int64_t limit) const
    {
        for (std::size_t i = 1; i < m_heads.size() && i < 3; ++i)
        {
            limit = std::min(limit, m_heads[i].due);
        }
        return limit;
    }

    /// @param feed enters if it has cells
    void Push(BurstFeed& feed)
    {
        if (!feed.HasCells())
        {
            feed.Unlist();
            return;
        }
        m_heads.push_back({feed.GetFrontDue(), &feed});
        std::push_heap(m_heads.begin(), m_heads.end(), [](const Head& a, const Head& b) {
            return a.due > b.due;
        });
    }

    /// Cells of the earliest feed have been taken: it gets its new place, or leaves.
    void Renew()
    {
        Head top = m_heads.front();
        if (top.feed->HasCells())
        {
            top.due = top.feed->GetFrontDue();
            ReplaceTop(top);
        }
        else
        {
            top.feed->Unlist();
            Pop();
        }
    }

    /// Removes the earliest feed.
    void Pop()
    {
        const Head last = m_heads.back();
        m_heads.pop_back();
        if (!m_heads.empty())
        {
            ReplaceTop(last);
        }
    }

    /// @param feeds to which all are appended; none remains
    void MoveTo(std::vector<BurstFeed*>& feeds)
    {
        for (const auto& head : m_heads)
        {
            feeds.push_back(head.feed);
        }
        m_heads.clear();
    }

  private:
    /// A feed.
    struct Head
    {
        int64_t due;     //!< time step of its next cell
        BurstFeed* feed; //!< it
    };

    /// @param top takes the place of the earliest one, and sinks to where it belongs
    void ReplaceTop(const Head& top)
    {
        const std::size_t size = m_heads.size();
        std::size_t at = 0;
        for (std::size_t child = 1; child < size; child = 2 * at + 1)
        {
            if (child + 1 < size && m_heads[child + 1].due < m_heads[child].due)
            {
                ++child;
            }
            if (m_heads[child].due >= top.due)
            {
                break;
            }
            m_heads[at] = m_heads[child];
            at = child;
        }
        m_heads[at] = top;
    }

    std::vector<Head> m_heads; //!< a binary heap
};
} // namespace hsn
} // namespace ns3

#endif // BURST_HEAP_H
