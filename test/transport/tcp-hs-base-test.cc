// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What TCP variants for high speeds share, TCP Reno's, Scalable TCP's and HighSpeed TCP's response,
 * rate halving: against closed forms, RFC 3649 and the definition of rate halving.
 */
#include "../hsn-test.h"
#include "tcp-hs-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/tcp-hstcp.h"
#include "ns3/tcp-rate-halving-recovery.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const Settings PER_SEGMENT{{"AckCounting", "PerSegment"}};

/// Acknowledgements count as AckCounting says, and fractions of a byte are not lost.
class AckCountingTest : public TestCase
{
  public:
    AckCountingTest()
        : TestCase("counting of acknowledgements")
    {
    }

  private:
    /// @param counting kind @param segments in an acknowledgement @return growth over a window
    static double Growth(const std::string& counting, uint32_t segments)
    {
        WindowDriver driver("TcpSackEra", {{"AckCounting", counting}});
        driver.SetWindow(5400);
        driver.Lose();
        driver.SetWindow(5400);
        for (uint32_t i = 0; i < 5400 / segments; ++i)
        {
            driver.Ack(segments);
        }
        return driver.Window() - 5400;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("PerAck", 1), 1, 1e-3, "each acknowledged");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("PerAck", 2), 0.5, 1e-3, "delayed");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("PerSegment", 1), 1, 1e-3, "each acknowledged");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("PerSegment", 2), 1, 1e-3, "delayed");
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("Compensated", 2), 1, 1e-3, "mean begins at 2");
        // the mean goes from 2 to 1 by 1/16 of the rest: 16 too much in sum
        NS_TEST_EXPECT_MSG_EQ_TOL(Growth("Compensated", 1),
                                  1 + 15.0 / 5400,
                                  1e-3,
                                  "mean ends at 1");
        Simulator::Destroy();
    }
};

/// The least round-trip time, as FAST shows it.
class MinRttTest : public TestCase
{
  public:
    MinRttTest()
        : TestCase("least round-trip time")
    {
    }

  private:
    void DoRun() override
    {
        WindowDriver driver("TcpFast");
        Time least;
        driver.Ops().TraceConnectWithoutContext(
            "BaseRtt",
            Sink<Time, Time>::Make([&least](Time, Time now) { least = now; }));
        driver.Avoid(10);
        for (const int64_t ms : {100, 120, 80, 300, 90})
        {
            driver.Ops().TakeRttSample(&driver.Tcb(), MilliSeconds(ms));
        }
        NS_TEST_EXPECT_MSG_EQ(least, MilliSeconds(80), "of 80 to 300 ms");
        Simulator::Destroy();
    }
};

/// Slow start, the initial threshold and the limits of the window.
class StartTest : public TestCase
{
  public:
    StartTest()
        : TestCase("slow start, thresholds, limits")
    {
    }

  private:
    void DoRun() override
    {
        WindowDriver bic("TcpBicEra");
        bic.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(bic.Threshold(), 100, "initial threshold");
        NS_TEST_EXPECT_MSG_EQ(bic.Window(), 11, "a segment for each acknowledgement");
        WindowDriver scaled("TcpCubicEra", {{"IncrementScale", "8"}});
        scaled.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(scaled.Threshold(), 12.5, "initial threshold, scaled");
        WindowDriver tiny("TcpCubicEra", {{"IncrementScale", "64"}});
        tiny.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(tiny.Threshold(), 2, "at least 2 segments");
        WindowDriver low("TcpBicEra");
        low.Tcb().m_ssThresh = 50 * WindowDriver::SEGMENT;
        low.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(low.Threshold(), 50, "the lower of two thresholds");

        WindowDriver segments("TcpSackEra", PER_SEGMENT);
        segments.Tcb().m_ssThresh = 12 * WindowDriver::SEGMENT;
        segments.Ack(5); // 10 -> 13 in slow start, two count in congestion avoidance
        NS_TEST_EXPECT_MSG_EQ_TOL(segments.Window(), 13 + 2.0 / 13, 1e-3, "slow start ends");

        WindowDriver limited("TcpSackEra", {{"MaxCwndSegments", "12"}});
        for (int i = 0; i < 5; ++i)
        {
            limited.Ack(1);
        }
        NS_TEST_EXPECT_MSG_EQ(limited.Window(), 12, "limit");

        WindowDriver idle("TcpSackEra");
        SetTcpCwndLimited(idle.Tcb(), false);
        idle.Ack(1);
        const uint32_t expected = TcpStateHasCwndLimited<TcpSocketState>::value ? 10 : 11;
        NS_TEST_EXPECT_MSG_EQ(idle.Window(),
                              expected,
                              "a window that is not used up does not grow");
        Simulator::Destroy();
    }
};

/// What a loss leaves.
class LossTest : public TestCase
{
  public:
    LossTest()
        : TestCase("losses")
    {
    }

  private:
    void DoRun() override
    {
        WindowDriver cwnd("TcpStcp");
        cwnd.SetWindow(1000);
        cwnd.Lose(400);
        NS_TEST_EXPECT_MSG_EQ(cwnd.Threshold(), 875, "from the window");
        WindowDriver pipe("TcpStcp", {{"DecreaseFrom", "Pipe"}});
        pipe.SetWindow(1000);
        pipe.Lose(400);
        NS_TEST_EXPECT_MSG_EQ(pipe.Threshold(), 350, "from the bytes in flight");
        WindowDriver least("TcpSackEra");
        least.SetWindow(3);
        least.Lose();
        NS_TEST_EXPECT_MSG_EQ(least.Threshold(), 2, "at least 2 segments");

        WindowDriver ends("TcpSackEra", PER_SEGMENT);
        ends.SetWindow(1000);
        ends.Lose();
        NS_TEST_EXPECT_MSG_EQ_TOL(ends.Window(), 500, 1e-3, "the last one does not count");

        WindowDriver timeout("TcpSackEra");
        timeout.SetWindow(1000);
        auto& tcb = timeout.Tcb();
        timeout.Ops().CongestionStateSet(&tcb, TcpSocketState::CA_RECOVERY);
        tcb.m_congState = TcpSocketState::CA_RECOVERY;
        tcb.m_ssThresh = timeout.Ops().GetSsThresh(&tcb, 0);
        timeout.SetWindow(10); // rate halving has gone far
        timeout.TimeOut();
        NS_TEST_EXPECT_MSG_EQ(timeout.Threshold(), 500, "a timeout in recovery");
        Simulator::Destroy();
    }
};

/// An experiment that is smaller by s follows the same course in shares of the capacity.
class ScalingTest : public TestCase
{
  public:
    ScalingTest()
        : TestCase("IncrementScale keeps the course in time")
    {
    }

  private:
    /// @param type of the congestion control @param scale s @return windows times s after a loss
    static std::vector<double> Course(const std::string& type, double scale)
    {
        WindowDriver driver(
            type,
            {{"AckCounting", "PerSegment"}, {"IncrementScale", std::to_string(scale)}});
        const Time rtt = MilliSeconds(160);
        driver.SetWindow(5400 / scale);
        driver.Ack(1);
        driver.Lose();
        std::vector<double> windows;
        for (int i = 0; i < 60; ++i)
        {
            driver.Ops().TakeRttSample(&driver.Tcb(), rtt);
            driver.Round(rtt, 16);
            windows.push_back(driver.Window() * scale);
        }
        return windows;
    }

    void DoRun() override
    {
        for (const char* type :
             {"TcpSackEra", "TcpStcp", "TcpHstcp", "TcpBicEra", "TcpCubicEra", "TcpHtcpEra"})
        {
            const auto full = Course(type, 1);
            const auto scaled = Course(type, 8);
            for (std::size_t i = 0; i < full.size(); ++i)
            {
                const double tolerance = 2e-3 * full[i]; // a round of 675 segments in 16 parts
                NS_TEST_ASSERT_MSG_EQ_TOL(scaled[i], full[i], tolerance, type << " round " << i);
            }
        }
        Simulator::Destroy();
    }
};

/// Scalable TCP recovers in ln(1 / 0.875) / ln(1.01) = 13.419794 round trips at every window.
class StcpTest : public TestCase
{
  public:
    StcpTest()
        : TestCase("Scalable TCP")
    {
    }

  private:
    void DoRun() override
    {
        for (double window : {1000.0, 5400.0, 10800.0})
        {
            WindowDriver driver("TcpStcp", PER_SEGMENT);
            driver.SetWindow(window);
            driver.Lose();
            double rounds = 0;
            double before = driver.Window();
            while (driver.Window() < window)
            {
                before = driver.Window();
                driver.Round(MilliSeconds(162));
                ++rounds;
            }
            rounds -= std::log(driver.Window() / window) / std::log(driver.Window() / before);
            NS_TEST_EXPECT_MSG_EQ_TOL(rounds, 13.419794, 0.02, "from " << window);
        }
        WindowDriver kernel("TcpStcp"); // a segment for 50 acknowledgements
        kernel.SetWindow(1000);
        kernel.Lose();
        kernel.SetWindow(1000);
        for (int i = 0; i < 500; ++i)
        {
            kernel.Ack(2);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(kernel.Window(), 1010, 1e-2, "delayed acknowledgements");
        kernel.Avoid(20);
        for (int i = 0; i < 20; ++i)
        {
            kernel.Ack(1);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(kernel.Window(), 21, 3e-2, "small windows are TCP Reno's");
        Simulator::Destroy();
    }
};

/// RFC 3649: the table that its program prints, and the formulas.
class HstcpTest : public TestCase
{
  public:
    HstcpTest()
        : TestCase("HighSpeed TCP")
    {
    }

  private:
    void CheckRow(uint32_t window, int a, double b)
    {
        const auto at = TcpHstcp::GetParameters(TcpHstcp::TABLE, window);
        NS_TEST_EXPECT_MSG_EQ(at.a, a, "a(" << window << ")");
        NS_TEST_EXPECT_MSG_EQ_TOL(at.b, b, 1e-12, "b(" << window << ")");
        const auto below = TcpHstcp::GetParameters(TcpHstcp::TABLE, window - 0.001);
        NS_TEST_EXPECT_MSG_EQ(below.a, std::max(a - 1, 1), "a just below " << window);
    }

    void DoRun() override
    {
        CheckRow(38, 1, 0.5);
        // the loop of RFC 3649's program: a row where a has grown by 1 since the last one
        double last = 1;
        int rows = 1;
        for (uint32_t w = 38; w < 100000; ++w)
        {
            const double b =
                (0.1 - 0.5) * (std::log(w) - std::log(38)) / (std::log(83000) - std::log(38)) + 0.5;
            const double a =
                w * static_cast<double>(w) * 2 * b / ((2 - b) * std::pow(w, 1.2) * 12.8);
            if (a > last + 1)
            {
                char text[8];
                std::snprintf(text, sizeof(text), "%.2f", b);
                CheckRow(w, static_cast<int>(a), std::stod(text));
                last = a;
                ++rows;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(rows, 73, "rows of the table");
        const auto beyond = TcpHstcp::GetParameters(TcpHstcp::TABLE, 1e6);
        NS_TEST_EXPECT_MSG_EQ(beyond.a, 73, "the last row");

        struct Vector
        {
            double w, b, p, a;
        };

        for (const Vector& v : {Vector{118, 0.441054, 254.587, 2.005813},
                                Vector{1058, 0.326945, 18.31099, 8.010839},
                                Vector{5400, 0.242148, 2.589537, 20.803576},
                                Vector{10800, 0.206089, 1.127161, 30.207657},
                                Vector{83000, 0.1, 0.0975441, 70.734856}})
        {
            const auto got = TcpHstcp::GetParameters(TcpHstcp::FORMULA, v.w);
            NS_TEST_EXPECT_MSG_EQ_TOL(got.a, v.a, 1e-6, "a(" << v.w << ")");
            NS_TEST_EXPECT_MSG_EQ_TOL(got.b, v.b, 1e-6, "b(" << v.w << ")");
            NS_TEST_EXPECT_MSG_EQ_TOL(got.a * (2 - got.b) / (2 * got.b * v.w * v.w),
                                      v.p * 1e-6,
                                      v.p * 1e-12,
                                      "p(" << v.w << ")");
        }

        WindowDriver table("TcpHstcp", PER_SEGMENT);
        table.SetWindow(5400); // row 5036: a 20, b 0.25
        table.Lose();
        NS_TEST_EXPECT_MSG_EQ_TOL(table.Threshold(), 4050, 1e-3, "b of the table");
        table.SetWindow(5400);
        table.Round(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ_TOL(table.Window(), 5420, 1e-3, "a of the table");
        WindowDriver formula("TcpHstcp", {{"Response", "Formula"}, {"AckCounting", "PerAck"}});
        formula.SetWindow(5400);
        formula.Lose();
        NS_TEST_EXPECT_MSG_EQ_TOL(formula.Threshold(), 5400 * (1 - 0.242148), 0.01, "b");
        formula.SetWindow(5400);
        for (int i = 0; i < 2700; ++i)
        {
            formula.Ack(2);
        }
        // half of a(w); a grows along
        NS_TEST_EXPECT_MSG_EQ_TOL(formula.Window() - 5400, 20.803576 / 2, 0.03, "counts ACKs");
        Simulator::Destroy();
    }
};

/// Rate halving, with windows for which delivered times threshold exceeds 32 bits.
class RateHalvingTest : public TestCase
{
  public:
    RateHalvingTest()
        : TestCase("rate halving")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t segment = 1448;
        const auto tcb = CreateObject<TcpSocketState>();
        tcb->m_segmentSize = segment;
        tcb->m_cWnd = 10800 * segment;
        tcb->m_ssThresh = 8640 * segment;
        const auto ops = CreateObject<TcpRateHalvingRecovery>();
        // each acknowledgement takes a segment out of flight; one is sent if the window allows
        uint32_t inFlight = 10799;
        uint32_t sent = 0;
        tcb->m_bytesInFlight = inFlight * segment;
        ops->EnterRecovery(tcb, 3, 10800 * segment, segment);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 10800 * segment, "first acknowledgement");
        for (int i = 0; i < 4320; ++i)
        {
            --inFlight;
            tcb->m_bytesInFlight = inFlight * segment;
            DoTcpRecovery<TcpRecoveryOps>(*ops, tcb, segment, true);
            while (inFlight < tcb->m_cWnd / segment)
            {
                ++inFlight;
                ++sent;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 8640 * segment, "every second one takes a segment");
        NS_TEST_EXPECT_MSG_EQ_TOL(sent, 2160.0, 1.0, "a segment for every second one");
        for (int i = 0; i < 10; ++i)
        {
            DoTcpRecovery<TcpRecoveryOps>(*ops, tcb, segment, true);
        }
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 8640 * segment, "not below the threshold");
        ops->ExitRecovery(tcb);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 8640 * segment, "at the end");

        tcb->m_cWnd = 1000 * segment;
        tcb->m_ssThresh = 500 * segment;
        tcb->m_bytesInFlight = 300 * segment; // 700 lost at once
        ops->EnterRecovery(tcb, 3, 1000 * segment, segment);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 301 * segment, "a segment above what is in flight");
        tcb->m_cWnd = tcb->m_ssThresh.Get(); // as sockets do
        ops->ExitRecovery(tcb);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 301 * segment, "no burst at the end");

        // what gives no bound of its own: half of the threshold
        const auto reno = CreateObject<TcpRenoRateHalvingRecovery>();
        tcb->m_cWnd = 1000 * segment;
        tcb->m_ssThresh = 800 * segment;
        tcb->m_bytesInFlight = 2000 * segment;
        reno->EnterRecovery(tcb, 3, 1000 * segment, segment);
        for (const uint32_t left : {801, 401, 400, 400})
        {
            while (tcb->m_cWnd > left * segment)
            {
                DoTcpRecovery<TcpRecoveryOps>(*reno, tcb, segment, true);
            }
            DoTcpRecovery<TcpRecoveryOps>(*reno, tcb, segment, true);
            DoTcpRecovery<TcpRecoveryOps>(*reno, tcb, segment, true);
            NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd,
                                  std::max(left - 1, 400U) * segment,
                                  "below " << left);
        }
        reno->ExitRecovery(tcb);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd, 400 * segment, "slow start leads back");
    }
};

/// Wrong settings end the program with a clear message.
class SettingsTest : public TestCase
{
  public:
    SettingsTest()
        : TestCase("wrong settings")
    {
    }

  private:
    void Check(const std::string& type,
               const std::string& name,
               const std::string& value,
               const std::string& message)
    {
        const auto text = HsnAbortText([&] { WindowDriver(type, {{name, value}}); });
        NS_TEST_EXPECT_MSG_NE(text.find(message), std::string::npos, name << ": " << text);
    }

    void DoRun() override
    {
        Check("TcpStcp", "Increase", "0", "TcpStcp::Increase 0: must be above 0 and 1 at most");
        Check("TcpStcp", "LossFactor", "1", "TcpStcp::LossFactor 1: must be above 0 and below 1");
        Check("TcpBicEra", "Beta", "1.5", "TcpBicEra::Beta 1.5: must be above 0 and below 1");
        Check("TcpCubicEra", "Beta", "0", "TcpCubicEra::Beta 0: must be above 0 and below 1");
        Check("TcpCubicEra", "C", "-1", "TcpCubicEra::C -1: must be above 0");
        Check("TcpFast", "Gamma", "0", "TcpFast::Gamma 0: must be above 0 and 1 at most");
        Check("TcpFast", "AverageWeight", "2", "TcpFast::AverageWeight 2: must be above 0");
        Check("TcpSackEra", "IncrementScale", "0.5", "IncrementScale");
    }
};

HsnTestRegistration g_tcpHsBaseTests("tcp-hs-base",
                                     {new AckCountingTest,
                                      new MinRttTest,
                                      new StartTest,
                                      new LossTest,
                                      new ScalingTest,
                                      new StcpTest,
                                      new HstcpTest,
                                      new RateHalvingTest,
                                      new SettingsTest});
} // namespace
