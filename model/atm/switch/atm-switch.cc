// SPDX-License-Identifier: GPL-2.0-only
#include "atm-switch.h"

#include "ns3/abort.h"
#include "ns3/atm-channel.h"
#include "ns3/atm-engine.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmSwitch");
NS_OBJECT_ENSURE_REGISTERED(AtmSwitchProcessor);
NS_OBJECT_ENSURE_REGISTERED(AtmSwitch);

TypeId
AtmSwitchProcessor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmSwitchProcessor").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}

TypeId
AtmSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmSwitch")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<AtmSwitch>()
            .AddAttribute("SlotTime",
                          "Cells are switched at multiples of this time; 0: when "
                          "they arrive.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmSwitch::SetSlotTime, &AtmSwitch::GetSlotTime),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("UnknownVc",
                            "A cell whose label no connection has arrives at a "
                            "port, and is discarded.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&AtmSwitch::m_unknownTrace)),
                            "ns3::hsn::AtmSwitch::UnknownVcTracedCallback");
    return tid;
}

AtmSwitch::AtmSwitch()
    : m_isBurst(GetAtmEngine() == ATM_BURST)
{
    for (auto& factory : m_queueFactories)
    {
        factory.SetTypeId(AtmCellQueue::GetTypeId());
    }
}

AtmSwitch::~AtmSwitch()
{
}

void
AtmSwitch::DoDispose()
{
    m_slotEnd.Cancel();
    m_tied.clear();
    if (m_processor)
    {
        m_processor->Dispose(); // handles no more cells
    }
    for (auto& entry : m_ports)
    {
        entry->port->Leave();
    }
    for (auto& entry : m_ports)
    {
        entry->port->Release();
    }
    m_ports.clear();
    m_processor = nullptr;
    Object::DoDispose();
}

void
AtmSwitch::SetQueueFactory(AtmServiceCategory category, const ObjectFactory& factory)
{
    m_queueFactories[category] = factory;
}

uint32_t
AtmSwitch::AddPort(Ptr<AtmSwitchPort> port)
{
    NS_LOG_FUNCTION(this << port);
    CheckPort(port);
    const auto number = static_cast<uint32_t>(m_ports.size());
    port->Join(*this, number);
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        port->m_output->SetQueue(static_cast<AtmServiceCategory>(c),
                                 m_queueFactories[c].Create<AtmCellQueue>());
    }
    m_ports.push_back(std::make_unique<PortEntry>());
    m_ports.back()->port = port;
    return number;
}

void
AtmSwitch::CheckPort(Ptr<const AtmSwitchPort> port) const
{
    NS_ABORT_MSG_IF(port->m_switch, "a port that is a switch's already is added to an ATM switch");
    NS_ABORT_MSG_IF(port->IsBurst() != m_isBurst,
                    "hsn::AtmEngine has been changed between an ATM switch and a port of it");
}

uint32_t
AtmSwitch::GetNPorts() const
{
    return static_cast<uint32_t>(m_ports.size());
}

Ptr<AtmSwitchPort>
AtmSwitch::GetPort(uint32_t i) const
{
    NS_ABORT_MSG_IF(i >= m_ports.size(),
                    "port " << i << " of an ATM switch that has " << m_ports.size() << " ports");
    return m_ports[i]->port;
}

AtmSwitch::Connection*
AtmSwitch::Find(PortEntry& entry, const AtmVcId& vc)
{
    const uint32_t key = vc.Key();
    if (entry.last && entry.lastKey == key)
    {
        return entry.last;
    }
    auto it = entry.connections.find(key);
    if (it == entry.connections.end())
    {
        return nullptr;
    }
    entry.lastKey = key;
    entry.last = &it->second;
    return entry.last;
}

void
AtmSwitch::AddConnection(uint32_t inPort,
                         AtmVcId in,
                         uint32_t outPort,
                         AtmVcId out,
                         AtmServiceCategory category)
{
    NS_LOG_FUNCTION(this << inPort << in << outPort << out << category);
    NS_ABORT_MSG_IF(inPort >= m_ports.size() || outPort >= m_ports.size(),
                    "connection from port " << inPort << " to port " << outPort
                                            << " of an ATM switch that has " << m_ports.size()
                                            << " ports");
    NS_ABORT_MSG_IF(in.vpi > 4095 || out.vpi > 4095,
                    "VPI " << std::max(in.vpi, out.vpi) << " of a connection: must be below 4096");
    if (const Connection* known = Find(*m_ports[inPort], in))
    {
        for (const auto& leg : known->legs)
        {
            NS_ABORT_MSG_IF(leg.port == outPort && leg.vc == out,
                            "connection " << in << " at port " << inPort << " leads to " << out
                                          << " at port " << outPort << " already");
        }
    }
    AtmChange change;
    auto& connection = m_ports[inPort]->connections[in.Key()];
    if (connection.legs.empty())
    {
        connection.category = category;
    }
    connection.legs.push_back({outPort, out, {}, nullptr});
    if (!m_isBurst)
    {
        return;
    }
    auto& leg = connection.legs.back();
    const auto order = static_cast<uint32_t>(connection.legs.size());
    leg.feed = std::make_unique<BurstFeed>(GetBurstOutput(outPort),
                                           BurstFeed::Leg{inPort, order, out, connection.category},
                                           leg.state);
    if (connection.inlet)
    {
        connection.inlet->AddLeg(GetBurstOutput(outPort), *leg.feed, out, outPort);
    }
    else if (connection.legs.size() > 1)
    {
        MakeInlet(inPort, connection);
    }
}

BurstOutput&
AtmSwitch::GetBurstOutput(uint32_t port) const
{
    return m_ports[port]->port->m_burst->GetOutput();
}

void
AtmSwitch::MakeInlet(uint32_t inPort, Connection& connection)
{
    connection.inlet = std::make_unique<BurstInlet>(*this, inPort);
    for (auto& leg : connection.legs)
    {
        connection.inlet->AddLeg(GetBurstOutput(leg.port), *leg.feed, leg.vc, leg.port);
    }
}

CellSink*
AtmSwitch::FindSink(uint32_t inPort, const AtmVcId& vc)
{
    Connection* connection = Find(*m_ports[inPort], vc);
    if (!connection)
    {
        return nullptr;
    }
    if (m_slots.IsSlotted())
    {
        NeedInlet(inPort, *connection); // cells are counted when they arrive, but wait
    }
    if (connection->inlet)
    {
        return connection->inlet.get();
    }
    return connection->legs.front().feed.get();
}

void
AtmSwitch::NotifyInput(uint32_t inPort)
{
    PortEntry& entry = *m_ports[inPort];
    const bool isLive = entry.port->GetAtmChannel()->IsLive(1 - entry.port->GetEnd());
    m_liveInputs += (isLive ? 1 : 0) - (entry.isLive ? 1 : 0);
    entry.isLive = isLive;
}

int64_t
AtmSwitch::GetCellTime(uint32_t inPort) const
{
    return m_ports[inPort]->port->GetAtmChannel()->GetCellTime();
}

void
AtmSwitch::CountArrived(uint32_t inPort,
                        const CellLane& lane,
                        uint32_t n,
                        uint64_t legs,
                        UsageParameterControl::Verdict verdict)
{
    m_ports[inPort]->port->NotifyRunRx(lane, n);
    m_counters->received += n;
    if (verdict == UsageParameterControl::DISCARD)
    {
        m_counters->policed += n;
        return;
    }
    m_counters->tagged += verdict == UsageParameterControl::TAG ? n : 0;
    m_counters->switched += n;
    m_counters->copies += n * legs;
}

void
AtmSwitch::CountCopies(uint64_t copies, uint64_t filtered)
{
    m_counters->copies += copies;
    m_counters->filtered += filtered;
}

void
AtmSwitch::CountStray(uint32_t inPort, const CellLane& lane, uint32_t n)
{
    m_ports[inPort]->port->NotifyRunRx(lane, n);
    m_counters->received += n;
    m_counters->unknownVc += n;
}

const AtmSwitch::Counters&
AtmSwitch::GetCounters() const
{
    return m_counters.Get();
}

void
AtmSwitch::SetSlotTime(Time slotTime)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    const bool mayWait = m_slots.IsSlotted() && now > 0;
    {
        AtmChange change;
        if (!m_slotEnd.IsExpired())
        {
            m_slotEnd.Cancel();
            ResolveTies();
        }
        m_slots.Set(slotTime.GetTimeStep(), now);
    }
    if (mayWait) // cells that waited are switched now, not later
    {
        for (const auto& entry : m_ports)
        {
            entry->port->SwitchWaiting(now);
        }
    }
}

Time
AtmSwitch::GetSlotTime() const
{
    return TimeStep(m_slots.GetSlot());
}

AtmSwitch::Connection&
AtmSwitch::Get(uint32_t inPort, const AtmVcId& in)
{
    NS_ABORT_MSG_IF(inPort >= m_ports.size(), "no port " << inPort << " at this ATM switch");
    Connection* connection = Find(*m_ports[inPort], in);
    NS_ABORT_MSG_UNLESS(connection, "no connection " << in << " at port " << inPort);
    return *connection;
}

void
AtmSwitch::NeedInlet(uint32_t inPort, Connection& connection)
{
    if (!connection.inlet)
    {
        MakeInlet(inPort, connection);
    }
}

void
AtmSwitch::SetUpc(uint32_t inPort, AtmVcId in, Ptr<UsageParameterControl> upc)
{
    Connection& connection = Get(inPort, in);
    AtmChange change;
    connection.upc = upc;
    if (m_isBurst)
    {
        NeedInlet(inPort, connection);
        connection.inlet->SetUpc(upc);
    }
}

void
AtmSwitch::SetFrameFilter(uint32_t inPort, AtmVcId in, Ptr<AtmFrameFilter> filter)
{
    Connection& connection = Get(inPort, in);
    AtmChange change;
    connection.filter = filter;
    if (m_isBurst)
    {
        NeedInlet(inPort, connection);
        connection.inlet->SetFilter(filter);
    }
}

void
AtmSwitch::SetProcessor(Ptr<AtmSwitchProcessor> processor)
{
    NS_ABORT_MSG_IF(GetCounters().received > 0,
                    "an ATM switch that has received cells gets a processor");
    AtmChange change;
    m_processor = processor;
}

Ptr<UsageParameterControl>
AtmSwitch::GetUpc(uint32_t inPort, AtmVcId in) const
{
    if (inPort >= m_ports.size())
    {
        return nullptr;
    }
    const auto& connections = m_ports[inPort]->connections;
    const auto it = connections.find(in.Key());
    return it == connections.end() ? nullptr : it->second.upc;
}

void
AtmSwitch::Receive(uint32_t inPort, CellBurst& cell)
{
    PortEntry& entry = *m_ports[inPort];
    ++m_counters->received;
    Connection* connection = Find(entry, cell.vc);
    bool admitted = connection != nullptr;
    if (!connection)
    {
        ++m_counters->unknownVc;
        NS_LOG_LOGIC("no connection for " << cell << " at port " << inPort);
        m_unknownTrace(inPort, cell);
    }
    else if (connection->upc)
    {
        const UpcCell seen{Simulator::Now().GetTimeStep(),
                           cell.IsClp(),
                           cell.IsLast(),
                           cell.pdu->GetNCells()};
        switch (connection->upc->Police(seen))
        {
        case UsageParameterControl::PASS:
            break;
        case UsageParameterControl::TAG:
            ++m_counters->tagged;
            cell.clp = 1;
            break;
        case UsageParameterControl::DISCARD:
            ++m_counters->policed;
            admitted = false;
            break;
        }
    }
    if (m_processor)
    {
        if (admitted)
        {
            m_processor->Submit(inPort, cell);
        }
        return;
    }
    const bool slotted = m_slots.IsSlotted();
    const bool more = slotted || MoreArriveNow();
    const bool tied = more || !m_tied.empty();
    if (admitted)
    {
        Copy(inPort, *connection, cell, tied);
    }
    if (slotted)
    {
        AwaitSlot();
    }
    else if (tied && !more)
    {
        ResolveTies();
    }
}

void
AtmSwitch::Switch(uint32_t inPort, CellBurst& cell)
{
    if (Connection* connection = Find(*m_ports[inPort], cell.vc))
    {
        Copy(inPort, *connection, cell, m_slots.IsSlotted());
        AwaitSlot();
    }
}

void
AtmSwitch::CountRefused()
{
    ++m_counters->refused;
}

void
AtmSwitch::Copy(uint32_t inPort, Connection& connection, CellBurst& cell, bool tied)
{
    const uint64_t ports =
        connection.filter
            ? connection.filter->Decide(*cell.pdu, PeekPointer(cell.damage), cell.first, cell.count)
                  .ports
            : AtmFrameFilter::ALL_PORTS;
    ++m_counters->switched;
    for (auto& leg : connection.legs)
    {
        if (!AtmFrameFilter::Has(ports, leg.port))
        {
            ++m_counters->filtered;
            continue;
        }
        ++m_counters->copies;
        CellBurst copy = cell;
        copy.vc = leg.vc;
        if (tied)
        {
            m_tied.push_back({inPort, 0, &leg, connection.category, std::move(copy)});
        }
        else
        {
            Forward(inPort, leg, connection.category, copy);
        }
    }
}

void
AtmSwitch::AwaitSlot()
{
    if (!m_tied.empty() && m_slotEnd.IsExpired())
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        m_slotEnd =
            Simulator::Schedule(TimeStep(m_slots.GetDue(now) - now), &AtmSwitch::EndSlot, this);
    }
}

void
AtmSwitch::EndSlot()
{
    if (MoreArriveNow())
    {
        m_slotEnd = Simulator::Schedule(TimeStep(0), &AtmSwitch::EndSlot, this);
    }
    else
    {
        ResolveTies();
    }
}

void
AtmSwitch::NotifyCellLost()
{
    if (!m_tied.empty() && !m_slots.IsSlotted() && !MoreArriveNow())
    {
        ResolveTies();
    }
}

bool
AtmSwitch::MoreArriveNow() const
{
    const int64_t now = Simulator::Now().GetTimeStep();
    for (const auto& entry : m_ports)
    {
        const auto& channel = entry->port->GetAtmChannel();
        if (channel && channel->GetNextArrival(entry->port->GetEnd()) == now)
        {
            return true;
        }
    }
    return false;
}

void
AtmSwitch::Forward(uint32_t input, Leg& leg, AtmServiceCategory category, CellBurst& cell)
{
    PortEntry& out = *m_ports[leg.port];
    if (out.port->m_output->Receive(cell, category, leg.state))
    {
        out.lastInput = input;
    }
}

void
AtmSwitch::ResolveTies()
{
    const auto n = static_cast<uint32_t>(m_ports.size());
    uint64_t order = 0;
    for (auto& t : m_tied)
    {
        // outputs do not interact; the legs of one cell keep their order
        const uint64_t turn = (t.input + n - 1 - m_ports[t.leg->port]->lastInput) % n;
        t.rank = (turn << 32) | order++;
    }
    std::sort(m_tied.begin(), m_tied.end(), [](const Tied& a, const Tied& b) {
        return a.rank < b.rank;
    });
    for (auto& t : m_tied)
    {
        Forward(t.input, *t.leg, t.category, t.cell);
    }
    m_tied.clear();
}
} // namespace hsn
} // namespace ns3
