# SPDX-License-Identifier: GPL-2.0-only
"""The small programs of METS' parts, with ns-3's UDP."""

import programs


def output(name, *arguments):
    """What a program prints."""
    return programs.run(name, *arguments).stdout


def test_the_jitter_filter_sees_the_delay_of_the_link():
    """1,024 octets, 28 of UDP and IP, 2 of the link at 1 Mbit/s: 8.432 ms, always."""
    text = output("mets-jitter-filter")
    assert "100 packets, mean delay 8.432 ms" in text
    assert text.rstrip().endswith("0 late")


def test_the_shaper_has_flows_take_turns():
    """Two units each at 0, 10 and 20 ms, in turns: 2, 2 and 1; a datagram takes 0.1 ms."""
    lines = output("mets-flow-shaper").splitlines()
    assert [line.split(": ")[1] for line in lines] == ["port 9", "port 10"] * 5
    assert [int(line.split()[0]) // 10 for line in lines] == [0] * 4 + [1] * 4 + [2] * 2


def test_the_scheduler_keeps_its_rate():
    """240 frames in 10 s with drift compensation, one in 50 ms without."""
    assert output("mets-flow-scheduler").startswith("240 frames")
    assert output("mets-flow-scheduler", "--compensation=false").startswith("200 frames")
