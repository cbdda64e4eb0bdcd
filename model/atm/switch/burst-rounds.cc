// SPDX-License-Identifier: GPL-2.0-only
#include "burst-rounds.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
BurstRounds::BurstRounds(BurstBuffer& buffer)
    : m_buffer(buffer),
      m_last(nullptr)
{
}

const BurstFeed*
BurstRounds::Merge(const Group& group, bool isTied, int64_t spacing, uint32_t rounds)
{
    m_feeds.clear();
    for (const auto& member : group)
    {
        m_feeds.push_back(member.second);
    }
    m_last = nullptr;
    m_spacing = spacing;
    m_rounds = rounds;
    m_round = 0;
    m_begin = 0;
    m_next = 0;
    m_isTied = isTied;
    m_skips = MaySkip();
    m_drops = rounds > 1 && m_buffer.DecidesOnPdus() && !m_buffer.IsWatched();
    for (uint32_t i = 0; m_drops && i < m_feeds.size();)
    {
        const auto size = m_feeds.size();
        Drop(i, 0);
        i += m_feeds.size() == size ? 1 : 0;
    }
    while (m_round < m_rounds && !m_feeds.empty())
    {
        const uint32_t n =
            m_buffer.EnterRounds(m_feeds, m_next, m_spacing, m_round, m_rounds - m_round);
        if (n > 0)
        {
            m_last = m_feeds[m_next > 0 ? m_next - 1 : m_feeds.size() - 1];
            m_round += n;
        }
        else
        {
            MergeRound();
        }
    }
    return m_last;
}

bool
BurstRounds::MaySkip() const
{
    return !m_buffer.DecidesOnPdus() && !m_buffer.IsWatched() &&
           std::none_of(m_feeds.begin(), m_feeds.end(), [](BurstFeed* feed) {
               return feed->GetOut().IsMixed() || feed->Front().pdu->HasNotableFirst();
           });
}

void
BurstRounds::MergeRound()
{
    m_begin = m_next;
    for (uint32_t place = 0; place < m_feeds.size() && m_round < m_rounds;)
    {
        const uint32_t index = GetIndex(place);
        BurstFeed& feed = *m_feeds[index];
        const CellSpan cell = feed.Front().GetPart(m_round, 1);
        if (m_buffer.Enter(feed, cell, cell.arrival))
        {
            m_last = &feed;
            if (m_isTied)
            {
                m_next = index + 1 < m_feeds.size() ? index + 1 : 0;
            }
            ++place;
        }
        else if (m_skips && m_buffer.GetRoomFrom() > cell.arrival)
        {
            const uint32_t round = m_round;
            place = SkipFull(place);
            if (m_round > round && place == 0)
            {
                return;
            }
        }
        else
        {
            const auto size = m_feeds.size();
            if (m_drops)
            {
                Drop(index, m_round + 1);
            }
            place += m_feeds.size() == size ? 1 : 0;
        }
    }
    ++m_round;
}

uint32_t
BurstRounds::SkipFull(uint32_t place)
{
    const int64_t begin = m_feeds.front()->Front().arrival;
    const int64_t room = m_buffer.GetRoomFrom() - begin - m_round * m_spacing;
    const int64_t within = room % m_spacing; // of the round in which there is room again
    const auto size = static_cast<uint32_t>(m_feeds.size());
    int64_t round = m_round + room / m_spacing;
    uint32_t to = 0;
    if (m_isTied)
    {
        round += within > 0 ? 1 : 0;
    }
    else
    {
        const auto isSooner = [begin](const BurstFeed* feed, int64_t after) {
            return feed->Front().arrival - begin < after;
        };
        const auto at = std::lower_bound(m_feeds.begin(), m_feeds.end(), within, isSooner);
        to = at == m_feeds.end() ? 0 : static_cast<uint32_t>(at - m_feeds.begin());
        round += at == m_feeds.end() ? 1 : 0;
    }
    if (round >= m_rounds)
    {
        round = m_rounds;
        to = 0;
    }
    m_buffer.RefuseFull(static_cast<uint64_t>(round - m_round) * size + to - (place + 1));
    m_round = static_cast<uint32_t>(round);
    return to;
}

void
BurstRounds::Drop(uint32_t index, uint32_t round)
{
    BurstFeed& feed = *m_feeds[index];
    const auto reason = m_buffer.GetRestReason(feed.GetState());
    if (reason == CELL_ACCEPTED)
    {
        return;
    }
    if (round < m_rounds)
    {
        m_buffer.RefuseRest(feed, feed.Front().GetPart(round, m_rounds - round), reason);
    }
    m_feeds.erase(m_feeds.begin() + index);
    for (uint32_t* at : {&m_begin, &m_next})
    {
        *at -= index < *at ? 1 : 0;
        *at = *at < m_feeds.size() ? *at : 0;
    }
}
} // namespace hsn
} // namespace ns3
