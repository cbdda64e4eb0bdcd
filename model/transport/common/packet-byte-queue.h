// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_BYTE_QUEUE_H
#define HSN_PACKET_BYTE_QUEUE_H

#include "ns3/packet.h"
#include "ns3/ring-buffer.h"

#include <cstdint>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief A queue of bytes that arrive in packets of one size and leave in packets of another.
 *
 * Bytes are copied only when a packet is assembled from several.
 */
class PacketByteQueue
{
  public:
    /** @brief Appends. @param packet its bytes; belongs to the queue from now on */
    void Add(Ptr<Packet> packet)
    {
        if (packet->GetSize() > 0)
        {
            m_size += packet->GetSize();
            m_packets.Push(std::move(packet));
        }
    }

    /** @return bytes in the queue */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /**
     * @brief Removes bytes.
     * @param maxBytes limit
     * @return a packet of them, which may be empty
     */
    Ptr<Packet> Remove(uint32_t maxBytes);

    /** @brief Removes everything. */
    void Clear()
    {
        m_packets.Clear();
        m_front = 0;
        m_size = 0;
    }

  private:
    /** @return the bytes left of the first packet */
    uint32_t GetFrontSize() const
    {
        return m_packets.Front()->GetSize() - m_front;
    }

    RingBuffer<Ptr<Packet>> m_packets; //!< the bytes
    uint32_t m_front{0};               //!< bytes of the first packet that are gone
    uint32_t m_size{0};                //!< bytes left in all packets
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_BYTE_QUEUE_H
