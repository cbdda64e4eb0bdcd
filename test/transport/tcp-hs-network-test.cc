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
    /// @param law the law of congestion control @param factory of sockets
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

/// FAST alone ends with a window of the path and Alpha segments more, without a loss.
class FastNetworkTest : public TestCase
{
  public:
    /// @param factory of sockets
    explicit FastNetworkTest(const std::string& factory)
        : TestCase("TcpFast over " + factory + " keeps Alpha segments in the queue"),
          m_factory(factory)
    {
    }

  private:
    void DoRun() override
    {
        const double alpha = 40;
        LossyScenario s;
        s.variant = "TcpFast";
        s.settings = {{"Alpha", "40"}};
        s.factory = m_factory;
        s.rate = "20Mbps";
        s.end = Seconds(20);
        const auto result = LossyTransfer::Run(s);
        const double packet = (LossyTransfer::SEGMENT + 40) * 8 / 20e6; // seconds
        const double path = ROUND_TRIP / packet + 1.1; // a packet is sent on both links
        for (double time : {15.0, 17.0, 19.0})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(result.At(time), path + alpha, 1.5, "at " << time << " s");
        }
    }

    std::string m_factory;
};

/// A run of ns-2's Linux variants.
struct Ns2Run
{
    std::string variant;                          //!< congestion control, in ns3::hsn
    Settings settings;                            //!< its attributes
    std::string file;                             //!< ns-2's windows
    std::list<uint32_t> drops;                    //!< data packets that are lost, from 1
    uint32_t delayedAck{2};                       //!< segments for an acknowledgement
    std::vector<std::pair<double, double>> spans; //!< where both are compared, seconds since the
                                                  //!< first data: recoveries differ
    double tolerance{0.005};                      //!< relative
    bool ratios{false}; //!< compares windows to those at the beginning of the span
    double lag{0};      //!< ns-2 may be late by this, seconds
};

/// @param file name @return windows over time
std::vector<WindowChange>
ReadOracle(const std::string& file)
{
    std::vector<WindowChange> result;
    std::ifstream in(std::string(HSN_ORACLES) + "/ns2/" + file);
    std::string line;
    std::getline(in, line); // names of the columns
    while (std::getline(in, line))
    {
        std::istringstream fields(line);
        WindowChange change{};
        char comma = 0;
        fields >> change.time >> comma >> change.window;
        result.push_back(change);
    }
    return result;
}

/// The window over time as ns-2's Linux variant has it.
class Ns2Test : public TestCase
{
  public:
    /// @param run what ns-2 did
    explicit Ns2Test(const Ns2Run& run)
        : TestCase(run.variant + " as in ns-2"),
          m_run(run)
    {
    }

  private:
    void DoRun() override
    {
        LossyScenario s;
        s.variant = m_run.variant;
        s.settings = m_run.settings;
        s.factory = OURS;
        s.drops = m_run.drops;
        s.delayedAck = m_run.delayedAck;
        s.end = Seconds(m_run.spans.back().second + 0.2);
        const auto ours = LossyTransfer::Run(s);
        const auto all = ReadOracle(m_run.file);
        uint32_t compared = 0;
        for (const auto& [from, to] : m_run.spans)
        {
            double factor = 0;
            for (const auto& theirs : all)
            {
                if (theirs.time < from || theirs.time > to)
                {
                    continue;
                }
                const double window = ours.At(theirs.time);
                if (factor == 0)
                {
                    factor = m_run.ratios ? theirs.window / window : 1;
                }
                ++compared;
                const double early = ours.At(theirs.time - m_run.lag);
                const double tolerance = 1.5 + m_run.tolerance * theirs.window;
                NS_TEST_EXPECT_MSG_LT(std::min(window, early) * factor,
                                      theirs.window + tolerance,
                                      "at " << theirs.time << " s");
                NS_TEST_EXPECT_MSG_GT(std::max(window, early) * factor,
                                      theirs.window - tolerance,
                                      "at " << theirs.time << " s");
            }
        }
        NS_TEST_EXPECT_MSG_GT(compared, 100, "windows compared");
    }

    Ns2Run m_run;
};

/**
 * @brief HighSpeed TCP in ns-2: the response is that of the table's next row.
 *
 * So Linux looks it up: the first row whose window is not below the present one. With it growth and
 * reduction are RFC 3649's.
 */
class HstcpNs2Test : public TestCase
{
  public:
    HstcpNs2Test()
        : TestCase("HighSpeed TCP in ns-2")
    {
    }

  private:
    /// @param window w @return parameters of the first row not below it
    static TcpHstcp::Parameters NextRow(double window)
    {
        const auto row = TcpHstcp::GetParameters(TcpHstcp::TABLE, window);
        double next = window;
        while (TcpHstcp::GetParameters(TcpHstcp::TABLE, next).a == row.a)
        {
            next += 0.5;
        }
        return TcpHstcp::GetParameters(TcpHstcp::TABLE, next);
    }

    void DoRun() override
    {
        const auto theirs = ReadOracle("highspeed-two-losses.csv");
        const double begin = 1.35; // the first loss, in slow start, has halved the window
        const double loss = 6.6;
        const double again = 6.85;
        double window = 0;
        uint32_t compared = 0;
        double time = 0;
        for (const auto& at : theirs)
        {
            if (at.time < begin || (at.time > loss && at.time < again))
            {
                continue;
            }
            if (window == 0 || (time <= loss && at.time >= again))
            {
                if (window > 0)
                {
                    const double left = window * (1 - NextRow(window).b);
                    NS_TEST_EXPECT_MSG_EQ_TOL(at.window, left, 0.02 * left, "loss");
                }
                window = at.window;
            }
            else
            {
                // an acknowledgement for two segments
                window += NextRow(window).a / 2 * (at.time - time) / ROUND_TRIP;
                NS_TEST_EXPECT_MSG_EQ_TOL(at.window, window, 2, "at " << at.time << " s");
                ++compared;
            }
            time = at.time;
        }
        NS_TEST_EXPECT_MSG_GT(compared, 100, "windows compared");
    }
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
                                new LawTest(LAWS[5], NS3S),
                                new FastNetworkTest(OURS),
                                new FastNetworkTest(NS3S)});

const std::list<uint32_t> TWO_LOSSES{600, 12000};

HsnTestRegistration g_ns2Tests(
    "tcp-hs-ns2",
    {// ns-2's Reno counts bytes
     new Ns2Test({"TcpSackEra",
                  {{"AckCounting", "Compensated"}},
                  "reno-two-losses.csv",
                  TWO_LOSSES,
                  2,
                  {{0.15, 0.9}, {1.3, 6.9}, {7.3, 11.8}}}),
     // Linux needs 51 acknowledgements for a segment; ns-2 loses the growth of a round trip,
     // 1 %, in each recovery
     new Ns2Test({"TcpStcp",
                  {{"Increase", "0.0098039"}},
                  "scalable-two-losses.csv",
                  TWO_LOSSES,
                  2,
                  {{0.15, 0.9}, {1.3, 4.4}, {4.9, 11.8}},
                  0.005,
                  true}),
     // Linux counts time from the end of the recovery, and computes alpha with the segment that is
     // added, each up to a round trip later; it does not count one of w / alpha + 1
     // acknowledgements, 2 % of them in the end
     new Ns2Test({"TcpHtcpEra",
                  {},
                  "htcp-one-loss.csv",
                  {2000},
                  1,
                  {{0.15, 0.75}, {1.2, 6.2}},
                  0.03,
                  false,
                  0.2}),
     new Ns2Test({"TcpBicEra",
                  {{"InitialSsthreshSegments", "0"}, {"LowUtilization", "false"}},
                  "bic-two-losses.csv",
                  TWO_LOSSES,
                  2,
                  {{0.15, 0.9}, {1.3, 4.6}, {4.9, 11.1}}}),
     new Ns2Test({"TcpCubicEra",
                  {{"InitialSsthreshSegments", "0"}},
                  "cubic-two-losses.csv",
                  TWO_LOSSES,
                  2,
                  {{0.15, 0.9}, {1.3, 4.8}, {5.1, 11.8}}}),
     new HstcpNs2Test});
} // namespace
