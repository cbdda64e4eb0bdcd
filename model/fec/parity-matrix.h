// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Parity cells for the rows, columns and diagonals of a matrix of cells.
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
/** @brief Diagonals of a ParityMatrix that have parity cells. */
enum ParityDiagonals
{
    PARITY_DIAGONALS_NONE,          //!< none
    PARITY_DIAGONALS_CORNERS,       //!< the two main diagonals; the matrix must be square
    PARITY_DIAGONALS_WRAPPED,       //!< diagonals of one slope, wrapped around at the sides
    PARITY_DIAGONALS_EXTENDED,      //!< diagonals of one slope, ending at the sides
    PARITY_DIAGONALS_WRAPPED_BOTH,  //!< wrapped diagonals of both slopes
    PARITY_DIAGONALS_EXTENDED_BOTH, //!< extended diagonals of both slopes
};

/**
 * @ingroup hsn-fec
 * @brief A matrix of N rows and M columns of cells with a row of column parity and optional row and
 *        diagonal parity (mpeg-atm section 3.2).
 *
 * Cells are numbered row by row: N M data cells, M cells of column parity (row N), then, if
 * enabled, one cell of row parity for each of the N + 1 rows, then one for each diagonal. Diagonals
 * include the parity row. All parity is XOR.
 *
 * Repair() solves all equations jointly, so it restores every cell that is determined.
 */
class ParityMatrix
{
  public:
    /**
     * @brief Creates a code.
     * @param rows N, at least 1
     * @param columns M, at least 1; (N + 1) M is at most 65536
     * @param length bytes of a cell, at least 1
     * @param diagonals diagonals that have parity
     * @param rowParity whether rows have parity
     */
    ParityMatrix(uint32_t rows,
                 uint32_t columns,
                 std::size_t length,
                 ParityDiagonals diagonals = PARITY_DIAGONALS_NONE,
                 bool rowParity = false);

    /** @return number of data cells: N M */
    uint32_t GetDataCells() const;

    /** @return number of data and parity cells */
    uint32_t GetCells() const;

    /**
     * @brief Computes all parity cells.
     * @param cells GetCells() contiguous cells, of which the first GetDataCells() are data
     */
    void Encode(uint8_t* cells) const;

    /**
     * @brief Restores all cells that the others determine.
     * @param present for each cell, whether it is present; set for restored cells
     * @param cells GetCells() contiguous cells; restored ones are written
     * @return number of cells restored
     */
    uint32_t Repair(std::vector<bool>& present, uint8_t* cells) const;

  private:
    /** @brief Indices of cells whose XOR is 0; the last one is the parity cell. */
    using Line = std::vector<uint32_t>;

    std::size_t m_length;      //!< bytes of a cell
    uint32_t m_data;           //!< number of data cells
    uint32_t m_cells;          //!< number of all cells
    std::vector<Line> m_lines; //!< lines in an order in which parity can be computed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PARITY_MATRIX_H
