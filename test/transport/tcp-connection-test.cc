// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Connections opened and closed in all orders, and the guarantees of the socket interface.
 *
 * Expectations come from RFC 9293 and from ns-3's documentation of Socket. ns-3's own
 * TCP must meet them, too, except where a comment says what it does instead.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <memory>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Records what a socket tells its application. */
struct Witness
{
    /** @brief Takes a socket over. @param s the socket */
    void Use(Ptr<Socket> s)
    {
        socket = s;
        socket->TraceConnectWithoutContext("State", MakeCallback(&Witness::State, this));
        socket->SetConnectCallback(MakeCallback(&Witness::Connected, this),
                                   MakeCallback(&Witness::Refused, this));
        socket->SetCloseCallbacks(MakeCallback(&Witness::Closed, this),
                                  MakeCallback(&Witness::Failed, this));
        socket->SetRecvCallback(MakeCallback(&Witness::Readable, this));
        socket->SetDataSentCallback(MakeCallback(&Witness::DataSent, this));
    }

    /** @brief The State trace source. @param now the new state */
    void State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
    {
        states += (states.empty() ? "" : " ") + std::string(TcpSocket::TcpStateName[now]);
    }

    /** @brief Notes an event and lets the script act. @param name of the event */
    void Event(const std::string& name)
    {
        events += (events.empty() ? "" : " ") + name;
        if (on)
        {
            on(name);
        }
    }

    void Connected(Ptr<Socket>)
    {
        Event("connected");
    }

    void Refused(Ptr<Socket>)
    {
        Event("refused");
    }

    void Closed(Ptr<Socket>)
    {
        Event("closed");
    }

    void Failed(Ptr<Socket>)
    {
        Event("failed");
    }

    void DataSent(Ptr<Socket>, uint32_t n)
    {
        acknowledged += n;
    }

    void Readable(Ptr<Socket>)
    {
        if (on)
        {
            on("data");
        }
        while (reads)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            const auto before = content.size();
            content.resize(before + packet->GetSize());
            packet->CopyData(reinterpret_cast<uint8_t*>(&content[before]), packet->GetSize());
        }
    }

    /** @brief Writes. @param text what @return what Send() returns */
    int Send(const std::string& text) const
    {
        return socket->Send(
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
    }

    Ptr<Socket> socket;                         //!< watched
    std::string states;                         //!< entered
    std::string events;                         //!< told
    std::string content;                        //!< read
    uint64_t acknowledged{0};                   //!< octets, as told
    bool reads{true};                           //!< at once
    std::function<void(const std::string&)> on; //!< called at each event
};

/// Both factories: of the active host, of the passive one.
using Pair = std::pair<std::string, std::string>;

/// All pairs in which one of ours is.
const std::vector<Pair> OURS = {{HSN_TCP, HSN_TCP}, {HSN_TCP, NS3_TCP}, {NS3_TCP, HSN_TCP}};
/// These and ns-3's TCP with itself.
const std::vector<Pair> ALL = {{HSN_TCP, HSN_TCP},
                               {HSN_TCP, NS3_TCP},
                               {NS3_TCP, HSN_TCP},
                               {NS3_TCP, NS3_TCP}};

/// A text longer than any window at the start.
const std::string LONG(100000, 'x');

/** @brief A listener on port 80 of host 1 and a socket on host 0, 5 ms apart. */
struct Scene
{
    /** @param pair factories @param v6 IPv6 */
    explicit Scene(const Pair& pair, bool v6 = false)
        : server(hosts.At(1, 80, v6))
    {
        listener = hosts.Make(1, pair.second);
        listener->SetAttribute("MaxSegLifetime", DoubleValue(0.5));
        listener->Bind(TcpHosts::Any(80, v6));
        listener->Listen();
        listener->SetAcceptCallback(MakeCallback(&Scene::Request, this),
                                    MakeCallback(&Scene::Accept, this));
        a.Use(hosts.Make(0, pair.first));
        a.socket->SetAttribute("MaxSegLifetime", DoubleValue(0.5));
    }

    /** @brief An attempt to connect. @return whether the application wants it */
    bool Request(Ptr<Socket>, const Address&)
    {
        ++requests;
        return accepts;
    }

    /** @brief A connection. @param socket its end here @param from the other end */
    void Accept(Ptr<Socket> socket, const Address& from)
    {
        peers.push_back(from);
        b.Use(socket);
        b.Event("accepted");
    }

    /** @brief Plans. @param ms when, after two seconds @param code what */
    static void At(double ms, std::function<void()> code)
    {
        ScheduleCall(Seconds(2) + MicroSeconds(static_cast<int64_t>(1000 * ms)),
                     [code] { code(); });
    }

    /** @brief Connects after duplicate address detection and runs. @param until when, in seconds */
    void Run(double until = 500)
    {
        At(0, [this] { a.socket->Connect(server); });
        Simulator::Stop(Seconds(until));
        Simulator::Run();
    }

    Witness a;                  //!< active end; told until the hosts are gone
    Witness b;                  //!< passive end, the last one accepted
    TcpHosts hosts;             //!< the hosts
    Address server;             //!< of the listener
    Ptr<Socket> listener;       //!< on host 1
    bool accepts{true};         //!< the listener wants connections
    int requests{0};            //!< attempts
    std::vector<Address> peers; //!< of accepted connections
};

/** @brief A test of one scene with several pairs. */
class SceneTest : public TestCase
{
  public:
    /** @param name of the test */
    explicit SceneTest(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @brief Runs a scene for each pair, over IPv4 and IPv6.
     * @param pairs of factories
     * @param prepare sets the scene
     * @param judge looks at it afterwards
     */
    void ForEach(const std::vector<Pair>& pairs,
                 const std::function<void(Scene&)>& prepare,
                 const std::function<void(Scene&)>& judge)
    {
        for (const auto& pair : pairs)
        {
            for (const bool v6 : {false, true})
            {
                m_what = pair.first + " to " + pair.second + (v6 ? ", IPv6" : ", IPv4");
                Scene scene(pair, v6);
                prepare(scene);
                scene.Run();
                judge(scene);
            }
        }
    }

    /** @brief Compares. @param what is compared @param is the text @param expected the text */
    void Equal(const std::string& what, const std::string& is, const std::string& expected)
    {
        NS_TEST_EXPECT_MSG_EQ(is, expected, m_what << ": " << what);
    }

    std::string m_what; //!< pair and protocol of this scene
};

/** @brief Orders of closing. */
class ClosingTest : public SceneTest
{
  public:
    ClosingTest()
        : SceneTest("Closing: active, passive, both, half, with unsent data, after the end")
    {
    }

  private:
    void DoRun() override
    {
        // the active end first, the other one later
        ForEach(
            ALL,
            [](Scene& s) {
                Scene::At(100, [&s] { s.a.socket->Close(); });
                Scene::At(200, [&s] { s.b.socket->Close(); });
            },
            [this](Scene& s) {
                Equal("a",
                      s.a.states,
                      "SYN_SENT ESTABLISHED FIN_WAIT_1 FIN_WAIT_2 TIME_WAIT CLOSED");
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.states, "CLOSE_WAIT LAST_ACK CLOSED");
                Equal("b", s.b.events, "accepted closed");
            });
        // the passive end first, the other one later
        ForEach(
            ALL,
            [](Scene& s) {
                Scene::At(100, [&s] { s.b.socket->Close(); });
                Scene::At(200, [&s] { s.a.socket->Close(); });
            },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT ESTABLISHED CLOSE_WAIT LAST_ACK CLOSED");
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.states, "FIN_WAIT_1 FIN_WAIT_2 TIME_WAIT CLOSED");
                Equal("b", s.b.events, "accepted closed");
            });
        // both at once
        ForEach(
            ALL,
            [](Scene& s) {
                Scene::At(100, [&s] {
                    s.a.socket->Close();
                    s.b.socket->Close();
                });
            },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT ESTABLISHED FIN_WAIT_1 CLOSING TIME_WAIT CLOSED");
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.states, "FIN_WAIT_1 CLOSING TIME_WAIT CLOSED");
                Equal("b", s.b.events, "accepted closed");
            });
        // everything is sent before the FIN, in both directions
        for (const bool first : {false, true})
        {
            ForEach(
                ALL,
                [first](Scene& s) {
                    Scene::At(100, [&s, first] {
                        Witness& w = first ? s.a : s.b;
                        w.Send(LONG);
                        w.socket->Close();
                    });
                    Scene::At(20000, [&s, first] { (first ? s.b : s.a).socket->Close(); });
                },
                [this, first](Scene& s) {
                    Witness& closes = first ? s.a : s.b;
                    Equal("content", (first ? s.b : s.a).content, LONG);
                    Equal("closed",
                          closes.states.substr(closes.states.size() - 16),
                          "TIME_WAIT CLOSED");
                    NS_TEST_EXPECT_MSG_EQ(closes.acknowledged, LONG.size(), m_what);
                });
        }
        // half closed: data the other way afterwards, 100 ms and ten seconds later
        for (const bool first : {false, true})
        {
            ForEach(
                ALL,
                [first](Scene& s) {
                    Scene::At(100, [&s, first] {
                        Witness& w = first ? s.a : s.b;
                        w.Send("question");
                        w.socket->ShutdownSend();
                    });
                    Scene::At(200, [&s, first] { (first ? s.b : s.a).Send(LONG); });
                    Scene::At(10000, [&s, first] {
                        (first ? s.b : s.a).Send("answer");
                        (first ? s.b : s.a).socket->Close();
                    });
                },
                [this, first](Scene& s) {
                    Equal("content", (first ? s.b : s.a).content, "question");
                    Equal("content", (first ? s.a : s.b).content, LONG + "answer");
                    Equal("half",
                          (first ? s.a : s.b).states,
                          (first ? "SYN_SENT ESTABLISHED " : "") +
                              std::string("FIN_WAIT_1 FIN_WAIT_2 TIME_WAIT CLOSED"));
                    Equal("whole",
                          (first ? s.b : s.a).states,
                          (first ? "" : "SYN_SENT ESTABLISHED ") +
                              std::string("CLOSE_WAIT LAST_ACK CLOSED"));
                });
        }
        // the receiver closes while data arrive: RFC 9293, 3.6.1, wants a RST, and the sender
        // must hear that its data are lost
        ForEach(
            {{HSN_TCP, HSN_TCP}},
            [](Scene& s) {
                s.b.reads = false;
                Scene::At(100, [&s] { s.a.Send(LONG); });
                Scene::At(115, [&s] { s.b.socket->Close(); });
            },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT ESTABLISHED CLOSED");
                Equal("a", s.a.events, "connected failed");
                Equal("b", s.b.states, "CLOSED");
            });
        // closing twice, and after the end, is harmless
        ForEach(
            ALL,
            [](Scene& s) {
                for (const double time : {100, 101, 150, 10000})
                {
                    Scene::At(time, [&s] { s.a.socket->Close(); });
                    Scene::At(time + 100, [&s] { s.b.socket->Close(); });
                }
            },
            [this](Scene& s) {
                Equal("a", s.a.events, "connected closed");
                Equal("b", s.b.events, "accepted closed");
            });
    }
};

/** @brief Orders of opening, and refusals. */
class OpeningTest : public SceneTest
{
  public:
    OpeningTest()
        : SceneTest("Opening: both at once, refused, unanswered, closed early, many")
    {
    }

  private:
    /** @return the milliseconds since the start, and a space */
    static std::string Elapsed()
    {
        return std::to_string(Simulator::Now().GetMilliSeconds() - 2000) + " ";
    }

    void DoRun() override
    {
        // Both at once, RFC 9293 figure 8. ns-3's TCP answers the SYN,ACK with a RST.
        for (const bool v6 : {false, true})
        {
            Witness w[2];
            TcpHosts hosts;
            for (int i = 0; i < 2; ++i)
            {
                w[i].Use(hosts.Make(i, HSN_TCP));
                w[i].socket->SetAttribute("MaxSegLifetime", DoubleValue(0.5));
                w[i].socket->Bind(TcpHosts::Any(1000 + i, v6));
                Scene::At(0, [&hosts, &w, i, v6] {
                    w[i].socket->Connect(hosts.At(1 - i, 1000 + (1 - i), v6));
                });
                Scene::At(100, [&w, i] { w[i].Send(i ? "one" : "zero"); });
                Scene::At(200 + 100 * i, [&w, i] { w[i].socket->Close(); });
            }
            Simulator::Stop(Seconds(100));
            Simulator::Run();
            Equal("0",
                  w[0].states,
                  "SYN_SENT SYN_RCVD ESTABLISHED FIN_WAIT_1 FIN_WAIT_2 TIME_WAIT CLOSED");
            Equal("1", w[1].states, "SYN_SENT SYN_RCVD ESTABLISHED CLOSE_WAIT LAST_ACK CLOSED");
            Equal("0", w[0].events + " " + w[0].content, "connected closed one");
            Equal("1", w[1].events + " " + w[1].content, "connected closed zero");
        }
        // Nobody listens. ns-3's TCP reports a normal close.
        ForEach(
            {{HSN_TCP, HSN_TCP}, {HSN_TCP, NS3_TCP}},
            [](Scene& s) { s.listener->Close(); },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT CLOSED");
                Equal("a", s.a.events, "refused");
                NS_TEST_EXPECT_MSG_EQ(s.requests, 0, m_what);
            });
        // nobody answers: ConnCount attempts, at doubling intervals
        std::string silent[2];
        for (const auto& pair : {Pair(HSN_TCP, HSN_TCP), Pair(NS3_TCP, NS3_TCP)})
        {
            auto& times = silent[pair.first == NS3_TCP];
            ForEach(
                {pair},
                [&times](Scene& s) {
                    s.a.socket->SetAttribute("ConnCount", UintegerValue(4));
                    s.a.socket->SetAttribute("ConnTimeout", TimeValue(Seconds(2)));
                    times.clear();
                    s.hosts.channel->filter = [&times](Ptr<const Packet> p, Ptr<SimpleNetDevice>) {
                        TcpHeader header;
                        if (PeekTcp(p, header))
                        {
                            times += Elapsed();
                        }
                        return true;
                    };
                    s.a.on = [&times](const std::string&) { times += Elapsed(); };
                },
                [this](Scene& s) {
                    Equal("a", s.a.states, "SYN_SENT CLOSED");
                    Equal("a", s.a.events, "refused");
                });
        }
        Equal("times of attempts and of the end", silent[0], "0 2000 6000 14000 30000 ");
        Equal("as ns-3", silent[1], silent[0]);
        // closed before the handshake is over: no connection is reported
        ForEach(
            ALL,
            [](Scene& s) { Scene::At(1, [&s] { s.a.socket->Close(); }); },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT CLOSED");
                Equal("b", s.b.events, "");
            });
        // the application refuses: never accepted, never connected
        ForEach(
            ALL,
            [](Scene& s) { s.accepts = false; },
            [this](Scene& s) {
                Equal("a", s.a.states, "SYN_SENT CLOSED");
                Equal("a", s.a.events, "refused");
                Equal("b", s.b.events, "");
                NS_TEST_EXPECT_MSG_EQ((s.requests > 0), true, m_what);
            });
        // a closed listener: its connection goes on, others are refused
        for (const auto& pair : OURS)
        {
            Witness late;
            Scene s(pair);
            late.Use(s.hosts.Make(0, HSN_TCP));
            Scene::At(100, [&s] { s.listener->Close(); });
            Scene::At(200, [&s, &late] {
                late.socket->Connect(s.server);
                s.a.Send("still");
            });
            Scene::At(300, [&s] { s.b.Send("there"); });
            s.Run();
            m_what = pair.first + " to " + pair.second;
            Equal("late", late.events, "refused");
            Equal("content", s.b.content + s.a.content, "stillthere");
        }
        Many();
    }

    /** @brief Takes connections. */
    struct Servers
    {
        /** @brief A connection. @param socket its end here @param from the other end */
        void Accept(Ptr<Socket> socket, const Address& from)
        {
            ends.push_back(std::make_unique<Witness>());
            ends.back()->Use(socket);
            names.insert(from);
        }

        std::vector<std::unique_ptr<Witness>> ends; //!< of connections
        std::set<Address> names;                    //!< of the other ends
    };

    /** @brief Many connections to one listener, each with contents of its own. */
    void Many()
    {
        constexpr uint32_t N = 40;
        for (const auto& pair : OURS)
        {
            std::vector<Witness> clients(N);
            Servers servers;
            TcpHosts hosts;
            std::set<std::string> contents;
            auto listener = hosts.Make(1, pair.second);
            listener->Bind(TcpHosts::Any(80));
            listener->Listen();
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        MakeCallback(&Servers::Accept, &servers));
            for (uint32_t i = 0; i < N; ++i)
            {
                auto& client = clients[i];
                client.Use(hosts.Make(0, pair.first));
                const std::string text(5000, static_cast<char>('0' + i));
                contents.insert(text);
                client.on = [&client, text](const std::string& e) {
                    if (e == "connected")
                    {
                        client.Send(text);
                        client.socket->Close();
                    }
                };
                Scene::At(i, [&client, &hosts] { client.socket->Connect(hosts.At(1, 80)); });
            }
            Simulator::Stop(Seconds(100));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(servers.ends.size(), N, "connections");
            NS_TEST_EXPECT_MSG_EQ(servers.names.size(), N, "each peer has a port of its own");
            for (const auto& end : servers.ends)
            {
                NS_TEST_EXPECT_MSG_EQ(contents.erase(end->content), 1, "each content once");
            }
        }
    }
};

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

/** @brief Simulations that end in the middle; the sanitizers look for leaks and dead objects. */
class DestroyTest : public SceneTest
{
  public:
    DestroyTest()
        : SceneTest("Sockets in every state at the end of the simulation")
    {
    }

  private:
    void DoRun() override
    {
        std::set<std::string> seen;
        for (int ms = -1; ms < 140; ms += 3)
        {
            for (const int way : {0, 1, 2})
            {
                Scene s({HSN_TCP, HSN_TCP}, ms % 2 == 0);
                Scene::At(40, [&s, way] {
                    if (way != 2)
                    {
                        s.a.Send(LONG);
                    }
                });
                Scene::At(60, [&s, way] {
                    if (way != 1)
                    {
                        s.a.socket->Close();
                    }
                    if (way != 0)
                    {
                        s.b.socket->Close();
                    }
                });
                Scene::At(100, [&s] {
                    s.a.socket->Close();
                    s.b.socket->Close();
                });
                s.Run(2 + ms / 1000.0);
                for (const Witness* w : {&s.a, &s.b})
                {
                    seen.insert(w->states.substr(w->states.rfind(' ') + 1));
                }
            }
        }
        for (const auto& state : {"SYN_SENT",
                                  "ESTABLISHED",
                                  "FIN_WAIT_1",
                                  "FIN_WAIT_2",
                                  "CLOSE_WAIT",
                                  "LAST_ACK",
                                  "CLOSING",
                                  "TIME_WAIT",
                                  "CLOSED"})
        {
            NS_TEST_EXPECT_MSG_EQ(seen.count(state), 1, state);
        }
        // no references are left while the connection goes on
        for (const int ms : {0, 7, 12, 50, 70})
        {
            Scene s({HSN_TCP, HSN_TCP});
            Scene::At(40, [&s] { s.a.Send(LONG); });
            Scene::At(ms, [&s] {
                s.a.socket = nullptr;
                s.b.socket = nullptr;
                s.listener = nullptr;
            });
            if (ms >= 40)
            {
                s.b.reads = false;
                s.Run(3);
            }
        }
        // never used at all, bound only, listening only
        TcpHosts hosts;
        hosts.Make(0, HSN_TCP);
        hosts.Make(0, HSN_TCP)->Bind();
        hosts.Make(0, HSN_TCP)->Bind6();
        auto listener = hosts.Make(0, HSN_TCP);
        listener->Bind(TcpHosts::Any(80));
        listener->Listen();
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

HsnTestRegistration g_tcpConnectionTests("tcp-connection",
                                         {
                                             new ClosingTest,
                                             new OpeningTest,
                                             new CallbackTest,
                                             new DestroyTest,
                                             new SocketApiTest,
                                             new ApplicationTest,
                                         });
} // namespace
} // namespace hsn
} // namespace ns3
