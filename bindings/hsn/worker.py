# SPDX-License-Identifier: GPL-2.0-only
"""Run one program, on this machine or on a worker of a cluster.

The source of this module is sent to the workers (hsn.executors), which need not have the package:
it imports nothing but the standard library, and on a Dask worker the package `distributed`.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zlib
from pathlib import Path

PAUSE = 0.2  # seconds between two looks whether a run is still wanted

LINES_KEPT = 4  # of the beginning, and of the end, of what a program that failed wrote to stderr

_THREAD = threading.local()


class Unfit(Exception):
    """This machine lacks what the task needs; says what."""


# --- one run -----------------------------------------------------------------------------


def stop_when(stopped):
    """End the runs of this thread as soon as the function `stopped` returns true."""
    _THREAD.stopped = stopped


def run_once(task):
    """Run one program to its end; never raises.

    `task` has the command and its timeout in seconds, and may have `files`, {path: sha256} of
    what must be on this machine, and `environment`, variables to set.

    Returns {"ok", "seconds", "metrics" and "host", or "error"}; `unfit` besides if the machine cannot run it.
    """
    start = time.monotonic()
    try:
        check_files(task.get("files", {}))
        out, err, reason = run_program(task)
    except Unfit as error:
        return unfit(str(error))
    except OSError as error:
        return failure(str(error))
    seconds = round(time.monotonic() - start, 3)
    if not reason:
        lines = [line for line in out.splitlines() if line.startswith("{")]
        try:
            return {"ok": True, "seconds": seconds, "host": socket.gethostname(),
                    "metrics": json.loads(lines[-1])}
        except IndexError:
            reason = "no line of its output starts with '{'"
        except ValueError as error:
            reason = f"its last line that starts with '{{' is no JSON ({error})"
    return failure(reason, err, seconds)


def failure(reason, stderr="", seconds=0.0):
    """The result of a run that failed."""
    lines = stderr.strip().splitlines()
    if len(lines) > 2 * LINES_KEPT:  # the cause may come first, before a usage text, or last
        lines = [*lines[:LINES_KEPT], "...", *lines[-LINES_KEPT:]]
    return {"ok": False, "seconds": seconds, "error": {"reason": reason, "stderr": lines}}


def unfit(reason):
    """The result of a run that this machine cannot do."""
    return {**failure(reason), "unfit": reason}


def run_program(task):
    """Start the program and wait; (stdout, stderr, why it failed or "")."""
    stopped = getattr(_THREAD, "stopped", lambda: False)
    if stopped():
        return "", "", "stopped"
    environment = {**os.environ, **task.get("environment", {}), GUARD: guard()}
    deadline = time.monotonic() + task["timeout"]
    with subprocess.Popen(
            task["command"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", process_group=0,
            env=environment) as process:
        try:
            while time.monotonic() < deadline and not stopped():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    left = deadline - time.monotonic()
                    out, err = process.communicate(timeout=max(0, min(PAUSE, left)))
                    return out, err, exit_reason(process.returncode)
        finally:
            if process.returncode is None:
                out, err = end_group(process)
    return out, err, "stopped" if stopped() else f"not finished after {task['timeout']:g} s"


def end_group(process):
    """Kill a program and the processes it started; returns what it wrote so far."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    try:
        return process.communicate(timeout=5)
    except subprocess.TimeoutExpired:  # a process that left the group holds the pipes
        return "", ""


def exit_reason(status):
    """An exit status in words; "" for success."""
    if status == 0:
        return ""
    return f"exit status {status}" if status > 0 else f"ended by signal {-status}"


# --- the guard ---------------------------------------------------------------------------

# When the Python process is killed, no program that it started may run on.  A process of its own
# waits for the end of a pipe that the kernel closes in any case, and then kills everything that has
# a mark in its environment.  PR_SET_PDEATHSIG would miss the processes that programs start in
# turn, and would need code between fork and exec, which is unsafe in a process with threads.

GUARD = "HSN_GUARD"

GUARD_CODE = """
import glob, os, signal, sys, time
mark = ("HSN_GUARD=" + sys.argv[1]).encode()
os.read(0, 1)
quiet = 0
while quiet < 3:
    quiet += 1
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as handle:
                if mark in handle.read():
                    os.kill(int(path.split("/")[2]), signal.SIGKILL)
                    quiet = 0
        except OSError:
            pass
    time.sleep(0.1)
"""

_GUARD_LOCK = threading.Lock()
_GUARDS = {}  # process id -> (mark, the pipe's end that must stay open)


def guard():
    """The mark of this process's guard, which is started if need be."""
    with _GUARD_LOCK:
        if os.getpid() not in _GUARDS:
            mark = uuid.uuid4().hex
            reading, writing = os.pipe()
            null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (1, 2)]
            os.posix_spawn(
                sys.executable, [sys.executable, "-I", "-S", "-c", GUARD_CODE, mark], os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, reading, 0), *null], setsid=True)
            os.close(reading)
            _GUARDS[os.getpid()] = mark, writing
        return _GUARDS[os.getpid()][0]


# --- files -------------------------------------------------------------------------------

_HASHES = {}  # (path, inode, size, time of change) -> sha256


def known_hash(path):
    """sha256 of a file; computed once for each state of it.  None: there is no such file."""
    try:
        state = os.stat(path)
        key = str(path), state.st_ino, state.st_size, state.st_mtime_ns
        if key not in _HASHES:
            with open(path, "rb") as handle:
                _HASHES[key] = hashlib.file_digest(handle, "sha256").hexdigest()
        return _HASHES[key]
    except OSError:
        return None


def check_files(files):
    """Raise Unfit unless all files are here with the content they should have."""
    for path, expected in files.items():
        found = known_hash(path)
        if found is None:
            raise Unfit(f"{socket.gethostname()} has no {path}")
        if found != expected:
            raise Unfit(f"{path} on {socket.gethostname()} is not the one that the sweep began "
                        "with")


# --- on a Dask worker --------------------------------------------------------------------


def run_on_worker(task):
    """Run a task of a Dask worker; ends the program when the task is cancelled.

    If the task comes with a bundle of which files are lacking here, nothing is run and the
    result is {"lacking": address of this worker}.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def cancelled():
        state = worker.state.tasks.get(key)
        return state is None or state.state == "cancelled"

    stop_when(cancelled)
    bundle = task.get("bundle")
    if bundle:
        try:
            folder = unpacked(bundle)
        except OSError as error:
            return unfit(f"{socket.gethostname()} cannot keep a shipped build: {error}")
        if not folder:
            return {"lacking": worker.address}
        task = in_bundle(task, folder)
    return run_once(task)


def in_bundle(task, folder):
    """The task with the command and the libraries of an unpacked bundle."""
    program, *arguments = task["command"]
    files = task["bundle"]["files"]
    libraries = [str(folder / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    return {**task, "command": [str(folder / "bin" / os.path.basename(program)), *arguments],
            "environment": {**task.get("environment", {}), "LD_LIBRARY_PATH": os.pathsep.join(libraries)},
            "files": {str(folder / path): digest for path, digest in files.items()}}


def cache_folder():
    """Where shipped files stay: HSN_CACHE, or hsn/ in the user's cache folder."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hsn"
    return Path(os.environ.get("HSN_CACHE") or default)


def lacking(bundle):
    """Hashes of the files of a bundle that are not in the cache, or are damaged there."""
    objects = cache_folder() / "objects"
    return sorted({one for one in bundle["files"].values() if known_hash(objects / one) != one})


def unpacked(bundle):
    """The folder of a bundle, made from the cache's files if need be.  None: files are lacking."""
    cache = cache_folder()
    folder = cache / bundle["name"]
    if sound(folder, bundle):
        return folder
    if lacking(bundle):
        return None
    with open(cache / "lock", "w", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # other workers of this machine do the same
        if not sound(folder, bundle):
            unpack(bundle, folder)
    return folder


def sound(folder, bundle):
    """Does a folder have all files of a bundle, undamaged?"""
    return all(known_hash(folder / path) == digest for path, digest in bundle["files"].items())


def unpack(bundle, folder):
    """Make the folder of a bundle; it appears complete or not at all."""
    objects = folder.parent / "objects"
    with tempfile.TemporaryDirectory(prefix="new-", dir=folder.parent) as made:
        for path, digest in bundle["files"].items():
            target = Path(made, "new", path)
            target.parent.mkdir(parents=True, exist_ok=True)
            link_or_copy(objects / digest, target)
        if folder.exists():
            os.rename(folder, Path(made, "damaged"))
        os.rename(Path(made, "new"), folder)


def link_or_copy(source, target):
    """A hard link, or a copy where the file system has none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def receive(content):
    """Put files into the cache, {sha256: compressed content}; returns what went wrong or ""."""
    objects = cache_folder() / "objects"
    try:
        objects.mkdir(parents=True, exist_ok=True)
        for digest, packed in content.items():
            data = zlib.decompress(packed)
            if hashlib.sha256(data).hexdigest() != digest:
                return "a file was damaged on its way"
            number, name = tempfile.mkstemp(prefix="new-", dir=objects)
            try:
                with open(number, "wb") as handle:
                    handle.write(data)
                    os.fchmod(number, 0o755)
                os.replace(name, objects / digest)
            finally:
                with contextlib.suppress(OSError):
                    os.unlink(name)
    except OSError as error:
        return f"{socket.gethostname()} cannot keep a shipped build: {error}"
    return ""
