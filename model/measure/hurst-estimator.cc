// SPDX-License-Identifier: GPL-2.0-only
#include "hurst-estimator.h"

#include "ns3/abort.h"
#include "ns3/analysis-numeric.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnHurstEstimator");

namespace
{
/// Ends the program unless sums of squares are numbers. @param squares they
void
CheckSquares(double squares)
{
    NS_ABORT_MSG_UNLESS(std::isfinite(squares),
                        "HurstEstimator: sum of squares = "
                            << squares << ": samples must be finite, and their squares, too");
}
} // namespace

double
HurstEstimator::GetRescaledRange(const std::vector<double>& series,
                                 std::size_t first,
                                 std::size_t size)
{
    NS_ABORT_MSG_UNLESS(size >= 2, "HurstEstimator: block of " << size << " must be at least 2");
    NS_ABORT_MSG_UNLESS(first <= series.size() && size <= series.size() - first,
                        "HurstEstimator: block of " << size << " at " << first
                                                    << " must end within the series of "
                                                    << series.size());
    const auto begin = series.begin() + first;
    const auto end = begin + size;
    if (std::all_of(begin, end, [begin](double sample) { return sample == *begin; }))
    {
        CheckSquares(*begin);
        return NAN; // rounding of the mean must not decide
    }
    double mean = 0;
    for (auto sample = begin; sample != end; ++sample)
    {
        mean += *sample;
    }
    mean /= size;
    double sum = 0;
    double squares = 0;
    // the last partial sum is 0; so 0 is among them
    double low = 0;
    double high = 0;
    for (auto sample = begin; sample != end; ++sample)
    {
        const double distance = *sample - mean;
        sum += distance;
        squares += distance * distance;
        low = std::min(low, sum);
        high = std::max(high, sum);
    }
    CheckSquares(squares);
    return (high - low) / std::sqrt(squares / size);
}

std::vector<HurstEstimator::Point>
HurstEstimator::GetRescaledRanges(const std::vector<double>& series,
                                  const std::vector<uint64_t>& scales,
                                  Blocks blocks)
{
    std::vector<Point> points;
    for (const uint64_t scale : scales)
    {
        NS_ABORT_MSG_UNLESS(scale >= 2, "HurstEstimator: scale " << scale << " must be at least 2");
        const uint64_t most = blocks == FIRST ? 1 : series.size();
        double logs = 0;
        uint64_t count = 0;
        for (uint64_t block = 0; block < most && scale <= series.size() - block * scale; ++block)
        {
            const double ratio = GetRescaledRange(series, block * scale, scale);
            if (std::isnan(ratio))
            {
                NS_LOG_WARN("R/S of " << scale << " samples from " << block * scale
                                      << " on is skipped: their standard deviation is 0");
                continue;
            }
            logs += std::log10(ratio);
            ++count;
        }
        if (count > 0)
        {
            points.push_back({scale, std::pow(10, logs / count)});
        }
    }
    return points;
}

std::vector<HurstEstimator::Point>
HurstEstimator::GetVarianceTimes(const std::vector<double>& series,
                                 const std::vector<uint64_t>& scales,
                                 uint64_t least)
{
    std::vector<Point> points;
    for (const uint64_t scale : scales)
    {
        NS_ABORT_MSG_UNLESS(scale >= 1, "HurstEstimator: scale " << scale << " must be at least 1");
        const uint64_t blocks = series.size() / scale;
        if (blocks < std::max<uint64_t>(least, 1))
        {
            continue;
        }
        double mean = 0;
        double squares = 0;
        for (uint64_t block = 0; block < blocks; ++block)
        {
            double sum = 0;
            for (uint64_t i = block * scale; i < (block + 1) * scale; ++i)
            {
                sum += series[i];
            }
            // Welford's update
            const double distance = sum / scale - mean;
            mean += distance / (block + 1);
            squares += distance * (sum / scale - mean);
        }
        CheckSquares(squares);
        if (squares > 0)
        {
            points.push_back({scale, squares / blocks});
        }
    }
    return points;
}

HurstEstimator::Fit
HurstEstimator::FitLine(const std::vector<Point>& points)
{
    std::vector<double> scales;
    std::vector<double> values;
    for (const Point& point : points)
    {
        NS_ABORT_MSG_UNLESS(point.scale > 0 && point.value > 0 && std::isfinite(point.value),
                            "HurstEstimator: point (" << point.scale << ", " << point.value
                                                      << ") must be positive and finite");
        scales.push_back(std::log10(point.scale));
        values.push_back(std::log10(point.value));
    }
    const auto line = AnalysisNumeric::FitLine(scales, values);
    return {line.slope, line.intercept, points.size()};
}

double
HurstEstimator::GetHurst(double slope)
{
    return 1 + slope / 2;
}

std::vector<uint64_t>
HurstEstimator::GetOctaves(uint64_t low, uint64_t high)
{
    NS_ABORT_MSG_UNLESS(low > 0, "HurstEstimator: lowest scale 0 must be at least 1");
    std::vector<uint64_t> scales;
    for (uint64_t scale = low; scale <= high; scale *= 2)
    {
        scales.push_back(scale);
        if (scale > high / 2)
        {
            break;
        }
    }
    return scales;
}

void
VarianceTimeCollector::Add(double sample)
{
    NS_ABORT_MSG_UNLESS(std::isfinite(sample),
                        "VarianceTimeCollector: sample = " << sample << " must be finite");
    double mean = sample;
    for (std::size_t i = 0;; ++i)
    {
        if (i == m_levels.size())
        {
            m_levels.emplace_back();
        }
        Level& level = m_levels[i];
        const double distance = mean - level.mean;
        level.mean += distance / ++level.count;
        level.squares += distance * (mean - level.mean);
        level.hasWaiting = !level.hasWaiting;
        if (level.hasWaiting)
        {
            level.waiting = mean;
            return;
        }
        mean = (level.waiting + mean) / 2;
    }
}

uint64_t
VarianceTimeCollector::GetCount() const
{
    return m_levels.empty() ? 0 : m_levels.front().count;
}

std::vector<HurstEstimator::Point>
VarianceTimeCollector::GetPoints(uint64_t least) const
{
    std::vector<HurstEstimator::Point> points;
    uint64_t scale = 1;
    for (const Level& level : m_levels)
    {
        if (level.count >= least && level.squares > 0)
        {
            points.push_back({scale, level.squares / level.count});
        }
        scale *= 2;
    }
    return points;
}
} // namespace hsn
} // namespace ns3
