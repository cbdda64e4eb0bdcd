// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Calls that fail leave sockets as they were and say why; what is sent again is traced; a peer that
 * vanishes is noticed.
 */
#include "socket-exchange-support.h"

#include "ns3/packet-traces.h"

#include <cstdint>
#include <set>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t FAULT_PORT = 9; ///< of servers

/** @brief Connect() fails as in ns-3's sockets. */
class FailedConnectTest : public TestCase
{
  public:
    FailedConnectTest()
        : TestCase("A failed Connect() says why, and leaves no peer")
    {
    }

  private:
    /** @brief Shows the end point. */
    struct Shown : public StopWaitStreamSocket
    {
        using StopWaitStreamSocket::GetEndPoint;
    };

    void DoRun() override
    {
        TcpHosts hosts;
        const auto socket = hosts.Make(0, STOP_WAIT_STREAM);
        NS_TEST_EXPECT_MSG_EQ(
            socket->Connect(InetSocketAddress(Ipv4Address("192.168.1.1"), FAULT_PORT)),
            -1,
            "no route");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOROUTETOHOST, "no route");
        Address peer;
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(peer), -1, "no peer");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOTCONN, "no peer");

        const auto datagrams = hosts.Make(0, "ns3::hsn::XtpDatagramSocketFactory");
        NS_TEST_ASSERT_MSG_EQ(datagrams->GetSocketType(), Socket::NS3_SOCK_DGRAM, "datagrams");
        datagrams->Bind();
        datagrams->Close();
        NS_TEST_EXPECT_MSG_EQ(datagrams->Connect(hosts.At(1, FAULT_PORT)), -1, "closed");
        NS_TEST_EXPECT_MSG_EQ(datagrams->GetErrno(), Socket::ERROR_BADF, "as Close() says");

        const auto shown = CreateObject<Shown>();
        NS_TEST_EXPECT_MSG_EQ(shown->GetEndPoint().GetMtu(), 0, "without end point");
    }
};

/** @brief Counts by what is on the wire. */
class RetransmissionTraceTest : public TestCase
{
  public:
    RetransmissionTraceTest()
        : TestCase("Stop-and-wait: what is sent again is traced so, and nothing else")
    {
    }

  private:
    /** @param header of what is sent */
    void Sent(Ptr<const Packet>, const StopWaitHeader& header)
    {
        if (header.type == StopWaitHeader::DATA)
        {
            m_again += !m_units.insert(header.number).second;
        }
    }

    /** @param header of what is traced */
    void Traced(Ptr<const Packet>, const StopWaitHeader& header)
    {
        ++m_traced;
        m_others += header.type != StopWaitHeader::DATA;
    }

    void DoRun() override
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(FAULT_PORT));
        StreamServer server(listener, 60000); // so that the peer's packets come in between
        StreamEnd client;
        const auto socket = hosts.Make(0, STOP_WAIT_STREAM);
        socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<StopWaitHeader>(MakeCallback(&RetransmissionTraceTest::Sent, this)));
        socket->TraceConnectWithoutContext(
            "Retransmission",
            MakeHeaderCallback<StopWaitHeader>(
                MakeCallback(&RetransmissionTraceTest::Traced, this)));
        ScheduleCall(EXCHANGE_START, [&] {
            NetworkConditions{false, false, 0.3}.Impair(*hosts.channel);
            client.Use(socket, 0, 1000, 60000);
            socket->Connect(hosts.At(1, FAULT_PORT));
        });
        ScheduleCall(Seconds(8), [&] {
            hosts.channel->lose = 1; // a unit is repeated in vain ...
        });
        ScheduleCall(Seconds(9), [&] { client.reads = false; });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_again, 5, "repeated");
        NS_TEST_EXPECT_MSG_EQ(m_traced, m_again, "traced");
        socket->Recv();
        socket->Close(); // ... when the application ends the connection, maybe by RESET
        NS_TEST_EXPECT_MSG_EQ(m_others, 0, "no unit");
    }

    std::set<uint32_t> m_units; //!< numbers of units that were sent
    uint32_t m_again{0};        //!< units sent again
    uint32_t m_traced{0};       //!< by Retransmission
    uint32_t m_others{0};       //!< of them what is no unit
};

/** @brief A peer without room that vanishes. */
class ClosedWindowTest : public TestCase
{
  public:
    /** @param later whether the application sends after the peer has vanished */
    explicit ClosedWindowTest(bool later)
        : TestCase(std::string("TEAR: a peer whose window is closed vanishes: the sender is told") +
                   (later ? ", also if it sends later" : "")),
          m_later(later)
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, "ns3::hsn::TearStreamSocketFactory");
        listener->SetAttribute("RcvBufSize", UintegerValue(2048));
        listener->Bind(TcpHosts::Any(FAULT_PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        server.prototype.closes = false;
        StreamEnd client;
        client.piece = 512;
        client.closes = false;
        const auto socket = hosts.Make(0, "ns3::hsn::TearStreamSocketFactory");
        socket->SetAttribute("GiveUpTime", TimeValue(Seconds(20)));
        ScheduleCall(EXCHANGE_START, [&] {
            client.Use(socket, 0, 1000, m_later ? 2048 : 20480);
            socket->Connect(hosts.At(1, FAULT_PORT));
        });
        ScheduleCall(Seconds(30), [&] {
            NS_TEST_EXPECT_MSG_EQ(client.broken, 0, "the peer answers");
            hosts.channel->lose = 1;
        });
        ScheduleCall(Seconds(100), [&] {
            if (m_later)
            {
                NS_TEST_EXPECT_MSG_EQ(client.broken, 0, "nothing waits");
                socket->Send(MakeOctets(0, 2048, 512));
            }
        });
        ScheduleCall(Seconds(119), [&] {
            NS_TEST_EXPECT_MSG_EQ(client.broken, (m_later ? 0 : 1), "after 20 s without an answer");
        });
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOTCONN, "told");
    }

    const bool m_later; //!< sends after the peer has vanished
};

static HsnTestRegistration g_socketFaultTests("socket-fault",
                                              {new FailedConnectTest,
                                               new RetransmissionTraceTest,
                                               new ClosedWindowTest(false),
                                               new ClosedWindowTest(true)});
} // namespace
} // namespace hsn
} // namespace ns3
