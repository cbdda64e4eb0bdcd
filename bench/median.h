// SPDX-License-Identifier: GPL-2.0-only
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include <algorithm>
#include <cstddef>
#include <vector>

/// @param values at least one @return their median
inline double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

#endif // BENCH_MEDIAN_H
