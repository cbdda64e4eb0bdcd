# SPDX-License-Identifier: GPL-2.0-only
"""Lean links from Python, and their ascii traces.

ns-3 prints packets only if it is told so before the first one: each run needs a process of its own.
"""

import importlib.util

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("cppyy") is None,
                       reason="cppyy is not installed; ./hsn test installs it"),
]

# Two hosts on a link with room for two packets; five packets each way
RUNS = """\
from hsn import loader
ns = loader.load()

def run(helper, listen):
    nodes = ns.NodeContainer(); nodes.Create(2)
    helper.SetDeviceAttribute("DataRate", ns.StringValue("1Mbps"))
    devices = helper.Install(nodes)
    listen(devices)
    for i in range(5):
        for end, protocol in ((0, 0x0800), (1, 0x86dd)):
            device = devices.Get(end)
            device.Send(ns.Create[ns.Packet](100 * (end + 1) + i), device.GetBroadcast(), protocol)
    ns.Simulator.Run()
    ns.Simulator.Destroy()

def files(helper, name):
    def listen(devices):
        for end in (0, 1):
            helper.EnableAscii(f"{folder}/{name}{end}", devices.Get(end), True)
    run(helper, listen)

folder = FOLDER
p2p = ns.PointToPointHelper()
p2p.DisableFlowControl()
p2p.SetDeviceAttribute("DataRate", ns.StringValue("1Mbps"))
queue = ns.StringValue("2p")
lean = ns.hsn.LeanLinkHelper()
lean.SetDeviceAttribute("MaxSize", queue)
ns.Config.SetDefault("ns3::DropTailQueue<Packet>::MaxSize", queue)
files(p2p, "p2p")
files(lean, "lean")
run(lean, lambda devices: lean.EnableAscii(
    ns.AsciiTraceHelper().CreateFileStream(f"{folder}/stream"), devices.Get(0)))
print("end")
"""


def test_ascii_traces_are_those_of_point_to_point_devices(script, tmp_path):
    done = script(RUNS.replace("FOLDER", repr(str(tmp_path))))
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr
    for end in (0, 1):
        expected = (tmp_path / f"p2p{end}").read_text("utf-8")
        assert {line[0] for line in expected.splitlines()} == set("+-dr")
        lean = (tmp_path / f"lean{end}").read_text("utf-8")
        # an arrival and a departure of one device have no order at equal times
        assert sorted(lean.splitlines()) == sorted(expected.splitlines())
    stream = (tmp_path / "stream").read_text("utf-8")
    device = "/NodeList/0/DeviceList/0/$ns3::hsn::LeanLinkNetDevice/"
    for line in ("+ 0 Enqueue", "- 0 PhyTxBegin", "d 0 MacTxDrop"):
        what, source = line.rsplit(" ", 1)
        assert f"{what} {device}{source} " in stream, stream
