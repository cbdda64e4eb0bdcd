// SPDX-License-Identifier: GPL-2.0-only
#include "two-state-loss.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/random-variable-stream.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
Ptr<ErrorModel>
MakeTwoStateLoss(double loss, double meanRun, int64_t stream)
{
    NS_ABORT_MSG_UNLESS(loss >= 0 && loss < 1,
                        "loss rate " << loss << ": must be at least 0 and below 1");
    const double least = 1 / (1 - loss);
    NS_ABORT_MSG_UNLESS(meanRun == 0 || meanRun >= least * (1 - 1e-12),
                        "losses in a row " << meanRun << ": must be at least " << least
                                           << ", which independent losses have");
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(stream);
    if (meanRun <= least)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss);
        model->SetRandomVariable(uniform);
        return model;
    }
    // A burst starts with probability p at any packet, also in a burst, and has the mean length B.
    // Run lengths: B / (1 - p). Long run: p = e / (e + B (1 - e)). Hence p and B from e and the
    // runs.
    const double start = loss / (meanRun * (1 - loss));
    const double burst = meanRun * (1 - start);
    auto sizes = CreateObject<EmpiricalRandomVariable>();
    double longer = 1; // P(burst longer than k)
    for (uint32_t k = 1; longer > 0; k++)
    {
        longer *= 1 - 1 / burst;
        longer = longer < 1e-12 ? 0 : longer;
        sizes->CDF(k, 1 - longer);
    }
    sizes->SetStream(stream < 0 ? stream : stream + 1);
    auto model = CreateObject<BurstErrorModel>();
    model->SetBurstRate(start);
    model->SetRandomVariable(uniform);
    model->SetRandomBurstSize(sizes);
    return model;
}
} // namespace hsn
} // namespace ns3
