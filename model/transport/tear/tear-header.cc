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
} // namespace hsn
} // namespace ns3
