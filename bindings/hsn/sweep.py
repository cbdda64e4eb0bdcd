# SPDX-License-Identifier: GPL-2.0-only
"""Run a built program over a grid of parameters and seeds, and keep every result.

An `Experiment` says what to run.  A `Runner` runs it: one process per point and seed, as many
at a time as there are cores (or on the workers of a Dask cluster).  What a program measured is
the last line of its stdout that starts with '{': a JSON object.

Every result goes at once into a `Store`, a JSON-lines file.  Its key is a hash of the program's
binary, of the hsn library, of the parameters and of the seed, so a result is found again as long
as none of them changed, and never otherwise.  An interrupted sweep continues where it was.
"""

import concurrent.futures
import contextlib
import fcntl
import functools
import hashlib
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas
from tqdm import tqdm

MODES = ("quick", "full")


class SweepError(Exception):
    """Something in a sweep failed; the message is for the user."""


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
    timeout     seconds after which a run counts as failed

    Parameters become --name=value; booleans become true/false.
    """

    name: str
    program: str
    grid: Mapping | Sequence = field(default_factory=dict)
    fixed: Mapping = field(default_factory=dict)
    seeds: Sequence[int] = (1,)
    quick_grid: Mapping | Sequence | None = None
    quick_fixed: Mapping = field(default_factory=dict)
    quick_seeds: Sequence[int] | None = None
    timeout: float = 3600

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


# --- one run -----------------------------------------------------------------------------

_CHILDREN = set()  # processes of this Python, to be ended when the user interrupts
_ENDING = threading.Event()  # ... also those that are just being started


def argument(name, value):
    """A parameter as ns-3's CommandLine takes it."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    elif isinstance(value, float):
        value = repr(value)
    return f"--{name}={value}"


def run_once(task):
    """Run one program to its end.  {"ok", "metrics" or "error", "seconds"}; never raises.

    Depends on nothing but its argument, so that it can be sent to another machine.
    """
    start = time.monotonic()
    try:
        process = subprocess.Popen(  # pylint: disable=consider-using-with
            task["command"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", process_group=0)
    except OSError as error:
        return {"ok": False, "seconds": 0.0, "error": {"reason": str(error), "stderr": []}}
    _CHILDREN.add(process)
    if _ENDING.is_set():
        end_group(process, signal.SIGTERM)
    try:
        out, err = process.communicate(timeout=task["timeout"])
        reason = "" if process.returncode == 0 else exit_reason(process.returncode)
    except subprocess.TimeoutExpired:
        end_group(process, signal.SIGKILL)
        out, err = process.communicate()
        reason = f"not finished after {task['timeout']:g} s"
    finally:
        _CHILDREN.discard(process)
    result = {"ok": False, "seconds": round(time.monotonic() - start, 3)}
    if not reason:
        lines = [line for line in out.splitlines() if line.startswith("{")]
        try:
            return {**result, "ok": True, "metrics": json.loads(lines[-1])}
        except IndexError:
            reason = "no line of its output starts with '{'"
        except ValueError as error:
            reason = f"its last line that starts with '{{' is no JSON ({error})"
    result["error"] = {"reason": reason, "stderr": err.strip().splitlines()[-8:]}
    return result


def end_group(process, how):
    """Signal a program that we started, and what it started in turn."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, how)


def exit_reason(status):
    """An exit status in words."""
    return f"exit status {status}" if status > 0 else f"ended by signal {-status}"


def error_line(error):
    """An error record in one line."""
    last = error["stderr"][-1] if error["stderr"] else ""
    return f"{error['reason']}: {last}" if last else error["reason"]


# --- the store ---------------------------------------------------------------------------


class Store:
    """Results by key, in one JSON-lines file that is only ever appended to.

    A line is on disk before its result counts.  A last line that was torn by a crash is cut
    off.  Several processes may append at a time.  A failed run is recorded too, but it is
    run again next time.
    """

    def __init__(self, path):
        self.path = Path(path)
        self.records = {}
        if self.path.exists():
            self._mend()
            self._read()

    def _mend(self):
        """Cut off a torn last line."""
        with open(self.path, "r+b") as handle, _exclusively(handle):
            data = handle.read()
            end = data.rfind(b"\n") + 1
            if end < len(data):
                handle.truncate(end)

    def _read(self):
        """Later lines win; what cannot be read is not there."""
        with open(self.path, encoding="utf-8", errors="replace") as handle:
            for line in handle:
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    record = json.loads(line)
                    self.records[record["key"]] = record

    def get(self, key):
        """The record of a run that succeeded, or None."""
        record = self.records.get(key)
        return record if record and record["ok"] else None

    def add(self, record):
        """Append a record; on disk when this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab") as handle, _exclusively(handle):
            handle.write(json.dumps(record, sort_keys=True).encode() + b"\n")
            handle.flush()
            os.fsync(handle.fileno())
        self.records[record["key"]] = record


@contextlib.contextmanager
def _exclusively(handle):
    """Hold the file's lock."""
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)


def build_folder():
    """Where programs and libraries are: HSN_BUILD or build/ of this tree."""
    default = Path(__file__).resolve().parents[2] / "build"
    return Path(os.environ.get("HSN_BUILD") or default)


def file_hash(path):
    """sha256 of a file's content."""
    with open(path, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


@functools.cache
def program_hash(program):
    """A hash of a program's binary and of the hsn libraries it runs with."""
    path = build_folder() / "bin" / program
    if not path.exists():
        raise SweepError(f"there is no program {path}: run ./hsn build")
    libraries = sorted(build_folder().glob("lib*/libns*-hsn*.so"))
    libraries = [library for library in libraries if "hsn-test" not in library.name]
    digest = hashlib.sha256()
    for part in [path, *libraries]:
        digest.update(file_hash(part).encode())
    return digest.hexdigest()


def run_key(program, params, seed):
    """The key of a run in the store."""
    text = json.dumps([program, program_hash(program), params, seed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


# --- running many ------------------------------------------------------------------------


def local_executor(jobs=None):
    """Runs on this machine: a thread per process."""
    return concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 1)


def cluster_executor(address):
    """Runs on a Dask cluster whose workers see this tree's build under the same path."""
    return ClusterExecutor(_cluster_client(address).get_executor())


@functools.cache
def _cluster_client(address):
    """One connection to a Dask scheduler."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise SweepError("--cluster needs Dask: install it with "
                         f"{sys.executable} -m pip install distributed") from None
    try:
        return Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise SweepError(f"no Dask scheduler at {address}: {error}") from None


class ClusterExecutor:
    """A Dask executor whose workers need not have this package."""

    def __init__(self, executor):
        self.executor = executor

    def submit(self, function, *args):
        """As of any executor."""
        return self.executor.submit(_ByValue(function), *args)

    def shutdown(self, wait=True):
        """As of any executor."""
        self.executor.shutdown(wait=wait)


class _ByValue:
    """A function that arrives on another machine as its code, not as the name of a module."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)

    def __reduce__(self):
        import cloudpickle

        cloudpickle.register_pickle_by_value(sys.modules[__name__])
        return cloudpickle.loads, (cloudpickle.dumps(self.function),)


class Runner:
    """Runs experiments through an executor (concurrent.futures style) and a store."""

    def __init__(self, store, make_executor=local_executor, progress=True):
        self.store = store
        self.make_executor = make_executor
        self.progress = progress
        self.failures = {}  # key of a run -> its failed record

    def run(self, experiments, mode="full"):
        """Run what is not stored yet; {name of experiment: DataFrame}."""
        todo = {}
        for experiment in experiments:
            for params, seed in experiment.runs(mode):
                key = run_key(experiment.program, params, seed)
                if not self.store.get(key) and key not in self.failures:
                    todo.setdefault(key, (experiment, params, seed))
        if todo:
            self._execute(todo)
        return {experiment.name: self.table(experiment, mode) for experiment in experiments}

    def table(self, experiment, mode):
        """What the store has of an experiment: a row per run, parameters and metrics."""
        rows = []
        for params, seed in experiment.runs(mode):
            record = self.store.get(run_key(experiment.program, params, seed))
            if record:
                rows.append(make_row(params, seed, record["metrics"]))
        return pandas.DataFrame(rows)

    def failed(self, experiment, mode):
        """Error lines of the runs of an experiment that failed."""
        keys = {run_key(experiment.program, params, seed) for params, seed in experiment.runs(mode)}
        return [describe(record) for key, record in self.failures.items() if key in keys]

    def _execute(self, todo):
        """Run `todo`, {key: (experiment, params, seed)}, and store the results."""
        _ENDING.clear()
        executor = self.make_executor()
        bar = tqdm(total=len(todo), unit="run", disable=not self.progress or len(todo) == 1,
                   file=sys.stderr,
                   mininterval=0.2 if sys.stderr.isatty() else 15, dynamic_ncols=True)
        futures = {}
        try:
            for key, (experiment, params, seed) in todo.items():
                futures[executor.submit(run_once, make_task(experiment, params, seed))] = key
            for future in concurrent.futures.as_completed(futures):
                key = futures[future]
                self._finish(key, *todo[key], result_of(future))
                bar.update()
        except BaseException as error:
            for future in futures:
                future.cancel()
            end_children()
            if isinstance(error, KeyboardInterrupt):
                bar.write(f"interrupted: {bar.n} of {bar.total} runs are stored; "
                          "the same command continues", file=sys.stderr)
            raise
        finally:
            bar.close()
            executor.shutdown(wait=True)

    def _finish(self, key, experiment, params, seed, result):
        """Store one result."""
        record = {"key": key, "experiment": experiment.name, "program": experiment.program,
                  "params": params, "seed": seed, **result}
        self.store.add(record)
        if not result["ok"]:
            self.failures[key] = record
            if self.progress and len(self.failures) <= 5:
                tqdm.write(f"FAILED {describe(record)}", file=sys.stderr)


def result_of(future):
    """What run_once returned; a failure of the executor counts as one of the run."""
    try:
        return future.result()
    except Exception as error:  # pylint: disable=broad-except
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        return {"ok": False, "seconds": 0.0, "error": {"reason": reason, "stderr": []}}


def make_task(experiment, params, seed):
    """What run_once needs."""
    path = (build_folder() / "bin" / experiment.program).absolute()
    arguments = [argument(name, value) for name, value in params.items()]
    return {"command": [str(path), *arguments, f"--RngRun={seed}"], "timeout": experiment.timeout}


def make_row(params, seed, metrics):
    """One row of a table.  A metric that is named like a parameter but has another value
    becomes name_measured."""
    row = {**params, "seed": seed}
    for name, value in metrics.items():
        if name in row and row[name] != value:
            name += "_measured"
        row[name] = value
    return row


def describe(record):
    """A failed record in one line."""
    arguments = " ".join(argument(name, value) for name, value in record["params"].items())
    return (f"{record['experiment']}: {record['program']} {arguments} "
            f"--RngRun={record['seed']}: {error_line(record['error'])}")


def end_children():
    """End the programs that are still running on this machine."""
    _ENDING.set()
    for process in list(_CHILDREN):
        end_group(process, signal.SIGTERM)
