// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Video frames on their way out among others, on an Ethernet (nif).
 */
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/demux-clients.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    std::string scheduling = "Priority";
    uint32_t backlog = 20;
    double duration = 10;
    ProgramOptions options(__FILE__, "Paper nif: outbound video among other frames");
    options.Add("scheduling", "Of frames to be sent", scheduling, OneOf({"Fcfs", "Priority"}));
    options.Add("backlog", "Frames that are put in front of each video frame", backlog, AtMost(90));
    options.Add("duration", "Simulated time, s", duration, Above(0).AtMost(1e5));
    options.Parse(argc, argv);

    NodeContainer nodes;
    nodes.Create(2);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
    csma.SetChannelAttribute("Delay", TimeValue(NanoSeconds(100)));
    const auto ports = csma.Install(nodes);
    DynamicCast<CsmaNetDevice>(ports.Get(0))->SetInterframeGap(MicroSeconds(16));
    csma.AssignStreams(ports, 10);
    HostHelper helper;
    helper.SetDeviceAttribute("TxScheduling", StringValue(scheduling));
    const auto device = helper.Install(ports.Get(0));
    constexpr uint16_t VIDEO = 0x1234;
    constexpr uint16_t OTHER = 0x1235;
    device->SetTxPriority([](Ptr<const Packet>, uint16_t type) { return type == VIDEO ? 1U : 0U; });

    Time sent;       // the video frame, to the device
    double most = 0; // ms, until it begins to leave
    double sum = 0;
    uint64_t frames = 0;
    ports.Get(0)->TraceConnectWithoutContext(
        "PhyTxBegin",
        Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet> packet) {
            if (packet->GetSize() < 1418) // with the Ethernet's header and trailer, of 1300
            {
                const double wait = (Simulator::Now() - sent).GetSeconds() * 1e3;
                most = std::max(most, wait);
                sum += wait;
                ++frames;
            }
        }));
    const auto to = ports.Get(1)->GetAddress();
    const auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(1);
    for (uint32_t turn = 0; turn < duration * 10; ++turn)
    {
        const double at = 0.1 * turn;
        ScheduleCall(Seconds(at), [&, device] {
            for (uint32_t i = 0; i < backlog; ++i)
            {
                device->Send(Create<Packet>(1500), to, OTHER);
            }
        });
        ScheduleCall(Seconds(at + phase->GetValue(0, 0.01)), [&, device] {
            sent = Simulator::Now();
            device->Send(Create<Packet>(1300), to, VIDEO);
        });
    }
    Simulator::Stop(Seconds(duration + 1));
    Simulator::Run();
    JsonObject out;
    out.Set("frames", frames);
    out.Set("longest_wait_ms", most);
    out.Set("mean_wait_ms", sum / std::max<uint64_t>(1, frames));
    out.Set("frame_time_ms", (1500 + 18 + 20) * 8 / 10e3); // the other frame, with preamble and gap
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
