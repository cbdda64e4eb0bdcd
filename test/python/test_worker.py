# SPDX-License-Identifier: GPL-2.0-only
"""Running one program: nothing that it started outlives the run or the Python process."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from hsn import worker
from hsn.worker import check_files, run_once, stop_when


def write_script(path, body):
    """A shell script as program."""
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def running(pid):
    """Is there such a process that is not a zombie?"""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as handle:
            return handle.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("variables, folder", [
    ({}, "home/.cache/hsn"), ({"XDG_CACHE_HOME": "cache"}, "cache/hsn"),
    ({"XDG_CACHE_HOME": "cache", "HSN_CACHE": "own"}, "own"), ({"HSN_CACHE": "own"}, "own")])
def test_where_shipped_files_stay(monkeypatch, tmp_path, variables, folder):
    """As the XDG Base Directory Specification has it, unless HSN_CACHE says so."""
    for name in ("XDG_CACHE_HOME", "HSN_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "home"} | variables).items():
        monkeypatch.setenv(name, str(tmp_path / value))
    assert worker.cache_folder() == tmp_path / folder


def wait_until(condition, seconds=20):
    """Wait for a condition; did it come true?"""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def pids(path):
    """The process ids that a script wrote, one a line."""
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def test_timeout_ends_the_whole_process_group(tmp_path):
    started = tmp_path / "started"
    program = write_script(tmp_path / "program",
                           f"sleep 300 &\necho $! >{started}\necho $$ >>{started}\nwait")
    start = time.monotonic()
    result = run_once({"command": [program], "timeout": 0.5})
    assert result["error"]["reason"] == "not finished after 0.5 s"
    assert time.monotonic() - start < 4  # does not wait for the sleep, nor for the pipe it holds
    assert len(pids(started)) == 2
    assert wait_until(lambda: not any(map(running, pids(started))), 2)


def test_process_that_left_the_group_does_not_hold_up_the_sweep(tmp_path):
    left = tmp_path / "left"
    program = write_script(tmp_path / "program", f"setsid sh -c 'echo $$ >{left}; exec sleep 60'")
    start = time.monotonic()
    assert not run_once({"command": [program], "timeout": 1})["ok"]
    assert time.monotonic() - start < 20
    for pid in pids(left):
        os.kill(pid, signal.SIGKILL)


def test_run_ends_when_it_is_not_wanted_any_more(tmp_path):
    program = write_script(tmp_path / "program", "exec sleep 60")
    event, results = threading.Event(), []

    def body():
        stop_when(event.is_set)
        results.append(run_once({"command": [program], "timeout": 60}))
        results.append(run_once({"command": [program], "timeout": 60}))

    thread = threading.Thread(target=body)
    start = time.monotonic()
    thread.start()
    time.sleep(0.3)
    event.set()
    thread.join()
    assert time.monotonic() - start < 10
    assert [one["error"]["reason"] for one in results] == ["stopped", "stopped"]


def test_killed_python_leaves_no_program_running(tmp_path, script_environment):
    started = tmp_path / "started"
    program = write_script(tmp_path / "program", f"sleep 300 &\necho $! >>{started}\n"
                           f"setsid sleep 300 &\necho $! >>{started}\necho $$ >>{started}\nwait")
    code = ("import sys, concurrent.futures as f; from hsn.worker import run_once\n"
            f"task = {{'command': [{program!r}], 'timeout': 300}}\n"
            "list(f.ThreadPoolExecutor(3).map(run_once, [task] * 3))\n")
    with subprocess.Popen([sys.executable, "-c", code], process_group=0,
                          env=script_environment) as process:
        assert wait_until(lambda: len(pids(started)) == 9)
        assert all(map(running, pids(started)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert wait_until(lambda: not any(map(running, pids(started))), 10)


def test_guard_ends_with_its_process(tmp_path, script_environment):
    code = ("from hsn.worker import guard, run_once\n"
            "print(run_once({'command': ['echo', '{}'], 'timeout': 5})['ok'], guard())")
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=False,
                          env=script_environment, cwd=tmp_path)
    word, mark = done.stdout.split()
    assert word == "True" and not done.stderr

    def guarding():
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/cmdline", "rb") as handle:
                        if mark.encode() in handle.read():
                            return True
                except OSError:
                    pass
        return False

    assert wait_until(lambda: not guarding(), 5)


def test_files_must_be_as_the_task_says(tmp_path):
    path = tmp_path / "library"
    path.write_bytes(b"one")
    digest = worker.known_hash(path)
    assert digest == "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
    check_files({str(path): digest})
    path.write_bytes(b"another")
    with pytest.raises(worker.Unfit, match="is not the one that the sweep began with"):
        check_files({str(path): digest})
    result = run_once({"command": ["true"], "timeout": 5, "files": {str(tmp_path / "no"): digest}})
    assert f"has no {tmp_path}/no" in result["unfit"] and not result["ok"]


def test_a_shipped_program_gets_its_variables(tmp_path):
    task = {"command": ["/there/program", "--x=1"], "environment": {"POINT": "1"},
            "bundle": {"name": "b", "files": {}}}
    made = worker.in_bundle(task, tmp_path)
    assert made["command"] == [str(tmp_path / "bin" / "program"), "--x=1"]
    assert made["environment"]["POINT"] == "1"
    assert made["environment"]["LD_LIBRARY_PATH"].split(":")[0] == str(tmp_path / "lib")
