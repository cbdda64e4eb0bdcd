# SPDX-License-Identifier: GPL-2.0-only
"""XTP on the wire as tshark reads it: every header, segment and checksum.

Two defects of tshark's dissector are known. It reads the edges of spans in the wrong byte order, which
is put right here. And it marks the octets of echo, and of what follows in TCNTL and JCNTL, 4 octets
early; the values that it reports are right."""

import json
import subprocess

import pytest
from programs import need_capture

DATA, CNTL, FIRST, ECNTL, TCNTL, JCNTL, DIAG = 0, 1, 2, 3, 5, 7, 8
OPTIONS = {"nocheck": 0x400000, "edge": 0x200000, "noerr": 0x100000, "multi": 0x80000,
           "res": 0x40000, "sort": 0x20000, "noflow": 0x10000, "fastnak": 0x8000, "sreq": 0x4000,
           "dreq": 0x2000, "rclose": 0x1000, "wclose": 0x800, "eom": 0x400, "end": 0x200,
           "btag": 0x100}
FIELDS = ["key", "cmd.options", "cmd.ptype.ver", "cmd.ptype.pformat", "dlen", "sort", "sync", "seq",
          "checksum.status", "cntl.rseq", "cntl.alloc", "cntl.echo", "ecntl.rseq", "ecntl.alloc",
          "ecntl.echo", "ecntl.nspan", "ecntl.span_le", "ecntl.span_re", "tcntl.rseq",
          "tcntl.alloc", "tcntl.echo", "tcntl.rsvd", "tcntl.xkey", "tspec.tlen", "tspec.service",
          "tspec.format", "tspec.maxdata", "tspec.inrate", "tspec.inburst", "tspec.outrate",
          "tspec.outburst", "aseg.alen", "aseg.aformat", "aseg.dsthost", "aseg.srchost",
          "aseg.dstport", "aseg.srcport", "data.btag", "diag.code", "diag.val",
          *("cmd.options." + name for name in OPTIONS)]


@pytest.fixture(name="pairs", scope="module")
def fixture_pairs(tmp_path_factory):
    """Each packet as the program and as tshark tell of it."""
    prefix = tmp_path_factory.mktemp("xtp") / "capture"
    done = subprocess.run([need_capture("xtp-capture"), f"--prefix={prefix}"], text=True, check=True,
                          capture_output=True, timeout=100)
    ours = json.loads(done.stdout)["packets"]
    arguments = [word for name in FIELDS for word in ("-e", "xtp." + name)]
    read = subprocess.run(["tshark", "-n", "-r", f"{prefix}.pcap", "-Y", "xtp", "-T", "fields",
                           "-e", "_ws.malformed", "-e", "xtp.spans_bad", *arguments], text=True,
                          check=True, capture_output=True, timeout=100)
    theirs = []
    for line in read.stdout.splitlines():
        malformed, spans_bad, *values = line.split("\t")
        assert not malformed and not spans_bad, line
        theirs.append(dict(zip(FIELDS, values)))
    assert len(ours) == len(theirs)
    return list(zip(ours, theirs))


def number(text):
    return int(text, 0)


def numbers(theirs, *names):
    return [number(theirs[name]) for name in names]


def swapped(text):
    """The edges of spans, in network order."""
    return [int.from_bytes(int(one, 0).to_bytes(8, "little"), "big")
            for one in text.split(",") if one]


def host(text):
    return int.from_bytes(bytes(map(int, text.split("."))), "big")


def of(pairs, *formats):
    found = [pair for pair in pairs if pair[0]["format"] in formats]
    assert found
    return found


def test_every_format_is_there(pairs):
    assert {ours["format"] for ours, _ in pairs} == {DATA, CNTL, FIRST, ECNTL, TCNTL, JCNTL, DIAG}


def test_headers_and_checksums(pairs):
    for ours, theirs in pairs:
        assert numbers(theirs, "key", "cmd.options", "cmd.ptype.pformat", "dlen", "sort", "sync",
                       "seq") == [ours[name] for name in ("key", "options", "format", "length",
                                                          "sort", "sync", "seq")]
        assert theirs["cmd.ptype.ver"] == "1"
        assert theirs["checksum.status"] == "1"  # good
        for name, bit in OPTIONS.items():
            assert number(theirs["cmd.options." + name]) == bool(ours["options"] & bit), name


def test_options_that_occur(pairs):
    seen = 0
    for ours, _ in pairs:
        seen |= ours["options"]
    assert seen == sum(OPTIONS.values()) - sum(OPTIONS[one] for one in ("edge", "multi", "res"))


def test_cntl(pairs):
    for ours, theirs in of(pairs, CNTL):
        assert numbers(theirs, "cntl.rseq", "cntl.alloc", "cntl.echo") == [
            ours["rseq"], ours["alloc"], ours["echo"]]


def test_ecntl(pairs):
    for ours, theirs in of(pairs, ECNTL):
        assert numbers(theirs, "ecntl.rseq", "ecntl.alloc", "ecntl.echo", "ecntl.nspan") == [
            ours["rseq"], ours["alloc"], ours["echo"], len(ours["spans"])]
        # the dissector's defect: the edges are in network order
        spans = zip(swapped(theirs["ecntl.span_le"]), swapped(theirs["ecntl.span_re"]))
        assert [list(one) for one in spans] == ours["spans"]
    assert any(ours["spans"] for ours, _ in of(pairs, ECNTL))


def check_traffic(ours, theirs):
    assert numbers(theirs, "tspec.service", "tspec.format") == [ours["service"], ours["traffic"][0]]
    if ours["traffic"][0]:
        assert numbers(theirs, "tspec.maxdata", "tspec.inrate", "tspec.inburst", "tspec.outrate",
                       "tspec.outburst") == ours["traffic"][1:]


def check_address(ours, theirs):
    assert numbers(theirs, "aseg.alen", "aseg.aformat") == [16, 1]
    assert [host(theirs["aseg.srchost"]), host(theirs["aseg.dsthost"])] == ours["hosts"]
    assert numbers(theirs, "aseg.srcport", "aseg.dstport") == ours["ports"]


def test_first(pairs):
    services = set()
    for ours, theirs in of(pairs, FIRST):
        check_address(ours, theirs)
        check_traffic(ours, theirs)
        services.add(ours["service"])
    assert services == {1, 2, 3, 4}


def test_tcntl_and_jcntl(pairs):
    for ours, theirs in of(pairs, TCNTL, JCNTL):
        assert numbers(theirs, "tcntl.rseq", "tcntl.alloc", "tcntl.echo", "tcntl.rsvd",
                       "tcntl.xkey") == [ours["rseq"], ours["alloc"], ours["echo"], 0, ours["xkey"]]
        check_traffic(ours, theirs)
        if ours["format"] == JCNTL:
            check_address(ours, theirs)


def test_data_and_diag(pairs):
    assert {number(theirs["data.btag"]) for _, theirs in of(pairs, DATA)
            if theirs["data.btag"]} == {0x123456789abcdef}
    for ours, theirs in of(pairs, DIAG):
        assert numbers(theirs, "diag.code", "diag.val") == ours["diag"]
    assert {tuple(ours["diag"]) for ours, _ in of(pairs, DIAG)} == {(1, 1), (3, 0), (5, 13)}
