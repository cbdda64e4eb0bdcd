# SPDX-License-Identifier: GPL-2.0-only
"""Tests that do the same for each paper, program or class, and long ones, take turns, so that all
together stay short.

`./hsn test` runs one in four of those that are marked `rotating`, others for each commit, and all that
are about something that was changed lately: the folder of the paper, one of the files or folders that
`rotating("bindings", ...)` names, or the test itself. `./hsn test --all`, or pytest by hand, runs them all.
"""

import os
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
            and not is_about(item, folder, changed.split())]


def is_about(item, folder, changed):
    """Whether a test is about one of the files of the clone that changed."""
    places = {place for mark in item.iter_markers("rotating") for place in mark.args}
    places |= {f"examples/{key_of(item)}", os.path.relpath(item.path, folder)}
    return any(file == place or file.startswith(f"{place}/") for file in changed for place in places)


def key_of(item):
    """The paper that a test is about, or None."""
    return item.callspec.params.get("key") if hasattr(item, "callspec") else None
