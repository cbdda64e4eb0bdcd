// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Information dispersal: any m of N coded cells rebuild a segment.
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
 * @brief Rabin's information dispersal: m cells of data become N cells, any m of which suffice.
 *
 * Not systematic (the default, as boston's paper has it): the cells of the segment are the
 * coefficients of a polynomial of degree m - 1, and coded cell i is its value at a^i, where a = 2
 * is the primitive element. Systematic: the cells of the segment are the values at a^0 to a^(m-1),
 * so that coded cells 0 to m - 1 are the segment itself. In both, m values determine the
 * polynomial; no choice of m cells fails.
 *
 * Adaptive dispersal (AIDA) chooses how many cells to send after dispersal: Disperse() computes any
 * run of the N cells, now or later.
 *
 * The field is GF(2^8) for N up to 255 and GF(2^16) up to 65535, where the length of a cell must
 * be even. An object serves for any number of segments; it keeps the matrix of the call before
 * and allocates only when another one is needed, in time proportional to m times the cells.
 */
class DispersalCode
{
  public:
    /**
     * @brief Creates a code.
     * @param m cells of data, at least 1
     * @param n N, the cells there can be, m to 65535
     * @param systematic whether the first m cells are the data
     * @param fieldBits 8 or 16, or 0 to choose by N
     * @param kernel kernel to multiply with
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

    /** @return whether the first m cells are the data */
    bool IsSystematic() const;

    /** @return bits of the field: 8 or 16 */
    uint32_t GetFieldBits() const;

    /**
     * @brief Computes coded cells.
     * @param segment m cells of data one after the other
     * @param length bytes of a cell
     * @param first index of the first coded cell to compute
     * @param count how many
     * @param cells where to write them one after the other
     */
    void Disperse(const uint8_t* segment,
                  std::size_t length,
                  uint32_t first,
                  uint32_t count,
                  uint8_t* cells);

    /**
     * @brief Rebuilds the segment.
     * @param indices which coded cells there are, all different; the first m of them are used
     * @param cells these cells one after the other
     * @param length bytes of a cell
     * @param segment where to write m cells of data, not overlapping the others
     * @return false if there are fewer than m cells; the segment is then untouched
     */
    bool Rebuild(const std::vector<uint32_t>& indices,
                 const uint8_t* cells,
                 std::size_t length,
                 uint8_t* segment);

  private:
    /** @brief Prepares m_disperse for m_first and m_count. */
    void PrepareDisperse();
    /** @brief Prepares m_rebuild for m_indices. */
    void PrepareRebuild();

    /**
     * @brief Computes the inverses of prod (x_k - x_j), j other than k, for all k.
     * @param nodes the x
     * @return Lagrange's denominators
     */
    std::vector<uint16_t> GetWeights(const std::vector<uint16_t>& nodes) const;

    /**
     * @brief Appends the row that gives the value at z from the values at nodes.
     * @param z none of the nodes
     * @param nodes the nodes
     * @param weights their weights
     * @param matrix what to append to
     */
    void AppendRow(uint16_t z,
                   const std::vector<uint16_t>& nodes,
                   const std::vector<uint16_t>& weights,
                   std::vector<uint16_t>& matrix) const;

    uint32_t m_needed;                    //!< m
    uint32_t m_cells;                     //!< N
    bool m_systematic;                    //!< whether the first cells are the data
    GaloisField m_field;                  //!< the field
    GfRegionMatrix m_disperse;            //!< coded cells m_first and on, other than copies
    uint32_t m_first{0};                  //!< first cell m_disperse is for
    uint32_t m_count{0};                  //!< number of cells
    GfRegionMatrix m_rebuild;             //!< cells of data, other than copies
    std::vector<uint32_t> m_indices;      //!< m cells that m_rebuild is for
    std::vector<uint32_t> m_missing;      //!< cells of data that m_rebuild computes
    std::vector<const uint8_t*> m_inputs; //!< m
    std::vector<uint8_t*> m_outputs;      //!< as many as were ever needed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_DISPERSAL_CODE_H
