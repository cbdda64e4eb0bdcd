// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_SENDER_H
#define HSN_TFRC_SENDER_H

#include "tfrc-equation.h"
#include "tfrc-header.h"
#include "tfrc-rate-controller.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Whether the application, and not the allowed rate, was the limit in all the time that a
 * feedback packet covers (RFC 5348, 8.2.1).
 *
 * Two times at which the rate was the limit are enough to know: one for the next feedback packet,
 * one for the packet after it.
 */
class TfrcDataLimit
{
  public:
    /** @brief At a time, the application had more to send than was allowed. @param now when */
    void OnRateLimited(Time now);
    /** @brief Feedback has arrived. @param now when @param echo when the data packet was sent that
     * it answers @param rtt round-trip time @return whether the application was the limit */
    bool OnFeedback(Time now, Time echo, Time rtt);

  private:
    Time m_first{Time::Min()};        //!< the rate was the limit: NotLimited1
    Time m_second{Time::Min()};       //!< later on: NotLimited2
    Time m_echo{Time::Min()};         //!< of the latest feedback: t_new
    Time m_lastFeedback{Time::Min()}; //!< its arrival: t_next
};

/**
 * @ingroup hsn-transport
 * @brief The rate at which a sender really sends, in periods of about a round-trip time; an upper
 * bound for what a receiver can have received.
 */
class TfrcSentRate
{
  public:
    /** @brief A packet is sent. @param now when @param bytes of it @param period round-trip time,
     * above 0 */
    void OnSent(Time now, uint32_t bytes, Time period);
    /** @return greatest rate in the latest two complete periods in which packets were sent, bytes
     * per second; at first also that in the running one. There must have been a packet */
    double GetGreatest() const;

  private:
    /** @return rate in the running period */
    double GetCurrent() const;

    Time m_period;              //!< least length of the running period
    Time m_begin;               //!< of it
    Time m_last;                //!< last packet in it
    double m_bytes{0};          //!< sent in it
    double m_previous{0};       //!< rate in the period before
    double m_beforePrevious{0}; //!< rate in the one before that
    uint32_t m_complete{0};     //!< complete periods, as far as they are counted
};

/**
 * @ingroup hsn-transport
 * @brief A TFRC sender: numbers data packets, checks feedback, and keeps the allowed rate
 * (RFC 5348, section 4).
 *
 * Feedback must answer a packet that was sent, at a time that is past, and must not be much older
 * than other feedback. Of the rate at which data arrive, no more is believed than twice the rate at
 * which they were sent. So forged feedback can slow the sender down or speed it up by a limited
 * factor until the next true feedback, but neither stop it nor make it flood the network.
 *
 * It has no clock and no timer: calls pass the time, which never goes back, and the owner calls
 * OnTimer() when GetDeadline() has come, as long as NeedsTimer().
 */
class TfrcSender
{
  public:
    /**
     * @param equation for the rate with losses; its segment size counts everywhere
     * @param now when the first packet is sent
     * @param settings constants of the rate
     */
    TfrcSender(const TfrcEquation& equation, Time now, const TfrcRateSettings& settings);

    /** @brief A packet is sent. @param now when @param bytes of data @return its header */
    TfrcDataHeader Send(Time now, uint32_t bytes);

    /** @brief The application has more to send than is allowed now. @param now the time */
    void OnRateLimited(Time now)
    {
        m_dataLimit.OnRateLimited(now);
    }

    /** @brief Feedback has arrived. @param now when @param header it, with valid values
     * @return why it is refused; empty if it is not */
    std::string OnFeedback(Time now, const TfrcFeedbackHeader& header);

    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time
     * @return whether the no-feedback timer has expired */
    bool OnTimer(Time now)
    {
        return m_control.OnTimer(now);
    }

    /** @return whether OnTimer() is to be called at GetDeadline() */
    bool NeedsTimer() const
    {
        return m_control.NeedsTimer();
    }

    /** @return when the no-feedback timer expires */
    Time GetDeadline() const
    {
        return m_control.GetDeadline();
    }

    /** @return the rate and what it comes from */
    const TfrcRateController& GetControl() const
    {
        return m_control;
    }

    /** @return X_recv as last believed, bytes per second */
    double GetReceiveRate() const
    {
        return m_receiveRate;
    }

  private:
    /** @param now the time @param header feedback @return why it is refused, or empty */
    std::string FindFault(Time now, const TfrcFeedbackHeader& header) const;

    TfrcRateController m_control; //!< the rate
    TfrcDataLimit m_dataLimit;    //!< who limits
    TfrcSentRate m_sentRate;      //!< what is sent
    Time m_begin;                 //!< first packet
    uint64_t m_sent{0};           //!< packets
    bool m_answered{false};       //!< there was feedback
    Time m_firstRtt;              //!< first sample of the round-trip time
    Time m_echo;                  //!< newest one of all feedback
    double m_receiveRate{0};      //!< as last believed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_SENDER_H
