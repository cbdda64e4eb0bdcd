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


LONELY = [*NETWORK, "--scale=1", "--flows=1", "--rtt=42", "--jitter=0", "--maxCwnd=10"]  # no queue


def test_round_trip_times_are_those_of_the_path_and_of_its_clocks():
    """Without clocks that of the path and of three links. Each router holds packets of both directions until
    its next tick, so that one clock makes a whole number of periods of it."""
    without = ["--tick=0", "--bottleneckTick=0", "--hostTime=0"]
    path = programs.metrics("background", *LONELY, *without)
    assert path["flow_rtt_ms"] == [pytest.approx(42.03, abs=0.1)]
    for clock in ("tick", "bottleneckTick"):
        run = programs.metrics("background", *LONELY, *(one for one in without if f"--{clock}=" not in one))
        assert run["flow_rtt_ms"] in ([pytest.approx(43, abs=0.01)], [pytest.approx(44, abs=0.01)]), clock


def test_hosts_take_time_for_each_packet():
    """Up to 2 ms at both ends: 2 ms in the mean, and more for a packet that waits for another one."""
    run = programs.metrics("background", *LONELY, "--tick=0", "--bottleneckTick=0", "--hostTime=2000",
                           "--maxCwnd=8")
    assert 43.5 < run["flow_rtt_ms"][0] < 46


@pytest.mark.parametrize("protocol, deeper", [("sack", True), ("hstcp", True), ("stcp", True), ("fast", True), ("bic", False),
                                              ("cubic", False), ("htcp", False)])
def test_reno_and_those_that_gave_no_bound_recover_from_deeper(protocol, deeper):
    """The first losses of a flow alone: these have less in the run, the others exactly as much."""
    arguments = ["background", *NETWORK, f"--protocol={protocol}", "--flows=1", "--rtt=82", "--jitter=0",
                 "--buffer=1000000", "--initialSsthresh=1e6", "--measure=2"]
    linux, ns3 = (programs.metrics(*arguments, f"--era={era}") for era in ("linux", "ns3"))
    assert linux["flow_drops"] != [0]
    less = sum(ns3["flow_1_mbps_by_second"]) - sum(linux["flow_1_mbps_by_second"])
    assert less > 10 if deeper else linux["flow_1_mbps_by_second"] == ns3["flow_1_mbps_by_second"]


def test_slow_start_ends_at_a_threshold():
    """400 packets of 1500 octets in 324 ms are 14.8 Mbit/s; in the six seconds since, SACK has grown by half a
    packet in a round-trip time."""
    run = programs.metrics("background", *NETWORK, "--protocol=sack", "--flows=1", "--rtt=324", "--jitter=0",
                           "--initialSsthresh=400")
    assert 14.8 < run["flow_1_mbps_by_second"][9] < 15.5


def test_traffic_that_carries_something_else_is_told():
    """Seed 1 of Type II carries 57 of 70 Mbit/s in 300 s (60 to 80 are good); with seed 7 it is 71."""
    arguments = ["background", "--scale=8", "--duration=300", "--measure=20", "--flows=0", "--traffic=II"]
    assert "short flows carried 56.9" in programs.run(*arguments, "--RngRun=1").stderr
    assert programs.run(*arguments, "--RngRun=7").stderr == ""


@pytest.mark.parametrize("arguments, words", [
    (["--era=bsd"], ["--era=bsd", "linux", "ns3"]),
    (["--alphaMode=Free"], ["--alphaMode=Free", "ByRate"]),
    (["--hostTime=-1"], ["--hostTime=-1", "0"]),
    (["--bottleneckTick=2000"], ["--bottleneckTick=2000", "1000"]),
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
