// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_ANALYSIS_NUMERIC_H
#define HSN_ANALYSIS_NUMERIC_H

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-analysis
 * @brief Distributions, root finding and fits, by the GNU Scientific Library (GSL).
 *
 * Bad arguments throw std::invalid_argument, which names value and limit. If GSL finds no result,
 * std::runtime_error is thrown, which names the arguments and GSL's reason; the program does not
 * end, because GSL's own error handler is off during a call. That handler belongs to the whole
 * process: do not call GSL from two threads at a time.
 *
 * In a build without GSL all functions but HasGsl() throw std::runtime_error.
 */
class AnalysisNumeric
{
  public:
    /** @return whether the module was built with GSL */
    static bool HasGsl();

    /**
     * @brief Binomial distribution: P(X = k).
     * @param k successes, at most n
     * @param p probability of one, 0 to 1
     * @param n trials
     * @return the probability
     */
    static double GetBinomial(uint32_t k, double p, uint32_t n);

    /**
     * @brief Binomial distribution: P(X <= k), also accurate where it is small.
     * @param k successes, at most n
     * @param p probability of one, 0 to 1
     * @param n trials
     * @return the probability
     */
    static double GetBinomialAtMost(uint32_t k, double p, uint32_t n);

    /**
     * @brief Binomial distribution: P(X > k), also accurate where it is small.
     * @param k successes, at most n
     * @param p probability of one, 0 to 1
     * @param n trials
     * @return the probability
     */
    static double GetBinomialAbove(uint32_t k, double p, uint32_t n);

    /**
     * @brief Finds a root by Brent's method, as exactly as a double allows.
     * @param function continuous; what it throws is passed on
     * @param low one end of the interval
     * @param high other end, above low; the function has another sign there
     * @return the root
     */
    static double FindRoot(const std::function<double(double)>& function, double low, double high);

    /// A straight line.
    struct Line
    {
        double slope;     //!< NaN if no line is nearest, as below two points
        double intercept; //!< value at 0
    };

    /**
     * @brief Fits a line by least squares.
     * @param x abscissas
     * @param y ordinates, as many; else std::invalid_argument is thrown
     * @return the line
     */
    static Line FitLine(const std::vector<double>& x, const std::vector<double>& y);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ANALYSIS_NUMERIC_H
