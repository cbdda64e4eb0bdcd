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
/** @brief Number of vectors per region that are kept in registers. */
constexpr uint32_t MOST_VECTORS = 8;

/**
 * @brief Repeats two bytes to fill a word.
 * @param first byte in memory
 * @param second byte in memory
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
 * @tparam WIDE whether elements have 16 bits
 * @param x the elements
 */
template <bool WIDE>
void
Double(GfVector& x)
{
    constexpr uint64_t TOP = 0x8080808080808080;
    const GfVector top = x & TOP;
    const GfVector carry = top - (top >> 7); // 0x7F in the bytes whose top bit is shifted out
    const GfVector rest = x ^ top;
    x = rest + rest;
    if (WIDE)
    {
        // The low byte's top bit moves to the high byte; the high byte's is reduced by 0x1100B.
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
 * @brief Computes one part of all output regions.
 * @tparam WIDE whether elements have 16 bits
 * @tparam VECTORS number of vectors in the part
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
            HSN_UNROLL_SUMS
            for (uint32_t v = 0; bit > 0 && v < VECTORS; v++)
            {
                Double<WIDE>(sum[v]);
            }
            for (uint32_t left = *list++; left > 0; left--)
            {
                const uint8_t* in = p.in[*list++];
                HSN_UNROLL_SUMS
                for (uint32_t v = 0; v < LAST; v++)
                {
                    GfVector x;
                    std::memcpy(&x, in + begin + GF_VECTOR_SIZE * v, GF_VECTOR_SIZE);
                    sum[v] ^= x;
                }
                sum[LAST] ^= last.Load<VECTORS == 1>(in);
            }
        }
        HSN_UNROLL_SUMS
        for (uint32_t v = 0; v < LAST; v++)
        {
            WriteGfVector(p, p.out[row] + begin + GF_VECTOR_SIZE * v, sum[v]);
        }
        last.Store(p, row, sum[LAST]);
    }
}

/**
 * @brief Computes the output regions starting at some byte.
 * @tparam WIDE whether elements have 16 bits
 * @tparam VECTORS number of vectors to compute at once; the rest is computed in smaller parts
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
