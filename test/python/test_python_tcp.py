# SPDX-License-Identifier: GPL-2.0-only
"""ns-3 from Python: TCP's trace sources, and the same results twice in one process."""

import importlib.util
import re

import pytest
from conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("cppyy") is None,
                       reason="cppyy is not installed; ./hsn test installs it"),
]

# A transfer over a link that loses one packet in a hundred; which ones is random.
TRANSFER = """
import hsn
from hsn import loader
ns = loader.load_ns3()

def transfer(watch=lambda sender: None):
    nodes = ns.NodeContainer(); nodes.Create(2)
    helper = ns.PointToPointHelper()
    helper.SetDeviceAttribute("DataRate", ns.StringValue("10Mbps"))
    helper.SetChannelAttribute("Delay", ns.StringValue("5ms"))
    devices = helper.Install(nodes)
    losses = ns.CreateObject[ns.RateErrorModel]()
    losses.SetAttribute("ErrorUnit", ns.StringValue("ERROR_UNIT_PACKET"))
    losses.SetAttribute("ErrorRate", ns.DoubleValue(0.01))
    devices.Get(1).SetAttribute("ReceiveErrorModel", ns.PointerValue(losses))
    ns.InternetStackHelper().Install(nodes)
    addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.1.1.0"), ns.Ipv4Mask("255.255.255.0"))
    interfaces = addresses.Assign(devices)
    peer = ns.InetSocketAddress(interfaces.GetAddress(1), 9).ConvertTo()
    sink = ns.PacketSinkHelper("ns3::TcpSocketFactory", peer).Install(nodes.Get(1))
    source = ns.BulkSendHelper("ns3::TcpSocketFactory", peer).Install(nodes.Get(0))
    source.Start(ns.Seconds(0.1))
    hsn.at(0.11, lambda: watch(source.Get(0).GetObject[ns.BulkSendApplication]().GetSocket()))
    hsn.run(stop=3.0)
    return sink.Get(0).GetObject[ns.PacketSink]().GetTotalRx()
"""


def test_the_same_seed_gives_the_same_bytes_twice(script):
    done = script(TRANSFER + """
hsn.reset(seed=3)
ns.Config.SetDefault("ns3::TcpSocket::SegmentSize", ns.UintegerValue(1000))
first = transfer()
hsn.reset(seed=3)
ns.Config.SetDefault("ns3::TcpSocket::SegmentSize", ns.UintegerValue(1000))
second = transfer()
hsn.reset(seed=4)
ns.Config.SetDefault("ns3::TcpSocket::SegmentSize", ns.UintegerValue(1000))
third = transfer()
hsn.reset(seed=4)      # defaults are forgotten, too
fourth = transfer()
assert 100000 < first == second != third != fourth, (first, second, third, fourth)
for wrong in ((0,), (2 ** 32,), (1.5,), (1, -1)):
    try:
        hsn.reset(*wrong)
    except ValueError as error:
        assert "seed is from 1 to 4294967295" in str(error)
    else:
        raise AssertionError(wrong)
hsn.reset()
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_trace_sources_of_tcp(script):
    done = script(TRANSFER + """
sent, received, again, states, kept = [], [], [], [], []

def watch(sender):
    hsn.connect(sender, "Tx", lambda packet, header, socket: (
        sent.append(packet.GetSize()), kept.append(header)))
    hsn.connect(sender, "Rx", lambda packet, header, socket: received.append(
        header.GetAckNumber().GetValue()))
    hsn.connect(sender, "Retransmission", lambda packet, header, local, peer, socket: again.append(
        header.GetSequenceNumber().GetValue()))
    hsn.connect(sender, "CongState", lambda old, new: states.append(int(new)))
    for name in ("EcnState", "NextTxSequence", "HighestSequence", "EcnEchoSeq", "EcnCeSeq",
                 "EcnCwrSeq", "RTO", "RTT", "LastRTT", "State", "AdvWND", "RWND", "BytesInFlight",
                 "HighestRxSequence", "HighestRxAck", "PacingRate", "CongestionWindow",
                 "CongestionWindowInflated", "SlowStartThreshold"):
        hsn.connect(sender, name, lambda *arguments: None)

hsn.reset(seed=3)
total = transfer(watch)
assert sum(sent) >= total > 100000 and received == sorted(received)
assert again and set(again) <= {one.GetSequenceNumber().GetValue() for one in kept}
assert len({one.GetSequenceNumber().GetValue() for one in kept}) > 100  # kept headers stay as they were
assert 3 in states  # CA_RECOVERY
hsn.reset()
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_our_tcp_in_place_of_ns3s(script):
    replaced = TRANSFER.replace("ns = loader.load_ns3()", "from hsn import ns").replace(
        "    sink = ", "    ns.hsn.HsnInternetHelper().ReplaceTcp(nodes)\n    sink = ")
    assert "import ns\n" in replaced and "ReplaceTcp" in replaced
    done = script(replaced + """
kinds, windows = [], []

def watch(sender):
    kinds.append(str(sender.GetInstanceTypeId().GetName()))
    sockets = ns.Config.LookupMatches("/NodeList/0/$ns3::TcpL4Protocol/SocketList/*")
    assert sockets.GetN() == 1 and sockets.Get(0) == sender
    hsn.connect(sockets.Get(0), "CongestionWindow", lambda old, new: windows.append(new))

hsn.reset(seed=3)
assert transfer(watch) > 100000
assert kinds == ["ns3::hsn::IndexedTcpSocket"] and len(windows) > 20, (kinds, len(windows))
hsn.reset()
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_the_first_script_of_the_manual_prints_what_it_says(script):
    text = (ROOT / "doc/experiments.rst").read_text(encoding="utf-8").split("A first script\n")[1]
    code, said = (re.findall(r"^    (.*)$|^$", part, re.MULTILINE)
                  for part in text.split("\n``./hsn python")[0].split("\nIt prints"))
    done = script("\n".join(code))
    assert done.stdout.splitlines() == list(filter(None, said)), done.stdout + done.stderr
    received = [int(line.split()[1]) for line in done.stdout.splitlines()]
    assert len(received) == 5 and received == sorted(received)
    assert 100000 < received[-1] < 10e6 / 8 * 0.5  # something happens, and not more than the link can
