// SPDX-License-Identifier: GPL-2.0-only
#include "atm-network-run.h"

#include "atm-test-support.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"
#include "ns3/analysis-numeric.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boolean.h"
#include "ns3/boston-aal.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-socket.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/class-threshold-discard.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
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
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/two-state-error-model.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
const std::string ENGINE = "hsn::AtmEngine"; //!< global value
constexpr int64_t LINK_STREAMS = 1000;       //!< of random variables, and those of losses
constexpr int64_t LOSS_STREAMS = 10000;      //!< the same
constexpr int64_t HOST_STREAMS = 100000;     //!< the same
constexpr int64_t CELL_STREAMS = 200000;     //!< the same, and those of generators
constexpr uint16_t FIRST_TCP_PORT = 5000;    //!< of transfers

/// Sets a default value of an attribute, and takes it back in the end.
class DefaultValue
{
  public:
    /// @param type name of the class @param attribute name @param value the default
    DefaultValue(const std::string& type, const std::string& attribute, const AttributeValue& value)
        : m_name(type + "::" + attribute)
    {
        struct TypeId::AttributeInformation info;
        TypeId::LookupByName(type).LookupAttributeByName(attribute, &info);
        m_old = info.initialValue->Copy();
        Config::SetDefault(m_name, value);
    }

    ~DefaultValue()
    {
        Config::SetDefault(m_name, *m_old);
    }

    DefaultValue(const DefaultValue&) = delete;
    DefaultValue& operator=(const DefaultValue&) = delete;

  private:
    std::string m_name;        //!< of the attribute
    Ptr<AttributeValue> m_old; //!< before
};

/// Sets what is the whole program's, and takes it back in the end.
class Globals
{
  public:
    /// @param plan network @param engine of cells
    Globals(const AtmNetworkPlan& plan, const std::string& engine)
        : m_seed(RngSeedManager::GetSeed()),
          m_run(RngSeedManager::GetRun())
    {
        StringValue old;
        GlobalValue::GetValueByName(ENGINE, old);
        m_engine = old.Get();
        Config::SetGlobal(ENGINE, StringValue(engine));
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(plan.seed + 1);
        const std::string tcp = "ns3::TcpSocket";
        Set(tcp, "SegmentSize", UintegerValue(plan.segment));
        Set(tcp, "DelAckCount", UintegerValue(plan.delayedAck));
        Set(tcp, "SndBufSize", UintegerValue(1 << 18));
        Set(tcp, "RcvBufSize", UintegerValue(1 << 18));
        Set("ns3::TcpSocketBase", "MinRto", TimeValue(TimeStep(plan.minRto)));
        const std::string boston = "ns3::hsn::BostonSocket";
        Set(boston,
            "RedundancyPolicy",
            StringValue(plan.adaptiveRedundancy && AnalysisNumeric::HasGsl() ? "Adaptive"
                        : plan.gamma > 0                                     ? "Fixed"
                                                                             : "None"));
        Set(boston, "CellIdMode", StringValue(plan.cellIdMode));
        Set(boston, "HeaderMode", StringValue(plan.headerMode));
        Set(boston, "Systematic", BooleanValue(plan.systematic));
        if (plan.partialTimeout > 0)
        {
            Set(boston, "PartialTimeout", TimeValue(TimeStep(plan.partialTimeout)));
        }
        Set(boston, "Gamma", DoubleValue(plan.gamma));
        Set(boston, "GammaRetx", DoubleValue(plan.gamma));
    }

    ~Globals()
    {
        Config::SetGlobal(ENGINE, StringValue(m_engine));
        RngSeedManager::SetSeed(m_seed);
        RngSeedManager::SetRun(m_run);
    }

  private:
    /// @param type name of a class @param attribute name @param value the default
    void Set(const std::string& type, const std::string& attribute, const AttributeValue& value)
    {
        m_defaults.push_back(std::make_unique<DefaultValue>(type, attribute, value));
    }

    std::string m_engine;                                  //!< before
    uint32_t m_seed;                                       //!< before
    uint64_t m_run;                                        //!< before
    std::vector<std::unique_ptr<DefaultValue>> m_defaults; //!< of attributes
};

/// Trace sinks that tell of one cell each.
using CellFunction = std::function<void(const CellBurst&)>;

/// @param sdu anything @return its first octets, as one number
int64_t
GetFront(Ptr<const Packet> sdu)
{
    std::array<uint8_t, 32> octets{};
    sdu->CopyData(octets.data(), octets.size());
    return Aal5Crc32::Compute(octets.data(), octets.size());
}

/// @param values counters @return the same, as records have them
std::vector<int64_t>
MakeValues(std::initializer_list<uint64_t> values)
{
    return std::vector<int64_t>(values.begin(), values.end());
}

} // namespace

/** @brief Sends SDUs on a VC. */
class AtmNetworkRun::Source
{
  public:
    /** @param run its network @param plan what to send @param device where @param vc of it */
    Source(AtmNetworkRun& run, const AtmSourcePlan& plan, Ptr<AtmNetDevice> device, Ptr<AtmVc> vc)
        : m_run(run),
          m_plan(plan),
          m_device(device),
          m_vc(vc),
          m_random(plan.seed)
    {
        switch (plan.kind)
        {
        case AtmSourcePlan::GREEDY:
            device->TraceConnectWithoutContext(
                "PhyTxBegin",
                Sink<Ptr<const Packet>>::Make([this](Ptr<const Packet> p) { Refill(p); }));
            ScheduleAt(plan.start, [this] { Tick(); });
            break;
        case AtmSourcePlan::ECHO:
            device->TraceConnectWithoutContext("PduRx",
                                               Sink<AtmVcId, const Aal5ReceivedPdu&>::Make(
                                                   [this](AtmVcId id, const Aal5ReceivedPdu&) {
                                                       if (id == m_vc->GetId())
                                                       {
                                                           Send();
                                                       }
                                                   }));
            break;
        default:
            ScheduleAt(plan.start, [this] { Next(); });
            break;
        }
    }

    /** @return what it sends */
    const AtmSourcePlan& GetPlan() const
    {
        return m_plan;
    }

    /** @return where it is */
    uint32_t GetHost() const
    {
        return m_device->GetNode()->GetId();
    }

    /** @return when it sent last of its own accord, time steps */
    int64_t GetTick() const
    {
        return m_tick;
    }

    /** @return SDUs that were sent, and those that were refused */
    std::vector<int64_t> GetCounters() const
    {
        return {m_sent, m_refused};
    }

  private:
    /** @param time when, time steps @param f what */
    void ScheduleAt(int64_t time, const std::function<void()>& f)
    {
        ScheduleCallWithContext(m_device->GetNode()->GetId(), TimeStep(time) - Simulator::Now(), f);
    }

    /** @brief Sends of its own accord. */
    void Tick()
    {
        m_tick = Simulator::Now().GetTimeStep();
        m_run.m_isTicking = true;
        for (uint32_t i = 0; i < m_plan.burst; ++i)
        {
            Send();
        }
        m_run.m_isTicking = false;
        m_run.NotifyTick(*this);
    }

    /** @brief Sends what is due, and waits for the next. */
    void Next()
    {
        Tick();
        const double wait = m_plan.kind == AtmSourcePlan::PERIODIC
                                ? m_plan.interval
                                : m_random.Exponential(m_plan.interval);
        if (IsActive())
        {
            ScheduleAt(Simulator::Now().GetTimeStep() + 1 + static_cast<int64_t>(wait),
                       [this] { Next(); });
        }
    }

    /** @return whether there is more to come */
    bool IsActive() const
    {
        return m_sent + m_refused < m_plan.maxSdus && Simulator::Now().GetTimeStep() < m_plan.stop;
    }

    /** @brief Sends an SDU. */
    void Send()
    {
        if (!IsActive())
        {
            return;
        }
        const bool empty = m_plan.aborts && m_random.Chance(0.05);
        const auto size =
            empty
                ? 0
                : static_cast<uint32_t>(m_plan.log ? m_random.LogInt(m_plan.minSize, m_plan.maxSize)
                                                   : m_random.Int(m_plan.minSize, m_plan.maxSize));
        // the first octets differ from SDU to SDU, so that no two are taken for each other
        const uint64_t id[2] = {m_plan.seed, static_cast<uint64_t>(m_sent)};
        const auto front = std::min<uint32_t>(size, sizeof(id));
        auto sdu = Create<Packet>(reinterpret_cast<const uint8_t*>(id), front);
        if (size > front)
        {
            sdu->AddAtEnd(Create<Packet>(size - front));
        }
        m_waiting.push_back(sdu); // its first cell may leave during SendSdu
        const bool taken = m_device->SendSdu(m_vc, sdu);
        ++(taken ? m_sent : m_refused);
        if (!taken)
        {
            m_waiting.pop_back();
        }
        else if (m_plan.kind != AtmSourcePlan::GREEDY)
        {
            m_waiting.clear();
        }
    }

    /** @param sdu whose first cell leaves: if it is ours, a new one takes its place in the queue */
    void Refill(Ptr<const Packet> sdu)
    {
        if (!m_waiting.empty() && m_waiting.front() == sdu)
        {
            m_waiting.pop_front();
            const bool isTicking = m_run.m_isTicking;
            m_run.m_isTicking = true; // when a cell leaves, that precedes whatever else happens
            Send();
            m_run.m_isTicking = isTicking;
        }
    }

    AtmNetworkRun& m_run;                    //!< its network
    const AtmSourcePlan& m_plan;             //!< what to send
    int64_t m_tick{-1};                      //!< see GetTick
    Ptr<AtmNetDevice> m_device;              //!< where
    Ptr<AtmVc> m_vc;                         //!< of it
    PlanRandom m_random;                     //!< sizes and intervals
    std::deque<Ptr<const Packet>> m_waiting; //!< SDUs in the VC's queue, of a greedy source
    int64_t m_sent{0};                       //!< SDUs
    int64_t m_refused{0};                    //!< SDUs
};

AtmNetworkRun::AtmNetworkRun(const AtmNetworkPlan& plan,
                             const Settings& settings,
                             AtmObservation& observation)
    : m_plan(plan),
      m_settings(settings),
      m_observation(observation)
{
    for (const auto& a : plan.actions)
    {
        for (const int64_t time : {a.time, a.until})
        {
            if (a.enabled && time > 0)
            {
                m_instants.push_back(time);
            }
        }
    }
    for (const auto& c : plan.connections)
    {
        if (c.enabled && c.setUpAt > 0)
        {
            m_instants.push_back(c.setUpAt);
        }
    }
    m_instants.push_back(plan.duration);
    std::sort(m_instants.begin(), m_instants.end());
}

AtmNetworkRun::~AtmNetworkRun() = default;

void
AtmNetworkRun::Run()
{
    const Globals globals(m_plan, m_settings.engine);
    if (!m_settings.scheduler.empty())
    {
        ObjectFactory factory;
        factory.SetTypeId(m_settings.scheduler);
        Simulator::SetScheduler(factory);
    }
    BuildLinks();
    BuildConnections();
    BuildCellSources();
    if (m_plan.HasFlows())
    {
        BuildFlows();
    }
    AtmHelper::AssignStreams(m_allPorts, LINK_STREAMS);
    ConnectProbes();
    if (m_settings.scout)
    {
        ConnectScout();
    }
    for (const auto& s : m_plan.sources)
    {
        const auto& c = m_connections[s.connection];
        if (s.enabled && !c.vcs[s.end].empty())
        {
            m_sources.push_back(
                std::make_unique<Source>(*this, s, GetDevice(c.hosts[s.end][0]), c.vcs[s.end][0]));
        }
    }
    ListReaders();
    std::map<int64_t, const AtmActionPlan*> outside;
    for (const auto& a : m_plan.actions)
    {
        if (!a.enabled || !m_plan.connections[a.connection].enabled)
        {
            continue;
        }
        if (a.time == 0)
        {
            Act(a);
        }
        else if (a.outside && a.time < m_plan.duration)
        {
            outside[a.time] = &a;
        }
        else
        {
            ScheduleCall(TimeStep(a.time), [this, &a] { Act(a); });
        }
    }
    for (const auto& o : outside)
    {
        Simulator::Stop(TimeStep(o.first) - Simulator::Now());
        Simulator::Run();
        Act(*o.second);
    }
    Simulator::Stop(TimeStep(m_plan.duration) - Simulator::Now());
    Simulator::Run();
    for (const auto& r : m_readers)
    {
        Read(r);
    }
    m_observation.Freeze();
    Cover();
    if (m_settings.scout)
    {
        Simulator::Stop(TimeStep(1)); // does anything happen at the very end?
        Simulator::Run();
    }
    Simulator::Destroy();
}

// --- building -----------------------------------------------------------------------------------

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

// --- looking ------------------------------------------------------------------------------------

AtmNetworkRun::Stream&
AtmNetworkRun::Find(Probe& p, AtmVcId vc)
{
    const uint32_t key = vc.Key();
    if (!p.last || p.lastKey != key)
    {
        auto& found = p.byKey[key];
        if (!found)
        {
            found = &m_observation.Get(p.name + " VC " + std::to_string(vc.vpi) + "/" +
                                           std::to_string(vc.vci),
                                       p.fields);
        }
        p.lastKey = key;
        p.last = found;
    }
    return *p.last;
}

int64_t
AtmNetworkRun::GetDamage(const CellBurst& cell, uint32_t i)
{
    int64_t sum = 0;
    if (cell.damage)
    {
        for (const auto& flip : cell.damage->flips)
        {
            if (flip.cell == cell.first + i)
            {
                sum = sum * 384 + flip.bit + 1;
            }
        }
    }
    return sum;
}

int64_t
AtmNetworkRun::GetPduNumber(const AtmPdu* pdu) const
{
    if (pdu->IsRaw())
    {
        return -1 - static_cast<int64_t>(pdu->GetNCells());
    }
    const auto it = m_pduNumbers.find(pdu);
    return it == m_pduNumbers.end() ? -1 : it->second;
}

void
AtmNetworkRun::ConnectProbes()
{
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (!m_plan.links[i].watched[end])
            {
                continue;
            }
            const std::string name = m_plan.GetPortName(i, end);
            m_ports[i][end]->TraceConnectWithoutContext("RunRx",
                                                        MakeRunSink("cells received at " + name));
            const auto port = DynamicCast<AtmSwitchPort>(m_ports[i][end]);
            for (uint32_t c = 0; port && c < ATM_CATEGORIES; ++c)
            {
                port->GetOutput()
                    ->GetQueue(static_cast<AtmServiceCategory>(c))
                    ->TraceConnectWithoutContext("RunDiscard",
                                                 MakeRunDiscardSink("cells discarded at " + name +
                                                                    " queue " + std::to_string(c)));
            }
        }
    }
    for (uint32_t n = static_cast<uint32_t>(m_plan.slotTimes.size()); n < m_nodes.GetN(); ++n)
    {
        ConnectHost(n);
    }
    for (uint32_t i = 0; i < m_sinks.size(); ++i)
    {
        if (m_sinks[i])
        {
            Stream* s = &m_observation.Get("flow " + std::to_string(i) + " received", "time bytes");
            m_sinks[i]->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, const Address&>::Make(
                    [s](Ptr<const Packet> p, const Address&) {
                        s->Add({Simulator::Now().GetTimeStep(), p->GetSize()});
                    }));
        }
    }
}

AtmNetworkRun::Probe*
AtmNetworkRun::MakeProbe(const std::string& name, const std::string& fields)
{
    m_probes.push_back(std::make_unique<Probe>());
    Probe* p = m_probes.back().get();
    p->name = name;
    p->fields = fields;
    return p;
}

Callback<void, const CellBurst&, Time>
AtmNetworkRun::MakeRunSink(const std::string& name)
{
    Probe* p = MakeProbe(name, "time pdu index clp efci damage");
    return Sink<const CellBurst&, Time>::Make([this, p](const CellBurst& cells, Time time) {
        Stream& stream = Find(*p, cells.vc);
        const int64_t pdu = GetPduNumber(PeekPointer(cells.pdu));
        for (uint32_t k = 0; k < cells.count; ++k)
        {
            if (!((cells.discarded >> k) & 1))
            {
                stream.Add({time.GetTimeStep() + k * cells.spacing,
                            pdu,
                            cells.first + k,
                            cells.IsClp(k),
                            cells.IsEfci(k),
                            GetDamage(cells, k)});
                ++m_coverage["cells compared"];
            }
        }
    });
}

Callback<void, const CellBurst&, CellDiscardReason, Time>
AtmNetworkRun::MakeRunDiscardSink(const std::string& name)
{
    Probe* p = MakeProbe(name, "time reason pdu index clp efci damage");
    return Sink<const CellBurst&, CellDiscardReason, Time>::Make(
        [this, p](const CellBurst& cell, CellDiscardReason reason, Time time) {
            Find(*p, cell.vc)
                .Add({time.GetTimeStep(),
                      reason,
                      GetPduNumber(PeekPointer(cell.pdu)),
                      cell.first,
                      cell.IsClp(),
                      cell.IsEfci(),
                      GetDamage(cell, 0)});
        });
}

void
AtmNetworkRun::ConnectHost(uint32_t host)
{
    const std::string name = m_plan.GetNodeName(host);
    const auto device = GetDevice(host);
    // what leaves and what arrives at the same time has no order
    Stream* sent = &m_observation.Get("PDUs sent at " + name, "time label pdu cells bytes check");
    device->TraceConnectWithoutContext("PduTx",
                                       Sink<AtmVcId, Ptr<const AtmPdu>>::Make(
                                           [this, sent, host](AtmVcId vc, Ptr<const AtmPdu> pdu) {
                                               auto& vcPdus = m_pdus[{host, vc.Key()}];
                                               const int64_t number =
                                                   vcPdus.first << 32 | vcPdus.second++;
                                               m_pduNumbers[PeekPointer(pdu)] = number;
                                               sent->Add({Simulator::Now().GetTimeStep(),
                                                          vc.Key(),
                                                          number,
                                                          pdu->GetNCells(),
                                                          pdu->GetSdu()->GetSize(),
                                                          GetFront(pdu->GetSdu())});
                                           }));
    // nor have the end of a VC's reassembly time and a cell of another VC
    const std::string fields = "time error label pdu cells marks check";
    Stream* received = &m_observation.Get("PDUs received at " + name, fields);
    Probe* byVc = MakeProbe("PDUs received at " + name, fields);
    const auto tell = [this, received, byVc](AtmVcId vc,
                                             Aal5Error cause,
                                             const Aal5ReceivedPdu& pdu,
                                             int64_t check) {
        const std::vector<int64_t> record = {Simulator::Now().GetTimeStep(),
                                             static_cast<int64_t>(cause),
                                             vc.Key(),
                                             GetPduNumber(PeekPointer(pdu.GetLastCellPdu())),
                                             pdu.GetNCells(),
                                             pdu.IsAnyClp() + 2 * pdu.IsAnyEfci(),
                                             check};
        Find(*byVc, vc).Add(record);
        // the reassembly time of a PDU that is too long may end, too
        if (cause != Aal5Error::TIMEOUT && cause != Aal5Error::OVERSIZE)
        {
            received->Add(record);
        }
        ++m_coverage[std::string("PDUs received: ") + ToString(cause)];
    };
    device->TraceConnectWithoutContext(
        "PduRx",
        Sink<AtmVcId, const Aal5ReceivedPdu&>::Make([tell](AtmVcId vc, const Aal5ReceivedPdu& pdu) {
            tell(vc, Aal5Error::NONE, pdu, pdu.GetSentPdu() != nullptr);
        }));
    device->TraceConnectWithoutContext(
        "PduRxError",
        Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
            [tell](AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu) {
                const auto& bytes = pdu.GetBytes();
                tell(vc, cause, pdu, Aal5Crc32::Compute(bytes.data(), bytes.size()));
            }));
    if (m_plan.hosts[host - m_plan.slotTimes.size()].txEnd)
    {
        Stream* e = &m_observation.Get("PhyTxEnd at " + name, "time bytes");
        device->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([e](Ptr<const Packet> p) {
                e->Add({Simulator::Now().GetTimeStep(), p->GetSize()});
            }));
    }
    if (const auto aal = device->GetAdaptation())
    {
        Stream* b = &m_observation.Get("Boston sent at " + name, "time cells transmission");
        Stream* c =
            &m_observation.Get("Boston rebuilt at " + name, "time segment response transmissions");
        aal->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([b](const BostonPdu& pdu) {
                b->Add({Simulator::Now().GetTimeStep(), pdu.GetCoded(), pdu.GetTransmission()});
            }));
        aal->TraceConnectWithoutContext(
            "SegmentComplete",
            Sink<uint16_t, Time, uint32_t>::Make([c](uint16_t id, Time response, uint32_t n) {
                c->Add({Simulator::Now().GetTimeStep(), id, response.GetTimeStep(), n});
            }));
    }
}

void
AtmNetworkRun::ConnectSocket(uint32_t i, Ptr<Socket> socket)
{
    if (m_plan.flows[i].kind == AtmFlowPlan::UDP_ON_OFF || !socket)
    {
        return;
    }
    m_sockets[i] = socket;
    const std::string name = "flow " + std::to_string(i);
    Stream* w = &m_observation.Get(name + " window", "time bytes");
    socket->TraceConnectWithoutContext("CongestionWindow",
                                       Sink<uint32_t, uint32_t>::Make([w](uint32_t, uint32_t now) {
                                           w->Add({Simulator::Now().GetTimeStep(), now});
                                       }));
    Stream* r = &m_observation.Get(name + " RTT", "time rtt");
    socket->TraceConnectWithoutContext(
        "RTT",
        Sink<Time, Time>::Make([r](Time, Time now) {
            r->Add({Simulator::Now().GetTimeStep(), now.GetTimeStep()});
        }));
    if (DynamicCast<BostonSocket>(socket))
    {
        Stream* b = &m_observation.Get(name + " reports", "time segment pending transmission rate");
        socket->TraceConnectWithoutContext(
            "Report",
            Sink<const BostonReport&>::Make([b](const BostonReport& report) {
                b->Add({Simulator::Now().GetTimeStep(),
                        report.segment,
                        report.pending,
                        report.transmission,
                        report.successRate});
            }));
    }
}

void
AtmNetworkRun::Touch()
{
    if (m_isActing)
    {
        return; // that is no tie
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    while (m_nextInstant < m_instants.size() && m_instants[m_nextInstant] < now)
    {
        ++m_nextInstant;
    }
    if (m_nextInstant < m_instants.size() && m_instants[m_nextInstant] == now)
    {
        m_touched.insert(now);
    }
}

void
AtmNetworkRun::NotifyTick(const Source& source)
{
    const auto reply = m_replies.find(source.GetHost());
    if (reply != m_replies.end() && reply->second == source.GetTick())
    {
        m_clashing.insert(static_cast<uint32_t>(&source.GetPlan() - m_plan.sources.data()));
    }
}

void
AtmNetworkRun::NotifyReply(uint32_t host)
{
    m_replies[host] = Simulator::Now().GetTimeStep();
    for (const auto& source : m_sources)
    {
        if (source->GetHost() == host)
        {
            NotifyTick(*source);
        }
    }
}

void
AtmNetworkRun::ConnectScout()
{
    const CellFunction touch = [this](const CellBurst&) { Touch(); };
    for (uint32_t i = 0; i < m_connections.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (!m_connections[i].vcs[end].empty())
            {
                ConnectQueueScout(i, end);
            }
        }
    }
    for (const auto& c : m_cellSources)
    {
        const auto port = DynamicCast<AtmSourcePort>(c.port);
        port->TraceConnectWithoutContext("CellTx", Sink<const CellBurst&>::Make(touch));
        port->GetAtmChannel()->GetPort(1)->TraceConnectWithoutContext(
            "CellRx",
            Sink<const CellBurst&>::Make(touch));
    }
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        // several cells that come to the ends of a link, or are lost there, at the same time
        const CellFunction cross = [this, i](const CellBurst&) {
            const int64_t now = Simulator::Now().GetTimeStep();
            const auto latest = m_latestOnLink.emplace(i, -1).first;
            if (latest->second == now)
            {
                m_crossed.insert(i);
            }
            latest->second = now;
        };
        m_ports[i][0]->GetAtmChannel()->TraceConnectWithoutContext(
            "CellLoss",
            Sink<const CellBurst&, AtmChannel::LossReason>::Make(
                [cross](const CellBurst& cell, AtmChannel::LossReason) { cross(cell); }));
        for (const auto& port : m_ports[i])
        {
            port->TraceConnectWithoutContext("CellTx", Sink<const CellBurst&>::Make(touch));
            port->TraceConnectWithoutContext("CellRx", Sink<const CellBurst&>::Make(touch));
            port->TraceConnectWithoutContext("CellRx", Sink<const CellBurst&>::Make(cross));
            const auto inSwitch = DynamicCast<AtmSwitchPort>(port);
            if (!inSwitch)
            {
                continue;
            }
            const uint32_t node = inSwitch->GetNode()->GetId();
            port->TraceConnectWithoutContext(
                "CellRx",
                Sink<const CellBurst&>::Make([this, node](const CellBurst&) {
                    const int64_t now = Simulator::Now().GetTimeStep();
                    const auto latest = m_latestAtSwitch.emplace(node, -1).first;
                    m_ties += latest->second == now ? 1 : 0;
                    latest->second = now;
                }));
            for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
            {
                inSwitch->GetOutput()
                    ->GetQueue(static_cast<AtmServiceCategory>(c))
                    ->TraceConnectWithoutContext("Enqueue", Sink<const CellBurst&>::Make(touch));
            }
        }
    }
}

void
AtmNetworkRun::ConnectQueueScout(uint32_t connection, uint32_t end)
{
    const auto queue = m_connections[connection].vcs[end][0]->GetQueue();
    const uint32_t room = m_plan.connections[connection].ends[end].queue;
    auto left = std::make_shared<int64_t>(-1);    // when an SDU left last
    auto refused = std::make_shared<int64_t>(-1); // when one was refused
    const auto check = [this, connection, end](bool crowded) {
        if (crowded)
        {
            m_crowded.insert({connection, end});
        }
    };
    using PacketSink = Sink<Ptr<const Packet>>;
    queue->TraceConnectWithoutContext("Dequeue",
                                      PacketSink::Make([left, refused, check](Ptr<const Packet>) {
                                          *left = Simulator::Now().GetTimeStep();
                                          check(*refused == *left);
                                      }));
    queue->TraceConnectWithoutContext("DropBeforeEnqueue",
                                      PacketSink::Make([left, refused, check](Ptr<const Packet>) {
                                          *refused = Simulator::Now().GetTimeStep();
                                          check(*refused == *left);
                                      }));
    const uint32_t host = m_connections[connection].hosts[end][0];
    queue->TraceConnectWithoutContext("Enqueue", PacketSink::Make([this, host](Ptr<const Packet>) {
                                          if (!m_isTicking)
                                          {
                                              NotifyReply(host);
                                          }
                                      }));
    // raw pointer: the queue owns the sink
    const auto* q = PeekPointer(queue);
    queue->TraceConnectWithoutContext("Enqueue",
                                      PacketSink::Make([left, check, q, room](Ptr<const Packet>) {
                                          check(*left == Simulator::Now().GetTimeStep() &&
                                                q->GetNPackets() + 1 >= room);
                                      }));
}

void
AtmNetworkRun::ListReaders()
{
    for (uint32_t n = 0; n < m_plan.slotTimes.size(); ++n)
    {
        const auto sw = m_nodes.Get(n)->GetObject<AtmSwitch>();
        m_readers.push_back(
            {"switch",
             m_plan.GetNodeName(n),
             "received unknownVc policed tagged switched copies",
             [sw] {
                 const auto c = sw->GetCounters();
                 return MakeValues(
                     {c.received, c.unknownVc, c.policed, c.tagged, c.switched, c.copies});
             }});
    }
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            ListPort(i, end);
        }
    }
    for (uint32_t i = 0; i < m_connections.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            ListConnection(i, end);
        }
    }
    for (uint32_t i = 0; i < m_sources.size(); ++i)
    {
        const auto* source = m_sources[i].get();
        m_readers.push_back({"source", std::to_string(i), "sent refused", [source] {
                                 return source->GetCounters();
                             }});
    }
    for (uint32_t i = 0; i < m_cellSources.size(); ++i)
    {
        ListCellSource(m_cellSources[i], std::to_string(i));
    }
    for (uint32_t i = 0; i < m_sinks.size(); ++i)
    {
        if (m_sinks[i])
        {
            ListFlow(i);
        }
    }
}

void
AtmNetworkRun::ListCellSource(const CellSourceConnection& c, const std::string& name)
{
    m_readers.push_back({"cell source", name, "units cells received sent inFlight", [c] {
                             const auto counters = c.source->GetCounters();
                             const auto channel = DynamicCast<AtmPort>(c.port)->GetAtmChannel();
                             return MakeValues({counters.units,
                                                counters.cells,
                                                c.sink->GetRawRxCells(),
                                                channel->GetCounters(0).sent,
                                                channel->GetInFlight(0)});
                         }});
}

void
AtmNetworkRun::ListPort(uint32_t link, uint32_t end)
{
    const std::string name = m_plan.GetPortName(link, end);
    const auto channel = m_ports[link][end]->GetAtmChannel();
    m_readers.push_back({"link",
                         "from " + name,
                         "sent delivered lost hecDiscarded hecCorrected damaged inFlight",
                         [channel, end] {
                             const auto c = channel->GetCounters(end);
                             return MakeValues({c.sent,
                                                c.delivered,
                                                c.lost,
                                                c.hecDiscarded,
                                                c.hecCorrected,
                                                c.damaged,
                                                channel->GetInFlight(end)});
                         }});
    if (const auto device = DynamicCast<AtmNetDevice>(m_ports[link][end]))
    {
        m_readers.push_back(
            {"host", name, "cells unknownVc sdus badEncapsulation rxQueueDrops", [device] {
                 const auto c = device->GetRxCounters();
                 return MakeValues(
                     {c.cells, c.unknownVc, c.sdus, c.badEncapsulation, c.rxQueueDrops});
             }});
        return;
    }
    const auto output = DynamicCast<AtmSwitchPort>(m_ports[link][end])->GetOutput();
    m_readers.push_back(
        {"port", name, "cells", [output] { return MakeValues({output->GetNCells()}); }});
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        const auto queue = output->GetQueue(static_cast<AtmServiceCategory>(c));
        m_readers.push_back({"queue",
                             std::to_string(c) + " of " + name,
                             "in out full partial early clp cells",
                             [queue] {
                                 const auto q = queue->GetCounters();
                                 return MakeValues({q.in,
                                                    q.out,
                                                    q.bufferFull,
                                                    q.partialPacket,
                                                    q.earlyPacket,
                                                    q.clpThreshold,
                                                    queue->GetNCells()});
                             }});
    }
}

void
AtmNetworkRun::ListConnection(uint32_t i, uint32_t end)
{
    const auto& c = m_connections[i];
    const std::string name = "connection " + std::to_string(i) + " end " + std::to_string(end);
    if (const auto upc = c.upc[end])
    {
        m_readers.push_back({"UPC", "of " + name, "conforming tagged pcr scr ppd epd", [upc] {
                                 const auto u = upc->GetCounters();
                                 return MakeValues({u.conforming,
                                                    u.tagged,
                                                    u.discardedPcr,
                                                    u.discardedScr,
                                                    u.discardedPpd,
                                                    u.discardedEpd});
                             }});
    }
    for (uint32_t k = 0; k < c.vcs[end].size(); ++k)
    {
        const auto vc = c.vcs[end][k];
        m_readers.push_back(
            {"VC",
             "of " + name + " at " + m_plan.GetNodeName(c.hosts[end][k]),
             "txSdus txCells waiting rxCells pdus bytes delivered failed pending errors",
             [vc] {
                 const auto t = vc->GetTxCounters();
                 const auto r = vc->GetRxCounters();
                 return MakeValues({t.sdus,
                                    t.cells,
                                    vc->GetQueue()->GetNPackets(),
                                    r.cells,
                                    r.pdus,
                                    r.sduBytes,
                                    r.deliveredCells,
                                    r.failedCells,
                                    vc->GetPendingRxCells(),
                                    r.GetTotalErrors()});
             }});
    }
}

void
AtmNetworkRun::ListFlow(uint32_t i)
{
    const std::string name = "flow " + std::to_string(i);
    const auto sink = m_sinks[i];
    m_readers.push_back(
        {"receiver", "of " + name, "bytes cells segments partial", [sink] {
             BostonReceiver::Counters c;
             for (const auto& socket : sink->GetAcceptedSockets())
             {
                 const auto boston = DynamicCast<BostonSocket>(socket);
                 if (boston && boston->GetReceiver())
                 {
                     c = boston->GetReceiver()->GetCounters();
                 }
             }
             return MakeValues({sink->GetTotalRx(), c.cells, c.segments, c.partial});
         }});
    m_readers.push_back(
        {"sender", "of " + name, "sent received again recoveries timeouts partial", [this, i] {
             const auto tcp = DynamicCast<IndexedTcpSocket>(m_sockets[i]);
             const auto boston = DynamicCast<BostonSocket>(m_sockets[i]);
             const auto c = tcp ? tcp->GetCounters() : IndexedTcpSocket::Counters();
             return MakeValues({c.segmentsSent,
                                c.segmentsReceived,
                                c.retransmissions,
                                c.fastRecoveries,
                                c.timeouts,
                                boston ? boston->GetBostonCounters().partial : 0});
         }});
}

void
AtmNetworkRun::Read(const Reader& r)
{
    std::vector<int64_t> values = r.read();
    values.insert(values.begin(), Simulator::Now().GetTimeStep());
    m_observation.Get("counters of " + r.kind + " " + r.place, "time " + r.fields).Add(values);
}

void
AtmNetworkRun::Cover()
{
    m_coverage["ties of cells"] += m_ties;
    for (const auto& r : m_readers)
    {
        const auto values = r.read();
        std::istringstream names(r.fields);
        std::string name;
        for (const int64_t value : values)
        {
            names >> name;
            m_coverage[r.kind + " " + name] += value;
        }
    }
}
} // namespace hsn
} // namespace ns3
