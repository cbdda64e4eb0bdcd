// SPDX-License-Identifier: GPL-2.0-only
#ifndef HURST_ESTIMATOR_H
#define HURST_ESTIMATOR_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Rescaled range (R/S) and variance-time analysis of a series, and the Hurst parameter by
 * each.
 *
 * Fits are least squares on decimal logarithms, by GSL: in a build without it they throw
 * std::runtime_error. A single series of a thousand samples tells the
 * Hurst parameter to about 0.1; R/S is biased towards 0.7, variance-time downwards.
 */
class HurstEstimator
{
  public:
    /// Which blocks of d samples R/S looks at.
    enum Blocks
    {
        FIRST, //!< the first one
        POX    //!< all disjoint ones; the mean of log R/S counts
    };

    /// A point of a log-log plot.
    struct Point
    {
        uint64_t scale; //!< samples of a block
        double value;   //!< R/S or variance
    };

    /// A straight line through points.
    struct Fit
    {
        double slope;     //!< NaN below two points
        double intercept; //!< decimal logarithm of the value at scale 1
        uint64_t points;  //!< how many it rests on
    };

    /**
     * @brief Range of the partial sums of deviations from the mean, over the standard deviation
     * (divisor d).
     * @param series samples, finite, as are sums of their squares; else the program ends with an
     * error
     * @param first index of the block's first sample
     * @param size d, at least 2, within the series; else the program ends with an error
     * @return R/S; NaN if all samples are equal
     */
    static double GetRescaledRange(const std::vector<double>& series,
                                   std::size_t first,
                                   std::size_t size);

    /**
     * @brief R/S at some scales. Blocks of equal samples, for which it is not defined, are skipped
     * with a warning in the log "HsnHurstEstimator".
     * @param series samples, as of GetRescaledRange()
     * @param scales d, each at least 2
     * @param blocks which blocks
     * @return a point for each scale at which there is a block with unequal samples
     */
    static std::vector<Point> GetRescaledRanges(const std::vector<double>& series,
                                                const std::vector<uint64_t>& scales,
                                                Blocks blocks);

    /**
     * @brief Variances (divisor: the number of blocks) of the means of blocks.
     * @param series samples, as of GetRescaledRange()
     * @param scales m, each at least 1
     * @param least fewest blocks of a point
     * @return a point for each scale with as many blocks and a variance above 0
     */
    static std::vector<Point> GetVarianceTimes(const std::vector<double>& series,
                                               const std::vector<uint64_t>& scales,
                                               uint64_t least = 10);

    /// @param points with positive, finite values @return least squares line of log10 value on
    /// log10 scale
    static Fit FitLine(const std::vector<Point>& points);

    /// @param slope of a variance-time plot, minus beta @return H = 1 - beta/2
    static double GetHurst(double slope);

    /// @param low smallest, above 0 @param high greatest @return low, 2 low, 4 low, ... up to high
    static std::vector<uint64_t> GetOctaves(uint64_t low, uint64_t high);
};

/**
 * @ingroup hsn-measure
 * @brief Variances of block means at block sizes 1, 2, 4, ..., of a series that is not kept.
 *
 * Needs a few numbers for each scale, and two operations or so for each sample.
 */
class VarianceTimeCollector
{
  public:
    /// @param sample finite; else the program ends with an error
    void Add(double sample);

    /// @return number of samples
    uint64_t GetCount() const;
    /// @param least fewest blocks of a point @return as HurstEstimator::GetVarianceTimes
    std::vector<HurstEstimator::Point> GetPoints(uint64_t least = 10) const;

  private:
    /// Blocks of one size.
    struct Level
    {
        uint64_t count{0};      //!< blocks
        double mean{0};         //!< of their means
        double squares{0};      //!< squared distances from it, added up
        double waiting{0};      //!< mean of the block that waits for its neighbour
        bool hasWaiting{false}; //!< there is one
    };

    std::vector<Level> m_levels; //!< block sizes 1, 2, 4, ...
};
} // namespace hsn
} // namespace ns3

#endif // HURST_ESTIMATOR_H
