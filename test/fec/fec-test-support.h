// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Functions shared by the tests of model/fec.
 */
#ifndef HSN_FEC_TEST_SUPPORT_H
#define HSN_FEC_TEST_SUPPORT_H

#include "ns3/gf-region.h"

#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Bytes of a packet or a region. */
using Octets = std::vector<uint8_t>;

/**
 * @brief Multiplies polynomials over GF(2) and reduces, bit by bit, as in long multiplication.
 * @param a a polynomial of at most \p bits coefficients
 * @param b a polynomial of at most \p bits coefficients
 * @param bits degree of \p polynomial
 * @param polynomial polynomial to reduce by
 * @return the product
 */
inline uint32_t
LongMultiply(uint64_t a, uint64_t b, uint32_t bits, uint64_t polynomial)
{
    uint64_t product = 0;
    for (uint32_t i = 0; i < bits; i++)
    {
        product ^= (b >> i & 1) ? a << i : 0;
    }
    for (uint32_t i = 2 * bits; i-- > bits;)
    {
        product ^= (product >> i & 1) ? polynomial << (i - bits) : 0;
    }
    return static_cast<uint32_t>(product);
}

/**
 * @brief Creates random bytes.
 * @param random generator
 * @param count number of bytes
 * @return the bytes
 */
inline Octets
RandomOctets(std::mt19937& random, std::size_t count)
{
    Octets octets(count);
    for (auto& octet : octets)
    {
        octet = static_cast<uint8_t>(random());
    }
    return octets;
}

/**
 * @brief Parses bytes.
 * @param text two hexadecimal digits per byte, separated by spaces
 * @return the bytes
 */
inline Octets
Hex(const std::string& text)
{
    std::istringstream in(text);
    Octets octets;
    uint32_t value;
    while (in >> std::hex >> value)
    {
        octets.push_back(static_cast<uint8_t>(value));
    }
    return octets;
}

/** @return the kernels available on this machine */
inline std::vector<GfKernel>
AvailableKernels()
{
    std::vector<GfKernel> kernels;
    for (const auto kernel : {GF_KERNEL_PORTABLE,
                              GF_KERNEL_SSSE3,
                              GF_KERNEL_AVX2,
                              GF_KERNEL_GFNI,
                              GF_KERNEL_ISAL,
                              GF_KERNEL_BEST})
    {
        if (GfRegionMatrix::IsAvailable(kernel))
        {
            kernels.push_back(kernel);
        }
    }
    return kernels;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_TEST_SUPPORT_H
