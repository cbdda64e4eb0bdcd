// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/fluid-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <functional>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/**
 * @brief The level-crossing identity: as a queue goes up and down through a level equally often,
 * the input while it is above is the service rate on average, so that the late share is
 * P(Q > x) mu / mean input, whatever the sources are.
 *
 * P(Q > x) is found by looking at the queue at fixed times, which the late bits know nothing of.
 */
class LevelCrossingTest : public TestCase
{
  public:
    LevelCrossingTest()
        : TestCase("Level-crossing identity and tails of the queue: 1, 10 and 300 sources")
    {
    }

  private:
    /**
     * @param sources of 64 kb/s @param service rate @param bits level @param seconds to run
     * @param step between two looks, s
     * @param late share, of Anick, Mitra and Sondhi @param above P(Q > level), or 0: not given
     * @param error of both, relative
     */
    void Check(uint32_t sources,
               const std::string& service,
               double bits,
               double seconds,
               double step,
               double late,
               double above,
               double error)
    {
        const double rate = static_cast<double>(DataRate(service).GetBitRate());
        const auto queue = CreateObject<FluidQueue>();
        queue->SetAttribute("ServiceRate", StringValue(service));
        queue->SetAttribute("DelayBound", TimeValue(Seconds(bits / rate)));
        const auto set = CreateObject<FluidOnOffAggregate>();
        set->SetQueue(queue);
        set->AssignStreams(77);
        for (uint32_t i = 0; i < sources; ++i)
        {
            set->Add(64e3);
        }
        uint64_t looks = 0;
        uint64_t over = 0;
        std::function<void()> look = [&] {
            queue->Update();
            ++looks;
            over += queue->GetQueue() > bits ? 1 : 0;
            ScheduleCall(Seconds(step), look);
        };
        ScheduleCall(Seconds(step / 2), look);
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
        queue->Update();
        const auto totals = queue->GetTotals();
        Simulator::Destroy();
        const double share = static_cast<double>(over) / static_cast<double>(looks);
        const double found = totals.late / totals.arrived;
        NS_TEST_EXPECT_MSG_EQ_TOL(found,
                                  share * rate * seconds / totals.arrived,
                                  4e-3 * found,
                                  "identity, " << sources << " sources");
        NS_TEST_EXPECT_MSG_EQ_TOL(found, late, error * late, "late, " << sources << " sources");
        if (above > 0)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(share, above, error * above, "above, " << sources);
        }
    }

    void DoRun() override
    {
        Check(1, "40kbps", 50e3, 6e4, 0.05, 0.069483, 0.055587, 0.15);
        Check(10, "416kbps", 10e3, 2e4, 0.01, 1.330411e-1, 1.023393e-1, 0.05);
        Check(10, "416kbps", 50e3, 5e4, 0.02, 8.484624e-3, 6.526634e-3, 0.2);
        Check(300, "10Mbps", 160e3, 5000, 0.004, 7.4014e-2, 0, 0.12);
    }
};

static HsnTestRegistration g_crossingTests("fluid-crossing", {new LevelCrossingTest});
} // namespace
