# SPDX-License-Identifier: GPL-2.0-only
"""The programs of sstp against numbers worked out by hand, and bad input."""

import programs
import pytest

SEGMENT = 256 * 8192 / 500e6 * 1e3  # ms at 500 Mb/s
DELAY = SEGMENT + 30


def metrics(program, *arguments):
    """The metrics of a run of a program of the paper."""
    return programs.metrics(f"sstp-{program}", *arguments)


@pytest.mark.parametrize("scheme", ["sstp", "snr"])
@pytest.mark.parametrize("window", [5, 40])
def test_without_loss(scheme, window):
    """All segments take t_s + RTD/2; SSTP's window of 5 is filled once in t_s + t_a."""
    found = metrics("box", f"--scheme={scheme}", f"--window={window}", "--segments=100")
    assert found["delay_mean_ms"] == pytest.approx(DELAY, abs=1e-6)
    assert found["delay_max_ms"] == pytest.approx(DELAY, abs=1e-6)
    assert found["duplicates"] == 0
    cycle = SEGMENT + 60 + 3 * 8192 / 500e3
    if scheme == "sstp" or window == 40:
        assert found["throughput_efficiency"] == pytest.approx(min(1, window * SEGMENT / cycle),
                                                               abs=1e-6)


def test_full_tolerance_is_immune():
    """No loss delays a segment, and nothing is sent again."""
    found = metrics("box", "--loss=0.1", "--maxLoss=256", "--maxBurst=256", "--segments=200")
    assert found["delay_max_ms"] == pytest.approx(DELAY, abs=1e-6)
    assert found["repeated_once"] == 0
    assert found["violations"] == 0


def test_two_states_lose_their_share():
    """Deterministic states, a tenth of the time bad: without recovery a tenth of half is lost."""
    found = metrics("box", "--badMs=20", "--goodMs=180", "--badLoss=1", "--law=deterministic",
                    "--segments=2000")
    assert 0.85 < found["throughput_efficiency"] <= 0.9
    assert found["violations"] == 0


def test_the_model_without_loss():
    """Limits of the formulas."""
    found = metrics("model", "--loss=0", "--mostWindow=40")
    assert found["receiver_delay_ms"] == pytest.approx(DELAY, abs=1e-9)
    assert found["maximum_delay_ms"] == pytest.approx(DELAY, abs=1e-9)
    wait = (60 + 3 * 8192 / 500e3) / SEGMENT
    for window, value in zip(found["window"], found["corrected"]):
        assert value == pytest.approx(min(1, window / (1 + wait)), abs=1e-9)


def test_the_whole_protocol_has_the_same_delays():
    """Over devices, a segment without loss takes as long as over the black box."""
    found = metrics("path", "--segments=60")
    assert found["delay_median_ms"] == pytest.approx(DELAY, abs=0.01)
    assert found["throughput_efficiency"] == pytest.approx(1, abs=0.01)
    assert found["repeated"] == 0
    assert not found["broken"]


@pytest.mark.parametrize("scheme", ["sstp", "snr"])
def test_ideal_control_has_the_delays_of_the_black_box(scheme):
    """With control outside the path, a segment without loss takes t_s + RTD/2 to the nanosecond."""
    found = metrics("path", f"--scheme={scheme}", "--segments=60", "--idealControl=1")
    assert found["delay_mean_ms"] == pytest.approx(DELAY, abs=1e-6)
    assert found["delay_max_ms"] == pytest.approx(DELAY, abs=1e-6)
    assert found["throughput_efficiency"] == pytest.approx(1, abs=1e-6)
    assert found["repeated"] == 0


@pytest.mark.parametrize("block", [8, 256])
def test_snr_over_the_same_path(block):
    """All segments arrive, and whole blocks are sent again."""
    found = metrics("path", "--scheme=snr", f"--block={block}", "--segments=100", "--loss=0.001")
    assert found["delivered"] == 100
    assert found["repeated"] > 0 and found["repeated"] % block == 0


def test_tcp_over_the_same_path():
    """TCP delivers everything, too."""
    found = metrics("path", "--scheme=tcp", "--segments=60", "--load=0.2")
    assert found["delivered"] == 60


@pytest.mark.parametrize("program, arguments, words", [
    ("box", ["--loss=1"], ["loss", "1", "below 1"]),
    ("box", ["--window=0"], ["window", "0", "1"]),
    ("box", ["--badLoss=1.5"], ["badLoss", "1.5"]),
    ("box", ["--badMs=-1"], ["badMs", "-1"]),
    ("box", ["--badMs=15", "--goodMs=0"], ["goodMs", "0"]),
    ("box", ["--maxLoss=-1"], ["maxLoss", "-1", "0"]),
    ("box", ["--maxBurst=-1"], ["maxBurst", "-1", "0"]),
    ("box", ["--rate=0bps"], ["rate", "0"]),
    ("box", ["--maxLoss=1", "--maxBurst=2"], ["maxBurst", "2", "maxLoss"]),
    ("box", ["--block=7"], ["block", "7"]),
    ("box", ["--scheme=tcp"], ["scheme", "tcp", "snr"]),
    ("model", ["--loss=-0.1"], ["loss", "-0.1"]),
    ("path", ["--segments=5"], ["segments", "5", "30"]),
    ("path", ["--load=2"], ["load", "2"]),
    ("path", ["--badMs=15", "--badLoss=2"], ["badLoss", "2"]),
    ("path", ["--block=7"], ["block", "7"]),
])
def test_bad_input(program, arguments, words):
    """The message names option, value and limit."""
    programs.assert_refused(f"sstp-{program}", arguments, words)
