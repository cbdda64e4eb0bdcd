// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RATE_ADAPTER_H
#define HSN_TCP_RATE_ADAPTER_H

#include "tcp-rate-sampler.h"

#include "ns3/hsn-compat.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Shows the rates of a connection to congestion control, which asks for them as TcpRateOps
 * (TcpCongestionOps::SetRateOps(), ns-3 3.45 and later).
 *
 * Congestion control may read the totals and say that the network does not limit the sender. What
 * was sent and delivered is noted by the connection, in the sampler; the functions for ns-3's own
 * transmit buffer end the program.
 */
class TcpRateAdapter : public TcpRateOpsWithAppLimited<TcpRateOps>
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return what the connection notes the rates in
    TcpRateSampler& GetSampler();

    const TcpRateConnection& GetConnectionRate() override;
    void SetAppLimited(uint32_t inFlight) override;

    void SkbSent(TcpTxItem* item, bool isStartOfTransmission) override;
    void SkbDelivered(TcpTxItem* item) override;
    void CalculateAppLimited(uint32_t cWnd,
                             uint32_t inFlight,
                             uint32_t segmentSize,
                             const SequenceNumber32& tailSeq,
                             const SequenceNumber32& nextTx,
                             const uint32_t lostOut,
                             const uint32_t retransOut) override;
    const TcpRateSample& GenerateSample(uint32_t delivered,
                                        uint32_t lost,
                                        bool isSackReneg,
                                        uint32_t priorInFlight,
                                        const Time& minRtt) override;

  private:
    TcpRateSampler m_sampler; //!< of the connection
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RATE_ADAPTER_H
