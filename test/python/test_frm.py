# SPDX-License-Identifier: GPL-2.0-only
"""The program of frm against closed forms and an independent event model, and bad input."""

import subprocess
import sys

import programs
import pytest
from conftest import ROOT

BITS = 8 * (2000 + 18 + 22)  # a packet with headers of FRM, IP and link
LINK = 1000 * BITS / 155.5e6  # ms


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("frm", *arguments)


def test_one_receiver_that_is_not_busy():
    """1.5 ms at the sender, link, 12 ms, 1.5 ms at the receiver, 0.5 ms for its user; a packet in
    nine meets a control task of 0.5 ms."""
    found = metrics("--receivers=1", "--loss=0", "--nearest=12", "--farthest=12", "--interval=97",
                    "--time=100", "--warmup=1")
    assert found["mrt_ms"] == pytest.approx(1.5 + LINK + 12 + 1.5 + 0.5 + 0.01, abs=0.03)


def test_processors_that_cost_nothing():
    found = metrics("--receivers=5", "--loss=0", "--nearest=12", "--farthest=12", "--unit=0",
                    "--buffer=1000", "--time=20", "--warmup=1")
    assert found["mrt_ms"] == pytest.approx(LINK + 12 + 0.5, abs=1e-6)


@pytest.mark.parametrize("receivers, expected, estimate", [
    (10, 15.8, 31.4), (50, 19.2, 48.7), (100, 26.8, 73.4), (150, 35.2, 98.6)])
def test_event_model_without_loss(receivers, expected, estimate):
    """Means of five seeds of another program; the estimate is 23.4 ms + 0.5 ms N above 20
    receivers."""
    found = metrics(f"--receivers={receivers}", "--loss=0", "--time=60")
    assert found["mrt_ms"] == pytest.approx(expected, abs=0.5)
    assert found["smax_rtt_ms"] == pytest.approx(estimate, rel=0.02)


@pytest.mark.parametrize("receivers, low, high", [(10, 15.8, 16.4), (50, 20.2, 21.9)])
def test_event_model_with_loss(receivers, low, high):
    found = metrics(f"--receivers={receivers}", "--time=120")
    assert low < found["mrt_ms"] < high


def test_two_slow_users():
    """2000 bytes every 15 ms."""
    found = metrics("--receivers=10", "--slow=2", "--time=60", "--series=true")
    late = [rate for time, rate in zip(found["times_s"], found["throughputs_Bps"]) if time > 25]
    assert sum(late) / len(late) == pytest.approx(2000 / 0.015, rel=0.01)
    assert found["ejected"] == []


def test_sockets_have_the_times_of_the_farm():
    """Two forms of one scenario; the links differ by headers, 1 us."""
    farm = metrics("--receivers=10", "--loss=0", "--time=25", "--warmup=5")
    sockets = programs.metrics("frm-sockets", "--packets=2000")
    assert sockets["mrt_ms"] == pytest.approx(farm["mrt_ms"], abs=0.02)
    assert sockets["complete"] == 10
    assert sockets["has_ended"]


def test_the_small_programs():
    assert programs.metrics("frm-group")["received"] == [200000] * 3
    done = subprocess.run([sys.executable, ROOT / "examples/frm/frm_group.py"],
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["received:", *["200000"] * 3]


def test_half_of_all_packets_are_lost():
    found = programs.metrics("frm-sockets", "--receivers=5", "--loss=0.5", "--packets=30", "--size=100",
                             "--tries=100", "--invitations=40", "--warmup=0", "--mode=Buffer")
    assert found["complete"] >= found["listed"] > 0
    assert found["listed_lacking"] == 0
    assert found["released_early"] == 0


@pytest.mark.parametrize("arguments, words", [
    (["--bearer=Pigeon"], ["bearer", "Pigeon"]), (["--bearer=Aal5", "--loss=0.1"], ["loss", "Aal5"]),
    (["--bearer=Aal5", "--capture=x"], ["capture", "Aal5"]), (["--size=0"], ["size", "0"]),
    (["--socketBuffer=2017"], ["socketBuffer", "2017"]),
    (["--receivers=0"], ["receivers", "0"])])
def test_bad_input_of_sockets(arguments, words):
    programs.assert_refused("frm-sockets", arguments, words)


def test_packets_are_neither_released_early_nor_sent_without_need():
    found = metrics("--receivers=30", "--loss=0.01", "--time=30", "--mode=Buffer")
    for name in ("released_early", "beyond_buffer", "bursts_too_close", "bursts_useless",
                 "below_base", "sent_again_queued", "bad_echoes"):
        assert found[name] == 0, name
    assert found["bursts"] > 10


def test_selective_repetition_sends_what_somebody_loses():
    """A packet is sent again if one of N receivers loses it; a repetition is hardly ever lost by
    one that needs it. 11,000 packets: three standard errors."""
    number, loss = 50, 1e-3
    found = metrics(f"--receivers={number}", f"--loss={loss}", "--mode=Buffer",
                    "--repair=Selective")
    share = 1 - (1 - loss) ** number
    error = (share * (1 - share) / 11000) ** 0.5
    assert found["retransmissions_per_packet"] == pytest.approx(share, abs=3 * error)
    assert found["released_early"] == found["bad_echoes"] == found["below_base"] == 0
    assert found["sent_again_queued"] == found["bursts_too_close"] == 0


def test_sockets_repeat_what_the_farm_repeats():
    """Selective repetition by nodes: 8 receivers that lose 2 % of 1000 packets."""
    share = 1 - 0.98 ** 8
    found = programs.metrics("frm-sockets", "--receivers=8", "--loss=0.02", "--packets=1000",
                             "--mode=Buffer", "--repair=Selective", "--tries=20")
    assert found["complete"] == 8
    assert found["retransmissions"] / 1000 == pytest.approx(
        share, abs=3 * (share * (1 - share) / 1000) ** 0.5 + 8 * 0.02 ** 2)


def test_socket_buffers_overflow():
    """Ten echoes of 46 octets within 10 ms, 5 ms of work each: a buffer of 200 octets holds four."""
    arguments = ("--receivers=10", "--packets=20", "--warmup=0", "--unit=5", "--interval=200",
                 "--size=20", "--limit=200")
    enough = programs.metrics("frm-sockets", *arguments, "--socketBuffer=1000000")
    assert enough["buffer_full"] == 0 and enough["complete"] == 10
    found = programs.metrics("frm-sockets", *arguments, "--socketBuffer=200")
    assert found["buffer_full"] > 10
    assert 4 <= found["listed"] < 10 and found["complete"] >= found["listed"]


def test_the_same_seed_gives_the_same_result():
    arguments = ("--receivers=20", "--time=15", "--loss=0.01", "--jitter=5", "--spread=5",
                 "--RngRun=7")
    assert metrics(*arguments) == metrics(*arguments)


@pytest.mark.parametrize("arguments, words", [
    (["--k=0.9"], ["k", "0.9", "1"]), (["--buffer=0"], ["buffer", "0"]),
    (["--unit=-1"], ["unit", "-1"]), (["--loss=1"], ["loss", "1"]),
    (["--quorum=1.5"], ["quorum", "1.5"]), (["--minThroughput=-1"], ["minThroughput", "-1"]),
    (["--receivers=0"], ["receivers", "0"]), (["--keys=x"], ["keys", "x"]),
    (["--repair=Selective"], ["repair", "GoBackN"]), (["--warmup=200"], ["warmup", "time"]), (["--slow=11", "--receivers=10"], ["slow", "11"])])
def test_bad_input(arguments, words):
    programs.assert_refused("frm", arguments, words)
