// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_EQUATION_H
#define HSN_TFRC_EQUATION_H

#include "ns3/nstime.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The rate of a TCP connection that sees a given rate of loss events, and the reverse
 * (RFC 5348, 3.1).
 *
 * Bad arguments abort with the value and its limit.
 */
class TfrcEquation
{
  public:
    /**
     * @param segmentSize s, bytes, above 0
     * @param b packets that one acknowledgement of the TCP covers, above 0
     * @param rtoFactor its retransmission timeout in round-trip times, above 0
     */
    explicit TfrcEquation(double segmentSize, double b = 1, double rtoFactor = 4);

    /** @param rtt round-trip time R, above 0 @param p loss event rate, above 0 and at most 1
     * @return X, bytes per second */
    double GetRate(Time rtt, double p) const;

    /**
     * @brief Inverts GetRate(), which falls with p. Needs GSL: see AnalysisNumeric::FindRoot().
     * @param rtt round-trip time, above 0
     * @param rate bytes per second, above 0
     * @return the loss event rate with this rate; 1 if even that gives a higher one
     */
    double GetLossEventRate(Time rtt, double rate) const;

    /** @return s, bytes */
    double GetSegmentSize() const
    {
        return m_segmentSize;
    }

  private:
    /** @param p loss event rate @return what timeouts take, as a part of what windows take */
    double GetTimeoutShare(double p) const;

    double m_segmentSize; //!< s
    double m_b;           //!< packets per acknowledgement
    double m_rtoFactor;   //!< t_RTO / R
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_EQUATION_H
