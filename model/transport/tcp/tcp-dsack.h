// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_DSACK_H
#define HSN_TCP_DSACK_H

#include "tcp-ack-event.h"

#include "ns3/byte-range-set.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief Finds out from reports of duplicates (D-SACK, RFC 2883) that all that was sent again had
 * arrived already, and remembers the windows before.
 *
 * It counts the retransmissions since the window was reduced, and takes one off for each segment
 * that is reported as a duplicate. At zero the reduction was needless, as in Linux; whether it was
 * by a fast retransmit or by the timer does not matter.
 */
class TcpDsack
{
  public:
    /// A range of bytes: the first one, and that after the last.
    using Block = std::pair<StreamOffset, StreamOffset>;

    /**
     * @brief Looks for a report of a duplicate: a first block that lies below the acknowledgement,
     * or within the second block (RFC 2883, 4).
     * @param event an acknowledgement
     * @return the duplicate, if one is reported
     */
    static std::optional<Block> Find(const TcpAckEvent& event)
    {
        if (event.nBlocks == 0)
        {
            return std::nullopt;
        }
        const auto& first = event.blocks[0];
        const bool below = first.second <= event.ack;
        const bool within = event.nBlocks > 1 && first.first >= event.blocks[1].first &&
                            first.second <= event.blocks[1].second;
        return first.first < first.second && (below || within) ? std::optional<Block>(first)
                                                               : std::nullopt;
    }

    /** @brief A reduction begins. @param head first byte that is not acknowledged @param windows
     * before it */
    void Begin(StreamOffset head, const TcpWindows& windows)
    {
        m_head = head;
        m_windows = windows;
        m_retransmissions = 0;
        m_counted = false;
    }

    /** @brief There is nothing to be decided. */
    void Cancel()
    {
        m_windows.reset();
    }

    /** @brief A segment is sent again. */
    void OnRetransmission()
    {
        ++m_retransmissions;
        m_counted = true;
    }

    /** @brief A duplicate is reported. @param block the block @param segmentSize bytes */
    void OnDuplicate(const Block& block, uint32_t segmentSize)
    {
        if (block.second > m_head)
        {
            const auto segments = (block.second - block.first + segmentSize - 1) / segmentSize;
            m_retransmissions -=
                static_cast<uint32_t>(std::min<StreamOffset>(segments, m_retransmissions));
        }
    }

    /** @return windows to be restored, once; nothing: the reduction stands */
    std::optional<TcpWindows> Decide()
    {
        if (!m_counted || m_retransmissions > 0)
        {
            return std::nullopt;
        }
        const auto windows = m_windows;
        Cancel();
        return windows;
    }

  private:
    StreamOffset m_head{0};              //!< nothing before it was sent again
    std::optional<TcpWindows> m_windows; //!< before the reduction; nothing: decided
    uint32_t m_retransmissions{0};       //!< not reported as duplicates
    bool m_counted{false};               //!< there were any
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_DSACK_H
