// SPDX-License-Identifier: GPL-2.0-only
#include "snr-logic.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
// --- sender ---------------------------------------------------------------------------------

SnrSender::SnrSender(uint32_t blockSize, uint64_t window, uint32_t countdown)
    : m_blockSize(blockSize),
      m_window(window),
      m_countdown(countdown),
      m_limit(window)
{
    NS_ASSERT_MSG(blockSize > 0 && window > 0 && countdown > 0,
                  "block " << blockSize << ", window " << window << ", countdown " << countdown
                           << ": must be at least 1");
}

uint32_t
SnrSender::GetCountdown(Time rtd, Time interval)
{
    constexpr int64_t most = 1000000;
    return static_cast<uint32_t>(
        std::min((rtd.GetTimeStep() - 1) / interval.GetTimeStep() + 2, most));
}

void
SnrSender::AddBlock(uint32_t packets)
{
    NS_ASSERT_MSG(HasWindow(), "block " << m_nextNew << ": must be below " << m_limit);
    NS_ASSERT_MSG(packets >= 1 && packets <= m_blockSize,
                  "block of " << packets << " packets: must have 1 to " << m_blockSize);
    Block block;
    block.packets = packets;
    m_blocks.push_back(block);
    m_queued.insert(m_queued.end(), m_nextNew++);
}

SnrPacket
SnrSender::Take()
{
    NS_ASSERT_MSG(HasPacket(), "nothing can be sent");
    const uint64_t number = *m_queued.begin();
    Block& block = m_blocks[number - m_lowest];
    SnrPacket packet;
    packet.block = number;
    packet.packet = block.next++;
    packet.packets = block.packets;
    packet.attempt = block.attempt;
    if (packet.IsLast())
    {
        m_queued.erase(m_queued.begin());
    }
    return packet;
}

void
SnrSender::NotifyLeft(const SnrPacket& packet)
{
    if (packet.IsLast())
    {
        m_waiting.push_back({m_reports + m_countdown, packet.block});
    }
}

SnrReportVerdict
SnrSender::Receive(const SnrReport& report)
{
    m_reason.clear();
    if (report.number <= m_lastReport)
    {
        m_reason = "report " + std::to_string(report.number) + ": must be above " +
                   std::to_string(m_lastReport);
        return SNR_REPORT_OLD;
    }
    if (report.lowest > m_nextNew)
    {
        m_reason = "lowest block " + std::to_string(report.lowest) + ": must be at most " +
                   std::to_string(m_nextNew);
        return SNR_REPORT_BAD;
    }
    if (report.limit > report.lowest + m_window)
    {
        m_reason = "window limit " + std::to_string(report.limit) + ": must be at most " +
                   std::to_string(report.lowest + m_window);
        return SNR_REPORT_BAD;
    }
    m_lastReport = report.number;
    ++m_reports;
    m_limit = std::max(m_limit, report.limit);
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
    return SNR_REPORT_TAKEN;
}

// --- receiver -------------------------------------------------------------------------------

SnrReceiver::SnrReceiver(uint32_t blockSize, bool keepPartial, uint64_t window)
    : m_blockSize(blockSize),
      m_keepPartial(keepPartial),
      m_window(window)
{
    NS_ASSERT_MSG(blockSize > 0 && window > 0,
                  "block " << blockSize << ", window " << window << ": must be at least 1");
}

bool
SnrReceiver::IsNew(const SnrPacket& packet) const
{
    const uint64_t limit = m_endKnown ? std::min(m_end, GetLimit()) : GetLimit();
    if (packet.block < m_lowest || packet.block >= limit || packet.packets == 0 ||
        packet.packets > m_blockSize || packet.packet >= packet.packets)
    {
        return false;
    }
    const uint64_t place = packet.block - m_lowest;
    if (place >= m_blocks.size() || m_blocks[place].present.GetSize() == 0)
    {
        return true;
    }
    const Block& block = m_blocks[place];
    return !block.complete && block.present.GetSize() == packet.packets &&
           !block.present.Get(packet.packet);
}

SnrArrival
SnrReceiver::Receive(const SnrPacket& packet)
{
    m_reason.clear();
    if (packet.packets == 0 || packet.packets > m_blockSize)
    {
        m_reason = "block of " + std::to_string(packet.packets) + " packets: must have 1 to " +
                   std::to_string(m_blockSize);
        return SNR_ARRIVAL_MALFORMED;
    }
    if (packet.packet >= packet.packets)
    {
        m_reason = "packet number " + std::to_string(packet.packet) + ": must be below " +
                   std::to_string(packet.packets);
        return SNR_ARRIVAL_MALFORMED;
    }
    if (packet.block < m_lowest)
    {
        ++m_duplicates;
        return SNR_ARRIVAL_DUPLICATE;
    }
    const uint64_t limit = m_endKnown ? std::min(m_end, GetLimit()) : GetLimit();
    if (packet.block >= limit)
    {
        m_reason =
            "block " + std::to_string(packet.block) + ": must be below " + std::to_string(limit);
        return SNR_ARRIVAL_OUTSIDE;
    }
    while (packet.block - m_lowest >= m_blocks.size())
    {
        m_blocks.emplace_back();
    }
    Block& block = m_blocks[packet.block - m_lowest];
    if (block.present.GetSize() == 0)
    {
        block.present = SstpBitmap(packet.packets);
        block.attempt = packet.attempt;
    }
    if (block.present.GetSize() != packet.packets)
    {
        m_reason = "block of " + std::to_string(packet.packets) + " packets: must have " +
                   std::to_string(block.present.GetSize());
        return SNR_ARRIVAL_MALFORMED;
    }
    const auto later = static_cast<int16_t>(packet.attempt - block.attempt);
    if (!m_keepPartial && later > 0 && !block.complete)
    {
        block.present.Fill(false);
    }
    block.attempt = later > 0 ? packet.attempt : block.attempt;
    if (block.complete || (!m_keepPartial && later < 0) || !block.present.Set(packet.packet))
    {
        ++m_duplicates;
        return SNR_ARRIVAL_DUPLICATE;
    }
    block.complete = block.present.GetCount() == packet.packets;
    const bool complete = block.complete;
    while (!m_blocks.empty() && m_blocks.front().complete)
    {
        m_blocks.pop_front();
        ++m_lowest;
    }
    return complete ? SNR_ARRIVAL_COMPLETED : SNR_ARRIVAL_STORED;
}

bool
SnrReceiver::SetEnd(uint64_t end)
{
    m_reason.clear();
    const uint64_t least = m_lowest + m_blocks.size();
    if (m_endKnown ? end != m_end : end < least)
    {
        m_reason = "end of stream at block " + std::to_string(end) + ": must be " +
                   (m_endKnown ? std::to_string(m_end) : "at least " + std::to_string(least));
        return false;
    }
    m_endKnown = true;
    m_end = end;
    return true;
}

void
SnrReceiver::Hold(uint64_t blocks)
{
    NS_ASSERT_MSG(blocks <= m_window, blocks << " blocks: must be at most " << m_window);
    m_held = blocks;
}

SnrReport
SnrReceiver::GetReport(uint64_t number) const
{
    SnrReport report;
    report.number = number;
    report.lowest = m_lowest;
    report.limit = GetLimit();
    report.received.reserve(m_blocks.size());
    for (const auto& block : m_blocks)
    {
        report.received.push_back(block.complete);
    }
    return report;
}
} // namespace hsn
} // namespace ns3
