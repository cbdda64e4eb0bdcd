# SPDX-License-Identifier: GPL-2.0-only
"""The figures of vbr-upc: what is run, and how it is drawn."""

from hsn.paper import Figure, Paper
from hsn.plot import colour, draw_lines, finish, line_figure, new_figure
from hsn.sweep import Experiment

import pandas

NETWORK = "hsn-vbr-upc"
POLICE = "hsn-vbr-upc-police"
MODEL_PROGRAM = "hsn-vbr-upc-model"

MTUS = [552, 1500, 4832, 9188]
ALL_MBS = list(range(1000, 4001, 500))
QUICK_MBS = [1000, 2000, 3000, 4000]
# Time between SDUs, us: the paper's two values and the line through them (figure 5's model)
INTER_SDU = {552: 305.234, 1500: 370.523, 4832: 600.0, 9188: 900.0}

MODEL = Experiment("model", MODEL_PROGRAM, grid={"mtu": MTUS, "mbs": ALL_MBS})

TRAIN = Experiment(
    "train", NETWORK,
    grid=[{"mtu": mtu, "mbs": mbs, "interSdu": INTER_SDU[mtu]}
          for mtu in MTUS for mbs in ALL_MBS],
    quick_grid=[{"mtu": mtu, "mbs": mbs, "interSdu": INTER_SDU[mtu]}
                for mtu in MTUS for mbs in QUICK_MBS],
    fixed={"source": "train", "contract": "C", "jitter": 0.05, "bursts": 10},
    seeds=range(1, 11), quick_seeds=(1, 2, 3))

TIMELINE = Experiment(
    "timeline", NETWORK, grid=[{"mtu": 4832}],
    fixed={"source": "train", "contract": "None", "jitter": 0, "bursts": 1, "pdus": 3,
           "cellTimes": True})

TCP_G500 = Experiment(
    "tcp-g500", NETWORK, grid={"mtu": MTUS, "mbs": ALL_MBS}, quick_grid={"mbs": QUICK_MBS},
    fixed={"source": "tcp", "contract": "C", "tick": 500, "rxServiceTime": 0},
    seeds=range(1, 11), quick_seeds=(1, 2, 3))

# Section 8 of the specification: T_PCR 2, tau_PCR 0, T_SCR 5, MBS 3
VECTOR = {"tPcr": 2, "tauPcr": 0, "tScr": 5, "mbs": 3,
          "times": "0,2,4,6,8,9,10,12,14,16,30,32,34,36,38",
          "clps": "0,0,0,0,1,0,0,0,1,0,0,0,0,1,0"}
TABLE = Experiment("contracts", POLICE, grid={"contract": ["A", "B", "C"]}, fixed=VECTOR)


def draw_tab1(ctx):
    """Table 1, and what each contract does to one sequence of cells."""
    verdicts = ctx.data(TABLE).set_index("contract")["verdicts"]
    applies = {"A": "CLP=0", "B": "CLP=0", "C": "CLP=0+1"}
    tagging = {"A": "not requested", "B": "requested", "C": "not applicable"}
    return pandas.DataFrame([
        {"contract": c, "T_PCR, τ_PCR apply to": "CLP=0+1", "T_SCR, MBS apply to": applies[c],
         "tagging": tagging[c], "fate of 15 cells (P pass, T tag, D discard)": verdicts[c]}
        for c in "ABC"])


def draw_fig3(ctx):
    """Throughput of TCP against the maximum burst size."""
    return line_figure(ctx.data(TCP_G500), "mbs", "throughput_mbps", by="mtu",
                       label="MTU {value}", xlabel="maximum burst size (cells)",
                       ylabel="throughput (Mbit/s)",
                       title="G = 500 ms, ns-3's own TCP (not the paper's)")


def draw_fig4(ctx):
    """The cells of a packet train on the line."""
    row = ctx.data(TIMELINE).iloc[0]
    cells = [t / 1000 for t in row["cell_starts_ns"]]
    sdus = [t / 1000 for t in row["sdu_starts_ns"]]
    origin, slot, per_pdu = cells[0], 424 / 155.52, int(row["cells_per_pdu"])
    figure, axes = new_figure("time (µs)", "", "A packet train: MTU 4832, cells of 2.726 µs",
                              size=(7.2, 2.6))
    axes.vlines([t - origin for t in cells], 0, 1, color=colour(0), linewidth=0.6)
    starts = [t - origin for t in sdus]
    ends = [cells[(k + 1) * per_pdu - 1] - origin + slot for k in range(len(sdus))]
    style = {"arrowprops": {"arrowstyle": "<->", "color": "0.2"}}
    for level, first, second, text in ((1.25, starts[0], starts[1], "$I_g$"),
                                       (0.5, ends[0], starts[1], "$I_p$")):
        axes.annotate("", (second, level), (first, level), **style)
        axes.text((first + second) / 2, level + 0.06, f"{text} = {second - first:.0f} µs",
                  ha="center")
    axes.set_ylim(0, 1.6)
    axes.set_yticks([])
    return finish(figure)


def draw_fig5(ctx):
    """Burst length: model and simulation."""
    figure, axes = new_figure("maximum burst size (cells)", "burst length (packets)",
                              "Longest burst that a 10 Mbit/s VBR contract lets pass")
    model = ctx.data(MODEL).sort_values("mbs")
    for number, mtu in enumerate(MTUS):
        one = model[model["mtu"] == mtu]
        axes.plot(one["mbs"], one["p_max"], color=colour(number), linewidth=1.2)
    draw_lines(axes, ctx.data(TRAIN), "mbs", "burst_mean", by="mtu",
               label="MTU {value}, simulation", line="")
    axes.plot([], [], color="0.3", linewidth=1.2, label="model, eq. (2)")
    axes.set_yscale("log")
    return finish(figure)


PAPER = Paper(
    key="vbr-upc",
    title="Is VBR a solution for an ATM LAN?",
    authors="O. Bonaventure, E. Klovning, A. Danthine",
    venue="Protocols for High-Speed Networks V, 1996",
    figures=[
        Figure("tab1", "The VBR contracts of UNI 3.0, and one sequence of cells under each",
               draw_tab1, [TABLE],
               "Cells at times 0 to 38 with T_PCR = 2, T_SCR = 5, MBS = 3; the cells at 8, 14 "
               "and 36 have CLP = 1."),
        Figure("fig3", "TCP throughput against the maximum burst size, G = 500 ms",
               draw_fig3, [TCP_G500],
               "Drawn with ns-3's own TCP (NewReno, minimum RTO of two ticks): its timers are "
               "not those of the paper's SunOS, so the paper's claims about this figure are not "
               "checked with it."),
        Figure("fig4", "Packet-train model", draw_fig4, [TIMELINE],
               "Three SDUs handed over at once; the host spaces their starts by I_g."),
        Figure("fig5", "Burst length in packets against the maximum burst size",
               draw_fig5, [MODEL, TRAIN],
               "Lines: packet-train model, equation (2). Markers: mean burst of a simulated "
               "packet train whose inter-SDU time varies by ±5 %, with 95 % confidence "
               "intervals."),
    ])
