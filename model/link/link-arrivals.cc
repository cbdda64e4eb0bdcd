// SPDX-License-Identifier: GPL-2.0-only
#include "link-arrivals.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
void
LinkArrivals::Push(LinkPacket packet)
{
    if (m_inOrder.Empty() || packet.arrival >= m_inOrder.Back().arrival)
    {
        m_inOrder.Push(std::move(packet));
        return;
    }
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_slots.size()));
        m_slots.emplace_back();
    }
    const uint32_t slot = m_free.back();
    m_free.pop_back();
    m_overtaking.push_back({packet.arrival, packet.number, slot});
    std::push_heap(m_overtaking.begin(), m_overtaking.end(), &IsLater<Place, Place>);
    m_slots[slot] = std::move(packet);
}

LinkPacket
LinkArrivals::Release(uint32_t slot)
{
    m_free.push_back(slot);
    return std::exchange(m_slots[slot], LinkPacket());
}

LinkPacket
LinkArrivals::Pop()
{
    if (!TakesOvertaking())
    {
        return m_inOrder.Pop();
    }
    std::pop_heap(m_overtaking.begin(), m_overtaking.end(), &IsLater<Place, Place>);
    const uint32_t slot = m_overtaking.back().slot;
    m_overtaking.pop_back();
    return Release(slot);
}

std::vector<LinkPacket>
LinkArrivals::TakeAll()
{
    std::vector<LinkPacket> taken;
    while (!m_inOrder.Empty())
    {
        taken.push_back(m_inOrder.Pop());
    }
    for (const auto& place : m_overtaking)
    {
        taken.push_back(Release(place.slot));
    }
    m_overtaking.clear();
    std::sort(taken.begin(), taken.end(), [](const LinkPacket& a, const LinkPacket& b) {
        return a.number < b.number;
    });
    return taken;
}
} // namespace hsn
} // namespace ns3
