# SPDX-License-Identifier: GPL-2.0-only
"""Folders of the source include each other only as doc/architecture.rst says."""

import re

import pytest
from conftest import ROOT

LEAVES = {"analysis", "fec", "ilp", "measure"}
COMMON = {*LEAVES, "host", "atm", "host/nif", "link", "traffic", "transport/common"}
HOUSES = {"host", "transport", "multicast", "qos"}  # folders whose folders are rooms
# room -> rooms whose headers it may include; a room that is not here may include those of COMMON
ALLOWED = {
    **{leaf: set() for leaf in LEAVES},
    "host": LEAVES,
    "atm": {*LEAVES, "host"},
    "host/nif": {*LEAVES, "host", "atm"},
    "link": {*LEAVES, "host", "atm"},
    "traffic": {*LEAVES, "host", "atm"},
    "transport/common": {*LEAVES, "host", "atm", "traffic"},
    "transport/boston": {*COMMON, "transport/tcp"},
    "transport/congestion": {*COMMON, "transport/tcp"},
    "multicast/fec": {*COMMON, "transport/fec"},
    "multicast/frm": {*COMMON, "multicast/tree"},
    "multicast/rmtp": {*COMMON, "multicast/tree"},
    "qos/probe": {*COMMON, "qos/admission"},
    "qos/adapters": {*COMMON, "multicast/frm", "multicast/rmtp", "qos/mets", "qos/monitor", "transport/poc",
                     "transport/sstp", "transport/tcp", "transport/tear", "transport/tfrc", "transport/xtp"},
    "qos/snmp": {*COMMON, "qos/monitor"},
}


def room(path):
    """model/atm/cell/x.h is in "atm", model/transport/tcp/x.h in "transport/tcp"."""
    parts = path.relative_to(ROOT / "model").parts[:-1]
    return "/".join(parts[:2 if parts[:1] and parts[0] in HOUSES else 1])


HEADERS = {path.name: room(path) for path in ROOT.glob("model/**/*.h")}
ROOMS = sorted({one for one in HEADERS.values() if one})  # the compatibility header is in none


@pytest.mark.parametrize("name", ROOMS)
def test_room_includes_only_what_it_may(name):
    allowed = {name, "", *ALLOWED.get(name, COMMON)}
    for path in ROOT.glob(f"model/{name}/**/*.[ch]*"):
        if room(path) != name:
            continue
        included = re.findall(r'#include ["<](?:ns3/)?([\w.-]+)[">]', path.read_text("utf-8"))
        wrong = [one for one in included if HEADERS.get(one, "") not in allowed]
        assert not wrong, f"{path.relative_to(ROOT)} includes {wrong}"


def test_models_do_not_know_helpers():
    helpers = {path.name for path in ROOT.glob("helper/*.h")}
    for path in ROOT.glob("model/**/*.[ch]*"):
        included = set(re.findall(r'#include ["<](?:ns3/)?([\w.-]+)[">]', path.read_text("utf-8")))
        assert not included & helpers, path.relative_to(ROOT)


def test_protocols_have_numbers_of_their_own():
    # HsnInternetHelper installs all of them on a node
    number = re.compile(r"HeaderTransportProtocol<\w+, (\d+)>|PROT_NUMBER = (\d+);")
    found = [(one or other, path.name) for folder in ("model", "examples")
             for path in sorted(ROOT.glob(f"{folder}/**/*.h"))
             for one, other in number.findall(path.read_text("utf-8"))]
    assert len(found) >= 6
    assert len({value for value, _ in found}) == len(found), found
