# SPDX-License-Identifier: GPL-2.0-only
"""The programs of packet-fec against formulas written down again here, and bad input."""

import math

import programs
import pytest


def metrics(program, *arguments):
    """The metrics of a run of a program of the paper."""
    return programs.metrics(f"packet-fec-{program}", *arguments)


def residual(loss, n, m):
    """A packet is lost, and at least m of the n + m - 1 others."""
    others = n + m - 1
    return loss * sum(math.comb(others, i) * loss ** i * (1 - loss) ** (others - i)
                      for i in range(m, others + 1))


def transmissions(loss, group):
    """Expected maximum of geometric variables."""
    return sum(1 - (1 - loss ** x) ** group for x in range(200))


CODES = {"7+1": (7, 1), "6+2": (6, 2), "5+3": (5, 3), "20+3": (20, 3)}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("loss", [0.01, 0.1])
def test_closed_forms(code, loss):
    """The model program against the same formulas in Python."""
    n, m = CODES[code]
    found = metrics("model", f"--code={code}", f"--loss={loss}", "--group=50")
    left = residual(loss, n, m)
    assert found["residual"] == pytest.approx(left, rel=1e-11)
    assert found["cost"] == pytest.approx((n + m) / n * transmissions(left, 50), rel=1e-11)
    assert found["window_efficiency"] == pytest.approx(n / (n + m) / (1 + 200 * left), rel=1e-11)
    swept = metrics("model", f"--code={code}", "--sweep=loss", f"--values=0.5,{loss}",
                    "--group=50")
    assert swept["cost"][1] == found["cost"]


# code, loss, receivers, packets
GROUPS = [("none", 0.1, 20, 4000), ("7+1", 0.1, 20, 4000), ("6+2", 0.1, 20, 4000),
          ("5+3", 0.2, 20, 4000), ("7+1", 0.01, 100, 4000)]


@pytest.mark.parametrize("code, loss, group, packets", GROUPS)
def test_simulated_group(code, loss, group, packets):
    """Transmissions within four standard errors of the formula; every octet right."""
    found = metrics("multicast", f"--code={code}", f"--loss={loss}", f"--group={group}",
                    f"--packets={packets}")
    n, m = CODES.get(code, (1, 0))
    expected = transmissions(residual(loss, n, m), group)
    # losses of a block come together: at most n times the variance of independent packets
    error = found["transmissions_sd"] * math.sqrt((n if m else 1) / packets)
    assert abs(found["transmissions"] - expected) < 4 * error
    assert found["corrupt"] == found["malformed"] == found["damaged"] == 0
    assert found["raw_loss"] == pytest.approx(loss, rel=0.05)
    again = metrics("multicast", f"--code={code}", f"--loss={loss}", f"--group={group}",
                    f"--packets={packets}")
    assert again == found


def test_bare_retransmissions():
    """Sent alone they are lost with the raw loss rate."""
    found = metrics("multicast", "--code=6+2", "--loss=0.1", "--group=20", "--packets=4000",
                    "--repeat=Bare")
    left = residual(0.1, 6, 2)
    extra = sum(1 - (1 - left * 0.1 ** x) ** 20 for x in range(100))
    assert found["cost"] == pytest.approx(1 + 2 / 6 + extra, rel=0.04)


def test_losses_that_all_share():
    """One receiver more or less does not matter then: a group is like one receiver."""
    found = metrics("multicast", "--code=none", "--loss=0", "--sharedLoss=0.1", "--group=50",
                    "--packets=20000")
    assert found["transmissions"] == pytest.approx(1 / 0.9, rel=0.015)


def test_resequencing_delay():
    """E[D] at 10 % loss without redundancy, 1.77955 round trips; memory by Little's law."""
    found = metrics("window", "--code=none", "--loss=0.1", "--packets=1000000")
    assert found["delay_mean"] == pytest.approx(1.77955, rel=0.03)
    assert found["memory"] == pytest.approx(200 * (1 + found["delay_mean"]), rel=0.01)


def test_pauses():
    """1 / (eW + 1)."""
    found = metrics("window", "--mode=stall", "--code=none", "--packets=1000000")
    assert found["efficiency"] == pytest.approx(1 / 3, rel=0.03)


# section 2.6: patterns of exactly M losses that are repaired
VARIANTS = [("ShiftXor", 0, {"7+1": 8, "6+2": 28, "5+3": 56}),
            ("ReedSolomon", 0, {"7+1": 8, "6+2": 28, "5+3": 56}),
            ("ShiftXorTruncated", 0, {"7+1": 8, "6+2": 13, "5+3": 16}),
            ("ShiftXorTruncated", 1, {"7+1": 8, "6+2": 7, "5+3": 6}),
            ("ShiftXorRotated", 0, {"7+1": 8, "6+2": 13, "5+3": 16})]


@pytest.mark.parametrize("codec, origin, repaired", VARIANTS)
def test_variants_of_the_code(codec, origin, repaired):
    """What each variant repairs."""
    for code, count in repaired.items():
        found = metrics("code", f"--codec={codec}", f"--origin={origin}", f"--code={code}",
                        "--blocks=100", "--size=32")
        assert found["repaired"] == count
        assert found["wrong"] == 0


def test_window_leaves_room_for_redundancy():
    """TCP's packets on the line: the same with a window reduced by N/(N+M)."""
    plain = metrics("tunnel", "--code=none", "--seconds=20")["line_packets_per_rtt"]
    for code in ("7+1", "5+3"):
        scaled = metrics("tunnel", f"--code={code}", "--seconds=20")["line_packets_per_rtt"]
        assert scaled == pytest.approx(plain, rel=0.03)


def test_reports_keep_the_window_small():
    """With redundancy, only a window that reacts to reported loss spares the bottleneck."""
    heard = metrics("adapt", "--code=5+3", "--phase=100")
    deaf = metrics("adapt", "--code=5+3", "--phase=100", "--reports=false")
    assert heard["bottleneck_loss"] < 0.01 < deaf["bottleneck_loss"]


BAD = [
    ("model", ["--loss=1"], ["loss=1", "below 1"]),
    ("model", ["--group=0"], ["group=0", "1 to"]),
    ("model", ["--code=7"], ["code=7", "N+M"]),
    ("model", ["--code=0+1"], ["code=0+1", "at least 1"]),
    ("model", ["--sweep=day"], ["sweep=day"]),
    ("model", ["--sweep=loss", "--values=x"], ["values=x"]),
    ("multicast", ["--group=0"], ["group=0", "1 to 100000"]),
    ("multicast", ["--loss=1"], ["loss=1", "below 1"]),
    ("multicast", ["--loss=0.5", "--run=1.5"], ["run=1.5"]),
    ("multicast", ["--codec=Magic"], ["codec=Magic", "ReedSolomon"]),
    ("multicast", ["--code=7+2", "--codec=Xor"], ["2 parity packets by exclusive or", "1"]),
    ("multicast", ["--code=254+2", "--codec=ReedSolomon"], ["254 + 2", "255"]),
    ("multicast", ["--repeat=Never"], ["repeat=Never"]),
    ("window", ["--window=0"], ["window=0"]),
    ("window", ["--mode=fast"], ["mode=fast"]),
    ("window", ["--packets=100"], ["packets=100", "two windows"]),
    ("code", ["--unit=3"], ["unit=3", "1 or 8"]),
    ("code", ["--code=30+2"], ["code=30+2", "20"]),
    ("tunnel", ["--segment=2000"], ["segment=2000", "1300"]),
    ("adapt", ["--losses=0,2"], ["losses=2", "below 1"]),
    ("adapt", ["--objective=Fame"], ["objective=Fame"]),
]


@pytest.mark.parametrize("program, arguments, words", BAD,
                         ids=[" ".join([program, *arguments]) for program, arguments, _ in BAD])
def test_bad_input_is_named(program, arguments, words):
    """Impossible parameters end a program with a message that names value and limit."""
    programs.assert_refused(f"packet-fec-{program}", arguments, words)
