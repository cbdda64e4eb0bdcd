// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Arithmetic in GF(2^8).
 */
#ifndef HSN_GF256_H
#define HSN_GF256_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief The field GF(2^8) of polynomials over GF(2) modulo x^8 + x^4 + x^3 + x^2 + 1 (0x11D).
 *
 * An element is a byte whose bit k is the coefficient of x^k; 2 is primitive. RFC 5510, ISA-L and
 * zfec use the same field.
 */
class Gf256
{
  public:
    /** @brief An element. */
    using Element = uint8_t;
    /** @brief Bits of an element. */
    static constexpr uint32_t BITS = 8;
    /** @brief Order of the multiplicative group. */
    static constexpr uint32_t ORDER = 255;
    /** @brief The reducing polynomial. */
    static constexpr uint32_t POLYNOMIAL = 0x11D;

    /**
     * @brief Adds; in this field subtraction is the same.
     * @param a an element
     * @param b an element
     * @return a + b
     */
    static Element Add(Element a, Element b)
    {
        return a ^ b;
    }

    /**
     * @brief Multiplies.
     * @param a an element
     * @param b an element
     * @return a b
     */
    static Element Multiply(Element a, Element b);

    /**
     * @brief Inverts; 0 aborts.
     * @param a an element, not 0
     * @return 1 / a
     */
    static Element Inverse(Element a);

    /**
     * @brief Powers of the primitive element.
     * @param exponent the exponent
     * @return 2^exponent
     */
    static Element Power(uint32_t exponent);

    /** @return logarithms to the base of the primitive element, by element; 0 for element 0, too */
    static const Element* GetLogarithms();

    /**
     * @brief Multiplies a region by a constant and adds the product to another region.
     * @param c the constant
     * @param in the region
     * @param out the region to add to; the same as \p in, or not overlapping it
     * @param length bytes of each
     */
    static void MultiplyAdd(Element c, const uint8_t* in, uint8_t* out, std::size_t length);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GF256_H
