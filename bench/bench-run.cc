// SPDX-License-Identifier: GPL-2.0-only
#include "bench-run.h"

#include "allocation-counter.h"
#include "in-child.h"

#include "ns3/global-value.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sys/resource.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t MEMORY_SAMPLES = 200;

/// @return bytes of memory in use; NaN if the C library does not tell
double
GetHeap()
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#else
    return std::nan("");
#endif
}

/// @return peak memory of the process, bytes
double
GetPeakResident()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024.0;
}

/// @param time simulated from now on
void
RunFor(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}
} // namespace

std::string
GetName(BenchEngine engine)
{
    switch (engine)
    {
    case BenchEngine::PER_CELL:
        return "per_cell";
    case BenchEngine::BURST:
        return "burst";
    default:
        return "ns3_p2p";
    }
}

void
UseEngine(BenchEngine engine, const std::string& scheduler)
{
    GlobalValue::Bind("hsn::AtmEngine",
                      StringValue(engine == BenchEngine::BURST ? "Burst" : "PerCell"));
    ObjectFactory factory;
    factory.SetTypeId(scheduler);
    Simulator::SetScheduler(factory);
}

BenchCost
RunHere(const BenchPlan& plan, BenchEngine engine)
{
    UseEngine(engine, plan.scheduler);
    const auto network = plan.build(engine);
    RunFor(plan.warmUp);
    BenchCost cost;
    cost.warmHops = network->CountHops();
    if (plan.whenWarm)
    {
        plan.whenWarm();
    }
    const uint64_t allocationsBefore = GetAllocations();
    const uint64_t bytesBefore = network->CountBytes();
    const Time begin = Simulator::Now();
    const std::clock_t before = std::clock();
    Time step = plan.first;
    do
    {
        RunFor(step);
        cost.hops = network->CountHops() - cost.warmHops;
        cost.cpu = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        step = Simulator::Now() - begin; // twice as much in all
    } while (cost.cpu < plan.cpu && 2 * cost.hops <= plan.hops);
    cost.allocations = GetAllocations() - allocationsBefore;
    cost.bytes = network->CountBytes() - bytesBefore;
    cost.simulated = step.GetSeconds();
    cost.resident = GetPeakResident();
    Simulator::Destroy();
    return cost;
}

BenchCost
RunApart(const BenchPlan& plan, BenchEngine engine)
{
    return InChild<BenchCost>([&plan, engine] { return RunHere(plan, engine); });
}

BenchMemory
MeasureMemory(const BenchPlan& plan, BenchEngine engine)
{
    return InChild<BenchMemory>([&plan, engine] {
        UseEngine(engine, plan.scheduler);
        const auto network = plan.build(engine);
        const double idle = GetHeap();
        RunFor(plan.warmUp);
        BenchMemory memory;
        for (uint32_t i = 0; i < MEMORY_SAMPLES; ++i)
        {
            RunFor(TimeStep(plan.first.GetTimeStep() / MEMORY_SAMPLES));
            memory.heap = std::max(memory.heap, GetHeap() - idle); // before cells are counted
            memory.storage =
                std::max(memory.storage, static_cast<double>(network->GetRunStorage()));
            memory.cells += static_cast<double>(network->CountInFlight()) / MEMORY_SAMPLES;
        }
        return memory;
    });
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
} // namespace hsn
} // namespace ns3
