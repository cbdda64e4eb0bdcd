// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A small program: ns-3's applications as two media with a partial order.
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/mm-poc-helper.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    double loss = 0.1;
    ProgramOptions options(__FILE__, "OnOff and PacketSink as two media with a partial order");
    options.Add("loss", "Share of packets that are lost", loss, AtLeast(0).Below(1));
    options.Parse(argc, argv);

    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
    link.SetChannelAttribute("Delay", StringValue("2ms"));
    const auto devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(loss);
    errors->AssignStreams(1);
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));

    // the partial order of figure 7: two SDUs of medium 0 beside one of medium 1 in each period
    MmPocHelper media("period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1");
    media.SetAttribute("ReliabilityMode", StringValue("GroupOfMedia"));
    media.SetAttribute("MaxRate", DoubleValue(0.15)); // at most 15 % of each medium are lost
    media.SetAttribute("InitialRtt", StringValue("8ms"));
    media.SetMediumAttribute(0, "ProductionFrequency", DoubleValue(25));
    media.SetMediumAttribute(1, "ProductionFrequency", DoubleValue(12.5));
    media.Install(nodes, 5000); // ports 5000 and 5001

    ApplicationContainer sinks;
    for (uint16_t medium = 0; medium < 2; ++medium)
    {
        const auto port = static_cast<uint16_t>(5000 + medium);
        PacketSinkHelper sink("ns3::hsn::MmPocSocketFactory",
                              InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.Add(sink.Install(nodes.Get(1)));
        OnOffHelper source("ns3::hsn::MmPocSocketFactory",
                           InetSocketAddress(addresses.GetAddress(1), port));
        source.SetConstantRate(DataRate(medium ? "40kbps" : "80kbps"), 400);
        source.SetAttribute("MaxBytes", UintegerValue(medium ? 200000 : 400000));
        source.Install(nodes.Get(0)).Start(Seconds(1) + NanoSeconds(medium));
    }
    Simulator::Stop(Seconds(60));
    Simulator::Run();

    JsonObject out;
    std::vector<double> shares;
    for (uint32_t medium = 0; medium < 2; ++medium)
    {
        const auto sink = DynamicCast<PacketSink>(sinks.Get(medium));
        shares.push_back(sink->GetTotalRx() / (medium ? 2e5 : 4e5));
    }
    out.Set("delivered", shares);
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
