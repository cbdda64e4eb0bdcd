// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_ARRIVALS_H
#define LINK_ARRIVALS_H

#include "link-packet.h"

#include "ns3/ring-buffer.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Packets of one direction of a link, in the order in which they arrive.
 *
 * Packets that arrive in the order of sending, as on a link with one delay, go through a ring at
 * constant cost. Only those that overtake others are put into a heap. Of packets that arrive at the
 * same time, the one that was sent first is first.
 */
class LinkArrivals
{
  public:
    /// @return whether there is no packet
    bool Empty() const
    {
        return m_inOrder.Empty() && m_overtaking.empty();
    }

    /// @return the packet that arrives next; there must be one
    const LinkPacket& GetNext() const
    {
        return TakesOvertaking() ? m_overtaking.front() : m_inOrder.Front();
    }

    /// @param packet whose number is above those of all before
    void Push(LinkPacket packet);

    /// @return the same, removed
    LinkPacket Pop();

    /// @return all packets, by number; they are removed
    std::vector<LinkPacket> TakeAll();

  private:
    /// @return whether the next packet is in the heap
    bool TakesOvertaking() const
    {
        return !m_overtaking.empty() &&
               (m_inOrder.Empty() || IsLater()(m_inOrder.Front(), m_overtaking.front()));
    }

    /// Order of arrival; a class, for functions are not inlined in heaps.
    struct IsLater
    {
        /// @param a a packet @param b another @return whether a arrives after b
        bool operator()(const LinkPacket& a, const LinkPacket& b) const
        {
            return a.arrival != b.arrival ? a.arrival > b.arrival : a.number > b.number;
        }
    };

    RingBuffer<LinkPacket> m_inOrder;     //!< arrive one after the other
    std::vector<LinkPacket> m_overtaking; //!< arrive before one that was sent earlier; a heap
};
} // namespace hsn
} // namespace ns3

#endif // LINK_ARRIVALS_H
