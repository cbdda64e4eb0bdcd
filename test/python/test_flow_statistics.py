# SPDX-License-Identifier: GPL-2.0-only
"""FlowMonitor and transports: what the manual says that it sees."""

import programs
import pytest

CARRIED = ("xtp", "sstp", "snr", "tear", "tfrc", "poc")


def forward(found):
    """The flow to the server, which is the largest."""
    return max(found["flows"], key=lambda one: one["tx_bytes"])


@pytest.mark.parametrize("protocol", CARRIED)
def test_udp_makes_a_transport_visible(protocol):
    """800 kb/s for 5 s are 500 packets of 1000 octets, each 5 ms twice on its way and twice on a line
    of 10 Mb/s; IP, UDP and a header are added."""
    found = programs.metrics("flow-statistics", f"--protocol={protocol}")
    flow = forward(found)
    assert flow["ip_protocol"] == 17 and flow["ends"].endswith(":5000")
    assert flow["rx_packets"] == flow["tx_packets"] >= found["received_bytes"] / 1500
    assert flow["tx_bytes"] > found["received_bytes"] > 450_000
    assert flow["mean_delay_ms"] > 10


@pytest.mark.parametrize("protocol", CARRIED)
def test_a_protocol_of_its_own_is_passed_over(protocol):
    found = programs.metrics("flow-statistics", f"--protocol={protocol}", "--carrier=Ip")
    assert found["flows"] == [] and found["received_bytes"] > 450_000


def test_tcp_needs_no_carrier():
    found = programs.metrics("flow-statistics", "--protocol=tcp", "--loss=0.02")
    flow = forward(found)
    assert flow["ip_protocol"] == 6 and flow["rx_packets"] < flow["tx_packets"]
    assert found["received_bytes"] > 450_000


def test_what_is_refused():
    programs.assert_refused("flow-statistics", ["--protocol=moon"], ["protocol=moon", "xtp"])
    programs.assert_refused("flow-statistics", ["--loss=1"], ["loss=1", "below 1"])
