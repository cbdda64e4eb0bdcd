// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Vectors of 16 bytes and their position in a region. Internal to the kernels' sources.
 */
#ifndef HSN_GF_KERNEL_VECTOR_H
#define HSN_GF_KERNEL_VECTOR_H

#include "gf-kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Unrolls a loop over sums, so that they stay in registers. GCC without optimisation ignores the
// pragma, with a warning.
#ifdef __OPTIMIZE__
#define HSN_UNROLL_SUMS _Pragma("GCC unroll 8")
#else
#define HSN_UNROLL_SUMS
#endif

namespace ns3
{
namespace hsn
{
/** @brief Size of a vector in bytes. */
constexpr std::size_t GF_VECTOR_SIZE = 16;

/** @brief 16 bytes; the compiler maps them to registers on any machine. */
using GfVector = uint64_t __attribute__((vector_size(GF_VECTOR_SIZE)));

/**
 * @brief Writes a vector to an output region.
 * @param p the product
 * @param out where to write
 * @param x the vector
 */
inline void
WriteGfVector(const GfProduct& p, uint8_t* out, GfVector x)
{
    if (p.add)
    {
        GfVector old;
        std::memcpy(&old, out, GF_VECTOR_SIZE);
        x ^= old;
    }
    std::memcpy(out, &x, GF_VECTOR_SIZE);
}

/**
 * @brief The position of a vector in the regions.
 *
 * The last vector is shifted back so that it ends with the regions. The bytes that it shares with
 * the vector before it are read but not written.
 */
class GfPlace
{
  public:
    /**
     * @brief Determines the position.
     * @param p the product
     * @param begin first byte to compute, within the regions
     */
    GfPlace(const GfProduct& p, std::size_t begin)
        : m_begin(begin),
          m_size(std::min(GF_VECTOR_SIZE, p.length - begin)),
          m_skip(std::min(GF_VECTOR_SIZE - m_size, begin))
    {
    }

    /**
     * @brief Reads a vector.
     * @tparam SHORT whether the regions may be shorter than a vector
     * @param in the region
     * @return the bytes starting at m_begin - m_skip
     */
    template <bool SHORT = true>
    GfVector Load(const uint8_t* in) const
    {
        GfVector x{};
        if (!SHORT || m_skip + m_size == GF_VECTOR_SIZE)
        {
            std::memcpy(&x, in + m_begin - m_skip, GF_VECTOR_SIZE);
        }
        else
        {
            std::memcpy(&x, in, m_size);
        }
        return x;
    }

    /**
     * @brief Writes the computed bytes.
     * @param p the product
     * @param row index of the output region
     * @param x the vector
     */
    void Store(const GfProduct& p, uint32_t row, GfVector x) const
    {
        uint8_t* out = p.out[row] + m_begin;
        if (m_size == GF_VECTOR_SIZE)
        {
            WriteGfVector(p, out, x);
        }
        else
        {
            GfVector old{};
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
    std::size_t m_skip;  //!< bytes of the vector in front of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GF_KERNEL_VECTOR_H
