// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Parity cells over the rows, columns and diagonals of a matrix of cells.
 */
#ifndef HSN_PARITY_MATRIX_H
#define HSN_PARITY_MATRIX_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Diagonals of a ParityMatrix that have a parity cell. */
enum ParityDiagonals
{
    PARITY_DIAGONALS_NONE,          //!< none
    PARITY_DIAGONALS_CORNERS,       //!< the two main ones; the matrix must be square
    PARITY_DIAGONALS_WRAPPED,       //!< those of one slope, going on at the other side
    PARITY_DIAGONALS_EXTENDED,      //!< those of one slope, ending at the sides
    PARITY_DIAGONALS_WRAPPED_BOTH,  //!< wrapped, of both slopes
    PARITY_DIAGONALS_EXTENDED_BOTH, //!< extended, of both slopes
};

/**
 * @ingroup hsn-fec
 * @brief A matrix of N rows and M columns of cells, a row of column parity, and more parity on wish
 *        (mpeg-atm section 2.4).
 *
 * Cells are numbered row by row: N M of data, M of column parity (row N), then, as they were asked
 * for, one of row parity for each of the N + 1 rows, then those of the diagonals, which pass
 * through the parity row as well. All are exclusive ors.
 *
 * Repair() solves all equations together, so it restores every cell that is determined at all.
 */
class ParityMatrix
{
  public:
    /**
     * @brief Creates a code.
     * @param rows N, at least 1
     * @param columns M, at least 1; (N + 1) M is at most 65536
     * @param length bytes of a cell, at least 1
     * @param diagonals which diagonals have parity
     * @param rowParity whether rows have parity
     */
    ParityMatrix(uint32_t rows,
                 uint32_t columns,
                 std::size_t length,
                 ParityDiagonals diagonals = PARITY_DIAGONALS_NONE,
                 bool rowParity = false);

    /** @return cells of data: N M */
    uint32_t GetDataCells() const;

    /** @return all cells, of data and parity */
    uint32_t GetCells() const;

    /**
     * @brief Computes all parity cells.
     * @param cells GetCells() cells one after the other, the first GetDataCells() of which are data
     */
    void Encode(uint8_t* cells) const;

    /**
     * @brief Restores what can be restored.
     * @param present of each cell, whether it is there; restored cells become present
     * @param cells GetCells() cells one after the other; restored ones are written
     * @return number of cells restored
     */
    uint32_t Repair(std::vector<bool>& present, uint8_t* cells) const;

  private:
    /** @brief Numbers of cells whose exclusive or is 0; the last one is the parity cell. */
    using Line = std::vector<uint32_t>;

    std::size_t m_length;      //!< bytes of a cell
    uint32_t m_data;           //!< cells of data
    uint32_t m_cells;          //!< all cells
    std::vector<Line> m_lines; //!< in the order in which their parity can be computed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PARITY_MATRIX_H
