// SPDX-License-Identifier: GPL-2.0-only
#include "reassembly-queue.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
void
ReassemblyQueue::Reset(StreamOffset next)
{
    m_next = next;
    m_segments.clear();
    m_ranges.Clear();
    m_nRecent = 0;
}

bool
ReassemblyQueue::Add(StreamOffset begin, Ptr<Packet> data)
{
    StreamOffset end = begin + data->GetSize();
    if (begin < m_next)
    {
        if (end <= m_next)
        {
            return false;
        }
        data = data->CreateFragment(m_next - begin, end - m_next);
        begin = m_next;
    }
    bool isNew = false;
    m_ranges.Add(begin, end, [&](StreamOffset from, StreamOffset to) {
        isNew = true;
        const bool whole = from == begin && to == end;
        Insert(from, whole ? data : data->CreateFragment(from - begin, to - from));
    });
    if (begin > m_next)
    {
        // the latest block is the first of a report, also when its bytes came a second time
        const auto range = m_ranges.Find(begin);
        const auto last =
            std::remove_if(m_recent.begin(), m_recent.begin() + m_nRecent, [&](StreamOffset byte) {
                return byte >= range->first && byte < range->second;
            });
        m_nRecent = std::min<uint32_t>(last - m_recent.begin(), MAX_BLOCKS - 1);
        std::copy_backward(m_recent.begin(),
                           m_recent.begin() + m_nRecent,
                           m_recent.begin() + m_nRecent + 1);
        m_recent[0] = begin;
        ++m_nRecent;
    }
    return isNew;
}

void
ReassemblyQueue::Insert(StreamOffset begin, Ptr<Packet> data)
{
    m_segments.emplace(begin, std::move(data));
}

std::optional<ReassemblyQueue::Block>
ReassemblyQueue::FindWaiting(StreamOffset begin, StreamOffset end) const
{
    auto range = m_ranges.Find(begin);
    if (range == m_ranges.Get().end())
    {
        range = m_ranges.Get().lower_bound(begin);
    }
    if (range == m_ranges.Get().end() || range->first >= end)
    {
        return std::nullopt;
    }
    return Block(std::max(begin, range->first), std::min(end, range->second));
}

Ptr<Packet>
ReassemblyQueue::Remove()
{
    auto first = m_segments.begin();
    if (first == m_segments.end() || first->first != m_next)
    {
        return nullptr;
    }
    auto data = std::move(first->second);
    m_segments.erase(first);
    m_next += data->GetSize();
    m_ranges.RemoveBelow(m_next);
    return data;
}

std::vector<ReassemblyQueue::Block>
ReassemblyQueue::GetBlocks(uint32_t maxBlocks) const
{
    std::vector<Block> blocks;
    for (uint32_t i = 0; i < m_nRecent && blocks.size() < maxBlocks; ++i)
    {
        const auto range = m_ranges.Find(m_recent[i]);
        // blocks may have grown together, or are in order by now
        if (range != m_ranges.Get().end() &&
            std::find(blocks.begin(), blocks.end(), Block(*range)) == blocks.end())
        {
            blocks.emplace_back(*range);
        }
    }
    return blocks;
}
} // namespace hsn
} // namespace ns3
