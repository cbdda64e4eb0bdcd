// SPDX-License-Identifier: GPL-2.0-only
#include "admission-queue-meter.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AdmissionQueueMeter);

TypeId
AdmissionQueueMeter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AdmissionQueueMeter")
            .SetParent<AdmissionWaitMeter>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionQueueMeter>()
            .AddAttribute("Overhead",
                          "Octets of each packet that do not count; 28 are UDP's and IPv4's",
                          UintegerValue(28),
                          MakeUintegerAccessor(&AdmissionQueueMeter::m_overhead),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
AdmissionQueueMeter::SetQueue(Ptr<QueueDisc> queue)
{
    NS_ABORT_MSG_IF(m_queue, "the queue of an AdmissionQueueMeter is set twice: once is allowed");
    NS_ABORT_MSG_UNLESS(queue, "AdmissionQueueMeter::SetQueue needs a QueueDisc");
    m_queue = queue;
    m_queue->TraceConnectWithoutContext("Enqueue",
                                        MakeCallback(&AdmissionQueueMeter::Enqueue, this));
    m_queue->TraceConnectWithoutContext("Dequeue",
                                        MakeCallback(&AdmissionQueueMeter::Dequeue, this));
    m_queue->TraceConnectWithoutContext("DropBeforeEnqueue",
                                        MakeCallback(&AdmissionQueueMeter::Refuse, this));
    m_queue->TraceConnectWithoutContext("DropAfterDequeue",
                                        MakeCallback(&AdmissionQueueMeter::Discard, this));
}

void
AdmissionQueueMeter::DoDispose()
{
    if (m_queue)
    {
        m_queue->TraceDisconnectWithoutContext("Enqueue",
                                               MakeCallback(&AdmissionQueueMeter::Enqueue, this));
        m_queue->TraceDisconnectWithoutContext("Dequeue",
                                               MakeCallback(&AdmissionQueueMeter::Dequeue, this));
        m_queue->TraceDisconnectWithoutContext("DropBeforeEnqueue",
                                               MakeCallback(&AdmissionQueueMeter::Refuse, this));
        m_queue->TraceDisconnectWithoutContext("DropAfterDequeue",
                                               MakeCallback(&AdmissionQueueMeter::Discard, this));
        m_queue = nullptr;
    }
    AdmissionWaitMeter::DoDispose();
}

double
AdmissionQueueMeter::GetBits(Ptr<const QueueDiscItem> item) const
{
    return 8.0 * (item->GetSize() - std::min(item->GetSize(), m_overhead));
}

void
AdmissionQueueMeter::Enqueue(Ptr<const QueueDiscItem> item)
{
    NoteArrival(GetBits(item));
}

void
AdmissionQueueMeter::Dequeue(Ptr<const QueueDiscItem> item)
{
    NoteDeparture(GetBits(item), Simulator::Now() - item->GetTimeStamp());
}

void
AdmissionQueueMeter::Refuse(Ptr<const QueueDiscItem> item, const char*)
{
    NoteRefusal(GetBits(item));
}

void
AdmissionQueueMeter::Discard(Ptr<const QueueDiscItem> item, const char*)
{
    NoteLoss(GetBits(item), Simulator::Now() - item->GetTimeStamp());
}

void
AdmissionQueueMeter::Update()
{
    NS_ABORT_MSG_UNLESS(m_queue, "AdmissionQueueMeter has no queue: SetQueue first");
}
} // namespace hsn
} // namespace ns3
