# SPDX-License-Identifier: GPL-2.0-only
"""RMTP on the wire: tshark reads IP and UDP with their checksums, and this file reads RMTP behind them
from the layout in the manual, without the module's code."""

import json
import struct
import subprocess
from collections import Counter

import pytest
from programs import need_capture

DATA, ACK, NACK, POLL, CONN, CACK, REL, RACK, REPORT = 1, 2, 3, 7, 8, 9, 10, 11, 12
LAST, RANGE, START, STOP = 0x02, 0x04, 0x40, 0x80
ALWAYS_LONG = {DATA, NACK, CONN, REPORT}  # PDUs with a length in the paper's layout, too
RECEIVERS, PACKETS, BLOCK = 10, 120, 500
GROUP, SERVER = "225.1.2.3", "10.0.0.1"


@pytest.fixture(name="wire", scope="module", params=["Paper", "Draft01"])
def fixture_wire(request, tmp_path_factory):
    """The program's result, and its PDUs as (source, destination, type, octets behind connection)."""
    path = tmp_path_factory.mktemp("rmtp") / "server.pcap"
    done = subprocess.run([need_capture("rmtp"), "--nodes=1", f"--receivers={RECEIVERS}",
                           f"--packets={PACKETS}", f"--blockSize={BLOCK}", "--loss=0.1", "--maxPoll=9",
                           "--interval=3", "--control=1", f"--format={request.param}",
                           f"--capture={path}"], text=True, check=True, capture_output=True, timeout=100)
    fields = ["_ws.malformed", "ip.checksum.status", "udp.checksum.status", "ip.src", "ip.dst",
              "udp.srcport", "udp.dstport", "udp.payload"]
    read = subprocess.run(["tshark", "-n", "-r", path, "-o", "ip.check_checksum:TRUE", "-o",
                           "udp.check_checksum:TRUE", "-d", "udp.port==9,data", "-T", "fields",
                           *(word for name in fields for word in ("-e", name))], text=True,
                          check=True, capture_output=True, timeout=100)
    pdus = []
    for line in read.stdout.splitlines():
        malformed, by_ip, by_udp, source, destination, *ports, data = line.split("\t")
        assert (malformed, by_ip, by_udp) == ("", "1", "1"), line
        assert ports[source == SERVER] == "9", line  # receivers listen there
        octets = bytes.fromhex(data.replace(":", ""))
        kind = struct.unpack("!H", octets[:2])[0]
        has_length = kind in ALWAYS_LONG or request.param == "Draft01"
        if has_length:
            assert struct.unpack("!H", octets[2:4])[0] == len(octets), line
        at = 4 if has_length else 2
        assert struct.unpack("!H", octets[at:at + 2]) == (1,)  # the first connection
        pdus.append((source, destination, kind, octets[at + 2:]))
    return json.loads(done.stdout.splitlines()[-1]), pdus


def of(wire, kind):
    """PDUs of a type, behind the connection."""
    return [octets for _, _, which, octets in wire[1] if which == kind]


def missing(entries):
    """Numbers of a list: a run of four or more is first, 0xffff, last."""
    numbers, entries = [], list(entries)
    while entries:
        first = entries.pop(0)
        if entries and entries[0] == 0xffff:
            last = entries[1]
            assert last - first >= 3
            numbers += range(first, last + 1)
            del entries[:2]
        else:
            numbers.append(first)
    assert numbers == sorted(set(numbers)) and numbers
    return numbers


def test_who_says_what_to_whom(wire):
    for source, destination, kind, _ in wire[1]:
        assert (source == SERVER) == (kind in {DATA, POLL, CONN, REL})
        assert (destination == GROUP) == (kind in {DATA, REL} or (kind == CONN and destination == GROUP))
        assert kind != POLL or destination.startswith("10.0.0.")
    assert {kind for _, _, kind, _ in wire[1]} == {DATA, ACK, NACK, POLL, CONN, CACK, REL, RACK, REPORT}


def test_as_many_as_the_server_counted(wire):
    found, pdus = wire
    count = Counter(kind for _, _, kind, _ in pdus)
    assert found["complete"] and found["retransmissions"] > 0
    assert (count[DATA], count[POLL], count[REL]) == (found["data_sent"], found["polls"], found["releases"])
    assert (count[ACK], count[NACK], count[RACK]) == (found["acks"], found["nacks"], found["racks"])
    assert count[CONN] == 1 + found["conn_retries"] and count[REPORT] == found["reports"]
    assert sum(count[kind] for kind in (DATA, POLL, CONN, REL)) == found["sent"]


def test_contents(wire):
    for octets in of(wire, CONN):
        version, reserved, size, blocks, block, kind, length, _ = struct.unpack("!BBIHHBBH", octets)
        assert (version, reserved, size, blocks, block) == (1, 0, PACKETS * BLOCK, PACKETS, BLOCK)
        assert (kind, length) == (3, 4)  # the range of the backoff
    for octets in of(wire, CACK):
        assert octets == bytes(2)  # yes
    for kind in (REL, RACK):
        assert set(of(wire, kind)) == {b""}
    for octets in of(wire, ACK):
        assert len(octets) == 1
    assert {len(octets) for octets in of(wire, POLL)} == {2}
    for octets in of(wire, REPORT):
        start, stop, count = struct.unpack("!HHI", octets)
        assert 1 <= start < stop <= PACKETS and count <= 50


def test_rounds_send_what_lists_name(wire):
    """What is sent in a round is the union of what receivers lacked of the round before."""
    sent, wanted, last = {}, {}, {}
    number = 0
    for _, _, kind, octets in wire[1]:
        if kind == DATA:
            seq, flags, number = struct.unpack("!HBB", octets[:4])
            assert flags & RANGE and len(octets) == 6 + BLOCK
            assert struct.unpack("!H", octets[4:6])[0] <= 3 * RECEIVERS
            assert seq > last.get(number, 0)
            last[number] = seq
            sent.setdefault(number, []).append((seq, flags))
        elif kind == NACK:
            numbers = missing(struct.unpack(f"!{len(octets) // 2 - 1}H", octets[2:]))
            assert octets[0] <= number  # less: it has got nothing of the last rounds
            wanted.setdefault(number, set()).update(numbers)
    assert [seq for seq, _ in sent[0]] == list(range(1, PACKETS + 1))
    assert len(sent) > 2
    for number, packets in sent.items():
        assert [bool(flags & LAST) for _, flags in packets] == [False] * (len(packets) - 1) + [True]
        if number > 0:
            assert {seq for seq, _ in packets} == wanted[number - 1]


def test_monitored_packets(wire):
    """A mark at the begin, one 50 packets later or at the round's end."""
    starts = stops = 0
    for octets in of(wire, DATA):
        starts += bool(octets[2] & START)
        stops += bool(octets[2] & STOP)
        assert 0 <= starts - stops <= 1
    assert starts > 1
