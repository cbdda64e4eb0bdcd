// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_JITTER_FILTER_H
#define METS_JITTER_FILTER_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Removes jitter: estimates the delay, and tells when each packet is to be played
 * (QoS-A, 2.2.1.3).
 *
 * Of each packet's delay t, the mean d += A (t - d) and the mean deviation s += B (|t - d| - s) are
 * estimated, and the delay to be expected is D = d + R s. The first packet sets d = t, s = 0. The
 * deviation is taken from the mean before it is changed (OLD_MEAN, as RFC 6298 does) or after it
 * (NEW_MEAN).
 *
 * A packet stamped ts is played at ts + P; one that arrives after that is late, and dropped. P
 * begins as d + max(R s, half of FrameTime) and changes only where a group of pictures starts, in
 * front of the packet that starts it: to D, if more than LateThreshold packets were late since the
 * last change or start of a group; else to D, if there were QuietPeriods periods without loss since
 * the last change or loss.
 *
 * Works for any receiver: it needs time stamps, and no clock in common with the sender, as an
 * offset shifts d and P alike.
 */
class JitterFilter : public Object
{
  public:
    /// Which mean the deviation is taken from.
    enum DeviationReference
    {
        OLD_MEAN, //!< before the delay of the packet
        NEW_MEAN  //!< with it
    };

    /// What is to be done with a packet.
    struct Decision
    {
        bool late{false}; //!< it is to be dropped
        Time playout;     //!< when it is to be played, by the receiver's clock
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    JitterFilter();
    ~JitterFilter() override;

    /**
     * @brief Takes a packet.
     * @param timestamp when it was sent, by the sender's clock
     * @param arrival when it arrived, by the receiver's clock; not before the packet's before it
     * @param gopStart whether a group of pictures starts with it
     * @return when it is to be played
     */
    Decision Receive(Time timestamp, Time arrival, bool gopStart);

    /// A packet was lost elsewhere: the present period is not quiet.
    void NotifyLoss();

    /// @return d, s
    double GetMean() const;
    /// @return s, s
    double GetDeviation() const;
    /// @return D = d + R s, s
    double GetEstimate() const;
    /// @return P, s
    double GetPlayoutDelay() const;
    /// @return packets taken
    uint64_t GetReceived() const;
    /// @return of them: late
    uint64_t GetLate() const;
    /// @return changes of P after the first packet
    uint64_t GetChanges() const;

    /**
     * @brief TracedCallback signature for delays.
     * @param [in] delay of a packet, or an estimate
     */
    typedef void (*DelayTracedCallback)(Time delay);
    /**
     * @brief TracedCallback signature for late packets.
     * @param [in] timestamp of the packet
     * @param [in] lateness after it should have been played
     */
    typedef void (*LateTracedCallback)(Time timestamp, Time lateness);

  protected:
    void NotifyConstructionCompleted() override;

  private:
    /// Ends the program if an attribute is out of range.
    void Check() const;
    /// @param arrival of a packet that starts a group: P may change
    void Decide(Time arrival);
    /// @param arrival of a packet, up to which periods have ended
    void EndPeriods(Time arrival);

    double m_a;                     //!< gain of the mean
    double m_b;                     //!< gain of the deviation
    double m_r;                     //!< deviations above the mean
    DeviationReference m_reference; //!< of deviations
    uint32_t m_lateThreshold;       //!< packets
    uint32_t m_quietPeriods;        //!< periods
    Time m_period;                  //!< of monitoring
    Time m_frameTime;               //!< between two frames
    double m_mean{0};               //!< d, s
    double m_deviation{0};          //!< s, s
    double m_playout{0};            //!< P, s
    uint64_t m_received{0};         //!< packets
    uint64_t m_late{0};             //!< packets
    uint64_t m_changes{0};          //!< of P
    uint64_t m_lateSince{0};        //!< late packets since the last start of a group
    bool m_lost{false};             //!< in the present period
    uint32_t m_quiet{0};            //!< periods without loss
    Time m_periodStart;             //!< of the present one

    TracedCallback<Time> m_delayTrace;      //!< t
    TracedCallback<Time> m_estimateTrace;   //!< D
    TracedCallback<Time> m_playoutTrace;    //!< P, whenever it is set
    TracedCallback<Time, Time> m_lateTrace; //!< late packets
};
} // namespace hsn
} // namespace ns3

#endif // METS_JITTER_FILTER_H
