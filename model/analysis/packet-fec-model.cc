// SPDX-License-Identifier: GPL-2.0-only
#include "packet-fec-model.h"

#include "analysis-numeric.h"
#include "model-argument.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Terms below this share of a sum are left out. */
constexpr double NEGLIGIBLE = 1e-17;

/** @brief Checks a code. @param code N + M */
void
CheckCode(PacketFecCode code)
{
    RequireArgument(code.data >= 1, "data packets of a block", code.data, "at least 1");
    const double all = static_cast<double>(code.data) + code.parity;
    RequireArgument(all <= std::numeric_limits<uint32_t>::max(),
                    "packets of a block",
                    all,
                    "at most 4294967295");
}

/** @brief Checks a group. @param group G */
void
CheckGroup(double group)
{
    RequireArgument(group >= 1, "receivers of a group", group, "at least 1");
}

/** @brief Checks a window. @param window W */
void
CheckPacketWindow(double window)
{
    RequireArgument(window >= 1, "window", window, "at least 1 packet");
}

/**
 * @brief P(at least one of G receivers misses a packet).
 * @param loss probability that one misses it
 * @param group G
 * @return 1 - (1 - loss)^G, without cancellation
 */
double
AnyMisses(double loss, double group)
{
    return -std::expm1(group * std::log1p(-loss));
}

/**
 * @brief Sum over X >= first of P(a packet is missed after X transmissions).
 * @param loss after the first transmission
 * @param factor of each further one
 * @param group G
 * @return the sum
 */
double
SumMisses(double loss, double factor, double group)
{
    double sum = 0;
    double term = AnyMisses(loss, group);
    for (double missed = loss; term > NEGLIGIBLE * sum; term = AnyMisses(missed, group))
    {
        sum += term;
        missed *= factor;
    }
    return sum;
}

/** @brief N/(N + M). @param code N + M @return the share of data packets */
double
GetDataShare(PacketFecCode code)
{
    return code.data / (static_cast<double>(code.data) + code.parity);
}
} // namespace

double
PacketFecModel::GetResidualLoss(double loss, PacketFecCode code)
{
    RequireLossRate(loss);
    CheckCode(code);
    if (loss == 0 || code.parity == 0)
    {
        return loss;
    }
    const uint32_t others = code.data + code.parity - 1;
    const double tail = AnalysisNumeric::GetBinomialAbove(code.parity - 1, loss, others);
    return loss * tail;
}

double
PacketFecModel::GetTransmissions(double loss, double group)
{
    RequireLossRate(loss);
    CheckGroup(group);
    return 1 + SumMisses(loss, loss, group);
}

double
PacketFecModel::GetRepeatProbability(double loss, double group, uint32_t times)
{
    RequireLossRate(loss);
    CheckGroup(group);
    RequireArgument(times >= 1, "retransmissions", times, "at least 1");
    return AnyMisses(std::pow(loss, times), group);
}

double
PacketFecModel::GetMulticastCost(double loss,
                                 PacketFecCode code,
                                 double group,
                                 PacketFecRepeat repeat)
{
    const double residual = GetResidualLoss(loss, code);
    const double block = 1 / GetDataShare(code);
    if (repeat == PACKET_FEC_IN_BLOCK)
    {
        return block * GetTransmissions(residual, group);
    }
    CheckGroup(group);
    return block + SumMisses(residual, repeat == PACKET_FEC_ALONE ? loss : residual, group);
}

double
PacketFecModel::GetWindowEfficiency(double loss, PacketFecCode code, double window)
{
    CheckPacketWindow(window);
    return GetDataShare(code) / (GetResidualLoss(loss, code) * window + 1);
}

double
PacketFecModel::GetSackEfficiency(double loss, PacketFecCode code, double window)
{
    CheckPacketWindow(window);
    const double residual = GetResidualLoss(loss, code);
    return GetDataShare(code) / (residual * residual * window + 1);
}

PacketFecDelay
PacketFecModel::GetResequencingDelay(double loss, uint32_t window, double group)
{
    RequireLossRate(loss);
    CheckPacketWindow(window);
    CheckGroup(group);
    // logarithm of P(all W packets of one round trip needed at most j transmissions), and of all
    // round trips before
    std::vector<double> trip;
    const double least = NEGLIGIBLE * std::min(loss, 1 / (group * window));
    for (double missed = loss; missed > least; missed *= loss)
    {
        trip.push_back(group * window * std::log1p(-missed));
    }
    std::vector<double> before(trip.size() + 1, 0);
    for (std::size_t j = trip.size(); j-- > 0;)
    {
        before[j] = before[j + 1] + trip[j];
    }
    double mean = 0;
    double square = 0;
    for (std::size_t n = 0; n < trip.size(); n++)
    {
        for (uint32_t r = 0; r < window; r++)
        {
            const double share = static_cast<double>(window - r) / window;
            const double later = -std::expm1(share * trip[n] + before[n + 1]);
            const double from = n + static_cast<double>(r) / window;
            const double to = n + static_cast<double>(r + 1) / window;
            mean += later * (to - from);
            square += later * (to - from) * (to + from);
        }
    }
    return {mean, std::sqrt(std::max(0.0, square - mean * mean)), std::exp(before[0])};
}

PacketFecCode
PacketFecModel::GetBestCode(double loss, double group, uint32_t limit, uint32_t mostParity)
{
    RequireArgument(limit >= 1, "packets of a block", limit, "at least 1");
    PacketFecCode best;
    double least = GetMulticastCost(loss, best, group);
    for (uint32_t m = 1; m <= mostParity && m < limit; m++)
    {
        for (uint32_t n = 1; n <= limit - m; n++)
        {
            const double cost = GetMulticastCost(loss, {n, m}, group);
            if (cost < least)
            {
                least = cost;
                best = {n, m};
            }
        }
    }
    return best;
}

double
PacketFecModel::FindCrossing(const std::function<double(double)>& difference,
                             double low,
                             double high)
{
    RequireArgument(low > 0, "start of a search", low, "above 0");
    const double none = std::numeric_limits<double>::quiet_NaN();
    if (difference(low) < 0)
    {
        return none;
    }
    const double step = std::pow(10, 0.01);
    double above = low;
    double below = low;
    while (difference(below) >= 0)
    {
        if (below >= high)
        {
            return none;
        }
        above = below;
        below = std::min(below * step, high);
    }
    return AnalysisNumeric::FindRoot(difference, above, below);
}
} // namespace hsn
} // namespace ns3
