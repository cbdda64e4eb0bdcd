# SPDX-License-Identifier: GPL-2.0-only
"""FRM on the wire: tshark reads IP and UDP with their checksums, and this file reads FRM behind them
from the layout in the manual, without the module's code."""

import json
import struct
import subprocess

import pytest
from programs import need_capture

INIT, JOIN, DATA, CNTL, ECHO, LEAVE = range(1, 7)


def checksum(octets):
    """The Internet checksum over octets that contain theirs: 0 if it is right (RFC 1071)."""
    octets += b"\0" * (len(octets) % 2)
    total = sum(struct.unpack(f"!{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total ^ 0xffff


def address(text):
    """Octets of an IPv4 address."""
    return bytes(map(int, text.split(".")))


@pytest.fixture(name="wire", scope="module", params=["Ip", "Udp"])
def fixture_wire(request, tmp_path_factory):
    """Bearer, the program's result, and its PDUs as (source, destination, ttl, octets)."""
    bearer = request.param
    path = tmp_path_factory.mktemp("frm") / f"{bearer}.pcap"
    done = subprocess.run([need_capture("frm-sockets"), f"--capture={path}", f"--bearer={bearer}",
                           "--receivers=3", "--packets=200", "--loss=0.05", "--size=501",
                           "--mode=Buffer", "--repair=Selective"], text=True, check=True,
                          capture_output=True, timeout=100)
    payload = "udp.payload" if bearer == "Udp" else "data.data"
    fields = ["_ws.malformed", "ip.checksum.status", "udp.checksum.status", "ip.proto", "ip.src",
              "ip.dst", payload]
    read = subprocess.run(["tshark", "-n", "-r", path, "-o", "ip.check_checksum:TRUE", "-o",
                           "udp.check_checksum:TRUE", "-T", "fields",
                           *(word for name in fields for word in ("-e", name))], text=True,
                          check=True, capture_output=True, timeout=100)
    pdus = []
    for line in read.stdout.splitlines():
        malformed, by_ip, by_udp, proto, source, destination, data = line.split("\t")
        assert not malformed and by_ip == "1", line
        assert (by_udp, proto) == (("1", "17") if bearer == "Udp" else ("", "247")), line
        pdus.append((source, destination, bytes.fromhex(data.replace(":", ""))))
    return bearer, json.loads(done.stdout.splitlines()[-1]), pdus


def of(wire, *types):
    """PDUs of some types, without common part."""
    return [octets[14:] for _, _, octets in wire[2] if octets[7] in types]


def test_common_part_and_checksums(wire):
    bearer, _, pdus = wire
    assert {octets[7] for _, _, octets in pdus} == {INIT, JOIN, DATA, CNTL, ECHO, LEAVE}
    for source, destination, octets in pdus:
        assert octets[6] == 1  # version
        assert struct.unpack("!I", octets[10:14]) == (1,)  # the first communication
        down = octets[7] in (INIT, DATA, CNTL) or destination == "225.1.2.3"
        assert (destination == "225.1.2.3") == down
        assert (source == "10.0.0.1") == down
        if bearer == "Ip":
            pseudo = address(source) + address(destination) + bytes([0, 247])
            assert checksum(pseudo + struct.pack("!I", len(octets)) + octets) == 0


def test_as_many_as_the_sender_counted(wire):
    _, found, _ = wire
    assert found["complete"] == 3
    assert len(of(wire, DATA)) == found["sent"] + found["retransmissions"]
    assert found["retransmissions"] > 10
    assert len(of(wire, CNTL)) == found["rounds"]
    assert len(of(wire, ECHO)) == found["echoes"]
    assert len(of(wire, INIT)) == 3


def test_contents(wire):
    for octets in of(wire, INIT):
        sender, port, size, least, length = struct.unpack("!4sHHIB", octets)
        assert (sender, size, least, length) == (address("10.0.0.1"), 501, 0, 0) and port > 1024
    for octets in of(wire, JOIN):
        receiver, room = struct.unpack("!QI", octets)
        assert receiver >> 8 == 0x0a0000 and room == 32
    numbers = [struct.unpack("!I", octets[:4])[0] for octets in of(wire, DATA)]
    assert set(numbers) == set(range(200)) and {len(one) for one in of(wire, DATA)} == {505}
    times = {}
    for octets in of(wire, CNTL):
        sync, time = struct.unpack("!IQ", octets)
        assert sync not in times
        times[sync] = time
    assert sorted(times.values()) == [times[sync] for sync in sorted(times)]


def test_echoes_tell_what_receivers_keep(wire):
    times = dict(struct.unpack("!IQ", octets) for octets in of(wire, CNTL))
    kept = 0
    before = {}
    for octets in of(wire, ECHO):
        receiver, sync, time, rseq, dseq, alloc, length = struct.unpack("!QIQIIIH", octets[:34])
        assert times[sync] == time and dseq <= rseq and alloc == 32
        assert len(octets) == 34 + length
        assert (rseq, dseq) >= before.get(receiver, (0, 0))
        before[receiver] = (rseq, dseq)
        kept += sum(bin(octet).count("1") for octet in octets[34:])
    assert kept > 10 and {rseq for rseq, _ in before.values()} == {200}
