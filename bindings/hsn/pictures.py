# SPDX-License-Identifier: GPL-2.0-only
"""The pictures of README and manual, by one command: `./hsn pictures`.

A paper's picture in doc/gallery is drawn from its published runs, and is the same whoever draws it.
Those in doc/figures that benchmarks measure are drawn by scripts in bench/ and say which code, version
and processor made them.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from . import published
from .catalogue import ROOT, Entry
from .errors import SweepError
from .paper import Context, PaperError, known_keys, load_paper
from .provenance import figure_record, in_words

GALLERY = ROOT / "doc" / "gallery"


class Measured(NamedTuple):
    """A script of bench/ that draws pictures, and the program that it runs."""

    script: str
    program: str


MEASURED = {"congestion": Measured("plot-congestion.py", "hsn-bench-tcp"),
            "scaling": Measured("plot-scaling.py", "hsn-bench-cells-scaling"),
            "web": Measured("plot-web.py", "hsn-bench-web")}


def select(name):
    """The names that were asked for, papers first: all without one.  Raises PaperError if there is no
    such."""
    names = [*known_keys(), *MEASURED]
    if name not in (*names, None):
        raise PaperError(f"no pictures '{name}'; there are: {', '.join(names)}")
    return [name] if name else names


def draw(name):
    """Draw what a name stands for; returns the lines that say where it went."""
    if name not in MEASURED:
        return [str(draw_paper(name))]
    done = subprocess.run([sys.executable, ROOT / "bench" / MEASURED[name].script],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SweepError(f"bench/{MEASURED[name].script}: exit status {done.returncode}")
    return done.stdout.splitlines()


def draw_paper(key, folder=GALLERY):
    """Draw a paper's picture in the gallery from its published runs; returns the file's path."""
    from .plot import save  # matplotlib is slow to import

    paper = load_paper(key)
    entry = Entry(paper.folder)
    found = published.load(paper)
    runner = published.runner_of(paper, found)
    [figure] = paper.select([entry.facts["figure"]])
    drawing = figure.draw(Context(paper, runner, found.mode))
    record = figure_record(list(runner.given.values()),
                           f"./hsn figure {key} --published --only {figure.id}")
    [path] = save(drawing, Path(folder) / Path(entry.picture).stem, f"{key} {figure.id}: {figure.title}",
                  in_words(record), kinds=["svg"])
    return path
