// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * BulkSend and PacketSink over a transport protocol of one's own: stop-and-wait, on a path that
 * loses packets.
 */
#include "stop-wait-socket.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param last gets the time at which the sink reads
void
NoteTime(Time* last, Ptr<const Packet>, const Address&)
{
    *last = Simulator::Now();
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string factory = "ns3::hsn::StopWaitStreamSocketFactory";
    uint32_t bytes = 100000;
    double loss = 0.1;
    Time delay = MilliSeconds(5);
    bool v6 = false;
    bool udp = false;
    ProgramOptions options(__FILE__,
                           "BulkSend and PacketSink over a transport of one's own, stop-and-wait");
    options.AddClass("factory",
                     "Socket factory, such as ns3::hsn::StopWaitMessageSocketFactory",
                     factory,
                     SocketFactory::GetTypeId());
    options.Add("bytes", "Bytes to send", bytes, AtLeast(1));
    options.Add("loss", "Share of packets that get lost, each way", loss, AtLeast(0).Below(1));
    options.Add("delay", "Delay of the link, one way", delay);
    options.Add("v6", "Use IPv6", v6);
    options.Add("udp", "Carry the protocol in UDP", udp);
    options.Parse(argc, argv);

    // [begin use]
    Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue(udp ? "Udp" : "Ip"));
    NodeContainer nodes(2);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    link.SetChannelAttribute("Delay", TimeValue(delay));
    const auto devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes); // finds the factories of this program by itself
    // [end use]
    auto ipv4 = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    auto ipv6 = Ipv6AddressHelper(Ipv6Address("2001:db8::"), Ipv6Prefix(64)).Assign(devices);
    for (uint32_t i = 0; i < 2; ++i)
    {
        auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    constexpr uint16_t PORT = 4000;
    const Address to = v6 ? Address(Inet6SocketAddress(ipv6.GetAddress(1, 1), PORT))
                          : Address(InetSocketAddress(ipv4.GetAddress(1), PORT));
    const Address any = v6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                           : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    BulkSendHelper source(factory, to);
    source.SetAttribute("MaxBytes", UintegerValue(bytes));
    source.Install(nodes.Get(0)).Start(Seconds(3)); // after duplicate address detection
    PacketSinkHelper sinks(factory, any);
    auto sink = DynamicCast<PacketSink>(sinks.Install(nodes.Get(1)).Get(0));
    sink->SetStartTime(Seconds(0));
    Time last;
    sink->TraceConnectWithoutContext("Rx", MakeBoundCallback(&NoteTime, &last));
    Simulator::Stop(Hours(10));
    Simulator::Run();
    std::cout << "received " << sink->GetTotalRx() << " of " << bytes << " bytes";
    if (sink->GetTotalRx() > 0)
    {
        const double seconds = (last - Seconds(3)).GetSeconds();
        std::cout << " in " << seconds << " s: " << sink->GetTotalRx() * 8e-3 / seconds << " kb/s";
    }
    std::cout << std::endl;
    const bool complete = sink->GetTotalRx() == bytes;
    Simulator::Destroy();
    return complete ? 0 : 1;
}
