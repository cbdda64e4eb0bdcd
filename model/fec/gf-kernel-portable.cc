// SPDX-License-Identifier: GPL-2.0-only
#include "gf-kernel-vector.h"
#include "gf-kernel.h"

#include <cstring>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Vectors of a region that the portable kernel keeps in registers. */
constexpr uint32_t MOST_VECTORS = 8;

/**
 * @brief Makes a word of two bytes by turns.
 * @param first of them in memory
 * @param second of them in memory
 * @return the word
 */
uint64_t
MakeWord(uint8_t first, uint8_t second)
{
    const uint8_t bytes[8] = {first, second, first, second, first, second, first, second};
    uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}

/**
 * @brief Multiplies elements by 2.
 * @tparam WIDE 16-bit elements
 * @param x the elements
 */
template <bool WIDE>
void
Double(GfVector& x)
{
    constexpr uint64_t TOP = 0x8080808080808080;
    const GfVector top = x & TOP;
    const GfVector carry = top - (top >> 7); // 7Fh in the bytes that lose a bit
    const GfVector rest = x ^ top;
    x = rest + rest;
    if (WIDE)
    {
        // what the low byte loses the high one gets, for the rest there is the polynomial 1100Bh
        constexpr uint64_t EVEN = 0x00FF00FF00FF00FF;
        const uint64_t other = MakeWord(0x01, 0x0B);
        x ^= carry & MakeWord(0x10, 0x00);
        x ^= (carry << 8 & (other & ~EVEN)) ^ (carry >> 8 & (other & EVEN));
    }
    else
    {
        x ^= carry & MakeWord(0x1D, 0x1D);
    }
}

/**
 * @brief Computes a part of all output regions.
 * @tparam WIDE 16-bit elements
 * @tparam VECTORS of each region
 * @param p the product
 * @param begin first byte
 */
template <bool WIDE, uint32_t VECTORS>
void
RunPart(const GfProduct& p, std::size_t begin)
{
    constexpr uint32_t LAST = VECTORS - 1;
    const GfPlace last(p, begin + GF_VECTOR_SIZE * LAST);
    const uint32_t* list = p.lists;
    for (uint32_t row = 0; row < p.rows; row++)
    {
        GfVector sum[VECTORS] = {};
        for (uint32_t bit = 0; bit < (WIDE ? 16 : 8); bit++)
        {
#pragma GCC unroll 8
            for (uint32_t v = 0; bit > 0 && v < VECTORS; v++)
            {
                Double<WIDE>(sum[v]);
            }
            for (uint32_t left = *list++; left > 0; left--)
            {
                const uint8_t* in = p.in[*list++];
#pragma GCC unroll 8
                for (uint32_t v = 0; v < LAST; v++)
                {
                    GfVector x;
                    std::memcpy(&x, in + begin + GF_VECTOR_SIZE * v, GF_VECTOR_SIZE);
                    sum[v] ^= x;
                }
                sum[LAST] ^= last.Load<VECTORS == 1>(in);
            }
        }
#pragma GCC unroll 8
        for (uint32_t v = 0; v < LAST; v++)
        {
            WriteGfVector(p, p.out[row] + begin + GF_VECTOR_SIZE * v, sum[v]);
        }
        last.Store(p, row, sum[LAST]);
    }
}

/**
 * @brief Computes the output regions from some byte on.
 * @tparam WIDE 16-bit elements
 * @tparam VECTORS of a region to compute at once; what is left goes in smaller parts
 * @param p the product
 * @param begin first byte
 */
template <bool WIDE, uint32_t VECTORS>
void
RunParts(const GfProduct& p, std::size_t begin)
{
    for (; begin + GF_VECTOR_SIZE * (VECTORS - 1) < p.length; begin += GF_VECTOR_SIZE * VECTORS)
    {
        RunPart<WIDE, VECTORS>(p, begin);
    }
    if constexpr (VECTORS > 1)
    {
        RunParts<WIDE, (VECTORS > 4 ? VECTORS / 2 : VECTORS - 1)>(p, begin);
    }
}
} // namespace

void
GfKernelPortable(const GfProduct& p)
{
    if (p.wide)
    {
        RunParts<true, MOST_VECTORS>(p, 0);
    }
    else
    {
        RunParts<false, MOST_VECTORS>(p, 0);
    }
}
} // namespace hsn
} // namespace ns3
