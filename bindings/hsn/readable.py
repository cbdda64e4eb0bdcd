# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's values as Python users expect them: they print readably, and convert by themselves.

    Time("5ms"), DataRate("155520kbps"), Ipv4Address("10.1.1.1"), InetSocketAddress("10.1.1.1:80")
    LinkCount(packets=3, bytes=4500)

Socket addresses become an Address where ns-3 wants one, and containers know how many they hold.
"""

import functools
import ipaddress
from decimal import Decimal

from . import fatal

MAC = ("Mac8Address", "Mac16Address", "Mac48Address", "Mac64Address")
CONTAINERS = ("NodeContainer", "NetDeviceContainer", "ApplicationContainer")
TIMES = (("s", 0), ("ms", -3), ("us", -6), ("ns", -9), ("ps", -12), ("fs", -15))
RATES = (("Tbps", 10 ** 12), ("Gbps", 10 ** 9), ("Mbps", 10 ** 6), ("kbps", 10 ** 3))


def time_text(ns, time):
    """A Time in the largest unit of which it is a whole number, or in seconds with a fraction."""
    seconds = Decimal(time.GetTimeStep()).scaleb(-_digits(ns))
    if not seconds:
        return "0s"
    unit, power = next((one for one in TIMES if abs(seconds) >= Decimal(1).scaleb(one[1])),
                       TIMES[-1])
    return f"{seconds.scaleb(-power).normalize():f}{unit}"


def _digits(ns):
    """Decimal digits of a second in one step of simulated time."""
    units = {ns.Time.S: 0, ns.Time.MS: 3, ns.Time.US: 6, ns.Time.NS: 9, ns.Time.PS: 12,
             ns.Time.FS: 15}
    return units[ns.Time.GetResolution()]


def rate_text(rate):
    """A DataRate in the largest unit of which it is a whole number."""
    bits = rate.GetBitRate()
    for unit, size in RATES:
        if bits and bits % size == 0:
            return f"{bits // size}{unit}"
    return f"{bits}bps"


def socket_text(address):
    """10.1.1.1:80"""
    return f"{address.GetIpv4()}:{address.GetPort()}"


def socket6_text(address):
    """[2001:db8::1]:80"""
    return f"[{address.GetIpv6()}]:{address.GetPort()}"


def address_text(kinds, plain, address):
    """What an Address holds, if it is of a known kind."""
    for kind in kinds:
        if kind.IsMatchingType(address):
            return str(kind.ConvertFrom(address))
    return plain(address)


def name_of(klass):
    """ns3::hsn::AtmCellQueue::Counters -> AtmCellQueue::Counters"""
    return klass.__cpp_name__.removeprefix("ns3::").removeprefix("hsn::")


def members_of(klass):
    """The names of the public data members of a C++ class, those of its bases first."""
    return dict.fromkeys(name for one in reversed(klass.__mro__) for name, member
                         in list(vars(one).items()) if type(member).__name__ == "CPPDataMember"
                         and not is_static(klass, name))


def is_static(klass, name):
    """Does a data member belong to the class?  Those of objects have no value without one."""
    try:
        return type(getattr(klass, name)).__name__ != "CPPDataMember"
    except AttributeError:
        return False


def value_text(value):
    """A member's value; null pointers, optional values and arrays are not objects of C++."""
    if type(value).__name__ == "LowLevelView":  # an array of numbers
        return str(list(value))
    if hasattr(value, "has_value"):
        return value_text(value.value()) if value.has_value() else "None"
    if getattr(type(value), "__cpp_name__", "").startswith("ns3::Ptr<") and not value:
        return "None"
    return str(value)


def struct_text(self):
    """LinkCount(packets=3, bytes=4500), unless C++ has a text for it."""
    klass = type(self)
    text = super(klass, self).__str__()
    if not text.startswith("<cppyy."):
        return text
    values = ", ".join(f"{name}={value_text(getattr(self, name))}" for name in members_of(klass))
    return f"{name_of(klass)}({values})"


def quoted(self):
    """Ipv4Address("10.1.1.1")"""
    return f'{name_of(type(self))}("{self}")'


def shows_members(klass):
    """Is it a plain struct, whose members say all?"""
    return not hasattr(klass, "GetTypeId") and bool(members_of(klass))


def watch_structs(cppyy):
    """Structs of this module, also those in classes, print their members; before they are loaded."""

    def prepare(klass, _name):
        scope = klass.__cpp_name__
        if scope not in watched:
            watched.add(scope)
            cppyy.py.add_pythonization(prepare, scope)  # for the classes in this class
        if shows_members(klass):
            klass.__repr__ = klass.__str__ = struct_text

    watched = {"ns3::hsn"}
    cppyy.py.add_pythonization(prepare, "ns3::hsn")


def install(cppyy, ns):
    """Prepare ns-3's own classes."""
    values = [ns.Time, ns.DataRate, ns.Ipv4Mask, ns.Ipv6Prefix,
              *(getattr(ns, name) for name in MAC if hasattr(ns, name))]
    plain = cppyy.gbl.ns3.Address.__str__
    sockets = [ns.InetSocketAddress, ns.Inet6SocketAddress]
    kinds = [*sockets, ns.Mac48Address, ns.Ipv4Address, ns.Ipv6Address]
    ns.Time.__str__ = functools.partialmethod(lambda self: time_text(ns, self))
    ns.DataRate.__str__ = rate_text
    ns.InetSocketAddress.__str__ = socket_text
    ns.Inet6SocketAddress.__str__ = socket6_text
    ns.Address.__str__ = functools.partialmethod(
        lambda self: address_text(kinds, plain, self))
    for klass in (*values, *sockets, ns.Address, ns.Ipv4Address, ns.Ipv6Address):
        klass.__repr__ = quoted
    fatal.explain(values)
    ns.Simulator.Stop = staticmethod(fatal.explained("Simulator::Stop", ns.Simulator.Stop))
    _check_text(ns.Ipv4Address, ipaddress.IPv4Address)
    _check_text(ns.Ipv6Address, ipaddress.IPv6Address)
    _convert(ns.Address)
    for name in CONTAINERS:
        _check_index(getattr(ns, name))


def _check_text(klass, check):
    """A text that is no address is refused; ns-3 makes something else of it."""
    make = klass.__init__

    def init(self, *args, **options):
        if len(args) == 1 and isinstance(args[0], str):
            check(args[0])
        make(self, *args, **options)

    klass.__init__ = init


def _convert(klass):
    """An Address is made of everything that has ConvertTo()."""
    make = klass.__init__

    def init(self, *args, **options):
        if len(args) == 1 and hasattr(args[0], "ConvertTo"):
            args = (args[0].ConvertTo(),)
        make(self, *args, **options)

    klass.__init__ = init


def _check_index(klass):
    """Get(n) beyond the end is an IndexError; ns-3 would read what lies behind the container."""
    get = klass.Get

    def checked(self, index):
        if not 0 <= index < self.GetN():
            raise IndexError(f"{klass.__name__}.Get({index}): there are {self.GetN()}")
        return get(self, index)

    klass.Get = checked
