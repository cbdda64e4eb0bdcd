// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-partial-order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>

namespace ns3
{
namespace hsn
{
namespace
{
/// Most periods that a precedence reaches back.
constexpr uint32_t MAX_LAG = 100;
/// Most SDUs whose linear extensions are counted: a bit each.
constexpr uint64_t MAX_COUNTED = 62;

} // namespace

bool
MmPocPartialOrder::Predecessor::operator<(const Predecessor& other) const
{
    return std::tie(poc, lag, index) < std::tie(other.poc, other.lag, other.index);
}

bool
MmPocPartialOrder::Predecessor::operator==(const Predecessor& other) const
{
    return std::tie(poc, lag, index) == std::tie(other.poc, other.lag, other.index);
}

MmPocPartialOrder::MmPocPartialOrder()
{
    SetPeriod({1});
}

// --- how it is made ---------------------------------------------------------------------------

std::string
MmPocPartialOrder::SetPeriod(const std::vector<uint32_t>& counts, bool repeats)
{
    if (counts.empty() || counts.size() > MAX_MEDIA)
    {
        return "media " + std::to_string(counts.size()) + ": must be 1 to " +
               std::to_string(MAX_MEDIA);
    }
    uint64_t all = 0;
    for (const uint32_t count : counts)
    {
        if (count == 0)
        {
            return "SDUs of a medium in a period 0: must be at least 1";
        }
        all += count;
    }
    if (all > MAX_PERIOD)
    {
        return "SDUs in a period " + std::to_string(all) + ": must be at most " +
               std::to_string(MAX_PERIOD);
    }
    m_counts = counts;
    m_repeats = repeats;
    m_first.assign(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, m_first.begin() + 1);
    m_before.assign(all, {});
    m_prepared = false;
    return "";
}

bool
MmPocPartialOrder::MakesCycle(uint32_t poc, uint32_t index, const Predecessor& before) const
{
    // within a period, is the later SDU already before the earlier one?
    const uint32_t target = Place(poc, index);
    std::vector<uint32_t> open{Place(before.poc, before.index)};
    std::vector<bool> seen(m_before.size());
    while (!open.empty())
    {
        const uint32_t place = open.back();
        open.pop_back();
        if (place == target)
        {
            return true;
        }
        if (seen[place])
        {
            continue;
        }
        seen[place] = true;
        for (const auto& one : m_before[place])
        {
            if (one.lag == 0)
            {
                open.push_back(Place(one.poc, one.index));
            }
        }
    }
    return false;
}

std::string
MmPocPartialOrder::AddPrecedence(uint32_t poc, uint32_t index, const Predecessor& before)
{
    for (const auto& [medium, place] :
         {std::make_pair(poc, index), std::make_pair(before.poc, before.index)})
    {
        if (medium >= GetMedia())
        {
            return "medium " + std::to_string(medium) + ": must be at most " +
                   std::to_string(GetMedia() - 1);
        }
        if (place >= m_counts[medium])
        {
            return "SDU " + NameOf(medium, place) + ": medium " + std::to_string(medium) +
                   " has only " + std::to_string(m_counts[medium]) + " in a period";
        }
    }
    const uint32_t most = m_repeats ? MAX_LAG : 0;
    if (before.lag > most)
    {
        return "periods back " + std::to_string(before.lag) + ": must be at most " +
               std::to_string(most);
    }
    if (before.lag == 0 && MakesCycle(poc, index, before))
    {
        return "SDU " + NameOf(poc, index) + " after " + NameOf(before.poc, before.index) +
               ": must not close a cycle";
    }
    m_before[Place(poc, index)].push_back(before);
    m_prepared = false;
    return "";
}

std::string
MmPocPartialOrder::AddChain(uint32_t poc)
{
    std::string error;
    for (uint32_t i = 0; error.empty() && (i == 0 || i < m_counts[poc]); ++i)
    {
        if (poc >= GetMedia())
        {
            return AddPrecedence(poc, 0, {});
        }
        if (i > 0)
        {
            error = AddPrecedence(poc, i, {poc, i - 1, 0});
        }
        else if (m_repeats)
        {
            error = AddPrecedence(poc, 0, {poc, m_counts[poc] - 1, 1});
        }
    }
    return error;
}

std::string
MmPocPartialOrder::AddBarrier()
{
    std::string error;
    for (uint32_t after = 0; after < GetMedia(); ++after)
    {
        for (uint32_t i = 0; i < m_counts[after]; ++i)
        {
            for (uint32_t before = 0; error.empty() && before < GetMedia(); ++before)
            {
                for (uint32_t k = 0; error.empty() && k < m_counts[before]; ++k)
                {
                    error = AddPrecedence(after, i, {before, k, 1});
                }
            }
        }
    }
    return error;
}

// --- what follows from it ---------------------------------------------------------------------

bool
MmPocPartialOrder::IsRedundant(uint32_t place, const Predecessor& before) const
{
    const uint32_t target = Place(before.poc, before.index);
    std::vector<std::pair<uint32_t, uint32_t>> open; // place and lag
    for (const auto& one : m_before[place])
    {
        if (!(one == before))
        {
            open.emplace_back(Place(one.poc, one.index), one.lag);
        }
    }
    std::set<std::pair<uint32_t, uint32_t>> seen;
    while (!open.empty())
    {
        const auto at = open.back();
        open.pop_back();
        if (at.second > before.lag || !seen.insert(at).second)
        {
            continue;
        }
        if (at.first == target && at.second == before.lag)
        {
            return true;
        }
        for (const auto& one : m_before[at.first])
        {
            open.emplace_back(Place(one.poc, one.index), at.second + one.lag);
        }
    }
    return false;
}

void
MmPocPartialOrder::Prepare() const
{
    if (m_prepared)
    {
        return;
    }
    const auto size = static_cast<uint32_t>(m_before.size());
    m_immediate.assign(size, {});
    m_lag.assign(size, std::vector<uint32_t>(size, NONE));
    for (uint32_t place = 0; place < size; ++place)
    {
        for (const auto& one :
             std::set<Predecessor>(m_before[place].begin(), m_before[place].end()))
        {
            if (!IsRedundant(place, one))
            {
                m_immediate[place].push_back(one);
            }
        }
    }
    using Step = std::pair<uint32_t, uint32_t>; // lag and place
    for (uint32_t place = 0; place < size; ++place)
    {
        auto& lag = m_lag[place];
        std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
        const auto reach = [&](uint32_t from, uint32_t so) {
            for (const auto& one : m_immediate[from])
            {
                const uint32_t to = Place(one.poc, one.index);
                if (so + one.lag < lag[to])
                {
                    lag[to] = so + one.lag;
                    open.emplace(lag[to], to);
                }
            }
        };
        reach(place, 0);
        while (!open.empty())
        {
            const auto [so, at] = open.top();
            open.pop();
            if (so == lag[at])
            {
                reach(at, so);
            }
        }
    }
    m_chain.assign(GetMedia(), true);
    for (uint32_t poc = 0; poc < GetMedia(); ++poc)
    {
        for (uint32_t i = 1; i < m_counts[poc]; ++i)
        {
            m_chain[poc] = m_chain[poc] && m_lag[Place(poc, i)][Place(poc, i - 1)] == 0;
        }
        const uint32_t last = Place(poc, m_counts[poc] - 1);
        m_chain[poc] = m_chain[poc] && (!m_repeats || m_lag[Place(poc, 0)][last] == 1);
    }
    m_prepared = true;
}

bool
MmPocPartialOrder::IsChain(uint32_t poc) const
{
    Prepare();
    return m_chain[poc];
}

std::vector<MmPocSdu>
MmPocPartialOrder::GetImmediate(const MmPocSdu& sdu) const
{
    Prepare();
    const uint32_t count = m_counts[sdu.poc];
    const uint64_t period = sdu.number / count;
    std::vector<MmPocSdu> all;
    for (const auto& one : m_immediate[Place(sdu.poc, sdu.number % count)])
    {
        if (one.lag <= period)
        {
            all.push_back({one.poc, (period - one.lag) * m_counts[one.poc] + one.index});
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

int64_t
MmPocPartialOrder::GetHighest(uint32_t poc, const MmPocSdu& sdu) const
{
    Prepare();
    const uint64_t period = sdu.number / m_counts[sdu.poc];
    const auto& lag = m_lag[Place(sdu.poc, sdu.number % m_counts[sdu.poc])];
    int64_t highest = -1;
    for (uint32_t i = 0; i < m_counts[poc]; ++i)
    {
        const uint32_t back = lag[Place(poc, i)];
        if (back != NONE && back <= period)
        {
            highest = std::max(highest, static_cast<int64_t>((period - back) * m_counts[poc] + i));
        }
    }
    return highest;
}

bool
MmPocPartialOrder::Precedes(const MmPocSdu& before, const MmPocSdu& after) const
{
    const auto number = static_cast<int64_t>(before.number);
    if (GetHighest(before.poc, after) <= number)
    {
        return GetHighest(before.poc, after) == number;
    }
    if (IsChain(before.poc))
    {
        return true;
    }
    std::vector<MmPocSdu> open{after};
    std::set<MmPocSdu> seen;
    while (!open.empty())
    {
        const MmPocSdu at = open.back();
        open.pop_back();
        for (const auto& one : GetImmediate(at))
        {
            if (one == before)
            {
                return true;
            }
            if (GetHighest(before.poc, one) >= number && seen.insert(one).second)
            {
                open.push_back(one);
            }
        }
    }
    return false;
}

bool
MmPocPartialOrder::IsLinearExtension(const std::vector<MmPocSdu>& sequence) const
{
    // latest place of an SDU, or of those before it if it is lost
    std::map<MmPocSdu, int64_t> latest;
    for (std::size_t i = 0; i < sequence.size(); ++i)
    {
        if (!Contains(sequence[i]) || !latest.emplace(sequence[i], static_cast<int64_t>(i)).second)
        {
            return false;
        }
    }
    for (std::size_t i = 0; i < sequence.size(); ++i)
    {
        std::vector<MmPocSdu> open = GetImmediate(sequence[i]);
        while (!open.empty())
        {
            const MmPocSdu at = open.back();
            const auto known = latest.find(at);
            if (known != latest.end())
            {
                if (known->second > static_cast<int64_t>(i))
                {
                    return false;
                }
                open.pop_back();
                continue;
            }
            int64_t last = -1;
            bool complete = true;
            for (const auto& one : GetImmediate(at))
            {
                const auto its = latest.find(one);
                if (its == latest.end())
                {
                    open.push_back(one);
                    complete = false;
                }
                else
                {
                    last = std::max(last, its->second);
                }
            }
            if (complete)
            {
                latest[at] = last;
            }
        }
    }
    return true;
}

uint64_t
MmPocPartialOrder::CountLinearExtensions(uint32_t periods) const
{
    const uint64_t size = static_cast<uint64_t>(periods) * m_before.size();
    if (size == 0 || size > MAX_COUNTED || (periods > 1 && !m_repeats))
    {
        return 0;
    }
    std::vector<uint64_t> before(size, 0); // bits of the predecessors
    const auto bit = [&](const MmPocSdu& sdu) {
        const uint32_t count = m_counts[sdu.poc];
        return sdu.number / count * m_before.size() + Place(sdu.poc, sdu.number % count);
    };
    for (uint32_t poc = 0; poc < GetMedia(); ++poc)
    {
        for (uint64_t n = 0; n < static_cast<uint64_t>(periods) * m_counts[poc]; ++n)
        {
            for (const auto& one : GetImmediate({poc, n}))
            {
                before[bit({poc, n})] |= uint64_t{1} << bit(one);
            }
        }
    }
    std::map<uint64_t, uint64_t> ways{{0, 1}}; // of reaching each set of one size
    for (uint64_t step = 0; step < size; ++step)
    {
        std::map<uint64_t, uint64_t> next;
        for (const auto& [set, number] : ways)
        {
            for (uint64_t i = 0; i < size; ++i)
            {
                const uint64_t one = uint64_t{1} << i;
                if ((set & one) || (before[i] & ~set))
                {
                    continue;
                }
                uint64_t& sum = next[set | one];
                if (sum + number < sum)
                {
                    return 0;
                }
                sum += number;
            }
        }
        ways.swap(next);
    }
    return ways.begin()->second;
}

} // namespace hsn
} // namespace ns3
