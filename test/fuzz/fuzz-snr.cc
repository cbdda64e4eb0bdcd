// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer target for SNR: a socket that connects or is accepted, sends and receives, and whose
 * peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bit 1: only packets of one transmission
 * make a block), then operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: a
 * sender's state arrives, which may open, end or leave; 2, 3: data arrives; 4, 5: a receiver's
 * state arrives; 6: time passes; 7: the application does something.
 *
 * What the socket sends is well formed. Its reports are numbered upwards, and neither what they
 * acknowledge nor their window goes back. It sends no block beyond the window that it was told, and
 * in a block no packet beyond its size.
 */
#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/snr-socket-factory.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t OWN_PORT = 4000;  //!< of the socket
constexpr uint16_t PEER_PORT = 5000; //!< of the peer
constexpr uint32_t PACKET = 100;     //!< octets of data
constexpr uint32_t BLOCK = 4;        //!< packets
constexpr uint32_t WINDOW = 8;       //!< blocks

/// A host with a socket, and its peer.
class World
{
  public:
    explicit World(FuzzInput in)
        : m_in(in),
          m_node(CreateObject<Node>())
    {
        const uint8_t how = m_in.Byte();
        AddFuzzWire(m_node, [this](Ptr<Packet> packet, uint16_t) { TakePacket(packet); });
        AddSockets<SnrSocketFactory>(m_node);
        const auto socket = Socket::CreateSocket(m_node, SnrSocketFactory::GetTypeId());
        socket->SetAttribute("PacketSize", UintegerValue(PACKET));
        socket->SetAttribute("BlockSize", UintegerValue(BLOCK));
        socket->SetAttribute("WindowPackets", UintegerValue(WINDOW * BLOCK));
        socket->SetAttribute("KeepPartial", BooleanValue((how & 2) == 0));
        socket->SetAttribute("DataRate", DataRateValue(DataRate("1Mb/s")));
        socket->SetAttribute("GiveUpTime", TimeValue(Seconds(10)));
        socket->SetAttribute("SndBufSize", UintegerValue(20 * PACKET));
        socket->SetAttribute("RcvBufSize", UintegerValue(6 * PACKET));
        socket->Bind(InetSocketAddress(OWN_PORT));
        if (how & 1)
        {
            socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&World::Accepted, this));
            socket->Listen();
            m_listener = socket;
        }
        else
        {
            Use(socket);
            socket->Connect(InetSocketAddress("10.0.0.2", PEER_PORT));
        }
    }

    ~World()
    {
        for (const auto& socket : {m_socket, m_listener})
        {
            if (socket)
            {
                socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                          MakeNullCallback<void, Ptr<Socket>, const Address&>());
                socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                           MakeNullCallback<void, Ptr<Socket>>());
                socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            }
        }
        m_socket = nullptr;
        m_listener = nullptr;
        Simulator::Destroy();
    }

    /// Tries the input. @return what was taken
    uint32_t Run()
    {
        Advance(MilliSeconds(1));
        for (int i = 0; i < 200 && !m_in.IsEmpty(); i++)
        {
            Operate(m_in.Byte());
        }
        return m_taken;
    }

  private:
    /// @param socket of the connection
    void Use(Ptr<Socket> socket)
    {
        m_socket = socket;
        m_reports = 0;
        m_lowest = 0;
        m_limit = WINDOW;
        m_told = WINDOW;
        socket->SetConnectCallback(MakeCallback(&World::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->SetRecvCallback(MakeCallback(&World::Read, this));
    }

    /// The first packet was answered.
    void Connected(Ptr<Socket>)
    {
        m_taken++;
    }

    /// The listening socket has a connection; the latest one to the peer's port counts.
    void Accepted(Ptr<Socket> socket, const Address& from)
    {
        m_taken++;
        if (InetSocketAddress::ConvertFrom(from).GetPort() == PEER_PORT)
        {
            Use(socket);
        }
    }

    /// The socket has something to read. @param socket it
    void Read(Ptr<Socket> socket)
    {
        while (!m_lazy)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            m_taken++;
        }
    }

    /// The host sends. @param packet with IP
    void TakePacket(Ptr<Packet> packet)
    {
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        if (ip.GetProtocol() != SnrProtocol::PROT_NUMBER)
        {
            return; // ICMP
        }
        SnrHeader header;
        HSN_REQUIRE(packet->RemoveHeader(header) > 0);
        if (header.GetDestinationPort() != PEER_PORT)
        {
            return; // of another connection that arbitrary octets have opened
        }
        switch (header.type)
        {
        case SNR_DATA:
            HSN_REQUIRE(header.packet < header.packets && header.packets <= BLOCK);
            HSN_REQUIRE(packet->GetSize() <= PACKET);
            HSN_REQUIRE(header.number < m_told);
            break;
        case SNR_RECEIVER_STATE:
            if (header.number == 1)
            {
                m_reports = 0; // of a new connection, before it is known
                m_lowest = 0;
                m_limit = 0;
            }
            HSN_REQUIRE(header.number > m_reports);
            HSN_REQUIRE(header.block >= m_lowest && header.value >= m_limit);
            HSN_REQUIRE(header.bitmap.size() <= 1);
            m_reports = header.number;
            m_lowest = header.block;
            m_limit = header.value;
            break;
        default:
            HSN_REQUIRE(packet->GetSize() == 0);
            m_next = header.block;
        }
    }

    /// @param time to pass
    void Advance(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// The host gets a packet. @param packet of SNR
    void Arrive(Ptr<Packet> packet)
    {
        Ipv4Header ip;
        ip.SetSource("10.0.0.2");
        ip.SetDestination("10.0.0.1");
        ip.SetProtocol(SnrProtocol::PROT_NUMBER);
        ip.SetPayloadSize(packet->GetSize());
        ip.SetTtl(64);
        packet->AddHeader(ip);
        auto device = DynamicCast<SimpleNetDevice>(m_node->GetDevice(0));
        Simulator::ScheduleWithContext(m_node->GetId(),
                                       Time(0),
                                       &SimpleNetDevice::Receive,
                                       device,
                                       packet,
                                       Ipv4L3Protocol::PROT_NUMBER,
                                       Mac48Address("00:00:00:00:00:01"),
                                       Mac48Address("00:00:00:00:00:02"));
        Advance(MicroSeconds(10));
    }

    /// The host gets a packet. @param header of it @param packet what follows
    void Arrive(SnrHeader& header, Ptr<Packet> packet)
    {
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(OWN_PORT);
        packet->AddHeader(header);
        Arrive(packet);
    }

    /// @param what to do
    void Operate(uint8_t what)
    {
        SnrHeader header;
        switch (what % 8)
        {
        case 0: {
            std::vector<uint8_t> octets(what / 8 * 2);
            m_in.Fill(octets.data(), octets.size());
            m_told = ~0U; // they may tell a window
            Arrive(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
            break;
        }
        case 1:
            header.type = SNR_SENDER_STATE;
            header.number = ++m_peerReports;
            header.block = m_peerBlock + (what & 64 ? m_in.Offset() : 0);
            header.value = what;
            header.opening = what & 8;
            header.end = what & 16;
            header.leaving = what & 32;
            Arrive(header, Create<Packet>());
            break;
        case 2:
        case 3: {
            header.number = m_peerBlock + (what & 8 ? m_in.Offset() : 0);
            header.packets = what & 16 ? m_in.Byte() % 8 : BLOCK;
            header.packet = what & 32 ? m_in.Byte() % 8 : m_peerPacket++;
            header.attempt = what & 64 ? m_in.Byte() : 0;
            if (m_peerPacket == BLOCK)
            {
                m_peerPacket = 0;
                m_peerBlock++;
            }
            Arrive(header, Create<Packet>(what & 128 ? 1 + m_in.Byte() : PACKET));
            break;
        }
        case 4:
        case 5: {
            header.type = SNR_RECEIVER_STATE;
            header.number = m_peerReports += what & 8 ? m_in.Offset() : 1;
            header.block = what & 16 ? m_next + m_in.Offset() : m_next;
            header.value = header.block + (what & 32 ? m_in.Offset() : WINDOW);
            header.end = what & 64;
            if (what & 128)
            {
                header.bitmap.assign(m_in.Byte() % 3, m_in.Word() << 16);
            }
            m_told = std::max({m_told, header.value, header.block + WINDOW});
            Arrive(header, Create<Packet>());
            break;
        }
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 20 : 1});
            break;
        default:
            Call(what / 8);
        }
    }

    /// The application does something. @param what
    void Call(uint8_t what)
    {
        if (!m_socket)
        {
            return;
        }
        switch (what)
        {
        case 31:
            m_socket->Close();
            break;
        case 30:
            m_socket->ShutdownSend();
            break;
        case 29:
            m_socket->ShutdownRecv();
            break;
        case 28:
            m_lazy = !m_lazy;
            Read(m_socket);
            break;
        default:
            m_socket->Send(Create<Packet>(1 + what * 20));
        }
        Advance(MicroSeconds(1));
    }

    FuzzInput m_in;            //!< the input
    Ptr<Node> m_node;          //!< with the socket
    Ptr<Socket> m_listener;    //!< if it listens
    Ptr<Socket> m_socket;      //!< of the connection
    bool m_lazy{false};        //!< the application does not read
    uint32_t m_peerBlock{0};   //!< the peer's block
    uint16_t m_peerPacket{0};  //!< its next packet
    uint32_t m_peerReports{0}; //!< number of the peer's last state
    uint32_t m_next{0};        //!< the host's next block, as far as told
    uint32_t m_told{WINDOW};   //!< blocks below may have been allowed
    uint32_t m_reports{0};     //!< number of the host's last report
    uint32_t m_lowest{0};      //!< what it acknowledged
    uint32_t m_limit{0};       //!< its window limit
    uint32_t m_taken{0};       //!< what reached the application
};

/// Reads octets as a header; what is accepted has a right size. @param in octets
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    SnrHeader header;
    if (octets.size() < header.GetSerializedSize())
    {
        return; // the protocol counts these as malformed
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    const auto again = packet->Copy();
    if (again->RemoveHeader(header) > 0)
    {
        again->AddHeader(header);
        HSN_REQUIRE(again->GetSize() == packet->GetSize());
    }
}
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    TryHeader(in);
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // 1: sender's state, 9: which opens; 2: data; 4: receiver's state; 6: time; 7: Send()
    const auto connected = [] { return FuzzOutput().Bytes({0, 4, 1}); };
    const auto accepted = [] { return FuzzOutput().Bytes({1, 9}); };
    return {
        {"connect", connected().Bytes({39, 6, 20, 4, 6, 20})},
        {"transfer", connected().Bytes({39, 87, 14, 1, 4, 6, 50, 4, 39, 14, 2, 68})},
        {"countdown",
         connected().Bytes({39, 6, 20, 20, 255, 6, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 9})},
        {"bitmap", connected().Bytes({39, 39, 39, 6, 20, 148, 0, 251, 1, 64, 0, 6, 100, 4})},
        {"end", connected().Bytes({39, 247, 14, 2, 68, 17, 6, 20, 49, 14, 40})},
        {"data", accepted().Bytes({2, 2, 2, 2, 6, 10, 2, 2, 2, 2, 17, 6, 20})},
        {"lost", accepted().Bytes({2, 34, 2, 2, 98, 1, 0, 6, 10, 66, 1, 2, 2})},
        {"one-transmission", FuzzOutput().Bytes({3, 9, 2, 2, 98, 0, 1, 98, 1, 1, 6, 9})},
        {"late-reader", accepted().Bytes({231, 2, 2, 2, 2, 2, 2, 2, 2, 6, 20, 231, 2, 17})},
        {"forged",
         connected().Bytes({39, 20, 200, 9, 36, 0, 99, 10, 5, 90, 26, 250, 9, 156, 2, 1, 1})},
        {"silence", connected().Bytes({39, 14, 255, 14, 255, 14, 255, 14, 255})},
        {"arbitrary",
         accepted().Bytes({80, 19, 136, 15, 160, 1, 1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0})},
    };
}
} // namespace hsn
} // namespace ns3
