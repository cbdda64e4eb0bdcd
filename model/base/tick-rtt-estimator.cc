// SPDX-License-Identifier: GPL-2.0-only
#include "tick-rtt-estimator.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{
namespace hsn
{
void
TickRttEstimator::Reset(int64_t ticks)
{
    m_initial = ticks;
    m_mean = 0;
    m_variance = 0;
    m_shift = 0;
}

void
TickRttEstimator::Measure(int64_t ticks)
{
    if (m_mean == 0)
    {
        m_mean = ticks * 8;
        m_variance = ticks * 2;
    }
    else
    {
        const int64_t delta = ticks - 1 - m_mean / 8;
        m_mean = std::max<int64_t>(m_mean + delta, 1);
        m_variance = std::max<int64_t>(m_variance + std::abs(delta) - m_variance / 4, 1);
    }
    m_shift = 0;
}

void
TickRttEstimator::BackOff()
{
    m_shift = std::min(m_shift + 1, MAX_SHIFT);
}

int64_t
TickRttEstimator::Compute() const
{
    return m_formula == TAHOE ? (m_mean / 4 + m_variance) / 2 : m_mean / 8 + m_variance;
}

int64_t
TickRttEstimator::GetTimeout() const
{
    const int64_t base = m_mean == 0 ? m_initial : std::max(Compute(), m_min);
    return std::clamp(base << m_shift, m_min, m_max);
}
} // namespace hsn
} // namespace ns3
