# SPDX-License-Identifier: GPL-2.0-only
"""Which version of this repository this is."""

import functools
import subprocess
from pathlib import Path


@functools.cache
def git_version():
    """`git describe` of this tree, or None."""
    root = Path(__file__).resolve().parents[2]
    try:
        done = subprocess.run(["git", "-C", root, "describe", "--always", "--tags", "--dirty"],
                              capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
