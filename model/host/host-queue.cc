// SPDX-License-Identifier: GPL-2.0-only
#include "host-queue.h"

#include "ns3/abort.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(HostQueue);

TypeId
HostQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::HostQueue")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<HostQueue>()
                            .AddAttribute("MaxPackets",
                                          "Packets in the queue; 0: no limit",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&HostQueue::m_maxPackets),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("MaxOctets",
                                          "Octets in the queue; 0: no limit",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&HostQueue::m_maxOctets),
                                          MakeUintegerChecker<uint64_t>())
                            .AddAttribute("PacketOverhead",
                                          "Octets that each packet takes in the queue beside its "
                                          "own",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&HostQueue::m_overhead),
                                          MakeUintegerChecker<uint32_t>(0, 65536))
                            .AddTraceSource("Drop",
                                            "A packet exceeds a limit",
                                            MakeTraceSourceAccessor(&HostQueue::m_dropTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

void
HostQueue::DoDispose()
{
    m_task = nullptr;
    Object::DoDispose();
}

void
HostQueue::SetTask(Ptr<HostTask> task)
{
    m_task = task;
}

bool
HostQueue::Enqueue(Ptr<const Packet> packet, Time cost, HostTask::Done done)
{
    NS_ABORT_MSG_UNLESS(m_task, "HostQueue: SetTask() comes before Enqueue()");
    const uint32_t octets = packet->GetSize() + m_overhead;
    if ((m_maxPackets > 0 && m_packets >= m_maxPackets) ||
        (m_maxOctets > 0 && m_octets + octets > m_maxOctets))
    {
        ++m_dropped;
        m_dropTrace(packet);
        return false;
    }
    ++m_packets;
    m_octets += octets;
    ++m_added;
    m_task->Run(cost, [queue = Ptr<HostQueue>(this), octets, done = std::move(done)] {
        queue->Finish(octets, done);
    });
    return true;
}

void
HostQueue::Finish(uint32_t octets, const HostTask::Done& done)
{
    --m_packets;
    m_octets -= octets;
    if (done)
    {
        done();
    }
}

uint32_t
HostQueue::GetNPackets() const
{
    return m_packets;
}

uint64_t
HostQueue::GetNOctets() const
{
    return m_octets;
}

uint64_t
HostQueue::GetAdded() const
{
    return m_added;
}

uint64_t
HostQueue::GetDropped() const
{
    return m_dropped;
}
} // namespace hsn
} // namespace ns3
