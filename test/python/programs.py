# SPDX-License-Identifier: GPL-2.0-only
"""Running the programs of a paper, for their tests."""

import json
import os
import subprocess
from pathlib import Path

BUILD = Path(os.environ.get("HSN_BUILD") or Path(__file__).resolve().parents[2] / "build")


def run(program, *arguments):
    """Run a program; its process, ended."""
    path = BUILD / "bin" / f"hsn-{program}"
    assert path.exists(), f"{path} is not built: ./hsn build"
    return subprocess.run([path, *arguments], capture_output=True, text=True, timeout=300,
                          check=False)


def metrics(program, *arguments):
    """The metrics of a run that must succeed."""
    done = run(program, *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
