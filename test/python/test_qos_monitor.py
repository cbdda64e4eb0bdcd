# SPDX-License-Identifier: GPL-2.0-only
"""The programs of qos-monitor against numbers worked out by hand, and bad input."""

import programs
import pytest


def metrics(*arguments):
    """The metrics of a transfer."""
    return programs.metrics("qos-monitor", *arguments)


def test_a_record_costs_its_time():
    """T_on = T_off + events c_e for a sender whose processor is the bottleneck; events are three
    a packet, and those of FIRST and of the end."""
    off = metrics("--monitor=off", "--bytes=60000")
    on = metrics("--bytes=60000", "--ce=1")
    assert off["events"] == 0
    assert 300 <= on["events"] <= 312
    # the last records come after the last byte has arrived
    assert on["time_s"] - off["time_s"] == pytest.approx(0.300, abs=0.008)


def test_a_processor_with_slack_loses_nothing():
    """The link of 100 kb/s is the bottleneck: the monitor's work fits into the pauses."""
    off, on = (metrics(f"--monitor={one}", "--bytes=30000", "--rate=100kbps", "--cp=5")["time_s"]
               for one in ("off", "on"))
    assert on == pytest.approx(off, rel=1e-3)


def test_bits_are_conserved():
    """What the sender's row has sent is what the receiver's row has, and what was lost."""
    found = metrics("--bytes=200000", "--queue=50", "--cross=20", "--crossStart=1",
                    "--crossStop=1.3")
    assert found["lost_bytes"] > 0
    assert found["out_bits"] == found["in_bits"] + 8 * found["lost_bytes"]
    assert found["received_bytes"] == 200000


def test_data_in_flight_is_no_error():
    """Up to what the answered request knew, an error-free path has no errors; up to now, as the
    formula is printed, neither does it here: there are no error control packets."""
    found = metrics("--bytes=60000", "--delay=20", "--cp=1")
    assert found["has_errors"] is False
    assert found["error_bits"] == 0


def test_the_same_seed_gives_the_same_result():
    arguments = ("--bytes=60000", "--ber=1e-5", "--RngRun=3")
    assert metrics(*arguments) == metrics(*arguments)


@pytest.mark.parametrize("arguments, words", [
    (["--alpha=0"], ["alpha=0", "above 0"]), (["--segment=0"], ["segment=0", "1"]),
    (["--ber=1"], ["ber=1", "below 1"]), (["--monitor=maybe"], ["monitor=maybe", "light"]),
    (["--ce=-1"], ["ce=-1", "0"]), (["--queue=0"], ["queue=0", "1"])])
def test_bad_input(arguments, words):
    programs.assert_refused("qos-monitor", arguments, words)
