// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * When connections open, close and end that are opened and closed by repeated requests. All times
 * follow from the attributes and the delay of the path.
 */
#include "socket-exchange-support.h"

#include "ns3/repeated-request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t LIFE_PORT = 9;        ///< of the server
constexpr uint32_t TRIES = 7;            ///< MaxTries
const Time INTERVAL = MilliSeconds(300); ///< RetryInterval
const Time IDLE = Seconds(20);           ///< IdleTimeout
const Time DELAY = MilliSeconds(5);      ///< of the path, one way
const Time START = Seconds(4);           ///< when something happens
const Time NEVER = Time::Max();          ///< it has not happened

/** @brief When a socket was told what. */
struct Told
{
    /** @param s its socket */
    void Use(Ptr<Socket> s)
    {
        socket = s;
        s->SetConnectCallback(MakeCallback(&Told::Connected, this),
                              MakeCallback(&Told::Failed, this));
        s->SetCloseCallbacks(MakeCallback(&Told::Closed, this), MakeCallback(&Told::Broken, this));
        s->SetRecvCallback(MakeCallback(&Told::Read, this));
    }

    /// The connection is open.
    void Connected(Ptr<Socket>)
    {
        connected = Simulator::Now();
    }

    /// There will be no connection.
    void Failed(Ptr<Socket>)
    {
        failed = Simulator::Now();
    }

    /// The peer sends no more.
    void Closed(Ptr<Socket>)
    {
        closed = Simulator::Now();
        if (answers)
        {
            socket->Close();
        }
    }

    /// Data has arrived.
    void Read(Ptr<Socket>)
    {
        socket->Recv();
        if (answers)
        {
            socket->Close();
        }
    }

    /// The connection is broken.
    void Broken(Ptr<Socket>)
    {
        broken = Simulator::Now();
    }

    /** @return whether the socket has no port any more */
    bool IsReleased() const
    {
        Address name;
        socket->GetSockName(name);
        return InetSocketAddress::ConvertFrom(name).GetPort() == 0;
    }

    Ptr<Socket> socket;    ///< of this end
    Time connected{NEVER}; ///< told
    Time failed{NEVER};    ///< told
    Time closed{NEVER};    ///< told
    Time broken{NEVER};    ///< told
    bool answers{false};   ///< closes when data or its end has arrived
};

/** @brief A connection between two hosts that know each other's address on the link. */
struct Life
{
    /** @param factory of the sockets */
    explicit Life(const std::string& factory)
    {
        auto listener = hosts.Make(1, factory);
        listener->Bind(TcpHosts::Any(LIFE_PORT));
        listener->SetAttribute("IdleTimeout", TimeValue(IDLE));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&Life::Accepted, this));
        listener->Listen();
        for (auto* end : {&first, &client})
        {
            end->Use(hosts.Make(0, factory));
            end->socket->SetAttribute("RetryInterval", TimeValue(INTERVAL));
            end->socket->SetAttribute("MaxTries", UintegerValue(TRIES));
            end->socket->SetAttribute("IdleTimeout", TimeValue(IDLE));
        }
        // so that no packet of the other one waits for the address of a neighbour
        ScheduleCall(EXCHANGE_START, [this] { first.socket->Connect(hosts.At(1, LIFE_PORT)); });
        hosts.channel->filter = [this](Ptr<const Packet> packet, Ptr<SimpleNetDevice> from) {
            Ipv4Header ip;
            if (Simulator::Now() < START || packet->GetSize() < 20 || !packet->PeekHeader(ip) ||
                ip.GetProtocol() < 251)
            {
                return false; // of the first connection, or of IPv6's neighbours and routers
            }
            const uint32_t host = from == hosts.Device(0) ? 0 : 1;
            sent[host]++;
            return sent[host] > keep[host] && sent[host] <= keep[host] + lose[host];
        };
        ScheduleCall(START, [this] { client.socket->Connect(hosts.At(1, LIFE_PORT)); });
    }

    /** @param s of the connection */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        server.Use(s);
        if (closesAtOnce)
        {
            s->ShutdownSend();
        }
    }

    /** @brief Counts packets from now on. */
    void Count()
    {
        sent[0] = sent[1] = 0;
    }

    /** @param end simulated time */
    static void RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
    }

    TcpHosts hosts;           ///< two
    Told first;               ///< at host 0, before the others
    Told client;              ///< at host 0
    Told server;              ///< accepted last
    bool closesAtOnce{false}; ///< the server ends its direction when it accepts
    uint32_t sent[2]{0, 0};   ///< packets of each host since Count()
    uint32_t keep[2]{0, 0};   ///< of them, the first ones are not lost ...
    uint32_t lose[2]{0, 0};   ///< ... but so many after them
};

/** @brief Requests that are lost. */
class ConnectionLifeTest : public TestCase
{
  public:
    /** @param factory of the sockets @param reliable whether its data has to arrive */
    ConnectionLifeTest(const std::string& factory, bool reliable)
        : TestCase("Requests are repeated, answered, given up; silence ends: " + factory),
          m_factory(factory),
          m_reliable(reliable)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t tries : {1U, 2U, TRIES})
        {
            Opens(tries);
            Closes(tries);
        }
        GivesUp();
        GivesUpClosing();
        ClosesBeforeAccept();
        Idles();
        if (m_reliable)
        {
            ClosesUnacknowledged();
            GivesUpUnacknowledged();
        }
    }

    /** @param tries until OPEN arrives */
    void Opens(uint32_t tries)
    {
        Life life(m_factory);
        life.lose[0] = tries - 1;
        Life::RunUntil(START + IDLE / 2);
        NS_TEST_EXPECT_MSG_EQ(life.client.connected,
                              START + INTERVAL * (tries - 1) + DELAY * 2,
                              "OPEN " << tries << " is answered");
        NS_TEST_EXPECT_MSG_EQ(life.sent[0], tries, "and then OPEN is sent no more");
    }

    /** @param tries until CLOSE arrives */
    void Closes(uint32_t tries)
    {
        Life life(m_factory);
        const Time when = START + Seconds(1);
        ScheduleCall(when, [&] {
            life.Count();
            life.lose[0] = tries - 1;
            life.server.answers = true;
            life.client.socket->ShutdownSend();
        });
        Life::RunUntil(START + IDLE / 2);
        const Time arrives = when + INTERVAL * (tries - 1) + DELAY;
        NS_TEST_EXPECT_MSG_EQ(life.server.closed, arrives, "CLOSE " << tries << " arrives");
        NS_TEST_EXPECT_MSG_EQ(life.client.closed, arrives + DELAY, "the server's CLOSE");
        NS_TEST_EXPECT_MSG_EQ(life.client.broken, NEVER, "no error");
        NS_TEST_EXPECT_MSG_EQ(life.server.broken, NEVER, "no error");
        NS_TEST_EXPECT_MSG_EQ(life.client.IsReleased(), true, "at the end");
        NS_TEST_EXPECT_MSG_EQ(life.server.IsReleased(), true, "at the end");
    }

    /** @brief No OPEN is answered. */
    void GivesUp()
    {
        Life life(m_factory);
        life.lose[0] = 1000;
        const Time end = START + INTERVAL * TRIES;
        Life::RunUntil(end + IDLE);
        NS_TEST_EXPECT_MSG_EQ(life.sent[0], TRIES, "OPEN is sent so often");
        NS_TEST_EXPECT_MSG_EQ(life.client.failed, end, "and has so much time");
        NS_TEST_EXPECT_MSG_EQ(life.client.connected, NEVER, "no connection");
        NS_TEST_EXPECT_MSG_EQ(life.client.socket->GetErrno(), Socket::ERROR_NOTCONN, "why");
    }

    /** @brief No CLOSE is answered, and the peer has not sent one. */
    void GivesUpClosing()
    {
        Life life(m_factory);
        const Time when = START + Seconds(1);
        ScheduleCall(when, [&] {
            life.Count();
            life.lose[0] = 1000;
            life.client.socket->Close();
        });
        const Time end = when + INTERVAL * TRIES;
        Life::RunUntil(end - NanoSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(life.client.IsReleased(), false, "not yet");
        Life::RunUntil(end + NanoSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(life.sent[0], TRIES, "CLOSE is sent so often");
        NS_TEST_EXPECT_MSG_EQ(life.client.IsReleased(), true, "and has so much time");
        // if data has to arrive, that of the peer is missing
        NS_TEST_EXPECT_MSG_EQ(life.client.broken, (m_reliable ? end : NEVER), "told");
    }

    /** @brief ACCEPT is lost, and the server has closed at once. */
    void ClosesBeforeAccept()
    {
        Life life(m_factory);
        ScheduleCall(START - MilliSeconds(1), [&] {
            life.closesAtOnce = true;
            life.lose[1] = 1;
        });
        Life::RunUntil(START + IDLE / 2);
        NS_TEST_EXPECT_MSG_EQ(life.client.connected, START + INTERVAL + DELAY * 2, "OPEN again");
        NS_TEST_EXPECT_MSG_EQ((life.client.closed < NEVER), true, "the end is not lost");
        NS_TEST_EXPECT_MSG_EQ((life.client.closed > life.client.connected), true, "after it");
    }

    /** @brief Nothing is sent on an open connection. */
    void Idles()
    {
        for (const bool endless : {false, true})
        {
            Life life(m_factory);
            if (endless)
            {
                life.client.socket->SetAttribute("IdleTimeout", TimeValue(Time(0)));
            }
            Life::RunUntil(START + IDLE * 3);
            NS_TEST_EXPECT_MSG_EQ(life.server.broken, START + DELAY + IDLE, "since OPEN");
            NS_TEST_EXPECT_MSG_EQ(life.client.broken,
                                  endless ? NEVER : START + DELAY * 2 + IDLE,
                                  "since ACCEPT");
        }
    }

    /** @brief The acknowledgement of data is lost, and the server closes at once. */
    void ClosesUnacknowledged()
    {
        Life life(m_factory);
        const Time when = START + Seconds(1);
        ScheduleCall(when, [&] {
            life.Count();
            life.lose[1] = 1;
            life.server.answers = true;
            life.client.socket->Send(Create<Packet>(100));
        });
        ScheduleCall(when + Seconds(1), [&] { life.client.socket->Close(); });
        Life::RunUntil(START + IDLE / 2);
        NS_TEST_EXPECT_MSG_EQ(life.client.closed, when + DELAY * 2, "CLOSE came instead");
        NS_TEST_EXPECT_MSG_EQ(life.client.broken, NEVER, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(life.client.IsReleased(), true, "at the end");
        NS_TEST_EXPECT_MSG_EQ(life.server.IsReleased(), true, "at the end");
    }

    /** @brief The peer vanishes before it acknowledges. */
    void GivesUpUnacknowledged()
    {
        Life life(m_factory);
        const Time when = START + Seconds(1);
        ScheduleCall(when, [&] {
            life.Count();
            life.lose[0] = life.lose[1] = 1000;
            life.client.socket->Send(Create<Packet>(100));
        });
        Life::RunUntil(when + IDLE / 2);
        NS_TEST_EXPECT_MSG_EQ(life.sent[0], TRIES, "the data is sent so often");
        NS_TEST_EXPECT_MSG_EQ(life.client.broken, when + INTERVAL * TRIES, "told");
        NS_TEST_EXPECT_MSG_EQ(life.client.IsReleased(), true, "at the end");
    }

    const std::string m_factory; //!< of the sockets
    const bool m_reliable;       //!< data has to arrive
};

/** @brief A request by itself. */
class RepeatedRequestTest : public TestCase
{
  public:
    RepeatedRequestTest()
        : TestCase("A request is sent until it is answered, stopped or given up")
    {
    }

  private:
    /// What happened.
    struct Log
    {
        uint32_t sent{0};                ///< times
        uint32_t again{0};               ///< of them, not for the first time
        Time gaveUp{NEVER};              ///< when
        std::function<void()> inTheCall; ///< called when it is sent
        RepeatedRequest request{[this](bool isAgain) {
                                    ++sent;
                                    again += isAgain;
                                    inTheCall();
                                },
                                [this] { gaveUp = Simulator::Now(); }}; ///< it
    };

    void DoRun() override
    {
        // sent at 0, 300, ..., 1800 ms
        Check(
            "no answer",
            [](Log&) {},
            TRIES,
            INTERVAL * TRIES);
        Check(
            "a sign of life after the third one",
            [](Log& log) {
                if (log.sent == 3)
                {
                    log.request.Hear();
                }
            },
            TRIES + 3,
            INTERVAL * (TRIES + 3));
        for (const uint32_t last : {1U, 2U, TRIES})
        {
            // the user is told in the call, and ends the connection
            const auto name = " in the call that sends it " + std::to_string(last);
            Check(
                "stopped" + name,
                [last](Log& log) {
                    if (log.sent == last)
                    {
                        log.request.Stop();
                    }
                },
                last,
                NEVER);
            Check(
                "answered" + name,
                [last](Log& log) {
                    if (log.sent == last)
                    {
                        log.request.Cancel();
                    }
                },
                last,
                NEVER);
        }
    }

    /** @param name of the case @param inTheCall called when it is sent @param sent times, expected
     * @param gaveUp when, expected */
    void Check(const std::string& name,
               const std::function<void(Log&)>& inTheCall,
               uint32_t sent,
               Time gaveUp)
    {
        Log log;
        log.inTheCall = [&] { inTheCall(log); };
        log.request.Start(INTERVAL, TRIES);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(log.sent, sent, name);
        NS_TEST_EXPECT_MSG_EQ(log.again, sent - 1, name);
        NS_TEST_EXPECT_MSG_EQ(log.gaveUp, gaveUp, name);
    }
};

HsnTestRegistration g_connectionLifeTests("connection-life",
                                          {new ConnectionLifeTest(STOP_WAIT_STREAM, true),
                                           new ConnectionLifeTest(STOP_WAIT_MESSAGE, true),
                                           new ConnectionLifeTest("ns3::hsn::TfrcSocketFactory",
                                                                  false),
                                           new RepeatedRequestTest()});
} // namespace
} // namespace hsn
} // namespace ns3
