// SPDX-License-Identifier: GPL-2.0-only
#include "tear-block-sender.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Later transmissions that are acknowledged when a block counts as lost. */
constexpr uint32_t LOSS_THRESHOLD = 3;
/** @brief Doublings of a block's timer, at most; as many as those of TEAR's timeouts. */
constexpr uint32_t MAX_DOUBLINGS = 6;
} // namespace

TearBlockSender::TearBlockSender(uint32_t window)
    : m_limit(window)
{
    NS_ABORT_MSG_UNLESS(window >= 1,
                        "TEAR: a window of " << window << " blocks must be 1 at least");
}

// --- sending ----------------------------------------------------------------------------------

TearBlockSender::Block
TearBlockSender::Add(Ptr<Packet> payload)
{
    NS_ABORT_MSG_UNLESS(HasRoom(), "TEAR: block " << GetNext() << " is beyond the peer's window");
    Block block;
    block.number = GetNext();
    block.payload = payload;
    m_bytes += payload->GetSize();
    m_blocks.emplace_back();
    m_blocks.back().payload = payload;
    return block;
}

TearBlockSender::Block
TearBlockSender::TakeLost()
{
    NS_ABORT_MSG_UNLESS(HasLost(), "TEAR: no block is lost");
    Block block;
    block.number = *m_lost.begin();
    block.payload = Get(block.number).payload;
    block.again = true;
    m_lost.erase(m_lost.begin());
    ++m_retransmissions;
    return block;
}

void
TearBlockSender::OnSent(uint32_t number, Time now, Time timeout)
{
    Entry& entry = Get(number);
    entry.underWay = true;
    entry.transmission = m_firstTransmission + m_transmissions.size();
    entry.sentAt = now;
    entry.deadline = now + timeout * (1 << std::min(entry.losses, MAX_DOUBLINGS));
    m_deadlines.emplace(entry.deadline, number);
    Transmission transmission;
    transmission.block = number;
    m_transmissions.push_back(transmission);
}

// --- acknowledgements -------------------------------------------------------------------------

TearBlockSender::Progress
TearBlockSender::OnSack(const TearSackHeader& sack, Time now)
{
    Progress progress;
    const uint32_t end = GetNext();
    if (sack.next > end || (!sack.ranges.empty() && sack.ranges.back().second >= end))
    {
        return progress; // acknowledges what was never sent
    }
    for (const auto& [first, last] : sack.ranges)
    {
        for (uint32_t number = std::max(first, m_first); number <= last; ++number)
        {
            Acknowledge(number, now, progress);
        }
    }
    for (uint32_t number = m_first; number < sack.next; ++number)
    {
        Acknowledge(number, now, progress);
    }
    while (!m_blocks.empty() && !m_blocks.front().payload)
    {
        m_blocks.pop_front();
        ++m_first;
    }
    m_limit = std::max(m_limit, uint64_t(sack.next) + sack.window);
    Sweep();
    return progress;
}

void
TearBlockSender::OnTimer(Time now)
{
    while (!m_deadlines.empty() && m_deadlines.begin()->first <= now)
    {
        Lose(m_deadlines.begin()->second);
    }
    Sweep();
}

void
TearBlockSender::Acknowledge(uint32_t number, Time now, Progress& progress)
{
    Entry& entry = Get(number);
    if (!entry.payload)
    {
        return;
    }
    progress.bytes += entry.payload->GetSize();
    if (entry.losses == 0)
    {
        progress.delay = std::max(progress.delay, now - entry.sentAt);
    }
    m_bytes -= entry.payload->GetSize();
    entry.payload = nullptr;
    if (entry.underWay)
    {
        m_deadlines.erase({entry.deadline, number});
        Transmission& transmission = m_transmissions[entry.transmission - m_firstTransmission];
        transmission.decided = true;
        transmission.counts = true;
        ++m_counting;
    }
    else
    {
        m_lost.erase(number); // it was only late
    }
}

void
TearBlockSender::Lose(uint32_t number)
{
    Entry& entry = Get(number);
    entry.underWay = false;
    ++entry.losses;
    m_deadlines.erase({entry.deadline, number});
    m_transmissions[entry.transmission - m_firstTransmission].decided = true;
    m_lost.insert(number);
}

void
TearBlockSender::Sweep()
{
    while (!m_transmissions.empty())
    {
        const Transmission& front = m_transmissions.front();
        if (!front.decided)
        {
            if (m_counting < LOSS_THRESHOLD)
            {
                return;
            }
            Lose(front.block);
        }
        m_counting -= front.counts;
        m_transmissions.pop_front();
        ++m_firstTransmission;
    }
}
} // namespace hsn
} // namespace ns3
