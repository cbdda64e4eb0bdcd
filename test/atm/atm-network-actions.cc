// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is done to a random ATM network from outside while it runs.
 */
#include "atm-network-run.h"
#include "atm-test-support.h"

#include "ns3/abort.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/two-state-error-model.h"

#include <algorithm>
#include <functional>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t ACTION_STREAMS = 1000000; //!< of random variables that actions bring

/// @param a when to connect and disconnect @param object the object @param source of it @param sink
/// to it
template <typename T, typename S>
void
Attach(const AtmActionPlan& a, Ptr<T> object, const std::string& source, const S& sink)
{
    const bool known = object->TraceConnectWithoutContext(source, sink);
    NS_ABORT_MSG_UNLESS(known, "no trace source " << source);
    if (a.until > 0)
    {
        ScheduleCall(TimeStep(a.until) - Simulator::Now(), [object, source, sink] {
            object->TraceDisconnectWithoutContext(source, sink);
        });
    }
}
} // namespace

void
AtmNetworkRun::Act(const AtmActionPlan& a)
{
    m_isActing = true;
    DoAct(a);
    m_isActing = false;
}

void
AtmNetworkRun::DoAct(const AtmActionPlan& a)
{
    if (a.kind == AtmActionPlan::READ)
    {
        // some, in any order
        PlanRandom random(a.seed);
        const bool few = random.Chance(0.5);
        std::vector<std::pair<double, const Reader*>> order;
        for (const auto& r : m_readers)
        {
            if (random.Chance(few ? 0.1 : 0.7))
            {
                order.emplace_back(random.Unit(), &r);
            }
        }
        std::sort(order.begin(), order.end());
        for (const auto& r : order)
        {
            Read(*r.second);
        }
    }
    else if (a.IsTrace())
    {
        Trace(a);
    }
    else
    {
        Set(a);
    }
}

std::function<void(const CellBurst&)>
AtmNetworkRun::MakeCellSink(const std::string& name)
{
    Stream* s = &m_observation.Get(name, "time label pdu index count clp efci start damage");
    // in a buffer, when the cell left the sender of the link before has no meaning any more
    const bool onLink = name.compare(0, 4, "Cell") == 0;
    return [this, s, onLink](const CellBurst& cell) {
        s->Add({Simulator::Now().GetTimeStep(),
                cell.vc.Key(),
                GetPduNumber(PeekPointer(cell.pdu)),
                cell.first,
                cell.count,
                static_cast<int64_t>(cell.clp),
                static_cast<int64_t>(cell.efci),
                onLink ? cell.start : 0,
                GetDamage(cell, 0)});
    };
}

void
AtmNetworkRun::Trace(const AtmActionPlan& a)
{
    const std::string at = " traced since " + std::to_string(a.time) + "ns at ";
    const auto port = m_ports[a.link][a.end];
    const std::string portName = m_plan.GetPortName(a.link, a.end);
    switch (a.kind)
    {
    case AtmActionPlan::TRACE_PORT:
        for (const char* source : {"CellTx", "CellRx"})
        {
            if (a.what % 3 != (source == std::string("CellTx") ? 1 : 2))
            {
                Attach(a,
                       port,
                       source,
                       Sink<const CellBurst&>::Make(MakeCellSink(source + at + portName)));
            }
        }
        break;
    case AtmActionPlan::TRACE_QUEUE:
        TraceQueue(a, at + portName + " queue " + std::to_string(a.category));
        break;
    case AtmActionPlan::TRACE_UPC:
        TraceUpc(a, at);
        break;
    case AtmActionPlan::TRACE_SWITCH: {
        // a stream for each input: cells that arrive at the same time from several, and leave by
        // none, have no order
        std::vector<std::function<void(const CellBurst&)>> sinks;
        const Ptr<AtmSwitch> device = m_nodes.Get(a.node)->GetObject<AtmSwitch>();
        for (uint32_t i = 0; i < device->GetNPorts(); ++i)
        {
            sinks.push_back(MakeCellSink("UnknownVc of input " + std::to_string(i) + at +
                                         m_plan.GetNodeName(a.node)));
        }
        Attach(a,
               device,
               "UnknownVc",
               Sink<uint32_t, const CellBurst&>::Make(
                   [sinks](uint32_t input, const CellBurst& cell) { sinks.at(input)(cell); }));
        break;
    }
    case AtmActionPlan::TRACE_LOSS: {
        const auto sink = MakeCellSink("CellLoss" + at + "link " + std::to_string(a.link));
        Attach(a,
               port->GetAtmChannel(),
               "CellLoss",
               Sink<const CellBurst&, AtmChannel::LossReason>::Make(
                   [sink](const CellBurst& cell, AtmChannel::LossReason) { sink(cell); }));
        break;
    }
    case AtmActionPlan::TRACE_HOST:
        Attach(a,
               GetDevice(a.node),
               "CellRxDrop",
               Sink<const CellBurst&>::Make(
                   MakeCellSink("CellRxDrop" + at + m_plan.GetNodeName(a.node))));
        break;
    case AtmActionPlan::TRACE_TX_END: {
        Stream* s = &m_observation.Get("PhyTxEnd" + at + m_plan.GetNodeName(a.node), "time bytes");
        Attach(a,
               GetDevice(a.node),
               "PhyTxEnd",
               Sink<Ptr<const Packet>>::Make([s](Ptr<const Packet> p) {
                   s->Add({Simulator::Now().GetTimeStep(), p->GetSize()});
               }));
        break;
    }
    case AtmActionPlan::TRACE_RUNS:
        Attach(a, port, "RunRx", MakeRunSink("cells received" + at + portName));
        Attach(a,
               DynamicCast<AtmSwitchPort>(port)->GetOutput()->GetQueue(
                   static_cast<AtmServiceCategory>(a.category)),
               "RunDiscard",
               MakeRunDiscardSink("cells discarded" + at + portName + " queue " +
                                  std::to_string(a.category)));
        break;
    default:
        break;
    }
}

void
AtmNetworkRun::TraceQueue(const AtmActionPlan& a, const std::string& name)
{
    const auto queue = DynamicCast<AtmSwitchPort>(m_ports[a.link][a.end])
                           ->GetOutput()
                           ->GetQueue(static_cast<AtmServiceCategory>(a.category));
    const uint32_t which = a.what % 4; // one of them, or several
    for (const char* source : {"Enqueue", "Dequeue"})
    {
        if (which == (source == std::string("Enqueue") ? 0 : 1) || a.what > 11)
        {
            Attach(a, queue, source, Sink<const CellBurst&>::Make(MakeCellSink(source + name)));
        }
    }
    if (which == 2 || a.what > 11)
    {
        const auto sink = MakeCellSink("Discard" + name);
        Attach(a,
               queue,
               "Discard",
               Sink<const CellBurst&, CellDiscardReason>::Make(
                   [sink](const CellBurst& cell, CellDiscardReason) { sink(cell); }));
    }
    if (which == 3 || a.what > 11)
    {
        Stream* s = &m_observation.Get("CellsInQueue" + name, "time before now");
        Attach(a,
               queue,
               "CellsInQueue",
               Sink<uint32_t, uint32_t>::Make([s](uint32_t before, uint32_t now) {
                   s->Add({Simulator::Now().GetTimeStep(), before, now});
               }));
    }
}

void
AtmNetworkRun::TraceUpc(const AtmActionPlan& a, const std::string& name)
{
    const auto upc = m_connections[a.connection].upc[0];
    if (!upc)
    {
        return;
    }
    const std::string at = name + "connection " + std::to_string(a.connection);
    for (const char* source : {"Conforming", "Tagged"})
    {
        Stream* s = &m_observation.Get(source + at, "time cell clp last");
        Attach(a, upc, source, Sink<const UpcCell&>::Make([s](const UpcCell& cell) {
                   s->Add({Simulator::Now().GetTimeStep(), cell.time, cell.clp, cell.last});
               }));
    }
    Stream* s = &m_observation.Get("Discarded" + at, "time cell reason");
    Attach(a,
           upc,
           "Discarded",
           Sink<const UpcCell&, UpcReason>::Make([s](const UpcCell& cell, UpcReason reason) {
               s->Add({Simulator::Now().GetTimeStep(), cell.time, static_cast<int64_t>(reason)});
           }));
}

void
AtmNetworkRun::Set(const AtmActionPlan& a)
{
    const auto& c = m_connections[a.connection];
    const auto channel = m_ports[a.link][a.end]->GetAtmChannel();
    switch (a.kind)
    {
    case AtmActionPlan::SET_MAX_CELLS:
    case AtmActionPlan::SET_THRESHOLD:
    case AtmActionPlan::SET_POLICY:
        SetQueue(a);
        break;
    case AtmActionPlan::SET_RATE:
        channel->SetAttribute("DataRate", DataRateValue(DataRate(a.GetWhole())));
        break;
    case AtmActionPlan::SET_DELAY:
        channel->SetAttribute("Delay", TimeValue(a.GetTime()));
        break;
    case AtmActionPlan::SET_LOSS:
        channel->SetAttribute("BitErrorRate", DoubleValue(a.value));
        break;
    case AtmActionPlan::SET_FORMAT:
        channel->SetAttribute("HeaderFormat",
                              EnumValue(a.what % 2 ? AtmCellHeader::NNI : AtmCellHeader::UNI));
        break;
    case AtmActionPlan::SET_LOSSES:
        channel->SetAttribute("CellLossModel",
                              PointerValue(MakeTwoStateLoss(a.value,
                                                            a.what % 2 ? 1 + a.what : 0,
                                                            ACTION_STREAMS + 2 * a.time)));
        break;
    case AtmActionPlan::SET_SLOT:
        m_nodes.Get(a.node)->GetObject<AtmSwitch>()->SetAttribute("SlotTime",
                                                                  TimeValue(a.GetTime()));
        break;
    case AtmActionPlan::SET_CELL_RATE:
    case AtmActionPlan::SET_TIMEOUT:
    case AtmActionPlan::SET_MAX_SDU:
    case AtmActionPlan::SET_SHAPER:
    case AtmActionPlan::SET_TAGGING:
        if (!c.vcs[a.end].empty())
        {
            SetVc(a, c.vcs[a.end][0]);
        }
        break;
    case AtmActionPlan::SET_UPC:
    case AtmActionPlan::ADD_LEG:
        if (Simulator::Now().GetTimeStep() > m_plan.connections[a.connection].setUpAt)
        {
            SetConnection(a);
        }
        break;
    default:
        SetHost(a, GetDevice(a.node));
        break;
    }
}

void
AtmNetworkRun::SetQueue(const AtmActionPlan& a)
{
    const auto port = DynamicCast<AtmSwitchPort>(m_ports[a.link][a.end]);
    const auto queue = port->GetOutput()->GetQueue(static_cast<AtmServiceCategory>(a.category));
    if (a.kind == AtmActionPlan::SET_MAX_CELLS)
    {
        queue->SetAttribute("MaxCells", UintegerValue(a.GetWhole()));
    }
    else if (a.kind == AtmActionPlan::SET_THRESHOLD)
    {
        PointerValue policy;
        queue->GetAttribute("DiscardPolicy", policy);
        if (const auto p = policy.Get<CellDiscardPolicy>())
        {
            p->SetAttributeFailSafe("Threshold", DoubleValue(a.value));
        }
    }
    else
    {
        AtmQueuePlan plan;
        plan.policy = static_cast<AtmQueuePlan::Policy>(AtmQueuePlan::TAIL + a.what % 9);
        queue->SetAttribute("DiscardPolicy", PointerValue(MakePolicy(plan)));
    }
}

void
AtmNetworkRun::SetVc(const AtmActionPlan& a, Ptr<AtmVc> vc)
{
    switch (a.kind)
    {
    case AtmActionPlan::SET_CELL_RATE:
        vc->SetAttribute("CellRate", DataRateValue(DataRate(a.GetWhole())));
        break;
    case AtmActionPlan::SET_TIMEOUT:
        vc->SetAttribute("ReassemblyTimeout", TimeValue(a.GetTime()));
        break;
    case AtmActionPlan::SET_MAX_SDU:
        vc->SetAttribute("MaxSdu", UintegerValue(a.GetWhole()));
        break;
    case AtmActionPlan::SET_TAGGING:
        vc->SetPreventiveTagging(*a.contract);
        break;
    default:
        SetShaper(a, vc);
        break;
    }
}

void
AtmNetworkRun::SetShaper(const AtmActionPlan& a, Ptr<AtmVc> vc)
{
    const auto old = vc->GetShaper();
    if (!old || a.what > 12)
    {
        const auto shaper = CreateObject<GcraShaper>();
        shaper->SetContract(*a.contract);
        vc->SetAttribute("Shaper", PointerValue(shaper));
        return;
    }
    switch (a.what % 6)
    {
    case 0:
        vc->SetShaper(nullptr);
        break;
    case 1:
        old->SetAttribute("PcrLimit", TimeValue(a.GetTime()));
        break;
    case 2:
        old->SetAttribute("Mbs", UintegerValue(a.GetWhole()));
        break;
    case 3: {
        TimeValue sustained;
        old->GetAttribute("ScrPeriod", sustained);
        const Time peak = TimeStep(a.contract->GetPcrPeriod().GetTimeStep() + 1);
        old->SetAttribute(
            "PcrPeriod",
            TimeValue(sustained.Get().IsZero() ? peak : std::min(peak, sustained.Get())));
        break;
    }
    case 4:
        old->SetAttribute("ScrPeriod", TimeValue(Time(0)));
        break;
    default:
        old->SetContract(*a.contract);
        break;
    }
}

void
AtmNetworkRun::SetConnection(const AtmActionPlan& a)
{
    const auto& c = m_connections[a.connection];
    if (a.kind == AtmActionPlan::ADD_LEG)
    {
        if (c.addLeg)
        {
            c.addLeg(a.what);
        }
        return;
    }
    const auto upc = c.upc[a.end];
    if (!upc)
    {
        return;
    }
    switch (a.what % 6)
    {
    case 0:
        upc->SetAttribute("PacketDiscard",
                          EnumValue(static_cast<UsageParameterControl::PacketDiscard>(
                              a.GetWhole() % (UsageParameterControl::EPD + 1))));
        break;
    case 1:
        upc->SetAttribute("EpdLength",
                          EnumValue(a.GetWhole() % 2 ? UsageParameterControl::ORACLE
                                                     : UsageParameterControl::MAX_SDU));
        break;
    case 2:
        upc->SetAttribute("MaxSdu", UintegerValue(a.GetWhole()));
        break;
    case 3:
        upc->SetContract(*a.contract);
        break;
    case 4:
        c.setUpc[a.end](nullptr);
        break;
    default:
        c.setUpc[a.end](upc);
        break;
    }
}

void
AtmNetworkRun::SetHost(const AtmActionPlan& a, Ptr<AtmNetDevice> device)
{
    const auto adaptation = device->GetAdaptation();
    switch (a.kind)
    {
    case AtmActionPlan::SET_INTER_SDU:
        device->SetAttribute("InterSduTime", TimeValue(a.GetTime()));
        break;
    case AtmActionPlan::SET_FACTOR:
        device->SetAttribute("InterSduFactor",
                             StringValue("ns3::UniformRandomVariable[Min=0|Max=2|Stream=" +
                                         std::to_string(ACTION_STREAMS + a.time) + "]"));
        break;
    case AtmActionPlan::SET_SERVICE:
        device->SetAttribute(a.what % 2 ? "TxServiceTime" : "RxServiceTime",
                             TimeValue(a.GetTime()));
        break;
    case AtmActionPlan::SET_RX_QUEUE:
        device->SetAttribute("RxQueueSize", UintegerValue(1 + a.what));
        break;
    case AtmActionPlan::SET_DEPTH:
        if (adaptation)
        {
            adaptation->SetAttribute("InterleaveDepth", UintegerValue(a.what % 4));
        }
        break;
    default:
        if (adaptation)
        {
            adaptation->SetAttribute("ProcessingDelay", TimeValue(a.GetTime()));
        }
        break;
    }
}
} // namespace hsn
} // namespace ns3
