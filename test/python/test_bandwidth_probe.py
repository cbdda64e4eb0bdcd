# SPDX-License-Identifier: GPL-2.0-only
"""The program of bandwidth-probe against numbers worked out by hand, and bad input."""

import ctypes
import ctypes.util
import itertools
import json
import math
import re
import subprocess
import sys

import programs
import pytest
from conftest import ROOT


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("bandwidth-probe", *arguments)


def test_idle_line_without_noise():
    """Every packet takes the same time; 42 octets every 10 ms on 1.5 Mb/s."""
    found = metrics("--noise=0", "--time=20", "--series=true", "--skip=0")
    assert found["x_ms"] == pytest.approx([10] * 1999, abs=1e-5)
    assert found["xi_ms2"] == pytest.approx([0] * 6, abs=1e-9)
    assert found["line_share_percent"] == pytest.approx(2.24)
    assert found["lost"] == found["reordered"] == 0


@pytest.mark.parametrize("noise, xi", [(0.5, 0.25), (1, 1), (2, 4.1)])
def test_noise_alone(noise, xi):
    """Two half normal variables at each end of a gap: its variance is 4 (1 - 2/pi) noise^2, 1.45 at
    1 ms; the ninth of thirty dispersions is less. Another program has these."""
    assert metrics(f"--noise={noise}")["xi_mean_ms2"] == pytest.approx(xi, rel=0.12)


def test_sums_of_gaps_are_arrivals():
    """Without loss the gaps telescope: each sum of them is the time between two arrivals, so a
    train with bounded delays stays that close to its period for ever."""
    found = metrics("--load=nv", "--time=30", "--series=true", "--skip=0")
    ahead = [total - 10 * k for k, total in enumerate(itertools.accumulate(found["x_ms"]), 1)]
    assert max(ahead) - min(ahead) < 25  # two packets of 1000 octets, noise
    assert found["mean_by_sequence_ms"] == pytest.approx(
        sum(found["x_ms"]) / len(found["x_ms"]), abs=1e-9)


def test_loss_modes():
    """Bursts overflow the queue: without losses in them, gaps add up to less than the time."""
    options = ("--load=bursty", "--time=60", "--sources=20", "--series=true", "--skip=0")
    raw, normalised, skip = (metrics(*options, f"--lossMode={mode}")
                             for mode in ("Raw", "Normalised", "Skip"))
    assert raw["lost"] > 50 and raw["lost"] == normalised["lost"] == skip["lost"]
    # packets from 0 to 5999, the last ones of which may be lost unseen
    assert raw["samples"] == normalised["samples"]
    assert 5980 <= raw["samples"] + raw["lost"] <= 5999
    assert skip["samples"] < raw["samples"]
    assert sum(raw["x_ms"]) == pytest.approx(59990, abs=300)
    assert sum(normalised["x_ms"]) < sum(raw["x_ms"]) - 5 * raw["lost"]


def test_calls_carry_what_they_send():
    """Each call sends 128 kb/s, on a line that sends 1000 of 1030 octets of data."""
    found = programs.metrics("bandwidth-probe-calls", "--control=none", "--arrivals=0.05",
                             "--time=2000")
    assert found["admitted_percent"] == 100 and found["late_percent"] == 0
    expected = 100 * found["calls_mean"] * 128e3 / (1.5e6 * 1000 / 1030)
    assert found["utilization_percent"] == pytest.approx(expected, rel=0.03)


def test_a_probe_that_sees_too_much_admits_nothing():
    """One call on each result, of which there is one in 3 s; none while xi is above 12 ms^2."""
    free = programs.metrics("bandwidth-probe-calls", "--rate=8", "--time=300", "--arrivals=10",
                            "--holding=1")
    assert 0.8 < free["offered"] / 3000 < 1.2
    assert free["offered"] * free["admitted_percent"] / 100 == pytest.approx(99, abs=2)
    programs.assert_refused("bandwidth-probe-calls", ["--wanted=None"], ["Sufficient"])


def test_the_small_programs():
    """Noise of four hosts: another program has 1.0 for two, and variances add up. The same seeds give
    the same in Python."""
    assert programs.metrics("probe-path", "--rate=1")["xi_ms2"] == pytest.approx(2, rel=0.12)
    found = programs.metrics("probe-path")
    assert found["is_best"] and found["lost"] == 0 and 4 < found["xi_ms2"] < 12
    done = subprocess.run([sys.executable, ROOT / "examples/bandwidth-probe/probe_path.py"],
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    xi, best = re.fullmatch(r"xi: (\S+) ms\^2, best quality: (\w+)\n", done.stdout).groups()
    assert (float(xi), best) == (pytest.approx(found["xi_ms2"], abs=1e-6), "True")
    programs.assert_refused("probe-path", ["--rate=0"], ["rate", "0"])


def gsl_slope(scales, values):
    """Slope of the line that GSL lays through logarithms."""
    ctypes.CDLL(ctypes.util.find_library("gslcblas"), ctypes.RTLD_GLOBAL)
    gsl = ctypes.CDLL(ctypes.util.find_library("gsl"))
    count = len(scales)
    x, y = ((ctypes.c_double * count)(*map(math.log10, one)) for one in (scales, values))
    out = [ctypes.c_double() for _ in range(6)]  # intercept, slope, covariances, squares
    gsl.gsl_fit_linear(x, ctypes.c_size_t(1), y, ctypes.c_size_t(1), ctypes.c_size_t(count),
                       *map(ctypes.byref, out))
    return out[1].value


@pytest.mark.parametrize("load", ["idle", "bursty"])
def test_slopes_are_those_of_gsl(load):
    """What is fitted without GSL, so that it is there in a build without it."""
    found = metrics(f"--load={load}", "--time=90", "--skip=0")
    scales, values = found["variance_scales"], found["variance_values"]
    assert found["variance_slope_1_16"] == pytest.approx(gsl_slope(scales[:5], values[:5]), abs=1e-10)
    assert found["variance_slope_16_256"] == pytest.approx(gsl_slope(scales[4:], values[4:]),
                                                           abs=1e-10)
    assert found["range_slope"] == pytest.approx(
        gsl_slope(found["range_scales"], found["range_values"]), abs=1e-10)


def test_same_seed_same_result():
    options = ("--load=both", "--time=20", "--RngRun=7")
    assert metrics(*options) == metrics(*options)
    assert metrics(*options)["xi_ms2"] != metrics("--load=both", "--time=20",
                                                  "--RngRun=8")["xi_ms2"]


@pytest.mark.parametrize("option, shown, limit", [
    ("interval=0", "", "1 to 20"),
    ("m=1", "", "2 to 1000"),
    ("n=0", "", "1 to 1000"),
    ("epsilon=0", "", "above 0 and at most 1"),
    ("epsilon=1.5", "", "above 0 and at most 1"),
    ("epsilon=0.03", "", "at least 1/n"),
    ("noise=-1", "", "0 to 100"),
    ("load=web", "", "idle, nv, ftp, both, step or bursty"),
    ("stepAt=100", "", "below time"),
    ("m=500", "time=100", "must have m n samples behind skip, and 50 more")])
def test_bad_input(option, shown, limit):
    programs.assert_refused("bandwidth-probe", [f"--{option}"], [f"--{shown or option}: ", limit])


REALS = {"bandwidth-probe": ["time", "skip", "stepAt", "pause", "interval", "noise", "nvRate",
                             "sourceRate", "epsilon"],
         "bandwidth-probe-calls": ["time", "arrivals", "holding", "rate", "bound", "utilization",
                                   "target"],
         "bandwidth-probe-exact": ["hurst"], "probe-path": ["rate"]}
WHOLES = {"bandwidth-probe": ["initialWindow", "sources", "m", "n"], "probe-path": ["rate"]}


@pytest.mark.parametrize("program, option", [(program, one) for program, names in REALS.items()
                                             for one in names])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e400", "", "1x"])
def test_numbers_that_are_none(program, option, value):
    programs.assert_refused(program, [f"--{option}={value}"], [f"--{option}={value}: must be a"])


@pytest.mark.parametrize("program", list(REALS))
def test_every_number_has_limits(program):
    """Those tested above are all, and each is limited on both sides."""
    done = programs.run(program, "--PrintOptions")
    options = [one for one in json.loads(done.stdout)["options"] if "number" in one["kind"]]
    assert {one["name"] for one in options} == {*REALS[program], *WHOLES.get(program, ())}
    for one in options:
        assert {"min", "above"} & set(one) and {"max", "below"} & set(one), one
