// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RETRANSMIT_TIMER_H
#define HSN_TCP_RETRANSMIT_TIMER_H

#include "tcp-clock.h"

#include "ns3/byte-range-set.h"
#include "ns3/deadline-timer.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tick-rtt-estimator.h"
#include "ns3/traced-value.h"

#include <functional>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief The retransmission timer of a TCP connection: measures round-trip times, computes the
 * timeout from them, and backs it off.
 *
 * By simulated time it follows RFC 6298 with an ns3::RttEstimator, and takes a sample with every
 * acknowledgement that has one: by the timestamps option, or else, and below the millisecond that
 * timestamps count, of a segment that was sent only once. In ticks it works as in BSD systems: a
 * TickRttEstimator, and one segment at a time is timed. In both, a timeout that was backed off
 * stays so until there is a new sample (Karn's algorithm).
 *
 * It knows neither what was sent nor what a timeout means: the socket starts and stops it, and is
 * called when it expires.
 */
class TcpRetransmitTimer
{
  public:
    /** @brief What a user sets. */
    struct Settings
    {
        uint32_t minTicks{2}; //!< attribute MinRtoTicks: least timeout in ticks
        TickRttEstimator::Formula formula{TickRttEstimator::RENO}; //!< attribute TickRttEstimator
        Time minRto;      //!< attribute MinRto: least timeout by simulated time
        Time maxRto;      //!< attribute MaxRto: greatest timeout, 0: 60 s, or 64 s in ticks
        Time granularity; //!< attribute ClockGranularity: G of RFC 6298
    };

    /**
     * @param clock of the connection; must outlive the timer
     * @param settings must outlive the timer
     * @param expired called when the timer expires
     */
    TcpRetransmitTimer(const TcpClock& clock,
                       const Settings& settings,
                       std::function<void()> expired);

    /** @param estimator of round-trip times; not used while the clock counts ticks */
    void SetEstimator(Ptr<RttEstimator> estimator)
    {
        m_estimator = estimator;
    }

    /** @brief Forgets all samples; the clock must have been started. @param initial timeout without
     * a sample */
    void Reset(Time initial);

    /// @name The timer
    /// @{
    /** @brief Starts the timer with the current timeout, or starts it anew. */
    void Start();

    /** @brief Starts the timer unless it runs. */
    void StartIfIdle()
    {
        if (!m_timer.IsRunning())
        {
            Start();
        }
    }

    /** @return whether the timer runs */
    bool IsRunning() const
    {
        return m_timer.IsRunning();
    }

    /** @return when it expires; only while it runs */
    Time GetDeadline() const
    {
        return m_timer.GetDeadline();
    }

    /** @brief Starts the timer for a SYN, whose timeout is not computed. @param wait timeout */
    void StartForSyn(Time wait);

    /** @brief Stops the timer. */
    void Cancel()
    {
        m_timer.Cancel();
    }

    /** @brief Stops the timer and removes its event from the simulator's list. */
    void Remove()
    {
        m_timer.Remove();
    }

    /** @brief Doubles the timeout (RFC 6298, 5.5), and abandons the segment that is timed. */
    void BackOff();

    /** @brief A SYN had to be repeated: the timeout is 3 s at least (RFC 6298, 5.7). Not in ticks.
     */
    void RaiseAfterSynLoss();
    /// @}

    /// @name Samples
    /// @{
    /** @brief A segment is sent for the first time; in ticks it is timed unless another one is.
     * @param begin its first byte */
    void OnSent(StreamOffset begin);

    /** @brief Abandons the segment that is timed in ticks: it may have been sent again. */
    void AbandonTiming()
    {
        m_timed = -1;
    }

    /**
     * @brief Takes the sample of an acknowledgement of new data, if it has one.
     * @param tcb where congestion control sees round-trip times
     * @param ack first byte not acknowledged
     * @param sent when the first byte that it acknowledges was sent, if that was sent only once
     * @param echo the echoed timestamp, if timestamps are in use
     */
    void Measure(TcpSocketState& tcb,
                 StreamOffset ack,
                 std::optional<Time> sent,
                 std::optional<uint32_t> echo);

    /// @}

    /** @return the current timeout, backed off or not */
    Time GetTimeout() const
    {
        return m_rto;
    }

    /** @return the same, to be traced */
    TracedValue<Time>& GetTracedTimeout()
    {
        return m_rto;
    }

  private:
    /** @brief Takes a sample of simulated time. @param tcb see Measure @param sample measured */
    void TakeSample(TcpSocketState& tcb, Time sample);
    /** @brief Takes a sample in ticks. @param tcb see Measure @param ticks elapsed ticks plus 1 */
    void TakeTicks(TcpSocketState& tcb, int64_t ticks);
    /** @brief Writes a sample for congestion control. @param tcb where @param sample the sample
     * @param smoothed the estimate */
    static void Publish(TcpSocketState& tcb, Time sample, Time smoothed);
    /** @return the greatest timeout by simulated time */
    Time GetMax() const;

    const TcpClock& m_clock;       //!< of the connection
    const Settings& m_settings;    //!< of the socket
    DeadlineTimer m_timer;         //!< the timer
    Ptr<RttEstimator> m_estimator; //!< by simulated time
    TickRttEstimator m_ticks;      //!< in ticks
    StreamOffset m_timed{-1};      //!< byte that is timed in ticks, negative: none
    int64_t m_timedTick{0};        //!< when it was sent
    TracedValue<Time> m_rto;       //!< timeout
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RETRANSMIT_TIMER_H
