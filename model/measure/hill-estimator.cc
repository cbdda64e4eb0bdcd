// SPDX-License-Identifier: GPL-2.0-only
#include "hill-estimator.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ns3
{
namespace hsn
{
double
GetHillIndex(std::vector<double> samples, std::size_t largest)
{
    NS_ABORT_MSG_UNLESS(largest >= 1 && largest < samples.size(),
                        "GetHillIndex: largest = " << largest << " must be 1 to " << samples.size()
                                                   << " - 1");
    const auto bad = std::find_if(samples.begin(), samples.end(), [](double sample) {
        return !std::isfinite(sample);
    });
    NS_ABORT_MSG_UNLESS(bad == samples.end(),
                        "GetHillIndex: sample " << bad - samples.begin() << " = " << *bad
                                                << " must be finite");
    std::nth_element(samples.begin(),
                     samples.begin() + largest,
                     samples.end(),
                     std::greater<double>());
    const double threshold = samples[largest];
    if (!(threshold > 0))
    {
        return NAN;
    }
    double sum = 0;
    for (std::size_t i = 0; i < largest; ++i)
    {
        sum += std::log(samples[i] / threshold);
    }
    return largest / sum;
}
} // namespace hsn
} // namespace ns3
