// SPDX-License-Identifier: GPL-2.0-only
#include "burst-monitor.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
BurstMonitor::BurstMonitor(uint32_t cells, Time idle, std::size_t listed)
    : m_cells(cells),
      m_idle(idle.GetTimeStep()),
      m_listed(listed)
{
}

void
BurstMonitor::NoteCell(int64_t step, bool last, bool passed)
{
    if (m_last >= 0 && step - m_last >= m_idle)
    {
        m_idles.push_back(TimeStep(step - m_last).GetSeconds());
        Finish();
    }
    m_last = step;
    ++m_seen;
    m_accepted += passed;
    if (last)
    {
        EndPdu(passed);
    }
}

void
BurstMonitor::EndPdu(bool passed)
{
    if (m_seen == m_cells)
    {
        const bool intact = m_accepted == m_seen;
        m_burst.passed += intact && m_burst.damaged == 0;
        m_burst.damaged += !intact;
        m_any = true;
        if (m_bursts.empty() && m_fates.size() < m_listed)
        {
            m_fates.push_back(std::to_string(m_accepted) + (passed ? "*" : ""));
        }
    }
    m_seen = 0;
    m_accepted = 0;
}

void
BurstMonitor::Finish()
{
    if (m_any)
    {
        m_bursts.push_back(m_burst);
    }
    m_any = false;
    m_burst = Burst();
}

const std::vector<BurstMonitor::Burst>&
BurstMonitor::GetBursts() const
{
    return m_bursts;
}

double
BurstMonitor::GetMean() const
{
    double sum = 0;
    uint32_t count = 0;
    for (const auto& burst : m_bursts)
    {
        sum += burst.damaged > 0 ? burst.passed : 0;
        count += burst.damaged > 0;
    }
    return count > 0 ? sum / count : NAN;
}

const std::vector<double>&
BurstMonitor::GetIdles() const
{
    return m_idles;
}

const std::vector<std::string>&
BurstMonitor::GetFirstFates() const
{
    return m_fates;
}
} // namespace hsn
} // namespace ns3
