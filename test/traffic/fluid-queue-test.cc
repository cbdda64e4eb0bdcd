// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/enum.h"
#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/fluid-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param service rate @param bound of the delay, s @return a queue
Ptr<FluidQueue>
MakeQueue(const std::string& service, double bound)
{
    auto queue = CreateObject<FluidQueue>();
    queue->SetAttribute("ServiceRate", StringValue(service));
    queue->SetAttribute("DelayBound", TimeValue(Seconds(bound)));
    return queue;
}

/** @brief A path of the queue that is computed by hand. */
class FluidQueuePathTest : public TestCase
{
  public:
    FluidQueuePathTest()
        : TestCase("A queue that fills, empties and idles, by hand")
    {
    }

  private:
    void DoRun() override
    {
        // 1 kb/s, late above 1000 bits. 3 kb/s for 1 s: Q 0 to 2000, above 1000 in the second half:
        // 1500 late. 0.5 kb/s for 3 s: Q 2000 to 500, above 1000 for 2 s: 1000 late. Nothing for 2
        // s: empty after 0.5 s. 0.5 kb/s for 2 s: no queue. 1 kb/s for 1 s: none either.
        auto queue = MakeQueue("1kbps", 1);
        const std::vector<std::pair<double, double>> steps =
            {{0, 3000}, {1, 500}, {4, 0}, {6, 500}, {8, 1000}, {9, 0}};
        double input = 0;
        for (const auto& [at, rate] : steps)
        {
            const double change = rate - input;
            input = rate;
            ScheduleCall(Seconds(at), [queue, change] { queue->AddInput(change); });
        }
        double half = 0;
        ScheduleCall(Seconds(0.25), [queue, &half] {
            queue->Update();
            half = queue->GetQueue();
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        queue->Update();
        const auto& totals = queue->GetTotals();
        NS_TEST_EXPECT_MSG_EQ_TOL(half, 500, 1e-9, "Q in between");
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.arrived, 3000 + 1500 + 1000 + 1000, 1e-9, "arrived");
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.late, 1500 + 1000, 1e-9, "late");
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.sent, totals.arrived, 1e-9, "all sent");
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.longest, 2000, 1e-9, "longest");
        // triangle, trapezoid, triangle
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.queueTime, 1000 + 3750 + 125, 1e-9, "integral of Q");
        const double squares = 4e6 / 3 + 3 * (4e6 + 1e6 + 0.25e6) / 3 + 0.5 * 0.25e6 / 3;
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.squareTime, squares, 1e-6, "integral of Q^2");
        NS_TEST_EXPECT_MSG_EQ(queue->GetQueue(), 0, "empty");
        Simulator::Destroy();
    }
};

/** @brief What a run of sources measures. */
struct Measured
{
    double late;      //!< share of bits
    double above;     //!< share of time with Q > threshold; of one source only
    double input;     //!< mean, bit/s
    double active;    //!< mean number of sources that are On
    double queue;     //!< time average, bits
    uint64_t changes; //!< of the input
};

/// Counts the time above the threshold of a queue of 40 kb/s that one source feeds.
class AboveCounter : public FluidQueueListener
{
  public:
    /// @param threshold bits
    explicit AboveCounter(double threshold)
        : m_threshold(threshold)
    {
    }

    void NoteQueue(double seconds, double bits) override
    {
        // up at 64 - 40 kb/s, down at 40 kb/s
        const double slope = bits > m_bits ? 24e3 : 40e3;
        const double above = std::max(bits, m_bits) - m_threshold;
        const double crossing = std::min(bits, m_bits) > m_threshold ? seconds - m_time
                                : above > 0                          ? above / slope
                                                                     : 0;
        time += crossing;
        m_time = seconds;
        m_bits = bits;
    }

    double time{0}; //!< s above

  private:
    double m_threshold; //!< bits
    double m_time{0};   //!< s
    double m_bits{0};   //!< queued then
};

/// @param sources N @param service rate @param bits threshold @param seconds to run @return means
Measured
MeasureSources(uint32_t sources, const std::string& service, double bits, double seconds)
{
    const double rate = static_cast<double>(DataRate(service).GetBitRate());
    auto queue = MakeQueue(service, bits / rate);
    auto set = CreateObject<FluidOnOffAggregate>();
    set->SetQueue(queue);
    set->AssignStreams(7);
    AboveCounter counter(bits);
    queue->SetListener(&counter);
    for (uint32_t i = 0; i < sources; ++i)
    {
        set->Add(64e3);
    }
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
    queue->Update();
    const auto totals = queue->GetTotals();
    Simulator::Destroy();
    return {totals.late / totals.arrived,
            counter.time / seconds,
            totals.arrived / seconds,
            totals.arrived / seconds / 64e3,
            totals.queueTime / seconds,
            totals.changes};
}

/** @brief Fluid sources at a queue, beside closed forms that were computed elsewhere. */
class FluidAggregateTest : public TestCase
{
  public:
    FluidAggregateTest()
        : TestCase(
              "Sources that are On and Off: late share of 1, 10 and 300, level crossing, changes")
    {
    }

  private:
    void DoRun() override
    {
        // P(Q > x) = 0.8 exp(-z x), z = 0.053333e-3/bit: mean queue 0.8 / z = 15000 bits
        const auto one = MeasureSources(1, "40kbps", 10e3, 2e5);
        NS_TEST_EXPECT_MSG_EQ_TOL(one.late, 0.586646, 0.006, "one source");
        NS_TEST_EXPECT_MSG_EQ_TOL(one.above, 0.469317, 0.006, "time above");
        NS_TEST_EXPECT_MSG_EQ_TOL(one.queue, 15000, 500, "mean queue");
        NS_TEST_EXPECT_MSG_EQ_TOL(one.late,
                                  one.above * 40e3 / one.input,
                                  2e-3 * one.late,
                                  "level crossing");
        // a change every 0.3125 s
        NS_TEST_EXPECT_MSG_EQ_TOL(one.changes * 0.3125, 2e5, 1500, "changes");
        const auto ten = MeasureSources(10, "416kbps", 10e3, 4e4);
        NS_TEST_EXPECT_MSG_EQ_TOL(ten.late, 1.330411e-1, 0.006, "ten sources");
        NS_TEST_EXPECT_MSG_EQ_TOL(ten.active, 5, 0.03, "half are On");
        const auto many = MeasureSources(300, "10Mbps", 160e3, 10000);
        NS_TEST_EXPECT_MSG_EQ_TOL(many.late, 7.4014e-2, 0.006, "300 sources");
    }
};

/** @brief Means that differ, starts, several sets, sources that go. */
class FluidSetTest : public TestCase
{
  public:
    FluidSetTest()
        : TestCase("Means that differ; starts; two sets at one queue; removal")
    {
    }

  private:
    void DoRun() override
    {
        auto queue = MakeQueue("1Gbps", 1);
        auto one = CreateObject<FluidOnOffAggregate>();
        auto other = CreateObject<FluidOnOffAggregate>();
        one->SetAttribute("OnMean", TimeValue(Seconds(0.1)));
        one->SetAttribute("OffMean", TimeValue(Seconds(0.3)));
        one->SetAttribute("Start", StringValue("On"));
        other->SetAttribute("Start", StringValue("Off"));
        int64_t stream = 1;
        for (const auto& set : {one, other})
        {
            set->SetQueue(queue);
            stream += set->AssignStreams(stream);
        }
        std::vector<uint64_t> numbers;
        for (int i = 0; i < 100; ++i)
        {
            numbers.push_back(one->Add(1000));
            other->Add(10);
        }
        NS_TEST_EXPECT_MSG_EQ(one->GetActive(), 100, "all On");
        NS_TEST_EXPECT_MSG_EQ(other->GetActive(), 0, "all Off");
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetInput(), 1e5, 1e-6, "input");
        double arrived = 0;
        ScheduleCall(Seconds(2000), [&] {
            queue->Update();
            arrived = queue->GetTotals().arrived;
            NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetInput(),
                                      1000.0 * one->GetActive() + 10.0 * other->GetActive(),
                                      1e-6,
                                      "input is what sources send");
            for (const auto number : numbers)
            {
                one->Remove(number);
            }
            NS_TEST_EXPECT_MSG_EQ(one->GetSize(), 0, "none left");
            NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetInput(),
                                      10.0 * other->GetActive(),
                                      1e-6,
                                      "the others");
        });
        Simulator::Stop(Seconds(4000));
        Simulator::Run();
        queue->Update();
        // 100 x 1000 / 4 and 100 x 10 / 2 bit/s; 6400 and more periods of each source
        NS_TEST_EXPECT_MSG_EQ_TOL(arrived / 2000, 25500, 150, "both");
        NS_TEST_EXPECT_MSG_EQ_TOL((queue->GetTotals().arrived - arrived) / 2000, 500, 8, "one");
        Simulator::Destroy();

        const auto text = HsnAbortText([] {
            auto set = CreateObject<FluidOnOffAggregate>();
            set->SetQueue(CreateObject<FluidQueue>());
            set->Add(-5);
        });
        NS_TEST_EXPECT_MSG_NE(text.find("-5 bit/s: must be above 0"), std::string::npos, text);
    }
};

/** @brief Attributes that change during a run. */
class FluidChangeTest : public TestCase
{
  public:
    FluidChangeTest()
        : TestCase("An attribute that changes during a run leaves alone what has been")
    {
    }

  private:
    void CheckServiceRate()
    {
        // 5 Mb/s in: all is sent at 10 Mb/s until 1 s, 1 Mbit of the next 5 at 1 Mb/s
        auto queue = MakeQueue("10Mbps", 1);
        queue->AddInput(5e6);
        ScheduleCall(Seconds(1),
                     [queue] { queue->SetAttribute("ServiceRate", StringValue("1Mbps")); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        queue->Update();
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetQueue(), 4e6, 1e-3, "queue");
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().sent, 6e6, 1e-3, "sent");
        Simulator::Destroy();
    }

    void CheckDelayBound()
    {
        // 1 Mb/s too much: 1 Mbit at 1 s, 2 Mbit at 2 s. Above 2 Mbit nothing until 1 s, above 0.5
        // Mbit all of what comes then
        auto queue = MakeQueue("1Mbps", 2);
        queue->AddInput(2e6);
        ScheduleCall(Seconds(1),
                     [queue] { queue->SetAttribute("DelayBound", TimeValue(Seconds(0.5))); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        queue->Update();
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().late, 2e6, 1e-3, "late");
        Simulator::Destroy();
    }

    /// @param on mean On period @param off mean Off period @param then both, from 100 s on
    /// @return seconds of 100 in which a source that begins On is On, and of the next 100
    static std::pair<double, double> CountOn(Time on, Time off, Time then)
    {
        auto queue = MakeQueue("1Mbps", 1);
        auto set = CreateObject<FluidOnOffAggregate>();
        set->SetAttribute("OnMean", TimeValue(on));
        set->SetAttribute("OffMean", TimeValue(off));
        set->SetAttribute("Start", StringValue("On"));
        set->SetQueue(queue);
        set->AssignStreams(7);
        set->Add(1);
        double before = 0;
        ScheduleCall(Seconds(100), [queue, set, then, &before] {
            set->SetAttribute("OnMean", TimeValue(then));
            set->SetAttribute("OffMean", TimeValue(then));
            queue->Update();
            before = queue->GetTotals().arrived;
        });
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        queue->Update();
        const double all = queue->GetTotals().arrived;
        set->Dispose();
        Simulator::Destroy();
        return {before, all - before};
    }

    void CheckMeans()
    {
        // 50,000 pairs of periods: half of the time, with a standard deviation of 0.2 s; then one
        // state stays
        const auto slower = CountOn(MilliSeconds(1), MilliSeconds(1), Seconds(1e6));
        NS_TEST_EXPECT_MSG_EQ_TOL(slower.first, 50, 1, "short periods");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::abs(slower.second - 50), 50, 1e-6, "On or Off all the time");
        const auto faster = CountOn(Seconds(1e6), Seconds(1e6), MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ_TOL(faster.first, 100, 1e-6, "still in the first period");
        NS_TEST_EXPECT_MSG_EQ_TOL(faster.second, 50, 1, "no more in it");
    }

    void DoRun() override
    {
        CheckServiceRate();
        CheckDelayBound();
        CheckMeans();
    }
};

HsnTestRegistration g_fluidQueueTests(
    "fluid-queue",
    {new FluidQueuePathTest, new FluidAggregateTest, new FluidSetTest, new FluidChangeTest});
} // namespace
} // namespace hsn
} // namespace ns3
