// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the programs of this folder need to time loops.
 */
#ifndef ILP_CODEGEN_CLOCK_H
#define ILP_CODEGEN_CLOCK_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Takes octets out of all caches of this machine, if it can. @param from first @param size octets
inline void
FlushOctets(const void* from, size_t size)
{
#if defined(__x86_64__) || defined(__i386__)
    const auto* at = static_cast<const uint8_t*>(from);
    for (size_t i = 0; i < size; i += 64)
    {
        __builtin_ia32_clflush(at + i);
    }
    __builtin_ia32_mfence();
#else
    static std::vector<uint8_t> other(64 << 20);
    for (size_t i = 0; i < other.size(); i += 64)
    {
        other[i]++; // displaces everything
    }
    static_cast<void>(from);
    static_cast<void>(size);
#endif
}

/// Makes the compiler believe that octets are read. @param octets which
inline void
UseOctets(const void* octets)
{
    asm volatile("" : : "r"(octets) : "memory");
}

/// @param values at least one; their order is lost @return the middle one
inline double
GetMedian(std::vector<double>& values)
{
    const auto middle = values.begin() + values.size() / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_CODEGEN_CLOCK_H
