# SPDX-License-Identifier: GPL-2.0-only
"""Options of all example and benchmark programs: what they refuse, and how they are listed."""

import json
import math
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from programs import BUILD, run

FOLDERS = [ROOT / "bench", *sorted(path.parent for path in ROOT.glob("examples/*/CMakeLists.txt"))]
GARBAGE = ("x", "1x", " 1", "--")


def programs():
    """The names of all programs, without hsn-; those of benchmarks are marked."""
    names = []
    for folder in FOLDERS:
        prefix = "bench-" if folder.name == "bench" else ""
        marks = [pytest.mark.bench] if prefix else []
        names += [pytest.param(prefix + path.stem, marks=marks) for path in sorted(folder.glob("*.cc"))
                  if re.search(r"^main\(", path.read_text(encoding="utf-8"), re.MULTILINE)]
    return [*names, "atm-differential"]


def options_of(program):
    """What a program lists."""
    done = run(program, "--PrintOptions")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["options"]


def summary_of(program):
    """What a program says that it does."""
    return json.loads(run(program, "--PrintOptions").stdout)["summary"]


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


@pytest.mark.rotating
@pytest.mark.parametrize("program", programs())
def test_every_option_refuses_what_makes_no_sense(program):
    """Status 2 and one line that names the option, the value and what it must be."""
    options = options_of(program)
    unknown = run(program, "--noSuchOption=1")
    assert unknown.returncode == 2 and "noSuchOption" in unknown.stderr
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


@pytest.mark.parametrize("program", programs())
def test_every_program_has_a_usage_text(program):
    """One line that fits a terminal beside the name."""
    summary = summary_of(program)
    assert 20 <= len(summary) <= 85 and "\n" not in summary
    assert f"\n{summary}\n" in run(program, "--PrintHelp").stdout


def test_run_lists_what_each_program_does():
    """One line for each program of the build."""
    done = subprocess.run([sys.executable, ROOT / "hsn", "run"], text=True, capture_output=True,
                          env={**os.environ, "HSN_BUILD": str(BUILD)}, check=True)
    listed = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert "C++ tests" in listed.pop("test-runner")
    benches = {one.values[0] for one in programs() if not isinstance(one, str)}
    assert all(listed.pop(program) for program in benches)
    assert listed == {program: summary_of(program) for program in programs() if isinstance(program, str)}


@pytest.mark.parametrize("setting, words", [
    ("--RngSeed=0", "must be a whole number, 1 to 4294944442"),
    ("--RngSeed=4294944443", "must be a whole number, 1 to 4294944442"),
    ("--RngSeed=-1", "must be a whole number, 1 to 4294944442"),
    ("--RngRun=-1", "must be a whole number, 0 to 18446744073709551615"),
    ("--RngRun=x", "must be a whole number, 0 to 18446744073709551615"),
    ("--SchedulerType=Fast", "must be the name of a class derived from ns3::Scheduler"),
    ("--SimulatorImplementationType=Fast", "must be the name of a class derived from"),
    ("--PrintAttributes=Fast", "must be the name of a class of ns-3"),
    ("--ns3::TcpSocket::SegmentSize=-1", "uint32_t 0:4294967295"),
    ("--ns3::TcpSocket::SegmentSize=4294967296", "uint32_t 0:4294967295"),
    ("--ns3::TcpSocket::ConnTimeout=5parsecs", ""),
    ("--ns3::UniformRandomVariable::Min=x", ""),
    ("--ns3::PointToPointNetDevice::DataRate=-1Mbps", ""),
    ("--ns3::OnOffApplication::OnTime=sometimes", "")])
def test_settings_of_ns3_are_refused_in_words(setting, words):
    """What ns-3 accepts and aborts for later, or aborts for at once, ends with status 2 and a line."""
    done = run("vbr-upc", setting)
    assert done.returncode == 2 and not done.stdout, done.stderr
    assert done.stderr.startswith(f"error: {setting}: ") and words in done.stderr
    assert done.stderr.count("\n") == 1 and len(done.stderr) > len(setting) + 20
