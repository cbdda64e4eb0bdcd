// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_RTT_ESTIMATOR_H
#define HSN_XTP_RTT_ESTIMATOR_H

#include "ns3/nstime.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
/**
 * @brief Round-trip time and WTIMER of an XTP sender: mean + max(granularity, multiplier * mean
 * deviation), with gains 1/8 and 1/4.
 *
 * Every request has a number, so that each sample is unambiguous. Without the floor, a path without
 * jitter would have a WTIMER of just the round-trip time.
 */
class XtpRttEstimator
{
  public:
    /** @param initial WTIMER before there is a sample @param granularity least addition to the mean
     * @param multiplier of the mean deviation */
    void Configure(Time initial, Time granularity, double multiplier)
    {
        m_initial = initial;
        m_granularity = granularity;
        m_multiplier = multiplier;
    }

    /** @brief Takes a sample. @param sample round-trip time */
    void Measure(Time sample)
    {
        const double value = sample.GetSeconds();
        if (!m_measured)
        {
            m_measured = true;
            m_mean = value;
            m_deviation = value / 2;
            return;
        }
        const double error = value - m_mean;
        m_mean += error / 8;
        m_deviation += (std::max(error, -error) - m_deviation) / 4;
    }

    /** @return WTIMER */
    Time GetTimeout() const
    {
        return m_measured
                   ? Seconds(m_mean) + std::max(m_granularity, Seconds(m_multiplier * m_deviation))
                   : m_initial;
    }

    /** @return mean of the samples; 0 without one */
    Time GetMean() const
    {
        return Seconds(m_mean);
    }

  private:
    Time m_initial;         //!< WTIMER without a sample
    Time m_granularity;     //!< least addition to the mean
    double m_multiplier{4}; //!< of the deviation
    bool m_measured{false}; //!< there was a sample
    double m_mean{0};       //!< s
    double m_deviation{0};  //!< s
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_RTT_ESTIMATOR_H
