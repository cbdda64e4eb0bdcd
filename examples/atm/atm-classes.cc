// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Applications that know nothing of ATM get classes of cells by their type of service: four hosts
 * send UDP over one switch, whose output is too slow for all, and which pushes out cells of the
 * lower classes.
 *
 * atm_classes.py is the same in Python.
 *
 *   hsn-atm-classes                     push-out by four classes
 *   hsn-atm-classes --policy=TailDrop   all alike
 */
#include "ns3/aal5-plus-adaptation.h"
#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    std::string policy = "ExClpPushOut";
    ProgramOptions options(__FILE__, "UDP with four types of service over an ATM switch");
    options.Add("policy",
                "What goes if the buffer is full",
                policy,
                OneOf({"TailDrop", "Clp2PushOut", "ExClpPushOut"}));
    options.Parse(argc, argv);

    // else the first packets would wait for an answer of ARP at random, and some would be lost
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    NodeContainer senders(4);
    NodeContainer receiver(1);
    NodeContainer middle(1);
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(200));
    if (policy != "TailDrop")
    {
        switches.SetDiscardPolicy(policy == "Clp2PushOut" ? "ns3::hsn::ClpPushOutDiscard"
                                                          : "ns3::hsn::ExClpPushOutDiscard");
    }
    switches.Install(middle);
    AtmHelper atm;
    atm.SetChannelAttribute("DataRate", StringValue("25.6Mbps"));
    NetDeviceContainer devices = atm.Install(middle.Get(0), receiver.Get(0)).Get(1);
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        const auto device = atm.Install(senders.Get(cls), middle.Get(0)).Get(0);
        // a VC for each class: where push-out takes the end of a PDU, the next one of its VC is
        // lost
        atm.ConnectPvc(device, devices.Get(0));
        auto layer = CreateObject<Aal5PlusAdaptation>();
        layer->SetAttribute("Classifier", PointerValue(CreateObject<TosExClpClassifier>()));
        DynamicCast<AtmNetDevice>(device)->SetAdaptation(layer);
        devices.Add(device);
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(NodeContainer(receiver, senders));
    const auto to = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(0);

    // 8.1 Mbit/s of cells each, of the precedences of headers, I, P and B
    std::vector<Ptr<PacketSink>> sinks;
    std::vector<uint64_t> sent(4);
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        const auto port = static_cast<uint16_t>(5000 + cls);
        OnOffHelper client("ns3::UdpSocketFactory", InetSocketAddress(to, port));
        client.SetConstantRate(DataRate("7Mbps"), 964);
        const auto app = client.Install(senders.Get(cls)).Get(0);
        app->SetStartTime(MilliSeconds(10 + cls));
        app->SetStopTime(MilliSeconds(1010 + cls));
        const auto tos = static_cast<uint8_t>((6 - 2 * cls) << 5);
        if (!app->SetAttributeFailSafe("Tos", UintegerValue(tos)))
        {
            // applications before ns-3.40 have no such attribute, but a socket
            const auto old = DynamicCast<OnOffApplication>(app);
            ScheduleCall(MilliSeconds(10 + cls) + NanoSeconds(1),
                         [old, tos] { old->GetSocket()->SetIpTos(tos); });
        }
        app->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>>::Make([&sent, cls](Ptr<const Packet>) { ++sent[cls]; }));
        PacketSinkHelper server("ns3::UdpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.push_back(DynamicCast<PacketSink>(server.Install(receiver).Get(0)));
    }
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    std::vector<uint64_t> received;
    for (const auto& sink : sinks)
    {
        received.push_back(sink->GetTotalRx() / 964);
    }
    JsonObject out;
    out.Set("packets_sent", sent);
    out.Set("packets_received", received);
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
