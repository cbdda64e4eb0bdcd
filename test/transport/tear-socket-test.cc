// SPDX-License-Identifier: GPL-2.0-only
#include "socket-exchange-support.h"

#include "ns3/packet-traces.h"
#include "ns3/tear-message-socket.h"
#include "ns3/tear-stream-socket.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 4000;                                      ///< of servers
const std::string TEAR_STREAM = "ns3::hsn::TearStreamSocketFactory"; ///< byte streams
const std::string TEAR_MESSAGE = "ns3::hsn::TearSocketFactory";      ///< messages

/** @brief Nobody answers. */
class TearNoAnswerTest : public TestCase
{
  public:
    TearNoAnswerTest()
        : TestCase("Connecting to silence fails after ConnCount packets")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->lose = 1;
        StreamEnd silent;
        silent.Use(hosts.Make(0, TEAR_STREAM), 0, 0, 1);
        silent.socket->SetAttribute("ConnCount", UintegerValue(4));
        silent.socket->Connect(hosts.At(1, PORT));
        // InitialRtt 1 s, doubled each time: 1 + 2 + 4 + 8 s
        Simulator::Stop(Seconds(14.99));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(silent.failed, 0, "tries");
        Simulator::Stop(Seconds(0.02));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(silent.failed, 1, "gives up");
    }
};

/** @brief Counts what a socket does. */
struct TearWatch
{
    /** @param socket to be watched */
    explicit TearWatch(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<TearDataHeader>(MakeCallback(&TearWatch::Tx, this)));
        socket->TraceConnectWithoutContext("FeedbackTx", MakeCallback(&TearWatch::Feedback, this));
        socket->TraceConnectWithoutContext("Rate", MakeCallback(&TearWatch::Rate, this));
        socket->TraceConnectWithoutContext("RxDrop", MakeCallback(&TearWatch::Drop, this));
    }

    /// Data is sent.
    void Tx(Ptr<const Packet>, const TearDataHeader&)
    {
        ++sent;
        lastSent = Simulator::Now();
    }

    /// Feedback is sent.
    void Feedback(const TearFeedbackHeader& header)
    {
        gap = feedback > 0 ? std::max(gap, Simulator::Now() - feedbackAt) : gap;
        feedbackAt = Simulator::Now();
        ++feedback;
        lossEvents = header.lossEvents;
    }

    /// The rate has changed.
    void Rate(double, double now)
    {
        least = std::min(least, now);
        greatest = std::max(greatest, now);
        finite = finite && std::isfinite(now) && now > 0;
    }

    /// A packet is dropped.
    void Drop(Ptr<const Packet>, const std::string& why)
    {
        ++drops;
        reason = why;
    }

    uint32_t sent{0};       ///< packets of data
    Time lastSent;          ///< when
    uint32_t feedback{0};   ///< packets
    Time feedbackAt;        ///< the latest
    Time gap;               ///< longest time between two
    uint32_t lossEvents{0}; ///< as reported
    double least{1e18};     ///< rate, bit/s
    double greatest{0};     ///< rate, bit/s
    bool finite{true};      ///< and positive: all rates
    uint32_t drops{0};      ///< RxDrop
    std::string reason;     ///< of the latest
};

/** @brief A sender that always has messages, and its peer. */
struct TearFlow
{
    /** @param hosts where it is @param start when */
    TearFlow(TcpHosts& hosts, Time start)
    {
        listener = hosts.Make(1, TEAR_MESSAGE);
        listener->Bind(TcpHosts::Any(PORT));
        server = std::make_unique<StreamServer>(listener, 0);
        server->prototype.closes = false;
        client.piece = 488;
        client.toSend = 1000000000;
        ScheduleCall(start, [this, &hosts] {
            client.Use(hosts.Make(0, TEAR_MESSAGE), 0, 0, client.toSend);
            // packets of 540 octets, as in the thesis
            client.socket->SetAttribute("SegmentSize", UintegerValue(client.piece));
            watch = std::make_unique<TearWatch>(client.socket);
            client.socket->Connect(hosts.At(1, PORT));
        });
        ScheduleCall(start + MilliSeconds(500),
                     [this] { peer = std::make_unique<TearWatch>(server->ends.at(0)->socket); });
    }

    Ptr<Socket> listener;                 ///< of the peer
    std::unique_ptr<StreamServer> server; ///< of the peer
    StreamEnd client;                     ///< sends
    std::unique_ptr<TearWatch> watch;     ///< of the sender
    std::unique_ptr<TearWatch> peer;      ///< of the receiver
};

/** @brief Thesis, 3.2: feedback is rare. */
class TearFeedbackTest : public TestCase
{
  public:
    TearFeedbackTest()
        : TestCase("Feedback is at most one packet per round-trip time and loss event")
    {
    }

  private:
    void DoRun() override
    {
        for (const double lose : {0.0, 0.01, 0.05})
        {
            TcpHosts hosts;
            hosts.channel->delay = MilliSeconds(100);
            TearFlow flow(hosts, Seconds(0));
            ScheduleCall(Seconds(1), [&] {
                NetworkConditions{false, false, lose}.Impair(*hosts.channel);
            });
            Simulator::Stop(Seconds(101));
            Simulator::Run();
            // 0.2 s is the least round-trip time: 505 of them, and the answer to the first packet
            const uint32_t most = 505 + 1 + 2 * flow.peer->lossEvents;
            NS_TEST_EXPECT_MSG_LT(flow.peer->feedback, most + 1, "feedback at loss " << lose);
            NS_TEST_EXPECT_MSG_GT(flow.peer->feedback, 100, "there is feedback at loss " << lose);
            // SRTT + 4 RTTVAR is 0.6 s at first, and less later; packets are at most 0.3 s apart
            NS_TEST_EXPECT_MSG_LT(flow.peer->gap, Seconds(0.9), "no silence at loss " << lose);
            const uint32_t data = lose > 0 ? 500 : 4 * most;
            NS_TEST_EXPECT_MSG_GT(flow.watch->sent, data, "data at loss " << lose);
        }
    }
};

/** @brief A source that pauses. */
class TearPauseTest : public TestCase
{
  public:
    TearPauseTest()
        : TestCase("Pauses of the application are no losses")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->delay = MilliSeconds(50);
        TearFlow flow(hosts, Seconds(0));
        flow.client.closes = false;
        for (uint32_t burst = 0; burst < 5; ++burst)
        {
            ScheduleCall(Seconds(5 * burst), [&flow] {
                flow.client.toSend = flow.client.sent + 50 * 488;
                if (flow.client.connected)
                {
                    flow.client.Write(flow.client.socket, 0);
                }
            });
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(flow.server->ends.at(0)->received, 5 * 50 * 488, "received");
        NS_TEST_EXPECT_MSG_EQ(flow.peer->lossEvents, 0, "loss events");
    }
};

/** @brief A minute without feedback. */
class TearSilenceTest : public TestCase
{
  public:
    TearSilenceTest()
        : TestCase("Without feedback the rate is halved down to its least, and no events pile up")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->delay = MilliSeconds(50);
        TearFlow flow(hosts, Seconds(0));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        hosts.channel->lose = 1;
        const uint32_t before = flow.watch->sent;
        const uint64_t events = Simulator::GetEventCount();
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        const uint32_t silent = flow.watch->sent - before;
        // MinRate: a packet in 4 s
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.watch->least, 0.25 * 540 * 8, 0.01, "least rate");
        const uint64_t passed = Simulator::GetEventCount() - events;
        NS_TEST_EXPECT_MSG_LT(passed, 20 * silent + 400, "events for " << silent << " packets");
        hosts.channel->lose = 0;
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(flow.watch->sent - before - silent, 500, "it recovers");
        NS_TEST_EXPECT_MSG_EQ(flow.watch->finite, true, "rates are finite and positive");
    }
};

/** @brief Bad attributes name value and limit. */
class TearBadAttributeTest : public TestCase
{
  public:
    TearBadAttributeTest()
        : TestCase("Bad attributes: a message with value and limit")
    {
    }

  private:
    /** @param name of an attribute @param value of it @param expected part of the message */
    void Check(const std::string& name, const std::string& value, const std::string& expected)
    {
        const std::string text = HsnAbortText([&] {
            TcpHosts hosts;
            hosts.nodes.Get(0)->GetDevice(0)->SetMtu(1500);
            auto socket = hosts.Make(0, TEAR_MESSAGE);
            socket->SetAttribute(name, StringValue(value));
            socket->Connect(hosts.At(1, PORT));
        });
        NS_TEST_EXPECT_MSG_NE(text.find(expected), std::string::npos, name << ": " << text);
    }

    void DoRun() override
    {
        Check("R1", "2s", "R1 = 2 s must be R2 = 1.2 s at most");
        // 1500 - 20 of IP - 8 - 24 of TEAR
        Check("SegmentSize", "1500", "SegmentSize = 1500 must be 1448 at most");
        Check("Weights", "0.5,0.5", "2");
        Check("Weights", "0.5,x", "'x' is no number");
        Check("LossResponse", "false", "both off");
    }
};

/** @param packet with an IPv4 header @return whether it is a FIN of TEAR */
bool
IsTearFin(Ptr<const Packet> packet)
{
    const auto copy = packet->Copy();
    Ipv4Header ip;
    TearHeader header;
    copy->RemoveHeader(ip);
    return ip.GetProtocol() == TearProtocol::PROT_NUMBER && copy->PeekHeader(header) > 0 &&
           header.type == TearHeader::DATA && header.Has(TearHeader::FIN);
}

/** @brief The application closes while the peer is asked whether it is there. */
class TearLostFinTest : public TestCase
{
  public:
    TearLostFinTest()
        : TestCase("A FIN is repeated although the answer to a question comes after it")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->delay = MilliSeconds(50);
        const auto listener = hosts.Make(1, TEAR_STREAM);
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        StreamEnd client;
        client.closes = false;
        client.Use(hosts.Make(0, TEAR_STREAM), 0, 0, 0);
        client.socket->SetAttribute("KeepAliveTime", TimeValue(Seconds(10)));
        TearWatch watch(client.socket);
        client.socket->Connect(hosts.At(1, PORT));
        std::vector<Time> fins;
        ScheduleCall(Seconds(5), [&] {
            client.socket->TraceConnectWithoutContext(
                "Tx",
                MakeHeaderCallback<TearDataHeader>(
                    Sink<Ptr<const Packet>, const TearDataHeader&>::Make(
                        [&](Ptr<const Packet>, const TearDataHeader&) {
                            if (!std::exchange(asked, true))
                            {
                                ScheduleCall(MilliSeconds(50), [&] { client.socket->Close(); });
                            }
                        })));
        });
        hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice> from) {
            if (from != hosts.Device(0) || !IsTearFin(packet))
            {
                return false;
            }
            fins.push_back(Simulator::Now());
            return fins.size() == 1;
        };
        Simulator::Stop(Seconds(15));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(asked, true, "the peer is asked");
        NS_TEST_ASSERT_MSG_EQ(fins.size(), 2, "the first one is lost");
        // SRTT + 4 RTTVAR are 0.3 s at most (RFC 6298)
        NS_TEST_EXPECT_MSG_LT(fins[1] - fins[0], Seconds(0.4), "repeated after the RTO");
        NS_TEST_EXPECT_MSG_EQ(server.ends.at(0)->closed, 1, "the peer is told");
    }

    bool asked{false}; ///< the peer was
};

/** @brief A connection that fails, and then another one. */
class TearAgainTest : public TestCase
{
  public:
    TearAgainTest()
        : TestCase("A second Connect() tries as often as the first one")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->lose = 1;
        const auto listener = hosts.Make(1, TEAR_STREAM);
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        StreamEnd client;
        client.closes = false;
        client.Use(hosts.Make(0, TEAR_STREAM), 0, 0, 0);
        client.socket->SetAttribute("ConnCount", UintegerValue(4));
        client.socket->Connect(hosts.At(1, PORT));
        // 1 + 2 + 4 + 8 s
        ScheduleCall(Seconds(20), [&] {
            NS_TEST_EXPECT_MSG_EQ(client.failed, 1, "nobody answers");
            NS_TEST_EXPECT_MSG_EQ(client.socket->Connect(hosts.At(1, PORT)), 0, "again");
        });
        ScheduleCall(Seconds(25), [&] { hosts.channel->lose = 0; });
        Simulator::Stop(Seconds(26.99));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client.connected, 0, "packets after 0, 1, 3 s were lost");
        Simulator::Stop(Seconds(0.1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client.connected, 1, "that after 7 s is answered");
        NS_TEST_EXPECT_MSG_EQ(client.failed, 1, "the second Connect() does not fail");
    }
};

/** @brief The longest message. */
class TearLongMessageTest : public TestCase
{
  public:
    TearLongMessageTest()
        : TestCase("Messages above SegmentSize are refused by all calls")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, TEAR_MESSAGE);
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        server.prototype.closes = false;
        StreamEnd client;
        client.closes = false;
        client.Use(hosts.Make(0, TEAR_MESSAGE), 0, 0, 0);
        const auto socket = client.socket;
        socket->SetAttribute("SegmentSize", UintegerValue(500));
        socket->Connect(hosts.At(1, PORT));
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(socket->GetTxAvailable(), 500, "in one call");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(501)), -1, "Send");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_MSGSIZE, "errno");
        NS_TEST_EXPECT_MSG_EQ(socket->SendTo(Create<Packet>(501), 0, hosts.At(1, PORT)),
                              -1,
                              "SendTo");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_MSGSIZE, "errno");
        NS_TEST_EXPECT_MSG_EQ(socket->SendTo(Create<Packet>(500), 0, hosts.At(1, PORT)),
                              500,
                              "the longest one");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(499)), 499, "a shorter one");
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(server.ends.at(0)->received, 999, "received");
    }
};

static HsnTestRegistration g_tearSocketTests("tear-socket",
                                             {new TearNoAnswerTest,
                                              new TearFeedbackTest,
                                              new TearPauseTest,
                                              new TearSilenceTest,
                                              new TearBadAttributeTest,
                                              new TearLostFinTest,
                                              new TearAgainTest,
                                              new TearLongMessageTest});
} // namespace
} // namespace hsn
} // namespace ns3
