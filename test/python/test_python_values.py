# SPDX-License-Identifier: GPL-2.0-only
"""ns-3 from Python: values print readably, and addresses convert by themselves."""

import re

from conftest import ROOT
from test_python_tcp import pytestmark  # noqa: F401  pylint: disable=unused-import


TIMES_RATES_ADDRESSES = """
for text in ("0s", "5ms", "-3ns", "1.5s", "2.000000001s", "90s", "86400s", "17us"):
    time = ns.Time(text)
    assert str(time) == text and repr(time) == f'Time("{text}")', str(time)
    assert ns.Time(str(time)) == time
for text in ("155520kbps", "10Mbps", "1Gbps", "1bps", "0bps", "1234567bps"):
    rate = ns.DataRate(text)
    assert str(rate) == text and repr(rate) == f'DataRate("{text}")', str(rate)
    assert ns.DataRate(str(rate)).GetBitRate() == rate.GetBitRate()
ip, ip6, mac = ns.Ipv4Address("10.1.2.3"), ns.Ipv6Address("2001:db8::1"), "00:00:00:00:00:0a"
socket, socket6 = ns.InetSocketAddress(ip, 80), ns.Inet6SocketAddress(ip6, 443)
for value, text in ((ip, "10.1.2.3"), (ip6, "2001:db8::1"), (socket, "10.1.2.3:80"),
                    (socket6, "[2001:db8::1]:443"), (ns.Mac48Address(mac), mac)):
    name = type(value).__name__
    assert str(value) == text and repr(value) == f'{name}("{text}")', repr(value)
    assert repr(ns.Address(value)) == f'Address("{text}")', repr(ns.Address(value))
assert repr(ns.Ipv4Mask("255.255.0.0")) == 'Ipv4Mask("255.255.0.0")'
assert f"{[ip]}" == '[Ipv4Address("10.1.2.3")]'
"""

CONVERSION = """
here = ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 9)
there = ns.InetSocketAddress(ns.Ipv4Address("10.1.1.2"), 9)
nodes = ns.NodeContainer(2)
devices = ns.PointToPointHelper().Install(nodes)
ns.InternetStackHelper().Install(nodes)
ns.Ipv4AddressHelper(ns.Ipv4Address("10.1.1.0"), ns.Ipv4Mask("255.255.255.0")).Assign(devices)
sink = ns.PacketSinkHelper("ns3::UdpSocketFactory", here).Install(nodes.Get(1)).Get(0)
source = ns.OnOffHelper("ns3::UdpSocketFactory", there)
source.SetConstantRate(ns.DataRate("80kbps"), 100)
source.Install(nodes.Get(0))
ns.UdpEchoClientHelper(ns.Ipv4Address("10.1.1.2"), 7).Install(nodes.Get(0))
socket = ns.Socket.CreateSocket(nodes.Get(0), ns.UdpSocketFactory.GetTypeId())
assert socket.Bind(ns.InetSocketAddress(ns.Ipv4Address.GetAny(), 77)) == 0
sent = []
hsn.at(0.1, lambda: sent.append(socket.SendTo(ns.Create[ns.Packet](50), 0, there)))
who = []
hsn.connect(sink, "Rx", lambda packet, address: who.append((packet.GetSize(), str(address))))
hsn.run(stop=1)
assert sent == [50] and (50, "10.1.1.1:77") in who and len(who) > 10, (sent, set(who))
assert ns.AddressValue(there).Get() == ns.Address(there) == there.ConvertTo()
"""

COUNTERS = """
import operator
for name in NAMES:
    kind = operator.attrgetter(name)(ns.hsn)
    one = kind()
    text = repr(one)
    assert text == str(one) and text.startswith(name.replace(".", "::") + "("), text
    assert "=" in text and " object at " not in text and "0x" not in text, text
count = ns.hsn.LinkCounters()
count.sent.packets, count.sent.bytes = 3, 4500
assert str(count) == ("LinkCounters(accepted=LinkCount(packets=0, bytes=0), "
                      "dropped=LinkCount(packets=0, bytes=0), sent=LinkCount(packets=3, bytes=4500))")
assert str(ns.hsn.AtmVcId(1, 32)) == "1/32"  # as C++ prints it
assert "forward=None" in repr(ns.hsn.AtmPvcOptions())
"""

# names of classes made of a template, as a transport's own protocol and factory are
ALIASES = """
import cppyy
cppyy.cppdef("namespace mine { using Protocol = ns3::hsn::HeaderTransportProtocol<ns3::hsn::SnrHeader, 253>;"
             "using Factory = ns3::hsn::ProtocolSocketFactory<ns3::hsn::SnrSocket, Protocol>; }")
assert cppyy.gbl.mine.Protocol.PROT_NUMBER == 253 and cppyy.gbl.mine.Factory
"""

# an object lives as long as a method of it does, also when a Ptr of its class was seen in a struct
OWNERS = """
cppyy.cppdef("namespace mine { int g_destroyed = 0;"
             "struct Thing : ns3::Object { ~Thing() override { ++g_destroyed; } "
             "int Twice(int n) { return 2 * n; } };"
             "struct Holder { ns3::Ptr<Thing> thing = ns3::CreateObject<Thing>(); }; }")
mine = cppyy.gbl.mine
holder = mine.Holder()
assert holder.thing.Twice(2) == 4
method = ns.CreateObject[mine.Thing]().Twice
assert mine.g_destroyed == 0 and method(3) == 6
del method
assert mine.g_destroyed == 1
"""


def counters():
    """The names of this module's structs that count something, and what they begin with in C++."""
    found = []
    for path in sorted([*(ROOT / "model").rglob("*.h"), *(ROOT / "helper").rglob("*.h")]):
        outer = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.match(r"class (\w+)(?: : .*| final)?$", line):
                outer = match[1]
            if match := re.match(r"( *)struct (\w*Count(?:ers)?)$", line):
                found.append(f"{outer}.{match[2]}" if match[1] else match[2])
    return found


def test_values_print_readably_and_addresses_convert(script):
    names = counters()
    assert {"AtmCellQueue.Counters", "UpcCounters", "LinkCounters", "XtpCounters"} <= set(names)
    done = script("\n".join(("import hsn", "from hsn import ns", TIMES_RATES_ADDRESSES, CONVERSION,
                             f"NAMES = {names}", COUNTERS, ALIASES, OWNERS, "print('end')")))
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr
