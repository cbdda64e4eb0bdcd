// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the programs of this folder need to time loops.
 */
#ifndef ILP_CODEGEN_CLOCK_H
#define ILP_CODEGEN_CLOCK_H

#include "ns3/ilp-cache.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace hsn
{
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
