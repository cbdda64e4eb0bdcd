// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_FAIR_SHARE_H
#define METS_FAIR_SHARE_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Shares what base layers leave of a link among flows with discrete levels
 * (QoS-A, 2.2.2.1).
 *
 * Every flow wants a greater rate and would take a smaller one (or none). The rate left is divided
 * into equal shares: flows whose greater rate fits the share get it; else those whose smaller rate
 * fits get that; else the flow with the largest smaller rate gets nothing; what they leave is
 * shared again by the others. At the end flows are raised by a level, in the order given, while
 * something of the pool is left; flows that got nothing are among them.
 *
 * The result is feasible and maximal: no flow can be raised. It is not always max-min fair by
 * levels; equal shares of which what is not enough goes back is the paper's rule. Rates are whole
 * numbers, and there is no rounding.
 */
class FairShareAllocator
{
  public:
    /// What a flow asks for.
    struct Demand
    {
        uint64_t min{0}; //!< smaller rate; 0: none
        uint64_t max{0}; //!< greater rate; 0: nothing is asked for
    };

    /**
     * @brief Shares a pool.
     * @param pool rate that is left of the capacity
     * @param demands of the flows; min above max ends the program with an error
     * @return rates granted, each 0, min or max of its flow
     */
    static std::vector<uint64_t> Share(uint64_t pool, const std::vector<Demand>& demands);

    /**
     * @brief Tells what base layers leave.
     * @param capacity of the link
     * @param base rates of the flows' base layers
     * @return what is left; a capacity below the sum ends the program with an error
     */
    static uint64_t GetPool(uint64_t capacity, const std::vector<uint64_t>& base);
};
} // namespace hsn
} // namespace ns3

#endif // METS_FAIR_SHARE_H
