# SPDX-License-Identifier: GPL-2.0-only
"""What `./hsn` installs: in which order, and once.  A shell script stands for Python and writes down how
it is called; `python -m venv FOLDER` and `python -m pip install WHAT` are told by Python's and pip's
own manuals."""

import sys

import pytest
from hsn import install
from hsn.steps import SetupError, locked

SCRIPT = """#!/bin/sh
echo "$(basename "$(dirname "$(dirname "$0")")")/$(basename "$0") $*" >> "{log}"
[ ! -e "{log}.fails" ] || {{ echo no network; exit 1; }}
[ "$2" != venv ] || {{ mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; }}
"""


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """A function that returns how Python was called since the last time, and the log's path."""
    log = tmp_path / "calls"
    system = tmp_path / "system" / "bin" / "python"
    system.parent.mkdir(parents=True)
    system.write_text(SCRIPT.format(log=log), encoding="utf-8")
    system.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(system))
    monkeypatch.setenv("HSN_VENV", str(tmp_path / "env"))

    def take():
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines
    take.log = log
    return take


def test_the_environment_is_made_once(calls, tmp_path):
    install.ensure_venv()
    made, installed = calls()
    assert made == f"system/python -m venv {tmp_path / 'env'}"
    assert installed.startswith("env/python -m pip install ")
    assert installed.split()[-2:] == ["--no-deps", "ns3==3.44.post0"]
    install.ensure_venv()
    assert calls() == []


def test_another_python_gets_another_environment(calls, tmp_path):
    install.ensure_venv()
    calls()
    (tmp_path / "env" / "hsn-stamps" / "venv").write_text("2.7", encoding="utf-8")
    install.ensure_venv()
    assert [line.split()[2] for line in calls()] == ["venv", "pip"]  # it has no packages yet


def test_an_environment_that_lost_its_python_is_made_again(calls, tmp_path):
    install.ensure_venv()
    calls()
    (tmp_path / "env" / "bin" / "python").unlink()
    install.ensure_venv()
    assert calls()[0] == f"system/python -m venv {tmp_path / 'env'}"


def test_packages_are_installed_when_their_list_changes(calls, tmp_path, monkeypatch):
    lists = tmp_path / "lists"
    lists.mkdir()
    monkeypatch.setattr(install, "BINDINGS", lists)
    for name in ("a", "b"):
        (lists / f"{name}.txt").write_text(f"package-{name}==1\n", encoding="utf-8")
    install.ensure_venv()
    calls()

    def installed():
        with install.Requirements(("a", "b")):
            pass
        return [[word for word in line.split() if word.endswith(".txt")] for line in calls()]
    both = [str(lists / f"{name}.txt") for name in ("a", "b")]
    assert installed() == [both]
    assert installed() == []
    (lists / "b.txt").write_text("package-b==2\n", encoding="utf-8")
    assert installed() == [both[1:]]


def test_what_was_not_installed_is_tried_again(calls, monkeypatch):
    fails = calls.log.with_name("calls.fails")
    fails.touch()
    with pytest.raises(SetupError, match="no network"):
        install.ensure_venv()
    fails.unlink()
    calls()
    install.ensure_venv()
    assert [line.split()[2] for line in calls()] == ["venv", "pip"]


def test_a_checkout_that_is_its_own_build_folder_is_not_removed(tmp_path, monkeypatch):
    tree = tmp_path / "tree"
    monkeypatch.setattr(install, "ROOT", tree)
    for folder in (tree, tree / "build-mine", tree / "deep" / "build"):
        folder.mkdir(parents=True)
        (folder / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={tree}\n", encoding="utf-8")
    (tmp_path / "hsn-stamps").mkdir()
    for folder in (tree, tree / "deep" / "..", tmp_path):
        with pytest.raises(SetupError, match=f"{folder} is not removed"):
            install.assert_removable(folder)
    for name in ("build-mine", "build", ".venv", "deep/build"):
        install.assert_removable(tree / name)


def test_a_build_may_be_anywhere(tmp_path):
    folder = tmp_path / "new" / "deep" / "build"
    with locked(folder):
        assert folder.is_dir()
