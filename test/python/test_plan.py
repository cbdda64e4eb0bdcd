# SPDX-License-Identifier: GPL-2.0-only
"""`./hsn figure --dry-run`."""

from hsn.store import Store


def dry_run(house, *options):
    done = house.cli("figure", "toy", "--dry-run", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_dry_run_counts_runs_and_estimates_their_time(house):
    lines = dry_run(house, "--full")
    assert lines[0] == "toy, full" and lines[2].split() == ["line", "18", "0", "?", "?"]
    assert lines[3] == ("18 runs, 0 stored; all take 0.0 CPU hours, those that are not stored 0.0, "
                        "without the 18 runs of unknown time")
    store = Store(house.results / "toy" / "store.jsonl")
    for x in (1, 2):  # 200 s and 400 s: 300 s for each of the other 16
        store.add({"program": "toy-program", "params": {"deep": True, "x": x, "kind": "a"},
                   "seed": 1, "key": f"old-{x}", "ok": True, "seconds": 200.0 * x, "metrics": {}})
    lines = dry_run(house, "--full")
    assert lines[2].split() == ["line", "18", "2", "300.0", "1.33"]
    assert lines[3] == "18 runs, 2 stored; all take 1.5 CPU hours, those that are not stored 1.3"
    assert house.starts() == 0


def test_dry_run_of_some_figures(house):
    assert dry_run(house, "--only", "tab1") == ["toy, quick"]
    assert dry_run(house, "--only", "fig1")[2].split()[:3] == ["line", "8", "0"]


def test_dry_run_needs_no_program(house):
    (house.bin / "toy-program").unlink()
    assert dry_run(house, "--sample")[2].split()[:3] == ["line", "6", "0"]
