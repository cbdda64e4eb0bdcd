// SPDX-License-Identifier: GPL-2.0-only
#include "deadline-client.h"

#include "network-driver.h"

#include "ns3/abort.h"
#include "ns3/host-cpu.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(DeadlineClient);

LogicalArrival::LogicalArrival(Time interval)
    : m_interval(interval)
{
}

Time
LogicalArrival::Next(Time arrival)
{
    m_last = m_first ? arrival : std::max(arrival, m_last + m_interval);
    m_first = false;
    return m_last;
}

TypeId
DeadlineClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::DeadlineClient")
            .SetParent<NetworkClient>()
            .SetGroupName("Hsn")
            .AddConstructor<DeadlineClient>()
            .AddAttribute("Interval",
                          "Time between messages of the stream, 1/rate",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&DeadlineClient::m_interval),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("Deadline",
                          "From the logical arrival of a message to its end",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&DeadlineClient::m_deadline),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("CriticalPriority",
                          "Priority of the thread with a message that has logically arrived",
                          UintegerValue(200),
                          MakeUintegerAccessor(&DeadlineClient::m_critical),
                          MakeUintegerChecker<uint32_t>(0, HostTask::MAX_PRIORITY))
            .AddAttribute("WorkaheadPriority",
                          "Priority of the thread with messages that have not",
                          UintegerValue(64),
                          MakeUintegerAccessor(&DeadlineClient::m_workahead),
                          MakeUintegerChecker<uint32_t>(0, HostTask::MAX_PRIORITY))
            .AddTraceSource("Completed",
                            "The protocol work on a message is done",
                            MakeTraceSourceAccessor(&DeadlineClient::m_completedTrace),
                            "ns3::hsn::DeadlineClient::CompletedTracedCallback");
    return tid;
}

void
DeadlineClient::DoDispose()
{
    m_raise.Cancel();
    m_thread = nullptr;
    m_messages.clear();
    NetworkClient::DoDispose();
}

void
DeadlineClient::DoAttach()
{
    NS_ABORT_MSG_IF(GetReceiveBufferPolicy() == NETWORK_PEEK_ONLY,
                    "DeadlineClient: with Policy PeekOnly no packet can be queued");
    NS_ABORT_MSG_IF(m_workahead > m_critical,
                    "DeadlineClient: WorkaheadPriority "
                        << m_workahead << " must be at most CriticalPriority, " << m_critical);
    m_arrival = LogicalArrival(m_interval);
    m_thread = GetCpu()->CreateTask(HostLevel::THREAD, m_workahead);
}

uint64_t
DeadlineClient::GetMissed() const
{
    return m_missed;
}

void
DeadlineClient::DoReceive(Ptr<NetworkBuffer> buffer)
{
    m_messages.push_back({buffer, m_arrival.Next(buffer->GetFrame().arrival)});
    if (m_messages.size() == 1)
    {
        Begin();
    }
}

void
DeadlineClient::Begin()
{
    const Message& message = m_messages.front();
    Move(*message.buffer, NetworkBuffer::IN_PROCESS);
    const Time logical = message.logical;
    const Time now = Simulator::Now();
    const Time cost = GetProtocolCost(message.buffer->GetFrame());
    m_thread->SetPriority(logical <= now ? m_critical : m_workahead, logical + m_deadline);
    if (logical > now)
    {
        m_raise = Simulator::Schedule(logical - now, &DeadlineClient::Raise, this);
    }
    m_thread->Run(cost, [client = Ptr<DeadlineClient>(this)] { client->End(); });
}

void
DeadlineClient::Raise()
{
    m_thread->SetPriority(m_critical, m_messages.front().logical + m_deadline);
}

void
DeadlineClient::End()
{
    if (!m_thread)
    {
        return; // disposed meanwhile
    }
    m_raise.Cancel();
    const Message message = m_messages.front();
    const Time delay = Simulator::Now() - message.logical;
    m_missed += delay > m_deadline ? 1 : 0;
    m_completedTrace(message.logical, delay);
    Finish(message.buffer);
    m_messages.pop_front();
    if (!m_messages.empty())
    {
        Begin();
    }
}
} // namespace hsn
} // namespace ns3
