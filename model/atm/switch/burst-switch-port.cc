// SPDX-License-Identifier: GPL-2.0-only
#include "burst-switch-port.h"

#include "atm-switch.h"

#include "ns3/atm-channel.h"
#include "ns3/burst-network.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
BurstSwitchPort::BurstSwitchPort(AtmSwitch& owner, AtmSwitchPort& port)
    : m_owner(owner),
      m_port(port),
      m_output(owner, port),
      m_stray(*this)
{
}

bool
BurstSwitchPort::IsStrayWatched() const
{
    return m_owner.IsUnknownVcWatched();
}

CellLane&
BurstSwitchPort::GetInLane(AtmVcId vc) const
{
    return m_port.GetAtmChannel()->GetLane(1 - m_port.GetEnd(), vc);
}

void
BurstSwitchPort::Receive(const CellBurst& cell)
{
    BurstNetwork::NotifyTraffic();
    GetInLane(cell.vc).Append({PeekPointer(cell.pdu),
                               PeekPointer(cell.damage),
                               Simulator::Now().GetTimeStep(),
                               0,
                               cell.first,
                               1,
                               cell.IsClp(),
                               cell.IsEfci()});
}

void
BurstSwitchPort::NotifyCellLost(const CellBurst& cell)
{
    if (cell.IsLast())
    {
        // the cells before it have no event of their own
        GetInLane(cell.vc).Expect(Simulator::Now().GetTimeStep());
    }
}

void
BurstSwitchPort::Settle(int64_t t)
{
    m_output.Advance(t);
    const auto& channel = m_port.GetAtmChannel();
    channel->Fetch(1 - m_port.GetEnd(), t);
    channel->ForEachLane(1 - m_port.GetEnd(), [this, t](CellLane& lane) {
        if (lane.HasSink(&m_stray))
        {
            TakeStray(lane, t);
        }
    });
}

void
BurstSwitchPort::TakeStray(CellLane& lane, int64_t t)
{
    while (!lane.Empty())
    {
        const uint32_t n = lane.Front().CountUpTo(t);
        if (n == 0)
        {
            return;
        }
        m_owner.CountStray(m_port.GetPortNumber(), lane, n);
        lane.Take(n);
    }
}

void
BurstSwitchPort::Stray::NotifyArrival(CellLane& lane)
{
    if (WantsEvents() && !lane.Empty())
    {
        const int64_t offset =
            port.m_port.GetAtmChannel()->GetOffset(lane.GetEnd(), lane.Front().arrival);
        port.m_owner.TraceUnknownVc(port.m_port.GetPortNumber(),
                                    lane.Front().MakeBurst(lane.GetLabel(), 1, offset));
    }
    port.TakeStray(lane, Simulator::Now().GetTimeStep());
}

void
BurstSwitchPort::Stray::NotifyFull(CellLane& lane)
{
    port.TakeStray(lane, Simulator::Now().GetTimeStep() - 1);
}

bool
BurstSwitchPort::Stray::WantsEvents() const
{
    return port.IsStrayWatched();
}
} // namespace hsn
} // namespace ns3
