// SPDX-License-Identifier: GPL-2.0-only
#include "atm-switch.h"

#include "atm-channel.h"
#include "atm-engine.h"
#include "burst-network.h"

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
    : m_output(CreateObject<AtmOutputPort>()),
      m_stray(*this)
{
}

AtmSwitchPort::~AtmSwitchPort()
{
}

void
AtmSwitchPort::DoDispose()
{
    Close();
    m_switch = nullptr;
    m_output->Dispose();
    if (m_ahead)
    {
        m_ahead->Close();
    }
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
    if (!m_switch)
    {
        return; // disposed
    }
    if (!IsBurst())
    {
        NotifyCellRx(burst);
        m_switch->Receive(m_number, burst);
        return;
    }
    m_cellRxTrace(burst);
    BurstNetwork::NotifyTraffic();
    auto& lane = GetAtmChannel()->GetLane(1 - GetEnd(), burst.vc);
    lane.Append(PeekPointer(burst.pdu),
                burst.first,
                1,
                Simulator::Now().GetTimeStep(),
                0,
                burst.IsClp(),
                burst.IsEfci(),
                burst.damage);
}

// --- AtmSwitchPort in the burst engine --------------------------------------------------------

bool
AtmSwitchPort::CanSendAhead() const
{
    return m_ahead && m_cellTxTrace.IsEmpty() && m_ahead->IsSingleCategory() &&
           m_output->CanDecideAhead();
}

bool
AtmSwitchPort::CanTakeRuns() const
{
    return m_ahead && m_cellRxTrace.IsEmpty() && m_switch && m_switch->m_unknownTrace.IsEmpty();
}

void
AtmSwitchPort::Advance(int64_t t)
{
    if (m_switch) // else disposed
    {
        m_ahead->Advance(t);
    }
}

void
AtmSwitchPort::Settle(int64_t t)
{
    if (!m_switch)
    {
        return; // no switch yet
    }
    m_ahead->Advance(t);
    const auto& channel = GetAtmChannel();
    channel->Fetch(1 - GetEnd(), t);
    channel->ForEachLane(1 - GetEnd(), [this, t](CellLane& lane) {
        if (lane.HasSink(&m_stray))
        {
            TakeStray(lane, t);
        }
    });
}

CellSink*
AtmSwitchPort::FindSink(CellLane& lane)
{
    if (!m_switch)
    {
        return nullptr;
    }
    CellSink* const sink = m_switch->FindSink(m_number, lane.GetLabel());
    return sink ? sink : &m_stray;
}

void
AtmSwitchPort::Replan()
{
    if (m_ahead)
    {
        m_ahead->Configure();
        m_switch->NotifyInput(m_number);
    }
}

void
AtmSwitchPort::Withdraw()
{
    if (m_ahead)
    {
        m_ahead->Withdraw();
    }
}

void
AtmSwitchPort::Restore(bool live)
{
    if (!m_ahead)
    {
        return;
    }
    if (live)
    {
        m_ahead->HandOver();
    }
    else
    {
        m_ahead->Restore();
    }
}

void
AtmSwitchPort::TakeStray(CellLane& lane, int64_t t)
{
    while (!lane.Empty())
    {
        const uint32_t n = lane.Front().CountUpTo(t);
        if (n == 0)
        {
            return;
        }
        NotifyRunRx(lane, n);
        m_switch->m_counters.received += n;
        m_switch->m_counters.unknownVc += n;
        lane.Take(n);
    }
}

void
AtmSwitchPort::Stray::NotifyArrival(CellLane& lane)
{
    if (WantsEvents() && !lane.Empty())
    {
        const CellBurst cell =
            lane.Front().MakeBurst(lane.GetLabel(), 1, port.GetAtmChannel()->GetOffset());
        port.m_switch->m_unknownTrace(port.m_number, cell);
    }
    port.TakeStray(lane, Simulator::Now().GetTimeStep());
}

bool
AtmSwitchPort::Stray::WantsEvents() const
{
    return port.m_switch && !port.m_switch->m_unknownTrace.IsEmpty();
}

// --- AtmSwitch --------------------------------------------------------------------------------

void
AtmSwitchPort::NotifyCellLost(const CellBurst& cell)
{
    if (m_switch && IsBurst() && cell.IsLast())
    {
        // the cells before it have no event of their own
        GetAtmChannel()->GetLane(1 - GetEnd(), cell.vc).Expect(Simulator::Now().GetTimeStep());
    }
    else if (m_switch && !IsBurst())
    {
        m_switch->NotifyCellLost();
    }
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
            .AddTraceSource(
                "UnknownVc",
                "A cell whose label no connection has arrives at a "
                "port, and is discarded.",
                BurstNetwork::Watch(MakeTraceSourceAccessor(&AtmSwitch::m_unknownTrace)),
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
    BurstNetwork::Settle(); // counters may be read after the simulation
    m_slotEnd.Cancel();
    m_tied.clear();
    for (auto& entry : m_ports)
    {
        entry->port->m_switch = nullptr;
        entry->port->m_output->Dispose();
        if (const auto& channel = entry->port->GetAtmChannel())
        {
            channel->ResolveLanes(1 - entry->port->GetEnd());
        }
    }
    for (auto& entry : m_ports)
    {
        entry->port->m_ahead = nullptr;
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
    NS_ABORT_MSG_IF(port->IsBurst() != m_isBurst,
                    "hsn::AtmEngine has been changed between an ATM switch and a port of it");
    const auto number = static_cast<uint32_t>(m_ports.size());
    port->m_switch = this;
    port->m_number = number;
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        port->m_output->SetQueue(static_cast<AtmServiceCategory>(c),
                                 m_queueFactories[c].Create<AtmCellQueue>());
    }
    if (m_isBurst)
    {
        port->m_ahead = std::make_unique<BurstOutput>(*this, *port);
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
    connection.legs.push_back({outPort, out, {}, nullptr});
    if (!m_isBurst)
    {
        return;
    }
    BurstNetwork::Settle();
    auto& leg = connection.legs.back();
    auto& output = *m_ports[outPort]->port->m_ahead;
    leg.feed = std::make_unique<BurstFeed>(output,
                                           inPort,
                                           connection.legs.size(),
                                           out,
                                           connection.category,
                                           leg.state);
    if (connection.inlet)
    {
        connection.inlet->AddLeg(output, *leg.feed, out);
    }
    else if (connection.legs.size() > 1)
    {
        MakeInlet(inPort, connection);
    }
    BurstNetwork::Reconsider();
}

void
AtmSwitch::MakeInlet(uint32_t inPort, Connection& connection)
{
    connection.inlet = std::make_unique<BurstInlet>(*this, inPort);
    for (auto& leg : connection.legs)
    {
        connection.inlet->AddLeg(*m_ports[leg.port]->port->m_ahead, *leg.feed, leg.vc);
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
    if (IsSlotted() && !connection->inlet)
    {
        MakeInlet(inPort, *connection); // cells are counted when they arrive, but wait
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
    m_counters.received += n;
    if (verdict == UsageParameterControl::DISCARD)
    {
        m_counters.policed += n;
        return;
    }
    m_counters.tagged += verdict == UsageParameterControl::TAG ? n : 0;
    m_counters.switched += n;
    m_counters.copies += n * legs;
}

const AtmSwitch::Counters&
AtmSwitch::GetCounters() const
{
    BurstNetwork::Settle();
    return m_counters;
}

void
AtmSwitch::SetSlotTime(Time slotTime)
{
    BurstNetwork::Settle();
    if (!m_slotEnd.IsExpired())
    {
        m_slotEnd.Cancel();
        ResolveTies();
    }
    m_slotBefore = m_slot;
    m_slot = slotTime.GetTimeStep();
    m_slotSince = Simulator::Now().GetTimeStep();
    BurstNetwork::Reconsider();
}

Time
AtmSwitch::GetSlotTime() const
{
    return TimeStep(m_slot);
}

void
AtmSwitch::SetUpc(uint32_t inPort, AtmVcId in, Ptr<UsageParameterControl> upc)
{
    NS_ABORT_MSG_IF(inPort >= m_ports.size(), "no port " << inPort << " at this ATM switch");
    Connection* connection = Find(*m_ports[inPort], in);
    NS_ABORT_MSG_UNLESS(connection, "no connection " << in << " at port " << inPort);
    BurstNetwork::Settle();
    connection->upc = upc;
    if (m_isBurst)
    {
        if (!connection->inlet)
        {
            MakeInlet(inPort, *connection);
        }
        connection->inlet->SetUpc(upc);
        BurstNetwork::Reconsider();
    }
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
    const bool slotted = IsSlotted();
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
        const int64_t now = Simulator::Now().GetTimeStep();
        m_slotEnd = Simulator::Schedule(TimeStep(GetDue(now) - now), &AtmSwitch::EndSlot, this);
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
    if (!m_tied.empty() && !IsSlotted() && !MoreArriveNow())
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
