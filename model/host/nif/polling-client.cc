// SPDX-License-Identifier: GPL-2.0-only
#include "polling-client.h"

#include "network-driver.h"

#include "ns3/abort.h"
#include "ns3/host-cpu.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PollingClient);

TypeId
PollingClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::PollingClient")
            .SetParent<NetworkClient>()
            .SetGroupName("Hsn")
            .AddConstructor<PollingClient>()
            .AddAttribute("Budget",
                          "Frames of a poll, at most PoolSize",
                          UintegerValue(16),
                          MakeUintegerAccessor(&PollingClient::m_budget),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("ThreadPriority",
                          "Priority of the threads that poll; greater is more urgent",
                          UintegerValue(128),
                          MakeUintegerAccessor(&PollingClient::m_priority),
                          MakeUintegerChecker<uint32_t>(0, HostTask::MAX_PRIORITY));
    return tid;
}

void
PollingClient::DoDispose()
{
    m_queues.clear();
    NetworkClient::DoDispose();
}

void
PollingClient::DoAttach()
{
    NS_ABORT_MSG_IF(GetReceiveBufferPolicy() == NETWORK_PEEK_ONLY,
                    "PollingClient: with Policy PeekOnly no packet can be queued");
    NS_ABORT_MSG_IF(m_budget > GetPoolSize(),
                    "PollingClient: Budget " << m_budget << " must be at most PoolSize, "
                                             << GetPoolSize());
    m_queues.resize(GetDriver()->GetNQueues());
    for (Queue& queue : m_queues)
    {
        queue.task = GetCpu()->CreateTask(HostLevel::THREAD, m_priority);
    }
}

uint64_t
PollingClient::GetPolls() const
{
    return m_polls;
}

void
PollingClient::DoReceive(Ptr<NetworkBuffer> buffer)
{
    const uint32_t at = GetDriver()->GetCurrentQueue();
    m_queues[at].taken.push_back(buffer);
    if (!m_queues[at].polling)
    {
        m_queues[at].polling = true;
        GetDriver()->SetInterrupts(at, false);
        Poll(at);
    }
}

void
PollingClient::Poll(uint32_t at)
{
    Queue& queue = m_queues[at];
    ++m_polls;
    if (queue.taken.size() < m_budget)
    {
        GetDriver()->Poll(at, m_budget - queue.taken.size());
    }
    if (queue.taken.empty())
    {
        queue.polling = false;
        GetDriver()->SetInterrupts(at, true);
        return;
    }
    uint32_t octets = 0;
    Time work(0);
    while (!queue.taken.empty() && queue.batch.size() < m_budget)
    {
        const auto buffer = queue.taken.front();
        queue.taken.pop_front();
        Move(*buffer, NetworkBuffer::IN_PROCESS);
        work += GetProtocolCost(buffer->GetFrame());
        octets += buffer->GetLength();
        queue.batch.push_back(buffer);
    }
    const auto packets = static_cast<uint32_t>(queue.batch.size());
    queue.task->Run(work + GetCost().GetCost(HostOperation::POLL, octets, packets),
                    [client = Ptr<PollingClient>(this), at] { client->End(at); });
}

void
PollingClient::End(uint32_t at)
{
    if (m_queues.empty())
    {
        return; // disposed meanwhile
    }
    const auto batch = std::move(m_queues[at].batch);
    m_queues[at].batch.clear();
    for (const auto& buffer : batch)
    {
        Finish(buffer);
    }
    Poll(at);
}
} // namespace hsn
} // namespace ns3
