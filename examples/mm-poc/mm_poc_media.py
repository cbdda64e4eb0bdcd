# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's applications as two media with a partial order, from Python.

    ./hsn python examples/mm-poc/mm_poc_media.py
"""

import hsn
from hsn import ns

ORDER = "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1"

nodes = ns.NodeContainer()
nodes.Create(2)
link = ns.PointToPointHelper()
link.SetDeviceAttribute("DataRate", ns.StringValue("10Mb/s"))
link.SetChannelAttribute("Delay", ns.StringValue("2ms"))
devices = link.Install(nodes)
ns.InternetStackHelper().Install(nodes)
ns.hsn.HsnInternetHelper().Install(nodes)
addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"),
                                 ns.Ipv4Mask("255.255.255.0")).Assign(devices)
errors = ns.CreateObject[ns.RateErrorModel]()
errors.SetUnit(ns.RateErrorModel.ERROR_UNIT_PACKET)
errors.SetRate(0.1)
errors.AssignStreams(1)
devices.Get(1).SetAttribute("ReceiveErrorModel", ns.PointerValue(errors))

media = ns.hsn.MmPocHelper(ORDER)
media.SetAttribute("ReliabilityMode", ns.StringValue("GroupOfMedia"))
media.SetAttribute("MaxRate", ns.DoubleValue(0.15))
media.SetAttribute("InitialRtt", ns.StringValue("8ms"))
media.SetMediumAttribute(0, "ProductionFrequency", ns.DoubleValue(25))
media.SetMediumAttribute(1, "ProductionFrequency", ns.DoubleValue(12.5))
media.Install(nodes, 5000)

sinks = []
for medium, size in enumerate((400000, 200000)):
    here = ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 5000 + medium)
    sink = ns.PacketSinkHelper("ns3::hsn::MmPocSocketFactory", here.ConvertTo())
    sinks.append(sink.Install(nodes.Get(1)).Get(0))
    there = ns.InetSocketAddress(addresses.GetAddress(1), 5000 + medium)
    source = ns.OnOffHelper("ns3::hsn::MmPocSocketFactory", there.ConvertTo())
    source.SetConstantRate(ns.DataRate("40kbps" if medium else "80kbps"), 400)
    source.SetAttribute("MaxBytes", ns.UintegerValue(size))
    source.Install(nodes.Get(0)).Start(ns.Seconds(1) + ns.NanoSeconds(medium))
ns.Simulator.Stop(ns.Seconds(60))
hsn.run()

shares = [sink.GetObject[ns.PacketSink]().GetTotalRx() / size
          for sink, size in zip(sinks, (400000, 200000))]
print(f"delivered: {shares[0]:.3f} {shares[1]:.3f}")
ns.Simulator.Destroy()
