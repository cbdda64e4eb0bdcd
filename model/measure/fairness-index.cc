// SPDX-License-Identifier: GPL-2.0-only
#include "fairness-index.h"

namespace ns3
{
namespace hsn
{
double
GetFairnessIndex(const std::vector<double>& shares)
{
    double sum = 0;
    double squares = 0;
    for (const double share : shares)
    {
        sum += share;
        squares += share * share;
    }
    return sum * sum / (shares.size() * squares);
}
} // namespace hsn
} // namespace ns3
