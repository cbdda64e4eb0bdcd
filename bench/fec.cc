// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures how fast the erasure code computes parity, in one run: each kernel of the module, raw
 * ISA-L where the build found it, and a loop that multiplies byte by byte with a table.
 *
 * ISA-L has no vector code for pieces below 64 bytes. For a fair comparison, those cases also run
 * with the same data as fewer blocks of longer pieces ("raw_isal_long"), and the better one counts.
 *
 * The unit is a multiply-add: one byte of data times one element, added to one byte of parity.
 * Blocks are contiguous in a buffer larger than the first cache, as packets are. The last line is a
 * JSON object:
 *   cases.<N>+<M>x<length>.<kernel>  multiply-adds per CPU second, median
 *   ratio_isal   smallest ratio over all cases of the chosen kernel to raw ISA-L
 *   ratio_table  smallest ratio over all cases of the module's best own kernel to the loop
 *   ratio_isal_avx2       as ratio_isal, for the module's AVX2 kernel
 *   ratio_table_portable  as ratio_table, for the portable kernel
 */
#include "median.h"

#include "ns3/core-module.h"
#include "ns3/erasure-code.h"
#include "ns3/gf-arithmetic.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#ifdef HSN_HAVE_ISAL
#include <isa-l/erasure_code.h>
#endif

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr std::size_t LONG_PIECES = 16; // length of ISA-L's longer pieces, in pieces of the case

/// A code and the length of its pieces.
struct Case
{
    uint32_t data;      //!< N
    uint32_t parity;    //!< M
    std::size_t length; //!< bytes of a piece

    std::string GetName() const
    {
        return std::to_string(data) + "+" + std::to_string(parity) + "x" + std::to_string(length);
    }
};

/// Data and parity of many blocks.
class Blocks
{
  public:
    explicit Blocks(const Case& c)
        : m_case(c),
          m_block((c.data + c.parity) * c.length),
          m_count(std::max<std::size_t>(1, BUFFER / m_block)),
          m_octets(m_block * m_count + LINE),
          m_begin(LINE - reinterpret_cast<std::uintptr_t>(m_octets.data()) % LINE)
    {
        uint32_t x = 1;
        for (auto octet = m_octets.begin() + m_begin; octet != m_octets.end(); ++octet)
        {
            x = x * 1664525 + 1013904223;
            *octet = static_cast<uint8_t>(x >> 24);
        }
    }

    /// @param encode called with data and parity of every block
    /// @return multiply-adds
    double Pass(const std::function<void(uint8_t*, uint8_t*)>& encode)
    {
        for (std::size_t i = 0; i < m_count; ++i)
        {
            uint8_t* data = m_octets.data() + m_begin + i * m_block;
            encode(data, data + m_case.data * m_case.length);
        }
        return double(m_count) * m_case.data * m_case.parity * m_case.length;
    }

    /// @return the whole buffer
    std::vector<uint8_t> Get() const
    {
        const auto begin = m_octets.begin() + m_begin;
        return {begin, begin + m_block * m_count};
    }

  private:
    static constexpr std::size_t BUFFER = 256 * 1024;
    static constexpr std::size_t LINE = 64; // cache line; another alignment changes speeds by 20 %

    Case m_case;
    std::size_t m_block;
    std::size_t m_count;
    std::vector<uint8_t> m_octets;
    std::size_t m_begin; // of the first block in m_octets
};

/// A way to compute parity.
struct Encoder
{
    std::string name;
    std::function<void(uint8_t*, uint8_t*)> encode;
    bool own;                     //!< one of the module's own kernels
    std::vector<double> speeds{}; //!< multiply-adds per CPU second

    double Speed() const
    {
        return Median(speeds);
    }
};

/// @param blocks data @param encoder encoder to measure @param seconds approximate CPU time
/// @return multiply-adds per CPU second
double
Measure(Blocks& blocks, const Encoder& encoder, double seconds)
{
    blocks.Pass(encoder.encode);
    double work = 0;
    const std::clock_t begin = std::clock();
    const auto end = begin + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
    std::clock_t now;
    do
    {
        work += blocks.Pass(encoder.encode);
        now = std::clock();
    } while (now < end);
    return work * CLOCKS_PER_SEC / static_cast<double>(now - begin);
}

/// @param c the case @return the loop with a table of 256 products for each element
Encoder
MakeTableLoop(const Case& c)
{
    std::vector<std::array<uint8_t, 256>> tables(c.data * c.parity);
    for (uint32_t j = 0; j < c.parity; ++j)
    {
        for (uint32_t i = 0; i < c.data; ++i)
        {
            const uint8_t element = Gf256::Inverse(static_cast<uint8_t>((c.data + j) ^ i));
            for (uint32_t x = 0; x < 256; ++x)
            {
                tables[j * c.data + i][x] = Gf256::Multiply(element, static_cast<uint8_t>(x));
            }
        }
    }
    const auto encode = [c, tables](uint8_t* data, uint8_t* parity) {
        std::fill_n(parity, c.parity * c.length, 0);
        for (uint32_t j = 0; j < c.parity; ++j)
        {
            uint8_t* out = parity + j * c.length;
            for (uint32_t i = 0; i < c.data; ++i)
            {
                const auto& table = tables[j * c.data + i];
                const uint8_t* in = data + i * c.length;
                for (std::size_t k = 0; k < c.length; ++k)
                {
                    out[k] ^= table[in[k]];
                }
            }
        }
    };
    return {"table_loop", encode, false};
}

#ifdef HSN_HAVE_ISAL
/// @param c the case @return ISA-L, called directly
Encoder
MakeRawIsal(const Case& c)
{
    const int n = static_cast<int>(c.data);
    const int m = static_cast<int>(c.parity);
    std::vector<uint8_t> matrix((n + m) * n);
    std::vector<uint8_t> tables(32 * n * m);
    gf_gen_cauchy1_matrix(matrix.data(), n + m, n);
    ec_init_tables(n, m, matrix.data() + n * n, tables.data());
    std::vector<uint8_t*> in(n);
    std::vector<uint8_t*> out(m);
    const auto encode = [=](uint8_t* data, uint8_t* parity) mutable {
        for (int i = 0; i < n; ++i)
        {
            in[i] = data + i * c.length;
        }
        for (int j = 0; j < m; ++j)
        {
            out[j] = parity + j * c.length;
        }
        ec_encode_data(static_cast<int>(c.length), n, m, tables.data(), in.data(), out.data());
    };
    return {"raw_isal", encode, false};
}
#endif

/// @param least smallest ratio so far, updated @param ratio ratio of a case
void
KeepLeast(double& least, double ratio)
{
    least = std::isnan(least) ? ratio : std::min(least, ratio);
}
} // namespace

int
main(int argc, char* argv[])
{
    double seconds = 0.1;
    uint32_t repeats = 5;
    bool json = false;
    bool quick = false;

    ProgramOptions options(__FILE__,
                           "Speed of the erasure code's kernels, beside ISA-L and a table");
    options.Add("seconds", "CPU time of each run, s", seconds, Above(0).AtMost(100));
    options.Add("repeats", "Runs of each", repeats, Between(1, 100000));
    options.Add("quick", "Shorter and fewer runs", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        seconds = std::min(seconds, 0.02);
        repeats = std::min(repeats, 3U);
    }

    double ratioIsal = std::numeric_limits<double>::quiet_NaN();
    double ratioIsalAvx2 = ratioIsal;
    double ratioTable = ratioIsal;
    double ratioTablePortable = ratioIsal;
    JsonObject cases;
    std::string chosen;
    for (const Case& c : {Case{8, 3, 1024}, {20, 4, 1024}, {32, 3, 48}, {192, 6, 48}})
    {
        std::vector<Encoder> encoders{MakeTableLoop(c)};
#ifdef HSN_HAVE_ISAL
        encoders.push_back(MakeRawIsal(c));
#endif
        for (const auto kernel :
             {GF_KERNEL_PORTABLE, GF_KERNEL_SSSE3, GF_KERNEL_AVX2, GF_KERNEL_GFNI, GF_KERNEL_ISAL})
        {
            if (GfRegionMatrix::IsAvailable(kernel))
            {
                ErasureCode code(c.data, c.parity, kernel);
                encoders.push_back({GfRegionMatrix(kernel).GetKernelName(),
                                    [c, code](uint8_t* data, uint8_t* parity) mutable {
                                        code.Encode(data, parity, c.length);
                                    },
                                    kernel != GF_KERNEL_ISAL});
            }
        }

        // all encoders must compute the same parity
        std::vector<uint8_t> expected;
        for (const auto& e : encoders)
        {
            Blocks blocks(c);
            blocks.Pass(e.encode);
            expected = expected.empty() ? blocks.Get() : expected;
            if (blocks.Get() != expected)
            {
                std::cerr << "error: " << e.name << " computes different parity" << std::endl;
                return 1;
            }
        }
        Blocks blocks(c);
        const Case longer{c.data, c.parity, LONG_PIECES * c.length};
        Blocks longerBlocks(longer);
#ifdef HSN_HAVE_ISAL
        if (c.length < 64)
        {
            encoders.push_back(MakeRawIsal(longer));
            encoders.back().name = "raw_isal_long";
        }
#endif
        for (uint32_t i = 0; i < repeats; ++i)
        {
            for (auto& e : encoders)
            {
                auto& b = e.name == "raw_isal_long" ? longerBlocks : blocks;
                e.speeds.push_back(Measure(b, e, seconds));
            }
        }

        chosen = GfRegionMatrix().GetKernelName();
        JsonObject one;
        double ours = 0;
        double own = 0;
        double isal = 0;
        double avx2 = 0;
        double portable = 0;
        for (const auto& e : encoders)
        {
            one.Set(e.name, std::round(e.Speed()));
            own = e.own ? std::max(own, e.Speed()) : own;
            ours = e.name == chosen ? e.Speed() : ours;
            avx2 = e.name == "avx2" ? e.Speed() : avx2;
            portable = e.name == "portable" ? e.Speed() : portable;
            isal = e.name.rfind("raw_isal", 0) == 0 ? std::max(isal, e.Speed()) : isal;
            if (!json)
            {
                std::cout << c.GetName() << ": " << e.name << " " << e.Speed() / 1e9
                          << " billion multiply-adds/s" << std::endl;
            }
        }
        one.Set("ratio_table", own / encoders[0].Speed());
        KeepLeast(ratioTable, own / encoders[0].Speed());
        KeepLeast(ratioTablePortable, portable / encoders[0].Speed());
        if (isal > 0)
        {
            one.Set("ratio_isal", ours / isal);
            KeepLeast(ratioIsal, ours / isal);
        }
        if (isal > 0 && avx2 > 0)
        {
            KeepLeast(ratioIsalAvx2, avx2 / isal);
        }
        cases.Set(c.GetName(), one);
    }

    JsonObject out;
    out.Set("bench", "fec");
    out.Set("kernel", chosen);
    out.Set("cases", cases);
    out.Set("ratio_isal", ratioIsal);
    out.Set("ratio_isal_avx2", ratioIsalAvx2);
    out.Set("ratio_table", ratioTable);
    out.Set("ratio_table_portable", ratioTablePortable);
    std::cout << out << std::endl;
    return 0;
}
