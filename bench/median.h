// SPDX-License-Identifier: GPL-2.0-only
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// @param values at least one @return their median
inline double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/// @param values independent ones, at least six @return bounds between which the median of what
/// they are drawn from is with a probability of 95 %, whatever its distribution (order statistics)
inline std::pair<double, double>
MedianBounds(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    const auto below = static_cast<std::size_t>(std::max(0.0, (n - 1 - 1.96 * std::sqrt(n)) / 2));
    return {values[below], values[values.size() - 1 - below]};
}

#endif // BENCH_MEDIAN_H
