// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t STREAM_PORT = 4000; ///< of servers

/** @param stages gets them @param now new stage */
void
NoteStage(std::vector<StreamStage>* stages, StreamStage /* before */, StreamStage now)
{
    stages->push_back(now);
}

/** @brief A socket before, during and after its connection. */
class StreamLifeTest : public TestCase
{
  public:
    StreamLifeTest()
        : TestCase("Results and errors of all calls in all stages of a connection")
    {
    }

  private:
    /** @param result of a call @param error that it shall have failed with @param socket whose call
     * @param what it was */
    void Expect(int result, Socket::SocketErrno error, Ptr<Socket> socket, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(result, (error == Socket::ERROR_NOTERROR ? 0 : -1), what);
        if (error != Socket::ERROR_NOTERROR)
        {
            NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), error, what);
        }
    }

    void DoRun() override
    {
        TcpHosts hosts;
        auto socket = hosts.Make(0, STOP_WAIT_STREAM);
        NS_TEST_EXPECT_MSG_EQ(socket->GetSocketType(), Socket::NS3_SOCK_STREAM, "type");
        NS_TEST_EXPECT_MSG_EQ(socket->SetAllowBroadcast(true), false, "one peer");
        NS_TEST_EXPECT_MSG_EQ(socket->GetAllowBroadcast(), false, "one peer");
        std::vector<StreamStage> stages;
        socket->TraceConnectWithoutContext("Stage", MakeBoundCallback(&NoteStage, &stages));
        Address name;
        // closed
        Expect(socket->Send(Create<Packet>(1), 0), Socket::ERROR_NOTCONN, socket, "send, closed");
        Expect(socket->ShutdownSend(), Socket::ERROR_NOTCONN, socket, "shutdown, closed");
        Expect(socket->Listen(), Socket::ERROR_INVAL, socket, "listen, not bound");
        Expect(socket->GetPeerName(name), Socket::ERROR_NOTCONN, socket, "peer, closed");
        Expect(socket->Connect(Mac48Address("00:00:00:00:00:01")),
               Socket::ERROR_INVAL,
               socket,
               "kind of address");
        Expect(socket->Close(), Socket::ERROR_NOTERROR, socket, "close, not bound");
        Expect(socket->Connect(InetSocketAddress(Ipv4Address("99.9.9.9"), STREAM_PORT)),
               Socket::ERROR_NOROUTETOHOST,
               socket,
               "no route");
        Expect(socket->Bind(), Socket::ERROR_INVAL, socket, "bound by Connect()");
        // listening
        auto listener = hosts.Make(1, STOP_WAIT_STREAM);
        listener->Bind(TcpHosts::Any(STREAM_PORT));
        StreamServer server(listener, 0);
        server.prototype.closes = false;
        Expect(listener->Listen(), Socket::ERROR_INVAL, listener, "listen, listening");
        Expect(listener->Connect(hosts.At(0, STREAM_PORT)),
               Socket::ERROR_OPNOTSUPP,
               listener,
               "connect, listening");
        Expect(listener->Send(Create<Packet>(1), 0),
               Socket::ERROR_NOTCONN,
               listener,
               "send, listening");
        // opening
        socket->SetAttribute("SndBufSize", UintegerValue(1000));
        Expect(socket->Connect(hosts.At(1, STREAM_PORT)),
               Socket::ERROR_NOTERROR,
               socket,
               "connect");
        Expect(socket->Connect(hosts.At(1, STREAM_PORT)),
               Socket::ERROR_ISCONN,
               socket,
               "connect again");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(MakeOctets(0, 0, 600), 0), 600, "send, opening");
        NS_TEST_EXPECT_MSG_EQ(socket->GetTxAvailable(), 400, "send, opening");
        Expect(socket->Send(Create<Packet>(401), 0), Socket::ERROR_MSGSIZE, socket, "full");
        NS_TEST_EXPECT_MSG_EQ((socket->Recv() == nullptr), true, "nothing to read");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_AGAIN, "nothing to read");
        // open
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        auto accepted = server.ends[0]->socket;
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 600, "sent while it opened");
        NS_TEST_EXPECT_MSG_EQ(socket->GetTxAvailable(), 1000, "acknowledged");
        Expect(socket->GetPeerName(name), Socket::ERROR_NOTERROR, socket, "peer");
        NS_TEST_EXPECT_MSG_EQ((name == hosts.At(1, STREAM_PORT)), true, "peer");
        Expect(accepted->GetSockName(name), Socket::ERROR_NOTERROR, accepted, "name");
        NS_TEST_EXPECT_MSG_EQ((name == hosts.At(1, STREAM_PORT)),
                              true,
                              "name of the accepted socket");
        accepted->Send(MakeOctets(1000, 0, 500), 0);
        // half closed
        Expect(socket->ShutdownSend(), Socket::ERROR_NOTERROR, socket, "shutdown");
        Expect(socket->ShutdownSend(), Socket::ERROR_NOTERROR, socket, "shutdown again");
        Expect(socket->Send(Create<Packet>(1), 0), Socket::ERROR_SHUTDOWN, socket, "no more");
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        Address from;
        auto packet = socket->RecvFrom(300, 0, from);
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 300, "a part");
        NS_TEST_EXPECT_MSG_EQ((from == hosts.At(1, STREAM_PORT)), true, "from the peer");
        NS_TEST_EXPECT_MSG_EQ(socket->GetRxAvailable(), 200, "the rest");
        packet = socket->Recv();
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(1000, 300, 200))),
                              true,
                              "the rest");
        NS_TEST_EXPECT_MSG_EQ((socket->Recv() == nullptr), true, "the peer has not ended");
        accepted->Close();
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        packet = socket->Recv();
        NS_TEST_EXPECT_MSG_EQ((packet && packet->GetSize() == 0), true, "the end");
        // after the connection
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Expect(socket->GetPeerName(name), Socket::ERROR_NOTCONN, socket, "peer, after");
        Expect(socket->Close(), Socket::ERROR_NOTERROR, socket, "close, after");
        const std::vector<StreamStage> all = {STREAM_OPENING,
                                              STREAM_OPEN,
                                              STREAM_CLOSING,
                                              STREAM_CLOSED};
        NS_TEST_EXPECT_MSG_EQ((stages == all), true, "stages");
        Expect(listener->Close(), Socket::ERROR_NOTERROR, listener, "close, listening");
        auto next = hosts.Make(1, STOP_WAIT_STREAM);
        Expect(next->Bind(TcpHosts::Any(STREAM_PORT)),
               Socket::ERROR_NOTERROR,
               next,
               "port is free");
        next->Close();
    }
};

HsnTestRegistration g_streamSocketTests("stream-socket", {new StreamLifeTest});
} // namespace
} // namespace hsn
} // namespace ns3
