// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A bulk transfer to a group of three hosts that lose packets; rmtp_group.py is the same in Python.
 */
#include "ns3/csma-helper.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-object.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint32_t size = 200000;
    double loss = 0.05;
    ProgramOptions options(__FILE__, "A bulk transfer to a group of three hosts");
    options.Add("size", "Bytes that are sent", size, Between(1, 100000000));
    options.Add("loss", "Share of packets that each host loses", loss, AtLeast(0).Below(1));
    options.Parse(argc, argv);

    NodeContainer nodes(4);
    CsmaHelper lan;
    lan.SetChannelAttribute("DataRate", StringValue("10Mb/s"));
    lan.SetChannelAttribute("Delay", StringValue("2ms"));
    const auto devices = lan.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    NodeContainer receivers;
    for (uint32_t number = 1; number < 4; ++number)
    {
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        errors->AssignStreams(number);
        devices.Get(number)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        receivers.Add(nodes.Get(number));
    }

    // protocol, receivers by name, and a multicast route; the message ends with the last byte
    const RmtpHelper group(InetSocketAddress(Ipv4Address("225.1.2.3"), 9));
    group.Install(nodes.Get(0), receivers);
    const auto sinks = group.InstallSinks(receivers);
    auto source = group.InstallSource(nodes.Get(0), size, 1400);
    source.Start(Seconds(1));
    Simulator::Stop(Seconds(60));
    Simulator::Run();

    std::vector<uint64_t> received;
    for (uint32_t number = 0; number < 3; ++number)
    {
        received.push_back(DynamicCast<PacketSink>(sinks.Get(number))->GetTotalRx());
    }
    JsonObject out;
    out.Set("received", received);
    out.Set("failed", RmtpHelper::GetFailed(source.Get(0)).size());
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
