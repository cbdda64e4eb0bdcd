// SPDX-License-Identifier: GPL-2.0-only
#include "snr-logic.h"

#include "ns3/assert.h"

namespace ns3
{
namespace hsn
{
// --- sender ---------------------------------------------------------------------------------

SnrSender::SnrSender(uint32_t blockSize, uint64_t window, uint32_t countdown)
    : m_blockSize(blockSize),
      m_window(window),
      m_countdown(countdown)
{
    NS_ASSERT_MSG(blockSize > 0 && window > 0 && countdown > 0,
                  "block " << blockSize << ", window " << window << ", countdown " << countdown
                           << ": must be at least 1");
}

SnrPacket
SnrSender::Take()
{
    NS_ASSERT_MSG(HasPacket(), "nothing can be sent");
    if (m_queued.empty())
    {
        m_queued.insert(m_nextNew++);
        m_blocks.emplace_back();
    }
    const uint64_t number = *m_queued.begin();
    Block& block = m_blocks[number - m_lowest];
    SnrPacket packet;
    packet.block = number;
    packet.packet = block.next++;
    packet.attempt = block.attempt;
    packet.lastOfBlock = block.next == m_blockSize;
    if (packet.lastOfBlock)
    {
        m_queued.erase(m_queued.begin());
    }
    return packet;
}

void
SnrSender::NotifyLeft(const SnrPacket& packet)
{
    if (packet.lastOfBlock)
    {
        m_waiting.push_back({m_reports + m_countdown, packet.block});
    }
}

void
SnrSender::Receive(const SnrReport& report)
{
    ++m_reports;
    for (; m_lowest < report.lowest; ++m_lowest)
    {
        m_queued.erase(m_lowest);
        m_blocks.pop_front();
    }
    // a block that is complete may still be half sent: its packets came with an earlier attempt
    for (uint64_t i = 0; i < report.received.size() && i < m_blocks.size(); ++i)
    {
        if (report.received[i] && !m_blocks[i].acknowledged)
        {
            m_blocks[i].acknowledged = true;
            m_queued.erase(m_lowest + i);
        }
    }
    while (!m_waiting.empty() && m_waiting.front().due <= m_reports)
    {
        const uint64_t number = m_waiting.front().block;
        m_waiting.pop_front();
        if (number >= m_lowest && !m_blocks[number - m_lowest].acknowledged)
        {
            Block& block = m_blocks[number - m_lowest];
            block.next = 0;
            ++block.attempt;
            ++m_repeated;
            m_queued.insert(number);
        }
    }
}

// --- receiver -------------------------------------------------------------------------------

SnrReceiver::SnrReceiver(uint32_t blockSize, bool keepPartial)
    : m_blockSize(blockSize),
      m_keepPartial(keepPartial)
{
}

bool
SnrReceiver::Receive(const SnrPacket& packet)
{
    if (packet.block < m_lowest)
    {
        ++m_duplicates;
        return false;
    }
    while (packet.block - m_lowest >= m_blocks.size())
    {
        m_blocks.emplace_back();
        m_blocks.back().present = SstpBitmap(m_blockSize);
    }
    Block& block = m_blocks[packet.block - m_lowest];
    if (block.complete)
    {
        ++m_duplicates;
        return false;
    }
    if (packet.attempt != block.attempt)
    {
        block.attempt = packet.attempt;
        if (!m_keepPartial)
        {
            block.present.Fill(false);
        }
    }
    m_duplicates += !block.present.Set(packet.packet);
    block.complete = block.present.GetCount() == m_blockSize;
    const bool complete = block.complete;
    while (!m_blocks.empty() && m_blocks.front().complete)
    {
        m_blocks.pop_front();
        ++m_lowest;
    }
    return complete;
}

SnrReport
SnrReceiver::GetReport() const
{
    SnrReport report;
    report.lowest = m_lowest;
    report.received.reserve(m_blocks.size());
    for (const auto& block : m_blocks)
    {
        report.received.push_back(block.complete);
    }
    return report;
}
} // namespace hsn
} // namespace ns3
