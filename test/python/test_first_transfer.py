# SPDX-License-Identifier: GPL-2.0-only
"""The first program of the manual's chapter on transports, in C++ and Python, over each of them."""

import re
import subprocess
import sys

import programs
import pytest
from conftest import ROOT

FOLDER = ROOT / "examples/flow-statistics"
FACTORIES = dict(re.findall(r'\{"(\w+)", "(\S+)"\}',
                            (FOLDER / "transport-factories.h").read_text(encoding="utf-8")))
BEGIN, SECONDS_ON_WIRE, DELAY = 1.0, 0.8, 0.01  # 1,000,000 bytes at 10 Mb/s, one way


@pytest.fixture(scope="module", name="printed")
def fixture_printed():
    """What the program prints, by transport."""
    done = {name: programs.run("first-transfer", f"--transport={name}") for name in FACTORIES}
    assert all(one.returncode == 0 for one in done.values()), done
    return {name: one.stdout for name, one in done.items()}


@pytest.mark.parametrize("name", FACTORIES)
def test_all_bytes_arrive_and_no_sooner_than_the_line_allows(printed, name):
    """TFRC repeats nothing that the link's queue drops at its start."""
    found = re.fullmatch(r"(\d+) bytes, the last one at (\d+) ms\n", printed[name])
    assert found, printed[name]
    assert int(found[1]) == 1_000_000 or (name == "tfrc" and 990_000 < int(found[1]) < 1_000_000)
    assert BEGIN + SECONDS_ON_WIRE + DELAY < int(found[2]) / 1000 < 15


@pytest.mark.slow
def test_the_program_in_python_prints_the_same(printed):
    done = subprocess.run([sys.executable, FOLDER / "first_transfer.py", *FACTORIES.values()],
                          capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(printed.values())


def test_the_manual_prints_what_the_first_one_does(printed):
    chapter = (ROOT / "doc/transports.rst").read_text(encoding="utf-8")
    assert printed["sstp"].strip() in chapter
