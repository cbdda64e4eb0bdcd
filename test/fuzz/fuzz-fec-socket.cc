// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/fec/fec-udp-socket transport/fec/fec-tunnel transport/fec/fec-rate-controller
// Covers transport/common/udp-overlay-socket transport/common/udp-inner-socket
// Covers transport/common/udp-receive-tags
/**
 * @file
 * libFuzzer target for FEC over UDP: a FecUdpSocket or FecTunnel, and peers that send it the
 * packets of blocks, forged packets and reports.
 *
 * Input: an octet of settings (bit 0: a tunnel; bits 1, 2: codec; bit 3: N and M follow the
 * reports; bit 4: every block is reported; bit 5: few peers are remembered; bits 6, 7: M), an octet
 * for N; then operations, an octet each: its lowest bits, modulo 8, say which, the others which
 * peer. 0: a peer ends its block; 1: forged octets arrive; 2: time passes; 3: the application
 * sends; 4: a peer sends; 5, 6: a peer's packet arrives; 7: a report arrives, or a call of the
 * application.
 *
 * What the socket sends is well formed and decodes to what the application sent. What the peers
 * sent arrives once and as it was sent, unless something was forged.
 */
#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/fec-header.h"
#include "ns3/fec-rate-controller.h"
#include "ns3/fec-tunnel.h"
#include "ns3/fec-udp-socket-factory.h"
#include "ns3/fec-udp-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>; //!< bytes of a packet

/// A sender of blocks to the socket, and a receiver of its blocks.
struct Peer
{
    explicit Peer(uint8_t number)
        : encoder(number, number)
    {
    }

    FecBlockEncoder encoder;                  //!< of its packets
    std::unique_ptr<FecBlockDecoder> decoder; //!< of the socket's packets
    std::vector<Ptr<Packet>> sent;            //!< encoded
};

/// A host with a socket or a tunnel, and its peers.
class World
{
  public:
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte()),
          m_node(CreateObject<Node>())
    {
        m_interface = AddFuzzWire(m_node, [this](Ptr<Packet> packet, uint16_t protocol) {
            HSN_REQUIRE(protocol == Ipv4L3Protocol::PROT_NUMBER);
            TakeDatagram(packet);
        });
        m_udp = CreateObject<UdpL4Protocol>();
        m_node->AggregateObject(m_udp);
        AddSockets<FecUdpSocketFactory>(m_node);
        m_peers.reserve(3);
        for (uint8_t i = 0; i < 3; i++)
        {
            m_peers.emplace_back(i);
            m_peers[i].decoder = std::make_unique<FecBlockDecoder>(
                4,
                [this](Ptr<Packet> packet, uint32_t, uint8_t, bool) { CheckSent(packet); },
                [](const FecBlockResult&) {});
        }
        MakeSocket();
    }

    ~World()
    {
        Simulator::Destroy();
    }

    /// Runs all operations of the input. @return packets that the application received or sent
    uint32_t Run()
    {
        for (int step = 0; step < 100 && !m_in.IsEmpty(); step++)
        {
            const uint8_t op = m_in.Byte();
            auto& peer = m_peers[(op >> 3 & 7) % m_peers.size()];
            switch (op % 8)
            {
            case 0:
                Keep(peer, peer.encoder.Flush());
                break;
            case 1:
                Forge(peer);
                break;
            case 2:
                Pass(MilliSeconds(m_in.Byte()));
                break;
            case 3:
                Write(peer);
                break;
            case 4:
                PeerWrites(peer);
                break;
            case 7:
                if (op & 64)
                {
                    Call(m_in.Byte());
                }
                else
                {
                    Report(peer);
                }
                break;
            default:
                Arrive(peer, 1 + (op >> 6));
                break;
            }
            Pass(MicroSeconds(1));
            Read();
        }
        Pass(Seconds(10));
        return m_accepted;
    }

    /// @param packet from the socket: a UDP payload @param port where to
    void Sent(Ptr<Packet> packet, uint16_t port)
    {
        FecHeader header;
        HSN_REQUIRE(!header.Read(packet));
        HSN_REQUIRE(port >= PEER_PORT && port < PEER_PORT + m_peers.size());
        if (header.type == FEC_REPORT)
        {
            FecReport report;
            packet->RemoveHeader(report);
            HSN_REQUIRE(report.lostData <= report.expectedData);
            HSN_REQUIRE(report.expectedData <= report.expected);
            return;
        }
        // a peer that was forgotten gets a new flow
        auto& peer = m_peers[port - PEER_PORT];
        peer.decoder->Receive(header, packet);
    }

  private:
    static constexpr uint16_t PORT = 9;         //!< of the socket
    static constexpr uint16_t PEER_PORT = 4000; //!< of the first peer

    /// @param packet what the host sends
    void TakeDatagram(Ptr<const Packet> packet)
    {
        const auto copy = packet->Copy();
        Ipv4Header ip;
        copy->RemoveHeader(ip);
        if (ip.GetProtocol() != UdpL4Protocol::PROT_NUMBER)
        {
            return; // ICMP, when the socket is closed
        }
        UdpHeader udp;
        copy->RemoveHeader(udp);
        Sent(copy, udp.GetDestinationPort());
    }

    /// Makes the socket or the tunnel.
    void MakeSocket()
    {
        if (m_how & 1)
        {
            m_tunnel = CreateObject<FecTunnel>();
            m_tunnel->Open(m_node,
                           InetSocketAddress(Ipv4Address("10.0.0.1"), PORT),
                           InetSocketAddress(Ipv4Address("10.0.0.2"), PEER_PORT));
            m_socket = m_tunnel->GetSocket();
            m_node->RegisterProtocolHandler(MakeCallback(&World::Tunnelled, this),
                                            0,
                                            m_tunnel->GetDevice());
        }
        else
        {
            m_socket = DynamicCast<FecUdpSocket>(
                Socket::CreateSocket(m_node, FecUdpSocketFactory::GetTypeId()));
            m_socket->Bind(InetSocketAddress(Ipv4Address("10.0.0.1"), PORT));
        }
        FecCode code;
        code.codec = static_cast<FecCodecType>(m_how >> 1 & 3);
        code.data = 1 + m_in.Byte() % 6;
        code.parity = code.codec == FEC_CODEC_XOR ? m_how >> 6 & 1 : m_how >> 6;
        HSN_REQUIRE(code.Check().empty());
        m_socket->SetAttribute("N", UintegerValue(code.data));
        m_socket->SetAttribute("M", UintegerValue(code.parity));
        m_socket->SetAttribute("Codec", EnumValue(code.codec));
        m_socket->SetAttribute("ReportInterval", UintegerValue(m_how & 16 ? 1 : 4));
        if (m_how & 8)
        {
            m_socket->SetAttribute("Controller", PointerValue(CreateObject<FecRateController>()));
        }
        if (m_how & 32)
        {
            m_socket->SetAttribute("MaxPeers", UintegerValue(2));
            m_socket->SetAttribute("OpenBlocks", UintegerValue(2));
        }
        for (auto& peer : m_peers)
        {
            peer.encoder.SetCode(code);
        }
    }

    /// Lets time pass. @param time how much
    static void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// @return a packet that no other input operation makes
    Octets MakeData()
    {
        Octets octets(4 + m_in.Byte() % 60);
        m_made++;
        for (size_t i = 0; i < octets.size(); i++)
        {
            octets[i] = static_cast<uint8_t>(i < 2 ? m_made >> (8 * i) : i * 3 + m_made);
        }
        return octets;
    }

    /// The application sends. @param peer to which
    void Write(const Peer& peer)
    {
        const auto data = MakeData();
        m_written.insert(data);
        const auto size = static_cast<uint32_t>(data.size());
        auto packet = Create<Packet>(data.data(), size);
        if (m_tunnel)
        {
            m_tunnel->GetDevice()->Send(packet, Mac48Address::GetBroadcast(), PROTOCOL);
            return;
        }
        const auto port = static_cast<uint16_t>(PEER_PORT + (&peer - m_peers.data()));
        m_socket->SendTo(packet, 0, InetSocketAddress(Ipv4Address("10.0.0.2"), port));
    }

    /// @param packet that a peer decoded: the application sent it
    void CheckSent(Ptr<Packet> packet)
    {
        auto octets = OctetsOf(packet);
        if (m_tunnel)
        {
            HSN_REQUIRE(octets.size() > 2 && octets[0] == PROTOCOL >> 8);
            octets.erase(octets.begin(), octets.begin() + 2);
        }
        HSN_REQUIRE(m_written.count(octets) == 1);
        m_accepted++;
    }

    /// A peer adds a packet to its block. @param peer which
    void PeerWrites(Peer& peer)
    {
        auto data = MakeData();
        m_peersData.insert(data);
        if (m_tunnel)
        {
            data.insert(data.begin(), {PROTOCOL >> 8, PROTOCOL & 0xff});
        }
        Keep(peer,
             peer.encoder.Add(Create<Packet>(data.data(), static_cast<uint32_t>(data.size()))));
    }

    /// @param peer that sent @param packets on their way
    static void Keep(Peer& peer, const std::vector<Ptr<Packet>>& packets)
    {
        peer.sent.insert(peer.sent.end(), packets.begin(), packets.end());
    }

    /// Packets of a peer arrive. @param peer which @param n how many
    void Arrive(const Peer& peer, size_t n)
    {
        if (peer.sent.empty())
        {
            return;
        }
        size_t at = peer.sent.size() - 1 - m_in.Byte() % std::min<size_t>(peer.sent.size(), 32);
        for (; n > 0 && at < peer.sent.size(); n--)
        {
            Inject(peer, peer.sent[at++]->Copy());
        }
    }

    /// Octets with a nearly valid header arrive. @param peer from which
    void Forge(const Peer& peer)
    {
        Octets octets(m_in.Byte() % 64);
        m_in.Fill(octets.data(), octets.size());
        if (octets.size() >= FecHeader::SIZE)
        {
            octets[0] = 0x10 | (octets[0] & 11);
            octets[10] = 0;
            octets[11] = static_cast<uint8_t>(octets.size() - FecHeader::SIZE);
        }
        m_honest = false;
        Inject(peer, Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /// A report arrives. @param peer from which
    void Report(const Peer& peer)
    {
        FecReport report;
        report.expected = m_in.Word();
        report.received = m_in.Word();
        report.expectedData = m_in.Byte();
        report.lostData = m_in.Byte();
        FecHeader header;
        header.type = FEC_REPORT;
        header.flow = m_in.Byte() % 4;
        header.length = FecReport::SIZE;
        auto packet = Create<Packet>();
        packet->AddHeader(report);
        packet->AddHeader(header);
        Inject(peer, packet);
    }

    /// @param peer from which @param packet a UDP payload that arrives
    void Inject(const Peer& peer, Ptr<Packet> packet)
    {
        UdpHeader udp;
        udp.SetSourcePort(static_cast<uint16_t>(PEER_PORT + (&peer - m_peers.data())));
        udp.SetDestinationPort(PORT);
        packet->AddHeader(udp);
        Ipv4Header ip;
        ip.SetSource(Ipv4Address("10.0.0.2"));
        ip.SetDestination(Ipv4Address("10.0.0.1"));
        ip.SetProtocol(UdpL4Protocol::PROT_NUMBER);
        ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
        Simulator::ScheduleWithContext(m_node->GetId(), Time(0), &World::Deliver, this, packet, ip);
    }

    /// @param packet that arrives @param ip its header
    void Deliver(Ptr<Packet> packet, Ipv4Header ip)
    {
        m_udp->Receive(packet, ip, m_interface);
    }

    /// The application reads all there is.
    void Read()
    {
        if (m_tunnel)
        {
            return;
        }
        while (const auto packet = m_socket->Recv())
        {
            CheckReceived(packet);
        }
    }

    /// A packet left the tunnel.
    void Tunnelled(Ptr<NetDevice>,
                   Ptr<const Packet> packet,
                   uint16_t protocol,
                   const Address&,
                   const Address&,
                   NetDevice::PacketType)
    {
        HSN_REQUIRE(!m_honest || protocol == PROTOCOL);
        CheckReceived(packet);
    }

    /// @param packet that the application received
    void CheckReceived(Ptr<const Packet> packet)
    {
        m_accepted++;
        if (m_honest && !(m_how & 32)) // a sender that was forgotten begins anew
        {
            HSN_REQUIRE(m_peersData.erase(OctetsOf(packet)) == 1);
        }
    }

    /// @param which call of the application
    void Call(uint8_t which)
    {
        switch (which % 4)
        {
        case 0:
            m_socket->Close();
            break;
        case 1:
            m_socket->ShutdownSend();
            break;
        case 2:
            m_socket->ShutdownRecv();
            break;
        default:
            m_socket->SetAttribute("M", UintegerValue(which >> 7));
            break;
        }
    }

    static constexpr uint16_t PROTOCOL = 0x0800; //!< EtherType of what goes through the tunnel

    FuzzInput m_in;                 //!< the input
    const uint8_t m_how;            //!< settings
    Ptr<Node> m_node;               //!< host
    Ptr<UdpL4Protocol> m_udp;       //!< receives what the peers send
    Ptr<Ipv4Interface> m_interface; //!< on which it arrives
    Ptr<FecTunnel> m_tunnel;        //!< or null
    Ptr<FecUdpSocket> m_socket;     //!< the tunnel's, or the application's
    std::vector<Peer> m_peers;      //!< at ports from PEER_PORT on
    std::set<Octets> m_written;     //!< by the application
    std::set<Octets> m_peersData;   //!< by the peers, not yet received
    uint32_t m_made{0};             //!< packets so far
    uint32_t m_accepted{0};         //!< packets received, or sent and decoded
    bool m_honest{true};            //!< nothing was forged
};

/// @param how settings @param data N @return beginning of a seed
FuzzOutput
Begin(int how, int data)
{
    return FuzzOutput().Bytes({how, data - 1});
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    return World(in).Run();
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    // operations: 4 and octets: a peer sends; 5 and n: its packet before the last n arrives; 3 and
    // octets: the application sends; 2: time; 7: a report; 0x47: a call
    return {
        {"xor-received", Begin(0x40, 2).Bytes({4, 9, 4, 20, 0x45, 2, 5, 0})},
        {"xor-restored", Begin(0x50, 3).Bytes({4, 9, 4, 20, 4, 30, 5, 3, 5, 1, 5, 0})},
        {"shift-xor-restored", Begin(0x92, 3).Bytes({4, 9, 4, 20, 4, 30, 5, 4, 5, 1, 5, 0})},
        {"truncated-restored", Begin(0x94, 3).Bytes({4, 9, 4, 20, 4, 30, 5, 4, 5, 1, 5, 0})},
        {"reed-solomon-restored", Begin(0xd6, 3).Bytes({4, 9, 4, 20, 4, 30, 5, 4, 5, 1, 5, 0})},
        {"short-block", Begin(0x52, 4).Bytes({4, 9, 4, 20, 0, 5, 2, 5, 0})},
        {"sends", Begin(0x52, 3).Bytes({3, 9, 3, 20, 3, 30, 3, 1, 2, 200})},
        {"sends-to-three",
         Begin(0x72, 2).Bytes({3, 9, 11, 20, 19, 30, 3, 1, 11, 2, 19, 2, 0x47, 0})},
        {"from-three",
         Begin(0x72, 1).Bytes({4, 9, 12, 9, 20, 9, 0x45, 1, 0x4d, 1, 0x55, 1, 4, 9, 5, 1})},
        {"reports", Begin(0x52, 2).Bytes({3, 9, 3,   9, 7,   0,   100, 0, 90, 80, 5, 0,
                                          7, 0, 200, 0, 160, 170, 50,  0, 3,  5,  3, 5})},
        {"controller", Begin(0x5a, 2).Bytes({3, 9, 3,   9,   7,  0, 100, 0, 90, 80, 5, 0, 7, 1,
                                             0, 0, 160, 170, 50, 0, 3,   5, 3,  5,  3, 5, 3, 5})},
        {"tunnel-receives", Begin(0x53, 2).Bytes({4, 9, 4, 20, 5, 2, 5, 0})},
        {"tunnel-sends", Begin(0x53, 2).Bytes({3, 9, 3, 20, 2, 200, 3, 30})},
        {"shut-down", Begin(0x52, 3).Bytes({3, 9, 0x47, 1, 3, 9, 0x47, 2, 4, 9, 5, 0})},
    };
}
