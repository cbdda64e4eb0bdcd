// SPDX-License-Identifier: GPL-2.0-only
#include "fluid-model.h"

#include "model-argument.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Throws unless a source is possible. @param source one */
void
CheckSource(const FluidSourceModel& source)
{
    RequireArgument(source.peak > 0 && std::isfinite(source.peak),
                    "peak rate in bit/s",
                    source.peak,
                    "above 0 and finite");
    RequireArgument(source.onMean > 0 && std::isfinite(source.onMean),
                    "mean On time in s",
                    source.onMean,
                    "above 0 and finite");
    RequireArgument(source.offMean > 0 && std::isfinite(source.offMean),
                    "mean Off time in s",
                    source.offMean,
                    "above 0 and finite");
}

/**
 * @brief Share of the fluid that a bucket refuses; eq. (3) solved for pi.
 * @param s source
 * @param depth sigma
 * @param rate rho, between mean and peak
 * @return pi
 */
double
Lose(const FluidSourceModel& s, double depth, double rate)
{
    const double alpha = 1 / s.onMean;
    const double beta = 1 / s.offMean;
    const double over = s.peak - rate;
    if (over <= 0)
    {
        return 0;
    }
    const double z = alpha / over - beta / rate;
    const double decay = std::exp(-z * depth);
    const double drift = alpha * rate - beta * over;
    return over / s.peak * decay * drift / (drift - beta * over * std::expm1(-z * depth));
}
} // namespace

double
FluidSourceModel::GetMeanRate() const
{
    return peak * onMean / (onMean + offMean);
}

double
FluidModel::GetBucketLoss(const FluidSourceModel& source, double depth, double rate)
{
    CheckSource(source);
    RequireArgument(depth >= 0 && std::isfinite(depth),
                    "bucket depth in bits",
                    depth,
                    "at least 0 and finite");
    RequireArgument(rate > source.GetMeanRate() && rate <= source.peak,
                    "bucket rate in bit/s",
                    rate,
                    "above the mean and at most the peak rate of the source");
    return Lose(source, depth, rate);
}

double
FluidModel::GetBucketDepth(const FluidSourceModel& source, double rate, double loss)
{
    CheckSource(source);
    RequireArgument(rate > source.GetMeanRate() && rate < source.peak,
                    "bucket rate in bit/s",
                    rate,
                    "above the mean and below the peak rate of the source");
    RequireArgument(loss > 0 && loss < 1, "share lost", loss, "above 0 and below 1");
    const double alpha = 1 / source.onMean;
    const double beta = 1 / source.offMean;
    const double over = source.peak - rate;
    const double drift = alpha * rate - beta * over;
    const double depth =
        rate * over / drift *
        std::log((over / source.peak * drift + loss * beta * over) / (loss * alpha * rate));
    return std::max(depth, 0.0);
}

double
FluidModel::GetBucketRate(const FluidSourceModel& source, double depth, double loss)
{
    CheckSource(source);
    RequireArgument(depth >= 0 && std::isfinite(depth),
                    "bucket depth in bits",
                    depth,
                    "at least 0 and finite");
    RequireArgument(loss > 0 && loss < 1, "share lost", loss, "above 0 and below 1");
    // the loss falls as the rate rises; halving ends when no double is left between the two
    double low = source.GetMeanRate();
    double high = source.peak;
    for (double middle = low + (high - low) / 2; middle > low && middle < high;
         middle = low + (high - low) / 2)
    {
        (Lose(source, depth, middle) > loss ? low : high) = middle;
    }
    return high;
}

FluidModel::FluidModel(const FluidSourceModel& source, uint32_t sources, double service)
{
    CheckSource(source);
    RequireArgument(sources >= 1 && sources <= 100000, "number of sources", sources, "1 to 100000");
    const double mean = sources * source.GetMeanRate();
    RequireArgument(service > mean && service < sources * source.peak,
                    "service rate in bit/s",
                    service,
                    "above the mean and below the peak rate of all sources");
    m_load = mean / service;
    // units of the paper: time in mean On times, fluid in what a source sends in one
    using Real = long double;
    const Real n = sources;
    const Real l = static_cast<Real>(source.onMean) / source.offMean; // lambda
    const Real c = static_cast<Real>(service) / source.peak;
    const Real unit = static_cast<Real>(source.peak) * source.onMean;

    std::vector<Real> roots;
    const auto keep = [&roots](Real z) {
        if (z < 0)
        {
            roots.push_back(z);
        }
    };
    for (uint32_t k = 0; 2 * k <= sources; ++k)
    {
        const Real half = n / 2 - k;
        const Real a = half * half - (n / 2 - c) * (n / 2 - c);
        const Real b = 2 * (1 - l) * half * half - n * (1 + l) * (n / 2 - c);
        const Real d = -(1 + l) * (1 + l) * k * (n - k);
        if (2 * k == sources)
        {
            keep(-(1 + l) * n / 2 / (n / 2 - c)); // both roots are the same
        }
        else if (k == 0)
        {
            keep(-b / a); // the other one is 0
        }
        else if (a == 0)
        {
            keep(-d / b);
        }
        else
        {
            // the larger part of the sum first: the other root is then free of cancellation
            const Real sum = -(b + std::copysign(std::sqrt(b * b - 4 * a * d), b)) / 2;
            keep(sum / a);
            keep(d / sum);
        }
    }
    std::sort(roots.begin(), roots.end(), [](Real one, Real other) { return one > other; });
    const auto expected = static_cast<std::size_t>(n - std::floor(c));
    if (roots.size() != expected)
    {
        throw std::runtime_error("the number of negative eigenvalues is wrong");
    }
    for (const Real z : roots)
    {
        // sum of the eigenvector whose last component is 1: (1 - r1)^m (1 - r2)^(N - m)
        const Real p = z + 1 - l;
        const Real root = std::sqrt(p * p + 4 * l);
        const Real high = p < 0 ? (root - p) / (2 * l) : 2 / (root + p);
        const Real low = -1 / (l * high);
        const Real m = std::round((z * c - n * l + n * l * high) / (l * (high - low)));
        Real log = m * std::log(high - 1) + (n - m) * std::log(1 - low) + n * std::log(l / (1 + l));
        Real sign = std::fmod(m, 2) == 0 ? 1 : -1;
        for (const Real other : roots)
        {
            if (other != z)
            {
                log += std::log(std::abs(other / (other - z)));
                sign = (other - z) < 0 ? sign : -sign;
            }
        }
        m_terms.push_back({sign, log, z / unit});
    }
}

double
FluidModel::GetAbove(double bits) const
{
    RequireArgument(bits >= 0, "bits in the queue", bits, "at least 0");
    long double sum = 0;
    for (const auto& term : m_terms)
    {
        sum += term.sign * std::exp(term.logFactor + term.decay * bits);
    }
    return static_cast<double>(sum);
}

double
FluidModel::GetLate(double bits) const
{
    return GetAbove(bits) / m_load;
}
} // namespace hsn
} // namespace ns3
