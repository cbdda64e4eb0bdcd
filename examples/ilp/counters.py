# SPDX-License-Identifier: GPL-2.0-only
"""What the loops of hsn-ilp-bench do, counted in its machine code by tools/ilp-loopstat.py."""

import functools
import json
import re
import subprocess
import sys
from pathlib import Path

from hsn.errors import Unchecked
from hsn.programs import program_path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "ilp-loopstat.py"
FUNCTION = r"(Integrated|One<\d+u>)\(void"
NAME = re.compile(r"(Synth|Real)<(\d+)u, (?:\(ns3::hsn::IlpMode\))?(\d+)u?"
                  r"(?:, (\d+)u, (\d+)u, (\d+)u, (\d+)u)?>.*::"
                  + FUNCTION)
FEED_FORWARD = 0


@functools.cache
def _all():
    """{(setting, mode, functions, s, k, block): {"Integrated" or "One<0u>": counts}}, synthetic."""
    done = subprocess.run([sys.executable, TOOL, program_path("hsn-ilp-bench"), "--function",
                           FUNCTION],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unchecked(done.stderr.strip())
    points = {}
    for line in done.stdout.splitlines():
        counts = json.loads(line)
        name = NAME.search(counts["function"])
        if name and name[1] == "Synth":
            points.setdefault(tuple(map(int, name.groups()[1:7])), {})[name[8]] = counts
    return points


def points(setting=0, mode=FEED_FORWARD, block=1, **values):
    """{(functions, s, k): (counts of the integrated loop, [counts of each loop])}"""
    found = {}
    for (one, way, *key, words), loops in sorted(_all().items()):
        named = dict(zip(("functions", "s", "k"), key))
        if (one, way, words) == (setting, mode, block) and all(
                named[name] == value for name, value in values.items()):
            single = [counts for name, counts in loops.items() if name != "Integrated"]
            if len(single) == named["functions"]:
                found[tuple(key)] = loops["Integrated"], single
    if not found:
        raise Unchecked(f"no loop was found with setting {setting}, {values}")
    return found


def saved(integrated, single, what):
    """Accesses to the message that the integrated loop saves for each word."""
    return sum(counts[what] for counts in single) - integrated[what]


def compiler():
    """Words for notes."""
    done = subprocess.run([program_path("hsn-ilp-bench"), "--samples=1"], capture_output=True,
                          text=True,
                          check=False)
    return f"Compiler {json.loads(done.stdout.splitlines()[-1])['compiler']}."
