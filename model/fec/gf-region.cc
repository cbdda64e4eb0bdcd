// SPDX-License-Identifier: GPL-2.0-only
#include "gf-region.h"

#include "gf-arithmetic.h"
#include "gf-kernel.h"

#include "ns3/abort.h"

#include <bitset>
#include <cstring>
#include <map>
#include <numeric>

#ifdef HSN_HAVE_ISAL
#include <isa-l/erasure_code.h>
#endif

namespace ns3
{
namespace hsn
{
namespace
{
using ByteMap = GfRegionMatrix::ByteMap;

/** @brief ISA-L does not use its vector code below this many bytes. */
constexpr std::size_t ISAL_LEAST = 64;

/** @brief Largest size of a prepared map in bytes. */
constexpr std::size_t MOST_TABLE = 32;

/** @return the fastest of the module's own kernels on this machine */
GfKernel
GetOwnKernel()
{
    return GfHasGfni()    ? GF_KERNEL_GFNI
           : GfHasAvx2()  ? GF_KERNEL_AVX2
           : GfHasSsse3() ? GF_KERNEL_SSSE3
                          : GF_KERNEL_PORTABLE;
}

/**
 * @brief Finds the module's own kernel that implements a kernel.
 * @param kernel the kernel
 * @return the same; for ISA-L, the kernel for cases that ISA-L does not cover
 */
GfKernel
GetOwnKernel(GfKernel kernel)
{
    static const GfKernel own = GetOwnKernel();
    return kernel == GF_KERNEL_ISAL || kernel == GF_KERNEL_BEST ? own : kernel;
}

/**
 * @brief Size of a prepared map.
 * @param own one of the module's own kernels
 * @return bytes
 */
std::size_t
GetTableSize(GfKernel own)
{
    return own == GF_KERNEL_SSSE3 || own == GF_KERNEL_AVX2 ? 32 : 8;
}

/**
 * @brief Transposes a map as an 8 x 8 bit matrix.
 * @param map the map
 * @return word whose byte i has as bit b the bit i of the image of bit b; byte 0 is the least
 *         significant one
 */
uint64_t
Transpose(const ByteMap& map)
{
    uint64_t x = 0;
    for (uint32_t b = 0; b < 8; b++)
    {
        x |= uint64_t{map.image[b]} << 8 * b;
    }
    // swap single bits, then blocks of 2 x 2, then blocks of 4 x 4 across the diagonal
    uint64_t t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
    return x ^ t ^ t << 28;
}

/**
 * @brief Prepares a map for a kernel.
 * @param own one of the module's own kernels
 * @param map the map
 * @param table where to write GetTableSize() bytes
 */
void
PrepareMap(GfKernel own, const ByteMap& map, uint8_t* table)
{
    uint64_t x;
    switch (own)
    {
    case GF_KERNEL_GFNI:
        x = Transpose(map);
        for (uint32_t bit = 0; bit < 8; bit++) // byte 7 - bit is the row of this bit
        {
            table[7 - bit] = static_cast<uint8_t>(x >> 8 * bit);
        }
        break;
    case GF_KERNEL_SSSE3:
    case GF_KERNEL_AVX2:
        table[0] = table[16] = 0;
        for (uint32_t b = 0; b < 4; b++)
        {
            for (uint32_t i = 0; i < (1U << b); i++)
            {
                table[(1U << b) + i] = table[i] ^ map.image[b];
                table[16 + (1U << b) + i] = table[16 + i] ^ map.image[4 + b];
            }
        }
        break;
    default:
        break; // the portable kernel uses lists
    }
}

/**
 * @brief Runs a kernel.
 * @param own one of the module's own kernels
 * @param p the product
 */
void
Run(GfKernel own, const GfProduct& p)
{
    switch (own)
    {
    case GF_KERNEL_GFNI:
        GfKernelGfni(p);
        break;
    case GF_KERNEL_AVX2:
        GfKernelAvx2(p);
        break;
    case GF_KERNEL_SSSE3:
        GfKernelSsse3(p);
        break;
    default:
        GfKernelPortable(p);
    }
}

/**
 * @brief Computes the map of an element of GF(2^8).
 * @param c the element
 * @param maps where to write the map
 */
void
MakeMaps(uint8_t c, ByteMap* maps)
{
    for (uint32_t b = 0; b < Gf256::BITS; b++)
    {
        maps->image[b] = c;
        c = Gf256::Double(c);
    }
}

/**
 * @brief Computes the maps of an element of GF(2^16).
 * @param c the element
 * @param high where to write two: high byte to high byte, low to high
 * @param low where to write two: low byte to low byte, high to low
 */
void
MakeMaps(uint16_t c, ByteMap* high, ByteMap* low)
{
    for (uint32_t b = 0; b < Gf65536::BITS; b++)
    {
        const auto upper = static_cast<uint8_t>(c >> 8);
        const auto lower = static_cast<uint8_t>(c);
        if (b < 8)
        {
            high[1].image[b] = upper;
            low[0].image[b] = lower;
        }
        else
        {
            high[0].image[b - 8] = upper;
            low[1].image[b - 8] = lower;
        }
        c = Gf65536::Double(c);
    }
}

/** @brief Prepared maps of all elements of GF(2^8). */
class NarrowTables
{
  public:
    /** @param own one of the module's own kernels */
    explicit NarrowTables(GfKernel own)
        : m_size(GetTableSize(own)),
          m_tables(256 * m_size)
    {
        for (uint32_t c = 0; c < 256; c++)
        {
            ByteMap map;
            MakeMaps(static_cast<uint8_t>(c), &map);
            PrepareMap(own, map, m_tables.data() + c * m_size);
        }
    }

    /** @param c an element @return its table */
    const uint8_t* Get(uint8_t c) const
    {
        return m_tables.data() + c * m_size;
    }

  private:
    const std::size_t m_size;      //!< of a table, in bytes
    std::vector<uint8_t> m_tables; //!< of 0, 1 ...
};

/**
 * @brief Prepared maps of all elements of GF(2^16).
 *
 * Multiplication is linear: the maps of an element are the sums of the maps of its two bytes.
 */
class WideTables
{
  public:
    /** @param own one of the module's own kernels */
    explicit WideTables(GfKernel own)
        : m_half(2 * GetTableSize(own) / sizeof(uint64_t)),
          m_tables(4 * 256 * m_half)
    {
        auto* const bytes = reinterpret_cast<uint8_t*>(m_tables.data());
        const std::size_t size = GetTableSize(own);
        for (uint32_t i = 0; i < 512; i++)
        {
            ByteMap maps[4]; // two high, two low
            MakeMaps(static_cast<uint16_t>(i < 256 ? i : (i - 256) << 8), maps, maps + 2);
            for (uint32_t k = 0; k < 4; k++)
            {
                PrepareMap(own, maps[k], bytes + (4 * i + k) * size);
            }
        }
    }

    /**
     * @brief Writes the tables of an element.
     * @param c the element
     * @param high where to write two: high byte to high byte, low to high
     * @param low where to write two: low byte to low byte, high to low
     */
    void Get(uint16_t c, uint8_t* high, uint8_t* low) const
    {
        const uint64_t* const a = m_tables.data() + 2 * m_half * (c & 0xff);
        const uint64_t* const b = m_tables.data() + 2 * m_half * (256 + (c >> 8));
        for (std::size_t i = 0; i < m_half; i++)
        {
            const uint64_t sums[] = {a[i] ^ b[i], a[m_half + i] ^ b[m_half + i]};
            std::memcpy(high + i * sizeof(uint64_t), &sums[0], sizeof(uint64_t));
            std::memcpy(low + i * sizeof(uint64_t), &sums[1], sizeof(uint64_t));
        }
    }

  private:
    const std::size_t m_half;       //!< words of two tables
    std::vector<uint64_t> m_tables; //!< of 0 to 255, then of 256 times these
};

/**
 * @tparam TABLES NarrowTables or WideTables
 * @param own one of the module's own kernels
 * @return its tables, computed at the first call
 */
template <typename TABLES>
const TABLES&
GetTables(GfKernel own)
{
    static std::map<GfKernel, TABLES> tables;
    return tables.try_emplace(own, own).first->second;
}

/**
 * @brief Computes the size of the portable kernel's lists.
 * @tparam ELEMENT type of the field's elements
 * @param rows number of rows
 * @param size number of elements
 * @param elements the matrix
 * @return number of entries in the lists
 */
template <typename ELEMENT>
std::size_t
GetListSize(uint32_t rows, std::size_t size, const ELEMENT* elements)
{
    constexpr std::size_t BITS = 8 * sizeof(ELEMENT);
    return std::accumulate(elements, elements + size, BITS * rows, [](std::size_t sum, ELEMENT e) {
        return sum + std::bitset<BITS>(e).count();
    });
}

/**
 * @brief Writes the portable kernel's lists.
 * @tparam ELEMENT type of the field's elements
 * @param rows number of rows
 * @param columns number of columns
 * @param elements the matrix, row by row
 * @param lists where to write GetListSize() entries
 */
template <typename ELEMENT>
void
PrepareLists(uint32_t rows, uint32_t columns, const ELEMENT* elements, uint32_t* lists)
{
    for (uint32_t r = 0; r < rows; r++)
    {
        for (uint32_t bit = 8 * sizeof(ELEMENT); bit-- > 0;)
        {
            uint32_t* count = lists++;
            *count = 0;
            for (uint32_t c = 0; c < columns; c++)
            {
                if (elements[c] >> bit & 1)
                {
                    ++*count;
                    *lists++ = c;
                }
            }
        }
        elements += columns;
    }
}
} // namespace

GfRegionMatrix::GfRegionMatrix(GfKernel kernel)
    : m_kernel(kernel)
{
    NS_ABORT_MSG_UNLESS(IsAvailable(kernel),
                        "GF kernel " << GetKernelName() << " is not available here");
    if (kernel == GF_KERNEL_BEST)
    {
        m_kernel = GetOwnKernel(kernel);
        if (m_kernel != GF_KERNEL_GFNI && IsAvailable(GF_KERNEL_ISAL))
        {
            m_kernel = GF_KERNEL_ISAL;
        }
    }
}

bool
GfRegionMatrix::IsAvailable(GfKernel kernel)
{
    switch (kernel)
    {
    case GF_KERNEL_SSSE3:
        return GfHasSsse3();
    case GF_KERNEL_AVX2:
        return GfHasAvx2();
    case GF_KERNEL_GFNI:
        return GfHasGfni();
    case GF_KERNEL_ISAL:
#ifdef HSN_HAVE_ISAL
        return true;
#else
        return false;
#endif
    default:
        return true;
    }
}

std::string
GfRegionMatrix::GetKernelName() const
{
    static const char* const names[] = {"portable", "ssse3", "avx2", "gfni", "isal", "best"};
    return names[m_kernel];
}

void
GfRegionMatrix::Set(uint32_t rows, uint32_t columns, const uint8_t* elements)
{
    m_rows = rows;
    m_columns = columns;
    m_wide = false;
    const std::size_t size = std::size_t{rows} * columns;
    if (GetOwnKernel(m_kernel) == GF_KERNEL_PORTABLE)
    {
        m_lists.resize(GetListSize(rows, size, elements));
        PrepareLists(rows, columns, elements, m_lists.data());
    }
    else
    {
        const GfKernel own = GetOwnKernel(m_kernel);
        const std::size_t step = GetTableSize(own);
        const auto& tables = GetTables<NarrowTables>(own);
        m_tables.resize(size * step);
        for (std::size_t i = 0; i < size; i++)
        {
            std::memcpy(m_tables.data() + i * step, tables.Get(elements[i]), step);
        }
    }
#ifdef HSN_HAVE_ISAL
    if (m_kernel == GF_KERNEL_ISAL)
    {
        m_library.resize(size * 32);
        ec_init_tables(static_cast<int>(columns),
                       static_cast<int>(rows),
                       const_cast<uint8_t*>(elements),
                       m_library.data());
    }
#endif
}

void
GfRegionMatrix::Set(uint32_t rows, uint32_t columns, const uint16_t* elements)
{
    m_rows = rows;
    m_columns = columns;
    m_wide = true;
    const std::size_t size = std::size_t{rows} * columns;
    if (GetOwnKernel(m_kernel) == GF_KERNEL_PORTABLE)
    {
        m_lists.resize(GetListSize(rows, size, elements));
        PrepareLists(rows, columns, elements, m_lists.data());
        return;
    }
    const GfKernel own = GetOwnKernel(m_kernel);
    const auto& tables = GetTables<WideTables>(own);
    const std::size_t step = 2 * GetTableSize(own); // two tables
    m_tables.resize(2 * size * step);
    for (std::size_t r = 0; r < rows; r++)
    {
        uint8_t* const high = m_tables.data() + 2 * r * columns * step;
        uint8_t* const low = high + columns * step;
        for (std::size_t c = 0; c < columns; c++)
        {
            tables.Get(elements[r * columns + c], high + c * step, low + c * step);
        }
    }
}

void
GfRegionMatrix::Multiply(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const
{
#ifdef HSN_HAVE_ISAL
    if (m_kernel == GF_KERNEL_ISAL && !m_wide && length >= ISAL_LEAST)
    {
        ec_encode_data(static_cast<int>(length),
                       static_cast<int>(m_columns),
                       static_cast<int>(m_rows),
                       const_cast<uint8_t*>(m_library.data()),
                       const_cast<uint8_t**>(in),
                       const_cast<uint8_t**>(out));
        return;
    }
#endif
    Run(GetOwnKernel(m_kernel),
        {m_tables.data(), m_lists.data(), m_rows, m_columns, m_wide, false, in, out, length});
}

void
GfRegionMatrix::MultiplyBlock(const uint8_t* in, uint8_t* out, std::size_t length)
{
    const GfKernel own = GetOwnKernel(m_kernel);
    const bool isLibrary = m_kernel == GF_KERNEL_ISAL && !m_wide && length >= ISAL_LEAST;
    if (own == GF_KERNEL_GFNI && !isLibrary)
    {
        GfKernelGfni({m_tables.data(),
                      nullptr,
                      m_rows,
                      m_columns,
                      m_wide,
                      false,
                      nullptr,
                      nullptr,
                      length,
                      in,
                      out});
        return;
    }
    m_inputs.resize(m_columns);
    for (uint32_t c = 0; c < m_columns; c++)
    {
        m_inputs[c] = in + c * length;
    }
    m_outputs.resize(m_rows);
    for (uint32_t r = 0; r < m_rows; r++)
    {
        m_outputs[r] = out + r * length;
    }
    Multiply(m_inputs.data(), m_outputs.data(), length);
}

void
GfRegionMatrix::MultiplyAdd(const uint8_t* const* in, uint8_t* const* out, std::size_t length) const
{
#ifdef HSN_HAVE_ISAL
    if (m_kernel == GF_KERNEL_ISAL && !m_wide && length >= ISAL_LEAST)
    {
        for (uint32_t c = 0; c < m_columns; c++)
        {
            ec_encode_data_update(static_cast<int>(length),
                                  static_cast<int>(m_columns),
                                  static_cast<int>(m_rows),
                                  static_cast<int>(c),
                                  const_cast<uint8_t*>(m_library.data()),
                                  const_cast<uint8_t*>(in[c]),
                                  const_cast<uint8_t**>(out));
        }
        return;
    }
#endif
    Run(GetOwnKernel(m_kernel),
        {m_tables.data(), m_lists.data(), m_rows, m_columns, m_wide, true, in, out, length});
}

void
GfRegionMatrix::MultiplyAdd(uint8_t c, const uint8_t* in, uint8_t* out, std::size_t length)
{
    const GfKernel own = GetOwnKernel(GF_KERNEL_BEST);
    const uint8_t* table = nullptr;
    uint32_t lists[2 * Gf256::BITS];
    if (own == GF_KERNEL_PORTABLE)
    {
        PrepareLists(1, 1, &c, lists);
    }
    else
    {
        table = GetTables<NarrowTables>(own).Get(c);
    }
    Run(own, {table, lists, 1, 1, false, true, &in, &out, length});
}

void
GfRegionMatrix::MultiplyAdd(uint16_t c, const uint8_t* in, uint8_t* out, std::size_t length)
{
    const GfKernel own = GetOwnKernel(GF_KERNEL_BEST);
    uint8_t tables[4 * MOST_TABLE];
    uint32_t lists[2 * Gf65536::BITS];
    if (own == GF_KERNEL_PORTABLE)
    {
        PrepareLists(1, 1, &c, lists);
    }
    else
    {
        GetTables<WideTables>(own).Get(c, tables, tables + 2 * GetTableSize(own));
    }
    Run(own, {tables, lists, 1, 1, true, true, &in, &out, length});
}
} // namespace hsn
} // namespace ns3
