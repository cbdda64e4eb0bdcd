// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A monitor that finds the sockets of its node: the same exchange of 20000 and 5000 octets over
 * every transport, whose octets, round trip and errors are known from the exchange and the link.
 */
#include "../transport/socket-exchange-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/paced-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-monitor.h"

#include <string>
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
};

/// Every transport.
class QosWatchTest : public TestCase
{
  public:
    /// @param one transport
    explicit QosWatchTest(const WatchCase& one)
        : TestCase("QoS: the monitor finds sockets that open later: " + one.factory),
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
        helper.AddContract({1000000, 5 * 1000000, 0, QOS_OUT});
        helper.Install(hosts.nodes);
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { helper.Install(hosts.nodes.Get(0)); }),
                              "",
                              "a second monitor");
        SocketExchange exchange(hosts, m_case.factory, PORT, NetworkConditions());
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

/// Losses.
class QosWatchLossTest : public TestCase
{
  public:
    /// @param factory of the sockets
    explicit QosWatchLossTest(const std::string& factory)
        : TestCase("QoS: what is sent again are errors: " + factory),
          m_factory(factory)
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
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
};

/// UDP.
class QosWatchUdpTest : public TestCase
{
  public:
    QosWatchUdpTest()
        : TestCase("QoS: UDP datagrams of any application, a connection for each pair of ports")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        QosMonitorHelper helper;
        helper.SetWatchAttribute("Idle", TimeValue(Seconds(5)));
        helper.Install(hosts.nodes);
        auto source = CreateObject<PacedSource>();
        source->SetAttribute("Remote", AddressValue(hosts.At(1, 9)));
        source->SetAttribute("PacketSize", UintegerValue(1000));
        source->SetAttribute("Interval", TimeValue(MilliSeconds(10)));
        source->SetStartTime(Seconds(4.005));
        source->SetStopTime(Seconds(8));
        hosts.nodes.Get(0)->AddApplication(source);
        hosts.nodes.Get(1)->AddApplication(
            PacketSinkHelper("ns3::UdpSocketFactory", TcpHosts::Any(9))
                .Install(hosts.nodes.Get(1))
                .Get(0));
        double throughput = 0;
        const auto near = QosMonitorHelper::GetMib(hosts.nodes.Get(0));
        const auto far = QosMonitorHelper::GetMib(hosts.nodes.Get(1));
        ScheduleCall(Seconds(7), [&] {
            near->GetMonitor()->Update();
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
    }
};

HsnTestRegistration g_qosWatchTests("qos-watch",
                                    {new QosWatchTest({"ns3::hsn::IndexedTcpSocketFactory", true}),
                                     new QosWatchTest({"ns3::hsn::Ns3TcpSocketFactory", true}),
                                     new QosWatchTest({"ns3::hsn::XtpSocketFactory", true}),
                                     new QosWatchTest({"ns3::hsn::XtpMessageSocketFactory", true}),
                                     new QosWatchTest({"ns3::hsn::SstpSocketFactory", false}),
                                     new QosWatchTest({"ns3::hsn::SnrSocketFactory", false}),
                                     new QosWatchTest({"ns3::hsn::TearStreamSocketFactory", true}),
                                     new QosWatchTest({"ns3::hsn::MmPocSocketFactory", true}),
                                     new QosWatchLossTest("ns3::hsn::IndexedTcpSocketFactory"),
                                     new QosWatchLossTest("ns3::hsn::SstpSocketFactory"),
                                     new QosWatchUdpTest});
} // namespace
} // namespace hsn
} // namespace ns3
