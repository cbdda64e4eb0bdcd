// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The engines of ATM cells against each other: the per-cell engine, which is simple, is the oracle
 * of the burst engine.
 */
#include "../hsn-test.h"
#include "atm-differential.h"
#include "tie-order-scheduler.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Random networks, simulated by both engines. */
class AtmEngineTest : public TestCase
{
  public:
    /** @param first seed @param networks how many @param covering whether they must have all */
    AtmEngineTest(uint64_t first, uint64_t networks, bool covering)
        : TestCase("Same cells, packets and counters with both engines: " +
                   std::to_string(networks) + " random networks"),
          m_first(first),
          m_networks(networks),
          m_covering(covering)
    {
    }

  private:
    void DoRun() override
    {
        AtmNetworkRun::Settings perCell;
        AtmNetworkRun::Settings burst;
        burst.engine = "Burst";
        AtmDifferential differential(perCell, burst);
        for (uint64_t seed = m_first; seed < m_first + m_networks; ++seed)
        {
            auto plan = DrawAtmNetwork(seed);
            const std::string text = differential.Compare(plan);
            NS_TEST_EXPECT_MSG_EQ(text, "", "seed " << seed);
        }
        for (const auto& name : differential.GetUncovered())
        {
            NS_TEST_EXPECT_MSG_EQ(m_covering, false, "never met: " << name);
        }
    }

    uint64_t m_first;    //!< seed
    uint64_t m_networks; //!< how many
    bool m_covering;     //!< whether they must have all
};

/** @brief Random networks, simulated per cell, in two orders of events at the same time: what the
 * comparison of the engines looks at must not depend on it. */
class AtmTieOrderTest : public TestCase
{
  public:
    /** @param networks how many */
    explicit AtmTieOrderTest(uint64_t networks)
        : TestCase("Same result whatever the order of nodes at one time: " +
                   std::to_string(networks) + " random networks"),
          m_networks(networks)
    {
    }

  private:
    void DoRun() override
    {
        AtmNetworkRun::Settings usual;
        AtmNetworkRun::Settings other;
        other.scheduler = TieOrderScheduler::GetTypeId().GetName();
        AtmDifferential differential(usual, other);
        for (uint64_t seed = 1; seed <= m_networks; ++seed)
        {
            auto plan = DrawAtmNetwork(seed);
            const std::string text = differential.Compare(plan);
            NS_TEST_EXPECT_MSG_EQ(text, "", "seed " << seed);
        }
    }

    uint64_t m_networks; //!< how many
};

HsnTestRegistration g_atmEngineTests("atm-engine", {new AtmEngineTest(1, 60, false)});
HsnTestRegistration g_atmEngineLongTests("atm-engine-long",
                                         {new AtmEngineTest(1, 600, true),
                                          new AtmTieOrderTest(200)},
                                         true);
} // namespace
} // namespace hsn
} // namespace ns3
