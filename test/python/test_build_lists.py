# SPDX-License-Identifier: GPL-2.0-only
"""CMake and waf find the same files, and all of them."""

import json
import os
import re
import runpy
import subprocess
import types

import pytest
from conftest import ROOT
from programs import BUILD

NOT_IN_SUITE = re.compile(r"test/(fuzz/|standalone-)")
FOLDERS = [ROOT / "bench"] + sorted(f.parent for f in ROOT.glob("examples/*/CMakeLists.txt"))


class WafNode:
    """A file as waf names it."""

    def __init__(self, path):
        self.path = path

    def path_from(self, _folder):
        return self.path.relative_to(ROOT).as_posix()


class WafFolder:
    """waf's ant_glob and find_node, as far as the wscript uses them."""

    def find_node(self, name):
        return types.SimpleNamespace(read=lambda encoding: (ROOT / name).read_text(encoding))

    def ant_glob(self, patterns, excl=()):
        found = {path for pattern in patterns for path in ROOT.glob(pattern)}
        left_out = {path for pattern in excl for path in ROOT.glob(pattern)}
        return [WafNode(path) for path in found - left_out]


class WafBuild:
    """What the wscript calls; keeps the objects that it fills in."""

    path = WafFolder()

    def __init__(self, gsl):
        self.env = {"ENABLE_EXAMPLES": False, "ENABLE_HSN_GSL": gsl}
        self.made = {}

    def make(self, name):
        env = types.SimpleNamespace(append_value=lambda name, value: None)
        return self.made.setdefault(name, types.SimpleNamespace(use=[], env=env))

    def create_ns3_module(self, _name, _dependencies):
        return self.make("module")

    def create_ns3_module_test_library(self, _name):
        return self.make("module_test")

    def __call__(self, features):
        assert features == "ns3header"
        return self.make("headers")


def waf_lists(gsl=True):
    build = WafBuild(gsl)
    runpy.run_path(str(ROOT / "wscript"))["build"](build)
    return {name: made.source for name, made in build.made.items()}


def files(pattern, *folders):
    found = {p.relative_to(ROOT).as_posix() for f in folders for p in (ROOT / f).rglob(pattern)}
    return {f for f in found if not NOT_IN_SUITE.match(f)}


def compiled():
    """The sources of model, helper and test that CMake compiles."""
    commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    sources = runpy.run_path(str(ROOT / ".ci" / "without-precompiled"))["sources"]
    paths = {os.path.relpath(file, ROOT) for one in commands for file in sources(one)}
    return {p for p in paths if p.split("/")[0] in ("model", "helper", "test")}


def test_waf_finds_every_file():
    found = waf_lists()
    assert set(found["module"]) == files("*.cc", "model", "helper")
    assert set(found["headers"]) == files("*.h", "model", "helper")
    assert set(found["module_test"]) == files("*.cc", "test")


def test_cmake_finds_every_file():
    assert {p for p in compiled() if not NOT_IN_SUITE.match(p)} == files("*.cc", "model", "helper", "test")


def test_what_needs_gsl_is_left_out_without():
    with_gsl, without = waf_lists(), waf_lists(gsl=False)
    left_out = set(with_gsl["module_test"]) - set(without["module_test"])
    assert "test/analysis/packet-fec-model-test.cc" in left_out
    assert set(without["module_test"]) < set(with_gsl["module_test"])
    assert without["module"] == with_gsl["module"]
    # the marker is a line of its own near the licence, or CMake and waf would not see it
    for path in [*ROOT.glob("test/**/*.cc"), *ROOT.glob("examples/*/*.cc")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        if any("Needs GSL" in line for line in lines):
            assert lines[1] == "// Needs GSL.", path


def test_headers_have_names_of_their_own():
    # ns-3 puts them all into ns3/
    names = [header.rsplit("/", 1)[-1] for header in files("*.h", "model", "helper")]
    assert len(names) == len(set(names))


def cmake_programs():
    """{program: its sources} of examples and bench, as CMake has written them."""
    found = {}
    for line in (BUILD / "programs.txt").read_text(encoding="utf-8").splitlines():
        name, *sources = line.split()
        paths = {os.path.normpath(source) for source in sources}
        if not any(path.startswith("test/") for path in paths):
            found[name] = paths
    return found


def waf_programs():
    """The same of examples/wscript."""
    programs_of = runpy.run_path(str(ROOT / "examples" / "wscript"))["programs_of"]
    return {name: {os.path.relpath(folder / source, ROOT) for source in sources}
            for folder in FOLDERS for name, (sources, *_) in programs_of(str(folder)).items()}


def test_cmake_and_waf_find_the_same_programs():
    assert len(cmake_programs()) > 20
    assert cmake_programs() == waf_programs()


def test_a_folders_name_is_no_pattern(tmp_path):
    """A helper's header does not bring its source, whatever the tree's folder is called."""
    folder = tmp_path / "c++ (1)"
    (folder / "helper").mkdir(parents=True)
    main = folder / "examples" / "main.cc"
    main.parent.mkdir()
    main.write_text('#include "ns3/toy-helper.h"\n\nint\nmain()\n', encoding="utf-8")
    for name in ("toy-helper.h", "toy-helper.cc"):
        (folder / "helper" / name).write_text('#include "toy-helper.h"\n', encoding="utf-8")
    (folder / "look.cmake").write_text(f"""
cmake_minimum_required(VERSION 3.16)
include({ROOT}/cmake/hsn-programs.cmake)
function(set_property)
endfunction()
set(HSN_FOLDER "${{CMAKE_CURRENT_LIST_DIR}}")
set(CMAKE_CURRENT_SOURCE_DIR "${{HSN_FOLDER}}/examples")
set(_room_of_toy-helper.h helper)
find_program_parts("${{CMAKE_CURRENT_SOURCE_DIR}}/main.cc" sources rooms)
message("sources: ${{sources}}")
""", encoding="utf-8")
    done = subprocess.run(["cmake", "-P", folder / "look.cmake"], text=True, capture_output=True, check=False)
    assert done.stderr == "sources: main.cc\n"


def test_every_source_belongs_to_a_program():
    used = set().union(*waf_programs().values())
    assert used == {path.relative_to(ROOT).as_posix() for folder in FOLDERS
                    for path in folder.glob("*.cc")}


def test_program_names_do_not_clash_with_other_modules():
    assert all(name.startswith("hsn-") for name in cmake_programs())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_programs_include_what_they_use(folder):
    """hsn-module.h would hide which rooms a program needs."""
    for path in [*folder.glob("*.cc"), *folder.glob("*.h")]:
        assert '"ns3/hsn-module.h"' not in path.read_text(encoding="utf-8"), path


def test_nothing_needs_a_later_release_than_3_35():
    """Its Simulator takes no lambdas, and neither does MakeCallback before 3.37; hsn-compat.h has
    ScheduleCall and Sink for them."""
    lambda_ = r"\[[^][()]*\]\s*[({]"
    wrong = re.compile(rf"(Simulator::Schedule\w*|MakeCallback)\((?:[^;{{]*?,)?\s*{lambda_}")
    files = [path for folder in ("model", "helper", "test", "examples", "bench")
             for path in (ROOT / folder).rglob("*.[ch]*") if path.suffix in (".cc", ".h")]
    assert len(files) > 300
    found = [f"{path.relative_to(ROOT)}: {hit[0]}" for path in files
             for hit in wrong.finditer(path.read_text(encoding="utf-8"))]
    assert not found
    assert wrong.search("Simulator::Schedule(Seconds(1), [&] {")  # the pattern works
    assert wrong.search("Simulator::Schedule(TimeStep(a - b),\n    [a, b] { f(a[0]); }")


def test_events_are_asked_what_all_releases_know():
    """ns-3.42 renamed EventId::IsRunning, and 3.48 has no such name; IsExpired is in all."""
    wrong = []
    for folder in ("model", "helper", "examples", "bench", "test", "doc"):
        paths = [p for p in (ROOT / folder).rglob("*") if p.suffix in (".h", ".cc")]
        texts = {p: p.read_text(encoding="utf-8") for p in paths}
        for path, text in texts.items():
            header = texts.get(path.with_suffix(".h"), "") if path.suffix == ".cc" else ""
            events = set(re.findall(r"\bEventId (\w+)\s*[;{=,)]", text + header))
            asked = re.findall(r"(\w+)\.(?:IsRunning|IsPending)\(\)", text)
            wrong += [f"{path.relative_to(ROOT)}: {name}" for name in asked if name in events]
    assert wrong == []
