// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_HS_BASE_H
#define HSN_TCP_HS_BASE_H

#include "ns3/nstime.h"
#include "ns3/tcp-fine-congestion-ops.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief What TCP variants for high speeds share: counting of acknowledgements, slow start,
 * growth in fractions of a byte, scaling.
 *
 * A variant says by how much of a segment one acknowledged segment increases the window
 * (GetIncrease()), and to what a loss reduces it (GetReduced()). Both see the window in segments, a
 * real number. Everything else is here:
 *
 * - Acknowledgements count by AckCounting: each as 1 (as in the Linux kernels of the years 2004 to
 *   2007), by the segments that it acknowledges, or as 1 with a correction for the mean number of
 *   segments in an acknowledgement (moving average, weight 1/16, from 2 on).
 * - At or below the slow start threshold each count adds a segment.
 * - Growth is added in bytes; what is less than a byte is kept for the next acknowledgement.
 *   A count adds a segment at most.
 * - GetIncrease() is asked when the window has grown by a segment, or after 1/32 s.
 * - The acknowledgement that ends a recovery does not increase the window, nor does one that comes
 *   while the window is not used up.
 * - A timeout within a recovery keeps the threshold of that recovery.
 * - Of two thresholds at the start, InitialSsthreshSegments and ns3::TcpSocket's
 *   InitialSlowStartThreshold, the lower one counts. A threshold is 2 segments at least.
 *
 * With IncrementScale s the variant sees s times the real window. Then rate over capacity follows
 * the same course in time where capacity and buffer are smaller by s: all increments, thresholds
 * and window limits of the variant are divided by s, and fractions of the window stay.
 *
 * ns-3's socket and IndexedTcpSocket can use these classes. Only the latter passes single
 * round-trip times to TakeRttSample(); with the former the last one that it has measured is taken
 * (a smoothed one, up to ns-3 3.40).
 */
class TcpHsBase : public TcpFineCongestionOps
{
  public:
    /** @brief What counts for growth. */
    enum AckCounting
    {
        PER_ACK,     //!< acknowledgements
        PER_SEGMENT, //!< segments acknowledged
        COMPENSATED  //!< acknowledgements, times the mean number of segments in one
    };

    /** @brief What a loss reduces. */
    enum DecreaseBase
    {
        CWND, //!< the congestion window
        PIPE  //!< the bytes in flight, as ns-3's TCP counts them
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) final;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) final;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) final;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) final;
    void TakeRttSample(Ptr<TcpSocketState> tcb, Time rtt) final;

  protected:
    /**
     * @brief Adds the attributes whose defaults differ among variants.
     * @param tid of the variant
     * @param counting default of AckCounting
     * @param threshold default of InitialSsthreshSegments; 0: ns-3's
     * @return the TypeId
     */
    static TypeId AddVariantAttributes(TypeId tid, AckCounting counting, uint32_t threshold);

    /**
     * @brief Ends the program if an attribute is not between 0 and 1.
     * @param name of the attribute
     * @param value of it; not 0
     * @param mayBeOne whether 1 is permitted
     * @return the value
     */
    static double CheckFraction(const char* name, double value, bool mayBeOne);

    /// @name What a variant defines
    /// @{
    /**
     * @brief Tells the growth in congestion avoidance.
     * @param window segments, above 0
     * @return segments per segment acknowledged
     */
    virtual double GetIncrease(double window) = 0;
    /**
     * @brief A loss: tells what is left of the window.
     * @param window segments, above 0
     * @return segments
     */
    virtual double GetReduced(double window) = 0;
    /** @brief The retransmission timer has expired. */
    virtual void NotifyTimeout();
    /** @brief A round-trip time was measured. @param window segments @param rtt of data that was
     * sent once */
    virtual void NotifyRtt(double window, Time rtt);
    /**
     * @brief Segments were delivered.
     * @param state of the connection
     * @param window segments
     * @param segments as the variant sees them, IncrementScale for each
     * @param rtt smoothed
     */
    virtual void NotifyDelivered(TcpSocketState::TcpCongState_t state,
                                 double window,
                                 double segments,
                                 Time rtt);
    /**
     * @brief Increases the window for an acknowledgement of new data.
     * @param tcb state of the connection
     * @param count of the acknowledgement by AckCounting
     */
    virtual void Grow(Ptr<TcpSocketState> tcb, uint32_t count);

    /// @}

    /// @name For variants
    /// @{
    /** @return when the last loss was, or the connection began */
    Time GetEpoch() const
    {
        return m_epoch;
    }

    /** @return least round-trip time, 0: unknown */
    Time GetMinRtt() const
    {
        return m_minRtt;
    }

    /** @return what is counted */
    AckCounting GetAckCounting() const
    {
        return m_counting;
    }

    /** @return attribute IncrementScale */
    double GetScale() const
    {
        return m_scale;
    }

    /** @param tcb state @return the window as the variant sees it, segments */
    double GetWindow(const TcpSocketState& tcb) const
    {
        return m_scale * tcb.m_cWnd / tcb.m_segmentSize;
    }

    /** @brief Sets the window, within its limits. @param tcb state @param bytes window */
    void SetWindow(TcpSocketState& tcb, double bytes) const;
    /** @brief Adds to the window; fractions of a byte are kept. @param tcb state
     * @param bytes to add */
    void AddToWindow(TcpSocketState& tcb, double bytes);
    /** @brief Slow start. @param tcb state @param count of the acknowledgement @return what is left
     * of the count for congestion avoidance */
    uint32_t SlowStart(TcpSocketState& tcb, uint32_t count) const;
    /** @brief Forgets round-trip times and the number of segments in an acknowledgement. */
    void ForgetMeasurements();
    /** @brief Has GetIncrease() asked at the next acknowledgement. */
    void ForgetIncrease();
    /// @}

    TracedValue<double> m_alpha{1};  //!< trace source Alpha
    TracedValue<double> m_beta{0.5}; //!< trace source Beta

  private:
    /** @brief The connection has sent data. @return whether that is news */
    bool Begin();
    /** @brief Takes a single round-trip time. @param tcb state @param rtt the round-trip time */
    void TakeRtt(const TcpSocketState& tcb, Time rtt);

    AckCounting m_counting{PER_ACK};    //!< attribute
    DecreaseBase m_decreaseFrom{CWND};  //!< attribute
    double m_scale{1};                  //!< attribute IncrementScale
    uint32_t m_initialSsthresh{0};      //!< attribute, segments; 0: ns-3's
    uint32_t m_maxCwnd{0};              //!< attribute, segments; 0: no limit
    bool m_begun{false};                //!< the first acknowledgement or loss was there
    bool m_reduced{false};              //!< the threshold of this recovery is set
    bool m_endsRecovery{false};         //!< this acknowledgement has ended a recovery
    bool m_hasSamples{false};           //!< the socket passes single round-trip times
    double m_segmentsPerAck{2};         //!< moving average
    double m_rest{0};                   //!< growth not yet added, below one byte
    double m_increase{0};               //!< last result of GetIncrease()
    uint32_t m_increaseSegments{0};     //!< whole segments of the window then; 0: outdated
    Time m_increaseTime;                //!< when that was
    Time m_minRtt;                      //!< least round-trip time, 0: unknown
    TracedValue<Time> m_epoch{Time(0)}; //!< trace source Epoch
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_HS_BASE_H
