// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The rate of a TFRC sender, by hand from RFC 5348, section 4.
 */
#include "../hsn-test.h"

#include "ns3/tfrc-rate-controller.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief X for 1000 bytes, 100 ms, p = 1 %, by another program. */
constexpr double ONE_PERCENT = 112332.234;

/** @brief A sender of 1000-byte packets, and feedback at times in ms. */
struct Sender
{
    /** @param ms when @param rtt sample, ms @param receiveRate X_recv @param p loss event rate
     * @param limited by the application */
    void Report(int ms, int rtt, double receiveRate, double p = 0, bool limited = false)
    {
        control.OnFeedback({MilliSeconds(ms), MilliSeconds(rtt), receiveRate, p, limited});
    }

    /** @brief The no-feedback timer expires. @param idle whether nothing was sent */
    void Expire(bool idle = false)
    {
        if (!idle)
        {
            control.OnSent(control.GetDeadline() - TimeStep(1));
        }
        control.OnTimer(control.GetDeadline());
    }

    TfrcRateController control{TfrcEquation(1000), Time(0)};
};

/** @brief Feedback. */
class TfrcFeedbackTest : public TestCase
{
  public:
    TfrcFeedbackTest()
        : TestCase("Slow start, equation, limits by what is received, limits by the application")
    {
    }

  private:
    void DoRun() override
    {
        InitialWindow();
        SlowStart();
        Losses();
        DataLimited();
        Errors();
    }

    /** @brief 4.2. */
    void InitialWindow()
    {
        // 4 s, 4380 bytes, 2 s in 200 ms
        for (const auto& [size, rate] :
             {std::pair{1000, 20000}, std::pair{1460, 21900}, std::pair{2500, 25000}})
        {
            TfrcRateController control(TfrcEquation(size), Seconds(1));
            NS_TEST_EXPECT_MSG_EQ(control.GetRate(), size, "a packet per second");
            NS_TEST_EXPECT_MSG_EQ(control.GetDeadline(), Seconds(3), "2 s");
            NS_TEST_EXPECT_MSG_EQ(control.GetRtt(), Time(0), "unknown");
            control.OnFeedback({MilliSeconds(1200), MilliSeconds(200), 0, 0, false});
            NS_TEST_EXPECT_MSG_EQ_TOL(control.GetRate(), rate, 1e-9, "size " << size);
            NS_TEST_EXPECT_MSG_EQ(control.GetRtt(), MilliSeconds(200), "first sample");
            NS_TEST_EXPECT_MSG_EQ(control.GetDeadline(), Seconds(2), "4 R");
        }
    }

    /** @brief 4.3 without losses. */
    void SlowStart()
    {
        Sender s;
        s.Report(200, 200, 0);
        s.Report(399, 200, 18000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 20000, 1e-9, "not within a round trip");
        s.Report(400, 200, 18000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 40000, 1e-9, "doubled, as yet unlimited");
        s.Report(600, 200, 19000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 38000, 1e-9, "twice what is received");
        s.Report(800, 200, 15000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 38000, 1e-9, "at most two round trips old");
        s.Report(1001, 200, 15000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 30000, 1e-9, "older");
        s.Report(1801, 200, 100);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 20000, 1e-9, "the initial one at least");
        s.Report(1901, 300, 100);
        // 0.9 200 + 0.1 300
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRtt().GetSeconds(), 0.21, 1e-9, "smoothed");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetDeadline().GetSeconds(), 2.741, 1e-8, "4 R");
    }

    /** @brief 4.3 with losses. */
    void Losses()
    {
        Sender s;
        s.Report(100, 100, 0);
        s.Report(1000, 100, 100000, 0.01);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), ONE_PERCENT, 0.001, "the equation's");
        NS_TEST_EXPECT_MSG_EQ(s.control.GetLossEventRate(), 0.01, "p");
        s.Report(1150, 100, 30000, 0.01);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), ONE_PERCENT, 0.001, "100000 still counts");
        s.Report(1300, 100, 20000, 0.01);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 60000, 1e-9, "twice 30000");
        s.Report(1600, 100, 0, 0.01);
        NS_TEST_EXPECT_MSG_EQ(s.control.GetRate(), 15.625, "a packet in 64 s");
        NS_TEST_EXPECT_MSG_EQ(s.control.GetDeadline(), MilliSeconds(1600 + 128000), "two of them");
        s.Report(1700, 100, 1e6, 1);
        // 1000 / (0.1 sqrt(2/3) (1 + 9 * 33))
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 1e4 / std::sqrt(2 / 3.0) / 298, 1e-6, "1");
    }

    /** @brief 4.3, step 4, first branch. */
    void DataLimited()
    {
        Sender s;
        s.Report(100, 100, 0, 0, true); // drops the infinite one
        s.Report(200, 100, 30000, 0, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 60000, 1e-9, "twice 30000");
        s.Report(900, 100, 1000, 0, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 60000, 1e-9, "the greatest one is kept");
        // its time is that of the last report: it counts for two round trips more
        s.Report(1100, 100, 1000, 0.0001);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 60000, 1e-9, "kept");
        // a loss: 30000 / 2, 0.85 16000 is less; not twice that
        s.Report(1200, 100, 16000, 0.001, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 15000, 1e-9, "half of the greatest one");
        s.Report(1300, 100, 20000, 0.002, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 17000, 1e-9, "0.85 of the last one");
        s.Report(1400, 100, 10000, 0.002, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 34000, 1e-9, "no new loss: twice 17000");
        s.Report(1410, 100, 10000, 0.001, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 34000, 1e-9, "fewer losses: the same");
    }

    /** @brief What a caller must not do. */
    void Errors()
    {
        Sender s;
        const auto refused = [&](int rtt, double rate, double p, const std::string& text) {
            const std::string message = HsnAbortText([&] { s.Report(100, rtt, rate, p); });
            NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, message);
        };
        refused(0, 1, 0, "time 0 s must be above 0");
        refused(1, -1, 0, "receive rate -1 must not be negative");
        refused(1, 1, 1.5, "loss event rate 1.5 must be 0 to 1");
    }
};

/** @brief 4.4. */
class TfrcNoFeedbackTest : public TestCase
{
  public:
    TfrcNoFeedbackTest()
        : TestCase("The no-feedback timer halves the rate, unless the sender is idle")
    {
    }

  private:
    void DoRun() override
    {
        Unknown();
        SlowStart();
        Losses();
        Idle();
    }

    /** @brief However often the timer expires, a rate is left. @param s sender */
    void ExpectFloor(Sender& s)
    {
        for (int i = 0; i < 20; i++)
        {
            s.Expire();
        }
        NS_TEST_EXPECT_MSG_EQ(s.control.GetRate(), 15.625, "a packet in 64 s");
    }

    /** @brief Before any feedback. */
    void Unknown()
    {
        Sender s;
        s.control.OnSent(Time(0));
        NS_TEST_EXPECT_MSG_EQ(s.control.OnTimer(MilliSeconds(1999)), false, "too early");
        NS_TEST_EXPECT_MSG_EQ(s.control.OnTimer(Seconds(2)), true, "2 s");
        NS_TEST_EXPECT_MSG_EQ(s.control.GetRate(), 500, "half");
        NS_TEST_EXPECT_MSG_EQ(s.control.GetDeadline(), Seconds(6), "two packets: 4 s");
        s.Expire(true);
        NS_TEST_EXPECT_MSG_EQ(s.control.GetRate(), 500, "idle");
        ExpectFloor(s);
    }

    /** @brief Without losses. */
    void SlowStart()
    {
        Sender s;
        s.Report(100, 100, 0);
        s.Report(200, 100, 0); // 80000 B/s
        s.Expire();
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 40000, 1e-9, "half");
        NS_TEST_EXPECT_MSG_EQ(s.control.GetDeadline(), MilliSeconds(1000), "4 R, twice");
        ExpectFloor(s);
    }

    /** @brief With losses: half of the equation's rate, then of what was allowed. */
    void Losses()
    {
        Sender s;
        s.Report(100, 100, 0);
        s.Report(1000, 100, 100000, 0.01);
        s.Expire();
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), ONE_PERCENT / 2, 0.001, "half");
        s.Expire();
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), ONE_PERCENT / 4, 0.001, "a quarter");
        s.Report(2000, 100, 90000, 0.01);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), ONE_PERCENT, 0.001, "feedback");
        // 2 * 40000 limits: half of it
        s.Report(2300, 100, 40000, 0.01);
        s.Expire();
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 40000, 1e-9, "half");
        for (int i = 0; i < 20; i++)
        {
            s.Expire();
        }
        NS_TEST_EXPECT_MSG_EQ(s.control.GetRate(), 15.625, "a packet in 64 s");
        s.Report(1000000, 100, 500, 0.01);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 1000, 1e-9, "twice 500");
    }

    /** @brief An idle sender keeps its initial rate, 40000 B/s, not more. */
    void Idle()
    {
        Sender s;
        s.Report(100, 100, 0);
        s.Report(200, 100, 0); // 80000 B/s
        s.Expire(true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 40000, 1e-9, "80000 is too much");
        s.Expire(true);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 40000, 1e-9, "kept");
        s.Expire(false);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.control.GetRate(), 20000, 1e-9, "not idle");
        Sender lossy;
        lossy.Report(100, 100, 0);
        lossy.Report(1000, 100, 41000, 0.01); // limit 82000
        lossy.Expire(true);
        NS_TEST_EXPECT_MSG_EQ_TOL(lossy.control.GetRate(), 41000, 1e-9, "41000 were received");
        lossy.Expire(true); // 20500 now
        NS_TEST_EXPECT_MSG_EQ_TOL(lossy.control.GetRate(), 41000, 1e-9, "kept");
        lossy.Expire(false);
        NS_TEST_EXPECT_MSG_EQ_TOL(lossy.control.GetRate(), 20500, 1e-9, "not idle");
        // while nothing would change, the owner needs no timer; the deadline goes on all the same
        Sender rests;
        rests.Report(100, 100, 0); // 40000 B/s
        NS_TEST_EXPECT_MSG_EQ(rests.control.NeedsTimer(), true, "running");
        rests.Expire(true); // at 500 ms
        NS_TEST_EXPECT_MSG_EQ(rests.control.NeedsTimer(), false, "resting");
        rests.control.OnSent(MilliSeconds(10000)); // 900, 1300, ... 9700 have passed
        NS_TEST_EXPECT_MSG_EQ(rests.control.NeedsTimer(), true, "running");
        NS_TEST_EXPECT_MSG_EQ(rests.control.GetDeadline(), MilliSeconds(10100), "as if it had run");
        rests.control.OnTimer(MilliSeconds(10100));
        NS_TEST_EXPECT_MSG_EQ_TOL(rests.control.GetRate(), 20000, 1e-9, "not idle");
        rests.Expire(true);
        rests.control.OnSent(rests.control.GetDeadline()); // it has just expired
        NS_TEST_EXPECT_MSG_EQ(rests.control.GetDeadline(), MilliSeconds(11300), "the next one");
    }
};

/** @brief Limits, whatever comes. */
class TfrcRatePropertyTest : public TestCase
{
  public:
    TfrcRatePropertyTest()
        : TestCase("Random feedback: at most twice what is received, at least a packet in 64 s")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t limited = 0;
        for (uint32_t run = 0; run < 300; run++)
        {
            std::mt19937_64 random(run);
            std::uniform_real_distribution<double> unit(0, 1);
            Sender s;
            double now = 0;
            std::deque<std::pair<double, double>> reports;
            for (int i = 0; i < 100; i++)
            {
                now += std::pow(10, -2 + 2 * unit(random));
                while (s.control.GetDeadline() < Seconds(now))
                {
                    const double before = s.control.GetRate();
                    const double when = s.control.GetDeadline().GetSeconds();
                    s.Expire(unit(random) < 0.3);
                    // 4.4: half of what is left stands in for a report
                    reports.emplace_back(when, s.control.GetRate() / 2);
                    NS_TEST_ASSERT_MSG_EQ((s.control.GetRate() <= before), true, "no feedback");
                    NS_TEST_ASSERT_MSG_EQ((s.control.GetRate() >= 15.625), true, "64 s");
                }
                s.control.OnSent(Seconds(now));
                const double rate = std::pow(10, 1 + 5 * unit(random));
                const double p = run % 3 == 0 ? 0 : std::pow(10, -5 * unit(random));
                const Time before = s.control.GetRtt();
                s.control.OnFeedback(
                    {Seconds(now), Seconds(0.01 + 0.3 * unit(random)), rate, p, run % 7 == 0});
                reports.emplace_back(now, rate);
                const double x = s.control.GetRate();
                NS_TEST_ASSERT_MSG_EQ((x >= 15.625 && std::isfinite(x)), true, "64 s: " << x);
                if (p > 0)
                {
                    const double most = TfrcEquation(1000).GetRate(s.control.GetRtt(), p);
                    NS_TEST_ASSERT_MSG_EQ((x <= most * (1 + 1e-12) || x == 15.625), true, "X_Bps");
                }
                // those of the two last round-trip times, without the application's limits
                const double oldest =
                    now - 2 * std::max(before, s.control.GetRtt()).GetSeconds() - 1e-6;
                double greatest = 0;
                for (const auto& [time, reported] : reports)
                {
                    greatest = time >= oldest ? std::max(greatest, reported) : greatest;
                }
                if (now > 1 && run % 7 != 0 && p > 0)
                {
                    NS_TEST_ASSERT_MSG_EQ((x <= 2 * greatest * (1 + 1e-12) || x == 15.625),
                                          true,
                                          "run " << run << ": " << x << " above 2 * " << greatest);
                    limited += x == 2 * greatest ? 1 : 0;
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(limited, 1000, "it is often a limit");
    }
};

HsnTestRegistration g_tfrcRateControllerTests("tfrc-rate-controller",
                                              {new TfrcFeedbackTest,
                                               new TfrcNoFeedbackTest,
                                               new TfrcRatePropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
