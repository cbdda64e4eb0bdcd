# SPDX-License-Identifier: GPL-2.0-only
"""The programs of mbac against closed forms and numbers of the paper, and bad input."""

import math

import programs
import pytest


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("mbac", *arguments)


@pytest.mark.parametrize("sigma, loss, rate", [
    (1, 1e-6, 63.632220), (4, 1e-6, 62.730058), (10, 1e-6, 61.138617), (20, 1e-6, 58.797433),
    (100, 1e-6, 47.020423), (20, 1e-4, 56.105420)])
def test_equation_3(sigma, loss, rate):
    """Solved by another program; the paper has 62.8, 61.1 and 58.8 kb/s for 4, 10 and 20 kb."""
    found = metrics("--control=window", "--time=2", f"--sigma={sigma}", f"--loss={loss}")
    assert found["token_rate_kbps"] == pytest.approx(rate, abs=1e-5)


@pytest.mark.parametrize("options, calls", [
    ((), 8), (("--strict=true",), 7)])
def test_delay_limits_the_calls_of_a_window(options, calls):
    """k calls of sigma = 20 kb fit a window of 10 s: k Ts r/2 / ((W + k/lambda) mu), less the
    1.35 % of 10,000 s in which the link fills."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--sigma=20",
                    "--rho=58.8", "--time=10000", *options)
    share = calls * 135 * 32e3 / ((10 + calls / 10) * 10e6)
    assert found["utilization_percent"] == pytest.approx(100 * share * 0.9865, abs=1.5)
    assert found["late_percent"] == 0
    assert found["delay_rejected_percent"] == pytest.approx(100, abs=0.1)


def test_rate_limits_the_calls():
    """Table 1, 1 kb: 74.53 % of the link, all rejected calls fail the rate test."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--sigma=1",
                    "--rho=64", "--time=5000")
    assert found["utilization_percent"] == pytest.approx(74.5, abs=1.5)
    assert found["rate_rejected_percent"] == pytest.approx(100, abs=0.5)


def test_littles_law():
    """Admitted calls of 32 kb/s for 135 s each carry what is sent."""
    found = metrics("--time=10000", "--target=1", "--RngRun=3")
    carried = found["admitted"] * 135 * 32e3 / (10e6 * 10000)
    assert found["utilization_percent"] == pytest.approx(100 * carried, rel=0.03)
    assert found["sent_bits"] + found["queued_bits"] == pytest.approx(found["arrived_bits"])
    assert found["wrong_steps"] == 0


def test_targets_that_cannot_be_missed_or_met():
    """Late bits never exceed 100 %, and are never below 0 %: the trigger never falls, or never
    rises."""
    rising = metrics("--target=100", "--time=500", "--series=10")["triggers_mbps"]
    assert rising == sorted(rising) and rising[-1] > 9.5
    falling = metrics("--target=0", "--time=500", "--series=10")
    assert falling["triggers_mbps"] == sorted(falling["triggers_mbps"], reverse=True)
    assert falling["up_steps"] == 0


@pytest.mark.parametrize("unit", ["fluid", "packet", "cell"])
def test_delay_limited_calls_in_all_units(unit):
    """Eight calls of 20 kb in each window, which their admission, 0.1 s one after the other, restarts:
    8 calls in 10.8 s. Where a window has seen two packets or cells at once there is no room for the
    eighth: 7 in 10.7 s. Calls of 400 s, 135 s long on average; 296 lengths are 6 % off."""
    found = programs.metrics("mbac-units", f"--unit={unit}", "--link=10", "--arrivals=10",
                             "--window=10", "--sigma=20", "--rho=58.8", "--time=400")
    low = 8 * 400 / 10.8 if unit == "fluid" else 7 * 400 / 10.7
    assert low - 9 < found["admitted"] < 8 * 400 / 10.8 + 9
    assert found["delay_rejected_percent"] == 100 and found["late_percent"] == 0
    share = 1 - 135 / 400 * (1 - math.exp(-400 / 135))
    expected = 100 * found["admitted"] / 400 * 135 * 32e3 / 10e6 * share
    assert found["utilization_percent"] == pytest.approx(expected, rel=0.18)
    # a bucket of 20 kb is not a whole number of cells: MBS 569
    assert found["bucket_bits"] == pytest.approx(20000, abs=40)


@pytest.mark.parametrize("arguments, words", [
    (["--unit=frame"], ["unit", "fluid, packet or cell"]),
    (["--rho=65"], ["rho", "at most peak"]), (["--link=0"], ["link", "0.1"])])
def test_bad_input_of_units(arguments, words):
    programs.assert_refused("mbac-units", arguments, words)


def test_the_same_seed_gives_the_same_result():
    arguments = ("--time=300", "--mixed=true", "--modulated=true", "--RngRun=7")
    assert metrics(*arguments) == metrics(*arguments)


@pytest.mark.parametrize("arguments, words", [
    (["--target=101"], ["target", "101"]), (["--window=0.1"], ["window", "0.1"]),
    (["--trigger=11"], ["trigger", "11"]), (["--control=none", "--precise=true"], ["precise"])])
def test_bad_input(arguments, words):
    programs.assert_refused("mbac", arguments, words)
