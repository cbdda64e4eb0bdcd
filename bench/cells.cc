// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How fast are cells? In one run, on the same topology with the same rates, delays and queue sizes:
 * our ATM cells with each of the two engines, and 53-byte packets over ns-3's point-to-point
 * devices.
 *
 *     ./hsn bench cells [--json] [--quick]
 *
 * Scenarios of cells alone: link (a saturated link), congested (a switch port that four hosts
 * overload), chain (five switches with cross traffic), and poisson (four sources of single Poisson
 * cells into one port, which they load to 80 %; it is not part of the headline). With transport
 * protocols on top, which point-to-point devices have nothing to compare with (null): see
 * transport-network.h.
 *
 * A cell-hop is one cell (packet) delivered at the far end of one link. The contestants are
 * measured in turn, each run in a process of its own, in CPU time after a warm-up. The last line is
 * a JSON object. Speeds are medians, in cell-hops per CPU second; ratios are medians over the
 * turns:
 *
 * - scenarios: for each one per_cell, burst, ns3_p2p (the speeds), ratio_burst_per_cell,
 *   ratio_burst_ns3, ratio_per_cell_ns3, allocations, and bytes_per_cell (memory per cell in the
 *   network);
 * - per_cell, burst, ns3_p2p, ratio_...: geometric means over the scenarios;
 * - allocations_per_cell: calls of operator new per cell-hop of the per-cell engine in steady
 * state, by ns-3 scheduler (the default one, a map, itself allocates a node per event).
 */
#include "bench-run.h"
#include "cell-network.h"
#include "median.h"
#include "transport-network.h"

#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr int64_t MEMORY_FACTOR = 10; // of the times of other runs
const Time LONG_DELAY = MilliSeconds(5);
const std::array<BenchEngine, 3> ENGINES{BenchEngine::PER_CELL,
                                         BenchEngine::BURST,
                                         BenchEngine::P2P};

/// A ratio of two speeds.
struct Ratio
{
    const char* name;   //!< in the output
    BenchEngine faster; //!< above the line
    BenchEngine slower; //!< below it
};

const std::array<Ratio, 3> RATIOS{{
    {"ratio_burst_per_cell", BenchEngine::BURST, BenchEngine::PER_CELL},
    {"ratio_burst_ns3", BenchEngine::BURST, BenchEngine::P2P},
    {"ratio_per_cell_ns3", BenchEngine::PER_CELL, BenchEngine::P2P},
}};

/// @param name of the scheduler, short @return its TypeId's name
std::string
SchedulerType(const std::string& name)
{
    return name == "heap" ? "ns3::HeapScheduler" : "ns3::MapScheduler";
}

/// Options of the program.
struct Options
{
    std::string scenario{"all"};
    std::string scheduler{"map"};
    std::string only{"none"};
    double cpu{0.3};
    uint32_t repeats{3};
    bool json{false};
    bool quick{false};
};

/// Speeds and ratios of all scenarios, by name.
using Results = std::map<std::string, std::vector<double>>;

/**
 * @brief Measures a scenario.
 * @param plan what
 * @param engines those that take part
 * @param repeats turns
 * @param results to which speeds and ratios are added
 * @return the numbers
 */
JsonObject
Measure(const BenchPlan& plan,
        const std::vector<BenchEngine>& engines,
        uint32_t repeats,
        Results& results)
{
    std::map<BenchEngine, std::vector<BenchCost>> runs;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        for (const auto engine : engines)
        {
            runs[engine].push_back(RunApart(plan, engine));
        }
        NS_ABORT_MSG_UNLESS(runs[BenchEngine::BURST][i].warmHops ==
                                runs[BenchEngine::PER_CELL][i].warmHops,
                            plan.name << ": the engines do not agree on what cells do");
    }
    JsonObject out;
    for (const auto engine : ENGINES)
    {
        std::vector<double> speeds;
        for (const auto& cost : runs[engine])
        {
            speeds.push_back(cost.Speed());
        }
        const double speed = speeds.empty() ? std::nan("") : std::round(Median(speeds));
        out.Set(GetName(engine), speed);
        results[GetName(engine)].push_back(speed);
    }
    for (const auto& ratio : RATIOS)
    {
        std::vector<double> each;
        for (std::size_t i = 0; i < runs[ratio.slower].size(); ++i)
        {
            each.push_back(runs[ratio.faster][i].Speed() / runs[ratio.slower][i].Speed());
        }
        const double median = each.empty() ? std::nan("") : Median(each);
        out.Set(ratio.name, median);
        out.Set(std::string(ratio.name) + "_each", each);
        results[ratio.name].push_back(median);
    }
    for (const auto engine : engines)
    {
        const auto& cost = runs[engine].back();
        JsonObject one;
        one.Set("cell_hops", cost.hops);
        one.Set("cpu_seconds", cost.cpu);
        one.Set("simulated_seconds", cost.simulated);
        one.Set("allocations_per_cell_hop", cost.AllocationsPerHop());
        if (cost.bytes > 0)
        {
            one.Set("goodput_mbps", cost.bytes * 8e-6 / cost.simulated);
        }
        out.Set(GetName(engine) + "_run", one);
    }
    return out;
}

/**
 * @brief Measures memory.
 * @param network what
 * @param delay of its links instead of its own
 * @return the numbers, by engine
 */
JsonObject
MeasureBytes(CellNetwork network, Time delay)
{
    network.delay = delay;
    BenchPlan plan = MakeCellPlan(network);
    plan.warmUp = MEMORY_FACTOR * plan.warmUp;
    plan.first = MEMORY_FACTOR * plan.first;
    JsonObject out;
    for (const auto engine : ENGINES)
    {
        const auto memory = MeasureMemory(plan, engine);
        JsonObject one;
        one.Set("cells", memory.cells);
        if (delay >= LONG_DELAY) // with a few cells, what else goes on outweighs them
        {
            one.Set("heap_bytes_per_cell", memory.heap / memory.cells);
        }
        if (engine == BenchEngine::BURST)
        {
            one.Set("run_bytes_per_cell", memory.storage / memory.cells);
        }
        out.Set(GetName(engine), one);
    }
    return out;
}

/// Prints what a user wants to see of a scenario. @param name its name @param results of all so far
void
Print(const std::string& name, const Results& results)
{
    std::cout << name << ":";
    for (const auto& [key, values] : results)
    {
        if (std::isnan(values.back()))
        {
            continue;
        }
        const bool speed = key.rfind("ratio", 0) != 0;
        std::cout << " " << key << " " << (speed ? values.back() / 1e6 : values.back())
                  << (speed ? " million/s," : ",");
    }
    std::cout << std::endl;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    NamedValues<std::string> scenarioNames{{"all", "all"}};
    for (const auto& network : MakeCellNetworks())
    {
        scenarioNames.emplace_back(network.name, network.name);
    }
    scenarioNames.emplace_back("poisson", "poisson");
    for (const auto& plan : MakeTransportPlans())
    {
        scenarioNames.emplace_back(plan.name, plan.name);
    }
    ProgramOptions list(__FILE__, "Cells a second of both ATM engines, beside ns-3's packets");
    list.Add("scenario", "What to run", options.scenario, scenarioNames);
    list.Add("cpu", "Seconds of CPU time of each run, at least", options.cpu, Above(0).AtMost(60));
    list.Add("repeats", "Turns of runs", options.repeats, Between(1, 100000));
    list.Add("quick", "One turn of shorter runs", options.quick);
    list.Add("scheduler",
             "ns-3's event scheduler for the speeds",
             options.scheduler,
             OneOf({"map", "heap"}));
    list.Add("only",
             "Run this one only, once, in this process (for a profiler)",
             options.only,
             OneOf({"none", "per_cell", "burst", "ns3_p2p"}));
    list.Add("json", "Print nothing but the JSON object", options.json);
    list.Parse(argc, argv);
    const auto only = std::find_if(ENGINES.begin(), ENGINES.end(), [&options](BenchEngine engine) {
        return GetName(engine) == options.only;
    });
    if (options.quick)
    {
        options.repeats = 1;
        options.cpu /= 10;
    }

    JsonObject scenarios;
    Results cells;                             // of scenarios in the headline
    Results others;                            // of the others
    std::map<std::string, double> allocations; // the most of any scenario, by scheduler
    const auto run = [&](BenchPlan plan, const CellNetwork* network, Results& results) {
        if (options.scenario != "all" && options.scenario != plan.name)
        {
            return;
        }
        plan.cpu = options.cpu;
        plan.scheduler = SchedulerType(options.scheduler);
        if (only != ENGINES.end())
        {
            const auto cost = RunHere(plan, *only);
            std::cout << plan.name << ": " << cost.Speed() / 1e6 << " million cell-hops/s, "
                      << cost.AllocationsPerHop() << " allocations per cell-hop" << std::endl;
            return;
        }
        std::vector<BenchEngine> engines{BenchEngine::PER_CELL, BenchEngine::BURST};
        if (network)
        {
            engines.push_back(BenchEngine::P2P);
        }
        JsonObject one = Measure(plan, engines, options.repeats, results);
        if (network)
        {
            plan.cpu = 0;
            for (const std::string scheduler : {"map", "heap"})
            {
                plan.scheduler = SchedulerType(scheduler);
                const double count = RunApart(plan, BenchEngine::PER_CELL).AllocationsPerHop();
                one.Set("allocations_per_cell_" + scheduler, count);
                allocations[scheduler] = std::max(allocations[scheduler], count);
            }
            one.Set("memory", MeasureBytes(*network, network->delay));
            one.Set("memory_1000km_links", MeasureBytes(*network, LONG_DELAY));
        }
        scenarios.Set(plan.name, one);
        if (!options.json)
        {
            Print(plan.name, results);
        }
    };
    for (const auto& network : MakeCellNetworks())
    {
        run(MakeCellPlan(network), &network, cells);
    }
    const auto poisson = MakePoissonNetwork(4);
    run(MakeCellPlan(poisson), &poisson, others);
    for (const auto& plan : MakeTransportPlans())
    {
        run(plan, nullptr, others);
    }
    if (only != ENGINES.end())
    {
        return 0;
    }

    JsonObject perCell;
    for (const auto& [scheduler, count] : allocations)
    {
        perCell.Set(scheduler, count);
    }
    JsonObject out;
    out.Set("bench", "cells");
    out.Set("headline", "geometric mean of the scenarios of cells alone: link, congested, chain");
    out.Set("scheduler", SchedulerType(options.scheduler));
    out.Set("repeats", options.repeats);
    out.Set("scenarios", scenarios);
    for (const auto& [name, values] : cells)
    {
        out.Set(name, GeometricMean(values));
    }
    out.Set("allocations_per_cell", perCell);
    std::cout << out << std::endl;
    return 0;
}
