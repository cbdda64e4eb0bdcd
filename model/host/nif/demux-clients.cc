// SPDX-License-Identifier: GPL-2.0-only
#include "demux-clients.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/host-cpu.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ShepherdClient);
NS_OBJECT_ENSURE_REGISTERED(LateDemuxClient);
NS_OBJECT_ENSURE_REGISTERED(EarlyDemuxClient);
NS_OBJECT_ENSURE_REGISTERED(PeekClient);

TypeId
ShepherdClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ShepherdClient")
                            .SetParent<NetworkClient>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ShepherdClient>()
                            .AddAttribute("Threads",
                                          "Shepherd threads",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&ShepherdClient::m_nThreads),
                                          MakeUintegerChecker<uint32_t>(1, 10000))
                            .AddAttribute("ThreadPriority",
                                          "Priority of the threads; greater is more urgent",
                                          UintegerValue(128),
                                          MakeUintegerAccessor(&ShepherdClient::SetPriority,
                                                               &ShepherdClient::GetPriority),
                                          MakeUintegerChecker<uint32_t>(0, HostTask::MAX_PRIORITY));
    return tid;
}

ShepherdClient::~ShepherdClient()
{
    CancelThreads();
}

void
ShepherdClient::CancelThreads()
{
    for (const auto& thread : m_threads)
    {
        thread->Cancel(); // it knows this client
    }
}

void
ShepherdClient::DoDispose()
{
    CancelThreads();
    m_threads.clear();
    m_work.clear();
    m_queue.clear();
    NetworkClient::DoDispose();
}

void
ShepherdClient::DoAttach()
{
    for (uint32_t i = 0; i < m_nThreads; ++i)
    {
        m_threads.push_back(GetCpu()->CreateTask(HostLevel::THREAD, m_priority));
        m_idle.push_back(m_nThreads - 1 - i);
    }
    m_work.resize(m_nThreads);
}

void
ShepherdClient::SetPriority(uint32_t priority)
{
    NS_ABORT_MSG_IF(priority > HostTask::MAX_PRIORITY,
                    "ShepherdClient: priority " << priority << " must be at most "
                                                << HostTask::MAX_PRIORITY);
    m_priority = priority;
    for (const auto& thread : m_threads)
    {
        thread->SetPriority(priority);
    }
}

uint32_t
ShepherdClient::GetPriority() const
{
    return m_priority;
}

uint32_t
ShepherdClient::GetQueued() const
{
    return m_queue.size();
}

void
ShepherdClient::DoReceive(Ptr<NetworkBuffer> buffer)
{
    NS_ABORT_MSG_IF(GetReceiveBufferPolicy() == NETWORK_PEEK_ONLY,
                    "ShepherdClient: with Policy PeekOnly no packet can be queued");
    if (m_idle.empty())
    {
        m_queue.push_back(std::move(buffer));
        return;
    }
    const uint32_t thread = m_idle.back(); // then nothing is queued
    m_idle.pop_back();
    m_work[thread] = std::move(buffer);
    Begin(thread);
}

void
ShepherdClient::Begin(uint32_t thread)
{
    NetworkBuffer& buffer = *m_work[thread];
    Move(buffer, NetworkBuffer::IN_PROCESS);
    // small, so that it costs no allocation
    m_threads[thread]->Run(GetProtocolCost(buffer.GetFrame()), [this, thread] { End(thread); });
}

void
ShepherdClient::End(uint32_t thread)
{
    const Ptr<ShepherdClient> alive(this);
    Finish(std::move(m_work[thread]));
    Rest(thread);
}

const HostTask*
ShepherdClient::DoFindWorker() const
{
    return m_idle.empty() || m_threads.empty() ? nullptr : PeekPointer(m_threads[m_idle.back()]);
}

void
ShepherdClient::DoPass(const NetworkFrame& frame)
{
    const Ptr<ShepherdClient> alive(this);
    const uint32_t thread = m_idle.back();
    m_idle.pop_back(); // what arrives meanwhile finds it at work
    GoUp(frame);
    Rest(thread);
}

void
ShepherdClient::Rest(uint32_t thread)
{
    if (m_threads.empty())
    {
        return; // disposed meanwhile
    }
    if (m_queue.empty())
    {
        m_idle.push_back(thread);
    }
    else
    {
        m_work[thread] = std::move(m_queue.front());
        m_queue.pop_front();
        Begin(thread);
    }
}

TypeId
LateDemuxClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LateDemuxClient")
                            .SetParent<ShepherdClient>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LateDemuxClient>();
    return tid;
}

TypeId
EarlyDemuxClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::EarlyDemuxClient")
                            .SetParent<ShepherdClient>()
                            .SetGroupName("Hsn")
                            .AddConstructor<EarlyDemuxClient>();
    return tid;
}

TypeId
PeekClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PeekClient")
                            .SetParent<NetworkClient>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PeekClient>();
    return tid;
}

void
PeekClient::DoDispose()
{
    m_look = nullptr;
    NetworkClient::DoDispose();
}

void
PeekClient::SetLook(std::function<void(Ptr<NetworkBuffer>)> look)
{
    m_look = std::move(look);
}

void
PeekClient::DoReceive(Ptr<NetworkBuffer> buffer)
{
    if (m_look)
    {
        m_look(buffer);
    }
    if (GetReceiveBufferPolicy() != NETWORK_PEEK_ONLY)
    {
        Release(buffer);
    }
}
} // namespace hsn
} // namespace ns3
