// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What follows from definitions: turns of the shaper, merging of requests, frames of the scheduler,
 * late packets of the jitter filter under delays of a known distribution (qos-a).
 */
#include "ns3/atm-channel.h"
#include "ns3/core-module.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/mets-flow-scheduler.h"
#include "ns3/mets-flow-shaper.h"
#include "ns3/mets-header.h"
#include "ns3/mets-jitter-filter.h"
#include "ns3/mets-management-socket.h"
#include "ns3/program-options.h"

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @return flows in the order of their units: 3, 2 and 4 units wait with credits of 2, 5 and 4
std::string
GetTurns()
{
    const auto shaper = CreateObject<FlowShaper>();
    std::string turns;
    // a class of ns-3's callbacks needs an object: the order is read from the trace
    shaper->TraceConnectWithoutContext("Send", Sink<uint32_t>::Make([&turns](uint32_t flow) {
                                           turns += static_cast<char>('A' + flow);
                                       }));

    struct Adapter : public SimpleRefCount<Adapter>
    {
        /// @return never busy
        bool Send(uint32_t)
        {
            return true;
        }
    };

    shaper->SetSend(MakeCallback(&Adapter::Send, Create<Adapter>()));
    const uint32_t budgets[] = {2, 5, 4};
    const uint32_t units[] = {3, 2, 4};
    for (uint32_t i = 0; i < 3; ++i)
    {
        shaper->AddFlow({budgets[i], 50});
        shaper->Add(i, units[i]);
    }
    Simulator::Stop(MilliSeconds(20)); // before credits are refreshed
    Simulator::Run();
    for (uint32_t i = 0; i < 3; ++i)
    {
        turns += ' ';
        turns += std::to_string(shaper->GetBacklog(i));
    }
    Simulator::Destroy();
    return turns;
}

/// @param compensated whether drift is compensated @return frames of 24 fps in 60 s
uint64_t
CountFrames(bool compensated)
{
    const auto scheduler = CreateObject<FlowScheduler>();
    scheduler->SetAttribute("DriftCompensation", BooleanValue(compensated));
    scheduler->SetDispatch(Sink<uint64_t>::Make([](uint64_t) {}));
    scheduler->Start();
    Simulator::Stop(Seconds(60) - NanoSeconds(1));
    Simulator::Run();
    scheduler->Dispose();
    const uint64_t frames = scheduler->GetDispatched();
    Simulator::Destroy();
    return frames;
}

/**
 * @param gain of mean and deviation are this times the defaults
 * @param r deviations
 * @param packets how many
 * @return share of the packets whose delay is above the estimate before them, %
 */
double
GetLateShare(double gain, double r, uint32_t packets)
{
    const auto filter = CreateObject<JitterFilter>();
    filter->SetAttribute("A", DoubleValue(gain / 8));
    filter->SetAttribute("B", DoubleValue(gain / 16));
    filter->SetAttribute("R", DoubleValue(r));
    const auto delay = CreateObject<NormalRandomVariable>();
    delay->SetAttribute("Mean", DoubleValue(0.1));
    delay->SetAttribute("Variance", DoubleValue(1e-4));
    delay->SetStream(1);
    const uint32_t warmUp = packets / 10;
    uint32_t late = 0;
    for (uint32_t i = 0; i < warmUp + packets; ++i)
    {
        const double t = delay->GetValue();
        late += i >= warmUp && t > filter->GetEstimate() ? 1 : 0;
        filter->Receive(Seconds(i), Seconds(i + t), false);
    }
    return 100.0 * late / packets;
}

/// @param out gets signals of the management, and how many there should be
void
CountSignals(JsonObject& out)
{
    const auto cpu = CreateObject<HostCpu>();
    const auto scheduler = CreateObject<FlowScheduler>();
    scheduler->SetTask(cpu->CreateTask(HostLevel::THREAD), MilliSeconds(1));
    const auto filter = CreateObject<JitterFilter>();
    scheduler->SetDispatch(Sink<uint64_t>::Make([](uint64_t) {}));
    const auto management = CreateObject<MetsManagementSocket>();
    management->Register(1, filter, scheduler);
    // causes are counted by what the test does, not by the parts
    const auto delay = CreateObject<ExponentialRandomVariable>();
    delay->SetAttribute("Mean", DoubleValue(0.005));
    delay->SetStream(2);
    uint64_t late = 0;
    const uint32_t packets = 2000;
    for (uint32_t i = 0; i < packets; ++i)
    {
        const double t = 0.01 + delay->GetValue();
        const auto decision = filter->Receive(Seconds(0.04 * i), Seconds(0.04 * i + t), i % 9 == 0);
        late += Seconds(0.04 * i + t) > decision.playout ? 1 : 0;
    }
    // the processor is taken away for 0.2 s at 2.5, 4.5 ... 18.5 s: 9 periods of a second
    const auto other = cpu->CreateTask(HostLevel::INTERRUPT);
    for (uint32_t i = 1; i < 10; ++i)
    {
        ScheduleCall(Seconds(2 * i + 0.5), [other] { other->Run(MilliSeconds(200), [] {}); });
    }
    scheduler->Start();
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    scheduler->Dispose();
    management->Dispose();
    cpu->Dispose();
    Simulator::Destroy();
    out.Set("late_signals", management->GetSignals(MetsManagementSocket::LATE));
    out.Set("late_causes", late);
    out.Set("missed_signals", management->GetSignals(MetsManagementSocket::MISSED_DEADLINES));
    out.Set("missed_causes", 9);
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t packets = 1000000;
    ProgramOptions options(__FILE__, "Shaper, scheduler, merging and jitter filter by definition");
    options.Add("packets", "Delays drawn for the jitter filter", packets, Between(1000, 1e9));
    options.Parse(argc, argv);
    JsonObject out;
    out.Set("turns", GetTurns());
    out.Set("frames_compensated", CountFrames(true));
    out.Set("frames_uncompensated", CountFrames(false));
    std::vector<std::string> merged;
    for (uint32_t a = 0; a <= 2; ++a)
    {
        for (uint32_t b = 0; b <= 2; ++b)
        {
            const auto pair = QosLevelPair::Of(a).Merge(QosLevelPair::Of(b));
            merged.push_back(
                {static_cast<char>('0' + pair.min), static_cast<char>('0' + pair.max)});
        }
    }
    out.Set("merged", merged);
    const auto channel = CreateObject<AtmChannel>();
    channel->SetAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    out.Set("line_rate_cells_s", 1 / TimeStep(channel->GetCellTime()).GetSeconds());
    out.Set("gaussian_late_percent", GetLateShare(1.0 / 128, 2, packets));
    out.Set("gaussian_late_noisy_percent", GetLateShare(1, 2, packets));
    CountSignals(out);
    std::cout << out << std::endl;
    return 0;
}
