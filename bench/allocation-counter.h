// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Counts every call of operator new, here and in all libraries. To be included by the one source
 * file of a program, whose operators it replaces.
 */
#ifndef HSN_ALLOCATION_COUNTER_H
#define HSN_ALLOCATION_COUNTER_H

#include <cstdint>
#include <cstdlib>
#include <new>

namespace
{
uint64_t g_allocations = 0; //!< calls so far

/// @return calls of operator new so far
uint64_t
GetAllocations()
{
    return g_allocations;
}
} // namespace

// not inlined: GCC would take malloc and delete, or new and free, for a mismatched pair

[[gnu::noinline]] void*
operator new(std::size_t size)
{
    ++g_allocations;
    if (void* p = std::malloc(size ? size : 1))
    {
        return p;
    }
    throw std::bad_alloc();
}

[[gnu::noinline]] void
operator delete(void* p) noexcept
{
    std::free(p);
}

[[gnu::noinline]] void
operator delete(void* p, std::size_t) noexcept
{
    std::free(p);
}

#endif // HSN_ALLOCATION_COUNTER_H
