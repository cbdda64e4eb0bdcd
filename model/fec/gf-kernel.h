// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The innermost loops of GfRegionMatrix, one set for each kind of machine.
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
 * @brief One product of a matrix of byte maps and regions, as the innermost loops see it.
 *
 * With 16-bit elements each of them is four maps. Let x be a vector of input bytes and s the same
 * with the bytes of each element swapped. Of rows 2r and 2r + 1, the first gives the high bytes and
 * the second the low ones; columns 2c and 2c + 1 apply to x and to s.
 */
struct GfProduct
{
    const uint8_t* tables;    //!< maps as the kernel wants them, row by row
    const uint32_t* lists;    //!< for GfKernelPortable()
    uint32_t rows;            //!< output regions
    uint32_t columns;         //!< input regions
    bool wide;                //!< 16-bit elements
    bool add;                 //!< to what the output regions hold
    const uint8_t* const* in; //!< input regions
    uint8_t* const* out;      //!< output regions
    std::size_t length;       //!< bytes of each region
};

/**
 * @brief Any machine. No tables, but lists: row by row, for each bit of an element from the highest
 * one on, the number of elements that have it, and their columns.
 *
 * For a row it adds the inputs of a list, doubles the sum, adds those of the next list.
 * @param p the product
 */
void GfKernelPortable(const GfProduct& p);

/**
 * @brief SSSE3. Tables: for each map the images of 0 to 15, then of 0, 16, 32 ... 240.
 * @param p the product
 */
void GfKernelSsse3(const GfProduct& p);

/**
 * @brief AVX2. Tables: as for GfKernelSsse3().
 * @param p the product
 */
void GfKernelAvx2(const GfProduct& p);

/**
 * @brief AVX-512 and GFNI. Tables: for each map an 8 x 8 bit matrix.
 * @param p the product
 */
void GfKernelGfni(const GfProduct& p);

/**
 * @brief Tells what the machine can do.
 * @return whether GfKernelSsse3() runs here
 */
bool GfHasSsse3();

/** @return whether GfKernelAvx2() runs here */
bool GfHasAvx2();

/** @return whether GfKernelGfni() runs here */
bool GfHasGfni();
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_KERNEL_H
