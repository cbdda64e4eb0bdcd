# SPDX-License-Identifier: GPL-2.0-only
"""The programs of vbr-upc against numbers computed by hand, and what they say of bad input."""

import pytest
from programs import assert_refused, metrics

# Cells accepted per PDU once the contract is exhausted, * where the last cell is accepted, for
# the deterministic train of equation (2); computed cell by cell outside this code.
FATES = [
    (9188, 1000, 5, "94 21 21 21 22"),
    (9188, 2000, 10, "176* 21 21 21 21"),
    (9188, 3000, 16, "87 21 21 21 21"),
    (9188, 4000, 21, "168 22 21 21 21"),
    (4832, 1000, 10, "73 14 15* 14 14"),
    (4832, 2000, 21, "54 14 14 14 14"),
]


@pytest.mark.parametrize("mtu, mbs, longest, after", FATES)
def test_fates_of_a_train_through_the_network(mtu, mbs, longest, after):
    """Device, links, switch and policing together give every cell the fate it must have."""
    found = metrics("vbr-upc", f"--mtu={mtu}", f"--mbs={mbs}", "--jitter=0", "--bursts=2",
                    f"--pdus={longest + 5}")
    cells = found["cells_per_pdu"]
    assert found["bursts"] == [longest, longest]
    assert found["first_burst_cells"] == [f"{cells}*"] * longest + after.split()
    assert found["upc_discarded_pcr"] == found["switch_queue_drops"] == 0


# First discarded cell, the next accepted ones, and how many of 10,000 back to back in all
BACK_TO_BACK = [
    (1000, [1015, 1031, 1046, 1062], 1578),
    (2000, [2015, 2031, 2046], 2514),
    (4000, [4015, 4031, 4046], 4385),
]


@pytest.mark.parametrize("mbs, accepted, total", BACK_TO_BACK)
def test_ten_thousand_cells(mbs, accepted, total):
    """The paper's contract in whole nanoseconds."""
    found = metrics("vbr-upc-police", f"--mbs={mbs}", "--lead=10000")
    assert found["first_discard"] == mbs
    assert found["accepted_after"][:len(accepted)] == accepted
    assert found["conforming"] == total
    assert found["forms_agree"] is True


def test_same_seed_same_result():
    """A run is a function of its parameters and its seed."""
    again = ["--mtu=9188", "--mbs=1000", "--source=tcp", "--bytes=500000"]
    first = metrics("vbr-upc", *again, "--RngRun=3")
    assert first == metrics("vbr-upc", *again, "--RngRun=3")
    assert first != metrics("vbr-upc", *again, "--RngRun=4")


# --- transfers by the paper's TCP --------------------------------------------------------

TICKS = {500: (), 200: ("--fastTick=50",), 10: ("--delayedAck=false",)}


def transfer(tick, mtu, *arguments):
    """A transfer with a timer granularity; it must end with every byte received."""
    found = metrics("vbr-upc", "--source=tcp", f"--tick={tick}", f"--mtu={mtu}", *TICKS[tick],
                    *arguments)
    assert found["complete"] and found["received_bytes"] == 4194304
    return found


@pytest.mark.parametrize("mtu, segments", [(552, 8192), (1500, 2873), (4832, 876), (9188, 459)])
def test_shaped_transfer_sends_every_segment_once(mtu, segments):
    """Nothing is lost at the sustainable rate; only full segments are sent, but the last."""
    found = transfer(500, mtu, "--adapterRate=10Mbps")
    assert found["data_segments"] == segments
    assert found["retransmitted_segments"] == found["timeouts"] == found["pdus_failed"] == 0
    # MSS / (53 c) of the sustainable rate cannot be surpassed, nor missed by more than the
    # delayed ACKs of slow start cost: a few ticks of 200 ms
    most = (mtu - 40) / (53 * found["cells_per_pdu"]) * 10
    seconds = 4194304 * 8e-6 / most
    assert seconds * 0.999 < found["seconds"] < seconds + 0.7


def test_a_starving_connection_is_given_up_after_twelve_timeouts():
    """BSD bears 12 timeouts in a row, 1, 2, 4, ... 32 and then 64 s apart (TCP_MAXRXTSHIFT)."""
    def share(connections, mbs, seed):
        return metrics("vbr-upc", "--source=tcp", "--mtu=9188", f"--mbs={mbs}", f"--RngRun={seed}",
                       f"--connections={connections}")
    # one of these four meets an empty bucket at six timeouts, but not at twelve
    assert share(4, 3000, 2)["complete"]
    # one of these eight at all of them, until 447 s after its first; three of its segments have come
    found = share(8, 1000, 6)
    assert not found["complete"] and found["given_up"] == 1
    assert found["received_bytes"] == 7 * 524288 + 3 * 9148
    # the others have ended then, or soon; after the last byte nothing counts
    assert 448 < found["seconds"] < 1000
    assert found["throughput_mbps"] == pytest.approx(found["received_bytes"] * 8e-6 / found["seconds"])


# Finite transfers begin with full credit: 4 MB / (cells T_SCR - tau_SCR), by hand
BOUNDS = {(9188, 1000): 9.086, (9188, 4000): 9.389, (4832, 1000): 9.048, (1500, 4000): 8.974,
          (552, 1000): 8.128, (552, 4000): 8.369}


@pytest.mark.parametrize("mtu, mbs", BOUNDS)
def test_no_transfer_beats_its_contract(mtu, mbs):
    """Throughput behind a UPC is bounded, shaped or not."""
    for how in ("--shape=true", "--packetDiscard=None"):
        assert transfer(10, mtu, f"--mbs={mbs}", how)["throughput_mbps"] <= BOUNDS[(mtu, mbs)]


# With every sample 1 (less than a tick) srtt, rttvar are 8, 2, then 7, 3 for ever. In integers
# (srtt / 4 + rttvar) / 2 is (2 + 2) / 2, then (1 + 3) / 2; srtt / 8 + rttvar is 1 + 2, then 0 + 3.
LEAST_TICKS = {"Tahoe": 2, "Reno": 3}


@pytest.mark.parametrize("estimator", LEAST_TICKS)
@pytest.mark.parametrize("tick", TICKS)
def test_timer_of_bsd(tick, estimator):
    """The timer counts whole ticks, is doubled, and keeps Karn's rule."""
    found = transfer(tick, 9188, "--mbs=2000", f"--estimator={estimator}")
    assert found["timeouts"] > 0
    assert found["rto_min_ms"] == LEAST_TICKS[estimator] * tick
    assert all(value % tick == 0 for value in found["rto_ms"])
    assert found["rto_backoffs"] > 0 and found["rto_early_clears"] == 0


def test_the_papers_timer_is_tahoes():
    """The primary choice: its idle times of one second need a timeout of 2 ticks."""
    assert transfer(500, 9188) == transfer(500, 9188, "--estimator=Tahoe")


@pytest.mark.parametrize("estimator", LEAST_TICKS)
def test_idle_times_are_those_of_the_timer(estimator):
    """A timer of n ticks that was set in a burst expires n - 1 to n ticks later, one that was
    doubled by a timeout, which is at a tick, 2 n ticks later."""
    ticks = LEAST_TICKS[estimator]
    idles = transfer(500, 9188, "--mbs=2000", f"--estimator={estimator}")["idles_s"]
    assert idles
    in_burst = [idle for idle in idles if 0.5 * (ticks - 1) - 0.05 <= idle <= 0.5 * ticks]
    doubled = [idle for idle in idles if ticks - 0.05 <= idle <= ticks]
    assert len(in_burst) + len(doubled) >= len(idles) - 1  # the last one may be another
    assert len(in_burst) > len(idles) / 2


def test_reassembly_timeout_saves_first_retransmissions():
    """Without it the residue of a damaged PDU destroys the retransmission after an idle time."""
    assert transfer(500, 9188, "--mbs=4000")["first_retransmissions_lost"] > 0
    timed = transfer(500, 9188, "--mbs=4000", "--reassemblyTimeout=100")
    assert timed["first_retransmissions_lost"] == 0
    assert timed["pdus_timed_out"] > 0


def test_timeouts_of_several_connections_share_their_ticks():
    """The clock is the host's, not the connection's."""
    found = transfer(500, 9188, "--mbs=2000", "--connections=4")
    assert found["timeouts_together"] > found["timeouts"] / 2


def test_packet_discard_and_tagging_in_a_transfer():
    """PPD and EPD discard cells of their own; tagged cells pass an idle switch, no other."""
    assert transfer(10, 9188, "--packetDiscard=Ppd")["upc_discarded_ppd"] > 0
    epd = transfer(10, 9188, "--packetDiscard=Epd")
    assert epd["upc_discarded_epd"] > 0 == epd["upc_discarded_scr"] == epd["pdus_failed"]
    idle = transfer(500, 9188, "--contract=B")
    assert idle["upc_tagged"] > 0 == idle["retransmitted_segments"]
    congested = transfer(500, 9188, "--contract=B", "--congested=true")
    assert congested["switch_queue_drops"] == congested["upc_tagged"] > 0
    preventive = transfer(500, 9188, "--contract=B", "--congested=true",
                          "--preventiveTagging=true")
    assert preventive["pdus_failed"] > 0


def test_ns3s_own_tcp_remains():
    """Its timer does not keep Karn's rule, which is why it is not the paper's."""
    found = transfer(500, 9188, "--tcp=ns3", "--mbs=2000")
    assert found["rto_min_ms"] == 1000 and found["rto_early_clears"] > 0


BAD = [
    ("vbr-upc-police", ["--tScr=1000"], ["1000", "2726"]),
    ("vbr-upc-police", ["--mbs=0"], ["mbs=0", "1 to"]),
    ("vbr-upc-police", ["--tPcr=0"], ["tPcr=0", "1 to"]),
    ("vbr-upc-police", ["--tauPcr=-1"], ["tauPcr=-1", "0 to"]),
    ("vbr-upc-police", ["--tagging=true", "--contract=C"], ["VBR_C", "tagging"]),
    ("vbr-upc-police", ["--times=1", "--clps=2"], ["clps=2", "0 to 1"]),
    ("vbr-upc-police", ["--times=5,3"], ["times=3", "back in time"]),
    ("vbr-upc-police", ["--times=5,x"], ["times=x"]),
    ("vbr-upc-police", ["--discard=Epd"], ["maxSdu=0"]),
    ("vbr-upc", ["--mtu=65528"], ["65528", "65527"]),
    ("vbr-upc", ["--source=tcp", "--tick=0"], ["tick=0", "0.001 to"]),
    ("vbr-upc", ["--contract=D"], ["contract=D"]),
    ("vbr-upc", ["--jitter=1.5"], ["jitter=1.5"]),
    ("vbr-upc", ["--source=tcp", "--tcp=tahoe"], ["tcp=tahoe", "bsd"]),
    ("vbr-upc", ["--source=tcp", "--estimator=Vegas"], ["estimator=Vegas", "Tahoe", "Reno"]),
    ("vbr-upc", ["--source=tcp", "--fastTick=0"], ["fastTick=0", "above 0"]),
    ("vbr-upc", ["--preventiveTagging=true"], ["VBR_A", "VBR_C"]),
    ("vbr-upc", ["--pace=true", "--shape=true"], ["pacing", "shaping"]),
]


@pytest.mark.parametrize("program, arguments, words", BAD,
                         ids=[" ".join(arguments) for _, arguments, _ in BAD])
def test_bad_input_is_named(program, arguments, words):
    """Impossible parameters end a program with a message that names value and limit."""
    assert_refused(program, arguments, words)
