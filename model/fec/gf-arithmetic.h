// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Arithmetic in GF(2^8) and GF(2^16).
 */
#ifndef HSN_GF_ARITHMETIC_H
#define HSN_GF_ARITHMETIC_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief Arithmetic in a field of polynomials over GF(2) modulo a primitive polynomial.
 *
 * Bit k of an element is the coefficient of x^k; the element 2 is primitive. Products are computed
 * with tables of logarithms. Use it by the names Gf256 and Gf65536.
 *
 * @tparam ELEMENT unsigned integer that holds an element: uint8_t or uint16_t
 * @tparam REDUCING the reducing polynomial
 */
template <typename ELEMENT, uint32_t REDUCING>
class GfArithmetic
{
  public:
    /** @brief An element. */
    using Element = ELEMENT;
    /** @brief Bits of an element. */
    static constexpr uint32_t BITS = 8 * sizeof(ELEMENT);
    /** @brief Order of the multiplicative group. */
    static constexpr uint32_t ORDER = (1U << BITS) - 1;
    /** @brief The reducing polynomial. */
    static constexpr uint32_t POLYNOMIAL = REDUCING;

    /**
     * @brief Adds; subtraction is the same operation.
     * @param a an element
     * @param b an element
     * @return a + b
     */
    static Element Add(Element a, Element b)
    {
        return a ^ b;
    }

    /**
     * @brief Multiplies by x, the element 2.
     * @param a an element
     * @return 2 a
     */
    static constexpr Element Double(Element a)
    {
        const uint32_t product = uint32_t{a} << 1;
        return static_cast<Element>(product > ORDER ? product ^ POLYNOMIAL : product);
    }

    /**
     * @brief Multiplies.
     * @param a an element
     * @param b an element
     * @return a b
     */
    static Element Multiply(Element a, Element b);

    /**
     * @brief Inverts; aborts if the element is 0.
     * @param a an element other than 0
     * @return 1 / a
     */
    static Element Inverse(Element a);

    /**
     * @brief Computes a power of the primitive element.
     * @param exponent the exponent
     * @return 2^exponent
     */
    static Element Power(uint32_t exponent);

    /** @return logarithms to base 2, indexed by element; the entry of element 0 is 0 */
    static const Element* GetLogarithms();

    /**
     * @brief Multiplies a region by a constant and adds the product to another region.
     * @param c the constant
     * @param in the region
     * @param out the region to add to; identical with \p in or disjoint from it
     * @param length bytes of each region; a multiple of the size of an element
     */
    static void MultiplyAdd(Element c, const uint8_t* in, uint8_t* out, std::size_t length);

  private:
    struct Tables;

    /** @return the tables, computed at the first call */
    static const Tables& GetTables();
};

/**
 * @ingroup hsn-fec
 * @brief GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1, the field of RFC 5510, ISA-L and zfec.
 */
using Gf256 = GfArithmetic<uint8_t, 0x11D>;

/**
 * @ingroup hsn-fec
 * @brief GF(2^16) modulo x^16 + x^12 + x^3 + x + 1, the field of RFC 5510.
 *
 * In a region of bytes, each element is two bytes, the more significant one first.
 */
using Gf65536 = GfArithmetic<uint16_t, 0x1100B>;

extern template class GfArithmetic<uint8_t, 0x11D>;
extern template class GfArithmetic<uint16_t, 0x1100B>;
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_ARITHMETIC_H
