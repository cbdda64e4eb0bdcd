# SPDX-License-Identifier: GPL-2.0-only
"""The first programs of the manual's chapter on reliable multicast."""

import subprocess
import sys

import programs
from conftest import ROOT

EXPECTED = [*["200000"] * 6, "failed:", "0", "0"]  # by FRM and by RMTP, at three hosts each


def test_the_program():
    done = programs.run("reliable-multicast")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == EXPECTED


def test_the_program_on_a_tree():
    done = programs.run("reliable-multicast-tree")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [*["200000"] * 12, "failed:", "0", "0"]


def test_the_program_in_python():
    path = ROOT / "examples/reliable-multicast/reliable_multicast.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == EXPECTED


def test_the_manual_shows_them_whole():
    """The chapter prints what they print, and each is some thirty statements long."""
    chapter = (ROOT / "doc/multicast.rst").read_text(encoding="utf-8")
    assert "``" + " ".join(EXPECTED) + "``" in chapter
    text = (ROOT / "examples/reliable-multicast/reliable-multicast.cc").read_text(encoding="utf-8")
    body = [line for line in text.split("main(int")[1].splitlines() if len(line.strip()) > 1]
    assert len(body) <= 38
