// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_BLOCK_SENDER_H
#define HSN_TEAR_BLOCK_SENDER_H

#include "tear-header.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The sending half of reliable transfer over TEAR: blocks that are kept until they are
 * acknowledged (R. S. Jayaram, "Performance Evaluation of TEAR", thesis, NCSU 2001, chapter 7: by
 * selective acknowledgements and timeouts).
 *
 * A block is lost when three transmissions that are later than its own are acknowledged, or when
 * its own timer expires, which is twice as long after each loss of that block. TEAR says when to
 * send; lost blocks go first.
 *
 * It has no clock and no timer: calls pass the time. The cost of a call does not depend on how many
 * blocks are unacknowledged, but for a logarithm.
 */
class TearBlockSender
{
  public:
    /** @brief A block to be sent. */
    struct Block
    {
        uint32_t number{0};  //!< its number
        Ptr<Packet> payload; //!< its bytes; null: there is no block
        bool again{false};   //!< whether it was sent before
    };

    /** @param window blocks that the peer has room for until it says so, at least 1 */
    explicit TearBlockSender(uint32_t window);

    /// @name Sending
    /// @{
    /** @return whether there is room for a new block in the peer's window */
    bool HasRoom() const
    {
        return m_first + m_blocks.size() < m_limit;
    }

    /** @return whether a lost block waits for TakeLost() */
    bool HasLost() const
    {
        return !m_lost.empty();
    }

    /** @brief Adds a block; there must be room. @param payload not empty @return it, to be sent
     * now */
    Block Add(Ptr<Packet> payload);
    /** @brief Takes the lost block that comes first; there must be one. @return it, to be sent now
     */
    Block TakeLost();
    /** @brief A block has been sent. @param number of it @param now when @param timeout how long to
     * wait for its acknowledgement, without back-off; above 0 */
    void OnSent(uint32_t number, Time now, Time timeout);

    /// @}

    /// @name Acknowledgements
    /// @{
    /** @brief What an acknowledgement brings. */
    struct Progress
    {
        uint32_t bytes{0}; //!< acknowledged for the first time
        Time delay;        //!< longest time since one of these blocks was sent, of those that were
                           //!< sent once (Karn's rule); 0: none
    };

    /** @brief Blocks are acknowledged. @param sack which; one that acknowledges what was never sent
     * is ignored @param now when @return what it brings */
    Progress OnSack(const TearSackHeader& sack, Time now);
    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time */
    void OnTimer(Time now);

    /** @return when the timer of a block expires; nothing if none runs */
    std::optional<Time> GetDeadline() const
    {
        if (m_deadlines.empty())
        {
            return std::nullopt;
        }
        return m_deadlines.begin()->first;
    }

    /// @}

    /** @return bytes that were added and are not acknowledged */
    uint32_t GetBytes() const
    {
        return m_bytes;
    }

    /** @return blocks that were sent more than once, counted every time */
    uint64_t GetRetransmissions() const
    {
        return m_retransmissions;
    }

    /** @return the number of the next new block */
    uint32_t GetNext() const
    {
        return m_first + static_cast<uint32_t>(m_blocks.size());
    }

  private:
    /** @brief What is kept of a block. */
    struct Entry
    {
        Ptr<Packet> payload;      //!< its bytes; null: acknowledged
        uint64_t transmission{0}; //!< number of its latest transmission
        uint32_t losses{0};       //!< so far
        Time sentAt;              //!< when that was
        Time deadline;            //!< when it counts as lost
        bool underWay{false};     //!< sent, not yet lost
    };

    /** @brief A transmission. */
    struct Transmission
    {
        uint32_t block{0};   //!< which one
        bool decided{false}; //!< acknowledged or lost
        bool counts{false};  //!< acknowledged: it counts against earlier ones
    };

    /** @param number of a block that is kept @return it */
    Entry& Get(uint32_t number)
    {
        return m_blocks[number - m_first];
    }

    /** @brief A block has arrived. @param number of it @param now when @param progress gets it */
    void Acknowledge(uint32_t number, Time now, Progress& progress);
    /** @brief A block is lost. @param number of it */
    void Lose(uint32_t number);
    /** @brief Finds losses by later transmissions, and forgets what is decided. */
    void Sweep();

    std::deque<Entry> m_blocks; //!< from m_first on
    uint32_t m_first{0};        //!< the first one that is not acknowledged
    uint64_t m_limit;           //!< the first block that the peer has no room for
    std::set<uint32_t> m_lost;  //!< to be sent again
    std::set<std::pair<Time, uint32_t>> m_deadlines; //!< of blocks under way
    std::deque<Transmission> m_transmissions;        //!< in order, from m_firstTransmission on
    uint64_t m_firstTransmission{0};                 //!< number of the first one
    uint32_t m_counting{0};                          //!< transmissions of these that count
    uint32_t m_bytes{0};                             //!< not acknowledged
    uint64_t m_retransmissions{0};                   //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_BLOCK_SENDER_H
