# SPDX-License-Identifier: GPL-2.0-only
"""The command where something is wrong around it, beside others, and asked what it would do."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

import pytest
from conftest import ROOT

from hsn import completion
from hsn.command_line import make_parser
from hsn.install import NS3_WHEEL, steps_to_build
from hsn.version import git_version

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")

FAKE = '#!/bin/sh\necho "$(basename "$0") $*" >> "{log}"\n{more}\n'


class Command:
    """./hsn with an environment that is set up, and with a cmake and a ninja that only take notes."""

    def __init__(self, house):
        self.house = house
        self.log = house.folder / "tools.log"
        venv, tools = house.folder / "venv", house.folder / "tools"
        stamps = venv / "hsn-stamps"
        for folder in (venv / "bin", stamps, tools):
            folder.mkdir(parents=True)
        self.executable(venv / "bin" / "python", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        for name, text in (("ns3", NS3_WHEEL), ("requirements", (
                ROOT / "bindings" / "requirements.txt").read_text(encoding="utf-8"))):
            (stamps / name).write_text(hashlib.sha256(text.encode()).hexdigest())
        (stamps / "venv").write_text(f"{sys.version_info.major}.{sys.version_info.minor}")
        for tool in ("cmake", "ninja"):
            self.executable(tools / tool, FAKE.format(log=self.log, more=""))
        self.environment = {**os.environ, **house.environment, "HSN_VENV": str(venv),
                            "PATH": f"{tools}:{os.environ['PATH']}"}

    @staticmethod
    def executable(path, text):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def __call__(self, *arguments, **env):
        return subprocess.run([sys.executable, ROOT / "hsn", *arguments], text=True, check=False,
                              capture_output=True, env={**self.environment, **env}, timeout=120)

    def tools_used(self):
        return self.log.read_text() if self.log.exists() else ""


@pytest.fixture
def hsn(house):
    return Command(house)


def one_line(done):
    """The error of a command that failed without a traceback."""
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    [line] = [one for one in done.stderr.splitlines() if one.startswith("hsn: error: ")]
    return line


# --- what it would do, what there is ------------------------------------------------------


def test_version(hsn):
    assert hsn("--version").stdout == f"hsn {git_version()}\n"


def test_list(hsn):
    assert hsn("list").stdout == ("toy             Toys & <games> (A. Nonymous): 2 figures, "
                                  "5 claims\n")
    assert "fig1" in hsn("list", "toy").stdout and "[not run]" in hsn("list", "toy").stdout
    assert hsn.house.cli("figure", "toy").returncode == 0
    [toy] = json.loads(hsn("list", "toy", "--json").stdout)
    assert toy["figures"][0] == {"id": "fig1", "title": "A line", "drawn": "quick"}
    assert toy["claims"][0]["verdict"] == "holds" and len(toy["claims"]) == 5
    assert hsn.tools_used() == ""


def test_dry_run_tells_and_does_nothing(hsn):
    for command in ("figure", "claims"):
        done = hsn(command, "toy", "--dry-run")
        assert done.returncode == 0, done.stderr
        assert "build would be configured and built" in done.stdout
        assert "8 runs, 0 stored" in done.stdout
    assert hsn("build", "--dry-run").returncode == 0
    assert hsn.tools_used() == "" and hsn.house.starts() == 0
    (hsn.house.bin.parent / "build.ninja").touch()
    hsn.executable(hsn.house.folder / "tools" / "ninja",
                   FAKE.format(log=hsn.log, more="echo '[1/7] CXX a'; echo '[2/7] CXX b'"))
    assert "build: 7 steps would be built" in hsn("figure", "toy", "--dry-run").stdout
    assert hsn.tools_used().split()[:2] == ["ninja", "-n"]


def test_what_would_be_built_is_counted_in_a_real_folder(tmp_path):
    """One whose list of sources CMake makes anew, which ninja cannot foresee."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(toy C)\n"
        "file(GLOB sources CONFIGURE_DEPENDS *.c)\nadd_executable(toy ${sources})\n")
    (tmp_path / "toy.c").write_text("int main(void) { return 0; }\n")
    build = tmp_path / "build"
    subprocess.run(["cmake", "-S", tmp_path, "-B", build, "-G", "Ninja"], check=True, capture_output=True)
    assert steps_to_build(build, []).endswith("build: 2 steps would be built")
    subprocess.run(["ninja", "-C", build], check=True, capture_output=True)
    assert steps_to_build(build, []).endswith("build: nothing would be built")
    later = (build / "toy").stat().st_mtime + 10
    os.utime(tmp_path / "toy.c", (later, later))
    assert steps_to_build(build, ["toy"]).endswith("build: 2 steps would be built")
    assert not list(build.glob("hsn-plan*"))


@pytest.mark.parametrize("words, expected", [
    (["hsn", "fig"], {"figure"}), (["hsn", "figure", "to"], {"toy"}),
    (["hsn", "figure", "toy", "--qu"], {"--quick"}), (["hsn", "completion", ""],
                                                      {"--help", "bash", "zsh"}),
    (["hsn", "run", "vbr"], {"vbr-upc", "vbr-upc-tcp"}), (["hsn", "bu"], {"build"})])
def test_bash_completes(house, words, expected):
    (house.folder / "build" / "programs.txt").write_text("hsn-vbr-upc\nhsn-vbr-upc-tcp\nhsn-boston\n")
    words = [str(house.folder / "hsn"), *words[1:]]
    script = completion.script("bash", make_parser())
    listed = " ".join(f"'{one}'" for one in words)
    done = subprocess.run(["bash", "-c", f"{script}\nCOMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}\n"
                           '_hsn; printf "%s\\n" "${COMPREPLY[@]}"'], text=True, check=True,
                          capture_output=True, env={"PATH": os.environ["PATH"]})
    assert set(done.stdout.split()) == expected and not done.stderr


def test_completion_knows_every_command_and_option(hsn):
    text = hsn("completion", "bash").stdout
    for name, sub in completion.commands_of(make_parser()).items():
        assert name in text
        for option in completion.options_of(sub):
            assert option in text
    assert text in hsn("completion", "zsh").stdout


def test_zsh_takes_its_script(hsn):
    if not shutil.which("zsh"):
        pytest.skip("no zsh: apt-get install zsh")
    script = hsn("completion", "zsh").stdout
    done = subprocess.run(["zsh", "-f", "-c", script + "\nprint -- ${_comps[hsn]}"], text=True,
                          capture_output=True, check=True, env={**os.environ,
                                                                "HOME": str(hsn.house.folder)})
    assert "_hsn" in done.stdout or "bash" in done.stdout


# --- what is wrong around it --------------------------------------------------------------


def test_results_that_cannot_be_written_are_found_before_the_first_run(house):
    path = house.folder / "a-file"
    path.write_text("")
    env = {**house.environment, "HSN_RESULTS": str(path), "PYTHONPATH": str(ROOT / "bindings")}
    for command in (("figure", "toy"), ("claims", "toy"), ("report",)):
        done = subprocess.run([sys.executable, "-m", "hsn.cli", *command], text=True, check=False,
                              capture_output=True, env={**os.environ, **env})
        assert f"cannot write {path}" in one_line(done)
    assert house.starts() == 0


@pytest.mark.parametrize("number", [28, 30])
def test_full_and_read_only_results(house, monkeypatch, number):
    """ENOSPC and EROFS, which root meets too."""
    from hsn import results

    def fail(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(results.os, "fsync", fail)
    with pytest.raises(results.SweepStopped, match=f"cannot write .*: {os.strerror(number)}"):
        results.Results("toy").assert_writable()
    assert not list((house.results / "toy").iterdir())


def test_impossible_folders(hsn):
    for variable in ("HSN_BUILD", "HSN_VENV"):
        done = hsn("build", **{variable: "/proc/nothing/here"})
        assert "/proc/nothing/here" in one_line(done) and variable in one_line(done)
    file = hsn.house.folder / "file"
    file.write_text("")
    assert "file" in one_line(hsn("build", HSN_BUILD=str(file)))


def test_a_build_folder_of_another_checkout_is_left_alone(hsn):
    folder = hsn.house.bin.parent
    cache = folder / "CMakeCache.txt"
    cache.write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
    (folder / "build.ninja").write_text("theirs")
    before = sorted(path.name for path in folder.iterdir())
    for command in (("build",), ("figure", "toy"), ("run",), ("clean",)):
        assert "is the build folder of /somewhere/else" in one_line(hsn(*command))
    assert cache.exists() and (folder / "build.ninja").read_text() == "theirs"
    assert sorted(path.name for path in folder.iterdir()) == before and hsn.tools_used() == ""


def test_clean_removes_what_this_checkout_has_made_and_nothing_else(hsn):
    home, folder, venv = hsn.house.folder, hsn.house.bin.parent, hsn.house.folder / "venv"
    assert str(folder) in one_line(hsn("clean"))  # nothing tells whose it is
    (folder / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n")
    other = home / "build-debug"
    other.mkdir()
    assert str(other) in one_line(hsn("clean"))  # nobody said that it is one of ours
    users = home / "users"
    users.mkdir()
    other.rmdir()
    assert str(users) in one_line(hsn("clean", "--all", HSN_VENV=str(users)))
    assert folder.exists() and users.exists()
    assert hsn("clean").returncode == 0 and not folder.exists() and venv.exists()
    assert hsn("clean", "--all").returncode == 0 and not venv.exists()


def test_an_old_python_is_named():
    """3.10 has no tomllib."""
    code = ("import runpy, sys; sys.version_info = (3, 10, 12); sys.modules['tomllib'] = None; "
            "sys.argv = ['hsn', 'list']; runpy.run_path('hsn', run_name='__main__')")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, check=False,
                          capture_output=True)
    assert one_line(done).startswith("hsn: error: Python >= 3.11 is needed, this is 3.")
    assert done.stderr.count("\n") == 1


def test_stored_rows_need_no_build(hsn, house):
    assert house.cli("figure", "toy").returncode == 0
    starts = house.starts()
    for command in (("claims", "toy"), ("report",)):
        done = hsn(*command)
        assert done.returncode == 0, done.stderr
    assert "1 hold, 1 differ, 3 unchecked" in hsn("claims", "toy").stdout
    assert hsn.tools_used() == "" and house.starts() == starts
    (house.bin / "toy-program").rename(house.bin / "away")  # not even the program
    done = hsn("claims", "toy", "--json")
    assert done.returncode == 0, done.stderr
    assert [one["verdict"] for one in json.loads(done.stdout)][:2] == ["holds", "differs"]
    assert not any(one["stale"] for one in json.loads(done.stdout))
    assert hsn.tools_used() == ""


def test_rows_that_are_missing_are_built_for(hsn, house):
    (house.bin / "toy-program").rename(house.bin / "away")
    hsn.executable(house.folder / "tools" / "ninja", FAKE.format(
        log=hsn.log, more=f'mv "{house.bin}/away" "{house.bin}/toy-program"'))
    done = hsn("claims", "toy")
    assert done.returncode == 0, done.stderr
    assert "cmake" in hsn.tools_used() and "ninja" in hsn.tools_used()
    assert "1 hold, 1 differ, 3 unchecked" in done.stdout


def test_lines_of_another_shape(house):
    assert house.cli("figure", "toy").returncode == 0
    starts, path = house.starts(), house.results / "toy" / "store.jsonl"
    with open(path, "a", encoding="utf-8") as handle:
        for line in ('[]', '7', '"text"', 'null', '{"key": "k", "ok": true}',
                     '{"key": "k", "ok": true, "metrics": 5, "program": "p"}',
                     '{"key": "k", "ok": true, "metrics": {}, "params": [], "program": []}',
                     '{"key": "k", "ok": true, "metrics": {}, "seconds": "long"}', '\ufeff{}'):
            handle.write(line + "\n")
    for command in (("figure", "toy"), ("claims", "toy"), ("figure", "toy", "--dry-run"),
                    ("figure", "toy", "--keep-old")):
        done = house.cli(*command)
        assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert house.starts() == starts


def test_no_figure_is_an_error(hsn):
    for text in ("", ",", " , "):
        done = hsn("figure", "toy", "--only", text)
        assert done.returncode == 2 and "--only: names no figure" in done.stderr


def test_the_cause_of_a_failure_is_kept(house):
    """ns-3 complains about an option first, and then prints a long usage text."""
    lines = ["Invalid command-line argument: --mbz=5", "", *(f"usage {n}" for n in range(30)), "end"]
    text = "\\n".join(lines)
    (house.bin / "toy-program").write_text(f"#!/bin/sh\nprintf '{text}\\n' >&2; exit 1\n")
    done = house.cli("figure", "toy")
    assert done.returncode == 1
    assert "exit status 1: Invalid command-line argument: --mbz=5 ... end" in done.stderr
    stored = (house.results / "toy" / "store.jsonl").read_text().splitlines()
    kept = json.loads(stored[0])["error"]["stderr"]
    assert kept == [*lines[:4], "...", *lines[-4:]]


# --- beside others ------------------------------------------------------------------------


def test_two_commands_share_the_work(house):
    program = house.bin / "toy-program"
    program.write_text(program.read_text().replace("print(\"a line of talk\")",
                                                   "import time; time.sleep(0.4)"))
    env = {**os.environ, **house.environment, "PYTHONPATH": str(ROOT / "bindings")}
    command = [sys.executable, "-m", "hsn.cli", "figure", "toy", "--full", "--jobs", "2"]
    both = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True) for _ in range(2)]
    for one in both:
        out, err = one.communicate(timeout=120)
        assert one.returncode == 0, err
        assert "toy: 2 figures" in out
    lines = (house.bin / "starts").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 3 * 2 * 3 + 2  # the line, the table, a claim
    assert not (house.results / "toy" / ".runs").read_bytes()


def test_the_run_of_a_process_that_was_killed_is_free(tmp_path):
    from hsn.locks import RunLocks

    key, path = "0" * 64, tmp_path / "runs"
    code = f"""if True:
        import sys, time
        from pathlib import Path
        sys.path.insert(0, {str(ROOT / "bindings")!r})
        from hsn.locks import RunLocks
        locks = RunLocks(Path({str(path)!r}))
        print(locks.take({key!r}), flush=True)
        time.sleep(60)
        """
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                          text=True) as other:
        assert other.stdout.readline() == "True\n"
        locks = RunLocks(path)
        assert not locks.take(key) and locks.take("f" * 64)
        other.kill()
        other.wait()
        end = time.monotonic() + 10
        while not locks.take(key):
            assert time.monotonic() < end
            time.sleep(0.01)
        locks.close()
