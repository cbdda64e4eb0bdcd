# SPDX-License-Identifier: GPL-2.0-only
"""Which quality does a path still carry? A probe of the round trip beside nv, from Python.

    ./hsn python examples/bandwidth-probe/probe_path.py
"""

import hsn
from hsn import ns

nodes = ns.NodeContainer()
nodes.Create(2)
line = ns.PointToPointHelper()
line.SetDeviceAttribute("DataRate", ns.StringValue("1.5Mbps"))
line.SetChannelAttribute("Delay", ns.StringValue("1ms"))
devices = line.Install(nodes)
ns.InternetStackHelper().Install(nodes)
addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.0"))
there = addresses.Assign(devices).GetAddress(1)

probe = ns.hsn.BandwidthProbeHelper(ns.InetSocketAddress(there, 7000).ConvertTo())
probe.SetNoise(0.001)  # s, at each host
apps = probe.InstallRoundTrip(nodes.Get(0), nodes.Get(1))
ns.hsn.BandwidthProbeHelper.AssignStreams(apps, 1)
service = probe.CreateService(apps)

sink = ns.InetSocketAddress(there, 9).ConvertTo()
nv = ns.CreateObject[ns.hsn.NvSource]()
nv.SetAttribute("Rate", ns.DataRateValue(ns.DataRate("1Mbps")))
nv.SetAttribute("Remote", ns.AddressValue(sink))
nv.AssignStreams(10)
nodes.Get(0).AddApplication(nv)
ns.PacketSinkHelper("ns3::UdpSocketFactory", sink).Install(nodes.Get(1))
ns.Simulator.Stop(ns.Seconds(31))
hsn.run()

report = service.GetReport()
best = report.Carries(ns.hsn.PathQualityClassifier.BEST)
print(f"xi: {report.xi:.6f} ms^2, best quality: {best}")
ns.Simulator.Destroy()
