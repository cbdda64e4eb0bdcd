// SPDX-License-Identifier: GPL-2.0-only
#include "atm-network-run.h"

#include "atm-network-source.h"

#include "ns3/analysis-numeric.h"
#include "ns3/atm-helper.h"
#include "ns3/boolean.h"
#include "ns3/boston-socket.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
const std::string ENGINE = "hsn::AtmEngine"; //!< global value
constexpr int64_t LINK_STREAMS = 1000;       //!< of random variables

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
} // namespace

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
} // namespace hsn
} // namespace ns3
