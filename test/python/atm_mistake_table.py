# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong with ATM networks: for atm_mistakes.py.

MISTAKES fail always, LATER while the network runs; IN_RUN makes the simulation fail.  A function gets the
Network.
"""

import cppyy
import hsn
from atm_network import container, contract, label, made, nodes_of, now, numbers, options, send, vc_of
from hsn import fatal, ns

NULL = cppyy.nullptr
RATES = [ns.DataRate("2Mbps"), ns.DataRate("1Mbps")]


def attached(port, node, *channels):
    """A port on a node, with one link after another."""
    node.AddDevice(port)
    for channel in channels:
        port.Attach(channel)


def of_other_engine(call):
    """Call with the other engine."""
    value = ns.StringValue()
    ns.GlobalValue.GetValueByName("hsn::AtmEngine", value)
    other = "PerCell" if "Burst" in str(value.Get()) else "Burst"
    ns.GlobalValue.Bind("hsn::AtmEngine", ns.StringValue(other))
    try:
        call()
    finally:
        ns.GlobalValue.Bind("hsn::AtmEngine", value)


def vbr_c():
    """A contract that preventive tagging cannot use."""
    return ns.hsn.AtmTrafficContract.Vbr(ns.hsn.AtmTrafficContract.VBR_C, *RATES, 10)


def bad():
    """A contract that makes no sense."""
    return contract(*reversed(RATES), 10)


def connect(net, *arguments):
    """A connection in the switch."""
    net.switch.AddConnection(*arguments, ns.hsn.ATM_UBR)


def source_type(name="ns3::hsn::CbrCellSource"):
    """A helper for sources."""
    return ns.hsn.CellSourceHelper(name)


def sources(net, sink, **fields):
    """A further source of cells."""
    source_type().Install(net.atm, net.hosts.Get(3), net.middle.Get(0), sink, options(**fields))


def source_to(net, port, sink, **fields):
    """A connection from a source of cells."""
    net.atm.ConnectSource(made("CbrCellSource"), port, sink, options(**fields))


def tree(net, root, *leaves, **fields):
    """A point-to-multipoint connection."""
    net.atm.ConnectPointToMultipoint(root, container(*leaves), options(**fields))


def upc_cell(time, last=True, cells=0):
    """A cell before the police."""
    cell = ns.hsn.UpcCell()
    cell.time, cell.last, cell.pduCells = time, last, cells
    return cell


def unchanged(state, call):
    """A call that fails, and leaves something as it was."""
    before = state()
    try:
        call()
    finally:
        assert state() == before, f"{before} has become {state()}"


def bucket():
    """GCRA(10, 5) that has seen a cell."""
    gcra = ns.hsn.Gcra(10, 5)
    gcra.Update(100)
    return gcra, lambda: (gcra.GetTat(), gcra.GetLastConformance(), gcra.CheckTime(100))


def of_bucket(call):
    """A call of a bucket's function."""
    gcra, state = bucket()
    unchanged(state, lambda: call(gcra))


def of_tagger(before, call):
    """A call of a tagger's function."""
    tagger = ns.hsn.PreventiveTagger(contract())
    before(tagger)
    unchanged(lambda: (tagger.GetRemaining(), tagger.GetPcr().GetTat(), tagger.GetScr().GetTat()),
              lambda: call(tagger))


def begun(tagger):
    """A PDU of two cells, one of which has been sent."""
    tagger.StartPdu(5, 2)
    tagger.NextCell(5)


def of_shaper(call):
    """A call of a shaper's function."""
    shaper = made("GcraShaper")
    shaper.SetContract(contract())
    shaper.Commit(ns.TimeStep(100), False)
    unchanged(lambda: (str(shaper.GetContract()), shaper.GetPcr().GetTat(), shaper.GetScr().GetTat()),
              lambda: call(shaper))


def of_reassembler(call):
    """A call of a reassembler's function."""
    reassembler = ns.hsn.Aal5Reassembler()
    unchanged(lambda: (reassembler.GetMaxSdu(), reassembler.GetTimeout().GetTimeStep(),
                       reassembler.GetPendingCells()), lambda: call(reassembler))


def burst(count):
    """Cells of a PDU of three."""
    one = ns.hsn.CellBurst()
    one.pdu = ns.Create[ns.hsn.AtmRawPdu](3)
    one.count = count
    return one


def header():
    """A header that is in no format."""
    one = ns.hsn.AtmCellHeader()
    one.pti = 8
    return one


def parity(rows=7, cells=8):
    """A size of groups."""
    size = ns.hsn.SystemParitySize()
    size.rows, size.cells = rows, cells
    return size


def too_many_rows():
    """A group of parity that is full gets another row."""
    encoder = ns.hsn.SystemParityEncoder()
    for _ in range(8):
        encoder.MakePdu(bytearray(encoder.GetSduSize()))


def threshold(name):
    """Thresholds in the wrong order."""
    policy = made(name)
    policy.SetAttribute("Threshold1", ns.DoubleValue(0.1))
    policy.DecideByClass(burst(1), 0, ns.hsn.CellClassCounts(), 10, ns.hsn.CellGroupMemory())


def of_police(net, call):
    """A call of the police's functions."""
    unchanged(lambda: (net.upc.GetPcr().GetTat(), net.upc.GetScr().GetTat(), numbers(net.upc.GetCounters())),
              lambda: call(net.upc))


def back():
    """A cell before the one before."""
    upc = made("UsageParameterControl")
    upc.SetContract(contract())
    upc.Police(upc_cell(5))
    unchanged(lambda: (upc.GetPcr().GetTat(), numbers(upc.GetCounters())), lambda: upc.Police(upc_cell(4)))


def epd():
    """Early packet discard without a length."""
    upc = made("UsageParameterControl")
    upc.SetContract(contract())
    upc.SetAttribute("PacketDiscard", ns.StringValue("Epd"))
    try:
        upc.Police(upc_cell(10 ** 6))
    finally:
        words = fatal.last_words()
        upc.SetAttribute("PacketDiscard", ns.StringValue("None"))
        upc.Police(upc_cell(5))  # no time has passed
        assert fatal.last_words() == words


def epd_contract():
    """A contract for early packet discard without a length."""
    upc = made("UsageParameterControl")
    upc.SetContract(contract())
    upc.SetAttribute("PacketDiscard", ns.StringValue("Epd"))
    unchanged(lambda: str(upc.GetContract()), lambda: upc.SetContract(contract(*RATES, 10)))


def epd_pvc(net):
    """A connection with it."""
    atm = ns.hsn.AtmHelper()
    atm.SetUpcAttribute("PacketDiscard", ns.StringValue("Epd"))
    atm.ConnectPvc(*net.devices[:2], options(forward=contract(), shape=True))


def third_end(net):
    """A port does not have the link that has two ends."""
    port = made("AtmNetDevice")
    port.SetNode(net.spare.Get(0))
    unchanged(lambda: bool(port.GetChannel()), lambda: port.Attach(net.channel))


# a line each: what is wrong, the call
MISTAKES = {
    "AddPort: has a switch": lambda net: net.switch.AddPort(net.switch.GetPort(0)),
    "AddPort: engine": lambda net: of_other_engine(lambda: net.switch.AddPort(made("AtmSwitchPort"))),
    "GetPort": lambda net: net.switch.GetPort(99),
    "AddConnection: port": lambda net: connect(net, 7, label(32), 99, label(32)),
    "AddConnection: VPI": lambda net: connect(net, 0, label(32), 1, label(32, 4096)),
    "AddConnection: twice": lambda net: connect(net, 0, label(32), 1, label(32)),
    "SetUpc: port": lambda net: net.switch.SetUpc(99, label(32), net.upc),
    "SetUpc: connection": lambda net: net.switch.SetUpc(0, label(99), net.upc),
    "SetFrameFilter": lambda net: net.switch.SetFrameFilter(
        0, label(99), ns.Ptr[ns.hsn.AtmFrameFilter]()),
    "AtmChannel::Attach": lambda net: net.channel.Attach(
        ns.Ptr[ns.hsn.AtmPort](made("AtmNetDevice"))),
    "Attach: two ends": third_end,
    "AllocateVc": lambda net: net.full.GetAtmChannel().AllocateVc(),
    "DataRate: 0": lambda net: net.channel.SetAttribute("DataRate", ns.StringValue("0bps")),
    "DataRate: most": lambda net: net.channel.SetAttribute("DataRate", ns.StringValue("1000000Gbps")),
    "Attach: two links": lambda net: net.devices[0].Attach(made("AtmChannel")),
    "Attach: no node": lambda net: made("AtmNetDevice").Attach(made("AtmChannel")),
    "AddVc: another device's": lambda net: net.devices[1].AddVc(net.vc),
    "AddVc: twice": lambda net: net.devices[0].AddVc(net.vc),
    "AddVc: label taken": lambda net: net.devices[0].AddVc(vc_of(32)),
    "AddVc: VCI": lambda net: net.devices[0].AddVc(vc_of(31)),
    "AddVc: VPI": lambda net: net.devices[0].AddVc(vc_of(32, 256)),
    "GetVc": lambda net: net.devices[0].GetVc(99),
    "AddNextHop": lambda net: net.devices[1].AddNextHop(ns.Ipv4Address("1.2.3.4"), net.vc),
    "SendSdu": lambda net: send(net.devices[1], net.vc, 100),
    "SetContract: attributes": lambda net: epd_contract(),
    "SetContract": lambda net: net.upc.SetContract(bad()),
    "Police: contract": lambda net: made("UsageParameterControl").Police(upc_cell(1)),
    "Police: range": lambda net: net.upc.Police(upc_cell(2 ** 62)),
    "Police: back": lambda net: back(),
    "Police: EPD": lambda net: epd(),
    "PoliceRun": lambda net: of_police(net, lambda upc: upc.PoliceRun(upc_cell(now()), -1, 1)),
    "GcraShaper: contract": lambda net: net.vc.GetShaper().SetContract(bad()),
    "GetEarliest: spacing": lambda net: net.vc.GetShaper().GetEarliest(now(), -1, 1, False),
    "GetEarliest: cell": lambda net: net.vc.GetShaper().GetEarliest(now(), 1, 0, False),
    "Commit": lambda net: of_shaper(lambda shaper: shaper.Commit(ns.TimeStep(100), False)),
    "SetContract of a shaper": lambda net: of_shaper(lambda shaper: shaper.SetContract(bad())),
    "Gcra": lambda net: ns.hsn.Gcra(0, 0),
    "Update": lambda net: of_bucket(lambda gcra: gcra.Update(99)),
    "RequireRun": lambda net: of_bucket(lambda gcra: gcra.PoliceRun(100, -1, 1)),
    "MaxBurst": lambda net: ns.hsn.Gcra.MaxBurst(-1, 0, 0),
    "MaxBurst: spacing": lambda net: ns.hsn.Gcra.MaxBurst(1, 0, -1),
    "PreventiveTagger": lambda net: ns.hsn.PreventiveTagger(vbr_c()),
    "StartPdu: 0": lambda net: of_tagger(lambda tagger: None, lambda tagger: tagger.StartPdu(1, 0)),
    "StartPdu: other": lambda net: of_tagger(begun, lambda tagger: tagger.StartPdu(6, 1)),
    "NextCell: no PDU": lambda net: of_tagger(lambda tagger: None, lambda tagger: tagger.NextCell(1)),
    "NextCell: back": lambda net: of_tagger(begun, lambda tagger: tagger.NextCell(4)),
    "NextCell: range": lambda net: of_tagger(begun, lambda tagger: tagger.NextCell(2 ** 62)),
    "Aal5Reassembler: size": lambda net: of_reassembler(lambda one: one.SetMaxSdu(0)),
    "Aal5Reassembler: time": lambda net: of_reassembler(lambda one: one.SetTimeout(ns.Seconds(-1))),
    "Aal5Reassembler: burst": lambda net: of_reassembler(lambda one: one.Receive(burst(4))),
    "AtmCellHeader": lambda net: ns.hsn.AtmCellHeader.Serialize(header(), ns.hsn.AtmCellHeader.UNI, bytearray(5)),
    "parity: rows": lambda net: parity(rows=8).Check(),
    "parity: cells": lambda net: parity(cells=65).Check(),
    "MakePdu": lambda net: too_many_rows(),
    "ExClpThresholdDiscard": lambda net: threshold("ExClpThresholdDiscard"),
    "ExClpGroupDiscard": lambda net: threshold("ExClpGroupDiscard"),
    "Vbr": lambda net: ns.hsn.AtmTrafficContract.Vbr(ns.hsn.AtmTrafficContract.CBR, *RATES, 10),
    "CellPeriod: 0": lambda net: ns.hsn.AtmTrafficContract.CellPeriod(ns.DataRate(0)),
    "CellPeriod: inf": lambda net: ns.hsn.AtmTrafficContract.CellPeriod(float("inf")),
    "CellPeriod: small": lambda net: ns.hsn.AtmTrafficContract.CellPeriod(1e-300),
    "SetPreventiveTagging": lambda net: net.vc.SetPreventiveTagging(vbr_c()),
    "MaxSdu": lambda net: net.vc.SetAttribute("MaxSdu", ns.UintegerValue(0)),
    "ReassemblyTimeout": lambda net: net.vc.SetAttribute("ReassemblyTimeout", ns.StringValue("-1s")),
    "SetClass": lambda net: made("TosExClpClassifier").SetClass(8, 0),
    "GetClass": lambda net: made("TosExClpClassifier").GetClass(8),
    "a reason without a name": lambda net: ns.hsn.RegisterCellDiscardReason(""),
    "reasons": lambda net: [ns.hsn.RegisterCellDiscardReason(f"reason {n}") for n in range(99)],
    "FixedLengthDelineator": lambda net: ns.hsn.FixedLengthDelineator(0),
    "AtmPdu": lambda net: ns.Create[ns.hsn.AtmPdu](ns.Create[ns.Packet](65536)),
    "AtmRawPdu": lambda net: ns.Create[ns.hsn.AtmRawPdu](0),
    "SetMarks": lambda net: ns.Create[ns.hsn.AtmRawPdu](3).SetMarks(2, 2, 0),
    "CopyMarks": lambda net: ns.Create[ns.hsn.AtmRawPdu](3).CopyMarks(
        ns.Create[ns.hsn.AtmRawPdu](2).__deref__()),
    "BuildCpcsPdu": lambda net: ns.hsn.Aal5.BuildCpcsPdu(bytearray(65536), 65536),
    "AppendTrailer": lambda net: ns.hsn.Aal5.AppendTrailer(
        cppyy.gbl.std.vector["uint8_t"](65536), 0, 0),
    # helpers
    "SetDeviceType": lambda net: net.atm.SetDeviceType(ns.hsn.AtmSwitchPort.GetTypeId()),
    "SetDeviceAttribute": lambda net: net.atm.SetDeviceAttribute("Nope", ns.StringValue("1")),
    "SetChannelAttribute": lambda net: net.atm.SetChannelAttribute("DataRate", ns.StringValue("0bps")),
    "SetVcAttribute": lambda net: net.atm.SetVcAttribute("MaxSdu", ns.StringValue("0")),
    "SetUpcAttribute": lambda net: net.atm.SetUpcAttribute("Form", ns.StringValue("0")),
    "Install: itself": lambda net: net.atm.Install(net.spare.Get(0), net.spare.Get(0)),
    "Install: three": lambda net: net.atm.Install(net.spare),
    "Install: engine": lambda net: of_other_engine(lambda: net.atm.Install(net.spare.Get(0), net.middle.Get(0))),
    "Install: no node": lambda net: net.atm.Install(net.spare.Get(0), NULL),
    "InstallSourcePort": lambda net: net.atm.InstallSourcePort(net.spare.Get(0), net.spare.Get(0)),
    "InstallSourcePort: engine": lambda net: of_other_engine(
        lambda: net.atm.InstallSourcePort(net.spare.Get(0), net.middle.Get(0))),
    "ConnectPvc: device": lambda net: net.atm.ConnectPvc(net.devices[0], net.switch.GetPort(0)),
    "ConnectPvc: path": lambda net: net.atm.ConnectPvc(net.devices[0], net.lonely),
    "ConnectPvc: labels": lambda net: net.atm.ConnectPvc(net.devices[0], net.full),
    "ConnectPvc: contract": lambda net: net.atm.ConnectPvc(*net.devices[:2], options(forward=bad())),
    "ConnectPvc: backward": lambda net: net.atm.ConnectPvc(
        *net.devices[:2], options(forward=contract(), backward=bad())),
    "ConnectPvc: no switch": lambda net: net.atm.ConnectPvc(
        net.lonely, net.lonely.GetAtmChannel().GetPort(1), options(forward=contract())),
    "ConnectPvc: attributes of the police": epd_pvc,
    "ConnectPvc: label": lambda net: net.atm.ConnectPvc(net.devices[0], net.taken),
    "ConnectSource: sink": lambda net: source_to(net, net.background.port, net.switch.GetPort(0)),
    "ConnectSource: port": lambda net: source_to(net, *net.devices[:2]),
    "ConnectSource: backward": lambda net: source_to(net, net.background.port, net.devices[0],
                                                     backward=contract()),
    "ConnectSource: shape": lambda net: source_to(net, net.background.port, net.devices[0], shape=True),
    "ConnectSource: path": lambda net: source_to(net, net.background.port, net.lonely),
    "ConnectSource: labels": lambda net: source_to(net, net.background.port, net.full),
    "ConnectSource: contract": lambda net: source_to(net, net.background.port, net.devices[1], forward=bad()),
    "tree: root": lambda net: tree(net, net.switch.GetPort(0), net.devices[0]),
    "tree: no leaf": lambda net: tree(net, net.devices[0]),
    "tree: backward": lambda net: tree(net, *net.devices, backward=contract()),
    "tree: leaf": lambda net: tree(net, *net.devices, net.switch.GetPort(0)),
    "tree: path": lambda net: tree(net, *net.devices, net.lonely),
    "tree: twice": lambda net: tree(net, *net.devices, net.devices[1]),
    "tree: root is a leaf": lambda net: tree(net, net.devices[0], net.devices[1], net.devices[0]),
    "tree: label": lambda net: tree(net, *net.devices, net.taken),
    "tree: labels": lambda net: tree(net, *net.devices, net.full),
    "tree: contract": lambda net: tree(net, *net.devices, forward=bad()),
    "AtmSwitchContainer": lambda net: ns.hsn.AtmSwitchContainer().Get(0),
    "SetQueueAttribute": lambda net: ns.hsn.AtmSwitchHelper().SetQueueAttribute("MaxCells", ns.StringValue("0")),
    "SetDiscardPolicy": lambda net: ns.hsn.AtmSwitchHelper().SetDiscardPolicy("ns3::hsn::Nope"),
    "AtmSwitchHelper: twice": lambda net: ns.hsn.AtmSwitchHelper().Install(net.middle.Get(0)),
    "AtmSwitchHelper: one is": lambda net: ns.hsn.AtmSwitchHelper().Install(
        nodes_of(net.spare.Get(0), net.middle.Get(0))),
    "AtmSwitchHelper: one twice": lambda net: ns.hsn.AtmSwitchHelper().Install(
        nodes_of(*2 * [net.spare.Get(0)])),
    "CellSourceHelper": lambda net: source_type("ns3::hsn::AtmSwitch"),
    "CellSourceHelper: switch": lambda net: source_type().Install(
        net.atm, net.middle.Get(0), net.hosts.Get(0), net.devices[0], options()),
    "CellSourceHelper: sink": lambda net: sources(net, net.switch.GetPort(0)),
    "CellSourceHelper: path": lambda net: sources(net, net.lonely),
    "CellSourceHelper: no switch": lambda net: source_type().Install(
        net.atm, net.hosts.Get(3), net.spare.Get(0), net.devices[0], options()),
    "CellSourceHelper: labels": lambda net: sources(net, net.full),
    "CellSourceHelper: contract": lambda net: sources(net, net.devices[0], forward=bad()),
    "CellSourceHelper: shape": lambda net: sources(net, net.devices[0], shape=True),
    "CellSourceHelper: engine": lambda net: of_other_engine(lambda: sources(net, net.devices[0])),
}

# what fails only while the network runs
LATER = {
    "SetProcessor": lambda net: cppyy.gbl.mistakes.SetProcessor(net.switch),
    "SetQueue": lambda net: net.switch.GetPort(2).GetOutput().SetQueue(ns.hsn.ATM_UBR, made("AtmCellQueue")),
    "SetSource": lambda net: net.background.port.SetSource(made("CbrCellSource"), label(32)),
    "ConnectSource: started": lambda net: source_to(net, net.background.port, net.devices[0]),
}


def source_without_link(net):
    """A source's port has no link."""
    port = made("AtmSourcePort")
    attached(port, net.spare.Get(0))
    port.SetSource(made("CbrCellSource"), label(32))


def source_of_two(net):
    """Two ports have the same source."""
    source = net.background.source
    port = net.atm.InstallSourcePort(net.spare.Get(0), net.middle.Get(0)).Get(0)
    net.atm.ConnectSource(source, port, net.devices[0])


def empty_message(net):
    """A source draws a message of 0 cells."""
    source = source_type("ns3::hsn::PoissonMessageCellSource")
    source.Set("Cells", ns.StringValue("ns3::ConstantRandomVariable[Constant=0]"))
    source.Install(net.atm, net.hosts.Get(3), net.middle.Get(0), net.devices[0], options())


def one_end(net):
    """A connection leads to a link that ends in the air."""
    port = made("AtmSwitchPort")
    net.middle.Get(0).AddDevice(port)
    number = net.switch.AddPort(port)
    port.Attach(made("AtmChannel"))
    connect(net, 0, label(32), number, label(99))


def adapted(net, packet, mode="PerClassPdu", system=False):
    """An SDU by AAL5+."""
    for n, device in enumerate(net.devices[:2]):
        layer = made("Aal5PlusAdaptation")
        layer.SetAttribute("DataPduMode", ns.StringValue(mode))
        layer.SetAttribute("SystemParity", ns.BooleanValue(system))
        device.SetAdaptation(layer)
        if n == 1:
            cppyy.gbl.mistakes.Receive(layer, device.GetVc(0).__deref__())
    net.vc.SetShaper(ns.Ptr[ns.hsn.GcraShaper]())
    hsn.at(0.0005, lambda: net.devices[0].SendSdu(net.vc, packet))


# what makes the simulation end
IN_RUN = {
    "a source without a link": source_without_link,
    "a source of two ports": source_of_two,
    "StopTime": lambda net: net.background.source.SetAttribute("StartTime", ns.StringValue("2ms"))
                or net.background.source.SetAttribute("StopTime", ns.StringValue("1ms")),
    "an empty message": empty_message,
    "a link with one end": one_end,
    "early packet discard": lambda net: net.upc.SetAttribute("PacketDiscard", ns.StringValue("Epd")),
    "a class above 3": lambda net: adapted(net, cppyy.gbl.mistakes.Tagged(4)),
    "regrouping": lambda net: adapted(net, ns.Create[ns.Packet](65535), "Regroup"),
    "regrouping with parity": lambda net: adapted(net, ns.Create[ns.Packet](376), "Regroup", True),
}
