// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/fec-codec.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Erases every subset of the pieces of a random block and restores it. */
class FecCodecPatternTest : public TestCase
{
  public:
    FecCodecPatternTest()
        : TestCase("Any N of N + M pieces restore the block; with fewer, those that came remain")
    {
    }

  private:
    /** @param code code to test */
    void Try(const FecCode& code)
    {
        const std::size_t length = 23;
        const uint32_t n = code.data;
        const uint32_t m = code.parity;
        std::mt19937 random(n * 100 + m);
        const Octets data = RandomOctets(random, n * length);
        FecCodec codec(code);
        const auto parity = codec.Encode(data, length);
        NS_TEST_ASSERT_MSG_EQ(parity.size(), m, "M pieces");
        for (uint32_t lost = 0; lost < 1U << (n + m); lost++)
        {
            const auto losses = static_cast<uint32_t>(__builtin_popcount(lost));
            if (losses > m + 1)
            {
                continue;
            }
            Octets block = data;
            std::vector<bool> present;
            std::vector<const uint8_t*> pointers;
            uint32_t lostData = 0;
            for (uint32_t i = 0; i < n + m; i++)
            {
                present.push_back(!(lost >> i & 1));
                if (i < n && !present[i])
                {
                    std::fill_n(block.begin() + i * length, length, 0xEE);
                    lostData++;
                }
            }
            for (uint32_t j = 0; j < m; j++)
            {
                pointers.push_back(present[n + j] ? parity[j].data() : nullptr);
            }
            const auto result = codec.Repair(present, block, length, pointers);
            if (losses <= m || lostData == 0)
            {
                NS_TEST_ASSERT_MSG_EQ(result, FEC_DECODE_COMPLETE, "pattern " << lost);
                NS_TEST_ASSERT_MSG_EQ((block == data), true, "octets, pattern " << lost);
                continue;
            }
            NS_TEST_ASSERT_MSG_EQ(result, FEC_DECODE_INCOMPLETE, "pattern " << lost);
            for (uint32_t i = 0; i < n; i++)
            {
                const bool same = std::equal(data.begin() + i * length,
                                             data.begin() + (i + 1) * length,
                                             block.begin() + i * length);
                NS_TEST_ASSERT_MSG_EQ((same || !present[i]), true, "what is present is right");
                NS_TEST_ASSERT_MSG_EQ((present[i] || (lost >> i & 1)), true, "what came remains");
            }
        }
    }

    void DoRun() override
    {
        for (const uint32_t n : {1, 2, 5, 6, 7})
        {
            Try({FEC_CODEC_XOR, n, 1});
            for (const uint32_t m : {1, 2, 3})
            {
                Try({FEC_CODEC_SHIFT_XOR, n, m});
                Try({FEC_CODEC_SHIFT_XOR, n, m, 1, 1});
                Try({FEC_CODEC_SHIFT_XOR, n, m, 0, 8});
                Try({FEC_CODEC_REED_SOLOMON, n, m});
            }
            Try({FEC_CODEC_REED_SOLOMON, n, 5});
        }
    }
};

/** @brief Sizes, the truncated code, invalid codes. */
class FecCodecSizeTest : public TestCase
{
  public:
    FecCodecSizeTest()
        : TestCase("Lengths of parity, truncated shifts, no parity, bad codes")
    {
    }

  private:
    /** @param code an invalid code @param words part of the expected error */
    void ExpectBad(const FecCode& code, const std::string& words)
    {
        NS_TEST_EXPECT_MSG_NE(code.Check().find(words), std::string::npos, code.Check());
        const std::string text = HsnAbortText([&code] { FecCodec made(code); });
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }

    void DoRun() override
    {
        // 6+2: 5 bits; 5+3: 4 and 8 bits; with shifts by bytes: 5, 4 and 8 bytes
        NS_TEST_EXPECT_MSG_EQ(FecCodec::GetExcess({FEC_CODEC_SHIFT_XOR, 6, 2}, 0), 0, "6+2");
        NS_TEST_EXPECT_MSG_EQ(FecCodec::GetExcess({FEC_CODEC_SHIFT_XOR, 6, 2}, 1), 1, "6+2");
        NS_TEST_EXPECT_MSG_EQ(FecCodec::GetExcess({FEC_CODEC_SHIFT_XOR, 5, 3}, 2), 1, "5+3");
        NS_TEST_EXPECT_MSG_EQ(FecCodec::GetExcess({FEC_CODEC_SHIFT_XOR, 5, 3, 0, 8}, 2), 8, "5+3");
        NS_TEST_EXPECT_MSG_EQ(FecCodec::GetExcess({FEC_CODEC_REED_SOLOMON, 5, 3}, 2), 0, "RS");

        // in the truncated code, the second parity lacks the upper byte of both packets
        FecCodec truncated({FEC_CODEC_SHIFT_XOR_TRUNCATED, 2, 2, 1, 8});
        const Octets data = {1, 2, 3, 4};
        const auto parity = truncated.Encode(data, 2);
        std::vector<bool> present = {false, false, true, true};
        Octets block(4);
        NS_TEST_EXPECT_MSG_EQ(
            truncated.Repair(present, block, 2, {parity[0].data(), parity[1].data()}),
            FEC_DECODE_INCOMPLETE,
            "two of four packets do not suffice");

        FecCodec none({FEC_CODEC_REED_SOLOMON, 3, 0});
        NS_TEST_EXPECT_MSG_EQ(none.Encode(Octets(6), 2).size(), 0, "no parity");
        present = {true, false, true};
        block.resize(6);
        NS_TEST_EXPECT_MSG_EQ(none.Repair(present, block, 2, {}), FEC_DECODE_INCOMPLETE, "none");
        present[1] = true;
        NS_TEST_EXPECT_MSG_EQ(none.Repair(present, block, 2, {}), FEC_DECODE_COMPLETE, "all there");

        ExpectBad({FEC_CODEC_REED_SOLOMON, 0, 1}, "0 data packets");
        ExpectBad({FEC_CODEC_REED_SOLOMON, 253, 3}, "253 + 3");
        ExpectBad({FEC_CODEC_REED_SOLOMON, 4294967295U, 4294967295U}, "at most 255");
        ExpectBad({FEC_CODEC_XOR, 7, 2}, "2 parity packets by exclusive or");
        ExpectBad({FEC_CODEC_SHIFT_XOR, 7, 4}, "4 parity packets by shifts");
        ExpectBad({FEC_CODEC_SHIFT_XOR, 7, 1, 2}, "origin 2");
        ExpectBad({FEC_CODEC_SHIFT_XOR, 7, 1, 0, 4}, "4 bits");
        ExpectBad({static_cast<FecCodecType>(4), 7, 1}, "codec 4");
        NS_TEST_EXPECT_MSG_EQ(FecCode({FEC_CODEC_REED_SOLOMON, 252, 3}).Check(), "", "largest");
    }
};

HsnTestRegistration g_fecCodecTests("fec-codec", {new FecCodecPatternTest, new FecCodecSizeTest});
} // namespace
} // namespace hsn
} // namespace ns3
