# SPDX-License-Identifier: GPL-2.0-only
"""A file to three hosts that lose packets, by FRM and by RMTP, from Python.

    ./hsn python examples/reliable-multicast/reliable_multicast.py
"""

import hsn
from hsn import ns

nodes = ns.NodeContainer(4)  # the first one sends
lan = ns.CsmaHelper()
lan.SetChannelAttribute("DataRate", ns.StringValue("10Mb/s"))
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

frm = ns.hsn.FrmHelper(ns.InetSocketAddress(ns.Ipv4Address("225.1.2.3"), 9))
rmtp = ns.hsn.RmtpHelper(ns.InetSocketAddress(ns.Ipv4Address("225.1.2.4"), 10).ConvertTo())
sources, sinks = [], []
for group in (frm, rmtp):
    group.Install(nodes.Get(0), receivers)
    sources.append(group.InstallSource(nodes.Get(0), 200000, 1400).Get(0))
    here = group.InstallSinks(receivers)
    sinks += [here.Get(number).GetObject[ns.PacketSink]() for number in range(3)]
hsn.run(stop="60s")
failed = [group.GetFailed(source).size() for group, source in zip((frm, rmtp), sources)]
print(*(sink.GetTotalRx() for sink in sinks), "failed:", *failed)
ns.Simulator.Destroy()
