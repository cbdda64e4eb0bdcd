# SPDX-License-Identifier: GPL-2.0-only
"""CMakeLists.txt, wscript and the folders must name the same files."""

import re
import runpy
import types

import pytest
from conftest import ROOT

# CMakeLists.txt's variable -> wscript's object
LISTS = {"source_files": "module", "header_files": "headers", "test_sources": "module_test"}
NOT_LISTED = {  # out of tree only
    "test/standalone-atm-differential.cc",
    "test/standalone-test-runner.cc",
}
PROGRAMS = [ROOT / "bench"] + sorted(f.parent for f in ROOT.glob("examples/*/CMakeLists.txt"))


def cmake_lists():
    text = re.sub(r"#.*", "", (ROOT / "CMakeLists.txt").read_text())
    return {name: re.search(rf"set\({name}\s([^)]*)\)", text)[1].split() for name in LISTS}


class WafNode:
    """A file as waf names it."""

    def __init__(self, path):
        self.path = path

    def path_from(self, _folder):
        return self.path.relative_to(ROOT).as_posix()


class WafFolder:
    """waf's ant_glob, as far as the wscript uses it."""

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
    return {f for f in found if not f.startswith("test/fuzz/")} - NOT_LISTED


@pytest.mark.parametrize("name", LISTS)
def test_cmake_and_waf_list_the_same(name):
    assert cmake_lists()[name] == waf_lists()[LISTS[name]]


def test_cmake_and_waf_leave_out_the_same_without_gsl():
    text = (ROOT / "cmake" / "hsn-gsl.cmake").read_text()
    left_out = re.search(r"REMOVE_ITEM test_sources\s([^)]*)\)", text)[1].split()
    with_gsl, without = waf_lists(), waf_lists(gsl=False)
    assert left_out and sorted(left_out) == left_out
    assert set(with_gsl["module_test"]) - set(without["module_test"]) == set(left_out)
    assert set(without["module_test"]) < set(with_gsl["module_test"])
    assert without["module"] == with_gsl["module"]


@pytest.mark.parametrize("name", LISTS)
def test_no_file_is_listed_twice(name):
    listed = cmake_lists()[name]
    assert listed == sorted(set(listed))


def test_every_file_is_listed():
    lists = {name: set(listed) for name, listed in cmake_lists().items()}
    assert lists["source_files"] == files("*.cc", "model", "helper")
    assert lists["header_files"] == files("*.h", "model", "helper")
    assert lists["test_sources"] == files("*.cc", "test")


def test_headers_have_names_of_their_own():
    # ns-3 puts them all into ns3/
    names = [header.rsplit("/", 1)[-1] for header in cmake_lists()["header_files"]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("folder", PROGRAMS, ids=lambda folder: folder.name)
def test_every_program_is_built(folder):
    cmake = (folder / "CMakeLists.txt").read_text()
    waf = (folder / "wscript").read_text()
    for source in folder.glob("*.cc"):
        for text in (cmake, waf):
            assert re.search(rf"(?<![\w-]){source.stem}(?![\w-])", text), source
    if folder.name != "bench":
        examples = ROOT / "examples"
        assert f"add_subdirectory({folder.name})" in (examples / "CMakeLists.txt").read_text()
        assert f"recurse('{folder.name}')" in (examples / "wscript").read_text()


def test_program_names_do_not_clash_with_other_modules():
    for folder in PROGRAMS:
        names = re.findall(r"NAME\s+(\S+)", (folder / "CMakeLists.txt").read_text())
        assert names and all(name.startswith("hsn-") for name in names)


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
