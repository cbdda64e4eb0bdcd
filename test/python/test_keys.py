# SPDX-License-Identifier: GPL-2.0-only
"""What the key of a stored result depends on, and what it does not: real, small builds."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from hsn.programs import loaded_libraries, loaded_part, program_files, program_hash

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")

BUILD = Path(os.environ.get("HSN_BUILD") or ROOT / "build").absolute()


def hash_of(build, program, monkeypatch):
    """program_hash() of a program in a build folder, as it is now."""
    monkeypatch.setenv("HSN_BUILD", str(build))
    program_files.cache_clear()
    return program_hash(program)


# --- a program ---------------------------------------------------------------------------


def compile_c(house, text, *options):
    source = house.folder / "x.c"
    source.write_text(text, encoding="utf-8")
    subprocess.run(["cc", *options, "-Wl,--build-id=none", "-o", house.bin / "program", source],
                   check=True)


def test_code_and_data_count_and_symbols_do_not(house, monkeypatch):
    hashes = []
    for text, options in (("int main(void) { return 1; }", ()),
                          ("int main(void) { return 1; } /* one */", ("-g",)),
                          ("int main(void) { return 1; }", ("-s",)),
                          ("int main(void) { return 2; }", ()),
                          ("int data = 3; int main(void) { return 1; }", ())):
        compile_c(house, text, *options)
        hashes.append(hash_of(house.folder / "build", "program", monkeypatch))
    assert len(set(hashes[:3])) == 1 and len(set(hashes)) == 3


def test_whatever_is_no_elf_file_counts_as_a_whole():
    for data in (b"", b"#!/bin/sh\n", b"\x7fELF\x01\x01 32 bits"):
        assert loaded_part(data) == data


# --- a module with rooms -----------------------------------------------------------------

THING = """\
#include "ns3/object.h"
#include "ns3/{name}.h"
namespace ns3
{{
class {name}Thing : public Object
{{
  public:
    static TypeId GetTypeId()
    {{
        static TypeId tid =
            TypeId("ns3::{name}Thing").SetParent<Object>().AddConstructor<{name}Thing>();
        return tid;
    }}
}};
NS_OBJECT_ENSURE_REGISTERED({name}Thing);
}}
int
{name}(int x)
{{
    NS_ABORT_MSG_IF(x < 0, "too small");
    return x + 1000;
}}
"""
MAIN = """\
#include "ns3/type-id.h"
#include "ns3/{name}.h"
#include <iostream>
int
main(int argc, char**)
{{
    ns3::TypeId tid;
    for (const char* name : {{"red", "blue", "green"}})
    {{
        std::cout << ns3::TypeId::LookupByNameFailSafe(std::string("ns3::") + name + "Thing", &tid);
    }}
    return {name}(argc) == 1001 ? 0 : 1;
}}
"""
LISTS = """\
cmake_minimum_required(VERSION 3.16)
project(toy LANGUAGES CXX)
include({root}/cmake/ns3-standalone.cmake)
build_lib(
  LIBNAME toy
  SOURCE_FILES helper/toy-helper.cc model/red/red.cc model/blue/blue.cc model/multicast/green/green.cc
  HEADER_FILES model/red/red.h model/blue/blue.h model/multicast/green/green.h
  LIBRARIES_TO_LINK ${{libcore}}
)
"""
PROGRAMS = """\
build_lib_example(NAME toy-red SOURCE_FILES red.cc LIBRARIES_TO_LINK ${libtoy} ${libtoy-red})
build_lib_example(NAME toy-blue SOURCE_FILES blue.cc LIBRARIES_TO_LINK ${libtoy} ${libtoy-blue})
build_lib_example(NAME toy-green SOURCE_FILES green.cc LIBRARIES_TO_LINK ${libtoy} ${libtoy-multicast-green})
build_lib_example(NAME toy-all SOURCE_FILES blue.cc LIBRARIES_TO_LINK ${libtoy})
"""
ROOMS = {"red": "model/red", "blue": "model/blue", "green": "model/multicast/green"}


class Module:
    """A small module with three rooms, of which green uses red."""

    def __init__(self, folder):
        self.folder, self.build = folder, folder / "build"
        for name, room in ROOMS.items():
            self.write(f"{room}/{name}.h", f"int {name}(int x);\n")
            self.write(f"{room}/{name}.cc", THING.format(name=name))
            self.write(f"examples/{name}.cc", MAIN.format(name=name))
        green = THING.format(name="green").replace("return x + 1000", "return red(x)")
        self.write("model/multicast/green/green.cc", '#include "ns3/red.h"\n' + green)
        self.write("helper/toy-helper.cc", "int helpers_need_nothing;\n")
        self.write("CMakeLists.txt", LISTS.format(root=ROOT))
        self.write("examples/CMakeLists.txt", PROGRAMS)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, name, before, after):
        text = (self.folder / name).read_text(encoding="utf-8")
        assert before in text
        self.write(name, text.replace(before, after))

    def make(self, *targets):
        """Configure if need be, and build."""
        command = ["cmake", "-S", self.folder, "-B", self.build, "-G", "Ninja",
                   "-DNS3_STANDALONE_TESTS=OFF", f"-DPython3_EXECUTABLE={sys.executable}"]
        for one in ([] if self.build.exists() else [command]) + [
                ["ninja", "-C", self.build, *targets]]:
            done = subprocess.run(one, capture_output=True, text=True, check=False,
                                  env={**os.environ, "CCACHE_DISABLE": "1"})
            assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def hashes(self, monkeypatch):
        self.make("examples/all")
        return {name: hash_of(self.build, f"toy-{name}", monkeypatch)
                for name in ("red", "blue", "green", "all")}


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.fixture(name="module", scope="module")
def fixture_module(tmp_path_factory):
    return Module(tmp_path_factory.mktemp("module") / "here")


@pytest.mark.slow
def test_a_program_is_built_without_rooms_that_it_does_not_use(module):
    module.make("toy-blue")
    objects = {path.name for path in module.build.rglob("*.o")}
    assert "blue.cc.o" in objects and not {"red.cc.o", "green.cc.o"} & objects


@pytest.mark.slow
def test_key_depends_on_the_code_that_the_program_uses(module, monkeypatch):
    first = module.hashes(monkeypatch)
    module.change("model/blue/blue.cc", "1000", "1001")
    second = module.hashes(monkeypatch)
    assert changed(first, second) == {"blue", "all"}
    module.change("model/red/red.cc", "1000", "1001")
    # toy-all has the class redThing, but not the function red, which it does not call
    assert changed(second, module.hashes(monkeypatch)) == {"red", "green"}
    module.change("model/red/red.cc", "1001", "1000")
    module.change("model/blue/blue.cc", "1001", "1000")
    assert module.hashes(monkeypatch) == first


@pytest.mark.slow
def test_key_depends_neither_on_comments_nor_on_the_folder(module, monkeypatch, tmp_path):
    first = module.hashes(monkeypatch)
    for name, room in ROOMS.items():  # above an assertion, which knows the number of its line
        module.change(f"{room}/{name}.cc", "namespace ns3\n", "// a comment\n\nnamespace ns3\n")
        module.change(f"{room}/{name}.h", "int ", "// a comment\nint ")
    assert module.hashes(monkeypatch) == first
    elsewhere = Module(tmp_path / "elsewhere" / "deeper")
    assert elsewhere.hashes(monkeypatch) == first


@pytest.mark.slow
def test_classes_of_the_rooms_that_a_program_names_are_found_by_name(module):
    module.make("examples/all")
    found = {name: subprocess.run([module.build / "bin" / f"toy-{name}"], capture_output=True,
                                  text=True, check=True).stdout
             for name in ("red", "blue", "green", "all")}
    assert found == {"red": "100", "blue": "010", "green": "101", "all": "111"}


# --- this module's build -----------------------------------------------------------------


def ninja(*arguments):
    done = subprocess.run(["ninja", "-C", BUILD, "-t", *arguments], capture_output=True, text=True,
                          check=True)
    return done.stdout.split()


@pytest.fixture(name="programs", scope="module")
def fixture_programs():
    """{program: its own sources and those of the rooms that it names}, of examples/ and bench/."""
    path = BUILD / "programs.txt"
    if not path.exists():
        pytest.skip("nothing is built; ./hsn test builds all")
    return {name: linked_sources(name) for name in re.findall(r"^\S+", path.read_text(encoding="utf-8"), re.MULTILINE)
            if not re.search("test-runner|differential", name)}


def linked_sources(program):
    """The sources whose objects are linked as a whole."""
    found = set()
    for path in ninja("query", f"bin/{program}"):
        match = re.fullmatch(r"(.*/)?CMakeFiles/[^/]+\.dir/(.+)\.o", path)
        if match and "/Unity/" in path:  # one that includes the sources
            text = (BUILD / path.removesuffix(".o")).read_text(encoding="utf-8")
            found |= {Path(one) for one in re.findall(r'^#include "(.*)"$', text, re.MULTILINE)}
        elif match:
            # CMake writes __ for the folder above
            source = ROOT / (match[1] or "") / match[2].replace("__/", "../")
            found.add(source.resolve())
    assert found, program
    return found


def test_programs_contain_the_module_and_no_folder_of_this_machine(programs):
    present = [name for name in programs if (BUILD / "bin" / name).exists()]
    if not present:
        pytest.skip("no program is built; ./hsn test builds all")
    folders = {str(ROOT), str(BUILD), sys.prefix}
    for name in present:
        path = BUILD / "bin" / name
        assert not [one for one in loaded_libraries(path) if "-hsn" in one], name
        data = path.read_bytes()
        assert not [folder for folder in folders if folder.encode() + b"/" in data], name


def test_classes_that_programs_name_are_in_rooms_that_they_link(programs):
    declared = {}
    for path in [*ROOT.glob("model/**/*.cc"), *ROOT.glob("examples/**/*.cc")]:
        for name in re.findall(r'TypeId\(\s*"(ns3::hsn::\w+)"', path.read_text(encoding="utf-8")):
            declared[name] = path
    assert len(declared) > 50
    for program, sources in programs.items():
        for source in sources:
            if source.is_relative_to(ROOT / "model") or source.is_relative_to(ROOT / "helper"):
                continue
            for name in re.findall(r'"(ns3::hsn::\w+)', source.read_text(encoding="utf-8")):
                assert declared.get(name, source) in sources, (
                    f"{program} names {name}: it must include a header of the room of "
                    f"{declared[name].relative_to(ROOT)}")


@pytest.mark.parametrize("key, without", [
    ("vbr-upc", ["fec", "multicast", "transport/boston", "transport/fec"]),
    ("packet-fec", ["transport/boston", "transport/tcp"]), ("boston", ["multicast", "transport/fec"])])
def test_a_paper_needs_no_other_papers_rooms(programs, key, without):
    needed = [Path(path) for path in ninja("inputs", f"examples/{key}/all")]
    sources = {path for path in needed if path.suffix == ".cc"}
    assert any(path.is_relative_to(ROOT / "model") for path in sources) and programs
    for room in without:
        assert not [path for path in sources if path.is_relative_to(ROOT / "model" / room)]
    assert not [path for path in sources if path.is_relative_to(ROOT / "test")]
