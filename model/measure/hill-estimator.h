// SPDX-License-Identifier: GPL-2.0-only
#ifndef HILL_ESTIMATOR_H
#define HILL_ESTIMATOR_H

#include <cstddef>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Index of a heavy tail P(X > x) ~ x^-alpha by Hill's estimator (Annals of Statistics 3,
 * 1975).
 * @param samples any order
 * @param largest how many of the largest samples it rests on, at least 1 and below the number of
 * samples; else the program ends with an error
 * @return alpha: 1 over the mean of ln(sample / next smaller one than these); NaN if that is not
 * positive, infinite if all of them are equal. The standard error is about alpha / sqrt(largest)
 */
double GetHillIndex(std::vector<double> samples, std::size_t largest);
} // namespace hsn
} // namespace ns3

#endif // HILL_ESTIMATOR_H
