# SPDX-License-Identifier: GPL-2.0-only
"""Fatal errors in ATM networks, each caught in a process of its own: what is seen of the network then.

    atm_mistakes.py ENGINE CLASSES [NAME]

A mistake is made in a network that is ready to start, and after hsn.reset() in one that runs.  What comes
then is looked at as closely as in a process without mistakes.  atm_mistake_table.py has the functions that
abort; what attributes of CLASSES refuse is found by trying.
"""

import functools
import json
import os
import sys

import hsn
from atm_mistake_table import IN_RUN, LATER, MISTAKES
from atm_network import STOP, Network, run
from cppyy.ll import FatalError
from hsn import fatal, ns

# --- attributes --------------------------------------------------------------------------

WRONG = [ns.StringValue(text) for text in ("nonsense", "-1", "1e300", "-1s", "99999999999")]


def registered(parent=None):
    """Classes of which objects can be made."""
    for index in range(ns.TypeId.GetRegisteredN()):
        one = ns.TypeId.GetRegistered(index)
        if one.HasConstructor() and (parent is None or one == parent or one.IsChildOf(parent)):
            yield one


def wrong_values(names):
    """{class: (it or one derived from it, [(attribute, value)])}: what attributes of classes refuse."""
    found = {}
    for name in names:
        one = ns.TypeId.LookupByName(name)
        made_from = [child for child in registered(one) if "::hsn::" in str(child.GetName())]
        attributes = [str(one.GetAttribute(n).name) for n in range(one.GetAttributeN())]
        values = [*WRONG, ns.PointerValue(ns.CreateObject[ns.Node]())]
        if made_from:
            kind = str(made_from[0].GetName())
            refused = [(attribute, value) for attribute in attributes for value in values
                       if is_refused(ns.ObjectFactory(kind).Create[ns.Object](), attribute, value)]
            if refused:
                found[name] = kind, refused
    return found


def is_refused(one, attribute, value):
    """Whether an attribute cannot have a value."""
    try:
        one.SetAttribute(attribute, value)
    except FatalError:
        return True
    return False


def of_class(net, kind):
    """An object of the network, if it has one of that class, else a new one."""
    objects = [net.switch, net.upc, net.vc, net.vc.GetShaper(), net.channel, net.background.source,
               net.background.port, net.devices[0], net.switch.GetPort(0), net.switch.GetPort(0).GetOutput(),
               net.switch.GetPort(2).GetOutput().GetQueue(ns.hsn.ATM_UBR)]
    for one in objects:
        if str(one.GetInstanceTypeId().GetName()) == kind:
            return one
    return ns.ObjectFactory(kind).Create[ns.Object]()


# --- processes ---------------------------------------------------------------------------


class Caught:
    """Makes mistakes, and notes what was said."""

    def __init__(self):
        self.said = []

    def __call__(self, call):
        try:
            call()
        except (FatalError, TypeError, ValueError):  # overloads and constructors make the latter of it
            self.said.append(fatal.last_words())
        assert not ns.hsn.AtmChange.IsOpen(), "a scope is open"


def of_mistake(engine, mistake, when):
    """Texts of the errors, and the runs."""
    caught, runs = Caught(), {}
    once = lambda net: caught(lambda: mistake(net))
    if when == "run":
        network = Network(engine)
        mistake(network)
        network.complete()
        caught(lambda: hsn.run(stop=STOP))
        hsn.reset()
    for key, arguments in (("before", (once,)), ("later", (None, once))):
        if when in ("any", key):
            runs[key] = run(engine, *arguments)
            hsn.reset()
    if when != "any":  # else "later" was after a mistake and hsn.reset()
        runs["after"] = run(engine)
    return {"said": caught.said, "runs": runs}


def of_attributes(net, kind, refused):
    """All attributes of a class."""
    one = of_class(net, kind)
    for attribute, value in refused:
        assert is_refused(one, attribute, value), f"{kind}::{attribute} took a wrong value"
    one.SetAttribute(*refused[-1])


def in_fork(call):
    """What a function returns in a child, or the error."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = call()
        except BaseException as error:  # pylint: disable=broad-exception-caught
            answer = {"failed": f"{type(error).__name__}: {error}"}
        os.write(2, b"")
        with open(writing, "w", encoding="utf-8") as handle:
            json.dump(answer, handle)
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as handle:
        text = handle.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return json.loads(text) if text else {"failed": f"status {status}"}


def main(engine, names, only=None):
    """Everything."""
    fresh = in_fork(lambda: run(engine))
    # compiled once, for all that follow
    assert run(engine) == fresh, "differs from the network in another process"
    hsn.reset()
    wrong = wrong_values(names)
    hsn.reset()
    todo = [*((name, call, "any") for name, call in MISTAKES.items()),
            *((name, call, "later") for name, call in LATER.items()),
            *((name, call, "run") for name, call in IN_RUN.items()),
            *((f"attributes of {name}", functools.partial(of_attributes, kind=kind, refused=refused), "any")
              for name, (kind, refused) in wrong.items())]
    answer = {}
    for name, call, when in todo:
        if only in (None, name):
            one = in_fork(lambda: of_mistake(engine, call, when))  # pylint: disable=cell-var-from-loop
            if "runs" in one:
                one["differs"] = [f"{key}: {what}" for key, seen in one.pop("runs").items()
                                  for what in fresh if seen[what] != fresh[what]]
            answer[name] = one
    json.dump({"mistakes": answer, "classes": sorted(wrong)}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split(","), *sys.argv[3:])
