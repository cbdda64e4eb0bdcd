// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/message-socket.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t MESSAGE_PORT = 4000; ///< of servers

/** @brief Datagrams without any promise, as bare as the base allows; two at a time wait. */
class BareDatagramSocket : public MessageSocket
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::BareDatagramSocket")
                                .SetParent<MessageSocket>()
                                .SetGroupName("Hsn")
                                .AddConstructor<BareDatagramSocket>();
        return tid;
    }

    BareDatagramSocket()
        : MessageSocket(NS3_SOCK_DGRAM)
    {
    }

    /** @param protocol of the node */
    void SetProtocol(Ptr<TransportProtocol> protocol)
    {
        m_protocol = protocol;
        GetEndPoint().SetAllocator(PeekPointer(protocol));
    }

    /** @brief Sends all messages that wait. */
    void Flush()
    {
        held = false;
        while (!m_sendQueue.IsEmpty())
        {
            MessageInfo info;
            auto packet = m_sendQueue.Remove(info);
            const uint32_t size = packet->GetSize();
            auto path = GetEndPoint().GetPath();
            if (InetSocketAddress::IsMatchingType(info.peer))
            {
                const auto to = InetSocketAddress::ConvertFrom(info.peer);
                path.peer = to.GetIpv4();
                path.peerPort = to.GetPort();
            }
            else
            {
                const auto to = Inet6SocketAddress::ConvertFrom(info.peer);
                path.peer = to.GetIpv6();
                path.peerPort = to.GetPort();
            }
            if (GetEndPoint().FindSource(path.peer, path.local) == ERROR_NOTERROR)
            {
                StopWaitHeader header;
                header.type = StopWaitHeader::DATA;
                header.number = number++;
                m_protocol->Send(packet, header, path);
            }
            NotifyDataSent(size);
        }
        NotifyRoom();
    }

    bool held{false};       //!< messages wait for Flush()
    uint32_t dropped{0};    //!< messages that found no room
    uint32_t number{0};     //!< of the next message
    uint32_t icmpErrors{0}; //!< that came

  protected:
    int DoConnect() override
    {
        return 0;
    }

    void DoSend() override
    {
        if (!held)
        {
            Flush();
        }
    }

    void DoRead() override
    {
    }

    void DoShutdownSend() override
    {
    }

    void Abort() override
    {
    }

    uint32_t GetUnacknowledged() const override
    {
        return 0;
    }

    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override
    {
        StopWaitHeader header;
        packet->RemoveHeader(header);
        MessageInfo info;
        info.peer = arrival.GetFrom();
        info.number = header.number;
        info.missingBefore = header.number != m_expected;
        m_expected = header.number + 1;
        dropped += !Deliver(packet, info);
    }

    void ReceiveIcmp(Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t) override
    {
        ++icmpErrors;
    }

    void NotifyNodeGone() override
    {
    }

  private:
    Ptr<TransportProtocol> m_protocol; //!< sends
    uint32_t m_expected{0};            //!< number of the next message
};

/** @param hosts where @param i host @return a socket there */
Ptr<BareDatagramSocket>
MakeDatagram(const TcpHosts& hosts, uint32_t i)
{
    auto socket = CreateObject<BareDatagramSocket>();
    socket->SetNode(hosts.nodes.Get(i));
    socket->SetProtocol(hosts.nodes.Get(i)->GetObject<StopWaitMessageProtocol>());
    return socket;
}

/** @brief The same calls on ns-3's UDP socket and on a DGRAM MessageSocket. */
class DatagramLikeUdpTest : public TestCase
{
  public:
    DatagramLikeUdpTest()
        : TestCase("DGRAM: results, errors, sizes and senders as with ns-3's UDP socket")
    {
    }

  private:
    /** @param hosts where @param ours kind of socket @param i host @return a socket */
    static Ptr<Socket> Make(const TcpHosts& hosts, bool ours, uint32_t i)
    {
        return ours ? Ptr<Socket>(MakeDatagram(hosts, i)) : hosts.Make(i, "ns3::UdpSocketFactory");
    }

    void DoRun() override
    {
        const auto udp = Run(false, false);
        NS_TEST_EXPECT_MSG_EQ((udp.size() > 20), true, "calls");
        NS_TEST_EXPECT_MSG_EQ(Text(Run(true, false)), Text(udp), "IPv4");
        NS_TEST_EXPECT_MSG_EQ(Text(Run(true, true)), Text(Run(false, true)), "IPv6");
    }

    /** @param results of calls @return the same as text */
    static std::string Text(const std::vector<int64_t>& results)
    {
        std::string text;
        for (const auto result : results)
        {
            text += std::to_string(result) + " ";
        }
        return text;
    }

    /** @param ours kind of socket @param v6 IPv6 @return results of the calls */
    std::vector<int64_t> Run(bool ours, bool v6)
    {
        TcpHosts hosts;
        std::vector<int64_t> results;
        auto in = Make(hosts, ours, 1);
        auto out = Make(hosts, ours, 0);
        const auto note = [&results](int64_t result) { results.push_back(result); };
        const auto call = [&](Ptr<Socket> socket, int result) {
            note(result);
            note(result < 0 ? socket->GetErrno() : 0);
        };
        note(out->GetSocketType());
        call(out, out->Listen());
        call(out, out->Send(Create<Packet>(10), 0)); // not connected
        call(in, in->Bind(TcpHosts::Any(MESSAGE_PORT, v6)));
        auto second = Make(hosts, ours, 1);
        call(second, second->Bind(TcpHosts::Any(MESSAGE_PORT, v6)));
        Simulator::Stop(Seconds(3)); // duplicate address detection
        Simulator::Run();
        const auto to = hosts.At(1, MESSAGE_PORT, v6);
        uint32_t connected = 0;
        out->SetConnectCallback(Sink<Ptr<Socket>>::Make([&](Ptr<Socket>) { ++connected; }),
                                MakeNullCallback<void, Ptr<Socket>>());
        for (const uint32_t size : {100, 0, 300})
        {
            call(out, out->SendTo(Create<Packet>(size), 0, to));
        }
        call(out, out->Connect(to));
        call(out, out->Send(Create<Packet>(400), 0));
        call(out, out->Send(Create<Packet>(100000), 0)); // too long
        Address name;
        call(out, out->GetPeerName(name));
        note(name == to);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        note(connected);
        note(in->GetRxAvailable());
        note(in->Recv(99, 0) ? 1 : 0); // the message has 100
        note(in->GetRxAvailable());
        for (int i = 0; i < 4; ++i)
        {
            Address from;
            const auto packet = in->RecvFrom(1000, 0, from);
            note(packet ? packet->GetSize() : -1);
            note(v6 ? Inet6SocketAddress::ConvertFrom(from).GetIpv6() == hosts.addresses[0]
                    : InetSocketAddress::ConvertFrom(from).GetIpv4() == Ipv4Address("10.0.0.1"));
        }
        note(in->Recv(1000, 0) ? 1 : 0);
        note(in->GetErrno());
        in->ShutdownSend();
        call(in, in->SendTo(Create<Packet>(1), 0, hosts.At(0, MESSAGE_PORT, v6)));
        call(in, in->Close());
        call(in, in->Close());
        call(out, out->Close());
        return results;
    }
};

/** @brief Queues of datagrams. */
class DatagramQueueTest : public TestCase
{
  public:
    DatagramQueueTest()
        : TestCase("DGRAM: full queues refuse, call back, and drop; metadata; many senders; ICMP")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts(3);
        auto in = MakeDatagram(hosts, 2);
        in->SetAttribute("RcvBufSize", UintegerValue(250));
        in->Bind(TcpHosts::Any(MESSAGE_PORT));
        auto out = MakeDatagram(hosts, 0);
        out->SetAttribute("SndBufSize", UintegerValue(300));
        out->held = true;
        const auto to = hosts.At(2, MESSAGE_PORT);
        out->Connect(to);
        uint32_t room = 0;
        out->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([&](Ptr<Socket>, uint32_t size) { room = size; }));
        NS_TEST_EXPECT_MSG_EQ(out->Send(MakeOctets(1, 0, 100), 0), 100, "fits");
        NS_TEST_EXPECT_MSG_EQ(out->Send(MakeOctets(1, 100, 150), 0), 150, "fits");
        NS_TEST_EXPECT_MSG_EQ(out->GetTxAvailable(), 50, "room");
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(51), 0), -1, "does not fit now");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_AGAIN, "later");
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(301), 0), -1, "never fits");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_MSGSIZE, "never");
        out->SetAttribute("MaxMessageSize", UintegerValue(40));
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(41), 0), -1, "too long");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_MSGSIZE, "too long");
        auto exact = MakeDatagram(hosts, 0);
        exact->SetAttribute("MaxMessageSize", UintegerValue(40));
        exact->held = true; // nothing leaves
        exact->Connect(to);
        NS_TEST_EXPECT_MSG_EQ(exact->Send(Create<Packet>(40), 0), 40, "as long as it may be");
        out->SetAttribute("MaxMessageSize", UintegerValue(65535));
        NS_TEST_EXPECT_MSG_EQ(room, 0, "no call back yet");
        out->Flush();
        NS_TEST_EXPECT_MSG_EQ(room, 300, "called back");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        out->Send(Create<Packet>(1), 0); // 250 are in the queue
        auto other = MakeDatagram(hosts, 1);
        other->number = 5;
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(in->dropped, 1, "receive queue is full");
        MessageInfo info;
        auto packet = in->RecvMessage(1000, info);
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(1, 0, 100))), true, "first");
        NS_TEST_EXPECT_MSG_EQ(info.number, 0, "first");
        NS_TEST_EXPECT_MSG_EQ(info.missingBefore, false, "first");
        other->SendTo(MakeOctets(2, 0, 100), 0, to);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        packet = in->RecvMessage(1000, info);
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 150, "second");
        NS_TEST_EXPECT_MSG_EQ(
            (InetSocketAddress::ConvertFrom(info.peer).GetIpv4() == Ipv4Address("10.0.0.1")),
            true,
            "sender");
        packet = in->RecvMessage(1000, info);
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(2, 0, 100))), true, "third");
        NS_TEST_EXPECT_MSG_EQ(info.number, 5, "third");
        NS_TEST_EXPECT_MSG_EQ(info.missingBefore, true, "the protocol says so");
        NS_TEST_EXPECT_MSG_EQ(
            (InetSocketAddress::ConvertFrom(info.peer).GetIpv4() == Ipv4Address("10.0.0.2")),
            true,
            "other sender");
        NS_TEST_EXPECT_MSG_EQ((in->RecvMessage(1000, info) == nullptr), true, "empty");
        NS_TEST_EXPECT_MSG_EQ(info.peer.IsInvalid(), true, "nothing is known of no message");
        other->SendTo(Create<Packet>(1), 0, hosts.At(2, MESSAGE_PORT + 1));
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(other->icmpErrors, 1, "port unreachable");
        NS_TEST_EXPECT_MSG_EQ(other->SendTo(Create<Packet>(1),
                                            0,
                                            Inet6SocketAddress(hosts.addresses[2], MESSAGE_PORT)),
                              -1,
                              "bound in IPv4");
        NS_TEST_EXPECT_MSG_EQ(other->GetErrno(), Socket::ERROR_AFNOSUPPORT, "bound in IPv4");
        in->Close();
        out->Close();
        other->Close();
    }
};

/** @brief Messages on a connection. */
class SeqpacketTest : public TestCase
{
  public:
    SeqpacketTest()
        : TestCase("SEQPACKET: boundaries, truncation, blocking, end, errors")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, STOP_WAIT_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(listener->GetSocketType(), Socket::NS3_SOCK_SEQPACKET, "type");
        NS_TEST_EXPECT_MSG_EQ(listener->Listen(), -1, "not bound");
        NS_TEST_EXPECT_MSG_EQ(listener->GetErrno(), Socket::ERROR_INVAL, "not bound");
        listener->Bind(TcpHosts::Any(MESSAGE_PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        server.prototype.closes = false; // so that there is a peer to the end
        auto out = hosts.Make(0, STOP_WAIT_MESSAGE);
        out->SetAttribute("SndBufSize", UintegerValue(2000));
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(1), 0), -1, "not connected");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_NOTCONN, "not connected");
        out->Connect(hosts.At(1, MESSAGE_PORT));
        NS_TEST_EXPECT_MSG_EQ(out->Connect(hosts.At(1, MESSAGE_PORT)), -1, "again");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_ISCONN, "again");
        uint32_t room = 0;
        out->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([&](Ptr<Socket>, uint32_t size) { room = size; }));
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(), 0), -1, "empty");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_INVAL, "empty");
        for (const uint32_t size : {1, 999, 1000})
        {
            NS_TEST_EXPECT_MSG_EQ(out->Send(MakeOctets(size, 0, size), 0),
                                  static_cast<int>(size),
                                  "while it opens");
        }
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(1), 0), -1, "full");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_AGAIN, "full");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(room, 2000, "all acknowledged");
        NS_TEST_EXPECT_MSG_EQ(out->ShutdownSend(), 0, "done");
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(1), 0), -1, "done");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_SHUTDOWN, "done");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        auto in = DynamicCast<MessageSocket>(server.ends[0]->socket);
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 2000, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(in->Recv(1, 0)->GetSize(), 1, "first");
        NS_TEST_EXPECT_MSG_EQ((in->Recv(998, 0) == nullptr), true, "too long");
        NS_TEST_EXPECT_MSG_EQ(in->GetErrno(), Socket::ERROR_MSGSIZE, "too long");
        Address from;
        const auto packet = in->RecvFrom(999, 0, from);
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(999, 0, 999))),
                              true,
                              "it stayed");
        NS_TEST_EXPECT_MSG_EQ((from == server.peers[0]), true, "from the peer");
        NS_TEST_EXPECT_MSG_EQ(in->Recv()->GetSize(), 1000, "third");
        NS_TEST_EXPECT_MSG_EQ(in->Recv()->GetSize(), 0, "end");
        Address name;
        NS_TEST_EXPECT_MSG_EQ(in->GetPeerName(name), 0, "peer");
        NS_TEST_EXPECT_MSG_EQ((name == server.peers[0]), true, "peer");
    }
};

HsnTestRegistration g_messageSocketTests("message-socket",
                                         {new DatagramLikeUdpTest,
                                          new DatagramQueueTest,
                                          new SeqpacketTest});
} // namespace
} // namespace hsn
} // namespace ns3
