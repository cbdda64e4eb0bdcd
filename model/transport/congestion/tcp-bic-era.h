// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_BIC_ERA_H
#define HSN_TCP_BIC_ERA_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief BIC TCP of the Linux kernels 2.6.14 to 2.6.16 (L. Xu, K. Harfoush, I. Rhee, "Binary
 * Increase Congestion Control for Fast Long-Distance Networks", INFOCOM 2004).
 *
 * Below the window Wmax at which the last loss was, growth in a round trip is a quarter of the
 * distance to it (in whole segments), MaxIncrease at most, and 4 / SmoothPart of a segment in the
 * last 8 segments; above it, growth begins as slowly and increases up to MaxIncrease. Windows up to
 * LowWindow behave as TCP Reno's. Before the first loss, and while the path is hardly used, growth
 * is 5 % in a round trip at least.
 *
 * Hardly used means with LowUtilization: for more than 2 s the smoothed round-trip time was in the
 * lowest 153/1024 of the range of those measured, and the window is above that of the last loss.
 *
 * A loss leaves Beta of the window. If it comes below Wmax, the next Wmax is (1 + Beta) / 2 of the
 * window (fast convergence), else the window. A timeout forgets everything.
 */
class TcpBicEra : public TcpHsBase
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
    void NotifyRtt(double window, Time rtt) override;
    void NotifyDelivered(TcpSocketState::TcpCongState_t state,
                         double window,
                         double segments,
                         Time rtt) override;

  private:
    /** @param beta attribute Beta */
    void SetBeta(double beta);
    /** @return attribute Beta */
    double GetBetaSetting() const;
    /** @param window segments @return growth in a round trip, segments */
    double GetGrowth(double window) const;
    /** @return whether the path has hardly been used for some time */
    bool IsHardlyUsed() const;

    double m_betaSetting{0.8};     //!< attribute Beta
    double m_maxIncrease{16};      //!< attribute, segments
    double m_lowWindow{14};        //!< attribute, segments
    double m_smoothPart{20};       //!< attribute
    bool m_fastConvergence{true};  //!< attribute
    bool m_lowUtilization{true};   //!< attribute
    TracedValue<double> m_wMax{0}; //!< trace source Wmax
    double m_lossWindow{0};        //!< window at the last loss; 0: none yet
    Time m_maxRtt;                 //!< greatest round-trip time
    Time m_lowSince;               //!< since when the path is hardly used; 0: it is used
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_BIC_ERA_H
