# SPDX-License-Identifier: GPL-2.0-only
"""The agent of a simulated host, asked by net-snmp; the shipped MIB, read by smilint and net-snmp."""

import contextlib
import csv
import json
import os
import shutil
import subprocess

import programs
import pytest
from conftest import ROOT

MIB = ROOT / "doc" / "hsn-qos-mib.mib"
SMI = ROOT / "test" / "oracles" / "smi"
BASE = ".1.3.6.1.4.1.32473.97.1"
COLUMNS = ("throughput", "throughputContract", "rtt", "delay", "delayContract", "jitter",
           "jitterContract", "errorBits", "bitErrorRate", "packets", "octets", "status", "age",
           "lastChange")  # 3 to 16 in HSN-QOS-MIB
TYPES = {"Gauge32", "Counter64", "Counter32", "Timeticks", "INTEGER"}


@contextlib.contextmanager
def served(*arguments):
    """A program that waits for managers: its first line, and the process."""
    path = programs.BUILD / "bin" / "hsn-qos-monitor-serve"
    with subprocess.Popen([path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        yield json.loads(process.stdout.readline()), process
        rest, _ = process.communicate()
        assert process.returncode == 0 and json.loads(rest)["requests"] > 0


@pytest.fixture(scope="module")
def agent():
    """A function that calls a program of net-snmp, and the last lines of the table as CSV."""
    if not shutil.which("snmpwalk"):
        pytest.skip("no net-snmp client: apt-get install snmp")
    with served() as (first, _):
        rows = list(csv.DictReader(first["table"]))
        last = [one for one in rows if one["time_s"] == rows[-1]["time_s"]]

        def ask(program, *words, community="public"):
            return subprocess.run(
                [program, "-v2c", "-c", community, "-r0", "-t3", "-m", "", "-On",
                 f"127.0.0.1:{first['port']}", *words],
                capture_output=True, text=True, check=False, timeout=60)

        yield ask, last


def read(done):
    """{name: (type, number)} of what a program printed."""
    assert done.returncode == 0, done.stderr
    found = {}
    for line in done.stdout.splitlines():
        name, _, value = line.partition(" = ")
        kind, _, text = value.partition(": ")
        if kind in TYPES:
            found[name] = kind, int(text.strip("(").split(")")[0])
    return found


def expected(rows):
    """{name: number} of the table's rows, by RFC 2578's rules for an index of 8 octets and a number."""
    found = {}
    for row in rows:
        octets = ".".join(str(one) for one in bytes.fromhex(row["connId"]))
        index = f"{octets}.{'in out'.split().index(row['direction']) + 1}"
        for number, column in enumerate(COLUMNS, 3):
            if row[column]:
                found[f"{BASE}.2.1.{number}.{index}"] = int(row[column])
    return found


@pytest.mark.parametrize("program", ["snmpwalk", "snmpbulkwalk"])
def test_a_walk_reads_the_table(agent, program):
    ask, rows = agent
    found = read(ask(program, BASE))
    table = {name: number for name, (_, number) in found.items() if name.startswith(f"{BASE}.2.")}
    assert table == expected(rows) and len(table) >= 16
    assert {name for name in found if name.startswith(f"{BASE}.1.")} == {
        f"{BASE}.1.{one}.0" for one in range(1, 7)}
    names = [tuple(map(int, name[1:].split("."))) for name in found]
    assert names == sorted(names)


def test_single_values(agent):
    ask, rows = agent
    name, number = next(iter(expected(rows).items()))
    assert read(ask("snmpget", name)) == {name: ("Gauge32", number)}
    assert read(ask("snmpget", f"{BASE}.1.2.0")) == {f"{BASE}.1.2.0": ("Gauge32", 10_000_000)}
    assert "No Such Instance" in ask("snmpget", f"{name}.1").stdout
    assert "No Such Object" in ask("snmpget", f"{BASE}.9.0").stdout
    assert "No more variables left" in ask("snmpgetnext", ".1.3.6.1.4.1.32474").stdout


def test_what_is_refused(agent):
    ask, _ = agent
    done = ask("snmpset", f"{BASE}.1.2.0", "u", "1")
    assert done.returncode != 0 and ("notWritable" in done.stderr or "noAccess" in done.stderr)
    assert "Timeout" in ask("snmpget", f"{BASE}.1.2.0", community="private").stderr


def test_the_shipped_mib_is_right():
    if not shutil.which("smilint"):
        pytest.skip("no smilint: apt-get install smitools")
    done = subprocess.run(["smilint", "-l", "6", "-s", MIB], capture_output=True, text=True,
                          check=False, env={**os.environ, "SMIPATH": str(SMI)})
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_names_of_the_shipped_mib(agent):
    """net-snmp finds the names that the CSV has in the MIB, at the places that the agent uses."""
    assert agent
    names = [f"HSN-QOS-MIB::qosConn{one[0].upper()}{one[1:]}" for one in COLUMNS]
    done = subprocess.run(["snmptranslate", "-M", f"{SMI}:{MIB.parent}", "-m", "HSN-QOS-MIB", "-On",
                           *names], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"{BASE}.2.1.{one}" for one in range(3, 17)]
