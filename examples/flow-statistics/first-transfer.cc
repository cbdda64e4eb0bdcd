// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A file over any transport of this module, by ns-3's own applications.
 */
#include "transport-factories.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param last gets the present time
void
NoteTime(Time* last, Ptr<const Packet>, const Address&)
{
    *last = Simulator::Now();
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string factory = "ns3::hsn::SstpSocketFactory";
    ProgramOptions options(__FILE__, "A file over any transport, by ns-3's own applications");
    options.Add("transport", "What carries it", factory, TRANSPORTS);
    options.Parse(argc, argv);

    // [begin program]
    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("10ms"));
    const auto devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes); // the transports of this module
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const InetSocketAddress server(addresses.Assign(devices).GetAddress(1), 9);

    PacketSinkHelper sinks(factory, server);
    const auto sink = DynamicCast<PacketSink>(sinks.Install(nodes.Get(1)).Get(0));
    BulkSendHelper sources(factory, server);
    sources.SetAttribute("MaxBytes", UintegerValue(1000000));
    sources.Install(nodes.Get(0)).Start(Seconds(1));
    Time last;
    sink->TraceConnectWithoutContext("Rx", MakeBoundCallback(&NoteTime, &last));
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    std::cout << sink->GetTotalRx() << " bytes, the last one at " << last.GetMilliSeconds() << " ms"
              << std::endl;
    Simulator::Destroy();
    // [end program]
    return 0;
}
