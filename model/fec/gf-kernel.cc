// SPDX-License-Identifier: GPL-2.0-only
#include "gf-kernel.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define HSN_GF_X86
#include <immintrin.h>
#endif

// How many turns of the loop over columns are written out. Clang 14, told to do so, computes wrong
// sums; what it does by itself is right.
#ifdef __clang__
#define HSN_UNROLL_COLUMNS
#else
#define HSN_UNROLL_COLUMNS _Pragma("GCC unroll 4")
#endif

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Bytes of a vector. */
constexpr std::size_t VECTOR = 16;

/** @brief 16 bytes; the compiler finds registers for them on any machine. */
using Vector = uint64_t __attribute__((vector_size(VECTOR)));

/** @brief Vectors of a region that the portable kernel keeps in registers. */
constexpr uint32_t MOST_VECTORS = 8;

/**
 * @brief Writes a vector to an output region.
 * @param p the product
 * @param out where
 * @param x the vector
 */
void
WriteVector(const GfProduct& p, uint8_t* out, Vector x)
{
    if (p.add)
    {
        Vector old;
        std::memcpy(&old, out, VECTOR);
        x ^= old;
    }
    std::memcpy(out, &x, VECTOR);
}

/**
 * @brief The place of a vector in the regions.
 *
 * Where the regions end, the vector begins earlier, in bytes that others have computed. Those are
 * read but not written.
 */
class Place
{
  public:
    /**
     * @brief Finds the place.
     * @param p the product
     * @param begin first byte to compute, which is in the regions
     */
    Place(const GfProduct& p, std::size_t begin)
        : m_begin(begin),
          m_size(std::min(VECTOR, p.length - begin)),
          m_skip(std::min(VECTOR - m_size, begin))
    {
    }

    /**
     * @brief Reads a vector.
     * @tparam SHORT the regions may be shorter than a vector
     * @param in the region
     * @return the bytes from m_begin - m_skip on
     */
    template <bool SHORT = true>
    Vector Load(const uint8_t* in) const
    {
        Vector x{};
        if (!SHORT || m_skip + m_size == VECTOR)
        {
            std::memcpy(&x, in + m_begin - m_skip, VECTOR);
        }
        else
        {
            std::memcpy(&x, in, m_size);
        }
        return x;
    }

    /**
     * @brief Writes the bytes to compute.
     * @param p the product
     * @param row of the output region
     * @param x the vector
     */
    void Store(const GfProduct& p, uint32_t row, Vector x) const
    {
        uint8_t* out = p.out[row] + m_begin;
        if (m_size == VECTOR)
        {
            WriteVector(p, out, x);
        }
        else
        {
            Vector old{};
            uint8_t* bytes = reinterpret_cast<uint8_t*>(&old) + m_skip;
            if (p.add)
            {
                std::memcpy(bytes, out, m_size);
            }
            x ^= old;
            std::memcpy(out, reinterpret_cast<const uint8_t*>(&x) + m_skip, m_size);
        }
    }

  private:
    std::size_t m_begin; //!< first byte to compute
    std::size_t m_size;  //!< bytes to compute
    std::size_t m_skip;  //!< bytes of the vector before them
};

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
Double(Vector& x)
{
    constexpr uint64_t TOP = 0x8080808080808080;
    const Vector top = x & TOP;
    const Vector carry = top - (top >> 7); // 7Fh in the bytes that lose a bit
    const Vector rest = x ^ top;
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
    const Place last(p, begin + VECTOR * LAST);
    const uint32_t* list = p.lists;
    for (uint32_t row = 0; row < p.rows; row++)
    {
        Vector sum[VECTORS] = {};
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
                    Vector x;
                    std::memcpy(&x, in + begin + VECTOR * v, VECTOR);
                    sum[v] ^= x;
                }
                sum[LAST] ^= last.Load<VECTORS == 1>(in);
            }
        }
#pragma GCC unroll 8
        for (uint32_t v = 0; v < LAST; v++)
        {
            WriteVector(p, p.out[row] + begin + VECTOR * v, sum[v]);
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
    for (; begin + VECTOR * (VECTORS - 1) < p.length; begin += VECTOR * VECTORS)
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

#ifdef HSN_GF_X86

namespace
{
/** @brief Output regions that the vector kernels compute at once; their sums stay in registers. */
constexpr uint32_t GROUP = 6;

/**
 * @brief Calls a kernel for groups of rows, each with the number of rows as a constant.
 * @tparam KERNEL has a function Run<WIDE, ROWS>(p, first row)
 * @tparam WIDE 16-bit elements
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
 * @brief Calls a kernel for elements of the right size.
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

/** @brief Byte shuffles of 16 bytes. */
struct Ssse3
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE 16-bit elements
     * @tparam ROWS rows
     * @param p the product
     * @param first row
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
        for (std::size_t at = 0; at < p.length; at += VECTOR)
        {
            const Place place(p, at);
            __m128i sum[SUMS] = {};
            const uint8_t* table = tables;
            for (uint32_t c = 0; c < p.columns; c++)
            {
                auto x = reinterpret_cast<__m128i>(place.Load(p.in[c]));
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
                    const __m128i lower = _mm_and_si128(x, nibble);
                    const __m128i upper = _mm_and_si128(_mm_srli_epi16(x, 4), nibble);
#pragma GCC unroll 8
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
#pragma GCC unroll 8
            for (uint32_t r = 0; r < ROWS; r++)
            {
                const __m128i y =
                    WIDE ? _mm_or_si128(_mm_and_si128(high, sum[2 * r]),
                                        _mm_andnot_si128(high, sum[SUMS > 1 ? 2 * r + 1 : 0]))
                         : sum[r];
                place.Store(p, first + r, reinterpret_cast<Vector>(y));
            }
        }
    }
};

/** @brief Byte shuffles of 32 bytes; what is left of a region goes by 16 bytes. */
struct Avx2
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE 16-bit elements
     * @tparam ROWS rows
     * @param p the product
     * @param first row
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
#pragma GCC unroll 8
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
#pragma GCC unroll 8
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
        // the same 16 bytes in both halves: one is for the lower bits, the other for the upper ones
        const __m256i shift = _mm256_set_epi64x(4, 4, 0, 0);
        for (; at < p.length; at += VECTOR)
        {
            const Place place(p, at);
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
#pragma GCC unroll 8
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
#pragma GCC unroll 8
            for (uint32_t r = 0; r < ROWS; r++)
            {
                const __m256i y = WIDE ? _mm256_blendv_epi8(sum[SUMS > 1 ? 2 * r + 1 : 0],
                                                            sum[WIDE ? 2 * r : 0],
                                                            high)
                                       : sum[r];
                const __m128i total =
                    _mm_xor_si128(_mm256_castsi256_si128(y), _mm256_extracti128_si256(y, 1));
                place.Store(p, first + r, reinterpret_cast<Vector>(total));
            }
        }
    }
};

/** @brief Bit matrices on 64 bytes, the last of which may be masked off. */
struct Gfni
{
    /**
     * @brief Computes a group of rows.
     * @tparam WIDE 16-bit elements
     * @tparam ROWS rows
     * @param p the product
     * @param first row
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
                __m512i x = _mm512_maskz_loadu_epi8(here, p.in[c] + at);
                for (uint32_t half = 0; half < (WIDE ? 2 : 1); half++)
                {
#pragma GCC unroll 8
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
#pragma GCC unroll 8
            for (uint32_t r = 0; r < ROWS; r++)
            {
                __m512i y = WIDE ? _mm512_mask_blend_epi8(HIGH,
                                                          sum[SUMS > 1 ? 2 * r + 1 : 0],
                                                          sum[WIDE ? 2 * r : 0])
                                 : sum[r];
                uint8_t* out = p.out[first + r] + at;
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
    if (p.length < VECTOR)
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
    RunKernel<Gfni>(p);
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
