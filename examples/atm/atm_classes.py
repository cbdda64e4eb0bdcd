# SPDX-License-Identifier: GPL-2.0-only
"""Applications that know nothing of ATM get classes of cells by their type of service.

Four hosts send UDP over one switch, whose output is too slow for all, and which pushes out cells of
the lower classes. The same in C++: atm-classes.cc.

    ./hsn python examples/atm/atm_classes.py
"""

import json

import hsn
from hsn import ns


def run(policy="ns3::hsn::ExClpPushOutDiscard"):
    """{"packets_sent": ..., "packets_received": ...} of four classes."""
    hsn.reset()
    # else the first packets would wait for an answer of ARP at random, and some would be lost
    ns.Config.SetDefault("ns3::ArpL3Protocol::RequestJitter",
                         ns.StringValue("ns3::ConstantRandomVariable[Constant=0]"))
    senders, receiver, middle = ns.NodeContainer(4), ns.NodeContainer(1), ns.NodeContainer(1)
    switches = ns.hsn.AtmSwitchHelper()
    switches.SetQueueAttribute("MaxCells", ns.UintegerValue(200))
    if policy:
        switches.SetDiscardPolicy(policy)
    switches.Install(middle)
    atm = ns.hsn.AtmHelper()
    atm.SetChannelAttribute("DataRate", ns.StringValue("25.6Mbps"))
    devices = ns.NetDeviceContainer(atm.Install(middle.Get(0), receiver.Get(0)).Get(1))
    for cls in range(4):
        device = atm.Install(senders.Get(cls), middle.Get(0)).Get(0)
        # a VC for each class: where push-out takes the end of a PDU, the next one of its VC is lost
        atm.ConnectPvc(device, devices.Get(0))
        layer = ns.CreateObject[ns.hsn.Aal5PlusAdaptation]()
        layer.SetAttribute("Classifier",
                           ns.PointerValue(ns.CreateObject[ns.hsn.TosExClpClassifier]()))
        device.SetAdaptation(layer)
        devices.Add(device)
    stack = ns.InternetStackHelper()
    stack.SetIpv6StackInstall(False)
    stack.Install(ns.NodeContainer(receiver, senders))
    to = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(0)

    # 8.1 Mbit/s of cells each, of the precedences of headers, I, P and B
    sent, sinks = [0] * 4, []

    def count(cls):
        def one(_packet):
            sent[cls] += 1
        return one

    for cls in range(4):
        peer = ns.InetSocketAddress(to, 5000 + cls)
        client = ns.OnOffHelper("ns3::UdpSocketFactory", peer)
        client.SetConstantRate(ns.DataRate("7Mbps"), 964)
        app = client.Install(senders.Get(cls)).Get(0)
        app.SetStartTime(ns.MilliSeconds(10 + cls))
        app.SetStopTime(ns.MilliSeconds(1010 + cls))
        app.SetAttribute("Tos", ns.UintegerValue((6 - 2 * cls) << 5))
        hsn.connect(app, "Tx", count(cls))
        local = ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 5000 + cls)
        sinks.append(ns.PacketSinkHelper("ns3::UdpSocketFactory", local)
                     .Install(receiver.Get(0)).Get(0))
    hsn.run(stop="2s")
    return {"packets_sent": sent, "packets_received": [sink.GetTotalRx() // 964 for sink in sinks]}


if __name__ == "__main__":
    print(json.dumps(run()))
