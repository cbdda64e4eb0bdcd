# SPDX-License-Identifier: GPL-2.0-only
"""The programs of qos-a against closed forms, and bad input."""

import math
import sys

import pandas
import programs
import pytest

from hsn.paper import load_paper


@pytest.mark.parametrize("octets, cells", [(1, 1), (40, 1), (41, 2), (2064, 44), (8016, 168)])
def test_throughput_is_that_of_its_parts(octets, cells):
    """n cells in 0.5 ms + n 31.25 us at most; the receiver needs n 57.143 us + 0.36 ms, and 1 % of
    the cells may be lost."""
    found = programs.metrics("qos-a-throughput", f"--octets={octets}", "--time=0.5", "--steps=6")
    most = cells / (0.5 + cells / 32)
    assert found["cells_per_packet"] == cells
    assert found["transmit_kcells"] == pytest.approx(most, rel=0.02)
    taken = min(most, cells / (0.36 + cells / 17.5))
    assert found["goodput_kcells"] == pytest.approx(taken, rel=0.05)


def test_a_packet_is_lost_with_a_cell():
    """1 - 0.98^20, and all that arrive whole are received."""
    found = programs.metrics("qos-a", "--fps=50", "--time=60", "--cells=20", "--spread=0",
                             "--ratioI=1", "--ratioP=1", "--fastHost=true", "--cellLoss=0.02",
                             "--together=true")
    # and a lost last cell takes the next packet with it, if that has all its cells
    whole = 0.98 ** 20
    assert found["packets_sent"] == 3000
    assert found["lost_percent"] == pytest.approx(100 * (1 - whole * (1 - 0.02)), abs=3)
    assert found["cells_overflow"] == 0


def test_slow_flows_lose_nothing_and_wait_for_ticks():
    """A packet of two cells: 0.5 ms to make, the next tick of 1 ms, 31.25 us, four links of 4.24
    and 5 us, 57.143 us for each cell and 0.36 ms."""
    found = programs.metrics("qos-a", "--fps=10", "--time=2", "--cells=2", "--spread=0",
                             "--ratioI=1", "--ratioP=1", "--shape=17500")
    path = 2 * 57.143 + 360 + 31.25 + 4 * 9.24
    assert found["packets_received"] == found["packets_sent"]
    assert found["delay_min_ms"] == pytest.approx((path + 500) / 1e3, abs=0.002)
    assert math.isclose(found["delay_max_ms"], found["delay_min_ms"], abs_tol=0.002)


def test_a_selector_copies_granted_layers_and_a_switch_handles_so_many_cells():
    """Six groups of pictures in 3 s: 168, 3 x 84 and 8 x 32 cells; 1 / 10 us."""
    found = programs.metrics("qos-a-switch", "--time=3", "--cells=100000", "--ports=3")
    assert found["sent_cells"] == found["little_cells"] == [6 * 168, 18 * 84, 48 * 32]
    assert found["dwp_cells"] == [6 * 168, 18 * 84, 0]
    assert found["dwp_cells_unselected"] == found["sent_cells"]
    assert found["little_packets"] == 72
    assert found["handled_cells_s"] == pytest.approx(100000, rel=0.001)


def layers(*arguments):
    """Canyon's level in each second, and all that was measured.

    Of 2,100 cells/s, base layers leave 94 until 20 s, 1,764 to 50 s and 924 from then on; E1 needs
    504, both enhancements 1,016."""
    found = programs.metrics("qos-a-adapt", "--time=80", *arguments)
    return found["sample_levels"], found


def test_the_receiver_asks_once_an_era():
    """A level more each era, up to what fits beside base layers: nothing, from 20 s on all, from 50 s on E1.
    pair(0) = {0, 0}, pair(E1) = {0, E1}, pair(E2) = {E1, E2}."""
    _, found = layers()
    asked = [0] * 20 + [1] + [2] * 29 + [1] * 30
    assert found["res_times_s"][:80] == list(range(80))
    assert found["res_most_levels"][:80] == asked
    assert found["res_least_levels"][:80] == [max(0, level - 1) for level in asked]
    assert len(found["res_times_s"]) == len(found["res_most_levels"]) == len(found["res_least_levels"])
    # E1 with half the era's length
    _, found = layers("--era=0.5")
    assert found["res_times_s"][:160] == [i / 2 for i in range(160)]
    assert found["res_most_levels"][38:44] == [0, 0, 1, 2, 2, 2]


class Runs:
    """The one run of figure 11."""

    def __init__(self, metrics):
        self.metrics = metrics

    def data(self, _):
        """All experiments are this one."""
        return pandas.DataFrame([self.metrics])


def test_figure_11_has_what_receivers_ask_and_sources_grant():
    _, found = layers()
    load_paper("qos-a")
    draw = sys.modules["hsn_paper_qos_a.figures"].draw_adaptation
    [axes] = draw(Runs(found)).axes
    ticks = {line.get_label(): list(line.get_xdata()) for line in axes.lines if line.get_marker() == "|"}
    times = found["res_times_s"]
    assert ticks == {"RES {BL}": times[:20], "RES {BL, E1}": [20, *times[50:]], "RES {E1, E2}": times[21:50]}
    assert [one.get_text() for one in axes.texts] == ["ADAPT E1", "ADAPT E2", "ADAPT E1"]
    assert [one.xy[0] for one in axes.texts] == found["level_times_s"]
    # rows that were made before RES were noted say so
    bare = {name: value for name, value in found.items() if not name.startswith("res_")}
    [axes] = draw(Runs(bare)).axes
    legend = [text.get_text() for text in axes.figure.findobj(lambda one: hasattr(one, "get_text"))]
    assert "RES: these runs have not noted them" in legend


@pytest.mark.parametrize("limit", ["receiver", "link"])
def test_who_knows_the_capacity_keeps_the_level(limit):
    """A switch that knows its link's grants what fits of what is asked, all layers in every era."""
    levels, found = layers(f"--limit={limit}")
    assert levels[:20] == [0] * 20 and levels[22:50] == [2] * 28 and levels[51:] == [1] * 29
    assert found["base_received"] == found["base_sent"]
    assert found.get("canyon_marked_cells", 0) == found.get("discarded_cells", 0) == 0


def test_congestion_alone_flaps():
    """Each quiet era asks for a level more, whether it fits or not."""
    levels, found = layers("--limit=none")
    assert levels[24:50] == [2] * 26  # both enhancements fit: no marks
    for begin, end, most in ((0, 20, 1), (52, 80, 2)):
        phase = levels[begin:end]
        assert max(phase) == most and min(phase) == 0
        # a level more or less at a time, and more than fits is held for two eras at most
        assert {abs(one - other) for one, other in zip(phase, phase[1:])} == {0, 1}
        assert not any(phase[i:i + 3] == [most] * 3 for i in range(len(phase)))
    assert found["canyon_marked_cells"] > 0
    assert found["base_received"] < found["base_sent"]  # the buffer of 256 cells is full at times


def test_without_marks_nobody_hears_of_congestion():
    """All layers stay, 2,192 cells/s from 50 s on, of which 92 are lost."""
    levels, found = layers("--limit=none", "--threshold=0")
    assert levels == [1] + [2] * 79
    assert found["canyon_marked_cells"] == 0 and found["discarded_cells"] > 92 * 25


@pytest.mark.parametrize("octets, size", [(30000, 1000), (1, 1), (100000, 5000)])
def test_unmodified_applications_lose_nothing(octets, size):
    found = programs.metrics("qos-a-sockets", f"--octets={octets}", f"--size={size}")
    assert found["mets_octets"] == found["udp_octets"] == octets


def test_the_same_seed_gives_the_same_result():
    arguments = ("--flows=3", "--time=5", "--RngRun=7")
    assert programs.metrics("qos-a", *arguments) == programs.metrics("qos-a", *arguments)


@pytest.mark.parametrize("program, arguments, words", [
    ("qos-a", ["--flows=0"], ["flows", "0"]), ("qos-a", ["--mtu=40000"], ["mtu", "32752"]),
    ("qos-a", ["--a=1"], ["a", "1"]), ("qos-a-throughput", ["--octets=32769"], ["octets", "32768"]),
    ("qos-a-adapt", ["--capacity=2005"], ["capacity", "2006"]),
    ("qos-a-adapt", ["--limit=switch"], ["limit", "switch", "link"]),
    ("qos-a-adapt", ["--buffer=0"], ["buffer", "0"]),
    ("qos-a-switch", ["--ports=5"], ["ports", "4"]),
    ("qos-a-model", ["--packets=10"], ["packets", "1000"])])
def test_bad_input(program, arguments, words):
    programs.assert_refused(program, arguments, words)
