// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "tcp-connection-test-support.h"
#include "tcp-interop-support.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Applications that call the socket from its callbacks. */
class CallbackTest : public SceneTest
{
  public:
    CallbackTest()
        : SceneTest("Callbacks that send, close and connect")
    {
    }

  private:
    void DoRun() override
    {
        // both write and shut down in the callback for the new connection; ns-3's TCP resets
        // the connection when data come while its own FIN is under way
        ForEach(
            {{HSN_TCP, HSN_TCP}},
            [](Scene& s) {
                for (Witness* w : {&s.a, &s.b})
                {
                    w->on = [w](const std::string& e) {
                        if (e == "connected" || e == "accepted")
                        {
                            w->Send("short");
                            w->socket->ShutdownSend();
                        }
                    };
                }
            },
            [this](Scene& s) {
                Equal("a", s.a.content + " " + s.a.events, "short connected closed");
                Equal("b", s.b.content + " " + s.b.events, "short accepted closed");
            });
        // an accepted connection is closed at once
        ForEach(
            ALL,
            [](Scene& s) {
                s.b.on = [&s](const std::string& e) {
                    if (e == "accepted")
                    {
                        s.b.socket->Close();
                    }
                };
                s.a.on = [&s](const std::string& e) {
                    if (e == "closed")
                    {
                        s.a.socket->Close();
                    }
                };
            },
            [this](Scene& s) {
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.events, "accepted closed");
            });
        // every piece is answered from the callback that announces it, the last one with a close
        ForEach(
            ALL,
            [](Scene& s) {
                const auto answer = [](Witness& w, bool closes) {
                    w.on = [&w, closes](const std::string& e) {
                        if (e == "connected")
                        {
                            w.Send("x");
                        }
                        if (e == "data")
                        {
                            const auto packet = w.socket->Recv();
                            w.content += "x";
                            if (closes && w.content.size() == 20)
                            {
                                w.socket->Close();
                            }
                            else if (packet && packet->GetSize() > 0)
                            {
                                w.socket->Send(packet);
                            }
                        }
                        if (e == "closed")
                        {
                            w.socket->Close();
                        }
                    };
                };
                s.a.reads = s.b.reads = false;
                answer(s.a, true);
                answer(s.b, false);
            },
            [this](Scene& s) {
                Equal("a", s.a.content.substr(0, 20), std::string(20, 'x'));
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.events, "accepted closed");
            });
        // a refused application tries another address from within the callback
        ForEach(
            {{HSN_TCP, HSN_TCP}},
            [](Scene& s) {
                s.listener->Close();
                s.a.on = [&s](const std::string& e) {
                    if (e == "refused" && s.a.events == "refused")
                    {
                        auto again = s.hosts.Make(1, HSN_TCP);
                        again->Bind(s.server);
                        again->Listen();
                        again->SetAcceptCallback(
                            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                            MakeCallback(&Scene::Accept, &s));
                        s.a.socket = s.hosts.Make(0, HSN_TCP);
                        s.a.Use(s.a.socket);
                        s.a.socket->Connect(s.server);
                    }
                };
            },
            [this](Scene& s) { Equal("a", s.a.events, "refused connected"); });
    }
};

/** @brief Return values, errors, names and sizes. */
class SocketApiTest : public SceneTest
{
  public:
    SocketApiTest()
        : SceneTest("The socket interface: errors, names, sizes, flags, devices, shutdown")
    {
    }

  private:
    /** @brief Checks a failure. @param name of the call @param result its @param s the socket
     * @param expected error */
    void Fails(const std::string& name, int result, Ptr<Socket> s, Socket::SocketErrno expected)
    {
        NS_TEST_EXPECT_MSG_EQ(result, -1, m_what << ": " << name);
        NS_TEST_EXPECT_MSG_EQ(s->GetErrno(), expected, m_what << ": " << name);
    }

    /** @brief Checks a success. @param name of the call @param result its */
    void Works(const std::string& name, int result)
    {
        NS_TEST_EXPECT_MSG_EQ(result, 0, m_what << ": " << name);
    }

    void DoRun() override
    {
        for (const auto& factory : {HSN_TCP, NS3_TCP})
        {
            m_what = factory;
            Unconnected(factory);
            Connected(factory);
            Devices(factory);
        }
        Refused(); // ns-3's TCP does not tell why
    }

    /** @brief What needs no connection. @param factory of the sockets */
    void Unconnected(const std::string& factory)
    {
        TcpHosts hosts;
        const auto packet = Create<Packet>(10);
        auto s = hosts.Make(0, factory);
        NS_TEST_EXPECT_MSG_EQ(s->GetSocketType(), Socket::NS3_SOCK_STREAM, "type");
        NS_TEST_EXPECT_MSG_EQ(s->GetNode(), hosts.nodes.Get(0), "node");
        NS_TEST_EXPECT_MSG_EQ(s->GetErrno(), Socket::ERROR_NOTERROR, "none yet");
        NS_TEST_EXPECT_MSG_EQ(s->SetAllowBroadcast(true), false, "no broadcast");
        NS_TEST_EXPECT_MSG_EQ(s->SetAllowBroadcast(false), true, "no broadcast");
        NS_TEST_EXPECT_MSG_EQ(s->GetAllowBroadcast(), false, "no broadcast");
        s->SetRecvPktInfo(true);
        Fails("Send() unconnected", s->Send(packet), s, Socket::ERROR_NOTCONN);
        Fails("SendTo() unconnected",
              s->SendTo(packet, 0, hosts.At(1, 80)),
              s,
              Socket::ERROR_NOTCONN);
        Address name;
        Fails("GetPeerName() unconnected", s->GetPeerName(name), s, Socket::ERROR_NOTCONN);
        Fails("Bind() to what is no address",
              s->Bind(Mac48Address("00:00:00:00:00:01")),
              s,
              Socket::ERROR_INVAL);
        Fails("Connect() to what is no address",
              s->Connect(Mac48Address("00:00:00:00:00:01")),
              s,
              Socket::ERROR_INVAL);
        NS_TEST_EXPECT_MSG_EQ((s->Recv() == nullptr), true, "nothing to read");
        NS_TEST_EXPECT_MSG_EQ(s->GetRxAvailable(), 0, "nothing to read");
        NS_TEST_EXPECT_MSG_EQ(s->GetTxAvailable(), 131072, "SndBufSize");
        Works("Bind()", s->Bind(TcpHosts::Any(80)));
        Works("GetSockName()", s->GetSockName(name));
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(name).GetPort(), 80, "port");
        auto second = hosts.Make(0, factory);
        Fails("port in use", second->Bind(TcpHosts::Any(80)), second, Socket::ERROR_ADDRINUSE);
        Works("Bind() to another port", second->Bind(TcpHosts::Any(81)));
        auto third = hosts.Make(0, factory);
        Works("any port", third->Bind());
        Works("GetSockName()", third->GetSockName(name));
        NS_TEST_EXPECT_MSG_EQ((InetSocketAddress::ConvertFrom(name).GetPort() >= 49152),
                              true,
                              "ephemeral");
        auto fourth = hosts.Make(0, factory);
        Works("the same port of IPv6", fourth->Bind(TcpHosts::Any(80, true)));
        Works("GetSockName()", fourth->GetSockName(name));
        NS_TEST_EXPECT_MSG_EQ(Inet6SocketAddress::ConvertFrom(name).GetPort(), 80, "port");
        Works("Listen()", s->Listen());
        Fails("Listen() again", s->Listen(), s, Socket::ERROR_INVAL);
        Fails("Send() of a listener", s->Send(packet), s, Socket::ERROR_NOTCONN);
        Works("Close()", s->Close());
        auto fifth = hosts.Make(0, factory);
        Works("the port is free again", fifth->Bind(TcpHosts::Any(80)));
        auto sixth = hosts.Make(0, factory);
        Fails("no route",
              sixth->Connect(InetSocketAddress(Ipv4Address("192.0.2.1"), 80)),
              sixth,
              Socket::ERROR_NOROUTETOHOST);
        Address mapped =
            Inet6SocketAddress(Ipv6Address::MakeIpv4MappedAddress(Ipv4Address("10.0.0.2")), 80);
        auto seventh = hosts.Make(0, factory);
        Works("Connect() to a mapped address", seventh->Connect(mapped));
        Works("GetPeerName()", seventh->GetPeerName(name));
        NS_TEST_EXPECT_MSG_EQ(name, hosts.At(1, 80), "it is one of IPv4");
        for (const auto& flag : {1, 2})
        {
            auto eighth = hosts.Make(0, factory);
            NS_TEST_EXPECT_MSG_EQ(HsnAbortText([&] { eighth->Send(packet, flag); }).empty(),
                                  false,
                                  "Send() takes no flags");
            NS_TEST_EXPECT_MSG_EQ(HsnAbortText([&] { eighth->Recv(1, flag); }).empty(),
                                  false,
                                  "Recv() takes no flags");
        }
    }

    /** @brief What GetErrno() tells whose connection is refused. */
    void Refused()
    {
        TcpHosts hosts;
        auto s = hosts.Make(0, HSN_TCP);
        uint32_t failed = 0;
        s->SetConnectCallback(
            MakeNullCallback<void, Ptr<Socket>>(),
            Sink<Ptr<Socket>>::Make([&](Ptr<Socket> refused) {
                ++failed;
                NS_TEST_EXPECT_MSG_EQ(refused->GetErrno(), Socket::ERROR_NOTCONN, "refused");
            }));
        ScheduleCall(Seconds(1), [&] { s->Connect(hosts.At(1, 80)); });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(failed, 1, "told");
        Simulator::Destroy();
    }

    /** @brief Names, sizes, ends. @param factory of both sockets */
    void Connected(const std::string& factory)
    {
        for (const bool v6 : {false, true})
        {
            Scene s({factory, factory}, v6);
            s.b.reads = false;
            s.a.socket->SetAttribute("SndBufSize", UintegerValue(1000));
            s.a.socket->SetAttribute("SegmentSize", UintegerValue(100));
            Scene::At(100, [&] {
                Address name;
                Works("GetSockName()", s.b.socket->GetSockName(name));
                NS_TEST_EXPECT_MSG_EQ(name, s.hosts.At(1, 80, v6), m_what);
                Works("GetPeerName()", s.b.socket->GetPeerName(name));
                NS_TEST_EXPECT_MSG_EQ(name, s.peers.at(0), m_what);
                Works("GetSockName()", s.a.socket->GetSockName(name));
                NS_TEST_EXPECT_MSG_EQ(name, s.peers.at(0), m_what);
                Works("GetPeerName()", s.a.socket->GetPeerName(name));
                NS_TEST_EXPECT_MSG_EQ(name, s.server, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->GetTxAvailable(), 1000, m_what);
                Fails("Send() of more than the buffer",
                      s.a.socket->Send(Create<Packet>(1001)),
                      s.a.socket,
                      Socket::ERROR_MSGSIZE);
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->GetTxAvailable(), 1000, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.a.Send(std::string(600, 'a')), 600, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->GetTxAvailable(), 400, m_what);
                Fails("Send() of more than is free",
                      s.a.socket->Send(Create<Packet>(401)),
                      s.a.socket,
                      Socket::ERROR_MSGSIZE);
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->SendTo(Create<Packet>(400), 0, Address()),
                                      400,
                                      m_what);
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->GetTxAvailable(), 0, m_what);
            });
            Scene::At(1000, [&] {
                NS_TEST_EXPECT_MSG_EQ(s.a.socket->GetTxAvailable(), 1000, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.a.acknowledged, 1000, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->GetRxAvailable(), 1000, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->Recv(1, 0)->GetSize(), 1, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->Recv(150, 0)->GetSize(), 150, m_what);
                Address from;
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->RecvFrom(49, 0, from)->GetSize(), 49, m_what);
                NS_TEST_EXPECT_MSG_EQ(from, s.peers.at(0), m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->GetRxAvailable(), 800, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->Recv()->GetSize(), 800, m_what);
                NS_TEST_EXPECT_MSG_EQ((s.b.socket->Recv() == nullptr), true, m_what);
                NS_TEST_EXPECT_MSG_EQ(s.b.socket->GetRxAvailable(), 0, m_what);
            });
            // the end of the stream is an empty packet
            Scene::At(1200, [&] {
                Works("ShutdownSend()", s.a.socket->ShutdownSend());
                NS_TEST_EXPECT_MSG_EQ(s.a.Send("x"), -1, "Send() after ShutdownSend()");
            });
            Scene::At(1500, [&] {
                const auto end = s.b.socket->Recv();
                NS_TEST_EXPECT_MSG_EQ((end && end->GetSize() == 0), true, m_what << ": the end");
                // and nobody listens to the answer
                Works("ShutdownRecv()", s.a.socket->ShutdownRecv());
                NS_TEST_EXPECT_MSG_EQ(s.b.Send("answer"), 6, m_what);
                Works("Close()", s.b.socket->Close());
            });
            s.Run();
            Equal("a", s.a.content, "");
            Equal("b", s.b.events, "accepted closed");
        }
    }

    /** @brief Sockets bound to a device. @param factory of both sockets */
    void Devices(const std::string& factory)
    {
        for (const bool right : {false, true})
        {
            Scene s({factory, factory});
            s.listener->Close();
            s.listener = s.hosts.Make(1, factory);
            // the loopback device is the other one; ns-3's TCP forgets what was bound before Bind()
            Works("Bind()", s.listener->Bind(TcpHosts::Any(80)));
            s.listener->BindToNetDevice(s.hosts.nodes.Get(1)->GetDevice(right ? 0 : 1));
            Works("Listen()", s.listener->Listen());
            s.listener->SetAcceptCallback(MakeCallback(&Scene::Request, &s),
                                          MakeCallback(&Scene::Accept, &s));
            s.a.socket->BindToNetDevice(s.hosts.Device(0));
            Scene::At(100, [&s] { s.a.Send("hello"); });
            s.Run();
            Equal("b", s.b.content + s.b.events, right ? "helloaccepted" : "");
        }
    }
};

/** @brief Applications of ns-3, unmodified. */
class ApplicationTest : public SceneTest
{
  public:
    ApplicationTest()
        : SceneTest("BulkSend, OnOff and PacketSink, and applications that fill and echo")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& pair : OURS)
        {
            for (const bool v6 : {false, true})
            {
                m_what = pair.first + " to " + pair.second + (v6 ? ", IPv6" : ", IPv4");
                Helpers(pair, v6, 0);
                Helpers(pair, v6, 1);
                Fill(pair, v6);
            }
        }
        ForEach(
            OURS,
            [](Scene& s) {
                // echoes whatever comes
                s.b.reads = false;
                s.b.on = [&s](const std::string& e) {
                    while (e == "data")
                    {
                        Address from;
                        const auto packet = s.b.socket->RecvFrom(from);
                        if (!packet || packet->GetSize() == 0)
                        {
                            return;
                        }
                        s.b.socket->Send(packet);
                    }
                };
                for (int i = 0; i < 50; ++i)
                {
                    Scene::At(100 + 10 * i, [&s, i] { s.a.Send(std::string(500, 'A' + i)); });
                }
            },
            [this](Scene& s) {
                std::string expected;
                for (int i = 0; i < 50; ++i)
                {
                    expected += std::string(500, 'A' + i);
                }
                Equal("echo", s.a.content, expected);
            });
    }

    /** @brief Applications of ns-3. @param pair of factories, source first @param v6 IPv6
     * @param source host that sends */
    void Helpers(const Pair& pair, bool v6, uint32_t source)
    {
        TcpHosts hosts;
        const uint32_t sink = 1 - source;
        BulkSendHelper bulk(pair.first, hosts.At(sink, 80, v6));
        bulk.SetAttribute("MaxBytes", UintegerValue(123456));
        OnOffHelper onOff(pair.first, hosts.At(sink, 81, v6));
        onOff.SetConstantRate(DataRate("1Mbps"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(50000));
        auto bulkApp = bulk.Install(hosts.nodes.Get(source));
        auto onOffApp = onOff.Install(hosts.nodes.Get(source));
        bulkApp.Start(Seconds(2));
        onOffApp.Start(Seconds(2));
        onOffApp.Stop(Seconds(10));
        std::vector<Ptr<PacketSink>> sinks;
        for (const uint16_t port : {80, 81})
        {
            PacketSinkHelper helper(pair.second, TcpHosts::Any(port, v6));
            auto apps = helper.Install(hosts.nodes.Get(sink));
            apps.Start(Seconds(1));
            sinks.push_back(DynamicCast<PacketSink>(apps.Get(0)));
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sinks[0]->GetTotalRx(), 123456, m_what << ": BulkSend");
        NS_TEST_EXPECT_MSG_EQ(sinks[1]->GetTotalRx(), 50000, m_what << ": OnOff");
    }

    /** @brief Fills the buffer whenever the socket reports room. */
    struct Filler
    {
        /** @brief There is room. @param socket in this one @param room octets */
        void Fill(Ptr<Socket> socket, uint32_t room)
        {
            while (sent < TOTAL && socket->GetTxAvailable() > 0)
            {
                const uint32_t n = std::min({TOTAL - sent, 1040u, socket->GetTxAvailable()});
                if (socket->Send(Create<Packet>(n)) < 0)
                {
                    return;
                }
                sent += n;
            }
            if (sent == TOTAL)
            {
                socket->Close();
            }
        }

        static constexpr uint32_t TOTAL = 200000; //!< octets
        uint32_t sent{0};                         //!< octets
    };

    /** @brief Sends only from the callback that reports room. @param pair of factories
     * @param v6 IPv6 */
    void Fill(const Pair& pair, bool v6)
    {
        Scene s(pair, v6);
        Filler filler;
        s.a.socket->SetAttribute("SndBufSize", UintegerValue(10000));
        s.a.socket->SetSendCallback(MakeCallback(&Filler::Fill, &filler));
        s.Run();
        NS_TEST_EXPECT_MSG_EQ(s.b.content.size(), Filler::TOTAL, m_what);
    }
};

HsnTestRegistration g_tcpSocketApiTests("tcp-connection",
                                        {new CallbackTest, new SocketApiTest, new ApplicationTest});
} // namespace
} // namespace hsn
} // namespace ns3
