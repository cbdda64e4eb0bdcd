// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A file to six hosts on a tree of lossy links, tree 4 of the paper fec-placement, by FRM and by
 * RMTP.
 */
#include "ns3/config.h"
#include "ns3/frm-helper.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-helper.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    ProgramOptions(__FILE__, "A file on a tree of lossy links by FRM and by RMTP")
        .Parse(argc, argv);
    // a shared link, a branch of two links to each LAN, two links for each host there
    MulticastTree4 four;
    four.height = 5;
    four.branch = 2;
    four.lan = 2;
    four.receivers = 6;
    four.receiversPerLan = 3;
    four.sharedLoss = four.branchLoss = four.lanLoss = 0.01;
    const auto tree = MulticastTree::Make(four, false);
    MulticastTreeHelper links;
    links.SetDelay(MilliSeconds(2));
    links.SetStream(1);
    links.SetReturnLoss(true); // answers are lost, too
    const Ipv4Address group("225.1.2.3");
    const auto nodes = links.InstallLinks(tree, group);
    const auto receivers = MulticastTreeHelper::GetReceivers(tree, nodes);
    const auto source = MulticastTreeHelper::GetSource(tree, nodes);
    FrmHelper::SetAttribute("InitTries", UintegerValue(10)); // so that nobody is missed
    FrmHelper::SetAttribute("HandshakeTries", UintegerValue(10));
    const FrmHelper frm(InetSocketAddress(group, 9));
    frm.Install(source, receivers);
    const auto first = frm.InstallSource(source, 200000, 1400).Get(0);
    Config::SetDefault("ns3::hsn::RmtpServer::MaxConnRetry", UintegerValue(10));
    const RmtpHelper rmtp(InetSocketAddress(group, 10));
    rmtp.Install(source, receivers);
    const auto second = rmtp.InstallSource(source, 200000, 1400).Get(0);
    auto sinks = frm.InstallSinks(receivers);
    sinks.Add(rmtp.InstallSinks(receivers));
    Simulator::Stop(Seconds(100));
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
