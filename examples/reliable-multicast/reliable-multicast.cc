// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A file to three hosts that lose packets, by FRM and by RMTP; reliable_multicast.py is the same in
 * Python.
 */
#include "ns3/csma-helper.h"
#include "ns3/error-model.h"
#include "ns3/frm-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    ProgramOptions(__FILE__, "A file to three hosts by FRM and by RMTP").Parse(argc, argv);
    NodeContainer nodes(4); // the first one sends
    CsmaHelper lan;
    lan.SetChannelAttribute("DataRate", StringValue("10Mb/s"));
    const auto devices = lan.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    NodeContainer receivers;
    for (uint32_t i = 1; i < 4; ++i)
    {
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(0.05);
        errors->AssignStreams(i);
        devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        receivers.Add(nodes.Get(i));
    }
    const FrmHelper frm(InetSocketAddress(Ipv4Address("225.1.2.3"), 9));
    frm.Install(nodes.Get(0), receivers);
    const auto first = frm.InstallSource(nodes.Get(0), 200000, 1400).Get(0);
    const RmtpHelper rmtp(InetSocketAddress(Ipv4Address("225.1.2.4"), 10));
    rmtp.Install(nodes.Get(0), receivers);
    const auto second = rmtp.InstallSource(nodes.Get(0), 200000, 1400).Get(0);
    auto sinks = frm.InstallSinks(receivers);
    sinks.Add(rmtp.InstallSinks(receivers));
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        std::cout << DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx() << " ";
    }
    std::cout << "failed: " << FrmHelper::GetFailed(first).size() << " "
              << RmtpHelper::GetFailed(second).size() << std::endl;
    Simulator::Destroy();
    return 0;
}
