# SPDX-License-Identifier: GPL-2.0-only
"""The program xtp-atm against closed forms and an independent slot-level model, and bad input."""

import pandas
import programs
import pytest

from hsn.paper import load_paper

CELL = 424 / 150  # us at 150 Mbit/s
WAY = 10000  # us there and back over 1000 km


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("xtp-atm", *arguments)


def mean(values):
    """The mean of a list."""
    return sum(values) / len(values)


@pytest.mark.parametrize("arguments, cells", [
    (["--tcp=1"], 192 + 2 + 1 + 2),  # a cell of switching at each of four outputs
    (["--xtp=1"], 192 + 2 + 2 + 2),
    (["--xtp=1", "--shaped"], 191 * 3 + 1 + 2 + 2 + 2),
])
def test_a_lone_connection_gets_its_window_per_round_trip_time(arguments, cells):
    found = metrics(*arguments, "--duration=5")
    assert found["goodputs_mbps"][0] == pytest.approx(6 * 9140 * 8 / (WAY + cells * CELL),
                                                      rel=3e-3)


@pytest.mark.parametrize("transport", ["tcp", "xtp"])
@pytest.mark.parametrize("load", [0, 20])
def test_small_packets_fill_what_the_background_leaves(transport, load):
    """The window is more than the path holds, so the share of user bytes is all that counts."""
    found = metrics(f"--{transport}=3", "--mps=1142", "--windows=48", f"--load={load}",
                    "--duration=3")
    free = (150 - found.get("source_mbps", 0)) / 3 * 1142 / (25 * 53)
    assert mean(found["goodputs_mbps"]) == pytest.approx(free, rel=0.01)
    assert found["queue_discarded"] == 0


def test_nothing_is_lost_in_a_large_buffer():
    found = metrics("--xtp=3", "--mps=1142", "--windows=144", "--load=80", "--buffer=1000000",
                    "--duration=2")
    assert found["discarded"] == 0 and found["lost_elsewhere"] == 0
    assert sum(found["resent"]) == 0


@pytest.mark.parametrize("arguments, load, goodput, efficiency", [
    (["--tcp=3"], 40, 25.1, .93),
    (["--tcp=3"], 80, 14.2, .85),
    (["--xtp=3", "--errorControl=GoBackN"], 40, 24.1, .74),
    (["--xtp=3", "--errorControl=GoBackN"], 80, 10.5, .51),
    (["--xtp=3"], 40, 26.9, .91),
    (["--xtp=3", "--errorControl=GoBackN", "--mps=1142", "--windows=48"], 80, 6.4, .24),
])
def test_agrees_with_an_independent_slot_level_model(arguments, load, goodput, efficiency):
    found = metrics(*arguments, f"--load={load}", "--duration=8")
    assert mean(found["goodputs_mbps"]) == pytest.approx(goodput, rel=0.15)
    assert mean(found["efficiencies"]) == pytest.approx(efficiency, rel=0.15)


def test_go_back_n_loses_with_switches_without_slots():
    """The one change that separates this model from the slot-level one under heavy load."""
    heavy = ["--xtp=3", "--errorControl=GoBackN", "--mps=1142", "--windows=48", "--load=100",
             "--duration=4"]
    assert mean(metrics(*heavy, "--slotted=0")["goodputs_mbps"]) < 0.5 * 3.9
    assert mean(metrics(*heavy)["goodputs_mbps"]) == pytest.approx(3.9, rel=0.25)


def test_the_load_of_the_link_is_that_of_its_sources():
    found = metrics("--tcp=3", "--load=60", "--duration=5")
    predicted = found["source_mbps"] + found["offered_cells"] * 424e-6 / 5
    assert predicted == pytest.approx(found["queue_in"] * 424e-6 / 5, rel=0.02)


def test_connections_of_different_lengths_have_their_own_windows():
    """Without background and with small windows each gets its window per round-trip time."""
    found = metrics("--xtp=3", "--mps=1142", "--lengths=10,100,1000", "--windows=1,1,1",
                    "--granularity=0.025", "--duration=2")
    for goodput, km in zip(found["goodputs_mbps"], (10, 100, 1000)):
        limit = max(10 * km + (25 + 6) * CELL, 25 * 424 / 50)
        # packets of one meet those of another now and then
        assert goodput == pytest.approx(1142 * 8 / limit, rel=0.1)


def test_the_same_seed_gives_the_same_output():
    arguments = ["--tcp=1", "--xtp=1", "--load=60", "--duration=1", "--RngRun=4"]
    assert metrics(*arguments) == metrics(*arguments)
    assert metrics(*arguments) != metrics(*arguments[:-1], "--RngRun=5")


@pytest.mark.parametrize("source, slots", [("FastOnOff", 20000), ("SlowOnOff", 200000)])
def test_on_off_sources_are_on_two_thirds_of_the_time(source, slots):
    found = metrics(f"--source={source}", "--load=1.5", f"--duration={slots / 1000}")
    assert found["source_on_share"] == pytest.approx(2 / 3, rel=0.1)
    # peak rate of 1.5 B for the mean time of a burst
    assert found["source_mean_cells"] == pytest.approx(slots * 1.5 * 1.5 / 150, rel=0.2)


@pytest.fixture(name="modules", scope="module")
def _modules():
    """The paper's modules by name."""
    return {module.__name__.rsplit(".", 1)[-1]: module for module in load_paper("xtp-atm").modules}


def test_shares_of_user_bytes_are_the_papers(modules):
    """134.73 and 129.28 Mbit/s of user bytes on the link."""
    payload = modules["checks"].payload
    assert 150 * payload(9140) == pytest.approx(134.728774, abs=1e-6)
    assert 150 * payload(1142) == pytest.approx(129.283019, abs=1e-6)


def test_means_and_loads_by_hand(modules):
    checks = modules["checks"]
    data = pandas.DataFrame([{"goodputs_mbps": [1, 2, 9], "efficiencies": [1, 0.5, 0.9], "load": 10,
                              "duration": 2, "offered_cells": 1e5, "queue_in": 2e5, "seed": 1}])
    row = checks.averaged(data).iloc[0]
    assert (row["goodput"], row["efficiency"]) == (4, pytest.approx(0.8))
    assert checks.averaged(data, slice(0, 2)).iloc[0]["goodput"] == 1.5
    each = modules["figures"].by_connection(data, ["a", "b", "c"])
    assert dict(zip(each["what"], each["goodput"])) == {"a": 1, "b": 2, "c": 9}
    # 100,000 cells of 424 bits in 2 s are 21.2 Mbit/s
    assert checks.load_of_link(row) == pytest.approx(31.2)
    assert checks.load_of_queue(row) == pytest.approx(42.4)
    assert checks.jain([1, 1, 1]) == 1
    assert checks.jain([1, 0, 0]) == pytest.approx(1 / 3)


def test_comparisons_by_hand(modules):
    checks = modules["checks"]
    data = pandas.DataFrame({"load": [0, 0, 40, 40], "seed": [1, 2, 1, 2], "value": [1, 3, 4, 4]})
    other = pandas.DataFrame({"load": [40, 0, 0, 40], "seed": [2, 2, 1, 1], "value": [2, 2, 1, 1]})
    # seeds are paired, whatever the order of rows
    gap = checks.gaps(data, other, "value", [0])["B = 0"]
    assert gap.mean == 0.5 and gap.half == pytest.approx(12.706 * 0.5, rel=1e-3)
    found = checks.ratios(data, other, "value", [0, 40])
    assert found["B = 0"].mean == pytest.approx(4 / 3)
    assert found["B = 40"].mean == pytest.approx(8 / 3)
    assert checks.loads_of(data, 10) == [40] and checks.loads_of(data, 0, 100, (40,)) == [0]


def test_connections_that_change_places_are_apart(modules):
    """2 is half more than 4/3, the mean of each run; means over the runs would be 1.5, 1.5 and 1."""
    rows = pandas.Series([[2, 1, 1], [1, 2, 1]])
    assert modules["checks"].spread(rows) == pytest.approx(0.5)


def test_every_load_that_was_simulated_counts(modules):
    """All loads within the bounds of a claim, not a few of them."""

    class Given:
        """The runs of an experiment in the full mode, which are all alike."""

        def data(self, experiment):
            return pandas.DataFrame([{**params, "seed": seed, "goodputs_mbps": [1] * 6,
                                      "efficiencies": [1] * 6}
                                     for params, seed in experiment.runs("full")])

    def points(check):
        return {int(point.rsplit("B = ", 1)[1]) for values in check(Given()).values.values()
                if isinstance(values, dict) for point in map(str, values) if "B = " in point}

    checks = modules["checks"]
    low, middle, high = {0, 10, 20}, {40, 50, 60, 70, 80}, {60, 70, 80, 90, 100}
    for check in (checks.c09, checks.c17, checks.c34, checks.c36):
        assert points(check) == low
    assert points(checks.c30) == points(checks.c32) == middle
    assert points(checks.c33) == {60, 70, 80}
    assert points(checks.c37) == {20, 30, 40, 50, 60}
    assert points(checks.c26) == points(checks.c41) == high


@pytest.mark.parametrize("arguments, words", [
    ([], "--xtp=0: must be above 0"),
    (["--tcp=3", "--load=-1"], "--load=-1: must be"),
    (["--tcp=3", "--load=101", "--source=FastOnOff"], "--load=101: must be at most 100"),
    (["--tcp=3", "--load=126"], "--load=126: must be at most 125"),
    (["--tcp=3", "--lengths=-5"], "--lengths=-5: must be"),
    (["--tcp=3", "--lengths=1"], "--lengths=1: must be at least that of the bottleneck"),
    (["--tcp=3", "--lengths=10,100"], "--lengths=10,100: must be one number"),
    (["--tcp=3", "--windows=1,2"], "--windows=1,2: must be one number"),
    (["--load=10", "--windows="], "--windows=: must be one number"),
    (["--tcp=3", "--windows=0"], "--windows=0: must be"),
    (["--tcp=3", "--windows=200000"], "--windows=200000: must be at most 117477"),
    (["--xtp=3", "--mps=65536"], "--mps=65536: must be"),
    (["--xtp=3", "--rate=0", "--burst=10000"], "--burst=10000: must be 0 without a rate"),
    (["--xtp=3", "--rateCounts=Bits"], "--rateCounts=Bits: must be UserBytes"),
])
def test_bad_options_name_value_and_limit(arguments, words):
    programs.assert_refused("xtp-atm", arguments, [words])
