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
    m_measured = false;
    m_mean = 0;
    m_variance = 0;
    m_shift = 0;
}

void
TickRttEstimator::Measure(int64_t ticks)
{
    const int64_t elapsed = ticks - 1;
    if (!m_measured)
    {
        m_measured = true;
        m_mean = elapsed * 8;
        m_variance = elapsed * 2;
    }
    else
    {
        const int64_t delta = elapsed - m_mean / 8;
        m_mean += delta;
        m_variance += std::abs(delta) - m_variance / 4;
    }
    m_shift = 0;
}

void
TickRttEstimator::BackOff()
{
    m_shift = std::min(m_shift + 1, MAX_SHIFT);
}

int64_t
TickRttEstimator::GetTimeout() const
{
    const int64_t base = m_measured ? std::max(m_mean / 8 + m_variance, m_min) : m_initial;
    return std::clamp(base << m_shift, m_min, m_max);
}
} // namespace hsn
} // namespace ns3
