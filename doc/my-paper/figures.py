# SPDX-License-Identifier: GPL-2.0-only
"""How many cells of a burst conform, at two spacings."""

from hsn.paper import Figure, Paper
from hsn.plot import line_figure
from hsn.sweep import Experiment

BURST = Experiment(
    "burst", "hsn-vbr-upc-police",
    grid={"mbs": [10, 20, 50, 100, 200], "spacing": [2726, 10000]},
    quick_grid={"mbs": [10, 50, 200]},
    fixed={"contract": "C", "lead": 2000})


def draw_fig1(ctx):
    """A line for each spacing."""
    return line_figure(ctx.data(BURST), "mbs", "first_discard", by="spacing",
                       label="one cell every {value} ns",
                       xlabel="maximum burst size (cells)", ylabel="cells that conform in a row")


PAPER = Paper(
    key="my-paper",
    figures=[Figure("fig1", "Burst length against maximum burst size", draw_fig1, [BURST],
                    caption="Without jitter: one run per point.")])
