// SPDX-License-Identifier: GPL-2.0-only
#include "mets-flow-spec.h"

#include "ns3/aal5.h"

#include <cmath>
#include <sstream>

namespace ns3
{
namespace hsn
{
double
MetsFlowSpec::GetFrameRate() const
{
    double sum = 0;
    for (const auto& layer : layers)
    {
        sum += layer.frameRate;
    }
    return sum;
}

std::string
MetsFlowSpec::FindProblem() const
{
    std::ostringstream text;
    for (uint32_t i = 0; i < layers.size(); ++i)
    {
        const Layer& layer = layers[i];
        const char* const name = ToString(static_cast<MetsLayer>(METS_BL + i));
        if (!(layer.frameRate >= 0 && layer.frameRate <= 1e6) ||
            (i == 0 && layer.frameRate == 0)) // a flow without base layer is none
        {
            text << "frameRate " << layer.frameRate << " of " << name << ": must be "
                 << (i == 0 ? "above 0" : "0") << " to 1e6";
            return text.str();
        }
        if (layer.frameRate > 0 && (layer.meanBytes == 0 || layer.meanBytes > layer.maxBytes))
        {
            text << "meanBytes " << layer.meanBytes << " of " << name << ": must be 1 to maxBytes, "
                 << layer.maxBytes;
            return text.str();
        }
    }
    if (!delay.IsStrictlyPositive() || jitter < Time(0) || jitter > delay)
    {
        text << "delay " << delay.GetSeconds() << " s and jitter " << jitter.GetSeconds()
             << " s: delay must be above 0, jitter 0 to delay";
    }
    else if (!(loss >= 0 && loss <= 1))
    {
        text << "loss " << loss << ": must be 0 to 1";
    }
    else if (!interval.IsStrictlyPositive())
    {
        text << "interval " << interval.GetSeconds() << " s: must be above 0";
    }
    return text.str();
}

MetsFlowRates
MetsFlowSpec::GetRates() const
{
    std::array<uint64_t, 3> cells{};
    for (uint32_t i = 0; i < layers.size(); ++i)
    {
        const Layer& layer = layers[i];
        cells[i] =
            layer.frameRate > 0
                ? static_cast<uint64_t>(std::ceil(
                      layer.frameRate * Aal5::CellsFor(layer.meanBytes + MetsHeader::SIZE) - 1e-9))
                : 0;
    }
    MetsFlowRates rates;
    rates.base = commitment == BEST_EFFORT ? 0 : cells[0];
    rates.e1 = cells[1];
    rates.e2 = cells[1] + cells[2];
    if (commitment == DETERMINISTIC)
    {
        rates = {rates.base + rates.e2, 0, 0};
    }
    return rates;
}

std::string
MetsQosPolicy::FindProblem() const
{
    std::ostringstream text;
    if (maxLayer < METS_BL || maxLayer > METS_E2)
    {
        text << "maxLayer " << ToString(maxLayer) << ": must be BL to E2";
    }
    return text.str();
}
} // namespace hsn
} // namespace ns3
