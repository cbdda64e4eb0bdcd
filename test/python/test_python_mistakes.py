# SPDX-License-Identifier: GPL-2.0-only
"""ns-3 from Python: mistakes become exceptions, the interpreter goes on."""

from test_python_tcp import TRANSFER, pytestmark  # noqa: F401  pylint: disable=unused-import

# raised(KIND, WORDS, FUNCTION): the exception is of that kind and its text has these words
SETUP = TRANSFER + """
import cppyy
from cppyy.ll import FatalError

def raised(kind, words, function):
    try:
        function()
    except kind as error:
        assert words in str(error), str(error)
    else:
        raise AssertionError(f"no {kind.__name__}: {words}")

nodes = ns.NodeContainer(2)
helper = ns.PointToPointHelper()
"""


VALUES = """
raised(ValueError, "Can't Parse Time 5 parsecs", lambda: ns.Time("5 parsecs"))
raised(ValueError, "5 parsecs", lambda: hsn.run(stop="5 parsecs"))
raised(ValueError, "5 parsecs", lambda: hsn.at("5 parsecs", print))
raised(ValueError, "Could not parse rate: 5 parsecs", lambda: ns.DataRate("5 parsecs"))
raised(ValueError, "invalid string: hello", lambda: ns.Ipv4Mask("hello"))
raised(ValueError, "illegal string hello", lambda: ns.Mac48Address("hello"))
raised(ValueError, "hello", lambda: ns.Ipv4Address("hello"))
raised(ValueError, "10.1.1.256", lambda: ns.Ipv4Address("10.1.1.256"))
raised(ValueError, "hello", lambda: ns.Ipv6Address("hello"))
raised(FatalError, "Invalid value for attribute set (DataRate)",
       lambda: helper.SetDeviceAttribute("DataRate", ns.StringValue("5 parsecs")))
raised(FatalError, "Invalid attribute set (DataRat)",
       lambda: helper.SetDeviceAttribute("DataRat", ns.StringValue("5Mbps")))
raised(FatalError, "5 parsecs",
       lambda: helper.SetChannelAttribute("Delay", ns.StringValue("5 parsecs")))
raised(FatalError, "ns3::TcpSocket::Nope",
       lambda: ns.Config.SetDefault("ns3::TcpSocket::Nope", ns.StringValue("5")))
raised(FatalError, "ns3::Nope not found", lambda: ns.TypeId.LookupByName("ns3::Nope"))
"""

TIMES = """
raised(ValueError, "the time -1 is negative", lambda: hsn.at(-1, print))
raised(ValueError, "the time -1ns is negative", lambda: hsn.at("-1ns", print))
raised(ValueError, "the time -5s is negative", lambda: hsn.run(stop=ns.Seconds(-5)))
raised(ValueError, "nan is no time", lambda: hsn.run(stop=float("nan")))
raised(ValueError, "Negative delay", lambda: ns.Simulator.Stop(ns.Seconds(-1)))
raised(TypeError, "not callable", lambda: hsn.at(1, "print"))
"""

NULLS = """
raised(IndexError, "NodeContainer.Get(7): there are 2", lambda: nodes.Get(7))
raised(IndexError, "NodeContainer.Get(-1): there are 2", lambda: nodes.Get(-1))
devices = helper.Install(nodes)
raised(IndexError, "NetDeviceContainer.Get(2)", lambda: devices.Get(2))
raised(IndexError, "ApplicationContainer.Get(0)", lambda: ns.ApplicationContainer().Get(0))
raised(FatalError, "out of range", lambda: nodes.Get(0).GetDevice(77))
raised(FatalError, "zero pointer", lambda: nodes.Get(0).GetObject[ns.Ipv4]().GetNInterfaces())
raised(FatalError, "zero pointer", lambda: nodes.Get(0).AggregateObject(cppyy.nullptr))
raised(FatalError, "zero pointer",
       lambda: devices.Get(0).Send(cppyy.nullptr, devices.Get(1).GetAddress(), 0x800))
raised(TypeError, "could not convert", lambda: nodes.Get(0).AddDevice(None))
raised(ValueError, "the object is null", lambda: hsn.connect(
    nodes.Get(0).GetObject[ns.Ipv4](), "Tx", print))
raised(FatalError, "CheckCompatible", lambda: ns.InetSocketAddress.ConvertFrom(ns.Address()))
"""

# ns-3 takes the handler of SIGSEGV away when it flushes its files.
SIGNALS = """
cppyy.cppdef("namespace broken { int Read(uintptr_t where) { return *(volatile int*)where; } }")
files = ns.AsciiTraceHelper().CreateFileStream("trace")
for _ in range(3):
    raised(cppyy.ll.SegmentationViolation, "segfault", lambda: cppyy.gbl.broken.Read(8))
    raised(ValueError, "5 parsecs", lambda: ns.Time("5 parsecs"))
"""

TYPES = """
devices = helper.Install(nodes)
raised(TypeError, "MacTx does not pass 'uint32_t'",
       lambda: hsn.connect(devices.Get(0), "MacTx", print, "uint32_t"))
"""

INSIDE = """
got = []
def wrong():
    ns.Time("5 parsecs")
hsn.at(1, wrong)
hsn.at(2, got.append, "after")
raised(ValueError, "5 parsecs", hsn.run)
assert got == []
hsn.reset()

# in C++, without Python in between: an assertion of an application that starts
nodes = ns.NodeContainer(1)
ns.BulkSendHelper("ns3::TcpSocketFactory", ns.Address()).Install(nodes).Start(ns.Seconds(1))
raised(FatalError, "perhaps the node is missing the required protocol", lambda: hsn.run(stop=3))
hsn.reset()
hsn.at(1, got.append, "later")
hsn.run()
assert got == ["later"]
hsn.reset()

# the same after Python functions that have called C++, one of them in vain
def in_vain():
    raised(FatalError, "ns3::Nope not found", lambda: ns.TypeId.LookupByName("ns3::Nope"))
nodes = ns.NodeContainer(1)
ns.BulkSendHelper("ns3::TcpSocketFactory", ns.Address()).Install(nodes).Start(ns.Seconds(1))
hsn.at(0.3, lambda: got.append(ns.Simulator.Now().GetSeconds()))
hsn.at(0.5, in_vain)
raised(FatalError, "perhaps the node is missing the required protocol", lambda: hsn.run(stop=3))
hsn.reset()
"""

# What comes after all that is as in a fresh process; but Node::AddDevice() keeps a null pointer before it
# looks at it.
AFTERWARDS = """
hsn.reset(seed=3)
print(transfer())
hsn.reset()
raised(FatalError, "zero pointer", lambda: ns.NodeContainer(1).Get(0).AddDevice(cppyy.nullptr))
raised(RuntimeError, "begin again in a new process", hsn.reset)
print("end")
"""


def test_mistakes_are_exceptions_and_reset_begins_again(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fresh = script(TRANSFER + "hsn.reset(seed=3)\nprint(transfer())")
    done = script(SETUP + VALUES + TIMES + NULLS + SIGNALS + TYPES + INSIDE + AFTERWARDS)
    assert done.returncode == 0 and int(fresh.stdout) > 100000, done.stdout + done.stderr
    assert done.stdout == fresh.stdout + "end\n"
