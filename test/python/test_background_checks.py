# SPDX-License-Identifier: GPL-2.0-only
"""Checks of background against tables made by hand."""

import math

import pandas
import pytest

from hsn.paper import Context, load_paper

PAPER = load_paper("background")
T_4 = 2.7764451  # Student's t, 4 degrees of freedom, 97.5 %


class Given(Context):
    """Has the tables that a test gives it."""

    def __init__(self, **tables):
        super().__init__(PAPER, None, "full")
        self.tables = tables

    def data(self, experiment, incomplete=False):
        return self.tables[experiment.name]


def five_runs(mean, **point):
    """Repetitions whose smaller rate is 0.01 around a part of the larger one, 100 Mbit/s."""
    return [{"protocol": "stcp", "traffic": "I", "first": math.nan, "firstRtt": math.nan, **point,
             "seed": seed, "late_flow_mbps": [100.0, 100 * (mean + shift)]}
            for seed, shift in enumerate((-0.01, -0.01, 0, 0.01, 0.01), start=1)]


def test_each_kind_of_fairness_is_compared_with_itself():
    """At 42 ms there are two kinds, friendliness and RTT-fairness: only the latter moves here."""
    def table(friendly, unequal):
        return pandas.DataFrame(five_runs(friendly, first="sack", rtt=42)
                                + five_runs(unequal, firstRtt=162, rtt=42)
                                + five_runs(0.9, rtt=82))

    ctx = Given(mixture=table(0.1, 0.5), fixed=table(0.1, 0.55))
    moved = PAPER.find_check("c37")(ctx).values["moved"]
    half = T_4 * 0.01 / math.sqrt(5)  # the five shifts have a standard deviation of 0.01
    assert moved == {"friendly, STCP, Type I": pytest.approx(0, abs=1e-9),
                     "rtt, STCP, Type I": pytest.approx(0.05 / (math.sqrt(2) * half)),
                     "own, STCP, Type I": pytest.approx(0, abs=1e-9)}


def test_round_trip_times_are_no_repetitions():
    """Long-lived flows of 200 and 100 Mbit/s, the same in two repetitions: 150 without a doubt."""
    runs = pandas.DataFrame([{"protocol": "bic", "rtt": rtt, "traffic": "V", "first": math.nan,
                              "seed": seed, "late_flow_mbps": [1.0, 1.0], "long_mbps": rate}
                             for seed in (1, 2) for rtt, rate in ((16, 200.0), (324, 100.0))])
    ctx = Given(same=runs, pairs=runs.iloc[:0], friends=runs)
    found = PAPER.find_check("c04")(ctx).values["long"]["BIC"]
    assert (found.mean, found.half, found.count) == (150, 0, 2)
