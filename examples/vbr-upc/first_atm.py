# SPDX-License-Identifier: GPL-2.0-only
"""Two hosts and one ATM switch, built from Python.

    ./hsn python examples/vbr-upc/first_atm.py [PICTURE]

Two sources share one output of the switch; the cells that wait there are recorded by a Python
function connected to a trace source, and drawn.  PICTURE is first_atm.png if not given.
"""

import sys

import matplotlib

matplotlib.use("Agg")

import hsn
from hsn import ns
from hsn.plot import finish, new_figure

picture = sys.argv[1] if len(sys.argv) > 1 else "first_atm.png"

# the switch: 400 cells for best-effort traffic at each output, whole packets refused early
hosts, middle = ns.NodeContainer(2), ns.NodeContainer(1)
switches = ns.hsn.AtmSwitchHelper()
switches.SetQueueAttribute("MaxCells", ns.UintegerValue(400))
switches.SetDiscardPolicy("ns3::hsn::EarlyPacketDiscard", "Threshold", ns.DoubleValue(0.8))
switch = switches.Install(middle).Get(0)

# the links: a fast one in, a slow one out
atm = ns.hsn.AtmHelper()
atm.SetChannelAttribute("Delay", ns.StringValue("1ms"))
first = atm.Install(hosts.Get(0), middle.Get(0)).Get(0)
atm.SetChannelAttribute("DataRate", ns.StringValue("10Mbps"))
second = atm.Install(hosts.Get(1), middle.Get(0)).Get(0)
atm.ConnectPvc(first, second)

# IP and a TCP transfer over it, as over any ns-3 device
devices = ns.NetDeviceContainer()
devices.Add(first)
devices.Add(second)
ns.InternetStackHelper().Install(hosts)
addresses = ns.Ipv4AddressHelper()
addresses.SetBase(ns.Ipv4Address("10.1.1.0"), ns.Ipv4Mask("255.255.255.0"))
interfaces = addresses.Assign(devices)
factory = "ns3::TcpSocketFactory"
sink = ns.PacketSinkHelper(
    factory, ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 5000).ConvertTo())
received = sink.Install(hosts.Get(1))
source = ns.BulkSendHelper(
    factory, ns.InetSocketAddress(interfaces.GetAddress(1), 5000).ConvertTo())
source.SetAttribute("MaxBytes", ns.UintegerValue(1000000))
source.Install(hosts.Get(0)).Start(ns.Seconds(0.1))

# a Python function as a trace sink: the cells that wait for the slow link
times, cells, refused = [], [], [0]


def fill(_before, now):
    """The number of cells in the buffer has changed."""
    times.append(ns.Simulator.Now().GetSeconds())
    cells.append(now)


def refuse(*_what):
    """A cell was refused."""
    refused[0] += 1


queue = switch.GetPort(1).GetOutput().GetQueue(ns.hsn.ATM_UBR)
hsn.connect(queue, "CellsInQueue", fill, "uint32_t, uint32_t")
hsn.connect(queue, "Discard", refuse,
            "const ns3::hsn::CellBurst&, ns3::hsn::CellDiscardReason")

hsn.run(stop=5.0)
total = received.Get(0).GetObject[ns.PacketSink]().GetTotalRx()
print(f"received {total} bytes; at most {max(cells)} cells waited, {refused[0]} were refused")
ns.Simulator.Destroy()

figure, axes = new_figure("time (s)", "cells waiting", "Output buffer of the switch")
axes.step(times, cells, where="post", linewidth=0.8)
axes.set_ylim(bottom=0)
finish(figure).savefig(picture, dpi=150)
print(f"drawn: {picture}")
