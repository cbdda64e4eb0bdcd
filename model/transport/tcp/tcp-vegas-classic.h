// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_VEGAS_CLASSIC_H
#define HSN_TCP_VEGAS_CLASSIC_H

#include "tcp-fine-congestion-ops.h"

#include "ns3/sequence-number.h"
#include "ns3/traced-value.h"

#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief TCP Vegas as L. Brakmo and L. Peterson describe it (IEEE JSAC 13(8), 1995).
 *
 * Once in a round trip the rate that the window would have without queues, window / BaseRTT, is
 * compared with the amount sent in that round trip over its mean RTT. The difference times BaseRTT
 * is the number of segments that the connection has in queues (Diff). Below Alpha the window grows
 * by a segment over the next round trip, above Beta it shrinks by one at once; it is never below
 * two segments. BaseRTT is the least RTT seen, or the last one if only one segment was in flight.
 *
 * Slow start doubles the window in every other round trip, and ends when Diff exceeds Gamma; the
 * window then loses an eighth. A lost segment costs a quarter of the window, a lost
 * retransmission or a timeout half of it; after a timeout the window is two segments.
 *
 * The authors' public module, in ns, compares Diff rounded to the nearest integer (RoundDiff), and
 * in slow start compares it only in every other round trip, in which the window has not grown
 * (GammaEveryRound).
 *
 * The fine-grained retransmission of the same paper is part of the socket: set IndexedTcpSocket's
 * attributes FineRetransmit to true and LossRecovery to Reno. ns-3's own TCP has neither that nor
 * single RTT samples; with it each round trip counts as one sample.
 */
class TcpVegasClassic : public TcpFineCongestionOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpVegasClassic() = default;
    /** @brief Makes one with the same settings. @param other which */
    TcpVegasClassic(const TcpVegasClassic& other);

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    uint32_t GetSsThreshAgain(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    uint32_t GetLossWindow(Ptr<const TcpSocketState> tcb) const override;
    void TakeRttSample(Ptr<TcpSocketState> tcb, Time rtt) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /** @brief Ends a round trip: updates BaseRTT and Diff. @param tcb state of the connection */
    void EndRound(Ptr<TcpSocketState> tcb);
    /** @brief Sets window and growth by Diff. @param tcb state of the connection */
    void Decide(Ptr<TcpSocketState> tcb);

    /// Growth is counted in this fraction of a byte and rounded down, so that a round trip never
    /// adds more than a segment.
    static constexpr uint64_t UNIT = 65536;

    double m_alpha{1};            //!< attribute
    double m_beta{3};             //!< attribute
    double m_gamma{1};            //!< attribute
    bool m_roundDiff{false};      //!< attribute
    bool m_gammaEveryRound{true}; //!< attribute

    std::optional<SequenceNumber32> m_begin; //!< first byte of the round trip, if there is one
    Time m_beginTime;                        //!< when it began
    Time m_sum;                              //!< of RTT samples in it
    uint32_t m_samples{0};                   //!< their number
    bool m_hold{false};                      //!< slow start does not grow in this round trip
    uint64_t m_growth{0};                    //!< for each acknowledgement, bytes times UNIT
    uint64_t m_rest{0};                      //!< growth not yet added, below one byte
    TracedValue<Time> m_baseRtt;             //!< trace source BaseRtt, 0: unknown
    TracedValue<double> m_diff{0};           //!< trace source Diff
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_VEGAS_CLASSIC_H
