// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/tear/tear-header transport/tear/tear-connection transport/tear/tear-socket
// Covers transport/tear/tear-stream-socket transport/tear/tear-sender transport/tear/tear-receiver
/**
 * @file
 * libFuzzer target for TEAR: headers, and a socket that connects or is accepted, and that sends and
 * receives, whose peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bit 1: a byte stream, else messages; bit
 * 2: delays count instead of losses; bit 3: the receiver measures round-trip times), then
 * operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: an empty packet arrives,
 * which may open or end; 2, 3: data arrives; 4, 5: feedback arrives; 6: time passes; 7: the
 * application does something.
 *
 * What the socket sends is well formed. Its rate is finite and not below the least one, and it
 * sends no more than a few packets for each operation and second.
 */
#include "fuzz-connection.h"

#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tear-message-socket.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SEGMENT = 100; //!< octets of payload
/// Rates that feedback tells.
constexpr std::array<uint32_t, 4> RATES{1, 2000, 100000, ~0U};

/// A host with a socket, and its peer.
class World final : private FuzzConnection
{
  public:
    explicit World(FuzzInput in)
        : FuzzConnection(in, TearProtocol::PROT_NUMBER)
    {
        const uint8_t how = m_in.Byte();
        m_isStream = (how & 2) != 0;
        if (m_isStream)
        {
            AddSockets<TearStreamSocketFactory>(m_node);
        }
        else
        {
            AddSockets<TearSocketFactory>(m_node);
        }
        const auto socket = Socket::CreateSocket(m_node,
                                                 m_isStream ? TearStreamSocketFactory::GetTypeId()
                                                            : TearSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        socket->SetAttribute("SndBufSize", UintegerValue(4 * SEGMENT));
        socket->SetAttribute("RcvBufSize", UintegerValue(8 * SEGMENT));
        socket->SetAttribute("LossResponse", BooleanValue((how & 4) == 0));
        socket->SetAttribute("DelayResponse", BooleanValue((how & 4) != 0));
        socket->SetAttribute("RttSource", StringValue(how & 8 ? "Receiver" : "Sender"));
        Start(socket, how & 1);
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
        socket->TraceConnectWithoutContext("Rate",
                                           Sink<double, double>::Make([](double, double rate) {
                                               HSN_REQUIRE(std::isfinite(rate) && rate > 0);
                                           }));
        socket->TraceConnectWithoutContext("Cwnd",
                                           Sink<double, double>::Make([](double, double cwnd) {
                                               HSN_REQUIRE(std::isfinite(cwnd) && cwnd >= 1);
                                           }));
    }

    void TakePacket(Ptr<Packet> packet) override
    {
        TearHeader header;
        HSN_REQUIRE(packet->RemoveHeader(header) > 0);
        m_sent++;
        HSN_REQUIRE(m_sent <= m_allowed);
        if (header.type == TearHeader::DATA)
        {
            TearDataHeader data;
            HSN_REQUIRE(packet->RemoveHeader(data) > 0);
            m_lastSent = data.sentAt;
            TearBlockHeader block;
            HSN_REQUIRE(!header.Has(TearHeader::BLOCK) || packet->RemoveHeader(block) > 0);
            HSN_REQUIRE(packet->GetSize() <= SEGMENT);
            m_payloads += packet->GetSize() > 0;
        }
        else if (header.type == TearHeader::FEEDBACK)
        {
            TearFeedbackHeader feedback;
            HSN_REQUIRE(packet->RemoveHeader(feedback) > 0);
            m_lastFeedback = feedback.sentAt;
            TearSackHeader sack;
            HSN_REQUIRE(!header.Has(TearHeader::SACK) || packet->RemoveHeader(sack) > 0);
        }
        else
        {
            HSN_REQUIRE(packet->GetSize() == 0);
        }
    }

    void Advance(Time time) override
    {
        // Messages that wait, however short, feedback, and what is repeated. A block, of which a
        // call makes one at most, may be lost now, and is sent again no sooner than a second later.
        const auto seconds = static_cast<uint64_t>(std::ceil(time.GetSeconds()));
        const uint64_t waiting = m_isStream             ? m_calls * (2 + seconds)
                                 : m_calls > m_payloads ? m_calls - m_payloads
                                                        : 0;
        m_allowed = m_sent + waiting + 20 + 20 * seconds;
        FuzzConnection::Advance(time);
    }

    /// The host gets a packet. @param type of it @param flags of it @param packet what follows
    void Arrive(uint8_t type, uint8_t flags, Ptr<Packet> packet)
    {
        TearHeader header;
        header.type = type;
        header.flags = flags;
        FuzzConnection::Arrive(header, packet);
    }

    /// @return header of the peer's next packet @param jumps whether its number may be any
    TearDataHeader MakeData(bool jumps)
    {
        TearDataHeader data;
        m_peerSeq += jumps ? m_in.Offset() : 1;
        data.seq = m_peerSeq;
        data.sentAt = TearTimestamp::FromTime(Simulator::Now());
        data.echo = m_lastFeedback;
        return data;
    }

    void Operate(uint8_t what) override
    {
        switch (what % 8)
        {
        case 0:
            ArriveOctets(what / 8 * 2);
            break;
        case 1: {
            auto packet = Create<Packet>();
            packet->AddHeader(MakeData(what & 32));
            const uint8_t flag = what & 8 ? TearHeader::OPEN : what & 16 ? TearHeader::FIN : 0;
            Arrive(what >= 248 ? TearHeader::RESET : TearHeader::DATA,
                   flag | (what & 64 ? TearHeader::PUSH : 0),
                   what >= 248 ? Create<Packet>() : packet);
            break;
        }
        case 2:
        case 3: {
            auto data = MakeData(what & 8);
            data.srtt = what & 16 ? m_in.Word() << 4 : 50000;
            data.rttvar = what & 16 ? m_in.Word() : 5000;
            data.hold = what & 32 ? m_in.Word() : 0;
            auto packet = Create<Packet>(what & 64 ? m_in.Byte() : SEGMENT);
            const bool isBlock = m_isStream == (what < 192);
            if (isBlock)
            {
                TearBlockHeader block;
                block.number = what & 128 ? m_peerBlock + m_in.Offset() : m_peerBlock++;
                packet->AddHeader(block);
            }
            packet->AddHeader(data);
            Arrive(TearHeader::DATA,
                   TearHeader::ECHO | (isBlock ? TearHeader::BLOCK : 0) |
                       (what & 1 ? TearHeader::PUSH : 0),
                   packet);
            break;
        }
        case 4:
        case 5: {
            TearFeedbackHeader feedback;
            const uint8_t values = m_in.Byte();
            feedback.rate = RATES[values % 4];
            feedback.echo = m_lastSent + (what & 8 ? m_in.Offset() * 1000 : 0);
            feedback.hold = what & 16 ? m_in.Word() : 0;
            auto packet = Create<Packet>();
            const bool isSack = m_isStream == (what < 224);
            if (isSack)
            {
                TearSackHeader sack;
                sack.next = m_ackedBlock += values / 16 % 4;
                sack.window = what & 32 ? m_in.Byte() : 100;
                if (values & 4)
                {
                    sack.ranges.emplace_back(sack.next + 1 + m_in.Byte(), sack.next + 256);
                }
                packet->AddHeader(sack);
            }
            packet->AddHeader(feedback);
            Arrive(TearHeader::FEEDBACK,
                   (isSack ? TearHeader::SACK : 0) | (what & 1 ? TearHeader::FIN : 0),
                   packet);
            break;
        }
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 100 : 1});
            break;
        default:
            m_allowed = m_sent + 20;
            ++m_calls;
            Call(what / 8, 1 + what / 8 * 4);
        }
    }

    bool m_isStream{false};     //!< a byte stream
    uint32_t m_peerSeq{~0U};    //!< number of the peer's last data
    uint32_t m_peerBlock{0};    //!< the peer's next block
    uint32_t m_ackedBlock{0};   //!< first block that the peer says is missing
    uint32_t m_lastSent{0};     //!< time stamp of the host's latest data
    uint32_t m_lastFeedback{0}; //!< time stamp of the host's latest feedback
    uint64_t m_sent{0};         //!< packets of the host
    uint64_t m_payloads{0};     //!< of which have payload
    uint64_t m_calls{0};        //!< of the application, each of which may send a message
    uint64_t m_allowed{20};     //!< as many as it may have sent
};

/// Reads octets as any header; what is accepted is written again. @param in octets
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    if (octets.size() < TearHeader::SIZE)
    {
        return; // the protocol counts these as malformed
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    TearHeader header;
    if (packet->RemoveHeader(header) == 0)
    {
        return;
    }
    TearSackHeader sack;
    const auto again = packet->Copy();
    if (again->RemoveHeader(sack) > 0)
    {
        again->AddHeader(sack);
        HSN_REQUIRE(OctetsOf(again).size() == packet->GetSize());
        HSN_REQUIRE(sack.ranges.size() <= TearSackHeader::MAX_RANGES);
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
    // 4: feedback; 9: OPEN; 2: data; 10 and two octets: data with another number; 6: time; 7:
    // Send()
    const auto messages = [] { return FuzzOutput().Bytes({0, 4, 1}); };
    const auto stream = [] { return FuzzOutput().Bytes({2, 4, 1}); };
    const auto acceptedMessages = [] { return FuzzOutput().Bytes({1, 9}); };
    const auto acceptedStream = [] { return FuzzOutput().Bytes({3, 9}); };
    return {
        {"connect", messages().Bytes({255, 6, 100, 5, 1})},
        {"messages", messages().Bytes({7, 15, 23, 14, 5, 4, 1, 14, 5, 31, 14, 20, 4, 2})},
        {"stream", stream().Bytes({7, 15, 23, 14, 5, 4, 49, 14, 20, 31, 14, 40, 4, 17})},
        {"stream-lost", stream().Bytes({7, 15, 23, 31, 14, 9, 4, 5, 0, 14, 60, 4, 49})},
        {"stream-window", stream().Bytes({7, 36, 1, 0, 15, 23, 14, 90, 36, 1, 9})},
        {"forged", messages().Bytes({7, 14, 5, 12, 3, 9, 9, 20, 3, 200, 200, 4, 3, 4, 3})},
        {"silence", messages().Bytes({7, 15, 14, 255, 14, 255, 23, 14, 255, 4, 1})},
        {"data", acceptedMessages().Bytes({2, 2, 6, 50, 2, 3, 14, 2, 2})},
        {"data-lost", acceptedMessages().Bytes({2, 10, 0, 3, 2, 2, 2, 6, 60, 2, 14, 20})},
        {"data-jump", acceptedMessages().Bytes({2, 10, 200, 7, 2, 2, 10, 0, 251, 2})},
        {"blocks", acceptedStream().Bytes({2, 2, 130, 0, 3, 2, 3, 14, 3, 17})},
        {"delays", FuzzOutput().Bytes({13, 9, 34, 0, 1, 6, 50, 34, 0, 1, 18, 255, 255, 1, 1})},
        {"reset", acceptedStream().Bytes({2, 249, 2, 7})},
        {"arbitrary", acceptedStream().Bytes({48, 19, 136, 15, 160, 0, 0, 1, 0, 0, 0, 0, 2})},
    };
}
} // namespace hsn
} // namespace ns3
