// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A TCP transfer to a host whose processor is that of the cost model: unmodified applications, and
 * data manipulations in one loop or in several.
 */
#include "ilp-loop-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/host-cpu.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    IlpLoopOptions loop;
    bool integrated = true;
    bool cold = true;
    double duration = 5;

    ProgramOptions options(__FILE__, "Paper ilp: a transfer to a host that manipulates its data");
    loop.AddTo(options);
    options.Add("integrated", "One loop does all functions", integrated);
    options.Add("cold", "No cache holds the data", cold);
    options.Add("duration", "Time of measurement, s", duration, Above(0).AtMost(1e5));
    options.Parse(argc, argv);
    const auto model = loop.MakeModel(options);

    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(100)));
    const auto ports = link.Install(nodes);

    model->SetAttribute("Integrated", BooleanValue(integrated));
    model->SetAttribute("Cold", BooleanValue(cold));
    HostHelper host;
    host.SetCost(model);
    NetDeviceContainer devices(ports.Get(0));
    devices.Add(host.Install(ports.Get(1)));

    InternetStackHelper().Install(nodes);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const auto sink =
        PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
            .Install(nodes.Get(1))
            .Get(0);
    BulkSendHelper("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9))
        .Install(nodes.Get(0));

    const auto total = [&sink] { return DynamicCast<PacketSink>(sink)->GetTotalRx(); };
    uint64_t before = 0;
    ScheduleCall(Seconds(1), [&] { before = total(); });
    Simulator::Stop(Seconds(1 + duration));
    Simulator::Run();

    const auto cpu = nodes.Get(1)->GetObject<HostCpu>();
    JsonObject out;
    out.Set("goodput_mbps", 8e-6 * static_cast<double>(total() - before) / duration);
    out.Set("cpu_percent", 100 * cpu->GetBusyTime().GetSeconds() / (1 + duration));
    out.Set("ns_per_octet", model->GetNsPerOctet());
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
