// SPDX-License-Identifier: GPL-2.0-only
#include "atm-output-port.h"

#include "atm-channel.h"
#include "atm-port.h"
#include "cell-class-index.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

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
    static TypeId tid =
        TypeId("ns3::hsn::AtmCellQueue")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<AtmCellQueue>()
            .AddAttribute(
                "MaxCells",
                "Capacity, cells; the cell being sent is not counted.",
                UintegerValue(8192),
                MakeUintegerAccessor(&AtmCellQueue::SetMaxCells, &AtmCellQueue::GetCapacity),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DiscardPolicy",
                          "Decides which cells are accepted; null: tail discard.",
                          PointerValue(),
                          MakePointerAccessor(&AtmCellQueue::SetPolicy, &AtmCellQueue::GetPolicy),
                          MakePointerChecker<CellDiscardPolicy>())
            .AddAttribute("EfciThreshold",
                          "A cell that is let in bears the congestion indication from here on if "
                          "more cells than this wait with it; 0: never.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AtmCellQueue::SetEfciThreshold,
                                               &AtmCellQueue::GetEfciThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource(
                "Enqueue",
                "A cell is accepted.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmCellQueue::m_enqueueTrace)),
                "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource(
                "Dequeue",
                "A cell leaves for the link.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmCellQueue::m_dequeueTrace)),
                "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource(
                "Discard",
                "A cell is refused, and why.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmCellQueue::m_discardTrace)),
                "ns3::hsn::AtmCellQueue::DiscardTracedCallback")
            .AddTraceSource(
                "RunDiscard",
                "A cell was refused, why and when: told in order, but "
                "perhaps later than that. Unlike Discard it does not "
                "make the burst engine work cell by cell.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmCellQueue::m_runDiscardTrace)),
                "ns3::hsn::AtmCellQueue::RunDiscardTracedCallback")
            .AddTraceSource("CellsInQueue",
                            "Number of cells waiting.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&AtmCellQueue::m_fillTrace)),
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
    m_counters = GetCounters(); // may be read after the simulation
    m_ahead = nullptr;
    m_cells.Clear();
    m_index.reset();
    m_holes = 0;
    m_classPolicy = nullptr;
    m_policy.Dispose();
    Object::DoDispose();
}

bool
AtmCellQueue::Enqueue(CellBurst& cell, CellDiscardState& state)
{
    if (m_classPolicy)
    {
        return EnqueueByClass(cell, state);
    }
    ++m_counters->in;
    CellDiscardReason reason = CELL_ACCEPTED;
    if (m_policy.Get())
    {
        reason = m_policy->Decide(cell, GetNCells(), m_maxCells, state);
    }
    else if (GetNCells() >= m_maxCells)
    {
        reason = CELL_BUFFER_FULL;
    }
    if (reason == CELL_ACCEPTED)
    {
        Mark(cell);
        m_cells.Push(cell);
        m_fillTrace(GetNCells() - 1, GetNCells());
        m_enqueueTrace(cell);
        return true;
    }
    Discard(cell, reason);
    return false;
}

bool
AtmCellQueue::EnqueueByClass(CellBurst& cell, CellDiscardState& state)
{
    ++m_counters->in;
    auto& memory = CellClassPolicy::GetMemory(state);
    const uint32_t cls = m_classPolicy->GetClass(cell);
    const auto decision =
        m_classPolicy->DecideByClass(cell, cls, m_index->GetCounts(), m_maxCells, memory);
    if (decision.reason != CELL_ACCEPTED)
    {
        Discard(cell, decision.reason);
        return false;
    }
    if (decision.victim != CellClassDecision::NO_VICTIM)
    {
        PushOut(decision.victim);
    }
    m_index->Push(cls, state.group);
    Mark(cell);
    m_cells.Push(cell);
    m_fillTrace(GetNCells() - 1, GetNCells());
    m_enqueueTrace(cell);
    return true;
}

void
AtmCellQueue::PushOut(uint32_t cls)
{
    const auto entry = m_index->PushOut(cls);
    CellBurst& place = m_cells.At(m_index->GetOffset(entry.place));
    CellBurst cell = place;
    place = CellBurst();
    ++m_holes;
    if (entry.memory)
    {
        m_classPolicy->NotifyPushedOut(cls, entry.group, *entry.memory);
    }
    m_fillTrace(GetNCells() + 1, GetNCells());
    Discard(cell, CELL_PUSHED_OUT);
}

void
AtmCellQueue::Discard(CellBurst& cell, CellDiscardReason reason)
{
    CountRefused(reason, 1);
    NS_LOG_LOGIC("cell " << cell << " discarded: " << ToString(reason));
    cell.discarded = 1;
    m_discardTrace(cell, reason);
    TraceRunDiscard(cell, reason, Simulator::Now().GetTimeStep());
}

void
AtmCellQueue::Classify()
{
    if (m_holes > 0)
    {
        for (std::size_t n = m_cells.Size(); n > 0; --n)
        {
            CellBurst cell = m_cells.Pop();
            if (cell.pdu) // else a hole
            {
                m_cells.Push(cell);
            }
        }
        m_holes = 0;
    }
    m_index.reset();
    m_classPolicy = m_policy.Get() ? m_policy->GetClassPolicy() : nullptr;
    if (m_classPolicy)
    {
        m_index = std::make_unique<CellClassIndex>();
        for (std::size_t i = 0; i < m_cells.Size(); ++i)
        {
            m_index->Push(m_classPolicy->GetClass(m_cells.At(i)), nullptr);
        }
    }
}

void
AtmCellQueue::CountRefused(CellDiscardReason reason, uint64_t n)
{
    m_counters->discarded[reason] += n;
}

AtmCellQueue::Counters&
AtmCellQueue::Counters::operator+=(const Counters& other)
{
    in += other.in;
    out += other.out;
    efci += other.efci;
    for (std::size_t i = 0; i < discarded.size(); ++i)
    {
        discarded[i] += other.discarded[i];
    }
    return *this;
}

std::ostream&
operator<<(std::ostream& os, const AtmCellQueue::Counters& counters)
{
    os << "AtmCellQueue::Counters(in=" << counters.in << ", out=" << counters.out
       << ", efci=" << counters.efci;
    for (std::size_t i = 0; i < counters.discarded.size(); ++i)
    {
        if (counters.discarded[i] > 0)
        {
            os << ", " << ToString(static_cast<CellDiscardReason>(i)) << '='
               << counters.discarded[i];
        }
    }
    return os << ')';
}

AtmCellQueue::Counters
AtmCellQueue::GetCounters() const
{
    Counters counters = m_counters.Get();
    if (m_ahead)
    {
        counters.out = counters.in - counters.GetDiscarded() - GetNCells();
    }
    return counters;
}

uint32_t
AtmCellQueue::GetNCellsAhead() const
{
    m_counters.Get(); // decides on the cells up to now
    return m_ahead->GetNWaiting();
}

void
AtmCellQueue::TraceRunDiscard(CellBurst& cell, CellDiscardReason reason, int64_t time)
{
    cell.discarded = 1;
    m_runDiscardTrace(cell, reason, TimeStep(time));
}

void
AtmCellQueue::TakeOver(const std::vector<CellBurst>& cells)
{
    m_ahead = nullptr;
    m_counters->out = m_counters->in - m_counters->GetDiscarded() - cells.size();
    for (const auto& cell : cells)
    {
        m_cells.Push(cell);
    }
    Classify();
}

std::string
AtmCellQueue::GetPolicyName() const
{
    return m_policy.Get() ? m_policy->GetInstanceTypeId().GetName() : "a buffer";
}

CellDiscardRule
AtmCellQueue::GetRule() const
{
    if (!m_enqueueTrace.IsEmpty() || !m_dequeueTrace.IsEmpty() || !m_discardTrace.IsEmpty() ||
        !m_fillTrace.IsEmpty() || m_efciThreshold > 0)
    {
        return {CellDiscardRule::OTHER, 0};
    }
    return m_policy.Get() ? m_policy->GetRule(m_maxCells) : CellDiscardRule();
}

void
AtmCellQueue::SetMaxCells(uint32_t maxCells)
{
    m_maxCells = maxCells;
}

void
AtmCellQueue::SetEfciThreshold(uint32_t cells)
{
    m_efciThreshold = cells;
}

uint32_t
AtmCellQueue::GetEfciThreshold() const
{
    return m_efciThreshold;
}

void
AtmCellQueue::Mark(CellBurst& cell)
{
    if (m_efciThreshold > 0 && GetNCells() >= m_efciThreshold)
    {
        cell.efci = 1;
        ++m_counters->efci;
    }
}

void
AtmCellQueue::SetPolicy(Ptr<CellDiscardPolicy> policy)
{
    m_policy = policy;
    Classify();
}

Ptr<CellDiscardPolicy>
AtmCellQueue::GetPolicy() const
{
    return m_policy;
}

CellBurst
AtmCellQueue::Dequeue()
{
    if (m_index)
    {
        for (; m_index->IsHole(); --m_holes)
        {
            m_index->Pop();
            m_cells.DropFront();
        }
        m_index->Pop();
    }
    CellBurst cell = m_cells.Pop();
    ++m_counters->out;
    m_fillTrace(GetNCells() + 1, GetNCells());
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
        queue->Dispose(); // not forgotten: its counters may be read after the simulation
    }
    m_waiting = 0;
    m_port = nullptr;
    Object::DoDispose();
}

bool
AtmOutputPort::CanDecideAhead() const
{
    const auto isAhead = [](const Ptr<AtmCellQueue>& queue) {
        return queue->GetRule().kind != CellDiscardRule::OTHER;
    };
    return m_waiting == 0 && std::all_of(m_queues.begin(), m_queues.end(), isAhead);
}

void
AtmOutputPort::TakeOver(AtmCellQueue& queue, const std::vector<CellBurst>& cells, int64_t freeAt)
{
    queue.TakeOver(cells);
    m_waiting += static_cast<uint32_t>(cells.size());
    m_freeAt = freeAt;
    if (m_waiting > 0)
    {
        m_serveAt = freeAt;
        m_timer.Schedule(m_context, freeAt - Simulator::Now().GetTimeStep());
    }
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
        sum += queue->GetCounters();
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
    const uint32_t before = m_queues[category]->GetNCells();
    const bool accepted = m_queues[category]->Enqueue(cell, state);
    if (accepted)
    {
        m_waiting += m_queues[category]->GetNCells() - before; // 0 if another was pushed out
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
