// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_RECEIVER_H
#define HSN_SSTP_RECEIVER_H

#include "sstp-pdu.h"
#include "sstp-tolerance-checker.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief What the receiver made of a PDU. */
enum SstpArrival
{
    SSTP_ARRIVAL_STORED,    //!< a new packet
    SSTP_ARRIVAL_DUPLICATE, //!< a packet that is there, or whose segment is accepted
    SSTP_ARRIVAL_OUTSIDE,   //!< its segment is above the window
    SSTP_ARRIVAL_MALFORMED, //!< its numbers contradict each other or what was said before
    SSTP_ARRIVAL_IDLE,      //!< keep-alive or end-of-stream
    SSTP_ARRIVAL_STALE      //!< one of these, overtaken by later PDUs
};

/**
 * @brief The receiver of SSTP (section 4.2) as pure logic: it knows numbers and times, no packets.
 *
 * It finds losses by gaps in the shipment numbers, by the last expected packet of a segment, by
 * keep-alives, by the end of the stream, and, if nothing arrives, by the loss timer. The tolerance
 * checker decides what is requested. A request (SNAK) is repeated periodically with fresh content
 * until its segment is accepted.
 *
 * The owner hands over PDUs and calls HandleTime() when GetDeadline() is reached.
 *
 * What the paper leaves open:
 * - a keep-alive is sent when the sender's queue is empty; hence it checks all segments up to the
 *   one that it names which are not requested yet;
 * - a segment of which nothing is known but that the loss timer expects (H + 1) can be requested,
 *   but is never accepted: it may not exist;
 * - a keep-alive or end-of-stream that finds nothing missing is answered by a PACK, so that a lost
 *   last PACK is repaired.
 */
class SstpReceiver
{
  public:
    /** @brief Does and is told what the receiver decides. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @brief Sends a PDU to the sender. @param pdu PACK or SNAK */
        virtual void SendControl(const SstpControlPdu& pdu) = 0;
        /** @brief A new packet is stored. @param segment of it @param packet its number */
        virtual void NotifyStored(uint64_t segment, uint32_t packet) = 0;
        /** @brief A segment is accepted, maybe out of order. @param segment the segment @param
         * present its packets @param now when */
        virtual void NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time now) = 0;
        /** @brief A segment can be delivered: all before it were. @param segment the segment @param
         * present its packets; if everything is tolerated, only those that exist for certain
         * @return whether it is taken; if not, the owner calls NotifyTaken() later */
        virtual bool Deliver(uint64_t segment, const SstpBitmap& present) = 0;
        /** @brief Everything up to the end of the stream has been delivered. */
        virtual void NotifyEnd() = 0;
        /** @brief Shipments are missing. @param count how many @param from, to segments of the
         * PDUs around the gap */
        virtual void NotifyGap(uint32_t count, uint64_t from, uint64_t to) = 0;
        /** @brief The loss timer has expired. */
        virtual void NotifyLossTimer() = 0;
    };

    /** @brief Constants of a connection. */
    struct Settings
    {
        uint32_t packets{256};     //!< s, packets of a full segment, 1 to 65535
        uint32_t window{40};       //!< Wnd, segments, at least 1
        SstpTolerance tolerance;   //!< what losses are tolerated
        uint32_t distance{0};      //!< m, shipments by which the network may reorder
        Time lossTimer;            //!< of silence; 0: none
        Time snakPeriod;           //!< between repetitions of a SNAK; 0: it is sent once
        uint32_t firstSegment{0};  //!< number of the first segment
        uint32_t firstShipment{0}; //!< number of the first shipment
        /// Nothing is checked but what CheckSegment() says (section 5.2), and complete segments.
        bool idealControl{false};
    };

    /**
     * @param user does and is told what is decided
     * @param settings constants
     */
    SstpReceiver(User& user, const Settings& settings);

    /** @param pdu that arrives @return whether Receive() would store it */
    bool IsNew(const SstpDataPdu& pdu) const;

    /**
     * @brief Takes a PDU of types 0 to 2.
     * @param pdu the PDU
     * @param now time
     * @return what became of it
     */
    SstpArrival Receive(const SstpDataPdu& pdu, Time now);

    /** @brief Checks a segment all packets of which have been sent. @param segment the segment
     * @param now time */
    void CheckSegment(uint64_t segment, Time now);

    /** @return when HandleTime() has to be called; Time::Max() if nothing waits for it */
    Time GetDeadline() const;
    /** @brief Does what is due. @param now time */
    void HandleTime(Time now);

    /** @brief The application has taken the first delivered segment that it had refused. */
    void NotifyTaken();

    /** @return L, the lowest segment that is not accepted */
    uint64_t GetLowest() const
    {
        return m_low;
    }

    /** @return segments below may be sent */
    uint64_t GetWindowLimit() const
    {
        return m_taken + m_settings.window;
    }

    /** @return whether the end of the stream is known and all is accepted */
    bool IsComplete() const
    {
        return m_endKnown && m_low == m_end;
    }

    /** @return whether anything is missing that was sent, as far as known, or is requested */
    bool IsWaiting() const
    {
        return m_low <= m_high || (m_endKnown && m_low != m_end) || !m_queue.empty();
    }

    /** @return why a PDU was malformed or outside, with value and limit */
    const std::string& GetReason() const
    {
        return m_reason;
    }

  private:
    /** @brief What is known of a segment. */
    struct Segment
    {
        /** @return whether it is known how many octets the segment has: it is a full one, or its
         * last packet is there */
        bool IsLengthKnown() const
        {
            return isFull || (sizeKnown && present.Get(present.GetSize() - 1));
        }

        /** @return which packets are there of those that exist for certain */
        SstpBitmap GetCertain() const;

        SstpBitmap present;       //!< PKTMAP: packets received
        SstpBitmap forgiven;      //!< packets that the checker forgave
        SstpBitmap request;       //!< packets that the last check requested
        uint32_t lastExpected{0}; //!< the packet with which a check is due
        bool sizeKnown{false};    //!< the size of present is that of the segment
        bool isFull{false};       //!< it has all octets that a segment can have
        bool accepted{false};     //!< SEGMAP
        bool requested{false};    //!< a SNAK for it is in ACKQ
        uint64_t generation{0};   //!< of that SNAK
    };

    /** @brief Missing shipments in a row. */
    struct Gap
    {
        uint64_t first;               //!< the first one
        uint64_t last;                //!< the last one
        uint32_t open;                //!< of them missing
        uint64_t from;                //!< first segment to check
        uint64_t to;                  //!< behind the last segment to check
        uint64_t dueFrom{UINT64_MAX}; //!< first segment to check even if all shipments arrive
        uint64_t dueTo{0};            //!< behind the last one; not above dueFrom: there is none
    };

    /** @brief A SNAK that waits for its repetition. */
    struct Repetition
    {
        Time due;            //!< when
        uint64_t segment;    //!< what it requests
        uint64_t generation; //!< of the segment's SNAK; another one: void
    };

    /** @param number at least L @return what is known of a segment, maybe nothing yet */
    Segment& Get(uint64_t number);
    /** @brief Checks a segment. @param number a number @param certain it was sent @param now time
     */
    void Check(uint64_t number, bool certain, Time now);
    /** @brief Checks segments that are not requested. @param from, to the first and the one behind
     * the last @param now time */
    void CheckNew(uint64_t from, uint64_t to, Time now);
    /** @brief Accepts a segment. @param number the number @param now time */
    void Accept(uint64_t number, Time now);
    /** @brief Tells the user when everything up to the end was delivered. */
    void NotifyIfEnded();
    /** @brief Delivers what is accepted in order. */
    void DeliverAccepted();
    /** @brief Sends a SNAK and has it repeated. @param number its segment @param now time */
    void SendSnak(uint64_t number, Time now);
    /** @brief Sends a PACK. @param number its segment */
    void SendPack(uint64_t number);
    /** @return a PDU with what all have in common @param type PACK or SNAK @param number segment */
    SstpControlPdu MakeControl(SstpPduType type, uint64_t number);
    /** @brief Learns the size of a segment. @param number the number @param size packets @return
     * false if it contradicts what is known */
    bool LearnSize(uint64_t number, uint32_t size);
    /** @brief Follows the shipment numbers. @param shipment of a PDU @param segment of it @param
     * isNew whether it brought a new packet @param now time */
    void FollowShipments(uint64_t shipment, uint64_t segment, bool isNew, Time now);
    /** @brief Checks what gaps that are certain ask for. @param now time */
    void CloseGaps(Time now);
    /** @brief Stores a packet. @param pdu the PDU @param number its segment @param due gets whether
     * its segment is to be checked @return what became of it */
    SstpArrival StorePacket(const SstpDataPdu& pdu, uint64_t number, bool& due);
    /** @brief Checks a segment the last expected packet of which has arrived, or has it checked
     * when the network reorders no more. @param number the number @param now time */
    void CheckStored(uint64_t number, Time now);
    /** @brief A keep-alive or end-of-stream. @param pdu the PDU @param number its segment @param
     * now time
     */
    void TakeIdle(const SstpDataPdu& pdu, uint64_t number, Time now);
    /** @brief Forgets requests of segments that do not exist. @param last the last that does */
    void ForgetAbove(uint64_t last);

    User& m_user;                     //!< does and is told what is decided
    Settings m_settings;              //!< constants
    SstpToleranceChecker m_checker;   //!< of segments
    std::deque<Segment> m_segments;   //!< from L on
    uint64_t m_low;                   //!< L
    uint64_t m_high;                  //!< H, highest segment that is known to have been sent
    uint64_t m_taken;                 //!< the application has taken all below
    std::deque<uint64_t> m_refused;   //!< delivered, but not taken
    uint64_t m_expected;              //!< expShip
    uint64_t m_topSegment;            //!< segment of the PDU with the highest shipment
    std::deque<Gap> m_gaps;           //!< that may still be filled by reordered PDUs
    std::deque<Repetition> m_queue;   //!< ACKQ, by time
    Time m_lossDeadline{Time::Max()}; //!< of the loss timer
    uint32_t m_control{0};            //!< next control sequence number
    bool m_endKnown{false};           //!< the end of the stream is known
    uint64_t m_end{0};                //!< number behind the last segment
    bool m_endNotified{false};        //!< the user knows that everything was delivered
    std::string m_reason;             //!< of the last verdict
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_RECEIVER_H
