// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * When METS does what: periods of schedulers and jitter filters after they were begun again, cells
 * that keep their distance. Expected times follow from the attributes by hand.
 */
#include "../hsn-test.h"
#include "mets-pair.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-flow-scheduler.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-jitter-filter.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Misses of a scheduler whose host is kept busy.
class SchedulerPeriodTest : public TestCase
{
  public:
    SchedulerPeriodTest()
        : TestCase("FlowScheduler: periods of misses, a second start, a phase above a tick")
    {
    }

  private:
    using Events = std::vector<std::pair<bool, double>>; //!< whether missed, s
    using Calls = std::vector<double>;                   //!< ms

    /// 10 frames a second, 10 ms of work for each.
    struct Bench
    {
        /// @param threshold misses above which is told
        explicit Bench(uint32_t threshold)
        {
            scheduler->SetAttribute("FrameRate", DoubleValue(10));
            scheduler->SetAttribute("MissThreshold", UintegerValue(threshold));
            scheduler->SetTask(cpu->CreateTask(HostLevel::THREAD), MilliSeconds(10));
            scheduler->SetEvent(Sink<bool, uint64_t>::Make([this](bool missed, uint64_t) {
                events.emplace_back(missed, Simulator::Now().GetSeconds());
            }));
            scheduler->SetDispatch(Sink<uint64_t>::Make(
                [this](uint64_t) { calls.push_back(Simulator::Now().GetSeconds() * 1e3); }));
        }

        ~Bench()
        {
            scheduler->Dispose();
            cpu->Dispose();
            Simulator::Destroy();
        }

        /// @param begin s @param ms for which an interrupt keeps the processor
        void Block(double begin, uint32_t ms)
        {
            ScheduleCall(Seconds(begin), [this, ms] { busy->Run(MilliSeconds(ms), [] {}); });
        }

        /// @param begin s @param end of the simulation, s
        void Run(double begin, double end)
        {
            ScheduleCall(Seconds(begin), [this] { scheduler->Start(); });
            Simulator::Stop(Seconds(end));
            Simulator::Run();
        }

        Ptr<FlowScheduler> scheduler{CreateObject<FlowScheduler>()}; //!< it
        Ptr<HostCpu> cpu{CreateObject<HostCpu>()};                   //!< its host
        Ptr<HostTask> busy{cpu->CreateTask(HostLevel::INTERRUPT)};   //!< what comes between
        Events events;                                               //!< told
        Calls calls;                                                 //!< dispatches
    };

    void DoRun() override
    {
        {
            // the frame due 0.5 is done at 0.57, 70 ms late; so is the one due 1.5
            Bench bench(0);
            bench.Block(0.501, 60);
            bench.Block(1.501, 60);
            bench.Run(0, 4.5);
            NS_TEST_ASSERT_MSG_EQ(bench.events.size(), 3, "a miss in two periods, all clear");
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.events[0].second, 0.57, 1e-9, "first period");
            NS_TEST_EXPECT_MSG_EQ(bench.events[1].first, true, "each period is told");
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.events[1].second, 1.57, 1e-9, "second period");
            NS_TEST_EXPECT_MSG_EQ(bench.events[2].first, false, "all clear");
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.events[2].second, 3, 1e-9, "a period without");
        }
        {
            // begun at 0.003, the first frame is due at the tick 0.01: periods end at 1.01, 2.01
            Bench bench(0);
            bench.Block(0.511, 60);
            bench.Run(0.003, 2.5);
            NS_TEST_ASSERT_MSG_EQ(bench.events.size(), 2, "a miss, all clear");
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.events[1].second, 2.01, 1e-9, "from the first frame");
        }
        {
            // an interrupt until 0.03: the work of the first start ends at 0.04, for nobody; the
            // frame of the second, due at 0.01, follows
            Bench bench(0);
            bench.Block(0, 30);
            ScheduleCall(MilliSeconds(5), [&bench] { bench.scheduler->Start(); });
            bench.Run(0, 0.1);
            NS_TEST_ASSERT_MSG_EQ(bench.calls.empty(), false, "dispatched");
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.calls[0], 50, 1e-6, "work of the second start");
            NS_TEST_EXPECT_MSG_EQ(bench.calls.size(), 1, "the next is due at 110 ms");
        }
        {
            // one miss before and one after a second start are not two in a period
            Bench bench(1);
            bench.Block(0.301, 60);
            bench.Block(0.801, 60);
            ScheduleCall(Seconds(0.55), [&bench] { bench.scheduler->Start(); });
            bench.Run(0, 1);
            NS_TEST_EXPECT_MSG_EQ(bench.scheduler->GetMisses(), 2, "both are counted");
            NS_TEST_EXPECT_MSG_EQ(bench.events.size(), 0, "a period begins with the start");
        }
        {
            // ticks at 3, 13, 23 ... ms
            Bench bench(0);
            bench.scheduler->SetAttribute("TickPhase", TimeValue(MilliSeconds(23)));
            bench.scheduler->SetTask(nullptr, Time(0));
            bench.Run(0.003, 0.15);
            NS_TEST_EXPECT_MSG_EQ((bench.calls == Calls{3, 103}),
                                  true,
                                  "a phase of two ticks more");
        }
    }
};

/// What is quiet begins with a change of the playout.
class FilterPeriodTest : public TestCase
{
  public:
    FilterPeriodTest()
        : TestCase("JitterFilter: quiet periods are counted from a change of the playout on")
    {
    }

  private:
    void DoRun() override
    {
        auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("QuietPeriods", UintegerValue(2));
        std::vector<uint32_t> changes;
        uint64_t seen = 0;
        // a packet each 100 ms and 5 ms on its way, but for number 12, which is late; groups of 5.
        // The playout follows at number 15, at 1.505 s; two quiet seconds later, at 3.505 s, number
        // 35 arrives.
        for (uint32_t i = 0; i < 50; ++i)
        {
            const Time sent = MilliSeconds(100 * i);
            const auto decision =
                filter->Receive(sent, sent + MilliSeconds(i == 12 ? 50 : 5), i % 5 == 0);
            NS_TEST_EXPECT_MSG_EQ(decision.late, (i == 12), "packet " << i);
            if (filter->GetChanges() > seen)
            {
                seen = filter->GetChanges();
                changes.push_back(i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((changes == std::vector<uint32_t>{15, 35}), true, "changes");
    }
};

/// Packets that are missing are losses for the filter.
class FilterLossTest : public TestCase
{
  public:
    FilterLossTest()
        : TestCase("MetsReceiver: its filter is not quiet while packets are missing")
    {
    }

  private:
    void DoRun() override
    {
        // 10 packets a second, groups of 10, 5 ms on the way: the playout is pulled in at the first
        // group after a second without loss
        NS_TEST_EXPECT_MSG_EQ(GetFirstChange(false), 10, "nothing is missing");
        NS_TEST_EXPECT_MSG_EQ(GetFirstChange(true), 20, "one is missing in the first second");
    }

    /// @param missing whether a packet before number 5 is @return packet with which the playout
    /// changes first
    static uint32_t GetFirstChange(bool missing)
    {
        Pair pair;
        const auto [sender, receiver] = pair.Connect(1);
        auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("QuietPeriods", UintegerValue(1));
        receiver->SetFilter(filter);
        uint32_t first = 0;
        for (uint32_t i = 0; i < 25; ++i)
        {
            ScheduleCall(MilliSeconds(100 * i + 5), [&, i, host = pair.hosts[1]] {
                MetsHeader header;
                header.SetType(METS_BL, i % 10 == 0, true);
                header.SetFlow(1);
                header.SetSequence(missing && i >= 5 ? i + 1 : i);
                header.SetTimestamp(100000 * i);
                auto packet = Create<Packet>(50);
                packet->AddHeader(header);
                host->Receive(packet, false);
                first = first == 0 && filter->GetChanges() > 0 ? i : first;
            });
        }
        Simulator::Run();
        return first;
    }
};

/// Cells of the adapter.
class NicCellsTest : public TestCase
{
  public:
    NicCellsTest()
        : TestCase("MetsNic: distance of cells, packets of a connection, losses of several frames")
    {
    }

  private:
    void DoRun() override
    {
        // distance, time of the adapter for a cell, and what they give; the link takes 4.24 us
        const int64_t cases[][3] = {{100000, 31250, 100000}, {0, 1000, 4240}, {2000, 1000, 4240}};
        for (const auto& [spacing, each, expected] : cases)
        {
            TestSpacing(spacing, each, expected);
        }
        TestDamaged();
    }

    /// @param spacing least distance, ns @param each time of the adapter for a cell, ns
    /// @param expected distance of cells, ns
    void TestSpacing(int64_t spacing, int64_t each, int64_t expected)
    {
        Pair pair;
        pair.nics[0]->SetAttribute("TxSpacing", TimeValue(NanoSeconds(spacing)));
        pair.nics[0]->SetAttribute("TxCellTime", TimeValue(NanoSeconds(each)));
        std::vector<int64_t> times;
        pair.nics[0]->TraceConnectWithoutContext(
            "CellTx",
            Sink<const CellBurst&>::Make([&times](const CellBurst&) {
                times.push_back(Simulator::Now().GetNanoSeconds());
            }));
        const auto [sender, receiver] = pair.Connect(1);
        sender->Send(Create<Packet>(120), METS_BL, true);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(times.size(), 3, "cells");
        NS_TEST_EXPECT_MSG_EQ(times[0], 500000 + each, "made in 0.5 ms");
        for (uint32_t i = 1; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(times[i] - times[i - 1],
                                  expected,
                                  "distance " << spacing << ", " << each << " ns for a cell");
        }
        NS_TEST_EXPECT_MSG_EQ(sender->GetVc()->GetTxCounters().cells, 3, "cells of the connection");
        NS_TEST_EXPECT_MSG_EQ(sender->GetVc()->GetTxCounters().sdus, 1, "packets of it");
    }

    /// Two packets that lose cells in the middle: both come, damaged.
    void TestDamaged()
    {
        uint32_t cells = 16;
        while (!LosesInside(cells))
        {
            ++cells;
        }
        Pair pair;
        pair.nics[1]->SetAttribute("RxFifo", UintegerValue(4));
        pair.nics[1]->SetAttribute("DummyCells", BooleanValue(true));
        const auto [sender, receiver] = pair.Connect(1);
        for (const uint32_t ms : {0, 50, 100})
        {
            ScheduleCall(MilliSeconds(ms), [s = sender, cells] {
                s->Send(Create<Packet>(cells * 48 - 24), METS_BL, true);
            });
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().damaged, 3, "each lost cells of its own");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().received, 3, "all come");
    }

    /// @param cells of a packet, 31.25 us apart, 57.143 us to read, four may wait
    /// @return whether the FIFO is full for some, but not for the last one
    static bool LosesInside(uint32_t cells)
    {
        std::vector<double> ends;
        uint32_t lost = 0;
        bool isFull = false;
        for (uint32_t i = 0; i < cells; ++i)
        {
            const double now = 31.25 * i;
            const auto waits =
                std::count_if(ends.begin(), ends.end(), [now](double end) { return end > now; });
            isFull = waits >= 4;
            lost += isFull ? 1 : 0;
            if (!isFull)
            {
                ends.push_back(std::max(now, ends.empty() ? now : ends.back()) + 57.143);
            }
        }
        return lost > 0 && !isFull;
    }
};

/// Eras of adapters.
class AdapterEraTest : public TestCase
{
  public:
    AdapterEraTest()
        : TestCase("MetsAdapter: when the first era begins, and the era that a source answers")
    {
    }

  private:
    void DoRun() override
    {
        // an era begins at multiples of 1 s, and so much later
        NS_TEST_EXPECT_MSG_EQ(GetFirst(2000, 0), 2000, "at once");
        NS_TEST_EXPECT_MSG_EQ(GetFirst(2001, 0), 3000, "the next");
        NS_TEST_EXPECT_MSG_EQ(GetFirst(2300, 250), 3250, "the next with an offset");
        NS_TEST_EXPECT_MSG_EQ(GetFirst(2250, 250), 2250, "at once, with an offset");
        NS_TEST_EXPECT_MSG_EQ(GetFirst(100, 250), 250, "the first of all");

        auto source = CreateObject<MetsAdapter>();
        source->SetAttribute("Role", EnumValue(MetsAdapter::SOURCE));
        source->AddLink(10000);
        source->Join(3, 0, {100, 200, 300});
        std::vector<uint32_t> eras;
        source->TraceConnectWithoutContext(
            "Message",
            Sink<const QosMessageHeader&>::Make(
                [&eras](const QosMessageHeader& message) { eras.push_back(message.GetEra()); }));
        for (const uint32_t era : {17, 18, 5})
        {
            auto packet = Create<Packet>();
            packet->AddHeader(QosMessageHeader::MakeRes(3, era, QosLevelPair::Of(1)));
            source->ReceiveRes(0, packet);
        }
        NS_TEST_EXPECT_MSG_EQ((eras == std::vector<uint32_t>{17, 18, 5}), true, "as asked for");
        source->Dispose();
        Simulator::Destroy();
        TestCapacities();
    }

    /// Along a path each adapter has the capacity of its own place.
    void TestCapacities()
    {
        const NodeContainer path(3);
        AtmSwitchHelper().Install(path.Get(1));
        MetsHelper mets;
        mets.Install(path.Get(0), path.Get(1));
        mets.Install(path.Get(2), path.Get(1));
        const std::vector<uint64_t> capacities = {100, 200, 300};
        const auto adapters = MetsHelper::InstallAdapters(path, capacities);
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(adapters[i]->Join(1, 0, {capacities[i] + 1, 0, 0}), false, i);
            NS_TEST_EXPECT_MSG_EQ(adapters[i]->Join(1, 0, {capacities[i], 0, 0}), true, i);
        }
        Simulator::Destroy();
    }

    /// @param start of a receiver, ms @param offset of eras, ms @return its first RES, ms
    static int64_t GetFirst(int64_t start, int64_t offset)
    {
        auto receiver = CreateObject<MetsAdapter>();
        receiver->SetAttribute("Offset", TimeValue(MilliSeconds(offset)));
        receiver->AddLink(10000);
        receiver->Join(3, 0, {100, 200, 300});
        int64_t first = 0;
        receiver->TraceConnectWithoutContext(
            "Message",
            Sink<const QosMessageHeader&>::Make([&first](const QosMessageHeader&) {
                first = first == 0 ? Simulator::Now().GetMilliSeconds() : first;
            }));
        ScheduleCall(MilliSeconds(start), [receiver] { receiver->Start(); });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        receiver->Dispose();
        Simulator::Destroy();
        return first;
    }
};

HsnTestRegistration g_metsTimesTests("mets-times",
                                     {new AdapterEraTest,
                                      new FilterLossTest,
                                      new SchedulerPeriodTest,
                                      new FilterPeriodTest,
                                      new NicCellsTest});
} // namespace
