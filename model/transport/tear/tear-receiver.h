// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_RECEIVER_H
#define HSN_TEAR_RECEIVER_H

#include "tear-rate-filter.h"

#include "ns3/byte-range-set.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief TCP's window as a TEAR receiver emulates it from the arrivals of data packets
 * (R. S. Jayaram, "Performance Evaluation of TEAR", thesis, NCSU 2001, chapters 3 and 6).
 *
 * A round ends when as many packets have arrived in order as the window had at its start, whatever
 * the time. A gap in the sequence waits for the packet that may only be late; it becomes a fast
 * recovery when DupThresh packets beyond it, and within the window, have arrived, or else a
 * timeout. In both of these, packets are ignored for a round-trip time, as losses within a round
 * trip are one event. TearRateFilter makes a rate of the windows.
 *
 * With DelayResponse the window is cut, repeatedly, while round-trip times are long: from one above
 * R2 until one below R1.
 *
 * It has no clock and no timer: calls pass the time, which never goes back, and the owner calls
 * OnTimer() when GetDeadline() has come. Each call returns why feedback should be sent now. Before
 * a round-trip time is known, InitialRtt stands in for it in timers, and no round counts for the
 * rate.
 */
class TearReceiver
{
  public:
    /** @brief The seven states of the thesis (3.7). */
    enum State
    {
        SLOW_START_READY, //!< a packet begins slow start
        SLOW_START,
        CONGESTION_AVOIDANCE_READY, //!< a packet begins congestion avoidance
        CONGESTION_AVOIDANCE,
        GAP,           //!< a packet is missing
        FAST_RECOVERY, //!< packets are ignored for a round-trip time, then the window is halved
        TIMEOUT        //!< packets are ignored for a round-trip time, then slow start begins
    };

    /** @brief What follows a fast recovery that interrupts slow start. */
    enum SlowStartRecovery
    {
        AVOIDANCE,       //!< as always: the window is halved, congestion avoidance follows
        SLOW_START_AGAIN //!< slow start goes on with the same window, as the thesis has it
    };

    /** @brief Why feedback should be sent, to be combined. */
    enum FeedbackReason : uint32_t
    {
        FEEDBACK_ROUND = 1,    //!< a round has ended a round-trip time or more after the last one
        FEEDBACK_DECREASE = 2, //!< the rate is below the last reported one
        FEEDBACK_RECOVERY = 4, //!< a fast recovery, a timeout or a cut has ended
        FEEDBACK_NO_RTT = 8    //!< no round-trip time is known, and this is how to get one
    };

    /** @brief What a user sets. */
    struct Settings
    {
        TearRateFilter::Settings filter; //!< of the rate
        bool lossResponse{true};         //!< whether gaps count; if not, all arrivals are in order
        bool delayResponse{false};       //!< whether long round-trip times cut the window
        Time r1{MilliSeconds(800)};  //!< the window grows after a shorter one; above 0, at most r2
        Time r2{MilliSeconds(1200)}; //!< the window is cut after a longer round-trip time
        double minWindow{1};        //!< a cut leaves as many packets, unless there were fewer; >= 1
        double initialSsthresh{16}; //!< first threshold of slow start, packets, at least 2
        uint32_t dupThresh{3};      //!< packets beyond a gap that make it a loss, at least 1; the
                                    //!< one that reveals the gap counts
        SlowStartRecovery slowStartRecovery{AVOIDANCE}; //!< after a loss in slow start
        Time minRto{MilliSeconds(200)};                 //!< least retransmission timeout, above 0
        Time initialRtt{Seconds(1)};                    //!< before one is known, above 0
    };

    /** @return settings for the Internet (chapter 3): the defaults */
    static Settings GetInternetSettings();
    /** @return settings for cellular networks (chapter 6): delays instead of losses */
    static Settings GetWirelessSettings();

    /** @brief A data packet has arrived. */
    struct Arrival
    {
        uint32_t seq{0};  //!< its number; every transmission has the next one, modulo 2^32
        Time now;         //!< when
        Time rtt;         //!< latest round-trip time; 0: none is known by itself, srtt is taken
        Time srtt;        //!< smoothed round-trip time; 0: not yet known
        Time rttvar;      //!< mean deviation of round-trip times
        bool last{false}; //!< the sender has nothing more to send now: a pause is no loss
    };

    /** @brief Is told what happens, for traces. */
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** @param from state that ends @param to state that begins */
        virtual void OnState(State from, State to)
        {
            static_cast<void>(from);
            static_cast<void>(to);
        }

        /** @param cwnd new window, packets */
        virtual void OnCwnd(double cwnd)
        {
            static_cast<void>(cwnd);
        }

        /** @brief A round has been recorded. @param cwnd window at its end, packets
         * @param duration what it counts for */
        virtual void OnRoundEnd(double cwnd, Time duration)
        {
            static_cast<void>(cwnd);
            static_cast<void>(duration);
        }

        /** @param rate of the epoch that has ended, packets per second */
        virtual void OnEpochEnd(double rate)
        {
            static_cast<void>(rate);
        }

        /** @param direction +1: the window may grow, -1: it is cut */
        virtual void OnDirection(int direction)
        {
            static_cast<void>(direction);
        }
    };

    /**
     * @param settings what the user sets; bad ones abort with the value and its limit
     * @param listener is told what happens; nullptr: nobody. It must outlive this object
     */
    explicit TearReceiver(const Settings& settings, Listener* listener = nullptr);

    TearReceiver(const TearReceiver&) = delete;
    TearReceiver& operator=(const TearReceiver&) = delete;

    /// @name Events
    /// @{
    /** @brief A data packet has arrived. @param arrival it; not after GetDeadline()
     * @return reasons for feedback (FeedbackReason), 0: none */
    uint32_t OnArrival(const Arrival& arrival);
    /** @brief Time has passed. Nothing happens before GetDeadline(). @param now the time
     * @return reasons for feedback (FeedbackReason), 0: none */
    uint32_t OnTimer(Time now);
    /** @brief Feedback with GetRate() has been sent. @param now when */
    void OnFeedbackSent(Time now);

    /// @}

    /// @name State
    /// @{
    /** @return when OnTimer() has something to do; nothing if no timer runs */
    std::optional<Time> GetDeadline() const
    {
        return m_deadline;
    }

    /** @return rate to report, packets per second; 0 before the first round of a known duration */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return the state */
    State GetState() const
    {
        return m_state;
    }

    /** @return the window, packets, at least 1 */
    double GetCwnd() const
    {
        return m_cwnd;
    }

    /** @return window at the start of the round, whole packets, at least 1 */
    uint32_t GetLastCwnd() const
    {
        return m_lastCwnd;
    }

    /** @return slow start ends above it, packets, at least 2 */
    double GetSsthresh() const
    {
        return m_ssthresh;
    }

    /** @return packets that have arrived in this round */
    uint32_t GetRoundCount() const
    {
        return m_roundCount;
    }

    /** @return +1: the window may grow, -1: it is cut */
    int GetDirection() const
    {
        return m_direction;
    }

    /** @return factor of timeouts */
    uint32_t GetBackoff() const
    {
        return m_backoff;
    }

    /** @return fast recoveries and timeouts so far, without cuts for delay */
    uint32_t GetLossEvents() const
    {
        return m_lossEvents;
    }

    /** @return the greatest number of a packet that has arrived, modulo 2^32 */
    uint32_t GetHighestSeq() const
    {
        return static_cast<uint32_t>(m_highest);
    }

    /** @return how long the next packet in order is waited for (3.7.1; the printed product of times
     * is read as a sum); nothing before two packets have arrived */
    std::optional<Time> GetIdleTimeout() const;
    /** @return the retransmission timeout of the emulated TCP, without back-off */
    Time GetRto() const;

    /** @return the average */
    const TearRateFilter& GetFilter() const
    {
        return m_filter;
    }

    /// @}

  private:
    /// @name Arrivals
    /// @{
    /** @param seq number of a packet @return it without wrapping */
    StreamOffset Unwrap(uint32_t seq) const;
    /** @brief Notes what an arrival says of time. @param arrival the arrival */
    void Measure(const Arrival& arrival);
    /** @brief Sets the direction. @param rtt latest round-trip time, 0: unknown */
    void UpdateDirection(Time rtt);
    /** @brief A packet arrives in SLOW_START_READY or CONGESTION_AVOIDANCE_READY. @param seq its
     * number @param now when */
    void Begin(StreamOffset seq, Time now);
    /** @brief A packet arrives in SLOW_START or CONGESTION_AVOIDANCE. @param seq its number
     * @param now when */
    void Continue(StreamOffset seq, Time now);
    /** @brief A packet arrives in GAP. @param seq its number @param now when */
    void ArriveInGap(StreamOffset seq, Time now);
    /** @brief Packets are taken in order, up to the next gap. @param now when */
    void CloseGap(Time now);
    /** @brief A packet arrives beyond the gap. @param seq its number @param now when */
    void ArriveBeyondGap(StreamOffset seq, Time now);
    /** @return packets that have arrived beyond the gap and within the window, at most DupThresh */
    uint32_t CountBeyondGap() const;
    /** @brief A packet counts for the window. */
    void TakeInOrder();
    /** @brief The round has as many packets as the window had. */
    void EndRound();
    /// @}

    /// @name Losses, cuts
    /// @{
    /** @param now when */
    void EnterFastRecovery(Time now);
    /** @param now when */
    void EnterTimeout(Time now);
    /** @brief Long delays: as fast recovery. @param now when */
    void EnterDelayCut(Time now);
    /** @brief Records the running round as the last one of its epoch. @param duration of it */
    void RecordLastRound(Time duration);
    /** @brief The round-trip time of a fast recovery or a cut is over. */
    void LeaveFastRecovery();
    /** @brief The round-trip time of a timeout is over. */
    void LeaveTimeout();
    /// @}

    /** @brief Waits for the next packet in order. @param now when the last one arrived */
    void ArmIdleTimer(Time now);
    /** @param state new one */
    void SetState(State state);
    /** @param cwnd new window */
    void SetCwnd(double cwnd);
    /** @brief Tells the listener of the end of an epoch. */
    void ReportEpoch();
    /** @brief The filter has got a round. @param duration of it */
    void FinishRecord(Time duration);

    /** @return whether round-trip times are known */
    bool HasRtt() const
    {
        return m_srtt > Time(0);
    }

    /** @return smoothed round-trip time, or InitialRtt */
    Time GetSrtt() const
    {
        return HasRtt() ? m_srtt : m_settings.initialRtt;
    }

    /** @return mean deviation, seconds; before any sample half of InitialRtt (RFC 6298, 2.2) */
    double GetDeviation() const
    {
        return HasRtt() ? m_rttvar.GetSeconds() : m_settings.initialRtt.GetSeconds() / 2;
    }

    const Settings m_settings; //!< the user's
    Listener* m_listener;      //!< is told what happens
    TearRateFilter m_filter;   //!< makes the rate

    State m_state{SLOW_START_READY};
    State m_phase{SLOW_START};      //!< SLOW_START or CONGESTION_AVOIDANCE, also while in GAP
    double m_cwnd{1};               //!< window
    uint32_t m_lastCwnd{1};         //!< window at the start of the round
    double m_ssthresh;              //!< threshold of slow start
    uint32_t m_roundCount{0};       //!< packets of the round
    uint32_t m_backoff{1};          //!< factor of timeouts
    uint32_t m_lossEvents{0};       //!< so far
    bool m_keepWindow{false};       //!< the fast recovery leads back to slow start
    int m_direction{1};             //!< of the window
    bool m_hasPacket{false};        //!< a packet has arrived
    bool m_paused{false};           //!< the sender has nothing to send after the latest one
    StreamOffset m_highest{0};      //!< greatest number so far
    StreamOffset m_expected{0};     //!< next number in order: the first missing one in GAP
    ByteRangeSet m_beyond;          //!< packets beyond the gap
    uint32_t m_gapCount{0};         //!< those of them that count, at most DupThresh
    Time m_inOrderAt;               //!< when the last packet in order arrived
    Time m_arrivedAt;               //!< when the last packet arrived
    double m_interarrival{-1};      //!< mean spacing of arrivals, seconds; negative: unknown
    Time m_rtt;                     //!< latest round-trip time
    Time m_srtt;                    //!< smoothed, 0: unknown
    Time m_rttvar;                  //!< deviation
    std::optional<Time> m_deadline; //!< when the running timer expires
    double m_rate{0};               //!< to be reported
    uint32_t m_reasons{0};          //!< for feedback, of the current call
    bool m_hasReported{false};      //!< feedback has been sent
    double m_reportedRate{0};       //!< its rate
    Time m_reportedAt;              //!< when
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_RECEIVER_H
