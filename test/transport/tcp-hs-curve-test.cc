// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * BIC, CUBIC and H-TCP without a network: growth by hand, epochs in closed form.
 */
#include "../hsn-test.h"
#include "tcp-hs-support.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const Time RTT = MilliSeconds(100);

/// BIC's growth and reduction.
class BicTest : public TestCase
{
  public:
    BicTest()
        : TestCase("BIC")
    {
    }

  private:
    /// @param loss window of the last loss @param window now @return growth in a round trip
    static double Growth(double loss, double window)
    {
        WindowDriver driver("TcpBicEra", {{"AckCounting", "PerSegment"}});
        driver.SetWindow(loss);
        driver.Lose();
        driver.Avoid(window);
        driver.Ack(1);
        const double before = driver.Window();
        driver.Ack(static_cast<uint32_t>(window));
        return (driver.Window() - before) * window / std::floor(window);
    }

    /// @param loss window of the loss @return round trips until 8 segments below it
    static int CountRounds(double loss)
    {
        WindowDriver driver("TcpBicEra", {{"AckCounting", "PerSegment"}});
        driver.SetWindow(loss);
        driver.Lose();
        int rounds = 0;
        for (; driver.Window() <= loss - 8; ++rounds)
        {
            driver.Round(RTT);
        }
        return rounds;
    }

    void DoRun() override
    {
        const double tolerance = 0.01;
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 4320), 16, tolerance, "additive");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5400 - 42), 10, tolerance, "a quarter of 42, whole");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5400 - 10), 2, tolerance, "a quarter of 10, whole");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5400 - 6), 0.2, tolerance, "plateau");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5402), 0.2, tolerance, "plateau");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5424), 8, tolerance, "a third of 24");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 5460), 16, tolerance, "beyond");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(5400, 14), 1, 0.1, "low window");

        // Real-valued iteration from 0.8 W: 16 in a round trip, then a quarter of the distance
        NS_TEST_EXPECT_MSG_EQ_TOL(CountRounds(675), 12, 2, "epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(CountRounds(1350), 21, 2, "epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(CountRounds(3366), 46, 2, "epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(CountRounds(5400), 71, 2, "epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(CountRounds(10800), 139, 2, "epoch");

        WindowDriver start("TcpBicEra", {{"AckCounting", "PerSegment"}});
        start.SetWindow(1000);
        start.Ack(1);
        start.SetWindow(1000);
        start.Ack(1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(start.Window(), 1050, 0.1, "before the first loss");
        start.SetWindow(1000);
        start.Lose();
        NS_TEST_EXPECT_MSG_EQ(start.Threshold(), 800, "loss");
        start.Lose(); // below 1000: the next aim is 0.9 times 800
        NS_TEST_EXPECT_MSG_EQ_TOL(start.Threshold(), 640, 0.01, "loss");
        const double aim = 0.9 * 800;
        start.Avoid(aim - 20);
        const double before = start.Window();
        start.Ack(static_cast<uint32_t>(before));
        NS_TEST_EXPECT_MSG_EQ_TOL(start.Window() - before, 5, 0.02, "fast convergence");
        start.SetWindow(14);
        start.Lose();
        NS_TEST_EXPECT_MSG_EQ(start.Threshold(), 7, "low window");
        start.TimeOut();
        start.Tcb().m_ssThresh = 0;
        start.SetWindow(1000);
        start.Ack(1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(start.Window(), 1050, 0.1, "a timeout forgets");
        Simulator::Destroy();
    }
};

/// BIC grows by 5 % while the path is hardly used.
class BicLowUtilizationTest : public TestCase
{
  public:
    BicLowUtilizationTest()
        : TestCase("BIC on a path that is hardly used")
    {
    }

  private:
    /// @param rtt smoothed, in the end @param wait until then @return growth of 2000 segments
    static double Growth(Time rtt, Time wait)
    {
        WindowDriver driver("TcpBicEra", {{"AckCounting", "PerSegment"}});
        auto& ops = driver.Ops();
        ops.TakeRttSample(&driver.Tcb(), MilliSeconds(100));
        ops.TakeRttSample(&driver.Tcb(), MilliSeconds(200));
        driver.SetWindow(1000);
        driver.Ack(1, MilliSeconds(200));
        driver.Lose();
        driver.SetWindow(2000);
        driver.Ack(1, rtt);
        WindowDriver::Wait(wait);
        driver.SetWindow(2000);
        driver.Ack(2000, rtt);
        return driver.Window() - 2000;
    }

    void DoRun() override
    {
        // 153/1024 of 100 ms are 14.94 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(114), Seconds(2.1)), 100, 0.1, "for 2.1 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(114), Seconds(1.9)), 16, 0.1, "for 1.9 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(116), Seconds(2.1)), 16, 0.1, "it is used");
        Simulator::Destroy();
    }
};

/// CUBIC's curve, its limit in real time, TCP Reno's share.
class CubicTest : public TestCase
{
  public:
    CubicTest()
        : TestCase("CUBIC")
    {
    }

  private:
    /// @param settings of it @param loss window @return a driver just after that loss
    static WindowDriver AfterLoss(Settings settings, double loss)
    {
        settings.emplace_back("AckCounting", "PerSegment");
        WindowDriver driver("TcpCubicEra", settings);
        driver.Ops().TakeRttSample(&driver.Tcb(), RTT);
        driver.SetWindow(loss);
        driver.Lose();
        return driver;
    }

    /// @param driver to run @param until when, from its loss @param passed time, counted along
    static void Run(WindowDriver& driver, Time until, Time& passed)
    {
        for (; passed < until; passed += RTT)
        {
            driver.Round(RTT, 20);
        }
    }

    void DoRun() override
    {
        // W(t) with Wmax 5400, C 0.4, Beta 0.8
        auto curve = AfterLoss({{"SmaxPerSecond", "0"}, {"TcpFriendliness", "false"}}, 5400);
        Time passed;
        for (const auto& [t, w] : {std::pair<double, double>{1, 4536.3692},
                                   {5, 5115.6517},
                                   {10, 5375.8175},
                                   {20, 5489.691}})
        {
            Run(curve, Seconds(t), passed);
            NS_TEST_EXPECT_MSG_EQ_TOL(curve.Window(), w, 1.5, "W(" << t << ")");
        }

        // the plateau: W(K) = Wmax
        for (const auto& [loss, k] : {std::pair<double, double>{675, 6.962383},
                                      {2700, 11.052094},
                                      {5400, 13.924767},
                                      {10800, 17.544106}})
        {
            auto driver = AfterLoss({{"SmaxPerSecond", "0"}, {"TcpFriendliness", "false"}}, loss);
            passed = Time(0);
            Run(driver, Seconds(k - 2), passed);
            const double early = passed.GetSeconds() - k;
            NS_TEST_EXPECT_MSG_EQ_TOL(driver.Window(),
                                      loss + 0.4 * early * early * early,
                                      0.3,
                                      "2 s before K, Wmax " << loss);
            Run(driver, Seconds(k + 3), passed);
            const double late = passed.GetSeconds() - k;
            NS_TEST_EXPECT_MSG_EQ_TOL(driver.Window(),
                                      loss + 0.4 * late * late * late,
                                      0.6,
                                      "3 s after K, Wmax " << loss);
        }

        auto limited = AfterLoss({}, 5400);
        passed = Time(0);
        Run(limited, Seconds(2), passed);
        // the curve is steeper than 160 segments/s until 2.378 s
        NS_TEST_EXPECT_MSG_EQ_TOL(limited.Window(), 4320 + 320, 2, "160 segments in a second");

        // TCP Reno's share with RTT 100 ms: 3 (1 - 0.8) / (1 + 0.8), a third of a segment in a
        // round trip, from 0.8 of the lost window on. In 4 s that is 13.3 for a window of 10, of
        // which the curve has 14.8 then; for a window of 100 the curve has 105 after 6 s, Reno 100
        for (const auto& [loss, t] : {std::pair<double, double>{10, 4}, {100, 6}})
        {
            auto friendly = AfterLoss({}, loss);
            passed = Time(0);
            Run(friendly, Seconds(t), passed);
            const double cubic = loss + 0.4 * std::pow(t - std::cbrt(loss * 0.2 / 0.4), 3);
            const double reno = 0.8 * loss + 10 * t / 3;
            // the window follows in the course of a round trip, and began in the first one
            const double late = reno > cubic ? 1.2 : 0.6;
            NS_TEST_EXPECT_MSG_EQ_TOL(friendly.Window(), std::max(cubic, reno), late, loss);
        }

        WindowDriver start("TcpCubicEra", {{"AckCounting", "PerSegment"}});
        start.SetWindow(1000);
        start.Ack(1);
        start.SetWindow(1000);
        start.Ack(1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(start.Window(), 1020, 0.1, "before the first loss");
        Simulator::Destroy();
    }
};

/// H-TCP's growth over time and its adaptive reduction.
class HtcpTest : public TestCase
{
  public:
    HtcpTest()
        : TestCase("H-TCP")
    {
    }

  private:
    /// @param rtt least @param since loss @return growth in a round trip, Beta 0.5
    static double Growth(Time rtt, Time since)
    {
        WindowDriver driver("TcpHtcpEra", {{"AckCounting", "PerSegment"}});
        if (rtt.IsStrictlyPositive())
        {
            driver.Ops().TakeRttSample(&driver.Tcb(), rtt);
        }
        driver.SetWindow(5400);
        driver.Lose();
        driver.SetWindow(5400);
        WindowDriver::Wait(since);
        driver.Ack(5400);
        return driver.Window() - 5400;
    }

    /// A sender on a path whose greatest round-trip time and rate are given.
    struct Epochs
    {
        WindowDriver driver{"TcpHtcpEra", {{"AckCounting", "PerSegment"}}};

        /// @param least RTT
        explicit Epochs(Time least)
        {
            driver.Ops().TakeRttSample(&driver.Tcb(), least);
        }

        /// @param rtts smoothed, in turn @param window all the time @return share left by the loss
        double Run(const std::vector<Time>& rtts, double window)
        {
            for (const Time& rtt : rtts)
            {
                for (int i = 0; i < 50; ++i)
                {
                    driver.SetWindow(window);
                    driver.Round(rtt, 4);
                }
            }
            driver.SetWindow(window);
            driver.Lose();
            return driver.Threshold() / window;
        }
    };

    void DoRun() override
    {
        const Time none;
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(0.9)), 1, 1e-3, "first second");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(1.5)), 6.0625, 1e-3, "1.5 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(2)), 11.25, 1e-3, "2 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(5)), 45, 1e-3, "5 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(10)), 111.25, 1e-3, "10 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(none, Seconds(20)), 281.25, 1e-3, "20 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(162), Seconds(5)), 72.9, 1e-3, "x 1.62");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(324), Seconds(5)), 90, 1e-3, "x 2");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(16), Seconds(5)), 7.2, 1e-3, "x 0.16");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(5), Seconds(5)), 4.5, 1e-3, "x 0.1");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth(MilliSeconds(16), Seconds(1.1)), 1, 1e-3, "not below 1");

        const Time a = MilliSeconds(100);
        const Time b = MilliSeconds(118);
        const Time c = MilliSeconds(135);
        Epochs path(a);
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a, b, c}, 1000), 0.5, 1e-3, "first loss");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a, b, c}, 1000), 100.0 / 135, 1e-3, "ratio of RTTs");
        // the loss has left 100 + 0.95 * 35 of it
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a}, 1100), 100 / 133.25, 1e-3, "fades");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a}, 2000), 0.5, 1e-3, "the rate has doubled");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a}, 2000), 0.8, 0.02, "ratio of RTTs, limited");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.Run({a}, 1000), 0.5, 1e-3, "the rate has fallen");
        Epochs steep(a);
        steep.Run({a}, 1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(steep.Run({a, MilliSeconds(125)}, 1000),
                                  0.8,
                                  1e-3,
                                  "a step of more than 20 ms is ignored");
        Epochs flat(MilliSeconds(10));
        flat.Run({MilliSeconds(10)}, 1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(flat.Run({MilliSeconds(11)}, 1000), 0.5, 1e-3, "10 ms or less");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_tcpHsCurveTests(
    "tcp-hs-curve",
    {new BicTest, new BicLowUtilizationTest, new CubicTest, new HtcpTest});
} // namespace
