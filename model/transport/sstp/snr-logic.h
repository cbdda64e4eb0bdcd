// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SNR, to which the paper sstp compares its scheme: blocks that are sent again as a whole, and
 * complete states that the ends exchange at fixed times (Netravali, Roome, Sabnani, 1990).
 */
#ifndef HSN_SNR_LOGIC_H
#define HSN_SNR_LOGIC_H

#include "sstp-bitmap.h"

#include <cstdint>
#include <deque>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief The receiver's complete state. */
struct SnrReport
{
    uint64_t lowest{0};         //!< the lowest block that was not received
    std::vector<bool> received; //!< whether the blocks from there on were
};

/** @brief A packet of SNR. */
struct SnrPacket
{
    uint64_t block{0};       //!< number of its block, from 0
    uint32_t packet{0};      //!< number in the block, from 0
    uint32_t attempt{0};     //!< transmission of the block, from 0
    bool lastOfBlock{false}; //!< no more packets of this transmission follow
};

/**
 * @brief The sender of SNR in mode 2 (flow and error control), with a saturated source.
 *
 * A block that was sent counts down with every report of the receiver; at 0, if no report has
 * acknowledged it, the whole block is sent again. Blocks are sent lowest first.
 */
class SnrSender
{
  public:
    /**
     * @param blockSize packets of a block, at least 1
     * @param window blocks that the receiver can hold, at least 1
     * @param countdown reports after which a block is sent again, at least 1
     */
    SnrSender(uint32_t blockSize, uint64_t window, uint32_t countdown);

    /** @return whether a packet can be sent */
    bool HasPacket() const
    {
        return !m_queued.empty() || m_nextNew < m_lowest + m_window;
    }

    /** @return the next packet; there must be one */
    SnrPacket Take();
    /** @brief A packet has left: if it was the last one of its block, the countdown begins.
     * @param packet it */
    void NotifyLeft(const SnrPacket& packet);
    /** @brief Takes the receiver's state. @param report it */
    void Receive(const SnrReport& report);

    /** @return blocks that were sent again */
    uint64_t GetRepeated() const
    {
        return m_repeated;
    }

  private:
    /** @brief A block that is not acknowledged in order. */
    struct Block
    {
        uint32_t next{0};         //!< packet to be sent next
        uint32_t attempt{0};      //!< transmission
        bool acknowledged{false}; //!< a report says so
    };

    /** @brief A block that was sent. */
    struct Waiting
    {
        uint64_t due;   //!< number of the report with which it has counted down
        uint64_t block; //!< number
    };

    uint32_t m_blockSize;          //!< packets
    uint64_t m_window;             //!< blocks
    uint32_t m_countdown;          //!< reports
    uint64_t m_lowest{0};          //!< the receiver's lowest block that was not received
    uint64_t m_nextNew{0};         //!< next block to be sent for the first time
    std::deque<Block> m_blocks;    //!< from m_lowest on
    std::set<uint64_t> m_queued;   //!< blocks with packets to send
    std::deque<Waiting> m_waiting; //!< blocks that count down, by time
    uint64_t m_reports{0};         //!< received
    uint64_t m_repeated{0};        //!< blocks sent again
};

/** @brief The receiver of SNR. */
class SnrReceiver
{
  public:
    /**
     * @param blockSize packets of a block, at least 1
     * @param keepPartial a block is complete when all its packets have arrived, in any of its
     *                    transmissions; otherwise in a single one
     */
    SnrReceiver(uint32_t blockSize, bool keepPartial);

    /** @brief A packet arrives. @param packet it @return whether its block is complete now */
    bool Receive(const SnrPacket& packet);
    /** @return the complete state */
    SnrReport GetReport() const;

    /** @return packets that were there already */
    uint64_t GetDuplicates() const
    {
        return m_duplicates;
    }

  private:
    /** @brief What is known of a block. */
    struct Block
    {
        SstpBitmap present;   //!< its packets
        uint32_t attempt{0};  //!< transmission of the last packet
        bool complete{false}; //!< all are there
    };

    uint32_t m_blockSize;       //!< packets
    bool m_keepPartial;         //!< union of transmissions
    uint64_t m_lowest{0};       //!< lowest block that is not complete
    std::deque<Block> m_blocks; //!< from there on
    uint64_t m_duplicates{0};   //!< packets received twice
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_LOGIC_H
