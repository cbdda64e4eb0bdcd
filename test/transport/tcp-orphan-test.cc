// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A socket that its application has closed does not wait for ever.
 *
 * The time in FIN-WAIT-2 is the default of Linux's tcp_fin_timeout; that a closed connection may be
 * ended while the peer answers window probes is RFC 6429, section 4, and that one in use must not
 * be is RFC 1122, 4.2.2.17.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"

#include "ns3/hsn-compat.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A peer that accepts and does nothing more. */
class TcpOrphanTest : public TestCase
{
  public:
    TcpOrphanTest()
        : TestCase("FinTimeout; window probes of a closed socket")
    {
    }

  private:
    /**
     * @brief Connects, sends, and perhaps closes after a second.
     * @param octets to send @param finTimeout attribute @param closes whether it does
     */
    void Run(uint32_t octets, Time finTimeout, bool closes)
    {
        m_state = TcpSocket::CLOSED;
        m_failed = 0;
        TcpHosts hosts;
        const auto listener = hosts.Make(1, HSN_TCP);
        listener->SetAttribute("RcvBufSize", UintegerValue(5000));
        listener->Bind(TcpHosts::Any(80));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TcpOrphanTest::Accept, this));
        const auto socket = hosts.Make(0, HSN_TCP);
        socket->SetAttribute("FinTimeout", TimeValue(finTimeout));
        socket->TraceConnectWithoutContext("State", MakeCallback(&TcpOrphanTest::State, this));
        ScheduleCall(Seconds(2), [&] {
            socket->Connect(hosts.At(1, 80));
            socket->Send(Create<Packet>(octets));
        });
        if (closes)
        {
            ScheduleCall(Seconds(3), [&] { socket->Close(); });
        }
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        m_accepted = nullptr;
    }

    void DoRun() override
    {
        Run(1000, Seconds(60), true);
        NS_TEST_EXPECT_MSG_EQ(m_state, TcpSocket::CLOSED, "ended");
        NS_TEST_EXPECT_MSG_EQ((m_left - m_entered).GetSeconds(), 60, "in FIN-WAIT-2");
        Run(1000, Seconds(0), true);
        NS_TEST_EXPECT_MSG_EQ(m_state, TcpSocket::FIN_WAIT_2, "waits for ever");
        Run(50000, Seconds(60), true);
        NS_TEST_EXPECT_MSG_EQ(m_state, TcpSocket::CLOSED, "the peer does not read");
        NS_TEST_EXPECT_MSG_EQ(m_failed, 1, "the peer is told by RST");
        // seven minutes of probes at the greatest distance, and what it takes to get there
        NS_TEST_EXPECT_MSG_GT(m_left, Seconds(7 * 60), "not early");
        Run(50000, Seconds(60), false);
        NS_TEST_EXPECT_MSG_EQ(m_state, TcpSocket::ESTABLISHED, "in use");
        NS_TEST_EXPECT_MSG_EQ(m_failed, 0, "in use");
    }

    /// @param socket of the peer
    void Accept(Ptr<Socket> socket, const Address&)
    {
        m_accepted = socket;
        socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                  MakeCallback(&TcpOrphanTest::Failed, this));
    }

    /// @brief The peer's connection broke.
    void Failed(Ptr<Socket>)
    {
        ++m_failed;
    }

    /// @param now state
    void State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
    {
        m_state = now;
        (now == TcpSocket::FIN_WAIT_2 ? m_entered : m_left) = Simulator::Now();
    }

    TcpSocket::TcpStates_t m_state{TcpSocket::CLOSED}; //!< of the sender
    Time m_entered;                                    //!< FIN-WAIT-2
    Time m_left;                                       //!< when it last entered another state
    int m_failed{0};                                   //!< broken connections of the peer
    Ptr<Socket> m_accepted;                            //!< the peer
};

const HsnTestRegistration g_tcpOrphanTests("tcp-orphan", {new TcpOrphanTest});
} // namespace
} // namespace hsn
} // namespace ns3
