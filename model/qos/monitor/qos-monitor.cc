// SPDX-License-Identifier: GPL-2.0-only
#include "qos-monitor.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnQosMonitor");
NS_OBJECT_ENSURE_REGISTERED(QosMonitor);

QosRow::QosRow(int64_t alpha)
    : window(alpha)
{
    lights.fill(QOS_UNKNOWN);
}

QosConnection::QosConnection(int64_t alpha)
    : in(alpha),
      out(alpha)
{
    in.direction = QOS_IN;
    out.direction = QOS_OUT;
}

QosMonitor::QosMonitor() = default;

QosMonitor::~QosMonitor()
{
    Detach();
}

void
QosMonitor::NotifyConstructionCompleted()
{
    m_light = std::make_unique<QosLight>(m_green, m_red);
    SetFifo(CreateObject<QosEventFifo>());
    Object::NotifyConstructionCompleted();
}

void
QosMonitor::DoDispose()
{
    m_tick.Cancel();
    Detach();
    m_fifo = nullptr;
    m_task = nullptr;
    m_last = nullptr;
    m_connections.clear();
    Object::DoDispose();
}

void
QosMonitor::SetFifo(Ptr<QosEventFifo> fifo)
{
    NS_ABORT_MSG_IF(!fifo, "A monitor needs a FIFO");
    Detach();
    m_fifo = fifo;
    m_seenDrops = fifo->GetDrops();
    m_fifo->SetRequestLine(MakeCallback(&QosMonitor::Wake, this));
    if (m_batch)
    {
        UintegerValue capacity;
        m_fifo->GetAttribute("Capacity", capacity);
        m_fifo->SetHighWater(std::max<uint64_t>(capacity.Get() / 2, 1),
                             MakeCallback(&QosMonitor::Drain, this));
    }
}

void
QosMonitor::Detach()
{
    if (m_fifo)
    {
        m_fifo->SetRequestLine(Callback<void>());
        m_fifo->SetHighWater(0, Callback<void>());
    }
}

Ptr<QosEventFifo>
QosMonitor::GetFifo() const
{
    return m_fifo;
}

void
QosMonitor::SetTask(Ptr<HostTask> task)
{
    m_task = task;
}

void
QosMonitor::Wake()
{
    m_wakeupTrace();
    if (m_batch)
    {
        StartTimer();
        return;
    }
    if (!m_task)
    {
        Drain();
    }
    else if (!m_busy)
    {
        Begin();
    }
}

void
QosMonitor::Begin()
{
    // A section without cost ends inside Run(): a loop, as the calls must not nest by records.
    while (!m_busy && m_fifo->Get(m_event))
    {
        m_busy = true;
        if (m_event.info == QOS_INFO_ERROR)
        {
            m_spans = m_fifo->GetSpans();
        }
        const Time cost = m_eventCost + (m_display == FULL ? m_guiCost : Time(0));
        m_task->Run(cost, [self = Ptr<QosMonitor>(this)] { self->End(); });
    }
}

void
QosMonitor::End()
{
    if (!m_fifo)
    {
        return;
    }
    if (m_display == FULL)
    {
        ++m_counters.redraws;
        m_displayTrace();
    }
    Process(m_event);
    m_busy = false;
    Begin();
}

void
QosMonitor::Drain()
{
    QosEvent event;
    while (m_fifo->Get(event))
    {
        if (event.info == QOS_INFO_ERROR)
        {
            m_spans = m_fifo->GetSpans();
        }
        Process(event);
    }
}

QosConnection*
QosMonitor::Find(uint64_t id)
{
    if (!m_last || m_lastId != id)
    {
        const auto found = m_connections.find(id);
        m_last = found == m_connections.end() ? nullptr : found->second.get();
        m_lastId = id;
    }
    return m_last;
}

void
QosMonitor::Reject(const QosEvent& event, const std::string& reason)
{
    NS_LOG_WARN("Connection " << event.connection << ": " << reason);
    ++m_counters.rejected;
    m_rejectTrace(event, reason);
}

void
QosMonitor::Process(const QosEvent& event)
{
    ++m_counters.events;
    if (m_fifo->GetDrops() != m_seenDrops)
    {
        // what was dropped may have been of any connection
        m_seenDrops = m_fifo->GetDrops();
        for (const auto& one : m_connections)
        {
            for (auto* row : {&one.second->in, &one.second->out})
            {
                row->unknownUntil = event.time + m_alpha.GetNanoSeconds();
                Judge(*row, event.time);
            }
        }
    }
    if (event.action == QOS_OPEN)
    {
        Open(event);
        return;
    }
    QosConnection* c = Find(event.connection);
    if (!c || c->out.closed >= 0)
    {
        ++m_counters.unknown;
        m_rejectTrace(event, "connection is not open");
        return;
    }
    switch (event.action)
    {
    case QOS_CLOSE:
        Close(*c, event);
        break;
    case QOS_SENT:
        AddPacket(c->out, event);
        break;
    case QOS_ARRIVED:
        AddPacket(c->in, event);
        break;
    case QOS_REQUEST:
        c->requests.push_back({event.sync.value, event.time, event.sync.seq});
        break;
    case QOS_CONTROL:
        Answer(*c, event.sync.value, event.time);
        Judge(c->out, event.time);
        break;
    case QOS_ERRORS:
        AddErrors(*c, event);
        Judge(c->out, event.time);
        break;
    case QOS_DELAY:
        AddRtt(c->out, event.delay.rtt, event.time);
        Judge(c->out, event.time);
        break;
    case QOS_AGAIN:
        m_rawErrorsTrace(c->out, event.packet.bits);
        Report(c->out, event.packet.bits);
        break;
    default:
        Reject(event, "action is '" + std::string(1, event.action) + "', must be one of OCSRQAEDX");
    }
}

void
QosMonitor::Open(const QosEvent& event)
{
    QosConnection* c = Find(event.connection);
    const bool fresh = !c || c->out.closed >= 0;
    if (event.info == QOS_INFO_CONTRACT && (event.contract.delay < 0 || event.contract.jitter < 0))
    {
        Reject(event, "a contract must not be negative");
        return;
    }
    if (fresh)
    {
        if (c)
        {
            // an id that is used again starts new rows
            m_removeTrace(c->in);
            m_removeTrace(c->out);
        }
        auto made = std::make_unique<QosConnection>(m_alpha.GetNanoSeconds());
        c = made.get();
        m_connections[event.connection] = std::move(made);
        m_last = c;
        m_lastId = event.connection;
        for (auto* row : {&c->in, &c->out})
        {
            row->connection = event.connection;
            row->opened = event.time;
            row->lastChange = event.time;
            row->unknownUntil = event.time + m_alpha.GetNanoSeconds();
        }
    }
    if (event.info == QOS_INFO_CONTRACT)
    {
        auto& row = event.contract.direction == QOS_IN ? c->in : c->out;
        row.contract = event.contract;
    }
    StartTimer();
}

void
QosMonitor::StartTimer()
{
    if (m_timer && !m_ticking && m_tick.IsExpired())
    {
        m_tick = Simulator::Schedule(m_interval, &QosMonitor::Tick, this);
    }
}

void
QosMonitor::Close(QosConnection& c, const QosEvent& event)
{
    for (auto* row : {&c.in, &c.out})
    {
        row->closed = event.time;
        row->throughput = row->window.Get(event.time);
        Change(*row, QOS_UNKNOWN, event.time);
    }
    c.requests.clear();
}

void
QosMonitor::AddPacket(QosRow& row, const QosEvent& event)
{
    row.packets += std::max<uint32_t>(event.packet.packets, 1);
    row.bits += event.packet.bits;
    row.window.Add(event.time, event.packet.bits);
    if (row.contract.throughput || !m_throughputTrace.IsEmpty())
    {
        Judge(row, event.time);
        m_throughputTrace(row, static_cast<double>(row.throughput));
    }
}

void
QosMonitor::Answer(QosConnection& c, uint32_t echo, int64_t time)
{
    // Requests up to echo are closed; only the one that it names has a round trip.
    while (!c.requests.empty() && static_cast<int32_t>(c.requests.front().value - echo) <= 0)
    {
        const auto request = c.requests.front();
        c.requests.pop_front();
        if (request.value == echo)
        {
            c.answered = request;
            c.hasAnswered = true;
            if (time < request.sent)
            {
                continue;
            }
            AddRtt(c.out, time - request.sent, time);
        }
    }
}

void
QosMonitor::AddRtt(QosRow& row, int64_t rtt, int64_t time)
{
    row.hasRtt = true;
    row.rtt = rtt;
    const int64_t delay = row.GetDelay();
    row.delays.Add(delay);
    m_rttTrace(row, static_cast<double>(rtt) * 1e-9);
    m_delayTrace(row, static_cast<double>(rtt) / 2 * 1e-9);
    if (row.contract.jitter > 0)
    {
        row.jitter.Add(delay);
        m_jitterTrace(row, row.jitter.Get() * 1e-9);
    }
}

void
QosMonitor::AddErrors(QosConnection& c, const QosEvent& event)
{
    const auto& e = event.error;
    const std::string wrong = QosErrors::Check(e.seq, e.rseq, m_spans);
    if (!wrong.empty())
    {
        Reject(event, wrong);
        return;
    }
    Answer(c, e.echo, event.time);
    uint64_t seq = e.seq;
    if (m_reference == AT_REQUEST)
    {
        if (!c.hasAnswered || c.answered.value != e.echo)
        {
            return; // it is not known what the receiver can miss
        }
        seq = c.answered.seq;
    }
    const uint64_t raw = QosErrors::Count(seq, e.rseq, m_spans);
    m_rawErrorsTrace(c.out, static_cast<double>(raw));
    Report(c.out, m_countOnce ? c.out.errors.CountNew(seq, e.rseq, m_spans) : raw);
}

void
QosMonitor::Report(QosRow& row, uint64_t bits)
{
    row.hasErrors = true;
    row.errorBits += bits;
    const uint64_t sent = row.bits - row.bitsAtReport;
    row.bitErrorRate = sent ? static_cast<double>(bits) / static_cast<double>(sent) : 0;
    row.bitsAtReport = row.bits;
    m_errorsTrace(row, static_cast<double>(bits));
}

void
QosMonitor::Judge(QosRow& row, int64_t time)
{
    row.throughput = row.window.Get(time);
    if (row.closed >= 0)
    {
        return;
    }
    const auto less = m_sided == BAD ? QosLight::BELOW : QosLight::BOTH;
    const auto more = m_sided == BAD ? QosLight::ABOVE : QosLight::BOTH;
    row.lights[0] = m_light->Get(row.throughput, row.contract.throughput, less);
    row.lights[1] =
        row.hasRtt ? m_light->Get(row.GetDelay(), row.contract.delay, more) : QOS_UNKNOWN;
    row.lights[2] =
        row.HasJitter()
            ? m_light->Get(static_cast<uint64_t>(row.jitter.Get()), row.contract.jitter, more)
            : QOS_UNKNOWN;
    Change(row,
           time < row.unknownUntil ? QOS_UNKNOWN
                                   : *std::max_element(row.lights.begin(), row.lights.end()),
           time);
}

void
QosMonitor::Change(QosRow& row, QosStatus status, int64_t time)
{
    const QosStatus before = row.status;
    if (status == before)
    {
        return;
    }
    row.status = status;
    row.lastChange = time;
    m_statusTrace(row, before, status);
    const bool yellow = m_signalYellow && (before == QOS_YELLOW || status == QOS_YELLOW);
    if (before == QOS_RED || status == QOS_RED || yellow)
    {
        ++m_counters.alarms;
        m_alarmTrace(row, before, status);
    }
    // a row that opens or closes is no news for who looks at the light
    if (m_display == LIGHT && before != QOS_UNKNOWN && status != QOS_UNKNOWN)
    {
        Draw();
    }
}

void
QosMonitor::Draw()
{
    ++m_counters.redraws;
    m_displayTrace();
    if (m_task)
    {
        m_task->Run(m_guiCost, [] {});
    }
}

void
QosMonitor::Update()
{
    m_collectTrace();
    if (!m_task)
    {
        Drain();
    }
    const int64_t known = GetKnown();
    for (const auto& one : m_connections)
    {
        for (auto* row : {&one.second->in, &one.second->out})
        {
            Judge(*row, known);
            m_throughputTrace(*row, static_cast<double>(row->throughput));
        }
    }
}

int64_t
QosMonitor::GetKnown() const
{
    const QosEvent* oldest = m_busy ? &m_event : m_fifo->GetOldest();
    const int64_t now = GetTime().GetNanoSeconds();
    return oldest ? std::min(now, oldest->time - 1) : now;
}

void
QosMonitor::Tick()
{
    m_ticking = true;
    Advance(Simulator::Now());
    m_ticking = false;
    if (!m_connections.empty() || m_fifo->GetSize() > 0)
    {
        StartTimer();
    }
}

Time
QosMonitor::GetTime() const
{
    return m_at < 0 ? Simulator::Now() : NanoSeconds(m_at);
}

void
QosMonitor::Advance(Time time)
{
    m_at = time.GetNanoSeconds();
    const int64_t old = m_at - m_hold.GetNanoSeconds();
    for (auto i = m_connections.begin(); i != m_connections.end();)
    {
        const auto& c = *i->second;
        if (c.out.closed >= 0 && c.out.closed <= old)
        {
            m_removeTrace(c.in);
            m_removeTrace(c.out);
            i = m_connections.erase(i);
            m_last = nullptr;
        }
        else
        {
            ++i;
        }
    }
    Update();
    m_updateTrace();
    m_at = -1;
}

const QosRow*
QosMonitor::GetRow(uint64_t connection, QosDirection direction) const
{
    const auto found = m_connections.find(connection);
    return found == m_connections.end() ? nullptr
           : direction == QOS_IN        ? &found->second->in
                                        : &found->second->out;
}

std::vector<const QosRow*>
QosMonitor::GetRows() const
{
    std::vector<const QosRow*> rows;
    for (const auto& one : m_connections)
    {
        rows.push_back(&one.second->in);
        rows.push_back(&one.second->out);
    }
    return rows;
}

const QosMonitor::Counters&
QosMonitor::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
