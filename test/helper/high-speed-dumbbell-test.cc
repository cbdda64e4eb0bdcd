// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/lean-forwarder.h"
#include "ns3/link-monitor.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The time of a UDP packet's way there and back, by hand. */
class DumbbellRttTest : public TestCase
{
  public:
    DumbbellRttTest()
        : TestCase("Dumbbell: round-trip times of flows by their ports")
    {
    }

  private:
    using Helper = HighSpeedDumbbellHelper;

    /** @param forwarding of the routers @param port of the flow @param rtt of its packets
        @param dumbbell with further settings, not installed */
    void Expect(Helper::Forwarding forwarding, uint16_t port, Time rtt, Helper dumbbell = Helper())
    {
        dumbbell.SetForwarding(forwarding);
        dumbbell.SetCapacity(DataRate("80Mbps"), QueueSize("100000B"));
        dumbbell.SetAccessRate(DataRate("400Mbps"));
        dumbbell.SetPortRtt(5001, MilliSeconds(162));
        dumbbell.SetPortRtt(5002, MilliSeconds(16));
        dumbbell.Install();
        auto client =
            Socket::CreateSocket(dumbbell.GetSources().Get(1), UdpSocketFactory::GetTypeId());
        auto server =
            Socket::CreateSocket(dumbbell.GetSinks().Get(0), UdpSocketFactory::GetTypeId());
        server->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        Time answer;
        server->SetRecvCallback(Sink<Ptr<Socket>>::Make([](Ptr<Socket> socket) {
            Address from;
            const auto packet = socket->RecvFrom(from);
            socket->SendTo(packet, 0, from);
        }));
        client->SetRecvCallback(
            Sink<Ptr<Socket>>::Make([&answer](Ptr<Socket>) { answer = Simulator::Now(); }));
        client->Bind();
        client->Connect(InetSocketAddress(Helper::GetAddress(dumbbell.GetSinks().Get(0)), port));
        client->Send(Create<Packet>(970)); // with headers 1000 bytes
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(answer, rtt, "port " << port);
        const bool isLean = forwarding == Helper::FORWARDING_LEAN;
        for (const uint32_t side : {0, 1})
        {
            const auto forwarder = dumbbell.GetRouters().Get(side)->GetObject<LeanForwarder>();
            NS_TEST_ASSERT_MSG_EQ((forwarder != nullptr), isLean, "who forwards");
            NS_TEST_EXPECT_MSG_EQ((isLean ? forwarder->GetForwarded() : 2), 2, "there and back");
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        // 8000 bits: 0.1 ms at the bottleneck, 0.02 ms on each access link, both ways
        const Time transmission = MicroSeconds(280);
        for (const auto forwarding : {Helper::FORWARDING_LEAN, Helper::FORWARDING_IP})
        {
            Expect(forwarding, 5001, MilliSeconds(162) + transmission);
            Expect(forwarding, 5002, MilliSeconds(16) + transmission);
            Expect(forwarding, 6000, Helper::GetPathRtt() + transmission);
        }
        // processed at 0.1 ms, at R1 at 0.62 ms, through at 0.72 ms, leaves at 1 ms, is there at
        // 81.52 ms; back: 0.1 ms, at R2 at 82.14 ms, through at 82.24 ms, leaves at 83 ms
        Helper ticking;
        ticking.SetBottleneckAttribute("Tick", StringValue("1ms"));
        ticking.SetHostAttribute("ProcessingTime",
                                 StringValue("ns3::ConstantRandomVariable[Constant=0.0001]"));
        Expect(Helper::FORWARDING_LEAN, 5001, MicroSeconds(163520), ticking);
    }
};

/** @brief A flow that never lets the bottleneck idle: the buffer holds its window's reduction. */
class DumbbellFullTest : public TestCase
{
  public:
    DumbbellFullTest()
        : TestCase("Dumbbell: one flow with a buffer above the bandwidth-delay product")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1000000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000000));
        HighSpeedDumbbellHelper dumbbell;
        // 20 Mbit/s and 50 ms: a product of 125000 bytes; half of the window is left by a loss
        dumbbell.SetCapacity(DataRate("20Mbps"), QueueSize("150000B"));
        dumbbell.SetPortRtt(5001, MilliSeconds(50));
        dumbbell.Install();
        const auto source = dumbbell.GetSources().Get(0);
        const auto sink = dumbbell.GetSinks().Get(0);
        const std::string factory = "ns3::hsn::IndexedTcpSocketFactory";
        HsnInternetHelper().Install({source, sink}, factory);
        source->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName("ns3::hsn::TcpSackEra")));
        const InetSocketAddress to(HighSpeedDumbbellHelper::GetAddress(sink), 5001);
        PacketSinkHelper(factory, to).Install(sink);
        BulkSendHelper bulk(factory, to);
        bulk.SetAttribute("SendSize", UintegerValue(1448));
        bulk.Install(source);
        auto monitor = CreateObject<LinkMonitor>();
        monitor->Watch(dumbbell.GetBottleneck(0), 1);
        Simulator::Stop(MilliSeconds(60001));
        Simulator::Run();
        const RateSeries::Span span{Seconds(10), Seconds(60)};
        // IP packets of 1500 bytes have a PPP header of 2
        NS_TEST_EXPECT_MSG_EQ_TOL(monitor->GetSeries().GetTotalMean(span),
                                  20e6 * 1500 / 1502,
                                  20e3,
                                  "never idle");
        NS_TEST_EXPECT_MSG_GT(monitor->GetSeries().GetLosses(0, span), 0, "with losses");
        NS_TEST_EXPECT_MSG_EQ(dumbbell.GetAccessDrops(), 0, "none elsewhere");
        Simulator::Destroy();
        Config::Reset();
    }
};

/** @brief Calls in an order that would leave a setting without effect. */
class DumbbellOrderTest : public TestCase
{
  public:
    DumbbellOrderTest()
        : TestCase("Dumbbell: settings before Install(), streams behind it, those of routers too")
    {
    }

  private:
    using Helper = HighSpeedDumbbellHelper;

    void DoRun() override
    {
        const std::vector<std::function<void(Helper&)>> settings{
            [](Helper& one) { one.SetCapacity(DataRate("1Mbps"), QueueSize("9000B")); },
            [](Helper& one) { one.SetAccessRate(DataRate("1Gbps")); },
            [](Helper& one) { one.SetHosts(1, 1); },
            [](Helper& one) { one.SetForwarding(Helper::FORWARDING_LEAN); },
            [](Helper& one) { one.SetBottleneckAttribute("Tick", StringValue("1ms")); },
            [](Helper& one) { one.SetHostAttribute("Tick", StringValue("1ms")); },
            [](Helper& one) { one.SetDelayAttribute("Tick", StringValue("1ms")); },
            [](Helper& one) { one.SetPortRtt(5001, MilliSeconds(162)); },
            [](Helper& one) { one.Install(); }};
        for (const auto& set : settings)
        {
            const auto text = HsnAbortText([&set] {
                Helper dumbbell;
                dumbbell.Install();
                set(dumbbell);
            });
            NS_TEST_EXPECT_MSG_NE(text.find("there already"), std::string::npos, text);
        }
        const auto text = HsnAbortText([] { Helper().AssignStreams(1); });
        NS_TEST_EXPECT_MSG_NE(text.find("Install() before"), std::string::npos, text);
        int64_t streams[2];
        for (const bool draws : {false, true})
        {
            Helper dumbbell;
            if (draws)
            {
                dumbbell.SetBottleneckAttribute("ProcessingTime",
                                                StringValue("ns3::UniformRandomVariable"));
            }
            dumbbell.Install();
            streams[draws] = dumbbell.AssignStreams(1);
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_EQ(streams[1] - streams[0], 2, "a variable of each router");
    }
};

HsnTestRegistration g_dumbbellTests("high-speed-dumbbell",
                                    {new DumbbellRttTest,
                                     new DumbbellFullTest,
                                     new DumbbellOrderTest});
} // namespace
} // namespace hsn
} // namespace ns3
