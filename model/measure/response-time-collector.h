// SPDX-License-Identifier: GPL-2.0-only
#ifndef RESPONSE_TIME_COLLECTOR_H
#define RESPONSE_TIME_COLLECTOR_H

#include "sample-summary.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Measures the response time of TCP segments: from departure to complete arrival.
 *
 * Two places of a network report the IPv4 datagrams that pass. A segment's time runs from the first
 * departure of its first byte to the first arrival of a datagram that begins with this byte,
 * including retransmissions. Segments before it may still be missing: the time does not include
 * resequencing. A SYN begins a new connection, also where the addresses and ports are those of one
 * before.
 *
 * The collector parses bytes, so it can measure any transport that carries TCP segments over IP.
 * It ignores datagrams without TCP data, fragments, and bytes that are not IPv4.
 */
class ResponseTimeCollector
{
  public:
    /// Datagrams seen.
    struct Counters
    {
        uint64_t departures{0}; //!< datagrams with data that departed, repetitions included
        uint64_t arrivals{0};   //!< datagrams with data that arrived, repetitions included
        uint64_t repeated{0};   //!< arrivals of segments that had arrived before
    };

    /**
     * @brief A datagram leaves.
     * @param packet with the datagram in it
     * @param offset bytes before the datagram
     */
    void NoteDeparture(Ptr<const Packet> packet, uint32_t offset = 0);
    /**
     * @brief A datagram is complete.
     * @param packet with the datagram in it; bytes behind its end do not matter
     * @param offset bytes before the datagram
     */
    void NoteArrival(Ptr<const Packet> packet, uint32_t offset = 0);

    /// @return datagrams seen
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /// @return times of all segments, seconds
    const SampleSummary& GetTimes() const
    {
        return m_all;
    }

    /// @return mean of the mean times of the connections that completed a segment, seconds; NaN:
    /// none
    double GetMeanOfConnections() const;
    /// @param limit a deadline @return segments that took longer, and pending ones that already
    /// take longer
    uint64_t CountLate(Time limit) const;
    /// @param limit a deadline @return segments known to be late or in time: all but
    /// pending ones that are not late yet
    uint64_t CountDecided(Time limit) const;
    /// @return pending segments: departed, not complete
    uint64_t GetUnderWay() const;
    /// @return times since the departure of pending segments, seconds
    SampleSummary GetAges() const;
    /// @return times of all segments, seconds; of pending ones, the time up to now
    SampleSummary GetTimesSoFar() const;
    /// @return connections of which segments have departed and none is complete
    uint64_t CountSilent() const;

  private:
    /// Addresses and ports of a direction of a connection.
    using Key = std::tuple<uint32_t, uint32_t, uint32_t>;

    /// TCP data or a SYN in a datagram.
    struct Segment
    {
        Key key;           //!< connection and direction
        bool isSyn;        //!< it begins a connection
        uint32_t sequence; //!< number of its first byte
        uint32_t size;     //!< bytes
    };

    /// A direction of a connection.
    struct Connection
    {
        bool begun{false}; //!< a segment has departed
        uint32_t next{0};  //!< byte behind the last one that departed
        std::unordered_map<uint32_t, int64_t>
            departures;      //!< of pending segments: first byte, time step
        SampleSummary times; //!< seconds
    };

    /**
     * @param packet with a datagram
     * @param offset where it begins
     * @param use called with the TCP data or SYN, if there is one
     */
    static void Read(Ptr<const Packet> packet,
                     uint32_t offset,
                     const std::function<void(const Segment&)>& use);

    /// @param key of a direction @return the open connection with it, made if there is none
    Connection& Find(const Key& key);
    /// @param ages gets the ages of pending segments, seconds
    void AddAges(SampleSummary& ages) const;

    std::multimap<Key, Connection> m_connections; //!< all; of equal keys, the last one is open
    SampleSummary m_all;                          //!< seconds
    Counters m_counters;                          //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // RESPONSE_TIME_COLLECTOR_H
