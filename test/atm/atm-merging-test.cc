// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Ports that merge many lanes, 2 to 64 inputs, with every discard policy: the per-cell engine is
 * the oracle of the burst engine, which decides on many rounds of cells at once there.
 */
#include "../hsn-test.h"
#include "atm-differential.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
const uint64_t LINE = 155520000; //!< bit/s

/// Who sends to whom, and how.
enum class Shape
{
    TIED,   //!< all into one, all cells at the same times
    WOVEN,  //!< all into one at line rate, each begins when it likes and has PDUs of its own length
    PACED,  //!< the same with evenly spaced cells, all together about as many as leave
    SLOWER, //!< as WOVEN, into a link of a third of the rate
    BURSTS, //!< each to two others, 45 % of the line rate, PDUs back to back and then a pause
};

/**
 * @param ports of the switch @param shape what happens @param policy of the output buffers
 * @param seed of what is left open
 * @return a switch and its hosts, one at each port; cells are looked at where they arrive, and if
 * the seed is odd also where they are discarded, which decides whether that is done one by one
 */
AtmNetworkPlan
MakePlan(uint32_t ports, Shape shape, AtmQueuePlan::Policy policy, uint64_t seed)
{
    PlanRandom random(seed);
    AtmNetworkPlan plan;
    plan.seed = seed;
    plan.slotTimes = {0};
    plan.hosts.resize(ports);
    const int64_t cell = GetCellSteps(LINE);
    const int64_t time = std::clamp<int64_t>(8000 / ports, 250, 1000) * cell;
    const bool isLong = random.Chance(0.5); // many rounds before the buffers are full
    for (uint32_t h = 0; h < ports; ++h)
    {
        AtmLinkPlan link;
        link.ends = {1 + h, 0};
        link.rate = shape == Shape::SLOWER && h == 0 ? LINE / 3 : LINE;
        link.delay = 10000;
        link.watched = {true, seed % 2 == 1};
        for (auto& queue : link.queues[1])
        {
            queue.policy = policy;
            queue.maxCells =
                static_cast<uint32_t>(isLong ? random.Int(50, 200) : random.Int(4, 50));
            queue.threshold = random.Real(0.2, 1);
        }
        plan.links.push_back(link);
    }
    const double paced = random.Real(0.7, 1.4) / (ports - 1);
    const auto size = random.Int(1, 1500);
    const auto add = [&](uint32_t from, uint32_t to, int64_t start) {
        AtmConnectionPlan c;
        c.from = 1 + from;
        c.to = {1 + to};
        c.path = {from, to};
        c.ends[0].queue = AtmVcPlan::UNLIMITED;
        c.ends[0].cellRate =
            shape == Shape::PACED ? static_cast<uint64_t>(std::min(1.0, paced) * LINE) : 0;
        AtmSourcePlan s;
        s.connection = static_cast<uint32_t>(plan.connections.size());
        s.kind = shape == Shape::BURSTS ? AtmSourcePlan::PERIODIC : AtmSourcePlan::GREEDY;
        s.minSize = static_cast<uint32_t>(shape == Shape::TIED ? size : random.Int(1, 1500));
        s.maxSize = shape == Shape::WOVEN ? 2 * s.minSize : s.minSize;
        s.interval = std::ceil((s.minSize + 8) / 48.0) * static_cast<double>(cell) / 0.45;
        s.burst = shape == Shape::BURSTS ? 1 : 2;
        s.start = start;
        s.stop = time;
        s.maxSdus = 100000;
        s.seed = seed * 1000 + s.connection;
        plan.connections.push_back(c);
        plan.sources.push_back(s);
    };
    for (uint32_t h = 0; h < ports; ++h)
    {
        const int64_t start = shape == Shape::TIED ? cell : random.Int(1, 20 * cell);
        if (shape == Shape::BURSTS)
        {
            add(h, (h + 1) % ports, start);
            add(h, (h + (ports > 2 ? 2 : 1)) % ports, start + random.Int(0, 20 * cell));
        }
        else if (h > 0)
        {
            add(h, 0, start);
        }
    }
    plan.duration = time + 100 * cell + 200 * GetCellSteps(LINE / 3) + 1;
    return plan;
}

/** @brief Both engines, one policy. */
class AtmMergingTest : public TestCase
{
  public:
    /** @param name of the policy @param policy the policy */
    AtmMergingTest(const std::string& name, AtmQueuePlan::Policy policy)
        : TestCase("Same cells with both engines where 1 to 63 inputs meet: " + name),
          m_policy(policy)
    {
    }

  private:
    void DoRun() override
    {
        AtmNetworkRun::Settings perCell;
        AtmNetworkRun::Settings burst;
        burst.engine = "Burst";
        AtmDifferential differential(perCell, burst);
        uint64_t seed = 10000 * static_cast<uint64_t>(m_policy);
        for (const auto shape :
             {Shape::TIED, Shape::WOVEN, Shape::PACED, Shape::SLOWER, Shape::BURSTS})
        {
            for (const uint32_t ports : {2, 3, 4, 5, 8, 16, 33, 64})
            {
                // small networks, which cost nothing, more often
                for (uint32_t i = 0; i < (ports <= 8 ? 3 : 1); ++i)
                {
                    auto plan = MakePlan(ports, shape, m_policy, ++seed);
                    const std::string text = differential.Compare(plan);
                    NS_TEST_EXPECT_MSG_EQ(text, "", ports << " ports, seed " << seed);
                }
            }
        }
    }

    AtmQueuePlan::Policy m_policy; //!< of output buffers
};

HsnTestRegistration g_atmMergingTests("atm-merging",
                                      {new AtmMergingTest("none", AtmQueuePlan::NONE),
                                       new AtmMergingTest("tail", AtmQueuePlan::TAIL),
                                       new AtmMergingTest("partial packet", AtmQueuePlan::PPD),
                                       new AtmMergingTest("early packet", AtmQueuePlan::EPD),
                                       new AtmMergingTest("CLP threshold", AtmQueuePlan::CLP)});
} // namespace
} // namespace hsn
} // namespace ns3
