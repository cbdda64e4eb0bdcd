// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The same random network, simulated in two ways: nothing that can be seen may differ.
 */
#ifndef HSN_ATM_DIFFERENTIAL_H
#define HSN_ATM_DIFFERENTIAL_H

#include "atm-network-run.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Compares two ways to simulate ATM networks. */
class AtmDifferential
{
  public:
    /** @param reference one way @param other the other */
    AtmDifferential(const AtmNetworkRun::Settings& reference, const AtmNetworkRun::Settings& other);

    /**
     * @brief Simulates a network in both ways.
     *
     * What depends on the order of events at the same time is not defined, and is taken out of the
     * network: actions and the end are moved by a time step where a cell moves at that very time,
     * a link at both ends of which cells arrive at the same time has no errors, a queue of SDUs
     * that is full when one comes and another one leaves has room for all, and a source that sends
     * when its host answers a packet starts a time step later.
     *
     * @param plan network, which may change
     * @return empty if all was the same; else the network and the first differences
     */
    std::string Compare(AtmNetworkPlan& plan);

    /**
     * @brief Takes away from a network that fails what it does not need for that.
     * @param plan fails
     * @param tries networks to simulate, at most
     * @param fails tells whether a network does
     * @return a smaller network that fails
     */
    static AtmNetworkPlan Shrink(const AtmNetworkPlan& plan,
                                 uint32_t tries,
                                 const std::function<bool(const AtmNetworkPlan&)>& fails);

    /** @return what the networks had, and what happened in the reference's runs */
    const AtmCoverage& GetCoverage() const
    {
        return m_coverage;
    }

    /** @return what has not been met so far, of that which all networks together should have */
    std::vector<std::string> GetUncovered() const;

  private:
    /** @param plan network, see Compare @return whether all was the same */
    bool IsSame(AtmNetworkPlan& plan);

    /**
     * @param plan changed where its result is not defined
     * @param run of it
     * @param step by how many time steps something is moved
     * @return whether it was changed
     */
    static bool Disambiguate(AtmNetworkPlan& plan, const AtmNetworkRun& run, int64_t step);

    /** @param plan network that was compared */
    void Cover(const AtmNetworkPlan& plan);

    AtmNetworkRun::Settings m_reference; //!< one way
    AtmNetworkRun::Settings m_other;     //!< the other
    AtmCoverage m_coverage;              //!< see GetCoverage
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_DIFFERENTIAL_H
