// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A monitor that finds the sockets of its node: the same exchange of 20000 and 5000 octets over
 * every transport, whose octets, round trip and errors are known from the exchange and the link.
 */
#include "../multicast/frm-world.h"
#include "../multicast/rmtp-world.h"
#include "../transport/socket-exchange-support.h"

#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-helper.h"
#include "ns3/paced-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-node-watch.h"

#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 4000; //!< of the server

/// What a transport tells.
struct WatchCase
{
    std::string factory; //!< of the sockets
    bool rtt;            //!< it tells round trips
    bool sums{false};    //!< data is told as sums of each interval
    bool v6{false};      //!< IPv6
};

/// Every transport.
class QosWatchTest : public TestCase
{
  public:
    /// @param one transport
    explicit QosWatchTest(const WatchCase& one)
        : TestCase("QoS: the monitor finds sockets that open later: " + one.factory +
                   (one.sums ? ", sums" : "") + (one.v6 ? ", IPv6" : "")),
          m_case(one)
    {
    }

  private:
    /// @param mib of a host @param direction of data @param octets gets their sum @return the row
    /// with the most of them
    static const QosRow* Find(Ptr<QosMib> mib, QosDirection direction, uint64_t& octets)
    {
        const QosRow* most = nullptr;
        octets = 0;
        for (const auto* row : mib->GetMonitor()->GetRows())
        {
            if (row->direction == direction)
            {
                octets += row->bits / 8;
                most = !most || row->bits > most->bits ? row : most;
            }
        }
        return most;
    }

    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.SetMonitorAttribute("Batch", BooleanValue(m_case.sums));
        helper.AddContract({1000000, 5 * 1000000, 0, QOS_OUT});
        helper.Install(hosts.nodes);
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { helper.Install(hosts.nodes.Get(0)); }),
                              "",
                              "a second monitor");
        NetworkConditions conditions;
        conditions.v6 = m_case.v6;
        SocketExchange exchange(hosts, m_case.factory, PORT, conditions);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(exchange.client.received, 5000, "the exchange itself");
        const auto near = QosMonitorHelper::GetMib(hosts.nodes.Get(0));
        const auto far = QosMonitorHelper::GetMib(hosts.nodes.Get(1));
        uint64_t sent = 0;
        uint64_t arrived = 0;
        const QosRow* out = Find(near, QOS_OUT, sent);
        const QosRow* in = Find(far, QOS_IN, arrived);
        NS_TEST_ASSERT_MSG_NE(out, nullptr, "a row of the client");
        NS_TEST_ASSERT_MSG_NE(in, nullptr, "a row of the server");
        NS_TEST_EXPECT_MSG_EQ(arrived, sent, "nothing is lost on the link");
        NS_TEST_EXPECT_MSG_EQ(sent - out->errorBits / 8, 20000, "the request, once");
        NS_TEST_EXPECT_MSG_EQ((out->connection >> 32), hosts.nodes.Get(0)->GetId(), "id");
        NS_TEST_EXPECT_MSG_EQ(out->contract.throughput, 1000000, "contract");
        NS_TEST_EXPECT_MSG_EQ(out->hasRtt, m_case.rtt, "round trip");
        if (m_case.rtt)
        {
            // 5 ms each way; delayed acknowledgements and means are above
            NS_TEST_EXPECT_MSG_GT(out->delays.Get(0.01), 5000000 - 1, "at least the link's");
            NS_TEST_EXPECT_MSG_LT(out->delays.Get(0.01), 60000000, "not much above");
        }
        Find(far, QOS_OUT, sent);
        Find(near, QOS_IN, arrived);
        NS_TEST_EXPECT_MSG_EQ(arrived, sent, "nothing is lost on the way back");
        NS_TEST_EXPECT_MSG_GT(arrived + 1, 5000, "the answer");
        NS_TEST_EXPECT_MSG_EQ(near->GetMonitor()->GetCounters().unknown, 0, "no record too early");
        NS_TEST_EXPECT_MSG_EQ(near->GetMonitor()->GetCounters().rejected, 0, "none is refused");
        NS_TEST_EXPECT_MSG_GT(out->closed, 0, "the connection has ended");
    }

    const WatchCase m_case; //!< transport
};

/// Messages.
class QosWatchMessageTest : public TestCase
{
  public:
    /// @param factory of the sockets @param rtt it tells round trips
    QosWatchMessageTest(const std::string& factory, bool rtt)
        : TestCase("QoS: messages of an application: " + factory),
          m_factory(factory),
          m_rtt(rtt)
    {
    }

  private:
    /// @param host watched @param direction of data @return its row with the most of it, or null
    static const QosRow* Find(Ptr<Node> host, QosDirection direction)
    {
        const QosRow* most = nullptr;
        for (const auto* row : QosMonitorHelper::GetMib(host)->GetMonitor()->GetRows())
        {
            most = row->direction == direction && (!most || row->bits > most->bits) ? row : most;
        }
        return most;
    }

    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.Install(hosts.nodes);
        PacketSinkHelper sinks(m_factory, TcpHosts::Any(PORT));
        const auto sink = DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(1)).Get(0));
        OnOffHelper source(m_factory, hosts.At(1, PORT));
        source.SetConstantRate(DataRate("20kbps"), 500);
        source.SetAttribute("MaxBytes", UintegerValue(OCTETS));
        source.Install(hosts.nodes.Get(0)).Start(EXCHANGE_START);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), OCTETS, "the transfer itself");
        const auto* out = Find(hosts.nodes.Get(0), QOS_OUT);
        const auto* in = Find(hosts.nodes.Get(1), QOS_IN);
        NS_TEST_ASSERT_MSG_NE(out, nullptr, "a row of the sender");
        NS_TEST_ASSERT_MSG_NE(in, nullptr, "a row of the receiver");
        NS_TEST_EXPECT_MSG_EQ(out->bits, 8 * OCTETS, "octets sent");
        NS_TEST_EXPECT_MSG_EQ(in->bits, 8 * OCTETS, "octets received");
        NS_TEST_EXPECT_MSG_EQ(out->packets, OCTETS / 500, "messages");
        NS_TEST_EXPECT_MSG_EQ(out->hasErrors, false, "nothing is told of losses");
        NS_TEST_EXPECT_MSG_EQ(out->hasRtt, m_rtt, "round trip");
        if (m_rtt)
        {
            NS_TEST_EXPECT_MSG_GT(out->delays.Get(0.01), 5000000 - 1, "5 ms each way");
            NS_TEST_EXPECT_MSG_LT(out->delays.Get(0.01), 60000000, "not much above");
        }
    }

    static constexpr uint64_t OCTETS = 20000; //!< sent
    const std::string m_factory;              //!< of the sockets
    const bool m_rtt;                         //!< it tells round trips
};

/// Losses.
class QosWatchLossTest : public TestCase
{
  public:
    /// @param factory of the sockets @param sums data is told as sums
    explicit QosWatchLossTest(const std::string& factory, bool sums = false)
        : TestCase("QoS: what is sent again are errors: " + factory + (sums ? ", sums" : "")),
          m_factory(factory),
          m_sums(sums)
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.SetMonitorAttribute("Batch", BooleanValue(m_sums));
        const auto mib = helper.Install(hosts.nodes.Get(0));
        NetworkConditions conditions;
        conditions.lose = 0.1;
        SocketExchange exchange(hosts, m_factory, PORT, conditions);
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(exchange.client.received, 5000, "the exchange itself");
        uint64_t sent = 0;
        uint64_t errors = 0;
        for (const auto* row : mib->GetMonitor()->GetRows())
        {
            sent += row->direction == QOS_OUT ? row->bits / 8 : 0;
            errors += row->errorBits / 8;
        }
        NS_TEST_EXPECT_MSG_GT(errors, 0, "something is lost");
        NS_TEST_EXPECT_MSG_EQ(sent - errors, 20000, "the request, and what is sent again");
    }

    const std::string m_factory; //!< of the sockets
    const bool m_sums;           //!< data is told as sums
};

/// UDP.
class QosWatchUdpTest : public TestCase
{
  public:
    /// @param v6 IPv6 @param sums data is told as sums
    QosWatchUdpTest(bool v6, bool sums)
        : TestCase("QoS: UDP datagrams of any application, a connection for each pair of ports" +
                   std::string(v6 ? ", IPv6" : "") + (sums ? ", sums" : "")),
          m_v6(v6),
          m_sums(sums)
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetWatchAttribute("Idle", TimeValue(Seconds(5)));
        helper.SetMonitorAttribute("Batch", BooleanValue(m_sums));
        helper.Install(hosts.nodes);
        auto source = CreateObject<PacedSource>();
        source->SetAttribute("Remote", AddressValue(hosts.At(1, 9, m_v6)));
        source->SetAttribute("PacketSize", UintegerValue(1000));
        source->SetAttribute("Interval", TimeValue(MilliSeconds(10)));
        source->SetStartTime(Seconds(4.005));
        source->SetStopTime(Seconds(8));
        hosts.nodes.Get(0)->AddApplication(source);
        hosts.nodes.Get(1)->AddApplication(
            PacketSinkHelper("ns3::UdpSocketFactory", TcpHosts::Any(9, m_v6))
                .Install(hosts.nodes.Get(1))
                .Get(0));
        double throughput = 0;
        const auto near = QosMonitorHelper::GetMib(hosts.nodes.Get(0));
        const auto far = QosMonitorHelper::GetMib(hosts.nodes.Get(1));
        ScheduleCall(Seconds(7), [&] {
            if (!m_sums) // sums are right at the end of an interval
            {
                near->GetMonitor()->Update();
            }
            const auto rows = near->GetMonitor()->GetRows();
            NS_TEST_ASSERT_MSG_EQ(rows.size(), 2, "one connection");
            throughput = static_cast<double>(rows[1]->throughput);
            NS_TEST_EXPECT_MSG_EQ(rows[1]->hasRtt, false, "UDP tells no round trip");
            NS_TEST_EXPECT_MSG_EQ(rows[1]->hasErrors, false, "and no errors");
        });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(throughput, 800000, "1000 octets every 10 ms");
        const auto sent = near->GetMonitor()->GetRows();
        const auto arrived = far->GetMonitor()->GetRows();
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 2, "one connection");
        NS_TEST_ASSERT_MSG_EQ(arrived.size(), 2, "one connection");
        NS_TEST_EXPECT_MSG_EQ(sent[1]->bits, 400 * 8000, "datagrams of 4 s");
        NS_TEST_EXPECT_MSG_EQ(arrived[0]->bits, sent[1]->bits, "all have arrived");
        NS_TEST_EXPECT_MSG_EQ(sent[0]->bits, 0, "none came back");
        NS_TEST_EXPECT_MSG_GT(sent[1]->closed, 12 * int64_t(1000000000), "idle for 5 s");
        NS_TEST_EXPECT_MSG_LT(sent[1]->closed, 14 * int64_t(1000000000), "looked at once a second");
    }

    const bool m_v6;   //!< IPv6
    const bool m_sums; //!< data is told as sums
};

/// Multicast.
/// @tparam World a sender and receivers
template <typename World>
class QosWatchGroupTest : public TestCase
{
  public:
    /// @param name of the protocol
    explicit QosWatchGroupTest(const std::string& name)
        : TestCase("QoS: a group of " + name +
                   ": what is sent again are errors, all receivers have the rest")
    {
    }

  private:
    static constexpr uint32_t OCTETS = 20000; //!< sent, in packets of 1000

    /// @param host watched @param direction of data @param errors gets bits @return octets
    static uint64_t Count(Ptr<Node> host, QosDirection direction, uint64_t& errors)
    {
        uint64_t octets = 0;
        errors = 0;
        for (const auto* row : QosMonitorHelper::GetMib(host)->GetMonitor()->GetRows())
        {
            octets += row->direction == direction ? row->bits / 8 : 0;
            errors += row->errorBits;
        }
        return octets;
    }

    void DoRun() override
    {
        World world(2);
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.SetWatchAttribute("Udp", BooleanValue(false)); // RMTP's PDUs are datagrams, too
        helper.Install(world.hosts.nodes);
        world.Lose(2, 0.1);
        world.Start(OCTETS);
        World::Run(60);
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->received, OCTETS, "the transfer itself");
        uint64_t errors = 0;
        const uint64_t sent = Count(world.hosts.nodes.Get(0), QOS_OUT, errors);
        NS_TEST_EXPECT_MSG_GT(errors, 0, "something is lost");
        NS_TEST_EXPECT_MSG_EQ(sent - errors / 8, OCTETS, "what was sent, once");
        NS_TEST_EXPECT_MSG_EQ(Count(world.hosts.nodes.Get(1), QOS_IN, errors),
                              sent,
                              "this receiver loses nothing");
        NS_TEST_EXPECT_MSG_EQ(Count(world.hosts.nodes.Get(1), QOS_OUT, errors),
                              0,
                              "reports are no data");
        const uint64_t arrived = Count(world.hosts.nodes.Get(2), QOS_IN, errors);
        NS_TEST_EXPECT_MSG_EQ((arrived >= OCTETS && arrived < sent), true, "this one does");
    }
};

/// METS, on hosts without IP.
class QosWatchMetsTest : public TestCase
{
  public:
    QosWatchMetsTest()
        : TestCase("QoS: media and control sockets of METS, each a connection")
    {
    }

  private:
    /// @param device of a host @param type of its socket @param octets sent, arrived, sent again
    void Expect(Ptr<NetDevice> device, const std::string& type, const std::vector<uint64_t>& octets)
    {
        const auto node = device->GetNode();
        const auto watch = node->GetObject<QosNodeWatch>();
        std::vector<uint64_t> found(3);
        for (const auto* row : watch->GetMonitor()->GetRows())
        {
            if (watch->GetName(row->connection) == type)
            {
                found[row->direction == QOS_OUT ? 0 : 1] += row->bits / 8;
                found[2] += row->errorBits / 8;
            }
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(found[i], octets[i], type << ", node " << node->GetId());
        }
    }

    void DoRun() override
    {
        MetsHelper mets;
        const auto ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
        mets.Connect(ends.Get(0), ends.Get(1));
        MetsHelper::ConnectControl(ends.Get(0), ends.Get(1));
        std::vector<Ptr<Socket>> sockets; // of host 0, of host 1
        const auto make = [&](const std::string& factory) {
            for (uint32_t i = 0; i < 2; ++i)
            {
                sockets.push_back(
                    Socket::CreateSocket(ends.Get(i)->GetNode(), TypeId::LookupByName(factory)));
                sockets.back()->Bind(MetsHelper::GetLocal(ends.Get(i), 7));
            }
        };
        make("ns3::hsn::MetsSocketFactory"); // open before the monitor is there
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.Install(NodeContainer(ends.Get(0)->GetNode(), ends.Get(1)->GetNode()));
        make("ns3::hsn::MetsControlSocketFactory");
        const auto peer = MetsHelper::GetPeer(ends.Get(0), ends.Get(1), 7);
        const auto nobody = MetsHelper::GetPeer(ends.Get(0), ends.Get(1), 8);
        for (uint32_t i = 0; i < 10; ++i)
        {
            sockets[0]->SendTo(Create<Packet>(1000), 0, peer);
            sockets[2]->SendTo(Create<Packet>(100), 0, peer);
        }
        sockets[3]->SendTo(Create<Packet>(50), 0, MetsHelper::GetPeer(ends.Get(1), ends.Get(0), 7));
        sockets[2]->SendTo(Create<Packet>(10), 0, nobody); // 8 times
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        Expect(ends.Get(0), "MetsSocket", {10000, 0, 0});
        Expect(ends.Get(1), "MetsSocket", {0, 10000, 0});
        Expect(ends.Get(0), "MetsControlSocket", {1080, 50, 70});
        Expect(ends.Get(1), "MetsControlSocket", {50, 1000, 0});
        Simulator::Destroy();
    }
};

/// Sums against packets.
class QosWatchSumsTest : public TestCase
{
  public:
    QosWatchSumsTest()
        : TestCase("QoS: sums of each interval show the throughput that packets show, and the same "
                   "counts")
    {
    }

  private:
    /// A row at an update.
    using Seen = std::tuple<double, uint64_t, uint64_t, uint64_t, uint64_t>;

    /// @param sums data is told as sums @return what a sender's MIB shows at each update
    static std::vector<Seen> Run(bool sums)
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("Batch", BooleanValue(true));
        helper.SetMonitorAttribute("DisplayInterval", TimeValue(MilliSeconds(200)));
        helper.SetWatchAttribute("Sums", BooleanValue(sums));
        const auto mib = helper.Install(hosts.nodes.Get(0));
        std::vector<Seen> seen;
        mib->TraceConnectWithoutContext(
            "Update",
            Sink<Ptr<const QosMib>>::Make([&seen](Ptr<const QosMib> now) {
                for (const auto& row : now->GetRows())
                {
                    // throughput, errorBits, packets, octets; the throughput as far as the edges of
                    // its window are those of intervals: a connection ends within one, and what it
                    // sends when it opens belongs to the first one
                    const auto* source = now->GetMonitor()->GetRow(row.connection, row.direction);
                    const bool edge = now->GetTime() == NanoSeconds(source->opened) + Seconds(1);
                    seen.emplace_back(now->GetTime().GetSeconds(),
                                      source->closed < 0 && !edge ? row.values[0] : 0,
                                      row.values[7],
                                      row.values[9],
                                      row.values[10]);
                }
            }));
        NetworkConditions conditions;
        conditions.lose = 0.05;
        SocketExchange exchange(hosts, "ns3::hsn::IndexedTcpSocketFactory", PORT, conditions);
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
        return seen;
    }

    void DoRun() override
    {
        const auto packets = Run(false);
        const auto sums = Run(true);
        NS_TEST_EXPECT_MSG_GT(packets.size(), 20, "updates");
        NS_TEST_EXPECT_MSG_EQ((packets == sums), true, "the same at each update");
    }
};

HsnTestRegistration g_qosWatchTests(
    "qos-watch",
    {new QosWatchTest({"ns3::hsn::IndexedTcpSocketFactory", true}),
     new QosWatchTest({"ns3::hsn::Ns3TcpSocketFactory", true}),
     new QosWatchTest({"ns3::hsn::Ns3TcpSocketFactory", true, false, true}),
     new QosWatchTest({"ns3::hsn::IndexedTcpSocketFactory", true, true}),
     new QosWatchTest({"ns3::hsn::XtpSocketFactory", true}),
     new QosWatchTest({"ns3::hsn::XtpSocketFactory", true, true}),
     new QosWatchTest({"ns3::hsn::XtpMessageSocketFactory", true}),
     new QosWatchTest({"ns3::hsn::SstpSocketFactory", false}),
     new QosWatchTest({"ns3::hsn::SnrSocketFactory", false}),
     new QosWatchTest({"ns3::hsn::TearStreamSocketFactory", true}),
     new QosWatchTest({"ns3::hsn::MmPocSocketFactory", true}),
     new QosWatchMessageTest("ns3::hsn::TfrcSocketFactory", true),
     new QosWatchMessageTest("ns3::hsn::TearSocketFactory", true),
     new QosWatchMessageTest("ns3::hsn::XtpDatagramSocketFactory", false),
     new QosWatchLossTest("ns3::hsn::IndexedTcpSocketFactory"),
     new QosWatchLossTest("ns3::hsn::IndexedTcpSocketFactory", true),
     new QosWatchLossTest("ns3::hsn::SstpSocketFactory"),
     new QosWatchLossTest("ns3::hsn::SstpSocketFactory", true),
     new QosWatchUdpTest(false, false),
     new QosWatchUdpTest(true, false),
     new QosWatchUdpTest(false, true),
     new QosWatchGroupTest<FrmWorld>("FRM"),
     new QosWatchGroupTest<RmtpWorld>("RMTP"),
     new QosWatchMetsTest,
     new QosWatchSumsTest});
} // namespace
} // namespace hsn
} // namespace ns3
