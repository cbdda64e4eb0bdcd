// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The innermost loops of GfRegionMatrix, one set for each instruction set.
 */
#ifndef HSN_GF_KERNEL_H
#define HSN_GF_KERNEL_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief A product of a matrix of byte maps and a vector of regions, as input of the kernels.
 *
 * A 16-bit element consists of four maps. Let x be a vector of input bytes and s the same vector
 * with the two bytes of each element swapped. Row 2r gives the high bytes and row 2r + 1 the low
 * bytes of the result; column 2c applies to x and column 2c + 1 to s.
 */
struct GfProduct
{
    const uint8_t* tables;           //!< maps in the kernel's format, row by row
    const uint32_t* lists;           //!< instead of tables, for GfKernelPortable()
    uint32_t rows;                   //!< output regions
    uint32_t columns;                //!< input regions
    bool wide;                       //!< whether elements have 16 bits
    bool add;                        //!< whether to add to the output regions
    const uint8_t* const* in;        //!< input regions
    uint8_t* const* out;             //!< output regions
    std::size_t length;              //!< bytes of each region
    const uint8_t* inBlock{nullptr}; //!< instead of in, one after the other: GfKernelGfni() only
    uint8_t* outBlock{nullptr};      //!< instead of out, with inBlock
};

/**
 * @brief Kernel for any machine.
 *
 * Uses lists instead of tables: row by row, for each bit of an element from the highest to the
 * lowest, the number of elements in which the bit is set, and their columns. For each row it adds
 * the inputs of a list, doubles the sum, and goes on with the next list.
 * @param p the product
 */
void GfKernelPortable(const GfProduct& p);

/**
 * @brief Kernel for SSSE3. Tables: for each map, the images of 0 to 15, then of 0, 16, 32 ... 240.
 * @param p the product
 */
void GfKernelSsse3(const GfProduct& p);

/**
 * @brief Kernel for AVX2. Tables as for GfKernelSsse3().
 * @param p the product
 */
void GfKernelAvx2(const GfProduct& p);

/**
 * @brief Kernel for AVX-512 with GFNI. Tables: for each map, an 8 x 8 bit matrix. Regions may be
 * blocks: for short ones, it takes longer to write and read pointers than to multiply.
 * @param p the product
 */
void GfKernelGfni(const GfProduct& p);

/** @return whether this machine runs GfKernelSsse3() */
bool GfHasSsse3();

/** @return whether this machine runs GfKernelAvx2() */
bool GfHasAvx2();

/** @return whether this machine runs GfKernelGfni() */
bool GfHasGfni();
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_KERNEL_H
