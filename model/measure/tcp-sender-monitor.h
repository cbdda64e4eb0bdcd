// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_SENDER_MONITOR_H
#define TCP_SENDER_MONITOR_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Watches the data segments, the acknowledgements and the retransmission timer of a TCP
 * sender, and tells timeouts from fast retransmissions.
 *
 * A retransmission of the first unacknowledged segment that no acknowledgement triggers at the same
 * time is a timeout.
 */
class TcpSenderMonitor
{
  public:
    /// What has been counted.
    struct Counters
    {
        uint64_t segments{0};        //!< data segments sent
        uint64_t retransmissions{0}; //!< those of them sent before
        uint32_t lostAgain{0};       //!< timeouts of a segment that a timeout had sent already
        uint32_t recoveries{0};      //!< times that duplicate acknowledgements began a recovery
        uint32_t backoffs{0};        //!< times the timer was backed off
        uint32_t heldAcks{0};        //!< new data acknowledged while the timer stays backed off
        uint32_t earlyClears{0};     //!< back-off ended by data that may have been sent twice

        /// @param other added @return the sum
        Counters& operator+=(const Counters& other);
    };

    /// @param listed number of first values of the timer that are kept
    explicit TcpSenderMonitor(std::size_t listed);

    /**
     * @brief Connects to the trace sources Tx, Rx, RTO and CongState of a sender.
     * @param socket the sender, of this module's TCP or of ns-3's; the monitor must outlive it
     */
    void Connect(Ptr<Socket> socket);

    /// A segment is sent. @param sequence number of its first byte @param size bytes of data
    void NoteSegment(SequenceNumber32 sequence, uint32_t size);
    /// A segment is received. @param number its acknowledgement number
    void NoteAck(SequenceNumber32 number);
    /// The timer's value changes. @param before old value @param now new value
    void NoteTimer(Time before, Time now);
    /// The state of congestion control changes. @param before old state @param now new state
    void NoteState(TcpSocketState::TcpCongState_t before, TcpSocketState::TcpCongState_t now);

    /// @return what has been counted
    const Counters& GetCounters() const;
    /// @return times of timeouts, in time steps
    const std::vector<int64_t>& GetTimeouts() const;
    /// @return the first values of the timer, ms
    const std::vector<double>& GetTimerValues() const;
    /// @return smallest value of the timer, ms; infinite: it was never set
    double GetSmallestTimer() const;
    /// @return greatest value of the timer, ms; 0: it was never set
    double GetGreatestTimer() const;

  private:
    /// Trace sink. @param packet data @param header of the segment
    void Tx(Ptr<const Packet> packet, const Header& header);
    /// Trace sink. @param packet data @param header of the segment
    void Rx(Ptr<const Packet> packet, const Header& header);
    /// Trace sink for ns-3's TCP. @param packet data @param header of the segment
    void TxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    /// Trace sink for ns-3's TCP. @param packet data @param header of the segment
    void RxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);

    std::size_t m_listed;            //!< greatest size of m_values
    Counters m_counters;             //!< so far
    std::vector<int64_t> m_timeouts; //!< time steps
    std::vector<double> m_values;    //!< of the timer, ms
    double m_smallest{INFINITY};     //!< value of the timer, ms
    double m_greatest{0};            //!< value of the timer, ms
    SequenceNumber32 m_next{0};      //!< end of what was sent
    SequenceNumber32 m_una{0};       //!< end of what was acknowledged
    SequenceNumber32 m_timedOut{0};  //!< segment of the last timeout
    SequenceNumber32 m_recover{0};   //!< end of what had been sent at the last timeout
    Time m_lastRx{-1};               //!< last acknowledgement
    bool m_backedOff{false};         //!< the timer is backed off
};
} // namespace hsn
} // namespace ns3

#endif // TCP_SENDER_MONITOR_H
