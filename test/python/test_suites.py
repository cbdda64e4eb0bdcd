# SPDX-License-Identifier: GPL-2.0-only
"""Which groups of C++ tests the tests of ctest run."""

import functools
import re
import subprocess

from conftest import ROOT

SUITES = ROOT / "cmake" / "hsn-suites.cmake"
HEADERS = {path.name: path for folder in ("model", "helper") for path in (ROOT / folder).rglob("*.h")}
USES_ATM = re.compile(r"model/atm/(engine|switch)/|model/atm/network/atm-net-device\.h$")
REGISTRATION = re.compile(r'HsnTestRegistration\s+g_\w+\s*[({]\s*"([^"]+)"|"(conformance-[^"]+)"')


def listed(name):
    """The groups of a list in CMake."""
    return set(re.search(rf"^set\({name}\s+([^)]*)\)", SUITES.read_text("utf-8"), re.MULTILINE)[1].split())


@functools.cache
def included(path):
    """What the #include lines of a file name, and the source of a header."""
    found = [path.with_suffix(".cc")] if path.suffix == ".h" else []
    for name in re.findall(r'^#include "([^"]+)"', path.read_text("utf-8"), re.MULTILINE):
        found += [(path.parent / name).resolve(), HEADERS.get(name.removeprefix("ns3/"))]
    return [one for one in found if one and one.exists()]


def reached(path):
    """All files that a source includes, by others too."""
    seen, waiting = set(), [path]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += included(one)
    return seen


def groups():
    """{group: its source}"""
    return {group: path for path in (ROOT / "test").rglob("*.cc")
            for found in REGISTRATION.findall(path.read_text("utf-8")) for group in found if group}


def test_the_other_engine_runs_all_that_uses_atm():
    found = {group for group, path in groups().items()
             if any(USES_ATM.match(one.relative_to(ROOT).as_posix()) for one in reached(path))}
    assert {"boston", "atm-merging", "mets-socket"} <= found and "gcra" not in found
    assert found - {"atm-engine", "atm-engine-long"} == listed("HSN_ATM_GROUPS")


def test_groups_that_are_listed_exist():
    assert listed("HSN_LONG_GROUPS") | listed("HSN_PRINTING_GROUPS") <= set(groups())


def test_all_transports_carry_packets_that_know_their_headers_by_name():
    found = {group for group in groups() if group.startswith("conformance-")}
    assert "conformance-sstp" in found
    assert found <= listed("HSN_PRINTING_GROUPS")


def test_ci_has_the_same_groups():
    text = (ROOT / ".ci" / "run").read_text("utf-8")
    function = re.search(r"long_groups\(\) \{\n.*?\n\}", text, re.DOTALL)[0]
    found = subprocess.run(["bash", "-euc", f"{function}; long_groups"], cwd=ROOT, text=True, capture_output=True,
                           check=True)
    assert set(found.stdout.strip().split(",")) == listed("HSN_LONG_GROUPS")


def test_packets_are_filled_up_with_what_their_lists_of_headers_know():
    found = [path for folder in ("model", "helper", "examples") for path in (ROOT / folder).rglob("*.cc")
             if "->AddPaddingAtEnd(" in path.read_text("utf-8")]
    assert found == []
