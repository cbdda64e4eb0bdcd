# SPDX-License-Identifier: GPL-2.0-only
"""The programs of boston against numbers computed by hand, and what they say of bad input."""

import programs
import pytest

LINE = 1.5e6  # bit/s
CELL = 53 * 8 / LINE  # s
CELLS = {576: 13, 1500: 32, 4470: 94, 9180: 192}  # of a packet with AAL5's trailer
TRANSPORTS = ["Tcp", "BostonBp", "BostonFec"]
EXTRA = {"Tcp": {}, "BostonBp": {}, "BostonFec": {1500: 1, 9180: 6}}  # 3.3 % of the cells


def listed(options):
    """Options as they are typed."""
    return [f"--{name}={value}" for name, value in options.items()]


def run(program, **options):
    """Run a program."""
    return programs.run(program, *listed(options))


def metrics(program="boston", **options):
    """The metrics of a run that must succeed."""
    return programs.metrics(program, *listed(options))


@pytest.mark.parametrize("protocol", TRANSPORTS)
@pytest.mark.parametrize("size", [1500, 9180])
def test_unloaded_network(protocol, size):
    """One connection without loss: response time and goodput follow from the line rate."""
    found = metrics(protocol=protocol, packet=size, sources=1, buffer=4000, duration=30, spread=0,
                    interleave=1, slotted="false")
    # two links, and the cells of a packet one after the other; the last one a second time. With
    # redundancy a packet is there with its m-th cell all the same.
    least = 0.020 + (CELLS[size] + 1) * CELL
    assert found["response_min_ms"] == pytest.approx(least * 1e3, abs=0.001)
    assert found["cells_discarded"] == found["retransmissions"] == found["timeouts"] == 0
    cells = CELLS[size] + EXTRA[protocol].get(size, 0)
    bound = (size - 40) * 8 / (cells * CELL)
    # slow start takes a second or two of the 30
    assert bound * 0.9 < found["goodput_mbps"] * 1e6 <= bound * 1.0001
    # each packet at once, in the cells it needs; SYN takes 2, the ACK that follows 1
    assert found["rounds"] == pytest.approx(1, abs=0.01)
    sent = found["transmissions"]
    assert cells * (sent - 1) <= found["cells_data"] - 3 <= cells * sent


@pytest.mark.parametrize("size", CELLS)
def test_packets_take_the_cells_they_must(size):
    """A transfer of ten packets, and the handshake: SYN 2 cells, ACK 1, FIN with the last packet."""
    found = metrics(packet=size, sources=1, buffer=4000, duration=30, spread=0,
                    maxBytes=10 * (size - 40))
    assert found["transmissions"] == found["segments_complete"] == 10
    # FIN goes with the last data or by itself, and its answer is acknowledged
    assert 0 <= found["cells_data"] - (10 * CELLS[size] + 3) <= 2
    assert found["cells_on_links"] == found["cells_queued"] == 0
    assert found["cells_sent"] == found["cells_received"]


@pytest.mark.parametrize("protocol", TRANSPORTS)
@pytest.mark.parametrize("size, buffer", [(1500, 64), (9180, 64), (1500, 4000)])
@pytest.mark.parametrize("flow", ["Vegas", "Reno"])
def test_counters_balance(protocol, size, buffer, flow):
    """Every cell is received, discarded, waits, or is on a link."""
    found = metrics(protocol=protocol, packet=size, buffer=buffer, flow=flow, duration=20,
                    spread=1)
    # 17 links of 10 ms, 36 cells in each direction at most, and one that waits for its slot
    assert 0 <= found["cells_on_links"] <= 2 * 17 * 37
    assert found["cells_queued"] <= 17 * buffer
    assert sum(found["discarded_by_switch"]) <= found["cells_discarded"]
    assert sum(found["histogram"]) == found["segments_complete"]
    assert found["segments_complete"] <= found["transmissions_complete"] <= found["transmissions"]
    # the line to the sink cannot carry more
    assert found["sink_cells"] <= 20 / CELL
    assert found["goodput_mbps"] * 1e6 <= (size - 40) * 8 / (CELLS[size] * CELL)
    assert 0 <= found["missed_share"] <= 1


def test_lost_cells_and_packets():
    """A lost cell costs its packet, a lost last cell two; the third duplicate brings it again."""
    base = {"sources": 1, "spread": 0, "flow": "Reno", "buffer": 4000, "duration": 20,
            "maxBytes": 200000}
    whole = metrics(**base)
    assert whole["transmissions"] == whole["transmissions_complete"] == 137
    for cell, packets in ((142, 1), (3 + 5 * 32 - 1, 2)):
        found = metrics(**base, drop=cell)
        assert found["cells_discarded"] == 1
        assert found["aal5_failed"] == 1
        assert found["transmissions"] - found["transmissions_complete"] == packets
        assert found["segments_complete"] == 137


@pytest.mark.parametrize("lost, pending", [(1, 1), (5, 5)])
def test_boston_sends_what_is_missing(lost, pending):
    """Cells of one packet are lost: exactly these are sent again, and no timer is needed."""
    base = {"sources": 1, "spread": 0, "flow": "Reno", "buffer": 4000, "duration": 20,
            "maxBytes": 146000, "protocol": "BostonBp"}
    whole = metrics(**base)
    drop = ",".join(str(140 + i) for i in range(lost))
    found = metrics(**base, drop=drop)
    assert found["cells_discarded"] == lost
    assert found["cells_data"] == whole["cells_data"] + pending
    assert found["timeouts"] == 0
    assert found["segments_complete"] == whole["segments_complete"]


@pytest.mark.parametrize("lost, again", [(1, 0), (2, 1 + 3)])
def test_redundancy_saves_a_round(lost, again):
    """One extra cell makes up for one lost; for two, one and three more are sent again."""
    base = {"sources": 1, "spread": 0, "flow": "Reno", "buffer": 4000, "duration": 20,
            "maxBytes": 146000, "protocol": "BostonFec", "interleave": 1}
    whole = metrics(**base)
    drop = ",".join(str(140 + i) for i in range(lost))
    found = metrics(**base, drop=drop)
    assert found["cells_data"] == whole["cells_data"] + again
    assert found["retransmissions"] == (1 if again else 0)


def test_pending_numbers_over_a_link_with_losses():
    """Boston without redundancy over a link that loses 10 %: the greatest of 30 geometric variables."""
    found = metrics(protocol="BostonBp", sources=1, spread=0, packet=1432, window=1392, flow="Reno",
                    buffer=4000, cellLoss=0.1, maxBytes=1392 * 2000, duration=1e7)
    assert found["segments_complete"] == 2000
    # standard deviation of a mean of 2000 is 0.012
    assert found["segment_transmissions"] == pytest.approx(2.250806, abs=0.05)


def test_whole_packets_over_a_link_with_losses():
    """TCP over the same link: 1 / p^30 transmissions, and 1 / p as a lost last cell costs one more."""
    found = metrics(sources=1, spread=0, packet=1432, window=1392, flow="Reno", buffer=4000,
                    cellLoss=0.05, maxBytes=1392 * 2000, duration=1e7)
    assert found["segments_complete"] == 2000
    # standard deviation of a mean of 2000 is 0.1
    assert found["rounds"] == pytest.approx(0.95 ** -31, abs=0.4)


def test_switches_in_a_row():
    """Connections that cross, and what each switch discards."""
    found = metrics(switches=3, cross=4, flow="Reno", buffer=64, duration=20, spread=1)
    assert len(found["discarded_by_switch"]) == 3
    assert all(number > 0 for number in found["discarded_by_switch"][:2])
    assert found["cross_goodput_mbps"] > 0
    assert 0 <= found["cells_on_links"]


@pytest.mark.parametrize("protocol", ["Tcp", "BostonBp"])
def test_shared_path_of_acknowledgements(protocol):
    """Connections from the sink, in whose packets acknowledgements wait: not counted, but felt."""
    options = {"protocol": protocol, "sources": 1, "window": 4096, "buffer": 4000, "duration": 20,
               "spread": 0}
    alone, shared = metrics(**options), metrics(**options, reverse=4)
    # Their windows are 256 cells, a round trip is 141 cell times. A host serves its VCs in turns,
    # so that each of two cells of an acknowledgement waits for four others: 2 ms in 50.
    assert alone["cross_goodput_mbps"] == 0
    assert 1 < shared["cross_goodput_mbps"] < 1.5 * 1460 / (32 * 53)
    assert 0.93 < shared["goodput_mbps"] / alone["goodput_mbps"] < 0.99
    for found in alone, shared:
        assert 0 < found["transmissions"] - found["transmissions_useful"] + 1 <= 4
        assert found["packet_loss"] < 0.01


def test_same_seed_same_result():
    """A run is a function of its parameters and its seed."""
    options = {"duration": 5, "spread": 1, "protocol": "BostonFec", "buffer": 64}
    first = metrics(**options, RngRun=3)
    assert first == metrics(**options, RngRun=3)
    assert first != metrics(**options, RngRun=4)


@pytest.mark.parametrize("protocol", TRANSPORTS[1:])
@pytest.mark.parametrize("size", [1500, 9180])
def test_virtual_payload_changes_nothing(protocol, size):
    """Every metric of a congested network is the same if nothing is coded."""
    options = {"protocol": protocol, "packet": size, "buffer": 256, "duration": 10, "spread": 1}
    assert metrics(**options, payload="Virtual") == metrics(**options, payload="Real")


@pytest.mark.parametrize("protocol, size, reaction", [
    ("Tcp", 9180, "ByTcp"), ("BostonBp", 1500, "ByTcp"), ("BostonFec", 9180, "ByTcp"),
    ("BostonFec", 1500, "Immediate")])
def test_both_engines_agree(protocol, size, reaction):
    """Every metric is the same whether cells are simulated one by one or in bursts."""
    options = {"protocol": protocol, "packet": size, "buffer": 64, "duration": 10, "spread": 1,
               "partialReaction": reaction, "payload": "Virtual"}
    one, burst = (metrics(**options, **{"hsn::AtmEngine": engine}) for engine in ("PerCell", "Burst"))
    assert one == burst


@pytest.mark.parametrize("drop, timeouts", [("", 0), ("3", 1)])
def test_largest_timeout(drop, timeouts):
    """The first cell of the only packet under way is lost: it waits for the timer. There is no sample
    yet, and the timeout is the initial one, 3 s; it is doubled, but no longer than maxRto."""
    found = metrics(sources=1, spread=0, flow="Reno", buffer=4000, duration=20, maxBytes=1460,
                    maxRto=3000, drop=drop)
    assert found["timeouts"] == timeouts
    assert found["segments_complete"] == 1


def test_what_is_under_way():
    """All that is sent after the first packet is lost. What is under way at 20 s has been since its
    first transmission, and the only connection is not silent."""
    found = metrics(sources=1, spread=0, flow="Reno", buffer=4000, duration=20, maxBytes=3 * 1460,
                    drop=",".join(str(cell) for cell in range(3 + 32, 3 + 32 + 2000)))
    assert found["segments_complete"] == 1
    assert found["segments_under_way"] == 2
    assert 19.5e3 < found["under_way_oldest_ms"] < 20e3
    assert found["under_way_age_ms"] <= found["under_way_oldest_ms"]
    assert found["so_far_ms"] == pytest.approx(
        (found["response_ms"] + 2 * found["under_way_age_ms"]) / 3)
    assert found["silent"] == 0


def test_model_and_trials():
    """The equations at a point of the table, and by trying."""
    found = metrics("boston-model", m=30, alpha=2, alphaRetx=2, q=0.1, trials=20000)
    assert found["rounds"] == pytest.approx(2.727147, rel=1e-6)
    assert found["failure"] == pytest.approx(1 - 1 / 2.727147, rel=1e-6)
    # of 20,000 geometric variables the mean has a standard deviation of 0.015
    assert found["tried_rounds"] == pytest.approx(found["rounds"], abs=0.06)
    assert found["tried_pending_rounds"] == pytest.approx(found["pending_rounds"], abs=0.03)
    assert found["decode_failures"] == 0


@pytest.mark.parametrize("options, words", [
    ({"protocol": "Quic"}, ["protocol=Quic", "BostonFec"]),
    ({"flow": "Bbr"}, ["flow=Bbr", "Vegas"]),
    ({"flow": "Ns3Vegas", "protocol": "BostonBp"}, ["flow=Ns3Vegas"]),
    ({"discard": "Red"}, ["discard=Red", "Epd"]),
    ({"discard": "Epd", "epdThreshold": 0}, ["epdThreshold=0"]),
    ({"discard": "Epd", "epdThreshold": 1.5}, ["epdThreshold=1.5"]),
    ({"buffer": 0}, ["buffer=0", "1 to 4294967295"]),
    ({"packet": 40}, ["40"]),
    ({"packet": 65528}, ["65528"]),
    ({"window": 65536}, ["window=65536", "65535"]),
    ({"packet": 9180, "window": 8192}, ["window=8192", "one segment"]),
    ({"gamma": 1}, ["gamma=1"]),
    ({"cellLoss": 1}, ["cellLoss=1"]),
    ({"cross": 4}, ["cross=4", "two switches"]),
    ({"partialReaction": "Never"}, ["partialReaction=Never", "ByTcp"]),
    ({"payload": "None"}, ["payload=None", "Virtual"]),
    ({"maxRto": 100}, ["maxRto=100", "minRto"]),
    ({"alpha": 4}, ["alpha=4", "beta"]),
    ({"ackLoss": 0.1, "discard": "Ppd"}, ["discard=Ppd", "TailDrop"]),
    ({"deadline": -1}, ["deadline=-1"]),
    ({"duration": 0}, ["duration=0"]),
    ({"drop": "3,x"}, ["drop", "x"]),
])
def test_bad_options(options, words):
    """An option that makes no sense is named, with its value and the limit."""
    done = run("boston", **options)
    assert done.returncode == 2
    assert all(word in done.stderr for word in words), done.stderr


@pytest.mark.parametrize("options, words", [
    ({"m": 0}, ["m=0"]),
    ({"q": 1}, ["q=1"]),
    ({"m": 30, "dispersal": 30, "alpha": 1}, ["dispersal=30", "31"]),
    ({"dispersal": 70000}, ["dispersal=70000", "65535"]),
    ({"targetRounds": 0.5}, ["targetRounds=0.5"]),
])
def test_bad_model_options(options, words):
    """The same for the model."""
    done = run("boston-model", **options)
    assert done.returncode == 2
    assert all(word in done.stderr for word in words), done.stderr
