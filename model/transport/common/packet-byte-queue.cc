// SPDX-License-Identifier: GPL-2.0-only
#include "packet-byte-queue.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
Ptr<Packet>
PacketByteQueue::Remove(uint32_t maxBytes)
{
    uint32_t wanted = std::min(maxBytes, m_size);
    m_size -= wanted;
    Ptr<Packet> result;
    while (wanted > 0)
    {
        const uint32_t left = GetFrontSize();
        const uint32_t n = std::min(wanted, left);
        Ptr<Packet> part;
        if (m_front == 0 && n == left)
        {
            part = std::move(m_packets.Front());
        }
        else
        {
            part = m_packets.Front()->CreateFragment(m_front, n);
        }
        m_front += n;
        if (n == left)
        {
            m_packets.DropFront();
            m_front = 0;
        }
        wanted -= n;
        if (result)
        {
            result->AddAtEnd(part);
        }
        else
        {
            result = std::move(part);
        }
    }
    return result ? result : Create<Packet>();
}
} // namespace hsn
} // namespace ns3
