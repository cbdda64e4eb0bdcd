// SPDX-License-Identifier: GPL-2.0-only
#include "dispersal-model.h"

#include "model-argument.h"

#include <cmath>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Throws unless the arguments make sense. @param m cells @param q probability */
void
RequireModel(uint32_t m, double q)
{
    RequireArgument(m >= 1, "m", m, "at least 1 cell");
    RequireArgument(q >= 0 && q <= 1, "q", q, "a probability, 0 to 1");
}

/**
 * @brief Binomial distribution.
 * @param n trials
 * @param k successes, at most n
 * @param p probability of one
 * @return probability of exactly k
 */
double
Binomial(uint32_t n, uint32_t k, double p)
{
    if (p <= 0 || p >= 1)
    {
        return k == (p <= 0 ? 0 : n) ? 1 : 0;
    }
    // by logarithms: p^n alone may be too small for a double
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                    k * std::log(p) + (n - k) * std::log1p(-p));
}
} // namespace

double
DispersalModel::GetFailure(uint32_t m, uint32_t alpha, double q)
{
    RequireModel(m, q);
    double sum = 0;
    for (uint32_t lost = alpha + 1; lost <= m + alpha; ++lost)
    {
        sum += Binomial(m + alpha, lost, q);
    }
    return sum;
}

double
DispersalModel::GetRounds(uint32_t m, uint32_t alpha, double q)
{
    RequireModel(m, q);
    double success = 0;
    for (uint32_t lost = 0; lost <= alpha; ++lost)
    {
        success += Binomial(m + alpha, lost, q);
    }
    return 1 / success;
}

DispersalModel::Cost
DispersalModel::GetPendingCost(uint32_t m, uint32_t alpha, uint32_t alphaRetx, double q)
{
    RequireModel(m, q);
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
            const double p = Binomial(n, arrived, 1 - q);
            cost.rounds += p * after[d - arrived].rounds;
            cost.cells += p * after[d - arrived].cells;
        }
        return cost;
    };
    for (uint32_t d = 1; d <= m; ++d)
    {
        const Cost once = transmit(d, d + alphaRetx);
        const double some = 1 - Binomial(d + alphaRetx, 0, 1 - q);
        after[d] = {once.rounds / some, once.cells / some};
    }
    Cost cost = transmit(m, m + alpha);
    if (const double none = Binomial(m + alpha, 0, 1 - q); none > 0)
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
    // 1 / U(alpha) is the probability that the m-th cell to arrive is among the first m + alpha
    double last = m * std::log1p(-q); // logarithm of the probability that it is the last of them
    double success = std::exp(last);
    uint32_t alpha = 0;
    while (alpha < max && success * targetRounds < 1)
    {
        ++alpha;
        last += std::log(q * (m + alpha - 1.0) / alpha);
        success += std::exp(last);
    }
    return alpha;
}
} // namespace hsn
} // namespace ns3
