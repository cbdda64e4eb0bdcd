// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "idle-line.h"

#include "ns3/dispersion-estimator.h"
#include "ns3/paced-source.h"
#include "ns3/pointer.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// An idle line with a client and a receiver.
class ProbeLine : public IdleLine
{
  public:
    /// @param ipv6 or IPv4
    explicit ProbeLine(bool ipv6 = false)
        : IdleLine(ipv6)
    {
        const Address any = ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                                 : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        receiver->SetAttribute("Local", AddressValue(any));
        receiver->SetAttribute("Estimator", PointerValue(estimator));
        receiver->TraceConnectWithoutContext("Interarrival",
                                             Sink<uint32_t, Time>::Make([this](uint32_t, Time gap) {
                                                 gaps.push_back(gap.GetSeconds() * 1e3);
                                             }));
        nodes.Get(1)->AddApplication(receiver);
        client->SetAttribute("Remote", AddressValue(target));
        nodes.Get(0)->AddApplication(client);
        client->SetStartTime(Seconds(5)); // behind the duplicate address detection of IPv6
    }

    /// @param seconds of simulated time
    static void Run(double seconds)
    {
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
    }

    Ptr<DispersionEstimator> estimator{CreateObject<DispersionEstimator>()}; //!< M = 10, N = 30
    Ptr<ProbeReceiver> receiver{CreateObject<ProbeReceiver>()};              //!< it
    Ptr<PeriodicProbeClient> client{CreateObject<PeriodicProbeClient>()};    //!< it
    std::vector<double> gaps;                                                //!< ms
};

/** @brief An idle line under IPv4 and IPv6; what others send to the receiver. */
class ProbeIdleTest : public TestCase
{
  public:
    ProbeIdleTest()
        : TestCase("IPv4 and IPv6: an idle line adds nothing; other senders do not count")
    {
    }

  private:
    /// @param ipv6 or IPv4
    void Check(bool ipv6)
    {
        ProbeLine line(ipv6);
        line.client->SetAttribute("MaxPackets", UintegerValue(602));
        const auto stranger = CreateObject<PacedSource>();
        stranger->SetAttribute("Remote", AddressValue(line.target));
        stranger->SetAttribute("PacketSize", UintegerValue(40));
        stranger->SetAttribute("MaxPackets", UintegerValue(3));
        line.nodes.Get(0)->AddApplication(stranger);
        stranger->SetStartTime(Seconds(6.005));
        uint32_t strange = 0;
        line.receiver->TraceConnectWithoutContext(
            "RxDrop",
            Sink<Ptr<const Packet>, const std::string&>::Make(
                [&strange](Ptr<const Packet>, const std::string& reason) {
                    strange += reason == "not from the sender of the first packet" ? 1 : 0;
                }));
        ProbeLine::Run(20);
        NS_TEST_EXPECT_MSG_EQ(line.receiver->GetReceived(), 602, "all");
        NS_TEST_EXPECT_MSG_EQ(line.receiver->GetDropped(), 3, "the stranger's");
        NS_TEST_EXPECT_MSG_EQ(strange, 3, "the reason");
        NS_TEST_EXPECT_MSG_EQ(line.receiver->GetLost(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(line.estimator->GetResults(), 2, "601 gaps");
        NS_TEST_EXPECT_MSG_EQ(line.estimator->GetXi(), 0, "no dispersion");
        // the first packet may wait for the resolution of an address
        for (std::size_t i = 1; i < line.gaps.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(line.gaps[i], 10, 1e-6, "gap " << i);
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(false);
        Check(true);
        const auto text = HsnAbortText([] {
            ProbeLine line;
            line.receiver->SetAttribute("Local", AddressValue(Address()));
            ProbeLine::Run(1);
        });
        NS_TEST_EXPECT_MSG_NE(text.find("ProbeReceiver: set Local"), std::string::npos, text);
    }
};

/**
 * @brief A line that packets of 1500 octets saturate, of which each that has left is followed by
 * another one: 8.010667 ms with PPP's 2 octets, a packet of the probe 0.224 ms. Between two of the
 * probe's leave one or two others, (10 - 0.224) / 8.010667 = 1.220373 on average. Hence the
 * variance of gaps 11.025095 ms^2; that of ten gaps of which two are double is 11.408139.
 */
class ProbeSaturatedTest : public TestCase
{
  public:
    ProbeSaturatedTest()
        : TestCase("A saturated line: gaps hold one or two packets, xi in closed form")
    {
    }

  private:
    void DoRun() override
    {
        ProbeLine line;
        auto socket = Socket::CreateSocket(line.nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->Connect(
            InetSocketAddress(InetSocketAddress::ConvertFrom(line.target).GetIpv4(), 9));
        line.devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([&socket](Ptr<const Packet> packet) {
                if (packet->GetSize() == 1502)
                {
                    ScheduleCall(Time(0), [&socket] { socket->Send(Create<Packet>(1472)); });
                }
            }));
        ScheduleCall(Seconds(4), [&socket] {
            for (int i = 0; i < 4; ++i)
            {
                socket->Send(Create<Packet>(1472));
            }
        });
        ProbeLine::Run(110);
        socket = nullptr;
        NS_TEST_EXPECT_MSG_EQ(line.receiver->GetLost(), 0, "the queue is short");
        NS_TEST_ASSERT_MSG_GT(line.gaps.size(), 10000, "100 s");
        const double data = 8 * 1502 / 1.5e3;
        double sum = 0;
        double squares = 0;
        for (std::size_t i = 10; i < line.gaps.size(); ++i)
        {
            const double packets = (line.gaps[i] - 0.224) / data;
            const double whole = packets < 1.5 ? 1 : 2;
            NS_TEST_EXPECT_MSG_EQ_TOL(packets, whole, 1e-5, "whole packets");
            sum += line.gaps[i];
            squares += line.gaps[i] * line.gaps[i];
        }
        const double count = static_cast<double>(line.gaps.size() - 10);
        NS_TEST_EXPECT_MSG_EQ_TOL((sum / count - 0.224) / data, 1.220373, 2e-4, "packets of a gap");
        NS_TEST_EXPECT_MSG_EQ_TOL(squares / count - std::pow(sum / count, 2),
                                  11.025095,
                                  0.01,
                                  "variance of gaps");
        // 3.36.1 cuts off where later releases round: a nanosecond of each packet
        NS_TEST_EXPECT_MSG_EQ_TOL(line.estimator->GetXi(), 11.408139, 3e-6, "xi");
        Simulator::Destroy();
    }
};

static HsnTestRegistration g_probeNetworkTests("probe-network",
                                               {new ProbeIdleTest, new ProbeSaturatedTest});
} // namespace
