// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A systematic erasure code: data packets and parity packets.
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
 * @brief Systematic code of N data pieces and M parity pieces, any N of which suffice.
 *
 * Parity j is the sum over i of data i times 1 / ((N + j) xor i), a Cauchy matrix: every square
 * part of it is regular, so the code is MDS for all N and M. Up to N + M = 256 it is over GF(2^8),
 * and then of the same bytes as ISA-L's code with gf_gen_cauchy1_matrix(); beyond over GF(2^16), in
 * which pieces are even numbers of bytes.
 *
 * Pieces of one block have equal lengths. An object serves for any number of blocks of any length;
 * coding allocates nothing. Repair() prepares itself anew when the pattern of losses differs from
 * that of the call before.
 */
class ErasureCode
{
  public:
    /**
     * @brief Creates a code.
     * @param data N, at least 1
     * @param parity M; N + M is at most 65536
     * @param kernel kernel to multiply with
     */
    ErasureCode(uint32_t data, uint32_t parity, GfKernel kernel = GF_KERNEL_BEST);

    /** @return N */
    uint32_t GetDataPieces() const;

    /** @return M */
    uint32_t GetParityPieces() const;

    /** @return bits of the field: 8 or 16 */
    uint32_t GetFieldBits() const;

    /**
     * @brief Computes the parity of a block.
     * @param data N pieces one after the other
     * @param parity where to write M pieces one after the other
     * @param length bytes of a piece
     */
    void Encode(const uint8_t* data, uint8_t* parity, std::size_t length);

    /**
     * @brief Computes the parity of a block whose pieces are anywhere.
     * @param data N pieces
     * @param parity where to write M pieces
     * @param length bytes of a piece
     */
    void Encode(const uint8_t* const* data, uint8_t* const* parity, std::size_t length) const;

    /**
     * @brief Restores the data pieces that are missing.
     * @param present of each of the N + M pieces, whether it arrived
     * @param block N + M pieces one after the other; missing data is written, missing parity is
     *              not
     * @param length bytes of a piece
     * @return false if fewer than N pieces are present; the block is then untouched
     */
    bool Repair(const std::vector<bool>& present, uint8_t* block, std::size_t length);

  private:
    /**
     * @brief Element of the parity matrix.
     * @param j parity piece
     * @param i data piece
     * @return 1 / ((N + j) xor i)
     */
    uint16_t GetElement(uint32_t j, uint32_t i) const;

    /** @brief Prepares m_repair for the pattern m_present, of which N pieces or more are present.
     */
    void PrepareRepair();

    uint32_t m_data;                      //!< N
    uint32_t m_parity;                    //!< M
    GaloisField m_field;                  //!< the field
    GfRegionMatrix m_encode;              //!< M x N
    GfRegionMatrix m_repair;              //!< missing data from N present pieces
    std::vector<bool> m_present;          //!< the pattern m_repair is for
    std::vector<uint32_t> m_sources;      //!< the N pieces it multiplies
    std::vector<uint32_t> m_missing;      //!< the data pieces it restores
    std::vector<const uint8_t*> m_inputs; //!< N
    std::vector<uint8_t*> m_outputs;      //!< M
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ERASURE_CODE_H
