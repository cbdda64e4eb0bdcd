# SPDX-License-Identifier: GPL-2.0-only
"""hsn.connect: every trace source of ns-3 and of this module, and what arrives in Python."""

import pytest
from test_python_tcp import TRANSFER, pytestmark  # noqa: F401  pylint: disable=unused-import

from hsn import traces

PARTS = 3

# One object of every class that has a trace source; the two without a constructor in their TypeId
# are made by name.  They are kept: some cannot be destroyed unless they were used.
EVERY = """
import os, zlib
import cppyy
import hsn
from hsn import ns, traces

cppyy.cppdef('''namespace hsnpy {
inline ns3::Ptr<ns3::Object> ObjectOf(ns3::TypeId id)
{
    ns3::ObjectFactory factory;
    factory.SetTypeId(id);
    return factory.Create<ns3::Object>();
}
}''')

kept, owners, connected = [], set(), set()

def wanted(*source):
    return zlib.crc32(" ".join(source).encode()) % PARTS == PART

def objects():
    for index in range(ns.TypeId.GetRegisteredN()):
        one = ns.TypeId.GetRegistered(index)
        owners.update((str(one.GetName()), str(one.GetTraceSource(k).name))
                      for k in range(one.GetTraceSourceN()))
        if one.HasConstructor() and any(traces.sources_of(one)):
            yield cppyy.gbl.hsnpy.ObjectOf(one)
    yield ns.CreateObject[ns.ArpCache]()
    yield ns.CreateObject[ns.TcpRateLinux]()

for made in objects():
    kept.append(made)
    one = traces.type_id(made)
    while one.GetUid() != one.GetParent().GetUid():
        for k in range(one.GetTraceSourceN()):
            source = str(one.GetName()), str(one.GetTraceSource(k).name)
            if wanted(*source):
                hsn.connect(made, source[1], lambda *values: None)
                connected.add(source)
        one = one.GetParent()
"""


@pytest.mark.rotating
@pytest.mark.parametrize("part", range(PARTS))
def test_every_trace_source_connects(script, part):
    done = script(f"PARTS, PART = {PARTS}, {part}" + EVERY + """
missing = {one for one in owners if wanted(*one)} - connected
assert not missing, sorted(missing)
assert {("ns3::TcpSocketBase", "Retransmission"), ("ns3::hsn::IndexedTcpSocket", "Tx"),
        ("ns3::hsn::AtmNetDevice", "PduRx"), ("ns3::PointToPointChannel", "TxRxPointToPoint"),
        ("ns3::CsmaNetDevice", "PhyRxDrop"), ("ns3::UdpClient", "Tx"),
        ("ns3::hsn::XtpSocket", "HandshakeStart")} <= owners
print(len(connected), "end", flush=True)
os._exit(0)
""", seconds=1200)  # it compiles a hundred lists of types
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 100


def test_one_function_watches_any_transport(script):
    """The header arrives as what it is, and stays as it was; see doc/transports.rst."""
    done = script("""
import hsn
from hsn import ns

def watch(name):
    hsn.reset(seed=2)
    nodes = ns.NodeContainer(2)
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue("1Gbps"))
    devices = link.Install(nodes)
    ns.InternetStackHelper().Install(nodes)
    ns.hsn.HsnInternetHelper().Install(nodes)
    ns.Ipv4AddressHelper(ns.Ipv4Address("10.1.1.0"), ns.Ipv4Mask("255.255.255.0")).Assign(devices)
    seen = {0: [], 1: []}
    for node in (0, 1):
        def opened(socket, seen=seen[node]):
            for source in ("Tx", "Rx"):
                hsn.connect(socket, source, lambda packet, header, source=source: seen.append(
                    (source, packet.GetSize(), header)))
        hsn.connect(ns.hsn.SocketKeeper.Get(nodes.Get(node)), "Open", opened)
    peer = ns.InetSocketAddress(ns.Ipv4Address("10.1.1.2"), 9).ConvertTo()
    sink = ns.PacketSinkHelper(name, peer).Install(nodes.Get(1))
    source = ns.BulkSendHelper(name, peer)
    source.SetAttribute("MaxBytes", ns.UintegerValue(20000))
    source.Install(nodes.Get(0)).Start(ns.Seconds(0.1))
    hsn.run(stop=100)
    assert sink.Get(0).GetTotalRx() == 20000, name
    sent = [one for one in seen[0] if one[0] == "Tx"]
    came = [one for one in seen[1] if one[0] == "Rx"]
    sizes = [[size for _, size, _ in one] for one in (sent, came)]
    assert sizes[0] == sizes[1], (name, sizes)
    return sent, came

sent, came = watch("ns3::hsn::IndexedTcpSocketFactory")
assert {type(header) for _, _, header in sent + came} == {ns.TcpHeader}
numbers = [header.GetSequenceNumber().GetValue() for _, size, header in sent if size]
assert sorted(set(numbers)) == list(range(1, 20001, 536)), numbers
sent, came = watch("ns3::hsn::SnrSocketFactory")
assert {type(header) for _, _, header in sent + came} == {ns.hsn.SnrHeader}
sent, came = watch("ns3::hsn::XtpSocketFactory")
assert {type(header) for _, _, header in sent + came} == {ns.hsn.XtpHeader}
assert sum(size for _, size, _ in sent) == 20000
hsn.reset()
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_strings_are_str_and_what_cannot_be_copied_is_there_during_the_call(script):
    done = script("""
import cppyy
import hsn
from hsn import ns
cppyy.cppdef('''namespace hsnpy {
struct Single { Single(const Single&) = delete; Single(int v) : value(v) {} int value; };
struct Source : ns3::Object {
    static ns3::TypeId GetTypeId() {
        static ns3::TypeId id = ns3::TypeId("hsnpy::Source").SetParent<ns3::Object>()
            .AddTraceSource("Text", "", ns3::MakeTraceSourceAccessor(&Source::text), "wrong::Type")
            .AddTraceSource("Single", "", ns3::MakeTraceSourceAccessor(&Source::single), "")
            .AddTraceSource("None", "", ns3::MakeTraceSourceAccessor(&Source::none), "")
            .AddTraceSource("Value", "", ns3::MakeTraceSourceAccessor(&Source::value), "");
        return id;
    }
    void Go() { text("one", "two", 3); single(Single(4)); none(); value = 5; value = 6; }
    ns3::TracedCallback<std::string, const std::string&, uint8_t> text;
    ns3::TracedCallback<const Single&> single;
    ns3::TracedCallback<> none;
    ns3::TracedValue<int32_t> value{0};
};
}''')
source = ns.CreateObject[cppyy.gbl.hsnpy.Source]()
got = []
hsn.connect(source, "Text", lambda *values: got.append(values))
hsn.connect(source, "Single", lambda one: got.append(one.value))
hsn.connect(source, "None", lambda: got.append("none"))
hsn.connect(source, "Value", lambda old, new: got.append((old, new)))
source.Go()
assert got[0][:2] == ("one", "two") and {type(one) for one in got[0][:2]} == {str}, got
assert got[1:] == [4, "none", (0, 5), (5, 6)], got
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


def test_a_path_needs_no_types(script):
    done = script(TRANSFER + """
got = []
hsn.at(0, lambda: (
    hsn.connect("/NodeList/0/DeviceList/*/MacTx", lambda path, one: got.append(path)),
    hsn.connect("/NodeList/*/$ns3::Ipv4L3Protocol/Rx",
                lambda path, packet, ip, interface: got.append((path, interface)))))
transfer()
assert {type(one) for one in got} == {str, tuple}
assert {one[0] for one in got if type(one) is tuple} == {
    f"/NodeList/{n}/$ns3::Ipv4L3Protocol/Rx" for n in (0, 1)}
assert {one for one in got if type(one) is str} == {
    "/NodeList/0/DeviceList/0/MacTx"}
for wrong in ("/NodeList/*/DeviceList/*/MacTxx", "/NodeList/9/DeviceList/*/MacTx", ""):
    try:
        hsn.connect(wrong, print)
    except ValueError as error:
        assert wrong in str(error)
    else:
        raise AssertionError(wrong)
print("end")
""")
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr


@pytest.mark.parametrize("text, expected", [
    ("ns3::A, ns3::TracedCallback<> >(ns3::TracedCallback<>)", "ns3::TracedCallback<>"),
    ("ns3::Q<ns3::P, std::list<ns3::P, X> >, ns3::TracedCallback<ns3::Ptr<ns3::P const>, int> >(",
     "ns3::TracedCallback<ns3::Ptr<ns3::P const>, int>"),
    ("A, ns3::TracedCallback<void (*)(int, int), int> >(", "ns3::TracedCallback<void (*)(int, int), int>")])
def test_the_type_of_a_source_is_cut_out_of_its_accessors_name(text, expected):
    assert traces.second_argument(text) == expected
