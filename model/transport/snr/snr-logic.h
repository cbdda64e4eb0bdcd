// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SNR, to which the paper sstp compares its scheme: blocks that are sent again as a whole, and
 * complete states that the ends exchange at fixed times (Netravali, Roome, Sabnani, 1990).
 */
#ifndef HSN_SNR_LOGIC_H
#define HSN_SNR_LOGIC_H

#include "ns3/nstime.h"
#include "ns3/sstp-bitmap.h"

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief The receiver's complete state. */
struct SnrReport
{
    uint64_t number{0};         //!< of the report; the receiver makes one in each T_in
    uint64_t lowest{0};         //!< the lowest block that was not received
    uint64_t limit{0};          //!< blocks below may be sent
    std::vector<bool> received; //!< whether the blocks from the lowest one on were
};

/** @brief A packet of SNR. */
struct SnrPacket
{
    uint64_t block{0};   //!< number of its block, from 0
    uint32_t packet{0};  //!< number in the block, from 0
    uint32_t packets{0}; //!< of the block
    uint32_t attempt{0}; //!< transmission of the block, from 0

    /** @return whether no more packets of this transmission follow */
    bool IsLast() const
    {
        return packet + 1 == packets;
    }
};

/** @brief What the sender made of a report. */
enum SnrReportVerdict
{
    SNR_REPORT_TAKEN, //!< it was news
    SNR_REPORT_OLD,   //!< a later one has come before
    SNR_REPORT_BAD    //!< it says what cannot be
};

/**
 * @brief The sender of SNR in mode 2 (flow and error control).
 *
 * The owner adds blocks as far as the window admits. A block that was sent counts down with the
 * receiver's reports; at 0, if no report has acknowledged it, the whole block is sent again. Blocks
 * are sent lowest first. Only reports that arrive count: the number of the last one is too low for
 * a block that leaves after reports were lost, and it would be sent again before it can be
 * acknowledged.
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

    /** @param rtd round-trip delay @param interval between two reports, above 0 @return reports
     * after which a block is sent again: RTD/T_in, rounded up, and one */
    static uint32_t GetCountdown(Time rtd, Time interval);

    /** @return whether the window admits another block */
    bool HasWindow() const
    {
        return m_nextNew < m_limit;
    }

    /** @brief Adds a block; the window must admit it. @param packets of it, 1 to a full one's */
    void AddBlock(uint32_t packets);

    /** @return whether a packet can be sent */
    bool HasPacket() const
    {
        return !m_queued.empty();
    }

    /** @return the next packet; there must be one */
    SnrPacket Take();
    /** @brief A packet has left: if it was the last one of its block, the countdown begins.
     * @param packet the packet */
    void NotifyLeft(const SnrPacket& packet);
    /** @brief Takes the receiver's state. @param report the report @return what became of it */
    SnrReportVerdict Receive(const SnrReport& report);

    /** @return the receiver's lowest block that was not received, as far as known */
    uint64_t GetLowest() const
    {
        return m_lowest;
    }

    /** @return the next block to be added */
    uint64_t GetNextNew() const
    {
        return m_nextNew;
    }

    /** @return blocks below may be sent */
    uint64_t GetLimit() const
    {
        return m_limit;
    }

    /** @return number of the last report, 0 before the first one */
    uint64_t GetLastReport() const
    {
        return m_lastReport;
    }

    /** @return why the last report was not taken, with value and limit */
    const std::string& GetReason() const
    {
        return m_reason;
    }

    /** @return blocks that were sent again */
    uint64_t GetRepeated() const
    {
        return m_repeated;
    }

  private:
    /** @brief A block that is not acknowledged in order. */
    struct Block
    {
        uint32_t packets{0};      //!< of it
        uint32_t next{0};         //!< packet to be sent next
        uint32_t attempt{0};      //!< transmission
        bool acknowledged{false}; //!< a report says so
    };

    /** @brief A block that was sent. */
    struct Waiting
    {
        uint64_t due;   //!< count of reports with which it has counted down
        uint64_t block; //!< number
    };

    uint32_t m_blockSize;          //!< packets
    uint64_t m_window;             //!< blocks
    uint32_t m_countdown;          //!< reports
    uint64_t m_lowest{0};          //!< the receiver's lowest block that was not received
    uint64_t m_nextNew{0};         //!< next block to be added
    uint64_t m_limit;              //!< blocks below may be sent
    std::deque<Block> m_blocks;    //!< from m_lowest on
    std::set<uint64_t> m_queued;   //!< blocks with packets to send
    std::deque<Waiting> m_waiting; //!< blocks that count down, by time
    uint64_t m_lastReport{0};      //!< number of the last report
    uint64_t m_reports{0};         //!< reports that were taken
    uint64_t m_repeated{0};        //!< blocks sent again
    std::string m_reason;          //!< why a report was not taken
};

/** @brief What the receiver made of a packet. */
enum SnrArrival
{
    SNR_ARRIVAL_STORED,    //!< a new packet
    SNR_ARRIVAL_COMPLETED, //!< a new packet, the last one that its block needed
    SNR_ARRIVAL_DUPLICATE, //!< a packet that is there, or of a transmission that is not wanted
    SNR_ARRIVAL_OUTSIDE,   //!< its block is above the window, or behind the end
    SNR_ARRIVAL_MALFORMED  //!< its numbers contradict each other or what was said before
};

/** @brief The receiver of SNR. */
class SnrReceiver
{
  public:
    /**
     * @param blockSize packets of a full block, at least 1
     * @param keepPartial a block is complete when all its packets have arrived, in any of its
     *                    transmissions; otherwise in a single one
     * @param window blocks that can be held, at least 1
     */
    SnrReceiver(uint32_t blockSize, bool keepPartial, uint64_t window);

    /** @param packet that arrives @return whether Receive() would store it, and the application has
     * not got its block */
    bool IsNew(const SnrPacket& packet) const;
    /** @brief A packet arrives. @param packet the packet @return what became of it */
    SnrArrival Receive(const SnrPacket& packet);
    /** @brief The sender has told where the stream ends. @param end number behind the last block
     * @return whether it can be */
    bool SetEnd(uint64_t end);
    /** @brief The application has not taken everything that is complete. @param blocks how many,
     * the last ones below the lowest that is not complete */
    void Hold(uint64_t blocks);
    /** @return the complete state @param number of the report */
    SnrReport GetReport(uint64_t number) const;

    /** @return the lowest block that is not complete */
    uint64_t GetLowest() const
    {
        return m_lowest;
    }

    /** @return blocks below may be sent */
    uint64_t GetLimit() const
    {
        return m_lowest + m_window - m_held;
    }

    /** @return whether the end of the stream is known, and all blocks are complete */
    bool IsComplete() const
    {
        return m_endKnown && m_lowest == m_end;
    }

    /** @return packets that were there already */
    uint64_t GetDuplicates() const
    {
        return m_duplicates;
    }

    /** @return why a packet was malformed or outside, with value and limit */
    const std::string& GetReason() const
    {
        return m_reason;
    }

  private:
    /** @brief What is known of a block. */
    struct Block
    {
        SstpBitmap present;   //!< its packets; empty: none has come
        uint32_t attempt{0};  //!< transmission of the last packet
        bool complete{false}; //!< all are there
    };

    uint32_t m_blockSize;       //!< packets of a full block
    bool m_keepPartial;         //!< union of transmissions
    uint64_t m_window;          //!< blocks
    uint64_t m_held{0};         //!< blocks that the application has not taken
    uint64_t m_lowest{0};       //!< lowest block that is not complete
    std::deque<Block> m_blocks; //!< from there on
    bool m_endKnown{false};     //!< the end of the stream is known
    uint64_t m_end{0};          //!< number behind the last block
    uint64_t m_duplicates{0};   //!< packets received twice
    std::string m_reason;       //!< of the last verdict
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_LOGIC_H
