// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The points as the machines of the paper executed them, a word at a time.
 */
#include "ilp-as-scalar.h" // before any header
#include "ilp-points.h"
#include "ilp-stages.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @tparam MODE of functions @tparam K instructions of three functions with two words of state
template <IlpMode MODE, uint32_t... K>
void
AddInstructions()
{
    (AddSynthetic<ILP_SCALAR, MODE, 3, 2, K>(), ...);
}

/// @tparam F functions @tparam K instructions @tparam S words of state
template <uint32_t F, uint32_t K, uint32_t... S>
void
AddStates()
{
    (AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, F, S, K>(), ...);
}

/// @tparam F functions, of ten instructions, as in figures 5 and 6
template <uint32_t... F>
void
AddFunctions()
{
    (AddStates<F, 10, 2, 4, 6, 8>(), ...);
}

/// Blocks of several words, with ten instructions for each word, and a few at the limits.
void
AddBlocks()
{
    AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, 3, 2, 20, 2>();
    AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, 3, 2, 40, 4>();
    AddSynthetic<ILP_SCALAR, IlpMode::SERIAL, 3, 2, 20, 2>();
    AddSynthetic<ILP_SCALAR, IlpMode::SERIAL, 3, 2, 40, 4>();
    AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, 3, 0, 4, 2>();
    AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, 3, 3, 7, 2>();
    AddSynthetic<ILP_SCALAR, IlpMode::FEED_FORWARD, 1, 5, 20, 4>();
    AddSynthetic<ILP_SCALAR, IlpMode::SERIAL, 2, 3, 18, 2>();
}

/// All points of this source.
const bool g_added = [] {
    AddInstructions<IlpMode::FEED_FORWARD, 4, 20, 30, 40, 50, 60, 70, 80, 90, 100>();
    AddInstructions<IlpMode::SERIAL, 4, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100>();
    AddStates<3, 10, 0, 1, 3, 5, 7, 9>(); // with AddFunctions: all
    AddFunctions<1, 2, 3, 4, 5, 6, 7, 8>();
    // the limit of registers
    AddStates<1, 20, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>();
    AddStates<2, 20, 2, 3, 4, 5, 6, 7, 8>();
    AddStates<3, 20, 1, 3, 4, 5, 6>();
    AddStates<4, 20, 1, 2, 3, 4>();
    AddStates<5, 20, 1, 2, 3, 4>();
    AddStates<6, 20, 1, 2, 3>();
    AddBlocks();
    AddReal<ILP_SCALAR>();
    return true;
}();
} // namespace
} // namespace hsn
} // namespace ns3
