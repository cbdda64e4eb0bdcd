# SPDX-License-Identifier: GPL-2.0-only
"""What a benchmark program can prove, and not only measure."""

import json
import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("HSN_BUILD") or Path(__file__).resolve().parents[2] / "build")

pytestmark = pytest.mark.slow


def test_boston_allocates_nothing_per_cell():
    """Segments of 32 and of 192 cells take as many allocations, with and without loss."""
    done = subprocess.run([BUILD / "bin" / "hsn-bench-boston", "--quick", "--json"],
                          capture_output=True, text=True, timeout=300, check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["allocations_per_cell"] < 0.02
