# SPDX-License-Identifier: GPL-2.0-only
"""The network that the paper's measurements stand for (its figure 2), built from Python.

    ./hsn python examples/vbr-upc/target_network.py [PICTURE]

A server sends 2 MB to a client behind an Ethernet of 10 Mbit/s.  A VBR connection of 10 Mbit/s
through an ATM backbone leads to the interworking unit, an IP router here:

    server --ATM-- backbone switch (UPC) --ATM-- interworking unit --Ethernet-- client

It is done twice: as the hosts of the paper did it, and with a server whose adapter shapes its
cells to the contract.  Both are drawn.  PICTURE is target_network.png if not given.
"""

import sys

import matplotlib

matplotlib.use("Agg")

import hsn
from hsn import ns
from hsn.plot import finish, new_figure

FACTORY = "ns3::hsn::IndexedTcpSocketFactory"
BYTES = 2_000_000


def set_defaults():
    """BSD's TCP of the paper with timers of 500 and 200 ms, and packets that fit an Ethernet."""
    socket = "ns3::hsn::IndexedTcpSocket::"
    for name, value in {
            socket + "TimerMode": "BsdTicks", socket + "TickRttEstimator": "Tahoe",
            socket + "LossRecovery": "Reno",
            socket + "FixedSizeSegments": "true", socket + "Sack": "false",
            socket + "Timestamp": "false", socket + "WindowScaling": "false",
            socket + "LimitedTransmit": "false",
            "ns3::TcpL4Protocol::SocketType": "ns3::hsn::TcpBsdReno",
            "ns3::TcpSocket::SegmentSize": "1460", "ns3::TcpSocket::InitialCwnd": "1",
            "ns3::TcpSocket::SndBufSize": "49152", "ns3::TcpSocket::RcvBufSize": "49152",
            "ns3::TcpSocket::DelAckCount": "2"}.items():
        ns.Config.SetDefault(name, ns.StringValue(value))


def transfer(shape):
    """Times and bytes received by the client."""
    names = ("server", "backbone", "unit", "client")
    server, backbone, unit, client = (ns.CreateObject[ns.Node]() for _ in names)
    ns.hsn.AtmSwitchHelper().Install(backbone)
    atm = ns.hsn.AtmHelper()
    atm.SetChannelAttribute("DataRate", ns.StringValue("155.52Mbps"))
    atm.SetChannelAttribute("Delay", ns.StringValue("450us"))
    atm.SetDeviceAttribute("Mtu", ns.UintegerValue(1500))
    first = atm.Install(server, backbone).Get(0)
    first.SetAttribute("InterSduTime", ns.StringValue("370500ns"))
    second = atm.Install(unit, backbone).Get(0)
    contract = ns.hsn.AtmTrafficContract.Vbr(
        ns.hsn.AtmTrafficContract.VBR_C, ns.NanoSeconds(2726), ns.NanoSeconds(42400), 2000)
    options = ns.hsn.AtmPvcOptions()
    options.category = ns.hsn.ATM_VBR
    options.forward = contract
    options.shape = shape
    pvc = atm.ConnectPvc(first, second, options)

    ethernet = ns.CsmaHelper()
    ethernet.SetChannelAttribute("DataRate", ns.StringValue("10Mbps"))
    lan_nodes = ns.NodeContainer()
    lan_nodes.Add(unit)
    lan_nodes.Add(client)
    lan = ethernet.Install(lan_nodes)

    nodes = ns.NodeContainer()
    for node in (server, unit, client):
        nodes.Add(node)
    ns.InternetStackHelper().Install(nodes)
    ns.hsn.HsnInternetHelper().Install(nodes)
    backbone_devices = ns.NetDeviceContainer()
    backbone_devices.Add(first)
    backbone_devices.Add(second)
    addresses = ns.Ipv4AddressHelper()
    addresses.SetBase(ns.Ipv4Address("10.1.1.0"), ns.Ipv4Mask("255.255.255.0"))
    near = addresses.Assign(backbone_devices)
    addresses.SetBase(ns.Ipv4Address("10.1.2.0"), ns.Ipv4Mask("255.255.255.0"))
    far = addresses.Assign(lan)
    routing = ns.Ipv4StaticRoutingHelper()
    for node, gateway in ((server, near.GetAddress(1)), (client, far.GetAddress(0))):
        routing.GetStaticRouting(node.GetObject[ns.Ipv4]()).SetDefaultRoute(gateway, 1)

    sink = ns.PacketSinkHelper(
        FACTORY, ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 5000).ConvertTo()).Install(client)
    source = ns.BulkSendHelper(
        FACTORY, ns.InetSocketAddress(far.GetAddress(1), 5000).ConvertTo())
    source.SetAttribute("SendSize", ns.UintegerValue(16384))
    source.SetAttribute("MaxBytes", ns.UintegerValue(BYTES))
    source.Install(server).Start(ns.Seconds(1))

    times, received = [0.0], [0]

    def receive(packet, *_from):
        times.append(ns.Simulator.Now().GetSeconds() - 1)
        received.append(received[-1] + packet.GetSize())

    hsn.connect(sink.Get(0), "Rx", receive, "ns3::Ptr<const ns3::Packet>, const ns3::Address&")
    hsn.run(stop=60.0)
    lost = pvc.forwardUpc.GetCounters().discardedScr
    ns.Simulator.Destroy()
    return times, received, lost


def main(picture):
    """Both transfers, and the picture."""
    set_defaults()
    figure, axes = new_figure("time (s)", "received (MB)", "Server to client, 10 Mbit/s VBR")
    for name, shape in (("as it is", False), ("shaped by the adapter", True)):
        times, received, lost = transfer(shape)
        rate = received[-1] * 8e-6 / times[-1]
        print(f"{name}: {received[-1]} bytes in {times[-1]:.2f} s, {rate:.2f} Mbit/s; "
              f"the UPC discarded {lost} cells")
        axes.plot(times, [count / 1e6 for count in received], label=name)
    finish(figure).savefig(picture, dpi=150)
    print(f"drawn: {picture}")


main(sys.argv[1] if len(sys.argv) > 1 else "target_network.png")
