# SPDX-License-Identifier: GPL-2.0-only
"""Options of all example and benchmark programs: what they refuse, and how they are listed."""

import json
import math
import re

import pytest
from conftest import ROOT
from programs import run

FOLDERS = [ROOT / "bench", *sorted(path.parent for path in ROOT.glob("examples/*/CMakeLists.txt"))]
GARBAGE = ("x", "1x", " 1", "--")


def programs():
    """The names of all programs, without hsn-, from the build files."""
    names = []
    for folder in FOLDERS:
        text = (folder / "CMakeLists.txt").read_text(encoding="utf-8")
        for name in re.findall(r"NAME\s+hsn-(\S+)", text):
            lists = re.findall(r"(?:foreach\(program|set\(programs|APPEND programs)\s+([^)$]+)\)", text)
            names += " ".join(lists).split() if name == "${program}" else [name]
    return names


def options_of(program):
    """What a program lists."""
    done = run(program, "--PrintOptions")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["options"]


def bad_values(option):
    """Values that an option must refuse."""
    kind = option["kind"]
    if "choices" in option:
        return [*GARBAGE, "", "nonsense"]
    if kind == "true or false":
        return ["maybe", "2", "TRUE!"]
    if kind.startswith(("whole number", "a whole number")):
        bad = [*GARBAGE, "1.5", "1e3", "99999999999999999999999", "-99999999999999999999999"]
        bad += [str(int(option["min"]) - 1)] if abs(option.get("min", math.inf)) < 2 ** 53 else []
        bad += [str(int(option["max"]) + 1)] if abs(option.get("max", math.inf)) < 2 ** 53 else []
    elif kind.startswith(("number", "a number")):
        bad = [*GARBAGE, "1e999", "nan", "inf", "0x"]
        bad += [repr(math.nextafter(option["min"], -math.inf))] if "min" in option else []
        bad += [repr(math.nextafter(option["max"], math.inf))] if "max" in option else []
    elif kind.startswith("a rate"):
        return [*GARBAGE, "", "-1Mbps", "1e30bps", "99999999999999Gbps", "5Mbit"] + (
            ["0bps", "0", "0.1bps"] if "above" in option else [])
    elif kind.startswith("a time"):
        return [*GARBAGE, "", "-1s", "1e30s", "99999999999999h", "5 s", "soon"]
    elif kind == "a text":
        return []
    else:  # what the program reads by itself
        return ["?", "1+", "+", "1+2+3", "999999+1", "-1+1"]
    bad += [repr(option[name]) for name in ("above", "below") if name in option]
    return bad + ([] if "separated" in kind else [""])


@pytest.mark.parametrize("program", programs())
def test_every_option_refuses_what_makes_no_sense(program):
    """Status 2 and one line that names the option, the value and what it must be."""
    options = options_of(program)
    assert options
    for option in options:
        for value in bad_values(option):
            given = f"--{option['name']}={value}"
            done = run(program, given)
            assert done.returncode == 2, f"{given}: {done.stderr}"
            assert done.stderr.startswith(f"error: {given}: must be "), f"{given}: {done.stderr}"
            assert done.stderr.count("\n") == 1 and not done.stdout, given


@pytest.mark.parametrize("program", programs())
def test_help_lists_every_option_with_default_and_limit(program):
    """--PrintHelp and --PrintOptions agree."""
    text = run(program, "--PrintHelp").stdout
    for option in options_of(program):
        line = re.search(rf"^ +--{option['name']}: .*$", text, re.MULTILINE)
        assert line, option["name"]
        assert option["help"] in line[0] and option["kind"] in line[0]
        if option["default"]:
            assert line[0].endswith(f"[{option['default']}]")
        for bound in ("min", "above", "max", "below"):
            if bound in option:
                assert f"{option[bound]:.12g}" in line[0] or f"{option[bound]:.0f}" in line[0]


@pytest.mark.parametrize("program", programs())
@pytest.mark.parametrize("argument", ["--frobnicate=1", "frobnicate", "--ns3::TcpSocket::No=1"])
def test_unknown_arguments_are_named(program, argument):
    """In one line, with status 2."""
    done = run(program, argument)
    assert done.returncode == 2 and done.stderr.startswith(f"error: {argument}: ")
    assert done.stderr.count("\n") == 1
