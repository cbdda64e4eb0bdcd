// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket in place of ns-3's TCP: unchanged applications and unchanged paths.
 *
 * The names that must keep working are ns-3's: the factory "ns3::TcpSocketFactory", the paths that
 * its example programs use, and the trace sources of ns3::TcpSocketBase.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-switch.h"
#include "ns3/three-gpp-http-client.h"
#include "ns3/three-gpp-http-header.h"
#include "ns3/three-gpp-http-helper.h"
#include "ns3/three-gpp-http-server.h"
#include "ns3/three-gpp-http-variables.h"

#include <map>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// The name under which ns-3's TCP remains.
const std::string KEPT_TCP = "ns3::hsn::Ns3TcpSocketFactory";
/// Where paths to ns-3's sockets begin, after the number of the node.
const std::string LIST = "/$ns3::TcpL4Protocol/SocketList/";

/// @param socket a socket @return whether it is ours
bool
IsOurs(Ptr<Socket> socket)
{
    return DynamicCast<IndexedTcpSocket>(socket) != nullptr;
}

/// @param node a node @return whether it gives our sockets to those who ask for ns-3's
bool
GivesOurs(Ptr<Node> node)
{
    return IsOurs(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()));
}

/** @brief What a node finds under the name of ns-3's factory. */
class TcpSwitchFactoryTest : public TestCase
{
  public:
    TcpSwitchFactoryTest()
        : TestCase("ns3::TcpSocketFactory makes our sockets, whatever was asked for before")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const auto node = hosts.nodes.Get(0);
        for (int i = 0; i < 1000; ++i) // ns-3's factory is found often
        {
            node->GetObject<SocketFactory>(TcpSocketFactory::GetTypeId());
        }
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(node), false, "as ns-3 has it");
        HsnInternetHelper().ReplaceTcp(node);
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(node), true, "replaced");
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(hosts.nodes.Get(1)), false, "another node");
        HsnInternetHelper().ReplaceTcp(hosts.nodes); // once more, and the other one
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(node) && GivesOurs(hosts.nodes.Get(1)), true, "all");
        for (int i = 0; i < 3000; ++i)
        {
            node->GetObject<SocketFactory>(SocketFactory::GetTypeId());
            node->GetObject<Object>(TcpSocketFactory::GetTypeId());
            node->GetObject<TcpL4Protocol>()->GetObject<TcpSocketFactory>();
        }
        node->AggregateObject(CreateObject<SimpleNetDevice>()); // sorts the node's objects anew
        CreateObject<SimpleChannel>()->AggregateObject(node);
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(node), true, "asked for under other names");
        NS_TEST_EXPECT_MSG_EQ(bool(DynamicCast<TcpSocketBase>(hosts.Make(0, KEPT_TCP))),
                              true,
                              "ns-3's own");
        NS_TEST_EXPECT_MSG_EQ(
            bool(DynamicCast<TcpSocketBase>(node->GetObject<TcpL4Protocol>()->CreateSocket())),
            true,
            "ns-3's own, of its protocol");
        const auto plain = CreateObject<Node>();
        InternetStackHelper().Install(plain);
        HsnInternetHelper().ReplaceTcp(plain);
        NS_TEST_EXPECT_MSG_EQ(GivesOurs(plain), true, "nothing else of hsn is installed");
        NS_TEST_EXPECT_MSG_EQ(bool(DynamicCast<TcpSocketBase>(
                                  Socket::CreateSocket(plain, TypeId::LookupByName(KEPT_TCP)))),
                              true,
                              "ns-3's own is there, too");
        const auto text =
            HsnAbortText([] { HsnInternetHelper().ReplaceTcp(CreateObject<Node>()); });
        NS_TEST_EXPECT_MSG_NE(text.find("no TCP"), std::string::npos, text);
    }
};

/// Which of two hosts has ours for ns-3's TCP, which IP, and how much is lost.
struct Setting
{
    bool ours[2]; //!< by host
    bool v6;      //!< IPv6
    double lose;  //!< share of packets
};

/// @param s setting @return in words
std::string
ToText(const Setting& s)
{
    std::ostringstream text;
    text << (s.ours[0] ? "ours" : "ns-3's") << " to " << (s.ours[1] ? "ours" : "ns-3's")
         << (s.v6 ? " IPv6" : " IPv4") << " loss " << s.lose;
    return text.str();
}

/// @param s setting @param hosts to set up
void
Prepare(const Setting& s, TcpHosts& hosts)
{
    for (uint32_t i = 0; i < 2; ++i)
    {
        hosts.Device(i)->SetAttribute("DataRate", StringValue("10Mb/s"));
        if (s.ours[i])
        {
            HsnInternetHelper().ReplaceTcp(hosts.nodes.Get(i));
        }
    }
    hosts.channel->SetStream(17);
    hosts.channel->lose = s.lose;
}

/** @brief ns-3's applications, which name ns-3's factory. */
class TcpSwitchApplicationTest : public TestCase
{
  public:
    /// @param s setting
    explicit TcpSwitchApplicationTest(const Setting& s)
        : TestCase("BulkSend, OnOff and PacketSink: " + ToText(s)),
          m_setting(s)
    {
    }

  private:
    static constexpr uint64_t OCTETS = 300000; //!< of each source

    void DoRun() override
    {
        TcpHosts hosts;
        Prepare(m_setting, hosts);
        BulkSendHelper bulk(NS3_TCP, hosts.At(1, 9, m_setting.v6));
        bulk.SetAttribute("MaxBytes", UintegerValue(OCTETS));
        const auto bulks = bulk.Install(hosts.nodes.Get(0));
        OnOffHelper onOff(NS3_TCP, hosts.At(0, 10, m_setting.v6));
        onOff.SetConstantRate(DataRate("2Mb/s"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(OCTETS));
        const auto onOffs = onOff.Install(hosts.nodes.Get(1));
        const auto first =
            PacketSinkHelper(NS3_TCP, TcpHosts::Any(9, m_setting.v6)).Install(hosts.nodes.Get(1));
        const auto second =
            PacketSinkHelper(NS3_TCP, TcpHosts::Any(10, m_setting.v6)).Install(hosts.nodes.Get(0));
        auto sources = ApplicationContainer(bulks);
        sources.Add(onOffs);
        sources.Start(Seconds(2)); // after duplicate address detection
        Simulator::Stop(Seconds(60));
        ScheduleCall(Seconds(2.1), [&] {
            const auto socket = DynamicCast<BulkSendApplication>(bulks.Get(0))->GetSocket();
            NS_TEST_EXPECT_MSG_EQ(IsOurs(socket), m_setting.ours[0], "sender");
        });
        Simulator::Run();
        for (const auto& sink : {first, second})
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sink.Get(0))->GetTotalRx(),
                                  OCTETS,
                                  ToText(m_setting));
        }
        NS_TEST_EXPECT_MSG_EQ(IsOurs(DynamicCast<PacketSink>(first.Get(0))->GetListeningSocket()),
                              m_setting.ours[1],
                              "listener");
    }

    Setting m_setting; //!< it
};

/** @brief ns-3's web browser and server, which ask for ns-3's factory by its TypeId. */
class TcpSwitchHttpTest : public TestCase
{
  public:
    /// @param s setting
    explicit TcpSwitchHttpTest(const Setting& s)
        : TestCase("ThreeGppHttp: " + ToText(s)),
          m_setting(s)
    {
    }

  private:
    void DoRun() override
    {
        m_sent.clear();
        m_received.clear();
        TcpHosts hosts;
        Prepare(m_setting, hosts);
        const Address address = // without a port, as ns-3.37 wants it
            m_setting.v6 ? Address(hosts.addresses[1]) : Address(Ipv4Address("10.0.0.2"));
        const auto servers = ThreeGppHttpServerHelper(address).Install(hosts.nodes.Get(1));
        const auto clients = ThreeGppHttpClientHelper(address).Install(hosts.nodes.Get(0));
        const auto server = DynamicCast<ThreeGppHttpServer>(servers.Get(0));
        const auto client = DynamicCast<ThreeGppHttpClient>(clients.Get(0));
        AssignStreams(server, 3000); // the result must not depend on tests that ran before
        AssignStreams(client, 4000);
        for (const char* source : {"MainObject", "EmbeddedObject"})
        {
            server->TraceConnectWithoutContext(source,
                                               MakeCallback(&TcpSwitchHttpTest::Made, this));
        }
        for (const char* source : {"RxMainObject", "RxEmbeddedObject"})
        {
            client->TraceConnectWithoutContext(source,
                                               MakeCallback(&TcpSwitchHttpTest::Arrived, this));
        }
        ApplicationContainer(servers).Start(Seconds(2));
        ApplicationContainer(clients).Start(Seconds(2.1));
        ScheduleCall(Seconds(3), [&] {
            NS_TEST_EXPECT_MSG_EQ(IsOurs(client->GetSocket()), m_setting.ours[0], "client");
            NS_TEST_EXPECT_MSG_EQ(IsOurs(server->GetSocket()), m_setting.ours[1], "server");
        });
        Simulator::Stop(Seconds(900));
        Simulator::Run();
        // all objects in their order, each with the size that the server gave it; one may be on
        // its way
        NS_TEST_ASSERT_MSG_GT(m_received.size(), 20, ToText(m_setting));
        NS_TEST_EXPECT_MSG_LT(m_sent.size() - m_received.size(), 2, ToText(m_setting));
        m_sent.resize(m_received.size());
        NS_TEST_EXPECT_MSG_EQ((m_sent == m_received), true, ToText(m_setting));
    }

    /// @param application client or server @param stream the first
    static void AssignStreams(Ptr<Application> application, int64_t stream)
    {
        PointerValue variables;
        application->GetAttribute("Variables", variables);
        variables.Get<ThreeGppHttpVariables>()->AssignStreams(stream);
    }

    /// @param size of an object that the server sends
    void Made(uint32_t size)
    {
        m_sent.push_back(size);
    }

    /// @param object that the client has received
    void Arrived(Ptr<const ThreeGppHttpClient>, Ptr<const Packet> object)
    {
        m_received.push_back(object->GetSize() - ThreeGppHttpHeader().GetSerializedSize());
    }

    Setting m_setting;                //!< it
    std::vector<uint32_t> m_sent;     //!< sizes of objects
    std::vector<uint32_t> m_received; //!< sizes of objects
};

/** @brief Paths of ns-3's programs. */
class TcpSwitchPathTest : public TestCase
{
  public:
    TcpSwitchPathTest()
        : TestCase("Paths through ns3::TcpL4Protocol lead to our sockets")
    {
    }

  private:
    /// @param path the path @return number of objects that it leads to
    static std::size_t Count(const std::string& path)
    {
        return Config::LookupMatches(path).GetN();
    }

    void DoRun() override
    {
        RunOnce(true);
        RunOnce(true); // nothing remains of an earlier simulation
        RunOnce(false);
        NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/*" + LIST + "*"), 0, "no simulation");
        CheckNames();
    }

    /// @param ours whether the hosts have our sockets
    void RunOnce(bool ours)
    {
        m_calls.clear();
        TcpHosts hosts;
        Prepare({{ours, ours}, false, 0}, hosts);
        if (!ours)
        {
            HsnInternetHelper().Install(hosts.nodes);
        }
        BulkSendHelper bulk(NS3_TCP, hosts.At(1, 9));
        bulk.SetAttribute("MaxBytes", UintegerValue(500000));
        const auto source = bulk.Install(hosts.nodes.Get(0));
        // it closes when it stops
        auto sink = PacketSinkHelper(NS3_TCP, TcpHosts::Any(9)).Install(hosts.nodes.Get(1));
        sink.Stop(Seconds(100));
        ApplicationContainer(source).Start(Seconds(1));
        ScheduleCall(Seconds(0.5), [] {
            // there is no socket yet
            NS_ASSERT_MSG(Count("/NodeList/0" + LIST + "*") == 0, "too early");
        });
        ScheduleCall(Seconds(1.001), [&] { ConnectAll(); });
        ScheduleCall(Seconds(1.02), [&] { ConnectAccepted(); });
        ScheduleCall(Seconds(1.1), [&] {
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/0" + LIST + "*"), 1, "sender");
            // a listening one and a connected one
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/1" + LIST + "*"), 2, "receiver");
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/1" + LIST + "1"), 1, "receiver");
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/*" + LIST + "*"), 3, "all");
            const std::string own = "/$ns3::hsn::IndexedTcpSockets/SocketList/";
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/*" + own + "*"), (ours ? 3 : 0), "own path");
            NS_TEST_EXPECT_MSG_EQ(
                Config::ConnectFailSafe("/NodeList/1" + LIST + "1/Rx2",
                                        MakeCallback(&TcpSwitchPathTest::Window, this)),
                false,
                "no such trace source");
            // each of ns-3's TCPs gets what is set; so do others
            Config::Set("/NodeList/*/$ns3::TcpL4Protocol/SocketType",
                        TypeIdValue(TypeId::LookupByName("ns3::TcpCubic")));
            Config::Set("/NodeList/1/SystemId", UintegerValue(0));
        });
        ScheduleCall(Seconds(99), [&] {
            NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/1" + LIST + "0"), 1, "listens");
        });
        Simulator::Stop(Seconds(500)); // longer than TIME-WAIT
        Simulator::Run();
        TypeIdValue type;
        hosts.nodes.Get(1)->GetObject<TcpL4Protocol>()->GetAttribute("SocketType", type);
        NS_TEST_EXPECT_MSG_EQ(type.Get().GetName(), "ns3::TcpCubic", "set by path");
        const std::string at = "/NodeList/0" + LIST + "0/CongestionWindow";
        NS_TEST_EXPECT_MSG_EQ(m_calls.size(), 1, "sources");
        // SYN, data and FIN
        NS_TEST_EXPECT_MSG_EQ(m_next.GetValue(), 1 + 500000 + 1, "received in order");
        NS_TEST_EXPECT_MSG_GT(m_calls[at], 20, "changes of the window");
        NS_TEST_EXPECT_MSG_EQ(m_last, m_lastPlain, "with and without context");
        NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/0" + LIST + "*"), 0, "closed");
        NS_TEST_EXPECT_MSG_EQ(Count("/NodeList/1" + LIST + "*"), 0, "closed");
    }

    /// @brief As ns-3's programs do, just after the sockets are there.
    void ConnectAll()
    {
        Config::Connect("/NodeList/0" + LIST + "0/CongestionWindow",
                        MakeCallback(&TcpSwitchPathTest::Window, this));
        Config::ConnectWithoutContext("/NodeList/*" + LIST + "*/CongestionWindow",
                                      MakeCallback(&TcpSwitchPathTest::PlainWindow, this));
    }

    /// @brief When the connection is accepted: what one of ns-3's programs watches there.
    void ConnectAccepted()
    {
        Config::ConnectWithoutContext("/NodeList/1" + LIST + "1/RxBuffer/NextRxSequence",
                                      MakeCallback(&TcpSwitchPathTest::Next, this));
    }

    /// @param now sequence number that is expected
    void Next(SequenceNumber32, SequenceNumber32 now)
    {
        m_next = now;
    }

    /// @brief Trace sources of ns-3's sockets, of the same type where that names no socket.
    void CheckNames()
    {
        const auto theirs = TcpSocketBase::GetTypeId();
        TcpHosts hosts;
        const auto socket = hosts.Make(0, HSN_TCP);
        for (std::size_t i = 0; i < theirs.GetTraceSourceN(); ++i)
        {
            const auto source = theirs.GetTraceSource(i);
            TypeId::TraceSourceInformation own;
            NS_TEST_EXPECT_MSG_EQ(
                bool(socket->GetInstanceTypeId().LookupTraceSourceByName(source.name, &own)),
                true,
                source.name);
        }
    }

    /// @param path of the socket @param now congestion window
    void Window(std::string path, uint32_t, uint32_t now)
    {
        ++m_calls[path];
        m_last = now;
    }

    /// @param now congestion window
    void PlainWindow(uint32_t, uint32_t now)
    {
        m_lastPlain = now;
    }

    std::map<std::string, int> m_calls; //!< by path
    uint32_t m_last{0};                 //!< window
    uint32_t m_lastPlain{0};            //!< window
    SequenceNumber32 m_next;            //!< expected by the receiver
};

const HsnTestRegistration g_tcpSwitchTests(
    "tcp-switch",
    {new TcpSwitchFactoryTest,
     new TcpSwitchApplicationTest({{true, true}, false, 0}),
     new TcpSwitchApplicationTest({{true, false}, false, 0.02}),
     new TcpSwitchApplicationTest({{false, true}, false, 0.02}),
     new TcpSwitchApplicationTest({{true, true}, true, 0.02}),
     new TcpSwitchApplicationTest({{true, false}, true, 0}),
     new TcpSwitchApplicationTest({{false, true}, true, 0}),
     new TcpSwitchHttpTest({{true, true}, false, 0}),
     new TcpSwitchHttpTest({{true, true}, true, 0.02}),
     new TcpSwitchHttpTest({{true, false}, false, 0.01}),
     new TcpSwitchHttpTest({{true, false}, true, 0}),
     new TcpSwitchHttpTest({{false, true}, false, 0.01}),
     new TcpSwitchHttpTest({{false, true}, true, 0}),
     new TcpSwitchPathTest});
} // namespace
} // namespace hsn
} // namespace ns3
