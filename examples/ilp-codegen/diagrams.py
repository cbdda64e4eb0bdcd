# SPDX-License-Identifier: GPL-2.0-only
"""Diagrams of the generators, drawn from the files that they make and from what these include."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from matplotlib import pyplot

from hsn.plot import STYLE

from .tools import FOLDER, TOOLS

DESCRIPTION = "transfer.adu"
CONFIGURATION = "paper.ilp.cfg"


def made(tool, *arguments):
    """{name: text} of the files that a generator makes of arguments."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, TOOLS / tool, *arguments, "--out", folder], check=True,
                       capture_output=True)
        return {path.name: path.read_text("utf-8") for path in sorted(Path(folder).iterdir())}


def made_of_both():
    """What ilpgen.py makes of the paper's configuration."""
    return made("ilpgen.py", FOLDER / CONFIGURATION, "--adu", FOLDER / DESCRIPTION)


def boxes(columns, arrows):
    """Names in columns from left to right, and arrows between them."""
    height = max(map(len, columns))
    spots = {name: (x, (height - len(column)) / 2 + len(column) - 1 - y)
             for x, column in enumerate(columns) for y, name in enumerate(column)}
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=(6.4, 0.5 + 0.5 * height), layout="constrained")
        axes.axis("off")
        drawn = {name: axes.text(x, y, name, ha="center", va="center", fontsize=8,
                                 bbox={"boxstyle": "round", "fc": "w"}) for name, (x, y) in spots.items()}
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(-0.6, height - 0.4)
        for before, after in arrows:
            axes.annotate("", spots[after], spots[before], arrowprops={
                "arrowstyle": "->", "patchA": drawn[before].get_bbox_patch(),
                "patchB": drawn[after].get_bbox_patch()})
    return figure


def draw_fig1(_ctx):
    """The stub compiler."""
    files = list(made("adugen.py", FOLDER / DESCRIPTION))
    return boxes([[DESCRIPTION], ["adugen.py"], files],
                 [(DESCRIPTION, "adugen.py"), *(("adugen.py", name) for name in files)])


def draw_fig3(_ctx):
    """The configuration tool."""
    files = list(made_of_both())
    given = [DESCRIPTION, CONFIGURATION]
    return boxes([given, ["ilpgen.py"], files], [*((name, "ilpgen.py") for name in given),
                                                 *(("ilpgen.py", name) for name in files)])


def draw_fig4(_ctx):
    """The functions from top to bottom, as the configuration says."""
    text = (FOLDER / CONFIGURATION).read_text("utf-8")
    blocks = dict(re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL))
    said = {name: dict(re.findall(r"^(\w+) *= *(\S+)", block, re.MULTILINE))
            for name, block in blocks.items()}
    name = next(one for one in said if said[one].get("POSITION") == "TOP")
    chain = ["XDR of the ADU"]
    while name:
        chain.append(f"{name}\n{said[name]['LENGTH']} octets")
        name = said[name].get("NEXT")
    chain.append("message")
    return boxes([[one] for one in chain], zip(chain, chain[1:]))


def draw_fig6(_ctx):
    """Which of the files made includes which."""
    files = made_of_both()
    used = {name: [one for one in re.findall(r'#include "(.*?)"', text) if one in files]
            for name, text in files.items() if name.endswith(".h")}
    depth = {}

    def level(name):
        if name not in depth:
            depth[name] = 1 + max(map(level, used[name]), default=-1)
        return depth[name]

    columns = [[] for _ in range(1 + max(map(level, used)))]
    for name in used:
        columns[level(name)].append(name)
    return boxes(columns, [(one, name) for name, all_used in used.items() for one in all_used])
