# SPDX-License-Identifier: GPL-2.0-only
"""The stored results of ns-2 are what ns-2 does, where it is installed."""

import shutil
import subprocess

import pytest
from conftest import ROOT

ORACLES = ROOT / "test" / "oracles" / "ns2"
LOSS = ("delay", "0.05", "lose")
# file -> parameters of tfrc.tcl, as in README.md
TFRC = {
    "tfrc-lose-100.csv": (*LOSS, "100", "rto", "0.417088"),
    "tfrc-lose-25.csv": (*LOSS, "25", "rto", "0.417088"),
    "tfrc-lose-100-tcp-rto.csv": (*LOSS, "100"),
    "tfrc-drop-tail.csv": (),
}


def test_every_file_of_tfrc_is_made():
    assert {path.name for path in ORACLES.glob("tfrc-*.csv")} == set(TFRC)


@pytest.mark.skipif(not shutil.which("ns"), reason="ns-2 is not installed (Debian package ns2)")
@pytest.mark.parametrize("name", TFRC)
def test_tfrc(name, tmp_path):
    made = tmp_path / name
    subprocess.run(["ns", ORACLES / "tfrc.tcl", *TFRC[name], "csv", made], check=True)
    assert made.read_text() == (ORACLES / name).read_text()
