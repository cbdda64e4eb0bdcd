// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * ns-3's OnOff and PacketSink over a METS media socket, beside the same over UDP (qos-a).
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-socket.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint32_t octets = 100000;
    uint32_t size = 1000;
    ProgramOptions options(__FILE__, "OnOff and PacketSink over METS, and over UDP beside it");
    options.Add("octets", "Octets that each source sends", octets, Between(1, 1e7));
    options.Add("size", "Octets of a message", size, Between(1, 32752));
    options.Parse(argc, argv);

    const NodeContainer nodes(CreateObject<Node>(), CreateObject<Node>());
    MetsHelper mets;
    const auto adapters = mets.Install(nodes.Get(0), nodes.Get(1));
    mets.Connect(adapters.Get(0), adapters.Get(1));
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(nodes));

    const Address udp = InetSocketAddress(addresses.GetAddress(1), 9);
    PacketSinkHelper metsSink("ns3::hsn::MetsSocketFactory",
                              MetsHelper::GetLocal(adapters.Get(1), 7)); // flow 7
    ApplicationContainer sinks = metsSink.Install(nodes.Get(1));
    sinks.Add(PacketSinkHelper("ns3::UdpSocketFactory", udp).Install(nodes.Get(1)));
    OnOffHelper metsSource("ns3::hsn::MetsSocketFactory",
                           MetsHelper::GetPeer(adapters.Get(0), adapters.Get(1), 7));
    metsSource.SetAttribute("Local", AddressValue(MetsHelper::GetLocal(adapters.Get(0))));
    OnOffHelper udpSource("ns3::UdpSocketFactory", udp);
    for (auto* source : {&metsSource, &udpSource})
    {
        source->SetConstantRate(DataRate("500kbps"), size);
        source->SetAttribute("MaxBytes", UintegerValue(octets));
        source->Install(nodes.Get(0));
    }
    Simulator::Stop(Seconds(10 + octets * 8 / 4e5));
    Simulator::Run();
    JsonObject out;
    out.Set("mets_octets", DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx());
    out.Set("udp_octets", DynamicCast<PacketSink>(sinks.Get(1))->GetTotalRx());
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
