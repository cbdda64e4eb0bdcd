# SPDX-License-Identifier: GPL-2.0-only
"""Running the programs of a paper, for their tests."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hsn import speed

YARDSTICK = 0.042  # of the machine that limits of CPU time were set for, as hsn.speed measures it
BUILD = Path(os.environ.get("HSN_BUILD") or Path(__file__).resolve().parents[2] / "build")


def run(program, *arguments):
    """Run a program; its process, ended."""
    path = BUILD / "bin" / f"hsn-{program}"
    assert path.exists(), f"{path} is not built: ./hsn build hsn-{program}"
    return subprocess.run([path, *arguments], capture_output=True, text=True, timeout=300,
                          check=False)


def metrics(program, *arguments):
    """The metrics of a run that must succeed."""
    done = run(program, *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def cpu_seconds(limit):
    """A limit of CPU time on this machine, if it is slower than the one that the limit was set for."""
    return limit * max(1, speed.scale(YARDSTICK))


def assert_refused(program, arguments, words):
    """A program ends with status 2 and a message that contains some words."""
    done = run(program, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    for word in words:
        assert word in done.stderr
    assert done.stdout == ""


def need_capture(program):
    """The path of a program whose captures tshark reads; fails if either is missing."""
    if not shutil.which("tshark"):
        pytest.fail("tshark is missing: apt-get install tshark")
    path = BUILD / "bin" / f"hsn-{program}"
    if not path.exists():
        pytest.fail(f"{path} is missing: ./hsn build (or set HSN_BUILD to the build directory)")
    return path
