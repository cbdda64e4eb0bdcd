// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The nodes, links, connections and transfers of a random ATM network.
 */
#include "atm-network-run.h"
#include "atm-test-support.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-socket.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/class-threshold-discard.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/group-discard.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/pointer.h"
#include "ns3/push-out-discard.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/two-state-error-model.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t LOSS_STREAMS = 10000;   //!< of random variables
constexpr int64_t HOST_STREAMS = 100000;  //!< the same
constexpr int64_t CELL_STREAMS = 200000;  //!< the same, and those of generators
constexpr uint16_t FIRST_TCP_PORT = 5000; //!< of transfers
} // namespace

Ptr<AtmNetDevice>
AtmNetworkRun::GetDevice(uint32_t node) const
{
    return DynamicCast<AtmNetDevice>(m_nodes.Get(node)->GetDevice(0));
}

Ptr<CellDiscardPolicy>
AtmNetworkRun::MakePolicy(const AtmQueuePlan& plan)
{
    switch (plan.policy)
    {
    case AtmQueuePlan::TAIL:
        return CreateObject<TailCellDiscard>();
    case AtmQueuePlan::PPD:
        return CreateObject<PartialPacketDiscard>();
    case AtmQueuePlan::EPD:
        return CreateObjectWithAttributes<EarlyPacketDiscard>("Threshold",
                                                              DoubleValue(plan.threshold));
    case AtmQueuePlan::CLP:
        return CreateObjectWithAttributes<ClpThresholdDiscard>("Threshold",
                                                               DoubleValue(plan.threshold));
    // nothing here sets the congestion indication: the classes are those of CLP and the last cell
    case AtmQueuePlan::CLP_PUSH_OUT:
        return CreateObject<ClpPushOutDiscard>();
    case AtmQueuePlan::EXCLP_PUSH_OUT:
        return CreateObjectWithAttributes<ExClpPushOutDiscard>("ExClpBit", StringValue("Auu"));
    case AtmQueuePlan::EXCLP_THRESHOLD:
        return CreateObjectWithAttributes<ExClpThresholdDiscard>("ExClpBit",
                                                                 StringValue("Auu"),
                                                                 "Threshold3",
                                                                 DoubleValue(plan.threshold / 2),
                                                                 "Threshold2",
                                                                 DoubleValue(plan.threshold / 2));
    case AtmQueuePlan::EXCLP_GROUP:
        return CreateObjectWithAttributes<ExClpGroupDiscard>("ExClpBit",
                                                             StringValue("Auu"),
                                                             "EgdClasses",
                                                             UintegerValue(3),
                                                             "Threshold3",
                                                             DoubleValue(plan.threshold / 2));
    case AtmQueuePlan::CLASS_SHARING:
        return CreateObjectWithAttributes<ClassSharingDiscard>(
            "ExClpBit",
            StringValue("Auu"),
            "BufferSharing",
            StringValue(plan.threshold < 0.5 ? "Partial" : "Dedicated"));
    default:
        return nullptr;
    }
}

Ptr<CellDiscardPolicy>
AtmNetworkRun::GetPolicy(const AtmQueuePlan& plan)
{
    if (!m_plan.sharedPolicies)
    {
        return MakePolicy(plan);
    }
    auto& policy = m_policies[{plan.policy, plan.threshold}];
    if (!policy)
    {
        policy = MakePolicy(plan);
    }
    return policy;
}

void
AtmNetworkRun::BuildLinks()
{
    m_nodes.Create(static_cast<uint32_t>(m_plan.slotTimes.size() + m_plan.hosts.size()));
    for (uint32_t s = 0; s < m_plan.slotTimes.size(); ++s)
    {
        const auto container = AtmSwitchHelper().Install(m_nodes.Get(s));
        container.Get(0)->SetAttribute("SlotTime", TimeValue(TimeStep(m_plan.slotTimes[s])));
    }
    int64_t lossStream = LOSS_STREAMS;
    for (const auto& link : m_plan.links)
    {
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", DataRateValue(DataRate(link.rate)));
        atm.SetChannelAttribute("Delay", TimeValue(TimeStep(link.delay)));
        atm.SetChannelAttribute("BitErrorRate", DoubleValue(link.bitErrorRate));
        if (link.loss > 0)
        {
            const auto model = MakeTwoStateLoss(link.loss, link.lossRun, lossStream);
            atm.SetChannelAttribute("CellLossModel", PointerValue(model));
            lossStream += 2;
        }
        const auto ends = atm.Install(m_nodes.Get(link.ends[0]), m_nodes.Get(link.ends[1]));
        m_allPorts.Add(ends);
        m_ports.push_back({DynamicCast<AtmPort>(ends.Get(0)), DynamicCast<AtmPort>(ends.Get(1))});
        for (uint32_t end = 0; end < 2; ++end)
        {
            const auto port = DynamicCast<AtmSwitchPort>(ends.Get(end));
            for (uint32_t c = 0; port && c < ATM_CATEGORIES; ++c)
            {
                const auto& plan = link.queues[end][c];
                const auto queue = port->GetOutput()->GetQueue(static_cast<AtmServiceCategory>(c));
                queue->SetAttribute("MaxCells", UintegerValue(plan.maxCells));
                if (const auto policy = GetPolicy(plan))
                {
                    queue->SetAttribute("DiscardPolicy", PointerValue(policy));
                }
            }
        }
    }
    for (uint32_t h = 0; h < m_plan.hosts.size(); ++h)
    {
        const auto& plan = m_plan.hosts[h];
        const auto device = GetDevice(static_cast<uint32_t>(m_plan.slotTimes.size()) + h);
        device->SetAttribute("InterSduTime", TimeValue(TimeStep(plan.interSduTime)));
        device->SetAttribute("RxServiceTime", TimeValue(TimeStep(plan.rxServiceTime)));
        device->SetAttribute("RxQueueSize", UintegerValue(plan.rxQueueSize));
        device->SetMtu(m_plan.mtu);
        if (plan.interSduFactor > 0)
        {
            const std::string factor = plan.interSduFactor == 1
                                           ? "ns3::UniformRandomVariable[Min=0|Max=2]"
                                           : "ns3::ExponentialRandomVariable[Mean=1]";
            device->SetAttribute("InterSduFactor", StringValue(factor));
        }
    }
}

void
AtmNetworkRun::BuildConnections()
{
    for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
    {
        const auto& plan = m_plan.connections[i];
        if (!plan.enabled)
        {
            m_connections.emplace_back();
            continue;
        }
        m_connections.push_back(plan.multipoint ? BuildMultipoint(plan) : BuildAlongPath(i));
        const auto& c = m_connections.back();
        for (uint32_t end = 0; end < 2; ++end)
        {
            for (uint32_t k = 0; k < c.vcs[end].size(); ++k)
            {
                SetUp(c.vcs[end][k], plan.ends[end]);
                const auto key = std::make_pair(c.hosts[end][k], c.vcs[end][k]->GetId().Key());
                m_pdus[key] = {2 * i + end, 0};
            }
        }
    }
}

void
AtmNetworkRun::BuildCellSources()
{
    for (const auto& plan : m_plan.cellSources)
    {
        if (!plan.enabled)
        {
            continue;
        }
        const auto rate = [](uint64_t bits) { return DataRateValue(DataRate(bits)); };
        const std::string mean = std::to_string(plan.mean);
        std::string type = "ns3::hsn::";
        std::map<std::string, Ptr<AttributeValue>> attributes;
        const auto set = [&attributes](const std::string& name, const AttributeValue& value) {
            attributes[name] = value.Copy();
        };
        switch (plan.kind)
        {
        case AtmCellSourcePlan::CBR:
            type += "CbrCellSource";
            set("Rate", rate(plan.rate));
            break;
        case AtmCellSourcePlan::ON_OFF:
            type += "OnOffCellSource";
            set("PeakRate", rate(plan.rate));
            set("OnSlots", StringValue("ns3::hsn::GeometricRandomVariable[Mean=" + mean + "]"));
            set("OffSlots", StringValue("ns3::ExponentialRandomVariable[Mean=" + mean + "]"));
            break;
        case AtmCellSourcePlan::POISSON:
            type += "PoissonCellSource";
            set("MeanRate", rate(plan.rate));
            break;
        default:
            type += "PoissonMessageCellSource";
            set("MeanRate", rate(plan.rate));
            set("PeakRate", rate(plan.peak));
            set("MeanCells", DoubleValue(plan.mean));
            break;
        }
        CellSourceHelper sources(type);
        for (const auto& a : attributes)
        {
            sources.Set(a.first, *a.second);
        }
        sources.Set("StartTime", TimeValue(TimeStep(plan.start)));
        sources.Set("StopTime", TimeValue(TimeStep(plan.stop)));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", rate(plan.linkRate));
        atm.SetChannelAttribute("Delay", TimeValue(TimeStep(plan.delay)));
        AtmPvcOptions options;
        options.category = plan.category;
        const auto c = sources.Install(atm,
                                       CreateObject<Node>(),
                                       m_nodes.Get(plan.at),
                                       GetDevice(plan.to),
                                       options);
        if (plan.upc)
        {
            const auto port = DynamicCast<AtmSourcePort>(c.port);
            const auto in = DynamicCast<AtmSwitchPort>(port->GetAtmChannel()->GetPort(1));
            m_nodes.Get(plan.at)->GetObject<AtmSwitch>()->SetUpc(in->GetPortNumber(),
                                                                 port->GetVcId(),
                                                                 MakeUpc(*plan.upc));
        }
        m_cellSources.push_back(c);
        if (plan.watched)
        {
            c.port->TraceConnectWithoutContext(
                "CellTx",
                Sink<const CellBurst&>::Make(
                    MakeCellSink("cells sent by source " + std::to_string(m_cellSources.size()))));
        }
    }
    CellSourceHelper::AssignStreams(m_cellSources, CELL_STREAMS);
}

void
AtmNetworkRun::SetUp(Ptr<AtmVc> vc, const AtmVcPlan& plan)
{
    vc->SetAttribute("CellRate", DataRateValue(DataRate(plan.cellRate)));
    vc->SetAttribute("MaxSdu", UintegerValue(plan.maxSdu));
    vc->SetAttribute("ReassemblyTimeout", TimeValue(TimeStep(plan.reassemblyTimeout)));
    vc->SetQueue(CreateObjectWithAttributes<DropTailQueue<Packet>>(
        "MaxSize",
        QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, plan.queue))));
    if (plan.shaper)
    {
        const auto shaper = CreateObject<GcraShaper>();
        shaper->SetContract(*plan.shaper);
        vc->SetShaper(shaper);
    }
    if (plan.tagging)
    {
        vc->SetPreventiveTagging(*plan.tagging);
    }
}

Ptr<UsageParameterControl>
AtmNetworkRun::MakeUpc(const AtmUpcPlan& plan)
{
    const auto upc = CreateObject<UsageParameterControl>();
    upc->SetAttribute("PacketDiscard", EnumValue(plan.discard));
    upc->SetAttribute(
        "EpdLength",
        EnumValue(plan.oracle ? UsageParameterControl::ORACLE : UsageParameterControl::MAX_SDU));
    upc->SetAttribute("MaxSdu", UintegerValue(plan.maxSdu));
    upc->SetAttribute("Form",
                      EnumValue(plan.leakyBucket ? Gcra::LEAKY_BUCKET : Gcra::VIRTUAL_SCHEDULING));
    upc->SetContract(plan.contract);
    return upc;
}

AtmNetworkRun::Connection
AtmNetworkRun::BuildAlongPath(uint32_t number)
{
    const auto& plan = m_plan.connections[number];
    const bool merges = plan.merges && m_plan.connections[plan.into].enabled;
    const bool oneWay = plan.unknownAt > 0 || merges;
    const uint32_t known = plan.unknownAt > 0 ? plan.unknownAt : plan.path.size();
    // ports on the way: where each link is left, and where the next node is entered
    std::vector<Ptr<AtmPort>> out;
    std::vector<Ptr<AtmPort>> in;
    Connection c;
    uint32_t node = plan.from;
    for (const uint32_t link : plan.path)
    {
        const uint32_t end = m_plan.links[link].ends[0] == node ? 0 : 1;
        c.labels.push_back(MakeLabel(number, c.labels.size()));
        out.push_back(m_ports[link][end]);
        in.push_back(m_ports[link][1 - end]);
        node = m_plan.links[link].ends[1 - end];
    }
    if (merges)
    {
        c.labels.back() = m_connections[plan.into].labels.back();
    }
    std::vector<std::function<void()>> setUp; // what switches have to know
    const auto lead = [&](Ptr<AtmPort> from, AtmVcId label, Ptr<AtmPort> to, AtmVcId next) {
        const auto x = DynamicCast<AtmSwitchPort>(from);
        const uint32_t y = DynamicCast<AtmSwitchPort>(to)->GetPortNumber();
        setUp.push_back([x, label, y, next, &plan] {
            x->GetNode()->GetObject<AtmSwitch>()->AddConnection(x->GetPortNumber(),
                                                                label,
                                                                y,
                                                                next,
                                                                plan.category);
        });
    };
    for (uint32_t i = 0; i + 1 < known; ++i)
    {
        lead(in[i], c.labels[i], out[i + 1], c.labels[i + 1]);
        if (plan.twinAt == i + 1)
        {
            lead(in[i], c.labels[i], out[i + 1], out[i + 1]->GetAtmChannel()->AllocateVc());
        }
        if (!oneWay)
        {
            lead(out[i + 1], c.labels[i + 1], in[i], c.labels[i]);
        }
    }
    const std::array<Ptr<AtmPort>, 2> hosts = {out.front(), in.back()};
    const std::array<Ptr<AtmPort>, 2> switches = {in.front(), out.back()};
    const std::array<AtmVcId, 2> ids = {c.labels.front(), c.labels.back()};
    for (uint32_t end = 0; end < (oneWay ? 1 : 2); ++end)
    {
        const auto vc = CreateObject<AtmVc>();
        vc->SetId(ids[end]);
        vc->SetPeer(hosts[1 - end]);
        DynamicCast<AtmNetDevice>(hosts[end])->AddVc(vc);
        c.vcs[end].push_back(vc);
        c.hosts[end].push_back(hosts[end]->GetNode()->GetId());
        if (plan.upc[end])
        {
            const auto upc = MakeUpc(*plan.upc[end]);
            c.upc[end] = upc;
            const auto port = DynamicCast<AtmSwitchPort>(switches[end]);
            c.setUpc[end] = [port, id = ids[end]](Ptr<UsageParameterControl> u) {
                port->GetNode()->GetObject<AtmSwitch>()->SetUpc(port->GetPortNumber(), id, u);
            };
            setUp.push_back([set = c.setUpc[end], upc] { set(upc); });
        }
    }
    if (known > 1)
    {
        // the cells of a segment of TCP Boston, which may take this connection, arrive by one VC
        const bool anyBoston =
            std::any_of(m_plan.flows.begin(), m_plan.flows.end(), [](const auto& f) {
                return f.kind == AtmFlowPlan::BOSTON;
            });
        c.addLeg = [in, out, labels = c.labels, known, &plan, anyBoston](uint32_t what) {
            const uint32_t i = what % (known - 1);
            AddLeg(in[i], labels[i], out[i + 1], plan.category, what > 7 && !anyBoston);
        };
    }
    const auto all = [setUp] {
        for (const auto& one : setUp)
        {
            one();
        }
    };
    if (plan.setUpAt > 0)
    {
        ScheduleCall(TimeStep(plan.setUpAt), all);
    }
    else
    {
        all();
    }
    return c;
}

void
AtmNetworkRun::AddLeg(Ptr<AtmPort> from,
                      AtmVcId label,
                      Ptr<AtmPort> to,
                      AtmServiceCategory category,
                      bool isKnown)
{
    const auto in = DynamicCast<AtmSwitchPort>(from);
    const auto out = DynamicCast<AtmSwitchPort>(to);
    const auto channel = out->GetAtmChannel();
    const AtmVcId next = channel->AllocateVc();
    in->GetNode()->GetObject<AtmSwitch>()->AddConnection(in->GetPortNumber(),
                                                         label,
                                                         out->GetPortNumber(),
                                                         next,
                                                         category);
    const auto host = DynamicCast<AtmNetDevice>(channel->GetPort(1 - out->GetEnd()));
    if (host && isKnown)
    {
        const auto vc = CreateObject<AtmVc>();
        vc->SetId(next);
        vc->SetCanSend(false);
        host->AddVc(vc);
    }
}

AtmVcId
AtmNetworkRun::MakeLabel(uint32_t number, std::size_t hop)
{
    const auto& plan = m_plan.connections[number];
    constexpr uint16_t FIRST = 32; // of the VCIs that are not reserved
    constexpr uint16_t HOPS = 16;  // more than there are
    return plan.vpi > 0 ? AtmVcId{plan.vpi, static_cast<uint16_t>(FIRST + HOPS * number + hop)}
                        : m_ports[plan.path[hop]][0]->GetAtmChannel()->AllocateVc();
}

AtmNetworkRun::Connection
AtmNetworkRun::BuildMultipoint(const AtmConnectionPlan& plan)
{
    NetDeviceContainer leaves;
    Connection c;
    for (const uint32_t to : plan.to)
    {
        leaves.Add(GetDevice(to));
    }
    AtmPvcOptions options;
    options.category = plan.category;
    const auto root = GetDevice(plan.from);
    const AtmPvc pvc = AtmHelper().ConnectPointToMultipoint(root, leaves, options);
    c.vcs = {std::vector<Ptr<AtmVc>>{pvc.a}, pvc.leaves};
    c.hosts = {std::vector<uint32_t>{plan.from}, plan.to};
    if (plan.upc[0])
    {
        c.upc[0] = MakeUpc(*plan.upc[0]);
        const auto port =
            DynamicCast<AtmSwitchPort>(root->GetAtmChannel()->GetPort(1 - root->GetEnd()));
        c.setUpc[0] = [port, id = pvc.a->GetId()](Ptr<UsageParameterControl> u) {
            port->GetNode()->GetObject<AtmSwitch>()->SetUpc(port->GetPortNumber(), id, u);
        };
        c.setUpc[0](c.upc[0]);
    }
    return c;
}

void
AtmNetworkRun::BuildFlows()
{
    NodeContainer hosts;
    NetDeviceContainer devices;
    for (uint32_t n = static_cast<uint32_t>(m_plan.slotTimes.size()); n < m_nodes.GetN(); ++n)
    {
        hosts.Add(m_nodes.Get(n));
        devices.Add(GetDevice(n));
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(m_plan.ipv6);
    stack.Install(hosts);
    Ipv4AddressHelper("10.0.0.0", "255.255.0.0").Assign(devices);
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto node = hosts.Get(i);
        node->GetObject<ArpL3Protocol>()->SetAttribute(
            "RequestJitter",
            StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        node->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName(m_plan.congestionControl)));
    }
    HsnInternetHelper().Install(hosts);
    NodeContainer bostons;
    for (const auto& f : m_plan.flows)
    {
        if (f.enabled && f.kind == AtmFlowPlan::BOSTON)
        {
            const auto& c = m_plan.connections[f.connection];
            bostons.Add(m_nodes.Get(c.from));
            bostons.Add(m_nodes.Get(c.to[0]));
        }
    }
    BostonHelper boston;
    boston.SetAalAttribute("InterleaveDepth", UintegerValue(m_plan.interleave));
    boston.Install(bostons);
    int64_t stream = HOST_STREAMS;
    stream += stack.AssignStreams(hosts, stream);
    HsnInternetHelper().AssignStreams(hosts, stream);
    m_senders.resize(m_plan.flows.size());
    m_sockets.resize(m_plan.flows.size());
    m_sinks.resize(m_plan.flows.size());
    for (uint32_t i = 0; i < m_plan.flows.size(); ++i)
    {
        const auto& f = m_plan.flows[i];
        if (f.enabled && m_plan.connections[f.connection].enabled)
        {
            BuildFlow(i);
        }
    }
}

void
AtmNetworkRun::BuildFlow(uint32_t i)
{
    const auto& f = m_plan.flows[i];
    const auto& c = m_connections[f.connection];
    const auto from = m_nodes.Get(c.hosts[f.end][0]);
    const auto to = m_nodes.Get(c.hosts[1 - f.end][0]);
    const std::array<const char*, 5> factories = {"ns3::hsn::IndexedTcpSocketFactory",
                                                  "ns3::TcpSocketFactory",
                                                  "ns3::hsn::BostonSocketFactory",
                                                  "ns3::hsn::IndexedTcpSocketFactory",
                                                  "ns3::UdpSocketFactory"};
    const std::string factory = factories[f.kind];
    const auto port = static_cast<uint16_t>(FIRST_TCP_PORT + i);
    const auto address = to->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    const auto sink =
        PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), port)).Install(to);
    m_sinks[i] = DynamicCast<PacketSink>(sink.Get(0));
    ApplicationContainer sender;
    if (f.kind == AtmFlowPlan::TCP_ON_OFF || f.kind == AtmFlowPlan::UDP_ON_OFF)
    {
        OnOffHelper helper(factory, InetSocketAddress(address, port));
        const double period = 424e9 * 100 / static_cast<double>(f.rate); // 100 cells
        const std::string mean = std::to_string(period * 1e-9);
        for (const char* name : {"OnTime", "OffTime"})
        {
            helper.SetAttribute(name,
                                StringValue("ns3::ExponentialRandomVariable[Mean=" + mean + "]"));
        }
        helper.SetAttribute("DataRate", DataRateValue(DataRate(f.rate)));
        helper.SetAttribute("PacketSize", UintegerValue(m_plan.segment));
        helper.SetAttribute("MaxBytes", UintegerValue(f.bytes));
        sender = helper.Install(from);
        DynamicCast<OnOffApplication>(sender.Get(0))->AssignStreams(2 * HOST_STREAMS + 10 * i);
    }
    else
    {
        BulkSendHelper helper(factory, InetSocketAddress(address, port));
        helper.SetAttribute("MaxBytes", UintegerValue(f.bytes));
        helper.SetAttribute("SendSize", UintegerValue(m_plan.segment));
        sender = helper.Install(from);
    }
    sender.Start(TimeStep(f.start));
    m_senders[i] = sender.Get(0);
    // the socket is there once the application has started
    ScheduleCall(TimeStep(f.start + 1), [this, i] {
        const auto bulk = DynamicCast<BulkSendApplication>(m_senders[i]);
        const auto onOff = DynamicCast<OnOffApplication>(m_senders[i]);
        ConnectSocket(i, bulk ? bulk->GetSocket() : onOff->GetSocket());
    });
}
} // namespace hsn
} // namespace ns3
