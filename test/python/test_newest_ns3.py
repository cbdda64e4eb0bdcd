# SPDX-License-Identifier: GPL-2.0-only
"""What the newest release of ns-3 refuses, and the releases that every change is built with take."""

import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from programs import BUILD

FOLDERS = ["model", "helper", "test", "examples", "bench", "doc"]
CLASS = re.compile(r"^\s*(?:class|struct)\s+(\w+)(?:\s+final)?\s*:\s*([^{;()]*)\{", re.MULTILINE)
BASE = re.compile(r"(?:public|protected|private)\s+(?:virtual\s+)?([\w:]+)")
CREATE = re.compile(r"(?<![.>\w])Create<(?:\w+::)*(\w+)>")


def sources():
    return [path for folder in FOLDERS for pattern in ("*.h", "*.cc")
            for path in (ROOT / folder).rglob(pattern)]


def objects(paths):
    """The names of the classes in these files that derive from ns3::Object."""
    bases = {}
    for path in paths:
        for name, list_of_bases in CLASS.findall(path.read_text(errors="replace")):
            bases.setdefault(name, set()).update(
                base.split("::")[-1] for base in BASE.findall(list_of_bases))
    found, new = set(), {"Object"}
    while new:
        found |= new
        new = {name for name, parents in bases.items() if parents & found} - found
    return found


def wrong(paths, known):
    return [f"{path}: Create<{name}> of an Object: CreateObject" for path in paths
            for name in CREATE.findall(path.read_text()) if name in known]


def test_objects_are_made_by_create_object():
    """Create() leaves out their attributes; 3.48 does not compile it."""
    headers = Path(*importlib.util.find_spec("ns3").submodule_search_locations) / "include" / "ns3"
    ours = sources()
    known = objects([*headers.glob("*.h"), *ours])
    assert {"AtmNetDevice", "SumAdmission", "NetDevice"} <= known and "Packet" not in known
    assert wrong(ours, known) == []


def test_a_create_of_an_object_is_found(tmp_path):
    path = tmp_path / "one.cc"
    path.write_text("class Mine : public ns3::Application\n{\n};\nauto a = Create<hsn::Mine>(1);\n"
                    "auto b = factory.Create<Mine>();\nauto c = CreateObject<Mine>();\n")
    base = tmp_path / "base.h"
    base.write_text("class Application : public Object\n{\n};\n")
    assert wrong([path], objects([path, base])) == [f"{path}: Create<Mine> of an Object: CreateObject"]


@pytest.mark.slow
@pytest.mark.parametrize("kind, status", [("unsigned", 1), ("int", 0)])
def test_a_warning_in_a_macro_of_ns3_is_an_error(tmp_path, kind, status):
    """As in a tree, where ns-3's headers are not those of the system."""
    commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    entry = next(one for one in commands if one["file"].endswith("standalone-test-runner.cc"))
    source = ROOT / os.path.relpath(entry["file"], ROOT)
    planted = tmp_path / "planted.cc"
    planted.write_text(f'#include "ns3/assert.h"\nvoid f(int a, {kind} b)\n{{\n    NS_ASSERT(a == b);\n}}\n')
    name = os.path.relpath(planted, ROOT)
    command = entry["command"].replace(str(source), str(planted))
    (tmp_path / "compile_commands.json").write_text(
        json.dumps([{**entry, "file": str(planted), "command": command}]))
    done = subprocess.run([ROOT / ".ci" / "without-precompiled", tmp_path], input=name, text=True,
                          capture_output=True, check=False)
    assert done.returncode == status and f"1 sources without precompiled headers, {status} fail" in done.stdout
    assert ("sign-compare" in done.stdout) == bool(status)
