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
            .SetParent<AdmissionMeter>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionQueueMeter>()
            .AddAttribute("DelayBound",
                          "A packet that waits longer is late",
                          TimeValue(MilliSeconds(16)),
                          MakeTimeAccessor(&AdmissionQueueMeter::m_bound),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LinkRate",
                          "Rate at which the link sends what counts of packets",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&AdmissionQueueMeter::m_rate),
                          MakeDataRateChecker())
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
    m_callback = DelayCallback();
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
    AdmissionMeter::DoDispose();
}

double
AdmissionQueueMeter::GetBits(Ptr<const QueueDiscItem> item) const
{
    return 8.0 * (item->GetSize() - std::min(item->GetSize(), m_overhead));
}

void
AdmissionQueueMeter::Enqueue(Ptr<const QueueDiscItem> item)
{
    const double bits = GetBits(item);
    m_load.arrived += bits;
    m_load.queue += bits;
}

void
AdmissionQueueMeter::Dequeue(Ptr<const QueueDiscItem> item)
{
    const double bits = GetBits(item);
    const Time delay = Simulator::Now() - item->GetTimeStamp();
    m_load.queue -= bits;
    m_load.sent += bits;
    m_load.late += delay > m_bound ? bits : 0;
    m_load.delay = delay.GetSeconds();
    if (!m_callback.IsNull())
    {
        m_callback(Simulator::Now().GetSeconds(), m_load.delay);
    }
}

void
AdmissionQueueMeter::Refuse(Ptr<const QueueDiscItem> item, const char*)
{
    const double bits = GetBits(item);
    m_load.arrived += bits;
    m_load.late += bits;
}

void
AdmissionQueueMeter::Discard(Ptr<const QueueDiscItem> item, const char*)
{
    // Dequeue took it for sent
    const double bits = GetBits(item);
    m_load.sent -= bits;
    m_load.late += Simulator::Now() - item->GetTimeStamp() > m_bound ? 0 : bits;
}

void
AdmissionQueueMeter::Update()
{
    NS_ABORT_MSG_UNLESS(m_queue, "AdmissionQueueMeter has no queue: SetQueue first");
}

AdmissionLoad
AdmissionQueueMeter::GetLoad() const
{
    AdmissionLoad load = m_load;
    const double inTime = static_cast<double>(m_rate.GetBitRate()) * m_bound.GetSeconds();
    load.queueLate = std::max(0.0, load.queue - inTime);
    load.delay = load.queue > 0 ? load.delay : 0;
    return load;
}

void
AdmissionQueueMeter::SetDelayCallback(const DelayCallback& callback)
{
    m_callback = callback;
}
} // namespace hsn
} // namespace ns3
