# SPDX-License-Identifier: GPL-2.0-only
"""Checks of background against tables made by hand."""

import math

import pandas
import pytest

from hsn.paper import Context, load_paper

PAPER = load_paper("background")
NAMES = {"cubic": "CUBIC", "sack": "TCP-SACK"}
T_4 = 2.7764451  # Student's t, 4 degrees of freedom, 97.5 %


class Given(Context):
    """Has the tables that a test gives it."""

    def __init__(self, **tables):
        super().__init__(PAPER, None, "full")
        self.tables = tables

    def data(self, experiment, incomplete=False):
        return self.tables[experiment.name]


def rates(first, second, late=(1.0, 1.0)):
    """The rates of two flows, Mbit/s, and those from the second start on."""
    return {"flow_mbps": [first, second], "late_flow_mbps": list(late)}


def five_runs(mean, **point):
    """Repetitions whose smaller rate is 0.01 around a part of the larger one, 100 Mbit/s."""
    return [{"protocol": "stcp", "traffic": "I", "first": math.nan, "firstRtt": math.nan, **point,
             "seed": seed, **rates(100.0, 100 * (mean + shift))}
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


def test_every_competitor_and_round_trip_time_has_its_own_bound():
    """Long-lived flows of 200 and 100 Mbit/s, the same in two repetitions; 150 in the mean without a doubt."""
    runs = pandas.DataFrame([{"protocol": "bic", "rtt": rtt, "traffic": "V", "first": math.nan,
                              "seed": seed, **rates(1.0, 1.0), "long_mbps": rate}
                             for seed in (1, 2) for rtt, rate in ((16, 200.0), (324, 100.0))])
    friends = runs.assign(long_mbps=runs["long_mbps"] + 30)
    unequal = runs[runs["rtt"] == 16].assign(long_mbps=150.0)
    found = PAPER.find_check("c04")(Given(same=runs, pairs=runs.iloc[:0], friends=friends,
                                          unequal=unequal)).values
    assert {point: (one.mean, one.half) for point, one in found["long"].items()} == {
        "BIC, 16 ms": (200, 0), "BIC, 324 ms": (100, 0),
        "BIC and TCP-SACK, 16 ms": (230, 0), "BIC and TCP-SACK, 324 ms": (130, 0),
        "BIC and one of 162 ms, 16 ms": (150, 0)}
    assert (found["mean"]["BIC"].mean, found["mean"]["BIC"].half) == (162, 0)


def unequal(protocol, first, second, rtts, **point):
    """A flow of 162 ms and one of 42 ms, with their rates and the round-trip times of the run."""
    return {"protocol": protocol, "traffic": "None", "rtt": 42, "firstRtt": 162, "seed": 1,
            "first": math.nan, **rates(first, second), "flow_rtt_ms": rtts, **point}


@pytest.mark.parametrize("claim, protocol, expected", [
    ("c31", "cubic", {"relative": 1.0}), ("c43", "sack", {"lower": 2.5, "upper": 1.0, "ratio": 0.4})])
def test_laws_are_of_the_round_trip_times_of_the_run(claim, protocol, expected):
    """200 and 80 ms with their queues: the inverse is 0.4, its square 0.16, whatever the path has."""
    rows = pandas.DataFrame([unequal(protocol, 100.0, 250.0, [200.0, 80.0]),
                             unequal("bic", 100.0, 100.0, [200.0, 80.0])])
    found = PAPER.find_check(claim)(Given(unequal=rows, same=rows, pairs=rows)).values
    assert {name: {point: one.mean for point, one in found[name].items()} for name in expected} == {
        name: {(NAMES[protocol], "42 ms"): pytest.approx(value)} for name, value in expected.items()}


def test_losses_before_the_flows_are_settled_do_not_count():
    """Slow start lost 900 packets of BIC; since then STCP has 60 in two seconds, BIC 20 in one."""
    def run(protocol, cov, drops, settled, seconds):
        return {"protocol": protocol, "cov": cov, "flow_drops": drops, "settled_flow_drops": settled,
                "settled_flow_loss_seconds": seconds, "rtt": 162, "seed": 1, "traffic": "None"}

    pairs = pandas.DataFrame([run("stcp", 0.5, [40, 20], [40, 20], [1, 1]),
                              run("bic", 0.4, [800, 100], [15, 5], [1, 0]),
                              run("hstcp", 0.1, [9, 9], [0, 0], [0, 0]),
                              run("sack", 0.9, [500, 500], [500, 500], [1, 1])])
    first = PAPER.find_check("c11")(Given(pairs=pairs)).values["first"]
    assert {name: float(value) for name, value in first.items()} == pytest.approx({"lost": 10, "cov": 0.1})


def test_gains_are_means_over_round_trip_times_where_both_were_run():
    """At 42 ms the ratio rises by 0.2, at 16 ms it falls by 0.1; 82 ms has no Type V.  From the second start
    on it rises by 0.4 at 16 ms and stays at 42 ms."""
    def run(protocol, rtt, traffic, ratio, late):
        return {"protocol": protocol, "first": "sack", "rtt": rtt, "traffic": traffic, "seed": 1,
                **rates(100.0, 100 * ratio, (100.0, 100 * late))}

    friends = pandas.DataFrame([
        run("htcp", 16, "None", 0.5, 0.5), run("htcp", 16, "V", 0.4, 0.9), run("htcp", 42, "None", 0.4, 0.5),
        run("htcp", 42, "V", 0.6, 0.5), run("htcp", 82, "None", 0.9, 0.9),
        run("cubic", 16, "None", 0.5, 0.5), run("cubic", 16, "V", 0.5, 0.5)])
    values = PAPER.find_check("c36")(Given(friends=friends)).values
    assert values["gain"] == {"H-TCP": pytest.approx(0.05), "CUBIC": pytest.approx(0)}
    assert values["later"] == {"H-TCP": pytest.approx(0.2), "CUBIC": pytest.approx(0)}
    assert values["most"] == {"CUBIC": 1, "H-TCP": 2}


def test_round_trip_times_of_short_flows_are_compared_repetition_by_repetition():
    """Two repetitions differ by 0.1, and by 0.02 and 0.04 with equal round-trip times."""
    kinds = pandas.DataFrame([
        {"traffic": "II", "fixedRtt": fixed, "seed": seed, "short_mbps": 70.0 - 5 * fixed,
         "utilization": 0.8 + 0.1 * seed + rise * fixed, "cov": 0.5 + 0.1 * seed - rise * fixed}
        for seed, rise in ((0, 0.02), (1, 0.04)) for fixed in (False, True)])
    values = PAPER.find_check("c24")(Given(kinds=kinds)).values
    t_1 = 12.706205  # Student's t, 1 degree of freedom
    for name in ("variation", "utilization"):
        assert values[name]["Type II"].mean == pytest.approx(0.03)
        assert values[name]["Type II"].half == pytest.approx(t_1 * 0.01)


def test_a_protocol_that_is_ahead_of_cubic_is_not_below_it():
    """H-TCP is 0.02 ahead with 1 MB, 0.03 behind with 2 MB, 0.05 ahead with 8 MB: it rises by 0.01 at least."""
    used = {1: (0.80, 0.82), 2: (0.86, 0.83), 8: (0.90, 0.95)}
    rows = pandas.DataFrame([{"protocol": protocol, "rtt": 324, "seed": 1, "buffer": size * 1000000,
                              "utilization": value}
                             for size, both in used.items() for protocol, value in zip(("cubic", "htcp"), both)])
    first = rows["buffer"] == 1000000
    values = PAPER.find_check("c18")(Given(loaded=rows[first], buffered=rows[~first])).values
    assert values["lower"] == {"1 MB": pytest.approx(-0.02), "2 MB": pytest.approx(0.03)}
    assert values["rise"] == pytest.approx(0.01) and values["closing"] == pytest.approx(0.03)
