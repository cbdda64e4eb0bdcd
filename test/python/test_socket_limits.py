# SPDX-License-Identifier: GPL-2.0-only
"""Settings with which a socket could never receive or send anything are refused by the call that
would begin to use them; the message names the value and the limit."""

from test_python_tcp import pytestmark  # noqa: F401  pylint: disable=unused-import

REFUSED = """
import hsn
from cppyy.ll import FatalError
from hsn import ns

hosts = ns.NodeContainer(2)
devices = ns.PointToPointHelper().Install(hosts)
ns.InternetStackHelper().Install(hosts)
ns.hsn.HsnInternetHelper().Install(hosts)
ns.Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices)
peer = ns.InetSocketAddress(ns.Ipv4Address("10.1.1.2"), 9).ConvertTo()

def make(kind, **attributes):
    socket = ns.Socket.CreateSocket(hosts.Get(0), ns.TypeId.LookupByName(f"ns3::hsn::{kind}SocketFactory"))
    for name, value in attributes.items():
        socket.SetAttribute(name, ns.StringValue(value))
    socket.Bind()
    return socket

def refused(words, socket, call):
    try:
        call(socket)
    except FatalError as error:
        assert words in str(error), error
    else:
        raise SystemExit(f"not refused: {words}")

for kind, least in ("Sstp", 1024), ("Snr", 1024), ("TearStream", 512):
    for call in (lambda socket: socket.Listen()), (lambda socket: socket.Connect(peer)):
        refused(f"RcvBufSize {least - 1}: must be at least {least}",
                make(kind, RcvBufSize=str(least - 1)), call)
    make(kind, RcvBufSize=str(least)).Listen()

# two states of 64 octets with their headers, and 40 blocks in two rows of 32 bits, every 5 ms
refused("DataRate 217600bps: must be above 217600 bit/s", make("Snr", DataRate="217600bps"),
        lambda socket: socket.Connect(peer))
enough = make("Snr", DataRate="217601bps")
hsn.at(0.1, lambda: enough.Connect(peer))
hsn.run(stop=1)
print("all refused")
"""


def test_impossible_settings(script):
    done = script(REFUSED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("all refused\n")
