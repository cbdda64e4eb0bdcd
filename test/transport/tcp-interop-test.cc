// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Every octet arrives once and in order, for any link, options and application behaviour.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"

#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/queue.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// Most octets in one direction.
constexpr uint32_t MOST_OCTETS = 200000;

/** @param direction 0 or 1 @return what is sent that way: each octet depends on its position */
const uint8_t*
Content(int direction)
{
    static const auto content = [] {
        std::vector<uint8_t> octets(2 * MOST_OCTETS);
        for (uint32_t i = 0; i < octets.size(); ++i)
        {
            octets[i] = static_cast<uint8_t>((i * 2654435761u) >> 23);
        }
        return octets;
    }();
    return content.data() + direction * MOST_OCTETS;
}

/** @brief When an application closes its socket. */
enum class Closing
{
    WHEN_SENT, //!< half, when it has written everything
    WHEN_DONE, //!< when it has also read everything
};

/** @brief An application at one end: writes, reads, compares, closes. */
struct Peer
{
    /** @brief Takes a socket over. @param s the socket */
    void Use(Ptr<Socket> s)
    {
        if (socket)
        {
            problem = "a second connection";
            return;
        }
        socket = s;
        socket->SetRecvCallback(MakeCallback(&Peer::Readable, this));
        socket->SetSendCallback(MakeCallback(&Peer::Writable, this));
        socket->SetCloseCallbacks(MakeCallback(&Peer::Closed, this),
                                  MakeCallback(&Peer::Failed, this));
    }

    /** @brief The connection stands. */
    void Connected(Ptr<Socket>)
    {
        connected = true;
        Write();
    }

    /** @brief There will be no connection. */
    void NotConnected(Ptr<Socket>)
    {
        problem = "no connection";
    }

    /** @brief The listener has a connection. @param s its socket */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        Use(s);
        Connected(s);
    }

    /** @brief Writes one piece and, after a pause, the next. */
    void Write()
    {
        if (!writeEvent.IsExpired() || !connected)
        {
            return;
        }
        while (sent < toSend)
        {
            uint32_t n = random->GetInteger(1, mostWritten);
            n = std::min({n, toSend - sent, socket->GetTxAvailable()});
            if (n == 0)
            {
                return; // Writable() comes
            }
            const int done = socket->Send(Create<Packet>(Content(direction) + sent, n));
            if (done != static_cast<int>(n))
            {
                problem = "Send() took less than GetTxAvailable()";
                return;
            }
            sent += n;
            if (writePause.IsStrictlyPositive() && sent < toSend)
            {
                writeEvent = Simulator::Schedule(writePause * random->GetValue(0, 2),
                                                 &Peer::WriteAgain,
                                                 this);
                return;
            }
        }
        CloseIfDone();
    }

    /** @brief A pause is over. */
    void WriteAgain()
    {
        writeEvent = EventId();
        Write();
    }

    /** @brief There is room for more. */
    void Writable(Ptr<Socket>, uint32_t)
    {
        Write();
    }

    /** @brief Something can be read, but perhaps this application pauses. */
    void Readable(Ptr<Socket>)
    {
        if (readEvent.IsExpired())
        {
            Read();
        }
    }

    /** @brief Reads and compares one piece and, after a pause, the next. */
    void Read()
    {
        readEvent = EventId();
        while (true)
        {
            const Ptr<Packet> packet = socket->Recv(random->GetInteger(1, mostRead), 0);
            if (!packet || packet->GetSize() == 0)
            {
                return; // Readable() comes
            }
            const uint32_t n = packet->GetSize();
            octets.resize(n);
            packet->CopyData(octets.data(), n);
            if (received + n > toReceive)
            {
                problem = "more than was sent";
            }
            else if (std::memcmp(octets.data(), Content(1 - direction) + received, n) != 0)
            {
                problem = "wrong octets in " + std::to_string(n) + " from " +
                          std::to_string(received) + " on";
            }
            received += n;
            CloseIfDone();
            if (readPause.IsStrictlyPositive())
            {
                readEvent =
                    Simulator::Schedule(readPause * random->GetValue(0, 2), &Peer::Read, this);
                return;
            }
        }
    }

    /** @brief Closes when the time has come. */
    void CloseIfDone()
    {
        if (sent < toSend)
        {
            return;
        }
        if (closing == Closing::WHEN_SENT && !shutDown)
        {
            shutDown = true;
            socket->ShutdownSend();
        }
        if (received >= toReceive && !closed)
        {
            closed = true;
            socket->Close();
        }
    }

    /** @brief The peer has closed. */
    void Closed(Ptr<Socket>)
    {
        ++normalCloses;
    }

    /** @brief The connection broke. */
    void Failed(Ptr<Socket>)
    {
        ++errorCloses;
    }

    int direction{0};                    //!< of what it sends
    uint32_t toSend{0};                  //!< octets
    uint32_t toReceive{0};               //!< octets
    uint32_t mostWritten{1};             //!< octets at once
    uint32_t mostRead{1};                //!< octets at once
    Time writePause;                     //!< mean pause
    Time readPause;                      //!< mean pause
    Closing closing{Closing::WHEN_DONE}; //!< when
    Ptr<UniformRandomVariable> random;   //!< of pieces and pauses
    Ptr<Socket> socket;                  //!< its end
    bool connected{false};               //!< it is
    uint32_t sent{0};                    //!< octets
    uint32_t received{0};                //!< octets
    bool shutDown{false};                //!< for sending
    bool closed{false};                  //!< by itself
    int normalCloses{0};                 //!< told
    int errorCloses{0};                  //!< told
    EventId writeEvent;                  //!< next piece
    EventId readEvent;                   //!< next piece
    std::vector<uint8_t> octets;         //!< read last
    std::string problem;                 //!< what went wrong
};

/**
 * @brief Congestion controls that a seed draws from.
 *
 * TcpHybla is not among them: it asserts that a round-trip time is positive, but timestamps count
 * milliseconds and give 0 on a short link. ns-3's TCP gets only those that survive losses with it.
 */
const std::vector<std::string> CONGESTION = {"TcpNewReno",
                                             "TcpLinuxReno",
                                             "TcpCubic",
                                             "TcpBic",
                                             "TcpVegas",
                                             "TcpVeno",
                                             "TcpHighSpeed",
                                             "TcpHtcp",
                                             "TcpIllinois",
                                             "TcpScalable",
                                             "TcpYeah",
                                             "TcpLedbat",
                                             "TcpLp",
                                             "TcpBbr",
                                             "hsn::TcpBsdReno"};

/** @brief One transfer with random parameters. */
class Transfer
{
  public:
    /** @param active factory of the active end @param passive of the other @param seed draws all */
    Transfer(const std::string& active, const std::string& passive, uint32_t seed)
        : m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(1000 + seed);
        m_text << active << " to " << passive << ", seed " << seed << ":";
        m_mixed = active != passive;
        m_factories[0] = active;
        m_factories[1] = passive;
    }

    /** @return what went wrong, empty if nothing did */
    std::string Run()
    {
        const bool checksums = Chance(0.2);
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(checksums));
        TcpHosts hosts;
        DrawLink(hosts, checksums);
        const bool v6 = Chance(0.3);
        m_text << (v6 ? " IPv6" : " IPv4");
        const uint32_t segment = Integer(40, 1400);
        Ptr<Socket> sockets[2];
        for (int end = 0; end < 2; ++end)
        {
            sockets[end] = DrawSocket(hosts, end, segment);
            DrawPeer(m_peers[end], end, segment);
        }
        m_peers[0].toReceive = m_peers[1].toSend;
        m_peers[1].toReceive = m_peers[0].toSend;
        sockets[1]->Bind(TcpHosts::Any(80, v6));
        sockets[1]->Listen();
        sockets[1]->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Peer::Accepted, &m_peers[1]));
        // after duplicate address detection
        ScheduleCall(Seconds(2), [&] {
            m_peers[0].Use(sockets[0]);
            sockets[0]->SetConnectCallback(MakeCallback(&Peer::Connected, &m_peers[0]),
                                           MakeCallback(&Peer::NotConnected, &m_peers[0]));
            if (sockets[0]->Connect(hosts.At(1, 80, v6)) != 0)
            {
                m_peers[0].problem = "Connect() failed";
            }
        });
        Simulator::Stop(Seconds(20000));
        Simulator::Run();
        const std::string problem = Judge();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        return problem.empty() ? problem : m_text.str() + ": " + problem;
    }

  private:
    /** @param p probability @return true that often */
    bool Chance(double p)
    {
        return m_random->GetValue() < p;
    }

    /** @param least value @param most value @return any between, small ones more often */
    uint32_t Integer(uint32_t least, uint32_t most)
    {
        const double exponent = m_random->GetValue();
        return static_cast<uint32_t>(least * std::pow(static_cast<double>(most) / least, exponent));
    }

    /** @param hosts whose link @param checksums are on, so that damage is noticed */
    void DrawLink(TcpHosts& hosts, bool checksums)
    {
        auto& link = *hosts.channel;
        link.SetStream(m_random->GetInteger(1, 1000000));
        link.delay = MicroSeconds(Integer(100, 20000));
        link.extra = link.delay * Integer(1, 4);
        link.lose = Chance(0.7) ? m_random->GetValue(0, 0.1) : 0;
        link.duplicate = Chance(0.4) ? m_random->GetValue(0, 0.2) : 0;
        link.reorder = Chance(0.4) ? m_random->GetValue(0, 0.4) : 0;
        link.damage = checksums ? m_random->GetValue(0, 0.1) : 0;
        link.mark = Chance(0.3) ? m_random->GetValue(0, 0.2) : 0;
        const uint32_t rate = Integer(1000000, 100000000);
        const uint32_t queue = Integer(4, 100);
        for (uint32_t i = 0; i < 2; ++i)
        {
            hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
            hosts.Device(i)->GetQueue()->SetAttribute("MaxSize",
                                                      StringValue(std::to_string(queue) + "p"));
        }
        m_text << " delay " << link.delay.As(Time::MS) << " lose " << link.lose << " duplicate "
               << link.duplicate << " reorder " << link.reorder << " damage " << link.damage
               << " mark " << link.mark << " rate " << rate << " queue " << queue;
    }

    /** @brief Sets a number. @param socket whose @param name attribute @param value it */
    void Set(Ptr<Socket> socket, const std::string& name, uint32_t value)
    {
        socket->SetAttribute(name, UintegerValue(value));
        m_text << " " << name << " " << value;
    }

    /** @brief Sets or not. @param socket whose @param name attribute @param p probability of true
     */
    void SetMaybe(Ptr<Socket> socket, const std::string& name, double p)
    {
        const bool value = Chance(p);
        socket->SetAttribute(name, BooleanValue(value));
        m_text << (value ? " +" : " -") << name;
    }

    /** @brief Sets by text. @param socket whose @param name attribute @param value it */
    void SetText(Ptr<Socket> socket, const std::string& name, const std::string& value)
    {
        socket->SetAttribute(name, StringValue(value));
        m_text << " " << name << " " << value;
    }

    /** @param hosts where @param end which @param segment usual size @return a socket */
    Ptr<Socket> DrawSocket(TcpHosts& hosts, int end, uint32_t segment)
    {
        m_text << "; end " << end << ":";
        const bool ours = m_factories[end] != NS3_TCP;
        const uint32_t choice = ours ? CONGESTION.size() : 3;
        const std::string control = "ns3::" + CONGESTION[m_random->GetInteger(0, choice - 1)];
        hosts.nodes.Get(end)->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName(control)));
        m_text << " " << control;
        auto socket = hosts.Make(end, m_factories[end]);
        if (Chance(0.3))
        {
            segment = Integer(40, 1400);
        }
        Set(socket, "SegmentSize", segment);
        // ns-3's TCP sends no more once a window was closed and the update was lost: its probes
        // lack ACK, so that they must be dropped (RFC 9293, 3.10.7.4)
        const uint32_t least = m_mixed ? 5600 : segment;
        Set(socket, "SndBufSize", Integer(least, 100 * least));
        Set(socket, "RcvBufSize", m_mixed && ours ? 2 * MOST_OCTETS : Integer(least, 100 * least));
        Set(socket, "DelAckCount", m_random->GetInteger(1, 4));
        Set(socket, "InitialCwnd", m_random->GetInteger(1, 10));
        // so that bad luck ends no connection
        socket->SetAttribute("ConnCount", UintegerValue(50));
        socket->SetAttribute("DataRetries", UintegerValue(100));
        socket->SetAttribute("ConnTimeout", TimeValue(Seconds(1)));
        socket->SetAttribute("PersistTimeout", TimeValue(MilliSeconds(500)));
        // Nagle's algorithm keeps ns-3's TCP from repeating a small segment, too
        SetMaybe(socket, "TcpNoDelay", ours ? 0.5 : 1);
        // it crashes when an old acknowledgement with SACK blocks comes after all is acknowledged
        const bool ordered = hosts.channel->reorder == 0 && hosts.channel->duplicate == 0;
        SetMaybe(socket, "Sack", ours || ordered ? 0.7 : 0);
        SetMaybe(socket, "Timestamp", 0.7);
        SetMaybe(socket, "WindowScaling", 0.7);
        // without it and SACK, ns-3's TCP asserts that it sends nothing at a duplicate
        // acknowledgement, but it does when the window allows
        SetMaybe(socket, "LimitedTransmit", ours ? 0.7 : 1);
        SetText(socket, "MinRto", std::to_string(Integer(50, 1000)) + "ms");
        SetText(socket, "UseEcn", Chance(0.6) ? "Off" : Chance(0.5) ? "On" : "AcceptOnly");
        if (ours)
        {
            SetText(socket,
                    "LossRecovery",
                    Chance(0.5)   ? "Sack"
                    : Chance(0.5) ? "NewReno"
                                  : "Reno");
            SetText(socket, "TimerMode", Chance(0.7) ? "Fine" : "BsdTicks");
            SetMaybe(socket, "FixedSizeSegments", 0.1);
            if (Chance(0.5))
            {
                Set(socket, "InitialSequenceNumber", 0 - Integer(1, 200000));
            }
        }
        return socket;
    }

    /** @param peer to set up @param end which @param segment usual size */
    void DrawPeer(Peer& peer, int end, uint32_t segment)
    {
        peer.direction = end;
        peer.random = m_random;
        // the number of segments makes the cost
        // an active end of ns-3's TCP does not acknowledge a repeated SYN,ACK
        const bool silent = Chance(0.15) && m_factories[0] != NS3_TCP;
        peer.toSend = silent ? 0 : std::min(MOST_OCTETS, Integer(1, 150) * segment);
        peer.mostWritten = Integer(1 + segment / 8, 20 * segment);
        peer.mostRead = Integer(1 + segment / 8, 20 * segment);
        peer.writePause = Chance(0.3) ? MicroSeconds(Integer(10, 20000)) : Time(0);
        peer.readPause = Chance(0.4) ? MicroSeconds(Integer(100, 200000)) : Time(0);
        // ns-3's TCP ignores a repeated FIN with data of which it has a part, and in TIME-WAIT any
        peer.closing = !m_mixed && Chance(0.5) ? Closing::WHEN_SENT : Closing::WHEN_DONE;
        m_text << " octets " << peer.toSend << " written " << peer.mostWritten << " read "
               << peer.mostRead << " pauses " << peer.writePause.As(Time::MS) << " "
               << peer.readPause.As(Time::MS)
               << (peer.closing == Closing::WHEN_SENT ? " half-closes" : "");
    }

    /** @return what is wrong after the run */
    std::string Judge() const
    {
        std::ostringstream text;
        for (int end = 0; end < 2; ++end)
        {
            const Peer& peer = m_peers[end];
            if (!peer.problem.empty())
            {
                text << " end " << end << ": " << peer.problem;
            }
            if (!peer.connected || peer.sent != peer.toSend || peer.received != peer.toReceive)
            {
                text << " end " << end << ": " << (peer.connected ? "" : "not ")
                     << "connected, wrote " << peer.sent << " of " << peer.toSend << ", read "
                     << peer.received << " of " << peer.toReceive << ", errors "
                     << peer.errorCloses;
            }
            else if (!m_mixed && (peer.normalCloses == 0 || peer.errorCloses > 0))
            {
                text << " end " << end << ": closed " << peer.normalCloses << " times, with errors "
                     << peer.errorCloses;
            }
        }
        return text.str();
    }

    Ptr<UniformRandomVariable> m_random; //!< draws everything but the link's decisions
    std::string m_factories[2];          //!< active, passive
    bool m_mixed;                        //!< they differ
    Peer m_peers[2];                     //!< active, passive
    std::ostringstream m_text;           //!< what was drawn
};

/** @brief Many seeds of one pair. */
class InteropTest : public TestCase
{
  public:
    /** @param active factory @param passive factory @param seeds how many @param first seed */
    InteropTest(const std::string& active,
                const std::string& passive,
                uint32_t seeds,
                uint32_t first)
        : TestCase(active + " to " + passive + ", " + std::to_string(seeds) + " random transfers"),
          m_active(active),
          m_passive(passive),
          m_seeds(seeds),
          m_first(first)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = m_first; seed < m_first + m_seeds; ++seed)
        {
            const std::string problem = Transfer(m_active, m_passive, seed).Run();
            NS_TEST_EXPECT_MSG_EQ(problem, "", "lost or mixed up");
        }
    }

    std::string m_active;  //!< factory
    std::string m_passive; //!< factory
    uint32_t m_seeds;      //!< how many
    uint32_t m_first;      //!< the first
};

HsnTestRegistration g_tcpInteropTests("tcp-interop",
                                      {
                                          new InteropTest(HSN_TCP, HSN_TCP, 400, 0),
                                          new InteropTest(HSN_TCP, NS3_TCP, 300, 400),
                                          new InteropTest(NS3_TCP, HSN_TCP, 300, 700),
                                      });
} // namespace
} // namespace hsn
} // namespace ns3
