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
receivers = ns.NodeContainer()
for number in (1, 2, 3):
    errors = ns.CreateObject[ns.RateErrorModel]()
    errors.SetUnit(ns.RateErrorModel.ERROR_UNIT_PACKET)
    errors.SetRate(0.05)
    errors.AssignStreams(number)
    devices.Get(number).SetAttribute("ReceiveErrorModel", ns.PointerValue(errors))
    receivers.Add(nodes.Get(number))

# protocol, receivers by name, and a multicast route; the message ends with the last byte
group = ns.hsn.RmtpHelper(ns.InetSocketAddress(ns.Ipv4Address("225.1.2.3"), 9).ConvertTo())
group.Install(nodes.Get(0), receivers)
sinks = group.InstallSinks(receivers)
source = group.InstallSource(nodes.Get(0), SIZE, 1400)
source.Start(ns.Seconds(1))
ns.Simulator.Stop(ns.Seconds(60))
hsn.run()

received = [sinks.Get(i).GetObject[ns.PacketSink]().GetTotalRx() for i in range(3)]
print("received:", *received)
ns.Simulator.Destroy()
assert received == [SIZE] * 3 and not group.GetFailed(source.Get(0)).size()
