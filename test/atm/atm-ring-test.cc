// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Switches in a ring whose outputs depend on each other: the per-cell engine is the oracle of the
 * burst engine, which cannot work out any of these outputs without the others.
 */
#include "../hsn-test.h"
#include "atm-differential.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// What a ring carries.
struct RingTraffic
{
    uint64_t linkRate;           //!< of the links between switches, bit/s
    int64_t linkDelay;           //!< of them, time steps
    AtmQueuePlan::Policy policy; //!< of the buffers between switches
    uint32_t maxCells;           //!< of these
    AtmSourcePlan::Kind kind;    //!< of sources
    uint32_t maxSize;            //!< bytes of an SDU
    uint32_t sdus;               //!< of each source
    std::vector<uint64_t> rates; //!< of cells of each VC, bit/s; 0: the line rate
    uint32_t hops;               //!< links of the ring that a VC takes
};

/**
 * @param traffic of the ring @param seed of what is left open
 * @return a switch for each rate, switch i with host i, which sends along the ring to the host at
 * the switch that is so many hops further. So the link from switch i to i + 1 carries the VC that
 * begins at i, and by the link before it as many others as there are further hops
 */
AtmNetworkPlan
MakeRing(const RingTraffic& traffic, uint64_t seed)
{
    constexpr uint64_t HOST_RATE = 155520000; // bit/s
    PlanRandom random(seed);
    const auto n = static_cast<uint32_t>(traffic.rates.size());
    AtmNetworkPlan plan;
    plan.seed = seed;
    plan.loop = true;
    plan.slotTimes.assign(n, 0);
    plan.hosts.resize(n);
    for (uint32_t i = 0; i < 2 * n; ++i)
    {
        AtmLinkPlan link;
        const bool isOfRing = i < n;
        link.ends = isOfRing ? std::array<uint32_t, 2>{i, (i + 1) % n}
                             : std::array<uint32_t, 2>{i, i - n}; // of host i - n
        link.rate = isOfRing ? traffic.linkRate : HOST_RATE;
        link.delay = isOfRing ? traffic.linkDelay : 0;
        for (auto& queues : link.queues)
        {
            for (auto& queue : queues)
            {
                queue.policy = isOfRing ? traffic.policy : AtmQueuePlan::NONE;
                queue.maxCells = isOfRing ? traffic.maxCells : 100000;
            }
        }
        plan.links.push_back(link);
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        AtmConnectionPlan c;
        c.from = n + i;
        c.path.push_back(n + i);
        for (uint32_t hop = 0; hop < traffic.hops; ++hop)
        {
            c.path.push_back((i + hop) % n);
        }
        const uint32_t last = (i + traffic.hops) % n;
        c.path.push_back(n + last);
        c.to = {n + last};
        c.ends[0].cellRate = traffic.rates[i];
        c.ends[0].queue = AtmVcPlan::UNLIMITED;
        AtmSourcePlan s;
        s.connection = i;
        s.kind = traffic.kind;
        s.minSize = traffic.kind == AtmSourcePlan::GREEDY ? 1 : traffic.maxSize;
        s.maxSize = traffic.maxSize;
        s.burst = 2;
        s.start = random.Int(1, 100000);
        s.stop = int64_t{100} * 1000000000;
        s.interval = static_cast<double>(s.stop);
        s.maxSdus = traffic.sdus;
        s.seed = seed * 1000 + i;
        plan.connections.push_back(c);
        plan.sources.push_back(s);
    }
    plan.duration = int64_t{20} * 1000000000;
    return plan;
}

/// Rings of three and of five switches.
class AtmRingTest : public TestCase
{
  public:
    AtmRingTest()
        : TestCase("Same cells with both engines where VCs lead from output to output in a ring")
    {
    }

  private:
    /**
     * @brief Each link of the ring carries cells of several VCs, and some of different ones follow
     * each other at once: they have met in the buffer in front of it.
     * @param plan of the ring @param name of it
     */
    void CheckMeetings(const AtmNetworkPlan& plan, const std::string& name)
    {
        AtmObservation seen(true);
        AtmNetworkRun(plan, {}, seen).Run();
        for (uint32_t i = 0; i < plan.slotTimes.size(); ++i)
        {
            const int64_t cell = GetCellSteps(plan.links[i].rate);
            const std::string place = "cells received at " + plan.GetPortName(i, 1) + " VC";
            std::map<int64_t, const AtmObservation::Stream*> arrivals; // of cells, by time
            uint32_t vcs = 0;
            for (const auto& [stream, records] : seen.GetStreams())
            {
                if (stream.rfind(place, 0) != 0)
                {
                    continue;
                }
                ++vcs;
                for (uint64_t k = 0; k < records.GetCount(); ++k)
                {
                    arrivals.emplace(records.GetRecord(k)[0], &records);
                }
            }
            uint32_t met = 0;
            for (const auto& [time, vc] : arrivals)
            {
                const auto next = arrivals.find(time + cell);
                met += next != arrivals.end() && next->second != vc;
            }
            NS_TEST_EXPECT_MSG_GT(vcs, 1, name << ": VCs on link " << i << " of the ring");
            NS_TEST_EXPECT_MSG_GT(met, 3, name << ": cells that follow another VC's on link " << i);
        }
    }

    /// @param traffic of a ring @param seed of it @param name of it
    void Compare(const RingTraffic& traffic, uint64_t seed, const std::string& name)
    {
        auto plan = MakeRing(traffic, seed);
        CheckMeetings(plan, name);
        AtmNetworkRun::Settings burst;
        burst.engine = "Burst";
        AtmDifferential differential({}, burst);
        NS_TEST_EXPECT_MSG_EQ(differential.Compare(plan), "", name << ", seed " << seed);
        const auto coverage = differential.GetCoverage();
        NS_TEST_EXPECT_MSG_GT(coverage.at("cells compared"), 1000, name);
        if (traffic.policy != AtmQueuePlan::NONE)
        {
            NS_TEST_EXPECT_MSG_GT(coverage.at("queue full") + coverage.at("queue early"),
                                  0,
                                  name << ": cells that found no room");
        }
    }

    void DoRun() override
    {
        // more cells than there is room for on each link; of those that come by the link before,
        // the output there has let in some
        uint64_t seed = 0;
        for (const uint32_t switches : {3, 5})
        {
            for (const int64_t delay : {0, 100000})
            {
                for (const auto policy : {AtmQueuePlan::TAIL, AtmQueuePlan::PPD, AtmQueuePlan::EPD})
                {
                    Compare({155520000,
                             delay,
                             policy,
                             20,
                             AtmSourcePlan::GREEDY,
                             1500,
                             20,
                             std::vector<uint64_t>(switches, 0),
                             (switches + 1) / 2},
                            ++seed,
                            std::to_string(switches) + " switches, " + std::to_string(delay) +
                                " ns");
                }
            }
        }
        // one SDU of 1366 cells on each VC, the cells 4 ms apart: nobody need look at the ring in
        // the meantime, in which it could carry 350,000 cells one after the other
        Compare({25600000,
                 0,
                 AtmQueuePlan::NONE,
                 1000,
                 AtmSourcePlan::PERIODIC,
                 65535,
                 1,
                 {100000, 101000, 103000},
                 2},
                ++seed,
                "nobody looks for seconds");
    }
};

HsnTestRegistration g_atmRingTests("atm-ring", {new AtmRingTest});
} // namespace
} // namespace hsn
} // namespace ns3
