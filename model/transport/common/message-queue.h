// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MESSAGE_QUEUE_H
#define HSN_MESSAGE_QUEUE_H

#include "ns3/address.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{
namespace hsn
{
/** @brief What a socket knows of a message besides its bytes. */
struct MessageInfo
{
    Address peer;              //!< sender of a received message, destination of another one
    bool missingBefore{false}; //!< messages of this sender before this one were lost
    bool incomplete{false};    //!< bytes of the message were lost
    uint64_t number{0};        //!< sequence number of the message, if the protocol has one
};

/** @brief Messages in a row. */
class MessageQueue
{
  public:
    /** @brief Appends. @param packet the message; belongs to the queue from now on @param info of
     * it */
    void Add(Ptr<Packet> packet, const MessageInfo& info)
    {
        m_bytes += packet->GetSize();
        m_messages.emplace_back(std::move(packet), info);
    }

    /** @return whether there is no message; there may be empty ones */
    bool IsEmpty() const
    {
        return m_messages.empty();
    }

    /** @return number of messages */
    std::size_t GetN() const
    {
        return m_messages.size();
    }

    /** @return bytes of all messages */
    uint32_t GetSize() const
    {
        return m_bytes;
    }

    /** @return bytes of the first message; there must be one */
    uint32_t GetFirstSize() const
    {
        return m_messages.front().first->GetSize();
    }

    /** @return what is known of the first message; there must be one */
    const MessageInfo& GetFirstInfo() const
    {
        return m_messages.front().second;
    }

    /** @brief Takes the first message; there must be one. @param info gets what is known of it
     * @return the message */
    Ptr<Packet> Remove(MessageInfo& info)
    {
        auto packet = std::move(m_messages.front().first);
        info = m_messages.front().second;
        m_messages.pop_front();
        m_bytes -= packet->GetSize();
        return packet;
    }

    /** @brief Removes everything. */
    void Clear()
    {
        m_messages.clear();
        m_bytes = 0;
    }

  private:
    std::deque<std::pair<Ptr<Packet>, MessageInfo>> m_messages; //!< first first
    uint32_t m_bytes{0};                                        //!< of all
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MESSAGE_QUEUE_H
