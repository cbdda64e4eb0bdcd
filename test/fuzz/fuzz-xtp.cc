// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/xtp/xtp-header transport/xtp/xtp-context transport/xtp/xtp-context-input
// Covers transport/xtp/xtp-requests transport/xtp/xtp-admission transport/xtp/xtp-receiver
// Covers transport/xtp/xtp-send-buffer transport/xtp/xtp-receive-buffer transport/xtp/xtp-protocol
// Covers transport/xtp/xtp-socket-base
/**
 * @file
 * libFuzzer target for XTP: any packet in any state of a socket.
 *
 * Input: an octet of settings (bits 0, 1: error control, 3 as 0; bit 2: messages; bit 3: it
 * listens; bit 4: rate control; bit 5: EarlyData; bit 6: no flow control; bit 7: DREQ), then
 * operations, an octet each: its lowest bits, modulo 8, say which. 0: any octets arrive; 1: time
 * passes; 2: a call of the application; 3: it sends; 4 to 7: a packet arrives whose fields differ
 * from plausible ones by offsets. Its format follows; then, for each field, an octet with a bit for
 * each group of fields that are not plausible, and their offsets.
 *
 * What the socket sends is well formed, and says nothing of bytes that it cannot have received.
 */
#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xtp-message-socket.h"
#include "ns3/xtp-protocol.h"
#include "ns3/xtp-socket.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = 9;      //!< of the socket
constexpr uint16_t PEER_PORT = 7; //!< of the peer

/// A host with an XTP socket, and its peer.
class World
{
  public:
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte()),
          m_node(CreateObject<Node>())
    {
        m_interface = AddFuzzWire(m_node, [this](Ptr<Packet> packet, uint16_t) { Sent(packet); });
        AddSockets<XtpSocketFactory>(m_node);
        AddSockets<XtpMessageSocketFactory>(m_node);
        m_protocol = m_node->GetObject<XtpProtocol>();
        MakeSocket();
    }

    ~World()
    {
        Simulator::Destroy();
    }

    /// Runs all operations of the input. @return packets that arrived, and had a receiver
    uint32_t Run()
    {
        for (int step = 0; step < 100 && !m_in.IsEmpty(); ++step)
        {
            const uint8_t op = m_in.Byte();
            switch (op % 8)
            {
            case 0:
                ArriveOctets();
                break;
            case 1:
                Pass(MilliSeconds(m_in.Byte() * (op & 8 ? 20 : 1)));
                break;
            case 2:
                Call(m_in.Byte());
                break;
            case 3:
                m_socket->Send(Create<Packet>(1 + m_in.Word() % 5000));
                break;
            default:
                ArrivePacket();
                break;
            }
            Pass(MicroSeconds(1));
        }
        Pass(Seconds(100));
        const auto& c = m_protocol->GetCounters();
        return static_cast<uint32_t>(c.received - c.malformed - c.noEndPoint);
    }

  private:
    /// Makes the socket, as the settings say.
    void MakeSocket()
    {
        const auto factory =
            m_how & 4 ? XtpMessageSocketFactory::GetTypeId() : XtpSocketFactory::GetTypeId();
        m_socket = Socket::CreateSocket(m_node, factory);
        m_socket->SetAttribute(
            "ErrorControl",
            EnumValue(static_cast<XtpErrorControl>(m_how % 4 == 3 ? 0 : m_how % 4)));
        m_socket->SetAttribute("SegmentSize", UintegerValue(500));
        m_socket->SetAttribute("RcvBufSize", UintegerValue(5000));
        m_socket->SetAttribute("OutputBuffer", UintegerValue(3000));
        m_socket->SetAttribute("CTimer", StringValue("5s"));
        m_socket->SetAttribute("Rate", StringValue(m_how & 16 ? "1Mbps" : "0bps"));
        m_socket->SetAttribute("EarlyData", BooleanValue(m_how & 32));
        m_socket->SetAttribute("FlowControl", BooleanValue(!(m_how & 64)));
        m_socket->SetAttribute("DeliveryRequests", BooleanValue(m_how & 128));
        m_socket->SetRecvCallback(MakeCallback(&World::Read, this));
        m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&World::Accepted, this));
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        if (m_how & 8)
        {
            m_socket->Listen();
        }
        else
        {
            m_socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PEER_PORT));
        }
        Pass(MicroSeconds(1));
    }

    /// An association was accepted.
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = socket;
        m_socket->SetRecvCallback(MakeCallback(&World::Read, this));
    }

    /// Reads, if the application does.
    void Read(Ptr<Socket> socket)
    {
        while (m_reads)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
        }
    }

    /// @param time how long nothing else happens
    static void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// A call of the application. @param what which
    void Call(uint8_t what)
    {
        switch (what % 6)
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
        case 3:
            m_reads = !m_reads;
            Read(m_socket);
            break;
        case 4:
            m_socket->Recv(1 + what, 0);
            break;
        default:
            m_socket->SetAttribute("RcvBufSize", UintegerValue(what * 50));
            break;
        }
    }

    /// The socket sends. @param datagram IPv4
    void Sent(Ptr<Packet> datagram)
    {
        Ipv4Header ip;
        datagram->RemoveHeader(ip);
        HSN_REQUIRE(ip.GetProtocol() == XtpProtocol::PROT_NUMBER); // nothing by ICMP
        XtpHeader header;
        HSN_REQUIRE(datagram->GetSize() >= XtpHeader::SIZE);
        HSN_REQUIRE(datagram->RemoveHeader(header) > 0);
        HSN_REQUIRE(header.dataSize == datagram->GetSize());
        HSN_REQUIRE(header.seq + header.dataSize < 1000000);
        uint64_t least = header.rseq;
        for (const auto& span : header.spans)
        {
            HSN_REQUIRE(span.left > least && span.right > span.left);
            least = span.right;
        }
        if (header.IsControl())
        {
            HSN_REQUIRE(header.rseq <= m_end && least <= std::max(m_end, header.rseq));
            m_rseq = std::max(m_rseq, header.rseq);
            m_alloc = header.alloc;
        }
        if (header.format != XtpFormat::DIAG)
        {
            m_sync = header.sync;
            m_max = std::max(m_max, header.seq + header.dataSize);
        }
    }

    /// @param packet with an XTP header arrives
    void Arrive(Ptr<Packet> packet)
    {
        Ipv4Header ip;
        ip.SetSource(Ipv4Address("10.0.0.2"));
        ip.SetDestination(Ipv4Address("10.0.0.1"));
        ip.SetProtocol(XtpProtocol::PROT_NUMBER);
        ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
        m_protocol->Receive(packet, ip, m_interface);
    }

    /// Any octets arrive.
    void ArriveOctets()
    {
        std::vector<uint8_t> octets(std::min<size_t>(m_in.Byte(), m_in.GetLeft()));
        m_in.Fill(octets.data(), octets.size());
        m_end = 1ULL << 63; // they may be data of any place
        Arrive(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /// @param plausible value @param odd whether it is another one @return the value
    uint64_t Field(uint64_t plausible, bool odd)
    {
        return odd ? plausible + static_cast<uint64_t>(
                                     static_cast<int64_t>(static_cast<int32_t>(m_in.Offset())))
                   : plausible;
    }

    /// A packet arrives that is well formed.
    void ArrivePacket()
    {
        const uint8_t kind = m_in.Byte();
        const uint8_t odd = m_in.Byte();
        XtpHeader header;
        const XtpFormat formats[] = {XtpFormat::DATA,
                                     XtpFormat::CNTL,
                                     XtpFormat::FIRST,
                                     XtpFormat::ECNTL,
                                     XtpFormat::TCNTL,
                                     XtpFormat::JCNTL,
                                     XtpFormat::DIAG,
                                     XtpFormat::DATA};
        header.format = formats[kind % 8];
        const bool passive = m_how & 8;
        header.key = Field(passive ? 77 : 1 | XtpHeader::RTN, odd & 1);
        header.options = (kind & 8 ? XTP_SREQ : 0) | (kind & 16 ? XTP_FASTNAK : 0) |
                         (odd & 2 ? m_in.Word() << 8 | m_in.Byte() : 0);
        header.sync = static_cast<uint32_t>(Field(++m_peerSync, odd & 4));
        header.seq = Field(m_rseq, odd & 8);
        header.rseq = Field(m_max, odd & 16);
        header.alloc = Field(m_max + 2000, odd & 32);
        header.echo = static_cast<uint32_t>(Field(m_sync, odd & 64));
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(PORT);
        header.traffic.service = static_cast<uint8_t>(XtpService::STREAM);
        header.xkey = 78;
        if (odd & 128)
        {
            header.traffic =
                {m_in.Byte(), static_cast<uint8_t>(kind >> 7), 400, m_in.Byte(), 0, 900, 0};
            header.xkey = m_in.Byte();
            header.code = static_cast<XtpDiagCode>(m_in.Byte() % 8);
        }
        for (uint32_t i = 0; header.format == XtpFormat::ECNTL && i < kind >> 6; ++i)
        {
            const uint64_t left = Field(header.rseq, true);
            header.spans.push_back({left, Field(left, true)});
        }
        if (header.IsInformation())
        {
            header.dataSize = kind & 32 ? m_in.Word() % 3000 : 0;
            m_end = std::max(m_end, header.seq + header.dataSize);
        }
        else
        {
            m_end = std::max(m_end, header.seq); // it may say that this is the end
        }
        const auto packet = Create<Packet>(header.dataSize);
        packet->AddHeader(header);
        Arrive(packet);
    }

    FuzzInput m_in;                 //!< input
    const uint8_t m_how;            //!< settings
    Ptr<Node> m_node;               //!< host
    Ptr<Ipv4Interface> m_interface; //!< to the peer
    Ptr<XtpProtocol> m_protocol;    //!< of the host
    Ptr<Socket> m_socket;           //!< under test
    bool m_reads{true};             //!< the application does
    uint32_t m_sync{0};             //!< the socket's last request
    uint64_t m_max{0};              //!< bytes that the socket has sent
    uint64_t m_rseq{0};             //!< bytes that the socket has received
    uint64_t m_alloc{0};            //!< what the socket accepts
    uint64_t m_end{0};              //!< last byte that the peer sent, or said that there is
    uint32_t m_peerSync{0};         //!< the peer's last request
};

/// @param how settings @param rest of a seed @return it
FuzzOutput
MakeSeed(int how, std::initializer_list<int> rest)
{
    return FuzzOutput().Bytes({how}).Bytes(rest);
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
    // 4, 9: a plausible CNTL that requests an answer; 3: the application sends
    return {
        {"active", MakeSeed(1, {4, 9, 0, 3, 4, 0, 4, 9, 0, 4, 40, 0, 1, 244, 2, 1, 4, 9, 0})},
        {"passive", MakeSeed(9, {4, 10, 0, 4, 40, 0, 1, 244, 4, 40, 8, 0, 100, 1, 244, 3, 4, 0})},
        {"gap", MakeSeed(1, {4, 9, 0, 3, 8, 0, 4, 67, 16, 128, 252, 0, 100, 0, 100, 1, 200})},
        {"go-back-n", MakeSeed(0, {4, 9, 0, 3, 8, 0, 4, 11, 16, 128, 252, 1, 200, 4, 9, 0})},
        {"handshake", MakeSeed(1, {4, 9, 0, 3, 8, 0, 9, 20, 4, 9, 16, 128, 252, 1, 9, 4, 9, 0})},
        {"messages", MakeSeed(13, {4, 10, 0, 4, 56, 2, 0, 4, 0, 1, 244, 3, 4, 0, 4, 9, 0, 2, 1})},
        {"rate", MakeSeed(17, {4, 12, 128, 4, 200, 78, 0, 3, 9, 0, 1, 50, 4, 9, 0})},
        {"early", MakeSeed(33, {3, 1, 0, 3, 1, 0, 4, 9, 0, 4, 9, 0})},
        {"no-error-control", MakeSeed(2, {4, 9, 0, 3, 9, 0, 4, 40, 10, 16, 0, 0, 0, 9, 1, 244})},
        {"delivery", MakeSeed(201, {4, 10, 0, 2, 3, 4, 32, 2, 0, 32, 0, 1, 244, 2, 3})},
        {"refused", MakeSeed(1, {4, 6, 128, 4, 0, 78, 1})},
        {"closing", MakeSeed(1, {4, 9, 0, 3, 1, 0, 2, 1, 4, 9, 2, 0, 24, 0, 4, 9, 2, 0, 24, 0})},
        {"octets", MakeSeed(9, {4, 10, 0, 0, 34, 128, 0, 0, 0, 0, 0, 0, 1, 0, 64, 0, 32, 0, 0, 0,
                                2, 0,  0, 0, 0,  0,   0, 0, 9, 0, 0, 0, 0, 0, 0,  0, 0,  1, 2})},
    };
}
