#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Plant the faults of this folder's tables one by one, and see whether the tests notice.

A table, <room>.toml, has the faults of a room: in `file`, the text `find`, which is there once,
becomes `replace`; `killer` is the group of tests, or the pytest file, that should notice; `survives`
says why no test can.  `tests` of the room run first.

    ./hsn python test/mutation/mutate.py [--only TEXT] [--jobs N]
    ./hsn python test/mutation/mutate.py --random N --seed S [--room R]

Each fault goes into a copy of the tree, never into the tree itself.  What a fault makes necessary
is built, and tests run until one fails: those that should notice, those of the room, all C++ tests;
for faults in Python the named pytest files.  A fault is killed if a test fails, crashes, or hangs.
Outcomes are appended to a file; what is in there does not run again as long as neither the fault
nor its file has changed.

Random faults (random_faults.py) are not in the tables; only the tests of their room must notice.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import difflib
import hashlib
import json
import math
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).parent
LEAST_TIMEOUT = 60  # seconds of a process's CPU time, which other work on the machine does not spend
TIMEOUT_FACTOR = 3  # of what the tests take without a fault
MOST_MEMORY = 8 << 30  # octets of a process: a loop that never ends may fill the machine
WAITING = 10  # seconds of the clock per second of CPU time: what waits for ever ends as well
LIGHT = "not claims and not bench and not builds"  # these need figures, and programs that few builds have
FRESH_SEED = "61"  # not random: with new networks every time, outcomes would depend on luck


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A fault: `find`, which is in the file once, becomes `replace`.

    killer    the group of C++ tests, or the pytest file, that should notice
    survives  why no test can notice; empty: one must
    """

    id: str
    room: str
    file: str
    find: str
    replace: str
    killer: str = ""
    survives: str = ""

    def is_python(self):
        """Is it a fault in a Python file?"""
        return self.file.endswith(".py")

    def key(self, text):
        """Identifies the fault in this content of its file."""
        content = json.dumps([self.file, self.find, self.replace, text])
        return hashlib.sha256(content.encode()).hexdigest()

    def plant(self, text):
        """The content of the file with the fault."""
        count = text.count(self.find)
        if count != 1:
            raise SystemExit(f"{self.id}: {self.file} has {count} times: {self.find}")
        if self.find == self.replace:
            raise SystemExit(f"{self.id}: nothing changes")
        return text.replace(self.find, self.replace)


def read_tables(folder=TABLES):
    """The mutants, and {room: names of its test groups or pytest files}."""
    mutants, rooms = [], {}
    for path in sorted(folder.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if path.stem != table["room"].replace("/", "-"):
            raise SystemExit(f"{path.name}: this is the table of {table['room']}")
        rooms[table["room"]] = table["tests"]
        mutants += [Mutant(room=table["room"], **entry) for entry in table["mutant"]]
    names = collections.Counter(mutant.id for mutant in mutants)
    for name, count_of_name in names.items():
        if count_of_name > 1:
            raise SystemExit(f"{name}: {count_of_name} mutants have this id")
    for mutant in mutants:
        mutant.plant((ROOT / mutant.file).read_text(encoding="utf-8"))
    return mutants, rooms


# --- running -----------------------------------------------------------------------------


class Failure(Exception):
    """A command failed; `reason` in one line."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class BuildError(Failure):
    """What the fault has made of the source does not compile."""


def put(path, text):
    """Write a file, unless it has this content: what did not change is not built again."""
    if path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def run(command, folder, timeout=None, environment=None):
    """Run a command at low priority; (exit status, output).  TimeoutError if one of its processes takes
    more CPU time, or all together WAITING times as long."""
    limits = []
    if timeout is not None:
        limits = ["prlimit", f"--cpu={math.ceil(timeout)}", f"--as={MOST_MEMORY}"]
        timeout *= WAITING
    with subprocess.Popen(
            [*limits, "nice", "-n", "15", *map(str, command)], cwd=folder, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            process_group=0, env={**os.environ, **(environment or {})}) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise TimeoutError from None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise TimeoutError
    return process.returncode, output


class Tree:
    """A copy of the repository, with a build."""

    def __init__(self, folder, rooms, seconds, all_tests=True):
        self.folder = folder
        self.rooms = rooms
        self.seconds = seconds  # tests -> what they take without a fault; all trees fill it
        self.all_tests = all_tests  # else only those of the fault's room

    def prepare(self):
        """Make the copy like the repository, and build it."""
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            check=True, capture_output=True).stdout.decode().split("\0")
        wanted = {name for name in names if name and (ROOT / name).is_file()}
        for path in list(self.folder.rglob("*")) if self.folder.exists() else []:
            name = str(path.relative_to(self.folder))
            if path.is_file() and name not in wanted and not name.startswith("build/"):
                path.unlink()
        for name in wanted:
            source, target = ROOT / name, self.folder / name
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        if not (self.folder / "build" / "build.ninja").exists():
            self.must(["cmake", "-S", ".", "-B", "build", "-G", "Ninja",
                       f"-DPython3_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"])
        self.must(["ninja", "-C", "build", "hsn-test-runner"])

    def must(self, command):
        """Run a command that has to succeed."""
        status, output = run(command, self.folder)
        if status != 0:
            raise SystemExit(f"{' '.join(command)} in {self.folder} failed:\n{output}")

    def test(self, mutant):
        """Plant a fault; (outcome, what noticed)."""
        path = self.folder / mutant.file
        original = path.read_text(encoding="utf-8")
        try:
            for stage in self.stages(mutant):
                if stage not in self.seconds:
                    put(path, original)
                    self.measure(stage)
                put(path, mutant.plant(original))
                if not mutant.is_python():
                    self.build()
                self.pass_tests(stage, self.limit(stage))
        except BuildError as error:
            return "build error", error.reason
        except Failure as failure:
            return "killed", failure.reason
        except TimeoutError:
            return "killed", "hangs"
        finally:
            put(path, original)
        return "survived", ""

    def stages(self, mutant):
        """The tests to run, one after the other: (kind, names)."""
        kind = "pytest" if mutant.is_python() else "suite"
        stages = [(kind, (mutant.killer,))] if mutant.killer else []
        names = self.rooms[mutant.room]
        stages.append((kind, tuple(n for n in names if n.endswith(".py") == mutant.is_python())))
        if not self.all_tests:
            return stages
        if not mutant.is_python():
            stages.append((kind, ()))
        if mutant.file.startswith("model/atm"):
            stages.append(("suite, engine PerCell", ()))
        return stages

    def build(self):
        """Build what a change has made necessary."""
        status, output = run(["ninja", "-C", "build", "hsn-test-runner"], self.folder)
        if status != 0:
            errors = [line for line in output.splitlines() if "error" in line]
            raise BuildError(" ".join(errors[:1])[-200:])

    def measure(self, stage):
        """Run tests without a fault; they have to pass."""
        start = time.monotonic()
        try:
            if stage[0] != "pytest":
                self.build()
                start = time.monotonic()
            self.pass_tests(stage, None)
        except Failure as failure:
            raise SystemExit(f"{stage} without a fault: {failure.reason}") from None
        self.seconds[stage] = time.monotonic() - start

    def limit(self, stage):
        """Seconds of CPU time after which tests count as hanging."""
        return max(LEAST_TIMEOUT, TIMEOUT_FACTOR * self.seconds[stage])

    def pass_tests(self, stage, timeout):
        """Run tests; Failure names the first one that fails."""
        kind, names = stage
        if kind == "pytest":
            environment = {"HSN_BUILD": str(ROOT / "build"), "PYTHONPATH": "bindings"}
            status, output = run(
                [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", LIGHT,
                 *(f"test/python/{name}" for name in names)], self.folder, timeout, environment)
            failed = re.findall(r"^(?:FAILED|ERROR) (?:test/python/)?(.*?)(?: - .*)?$", output,
                                re.MULTILINE)
        else:
            environment = {"HSN_TEST_GROUPS": ",".join(names)} if names else {}
            environment["HSN_FRESH_SEED"] = FRESH_SEED
            if kind.endswith("PerCell"):
                environment["NS_GLOBAL_VALUE"] = "hsn::AtmEngine=PerCell"
            status, output = run(["build/bin/hsn-test-runner", "--suite=hsn", "--verbose",
                                  "--stop-on-failure"], self.folder, timeout, environment)
            ran = re.findall(r"^  (?:PASS|FAIL) (.*) [0-9.]+ s$", output, re.MULTILINE)
            if status == 0 and not (set(names) or set(ran)) <= set(ran):
                raise SystemExit(f"no such group: {set(names) - set(ran)}")
            failed = re.findall(r"^ +FAIL (.*) [0-9.]+ s$", output, re.MULTILINE)[-1:]
        if status != 0:
            raise Failure(failed[0] if failed else f"exit status {status}")


# --- outcomes ----------------------------------------------------------------------------


def read_outcomes(path):
    """{key: outcome} of earlier runs; the last line counts."""
    outcomes = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                record = json.loads(line)
                outcomes[record["key"]] = record
            except (ValueError, KeyError):
                continue  # torn
    return outcomes


def find_outcomes(mutants, path):
    """{id: outcome} of the mutants as they and their files are now."""
    stored = read_outcomes(path)
    found = {}
    for mutant in mutants:
        key = mutant.key((ROOT / mutant.file).read_text(encoding="utf-8"))
        if key in stored:
            found[mutant.id] = stored[key]
    return found


def count(mutants, outcomes):
    """{room: Counter of outcomes}, with the sum of all rooms at the end."""
    rooms = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        outcome = outcomes.get(mutant.id, {}).get("outcome", "not run")
        if outcome == "survived" and mutant.survives:
            outcome = "explained"
        for room in (mutant.room, "all"):
            rooms[room].update([outcome, "mutants"])
    rooms["all"] = rooms.pop("all")
    return rooms


COLUMNS = ("mutants", "killed", "explained", "survived", "build error", "not run")


def print_summary(mutants, outcomes):
    """A line for each room, as a table of the manual."""
    rows = [("room", *COLUMNS)]
    rows += [(room, *(str(counts[name]) for name in COLUMNS))
             for room, counts in count(mutants, outcomes).items()]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
             for row in rows]
    print(rule, lines[0], rule, *lines[1:], rule, sep="\n")


def print_survivors(mutants, outcomes):
    """What is left to do."""
    for mutant in mutants:
        outcome = outcomes.get(mutant.id, {}).get("outcome")
        if outcome == "survived":
            print(f"survived: {mutant.id} ({mutant.file}): {mutant.survives or 'NOT EXPLAINED'}")
        elif outcome == "killed" and mutant.survives:
            print(f"killed, although explained as a survivor: {mutant.id}")
        elif outcome == "build error":
            print(f"build error: {mutant.id}: {outcomes[mutant.id]['by']}")


def run_all(mutants, trees, path):
    """Test mutants, each tree one at a time; outcomes are appended to a file."""
    free = queue.Queue()
    for tree in trees:
        free.put(tree)

    def test(mutant):
        tree = free.get()
        try:
            start = time.monotonic()
            outcome, by = tree.test(mutant)
            return mutant, {
                "key": mutant.key((tree.folder / mutant.file).read_text(encoding="utf-8")),
                "id": mutant.id, "outcome": outcome, "by": by,
                "seconds": round(time.monotonic() - start, 1), "date": time.strftime("%Y-%m-%d")}
        finally:
            free.put(tree)

    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        futures = [pool.submit(test, mutant) for mutant in mutants]
        try:
            for future in concurrent.futures.as_completed(futures):
                mutant, record = future.result()
                with open(path, "a", encoding="utf-8") as handle:
                    handle.write(json.dumps(record) + "\n")
                print(f"{record['outcome']:12}{mutant.id:40}{record['seconds']:7.1f} s  "
                      f"{record['by']}", flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def run_random(options, rooms, path):
    """Plant faults at random places until so many of them compile; tell which share is noticed."""
    import random_faults  # which needs this module

    draws = random_faults.Draws(rooms, options.seed, options.room, not options.sources)
    trees = make_trees(options, rooms, options.random, all_tests=False)
    done, outcomes = [], {}
    while len(done) < options.random:
        batch = [draws.draw() for _ in range(options.random - len(done))]
        known = find_outcomes(batch, path)
        run_all([mutant for mutant in batch if mutant.id not in known], trees, path)
        outcomes.update(find_outcomes(batch, path))
        done += [mutant for mutant in batch if outcomes[mutant.id]["outcome"] != "build error"]
    print_summary(done, outcomes)
    killed = 0
    for mutant in done:
        if outcomes[mutant.id]["outcome"] == "killed":
            killed += 1
        else:
            print(f"survived: {mutant.id}, {mutant.file}:", *describe(mutant), sep="\n    ")
    print(f"seed {options.seed}: {killed} of {len(done)} random faults were noticed "
          f"({100 * killed / len(done):.0f} %)")


def describe(mutant):
    """The lines that a fault changes, as in a patch."""
    lines = difflib.unified_diff(mutant.find.split("\n"), mutant.replace.split("\n"), n=0,
                                 lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def make_trees(options, rooms, most, all_tests=True):
    """Copies of the repository, built."""
    seconds = {}
    trees = [Tree(options.folder / f"tree-{number}", rooms, seconds, all_tests)
             for number in range(min(options.jobs, most))]
    options.folder.mkdir(parents=True, exist_ok=True)
    for tree in trees:
        tree.prepare()
    return trees


def main():
    """The command; exit status 1 if a mutant survived without explanation."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", action="append", metavar="TEXT",
                        help="only mutants whose id, room or file contains TEXT")
    parser.add_argument("--jobs", type=int, default=1,
                        help="copies of the tree that work at the same time")
    parser.add_argument("--again", action="append", default=[], metavar="OUTCOME",
                        help="run mutants with this outcome again: killed, survived, build error")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutation",
                        help="where the copies and the file of outcomes are")
    parser.add_argument("--list", action="store_true", help="run nothing, show the outcomes")
    parser.add_argument("--random", type=int, metavar="N",
                        help="instead, N faults at random places")
    parser.add_argument("--seed", type=int, default=1, help="of random faults")
    parser.add_argument("--room", metavar="R", help="random faults in this room only")
    parser.add_argument("--sources", action="store_true",
                        help="random faults in no headers, after which much would be built")
    options = parser.parse_args()
    mutants, rooms = read_tables()
    path = options.folder / "outcomes.jsonl"
    if options.random:
        run_random(options, rooms, path)
        return 0
    chosen = [mutant for mutant in mutants
              if not options.only or any(text in f"{mutant.id} {mutant.room} {mutant.file}"
                                         for text in options.only)]
    if not options.list:
        known = find_outcomes(mutants, path)
        todo = [mutant for mutant in chosen
                if mutant.id not in known or known[mutant.id]["outcome"] in options.again]
        todo.sort(key=lambda mutant: mutant.file.endswith(".h"))  # these make much to be built
        if todo:
            run_all(todo, make_trees(options, rooms, len(todo)), path)
    outcomes = find_outcomes(mutants, path)
    print_summary(chosen, outcomes)
    print_survivors(chosen, outcomes)
    return 1 if count(chosen, outcomes)["all"]["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
