// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TCP variants for high speeds in a network, over ns-3's TCP and over IndexedTcpSocket: all data
 * arrives; after one loss the window follows the closed form, and that of ns-2's Linux variants.
 */
#include "../hsn-test.h"
#include "tcp-hs-network.h"

#include "ns3/tcp-hstcp.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#ifndef HSN_ORACLES
#define HSN_ORACLES "contrib/hsn/test/oracles" // as seen from the top of an ns-3 tree
#endif

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const char* const OURS = "ns3::hsn::IndexedTcpSocketFactory";
const char* const NS3S = "ns3::TcpSocketFactory";
constexpr double ROUND_TRIP = 0.1; // seconds

/// Every byte arrives, whatever is lost.
class DeliveryTest : public TestCase
{
  public:
    /// @param variant congestion control @param factory of sockets
    DeliveryTest(const std::string& variant, const std::string& factory)
        : TestCase(variant + " over " + factory + " delivers everything"),
          m_variant(variant),
          m_factory(factory)
    {
    }

  private:
    void DoRun() override
    {
        LossyScenario s;
        s.variant = m_variant;
        s.factory = m_factory;
        s.rate = "20Mbps";
        s.delay = MilliSeconds(9);
        s.lossRate = 0.01;
        s.delayedAck = 2;
        s.bytes = 2000000;
        s.end = Seconds(200);
        NS_TEST_EXPECT_MSG_EQ(LossyTransfer::Run(s).received, s.bytes, "bytes received");
    }

    std::string m_variant;
    std::string m_factory;
};

/// A variant's course after a loss.
struct Law
{
    std::string variant; //!< congestion control
    Settings settings;   //!< its attributes
    double left;         //!< share of the window that the loss leaves
    /// growth, segments / s: window, seconds since the recovery ended, window at the loss
    std::function<double(double window, double time, double loss)> growth;
};

/// The window after one loss in congestion avoidance follows the variant's law.
class LawTest : public TestCase
{
  public:
    /// @param law it @param factory of sockets
    LawTest(const Law& law, const std::string& factory)
        : TestCase(law.variant + " over " + factory + " follows its law after a loss"),
          m_law(law),
          m_factory(factory)
    {
    }

  private:
    void DoRun() override
    {
        LossyScenario s;
        s.variant = m_law.variant;
        s.settings = m_law.settings;
        s.settings.emplace_back("AckCounting", "PerSegment");
        s.factory = m_factory;
        s.threshold = 200;
        s.drops = {1000};
        s.end = Seconds(7);
        const auto result = LossyTransfer::Run(s);
        // the last fall of the window below its predecessor ends the recovery
        double loss = 0;
        std::size_t last = 0;
        for (std::size_t i = 1; i < result.windows.size(); ++i)
        {
            loss = std::max(loss, last == 0 ? result.windows[i - 1].window : 0);
            if (result.windows[i].window < result.windows[i - 1].window)
            {
                last = i;
            }
        }
        NS_TEST_ASSERT_MSG_GT(last, 0, "a loss");
        const double begin = result.windows[last].time;
        double window = m_law.left * loss;
        NS_TEST_EXPECT_MSG_EQ_TOL(result.windows[last].window, window, 1, "after the loss");
        // acknowledgements come in a burst once in a round trip, and so does growth
        const double step = 0.001;
        for (double t = 0; begin + t < 6.9; t += step)
        {
            const double growth = m_law.growth(window, t, loss);
            NS_TEST_ASSERT_MSG_EQ_TOL(result.At(begin + t),
                                      window,
                                      2 + 0.01 * window + growth * ROUND_TRIP,
                                      t << " s after the recovery");
            window += growth * step;
        }
    }

    Law m_law;
    std::string m_factory;
};

/// BIC's growth in a round trip. @param window now @param loss at the last loss @return segments
double
BicGrowth(double window, double loss)
{
    if (window < loss)
    {
        const double distance = std::floor((loss - window) / 4);
        return distance > 16 ? 16 : distance <= 1 ? 0.2 : distance;
    }
    return window < loss + 4 ? 0.2 : std::min((window - loss) / 3, 16.0);
}

const std::vector<Law> LAWS{
    {"TcpSackEra", {}, 0.5, [](double, double, double) { return 1 / ROUND_TRIP; }},
    {"TcpStcp", {}, 0.875, [](double w, double, double) { return 0.01 * w / ROUND_TRIP; }},
    {"TcpHstcp",
     {{"Response", "Table"}},
     0.56, // from a window below 221
     [](double w, double, double) {
         return (w < 118 ? 1 : w < 221 ? 2 : 3) / ROUND_TRIP;
     }},
    {"TcpBicEra",
     {{"InitialSsthreshSegments", "0"}, {"LowUtilization", "false"}},
     0.8,
     [](double w, double, double loss) { return BicGrowth(w, loss) / ROUND_TRIP; }},
    {"TcpCubicEra",
     {{"InitialSsthreshSegments", "0"}, {"TcpFriendliness", "false"}},
     0.8,
     [](double, double t, double loss) {
         const double beyond = t - std::cbrt(0.2 * loss / 0.4);
         return 3 * 0.4 * beyond * beyond;
     }},
    {"TcpHtcpEra", {}, 0.5, [](double, double t, double) {
         const double fast = t + ROUND_TRIP - 1; // since the detection
         return (fast > 0 ? 1 + 10 * fast + fast * fast / 4 : 1) / ROUND_TRIP;
     }}};

/// The window over time as ns-2's Linux variant has it, with two losses.
class Ns2Test : public TestCase
{
  public:
    /**
     * @param variant congestion control
     * @param settings its attributes
     * @param file ns-2's windows
     * @param spans seconds since the first data between which they are compared
     * @param tolerance relative
     */
    Ns2Test(const std::string& variant,
            const Settings& settings,
            const std::string& file,
            const std::vector<std::pair<double, double>>& spans,
            double tolerance)
        : TestCase(variant + " as in ns-2"),
          m_variant(variant),
          m_settings(settings),
          m_file(file),
          m_spans(spans),
          m_tolerance(tolerance)
    {
    }

  private:
    void DoRun() override
    {
        LossyScenario s;
        s.variant = m_variant;
        s.settings = m_settings;
        s.factory = OURS;
        s.drops = {600, 12000};
        s.delayedAck = 2;
        const auto ours = LossyTransfer::Run(s);
        std::ifstream in(std::string(HSN_ORACLES) + "/ns2/" + m_file);
        std::string line;
        std::getline(in, line); // names of the columns
        uint32_t compared = 0;
        while (std::getline(in, line))
        {
            std::istringstream fields(line);
            double time = 0;
            double window = 0;
            char comma = 0;
            fields >> time >> comma >> window;
            for (const auto& [from, to] : m_spans)
            {
                if (time >= from && time <= to)
                {
                    ++compared;
                    NS_TEST_EXPECT_MSG_EQ_TOL(ours.At(time),
                                              window,
                                              1.5 + m_tolerance * window,
                                              "at " << time << " s");
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(compared, 100, "windows compared");
    }

    std::string m_variant;
    Settings m_settings;
    std::string m_file;
    std::vector<std::pair<double, double>> m_spans;
    double m_tolerance;
};

HsnTestRegistration g_deliveryTests("tcp-hs-delivery",
                                    {new DeliveryTest("TcpSackEra", OURS),
                                     new DeliveryTest("TcpSackEra", NS3S),
                                     new DeliveryTest("TcpStcp", OURS),
                                     new DeliveryTest("TcpStcp", NS3S),
                                     new DeliveryTest("TcpHstcp", OURS),
                                     new DeliveryTest("TcpHstcp", NS3S),
                                     new DeliveryTest("TcpBicEra", OURS),
                                     new DeliveryTest("TcpBicEra", NS3S),
                                     new DeliveryTest("TcpCubicEra", OURS),
                                     new DeliveryTest("TcpCubicEra", NS3S),
                                     new DeliveryTest("TcpHtcpEra", OURS),
                                     new DeliveryTest("TcpHtcpEra", NS3S),
                                     new DeliveryTest("TcpFast", OURS),
                                     new DeliveryTest("TcpFast", NS3S)});

HsnTestRegistration g_lawTests("tcp-hs-law",
                               {new LawTest(LAWS[0], OURS),
                                new LawTest(LAWS[0], NS3S),
                                new LawTest(LAWS[1], OURS),
                                new LawTest(LAWS[1], NS3S),
                                new LawTest(LAWS[2], OURS),
                                new LawTest(LAWS[2], NS3S),
                                new LawTest(LAWS[3], OURS),
                                new LawTest(LAWS[3], NS3S),
                                new LawTest(LAWS[4], OURS),
                                new LawTest(LAWS[4], NS3S),
                                new LawTest(LAWS[5], OURS),
                                new LawTest(LAWS[5], NS3S)});
} // namespace
