# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a paper's results, and drawing figures into it.

    results/<key>/store.jsonl      every run (hsn.sweep.Store)
    results/<key>/data/*.csv       the runs of each experiment of the last figure command
    results/<key>/figures/*        SVG, PDF and PNG
    results/<key>/figures.json     what was drawn, how
    results/<key>/claims.json      the last verdict of every claim
    results/<key>/*.damaged        what could not be read of one of these
    results/report/                the report
"""

import json
import os
import traceback
from pathlib import Path
from types import NoneType

import pandas

from .errors import SweepStopped
from .files import exclusively, temporary_prefix, write_atomically, writing
from .provenance import figure_record, in_words
from .store import Store


# What every record has had since the first version, with its type
FIGURE_FIELDS = {"mode": str, "svg": (str, NoneType), "png": (str, NoneType),
                 "table": (dict, NoneType), "error": (str, NoneType), "experiments": list}
CLAIM_FIELDS = {"verdict": str, "mode": str, "criterion": str, "tests": list, "note": str,
                "failed": bool, "fingerprints": dict, "uses": list}


PROBE = 1 << 16  # octets that must fit on the disk


def results_folder():
    """All results: HSN_RESULTS or results/ of this tree."""
    default = Path(__file__).resolve().parents[2] / "results"
    return Path(os.environ.get("HSN_RESULTS") or default)


class Results:
    """The results of one paper."""

    def __init__(self, key):
        self.key = key
        self.folder = results_folder() / key

    def store(self):
        """The store of its runs."""
        return Store(self.folder / "store.jsonl")

    def assert_writable(self):
        """SweepStopped unless files can be written here: better now than after the first run."""
        probe = self.folder / f".probe-{os.getpid()}"
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                with open(probe, "wb", buffering=0) as handle:
                    handle.write(bytes(PROBE))
                    os.fsync(handle.fileno())
            finally:
                probe.unlink(missing_ok=True)

    def figures(self):
        """{id: record} of the figures drawn so far."""
        return self._records("figures.json", FIGURE_FIELDS)

    def claims(self):
        """{id: record} of the verdicts so far."""
        return self._records("claims.json", CLAIM_FIELDS)

    def keep_figure(self, record):
        """Remember a figure; the last one drawn counts."""
        self._merge("figures.json", {record["id"]: record})

    def keep_claims(self, results):
        """Remember verdicts; the last ones count."""
        self._merge("claims.json", {result.id: result.record() for result in results})

    def _records(self, name, fields):
        """The records of a file that have the shape of one; of a damaged file what is left."""
        return {key: record for key, record in self._read(name).items()
                if isinstance(record, dict) and fields.keys() <= record.keys()
                and all(isinstance(record[field], kinds) for field, kinds in fields.items())}

    def _read(self, name):
        """A file's object; empty if there is none."""
        try:
            found = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _broken(self, name):
        """What is wrong with a file that exists but is not what `_merge` writes; "" if nothing."""
        try:
            found = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except OSError:
            return ""
        except (ValueError, RecursionError) as error:
            return f"no JSON ({error})"
        return "" if isinstance(found, dict) else "no JSON object"

    def complaints(self):
        """A line for each file of figures or verdicts that cannot be read."""
        broken = {name: self._broken(name) for name in ("figures.json", "claims.json")}
        return [f"{self.folder / name}: {why}; it is set aside as {name}.damaged when the next "
                "figure is drawn or claim checked" for name, why in broken.items() if why]

    def _merge(self, name, new):
        """Add records to a file; other processes may do so at the same time."""
        path = self.folder / name
        with writing(path):
            self.folder.mkdir(parents=True, exist_ok=True)
            with open(self.folder / ".lock", "w", encoding="utf-8") as lock, exclusively(lock):
                for left in self.folder.glob(temporary_prefix(path) + "*"):
                    left.unlink()  # of a process that was killed: we have the lock
                content = json.dumps({**self._read(name), **new}, indent=1)
                if self._broken(name):  # nothing of it is lost
                    os.replace(path, path.with_name(f"{name}.damaged"))
                write_atomically(path, content, durable=True)


def draw_figure(figure, context, results):
    """Draw one figure or table into the results; returns its record.

    A draw function that fails leaves a record that says so.
    """
    record = {"id": figure.id, "title": figure.title, "caption": figure.caption,
              "mode": context.mode, "svg": None, "pdf": None, "png": None, "table": None,
              "error": None, "old": None}
    context.runner.given.clear()
    context.forget()
    try:
        drawing = figure.draw(context)
        record["old"] = context.runner.old_results()
        record["provenance"] = figure_record(list(context.runner.given.values()),
                                             figure_command(figure, context))
        if isinstance(drawing, pandas.DataFrame):
            record["table"] = table_record(drawing)
        elif hasattr(drawing, "savefig"):
            from .plot import KINDS, mark, save  # matplotlib is slow to import, and claims do without

            if record["old"]:
                mark(drawing, f"Old results: {old_line(record['old'])}")
            stem = results.folder / "figures" / figure.id
            stem.with_name(f"{stem.name}.pdf").unlink(missing_ok=True)  # it may be of other runs
            paths = save(drawing, stem, f"{context.paper.key} {figure.id}: {figure.title}",
                         in_words(record["provenance"]),
                         KINDS if context.runner.prints else ["svg", "png"])
            record |= {path.suffix[1:]: f"figures/{path.name}" for path in paths}
        else:
            raise TypeError("the draw function returned neither a figure nor a DataFrame")
    except SweepStopped:
        raise
    except Exception as error:  # pylint: disable=broad-except
        if os.environ.get("HSN_DEBUG"):
            traceback.print_exc()
        record["error"] = f"{type(error).__name__}: {error}"
    used = {**{one.name: one for one in figure.experiments}, **context.used}
    record["experiments"] = [experiment_record(one, context, results) for one in used.values()]
    results.keep_figure(record)
    return record


def figure_command(figure, context):
    """The command that draws a figure like this one."""
    options = context.runner.options(context.mode)
    return f"./hsn figure {context.paper.key} {options} --only {figure.id}"


def old_line(old):
    """Runner.old_results() in words."""
    return f"{old['runs']} of {old['of']} runs, by version {', '.join(old['versions'])}"


def experiment_record(experiment, context, results):
    """What the report says about an experiment; writes its CSV."""
    mode, runner = context.mode, context.runner
    path = results.folder / "data" / f"{experiment.name}.csv"
    write_atomically(path, runner.table(experiment, mode).to_csv(index=False))
    axes = experiment.axes(mode)
    return {
        "name": experiment.name,
        "program": experiment.program,
        "axes": {name: list(map(str, values)) for name, values in axes.items()}
                if hasattr(axes, "items") else None,
        "points": None if hasattr(axes, "items") else
                  [{name: str(value) for name, value in point.items()} for point in axes],
        "fixed": {name: str(value) for name, value in experiment.constants(mode).items()},
        "seeds": [int(seed) for seed in experiment.seeds_of(mode)],
        "runs": len(experiment.runs(mode)),
        "failed": runner.failed(experiment, mode),
        "csv": f"data/{path.name}",
    }


def table_record(table):
    """A DataFrame as strings; its index is shown if it has a name."""
    if table.index.name or table.index.nlevels > 1:
        table = table.reset_index()
    rows = [[cell(value) for value in row] for row in table.itertuples(index=False, name=None)]
    return {"columns": [str(column) for column in table.columns], "rows": rows}


def cell(value):
    """A cell of a table as text."""
    if value is None or value is pandas.NA or value != value:  # nan is not equal to itself
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
