// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_REASSEMBLY_QUEUE_H
#define HSN_REASSEMBLY_QUEUE_H

#include "ns3/byte-range-set.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Puts the segments of a byte stream in order.
 *
 * Finding the place of a segment is logarithmic in the number of segments that wait, and does not
 * depend on the window. Bytes that arrive again are dropped.
 */
class ReassemblyQueue
{
  public:
    /// Begin and end of received bytes.
    using Block = std::pair<StreamOffset, StreamOffset>;

    /** @brief Empties the queue. @param next the first byte expected */
    void Reset(StreamOffset next);

    /** @return the first byte that is missing */
    StreamOffset GetNext() const
    {
        return m_next;
    }

    /** @return whether bytes wait for missing ones */
    bool HasGap() const
    {
        return !m_segments.empty();
    }

    /**
     * @brief Records bytes that arrived in order, without storing them.
     * @param begin place of the first one
     * @param size how many
     * @return whether they were the next ones and nothing waits; if not, Add() them
     */
    bool Pass(StreamOffset begin, uint32_t size)
    {
        if (begin != m_next || HasGap())
        {
            return false;
        }
        m_next += size;
        return true;
    }

    /**
     * @brief Adds a segment.
     * @param begin place of its first byte
     * @param data its bytes; must not be empty
     * @return whether any of them was new
     */
    bool Add(StreamOffset begin, Ptr<Packet> data);

    /**
     * @brief Looks for bytes that are here already, and wait for missing ones.
     * @param begin first byte
     * @param end byte after the last one
     * @return the first contiguous ones of these bytes; nothing: none of them is here
     */
    std::optional<Block> FindWaiting(StreamOffset begin, StreamOffset end) const;

    /**
     * @brief Removes the next segment that is in order.
     * @return its bytes, nullptr if the next byte is missing
     */
    Ptr<Packet> Remove();

    /**
     * @brief Lists what was received beyond missing bytes, as RFC 2018 (section 4) requires: first
     * the block of the latest segment, then those reported before.
     * @param maxBlocks how many, at most
     * @return the blocks
     */
    std::vector<Block> GetBlocks(uint32_t maxBlocks) const;

  private:
    /// Blocks that are remembered for reports: as many as options have room for.
    static constexpr uint32_t MAX_BLOCKS = 4;

    /** @brief Keeps a piece that is new. @param begin place @param data bytes */
    void Insert(StreamOffset begin, Ptr<Packet> data);

    StreamOffset m_next{0};                          //!< first missing byte
    std::map<StreamOffset, Ptr<Packet>> m_segments;  //!< that wait; disjoint
    ByteRangeSet m_ranges;                           //!< their bytes
    std::array<StreamOffset, MAX_BLOCKS> m_recent{}; //!< a byte of each of the latest blocks
    uint32_t m_nRecent{0};                           //!< how many of these
};
} // namespace hsn
} // namespace ns3

#endif // HSN_REASSEMBLY_QUEUE_H
