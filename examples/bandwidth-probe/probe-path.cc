// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Which quality does a path still carry? A probe of the round trip beside nv; probe_path.py is the
 * same in Python.
 */
#include "ns3/bandwidth-probe-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-object.h"
#include "ns3/nv-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint64_t rate = 1000;
    ProgramOptions options(__FILE__, "A probe of a line of 1.5 Mb/s beside nv");
    options.Add("rate", "Rate of nv, kb/s", rate, Between(1, 1400));
    options.Parse(argc, argv);

    NodeContainer nodes(2);
    PointToPointHelper line;
    line.SetDeviceAttribute("DataRate", StringValue("1.5Mbps"));
    line.SetChannelAttribute("Delay", StringValue("1ms"));
    const auto devices = line.Install(nodes);
    InternetStackHelper().Install(nodes);
    const auto there = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1);

    BandwidthProbeHelper probe(InetSocketAddress(there, 7000));
    probe.SetNoise(0.001); // s, at each host
    const auto apps = probe.InstallRoundTrip(nodes.Get(0), nodes.Get(1));
    BandwidthProbeHelper::AssignStreams(apps, 1);
    const auto service = probe.CreateService(apps);

    const auto nv = CreateObject<NvSource>();
    nv->SetAttribute("Rate", DataRateValue(DataRate(1000 * rate)));
    nv->SetAttribute("Remote", AddressValue(InetSocketAddress(there, 9)));
    nv->AssignStreams(10);
    nodes.Get(0)->AddApplication(nv);
    PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(there, 9)).Install(nodes.Get(1));
    Simulator::Stop(Seconds(31));
    Simulator::Run();

    const auto report = service->GetReport();
    JsonObject out;
    out.Set("xi_ms2", report.xi);
    out.Set("is_best", report.Carries(PathQualityClassifier::BEST));
    out.Set("lost", BandwidthProbeHelper::GetReceiver(apps)->GetLost());
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
