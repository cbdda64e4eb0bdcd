// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_ROUNDS_H
#define BURST_ROUNDS_H

#include "burst-buffer.h"
#include "burst-feed.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Merges feeds whose cells come at the same distance: a round has a cell of each of them.
 *
 * As long as all cells find room, any number of rounds is a run of each feed behind the output. If
 * the buffer is full, it is left to the first cells that find room again, and the others are
 * counted.
 */
class BurstRounds
{
  public:
    /// Feeds that are merged, each with the time by which its cells come after those of the first.
    using Group = std::vector<std::pair<uint32_t, BurstFeed*>>;

    /// @param buffer decides on the cells
    explicit BurstRounds(BurstBuffer& buffer);

    BurstRounds(const BurstRounds&) = delete;
    BurstRounds& operator=(const BurstRounds&) = delete;

    /**
     * @brief Has the buffer decide on cells, which stay where they are.
     * @param group their feeds, in the order in which their cells come
     * @param isTied whether the cells of a round come at the same time: each round then begins with
     * the feed that follows, in the order of the group, the one of which a cell was let in last
     * @param spacing from round to round, time steps
     * @param rounds how many; if the policy decides on PDUs and there are several, no cell ends one
     * @return the feed of which a cell was let in last, or null
     */
    const BurstFeed* Merge(const Group& group, bool isTied, int64_t spacing, uint32_t rounds);

  private:
    /// Decides on the cells of a round one by one; goes on to the round that the others begin with.
    void MergeRound();

    /// @param place of a cell in its round that found no room: passes over all that find none
    /// @return place of the next cell in the present round
    uint32_t SkipFull(uint32_t place);

    /**
     * @brief The cells of a feed from some round on are refused, so that it leaves.
     * @param index of the feed
     * @param round the first such round
     */
    void Drop(uint32_t index, uint32_t round);

    /// @return whether nobody must know which cells found no room
    bool MaySkip() const;

    /// @param place in the present round @return index of the feed
    uint32_t GetIndex(uint32_t place) const
    {
        const auto size = static_cast<uint32_t>(m_feeds.size());
        return m_begin + place < size ? m_begin + place : m_begin + place - size;
    }

    BurstBuffer& m_buffer;           //!< decides
    std::vector<BurstFeed*> m_feeds; //!< those of which cells may be let in
    const BurstFeed* m_last;         //!< of which a cell was let in last, or null
    int64_t m_spacing{0};            //!< from round to round, time steps
    uint32_t m_rounds{0};            //!< all
    uint32_t m_round{0};             //!< the present one
    uint32_t m_begin{0};             //!< index of the feed with which it begins
    uint32_t m_next{0};              //!< index of the feed with which the next one begins
    bool m_isTied{false};            //!< the cells of a round come at the same time
    bool m_skips{false};             //!< see MaySkip
    bool m_drops{false};             //!< feeds leave that have lost a cell of their PDU
};
} // namespace hsn
} // namespace ns3

#endif // BURST_ROUNDS_H
