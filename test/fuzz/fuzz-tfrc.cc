// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/tfrc/tfrc-header transport/tfrc/tfrc-socket transport/tfrc/tfrc-sender
// Covers transport/tfrc/tfrc-receiver transport/tfrc/tfrc-loss-history
/**
 * @file
 * libFuzzer target for TFRC: headers, and a socket that connects or is accepted, and that sends and
 * receives, whose peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bits 1, 2: longest jump of numbers), then
 * operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: OPEN or ACCEPT arrives; 2, 3:
 * data arrives; 4: feedback arrives; 5: another packet without data arrives; 6: time passes; 7: the
 * application does something.
 *
 * What the socket sends is well formed and asked for: data that the application gave, feedback for
 * data that arrived, at most one each. The rate stays between its bounds.
 */
#include "fuzz-connection.h"

#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tfrc-socket-factory.h"
#include "ns3/tfrc-socket.h"
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
constexpr uint32_t SEGMENT = 1000; //!< of both
/// Rates and shares that feedback tells.
constexpr std::array<double, 8> RATES{0, 1, 1e3, 1e5, 1e9, 1e300, 20000, 4e4};
constexpr std::array<double, 8> SHARES{0, 1, 1e-12, 0.01, 0.1, 0.5, 1e-5, 1e-300};

/// A host with a socket, and its peer.
class World final : private FuzzConnection
{
  public:
    explicit World(FuzzInput in)
        : FuzzConnection(in, TfrcProtocol::PROT_NUMBER)
    {
        const uint8_t how = m_in.Byte();
        AddSockets<TfrcSocketFactory>(m_node);
        const auto socket = Socket::CreateSocket(m_node, TfrcSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        socket->SetAttribute("MaxSequenceJump", UintegerValue(1U << (how >> 1 & 3) * 10));
        socket->SetAttribute("SndBufSize", UintegerValue(4 * SEGMENT));
        Start(socket, how & 1);
    }

    /// Tries the input. @return packets that were taken
    uint32_t Run()
    {
        OperateAll();
        uint64_t taken = m_taken + m_controls;
        if (m_socket)
        {
            const auto tfrc = DynamicCast<TfrcSocket>(m_socket);
            const auto counters = tfrc->GetCounters();
            taken += counters.dataReceived + counters.feedbackReceived;
            HSN_REQUIRE(counters.dataSent == m_data && m_dataBytes <= m_given);
            HSN_REQUIRE(counters.feedbackSent == m_feedback);
            HSN_REQUIRE(counters.feedbackSent <= counters.dataReceived);
            HSN_REQUIRE(counters.feedbackReceived + tfrc->GetDropped() <= m_arrived);
            HSN_REQUIRE(counters.dataReceived <= m_arrived);
        }
        return static_cast<uint32_t>(taken);
    }

  private:
    void Use(Ptr<Socket> socket) override
    {
        m_arrived = m_data = m_dataBytes = m_given = m_feedback = 0;
        socket->TraceConnectWithoutContext("AllowedRate",
                                           Sink<double, double>::Make([](double, double x) {
                                               HSN_REQUIRE(std::isfinite(x));
                                               HSN_REQUIRE(x >= SEGMENT / 64.0);
                                           }));
    }

    void TakePacket(Ptr<Packet> packet) override
    {
        TfrcHeader header;
        HSN_REQUIRE(packet->PeekHeader(header) > 0);
        if (header.GetDestinationPort() != PEER_PORT)
        {
            return; // for another peer
        }
        if (header.type == TfrcHeader::DATA)
        {
            TfrcDataHeader data;
            packet->RemoveHeader(data);
            HSN_REQUIRE(data.seq == m_data);
            HSN_REQUIRE(data.time == Simulator::Now());
            m_data++;
            m_dataBytes += packet->GetSize();
        }
        else if (header.type == TfrcHeader::FEEDBACK)
        {
            m_feedback++;
        }
        else
        {
            m_controls += header.type == TfrcHeader::ACCEPT || header.type == TfrcHeader::CLOSED;
        }
    }

    void Operate(uint8_t what) override
    {
        switch (what % 8)
        {
        case 0:
            ArriveOctets(what / 8 * 2);
            break;
        case 1: {
            TfrcHeader header;
            header.type = what & 8 ? TfrcHeader::ACCEPT : TfrcHeader::OPEN;
            header.segmentSize = what & 16 ? m_in.Word() << (what / 32) : SEGMENT;
            Arrive(header, Create<Packet>());
            break;
        }
        case 2:
        case 3: {
            TfrcDataHeader header;
            m_peerSeq += what & 8 ? m_in.Offset() : 1;
            header.seq = m_peerSeq;
            header.rtt = what & 16 ? MicroSeconds(m_in.Word()) : MilliSeconds(50);
            header.time = Simulator::Now() - MilliSeconds(what & 32 ? m_in.Byte() : 0);
            header.time = std::max(header.time, Time(0));
            Arrive(header, Create<Packet>(what & 64 ? m_in.Byte() : SEGMENT));
            break;
        }
        case 4: {
            TfrcFeedbackHeader header;
            const uint8_t values = m_in.Byte();
            header.receiveRate = RATES[values % 8];
            header.lossEventRate = SHARES[values / 8 % 8];
            header.seq = static_cast<uint32_t>(m_data) - 1 + (what & 8 ? m_in.Offset() : 0);
            header.echo = Simulator::Now() - MilliSeconds(what & 16 ? m_in.Byte() : 0);
            header.delay = what & 32 ? MilliSeconds(m_in.Byte()) : Time(0);
            header.echo = std::max(header.echo, Time(0));
            Arrive(header, Create<Packet>());
            break;
        }
        case 5: {
            TfrcHeader header;
            header.type = what & 8 ? TfrcHeader::CLOSE : TfrcHeader::CLOSED;
            header.type = what >= 240 ? TfrcHeader::RESET : header.type;
            Arrive(header, Create<Packet>());
            break;
        }
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 100 : 1});
            break;
        default:
            m_given += Call(what / 8, 1 + what / 8 * 37);
        }
    }

    uint32_t m_peerSeq{~0U}; //!< number of the peer's last data
    uint64_t m_data{0};      //!< data packets that it sent
    uint64_t m_dataBytes{0}; //!< bytes of them
    uint64_t m_given{0};     //!< bytes that the application gave
    uint64_t m_feedback{0};  //!< feedback that it sent
    uint64_t m_controls{0};  //!< answers to OPEN and CLOSE
};

/// Reads octets as any header; what is accepted is written again. @param in octets
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    if (octets.size() < TfrcHeader::SIZE)
    {
        return; // the protocol counts these as malformed
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    TfrcHeader header;
    const uint32_t size = packet->PeekHeader(header);
    if (size == 0)
    {
        return;
    }
    const auto again = packet->CreateFragment(size, packet->GetSize() - size);
    TfrcDataHeader data;
    TfrcFeedbackHeader feedback;
    if (header.type == TfrcHeader::DATA)
    {
        HSN_REQUIRE(packet->PeekHeader(data) == size);
        again->AddHeader(data);
    }
    else if (header.type == TfrcHeader::FEEDBACK)
    {
        HSN_REQUIRE(packet->PeekHeader(feedback) == size && packet->GetSize() == size);
        again->AddHeader(feedback);
    }
    else
    {
        HSN_REQUIRE(packet->GetSize() == size);
        again->AddHeader(header);
    }
    octets[6] = octets[7] = 0; // checksums are off
    HSN_REQUIRE(OctetsOf(again) == octets);
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
    // 9: ACCEPT; 2: data; 10 +2 octets: data with another number; 4: feedback; 6: time; 7: Send()
    const auto connected = [] { return FuzzOutput().Bytes({6, 9}); };
    const auto accepted = [] { return FuzzOutput().Bytes({7, 1}); };
    return {
        {"connect", connected().Bytes({255, 6, 10})},
        {"send-feedback", connected().Bytes({7, 15, 23, 6, 50, 4, 0, 6, 10, 6, 50, 4, 30, 6, 99})},
        {"feedback-loss",
         connected().Bytes({39, 6, 50, 4, 0, 39, 6, 50, 4, 27, 39, 14, 200, 4, 11})},
        {"feedback-forged",
         connected().Bytes({39, 6, 9, 12, 0, 9, 5, 20, 5, 40, 36, 5, 200, 4, 21})},
        {"no-feedback", connected().Bytes({39, 47, 55, 14, 255, 14, 255, 63, 14, 255, 4, 3})},
        {"data", accepted().Bytes({2, 2, 2, 6, 60, 2, 6, 60, 2})},
        {"data-lost", accepted().Bytes({2, 2, 10, 0, 3, 2, 2, 2, 6, 60, 2})},
        {"data-jump", accepted().Bytes({2, 10, 200, 7, 2, 2, 10, 0, 251, 2})},
        {"data-times",
         accepted().Bytes({18, 0, 0, 18, 0, 1, 2, 6, 200, 50, 255, 255, 9, 82, 0, 9, 0})},
        {"both-ways", accepted().Bytes({2, 39, 6, 50, 4, 0, 2, 47, 6, 50, 2, 4, 3, 13, 255})},
        {"close", connected().Bytes({39, 247, 6, 200, 5, 13, 6, 1})},
        {"reset", accepted().Bytes({2, 245, 2, 7})},
        // the feedback timer falls on the end of the last operation
        {"timer-at-end", connected().Bytes({243, 0, 30, 4, 11, 3, 56})},
        {"arbitrary", accepted().Bytes({48, 19, 136, 15, 160, 4, 0, 0, 0, 0, 0, 0, 0, 2})},
    };
}
} // namespace hsn
} // namespace ns3
