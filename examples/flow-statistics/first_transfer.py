# SPDX-License-Identifier: GPL-2.0-only
"""A file over any transport of this module, by ns-3's own applications, from Python.

    ./hsn python examples/flow-statistics/first_transfer.py [FACTORY...]
"""

import sys

import hsn
from hsn import ns


def transfer(factory):
    """A file from one node to another; (bytes, when the last one arrived)."""
    nodes = ns.NodeContainer(2)
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue("10Mbps"))
    link.SetChannelAttribute("Delay", ns.StringValue("10ms"))
    devices = link.Install(nodes)
    ns.InternetStackHelper().Install(nodes)
    ns.hsn.HsnInternetHelper().Install(nodes)  # the transports of this module
    addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.0"))
    server = ns.InetSocketAddress(addresses.Assign(devices).GetAddress(1), 9).ConvertTo()

    sink = ns.PacketSinkHelper(factory, server).Install(nodes.Get(1)).Get(0)
    sources = ns.BulkSendHelper(factory, server)
    sources.SetAttribute("MaxBytes", ns.UintegerValue(1000000))
    sources.Install(nodes.Get(0)).Start(ns.Seconds(1))
    times = [0]
    hsn.connect(sink, "Rx", lambda *_: times.append(ns.Simulator.Now().GetMilliSeconds()))
    hsn.run(stop="60s")
    return sink.GetObject[ns.PacketSink]().GetTotalRx(), times[-1]


for name in sys.argv[1:] or ["ns3::hsn::SstpSocketFactory"]:
    hsn.reset()
    print("{} bytes, the last one at {} ms".format(*transfer(name)))
