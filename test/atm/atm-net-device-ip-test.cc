// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-net-device-test-support.h"
#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/pointer.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A UDP socket that counts what it gets. */
struct UdpEnd
{
    /** @param node where it is, listening at port 9 */
    explicit UdpEnd(Ptr<Node> node)
        : socket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()))
    {
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        socket->SetAllowBroadcast(true);
        socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> s) {
            while (s->Recv())
            {
                ++received;
            }
        }));
    }

    /** @param to address @param size bytes */
    void Send(Ipv4Address to, uint32_t size = 100)
    {
        socket->SendTo(Create<Packet>(size), 0, InetSocketAddress(to, 9));
    }

    Ptr<Socket> socket;   //!< the socket
    uint32_t received{0}; //!< datagrams
};

/** @brief IP addresses to VCs. */
class DeviceNextHopTest : public TestCase
{
  public:
    DeviceNextHopTest()
        : TestCase("Next hops: several PVCs on a subnet, AddNextHop, unknown, broadcast, no link")
    {
    }

  private:
    void DoRun() override
    {
        Star();
        TwoToOne();
        OnlyOne();
        NoLink();
    }

    /** @brief Four hosts around a switch, a full mesh of PVCs, one subnet. */
    void Star()
    {
        NodeContainer hosts;
        hosts.Create(4);
        auto hub = CreateObject<Node>();
        AtmSwitchHelper().Install(hub);
        AtmHelper atm;
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 4; ++i)
        {
            devices.Add(atm.Install(hosts.Get(i), hub).Get(0));
        }
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        for (uint32_t i = 0; i < 4; ++i)
        {
            for (uint32_t j = 0; j < i; ++j)
            {
                atm.ConnectPvc(devices.Get(i), devices.Get(j));
            }
        }
        // after the PVCs, and with an address of the device that is not the one it was made with
        devices.Get(2)->SetAddress(Mac48Address("00:00:00:00:ab:cd"));
        addresses.Assign(devices);
        auto a = DynamicCast<AtmNetDevice>(devices.Get(0));
        uint32_t dropped = 0;
        a->TraceConnectWithoutContext(
            "PhyTxDrop",
            Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) { ++dropped; }));
        std::vector<std::unique_ptr<UdpEnd>> ends;
        for (uint32_t i = 0; i < 4; ++i)
        {
            ends.push_back(std::make_unique<UdpEnd>(hosts.Get(i)));
        }
        const auto send = [&ends](int64_t ms, uint32_t from, const char* to) {
            UdpEnd* end = ends[from].get();
            ScheduleCall(MilliSeconds(ms), [end, to] { end->Send(to); });
        };
        send(1, 0, "10.1.1.2");
        send(2, 0, "10.1.1.3");
        send(3, 0, "10.1.1.3");
        send(4, 3, "10.1.1.1");
        Simulator::Stop(MilliSeconds(50)); // ARP waits for up to 10 ms before it asks
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends[0]->received, 1, "host 0");
        NS_TEST_EXPECT_MSG_EQ(ends[1]->received, 1, "host 1");
        NS_TEST_EXPECT_MSG_EQ(ends[2]->received, 2, "host 2");
        NS_TEST_EXPECT_MSG_EQ(ends[3]->received, 0, "host 3");
        // 100 + 28 + 8 + 8 bytes: 3 cells, and not one for address resolution
        NS_TEST_EXPECT_MSG_EQ(hub->GetObject<AtmSwitch>()->GetCounters().received, 12, "cells");
        NS_TEST_EXPECT_MSG_EQ(dropped, 0, "none dropped");

        send(1, 0, "10.1.1.99");
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(dropped, 0, "no answer for an unknown next hop");
        NS_TEST_EXPECT_MSG_EQ(hub->GetObject<AtmSwitch>()->GetCounters().received, 12, "cells");
        send(1, 1, "10.1.1.255");
        Simulator::Stop(MilliSeconds(50)); // ARP waits for up to 10 ms before it asks
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends[0]->received, 2, "broadcast to 0");
        NS_TEST_EXPECT_MSG_EQ(ends[2]->received, 3, "broadcast to 2");
        NS_TEST_EXPECT_MSG_EQ(ends[3]->received, 1, "broadcast to 3");
        Simulator::Destroy();
    }

    /** @brief Two PVCs to one host: the second is chosen by AddNextHop. */
    void TwoToOne()
    {
        TwoHosts net;
        InternetStackHelper().Install(net.nodes);
        const auto first = net.Connect();
        const auto second = net.Connect();
        Ipv4AddressHelper("10.1.1.0", "255.255.255.0")
            .Assign(NetDeviceContainer(NetDeviceContainer(net.a), NetDeviceContainer(net.b)));
        auto ipv4 = net.nodes.Get(1)->GetObject<Ipv4>();
        ipv4->AddAddress(ipv4->GetInterfaceForDevice(net.b),
                         Ipv4InterfaceAddress("10.1.1.7", "255.255.255.0"));
        net.a->AddNextHop("10.1.1.7", second);
        UdpEnd a(net.nodes.Get(0));
        UdpEnd b(net.nodes.Get(1));
        for (const auto to : {"10.1.1.2", "10.1.1.7", "10.1.1.7", "10.1.1.2", "10.1.1.7"})
        {
            a.Send(to, 10); // 10 + 28 + 8 + 8: two cells
            Simulator::Run();
        }
        NS_TEST_EXPECT_MSG_EQ(net.Order(), "0011110011", "VC of each datagram");
        NS_TEST_EXPECT_MSG_EQ(b.received, 5, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(first->GetTxCounters().sdus, 2, "first");
        NS_TEST_EXPECT_MSG_EQ(second->GetTxCounters().sdus, 3, "second");
        const auto text = HsnAbortText([&] { net.b->AddNextHop("10.1.1.1", first); });
        NS_TEST_EXPECT_MSG_NE(text.find("10.1.1.1"), std::string::npos, text);
    }

    /** @brief One PVC: a known far end takes its own addresses only, an unknown one all. */
    void OnlyOne()
    {
        for (const bool known : {true, false})
        {
            TwoHosts net;
            InternetStackHelper().Install(net.nodes);
            const auto vc = net.Connect();
            if (!known)
            {
                vc->SetPeer(nullptr);
            }
            Ipv4AddressHelper("10.1.1.0", "255.255.255.0")
                .Assign(NetDeviceContainer(NetDeviceContainer(net.a), NetDeviceContainer(net.b)));
            UdpEnd a(net.nodes.Get(0));
            UdpEnd b(net.nodes.Get(1));
            a.Send("10.1.1.2", 10);
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(b.received, 1, "reaches the other end");
            const auto cells = net.cells.size();
            a.Send("10.1.1.99", 10);
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((net.cells.size() == cells), known, "sent nowhere, or there");
        }
    }

    /** @brief A device without VC or link drops, with an Internet stack above it. */
    void NoLink()
    {
        auto node = CreateObject<Node>();
        auto device = CreateObject<AtmNetDevice>();
        node->AddDevice(device);
        InternetStackHelper().Install(node);
        Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(NetDeviceContainer(device));
        uint32_t dropped = 0;
        const auto count = [&](Ptr<const Packet>) { ++dropped; };
        device->TraceConnectWithoutContext("MacTxDrop", Sink<Ptr<const Packet>>::Make(count));
        UdpEnd end(node);
        end.Send("10.1.1.2");
        end.Send("10.1.1.255");
        Simulator::Run();
        auto vc = CreateObject<AtmVc>();
        vc->SetId({0, 40});
        device->AddVc(vc);
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "no link");
        NS_TEST_EXPECT_MSG_EQ(device->SendSdu(vc, Create<Packet>(10)), false, "no link");
        end.Send("10.1.1.255");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(dropped, 2, "dropped");
        const auto big = Create<Packet>(9181);
        NS_TEST_EXPECT_MSG_EQ(device->Send(big, device->GetBroadcast(), 0x0800), false, "MTU");
        NS_TEST_EXPECT_MSG_EQ(dropped, 3, "dropped");
        NS_TEST_EXPECT_MSG_EQ(big->GetSize(), 9181, "left alone");
        Simulator::Destroy();
    }
};

/** @brief Senders that keep to their contract, and others. */
class DeviceShapingTest : public TestCase
{
  public:
    DeviceShapingTest()
        : TestCase("What is shaped passes a UPC of the same contract, what is not does not")
    {
    }

  private:
    void DoRun() override
    {
        using Contract = AtmTrafficContract;
        const Time pcr = NanoSeconds(3 * CELL);
        const Time scr = NanoSeconds(15 * CELL + 7);
        for (const auto& contract : {Contract::Cbr(pcr),
                                     Contract::Vbr(Contract::VBR_A, pcr, scr, 40),
                                     Contract::Vbr(Contract::VBR_C, pcr, scr, 40)})
        {
            for (const bool shape : {true, false})
            {
                const auto discarded = RunOnce(contract, shape);
                NS_TEST_EXPECT_MSG_EQ((discarded == 0), shape, contract);
            }
        }
        // tagging that begins in the middle of a PDU
        TwoHosts net;
        const auto vc = net.Connect();
        net.SendAt(0, vc, 10, 2);
        ScheduleCall(NanoSeconds(3 * CELL), [vc, pcr, scr] {
            vc->SetPreventiveTagging(Contract::Vbr(Contract::VBR_B, pcr, scr, 4));
        });
        uint32_t tagged = 0;
        net.a->TraceConnectWithoutContext(
            "CellTx",
            Sink<const CellBurst&>::Make([&](const CellBurst& cell) { tagged += cell.IsClp(); }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(tagged, 9, "the second PDU, all but its last cell");
    }

    /**
     * @brief One run, with another, unshaped VC at the same device.
     * @param contract for sending and policing
     * @param shape whether the sender keeps to it
     * @return cells discarded by the UPC
     */
    uint64_t RunOnce(const AtmTrafficContract& contract, bool shape)
    {
        NodeContainer nodes;
        nodes.Create(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        auto a = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
        auto b = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(1), nodes.Get(2)).Get(1));
        AtmPvcOptions options;
        options.forward = contract;
        options.shape = shape;
        const auto pvc = atm.ConnectPvc(a, b, options);
        const auto other = atm.ConnectPvc(a, b);
        for (uint32_t n = 0; n < 20; ++n)
        {
            ScheduleCall(MicroSeconds(n * n * 100), [a, pvc, other] {
                a->SendSdu(pvc.a, Create<Packet>(5000));
                a->SendSdu(other.a, Create<Packet>(9000));
            });
        }
        Simulator::Run();
        const auto& c = pvc.forwardUpc->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.GetTotal(), 20 * 105, "all cells were policed");
        NS_TEST_EXPECT_MSG_EQ((pvc.leaves[0]->GetRxCounters().pdus == 20), shape, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(other.leaves[0]->GetRxCounters().pdus, 20, "other VC's PDUs");
        const auto discarded = c.GetDiscarded();
        Simulator::Destroy();
        return discarded;
    }
};

HsnTestRegistration g_atmNetDeviceIpTests("atm-net-device",
                                          {new DeviceNextHopTest, new DeviceShapingTest});
} // namespace
} // namespace hsn
} // namespace ns3
