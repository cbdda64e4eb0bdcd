# SPDX-License-Identifier: GPL-2.0-only
"""Run a built program over a grid of parameters and seeds, and keep every result.

An `Experiment` says what to run.  A `Runner` runs it: one process per point and seed, through an
executor (hsn.executors): as many at a time as this machine has cores, or on a Dask cluster.  What a
program measured is the last line of its stdout that starts with '{': a JSON object.

Every result goes at once into a `Store` (hsn.store).  Its key is a hash of the program's code, of
the parameters and of the seed, so a result is found again as long as none of them changed, and
never otherwise, unless the user asks to keep old results.  A sweep that was interrupted continues
where it was.
"""

import concurrent.futures
import functools
import hashlib
import itertools
import json
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas
from tqdm import tqdm

from . import grids
from .errors import SweepError, SweepStopped
from .executors import cluster_executor, local_executor
from .function_program import as_call, as_program
from .locks import RunLocks
from .programs import build_folder, program_files, program_hash, program_path
from .provenance import run_record
from .store import Store
from .worker import run_once

__all__ = ["Experiment", "Runner", "Store", "SweepError", "build_folder",
           "cluster_executor", "local_executor", "sweep"]

PATIENCE = 0.5  # seconds between two looks whether another process has ended a run, or Ctrl-C came


# --- what to run -------------------------------------------------------------------------


@dataclass(frozen=True)
class Experiment:
    """A program, a grid of parameters and a set of seeds.

    grid        {"mbs": [1000, 2000], "mtu": [1500, 9188]} for the product of the lists, or a
                list of points: [{"mbs": 1000, "mtu": 1500}, ...]
    fixed       parameters that are the same for every point
    seeds       of the full mode; each becomes --RngRun=seed
    quick_grid  the grid of the quick mode (None: the same); if both grids are mappings it
                only needs the lists that differ
    quick_fixed fixed parameters that differ in the quick mode
    quick_seeds seeds of the quick mode (None: the same)
    sample_seeds seeds of the sample mode (None: the first), where one repetition does not decide
    timeout     seconds after which a run counts as failed
    alone       its runs measure the machine: they come last, one at a time, on this machine, and those
                that another version of the program or compiler made are never taken for them
    function    the program calls a Python function (see hsn.function_program)

    Parameters become --name=value; booleans become true/false.  Lists and points are read once.  Raises
    ValueError for what is no list, for two points or seeds that are the same, for a parameter seed or RngRun.
    """

    name: str
    program: str
    grid: Mapping | Sequence = field(default_factory=dict)
    fixed: Mapping = field(default_factory=dict)
    seeds: Sequence[int] = (1,)
    quick_grid: Mapping | Sequence | None = None
    quick_fixed: Mapping = field(default_factory=dict)
    quick_seeds: Sequence[int] | None = None
    sample_seeds: Sequence[int] | None = None
    timeout: float = 3600
    alone: bool = False
    function: bool = False

    def __post_init__(self):
        if not self.timeout > 0:
            raise ValueError(f"experiment '{self.name}': timeout = {self.timeout!r} is not above 0 s")
        for name in ("grid", "quick_grid"):
            object.__setattr__(self, name, grids.as_grid(self.name, name, getattr(self, name)))
        for name in ("seeds", "quick_seeds", "sample_seeds"):
            object.__setattr__(self, name, grids.as_seeds(self.name, name, getattr(self, name)))
        for mode in ("full", "quick"):
            grids.assert_points(self.name, self.points(mode))

    def axes(self, mode):
        """The grid of a mode, as given: a mapping of lists or a list of points."""
        if mode != "quick" or self.quick_grid is None:
            return self.grid
        if isinstance(self.grid, Mapping) and isinstance(self.quick_grid, Mapping):
            return {**self.grid, **self.quick_grid}
        return self.quick_grid

    def constants(self, mode):
        """The fixed parameters of a mode."""
        return {**self.fixed, **(self.quick_fixed if mode == "quick" else {})}

    def seeds_of(self, mode):
        """The seeds of a mode."""
        if mode == "sample":
            return self.sample_seeds or self.seeds[:1]
        return self.quick_seeds if mode == "quick" and self.quick_seeds else self.seeds

    def points(self, mode):
        """Every point of the grid, fixed parameters included, without seeds."""
        axes = self.axes(mode)
        if isinstance(axes, Mapping):
            axes = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
        return [plain({**self.constants(mode), **point}) for point in axes]

    def runs(self, mode):
        """Every (parameters, seed)."""
        return [(point, seed) for point in self.points(mode) for seed in self.seeds_of(mode)]


def plain(params):
    """Parameters with NumPy's numbers as Python's own."""
    return {name: value.item() if hasattr(value, "item") else value
            for name, value in params.items()}


# --- running many ------------------------------------------------------------------------


def argument(name, value):
    """A parameter as ns-3's CommandLine takes it."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    elif isinstance(value, float):
        value = repr(value)
    return f"--{name}={value}"


def run_key(program, params, seed):
    """The key of a run in the store."""
    text = json.dumps([program, program_hash(program), params, seed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def keys_of(experiment, mode):
    """The keys of all runs of an experiment."""
    return {run_key(experiment.program, params, seed) for params, seed in experiment.runs(mode)}


class Runner:
    """Runs experiments through an executor (concurrent.futures style) and a store.

    It takes the programs as they are when it is made; one that is built anew needs a new Runner.

    keep_old     use results that another version of the program made, instead of running it again
    before_runs  called before anything is run
    title        of the bar that shows progress, such as a paper's key
    """

    def __init__(self, store, make_executor=local_executor, progress=True, keep_old=False,
                 before_runs=None, title="runs"):
        program_files.cache_clear()
        self.store = store
        self.title = title
        self.before_runs = before_runs
        self.make_executor = make_executor
        self.progress = progress
        self.keep_old = keep_old
        self.prints = True  # figures become PDF as well, which takes half of the time
        self.failures = {}  # key of a run -> its failed record
        self.given = {}  # key of a run -> the record that tables had for it

    def options(self, mode):
        """How a command line asks for what this gives."""
        return f"--{mode}{' --keep-old' if self.keep_old else ''}"

    def run(self, experiments, mode="full", done=None):
        """Run what is not stored yet; {name of experiment: DataFrame}.

        done  called with the name of each experiment as soon as all its runs have ended
        """
        todo, waiting = {}, {}
        for experiment in experiments:
            keys = waiting[experiment.name] = set()
            for params, seed in experiment.runs(mode):
                key = run_key(experiment.program, params, seed)
                if not self._stored(key, experiment, params, seed) and key not in self.failures:
                    todo.setdefault(key, (experiment, params, seed))
                    keys.add(key)

        def ended(key=None):
            for name, keys in list(waiting.items()):
                keys.discard(key)
                if not keys:
                    del waiting[name]
                    if done:
                        done(name)

        ended()
        if todo:
            self._execute(todo, ended)
        return {experiment.name: self.table(experiment, mode) for experiment in experiments}

    def table(self, experiment, mode):
        """What the store has of an experiment: a row per run, parameters and metrics.

        The columns are the parameters as the experiment lists them, the seed, and the metrics
        by name, wherever the rows come from.
        """
        rows, given, parameters, metrics = [], [], {}, set()
        for params, seed in experiment.runs(mode):
            parameters |= dict.fromkeys([*params])
            key = run_key(experiment.program, params, seed)
            record = self._stored(key, experiment, params, seed)
            if record:
                self.given[key] = record
                rows.append(make_row(params, seed, record["metrics"]))
                given.append(record["metrics"])
                metrics |= rows[-1].keys()
        fill_measured(rows, given)
        columns = [*parameters, "seed"]
        return pandas.DataFrame(rows, columns=columns + sorted(metrics.difference(columns)))

    def rows(self, experiment, mode):
        """What the store has of an experiment: [parameters, seed, metrics] of each run.  As JSON
        with sorted keys it is the same in each process, whatever order a program prints in."""
        found = ((params, int(seed), self._stored(run_key(experiment.program, params, seed),
                                                  experiment, params, seed))
                 for params, seed in experiment.runs(mode))
        return [[params, seed, record["metrics"]] for params, seed, record in found if record]

    def _stored(self, key, experiment, params, seed):
        """The record of a run, or with keep_old that of an older version of the program, unless it
        measures the machine."""
        found = self.store.get(key)
        if not found and self.keep_old and not experiment.alone:
            found = self.store.find(experiment.program, params, seed)
        return found

    def old_results(self, experiments=None, mode="full"):
        """How many of the runs that tables had so far are older, and which versions made these.

        None if there are none.

        experiments  count only the runs of these, in this mode
        """
        given = self.given
        if experiments is not None:
            keys = set().union(*(keys_of(one, mode) for one in experiments))
            given = {key: record for key, record in given.items() if key in keys}
        old = [record for key, record in given.items() if record["key"] != key]
        versions = sorted({record.get("version") or "unknown" for record in old})
        return {"runs": len(old), "of": len(given), "versions": versions} if old else None

    def failed(self, experiment, mode):
        """Error lines of the runs of an experiment that failed."""
        keys = keys_of(experiment, mode)
        return [describe(record) for key, record in self.failures.items() if key in keys]

    def _execute(self, todo, ended):
        """Run `todo`, {key: (experiment, params, seed)}, store each result and call `ended(key)`.

        A run that another process is at is left for later; by then it is stored.
        """
        if self.before_runs:
            self.before_runs()
        names = {experiment.name for experiment, *_ in todo.values()}
        what = names.pop() if len(names) == 1 else f"{len(names)} experiments"
        bar = tqdm(desc=f"{self.title}, {what}", total=len(todo), unit="run",
                   disable=not self.progress or len(todo) == 1, file=sys.stderr,
                   mininterval=0.2 if sys.stderr.isatty() else 15, dynamic_ncols=True)
        locks = RunLocks(self.store.path.with_name(".runs"))

        def over(key):
            locks.release(key)
            bar.update()
            ended(key)

        try:
            for alone, make in ((False, self.make_executor),
                                (True, functools.partial(local_executor, 1))):
                some = {key: one for key, one in todo.items() if one[0].alone == alone}
                if some:
                    self._execute_with(make(), some, bar, locks, over)
        finally:
            bar.close()
            locks.close()

    def _execute_with(self, executor, todo, bar, locks, over):
        """Run `todo` on an executor, and end it."""
        complete = False
        try:
            self._share(todo, executor, locks, over)
            complete = True
        except KeyboardInterrupt:
            bar.write(f"interrupted: {bar.n} of {bar.total} runs are stored; "
                      "the same command continues", file=sys.stderr)
            raise
        finally:
            if not complete and hasattr(executor, "end_runs"):
                executor.end_runs()
            executor.shutdown(wait=True, cancel_futures=not complete)

    def _share(self, todo, executor, locks, over):
        """Do what no other process does, until all is done."""
        waiting, elsewhere, futures = deque(todo), deque(), {}
        room = getattr(executor, "room", len(todo))
        while waiting or elsewhere or futures:
            while waiting and len(futures) < room:
                key = waiting.popleft()
                if not locks.take(key):
                    elsewhere.append(key)
                elif self._made_meanwhile(key):
                    over(key)
                else:
                    future = executor.submit(run_once, make_task(*todo[key]))
                    futures[future] = key
            if futures:
                # never without end: a signal that comes just before Python waits does not wake it
                done, _ = concurrent.futures.wait(
                    futures, PATIENCE, concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    key = futures.pop(future)
                    self._finish(key, *todo[key], result_of(future))
                    over(key)
            elif elsewhere and not waiting:
                time.sleep(PATIENCE)
            if not waiting:
                waiting, elsewhere = elsewhere, deque()

    def _made_meanwhile(self, key):
        """Has another process stored the run since the store was read?"""
        self.store.refresh()
        return self.store.get(key) is not None

    def _finish(self, key, experiment, params, seed, result):
        """Store one result."""
        command = command_of(experiment, params, seed)
        record = {"key": key, "experiment": experiment.name, "program": experiment.program,
                  "params": params, "seed": seed, **run_record(experiment.program, command),
                  **result}
        self.store.add(record)
        if not result["ok"]:
            self.failures[key] = record
            if self.progress and len(self.failures) <= 5:
                tqdm.write(f"FAILED {describe(record)}", file=sys.stderr)


def sweep(what, grid, seeds=(1,), store="hsn-runs.jsonl", jobs=None):
    """Run a program, or a Python function, over a grid; a DataFrame with a row per run.

    what   the name of a program of the build, the path of any executable that takes --name=value and
           prints a JSON object, or a function f(seed, **point) at the top level of a file, which
           returns a dict
    grid   as of Experiment
    store  file of the results: what it has of the same program or function is not run again

    Raises SweepError if a run fails; those that succeeded are stored.
    """
    store = Store(store)
    if callable(what):
        program = str(as_program(what, store.path.with_name(".functions")))
    else:
        program = str(Path(what).absolute() if "/" in str(what) else what)
    experiment = Experiment(Path(program).name, program, grid, seeds=seeds, function=callable(what))
    runner = Runner(store, functools.partial(local_executor, jobs))
    table = runner.run([experiment])[experiment.name]
    failed = runner.failed(experiment, "full")
    if failed:
        raise SweepError(f"{len(failed)} runs failed, the first: {failed[0]}")
    return table


def result_of(future):
    """What run_once returned; SweepStopped if no run can succeed there.

    A failure of the executor counts as one of the run.
    """
    try:
        result = future.result()
    except SweepError:
        raise
    except Exception as error:  # pylint: disable=broad-except
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        return {"ok": False, "seconds": 0.0, "error": {"reason": reason, "stderr": []}}
    if "unfit" in result:
        raise SweepStopped(f"{result['unfit']}; the same command runs the present build")
    return result


def command_of(experiment, params, seed):
    """The command line of a run."""
    arguments = [argument(name, value) for name, value in params.items()]
    return [str(program_path(experiment.program)), *arguments, f"--RngRun={seed}"]


def make_task(experiment, params, seed):
    """What run_once needs."""
    task = {"command": command_of(experiment, params, seed),
            "files": program_files(experiment.program), "timeout": experiment.timeout}
    return as_call(task, params) if experiment.function else task


MEASURED = "_measured"


def make_row(params, seed, metrics):
    """One row of a table.  A metric that is named like a parameter but has another value
    becomes name_measured."""
    row = {**params, "seed": seed}
    for name, value in metrics.items():
        if name in row and row[name] != value:
            name += MEASURED
        row[name] = value
    return row


def fill_measured(rows, given):
    """Where one row has name_measured, all have: its value is that of the parameter in the others.

    given  the metrics of each row
    """
    for column in {name for row in rows for name in row if name.endswith(MEASURED)}:
        name = column.removesuffix(MEASURED)
        for row, metrics in zip(rows, given):
            if name in metrics:
                row.setdefault(column, row[name])


def describe(record):
    """A failed record in one line."""
    arguments = " ".join(argument(name, value) for name, value in record["params"].items())
    return (f"{record['experiment']}: {record['program']} {arguments} "
            f"--RngRun={record['seed']}: {error_line(record['error'])}")


def error_line(error):
    """An error record in one line: the reason, the first and the last line of stderr."""
    lines = [line for line in error["stderr"] if line.strip()]
    return ": ".join([error["reason"], " ... ".join(dict.fromkeys([*lines[:1], *lines[-1:]]))]
                     if lines else [error["reason"]])
