# SPDX-License-Identifier: GPL-2.0-only
"""The programs of mbac against closed forms and numbers of the paper, and bad input."""

import json
import math

import programs
import pytest

from hsn.paper import load_paper


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


TWENTY = ("--sigma=20", "--rho=58.8")
TEN = ("--sigma=10", "--rho=61.1")


@pytest.mark.parametrize("options, calls", [
    (TWENTY, 8), ((*TWENTY, "--strict=true"), 7), (TEN, 15), ((*TEN, "--exact=true"), 16)])
def test_delay_limits_the_calls_of_a_window(options, calls):
    """k calls of sigma = 20 kb fit a window of 10 s: k Ts r/2 / ((W + k/lambda) mu), less the
    1.35 % of 10,000 s in which the link fills.  Of 10 kb, the sum of 16 doubles of 1 ms exceeds 16 ms."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--time=10000", *options)
    share = calls * 135 * 32e3 / ((10 + calls / 10) * 10e6)
    assert found["admitted"] == pytest.approx(calls * 10000 / (10 + calls / 10), rel=0.02)
    assert found["utilization_percent"] == pytest.approx(100 * share * 0.9865, abs=1.5)
    assert found["late_percent"] == 0
    assert found["delay_rejected_percent"] == pytest.approx(100, abs=0.1)


def test_rate_limits_the_calls():
    """Table 1, 1 kb: 74.53 % of the link, all rejected calls fail the rate test."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--sigma=1",
                    "--rho=64", "--time=5000")
    assert found["utilization_percent"] == pytest.approx(74.5, abs=1.5)
    assert found["rate_rejected_percent"] == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("options, utilization", [(TWENTY, 33.4), (TEN, 63.8)])
def test_windows_that_admissions_do_not_restart(options, utilization):
    """Another program has these; with restarts it has 31.6 and 55.8 %, as the paper."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--time=10000", *options,
                    "--ns3::hsn::TimeWindowAdmission::RestartOnAdmission=false")
    assert found["utilization_percent"] == pytest.approx(utilization, abs=1.2)


def test_without_a_delay_test_the_rate_limits():
    """The bucket of 20 kb would admit a third of the link; 0.95 of the peaks' sum is what is left."""
    found = metrics("--control=window", "--utilization=0.95", "--window=10", "--time=5000", *TWENTY,
                    "--rateOnly=true")
    assert found["delay_rejected_percent"] == 0 and found["rate_rejected_percent"] == 100
    assert found["utilization_percent"] > 70


@pytest.mark.parametrize("option, other", [
    ("--violation=QueuePosition", "--violation=WindowFraction"), ("--input=LastSample",
                                                                   "--input=WindowMax")])
def test_readings_of_the_two_levels(option, other):
    """Another program: by its place in the queue the last bit is seldom late, so that more are in the
    end; by the last sample windows are shorter, and 0.8 to 1.7 points more of the link are used."""
    found, usual = (metrics("--target=0.1", "--time=20000", "--RngRun=2", one) for one in (option, other))
    assert found["utilization_percent"] > usual["utilization_percent"]
    assert found["window_s"] < usual["window_s"]
    assert found["late_percent"] > usual["late_percent"]


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


def test_all_cells_have_vbr_contracts():
    """The bucket of a CBR contract is one cell, 424 bits; those of VBR ones are what rows ask for."""
    grid = load_paper("mbac").all_experiments()["units"].grid
    rows = [row for row in grid if row["unit"] == "cell"]
    assert len(rows) == 4
    for row in rows:
        found = programs.metrics("mbac-units", "--time=1", *(f"--{name}={value}" for name, value
                                                             in row.items()))
        half = 212 * (1 - row["rho"] / 64)  # of what a cell of the MBS is worth
        assert found["bucket_bits"] == pytest.approx(1000 * row["sigma"], abs=half), row


@pytest.mark.parametrize("arguments, words", [
    (["--unit=frame"], ["unit", "fluid, packet or cell"]),
    (["--rho=65"], ["rho", "at most peak"]), (["--link=0"], ["link", "0.1"]),
    (["--rho=32"], ["--rho=32", "above half of peak"]), (["--rho=nan"], ["--rho=nan", "1 to 100000"]),
    (["--unit=cell", "--rho=64"], ["--rho=64", "below peak"]),
    (["--unit=cell", "--sigma=0.42"], ["--sigma=0.42", "MBS 2 to 1e9"]),
    (["--unit=cell", "--peak=1e5", "--rho=99999.99", "--sigma=1e6"], ["--sigma=1e6", "MBS 2 to 1e9"]),
    (["--time=0.9"], ["--time=0.9", "1 to 1000000"]), (["--peak=inf"], ["--peak=inf", "1 to 100000"]),
    (["--holding=0"], ["--holding=0", "above 0"])])
def test_bad_input_of_units(arguments, words):
    programs.assert_refused("mbac-units", arguments, words)


def test_the_same_seed_gives_the_same_result():
    arguments = ("--time=300", "--mixed=true", "--modulated=true", "--RngRun=7")
    assert metrics(*arguments) == metrics(*arguments)


@pytest.mark.parametrize("arguments, words", [
    (["--target=101"], ["target", "101"]), (["--window=0.1"], ["window", "0.1"]),
    (["--trigger=11"], ["trigger", "11"]), (["--control=none", "--precise=true"], ["precise"]),
    (["--rho=32"], ["--rho=32", "above half of peak"]), (["--rho=65"], ["--rho=65", "at most peak"]),
    (["--rho=1e-320"], ["--rho=1e-320", "above half of peak"]),
    (["--rho=60", "--mixed=true"], ["--rho=60", "must be 0 with mixed"]),
    (["--series=1e-9", "--time=20"], ["--series=1e-9", "at least time / 1e7"]),
    (["--time=0.9"], ["--time=0.9", "1 to 10000000"]), (["--loss=1"], ["--loss=1", "below 1"])])
def test_bad_input(arguments, words):
    programs.assert_refused("mbac", arguments, words)


BOTH = ["time", "arrivals", "holding", "peak", "sigma", "rho", "window", "utilization", "target"]
NUMBERS = {"mbac": [*BOTH, "loss", "trigger", "up", "down", "series"], "mbac-units": [*BOTH, "link"]}


@pytest.mark.parametrize("program, option", [(program, one) for program, names in NUMBERS.items()
                                             for one in names])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e400", "", "1x"])
def test_numbers_that_are_none(program, option, value):
    programs.assert_refused(program, [f"--{option}={value}"], [f"--{option}={value}: must be a number"])


@pytest.mark.parametrize("program", list(NUMBERS))
def test_every_number_has_limits(program):
    """Those above are all numbers of a program, and each is limited on both sides."""
    done = programs.run(program, "--PrintOptions")
    options = [one for one in json.loads(done.stdout)["options"] if one["kind"] == "a number"]
    assert sorted(one["name"] for one in options) == sorted(NUMBERS[program])
    for one in options:
        assert {"min", "above"} & set(one) and {"max", "below"} & set(one), one


@pytest.mark.parametrize("program", ["mbac", "mbac-units", "bandwidth-probe-calls"])
def test_calls_that_never_come(program):
    """The next call is behind the end of time: the run ends, and none has come."""
    assert programs.metrics(program, "--arrivals=1e-300", "--time=20")["offered"] == 0
