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
    m_overtaking.push_back(std::move(packet));
    std::push_heap(m_overtaking.begin(), m_overtaking.end(), IsLater());
}

LinkPacket
LinkArrivals::Pop()
{
    if (!TakesOvertaking())
    {
        return m_inOrder.Pop();
    }
    std::pop_heap(m_overtaking.begin(), m_overtaking.end(), IsLater());
    LinkPacket next = std::move(m_overtaking.back());
    m_overtaking.pop_back();
    return next;
}

std::vector<LinkPacket>
LinkArrivals::TakeAll()
{
    std::vector<LinkPacket> taken = std::exchange(m_overtaking, {});
    while (!m_inOrder.Empty())
    {
        taken.push_back(m_inOrder.Pop());
    }
    std::sort(taken.begin(), taken.end(), [](const LinkPacket& a, const LinkPacket& b) {
        return a.number < b.number;
    });
    return taken;
}
} // namespace hsn
} // namespace ns3
