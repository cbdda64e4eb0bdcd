// SPDX-License-Identifier: GPL-2.0-only
#include "admission-cell-meter.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AdmissionCellMeter);

namespace
{
constexpr double CELL_BITS = 8.0 * CellBurst::CELL_BYTES; //!< of a cell on the link
}

TypeId
AdmissionCellMeter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmissionCellMeter")
                            .SetParent<AdmissionWaitMeter>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AdmissionCellMeter>();
    return tid;
}

void
AdmissionCellMeter::SetQueue(Ptr<AtmCellQueue> queue)
{
    NS_ABORT_MSG_IF(m_queue, "the queue of an AdmissionCellMeter is set twice: once is allowed");
    NS_ABORT_MSG_UNLESS(queue, "AdmissionCellMeter::SetQueue needs an AtmCellQueue");
    NS_ABORT_MSG_IF(queue->GetCounters().in > 0,
                    "AdmissionCellMeter: " << queue->GetCounters().in
                                           << " cells have come to the queue already; must be 0");
    m_queue = queue;
    queue->TraceConnectWithoutContext("Enqueue", MakeCallback(&AdmissionCellMeter::Enqueue, this));
    queue->TraceConnectWithoutContext("Dequeue", MakeCallback(&AdmissionCellMeter::Dequeue, this));
    queue->TraceConnectWithoutContext("Discard", MakeCallback(&AdmissionCellMeter::Discard, this));
}

void
AdmissionCellMeter::DoDispose()
{
    if (m_queue)
    {
        m_queue->TraceDisconnectWithoutContext("Enqueue",
                                               MakeCallback(&AdmissionCellMeter::Enqueue, this));
        m_queue->TraceDisconnectWithoutContext("Dequeue",
                                               MakeCallback(&AdmissionCellMeter::Dequeue, this));
        m_queue->TraceDisconnectWithoutContext("Discard",
                                               MakeCallback(&AdmissionCellMeter::Discard, this));
        m_queue = nullptr;
    }
    m_waiting.clear();
    AdmissionWaitMeter::DoDispose();
}

void
AdmissionCellMeter::Update()
{
    NS_ABORT_MSG_UNLESS(m_queue, "AdmissionCellMeter has no queue: SetQueue first");
}

void
AdmissionCellMeter::Enqueue(const CellBurst&)
{
    m_waiting.push_back(Simulator::Now());
    NoteArrival(CELL_BITS);
}

void
AdmissionCellMeter::Dequeue(const CellBurst&)
{
    const Time delay = Simulator::Now() - m_waiting.front();
    m_waiting.pop_front();
    NoteDeparture(CELL_BITS, delay);
}

void
AdmissionCellMeter::Discard(const CellBurst&, CellDiscardReason reason)
{
    NS_ABORT_MSG_IF(reason == CELL_PUSHED_OUT,
                    "AdmissionCellMeter cannot measure a buffer whose policy pushes cells out");
    NoteRefusal(CELL_BITS);
}
} // namespace hsn
} // namespace ns3
