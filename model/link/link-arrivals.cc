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
    std::push_heap(m_overtaking.begin(), m_overtaking.end(), &IsLater);
}

LinkPacket
LinkArrivals::Pop()
{
    if (!TakesOvertaking())
    {
        return m_inOrder.Pop();
    }
    std::pop_heap(m_overtaking.begin(), m_overtaking.end(), &IsLater);
    LinkPacket packet = std::move(m_overtaking.back());
    m_overtaking.pop_back();
    return packet;
}

std::vector<LinkPacket>
LinkArrivals::TakeFrom(uint64_t number)
{
    std::vector<LinkPacket> taken;
    while (!m_inOrder.Empty() && m_inOrder.Back().number >= number)
    {
        taken.push_back(m_inOrder.Back());
        m_inOrder.DropBack();
    }
    const auto from = std::partition(m_overtaking.begin(),
                                     m_overtaking.end(),
                                     [number](const LinkPacket& p) { return p.number < number; });
    taken.insert(taken.end(), from, m_overtaking.end());
    m_overtaking.erase(from, m_overtaking.end());
    std::make_heap(m_overtaking.begin(), m_overtaking.end(), &IsLater);
    std::sort(taken.begin(), taken.end(), [](const LinkPacket& a, const LinkPacket& b) {
        return a.number < b.number;
    });
    return taken;
}
} // namespace hsn
} // namespace ns3
