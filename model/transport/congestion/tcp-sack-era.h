// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_SACK_ERA_H
#define HSN_TCP_SACK_ERA_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The window of TCP Reno, as hosts with SACK used it: a segment more for each window of
 * acknowledgements, half of the window after a loss (RFC 5681).
 *
 * ns-3's TcpLinuxReno counts the segments acknowledged, as later kernels do, and its TcpNewReno
 * adds at least a byte for each acknowledgement, which is several segments in the round trip of
 * a large window. By default this class counts acknowledgements, so that with delayed ones the
 * window grows by half a segment in a round trip, as in Linux until 2007.
 */
class TcpSackEra : public TcpHsBase
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SACK_ERA_H
