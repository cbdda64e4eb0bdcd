// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A host with a TCP socket, and a peer that sends it arbitrary segments in any state.
 *
 * Input: an octet of settings, see MakeSocket(); then a program for the application above the
 * socket and for its peer, an octet for each step, modulo 8, and what it needs: 0: a segment near
 * those that are expected, 1: any octets, 2: time, 3: write, 4: read, 5: close and other calls, 6:
 * the data expected, 7: a step of a handshake. The octet at each position of both streams is fixed,
 * so that what the application reads and what the socket sends can be checked, whatever segments
 * the peer sends.
 */
#ifndef HSN_FUZZ_TCP_WORLD_H
#define HSN_FUZZ_TCP_WORLD_H

#include "fuzz-host.h"
#include "fuzz-support.h"
#include "fuzz-tcp-header.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-segment.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @param seq sequence number @return the peer's octet there
inline uint8_t
PeerOctet(uint32_t seq)
{
    return static_cast<uint8_t>((seq * 2654435761u) >> 24);
}

/// @param position in the stream of the application @return the octet there
inline uint8_t
OwnOctet(uint32_t position)
{
    return static_cast<uint8_t>((position * 2246822519u) >> 24);
}

/// A host with a socket, the application above it, and a simulated peer.
class TcpWorld
{
  public:
    explicit TcpWorld(FuzzInput in)
        : m_in(in),
          m_node(CreateObject<Node>())
    {
        m_interface = AddFuzzWire(m_node, [this](Ptr<Packet> packet, uint16_t protocol) {
            if (protocol == Ipv4L3Protocol::PROT_NUMBER)
            {
                Sent(packet);
            }
        });
        m_tcp = CreateObject<TcpL4Protocol>();
        m_node->AggregateObject(m_tcp);
        AddSockets<IndexedTcpSocketFactory>(m_node);
    }

    virtual ~TcpWorld()
    {
        Simulator::Destroy();
    }

    /// @return octets that the application read, or that the peer was sent
    uint32_t Run()
    {
        MakeSocket();
        for (int step = 0; step < 200 && !m_in.IsEmpty(); ++step)
        {
            switch (m_in.Byte() % 8)
            {
            case 0:
                InjectAny();
                break;
            case 1:
                InjectRaw();
                break;
            case 2:
                Pass(MilliSeconds(m_in.Word()));
                break;
            case 3:
                Write(m_in.Word());
                break;
            case 4:
                Read(1 + m_in.Word());
                break;
            case 5:
                Call(m_in.Byte());
                break;
            case 6:
                InjectGood(m_in.Word() % 2000, TcpHeader::ACK);
                break;
            default:
                InjectGood(0, HANDSHAKE[m_in.Byte() % 4]);
                break;
            }
            Pass(MicroSeconds(1));
            Check();
        }
        Pass(Seconds(1000));
        Check();
        return m_accepted;
    }

    /// @param datagram from the socket
    void Sent(Ptr<const Packet> datagram)
    {
        const auto packet = datagram->Copy();
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        HSN_REQUIRE(ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER);
        TcpHeader header;
        packet->RemoveHeader(header);
        CheckSent(header, OctetsOf(packet));
        NotifySent(datagram);
    }

  protected:
    /// @return a new socket on the node, with settings of the protocol
    virtual Ptr<Socket> CreateSocket()
    {
        return Socket::CreateSocket(m_node, IndexedTcpSocketFactory::GetTypeId());
    }

    /// @param packet that arrives, which may be marked @param flags of its header
    virtual void Mark(Ptr<Packet> packet, uint8_t flags)
    {
    }

    /// @param datagram that was sent and is correct
    virtual void NotifySent(Ptr<const Packet> datagram)
    {
    }

    /// @return the input
    FuzzInput& GetInput()
    {
        return m_in;
    }

    /// @return the host
    Ptr<Node> GetNode() const
    {
        return m_node;
    }

  private:
    /// @param header of a segment from the socket @param data its data
    void CheckSent(const TcpHeader& header, const std::vector<uint8_t>& data)
    {
        const uint8_t flags = header.GetFlags();
        if (flags & TcpHeader::RST)
        {
            return; // some answer segments that belong to no connection
        }
        // which SYN was accepted
        if ((flags & TcpHeader::SYN) && (flags & TcpHeader::ACK))
        {
            m_newIrs = header.GetAckNumber().GetValue() - 1;
        }
        if (!m_listener && (flags & TcpHeader::ACK) && !m_knowsIrs)
        {
            m_irs = flags & TcpHeader::SYN ? m_newIrs : m_lastSyn;
            m_knowsIrs = true;
        }
        m_ack = header.GetSequenceNumber().GetValue() + static_cast<uint32_t>(data.size()) +
                ((flags & TcpHeader::SYN) != 0) + ((flags & TcpHeader::FIN) != 0);
        HSN_REQUIRE(data.size() <= MSS);
        m_accepted += static_cast<uint32_t>(data.size());
        for (size_t i = 0; i < data.size(); ++i)
        {
            const uint32_t position =
                header.GetSequenceNumber().GetValue() - 1 - m_isn + static_cast<uint32_t>(i);
            HSN_REQUIRE(position < m_written);
            HSN_REQUIRE(data[i] == OwnOctet(position));
        }
    }

    /// A connection. @param socket its end
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = socket;
        m_irs = m_newIrs;
        m_read = 0;
        m_written = 0;
    }

    static constexpr uint32_t MSS = 500;             //!< of the socket
    static constexpr uint32_t BUFFER = 5000;         //!< of the socket, each way
    static constexpr uint32_t PEER_ISN = 0xfffff800; //!< wraps soon
    static constexpr uint8_t HANDSHAKE[4] = {TcpHeader::SYN,
                                             TcpHeader::SYN | TcpHeader::ACK,
                                             TcpHeader::ACK,
                                             TcpHeader::FIN | TcpHeader::ACK};

    /// Settings that are the same for all inputs: setting them for each socket would take longer.
    /// @return true
    static bool SetDefaults()
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
        return true;
    }

    /// Makes the socket, in a state that the input chooses.
    void MakeSocket()
    {
        static const bool set = SetDefaults();
        HSN_REQUIRE(set);
        const uint8_t how = m_in.Byte();
        const auto socket = CreateSocket();
        m_isn = how & 1 ? 0 : 0xfffffff0u;
        socket->SetAttribute("InitialSequenceNumber", UintegerValue(m_isn));
        if (how & 4 && !(how & 2))
        {
            socket->SetAttribute("LossRecovery", EnumValue(TcpLossRecovery::NEWRENO));
        }
        else if (!(how & 2))
        {
            socket->SetAttribute("LossRecovery", EnumValue(TcpLossRecovery::RENO));
        }
        if (!(how & 8))
        {
            socket->SetAttribute("TimerMode", EnumValue(TcpClock::BSD_TICKS));
        }
        if (how & 16)
        {
            socket->SetAttribute("UseEcn", EnumValue(TcpSocketState::On));
        }
        if (!(how & 32))
        {
            socket->SetAttribute("Timestamp", BooleanValue(false));
        }
        socket->Bind(InetSocketAddress(Ipv4Address("10.0.0.1"), PORT));
        if (how & 64)
        {
            socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PEER_PORT));
            m_socket = socket;
        }
        else
        {
            socket->Listen();
            socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&TcpWorld::Accepted, this));
            m_listener = socket;
        }
        if (how & 128)
        {
            // most inputs would not get beyond the handshake
            Pass(MicroSeconds(1));
            InjectGood(0, how & 64 ? TcpHeader::SYN | TcpHeader::ACK : TcpHeader::SYN);
            Pass(MicroSeconds(1));
            InjectGood(0, TcpHeader::ACK);
            Pass(MicroSeconds(1));
        }
    }

    /// Lets time pass. @param time how much
    static void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// Sends. @param octets number
    void Write(uint32_t octets)
    {
        if (!m_socket)
        {
            return;
        }
        std::vector<uint8_t> data(octets % (BUFFER + 10));
        for (size_t i = 0; i < data.size(); ++i)
        {
            data[i] = OwnOctet(m_written + static_cast<uint32_t>(i));
        }
        // Send() may transmit
        m_written += static_cast<uint32_t>(data.size());
        const auto size = static_cast<uint32_t>(data.size());
        if (m_socket->Send(Create<Packet>(data.data(), size)) != static_cast<int>(size))
        {
            m_written -= size;
        }
    }

    /// Reads and compares. @param octets at most
    void Read(uint32_t octets)
    {
        const auto packet = m_socket ? m_socket->Recv(octets, 0) : nullptr;
        if (!packet)
        {
            return;
        }
        HSN_REQUIRE(packet->GetSize() <= octets);
        for (const auto octet : OctetsOf(packet))
        {
            HSN_REQUIRE(octet == PeerOctet(m_irs + 1 + m_read));
            ++m_read;
            ++m_accepted;
        }
    }

    /// @param which call of the application
    void Call(uint8_t which)
    {
        if (which % 8 == 0 && m_listener)
        {
            m_listener->Close();
        }
        if (!m_socket)
        {
            return;
        }
        switch (which % 8)
        {
        case 1:
            m_socket->Close();
            break;
        case 2:
            m_socket->ShutdownSend();
            break;
        case 3:
            m_socket->ShutdownRecv();
            break;
        case 4:
            m_socket->Listen();
            break;
        case 5:
            m_socket = nullptr;
            break;
        default:
            break;
        }
    }

    /// What holds between any two steps.
    void Check() const
    {
        if (m_socket)
        {
            HSN_REQUIRE(m_socket->GetRxAvailable() <= BUFFER);
            HSN_REQUIRE(m_socket->GetTxAvailable() <= BUFFER);
        }
    }

    /// @param octets of a header to which the data are added @param size of the data
    void Inject(std::vector<uint8_t> octets, uint32_t size)
    {
        const size_t header = octets.size();
        const uint32_t seq = octets.size() < 8 ? 0
                                               : static_cast<uint32_t>(octets[4]) << 24 |
                                                     octets[5] << 16 | octets[6] << 8 | octets[7];
        const bool syn = header > 13 && (octets[13] & TcpHeader::SYN);
        if (syn)
        {
            m_lastSyn = seq;
        }
        for (uint32_t i = 0; i < size; ++i)
        {
            octets.push_back(PeerOctet(seq + syn + i));
        }
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        TcpSegment segment;
        const char* problem = segment.Read(packet);
        if (!problem)
        {
            HSN_REQUIRE(segment.headerSize + segment.size == octets.size());
            HSN_REQUIRE(segment.nBlocks <= TcpSegment::MAX_SACK_BLOCKS);
            HSN_REQUIRE(Ns3CanRead(octets));
        }
        // data must not be written where the header seems to continue, or at a wrong position
        if (!Ns3CanRead(octets) || (!problem && segment.headerSize != header))
        {
            return;
        }
        Ipv4Header ip;
        ip.SetSource(Ipv4Address("10.0.0.2"));
        ip.SetDestination(Ipv4Address("10.0.0.1"));
        ip.SetProtocol(TcpL4Protocol::PROT_NUMBER);
        ip.SetEcn(static_cast<Ipv4Header::EcnType>(seq % 4));
        Mark(packet, octets[13]);
        m_tcp->Receive(packet, ip, m_interface);
    }

    /// @param seq sequence number @param ack acknowledgement @param flags of the header
    /// @param window the window @param options the options @return a header
    static std::vector<uint8_t> Header(uint32_t seq,
                                       uint32_t ack,
                                       uint8_t flags,
                                       uint32_t window,
                                       const std::vector<uint8_t>& options)
    {
        std::vector<uint8_t> octets;
        const auto add = [&octets](uint32_t value, int n) {
            while (n-- > 0)
            {
                octets.push_back(static_cast<uint8_t>(value >> (8 * n)));
            }
        };
        add(PEER_PORT, 2);
        add(PORT, 2);
        add(seq, 4);
        add(ack, 4);
        add(static_cast<uint32_t>((20 + options.size()) / 4) << 4, 1);
        add(flags, 1);
        add(window, 2);
        add(0, 4);
        octets.insert(octets.end(), options.begin(), options.end());
        return octets;
    }

    /// A segment that the socket expects. @param size of its data @param flags of the header
    void InjectGood(uint32_t size, uint8_t flags)
    {
        std::vector<uint8_t> options;
        if (flags & TcpHeader::SYN)
        {
            m_next = PEER_ISN;
            options = {2, 4, 2, 0, 3, 3, 2, 1, 4, 2, 1, 1};
        }
        Inject(Header(m_next, flags & TcpHeader::ACK ? m_ack : 0, flags, 60000, options), size);
        m_next += size + ((flags & (TcpHeader::SYN | TcpHeader::FIN)) != 0);
    }

    /// A segment near those that the socket expects, with arbitrary options.
    void InjectAny()
    {
        const uint8_t flags = m_in.Byte();
        const uint32_t seq = m_next + m_in.Offset();
        const uint32_t ack = m_ack + m_in.Offset();
        const uint32_t window = m_in.Word();
        std::vector<uint8_t> options(m_in.Byte() % 11 * 4);
        for (auto& octet : options)
        {
            octet = m_in.Byte();
        }
        // a block of what was sent, if there is a SACK option
        for (size_t i = 0; i + 10 <= options.size(); ++i)
        {
            if (options[i] == TcpOption::SACK && (options[i + 1] - 2) % 8 == 0)
            {
                AddTo(&options[i + 2], ack);
                AddTo(&options[i + 6], ack + MSS);
                break;
            }
        }
        Inject(Header(seq, ack, flags, window, options), m_in.Word() % 3000);
    }

    /// @param octets four, in network order @param value to be added
    static void AddTo(uint8_t* octets, uint32_t value)
    {
        uint32_t sum = value;
        for (int k = 0; k < 4; ++k)
        {
            sum += static_cast<uint32_t>(octets[k]) << (24 - 8 * k);
        }
        for (int k = 0; k < 4; ++k)
        {
            octets[k] = static_cast<uint8_t>(sum >> (24 - 8 * k));
        }
    }

    /// Arbitrary octets.
    void InjectRaw()
    {
        std::vector<uint8_t> octets(m_in.Byte() % 64);
        for (auto& octet : octets)
        {
            octet = m_in.Byte();
        }
        if (octets.size() > 3)
        {
            octets[0] = PEER_PORT >> 8;
            octets[1] = PEER_PORT & 0xff;
            octets[2] = PORT >> 8;
            octets[3] = PORT & 0xff;
        }
        Inject(octets, m_in.Byte());
    }

    static constexpr uint16_t PORT = 80;        //!< of the socket
    static constexpr uint16_t PEER_PORT = 4000; //!< of the peer

    FuzzInput m_in;                 //!< the program
    Ptr<Node> m_node;               //!< host
    Ptr<TcpL4Protocol> m_tcp;       //!< receives what the peer sends
    Ptr<Ipv4Interface> m_interface; //!< on which segments arrive
    Ptr<Socket> m_listener;         //!< if the socket is passive
    Ptr<Socket> m_socket;           //!< of the connection
    uint32_t m_isn{0};              //!< of the socket
    uint32_t m_lastSyn{PEER_ISN};   //!< sequence number of the peer's last SYN
    uint32_t m_newIrs{PEER_ISN};    //!< sequence number that the last SYN,ACK answered
    uint32_t m_irs{PEER_ISN};       //!< sequence number of the SYN that was accepted
    bool m_knowsIrs{false};         //!< a SYN was accepted
    uint32_t m_written{0};          //!< by the application
    uint32_t m_read{0};             //!< by the application
    uint32_t m_accepted{0};         //!< octets read, or sent to the peer
    uint32_t m_next{PEER_ISN};      //!< the peer's next sequence number
    uint32_t m_ack{0};              //!< acknowledgement of everything
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_TCP_WORLD_H
