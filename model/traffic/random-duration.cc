// SPDX-License-Identifier: GPL-2.0-only
#include "random-duration.h"

#include "ns3/abort.h"

#include <cmath>
#include <cstdint>

namespace ns3
{
namespace hsn
{
Time
DrawDuration(RandomVariableStream& variable, const char* attribute, const char* object)
{
    const double seconds = variable.GetValue();
    NS_ABORT_MSG_UNLESS(seconds >= 0 && std::isfinite(seconds),
                        attribute << " of a " << object << " has drawn " << seconds
                                  << " s: at least 0 and finite");
    const double steps = std::round(seconds * Seconds(1).GetDouble());
    const Time longest = Time::Max();
    return steps < longest.GetDouble() ? TimeStep(static_cast<uint64_t>(steps)) : longest;
}

Time
AddDurations(Time one, Time other)
{
    return one < Time::Max() - other ? one + other : Time::Max();
}
} // namespace hsn
} // namespace ns3
