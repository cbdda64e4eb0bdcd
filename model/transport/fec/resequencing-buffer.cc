// SPDX-License-Identifier: GPL-2.0-only
#include "resequencing-buffer.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace hsn
{
ResequencingBuffer::ResequencingBuffer(uint32_t capacity, Deliver deliver, uint32_t first)
    : m_capacity(capacity),
      m_deliver(std::move(deliver)),
      m_next(first)
{
    NS_ABORT_MSG_IF(capacity < 1, "resequencing buffer for 0 packets: at least 1");
}

bool
ResequencingBuffer::Insert(uint32_t number, Ptr<Packet> packet)
{
    const uint32_t slot = number - m_next;
    if (slot >= m_capacity || (slot < m_slots.size() && m_slots[slot].packet))
    {
        return false;
    }
    if (slot >= m_slots.size())
    {
        m_slots.resize(slot + 1);
    }
    m_slots[slot] = {packet, Simulator::Now()};
    m_waiting++;
    while (!m_slots.empty() && m_slots.front().packet)
    {
        const Slot first = m_slots.front();
        m_slots.pop_front();
        m_waiting--;
        m_deliver(m_next++, first.packet, Simulator::Now() - first.arrival);
    }
    return true;
}

uint32_t
ResequencingBuffer::GetNext() const
{
    return m_next;
}

uint32_t
ResequencingBuffer::GetWaiting() const
{
    return m_waiting;
}
} // namespace hsn
} // namespace ns3
