# SPDX-License-Identifier: GPL-2.0-only
"""What a paper's folder declares, and how it is found.

examples/<key>/figures.py declares `PAPER = Paper(...)`.  Nothing here knows any paper; the key
is the folder's name.  A whole figures.py:

    from hsn.claims import Measured
    from hsn.paper import Figure, Paper
    from hsn.plot import line_figure
    from hsn.sweep import Experiment

    BURSTS = Experiment("bursts", "my-paper", grid={"mbs": [1000, 2000], "mtu": [1500, 9188]},
                        seeds=range(1, 11), quick_seeds=(1, 2))

    def draw_fig5(ctx):
        return line_figure(ctx.data(BURSTS), "mbs", "burst", by="mtu",
                           xlabel="MBS (cells)", ylabel="burst length (packets)")

    def c01(ctx):
        return Measured({"longest": ctx.data(BURSTS)["burst"].max()})

    PAPER = Paper(key="my-paper", figures=[Figure("fig5", "Burst length", draw_fig5, [BURSTS])])

Title, authors, venue, year and url are in the folder's paper.toml.

A draw function returns a matplotlib figure or, for a table, a pandas DataFrame.
"""

import contextlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .catalogue import CatalogueError, load_facts, where_published
from .errors import SweepError, Unchecked
from .programs import file_hash
from .sweep import Experiment


class PaperError(Exception):
    """A paper's folder is invalid; the message is for the user."""


@dataclass(frozen=True)
class Figure:
    """A figure or table: its id ("fig3", "tab1"), what draws it, and which experiments it needs."""

    id: str
    title: str
    draw: Callable
    experiments: Sequence[Experiment] = ()
    caption: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper and its figures.

    checks       claim checks by name, besides the functions of checks.py and figures.py
    experiments  what only checks need
    tested       ids of the figures whose claims `./hsn test --all` checks, if all would take too long
                 (empty: all); .ci/nightly checks all
    """

    key: str
    figures: Sequence[Figure]
    title: str = ""  # these five are set from paper.toml, if there is one
    authors: str = ""
    venue: str = ""  # with the year
    url: str = ""
    year: int | None = None
    checks: Mapping[str, Callable] = field(default_factory=dict)
    experiments: Sequence[Experiment] = ()
    tested: Sequence[str] = ()
    modules: Sequence = field(default=(), compare=False, repr=False)  # set by load_paper
    folder: Path | None = None  # set by load_paper
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)  # set by it

    def all_experiments(self):
        """Every experiment once, by name."""
        named = {}
        for experiment in [*(e for f in self.figures for e in f.experiments), *self.experiments]:
            if named.setdefault(experiment.name, experiment) != experiment:
                raise PaperError(f"{self.key}: two experiments are named '{experiment.name}'")
        return named

    def select(self, ids=None):
        """The figures with these ids, or all."""
        known = [figure.id for figure in self.figures]
        unknown = [one for one in ids or [] if one not in known]
        if unknown:
            raise PaperError(f"{self.key} has no figure '{unknown[0]}'; it has {', '.join(known)}")
        return [figure for figure in self.figures if not ids or figure.id in ids]

    def find_check(self, name):
        """The function that checks a claim, or None."""
        if name in self.checks:
            return self.checks[name]
        found = (getattr(module, name, None) for module in self.modules)
        return next((one for one in found if callable(one)), None)


# --- finding papers ----------------------------------------------------------------------


def examples_folder():
    """Where the papers are: HSN_EXAMPLES or examples/ of this tree."""
    default = Path(__file__).resolve().parents[2] / "examples"
    return Path(os.environ.get("HSN_EXAMPLES") or default)


def known_keys():
    """The keys of all papers; PaperError if there are none."""
    folder = examples_folder()
    keys = sorted(path.parent.name for path in folder.glob("*/figures.py"))
    if not keys:
        what = "has no paper (no */figures.py)" if folder.is_dir() else "is no folder"
        where = "HSN_EXAMPLES says where papers are; " if os.environ.get("HSN_EXAMPLES") else ""
        raise PaperError(f"{where}{folder} {what}")
    return keys


def select_keys(key=None):
    """The keys selected by KEY, "all" or nothing."""
    known = known_keys()
    if key in (None, "all"):
        return known
    if key not in known:
        raise PaperError(f"unknown paper '{key}'; known are: {', '.join(known) or 'none'}, all")
    return [key]


@contextlib.contextmanager
def no_bytecode():
    """Imports in here leave no bytecode: Python takes it for current if the source has the same
    size and was changed in the same second, and a verdict would rest on the old source."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def load_paper(key):
    """Import a paper's figures.py (and checks.py); they may import each other by `from .`"""
    select_keys(key)
    folder = examples_folder() / key
    package = "hsn_paper_" + re.sub(r"\W", "_", key)
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]
    spec = importlib.util.spec_from_loader(package, loader=None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    sys.modules[package] = importlib.util.module_from_spec(spec)
    importlib.invalidate_caches()
    try:
        with no_bytecode():
            modules = [importlib.import_module(f"{package}.figures")]
            if (folder / "checks.py").exists():
                modules.insert(0, importlib.import_module(f"{package}.checks"))
        paper = modules[-1].PAPER
    except Exception as error:
        raise PaperError(f"{folder}/figures.py: {type(error).__name__}: {error}") from error
    if paper.key != key:
        raise PaperError(f"{folder}/figures.py: its key is '{paper.key}', not the folder's name")
    set_facts(paper, folder)
    object.__setattr__(paper, "modules", tuple(modules))
    object.__setattr__(paper, "folder", folder)
    object.__setattr__(paper, "sources", hash_sources(package))
    return paper


def set_facts(paper, folder):
    """What paper.toml says, instead of what figures.py does."""
    try:
        facts = load_facts(folder)
    except CatalogueError as error:
        raise PaperError(str(error)) from None
    for name in ("title", "authors", "url", "year"):
        if name in facts:
            object.__setattr__(paper, name, facts[name])
    if where_published(facts):
        object.__setattr__(paper, "venue", where_published(facts))
    if not paper.title:
        object.__setattr__(paper, "title", paper.key)


def hash_sources(package):
    """{file name: hash} of the modules of a package that are imported."""
    files = [module.__file__ for name, module in list(sys.modules.items())
             if name.startswith(package + ".")]
    return {Path(file).name: file_hash(file) for file in sorted(files)}


# --- what draw functions and checks get --------------------------------------------------


class Context:
    """Passed to draw functions and checks.

    mode    one of hsn.claims.MODES
    folder  the paper's folder, for files of reference data
    strict  for checks: complain about runs that failed or did not end, instead of leaving that to
            who looks at the figure
    """

    def __init__(self, paper, runner, mode, strict=True):
        self.paper, self.runner, self.mode = paper, runner, mode
        self.folder = paper.folder
        self.strict = strict
        self.used = {}  # experiments that were asked for, by name
        self.single = []  # experiments of one run that were asked for

    def forget(self):
        """Another figure or check begins: nothing was asked for yet."""
        self.used, self.single = {}, []

    def data(self, experiment, incomplete=False):
        """All runs of an experiment (or its name) as a DataFrame: parameters, seed, metrics.

        What is not in the store is run now.  A check gets neither an empty table nor, unless it
        says `incomplete`, rows whose metric `complete` is false: the claim is unchecked then.
        """
        experiment = self.named(experiment)
        self.used[experiment.name] = experiment
        table = self.runner.run([experiment], self.mode)[experiment.name]
        failed = self.runner.failed(experiment, self.mode)
        if failed and (self.strict or table.empty):
            raise SweepError(f"{len(failed)} runs failed, the first: {failed[0]}")
        if self.strict:
            assert_rows(table, experiment.name, incomplete)
        return table

    def named(self, experiment):
        """An experiment of the paper by its name, or itself."""
        if not isinstance(experiment, str):
            return experiment
        named = self.paper.all_experiments()
        if experiment not in named:
            raise PaperError(f"no experiment '{experiment}'; there are {', '.join(named)}")
        return named[experiment]

    def run_program(self, program, params=None, seed=1, incomplete=False):
        """The metrics of one run (from the store if it is there)."""
        one = Experiment(program, program, [dict(params or {})], seeds=(seed,))
        if one not in self.single:
            self.single.append(one)
        row = self.runner.run([one], self.mode)[program]
        if row.empty:
            raise SweepError(self.runner.failed(one, self.mode)[0])
        if self.strict:
            assert_rows(row, program, incomplete)
        return row.iloc[0].to_dict()


def assert_rows(table, name, incomplete):
    """Raise Unchecked for a table without rows, or with runs that did not reach their end."""
    if table.empty:
        raise Unchecked(f"{name}: there are no rows")
    if "complete" in table and not incomplete:
        stopped = int(table["complete"].isin([False]).sum())
        if stopped:
            raise Unchecked(f"{name}: {stopped} of {len(table)} transfers are incomplete")
