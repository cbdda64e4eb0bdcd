#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Kill sweeps at random moments with SIGKILL; their stores must end up as if nothing had happened.

    PYTHONPATH=bindings python test/python/kill_sweeps.py [--kills=250] [--cluster] [--seed=N]

A sweep is started again until it is complete; then its store is compared with that of a sweep
that nobody disturbed, and the next one begins.  On a cluster some of the kills hit a worker
instead of the sweep.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from dask_cluster import Cluster  # noqa: E402  pylint: disable=wrong-import-position

from hsn.sweep import (  # noqa: E402  pylint: disable=wrong-import-position
    Experiment, Runner, Store, cluster_executor, local_executor)

SWEEP = Experiment("e", "killed-program", {"x": list(range(12))}, seeds=(1, 2))

# Starts a process of its own, like a program that calls another one
PROGRAM = """\
#!/bin/sh
sleep 0.0$((${1#--x=} % 5 + 1)) & wait
echo "{\\"y\\": \\"$*\\"}"
"""


def content(path):
    """The records of a complete store, by key; each must be there once, and nothing else."""
    records = {}
    for line in path.read_bytes().splitlines():
        record = json.loads(line)
        del record["seconds"], record["date"], record["sum"]
        if record["ok"]:
            assert record["key"] not in records, f"{path}: {record['key']} is there twice"
            records[record["key"]] = record
    return records


def programs(folder):
    """The ids of all processes that run a program of this build folder."""
    found = []
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            command = Path("/proc", entry, "cmdline").read_bytes() if entry.isdigit() else b""
            if os.fsencode(folder) in command:
                found.append(int(entry))
    return found


def run_sweep(store, make_executor):
    """Run the sweep in a process of its own; returns its id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        failures = Runner(Store(store), make_executor, progress=False)
        failures.run([SWEEP])
        status = 0
    finally:
        os._exit(status)


def wait_for_end(child, seconds):
    """Has the process ended within this time?  Its status, or None."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    return None


def kill(pid):
    """End a process as a power cut would."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def disturb(folder, make_executor, kills, longest, chance, victims=None):
    """Kill `kills` times; returns (number of sweeps, number of kills that hit a worker)."""
    build = folder / "build"
    expected = content(folder / "undisturbed.jsonl")
    sweeps = workers = 0
    store = folder / "sweep-0.jsonl"
    while kills:
        child = run_sweep(store, make_executor)
        status = wait_for_end(child, chance.uniform(0, longest))
        if status is None:
            kills -= 1
            if victims and chance.random() < 0.25:
                workers += 1
                kill(chance.choice(victims()))
                status = wait_for_end(child, 120)
                assert status is not None, "the sweep does not end"
            else:
                kill(child)
                os.waitpid(child, 0)
        if not victims:
            deadline = time.monotonic() + 20
            while left := programs(build):
                assert time.monotonic() < deadline, f"still running: {left}"
                time.sleep(0.02)
        if status is not None:
            assert status == 0, f"the sweep ended with {status}"
        if status == 0 or not kills:
            if status is None:
                assert wait_for_end(run_sweep(store, make_executor), 120) == 0
            assert content(store) == expected, f"{store} differs from the undisturbed one"
            sweeps += 1
            store = folder / f"sweep-{sweeps}.jsonl"
    return sweeps, workers


def prepare(folder):
    """The program, and the store of a sweep that nobody disturbs."""
    path = folder / "build" / "bin" / SWEEP.program
    path.parent.mkdir(parents=True)
    path.write_text(PROGRAM, encoding="utf-8")
    path.chmod(0o755)
    os.environ["HSN_BUILD"] = str(folder / "build")
    assert wait_for_end(run_sweep(folder / "undisturbed.jsonl", lambda: local_executor(2)), 60) == 0
    assert len(content(folder / "undisturbed.jsonl")) == 24


def worker_processes(nannies):
    """The processes that do the work: the children of the nannies."""
    found = []
    for nanny in nannies:
        for task in Path(f"/proc/{nanny.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                with contextlib.suppress(OSError):
                    if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
    return found


def disturb_local(folder, kills, chance):
    """Kills of sweeps on this machine."""
    prepare(folder)
    return disturb(folder, lambda: local_executor(2), kills, 0.5, chance)


def disturb_cluster(folder, kills, chance):
    """Kills of sweeps on a cluster, and of its workers."""
    prepare(folder)
    with Cluster(folder / "cluster") as cluster:
        nannies = [cluster.add_worker(name, nanny=True) for name in ("one", "two")]

        def victims():
            while not (found := worker_processes(nannies)):
                time.sleep(0.1)
            return found

        try:
            return disturb(folder, lambda: cluster_executor(cluster.address), kills, 2.0, chance,
                           victims)
        except AssertionError:
            print(cluster.log()[-4000:], file=sys.stderr)
            raise


def main():
    """Entry."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    args = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        function = disturb_cluster if args.cluster else disturb_local
        sweeps, workers = function(Path(folder), args.kills, random.Random(args.seed))
    print(f"{args.kills} kills, {workers} of them of workers: {sweeps} stores equal the "
          f"undisturbed one; {time.monotonic() - start:.0f} s, seed {args.seed}")


if __name__ == "__main__":
    main()
