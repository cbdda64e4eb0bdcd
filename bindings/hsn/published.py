# SPDX-License-Identifier: GPL-2.0-only
"""Runs that ship with a paper: examples/KEY/published.jsonl.xz, all that its figures and claims need in
one mode or several.  `./hsn publish` writes the file, `--published` draws from it and runs nothing.

The first line says {"mode": ..., "runs": ..., "yardstick": ...}: what --published draws, the largest of
the modes; how many runs follow; and seconds, as hsn.speed has them on the machine that made the runs.
Each further line is the record of a run, with the version, the date and the code that made it, in an
order that does not depend on when it was made.
"""

import json
import lzma
import os
from typing import NamedTuple

from .claims import MODES
from .errors import SweepError
from .files import write_atomically
from .ledger import check_claims
from .paper import Context, PaperError, examples_folder
from .programs import assume
from .speed import scale, yardstick
from .store import Store, run_name
from .sweep import Runner

NAME = "published.jsonl.xz"
KEPT = ("key", "ok", "experiment", "program", "params", "seed", "version", "date", "code", "seconds",
        "metrics")


class Published(NamedTuple):
    """The content of a file: a mode of hsn.claims.MODES, and the records of its runs."""

    mode: str
    records: list
    yardstick: float | None = None

    def seconds(self):
        """A function of program, parameters and seed: seconds that such a run takes here, by the
        published runs with these parameters and any seed; None if there are none."""
        times = {}
        for one in self.records:
            times.setdefault(run_name(one["program"], one["params"], 0), []).append(one["seconds"])
        factor = scale(self.yardstick)

        def of(program, params, _seed):
            found = times.get(run_name(program, params, 0))
            return factor * sum(found) / len(found) if found else None

        return of

    def names(self):
        """What identifies the runs, but for the versions of the programs."""
        return {name_of(one) for one in self.records}

    def has(self, paper, mode):
        """Are all runs of a mode there?  Of a paper without experiments, none are."""
        wanted = names_of(paper, mode)
        return bool(wanted) and wanted <= self.names()

    def versions(self):
        """The versions that made the runs."""
        return sorted({one.get("version") or "unknown" for one in self.records})

    def in_words(self):
        """One line for who reads it."""
        dates = sorted(one["date"][:10] for one in self.records if one.get("date"))
        made = f", made {dates[0]} to {dates[-1]}" if dates else ""
        return (f"{len(self.records)} published runs (figures: {self.mode}), by version "
                f"{', '.join(self.versions())}{made}")


def name_of(record):
    """run_name() of a record."""
    return run_name(record["program"], record["params"], record["seed"])


def names_of(paper, mode):
    """run_name() of each run of a paper's experiments in a mode."""
    return {run_name(one.program, params, int(seed)) for one in paper.all_experiments().values()
            for params, seed in one.runs(mode)}


class PublishedRunner(Runner):
    """Takes runs from a store, whichever version of a program made them, and runs nothing."""

    def __init__(self, store, key):
        super().__init__(store)
        self.prints = False
        self.key = key

    def options(self, mode):
        return "--published"

    def _stored(self, key, experiment, params, seed):
        return self.store.get(key) or self.store.find(experiment.program, params, seed)

    def _execute(self, todo, ended):
        raise SweepError(f"{len(todo)} runs are not among the published ones of {self.key}; "
                         f"./hsn figure {self.key} --quick runs them")


class RepetitionsContext(Context):
    """Has those repetitions of each run that ship, and runs none."""

    def data(self, experiment, incomplete=False):
        experiment = self.named(experiment)
        self.used[experiment.name] = experiment
        return self.runner.table(experiment, self.mode)


def context_of(paper, mode):
    """A Context with the runs of a mode that ship; in the full mode these may be some repetitions, but
    one of each run.  Raises PaperError if they do not ship."""
    found = load(paper)
    runner = runner_of(paper, found)
    if found.mode == mode or found.has(paper, mode):
        return Context(paper, runner, mode)
    if mode == "full" and found.has(paper, "sample"):
        return RepetitionsContext(paper, runner, mode)
    raise PaperError(f"no runs of the {mode} mode ship with {paper.key}")


def load(paper):
    """The Published of a paper.  Raises PaperError if there is none, or if it cannot be read."""
    path = paper.folder / NAME
    try:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            found = Published(head["mode"], [json.loads(line) for line in lines],
                              head.get("yardstick"))
            runs = head["runs"]
    except FileNotFoundError:
        raise PaperError(f"{paper.key} has no published runs ({path}); ./hsn figure {paper.key} "
                         "--quick runs it") from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, StopIteration, lzma.LZMAError) as error:
        raise PaperError(f"{path} cannot be read: {type(error).__name__}: {error}") from None
    if len(found.records) != runs:
        raise PaperError(f"{path} has {len(found.records)} runs, its first line says {runs}")
    return found


def size(key):
    """Octets of the published runs of a paper, 0 without any."""
    path = examples_folder() / key / NAME
    return path.stat().st_size if path.exists() else 0


def seconds_of(paper):
    """Published.seconds() of a paper; None for every run if it has no published ones."""
    try:
        return load(paper).seconds()
    except PaperError:
        return lambda program, params, seed: None


def adopt_host(paper, records):
    """Experiments that time the machine have its processor among their parameters. If this machine has
    made no record of such an experiment, it is asked for as the machine whose records there are."""
    hosts = {}
    for record in records:
        if "host" in record.get("params", {}):
            hosts.setdefault(record.get("experiment"), []).append(record["params"]["host"])
    for name, one in paper.all_experiments().items():
        if one.alone and name in hosts and one.fixed.get("host") not in hosts[name]:
            one.fixed["host"] = hosts[name][-1]


def keep(published, results):
    """Give published runs to the store of their paper: the report asks it whether verdicts are still
    about what is there."""
    own = results.store()
    own.add_all([one for one in published.records if not own.get(one["key"])])


def runner_of(paper, published):
    """A runner that has the published runs and no others."""
    adopt_host(paper, published.records)
    store = Store(os.devnull)
    store.records = {one["key"]: one for one in published.records}
    assume(store.codes())
    return PublishedRunner(store, paper.key)


def collect(paper, claims, runner, mode):
    """The records of all runs that the figures and claims of a paper look at."""
    from matplotlib import pyplot  # slow to import

    context = Context(paper, runner, mode, strict=False)
    runner.run(paper.all_experiments().values(), mode)
    for figure in paper.figures:
        figure.draw(context)
        pyplot.close("all")
    check_claims(claims, paper, Context(paper, runner, mode))
    if runner.failures:
        raise SweepError(f"{paper.key}: {len(runner.failures)} runs failed")
    return list(runner.given.values())


def with_earlier(paper, records, mode, before):
    """The Published of new records of a mode, and of those that shipped before and are other runs of the
    paper: of other modes, or further repetitions.  What only checks ask for stays with the largest mode."""
    found = Published(mode, list(records))
    is_larger = MODES.index(before.mode) > MODES.index(mode)
    wanted = set().union(*(names_of(paper, one) for one in MODES))
    if is_larger:
        wanted |= {name_of(one) for one in before.records
                   if one["experiment"] not in paper.all_experiments()}
    wanted -= found.names()
    found.records.extend(one for one in before.records if name_of(one) in wanted)
    return found._replace(mode=before.mode) if is_larger and found.has(paper, before.mode) else found


def write(paper, records, mode):
    """Write a paper's file, unless it has these very records; returns its path.  What shipped before
    stays if it is another run of the paper's experiments."""
    try:
        before = load(paper)
    except PaperError:  # there is none, or none that can be read
        before = Published(mode, [])
    found = with_earlier(paper, records, mode, before)
    lines = [json.dumps({name: one[name] for name in KEPT if name in one}, sort_keys=True)
             for one in sorted(found.records, key=name_of)]
    path = paper.folder / NAME
    if before.mode == found.mode and [json.dumps(one, sort_keys=True) for one in before.records] == lines:
        return path
    head = {"mode": found.mode, "runs": len(lines), "yardstick": round(yardstick(), 4)}
    lines.insert(0, json.dumps(head))
    write_atomically(path, lzma.compress(("\n".join(lines) + "\n").encode(), preset=9))
    return path
