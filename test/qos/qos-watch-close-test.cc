// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A monitor on a server of ns-3's TCP that keeps no pointer to its connections: each of them has a
 * row, and what is over is let go.
 */
#include "../transport/socket-exchange-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-node-watch.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t CLOSE_PORT = 4000; //!< of the server
constexpr uint32_t SHORT = 1000;      //!< connections
constexpr uint32_t SHORT_OCTETS = 77; //!< that each sends

/// Successive short connections.
class QosWatchCloseTest : public TestCase
{
  public:
    /// @param unread the server closes with data unread, which resets the connection
    explicit QosWatchCloseTest(bool unread)
        : TestCase(std::string("QoS: short connections of ns-3's TCP that ") +
                   (unread ? "the server resets" : "the client closes") + ", each a row"),
          m_unread(unread)
    {
    }

  private:
    /// @return takes connections of the server
    Callback<void, Ptr<Socket>, const Address&> MakeAccept()
    {
        return Sink<Ptr<Socket>, const Address&>::Make([this](Ptr<Socket> socket, const Address&) {
            ++m_accepted;
            m_kept = m_accepted == 1 ? socket : m_kept;
            socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> one) {
                if (m_unread)
                {
                    one->Close();
                    return;
                }
                while (const auto packet = one->Recv())
                {
                    if (packet->GetSize() == 0)
                    {
                        break;
                    }
                }
            }));
            // a reset is over: to close the socket then would reset it again, for ever
            socket->SetCloseCallbacks(
                Sink<Ptr<Socket>>::Make([](Ptr<Socket> one) { one->Close(); }),
                MakeNullCallback<void, Ptr<Socket>>());
        });
    }

    void DoRun() override
    {
        TcpHosts hosts;
        const auto server = hosts.nodes.Get(1);
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1000)));
        helper.Install(server);
        const auto watch = server->GetObject<QosNodeWatch>();
        const auto listener = hosts.Make(1, "ns3::TcpSocketFactory");
        listener->Bind(TcpHosts::Any(CLOSE_PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeAccept());
        uint32_t named = 0;
        uint32_t bare = 0;
        for (uint32_t i = 0; i < SHORT; ++i)
        {
            const Time begin = Seconds(1) + MilliSeconds(100 * i);
            ScheduleCall(begin, [&hosts] {
                const auto client = hosts.Make(0, "ns3::TcpSocketFactory");
                client->Connect(hosts.At(1, CLOSE_PORT));
                client->Send(Create<Packet>(SHORT_OCTETS), 0);
                ScheduleCall(MilliSeconds(50), [client] { client->Close(); });
            });
            // 5 ms each way: data has come, and the client has not closed; then all is over
            for (const uint32_t ms : {40, 90})
            {
                ScheduleCall(begin + MilliSeconds(ms), [&] {
                    const auto all = watch->GetMonitor()->GetRows();
                    NS_TEST_ASSERT_MSG_GT(all.size(), 0, "a row");
                    const std::string name = watch->GetName(all.back()->connection);
                    named += name.find("TcpSocketBase 10.0.0.2:4000 - 10.0.0.1:") == 0;
                    bare += name == "TcpSocketBase";
                });
            }
        }
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted, SHORT, "the connections themselves");
        uint32_t rows = 0;
        for (const auto* row : watch->GetMonitor()->GetRows())
        {
            if (row->direction == QOS_IN)
            {
                ++rows;
                NS_TEST_EXPECT_MSG_EQ(row->bits, 8 * SHORT_OCTETS, "data of one");
                NS_TEST_EXPECT_MSG_GT(row->closed, 0, "it is over");
                NS_TEST_EXPECT_MSG_EQ(watch->GetName(row->connection),
                                      "TcpSocketBase",
                                      "no addresses any more");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(rows, SHORT, "each has a row");
        NS_TEST_EXPECT_MSG_EQ(named, (m_unread ? 0 : SHORT), "open ones have addresses");
        NS_TEST_EXPECT_MSG_EQ(bare, (m_unread ? 2 * SHORT : SHORT), "and no others");
        NS_TEST_EXPECT_MSG_EQ(m_kept->GetReferenceCount(), 1, "nobody else holds it");
        m_kept = nullptr;
    }

    const bool m_unread;    //!< the server does not read
    uint32_t m_accepted{0}; //!< connections
    Ptr<Socket> m_kept;     //!< the first of them
};

HsnTestRegistration g_qosWatchCloseTests("qos-watch",
                                         {new QosWatchCloseTest(false),
                                          new QosWatchCloseTest(true)});
} // namespace
} // namespace hsn
} // namespace ns3
