# SPDX-License-Identifier: GPL-2.0-only
"""The long steps of setting up: commands that run with their output in a log, and progress shown.

Needs the standard library only.
"""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SetupError(Exception):
    """Something failed; the message is one line that says what and what to do."""


def say(text):
    """Progress goes to stderr: stdout belongs to results."""
    print(f"[hsn] {text}", file=sys.stderr, flush=True)


def shown(path):
    """A path as the user would type it."""
    with contextlib.suppress(ValueError):
        return str(Path(path).relative_to(Path.cwd()))
    return str(path)


@contextlib.contextmanager
def locked(folder):
    """Only one ./hsn at a time sets up `folder`; another one waits."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".hsn-lock").touch()
    except OSError as error:
        raise SetupError(f"cannot write in the folder {folder}: {error.strerror}; HSN_BUILD and "
                         "HSN_VENV say where builds and the Python environment are") from None
    with open(folder / ".hsn-lock", "w", encoding="utf-8") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another ./hsn that is setting up {shown(folder)}")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def last_line(path):
    """The last non-empty line of a log that is being written."""
    with contextlib.suppress(OSError), open(path, "rb") as handle:
        handle.seek(max(0, handle.seek(0, os.SEEK_END) - 2000))
        lines = handle.read().decode(errors="replace").replace("\r", "\n").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")
    return ""


def first_complaint(log):
    """The line of a log that most likely tells what went wrong."""
    lines = Path(log).read_text(errors="replace").splitlines()
    for pattern in (r"(fatal )?error:|undefined reference", r"CMake Error", r"^(E:|ERROR)|failed"):
        for number, line in enumerate(lines):
            if re.search(pattern, line, re.IGNORECASE):
                more = lines[number + 1 : number + 2] if line.startswith("CMake Error") else []
                return " ".join(" ".join([line] + more).split())[:300]
    return last_line(log)[:300]


class Progress:
    """Shows that a step is going on; says nothing about one that is over at once."""

    PATIENCE = 0.4  # seconds before a step is worth a line

    def __init__(self, title, log):
        self.title, self.log = title, log
        self.start = time.monotonic()
        self.tty = sys.stderr.isatty()
        self.announced = False

    def tick(self):
        """Called a few times a second while the step runs."""
        elapsed = time.monotonic() - self.start
        if elapsed < self.PATIENCE:
            return
        if not self.announced:
            self.announced = True
            if not self.tty:
                say(f"{self.title} ...")
        if self.tty:
            width = max(40, shutil.get_terminal_size().columns - 1)
            text = f"[hsn] {self.title} ({elapsed:.0f} s)  {last_line(self.log)}"
            sys.stderr.write("\r\x1b[2K" + text[:width])
            sys.stderr.flush()

    def end(self, word):
        """Called once when the step is over."""
        if self.tty and self.announced:
            sys.stderr.write("\r\x1b[2K")
        if self.announced:
            say(f"{self.title}: {word} ({time.monotonic() - self.start:.0f} s)")


class Step:
    """One long step that is running: its output goes to `log`."""

    def __init__(self, title, command, log, advice, environment=None):
        self.log = Path(log)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.progress = Progress(title, self.log)
        self.advice = advice
        with open(self.log, "w", encoding="utf-8") as output:
            output.write(f"$ {' '.join(map(str, command))}\n")
            output.flush()
            try:
                self.process = subprocess.Popen(list(map(str, command)), cwd=ROOT,
                                                stdin=subprocess.DEVNULL, stdout=output, env=environment,
                                                stderr=subprocess.STDOUT)
            except OSError as error:
                raise SetupError(f"{title} failed: {error}; {advice}") from None

    def wait(self):
        """Wait for its end with progress to the user; SetupError when it fails."""
        pause = 0.01
        try:
            while self.process.poll() is None:
                self.progress.tick()
                time.sleep(pause)
                pause = min(0.2, pause * 1.5)
        except KeyboardInterrupt:
            self.stop()
            raise
        if self.process.returncode:
            self.progress.end("failed")
            raise SetupError(f"{self.progress.title} failed: {first_complaint(self.log)} -- "
                             f"{self.advice} (log: {shown(self.log)})")
        self.progress.end("done")

    def stop(self):
        """End it."""
        self.process.terminate()
        self.process.wait()


def step(title, command, log, advice, environment=None):
    """Run one long step to its end."""
    Step(title, command, log, advice, environment).wait()
