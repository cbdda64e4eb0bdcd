// SPDX-License-Identifier: GPL-2.0-only
#include "monitored-simulator-impl.h"

#include "qos-monitor-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/json-object.h"
#include "ns3/node-list.h"
#include "ns3/qos-node-watch.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t INTERVALS = 128;   // until they become longer
constexpr uint64_t FIRST = 10000000;  // ns
constexpr uint32_t RECORDS = 64;      // in a FIFO: there may be very many nodes
constexpr double NANOSECONDS = 1e9;   // in a second
constexpr double LONGEST_DELAY = 1e6; // delay of a contract, s

/// What the next scheduler that is made works with.
std::pair<Ptr<Scheduler>, MonitoredSimulatorImpl*> g_next;

/// @param name of a variable of the environment @return its value
std::string
GetVariable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// @param text a time with unit @param value gets it, ns @return whether it is one
bool
ReadTime(const std::string& text, int64_t& value)
{
    static const std::map<std::string, double> units{{"s", 1},
                                                     {"ms", 1e-3},
                                                     {"us", 1e-6},
                                                     {"ns", 1e-9}};
    std::istringstream stream(text);
    double number = 0;
    std::string unit;
    stream >> number >> unit;
    const auto found = units.find(unit);
    if (stream.fail() || found == units.end() ||
        !(number > 0 && number * found->second <= LONGEST_DELAY))
    {
        return false;
    }
    value = std::llround(number * found->second * NANOSECONDS);
    return value > 0;
}

/// @param text a rate with unit @param value gets it, bit/s @return whether it is one
bool
ReadRate(const std::string& text, uint64_t& value)
{
    std::istringstream stream(text);
    DataRate rate;
    stream >> rate;
    value = stream.fail() ? 0 : rate.GetBitRate();
    return value > 0;
}
} // namespace

/// The scheduler that the simulation would have, which tells of each event before it happens.
class MonitoredScheduler : public Scheduler
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::MonitoredScheduler")
                                .SetParent<Scheduler>()
                                .SetGroupName("Hsn")
                                .AddConstructor<MonitoredScheduler>();
        return tid;
    }

    MonitoredScheduler()
        : m_scheduler(g_next.first),
          m_simulator(g_next.second)
    {
    }

    void Insert(const Event& event) override
    {
        m_scheduler->Insert(event);
    }

    bool IsEmpty() const override
    {
        return m_scheduler->IsEmpty();
    }

    Event PeekNext() const override
    {
        return m_scheduler->PeekNext();
    }

    Event RemoveNext() override
    {
        if (m_simulator->m_running)
        {
            m_simulator->Pass(m_scheduler->PeekNext().key.m_ts);
        }
        return m_scheduler->RemoveNext();
    }

    void Remove(const Event& event) override
    {
        m_scheduler->Remove(event);
    }

  private:
    const Ptr<Scheduler> m_scheduler;          //!< does the work
    MonitoredSimulatorImpl* const m_simulator; //!< is told
};

NS_OBJECT_ENSURE_REGISTERED(MonitoredScheduler);
NS_OBJECT_ENSURE_REGISTERED(MonitoredSimulatorImpl);

TypeId
MonitoredSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MonitoredSimulatorImpl")
                            .SetParent<DefaultSimulatorImpl>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MonitoredSimulatorImpl>();
    return tid;
}

MonitoredSimulatorImpl::MonitoredSimulatorImpl() = default;
MonitoredSimulatorImpl::~MonitoredSimulatorImpl() = default;

void
MonitoredSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    g_next = {schedulerFactory.Create<Scheduler>(), this};
    ObjectFactory factory;
    factory.SetTypeId(MonitoredScheduler::GetTypeId());
    DefaultSimulatorImpl::SetScheduler(factory);
    g_next = {nullptr, nullptr};
}

std::string
MonitoredSimulatorImpl::ReadContract(const std::string& text, QosContract& contract)
{
    contract = QosContract{};
    contract.direction = QOS_OUT;
    std::istringstream stream(text);
    std::set<std::string> seen;
    for (std::string part; std::getline(stream, part, ',');)
    {
        const auto sign = part.find('=');
        const std::string name = part.substr(0, sign);
        const std::string value = sign == std::string::npos ? "" : part.substr(sign + 1);
        if (!seen.insert(name).second)
        {
            return name + " is there twice";
        }
        if (name == "throughput")
        {
            if (!ReadRate(value, contract.throughput))
            {
                return "throughput=" + value + ": must be a rate above 0, such as 400kb/s";
            }
        }
        else if (name == "delay" || name == "jitter")
        {
            if (!ReadTime(value, name == "delay" ? contract.delay : contract.jitter))
            {
                return name + "=" + value +
                       ": must be a time above 0 and at most 1e6 s, such as 7.5ms";
            }
        }
        else
        {
            return "'" + name + "': must be one of throughput, delay, jitter";
        }
    }
    return "";
}

void
MonitoredSimulatorImpl::Run()
{
    if (!m_file.is_open())
    {
        Open();
    }
    m_running = true;
    DefaultSimulatorImpl::Run();
    m_running = false;
    Write(Simulator::Now());
}

void
MonitoredSimulatorImpl::Open()
{
    const std::string folder = GetVariable("HSN_MONITOR");
    NS_ABORT_MSG_IF(folder.empty(), "HSN_MONITOR names no folder for what monitors show");
    const std::string wrong = ReadContract(GetVariable("HSN_MONITOR_CONTRACT"), m_contract);
    NS_ABORT_MSG_UNLESS(wrong.empty(), "HSN_MONITOR_CONTRACT: " << wrong);
    // simulations of one program, also in processes of their own, have a file each
    std::string name;
    std::FILE* made = nullptr;
    for (uint32_t i = 1; !made && i < 10000; ++i)
    {
        name = folder + "/run-" + std::to_string(i) + ".jsonl";
        made = std::fopen(name.c_str(), "wx");
        NS_ABORT_MSG_IF(!made && errno != EEXIST, "HSN_MONITOR: " << name << " cannot be written");
    }
    NS_ABORT_MSG_UNLESS(made, "HSN_MONITOR: " << folder << " has 9999 files already");
    std::fclose(made);
    m_file.open(name);
}

void
MonitoredSimulatorImpl::Pass(uint64_t time)
{
    if (m_installed == 0)
    {
        m_next = Simulator::Now().GetTimeStep() + NanoSeconds(FIRST).GetTimeStep();
        Install();
    }
    while (time > m_next)
    {
        Write(TimeStep(m_next));
        m_intervals = m_intervals + 1 == INTERVALS ? 0 : m_intervals + 1;
        if (m_intervals == 0)
        {
            m_interval *= 2;
            for (const auto& one : m_watched)
            {
                SetHoldTime(one);
            }
        }
        m_next += NanoSeconds(m_interval).GetTimeStep();
    }
}

void
MonitoredSimulatorImpl::SetHoldTime(const Watched& one) const
{
    if (one.own)
    {
        // so that a connection is written once more after its end
        one.mib->GetMonitor()->SetAttribute("HoldTime", TimeValue(NanoSeconds(m_interval)));
    }
}

void
MonitoredSimulatorImpl::Install()
{
    QosMonitorHelper helper;
    helper.SetMonitorAttribute("Batch", BooleanValue(true));
    helper.SetMonitorAttribute("Timer", BooleanValue(false));
    if (m_contract.throughput > 0 || m_contract.delay > 0 || m_contract.jitter > 0)
    {
        helper.AddContract(m_contract);
    }
    for (; m_installed < NodeList::GetNNodes(); ++m_installed)
    {
        const auto node = NodeList::GetNode(m_installed);
        Watched one;
        one.mib = QosMonitorHelper::GetMib(node);
        if (!one.mib)
        {
            one.mib = helper.Install(node);
            one.own = true;
            one.mib->GetMonitor()->SetFifo(
                CreateObjectWithAttributes<QosEventFifo>("Capacity", UintegerValue(RECORDS)));
            SetHoldTime(one);
        }
        one.watch = node->GetObject<QosNodeWatch>();
        m_watched.push_back(one);
    }
}

void
MonitoredSimulatorImpl::Write(Time time)
{
    Install();
    for (auto& one : m_watched)
    {
        const auto monitor = one.mib->GetMonitor();
        if (!monitor)
        {
            continue; // the node is gone
        }
        if (one.own)
        {
            monitor->Advance(time);
        }
        else if (one.mib->GetTime() == one.written)
        {
            continue; // the program's own monitor, in its own time
        }
        one.written = one.mib->GetTime();
        const auto& rows = one.mib->GetRows();
        for (const auto& row : rows)
        {
            if (row.direction == QOS_OUT && m_named.insert(row.connection).second)
            {
                JsonObject name;
                name.Set("connId", QosMibExporter::WriteId(row.connection));
                name.Set("name", one.watch ? one.watch->GetName(row.connection) : "");
                m_file << name.ToString() << '\n';
            }
        }
        if (!rows.empty())
        {
            m_file << QosMibExporter::MakeJson(*one.mib).ToString() << '\n';
        }
    }
    m_file.flush();
}
} // namespace hsn
} // namespace ns3
