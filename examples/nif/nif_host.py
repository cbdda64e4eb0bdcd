# SPDX-License-Identifier: GPL-2.0-only
"""A workstation of 1996 in front of a fast link: its processor limits an unmodified application.

    ./hsn python examples/nif/nif_host.py
"""

import hsn
from hsn import ns

nodes = ns.NodeContainer()
nodes.Create(2)
link = ns.PointToPointHelper()
link.SetDeviceAttribute("DataRate", ns.StringValue("100Mb/s"))
link.SetChannelAttribute("Delay", ns.StringValue("1ms"))
ports = link.Install(nodes)

cost = ns.CreateObject[ns.hsn.HostCostTable]()
cost.UseVirtualChoices()  # 0.15 ms for an interrupt, 3 ms of protocol work for a datagram
host = ns.hsn.HostHelper()
host.SetClient("ns3::hsn::BsdClient")
devices = ns.NetDeviceContainer(ports.Get(0))  # the sender costs nothing
host.SetCost(cost)
receiver = host.Install(ports.Get(1))
devices.Add(receiver)

ns.InternetStackHelper().Install(nodes)
addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"),
                                 ns.Ipv4Mask("255.255.255.0")).Assign(devices)
there = ns.InetSocketAddress(addresses.GetAddress(1), 9).ConvertTo()
sink = ns.PacketSinkHelper("ns3::UdpSocketFactory", there).Install(nodes.Get(1)).Get(0)
source = ns.OnOffHelper("ns3::UdpSocketFactory", there)
source.SetConstantRate(ns.DataRate("4Mb/s"), 1000)  # 500 datagrams per second
source.Install(nodes.Get(0)).Start(ns.Seconds(1))
hsn.run(stop=11)

got = sink.GetObject[ns.PacketSink]().GetTotalRx() / 1000 / 10
print(f"datagrams per second: {got:.1f}")
print(f"packets for which the client had no buffer: {receiver.GetDriver().GetCounters().starved}")
ns.Simulator.Destroy()
