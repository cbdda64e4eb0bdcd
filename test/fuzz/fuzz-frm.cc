// SPDX-License-Identifier: GPL-2.0-only
// Covers multicast/frm/frm-header multicast/frm/frm-socket multicast/frm/frm-socket-receiver
// Covers multicast/frm/frm-sender multicast/frm/frm-sender-group multicast/frm/frm-receiver
// Covers multicast/frm/frm-group-condition multicast/frm/frm-protocol
/**
 * @file
 * libFuzzer target for FRM: headers, and a socket that sends to a group or is a receiver, whose
 * peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bit 1: receivers keep packets ahead of a
 * gap, and a sender repeats only those that are missing; bit 2: it is not reliable; bit 3: it is
 * mandatory, or lists receivers that come late; bits 4 and 5: the order of sending; bit 6: the
 * group may be empty; bit 7: packets are released by rseq, or the receiver comes late), then
 * operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: INIT, CNTL, LEAVE or WELCOME
 * arrives; 2, 3: DATA arrives; 4: JOIN or LEAVE of a receiver arrives; 5: ECHO arrives; 6: time
 * passes; 7: the application does something.
 *
 * What the socket sends is well formed. A sender's buffer has its limit, and what it sends is in
 * it. A receiver delivers in order, without gaps if it is reliable, and no more than it has room
 * for.
 */
#include "fuzz-connection.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/frm-header.h"
#include "ns3/frm-socket-factory.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t PACKET = 100; //!< octets of the longest packet
constexpr uint32_t BUFFER = 8;   //!< packets

/// A host with a socket, and its peer.
class World final : private FuzzConnection
{
  public:
    explicit World(FuzzInput in)
        : FuzzConnection(in, FrmProtocol::PROT_NUMBER),
          m_how(m_in.Byte())
    {
        AddSockets<FrmSocketFactory>(m_node);
        const auto socket =
            DynamicCast<FrmSocket>(Socket::CreateSocket(m_node, FrmSocketFactory::GetTypeId()));
        socket->SetAttribute("PacketSize", UintegerValue(PACKET));
        socket->SetAttribute("BufferPackets", UintegerValue(BUFFER));
        socket->SetAttribute("SndBufSize", UintegerValue(20 * PACKET));
        socket->SetAttribute("RcvBufSize", UintegerValue(BUFFER * PACKET));
        socket->SetAttribute("ReceiveMode", StringValue(m_how & 2 ? "Buffer" : "GoBackN"));
        socket->SetAttribute("Reliable", BooleanValue((m_how & 4) == 0));
        socket->SetAttribute("Mandatory", BooleanValue((m_how & 8) != 0));
        if ((m_how & 1) == 0)
        {
            m_sender = socket->GetSender();
            const char* const orders[] = {"RetransmitDataControl",
                                          "DataRetransmitControl",
                                          "RetransmitControlData",
                                          "ControlFirst"};
            m_sender->SetAttribute("SendOrder", StringValue(orders[m_how >> 4 & 3]));
            m_sender->SetAttribute("BufferPackets", UintegerValue(BUFFER));
            m_sender->SetAttribute("MinMembers", UintegerValue(m_how & 64 ? 0 : 1));
            m_sender->SetAttribute("ReleaseOn", StringValue(m_how & 128 ? "Rseq" : "Dseq"));
            m_sender->SetAttribute("Repair", StringValue(m_how & 2 ? "Selective" : "GoBackN"));
            m_sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(m_how & 8 ? 30 : 0)));
            m_sender->SetAttribute("InitWait", TimeValue(MilliSeconds(10)));
            m_sender->SetAttribute("MinRelThr", DoubleValue(1000));
        }
        Start(socket, m_how & 1);
    }

    /// Tries the input. @return packets that were taken
    uint32_t Run()
    {
        OperateAll();
        return m_taken;
    }

  private:
    void Use(Ptr<Socket> socket) override
    {
        m_expected = 0; // of a new communication
        m_isFirst = true;
        socket->TraceConnectWithoutContext("Deliver", Sink<uint32_t>::Make([this](uint32_t seq) {
                                               const bool isLoose = (m_how & 12) == 4;
                                               if (m_isFirst && (m_how & 128))
                                               {
                                                   m_expected = seq;
                                               }
                                               m_isFirst = false;
                                               HSN_REQUIRE(isLoose
                                                               ? FrmDistance(seq, m_expected) >= 0
                                                               : seq == m_expected);
                                               m_expected = seq + 1;
                                           }));
    }

    void TakePacket(Ptr<Packet> packet) override
    {
        FrmHeader header;
        HSN_REQUIRE(packet->GetSize() >= FrmHeader::DATA_SIZE && packet->RemoveHeader(header) > 0);
        ++m_sent;
        HSN_REQUIRE(m_sent <= m_allowed);
        const FrmPdu& pdu = header.pdu;
        if (pdu.type == FRM_CNTL)
        {
            m_sync = pdu.sync;
            m_timestamp = pdu.timestamp;
        }
        else if (pdu.type == FRM_DATA)
        {
            HSN_REQUIRE(packet->GetSize() <= PACKET);
            HSN_REQUIRE(m_sender->GetNext() - m_sender->GetBase() <= BUFFER);
            m_next = std::max(m_next, pdu.seq + 1);
        }
        else if (pdu.type == FRM_ECHO)
        {
            HSN_REQUIRE(pdu.rseq - pdu.dseq <= BUFFER && pdu.alloc <= BUFFER);
        }
    }

    void Advance(Time time) override
    {
        // each round of 10 ms may send the whole buffer again
        m_allowed = m_sent + 100 + 1200 * static_cast<uint64_t>(std::ceil(time.GetSeconds()));
        FuzzConnection::Advance(time);
        if (m_sender)
        {
            HSN_REQUIRE(m_sender->GetNext() - m_sender->GetBase() <= BUFFER);
        }
        if (m_socket)
        {
            HSN_REQUIRE(m_socket->GetRxAvailable() <= BUFFER * PACKET);
        }
    }

    /// @param type of a PDU of the peer @param what octet of the input @return it
    FrmPdu MakePdu(FrmPduType type, uint8_t what)
    {
        FrmPdu pdu;
        pdu.type = type;
        pdu.group = what >= 248 ? 2 : 1;
        return pdu;
    }

    /// The host gets a PDU. @param pdu the PDU @param bytes of what follows
    void ArrivePdu(const FrmPdu& pdu, uint32_t bytes = 0)
    {
        FrmHeader header(pdu);
        Arrive(header, Create<Packet>(bytes));
    }

    void Operate(uint8_t what) override
    {
        switch (what % 8)
        {
        case 0:
            ArriveOctets(what / 8 * 2);
            break;
        case 1: {
            const uint8_t kind = what / 8 % 4;
            const bool isWelcome = kind == 3 && (m_how & 128);
            auto pdu = MakePdu(kind == 0   ? FRM_INIT
                               : kind == 1 ? FRM_LEAVE
                               : isWelcome ? FRM_WELCOME
                                           : FRM_CNTL,
                               what);
            pdu.late = (m_how & 128) != 0;
            pdu.selective = (m_how & 2) != 0;
            pdu.packetSize = static_cast<uint16_t>(what & 64 ? 1 + m_in.Word() % 65535 : PACKET);
            pdu.sync = what & 64 ? m_in.Offset() : ++m_peerSync;
            pdu.receiver = what & 32 && !isWelcome ? 0 : 0x0a000001;
            pdu.seq = m_peerSeq;
            pdu.reason = static_cast<FrmReason>(kind == 1 ? m_in.Byte() % 7 : 0);
            ArrivePdu(pdu);
            break;
        }
        case 2:
        case 3: {
            auto pdu = MakePdu(FRM_DATA, what);
            m_peerSeq += what & 8 ? m_in.Offset() : 0;
            pdu.seq = m_peerSeq++;
            ArrivePdu(pdu, what & 16 ? 1 + m_in.Byte() : PACKET);
            break;
        }
        case 4: {
            auto pdu = MakePdu(what & 8 ? FRM_LEAVE : FRM_JOIN, what);
            pdu.receiver = 1 + what / 16 % 4;
            pdu.buffer = what & 128 ? 1 + m_in.Word() : BUFFER;
            pdu.mandatory = (what & 64) != 0;
            pdu.late = (m_how & 8) != 0;
            pdu.reason = FRM_LEFT;
            ArrivePdu(pdu);
            break;
        }
        case 5: {
            auto pdu = MakePdu(FRM_ECHO, what);
            pdu.receiver = 1 + what / 8 % 4;
            pdu.sync = m_sync + (what & 64 ? m_in.Offset() : 0);
            pdu.timestamp = m_timestamp + (what & 128 ? m_in.Byte() : 0);
            pdu.rseq = m_next - (what & 32 ? m_in.Offset() : 0);
            pdu.dseq = pdu.rseq - (what & 128 ? m_in.Byte() % 8 : 0);
            pdu.alloc = BUFFER;
            pdu.selective = (m_how & 2) != 0;
            if (pdu.selective && (what & 32))
            {
                pdu.kept.assign(1 + m_in.Byte() % 3, m_in.Byte());
            }
            m_taken += m_sender && m_sender->IsOpen();
            ArrivePdu(pdu);
            break;
        }
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 10 : 1});
            break;
        default:
            m_allowed = m_sent + 100;
            Call(what / 8, 1 + what / 8 * 3);
        }
    }

    const uint8_t m_how;      //!< settings
    Ptr<FrmSender> m_sender;  //!< of the socket, or null
    uint32_t m_expected{0};   //!< number of the next packet that is delivered
    bool m_isFirst{true};     //!< nothing was delivered yet
    uint32_t m_peerSeq{0};    //!< number of the peer's next packet
    uint32_t m_peerSync{0};   //!< of the peer's last control message
    uint32_t m_sync{0};       //!< of the host's
    uint64_t m_timestamp{0};  //!< of the same
    uint32_t m_next{0};       //!< one more than the host's highest packet
    uint64_t m_sent{0};       //!< packets of the host
    uint64_t m_allowed{1000}; //!< as many as it may have sent
};

/// Reads octets as a header; what is accepted is the same when it is written again. @param in
/// octets
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    FrmHeader header;
    if (octets.size() >= FrmHeader::DATA_SIZE && packet->RemoveHeader(header) > 0)
    {
        packet->AddHeader(header);
        auto again = OctetsOf(packet);
        HSN_REQUIRE(again.size() == octets.size());
        again[4] = octets[4]; // the checksum
        again[5] = octets[5];
        HSN_REQUIRE(again == octets);
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
    // sender: 4: JOIN of 1; 20: of 2; 6 and an octet: time; 5: ECHO of 1; 7: Send(); 255: Close()
    // receiver: 1: INIT; 17: CNTL; 2: DATA; 10: DATA with an offset; 41: LEAVE to all
    const auto sender = [](int how) { return FuzzOutput().Bytes({how, 4, 20, 6, 60}); };
    const auto receiver = [](int how) { return FuzzOutput().Bytes({how, 1}); };
    FrmPdu pdu;
    const auto wire = Create<Packet>();
    wire->AddHeader(FrmHeader(pdu));
    return {
        {"group", sender(0).Bytes({7, 15, 5, 13, 6, 20, 5, 13, 6, 20, 255, 5, 13, 6, 20, 12, 28})},
        {"full", sender(16).Bytes({7, 15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 5, 13, 6, 20, 5})},
        {"repair", sender(32).Bytes({7, 15, 23, 5, 13, 6, 20, 37, 0, 2, 45, 0, 1, 6, 20, 6, 20})},
        {"silence", sender(48).Bytes({7, 5, 6, 20, 5, 6, 40, 5, 6, 80, 5, 6, 160, 5, 14, 20})},
        {"leave", sender(128).Bytes({7, 5, 13, 6, 20, 12, 5, 6, 20, 28, 6, 20})},
        {"empty", FuzzOutput().Bytes({64, 14, 10, 7, 15, 6, 20, 6, 20, 255, 6, 40})},
        {"integrity", FuzzOutput().Bytes({0, 68, 6, 60, 7, 12, 6, 20})},
        {"slow",
         sender(0).Bytes({7, 15, 23, 5, 6, 20, 133, 0, 3, 6, 20, 5, 14, 200, 5, 13, 6, 20})},
        {"forged", sender(0).Bytes({7, 69, 200, 9, 101, 1, 5, 129, 7, 252, 6, 20})},
        {"data", receiver(1).Bytes({2, 2, 17, 2, 6, 10, 17, 41, 0, 14, 200})},
        {"gap", receiver(3).Bytes({2, 10, 0, 2, 2, 17, 10, 0, 252, 2, 2, 2, 17, 41, 0, 6, 10})},
        {"go-back-n", receiver(1).Bytes({2, 10, 0, 2, 2, 17, 10, 0, 252, 2, 2, 2, 17})},
        {"loose", receiver(5).Bytes({2, 10, 0, 2, 2, 17, 10, 0, 252, 2, 2, 2, 17, 41, 0})},
        {"out", receiver(9).Bytes({2, 17, 9, 3, 2, 6, 10})},
        {"late", receiver(131).Bytes({2, 17, 25, 2, 10, 0, 2, 2, 17, 25, 41, 0, 6, 10})},
        {"join", sender(8).Bytes({7, 15, 6, 20, 36, 5, 13, 21, 6, 20, 36, 5, 13, 21, 6, 40})},
        {"kept", sender(2).Bytes({7, 15, 23, 31, 6, 20, 37, 0, 4, 0, 160, 13, 6, 20, 6, 20})},
        {"close", receiver(1).Bytes({2, 17, 255, 17, 6, 250, 14, 250, 9, 1, 14, 255})},
        {"again", receiver(1).Bytes({2, 41, 0, 249, 249, 2})},
        {"wire", receiver(1).Bytes({2, 13 * 8}).Octets(OctetsOf(wire))},
    };
}
} // namespace hsn
} // namespace ns3
