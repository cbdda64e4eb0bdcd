// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The parity code of the paper packet-fec, made of shifts and XOR.
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
/** @brief Treatment of bits that are shifted beyond the end of a packet. */
enum XorShiftEnds
{
    XOR_SHIFT_EXTENDED,  //!< the parity packet is extended
    XOR_SHIFT_TRUNCATED, //!< the bits are dropped
    XOR_SHIFT_ROTATED    //!< the bits re-enter at the start
};

/**
 * @ingroup hsn-fec
 * @brief Parity Y_j = XOR over i of (X_i << s_i (j - 1)), computed by shifts and XOR only
 *        (packet-fec section 2).
 *
 * There are N data packets X_1 ... X_N of equal length and M = 1 to 3 parity packets. s_i is i - 1
 * or i. Bit k of a packet, the coefficient of z^k, is bit k mod 8 of byte k / 8, so a shift by
 * whole bytes inserts bytes in front.
 *
 * The losses that can be repaired depend on the treatment of the ends. Extended, the parity matrix
 * is a Vandermonde matrix of monomials and any N of the N + M packets suffice; parity j is
 * s_N (j - 1) bits longer than the data. If all packets have one length, as the paper suggests, the
 * second and third parity are nearly worthless: of all patterns of M losses, only these are
 * repaired:
 *
 * code | extended | truncated, s = i - 1 | truncated, s = i | rotated
 * -----|----------|----------------------|------------------|--------
 * 7+1  | 8 of 8   | 8                    | 8                | 8
 * 6+2  | 28 of 28 | 13                   | 7                | 13
 * 5+3  | 56 of 56 | 16                   | 6                | 16
 *
 * The decoder repeatedly picks an equation with a single unknown unit. This repairs all patterns
 * counted in the table, in time proportional to lost packets times parity packets times length.
 */
class XorShiftCode
{
  public:
    /**
     * @brief Creates a code.
     * @param data N, at least 1
     * @param parity M, 1 to 3
     * @param length bytes of a data packet, at least 1
     * @param ends treatment of bits beyond the end
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
     * @brief Computes the length of a parity packet.
     * @param j index of the parity packet, 0 to M - 1
     * @return bytes
     */
    std::size_t GetParityLength(uint32_t j) const;

    /**
     * @brief Computes a parity packet.
     * @param j index of the parity packet, 0 to M - 1; the paper's Y_{j + 1}
     * @param data N contiguous packets
     * @param parity where to write GetParityLength() bytes
     */
    void Encode(uint32_t j, const uint8_t* data, uint8_t* parity);

    /**
     * @brief Restores lost data packets.
     * @param present for each of the N + M packets, whether it was received; set for restored data
     *                unless packets contradict each other
     * @param data N contiguous packets; lost ones are written, with undefined content if they
     *             could not be restored
     * @param parity M parity packets; those not present are ignored
     * @return the outcome
     */
    FecDecodeResult Repair(std::vector<bool>& present,
                           uint8_t* data,
                           const std::vector<const uint8_t*>& parity);

  private:
    /** @brief A received parity packet after subtraction of all known data. */
    struct Equations
    {
        uint32_t parity;               //!< index of the parity packet
        std::vector<uint8_t> value;    //!< per unit: sum of its unknowns
        std::vector<uint32_t> unknown; //!< per unit: number of unknowns
    };

    /**
     * @brief Finds the position of a data packet's unit in a parity packet.
     * @param j index of the parity packet
     * @param i index of the data packet
     * @param u unit of the data packet
     * @return unit of the parity packet, or NOWHERE
     */
    std::size_t GetPlace(uint32_t j, uint32_t i, std::size_t u) const;

    /**
     * @brief Finds the unit of a data packet at a position in a parity packet.
     * @param j index of the parity packet
     * @param i index of the data packet
     * @param t unit of the parity packet
     * @return unit of the data packet, or NOWHERE
     */
    std::size_t GetOrigin(uint32_t j, uint32_t i, std::size_t t) const;

    /** @brief No such unit. */
    static constexpr std::size_t NOWHERE = SIZE_MAX;

    uint32_t m_data;                 //!< N
    uint32_t m_parity;               //!< M
    std::size_t m_length;            //!< bytes of a data packet
    XorShiftEnds m_ends;             //!< treatment of bits beyond the end
    uint32_t m_origin;               //!< s_1
    uint32_t m_unit;                 //!< bits of one shift
    std::vector<uint8_t> m_buffer;   //!< a parity packet before treatment of its end
    std::vector<uint8_t> m_syndrome; //!< parity of the received data
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XOR_SHIFT_CODE_H
