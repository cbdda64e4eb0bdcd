// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How much of a simulation's CPU time goes into the cells, and how much into what sends them?
 *
 *     ./hsn bench cells-profile [--json] [--quick]
 *     build/bin/hsn-bench-cells-profile --scenario=tcp      a table of functions, too
 *
 * Runs the scenarios of transport-network.h (on request also those of cells.cc) with both engines,
 * and samples the stack at regular intervals of CPU time, after the warm-up. Each sample is
 * attributed twice: to the innermost function of hsn or ns-3 (the C library counts for its caller),
 * and to the innermost part that acts on its own account (packets, events and other services of
 * ns-3 count for their caller).
 *
 * The last line is a JSON object; for each scenario and engine:
 *
 * - cpu_seconds, simulated_seconds and samples of the run;
 * - innermost: share of each part of hsn and ns-3 (see software-layer.h), attributed the first way;
 * - on_account_of: the same, attributed the second way; event_loop is the removal of events from
 *   the scheduler, which counts for no part;
 * - scheduler_of: the share of ns-3's scheduler in on_account_of;
 * - atm_share: innermost.atm, with ATM's own calls of the C library;
 * - atm_share_with_events: on_account_of.atm, and the part of the event loop that corresponds to
 *   ATM's share in scheduling events;
 * - standard_error of atm_share, from the number of samples;
 * - functions: the twelve in which most time is spent, without the functions that they call.
 */
#include "bench-run.h"
#include "cell-network.h"
#include "in-child.h"
#include "software-layer.h"
#include "stack-sampler.h"
#include "transport-network.h"

#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr std::size_t FUNCTIONS = 12;
constexpr std::size_t NAME_LENGTH = 120;

/// Samples by layer.
using Shares = std::array<uint64_t, SOFTWARE_LAYERS>;

/// A function and what is spent in it.
struct Function
{
    uint64_t samples;
    std::array<char, NAME_LENGTH> name;
};

/// Where a run spent its time.
struct Profile
{
    BenchCost cost;
    uint64_t samples{0};
    Shares innermost{};   //!< samples whose innermost known function belongs to a layer
    Shares onAccountOf{}; //!< samples for which a layer is responsible; OTHER: none is
    Shares schedulerOf{}; //!< those of them in ns-3's scheduler
    std::array<Function, FUNCTIONS> functions{};
};

/// @param layer one @return its place in Shares
std::size_t
Index(SoftwareLayer layer)
{
    return static_cast<std::size_t>(layer);
}

/// @param sampler has samples @param profile to which they are added
void
Classify(const StackSampler& sampler, Profile& profile)
{
    SymbolNames names;
    std::map<std::string, uint64_t> functions;
    profile.samples = sampler.GetN();
    for (std::size_t i = 0; i < profile.samples; ++i)
    {
        auto innermost = SoftwareLayer::OTHER;
        auto responsible = SoftwareLayer::OTHER;
        std::string executed;
        for (const void* address : sampler.GetStack(i))
        {
            const std::string name = GetPlainName(names.Find(address));
            const auto layer = FindLayer(name);
            executed = executed.empty() ? name : executed;
            innermost = IsKnown(innermost) ? innermost : layer;
            if (IsResponsible(layer))
            {
                responsible = layer;
            }
            if (IsResponsible(layer) || IsEventLoop(name))
            {
                break;
            }
        }
        ++functions[executed];
        ++profile.innermost[Index(innermost)];
        ++profile.onAccountOf[Index(responsible)];
        if (innermost == SoftwareLayer::SCHEDULER)
        {
            ++profile.schedulerOf[Index(responsible)];
        }
    }
    std::vector<std::pair<uint64_t, std::string>> most;
    for (const auto& [name, samples] : functions)
    {
        most.emplace_back(samples, name);
    }
    std::sort(most.rbegin(), most.rend());
    for (std::size_t i = 0; i < std::min(FUNCTIONS, most.size()); ++i)
    {
        profile.functions[i].samples = most[i].first;
        std::snprintf(profile.functions[i].name.data(), NAME_LENGTH, "%s", most[i].second.c_str());
    }
}

/// @param plan what @param engine with which engine @return where its time goes
Profile
MeasureProfile(const BenchPlan& plan, BenchEngine engine)
{
    return InChild<Profile>([&plan, engine] {
        Profile profile;
        StackSampler sampler;
        BenchPlan sampled = plan;
        sampled.whenWarm = [&sampler] { sampler.Start(); };
        profile.cost = RunHere(sampled, engine);
        sampler.Stop();
        Classify(sampler, profile);
        return profile;
    });
}

/// @param shares samples by layer @param samples all @param none name of the samples that belong to
/// no layer
/// @return what is not zero
JsonObject
ToJson(const Shares& shares, double samples, const std::string& none)
{
    JsonObject out;
    for (std::size_t i = 0; i < shares.size(); ++i)
    {
        if (shares[i] > 0)
        {
            const auto layer = static_cast<SoftwareLayer>(i);
            out.Set(IsKnown(layer) ? GetName(layer) : none, shares[i] / samples);
        }
    }
    return out;
}

/// @param p a profile with samples @return share of ATM with what ns-3's scheduler does for it
double
GetAtmShareWithEvents(const Profile& p)
{
    const auto atm = Index(SoftwareLayer::ATM);
    const auto none = Index(SoftwareLayer::OTHER);
    uint64_t scheduled = 0;
    for (std::size_t i = 0; i < SOFTWARE_LAYERS; ++i)
    {
        scheduled += i == none ? 0 : p.schedulerOf[i];
    }
    const double part =
        scheduled > 0 ? static_cast<double>(p.schedulerOf[atm]) / static_cast<double>(scheduled)
                      : 0;
    return (p.onAccountOf[atm] + part * p.onAccountOf[none]) / p.samples;
}

/// @param p a profile with samples @return the numbers
JsonObject
ToJson(const Profile& p)
{
    const auto samples = static_cast<double>(p.samples);
    const double share = p.innermost[Index(SoftwareLayer::ATM)] / samples;
    JsonObject functions;
    for (const auto& f : p.functions)
    {
        if (f.samples > 0)
        {
            functions.Set(f.name.data(), f.samples / samples);
        }
    }
    JsonObject out;
    out.Set("cpu_seconds", p.cost.cpu);
    out.Set("simulated_seconds", p.cost.simulated);
    out.Set("cpu_per_simulated_second", p.cost.cpu / p.cost.simulated);
    out.Set("cell_hops", p.cost.hops);
    out.Set("samples", p.samples);
    out.Set("atm_share", share);
    out.Set("standard_error", std::sqrt(share * (1 - share) / samples));
    out.Set("atm_share_with_events", GetAtmShareWithEvents(p));
    out.Set("innermost", ToJson(p.innermost, samples, "other"));
    out.Set("on_account_of", ToJson(p.onAccountOf, samples, "event_loop"));
    out.Set("scheduler_of", ToJson(p.schedulerOf, samples, "event_loop"));
    out.Set("functions", functions);
    return out;
}

/// Prints a table. @param title what it is @param p a profile with samples
void
Print(const std::string& title, const Profile& p)
{
    const auto percent = [&p](double samples) { return 100 * samples / p.samples; };
    std::cout << title << ": " << p.cost.cpu / p.cost.simulated
              << " s of CPU time per simulated second, " << p.samples << " samples; ATM "
              << percent(p.innermost[Index(SoftwareLayer::ATM)]) << " %, with events and packets "
              << 100 * GetAtmShareWithEvents(p) << " %" << std::endl;
    std::cout << std::fixed << std::setprecision(1);
    for (std::size_t i = 0; i < SOFTWARE_LAYERS; ++i)
    {
        const auto layer = static_cast<SoftwareLayer>(i);
        std::cout << "  " << std::setw(20) << (IsKnown(layer) ? GetName(layer) : "other/event loop")
                  << " innermost " << std::setw(5) << percent(p.innermost[i])
                  << " %, on its account " << std::setw(5) << percent(p.onAccountOf[i])
                  << " %, of which scheduler " << std::setw(5) << percent(p.schedulerOf[i]) << " %"
                  << std::endl;
    }
    for (const auto& f : p.functions)
    {
        if (f.samples > 0)
        {
            std::cout << "  " << std::setw(5) << percent(f.samples) << " %  " << f.name.data()
                      << std::endl;
        }
    }
    std::cout << std::defaultfloat << std::setprecision(6);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string scenario = "all";
    double cpu = 3;
    bool quick = false;
    bool json = false;
    std::vector<BenchPlan> plans = MakeTransportPlans();
    const std::size_t transports = plans.size(); // those that "all" means
    for (const auto& network : MakeCellNetworks())
    {
        plans.push_back(MakeCellPlan(network));
    }
    plans.push_back(MakeCellPlan(MakePoissonNetwork(4)));
    NamedValues<std::string> names{{"all", "all"}};
    for (const auto& plan : plans)
    {
        names.emplace_back(plan.name, plan.name);
    }
    ProgramOptions options(__FILE__,
                           "Share of cells and of what sends them in the CPU time of a simulation");
    options.Add("scenario", "What to run; all: those with TCP", scenario, names);
    options.Add("cpu", "Seconds of CPU time of each run, at least", cpu, Between(0.1, 50));
    options.Add("quick", "A tenth of that", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (scenario == "all")
    {
        plans.resize(transports);
    }
    JsonObject scenarios;
    for (auto& plan : plans)
    {
        if (scenario != "all" && scenario != plan.name)
        {
            continue;
        }
        plan.cpu = quick ? cpu / 10 : cpu;
        JsonObject one;
        for (const auto engine : {BenchEngine::PER_CELL, BenchEngine::BURST})
        {
            const auto profile = MeasureProfile(plan, engine);
            NS_ABORT_MSG_IF(profile.samples == 0, plan.name << ": no samples");
            one.Set(GetName(engine), ToJson(profile));
            if (!json)
            {
                Print(plan.name + ", " + GetName(engine), profile);
            }
        }
        scenarios.Set(plan.name, one);
    }
    JsonObject out;
    out.Set("bench", "cells-profile");
    out.Set("scenarios", scenarios);
    std::cout << out << std::endl;
    return 0;
}
