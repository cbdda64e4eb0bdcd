// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * RES and ADAPT over signalling connections along a tree with two branches, and what media
 * selectors let through. Levels follow from rates and capacities by hand.
 */
#include "../hsn-test.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-media-selector.h"
#include "ns3/mets-signalling.h"
#include "ns3/mets-socket.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-client-server-helper.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Root - A - B - left, and right on A. A level's rates are 336, 504 and 1,016 cells/s: left has
/// 1,000, enough for E1 (840), not for E2 (1,352); right has 2,000.
class SignallingTreeTest : public TestCase
{
  public:
    SignallingTreeTest()
        : TestCase("MetsSignalling: a tree with branches of different levels, and its selector")
    {
    }

  private:
    static constexpr uint16_t FLOW = 3; //!< number

    /// @param node it stands on @param role of it @param step of its era @return an adapter
    Ptr<MetsSignalling> Add(Ptr<Node> node, const std::string& role, uint32_t step)
    {
        const auto adapter = CreateObject<MetsAdapter>();
        adapter->SetAttribute("Role", StringValue(role));
        adapter->SetAttribute("Offset", TimeValue(MilliSeconds(20 * step)));
        m_adapters.push_back(adapter);
        return MetsHelper::InstallSignalling(node, adapter);
    }

    void DoRun() override
    {
        NodeContainer switches;
        switches.Create(2);
        AtmSwitchHelper().Install(switches);
        MetsHelper mets;
        // ports of A: root, B, right
        const auto root = mets.Install(CreateObject<Node>(), switches.Get(0)).Get(0);
        mets.Install(switches.Get(0), switches.Get(1));
        const auto right = mets.Install(CreateObject<Node>(), switches.Get(0)).Get(0);
        const auto left = mets.Install(CreateObject<Node>(), switches.Get(1)).Get(0);
        const Mac48Address group("01:00:5e:00:00:02");
        const auto tree = mets.ConnectGroup(root, group, NetDeviceContainer(left, right));
        const auto selector = CreateObject<MediaSelector>();
        const auto a = switches.Get(0)->GetObject<AtmSwitch>();
        a->SetFrameFilter(0, tree.a->GetId(), selector);

        const auto source = Add(root->GetNode(), "Source", 3);
        const auto atA = Add(switches.Get(0), "Switch", 2);
        const auto atB = Add(switches.Get(1), "Switch", 1);
        const auto atLeft = Add(left->GetNode(), "Receiver", 0);
        const auto atRight = Add(right->GetNode(), "Receiver", 0);
        const auto alone = mets.Install(CreateObject<Node>(), switches.Get(1)).Get(0);
        const auto lonely = Add(alone->GetNode(), "Receiver", 0);
        MetsHelper::ConnectSignalling(source, 0, atA);
        MetsHelper::ConnectSignalling(atA, 0, atB);
        MetsHelper::ConnectSignalling(atA, 1, atRight);
        MetsHelper::ConnectSignalling(atB, 0, atLeft);
        const std::vector<std::vector<uint64_t>> capacities =
            {{32000}, {235849, 235849}, {235849}, {1000}, {2000}, {1000}};
        for (uint32_t i = 0; i < m_adapters.size(); ++i)
        {
            for (const uint64_t capacity : capacities[i])
            {
                const uint32_t link = m_adapters[i]->AddLink(capacity);
                NS_TEST_EXPECT_MSG_EQ(m_adapters[i]->Join(FLOW, link, {336, 504, 1016}), true, "");
            }
            m_adapters[i]->Start();
        }
        // links 0 and 1 of A are its ports 1 and 2
        m_adapters[1]->SetLevelCallback(Sink<uint16_t, uint32_t, uint32_t>::Make(
            [selector](uint16_t, uint32_t link, uint32_t level) {
                selector->SetLevel(1 + link, level);
            }));
        for (uint32_t port = 1; port <= 2; ++port)
        {
            selector->SetLevel(port, 0);
        }
        const auto sender = DynamicCast<MetsSocket>(
            Socket::CreateSocket(root->GetNode(), MetsSocketFactory::GetTypeId()));
        sender->Connect(MetsHelper::GetPeer(root, group, FLOW));
        std::vector<Ptr<MetsSocket>> receivers;
        for (const auto& leaf : {left, right})
        {
            receivers.push_back(DynamicCast<MetsSocket>(
                Socket::CreateSocket(leaf->GetNode(), MetsSocketFactory::GetTypeId())));
            receivers.back()->Bind(MetsHelper::GetLocal(leaf, FLOW));
        }
        // eras begin at 0, 1 ... s; two of them raise the level to 2, a group of pictures follows
        ScheduleCall(Seconds(5.5), [sender] {
            for (const auto layer : {METS_BL, METS_E1, METS_E2})
            {
                sender->SendPicture(Create<Packet>(100 * layer), layer, layer == METS_BL);
            }
        });
        Simulator::Stop(Seconds(5.9));
        Simulator::Run();
        const std::vector<uint32_t> expected = {2, 1, 1, 1, 2, 0};
        for (uint32_t i = 0; i < m_adapters.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_adapters[i]->GetLevel(FLOW), expected[i], "adapter " << i);
            NS_TEST_EXPECT_MSG_EQ(m_adapters[i]->GetCounters().malformed, 0, "adapter " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(m_adapters[1]->GetLevel(FLOW, 1), 2, "to the right");
        NS_TEST_EXPECT_MSG_EQ(receivers[0]->GetRxAvailable(), 100 + 200, "BL and E1 to the left");
        NS_TEST_EXPECT_MSG_EQ(receivers[1]->GetRxAvailable(), 100 + 200 + 300, "all to the right");
        // six eras: one RES of each receiver in each, merged at A; an ADAPT for each merged one
        NS_TEST_EXPECT_MSG_EQ(atLeft->GetCounters().sent, 6, "RES");
        NS_TEST_EXPECT_MSG_EQ(atA->GetCounters().received, 6 + 6 + 6, "RES of both, and ADAPT");
        NS_TEST_EXPECT_MSG_EQ(source->GetCounters().received, 6, "merged RES");
        NS_TEST_EXPECT_MSG_EQ(source->GetCounters().sent, 6, "ADAPT");
        NS_TEST_EXPECT_MSG_EQ(atRight->GetCounters().received, 6, "ADAPT");
        NS_TEST_EXPECT_MSG_EQ(atB->GetCounters().unsent + atA->GetCounters().unsent, 0, "");
        NS_TEST_EXPECT_MSG_EQ(lonely->GetCounters().unsent, 6, "as many, to nobody");
        NS_TEST_EXPECT_MSG_EQ(lonely->GetCounters().sent, 0, "as many, to nobody");
        // a message is a cell: the leaf's signalling VC, the second of its device, has sent six
        const auto nic = DynamicCast<MetsNic>(left);
        const auto vc = nic->GetVc(nic->GetNVcs() - 1);
        NS_TEST_EXPECT_MSG_EQ(vc->GetTxCounters().cells, 6, "one-cell messages");
        m_adapters.clear();
        Simulator::Destroy();
    }

    std::vector<Ptr<MetsAdapter>> m_adapters; //!< from the root on
};

/// IP over the same adapters: LLC/SNAP packets go through the driver, too.
class NicPacketTest : public TestCase
{
  public:
    NicPacketTest()
        : TestCase("MetsNic: UDP over IP shares the adapter with METS, cell by cell")
    {
    }

  private:
    void DoRun() override
    {
        MetsHelper mets;
        const NodeContainer nodes(CreateObject<Node>(), CreateObject<Node>());
        const auto ends = mets.Install(nodes.Get(0), nodes.Get(1));
        mets.Connect(ends.Get(0), ends.Get(1));
        AtmHelper().ConnectPvc(ends.Get(0), ends.Get(1));
        InternetStackHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(ends);
        const Address udp = InetSocketAddress(addresses.GetAddress(1), 9);
        const auto sink = PacketSinkHelper("ns3::UdpSocketFactory", udp).Install(nodes.Get(1));
        UdpClientHelper client(addresses.GetAddress(1), 9);
        client.SetAttribute("MaxPackets", UintegerValue(20));
        client.SetAttribute("Interval", TimeValue(MilliSeconds(10)));
        client.SetAttribute("PacketSize", UintegerValue(1000));
        client.Install(nodes.Get(0));
        const auto sender = Socket::CreateSocket(nodes.Get(0), MetsSocketFactory::GetTypeId());
        const auto receiver = Socket::CreateSocket(nodes.Get(1), MetsSocketFactory::GetTypeId());
        receiver->Bind(MetsHelper::GetLocal(ends.Get(1), 5));
        sender->Connect(MetsHelper::GetPeer(ends.Get(0), ends.Get(1), 5));
        for (uint32_t i = 0; i < 10; ++i)
        {
            ScheduleCall(MilliSeconds(20 * i), [sender] { sender->Send(Create<Packet>(2000)); });
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sink.Get(0))->GetTotalRx(), 20000, "UDP");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 20000, "METS");
        // 1,000 + 8 + 20 + 8 octets and the trailer are 22 cells; 2,000 + 16 and it are 43
        const auto& c = DynamicCast<MetsNic>(ends.Get(0))->GetNicCounters();
        NS_TEST_EXPECT_MSG_EQ(c.sent, 20 * 22 + 10 * 43, "cells");
        NS_TEST_EXPECT_MSG_EQ(c.txDropped, 0, "packets dropped");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_metsSignallingTests("mets-signalling",
                                          {new SignallingTreeTest, new NicPacketTest});
} // namespace
