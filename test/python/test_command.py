# SPDX-License-Identifier: GPL-2.0-only
"""The command ./hsn, as far as it needs no set-up, and finding papers."""

import os
import runpy
import subprocess
import sys

import pytest
from conftest import ROOT

from hsn import cli
from hsn.paper import known_keys, load_paper

COMMANDS = ("build", "test", "run", "figure", "claims", "report", "bench", "python", "doc",
            "clean", "list", "completion")


def hsn(*arguments, **env):
    return subprocess.run([sys.executable, ROOT / "hsn", *arguments], text=True, check=False,
                          capture_output=True, env={**os.environ, **env})


def test_help_names_every_command_and_where_results_go():
    text = hsn("--help").stdout
    for word in (*COMMANDS, "results/report/index.html", "./hsn figure vbr-upc --quick"):
        assert word in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    done = hsn(command, "--help")
    assert done.returncode == 0 and f"hsn {command}" in done.stdout


def test_unknown_command_and_option():
    assert hsn("frobnicate").returncode == 2
    assert hsn("figure", "vbr-upc", "--frobnicate").returncode == 2


def test_unknown_key_names_the_known_ones_before_any_set_up(house):
    done = hsn("figure", "tyo", HSN_VENV=str(house.folder / "venv"))
    assert done.returncode == 1
    assert done.stderr.strip() == "hsn: error: unknown paper 'tyo'; known are: toy, all"
    assert not (house.folder / "venv").exists()
    done = house.cli("claims", "tyo")
    assert done.returncode == 1 and "known are: toy, all" in done.stderr


def test_files_of_requirements_agree():
    pins = {}
    for path in (ROOT / "bindings").glob("requirements*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name, found, version = line.partition("==")
            if found:
                assert pins.setdefault(name, version) == version, f"{path.name}: {name}"


@pytest.mark.parametrize("name", ["hsn", *(f"bindings/hsn/{name}.py" for name in (
    "__init__", "command_line", "completion", "monitored", "install", "steps"))])
def test_only_the_standard_library(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    names = {line.split()[1].split(".")[0] for line in text.splitlines()
             if line.startswith(("import ", "from "))}
    assert names <= set(sys.stdlib_module_names) | {"hsn"}


def test_runs_from_any_folder_without_an_environment(tmp_path):
    done = subprocess.run([sys.executable, "-I", ROOT / "hsn", "figure", "--help"], cwd=tmp_path,
                          capture_output=True, text=True, check=False, env={})
    assert done.returncode == 0 and "--only" in done.stdout


def test_command_and_forwarded_commands_have_one_parser(house):
    for arguments in (("figure", "toy", "--jobs", "0"), ("claims", "--quick", "--full"),
                      ("figure",)):
        own, forwarded = hsn(*arguments), house.cli(*arguments)
        assert own.returncode == forwarded.returncode == 2
        assert own.stderr == forwarded.stderr


def test_importing_hsn_is_light():
    code = "import hsn, hsn.cli, sys; sys.exit('cppyy' in sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}
    assert subprocess.run([sys.executable, "-c", code], env=env, check=False).returncode == 0


def test_a_broken_paper_is_named(house):
    (house.paper / "figures.py").write_text("import nothing_like_that\n", encoding="utf-8")
    done = house.cli("figure", "toy")
    assert done.returncode == 1 and "figures.py: ModuleNotFoundError" in done.stderr


def test_key_must_be_the_folder_name(house):
    path = house.paper / "figures.py"
    path.write_text(path.read_text(encoding="utf-8").replace('key="toy"', 'key="yot"'),
                    encoding="utf-8")
    assert "its key is 'yot'" in house.cli("figure", "toy").stderr


def test_only_the_programs_of_a_paper_are_built_for_it(monkeypatch, house):
    targets = runpy.run_path(str(ROOT / "hsn"))["paper_targets"]
    assert targets("toy") == ["examples/all"]  # a paper elsewhere may use any program
    monkeypatch.delenv("HSN_EXAMPLES")
    assert targets("vbr-upc") == ["examples/vbr-upc/all"]
    assert set(targets("all")) == set(targets(None)) >= {"examples/boston/all",
                                                         "examples/packet-fec/all"}
    assert house.bin


def test_papers_use_the_programs_of_their_own_folder(monkeypatch):
    monkeypatch.delenv("HSN_EXAMPLES", raising=False)
    for key in known_keys():
        folder = ROOT / "examples" / key
        for experiment in load_paper(key).all_experiments().values():
            name = experiment.program.removeprefix("hsn-")
            assert (folder / f"{name}.cc").exists(), f"{key}: {experiment.program}"


def test_several_papers_run_one_after_another(monkeypatch):
    """Each of them uses all processors, and they share what is shown of the progress."""
    drawn = []
    monkeypatch.setattr(cli, "figures_of_one", lambda key, args, asked: drawn.append((key, os.getpid())) or True)
    monkeypatch.setattr(cli, "write_report", lambda keys: 0)
    assert cli.main(["figure", "all", "--quick"]) == 0
    assert drawn == [(key, os.getpid()) for key in known_keys()]
