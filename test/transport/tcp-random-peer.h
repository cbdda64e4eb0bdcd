// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Applications that write, read and compare random pieces, and sockets with random attributes.
 */
#ifndef HSN_TCP_RANDOM_PEER_H
#define HSN_TCP_RANDOM_PEER_H

#include "tcp-interop-support.h"

#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Most octets in one direction.
constexpr uint32_t MOST_OCTETS = 200000;

/** @param direction 0 or 1 @return what is sent that way: each octet depends on its position */
inline const uint8_t*
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
        while (!AbortIfDue() && sent < toSend)
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
        while (!AbortIfDue())
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
            if (received >= stallAt && stall.IsStrictlyPositive())
            {
                readEvent = Simulator::Schedule(stall, &Peer::Read, this);
                stall = Time(0);
                return;
            }
            if (readPause.IsStrictlyPositive())
            {
                readEvent =
                    Simulator::Schedule(readPause * random->GetValue(0, 2), &Peer::Read, this);
                return;
            }
        }
    }

    /** @return whether it has closed without regard to what is still to be sent or read */
    bool AbortIfDue()
    {
        if (!gaveUp && sent + received >= abortAt)
        {
            GiveUp();
        }
        return gaveUp;
    }

    /** @brief Closes, whatever is left. */
    void GiveUp()
    {
        gaveUp = true;
        writeEvent.Cancel();
        readEvent.Cancel();
        if (!closed && socket)
        {
            closed = true;
            socket->Close();
        }
    }

    /** @brief Closes when the time has come. */
    void CloseIfDone()
    {
        if (sent < toSend || gaveUp)
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
        if (endsWithPeer)
        {
            GiveUp();
        }
    }

    /** @brief The connection broke. */
    void Failed(Ptr<Socket>)
    {
        ++errorCloses;
        if (endsWithPeer)
        {
            GiveUp();
        }
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
    uint32_t abortAt{UINT32_MAX};        //!< octets in both directions when it closes all the same
    bool gaveUp{false};                  //!< it has, or the connection ended
    uint32_t stallAt{0};                 //!< octets received when it reads nothing for a while
    Time stall;                          //!< that while
    bool endsWithPeer{false};            //!< closes when the connection has ended
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
inline const std::vector<std::string> CONGESTION = {"TcpNewReno",
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

/** @brief Draws what is random, and tells it in words. */
class TcpDraw
{
  public:
    /** @param stream of the random numbers */
    explicit TcpDraw(int64_t stream)
        : m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

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

    /** @brief Sets a number. @param socket whose @param name attribute @param value the value */
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

    /** @brief Sets by text. @param socket whose @param name attribute @param value the value */
    void SetText(Ptr<Socket> socket, const std::string& name, const std::string& value)
    {
        socket->SetAttribute(name, StringValue(value));
        m_text << " " << name << " " << value;
    }

    /**
     * @param node of the socket @param factory name @param segment usual size
     * @param mixed whether the peer is of another TCP
     * @param ordered whether the network neither reorders nor duplicates
     * @return a socket
     */
    Ptr<Socket> DrawSocket(Ptr<Node> node,
                           const std::string& factory,
                           uint32_t segment,
                           bool mixed,
                           bool ordered)
    {
        const bool ours = factory == HSN_TCP;
        const uint32_t choice = ours ? CONGESTION.size() : 3;
        const std::string control = "ns3::" + CONGESTION[m_random->GetInteger(0, choice - 1)];
        node->GetObject<TcpL4Protocol>()->SetAttribute("SocketType",
                                                       TypeIdValue(TypeId::LookupByName(control)));
        m_text << " " << control;
        auto socket = Socket::CreateSocket(node, TypeId::LookupByName(factory));
        if (Chance(0.3))
        {
            segment = Integer(40, 1400);
        }
        Set(socket, "SegmentSize", segment);
        // ns-3's TCP sends no more once a window was closed and the update was lost: its probes
        // lack ACK, so that they must be dropped (RFC 9293, 3.10.7.4)
        const uint32_t least = mixed ? 5600 : segment;
        Set(socket, "SndBufSize", Integer(least, 100 * least));
        Set(socket, "RcvBufSize", mixed && ours ? 2 * MOST_OCTETS : Integer(least, 100 * least));
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

    Ptr<UniformRandomVariable> m_random; //!< draws everything
    std::ostringstream m_text;           //!< what was drawn
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RANDOM_PEER_H
