// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_RECEIVER_H
#define HSN_TFRC_RECEIVER_H

#include "tfrc-loss-history.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief When a TFRC receiver sends feedback, and what it says (RFC 5348, section 6).
 *
 * It reports once per round-trip time if packets have arrived, and at once when the first packet
 * arrives, when there is a new loss event, or when a packet ends a silence of a round-trip time or
 * more. As long as the sender has no round-trip time, it reports every packet (6.3).
 *
 * It has no clock and no timer: calls pass the time, which never goes back, and the owner calls
 * OnTimer() when GetDeadline() has come. Whenever a call returns true, TakeFeedback() follows.
 */
class TfrcReceiver
{
  public:
    /** @brief A data packet has arrived. */
    struct Arrival
    {
        uint32_t seq{0};  //!< its number; every transmission has the next one, modulo 2^32
        Time now;         //!< when
        Time rtt;         //!< round-trip time that the sender has estimated; 0: none yet
        uint32_t size{0}; //!< bytes that count for the rate
    };

    /** @brief What feedback says. */
    struct Feedback
    {
        double receiveRate{0};   //!< X_recv, bytes per second: of the last round-trip time or more
        double lossEventRate{0}; //!< p
    };

    /**
     * @param equation gives the first loss interval
     * @param initialRtt stands in for the round-trip time as long as the sender has none: for
     *                   losses and the rate; above 0
     * @param discount whether the history of losses is discounted
     */
    explicit TfrcReceiver(const TfrcEquation& equation,
                          Time initialRtt = Seconds(1),
                          bool discount = true);

    /** @brief A data packet has arrived. @param arrival the arrival @return whether feedback is due
     */
    bool OnArrival(const Arrival& arrival);
    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time
     * @return whether feedback is due */
    bool OnTimer(Time now);
    /** @brief Feedback is sent. @param now when @return what it says */
    Feedback TakeFeedback(Time now);

    /** @return when OnTimer() has something to do; nothing if no timer runs: before there is a
     * round-trip time, and in a silence */
    std::optional<Time> GetDeadline() const
    {
        return m_deadline;
    }

    /** @return what is known of losses */
    const TfrcLossHistory& GetHistory() const
    {
        return m_history;
    }

  private:
    /** @brief Bytes that arrived in a time. */
    struct Measurement
    {
        double bytes{0}; //!< arrived
        Time since;      //!< the beginning
    };

    TfrcLossHistory m_history;      //!< losses
    Time m_initialRtt;              //!< before the sender has one
    Time m_rtt;                     //!< the sender's
    std::optional<Time> m_deadline; //!< when the timer expires
    bool m_rttKnown{false};         //!< by the sender
    bool m_started{false};          //!< feedback has been sent
    bool m_silent{false};           //!< the timer has expired, and nothing had arrived
    Measurement m_current;          //!< since the last feedback
    Measurement m_previous;         //!< between the two last ones, or more
    double m_greatestRate{0};       //!< greatest X_recv so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_RECEIVER_H
