# SPDX-License-Identifier: GPL-2.0-only
"""CMakeLists.txt, wscript and the folders must name the same files."""

import ast
import re

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


def waf_lists():
    lists = {}
    for node in ast.walk(ast.parse((ROOT / "wscript").read_text())):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            target = node.targets[0]
            if target.attr == "source":
                lists[target.value.id] = ast.literal_eval(node.value)
    return lists


def files(pattern, *folders):
    found = {p.relative_to(ROOT).as_posix() for f in folders for p in (ROOT / f).rglob(pattern)}
    return {f for f in found if not f.startswith("test/fuzz/")} - NOT_LISTED


@pytest.mark.parametrize("name", LISTS)
def test_cmake_and_waf_list_the_same(name):
    assert cmake_lists()[name] == waf_lists()[LISTS[name]]


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
