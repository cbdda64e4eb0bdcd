// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "idle-line.h"
#include "listed-values.h"

#include "ns3/bandwidth-probe-helper.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/paced-source.h"
#include "ns3/pointer.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-echo-helper.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = IdleLine::PORT;

/// An idle line whose gaps and delays are kept.
struct Line : IdleLine
{
    /// @param ipv6 or IPv4
    explicit Line(bool ipv6 = false)
        : IdleLine(ipv6)
    {
    }

    /// @param receiver whose gaps and delays are kept
    void Watch(Ptr<ProbeReceiver> receiver)
    {
        receiver->TraceConnectWithoutContext("Interarrival", MakeCallback(&Line::Gap, this));
        receiver->TraceConnectWithoutContext("Delay", MakeCallback(&Line::Delay, this));
    }

    void Gap(uint32_t, Time gap)
    {
        gaps.push_back(gap.GetSeconds() * 1e3);
    }

    void Delay(uint32_t, Time delay)
    {
        delays.push_back(delay.GetSeconds() * 1e3);
    }

    std::vector<double> gaps;   //!< ms
    std::vector<double> delays; //!< ms
};

/** @brief Times of round trips on an idle line, by hand. */
class ProbeRoundTripTest : public TestCase
{
  public:
    ProbeRoundTripTest()
        : TestCase("There and back on an idle line, IPv4 and IPv6, and by ns-3's UdpEchoServer")
    {
    }

  private:
    /// @param line the link @param apps probe @param delay of each packet, ms @param packets of the
    /// run
    /// @param what for messages
    void Check(Line& line,
               ApplicationContainer apps,
               double delay,
               std::size_t packets,
               const std::string& what)
    {
        const auto receiver = BandwidthProbeHelper::GetReceiver(apps);
        line.Watch(receiver);
        apps.Get(0)->SetAttribute("MaxPackets", UintegerValue(packets));
        apps.Start(Seconds(5)); // behind the duplicate address detection of IPv6
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(line.delays.size(), packets, what);
        NS_TEST_EXPECT_MSG_EQ(receiver->GetDropped(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(receiver->GetLost(), 0, what);
        for (std::size_t i = 1; i < packets; ++i) // the first may wait for an address
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(line.delays[i], delay, 1e-5, what << ", delay " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(line.gaps[i - 1], 10, (i > 1 ? 1e-5 : 5), what << ", gap");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(receiver->GetEstimator()->GetXi(), 0, 1e-9, what);
    }

    void DoRun() override
    {
        // UDP 8, IPv4 20 or IPv6 40, PPP 2 octets: 42 or 62 with the 12 of the probe
        for (const bool ipv6 : {false, true})
        {
            const double oneWay = 8 * (ipv6 ? 62 : 42) / 1.5e3 + 1;
            const std::string name = ipv6 ? "IPv6" : "IPv4";
            {
                Line line(ipv6);
                auto apps =
                    BandwidthProbeHelper(line.target).Install(line.nodes.Get(0), line.nodes.Get(1));
                Check(line, apps, oneWay, 601, name + ", one way");
                Simulator::Destroy();
            }
            Line line(ipv6);
            auto apps = BandwidthProbeHelper(line.target)
                            .InstallRoundTrip(line.nodes.Get(0), line.nodes.Get(1));
            Check(line, apps, 2 * oneWay, 601, name + ", round trip");
            const auto reflector = DynamicCast<ProbeReflector>(apps.Get(2));
            NS_TEST_EXPECT_MSG_EQ(reflector->GetReflected(), 601, name);
            NS_TEST_EXPECT_MSG_EQ(reflector->GetDropped(), 0, name);
            Simulator::Destroy();
        }
        Line line;
        auto apps = BandwidthProbeHelper(line.target)
                        .InstallRoundTrip(line.nodes.Get(0), line.nodes.Get(1));
        apps.Get(2)->SetStartTime(Seconds(100)); // the other server instead
        UdpEchoServerHelper(PORT).Install(line.nodes.Get(1)).Start(Seconds(1));
        ApplicationContainer two(apps.Get(0));
        two.Add(apps.Get(1));
        Check(line, two, 2 * (8 * 42 / 1.5e3 + 1), 601, "ns-3's server");
        Simulator::Destroy();
    }
};

/** @brief What the reflector delays and drops, by hand. */
class ProbeReflectorTest : public TestCase
{
  public:
    ProbeReflectorTest()
        : TestCase("A reflector delays by its noise, keeps the order, and drops what is no probe")
    {
    }

  private:
    void Drop(Ptr<const Packet>, const std::string& reason)
    {
        m_drops.push_back(reason);
    }

    void CheckNoise()
    {
        Line line;
        auto apps = BandwidthProbeHelper(line.target)
                        .InstallRoundTrip(line.nodes.Get(0), line.nodes.Get(1));
        // 0, then 3, 1 + 1 and 25 ms, for which the next packet has to wait, too, and 20 ms
        apps.Get(2)->SetAttribute("ReceiveJitter",
                                  PointerValue(List({0, -0.003, 0.001, 0, 0, 0.020})));
        apps.Get(2)->SetAttribute("SendJitter", PointerValue(List({0, 0, -0.001, 0.025, 0, 0})));
        apps.Get(0)->SetAttribute("MaxPackets", UintegerValue(6));
        line.Watch(BandwidthProbeHelper::GetReceiver(apps));
        apps.Start(Seconds(1));
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        const double trip = 2 * (8 * 42 / 1.5e3 + 1);
        const double sent = 8 * 42 / 1.5e3; // one behind the other on the line
        const std::vector<double> delays{trip,
                                         trip + 3,
                                         trip + 2,
                                         trip + 25,
                                         trip + 15 + sent,
                                         trip + 20};
        NS_TEST_ASSERT_MSG_EQ(line.delays.size(), delays.size(), "all return");
        for (std::size_t i = 0; i < delays.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(line.delays[i], delays[i], 1e-5, "packet " << i);
        }
        Simulator::Destroy();
    }

    void CheckDrops()
    {
        Line line;
        auto apps = BandwidthProbeHelper(line.target)
                        .InstallRoundTrip(line.nodes.Get(0), line.nodes.Get(1));
        const auto reflector = DynamicCast<ProbeReflector>(apps.Get(2));
        reflector->SetAttribute("MaxWaiting", UintegerValue(2));
        reflector->SetAttribute("SendJitter", PointerValue(List({0.035, 0, 0, 0})));
        reflector->TraceConnectWithoutContext("RxDrop",
                                              MakeCallback(&ProbeReflectorTest::Drop, this));
        apps.Get(0)->SetAttribute("MaxPackets", UintegerValue(4));
        const auto stranger = CreateObject<PacedSource>();
        stranger->SetAttribute("Remote", AddressValue(line.target));
        stranger->SetAttribute("PacketSize", UintegerValue(11));
        stranger->SetAttribute("MaxPackets", UintegerValue(1));
        line.nodes.Get(0)->AddApplication(stranger);
        stranger->SetStartTime(Seconds(2));
        apps.Start(Seconds(1));
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        // the first waits for 35 ms, the second behind it; the third and the fourth find both
        const std::vector<std::string> drops{"2 packets wait already",
                                             "2 packets wait already",
                                             "11 octets: must be at least 12"};
        NS_TEST_EXPECT_MSG_EQ((m_drops == drops), true, m_drops.size() << " packets dropped");
        NS_TEST_EXPECT_MSG_EQ(reflector->GetReflected(), 2, "others return");
        NS_TEST_EXPECT_MSG_EQ(reflector->GetDropped(), 3, "counted");
        Simulator::Destroy();
    }

    void CheckTime()
    {
        const auto receiver = CreateObject<ProbeReceiver>();
        receiver->TraceConnectWithoutContext("RxDrop",
                                             MakeCallback(&ProbeReflectorTest::Drop, this));
        m_drops.clear();
        const auto arrive = [receiver](uint8_t highest) {
            // 32 bits of sequence number, 64 of time
            const uint8_t octets[12] = {0, 0, 0, 1, highest, 0, 0, 0, 0, 0, 0, 1};
            receiver->Receive(Create<Packet>(octets, 12));
        };
        ScheduleCall(Seconds(1), [arrive] {
            arrive(0x7f);
            arrive(0x80);
            arrive(0);
        });
        Simulator::Run();
        const std::vector<std::string> drops(2, "sent in the future");
        NS_TEST_EXPECT_MSG_EQ((m_drops == drops), true, m_drops.size() << " of three");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetReceived(), 1, "the other one");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        CheckNoise();
        CheckDrops();
        CheckTime();
    }

    std::vector<std::string> m_drops; //!< reasons
};

/** @brief Noise of hosts and what the helper refuses. */
class ProbeHelperTest : public TestCase
{
  public:
    ProbeHelperTest()
        : TestCase("The helper: noise of each host, attributes, streams, bad input")
    {
    }

  private:
    /// @param round trip or one way
    void CheckNoise(bool round)
    {
        Line line;
        BandwidthProbeHelper probe(line.target);
        probe.SetNoise(0.001);
        probe.SetClientAttribute("PacketSize", UintegerValue(20));
        probe.SetEstimatorAttribute("N", UintegerValue(60));
        probe.SetReceiverAttribute("LossMode", StringValue("Skip"));
        probe.SetServiceAttribute("MaxAge", TimeValue(Seconds(1)));
        auto apps = round ? probe.InstallRoundTrip(line.nodes.Get(0), line.nodes.Get(1))
                          : probe.Install(line.nodes.Get(0), line.nodes.Get(1));
        NS_TEST_EXPECT_MSG_EQ(BandwidthProbeHelper::AssignStreams(apps, 1),
                              (round ? 4 : 2),
                              "each host sends and receives");
        const auto service = probe.CreateService(apps);
        line.Watch(BandwidthProbeHelper::GetReceiver(apps));
        apps.Start(Seconds(1));
        Simulator::Stop(Seconds(1 + 60));
        Simulator::Run();
        double sum = 0;
        double squares = 0;
        for (const double gap : line.gaps)
        {
            sum += gap;
            squares += gap * gap;
        }
        const auto count = static_cast<double>(line.gaps.size());
        // |N(0, 1 ms)| has the variance 1 - 2 / pi; one of each host and direction at both ends of
        // a gap
        const double variance = (round ? 8 : 4) * (1 - 2 / M_PI);
        NS_TEST_EXPECT_MSG_EQ_TOL(squares / count - std::pow(sum / count, 2),
                                  variance,
                                  0.1 * variance,
                                  "four of its standard errors");
        NS_TEST_EXPECT_MSG_EQ(BandwidthProbeHelper::GetReceiver(apps)->GetEstimator()->GetResults(),
                              (line.gaps.size() / 600),
                              "N = 60");
        NS_TEST_EXPECT_MSG_EQ(service->GetReport().isKnown, false, "older than 1 s");
        Simulator::Destroy();
    }

    /// @param code that aborts @param words in its message
    void Refuse(const std::function<void()>& code, const std::string& words)
    {
        const auto text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
    }

    void DoRun() override
    {
        CheckNoise(false);
        CheckNoise(true);
        Refuse([] { BandwidthProbeHelper(Ipv4Address("10.0.0.1")); },
               "must be an address with a port");
        Refuse(
            [] {
                BandwidthProbeHelper probe(InetSocketAddress(Ipv4Address("10.0.0.1"), PORT));
                probe.SetNoise(-1);
            },
            "noise = -1 s must be");
        Refuse([] { BandwidthProbeHelper::GetReceiver(ApplicationContainer()); },
               "no ProbeReceiver among 0 applications");
        Refuse(
            [] {
                Line line;
                const auto reflector = CreateObject<ProbeReflector>();
                line.nodes.Get(1)->AddApplication(reflector);
                Simulator::Run();
            },
            "ProbeReflector: set Local");
    }
};

static HsnTestRegistration g_roundTripTests("probe-round-trip",
                                            {new ProbeRoundTripTest,
                                             new ProbeReflectorTest,
                                             new ProbeHelperTest});
} // namespace
