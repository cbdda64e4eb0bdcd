# SPDX-License-Identifier: GPL-2.0-only
"""Load ns-3 and this module through cppyy, and bridge Python functions into it.

Only the ns-3 modules that are needed are loaded, with precompiled headers (hsn.precompiled): a
twentieth of the time of ns-3's own `from ns import ns`.  Libraries come before headers, so that cling
finds the symbols which the headers' static initialisers need.

Environment:
  HSN_BUILD    the build folder; default: build/ of this tree, then that of an ns-3 tree
               which has this module under contrib/
  NS3_PREFIX   an installed ns-3; default: the one in the build folder (in-tree), the wheel
               in this Python environment, the system's
"""

import atexit
import contextlib
import glob
import itertools
import math
import os
import re
import sysconfig

from . import fatal, readable, traces
from .precompiled import Headers

# In the order of their dependencies.
NS3_MODULES = (
    "core", "stats", "network", "bridge", "traffic-control", "internet", "mobility",
    "virtual-net-device", "point-to-point", "csma", "applications",
)  # fmt: skip
_NS3_HEADERS = tuple(f"ns3/{name}-module.h" for name in NS3_MODULES)
_HSN = "ns3/hsn-module.h"

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_loaded = {}  # "ns": the namespace ns3, once loaded
_alive = []  # Python objects that C++ refers to without owning them
_numbers = itertools.count(1)
_functions = {}  # number -> Python function that C++ may call
_pending = []  # exceptions raised in Python functions that ns-3 called


# --- finding things ----------------------------------------------------------------------


def _hsn_library():
    """(path of the hsn library, its ns-3 version, include folder, prefix of an ns-3 built with it)."""
    folders = [os.environ.get("HSN_BUILD"), os.path.join(_ROOT, "build"),
               os.path.join(_ROOT, "..", "..", "build")]
    for folder in filter(None, folders):
        for path in sorted(glob.glob(os.path.join(folder, "lib*", "libns3*-hsn*.so"))):
            match = re.match(r"libns([0-9.]+)[a-z]*-hsn(-(?!test).*)?\.so$", os.path.basename(path))
            if match:
                core = glob.glob(os.path.join(os.path.dirname(path), "libns3*-core*.so"))
                return path, match[1], os.path.join(folder, "include"), folder if core else None
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
        library, version, include, prefix = found = _hsn_library()
        with contextlib.suppress(ImportError), precompiled_headers(found).in_use():
            import cppyy
        ns = load_ns3(version=version, first=prefix, extra_libraries=[library],
                      extra_include=include)
        cppyy.include(_HSN)
        fatal.CLOSE_SCOPES.append(ns.hsn.AtmChange.Abandon)
        fatal.DROP_WORK.append(ns.hsn.BurstNetwork.Abandon)
        _loaded["hsn"] = ns
    return ns


def precompiled_headers(found=None):
    """Those of ns-3 and of this module, as load() includes them.  `found`: what _hsn_library() gave."""
    _, version, include, prefix = found or _hsn_library()
    ns3_include, _ = _ns3_libraries(version, prefix)
    lines = [_macros(ns3_include), *(f'#include "{header}"' for header in (*_NS3_HEADERS, _HSN))]
    return Headers(os.path.dirname(include), "\n".join(lines), dict.fromkeys([ns3_include, include]))


def _macros(include):
    """Macros that the headers depend on; they must match the build of the libraries."""
    asserts = "" if include.startswith("/usr/include") else "\n#define NS3_ASSERT_ENABLE 1"
    return "#define NS3_LOG_ENABLE 1" + asserts


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
    cppyy.cppdef(_macros(include))
    head, tail = core.rsplit("core", 1)
    for name in NS3_MODULES:
        cppyy.load_library(head + name + tail)
    for library in extra_libraries:
        cppyy.load_library(library)
    _keep_owners(cppyy)
    readable.watch_structs(cppyy)
    for header in _NS3_HEADERS:
        cppyy.include(header)
    ns = cppyy.gbl.ns3
    _add_time_comparison(cppyy, ns)
    cppyy.cppdef(_DISPATCH)
    cppyy.gbl.hsnpy.SetDispatch(dispatch)
    atexit.register(cppyy.gbl.hsnpy.StopDispatch)  # objects that C++ destroys later are silent
    cppyy.cppdef(traces.CODE)
    fatal.install(cppyy)
    readable.install(cppyy, ns)
    # Nodes belong to C++ until Simulator::Destroy. (A built-in method would not get the node.)
    ns.Node.__del__ = lambda node: _alive.append(node)  # pylint: disable=unnecessary-lambda
    _loaded["ns"] = ns
    return ns


def _keep_owners(cppyy):
    """CreateObject[Thing]().Method(argument) is well: a method found through a Ptr keeps that Ptr.

    cppyy's method knows the bare object alone, which is destroyed before the call if nothing else has a
    Ptr to it.  cppyy would let the object keep the Ptr, but no longer once a Ptr to that class was met in
    a struct.  Nodes are in ns-3's list, and outlive their Ptr.
    """

    def found(pointer, name):
        bare = pointer.__deref__()
        bare._hsn_owner = pointer  # pylint: disable=protected-access
        return getattr(bare, name)

    def prepare(klass, name):
        if name.startswith("Ptr<") and name != "Ptr<ns3::Node>":
            klass.__getattr__ = found

    cppyy.py.add_pythonization(prepare, "ns3")


def _add_time_comparison(cppyy, ns):
    """cppyy does not see that Time's comparison operators are friends."""
    operators = {"ge": ">=", "le": "<=", "gt": ">", "lt": "<", "eq": "==", "ne": "!="}
    cppyy.cppdef("namespace hsnpy {" + "".join(
        f"inline bool Time_{name}(const ns3::Time& a, const ns3::Time& b) {{ return a {op} b; }}\n"
        for name, op in operators.items()) + "}")
    for name in operators:
        setattr(ns.Time, f"__{name}__", getattr(cppyy.gbl.hsnpy, f"Time_{name}"))


_DISPATCH = r"""
#include <TException.h>
#include <cstdint>
#include <functional>
namespace ns3::hsn {}
namespace hsnpy {
std::function<void(uint64_t, uintptr_t)> g_dispatch; // calls a Python function

/// The place to which cppyy jumps from a fatal error. cppyy has one for all calls of C++: those that a
/// Python function makes would leave none for the call from which C++ has called it.
class CatchPoint
{
  public:
    CatchPoint() : m_place(gException)
    {
        if (m_place) { m_kept = *m_place; }
    }
    ~CatchPoint()
    {
        if (m_place) { *m_place = m_kept; }
        gException = m_place;
    }

  private:
    CppyyLegacy::ExceptionContext_t* m_place;
    CppyyLegacy::ExceptionContext_t m_kept;
};

/// Calls the Python function that has a number, with the address of its arguments.
inline void Dispatch(uint64_t number, uintptr_t values)
{
    CatchPoint kept;
    g_dispatch(number, values);
}

inline void SetDispatch(std::function<void(uint64_t, uintptr_t)> f) { g_dispatch = f; }
inline void StopDispatch() { g_dispatch = [](uint64_t, uintptr_t) {}; }
inline void CallOnce(uint64_t number) { Dispatch(number, 0); }
inline void At(const ns3::Time& delay, uint64_t number)
{
    ns3::Simulator::Schedule(delay, &CallOnce, number);
}
} // namespace hsnpy
"""


# --- Python functions in a simulation ----------------------------------------------------


def text_type():
    """C++'s strings."""
    import cppyy

    return cppyy.gbl.std.string


def plain(value, text):
    """A value for a Python function: strings are str."""
    return str(value) if isinstance(value, text) else value


def number_of(function):
    """Keep a function that C++ will call with the address of its arguments."""
    number = next(_numbers)
    _functions[number] = function
    return number


def dispatch(number, values):
    """What C++ calls: the function with that number; 0 instead of an address: it is called only once.

    An exception must not travel through ns-3's C++ frames.  It stops the simulation, and run() raises
    it again.  Objects that have outlived a reset() may still call functions of before: nothing happens.
    """
    if _pending or number not in _functions:
        return
    try:
        if values:
            _functions[number](values)
        else:
            _functions.pop(number)()
    except BaseException as error:  # pylint: disable=broad-except
        _pending.append(error)
        load_ns3().Simulator.Stop()


def time_of(value):
    """A Time from a Time, a number of seconds, or a string such as "5ms"; it is not negative."""
    ns = load_ns3()
    if isinstance(value, (int, float)):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no time")
        time = ns.Seconds(float(value))
    else:
        time = ns.Time(value) if isinstance(value, str) else value
    if time.IsStrictlyNegative():
        raise ValueError(f"the time {value} is negative")
    return time


def at(delay, function, *args):
    """Call `function(*args)` after `delay` of simulated time (Time, seconds, or "5ms")."""
    import cppyy

    delay = time_of(delay)
    if not callable(function):
        raise TypeError(f"at(delay, function): {function!r} is not callable")
    cppyy.gbl.hsnpy.At(delay, number_of(lambda: function(*args)))


def reset(seed=1, run=1):
    """Begin again: after this, the same script does the same as in a fresh process.

    Destroys the simulation, forgets defaults and globals that were set, and counts streams of random
    numbers and packets from the start.  `seed` is RngSeed, `run` RngRun.  Objects of the simulation
    that Python still holds must not be used any more.
    """
    from cppyy.ll import FatalError

    ns = load_ns3()
    if not (isinstance(seed, int) and 0 < seed < 2 ** 32 and isinstance(run, int) and run >= 0):
        raise ValueError(f"reset(seed={seed!r}, run={run!r}): seed is from 1 to 4294967295, run is "
                         "not negative")
    fatal.drop_work()
    try:
        ns.Simulator.Destroy()
    except FatalError as error:
        raise RuntimeError("a fatal error has left objects that cannot be destroyed; begin again in a "
                           f"new process ({error})") from None
    ns.Config.Reset()
    ns.RngSeedManager.SetSeed(seed)
    ns.RngSeedManager.SetRun(run)
    ns.RngSeedManager.ResetNextStreamIndex()
    ns.Names.Clear()
    fatal.abandon_scopes()
    _pending.clear()
    _functions.clear()


def run(stop=None):
    """Run the simulation, until `stop` if given; raises what a Python function raised."""
    ns = load_ns3()
    if stop is not None:
        ns.Simulator.Stop(time_of(stop))
    try:
        ns.Simulator.Run()
    finally:
        errors = _pending[:]
        _pending.clear()
    if errors:
        raise errors[0]
