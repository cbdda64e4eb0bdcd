// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_ARRIVALS_H
#define LINK_ARRIVALS_H

#include "link-packet.h"

#include "ns3/cell-ring-buffer.h"

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

    /// @return when the next packet arrives, time step; there must be one
    int64_t GetNext() const
    {
        return TakesOvertaking() ? m_overtaking.front().arrival : m_inOrder.Front().arrival;
    }

    /// @param packet whose number is above those of all before
    void Push(LinkPacket packet);

    /// @return the packet that arrives next, which is removed; there must be one
    LinkPacket Pop();

    /// @return all packets, by number; they are removed
    std::vector<LinkPacket> TakeAll();

  private:
    /// A packet in the heap; to move a Ptr would touch the packet, which is in no cache.
    struct Place
    {
        int64_t arrival; //!< of the packet
        uint64_t number; //!< of the packet
        uint32_t slot;   //!< where it is
    };

    /// @return whether the next packet is in the heap
    bool TakesOvertaking() const
    {
        return !m_overtaking.empty() &&
               (m_inOrder.Empty() || IsLater(m_inOrder.Front(), m_overtaking.front()));
    }

    /// @param a a packet @param b another @return whether a arrives after b
    template <typename A, typename B>
    static bool IsLater(const A& a, const B& b)
    {
        return a.arrival != b.arrival ? a.arrival > b.arrival : a.number > b.number;
    }

    /// @param slot of a packet @return the packet; the slot is free
    LinkPacket Release(uint32_t slot);

    RingBuffer<LinkPacket> m_inOrder; //!< arrive one after the other
    std::vector<Place> m_overtaking;  //!< arrive before one that was sent earlier; a heap
    std::vector<LinkPacket> m_slots;  //!< packets of the heap
    std::vector<uint32_t> m_free;     //!< slots without packet
};
} // namespace hsn
} // namespace ns3

#endif // LINK_ARRIVALS_H
