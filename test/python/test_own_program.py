# SPDX-License-Identifier: GPL-2.0-only
"""Programs outside the tree, as the README has them, use the build folder or an installation.

.ci/run lets this file also test the build against Debian's ns-3."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from programs import BUILD

PROGRAM = ROOT / "doc" / "my-program"
# nothing of the environment may help to find libraries
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH", "PKG_CONFIG_PATH")}

# finds classes of the library by their names only, and gives the linker every reason to leave it out
BY_NAME = """\
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include <iostream>
int main()
{
    ns3::TypeId found;
    std::cout << ns3::TypeId::LookupByNameFailSafe("ns3::hsn::TcpFast", &found) << std::endl;
}
"""


def call(*command, cwd, **variables):
    """What a command prints; it must succeed."""
    done = subprocess.run(command, cwd=cwd, env={**ENVIRONMENT, **variables}, text=True,
                          capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(name="installed", scope="module")
def _installed(tmp_path_factory):
    """The folder of an installation."""
    folder = tmp_path_factory.mktemp("installed")
    call("cmake", "--install", BUILD, "--prefix", folder, cwd=folder)
    return folder


@pytest.fixture(name="prefix", params=["build", "installed"])
def _prefix(request):
    """Where the library is."""
    return BUILD if request.param == "build" else request.getfixturevalue("installed")


def assert_library_of(program, prefix):
    """A program loads the library of a folder, and ns-3's libraries are found."""
    loaded = call("ldd", program, cwd=prefix)
    assert "not found" not in loaded
    library = re.search(r"libns3\.\d+-hsn\.so => (\S+)", loaded)[1]
    assert os.path.realpath(library).startswith(os.path.realpath(prefix) + "/")


def captured(capture, bytes_sent):
    """tshark reads a capture: whole segments that carry all bytes, and the end of the connection."""
    rows = [line.split("\t") for line in call(
        "tshark", "-n", "-r", capture, "-T", "fields", "-e", "_ws.malformed", "-e", "ip.src",
        "-e", "tcp.len", "-e", "tcp.flags.fin", cwd=capture.parent).splitlines()]
    assert not any(malformed for malformed, *_ in rows)
    sent = sum(int(length) for _, source, length, _ in rows if source == "10.0.0.1")
    return sent == bytes_sent and any(fin in ("1", "True") for *_, fin in rows)


def test_program_with_find_package(tmp_path, prefix):
    """As in the README."""
    shutil.copytree(PROGRAM, tmp_path, dirs_exist_ok=True)
    said = call("cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                cwd=tmp_path)
    assert "Warning" not in said
    call("cmake", "--build", "build", cwd=tmp_path)
    said = call("build/my-program", "--bytes=200000", cwd=tmp_path)
    assert said.startswith("200000 bytes received in ")
    assert_library_of(tmp_path / "build" / "my-program", prefix)
    for end in (0, 1):
        assert captured(tmp_path / f"my-program-{end}-0.pcap", 200000)


def test_program_with_pkg_config(tmp_path, prefix):
    """Also with a linker that leaves out libraries of which it sees no use."""
    (tmp_path / "by-name.cc").write_text(BY_NAME, encoding="utf-8")
    where = next(path.parent for path in sorted(prefix.glob("lib*/**/hsn.pc"))).as_posix()
    flags = call("pkg-config", "--cflags", "--libs", "hsn", cwd=tmp_path, PKG_CONFIG_PATH=where)
    call("g++", "by-name.cc", "-o", "by-name", "-Wl,--as-needed", *flags.split(), cwd=tmp_path)
    assert call("./by-name", cwd=tmp_path) == "1\n"
    assert_library_of(tmp_path / "by-name", prefix)


def test_installation_does_not_need_the_build_folder(installed):
    """Nor the sources."""
    headers = {path.name for path in (installed / "include" / "ns3").iterdir()}
    assert headers == {"hsn-module.h", *(path.name for folder in ("model", "helper")
                                          for path in (ROOT / folder).rglob("*.h"))}
    assert not any(path.is_symlink() for path in (installed / "include" / "ns3").iterdir())
    texts = [*installed.rglob("*.cmake"), *installed.rglob("*.pc")]
    assert len(texts) >= 4
    for text in texts:
        # ns-3 itself stays where it is: by default in the clone's .venv
        words = text.read_text(encoding="utf-8").replace(f"{Path(sys.prefix)}/", "NS3/")
        for folder in (BUILD, ROOT):
            assert f"{folder}/" not in words, text


@pytest.mark.parametrize("version, words", [
    ("3.1", "was built against ns-3"),
    (None, "is no longer in /nowhere/ns3")])
def test_another_ns3_is_refused_in_words(tmp_path, installed, version, words):
    """If the project has found another one, or the one of the build is gone."""
    config = next(installed.glob("lib*/**/hsn-config.cmake"))
    folder = shutil.copytree(config.parent, tmp_path / "hsn")
    if version is None:
        text = config.read_text(encoding="utf-8")
        (folder / config.name).write_text(re.sub(r'"/[^"]*/ns3"', '"/nowhere/ns3"', re.sub(
            r"in /\S*/ns3", "in /nowhere/ns3", text)), encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(own LANGUAGES NONE)\n"
        + (f"set(ns3_VERSION {version})\n" if version else "") + "find_package(hsn REQUIRED)\n",
        encoding="utf-8")
    done = subprocess.run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-Dhsn_DIR={folder}"],
                          cwd=tmp_path, text=True, capture_output=True, check=False)
    assert done.returncode == 1 and words in " ".join(done.stderr.split()), done.stderr


def test_the_manual_has_the_program():
    """The five lines, and the program itself."""
    lines = (PROGRAM / "CMakeLists.txt").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line and not line.startswith("#")]) == 5
    manual = (ROOT / "doc" / "building.rst").read_text(encoding="utf-8")
    assert ".. literalinclude:: my-program/CMakeLists.txt" in manual
    assert ".. literalinclude:: my-program/my-program.cc" in manual
