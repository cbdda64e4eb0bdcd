// SPDX-License-Identifier: GPL-2.0-only
#include "socket-exchange-support.h"

#include <sstream>

// the example is compiled here, so that all builds of the tests contain it
#include "../../examples/my-transport/stop-wait-socket.cc"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t MY_PORT = 4000; ///< of servers

/** @brief Both directions, half-close, every octet. */
class StopWaitExchangeTest : public SocketExchangeTest
{
  public:
    /** @param factory of the sockets @param c conditions */
    StopWaitExchangeTest(const std::string& factory, const NetworkConditions& c)
        : SocketExchangeTest("Once and in order, both directions: " + factory + ", " + c.GetName()),
          m_factory(factory),
          m_c(c)
    {
    }

  private:
    void DoRun() override
    {
        const CarrierSetting carrier(m_c);
        TcpHosts hosts;
        const bool messages = m_factory == STOP_WAIT_MESSAGE;
        SocketExchange exchange(hosts, m_factory, MY_PORT, m_c);
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        CheckExchange(exchange.client, *exchange.server, messages);
        if (m_c.damage > 0)
        {
            const auto protocol =
                messages
                    ? Ptr<TransportProtocol>(
                          hosts.nodes.Get(1)->GetObject<StopWaitMessageProtocol>())
                    : Ptr<TransportProtocol>(hosts.nodes.Get(1)->GetObject<StopWaitProtocol>());
            // in UDP, the checksum of UDP finds the damage first
            NS_TEST_EXPECT_MSG_EQ((protocol->GetCounters().badChecksum > 0), !m_c.udp, "found");
        }
    }

    const std::string m_factory; //!< of the sockets
    const NetworkConditions m_c; //!< conditions
};

/** @brief Applications of ns-3, by the name of the factory only. */
class StopWaitApplicationTest : public SocketExchangeTest
{
  public:
    /** @param factory of the sockets @param c conditions */
    StopWaitApplicationTest(const std::string& factory, const NetworkConditions& c)
        : SocketExchangeTest("BulkSend, OnOff and PacketSink, unchanged: " + factory + ", " +
                             c.GetName()),
          m_factory(factory),
          m_c(c)
    {
    }

  private:
    void DoRun() override
    {
        const CarrierSetting carrier(m_c);
        CheckApplications(m_factory, m_c, MilliSeconds(30), Seconds(1000), {});
    }

    const std::string m_factory; //!< of the sockets
    const NetworkConditions m_c; //!< conditions
};

/** @brief Nobody listens, or does not want to. */
class StopWaitRefusedTest : public TestCase
{
  public:
    StopWaitRefusedTest()
        : TestCase("Refused connections fail at once, by ICMP or RESET; silence fails in the end")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool udp : {false, true})
        {
            for (const bool v6 : {false, true})
            {
                Check(udp, v6);
            }
        }
    }

    /** @param udp carrier @param v6 IPv6 */
    void Check(bool udp, bool v6)
    {
        const CarrierSetting carrier(udp);
        TcpHosts hosts;
        StreamEnd nobody;
        StreamEnd unwanted;
        StreamEnd silent;
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(MY_PORT, v6));
        StreamServer server(listener, 0);
        server.accepts = false;
        ScheduleCall(Seconds(3), [&] {
            nobody.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 1);
            nobody.socket->Connect(hosts.At(1, MY_PORT + 1, v6));
            unwanted.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 1);
            unwanted.socket->Connect(hosts.At(1, MY_PORT, v6));
        });
        Simulator::Stop(Seconds(3.1));
        Simulator::Run();
        const std::string name = std::string(udp ? "UDP" : "IP") + (v6 ? "v6" : "v4");
        NS_TEST_EXPECT_MSG_EQ(nobody.failed, 1, name << ": port unreachable");
        NS_TEST_EXPECT_MSG_EQ(unwanted.failed, 1, name << ": reset");
        NS_TEST_EXPECT_MSG_EQ(server.asked, 1, name << ": asked");
        NS_TEST_EXPECT_MSG_EQ(server.ends.size(), 0, name << ": no connection");
        hosts.channel->lose = 1;
        silent.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 1);
        silent.socket->SetAttribute("MaxTries", UintegerValue(4));
        silent.socket->Connect(hosts.At(1, MY_PORT, v6));
        Simulator::Stop(MilliSeconds(799));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(silent.failed, 0, name << ": tries");
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(silent.failed, 1, name << ": gives up");
    }
};

/** @brief Connections do not mix. */
class StopWaitManyTest : public TestCase
{
  public:
    StopWaitManyTest()
        : TestCase("Eight connections at a time to one port, with losses")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(MY_PORT));
        StreamServer server(listener, 3000);
        std::vector<StreamEnd> clients(8);
        NetworkConditions{false, false, 0, 0.1, 0}.Impair(*hosts.channel);
        for (uint32_t i = 0; i < clients.size(); ++i)
        {
            // one after the other, so that the seeds are known
            ScheduleCall(MilliSeconds(50 * i), [&hosts, &clients, i] {
                clients[i].Use(hosts.Make(0, STOP_WAIT_STREAM), i, 1000 + i, 15000);
                clients[i].socket->Connect(hosts.At(1, MY_PORT));
            });
        }
        ScheduleCall(MilliSeconds(400), [&hosts] { hosts.channel->lose = 0.1; });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), clients.size(), "connections");
        for (uint32_t i = 0; i < clients.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(server.ends[i]->received, 15000, "to the server " << i);
            NS_TEST_EXPECT_MSG_EQ(server.ends[i]->wrong, 0, "to the server " << i);
            NS_TEST_EXPECT_MSG_EQ(clients[i].received, 3000, "to the client " << i);
            NS_TEST_EXPECT_MSG_EQ(clients[i].wrong, 0, "to the client " << i);
        }
    }
};

/** @brief Closing without having read. */
class StopWaitUnreadTest : public TestCase
{
  public:
    StopWaitUnreadTest()
        : TestCase("Closing with unread data, or before it comes, breaks the connection")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool early : {false, true})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, STOP_WAIT_STREAM);
            listener->Bind(TcpHosts::Any(MY_PORT));
            StreamServer server(listener, 0);
            server.prototype.reads = false;
            server.prototype.closes = false;
            StreamEnd client;
            client.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 50000);
            client.socket->Connect(hosts.At(1, MY_PORT));
            ScheduleCall(MilliSeconds(early ? 25 : 100),
                         [&server] { server.ends.at(0)->socket->Close(); });
            Simulator::Stop(Seconds(10));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "told, early " << early);
            NS_TEST_EXPECT_MSG_EQ(client.socket->Send(Create<Packet>(1)), -1, "no connection");
        }
    }
};

/** @brief A receiver that does not read, for a time. */
class StopWaitFlowControlTest : public TestCase
{
  public:
    StopWaitFlowControlTest()
        : TestCase("A full receive buffer stops the sender, a full send buffer the application")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->SetAttribute("RcvBufSize", UintegerValue(2500));
        listener->Bind(TcpHosts::Any(MY_PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        StreamEnd client;
        client.Use(hosts.Make(0, STOP_WAIT_STREAM), 0, 0, 20000);
        client.socket->SetAttribute("SndBufSize", UintegerValue(5000));
        client.socket->Connect(hosts.At(1, MY_PORT));
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        // more than MaxTries timeouts: the peer lives
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        auto& end = *server.ends[0];
        // the first unit has what the first Send() gave, 700 octets; the third one has no room
        NS_TEST_EXPECT_MSG_EQ(end.socket->GetRxAvailable(), 700 + 1000, "two units");
        NS_TEST_EXPECT_MSG_EQ(client.broken, 0, "no error");
        NS_TEST_EXPECT_MSG_GT(client.refused, 0, "the send buffer is full");
        NS_TEST_EXPECT_MSG_LT(client.sent, 20000, "the send buffer is full");
        end.reads = true;
        end.Read(end.socket);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(end.received, 20000, "the rest");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "the rest");
    }
};

/** @brief Octets on the wire, against a checksum computed here. */
class StopWaitHeaderTest : public TestCase
{
  public:
    StopWaitHeaderTest()
        : TestCase("Header and checksum on the wire; what is malformed is refused")
    {
    }

  private:
    /** @param octets of 16-bit words @return sum as in RFC 1071 */
    static uint32_t Sum(const std::vector<uint8_t>& octets)
    {
        uint32_t sum = 0;
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            sum += i % 2 ? octets[i] : octets[i] << 8;
        }
        return sum;
    }

    void DoRun() override
    {
        for (const uint32_t size : {0U, 1U, 6U, 999U})
        {
            for (const bool v6 : {false, true})
            {
                Check(size, v6);
            }
        }
        StopWaitHeader header;
        for (const uint8_t type : {7, 16, 255})
        {
            auto packet = Create<Packet>();
            header.type = static_cast<StopWaitHeader::Type>(type);
            packet->AddHeader(header);
            StopWaitHeader read;
            NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 0, "type " << +type);
        }
    }

    /** @param size of the payload @param v6 IPv6 */
    void Check(uint32_t size, bool v6)
    {
        const Address a = v6 ? Address(Ipv6Address("2001:db8::1:2")) : Ipv4Address("10.1.2.3");
        const Address b = v6 ? Address(Ipv6Address("2001:db8::ffee:3")) : Ipv4Address("10.9.8.7");
        StopWaitHeader header;
        header.SetSourcePort(0x1234);
        header.SetDestinationPort(0xfedc);
        header.type = StopWaitHeader::DATA;
        header.number = 0x01020304;
        header.expected = 0x05060708;
        header.EnableChecksum(a, b, 253);
        auto packet = MakeOctets(3, 0, size);
        packet->AddHeader(header);
        auto octets = OctetsOf(packet);
        const std::vector<uint8_t> start = {0x12, 0x34, 0xfe, 0xdc, 2, 0};
        NS_TEST_EXPECT_MSG_EQ((std::vector<uint8_t>(octets.begin(), octets.begin() + 6) == start),
                              true,
                              "ports and type");
        // pseudo header: addresses, protocol, length
        std::vector<uint8_t> pseudo(v6 ? 32 : 8);
        if (v6)
        {
            Ipv6Address::ConvertFrom(a).GetBytes(pseudo.data());
            Ipv6Address::ConvertFrom(b).GetBytes(pseudo.data() + 16);
        }
        else
        {
            Ipv4Address::ConvertFrom(a).Serialize(pseudo.data());
            Ipv4Address::ConvertFrom(b).Serialize(pseudo.data() + 4);
        }
        uint32_t sum = Sum(pseudo) + 253 + 16 + size + Sum(octets);
        while (sum >> 16)
        {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        NS_TEST_EXPECT_MSG_EQ(sum, 0xffff, "checksum, " << size << " octets");
        StopWaitHeader read;
        read.EnableChecksum(a, b, 253);
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 16, "read");
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), true, "read");
        NS_TEST_EXPECT_MSG_EQ(read.number, 0x01020304, "read");
        NS_TEST_EXPECT_MSG_EQ(read.expected, 0x05060708, "read");
        for (std::size_t i = 0; i < octets.size(); i += 5)
        {
            auto damaged = octets;
            damaged[i] ^= 0x10;
            StopWaitHeader wrong;
            wrong.EnableChecksum(a, b, 253);
            Create<Packet>(damaged.data(), damaged.size())->PeekHeader(wrong);
            NS_TEST_EXPECT_MSG_EQ(wrong.IsChecksumOk(), false, "damaged at " << i);
        }
    }
};

/** @brief Packets of any content. */
class StopWaitFuzzTest : public TestCase
{
  public:
    StopWaitFuzzTest()
        : TestCase("Random and mutilated packets are counted and dropped, and nothing breaks")
    {
    }

  private:
    /** @param drops counts */
    static void CountDrop(uint32_t* drops, Ptr<const Packet>, const std::string&)
    {
        ++*drops;
    }

    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, STOP_WAIT_STREAM);
            listener->Bind(TcpHosts::Any(MY_PORT, v6));
            StreamServer server(listener, 2000);
            auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(11);
            const auto protocol = hosts.nodes.Get(1)->GetObject<StopWaitProtocol>();
            uint32_t drops = 0;
            protocol->TraceConnectWithoutContext("RxDrop", MakeBoundCallback(&CountDrop, &drops));
            Ipv4Header ipv4;
            ipv4.SetSource(Ipv4Address("10.0.0.1"));
            ipv4.SetDestination(Ipv4Address("10.0.0.2"));
            Ipv6Header ipv6;
            ipv6.SetSource(hosts.addresses[0]);
            ipv6.SetDestination(hosts.addresses[1]);
            const auto in4 = hosts.nodes.Get(1)->GetObject<Ipv4L3Protocol>()->GetInterface(1);
            const auto in6 = hosts.nodes.Get(1)->GetObject<Ipv6L3Protocol>()->GetInterface(1);
            for (uint32_t i = 0; i < 5000; ++i)
            {
                StopWaitHeader header;
                header.SetSourcePort(random->GetInteger(1, 4));
                header.SetDestinationPort(MY_PORT + random->GetInteger(0, 1));
                header.type = static_cast<StopWaitHeader::Type>(random->GetInteger(0, 9));
                header.number = random->GetInteger(0, 3);
                header.expected = random->GetInteger(0, 3);
                auto packet = Create<Packet>(random->GetInteger(0, 50));
                packet->AddHeader(header);
                if (random->GetInteger(0, 3) == 0)
                {
                    auto octets = OctetsOf(packet);
                    octets.resize(random->GetInteger(0, octets.size()));
                    for (auto& octet : octets)
                    {
                        octet = random->GetInteger(0, 1) ? octet : random->GetInteger(0, 255);
                    }
                    packet = Create<Packet>(octets.data(), octets.size());
                }
                ScheduleCall(MilliSeconds(3000 + i), [=] {
                    v6 ? protocol->Receive(packet, ipv6, in6)
                       : protocol->Receive(packet, ipv4, in4);
                });
            }
            Simulator::Stop(Seconds(60));
            Simulator::Run();
            const auto& c = protocol->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(c.received, 5000, "all arrived");
            // unmutilated, three of four, 3 of 10 with a bad type; of the others, half to a free
            // port
            NS_TEST_EXPECT_MSG_GT(c.malformed, 1700, "malformed");
            NS_TEST_EXPECT_MSG_GT(c.noEndPoint, 800, "no end point");
            NS_TEST_EXPECT_MSG_EQ(c.malformed + c.noEndPoint, drops, "all drops are traced");
        }
    }
};

/** @brief A packet that was sent to a group. */
class StopWaitGroupTest : public TestCase
{
  public:
    StopWaitGroupTest()
        : TestCase("What a group's packet is answered by leaves from the interface's own address")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, STOP_WAIT_STREAM);
            listener->Bind(TcpHosts::Any(MY_PORT, v6));
            StreamServer server(listener, 0);
            const auto node = hosts.nodes.Get(1);
            const auto protocol = node->GetObject<StopWaitProtocol>();
            StopWaitHeader header;
            header.SetSourcePort(1);
            header.SetDestinationPort(MY_PORT);
            header.type = StopWaitHeader::DATA; // without a connection: RESET answers
            auto packet = Create<Packet>(10);
            packet->AddHeader(header);
            Ipv4Header to4;
            to4.SetSource(Ipv4Address("10.0.0.1"));
            to4.SetDestination(Ipv4Address("225.1.2.3"));
            Ipv6Header to6;
            to6.SetSource(hosts.addresses[0]);
            to6.SetDestination(Ipv6Address("ff0e::1:2"));
            const auto in4 = node->GetObject<Ipv4L3Protocol>()->GetInterface(1);
            const auto in6 = node->GetObject<Ipv6L3Protocol>()->GetInterface(1);
            std::vector<Address> sources;
            hosts.channel->filter = [&](Ptr<const Packet> sent, Ptr<SimpleNetDevice> from) {
                Ipv4Header ip4;
                Ipv6Header ip6;
                if (from == hosts.Device(1) && sent->GetSize() >= (v6 ? 40U : 20U))
                {
                    if (!v6 && sent->PeekHeader(ip4) && ip4.GetProtocol() >= 251)
                    {
                        sources.push_back(ip4.GetSource());
                    }
                    if (v6 && sent->PeekHeader(ip6) && ip6.GetNextHeader() >= 251)
                    {
                        sources.push_back(ip6.GetSource());
                    }
                }
                return false;
            };
            ScheduleCall(EXCHANGE_START, [&] {
                v6 ? protocol->Receive(packet, to6, in6) : protocol->Receive(packet, to4, in4);
            });
            Simulator::Stop(EXCHANGE_START + Seconds(5));
            Simulator::Run();
            const Address own = v6 ? Address(hosts.addresses[1]) : Address(Ipv4Address("10.0.0.2"));
            NS_TEST_EXPECT_MSG_EQ((sources == std::vector<Address>{own}),
                                  true,
                                  "one answer, IPv6 " << v6);
        }
    }
};

HsnTestRegistration g_myTransportTests(
    "my-transport",
    {new StopWaitHeaderTest,
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, false, 0, 0, 0}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {true, false, 0, 0, 0}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, false, 0.1, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {true, false, 0.1, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, false, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {true, false, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, true, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {true, true, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_MESSAGE, {false, false, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_MESSAGE, {true, false, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_MESSAGE, {false, true, 0.3, 0.2, 0.3}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, false, 0, 0, 0, 0.2}),
     new StopWaitExchangeTest(STOP_WAIT_MESSAGE, {true, false, 0, 0, 0, 0.2}),
     new StopWaitExchangeTest(STOP_WAIT_STREAM, {false, true, 0, 0, 0, 0.2}),
     new StopWaitApplicationTest(STOP_WAIT_STREAM, {false, false, 0.2, 0.2, 0.3}),
     new StopWaitApplicationTest(STOP_WAIT_STREAM, {true, false, 0.2, 0.2, 0.3}),
     new StopWaitApplicationTest(STOP_WAIT_STREAM, {true, true, 0.2, 0.2, 0.3}),
     new StopWaitApplicationTest(STOP_WAIT_MESSAGE, {false, false, 0.2, 0.2, 0.3}),
     new StopWaitRefusedTest,
     new StopWaitManyTest,
     new StopWaitUnreadTest,
     new StopWaitFlowControlTest,
     new StopWaitGroupTest,
     new StopWaitFuzzTest});
} // namespace
} // namespace hsn
} // namespace ns3
