// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Background traffic of Types I to V between hosts, in both directions.
 */
#include "../hsn-test.h"
#include "../traffic/surge-test-network.h"

#include "ns3/background-traffic-helper.h"
#include "ns3/bulk-send-application.h"
#include "ns3/config.h"
#include "ns3/packet-sink.h"
#include "ns3/surge-size-variable.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Helper = BackgroundTrafficHelper;

/// @tparam T class of the value @param object an object @param name of an attribute @return its
/// value
template <typename T>
auto
Get(Ptr<Object> object, const std::string& name)
{
    T value;
    object->GetAttribute(name, value);
    return value.Get();
}

/// Flows per second of each type and reading, as Table 1 and the calibration give them.
class BackgroundRateTest : public TestCase
{
  public:
    BackgroundRateTest()
        : TestCase("Background traffic: arrival rates by type and reading")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> names{"I", "II", "III", "IV", "V"};
        const std::vector<double> calibrated{103, 5.2, 6.0, 5.83, 5.2};
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            const Helper helper(Helper::ParseType(names[i]));
            NS_TEST_EXPECT_MSG_EQ_TOL(helper.GetArrivalRate(), calibrated[i], 1e-12, names[i]);
        }
        Helper one(Helper::TYPE_I);
        one.SetLoad(DataRate("10Mb/s"));
        NS_TEST_EXPECT_MSG_EQ_TOL(one.GetArrivalRate(), 14.7, 0.05, "10 Mbit/s of Type I");
        one.SetIntensity(Helper::ParseReading("MeanGap"), 20);
        NS_TEST_EXPECT_MSG_EQ_TOL(one.GetArrivalRate(), 100, 1e-9, "20 generators, gaps of 0.2 s");
        one.SetIntensity(Helper::ParseReading("Calibrated"));
        NS_TEST_EXPECT_MSG_EQ_TOL(one.GetArrivalRate(), 103, 1e-12, "calibrated again");
        Helper two(Helper::TYPE_II);
        two.SetIntensity(Helper::ParseReading("Rate"));
        NS_TEST_EXPECT_MSG_EQ_TOL(two.GetArrivalRate(), 0.6, 1e-12, "0.6 flows per second");
        two.SetIntensity(Helper::MEAN_GAP);
        NS_TEST_EXPECT_MSG_EQ_TOL(two.GetArrivalRate(), 1 / 0.6, 1e-12, "0.6 s between flows");
        Helper four(Helper::TYPE_IV);
        four.SetIntensity(Helper::MEAN_GAP, 1, 0.2);
        NS_TEST_EXPECT_MSG_EQ_TOL(four.GetArrivalRate(), 5, 1e-12, "an intensity of one's own");
    }
};

/// What is installed where, and its attributes.
class BackgroundInstallTest : public TestCase
{
  public:
    BackgroundInstallTest()
        : TestCase("Background traffic: applications, attributes, streams")
    {
    }

  private:
    /// @param apps of one direction @param node where the generators are @param n how many
    void CheckGenerators(const BackgroundApplications& apps, Ptr<Node> node, uint32_t n)
    {
        NS_TEST_ASSERT_MSG_EQ(apps.generators.GetN(), n, "generators");
        for (auto app = apps.generators.Begin(); app != apps.generators.End(); ++app)
        {
            NS_TEST_EXPECT_MSG_EQ((*app)->GetNode(), node, "node of a generator");
            NS_TEST_EXPECT_MSG_EQ_TOL(Get<DoubleValue>(*app, "ArrivalRate"), 5.2 / n, 1e-9, "rate");
            PointerValue pointer;
            (*app)->GetAttribute("FlowSize", pointer);
            const auto size = pointer.Get<SurgeSizeVariable>();
            NS_TEST_EXPECT_MSG_EQ(size->GetSizeModel(), SurgeSizeVariable::TYPE_II, "sizes");
            NS_TEST_EXPECT_MSG_EQ_TOL(Get<DoubleValue>(size, "ScaleFactor"), 8, 1e-9, "scale");
            NS_TEST_EXPECT_MSG_EQ_TOL(Get<DoubleValue>(size, "MaxFlowSize"), 1e9, 1, "limit");
            NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(*app, "MaxWindow"), 8191, "65535 / 8");
            NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(*app, "SegmentSize"), 536, "small segments");
        }
    }

    void DoRun() override
    {
        SurgeTestNetwork network("1ms");
        const auto left = network.hosts.Get(0);
        const auto right = network.hosts.Get(1);
        Helper helper(Helper::TYPE_V);
        helper.SetScaleFactor(8);
        helper.SetSizeAttribute("MaxFlowSize", DoubleValue(1e9));
        // the same host twice: two generators, one for each of its pairs
        const auto traffic = helper.Install(NodeContainer(left, left), NodeContainer(right));
        CheckGenerators(traffic.forward, left, 2);
        CheckGenerators(traffic.reverse, right, 2);
        NS_TEST_EXPECT_MSG_EQ(traffic.forward.sinks.GetN(), 1, "sinks");
        NS_TEST_EXPECT_MSG_EQ(traffic.forward.sinks.Get(0)->GetNode(), right, "node of the sink");
        NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(traffic.forward.sinks.Get(0), "MaxWindow"),
                              8191,
                              "receive buffer");
        NS_TEST_EXPECT_MSG_EQ(traffic.forward.longFlows.GetN(), 12, "long flows");
        NS_TEST_EXPECT_MSG_EQ(traffic.forward.longSinks.GetN(), 1, "their sink");
        NS_TEST_EXPECT_MSG_EQ(traffic.reverse.longFlows.GetN(), 0, "no long flows there");

        const auto starts = [&] {
            std::vector<double> seconds;
            for (uint32_t i = 0; i < 12; ++i)
            {
                seconds.push_back(
                    Get<TimeValue>(traffic.forward.longFlows.Get(i), "StartTime").GetSeconds());
            }
            return seconds;
        };
        const auto automatic = starts();
        NS_TEST_EXPECT_MSG_EQ(helper.AssignStreams(traffic, 100), 10, "4 generators, 2 of starts");
        const auto fixed = starts();
        NS_TEST_EXPECT_MSG_EQ((fixed != automatic), true, "drawn anew");
        helper.AssignStreams(traffic, 100);
        NS_TEST_EXPECT_MSG_EQ((starts() == fixed), true, "drawn as before");
        NS_TEST_EXPECT_MSG_EQ(std::set<double>(fixed.begin(), fixed.end()).size(), 12, "distinct");
        for (const double start : fixed)
        {
            NS_TEST_EXPECT_MSG_EQ((start >= 0 && start <= 1), true, "start at " << start << " s");
        }
    }
};

/// The size of segments and the receive buffer of a network that is smaller than the paper's.
class BackgroundScaleTest : public TestCase
{
  public:
    BackgroundScaleTest()
        : TestCase("Background traffic: 536 bytes a segment from a scale factor of 4 on, 64 KB "
                   "divided by it")
    {
    }

  private:
    void DoRun() override
    {
        struct Scaled
        {
            double factor;    //!< of all sizes
            uint32_t window;  //!< bytes
            uint32_t segment; //!< bytes
        };

        // the paper's segments have 1448 bytes of data and its windows 65535, the most that TCP's
        // header can say; 65535 / 3.9 = 16803.8, / 4 = 16383.75, / 4.1 = 15984.1
        for (const auto& scaled : std::vector<Scaled>{{1, 65535, 1448},
                                                      {3.9, 16803, 1448},
                                                      {4, 16383, 536},
                                                      {4.1, 15984, 536},
                                                      {5, 13107, 536}})
        {
            SurgeTestNetwork network("1ms");
            Helper helper(Helper::TYPE_V);
            helper.SetScaleFactor(scaled.factor);
            const auto traffic = helper.Install(NodeContainer(network.hosts.Get(0)),
                                                NodeContainer(network.hosts.Get(1)));
            for (const auto& app :
                 {traffic.forward.generators.Get(0), traffic.forward.sinks.Get(0)})
            {
                NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(app, "MaxWindow"),
                                      scaled.window,
                                      "window at " << scaled.factor);
                NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(app, "SegmentSize"),
                                      scaled.segment,
                                      "segment at " << scaled.factor);
            }
            NS_TEST_EXPECT_MSG_EQ(Get<UintegerValue>(traffic.forward.longFlows.Get(0), "SendSize"),
                                  scaled.segment,
                                  "of long flows at " << scaled.factor);
        }
    }
};

/// Traffic flows in both directions, over both TCPs and both versions of IP.
class BackgroundRunTest : public TestCase
{
  public:
    BackgroundRunTest()
        : TestCase("Background traffic: Types I and V run in both directions")
    {
    }

  private:
    /// @param type of traffic @param protocol factory of sockets @param ipv6 whether IPv6
    void Check(Helper::Type type, const std::string& protocol, bool ipv6)
    {
        SurgeTestNetwork network("50ms");
        Helper helper(type);
        helper.SetProtocol(protocol);
        helper.SetIpv6(ipv6);
        helper.SetPort(8080);
        helper.SetLongFlows(type == Helper::TYPE_V ? 2 : 0, 0, Seconds(3));
        helper.SetArrivalRate(50);
        helper.SetSizeAttribute("MaxFlowSize", DoubleValue(2e7));
        helper.SetSizeAttribute("ScaleFactor", DoubleValue(100));
        const auto traffic = helper.Install(NodeContainer(network.hosts.Get(0)),
                                            NodeContainer(network.hosts.Get(1)));
        helper.AssignStreams(traffic, 1);
        for (const auto* apps : {&traffic.forward, &traffic.reverse})
        {
            for (auto app = apps->generators.Begin(); app != apps->generators.End(); ++app)
            {
                (*app)->SetStartTime(Seconds(2)); // IPv6 addresses are valid then
                (*app)->SetStopTime(Seconds(4));
            }
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        for (const auto* apps : {&traffic.forward, &traffic.reverse})
        {
            const auto counters =
                DynamicCast<SurgeFlowGenerator>(apps->generators.Get(0))->GetCounters();
            NS_TEST_EXPECT_MSG_EQ_TOL(apps->GetStarted(), 100, 40, "flows: 4 deviations");
            NS_TEST_EXPECT_MSG_EQ(counters.ended, apps->GetStarted(), "all end");
            NS_TEST_EXPECT_MSG_EQ(apps->GetReceived(), counters.bytesStarted, "all bytes arrive");
        }
        for (uint32_t i = 0; i < traffic.forward.longSinks.GetN(); ++i)
        {
            const auto sink = DynamicCast<PacketSink>(traffic.forward.longSinks.Get(i));
            // two flows with 65535 bytes per round trip of 0.1 s could send 7.9 MB in 6 s
            NS_TEST_EXPECT_MSG_GT(sink->GetTotalRx(), 15000000, "long flows are not limited");
            NS_TEST_EXPECT_MSG_EQ(sink->GetAcceptedSockets().size(), 2, "long flows");
        }
    }

    void DoRun() override
    {
        Check(Helper::TYPE_I, SURGE_NS3_TCP, false);
        Check(Helper::TYPE_I, SURGE_HSN_TCP, true);
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(400000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(400000));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Check(Helper::TYPE_V, SURGE_NS3_TCP, false);
        Check(Helper::TYPE_V, SURGE_HSN_TCP, false);
        Config::Reset();
    }
};

/// Messages of what is refused.
class BackgroundErrorTest : public TestCase
{
  public:
    BackgroundErrorTest()
        : TestCase("Background traffic: bad parameters")
    {
    }

  private:
    /// @param use of a helper that aborts @param message part of what it says
    void Check(const std::function<void(Helper&)>& use, const std::string& message)
    {
        const auto text = HsnAbortText([&] {
            Helper helper(Helper::TYPE_IV);
            use(helper);
        });
        NS_TEST_EXPECT_MSG_EQ((text.find(message) != std::string::npos),
                              true,
                              "\"" << message << "\" is not in: " << text);
    }

    void DoRun() override
    {
        Check([](Helper& h) { h.SetArrivalRate(0); },
              "arrival rate 0 flows per second is not above 0");
        Check([](Helper& h) { h.SetArrivalRate(-3); }, "arrival rate -3 flows per second");
        Check([](Helper& h) { h.SetLoad(DataRate("0bps")); }, "load 0 bit/s is not above 0");
        Check([](Helper& h) { h.SetIntensity(Helper::RATE); },
              "Type IV has no intensity in Table 1");
        Check([](Helper& h) { h.SetIntensity(Helper::RATE, 1, -0.2); },
              "intensity -0.2 is not above 0");
        Check([](Helper& h) { h.SetIntensity(Helper::RATE, 0, 0.2); },
              "number of generators 0 is not above 0");
        Check([](Helper& h) { h.SetScaleFactor(0.5); }, "scale factor 0.5 is below 1");
        Check([](Helper& h) { h.SetScaleFactor(200); },
              "MaxWindow 327 bytes is below SegmentSize 536 bytes");
        Check([](Helper& h) { h.SetWindow(1000, 1448); },
              "MaxWindow 1000 bytes is below SegmentSize 1448 bytes");
        Check([](Helper& h) { h.SetWindow(1000, 0); }, "SegmentSize 0 bytes is not above 0");
        Check([](Helper& h) { h.SetPort(65535); }, "port 65535 is not in 1..65534");
        Check([](Helper& h) { h.SetLongFlows(1, 0, Seconds(-1)); }, "is below 0");
        Check([](Helper&) { Helper::ParseType("VI"); }, "type \"VI\" is not in I..V");
        Check([](Helper&) { Helper::ParseReading("gap"); }, "reading \"gap\" is none of");
        Check([](Helper& h) { h.Install(NodeContainer(), NodeContainer(1)); },
              "there are no sources");
        Check([](Helper& h) { h.Install(NodeContainer(1), NodeContainer()); },
              "there are no sinks");
        Check([](Helper& h) { h.Install(NodeContainer(1), NodeContainer(1)); },
              "has no address of IPv4");
    }
};

HsnTestRegistration g_backgroundTrafficTests("background-traffic",
                                             {new BackgroundRateTest,
                                              new BackgroundInstallTest,
                                              new BackgroundScaleTest,
                                              new BackgroundRunTest,
                                              new BackgroundErrorTest});
} // namespace
