// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_UDP_RECEIVE_QUEUE_H
#define HSN_UDP_RECEIVE_QUEUE_H

#include "message-queue.h"

#include "ns3/address.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief Counters of the datagrams that a UdpOverlaySocket passed to its application. */
struct UdpOverlayCounters
{
    uint64_t delivered{0};  //!< datagrams put into the receive queue
    uint64_t overflowed{0}; //!< datagrams dropped because the receive queue was full
};

/** @brief Datagrams that wait for the application, bounded in bytes, and which of them it does not
 * know of. */
class UdpReceiveQueue
{
  public:
    /** @param bytes that may wait */
    void SetLimit(uint32_t bytes)
    {
        m_limit = bytes;
    }

    /** @return bytes that may wait */
    uint32_t GetLimit() const
    {
        return m_limit;
    }

    /** @brief Appends a datagram, or counts it as dropped. @param packet the datagram @param from
     * its sender @return whether there was room */
    bool Add(const Ptr<const Packet>& packet, const Address& from)
    {
        const uint32_t size = packet->GetSize();
        if (size > m_limit || m_messages.GetSize() > m_limit - size)
        {
            m_counters.overflowed++;
            return false;
        }
        m_counters.delivered++;
        MessageInfo info;
        info.peer = from;
        m_messages.Add(packet->Copy(), info);
        m_unannounced++;
        return true;
    }

    /** @return whether nothing waits */
    bool IsEmpty() const
    {
        return m_messages.IsEmpty();
    }

    /** @return bytes that wait */
    uint32_t GetSize() const
    {
        return m_messages.GetSize();
    }

    /** @brief Takes the first datagram; there must be one. @param maxSize bytes; a longer one stays
     * @param from gets its sender in either case @return it; nullptr: it is longer */
    Ptr<Packet> Remove(uint32_t maxSize, Address& from)
    {
        from = m_messages.GetFirstInfo().peer;
        if (m_messages.GetFirstSize() > maxSize)
        {
            return nullptr;
        }
        MessageInfo info;
        return m_messages.Remove(info);
    }

    /**
     * @brief Counts down the datagrams that the application does not know of.
     *
     * Some applications read all that waits at each notification, others one datagram.
     * @return whether it is to be notified; false: nothing waits, or it knows of all
     */
    bool TakeNews()
    {
        if (m_unannounced > 0 && !m_messages.IsEmpty())
        {
            m_unannounced--;
            return true;
        }
        m_unannounced = 0;
        return false;
    }

    /** @return counters */
    const UdpOverlayCounters& GetCounters() const
    {
        return m_counters;
    }

  private:
    MessageQueue m_messages;       //!< datagrams and their senders
    uint32_t m_limit{0};           //!< bytes that may wait
    uint32_t m_unannounced{0};     //!< datagrams added since the last notification
    UdpOverlayCounters m_counters; //!< counters
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_RECEIVE_QUEUE_H
