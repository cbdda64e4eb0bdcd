// SPDX-License-Identifier: GPL-2.0-only
#include "interframe-probe.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
InterframeProbe::InterframeProbe(uint32_t packets)
    : m_packets(packets),
      m_missing(packets)
{
    NS_ABORT_MSG_IF(packets == 0, "InterframeProbe: 0 packets of a frame must be above 0");
}

void
InterframeProbe::Note(Time at)
{
    if (--m_missing > 0)
    {
        return;
    }
    m_missing = m_packets;
    if (!m_first)
    {
        const double period = static_cast<double>((at - m_last).GetNanoSeconds()) * 1e-6;
        m_summary.Add(period);
        m_periods.push_back(period);
    }
    m_first = false;
    m_last = at;
}

uint64_t
InterframeProbe::GetCount() const
{
    return m_periods.size();
}

double
InterframeProbe::GetMean() const
{
    return m_periods.empty() ? std::numeric_limits<double>::quiet_NaN() : m_summary.GetMean();
}

double
InterframeProbe::GetVariance() const
{
    const auto n = static_cast<double>(m_periods.size());
    if (n < 2)
    {
        return n == 1 ? 0 : std::numeric_limits<double>::quiet_NaN();
    }
    return std::pow(m_summary.GetDeviation(), 2) * (n - 1) / n;
}

double
InterframeProbe::GetMin() const
{
    return m_periods.empty() ? std::numeric_limits<double>::quiet_NaN()
                             : *std::min_element(m_periods.begin(), m_periods.end());
}

double
InterframeProbe::GetMax() const
{
    return m_periods.empty() ? std::numeric_limits<double>::quiet_NaN()
                             : *std::max_element(m_periods.begin(), m_periods.end());
}

const std::vector<double>&
InterframeProbe::GetPeriods() const
{
    return m_periods;
}
} // namespace hsn
} // namespace ns3
