// SPDX-License-Identifier: GPL-2.0-only
#include "network-driver.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/ip-ports.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnNetworkDriver");
NS_OBJECT_ENSURE_REGISTERED(NetworkDriver);
NS_OBJECT_ENSURE_REGISTERED(EthernetDriver);
NS_OBJECT_ENSURE_REGISTERED(AtmDriver);

TypeId
NetworkDriver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::NetworkDriver")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddAttribute("RxQueues",
                          "Receive queues of the adapter, each with a ring and an interrupt",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(1),
                          MakeUintegerAccessor(&NetworkDriver::m_nQueues),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("RingSize",
                          "Frames of a receive queue that wait for an interrupt",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(32),
                          MakeUintegerAccessor(&NetworkDriver::m_ringSize),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("CoalesceFrames",
                          "Frames that wait when an interrupt is raised",
                          UintegerValue(1),
                          MakeUintegerAccessor(&NetworkDriver::m_coalesceFrames),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("CoalesceDelay",
                          "Time after which fewer than CoalesceFrames get their interrupt",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&NetworkDriver::m_coalesceDelay),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("Gathers",
                          "Whether the adapter sends a buffer of several regions without a copy",
                          BooleanValue(true),
                          MakeBooleanAccessor(&NetworkDriver::m_gathers),
                          MakeBooleanChecker())
            .AddTraceSource("Drop",
                            "A frame is lost: it finds the ring full, or is longer than a buffer",
                            MakeTraceSourceAccessor(&NetworkDriver::m_dropTrace),
                            "ns3::hsn::NetworkDriver::FrameTracedCallback")
            .AddTraceSource("NoClient",
                            "A frame is lost: no client wants its type",
                            MakeTraceSourceAccessor(&NetworkDriver::m_noClientTrace),
                            "ns3::hsn::NetworkDriver::FrameTracedCallback");
    return tid;
}

NetworkDriver::NetworkDriver() = default;

NetworkDriver::~NetworkDriver()
{
    CancelInterrupts();
}

void
NetworkDriver::CancelInterrupts()
{
    for (auto& queue : m_queues)
    {
        queue.delay.Cancel();
        queue.task->Cancel(); // it knows this driver
    }
}

void
NetworkDriver::DoDispose()
{
    CancelInterrupts();
    m_queues.clear();
    for (auto& [type, client] : m_clients)
    {
        client->Dispose();
    }
    m_clients.clear();
    m_free.clear();
    m_classify = nullptr;
    m_deliver = nullptr;
    m_others = nullptr;
    m_cpu = nullptr;
    Object::DoDispose();
}

void
NetworkDriver::SetHost(Ptr<HostCpu> cpu, Ptr<const HostCost> cost, uint32_t bufferLength)
{
    NS_ABORT_MSG_IF(m_cpu, "NetworkDriver: a driver has one host");
    NS_ABORT_MSG_UNLESS(cpu && cost, "NetworkDriver: a host has processors and costs");
    m_cpu = cpu;
    m_cost = cost;
    m_length = bufferLength;
    m_queues.resize(m_nQueues);
    for (uint32_t i = 0; i < m_nQueues; ++i)
    {
        m_queues[i].task = cpu->CreateTask(HostLevel::INTERRUPT, 0, i % cpu->GetNCpus());
    }
    for (uint32_t i = 0; i < m_nQueues * m_ringSize; ++i)
    {
        auto buffer = Create<LinearNetworkBuffer>(bufferLength);
        buffer->SetOwner(this);
        buffer->SetPlace(NetworkBuffer::DRIVER);
        m_free.push_back(buffer);
    }
}

void
NetworkDriver::Register(uint32_t type, Ptr<NetworkClient> client)
{
    NS_ABORT_MSG_UNLESS(m_cpu, "NetworkDriver: SetHost() comes before Register()");
    NS_ABORT_MSG_UNLESS(client, "NetworkDriver: no client to register");
    NS_ABORT_MSG_IF(
        m_clients.count(type) > 0,
        "NetworkDriver: " << (type == DEFAULT_CLIENT_TYPE
                                  ? std::string("there is a default client already")
                                  : "type " + std::to_string(type) + " has a client already"));
    if (client->GetDriver() != this)
    {
        client->Attach(*this);
    }
    m_clients[type] = client;
}

bool
NetworkDriver::HasClient(uint32_t type) const
{
    return m_clients.count(type) > 0;
}

void
NetworkDriver::SetClassifier(Classifier classify)
{
    m_classify = std::move(classify);
}

void
NetworkDriver::SetDeliver(NetworkClient::Deliver deliver)
{
    m_deliver = std::move(deliver);
}

void
NetworkDriver::Deliver(const NetworkFrame& frame) const
{
    if (m_deliver)
    {
        m_deliver(frame);
    }
}

void
NetworkDriver::SetOthers(NetworkClient::Deliver watch)
{
    m_others = std::move(watch);
}

NetworkClient*
NetworkDriver::FindClient(uint32_t type) const
{
    auto found = m_clients.find(type);
    if (found == m_clients.end())
    {
        found = m_clients.find(DEFAULT_CLIENT_TYPE);
    }
    return found == m_clients.end() ? nullptr : PeekPointer(found->second);
}

uint32_t
NetworkDriver::FindQueue(const NetworkFrame& frame) const
{
    if (m_nQueues == 1)
    {
        return 0;
    }
    uint8_t octets[MAX_PORT_END] = {};
    frame.packet->CopyData(octets, sizeof(octets));
    uint32_t hash = 2166136261;
    const auto add = [&hash, &octets](uint32_t begin, uint32_t length) {
        for (uint32_t i = begin; i < begin + length; ++i)
        {
            hash = (hash ^ octets[i]) * 16777619;
        }
    };
    const bool six = octets[0] >> 4 == 6;
    six ? add(8, 32) : add(12, 8); // addresses
    if (const uint32_t ports = FindPorts(octets, six))
    {
        add(ports, PORT_PAIR_BYTES);
    }
    return (hash ^ hash >> 16) % m_nQueues;
}

void
NetworkDriver::ReceiveFrame(const NetworkFrame& frame)
{
    ReceiveFrame(NetworkFrame(frame));
}

void
NetworkDriver::ReceiveFrame(NetworkFrame&& frame)
{
    NS_ABORT_MSG_UNLESS(m_cpu, "NetworkDriver: SetHost() comes before the first frame");
    frame.arrival = Simulator::Now();
    if (m_classify)
    {
        frame.type = m_classify(frame);
    }
    else if (!IsEarly())
    {
        frame.type = frame.protocol;
    }
    ++m_counters.arrived;
    const uint32_t at = FindQueue(frame);
    Queue& queue = m_queues[at];
    if (frame.packet->GetSize() > m_length)
    {
        ++m_counters.tooLong;
        m_dropTrace(frame);
        return;
    }
    if (queue.ring.size() >= m_ringSize)
    {
        ++m_counters.ringFull;
        m_dropTrace(frame);
        return;
    }
    if (Pass(frame, at))
    {
        return;
    }
    Waiting waiting;
    if (IsEarly())
    {
        waiting.client = FindClient(frame.type);
        if (!waiting.client)
        {
            ++m_counters.noClient;
            m_noClientTrace(frame);
            return;
        }
        if (waiting.client->GetReceiveBufferPolicy() != NETWORK_PEEK_ONLY)
        {
            waiting.buffer = waiting.client->TakeFree();
            if (!waiting.buffer)
            {
                ++m_counters.starved;
                waiting.client->NotifyStarved(frame);
                return;
            }
        }
    }
    if (!waiting.buffer)
    {
        waiting.buffer = m_free.back();
        m_free.pop_back();
    }
    waiting.buffer->Fill(std::move(frame));
    queue.ring.push_back(std::move(waiting));
    if (queue.interrupts)
    {
        Arrange(at);
    }
}

bool
NetworkDriver::Pass(const NetworkFrame& frame, uint32_t at)
{
    Queue& queue = m_queues[at];
    if (!m_cost->IsFree() || !queue.ring.empty() || !queue.interrupts || m_coalesceFrames > 1 ||
        queue.delay.PeekEventImpl() || frame.kind == NetDevice::PACKET_OTHERHOST)
    {
        return false;
    }
    NetworkClient* client = FindClient(frame.type);
    const HostTask* worker = client ? client->FindWorker() : nullptr;
    if (!worker || !m_cpu->RunAtOnce(*queue.task, *worker))
    {
        return false;
    }
    ++m_counters.interrupts;
    ++m_counters.received;
    m_current = at;
    client->Pass(frame);
    return true;
}

void
NetworkDriver::Arrange(uint32_t at)
{
    Queue& queue = m_queues[at];
    if (GetWaiting(at) >= m_coalesceFrames)
    {
        RaiseAll(at);
    }
    else if (GetWaiting(at) > 0 && queue.delay.IsExpired())
    {
        queue.delay = Simulator::Schedule(m_coalesceDelay, &NetworkDriver::RaiseAll, this, at);
    }
}

void
NetworkDriver::RaiseAll(uint32_t at)
{
    Queue& queue = m_queues[at];
    if (queue.delay.PeekEventImpl())
    {
        queue.delay.Cancel();
    }
    const uint32_t frames = GetWaiting(at);
    if (!queue.interrupts || frames == 0)
    {
        return;
    }
    const Time cost = m_cost->IsFree() ? Time(0) : GetInterruptCost(queue);
    queue.raised += frames;
    ++m_counters.interrupts;
    queue.task->Run(cost, [this, at, frames] { // small, so that it costs no allocation
        const Ptr<NetworkDriver> alive(this);
        // one by one: a client that polls must leave the others
        for (uint32_t i = 0; i < frames && at < m_queues.size(); ++i)
        {
            --m_queues[at].raised;
            Serve(at, 1);
        }
    });
}

Time
NetworkDriver::GetInterruptCost(const Queue& queue) const
{
    uint32_t octets = 0;
    Time copying(0);
    for (uint32_t i = queue.raised; i < queue.ring.size(); ++i)
    {
        const NetworkFrame& frame = queue.ring[i].buffer->GetFrame();
        octets += frame.packet->GetSize();
        const NetworkClient* client = IsEarly() ? nullptr : FindClient(frame.type);
        if (client && client->GetReceiveBufferPolicy() == NETWORK_MUST_RETURN &&
            !client->m_free.empty())
        {
            copying += m_cost->GetCost(HostOperation::COPY, frame.packet->GetSize());
        }
    }
    const uint32_t frames = queue.ring.size() - queue.raised;
    return m_cost->GetCost(HostOperation::INTERRUPT, octets, frames) + copying;
}

void
NetworkDriver::Serve(uint32_t at, uint32_t frames)
{
    for (uint32_t i = 0; i < frames && at < m_queues.size(); ++i) // it may be disposed meanwhile
    {
        Waiting waiting = std::move(m_queues[at].ring.front());
        m_queues[at].ring.pop_front();
        m_current = at;
        Demultiplex(std::move(waiting));
    }
}

void
NetworkDriver::Demultiplex(Waiting&& waiting)
{
    const NetworkFrame& frame = waiting.buffer->GetFrame();
    if (waiting.client && waiting.buffer->GetOwner() == waiting.client)
    {
        ++m_counters.received;
        waiting.client->Move(*waiting.buffer, NetworkBuffer::QUEUED);
        waiting.client->Receive(std::move(waiting.buffer));
        return;
    }
    NetworkClient* client = waiting.client ? waiting.client : FindClient(frame.type);
    if (frame.kind == NetDevice::PACKET_OTHERHOST)
    {
        ++m_counters.notForUs;
        if (m_others)
        {
            m_others(frame);
        }
        PutRing(waiting.buffer);
    }
    else if (!client)
    {
        NS_LOG_LOGIC("no client for type " << frame.type);
        ++m_counters.noClient;
        m_noClientTrace(frame);
        PutRing(waiting.buffer);
    }
    else
    {
        Hand(*client, std::move(waiting.buffer));
    }
}

void
NetworkDriver::Hand(NetworkClient& client, Ptr<NetworkBuffer> ring)
{
    if (client.GetReceiveBufferPolicy() == NETWORK_PEEK_ONLY)
    {
        ++m_counters.received;
        // a handle of its own, so that one that is kept stays invalid when the ring goes on
        const auto loan = Create<LinearNetworkBuffer>(m_length);
        loan->Fill(NetworkFrame(ring->GetFrame()));
        loan->SetOwner(this);
        loan->SetPlace(NetworkBuffer::LOAN);
        client.Receive(loan);
        loan->SetPlace(NetworkBuffer::DRIVER);
        PutRing(ring);
        return;
    }
    auto empty = client.TakeFree();
    if (!empty)
    {
        ++m_counters.starved;
        client.NotifyStarved(ring->GetFrame());
        PutRing(ring);
        return;
    }
    ++m_counters.received;
    if (client.GetReceiveBufferPolicy() == NETWORK_MUST_RETURN)
    {
        m_counters.copied += ring->GetLength();
        empty->Fill(NetworkFrame(ring->GetFrame()));
        client.Move(*empty, NetworkBuffer::QUEUED);
        PutRing(ring);
        client.Receive(empty);
    }
    else
    {
        client.Move(*empty, NetworkBuffer::QUEUED); // the number; which one, the next lines change
        empty->SetOwner(this);
        empty->SetPlace(NetworkBuffer::DRIVER);
        m_free.push_back(std::move(empty));
        ring->SetOwner(&client);
        ring->SetPlace(NetworkBuffer::QUEUED);
        client.Receive(std::move(ring));
    }
}

void
NetworkDriver::PutRing(Ptr<NetworkBuffer> buffer)
{
    buffer->Clear();
    m_free.push_back(buffer);
}

Ptr<Packet>
NetworkDriver::Gather(NetworkBuffer& buffer)
{
    NS_ABORT_MSG_IF(buffer.GetNRegions() == 0, "NetworkDriver: an empty buffer to send");
    const uint32_t copied = buffer.MakeContiguous(); // a packet of ns-3 is in one piece
    m_counters.copied += m_gathers ? 0 : copied;
    return buffer.GetRegion(0)->Copy();
}

void
NetworkDriver::GiveReceiveBuffer(NetworkClient& client, Ptr<NetworkBuffer> buffer)
{
    NS_ABORT_MSG_IF(client.GetDriver() != this || buffer->GetOwner() != &client,
                    "NetworkDriver: a buffer of somebody else");
    NS_ABORT_MSG_IF(buffer->GetPlace() == NetworkBuffer::DRIVER,
                    "NetworkDriver: a buffer is given twice");
    NS_ABORT_MSG_UNLESS(buffer->IsContiguous(), "NetworkDriver: a buffer of several regions");
    client.PutFree(buffer);
}

void
NetworkDriver::SetInterrupts(uint32_t at, bool on)
{
    m_queues[at].interrupts = on;
    if (on)
    {
        Arrange(at);
    }
    else
    {
        m_queues[at].delay.Cancel();
    }
}

uint32_t
NetworkDriver::GetWaiting(uint32_t at) const
{
    return m_queues[at].ring.size() - m_queues[at].raised;
}

uint32_t
NetworkDriver::Poll(uint32_t at, uint32_t most)
{
    // those with an interrupt come first, and are left to it
    const uint32_t frames = m_queues[at].raised > 0 ? 0 : std::min(most, GetWaiting(at));
    Serve(at, frames);
    return frames;
}

uint32_t
NetworkDriver::GetCurrentQueue() const
{
    return m_current;
}

uint32_t
NetworkDriver::GetNQueues() const
{
    return m_nQueues;
}

uint32_t
NetworkDriver::GetBufferLength() const
{
    return m_length;
}

uint32_t
NetworkDriver::GetRingBuffers() const
{
    uint32_t sum = m_free.size();
    for (const Queue& queue : m_queues)
    {
        for (const Waiting& waiting : queue.ring)
        {
            sum += waiting.buffer->GetOwner() == this ? 1 : 0;
        }
    }
    return sum;
}

Ptr<HostCpu>
NetworkDriver::GetCpu() const
{
    return m_cpu;
}

const HostCost&
NetworkDriver::GetCost() const
{
    return *m_cost;
}

const NetworkDriver::Counters&
NetworkDriver::GetCounters() const
{
    return m_counters;
}

TypeId
EthernetDriver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::EthernetDriver")
                            .SetParent<NetworkDriver>()
                            .SetGroupName("Hsn")
                            .AddConstructor<EthernetDriver>();
    return tid;
}

bool
EthernetDriver::IsEarly() const
{
    return false;
}

TypeId
AtmDriver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmDriver")
                            .SetParent<NetworkDriver>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmDriver>();
    return tid;
}

bool
AtmDriver::IsEarly() const
{
    return true;
}
} // namespace hsn
} // namespace ns3
