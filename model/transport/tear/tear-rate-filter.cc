// SPDX-License-Identifier: GPL-2.0-only
#include "tear-rate-filter.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief How far the sum of weights may be from 1. */
constexpr double SUM_TOLERANCE = 1e-9;
/** @brief Smallest weight that is taken as a shift is 2^-15, and ... */
constexpr int MOST_SHIFT = 15;
/** @brief ... with so many fraction bits, rates below 2^24 do not overflow 64 bits. */
constexpr uint32_t MOST_FRACTION_BITS = 24;

/** @param weights some weights @return i for each weight 2^-i; empty if a weight is not such a
 * power */
std::vector<uint32_t>
FindShifts(const std::vector<double>& weights)
{
    std::vector<uint32_t> shifts;
    for (const double weight : weights)
    {
        int exponent = 0;
        if (std::frexp(weight, &exponent) != 0.5 || exponent > 1 || exponent <= -MOST_SHIFT)
        {
            return {};
        }
        shifts.push_back(static_cast<uint32_t>(1 - exponent));
    }
    return shifts;
}
} // namespace

std::vector<double>
TearRateFilter::GetInternetWeights()
{
    return {1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 2 / 15.0, 1 / 10.0, 1 / 15.0, 1 / 30.0};
}

std::vector<double>
TearRateFilter::GetWirelessWeights()
{
    return {1 / 2.0, 1 / 4.0, 1 / 8.0, 1 / 16.0, 1 / 32.0, 1 / 64.0, 1 / 128.0, 1 / 128.0};
}

std::vector<double>
TearRateFilter::GetPrintedWirelessWeights()
{
    return {1 / 2.0, 1 / 4.0, 1 / 8.0, 1 / 16.0, 2 / 32.0, 1 / 64.0, 1 / 128.0, 1 / 128.0};
}

std::string
TearRateFilter::ToText(const std::vector<double>& weights)
{
    std::ostringstream text;
    text.precision(std::numeric_limits<double>::max_digits10);
    for (const double weight : weights)
    {
        text << (text.tellp() > 0 ? "," : "") << weight;
    }
    return text.str();
}

std::vector<double>
TearRateFilter::FromText(const std::string& text)
{
    std::vector<double> weights;
    std::istringstream all(text);
    for (std::string item; std::getline(all, item, ',');)
    {
        std::istringstream number(item);
        double weight = 0;
        NS_ABORT_MSG_UNLESS(number >> weight && (number >> std::ws).eof(),
                            "TEAR: Weights = " << text << ": '" << item << "' is no number");
        weights.push_back(weight);
    }
    return weights;
}

TearRateFilter::TearRateFilter(const Settings& settings)
    : m_settings(settings)
{
    std::vector<double>& weights = m_settings.weights;
    NS_ABORT_MSG_IF(weights.empty(), "TEAR: Weights is empty, it must have W >= 1 weights");
    NS_ABORT_MSG_UNLESS(weights.size() == m_settings.epochs,
                        "TEAR: W = " << m_settings.epochs << " must be the number of Weights, "
                                     << weights.size());
    for (const double weight : weights)
    {
        NS_ABORT_MSG_UNLESS(weight >= 0 && std::isfinite(weight),
                            "TEAR: weight " << weight << " must not be negative");
    }
    NS_ABORT_MSG_UNLESS(weights.front() > 0,
                        "TEAR: weight " << weights.front()
                                        << " of the newest epoch must be above 0");
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    NS_ABORT_MSG_UNLESS(m_settings.normalizeWeights || std::abs(sum - 1) <= SUM_TOLERANCE,
                        "TEAR: the sum of Weights is "
                            << sum << ", it must be 1 within 1e-9 unless NormalizeWeights is set");
    if (m_settings.normalizeWeights)
    {
        for (double& weight : weights)
        {
            weight /= sum;
        }
    }
    m_shifts = FindShifts(weights);
}

void
TearRateFilter::Add(double window, Time duration)
{
    NS_ABORT_MSG_UNLESS(window >= 1, "TEAR: window " << window << " of a round must be 1 at least");
    NS_ABORT_MSG_UNLESS(duration > Time(0),
                        "TEAR: duration " << duration.GetSeconds()
                                          << " s of a round must be above 0");
    m_open.windows += window;
    m_open.seconds += duration.GetSeconds();
    m_open.rounds++;
}

bool
TearRateFilter::EndEpoch()
{
    if (m_open.rounds == 0)
    {
        return false;
    }
    m_complete.push_front(m_open.GetRate());
    if (m_complete.size() > m_settings.epochs)
    {
        m_complete.pop_back();
    }
    m_open = Epoch();
    return true;
}

bool
TearRateFilter::AddRound(double startWindow, double endWindow, Time duration)
{
    Add(m_settings.roundSample == LAST_CWND ? startWindow : endWindow, duration);
    return m_open.rounds == m_settings.epochMaxRounds && EndEpoch();
}

void
TearRateFilter::AddLastRound(double window, Time duration)
{
    Add(window, duration);
    EndEpoch();
}

bool
TearRateFilter::EndSlowStart()
{
    return m_settings.newEpochOnSsExit && EndEpoch();
}

std::vector<double>
TearRateFilter::GetSamples(bool open) const
{
    std::vector<double> samples;
    if (open && m_open.rounds > 0)
    {
        samples.push_back(m_open.GetRate());
    }
    const size_t room = m_settings.epochs - samples.size();
    const size_t count = std::min(room, m_complete.size());
    samples.insert(samples.end(),
                   m_complete.begin(),
                   m_complete.begin() + static_cast<std::ptrdiff_t>(count));
    return samples;
}

double
TearRateFilter::Average(const std::vector<double>& samples) const
{
    double sum = 0;
    double used = 0;
    for (size_t i = 0; i < samples.size(); i++)
    {
        sum += m_settings.weights[i] * samples[i];
        used += m_settings.weights[i];
    }
    if (samples.size() == m_settings.weights.size() || samples.empty())
    {
        return sum;
    }
    return sum / used;
}

double
TearRateFilter::GetCompleteRate() const
{
    return Average(GetSamples(false));
}

double
TearRateFilter::GetOpenRate() const
{
    return Average(GetSamples(true));
}

double
TearRateFilter::GetRate() const
{
    return std::max(GetCompleteRate(), GetOpenRate());
}

double
TearRateFilter::GetLastEpochRate() const
{
    return m_complete.empty() ? 0 : m_complete.front();
}

uint32_t
TearRateFilter::GetEpochs() const
{
    return static_cast<uint32_t>(m_complete.size());
}

uint64_t
TearRateFilter::AverageByShifts(const std::vector<double>& samples, uint32_t fractionBits) const
{
    const uint32_t finest = *std::max_element(m_shifts.begin(), m_shifts.end());
    uint64_t sum = 0;
    uint64_t used = 0; // in units of the smallest weight
    for (size_t i = 0; i < samples.size(); i++)
    {
        sum += static_cast<uint64_t>(std::ldexp(samples[i], static_cast<int>(fractionBits))) >>
               m_shifts[i];
        used += uint64_t{1} << (finest - m_shifts[i]);
    }
    // all weights together are 1 and need no division
    return samples.size() == m_shifts.size() || samples.empty() ? sum : (sum << finest) / used;
}

uint64_t
TearRateFilter::GetShiftedRate(uint32_t fractionBits) const
{
    NS_ABORT_MSG_UNLESS(IsShiftable(), "TEAR: Weights must be powers of two to be used as shifts");
    NS_ABORT_MSG_UNLESS(fractionBits <= MOST_FRACTION_BITS,
                        "TEAR: " << fractionBits << " fraction bits must be " << MOST_FRACTION_BITS
                                 << " at most");
    return std::max(AverageByShifts(GetSamples(false), fractionBits),
                    AverageByShifts(GetSamples(true), fractionBits));
}
} // namespace hsn
} // namespace ns3
