# SPDX-License-Identifier: GPL-2.0-only
"""A bulk transfer to a group of three hosts that lose packets, from Python.

    ./hsn python examples/rmtp/rmtp_group.py
"""

import hsn
from hsn import ns

SIZE = 200000  # bytes

nodes = ns.NodeContainer()
nodes.Create(4)
lan = ns.CsmaHelper()
lan.SetChannelAttribute("DataRate", ns.StringValue("10Mb/s"))
lan.SetChannelAttribute("Delay", ns.StringValue("2ms"))
devices = lan.Install(nodes)
ns.InternetStackHelper().Install(nodes)
ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.0")).Assign(devices)
group = ns.InetSocketAddress(ns.Ipv4Address("225.1.2.3"), 9).ConvertTo()
receivers = ns.NodeContainer()
for number in (1, 2, 3):
    receivers.Add(nodes.Get(number))
ns.hsn.RmtpHelper(group).Install(nodes.Get(0), receivers)

here = ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 9)
sinks = []
for number in (1, 2, 3):
    errors = ns.CreateObject[ns.RateErrorModel]()
    errors.SetUnit(ns.RateErrorModel.ERROR_UNIT_PACKET)
    errors.SetRate(0.05)
    errors.AssignStreams(number)
    devices.Get(number).SetAttribute("ReceiveErrorModel", ns.PointerValue(errors))
    sink = ns.PacketSinkHelper("ns3::hsn::RmtpSocketFactory", here.ConvertTo())
    sinks.append(sink.Install(nodes.Get(number)).Get(0))

source = ns.BulkSendHelper("ns3::hsn::RmtpSocketFactory", group)
source.SetAttribute("MaxBytes", ns.UintegerValue(SIZE))
source.SetAttribute("SendSize", ns.UintegerValue(1400))
source.Install(nodes.Get(0)).Start(ns.Seconds(1))
ns.Simulator.Stop(ns.Seconds(60))
hsn.run()

received = [sink.GetObject[ns.PacketSink]().GetTotalRx() for sink in sinks]
print("received:", *received)
ns.Simulator.Destroy()
assert received == [SIZE] * 3
