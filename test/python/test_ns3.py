# SPDX-License-Identifier: GPL-2.0-only
"""ns-3 from Python: the loader, trace sources, and Python functions in a simulation.

Each script runs in a Python of its own: ns-3 can be loaded only once, and must be able to end.
"""

import importlib.util
import os
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("cppyy") is None,
                       reason="cppyy is not installed; ./hsn test installs it"),
]

# Two hosts on a 1 Mbit/s link; three packets at once, so two of them wait.
SETUP = """\
import hsn
from hsn import loader
ns = loader.load_ns3()
nodes = ns.NodeContainer(); nodes.Create(2)
helper = ns.PointToPointHelper()
helper.SetDeviceAttribute("DataRate", ns.StringValue("1Mbps"))
devices = helper.Install(nodes)
ns.InternetStackHelper().Install(nodes)
device = devices.Get(0).GetObject[ns.PointToPointNetDevice]()
def send():
    for size in (98, 198, 298):  # plus 2 bytes of PPP
        device.Send(ns.Create[ns.Packet](size), devices.Get(1).GetAddress(), 0x800)
got = []
"""


def check(script, body):
    done = script(SETUP + body + "\nns.Simulator.Destroy(); print('end')\n")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_trace_sources_by_object_with_documented_and_stated_types(script):
    check(script, """
hsn.connect(device, "MacTx", lambda packet: got.append(packet.GetSize()))
hsn.connect(device, "MacTx", lambda packet: got.append(-packet.GetSize()), "Ptr<const Packet>")
queue = []
hsn.connect(device.GetQueue(), "PacketsInQueue", lambda old, new: queue.append((old, new)))
hsn.connect(device.GetQueue(), "PacketsInQueue", lambda old, new: queue.append(new),
            "uint32_t, uint32_t")
send()
hsn.run()
assert got == [100, -100, 200, -200, 300, -300], got
# the first packet goes through the empty queue, the others wait
assert queue[1::2] == [1, 0, 1, 2, 1, 0], queue
assert queue[0::2] == [(0, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 0)], queue
""")


def test_trace_sources_by_path(script):
    check(script, """
path = "/NodeList/*/DeviceList/*/$ns3::PointToPointNetDevice/MacRx"
hsn.connect(path, lambda where, packet: got.append((str(where), packet.GetSize())),
            signature="Ptr<const Packet>")
send()
hsn.run()
assert [where for where, _ in got] == [path.replace("*", "1", 1).replace("*", "0", 1)] * 3, got
""")


def test_time_at_and_run(script):
    check(script, """
hsn.at(0.5, lambda: got.append(ns.Simulator.Now().GetSeconds()))
hsn.at("1500us", got.append, "early")
hsn.at(ns.MilliSeconds(2), lambda: hsn.at(ns.Seconds(1), got.append, "late"))
hsn.at(5, got.append, "never")
hsn.run(stop=2)
assert got == ["early", 0.5, "late"], got
assert ns.Seconds(1) < ns.Seconds(2) and ns.Seconds(1) == ns.MilliSeconds(1000)
""")


def test_an_exception_in_a_python_function_comes_out_of_run(script):
    check(script, """
def trouble(packet):
    raise KeyError("in a callback")
hsn.connect(device, "MacTx", trouble)
hsn.at(0.1, send)
hsn.at(1, got.append, "after")
try:
    hsn.run()
except KeyError as error:
    assert "in a callback" in str(error)
else:
    raise SystemExit("no exception")
assert got == []
""")


def test_mistakes_are_named(script):
    check(script, """
def message(*args, **kwargs):
    try:
        hsn.connect(*args, **kwargs)
    except (ValueError, TypeError) as error:
        return str(error)
    return "no error"
assert "no trace source ns3::PointToPointNetDevice::Nope" in message(device, "Nope", print)
assert "not callable" in message(device, "MacTx", 5)
assert "no trace source /Nope" in message("/Nope", print, signature="uint32_t")
assert "no trace source /NodeList" in message("/NodeList", print)
assert "uint33_t" in message(device, "MacTx", print, "uint33_t")
""")


def test_without_a_build_the_import_says_what_to_do(script, monkeypatch, tmp_path):
    monkeypatch.setenv("HSN_BUILD", str(tmp_path))
    done = script("""
        import hsn.loader
        hsn.loader._ROOT = "/nowhere/at/all"
        from hsn import ns
        """)
    assert done.returncode and "ImportError" in done.stderr and "./hsn build" in done.stderr


@pytest.fixture
def built():
    """Only if there is a build to load."""
    folder = Path(os.environ.get("HSN_BUILD") or ROOT / "build")
    if not list(folder.glob("lib*/libns*-hsn*.so")):
        pytest.skip("the hsn library is not built; ./hsn test builds it")


def test_this_module_is_in_its_namespace(script, built):
    done = script("""
        from hsn import ns
        assert ns.hsn.AtmNetDevice.GetTypeId().GetName() == "ns3::hsn::AtmNetDevice"
        """)
    assert done.returncode == 0, done.stderr


def test_the_documented_type_of_every_trace_source_exists(script, built):
    done = script("""
        from hsn import ns, traces
        bad = []
        for i in range(ns.TypeId.GetRegisteredN()):
            tid = ns.TypeId.GetRegistered(i)
            if str(tid.GetName()).startswith("ns3::hsn::"):
                for k in range(tid.GetTraceSourceN()):
                    source = tid.GetTraceSource(k)
                    try:
                        if (said := str(source.callback)) != "ns3::TracedCallback::Empty":
                            traces.bridge(f"decltype(TypesOf(static_cast<{said}>(nullptr)))")
                    except TypeError as error:
                        bad.append(f"{tid.GetName()}::{source.name}: {error}")
        raise SystemExit("\\n".join(bad) or 0)
        """)
    assert done.returncode == 0, done.stderr


def test_a_node_made_from_python_is_kept(script):
    done = script(SETUP + """
node = ns.CreateObject[ns.Node]()
number = node.GetId()
del node
assert ns.NodeList.GetNode(number).GetId() == number
ns.Simulator.Destroy()
""")
    assert done.returncode == 0, done.stderr
    assert "ignored" not in done.stderr, done.stderr


def test_reset_lets_go_of_functions(script):
    """Those of trace sources and those that were to be called later, with all that they keep."""
    check(script, """
import weakref
from hsn import loader

class Big:
    pass

big = Big()
seen = weakref.ref(big)
hsn.connect(device, "MacTx", lambda packet, big=big: got.append(big))
hsn.at(5, lambda big=big: got.append(big))
hsn.at(0.1, send)
hsn.run(stop=1)
assert len(got) == 3, got
got.clear()
del big
hsn.reset()
assert not loader._functions and seen() is None
""")
