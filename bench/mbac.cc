// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures fluid admission control: the two-level algorithm with calls of 64 kb/s at a link of 10
 * Mb/s. The last line is a JSON object: cpu_s              CPU time of twelve simulated hours, s
 *   changes_per_cpu_s  changes of the input per CPU second
 */
#include "median.h"

#include "ns3/admission-call-generator.h"
#include "ns3/admission-fluid-meter.h"
#include "ns3/admission-two-level.h"
#include "ns3/core-module.h"
#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/fluid-queue.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cmath>
#include <ctime>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint32_t repeats = 3;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "CPU time of twelve hours of fluid admission control");
    options.Add("repeats", "Repetitions; the median counts", repeats, Between(1, 100));
    options.Add("quick", "One repetition of 1200 s, scaled to twelve hours", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    const double hours = 43200;
    const double time = quick ? 1200 : hours;
    repeats = quick ? 1 : repeats;
    std::vector<double> cpu;
    uint64_t changes = 0;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        auto queue = CreateObject<FluidQueue>();
        auto sources = CreateObject<FluidOnOffAggregate>();
        sources->SetQueue(queue);
        sources->AssignStreams(1);
        auto meter = CreateObject<AdmissionFluidMeter>();
        meter->SetQueue(queue);
        auto control = CreateObject<TwoLevelAdmission>();
        auto calls = CreateObject<AdmissionCallGenerator>();
        calls->SetControl(control);
        calls->SetTraffic(MakeCallback(&FluidSourceSet::Add, PeekPointer(sources)),
                          MakeCallback(&FluidSourceSet::Remove, PeekPointer(sources)));
        calls->AssignStreams(2);
        control->Start(meter);
        calls->Start();
        Simulator::Stop(Seconds(time));
        const auto begin = std::clock();
        Simulator::Run();
        queue->Update();
        cpu.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        changes = queue->GetTotals().changes;
        Simulator::Destroy();
        if (!json)
        {
            std::cout << changes << " changes in " << time << " s: " << cpu.back() << " s of CPU"
                      << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "mbac");
    out.Set("simulated_s", time);
    out.Set("changes", changes);
    out.Set("cpu_s", Median(cpu) * hours / time);
    out.Set("changes_per_cpu_s", std::round(static_cast<double>(changes) / Median(cpu)));
    std::cout << out << std::endl;
    return 0;
}
