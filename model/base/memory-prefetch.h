// SPDX-License-Identifier: GPL-2.0-only
#ifndef MEMORY_PREFETCH_H
#define MEMORY_PREFETCH_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief Has memory fetched into the cache while something else is done.
 * @param memory any address, also null
 * @param bytes from there on, at least 1
 */
inline void
PrefetchMemory(const void* memory, std::size_t bytes)
{
    constexpr std::size_t LINE = 64;                             // bytes of a line of most caches
    const auto start = reinterpret_cast<std::uintptr_t>(memory); // a null pointer has no neighbours
    for (std::size_t at = 0; at < bytes; at += LINE)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(start + at));
    }
    __builtin_prefetch(reinterpret_cast<const void*>(start + bytes - 1));
}
} // namespace hsn
} // namespace ns3

#endif // MEMORY_PREFETCH_H
