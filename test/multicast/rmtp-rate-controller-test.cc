// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Control of a server's rate by reports: its rules by hand (section 3.2 of the paper), and who
 * represents the others.
 */
#include "../hsn-test.h"
#include "rmtp-world.h"

#include "ns3/boolean.h"
#include "ns3/rmtp-rate-controller.h"

#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Both rules with round numbers; expected rates are those of the rules' text. */
class RmtpRateRulesTest : public TestCase
{
  public:
    RmtpRateRulesTest()
        : TestCase(
              "Suffering and silent receivers, shares at their limits, least and greatest rate")
    {
    }

  private:
    /// @param representatives that ought to report @param suffering that report 90 of 100 packets
    /// @param well that report all 100 @param rate so far, bit/s @return the new rate, bit/s
    static double Decide(uint32_t representatives, uint32_t suffering, uint32_t well, double rate)
    {
        RmtpRateController controller;
        RmtpRateController::Settings settings;
        settings.lossThreshold = 0.05;
        settings.highShare = 0.5;
        settings.lowShare = 0.25;
        settings.silentShare = 0.5;
        settings.decrease = 0.75;
        settings.increase = 1.25;
        settings.least = 100000;
        settings.most = 8000000;
        controller.SetSettings(settings);
        controller.Begin(representatives);
        for (uint32_t i = 0; i < suffering + well; ++i)
        {
            controller.Report(i < suffering ? 90 : 100, 100);
        }
        return controller.Decide(rate);
    }

    void DoRun() override
    {
        // rule 1, of 8 who all report: shares of those who suffer
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 8, 1e6), 1.25e6, "0 < LowShare");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 1, 7, 1e6), 1.25e6, "1/8 < LowShare");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 2, 6, 1e6), 1e6, "2/8 = LowShare: stays");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 3, 5, 1e6), 1e6, "between the two");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 4, 4, 1e6), 1e6, "4/8 = HighShare: stays");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 5, 3, 1e6), 0.75e6, "5/8 > HighShare");
        // the share is one of reporters: 3 of 5 suffer, not 3 of 8
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 3, 2, 1e6), 0.75e6, "3/5 > HighShare");
        // rule 2, of 8 who are well if they report: shares of those who are silent
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 4, 1e6), 1.25e6, "4/8 = SilentShare: rule 1");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 3, 1e6), 0.75e6, "5/8 > SilentShare");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 0, 1e6), 0.75e6, "all are silent");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 3, 0, 1e6), 0.75e6, "both rules: once");
        NS_TEST_EXPECT_MSG_EQ(Decide(0, 0, 0, 1e6), 1.25e6, "nobody ought to report");
        // limits
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 8, 0, 120000), 100000, "90,000: the least rate");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 8, 0, 200000), 150000, "above it");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 8, 7e6), 8e6, "8.75 Mbit/s: the greatest rate");
        NS_TEST_EXPECT_MSG_EQ(Decide(8, 0, 8, 6e6), 7.5e6, "below it");
        RunThreshold();
        RunAgain();
    }

    /// A loss of exactly LossThreshold is none to suffer from.
    void RunThreshold()
    {
        for (const uint32_t received : {94, 95})
        {
            RmtpRateController controller; // the settings of section 2.5 of its description
            controller.Begin(1);
            controller.Report(received, 100);
            const double expected = received == 94 ? 0.75 : 1.1; // losses of 6 and 5 %
            NS_TEST_EXPECT_MSG_EQ_TOL(controller.Decide(1e6),
                                      expected * 1e6,
                                      1e-6,
                                      received << " of 100 packets");
        }
    }

    /// What was reported before does not count.
    void RunAgain()
    {
        RmtpRateController controller;
        controller.Begin(2);
        controller.Report(0, 100);
        controller.Report(0, 100);
        controller.Begin(2);
        controller.Report(100, 100);
        controller.Report(100, 100);
        NS_TEST_EXPECT_MSG_EQ_TOL(controller.Decide(1e6), 1.1e6, 1e-6, "the second time");
    }
};

/** @brief Of a large group, the first receiver of each subnet represents it. */
class RmtpReportersTest : public TestCase
{
  public:
    RmtpReportersTest()
        : TestCase("First receivers of subnets report for groups of more than 100, IPv4 and IPv6")
    {
    }

  private:
    /// The server is 10.0.0.1 and receiver i 10.0.0.(i + 1): in subnets of 16, receivers 1, 15, 31
    /// and so on are the first ones. @param i a receiver, from 1 @return whether it is one of them
    static bool IsFirst(uint32_t i)
    {
        return i == 1 || (i + 1) % 16 == 0;
    }

    /// @param receivers of the group @param v6 IPv6, all in one subnet @param loses by receiver:
    /// half of the monitored packets @param threshold LossThreshold @return rates, bit/s, after the
    /// first reports
    static std::vector<double> Run(uint32_t receivers,
                                   bool v6,
                                   bool (*loses)(uint32_t),
                                   double threshold = 0.05)
    {
        RmtpWorld world(receivers, v6);
        world.socket->SetAttribute("SubnetPrefix", UintegerValue(28));
        world.server->SetAttribute("RateControl", BooleanValue(true));
        world.server->SetAttribute("MonitorPackets", UintegerValue(50));
        world.server->SetAttribute("LossThreshold", DoubleValue(threshold));
        world.server->SetAttribute("SilentShare", DoubleValue(1)); // nobody is too silent
        std::vector<double> rates;
        world.server->TraceConnectWithoutContext(
            "RateChange",
            Sink<double>::Make([&rates](double rate) { rates.push_back(rate); }));
        world.server->SetAttribute("Rate", DoubleValue(4e6)); // a packet each 2 ms
        world.Start(200000);
        // CONN at 0, its answers within 280 ms; 50 packets in 100 ms
        ScheduleCall(MilliSeconds(290), [&] {
            for (uint32_t i = 1; i <= receivers; ++i)
            {
                world.Lose(i, loses(i) ? 0.5 : 0);
            }
        });
        RmtpWorld::Run(1.2);
        return rates;
    }

    void DoRun() override
    {
        const auto others = [](uint32_t i) { return !IsFirst(i); };
        const auto first = [](uint32_t i) { return IsFirst(i); };
        const auto notTheFirst = [](uint32_t i) { return i != 1; };
        const auto theFirst = [](uint32_t i) { return i == 1; };
        Expect(Run(120, false, others), 4.4e6, "those who do not represent lose");
        Expect(Run(120, false, first), 3e6, "those who represent lose");
        Expect(Run(120, true, notTheFirst), 4.4e6, "one represents all");
        Expect(Run(120, true, theFirst), 3e6, "and loses");
        Expect(Run(100, false, others), 3e6, "in a group of 100 everybody counts");
        Expect(Run(100, false, others, 0.8), 4.4e6, "nobody loses more than LossThreshold");
    }

    /// @param rates after reports @param expected the first one, bit/s @param text what was done
    void Expect(const std::vector<double>& rates, double expected, const std::string& text)
    {
        NS_TEST_ASSERT_MSG_EQ(rates.empty(), false, text << ": the rate changes");
        NS_TEST_EXPECT_MSG_EQ_TOL(rates.front(), expected, 1, text);
    }
};

HsnTestRegistration g_rmtpRateControllerTests("rmtp-rate-controller",
                                              {new RmtpRateRulesTest, new RmtpReportersTest});
} // namespace
} // namespace hsn
} // namespace ns3
