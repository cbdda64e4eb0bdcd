// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-clock.h"

#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
void
TcpClock::Start(Mode mode, Ptr<Node> node)
{
    m_ticks = mode == BSD_TICKS ? TickClock::Get(node) : nullptr;
}

Time
TcpClock::GetDeadline(Time wait) const
{
    return m_ticks ? m_ticks->GetSlowTime(ToTicks(wait)) : Simulator::Now() + wait;
}

Time
TcpClock::GetDelayedAckDeadline(Time wait) const
{
    return m_ticks ? m_ticks->GetNextFastTime() : Simulator::Now() + wait;
}

uint32_t
TcpClock::GetTimestamp() const
{
    return m_ticks ? static_cast<uint32_t>(m_ticks->GetSlowTick()) : TcpOptionTS::NowToTsValue();
}

int64_t
TcpClock::ToTicks(Time time) const
{
    const int64_t slow = m_ticks->GetSlowPeriod().GetTimeStep();
    return std::max<int64_t>((time.GetTimeStep() + slow - 1) / slow, 1);
}
} // namespace hsn
} // namespace ns3
