# SPDX-License-Identifier: GPL-2.0-only
"""A toy paper with a toy program, in folders of their own."""

import contextlib
import io
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import forked
import pytest
import rotation

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings"))


def pytest_addoption(parser):
    """For ./hsn test."""
    parser.addoption("--rotate", action="store_true",
                     help="of the tests marked `rotating`, only those whose turn it is")


def pytest_collection_modifyitems(config, items):
    """Papers come first, since they take longest and tests run in parallel.

    HSN_PAPERS, a list of keys, restricts the tests of their claims to these."""
    items.sort(key=lambda item: item.path.stem != "test_papers")
    others = rotation.left_out(items, ROOT) if config.getoption("rotate") else []
    chosen = os.environ.get("HSN_PAPERS")
    if chosen is not None:
        others += [item for item in items
                   if item.path.stem == "test_papers" and item.get_closest_marker("claims")
                   and item.callspec.params["key"] not in chosen.split()]
    items[:] = [item for item in items if item not in others]
    config.hook.pytest_deselected(items=others)


def forbid_skip(report):
    """With HSN_NO_SKIPS=1 a test that is skipped counts as failed: CI must run all."""
    if os.environ.get("HSN_NO_SKIPS") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} would be skipped, but HSN_NO_SKIPS=1: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Each phase of each test."""
    return forbid_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    """Modules that skip themselves."""
    return forbid_skip((yield))


# Writes a line per start into `starts`, then metrics; `fail` and `rubbish` misbehave.
PROGRAM = """\
#!{python}
import json, os, sys
args = dict(a[2:].split("=", 1) for a in sys.argv[1:])
open(os.path.join(os.path.dirname(__file__), "starts"), "a").write(" ".join(sys.argv[1:]) + "\\n")
if args.get("x") == args.get("fail"):
    sys.exit("x is not to my liking")
print("a line of talk")
print('{{"y": 0}}')
if "rubbish" in args:
    print("{{no json")
else:
    print(json.dumps({{"{first}": {y}, "{second}": int(args["x"])}}))
print("more talk")
"""

FIGURES = """\
import pandas
from hsn.claims import Measured
from hsn.paper import Figure, Paper
from hsn.plot import line_figure
from hsn.sweep import Experiment
from hsn.tables import intervals
from .checks import X

LINE = Experiment("line", "toy-program", grid={"x": [1, 2, 3], "kind": ["a", "b"]},
                  fixed={"deep": True}, seeds=(1, 2, 3), quick_grid={"x": [1, 2]},
                  quick_seeds=(1, 2))

def draw_fig1(ctx):
    return line_figure(ctx.data(LINE), "x", "y", by="kind", title=f"<{ctx.mode}>")

def draw_tab1(ctx):
    return pandas.DataFrame({"name": ["a<b"], "y": [ctx.run_program("toy-program", {"x": 5})["y"]]})

def c02(ctx):
    return Measured({"largest": ctx.data("line")["y"].max()}, "on purpose")

PAPER = Paper(key="toy", title="Toys & <games>", authors="A. Nonymous", venue="Nowhere 1999",
              figures=[Figure("fig1", "A line", draw_fig1, [LINE], caption="Straight."),
                       Figure("tab1", "A table", draw_tab1)],
              checks={"c03": lambda ctx: Measured({"y": intervals(ctx.data(LINE), "y", ["x", "kind"])})})
"""

CHECKS = """\
from hsn.claims import Measured, Unchecked
X = 7
def c01(ctx):
    return Measured({"y": ctx.run_program("toy-program", {"x": X})["y"]})
def broken(ctx):
    return 1 / 0
def unsure(ctx):
    raise Unchecked("cannot tell")
"""

CLAIMS = """\
[[claim]]
id = "toy-c01"
text = "y is 2 x + 1 <always>"
figure = "tab1"
kind = "exact"
criterion = "y is 15 for x = 7."
check = "c01"
expected = { quick = "holds", full = "holds" }

[[claim.test]]
measure = "y"
text = "y for x = 7"
unit = "apples"
equals = 15

[[claim]]
id = "toy-c02"
text = "This one differs"
figure = "fig1"
kind = "qualitative"
criterion = "No y is above 5."
check = "c02"
expected = { quick = "differs", full = "differs" }
explanation = "Because it was made so."

[[claim.test]]
measure = "largest"
text = "largest y"
at_most = 5

[[claim]]
id = "toy-c03"
text = "y is reasonable"
figure = "fig1"
kind = "quantitative"
criterion = "y is between 0 and 100 everywhere."
check = "c03"
needs = "full"
expected = { full = "holds" }
calibrated = "The slope was fitted to y = 5 at x = 2."

[[claim.test]]
measure = "y"
text = "mean of y"
at_least = 0
at_most = 100

[[claim]]
id = "toy-c04"
text = "Nobody looks at this"
figure = "fig1"
kind = "host"
criterion = "reported"
unchecked = "needs a machine of 1994"

[[claim]]
id = "toy-c05"
text = "Hard to say"
figure = "fig1"
kind = "qualitative"
criterion = "y is nice."
check = "unsure"
expected = { quick = "unchecked", full = "unchecked" }

[[claim.test]]
measure = "niceness"
text = "niceness of y"
above = 0
"""


def toml_lines(entry):
    """A table of TOML: texts, numbers, truth values, lists, and tables of them."""
    def value(one):
        if isinstance(one, dict):
            return "{ " + ", ".join(f"{json.dumps(k)} = {value(v)}" for k, v in one.items()) + " }"
        return json.dumps(one)

    return "".join(f"{name} = {value(one)}\n" for name, one in entry.items())


class House:
    """The folders of a toy installation."""

    def __init__(self, folder):
        self.folder = folder
        self.bin = folder / "build" / "bin"
        self.paper = folder / "examples" / "toy"
        self.results = folder / "results"
        self.bin.mkdir(parents=True)
        self.paper.mkdir(parents=True)
        self.write_program()
        (self.paper / "figures.py").write_text(FIGURES, encoding="utf-8")
        (self.paper / "checks.py").write_text(CHECKS, encoding="utf-8")
        (self.paper / "claims.toml").write_text(CLAIMS, encoding="utf-8")
        self.environment = {"HSN_BUILD": str(folder / "build"),
                            "HSN_EXAMPLES": str(folder / "examples"),
                            "HSN_RESULTS": str(self.results)}

    def write_program(self, comment="", y='2 * int(args["x"]) + int(args["RngRun"])',
                      swapped=False):
        """(Re)write the toy program; a comment changes its hash.  Swapped: y is called x."""
        path = self.bin / "toy-program"
        first, second = ("x", "y") if swapped else ("y", "x")
        text = PROGRAM.format(python=sys.executable, y=y, first=first, second=second)
        path.write_text(f"{text}# {comment}\n", encoding="utf-8")
        path.chmod(0o755)

    def starts(self):
        """How often the program was started so far."""
        path = self.bin / "starts"
        return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0

    def cli(self, *arguments):
        """Run `python -m hsn.cli` on this installation."""
        env = {**os.environ, **self.environment, "PYTHONPATH": str(ROOT / "bindings")}
        return forked.run(arguments, env, self.folder)

    def claims(self, *arguments):
        """{id: record} of `hsn claims --json`, and the exit status; in this process."""
        from hsn import cli, sweep

        sweep.program_files.cache_clear()
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = cli.main(["claims", "toy", "--json", *arguments])
        return {one["id"]: one for one in json.loads(out.getvalue())}, status

    def add_claim(self, test=None, **fields):
        """Append a claim to claims.toml, with a test if given."""
        entry = {"id": "toy-c99", "text": "?", "figure": "fig1", "kind": "exact",
                 "criterion": "?", **fields}
        with open(self.paper / "claims.toml", "a", encoding="utf-8") as handle:
            handle.write("\n[[claim]]\n" + toml_lines(entry))
            if test is not None:
                handle.write("\n[[claim.test]]\n"
                             + toml_lines({"measure": "y", "text": "y", **test}))

    def add_check(self, source):
        """Append a function to checks.py."""
        with open(self.paper / "checks.py", "a", encoding="utf-8") as handle:
            handle.write("\n" + textwrap.dedent(source))

    def edit(self, name, old, new):
        """Replace a text that is in one of the paper's files."""
        path = self.paper / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A toy installation, also for code that runs in this process."""
    from hsn import sweep

    made = House(tmp_path)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # as for most users
    sweep.program_files.cache_clear()
    yield made
    sweep.program_files.cache_clear()


@pytest.fixture
def script_environment():
    """The environment of a Python with hsn on its path."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}


@pytest.fixture
def script(tmp_path):
    """Run a Python script in a fresh Python with hsn on its path."""

    def run(text, seconds=300):
        path = tmp_path / "script.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}  # a test may have changed it
        return subprocess.run([sys.executable, path], env=env, text=True, capture_output=True,
                              check=False, timeout=seconds)

    return run
