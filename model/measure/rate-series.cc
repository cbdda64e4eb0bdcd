// SPDX-License-Identifier: GPL-2.0-only
#include "rate-series.h"

#include "sample-summary.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
RateSeries::RateSeries(uint32_t competitors, Time period)
    : m_period(period),
      m_kinds(competitors)
{
    NS_ABORT_MSG_IF(competitors == 0, "RateSeries: 0 competitors; at least 1");
    NS_ABORT_MSG_UNLESS(period.IsStrictlyPositive(),
                        "RateSeries: a period of " << period.As(Time::S) << "; above 0");
}

void
RateSeries::Add(const std::vector<Sample>& samples)
{
    NS_ABORT_MSG_UNLESS(samples.size() == m_kinds.size(),
                        "RateSeries: " << samples.size() << " samples of " << m_kinds.size()
                                       << " competitors");
    for (std::size_t who = 0; who < samples.size(); ++who)
    {
        m_kinds[who].push_back(samples[who]);
    }
}

std::size_t
RateSeries::GetSize() const
{
    return m_kinds.front().size();
}

Time
RateSeries::GetPeriod() const
{
    return m_period;
}

std::pair<std::size_t, std::size_t>
RateSeries::Find(const Span& span) const
{
    const auto index = [this](Time at) {
        const int64_t periods = std::max<int64_t>(at.GetTimeStep(), 0) / m_period.GetTimeStep();
        return std::min(static_cast<std::size_t>(periods), GetSize());
    };
    const std::size_t from = index(span.from);
    return {from, std::max(from, index(span.to))};
}

uint64_t
RateSeries::GetBytes(std::size_t index) const
{
    uint64_t bytes = 0;
    for (const auto& one : m_kinds)
    {
        bytes += one[index].bytes;
    }
    return bytes;
}

double
RateSeries::ToRate(double bytes, double periods) const
{
    return periods > 0 ? 8 * bytes / (periods * m_period.GetSeconds())
                       : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double>
RateSeries::GetRates(uint32_t who) const
{
    std::vector<double> rates;
    for (const auto& sample : m_kinds.at(who))
    {
        rates.push_back(ToRate(sample.bytes, 1));
    }
    return rates;
}

std::vector<double>
RateSeries::GetTotals() const
{
    std::vector<double> rates;
    for (std::size_t i = 0; i < GetSize(); ++i)
    {
        rates.push_back(ToRate(GetBytes(i), 1));
    }
    return rates;
}

template <typename F>
uint64_t
RateSeries::Sum(uint32_t who, const Span& span, F f) const
{
    const auto [from, to] = Find(span);
    uint64_t sum = 0;
    for (std::size_t i = from; i < to; ++i)
    {
        sum += f(m_kinds.at(who)[i]);
    }
    return sum;
}

double
RateSeries::ToRate(const Span& span, uint64_t bytes) const
{
    const auto [from, to] = Find(span);
    return ToRate(static_cast<double>(bytes), to - from);
}

double
RateSeries::GetMean(uint32_t who, const Span& span) const
{
    return ToRate(span, Sum(who, span, [](const Sample& sample) { return sample.bytes; }));
}

double
RateSeries::GetTotalMean(const Span& span) const
{
    uint64_t bytes = 0;
    for (uint32_t who = 0; who < m_kinds.size(); ++who)
    {
        bytes += Sum(who, span, [](const Sample& sample) { return sample.bytes; });
    }
    return ToRate(span, bytes);
}

double
RateSeries::GetTotalVariation(const Span& span) const
{
    const auto [from, to] = Find(span);
    SampleSummary rates;
    for (std::size_t i = from; i < to; ++i)
    {
        rates.Add(ToRate(GetBytes(i), 1));
    }
    return rates.GetDeviation() / rates.GetMean();
}

double
RateSeries::GetConvergence(uint32_t a, uint32_t b, const Span& span, double ratio, Time window)
    const
{
    NS_ABORT_MSG_UNLESS(ratio > 0 && ratio <= 1,
                        "RateSeries: a ratio of " << ratio << "; above 0, at most 1");
    NS_ABORT_MSG_IF(window < m_period,
                    "RateSeries: a window of " << window.As(Time::S) << "; at least a period of "
                                               << m_period.As(Time::S));
    for (Time from = span.from; from + window <= span.to; from += m_period)
    {
        const double first = GetMean(a, {from, from + window});
        const double second = GetMean(b, {from, from + window});
        if (std::min(first, second) >= ratio * std::max(first, second) && first + second > 0)
        {
            return (from + window - span.from).GetSeconds();
        }
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double
RateSeries::GetLossSynchrony(const std::vector<uint32_t>& who, const Span& span) const
{
    NS_ABORT_MSG_IF(who.empty(), "RateSeries: 0 competitors; at least 1");
    const auto [from, to] = Find(span);
    SampleSummary shares;
    for (std::size_t i = from; i < to; ++i)
    {
        const auto losers = std::count_if(who.begin(), who.end(), [this, i = i](uint32_t one) {
            return m_kinds.at(one)[i].losses > 0;
        });
        if (losers > 0)
        {
            shares.Add(static_cast<double>(losers) / who.size());
        }
    }
    return shares.GetMean();
}

uint64_t
RateSeries::GetLosses(uint32_t who, const Span& span) const
{
    return Sum(who, span, [](const Sample& sample) { return sample.losses; });
}

uint64_t
RateSeries::GetLossPeriods(uint32_t who, const Span& span) const
{
    return Sum(who, span, [](const Sample& sample) { return sample.losses > 0 ? 1 : 0; });
}
} // namespace hsn
} // namespace ns3
