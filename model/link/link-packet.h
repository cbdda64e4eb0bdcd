// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_PACKET_H
#define LINK_PACKET_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Keeps a packet alive, and can be moved without touching it.
 *
 * Thousands of packets are under way on a link, so that their memory is in no cache when they are
 * sorted by time of arrival. ns3::Ptr counts in the packet whenever it moves.
 */
class PacketHold
{
  public:
    PacketHold() = default;

    /// @param packet to be kept
    explicit PacketHold(const Ptr<Packet>& packet)
        : m_packet(GetPointer(packet))
    {
    }

    /// @param other has none any more
    PacketHold(PacketHold&& other) noexcept
        : m_packet(std::exchange(other.m_packet, nullptr))
    {
    }

    /// @param other gets what this one had @return this
    PacketHold& operator=(PacketHold&& other) noexcept
    {
        std::swap(m_packet, other.m_packet);
        return *this;
    }

    ~PacketHold()
    {
        if (m_packet)
        {
            m_packet->Unref();
        }
    }

    /// @return the packet; there must be one
    const Packet& Get() const
    {
        return *m_packet;
    }

    /// @return the packet, which is no longer kept
    Ptr<Packet> Release()
    {
        return Ptr<Packet>(std::exchange(m_packet, nullptr), false);
    }

    /// Has the packet's memory fetched while something else is done.
    void Prefetch() const
    {
        __builtin_prefetch(m_packet);
    }

  private:
    Packet* m_packet{nullptr}; //!< with a reference of this object
};

/**
 * @ingroup hsn-link
 * @brief A packet that a lean link has accepted and not delivered yet.
 */
struct LinkPacket
{
    PacketHold packet;    //!< without PPP header
    int64_t arrival{0};   //!< of the last bit at the far end, time step
    uint64_t number{0};   //!< of this direction, counted from 0 in the order of sending
    uint16_t protocol{0}; //!< EtherType
};
} // namespace hsn
} // namespace ns3

#endif // LINK_PACKET_H
