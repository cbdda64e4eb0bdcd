// SPDX-License-Identifier: GPL-2.0-only
#include "mets-fair-share.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param rate above 0 @param pool shared @param n flows @return whether rate <= pool / n
bool
Fits(uint64_t rate, uint64_t pool, uint64_t n)
{
    return rate <= pool / n; // the same for whole numbers, and cannot overflow
}
} // namespace

std::vector<uint64_t>
FairShareAllocator::Share(uint64_t pool, const std::vector<Demand>& demands)
{
    std::vector<uint64_t> granted(demands.size(), 0);
    std::vector<std::size_t> open; // flows that still share, in order
    for (std::size_t i = 0; i < demands.size(); ++i)
    {
        NS_ABORT_MSG_IF(demands[i].min > demands[i].max,
                        "flow " << i << " asks for at least " << demands[i].min << " and at most "
                                << demands[i].max << ": the first must not be above the second");
        if (demands[i].max > 0)
        {
            open.push_back(i);
        }
    }
    while (!open.empty())
    {
        const uint64_t n = open.size();
        const uint64_t before = pool;
        std::vector<std::size_t> left;
        for (const bool greater : {true, false})
        {
            left.clear();
            for (const std::size_t i : open)
            {
                const uint64_t rate = greater ? demands[i].max : demands[i].min;
                if (rate > 0 && Fits(rate, before, n))
                {
                    granted[i] = rate;
                    pool -= rate;
                }
                else
                {
                    left.push_back(i);
                }
            }
            if (left.size() < n)
            {
                break;
            }
        }
        if (left.size() == n) // nobody fits: of equals the last one goes
        {
            const auto last = std::max_element(left.rbegin(),
                                               left.rend(),
                                               [&demands](std::size_t a, std::size_t b) {
                                                   return demands[a].min < demands[b].min;
                                               });
            left.erase(std::next(last).base());
        }
        open.swap(left);
    }
    for (bool raised = true; raised;)
    {
        raised = false;
        for (std::size_t i = 0; i < demands.size(); ++i)
        {
            const auto& [min, max] = demands[i];
            const uint64_t next = granted[i] == 0 && min > 0 ? min : max;
            if (next > granted[i] && next - granted[i] <= pool)
            {
                pool -= next - granted[i];
                granted[i] = next;
                raised = true;
            }
        }
    }
    return granted;
}

uint64_t
FairShareAllocator::GetPool(uint64_t capacity, const std::vector<uint64_t>& base)
{
    const uint64_t sum = std::accumulate(base.begin(), base.end(), uint64_t{0});
    NS_ABORT_MSG_IF(sum > capacity,
                    "capacity " << capacity << " for base layers of " << sum
                                << ": must be at least their sum");
    return capacity - sum;
}
} // namespace hsn
} // namespace ns3
