// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The engines of ATM cells against each other: the per-cell engine, which is simple, is the oracle
 * of the burst engine.
 */
#include "../hsn-test.h"
#include "atm-differential.h"
#include "fresh-seed.h"
#include "tie-order-scheduler.h"

#include <numeric>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Networks without generators of cells that the engines once simulated differently, or that failed
/// otherwise.
const std::vector<uint64_t> FAILED_ONCE = {
    50394,   // counters of a link whose delay was lowered
    51026,   // an order of PDUs that is not compared: a reassembly time that ends
    51853,   // the end of a slot, in the middle of which a sink is connected
    51938,   // counters of a link whose delay was lowered
    52624,   // counters of a link whose delay was lowered
    300017,  // a link that falls back for a moment
    300031,  // a link that falls back for a moment
    300063,  // a link that falls back for a moment
    2000058, // cells of TCP Boston that come after their transmission has timed out
    2000103, // a source that sends when its host answers a packet: that order is not compared
    3000093, // a discard policy that is replaced in the middle of a PDU
    4000003, // a cell that arrives at the very time at which a transmission of TCP Boston times out
    4001943, // connections that merge, one of which carries TCP Boston
    4001996, // slots that are given up while cells wait
    8006004, // counters that are read in the time step in which slots end because they change
    8006458, // interleaved cells of TCP Boston, the first of which UPC discards
    8021720, // cells of unknown VCs from two inputs at the same time: their order is not compared
    8200099, // counters that are read at the time at which slots change and a cell starts
    9000412, // the last cell of a PDU of AAL5 that follows others and is alone by then
    1795370046033, // the same
    1795370134018, // the same
    1795478694018, // the last cell of a PDU that waits for others: the delay was lowered
};

/// Networks with generators of cells that failed once.
const std::vector<uint64_t> FAILED_WITH_GENERATORS = {
    864291910551191, // TCP's timer of reordered segments and an acknowledgement in one time step
};

/// Networks with classes of cells and lossy codes that failed once.
const std::vector<uint64_t> FAILED_WITH_CLASSES = {
    30000003454, // a PDU of AAL5 that lost its first cells behind a PDU of TCP Boston
    50001002623, // a packet for a full queue of a host that is done with one at that time
};

/// Networks of which the same engine once made something else with another order of nodes.
const std::vector<uint64_t> ORDER_MATTERED = {
    864291910553196, // counters that are read when a source sends behind SDUs that wait
};

/// Networks that show faults which were planted (test/mutation) and which few others show.
const std::vector<uint64_t> SHOW_FAULTS = {
    157,           // burst-lockstep-turn
    1795370006017, // burst-waiting-includes-departing
};

/** @param first seed @param networks how many @return their seeds */
std::vector<uint64_t>
Range(uint64_t first, uint64_t networks)
{
    std::vector<uint64_t> seeds(networks);
    std::iota(seeds.begin(), seeds.end(), first);
    return seeds;
}

/** @param first a fresh seed @param networks how many @return what to call the test */
std::string
NameFresh(uint64_t first, uint64_t networks)
{
    return std::to_string(networks) + " random networks from seed " + std::to_string(first) +
           " on (HSN_FRESH_SEED; those that fail belong into FAILED_ONCE)";
}

/** @brief Random networks, simulated by both engines. */
class AtmEngineTest : public TestCase
{
  public:
    /**
     * @param name of the networks
     * @param seeds of them
     * @param covering whether they must have all
     * @param features that they may have
     */
    AtmEngineTest(const std::string& name,
                  const std::vector<uint64_t>& seeds,
                  bool covering,
                  AtmNetworkFeatures features)
        : TestCase("Same cells, packets and counters with both engines: " + name),
          m_seeds(seeds),
          m_covering(covering),
          m_features(features)
    {
    }

  private:
    void DoRun() override
    {
        AtmNetworkRun::Settings perCell;
        AtmNetworkRun::Settings burst;
        burst.engine = "Burst";
        AtmDifferential differential(perCell, burst);
        for (const uint64_t seed : m_seeds)
        {
            auto plan = DrawAtmNetwork(seed, m_features);
            const std::string text = differential.Compare(plan);
            NS_TEST_EXPECT_MSG_EQ(text, "", "seed " << seed);
        }
        for (const auto& name : differential.GetUncovered())
        {
            NS_TEST_EXPECT_MSG_EQ(m_covering, false, "never met: " << name);
        }
    }

    std::vector<uint64_t> m_seeds; //!< of the networks
    bool m_covering;               //!< whether they must have all
    AtmNetworkFeatures m_features; //!< that they may have
};

/** @brief Random networks, simulated per cell, in two orders of events at the same time: what the
 * comparison of the engines looks at must not depend on it. */
class AtmTieOrderTest : public TestCase
{
  public:
    /** @param name of the networks @param seeds of them @param features that they may have */
    AtmTieOrderTest(const std::string& name,
                    const std::vector<uint64_t>& seeds,
                    AtmNetworkFeatures features = ATM_ALL_FEATURES)
        : TestCase("Same result whatever the order of nodes at one time: " + name),
          m_seeds(seeds),
          m_features(features)
    {
    }

  private:
    void DoRun() override
    {
        AtmNetworkRun::Settings usual;
        AtmNetworkRun::Settings other;
        other.scheduler = TieOrderScheduler::GetTypeId().GetName();
        AtmDifferential differential(usual, other);
        for (const uint64_t seed : m_seeds)
        {
            auto plan = DrawAtmNetwork(seed, m_features);
            const std::string text = differential.Compare(plan);
            NS_TEST_EXPECT_MSG_EQ(text, "", "seed " << seed);
        }
    }

    std::vector<uint64_t> m_seeds; //!< of the networks
    AtmNetworkFeatures m_features; //!< that they may have
};

const uint64_t FRESH = GetFreshSeed(); //!< first of the seeds that were never used

HsnTestRegistration g_atmEngineTests(
    "atm-engine",
    {new AtmEngineTest("60 random networks", Range(1, 60), false, ATM_ALL_FEATURES),
     new AtmEngineTest("random networks that failed once", FAILED_ONCE, false, ATM_BASIC_FEATURES),
     new AtmEngineTest("random networks with generators that failed once",
                       FAILED_WITH_GENERATORS,
                       false,
                       ATM_WITH_GENERATORS),
     new AtmEngineTest("random networks with classes of cells that failed once",
                       FAILED_WITH_CLASSES,
                       false,
                       ATM_WITH_CLASSES),
     new AtmEngineTest("random networks that show planted faults",
                       SHOW_FAULTS,
                       false,
                       ATM_BASIC_FEATURES),
     new AtmEngineTest(NameFresh(FRESH, 40), Range(FRESH, 40), false, ATM_ALL_FEATURES),
     new AtmTieOrderTest("networks that failed once", ORDER_MATTERED, ATM_WITH_GENERATORS),
     new AtmTieOrderTest(NameFresh(FRESH, 20), Range(FRESH, 20))});
HsnTestRegistration g_atmEngineLongTests(
    "atm-engine-long",
    {new AtmEngineTest("600 random networks", Range(1, 600), true, ATM_ALL_FEATURES),
     new AtmEngineTest(NameFresh(FRESH + 100, 600),
                       Range(FRESH + 100, 600),
                       false,
                       ATM_ALL_FEATURES),
     new AtmTieOrderTest("200 random networks", Range(1, 200))},
    true);
} // namespace
} // namespace hsn
} // namespace ns3
