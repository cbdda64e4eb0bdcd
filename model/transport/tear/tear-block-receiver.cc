// SPDX-License-Identifier: GPL-2.0-only
#include "tear-block-receiver.h"

#include <algorithm>
#include <iterator>

namespace ns3
{
namespace hsn
{
bool
TearBlockReceiver::IsHere(uint32_t number) const
{
    return number < m_next || m_ranges.Find(number) != m_ranges.Get().end();
}

bool
TearBlockReceiver::HasRoom(uint32_t number, uint32_t window) const
{
    return uint64_t(number) < uint64_t(m_next) + window;
}

bool
TearBlockReceiver::IsNew(uint32_t number, uint32_t window) const
{
    return !IsHere(number) && HasRoom(number, window);
}

TearBlockReceiver::Fate
TearBlockReceiver::Add(uint32_t number, Ptr<Packet> payload, uint32_t window)
{
    if (IsHere(number))
    {
        return DUPLICATE;
    }
    if (!HasRoom(number, window))
    {
        return NO_ROOM;
    }
    m_ranges.Add(number, StreamOffset(number) + 1);
    m_waiting.emplace(number, payload);
    m_latest = number;
    return TAKEN;
}

Ptr<Packet>
TearBlockReceiver::Remove()
{
    const auto first = m_waiting.begin();
    if (first == m_waiting.end() || first->first != m_next)
    {
        return nullptr;
    }
    auto payload = first->second;
    m_waiting.erase(first);
    ++m_next;
    m_ranges.RemoveBelow(m_next);
    return payload;
}

TearSackHeader
TearBlockReceiver::GetSack(uint32_t window) const
{
    TearSackHeader sack;
    sack.next = m_next;
    sack.window = window;
    const auto& all = m_ranges.Get();
    // the latest arrival's range and those before it, as many as there is room for; then later ones
    auto end = all.upper_bound(m_latest);
    auto begin = end;
    while (begin != all.begin() && std::distance(begin, end) < TearSackHeader::MAX_RANGES)
    {
        --begin;
    }
    while (end != all.end() && std::distance(begin, end) < TearSackHeader::MAX_RANGES)
    {
        ++end;
    }
    for (auto i = begin; i != end; ++i)
    {
        sack.ranges.emplace_back(static_cast<uint32_t>(i->first),
                                 static_cast<uint32_t>(i->second - 1));
    }
    return sack;
}
} // namespace hsn
} // namespace ns3
