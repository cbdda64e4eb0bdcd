# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps that are killed at random moments end up as if nothing had happened.

A handful of kills; `kill_sweeps.py` does hundreds.
"""

import random
import subprocess
import sys

import pytest
from conftest import ROOT

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [["--kills=10"], ["--kills=8", "--cluster"]], ids=str)
def test_killed_sweeps_lose_nothing(script_environment, kind):
    seed = random.SystemRandom().randrange(10**6)
    done = subprocess.run([sys.executable, ROOT / "test/python/kill_sweeps.py", f"--seed={seed}",
                           *kind], env=script_environment, capture_output=True, text=True,
                          check=False, timeout=600)
    assert done.returncode == 0, f"seed {seed}: {done.stderr}"
