# SPDX-License-Identifier: GPL-2.0-only
"""The sweep runner and its store."""

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time

import numpy
import pytest

from hsn.sweep import (Experiment, Runner, Store, SweepError, argument, cluster_executor,
                       local_executor, make_row)
from hsn.worker import run_once

LINE = Experiment("line", "toy-program", grid={"x": [1, 2, 3]}, seeds=(1, 2))


def runner(house, **kwargs):
    return Runner(Store(house.results / "store.jsonl"), progress=False, **kwargs)


def test_grid_is_a_product_and_quick_replaces_axes():
    experiment = Experiment("e", "p", grid={"a": [1, 2], "b": [3, 4]}, fixed={"c": 5},
                            seeds=range(1, 4), quick_grid={"b": [4]}, quick_fixed={"c": 6},
                            quick_seeds=(1,))
    assert len(experiment.runs("full")) == 12
    assert experiment.points("quick") == [{"a": 1, "b": 4, "c": 6}, {"a": 2, "b": 4, "c": 6}]
    assert experiment.runs("quick")[0] == ({"a": 1, "b": 4, "c": 6}, 1)


def test_a_sample_is_the_first_repetition_of_the_full_scale():
    experiment = Experiment("e", "p", grid={"a": [1, 2]}, fixed={"c": 5}, seeds=range(3, 6),
                            quick_grid={"a": [1]}, quick_fixed={"c": 6}, quick_seeds=(1, 2))
    assert experiment.runs("sample") == [({"a": 1, "c": 5}, 3), ({"a": 2, "c": 5}, 3)]
    more = Experiment("e", "p", grid={"a": [1]}, seeds=range(3, 6), sample_seeds=(4, 5))
    assert more.runs("sample") == [({"a": 1}, 4), ({"a": 1}, 5)]


@pytest.mark.parametrize("mistake, message", [
    ({"grid": {"k": "reno"}}, r"grid\['k'\] = 'reno' is no list"), ({"grid": {"k": 7}}, "7 is no list"),
    ({"grid": {"k": [1, 1]}}, "the point {\"k\": 1} is there twice"),
    ({"grid": [{"k": 1}, {"k": 1}]}, "there twice"), ({"grid": [7]}, "the point 7, which is no mapping"),
    ({"quick_grid": {"k": "ab"}}, "quick_grid"), ({"seeds": (1, 2, 1)}, "seeds has 1 twice"),
    ({"seeds": 3}, "seeds = 3 is no list"), ({"quick_seeds": ["a"]}, "quick_seeds .* no whole numbers"),
    ({"sample_seeds": [0.5]}, "sample_seeds"), ({"grid": {"seed": [5, 6]}}, "'seed' is set by seeds"),
    ({"fixed": {"RngRun": 5}}, "'RngRun' is set by seeds")])
def test_mistakes_in_grids_are_named(mistake, message):
    with pytest.raises(ValueError, match=f"experiment 'e': .*{message}"):
        Experiment("e", "p", **mistake)


def test_lists_are_read_once():
    """Generators would serve the first point alone, and NumPy's seeds are no JSON."""
    experiment = Experiment("e", "p", grid={"a": (one for one in (1, 2))}, seeds=numpy.arange(3, 5))
    for _ in range(2):
        assert experiment.runs("full") == [({"a": 1}, 3), ({"a": 1}, 4), ({"a": 2}, 3), ({"a": 2}, 4)]


def test_a_metric_that_differs_from_its_parameter_somewhere_is_a_column_everywhere(house):
    """y is 2 x + seed; where it is what was asked for, too."""
    experiment = Experiment("line", "toy-program", grid=[{"x": 1, "y": 3}, {"x": 2, "y": 7}])
    table = runner(house).run([experiment])["line"]
    assert list(table["y"]) == [3, 7] and list(table["y_measured"]) == [3, 5]


def test_grid_may_be_a_list_of_points():
    experiment = Experiment("e", "p", grid=[{"a": 1}, {"b": 2}], fixed={"c": 3})
    assert experiment.points("full") == [{"a": 1, "c": 3}, {"b": 2, "c": 3}]


@pytest.mark.parametrize("value, text", [(True, "--v=true"), (False, "--v=false"), (3, "--v=3"),
                                         (0.1, "--v=0.1"), ("5ms", "--v=5ms")])
def test_arguments_as_ns3_takes_them(value, text):
    assert argument("v", value) == text


def test_table_has_parameters_seed_and_last_json_line(house):
    table = runner(house).run([LINE])["line"]
    assert list(table["x"]) == [1, 1, 2, 2, 3, 3]
    assert list(table["seed"]) == [1, 2, 1, 2, 1, 2]
    assert list(table["y"]) == [3, 4, 5, 6, 7, 8]  # 2 x + seed, in the order of the grid


def test_the_bar_names_what_runs(house, capsys):
    """The paper, or whatever was given, and the experiment, or how many there are."""
    def bar(*experiments):
        Runner(Store(house.results / "store.jsonl"), title="toy").run(experiments)
        return capsys.readouterr().err

    assert "toy, line: 100%" in bar(LINE)
    other = Experiment("curve", "toy-program", grid={"x": [4, 5]})
    third = Experiment("plane", "toy-program", grid={"x": [6, 7]})
    assert "toy, 2 experiments: 100%" in bar(other, third)


def test_nothing_runs_twice(house):
    runner(house).run([LINE])
    assert house.starts() == 6
    table = runner(house).run([LINE])["line"]
    assert house.starts() == 6 and len(table) == 6
    wider = Experiment("other name", "toy-program", grid={"x": [2, 3, 4]}, seeds=(1, 2))
    runner(house).run([wider])
    assert house.starts() == 8  # only x = 4


def test_an_experiment_is_done_when_its_last_run_has_ended(house):
    known = Experiment("known", "toy-program", grid={"x": [1]}, seeds=(1, 2))
    second = Experiment("second", "toy-program", grid={"x": [3, 4]}, seeds=(1, 2))
    one = runner(house, make_executor=lambda: local_executor(1))
    one.run([known])
    stored = []
    one.run([LINE, second, known],
            done=lambda name: stored.append((name, len(one.table(LINE, "full")),
                                             len(one.table(second, "full")))))
    # x = 3 belongs to both; x = 1 is there already
    assert stored == [("known", 2, 0), ("line", 6, 2), ("second", 6, 4)]


def test_another_binary_runs_again(house):
    from hsn import sweep

    runner(house).run([LINE])
    house.write_program("recompiled")
    sweep.program_files.cache_clear()
    runner(house).run([LINE])
    assert house.starts() == 12


def test_library_that_no_program_loads_does_not_count(house):
    from hsn import sweep

    runner(house).run([LINE])
    (house.folder / "build" / "lib").mkdir()
    (house.folder / "build" / "lib" / "libns3.44-hsn.so").write_bytes(b"code")
    sweep.program_files.cache_clear()
    runner(house).run([LINE])
    assert house.starts() == 6


def test_old_results_are_kept_on_request(house):
    from hsn import sweep

    runner(house).run([LINE])
    house.write_program("recompiled")
    sweep.program_files.cache_clear()
    wider = Experiment("line", "toy-program", grid={"x": [1, 2, 3, 4]}, seeds=(1, 2))
    keeping = runner(house, keep_old=True)
    table = keeping.run([wider])["line"]
    assert house.starts() == 8  # only x = 4
    assert list(table["y"]) == [3, 4, 5, 6, 7, 8, 9, 10]
    old = keeping.old_results()
    assert (old["runs"], old["of"]) == (6, 8) and len(old["versions"]) == 1
    fresh = runner(house)
    assert len(fresh.run([wider])["line"]) == 8 and house.starts() == 14
    assert fresh.old_results() is None
    now = runner(house, keep_old=True)
    now.run([wider])
    assert now.old_results() is None  # a result of the present program counts first


def test_a_result_that_knows_no_version_is_kept_too(house):
    store = Store(house.results / "store.jsonl")
    store.add({"key": "k", "ok": True, "program": "toy-program", "params": {"x": 1}, "seed": 1,
               "metrics": {"y": 77}})
    store.add({"key": "l", "ok": False, "program": "toy-program", "params": {"x": 2}, "seed": 1,
               "error": {"reason": "?", "stderr": []}})
    keeping = runner(house, keep_old=True)
    table = keeping.run([Experiment("e", "toy-program", {"x": [1, 2]})])["e"]
    assert list(table["y"]) == [77, 5]
    assert keeping.old_results() == {"runs": 1, "of": 2, "versions": ["unknown"]}


def test_torn_last_line_is_cut_off_and_run_again(house):
    runner(house).run([LINE])
    path = house.results / "store.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[:-20])  # as a crash in the middle of a write leaves it
    table = runner(house).run([LINE])["line"]
    assert house.starts() == 7 and list(table["y"]) == [3, 4, 5, 6, 7, 8]
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line)


def test_rubbish_in_the_middle_of_the_store_is_ignored(house):
    runner(house).run([LINE])
    path = house.results / "store.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"\xff\xfe rubbish\n"
    path.write_bytes(b"".join(lines))
    assert len(runner(house).run([LINE])["line"]) == 6
    assert house.starts() == 7


def test_failing_run_is_recorded_and_the_others_continue(house):
    failing = Experiment("line", "toy-program", grid={"x": [1, 2, 3]}, fixed={"fail": 2})
    made = runner(house)
    table = made.run([failing])["line"]
    assert list(table["x"]) == [1, 3]
    [line] = made.failed(failing, "full")
    assert "exit status 1: x is not to my liking" in line and "--x=2" in line
    records = [json.loads(line) for line in open(made.store.path, encoding="utf-8")]
    [bad] = [record for record in records if not record["ok"]]
    assert bad["error"]["stderr"] == ["x is not to my liking"]
    runner(house).run([failing])
    assert house.starts() == 4  # only the failed one again


def test_failed_run_is_not_repeated_in_the_same_process(house):
    failing = Experiment("line", "toy-program", grid={"x": [1, 2]}, fixed={"fail": 2})
    made = runner(house)
    for _ in range(3):
        assert list(made.run([failing])["line"]["x"]) == [1]
        assert len(made.failed(failing, "full")) == 1
    assert house.starts() == 2


def test_columns_do_not_depend_on_where_rows_come_from(house):
    program = house.bin / "wide-program"
    program.write_text("""#!/bin/sh
case $1 in --x=1) echo '{"z": 1, "b": 2, "a": 3}';; *) echo '{"a": 1, "c": 2, "z": 3}';; esac
""", encoding="utf-8")
    program.chmod(0o755)
    wide = Experiment("wide", "wide-program", grid=[{"x": 1}, {"x": 2, "k": 5}])
    expected = ["x", "k", "seed", "a", "b", "c", "z"]
    fresh = runner(house)
    assert list(fresh.run([wide])["wide"]) == expected  # all from programs
    assert list(runner(house).run([wide])["wide"]) == expected  # all from the store
    path = house.results / "store.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in lines:  # one from the store, one from a program
        path.write_bytes(kept)
        mixed = runner(house).run([wide])["wide"]
        assert list(mixed) == expected
        assert mixed.to_csv() == fresh.table(wide, "full").to_csv()


def test_program_that_changes_during_the_sweep_ends_it(house):
    program = house.bin / "changing-program"
    program.write_text("#!/bin/sh\necho '#' >>$0\necho '{\"y\": 1}'\n", encoding="utf-8")
    program.chmod(0o755)
    made = runner(house, make_executor=lambda: local_executor(1))
    with pytest.raises(SweepError, match="changing-program .* is not the one that the sweep"):
        made.run([Experiment("e", "changing-program", {"x": [1, 2, 3]})])
    assert [one["params"] for one in made.store.records.values()] == [{"x": 1}]


@pytest.mark.parametrize("body, reason", [
    ("exit 3", "exit status 3"), ("kill -9 $$", "ended by signal 9"),
    ("echo hello", "no line"), ("echo '{oops'", "no JSON"), ("sleep 60", "not finished after")])
def test_every_kind_of_failure_has_its_reason(tmp_path, body, reason):
    path = tmp_path / "program"
    path.write_text(f"#!/bin/sh\nexec 2>/dev/null\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    result = run_once({"command": [str(path)], "timeout": 0.5})
    assert not result["ok"] and reason in result["error"]["reason"]


def test_missing_program_says_what_to_do(house):
    with pytest.raises(SweepError, match="./hsn build"):
        runner(house).run([Experiment("e", "no-such-program")])


def test_metric_named_like_a_parameter():
    assert make_row({"x": 1}, 7, {"x": 1, "y": 2}) == {"x": 1, "seed": 7, "y": 2}
    assert make_row({"x": 1}, 7, {"x": 3}) == {"x": 1, "seed": 7, "x_measured": 3}


def test_any_executor_of_the_usual_kind_will_do(house):
    from concurrent.futures import ProcessPoolExecutor

    table = runner(house, make_executor=lambda: ProcessPoolExecutor(2)).run([LINE])["line"]
    assert list(table["y"]) == [3, 4, 5, 6, 7, 8]
    assert local_executor(1).submit(abs, -1).result() == 1


def test_cluster_without_dask_or_scheduler_is_a_clear_error():
    with pytest.raises(SweepError, match="install|no Dask scheduler"):
        cluster_executor("tcp://127.0.0.1:1")


def test_a_function_for_the_cluster_needs_no_module(tmp_path):
    from hsn.executors import Remote

    data = pickle.dumps(Remote(run_once))
    code = (f"import pickle, sys; run = pickle.loads({data!r}); assert 'hsn' not in sys.modules; "
            "print(run({'command': ['echo', '{}'], 'timeout': 5})['ok'])")
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                          check=False, cwd=tmp_path, env={**os.environ, "PYTHONPATH": ""})
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("thread", ["main_thread", "current_thread"])  # only one wakes the main one
def test_interrupt_keeps_what_is_done(house, tmp_path, thread):
    program = house.bin / "slow-program"
    program.write_text("#!/bin/sh\ncase $1 in --x=1) ;; *) sleep 600;; esac\necho '{\"y\": 1}'\n",
                       encoding="utf-8")
    program.chmod(0o755)
    store = house.results / "store.jsonl"
    # a shell starts what runs in the background with the signal ignored
    text = ("from hsn.sweep import *; import signal, sys, threading\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "def arrive():\n"
            "    sys.stdin.read()\n"
            f"    signal.pthread_kill(threading.{thread}().ident, signal.SIGINT)\n"
            "    threading.Event().wait()\n"
            "threading.Thread(target=arrive, daemon=True).start()\n"
            f"Runner(Store({str(store)!r})).run([Experiment('e', 'slow-program', "
            "{'x': [1, 2, 3]})])\n")
    script = tmp_path / "sweep.py"
    script.write_text(text, encoding="utf-8")
    bindings = os.pathsep.join(sys.path)
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env={**os.environ, "PYTHONPATH": bindings}) as process:
        deadline = time.monotonic() + 120  # a disk that is busy with other work takes its time
        while not (store.exists() and store.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.2)  # until the main thread waits for the next run
        try:
            _, err = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode != 0 and re.search("[01] of 3 runs are stored", err), err
    assert [record["params"] for record in Store(store).records.values()] == [{"x": 1}]


def test_runs_that_measure_the_machine_are_alone(house):
    """They begin when all others have ended, and one after the other."""
    log = house.folder / "log"
    program = house.bin / "timed-program"
    program.write_text(f"#!/bin/sh\necho begin $1 >>{log}\nsleep 0.05\necho end $1 >>{log}\n"
                       "echo '{\"y\": 1}'\n",
                       encoding="utf-8")
    program.chmod(0o755)
    alone = Experiment("alone", "timed-program", {"x": [1, 2, 3]}, alone=True)
    others = Experiment("others", "timed-program", {"z": [1, 2, 3, 4]})
    tables = runner(house, make_executor=lambda: local_executor(4)).run([alone, others])
    assert len(tables["alone"]) == 3 and len(tables["others"]) == 4
    lines = log.read_text().split("\n")
    assert all("--z=" in line for line in lines[:8])
    assert lines[8:14] == [f"{what} --x={x}" for x in (1, 2, 3) for what in ("begin", "end")]


def test_measurements_of_another_processor_or_compiler_are_not_taken(house, monkeypatch):
    """Two real programs, which tell their compiler, as those of papers that measure the machine do."""
    from hsn import provenance, sweep

    def build(version):
        code = f'#include <cstdio>\nint main() {{ std::puts("{{\\"compiler\\": {version}}}"); }}'
        subprocess.run(["c++", "-x", "c++", "-", "-o", house.bin / "timer"], input=code, text=True,
                       check=True)
        sweep.program_files.cache_clear()

    def processor(name):
        (house.folder / "cpuinfo").write_text(f"processor\t: 0\nmodel name\t: {name}\n")
        monkeypatch.setattr(provenance, "CPUS", house.folder / "cpuinfo")
        return Experiment("times", "timer", fixed={"host": provenance.processor()}, alone=True)

    def made(experiment, **options):
        one = runner(house, **options)
        table = one.run([experiment])["times"]
        assert one.old_results() is None
        return len(Store(house.results / "store.jsonl").records), table["compiler"].item()

    first = processor("Xeon(R) @ 2.0 GHz")
    assert first.points("full") == [{"host": "Xeon-R-2-0-GHz"}]
    build(12)
    assert made(first) == made(first) == (1, 12)
    second = processor("EPYC 9")
    assert made(second, keep_old=True) == (2, 12)
    build(13)
    assert made(first, keep_old=True) == (3, 13)
    assert made(second, keep_old=True) == (4, 13)
    assert made(first) == (4, 13)
