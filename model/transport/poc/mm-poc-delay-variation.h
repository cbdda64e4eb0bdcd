// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_DELAY_VARIATION_H
#define HSN_MM_POC_DELAY_VARIATION_H

#include "ns3/nstime.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What the average transit delay variation is; the paper does not define it. */
enum MmPocAtdvMetric
{
    MM_POC_CONSECUTIVE,  //!< mean |D_i - D_i-1| over consecutive deliveries of a medium
    MM_POC_MEAN_ABS_DEV, //!< mean |D_i - mean D|
    MM_POC_EXCESS        //!< mean D - min D
};

/**
 * @ingroup hsn-mm-poc
 * @brief Transit delays of one medium, from submission to delivery, and their variation.
 */
class MmPocDelayVariation
{
  public:
    /** @param delay of the next delivery */
    void Add(Time delay)
    {
        m_delays.push_back(delay.GetSeconds());
    }

    /** @return number of deliveries */
    uint64_t GetCount() const
    {
        return m_delays.size();
    }

    /** @return mean delay, s; NaN without deliveries */
    double GetMean() const
    {
        double sum = 0;
        for (const double delay : m_delays)
        {
            sum += delay;
        }
        return sum / static_cast<double>(m_delays.size());
    }

    /** @param metric which @return sum of the terms of the mean, s */
    double GetSum(MmPocAtdvMetric metric) const
    {
        const double mean = GetMean();
        double least = std::numeric_limits<double>::infinity();
        double sum = 0;
        for (std::size_t i = 0; i < m_delays.size(); ++i)
        {
            least = std::min(least, m_delays[i]);
            sum += metric == MM_POC_CONSECUTIVE ? (i ? std::fabs(m_delays[i] - m_delays[i - 1]) : 0)
                                                : std::fabs(m_delays[i] - mean);
        }
        return metric == MM_POC_EXCESS ? (mean - least) * static_cast<double>(m_delays.size())
                                       : sum;
    }

    /** @param metric which @return number of the terms of the mean */
    uint64_t GetTerms(MmPocAtdvMetric metric) const
    {
        return metric == MM_POC_CONSECUTIVE && !m_delays.empty() ? m_delays.size() - 1
                                                                 : m_delays.size();
    }

    /** @param media of an association @param metric which @return its variation, s: the mean over
     * the deliveries of all media, each delay compared within its medium; NaN without any */
    static double GetVariation(const std::vector<MmPocDelayVariation>& media,
                               MmPocAtdvMetric metric = MM_POC_CONSECUTIVE)
    {
        double sum = 0;
        uint64_t terms = 0;
        for (const auto& one : media)
        {
            if (one.GetCount() > 0)
            {
                sum += one.GetSum(metric);
                terms += one.GetTerms(metric);
            }
        }
        return terms ? sum / static_cast<double>(terms) : std::numeric_limits<double>::quiet_NaN();
    }

  private:
    std::vector<double> m_delays; //!< s, in the order of delivery
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_DELAY_VARIATION_H
