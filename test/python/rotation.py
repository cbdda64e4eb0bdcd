# SPDX-License-Identifier: GPL-2.0-only
"""Tests that do the same for each paper, program or class, and long benchmarks, take turns, so that all
together stay short.

`./hsn test` runs one in four of those that are marked `rotating`, others for each commit, and all that
are about a paper whose folder was changed lately; `./hsn test --all`, or pytest by hand, runs them all.
"""

import subprocess
import zlib

TURNS = 4
LATELY = "HEAD~3"


def git(folder, *arguments):
    """What git prints, or None."""
    done = subprocess.run(["git", "-C", folder, *arguments], text=True, capture_output=True,
                          check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def left_out(items, folder):
    """The items whose turn it is not."""
    commit, changed = git(folder, "rev-parse", "HEAD"), git(folder, "diff", "--name-only", LATELY)
    if commit is None or changed is None:  # no clone, or a young one
        return []
    return [item for item in items
            if item.get_closest_marker("rotating")
            and zlib.crc32(f"{commit} {item.name}".encode()) % TURNS
            and f"examples/{key_of(item)}/" not in changed]


def key_of(item):
    """The paper that a test is about, or None."""
    return item.callspec.params.get("key") if hasattr(item, "callspec") else None
