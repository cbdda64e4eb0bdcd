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
