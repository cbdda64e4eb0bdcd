// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The parts of METS that work alone: flow scheduler, flow shaper, jitter filter, fair share,
 * headers. Expected values are computed by hand from the definitions, or by other programs as
 * noted.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-flow-scheduler.h"
#include "ns3/mets-flow-shaper.h"
#include "ns3/mets-jitter-filter.h"
#include "ns3/mets-management-socket.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Times of dispatches, ms.
std::vector<double>
Dispatches(Ptr<FlowScheduler> scheduler, double begin, double end)
{
    std::vector<double> times;
    scheduler->SetDispatch(Sink<uint64_t>::Make(
        [&times](uint64_t) { times.push_back(Simulator::Now().GetSeconds() * 1e3); }));
    ScheduleCall(Seconds(begin), [scheduler] { scheduler->Start(); });
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    scheduler->Dispose();
    Simulator::Destroy();
    return times;
}

/// The scheduler's ticks.
class FlowSchedulerTest : public TestCase
{
  public:
    FlowSchedulerTest()
        : TestCase("FlowScheduler: ticks, drift, misses and their events")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<double> due{0, 50, 90, 130, 170, 210, 250, 300, 340, 380, 420, 460, 500};
        auto times = Dispatches(CreateObject<FlowScheduler>(), 0, 0.505);
        NS_TEST_EXPECT_MSG_EQ((times == due), true, "k / 24 s, each rounded up to 10 ms");

        auto scheduler = CreateObject<FlowScheduler>();
        scheduler->SetAttribute("DriftCompensation", BooleanValue(false));
        times = Dispatches(scheduler, 0.003, 0.205);
        NS_TEST_EXPECT_MSG_EQ((times == std::vector<double>{10, 60, 110, 160}),
                              true,
                              "begun between ticks; each 1/24 s after the one before, rounded up");

        scheduler = CreateObject<FlowScheduler>();
        scheduler->SetAttribute("TickPhase", TimeValue(MilliSeconds(3)));
        times = Dispatches(scheduler, 0.003, 0.1);
        NS_TEST_EXPECT_MSG_EQ((times == std::vector<double>{3, 53, 93}),
                              true,
                              "ticks at 3, 13 ...");

        // frames of 10 ms of work each; from 1.0 s on an interrupt keeps the processor for 0.3 s
        auto cpu = CreateObject<HostCpu>();
        auto busy = cpu->CreateTask(HostLevel::INTERRUPT);
        ScheduleCall(Seconds(1.001), [busy] { busy->Run(MilliSeconds(300), [] {}); });
        scheduler = CreateObject<FlowScheduler>();
        scheduler->SetAttribute("FrameRate", DoubleValue(10));
        scheduler->SetAttribute("MissThreshold", UintegerValue(2));
        scheduler->SetTask(cpu->CreateTask(HostLevel::THREAD), MilliSeconds(10));
        std::vector<std::pair<bool, double>> events;
        scheduler->SetEvent(Sink<bool, uint64_t>::Make([&events](bool missed, uint64_t) {
            events.emplace_back(missed, Simulator::Now().GetSeconds());
        }));
        times = Dispatches(scheduler, 0, 4.005);
        // due 1.0: begun, interrupted after 1 ms, ends 1.310; due 1.1, 1.2, 1.3: at once, 10 ms
        // each
        NS_TEST_EXPECT_MSG_EQ_TOL(times.at(10), 1310, 1e-6, "interrupted");
        NS_TEST_EXPECT_MSG_EQ_TOL(times.at(11), 1320, 1e-6, "was due already: at once");
        NS_TEST_EXPECT_MSG_EQ_TOL(times.at(13), 1340, 1e-6, "again");
        NS_TEST_EXPECT_MSG_EQ_TOL(times.at(14), 1410, 1e-6, "back in time");
        NS_TEST_EXPECT_MSG_EQ(scheduler->GetMisses(),
                              4,
                              "more than a tick late: 310, 220, 130, 40");
        NS_TEST_ASSERT_MSG_EQ(events.size(), 2, "the third miss, and the first period without any");
        NS_TEST_EXPECT_MSG_EQ(events[0].first, true, "missed");
        NS_TEST_EXPECT_MSG_EQ_TOL(events[0].second, 1.330, 1e-9, "at the third miss");
        NS_TEST_EXPECT_MSG_EQ(events[1].first, false, "all clear");
        NS_TEST_EXPECT_MSG_EQ_TOL(events[1].second, 3, 1e-9, "at the end of the next period");
        NS_TEST_EXPECT_MSG_EQ(scheduler->GetEvents(), 1, "events of misses");
        cpu->Dispose();

        const auto refused = HsnAbortText([] {
            auto bad = CreateObject<FlowScheduler>();
            bad->SetAttribute("FrameRate", DoubleValue(0));
            bad->Start();
        });
        NS_TEST_EXPECT_MSG_NE(refused.find("FrameRate 0"), std::string::npos, refused);
    }
};

/// A shaper whose units are listed.
struct ShaperBench : public SimpleRefCount<ShaperBench>
{
    ShaperBench()
    {
        shaper->SetSend(MakeCallback(&ShaperBench::Send, this));
    }

    ~ShaperBench()
    {
        shaper->Dispose();
    }

    /// @param flow sends @return whether there was room
    bool Send(uint32_t flow)
    {
        if (room == 0)
        {
            return false;
        }
        --room;
        order += static_cast<char>('A' + flow);
        times.push_back(Simulator::Now().GetMilliSeconds());
        return true;
    }

    Ptr<FlowShaper> shaper{CreateObject<FlowShaper>()}; //!< it
    uint64_t room{1000000000};                          //!< units that the adapter takes
    std::string order;                                  //!< flows
    std::vector<int64_t> times;                         //!< ms
};

/// Turns, credits and rates.
class FlowShaperTest : public TestCase
{
  public:
    FlowShaperTest()
        : TestCase("FlowShaper: turns, credit that is lost, rates, a busy adapter, settings")
    {
    }

  private:
    void DoRun() override
    {
        {
            auto bench = Create<ShaperBench>();
            const uint32_t budgets[] = {2, 5, 4};
            const uint32_t units[] = {3, 2, 4};
            for (uint32_t i = 0; i < 3; ++i)
            {
                bench->shaper->AddFlow({budgets[i], 10});
                bench->shaper->Add(i, units[i]);
            }
            Simulator::Stop(MilliSeconds(9));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order, "ABCABCCC", "queues 3 2 4, credits 2 5 4");
            NS_TEST_EXPECT_MSG_EQ(bench->shaper->GetBacklog(0), 1, "A keeps one");
            NS_TEST_EXPECT_MSG_EQ(bench->times.back(), 1, "all in one tick");
            Simulator::Stop(MilliSeconds(2));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order, "ABCABCCCA", "at the end of the period");
            NS_TEST_EXPECT_MSG_EQ(bench->times.back(), 10, "which is tick 10");
            Simulator::Destroy();
        }
        {
            // long run: 1000 b / p a second; nothing is gained by a pause
            auto bench = Create<ShaperBench>();
            bench->shaper->AddFlow({11, 8});
            bench->shaper->Add(0, 100000);
            Simulator::Stop(Seconds(10) + MicroSeconds(500));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order.size(), 1251 * 11, "at ticks 1, 8, 16 ... 10000");
            bench->order.clear();
            bench->times.clear();
            bench->shaper->SetFlow(0, {3, 100});
            Simulator::Stop(MilliSeconds(100));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order.size(), 6, "2 b around the end of a period");
            Simulator::Destroy();
        }
        {
            auto bench = Create<ShaperBench>();
            bench->shaper->AddFlow({4, 5});
            Simulator::Stop(MilliSeconds(52)); // idle: ten periods pass
            Simulator::Run();
            bench->shaper->Add(0, 20);
            Simulator::Stop(MilliSeconds(2));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order.size(), 4, "credit does not grow beyond the budget");
            Simulator::Stop(MilliSeconds(2)); // to 56 ms
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order.size(), 8, "periods end at multiples of 5 ms");
            Simulator::Destroy();
        }
        {
            auto bench = Create<ShaperBench>();
            bench->room = 3;
            bench->shaper->AddFlow({9, 9});
            bench->shaper->AddFlow({9, 9});
            bench->shaper->Add(0, 4);
            bench->shaper->Add(1, 4);
            ScheduleCall(MicroSeconds(1500), [bench] { bench->room = 100; });
            Simulator::Stop(MilliSeconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench->order, "ABABABAB", "the turn is kept while it is busy");
            NS_TEST_EXPECT_MSG_EQ(bench->times[3], 2, "and goes on at the next tick");
            Simulator::Destroy();
        }
        // smallest p <= 50 with b = ceil(rate p / 1000) at most 2 % above the rate, by hand
        const std::map<double, std::pair<uint32_t, uint32_t>> settings{{17500, {35, 2}},
                                                                       {336, {13, 38}},
                                                                       {840, {11, 13}},
                                                                       {1352, {11, 8}},
                                                                       {2652, {8, 3}},
                                                                       {500, {1, 2}},
                                                                       {1, {1, 50}}};
        for (const auto& [rate, pair] : settings)
        {
            const auto found = FlowShaper::GetSetting(rate);
            NS_TEST_EXPECT_MSG_EQ(found.budget, pair.first, "budget for " << rate);
            NS_TEST_EXPECT_MSG_EQ(found.period, pair.second, "period for " << rate);
        }
        const auto budget = HsnAbortText([] { CreateObject<FlowShaper>()->AddFlow({0, 1}); });
        NS_TEST_EXPECT_MSG_NE(budget.find("budget 0"), std::string::npos, budget);
        const auto period = HsnAbortText([] { CreateObject<FlowShaper>()->AddFlow({1, 0}); });
        NS_TEST_EXPECT_MSG_NE(period.find("period of 0"), std::string::npos, period);
        const auto rate = HsnAbortText([] { FlowShaper::GetSetting(0); });
        NS_TEST_EXPECT_MSG_NE(rate.find("rate 0"), std::string::npos, rate);
    }
};

/// Estimates and playout.
class JitterFilterTest : public TestCase
{
  public:
    JitterFilterTest()
        : TestCase("JitterFilter: vectors, steps, distributions, changes of the playout")
    {
    }

  private:
    /// Estimates of a filter after each of these delays in ms.
    static std::vector<double> Estimates(Ptr<JitterFilter> filter, const std::vector<double>& ms)
    {
        std::vector<double> found;
        for (std::size_t i = 0; i < ms.size(); ++i)
        {
            const Time sent = MilliSeconds(40 * i);
            filter->Receive(sent, sent + MicroSeconds(std::llround(1e3 * ms[i])), i % 9 == 0);
            found.push_back(1e3 * filter->GetEstimate());
        }
        return found;
    }

    void DoRun() override
    {
        // by hand, with exact fractions
        const std::vector<double> delays{4, 4, 6, 3, 10, 4, 4, 5, 19, 4};
        const std::vector<double> expected{4,
                                           4,
                                           4.5,
                                           4.484375,
                                           5.936523,
                                           5.867493,
                                           5.796276,
                                           5.814567,
                                           9.323207,
                                           9.145013};
        auto found = Estimates(CreateObject<JitterFilter>(), delays);
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(found[i], expected[i], 1e-6, "D after packet " << i);
        }
        auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("DeviationReference", StringValue("NewMean"));
        NS_TEST_EXPECT_MSG_EQ_TOL(Estimates(filter, delays).back(), 8.772272, 1e-6, "new mean");
        filter = CreateObject<JitterFilter>();
        std::vector<double> step(8, 14);
        step.insert(step.begin(), 4);
        found = Estimates(filter, step);
        const std::vector<double> rises{4,
                                        6.5,
                                        8.609375,
                                        10.381836,
                                        11.864075,
                                        13.096661,
                                        14.114824,
                                        14.949138,
                                        15.626122};
        for (std::size_t k = 0; k < rises.size(); ++k)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(found[k], rises[k], 1e-6, "D, step of 10 ms, packet " << k);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(1e3 * filter->GetMean(),
                                  14 - 10 * std::pow(0.875, 8),
                                  1e-9,
                                  "d is 14 - 10 (7/8)^k");
        filter = CreateObject<JitterFilter>();
        found = Estimates(filter, std::vector<double>(500, 7));
        NS_TEST_EXPECT_MSG_EQ_TOL(found.back(), 7, 1e-9, "constant delay");
        NS_TEST_EXPECT_MSG_EQ(filter->GetLate(), 0, "never late");
        NS_TEST_EXPECT_MSG_EQ_TOL(1e3 * filter->GetPlayoutDelay(), 7, 1e-9, "pulled in");
        NS_TEST_EXPECT_MSG_EQ(filter->GetChanges(), 3, "after 5, 10 and 15 of 20 s, at a group");
        TestPlayout();
        TestShares();
        TestClock();
        for (const char* name : {"A", "B"})
        {
            for (const double value : {0.0, 1.0})
            {
                const auto text = HsnAbortText([name, value] {
                    CreateObjectWithAttributes<JitterFilter>(name, DoubleValue(value));
                });
                NS_TEST_EXPECT_MSG_NE(text.find("must be above 0 and below 1"),
                                      std::string::npos,
                                      name << " = " << value << ": " << text);
            }
        }
        const auto text =
            HsnAbortText([] { CreateObjectWithAttributes<JitterFilter>("R", DoubleValue(-1)); });
        NS_TEST_EXPECT_MSG_NE(text.find("R -1"), std::string::npos, text);
    }

    /// P changes at starts of groups only.
    void TestPlayout()
    {
        auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("FrameTime", TimeValue(MilliSeconds(40)));
        std::vector<double> playout;
        const std::map<uint32_t, double> slow{{10, 50}, {20, 30}};
        for (uint32_t i = 0; i < 40; ++i)
        {
            const Time sent = MilliSeconds(40 * i);
            const auto at = slow.find(i);
            const Time delay =
                MicroSeconds(std::llround(1e3 * (at == slow.end() ? 5 : at->second)));
            const auto decision = filter->Receive(sent, sent + delay, i % 12 == 0);
            playout.push_back(1e3 * filter->GetPlayoutDelay());
            NS_TEST_EXPECT_MSG_EQ(decision.late, (i == 10 || i == 20), "late: packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(playout[11], 25, 1e-9, "5 ms and half a frame, until a group");
        // packet 10: d = 5 + 45/8, s = 45/16; 11: error 5 - d; 12 starts a group
        double d = 5;
        double s = 0;
        for (const double t : {50.0, 5.0, 5.0})
        {
            const double off = std::abs(t - d);
            d += (t - d) / 8;
            s += (off - s) / 16;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(playout[12], d + 2 * s, 1e-9, "P = D at the next group");
        NS_TEST_EXPECT_MSG_EQ_TOL(playout[23], playout[12], 1e-9, "until the group after that");
        NS_TEST_EXPECT_MSG_NE(playout[24], playout[12], "one late packet is above the threshold");
        NS_TEST_EXPECT_MSG_EQ_TOL(playout[39], playout[24], 1e-9, "no late packet, not yet quiet");
    }

    /// Late shares of known distributions, with small gains so that D hardly moves.
    void TestShares()
    {
        const std::map<double, double> expected{{1, 21.247}, {2, 5.527}, {3, 0.834}};
        std::mt19937_64 random(7);
        std::normal_distribution<double> normal(0.1, 0.01);
        for (const auto& [r, percent] : expected)
        {
            auto filter = CreateObject<JitterFilter>();
            filter->SetAttribute("A", DoubleValue(1e-3));
            filter->SetAttribute("B", DoubleValue(5e-4));
            filter->SetAttribute("R", DoubleValue(r));
            uint32_t late = 0;
            const uint32_t n = 200000;
            for (uint32_t i = 0; i < n + 20000; ++i)
            {
                const double t = normal(random);
                late += i >= 20000 && t > filter->GetEstimate() ? 1 : 0;
                filter->Receive(Seconds(i), Seconds(i + t), false);
            }
            // standard error of a share p of n: sqrt(p (1 - p) / n); D adds about as much
            const double share = percent / 100;
            NS_TEST_EXPECT_MSG_EQ_TOL(100.0 * late / n,
                                      percent,
                                      800 * std::sqrt(share * (1 - share) / n),
                                      "Gaussian delays beyond r = " << r << " mean deviations");
        }
    }

    /// An offset of clocks shifts d, not what is decided.
    void TestClock()
    {
        std::vector<bool> late[2];
        for (const int offset : {0, 1})
        {
            std::mt19937_64 random(3);
            std::exponential_distribution<double> jitter(100);
            auto filter = CreateObject<JitterFilter>();
            for (uint32_t i = 0; i < 2000; ++i)
            {
                const Time sent = MilliSeconds(40 * i);
                const Time delay = NanoSeconds(std::llround(1e9 * jitter(random)));
                late[offset].push_back(
                    filter->Receive(sent, sent + delay + Seconds(5 * offset), i % 12 == 0).late);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((late[0] == late[1]), true, "the same packets are late");
        NS_TEST_EXPECT_MSG_GT(std::count(late[0].begin(), late[0].end(), true), 20, "some are");
    }
};

/// Signals of several flows.
class MetsManagementTest : public TestCase
{
  public:
    MetsManagementTest()
        : TestCase("MetsManagementSocket: signals of flows by their causes")
    {
    }

  private:
    void DoRun() override
    {
        auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("FrameTime", TimeValue(MilliSeconds(40)));
        auto cpu = CreateObject<HostCpu>();
        auto scheduler = CreateObject<FlowScheduler>();
        scheduler->SetTask(cpu->CreateTask(HostLevel::THREAD), MilliSeconds(1));
        scheduler->SetDispatch(Sink<uint64_t>::Make([](uint64_t) {}));
        auto socket = CreateObject<MetsManagementSocket>();
        std::string told;
        socket->SetSignal(Sink<uint16_t, MetsManagementSocket::Signal, double>::Make(
            [&told](uint16_t flow, MetsManagementSocket::Signal signal, double metric) {
                told += std::to_string(flow) + "LMC"[signal];
                told += std::to_string(std::llround(1000 * metric)) + " ";
            }));
        std::vector<int64_t> playouts; // in ms
        filter->TraceConnectWithoutContext("Playout", Sink<Time>::Make([&playouts](Time playout) {
                                               playouts.push_back(playout.GetMilliSeconds());
                                           }));
        socket->Register(3, filter, nullptr);
        socket->Register(5, nullptr, scheduler);
        filter->Receive(Seconds(0), MilliSeconds(5), true);              // P = 25 ms
        filter->Receive(MilliSeconds(40), MilliSeconds(40 + 26), false); // 1 ms late
        filter->Receive(MilliSeconds(80), MilliSeconds(80 + 25), false); // in time
        auto busy = cpu->CreateTask(HostLevel::INTERRUPT);
        ScheduleCall(Seconds(0.5), [busy] { busy->Run(MilliSeconds(100), [] {}); });
        scheduler->Start();
        Simulator::Stop(Seconds(2.5));
        Simulator::Run();
        // 12 / 24 s = 0.5 s: dispatched at 0.601; the next is due at 0.5417 s, done at 0.602
        NS_TEST_EXPECT_MSG_EQ((playouts == std::vector<int64_t>{25}),
                              true,
                              "with the first picture");
        NS_TEST_EXPECT_MSG_EQ(told, "3L1 5M1000 5C0 ", "late by 1 ms; a miss; all clear at 2 s");
        NS_TEST_EXPECT_MSG_EQ(socket->GetSignals(MetsManagementSocket::LATE), 1, "late");
        NS_TEST_EXPECT_MSG_EQ(socket->GetSignals(MetsManagementSocket::MISSED_DEADLINES),
                              1,
                              "once");
        scheduler->Dispose();
        socket->Dispose();
        filter->Receive(MilliSeconds(120), MilliSeconds(120 + 90), false);
        NS_TEST_EXPECT_MSG_EQ(socket->GetSignals(MetsManagementSocket::LATE), 1, "closed");
        cpu->Dispose();
        Simulator::Destroy();
        const auto twice = HsnAbortText([] {
            auto one = CreateObject<MetsManagementSocket>();
            one->Register(1, CreateObject<JitterFilter>(), nullptr);
            one->Register(1, CreateObject<JitterFilter>(), nullptr);
        });
        NS_TEST_EXPECT_MSG_NE(twice.find("flow 1"), std::string::npos, twice);
    }
};

HsnTestRegistration g_metsPartsTests(
    "mets-parts",
    {new FlowSchedulerTest, new FlowShaperTest, new JitterFilterTest, new MetsManagementTest});
} // namespace
