// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Do flows leave anything behind? Web traffic of the paper "background" runs alone, in both
 * directions, at full scale; each period of simulated time is measured by itself:
 *
 *     ./hsn bench web [--json] [--quick]
 *
 * The last line is a JSON object of lists, with a value for each period: `seconds` (simulated, its
 * end), `cpu_s_per_simulated_s`, `rss_bytes` (memory at its end), `flows` (started in it, both
 * directions), `active` (under way at its end).
 */
#include "ns3/background-traffic-helper.h"
#include "ns3/core-module.h"
#include "ns3/flow-rtt-variable.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/surge-flow-generator.h"

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @return memory of the process now, bytes
double
GetResident()
{
    std::ifstream statm("/proc/self/statm");
    double total = 0;
    double resident = 0;
    statm >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// @param traffic of one direction @return flows under way
uint64_t
CountActive(const BackgroundApplications& traffic)
{
    uint64_t active = 0;
    for (uint32_t i = 0; i < traffic.generators.GetN(); ++i)
    {
        active += DynamicCast<SurgeFlowGenerator>(traffic.generators.Get(i))->GetActive();
    }
    return active;
}

/// What is measured, period by period.
struct Series
{
    std::vector<double> seconds;
    std::vector<double> cpu;
    std::vector<double> memory;
    std::vector<uint64_t> flows;
    std::vector<uint64_t> active;
};
} // namespace

int
main(int argc, char* argv[])
{
    std::string type = "I";
    std::string stack = "indexed";
    double duration = 600;
    double period = 20;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "CPU time and memory of Web traffic, period by period");
    options.Add("type", "Of the Web traffic", type, OneOf({"I", "II", "III", "IV"}));
    options.Add("stack", "TCP: this module's or ns-3's", stack, OneOf({"indexed", "ns3"}));
    options.Add("duration", "Simulated time, s", duration, Between(1, 1e5));
    options.Add("period", "Simulated time between two readings, s", period, Between(0.1, 1e5));
    options.Add("quick", "100 s", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    duration = quick ? 100 : duration;

    // in ns-3 a closed connection stays for two of these
    Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
    HighSpeedDumbbellHelper dumbbell;
    dumbbell.SetDelayAttribute("Default", StringValue("ns3::hsn::FlowRttVariable[PathRtt=2ms]"));
    dumbbell.Install();
    dumbbell.AssignStreams(int64_t{1} << 32);
    const std::string factory =
        stack == "indexed" ? "ns3::hsn::IndexedTcpSocketFactory" : "ns3::TcpSocketFactory";
    for (const auto* hosts : {&dumbbell.GetLeft(), &dumbbell.GetRight()})
    {
        HsnInternetHelper().Install(*hosts, "ns3::hsn::IndexedTcpSocketFactory");
    }
    BackgroundTrafficHelper background(BackgroundTrafficHelper::ParseType(type));
    background.SetProtocol(factory);
    const auto traffic = background.Install(dumbbell.GetLeft(), dumbbell.GetRight());
    background.AssignStreams(traffic, 1000);

    Series series;
    uint64_t flowsBefore = 0;
    for (double end = period; end <= duration * (1 + 1e-9); end += period)
    {
        const double before = std::clock();
        Simulator::Stop(Seconds(end) - Simulator::Now());
        Simulator::Run();
        const double cpu = (std::clock() - before) / CLOCKS_PER_SEC;
        const uint64_t flows = traffic.forward.GetStarted() + traffic.reverse.GetStarted();
        series.seconds.push_back(end);
        series.cpu.push_back(cpu / period);
        series.memory.push_back(GetResident());
        series.flows.push_back(flows - flowsBefore);
        series.active.push_back(CountActive(traffic.forward) + CountActive(traffic.reverse));
        flowsBefore = flows;
        if (!json)
        {
            std::cout << end << " s: " << cpu << " s, " << series.memory.back() / 1e6 << " MB, "
                      << series.active.back() << " flows" << std::endl;
        }
    }
    Simulator::Destroy();
    JsonObject out;
    out.Set("type", type);
    out.Set("seconds", series.seconds);
    out.Set("cpu_s_per_simulated_s", series.cpu);
    out.Set("rss_bytes", series.memory);
    out.Set("flows", series.flows);
    out.Set("active", series.active);
    std::cout << out << std::endl;
    return 0;
}
