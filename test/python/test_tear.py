# SPDX-License-Identifier: GPL-2.0-only
"""The program tear against rates by hand, what its checks compute, and bad input."""

import math

import numpy
import pandas
import programs
import pytest

from hsn.paper import load_paper


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("tear", *arguments)


def rates(flow, skip=10):
    """Rates of a flow from the tenth second on."""
    return numpy.asarray(flow["kbps"][skip:])


def test_one_tcp_fills_the_link():
    """300 kb/s less cross traffic of 20 kb/s, less the PPP header of 2 bytes in each 542, and a
    little after each loss."""
    found = metrics("--tcp=1", "--crossTraffic=0")
    assert rates(found["flows"][0]).mean() == pytest.approx(300 * 540 / 542, rel=0.03)
    found = metrics("--tcp=1")
    assert rates(found["flows"][0]).mean() == pytest.approx((300 - 20) * 540 / 542, rel=0.03)


def test_bytes_are_those_of_whole_packets():
    found = metrics("--tcp=1", "--tear=1", "--tfrc=1", "--duration=60")
    for flow in found["flows"]:
        counted = sum(flow["kbps"]) * found["bin"] * 1000 / 8
        assert counted == pytest.approx(flow["bytes"])
        # all but the first and last packets have 540 bytes
        assert flow["bytes"] / 540 == pytest.approx(round(flow["bytes"] / 540), abs=1)


def test_rates_of_the_sender_and_of_the_client_agree():
    """What TEAR's sender may send is what arrives, but for losses and the change in a second."""
    flow = metrics("--tear=1", "--RngRun=2")["flows"][0]
    allowed = numpy.asarray(flow["sender_kbps"][10:])
    assert rates(flow)[1:].mean() == pytest.approx(allowed[:-1].mean(), rel=0.05)
    assert 0 < flow["loss_events"] < flow["feedback"]


def test_a_round_that_takes_long_is_no_silence():
    """Windows that grow for minutes have rounds of many round-trip times. Feedback comes all the
    same, so the rate is not halved: it stays near what the link carries."""
    flows = [metrics("--tear=4", f"--RngRun={seed}", "--duration=300")["flows"] for seed in (1, 2, 3)]
    total = numpy.mean([sum(rates(flow, 150).mean() for flow in run) for run in flows])
    assert total > 0.8 * 280


def test_random_losses_limit_tcp_as_its_square_root_law_says():
    """Packets of 540 bytes, 220 ms, no queue: sqrt(3 / 2) / sqrt(p) segments in a round-trip time, without a
    delayed acknowledgement (Mathis et al. 1997). A recovery takes one of the dozen round trips between losses,
    in which the window does not grow."""
    found = [rates(metrics("--tcp=1", "--crossTraffic=0", "--rate=10Mbps", "--loss=0.01", "--duration=300",
                           f"--RngRun={seed}")["flows"][0]).mean() for seed in range(1, 6)]
    law = 540 * 8 / 1000 / 0.22 * math.sqrt(1.5 / 0.01)
    assert 0.75 * law < numpy.mean(found) < law
    assert metrics("--tcp=1", "--tear=1", "--loss=1", "--duration=30")["flows"][0]["bytes"] == 0


def test_transfers_take_at_least_the_time_of_their_bytes():
    for protocol in ("tcp", "tear"):
        found = metrics(f"--{protocol}=1", "--path=is95c-bulk", "--hour=10", "--bytes=20480",
                        "--transfers=20", "--packet=576")
        assert len(found["times"]) == 20
        least = 20480 * 8 / (74e3 * 1.12)
        assert all(time > least or time == -1 for time in found["times"])


def test_the_same_seed_gives_the_same_output():
    arguments = ["--tcp=1", "--tear=1", "--path=is95b", "--duration=60", "--RngRun=4"]
    assert metrics(*arguments) == metrics(*arguments)
    assert metrics(*arguments) != metrics(*arguments[:-1], "--RngRun=5")


@pytest.fixture(name="modules", scope="module")
def _modules():
    """The paper's modules by name."""
    return {module.__name__.rsplit(".", 1)[-1]: module for module in load_paper("tear").modules}


def test_printed_tables_have_the_statistics_that_the_specification_recomputed(modules):
    expected = {("tcp", 20): (23742, 21039, .833, 9), ("tcp", 50): (20428, 15208, .893, 10),
                ("tcp", 100): (16347, 15432, .635, 10), ("tear", 20): (31259, 32768, .523, 5),
                ("tear", 50): (26156, 22755, .584, 3), ("tear", 100): (32072, 32768, .392, 1)}
    for (protocol, size), (mean, median, cov, slow) in expected.items():
        printed = numpy.asarray([rate for _, rate in modules["figures"].ROWS[protocol][size]])
        assert printed.mean() == pytest.approx(mean, abs=0.6)
        assert numpy.median(printed) == pytest.approx(median, abs=0.6)
        assert printed.std(ddof=1) / printed.mean() == pytest.approx(cov, abs=6e-4)
        assert (printed < 15000).sum() == slow


def test_distances_of_the_printed_tables(modules):
    """Kolmogorov's distance of TCP's and TEAR's tables, computed elsewhere."""
    for size, expected in ((20, .35), (50, .40), (100, .60)):
        some, others = (numpy.asarray([rate for _, rate in modules["figures"].ROWS[name][size]])
                        for name in ("tcp", "tear"))
        assert modules["figures"].distance(some, others) == pytest.approx(expected)


def test_statistics_by_hand(modules):
    figures, checks = modules["figures"], modules["checks"]
    assert figures.jain([1, 1, 1, 1]) == 1
    assert figures.jain([1, 0, 0, 0]) == 0.25
    square = numpy.tile([1.0, 3.0], 20)
    assert figures.cov(square) == pytest.approx(0.5 * math.sqrt(30 / 29))
    assert figures.cov(square, 2) == 0
    assert figures.equivalence(numpy.full(30, 1.0), numpy.full(30, 4.0)) == 0.25
    triangle = numpy.asarray([0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0], dtype=float)
    assert checks.extrema(triangle) == ([3.0, 3.0], [0.0], [3, 9])


def test_effective_bandwidth_leaves_the_channels_own_losses_out(modules):
    """The channel loses 10 %; the queue loses 6 % from 54 kb/s on, where round trips take 1.3 s, too."""
    rows = [{"rate": rate, "sent": 1000, "lost_queue": 60 if rate > 52 else 0,
             "loss": 0.1 + (0.06 if rate > 52 else 0), "rtt_median_s": 1.3 if rate > 52 else 0.7}
            for rate in (30, 50, 52, 54, 60)]
    assert modules["checks"].effective(pandas.DataFrame(rows)) == 52
    slow = [{**row, "rtt_median_s": 1.3} for row in rows]
    assert modules["checks"].effective(pandas.DataFrame(slow)) == 0


def test_feedback_is_counted_in_round_trips_of_the_run(modules):
    """300 packets of feedback in 100 s of 0.5 s each, and 10 loss events: 300 / 210."""
    flow = {"protocol": "tear", "feedback": 300, "watched_s": 100, "rtt_s": 0.5, "loss_events": 10,
            "bytes": 540000}

    class Given:
        """Has one run for each mix."""

        def data(self, _experiment):
            """The runs."""
            return pandas.DataFrame([{"tcp": tcp, "tear": tear, "tfrc": 0, "flows": [flow] * tear}
                                     for tcp, tear in ((0, 1), (0, 4), (1, 1), (2, 2), (4, 1), (4, 4))])

    found = modules["checks"].c29(Given()).values["feedback"]
    assert all(value == pytest.approx(300 / 210) for value in found.values()) and len(found) == 6


@pytest.mark.parametrize("arguments, words", [
    (["--duration=100"], "--tear=0: must be above 0"),
    (["--tear=2", "--bytes=1000"], "--bytes=1000: must be 0"),
    (["--tfrc=1", "--bytes=1000"], "--bytes=1000: must be 0"),
    (["--tear=1", "--path=is95b", "--laterRate=100kbps"], "--laterRate=100kbps: must be 0"),
    (["--tear=1", "--path=is95b", "--loss=0.1"], "--loss=0.1: must be 0"),
    (["--tear=1", "--r1=900", "--r2=800"], "--r1=900: must be at most"),
    (["--tear=1", "--path=moon"], "--path=moon: must be internet"),
])
def test_bad_options_name_value_and_limit(arguments, words):
    programs.assert_refused("tear", arguments, [words])
