// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A TCP transfer on an Ethernet, with hosts that need time for each segment (nif, tables 1, 2).
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/host-cost.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    double perKb = 0;
    double perMessage = 0;
    double message = 1;
    bool send = false;
    uint32_t ackEvery = 2;
    double duration = 10;
    ProgramOptions options(__FILE__, "Paper nif: TCP throughput with hosts that cost time");
    options.Add("perKb", "Host's time per 1024 octets, ms", perKb, Between(0, 1000));
    options.Add("perMessage", "Host's time per message, ms", perMessage, Between(0, 1000));
    options.Add("message", "1024 octets of a message", message, Above(0).AtMost(16));
    options.Add("send", "The host that costs is the sender, not the receiver", send);
    options.Add("ackEvery", "Segments that an ACK is for", ackEvery, Between(1, 1000));
    options.Add("duration", "Time of measurement, s", duration, Above(0).AtMost(1e5));
    options.Parse(argc, argv);

    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(16384));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(16384));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(ackEvery));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    NodeContainer nodes;
    nodes.Create(2);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
    csma.SetChannelAttribute("Delay", TimeValue(NanoSeconds(100)));
    NetDeviceContainer ports = csma.Install(nodes);
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto device = DynamicCast<CsmaNetDevice>(ports.Get(i));
        device->SetInterframeGap(MicroSeconds(16)); // preamble and gap
        device->SetBackoffParams(MicroSeconds(10), 1, 1, 1, 100000);
        device->AssignStreams(10 + i);
    }
    const auto cost = CreateObject<HostCostTable>();
    const double perOctet = (perKb + perMessage / message) * 1e6 / 1024;
    cost->SetCost(send ? HostOperation::SEND_DATA : HostOperation::PROTOCOL_DATA,
                  Time(0),
                  Time(0),
                  perOctet);
    HostHelper helper;
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < 2; ++i)
    {
        helper.SetCost(i == (send ? 0U : 1U) ? Ptr<HostCost>(cost) : CreateObject<HostCost>());
        devices.Add(helper.Install(ports.Get(i)));
    }
    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, 100);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const auto sink =
        PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
            .Install(nodes.Get(1))
            .Get(0);
    BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9));
    bulk.SetAttribute("SendSize", UintegerValue(static_cast<uint32_t>(message * 1024)));
    bulk.Install(nodes.Get(0));

    const auto total = [&sink] { return DynamicCast<PacketSink>(sink)->GetTotalRx(); };
    uint64_t before = 0;
    ScheduleCall(Seconds(1), [&] { before = total(); });
    Simulator::Stop(Seconds(1 + duration));
    Simulator::Run();
    const auto host = nodes.Get(send ? 0 : 1)->GetObject<HostCpu>();
    JsonObject out;
    out.Set("kbytes_per_s", (total() - before) / 1024.0 / duration);
    out.Set("cpu_percent", 100 * host->GetBusyTime().GetSeconds() / (1 + duration));
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
