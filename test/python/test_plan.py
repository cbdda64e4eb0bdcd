# SPDX-License-Identifier: GPL-2.0-only
"""`./hsn figure --dry-run`."""

import json
import lzma

import pandas
import pytest

from hsn import plan, published, speed
from hsn.store import Store


def dry_run(house, *options):
    done = house.cli("figure", "toy", "--dry-run", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_dry_run_counts_runs_and_estimates_their_time(house):
    lines = dry_run(house, "--full")
    assert lines[0] == "toy, full" and lines[2].split() == ["line", "18", "0", "?", "?"]
    assert lines[3] == ("18 runs, 0 stored; all take 0 CPU minutes, those that are not stored 0 CPU minutes, "
                        "without the 18 runs of unknown time")
    store = Store(house.results / "toy" / "store.jsonl")
    for x in (1, 2):  # 200 s and 400 s: 300 s for each of the other 16
        store.add({"program": "toy-program", "params": {"deep": True, "x": x, "kind": "a"},
                   "seed": 1, "key": f"old-{x}", "ok": True, "seconds": 200.0 * x, "metrics": {}})
    lines = dry_run(house, "--full")
    assert lines[2].split() == ["line", "18", "2", "300.0", "1.33"]
    assert lines[3] == ("18 runs, 2 stored; all take 1.5 CPU hours, those that are not stored 1.3 CPU "
                        "hours")
    assert house.starts() == 0


def test_dry_run_of_some_figures(house):
    assert dry_run(house, "--only", "tab1") == ["toy, quick"]
    assert dry_run(house, "--only", "fig1")[2].split()[:3] == ["line", "8", "0"]


def test_dry_run_needs_no_program(house):
    (house.bin / "toy-program").unlink()
    assert dry_run(house, "--sample")[2].split()[:3] == ["line", "6", "0"]


def ship(house, yardstick):
    """Published runs of the toy's quick mode, 6 s each on a machine with such a yardstick."""
    runs = [{"key": str(x), "ok": True, "experiment": "line", "program": "toy-program", "seed": 1,
             "params": {"deep": True, "x": x, "kind": kind}, "seconds": 6.0, "metrics": {}}
            for x in (1, 2) for kind in "ab"]
    lines = [{"mode": "quick", "runs": len(runs), "yardstick": yardstick}, *runs]
    (house.paper / published.NAME).write_bytes(
        lzma.compress("".join(json.dumps(one) + "\n" for one in lines).encode()))


def test_a_fresh_clone_knows_times_from_what_ships(house):
    """Scaled by how fast this machine is: here twice as slow as the one that made them."""
    ship(house, speed.yardstick() / 2)
    name, runs, stored, seconds, hours = dry_run(house)[2].split()
    assert (name, runs, stored) == ("line", "8", "0")
    # another process measures this machine again
    assert float(seconds) == pytest.approx(12, rel=0.3) and float(hours) == pytest.approx(0.027, abs=0.01)
    # most runs of the full mode have parameters that ship
    assert float(dry_run(house, "--full")[2].split()[3]) == pytest.approx(12, rel=0.3)
    # if few do, nothing is guessed
    house.edit("figures.py", '"x": [1, 2, 3]', '"x": [1, 2, 3, 4, 5]')
    assert dry_run(house, "--full")[2].split()[3:] == ["?", "?"]


def test_a_figure_says_what_it_will_run_and_how_long(house):
    ship(house, None)  # of a machine that nobody measured: as here
    done = house.cli("figure", "toy", "--quick", "--jobs", "1")
    assert "toy: " in done.stderr and "8 runs, quick, less than a minute" in done.stderr
    again = house.cli("figure", "toy", "--quick", "--jobs", "1")
    assert "8 runs, quick\n" in again.stderr  # all are stored


@pytest.mark.parametrize("hours, jobs, words", [
    (0.01, 1, "less than a minute"), (0.05, 2, "about 2 minutes"), (1, 1, "about 60 minutes"),
    (1 / 60, 1, "about 1 minute"), (8, 2, "about 4.0 hours"), (float("nan"), 1, "")])
def test_time_left_in_words(hours, jobs, words):
    table = pandas.DataFrame([{"runs": 20, "stored": 10, "seconds": hours * 360, "hours": hours}])
    assert plan.time_left(table, jobs) == words


def test_time_left_of_nothing_is_not_told():
    table = pandas.DataFrame([{"runs": 10, "stored": 10, "seconds": 6.0, "hours": 0.0}])
    assert plan.time_left(table, 1) == ""
