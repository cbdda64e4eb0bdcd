// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_FINE_CONGESTION_OPS_H
#define HSN_TCP_FINE_CONGESTION_OPS_H

#include "ns3/nstime.h"
#include "ns3/tcp-congestion-ops.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Congestion control that is told more of round trips and losses than ns-3's interface
 * tells.
 *
 * ns-3 calls GetSsThresh() for every loss, sets the window to one segment after a timeout, and
 * hands on smoothed round-trip times. IndexedTcpSocket makes the calls below as well, if its
 * congestion control is of this class. Each has a default that does as ns-3 does.
 */
class TcpFineCongestionOps : public TcpCongestionOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Threshold where a loss is worse than one lost segment: a segment that was sent again
     * was lost again, or the retransmission timer expired.
     * @param tcb state of the connection
     * @param bytesInFlight as for GetSsThresh()
     * @return slow start threshold, bytes
     */
    virtual uint32_t GetSsThreshAgain(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight);

    /**
     * @brief Window after the retransmission timer expired.
     * @param tcb state of the connection
     * @return congestion window, bytes
     */
    virtual uint32_t GetLossWindow(Ptr<const TcpSocketState> tcb) const;

    /**
     * @brief A round-trip time was measured with data that was sent once only. Called before
     * IncreaseWindow() for the same acknowledgement.
     * @param tcb state of the connection
     * @param rtt the sample itself, not a mean
     */
    virtual void TakeRttSample(Ptr<TcpSocketState> tcb, Time rtt);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_FINE_CONGESTION_OPS_H
