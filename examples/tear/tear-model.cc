// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The rate filter of TEAR without a network (tear, 3.6 and 6.6): its weights, what one halved epoch
 * or several change after a flat history, and how far integer shifts are from real numbers.
 */
#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/tear-rate-filter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double FLAT = 64; ///< packets in each epoch of a second; can be halved six times

/// @param weights of epochs @return settings with them
TearRateFilter::Settings
MakeSettings(const std::vector<double>& weights)
{
    TearRateFilter::Settings settings;
    settings.weights = weights;
    settings.normalizeWeights = true;
    return settings;
}

/// @param weights of epochs @param halvings epochs that have half of the one before @return the
/// filter's complete average after each of them, as a share of the flat history
std::vector<double>
Cut(const std::vector<double>& weights, uint32_t halvings)
{
    TearRateFilter filter(MakeSettings(weights));
    for (uint32_t i = 0; i < weights.size(); ++i)
    {
        filter.AddLastRound(FLAT, Seconds(1));
    }
    std::vector<double> shares;
    for (uint32_t i = 1; i <= halvings; ++i)
    {
        filter.AddLastRound(FLAT / (1 << i), Seconds(1));
        shares.push_back(filter.GetCompleteRate() / FLAT);
    }
    return shares;
}

/// @param epochs random histories @return greatest distance between shifts and real numbers, in
/// units of the last bit
double
CompareShifts(uint32_t epochs)
{
    constexpr uint32_t BITS = 8;
    const auto random = CreateObject<UniformRandomVariable>();
    TearRateFilter filter(MakeSettings(TearRateFilter::GetWirelessWeights()));
    double greatest = 0;
    for (uint32_t i = 0; i < epochs; ++i)
    {
        filter.AddLastRound(random->GetValue(1, 1000), Seconds(random->GetValue(0.1, 3)));
        const double exact = filter.GetRate() * (1 << BITS);
        greatest =
            std::max(greatest, std::abs(exact - static_cast<double>(filter.GetShiftedRate(BITS))));
    }
    return greatest;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t halvings = 5;
    uint32_t epochs = 100000;
    ProgramOptions options(__FILE__,
                           "Paper tear, 3.6 and 6.6: TEAR's rate filter without a network");
    options.Add("halvings", "Halved epochs after a flat history", halvings, Between(1, 6));
    options.Add("epochs", "Random epochs of the comparison of shifts", epochs, AtLeast(1));
    options.Parse(argc, argv);
    JsonObject result;
    result.Set("internet_weights", TearRateFilter::GetInternetWeights());
    result.Set("wireless_weights", TearRateFilter::GetWirelessWeights());
    result.Set("printed_wireless_weights", TearRateFilter::GetPrintedWirelessWeights());
    result.Set("internet_cuts", Cut(TearRateFilter::GetInternetWeights(), halvings));
    result.Set("wireless_cuts", Cut(TearRateFilter::GetWirelessWeights(), halvings));
    result.Set("shift_distance_lsb", CompareShifts(epochs));
    std::cout << result << std::endl;
    return 0;
}
