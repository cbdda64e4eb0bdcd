// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/block-interleaver.h"

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Places by the definition, and back.
class BlockInterleaverTest : public TestCase
{
  public:
    BlockInterleaverTest()
        : TestCase("Block interleaver: pixels and bits in their cells, order of cells, and back")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        std::vector<BlockInterleaver::Block> blocks(12);
        for (auto& block : blocks)
        {
            for (auto& octet : block)
            {
                octet = static_cast<uint8_t>(random());
            }
        }
        for (const auto pattern :
             {BlockInterleaver::ROWS, BlockInterleaver::POLYPHASE, BlockInterleaver::BIT_LITERAL})
        {
            for (const uint32_t depth : {1, 3, 12})
            {
                const BlockInterleaver coder(pattern, depth);
                const auto cells = coder.Interleave(blocks);
                NS_TEST_EXPECT_MSG_EQ(cells.size(), 48, "four cells a block");
                NS_TEST_EXPECT_MSG_EQ((coder.Restore(cells) == blocks), true, "and back");
            }
        }
        // cell 2 of Polyphase begins with pixels (1, 0), (1, 2); of Rows with (4, 0), (4, 1)
        const auto phases = BlockInterleaver(BlockInterleaver::POLYPHASE, 1).Interleave(blocks);
        const auto rows = BlockInterleaver(BlockInterleaver::ROWS, 1).Interleave(blocks);
        for (uint32_t k = 0; k < 3; ++k)
        {
            NS_TEST_EXPECT_MSG_EQ(+phases[2][k], +blocks[0][8 * 3 + k], "pixel (1, 0)");
            NS_TEST_EXPECT_MSG_EQ(+phases[2][3 + k], +blocks[0][10 * 3 + k], "pixel (1, 2)");
            NS_TEST_EXPECT_MSG_EQ(+rows[2][k], +blocks[0][32 * 3 + k], "pixel (4, 0)");
            NS_TEST_EXPECT_MSG_EQ(+rows[2][3 + k], +blocks[0][33 * 3 + k], "pixel (4, 1)");
        }
        // bits 0, 4, 8, ... of the block
        std::vector<BlockInterleaver::Block> one(1);
        one[0].fill(0x88);
        const auto bits = BlockInterleaver(BlockInterleaver::BIT_LITERAL, 1).Interleave(one);
        NS_TEST_EXPECT_MSG_EQ(+bits[0][5], 0xff, "bits 0 and 4 of octets");
        NS_TEST_EXPECT_MSG_EQ(+bits[1][5], 0, "others");
        // a depth of 3: first cells of three blocks, then second ones
        const BlockInterleaver deep(BlockInterleaver::POLYPHASE, 3);
        const uint64_t places[] = {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, 12, 15};
        for (uint32_t i = 0; i < 14; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(deep.FindCell(i / 4, i % 4), places[i], "cell " << i);
        }
        const auto text =
            HsnAbortText([&] { BlockInterleaver(BlockInterleaver::ROWS, 5).Interleave(blocks); });
        NS_TEST_EXPECT_MSG_NE(text.find("12 blocks for a BlockInterleaver with a depth of 5"),
                              std::string::npos,
                              text);
    }
};

HsnTestRegistration g_interleaverTests("block-interleaver", {new BlockInterleaverTest});
} // namespace
