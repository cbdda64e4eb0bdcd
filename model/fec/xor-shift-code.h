// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The shift and XOR parity code of the paper packet-fec.
 */
#ifndef HSN_XOR_SHIFT_CODE_H
#define HSN_XOR_SHIFT_CODE_H

#include "fec-decode-result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What becomes of bits that a shift moves beyond the end of a packet. */
enum XorShiftEnds
{
    XOR_SHIFT_EXTENDED,  //!< the parity packet is longer
    XOR_SHIFT_TRUNCATED, //!< they are dropped
    XOR_SHIFT_ROTATED    //!< they come in again at the start
};

/**
 * @ingroup hsn-fec
 * @brief Parity Y_j = XOR over i of (X_i << s_i (j - 1)), by shifts and exclusive ors only
 *        (packet-fec section 2.6).
 *
 * N data packets of equal length X_1 ... X_N, M = 1 to 3 parity packets. s_i is i - 1 or i. Bit k
 * of a packet, the coefficient of z^k, is bit k mod 8 of octet k / 8, so that a shift by whole
 * octets appends octets in front.
 *
 * What it can repair depends on the ends. Extended, the parity matrix is a Vandermonde matrix of
 * monomials and any N of the N + M packets suffice; parity j is s_N (j - 1) bits longer than the
 * data. With packets of one length, as the paper seems to have it, the second and third parity are
 * nearly worthless: of all patterns of M losses only these are repaired,
 *
 * code | extended | truncated, s = i - 1 | truncated, s = i | rotated
 * -----|----------|----------------------|------------------|--------
 * 7+1  | 8 of 8   | 8                    | 8                | 8
 * 6+2  | 28 of 28 | 13                   | 7                | 13
 * 5+3  | 56 of 56 | 16                   | 6                | 16
 *
 * The decoder finds, again and again, an equation with a single unknown unit. This repairs whatever
 * can be repaired in the table, in time proportional to lost packets times parities times length.
 */
class XorShiftCode
{
  public:
    /**
     * @brief Creates a code.
     * @param data N, at least 1
     * @param parity M, 1 to 3
     * @param length octets of a data packet, at least 1
     * @param ends what becomes of bits beyond the end
     * @param origin s_1: 0 or 1
     * @param unit bits of one shift: 1 or 8
     */
    XorShiftCode(uint32_t data,
                 uint32_t parity,
                 std::size_t length,
                 XorShiftEnds ends = XOR_SHIFT_EXTENDED,
                 uint32_t origin = 0,
                 uint32_t unit = 1);

    /**
     * @brief Length of a parity packet.
     * @param j which parity, 0 to M - 1
     * @return octets
     */
    std::size_t GetParityLength(uint32_t j) const;

    /**
     * @brief Computes a parity packet.
     * @param j which parity, 0 to M - 1; Y_{j + 1} of the paper
     * @param data N packets one after the other
     * @param parity where to write GetParityLength() octets
     */
    void Encode(uint32_t j, const uint8_t* data, uint8_t* parity);

    /**
     * @brief Restores lost data packets.
     * @param present of each of the N + M packets, whether it arrived; restored data becomes
     * present, unless packets contradict each other
     * @param data N packets one after the other; lost ones are written, and hold anything if they
     *             could not be restored
     * @param parity M parity packets; those that are not present are not looked at
     * @return the outcome
     */
    FecDecodeResult Repair(std::vector<bool>& present,
                           uint8_t* data,
                           const std::vector<const uint8_t*>& parity);

  private:
    /** @brief A parity packet that arrived, with all that is known taken out. */
    struct Equations
    {
        uint32_t parity;               //!< which
        std::vector<uint8_t> value;    //!< of each unit: sum of its unknowns
        std::vector<uint32_t> unknown; //!< of each unit: number of unknowns
    };

    /**
     * @brief Finds where a data packet's unit is in a parity.
     * @param j which parity
     * @param i data packet
     * @param u unit of it
     * @return unit of the parity, or NOWHERE
     */
    std::size_t GetPlace(uint32_t j, uint32_t i, std::size_t u) const;

    /**
     * @brief Finds which unit of a data packet is in a place of a parity.
     * @param j which parity
     * @param i data packet
     * @param t unit of the parity
     * @return unit of the data packet, or NOWHERE
     */
    std::size_t GetOrigin(uint32_t j, uint32_t i, std::size_t t) const;

    /** @brief No such unit. */
    static constexpr std::size_t NOWHERE = SIZE_MAX;

    uint32_t m_data;                 //!< N
    uint32_t m_parity;               //!< M
    std::size_t m_length;            //!< octets of a data packet
    XorShiftEnds m_ends;             //!< what becomes of bits beyond the end
    uint32_t m_origin;               //!< s_1
    uint32_t m_unit;                 //!< bits of one shift
    std::vector<uint8_t> m_buffer;   //!< a parity packet before its end is dealt with
    std::vector<uint8_t> m_syndrome; //!< a parity packet of the data that arrived
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XOR_SHIFT_CODE_H
