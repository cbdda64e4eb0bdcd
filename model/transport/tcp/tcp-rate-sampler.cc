// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-rate-sampler.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Compares by the low 32 bits, of which ns-3 keeps no more.
 * @param delivered bytes of a connection
 * @param mark an earlier or later number of them
 * @return whether more were delivered than that
 */
bool
IsBeyond(uint64_t delivered, uint32_t mark)
{
    return static_cast<int32_t>(static_cast<uint32_t>(delivered) - mark) > 0;
}
} // namespace

void
TcpRateSampler::OnSent(TcpSentSegment& segment, bool idle)
{
    const Time now = Simulator::Now();
    if (idle)
    {
        m_connection.m_firstSentTime = now;
        m_connection.m_deliveredTime = now;
    }
    segment.lastSent = now;
    segment.firstSent = m_connection.m_firstSentTime;
    segment.deliveredTime = m_connection.m_deliveredTime;
    segment.deliveredBefore = m_connection.m_delivered;
    segment.appLimited = m_connection.m_appLimited != 0;
}

void
TcpRateSampler::OnDelivered(TcpSentSegment& segment)
{
    if (segment.delivered)
    {
        return;
    }
    segment.delivered = true;
    const Time now = Simulator::Now();
    m_connection.m_delivered += segment.GetLength();
    m_connection.m_deliveredTime = now;
    m_connection.m_txItemDelivered = segment.deliveredBefore;
    if (m_sample.m_priorDelivered == 0 ||
        IsBeyond(segment.deliveredBefore, m_sample.m_priorDelivered))
    {
        m_sample.m_priorDelivered = segment.deliveredBefore;
        m_sample.m_priorTime = segment.deliveredTime;
        m_sample.m_isAppLimited = segment.appLimited;
        m_sample.m_sendElapsed = segment.lastSent - segment.firstSent;
        m_sample.m_ackElapsed = now - segment.deliveredTime;
        m_connection.m_firstSentTime = segment.lastSent;
    }
}

void
TcpRateSampler::OnAppLimited(uint32_t inFlight)
{
    m_connection.m_appLimited =
        std::max<uint32_t>(static_cast<uint32_t>(m_connection.m_delivered) + inFlight, 1);
}

const TcpRateOps::TcpRateSample&
TcpRateSampler::MakeSample(uint32_t delivered, uint32_t lost, uint32_t priorInFlight, Time minRtt)
{
    if (IsBeyond(m_connection.m_delivered, m_connection.m_appLimited))
    {
        // all that was sent before the application paused is delivered
        m_connection.m_appLimited = 0;
    }
    m_made = std::exchange(m_sample, {}); // the next acknowledgement has one of its own
    m_made.m_ackedSacked = delivered;
    m_made.m_bytesLoss = lost;
    m_made.m_priorInFlight = priorInFlight;
    m_made.m_interval = Time(0);
    m_made.m_delivered = -1;
    if (m_made.m_priorTime.IsZero())
    {
        return m_made;
    }
    const Time interval = std::max(m_made.m_sendElapsed, m_made.m_ackElapsed);
    m_made.m_delivered = static_cast<int32_t>(m_connection.m_delivered - m_made.m_priorDelivered);
    if (interval < minRtt || interval.IsZero())
    {
        m_made.m_priorTime = Time(0); // too short an interval
        return m_made;
    }
    m_made.m_interval = interval;
    m_made.m_deliveryRate =
        DataRate(static_cast<uint64_t>(m_made.m_delivered * 8.0 / interval.GetSeconds()));
    const double previous = static_cast<double>(m_connection.m_rateDelivered);
    if (!m_made.m_isAppLimited || m_made.m_delivered * m_connection.m_rateInterval.GetSeconds() >=
                                      previous * interval.GetSeconds())
    {
        m_connection.m_rateDelivered = m_made.m_delivered;
        m_connection.m_rateInterval = interval;
        m_connection.m_rateAppLimited = m_made.m_isAppLimited;
    }
    return m_made;
}
} // namespace hsn
} // namespace ns3
