# SPDX-License-Identifier: GPL-2.0-only
"""Folders of the source include each other only as doc/architecture.rst says."""

import re

import pytest
from conftest import ROOT

BASE = {"base"}
LEAVES = {*BASE, "analysis", "fec", "ilp", "measure", "program"}
CELLS = {*LEAVES, "host", "atm/cell", "atm/engine"}
ATM = {*CELLS, "atm/aal5", "atm/policing", "atm/network", "atm/switch"}
COMMON = {*ATM, "host/nif", "link", "traffic", "transport/common"}
HOUSES = {"atm", "host", "transport", "multicast", "qos"}  # folders whose folders are rooms
# room -> rooms whose headers it may include; a room that is not here may include those of COMMON
ALLOWED = {
    **{leaf: BASE for leaf in LEAVES},
    "measure": {*BASE, "analysis"},
    "host": LEAVES,
    "atm/cell": {*LEAVES, "host"},
    "atm/engine": CELLS,
    "atm/aal5": CELLS,
    "atm/policing": CELLS,
    "atm/network": ATM - {"atm/switch"},
    "atm/switch": ATM,
    "host/nif": ATM,
    "link": ATM,
    "traffic": ATM,
    "transport/common": {*ATM, "traffic"},
    "transport/boston": {*COMMON, "transport/tcp"},
    "transport/congestion": {*COMMON, "transport/tcp"},
    "transport/snr": {*COMMON, "transport/sstp"},
    "multicast/fec": {*COMMON, "transport/fec"},
    "multicast/frm": {*COMMON, "multicast/tree"},
    "multicast/rmtp": {*COMMON, "multicast/tree"},
    "qos/probe": {*COMMON, "qos/admission"},
    "qos/adapters": {*COMMON, "multicast/frm", "multicast/rmtp", "qos/mets", "qos/monitor", "transport/poc",
                     "transport/snr", "transport/sstp", "transport/tcp", "transport/tear", "transport/tfrc",
                     "transport/xtp"},
    "qos/snmp": {*COMMON, "qos/monitor"},
}


def room(path):
    """model/atm/cell/x.h is in "atm/cell", model/host/x.h in "host"."""
    parts = path.relative_to(ROOT / "model").parts[:-1]
    return "/".join(parts[:2 if parts[0] in HOUSES else 1])


HEADERS = {path.name: room(path) for path in ROOT.glob("model/**/*.h")}
ROOMS = sorted(set(HEADERS.values()))


@pytest.mark.parametrize("name", ROOMS)
def test_room_includes_only_what_it_may(name):
    allowed = {name, *ALLOWED.get(name, COMMON)}
    for path in ROOT.glob(f"model/{name}/**/*.[ch]*"):
        if room(path) != name:
            continue
        included = re.findall(r'#include ["<](?:ns3/)?([\w.-]+)[">]', path.read_text("utf-8"))
        wrong = [one for one in included if HEADERS.get(one, name) not in allowed]
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
