// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-farm-peer.h"

#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
bool
RmtpFate::IsPlain() const
{
    return joins.IsZero() && std::min({leaves, silent, busyFrom}) == Time::Max();
}

RmtpFarmPeer::RmtpFarmPeer(const RmtpFate& fate, Left left)
    : m_fate(fate),
      m_left(std::move(left))
{
    m_receiver->SetUser(*this);
    m_receiver->SetRandom(m_random);
    const auto plan = [](Time at, auto call) {
        return at == Time::Max()
                   ? EventId()
                   : ScheduleCall(std::max(at - Simulator::Now(), Time(0)), std::move(call));
    };
    m_events[0] = plan(fate.leaves, [this] { Leave(); });
    m_events[1] = plan(fate.busyFrom, [this] { m_receiver->SetBusy(true); });
    m_events[2] = plan(fate.busyUntil, [this] { m_receiver->SetBusy(false); });
}

RmtpFarmPeer::~RmtpFarmPeer()
{
    for (auto& event : m_events)
    {
        event.Cancel();
    }
    m_receiver->Dispose();
}

void
RmtpFarmPeer::SetUp(Time dataTimeout, bool reports)
{
    m_receiver->SetAttribute("DataTimeout", TimeValue(dataTimeout));
    m_receiver->SetAttribute("Report", BooleanValue(reports));
}

void
RmtpFarmPeer::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
}

bool
RmtpFarmPeer::IsThere() const
{
    return Simulator::Now() >= m_fate.joins && Simulator::Now() < m_fate.silent;
}

void
RmtpFarmPeer::Leave()
{
    if (!m_isComplete) // else it waits to be released, as a socket that is closed
    {
        m_hasLeft = true;
        m_receiver->Leave();
    }
}

bool
RmtpFarmPeer::Receive(const RmtpPdu& pdu)
{
    return IsThere() && !m_hasLeft && m_receiver->Receive(pdu);
}

uint32_t
RmtpFarmPeer::GetLacking(uint32_t blocks) const
{
    return m_wasConnected ? m_receiver->GetLacking() : blocks;
}

double
RmtpFarmPeer::Draw()
{
    return m_random->GetValue(0, 1);
}

void
RmtpFarmPeer::Transmit(const RmtpPdu& pdu)
{
    if (IsThere())
    {
        m_left(pdu);
    }
}

void
RmtpFarmPeer::NotifyConnected(const RmtpPdu& /* pdu */)
{
    m_wasConnected = true;
}

void
RmtpFarmPeer::NotifyComplete()
{
    m_isComplete = true;
}

void
RmtpFarmPeer::NotifyClosed(bool /* good */)
{
}
} // namespace hsn
} // namespace ns3
