// SPDX-License-Identifier: GPL-2.0-only
#include "mets-management-socket.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MetsManagementSocket);

TypeId
MetsManagementSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsManagementSocket")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsManagementSocket>();
    return tid;
}

MetsManagementSocket::MetsManagementSocket() = default;

MetsManagementSocket::~MetsManagementSocket()
{
    for (const auto& [number, flow] : m_flows)
    {
        flow->owner = nullptr;
    }
}

void
MetsManagementSocket::DoDispose()
{
    for (const auto& [number, flow] : m_flows)
    {
        flow->owner = nullptr;
    }
    m_flows.clear();
    m_signal = SignalCallback();
    Object::DoDispose();
}

void
MetsManagementSocket::SetSignal(SignalCallback signal)
{
    m_signal = signal;
}

void
MetsManagementSocket::Register(uint16_t flow,
                               Ptr<JitterFilter> filter,
                               Ptr<FlowScheduler> scheduler)
{
    const auto entry = Create<Flow>();
    entry->owner = this;
    entry->number = flow;
    NS_ABORT_MSG_UNLESS(m_flows.emplace(flow, entry).second,
                        "flow " << flow
                                << " is registered twice with a MetsManagementSocket: once is "
                                   "allowed");
    if (filter)
    {
        filter->TraceConnectWithoutContext("Late", MakeCallback(&Flow::NotifyLate, entry));
    }
    if (scheduler)
    {
        scheduler->SetEvent(MakeCallback(&Flow::NotifyDeadlines, entry));
    }
}

uint64_t
MetsManagementSocket::GetSignals(Signal signal) const
{
    return m_signals.at(signal);
}

void
MetsManagementSocket::Tell(uint16_t flow, Signal signal, double metric)
{
    ++m_signals[signal];
    if (!m_signal.IsNull())
    {
        m_signal(flow, signal, metric);
    }
}

void
MetsManagementSocket::Flow::NotifyLate(Time, Time lateness)
{
    if (owner)
    {
        owner->Tell(number, LATE, lateness.GetSeconds());
    }
}

void
MetsManagementSocket::Flow::NotifyDeadlines(bool missed, uint64_t misses)
{
    if (owner)
    {
        owner->Tell(number, missed ? MISSED_DEADLINES : ALL_CLEAR, static_cast<double>(misses));
    }
}
} // namespace hsn
} // namespace ns3
