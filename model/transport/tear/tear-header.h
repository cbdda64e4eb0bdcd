// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_HEADER_H
#define HSN_TEAR_HEADER_H

#include "ns3/header.h"
#include "ns3/nstime.h"
#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Times as TEAR's headers have them: microseconds of the clock that stamps them, modulo
 * 2^32. Only differences of the same clock have a meaning.
 */
class TearTimestamp
{
  public:
    /** @param time of a clock @return its stamp */
    static uint32_t FromTime(Time time)
    {
        return static_cast<uint32_t>(time.GetMicroSeconds());
    }

    /** @param interval 0 or more @return it in microseconds, at most 2^32 - 1 */
    static uint32_t FromInterval(Time interval);

    /** @param stamp of the same clock @param now its time @return time since the stamp; negative if
     * the stamp is of the future. It must be less than 2^31 us ago or ahead */
    static Time GetElapsed(uint32_t stamp, Time now)
    {
        return MicroSeconds(static_cast<int32_t>(FromTime(now) - stamp));
    }

    /**
     * @brief Computes a round-trip time.
     * @param echo stamp that has come back
     * @param hold for how long the peer held it, microseconds
     * @param now time of the clock
     * @param first when it gave its first stamp
     * @return the round-trip time, without the hold; at least 1 us, as shorter ones cannot be told
     * from 0. Nothing if the echo is no stamp of the clock, or was held for longer than it is old
     */
    static std::optional<Time> GetRtt(uint32_t echo, uint32_t hold, Time now, Time first);

    /** @brief Names a field. @param v what is done to it @param name for people @param stamp the
     * stamp */
    template <typename V>
    static void Visit(V& v, const char* name, uint32_t& stamp)
    {
        v.Number(name, stamp);
        v.Mark(true, "us");
    }

    TearTimestamp() = delete;
};

/**
 * @ingroup hsn-transport
 * @brief First header of all TEAR packets, 8 octets: source port, destination port, checksum, type,
 * flags. A TearDataHeader or a TearFeedbackHeader follows, by the type.
 *
 * The thesis gives no formats; these hold what its mechanisms need.
 */
class TearHeader : public PduHeader<TearHeader, TransportHeader>
{
  public:
    /** @brief What follows. */
    enum Type : uint8_t
    {
        DATA = 1,     //!< TearDataHeader, with BLOCK TearBlockHeader, payload
        FEEDBACK = 2, //!< TearFeedbackHeader, with SACK TearSackHeader
        RESET = 3     //!< nothing: there is no connection
    };

    /** @brief Flags. */
    enum Flag : uint8_t
    {
        OPEN = 1,   //!< data: nothing has come back yet; opens the connection at a listener
        FIN = 2,    //!< data: no payload will follow; feedback: the peer's FIN has arrived
        PUSH = 4,   //!< data: the sender has nothing more to send now
        ECHO = 8,   //!< data: it echoes feedback
        BLOCK = 16, //!< data: the payload is a block of a byte stream
        SACK = 32   //!< feedback: it acknowledges blocks
    };

    static constexpr const char* NAME = "ns3::hsn::TearHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 8;                         //!< octets

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Ports(*this);
        v.Checksum();
        v.Positive("type", type, RESET);
        v.Number("flags", flags);
        const uint8_t known = type == DATA       ? OPEN | FIN | PUSH | ECHO | BLOCK
                              : type == FEEDBACK ? FIN | SACK
                                                 : 0;
        v.Require((flags & ~known) == 0, "flags", flags, "those of the type");
    }

    /** @param flag to be tested @return whether it is set */
    bool Has(Flag flag) const
    {
        return (flags & flag) != 0;
    }

    uint8_t type{DATA}; //!< one Type
    uint8_t flags{0};   //!< Flags of that type
};

/**
 * @ingroup hsn-transport
 * @brief Header of data, 24 octets: sequence number, then time of sending, smoothed round-trip
 * time, its deviation, the time stamp of the latest feedback, and how long ago that arrived, all in
 * microseconds.
 */
class TearDataHeader : public PduHeader<TearDataHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::TearDataHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 24;                            //!< octets

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Number("seq", seq);
        TearTimestamp::Visit(v, "sent", sentAt);
        TearTimestamp::Visit(v, "srtt", srtt);
        TearTimestamp::Visit(v, "rttvar", rttvar);
        TearTimestamp::Visit(v, "echo", echo);
        TearTimestamp::Visit(v, "hold", hold);
    }

    uint32_t seq{0};    //!< of the transmission, modulo 2^32; never used again
    uint32_t sentAt{0}; //!< when; the sender's clock
    uint32_t srtt{0};   //!< the sender's, 0: unknown
    uint32_t rttvar{0}; //!< the sender's
    uint32_t echo{0};   //!< sentAt of the latest feedback; with flag ECHO
    uint32_t hold{0};   //!< time since that arrived
};

/**
 * @ingroup hsn-transport
 * @brief Header of feedback, 32 octets: number, rate, time of sending, the time stamp of the latest
 * data, how long ago that arrived, greatest sequence number, number of loss events, state, and
 * three octets of 0.
 */
class TearFeedbackHeader : public PduHeader<TearFeedbackHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::TearFeedbackHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 32;                                //!< octets

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Number("number", number);
        v.Positive("rate", rate);
        v.Mark(true, "B/s");
        TearTimestamp::Visit(v, "sent", sentAt);
        TearTimestamp::Visit(v, "echo", echo);
        TearTimestamp::Visit(v, "hold", hold);
        v.Number("highest", highestSeq);
        v.Number("loss events", lossEvents);
        v.Number("state", state);
        v.Reserved(3);
    }

    uint32_t number{0};     //!< of this feedback, modulo 2^32
    uint32_t rate{0};       //!< at which the peer may send, bytes of IP packets per second; not 0
    uint32_t sentAt{0};     //!< when; the receiver's clock
    uint32_t echo{0};       //!< TearDataHeader::sentAt of the latest data
    uint32_t hold{0};       //!< time since that arrived
    uint32_t highestSeq{0}; //!< greatest TearDataHeader::seq so far
    uint32_t lossEvents{0}; //!< so far
    uint8_t state{0};       //!< a TearReceiver::State
};

/**
 * @ingroup hsn-transport
 * @brief Header of a block of a byte stream, 4 octets: its number.
 */
class TearBlockHeader : public PduHeader<TearBlockHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::TearBlockHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 4;                              //!< octets

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Number("block", number);
        v.Data();
    }

    uint32_t number{0}; //!< of the block; the first one is 0
};

/**
 * @ingroup hsn-transport
 * @brief Acknowledges blocks, 12 to 76 octets: the first block that is missing, how many from that
 * one on the receiver has room for, the number of ranges, three octets of 0, and the first and last
 * block of each range.
 */
class TearSackHeader : public PduHeader<TearSackHeader>
{
  public:
    /// First and last block of a range that has arrived.
    using Range = std::pair<uint32_t, uint32_t>;

    static constexpr const char* NAME = "ns3::hsn::TearSackHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 12;                            //!< octets without ranges
    static constexpr uint32_t MAX_RANGES = 8;                       //!< ranges at most

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Number("next block", next);
        v.Number("window", window);
        auto count = static_cast<uint8_t>(ranges.size());
        v.Number(nullptr, count, MAX_RANGES);
        v.Reserved(3);
        if constexpr (V::READS)
        {
            ranges.resize(count);
        }
        // ranges ascend, and the block `next` is in none of them
        uint64_t least = uint64_t{next} + 1;
        for (auto& [first, last] : ranges)
        {
            v.Number("from", first);
            v.Number("to", last);
            v.Require(first >= least, "first block of a range", first, "at least ", least);
            v.Require(last >= first, "last block of a range", last, "at least ", first);
            least = uint64_t{last} + 1;
        }
    }

    uint32_t next{0};          //!< all blocks before it have arrived
    uint32_t window{0};        //!< blocks from `next` on that there is room for
    std::vector<Range> ranges; //!< that have arrived, beyond `next`, ascending
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_HEADER_H
