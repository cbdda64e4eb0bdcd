// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What rows of a monitor show after drops, wraps, closings and second FIFOs. Expected values are
 * computed by hand from the definitions.
 */
#include "../hsn-test.h"
#include "qos-records.h"

#include "ns3/enum.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/qos-event-fifo.h"
#include "ns3/qos-measures.h"
#include "ns3/qos-monitor.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Rows without a task: each record is processed at once.
class QosRowsTest : public TestCase
{
  public:
    QosRowsTest()
        : TestCase("QoS: values that wrap, traces in seconds, closings, holding, a second FIFO")
    {
    }

  private:
    void DoRun() override
    {
        TestWrap();
        TestTraces();
        TestClose();
        TestHold();
        TestFifo();
    }

    /// Values of requests begin again at 0.
    void TestWrap()
    {
        auto monitor = CreateObject<QosMonitor>();
        const auto fifo = monitor->GetFifo();
        fifo->Put(MakeRecord(QOS_OPEN, 0));
        fifo->Put(MakeSync(QOS_REQUEST, 10, 0xffffffff));
        fifo->Put(MakeSync(QOS_REQUEST, 20, 0));
        fifo->Put(MakeSync(QOS_REQUEST, 25, 1));
        fifo->Put(MakeSync(QOS_CONTROL, 50, 0));
        const QosRow* out = monitor->GetRow(1, QOS_OUT);
        NS_TEST_EXPECT_MSG_EQ(out->rtt, 30 * MS, "of the request of 20 ms");
        fifo->Put(MakeSync(QOS_CONTROL, 60, 0xffffffff));
        NS_TEST_EXPECT_MSG_EQ(out->rtt, 30 * MS, "0 has closed the one before it");
        fifo->Put(MakeSync(QOS_CONTROL, 65, 1));
        NS_TEST_EXPECT_MSG_EQ(out->rtt, 40 * MS, "of the request of 25 ms");
        monitor->Dispose();
        Simulator::Destroy();
    }

    /// Round trips of 20 and 22 ms: delays of 10 and 11 ms, a sixteenth of the difference.
    void TestTraces()
    {
        auto monitor = CreateObject<QosMonitor>();
        std::vector<double> rtts;
        std::vector<double> delays;
        std::vector<double> jitters;
        const auto connect = [&monitor](const char* name, std::vector<double>& values) {
            monitor->TraceConnectWithoutContext(
                name,
                Sink<const QosRow&, double>::Make(
                    [&values](const QosRow&, double value) { values.push_back(value); }));
        };
        connect("Rtt", rtts);
        connect("Delay", delays);
        connect("Jitter", jitters);
        const auto fifo = monitor->GetFifo();
        fifo->Put(MakeOpen(0, {8000, 10 * MS, MS, QOS_OUT}));
        fifo->Put(MakeSync(QOS_REQUEST, 100, 1));
        fifo->Put(MakeSync(QOS_CONTROL, 120, 1));
        fifo->Put(MakeSync(QOS_REQUEST, 200, 2));
        fifo->Put(MakeSync(QOS_CONTROL, 222, 2));
        NS_TEST_ASSERT_MSG_EQ(rtts.size(), 2, "round trips");
        NS_TEST_ASSERT_MSG_EQ(delays.size(), 2, "delays");
        NS_TEST_ASSERT_MSG_EQ(jitters.empty(), false, "jitters");
        NS_TEST_EXPECT_MSG_EQ_TOL(rtts[1], 0.022, 1e-12, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(delays[0], 0.010, 1e-12, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(delays[1], 0.011, 1e-12, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(jitters.back(), 0.001 / 16, 1e-12, "s");
        monitor->Dispose();
        Simulator::Destroy();
    }

    /// A row that closes keeps what was measured last.
    void TestClose()
    {
        auto monitor = CreateObject<QosMonitor>();
        const auto fifo = monitor->GetFifo();
        fifo->Put(MakeRecord(QOS_OPEN, 0)); // without contract nobody looks at the light meanwhile
        for (int64_t ms = 100; ms <= 1000; ms += 100)
        {
            fifo->Put(MakePacket(QOS_SENT, ms));
        }
        fifo->Put(MakeRecord(QOS_CLOSE, 1050));
        const QosRow* out = monitor->GetRow(1, QOS_OUT);
        NS_TEST_EXPECT_MSG_EQ(out->throughput, 8000, "ten packets in the last second");
        NS_TEST_EXPECT_MSG_EQ(out->status, QOS_UNKNOWN, "closed");
        monitor->Dispose();
        Simulator::Destroy();
    }

    /// A closed row is forgotten once, when HoldTime has passed, whatever was looked up last.
    void TestHold()
    {
        auto monitor = CreateObject<QosMonitor>();
        monitor->SetAttribute("HoldTime", TimeValue(Seconds(10)));
        uint32_t removed = 0;
        monitor->TraceConnectWithoutContext(
            "Remove",
            Sink<const QosRow&>::Make([&removed](const QosRow&) { ++removed; }));
        const auto fifo = monitor->GetFifo();
        fifo->Put(MakeRecord(QOS_OPEN, 0));
        fifo->Put(MakeRecord(QOS_CLOSE, 5000));
        monitor->Advance(MilliSeconds(14999));
        NS_TEST_EXPECT_MSG_EQ(monitor->GetRows().size(), 2, "held");
        monitor->Advance(MilliSeconds(15000));
        NS_TEST_EXPECT_MSG_EQ(monitor->GetRows().size(), 0, "10 s later");
        NS_TEST_EXPECT_MSG_EQ(removed, 2, "in and out");
        fifo->Put(MakePacket(QOS_SENT, 15100));
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().unknown, 1, "nothing is open");
        fifo->Put(MakeRecord(QOS_OPEN, 16000));
        NS_TEST_EXPECT_MSG_EQ(removed, 2, "nothing was there to be removed");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetRow(1, QOS_OUT)->opened, 16000 * MS, "a new row");
        monitor->Dispose();
        Simulator::Destroy();
    }

    /// What another FIFO dropped before it was this monitor's says nothing about rows.
    void TestFifo()
    {
        auto monitor = CreateObject<QosMonitor>();
        monitor->GetFifo()->Put(MakeOpen(0, {8000, 0, 0, QOS_OUT}));
        for (int64_t ms = 100; ms <= 1500; ms += 100)
        {
            monitor->GetFifo()->Put(MakePacket(QOS_SENT, ms));
        }
        const QosRow* out = monitor->GetRow(1, QOS_OUT);
        NS_TEST_EXPECT_MSG_EQ(out->status, QOS_GREEN, "8 kbit/s");
        auto other = CreateObjectWithAttributes<QosEventFifo>("Capacity", UintegerValue(1));
        other->Put(MakePacket(QOS_SENT, 0));
        other->Put(MakePacket(QOS_SENT, 0));
        QosEvent event;
        other->Get(event);
        NS_TEST_EXPECT_MSG_EQ(other->GetDrops(), 1, "before");
        monitor->SetFifo(other);
        other->Put(MakePacket(QOS_SENT, 1600));
        NS_TEST_EXPECT_MSG_EQ(out->status, QOS_GREEN, "nothing is missing");
        monitor->Dispose();
        Simulator::Destroy();
    }
};

/// A monitor that is a task of a host, which has other work meanwhile.
class QosRowsTaskTest : public TestCase
{
  public:
    QosRowsTaskTest()
        : TestCase("QoS: a monitor with a task: spans of waiting records, drops, cost of drawing")
    {
    }

  private:
    /// A monitor that needs a millisecond for a record.
    struct Bench
    {
        /// @param capacity of the FIFO
        explicit Bench(uint32_t capacity)
        {
            monitor->SetAttribute("EventCost", TimeValue(MilliSeconds(1)));
            monitor->SetFifo(
                CreateObjectWithAttributes<QosEventFifo>("Capacity", UintegerValue(capacity)));
            monitor->SetTask(task);
        }

        ~Bench()
        {
            monitor->Dispose();
            cpu->Dispose();
            Simulator::Destroy();
        }

        /// @param ms when it is put, and its time @param event record
        void Put(int64_t ms, const QosEvent& event)
        {
            ScheduleCall(MilliSeconds(ms) - Simulator::Now(),
                         [this, event] { monitor->GetFifo()->Put(event); });
        }

        /// @param begin ms @param end ms @param step ms @param action of packets
        void Packets(int64_t begin, int64_t end, int64_t step, QosAction action)
        {
            for (int64_t ms = begin; ms <= end; ms += step)
            {
                Put(ms, MakePacket(action, ms));
            }
        }

        /// @param ms of the simulation
        void Run(int64_t ms)
        {
            Simulator::Stop(MilliSeconds(ms) - Simulator::Now());
            Simulator::Run();
        }

        Ptr<QosMonitor> monitor{CreateObject<QosMonitor>()};    //!< it
        Ptr<HostCpu> cpu{CreateObject<HostCpu>()};              //!< its host
        Ptr<HostTask> task{cpu->CreateTask(HostLevel::THREAD)}; //!< its work
    };

    void DoRun() override
    {
        TestSpans();
        TestDrops();
        TestDrawing();
    }

    /// Each report of errors has spans of its own, also those that wait for the monitor.
    void TestSpans()
    {
        Bench bench(100);
        ScheduleCall(MilliSeconds(1), [&bench] {
            const auto fifo = bench.monitor->GetFifo();
            const std::vector<QosSpan> first{{5000, 6000}, {7000, 9500}};
            const std::vector<QosSpan> second{{6000, 10000}};
            fifo->Put(MakeRecord(QOS_OPEN, 1));
            fifo->Put(MakeSync(QOS_REQUEST, 1, 4, 10000));
            QosEvent event = MakeRecord(QOS_ERRORS, 1);
            event.info = QOS_INFO_ERROR;
            event.error = {4, 2, 10000, 4000};
            fifo->Put(event, first.data());
            event.error = {4, 1, 10000, 5000};
            fifo->Put(event, second.data());
        });
        bench.Run(4);
        const QosRow* out = bench.monitor->GetRow(1, QOS_OUT);
        NS_TEST_ASSERT_MSG_NE(out, nullptr, "row");
        NS_TEST_EXPECT_MSG_EQ(out->errorBits, 0, "two records are done, the third is not");
        bench.Run(5);
        NS_TEST_EXPECT_MSG_EQ(out->errorBits, 20000, "the example of the paper");
        bench.Run(10);
        NS_TEST_EXPECT_MSG_EQ(out->errorBits, 28000, "5000 to 6000 is missing now, too");
    }

    /// What was dropped may have been of any row.
    void TestDrops()
    {
        Bench bench(4);
        bench.Put(1, MakeOpen(1, {8000, 0, 0, QOS_OUT}));
        bench.Put(10, MakeOpen(10, {8000, 0, 0, QOS_IN}));
        bench.Packets(100, 3000, 100, QOS_SENT);
        bench.Packets(150, 3050, 100, QOS_ARRIVED);
        for (uint32_t i = 0; i < 10; ++i)
        {
            bench.Put(1560, MakeRecord(QOS_REQUEST, 1560));
        }
        bench.Run(1555);
        const QosRow* rows[] = {bench.monitor->GetRow(1, QOS_OUT),
                                bench.monitor->GetRow(1, QOS_IN)};
        for (const auto* row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ(row->status, QOS_GREEN, "8 kbit/s, direction " << row->opened);
        }
        bench.Run(1570);
        NS_TEST_EXPECT_MSG_EQ(bench.monitor->GetFifo()->GetDrops(), 5, "one works, four wait");
        for (const auto* row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ(row->status, QOS_UNKNOWN, "for a window");
        }
        bench.Run(2480);
        for (const auto* row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ(row->status, QOS_UNKNOWN, "still");
        }
        bench.Run(2800);
        for (const auto* row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ(row->status, QOS_GREEN, "again");
        }
    }

    /// The light is drawn when it changes, and costs its own time.
    void TestDrawing()
    {
        Bench bench(100);
        bench.monitor->SetAttribute("Display", EnumValue(QosMonitor::LIGHT));
        bench.monitor->SetAttribute("GuiCost", TimeValue(MilliSeconds(7)));
        bench.Put(1, MakeOpen(1, {8000, 0, 0, QOS_OUT}));
        bench.Packets(100, 1500, 100, QOS_SENT);
        bench.Run(1590);
        const auto before = bench.monitor->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(bench.task->GetBusyTime(),
                              MilliSeconds(16 + 7 * before.redraws),
                              "an opening, 15 packets, and what was drawn");
        bench.Packets(2000, 2000, 1, QOS_SENT);
        bench.Run(2050);
        const auto& after = bench.monitor->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(after.redraws, before.redraws + 1, "red");
        NS_TEST_EXPECT_MSG_EQ(bench.task->GetBusyTime(),
                              MilliSeconds(17 + 7 * after.redraws),
                              "a packet, a drawing");
    }
};

/// Rings that grow while they are in use.
class QosRingsTest : public TestCase
{
  public:
    QosRingsTest()
        : TestCase("QoS: windows of any load, spans of any number, high water")
    {
    }

  private:
    void DoRun() override
    {
        TestWindow();
        TestSpans();
        TestHighWater();
    }

    /// Bursts of 1 to 60 packets against a sum over all that has come.
    void TestWindow()
    {
        std::mt19937_64 random(5);
        QosThroughput window(100 * MS);
        std::vector<std::pair<int64_t, uint64_t>> all;
        int64_t now = 0;
        for (uint32_t burst = 0; burst < 200; ++burst)
        {
            now += static_cast<int64_t>(random() % 40) * MS;
            for (uint64_t n = random() % 60; n > 0; --n)
            {
                now += static_cast<int64_t>(random() % 1000000);
                all.emplace_back(now, 1 + random() % 10000);
                window.Add(now, all.back().second);
            }
            uint64_t bits = 0;
            for (const auto& [time, size] : all)
            {
                bits += time > now - 100 * MS ? size : 0;
            }
            NS_TEST_ASSERT_MSG_EQ(window.Get(now), 10 * bits, "after burst " << burst);
        }
    }

    /// Records with more spans than there is room for, behind others that wait.
    void TestSpans()
    {
        auto fifo = CreateObject<QosEventFifo>();
        const uint32_t numbers[] = {3, 5, 4, 100, 1, 300};
        const auto put = [&](uint32_t which) {
            std::vector<QosSpan> spans;
            for (uint64_t i = 0; i < numbers[which]; ++i)
            {
                spans.push_back({1000 * which + 2 * i, 1000 * which + 2 * i + 1});
            }
            QosEvent event = MakeRecord(QOS_ERRORS, 1);
            event.info = QOS_INFO_ERROR;
            event.error.nSpans = numbers[which];
            fifo->Put(event, spans.data());
        };
        const auto get = [&](uint32_t which) {
            QosEvent event;
            NS_TEST_ASSERT_MSG_EQ(fifo->Get(event), true, "record " << which);
            const auto& spans = fifo->GetSpans();
            NS_TEST_ASSERT_MSG_EQ(spans.size(), numbers[which], "record " << which);
            for (uint64_t i = 0; i < spans.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(spans[i].left, 1000 * which + 2 * i, "record " << which);
            }
        };
        put(0);
        put(1);
        get(0);
        put(2);
        put(3);
        get(1);
        get(2);
        put(4);
        put(5);
        get(3);
        get(4);
        get(5);
    }

    /// The call comes with the record that reaches the mark, and with each beyond.
    void TestHighWater()
    {
        auto fifo = CreateObject<QosEventFifo>();
        std::vector<uint32_t> calls;
        const auto note = Sink<>::Make([&] { calls.push_back(fifo->GetSize()); });
        fifo->SetHighWater(5, note);
        std::vector<uint32_t> found;
        fifo->TraceConnectWithoutContext(
            "Put",
            Sink<const QosEvent&, uint32_t>::Make(
                [&found](const QosEvent&, uint32_t before) { found.push_back(before); }));
        for (uint32_t i = 0; i < 6; ++i)
        {
            fifo->Put(MakeRecord(QOS_SENT, i));
        }
        NS_TEST_EXPECT_MSG_EQ((calls == std::vector<uint32_t>{5, 6}), true, "at five records");
        NS_TEST_EXPECT_MSG_EQ((found == std::vector<uint32_t>{0, 1, 2, 3, 4, 5}),
                              true,
                              "records that each one finds");
        fifo->SetHighWater(0, Callback<void>());
    }
};

HsnTestRegistration g_qosRowsTests("qos-rows",
                                   {new QosRowsTest, new QosRowsTaskTest, new QosRingsTest});
} // namespace
