# SPDX-License-Identifier: GPL-2.0-only
"""A toy paper with a toy program, in folders of their own."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings"))


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
    print(json.dumps({{"y": 2 * int(args["x"]) + int(args["RngRun"]), "x": int(args["x"])}}))
print("more talk")
"""

FIGURES = """\
import pandas
from hsn.claims import Verdict, within
from hsn.paper import Figure, Paper
from hsn.plot import line_figure
from hsn.sweep import Experiment
from .checks import EXPECTED

LINE = Experiment("line", "toy-program", grid={"x": [1, 2, 3], "kind": ["a", "b"]},
                  fixed={"deep": True}, seeds=(1, 2, 3), quick_grid={"x": [1, 2]},
                  quick_seeds=(1, 2))

def draw_fig1(ctx):
    return line_figure(ctx.data(LINE), "x", "y", by="kind", title=f"<{ctx.mode}>")

def draw_tab1(ctx):
    return pandas.DataFrame({"name": ["a<b"], "y": [ctx.run_program("toy-program", {"x": 5})["y"]]})

def c02(ctx):
    return Verdict(False, ctx.data("line")["y"].max(), "on purpose")

PAPER = Paper(key="toy", title="Toys & <games>", authors="A. Nonymous", venue="Nowhere 1999",
              figures=[Figure("fig1", "A line", draw_fig1, [LINE], caption="Straight."),
                       Figure("tab1", "A table", draw_tab1)],
              checks={"c03": lambda ctx: within(ctx.data(LINE)["y"].min(), 0, 100)})
"""

CHECKS = """\
from hsn.claims import Verdict, equals
EXPECTED = 15
def c01(ctx):
    return equals(ctx.run_program("toy-program", {"x": 7})["y"], EXPECTED)
def broken(ctx):
    return 1 / 0
def unsure(ctx):
    return Verdict(None, "cannot tell")
"""

CLAIMS = """\
[[claim]]
id = "toy-c01"
text = "y is 2 x + 1 <always>"
figure = "tab1"
kind = "exact"
criterion = "y(7) = 15"
check = "c01"

[[claim]]
id = "toy-c02"
text = "This one differs"
figure = "fig1"
kind = "qualitative"
criterion = "never"
check = "c02"
explanation = "Because it was made so."

[[claim]]
id = "toy-c03"
text = "y is reasonable"
figure = "fig1"
kind = "quantitative"
criterion = "0 <= y <= 100"
check = "c03"
needs = "full"

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
criterion = "?"
check = "unsure"
"""


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

    def write_program(self, comment=""):
        """(Re)write the toy program; a comment changes its hash."""
        path = self.bin / "toy-program"
        path.write_text(PROGRAM.format(python=sys.executable) + f"# {comment}\n", encoding="utf-8")
        path.chmod(0o755)

    def starts(self):
        """How often the program was started so far."""
        path = self.bin / "starts"
        return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0

    def cli(self, *arguments):
        """Run `python -m hsn.cli` on this installation."""
        env = {**os.environ, **self.environment, "PYTHONPATH": str(ROOT / "bindings")}
        return subprocess.run([sys.executable, "-m", "hsn.cli", *arguments], env=env, text=True,
                              capture_output=True, check=False, cwd=self.folder)

    def claims(self, *arguments):
        """{id: record} of `hsn claims --json`, and the exit status."""
        done = self.cli("claims", "toy", "--json", *arguments)
        return {one["id"]: one for one in json.loads(done.stdout)}, done.returncode

    def add_claim(self, **fields):
        """Append a claim to claims.toml."""
        entry = {"id": "toy-c99", "text": "?", "figure": "fig1", "kind": "exact",
                 "criterion": "?", **fields}
        lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in entry.items())
        with open(self.paper / "claims.toml", "a", encoding="utf-8") as handle:
            handle.write(f"\n[[claim]]\n{lines}\n")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A toy installation, also for code that runs in this process."""
    from hsn import sweep

    made = House(tmp_path)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
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

    def run(text):
        path = tmp_path / "script.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}  # a test may have changed it
        return subprocess.run([sys.executable, path], env=env, text=True, capture_output=True,
                              check=False, timeout=300)

    return run
