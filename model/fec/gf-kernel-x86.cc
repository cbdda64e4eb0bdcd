// SPDX-License-Identifier: GPL-2.0-only
#include "gf-kernel-vector.h"
#include "gf-kernel.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define HSN_GF_X86
#include <immintrin.h>
#endif

// Unrolls the loop over columns. With this pragma, Clang 14 computes wrong sums; its own choice is
// correct. GCC without optimisation ignores it, with a warning.
#if defined(__clang__) || !defined(__OPTIMIZE__)
#define HSN_UNROLL_COLUMNS
#else
#define HSN_UNROLL_COLUMNS _Pragma("GCC unroll 4")
#endif

namespace ns3
{
namespace hsn
{
#ifdef HSN_GF_X86

namespace
{
/** @brief Number of output regions computed at once; their sums stay in registers. */
constexpr uint32_t GROUP = 6;

/**
 * @brief Calls a kernel for groups of rows, with the number of rows as a template argument.
 * @tparam KERNEL class with a function Run<WIDE, ROWS>(p, first row)
 * @tparam WIDE whether elements have 16 bits
 * @param p the product
 */
template <typename KERNEL, bool WIDE>
void
RunGroups(const GfProduct& p)
{
    // a row of 16-bit elements has two sums
    constexpr uint32_t MOST = WIDE ? GROUP / 2 : GROUP;
    for (uint32_t row = 0; row < p.rows; row += MOST)
    {
        switch (std::min(MOST, p.rows - row))
        {
        case 1:
            KERNEL::template Run<WIDE, 1>(p, row);
            break;
        case 2:
            KERNEL::template Run<WIDE, 2>(p, row);
            break;
        case 3:
            KERNEL::template Run<WIDE, 3>(p, row);
            break;
        case 4:
            KERNEL::template Run<WIDE, WIDE ? 1 : 4>(p, row);
            break;
        case 5:
            KERNEL::template Run<WIDE, WIDE ? 1 : 5>(p, row);
            break;
        default:
            KERNEL::template Run<WIDE, WIDE ? 1 : 6>(p, row);
        }
    }
}

/**
 * @brief Calls a kernel for the element size of a product.
 * @tparam KERNEL the kernel
 * @param p the product
 */
template <typename KERNEL>
void
RunKernel(const GfProduct& p)
{
    if (p.wide)
    {
        RunGroups<KERNEL, true>(p);
    }
    else
    {
        RunGroups<KERNEL, false>(p);
    }
}

/** @brief Table lookup by shuffles of 16 bytes. */
struct Ssse3
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE whether elements have 16 bits
     * @tparam ROWS number of rows
     * @param p the product
     * @param first first row
     */
    template <bool WIDE, uint32_t ROWS>
    __attribute__((target("ssse3"))) static void Run(const GfProduct& p, uint32_t first)
    {
        constexpr uint32_t SUMS = WIDE ? 2 * ROWS : ROWS;
        const std::size_t stride = 32U * (WIDE ? 2 : 1) * p.columns;
        const uint8_t* tables = p.tables + (WIDE ? 2 : 1) * first * stride;
        const __m128i nibble = _mm_set1_epi8(15);
        const __m128i swap = _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
        const __m128i high = _mm_set1_epi16(255);
        for (std::size_t at = 0; at < p.length; at += GF_VECTOR_SIZE)
        {
            const GfPlace place(p, at);
            __m128i sum[SUMS] = {};
            const uint8_t* table = tables;
            for (uint32_t c = 0; c < p.columns; c++)
            {
                auto x = reinterpret_cast<__m128i>(place.Load(p.in[c]));
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
                    const __m128i lower = _mm_and_si128(x, nibble);
                    const __m128i upper = _mm_and_si128(_mm_srli_epi16(x, 4), nibble);
                    HSN_UNROLL_SUMS
                    for (uint32_t s = 0; s < SUMS; s++)
                    {
                        const auto* t = reinterpret_cast<const __m128i*>(table + s * stride);
                        const __m128i a = _mm_shuffle_epi8(_mm_loadu_si128(t), lower);
                        const __m128i b = _mm_shuffle_epi8(_mm_loadu_si128(t + 1), upper);
                        sum[s] = _mm_xor_si128(sum[s], _mm_xor_si128(a, b));
                    }
                    table += 32;
                    x = _mm_shuffle_epi8(x, swap);
                }
            }
            HSN_UNROLL_SUMS
            for (uint32_t r = 0; r < ROWS; r++)
            {
                const __m128i y =
                    WIDE ? _mm_or_si128(_mm_and_si128(high, sum[2 * r]),
                                        _mm_andnot_si128(high, sum[SUMS > 1 ? 2 * r + 1 : 0]))
                         : sum[r];
                place.Store(p, first + r, reinterpret_cast<GfVector>(y));
            }
        }
    }
};

/** @brief Table lookup by shuffles of 32 bytes; the end of a region is done in steps of 16. */
struct Avx2
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE whether elements have 16 bits
     * @tparam ROWS number of rows
     * @param p the product
     * @param first first row
     */
    template <bool WIDE, uint32_t ROWS>
    __attribute__((target("avx2"))) static void Run(const GfProduct& p, uint32_t first)
    {
        constexpr uint32_t SUMS = WIDE ? 2 * ROWS : ROWS;
        const std::size_t stride = 32U * (WIDE ? 2 : 1) * p.columns;
        const uint8_t* tables = p.tables + (WIDE ? 2 : 1) * first * stride;
        const __m256i nibble = _mm256_set1_epi8(15);
        const __m256i swap = _mm256_broadcastsi128_si256(
            _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
        const __m256i high = _mm256_set1_epi16(255);
        std::size_t at = 0;
        for (; at + 32 <= p.length; at += 32)
        {
            __m256i sum[SUMS] = {};
            const uint8_t* table = tables;
            HSN_UNROLL_COLUMNS
            for (uint32_t c = 0; c < p.columns; c++)
            {
                __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p.in[c] + at));
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
                    const __m256i lower = _mm256_and_si256(x, nibble);
                    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);
                    HSN_UNROLL_SUMS
                    for (uint32_t s = 0; s < SUMS; s++)
                    {
                        const auto* t = reinterpret_cast<const __m128i*>(table + s * stride);
                        const __m256i a =
                            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(t)),
                                                lower);
                        const __m256i b =
                            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(t + 1)),
                                                upper);
                        sum[s] = _mm256_xor_si256(sum[s], _mm256_xor_si256(a, b));
                    }
                    table += 32;
                    x = _mm256_shuffle_epi8(x, swap);
                }
            }
            HSN_UNROLL_SUMS
            for (uint32_t r = 0; r < ROWS; r++)
            {
                __m256i y = WIDE ? _mm256_blendv_epi8(sum[SUMS > 1 ? 2 * r + 1 : 0],
                                                      sum[WIDE ? 2 * r : 0],
                                                      high)
                                 : sum[r];
                auto* out = reinterpret_cast<__m256i*>(p.out[first + r] + at);
                if (p.add)
                {
                    y = _mm256_xor_si256(y, _mm256_loadu_si256(out));
                }
                _mm256_storeu_si256(out, y);
            }
        }
        // the same 16 bytes in both halves: one half looks up the lower nibbles, the other the
        // upper
        const __m256i shift = _mm256_set_epi64x(4, 4, 0, 0);
        for (; at < p.length; at += GF_VECTOR_SIZE)
        {
            const GfPlace place(p, at);
            __m256i sum[SUMS] = {};
            const uint8_t* table = tables;
            HSN_UNROLL_COLUMNS
            for (uint32_t c = 0; c < p.columns; c++)
            {
                __m256i x = _mm256_broadcastsi128_si256(
                    reinterpret_cast<__m128i>(place.Load<false>(p.in[c])));
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
                    const __m256i both = _mm256_and_si256(_mm256_srlv_epi64(x, shift), nibble);
                    HSN_UNROLL_SUMS
                    for (uint32_t s = 0; s < SUMS; s++)
                    {
                        const auto* t = reinterpret_cast<const __m256i*>(table + s * stride);
                        sum[s] = _mm256_xor_si256(sum[s],
                                                  _mm256_shuffle_epi8(_mm256_loadu_si256(t), both));
                    }
                    table += 32;
                    x = _mm256_shuffle_epi8(x, swap);
                }
            }
            HSN_UNROLL_SUMS
            for (uint32_t r = 0; r < ROWS; r++)
            {
                const __m256i y = WIDE ? _mm256_blendv_epi8(sum[SUMS > 1 ? 2 * r + 1 : 0],
                                                            sum[WIDE ? 2 * r : 0],
                                                            high)
                                       : sum[r];
                const __m128i total =
                    _mm_xor_si128(_mm256_castsi256_si128(y), _mm256_extracti128_si256(y, 1));
                place.Store(p, first + r, reinterpret_cast<GfVector>(total));
            }
        }
    }
};

/**
 * @brief Products with bit matrices, 64 bytes at a time; the last ones may be masked off.
 * @tparam BLOCK whether regions are one after the other
 */
template <bool BLOCK>
struct Gfni
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE whether elements have 16 bits
     * @tparam ROWS number of rows
     * @param p the product
     * @param first first row
     */
    template <bool WIDE, uint32_t ROWS>
    __attribute__((target("avx512f,avx512bw,gfni"))) static void Run(const GfProduct& p,
                                                                     uint32_t first)
    {
        constexpr uint32_t SUMS = WIDE ? 2 * ROWS : ROWS;
        const std::size_t stride = 8U * (WIDE ? 2 : 1) * p.columns;
        const uint8_t* tables = p.tables + (WIDE ? 2 : 1) * first * stride;
        const __m512i swap = _mm512_set4_epi32(0x0E0F0C0D, 0x0A0B0809, 0x06070405, 0x02030001);
        constexpr __mmask64 HIGH = 0x5555555555555555;
        for (std::size_t at = 0; at < p.length; at += 64)
        {
            const std::size_t left = p.length - at;
            const __mmask64 here = left < 64 ? (1ULL << left) - 1 : ~0ULL;
            __m512i sum[SUMS] = {};
            const uint8_t* table = tables;
            HSN_UNROLL_COLUMNS
            for (uint32_t c = 0; c < p.columns; c++)
            {
                const uint8_t* in = BLOCK ? p.inBlock + c * p.length : p.in[c];
                __m512i x = _mm512_maskz_loadu_epi8(here, in + at);
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
                    HSN_UNROLL_SUMS
                    for (uint32_t s = 0; s < SUMS; s++)
                    {
                        long long matrix;
                        std::memcpy(&matrix, table + s * stride, sizeof(matrix));
                        const __m512i m = _mm512_set1_epi64(matrix);
                        sum[s] = _mm512_xor_si512(sum[s], _mm512_gf2p8affine_epi64_epi8(x, m, 0));
                    }
                    table += 8;
                    if (WIDE)
                    {
                        x = _mm512_shuffle_epi8(x, swap);
                    }
                }
            }
            HSN_UNROLL_SUMS
            for (uint32_t r = 0; r < ROWS; r++)
            {
                __m512i y = WIDE ? _mm512_mask_blend_epi8(HIGH,
                                                          sum[SUMS > 1 ? 2 * r + 1 : 0],
                                                          sum[WIDE ? 2 * r : 0])
                                 : sum[r];
                const uint32_t row = first + r;
                uint8_t* out = (BLOCK ? p.outBlock + row * p.length : p.out[row]) + at;
                if (p.add)
                {
                    y = _mm512_xor_si512(y, _mm512_maskz_loadu_epi8(here, out));
                }
                _mm512_mask_storeu_epi8(out, here, y);
            }
        }
    }
};
} // namespace

void
GfKernelSsse3(const GfProduct& p)
{
    RunKernel<Ssse3>(p);
}

void
GfKernelAvx2(const GfProduct& p)
{
    if (p.length < GF_VECTOR_SIZE)
    {
        RunKernel<Ssse3>(p);
    }
    else
    {
        RunKernel<Avx2>(p);
    }
}

void
GfKernelGfni(const GfProduct& p)
{
    if (p.inBlock)
    {
        RunKernel<Gfni<true>>(p);
    }
    else
    {
        RunKernel<Gfni<false>>(p);
    }
}

bool
GfHasSsse3()
{
    return __builtin_cpu_supports("ssse3");
}

bool
GfHasAvx2()
{
    return __builtin_cpu_supports("avx2");
}

bool
GfHasGfni()
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("gfni");
}

#else

void
GfKernelSsse3(const GfProduct& p)
{
    GfKernelPortable(p);
}

void
GfKernelAvx2(const GfProduct& p)
{
    GfKernelPortable(p);
}

void
GfKernelGfni(const GfProduct& p)
{
    GfKernelPortable(p);
}

bool
GfHasSsse3()
{
    return false;
}

bool
GfHasAvx2()
{
    return false;
}

bool
GfHasGfni()
{
    return false;
}

#endif
} // namespace hsn
} // namespace ns3
