// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS' jitter filter alone, behind ns-3's UdpClient and PacketSink: when would packets be played?
 */
#include "ns3/mets-jitter-filter.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/seq-ts-header.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    ProgramOptions options(__FILE__, "METS' jitter filter behind ns-3's UdpClient and PacketSink");
    options.Parse(argc, argv);
    const NodeContainer nodes(CreateObject<Node>(), CreateObject<Node>());
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Mbps"));
    const auto addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(nodes));
    const Address sinkAddress = InetSocketAddress(addresses.GetAddress(1), 9);
    const auto sink = PacketSinkHelper("ns3::UdpSocketFactory", sinkAddress).Install(nodes.Get(1));
    UdpClientHelper client(addresses.GetAddress(1), 9); // 100 packets, one in 40 ms
    client.SetAttribute("Interval", TimeValue(MilliSeconds(40)));
    client.SetAttribute("MaxPackets", UintegerValue(100));
    client.Install(nodes.Get(0));

    const auto filter = CreateObject<JitterFilter>();
    sink.Get(0)->TraceConnectWithoutContext(
        "Rx",
        Sink<Ptr<const Packet>, const Address&>::Make(
            [filter](Ptr<const Packet> p, const Address&) {
                SeqTsHeader stamp;
                p->PeekHeader(stamp);
                filter->Receive(stamp.GetTs(), Simulator::Now(), stamp.GetSeq() % 12 == 0);
            }));
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    std::cout << filter->GetReceived() << " packets, mean delay " << filter->GetMean() * 1e3
              << " ms, played " << filter->GetPlayoutDelay() * 1e3 << " ms after their time stamp, "
              << filter->GetLate() << " late" << std::endl;
    Simulator::Destroy();
    return 0;
}
