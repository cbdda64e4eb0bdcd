// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_RESEQUENCING_BUFFER_H
#define HSN_RESEQUENCING_BUFFER_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Restores the order of numbered packets (packet-fec section 5).
 *
 * A packet is delivered once all packets before it have been. Numbers are compared modulo 2^32.
 */
class ResequencingBuffer
{
  public:
    /** @brief Receives packets in order. Arguments: number, packet, time since its arrival. */
    using Deliver = std::function<void(uint32_t, Ptr<Packet>, Time)>;

    /**
     * @param capacity size of the window in packets, including missing ones; at least 1
     * @param deliver called with each packet
     * @param first number of the first packet
     */
    ResequencingBuffer(uint32_t capacity, Deliver deliver, uint32_t first = 0);

    /**
     * @brief Inserts a packet.
     * @param number its number
     * @param packet the packet
     * @return false if it is dropped as a duplicate or too far ahead
     */
    bool Insert(uint32_t number, Ptr<Packet> packet);

    /** @return number of the next packet to deliver */
    uint32_t GetNext() const;

    /** @return number of packets waiting for others */
    uint32_t GetWaiting() const;

  private:
    /** @brief A slot of the window. */
    struct Slot
    {
        Ptr<Packet> packet; //!< nullptr until it arrives
        Time arrival;       //!< time of its arrival
    };

    uint32_t m_capacity;      //!< size of the window
    Deliver m_deliver;        //!< receives packets in order
    uint32_t m_next;          //!< number of the first slot
    uint32_t m_waiting{0};    //!< packets in slots
    std::deque<Slot> m_slots; //!< slots from m_next on
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RESEQUENCING_BUFFER_H
