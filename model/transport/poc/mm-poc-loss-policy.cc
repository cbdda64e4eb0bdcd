// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-loss-policy.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace ns3
{
namespace hsn
{
std::string
MmPocLossPolicy::Check(const Settings& settings)
{
    if (std::isfinite(settings.maxRate) && settings.maxRate >= 0 && settings.maxRate <= 1)
    {
        return "";
    }
    std::ostringstream text;
    text << "MaxRate " << settings.maxRate << ": must be 0 to 1";
    return text.str();
}

MmPocLossPolicy::MmPocLossPolicy(const Settings& settings)
    : m_settings(settings)
{
}

uint64_t
MmPocLossPolicy::GetBudget(uint64_t number) const
{
    // products that are whole on paper stay whole
    return static_cast<uint64_t>(
        std::floor(m_settings.maxRate * static_cast<double>(number) + 1e-9));
}

bool
MmPocLossPolicy::Accepts(const std::vector<uint64_t>& lost) const
{
    if (lost.empty())
    {
        return true;
    }
    if (m_settings.rule == MM_POC_MAX_CONSECUTIVE)
    {
        return AcceptsRuns(lost);
    }
    return m_settings.rateWindow > 0 ? AcceptsWindows(lost)
                                     : m_declared + lost.size() <= GetBudget(lost.back() + 1);
}

bool
MmPocLossPolicy::AcceptsRuns(const std::vector<uint64_t>& lost) const
{
    const uint64_t most = m_settings.maxConsecutive;
    const auto isLost = [&](uint64_t number) {
        return m_lost.count(number) > 0 || std::binary_search(lost.begin(), lost.end(), number);
    };
    for (const uint64_t number : lost)
    {
        uint64_t run = 1;
        for (uint64_t i = number; run <= most && i > 0 && isLost(i - 1); --i)
        {
            ++run;
        }
        for (uint64_t i = number + 1; run <= most && isLost(i); ++i)
        {
            ++run;
        }
        if (run > most)
        {
            return false;
        }
    }
    return true;
}

bool
MmPocLossPolicy::AcceptsWindows(const std::vector<uint64_t>& lost) const
{
    const uint64_t width = m_settings.rateWindow;
    const uint64_t low = lost.front() >= width ? lost.front() - width + 1 : 0;
    std::vector<uint64_t> known(m_lost.lower_bound(low), m_lost.lower_bound(lost.back() + width));
    std::vector<uint64_t> all;
    std::merge(known.begin(), known.end(), lost.begin(), lost.end(), std::back_inserter(all));
    std::size_t first = 0;
    for (std::size_t last = 0; last < all.size(); ++last)
    {
        while (all[first] + width <= all[last])
        {
            ++first;
        }
        if (all[last] >= lost.front() &&
            last - first + 1 > GetBudget(std::min(width, all[last] + 1)))
        {
            return false;
        }
    }
    return true;
}

void
MmPocLossPolicy::Declare(const std::vector<uint64_t>& lost)
{
    m_declared += lost.size();
    if (m_settings.rule == MM_POC_MAX_CONSECUTIVE || m_settings.rateWindow > 0)
    {
        m_lost.insert(lost.begin(), lost.end());
    }
}

void
MmPocLossPolicy::Forget(uint64_t below)
{
    const uint64_t kept = m_settings.rule == MM_POC_MAX_CONSECUTIVE
                              ? uint64_t{m_settings.maxConsecutive} + 1
                              : m_settings.rateWindow;
    if (below > kept)
    {
        m_lost.erase(m_lost.begin(), m_lost.lower_bound(below - kept));
    }
}
} // namespace hsn
} // namespace ns3
