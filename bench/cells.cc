// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How fast is the per-cell engine? In one run, on the same topology with the same rates, delays
 * and queue sizes: our ATM cells, and 53-byte packets over ns-3's point-to-point devices.
 *
 * A cell-hop is one cell (packet) delivered at the far end of one link. Both are measured in turn,
 * in CPU time after a warm-up, and medians are printed. The last line is a JSON object:
 *   per_cell, ns3_p2p     cell-hops per CPU second
 *   ratio_per_cell_ns3    median over the pairs of runs
 *   allocations_per_cell  calls of operator new per cell-hop in steady state, by ns-3 scheduler
 *                         (the default one, a map, allocates a node per event itself)
 */
#include "allocation-counter.h"

#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double LINE_RATE = 155.52e6; // bit/s
constexpr uint32_t CELL_BYTES = 53;    // on the wire, for both
constexpr uint32_t PPP_BYTES = 2;      // PointToPointNetDevice adds them
constexpr uint32_t SDU_BYTES = 9180;   // 192 cells
constexpr uint32_t QUEUE_CELLS = 1000; // output buffers
constexpr uint32_t MAX_FLOWS_PER_LINK = 2;
const Time DELAY = MicroSeconds(10);

/// One link, in the direction the traffic takes.
struct Link
{
    uint32_t from; //!< node
    uint32_t to;   //!< node
    double load;   //!< its rate as a share of LINE_RATE
};

/// What is simulated; hosts are the nodes from `switches` on.
struct Scenario
{
    std::string name;
    uint32_t switches;                        //!< nodes 0 to switches - 1 forward
    uint32_t nodes;                           //!< all
    std::vector<Link> links;                  //!< numbered from 0
    std::vector<std::vector<uint32_t>> flows; //!< always backlogged; links from host to host
    double hopsPerSlot;                       //!< cell-hops in a cell time at LINE_RATE
};

/// What a run cost.
struct Measurement
{
    uint64_t hops{0};        //!< cell-hops
    double cpu{0};           //!< seconds
    uint64_t allocations{0}; //!< calls of operator new

    double Speed() const
    {
        return hops / cpu;
    }

    double AllocationsPerHop() const
    {
        return static_cast<double>(allocations) / hops;
    }
};

std::vector<Scenario>
MakeScenarios()
{
    Scenario link{"link", 0, 2, {{0, 1, 1}}, {{0}}, 1};

    // four hosts at line rate into one switch port: three of four cells are discarded
    Scenario congested{"congested", 1, 6, {}, {}, 5};
    for (uint32_t host = 1; host <= 4; ++host)
    {
        congested.links.push_back({host, 0, 1});
        congested.flows.push_back({host - 1, 4});
    }
    congested.links.push_back({0, 5, 1});

    // a flow through five switches shares each link between them with another flow
    Scenario chain{"chain", 5, 5, {}, {{}}, 9};
    const auto host = [&chain] { return chain.nodes++; };
    const auto addLink = [&chain](uint32_t from, uint32_t to, double load) {
        chain.links.push_back({from, to, load});
        return static_cast<uint32_t>(chain.links.size() - 1);
    };
    chain.flows[0].push_back(addLink(host(), 0, 0.5));
    for (uint32_t s = 0; s + 1 < chain.switches; ++s)
    {
        const uint32_t in = addLink(host(), s, 0.5);
        const uint32_t shared = addLink(s, s + 1, 1);
        const uint32_t out = addLink(s + 1, host(), 0.5);
        chain.flows[0].push_back(shared);
        chain.flows.push_back({in, shared, out});
    }
    chain.flows[0].push_back(addLink(chain.switches - 1, host(), 0.5));
    return {link, congested, chain};
}

/// @param link a link @return its rate
DataRate
RateOf(const Link& link)
{
    return DataRate(static_cast<uint64_t>(std::llround(link.load * LINE_RATE)));
}

/**
 * @brief Runs what has been set up: a fifth more at the beginning is not measured.
 * @param s scenario
 * @param hops about so many cell-hops to measure
 * @param count tells the cell-hops so far
 * @return the cost
 */
Measurement
RunSimulation(const Scenario& s, uint64_t hops, const std::function<uint64_t()>& count)
{
    const double seconds = hops / s.hopsPerSlot * 8 * CELL_BYTES / LINE_RATE;
    Simulator::Stop(Seconds(seconds / 5));
    Simulator::Run();
    Simulator::Stop(Seconds(seconds));
    const uint64_t hopsBefore = count();
    const uint64_t allocationsBefore = GetAllocations();
    const std::clock_t before = std::clock();
    Simulator::Run();
    const std::clock_t after = std::clock();
    Measurement m;
    m.allocations = GetAllocations() - allocationsBefore;
    m.cpu = static_cast<double>(after - before) / CLOCKS_PER_SEC;
    m.hops = count() - hopsBefore;
    return m;
}

/// Ends a simulation. @param m its result @return the same
Measurement
Finish(const Measurement& m)
{
    Simulator::Destroy();
    return m;
}

/// @param type of the scheduler that the next simulation uses
void
UseScheduler(const std::string& type)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    Simulator::SetScheduler(factory);
}

// --- our cells --------------------------------------------------------------------------------

/// The first cell of an SDU leaves: the next SDU is given to the device.
void
RefillAtm(AtmNetDevice* device, AtmVc* vc, Ptr<const Packet>)
{
    device->SendSdu(vc, Create<Packet>(SDU_BYTES));
}

Measurement
RunAtm(const Scenario& s, uint64_t hops, const std::string& scheduler)
{
    UseScheduler(scheduler);
    NodeContainer nodes;
    nodes.Create(s.nodes);
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(QUEUE_CELLS));
    for (uint32_t i = 0; i < s.switches; ++i)
    {
        switches.Install(nodes.Get(i));
    }
    AtmHelper atm;
    atm.SetChannelAttribute("Delay", TimeValue(DELAY));
    atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    std::vector<NetDeviceContainer> ends;
    for (const auto& link : s.links)
    {
        atm.SetChannelAttribute("DataRate", DataRateValue(RateOf(link)));
        ends.push_back(atm.Install(nodes.Get(link.from), nodes.Get(link.to)));
    }
    for (const auto& flow : s.flows)
    {
        const auto from = DynamicCast<AtmNetDevice>(ends[flow.front()].Get(0));
        const AtmPvc pvc = atm.ConnectPvc(from, ends[flow.back()].Get(1));
        from->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeBoundCallback(&RefillAtm, PeekPointer(from), PeekPointer(pvc.a)));
        from->SendSdu(pvc.a, Create<Packet>(SDU_BYTES));
    }
    return Finish(RunSimulation(s, hops, [&ends] {
        uint64_t sum = 0;
        for (const auto& link : ends)
        {
            const auto port = DynamicCast<AtmPort>(link.Get(0));
            sum += port->GetAtmChannel()->GetCounters(port->GetEnd()).delivered;
        }
        return sum;
    }));
}

// --- ns-3's packets ---------------------------------------------------------------------------

/// The two protocols that PointToPointNetDevice carries serve as labels.
constexpr std::array<uint16_t, MAX_FLOWS_PER_LINK> LABELS{0x0800, 0x86DD};

/// Where the packets that come in at a device go, by label; null: they have arrived.
struct Forwarding
{
    std::array<PointToPointNetDevice*, MAX_FLOWS_PER_LINK> next{};
    uint64_t received{0};

    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t label, const Address&)
    {
        ++received;
        if (auto* device = next[label == LABELS[0] ? 0 : 1])
        {
            device->Send(packet->Copy(), device->GetBroadcast(), label);
        }
        return true;
    }
};

/// A packet leaves: the next one is given to the device.
void
RefillP2p(PointToPointNetDevice* device, uint16_t label, Ptr<const Packet>)
{
    device->Send(Create<Packet>(CELL_BYTES - PPP_BYTES), device->GetBroadcast(), label);
}

Measurement
RunP2p(const Scenario& s, uint64_t hops, const std::string& scheduler)
{
    UseScheduler(scheduler);
    NodeContainer nodes;
    nodes.Create(s.nodes);
    PointToPointHelper p2p;
    p2p.SetChannelAttribute("Delay", TimeValue(DELAY));
    p2p.SetQueue("ns3::DropTailQueue",
                 "MaxSize",
                 QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, QUEUE_CELLS)));
    std::vector<std::array<Ptr<PointToPointNetDevice>, 2>> ends;
    std::vector<Forwarding> forwarding(s.links.size());
    for (std::size_t i = 0; i < s.links.size(); ++i)
    {
        const Link& link = s.links[i];
        p2p.SetDeviceAttribute("DataRate", DataRateValue(RateOf(link)));
        const auto c = p2p.Install(nodes.Get(link.from), nodes.Get(link.to));
        ends.push_back({DynamicCast<PointToPointNetDevice>(c.Get(0)),
                        DynamicCast<PointToPointNetDevice>(c.Get(1))});
        ends[i][1]->SetReceiveCallback(MakeCallback(&Forwarding::Receive, &forwarding[i]));
    }
    for (std::size_t f = 0; f < s.flows.size(); ++f)
    {
        // the first flow has the first label; no other two share a way in
        const uint32_t label = f == 0 ? 0 : 1;
        const auto& flow = s.flows[f];
        for (std::size_t i = 0; i + 1 < flow.size(); ++i)
        {
            forwarding[flow[i]].next[label] = PeekPointer(ends[flow[i + 1]][0]);
        }
        const auto from = ends[flow.front()][0];
        from->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeBoundCallback(&RefillP2p, PeekPointer(from), LABELS[label]));
        RefillP2p(PeekPointer(from), LABELS[label], nullptr);
    }
    return Finish(RunSimulation(s, hops, [&forwarding] {
        uint64_t sum = 0;
        for (const auto& f : forwarding)
        {
            sum += f.received;
        }
        return sum;
    }));
}

// --- numbers ----------------------------------------------------------------------------------

double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double
GeometricMean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
    {
        sum += std::log(value);
    }
    return std::exp(sum / values.size());
}

/// @param name of the scheduler, short @return its TypeId's name
std::string
SchedulerType(const std::string& name)
{
    return name == "heap" ? "ns3::HeapScheduler" : "ns3::MapScheduler";
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string wanted = "all";
    std::string scheduler = "map";
    uint64_t cells = 500000;
    uint32_t repeats = 3;
    bool json = false;
    bool quick = false;
    bool onlyAtm = false;

    CommandLine cmd(__FILE__);
    cmd.AddValue("scenario", "What to run: link, congested, chain or all", wanted);
    cmd.AddValue("cells", "Cell-hops in each run, about", cells);
    cmd.AddValue("repeats", "Pairs of runs", repeats);
    cmd.AddValue("quick", "One pair of runs of each scenario", quick);
    cmd.AddValue("scheduler",
                 "ns-3's event scheduler for the speeds: map (default) or heap",
                 scheduler);
    cmd.AddValue("onlyAtm", "Run our engine only, once (for a profiler)", onlyAtm);
    cmd.AddValue("json", "Print nothing but the JSON object", json);
    cmd.Parse(argc, argv);

    const auto refuse = [](const std::string& text) {
        std::cerr << "error: " << text << std::endl;
        return 2;
    };
    if (cells < 1000)
    {
        return refuse("--cells=" + std::to_string(cells) + ": must be at least 1000");
    }
    if (repeats < 1)
    {
        return refuse("--repeats=0: must be at least 1");
    }
    if (quick)
    {
        repeats = 1;
    }
    if (scheduler != "map" && scheduler != "heap")
    {
        return refuse("--scheduler=" + scheduler + ": must be map or heap");
    }

    JsonObject scenarios;
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> ratios;
    std::array<double, 2> allocations{}; // the most of any scenario: map, heap
    for (const auto& s : MakeScenarios())
    {
        if (wanted != "all" && wanted != s.name)
        {
            continue;
        }
        const std::string type = SchedulerType(scheduler);
        if (onlyAtm)
        {
            const auto m = RunAtm(s, cells, type);
            std::cout << s.name << ": " << m.Speed() / 1e6 << " million cell-hops/s, "
                      << m.AllocationsPerHop() << " allocations per cell-hop" << std::endl;
            ours.push_back(m.Speed());
            continue;
        }
        std::vector<double> a;
        std::vector<double> b;
        std::vector<double> r;
        double p2pAllocations = 0;
        for (uint32_t i = 0; i < repeats; ++i)
        {
            const auto atm = RunAtm(s, cells, type);
            const auto p2p = RunP2p(s, cells, type);
            a.push_back(atm.Speed());
            b.push_back(p2p.Speed());
            r.push_back(atm.Speed() / p2p.Speed());
            p2pAllocations = p2p.AllocationsPerHop();
        }
        const double map = RunAtm(s, cells, SchedulerType("map")).AllocationsPerHop();
        const double heap = RunAtm(s, cells, SchedulerType("heap")).AllocationsPerHop();
        allocations = {std::max(allocations[0], map), std::max(allocations[1], heap)};
        JsonObject one;
        one.Set("per_cell", std::round(Median(a)));
        one.Set("ns3_p2p", std::round(Median(b)));
        one.Set("ratio_per_cell_ns3", Median(r));
        one.Set("ratios", r);
        one.Set("allocations_per_cell_map", map);
        one.Set("allocations_per_cell_heap", heap);
        one.Set("ns3_p2p_allocations_per_packet", p2pAllocations);
        scenarios.Set(s.name, one);
        ours.push_back(Median(a));
        theirs.push_back(Median(b));
        ratios.push_back(Median(r));
        if (!json)
        {
            std::cout << s.name << ": " << Median(a) / 1e6 << " million cell-hops/s, ns-3 "
                      << Median(b) / 1e6 << ", ratio " << Median(r) << std::endl;
        }
    }
    if (ours.empty())
    {
        return refuse("--scenario=" + wanted + ": must be link, congested, chain or all");
    }
    if (onlyAtm)
    {
        return 0;
    }

    JsonObject perCell;
    perCell.Set("map", allocations[0]);
    perCell.Set("heap", allocations[1]);
    JsonObject out;
    out.Set("bench", "cells");
    out.Set("headline", ours.size() > 1 ? std::string("geometric mean of the scenarios") : wanted);
    out.Set("scheduler", SchedulerType(scheduler));
    out.Set("cells", cells);
    out.Set("repeats", repeats);
    out.Set("scenarios", scenarios);
    out.Set("per_cell", std::round(GeometricMean(ours)));
    out.Set("ns3_p2p", std::round(GeometricMean(theirs)));
    out.Set("ratio_per_cell_ns3", GeometricMean(ratios));
    out.Set("allocations_per_cell", perCell);
    std::cout << out << std::endl;
    return 0;
}
