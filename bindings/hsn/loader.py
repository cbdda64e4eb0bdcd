# SPDX-License-Identifier: GPL-2.0-only
"""Load ns-3 and this module through cppyy, and bridge Python functions into it.

Only the ns-3 modules that are needed are loaded: a quarter of the time of ns-3's own
`from ns import ns`.  Libraries come before headers, so that cling finds the symbols which
the headers' static initialisers need.

Environment:
  HSN_BUILD    the build folder; default: build/ of this tree, then that of an ns-3 tree
               which has this module under contrib/
  NS3_PREFIX   an installed ns-3; default: the one in the build folder (in-tree), the wheel
               in this Python environment, the system's
"""

import glob
import os
import re
import sysconfig

# In the order of their dependencies.
NS3_MODULES = (
    "core", "stats", "network", "bridge", "traffic-control", "internet", "mobility",
    "virtual-net-device", "point-to-point", "csma", "applications",
)  # fmt: skip

# Trace sources of ns-3 that document a type which does not exist: their arguments
_SEQUENCES = "ns3::SequenceNumber32, ns3::SequenceNumber32"
_CONGESTION = "ns3::TcpSocketState::TcpCongState_t, ns3::TcpSocketState::TcpCongState_t"
_ECN = "ns3::TcpSocketState::EcnState_t, ns3::TcpSocketState::EcnState_t"
MISDOCUMENTED = {
    "ns3::TracedCallback::Empty": "",
    "ns3::SequenceNumber32TracedValueCallback": _SEQUENCES,
    "ns3::TcpSocketState::TcpCongStatesTracedValueCallback": _CONGESTION,
    "ns3::TcpSocketState::EcnStatesTracedValueCallback": _ECN,
    "ns3::TracedValueCallback::TcpCongState": _CONGESTION,
    "ns3::TracedValueCallback::EcnState": _ECN,
}

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_loaded = {}  # "ns": the namespace ns3, once loaded
_alive = []  # Python objects that C++ refers to without owning them
_bridges = {}  # C++ signature -> number of its generated bridge
_pending = []  # exceptions raised in Python functions that ns-3 called


# --- finding things ----------------------------------------------------------------------


def _hsn_library():
    """(path of the hsn library, its ns-3 version, include folder, in-tree?)."""
    folders = [os.environ.get("HSN_BUILD"), os.path.join(_ROOT, "build"),
               os.path.join(_ROOT, "..", "..", "build")]
    for folder in filter(None, folders):
        for path in sorted(glob.glob(os.path.join(folder, "lib*", "libns3*-hsn*.so"))):
            match = re.match(r"libns([0-9.]+)[a-z]*-hsn(-(?!test).*)?\.so$", os.path.basename(path))
            if match:
                in_tree = bool(glob.glob(os.path.join(os.path.dirname(path), "libns3*-core*.so")))
                return path, match[1], os.path.join(folder, "include"), in_tree
    where = ", ".join(os.path.normpath(folder) for folder in filter(None, folders))
    raise ImportError(f"the hsn library is not in {where}: run ./hsn build, or set HSN_BUILD")


def _ns3_libraries(version=None, first=None):
    """(include folder, pattern of library paths) of an ns-3, of `version` if given."""
    wheel = os.path.join(sysconfig.get_path("platlib"), "ns3")
    for prefix in filter(None, (first, os.environ.get("NS3_PREFIX"), wheel, "/usr", "/usr/local")):
        for folder in ("lib64", "lib", f"lib/{os.uname().machine}-linux-gnu"):
            for core in glob.glob(os.path.join(prefix, folder, "libns3*-core*.so")):
                name = os.path.basename(core)
                if version is None or re.match(rf"libns{re.escape(version)}[^0-9.]", name):
                    return os.path.join(prefix, "include"), core
    wanted = f" {version}" if version else ""
    raise ImportError(f"no ns-3{wanted} found: pip install ns3, or set NS3_PREFIX")


# --- loading -----------------------------------------------------------------------------


def load():
    """ns-3's namespace with this module loaded; `ns.hsn` is this module's own."""
    ns = _loaded.get("hsn")
    if ns is None:
        import cppyy

        library, version, include, in_tree = _hsn_library()
        prefix = os.path.dirname(include) if in_tree else None
        ns = load_ns3(version=version, first=prefix, extra_libraries=[library],
                      extra_include=include)
        cppyy.include("ns3/hsn-module.h")
        _loaded["hsn"] = ns
    return ns


def load_ns3(version=None, first=None, extra_libraries=(), extra_include=None):
    """ns-3's namespace alone."""
    if "ns" in _loaded:
        return _loaded["ns"]
    try:
        import cppyy
        import libcppyy
    except ImportError as error:
        raise ImportError(f"{error}; start the script with ./hsn python") from None
    include, core = _ns3_libraries(version, first)
    libcppyy.AddSmartPtrType("Ptr")
    for folder in filter(None, (include, extra_include)):
        cppyy.add_include_path(folder)
    # The headers depend on macros, which must match the build of the libraries.
    asserts = "" if include.startswith("/usr/include") else "\n#define NS3_ASSERT_ENABLE 1"
    cppyy.cppdef("#define NS3_LOG_ENABLE 1" + asserts)
    head, tail = core.rsplit("core", 1)
    for name in NS3_MODULES:
        cppyy.load_library(head + name + tail)
    for library in extra_libraries:
        cppyy.load_library(library)
    for name in NS3_MODULES:
        cppyy.include(f"ns3/{name}-module.h")
    ns = cppyy.gbl.ns3
    _add_time_comparison(cppyy, ns)
    cppyy.cppdef(_BRIDGE)
    # Nodes belong to C++ until Simulator::Destroy. (A built-in method would not get the node.)
    ns.Node.__del__ = lambda node: _alive.append(node)  # pylint: disable=unnecessary-lambda
    _loaded["ns"] = ns
    return ns


def _add_time_comparison(cppyy, ns):
    """cppyy does not see that Time's comparison operators are friends."""
    operators = {"ge": ">=", "le": "<=", "gt": ">", "lt": "<", "eq": "==", "ne": "!="}
    cppyy.cppdef("namespace hsnpy {" + "".join(
        f"inline bool Time_{name}(const ns3::Time& a, const ns3::Time& b) {{ return a {op} b; }}\n"
        for name, op in operators.items()) + "}")
    for name in operators:
        setattr(ns.Time, f"__{name}__", getattr(cppyy.gbl.hsnpy, f"Time_{name}"))


# Found by trial (cppyy 3.5): a Python function becomes a std::function whose arguments are
# values, Ptr<> included; it does not become a function pointer over Ptr<const T> or const&.
# So every trace source gets a static function with exactly its own argument types, which
# forwards the values.
_BRIDGE = r"""
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
namespace ns3::hsn {}
namespace hsnpy {
template <class... A> struct Types {};
template <class... A> Types<A...> TypesOf(void (*)(A...));

template <class T> struct Bridge;
template <class... A> struct Bridge<Types<A...>>
{
    using Plain = std::function<void(std::decay_t<A>...)>;
    using WithPath = std::function<void(std::string, std::decay_t<A>...)>;
    static void CallPlain(Plain* f, A... a) { (*f)(a...); }
    static void CallWithPath(WithPath* f, std::string path, A... a) { (*f)(path, a...); }
    static bool Connect(ns3::Ptr<ns3::Object> object, const std::string& name, Plain f)
    {
        return object->TraceConnectWithoutContext(
            name, ns3::MakeBoundCallback(&CallPlain, new Plain(f)));
    }
    // The same with all arguments in one, for lists of types that cppyy makes no std::function of
    using Tuple = std::tuple<std::decay_t<A>...>;
    using Packed = std::function<void(Tuple*)>;
    static void CallPacked(Packed* f, A... a) { Tuple all(a...); (*f)(&all); }
    static bool ConnectPacked(ns3::Ptr<ns3::Object> object, const std::string& name, Packed f)
    {
        return object->TraceConnectWithoutContext(
            name, ns3::MakeBoundCallback(&CallPacked, new Packed(f)));
    }
    template <int I> static auto Get(Tuple* all) { return std::get<I>(*all); }
    static int Count() { return sizeof...(A); }
    static bool ConnectPath(const std::string& path, WithPath f)
    {
        return ns3::Config::ConnectFailSafe(
            path, ns3::MakeBoundCallback(&CallWithPath, new WithPath(f)));
    }
};

inline void At(const ns3::Time& delay, std::function<void()> f)
{
    ns3::Simulator::Schedule(delay, +[](std::function<void()>* g) { (*g)(); delete g; },
                             new std::function<void()>(f));
}
} // namespace hsnpy
"""


# --- Python functions in a simulation ----------------------------------------------------


def _guarded(function):
    """`function`, but an exception stops the simulation and is raised again by run().

    An exception must not travel through ns-3's C++ frames.  Strings arrive as str.
    """
    import cppyy

    text = cppyy.gbl.std.string

    def call(*args):
        if _pending:
            return
        try:
            function(*(str(one) if isinstance(one, text) else one for one in args))
        except BaseException as error:  # pylint: disable=broad-except
            _pending.append(error)
            load_ns3().Simulator.Stop()

    _alive.append(call)
    return call


def _bridge(signature, is_function_pointer=False):
    """The generated bridge for a trace source's C++ signature."""
    import cppyy

    if signature not in _bridges:
        number = len(_bridges)
        known = MISDOCUMENTED.get(signature)
        types = f"Types<{known}>" if known is not None else (
            f"decltype(TypesOf(static_cast<{signature}>(nullptr)))"
            if is_function_pointer else f"Types<{signature}>")
        try:
            cppyy.cppdef(f"namespace hsnpy {{ using namespace ns3; using namespace ns3::hsn; "
                         f"struct Bridge{number} : Bridge<{types}> {{}}; }}")
        except SyntaxError as error:
            reason = re.search(r"error: (.*)", str(error))
            raise TypeError(f"'{signature}' is no list of known C++ types"
                            f"{f' ({reason[1]})' if reason else ''}; state the trace source's "
                            "argument types as signature=") from None
        _bridges[signature] = number
    return getattr(cppyy.gbl.hsnpy, f"Bridge{_bridges[signature]}")


def _documented_signature(ns, type_id, name):
    """The callback type that a TypeId states for a trace source, parents included."""
    while True:
        for index in range(type_id.GetTraceSourceN()):
            source = type_id.GetTraceSource(index)
            if str(source.name) == name:
                return str(source.callback)
        parent = type_id.GetParent()
        if parent.GetUid() == type_id.GetUid():
            return None
        type_id = parent


def connect(target, name_or_function, function=None, signature=None):
    """Call a Python function whenever a trace source fires.

    connect(object, "MacTx", f)            f(packet)
    connect(object, "PacketsInQueue", f)   f(old, new)
    connect("/NodeList/*/DeviceList/*/MacTx", f, signature="Ptr<const Packet>")
                                           f(path, packet)

    `signature` is the trace source's own list of C++ argument types, e.g.
    "uint32_t, uint32_t" or "Ptr<const Packet>, const Address&"; for an object it may be left
    out when the type that the trace source documents is the right one (ns-3 ends the program
    with "Incompatible types" when it is not).  Arguments arrive as values.
    """
    ns = load_ns3()
    if isinstance(target, str):
        if not callable(name_or_function):
            raise TypeError("connect(path, function, signature=...)")
        signature = signature or function
        if not isinstance(signature, str):
            raise TypeError('connect(path, function, signature=...): give the C++ argument types')
        done = _bridge(signature).ConnectPath(target, _guarded(name_or_function))
        what = target
    else:
        if not callable(function):
            raise TypeError("connect(object, name, function): the function is not callable")
        type_id = target.GetInstanceTypeId()
        what = f"{type_id.GetName()}::{name_or_function}"
        documented = _documented_signature(ns, type_id, name_or_function)
        if documented is None:
            raise ValueError(f"no trace source {what}")
        bridge = _bridge(signature or documented, is_function_pointer=not signature)
        done = _connect_object(bridge, target, name_or_function, function)
    if not done:
        raise ValueError(f"no trace source {what}")


def _connect_object(bridge, target, name, function):
    """Connect a function to a trace source of an object."""
    try:
        return bridge.Connect(target, name, _guarded(function))
    except NotImplementedError:  # a list of types that cppyy makes no std::function of
        pass
    parts = [bridge.Get[place] for place in range(bridge.Count())]

    def unpacked(values):
        function(*(part(values) for part in parts))

    return bridge.ConnectPacked(target, name, _guarded(unpacked))


def time_of(value):
    """A Time from a Time, a number of seconds, or a string such as "5ms"."""
    ns = load_ns3()
    if isinstance(value, (int, float)):
        return ns.Seconds(float(value))
    return ns.Time(value) if isinstance(value, str) else value


def at(delay, function, *args):
    """Call `function(*args)` after `delay` of simulated time (Time, seconds, or "5ms")."""
    import cppyy

    delay = time_of(delay)
    cppyy.gbl.hsnpy.At(delay, _guarded(lambda: function(*args)))


def reset(seed=1, run=1):
    """Begin again: after this, the same script does the same as in a fresh process.

    Destroys the simulation, forgets defaults and globals that were set, and counts streams of random
    numbers and packets from the start.  `seed` is RngSeed, `run` RngRun.  Objects of the simulation
    that Python still holds must not be used any more.
    """
    ns = load_ns3()
    if not (isinstance(seed, int) and 0 < seed < 2 ** 32 and isinstance(run, int) and run >= 0):
        raise ValueError(f"reset(seed={seed!r}, run={run!r}): seed is from 1 to 4294967295, run is "
                         "not negative")
    ns.Simulator.Destroy()
    ns.Config.Reset()
    ns.RngSeedManager.SetSeed(seed)
    ns.RngSeedManager.SetRun(run)
    ns.RngSeedManager.ResetNextStreamIndex()
    ns.Names.Clear()
    _pending.clear()


def run(stop=None):
    """Run the simulation, until `stop` if given; raises what a Python function raised."""
    ns = load_ns3()
    if stop is not None:
        ns.Simulator.Stop(time_of(stop))
    ns.Simulator.Run()
    if _pending:
        error = _pending[0]
        _pending.clear()
        raise error
