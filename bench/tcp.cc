// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What does a TCP segment cost? On one path and in one run, this benchmark compares
 * IndexedTcpSocket, ns-3's TCP, ns-2's TCP (if installed), and the same packets sent by UDP, whose
 * cost is that of ns-3's IP, devices and scheduler without any TCP.
 *
 * The path is sender - router - receiver over point-to-point links, with a drop-tail queue in front
 * of the slower second link and without queue discs. Each run has its own process, so that memory
 * left by one run does not slow the next. Measured is the user CPU time of Simulator::Run. The
 * contestants alternate, and medians are printed.
 *
 * The last line of output is a JSON object. Its main members:
 * - `ratio_floor`: CPU time per packet of IndexedTcpSocket to that of UDP
 * - `ratio_ns3`: CPU time of ns-3's TCP to that of IndexedTcpSocket for the same simulated time
 * - `segment_cost_ratio_1e5_1e2`: CPU time per segment of IndexedTcpSocket at a window of 10^5
 *   segments to that at 10^2; see WindowRun
 * - `floor_cost_ratio_1e5_1e2`: the same for UDP, the share of everything but TCP
 * - `load_ratio_ns3`: ours to those of ns-3's TCP: CPU time for a segment when there are 1,000
 * flows, CPU time for a short connection, memory of a socket that is not connected; see tcp-load.h
 * - `ratio_ns2`: CPU time of IndexedTcpSocket to that of ns-2's TCP for the same simulated time;
 *   `ratio_ns2_lean`: the same over lean links
 * - `goodput_ratio_ns3`: goodput of IndexedTcpSocket to that of ns-3's TCP, by path, where packets
 *   are lost, reordered or marked; see tcp-goodput.h
 * - `bytes_per_segment`: memory per outstanding segment, without the packet in flight
 */
#include "in-child.h"
#include "median.h"
#include "tcp-goodput.h"
#include "tcp-load.h"
#include "tcp-ns2.h"
#include "tcp-path.h"
#include "tcp-window.h"

#include "ns3/core-module.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SMALL_WINDOW = 100; // segments
constexpr uint32_t LARGE_WINDOW = 100000;

const char* const NS3_FACTORY = "ns3::TcpSocketFactory";

// --- numbers ----------------------------------------------------------------------------------

/// @param runs of one contestant @param number to take from each @return the median
double
MedianOf(const std::vector<Cost>& runs, const std::function<double(const Cost&)>& number)
{
    std::vector<double> values;
    std::transform(runs.begin(), runs.end(), std::back_inserter(values), number);
    return Median(values);
}

/// @param a runs @param b as many runs, made in turn with them @param ratio of a pair @return
/// median
double
MedianRatio(const std::vector<Cost>& a,
            const std::vector<Cost>& b,
            const std::function<double(const Cost&, const Cost&)>& ratio)
{
    std::vector<double> values;
    std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(values), ratio);
    return Median(values);
}

/// @param runs of one contestant @return what is printed of them
JsonObject
Describe(const std::vector<Cost>& runs)
{
    const Cost& one = runs.front(); // all but CPU time is the same in all
    JsonObject json;
    json.Set("cpu_s", MedianOf(runs, [](const Cost& c) { return c.cpu; }));
    json.Set("us_per_packet", MedianOf(runs, [](const Cost& c) { return c.PerPacket() * 1e6; }));
    json.Set("simulated_s", one.simulated);
    json.Set("events", one.events);
    json.Set("data_packets", one.data);
    json.Set("ack_packets", one.acks);
    json.Set("queue_drops", one.drops);
    json.Set("bytes", one.bytes);
    json.Set("goodput_bps", one.bytes * 8 / one.simulated);
    return json;
}

/// @param s what was run @return what is the same for all
JsonObject
DescribePath(const Scenario& s)
{
    JsonObject json;
    json.Set("variant", s.variant);
    json.Set("access_bps", ACCESS * s.rate);
    json.Set("bottleneck_bps", s.rate);
    json.Set("rtt_s", BASE_RTT.GetSeconds());
    json.Set("queue", "drop-tail, in the device; no queue disc");
    json.Set("queue_packets", s.queue);
    json.Set("segment_bytes", SEGMENT);
    json.Set("data_packet_bytes", DATA_PACKET + PPP_BYTES);
    json.Set("ack_packet_bytes", ACK_PACKET + PPP_BYTES);
    json.Set("buffer_bytes", BUFFER);
    json.Set("initial_window_segments", INITIAL_WINDOW);
    json.Set("delayed_ack_segments", s.delayedAck);
    json.Set("cpu", "user time of the simulation");
    json.Set("ns3_compared_s", s.early);
    json.Set("window_loss_rate", WindowScenario().lossRate);
    return json;
}

/// How much of MeasureFlows, MeasureConnections and MeasureIdle to run.
struct Load
{
    uint32_t flows{1000};
    double seconds{0.5};
    uint32_t connections{5000};
    uint32_t sockets{100000};
    uint32_t repeats{1};
};

/**
 * @brief Compares what many connections cost with ns-3's TCP, in turns.
 * @param factory ours
 * @param load how much
 * @param part of the names of what to compare
 * @param silent print nothing
 * @return medians of ratios, and what was measured
 */
JsonObject
CompareLoad(const std::string& factory, const Load& load, const std::string& part, bool silent)
{
    using Measure = std::function<double(const std::string&)>;
    const auto perUnit = [](const LoadCost& cost) { return cost.cpu / cost.units * 1e6; };
    const std::vector<std::pair<std::string, Measure>> what{
        {"us_per_segment_of_flows",
         [&](const std::string& who) {
             return perUnit(MeasureFlows(who, load.flows, load.seconds));
         }},
        {"us_per_short_connection",
         [&](const std::string& who) {
             return perUnit(MeasureConnections(who, load.connections));
         }},
        {"bytes_per_idle_socket",
         [&](const std::string& who) { return MeasureIdle(who, load.sockets); }}};
    JsonObject out;
    for (const auto& [name, measure] : what)
    {
        if (name.find(part) == std::string::npos)
        {
            continue;
        }
        std::vector<double> ours;
        std::vector<double> theirs;
        std::vector<double> ratios;
        for (uint32_t i = 0; i < load.repeats; ++i)
        {
            ours.push_back(measure(factory));
            theirs.push_back(measure(NS3_FACTORY));
            ratios.push_back(ours.back() / theirs.back());
        }
        JsonObject one;
        one.Set("ratio", Median(ratios));
        one.Set("hsn", Median(ours));
        one.Set("ns3", Median(theirs));
        out.Set(name, one);
        if (!silent)
        {
            std::cout << name << ": " << Median(ours) << ", ns-3's " << Median(theirs) << ", ratio "
                      << Median(ratios) << std::endl;
        }
    }
    return out;
}

/**
 * @brief Compares goodput with that of ns-3's TCP.
 * @param factory ours
 * @param seeds runs of each case
 * @param part of the names of the cases to run
 * @param silent print nothing
 * @return ratio of mean goodputs, by case
 */
JsonObject
CompareGoodput(const std::string& factory, uint32_t seeds, const std::string& part, bool silent)
{
    JsonObject ratios;
    for (const auto& c : MakeGoodputCases())
    {
        if (c.name.find(part) == std::string::npos)
        {
            continue;
        }
        double ours = 0;
        double theirs = 0;
        std::vector<std::pair<double, double>> runs;
        for (uint32_t seed = 1; seed <= seeds; ++seed)
        {
            runs.emplace_back(MeasureGoodput(c, factory, seed),
                              MeasureGoodput(c, NS3_FACTORY, seed));
            ours += runs.back().first / seeds;
            theirs += runs.back().second / seeds;
        }
        ratios.Set(c.name, ours / theirs);
        if (!silent)
        {
            // of the mean of ours - ratio * theirs, which is 0
            double squares = 0;
            for (const auto& [a, b] : runs)
            {
                squares += std::pow(a - ours / theirs * b, 2);
            }
            std::cout << c.name << ": " << ours * 1e-6 << " Mbit/s, ns-3's " << theirs * 1e-6
                      << ", ratio " << ours / theirs;
            if (seeds > 1)
            {
                std::cout << ", standard error "
                          << std::sqrt(squares / (seeds - 1) / seeds) / theirs;
            }
            std::cout << std::endl;
        }
    }
    return ratios;
}
} // namespace

int
main(int argc, char* argv[])
{
    Scenario scenario;
    std::string factory = "ns3::hsn::IndexedTcpSocketFactory";
    std::string script = FindScript();
    double budget = 10;
    uint32_t repeats = 3;
    uint32_t seeds = 10;
    std::string path;
    bool quick = false;
    bool json = false;
    std::string only = "all";

    ProgramOptions options(__FILE__, "Cost of a TCP segment here, in ns-3 and in ns-2, beside UDP");
    options.AddClass("variant",
                     "Congestion control of ns-3, without the namespace",
                     scenario.variant,
                     TcpCongestionOps::GetTypeId(),
                     "ns3::");
    options.Add("hyStart", "CUBIC leaves slow start early", scenario.hyStart);
    options.Add("beta",
                "CUBIC's multiplicative decrease; 0: ns-3's default",
                scenario.beta,
                AtLeast(0).Below(1));
    options.Add("delayedAck", "Segments per ACK", scenario.delayedAck, Between(1, 1000));
    options.Add("rate", "Rate of the bottleneck, bit/s", scenario.rate, Between(1000, 1e14));
    options.Add("queue", "Packets that can wait at the bottleneck", scenario.queue, AtLeast(1));
    options.Add("seconds", "Simulated time, s", scenario.seconds, Above(0).AtMost(1e9));
    options.Add("budget",
                "Seconds of CPU time after which ns-3's TCP, which is slow, is stopped",
                budget,
                AtLeast(0));
    options.Add("repeats", "Rounds of runs", repeats, Between(1, 100000));
    options.AddClass("factory",
                     "Socket factory to be measured",
                     factory,
                     SocketFactory::GetTypeId());
    options.Add("only",
                "Run one contestant once",
                only,
                OneOf({"all", "hsn", "lean", "ns3", "ns2", "1e2", "1e5", "load", "goodput"}));
    options.Add("trace", "With --only: file for the congestion window (ns, bytes)", scenario.trace);
    options.Add("drop",
                "With --only: lose this data packet at the bottleneck, numbered from 1; 0: none",
                scenario.drop,
                AtMost(UINT32_MAX - 1));
    options.Add("seeds", "Runs of each comparison of goodput", seeds, Between(1, 1000));
    options.Add("path", "Compare goodput and load only where the name contains this text", path);
    options.Add("ns2Script", "Where bench/tcp.tcl is", script);
    options.Add("quick", "Fewer and shorter runs", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        repeats = 1;
        seeds = std::min(seeds, 2U);
        scenario.seconds = std::min(scenario.seconds, 3.0);
        budget = std::min(budget, 4.0);
    }
    const WindowScenario window{1e-3, quick ? 50000U : 150000U, 4};
    const WindowScenario noLoss{0, 1000, 1};
    Load load;
    load.repeats = repeats;
    if (quick)
    {
        load = {200, 0.3, 500, 10000, 1};
    }
    Cost ns2;
    std::string ns2Missing;
    if (only == "load")
    {
        JsonObject out;
        out.Set("load_ratio_ns3", CompareLoad(factory, load, path, json));
        std::cout << out << std::endl;
        return 0;
    }
    if (only == "goodput")
    {
        JsonObject out;
        out.Set("goodput_ratio_ns3", CompareGoodput(factory, seeds, path, json));
        std::cout << out << std::endl;
        return 0;
    }
    if (only != "all")
    {
        const std::map<std::string, std::function<Cost()>> contestants{
            {"hsn", [&] { return TcpRun(scenario, factory); }},
            {"lean", [&] { return LeanRun(scenario, factory); }},
            {"ns3", [&] { return TcpRun(scenario, NS3_FACTORY); }},
            {"1e2", [&] { return WindowRun(window, factory, SMALL_WINDOW); }},
            {"1e5", [&] { return WindowRun(window, factory, LARGE_WINDOW); }}};
        if (only == "ns2")
        {
            ns2Missing = Ns2Run(scenario, script, ns2);
            ProgramOptions::Require(ns2Missing.empty(), "--only=ns2: " + ns2Missing);
            std::cout << Describe({ns2}) << std::endl;
            return 0;
        }
        std::cout << Describe({contestants.at(only)()}) << std::endl;
        return 0;
    }

    const auto say = [json](const std::string& who, const Cost& c) {
        if (!json)
        {
            std::cout << who << ": " << c.cpu << " s of CPU time for " << c.simulated
                      << " s simulated, " << c.PerPacket() * 1e6 << " us per packet" << std::endl;
        }
    };
    std::map<std::string, std::vector<Cost>> runs;
    const auto run = [&runs, &say](const std::string& who, const std::function<Cost()>& what) {
        runs[who].push_back(InChild<Cost>(what));
        say(who, runs[who].back());
        return runs[who].back();
    };
    for (uint32_t i = 0; i < repeats; ++i)
    {
        if (i == 0) // its cost is so far from ours that one run will do
        {
            Scenario slow = scenario;
            slow.budget = budget;
            scenario.early = run("ns3", [&] { return TcpRun(slow, NS3_FACTORY); }).simulated;
        }
        const Cost ours = run("hsn", [&] { return TcpRun(scenario, factory); });
        run("lean", [&] { return LeanRun(scenario, factory); });
        run("floor", [&] { return FloorRun(scenario, ours); });
        run("window_1e2", [&] { return WindowRun(window, factory, SMALL_WINDOW); });
        run("window_1e5", [&] { return WindowRun(window, factory, LARGE_WINDOW); });
        ns2Missing = Ns2Run(scenario, script, ns2);
        if (ns2Missing.empty())
        {
            runs["ns2"].push_back(ns2);
            say("ns2", ns2);
        }
    }
    run("floor_1e2", [&] { return WindowFloorRun(window, SMALL_WINDOW); });
    run("floor_1e5", [&] { return WindowFloorRun(window, LARGE_WINDOW); });
    run("memory_1e2", [&] { return WindowRun(noLoss, factory, SMALL_WINDOW); });
    run("memory_1e5", [&] { return WindowRun(noLoss, factory, LARGE_WINDOW); });

    const auto perPacket = [](const Cost& a, const Cost& b) {
        return a.PerPacket() / b.PerPacket();
    };
    const auto perData = [](const Cost& a, const Cost& b) {
        return a.cpu / a.data / (b.cpu / b.data);
    };
    const auto growth = [&runs](const std::string& who) {
        return (runs[who + "_1e5"][0].memory - runs[who + "_1e2"][0].memory) /
               (LARGE_WINDOW - SMALL_WINDOW);
    };
    JsonObject out;
    out.Set("bench", "tcp");
    out.Set("ratio_floor", MedianRatio(runs["hsn"], runs["floor"], perPacket));
    out.Set("ratio_ns3", MedianRatio(runs["ns3"], runs["hsn"], [](const Cost& a, const Cost& b) {
                return a.cpu / b.earlyCpu;
            }));
    out.Set("segment_cost_ratio_1e5_1e2",
            MedianRatio(runs["window_1e5"], runs["window_1e2"], perData));
    out.Set("floor_cost_ratio_1e5_1e2", MedianRatio(runs["floor_1e5"], runs["floor_1e2"], perData));
    out.Set("bytes_per_segment", growth("memory") - growth("floor"));
    out.Set("bytes_per_packet_on_its_way", growth("floor"));
    if (ns2Missing.empty())
    {
        const auto cpu = [](const Cost& a, const Cost& b) { return a.cpu / b.cpu; };
        out.Set("ratio_ns2", MedianRatio(runs["hsn"], runs["ns2"], cpu));
        out.Set("ratio_ns2_lean", MedianRatio(runs["lean"], runs["ns2"], cpu));
    }
    out.Set("load_ratio_ns3", CompareLoad(factory, load, path, json));
    out.Set("goodput_ratio_ns3", CompareGoodput(factory, seeds, path, json));
    out.Set("repeats", repeats);
    out.Set("scenario", DescribePath(scenario));
    for (const char* who : {"hsn", "lean", "floor", "ns3", "ns2", "window_1e2", "window_1e5"})
    {
        if (runs.count(who))
        {
            out.Set(who, Describe(runs[who]));
        }
    }
    if (!ns2Missing.empty())
    {
        JsonObject missing;
        missing.Set("missing", ns2Missing);
        out.Set("ns2", missing);
    }
    std::cout << out << std::endl;
    return 0;
}
