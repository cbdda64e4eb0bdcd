// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A field chosen at run time, and small matrices over it.
 */
#ifndef HSN_GALOIS_FIELD_H
#define HSN_GALOIS_FIELD_H

#include "gf-arithmetic.h"
#include "gf-region.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief GF(2^8) or GF(2^16), whichever a code needs.
 */
class GaloisField
{
  public:
    /**
     * @brief Chooses a field.
     * @param bits 8 or 16
     */
    explicit GaloisField(uint32_t bits);

    /** @return bits of an element */
    uint32_t GetBits() const
    {
        return m_wide ? Gf65536::BITS : Gf256::BITS;
    }

    /**
     * @brief Multiplies.
     * @param a an element
     * @param b an element
     * @return a b
     */
    uint16_t Multiply(uint16_t a, uint16_t b) const
    {
        return m_wide ? Gf65536::Multiply(a, b)
                      : Gf256::Multiply(static_cast<uint8_t>(a), static_cast<uint8_t>(b));
    }

    /**
     * @brief Inverts; 0 aborts.
     * @param a an element, not 0
     * @return 1 / a
     */
    uint16_t Inverse(uint16_t a) const
    {
        return m_wide ? Gf65536::Inverse(a) : Gf256::Inverse(static_cast<uint8_t>(a));
    }

    /**
     * @brief Powers of the primitive element.
     * @param exponent the exponent
     * @return 2^exponent
     */
    uint16_t Power(uint32_t exponent) const
    {
        return m_wide ? Gf65536::Power(exponent) : Gf256::Power(exponent);
    }

    /**
     * @brief Multiplies differences.
     * @param z an element
     * @param nodes elements
     * @return product of z - x over all nodes x but z itself
     */
    uint16_t MultiplyDifferences(uint16_t z, const std::vector<uint16_t>& nodes) const;

    /**
     * @brief Appends factor weight / (z - node) for each node.
     * @param factor not 0
     * @param z none of the nodes
     * @param nodes elements
     * @param weights as many, none of them 0
     * @param row what to append to
     */
    void AppendQuotients(uint16_t factor,
                         uint16_t z,
                         const std::vector<uint16_t>& nodes,
                         const std::vector<uint16_t>& weights,
                         std::vector<uint16_t>& row) const;

    /**
     * @brief Inverts a square matrix by Gauss and Jordan.
     * @param matrix row by row, size x size elements; holds the inverse afterwards
     * @param size rows
     * @return false if the matrix is singular; its content is then undefined
     */
    bool Invert(std::vector<uint16_t>& matrix, uint32_t size) const;

    /**
     * @brief Hands a matrix to the object that multiplies regions.
     * @param matrix row by row
     * @param columns length of a row, not 0
     * @param region object to set
     */
    void Set(const std::vector<uint16_t>& matrix, uint32_t columns, GfRegionMatrix& region) const;

    /**
     * @brief Aborts with a message if pieces of this length cannot be coded.
     * @param length bytes of a piece
     */
    void CheckLength(std::size_t length) const;

  private:
    bool m_wide; //!< GF(2^16)
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GALOIS_FIELD_H
