// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_BSD_RENO_H
#define HSN_TCP_BSD_RENO_H

#include "ns3/tcp-congestion-ops.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Congestion control exactly as in 4.3BSD-Reno.
 *
 * Each acknowledgement of new data adds one segment up to and including the threshold, above it
 * segment^2 / window. Upon a loss the threshold becomes half of the smaller of congestion window
 * and receiver's window, in whole segments, at least 2. IndexedTcpSocket passes that smaller window
 * in place of the bytes in flight if its attribute LossRecovery is Reno.
 */
class TcpBsdReno : public TcpCongestionOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    bool m_extraEighth{false}; //!< attribute
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_BSD_RENO_H
