// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The congestion loop of METS: a switch marks cells, a monitor sees them, the receiver's adapter
 * asks for less. Times, levels and marks follow from rates by hand.
 */
#include "../hsn-test.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-flow-monitor.h"
#include "ns3/mets-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t FLOW = 7; //!< number

/// A monitor by itself, at an adapter that gets cells one by one.
class FlowMonitorTest : public TestCase
{
  public:
    FlowMonitorTest()
        : TestCase("MetsFlowMonitor: cells and frames, good and bad, thresholds and intervals")
    {
    }

  private:
    /// A network of which only the receiver is used.
    struct Bench
    {
        Bench()
        {
            const auto ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
            nic = DynamicCast<MetsNic>(ends.Get(1));
            vc = mets.Connect(ends.Get(0), ends.Get(1)).leaves[0]->GetId();
            other = mets.Connect(ends.Get(0), ends.Get(1)).leaves[0]->GetId();
        }

        /// @param marks of the cells of a frame, which has three: x for a marked one
        /// @param label where they arrive
        void Arrive(const std::string& marks, AtmVcId label) const
        {
            const auto pdu = Create<AtmPdu>(Create<Packet>(3 * 48 - 8));
            for (uint32_t i = 0; i < marks.size(); ++i)
            {
                CellBurst cell;
                cell.pdu = pdu;
                cell.vc = label;
                cell.first = i;
                cell.efci = marks[i] == 'x' ? 1 : 0;
                nic->ReceiveBurst(cell);
            }
        }

        /// @param delay s @param marks as of Arrive(), of the flow that is watched
        void Schedule(double delay, const std::string& marks) const
        {
            Schedule(delay, marks, vc);
        }

        /// @param delay s @param marks as of Arrive() @param label where they arrive
        void Schedule(double delay, const std::string& marks, AtmVcId label) const
        {
            Simulator::ScheduleWithContext(nic->GetNode()->GetId(),
                                           Seconds(delay),
                                           &Bench::Arrive,
                                           this,
                                           marks,
                                           label);
        }

        MetsHelper mets;  //!< makes it
        Ptr<MetsNic> nic; //!< of the receiver
        AtmVcId vc;       //!< label there
        AtmVcId other;    //!< label of another flow
    };

    /**
     * @brief Has a monitor see frames.
     * @param unit "Cell" or "Frame"
     * @param threshold of it
     * @param counters gets its counters
     * @return marks of the interval, each time that it told
     */
    std::vector<uint32_t> Run(const std::string& unit,
                              uint32_t threshold,
                              MetsFlowMonitor::Counters& counters)
    {
        Bench bench;
        const auto monitor = CreateObject<MetsFlowMonitor>();
        monitor->SetAttribute("Unit", StringValue(unit));
        monitor->SetAttribute("Threshold", UintegerValue(threshold));
        std::vector<uint32_t> traced;
        uint32_t called = 0;
        monitor->TraceConnectWithoutContext(
            "Congestion",
            Sink<uint16_t, uint32_t>::Make(
                [&traced](uint16_t, uint32_t marked) { traced.push_back(marked); }));
        monitor->SetCongestionCallback(
            Sink<uint16_t>::Make([&called](uint16_t flow) { called += flow == FLOW ? 1 : 100; }));
        monitor->Watch(bench.nic, bench.vc, FLOW);
        bench.Schedule(0.5, ".xx");
        bench.Schedule(0.5, "x.");  // without its last cell:
        bench.Schedule(0.5, "..."); // both frames fail
        bench.Schedule(0.5, "...");
        bench.Schedule(0.5, "xxx", bench.other); // not of this flow
        bench.Schedule(1.5, "xx.");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(called, traced.size(), "callback and trace, with " << unit);
        counters = monitor->GetCounters();
        const auto found = traced;
        monitor->Dispose();
        called = 0;
        bench.Schedule(0, "xxx");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(called, 0, "no callback after its end");
        Simulator::Destroy();
        return found;
    }

    void DoRun() override
    {
        using Marks = std::vector<uint32_t>;
        MetsFlowMonitor::Counters c;
        NS_TEST_EXPECT_MSG_EQ((Run("Cell", 1, c) == Marks{2, 3, 2}), true, "the second of each");
        NS_TEST_EXPECT_MSG_EQ(c.seen, 3 + 2 + 3 + 3 + 3, "cells");
        NS_TEST_EXPECT_MSG_EQ(c.marked, 2 + 1 + 2, "marked cells");
        NS_TEST_EXPECT_MSG_EQ(c.told, 3, "beyond the threshold");
        NS_TEST_EXPECT_MSG_EQ((Run("Frame", 0, c) == Marks{1, 1}), true, "one in each interval");
        NS_TEST_EXPECT_MSG_EQ(c.seen, 3, "good frames");
        NS_TEST_EXPECT_MSG_EQ(c.marked, 2, "with a mark");
        NS_TEST_EXPECT_MSG_EQ(Run("Frame", 1, c).size(), 0, "never two in an interval");
        const auto twice = HsnAbortText([] {
            Bench bench;
            const auto monitor = CreateObject<MetsFlowMonitor>();
            monitor->Watch(bench.nic, bench.vc, 3);
            monitor->Watch(bench.nic, bench.vc, 4);
        });
        NS_TEST_EXPECT_MSG_NE(twice.find("flow 4: it watches flow 3"), std::string::npos, twice);
        const auto tooShort = HsnAbortText(
            [] { MetsHelper::InstallAdapters(NodeContainer(CreateObject<Node>()), {1}); });
        NS_TEST_EXPECT_MSG_NE(tooShort.find("path of 1 nodes"), std::string::npos, tooShort);
    }
};

/**
 * A source, a switch and a receiver, whose link of 800 kbit/s takes 0.53 ms a cell, 1,886 a
 * second. A packet is a cell; 500, 1,000 and 2,500 cells/s are sent at levels 0, 1 and 2, in groups
 * of 0.1 s, so that E1 fits and E2 does not. The switch marks cells if more than 50 wait.
 *
 * Eras begin at 0, 1, 2 s ...; the source hears of them 20 ms later, and a group follows at 0.1 s.
 * E2 from 1.1 s on: when cell i arrives, after 0.4 i ms, i + 1 - (1 + floor(0.4 i / 0.53)) wait,
 * that is 13 i / 53, rounded up. More than 50 from i = 204 on. It is the 205th that the link sends.
 */
class CongestionLoopTest : public TestCase
{
  public:
    CongestionLoopTest()
        : TestCase("METS: marks, monitor and adapter; own resources hold a level, marks alone flap")
    {
    }

  private:
    /// Who knows that the link has 1,886 cells/s.
    enum Limit
    {
        RECEIVER,
        LINK,
        NOBODY
    };

    /// What is seen of a run.
    struct Seen
    {
        std::vector<std::pair<double, uint32_t>> levels; //!< of the source, and when, s
        std::vector<int64_t> told;                       //!< ns
        uint64_t marked{0};                              //!< cells, by the monitor
        uint64_t sent{0};                                //!< packets
        uint64_t lost{0};                                //!< packets
        uint64_t used{0};                                //!< cells/s, at the end
    };

    /// Sends a group of cells, and the next one later. @param sender of them @param level in force
    static void SendGroup(Ptr<MetsSender> sender, const uint32_t* level)
    {
        static const uint32_t cells[] = {50, 100, 250};
        const uint32_t n = cells[*level];
        for (uint32_t i = 0; i < n; ++i)
        {
            ScheduleCall(MicroSeconds(100000 / n * i), [sender] {
                sender->Send(Create<Packet>(48 - 8 - MetsHeader::SIZE), METS_BL, false);
            });
        }
        ScheduleCall(MilliSeconds(100), [sender, level] { SendGroup(sender, level); });
    }

    /// @param limit who knows @param threshold of the monitor @return what is seen
    static Seen Run(Limit limit, uint32_t threshold)
    {
        constexpr uint64_t CAPACITY = 1886;
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("EfciThreshold", UintegerValue(50));
        NodeContainer path;
        path.Create(3);
        switches.Install(path.Get(1));
        MetsHelper mets;
        mets.SetHostAttribute("PacketTime", TimeValue(Seconds(0)));
        mets.SetNicAttribute("RxCellTime", TimeValue(MicroSeconds(10)));
        mets.SetNicAttribute("RxPacketTime", TimeValue(Seconds(0)));
        mets.GetAtm().SetChannelAttribute("Delay", TimeValue(Seconds(0)));
        const auto from = mets.Install(path.Get(0), path.Get(1)).Get(0);
        mets.GetAtm().SetChannelAttribute("DataRate", StringValue("800kbps"));
        const auto to = mets.Install(path.Get(2), path.Get(1)).Get(0);
        const auto pvc = mets.Connect(from, to);
        const auto sender = mets.GetHost(from)->CreateSender(FLOW, pvc.a);
        const auto receiver = mets.GetHost(to)->CreateReceiver(FLOW);

        const auto adapters = MetsHelper::InstallAdapters(
            path,
            {32000, limit == LINK ? CAPACITY : 32000, limit == RECEIVER ? CAPACITY : 32000});
        adapters[2]->SetAttribute("OwnResources", BooleanValue(limit == RECEIVER));
        for (const auto& adapter : adapters)
        {
            adapter->Join(FLOW, 0, {500, 500, 2000});
            adapter->Start();
        }
        const auto monitor = MetsHelper::WatchCongestion(to, pvc.leaves[0], FLOW, adapters[2]);
        monitor->SetAttribute("Threshold", UintegerValue(threshold));
        Seen seen;
        monitor->TraceConnectWithoutContext(
            "Congestion",
            Sink<uint16_t, uint32_t>::Make([&seen](uint16_t, uint32_t) {
                seen.told.push_back(Simulator::Now().GetNanoSeconds());
            }));
        uint32_t level = 0;
        adapters[0]->SetLevelCallback(Sink<uint16_t, uint32_t, uint32_t>::Make(
            [&seen, &level](uint16_t, uint32_t, uint32_t now) {
                level = now;
                seen.levels.emplace_back(Simulator::Now().GetSeconds(), now);
            }));
        SendGroup(sender, &level);
        Simulator::Stop(Seconds(8.8999));
        Simulator::Run();
        seen.marked = monitor->GetCounters().marked;
        seen.sent = sender->GetPackets();
        seen.lost = receiver->GetCounters().lost;
        seen.used = adapters[0]->GetUsed();
        Simulator::Destroy();
        return seen;
    }

    /// @param seen of a run @param levels that are to be set in the eras from 0 on, if they change
    void ExpectLevels(const Seen& seen, const std::vector<uint32_t>& levels)
    {
        NS_TEST_ASSERT_MSG_EQ(seen.levels.size(), levels.size(), "changes of the level");
        for (uint32_t era = 0; era < levels.size(); ++era)
        {
            NS_TEST_EXPECT_MSG_EQ(seen.levels[era].second, levels[era], "era " << era);
            NS_TEST_EXPECT_MSG_EQ_TOL(seen.levels[era].first, era + 0.02, 0.0005, "era " << era);
        }
    }

    /// With the engine that is set.
    void RunAll()
    {
        for (const Limit limit : {RECEIVER, LINK})
        {
            const auto stable = Run(limit, 0);
            ExpectLevels(stable, {1});
            NS_TEST_EXPECT_MSG_EQ(stable.used, 1000, "cells/s: E2 would be 2,500");
            NS_TEST_EXPECT_MSG_EQ(stable.marked, 0, "marks: " << limit);
            NS_TEST_EXPECT_MSG_EQ(stable.sent, 50 + 88 * 100, "cells sent");
            NS_TEST_EXPECT_MSG_EQ(stable.lost, 0, "lost");
        }
        const auto flapping = Run(NOBODY, 0);
        // E2 leaves 2500 - 1886.8 = 613.2 cells, and an ADAPT, in the buffer at 2.1 s. Of these,
        // 886.8 are gone a second, so that cells are marked in the next era, too, which costs
        // another level.
        ExpectLevels(flapping, {1, 2, 1, 0, 1, 2, 1, 0, 1});
        NS_TEST_EXPECT_MSG_EQ(flapping.sent, 50 + 2 * (1000 + 2500 + 1000 + 500) + 800, "cells");
        NS_TEST_EXPECT_MSG_EQ(flapping.lost, 0, "the buffer holds all");
        // 2500 - 204 cells of E2, and E1 for (614.2 - 50) / 0.8868 ms, twice
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(flapping.marked),
                                  2 * (2296 + 636.2),
                                  6,
                                  "marked cells");
        NS_TEST_ASSERT_MSG_EQ(flapping.told.size(), flapping.marked, "each one is told");
        // a cell needs 31.25 us in the sender, 4.24 us to the switch, and is read in 10 us
        const int64_t first = 1100000000 + 31250 + 4240 + 205 * 530000 + 10000;
        NS_TEST_EXPECT_MSG_EQ(flapping.told.front(), first, "the first mark");
        const auto patient = Run(NOBODY, 10);
        NS_TEST_EXPECT_MSG_EQ(patient.told.front(), first + 10 * 530000, "the eleventh mark");
    }

    void DoRun() override
    {
        StringValue old;
        GlobalValue::GetValueByName("hsn::AtmEngine", old);
        for (const char* engine : {"PerCell", "Burst"})
        {
            Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
            RunAll();
        }
        Config::SetGlobal("hsn::AtmEngine", old);
    }
};

HsnTestRegistration g_metsCongestionTests("mets-congestion",
                                          {new FlowMonitorTest, new CongestionLoopTest});
} // namespace
