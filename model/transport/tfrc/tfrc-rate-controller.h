// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_RATE_CONTROLLER_H
#define HSN_TFRC_RATE_CONTROLLER_H

#include "tfrc-equation.h"

#include "ns3/nstime.h"

#include <limits>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Constants of a TFRC sender (RFC 5348, 4.3). */
struct TfrcRateSettings
{
    Time longestInterval{Seconds(64)}; //!< greatest time between packets, above 0: t_mbi
    double rttWeight{0.9};             //!< of the old round-trip time, 0 to below 1: q
};

/**
 * @ingroup hsn-transport
 * @brief The rate at which a TFRC sender may send (RFC 5348, section 4, without the optional 4.5).
 *
 * It begins with a packet per second. The first feedback raises it to TCP's initial window per
 * round-trip time. Without losses it doubles once per round-trip time, with them it is that of
 * TfrcEquation; in both cases at most twice the rate that the receiver reports. When feedback
 * does not come it is halved. The least rate is a packet in 64 s.
 *
 * It has no clock and no timer: calls pass the time, which never goes back, and the owner calls
 * OnTimer() when GetDeadline() has come. While NeedsTimer() says no, it need not.
 */
class TfrcRateController
{
  public:
    /** @brief Feedback has arrived. */
    struct Feedback
    {
        Time now;                //!< when
        Time rttSample;          //!< round-trip time without the receiver's delay, above 0
        double receiveRate{0};   //!< X_recv, bytes per second, not negative
        double lossEventRate{0}; //!< p, 0 to 1
        bool dataLimited{false}; //!< the application had too little to send in all the time that it
                                 //!< covers
        double mostReceived{
            std::numeric_limits<double>::infinity()}; //!< stands in for X_recv as
                                                      //!< long as the infinite one counts with
                                                      //!< which the RFC begins
    };

    /**
     * @param equation for the rate with losses; its segment size counts everywhere
     * @param now when the first packet is sent
     * @param settings constants; aborts if they are out of range
     */
    TfrcRateController(const TfrcEquation& equation,
                       Time now,
                       const TfrcRateSettings& settings = TfrcRateSettings());

    /// @name Events
    /// @{
    /** @brief A data packet is sent: the sender is not idle. @param now when */
    void OnSent(Time now);

    /** @brief Feedback has arrived. @param feedback the feedback */
    void OnFeedback(const Feedback& feedback);
    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time
     * @return whether the timer has expired */
    bool OnTimer(Time now);

    /// @}

    /** @return when the no-feedback timer expires */
    Time GetDeadline() const
    {
        return m_deadline;
    }

    /** @return false while the sender is idle and the timer, which goes on in theory, would change
     * nothing but its own deadline */
    bool NeedsTimer() const
    {
        return !m_resting;
    }

    /** @return X, bytes per second */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return smoothed round-trip time, 0 before the first feedback */
    Time GetRtt() const
    {
        return m_rtt;
    }

    /** @return p as last reported */
    double GetLossEventRate() const
    {
        return m_lossEventRate;
    }

    /** @return least rate, s / t_mbi, bytes per second */
    double GetLeastRate() const;
    /** @return TCP's initial window per round-trip time, bytes per second; there must have been
     * feedback */
    double GetInitialRate() const;

  private:
    /** @brief A rate that the receiver reported. */
    struct Report
    {
        Time time;      //!< when
        double rate{0}; //!< X_recv; infinite at first
    };

    /** @brief Adds a report and drops those older than two round-trip times.
     * @param report the latest */
    void UpdateReports(const Report& report);
    /** @brief Leaves only the greatest report, with the time of the latest, which is added.
     * @param report the latest */
    void MaximizeReports(const Report& report);
    /** @return greatest rate of the reports */
    double GetGreatestReport() const;
    /** @brief Computes X. @param limit recv_limit @param now when */
    void UpdateRate(double limit, Time now);
    /** @brief No feedback: limits X by a made-up report. @param limit greatest X @param now when */
    void UpdateLimits(double limit, Time now);
    /** @brief Halves X, as long as there were no losses. */
    void HalveRate();
    /** @return how long the no-feedback timer runs */
    Time GetTimeout() const;
    /** @param now when the no-feedback timer starts */
    void StartTimer(Time now);

    TfrcEquation m_equation;       //!< for the rate with losses
    TfrcRateSettings m_settings;   //!< constants
    double m_rate;                 //!< X
    double m_lossEventRate{0};     //!< p
    Time m_rtt;                    //!< R, 0: unknown
    Time m_doubledAt;              //!< tld
    std::vector<Report> m_reports; //!< X_recv_set, oldest first
    Time m_deadline;               //!< no-feedback timer
    bool m_idle{true};             //!< nothing was sent since that timer started
    bool m_resting{false};         //!< idle, and nothing changes by that timer
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_RATE_CONTROLLER_H
