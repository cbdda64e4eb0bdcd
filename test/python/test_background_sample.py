# SPDX-License-Identifier: GPL-2.0-only
"""The verdicts that background's claims have at full scale follow from the stored runs."""

import csv

import pandas
import pytest
from conftest import ROOT

from hsn.claims import load_claims
from hsn.ledger import find
from hsn.paper import Context, load_paper
from hsn.sweep import make_row

PAPER = load_paper("background")
LISTS = ["flow_mbps", "late_flow_mbps", "flow_drops", "flow_loss_seconds"]
BY_SECOND = ["c05", "c12", "c29"]  # need rates in each second, which sample.csv does not have


def number(text):
    """A metric as it was printed; empty: none."""
    return float(text) if text else None


def read_sample():
    """{(parameters, seed): metrics} of the stored runs; both as text."""
    names = {name for experiment in PAPER.all_experiments().values()
             for point in experiment.points("full") for name in point}
    found = {}
    with open(ROOT / "examples/background/sample.csv", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            point = {name: row[name] for name in names if row.get(name)}
            metrics = {name: [*map(float, text.split())] if name in LISTS else number(text)
                       for name, text in row.items()
                       if name not in names | {"experiment", "version", "seed"}}
            found[key_of(point, row["seed"])] = metrics
    return found


def key_of(point, seed):
    """A run's name."""
    return tuple(sorted((name, str(value)) for name, value in point.items())), str(seed)


class StoredRuns(Context):
    """Has the stored runs of each experiment, and runs none."""

    def __init__(self, mode, metrics):
        super().__init__(PAPER, None, mode)
        self.metrics = metrics

    def data(self, experiment, incomplete=False):
        self.used[experiment.name] = experiment
        rows = [make_row(point, seed, self.metrics[key_of(point, seed)])
                for point, seed in experiment.runs(self.mode)
                if key_of(point, seed) in self.metrics]
        return pandas.DataFrame(rows, columns=None if rows else ["protocol"])


METRICS = read_sample()
STORED = {mode: StoredRuns(mode, METRICS) for mode in ("sample", "full")}
DECIDED = [pytest.param(claim, mode, id=f"{claim.check}-{mode}")
           for claim in load_claims(PAPER.folder) for mode in STORED
           if mode in (claim.expected or {}) and claim.check not in BY_SECOND]


@pytest.mark.parametrize("claim, mode", DECIDED)
def test_verdict_follows_from_the_stored_runs(claim, mode):
    """In the full mode from all repetitions; c42 from eight flows'; or from those of points that already differ."""
    STORED[mode].forget()
    found = find(claim, PAPER, STORED[mode])
    assert found["verdict"] == claim.expected[mode], found["tests"]


def test_most_claims_are_decided():
    assert len(DECIDED) > 40 and len(METRICS) > 450
