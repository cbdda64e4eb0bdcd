// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Points compiled with the vector instructions that each processor has.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "tree-vectorize")
#endif

#include "ilp-points.h"
#include "ilp-stages.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// All points of this source.
const bool g_added = [] {
    if (!IlpHasAvx2()) // else ilp-points-avx2.cc has them
    {
        AddReal<ILP_VECTOR>();
        AddSynthetic<ILP_VECTOR, IlpMode::FEED_FORWARD, 3, 0, 10>();
        AddSynthetic<ILP_VECTOR, IlpMode::FEED_FORWARD, 3, 2, 10>();
    }
    return true;
}();
} // namespace
} // namespace hsn
} // namespace ns3
