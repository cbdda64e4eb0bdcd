// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for fluid on/off sources at a queue with constant service.
 */
#ifndef HSN_FLUID_MODEL_H
#define HSN_FLUID_MODEL_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A source that sends at a constant rate in exponential On periods, and else nothing. */
struct FluidSourceModel
{
    double peak{64e3};      //!< r, bit/s, above 0
    double onMean{0.3125};  //!< 1/alpha, s, above 0
    double offMean{0.3125}; //!< 1/beta, s, above 0

    /** @return mean rate r beta / (alpha + beta), bit/s */
    double GetMeanRate() const;
};

/**
 * @ingroup hsn-analysis
 * @brief Queues of fluid from independent on/off sources, in closed form.
 *
 * - The loss of one source at a leaky bucket without a buffer of its own, which is a fluid buffer
 * of sigma bits served at rho (mbac eq. 3).
 * - The distribution of an infinite queue fed by N equal sources: D. Anick, D. Mitra, M. M. Sondhi,
 *   "Stochastic theory of a data-handling system with multiple sources", Bell System Technical
 *   Journal 61(8), 1982. Eigenvalues are roots of quadratics, coefficients products; both are exact
 *   where a numeric eigenproblem fails, beyond some tens of sources.
 *
 * Invalid arguments throw std::invalid_argument with a text that names value and limit. GSL is not
 * needed.
 */
class FluidModel
{
  public:
    /**
     * @brief Share of a source's fluid that a leaky bucket refuses.
     * @param source the source
     * @param depth sigma, bits, at least 0
     * @param rate rho, bit/s, above the mean rate and at most the peak rate
     * @return pi
     */
    static double GetBucketLoss(const FluidSourceModel& source, double depth, double rate);

    /**
     * @brief Depth of the bucket that refuses a given share, eq. (3).
     * @param source the source
     * @param rate rho, bit/s, above the mean rate and below the peak rate
     * @param loss pi, above 0 and below 1
     * @return sigma, bits; 0 if even a bucket without depth refuses less
     */
    static double GetBucketDepth(const FluidSourceModel& source, double rate, double loss);

    /**
     * @brief Rate of the bucket that refuses a given share.
     * @param source the source
     * @param depth sigma, bits, at least 0
     * @param loss pi, above 0 and below 1
     * @return rho, bit/s, between mean and peak rate, to the precision of a double
     */
    static double GetBucketRate(const FluidSourceModel& source, double depth, double loss);

    /**
     * @param source each of the sources
     * @param sources N, 1 to 100,000
     * @param service of the queue, bit/s, above the mean and below the peak rate of all sources
     */
    FluidModel(const FluidSourceModel& source, uint32_t sources, double service);

    /** @param bits x, at least 0 @return P(Q > x) at a random time */
    double GetAbove(double bits) const;

    /**
     * @brief Share of the fluid that arrives when more than a given amount is queued.
     * @param bits x, at least 0
     * @return P(Q > x) service / mean input: what lies above x leaves at the full rate, and as much
     *         must have arrived there
     */
    double GetLate(double bits) const;

  private:
    /** @brief A term of the solution: exp(logFactor + decay x), with a sign. */
    struct Term
    {
        long double sign;      //!< 1 or -1
        long double logFactor; //!< of the coefficient
        long double decay;     //!< eigenvalue, 1/bit, below 0
    };

    double m_load;             //!< mean input / service
    std::vector<Term> m_terms; //!< of P(Q > x)
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FLUID_MODEL_H
