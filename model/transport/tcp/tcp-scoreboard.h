// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_SCOREBOARD_H
#define HSN_TCP_SCOREBOARD_H

#include "ns3/byte-range-set.h"
#include "ns3/memory-prefetch.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ring-buffer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace ns3
{
namespace hsn
{
/** @brief A segment that was sent and is not yet acknowledged by the cumulative acknowledgement. */
struct TcpSentSegment
{
    StreamOffset begin{0};         //!< place of the first byte
    uint32_t size{0};              //!< bytes of data
    bool fin{false};               //!< a FIN follows the data
    bool sacked{false};            //!< reported as received
    bool lost{false};              //!< considered lost
    bool retransmitted{false};     //!< sent again since it was last considered lost
    bool everRetransmitted{false}; //!< sent more than once
    bool delivered{false};         //!< counted as delivered in the rate estimate
    bool appLimited{false};        //!< sent while the application had no more
    Ptr<Packet> data;              //!< the bytes
    Time lastSent;                 //!< when it was last sent
    uint64_t deliveredBefore{0};   //!< bytes delivered when it was sent
    Time deliveredTime;            //!< when these had been delivered
    Time firstSent;                //!< start of the sending interval it belongs to

    /** @return the place in sequence space after this segment */
    StreamOffset GetEnd() const
    {
        return begin + GetLength();
    }

    /** @return its length in sequence space */
    uint32_t GetLength() const
    {
        return size + (fin ? 1 : 0);
    }
};

/**
 * @brief What a TCP sender knows of the segments it has sent (the scoreboard of RFC 6675).
 *
 * Segments are kept in a ring, in the order of the stream, under numbers that never change. A place
 * in the stream is found by binary search. Reported ranges (SACK) are kept as ranges, so a report
 * that repeats what is known costs nothing per segment. A segment is visited once when it is sent,
 * once when it is reported, once when it is found lost, once when it is sent again, and once when
 * it is acknowledged: amortised constant time, whatever the window.
 *
 * Each of these steps updates the bytes in flight ("pipe").
 */
class TcpScoreboard
{
  public:
    /** @brief Starts over. @param next place of the next byte to be sent */
    void Reset(StreamOffset next);

    /** @return the first byte that is not acknowledged (SND.UNA) */
    StreamOffset GetHead() const
    {
        return m_head;
    }

    /** @return the first byte that was never sent (highest SND.NXT) */
    StreamOffset GetEnd() const
    {
        return m_end;
    }

    /** @return whether all that was sent is acknowledged */
    bool IsEmpty() const
    {
        return m_segments.empty();
    }

    /** @return segments sent and not acknowledged */
    uint32_t GetNSegments() const
    {
        return m_segments.size();
    }

    /** @return byte after the highest one that is reported or acknowledged */
    StreamOffset GetHighestReport() const
    {
        return m_reported.Get().empty() ? m_head : m_reported.Get().rbegin()->second;
    }

    /** @return estimate of the bytes in the network */
    uint32_t GetInFlight() const;

    /** @return bytes considered lost */
    uint32_t GetLost() const
    {
        return m_lost;
    }

    /** @return how often a segment was found lost so far */
    uint64_t GetNLosses() const
    {
        return m_nLosses;
    }

    /** @return bytes sent again and not yet acknowledged */
    uint32_t GetRetransmitted() const
    {
        return m_retransmitted;
    }

    /** @return segments reported as received out of order */
    uint32_t GetNSacked() const
    {
        return m_nSacked;
    }

    /** @return whether a segment is considered lost and not sent again */
    bool HasLost() const
    {
        return m_nLostUnsent > 0;
    }

    /** @return bytes reported as received out of order */
    uint32_t GetSacked() const
    {
        return m_sacked;
    }

    /**
     * @brief Appends a segment that is sent for the first time.
     * @param data its bytes
     * @param fin whether a FIN follows
     * @return the segment, valid until the next call
     */
    TcpSentSegment& Append(Ptr<Packet> data, bool fin);

    /** @brief Notes that a segment is sent again. @param segment on this scoreboard */
    void Retransmit(TcpSentSegment& segment);

    /// What a cumulative acknowledgement did.
    struct AckResult
    {
        uint32_t bytes{0};             //!< acknowledged, FIN included
        uint32_t segments{0};          //!< acknowledged as a whole
        bool retransmitted{false};     //!< one of them had been sent more than once
        std::optional<Time> firstSent; //!< when the first of them was sent, if only once
    };

    /**
     * @brief Takes a cumulative acknowledgement.
     * @tparam F callable with (TcpSentSegment&)
     * @param ack first byte not acknowledged, at most GetEnd()
     * @param delivered called for each segment that had not been reported
     * @return what it acknowledged
     */
    template <typename F>
    AckResult Acknowledge(StreamOffset ack, F&& delivered);

    /**
     * @brief Takes a report of received bytes.
     * @tparam F callable with (TcpSentSegment&)
     * @param begin first byte
     * @param end byte after the last one
     * @param delivered called for each segment that is now known to be received
     * @return bytes not known to be received before; 0 if the report is invalid
     */
    template <typename F>
    uint32_t Sack(StreamOffset begin, StreamOffset end, F&& delivered);

    /**
     * @brief Marks lost whatever has enough reported bytes above it (IsLost of RFC 6675, section
     * 4).
     * @param dupThresh number of discontiguous ranges that suffices
     * @param segmentSize more than dupThresh - 1 times as many bytes suffice, too
     * @param again whether a retransmission, too, is marked lost, once as much is reported of what
     * was sent after it (RFC 6675 leaves such a loss to the timer)
     */
    void MarkLost(uint32_t dupThresh, uint32_t segmentSize, bool again);

    /** @brief From now on keeps the order in which segments are sent, for MarkOverdue(). MarkLost()
     * does not look for retransmissions that were lost, then. */
    void KeepOrder()
    {
        m_ordered = true;
    }

    /** @brief A segment leaves, its time of sending is set. @param segment on this scoreboard */
    void NoteSent(const TcpSentSegment& segment);

    /**
     * @brief Marks lost what was sent before a certain segment and is overdue (RFC 8985, 6.2,
     * step 5). Each transmission is looked at once.
     * @param sent when that segment was sent
     * @param end its end; tells which segments of the same time were sent before
     * @param limit latest time of sending that is overdue
     * @return when the first of the others that were sent before was sent; nothing: there is none
     */
    std::optional<Time> MarkOverdue(Time sent, StreamOffset end, Time limit);

    /** @brief Marks the first segment lost, as if it had not been sent again. */
    void MarkHeadLost();

    /**
     * @brief Marks one segment lost, wherever it is; it must then be sent again at once.
     * @param begin its first byte
     * @return the segment; nullptr if none begins there, or it is reported as received
     */
    TcpSentSegment* MarkLostAt(StreamOffset begin);

    /** @brief Marks all segments lost that are not reported (retransmission timeout).
     * @param since but for the first one, only if sent at this time or before */
    void MarkAllLost(Time since = Time::Max());

    /** @brief Takes back that segments are considered lost (the timeout was needless). */
    void Unmark();

    /** @param begin a byte @return whether its segment was sent more than once and is reported as
     * received */
    bool IsReportedAgain(StreamOffset begin) const;

    /** @return whether the first segment is considered lost */
    bool IsHeadLost() const
    {
        return !m_segments.empty() && m_segments.front().lost;
    }

    /** @return whether the first segment was sent more than once */
    bool IsHeadRetransmitted() const
    {
        return !m_segments.empty() && m_segments.front().retransmitted;
    }

    /** @brief Notes a duplicate acknowledgement of a receiver without SACK. @param segmentSize
     * bytes that it stands for */
    void AddDuplicate(uint32_t segmentSize);

    /** @brief Discards all reports and duplicates. */
    void ForgetReports();

    /** @return the first segment of all, nullptr if none */
    TcpSentSegment* GetFirst()
    {
        return m_segments.empty() ? nullptr : &m_segments.front();
    }

    /** @copydoc GetFirst */
    const TcpSentSegment* GetFirst() const
    {
        return m_segments.empty() ? nullptr : &m_segments.front();
    }

    /** @return the first segment that is lost and not sent again, nullptr if none */
    TcpSentSegment* GetNextLost();

    /**
     * @brief Rule 3 of NextSeg in RFC 6675.
     * @return the first segment below the highest report that is neither reported nor sent again,
     * nullptr if none
     */
    TcpSentSegment* GetNextUnreported();

    /** @return the last segment that is not reported, nullptr if none (rule 4) */
    TcpSentSegment* GetLastUnreported();

    /** @brief A new loss recovery begins: rule 3 starts from the front. */
    void BeginRecovery()
    {
        m_nextUnreported = m_first;
    }

  private:
    static constexpr std::size_t AHEAD = 2; //!< segments that an acknowledgement covers, mostly

    /// Of a segment: when, and its number.
    using Transmission = std::pair<Time, uint64_t>;

    /** @param number of a segment @return the segment */
    TcpSentSegment& At(uint64_t number)
    {
        return m_segments[number - m_first];
    }

    /** @copydoc At */
    const TcpSentSegment& At(uint64_t number) const
    {
        return m_segments[number - m_first];
    }

    /** @param offset a byte @return number of the first segment that ends after it */
    uint64_t FindNumber(StreamOffset offset) const;

    /** @return number after that of the last segment */
    uint64_t GetEndNumber() const
    {
        return m_first + m_segments.size();
    }

    /** @brief Marks a segment lost unless it is so already, or is reported. @param number of it */
    void MarkLost(uint64_t number);

    /** @brief Marks retransmissions lost. @param edge all that was sent before this place should
     * have arrived */
    void MarkLostAgain(StreamOffset edge);

    /** @param sent when @param number of a segment @return whether it was not sent again since, and
     * is not known to have arrived or to be lost */
    bool IsUnderWay(Time sent, uint64_t number) const;

    /** @brief Marks a segment lost, also if it was sent again. @param number of it */
    void MarkLostAnew(uint64_t number);

    /** @brief Removes a segment from all sums but "sacked". @param segment which */
    void Settle(TcpSentSegment& segment);

    std::deque<TcpSentSegment> m_segments; //!< in the order of the stream
    uint64_t m_first{0};                   //!< number of the first of them
    StreamOffset m_head{0};                //!< SND.UNA
    StreamOffset m_end{0};                 //!< after the last one
    ByteRangeSet m_reported;               //!< by SACK
    uint32_t m_sacked{0};                  //!< bytes of reported segments
    uint32_t m_nSacked{0};                 //!< number of reported segments
    uint32_t m_lost{0};                    //!< bytes of lost segments
    uint32_t m_retransmitted{0};           //!< bytes in flight a second time
    uint32_t m_nLostUnsent{0};             //!< number of segments lost and not sent again
    uint64_t m_nLosses{0};                 //!< segments found lost so far
    uint32_t m_duplicates{0};    //!< without SACK: number of duplicates, each a segment received
    uint32_t m_duplicateSize{0}; //!< bytes that each of them stands for
    RingBuffer<std::pair<uint64_t, StreamOffset>>
        m_again;                      //!< sent again: number, m_end at that time
    std::set<uint64_t> m_lostAgain;   //!< numbers of segments whose retransmission was lost
    bool m_ordered{false};            //!< m_order is kept, and not m_again
    RingBuffer<Transmission> m_order; //!< in the order of time; obsolete ones are skipped
    uint64_t m_lossEdge{0};           //!< all before this number have been checked for loss
    uint64_t m_nextLost{0};           //!< none before this number is lost and not sent again
    uint64_t m_nextUnreported{0};     //!< none before this number qualifies for rule 3
};

template <typename F>
TcpScoreboard::AckResult
TcpScoreboard::Acknowledge(StreamOffset ack, F&& delivered)
{
    AckResult result;
    if (ack <= m_head)
    {
        return result;
    }
    result.bytes = ack - m_head;
    if (const auto& first = m_segments.front(); !first.everRetransmitted)
    {
        result.firstSent = first.lastSent;
    }
    while (!m_segments.empty() && m_segments.front().begin < ack)
    {
        auto& segment = m_segments.front();
        result.retransmitted |= segment.everRetransmitted;
        if (segment.GetEnd() > ack)
        {
            // a part of it is acknowledged
            const auto n = static_cast<uint32_t>(ack - segment.begin);
            m_lost -= segment.lost ? n : 0;
            m_retransmitted -= segment.retransmitted ? n : 0;
            m_sacked -= segment.sacked ? n : 0;
            segment.data = segment.data->CreateFragment(n, segment.size - n);
            segment.begin += n;
            segment.size -= n;
            break;
        }
        if (segment.sacked)
        {
            m_sacked -= segment.GetLength();
            --m_nSacked;
        }
        else
        {
            delivered(segment);
            Settle(segment);
        }
        ++result.segments;
        ++m_first;
        m_segments.pop_front();
    }
    // a round-trip time has passed since those that come next were touched
    for (std::size_t i = 0; i < std::min<std::size_t>(m_segments.size(), AHEAD); ++i)
    {
        PrefetchMemory(PeekPointer(m_segments[i].data), sizeof(Packet));
    }
    m_head = ack;
    m_reported.RemoveBelow(ack);
    // each of them but the missing one has caused a duplicate acknowledgement
    const uint32_t known = result.segments > 0 ? result.segments - 1 : 0;
    m_duplicates -= std::min(m_duplicates, known);
    return result;
}

template <typename F>
uint32_t
TcpScoreboard::Sack(StreamOffset begin, StreamOffset end, F&& delivered)
{
    begin = std::max(begin, m_head);
    if (begin >= end || end > m_end)
    {
        return 0; // D-SACK of old data (RFC 2883), or invalid
    }
    uint32_t bytes = 0;
    StreamOffset from = end;
    StreamOffset to = begin;
    const auto range = m_reported.Add(begin, end, [&](StreamOffset b, StreamOffset e) {
        bytes += e - b;
        from = std::min(from, b);
        to = std::max(to, e);
    });
    // a segment that was reported in parts may now be complete: look at the whole new range
    for (auto number = from < to ? FindNumber(from) : GetEndNumber(); number < GetEndNumber();
         ++number)
    {
        auto& segment = At(number);
        if (segment.begin >= to)
        {
            break;
        }
        if (!segment.sacked && segment.begin >= range->first && segment.GetEnd() <= range->second)
        {
            delivered(segment);
            Settle(segment);
            segment.sacked = true;
            m_sacked += segment.GetLength();
            ++m_nSacked;
        }
    }
    return bytes;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SCOREBOARD_H
