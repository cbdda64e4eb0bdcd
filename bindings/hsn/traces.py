# SPDX-License-Identifier: GPL-2.0-only
"""Trace sources of ns-3 and of this module, connected to Python functions.

What a source passes is read from the C++ type of its accessor, not from its documentation, which
is wrong for some sources of ns-3.
"""

import re

from . import loader

_bridges = {}  # C++ types of the arguments -> the generated bridge

# cppyy compiles something for each Python function that becomes a std::function, and cannot make one
# of every list of types.  So there is one such function, loader.dispatch(), and each list of types gets
# a static function that packs copies of its arguments and gives it their address.  What cannot be
# copied is passed by its own address.
CODE = r"""
#include <cxxabi.h>
#include <cstdlib>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
namespace hsnpy {
template <class... A> struct Types {};
template <class... A> Types<A...> TypesOf(void (*)(A...));

template <class T> struct Passed;
template <class... A> struct Passed<ns3::TracedCallback<A...>> { using type = Types<A...>; };
template <class T> struct Passed<ns3::TracedValue<T>> { using type = Types<T, T>; };

template <class T, bool = std::is_copy_constructible_v<T>> struct Copy
{
    using type = T;
    static const T& Of(const T& value) { return value; }
};
template <class T> struct Copy<T, false>
{
    using type = const T*;
    static const T* Of(const T& value) { return &value; }
};
template <class A> using CopyOf = Copy<std::decay_t<A>>;

template <class T> struct Bridge;
template <class... A> struct Bridge<Types<A...>>
{
    using Values = std::tuple<typename CopyOf<A>::type...>;
    static void Call(uint64_t number, A... a)
    {
        Values values{CopyOf<A>::Of(a)...};
        Dispatch(number, reinterpret_cast<uintptr_t>(&values));
    }
    static bool Connect(ns3::Ptr<ns3::Object> object, const std::string& name, uint64_t number)
    {
        return object->TraceConnectWithoutContext(name, ns3::MakeBoundCallback(&Call, number));
    }
    template <int I> static auto Get(uintptr_t values)
    {
        return std::get<I>(*reinterpret_cast<Values*>(values));
    }
    static int Count() { return sizeof...(A); }
};

// Of any object, even one whose class is not in a header.
inline ns3::TypeId InstanceTypeId(ns3::Ptr<ns3::Object> object)
{
    return object->GetInstanceTypeId();
}

// The name of an accessor's class, which ns-3 makes from the type of the source.
inline std::string AccessorType(const ns3::TypeId::TraceSourceInformation& source)
{
    const ns3::TraceSourceAccessor& accessor = *source.accessor;
    int status = 0;
    char* text = abi::__cxa_demangle(typeid(accessor).name(), nullptr, nullptr, &status);
    std::string type = text ? text : "";
    std::free(text);
    return type;
}
} // namespace hsnpy
"""


def type_id(target):
    """The TypeId of an object."""
    import cppyy

    return cppyy.gbl.hsnpy.InstanceTypeId(target)


def sources_of(one):
    """The trace sources of a TypeId and of its parents."""
    while True:
        for index in range(one.GetTraceSourceN()):
            yield one.GetTraceSource(index)
        parent = one.GetParent()
        if parent.GetUid() == one.GetUid():
            return
        one = parent


def second_argument(text):
    """The second of the template arguments that `text` begins with."""
    depth, start, places = 0, 0, []
    for place, character in enumerate(text):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        if character == "," and depth == 0 or depth < 0:
            places.append(text[start:place].strip())
            start = place + 1
        if depth < 0 or len(places) == 2:
            break
    return places[1]


def types_of(source):
    """What a trace source passes, as a C++ type Types<...>."""
    import cppyy

    name = str(cppyy.gbl.hsnpy.AccessorType(source))
    _, found, arguments = name.partition("DoMakeTraceSourceAccessor<")
    if found:
        return f"typename Passed<{second_argument(arguments)}>::type"
    # an accessor of our own, around one of ns-3's: this module's documentation is right
    return f"decltype(TypesOf(static_cast<{source.callback}>(nullptr)))"


def bridge(types):
    """The generated bridge for a C++ type Types<...>."""
    import cppyy

    if types not in _bridges:
        name = f"Bridge{len(_bridges)}"
        try:
            cppyy.cppdef(f"namespace hsnpy {{ using namespace ns3; using namespace ns3::hsn; "
                         f"struct {name} : Bridge<{types}> {{}}; }}")
        except SyntaxError as error:
            reason = re.search(r"error: (.*)", str(error))
            raise TypeError(f"'{types}' is no list of known C++ types"
                            f"{f' ({reason[1]})' if reason else ''}") from None
        _bridges[types] = getattr(cppyy.gbl.hsnpy, name)
    return _bridges[types]


def connect(target, name_or_function, function=None, signature=None):
    """Call a Python function whenever a trace source fires.

    connect(object, "MacTx", f)            f(packet)
    connect(object, "PacketsInQueue", f)   f(old, new)
    connect("/NodeList/*/DeviceList/*/MacTx", f)
                                           f(path, packet)

    Arguments arrive as copies, strings as str, and headers as what they are, such as ns3::TcpHeader;
    what C++ cannot copy is valid during the call only.
    The types of the arguments are found by themselves; `signature` states them instead, e.g.
    "uint32_t, uint32_t".
    """
    loader.load_ns3()
    if isinstance(target, str):
        if not callable(name_or_function):
            raise TypeError("connect(path, function): the function is not callable")
        _connect_path(target, name_or_function, signature or function)
        return
    if not callable(function):
        raise TypeError("connect(object, name, function): the function is not callable")
    if not target:
        raise ValueError(f"connect(object, \"{name_or_function}\", function): the object is null")
    if not _connect_object(target, name_or_function, function, signature):
        raise ValueError(f"no trace source {type_id(target).GetName()}::{name_or_function}")


def _connect_path(path, function, signature):
    """Connect a function to a source of all objects that a path of ns-3's Config matches."""
    objects, _, name = path.rpartition("/")
    matches = loader.load_ns3().Config.LookupMatches(objects)
    done = 0
    for index in range(matches.GetN()):
        where = str(matches.GetMatchedPath(index)) + name
        done += _connect_object(matches.Get(index), name,
                                lambda *args, where=where: function(where, *args), signature)
    if not done:
        raise ValueError(f"no trace source {path}")


def _connect_object(target, name, function, signature):
    """Connect a function to a trace source of an object, which may have none of that name."""
    from cppyy.ll import FatalError

    source = next((one for one in sources_of(type_id(target)) if str(one.name) == name), None)
    if source is None:
        return False
    made = bridge(f"Types<{signature}>" if signature else types_of(source))
    parts = [made.Get[place] for place in range(made.Count())]
    text, header = loader.text_type(), loader.load_ns3().Header

    def unpack(values):
        got = (loader.plain(part(values), text) for part in parts)
        # a header of any protocol comes as a pointer, of the class that the header has
        function(*(type(one)(one) if isinstance(one, header) and type(one) is not header else one
                   for one in got))

    try:
        return made.Connect(target, name, loader.number_of(unpack))
    except FatalError as error:  # ns-3's "Incompatible types"
        raise TypeError(f"{name} does not pass '{signature}': {error}") from None
