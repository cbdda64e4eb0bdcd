// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS' flow scheduler alone: an application sends a datagram of ns-3's UDP whenever it is called,
 * 24 times a second by a clock of 10 ms.
 */
#include "ns3/mets-flow-scheduler.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    bool compensation = true;
    ProgramOptions options(__FILE__, "METS' flow scheduler calls an application of ns-3's UDP");
    options.Add("compensation", "Whether drift is compensated", compensation);
    options.Parse(argc, argv);
    const NodeContainer nodes(CreateObject<Node>(), CreateObject<Node>());
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(nodes));
    const Address to = InetSocketAddress(addresses.GetAddress(1), 9);
    const auto sink = PacketSinkHelper("ns3::UdpSocketFactory", to).Install(nodes.Get(1));
    const auto socket = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
    socket->Connect(to);

    const auto scheduler = CreateObject<FlowScheduler>();
    scheduler->SetAttribute("DriftCompensation", BooleanValue(compensation));
    scheduler->SetDispatch(
        Sink<uint64_t>::Make([socket](uint64_t) { socket->Send(Create<Packet>(1000)); }));
    scheduler->Start();
    Simulator::Stop(Seconds(10) - NanoSeconds(1));
    Simulator::Run();
    std::cout << DynamicCast<PacketSink>(sink.Get(0))->GetTotalRx() / 1000 << " frames in 10 s"
              << std::endl;
    Simulator::Destroy();
    return 0;
}
