# SPDX-License-Identifier: GPL-2.0-only
"""A user's own function or program in a sweep."""

import json
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

from hsn.errors import SweepError
from hsn.locks import RunLocks
from hsn.sweep import sweep

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")

SCRIPT = """\
import enum
from pathlib import Path
from hsn.sweep import sweep

class Kind(enum.IntEnum):
    OTHER = 2

def square(seed, x, kind="a", on=False):
    with open(Path(__file__).with_name("calls"), "a") as log:
        log.write("call\\n")
    return {{"y": x * x + seed, "kinds": kind * 2, "types": [type(one).__name__ for one in (x, kind, on)]}}

def broken(seed, x):
    return {{"y": 1 / x}}

def number(seed, x):
    return x

def told(seed, **values):
    return {{"told": [[type(one).__name__, str(one)] for one in values.values()]}}

{guard}
    print(sweep({what}, {grid}, seeds=(1, 2), jobs=2).to_json(orient="records"))
"""
GUARD = 'if __name__ == "__main__":'


def run(folder, what="square", grid="{'x': [1, 2.5], 'kind': ['b', '7up'], 'on': [True]}", guard=GUARD,
        python=sys.executable):
    (folder / "mine.py").write_text(SCRIPT.format(what=what, grid=grid, guard=guard), encoding="utf-8")
    return subprocess.run([python, "mine.py"], cwd=folder, text=True, capture_output=True,
                          check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "bindings")})


def calls(folder):
    return len((folder / "calls").read_text().splitlines())


def test_a_function_is_called_with_the_values_of_the_grid(tmp_path):
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [(one["x"], one["kind"], one["seed"], one["y"]) for one in rows] == [
        (x, kind, seed, x * x + seed) for x in (1, 2.5) for kind in ("b", "7up") for seed in (1, 2)]
    assert rows[0]["types"] == ["int", "str", "bool"] and rows[-1]["types"] == ["float", "str", "bool"]
    assert rows[-1]["kinds"] == "7up7up"


def test_values_arrive_as_they_are_in_the_grid(tmp_path):
    """Those that a command line would make others of, too."""
    values = ["3.10", 3.1, "1,2", (1, 2), [1, 2], "None", None, "1e3", 1e3, 1000, "true", True, "inf",
              {1: "a"}, "", "it's \"ü\"\n", -0.0]
    more = {"float('inf')": ["float", "inf"], "float('nan')": ["float", "nan"], "Kind.OTHER": ["Kind", "2"]}
    grid = [f"'p{number}': [{text}]" for number, text in enumerate([*map(repr, values), *more])]
    done = run(tmp_path, "told", f"{{{', '.join(grid)}}}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["told"] == [
        [type(one).__name__, str(one)] for one in values] + [*more.values()]


def test_a_call_is_made_again_by_hand(tmp_path):
    """As an error message names it."""
    assert run(tmp_path).returncode == 0
    record = json.loads((tmp_path / "hsn-runs.jsonl").read_text().splitlines()[0])
    again = subprocess.run(f"{tmp_path}/.functions/{record['command']}", shell=True, text=True,
                           capture_output=True, check=True)
    assert json.loads(again.stdout) == record["metrics"]


def test_folders_may_have_blanks_and_long_names(tmp_path):
    """Of a script's first line Linux takes what is before the first blank, and 255 octets at most."""
    for name in ("my env", 250 * "e"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "env").symlink_to(sys.prefix)
        done = run(folder, python=folder / "env" / "bin" / "python")
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)) == 8


def test_a_session_that_lives_on_calls_the_function_as_it_is_now(tmp_path):
    """Edited between two sweeps of one process; a program that is built anew, too."""
    code = """if True:
        from pathlib import Path
        from hsn.sweep import sweep
        file, built = Path("mine.py"), Path("built").resolve()
        for factor in (1, 10):
            file.write_text(f"def f(seed, x):\\n    return {{'y': {factor} * x}}\\n")
            built.write_text(f"#!/bin/sh\\necho '{{\\"y\\": {factor}}}'\\n")
            built.chmod(0o755)
            if factor == 1:
                import mine
            print([int(sweep(what, {"x": [2]})["y"].item()) for what in (mine.f, str(built))])
        """
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, text=True, capture_output=True,
                          check=False, env={**os.environ, "PYTHONPATH": f"{ROOT / 'bindings'}:."})
    assert done.stdout == "[2, 1]\n[20, 10]\n", done.stderr


def test_calls_are_stored_until_the_file_changes(tmp_path):
    first = run(tmp_path)
    assert calls(tmp_path) == 8
    assert run(tmp_path).stdout == first.stdout
    assert calls(tmp_path) == 8
    run(tmp_path, guard="# another text\n" + GUARD)
    assert calls(tmp_path) == 16


def test_a_function_that_fails_is_named_and_the_others_are_stored(tmp_path):
    done = run(tmp_path, "broken", "{'x': [0, 2]}")
    assert done.returncode == 1
    assert "2 runs failed, the first: mine.broken" in done.stderr and "ZeroDivisionError" in done.stderr
    assert len((tmp_path / "hsn-runs.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize("what, words", [
    ("number", "number returned 1, not a dict of metrics"),
    ("lambda seed, x: {}", "is not at the top level of"),
    ("print", "is in no file that other processes could read"),
])
def test_functions_that_cannot_be_swept(tmp_path, what, words):
    assert words in run(tmp_path, what, "{'x': [1]}").stderr


def test_a_sweep_that_is_not_guarded_ends_with_advice(tmp_path):
    done = run(tmp_path, guard="if True:")
    assert done.returncode == 1
    assert 'must be under: if __name__ == "__main__":' in done.stderr


def test_any_executable(tmp_path, monkeypatch):
    program = tmp_path / "my-program"
    program.write_text('#!/bin/sh\necho "{\\"arguments\\": \\"$*\\"}"\n')
    program.chmod(0o755)
    table = sweep(str(program), {"rate": [1e6]}, seeds=(3,), store=tmp_path / "runs.jsonl")
    assert list(table["arguments"]) == ["--rate=1000000.0 --RngRun=3"]
    monkeypatch.chdir(tmp_path)
    assert sweep("./my-program", {"rate": [1e6]}, seeds=(3,), store="others.jsonl").equals(table)
    with pytest.raises(SweepError, match="there is no program"):
        sweep(str(tmp_path / "none"), {}, store=tmp_path / "runs.jsonl")


def test_the_manuals_first_sweep(tmp_path):
    text = (ROOT / "doc" / "experiments.rst").read_text(encoding="utf-8")
    block = re.search(r"A first sweep\n\*+\n.*?code-block:: python\n\n(.*?)\n\n(?=\S)", text, re.DOTALL)[1]
    (tmp_path / "first.py").write_text(re.sub(r"^    ", "", block, flags=re.MULTILINE), encoding="utf-8")
    done = subprocess.run([sys.executable, "first.py"], cwd=tmp_path, text=True, capture_output=True,
                          check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "bindings")})
    assert done.returncode == 0, done.stderr
    # 8 * 1000 / 1e6 s and the mean of 1, 2 and 3 ms
    assert re.search(r"1000000\.0 +1000 +0\.010\n", done.stdout), done.stdout
    assert "('rate', 'size', 'seed')" in done.stdout


def test_an_inner_sweep_leaves_the_locks_of_the_outer_one(tmp_path):
    """A figure that sweeps while another does: closing the file once would free all runs of the process."""
    path = tmp_path / ".runs"

    def is_free():
        code = f"from hsn.locks import RunLocks; print(RunLocks(Path({str(path)!r})).take('0' * 64))"
        done = subprocess.run([sys.executable, "-c", f"from pathlib import Path; {code}"], text=True,
                              capture_output=True, check=True,
                              env=os.environ | {"PYTHONPATH": str(ROOT / "bindings")})
        return done.stdout.strip() == "True"

    outer, inner = RunLocks(path), RunLocks(path)
    assert outer.take("0" * 64) and inner.take("f" * 64)
    inner.close()
    assert not is_free()
    outer.close()
    assert is_free()
