// SPDX-License-Identifier: GPL-2.0-only
#include "sample-summary.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
void
SampleSummary::Add(double sample)
{
    m_samples.push_back(sample);
    m_sorted = m_samples.size() == 1;
    // Welford's update
    const double distance = sample - m_mean;
    m_mean += distance / m_samples.size();
    m_squares += distance * (sample - m_mean);
}

uint64_t
SampleSummary::GetCount() const
{
    return m_samples.size();
}

double
SampleSummary::GetMean() const
{
    return m_samples.empty() ? NAN : m_mean;
}

double
SampleSummary::GetDeviation() const
{
    return m_samples.size() < 2 ? NAN : std::sqrt(m_squares / (m_samples.size() - 1));
}

double
SampleSummary::GetPercentile(double share) const
{
    NS_ABORT_MSG_UNLESS(share >= 0 && share <= 1,
                        "SampleSummary: share = " << share << " must be 0 to 1");
    if (m_samples.empty())
    {
        return NAN;
    }
    if (!m_sorted)
    {
        std::sort(m_samples.begin(), m_samples.end());
        m_sorted = true;
    }
    const double rank = std::ceil(share * m_samples.size());
    return m_samples[std::max(rank, 1.0) - 1];
}

uint64_t
SampleSummary::CountAbove(double limit) const
{
    return std::count_if(m_samples.begin(), m_samples.end(), [limit](double sample) {
        return sample > limit;
    });
}

std::vector<uint64_t>
SampleSummary::GetHistogram(double width) const
{
    NS_ABORT_MSG_UNLESS(width > 0, "SampleSummary: width = " << width << " must be above 0");
    std::vector<uint64_t> bins;
    for (const double sample : m_samples)
    {
        const auto bin = static_cast<std::size_t>(std::max(sample, 0.0) / width);
        bins.resize(std::max(bins.size(), bin + 1));
        ++bins[bin];
    }
    return bins;
}
} // namespace hsn
} // namespace ns3
