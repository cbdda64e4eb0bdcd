// SPDX-License-Identifier: GPL-2.0-only
#include "atm-switch.h"

#include "atm-channel.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmSwitch");
NS_OBJECT_ENSURE_REGISTERED(AtmSwitchPort);
NS_OBJECT_ENSURE_REGISTERED(AtmSwitch);

TypeId
AtmSwitchPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmSwitchPort")
                            .SetParent<AtmPort>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmSwitchPort>()
                            .AddAttribute("Output",
                                          "The output side with its buffers.",
                                          TypeId::ATTR_GET,
                                          PointerValue(),
                                          MakePointerAccessor(&AtmSwitchPort::m_output),
                                          MakePointerChecker<AtmOutputPort>());
    return tid;
}

AtmSwitchPort::AtmSwitchPort()
    : m_output(CreateObject<AtmOutputPort>())
{
}

AtmSwitchPort::~AtmSwitchPort()
{
}

void
AtmSwitchPort::DoDispose()
{
    m_switch = nullptr;
    m_output->Dispose();
    AtmPort::DoDispose();
}

void
AtmSwitchPort::NotifyAttached()
{
    m_output->SetPort(this);
}

Ptr<AtmOutputPort>
AtmSwitchPort::GetOutput() const
{
    return m_output;
}

uint32_t
AtmSwitchPort::GetPortNumber() const
{
    return m_number;
}

void
AtmSwitchPort::ReceiveBurst(CellBurst& burst)
{
    m_cellRxTrace(burst);
    if (m_switch) // else disposed
    {
        m_switch->Receive(m_number, burst);
    }
}

void
AtmSwitchPort::NotifyCellLost()
{
    if (m_switch)
    {
        m_switch->NotifyCellLost();
    }
}

TypeId
AtmSwitch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmSwitch")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmSwitch>()
                            .AddAttribute("SlotTime",
                                          "Cells are switched at multiples of this time; 0: when "
                                          "they arrive.",
                                          TimeValue(Seconds(0)),
                                          MakeTimeAccessor(&AtmSwitch::m_slotTime),
                                          MakeTimeChecker(Seconds(0)))
                            .AddTraceSource("UnknownVc",
                                            "A cell whose label no connection has arrives at a "
                                            "port, and is discarded.",
                                            MakeTraceSourceAccessor(&AtmSwitch::m_unknownTrace),
                                            "ns3::hsn::AtmSwitch::UnknownVcTracedCallback");
    return tid;
}

AtmSwitch::AtmSwitch()
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
    for (auto& entry : m_ports)
    {
        entry->port->m_switch = nullptr;
    }
    m_ports.clear();
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
    NS_ABORT_MSG_IF(port->m_switch, "a port that is a switch's already is added to an ATM switch");
    const auto number = static_cast<uint32_t>(m_ports.size());
    port->m_switch = this;
    port->m_number = number;
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        port->m_output->SetQueue(static_cast<AtmServiceCategory>(c),
                                 m_queueFactories[c].Create<AtmCellQueue>());
    }
    m_ports.push_back(std::make_unique<PortEntry>());
    m_ports.back()->port = port;
    return number;
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
    auto& connection = m_ports[inPort]->connections[in.Key()];
    if (connection.legs.empty())
    {
        connection.category = category;
    }
    for (const auto& leg : connection.legs)
    {
        NS_ABORT_MSG_IF(leg.port == outPort && leg.vc == out,
                        "connection " << in << " at port " << inPort << " leads to " << out
                                      << " at port " << outPort << " already");
    }
    connection.legs.push_back({outPort, out, {}});
}

void
AtmSwitch::SetUpc(uint32_t inPort, AtmVcId in, Ptr<UsageParameterControl> upc)
{
    NS_ABORT_MSG_IF(inPort >= m_ports.size(), "no port " << inPort << " at this ATM switch");
    Connection* connection = Find(*m_ports[inPort], in);
    NS_ABORT_MSG_UNLESS(connection, "no connection " << in << " at port " << inPort);
    connection->upc = upc;
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
    ++m_counters.received;
    Connection* connection = Find(entry, cell.vc);
    bool admitted = connection != nullptr;
    if (!connection)
    {
        ++m_counters.unknownVc;
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
            ++m_counters.tagged;
            cell.clp = 1;
            break;
        case UsageParameterControl::DISCARD:
            ++m_counters.policed;
            admitted = false;
            break;
        }
    }
    const bool slotted = m_slotTime.IsStrictlyPositive();
    const bool more = slotted || MoreArriveNow();
    const bool tied = more || !m_tied.empty();
    if (admitted)
    {
        ++m_counters.switched;
        m_counters.copies += connection->legs.size();
        for (auto& leg : connection->legs)
        {
            CellBurst copy = cell;
            copy.vc = leg.vc;
            if (tied)
            {
                m_tied.push_back({inPort, 0, &leg, connection->category, std::move(copy)});
            }
            else
            {
                Forward(inPort, leg, connection->category, copy);
            }
        }
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
AtmSwitch::AwaitSlot()
{
    if (!m_tied.empty() && m_slotEnd.IsExpired())
    {
        const int64_t slot = m_slotTime.GetTimeStep();
        const int64_t over = Simulator::Now().GetTimeStep() % slot;
        m_slotEnd =
            Simulator::Schedule(TimeStep((slot - over) % slot), &AtmSwitch::ResolveTies, this);
    }
}

void
AtmSwitch::NotifyCellLost()
{
    if (!m_tied.empty() && !m_slotTime.IsStrictlyPositive() && !MoreArriveNow())
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
