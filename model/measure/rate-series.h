// SPDX-License-Identifier: GPL-2.0-only
#ifndef RATE_SERIES_H
#define RATE_SERIES_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief What some competitors got in periods of equal length, and statistics of it.
 *
 * Competitors have numbers from 0 on. Times count from the beginning of the first period; a time
 * within a period stands for its beginning. Statistics of no periods are NaN.
 */
class RateSeries
{
  public:
    /// What a competitor got in a period.
    struct Sample
    {
        uint64_t bytes{0};  //!< carried
        uint64_t losses{0}; //!< packets lost
    };

    /// Periods that statistics are about: those that begin in [from, to).
    struct Span
    {
        Time from; //!< first
        Time to;   //!< behind the last
    };

    /**
     * @param competitors how many, at least 1; else the program ends with an error
     * @param period length, above 0; else the program ends with an error
     */
    RateSeries(uint32_t competitors, Time period);

    /// @param samples of one more period, by competitor; there must be as many as competitors
    void Add(const std::vector<Sample>& samples);

    /// @return number of periods
    std::size_t GetSize() const;
    /// @return length of a period
    Time GetPeriod() const;

    /// @param who a competitor @return its rate in each period, bit/s
    std::vector<double> GetRates(uint32_t who) const;
    /// @return the rate of all together in each period, bit/s
    std::vector<double> GetTotals() const;

    /// @param who a competitor @param span of time @return its mean rate, bit/s
    double GetMean(uint32_t who, const Span& span) const;
    /// @param span of time @return the mean rate of all together, bit/s
    double GetTotalMean(const Span& span) const;
    /// @param span of time @return standard deviation over mean of the rates of all together
    double GetTotalVariation(const Span& span) const;

    /**
     * @brief Tells when two competitors have converged.
     * @param a a competitor
     * @param b another
     * @param span in which they are watched
     * @param ratio smaller rate to larger one, in (0, 1], from which on they count as equal
     * @param window time over which rates are averaged, at least a period
     * @return seconds from span.from to the end of the first window with this ratio; NaN: none
     */
    double GetConvergence(uint32_t a,
                          uint32_t b,
                          const Span& span,
                          double ratio,
                          Time window) const;

    /**
     * @brief Tells how often losses hit several competitors at once.
     * @param who competitors, at least one
     * @param span of time
     * @return of the periods in which one of them lost packets, the mean share of them that did;
     * NaN if nobody did
     */
    double GetLossSynchrony(const std::vector<uint32_t>& who, const Span& span) const;

    /// @param who a competitor @param span of time @return packets lost
    uint64_t GetLosses(uint32_t who, const Span& span) const;
    /// @param who a competitor @param span of time @return periods in which it lost packets
    uint64_t GetLossPeriods(uint32_t who, const Span& span) const;

  private:
    /// @param span of time @return number of its first period, and of the one behind its last
    std::pair<std::size_t, std::size_t> Find(const Span& span) const;
    /// @tparam F function of a sample @param who a competitor @param span of time @param f number
    /// to add up @return the sum
    template <typename F>
    uint64_t Sum(uint32_t who, const Span& span, F f) const;
    /// @param span of time @param bytes in it @return bit/s
    double ToRate(const Span& span, uint64_t bytes) const;
    /// @param index of a period @return bytes of all in it
    uint64_t GetBytes(std::size_t index) const;
    /// @param bytes in a number of periods @param periods how many @return bit/s
    double ToRate(double bytes, double periods) const;

    Time m_period;                            //!< length
    std::vector<std::vector<Sample>> m_kinds; //!< by competitor, then by period
};
} // namespace hsn
} // namespace ns3

#endif // RATE_SERIES_H
