// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_SENDER_H
#define HSN_SSTP_SENDER_H

#include "sstp-pdu.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <set>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief What the sender made of a SNAK. */
enum SstpSnakVerdict
{
    SSTP_SNAK_TAKEN,       //!< packets were queued
    SSTP_SNAK_OLD,         //!< its control sequence number is not above those before
    SSTP_SNAK_RELEASED,    //!< its segment is acknowledged
    SSTP_SNAK_NOT_WAITING, //!< its segment is queued or half sent
    SSTP_SNAK_TOO_EARLY,   //!< its segment was sent less than a round-trip delay ago
    SSTP_SNAK_NOTHING,     //!< no packet of the segment is requested
    SSTP_SNAK_NEVER_SENT,  //!< its segment is above the highest one that was sent
    SSTP_SNAK_BAD_SIZE     //!< its bitmap is not that of a segment
};

/** @param verdict of a SNAK @return a few words for traces */
const char* SstpSnakVerdictText(SstpSnakVerdict verdict);

/**
 * @brief The sender of SSTP (section 4.2) as pure logic: it knows numbers and times, no packets.
 *
 * The owner adds segments, takes one PDU at a time whenever the line is free, and hands over what
 * the receiver says. All packets, new ones and those sent again, wait in one queue (XMTQ) ordered
 * by segment and packet, so that repeated packets of early segments pass new data; each PDU gets
 * the next shipment number. There is no timer for losses: packets are sent again only on a SNAK,
 * and only if the segment was sent, as far as it was queued, at least a round-trip delay ago.
 *
 * Segments are counted in 64 bits, of which the wire has the lower 32. The count begins above 2^32,
 * so that there are numbers below the first one.
 */
class SstpSender
{
  public:
    /** @brief Told of what happens. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @brief A segment is acknowledged and will not be needed any more. @param segment the
         * segment */
        virtual void NotifyReleased(uint64_t segment) = 0;
    };

    /** @brief Constants of a connection. */
    struct Settings
    {
        uint32_t packets{256};     //!< s, packets of a full segment, 1 to 65535
        uint32_t window{40};       //!< Wnd, segments that may be sent before the receiver says more
        Time rtd;                  //!< RTD of the filter against premature requests
        uint32_t firstSegment{0};  //!< number of the first segment
        uint32_t firstShipment{0}; //!< number of the first shipment
    };

    /**
     * @param user told of what happens
     * @param settings constants
     */
    SstpSender(User& user, const Settings& settings);

    /**
     * @brief Adds a segment; it is queued as soon as the window admits it.
     * @param packets of it, 1 to those of a full one
     * @param isShort whether it has fewer octets than a full one
     * @return its number
     */
    uint64_t AddSegment(uint32_t packets, bool isShort = false);
    /** @brief No more segments will be added. */
    void EndStream();
    /** @param rtd new round-trip delay of the filter */
    void SetRtd(Time rtd);

    /** @return whether a packet waits in the queue */
    bool HasPacket() const
    {
        return !m_queued.empty();
    }

    /** @brief A packet that leaves. */
    struct Departure
    {
        SstpDataPdu pdu;         //!< its numbers
        uint64_t segment{0};     //!< number of the segment in full
        bool first{false};       //!< it is the first transmission of the segment's first packet
        bool again{false};       //!< it was sent before
        bool lastOfGroup{false}; //!< no more packets of this segment are queued
    };

    /**
     * @brief Takes the next packet from the queue; there must be one.
     * @param start when its transmission begins
     * @param end when its transmission ends: the round-trip delay counts from there
     * @return the packet
     */
    Departure Take(Time start, Time end);

    /**
     * @brief Makes the PDU of a pause: keep-alive, or end-of-stream.
     * @return it; repeats the numbers of the last new packet
     */
    SstpDataPdu MakeIdlePdu();

    /** @return whether a pause has to be told: something is unacknowledged, or the end is not known
     * to the receiver */
    bool HasToTell() const;
    /** @return whether everything, the end of the stream included, is acknowledged */
    bool IsDone() const;

    /**
     * @brief Takes what the receiver says.
     * @param pdu PACK or SNAK
     * @param now time
     * @return what became of a SNAK; of a PACK, only whether it is OLD: a duplicate
     */
    SstpSnakVerdict Receive(const SstpControlPdu& pdu, Time now);

    /** @return segments that were added and not released */
    uint64_t GetOutstanding() const
    {
        return m_held;
    }

    /** @return whether a segment that was added has to wait for the window */
    bool IsStalled() const
    {
        return m_nextNew < GetEnd() && m_nextNew >= m_limit;
    }

    /** @param segment not released @return when its first packet began to be sent */
    Time GetFirstStart(uint64_t segment) const;
    /** @param segment not released @return how many groups of its packets were sent */
    uint32_t GetRounds(uint64_t segment) const;

    /** @return segments below may be sent */
    uint64_t GetWindowLimit() const
    {
        return m_limit;
    }

    /** @return the next segment that was never queued */
    uint64_t GetNextNew() const
    {
        return m_nextNew;
    }

    /** @return number of the last verdict, in words with value and limit, for traces */
    const std::string& GetReason() const
    {
        return m_reason;
    }

  private:
    /** @brief States of a segment. */
    enum class Status
    {
        NEW,     //!< was never queued
        QUEUED,  //!< packets of it are queued
        WAIT,    //!< sent, waits for an acknowledgement
        RELEASED //!< acknowledged
    };

    /** @brief A segment control block. */
    struct Block
    {
        uint32_t packets{0};        //!< of the segment
        bool isShort{false};        //!< it has fewer octets than a full one
        Status status{Status::NEW}; //!< state
        uint32_t rounds{0};         //!< groups of its packets that were sent
        Time firstStart;            //!< when its first packet began to be sent
        Time lastTx;                //!< when its last group had been sent
        SstpBitmap queue;           //!< packets in the queue
        uint32_t next{0};           //!< where the search for the next one begins
    };

    /** @return number behind the last segment that was added */
    uint64_t GetEnd() const
    {
        return m_base + m_blocks.size();
    }

    /** @param segment not released in order @return its block */
    Block& Get(uint64_t segment)
    {
        return m_blocks[segment - m_base];
    }

    /** @brief Queues new segments that the window admits. */
    void Admit();
    /** @brief Releases a segment, if it is held. @param segment a segment */
    void Release(uint64_t segment);
    /** @brief Takes acknowledgement and window of a PDU. @param pdu the PDU */
    void TakeState(const SstpControlPdu& pdu);
    /** @brief Takes a request. @param pdu SNAK @param now time @return what became of it */
    SstpSnakVerdict TakeRequest(const SstpControlPdu& pdu, Time now);

    User& m_user;                //!< told of what happens
    Settings m_settings;         //!< constants
    std::deque<Block> m_blocks;  //!< of segments from the lowest held one
    uint64_t m_base;             //!< its number
    uint64_t m_held{0};          //!< segments added and not released
    uint64_t m_nextNew;          //!< the next segment to be queued for the first time
    uint64_t m_limit;            //!< segments below may be sent
    std::set<uint64_t> m_queued; //!< segments with packets in the queue
    uint32_t m_shipment;         //!< number of the next shipment
    uint64_t m_lastSegment;      //!< segment of the highest packet that was sent
    uint16_t m_lastPacket;       //!< its number
    bool m_lastEnds{true};       //!< it is the last one of its segment
    bool m_ended{false};         //!< no more segments will be added
    bool m_endKnown{false};      //!< the receiver knows that
    bool m_controlSeen{false};   //!< a control PDU has arrived
    uint32_t m_control{0};       //!< highest control sequence number
    std::string m_reason;        //!< of the last verdict
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_SENDER_H
