# SPDX-License-Identifier: GPL-2.0-only
"""The programs of vbr-upc against numbers computed by hand, and what they say of bad input."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("HSN_BUILD") or ROOT / "build") / "bin"


def run(program, *arguments):
    """Run a program; its process, ended."""
    path = BIN / f"hsn-{program}"
    assert path.exists(), f"{path} is not built: ./hsn build"
    return subprocess.run([path, *arguments], capture_output=True, text=True, timeout=120,
                          check=False)


def metrics(program, *arguments):
    """The metrics of a run that must succeed."""
    done = run(program, *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# Cells accepted per PDU once the contract is exhausted, * where the last cell is accepted, for
# the deterministic train of equation (2); computed cell by cell outside this code.
FATES = [
    (9188, 1000, 5, "94 21 21 21 22"),
    (9188, 2000, 10, "176* 21 21 21 21"),
    (9188, 3000, 16, "87 21 21 21 21"),
    (9188, 4000, 21, "168 22 21 21 21"),
    (4832, 1000, 10, "73 14 15* 14 14"),
    (4832, 2000, 21, "54 14 14 14 14"),
]


@pytest.mark.parametrize("mtu, mbs, longest, after", FATES)
def test_fates_of_a_train_through_the_network(mtu, mbs, longest, after):
    """Device, links, switch and policing together give every cell the fate it must have."""
    found = metrics("vbr-upc", f"--mtu={mtu}", f"--mbs={mbs}", "--jitter=0", "--bursts=2",
                    f"--pdus={longest + 5}")
    cells = found["cells_per_pdu"]
    assert found["bursts"] == [longest, longest]
    assert found["first_burst_cells"] == [f"{cells}*"] * longest + after.split()
    assert found["upc_discarded_pcr"] == found["switch_queue_drops"] == 0


# First discarded cell, the next accepted ones, and how many of 10,000 back to back in all
BACK_TO_BACK = [
    (1000, [1015, 1031, 1046, 1062], 1578),
    (2000, [2015, 2031, 2046], 2514),
    (4000, [4015, 4031, 4046], 4385),
]


@pytest.mark.parametrize("mbs, accepted, total", BACK_TO_BACK)
def test_ten_thousand_cells(mbs, accepted, total):
    """The paper's contract in whole nanoseconds."""
    found = metrics("vbr-upc-police", f"--mbs={mbs}", "--lead=10000")
    assert found["first_discard"] == mbs
    assert found["accepted_after"][:len(accepted)] == accepted
    assert found["conforming"] == total
    assert found["forms_agree"] is True


def test_same_seed_same_result():
    """A run is a function of its parameters and its seed."""
    again = ["--mtu=9188", "--mbs=1000", "--source=tcp", "--bytes=500000"]
    first = metrics("vbr-upc", *again, "--RngRun=3")
    assert first == metrics("vbr-upc", *again, "--RngRun=3")
    assert first != metrics("vbr-upc", *again, "--RngRun=4")


BAD = [
    ("vbr-upc-police", ["--tScr=1000"], ["1000", "2726"]),
    ("vbr-upc-police", ["--mbs=0"], ["mbs=0", "at least 1"]),
    ("vbr-upc-police", ["--tPcr=0"], ["T_PCR", "0"]),
    ("vbr-upc-police", ["--tauPcr=-1"], ["tau_PCR", "-1"]),
    ("vbr-upc-police", ["--tagging=true", "--contract=C"], ["VBR_C", "tagging"]),
    ("vbr-upc-police", ["--times=1", "--clps=2"], ["clps=2", "0 or 1"]),
    ("vbr-upc-police", ["--times=5,3"], ["times=3", "back in time"]),
    ("vbr-upc-police", ["--times=5,x"], ["times=x"]),
    ("vbr-upc-police", ["--discard=Epd"], ["maxSdu=0"]),
    ("vbr-upc", ["--mtu=65528"], ["65528", "65527"]),
    ("vbr-upc", ["--source=tcp", "--tick=0"], ["tick=0", "above 0"]),
    ("vbr-upc", ["--contract=D"], ["contract=D"]),
    ("vbr-upc", ["--jitter=1.5"], ["jitter=1.5"]),
]


@pytest.mark.parametrize("program, arguments, words", BAD,
                         ids=[" ".join(arguments) for _, arguments, _ in BAD])
def test_bad_input_is_named(program, arguments, words):
    """Impossible parameters end a program with a message that names value and limit."""
    done = run(program, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    for word in words:
        assert word in done.stderr
    assert done.stdout == ""
