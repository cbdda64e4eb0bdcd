// SPDX-License-Identifier: GPL-2.0-only
#include "tear-cbr-record.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
uint32_t
TearCbrRecord::AddSent(double sent)
{
    m_entries.push_back({sent});
    return static_cast<uint32_t>(m_entries.size()) - 1;
}

void
TearCbrRecord::SetReturned(uint32_t number, double now)
{
    auto& entry = m_entries.at(number);
    entry.rtt = now - entry.sent;
    entry.fate = RETURNED;
}

void
TearCbrRecord::SetLost(uint32_t number, Fate fate)
{
    m_entries.at(number).fate = fate;
}

const std::vector<TearCbrRecord::Entry>&
TearCbrRecord::GetEntries() const
{
    return m_entries;
}

uint64_t
TearCbrRecord::Count(Fate fate) const
{
    return std::count_if(m_entries.begin(), m_entries.end(), [fate](const Entry& entry) {
        return entry.fate == fate;
    });
}

bool
TearCbrRecord::IsLost(const Entry& entry)
{
    return entry.fate != UNDER_WAY && entry.fate != RETURNED;
}

double
TearCbrRecord::GetLoss() const
{
    const auto lost = std::count_if(m_entries.begin(), m_entries.end(), IsLost);
    return static_cast<double>(lost) / static_cast<double>(m_entries.size());
}

std::vector<TearCbrRecord::Run>
TearCbrRecord::GetRuns() const
{
    std::vector<Run> runs;
    bool inRun = false;
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        const bool isLost = IsLost(m_entries[i]);
        if (isLost && !inRun)
        {
            runs.push_back({i, 0});
        }
        if (isLost)
        {
            ++runs.back().count;
        }
        inRun = isLost;
    }
    return runs;
}

double
TearCbrRecord::GetMedianBeside(const Run& run, bool isAfter, uint32_t count) const
{
    const int64_t step = isAfter ? 1 : -1;
    int64_t at = isAfter ? int64_t{run.first} + run.count : int64_t{run.first} - 1;
    std::vector<double> rtts;
    for (; at >= 0 && at < static_cast<int64_t>(m_entries.size()) && rtts.size() < count;
         at += step)
    {
        if (m_entries[at].fate == RETURNED)
        {
            rtts.push_back(m_entries[at].rtt);
        }
    }
    if (rtts.empty() || rtts.size() < count)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::sort(rtts.begin(), rtts.end());
    return (rtts[(count - 1) / 2] + rtts[count / 2]) / 2;
}

JsonObject
TearCbrRecord::Describe(const Run& run, uint32_t neighbours) const
{
    uint32_t queue = 0;
    for (uint32_t i = run.first; i < run.first + run.count; ++i)
    {
        queue += m_entries[i].fate == LOST_QUEUE;
    }
    JsonObject out;
    out.Set("first", run.first);
    out.Set("count", run.count);
    out.Set("time_s", m_entries[run.first].sent);
    out.Set("lost_queue", queue);
    out.Set("rtt_before_s", GetMedianBeside(run, false, neighbours));
    out.Set("rtt_after_s", GetMedianBeside(run, true, neighbours));
    return out;
}
} // namespace hsn
} // namespace ns3
