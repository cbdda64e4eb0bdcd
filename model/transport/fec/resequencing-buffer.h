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
 * @brief Puts numbered packets back into their order (packet-fec section 5).
 *
 * A packet is handed over once all packets before it have been. Numbers are in order modulo 2^32.
 */
class ResequencingBuffer
{
  public:
    /** @brief Takes packets in order: number, packet, time since it arrived. */
    using Deliver = std::function<void(uint32_t, Ptr<Packet>, Time)>;

    /**
     * @param capacity packets that may wait, those missing among them included; at least 1
     * @param deliver called with packets
     * @param first number of the first packet
     */
    ResequencingBuffer(uint32_t capacity, Deliver deliver, uint32_t first = 0);

    /**
     * @brief Takes a packet.
     * @param number of it
     * @param packet it
     * @return false if it is dropped: it was there before, or is too far ahead
     */
    bool Insert(uint32_t number, Ptr<Packet> packet);

    /** @return number of the packet that comes next */
    uint32_t GetNext() const;

    /** @return packets that wait for others */
    uint32_t GetWaiting() const;

  private:
    /** @brief A place in the order. */
    struct Place
    {
        Ptr<Packet> packet; //!< if it has arrived
        Time arrival;       //!< when
    };

    uint32_t m_capacity;        //!< limit
    Deliver m_deliver;          //!< takes packets
    uint32_t m_next;            //!< number of the first place
    uint32_t m_waiting{0};      //!< packets
    std::deque<Place> m_places; //!< from there on
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RESEQUENCING_BUFFER_H
