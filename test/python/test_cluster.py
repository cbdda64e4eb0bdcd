# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps on a Dask cluster: a scheduler and workers on the loopback address."""

import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from dask_cluster import Cluster
from test_worker import pids, running, wait_until

from hsn import executors
from hsn.programs import Bundle, loaded_libraries, program_files
from hsn.sweep import (Experiment, Runner, Store, SweepError, cluster_executor, make_task,
                       result_of)
from hsn.worker import run_once

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")

LINE = Experiment("line", "toy-program", grid={"x": [1, 2, 3]}, seeds=(1, 2))


@pytest.fixture(name="make_cluster", scope="module")
def fixture_make_cluster(tmp_path_factory):
    """Starts clusters that end with the module's tests."""
    made = []

    def make(*workers, **environment):
        cluster = Cluster(tmp_path_factory.mktemp("cluster"))
        made.append(cluster.__enter__())
        for name in workers:
            cluster.add_worker(name, **environment)
        return cluster

    yield make
    for cluster in made:
        if cluster.scheduler.poll() is None:
            executors._cluster_client(cluster.address).close()
        cluster.__exit__()


@pytest.fixture(name="cluster", scope="module")
def fixture_cluster(make_cluster, tmp_path_factory):
    """Two workers; nothing in them may be killed.  `cache` is where they keep what is shipped."""
    cache = tmp_path_factory.mktemp("cache")
    cluster = make_cluster("one", "two", HSN_CACHE=str(cache))
    cluster.cache = cache
    return cluster


def runner(house, cluster, ship=False, store="store.jsonl"):
    return Runner(Store(house.results / store), lambda: cluster_executor(cluster.address, ship),
                  progress=False)


def write_program(house, name, body):
    """A shell script in the build folder."""
    path = house.bin / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def without_times(store):
    """The records of a store without what is different each time."""
    times = ("date", "seconds")
    return {key: {name: value for name, value in record.items() if name not in times}
            for key, record in store.records.items()}


def test_results_equal_those_of_a_local_sweep(house, cluster):
    remote = runner(house, cluster)
    table = remote.run([LINE])["line"]
    assert house.starts() == 6 and not remote.failures
    local = Runner(Store(house.results / "local.jsonl"), progress=False)
    assert table.equals(local.run([LINE])["line"]) and len(table) == 6
    assert without_times(remote.store) == without_times(local.store)
    remote.run([LINE])
    assert house.starts() == 12  # from the store


def test_failing_runs_have_their_reason(house, cluster):
    failing = Experiment("line", "toy-program", grid={"x": [1, 2, 3]}, fixed={"fail": 2})
    made = runner(house, cluster)
    assert list(made.run([failing])["line"]["x"]) == [1, 3]
    [line] = made.failed(failing, "full")
    assert "exit status 1: x is not to my liking" in line


def test_worker_without_the_build_is_a_clear_error(house, cluster):
    path = write_program(house, "vanishing-program", "echo '{}'")
    task = make_task(Experiment("e", "vanishing-program"), {}, 1)
    path.unlink()  # as seen by a worker on another machine
    with pytest.raises(SweepError) as error:
        result_of(cluster_executor(cluster.address).submit(run_once, task))
    assert re.fullmatch(
        f"a worker cannot run the program: \\S+ has no {path}; every worker must have this build "
        "under the same path, or add --ship", str(error.value))


def test_worker_with_another_build_is_a_clear_error(house, cluster):
    write_program(house, "other-program", "echo '{}'")
    made = runner(house, cluster)
    program_files("other-program")
    write_program(house, "other-program", "echo '{\"as\": \"compiled there\"}'")
    with pytest.raises(SweepError, match="/other-program on .* is not the one .* or add --ship"):
        made.run([Experiment("e", "other-program", {"x": list(range(20))})])
    assert not made.store.records and not made.failures  # nothing counts as failed


def test_worker_that_is_killed_loses_nothing(house, make_cluster):
    cluster = make_cluster("one")
    victim = cluster.add_worker("two")
    started = house.folder / "started"
    write_program(house, "slow-program",
                  f"echo $$ >>{started}\nsleep 0.5\necho \"{{\\\"y\\\": ${{1#--x=}}}}\"")
    made = runner(house, cluster)
    executor = cluster_executor(cluster.address)
    executor.client.wait_for_workers(2, timeout=60)
    made.make_executor = lambda: executor
    finish = made._finish

    def kill_after_the_third(*arguments):
        finish(*arguments)
        if len(made.store.records) == 3:
            os.kill(victim.pid, signal.SIGKILL)

    made._finish = kill_after_the_third
    table = made.run([Experiment("e", "slow-program", {"x": list(range(12))})])["e"]
    assert victim.wait() == -signal.SIGKILL
    assert list(table["y"]) == list(range(12)) and not made.failures
    assert len(pids(started)) > 12  # the one that was running there ran again
    assert wait_until(lambda: not any(map(running, pids(started))), 10)


SWEEP = """\
import signal, sys
from hsn.sweep import *
signal.signal(signal.SIGINT, signal.default_int_handler)
table = Runner(Store({store!r}), lambda: cluster_executor({address!r})).run(
    [Experiment("e", "gated-program", {{"x": [1, 2, 3, 4]}})])["e"]
print(list(table["y"]))
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_interrupt_cancels_and_a_second_call_continues(house, cluster, script_environment, how):
    started, gate = house.folder / "started", house.folder / "gate"
    write_program(house, "gated-program", f"""\
echo $$ >>{started}
if [ $1 != --x=1 ] && [ ! -e {gate} ]; then sleep 120; fi
echo "{{\\"y\\": ${{1#--x=}}}}"
""")
    store = house.results / "store.jsonl"
    script = house.folder / "sweep.py"
    script.write_text(SWEEP.format(store=str(store), address=cluster.address), encoding="utf-8")
    with subprocess.Popen([sys.executable, script], env=script_environment, stderr=subprocess.PIPE,
                          text=True) as process:
        assert wait_until(lambda: store.exists() and store.stat().st_size
                          and len(pids(started)) == 3, 60), cluster.log()
        process.send_signal(how)
        _, err = process.communicate(timeout=30)
    if how == signal.SIGINT:
        # the signal may come between the line's last octet and its place in the count
        assert process.returncode != 0
        assert re.search("interrupted: [01] of 4 runs are stored", err), err
    assert wait_until(lambda: not any(map(running, pids(started))), 30)
    gate.write_text("", encoding="utf-8")
    done = subprocess.run([sys.executable, script], env=script_environment, capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.stdout == "[1, 2, 3, 4]\n", done.stderr
    assert len(pids(started)) == 6 and len(store.read_bytes().splitlines()) == 4


def test_lost_scheduler_is_one_line_and_stops_the_sweep(house, make_cluster, script_environment):
    cluster = make_cluster("one")
    started = house.folder / "started"
    write_program(house, "slow-program", f"echo $$ >>{started}\nsleep 60\necho '{{}}'")
    script = house.folder / "sweep.py"
    script.write_text(SWEEP.format(store=str(house.results / "s"), address=cluster.address).replace(
        "gated", "slow"), encoding="utf-8")
    with subprocess.Popen([sys.executable, script], env=script_environment, stderr=subprocess.PIPE,
                          text=True) as process:
        assert wait_until(lambda: pids(started), 60), cluster.log()
        cluster.scheduler.kill()
        _, err = process.communicate(timeout=90)
    assert process.returncode == 1
    assert f"SweepStopped: lost the Dask scheduler at {cluster.address}" in err.splitlines()[-1]


# --- --ship ------------------------------------------------------------------------------

LIBRARY = "int answer(void) { return %d; }\n"
PROGRAM = """\
#include <stdio.h>
int answer(void);
int main(void) { printf("{\\"y\\": %d}\\n", answer()); return 0; }
"""


def compile_program(house, answer):
    """A program with a library of its own, as the build makes them; they work in no other place."""
    source, lib = house.folder / "source", house.folder / "build" / "lib"
    for folder in (source, lib):
        folder.mkdir(exist_ok=True)
    (source / "library.c").write_text(LIBRARY % answer, encoding="utf-8")
    (source / "program.c").write_text(PROGRAM, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", lib / "libns3.44-hsn.so", "library.c"],
                   cwd=source, check=True)
    subprocess.run(["cc", "-o", house.bin / "compiled-program", "program.c", f"-L{lib}",
                    "-l:libns3.44-hsn.so", f"-Wl,-rpath,{lib}"], cwd=source, check=True)
    program_files.cache_clear()


def cached(cluster):
    """The number of files that the workers have received, whole and executable."""
    objects = list((cluster.cache / "objects").iterdir())
    assert all(os.access(path, os.X_OK) and len(path.name) == 64 for path in objects)
    return len(objects)


def test_shipped_program_runs_where_there_is_no_build(house, cluster):
    compile_program(house, 42)
    experiment = Experiment("e", "compiled-program", {"x": [1, 2, 3, 4]})
    executor = cluster_executor(cluster.address, ship=True)
    made = runner(house, cluster)
    made.make_executor = lambda: executor
    send = executor._send
    build, hidden = house.folder / "build", house.folder / "hidden"

    def send_from_another_machine(*arguments):
        if build.exists():
            build.rename(hidden)  # the workers have another file system
            executor._bundles["compiled-program"].sources = {
                name: path.replace(str(build), str(hidden))
                for name, path in executor._bundles["compiled-program"].sources.items()}
        send(*arguments)

    task = {"command": [str(house.bin / "compiled-program")], "timeout": 20}
    executor._with_bundle(task)
    executor._send = send_from_another_machine
    results = [executor.submit(run_once, task) for _ in range(4)]
    assert [one.result(60)["metrics"] for one in results] == [{"y": 42}] * 4, cluster.log()
    assert cached(cluster) == 2
    hidden.rename(build)
    assert list(runner(house, cluster, ship=True).run([experiment])["e"]["y"]) == [42] * 4
    assert cached(cluster) == 2
    compile_program(house, 43)  # another library, the same program
    assert list(runner(house, cluster, ship=True).run([experiment])["e"]["y"]) == [43] * 4
    assert cached(cluster) == 3


def test_damaged_cache_is_sent_again(house, cluster):
    compile_program(house, 44)
    experiment = Experiment("e", "compiled-program", {"x": [1, 2]})
    runner(house, cluster, ship=True).run([experiment])
    for path in (cluster.cache / "objects").iterdir():
        path.write_bytes(b"rubbish")
    table = runner(house, cluster, ship=True, store="again.jsonl").run([experiment])["e"]
    assert list(table["y"]) == [44, 44]
    shutil.rmtree(cluster.cache)
    table = runner(house, cluster, ship=True, store="gone.jsonl").run([experiment])["e"]
    assert list(table["y"]) == [44, 44]


def test_worker_that_cannot_keep_what_is_shipped_is_a_clear_error(house, make_cluster):
    cluster = make_cluster("one", HSN_CACHE="/dev/null/cache")
    made = runner(house, cluster, ship=True)
    with pytest.raises(SweepError, match="cannot ship to the worker tcp://.*: .* cannot keep"):
        made.run([LINE])
    assert not made.store.records


def test_missing_library_is_named(house):
    compile_program(house, 1)
    assert list(loaded_libraries(house.bin / "compiled-program")) == ["libns3.44-hsn.so"]
    assert sorted(Bundle("compiled-program").files) == ["bin/compiled-program",
                                                        "lib/libns3.44-hsn.so"]
    (house.folder / "build" / "lib" / "libns3.44-hsn.so").unlink()
    with pytest.raises(SweepError, match="compiled-program needs libns3.44-hsn.so, which is not"):
        Bundle("compiled-program")


def test_bundle_has_the_libraries_but_the_c_library(house):
    names = set(loaded_libraries(sys.executable)) | set(loaded_libraries(shutil.which("cmake")))
    assert "libstdc++.so.6" in names
    assert not [name for name in names if re.match(r"lib(c|m)\.so|ld-|linux-vdso", name)]
    assert Bundle("toy-program").files.keys() == {"bin/toy-program"}  # a script
    assert house.bin
