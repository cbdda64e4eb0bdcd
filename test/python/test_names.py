# SPDX-License-Identifier: GPL-2.0-only
"""Drawing code that no short test runs: names that are not defined are found without running it."""

import subprocess
import sys

from conftest import ROOT


def test_no_name_is_undefined_or_unused():
    done = subprocess.run([sys.executable, "-m", "pyflakes", "examples", "bindings/hsn", "hsn", "tools"],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
