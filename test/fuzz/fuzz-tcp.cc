// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/tcp/tcp-segment transport/tcp/tcp-negotiated-options
// Covers transport/common/reassembly-queue
/**
 * @file
 * libFuzzer target for TCP headers: segments that arrive, and options that were negotiated.
 *
 * Input: an octet with what both ends want (bit 0: SACK, 1: timestamps, 2: window scaling), whether
 * the data offset is set so that it covers the segment (3), and how many segments wait behind a gap
 * (bits 4 to 7); two octets for each of these, where it begins and its size; then a segment.
 *
 * What is accepted says the same as ns-3's own reading of the same octets. The headers written
 * after the negotiation are read again, and say what was written.
 */
#include "fuzz-support.h"
#include "fuzz-tcp-header.h"

#include "ns3/buffer.h"
#include "ns3/packet.h"
#include "ns3/reassembly-queue.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-negotiated-options.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-segment.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t OWN_MSS = 1460;     //!< in our SYN
constexpr uint8_t OWN_SCALE = 7;       //!< in our SYN
constexpr uint32_t NOW = 0x01020304;   //!< our timestamp
constexpr uint32_t FIRST = 0xffffff80; //!< of the data; wraps soon

/// @param option window scale @return its value, of which TcpOptionWinScale::GetScale() allows 14
uint8_t
GetScale(const TcpOption& option)
{
    Buffer buffer;
    buffer.AddAtStart(option.GetSerializedSize());
    option.Serialize(buffer.Begin());
    return buffer.PeekData()[2];
}

/// @param segment accepted @param packet of it: ns-3 must read the same
void
CompareWithNs3(const TcpSegment& segment, Ptr<const Packet> packet)
{
    TcpHeader header;
    packet->PeekHeader(header);
    HSN_REQUIRE(header.GetSequenceNumber() == segment.seq);
    HSN_REQUIRE(header.GetAckNumber() == segment.ack);
    HSN_REQUIRE(header.GetFlags() == segment.flags);
    HSN_REQUIRE(header.GetWindowSize() == segment.window);
    HSN_REQUIRE(header.GetLength() * 4u == segment.headerSize);
    TcpSegment theirs;
    for (const auto& option : header.GetOptionList())
    {
        // of several options of a kind, the last counts
        switch (option->GetKind())
        {
        case TcpOption::MSS:
            theirs.mss = DynamicCast<const TcpOptionMSS>(option)->GetMSS();
            break;
        case TcpOption::WINSCALE:
            theirs.scale = GetScale(*option);
            break;
        case TcpOption::SACKPERMITTED:
            theirs.sackPermitted = true;
            break;
        case TcpOption::TS:
            theirs.hasTimestamp = true;
            theirs.timestamp = DynamicCast<const TcpOptionTS>(option)->GetTimestamp();
            theirs.echo = DynamicCast<const TcpOptionTS>(option)->GetEcho();
            break;
        case TcpOption::SACK:
            theirs.nBlocks = 0;
            for (const auto& block : DynamicCast<const TcpOptionSack>(option)->GetSackList())
            {
                HSN_REQUIRE(theirs.nBlocks < TcpSegment::MAX_SACK_BLOCKS);
                theirs.blocks[theirs.nBlocks++] = block;
            }
            break;
        default:
            break;
        }
    }
    HSN_REQUIRE(theirs.mss == segment.mss);
    HSN_REQUIRE(theirs.scale == segment.scale);
    HSN_REQUIRE(theirs.sackPermitted == segment.sackPermitted);
    HSN_REQUIRE(theirs.hasTimestamp == segment.hasTimestamp);
    HSN_REQUIRE(theirs.timestamp == segment.timestamp && theirs.echo == segment.echo);
    HSN_REQUIRE(theirs.nBlocks == segment.nBlocks);
    HSN_REQUIRE(std::equal(theirs.blocks.begin(),
                           theirs.blocks.begin() + theirs.nBlocks,
                           segment.blocks.begin()));
}

/// @param header written @return what is read of it
TcpSegment
ReadAgain(const TcpHeader& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    TcpSegment segment;
    HSN_REQUIRE(!segment.Read(packet));
    HSN_REQUIRE(segment.size == 0 && segment.headerSize <= TcpSegment::MAX_HEADER);
    return segment;
}

/// Agrees with the peer's segment as if it were a SYN, and writes our headers. @param settings what
/// we want @param syn the peer's @param queue what arrived
void
Negotiate(const TcpNegotiatedOptions::Settings& settings,
          const TcpSegment& syn,
          const ReassemblyQueue& queue)
{
    TcpNegotiatedOptions options(settings);
    TcpHeader opening;
    opening.SetFlags(TcpHeader::SYN);
    options.AddToSyn(opening, OWN_MSS, OWN_SCALE, NOW);
    const auto ours = ReadAgain(opening);
    HSN_REQUIRE(ours.mss == OWN_MSS && ours.sackPermitted == settings.sack);
    HSN_REQUIRE(ours.hasTimestamp == settings.timestamp && ours.echo == 0);
    HSN_REQUIRE(ours.scale ==
                (settings.scaling ? std::optional<uint8_t>(OWN_SCALE) : std::nullopt));

    options.Agree(syn, OWN_SCALE);
    HSN_REQUIRE(options.HasSack() == (settings.sack && syn.sackPermitted));
    HSN_REQUIRE(options.HasTimestamps() == (settings.timestamp && syn.hasTimestamp));
    HSN_REQUIRE(options.GetSendShift() <= TcpNegotiatedOptions::MAX_SHIFT);
    HSN_REQUIRE(options.GetReceiveShift() == (settings.scaling && syn.scale ? OWN_SCALE : 0));
    TcpHeader answer;
    answer.SetFlags(TcpHeader::SYN | TcpHeader::ACK);
    options.AddToSyn(answer, 0, OWN_SCALE, NOW);
    const auto second = ReadAgain(answer);
    HSN_REQUIRE(!second.mss && second.sackPermitted == options.HasSack());
    HSN_REQUIRE(second.scale.has_value() == (settings.scaling && syn.scale));
    HSN_REQUIRE(second.hasTimestamp == options.HasTimestamps());
    HSN_REQUIRE(!second.hasTimestamp || second.echo == syn.timestamp);

    TcpHeader later;
    later.SetFlags(TcpHeader::ACK);
    options.Add(later, NOW);
    TcpNegotiatedOptions::AddSack(later, queue, SequenceNumber32(FIRST));
    const auto third = ReadAgain(later);
    HSN_REQUIRE(third.hasTimestamp == options.HasTimestamps());
    HSN_REQUIRE(!third.hasTimestamp || (third.timestamp == NOW && third.echo == syn.timestamp));
    const auto blocks = queue.GetBlocks(third.hasTimestamp ? 3 : 4);
    HSN_REQUIRE(third.nBlocks == blocks.size());
    for (uint32_t i = 0; i < third.nBlocks; i++)
    {
        const SequenceNumber32 first(FIRST);
        HSN_REQUIRE(third.blocks[i].first == first + static_cast<uint32_t>(blocks[i].first));
        HSN_REQUIRE(third.blocks[i].second == first + static_cast<uint32_t>(blocks[i].second));
        HSN_REQUIRE(blocks[i].first > queue.GetNext() && blocks[i].first < blocks[i].second);
    }
}

/// @param header of a segment @param data octets of data @return its octets
std::vector<uint8_t>
GetOctets(const TcpHeader& header, uint32_t data = 0)
{
    auto packet = Create<Packet>(data);
    packet->AddHeader(header);
    return OctetsOf(packet);
}

/// @param header of a segment @param how first octet @param data octets of data @return its seed
FuzzOutput
MakeSegment(const TcpHeader& header, int how = 7, uint32_t data = 0)
{
    return FuzzOutput().Bytes({how}).Octets(GetOctets(header, data));
}

/// @param flags of it @return a header
TcpHeader
MakeHeader(uint8_t flags)
{
    TcpHeader header;
    header.SetSourcePort(4000);
    header.SetDestinationPort(80);
    header.SetSequenceNumber(SequenceNumber32(1000));
    header.SetAckNumber(SequenceNumber32(2000));
    header.SetWindowSize(60000);
    header.SetFlags(flags);
    return header;
}

/// @param options who wrote it @param blocks of SACK @return an acknowledgement
TcpHeader
MakeAck(TcpNegotiatedOptions& options, uint32_t blocks)
{
    auto header = MakeHeader(TcpHeader::ACK);
    options.Add(header, NOW);
    ReassemblyQueue queue;
    queue.Reset(0);
    for (uint32_t i = 0; i < blocks; i++)
    {
        queue.Add(100 + 100 * i, Create<Packet>(50));
    }
    TcpNegotiatedOptions::AddSack(header, queue, SequenceNumber32(FIRST));
    return header;
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    const uint8_t how = in.Byte();
    ReassemblyQueue queue;
    queue.Reset(0);
    for (int n = how >> 4; n > 0; n--)
    {
        const StreamOffset begin = 1 + in.Byte();
        queue.Add(begin, Create<Packet>(1 + in.Byte()));
    }
    std::vector<uint8_t> octets(in.GetData(), in.GetData() + in.GetLeft());
    if (how & 8 && octets.size() >= 20)
    {
        octets[12] = static_cast<uint8_t>(std::min<size_t>(octets.size() / 4, 15) << 4);
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    TcpSegment segment;
    if (segment.Read(packet))
    {
        return 0;
    }
    HSN_REQUIRE(segment.headerSize + segment.size == octets.size());
    HSN_REQUIRE(segment.nBlocks <= TcpSegment::MAX_SACK_BLOCKS);
    HSN_REQUIRE(Ns3CanRead(octets));
    CompareWithNs3(segment, packet);
    TcpNegotiatedOptions::Settings settings;
    settings.sack = how & 1;
    settings.timestamp = how & 2;
    settings.scaling = how & 4;
    Negotiate(settings, segment, queue);
    return 1;
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    const TcpNegotiatedOptions::Settings all;
    TcpNegotiatedOptions options(all);
    auto syn = MakeHeader(TcpHeader::SYN);
    options.AddToSyn(syn, OWN_MSS, OWN_SCALE, NOW);
    auto packet = Create<Packet>();
    packet->AddHeader(syn);
    TcpSegment read;
    read.Read(packet);
    auto answer = MakeHeader(TcpHeader::SYN | TcpHeader::ACK);
    TcpNegotiatedOptions agreed(all);
    agreed.Agree(read, OWN_SCALE);
    agreed.AddToSyn(answer, OWN_MSS, OWN_SCALE, NOW);
    const auto ack = [&options](uint32_t blocks) { return MakeAck(options, blocks); };
    auto gaps = FuzzOutput().Bytes({0x57, 10, 5, 100, 20, 50, 5, 200, 5, 8, 9});
    gaps.Octets(GetOctets(syn));
    return {
        {"syn-all-options", MakeSegment(syn)},
        {"syn-no-options", MakeSegment(MakeHeader(TcpHeader::SYN))},
        {"syn-nothing-wanted", MakeSegment(syn, 0)},
        {"syn-covered", MakeSegment(syn, 15)},
        {"syn-gaps", gaps},
        {"syn-ack", MakeSegment(answer)},
        {"data", MakeSegment(MakeHeader(TcpHeader::ACK | TcpHeader::PSH), 7, 10)},
        {"data-timestamp", MakeSegment(MakeAck(agreed, 0), 7, 10)},
        {"ack-sack-1", MakeSegment(ack(1))},
        {"ack-sack-4", MakeSegment(ack(4))},
        {"ack-timestamp-sack-3", MakeSegment(MakeAck(agreed, 3))},
        {"fin", MakeSegment(MakeHeader(TcpHeader::FIN | TcpHeader::ACK))},
        {"reset", MakeSegment(MakeHeader(TcpHeader::RST))},
        {"ecn", MakeSegment(MakeHeader(TcpHeader::ACK | TcpHeader::ECE | TcpHeader::CWR))},
    };
}
