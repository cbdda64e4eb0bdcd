// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Does a cell cost as much in a large network and in a long run as in a small and short one?
 *
 *     ./hsn bench cells-scaling [--json] [--quick]
 *     ./hsn python bench/plot-scaling.py       draws the figure of the manual from it
 *
 * ports: CPU time per cell-hop of a switch with 2 to 64 ports, one host on each.
 *   bursts    each host sends to two others, so that each output merges two inputs: to each of them
 *             45 % of the line rate, as packets of 192 cells back to back (of two ports, each sends
 *             twice to the other)
 *   paced     the same with evenly spaced cells
 *   into_one  all hosts but one send to that one at line rate; all but every (n-1)th cell are lost
 * lengths: CPU time per cell-hop of runs of 10^5 to 10^9 cell-hops in the scenarios of cells.cc,
 * and the most memory that the process ever had.
 *
 * The last line is a JSON object. Times are medians, in nanoseconds; flatness is the largest of a
 * series divided by the smallest, of ports also from 4 on, because with two no cells meet.
 */
#include "bench-run.h"
#include "cell-network.h"
#include "median.h"

#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const Time PORTS_TIME = MilliSeconds(50); // of warm-up and of a run at least: many packets
constexpr double LENGTH_CPU = 0.1;        // s of CPU time in all that a length is measured at least
constexpr uint32_t MAX_RUNS = 25;         // but no more often
constexpr uint64_t MAX_PER_CELL = 10000000; // longest run of the per-cell engine, cell-hops

/// A cost per cell-hop.
struct Point
{
    double ns;       //!< CPU time per cell-hop
    double resident; //!< most memory of the process, MB
};

/// @param plan what @param engine with which engine @param turns runs @return their medians
Point
MeasurePoint(const BenchPlan& plan, BenchEngine engine, uint32_t turns)
{
    std::vector<double> ns;
    std::vector<double> resident;
    double cpu = 0;
    // runs that are too short to tell anything alone are repeated
    while (ns.size() < turns || (cpu < LENGTH_CPU && ns.size() < MAX_RUNS))
    {
        const auto cost = RunApart(plan, engine);
        ns.push_back(1e9 / cost.Speed());
        resident.push_back(cost.resident * 1e-6);
        cpu += cost.cpu;
    }
    return {Median(ns), Median(resident)};
}

/// @param values at least one @return the largest divided by the smallest
double
GetFlatness(const std::vector<double>& values)
{
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    return *max / *min;
}

/// Options of the program.
struct Options
{
    uint32_t maxPorts{64};
    uint64_t maxCells{1000000000};
    double cpu{0.3};
    uint32_t repeats{3};
    bool quick{false};
    bool json{false};
};

/// @param kind of a series @param ports of the switch @return the network
CellNetwork
MakeSwitch(const std::string& kind, uint32_t ports)
{
    if (kind == "into_one")
    {
        return MakeCongestedNetwork(ports - 1);
    }
    return MakeMergingNetwork(ports, kind == "paced" ? CellTraffic::PACED : CellTraffic::BURSTS);
}

/// @param engine with which engine @param o options @return cost by number of ports
JsonObject
MeasurePorts(BenchEngine engine, const Options& o)
{
    JsonObject out;
    JsonObject flatness;
    JsonObject merging; // the same where there is something to merge
    std::vector<uint32_t> all;
    for (uint32_t ports = 2; ports <= o.maxPorts; ports *= 2)
    {
        all.push_back(ports);
    }
    out.Set("ports", all);
    for (const std::string kind : {"bursts", "paced", "into_one"})
    {
        std::vector<double> costs;
        for (const auto ports : all)
        {
            BenchPlan plan = MakeCellPlan(MakeSwitch(kind, ports));
            plan.warmUp = PORTS_TIME;
            plan.first = PORTS_TIME;
            plan.cpu = o.cpu;
            costs.push_back(MeasurePoint(plan, engine, o.repeats).ns);
            if (!o.json)
            {
                std::cout << GetName(engine) << ", " << ports << " ports, " << kind << ": "
                          << costs.back() << " ns per cell-hop" << std::endl;
            }
        }
        out.Set(kind, costs);
        flatness.Set(kind, GetFlatness(costs));
        if (costs.size() > 1)
        {
            merging.Set(kind, GetFlatness({costs.begin() + 1, costs.end()}));
        }
    }
    out.Set("flatness", flatness);
    out.Set("flatness_from_4_ports", merging);
    return out;
}

/// @param engine with which engine @param o options @return cost by length of the run
JsonObject
MeasureLengths(BenchEngine engine, const Options& o)
{
    JsonObject out;
    for (const auto& network : MakeCellNetworks())
    {
        std::vector<uint64_t> lengths;
        std::vector<double> costs;
        std::vector<double> resident;
        uint64_t limit = o.maxCells;
        if (engine == BenchEngine::PER_CELL)
        {
            limit = std::min(limit, MAX_PER_CELL);
        }
        else if (network.name != "link")
        {
            limit = std::min(limit, uint64_t{100000000});
        }
        for (uint64_t cells = 100000; cells <= limit; cells *= 10)
        {
            BenchPlan plan = MakeCellPlan(network);
            plan.first = network.GetTimeOf(static_cast<double>(cells));
            plan.cpu = 0; // no longer than that
            const auto point = MeasurePoint(plan, engine, 1);
            lengths.push_back(cells);
            costs.push_back(point.ns);
            resident.push_back(point.resident);
            if (!o.json)
            {
                std::cout << GetName(engine) << ", " << network.name << ", " << cells
                          << " cell-hops: " << point.ns << " ns each, " << point.resident << " MB"
                          << std::endl;
            }
        }
        JsonObject one;
        one.Set("cell_hops", lengths);
        one.Set("ns", costs);
        one.Set("flatness", GetFlatness(costs));
        one.Set("resident_mb", resident);
        out.Set(network.name, one);
    }
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Cost of a cell by ports of a switch and length of a run");
    options.Add("maxPorts", "Most ports of the switch", o.maxPorts, Between(2, 1024));
    options.Add("maxCells", "Longest run, cell-hops", o.maxCells, Between(100000, 1e15));
    options.Add("cpu",
                "Seconds of CPU time of a run of a switch, at least",
                o.cpu,
                Above(0).AtMost(60));
    options.Add("repeats", "Runs of each switch", o.repeats, Between(1, 100000));
    options.Add("quick", "At most 8 ports and 10^6 cells, shorter runs", o.quick);
    options.Add("json", "Print nothing but the JSON object", o.json);
    options.Parse(argc, argv);
    if (o.quick)
    {
        o.maxPorts = std::min(o.maxPorts, 8U);
        o.maxCells = std::min(o.maxCells, uint64_t{1000000});
        o.cpu /= 10;
        o.repeats = 1;
    }

    JsonObject out;
    out.Set("bench", "cells-scaling");
    for (const auto engine : {BenchEngine::BURST, BenchEngine::PER_CELL})
    {
        JsonObject one;
        one.Set("ports", MeasurePorts(engine, o));
        one.Set("lengths", MeasureLengths(engine, o));
        out.Set(GetName(engine), one);
    }
    std::cout << out << std::endl;
    return 0;
}
