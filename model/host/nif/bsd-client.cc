// SPDX-License-Identifier: GPL-2.0-only
#include "bsd-client.h"

#include "network-driver.h"

#include "ns3/abort.h"
#include "ns3/host-cpu.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(BsdClient);

TypeId
BsdClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::BsdClient")
                            .SetParent<NetworkClient>()
                            .SetGroupName("Hsn")
                            .AddConstructor<BsdClient>()
                            .AddAttribute("IfqLen",
                                          "Packets that wait for the software interrupt",
                                          UintegerValue(50),
                                          MakeUintegerAccessor(&BsdClient::m_limit),
                                          MakeUintegerChecker<uint32_t>(1, 1000000))
                            .AddTraceSource("Drop",
                                            "A packet finds the queue full",
                                            MakeTraceSourceAccessor(&BsdClient::m_dropTrace),
                                            "ns3::hsn::NetworkClient::FrameTracedCallback");
    return tid;
}

void
BsdClient::DoDispose()
{
    m_interrupt.clear();
    m_soft = nullptr;
    m_queue.clear();
    m_priority = nullptr;
    NetworkClient::DoDispose();
}

void
BsdClient::DoAttach()
{
    NS_ABORT_MSG_IF(GetReceiveBufferPolicy() == NETWORK_PEEK_ONLY,
                    "BsdClient: with Policy PeekOnly no packet can be queued");
    for (uint32_t i = 0; i < GetCpu()->GetNCpus(); ++i)
    {
        m_interrupt.push_back(GetCpu()->CreateTask(HostLevel::INTERRUPT, 0, i));
    }
    m_soft = GetCpu()->CreateTask(HostLevel::SOFT_INTERRUPT);
}

void
BsdClient::SetPriorityFunction(Priority priority)
{
    m_priority = std::move(priority);
}

uint32_t
BsdClient::GetQueued() const
{
    return m_queued;
}

uint64_t
BsdClient::GetDropped() const
{
    return m_dropped;
}

void
BsdClient::DoReceive(Ptr<NetworkBuffer> buffer)
{
    const uint32_t octets = buffer->GetLength();
    Time cost = GetCost().GetCost(HostOperation::ENQUEUE, octets);
    const bool post = !m_posted;
    if (post)
    {
        m_posted = true;
        cost += GetCost().GetCost(HostOperation::POST, octets);
    }
    const uint32_t at = GetDriver()->GetCurrentQueue() % m_interrupt.size();
    m_interrupt[at]->Run(cost, [client = Ptr<BsdClient>(this), buffer, post, at] {
        client->Enqueue(buffer, post, at);
    });
}

void
BsdClient::Enqueue(Ptr<NetworkBuffer> buffer, bool post, uint32_t at)
{
    if (!m_soft)
    {
        return; // disposed meanwhile
    }
    if (m_queued >= m_limit)
    {
        ++m_dropped;
        m_dropTrace(buffer->GetFrame());
        Release(buffer);
    }
    else
    {
        ++m_queued;
        m_queue[m_priority ? m_priority(buffer->GetFrame()) : 0].push_back(buffer);
    }
    if (post)
    {
        Next();
    }
    else if (!m_posted) // it has ended meanwhile, on another processor
    {
        m_posted = true;
        m_interrupt[at]->Run(GetCost().GetCost(HostOperation::POST, 0),
                             [client = Ptr<BsdClient>(this)] { client->Next(); });
    }
}

void
BsdClient::Next()
{
    if (m_queue.empty())
    {
        m_posted = false;
        return;
    }
    const auto first = m_queue.begin();
    const auto buffer = first->second.front();
    first->second.pop_front();
    if (first->second.empty())
    {
        m_queue.erase(first);
    }
    --m_queued;
    Move(*buffer, NetworkBuffer::IN_PROCESS);
    m_soft->Run(GetProtocolCost(buffer->GetFrame()),
                [client = Ptr<BsdClient>(this), buffer] { client->End(buffer); });
}

void
BsdClient::End(Ptr<NetworkBuffer> buffer)
{
    if (m_soft)
    {
        Finish(buffer);
        Next();
    }
}
} // namespace hsn
} // namespace ns3
