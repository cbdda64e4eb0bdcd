# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the papers' own scale that ship as a table: examples/KEY/sample.csv, a line for each run with its
parameters, seed and metrics.  Texts with spaces are lists of numbers; an empty field is none."""

import csv
import functools

import pandas

from .paper import Context
from .sweep import make_row

NAME = "sample.csv"


def number(text):
    """A metric as it was printed: a number, a list of them, or None."""
    if " " in text:
        return [*map(float, text.split())]
    return float(text) if text else None


def key_of(point, seed):
    """A run's name."""
    return tuple(sorted((name, str(value)) for name, value in point.items())), str(seed)


@functools.cache
def read(path, names):
    """{key_of(parameters, seed): metrics} of a table; names: those of all parameters."""
    with open(path, encoding="utf-8", newline="") as lines:
        return {key_of({name: row[name] for name in names if row.get(name)}, row["seed"]):
                {name: number(text) for name, text in row.items()
                 if name not in names | {"experiment", "version", "seed"}}
                for row in csv.DictReader(lines)}


def metrics_of(paper):
    """What a paper's table has, by run."""
    return read(paper.folder / NAME, frozenset(name for one in paper.all_experiments().values()
                                               for point in one.points("full") for name in point))


class SampleContext(Context):
    """Has the stored runs of each experiment, and runs none."""

    def __init__(self, paper, mode):
        super().__init__(paper, None, mode)
        self.metrics = metrics_of(paper)

    def data(self, experiment, incomplete=False):
        experiment = self.named(experiment)
        self.used[experiment.name] = experiment
        rows = [make_row(point, seed, self.metrics[key_of(point, seed)])
                for point, seed in experiment.runs(self.mode)
                if key_of(point, seed) in self.metrics]
        return pandas.DataFrame(rows, columns=None if rows else ["protocol"])
