// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_CUBIC_ERA_H
#define HSN_TCP_CUBIC_ERA_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief CUBIC as it was first published (I. Rhee, L. Xu, "CUBIC: A New TCP-Friendly High-Speed
 * TCP Variant", PFLDnet 2005; version 2.0 in Linux), with its limit of growth in real time.
 *
 * An epoch begins with the first growth after a loss, at the window w0. The window aims at
 * W(t) = C (t - K)^3 + Wmax, where t is the time since then plus the least round-trip time, and
 * K = cbrt((Wmax - w0) / C); in a round trip it covers the distance to W(t). If it is above
 * already, it grows by a hundredth of a segment. Growth is SmaxPerSecond segments in a second at
 * most. (The published code divides a delay by 8 that it has not multiplied by 8 before, and so
 * limits growth to an eighth of that. Here is what was meant.) A window that TCP Reno with the same
 * losses would exceed (TcpFriendliness) grows to Reno's in a round trip. Before the first loss
 * growth is 2 % in a round trip.
 *
 * Loss, fast convergence and timeout are BIC's (TcpBicEra), without a low window. There is no
 * HyStart.
 */
class TcpCubicEra : public TcpHsBase
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;
    void NotifyTimeout() override;
    void NotifyDelivered(TcpSocketState::TcpCongState_t state,
                         double window,
                         double segments,
                         Time rtt) override;

  private:
    /** @param beta attribute Beta */
    void SetBeta(double beta);
    /** @return attribute Beta */
    double GetBetaSetting() const;
    /** @param c attribute C */
    void SetC(double c);
    /** @return attribute C */
    double GetC() const;
    /** @brief An epoch begins. @param window segments */
    void BeginEpoch(double window);
    /** @param window segments @return distance to the window that TCP Reno would have by now; not
     * positive if that is smaller */
    double GetDistanceToReno(double window);

    double m_c{0.4};               //!< attribute, segments / s^3
    double m_betaSetting{0.8};     //!< attribute Beta
    double m_smax{160};            //!< attribute SmaxPerSecond, segments / s; 0: no limit
    bool m_fastConvergence{true};  //!< attribute
    bool m_friendly{true};         //!< attribute TcpFriendliness
    TracedValue<double> m_wMax{0}; //!< trace source Wmax
    bool m_hasLost{false};         //!< there was a loss
    bool m_inEpoch{false};         //!< the window follows the curve
    Time m_curveStart;             //!< beginning of the epoch
    double m_k{0};                 //!< seconds from there to the plateau
    double m_origin{0};            //!< window at the plateau, segments
    double m_renoWindow{0};        //!< window that TCP Reno would have, segments
    double m_count{0};             //!< acknowledgements since that was computed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_CUBIC_ERA_H
