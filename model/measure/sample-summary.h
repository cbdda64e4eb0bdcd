// SPDX-License-Identifier: GPL-2.0-only
#ifndef SAMPLE_SUMMARY_H
#define SAMPLE_SUMMARY_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Mean, spread, percentiles and histogram of samples, all of which are kept.
 *
 * Without samples, statistics are NaN.
 */
class SampleSummary
{
  public:
    /// @param sample finite number
    void Add(double sample);

    /// @return number of samples
    uint64_t GetCount() const;
    /// @return mean
    double GetMean() const;
    /// @return standard deviation of a sample (n - 1 in the denominator); NaN below two samples
    double GetDeviation() const;
    /**
     * @param share 0 to 1; else the program ends with an error
     * @return the smallest sample that at least this share of all does not exceed
     */
    double GetPercentile(double share) const;
    /// @param limit any number @return number of samples above it
    uint64_t CountAbove(double limit) const;
    /**
     * @param width of a bin, above 0; else the program ends with an error
     * @return numbers of samples in [0, width), [width, 2 width) and so on, up to the largest;
     * negative samples are in the first
     */
    std::vector<uint64_t> GetHistogram(double width) const;

  private:
    mutable std::vector<double> m_samples; //!< all; sorted if m_sorted
    mutable bool m_sorted{true};           //!< they are in order
    double m_mean{0};                      //!< of them
    double m_squares{0};                   //!< sum of squared distances from the mean
};
} // namespace hsn
} // namespace ns3

#endif // SAMPLE_SUMMARY_H
