// SPDX-License-Identifier: GPL-2.0-only
#ifndef BLOCK_INTERLEAVER_H
#define BLOCK_INTERLEAVER_H

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Spreads the pixels of raw blocks over four cells each, and these over many blocks
 * (Mehaoua, Boutaba and Pujolle, section 3.4).
 *
 * A block has 8 x 8 pixels of three octets: 192 octets, four payloads of cells. A lost cell takes
 * whole rows, every fourth pixel, or some bits of all pixels. Depth blocks are sent together: the
 * first cell of each, the second of each, and so on, so that a burst of losses hits many blocks.
 */
class BlockInterleaver
{
  public:
    static constexpr uint32_t SIDE = 8;           //!< pixels of a block's side
    static constexpr uint32_t COMPONENTS = 3;     //!< octets of a pixel
    static constexpr uint32_t BLOCK_OCTETS = 192; //!< of a block
    static constexpr uint32_t CELLS = 4;          //!< of a block
    static constexpr uint32_t CELL_OCTETS = 48;   //!< of a cell

    /// Which pixels share a cell.
    enum Pattern
    {
        ROWS,       //!< cell k: rows 2k and 2k + 1
        POLYPHASE,  //!< pixel (y, x) in cell 2 (y mod 2) + x mod 2
        BIT_LITERAL //!< bit i of the block in cell i mod 4
    };

    /// A block, row by row, pixel by pixel.
    using Block = std::array<uint8_t, BLOCK_OCTETS>;
    /// Payload of a cell.
    using Cell = std::array<uint8_t, CELL_OCTETS>;

    /**
     * @param pattern which pixels share a cell
     * @param depth blocks that are sent together, at least 1; 1: one block after the other
     */
    BlockInterleaver(Pattern pattern, uint32_t depth);

    /**
     * @param blocks a multiple of Depth; the program ends if it is not
     * @return cells in the order in which they are sent, four for each block
     */
    std::vector<Cell> Interleave(const std::vector<Block>& blocks) const;

    /**
     * @param cells of Interleave(); those that are lost may hold anything
     * @return the blocks
     */
    std::vector<Block> Restore(const std::vector<Cell>& cells) const;

    /// @param block number of a block @param k 0 to 3 @return place of its k-th cell among all
    uint64_t FindCell(uint64_t block, uint32_t k) const;

    /// @param y row @param x column @return cell of the pixel; with BIT_LITERAL each cell has a
    /// part
    uint32_t FindPhase(uint32_t y, uint32_t x) const;

  private:
    /// @param i bit of a block @return its cell, and its bit there
    std::pair<uint32_t, uint32_t> FindBit(uint32_t i) const;

    Pattern m_pattern; //!< which pixels share a cell
    uint32_t m_depth;  //!< blocks sent together
};
} // namespace hsn
} // namespace ns3

#endif // BLOCK_INTERLEAVER_H
