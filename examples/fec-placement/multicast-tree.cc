// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A small program: reliable multicast on a tree of lossy links.
 */
#include "ns3/core-module.h"
#include "ns3/fec-multicast-helper.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/multicast-tree-model.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint32_t packets = 10000;
    ProgramOptions options(__FILE__, "Reliable multicast on a small tree of lossy links");
    options.Add("packets", "Data packets", packets, Between(1, 10000000));
    options.Parse(argc, argv);

    // the source, two routers behind it, and five receivers behind these
    MulticastTree tree;
    const uint32_t left = tree.Add(0, 0.01);
    const uint32_t right = tree.Add(0, 0.02);
    for (uint32_t i = 0; i < 5; ++i)
    {
        tree.Add(i < 3 ? left : right, 0.05);
    }

    // one channel for the tree, and a stream of random numbers for each link
    MulticastTreeHelper network;
    network.SetDelay(MilliSeconds(10));
    network.SetStream(1);
    const NetDeviceContainer devices = network.InstallChannel(tree);
    NetDeviceContainer receivers;
    for (uint32_t i = 1; i < devices.GetN(); ++i)
    {
        receivers.Add(devices.Get(i));
    }

    // a sender that repeats each packet until all receivers have it; no parity packets
    FecMulticastHelper group;
    group.SetAttribute("M", UintegerValue(0));
    group.SetAttribute("MaxPackets", UintegerValue(packets));
    const auto applications = group.Install(devices.Get(0), receivers);
    Simulator::Run();

    const auto& sent = DynamicCast<FecMulticastSender>(applications.Get(0))->GetCounters();
    JsonObject out;
    out.Set("complete", sent.complete == packets);
    out.Set("transmissions",
            static_cast<double>(sent.newPackets + sent.retransmissions) / sent.complete);
    out.Set("formula", MulticastTreeModel::GetMean(tree));
    std::cout << out << std::endl;
    Simulator::Destroy();
    return 0;
}
