# SPDX-License-Identifier: GPL-2.0-only
"""What IndexedTcpSocket logs (NS_LOG), against tshark's reading of the same run's captures, and the
state diagram of RFC 9293, figure 5."""

import re
import subprocess

import pytest
from programs import need_capture

COMPONENT = "HsnIndexedTcpSocket"
FLAGS = ["FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"]  # from the lowest bit on
PORT = {"40000": "a", "49000": "b"}
FIELDS = ("tcp.srcport", "tcp.flags", "tcp.seq_raw", "tcp.len", "tcp.ack_raw", "tcp.window_size_value")


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """Runs hsn-tcp-capture with a log level; the lines of the log."""
    program = need_capture("tcp-capture")

    def run(level, *arguments):
        env = {"NS_LOG": f"{COMPONENT}={level}"} if level else {}
        done = subprocess.run([program, f"--prefix={tmp_path}/capture", *arguments], env=env, text=True,
                              check=True, capture_output=True, timeout=100)
        return done.stderr.splitlines()

    run.folder = tmp_path
    return run


def captured(path):
    """The fields of all segments of a capture."""
    done = subprocess.run(["tshark", "-n", "-r", path, "-T", "fields",
                           *(word for name in FIELDS for word in ("-e", name))], text=True,
                          check=True, capture_output=True, timeout=100)
    return [line.split("\t") for line in done.stdout.splitlines()]


def said(port, flags, sequence, size, ack, window):
    """A segment as the log has it."""
    names = "|".join(name for bit, name in enumerate(FLAGS) if int(flags, 16) & 1 << bit)
    return PORT[port], f"{names} seq {sequence} size {size} ack {ack} window {window}"


def test_every_segment_is_logged(run):
    """Those that a host sends and receives, with all numbers, as its capture has them."""
    log = run("level_debug", "--lose=30", "--reply=5000")
    for verb, offset in (("sends", 0), ("received", 1)):
        logged = [re.search(rf" {verb} (\S+ seq .*)", line) for line in log]
        logged = sorted(found[1] for found in logged if found)
        on_wire = sorted(text for host in "ab"
                         for source, text in (said(*row) for row in captured(f"{run.folder}/capture-{host}.pcap"))
                         if (source == host) == (offset == 0))
        assert len(on_wire) > 300 and logged == on_wire


def test_retransmissions_and_congestion_states(run):
    """One loss: one retransmission, and RFC 6675's way from an open window and back."""
    log = run("level_info", "--lose=30")
    data = [row for row in captured(f"{run.folder}/capture-a.pcap") if row[0] == "40000" and int(row[3])]
    sequences = [row[2] for row in data]
    again = sorted(number for number in set(sequences) if sequences.count(number) > 1)
    assert [re.search(r"sends again (\d+) size (\d+)", line).groups() for line in log
            if "sends again" in line] == [(number, "536") for number in again]
    assert len(again) == 1
    states = [re.search(r"(CA_\w+) -> (CA_\w+)", line) for line in log]
    assert [found.groups() for found in states if found] == [
        ("CA_OPEN", "CA_DISORDER"), ("CA_DISORDER", "CA_RECOVERY"), ("CA_RECOVERY", "CA_OPEN")]


def test_states_of_a_connection(run):
    """Active and passive opening and closing."""
    log = run("level_debug")
    ways = {}
    for line in log:
        found = re.search(r"(0x\w+) (\w+) -> (\w+)$", line)
        if found and not found[2].startswith("CA_"):
            ways.setdefault(found[1], [found[2]]).append(found[3])
    assert ["CLOSED", "SYN_SENT", "ESTABLISHED", "FIN_WAIT_1", "FIN_WAIT_2", "TIME_WAIT",
            "CLOSED"] in ways.values()
    assert ["CLOSED", "SYN_RCVD", "ESTABLISHED", "CLOSE_WAIT", "LAST_ACK", "CLOSED"] in ways.values()


@pytest.mark.parametrize("arguments, level, words", [
    (["--loseBare=1"], "info", "sends SYN number 2"),
    (["--loseBare=1"], "logic", "a SYN was lost"),
    (["--refused"], "info", "refused by the peer"),
    (["--refused"], "warn", "ends in state SYN_SENT by error"),
    (["--readFrom=30s", "--b=RcvBufSize=20000"], "info", "probes the closed window"),
    (["--readFrom=30s", "--b=RcvBufSize=20000"], "logic", "the peer's window opens"),
    (["--readFrom=30s", "--b=RcvBufSize=20000"], "warn", "dropped: window closed"),
    (["--piece=100", "--send=1000"], "function", "DoSend("),
])
def test_what_is_rare_is_logged_at_its_level(run, arguments, level, words):
    """And not above it."""
    levels = ["warn", "debug", "info", "function", "logic"]
    log = run(f"{level}|prefix_func", *arguments)
    assert any(words in line for line in log), words
    others = "|".join(one for one in levels if one != level)
    assert not any(words in line for line in run(f"{others}|prefix_func", *arguments))


def test_nothing_is_said_unasked(run):
    assert run("") == []
