// SPDX-License-Identifier: GPL-2.0-only
#include "atm-output-port.h"

#include "atm-channel.h"
#include "atm-port.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmOutputPort");
NS_OBJECT_ENSURE_REGISTERED(AtmCellQueue);
NS_OBJECT_ENSURE_REGISTERED(AtmOutputPort);

TypeId
AtmCellQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmCellQueue")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmCellQueue>()
                            .AddAttribute("MaxCells",
                                          "Capacity, cells; the cell being sent is not counted.",
                                          UintegerValue(8192),
                                          MakeUintegerAccessor(&AtmCellQueue::m_maxCells),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("DiscardPolicy",
                                          "Decides which cells are accepted; null: tail discard.",
                                          PointerValue(),
                                          MakePointerAccessor(&AtmCellQueue::m_policy),
                                          MakePointerChecker<CellDiscardPolicy>())
                            .AddTraceSource("Enqueue",
                                            "A cell is accepted.",
                                            MakeTraceSourceAccessor(&AtmCellQueue::m_enqueueTrace),
                                            "ns3::hsn::CellBurst::TracedCallback")
                            .AddTraceSource("Dequeue",
                                            "A cell leaves for the link.",
                                            MakeTraceSourceAccessor(&AtmCellQueue::m_dequeueTrace),
                                            "ns3::hsn::CellBurst::TracedCallback")
                            .AddTraceSource("Discard",
                                            "A cell is refused, and why.",
                                            MakeTraceSourceAccessor(&AtmCellQueue::m_discardTrace),
                                            "ns3::hsn::AtmCellQueue::DiscardTracedCallback")
                            .AddTraceSource("CellsInQueue",
                                            "Number of cells waiting.",
                                            MakeTraceSourceAccessor(&AtmCellQueue::m_fill),
                                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

AtmCellQueue::AtmCellQueue()
{
}

AtmCellQueue::~AtmCellQueue()
{
}

void
AtmCellQueue::DoDispose()
{
    m_cells.Clear();
    m_policy = nullptr;
    Object::DoDispose();
}

bool
AtmCellQueue::Enqueue(CellBurst& cell, CellDiscardState& state)
{
    ++m_counters.in;
    CellDiscardReason reason = CELL_ACCEPTED;
    if (m_policy)
    {
        reason = m_policy->Decide(cell, GetNCells(), m_maxCells, state);
    }
    else if (GetNCells() >= m_maxCells)
    {
        reason = CELL_BUFFER_FULL;
    }
    switch (reason)
    {
    case CELL_ACCEPTED:
        m_cells.Push(cell);
        m_fill = GetNCells();
        m_enqueueTrace(cell);
        return true;
    case CELL_BUFFER_FULL:
        ++m_counters.bufferFull;
        break;
    case CELL_PARTIAL_PACKET:
        ++m_counters.partialPacket;
        break;
    case CELL_EARLY_PACKET:
        ++m_counters.earlyPacket;
        break;
    case CELL_CLP_THRESHOLD:
        ++m_counters.clpThreshold;
        break;
    }
    NS_LOG_LOGIC("cell " << cell << " discarded: " << ToString(reason));
    cell.discarded = 1;
    m_discardTrace(cell, reason);
    return false;
}

CellBurst
AtmCellQueue::Dequeue()
{
    CellBurst cell = m_cells.Pop();
    ++m_counters.out;
    m_fill = GetNCells();
    m_dequeueTrace(cell);
    return cell;
}

TypeId
AtmOutputPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmOutputPort")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmOutputPort>()
                            .AddAttribute("CbrQueue",
                                          "Buffer of the constant bit rate category.",
                                          TypeId::ATTR_GET,
                                          PointerValue(),
                                          MakePointerAccessor(&AtmOutputPort::GetCbrQueue),
                                          MakePointerChecker<AtmCellQueue>())
                            .AddAttribute("VbrQueue",
                                          "Buffer of the variable bit rate category.",
                                          TypeId::ATTR_GET,
                                          PointerValue(),
                                          MakePointerAccessor(&AtmOutputPort::GetVbrQueue),
                                          MakePointerChecker<AtmCellQueue>())
                            .AddAttribute("UbrQueue",
                                          "Buffer of the best effort category.",
                                          TypeId::ATTR_GET,
                                          PointerValue(),
                                          MakePointerAccessor(&AtmOutputPort::GetUbrQueue),
                                          MakePointerChecker<AtmCellQueue>());
    return tid;
}

AtmOutputPort::AtmOutputPort()
    : m_timer(this)
{
    for (auto& queue : m_queues)
    {
        queue = CreateObject<AtmCellQueue>();
    }
}

AtmOutputPort::~AtmOutputPort()
{
}

void
AtmOutputPort::DoDispose()
{
    m_timer.Detach();
    for (auto& queue : m_queues)
    {
        queue->Dispose(); // not forgotten: the counters may be read after the simulation
    }
    m_waiting = 0;
    m_port = nullptr;
    Object::DoDispose();
}

void
AtmOutputPort::SetPort(Ptr<AtmPort> port)
{
    m_port = PeekPointer(port);
    m_context = port->GetNode()->GetId();
}

void
AtmOutputPort::SetQueue(AtmServiceCategory category, Ptr<AtmCellQueue> queue)
{
    NS_ABORT_MSG_IF(m_queues[category]->GetNCells() > 0, "a buffer that holds cells is replaced");
    m_queues[category] = queue;
}

Ptr<AtmCellQueue>
AtmOutputPort::GetQueue(AtmServiceCategory category) const
{
    return m_queues[category];
}

Ptr<AtmCellQueue>
AtmOutputPort::GetCbrQueue() const
{
    return m_queues[ATM_CBR];
}

Ptr<AtmCellQueue>
AtmOutputPort::GetVbrQueue() const
{
    return m_queues[ATM_VBR];
}

Ptr<AtmCellQueue>
AtmOutputPort::GetUbrQueue() const
{
    return m_queues[ATM_UBR];
}

uint32_t
AtmOutputPort::GetNCells() const
{
    uint32_t sum = 0; // m_waiting lags behind inside trace sinks
    for (const auto& queue : m_queues)
    {
        sum += queue->GetNCells();
    }
    return sum;
}

AtmCellQueue::Counters
AtmOutputPort::GetCounters() const
{
    AtmCellQueue::Counters sum;
    for (const auto& queue : m_queues)
    {
        const auto& c = queue->GetCounters();
        sum.in += c.in;
        sum.out += c.out;
        sum.bufferFull += c.bufferFull;
        sum.partialPacket += c.partialPacket;
        sum.earlyPacket += c.earlyPacket;
        sum.clpThreshold += c.clpThreshold;
    }
    return sum;
}

bool
AtmOutputPort::Receive(CellBurst& cell, AtmServiceCategory category, CellDiscardState& state)
{
    if (m_waiting > 0)
    {
        Serve(); // departures at this very time go first
    }
    const bool accepted = m_queues[category]->Enqueue(cell, state);
    if (accepted)
    {
        ++m_waiting;
        Serve();
    }
    return accepted;
}

void
AtmOutputPort::Serve()
{
    if (!m_port)
    {
        return; // no link yet: cells wait
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_waiting > 0 && m_freeAt <= now)
    {
        uint32_t category = 0;
        while (m_queues[category]->GetNCells() == 0)
        {
            ++category;
        }
        CellBurst cell = m_queues[category]->Dequeue();
        --m_waiting;
        const auto& channel = m_port->GetAtmChannel();
        cell.start = now;
        cell.spacing = channel->GetCellTime();
        m_freeAt = now + channel->GetCellTime();
        m_port->NotifyCellTx(cell);
        channel->Transmit(m_port->GetEnd(), std::move(cell));
    }
    if (m_waiting > 0 && m_serveAt != m_freeAt)
    {
        m_serveAt = m_freeAt;
        m_timer.Schedule(m_context, m_freeAt - now);
    }
}
} // namespace hsn
} // namespace ns3
