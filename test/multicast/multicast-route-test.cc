// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Multicast routes in a topology of routers, routes back, and groups of FRM and RMTP on it.
 */
#include "../hsn-test.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/frm-helper.h"
#include "ns3/frm-host.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/multicast-route-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rmtp-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Names of nodes.
enum Name : uint32_t
{
    SOURCE,
    TOP,
    LEFT,
    RIGHT,
    A, // behind LEFT
    B, // behind LEFT, no receiver
    C, // on the LAN of RIGHT
    D, // on the LAN of RIGHT
    E, // behind TOP
    ALONE,
    NODES
};

/** @brief Three routers in a triangle, a LAN, hosts behind them, and one that nothing leads to. */
struct Triangle
{
    Triangle()
    {
        nodes.Create(NODES);
        InternetStackHelper().Install(nodes);
        addresses.SetBase("10.0.0.0", "255.255.255.0");
        Link(SOURCE, TOP, 1);
        Link(TOP, LEFT, 2);
        Link(TOP, RIGHT, 30);
        Link(LEFT, RIGHT, 1);
        Link(LEFT, A, 1);
        Link(LEFT, B, 1);
        Link(TOP, E, 5);
        const NodeContainer lan(nodes.Get(RIGHT), nodes.Get(C), nodes.Get(D));
        SimpleNetDeviceHelper simple;
        simple.SetChannel("ns3::SimpleChannel", "Delay", StringValue("1ms"));
        lanDevices = simple.Install(lan);
        addresses.Assign(lanDevices);
    }

    ~Triangle()
    {
        Simulator::Destroy();
    }

    Triangle(const Triangle&) = delete;
    Triangle& operator=(const Triangle&) = delete;

    /// @param a one end @param b the other one @param ms delay
    void Link(Name a, Name b, double ms)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", TimeValue(Seconds(ms / 1000)));
        const auto devices = link.Install(nodes.Get(a), nodes.Get(b));
        addresses.Assign(devices);
        addresses.NewNetwork();
        links[{a, b}] = devices;
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([this, a, b](Ptr<const Packet>) {
                ++sent[{a, b}];
            }));
    }

    /// @param device loses packets that it receives @param loss share of them
    static void Lose(Ptr<NetDevice> device, double loss)
    {
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        errors->AssignStreams(1000 + device->GetNode()->GetId());
        device->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    /// @param names of nodes @return them
    NodeContainer Get(const std::vector<Name>& names) const
    {
        NodeContainer found;
        for (const auto name : names)
        {
            found.Add(nodes.Get(name));
        }
        return found;
    }

    NodeContainer nodes;                                       //!< by name
    Ipv4AddressHelper addresses;                               //!< of all links
    std::map<std::pair<Name, Name>, NetDeviceContainer> links; //!< by their ends
    std::map<std::pair<Name, Name>, uint32_t> sent;            //!< packets away from the source
    NetDeviceContainer lanDevices;                             //!< of RIGHT, C, D
};

/** @brief Who gets packets, and which links carry them. */
class MulticastRouteTest : public TestCase
{
  public:
    MulticastRouteTest()
        : TestCase("Multicast routes in a topology with a cycle and a LAN; mistakes")
    {
    }

  private:
    void DoRun() override
    {
        Triangle net;
        const Ipv4Address group("225.1.2.3");
        const auto receivers = net.Get({A, C, D, E});
        const auto routers = MulticastRouteHelper::Install(net.nodes.Get(SOURCE), receivers, group);
        std::set<uint32_t> ids;
        for (auto i = routers.Begin(); i != routers.End(); ++i)
        {
            ids.insert((*i)->GetId() - net.nodes.Get(0)->GetId());
        }
        NS_TEST_EXPECT_MSG_EQ((ids == std::set<uint32_t>{TOP, LEFT, RIGHT}), true, "routers");
        OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(group, 9));
        source.SetConstantRate(DataRate("80kbps"), 100);
        source.SetAttribute("MaxBytes", UintegerValue(2000));
        source.Install(net.nodes.Get(SOURCE)).Start(Seconds(1));
        PacketSinkHelper sink("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
        const auto sinks = sink.Install(receivers);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        for (uint32_t i = 0; i < sinks.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(),
                                  2000,
                                  "each packet once, receiver " << i);
        }
        const std::map<std::pair<Name, Name>, uint32_t> expected = {{{SOURCE, TOP}, 20},
                                                                    {{TOP, LEFT}, 20},
                                                                    {{TOP, RIGHT}, 20},
                                                                    {{LEFT, A}, 20},
                                                                    {{TOP, E}, 20}};
        NS_TEST_EXPECT_MSG_EQ((net.sent == expected), true, "neither the cycle nor B");
        // a second group by the same interface
        MulticastRouteHelper::Install(net.nodes.Get(SOURCE), net.Get({B}), "225.1.2.4");

        Fail("10.0.0.1", SOURCE, {A}, net, "10.0.0.1 must be a multicast address");
        Fail("225.1.2.3", SOURCE, {}, net, "receivers = 0 must be at least 1");
        Fail("225.1.2.3", SOURCE, {A, ALONE}, net, "must be reachable from the source");
        Fail("225.1.2.3", TOP, {A, E}, net, "must be 1: ns-3 sends");
        MulticastRouteHelper::Install(net.nodes.Get(TOP), net.Get({A}), group);
        Fail("225.1.2.3", TOP, {E}, net, "the one that it has a multicast route for");
    }

    /// @param group address @param source node @param receivers nodes @param net topology
    /// @param words of the error
    void Fail(const std::string& group,
              Name source,
              const std::vector<Name>& receivers,
              const Triangle& net,
              const std::string& words)
    {
        std::string text = "no error";
        try
        {
            MulticastRouteHelper::Install(net.nodes.Get(source),
                                          net.Get(receivers),
                                          Ipv4Address(group.c_str()));
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
    }
};

/** @brief Groups of FRM: unequal losses and delays, hosts, failed receivers. */
class FrmHelperTest : public TestCase
{
  public:
    FrmHelperTest()
        : TestCase("FrmHelper: receivers with unequal losses and delays, a list of failed ones")
    {
    }

  private:
    void DoRun() override
    {
        Triangle net;
        Triangle::Lose(net.links[{LEFT, A}].Get(1), 0.05);
        Triangle::Lose(net.lanDevices.Get(1), 0.2);
        Triangle::Lose(net.lanDevices.Get(2), 0.01);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        const auto receivers = net.Get({A, C, D, E});
        FrmHelper group(InetSocketAddress(Ipv4Address("225.1.2.3"), 9));
        group.SetHostAttribute("Unit", TimeValue(MicroSeconds(100)));
        group.SetHostAttribute("UserTime", TimeValue(MicroSeconds(100)));
        group.Install(net.nodes.Get(SOURCE), receivers);
        NS_TEST_EXPECT_MSG_NE(net.nodes.Get(C)->GetObject<FrmHost>(), nullptr, "a host");
        FrmHelper::SetAttribute("HandshakeTries", UintegerValue(12)); // C loses a fifth
        FrmHelper::SetAttribute("HandshakeGrowth", DoubleValue(1.2));
        const auto sinks = group.InstallSinks(receivers);
        auto source = group.InstallSource(net.nodes.Get(SOURCE), 150000, 1400);
        source.Start(Seconds(1));
        // E falls silent while data is sent
        ScheduleCall(Seconds(4.2), [&] { Triangle::Lose(net.links[{TOP, E}].Get(1), 1); });
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(),
                                  150000,
                                  "all octets, receiver " << i);
        }
        NS_TEST_EXPECT_MSG_LT(DynamicCast<PacketSink>(sinks.Get(3))->GetTotalRx(),
                              150000,
                              "the silent one");
        const auto failed = FrmHelper::GetFailed(source.Get(0));
        NS_TEST_ASSERT_MSG_EQ(failed.size(), 1, "one has failed");
        const auto address = net.nodes.Get(E)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
        NS_TEST_EXPECT_MSG_EQ(failed[0].id, address.Get(), "E");
        NS_TEST_EXPECT_MSG_EQ(failed[0].reason, FRM_DEAD, "silent");
        NS_TEST_EXPECT_MSG_EQ(FrmHelper::GetFailed(sinks.Get(0)).size(), 0, "no source");

        // defaults go where there is such an attribute: to the socket, its sender, or both
        FrmHelper::SetAttribute("BufferPackets", UintegerValue(7));
        FrmHelper::SetAttribute("Repair", StringValue("Selective"));
        FrmHelper::SetAttribute("ReceiveMode", StringValue("Buffer"));
        const auto socket = CreateObject<FrmSocket>();
        UintegerValue packets;
        socket->GetAttribute("BufferPackets", packets);
        NS_TEST_EXPECT_MSG_EQ(packets.Get(), 7, "socket");
        socket->GetSender()->GetAttribute("BufferPackets", packets);
        NS_TEST_EXPECT_MSG_EQ(packets.Get(), 7, "sender");
        FrmHelper::SetAttribute("HandshakeTries", UintegerValue(3));
        FrmHelper::SetAttribute("HandshakeGrowth", DoubleValue(2));
        FrmHelper::SetAttribute("BufferPackets", UintegerValue(32));
        FrmHelper::SetAttribute("Repair", StringValue("GoBackN"));
        FrmHelper::SetAttribute("ReceiveMode", StringValue("GoBackN"));
        const std::string unknown =
            HsnAbortText([] { FrmHelper::SetAttribute("Speed", UintegerValue(1)); });
        NS_TEST_EXPECT_MSG_NE(unknown.find("Speed must be an attribute of FrmSocket"),
                              std::string::npos,
                              unknown);
        std::string text;
        try
        {
            FrmHelper(InetSocketAddress(Ipv4Address("10.0.0.1"), 9));
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("10.0.0.1 must be a multicast address"),
                              std::string::npos,
                              text);
    }
};

/** @brief Both transports, with no routes but those along the tree. */
class MulticastUnicastTest : public TestCase
{
  public:
    MulticastUnicastTest()
        : TestCase("Routes to single receivers and back; receivers that are added by another call")
    {
    }

  private:
    void DoRun() override
    {
        Triangle net;
        Triangle::Lose(net.links[{LEFT, A}].Get(1), 0.1);
        Triangle::Lose(net.lanDevices.Get(1), 0.3); // C and D have to be asked alone
        Triangle::Lose(net.lanDevices.Get(2), 0.4);
        const auto source = net.nodes.Get(SOURCE);
        const InetSocketAddress one("225.1.2.3", 9);
        const InetSocketAddress other("225.1.2.4", 10);
        const auto receivers = net.Get({A, C, D, E});
        for (const auto& some : {net.Get({A, C}), net.Get({D, E}), net.Get({C})})
        {
            MulticastRouteHelper::Install(source, some, one.GetIpv4());
            MulticastRouteHelper::InstallUnicast(source, some);
        }
        RmtpHelper rmtp(one);
        rmtp.Install(source, receivers);
        FrmHelper frm(other);
        frm.Install(source, receivers);
        FrmHelper::SetAttribute("HandshakeTries", UintegerValue(20));
        FrmHelper::SetAttribute("HandshakeGrowth", DoubleValue(1.2));
        FrmHelper::SetAttribute("InitTries", UintegerValue(15));
        Config::SetDefault("ns3::hsn::RmtpServer::MaxConnRetry", UintegerValue(20));
        Config::SetDefault("ns3::hsn::RmtpServer::MaxPoll", UintegerValue(20));
        auto sinks = rmtp.InstallSinks(receivers);
        sinks.Add(frm.InstallSinks(receivers));
        auto sources = rmtp.InstallSource(source, 100000, 1000);
        sources.Add(frm.InstallSource(source, 100000, 1000));
        sources.Start(Seconds(1));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        for (uint32_t i = 0; i < sinks.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(),
                                  100000,
                                  "all octets, sink " << i);
        }
        const auto server = RmtpHelper::GetSocket(sources.Get(0))->GetServer();
        NS_TEST_EXPECT_MSG_GT(server->GetCounters().sent[RMTP_POLL] + server->GetCounters().retries,
                              0,
                              "somebody was asked alone");
        Config::Reset();

        std::string text = "no error";
        try
        {
            MulticastRouteHelper::InstallUnicast(source, net.Get({ALONE}));
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("must be reachable from the source"),
                              std::string::npos,
                              text);
    }
};

HsnTestRegistration g_multicastRouteTests("multicast-route",
                                          {new MulticastRouteTest,
                                           new FrmHelperTest,
                                           new MulticastUnicastTest});
} // namespace
} // namespace hsn
} // namespace ns3
