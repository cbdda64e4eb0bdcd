// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Connections opened and closed in all orders, and the guarantees of the socket interface.
 *
 * Expectations come from RFC 9293 and from ns-3's documentation of Socket. ns-3's own
 * TCP must meet them, too, except where a comment says what it does instead.
 */
#include "../hsn-test.h"
#include "tcp-connection-test-support.h"
#include "tcp-interop-support.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"

#include <memory>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/// A text longer than any window at the start.
const std::string LONG(100000, 'x');

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

/** @brief The trace of the highest sequence number, where numbers begin in the upper half. */
class HighestSequenceTest : public SceneTest
{
  public:
    HighestSequenceTest()
        : SceneTest("HighestRxSequence follows an InitialSequenceNumber above 2^31")
    {
    }

  private:
    void DoRun() override
    {
        SequenceNumber32 highest;
        Scene scene({HSN_TCP, HSN_TCP});
        scene.listener->SetAttribute("InitialSequenceNumber", UintegerValue(4000000000));
        scene.listener->SetAttribute("SegmentSize", UintegerValue(1000));
        scene.a.socket->SetAttribute("SegmentSize", UintegerValue(1000));
        scene.a.socket->TraceConnectWithoutContext(
            "HighestRxSequence",
            Sink<SequenceNumber32, SequenceNumber32>::Make(
                [&highest](SequenceNumber32, SequenceNumber32 now) { highest = now; }));
        Scene::At(100, [&scene] { scene.b.Send(std::string(1000, 'x')); });
        scene.Run(5);
        // that of the segment, or of what comes after it
        NS_TEST_EXPECT_MSG_GT(highest.GetValue(), 4000000000, "after the SYN");
        NS_TEST_EXPECT_MSG_LT(highest.GetValue(), 4000001002, "not beyond what was sent");
    }
};

HsnTestRegistration g_tcpConnectionTests(
    "tcp-connection",
    {new ClosingTest, new OpeningTest, new DestroyTest, new HighestSequenceTest});
} // namespace
} // namespace hsn
} // namespace ns3
