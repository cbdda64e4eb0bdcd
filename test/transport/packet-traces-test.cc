// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * One sink watches any transport: what leaves one end by Tx arrives at the other by Rx, if the
 * network loses nothing; and what the network loses comes by Retransmission.
 */
#include "socket-exchange-support.h"

#include "ns3/packet-traces.h"
#include "ns3/socket-keeper.h"
#include "ns3/transport-socket-factory.h"
#include "ns3/xtp-datagram-socket.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t TRACED_PORT = 9; ///< of the server
constexpr uint32_t PIECE = 250;     ///< octets that are sent together: each transport can

/// Transports without the connections of SocketExchange, or that need more than a stack: tests of
/// their own watch them.
const std::set<std::string> NO_EXCHANGE = {
    "ns3::hsn::AdmissionSocketFactory",
    "ns3::hsn::BostonSocketFactory",
    "ns3::hsn::FecUdpSocketFactory",
    "ns3::hsn::FrmSocketFactory",
    "ns3::hsn::MetsControlSocketFactory",
    "ns3::hsn::MetsSocketFactory",
    "ns3::hsn::Ns3TcpSocketFactory", // ns-3's own sockets
    "ns3::hsn::RmtpSocketFactory",
    "ns3::hsn::XtpDatagramSocketFactory",
};
/// The sender asks again on a timer, by data that the receiver may have.
const std::string ASKS_AGAIN = "ns3::hsn::MmPocSocketFactory";
/// Transports that repeat nothing.
const std::set<std::string> ONCE = {"ns3::hsn::TearSocketFactory", "ns3::hsn::TfrcSocketFactory"};

/** @brief What the packets of a node's sockets show. */
struct SeenPackets
{
    uint64_t packets{0};           ///< so far
    uint64_t octets{0};            ///< behind their headers
    std::set<std::string> headers; ///< classes

    /** @param packet without header @param header of it */
    void See(Ptr<const Packet> packet, const Header& header)
    {
        ++packets;
        octets += packet->GetSize();
        headers.insert(header.GetInstanceTypeId().GetName());
    }
};

/** @brief Watches all sockets of a node, whatever their transport. */
struct TracedNode
{
    /** @param node with sockets to come */
    void Watch(Ptr<Node> node)
    {
        SocketKeeper::Get(node)->TraceConnectWithoutContext(
            "Open",
            MakeCallback(&TracedNode::Opened, this));
    }

    /** @param socket new */
    void Opened(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&SeenPackets::See, &sent));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&SeenPackets::See, &arrived));
        repeats |= socket->TraceConnectWithoutContext("Retransmission",
                                                      MakeCallback(&SeenPackets::See, &again));
        measures |=
            socket->TraceConnectWithoutContext("Rtt", MakeCallback(&TracedNode::Measured, this));
        socket->TraceConnectWithoutContext("RxDrop", MakeCallback(&TracedNode::Dropped, this));
    }

    /** @param now round-trip time */
    void Measured(Time, Time now)
    {
        rtt = now;
    }

    /** @param reason why a packet is of no use */
    void Dropped(Ptr<const Packet>, const std::string& reason)
    {
        ++drops[reason];
    }

    SeenPackets sent;                      ///< by Tx
    SeenPackets arrived;                   ///< by Rx
    SeenPackets again;                     ///< by Retransmission
    bool repeats{false};                   ///< there is Retransmission
    bool measures{false};                  ///< there is Rtt
    Time rtt;                              ///< last one
    std::map<std::string, uint32_t> drops; ///< by RxDrop
};

/** @brief An exchange over each transport. */
class PacketTracesTest : public SocketExchangeTest
{
  public:
    PacketTracesTest()
        : SocketExchangeTest("What is sent at one end, any transport's traces show at the other")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t transports = 0;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const auto tid = TypeId::GetRegistered(i);
            if (tid.IsChildOf(TransportSocketFactory::GetTypeId()) && tid.HasConstructor() &&
                NO_EXCHANGE.count(tid.GetName()) == 0)
            {
                ++transports;
                RunOnce(tid.GetName(), {});
                RunOnce(tid.GetName(), {false, false, 0.1});
            }
        }
        NS_TEST_EXPECT_MSG_GT(transports, 9, "transports");
    }

    /** @param factory of sockets @param c network */
    void RunOnce(const std::string& factory, const NetworkConditions& c)
    {
        TcpHosts hosts;
        TracedNode client;
        TracedNode server;
        client.Watch(hosts.nodes.Get(0));
        server.Watch(hosts.nodes.Get(1));
        SocketExchange exchange(hosts, factory, TRACED_PORT, c);
        exchange.client.piece = PIECE;
        exchange.server->prototype.piece = PIECE;
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        const bool whole = c.lose == 0;
        const bool once = ONCE.count(factory) > 0;
        if (whole || !once)
        {
            CheckExchange(exchange.client, *exchange.server, false);
        }
        NS_TEST_EXPECT_MSG_EQ(client.repeats, !once, factory << " has Retransmission");
        NS_TEST_EXPECT_MSG_GT(client.sent.octets, 19999, factory << ": the request");
        NS_TEST_EXPECT_MSG_GT(server.sent.octets, 4999, factory << ": the answer");
        if (whole)
        {
            NS_TEST_EXPECT_MSG_EQ(server.arrived.packets, client.sent.packets, factory);
            NS_TEST_EXPECT_MSG_EQ(server.arrived.octets, client.sent.octets, factory);
            NS_TEST_EXPECT_MSG_EQ(client.arrived.packets, server.sent.packets, factory);
            NS_TEST_EXPECT_MSG_EQ(client.arrived.octets, server.sent.octets, factory);
            NS_TEST_EXPECT_MSG_EQ((server.arrived.headers == client.sent.headers), true, factory);
            const uint64_t again = client.again.packets + server.again.packets;
            NS_TEST_EXPECT_MSG_EQ((again == 0 || factory == ASKS_AGAIN), true, factory);
            for (const auto& drop : server.drops)
            {
                NS_TEST_EXPECT_MSG_EQ((drop.second <= again), true, factory << ": " << drop.first);
            }
            // 5 ms each way; TEAR's is smoothed, a start in slow motion
            NS_TEST_EXPECT_MSG_EQ((!client.measures || client.rtt >= MilliSeconds(10)),
                                  true,
                                  factory << ": " << client.rtt);
        }
        else if (!once)
        {
            NS_TEST_EXPECT_MSG_GT(client.again.packets + server.again.packets, 0, factory);
            NS_TEST_EXPECT_MSG_GT(client.sent.packets + 1, client.again.packets, factory);
        }
    }
};

/** @brief Datagrams from one socket to another. */
class DatagramTracesTest : public TestCase
{
  public:
    DatagramTracesTest()
        : TestCase("What a datagram socket sends, repeats and drops, its traces show")
    {
    }

  private:
    /** @brief What both ends show. */
    struct Sights
    {
        TracedNode sender;   ///< of datagrams
        TracedNode receiver; ///< of datagrams
        uint64_t resent{0};  ///< by the counter of the sender
    };

    /** @param factory of both sockets @param lose share of packets @param reads whether the
     * receiver reads @return what 40 datagrams of 300 octets show */
    static Sights Send(const std::string& factory, double lose, bool reads)
    {
        Sights sights;
        TcpHosts hosts;
        sights.sender.Watch(hosts.nodes.Get(0));
        sights.receiver.Watch(hosts.nodes.Get(1));
        const auto receiver = hosts.Make(1, factory);
        receiver->SetAttribute("RcvBufSize", UintegerValue(1000));
        receiver->Bind(TcpHosts::Any(TRACED_PORT));
        const auto sender = hosts.Make(0, factory);
        sender->SetAttributeFailSafe("Acknowledged", BooleanValue(true));
        sender->Bind(TcpHosts::Any(0));
        ScheduleCall(EXCHANGE_START, [&] {
            NetworkConditions{false, false, lose}.Impair(*hosts.channel);
        });
        for (uint32_t n = 0; n < DATAGRAMS; ++n)
        {
            ScheduleCall(EXCHANGE_START + MilliSeconds(50 * n),
                         [&] { sender->SendTo(Create<Packet>(300), 0, hosts.At(1, TRACED_PORT)); });
            ScheduleCall(EXCHANGE_START + MilliSeconds(50 * n + 40), [=] {
                while (reads && receiver->Recv())
                {
                }
            });
        }
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        if (const auto xtp = DynamicCast<XtpDatagramSocket>(sender))
        {
            sights.resent = xtp->GetCounters().resent;
        }
        return sights;
    }

    void DoRun() override
    {
        const std::string xtp = "ns3::hsn::XtpDatagramSocketFactory";
        for (const auto& factory : {xtp, std::string("ns3::hsn::FecUdpSocketFactory")})
        {
            const auto whole = Send(factory, 0, true);
            NS_TEST_EXPECT_MSG_GT(whole.sender.sent.octets, DATAGRAMS * 300 - 1, factory);
            NS_TEST_EXPECT_MSG_EQ(whole.receiver.arrived.packets,
                                  whole.sender.sent.packets,
                                  factory);
            NS_TEST_EXPECT_MSG_EQ(whole.receiver.arrived.octets, whole.sender.sent.octets, factory);
            NS_TEST_EXPECT_MSG_EQ(whole.sender.arrived.packets,
                                  whole.receiver.sent.packets,
                                  factory << ": what answers");
            NS_TEST_EXPECT_MSG_EQ((whole.receiver.arrived.headers == whole.sender.sent.headers),
                                  true,
                                  factory);
            NS_TEST_EXPECT_MSG_EQ(whole.receiver.drops.size(), 0, factory);
            NS_TEST_EXPECT_MSG_EQ(whole.sender.again.packets, 0, factory);
            // three datagrams fill the buffer
            auto full = Send(factory, 0, false);
            const uint32_t drops = full.receiver.drops["receive buffer is full"];
            NS_TEST_EXPECT_MSG_EQ(drops, DATAGRAMS - 3 + full.resent, factory);
        }
        const auto lossy = Send(xtp, 0.2, true);
        NS_TEST_EXPECT_MSG_GT(lossy.resent, 0, "repeated");
        NS_TEST_EXPECT_MSG_EQ(lossy.sender.again.packets, lossy.resent, "Retransmission");
        NS_TEST_EXPECT_MSG_EQ(lossy.sender.sent.packets, DATAGRAMS + lossy.resent, "Tx");
    }

    static constexpr uint32_t DATAGRAMS = 40; //!< that are sent
};

/** @brief The sources of every transport have the same names and types. */
class TraceSignatureTest : public TestCase
{
  public:
    TraceSignatureTest()
        : TestCase("Tx, Rx, Retransmission, RxDrop and Rtt have one signature")
    {
    }

  private:
    void DoRun() override
    {
        const std::map<std::string, std::string> types = {
            {"Tx", "ns3::hsn::PacketTraces::PacketTracedCallback"},
            {"Rx", "ns3::hsn::PacketTraces::PacketTracedCallback"},
            {"Retransmission", "ns3::hsn::PacketTraces::PacketTracedCallback"},
            {"RxDrop", "ns3::hsn::PacketTraces::DropTracedCallback"},
            {"Rtt", "ns3::TracedValueCallback::Time"}};
        uint32_t sockets = 0;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const std::string factory = TypeId::GetRegistered(i).GetName();
            TypeId tid;
            if (!TypeId::GetRegistered(i).IsChildOf(TransportSocketFactory::GetTypeId()) ||
                factory == "ns3::hsn::AdmissionSocketFactory" || // ns-3's UDP, which asks first
                !TypeId::LookupByNameFailSafe(factory.substr(0, factory.rfind("Factory")), &tid))
            {
                continue;
            }
            ++sockets;
            for (const auto& [name, type] : types)
            {
                TypeId::TraceSourceInformation source;
                const bool found = tid.LookupTraceSourceByName(name, &source) != nullptr;
                NS_TEST_EXPECT_MSG_EQ((found || name == "Retransmission" || name == "Rtt"),
                                      true,
                                      tid.GetName() << " has no trace source " << name);
                NS_TEST_EXPECT_MSG_EQ((!found || source.callback == type),
                                      true,
                                      tid.GetName() << ' ' << name << ": " << source.callback);
            }
        }
        NS_TEST_EXPECT_MSG_GT(sockets, 16, "classes of sockets");
    }
};

/** @brief A sink for one class of header. */
class HeaderSinkTest : public TestCase
{
  public:
    HeaderSinkTest()
        : TestCase("A sink that takes the header of one transport gets no others")
    {
    }

  private:
    /** @param header of a packet */
    void Take(Ptr<const Packet>, const TcpHeader& header)
    {
        m_ports.push_back(header.GetSourcePort());
    }

    void DoRun() override
    {
        const auto sink = MakeHeaderCallback<TcpHeader>(MakeCallback(&HeaderSinkTest::Take, this));
        TcpHeader tcp;
        tcp.SetSourcePort(7);
        sink(Create<Packet>(), tcp);
        sink(Create<Packet>(), Ipv4Header());
        NS_TEST_EXPECT_MSG_EQ((m_ports == std::vector<uint16_t>{7}), true, "ports");
    }

    std::vector<uint16_t> m_ports; //!< of headers that came
};

HsnTestRegistration g_packetTracesTests(
    "packet-traces",
    {new PacketTracesTest, new DatagramTracesTest, new TraceSignatureTest, new HeaderSinkTest});
} // namespace
} // namespace hsn
} // namespace ns3
