# SPDX-License-Identifier: GPL-2.0-only
"""Reliable multicast on a small tree of lossy links, from Python.

    ./hsn python examples/fec-placement/multicast_tree.py [PACKETS]
"""

import sys

import hsn
from hsn import ns

packets = int(sys.argv[1]) if len(sys.argv) > 1 else 2000

# the source, two routers behind it, and five receivers behind these
tree = ns.hsn.MulticastTree()
left, right = tree.Add(0, 0.01), tree.Add(0, 0.02)
for router in (left, left, left, right, right):
    tree.Add(router, 0.05)

# one channel for the tree, and a stream of random numbers for each link
network = ns.hsn.MulticastTreeHelper()
network.SetDelay(ns.MilliSeconds(10))
network.SetStream(1)
devices = network.InstallChannel(tree)
receivers = ns.NetDeviceContainer()
for i in range(1, devices.GetN()):
    receivers.Add(devices.Get(i))

# a sender that repeats each packet until all receivers have it; no parity packets
group = ns.hsn.FecMulticastHelper()
group.SetAttribute("M", ns.UintegerValue(0))
group.SetAttribute("MaxPackets", ns.UintegerValue(packets))
applications = group.Install(devices.Get(0), receivers)
hsn.run()

sent = applications.Get(0).GetObject[ns.hsn.FecMulticastSender]().GetCounters()
mean = (sent.newPackets + sent.retransmissions) / sent.complete
print(f"{sent.complete} packets complete, {mean:.3f} transmissions each; "
      f"formula {ns.hsn.MulticastTreeModel.GetMean(tree):.3f}")
ns.Simulator.Destroy()
