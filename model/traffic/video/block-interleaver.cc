// SPDX-License-Identifier: GPL-2.0-only
#include "block-interleaver.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
BlockInterleaver::BlockInterleaver(Pattern pattern, uint32_t depth)
    : m_pattern(pattern),
      m_depth(depth)
{
    NS_ABORT_MSG_IF(depth == 0, "a BlockInterleaver with a depth of 0 blocks: at least 1");
}

uint64_t
BlockInterleaver::FindCell(uint64_t block, uint32_t k) const
{
    return block / m_depth * m_depth * CELLS + std::uint64_t{k} * m_depth + block % m_depth;
}

uint32_t
BlockInterleaver::FindPhase(uint32_t y, uint32_t x) const
{
    return m_pattern == ROWS ? y / 2 : 2 * (y % 2) + x % 2;
}

std::pair<uint32_t, uint32_t>
BlockInterleaver::FindBit(uint32_t i) const
{
    if (m_pattern == BIT_LITERAL)
    {
        return {i % CELLS, i / CELLS};
    }
    const uint32_t pixel = i / (8 * COMPONENTS);
    const uint32_t y = pixel / SIDE;
    const uint32_t x = pixel % SIDE;
    const uint32_t place = m_pattern == ROWS ? pixel % (2 * SIDE) : y / 2 * (SIDE / 2) + x / 2;
    return {FindPhase(y, x), place * 8 * COMPONENTS + i % (8 * COMPONENTS)};
}

std::vector<BlockInterleaver::Cell>
BlockInterleaver::Interleave(const std::vector<Block>& blocks) const
{
    NS_ABORT_MSG_UNLESS(blocks.size() % m_depth == 0,
                        blocks.size() << " blocks for a BlockInterleaver with a depth of "
                                      << m_depth << ": a multiple of it");
    std::vector<Cell> cells(blocks.size() * CELLS);
    for (std::size_t b = 0; b < blocks.size(); ++b)
    {
        for (uint32_t i = 0; i < 8 * BLOCK_OCTETS; ++i)
        {
            const auto to = FindBit(i);
            const uint32_t bit = blocks[b][i / 8] >> (7 - i % 8) & 1;
            auto& octet = cells[FindCell(b, to.first)][to.second / 8];
            octet = static_cast<uint8_t>(octet | bit << (7 - to.second % 8));
        }
    }
    return cells;
}

std::vector<BlockInterleaver::Block>
BlockInterleaver::Restore(const std::vector<Cell>& cells) const
{
    NS_ABORT_MSG_UNLESS(cells.size() % (std::size_t{m_depth} * CELLS) == 0,
                        cells.size() << " cells for a BlockInterleaver with a depth of " << m_depth
                                     << ": a multiple of " << std::size_t{m_depth} * CELLS);
    std::vector<Block> blocks(cells.size() / CELLS);
    for (std::size_t b = 0; b < blocks.size(); ++b)
    {
        blocks[b].fill(0);
        for (uint32_t i = 0; i < 8 * BLOCK_OCTETS; ++i)
        {
            const auto from = FindBit(i);
            const uint32_t bit =
                cells[FindCell(b, from.first)][from.second / 8] >> (7 - from.second % 8) & 1;
            auto& octet = blocks[b][i / 8];
            octet = static_cast<uint8_t>(octet | bit << (7 - i % 8));
        }
    }
    return blocks;
}
} // namespace hsn
} // namespace ns3
