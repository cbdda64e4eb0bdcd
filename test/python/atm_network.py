# SPDX-License-Identifier: GPL-2.0-only
"""A small ATM network, of which all that can be seen is looked at: for atm_mistakes.py."""

import functools

import cppyy
import hsn
from hsn import ns

STOP = 0.006  # s
HALF = 0.003  # s: when the second network meets the mistake

cppyy.cppdef("""
namespace mistakes {
using namespace ns3;
/// Leaves no label of a link.
inline void TakeLabels(Ptr<hsn::AtmChannel> channel) { while (channel->AllocateVc().vci != 65535) {} }
/// Does nothing.
struct Processor : public hsn::AtmSwitchProcessor
{
    void Submit(uint32_t, const hsn::CellBurst&) override {}
};
inline void SetProcessor(Ptr<hsn::AtmSwitch> s) { s->SetProcessor(CreateObject<Processor>()); }
inline Ptr<Packet> Tagged(uint8_t cls)
{
    hsn::ExClpTag tag;
    tag.cls = cls;
    auto packet = Create<Packet>(100);
    packet->AddPacketTag(tag);
    return packet;
}
inline void Ignore(const hsn::Aal5PlusDelivery&) {}
inline void Receive(Ptr<hsn::Aal5PlusAdaptation> layer, const hsn::AtmVc& vc)
{
    layer->SetReceiver(vc, MakeCallback(&Ignore));
}
}""")


class Network:
    """Two hosts and a source of cells, over a switch that polices, to a third host."""

    def __init__(self, engine):
        ns.GlobalValue.Bind("hsn::AtmEngine", ns.StringValue(engine))
        self.hosts, self.middle, self.spare = ns.NodeContainer(4), ns.NodeContainer(1), ns.NodeContainer(3)
        switches = ns.hsn.AtmSwitchHelper()
        switches.SetQueueAttribute("MaxCells", ns.UintegerValue(30))
        self.switch = switches.Install(self.middle).Get(0)
        self.atm = ns.hsn.AtmHelper()
        self.devices = [self.atm.Install(self.hosts.Get(n), self.middle.Get(0)).Get(0) for n in range(3)]
        self.lonely = self.atm.Install(self.spare.Get(0), self.spare.Get(1)).Get(0)
        self.pvc = self.atm.ConnectPvc(*self.devices[:2], options(forward=contract(), shape=True))
        self.upc, self.vc = self.pvc.forwardUpc, self.pvc.a
        sources = ns.hsn.CellSourceHelper("ns3::hsn::CbrCellSource")
        sources.Set("Rate", ns.StringValue("140Mbps"))
        self.background = sources.Install(self.atm, self.hosts.Get(3), self.middle.Get(0), self.devices[2])
        self.channel = self.devices[0].GetAtmChannel()
        self.full = self.atm.Install(self.spare.Get(2), self.middle.Get(0)).Get(0)
        cppyy.gbl.mistakes.TakeLabels(self.full.GetAtmChannel())
        self.taken = self.atm.Install(self.spare.Get(2), self.middle.Get(0)).Get(0)
        self.taken.AddVc(vc_of(self.taken.GetAtmChannel().GetNextVc().vci))
        self.cells, self.runs, self.packets = [], [], []

    def complete(self):
        """A further connection, whose labels depend on the earlier ones, and what sends."""
        pvcs = [self.pvc, self.atm.ConnectPvc(self.devices[0], self.devices[2]),
                self.atm.ConnectPointToMultipoint(self.devices[1], container(self.devices[0], self.devices[2]))]
        for pvc in pvcs:
            for at in (300, 1000, 2950, 3300, 5000):
                device = self.devices[1] if pvc is pvcs[2] else self.devices[0]
                hsn.at(ns.MicroSeconds(at), functools.partial(send, device, pvc.a, 1000 + at // 10))

    def watch(self):
        """Look at the cells one by one at one device, and in runs at another."""
        def cell(burst):
            self.cells.append([now(), burst.vc.vci, burst.first, burst.clp, burst.efci])

        def run(burst, time):
            for n in range(burst.count):
                self.runs.append([time.GetTimeStep() + n * burst.spacing, burst.vc.vci, burst.first + n,
                                  burst.clp >> n & 1])

        def packet(sdu):
            self.packets.append([now(), sdu.GetSize()])

        hsn.connect(self.devices[1], "CellRx", cell)
        hsn.connect(self.devices[2], "RunRx", run)
        for device in self.devices:
            hsn.connect(device, "PhyRxEnd", packet)

    def seen(self):
        """All that can be observed."""
        ports = [self.switch.GetPort(n) for n in range(self.switch.GetNPorts())]
        nodes = [ns.NodeList.GetNode(n) for n in range(ns.NodeList.GetNNodes())]
        self.devices[2].GetRxCounters()  # all runs are told of
        return {
            "cells": self.cells, "runs": sorted(self.runs), "packets": sorted(self.packets), "end": now(),
            "switch": numbers(self.switch.GetCounters()),
            "queues": [str(port.GetOutput().GetCounters()) for port in ports],
            "upc": numbers(self.upc.GetCounters()),
            "shaper": self.vc.GetShaper().GetPcr().GetTat(),
            "devices": [[node.GetNDevices(), bool(node.GetObject[ns.hsn.AtmSwitch]())] for node in nodes],
            "vcs": [[numbers(vc.GetTxCounters()) + numbers(vc.GetRxCounters()) + [vc.GetRawRxCells()]
                     for vc in map(device.GetVc, range(device.GetNVcs()))]
                    for device in [*self.devices, self.lonely, self.full, self.taken]],
            "channels": [numbers(device.GetAtmChannel().GetCounters(end))
                         for device in self.devices for end in (0, 1)],
            "labels": [device.GetAtmChannel().GetNextVc().vci
                       for device in [*self.devices, self.lonely, self.full, self.taken]],
            "source": self.background.source.GetCounters().cells,
        }


def send(device, vc, size):
    """An SDU on a VC."""
    device.SendSdu(vc, ns.Create[ns.Packet](size))


def now():
    """The time, in steps."""
    return ns.Simulator.Now().GetTimeStep()


def numbers(counters):
    """The numbers of a struct."""
    found = [getattr(counters, name) for name in sorted(dir(counters)) if name[0].islower()]
    return [one for one in found if isinstance(one, int)]


def contract(*arguments):
    """40 Mbit/s with bursts of 20 cells at 100 Mbit/s."""
    rates = arguments or (ns.DataRate("100Mbps"), ns.DataRate("40Mbps"), 20)
    return ns.hsn.AtmTrafficContract.Vbr(ns.hsn.AtmTrafficContract.VBR_A, *rates)


def options(**fields):
    """What a connection asks for."""
    made = ns.hsn.AtmPvcOptions()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def container(*devices):
    """A container of devices."""
    made = ns.NetDeviceContainer()
    for device in devices:
        made.Add(device)
    return made


def nodes_of(*nodes):
    """A container of nodes."""
    made = ns.NodeContainer()
    for node in nodes:
        made.Add(node)
    return made


def made(name):
    """An object of a class of this module."""
    return ns.CreateObject[getattr(ns.hsn, name)]()


def label(vci, vpi=0):
    """A label."""
    return ns.hsn.AtmVcId(vpi, vci)


def vc_of(vci, vpi=0):
    """A VC that no device has."""
    vc = made("AtmVc")
    vc.SetId(label(vci, vpi))
    return vc


def run(engine, mistake=None, later=None):
    """What is seen of a network with a mistake before it runs, or while it does."""
    network = Network(engine)
    if mistake:
        mistake(network)
    network.complete()
    network.watch()
    if later:
        hsn.at(HALF, functools.partial(later, network))
    hsn.run(stop=STOP)
    return network.seen()
