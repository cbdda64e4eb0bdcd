# SPDX-License-Identifier: GPL-2.0-only
"""The results of a sweep, one JSON object per line, in a file that is only appended to.

A line begins with a checksum of what follows: {"sum": "0123456789abcdef", "key": ...}.  Lines of
earlier versions have none and are believed.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from types import NoneType

from .errors import SweepError
from .files import exclusively, writing


class Store:
    """Results by key.

    A line is on disk before its result counts.  Several processes may append at the same
    time.  Of several lines with one key the last one counts.  A line that a killed process left
    incomplete is ignored by readers and removed by the next writer.  Failed runs are recorded
    too; neither `get` nor `find` returns them, so the next sweep runs them again.

    A whole line that is no record, or whose checksum does not fit, is damaged: readers pass over it
    and keep it in `damaged`; `set_aside` moves it to a file of its own.
    """

    def __init__(self, path):
        self.path = Path(path)
        self.records = {}
        self._newest = None  # run_name() -> its last record that succeeded
        self.damaged = []  # of lines: (place in the file, the line, what is wrong with it)
        self._file = self._end = None  # which file was read, up to where
        self._lines = 0  # how many lines these are
        self.refresh()

    def refresh(self):
        """Read the lines that are new, skipping those that are not records."""
        try:
            with open(self.path, "rb") as handle:
                state = os.fstat(handle.fileno())
                if self._file != state.st_ino or self._end > state.st_size:
                    self._file, self._end, self._lines, self.damaged = state.st_ino, 0, 0, []
                handle.seek(self._end)
                for line in handle:
                    record = parse_record(line)
                    if record:
                        self.records[record["key"]] = record
                        self._newest = None
                    if line.endswith(b"\n"):
                        self._lines += 1
                        if not record and line.strip():
                            why = f"{self.path} line {self._lines}: {complaint(line)}"
                            self.damaged.append((self._end, line, why))
                        self._end += len(line)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            raise SweepError(f"cannot read {self.path}: {error.strerror}") from None

    def codes(self):
        """{program: hash of the code that made its last record that succeeded}, as far as known."""
        return {one["program"]: one["code"] for one in self.records.values()
                if one["ok"] and {"program", "code"} <= one.keys()}

    def get(self, key):
        """The record of a run that succeeded, or None."""
        record = self.records.get(key)
        return record if record and record["ok"] else None

    def find(self, program, params, seed):
        """The last record of a run that succeeded, whichever version of the program made it."""
        if self._newest is None:
            self._newest = {run_name(one["program"], one["params"], one["seed"]): one
                            for one in self.records.values()
                            if one["ok"] and {"program", "params", "seed"} <= one.keys()}
        return self._newest.get(run_name(program, params, seed))

    def add(self, record):
        """Append a record; it is on disk when this returns.

        Raises SweepStopped if it cannot be written; the file is then as it was before.
        """
        self.add_all([record])

    def add_all(self, records):
        """Append some records, all or none of them."""
        lines = list(map(sealed, records))
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "a+b", buffering=0) as handle, exclusively(handle):
                append(handle, b"".join(lines))
        # as any later process will read it: the same order of keys, no NumPy numbers, no tuples
        self.records |= {record["key"]: parse_record(line) for record, line in zip(records, lines)}
        self._newest = None

    def complaints(self):
        """A line for each damaged line of the file."""
        return [why for *_, why in self.damaged]

    def set_aside(self):
        """Move damaged lines to <name>.damaged beside the file; returns a line for each of them.

        They become blank where they were: nothing else in the file moves while others append.
        """
        found, self.damaged = self.damaged, []
        aside = self.path.with_name(self.path.name + ".damaged")
        if found:
            with writing(aside), open(self.path, "r+b", buffering=0) as handle, exclusively(handle):
                with open(aside, "ab") as copy:
                    copy.write(b"".join(line for _, line, _ in found))
                    copy.flush()
                    os.fsync(copy.fileno())
                for place, line, _ in found:
                    handle.seek(place)
                    if handle.read(len(line)) == line:  # unless another process was faster
                        handle.seek(place)
                        handle.write(b" " * (len(line) - 1))
        return [f"{why}; set aside in {aside.name}" for *_, why in found]


# Fields that records may have, with the type that they then have
FIELDS = {"program": str, "params": dict, "seconds": (int, float), "version": (str, NoneType)}


def run_name(program, params, seed):
    """What identifies a run, but for the version of the program."""
    return json.dumps([program, params, seed], sort_keys=True)


# What lines of earlier versions have, which have no checksum
UNSEALED = {"key", "ok", "program", "params", "seed", "experiment", "version", "date", "code", "command",
            "seconds", "host", "metrics", "error"}

SEAL = b'{"sum": "'
DIGITS = 16  # of the checksum


def checksum(text):
    """The checksum of a line without its beginning and its newline."""
    return hashlib.sha256(text).hexdigest()[:DIGITS].encode()


def sealed(record):
    """The line of a record, in the one form that is written."""
    text = json.dumps(record, sort_keys=True).encode()[1:]
    return SEAL + checksum(text) + b'", ' + text + b"\n"


def is_sound(line):
    """Does the checksum of a line that has one fit?"""
    start = len(SEAL) + DIGITS
    return line.startswith(SEAL) and line[start:start + 3] == b'", ' \
        and checksum(line[start + 3:].rstrip(b"\n")) == line[len(SEAL):start]


def complaint(line):
    """What is wrong with a damaged line, and which run it was, as far as one can tell."""
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
        record = json.loads(line)
        run = " ".join([record["program"], *(f"--{name}={value}" for name, value
                                             in record["params"].items()),
                        f"--RngRun={record['seed']}"])
        return f"its checksum does not fit ({run})"
    return "it is no record of a run"


def parse_record(line):
    """The record of a line (str or bytes), or None if it has not the shape of one."""
    line = line.encode() if isinstance(line, str) else line
    with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
        record = json.loads(line)
        if not isinstance(record, dict):
            return None
        if "sum" in record:
            if not is_sound(line):
                return None
            del record["sum"]
        elif not record.keys() <= UNSEALED:
            return None
        named = all(isinstance(record[name], kind) for name, kind in FIELDS.items()
                    if name in record)
        if isinstance(record["key"], str) and isinstance(record["ok"], bool) and named and (
                not record["ok"] or isinstance(record["metrics"], dict)):
            return record
    return None


def append(handle, lines):
    """Append lines, all of them or nothing, to a file that may end in an incomplete line."""
    start = mend(handle)
    try:
        rest = memoryview(lines)
        while rest:
            rest = rest[handle.write(rest):]
        os.fsync(handle.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            handle.truncate(start)
        raise


def mend(handle):
    """Make a file end in a newline; returns its size.

    A process that was killed may have left a part of a line, which is cut off, or a whole
    record without its newline, which is completed.
    """
    size = handle.seek(0, os.SEEK_END)
    if size == 0:
        return 0
    handle.seek(size - 1)
    if handle.read(1) == b"\n":
        return size
    handle.seek(0)
    data = handle.readall()
    end = data.rfind(b"\n") + 1
    if parse_record(data[end:]):
        return len(data) + handle.write(b"\n")
    handle.truncate(end)
    return end
