# SPDX-License-Identifier: GPL-2.0-only
"""The figures of packet-fec: what is run, and how it is drawn."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_lines, draw_reference, finish, new_figure
from hsn.sweep import Experiment

MODEL = "hsn-packet-fec-model"
MULTICAST = "hsn-packet-fec-multicast"

CODES = ["none", "7+1", "6+2", "5+3"]
PARITY = {"none": 0.0, "7+1": 1 / 7, "6+2": 2 / 6, "5+3": 3 / 5}  # M/N
WINDOW = 200
LOSSES = {"fig1": 0.01, "fig2": 0.001, "fig3": 0.1}


def listed(values):
    """Numbers as the model program takes them."""
    return ",".join(f"{value:.10g}" for value in values)


def decades(low, high, per_decade):
    """Numbers from 10^low to 10^high, equally spaced in the logarithm."""
    return 10 ** numpy.linspace(low, high, round((high - low) * per_decade) + 1)


def curves(name, sweep, values, codes=tuple(CODES), **fixed):
    """An experiment: the closed forms of several codes along a list of values."""
    return Experiment(name, MODEL, grid={"code": list(codes)},
                      fixed={"sweep": sweep, "values": listed(values), **fixed})


def unrolled(data, sweep):
    """One row for each code and value, of a table of lists."""
    keep = ["code", sweep, *(name for name in data if isinstance(data[name].iloc[0], list)
                             and name != sweep)]
    return data[keep].explode(keep[1:]).astype({name: float for name in keep[1:]})


GROUPS = decades(0, 4, 20)
MODEL_GROUP = {fig: curves(f"model-{fig}", "group", GROUPS, loss=loss)
               for fig, loss in LOSSES.items()}
MODEL_LOSS = curves("model-loss", "loss", [*decades(-4, -0.5, 20), 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
                    group=100, window=WINDOW)
BLOCKS = [f"{1}+{m}" for m in (1, 2, 3)]  # N is what is swept
MODEL_BLOCK = curves("model-block", "data", [*range(1, 101), 150, 200, 300, 400, 469, 470, 500, 626,
                                             627, 700, 774, 775, 800, 1000],
                     BLOCKS, group=100, loss=0.01)

# Simulated groups. What is measured grows with packets times receivers: fewer packets in large ones
SIMULATED = {1: 40000, 3: 40000, 10: 20000, 18: 20000, 32: 20000, 100: 20000, 316: 8000, 1000: 6000}
QUICK = {1: 20000, 10: 10000, 18: 10000, 100: 4000, 1000: 1000}
SEEDS = (1, 2, 3, 4, 5)
QUICK_SEEDS = (1, 2, 3)


def groups(name, points, **fixed):
    """An experiment: multicast groups of all sizes."""
    def grid(sizes):
        return [{"group": group, "packets": packets, **point}
                for point in points for group, packets in sizes.items()]

    return Experiment(name, MULTICAST, grid(SIMULATED), quick_grid=grid(QUICK), fixed=fixed,
                      seeds=SEEDS, quick_seeds=QUICK_SEEDS)


STAR = {fig: groups(f"star-{fig}", [{"code": code, "loss": loss} for code in CODES])
        for fig, loss in LOSSES.items()}


def draw_group(ctx, fig):
    """Transmissions against the size of the group."""
    figure, axes = new_figure("receivers", "packets sent for each data packet",
                              f"Packet loss {100 * LOSSES[fig]:g} %")
    model = unrolled(ctx.data(MODEL_GROUP[fig]), "group")
    for index, code in enumerate(CODES):
        rows = model[model["code"] == code]
        draw_reference(axes, rows["group"], rows["cost"], index, line="-")
        data = ctx.data(STAR[fig])
        draw_lines(axes, data[data["code"] == code], "group", "cost", "code", "{value}", "", index)
    axes.set_xscale("log")
    axes.set_ylim(bottom=1)
    return finish(figure)


def draw_fig1(ctx):
    """Transmissions at 1 %."""
    return draw_group(ctx, "fig1")


def draw_fig2(ctx):
    """Transmissions at 0.1 %."""
    return draw_group(ctx, "fig2")


def draw_fig3(ctx):
    """Transmissions at 10 %."""
    return draw_group(ctx, "fig3")


def draw_model(axes, data, x, y, codes=tuple(CODES), line="-", names=None):
    """One curve of the closed forms for each code."""
    for index, code in enumerate(codes):
        rows = data[data["code"] == code]
        label = None if line != "-" else (names or {}).get(code, code)
        draw_reference(axes, rows[x], rows[y], index, label, line)


def draw_fig4(ctx):
    """Efficiency against the loss rate, 100 receivers."""
    figure, axes = new_figure("packet loss rate", "efficiency", "100 receivers")
    draw_model(axes, unrolled(ctx.data(MODEL_LOSS), "loss"), "loss", "efficiency")
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    return finish(figure)


def draw_fig5(ctx):
    """Efficiency of window protocols against the loss rate."""
    figure, axes = new_figure("packet loss rate", "efficiency",
                              f"Window of {WINDOW} packets; dashed: with SACK")
    model = unrolled(ctx.data(MODEL_LOSS), "loss")
    draw_model(axes, model, "loss", "window_efficiency")
    draw_model(axes, model, "loss", "sack_efficiency", line="--")
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    return finish(figure)


def draw_fig7(ctx):
    """Efficiency against the length of the block."""
    figure, axes = new_figure("data packets of a block N", "efficiency",
                              "100 receivers, packet loss 1 %")
    model = unrolled(ctx.data(MODEL_BLOCK), "data")
    model = model[model["data"] <= 100]
    draw_model(axes, model, "data", "efficiency", BLOCKS,
               names={block: f"N+{m}" for m, block in enumerate(BLOCKS, start=1)})
    none = ctx.run_program(MODEL, {"code": "none", "group": 100, "loss": 0.01})["efficiency"]
    draw_reference(axes, [1, 100], [none, none], 3, "none")
    axes.set_ylim(0, 1)
    return finish(figure)


GROUP_CAPTION = ("Lines: (N+M)/N T(eps_M, G). Markers: simulated, mean and 95 % confidence interval "
                 "of five repetitions (quick mode: three).")

PAPER = Paper(
    key="packet-fec",
    title="The case for packet level FEC",
    authors="C. Huitema",
    venue="Protocols for High-Speed Networks V, 1996",
    figures=[
        Figure("fig1", "Number of transmissions against the size of the group, 1 % loss",
               draw_fig1, [MODEL_GROUP["fig1"], STAR["fig1"]], GROUP_CAPTION),
        Figure("fig2", "Number of transmissions against the size of the group, 0.1 % loss",
               draw_fig2, [MODEL_GROUP["fig2"], STAR["fig2"]], GROUP_CAPTION),
        Figure("fig3", "Number of transmissions against the size of the group, 10 % loss",
               draw_fig3, [MODEL_GROUP["fig3"], STAR["fig3"]], GROUP_CAPTION),
        Figure("fig4", "Efficiency against the loss rate, 100 receivers", draw_fig4, [MODEL_LOSS],
               "The inverse of the number of transmissions."),
        Figure("fig5", "Efficiency of classic TCP against the loss rate, window of 200 packets",
               draw_fig5, [MODEL_LOSS],
               "The sender idles for one window after each loss; with SACK (not drawn in the paper) "
               "only when the retransmission is lost, too."),
        Figure("fig7", "Efficiency against the length of the block, 100 receivers, 1 % loss",
               draw_fig7, [MODEL_BLOCK], "N + 1, N + 2, N + 3 and no redundancy."),
    ],
    experiments=[])
