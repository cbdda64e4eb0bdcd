// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS' flow shaper alone, in front of a socket of ns-3: a burst of datagrams leaves in turns.
 */
#include "ns3/mets-flow-shaper.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

/// Sends a datagram for the shaper.
struct Sender : public SimpleRefCount<Sender>
{
    /// @param flow that sends @return true: the socket always takes it
    bool Send(uint32_t flow)
    {
        sockets[flow]->Send(Create<Packet>(100));
        return true;
    }

    std::vector<Ptr<Socket>> sockets; //!< by flow
};

int
main(int argc, char* argv[])
{
    ProgramOptions options(__FILE__, "METS' flow shaper in front of sockets of ns-3's UDP");
    options.Parse(argc, argv);
    const NodeContainer nodes(CreateObject<Node>(), CreateObject<Node>());
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(nodes));
    const auto sender = Create<Sender>();
    const auto shaper = CreateObject<FlowShaper>();
    shaper->SetSend(MakeCallback(&Sender::Send, sender));
    for (uint16_t port = 9; port < 11; ++port)
    {
        const Address to = InetSocketAddress(addresses.GetAddress(1), port);
        const auto sink = PacketSinkHelper("ns3::UdpSocketFactory", to).Install(nodes.Get(1));
        sink.Get(0)->TraceConnectWithoutContext("Rx",
                                                Sink<Ptr<const Packet>, const Address&>::Make(
                                                    [port](Ptr<const Packet>, const Address&) {
                                                        std::cout
                                                            << Simulator::Now().GetMilliSeconds()
                                                            << " ms: port " << port << "\n";
                                                    }));
        sender->sockets.push_back(
            Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId()));
        sender->sockets.back()->Connect(to);
        // 2 datagrams in 10 ticks of 1 ms: 200 a second
        shaper->Add(shaper->AddFlow({2, 10}), 5);
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
