# SPDX-License-Identifier: GPL-2.0-only
"""A fatal error in a function that changes an ATM network, caught in Python, changes nothing: the cells
that follow are seen as in a fresh process."""

from test_python_tcp import pytestmark  # noqa: F401  pylint: disable=unused-import

SETUP = """
import hsn
from cppyy.ll import FatalError
from hsn import ns

def network():
    hosts, middle = ns.NodeContainer(2), ns.NodeContainer(1)
    switch = ns.hsn.AtmSwitchHelper().Install(middle).Get(0)
    atm = ns.hsn.AtmHelper()
    devices = [atm.Install(host, middle.Get(0)).Get(0) for host in (hosts.Get(0), hosts.Get(1))]
    atm.ConnectPvc(*devices)
    return hosts, switch, devices

def cells():
    '''Cells that the receiver sees one by one of 40 packets over an idle switch.'''
    hosts, switch, devices = network()
    both = ns.NetDeviceContainer()
    for device in devices:
        both.Add(device)
    ns.InternetStackHelper().Install(hosts)
    addresses = ns.Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(both)
    source = ns.UdpClientHelper(ns.InetSocketAddress(addresses.GetAddress(1), 9).ConvertTo())
    source.SetAttribute("MaxPackets", ns.UintegerValue(40))
    source.SetAttribute("Interval", ns.StringValue("20ms"))
    source.SetAttribute("PacketSize", ns.UintegerValue(1000))
    source.Install(hosts.Get(0)).Start(ns.Seconds(0.1))
    seen = [0]
    def count(*_):
        seen[0] += 1
    hsn.connect(devices[1], "CellRx", count)
    hsn.run(stop=1)
    return seen[0]
"""

# each line: a word of the message, the call
MISTAKES = """
hosts, switch, devices = network()
channel = devices[0].GetAtmChannel()
vc = devices[0].GetVc(0)
bad = ns.hsn.AtmTrafficContract.Vbr(ns.hsn.AtmTrafficContract.VBR_A, ns.DataRate("1Mbps"),
                                    ns.DataRate("2Mbps"), 10)
upc = ns.CreateObject[ns.hsn.UsageParameterControl]()
third = ns.CreateObject[ns.hsn.AtmNetDevice]()
hosts.Get(0).AddDevice(third)

def set_rate(rate):
    channel.SetAttribute("DataRate", ns.DataRateValue(ns.DataRate(rate)))

calls = [
    ("DataRate", lambda: set_rate("1000000Gbps")),
    ("0 bit/s", lambda: set_rate("0bps")),
    ("already", lambda: devices[0].AddVc(vc)),
    ("another device", lambda: devices[1].AddVc(vc)),
    ("already", lambda: switch.AddConnection(0, ns.hsn.AtmVcId(0, 32), 1, ns.hsn.AtmVcId(0, 32),
                                             ns.hsn.ATM_UBR)),
    ("ports", lambda: switch.AddConnection(7, ns.hsn.AtmVcId(0, 32), 1, ns.hsn.AtmVcId(0, 32),
                                           ns.hsn.ATM_UBR)),
    ("no port", lambda: switch.SetUpc(7, ns.hsn.AtmVcId(0, 32), upc)),
    ("no connection", lambda: switch.SetUpc(0, ns.hsn.AtmVcId(0, 99), upc)),
    ("SCR", lambda: upc.SetContract(bad)),
    ("two ends", lambda: third.Attach(channel)),
]
for word, call in calls:
    try:
        call()
    except FatalError as error:
        assert word in str(error), (word, str(error))
    else:
        raise AssertionError(f"no error: {word}")
    assert not ns.hsn.AtmChange.IsOpen(), word
"""


def test_cells_after_a_caught_mistake_are_those_of_a_fresh_process(script):
    fresh = script(SETUP + "print(cells())")
    assert fresh.returncode == 0, fresh.stderr
    # 1,028 octets of IP, 8 of LLC/SNAP and 8 of the trailer fill 22 cells
    assert int(fresh.stdout) == 40 * -(-(1028 + 8 + 8) // 48)
    after = script(SETUP + MISTAKES + "print(cells())\nhsn.reset()\nprint(cells())")
    assert after.returncode == 0, after.stdout + after.stderr
    assert after.stdout.split() == [fresh.stdout.strip()] * 2
