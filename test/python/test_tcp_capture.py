# SPDX-License-Identifier: GPL-2.0-only
"""TCP on the wire as tshark reads it: checksums, options, and nothing that a scenario does not
explain.  Every scenario says which of tshark's findings are expected at which host; all others
are errors."""

import json
import subprocess
from collections import Counter, namedtuple

import pytest
from programs import need_capture

pytestmark = pytest.mark.rotating("model/transport", "model/link")

# tshark's findings on sequence numbers, acknowledgements and windows
ANALYSIS = ("ack_lost_segment", "duplicate_ack", "fast_retransmission", "keep_alive",
            "keep_alive_ack", "lost_segment", "out_of_order", "retransmission", "reused_ports",
            "spurious_retransmission", "window_full", "window_update", "zero_window",
            "zero_window_probe", "zero_window_probe_ack")
# those that tell of no trouble
HARMLESS = {"window_full", "window_update"}
# how tshark calls a segment that is sent again depends on how long ago the first one was
REPEATED = {"retransmission", "fast_retransmission", "out_of_order"}

FIELDS = {"time": "frame.time_epoch", "ip_check": "ip.checksum.status",
          "tcp_check": "tcp.checksum.status", "malformed": "_ws.malformed",
          "severity": "_ws.expert.severity", "message": "_ws.expert.message",
          "source": "tcp.srcport", "sequence": "tcp.seq_raw", "ack": "tcp.ack_raw",
          "length": "tcp.len", "flags": "tcp.flags", "window": "tcp.window_size",
          "raw_window": "tcp.window_size_value", "shift": "tcp.options.wscale.shift",
          "sack_permitted": "tcp.options.sack_perm", "sack_left": "tcp.options.sack_le",
          "sack_right": "tcp.options.sack_re", "stamp": "tcp.options.timestamp.tsval",
          "echo": "tcp.options.timestamp.tsecr", "ecn4": "ip.dsfield.ecn",
          "ecn6": "ipv6.tclass.ecn", "mss": "tcp.options.mss_val"}
Segment = namedtuple("Segment", [*FIELDS, "findings"])

FIN, SYN, RST, ACK, ECE, CWR = 0x01, 0x02, 0x04, 0x10, 0x40, 0x80
A, B = "40000", "49000"  # ports of the hosts
PROBE_AFTER = 0.24  # s; RFC 8985, 7.2: two round-trip times of 20 ms, 200 ms for a lone segment


class Capture:
    """One run of the program: its counts, and the captures of both hosts."""

    def __init__(self, counted, prefix):
        self.counted = counted
        self.paths = {host: f"{prefix}-{host}.pcap" for host in "ab"}
        self.a, self.b = (segments(self.paths[host]) for host in "ab")

    def findings(self, host):
        """How often tshark found what."""
        return Counter(name for s in getattr(self, host) for name in s.findings)

    def data(self, host="a", source=A):
        """The segments of one host that carry data, as the other or the same one saw them."""
        return [s for s in getattr(self, host) if s.source == source and int(s.length) > 0]

    def sent_twice(self, source=A):
        """Sequence numbers that host a captured again, by port."""
        times = Counter(s.sequence for s in self.data("a", source))
        return sorted(number for number, n in times.items() if n > 1)

    def stream(self, host, direction):
        """The octets of one direction as tshark puts them together."""
        lines = tshark(self.paths[host], "-q", "-z", "follow,tcp,raw,0")
        # lines of the second of both nodes are indented
        first = next(line for line in lines if line.startswith("Node 0"))
        indented = first.endswith(":" + A) != (direction == "a")
        lines = [line for line in lines if set(line.strip()) <= set("0123456789abcdef")]
        wanted = [line.strip() for line in lines if line.startswith("\t") == indented]
        return bytes.fromhex("".join(wanted))


def tshark(path, *arguments):
    """What tshark says of a capture, as lines."""
    done = subprocess.run(["tshark", "-n", "-r", path, "-o", "tcp.check_checksum:TRUE",
                           "-o", "tcp.relative_sequence_numbers:FALSE",
                           "-o", "ip.check_checksum:TRUE", *arguments], text=True, check=True,
                          capture_output=True, timeout=100)
    return done.stdout.splitlines()


def segments(path):
    """All segments of a capture."""
    names = [*FIELDS.values(), *("tcp.analysis." + name for name in ANALYSIS)]
    lines = tshark(path, "-Y", "tcp", "-T", "fields", *(w for n in names for w in ("-e", n)))
    found = []
    for line in lines:
        values = line.split("\t")
        findings = {name for name, value in zip(ANALYSIS, values[len(FIELDS):]) if value}
        if "spurious_retransmission" in findings:
            findings.discard("retransmission")  # which tshark sets as well
        if findings & REPEATED:
            findings = findings - REPEATED | {"repeated"}
        found.append(Segment(*values[:len(FIELDS)], findings))
    return found


@pytest.fixture(name="capture")
def fixture_capture(tmp_path):
    """Run hsn-tcp-capture; what every capture must fulfil is checked here."""
    program = need_capture("tcp-capture")

    def run(*arguments, a=(), b=()):
        prefix = tmp_path / "capture"
        done = subprocess.run([program, f"--prefix={prefix}", *arguments], text=True, check=True,
                              capture_output=True, timeout=100)
        made = Capture(json.loads(done.stdout), prefix)
        for host, explained in (("a", a), ("b", b)):
            check_segments(getattr(made, host))
            assert set(made.findings(host)) - HARMLESS == set(explained), host
        check_packets(made)
        return made

    return run


def check_segments(seen):
    """Checksums and formats, and acknowledgements and windows that fit together."""
    assert seen
    stamps = {s.source: set() for s in seen}
    for s in seen:
        assert s.ip_check in ("1", ""), s  # 1: good; IPv6 has none
        assert s.tcp_check == "1", s
        assert s.malformed == "", s
        assert "8388608" not in s.severity.split(","), s  # an error
        if not int(s.flags, 16) & SYN:
            assert s.shift == s.sack_permitted == s.mss == "", s
        # a timestamp echoes one that the other end has sent
        if s.stamp:
            stamps[s.source].add(s.stamp)
            if int(s.flags, 16) & ACK:
                assert any(s.echo in sent for source, sent in stamps.items()
                           if source != s.source), s
        lefts, rights = (list(map(int, v.split(","))) if v else [] for v in
                         (s.sack_left, s.sack_right))
        assert len(lefts) == len(rights) <= 4
        for i, (left, right) in enumerate(zip(lefts, rights)):
            assert 0 < (right - left) % 2**32 < 2**31, s
            duplicate = i == 0 and (int(s.ack) - right) % 2**32 < 2**31  # RFC 2883, 4
            assert duplicate or 0 < (left - int(s.ack)) % 2**32 < 2**31, s


def check_packets(made):
    """What one host saw of the other is what that host sent, without what got lost."""
    lost = 0
    for source in {s.source for s in made.a + made.b}:
        sender, receiver = (made.a, made.b) if source == A else (made.b, made.a)
        went = Counter(s[6:10] for s in sender if s.source == source)
        came = Counter(s[6:10] for s in receiver if s.source == source)
        lost += sum((went - came).values())
    assert lost == made.counted["lost"]


def pattern(octets):
    """What the program sends."""
    return bytes((i * 2654435761 % 2**32) >> 24 for i in range(octets))


def number(made):
    """Sequence numbers of host a's segments with data, in order of first sending."""
    return list(dict.fromkeys(s.sequence for s in made.data()))


def flags(made, host="a"):
    """Pairs of port and flags of all segments without data, ACKs left out."""
    return [(s.source, int(s.flags, 16)) for s in getattr(made, host)
            if int(s.flags, 16) & (SYN | FIN | RST)]


# --- a scenario each ---


@pytest.mark.parametrize("pair", ["hsn hsn", "hsn ns3", "ns3 hsn"])
@pytest.mark.parametrize("v6", [False, True])
def test_plain(capture, pair, v6):
    """No loss: nothing is found; the content is right; three segments open, four close."""
    active, passive = pair.split()
    made = capture(f"--active={active}", f"--passive={passive}", f"--v6={v6}", "--reply=5000")
    assert made.stream("b", "a") == pattern(100000)
    assert made.stream("a", "b") == pattern(5000)
    assert [f & ~(ECE | CWR) for _, f in flags(made)][:2] == [SYN, SYN | ACK]
    assert Counter(f & ~8 for _, f in flags(made)[2:]) == {FIN | ACK: 2}
    assert made.counted["b"]["received"] == 100000 and made.counted["a"]["received"] == 5000
    assert made.counted["a"]["failures"] == made.counted["b"]["failures"] == 0
    assert not made.sent_twice()
    assert all(s.stamp for s in made.a)


@pytest.mark.parametrize("pair", ["hsn hsn", "hsn ns3", "ns3 hsn"])
def test_options_off(capture, pair):
    """What one end does not offer, nobody uses."""
    active, passive = pair.split()
    off = "Sack=false,Timestamp=false,WindowScaling=false"
    for ends in ([f"--a={off}"], [f"--b={off}"]):
        made = capture(f"--active={active}", f"--passive={passive}", *ends)
        offers, accepts = made.a[0], made.a[1]
        for option in ("shift", "sack_permitted", "stamp"):
            assert bool(getattr(offers, option)) == ("--b=" in ends[0])
            assert not getattr(accepts, option)
        assert not any(s.stamp or s.sack_left for s in made.a[2:])
        assert all(int(s.window) == int(s.raw_window) for s in made.a)


def test_window_scaling(capture):
    """RFC 7323: a window beyond 64 KiB, no scaling in segments with SYN, and it is used."""
    made = capture("--b=RcvBufSize=1000000", "--a=SndBufSize=1000000,SegmentSize=1000",
                   "--send=2000000", "--rate=1Gbps")
    shifts = [int(s.shift) for s in made.a[:2]]
    assert all(0 <= shift <= 14 for shift in shifts)
    assert (65535 << shifts[1]) >= 1000000
    assert all(int(s.raw_window) <= 65535 for s in made.a)
    windows = [int(s.window) for s in made.b if s.source != A][1:]
    assert max(windows) > 900000
    # octets in flight, as host a sees them
    flight, acked = 0, int(made.a[0].sequence) + 1
    for s in made.a:
        if s.source == A:
            flight = max(flight, int(s.sequence) + int(s.length) - acked)
        else:
            acked = int(s.ack)
    assert 65535 < flight <= 1000000


def test_window_of_64_kib(capture):
    """Without scaling no more than 65535 = 255 * 257 octets are in flight."""
    made = capture("--b=RcvBufSize=1000000,WindowScaling=false", "--a=SegmentSize=257",
                   "--send=500000", "--rate=1Gbps", "--delay=50ms")
    assert made.stream("b", "a") == pattern(500000)
    assert made.findings("a")["window_full"] > 0


@pytest.mark.parametrize("passive", ["hsn", "ns3"])
def test_single_loss(capture, passive):
    """One segment lost, SACK: it and nothing else is sent again, soon."""
    made = capture(f"--passive={passive}", "--lose=30", a=["duplicate_ack", "repeated"],
                   b=["lost_segment", "repeated", "duplicate_ack"])
    assert made.sent_twice() == [number(made)[29]]
    assert made.findings("a")["repeated"] == 1
    assert any(s.sack_left for s in made.a)
    assert made.stream("b", "a") == pattern(100000)
    assert made.counted["lost"] == 1


@pytest.mark.parametrize("recovery", ["Sack", "NewReno", "Reno"])
def test_several_losses(capture, recovery):
    """Losses in one window: SACK and NewReno repeat only what was lost."""
    sack = "true" if recovery == "Sack" else "false"
    made = capture("--lose=40,43,47", f"--a=LossRecovery={recovery},Sack={sack}",
                   a=["duplicate_ack", "repeated"],
                   b=["lost_segment", "repeated", "duplicate_ack"])
    assert made.stream("b", "a") == pattern(100000)
    lost = sorted(number(made)[i - 1] for i in (40, 43, 47))
    if recovery != "Reno":
        assert made.sent_twice() == lost
    assert any(s.sack_left for s in made.a) == (recovery == "Sack")


@pytest.mark.parametrize("passive", ["hsn", "ns3"])
@pytest.mark.parametrize("probe", [False, True])
def test_tail_loss(capture, passive, probe):
    """The last segment is lost: the timeout repeats it, or before it a tail loss probe."""
    made = capture(f"--passive={passive}", "--send=53600", "--lose=100", "--close=none",
                   f"--a=Tlp={str(probe).lower()}", a=["repeated"])
    assert made.sent_twice() == [number(made)[99]]
    times = [float(s.time) for s in made.data() if s.sequence == number(made)[99]]
    if probe:
        # 20 ms are the least round-trip time; with the queue it is up to 60 ms
        assert PROBE_AFTER - 0.001 < times[1] - times[0] < PROBE_AFTER + 2 * 0.04
    else:
        assert times[1] - times[0] == pytest.approx(1, abs=0.1)  # MinRto
    assert made.stream("b", "a") == pattern(53600)


@pytest.mark.parametrize("timers", ["Fine", "BsdTicks"])
def test_backed_off_timeouts(capture, timers):
    """The only segment is lost four times: intervals double; BSD's timers run at ticks."""
    made = capture("--send=536", "--lose=1,2,3,4", "--close=none", f"--a=TimerMode={timers}",
                   "--ns3::hsn::TickClock::Phase=ns3::ConstantRandomVariable[Constant=0]",
                   a=["repeated"])
    times = [float(s.time) for s in made.data()]
    assert len(times) == 5
    waits = [later - sooner for sooner, later in zip(times, times[1:])]
    for sooner, later in zip(waits[1:], waits[2:]):
        assert later == pytest.approx(2 * sooner, rel=0.01)
    if timers == "BsdTicks":
        # three ticks (mean 1 + deviation 2), the first of which is cut short, then six
        assert all(time % 0.5 == pytest.approx(0, abs=1e-6) for time in times[1:])
        assert 1 < waits[0] <= 1.5 and waits[1] == pytest.approx(3)
    else:
        assert waits[0] == pytest.approx(PROBE_AFTER, abs=0.01)
        assert waits[1] == pytest.approx(1, abs=0.01)  # MinRto


def test_reordering(capture):
    """One segment overtaken by one other: counting duplicates, it is not repeated."""
    made = capture("--late=30", "--rate=500kbps", "--a=Rack=false", a=["duplicate_ack"],
                   b=["lost_segment", "repeated", "duplicate_ack"])
    assert made.findings("a")["duplicate_ack"] == 1
    assert not made.sent_twice()
    assert made.stream("b", "a") == pattern(100000)


def test_duplication(capture):
    """A segment that comes twice is acknowledged again and counted once."""
    made = capture("--twice=30", "--b=DelAckCount=1", a=["duplicate_ack"],
                   b=["spurious_retransmission", "duplicate_ack"])
    assert made.findings("a")["duplicate_ack"] == 1
    assert not made.sent_twice()
    assert made.counted["b"]["received"] == 100000


def test_ecn(capture):
    """RFC 3168: agreed in the handshake; data are ECN-capable; a mark is echoed until CWR."""
    made = capture("--a=UseEcn=On", "--b=UseEcn=On", "--mark=60")
    bits = [int(s.flags, 16) & (ECE | CWR) for s in made.a]
    assert bits[:2] == [ECE | CWR, ECE]
    assert {s.ecn4 for s in made.a if int(s.length) > 0} == {"2"}  # ECT(0)
    assert {s.ecn4 for s in made.a if int(s.length) == 0} == {"0"}
    assert [s.ecn4 for s in made.data("b")].count("3") == 1  # CE
    # from the mark on until the segment with CWR, every acknowledgement echoes
    echoes, marked, expected = [], False, []
    for s in made.b[2:]:
        if s.source == A:
            marked = (marked and not int(s.flags, 16) & CWR) or s.ecn4 == "3"
        else:
            echoes.append(bool(int(s.flags, 16) & ECE))
            expected.append(marked)
    assert echoes == expected and any(echoes)
    assert sum(1 for s in made.data() if int(s.flags, 16) & CWR) == 1
    assert not made.sent_twice()


@pytest.mark.parametrize("off", ["a", "b"])
def test_ecn_refused(capture, off):
    """Unless both ends want it, there is no ECN."""
    on = "b" if off == "a" else "a"
    made = capture(f"--{on}=UseEcn=On", f"--{off}=UseEcn=Off", "--mark=60")
    assert not any(int(s.flags, 16) & (ECE | CWR) for s in made.a[1:])
    assert {s.ecn4 for s in made.a} == {"0"}


@pytest.mark.parametrize("passive", ["hsn", "ns3"])
def test_zero_window(capture, passive):
    """A reader that sleeps: the window closes, is probed ever more seldom, and opens."""
    expected = ["zero_window", "zero_window_probe", "zero_window_probe_ack"]
    if passive == "ns3":
        # it opens the window only when the next probe comes, and takes that octet, of which
        # tshark thinks that it was not sent
        expected += ["ack_lost_segment", "lost_segment"]
    made = capture(f"--passive={passive}", "--readFrom=130s", "--b=RcvBufSize=20000",
                   a=expected, b=expected)
    probes = [s for s in made.a if "zero_window_probe" in s.findings]
    probes = [float(s.time) for s in probes if s.sequence == probes[0].sequence]
    waits = [later - sooner for sooner, later in zip(probes, probes[1:])]
    assert len(waits) >= 2
    assert all(later == pytest.approx(min(2 * sooner, 60), rel=0.1)
               for sooner, later in zip(waits, waits[1:]))
    assert made.stream("b", "a") == pattern(100000)


def test_wrap_around(capture):
    """Sequence numbers of both directions pass 2^32."""
    made = capture("--a=InitialSequenceNumber=4294917296", "--b=InitialSequenceNumber=4294967290",
                   "--reply=20000")
    assert [s.sequence for s in made.a[:2]] == ["4294917296", "4294967290"]
    sequences = [int(s.sequence) for s in made.data()]
    assert max(sequences) > 2**32 - 1000 and min(sequences) < 1000
    assert made.stream("b", "a") == pattern(100000)
    assert made.stream("a", "b") == pattern(20000)


def test_wrap_around_with_loss(capture):
    """A loss at the very place where sequence numbers wrap, with SACK blocks around it."""
    made = capture("--a=InitialSequenceNumber=4294951215", "--lose=30",
                   a=["duplicate_ack", "repeated"],
                   b=["lost_segment", "repeated", "duplicate_ack"])
    assert made.sent_twice() == [number(made)[29]] == ["4294966760"]  # 536 octets from there on
    lefts = [int(s.sack_left.split(",")[0]) for s in made.a if s.sack_left]
    assert set(lefts) == {0}
    assert made.stream("b", "a") == pattern(100000)


def test_simultaneous_open(capture):
    """RFC 9293, figure 8."""
    # what SYN,ACK repeats is the SYN
    made = capture("--bothOpen", "--reply=5000", a=["repeated"], b=["repeated"])
    first = [f for f in flags(made) if f[1] & SYN]
    assert sorted(first) == [(A, SYN), (A, SYN | ACK), (B, SYN), (B, SYN | ACK)]
    assert made.stream("b", "a") == pattern(100000)
    assert made.stream("a", "b") == pattern(5000)


def test_simultaneous_close(capture):
    """RFC 9293, figure 13: both FINs cross."""
    made = capture("--close=both", "--send=1000", "--reply=1000")
    fins = {s.source: s for s in made.a if int(s.flags, 16) & FIN}
    assert set(fins) == {A, B}
    end = {source: int(s.sequence) + int(s.length) for source, s in fins.items()}
    assert int(fins[A].ack) <= end[B] and int(fins[B].ack) <= end[A]
    assert int(made.a[-1].ack) in {end[B] + 1, end[A] + 1}
    assert made.counted["a"]["closes"] == made.counted["b"]["closes"] == 1


def test_half_close(capture):
    """One direction ends, the other one goes on."""
    made = capture("--send=1000", "--reply=50000", "--writeFrom=3s")
    fin = next(i for i, s in enumerate(made.a) if int(s.flags, 16) & FIN)
    assert made.a[fin].source == A
    assert all(int(s.length) == 0 for s in made.a[fin + 1:] if s.source == A)
    assert sum(int(s.length) for s in made.a[fin:] if s.source != A) == 50000
    assert made.stream("a", "b") == pattern(50000)


@pytest.mark.parametrize("active", ["hsn", "ns3"])
def test_reset(capture, active):
    """Closing with unread data resets the connection; nobody speaks any more."""
    made = capture(f"--active={active}", "--readFrom=100s", "--abort=2.1s", "--send=50000",
                   "--close=none")
    resets = [s for s in made.b if int(s.flags, 16) & RST]
    assert resets and all(s.source == B for s in resets)
    assert all(s.source == A for s in made.b[made.b.index(resets[0]) + 1:] if s not in resets)
    last = [s for s in made.a if int(s.flags, 16) & RST][0]
    assert all(s.source != A for s in made.a[made.a.index(last):])


def test_refused(capture):
    """RFC 9293, 3.10.7.1: a RST that acknowledges the SYN."""
    made = capture("--refused")
    assert [(s.source, int(s.flags, 16)) for s in made.a] == [(A, SYN), (B, RST | ACK)]
    assert int(made.a[1].ack) == int(made.a[0].sequence) + 1
    assert made.counted["a"]["failures"] == 1


def test_lost_syn(capture):
    """It is repeated after ConnTimeout."""
    made = capture("--loseBare=1", a=["repeated"])
    syns = [float(s.time) for s in made.a if int(s.flags, 16) == SYN]
    assert len(syns) == 2 and syns[1] - syns[0] == pytest.approx(3)
    assert made.counted["b"]["received"] == 100000


def test_lost_handshake_ack(capture):
    """The active end has nothing to say: the passive one must ask again."""
    made = capture("--loseBare=2", "--send=0", "--reply=1000", "--close=b",
                   a=["repeated", "duplicate_ack"], b=["repeated"])
    assert made.counted["a"]["received"] == 1000
    assert made.counted["a"]["failures"] == made.counted["b"]["failures"] == 0


@pytest.mark.parametrize("passive", ["hsn", "ns3"])
def test_lost_fin(capture, passive):
    """A lost FIN is repeated, and both ends close in order."""
    made = capture(f"--passive={passive}", "--send=0", "--loseBare=3", a=["repeated"])
    fins = [float(s.time) for s in made.a if s.source == A and int(s.flags, 16) & FIN]
    assert len(fins) == 2 and fins[1] - fins[0] == pytest.approx(PROBE_AFTER, abs=0.01)
    assert made.counted["a"]["closes"] == made.counted["b"]["closes"] == 1
    assert made.counted["a"]["failures"] == made.counted["b"]["failures"] == 0


@pytest.mark.parametrize("every", [1, 2, 3])
def test_delayed_acknowledgements(capture, every):
    """An acknowledgement after so many segments, or after DelAckTimeout."""
    made = capture(f"--b=DelAckCount={every},DelAckTimeout=100ms", "--send=53600", "--close=none")
    waiting, since, counts = 0, None, []
    for s in made.b[3:]:
        if s.source == A:
            waiting += 1
            since = since or float(s.time)
        else:
            assert float(s.time) - since <= 0.1 + 1e-6
            counts.append(waiting)
            waiting, since = 0, None
    assert waiting == 0 and sum(counts) == 100
    assert max(counts) == every
    assert sum(1 for n in counts if n < every) <= 2  # the first, and the last after the timeout


def test_fixed_size_segments(capture):
    """Pieces of any size: only whole segments, except the last before the FIN."""
    made = capture("--a=FixedSizeSegments=true", "--piece=333", "--send=50000")
    sizes = [int(s.length) for s in made.data()]
    assert sizes[:-1] == [536] * (50000 // 536) and sizes[-1] == 50000 % 536


def test_mixed_losses_and_replies(capture):
    """Losses in both ways of talking to ns-3's TCP; what is lost is repeated once."""
    made = capture("--active=ns3", "--lose=30",
                   a=["duplicate_ack", "repeated"],
                   b=["lost_segment", "repeated", "duplicate_ack"])
    assert made.sent_twice() == [number(made)[29]]
    assert made.stream("b", "a") == pattern(100000)
