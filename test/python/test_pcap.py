# SPDX-License-Identifier: GPL-2.0-only
"""Captures as tshark reads them, against what the simulation itself counted."""

import json
import struct
import subprocess
import zlib
from decimal import Decimal
from pathlib import Path

import pytest
from programs import need_capture


@pytest.fixture(name="capture")
def fixture_capture(tmp_path):
    """Run hsn-atm-capture; returns what it counted and the start of the names of its files."""
    program = need_capture("atm-capture")

    def run(*arguments):
        prefix = tmp_path / "capture"
        done = subprocess.run([program, f"--prefix={prefix}", *arguments], text=True, check=True,
                              capture_output=True, timeout=100)
        return json.loads(done.stdout), str(prefix)

    return run


def tshark(path, *arguments):
    """What tshark says of a capture, as lines."""
    done = subprocess.run(["tshark", "-n", "-r", path, *arguments], text=True, check=True,
                          capture_output=True, timeout=100)
    return done.stdout.splitlines()


def fields(path, *names):
    """A tuple of field values for each frame."""
    arguments = [word for name in names for word in ("-e", name)]
    return [tuple(line.split("\t")) for line in tshark(path, "-T", "fields", *arguments)]


def verdicts(path):
    """For each frame of a capture of CPCS-PDUs, tshark's verdict on the CRC, or None if it does
    not take the last bytes for a trailer: it looks at the CRC only where PAD is 0 to 47 bytes."""
    found = []
    for line in tshark(path, "-V"):
        if line.startswith("Frame "):
            found.append(None)
        elif "AAL5 CRC:" in line:
            assert found[-1] is None, line
            found[-1] = line.split("(", 1)[1].split(")", 1)[0].split(",")[0]
    return found


def erf_payloads(path):
    """The CPCS-PDUs of a capture, read without tshark."""
    data = Path(path).read_bytes()
    assert struct.unpack("<IHHiIII", data[:24])[6] == 197
    at, found = 24, []
    while at < len(data):
        length = struct.unpack("<IIII", data[at:at + 16])[2]
        record = data[at + 16:at + 16 + length]
        assert record[8] == 4 and struct.unpack(">H", record[10:12])[0] == length
        found.append(record[20:])
        at += 16 + length
    return found


def mirror(value, bits):
    """The bits in the other order."""
    return int(f"{value:0{bits}b}"[::-1], 2)


MIRROR = bytes(mirror(byte, 8) for byte in range(256))


def crc_is_right(pdu):
    """AAL5's CRC-32 is zlib's with the bits of all octets in the other order."""
    crc = mirror(zlib.crc32(pdu[:-4].translate(MIRROR)), 32)
    return crc == struct.unpack(">I", pdu[-4:])[0]


def length_fits(pdu):
    """Whether the trailer's Length leaves a PAD of 0 to 47 octets."""
    return 0 <= len(pdu) - 8 - struct.unpack(">H", pdu[-6:-4])[0] <= 47


def check_pdus(counted, prefix):
    """Frames at the second host are the PDUs the simulation counted, with the right verdicts;
    returns those verdicts for the broken ones."""
    path = prefix + "-b.erf.pcap"
    payloads, found = erf_payloads(path), verdicts(path)
    frames = fields(path, "frame.time_epoch", "atm.vpi", "atm.vci", "atm.cells")
    assert len(payloads) == len(found) == len(frames) == len(counted["pdus"])
    broken = []
    for pdu, verdict, frame, what in zip(payloads, found, frames, counted["pdus"]):
        assert len(pdu) == 48 * what["cells"]
        assert Decimal(frame[0]) * 10**9 == what["time"]
        assert frame[1:] == (str(what["vpi"]), str(what["vci"]), str(what["cells"]))
        if what["error"]:
            assert not (crc_is_right(pdu) and length_fits(pdu))
            assert verdict == ("incorrect" if length_fits(pdu) else None)
            broken.append(verdict)
        else:
            assert crc_is_right(pdu) and length_fits(pdu)
            assert verdict == "correct"
    return broken


def test_good_pdus(capture):
    """Every CRC is correct, at both hosts."""
    counted, prefix = capture()
    assert check_pdus(counted, prefix) == []
    assert len(counted["pdus"]) > 30
    assert set(verdicts(prefix + "-a.erf.pcap")) == {"correct"}


def test_damaged_pdus(capture):
    """Inverted payload bits: the CRC is incorrect where they are, and nowhere else."""
    counted, prefix = capture("--ber=2e-5")
    broken = check_pdus(counted, prefix)
    assert counted["damaged"] > 3
    assert broken.count("incorrect") > 3


def test_lost_cells(capture):
    """A PDU that lacks a cell fails, others do not."""
    # the first PDUs, of neighbour discovery, have two cells; 60 is in a long one
    counted, prefix = capture("--lose=4,60")
    assert counted["lost"] == 2
    assert len(check_pdus(counted, prefix)) == 2


def test_merged_pdus(capture):
    """A lost last cell: two PDUs in one, too long for its trailer."""
    counted, prefix = capture("--loseLast")
    broken = check_pdus(counted, prefix)
    assert counted["lost"] > 5 and len(broken) > 3
    assert "correct" not in broken


def test_merged_pdus_of_fitting_length(capture):
    """The first cell of one PDU and the last of another of the same size: only the CRC can tell."""
    counted, _ = capture()
    sent = [cell for cell in counted["cells"] if cell[5] == "tx"]
    # numbers of the cells of each PDU of IPv4, after IPv6 neighbour discovery is done
    pdus = [[]]
    for number, cell in enumerate(sent):
        if cell[1] == 0x12 and cell[0] >= 2.01 * 10**9:
            pdus[-1].append(number)
            if cell[3]:
                pdus.append([])
    # 40 octets, 4000 octets, 40 octets
    assert [len(pdu) for pdu in pdus[:3]] == [2, 85, 2]
    between = pdus[0][1:] + pdus[1] + pdus[2][:1]
    before = [c for c in counted["cells"] if c[5] == "rx" and c[0] < sent[between[0]][0]]
    # the link counts the cells of both directions
    lost = [number + len(before) for number in between]
    counted, prefix = capture("--lose=" + ",".join(map(str, lost)))
    assert [pdu["cells"] for pdu in counted["pdus"] if pdu["error"]] == [2]
    assert check_pdus(counted, prefix) == ["incorrect"]


def test_rfc1483(capture):
    """SDUs decode as LLC/SNAP, IPv4 and IPv6, UDP, with the addresses and sizes sent."""
    _, prefix = capture("--packets=20")
    frames = fields(prefix + "-b.1483.pcap", "frame.protocols", "ip.src", "ipv6.dst", "udp.length",
                    "_ws.malformed")
    udp4 = [f for f in frames if f[0].startswith("llc:ip:udp")]
    udp6 = [f for f in frames if f[0].startswith("llc:ipv6:udp")]
    others = [f for f in frames if f not in udp4 and f not in udp6]
    for packets in (udp4, udp6):
        assert sorted(f[3] for f in packets) == ["4008"] * 10 + ["48"] * 10
    assert {f[1] for f in udp4} == {"10.1.1.1"}
    assert len({f[2] for f in udp6}) == 1 and udp6[0][2].startswith("2001:db8::")
    assert {f[0] for f in others} == {"llc:ipv6:icmpv6"}
    assert {f[4] for f in frames} == {""}


@pytest.mark.parametrize("arguments", [[], ["--tag"]])
def test_cells(capture, arguments):
    """Cells at a switch port: time, VPI, VCI, payload type, loss priority."""
    counted, prefix = capture(*arguments)
    frames = fields(prefix + "-port.erf.pcap", "frame.time_epoch", "atm.vpi", "atm.vci",
                    "atm.payload_type", "atm.cell_loss_priority")
    seen = [[int(Decimal(f[0]) * 10**9), *(int(v) for v in f[1:])] for f in frames]
    assert seen == [cell[:5] for cell in counted["cells"]]
    assert {cell[3] for cell in seen} == {0, 1}
    assert {cell[4] for cell in seen} == ({0, 1} if arguments else {0})
    assert {tuple(cell[1:3]) for cell in seen} == {(0, 32), (0x12, 0x3456)}
    # the last cells delimit the PDUs that the host behind this port saw
    assert sum(cell[3] for cell in seen) == len(counted["pdus"])


def test_ascii(capture):
    """Ascii traces: + into the queue, - onto the link, r received, d dropped."""
    _, prefix = capture("--ascii")

    def events(name, word):
        lines = Path(prefix + name).read_text(encoding="utf-8").splitlines()
        return "".join(line[0] for line in lines if word in line)

    first, every = events("-a.tr", "Ipv4Header"), events("-all.tr", "ns3::Ipv4Header")
    assert (first.count("+"), first.count("-"), first.count("r")) == (12, 12, 0)
    assert (every.count("+"), every.count("-"), every.count("r")) == (12, 12, 12)
    assert set(events("-a.tr", "10.1.1.50")) == {"d"}  # ARP found no VC
