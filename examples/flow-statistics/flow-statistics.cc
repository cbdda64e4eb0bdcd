// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * ns-3's FlowMonitor and a transport of this module, which it sees if UDP carries it.
 */
#include "transport-factories.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/flow-monitor-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/transport-protocol.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    std::string factory = "ns3::hsn::XtpSocketFactory";
    std::string carrier = "Udp";
    double loss = 0;
    ProgramOptions options(__FILE__, "FlowMonitor's statistics of any transport");
    options.Add("protocol", "Transport", factory, TRANSPORTS);
    options.Add("carrier", "What carries it; TCP needs none", carrier, OneOf({"Ip", "Udp"}));
    options.Add("loss",
                "Share of packets that get lost on their way there",
                loss,
                AtLeast(0).Below(1));
    options.Parse(argc, argv);

    // [begin use]
    Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue(carrier));
    NodeContainer nodes(3);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes); // after the default, which it reads
    FlowMonitorHelper helper;
    const Ptr<FlowMonitor> monitor = helper.Install(nodes);
    // [end use]
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1)));
    addresses.NewNetwork();
    const auto devices = link.Install(nodes.Get(1), nodes.Get(2));
    const auto server = addresses.Assign(devices).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    if (loss > 0)
    {
        auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        errors->AssignStreams(1);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }
    PacketSinkHelper sinks(factory, InetSocketAddress(Ipv4Address::GetAny(), 5000));
    const auto sink = DynamicCast<PacketSink>(sinks.Install(nodes.Get(2)).Get(0));
    OnOffHelper source(factory, InetSocketAddress(server, 5000));
    source.SetConstantRate(DataRate("800kbps"), 1000);
    auto application = source.Install(nodes.Get(0));
    application.Start(Seconds(1));
    application.Stop(Seconds(6));
    Simulator::Stop(Seconds(20));
    Simulator::Run();

    // [begin read]
    const auto classifier = DynamicCast<Ipv4FlowClassifier>(helper.GetClassifier());
    std::vector<JsonObject> flows;
    for (const auto& [id, statistics] : monitor->GetFlowStats())
    {
        const auto ends = classifier->FindFlow(id);
        std::ostringstream name;
        name << ends.sourceAddress << ':' << ends.sourcePort << " - " << ends.destinationAddress
             << ':' << ends.destinationPort;
        JsonObject flow;
        flow.Set("ends", name.str());
        flow.Set("ip_protocol", static_cast<uint32_t>(ends.protocol));
        flow.Set("tx_packets", statistics.txPackets);
        flow.Set("rx_packets", statistics.rxPackets);
        flow.Set("tx_bytes", statistics.txBytes);
        flow.Set("mean_delay_ms",
                 statistics.rxPackets
                     ? 1000 * statistics.delaySum.GetSeconds() / statistics.rxPackets
                     : 0.0);
        flows.push_back(flow);
    }
    // [end read]
    JsonObject out;
    out.Set("flows", flows);
    out.Set("received_bytes", sink->GetTotalRx());
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
