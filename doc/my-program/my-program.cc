// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A program of one's own: a transfer by IndexedTcpSocket over a link of 100 Mbit/s and 10 ms, with
 * captures of both ends.
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <cstdint>
#include <iostream>
#include <string>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint32_t bytes = 1000000;
    std::string capture = "my-program";
    hsn::ProgramOptions options(__FILE__, "A transfer over a link of 100 Mbit/s");
    options.Add("bytes", "Bytes to transfer", bytes, hsn::AtLeast(1));
    options.Add("capture", "Prefix of the names of captures", capture);
    options.Parse(argc, argv);

    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", StringValue("10ms"));
    NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    hsn::HsnInternetHelper().Install(nodes);
    Ipv4InterfaceContainer addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);

    BulkSendHelper source("ns3::hsn::IndexedTcpSocketFactory",
                          InetSocketAddress(addresses.GetAddress(1), 9));
    source.SetAttribute("MaxBytes", UintegerValue(bytes));
    source.Install(nodes.Get(0));
    PacketSinkHelper sink("ns3::hsn::IndexedTcpSocketFactory",
                          InetSocketAddress(Ipv4Address::GetAny(), 9));
    ApplicationContainer received = sink.Install(nodes.Get(1));

    link.EnablePcapAll(capture);
    Simulator::Run();
    std::cout << DynamicCast<PacketSink>(received.Get(0))->GetTotalRx() << " bytes received in "
              << Simulator::Now().As(Time::S) << std::endl;
    Simulator::Destroy();
    return 0;
}
