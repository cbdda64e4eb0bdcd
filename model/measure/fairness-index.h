// SPDX-License-Identifier: GPL-2.0-only
#ifndef FAIRNESS_INDEX_H
#define FAIRNESS_INDEX_H

#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Jain's fairness index.
 * @param shares what each competitor gets, not negative
 * @return the squared sum divided by n times the sum of squares: 1 if all are equal, 1/n if one has
 * all; NaN if there is nothing to share
 */
double GetFairnessIndex(const std::vector<double>& shares);
} // namespace hsn
} // namespace ns3

#endif // FAIRNESS_INDEX_H
