// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/fec-tunnel-helper.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/resequencing-buffer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/two-state-error-model.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief TCP over a tunnel. */
class FecTunnelTest : public TestCase
{
  public:
    FecTunnelTest()
        : TestCase("TCP over a tunnel through a lossy path; short packets are dropped")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(2);
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(10)));
        const auto devices = link.Install(nodes);
        devices.Get(1)->SetAttribute("ReceiveErrorModel",
                                     PointerValue(MakeTwoStateLoss(0.05, 0, 1)));
        InternetStackHelper internet;
        internet.Install(nodes);
        internet.AssignStreams(nodes, 100);
        HsnInternetHelper().Install(nodes);
        const auto outer = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
        FecTunnelHelper helper;
        helper.SetAttribute("Mtu", UintegerValue(1000));
        helper.SetSocketAttribute("N", UintegerValue(4));
        helper.SetSocketAttribute("M", UintegerValue(2));
        helper.SetSocketAttribute("FlushTimeout", StringValue("20ms"));
        const auto ends =
            helper.Install(nodes.Get(0), outer.GetAddress(0), nodes.Get(1), outer.GetAddress(1));
        NS_TEST_EXPECT_MSG_EQ(ends.Get(0)->GetMtu(), 1000, "MTU");
        const auto inner = Ipv4AddressHelper("10.1.2.0", "255.255.255.0").Assign(ends);
        BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(inner.GetAddress(1), 80));
        bulk.SetAttribute("MaxBytes", UintegerValue(300000));
        bulk.Install(nodes.Get(0)).Start(Seconds(0));
        PacketSinkHelper sinkHelper("ns3::TcpSocketFactory",
                                    InetSocketAddress(Ipv4Address::GetAny(), 80));
        auto applications = sinkHelper.Install(nodes.Get(1));
        applications.Start(Seconds(0));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        const auto sink = DynamicCast<PacketSink>(applications.Get(0));
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 300000, "all bytes");
        const auto near = ends.Get(0)->GetObject<FecTunnel>();
        const auto far = ends.Get(1)->GetObject<FecTunnel>();
        NS_TEST_EXPECT_MSG_GT(far->GetSocket()->GetBlockCounters().restored, 0, "restored");
        NS_TEST_EXPECT_MSG_EQ(near->GetSocket()->GetCounters().dataSent,
                              far->GetSocket()->GetQueueCounters().delivered +
                                  far->GetSocket()->GetBlockCounters().lostData,
                              "delivered or lost");

        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(MakeTwoStateLoss(0, 0, 1)));
        near->GetSocket()->Send(Create<Packet>(1));
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(far->GetMalformed(), 1, "too short for an EtherType");
        Simulator::Destroy();
    }
};

/** @brief The resequencing buffer. */
class ResequencingBufferTest : public TestCase
{
  public:
    ResequencingBufferTest()
        : TestCase("Packets are delivered in order, once, with their waiting time")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::pair<uint32_t, Time>> out;
        ResequencingBuffer buffer(
            4,
            [&out](uint32_t number, Ptr<Packet>, Time waited) { out.emplace_back(number, waited); },
            0xFFFFFFFF);
        const auto insert = [&buffer](uint32_t number) {
            return buffer.Insert(number, Create<Packet>());
        };
        const auto pass = [] {
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        };
        NS_TEST_EXPECT_MSG_EQ(insert(0), true, "the second");
        NS_TEST_EXPECT_MSG_EQ(insert(0), false, "twice");
        pass();
        NS_TEST_EXPECT_MSG_EQ(insert(2), true, "the fourth");
        NS_TEST_EXPECT_MSG_EQ(insert(3), false, "too far");
        NS_TEST_EXPECT_MSG_EQ(buffer.GetWaiting(), 2, "wait");
        pass();
        NS_TEST_EXPECT_MSG_EQ(insert(0xFFFFFFFF), true, "the first");
        NS_TEST_EXPECT_MSG_EQ(buffer.GetNext(), 1, "numbers wrap");
        NS_TEST_EXPECT_MSG_EQ(insert(0), false, "already delivered");
        NS_TEST_EXPECT_MSG_EQ(insert(3), true, "fits now");
        pass();
        NS_TEST_EXPECT_MSG_EQ(insert(1), true, "the third");
        const std::vector<std::pair<uint32_t, Time>> expected = {{0xFFFFFFFF, Seconds(0)},
                                                                 {0, Seconds(2)},
                                                                 {1, Seconds(0)},
                                                                 {2, Seconds(2)},
                                                                 {3, Seconds(1)}};
        NS_TEST_EXPECT_MSG_EQ((out == expected), true, "order and times");
        NS_TEST_EXPECT_MSG_EQ(buffer.GetWaiting(), 0, "empty");
        const std::string text = HsnAbortText([] { ResequencingBuffer(0, {}); });
        NS_TEST_EXPECT_MSG_NE(text.find("0 packets"), std::string::npos, text);
        Simulator::Destroy();
    }
};

HsnTestRegistration g_fecTunnelTests("fec-tunnel", {new FecTunnelTest, new ResequencingBufferTest});
} // namespace
} // namespace hsn
} // namespace ns3
