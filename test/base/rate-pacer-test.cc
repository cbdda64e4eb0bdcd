// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * When a paced sender may send: by hand, and against a search over the whole course of the rate.
 */
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/rate-pacer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A sender of packets of one size; notes when they leave, in ns. */
struct PacedSender
{
    PacedSender()
        : pacer([this] { TrySend(); })
    {
    }

    /** @brief Sends if the pacer and the application allow it. */
    void TrySend()
    {
        if (left > 0 && pacer.MaySend())
        {
            left--;
            pacer.NoteSent(size);
            times.push_back(Simulator::Now().GetNanoSeconds());
        }
    }

    RatePacer pacer;            //!< under test
    uint32_t left{0};           //!< packets that the application has
    uint32_t size{100};         //!< bytes of each
    std::vector<int64_t> times; //!< when they left
};

/** @brief By hand. */
class RatePacerTest : public TestCase
{
  public:
    RatePacerTest()
        : TestCase("Packets leave at the rate, which may change at any time")
    {
    }

  private:
    void DoRun() override
    {
        Course();
        Idle();
        Limits();
        Events();
        Destruction();
    }

    /** @brief Rate changes between packets of 100 bytes. */
    void Course()
    {
        PacedSender s;
        s.left = 100;
        s.pacer.SetRate(1000);
        s.TrySend();
        const auto set = [&](int64_t ms, double rate) {
            ScheduleCall(MilliSeconds(ms), [&s, rate] { s.pacer.SetRate(rate); });
        };
        set(250, 2000);  // the packet of 200 ms, 50 ms before
        set(325, 500);   // the packet of 300 ms: 200 ms after it
        set(400, 1000);  // sooner: 400 ms
        set(450, 250);   // 400 ms after 400 ms
        set(600, 10000); // long overdue
        Simulator::Stop(MilliSeconds(625));
        Simulator::Run();
        const std::vector<int64_t> expected{0, 100, 200, 250, 300, 400, 600, 610, 620};
        NS_TEST_ASSERT_MSG_EQ(s.times.size(), expected.size(), "packets");
        for (size_t i = 0; i < expected.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(s.times[i], expected[i] * 1000000, "packet " << i);
        }
        s.pacer.Stop();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(s.times.size(), expected.size(), "stopped");
        Simulator::Destroy();
    }

    /** @brief Time without data is not made up for; a packet that comes early waits. */
    void Idle()
    {
        PacedSender s;
        s.pacer.SetRate(1000);
        NS_TEST_EXPECT_MSG_EQ(s.pacer.MaySend(), true, "the first one at once");
        const auto give = [&](int64_t ms, uint32_t packets) {
            ScheduleCall(MilliSeconds(ms), [this, &s, packets] {
                const uint32_t before = s.left;
                s.left += packets;
                s.pacer.Wake();
                s.pacer.Wake();        // once is enough
                s.pacer.SetRate(2000); // counts from the packet before, not from now
                s.pacer.SetRate(1000);
                NS_TEST_EXPECT_MSG_EQ(s.left, before + packets, "by an event of its own");
            });
        };
        give(10, 1);
        give(50, 1);  // waits until 110
        give(500, 3); // 500, 600, 700
        Simulator::Run();
        const std::vector<int64_t> expected{10, 110, 500, 600, 700};
        NS_TEST_ASSERT_MSG_EQ(s.times.size(), expected.size(), "packets");
        for (size_t i = 0; i < expected.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(s.times[i], expected[i] * 1000000, "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(s.pacer.GetNextTime(), MilliSeconds(800), "the next one");
        Simulator::Destroy();
    }

    /** @brief Very high and very low rates; what is refused. */
    void Limits()
    {
        PacedSender s;
        s.left = 5;
        s.pacer.SetRate(1e300);
        s.TrySend();
        ScheduleCall(MilliSeconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(s.times.size(), 5, "all");
            NS_TEST_EXPECT_MSG_EQ(s.times.back(), 4, "a time step each");
            s.pacer.SetRate(1e-300);
            s.left = 2;
            s.TrySend();
        });
        Simulator::Stop(Seconds(9e8));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(s.times.size(), 6, "never");
        NS_TEST_EXPECT_MSG_GT(s.pacer.GetNextTime(), Seconds(9e8), "never");
        Simulator::Destroy();
        const auto refused = [&](double rate, const std::string& text) {
            const std::string message = HsnAbortText([&] { s.pacer.SetRate(rate); });
            NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, message);
        };
        refused(0, "rate 0 B/s must be above 0 and finite");
        refused(-1, "rate -1 B/s must be");
        refused(INFINITY, "rate inf B/s must be");
        refused(NAN, "rate nan B/s must be");
        const std::string message = HsnAbortText([] { RatePacer([] {}).NoteSent(1); });
        NS_TEST_EXPECT_MSG_NE(message.find("before there is a rate"), std::string::npos, message);
    }

    /** @brief Rates that change all the time cost no events. */
    void Events()
    {
        PacedSender s;
        s.left = 1000;
        s.pacer.SetRate(1000);
        s.TrySend();
        const uint64_t before = Simulator::GetEventCount();
        const uint32_t changes = 100000;
        for (uint32_t i = 0; i < changes; i++)
        {
            // falls from 1000 B/s to 500
            ScheduleCall(MicroSeconds(100) * int64_t{i},
                         [&s, i] { s.pacer.SetRate(1000.0 - 500.0 * i / changes); });
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        const uint64_t events = Simulator::GetEventCount() - before - changes;
        // in a gap of 0.2 s at most, the rate falls by 2 % at most: an event that comes too early
        // leaves a fiftieth of the time that it waited for. After three, less than the 0.1 ms
        // between changes is left.
        NS_TEST_EXPECT_MSG_LT(events, 4 * s.times.size() + 3, "events");
        NS_TEST_EXPECT_MSG_GT(s.times.size(), 70, "packets"); // 7500 bytes
        Simulator::Destroy();
    }

    /** @brief Whoever is called may destroy the pacer. */
    void Destruction()
    {
        std::unique_ptr<RatePacer> pacer;
        pacer = std::make_unique<RatePacer>([&] { pacer.reset(); });
        pacer->SetRate(1);
        pacer->NoteSent(1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(pacer.get(), nullptr, "gone");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(1), "after a second");
        Simulator::Destroy();
    }
};

/** @brief Random courses of the rate. */
class RatePacerPropertyTest : public TestCase
{
  public:
    RatePacerPropertyTest()
        : TestCase("Random rates: the next packet leaves as soon as the rate of the time allows")
    {
    }

  private:
    /** @brief A rate, from a time on. */
    struct Change
    {
        int64_t time; //!< ns
        double rate;  //!< bytes per second
    };

    /** @param changes in order @param last when the last packet left @param size its bytes
     * @return when the next one leaves: the first time with last + size / rate in the past */
    static int64_t FindNext(const std::vector<Change>& changes, int64_t last, uint32_t size)
    {
        for (size_t i = 0; i < changes.size(); i++)
        {
            const bool ends = i + 1 < changes.size();
            if (ends && changes[i + 1].time <= last)
            {
                continue;
            }
            const int64_t due = last + std::llround(size / changes[i].rate * 1e9);
            if (!ends || due < changes[i + 1].time)
            {
                return std::max(due, changes[i].time);
            }
        }
        return 0;
    }

    void DoRun() override
    {
        for (uint32_t run = 0; run < 50; run++)
        {
            std::mt19937_64 random(run);
            std::uniform_real_distribution<double> unit(0, 1);
            std::vector<Change> changes{{0, 1e5}};
            PacedSender s;
            s.left = 300;
            s.size = 1 + static_cast<uint32_t>(2000 * unit(random));
            s.pacer.SetRate(1e5);
            for (int i = 0; i < 200; i++)
            {
                const Change change{changes.back().time + 1 +
                                        static_cast<int64_t>(2e7 * unit(random)),
                                    std::pow(10, 3 + 3 * unit(random))};
                changes.push_back(change);
                ScheduleCall(NanoSeconds(change.time),
                             [&s, change] { s.pacer.SetRate(change.rate); });
            }
            s.TrySend();
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(s.times.size(), 300, "all leave");
            for (size_t i = 1; i < s.times.size(); i++)
            {
                NS_TEST_ASSERT_MSG_EQ(s.times[i],
                                      FindNext(changes, s.times[i - 1], s.size),
                                      "run " << run << ", packet " << i);
            }
            Simulator::Destroy();
        }
    }
};

HsnTestRegistration g_ratePacerTests("rate-pacer", {new RatePacerTest, new RatePacerPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
