// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/ipv4-interface.h"
#include "ns3/link-socket-address.h"
#include "ns3/mac64-address.h"
#include "ns3/packet-socket-address.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PROTOCOL_PORT = 4000; ///< of servers

/** @param node a node @return its protocol of byte streams */
Ptr<StopWaitProtocol>
ProtocolOf(Ptr<Node> node)
{
    return node->GetObject<StopWaitProtocol>();
}

/** @brief Two hosts with one IP version, or both. */
struct SomeHosts
{
    /** @param v4 IPv4 @param v6 IPv6 */
    SomeHosts(bool v4, bool v6)
    {
        nodes.Create(2);
        auto channel = CreateObject<SimpleChannel>();
        channel->SetAttribute("Delay", TimeValue(MilliSeconds(1)));
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            nodes.Get(i)->AddDevice(device);
            devices.Add(device);
        }
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(v4);
        internet.SetIpv6StackInstall(v6);
        internet.Install(nodes);
        HsnInternetHelper().Install(nodes, STOP_WAIT_STREAM);
        if (v4)
        {
            Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        }
        if (v6)
        {
            const auto interfaces =
                Ipv6AddressHelper(Ipv6Address("2001:db8::"), Ipv6Prefix(64)).Assign(devices);
            server6 = interfaces.GetAddress(1, 1);
        }
    }

    ~SomeHosts()
    {
        Simulator::Destroy();
    }

    /** @param i a host @return a socket */
    Ptr<Socket> Make(uint32_t i) const
    {
        return Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(STOP_WAIT_STREAM));
    }

    NodeContainer nodes; //!< hosts
    Ipv6Address server6; //!< of the second one
};

/** @brief Nodes with IPv4 only, IPv6 only, both. */
class ProtocolFamilyTest : public TestCase
{
  public:
    ProtocolFamilyTest()
        : TestCase("IPv4 only, IPv6 only, both; an IPv6 listener serves IPv4")
    {
    }

  private:
    void DoRun() override
    {
        Check(true, false, false, false);
        Check(false, true, true, true);
        Check(true, true, false, false);
        Check(true, true, true, true);
        Check(true, true, true, false);
    }

    /** @param v4 IPv4 stack @param v6 IPv6 stack @param listen6 IPv6 listener @param connect6 IPv6
     * connection */
    void Check(bool v4, bool v6, bool listen6, bool connect6)
    {
        SomeHosts hosts(v4, v6);
        auto listener = hosts.Make(1);
        NS_TEST_EXPECT_MSG_EQ(listener->Bind(TcpHosts::Any(PROTOCOL_PORT, listen6)), 0, "bind");
        StreamServer server(listener, 2000);
        StreamEnd client;
        ScheduleCall(Seconds(3), [&] {
            client.Use(hosts.Make(0), 0, 1000, 3000);
            const auto to =
                connect6 ? Address(Inet6SocketAddress(hosts.server6, PROTOCOL_PORT))
                         : Address(InetSocketAddress(Ipv4Address("10.0.0.2"), PROTOCOL_PORT));
            NS_TEST_EXPECT_MSG_EQ(client.socket->Connect(to), 0, "connect");
        });
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 3000, "to the server");
        NS_TEST_EXPECT_MSG_EQ(client.received, 2000, "to the client");
        NS_TEST_EXPECT_MSG_EQ(client.wrong + server.ends[0]->wrong, 0, "octets");
        if (listen6 && !connect6)
        {
            const auto peer = Inet6SocketAddress::ConvertFrom(server.peers[0]).GetIpv6();
            NS_TEST_EXPECT_MSG_EQ(peer.GetIpv4MappedAddress(), Ipv4Address("10.0.0.1"), "mapped");
        }
        if (!v6)
        {
            auto socket = hosts.Make(0);
            const Inet6SocketAddress to(Ipv6Address("2001:db8::1"), PROTOCOL_PORT);
            NS_TEST_EXPECT_MSG_EQ(socket->Connect(to), -1, "no IPv6");
            NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_AFNOSUPPORT, "no IPv6");
            socket->Close();
        }
    }
};

/** @brief ICMP errors reach the connection they are about. */
class ProtocolIcmpTest : public TestCase
{
  public:
    ProtocolIcmpTest()
        : TestCase("An ICMP error reaches the socket that sent the packet, and no other one")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(PROTOCOL_PORT));
        StreamServer server(listener, 0);
        server.prototype.closes = false;
        std::vector<StreamEnd> clients(3);
        for (auto& client : clients)
        {
            client.closes = false;
            client.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 0);
            client.socket->Connect(hosts.At(1, PROTOCOL_PORT));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 3, "connections");
        // the server's sockets have the same port; the error is about the second connection
        const auto peer = InetSocketAddress::ConvertFrom(server.peers[1]);
        const uint8_t payload[8] = {PROTOCOL_PORT >> 8,
                                    PROTOCOL_PORT & 0xff,
                                    static_cast<uint8_t>(peer.GetPort() >> 8),
                                    static_cast<uint8_t>(peer.GetPort())};
        const auto protocol = ProtocolOf(hosts.nodes.Get(1));
        const auto report = [&](Ipv4Address to) {
            protocol->ReceiveIcmp(Ipv4Address("10.0.0.1"),
                                  64,
                                  Icmpv4Header::ICMPV4_DEST_UNREACH,
                                  Icmpv4DestinationUnreachable::ICMPV4_PORT_UNREACHABLE,
                                  0,
                                  Ipv4Address("10.0.0.2"),
                                  to,
                                  payload);
        };
        report(Ipv4Address("10.0.0.77")); // about no connection of this host
        for (const auto& end : server.ends)
        {
            NS_TEST_EXPECT_MSG_EQ(end->broken, 0, "another peer");
        }
        report(peer.GetIpv4());
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 0, "first");
        NS_TEST_EXPECT_MSG_EQ(server.ends[1]->broken, 1, "second");
        NS_TEST_EXPECT_MSG_EQ(server.ends[2]->broken, 0, "third");
    }
};

/** @brief What is on the wire. */
class ProtocolCarrierTest : public TestCase
{
  public:
    ProtocolCarrierTest()
        : TestCase("Protocol number or UDP header on the wire; sizes; bound devices")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool udp : {false, true})
        {
            Config::SetDefault("ns3::hsn::TransportProtocol::Carrier",
                               StringValue(udp ? "Udp" : "Ip"));
            Check(udp);
            Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue("Ip"));
        }
    }

    /** @param udp carrier */
    void Check(bool udp)
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(PROTOCOL_PORT));
        StreamServer server(listener, 0);
        uint32_t packets = 0;
        uint32_t longest = 0;
        hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            auto copy = packet->Copy();
            Ipv4Header ip;
            uint8_t version = 0;
            copy->CopyData(&version, 1);
            if (version >> 4 == 4)
            {
                copy->RemoveHeader(ip);
                ++packets;
                longest = std::max(longest, packet->GetSize());
                NS_TEST_EXPECT_MSG_EQ(+ip.GetProtocol(), (udp ? 17 : 253), "protocol number");
                const auto octets = OctetsOf(copy);
                const uint32_t ports = udp ? 8 : 0; // those of our header are the same
                NS_TEST_EXPECT_MSG_EQ(
                    (std::equal(octets.begin(), octets.begin() + 4, octets.begin() + ports)),
                    true,
                    "ports");
            }
            return false;
        };
        StreamEnd client;
        client.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 9000);
        client.piece = 9000;
        client.socket->SetAttribute("SegmentSize", UintegerValue(100000));
        client.socket->BindToNetDevice(hosts.Device(0));
        client.socket->Connect(hosts.At(1, PROTOCOL_PORT));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 9000, "through the bound device");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->wrong, 0, "octets");
        // 1500 is not the MTU of SimpleNetDevice in all versions
        NS_TEST_EXPECT_MSG_EQ(
            longest,
            std::min<uint32_t>(hosts.Device(0)->GetMtu(), 9000 + 16 + 20 + (udp ? 8 : 0)),
            "longest packet");
        const auto& sent = ProtocolOf(hosts.nodes.Get(0))->GetCounters();
        const auto& received = ProtocolOf(hosts.nodes.Get(1))->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(sent.sent, received.received, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(sent.sent + received.sent, packets, "all were on the wire");
        NS_TEST_EXPECT_MSG_EQ(received.noEndPoint + received.malformed, 0, "all were good");
    }
};

/** @brief LinkSocketAddress by itself. */
class LinkAddressTest : public TestCase
{
  public:
    LinkAddressTest()
        : TestCase("LinkSocketAddress: what goes in comes out")
    {
    }

  private:
    void DoRun() override
    {
        const LinkSocketAddress address(0x01020304, Mac48Address("00:11:22:33:44:55"), 0xfffe);
        const Address general = address;
        NS_TEST_EXPECT_MSG_EQ(LinkSocketAddress::IsMatchingType(general), true, "type");
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::IsMatchingType(general), false, "type");
        const auto back = LinkSocketAddress::ConvertFrom(general);
        NS_TEST_EXPECT_MSG_EQ(back.GetDevice(), 0x01020304, "device");
        NS_TEST_EXPECT_MSG_EQ(back.GetAddress(), address.GetAddress(), "address");
        NS_TEST_EXPECT_MSG_EQ(back.GetPort(), 0xfffe, "port");
        PacketSocketAddress packet; // what applications of ns-3 3.47 take
        packet.SetSingleDevice(0x01020304);
        packet.SetPhysicalAddress(Mac48Address("00:11:22:33:44:55"));
        packet.SetProtocol(0xfffe);
        NS_TEST_EXPECT_MSG_EQ(general, Address(packet), "the same for ns-3");
        packet.SetAllDevices();
        NS_TEST_EXPECT_MSG_EQ(LinkSocketAddress::IsMatchingType(packet), false, "no device");
        packet.SetSingleDevice(1);
        packet.SetPhysicalAddress(Mac64Address("00:11:22:33:44:55:66:77"));
        NS_TEST_EXPECT_MSG_EQ(LinkSocketAddress::IsMatchingType(packet), false, "of 64 bits");
    }
};

HsnTestRegistration g_transportProtocolTests(
    "transport-protocol",
    {new ProtocolFamilyTest, new ProtocolIcmpTest, new ProtocolCarrierTest, new LinkAddressTest});
} // namespace
} // namespace hsn
} // namespace ns3
