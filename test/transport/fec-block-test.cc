// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/fec-header.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Bytes of a packet. */
using Octets = std::vector<uint8_t>;

/** @param packet a packet @return its bytes */
Octets
GetOctets(Ptr<const Packet> packet)
{
    Octets octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    return octets;
}

/** @param octets content @return a packet with it */
Ptr<Packet>
MakePacket(const Octets& octets)
{
    return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
}

/** @brief A decoder that records everything it delivers. */
struct Receiver
{
    /** @param openBlocks number of open blocks */
    explicit Receiver(uint32_t openBlocks = 4)
        : decoder(
              openBlocks,
              [this](Ptr<Packet> packet, uint32_t block, uint8_t index, bool restored) {
                  got[{block, index}] = GetOctets(packet);
                  order.emplace_back(block, index);
                  isRestored.push_back(restored);
              },
              [this](const FecBlockResult& result) { blocks.push_back(result); })
    {
    }

    /** @param packet from the network @return the problem with its header, or nullptr */
    const char* Take(Ptr<const Packet> packet)
    {
        FecHeader header;
        const auto copy = packet->Copy();
        const char* problem = header.Read(copy);
        if (!problem)
        {
            decoder.Receive(header, copy);
        }
        return problem;
    }

    std::map<std::pair<uint32_t, uint8_t>, Octets> got; //!< packets by block and index
    std::vector<std::pair<uint32_t, uint8_t>> order;    //!< order of delivery
    std::vector<bool> isRestored;                       //!< whether restored, in this order
    std::vector<FecBlockResult> blocks;                 //!< closed blocks
    FecBlockDecoder decoder;                            //!< the decoder
};

/** @brief Packets of a flow and their encoding. */
struct Flow
{
    /** @param lengths of the packets @param encoder encodes them @param seed of their content */
    Flow(const std::vector<uint32_t>& lengths, FecBlockEncoder& encoder, uint32_t seed)
    {
        std::mt19937 random(seed);
        for (const uint32_t length : lengths)
        {
            Octets octets(length);
            for (auto& octet : octets)
            {
                octet = static_cast<uint8_t>(random());
            }
            data.push_back(octets);
            const auto more = encoder.Add(MakePacket(octets));
            sent.insert(sent.end(), more.begin(), more.end());
        }
    }

    std::vector<Octets> data;      //!< packets of the application
    std::vector<Ptr<Packet>> sent; //!< packets on the wire
};

/** @brief The header's bytes and every way in which it can be invalid. */
class FecHeaderTest : public TestCase
{
  public:
    FecHeaderTest()
        : TestCase("Header: bytes computed by hand, every field out of range, random bytes")
    {
    }

  private:
    /** @param octets of a packet @param problem expected problem, or nullptr */
    void Expect(const Octets& octets, const char* problem)
    {
        FecHeader header;
        const auto packet = MakePacket(octets);
        const char* found = header.Read(packet);
        NS_TEST_EXPECT_MSG_EQ(std::string(found ? found : "good"),
                              std::string(problem ? problem : "good"),
                              "header");
        const std::size_t left = found ? octets.size() : octets.size() - FecHeader::SIZE;
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), left, "octets left");
    }

    void DoRun() override
    {
        FecHeader header;
        header.type = FEC_PARITY;
        header.shortBlock = true;
        header.code = {FEC_CODEC_SHIFT_XOR, 5, 3, 1, 8};
        header.block = 0x01020304;
        header.index = 7;
        header.flow = 9;
        header.length = 2;
        auto packet = Create<Packet>(2);
        packet->AddHeader(header);
        const Octets good =
            {0x13, 0x31, 0x01, 0x02, 0x03, 0x04, 7, 5, 3, 9, 0x00, 0x02, 0x00, 0x00};
        NS_TEST_EXPECT_MSG_EQ((GetOctets(packet) == good), true, "octets");
        FecHeader back;
        NS_TEST_ASSERT_MSG_EQ((back.Read(packet) == nullptr), true, "is read");
        NS_TEST_EXPECT_MSG_EQ((back.code == header.code), true, "code");
        NS_TEST_EXPECT_MSG_EQ(back.block, header.block, "block");
        NS_TEST_EXPECT_MSG_EQ(+back.index, 7, "index");
        NS_TEST_EXPECT_MSG_EQ(+back.flow, 9, "flow");
        NS_TEST_EXPECT_MSG_EQ(back.type, FEC_PARITY, "type");
        NS_TEST_EXPECT_MSG_EQ(back.shortBlock, true, "short");

        const auto with = [&good](std::size_t place, uint8_t value) {
            Octets octets = good;
            octets[place] = value;
            return octets;
        };
        Expect(good, nullptr);
        for (std::size_t size = 0; size < FecHeader::SIZE; size++)
        {
            Expect(Octets(good.begin(), good.begin() + size), "shorter than the header");
        }
        Expect(with(0, 0x23), "unsupported version");
        Expect(with(0, 0x03), "unsupported version");
        Expect(with(0, 0x17), "unknown flags");
        Expect(with(1, 0x71), "unknown flags");
        Expect(with(1, 0x34), "invalid code");
        Expect(with(1, 0x30), "invalid code"); // XOR with 3 parity packets
        Expect(with(7, 0), "invalid code");
        Expect(with(7, 253), "invalid code");
        Expect(with(8, 4), "invalid code");
        Expect(with(6, 8), "invalid index in the block");
        Expect(with(6, 4), "invalid index in the block"); // data with the parity flag
        Expect(with(0, 0x12), "invalid index in the block");
        Expect(with(11, 1), "payload length differs from the header");
        Expect(with(10, 1), "payload length differs from the header");
        Expect(with(0, 0x18), "malformed report"); // not the length of a report
        Octets data = with(0, 0x12);
        data[6] = 0;
        Expect(data, "short block flag on a data packet");
        data[0] = 0x10;
        Expect(data, nullptr);

        FecReport report;
        report.expected = 0x01020304;
        report.received = 0x05060708;
        report.expectedData = 0x090A0B0C;
        report.lostData = 0x0D0E0F10;
        packet = Create<Packet>();
        packet->AddHeader(report);
        Octets counting(16);
        for (uint8_t i = 0; i < 16; i++)
        {
            counting[i] = i + 1;
        }
        NS_TEST_EXPECT_MSG_EQ((GetOctets(packet) == counting), true, "report");
        FecReport same;
        packet->RemoveHeader(same);
        NS_TEST_EXPECT_MSG_EQ(same.lostData, report.lostData, "read back");

        // random packets are accepted or rejected
        std::mt19937 random(1);
        Receiver receiver;
        for (int i = 0; i < 100000; i++)
        {
            Octets octets(random() % 24);
            for (auto& octet : octets)
            {
                octet = static_cast<uint8_t>(random());
            }
            if (octets.size() >= FecHeader::SIZE && i % 4 != 0)
            {
                // most of them with a nearly valid header
                octets[0] = 0x10 | (octets[0] & 3);
                octets[1] &= 0x33;
                std::fill_n(octets.begin() + 2, 3, 0);
                octets[5] %= 8;
                octets[6] %= 8;
                octets[7] = 1 + octets[7] % 7;
                octets[8] %= 4;
                octets[10] = 0;
                octets[11] = static_cast<uint8_t>(octets.size() - FecHeader::SIZE);
            }
            receiver.Take(MakePacket(octets));
        }
        NS_TEST_EXPECT_MSG_GT(receiver.got.size(), 0, "some were accepted");
    }
};

/** @brief All loss patterns of a block, through encoder and decoder. */
class FecBlockPatternTest : public TestCase
{
  public:
    FecBlockPatternTest()
        : TestCase("All loss patterns of all codes, packets of unequal lengths, any order")
    {
    }

  private:
    /** @param code of the block @param shuffle whether packets are reordered */
    void Try(const FecCode& code, bool shuffle)
    {
        const uint32_t n = code.data;
        const uint32_t all = n + code.parity;
        FecBlockEncoder encoder(0xFFFFFFFF);
        encoder.SetCode(code);
        std::vector<uint32_t> lengths;
        for (uint32_t i = 0; i < n; i++)
        {
            lengths.push_back(i * 7 % 5 * 11); // one of them is empty
        }
        const Flow flow(lengths, encoder, n);
        NS_TEST_ASSERT_MSG_EQ(flow.sent.size(), all, "packets sent");
        NS_TEST_ASSERT_MSG_EQ(encoder.GetBlock(), 0, "block numbers wrap");
        std::mt19937 random(n);
        for (uint32_t lost = 0; lost < 1U << all; lost++)
        {
            std::vector<uint32_t> arriving;
            for (uint32_t i = 0; i < all; i++)
            {
                if (!(lost >> i & 1))
                {
                    arriving.push_back(i);
                }
            }
            if (shuffle)
            {
                std::shuffle(arriving.begin(), arriving.end(), random);
            }
            Receiver receiver;
            for (const uint32_t i : arriving)
            {
                receiver.Take(flow.sent[i]);
                receiver.Take(flow.sent[i]); // twice
            }
            const bool enough = arriving.size() >= n;
            uint32_t expected = 0;
            for (uint32_t i = 0; i < n; i++)
            {
                const auto found = receiver.got.find({0xFFFFFFFF, static_cast<uint8_t>(i)});
                const bool there = enough || !(lost >> i & 1);
                NS_TEST_ASSERT_MSG_EQ((found != receiver.got.end()), there, "lost " << lost);
                if (there)
                {
                    NS_TEST_ASSERT_MSG_EQ((found->second == flow.data[i]), true, "octets");
                    expected++;
                }
            }
            NS_TEST_ASSERT_MSG_EQ(receiver.order.size(), expected, "each once");
            receiver.decoder.CloseAll();
            if (arriving.empty())
            {
                NS_TEST_ASSERT_MSG_EQ(receiver.blocks.size(), 0, "the block is unknown");
                continue;
            }
            NS_TEST_ASSERT_MSG_EQ(receiver.blocks.size(), 1, "one block");
            const auto& result = receiver.blocks[0];
            NS_TEST_ASSERT_MSG_EQ(result.received, arriving.size(), "received");
            NS_TEST_ASSERT_MSG_EQ(receiver.decoder.GetCounters().duplicates,
                                  arriving.size(),
                                  "duplicates");
            const bool parity = lost >> n != (1U << code.parity) - 1;
            if (parity)
            {
                NS_TEST_ASSERT_MSG_EQ(result.expected, all, "expected");
                NS_TEST_ASSERT_MSG_EQ(result.lost, n - expected, "lost");
            }
            NS_TEST_ASSERT_MSG_EQ(std::count(result.missing.begin(), result.missing.end(), true),
                                  n - expected,
                                  "missing");
        }
    }

    void DoRun() override
    {
        for (const bool shuffle : {false, true})
        {
            Try({FEC_CODEC_XOR, 7, 1}, shuffle);
            for (const FecCodecType codec : {FEC_CODEC_SHIFT_XOR, FEC_CODEC_REED_SOLOMON})
            {
                Try({codec, 7, 1}, shuffle);
                Try({codec, 6, 2}, shuffle);
                Try({codec, 5, 3}, shuffle);
                Try({codec, 1, 2}, shuffle);
            }
            Try({FEC_CODEC_SHIFT_XOR, 5, 3, 1, 8}, shuffle);
        }
    }
};

/** @brief Sequences of blocks. */
class FecBlockSequenceTest : public TestCase
{
  public:
    FecBlockSequenceTest()
        : TestCase("Short blocks, change of code, gaps, late packets, a new sender, inconsistent "
                   "packets")
    {
    }

  private:
    void DoRun() override
    {
        TryShort();
        TryGaps();
        TryContradictions();
        TryTwoSizes();
        TryRestart();
        TryTruncated();
    }

    /** @brief Blocks ended early and a change of code within a block. */
    void TryShort()
    {
        for (uint32_t lost = 0; lost < 3; lost++)
        {
            FecBlockEncoder encoder;
            encoder.SetCode({FEC_CODEC_SHIFT_XOR, 7, 1});
            Flow flow({10, 20}, encoder, 1);
            NS_TEST_EXPECT_MSG_EQ(encoder.GetPending(), 2, "two wait");
            encoder.SetCode({FEC_CODEC_REED_SOLOMON, 2, 2});
            NS_TEST_EXPECT_MSG_EQ(encoder.GetCode().data, 7, "not in this block");
            const auto parity = encoder.Flush();
            NS_TEST_ASSERT_MSG_EQ(parity.size(), 1, "parity of the short block");
            NS_TEST_EXPECT_MSG_EQ(encoder.Flush().size(), 0, "nothing is left");
            flow.sent.push_back(parity[0]);
            Receiver receiver;
            for (uint32_t i = 0; i < 3; i++)
            {
                if (i != lost)
                {
                    receiver.Take(flow.sent[i]);
                }
            }
            NS_TEST_EXPECT_MSG_EQ((receiver.got[{0, 0}] == flow.data[0]), true, "first");
            NS_TEST_EXPECT_MSG_EQ((receiver.got[{0, 1}] == flow.data[1]), true, "second");
            // the next block uses the new code; a packet of a later block closes both
            const Flow next({5, 5}, encoder, 2);
            NS_TEST_EXPECT_MSG_EQ(next.sent.size(), 4, "2+2");
            receiver.Take(next.sent[2]);
            receiver.Take(next.sent[3]);
            NS_TEST_EXPECT_MSG_EQ((receiver.got[{1, 1}] == next.data[1]), true, "by two parities");
            receiver.decoder.CloseAll();
            NS_TEST_ASSERT_MSG_EQ(receiver.blocks.size(), 2, "blocks");
            // a receiver cannot know of the second packet if it misses that and the parity
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].expected, 3, "2 + 1 packets");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].received, 2, "one is lost");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].lost, 0, "but not for long");
        }
        // without parity, a block continues
        FecBlockEncoder encoder;
        encoder.SetCode({FEC_CODEC_XOR, 7, 0});
        const Flow flow({10, 20}, encoder, 1);
        NS_TEST_EXPECT_MSG_EQ(encoder.Flush().size(), 0, "nothing to send");
        NS_TEST_EXPECT_MSG_EQ(encoder.GetPending(), 2, "continues");
        const std::string text = HsnAbortText([&encoder] { encoder.Add(Create<Packet>(65026)); });
        NS_TEST_EXPECT_MSG_NE(text.find("65026 bytes"), std::string::npos, text);
    }

    /** @brief Blocks lost completely; late packets. */
    void TryGaps()
    {
        FecBlockEncoder encoder(5);
        encoder.SetCode({FEC_CODEC_SHIFT_XOR, 2, 1});
        const Flow flow(std::vector<uint32_t>(40, 8), encoder, 3);
        Receiver receiver(2);
        receiver.decoder.Start(5, {FEC_CODEC_SHIFT_XOR, 2, 1});
        // only packets of the fourth and the seventh block
        receiver.Take(flow.sent[9]);
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks.size(), 2, "two open, two closed");
        receiver.Take(flow.sent[18]);
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks.size(), 5, "two open, five closed");
        receiver.Take(flow.sent[10]);
        NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().late, 1, "the fourth is closed");
        receiver.Take(flow.sent[15]);
        NS_TEST_EXPECT_MSG_EQ(receiver.got.size(), 3, "the sixth is open");
        receiver.decoder.CloseBefore(13);
        for (uint32_t i = 0; i < receiver.blocks.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[i].block, 5 + i, "in order");
            const bool seen = i == 3 || i == 5 || i == 6;
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[i].received, (seen ? 1U : 0U), "received");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[i].expected, (seen ? 2U : 3U), "block " << i);
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[i].missing.size(), 2U, "N");
        }
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks.size(), 8, "including completely lost ones");
        // another sender with the same address starts at another block number
        FecBlockEncoder other(4000000000U);
        other.SetCode({FEC_CODEC_SHIFT_XOR, 2, 1});
        const Flow fresh({8, 8}, other, 4);
        receiver.Take(fresh.sent[1]);
        receiver.Take(fresh.sent[2]);
        NS_TEST_EXPECT_MSG_EQ((receiver.got[{4000000000U, 0}] == fresh.data[0]), true, "restored");
        NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().restarts, 1, "restart");
        // a packet that arrives after its restoration is not delivered again
        const auto before = receiver.order.size();
        receiver.Take(fresh.sent[0]);
        NS_TEST_EXPECT_MSG_EQ(receiver.order.size(), before, "not again");
        receiver.decoder.CloseAll();
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks.back().received, 3, "but it was not lost");
    }

    /** @brief Packets inconsistent with others of their block. */
    void TryContradictions()
    {
        FecBlockEncoder encoder;
        encoder.SetCode({FEC_CODEC_SHIFT_XOR, 3, 2});
        const Flow flow({8, 12, 4}, encoder, 5);
        FecBlockEncoder liar;
        liar.SetCode({FEC_CODEC_SHIFT_XOR, 4, 2});
        const Flow larger({8, 40, 4, 4}, liar, 6);
        FecBlockEncoder stranger;
        stranger.SetCode({FEC_CODEC_REED_SOLOMON, 3, 2});
        const Flow other({8, 40, 4}, stranger, 7);
        FecBlockEncoder twin;
        twin.SetCode({FEC_CODEC_SHIFT_XOR, 3, 2});
        const Flow longer({8, 40, 4}, twin, 8);

        Receiver receiver;
        receiver.Take(flow.sent[1]);
        receiver.Take(larger.sent[0]); // another N
        receiver.Take(larger.sent[4]); // another N
        receiver.Take(other.sent[0]);  // another code
        receiver.Take(flow.sent[3]);   // parity too short for the longest packet of 12 bytes
        receiver.Take(longer.sent[4]); // parity of another length
        NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().inconsistent, 4, "all rejected");
        receiver.Take(flow.sent[2]);
        NS_TEST_EXPECT_MSG_EQ(receiver.got.size(), 3, "the others restore the block");
        NS_TEST_EXPECT_MSG_EQ((receiver.got[{0, 0}] == flow.data[0]), true, "octets");
        receiver.Take(longer.sent[1]); // already known
        NS_TEST_EXPECT_MSG_EQ((receiver.got[{0, 1}] == flow.data[1]), true, "the first one counts");

        // data longer than the parity allows
        Receiver second;
        second.Take(flow.sent[3]);
        second.Take(longer.sent[1]);
        NS_TEST_EXPECT_MSG_EQ(second.decoder.GetCounters().inconsistent, 1, "too long");
        // parity too short for received data
        Receiver third;
        third.Take(longer.sent[1]);
        third.Take(flow.sent[3]);
        NS_TEST_EXPECT_MSG_EQ(third.decoder.GetCounters().inconsistent, 1, "too short");
        // damaged bytes: the restored length is invalid
        Receiver fourth;
        auto octets = GetOctets(flow.sent[3]);
        octets[FecHeader::SIZE] ^= 0x80;
        fourth.Take(flow.sent[0]);
        fourth.Take(flow.sent[1]);
        fourth.Take(MakePacket(octets));
        NS_TEST_EXPECT_MSG_EQ(fourth.decoder.GetCounters().damaged, 1, "noticed");
        NS_TEST_EXPECT_MSG_EQ(fourth.got.size(), 2, "and not delivered");
    }

    /** @brief Parity packets of one block that tell different numbers of data packets. */
    void TryTwoSizes()
    {
        // blocks of one code, ended after 2 and after 3 packets, all of one length
        const auto parity = [](uint32_t count) {
            FecBlockEncoder encoder;
            encoder.SetCode({FEC_CODEC_SHIFT_XOR, 7, 2});
            const Flow flow(std::vector<uint32_t>(count, 20), encoder, 10);
            return encoder.Flush();
        };
        for (const auto& [first, second] : {std::make_pair(2U, 3U), std::make_pair(3U, 2U)})
        {
            Receiver receiver;
            receiver.Take(parity(first)[0]);
            receiver.Take(parity(second)[1]);
            NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().inconsistent,
                                  1,
                                  second << " after " << first);
            receiver.Take(parity(first)[1]);
            NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().inconsistent, 1, "the first N");
            receiver.decoder.CloseAll();
            NS_TEST_ASSERT_MSG_EQ(receiver.blocks.size(), 1, "one block");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].code.data, first, "the first N counts");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].expected, first + 2, "N + M");
            NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].received, 2, "of the first N");
        }
    }

    /** @brief The distance of block numbers beyond which they are another flow's. */
    void TryRestart()
    {
        const FecCode code = {FEC_CODEC_SHIFT_XOR, 2, 1};
        // documented: a number that differs by more than 1024 from the newest one; numbers wrap
        for (const uint32_t start : {5000U, 100U, 4294967000U})
        {
            for (const int32_t distance : {1024, 1025, -1024, -1025})
            {
                Receiver receiver;
                // the newest block is not the oldest open one
                for (const uint32_t block : {start, start + 2})
                {
                    FecBlockEncoder encoder(block);
                    encoder.SetCode(code);
                    receiver.Take(Flow({8}, encoder, 11).sent[0]);
                }
                FecBlockEncoder other(start + 2 + distance);
                other.SetCode(code);
                receiver.Take(Flow({8}, other, 12).sent[0]);
                const auto& counters = receiver.decoder.GetCounters();
                const bool restart = distance == 1025 || distance == -1025;
                NS_TEST_EXPECT_MSG_EQ(counters.restarts, (restart ? 1 : 0), "by " << distance);
                NS_TEST_EXPECT_MSG_EQ(counters.late, (distance == -1024 ? 1 : 0), "late");
                NS_TEST_EXPECT_MSG_EQ(receiver.got.size(),
                                      (distance == -1024 ? 2 : 3),
                                      "delivered, by " << distance);
                // a gap of the same flow consists of lost blocks, of which four stay open
                NS_TEST_EXPECT_MSG_EQ(receiver.blocks.size(),
                                      (restart            ? 3
                                       : distance == 1024 ? 1023
                                                          : 0),
                                      "closed, by " << distance);
            }
        }
    }

    /** @brief A code that fails to restore reports it. */
    void TryTruncated()
    {
        FecBlockEncoder encoder;
        encoder.SetCode({FEC_CODEC_SHIFT_XOR_TRUNCATED, 6, 2, 1, 1});
        const Flow flow(std::vector<uint32_t>(6, 30), encoder, 9);
        Receiver receiver;
        for (uint32_t i = 2; i < 8; i++)
        {
            receiver.Take(flow.sent[i]);
        }
        receiver.decoder.CloseAll();
        NS_TEST_EXPECT_MSG_EQ(receiver.decoder.GetCounters().undecodable, 1, "undecodable");
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].lost, 2, "both stay lost");
        NS_TEST_EXPECT_MSG_EQ(receiver.blocks[0].received, 6, "although N packets came");
    }
};

HsnTestRegistration g_fecBlockTests("fec-block",
                                    {new FecHeaderTest,
                                     new FecBlockPatternTest,
                                     new FecBlockSequenceTest});
} // namespace
} // namespace hsn
} // namespace ns3
