# SPDX-License-Identifier: GPL-2.0-only
"""Runs that ship with a paper: written by `publish`, drawn by `--published` without any program."""

import json
import lzma
import re
import shutil

import pytest
from conftest import ROOT

from hsn import claims, ledger, paper, programs, published, report, results, sweep, worker
from hsn.store import run_name

FILE = "published.jsonl.xz"
MOST_OCTETS = 20_000_000  # of all papers together


def ship(house, *options):
    """Publish the toy paper, then take away its program and its results: a fresh clone."""
    done = house.cli("publish", "toy", *options)
    assert done.returncode == 0, done.stderr
    started = house.starts()
    shutil.rmtree(house.bin)
    shutil.rmtree(house.results)
    return done, started


def test_figures_and_verdicts_come_without_programs(house):
    expected, status = house.claims("--quick")
    done, started = ship(house, "--quick")
    assert f"{started} runs" in done.stdout and started > 1
    found, again = house.claims("--published")
    assert again == status
    for name, claim in expected.items():
        assert {**found[name], "fingerprints": 0} == {**claim, "fingerprints": 0}
    drawn = house.cli("figure", "toy", "--published")
    assert (house.results / "toy" / "figures" / "fig1.svg").exists(), drawn.stderr
    assert "published runs (figures: quick), by version" in drawn.stderr
    assert not house.bin.exists()  # nothing was run
    pdf = house.results / "toy" / "figures" / "fig1.pdf"
    assert not pdf.exists()
    house.cli("figure", "toy", "--published", "--style", "column")
    assert pdf.exists()
    house.cli("figure", "toy", "--published")
    assert not pdf.exists()  # nor one that is not of this drawing
    record = json.loads((house.results / "toy" / "figures.json").read_text())["fig1"]
    assert record["mode"] == "quick"
    assert record["provenance"]["command"] == "./hsn figure toy --published --only fig1"


def test_verdicts_of_published_runs_are_not_stale_in_the_report(house):
    ship(house)
    house.cli("figure", "toy", "--published")
    programs.assume({})
    entries = report.claim_entries(paper.load_paper("toy"), results.Results("toy"))
    assert entries and ledger.count(entries)["stale"] == 0


def test_the_same_runs_give_the_same_file_whenever_they_are_published(house):
    house.cli("publish", "toy")
    first = (house.paper / FILE).read_bytes()
    house.cli("publish", "toy")
    assert (house.paper / FILE).read_bytes() == first


def test_several_modes_ship_and_the_largest_is_drawn(house):
    """Numbers of each mode can be quoted, and of the full mode those of the repetitions that ship."""
    quick = {(x, kind, seed) for x in (1, 2) for kind in "ab" for seed in (1, 2)}  # the toy's experiment
    sample = {(x, kind, 1) for x in (1, 2, 3) for kind in "ab"}

    def shipped():
        toy = paper.load_paper("toy")
        found = published.load(toy)
        return toy, found.mode, {(one["params"]["x"], one["params"]["kind"], one["seed"])
                                 for one in found.records if "kind" in one["params"]}

    def total(toy, mode):
        return published.context_of(toy, mode).data("line")["y"].sum()

    house.cli("publish", "toy", "--quick")
    toy, mode, runs = shipped()
    assert (mode, runs) == ("quick", quick)
    for mode in ("sample", "full"):
        with pytest.raises(paper.PaperError, match=f"no runs of the {mode} mode ship with toy"):
            published.context_of(toy, mode)
    house.cli("publish", "toy", "--sample")
    toy, mode, runs = shipped()
    assert (mode, runs) == ("sample", quick | sample)
    assert "published runs (figures: sample)" in house.cli("figure", "toy", "--published").stderr
    # y = 2 x + seed, of two kinds
    assert total(toy, "quick") == 2 * (3 + 4 + 5 + 6) and total(toy, "sample") == 2 * (3 + 5 + 7)
    assert total(toy, "full") == 2 * (3 + 4 + 5 + 6 + 7)
    house.cli("publish", "toy", "--quick")
    assert shipped()[1:] == ("sample", quick | sample)
    house.edit("figures.py", 'grid={"x": [1, 2, 3]', 'grid={"x": [1, 2, 4]')
    house.cli("publish", "toy", "--quick")  # 3 is no run of the paper any more, 4 is missing
    assert shipped()[1:] == ("quick", quick)


def test_what_checks_alone_ask_for_stays_with_the_largest_mode(house):
    house.add_check("""
        def c02(ctx):
            return Measured({"largest": ctx.run_program("toy-program", {"x": {"quick": 8}.get(ctx.mode, 9)})["y"]})""")
    for mode in ("--sample", "--quick"):
        assert house.cli("publish", "toy", mode).returncode == 0
    found, _ = house.claims("--published")
    assert found["toy-c02"]["mode"] == "sample" and found["toy-c02"]["verdict"] == "differs"
    shipped = published.load(paper.load_paper("toy")).records
    assert {8, 9} <= {one["params"]["x"] for one in shipped}


def test_runs_of_another_version_are_taken_and_marked(house):
    house.cli("publish", "toy")
    house.write_program("changed")
    shutil.rmtree(house.results)
    before = house.starts()
    done = house.cli("figure", "toy", "--published")
    assert house.starts() == before
    assert "toy fig1: old results" in done.stderr


def test_runs_that_time_another_machine_are_drawn_as_such(house):
    """A clone has another processor than the machine that made the runs."""
    house.edit("figures.py", 'fixed={"deep": True}', 'fixed={"deep": True, "host": "old-one"}, alone=True')
    ship(house)
    house.edit("figures.py", '"host": "old-one"', '"host": "new-one"')
    done = house.cli("figure", "toy", "--published")
    assert done.returncode == 0 and "old results" not in done.stderr, done.stderr
    programs.assume({})
    toy = paper.load_paper("toy")
    assert ledger.count(report.claim_entries(toy, results.Results("toy")))["stale"] == 0
    stored = toy.all_experiments()["line"].runs("quick")
    assert stored[0][0]["host"] == "old-one"


def test_a_run_that_is_not_published_is_named(house):
    ship(house)
    house.edit("figures.py", 'quick_grid={"x": [1, 2]}', 'quick_grid={"x": [1, 2, 3]}')
    done = house.cli("figure", "toy", "--published")
    assert done.returncode == 1
    assert "runs are not among the published ones of toy; ./hsn figure toy --quick runs them" in done.stdout


@pytest.mark.parametrize("content, words", [
    (None, "has no published runs"),
    (b"no xz", "cannot be read: LZMAError"),
    (lzma.compress(b""), "cannot be read: StopIteration"),
    (lzma.compress(b'{"mode": "quick", "runs": 2}\n{"key": "1"}\n'), "has 1 runs, its first line says 2"),
    (lzma.compress(b'{"mode": "quick", "runs": 1}\n{"key": "1"'), "cannot be read: JSONDecodeError"),
])
def test_files_that_are_missing_or_damaged(house, content, words):
    if content is not None:
        (house.paper / FILE).write_bytes(content)
    done = house.cli("figure", "toy", "--published")
    assert done.returncode == 1
    assert words in done.stderr and len(done.stderr.splitlines()) == 1


def test_several_papers_are_drawn_side_by_side(house):
    house.cli("publish", "toy")
    shutil.copytree(house.paper, house.paper.with_name("yot"))
    path = house.paper.with_name("yot") / "figures.py"
    path.write_text(path.read_text().replace('key="toy"', 'key="yot"'))
    (house.paper.with_name("yot") / FILE).unlink()
    done = house.cli("figure", "all", "--published")
    assert done.returncode == 1  # one has none, the other is drawn
    assert "yot has no published runs" in done.stderr
    assert "toy fig1: " in done.stdout


PUBLISHED = sorted(path.parent.name for path in (ROOT / "examples").glob(f"*/{FILE}"))


def test_what_ships_has_all_runs_of_the_experiments():
    missing = []
    for key in PUBLISHED:
        one = paper.load_paper(key)
        found = published.load(one)
        published.adopt_host(one, found.records)
        runs = {run_name(record["program"], record["params"], record["seed"])
                for record in found.records}
        missing += [f"./hsn publish {key} --{found.mode} ({experiment.name}: {params}, seed {seed})"
                    for experiment in one.all_experiments().values()
                    for params, seed in experiment.runs(found.mode)
                    if run_name(experiment.program, params, int(seed)) not in runs]
    assert not missing


CHEAP = 2.0  # seconds that a run took
AGAIN = 3  # runs of each paper
# what their checks look at is no run: loops that a compiler or a generator has made
MADE = re.compile(r"ilp-c(09|26)|ilp-codegen-c\d\d")


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_programs_still_give_what_is_published(key):
    """Some runs that were short, or the shortest, spread over the experiments, are made again now;
    those that time the machine never give the same."""
    one = paper.load_paper(key)
    found = published.load(one)
    alone = {name for name, experiment in one.all_experiments().items() if experiment.alone}
    short = {}  # the shortest run of each program and experiment
    for record in sorted(found.records, key=lambda record: record["seconds"]):
        if (record["seconds"] <= CHEAP or not short) and record["experiment"] not in alone:
            short.setdefault((record["program"], record["experiment"]), record)
    chosen = list(short.values())[::max(1, len(short) // AGAIN)][:AGAIN]
    assert chosen or key == "ilp-codegen", "no published run is short"
    for record in chosen:
        same = sweep.Experiment(record["experiment"], record["program"], timeout=60)
        made = worker.run_once(sweep.make_task(same, record["params"], record["seed"]))
        assert made["ok"], made
        assert made["metrics"] == record["metrics"], f"./hsn publish {key} --{found.mode}: {record}"


def test_all_papers_together_are_small():
    sizes = [(ROOT / "examples" / key / FILE).stat().st_size for key in PUBLISHED]
    assert sum(sizes) <= MOST_OCTETS


@pytest.mark.rotating
@pytest.mark.parametrize("key", PUBLISHED)
def test_verdicts_of_what_ships(key):
    """They are those that claims.toml records; what looks at no run, and at nothing that was compiled or
    generated, holds by arithmetic; explanations quote what was measured."""
    one = paper.load_paper(key)
    found = published.load(one)
    context = paper.Context(one, published.runner_of(one, found), found.mode)
    every = claims.claims_in(one)
    for claim, result in zip(every, ledger.check_claims(every, one, context)):
        assert not result.failed, f"{claim.id}: {result.note}"
        assert not ledger.unexpected(claim, result.verdict, found.mode), claim.id
        if result.tests and not claim.is_beyond(found.mode):
            alone = not result.uses and not MADE.fullmatch(claim.id)
            assert bool(claim.arithmetic) == alone, claim.id
            assert "?" not in claim.explain(result.quoted) or "?" in claim.explanation, claim.id
