// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_FINE_TIMEOUT_H
#define HSN_TCP_FINE_TIMEOUT_H

#include "ns3/nstime.h"
#include "ns3/rtt-estimator.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief The fine timeout of TCP Vegas (L. Brakmo, L. Peterson, IEEE JSAC 13(8), 1995, section
 * III.A): tells whether a segment is overdue when an acknowledgement suggests to look.
 *
 * There is no timer. The age of the first segment is compared with 17/16 (SRTT + 2 mean deviations)
 * upon each duplicate acknowledgement, and upon the first two acknowledgements of new data after a
 * retransmission.
 *
 * The fine timeout backs off as in the authors' code. Retransmitted segments give no samples;
 * without the back-off, a round-trip time that has grown would have every segment sent twice for
 * ever.
 */
class TcpFineTimeout
{
  public:
    /** @param estimator of round-trip times, fed by others */
    void SetEstimator(Ptr<RttEstimator> estimator)
    {
        m_estimator = estimator;
    }

    /** @brief A round-trip time was measured: the back-off ends. */
    void OnSample()
    {
        m_factor = 1;
    }

    /** @brief A segment is sent again: the timeout backs off by an eighth, or by two.
     * @param again whether it was not the segment's first retransmission */
    void OnRetransmission(bool again)
    {
        m_factor *= again ? 2 : 1.125;
        m_checks = 2;
    }

    /** @brief The retransmission timer has expired: no more looks. */
    void OnTimeout()
    {
        m_checks = 0;
    }

    /** @brief Data is acknowledged. @return whether to look for another loss */
    bool TakeCheck()
    {
        if (m_checks == 0)
        {
            return false;
        }
        --m_checks;
        return true;
    }

    /** @param age time since a segment was sent @return whether that exceeds the timeout; false
     * without a sample */
    bool IsOverdue(Time age) const
    {
        if (m_estimator->GetNSamples() == 0)
        {
            return false;
        }
        const Time timeout =
            (m_estimator->GetEstimate() + m_estimator->GetVariation() * 2) * 17 / 16;
        return age.GetSeconds() > timeout.GetSeconds() * m_factor;
    }

  private:
    Ptr<RttEstimator> m_estimator; //!< of round-trip times
    double m_factor{1};            //!< by which the timeout is backed off
    uint32_t m_checks{0};          //!< acknowledgements of new data that are still to be looked at
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_FINE_TIMEOUT_H
