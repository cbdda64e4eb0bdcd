// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets that their callbacks close, and sockets whose connection is over.
 */
#include "../hsn-test.h"
#include "tcp-connection-test-support.h"

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief An application with unread data calls Close() when it is told that data has left, or that
 * there is room: RST leaves at once (RFC 1122, 4.2.2.13), and nothing after it.
 */
class TcpCloseInCallbackTest : public TestCase
{
  public:
    TcpCloseInCallbackTest()
        : TestCase("Close() in callbacks of what sends")
    {
    }

  private:
    /** @param probe whether a window probe is what is sent @param room whether the callback is that
     * of room, else of data sent @param drops whether the application drops its socket, too */
    void Run(bool probe, bool room, bool drops)
    {
        TcpHosts hosts;
        Ptr<Socket> peer;
        const auto listener = hosts.Make(1, HSN_TCP);
        listener->SetAttribute("RcvBufSize", UintegerValue(5360));
        listener->Bind(TcpHosts::Any(80));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([&peer](Ptr<Socket> accepted, const Address&) {
                peer = accepted; // which does not read
                peer->Send(Create<Packet>(100));
            }));
        auto socket = hosts.Make(0, HSN_TCP);
        std::string sent;
        socket->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>, const Header&>::Make(
                [&sent](Ptr<const Packet>, const Header& header) {
                    const auto flags = dynamic_cast<const TcpHeader&>(header).GetFlags();
                    sent += (sent.empty() ? "" : " ") + TcpHeader::FlagsToString(flags);
                }));
        ScheduleCall(Seconds(2), [&] {
            socket->Connect(hosts.At(1, 80));
            socket->Send(Create<Packet>(probe ? 50000 : 100));
        });
        const auto told = Sink<Ptr<Socket>, uint32_t>::Make([&](Ptr<Socket> teller, uint32_t) {
            sent.clear();
            teller->Close();
            socket = drops ? nullptr : socket;
        });
        ScheduleCall(Seconds(3), [&] {
            if (room)
            {
                socket->SetSendCallback(told);
            }
            else
            {
                socket->SetDataSentCallback(told);
            }
            if (!probe)
            {
                socket->Send(Create<Packet>(100));
            }
        });
        Simulator::Stop(Seconds(103));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sent, "RST|ACK", probe << room << drops);
    }

    void DoRun() override
    {
        for (const bool drops : {false, true})
        {
            Run(true, false, drops);
            Run(false, false, drops);
            Run(false, true, drops);
        }
    }
};

/** @brief A socket is good for one connection; one that was refused may try again. */
class TcpUsedSocketTest : public SceneTest
{
  public:
    TcpUsedSocketTest()
        : SceneTest("Connect() and Listen() after a connection")
    {
    }

  private:
    /** @param scene whose active end has had a connection @param what in which way it ended */
    void ExpectUsed(Scene& scene, const std::string& what)
    {
        const auto& socket = scene.a.socket;
        m_answers += what + ": ";
        m_answers += std::to_string(socket->Connect(scene.server)) + " ";
        m_answers += std::to_string(socket->GetErrno() == Socket::ERROR_BADF) + " ";
        socket->Bind();
        m_answers += std::to_string(socket->Listen()) + " ";
        m_answers += std::to_string(socket->GetErrno() == Socket::ERROR_INVAL) + ". ";
    }

    void DoRun() override
    {
        const std::vector<Pair> pairs = {{HSN_TCP, HSN_TCP}};
        ForEach(
            pairs,
            [this](Scene& s) { // reset while much is on its way
                m_answers.clear();
                s.b.reads = false;
                s.a.on = [this, &s](const std::string& event) {
                    if (event == "failed")
                    {
                        ExpectUsed(s, event);
                    }
                };
                Scene::At(20, [&s] { s.a.socket->Send(Create<Packet>(100000)); });
                Scene::At(60, [&s] { s.b.socket->Close(); });
            },
            [this](Scene& s) {
                Equal("answers", m_answers, "failed: -1 1 -1 1. ");
                Equal("peer", s.b.events, "accepted closed");
                NS_TEST_EXPECT_MSG_EQ(s.requests, 1, m_what);
            });
        ForEach(
            pairs,
            [this](Scene& s) { // both have closed, and TIME-WAIT is over
                m_answers.clear();
                Scene::At(20, [&s] { s.a.Send("one"); });
                Scene::At(100, [&s] { s.a.socket->Close(); });
                Scene::At(200, [&s] { s.b.socket->Close(); });
                Scene::At(9000, [this, &s] { ExpectUsed(s, "closed"); });
            },
            [this](Scene& s) {
                Equal("answers", m_answers, "closed: -1 1 -1 1. ");
                Equal("peer", s.b.content, "one");
                NS_TEST_EXPECT_MSG_EQ(s.requests, 1, m_what);
            });
    }

    std::string m_answers; //!< of Connect() and Listen()
};

HsnTestRegistration g_tcpUsedSocketTests("tcp-connection",
                                         {new TcpCloseInCallbackTest, new TcpUsedSocketTest});
} // namespace
} // namespace hsn
} // namespace ns3
