# SPDX-License-Identifier: GPL-2.0-only
"""The program of background: routers that forward by a table against ns-3's IP, and bad input."""

import programs
import pytest

NETWORK = ["--scale=8", "--duration=20", "--measure=8", "--firstStart=1", "--secondStart=3",
           "--jitter=0.5", "--series"]
RUNS = {
    "cubic": ["--protocol=cubic", "--traffic=II"],
    "fast": ["--protocol=fast", "--traffic=V"],
    "sack": ["--protocol=sack", "--traffic=I", "--fixedRtt"],
    "mixed": ["--protocol=htcp", "--first=stcp", "--firstRtt=42", "--traffic=IV", "--tick=0"],
    "ns3": ["--protocol=ns3-cubic", "--traffic=III", "--stack=ns3"],
    "alone": ["--protocol=hstcp"],
}


def without_events(metrics):
    """What a run has measured, and not what it cost."""
    return {name: value for name, value in metrics.items() if name != "events"}


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_forwarding_changes_nothing(name):
    """The same rates, drops and bytes, second by second, as with ns-3's IP in the routers."""
    lean, ip = (programs.metrics("background", f"--forwarding={how}", *NETWORK, *RUNS[name])
                for how in ("lean", "ip"))
    assert without_events(lean) == without_events(ip)
    assert lean["received_bytes"] > 1e6 and lean["utilization"] > 0.2


def test_forwarding_refuses_what_it_does_not_know():
    programs.assert_refused("background", ["--forwarding=bridge"], ["--forwarding=bridge", "lean"])


def test_the_same_seed_gives_the_same_bytes():
    command = ["background", *NETWORK, *RUNS["cubic"], "--RngRun=7"]
    first, second = (programs.run(*command).stdout for _ in range(2))
    assert first == second
    assert programs.run(*command[:-1], "--RngRun=8").stdout != first


def test_another_flow_changes_no_draw():
    """Until it starts, nothing differs; the other traffic starts its flows at the same times."""
    late = ["--firstStart=1", "--secondStart=15", "--flows=1"]
    alone = programs.metrics("background", *NETWORK, *RUNS["cubic"], *late)
    beside = programs.metrics("background", *NETWORK, *RUNS["cubic"], *late[:-1], "--flows=2")
    for name in ("flow_1", "short", "total"):
        rates = [run[f"{name}_mbps_by_second"][:14] for run in (alone, beside)]
        assert rates[0] == rates[1] and sum(rates[0]) > 0
    assert alone["web_flows"] == beside["web_flows"] > 0


def test_traffic_alone_and_nothing_at_all():
    metrics = programs.metrics("background", *NETWORK, "--flows=0", "--traffic=II")
    assert metrics["flow_mbps"] == [] and metrics["fairness"] is None
    assert metrics["short_mbps"] > 0
    programs.assert_refused("background", ["--flows=0"], ["flows", "at least 1"])


@pytest.mark.parametrize("arguments, words", [
    (["--load=0"], ["--load=0", "above 0"]),
    (["--rtt=1"], ["--rtt=1", "2"]),
    (["--buffer=1499"], ["--buffer=1499", "1500"]),
    (["--buffer=8000", "--scale=8"], ["buffer", "a packet"]),
    (["--measure=600"], ["measure", "before the end"]),
    (["--firstRtt=1"], ["firstRtt", "at least"]),
    (["--alpha=0"], ["--alpha=0", "1"]),
    (["--secondStart=700"], ["secondStart", "duration"]),
    (["--traffic=VI"], ["--traffic=VI", "IV"])])
def test_impossible_scenarios_are_refused(arguments, words):
    programs.assert_refused("background", arguments, words)
