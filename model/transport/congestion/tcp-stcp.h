// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_STCP_H
#define HSN_TCP_STCP_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Scalable TCP (T. Kelly, "Scalable TCP: Improving Performance in Highspeed Wide Area
 * Networks", 2003): growth and reduction are shares of the window.
 *
 * Each segment acknowledged adds Increase segments, 0.01; a loss takes an eighth. In a window so
 * small that TCP Reno would grow faster, it grows as that does. If AckCounting is PerAck, the
 * default, each acknowledgement stands for two segments: it adds 0.02, as in the Linux kernel,
 * which adds a segment for 50 acknowledgements.
 */
class TcpStcp : public TcpHsBase
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;

  private:
    /** @param increase attribute Increase */
    void SetIncrease(double increase);
    /** @return attribute Increase */
    double GetIncreaseSetting() const;
    /** @param left attribute LossFactor */
    void SetLossFactor(double left);
    /** @return attribute LossFactor */
    double GetLossFactor() const;

    double m_perSegment{0.01};  //!< attribute Increase
    double m_lossFactor{0.875}; //!< attribute LossFactor
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_STCP_H
