// SPDX-License-Identifier: GPL-2.0-only
#ifndef MEMORY_PREFETCH_H
#define MEMORY_PREFETCH_H

#include <cstddef>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Has memory fetched into the cache while something else is done.
 * @param memory any address, also null
 * @param bytes from there on, at least 1
 */
inline void
PrefetchMemory(const void* memory, std::size_t bytes)
{
    constexpr std::size_t LINE = 64; // bytes of a line of most caches
    const auto* octets = static_cast<const char*>(memory);
    for (std::size_t at = 0; at < bytes; at += LINE)
    {
        __builtin_prefetch(octets + at);
    }
    __builtin_prefetch(octets + bytes - 1);
}
} // namespace hsn
} // namespace ns3

#endif // MEMORY_PREFETCH_H
