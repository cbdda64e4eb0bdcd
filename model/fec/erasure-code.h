// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A systematic erasure code with data and parity pieces.
 */
#ifndef HSN_ERASURE_CODE_H
#define HSN_ERASURE_CODE_H

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
 * @brief Systematic Reed-Solomon code of N data pieces and M parity pieces, any N of which suffice
 *        to restore the data.
 *
 * Parity j is the sum over i of data i times 1 / ((N + j) xor i). This is a Cauchy matrix: every
 * square submatrix is regular, so the code is MDS for all N and M. For N + M up to 256 the field is
 * GF(2^8), and the parity is the same as that of ISA-L with gf_gen_cauchy1_matrix(); above, the
 * field is GF(2^16), which requires pieces of even length.
 *
 * All pieces of a block have the same length. An object serves any number of blocks of any length;
 * coding allocates no memory. Repair() computes a new matrix when the loss pattern differs from
 * that of the previous call.
 */
class ErasureCode
{
  public:
    /**
     * @brief Creates a code.
     * @param data N, at least 1
     * @param parity M; N + M is at most 65536
     * @param kernel kernel used for multiplication
     */
    ErasureCode(uint32_t data, uint32_t parity, GfKernel kernel = GF_KERNEL_BEST);

    /** @return N */
    uint32_t GetDataPieces() const;

    /** @return M */
    uint32_t GetParityPieces() const;

    /** @return bits of a field element: 8 or 16 */
    uint32_t GetFieldBits() const;

    /**
     * @brief Computes the parity of a block.
     * @param data N contiguous pieces
     * @param parity where to write M contiguous pieces
     * @param length bytes of a piece
     */
    void Encode(const uint8_t* data, uint8_t* parity, std::size_t length);

    /**
     * @brief Computes the parity of a block whose pieces are not contiguous.
     * @param data N pieces
     * @param parity where to write M pieces
     * @param length bytes of a piece
     */
    void Encode(const uint8_t* const* data, uint8_t* const* parity, std::size_t length) const;

    /**
     * @brief Restores missing data pieces.
     * @param present for each of the N + M pieces, whether it was received
     * @param block N + M contiguous pieces; missing data is written, missing parity is not
     * @param length bytes of a piece
     * @return false if fewer than N pieces are present, which leaves the block unchanged
     */
    bool Repair(const std::vector<bool>& present, uint8_t* block, std::size_t length);

  private:
    /**
     * @brief Computes an element of the parity matrix.
     * @param j parity piece
     * @param i data piece
     * @return 1 / ((N + j) xor i)
     */
    uint16_t GetElement(uint32_t j, uint32_t i) const;

    /** @brief Computes m_repair for the pattern m_present with at least N pieces. */
    void PrepareRepair();

    uint32_t m_data;                      //!< N
    uint32_t m_parity;                    //!< M
    GaloisField m_field;                  //!< the field
    GfRegionMatrix m_encode;              //!< parity from data, M x N
    GfRegionMatrix m_repair;              //!< missing data from N present pieces
    std::vector<bool> m_present;          //!< the pattern that m_repair was computed for
    std::vector<uint32_t> m_sources;      //!< the N pieces that m_repair multiplies
    std::vector<uint32_t> m_missing;      //!< the data pieces that m_repair restores
    std::vector<const uint8_t*> m_inputs; //!< N input regions
    std::vector<uint8_t*> m_outputs;      //!< M output regions
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ERASURE_CODE_H
