// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_HTCP_ERA_H
#define HSN_TCP_HTCP_ERA_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief H-TCP (D. Leith, R. Shorten, "H-TCP: TCP for high-speed and long-distance networks",
 * PFLDnet 2004), with what the Linux kernel 2.6.18 adds.
 *
 * With D seconds since the last loss, a window of acknowledgements adds 2 (1 - Beta) A segments. A
 * is 1 in the first second, then 1 + 10 (D - 1) + ((D - 1) / 2)^2; with RttScaling this is
 * multiplied by the least round-trip time over 0.1 s, the factor limited to 0.1 .. 2 and the
 * product to 1 at least. (The kernel rounds that factor to a fraction with 8 above; here it is not
 * rounded.)
 *
 * A loss leaves Beta = RTTmin / RTTmax of the window, within 0.5 and 0.8; or 0.5 if the rate just
 * before it differs from that before the last loss by more than 20 % (BandwidthSwitch), at the
 * first loss, and if RTTmin is 10 ms or less. RTTmin is of the whole connection. RTTmax is of
 * smoothed times, from three round trips after a loss on and outside of recovery; a sample that
 * exceeds it by more than 20 ms is ignored, and each loss takes 5 % of its distance to RTTmin. The
 * rate is measured over a window of segments, averaged with weight 1/4; its greatest value since
 * the last loss counts.
 */
class TcpHtcpEra : public TcpHsBase
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;
    void NotifyDelivered(TcpSocketState::TcpCongState_t state,
                         double window,
                         double segments,
                         Time rtt) override;

  private:
    /** @return whether three round trips have passed since the last loss */
    bool IsSettled() const;
    /** @brief The share of the window that the loss now leaves. @return it */
    double ChooseBeta() const;
    /** @brief Takes a rate. @param rate segments / s */
    void TakeRate(double rate);

    bool m_rttScaling{true};             //!< attribute
    bool m_bandwidthSwitch{true};        //!< attribute
    double m_left{0.5};                  //!< share of the window that the last loss left
    TracedValue<Time> m_maxRtt{Time(0)}; //!< trace source MaxRtt
    double m_segments{0};                //!< delivered since m_rateBegin
    Time m_rateBegin;                    //!< beginning of the measurement of a rate
    double m_rate{0};                    //!< average, segments / s
    double m_maxRate{0};                 //!< greatest average since the last loss
    double m_oldMaxRate{0};              //!< the same before the last loss
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_HTCP_ERA_H
