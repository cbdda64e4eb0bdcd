// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of RMTP: every octet at every receiver over bad networks, ns-3's applications, streams of
 * several messages, what is refused.
 */
#include "rmtp-world.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/rmtp-host.h"

#include <cmath>
#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A transfer to three receivers, and ns-3's applications. */
class RmtpExchangeTest : public SocketExchangeTest
{
  public:
    /** @param c conditions @param format of the wire */
    explicit RmtpExchangeTest(const NetworkConditions& c, const std::string& format = "Paper")
        : SocketExchangeTest("Every octet at all receivers; ns-3's applications: " + c.GetName() +
                             " " + format),
          m_c(c),
          m_format(format)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::hsn::RmtpSocket::WireFormat", StringValue(m_format));
        Transfer(100000);
        Transfer(300000);     // more than SndBufSize: several messages
        Transfer(3000, 700);  // messages that are shorter than a block of 1000 octets
        Transfer(5000, 2300); // two blocks and a part of one, 2300 + 2300 + 400
        Config::SetDefault("ns3::hsn::RmtpServer::MaxPoll", UintegerValue(20));
        Config::SetDefault("ns3::hsn::RmtpServer::MaxConnRetry", UintegerValue(20));
        // to one host: a group of one
        const TcpHosts hosts;
        CheckApplications(hosts, RMTP, m_c, MilliSeconds(3), Seconds(200), {512, 500});
        Config::Reset();
    }

    /// Every octet once and in order; all are told of the end, and have released their ports.
    /// @param octets sent @param message octets of a message; 0: as many as fit
    void Transfer(uint32_t octets, uint32_t message = 0)
    {
        RmtpWorld world(3, m_c.v6);
        world.server->SetAttribute("MaxPoll", UintegerValue(20));
        world.server->SetAttribute("MaxConnRetry", UintegerValue(20));
        world.socket->SetAttribute("MessageSize", UintegerValue(message));
        ScheduleCall(EXCHANGE_START, [&] {
            m_c.Impair(*world.hosts.channel, MilliSeconds(30));
            world.Start(octets);
        });
        RmtpWorld::Run(1000);
        NS_TEST_EXPECT_MSG_EQ(world.client.connected, 1, "open");
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the sender is told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.client.broken + world.client.failed, 0, "no error");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.socket), true, "released");
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "", "nobody has failed");
        if (message > 0)
        {
            const uint32_t messages = (octets + message - 1) / message;
            NS_TEST_EXPECT_MSG_EQ(world.socket->GetMessages(), messages, "messages");
        }
        for (uint32_t i = 1; i <= 3; ++i)
        {
            const auto end = world.End(i);
            NS_TEST_ASSERT_MSG_NE(end, nullptr, "accepted");
            NS_TEST_EXPECT_MSG_EQ(world.servers[i - 1]->ends.size(), 1, "once");
            NS_TEST_EXPECT_MSG_EQ(end->received, octets, "octets");
            NS_TEST_EXPECT_MSG_EQ(end->wrong, 0, "octets");
            NS_TEST_EXPECT_MSG_EQ(end->closed, 1, "told of the end");
            NS_TEST_EXPECT_MSG_EQ(end->broken, 0, "no error");
            NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(end->socket), true, "released");
        }
    }

    const NetworkConditions m_c; //!< conditions
    const std::string m_format;  //!< of the wire
};

/** @brief ns-3's applications by the group's address. */
class RmtpGroupApplicationTest : public TestCase
{
  public:
    RmtpGroupApplicationTest()
        : TestCase("BulkSend and OnOff to a group of PacketSinks")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts(4);
        const Address group = InetSocketAddress(Ipv4Address("225.1.2.3"), RmtpWorld::PORT);
        NodeContainer receivers;
        for (uint32_t i = 1; i <= 3; ++i)
        {
            receivers.Add(hosts.nodes.Get(i));
        }
        RmtpHelper(group).Install(hosts.nodes.Get(0), receivers);
        hosts.channel->SetStream(3);
        hosts.channel->lose = 0.05;
        PacketSinkHelper sinks(RMTP, TcpHosts::Any(RmtpWorld::PORT));
        BulkSendHelper bulk(RMTP, group);
        bulk.SetAttribute("MaxBytes", UintegerValue(200000));
        bulk.SetAttribute("SendSize", UintegerValue(1400));
        bulk.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        OnOffHelper onOff(RMTP, group);
        onOff.SetConstantRate(DataRate("80kbps"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(20000));
        onOff.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        std::vector<Ptr<PacketSink>> all;
        for (uint32_t i = 0; i < 3; ++i)
        {
            all.push_back(DynamicCast<PacketSink>(sinks.Install(receivers.Get(i)).Get(0)));
        }
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        for (const auto& sink : all)
        {
            NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 220000, "both sources, at each sink");
        }
    }
};

HsnTestRegistration g_rmtpSocketTests("rmtp-socket",
                                      {
                                          new RmtpExchangeTest({}),
                                          new RmtpExchangeTest({false, false, 0.1, 0.1, 0.2}),
                                          new RmtpExchangeTest({true, false, 0.1, 0.1, 0.2},
                                                               "Draft01"),
                                          new RmtpGroupApplicationTest,
                                      });
} // namespace
} // namespace hsn
} // namespace ns3
