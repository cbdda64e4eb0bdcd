# SPDX-License-Identifier: GPL-2.0-only
"""The programs of classes by type of service, in C++ and in Python: the same packets arrive."""

import importlib.util
import json
import subprocess
import sys

import programs
import pytest
from conftest import ROOT

PACKET = 21  # cells of 964 octets with all headers
LINK = 25.6e6 / 424  # cells/s


def test_classes_are_safe_from_those_below():
    """Three classes of 8.1 Mbit/s fit into 25.6, and all of them arrives; of the fourth what is
    left. Without classes it is a matter of phases who loses: here all but the least class."""
    found = programs.metrics("atm-classes")
    sent, received = found["packets_sent"], found["packets_received"]
    assert received[:3] == sent[:3]
    assert sent == pytest.approx([7e6 / 8 / 964] * 4, abs=2)
    left = LINK - 3 * PACKET * 7e6 / 8 / 964
    # whole packets only, of cells that are spread over more of them
    assert received[3] <= left / PACKET
    tail = programs.metrics("atm-classes", "--policy=TailDrop")
    assert tail["packets_sent"] == sent
    assert all(got < most / 2 for got, most in zip(tail["packets_received"][:3], sent))
    two = programs.metrics("atm-classes", "--policy=Clp2PushOut")
    assert two["packets_received"][:2] == sent[:2]
    assert two["packets_received"][2] < sent[2] and two["packets_received"][3] < sent[3]
    programs.assert_refused("atm-classes", ["--policy=Fair"], ["policy", "Fair"])


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("cppyy") is None,
                    reason="cppyy is not installed; ./hsn test installs it")
def test_the_same_in_python(script_environment):
    """Every packet of the four classes has the same fate."""
    done = subprocess.run([sys.executable, ROOT / "examples" / "atm" / "atm_classes.py"],
                          env=script_environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == programs.metrics("atm-classes")
