// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * For programs that time loops: data that are in no cache, and results that are used.
 */
#ifndef ILP_CACHE_H
#define ILP_CACHE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Takes octets out of all caches, if this processor can; else displaces them.
/// @param from first octet @param size octets
inline void
IlpFlush(const void* from, size_t size)
{
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
    constexpr size_t LINE = 64; // octets
    const auto* const end = static_cast<const uint8_t*>(from) + size;
    // from the begin of a line on, or the last line could be left out
    for (const auto* at =
             static_cast<const uint8_t*>(from) - reinterpret_cast<uintptr_t>(from) % LINE;
         at < end;
         at += LINE)
    {
#if defined(__aarch64__)
        asm volatile("dc civac, %0" : : "r"(at) : "memory");
#else
        __builtin_ia32_clflush(at);
#endif
    }
#if defined(__aarch64__)
    asm volatile("dsb ish" : : : "memory");
#else
    __builtin_ia32_mfence();
#endif
#else
    static std::vector<uint8_t> other(64 << 20);
    for (size_t i = 0; i < other.size(); i += 64)
    {
        other[i]++;
    }
    static_cast<void>(from);
    static_cast<void>(size);
#endif
}

/// Makes the compiler believe that octets are read. @param octets which
inline void
IlpUse(const void* octets)
{
    asm volatile("" : : "r"(octets) : "memory");
}
} // namespace hsn
} // namespace ns3

#endif // ILP_CACHE_H
