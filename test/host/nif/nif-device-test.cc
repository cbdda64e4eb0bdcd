// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts in front of devices: with point-to-point links, CSMA, lean links and ATM, IPv4 and IPv6,
 * what an application receives is later by exactly the host's costs; without costs nothing changes.
 */
#include "../../hsn-test.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/csma-helper.h"
#include "ns3/demux-clients.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/lean-link-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <functional>
#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Devices of nodes.
enum Kind
{
    P2P,
    CSMA,
    LEAN,
    ATM
};

/// @param kind of devices @param nodes two, or more with CSMA @return a link of 10 Mbit/s and 1 ms
NetDeviceContainer
MakeLink(Kind kind, const NodeContainer& nodes)
{
    const auto rate = StringValue("10Mbps");
    const auto delay = StringValue("1ms");
    if (kind == P2P)
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", rate);
        helper.SetChannelAttribute("Delay", delay);
        return helper.Install(nodes);
    }
    if (kind == CSMA)
    {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", rate);
        helper.SetChannelAttribute("Delay", delay);
        const auto devices = helper.Install(nodes);
        helper.AssignStreams(devices, 100);
        return devices;
    }
    if (kind == LEAN)
    {
        LeanLinkHelper helper;
        helper.SetDeviceAttribute("DataRate", rate);
        helper.SetChannelAttribute("Delay", delay);
        return helper.Install(nodes);
    }
    AtmHelper helper;
    helper.SetChannelAttribute("DataRate", rate);
    helper.SetChannelAttribute("Delay", delay);
    const auto devices = helper.Install(nodes);
    helper.ConnectPvc(devices.Get(0), devices.Get(1));
    return devices;
}

/// A datagram over a link.
struct Arrival
{
    Time sent;          //!< to the first node's port
    Time arrived;       //!< to the second node's application
    uint32_t octets{0}; //!< of it
    bool isFrom{false}; //!< its sender, as the application sees it, is the first node
    Time other;         //!< processor time of a third node around 3 s
};

/// @param kind of devices @param six IPv6 @param cost of hosts, or null: without hosts
/// @return a datagram of 1000 octets to the second node, at 3 s
Arrival
Send(Kind kind, bool six, Ptr<HostCost> cost)
{
    NodeContainer nodes(kind == CSMA ? 3 : 2);
    auto devices = MakeLink(kind, nodes);
    if (cost)
    {
        HostHelper helper;
        helper.SetCost(cost);
        helper.SetCpuAttribute("ContextSwitch",
                               TimeValue(cost->IsFree() ? Time(0) : MicroSeconds(50)));
        devices = helper.Install(devices);
    }
    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, 1);
    const auto fours = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    Ipv6AddressHelper v6(Ipv6Address("2001:db8::"), Ipv6Prefix(64));
    const auto sixes = v6.Assign(devices);
    const auto from = six ? Address(Inet6SocketAddress(sixes.GetAddress(0, 1), 8))
                          : Address(InetSocketAddress(fours.GetAddress(0), 8));
    const auto to = six ? Address(Inet6SocketAddress(sixes.GetAddress(1, 1), 9))
                        : Address(InetSocketAddress(fours.GetAddress(1), 9));
    const auto sink = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
    sink->Bind(six ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 9))
                   : Address(InetSocketAddress(Ipv4Address::GetAny(), 9)));
    Arrival result;
    sink->SetRecvCallback(Sink<Ptr<Socket>>::Make([&result, from](Ptr<Socket> socket) {
        Address sender;
        result.octets = socket->RecvFrom(sender)->GetSize();
        result.arrived = Simulator::Now();
        result.isFrom = sender == from;
    }));
    const auto source = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
    source->Bind(six ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 8))
                     : Address(InetSocketAddress(Ipv4Address::GetAny(), 8)));
    // the first one resolves addresses
    for (const int64_t at : {2, 3})
    {
        ScheduleCall(Seconds(at), [source, to] { source->SendTo(Create<Packet>(1000), 0, to); });
    }
    for (const double at : {2.99, 3.05})
    {
        Simulator::Stop(Seconds(at) - Simulator::Now());
        Simulator::Run();
        if (cost && kind == CSMA)
        {
            result.other = nodes.Get(2)->GetObject<HostCpu>()->GetBusyTime() - result.other;
        }
    }
    Simulator::Destroy();
    return result;
}

/// Costs in front of each kind of device.
class NifDeviceTest : public TestCase
{
  public:
    NifDeviceTest()
        : TestCase("NIF: hosts in front of links of four kinds, IPv4 and IPv6")
    {
    }

  private:
    void DoRun() override
    {
        for (const Kind kind : {P2P, CSMA, LEAN, ATM})
        {
            for (const bool six : {false, true})
            {
                const std::string name = std::to_string(kind) + (six ? " IPv6" : " IPv4");
                const Arrival plain = Send(kind, six, nullptr);
                const Arrival free = Send(kind, six, CreateObject<HostCost>());
                NS_TEST_EXPECT_MSG_EQ(plain.octets, 1000, name);
                NS_TEST_EXPECT_MSG_EQ(free.octets, 1000, name);
                NS_TEST_EXPECT_MSG_EQ(free.arrived, plain.arrived, name << " without costs");
                NS_TEST_EXPECT_MSG_EQ(plain.isFrom, true, name);
                NS_TEST_EXPECT_MSG_EQ(free.isFrom, true, name);

                const auto cost = CreateObject<HostCostTable>();
                cost->UseVirtualChoices();
                cost->SetCost(HostOperation::SEND, MicroSeconds(100), Time(0), 10);
                const Arrival host = Send(kind, six, cost);
                // sending: a switch, 0.1 ms and 10 ns for each octet of the IP packet; receiving:
                // 0.15 + 0.05 + 3 ms
                const auto packet = NanoSeconds(six ? 10480 : 10280);
                NS_TEST_EXPECT_MSG_EQ(host.arrived - plain.arrived,
                                      MicroSeconds(50 + 100 + 3200) + packet,
                                      name << " with costs");
                NS_TEST_EXPECT_MSG_EQ(host.isFrom, true, name);
                // who is not meant has an interrupt
                NS_TEST_EXPECT_MSG_EQ(host.other, MicroSeconds(kind == CSMA ? 150 : 0), name);
                NS_TEST_EXPECT_MSG_EQ(free.other, Time(0), name);
            }
        }
    }
};

/// Order of packets on their way out, and refusals.
class NifSendTest : public TestCase
{
  public:
    NifSendTest()
        : TestCase("NIF: priority of packets to be sent; what a port may not be")
    {
    }

  private:
    /// @param scheduling of the device @param later another one that it is to take, or empty
    /// @return sizes in the order in which frames leave
    std::string Order(const std::string& scheduling, const std::string& later = "")
    {
        NodeContainer nodes(2);
        const auto ports = MakeLink(P2P, nodes);
        HostHelper helper;
        helper.SetDeviceAttribute("TxScheduling", StringValue(scheduling));
        const auto device = helper.Install(ports.Get(0));
        if (!later.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("TxScheduling", StringValue(later)),
                                  false,
                                  "a device that has a port goes on as it is");
            NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("SendPriority", UintegerValue(1)),
                                  false,
                                  "its thread too");
        }
        device->SetTxPriority(
            [](Ptr<const Packet> packet, uint16_t) { return packet->GetSize() > 500 ? 1U : 0U; });
        std::string order;
        ports.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Sink<Ptr<const Packet>>::Make([&order](Ptr<const Packet> packet) {
                order += std::to_string(packet->GetSize() - 2) + " "; // PPP header
            }));
        const auto to = ports.Get(1)->GetAddress();
        ScheduleCall(Time(0), [&] {
            for (const uint32_t size : {100, 101, 102, 1000, 1001})
            {
                device->Send(Create<Packet>(size), to, 0x0800);
            }
        });
        Simulator::Run();
        Simulator::Destroy();
        return order;
    }

    /// @param words of the message @param code that ends with it
    void Refused(const std::string& words, const std::function<void()>& code)
    {
        const auto text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " not in: " << text);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Order("Fcfs"), "100 101 102 1000 1001 ", "as they come");
        const std::string sorted = "100 1000 1001 101 102 ";
        NS_TEST_EXPECT_MSG_EQ(Order("Priority"), sorted, "by priority");
        NS_TEST_EXPECT_MSG_EQ(Order("Fcfs", "Priority"), "100 101 102 1000 1001 ", "as they come");
        NS_TEST_EXPECT_MSG_EQ(Order("Priority", "Fcfs"), sorted, "by priority");
        Refused("the port has one already", [] {
            NodeContainer nodes(2);
            const auto ports = MakeLink(P2P, nodes);
            HostHelper().Install(ports.Get(0));
            HostHelper().Install(ports.Get(0));
        });
        Refused("RxServiceTime", [] {
            NodeContainer nodes(2);
            const auto ports = MakeLink(ATM, nodes);
            ports.Get(0)->SetAttribute("RxServiceTime", TimeValue(MicroSeconds(7)));
            HostHelper().Install(ports.Get(0));
        });
        Refused("packets would pass by the host", [] {
            NodeContainer nodes(2);
            const auto ports = MakeLink(P2P, nodes);
            HostHelper().Install(ports);
            InternetStackHelper().Install(nodes);
            Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(ports);
            Simulator::Run();
        });
        Refused("SetPort() comes first", [] { CreateObject<NifNetDevice>()->GetMtu(); });
    }
};

/// Packets above 500 octets take a millisecond to be sent.
class LongPacketsCost : public HostCost
{
  public:
    using HostCost::GetCost;

    Time GetCost(HostOperation operation, uint32_t octets, uint32_t) const override
    {
        return operation == HostOperation::SEND && octets > 500 ? MilliSeconds(1) : Time(0);
    }

    bool IsFree() const override
    {
        return false;
    }
};

/// Packets on their way out.
class NifOutgoingTest : public TestCase
{
  public:
    NifOutgoingTest()
        : TestCase("NIF: what costs nothing to send passes nothing that waits; senders' addresses")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        const auto ports = MakeLink(CSMA, nodes);
        HostHelper helper;
        helper.SetCost(CreateObject<LongPacketsCost>());
        const auto devices = helper.Install(ports);
        std::string told;
        const auto note = [&told](Ptr<NetDevice> device, const std::string& name) {
            device->TraceConnectWithoutContext(
                "MacTx",
                Sink<Ptr<const Packet>>::Make([&told, name](Ptr<const Packet> packet) {
                    told += name + std::to_string(packet->GetSize()) + " at " +
                            std::to_string(Simulator::Now().GetMilliSeconds()) + ", ";
                }));
        };
        note(devices.Get(0), "from above ");
        note(ports.Get(0), "to the port ");
        devices.Get(1)->SetPromiscReceiveCallback(MakeCallback(&NifOutgoingTest::NoteSender, this));
        const auto sender = Mac48Address("00:00:00:00:00:77");
        ScheduleCall(Seconds(0), [&] {
            const auto device = devices.Get(0);
            device->Send(Create<Packet>(1000), device->GetBroadcast(), 0x0800);
            device->SendFrom(Create<Packet>(100), sender, device->GetBroadcast(), 0x0800);
        });
        ScheduleCall(MilliSeconds(500), [&] {
            told += "| ";
            const auto device = devices.Get(0);
            device->SendFrom(Create<Packet>(200), sender, device->GetBroadcast(), 0x0800);
        });
        Simulator::Run();
        // CSMA tells frames with 18 octets of header and trailer
        NS_TEST_EXPECT_MSG_EQ(told,
                              "from above 1000 at 0, from above 100 at 0, to the port 1018 at 1, "
                              "to the port 118 at 1, | from above 200 at 500, "
                              "to the port 218 at 500, ",
                              "in order; without cost and alone, at once");
        NS_TEST_EXPECT_MSG_EQ((Mac48Address::ConvertFrom(m_from) == sender), true, "who sent it");
        Simulator::Destroy();
    }

    /// @param from sender of a frame @return true
    bool NoteSender(Ptr<NetDevice>,
                    Ptr<const Packet>,
                    uint16_t,
                    const Address& from,
                    const Address&,
                    NetDevice::PacketType)
    {
        m_from = from;
        return true;
    }

    Address m_from; //!< sender of the last frame
};

/// The types of frames of an ATM port.
class NifTypeTest : public TestCase
{
  public:
    NifTypeTest()
        : TestCase("NIF: a frame has the type of its own channel, an answer to ARP none")
    {
    }

  private:
    /// What comes before the second node asks for an address.
    enum Before
    {
        PACKET,  //!< a packet
        DAMAGED, //!< a PDU without header
        TAKEN    //!< a packet that the port's adaptation layer keeps for a user of its own
    };

    /// @param before what comes
    void Check(Before before)
    {
        NodeContainer nodes(2);
        AtmHelper helper;
        const auto ports = helper.Install(nodes);
        const auto vc = helper.ConnectPvc(ports.Get(0), ports.Get(1));
        const auto device = HostHelper().Install(ports.Get(1));
        const auto client = CreateObject<EarlyDemuxClient>();
        device->GetDriver()->Register(vc.leaves[0]->GetId().Key(), client);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(nodes);
        NetDeviceContainer devices(ports.Get(0));
        devices.Add(device);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);

        client->SetDeliver([](const NetworkFrame&) {}); // it is no IP packet
        const auto layer = CreateObject<Aal5PlusAdaptation>();
        uint32_t taken = 0;
        if (before == TAKEN)
        {
            layer->SetReceiver(*vc.leaves[0],
                               Sink<const Aal5PlusDelivery&>::Make(
                                   [&taken](const Aal5PlusDelivery&) { ++taken; }));
            DynamicCast<AtmNetDevice>(ports.Get(1))->SetAdaptation(layer);
        }
        const auto port = DynamicCast<AtmNetDevice>(ports.Get(0));
        ScheduleCall(Seconds(1), [&] {
            const auto packet = Create<Packet>(100);
            const auto sdu = Create<Packet>(1); // too short for any header
            before == DAMAGED ? port->SendSdu(vc.a, sdu)
                              : port->Send(packet, ports.Get(1)->GetAddress(), 0x0800);
        });
        const auto sink = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9)); // or the node would complain
        const auto source = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
        ScheduleCall(Seconds(2), [&] {
            source->SendTo(Create<Packet>(10), 0, InetSocketAddress(addresses.GetAddress(0), 9));
        });
        Simulator::Run();
        const uint64_t own = before == PACKET ? 1 : 0;
        NS_TEST_EXPECT_MSG_EQ(taken, (before == TAKEN ? 1 : 0), "of the adaptation layer's user");
        NS_TEST_EXPECT_MSG_EQ(client->GetReceived(), own, "of the channel");
        NS_TEST_EXPECT_MSG_EQ(device->GetDriver()->GetCounters().received,
                              own + 1,
                              "and the answer that the port makes itself, for the default client");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(PACKET);
        Check(DAMAGED);
        Check(TAKEN);
    }
};

HsnTestRegistration g_nifDeviceTests(
    "nif-device",
    {new NifOutgoingTest, new NifDeviceTest, new NifSendTest, new NifTypeTest});
} // namespace
