// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Information dispersal: any m of N coded cells suffice to rebuild a segment.
 */
#ifndef HSN_DISPERSAL_CODE_H
#define HSN_DISPERSAL_CODE_H

#include "galois-field.h"
#include "gf-region.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief Rabin's information dispersal: encodes m cells of data as N cells, any m of which suffice
 *        to rebuild the data.
 *
 * In the non-systematic code (the default, as in the paper boston), the cells of the segment are
 * the coefficients of a polynomial of degree m - 1, and coded cell i is its value at a^i, where
 * a = 2 is the primitive element. In the systematic code, the cells of the segment are the values
 * at a^0 to a^(m-1), so coded cells 0 to m - 1 are the segment itself. In both cases any m values
 * determine the polynomial.
 *
 * Adaptive dispersal (AIDA) decides after dispersal how many cells to send: Disperse() computes
 * any range of the N cells at any time.
 *
 * The field is GF(2^8) for N up to 255 and GF(2^16) for N up to 65535; the latter requires cells of
 * even length. An object serves any number of segments. It keeps its matrices between calls and
 * allocates only when it needs other ones, in time proportional to m times the number of cells.
 */
class DispersalCode
{
  public:
    /**
     * @brief Creates a code.
     * @param m number of data cells, at least 1
     * @param n N, the number of coded cells, m to 65535
     * @param systematic whether the first m coded cells are the data
     * @param fieldBits 8 or 16, or 0 to choose it by N
     * @param kernel kernel used for multiplication
     */
    DispersalCode(uint32_t m,
                  uint32_t n,
                  bool systematic = false,
                  uint32_t fieldBits = 0,
                  GfKernel kernel = GF_KERNEL_BEST);

    /** @return m */
    uint32_t GetNeeded() const;

    /** @return N */
    uint32_t GetCells() const;

    /** @return whether the first m coded cells are the data */
    bool IsSystematic() const;

    /** @return bits of a field element: 8 or 16 */
    uint32_t GetFieldBits() const;

    /**
     * @brief Computes coded cells.
     * @param segment m contiguous data cells
     * @param length bytes of a cell
     * @param first index of the first coded cell to compute
     * @param count number of coded cells to compute
     * @param cells where to write them contiguously
     */
    void Disperse(const uint8_t* segment,
                  std::size_t length,
                  uint32_t first,
                  uint32_t count,
                  uint8_t* cells);

    /**
     * @brief Rebuilds the segment.
     * @param indices distinct indices of the available coded cells; the first m are used
     * @param cells these cells, contiguous
     * @param length bytes of a cell
     * @param segment where to write m data cells; must not overlap \p cells
     * @return false if fewer than m cells are available, which leaves the segment unchanged
     */
    bool Rebuild(const std::vector<uint32_t>& indices,
                 const uint8_t* cells,
                 std::size_t length,
                 uint8_t* segment);

  private:
    /** @brief Computes m_disperse for m_first and m_count. */
    void PrepareDisperse();
    /** @brief Computes m_rebuild for m_indices. */
    void PrepareRebuild();

    /**
     * @brief Computes the inverses of prod (x_k - x_j), j other than k, for all k.
     * @param nodes the x_k
     * @return inverse denominators of the Lagrange polynomials
     */
    std::vector<uint16_t> GetWeights(const std::vector<uint16_t>& nodes) const;

    /**
     * @brief Appends the matrix row that interpolates the value at z from the values at nodes.
     * @param z an element that is not a node
     * @param nodes the nodes
     * @param weights their weights
     * @param matrix matrix to append to
     */
    void AppendRow(uint16_t z,
                   const std::vector<uint16_t>& nodes,
                   const std::vector<uint16_t>& weights,
                   std::vector<uint16_t>& matrix) const;

    uint32_t m_needed;                    //!< m input regions
    uint32_t m_cells;                     //!< N
    bool m_systematic;                    //!< whether the first m coded cells are the data
    GaloisField m_field;                  //!< the field
    GfRegionMatrix m_disperse;            //!< computes coded cells from m_first on, except copies
    uint32_t m_first{0};                  //!< first cell that m_disperse computes
    uint32_t m_count{0};                  //!< number of cells that m_disperse computes
    GfRegionMatrix m_rebuild;             //!< computes data cells, except copies
    std::vector<uint32_t> m_indices;      //!< the m cells that m_rebuild multiplies
    std::vector<uint32_t> m_missing;      //!< data cells that m_rebuild computes
    std::vector<const uint8_t*> m_inputs; //!< m input regions
    std::vector<uint8_t*> m_outputs;      //!< output regions
};
} // namespace hsn
} // namespace ns3

#endif // HSN_DISPERSAL_CODE_H
