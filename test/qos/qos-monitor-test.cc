// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The QoS monitor's formulas against numbers worked out by hand, and its request line against the
 * closed form of M/D/1 (L. Kleinrock, Queueing Systems, volume 1).
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/qos-mapper.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-profile.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr int64_t MS = 1000000;

/// @param action of a record @param time ms @return it, of connection 1
QosEvent
Make(QosAction action, int64_t time)
{
    QosEvent event{};
    event.connection = 1;
    event.time = time * MS;
    event.action = action;
    return event;
}

/// Window, errors, jitter, light, quantiles.
class QosMeasuresTest : public TestCase
{
  public:
    QosMeasuresTest()
        : TestCase("QoS: throughput, errors, jitter, traffic light and quantiles by hand")
    {
    }

  private:
    /// @param alpha ms @param offset of the times looked at, ms @return throughputs seen
    static std::set<uint64_t> Constant(int64_t alpha, int64_t offset)
    {
        // 8000 bits every 10 ms
        QosThroughput window(alpha * MS);
        std::set<uint64_t> seen;
        for (int64_t i = 0; i < 300; ++i)
        {
            window.Add(10 * i * MS, 8000);
            if (10 * i >= alpha)
            {
                seen.insert(window.Get((10 * i + offset) * MS));
            }
        }
        return seen;
    }

    void DoRun() override
    {
        const std::set<uint64_t> exact{800000};
        NS_TEST_EXPECT_MSG_EQ((Constant(1000, 0) == exact), true, "alpha 1000, at a packet");
        NS_TEST_EXPECT_MSG_EQ((Constant(1000, 9) == exact), true, "alpha 1000, before the next");
        NS_TEST_EXPECT_MSG_EQ((Constant(100, 5) == exact), true, "alpha 100");
        QosThroughput fast(100 * MS); // 10^9 times these bits is more than 64 bits hold
        fast.Add(MS, 40000000000);
        NS_TEST_EXPECT_MSG_EQ(fast.Get(MS), 400000000000, "400 Gbit/s");
        // (t - 25, t] holds packets at 0, -10, -20 at a packet, and of 5 ms later at -5, -15
        NS_TEST_EXPECT_MSG_EQ((Constant(25, 0) == std::set<uint64_t>{960000}), true, "alpha 25");
        NS_TEST_EXPECT_MSG_EQ((Constant(25, 5) == std::set<uint64_t>{640000}), true, "alpha 25");

        const std::vector<QosSpan> spans{{5000, 6000}, {7000, 9500}};
        NS_TEST_EXPECT_MSG_EQ(QosErrors::Count(10000, 4000, spans), 20000, "example of the paper");
        NS_TEST_EXPECT_MSG_EQ(QosErrors::Count(10000, 4000, {}), 48000, "no span");
        NS_TEST_EXPECT_MSG_EQ(QosErrors::Count(10000, 10000, {}), 0, "nothing missing");
        NS_TEST_EXPECT_MSG_EQ(QosErrors::Count(8000, 4000, spans),
                              16000,
                              "[4,5) and [6,7) thousand");
        QosErrors errors;
        NS_TEST_EXPECT_MSG_EQ(errors.CountNew(10000, 4000, spans), 20000, "all are new");
        NS_TEST_EXPECT_MSG_EQ(errors.CountNew(10000, 4000, spans), 0, "none is new");
        // 4000 to 5000 has come; 10000 to 10500 is missing now, and 11000 to 12000
        NS_TEST_EXPECT_MSG_EQ(errors.CountNew(12000, 6000, {{7000, 9500}, {10500, 11000}}),
                              12000,
                              "500 and 1000 bytes are new");
        NS_TEST_EXPECT_MSG_EQ(errors.CountNew(12000, 12000, {}), 0, "all has come");
        NS_TEST_EXPECT_MSG_EQ(QosErrors::Check(10000, 4000, spans), "", "right");
        for (const auto& wrong : std::vector<std::vector<QosSpan>>{{{3999, 5000}},
                                                                   {{6000, 6000}},
                                                                   {{7000, 6000}},
                                                                   {{9000, 10001}},
                                                                   {{5000, 6000}, {5500, 7000}},
                                                                   {{7000, 8000}, {5000, 6000}}})
        {
            NS_TEST_EXPECT_MSG_NE(QosErrors::Check(10000, 4000, wrong), "", "contradiction");
        }
        NS_TEST_EXPECT_MSG_NE(QosErrors::Check(10000, 10001, {}), "", "rseq beyond seq");

        QosJitter jitter;
        std::vector<double> found;
        for (int64_t rtt : {20, 22, 20, 30, 20, 20})
        {
            jitter.Add(rtt * MS / 2);
            found.push_back(jitter.Get() / MS);
        }
        const std::vector<double> expected{0, 0.0625, 0.121094, 0.426025, 0.711899, 0.667405};
        for (size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(found[i], expected[i], 5e-7, "jitter " << i);
        }

        const QosLight light(0.05, 0.15);
        const std::vector<std::pair<uint64_t, QosStatus>> colours{{950000, QOS_YELLOW},
                                                                  {950001, QOS_GREEN},
                                                                  {1050000, QOS_YELLOW},
                                                                  {850000, QOS_YELLOW},
                                                                  {849999, QOS_RED},
                                                                  {1150100, QOS_RED}};
        for (const auto& one : colours)
        {
            NS_TEST_EXPECT_MSG_EQ(light.Get(one.first, 1000000), one.second, one.first);
            NS_TEST_EXPECT_MSG_EQ(light.Get(one.first * 1000000, 1000000000000),
                                  one.second,
                                  one.first << " million");
        }
        NS_TEST_EXPECT_MSG_EQ(light.Get(2, 1, QosLight::BELOW), QOS_GREEN, "more is no fault");
        NS_TEST_EXPECT_MSG_EQ(light.Get(1, 2, QosLight::ABOVE), QOS_GREEN, "less is no fault");
        NS_TEST_EXPECT_MSG_EQ(light.Get(1, 0), QOS_UNKNOWN, "no contract");

        QosQuantiles quantiles;
        for (int64_t i = 1; i <= 1000; ++i)
        {
            quantiles.Add(i * 1000);
        }
        for (double share : {0.01, 0.5, 0.9, 0.99, 1.0})
        {
            const auto value = static_cast<double>(quantiles.Get(share));
            NS_TEST_EXPECT_MSG_EQ((value >= share * 1e6 && value <= share * 1e6 * 33 / 32),
                                  true,
                                  "quantile " << share << " is " << value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(QosErrors::GetResolution(3000), 1e-3, 1e-12, "rule of three");
        for (const auto& bad :
             std::vector<std::pair<double, double>>{{0.2, 0.15}, {0.1, 0.1}, {0, 1}, {1, 1000}})
        {
            std::ostringstream expected;
            expected << "GreenLimit is " << bad.first << " and RedLimit " << bad.second
                     << ": they must be above 0, the first below the second, that below 1000";
            const auto text = HsnAbortText([&] { QosLight(bad.first, bad.second); });
            NS_TEST_EXPECT_MSG_NE(text.find(expected.str()), std::string::npos, text);
        }
        const auto alpha = HsnAbortText([] { QosThroughput(0); });
        NS_TEST_EXPECT_MSG_NE(alpha.find("Alpha is 0 ns, must be above 0"),
                              std::string::npos,
                              alpha);
    }
};

/// Rows from records.
class QosMonitorRowsTest : public TestCase
{
  public:
    QosMonitorRowsTest()
        : TestCase("QoS: round trips by value, contracts, alarms, refused records, rows that close")
    {
    }

  private:
    void DoRun() override
    {
        auto monitor = CreateObject<QosMonitor>();
        auto fifo = monitor->GetFifo();
        std::vector<std::string> alarms;
        monitor->TraceConnectWithoutContext(
            "Alarm",
            Sink<const QosRow&, QosStatus, QosStatus>::Make(
                [&](const QosRow& row, QosStatus before, QosStatus now) {
                    std::string text = GetQosStatusName(before);
                    text.append(" to ").append(GetQosStatusName(now));
                    alarms.push_back(text);
                }));
        auto event = Make(QOS_SENT, 0);
        fifo->Put(event);
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().unknown, 1, "connection is not open");

        event = Make(QOS_OPEN, 0);
        event.info = QOS_INFO_CONTRACT;
        event.contract = {8000, 10 * MS, 0, QOS_OUT};
        fifo->Put(event);
        const QosRow* out = monitor->GetRow(1, QOS_OUT);
        NS_TEST_ASSERT_MSG_NE(out, nullptr, "row");

        // requests 1, 2, 3; the answer to 3 closes the others without a sample
        for (uint32_t i = 1; i <= 3; ++i)
        {
            event = Make(QOS_REQUEST, 10 * i);
            event.info = QOS_INFO_SYNC;
            event.sync = {i, 1000 * i};
            fifo->Put(event);
        }
        event = Make(QOS_CONTROL, 50);
        event.info = QOS_INFO_SYNC;
        event.sync = {0, 0};
        fifo->Put(event);
        NS_TEST_EXPECT_MSG_EQ(out->hasRtt, false, "an unsolicited report closes nothing");
        event.sync.value = 3;
        fifo->Put(event);
        NS_TEST_EXPECT_MSG_EQ(out->rtt, 20 * MS, "from 30 to 50");
        NS_TEST_EXPECT_MSG_EQ(out->GetDelay(), 10 * MS, "half of it");
        NS_TEST_EXPECT_MSG_EQ(out->delays.GetCount(), 1, "one sample");
        event.sync.value = 2;
        event.time = 60 * MS;
        fifo->Put(event);
        NS_TEST_EXPECT_MSG_EQ(out->rtt, 20 * MS, "2 was closed by 3");
        NS_TEST_EXPECT_MSG_EQ(out->HasJitter(), false, "no jitter without contract");

        // a report of errors: what was sent with request 4 counts, not what is on its way
        event = Make(QOS_REQUEST, 70);
        event.info = QOS_INFO_SYNC;
        event.sync = {4, 10000};
        fifo->Put(event);
        event = Make(QOS_ERRORS, 90);
        event.info = QOS_INFO_ERROR;
        event.error = {4, 2, 12000, 4000};
        const std::vector<QosSpan> spans{{5000, 6000}, {7000, 9500}};
        fifo->Put(event, spans.data());
        NS_TEST_EXPECT_MSG_EQ(out->errorBits, 20000, "bits of errors");
        fifo->Put(event, spans.data());
        NS_TEST_EXPECT_MSG_EQ(out->errorBits, 20000, "counted once");
        event.error.rseq = 13000;
        fifo->Put(event, spans.data());
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().rejected, 1, "rseq beyond seq");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().events, 12, "records up to here");

        // data: 8 kbit/s from 1 s on are green, 4 kbit/s are red
        for (int64_t t = 100; t <= 2000; t += 100)
        {
            event = Make(QOS_SENT, t);
            event.info = QOS_INFO_PACKET;
            event.packet.bits = 800;
            fifo->Put(event);
            NS_TEST_EXPECT_MSG_EQ(out->status, (t < 1000 ? QOS_UNKNOWN : QOS_GREEN), t);
        }
        for (int64_t t = 2200; t <= 4000; t += 200)
        {
            event.time = t * MS;
            fifo->Put(event);
        }
        NS_TEST_EXPECT_MSG_EQ(out->status, QOS_RED, "half of the contract");
        NS_TEST_ASSERT_MSG_EQ(alarms.size(), 1, "one alarm");
        NS_TEST_EXPECT_MSG_EQ(alarms[0], "yellow to red", "which");
        NS_TEST_EXPECT_MSG_EQ(out->throughput, 4000, "bit/s");
        NS_TEST_EXPECT_MSG_EQ(out->bits, 24000, "bits");

        event = Make(QOS_CLOSE, 4000);
        fifo->Put(event);
        NS_TEST_EXPECT_MSG_EQ(out->closed, 4000 * MS, "row stays");
        fifo->Put(Make(QOS_OPEN, 5000));
        out = monitor->GetRow(1, QOS_OUT);
        NS_TEST_EXPECT_MSG_EQ(out->bits, 0, "an id that is used again starts anew");
        NS_TEST_EXPECT_MSG_EQ(out->opened, 5000 * MS, "new row");
        fifo->Put(Make(QOS_CLOSE, 5000));
        Simulator::Stop(Seconds(64));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(monitor->GetRows().size(), 2, "held");
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(monitor->GetRows().size(), 0, "removed after HoldTime");
        Simulator::Destroy();
        monitor->Dispose();
    }
};

/// Contracts.
class QosContractTest : public TestCase
{
  public:
    QosContractTest()
        : TestCase("QoS: a negative contract is refused, and says so")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& wrong :
             std::vector<QosContract>{{8000, -1, 0, QOS_OUT}, {8000, 0, -1, QOS_OUT}})
        {
            auto monitor = CreateObject<QosMonitor>();
            std::vector<std::string> reasons;
            monitor->TraceConnectWithoutContext(
                "Reject",
                Sink<const QosEvent&, const std::string&>::Make(
                    [&](const QosEvent&, const std::string& reason) {
                        reasons.push_back(reason);
                    }));
            auto event = Make(QOS_OPEN, 0);
            event.info = QOS_INFO_CONTRACT;
            event.contract = wrong;
            monitor->GetFifo()->Put(event);
            NS_TEST_ASSERT_MSG_EQ(reasons.size(), 1, "refused");
            NS_TEST_EXPECT_MSG_EQ(reasons[0], "a contract must not be negative", "reason");
            NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().rejected, 1, "counted");
            NS_TEST_EXPECT_MSG_EQ(monitor->GetRows().size(), 0, "opens nothing");
            monitor->Dispose();
        }
        Simulator::Destroy();
    }
};

/// The FIFO.
class QosFifoTest : public TestCase
{
  public:
    QosFifoTest()
        : TestCase("QoS: request line when the FIFO was empty, drops, spans, Poisson records")
    {
    }

  private:
    /// @param rho load @param n Poisson records @return share that raise the line
    static double Poisson(double rho, uint32_t n)
    {
        auto cpu = CreateObject<HostCpu>();
        auto monitor = CreateObject<QosMonitor>();
        monitor->SetAttribute("EventCost", TimeValue(MilliSeconds(1)));
        monitor->SetTask(cpu->CreateTask(HostLevel::THREAD));
        auto gap = CreateObject<ExponentialRandomVariable>();
        gap->SetAttribute("Mean", DoubleValue(1e6 / rho));
        gap->SetStream(7);
        std::function<void()> next = [&] {
            QosEvent event{};
            event.action = QOS_SENT;
            event.time = Simulator::Now().GetNanoSeconds();
            monitor->GetFifo()->Put(event);
            if (--n > 0)
            {
                ScheduleCall(NanoSeconds(static_cast<int64_t>(gap->GetValue())), next);
            }
        };
        ScheduleCall(Time(0), next);
        Simulator::Run();
        Simulator::Destroy();
        const auto fifo = monitor->GetFifo();
        const double share =
            static_cast<double>(fifo->GetRequests()) / static_cast<double>(fifo->GetEvents());
        monitor->Dispose();
        cpu->Dispose();
        return share;
    }

    void DoRun() override
    {
        auto fifo = CreateObject<QosEventFifo>();
        auto small = CreateObjectWithAttributes<QosEventFifo>("Capacity", UintegerValue(3));
        QosEvent event = Make(QOS_ERRORS, 1);
        event.info = QOS_INFO_ERROR;
        std::vector<QosSpan> spans;
        for (uint64_t i = 0; i < 100; ++i)
        {
            spans.push_back({10 * i, 10 * i + 5});
        }
        event.error.nSpans = 100;
        for (uint32_t i = 0; i < 5; ++i)
        {
            event.connection = i;
            NS_TEST_EXPECT_MSG_EQ(small->Put(event, spans.data()), (i < 3), "three fit");
            NS_TEST_EXPECT_MSG_EQ(small->GetRequests(), 1, "the first found it empty");
        }
        NS_TEST_EXPECT_MSG_EQ(small->GetDrops(), 2, "the newest are dropped");
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(small->Get(event), true, "record");
            NS_TEST_EXPECT_MSG_EQ(event.connection, i, "in order");
            NS_TEST_EXPECT_MSG_EQ(small->GetSpans().size(), 100, "its spans");
            NS_TEST_EXPECT_MSG_EQ(small->GetSpans()[99].right, 995, "the last one");
        }
        NS_TEST_EXPECT_MSG_EQ(small->Get(event), false, "empty");
        small->Put(event);
        NS_TEST_EXPECT_MSG_EQ(small->GetRequests(), 2, "empty again");

        // (1 - rho) e^rho: a record is taken when its processing starts
        NS_TEST_EXPECT_MSG_EQ_TOL(Poisson(0.125, 200000), 0.9915, 0.002, "load 0.125");
        NS_TEST_EXPECT_MSG_EQ_TOL(Poisson(0.5, 200000), 0.8244, 0.005, "load 0.5");
    }
};

/// The monitor's process.
class QosMonitorTaskTest : public TestCase
{
  public:
    QosMonitorTaskTest()
        : TestCase("QoS: the monitor's task preempts the protocol's, and delays it by its work")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<HostCpu>();
        cpu->SetAttribute("ThreadPreemption", EnumValue(HOST_PREEMPT_FULL));
        auto protocol = cpu->CreateTask(HostLevel::THREAD, 1);
        auto monitor = CreateObject<QosMonitor>();
        monitor->SetAttribute("EventCost", TimeValue(MicroSeconds(500)));
        monitor->SetTask(cpu->CreateTask(HostLevel::THREAD, 2));
        std::vector<double> processed;
        Time done;
        monitor->TraceConnectWithoutContext(
            "Reject", // of a connection that is not open: told when its processing ends
            Sink<const QosEvent&, const std::string&>::Make(
                [&](const QosEvent&, const std::string&) {
                    processed.push_back(Simulator::Now().GetSeconds() * 1e3);
                }));
        ScheduleCall(Time(0),
                     [&] { protocol->Run(MilliSeconds(10), [&] { done = Simulator::Now(); }); });
        for (const int64_t time : {3, 3, 6})
        {
            ScheduleCall(MilliSeconds(time),
                         [&, time] { monitor->GetFifo()->Put(Make(QOS_SENT, time)); });
        }
        Simulator::Run();
        // by hand: 0.5 ms of work behind 3 ms, twice, and behind 6 ms, within the protocol's 10 ms
        const std::vector<double> expected{3.5, 4, 6.5};
        NS_TEST_ASSERT_MSG_EQ(processed.size(), expected.size(), "records");
        for (size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(processed[i], expected[i], 1e-9, "record " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(done, MicroSeconds(11500), "10 ms and 3 records");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetFifo()->GetRequests(), 3, "each found the FIFO empty");
        monitor->Dispose();
        cpu->Dispose();
        Simulator::Destroy();
    }
};

/// Mapping, catalogue, managers.
class QosMappingTest : public TestCase
{
  public:
    QosMappingTest()
        : TestCase("QoS: mapping of rates, catalogue, local resources, group mediator")
    {
    }

  private:
    void DoRun() override
    {
        struct Case
        {
            QosUnits units;
            double application, segments, beta, paper, exact;
        };

        const std::vector<Case> cases{
            {{50, 160, 1, 1472, 28}, 64000, 1, 1.175, 75200, 75200},
            {{24, 8000, 1, 1472, 28}, 1536000, 6, 0.1875, 1728000, 1568256},
            {{30, 7750, 1, 1472, 28}, 1860000, 6, 0.193548, 2160000, 1900320},
            {{24, 8008, 1, 48, 5}, 1537536, 167, 0.006618, 1699392, 1697856},
        };
        for (auto one : cases)
        {
            auto rates = QosMapper::Map(one.units);
            NS_TEST_EXPECT_MSG_EQ_TOL(rates.application, one.application, 1e-6, "R(a)");
            NS_TEST_EXPECT_MSG_EQ(rates.segments, one.segments, "nu");
            NS_TEST_EXPECT_MSG_EQ_TOL(rates.beta, one.beta, 5e-7, "beta");
            NS_TEST_EXPECT_MSG_EQ_TOL(rates.network, one.paper, 1e-6, "R(n)");
            one.units.chargeFullLast = false;
            NS_TEST_EXPECT_MSG_EQ_TOL(QosMapper::Map(one.units).network, one.exact, 1e-6, "exact");
        }
        QosUnits units{10, 1472, 1, 1472, 0};
        NS_TEST_EXPECT_MSG_EQ(QosMapper::Map(units).segments, 1, "1472");
        NS_TEST_EXPECT_MSG_EQ(QosMapper::Map(units).network, QosMapper::Map(units).user, "limit");
        units.octets = 1473;
        NS_TEST_EXPECT_MSG_EQ(QosMapper::Map(units).segments, 2, "1473");
        const std::vector<std::pair<QosUnits, std::string>> wrong{
            {{10, 1473, 1, 0, 0}, "Sd(n) is 0 octets, must be at least 1"},
            {{-1, 10, 1, 10, 0}, "N is -1 units a second, must be at least 0"},
            {{1, -10, 1, 10, 0}, "S(u) is -10 octets, must be at least 0"},
            {{1, 10, 0, 10, 0}, "alpha is 0, must be above 0"}};
        for (const auto& one : wrong)
        {
            const auto text = HsnAbortText([&] { QosMapper::Map(one.first); });
            NS_TEST_EXPECT_MSG_NE(text.find(one.second), std::string::npos, text);
        }

        // table 3: a video's end-to-end delay of 250 ms, an audio's of 150 ms
        NS_TEST_EXPECT_MSG_EQ(QosMapper::MapDelay(250, 80, 10), 160, "video, two pictures kept");
        NS_TEST_EXPECT_MSG_EQ(QosMapper::MapDelay(150, 20, 10), 120, "audio, a unit of 20 ms");
        NS_TEST_EXPECT_MSG_EQ(QosMapper::MapDelay(150, 0, 0), 150, "all is left");
        NS_TEST_EXPECT_MSG_EQ(QosMapper::MapDelay(150, 140, 20), -10, "nothing is left");
        const auto delays = HsnAbortText([] { QosMapper::MapDelay(150, -1, 0); });
        NS_TEST_EXPECT_MSG_NE(delays.find("Delays are 150, -1, 0 ms, must be at least 0"),
                              std::string::npos,
                              delays);

        std::map<std::string, std::set<int>> levels;
        for (const auto& entry : GetQosCatalogue())
        {
            levels[entry.name].insert(entry.level);
        }
        std::set<std::string> twice;
        for (const auto& one : levels)
        {
            if (one.second.size() > 1)
            {
                twice.insert(one.first);
            }
        }
        const std::set<std::string> printed{"delay", "frame loss", "jitter", "size"};
        NS_TEST_EXPECT_MSG_EQ((twice == printed), true, "names at two levels");

        // what table 4 and section 2.1 list: 9 + 2 of users, 8 + 6 of applications and 4 of their
        // operating system, 8 of networks; numbers are all but the 9 and the 6
        std::map<std::string, int> kinds;
        for (const auto& entry : GetQosCatalogue())
        {
            ++kinds[std::to_string(entry.level) + (entry.quantitative ? "+" : "-") +
                    (entry.operatingSystem ? "os" : "")];
        }
        const auto name = [](QosLevel level, const char* rest) {
            return std::to_string(level) + rest;
        };
        const std::map<std::string, int> counted{{name(QOS_USER, "-"), 9},
                                                 {name(QOS_USER, "+"), 2},
                                                 {name(QOS_APPLICATION, "+"), 8},
                                                 {name(QOS_APPLICATION, "-"), 6},
                                                 {name(QOS_APPLICATION, "+os"), 4},
                                                 {name(QOS_NETWORK, "+"), 8}};
        NS_TEST_EXPECT_MSG_EQ((kinds == counted), true, "levels and kinds");

        LocalResourceManager local(1e6);
        QosChoice choice;
        choice.size = "small";
        choice.smoothness = "high";
        choice.alpha = 1;
        // 176 x 144 x 16 bits x 30
        NS_TEST_EXPECT_MSG_EQ_TOL(local.Build("eve", choice).rate, 12165120, 1e-6, "QCIF");
        NS_TEST_EXPECT_MSG_EQ(local.GetRemembered("eve").size, "small", "remembered");
        NS_TEST_EXPECT_MSG_EQ(local.GetRemembered("bob").size, "medium", "default");
        NS_TEST_EXPECT_MSG_EQ(local.Reserve(6e5), true, "there is room");
        NS_TEST_EXPECT_MSG_EQ(local.Reserve(6e5), false, "there is none");
        local.Release(6e5);
        NS_TEST_EXPECT_MSG_EQ(local.Reserve(6e5), true, "there is again");

        QosProfile wanted;
        wanted.rate = 2e6;
        wanted.leastRate = 5e5;
        wanted.delay = 100;
        wanted.mostDelay = 250;
        wanted.mostJitter = 50;
        wanted.mostLoss = 0.01;
        wanted.features = {{"colour", false}, {"mpeg-2", true}};
        std::vector<QosCapability> members{{3e6, 50, 10, 0, {"colour", "mpeg-2"}},
                                           {1e6, 200, 20, 0, {"mpeg-2"}},
                                           {1.5e6, 120, 40, 0.001, {"colour", "mpeg-2"}}};
        auto answer = GroupMediator().Mediate(wanted, members, units);
        NS_TEST_EXPECT_MSG_EQ(answer.accepted, true, "all can");
        NS_TEST_EXPECT_MSG_EQ(answer.profile.rate, 1e6, "least rate");
        NS_TEST_EXPECT_MSG_EQ(answer.profile.delay, 200, "greatest delay");
        NS_TEST_EXPECT_MSG_EQ(answer.profile.jitter, 40, "greatest jitter");
        NS_TEST_EXPECT_MSG_EQ(answer.profile.features.count("colour"), 0, "one has no colour");
        members[1].rate = 4e5;
        answer = GroupMediator().Mediate(wanted, members, units);
        NS_TEST_EXPECT_MSG_EQ(answer.accepted, false, "too slow");
        NS_TEST_EXPECT_MSG_EQ(answer.parameter, "rate", "which parameter");
        NS_TEST_EXPECT_MSG_EQ(answer.member, 1, "which member");
        members[1] = {1e6, 200, 20, 0, {}};
        NS_TEST_EXPECT_MSG_EQ(GroupMediator().Mediate(wanted, members, units).parameter,
                              "mpeg-2",
                              "required feature");
    }
};

HsnTestRegistration g_qosMonitorTests("qos-monitor",
                                      {new QosMeasuresTest,
                                       new QosMonitorRowsTest,
                                       new QosContractTest,
                                       new QosFifoTest,
                                       new QosMonitorTaskTest,
                                       new QosMappingTest});
} // namespace
