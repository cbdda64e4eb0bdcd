// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A field chosen at run time and small matrices over it.
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
 * @brief GF(2^8) or GF(2^16), chosen at run time.
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
     * @brief Inverts; aborts if the element is 0.
     * @param a an element other than 0
     * @return 1 / a
     */
    uint16_t Inverse(uint16_t a) const
    {
        return m_wide ? Gf65536::Inverse(a) : Gf256::Inverse(static_cast<uint8_t>(a));
    }

    /**
     * @brief Computes a power of the primitive element.
     * @param exponent the exponent
     * @return 2^exponent
     */
    uint16_t Power(uint32_t exponent) const
    {
        return m_wide ? Gf65536::Power(exponent) : Gf256::Power(exponent);
    }

    /**
     * @brief Computes a product of differences.
     * @param z an element
     * @param nodes elements
     * @return product of z - x over all nodes x except z itself
     */
    uint16_t MultiplyDifferences(uint16_t z, const std::vector<uint16_t>& nodes) const;

    /**
     * @brief Appends factor weight / (z - node) for each node.
     * @param factor an element other than 0
     * @param z an element that is not a node
     * @param nodes elements
     * @param weights one for each node, none of them 0
     * @param row vector to append to
     */
    void AppendQuotients(uint16_t factor,
                         uint16_t z,
                         const std::vector<uint16_t>& nodes,
                         const std::vector<uint16_t>& weights,
                         std::vector<uint16_t>& row) const;

    /**
     * @brief Inverts a square matrix by Gauss-Jordan elimination.
     * @param matrix size x size elements, row by row; replaced by the inverse
     * @param size number of rows
     * @return false if the matrix is singular, which leaves it undefined
     */
    bool Invert(std::vector<uint16_t>& matrix, uint32_t size) const;

    /**
     * @brief Sets the matrix of an object that multiplies regions.
     * @param matrix the elements, row by row
     * @param columns number of columns, at least 1
     * @param region object to set
     */
    void Set(const std::vector<uint16_t>& matrix, uint32_t columns, GfRegionMatrix& region) const;

    /**
     * @brief Aborts if pieces of this length cannot be coded.
     * @param length bytes of a piece
     */
    void CheckLength(std::size_t length) const;

  private:
    bool m_wide; //!< whether the field is GF(2^16)
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GALOIS_FIELD_H
