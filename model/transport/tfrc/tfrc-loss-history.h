// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_LOSS_HISTORY_H
#define HSN_TFRC_LOSS_HISTORY_H

#include "tfrc-equation.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Loss events and their rate, as a TFRC receiver sees them (RFC 5348, section 5).
 *
 * A packet is lost when three packets after it have arrived; later it comes too late. It is given
 * the time at which it would have arrived, on a line between its neighbours. Losses within a
 * round-trip time of the first one are one event. The loss event rate is the inverse of a weighted
 * mean of the latest eight intervals between events, and of the open one if that lowers the rate.
 * When the open interval is long, older ones are discounted.
 *
 * The packets that were sent before the first loss say little of the right rate, because the sender
 * was probing. The interval before it is computed from the rate at which packets arrived (6.3.1),
 * which needs GSL: see TfrcEquation::GetLossEventRate().
 *
 * The costs of an arrival do not depend on numbers of packets, but on the loss events that it
 * reveals.
 */
class TfrcLossHistory
{
  public:
    /** @brief A data packet has arrived. */
    struct Arrival
    {
        uint32_t seq{0};       //!< its number; every transmission has the next one, modulo 2^32
        Time now;              //!< when; never earlier than the one before
        Time rtt;              //!< round-trip time, above 0
        double receiveRate{0}; //!< greatest rate so far at which packets arrived, bytes per second;
                               //!< 0: not yet known, then a packet per round-trip time is taken
    };

    /**
     * @param equation gives the first interval
     * @param discount whether history is discounted (5.5)
     */
    explicit TfrcLossHistory(const TfrcEquation& equation, bool discount = true);

    /** @brief A data packet has arrived. @param arrival the arrival @return new loss events */
    uint32_t OnArrival(const Arrival& arrival);

    /** @return p, 0 before the first loss, at most 1 */
    double GetLossEventRate() const;

    /** @return loss events so far */
    uint32_t GetLossEvents() const
    {
        return m_events;
    }

    /** @return complete intervals that are remembered, at most 8 */
    uint32_t GetIntervals() const
    {
        return static_cast<uint32_t>(m_intervals.size());
    }

    /** @param i 0: the open one, 1 to GetIntervals(): complete ones, newest first @return its
     * packets */
    double GetInterval(uint32_t i) const;

  private:
    /** @brief Number of a packet that does not wrap. */
    using Number = int64_t;

    /** @brief A packet that has arrived. */
    struct Received
    {
        Number number{0}; //!< its number
        Time time;        //!< when it arrived
    };

    /** @brief A complete interval. */
    struct Interval
    {
        double packets{0};  //!< from the first lost packet of an event to that of the next one
        double discount{1}; //!< product of discounts since it ended: DF_i
    };

    /** @param seq number modulo 2^32 @return the number */
    Number Unwrap(uint32_t seq) const;
    /** @brief Inserts a packet into those that are not yet decided on. @param received the packet
     * @return false if it is a duplicate or too late */
    bool Insert(const Received& received);
    /** @brief All packets between two are lost. @param before last one that arrived @param after
     * next one that arrived @param arrival that shows it @return new loss events */
    uint32_t Lose(const Received& before, const Received& after, const Arrival& arrival);
    /** @brief Begins a loss event. @param number first lost packet @param time of it
     * @param arrival that shows it */
    void BeginEvent(Number number, Time time, const Arrival& arrival);
    /** @return weighted mean of the complete intervals, without discounts. The open one is not in
     * it: with it, the discount could never reach its least value */
    double GetMean() const;
    /** @param open packets of the open interval @return discount of older ones: DF (5.5) */
    double GetDiscount(double open) const;

    TfrcEquation m_equation;          //!< gives the first interval
    bool m_discount;                  //!< whether history is discounted
    std::vector<Received> m_latest;   //!< packets with the greatest numbers, ascending
    uint32_t m_events{0};             //!< so far
    Number m_eventStart{0};           //!< first lost packet of the latest event
    Time m_eventTime;                 //!< when it would have arrived
    std::deque<Interval> m_intervals; //!< complete ones, newest first
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_LOSS_HISTORY_H
