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
 * @brief Congestion control that learns more of round trips and losses than by ns-3's interface.
 *
 * ns-3 calls GetSsThresh() for every loss, sets the window to one segment after a timeout, and
 * passes smoothed round-trip times. IndexedTcpSocket also makes the calls below if its congestion
 * control is of this class. By default they do what ns-3 does.
 */
class TcpFineCongestionOps : public TcpCongestionOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Tells the threshold after a severe loss: a retransmission was lost, or the
     * retransmission timer has expired.
     * @param tcb state of the connection
     * @param bytesInFlight as for GetSsThresh()
     * @return slow start threshold, bytes
     */
    virtual uint32_t GetSsThreshAgain(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight);

    /**
     * @brief Tells the window after the retransmission timer has expired.
     * @param tcb state of the connection
     * @return congestion window, bytes
     */
    virtual uint32_t GetLossWindow(Ptr<const TcpSocketState> tcb) const;

    /**
     * @brief Takes a round-trip time measured with data that was sent only once. Called before
     * IncreaseWindow() for the same acknowledgement.
     * @param tcb state of the connection
     * @param rtt the sample itself, not a mean
     */
    virtual void TakeRttSample(Ptr<TcpSocketState> tcb, Time rtt);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_FINE_CONGESTION_OPS_H
