// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Points compiled with vector instructions of 256 bits, for processors that have them.
 */
#include "ilp-points.h"

#ifdef HSN_ILP_AVX2
#pragma GCC optimize("O3", "tree-vectorize")

#include "ns3/ilp-kernels.h"

#include <cstring>
#include <numeric>
#include <tuple>
#include <utility>

#pragma GCC push_options
#pragma GCC target("avx2")

#include "ilp-stages.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// All points of this source.
void
AddAll()
{
    AddReal<ILP_VECTOR>();
    AddSynthetic<ILP_VECTOR, IlpMode::FEED_FORWARD, 3, 0, 10>();
    AddSynthetic<ILP_VECTOR, IlpMode::FEED_FORWARD, 3, 2, 10>();
}
} // namespace
} // namespace hsn
} // namespace ns3

#pragma GCC pop_options

namespace ns3
{
namespace hsn
{
namespace
{
/// What runs before it is known what the processor has must do without.
const bool g_added = [] {
    if (IlpHasAvx2())
    {
        AddAll();
    }
    return true;
}();
} // namespace
} // namespace hsn
} // namespace ns3
#endif
