// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What does a run of the paper "background" cost at full scale? The same scenario with this
 * module's TCP, links and routers, and with ns-3's:
 *
 *     ./hsn bench background [--json] [--quick]
 *
 * - hsn: IndexedTcpSocket, HighSpeedDumbbellHelper
 * - ns3: TcpSocketBase, PointToPointNetDevice, a FifoQueueDisc in front of a device queue of one
 *   packet at both ends of the bottleneck, long device queues elsewhere, global routing
 *
 * Four flows and Web traffic of Type II in both directions share a bottleneck of 400 Mbit/s with a
 * buffer of 1 MB; the round-trip time is 162 ms for all of them, since ns-3 has no delays of flows.
 * Congestion control and recovery are the same classes in both, TcpCubicEra and
 * TcpRateHalvingRecovery, and so is the Web traffic. The contestants take turns, each run in a
 * process of its own; measured is the CPU time of Simulator::Run. A run fails if no flow has
 * delivered anything.
 *
 * The last line is a JSON object:
 * - ratio_ns3: CPU time of ns3 to that of hsn, median over the turns
 * - hsn, ns3: medians for each of
 *   - cpu_s_per_simulated_s: CPU seconds for a second of simulated time
 *   - events_per_packet: simulator events per packet that the bottleneck has sent, in either
 *     direction
 *   - rss_bytes: the most memory that the process ever had
 *   - utilization: share of the bottleneck that IP packets take in forward direction, in the last
 *     three quarters of the simulated time
 *   - packets: sent by the bottleneck, in both directions
 */
#include "../examples/background/background-load.h"
#include "../examples/background/background-options.h"
#include "in-child.h"
#include "median.h"

#include "ns3/core-module.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/surge-flow-generator.h"
#include "ns3/traffic-control-module.h"

#include <array>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const Time ONE_WAY = MilliSeconds(80); // of the bottleneck: 162 ms less two access links, halved
const Time ACCESS_DELAY = MicroSeconds(500);
constexpr double ACCESS_RATE = 1e9; // bit/s

/// @param rate bit/s @param options of the run @return the rate in the scaled network
DataRate
Scale(double rate, const BackgroundOptions& options)
{
    return DataRate(static_cast<uint64_t>(rate / options.scale));
}

/// @param options of the run @return buffer of the bottleneck
QueueSize
GetBuffer(const BackgroundOptions& options)
{
    return {QueueSizeUnit::BYTES, static_cast<uint32_t>(options.buffer / options.scale)};
}

/// What a bottleneck has sent.
struct Sent
{
    double packets{0}; //!< in both directions
    double bytes{0};   //!< of IP packets, in forward direction
};

/// A network in which the scenario takes place.
class Network
{
  public:
    virtual ~Network() = default;

    /// @return ends of flows
    virtual BackgroundLoad::Hosts GetHosts() const = 0;
    /// @return what the bottleneck has sent up to now
    virtual Sent GetSent() const = 0;
};

/// With lean links.
class LeanNetwork : public Network
{
  public:
    /// @param options of the run
    explicit LeanNetwork(const BackgroundOptions& options)
    {
        m_dumbbell.SetCapacity(Scale(options.capacity.GetBitRate(), options), GetBuffer(options));
        m_dumbbell.SetAccessRate(Scale(ACCESS_RATE, options));
        m_dumbbell.SetDelayAttribute(
            "Default",
            PointerValue(CreateObjectWithAttributes<ConstantRandomVariable>(
                "Constant",
                DoubleValue(ONE_WAY.GetSeconds()))));
        m_dumbbell.Install();
    }

    BackgroundLoad::Hosts GetHosts() const override
    {
        return {m_dumbbell.GetSources(),
                m_dumbbell.GetSinks(),
                m_dumbbell.GetLeft(),
                m_dumbbell.GetRight()};
    }

    Sent GetSent() const override
    {
        const auto forward = m_dumbbell.GetBottleneck(0)->GetTxCounters().sent;
        const auto reverse = m_dumbbell.GetBottleneck(1)->GetTxCounters().sent;
        return {static_cast<double>(forward.packets + reverse.packets),
                static_cast<double>(forward.bytes)};
    }

  private:
    HighSpeedDumbbellHelper m_dumbbell; //!< the network
};

/// With ns-3's point-to-point links.
class Ns3Network : public Network
{
  public:
    /// @param options of the run
    explicit Ns3Network(const BackgroundOptions& options)
    {
        m_routers.Create(2);
        for (auto* nodes : {&m_hosts.sources, &m_hosts.sinks, &m_hosts.left, &m_hosts.right})
        {
            nodes->Create(2);
            InternetStackHelper().Install(*nodes);
        }
        InternetStackHelper().Install(m_routers);
        PointToPointHelper bottleneck;
        const DataRate rate = Scale(options.capacity.GetBitRate(), options);
        bottleneck.SetDeviceAttribute("DataRate", DataRateValue(rate));
        bottleneck.SetChannelAttribute("Delay", TimeValue(ONE_WAY));
        bottleneck.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        const auto ends = bottleneck.Install(m_routers);
        TrafficControlHelper fifo;
        fifo.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(GetBuffer(options)));
        m_queues = fifo.Install(ends);
        m_addresses.Assign(ends);
        Attach(m_hosts.sources, 0, options);
        Attach(m_hosts.left, 0, options);
        Attach(m_hosts.sinks, 1, options);
        Attach(m_hosts.right, 1, options);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    BackgroundLoad::Hosts GetHosts() const override
    {
        return m_hosts;
    }

    Sent GetSent() const override
    {
        const auto& forward = m_queues.Get(0)->GetStats();
        const auto& reverse = m_queues.Get(1)->GetStats();
        return {static_cast<double>(forward.nTotalSentPackets) + reverse.nTotalSentPackets,
                static_cast<double>(forward.nTotalSentBytes)};
    }

  private:
    /// @param hosts of one side @param side 0: at R1, 1: at R2 @param options of the run
    void Attach(const NodeContainer& hosts, uint32_t side, const BackgroundOptions& options)
    {
        PointToPointHelper access;
        access.SetDeviceAttribute("DataRate", DataRateValue(Scale(ACCESS_RATE, options)));
        access.SetChannelAttribute("Delay", TimeValue(ACCESS_DELAY));
        access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000000p"));
        DisableFlowControl(access); // so that no queue disc is installed
        for (uint32_t i = 0; i < hosts.GetN(); ++i)
        {
            m_addresses.NewNetwork();
            m_addresses.Assign(access.Install(hosts.Get(i), m_routers.Get(side)));
        }
    }

    NodeContainer m_routers;                                    //!< R1 and R2
    BackgroundLoad::Hosts m_hosts;                              //!< of all sides
    QueueDiscContainer m_queues;                                //!< at R1 and R2
    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.0"}; //!< of the links
};

/// What a run cost.
struct Cost
{
    double cpu{0};         //!< seconds
    double events{0};      //!< of the simulator
    double rss{0};         //!< bytes, the most the process ever had
    double packets{0};     //!< sent by the bottleneck
    double utilization{0}; //!< of the bottleneck
};

/// @param isOurs which contestant @param options of the run @return what it cost
Cost
Run(bool isOurs, BackgroundOptions options)
{
    options.stack = isOurs ? "indexed" : "ns3";
    BackgroundLoad load(options);
    load.SetDefaults();
    const auto network = isOurs ? std::unique_ptr<Network>(new LeanNetwork(options))
                                : std::unique_ptr<Network>(new Ns3Network(options));
    load.AddSockets(network->GetHosts());
    load.Install(network->GetHosts());
    Sent early;
    ScheduleCall(BackgroundOptions::At(options.measure),
                 [&early, &network] { early = network->GetSent(); });
    Simulator::Stop(BackgroundOptions::At(options.duration));
    const double before = std::clock();
    Simulator::Run();
    Cost cost;
    cost.cpu = (std::clock() - before) / CLOCKS_PER_SEC;
    NS_ABORT_MSG_IF(load.GetReceived() == 0, "no flow has delivered anything");
    const Sent sent = network->GetSent();
    cost.events = Simulator::GetEventCount();
    cost.packets = sent.packets;
    const double rate =
        (sent.bytes - early.bytes) * 8 / (options.duration - options.measure) * options.scale;
    cost.utilization = rate / options.capacity.GetBitRate();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    cost.rss = usage.ru_maxrss * 1024.0;
    return cost;
}

/// @param costs of all turns @param tell what of a cost @return its median
template <typename F>
double
MedianOf(const std::vector<Cost>& costs, F tell)
{
    std::vector<double> values;
    for (const auto& cost : costs)
    {
        values.push_back(tell(cost));
    }
    return Median(values);
}

/// @param costs of all turns of a contestant @param duration of a run, simulated seconds
/// @return medians
JsonObject
Summarize(const std::vector<Cost>& costs, double duration)
{
    JsonObject out;
    out.Set("cpu_s_per_simulated_s",
            MedianOf(costs, [duration](const Cost& cost) { return cost.cpu / duration; }));
    out.Set("events_per_packet",
            MedianOf(costs, [](const Cost& cost) { return cost.events / cost.packets; }));
    out.Set("rss_bytes", MedianOf(costs, [](const Cost& cost) { return cost.rss; }));
    out.Set("utilization", MedianOf(costs, [](const Cost& cost) { return cost.utilization; }));
    out.Set("packets", MedianOf(costs, [](const Cost& cost) { return cost.packets; }));
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    BackgroundOptions scenario;
    scenario.traffic = "II";
    scenario.firstStart = 0.5;
    scenario.secondStart = 1;
    scenario.jitter = 0.2;
    scenario.duration = 60;
    uint32_t repeats = 3;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__,
                           "Cost of the paper background at full scale, here and in ns-3");
    options.Add("duration", "Simulated time of a run, s", scenario.duration, Between(4, 1e5));
    options.Add("scale", "Divides rates, sizes and windows", scenario.scale, Between(1, 64));
    options.Add("repeats", "Turns of runs", repeats, Between(1, 1000));
    options.Add("quick", "One turn of 20 s", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        scenario.duration = 20;
        repeats = 1;
    }
    scenario.measure = scenario.duration / 4;
    std::array<std::vector<Cost>, 2> costs; // ns3, hsn
    std::vector<double> ratios;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        for (const bool isOurs : {true, false})
        {
            costs[isOurs].push_back(
                InChild<Cost>([isOurs, &scenario] { return Run(isOurs, scenario); }));
            if (!json)
            {
                std::cout << (isOurs ? "hsn: " : "ns3: ") << costs[isOurs].back().cpu << " s"
                          << std::endl;
            }
        }
        ratios.push_back(costs[false].back().cpu / costs[true].back().cpu);
    }
    JsonObject result;
    result.Set("ratio_ns3", Median(ratios));
    result.Set("hsn", Summarize(costs[true], scenario.duration));
    result.Set("ns3", Summarize(costs[false], scenario.duration));
    std::cout << result << std::endl;
    return 0;
}
