# SPDX-License-Identifier: GPL-2.0-only
"""The store and the files of results: several writers, torn lines, full disks."""

import contextlib
import errno
import hashlib
import json
import os
import resource
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import ROOT

from hsn import files
from hsn.errors import SweepError, SweepStopped
from hsn.ledger import Result
from hsn.locks import RunLocks
from hsn.results import Results
from hsn.store import Store


def record(number, **fields):
    return {"key": f"k{number}", "ok": True, "metrics": {"y": number}, **fields}


def read_lines(path):
    """All records of a store's file, each of which must be whole and fit its checksum if it has one."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    found = []
    for line in data.splitlines():
        one = json.loads(line)
        if "sum" in one:
            rest = line[len('{"sum": "0123456789abcdef", '):]
            assert hashlib.sha256(rest).hexdigest().startswith(one.pop("sum"))
        found.append(one)
    return found


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch):
    """What these tests look at does not depend on what is on disk, and a disk may be busy."""
    monkeypatch.setattr(os, "fsync", lambda number: None)


def in_parallel(script, count):
    """Run a script in several processes at the same time, with its number as argument."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}
    script = "import os; os.fsync = lambda number: None\n" + textwrap.dedent(script)
    processes = [subprocess.Popen([sys.executable, "-c", script, str(number)], env=env)
                 for number in range(count)]
    assert [process.wait() for process in processes] == [0] * count


# --- torn lines --------------------------------------------------------------------------

LAST = len(json.dumps(record(3), sort_keys=True)) + 1


@pytest.mark.parametrize("kept", range(LAST))
def test_last_line_torn_at_any_byte(tmp_path, kept):
    path = tmp_path / "store.jsonl"
    data = b"".join(json.dumps(record(n), sort_keys=True).encode() + b"\n" for n in (1, 2, 3))
    path.write_bytes(data[:len(data) - LAST + kept])
    whole = kept == LAST - 1  # only the newline is missing
    store = Store(path)
    assert list(store.records) == ["k1", "k2"] + ["k3"] * whole
    store.add(record(4))
    assert read_lines(path) == [record(n) for n in (1, 2, 3, 4) if n != 3 or whole]
    assert Store(path).records == store.records


@pytest.mark.parametrize("tail", [b"{", b'{"key": "k2", "ok": tr', b"\0\0\0", b"\xc3"])
def test_line_torn_by_another_process_while_the_store_is_open(tmp_path, tail):
    path = tmp_path / "store.jsonl"
    store = Store(path)
    store.add(record(1))
    with open(path, "ab") as handle:
        handle.write(tail)
    store.add(record(3))
    assert read_lines(path) == [record(1), record(3)]


def test_opening_a_store_does_not_write(tmp_path):
    path = tmp_path / "store.jsonl"
    path.write_bytes(json.dumps(record(1)).encode() + b"\n{torn")
    before = path.read_bytes()
    assert list(Store(path).records) == ["k1"] and path.read_bytes() == before
    assert not Store(tmp_path / "none").records and not (tmp_path / "none").exists()


def test_later_lines_win(tmp_path):
    path = tmp_path / "store.jsonl"
    store = Store(path)
    store.add({"key": "k1", "ok": False, "error": {}})
    store.add(record(2, metrics={"y": "old"}))
    store.add(record(3))
    store.add(record(1))
    store.add(record(2, metrics={"y": "new"}))
    store.add({"key": "k3", "ok": False, "error": {}})
    for one in (store, Store(path)):
        assert one.get("k1") == record(1)
        assert one.get("k2")["metrics"] == {"y": "new"}
        assert one.get("k3") is None


@pytest.mark.parametrize("line", ["[]", "7", '"key"', '{"key": "k9"}', '{"ok": true}', "null",
                                  '{"key": 3, "ok": true}', '{"key": "k9", "ok": "yes"}', ""])
def test_what_is_no_record_is_ignored(tmp_path, line):
    path = tmp_path / "store.jsonl"
    path.write_text(f"{json.dumps(record(1))}\n{line}\n{json.dumps(record(2))}\n", encoding="utf-8")
    assert list(Store(path).records) == ["k1", "k2"]


# --- damage ------------------------------------------------------------------------------


def test_every_damaged_byte_is_noticed(tmp_path):
    path = tmp_path / "store.jsonl"
    Store(path).add(record(1, program="p", params={"x": 1.5}, seed=3))
    good = path.read_bytes()
    for place in range(len(good) - 1):
        for changed in (good[place] ^ 1, ord("1"), ord(" ")):
            path.write_bytes(good[:place] + bytes([changed]) + good[place + 1:])
            store = Store(path)
            if changed == good[place]:
                assert list(store.records) == ["k1"]
            elif path.read_bytes().count(b"\n") == 1:
                assert not store.records and len(store.damaged) == 1, (place, chr(changed))


def test_a_damaged_line_is_named_and_set_aside_and_the_others_stay(tmp_path):
    path = tmp_path / "store.jsonl"
    store = Store(path)
    for number in (1, 2, 3):
        store.add(record(number, program="p", params={"x": number}, seed=7))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"y": 2', b'"y": 9')
    path.write_bytes(lines[0] + lines[1] + b"\xff rubbish\n" + lines[2])
    store, other = Store(path), Store(path)
    assert list(store.records) == ["k1", "k3"]
    assert store.complaints() == [
        f"{path} line 2: its checksum does not fit (p --x=2 --RngRun=7)",
        f"{path} line 3: it is no record of a run"]
    assert len(store.set_aside()) == 2 and not store.set_aside()
    aside = tmp_path / "store.jsonl.damaged"
    assert aside.read_bytes() == lines[1] + b"\xff rubbish\n"
    other.add(record(4))  # opened before, by another process
    other.set_aside()
    again = Store(path)
    assert list(again.records) == ["k1", "k3", "k4"] and not again.damaged
    assert [line for line in path.read_bytes().splitlines() if line.strip()][:2] == [
        lines[0].rstrip(), lines[2].rstrip()]


def test_lines_without_a_checksum_are_read(tmp_path):
    path = tmp_path / "store.jsonl"
    path.write_text(json.dumps(record(1)) + "\n", encoding="utf-8")
    assert Store(path).get("k1") == record(1)


def test_a_process_sees_what_it_stored_as_the_next_one_does(tmp_path):
    path = tmp_path / "store.jsonl"
    store = Store(path)
    store.add(record(1, params={"b": (1, 2), "a": {"z": 1, "y": 2}}))
    assert json.dumps(store.records) == json.dumps(Store(path).records)


def test_a_broken_file_of_verdicts_is_named_and_kept(house):
    house.cli("claims", "toy")
    path = house.results / "toy" / "claims.json"
    broken = path.read_bytes()[:-5]
    path.write_bytes(broken)
    done = house.cli("list")
    assert done.returncode == 0 and f"{path}: no JSON (" in done.stderr
    assert path.read_bytes() == broken
    house.cli("claims", "toy")
    assert (path.parent / "claims.json.damaged").read_bytes() == broken
    assert json.loads(path.read_text())["toy-c01"]["verdict"] == "holds"
    assert not house.cli("list").stderr


def test_several_processes_append(tmp_path):
    path = tmp_path / "store.jsonl"
    in_parallel(f"""
        import sys
        from hsn.store import Store
        store = Store({str(path)!r})
        for number in range(50):
            store.add({{"key": f"{{sys.argv[1]}} {{number}}", "ok": True, "long": "x" * 5000}})
        """, 4)
    assert sorted(one["key"] for one in read_lines(path)) == sorted(
        f"{process} {number}" for process in range(4) for number in range(50))


# --- the other files of results ----------------------------------------------------------


def test_several_processes_keep_claims(house):
    in_parallel("""
        import sys
        from hsn.ledger import Result
        from hsn.results import Results
        results = Results("toy")
        for number in range(25):
            results.keep_claims([Result(f"{sys.argv[1]} {number}", "holds", "quick", "c")])
            assert results.claims()[f"{sys.argv[1]} {number}"]["verdict"] == "holds"
        """, 4)
    assert len(Results("toy").claims()) == 100
    assert not list((house.results / "toy").glob(".claims*"))


def test_failing_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    files.write_atomically(path, "old")

    def full(_number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SweepStopped, match=f"cannot write {path}: No space left on device; make"):
        files.write_atomically(path, "new", durable=True)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file"]


def test_temporary_file_of_a_killed_writer_is_removed(house):
    folder = house.results / "toy"
    folder.mkdir(parents=True)
    (folder / ".claims.json.new-abc").write_text("{", encoding="utf-8")
    Results("toy").keep_claims([Result("one", "holds", "quick", "c")])
    assert sorted(os.listdir(folder)) == [".lock", "claims.json"]


# --- full disks --------------------------------------------------------------------------


def test_full_device_is_one_line(tmp_path):
    store = Store(tmp_path / "store.jsonl")
    store.path = Path("/dev/full")  # only now: it can be read for ever
    with pytest.raises(SweepError) as error:
        store.add(record(1))
    assert str(error.value).startswith("cannot write /dev/full: No space left on device; make room")


def test_unwritable_folder_is_one_line(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SweepError, match=f"cannot write {tmp_path}/file/store.jsonl: "):
        Store(tmp_path / "file" / "store.jsonl").add(record(1))


@contextlib.contextmanager
def file_size_limit(_folder, size):
    """No file may grow beyond `size`: the write that does so is cut short, the next one fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def full_disk(folder, size):
    """The folder is on a disk of its own with room for about `size` bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
    try:
        with open(folder / "filler", "wb", buffering=0) as handle:
            handle.write(bytes(65536 - 4096 * (1 + size // 4096)))
        yield
        saved = folder.with_name("saved")
        subprocess.run(["cp", "-a", folder, saved], check=True)
    finally:
        subprocess.run(["umount", folder], check=True)
    (saved / "filler").unlink()
    folder.rmdir()
    saved.rename(folder)


def can_mount():
    """May we mount a file system?"""
    return os.geteuid() == 0 and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False,
        capture_output=True).returncode == 0


@pytest.mark.parametrize("limit", [file_size_limit] + [full_disk] * can_mount())
def test_full_disk_tears_nothing_and_the_sweep_continues_when_there_is_room(
        house, monkeypatch, limit):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with limit(house.results, 4000):
        done = house.cli("figure", "toy", "--full")
        assert done.returncode == 1 and "Traceback" not in done.stderr
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        assert len(errors) == 1 and errors[0] == done.stderr.splitlines()[-1]
        reason = "File too large" if limit is file_size_limit else "No space left on device"
        path = house.results / "toy" / "store.jsonl"
        assert errors[0] == (f"hsn: error: cannot write {path}: {reason}; make room, then the same "
                             "command continues")
        stored = read_lines(path)
        assert 5 < len(stored) < 18 and all(one["ok"] for one in stored)
    house.cli("figure", "toy", "--full")
    keys = [one["key"] for one in read_lines(path)]
    assert len(keys) == len(set(keys)) == 20  # 18 of the figure, one of the table, one of a check
    assert keys[:len(stored)] == [one["key"] for one in stored]


def test_file_that_became_shorter_is_read_from_its_beginning(tmp_path):
    path = tmp_path / "store.jsonl"
    for key in ("a", "b", "c"):
        Store(path).add({"key": key, "ok": True, "metrics": {"x": key * 30}})
    store = Store(path)
    lines = path.read_bytes().splitlines(keepends=True)
    with open(path, "r+b") as handle:  # the same file, as an editor may leave it
        handle.write(lines[1])
        handle.truncate()
    Store(path).add({"key": "d", "ok": True, "metrics": {}})
    store.refresh()
    assert store.get("d") and not store.damaged
    with open(path, "ab") as handle:
        handle.write(b"no record\n")
    store.refresh()
    assert [why.split(": ")[0] for why in store.complaints()] == [f"{path} line 3"]


def test_without_a_file_of_locks_every_run_is_free(tmp_path):
    (tmp_path / "file").touch()
    locks = RunLocks(tmp_path / "file" / "runs")
    assert locks.take("0" * 64)
    locks.release("0" * 64)
    locks.close()
