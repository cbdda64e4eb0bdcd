// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Seeds of random networks that no earlier run has tried.
 */
#ifndef HSN_FRESH_SEED_H
#define HSN_FRESH_SEED_H

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace ns3
{
namespace hsn
{
/**
 * @return a seed that was never used: HSN_FRESH_SEED of the environment, else from the time of day.
 * It is part of the test's name, and the message about a network that fails has the network's
 */
inline uint64_t
GetFreshSeed()
{
    const char* const given = std::getenv("HSN_FRESH_SEED");
    return given ? std::strtoull(given, nullptr, 10)
                 : 1000 * static_cast<uint64_t>(std::time(nullptr));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_FRESH_SEED_H
