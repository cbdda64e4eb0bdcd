// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Matrices over GF(2^8) and GF(2^16), applied to regions of bytes.
 */
#ifndef HSN_GF_REGION_H
#define HSN_GF_REGION_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What the regions are multiplied with; the bytes are the same with each. */
enum GfKernel
{
    GF_KERNEL_PORTABLE, //!< sums and doublings of 16 bytes, any machine
    GF_KERNEL_SSSE3,    //!< 4-bit split tables, 16 bytes at once
    GF_KERNEL_AVX2,     //!< 4-bit split tables, 32 bytes at once
    GF_KERNEL_GFNI,     //!< 8 x 8 bit matrices, 64 bytes at once (AVX-512 and GFNI)
    GF_KERNEL_ISAL,     //!< Intel's ISA-L, for GF(2^8) and from 64 bytes on
    GF_KERNEL_BEST      //!< the fastest one on this machine
};

/**
 * @ingroup hsn-fec
 * @brief A matrix of field elements that multiplies a vector of regions.
 *
 * Output region r is the sum over c of element (r, c) times input region c. The whole code room
 * stands on Multiply(). To multiply by an element of GF(2^8) is a linear map on the bits of a byte,
 * and to multiply by one of GF(2^16) is four of them, so one kernel serves both fields.
 *
 * The matrix is prepared once, in a form that depends on the kernel, and used for any number of
 * regions; Multiply() allocates nothing.
 */
class GfRegionMatrix
{
  public:
    /**
     * @brief Creates an empty matrix.
     * @param kernel kernel to use, which must be available
     */
    explicit GfRegionMatrix(GfKernel kernel = GF_KERNEL_BEST);

    /**
     * @brief Tells whether a kernel can be used in this build, on this machine.
     * @param kernel the kernel
     * @return whether it can
     */
    static bool IsAvailable(GfKernel kernel);

    /** @return the name of the kernel in use, such as "avx2" */
    std::string GetKernelName() const;

    /**
     * @brief Sets the matrix, over GF(2^8).
     * @param rows number of output regions
     * @param columns number of input regions
     * @param elements the elements, row by row
     */
    void Set(uint32_t rows, uint32_t columns, const uint8_t* elements);

    /** @copydoc Set() Over GF(2^16): regions are even numbers of bytes, high bytes first. */
    void Set(uint32_t rows, uint32_t columns, const uint16_t* elements);

    /**
     * @brief Multiplies.
     * @param in the input regions, one for each column
     * @param out the output regions, one for each row, which overlap no input
     * @param length bytes of each region, even with GF(2^16)
     */
    void Multiply(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const;

    /**
     * @brief Multiplies, and adds the product to the output regions.
     * @param in as for Multiply()
     * @param out as for Multiply()
     * @param length as for Multiply()
     */
    void MultiplyAdd(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const;

    /**
     * @brief Multiplies one region by a constant of GF(2^8) and adds it to another.
     * @param c the constant
     * @param in the region
     * @param out the region to add to; the same as \p in, or not overlapping it
     * @param length bytes of each
     */
    static void MultiplyAdd(uint8_t c, const uint8_t* in, uint8_t* out, std::size_t length);

    /** @copydoc MultiplyAdd(uint8_t,const uint8_t*,uint8_t*,std::size_t) Here c is of GF(2^16). */
    static void MultiplyAdd(uint16_t c, const uint8_t* in, uint8_t* out, std::size_t length);

    /**
     * @brief A linear map of bytes: the images of 1, 2, 4 ... 128.
     */
    struct ByteMap
    {
        uint8_t image[8]; //!< of each bit
    };

  private:
    GfKernel m_kernel;              //!< in use
    uint32_t m_rows{0};             //!< of field elements
    uint32_t m_columns{0};          //!< of field elements
    bool m_wide{false};             //!< GF(2^16)
    std::vector<uint8_t> m_tables;  //!< the maps as the kernel wants them
    std::vector<uint32_t> m_lists;  //!< for the portable kernel, instead of maps
    std::vector<uint8_t> m_library; //!< and as ISA-L wants them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_REGION_H
