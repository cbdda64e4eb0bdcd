// SPDX-License-Identifier: GPL-2.0-only
// Covers multicast/rmtp/rmtp-header multicast/rmtp/rmtp-server multicast/rmtp/rmtp-server-answers
// Covers multicast/rmtp/rmtp-server-members multicast/rmtp/rmtp-receiver multicast/rmtp/rmtp-socket
// Covers multicast/rmtp/rmtp-socket-server multicast/rmtp/rmtp-socket-receiver
/**
 * @file
 * libFuzzer target for RMTP: headers in both formats, and a socket that is a server or a receiver,
 * whose peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bit 1: format Draft01; bit 2: receivers
 * may come late, and need not be named; bit 3: waits end early; bit 4: many losses suspend, and
 * silence is busyness; bit 5: a second receiver, which is silent; bit 6: rate control; bit 7: small
 * messages), then operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: a PDU without
 * contents arrives; 2, 3: DATA arrives; 4: CONN or CACK arrives; 5: ACK, NACK or RRDY arrives; 6:
 * time passes; 7: the application does something.
 *
 * What the socket sends is well formed, and bounded by time and by what arrives. DATA has the size
 * of a packet. The receiver's buffer has its limit.
 */
#include "fuzz-connection.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/rmtp-header.h"
#include "ns3/rmtp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t BLOCK = 20;    //!< octets of a packet
constexpr uint32_t BUFFER = 1000; //!< octets that a socket holds

/// A host with a socket, and its peer.
class World final : private FuzzConnection
{
  public:
    explicit World(FuzzInput in)
        : FuzzConnection(in, UdpL4Protocol::PROT_NUMBER),
          m_how(m_in.Byte()),
          m_format(m_how & 2 ? RMTP_DRAFT01 : RMTP_PAPER)
    {
        m_node->AggregateObject(CreateObject<UdpL4Protocol>());
        AddSockets<RmtpSocketFactory>(m_node);
        m_node->GetObject<RmtpProtocol>()->AssignStreams(1);
        m_rmtp =
            DynamicCast<RmtpSocket>(Socket::CreateSocket(m_node, RmtpSocketFactory::GetTypeId()));
        m_rmtp->SetAttribute("WireFormat", StringValue(m_how & 2 ? "Draft01" : "Paper"));
        m_rmtp->SetAttribute("SndBufSize", UintegerValue(BUFFER));
        m_rmtp->SetAttribute("RcvBufSize", UintegerValue(BUFFER));
        m_rmtp->SetAttribute("MessageSize", UintegerValue(m_how & 128 ? 50 : 0));
        m_rmtp->SetAttribute("GiveUpTime", TimeValue(Seconds(20)));
        if ((m_how & 1) == 0)
        {
            const auto server = m_rmtp->GetServer();
            server->SetAttribute("BlockSize", UintegerValue(BLOCK));
            server->SetAttribute("Rate", DoubleValue(8000 * BLOCK)); // a packet each ms
            server->SetAttribute("TurnAround", TimeValue(MilliSeconds(1)));
            server->SetAttribute("Surplus", TimeValue(MilliSeconds(9)));
            server->SetAttribute("MaxRounds", UintegerValue(10));
            server->SetAttribute("LateJoin", BooleanValue((m_how & 4) != 0));
            server->SetAttribute("OpenGroup", BooleanValue((m_how & 4) != 0));
            server->SetAttribute("EndWaitEarly", BooleanValue((m_how & 8) != 0));
            server->SetAttribute("OverlapRelease", BooleanValue((m_how & 8) != 0));
            server->SetAttribute("SuspendLossFraction", DoubleValue(m_how & 16 ? 0.3 : 1));
            server->SetAttribute("PollTimeoutMeansBusy", BooleanValue((m_how & 16) != 0));
            server->SetAttribute("RateControl", BooleanValue((m_how & 64) != 0));
            server->SetAttribute("MonitorPackets", UintegerValue(3));
            server->SetAttribute("MaxRate", DoubleValue(16000 * BLOCK));
            if ((m_how & 32) != 0)
            {
                m_rmtp->AddReceiver(InetSocketAddress("10.0.0.2", PEER_PORT));
                m_rmtp->AddReceiver(InetSocketAddress("10.0.0.3", PEER_PORT));
            }
        }
        Start(m_rmtp, m_how & 1);
    }

    /// Tries the input. @return PDUs that were of use, and what reached the application
    uint32_t Run()
    {
        OperateAll();
        return m_taken;
    }

  private:
    void Use(Ptr<Socket> /* socket */) override
    {
    }

    void TakePacket(Ptr<Packet> packet) override
    {
        UdpHeader udp;
        packet->RemoveHeader(udp);
        RmtpHeader header(m_format);
        HSN_REQUIRE(packet->PeekHeader(header) > 0);
        packet->RemoveHeader(header);
        HSN_REQUIRE(header.pdu.type != RMTP_DATA || packet->GetSize() == BLOCK);
        HSN_REQUIRE(header.pdu.type == RMTP_DATA || packet->GetSize() == 0);
        ++m_sent;
        HSN_REQUIRE(m_sent <= m_allowed + 4 * m_arrived);
        m_connection = m_how & 1 ? m_connection : header.pdu.connection;
        m_round = header.pdu.round;
        m_blocks = header.pdu.type == RMTP_CONN ? header.pdu.blockCount : m_blocks;
    }

    void Advance(Time time) override
    {
        // a packet each ms, or half a ms with rate control
        m_allowed += 10 + 2 * static_cast<uint64_t>(std::ceil(1000 * time.GetSeconds()));
        FuzzConnection::Advance(time);
        HSN_REQUIRE(!m_socket || m_socket->GetRxAvailable() <= BUFFER);
        HSN_REQUIRE(!m_socket || m_socket->GetTxAvailable() <= BUFFER);
    }

    /// The host gets a PDU. @param pdu the PDU @param bytes of what follows
    void ArrivePdu(RmtpPdu pdu, uint32_t bytes = 0)
    {
        pdu.connection = m_connection;
        const auto packet = Create<Packet>(bytes);
        packet->AddHeader(RmtpHeader(pdu, m_format, bytes));
        UdpHeader udp;
        const auto received = GetReceived();
        FuzzConnection::Arrive(udp, packet);
        m_taken += GetReceived() > received;
    }

    /// @return answers that the server has taken
    uint64_t GetReceived() const
    {
        uint64_t sum = 0;
        if ((m_how & 1) == 0)
        {
            for (const uint64_t number : m_rmtp->GetServer()->GetCounters().received)
            {
                sum += number;
            }
        }
        return sum;
    }

    /// @param what octet of the input @return packets of a list
    std::vector<RmtpRange> MakeList(uint8_t what)
    {
        const auto first = static_cast<uint16_t>(1 + what / 64);
        const auto last = static_cast<uint16_t>(what & 32 ? 1 + m_in.Byte() : m_blocks);
        return {{first, std::max(first, last)}};
    }

    void Operate(uint8_t what) override
    {
        RmtpPdu pdu;
        switch (what % 8)
        {
        case 0: {
            std::vector<uint8_t> octets(what / 8 * 2);
            m_in.Fill(octets.data(), octets.size());
            UdpHeader udp;
            FuzzConnection::Arrive(
                udp,
                Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
            break;
        }
        case 1: {
            const RmtpPduType types[] = {RMTP_BUSY,
                                         RMTP_ABORT,
                                         RMTP_POLL,
                                         RMTP_REL,
                                         RMTP_RACK,
                                         RMTP_SUSP,
                                         RMTP_REPORT,
                                         RMTP_POLL};
            pdu.type = types[what / 8 % 8];
            pdu.start = 1;
            pdu.stop = 3;
            pdu.count = what / 64;
            ArrivePdu(pdu);
            break;
        }
        case 2:
        case 3:
            pdu.type = RMTP_DATA;
            pdu.seq = static_cast<uint16_t>(1 + what / 32);
            pdu.flags = what & 8 ? RMTP_FLAG_LAST : 0;
            pdu.flags |= what & 16 ? m_in.Byte() : 0;
            pdu.round = what & 1 ? m_in.Byte() : m_peerRound;
            ArrivePdu(pdu, what & 4 ? BLOCK : BLOCK);
            break;
        case 4:
            pdu.type = what & 8 ? RMTP_CACK : RMTP_CONN;
            if (pdu.type == RMTP_CONN)
            {
                m_connection += what & 16 ? 1 : 0;
                pdu.blockSize = BLOCK;
                pdu.blockCount = static_cast<uint16_t>(1 + what / 32);
                pdu.messageSize = BLOCK * pdu.blockCount - 1;
                pdu.place = what & 16 ? m_in.Byte() : 0;
                m_peerRound = 0;
            }
            pdu.refuses = what & 128;
            ArrivePdu(pdu);
            break;
        case 5:
            pdu.type = what & 8 ? RMTP_ACK : what & 16 ? RMTP_RRDY : RMTP_NACK;
            pdu.round = m_round;
            pdu.list = pdu.type == RMTP_ACK ? std::vector<RmtpRange>() : MakeList(what);
            ArrivePdu(pdu);
            break;
        case 6:
            m_peerRound += what & 16 ? 1 : 0;
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 100 : 1});
            break;
        default:
            if (what / 8 == 28 && m_rmtp)
            {
                m_rmtp->Cancel();
            }
            m_reads = what / 8 == 27 ? !m_reads : m_reads;
            m_taken += Call(what / 8, 1 + what / 8 * 3) > 0;
        }
    }

    const uint8_t m_how;           //!< settings
    const RmtpWireFormat m_format; //!< of the wire
    Ptr<RmtpSocket> m_rmtp;        //!< listens or sends
    uint16_t m_connection{1};      //!< number
    uint8_t m_round{0};            //!< of the host
    uint8_t m_peerRound{0};        //!< of the peer
    uint16_t m_blocks{1};          //!< of the host's message
    uint64_t m_sent{0};            //!< packets of the host
    uint64_t m_allowed{100};       //!< as many as it may have sent
};

/// @param pdu a PDU @return what it says
std::string
GetText(const RmtpHeader& header)
{
    std::ostringstream text;
    header.Print(text);
    return text.str();
}

/// Reads octets as a header; what is accepted says the same when it is written and read again.
/// @param in octets @param format of the wire
void
TryHeader(FuzzInput in, RmtpWireFormat format)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    RmtpHeader header(format);
    if (packet->PeekHeader(header) == 0)
    {
        return;
    }
    packet->RemoveHeader(header);
    const uint32_t data = packet->GetSize();
    packet->AddHeader(RmtpHeader(header.pdu, format, data));
    RmtpHeader again(format);
    HSN_REQUIRE(packet->PeekHeader(again) > 0);
    packet->RemoveHeader(again);
    HSN_REQUIRE(packet->GetSize() == data && GetText(again) == GetText(header));
}
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    TryHeader(in, RMTP_PAPER);
    TryHeader(in, RMTP_DRAFT01);
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // server: 7+8n: Send() of 1+3n octets; 247: ShutdownSend(); 12: CACK; 13: ACK; 5: NACK of all;
    // 6 and an octet: time; 33: RACK; 1: BUSY; 21: RRDY. receiver: 4: CONN; 2, 10: DATA; 25: REL
    const auto server = [](int how) { return FuzzOutput().Bytes({how, 207, 247, 12, 6, 20}); };
    const auto receiver = [](int how) { return FuzzOutput().Bytes({how, 36, 6, 10}); };
    RmtpPdu pdu;
    pdu.type = RMTP_NACK;
    pdu.list = {{1, 1}, {3, 9}};
    const auto wire = Create<Packet>();
    wire->AddHeader(RmtpHeader(pdu, RMTP_PAPER));
    return {
        {"message", server(0).Bytes({5, 6, 30, 13, 6, 30, 33, 6, 30})},
        {"draft", server(2).Bytes({5, 6, 30, 13, 6, 30, 33, 6, 30})},
        {"late", server(36).Bytes({5, 6, 30, 12, 13, 6, 30, 14, 10})},
        {"early", server(8).Bytes({37, 2, 6, 5, 13, 33, 6, 30})},
        {"suspended", server(16).Bytes({5, 6, 30, 6, 30, 21, 6, 30, 13, 6, 30})},
        {"silent", server(32).Bytes({13, 14, 2, 14, 2})},
        {"reports", server(64).Bytes({49, 113, 177, 6, 30, 49, 13, 14, 5})},
        {"stream", server(128).Bytes({13, 6, 30, 12, 6, 20, 13, 6, 30, 12, 6, 20, 13, 14, 3})},
        {"busy", server(0).Bytes({1, 6, 30, 21, 6, 10, 13, 6, 30, 33})},
        {"leave", server(0).Bytes({9, 6, 30})},
        {"refuse", FuzzOutput().Bytes({0, 207, 247, 140, 6, 20})},
        {"cancel", server(0).Bytes({231, 6, 30})},
        {"receive", receiver(1).Bytes({6, 38, 14, 2, 10, 25, 6, 10})},
        {"receive-draft", receiver(3).Bytes({2, 46, 6, 3, 17, 6, 3, 25, 6, 10})},
        {"receive-again", receiver(1).Bytes({2, 6, 250, 22, 1, 42, 6, 5, 25, 6, 5, 52, 2, 2, 42})},
        {"receive-alone", receiver(1).Bytes({2, 41, 17, 22, 1, 58, 1, 6, 5, 25})},
        {"receive-close", receiver(1).Bytes({2, 255, 17, 6, 5})},
        {"abort", receiver(1).Bytes({2, 9, 6, 5})},
        {"wire", receiver(1).Bytes({2, 8 * 12}).Octets(OctetsOf(wire))},
    };
}
} // namespace hsn
} // namespace ns3
