// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RATE_SAMPLER_H
#define HSN_TCP_RATE_SAMPLER_H

#include "tcp-scoreboard.h"

#include "ns3/tcp-rate-ops.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Estimates the rate at which the network delivers
 * (draft-cheng-iccrg-delivery-rate-estimation).
 *
 * A sample is the number of bytes delivered between the sending of a segment and its
 * acknowledgement, over the longer of the times it took to send them and to have them acknowledged.
 * Each acknowledgement has a sample of its own. (ns-3's class keeps what it knew of the segment
 * sent last: of several sent at one time it takes the first one's interval for all, and gives too
 * high rates.) It replaces ns3::TcpRateLinux, which needs ns-3's own transmit buffer items, and
 * fills the same structures for TcpCongestionOps::CongControl().
 */
class TcpRateSampler
{
  public:
    /** @brief Notes a transmission. @param segment sent @param idle nothing was in flight before */
    void OnSent(TcpSentSegment& segment, bool idle);

    /** @brief Notes that a segment was delivered. @param segment which, reported or acknowledged */
    void OnDelivered(TcpSentSegment& segment);

    /**
     * @brief Notes that the application, not the network, limits the rate from now on.
     * @param inFlight bytes
     */
    void OnAppLimited(uint32_t inFlight);

    /**
     * @brief Makes the sample of an acknowledgement that was processed.
     * @param delivered bytes newly delivered
     * @param lost bytes newly taken for lost
     * @param priorInFlight bytes in flight before
     * @param minRtt least round-trip time: samples over shorter intervals are rejected
     * @return the sample, valid until the next call
     */
    const TcpRateOps::TcpRateSample& MakeSample(uint32_t delivered,
                                                uint32_t lost,
                                                uint32_t priorInFlight,
                                                Time minRtt);

    /** @return totals of the connection */
    const TcpRateOps::TcpRateConnection& GetConnection() const
    {
        return m_connection;
    }

  private:
    TcpRateOps::TcpRateConnection m_connection; //!< totals
    TcpRateOps::TcpRateSample m_sample;         //!< of the current acknowledgement
    TcpRateOps::TcpRateSample m_made;           //!< the last one that was made
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RATE_SAMPLER_H
