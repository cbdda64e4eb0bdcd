# SPDX-License-Identifier: GPL-2.0-only
"""Runs that ship with a paper: examples/KEY/published.jsonl.xz, all that its figures and claims need in
one mode.  `./hsn publish` writes the file, `--published` draws from it and runs nothing.

The first line says {"mode": ..., "runs": ..., "yardstick": ...}, the last of these in seconds, as
hsn.speed has it on the machine that made the runs; each further line is the record of a run, with the
version, the date and the code that made it, in an order that does not depend on when it was made.
"""

import contextlib
import json
import lzma
import os
from typing import NamedTuple

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

    def versions(self):
        """The versions that made the runs."""
        return sorted({one.get("version") or "unknown" for one in self.records})

    def in_words(self):
        """One line for who reads it."""
        dates = sorted(one["date"][:10] for one in self.records if one.get("date"))
        made = f", made {dates[0]} to {dates[-1]}" if dates else ""
        return (f"{len(self.records)} published runs of the {self.mode} mode, by version "
                f"{', '.join(self.versions())}{made}")


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


def write(paper, records, mode):
    """Write a paper's file, unless it has these very records; returns its path."""
    lines = [json.dumps({name: one[name] for name in KEPT if name in one}, sort_keys=True)
             for one in sorted(records, key=lambda one: run_name(one["program"], one["params"],
                                                                 one["seed"]))]
    path = paper.folder / NAME
    with contextlib.suppress(PaperError):
        before = load(paper)
        if before.mode == mode and [json.dumps(one, sort_keys=True) for one in before.records] == lines:
            return path
    head = {"mode": mode, "runs": len(records), "yardstick": round(yardstick(), 4)}
    lines.insert(0, json.dumps(head))
    write_atomically(path, lzma.compress(("\n".join(lines) + "\n").encode(), preset=9))
    return path
