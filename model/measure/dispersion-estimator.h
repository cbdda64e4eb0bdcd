// SPDX-License-Identifier: GPL-2.0-only
#ifndef DISPERSION_ESTIMATOR_H
#define DISPERSION_ESTIMATOR_H

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief A low percentile of the dispersion of short blocks, as Davoli, Khan and Maryni take it
 * from the interarrival times of a periodic probe.
 *
 * Samples X come one by one. M of them are a block, and blocks do not overlap. N consecutive blocks
 * give one result xi: of the N dispersions (variance with divisor M - 1, or its root) the largest
 * for which fewer than N * Epsilon are smaller. This is the order statistic number
 * ceil(N * Epsilon), counted from 1, without interpolation. Incomplete blocks and groups give
 * nothing. Memory does not grow with the samples.
 *
 * M, N and Epsilon may not change after the first sample; N * Epsilon is at least 1. Otherwise the
 * program ends with an error.
 */
class DispersionEstimator : public Object
{
  public:
    /// What is taken of a block.
    enum Dispersion
    {
        VARIANCE, //!< in the square of the unit
        DEVIATION //!< in the unit
    };

    /**
     * @brief Signature of the traces.
     * @param index of the block or of the group of blocks, from 0
     * @param value of it
     */
    using ValueTracedCallback = void (*)(uint64_t index, double value);

    /// @return the TypeId
    static TypeId GetTypeId();

    DispersionEstimator();

    /// @param sample finite, in the attribute Unit; else the program ends with an error
    void Feed(double sample);

    /// @return number of samples so far
    uint64_t GetSamples() const;
    /// @return number of complete blocks
    uint64_t GetBlocks() const;
    /// @return number of results so far
    uint64_t GetResults() const;
    /// @return the last result xi; before the first M * N samples the program ends with an error
    double GetXi() const;
    /// @return unit of xi, such as ms^2
    std::string GetXiUnit() const;

  private:
    /// Ends a block of M samples.
    void EndBlock();
    /// Ends a group of N blocks.
    void EndGroup();

    uint32_t m_blockSize{0};                                //!< M
    uint32_t m_groupSize{0};                                //!< N
    double m_epsilon{0};                                    //!< share of smaller dispersions
    Dispersion m_dispersion{VARIANCE};                      //!< of a block
    std::string m_unit;                                     //!< of a sample
    std::vector<double> m_block;                            //!< samples of the block under way
    std::vector<double> m_group;                            //!< dispersions of the group under way
    uint32_t m_usedBlockSize{0};                            //!< M at the first sample
    uint32_t m_usedGroupSize{0};                            //!< N at the first sample
    double m_usedEpsilon{0};                                //!< Epsilon at the first sample
    uint64_t m_samples{0};                                  //!< so far
    uint64_t m_blocks{0};                                   //!< ended
    uint64_t m_results{0};                                  //!< so far
    double m_xi;                                            //!< the last
    TracedCallback<uint64_t, double> m_blockMeanTrace;      //!< mean of a block
    TracedCallback<uint64_t, double> m_blockDeviationTrace; //!< standard deviation of a block
    TracedCallback<uint64_t, double> m_xiTrace;             //!< a result
};
} // namespace hsn
} // namespace ns3

#endif // DISPERSION_ESTIMATOR_H
