// SPDX-License-Identifier: GPL-2.0-only
#include "dispersal-model.h"

#include "analysis-numeric.h"
#include "model-argument.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Relative error that a probability may have. */
constexpr double ROUNDING = 1e-11;

/** @brief Throws unless the arguments make sense. @param m cells @param q probability */
void
RequireModel(uint32_t m, double q)
{
    RequireArgument(m >= 1, "m", m, "at least 1 cell");
    RequireArgument(q >= 0 && q <= 1, "q", q, "a probability, 0 to 1");
}

/**
 * @brief Cells of a transmission; throws if they are too many to count.
 * @param m cells
 * @param alpha extra cells
 * @return their sum
 */
uint32_t
AddExtra(uint32_t m, uint32_t alpha)
{
    RequireArgument(alpha <= std::numeric_limits<uint32_t>::max() - m,
                    "alpha",
                    alpha,
                    "at most 4294967295 - m");
    return m + alpha;
}
} // namespace

double
DispersalModel::GetFailure(uint32_t m, uint32_t alpha, double q)
{
    RequireModel(m, q);
    return AnalysisNumeric::GetBinomialAbove(alpha, q, AddExtra(m, alpha));
}

double
DispersalModel::GetRounds(uint32_t m, uint32_t alpha, double q)
{
    RequireModel(m, q);
    return 1 / AnalysisNumeric::GetBinomialAtMost(alpha, q, AddExtra(m, alpha));
}

DispersalModel::Cost
DispersalModel::GetPendingCost(uint32_t m, uint32_t alpha, uint32_t alphaRetx, double q)
{
    RequireModel(m, q);
    AddExtra(m, alphaRetx); // throws
    if (q >= 1)
    {
        return {INFINITY, INFINITY};
    }
    std::vector<Cost> after(m + 1, Cost{0, 0}); // by missing cells: what is still to come
    // a transmission of n cells while d are missing; what may come again if none of them arrives
    // is left out
    auto transmit = [&](uint32_t d, uint32_t n) {
        Cost cost{1, static_cast<double>(n)};
        for (uint32_t arrived = 1; arrived < d; ++arrived)
        {
            const double p = AnalysisNumeric::GetBinomial(arrived, 1 - q, n);
            cost.rounds += p * after[d - arrived].rounds;
            cost.cells += p * after[d - arrived].cells;
        }
        return cost;
    };
    for (uint32_t d = 1; d <= m; ++d)
    {
        const Cost once = transmit(d, d + alphaRetx);
        const double some = AnalysisNumeric::GetBinomialAbove(0, 1 - q, d + alphaRetx);
        after[d] = {once.rounds / some, once.cells / some};
    }
    const uint32_t first = AddExtra(m, alpha);
    Cost cost = transmit(m, first);
    if (const double none = AnalysisNumeric::GetBinomial(0, 1 - q, first); none > 0)
    {
        cost.rounds += none * after[m].rounds;
        cost.cells += none * after[m].cells;
    }
    return cost;
}

uint32_t
DispersalModel::GetExtraCells(uint32_t m, double q, double targetRounds, uint32_t max)
{
    RequireModel(m, q);
    RequireArgument(targetRounds >= 1, "target", targetRounds, "at least 1 round");
    AddExtra(m, max); // throws
    // U <= target, written for W, which is accurate where it is small; equal but for rounding will
    // do
    const auto meets = [=](uint32_t alpha) {
        return GetFailure(m, alpha, q) * targetRounds <= (targetRounds - 1) * (1 + ROUNDING);
    };
    if (max == 0 || meets(0))
    {
        return 0;
    }
    uint32_t few = 0; // do not meet the target
    uint32_t enough = 1;
    while (enough < max && !meets(enough))
    {
        few = enough;
        enough += std::min(enough, max - enough);
    }
    while (enough - few > 1)
    {
        const uint32_t middle = few + (enough - few) / 2;
        (meets(middle) ? enough : few) = middle;
    }
    return enough;
}
} // namespace hsn
} // namespace ns3
