// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_SENDER_H
#define HSN_TEAR_SENDER_H

#include "tear-header.h"

#include "ns3/nstime.h"
#include "ns3/rtt-estimator.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The rate of a TEAR sender: what the receiver's feedback allows (R. S. Jayaram,
 * "Performance Evaluation of TEAR", thesis, NCSU 2001, chapter 3).
 *
 * It begins with a packet per InitialRtt; the first feedback makes that a packet per round-trip
 * time at least, which is TCP's first window. It is never below MinRate. Feedback is believed only
 * as far as a window of TCP could grow: the rate at most doubles in a round-trip time, but may
 * always be four packets per round-trip time (the initial window of RFC 3390 for small packets).
 * Without feedback for some retransmission timeouts the rate is halved.
 *
 * It has no clock and no timer: calls pass the time, which never goes back, and the owner calls
 * OnTimer() when GetDeadline() has come.
 */
class TearSender
{
  public:
    /** @brief What a user sets. */
    struct Settings
    {
        uint32_t packetSize{540};       //!< of a full IP packet, bytes, above 0
        Time minRto{MilliSeconds(200)}; //!< least retransmission timeout, above 0
        Time initialRtt{Seconds(1)};    //!< before one is known, above 0
        double minRate{0.25};           //!< least rate, packets per second, above 0
        double noFeedbackTimeout{4};    //!< retransmission timeouts without feedback after which
                                        //!< the rate is halved; 0: never
    };

    /** @brief What is made of feedback. */
    enum Verdict
    {
        ACCEPTED, //!< its rate is the rate now
        LIMITED,  //!< its rate is more than a window can have grown to, the limit is the rate now
        STALE,    //!< one that echoes a later packet, or was sent later after it, has arrived
        BAD_ECHO  //!< it echoes what was not sent, or has held it for longer than that is ago
    };

    /** @param settings what the user sets; bad ones abort with the value and its limit */
    explicit TearSender(const Settings& settings);

    /// @name Events
    /// @{
    /** @brief A packet is sent. @param now when */
    void OnSent(Time now);
    /** @brief Feedback has arrived. @param feedback the feedback @param now when @return what is
     * made of it
     */
    Verdict OnFeedback(const TearFeedbackHeader& feedback, Time now);
    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time */
    void OnTimer(Time now);

    /// @}

    /** @return when OnTimer() has something to do; nothing if no timer runs */
    std::optional<Time> GetDeadline() const
    {
        return m_deadline;
    }

    /** @return bytes of IP packets per second */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return whether a round-trip time is known */
    bool HasRtt() const
    {
        return m_rtt->GetNSamples() > 0;
    }

    /** @return smoothed round-trip time; 0: unknown */
    Time GetSrtt() const
    {
        return HasRtt() ? m_rtt->GetEstimate() : Time(0);
    }

    /** @return mean deviation of the round-trip time; 0: unknown */
    Time GetRttvar() const
    {
        return HasRtt() ? m_rtt->GetVariation() : Time(0);
    }

    /** @return the retransmission timeout (RFC 6298, 2); before a round-trip time is known,
     * InitialRtt but at least MinRto */
    Time GetRto() const;

  private:
    /** @brief Sets the rate, within its bounds. @param rate bytes per second @param now when
     * @return whether it was above the upper one */
    bool SetRate(double rate, Time now);
    /** @return greatest rate that feedback may bring @param now when */
    double GetLimit(Time now);

    const Settings m_settings;                   //!< the user's
    Ptr<RttMeanDeviation> m_rtt;                 //!< gains of RFC 6298
    double m_rate;                               //!< bytes per second
    bool m_hasSent{false};                       //!< a packet has been sent
    Time m_firstSentAt;                          //!< when the first one was
    std::optional<std::pair<Time, Time>> m_echo; //!< of the latest feedback: when the packet that
                                                 //!< it echoes was sent, how long it was held
    double m_periodRate{0};                      //!< rate when the current round-trip time began
    Time m_periodStart;                          //!< when that was
    std::optional<Time> m_deadline;              //!< of the feedback
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_SENDER_H
