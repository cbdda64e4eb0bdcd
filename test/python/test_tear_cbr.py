# SPDX-License-Identifier: GPL-2.0-only
"""The program tear-cbr against queues and delays by hand, and bad input."""

import math

import programs
import pytest

LINE = 542 * 8 / 70e3  # s, a packet of 540 bytes with PPP header on the forward line
REPLY = 42 * 8 / 38.4e3  # s, its reply
PATH = 2 * 0.21 + REPLY  # s, there and back without the forward line, queue and jitter
JITTER = 0.25  # s


def metrics(*arguments):
    """The metrics of a run."""
    found = programs.metrics("tear-cbr", *arguments)
    lost = found["lost_queue"] + found["lost_radio"] + found["lost_reply"]
    assert found["sent"] == found["returned"] + lost
    assert found["loss"] == pytest.approx(lost / found["sent"])
    assert found["lost_reply"] == 0  # the way back has no errors
    return found


@pytest.mark.parametrize("rate", [80, 120])
def test_more_than_the_line_carries(rate):
    """What is neither carried nor in the buffer at the end is lost; the FIFO is full."""
    seconds = 1000
    found = metrics(f"--rate={rate}", f"--seconds={seconds}", "--modulation=false")
    sent = rate * 1e3 * seconds / (540 * 8)
    assert found["sent"] == pytest.approx(sent, abs=4 * 0.05 / math.sqrt(3) * math.sqrt(sent))
    carried = seconds / LINE + 20000 // 542 + 1
    assert found["lost_queue"] == pytest.approx(found["sent"] - carried, abs=2)
    assert found["lost_radio"] == pytest.approx(0.003 * carried, abs=4 * math.sqrt(0.003 * carried))
    assert found["throughput_kbps"] == pytest.approx(70 * 540 / 542, rel=0.005)
    least = PATH + 20000 * 8 / 70e3 - LINE
    assert least < found["rtt_median_s"] < least + 2 * LINE + JITTER
    assert found["rtt_max_s"] < least + 2 * LINE + JITTER
    assert found["rtt_share_above_1_s"] > 0.95


def test_less_than_the_line_carries():
    """Packets far apart: the path, and a uniform jitter on the way there."""
    found = metrics("--rate=10", "--seconds=2000", "--modulation=false")
    low = PATH + LINE
    assert low < found["rtt_min_s"] < low + 0.002
    assert low + JITTER - 0.002 < found["rtt_max_s"] < low + JITTER
    error = 4 * JITTER / math.sqrt(found["returned"])
    assert found["rtt_mean_s"] == pytest.approx(low + JITTER / 2, abs=error / math.sqrt(12))
    assert found["rtt_median_s"] == pytest.approx(low + JITTER / 2, abs=error / 2)
    share = (low + JITTER - 0.5) / JITTER
    assert found["rtt_share_500_to_800_ms"] == pytest.approx(
        share, abs=4 * math.sqrt(share * (1 - share) / found["returned"]))
    assert found["rtt_share_above_1_s"] == found["lost_queue"] == 0


def test_fades_take_packets_and_change_no_round_trip_time():
    arguments = ["--rate=60", "--points=0", "--RngRun=3"]
    with_fades = metrics(*arguments, "--network=is95c-fades")
    without = metrics(*arguments)
    expected = dict(zip(without["rtt_number"], without["rtt_s"]))
    assert with_fades["returned"] < without["returned"] == len(expected)
    both = [(expected[number], rtt)
            for number, rtt in zip(with_fades["rtt_number"], with_fades["rtt_s"])
            if number in expected]
    assert len(both) > 0.8 * len(expected)
    assert all(a == b for a, b in both)
    # every long burst lies in a fade: packets arrive 0.27 to 0.6 s after they were sent
    fades = list(zip(with_fades["fade_start_s"], [*with_fades["fade_end_s"], math.inf]))
    assert with_fades["bursts"]
    for burst in with_fades["bursts"]:
        end = burst["time_s"] + (burst["count"] - 1) * 540 * 8 / 60e3
        assert burst["lost_queue"] == 0
        assert any(start < burst["time_s"] + 0.6 and end + 0.27 < stop + 0.3
                   for start, stop in fades)
        for side in ("before", "after"):
            assert burst[f"rtt_{side}_s"] is None or 0.5 < burst[f"rtt_{side}_s"] < 0.8
    inside = sum(all(burst[f"rtt_{side}_s"] for side in ("before", "after"))
                 for burst in with_fades["bursts"])
    assert with_fades["bursts_between_500_and_800_ms"] == inside


def test_sources_share_the_line():
    """Without jitter of their times, sources of one rate keep their places, or never get one."""
    found = metrics("--rate=30", "--sources=4", "--modulation=false")
    assert len(found["loss_by_source"]) == 4
    assert sum(found["loss_by_source"]) / 4 == pytest.approx(found["loss"], abs=0.002)
    assert found["lost_queue"] / found["sent"] == pytest.approx(1 - 70 / 120.4, abs=0.01)
    locked = metrics("--rate=30", "--sources=4", "--modulation=false", "--sendJitter=0")
    spread = max(locked["loss_by_source"]) - min(locked["loss_by_source"])
    assert spread > 2 * (max(found["loss_by_source"]) - min(found["loss_by_source"]))


def test_lists_agree_with_the_counts():
    found = metrics("--rate=80", "--points=0")
    assert found["returned"] == len(found["rtt_s"]) == len(found["rtt_sent_s"])
    numbers = set(found["rtt_number"])
    lost = {first + i for first, count in zip(found["lost_first"], found["lost_count"])
            for i in range(count)}
    assert numbers | lost == set(range(found["sent"])) and not numbers & lost
    assert max(found["lost_count"]) == found["loss_run_max"]
    assert len(found["lost_count"]) == found["loss_runs"]
    few = metrics("--rate=80", "--points=100")
    assert 50 <= len(few["rtt_s"]) <= 100
    points = set(zip(found["rtt_number"], found["rtt_s"]))
    assert set(zip(few["rtt_number"], few["rtt_s"])) <= points


def test_the_same_seed_gives_the_same_output():
    def output(*arguments):
        done = programs.run("tear-cbr", "--network=is95b", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert output("--RngRun=5") == output("--RngRun=5") != output("--RngRun=6")


@pytest.mark.parametrize("argument, words", [
    ("--buffer=1501", ["--buffer=1501", "must be 0 or at least 1502"]),
    ("--rate=0", ["--rate=0", "0.1"]),
    ("--network=umts", ["--network=umts", "is95b"]),
    ("--packet=1501", ["--packet=1501", "1500"]),
    ("--sendJitter=1", ["--sendJitter=1", "below 1"])])
def test_bad_input_is_refused(argument, words):
    programs.assert_refused("tear-cbr", [argument], words)
