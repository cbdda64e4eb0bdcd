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
/** @brief Implementations of region multiplication; all give the same bytes. */
enum GfKernel
{
    GF_KERNEL_PORTABLE, //!< adds and doubles 16 bytes at once; any machine
    GF_KERNEL_SSSE3,    //!< 4-bit split tables, 16 bytes at once
    GF_KERNEL_AVX2,     //!< 4-bit split tables, 32 bytes at once
    GF_KERNEL_GFNI,     //!< 8 x 8 bit matrices, 64 bytes at once (AVX-512 and GFNI)
    GF_KERNEL_ISAL,     //!< Intel's ISA-L, for GF(2^8) and regions of at least 64 bytes
    GF_KERNEL_BEST      //!< the fastest one on this machine
};

/**
 * @ingroup hsn-fec
 * @brief A matrix of field elements that multiplies a vector of regions.
 *
 * Output region r is the sum over c of element (r, c) times input region c. All codes use
 * Multiply(). Multiplication by an element of GF(2^8) is a linear map on the bits of a byte, and
 * multiplication by an element of GF(2^16) consists of four such maps, so one kernel serves both
 * fields.
 *
 * Set() converts the matrix to the kernel's format once; Multiply() then serves any number of
 * regions and allocates no memory.
 */
class GfRegionMatrix
{
  public:
    /**
     * @brief Creates an empty matrix.
     * @param kernel kernel to use; must be available
     */
    explicit GfRegionMatrix(GfKernel kernel = GF_KERNEL_BEST);

    /**
     * @brief Tells whether a kernel is available in this build and on this machine.
     * @param kernel the kernel
     * @return whether it is available
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

    /** @copydoc Set() Here over GF(2^16): regions have an even length, high bytes first. */
    void Set(uint32_t rows, uint32_t columns, const uint16_t* elements);

    /**
     * @brief Multiplies.
     * @param in the input regions, one for each column
     * @param out the output regions, one for each row; must not overlap an input
     * @param length bytes of each region; even with GF(2^16)
     */
    void Multiply(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const;

    /**
     * @brief Multiplies regions that lie one after the other.
     * @param in the first input region
     * @param out the first output region; none may overlap an input
     * @param length as for Multiply()
     */
    void MultiplyBlock(const uint8_t* in, uint8_t* out, std::size_t length);

    /**
     * @brief Multiplies and adds the product to the output regions.
     * @param in as for Multiply()
     * @param out as for Multiply()
     * @param length as for Multiply()
     */
    void MultiplyAdd(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const;

    /**
     * @brief Multiplies one region by a constant of GF(2^8) and adds it to another.
     * @param c the constant
     * @param in the region
     * @param out the region to add to; identical with \p in or disjoint from it
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
        uint8_t image[8]; //!< image of each bit
    };

  private:
    GfKernel m_kernel;                    //!< in use
    uint32_t m_rows{0};                   //!< rows of field elements
    uint32_t m_columns{0};                //!< columns of field elements
    bool m_wide{false};                   //!< GF(2^16)
    std::vector<uint8_t> m_tables;        //!< the maps in the kernel's format
    std::vector<uint32_t> m_lists;        //!< for the portable kernel, instead of maps
    std::vector<uint8_t> m_library;       //!< the matrix in ISA-L's format
    std::vector<const uint8_t*> m_inputs; //!< of the call of MultiplyBlock()
    std::vector<uint8_t*> m_outputs;      //!< of the call of MultiplyBlock()
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_REGION_H
