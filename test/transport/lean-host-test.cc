// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * LeanHost against ns-3's IP and TCP layers: the same octets on the line at the same times.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/lean-host.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t LEAN_PORT = 5001;
constexpr uint16_t IPV4 = 0x0800;
constexpr uint32_t PPP_BYTES = 2;
const std::string INDEXED = "ns3::hsn::IndexedTcpSocketFactory";
const std::string NS3_TCP = "ns3::TcpSocketFactory";

/** @brief What is sent over which network. */
struct HostScenario
{
    uint32_t bytes{300000};    //!< from host 0 to host 1
    uint32_t back{0};          //!< from host 1 to host 0, in a connection of its own
    std::string buffer{"20p"}; //!< of each link
    uint32_t dropEvery{0};     //!< every so many packets one is lost between the hosts
    uint32_t markEvery{0};     //!< one gets the mark CE
    uint32_t padEvery{0};      //!< one gets octets behind its end
    uint16_t mtu{1500};        //!< of host 0
    uint8_t tos{0};            //!< of the sender at host 0
    uint8_t ttl{0};            //!< of the same; 0: IP's default
    bool ecn{false};           //!< TCP uses ECN
    bool others{false};        //!< UDP and ns-3's TCP send, too
    bool outage{false};        //!< host 0's interface is down for a while
    bool bound{false};         //!< the sender at host 0 is bound to its device ...
    Time boundAt;              //!< ... at this time
    bool ipv6{false};          //!< the connection is one of IPv6
    bool anyNumber{false};     //!< IP's numbers of packets do not count
};

/** @brief What has happened. */
struct HostResult
{
    std::vector<std::string> packets;   //!< on the lines of both hosts, by time
    std::map<std::string, uint64_t> at; //!< bytes received by what
    uint64_t sent[2]{0, 0};             //!< segments that LeanHost has sent
    uint64_t received[2]{0, 0};         //!< ... and received
    uint64_t tcp[2]{0, 0};              //!< packets of TCP that IP has given to links
    uint64_t early{0};                  //!< of sent[0], until a socket was bound
};

/** @brief Two hosts, and a relay between them that loses, marks and pads packets. */
class HostNetwork
{
  public:
    /** @param scenario what to do @param isLean whether the hosts have a LeanHost */
    HostNetwork(const HostScenario& scenario, bool isLean)
        : m_s(scenario)
    {
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(m_s.ecn ? "On" : "Off"));
        Config::SetDefault("ns3::hsn::IndexedTcpSocket::UseEcn",
                           StringValue(m_s.ecn ? "On" : "Off"));
        m_hosts.Create(2);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(m_s.ipv6); // it sends by itself, at random times
        stack.Install(m_hosts);
        HsnInternetHelper().Install(m_hosts, INDEXED);
        const auto relay = CreateObject<Node>();
        LeanLinkHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetDeviceAttribute("MaxSize", StringValue(m_s.buffer));
        link.SetChannelAttribute("Delay", StringValue("3ms"));
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto ends = link.Install(m_hosts.Get(i), relay);
            m_devices[i] = DynamicCast<LeanLinkNetDevice>(ends.Get(0));
            m_relays[i] = DynamicCast<LeanLinkNetDevice>(ends.Get(1));
            m_relays[i]->SetReceiveCallback(
                MakeBoundCallback(&HostNetwork::Relay, this, uint32_t(1 - i)));
        }
        m_devices[0]->SetMtu(m_s.mtu);
        NetDeviceContainer devices(m_devices[0]);
        devices.Add(m_devices[1]);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        if (m_s.ipv6)
        {
            Ipv6AddressHelper ipv6;
            ipv6.SetBase("2001:db8::", 64);
            m_ipv6 = ipv6.Assign(devices).GetAddress(1, 1);
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_devices[i]->TraceConnectWithoutContext(
                "PromiscSniffer",
                MakeBoundCallback(&HostNetwork::Capture, this, i));
            if (isLean)
            {
                m_leans[i] = CreateObject<LeanHost>();
                m_hosts.Get(i)->AggregateObject(m_leans[i]);
                m_leans[i]->Serve(m_devices[i]);
            }
        }
    }

    ~HostNetwork()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** @return what has happened */
    HostResult Run()
    {
        Send("stream", INDEXED, 0, m_s.bytes, LEAN_PORT);
        if (m_s.back > 0)
        {
            Send("back", INDEXED, 1, m_s.back, LEAN_PORT + 1);
        }
        if (m_s.others)
        {
            Send("ns-3", NS3_TCP, 0, 100000, LEAN_PORT + 2);
            Send("udp", "ns3::UdpSocketFactory", 0, 1000, LEAN_PORT + 3);
        }
        if (m_s.outage)
        {
            const auto ipv4 = m_hosts.Get(0)->GetObject<Ipv4>();
            Simulator::Schedule(MilliSeconds(60), &Ipv4::SetDown, ipv4, 1);
            Simulator::Schedule(MilliSeconds(90), &Ipv4::SetUp, ipv4, 1);
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        for (const auto& [name, sink] : m_sinks)
        {
            m_result.at[name] = sink->GetTotalRx();
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_result.tcp[i] += m_devices[i]->GetTxCounters().dropped.packets;
            if (m_leans[i])
            {
                m_result.sent[i] = m_leans[i]->GetSent();
                m_result.received[i] = m_leans[i]->GetReceived();
            }
        }
        return m_result;
    }

    /** @return the hosts */
    const NodeContainer& GetHosts() const
    {
        return m_hosts;
    }

    /** @param host its number @return its device */
    Ptr<LeanLinkNetDevice> GetDevice(uint32_t host) const
    {
        return m_devices[host];
    }

    /** @param host its number @return its LeanHost */
    Ptr<LeanHost> GetLean(uint32_t host) const
    {
        return m_leans[host];
    }

  private:
    static void Capture(HostNetwork* network, uint32_t host, Ptr<const Packet> packet)
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        const bool isIpv4 = octets[1] == 0x21; // RFC 1332
        if (isIpv4 && octets[PPP_BYTES + 9] == 6 && octets[PPP_BYTES + 15] == host + 1)
        {
            ++network->m_result.tcp[host];
        }
        if (isIpv4 && network->m_s.anyNumber)
        {
            octets[PPP_BYTES + 4] = 0;
            octets[PPP_BYTES + 5] = 0;
        }
        network->m_result.packets.push_back(std::to_string(Simulator::Now().GetNanoSeconds()) +
                                            " " + std::to_string(host) + " " +
                                            std::string(octets.begin(), octets.end()));
    }

    static bool Relay(HostNetwork* network,
                      uint32_t to,
                      Ptr<NetDevice> /* in */,
                      Ptr<const Packet> packet,
                      uint16_t protocol,
                      const Address& from)
    {
        const HostScenario& s = network->m_s;
        const uint32_t n = ++network->m_relayed;
        if (s.dropEvery > 0 && n % s.dropEvery == 0)
        {
            return true;
        }
        const auto copy = packet->Copy();
        if (protocol == IPV4 && s.markEvery > 0 && n % s.markEvery == 0)
        {
            Ipv4Header ip;
            copy->RemoveHeader(ip);
            if (ip.GetEcn() != Ipv4Header::ECN_NotECT)
            {
                ip.SetEcn(Ipv4Header::ECN_CE);
            }
            copy->AddHeader(ip);
        }
        if (s.padEvery > 0 && n % s.padEvery == 0)
        {
            copy->AddAtEnd(Create<Packet>(6));
        }
        return network->m_relays[to]->Send(copy, from, protocol);
    }

    /** @brief Connects and sends. @param name of the stream @param factory of sockets @param from
     * host @param bytes to send @param port of the sink */
    void Send(const std::string& name,
              const std::string& factory,
              uint32_t from,
              uint32_t bytes,
              uint16_t port)
    {
        const Address any = m_s.ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), port))
                                     : Address(InetSocketAddress(Ipv4Address::GetAny(), port));
        const auto apps = PacketSinkHelper(factory, any).Install(m_hosts.Get(1 - from));
        m_sinks[name] = DynamicCast<PacketSink>(apps.Get(0));
        const auto socket = Socket::CreateSocket(m_hosts.Get(from), TypeId::LookupByName(factory));
        if (from == 0 && port == LEAN_PORT)
        {
            socket->SetIpTos(m_s.tos);
            if (m_s.ttl > 0)
            {
                socket->SetIpTtl(m_s.ttl);
            }
            if (m_s.bound)
            {
                Simulator::Schedule(m_s.boundAt, &HostNetwork::Bind, this, socket);
            }
        }
        Simulator::Schedule(MilliSeconds(port - LEAN_PORT + 1),
                            &HostNetwork::Connect,
                            this,
                            socket,
                            from,
                            bytes,
                            port);
    }

    void Bind(Ptr<Socket> socket)
    {
        socket->BindToNetDevice(m_devices[0]);
        m_result.early = m_leans[0] ? m_leans[0]->GetSent() : 0;
    }

    void Connect(Ptr<Socket> socket, uint32_t from, uint32_t bytes, uint16_t port)
    {
        m_left[PeekPointer(socket)] = bytes;
        socket->SetConnectCallback(MakeCallback(&HostNetwork::Connected, this),
                                   Sink<Ptr<Socket>>::Make([](Ptr<Socket>) {}));
        socket->SetSendCallback(MakeCallback(&HostNetwork::Fill, this));
        const Address to = m_s.ipv6
                               ? Address(Inet6SocketAddress(m_ipv6, port))
                               : Address(InetSocketAddress(Ipv4Address(0x0a000002 - from), port));
        socket->Connect(to);
        m_sockets.push_back(socket);
    }

    void Connected(Ptr<Socket> socket)
    {
        Fill(socket, socket->GetTxAvailable());
    }

    void Fill(Ptr<Socket> socket, uint32_t room)
    {
        uint32_t& left = m_left[PeekPointer(socket)];
        while (left > 0 && room > 0)
        {
            const uint32_t n = std::min({left, room, 1000U});
            if (socket->Send(Create<Packet>(n)) < 0)
            {
                return;
            }
            left -= n;
            room = socket->GetTxAvailable();
        }
        if (left == 0)
        {
            socket->Close();
        }
    }

    const HostScenario m_s;                         //!< what to do
    NodeContainer m_hosts;                          //!< two
    Ptr<LeanLinkNetDevice> m_devices[2];            //!< of the hosts
    Ptr<LeanLinkNetDevice> m_relays[2];             //!< their far ends
    Ptr<LeanHost> m_leans[2];                       //!< of the hosts, if there are any
    Ipv6Address m_ipv6;                             //!< of host 1
    std::map<std::string, Ptr<PacketSink>> m_sinks; //!< by stream
    std::vector<Ptr<Socket>> m_sockets;             //!< that send
    std::map<Socket*, uint32_t> m_left;             //!< what each has to send yet
    uint32_t m_relayed{0};                          //!< packets that the relay has seen
    HostResult m_result;                            //!< so far
};

/** @param s what to do @param isLean whether the hosts have a LeanHost @return what has happened */
HostResult
RunHosts(const HostScenario& s, bool isLean)
{
    return HostNetwork(s, isLean).Run();
}

/** @brief ns-3's layers are the oracle: octets and times on both lines, bytes at the sinks. */
class LeanHostSameTest : public TestCase
{
  public:
    LeanHostSameTest()
        : TestCase("Lean host: the same octets at the same times as with ns-3's layers")
    {
    }

  private:
    void DoRun() override
    {
        HostScenario s;
        Compare(s, "plain", true);
        s.back = 200000;
        Compare(s, "both ways", true);
        s.dropEvery = 37;
        Compare(s, "losses", true);
        s.tos = 0x28;
        s.ttl = 17;
        Compare(s, "TOS and TTL", true);
        s.ecn = true;
        s.markEvery = 23;
        Compare(s, "marks", true);
        s.padEvery = 11; // padded packets go through IP, which trims them
        Compare(s, "octets behind the end", false);
        s.outage = true;
        Compare(s, "an interface that is down for a while", false);
        s = HostScenario();
        s.others = true;
        s.anyNumber = true; // ns-3's TCP counts the same pair of hosts on its own
        Compare(s, "beside UDP and ns-3's TCP", false);
        s.others = false;
        s.mtu = 600;
        Compare(s, "fragments", false);
    }

    /** @param s what to do @param name of it @param isAll whether all segments but a listener's
     * take the short way */
    void Compare(const HostScenario& s, const std::string& name, bool isAll)
    {
        const auto lean = RunHosts(s, true);
        const auto full = RunHosts(s, false);
        const auto differ = std::mismatch(full.packets.begin(),
                                          full.packets.end(),
                                          lean.packets.begin(),
                                          lean.packets.end());
        NS_TEST_EXPECT_MSG_EQ(differ.first - full.packets.begin(),
                              static_cast<std::ptrdiff_t>(full.packets.size()),
                              name << ": packets that are the same");
        NS_TEST_EXPECT_MSG_EQ(lean.packets.size(), full.packets.size(), name << ": packets");
        NS_TEST_EXPECT_MSG_EQ((lean.at == full.at), true, name << ": bytes at the sinks");
        NS_TEST_EXPECT_MSG_EQ(lean.at.at("stream"), s.bytes, name << ": all has arrived");
        NS_TEST_EXPECT_MSG_EQ(full.sent[0] + full.received[0], 0, name << ": without LeanHost");
        for (const uint32_t host : {0, 1})
        {
            NS_TEST_EXPECT_MSG_GT(lean.sent[host], 50, name << ": sent past IP");
            NS_TEST_EXPECT_MSG_GT(lean.received[host], 50, name << ": received past IP");
            if (isAll)
            {
                NS_TEST_EXPECT_MSG_EQ(lean.sent[host], lean.tcp[host], name << ": none by IP");
            }
        }
    }
};

/** @brief Random networks. */
class LeanHostRandomTest : public TestCase
{
  public:
    LeanHostRandomTest()
        : TestCase("Lean host: random networks")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(31);
        for (uint32_t i = 0; i < 40; ++i)
        {
            HostScenario s;
            s.bytes = random->GetInteger(1, 200000);
            s.back = random->GetInteger(0, 50000);
            s.buffer = std::to_string(random->GetInteger(2, 30)) + "p";
            s.dropEvery = random->GetInteger(0, 1) * random->GetInteger(5, 60);
            s.markEvery = random->GetInteger(0, 1) * random->GetInteger(3, 60);
            s.padEvery = random->GetInteger(0, 1) * random->GetInteger(3, 60);
            s.ecn = random->GetInteger(0, 1);
            s.outage = random->GetInteger(0, 3) == 0;
            const auto lean = RunHosts(s, true);
            const auto full = RunHosts(s, false);
            NS_TEST_EXPECT_MSG_EQ((lean.packets == full.packets), true, "packets of run " << i);
            NS_TEST_EXPECT_MSG_EQ((lean.at == full.at), true, "bytes of run " << i);
            NS_TEST_EXPECT_MSG_GT(lean.sent[0], 0, "past IP in run " << i);
        }
    }
};

/** @brief Connections that must not take the short way, and such that leave it. */
class LeanHostStayTest : public TestCase
{
  public:
    LeanHostStayTest()
        : TestCase("Lean host: who stays with ns-3's layers")
    {
    }

  private:
    void DoRun() override
    {
        HostScenario s;
        s.bound = true;
        auto result = RunHosts(s, true);
        NS_TEST_EXPECT_MSG_EQ(result.at["stream"], s.bytes, "a socket bound to a device");
        NS_TEST_EXPECT_MSG_EQ(result.sent[0] + result.received[0], 0, "it stays");
        NS_TEST_EXPECT_MSG_GT(result.sent[1], 50, "its peer does not");
        s.boundAt = MilliSeconds(100);
        result = RunHosts(s, true);
        NS_TEST_EXPECT_MSG_EQ(result.at["stream"], s.bytes, "bound while it sends");
        NS_TEST_EXPECT_MSG_GT(result.early, 20, "before that");
        NS_TEST_EXPECT_MSG_EQ(result.sent[0], result.early, "nothing after it");
        s = HostScenario();
        s.ipv6 = true;
        result = RunHosts(s, true);
        NS_TEST_EXPECT_MSG_EQ(result.at["stream"], s.bytes, "IPv6");
        NS_TEST_EXPECT_MSG_EQ(result.sent[0] + result.sent[1], 0, "IPv6 stays");
        s.ipv6 = false;
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        result = RunHosts(s, true);
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(result.at["stream"], s.bytes, "with checksums");
        NS_TEST_EXPECT_MSG_EQ(result.sent[0] + result.sent[1], 0, "they stay");
    }
};

/** @brief A connection within a host. */
class LeanHostLoopTest : public TestCase
{
  public:
    LeanHostLoopTest()
        : TestCase("Lean host: a connection to the host itself")
    {
    }

  private:
    void DoRun() override
    {
        HostNetwork network(HostScenario(), true);
        const auto host = network.GetHosts().Get(0);
        const auto sink = DynamicCast<PacketSink>(
            PacketSinkHelper(INDEXED, InetSocketAddress("10.0.0.1", LEAN_PORT))
                .Install(host)
                .Get(0));
        const auto socket = Socket::CreateSocket(host, TypeId::LookupByName(INDEXED));
        ScheduleCall(MilliSeconds(1), [socket] {
            socket->Connect(InetSocketAddress("10.0.0.1", LEAN_PORT));
            socket->Send(Create<Packet>(5000));
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 5000, "by the loopback device");
        NS_TEST_EXPECT_MSG_EQ(network.GetLean(0)->GetSent(), 0, "not by the link");
    }
};

/** @brief Wrong use. */
class LeanHostErrorTest : public TestCase
{
  public:
    LeanHostErrorTest()
        : TestCase("Lean host: errors")
    {
    }

  private:
    void DoRun() override
    {
        HostNetwork network(HostScenario(), true);
        const auto lean = network.GetLean(0);
        Expect([&] { lean->Serve(network.GetDevice(1)); }, "another node");
        Expect([&] { CreateObject<LeanHost>()->Serve(network.GetDevice(0)); }, "another node");
        Expect([&] { lean->Serve(network.GetDevice(0)); }, "already");
        const auto bare = CreateObject<Node>();
        const auto more = LeanLinkHelper().Install(network.GetHosts().Get(0), bare);
        Expect([&] { lean->Serve(DynamicCast<LeanLinkNetDevice>(more.Get(0))); },
               "no IPv4 address");
        const auto alone = CreateObject<LeanHost>();
        bare->AggregateObject(alone);
        Expect([&] { alone->Serve(DynamicCast<LeanLinkNetDevice>(more.Get(1))); },
               "no IPv4 address");
    }

    /** @param code that must abort @param reason part of its message */
    void Expect(const std::function<void()>& code, const std::string& reason)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(reason), std::string::npos, text);
    }
};

HsnTestRegistration g_leanHostTests("lean-host",
                                    {new LeanHostSameTest,
                                     new LeanHostRandomTest,
                                     new LeanHostStayTest,
                                     new LeanHostLoopTest,
                                     new LeanHostErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
