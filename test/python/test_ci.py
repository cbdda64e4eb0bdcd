# SPDX-License-Identifier: GPL-2.0-only
"""The scripts of .ci: they name files that exist, and choose the papers that changes affect."""

import os
import re
import subprocess
import types

import pytest
from conftest import ROOT

SCRIPTS = sorted(path for path in (ROOT / ".ci").iterdir() if path.is_file())
INPUTS = {"red": {"examples/red/red.cc", "model/atm/cell/x.cc", "model/base/b.cc", "helper/a.cc"},
          "blue": {"examples/blue/blue.cc", "model/fec/y.cc", "model/base/b.cc", "helper/a.cc"}}


def load_affected_papers():
    """The script as a module (an import would leave its bytecode beside it)."""
    path = ROOT / ".ci" / "affected-papers"
    made = types.ModuleType("affected_papers")
    made.__file__ = str(path)
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), made.__dict__)
    return made


AFFECTED = load_affected_papers()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_name_only_files_that_exist(path):
    assert os.access(path, os.X_OK)
    folders = r"bench|bindings|cmake|doc|examples|helper|model|test|\.ci"
    text = path.read_text(encoding="utf-8")
    named = re.findall(rf"(?<![\w/])((?:{folders})/[\w./-]*\w)(?![*\w])", text)
    for name in named:
        there = ROOT / name.removesuffix("/all")  # a folder's target
        assert there.exists(), f"{path.name} names {name}"
    if path.read_bytes().startswith(b"#!/bin/bash"):
        subprocess.run(["bash", "-n", path], check=True)


def test_the_readme_commands_are_found():
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    script = re.search(r"readme_commands\(\) \{\n(.*?)\n\}", text, re.DOTALL)[1]
    found = subprocess.run(["bash", "-c", script], cwd=ROOT, text=True, capture_output=True, check=True)
    assert found.stdout.splitlines() == ["./hsn figure vbr-upc --quick", "./hsn test"]


@pytest.mark.parametrize("changed, expected", [
    ([], []),
    (["README.md", "doc/atm.rst", "test/atm/x-test.cc", "bench/cells.cc"], []),
    (["examples/red/checks.py"], ["red"]),
    (["model/fec/new.h"], ["blue"]),
    (["model/atm/network/z.cc"], []),
    (["model/atm/cell/x.h", "examples/blue/claims.toml"], ["blue", "red"]),
    (["helper/b.h"], ["blue", "red"]),
    (["model/base/hsn-compat.h"], ["blue", "red"]),
    (["bindings/hsn/stats.py"], ["blue", "red"]),
    (["bindings/requirements.txt"], ["blue", "red"]),
    (["bindings/requirements-doc.txt", "examples/other/hsn"], []),
    (["CMakeLists.txt"], ["blue", "red"])])
def test_papers_are_affected_by_what_they_depend_on(changed, expected):
    found = [key for key in sorted(INPUTS) if AFFECTED.is_affected(key, changed, INPUTS[key])]
    assert found == expected


def test_a_commit_that_git_does_not_know_affects_all():
    assert AFFECTED.changed_files("no-such-commit") is None
    assert AFFECTED.changed_files(None) is None


def test_papers_with_changes_of_their_own_come_first_and_the_others_take_turns():
    keys = ["blue", "green", "red"]
    orders = {tuple(AFFECTED.in_order(keys, {"examples/green/checks.py"}, str(commit)))
              for commit in range(20)}
    assert orders == {("green", "blue", "red"), ("green", "red", "blue")}


@pytest.mark.parametrize("changed, expected", [
    (["model/qos/mets/a.cc", "test/host/b.cc", "model/atm/c.cc"], "host multicast qos traffic"),
    (["test/transport/a.cc"], "transport"),
    (["README.md"], "transport")])
def test_what_changed_most_is_sanitized(tmp_path, changed, expected):
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = re.search(r"choose_folders\(\) \{\n.*?\n\}", text, re.DOTALL)[0]
    for name in changed:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("new")
    git = "git -c user.name=a -c user.email=b"
    script = f"""git init -q; {git} commit -q --allow-empty -m a; base=$(git rev-parse HEAD)
        git add .; {git} commit -q -m b; {function}; choose_folders"""
    found = subprocess.run(["bash", "-euc", script], cwd=tmp_path, text=True, capture_output=True,
                           check=True)
    assert found.stdout == f"{expected}\n"


def test_every_folder_of_tests_is_sanitized_at_some_time():
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    parts = re.search(r"for part in (.*?); do", text)[1].replace('"', "").split()
    folders = {path.relative_to(ROOT / "test").parts[0]
               for path in (ROOT / "test").glob("*/**/*-test.cc")}
    assert sorted(parts) == sorted(folders)


def test_nightly_fuzzes_a_million_times_and_plants_random_faults():
    nightly = (ROOT / ".ci" / "nightly").read_text(encoding="utf-8")
    assert "FUZZ_RUNS:-1000000" in nightly and "RANDOM_FAULTS:-40" in nightly
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    limits = "\n".join(re.findall(r"^ *(fuzz_limit=.*)", text, re.MULTILINE))
    assert '"$target" "$fuzz_limit" -entropic' in text
    for runs, expected in (("", "-max_total_time=61"), ("1000000", "-runs=1000000")):
        found = subprocess.run(
            ["bash", "-euc", f"fuzz_seconds=60 jobs=2 names=(a b)\n{limits}\necho $fuzz_limit"],
            env={**os.environ, "FUZZ_RUNS": runs}, text=True, capture_output=True, check=True)
        assert found.stdout == f"{expected}\n"


@pytest.mark.parametrize("only, expected", [
    ("", "=== tools\n=== claims\n=== fuzzing, 30 s\n=== manual\n3 passed, 1 failed, left out:\n"),
    ("^fuzz|man", "=== tools\n=== fuzzing, 30 s\n=== manual\n2 passed, 1 failed, left out: claims\n")])
def test_steps_can_be_chosen(only, expected):
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    functions = "\n".join(re.search(rf"^{name}\(\) {{\n.*?\n}}", text, re.DOTALL | re.MULTILINE)[0]
                          for name in ("wanted", "step"))
    script = f"""left_out=() passed=0 failed=0
        finish() {{ :; }}
        {functions}
        step tools true; step claims true; step "fuzzing, 30 s" false; step manual true
        echo "$passed passed, $failed failed, left out:" "${{left_out[@]}}" """
    found = subprocess.run(["bash", "-euc", script], env={**os.environ, "CI_ONLY": only}, text=True,
                           capture_output=True, check=True)
    assert found.stdout == expected
