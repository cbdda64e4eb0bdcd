// SPDX-License-Identifier: GPL-2.0-only
#include "tear-header.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TearHeader);
NS_OBJECT_ENSURE_REGISTERED(TearDataHeader);
NS_OBJECT_ENSURE_REGISTERED(TearFeedbackHeader);
NS_OBJECT_ENSURE_REGISTERED(TearBlockHeader);
NS_OBJECT_ENSURE_REGISTERED(TearSackHeader);

uint32_t
TearTimestamp::FromInterval(Time interval)
{
    constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp<int64_t>(interval.GetMicroSeconds(), 0, MOST));
}

std::optional<Time>
TearTimestamp::GetRtt(uint32_t echo, uint32_t hold, Time now, Time first)
{
    const Time elapsed = GetElapsed(echo, now);
    const Time rtt = elapsed - MicroSeconds(hold);
    // stamps are whole microseconds: one more may seem to have passed than has
    if (elapsed > now - first + MicroSeconds(1) || rtt < Time(0))
    {
        return std::nullopt;
    }
    return std::max(rtt, MicroSeconds(1));
}
} // namespace hsn
} // namespace ns3
