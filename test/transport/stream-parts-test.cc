// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/byte-range-set.h"
#include "ns3/deadline-timer.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/packet-byte-queue.h"
#include "ns3/reassembly-queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tick-clock.h"
#include "ns3/tick-rtt-estimator.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param begin first byte @param size how many @return a packet whose bytes tell their places */
Ptr<Packet>
MakeBytes(StreamOffset begin, uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    for (uint32_t i = 0; i < size; ++i)
    {
        bytes[i] = static_cast<uint8_t>((begin + i) * 131 + ((begin + i) >> 8));
    }
    return Create<Packet>(bytes.data(), size);
}

/** @param packet the packet @return its bytes */
std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/** @brief ByteRangeSet against a set of bytes. */
class ByteRangeSetTest : public TestCase
{
  public:
    ByteRangeSetTest()
        : TestCase("Byte ranges agree with a set of bytes")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round)
        {
            ByteRangeSet ranges;
            std::set<StreamOffset> bytes;
            for (int step = 0; step < 60; ++step)
            {
                const StreamOffset begin = random() % 100;
                if (random() % 8 == 0)
                {
                    ranges.RemoveBelow(begin / 2);
                    bytes.erase(bytes.begin(), bytes.lower_bound(begin / 2));
                }
                const StreamOffset end = begin + random() % 12;
                std::set<StreamOffset> expected;
                for (StreamOffset b = begin; b < end; ++b)
                {
                    if (bytes.insert(b).second)
                    {
                        expected.insert(b);
                    }
                }
                std::set<StreamOffset> found;
                ranges.Add(begin, end, [&](StreamOffset from, StreamOffset to) {
                    for (StreamOffset b = from; b < to; ++b)
                    {
                        NS_TEST_EXPECT_MSG_EQ(found.insert(b).second, true, "twice " << b);
                    }
                });
                NS_TEST_ASSERT_MSG_EQ((found == expected), true, "new bytes");
                StreamOffset last = -2;
                std::set<StreamOffset> all;
                for (const auto& range : ranges.Get())
                {
                    NS_TEST_EXPECT_MSG_GT(range.first, last, "apart and in order");
                    last = range.second;
                    for (StreamOffset b = range.first; b < range.second; ++b)
                    {
                        all.insert(b);
                    }
                }
                NS_TEST_ASSERT_MSG_EQ((all == bytes), true, "all bytes");
                const bool has = ranges.Find(begin) != ranges.Get().end();
                NS_TEST_EXPECT_MSG_EQ(has, (bytes.count(begin) > 0), "find");
            }
        }
    }
};

/** @brief PacketByteQueue keeps the bytes. */
class PacketByteQueueTest : public TestCase
{
  public:
    PacketByteQueueTest()
        : TestCase("Bytes leave the queue in order, whatever the packets")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(2);
        PacketByteQueue queue;
        StreamOffset in = 0;
        StreamOffset out = 0;
        for (int step = 0; step < 2000; ++step)
        {
            const uint32_t size = random() % 300;
            if (random() % 2)
            {
                queue.Add(MakeBytes(in, size));
                in += size;
            }
            else
            {
                const auto packet = queue.Remove(size);
                NS_TEST_EXPECT_MSG_EQ(packet->GetSize(),
                                      std::min<uint32_t>(size, in - out),
                                      "size");
                NS_TEST_EXPECT_MSG_EQ(
                    (GetBytes(packet) == GetBytes(MakeBytes(out, packet->GetSize()))),
                    true,
                    "bytes from " << out);
                out += packet->GetSize();
            }
            NS_TEST_EXPECT_MSG_EQ(queue.GetSize(), in - out, "left");
        }
        queue.Clear();
        NS_TEST_EXPECT_MSG_EQ(queue.Remove(10)->GetSize(), 0, "empty");
    }
};

/** @brief ReassemblyQueue: bytes, and the examples of RFC 2018. */
class ReassemblyQueueTest : public TestCase
{
  public:
    ReassemblyQueueTest()
        : TestCase("Segments in any order; SACK blocks of RFC 2018, section 4")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(3);
        for (int round = 0; round < 100; ++round)
        {
            const StreamOffset total = 2000;
            ReassemblyQueue queue;
            queue.Reset(1);
            StreamOffset next = 1;
            while (next <= total)
            {
                const StreamOffset begin =
                    std::max<StreamOffset>(1, next - 100 + static_cast<int>(random() % 400));
                const uint32_t size = std::min<StreamOffset>(1 + random() % 120, 1 + total - begin);
                if (begin > total)
                {
                    continue;
                }
                if (!queue.Pass(begin, size))
                {
                    queue.Add(begin, MakeBytes(begin, size));
                }
                else
                {
                    next += size;
                }
                while (auto packet = queue.Remove())
                {
                    NS_TEST_EXPECT_MSG_EQ(
                        (GetBytes(packet) == GetBytes(MakeBytes(next, packet->GetSize()))),
                        true,
                        "bytes from " << next);
                    next += packet->GetSize();
                }
                NS_TEST_ASSERT_MSG_EQ(queue.GetNext(), next, "next");
            }
            NS_TEST_EXPECT_MSG_EQ(queue.HasGap(), false, "nothing waits");
        }
        // segments of 500 from 5000 on; cases 1, 2 and 3 of section 4
        using Blocks = std::vector<ReassemblyQueue::Block>;
        ReassemblyQueue queue;
        queue.Reset(5000);
        for (int i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(queue.Pass(5000 + 500 * i, 500), true, "in order");
        }
        NS_TEST_EXPECT_MSG_EQ(queue.GetBlocks(4).empty(), true, "case 1: the last four lost");
        queue.Reset(5000);
        for (int i = 1; i < 8; ++i)
        {
            queue.Add(5000 + 500 * i, MakeBytes(0, 500));
            NS_TEST_EXPECT_MSG_EQ((queue.GetBlocks(4) == Blocks{{5500, 5500 + 500 * i}}),
                                  true,
                                  "case 2: the first lost, block " << i);
        }
        queue.Reset(5500);
        queue.Add(6000, MakeBytes(0, 500));
        NS_TEST_EXPECT_MSG_EQ((queue.GetBlocks(4) == Blocks{{6000, 6500}}), true, "case 3, third");
        queue.Add(7000, MakeBytes(0, 500));
        NS_TEST_EXPECT_MSG_EQ((queue.GetBlocks(4) == Blocks{{7000, 7500}, {6000, 6500}}),
                              true,
                              "case 3, fifth");
        queue.Add(8000, MakeBytes(0, 500));
        NS_TEST_EXPECT_MSG_EQ(
            (queue.GetBlocks(4) == Blocks{{8000, 8500}, {7000, 7500}, {6000, 6500}}),
            true,
            "case 3, seventh");
        queue.Add(6500, MakeBytes(0, 500));
        NS_TEST_EXPECT_MSG_EQ((queue.GetBlocks(4) == Blocks{{6000, 7500}, {8000, 8500}}),
                              true,
                              "case 3, the fourth comes late");
        queue.Add(5500, MakeBytes(0, 500));
        while (queue.Remove())
        {
        }
        NS_TEST_EXPECT_MSG_EQ((queue.GetBlocks(4) == Blocks{{8000, 8500}}), true, "case 3, end");
        NS_TEST_EXPECT_MSG_EQ(queue.GetNext(), 7500, "case 3, end");
        NS_TEST_EXPECT_MSG_EQ(queue.Add(8100, MakeBytes(0, 100)), false, "nothing new");
        // the most recent block first, then those reported before (section 4), however often one of
        // them arrives again
        queue.Reset(5500);
        for (const int begin : {6000, 7000, 8000, 8000, 8000, 8000})
        {
            queue.Add(begin, MakeBytes(0, 500));
        }
        NS_TEST_EXPECT_MSG_EQ(
            (queue.GetBlocks(4) == Blocks{{8000, 8500}, {7000, 7500}, {6000, 6500}}),
            true,
            "a block that is repeated");
    }
};

/** @brief Ticks and timers. */
class TickTest : public TestCase
{
  public:
    TickTest()
        : TestCase("Tick clock, deadline timer, estimator in ticks")
    {
    }

  private:
    void DoRun() override
    {
        Clock();
        Timer();
        TimerAfterArrivals();
        RenoEstimator();
        TahoeEstimator();
    }

    /** @brief Ticks at (n - phase) * period. */
    void Clock()
    {
        auto clock = CreateObject<TickClock>();
        clock->SetAttribute("Phase", StringValue("ns3::ConstantRandomVariable[Constant=0.25]"));
        clock->SetAttribute("FastTick", StringValue("200ms"));
        // slow ticks at 375, 875 ms ..., fast ones at 150, 350 ms ...
        NS_TEST_EXPECT_MSG_EQ(clock->GetSlowTick(), 0, "before the first");
        NS_TEST_EXPECT_MSG_EQ(clock->GetSlowTime(1), MilliSeconds(375), "first");
        NS_TEST_EXPECT_MSG_EQ(clock->GetSlowTime(3), MilliSeconds(1375), "third");
        NS_TEST_EXPECT_MSG_EQ(clock->GetNextFastTime(), MilliSeconds(150), "fast");
        ScheduleCall(MilliSeconds(375), [this, clock] {
            NS_TEST_EXPECT_MSG_EQ(clock->GetSlowTick(), 1, "at the tick");
            NS_TEST_EXPECT_MSG_EQ(clock->GetSlowTime(2), MilliSeconds(1375), "two later");
            NS_TEST_EXPECT_MSG_EQ(clock->GetNextFastTime(), MilliSeconds(550), "fast");
        });
        Simulator::Run();
        auto node = CreateObject<Node>();
        NS_TEST_EXPECT_MSG_EQ(TickClock::Get(node), TickClock::Get(node), "one for a node");
        Simulator::Destroy();
    }

    /** @brief It expires at the deadline that was set last. */
    void Timer()
    {
        std::vector<int64_t> times;
        DeadlineTimer timer([&times] { times.push_back(Simulator::Now().GetTimeStep()); });
        const auto at = [](int64_t time, auto what) { ScheduleCall(NanoSeconds(time), what); };
        timer.Set(NanoSeconds(100));
        at(50, [&] { timer.Set(NanoSeconds(300)); });  // later
        at(150, [&] { timer.Set(NanoSeconds(200)); }); // sooner
        at(210, [&] { timer.Set(NanoSeconds(400)); });
        at(220, [&] { timer.Cancel(); });
        at(250, [&] { timer.Set(NanoSeconds(500)); });
        at(510, [&] {
            timer.Set(NanoSeconds(600));
            timer.Remove();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((times == std::vector<int64_t>{200, 500}), true, "expiries");
        NS_TEST_EXPECT_MSG_EQ(timer.IsRunning(), false, "stopped");
        Simulator::Destroy();
    }

    /** @brief A packet that arrives at the deadline can stop or postpone the timer, although it was
     * sent after the timer had been started. */
    void TimerAfterArrivals()
    {
        std::vector<int64_t> times;
        DeadlineTimer timer([&times] { times.push_back(Simulator::Now().GetTimeStep()); },
                            DeadlineTimer::AFTER_ARRIVALS);
        const auto at = [](int64_t time, auto what) { ScheduleCall(NanoSeconds(time), what); };
        timer.Set(NanoSeconds(100));
        at(100, [&] { timer.Cancel(); });
        at(110, [&] { timer.Set(NanoSeconds(200)); });
        // scheduled after the timer, and by something that happens at the deadline itself
        at(150, [&] { at(50, [&] { timer.Set(NanoSeconds(300)); }); });
        at(250, [&] { at(50, [&] { timer.Set(NanoSeconds(300)); }); }); // time is up all the same
        at(350, [&] { timer.Set(NanoSeconds(400)); });
        at(400, [&] { timer.Set(NanoSeconds(500)); });
        at(500, [&] { timer.Remove(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((times == std::vector<int64_t>{300}), true, "expiries");
        NS_TEST_EXPECT_MSG_EQ(timer.IsRunning(), false, "stopped");
        Simulator::Destroy();
    }

    /** @brief By hand, with the formula of 4.3BSD-Tahoe. */
    void TahoeEstimator()
    {
        TickRttEstimator e;
        e.SetFormula(TickRttEstimator::TAHOE);
        e.SetLimits(2, 128);
        e.Reset(6);
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 6, "initial");
        // elapsed ticks, mean times 8, deviation times 4, timeout
        const std::vector<std::array<int64_t, 4>> slow{
            {4, 40, 10, 10},  // (10 + 10) / 2
            {8, 43, 11, 10},  // delta 8 - 5 = 3; 10 + 3 - 2; (10 + 11) / 2 = 10.5
            {2, 40, 12, 11},  // delta 2 - 5 = -3; 11 + 3 - 2; (10 + 12) / 2
            {20, 55, 24, 18}, // delta 20 - 5 = 15; 12 + 15 - 3; (13 + 24) / 2 = 18.5
            {20, 69, 32, 24}, // delta 20 - 6 = 14; 24 + 14 - 6; (17 + 32) / 2 = 24.5
            {0, 61, 32, 23},  // delta 0 - 8 = -8; 32 + 8 - 8; (15 + 32) / 2 = 23.5
        };
        for (const auto& [elapsed, mean, deviation, timeout] : slow)
        {
            e.Measure(elapsed + 1);
            NS_TEST_EXPECT_MSG_EQ(e.GetScaledMean(), mean, "after a sample of " << elapsed);
            NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), timeout, "deviation " << deviation);
        }
        e.BackOff();
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 46, "doubled");
        // from any start, samples of less than a tick end at mean 7 (0 ticks), deviation 3: (1 + 3)
        // / 2
        for (int i = 0; i < 100; ++i)
        {
            e.Measure(1);
        }
        NS_TEST_EXPECT_MSG_EQ(e.GetScaledMean(), 7, "settled");
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 2, "settled");
        e.SetFormula(TickRttEstimator::RENO);
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 3, "the same samples by Reno: 0 + 3");
        e.SetFormula(TickRttEstimator::TAHOE);
        e.Reset(6);
        for (int i = 0; i < 20; ++i)
        {
            e.Measure(1);
            // mean 8, deviation 2: (2 + 2) / 2; then mean 7, deviation 3: (1 + 3) / 2
            NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 2, "fast network, sample " << i);
        }
        e.SetLimits(4, 128);
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 4, "least timeout");
    }

    /** @brief By hand, with the formula of 4.3BSD-Reno, which is the default. */
    void RenoEstimator()
    {
        TickRttEstimator e;
        e.SetLimits(2, 128);
        e.Reset(6);
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 6, "initial");
        e.BackOff();
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 12, "doubled");
        e.Measure(1);
        // mean 8, deviation 2: 1 + 2
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 3, "first sample");
        for (int i = 0; i < 20; ++i)
        {
            e.Measure(1);
            // delta -1, once: mean 7, deviation 2 + 1 - 0; then delta 0, and 3 / 4 is 0
            NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 3, "0 + 3");
        }
        int64_t expected = 3;
        for (int i = 0; i < 9; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), expected, "back-off " << i);
            expected = std::min<int64_t>(2 * expected, i < 6 ? 128 : expected);
            e.BackOff();
        }
        e.Reset(6);
        e.Measure(5);
        // mean 40, deviation 10
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 15, "5 + 10");
        e.Measure(9);
        // delta 8 - 5 = 3: mean 43, deviation 10 + 3 - 2
        NS_TEST_EXPECT_MSG_EQ(e.GetTimeout(), 16, "5 + 11");
    }
};

HsnTestRegistration g_streamPartsTests(
    "stream-parts",
    {new ByteRangeSetTest, new PacketByteQueueTest, new ReassemblyQueueTest, new TickTest});
} // namespace
} // namespace hsn
} // namespace ns3
