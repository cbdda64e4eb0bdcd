# SPDX-License-Identifier: GPL-2.0-only
"""The figures of boston: what is run, and how it is drawn."""

import itertools

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import (colour, draw_lines, draw_paper, draw_reference, finish, line_figure, marker,
                      new_figure)
from hsn.stats import group_ci
from hsn.sweep import Experiment
from hsn.tables import chosen, joined, labelled, named, report_table

from .variants import count_table, verdict_table

NETWORK = "hsn-boston"
MODEL_PROGRAM = "hsn-boston-model"

BUFFERS = [64, 256, 512, 1000, 2000, 4000]  # cells
FEW_BUFFERS = [64, 512, 4000]
SIZES = [1500, 9180]  # bytes
LOSSES = [0.01, 0.05, 0.1, 0.15, 0.2]
TRANSPORTS = ["Tcp", "BostonBp", "BostonFec"]
NAMES = {"Tcp": "Vegas", "BostonBp": "Boston-BP", "BostonFec": "Boston-FEC"}
ORDER = list(NAMES.values())

FULL_SECONDS, QUICK_SECONDS = 700, 200
QUICK_SEEDS = range(1, 4)
# nothing but lengths is coded: the same results in a fraction of the time
PAYLOAD = "Virtual"


def network(name, points, quick=None, seeds=range(1, 4), quick_seeds=(1,)):
    """An experiment in the paper's network."""
    return Experiment(name, NETWORK, points, quick_grid=quick,
                      fixed={"duration": FULL_SECONDS, "payload": PAYLOAD},
                      quick_fixed={"duration": QUICK_SECONDS},
                      seeds=seeds, quick_seeds=quick_seeds)


def product(buffers, sizes=SIZES, protocols=TRANSPORTS, **others):
    """Every transport with every packet size and buffer, and other parameters."""
    return [{"protocol": protocol, "packet": size, "buffer": buffer, **others}
            for protocol in protocols for size in sizes for buffer in buffers]


def extra(name, quick_seeds=(1,), **how):
    """The paper's runs with something changed; not in the paper."""
    return network(name, product(BUFFERS, **how), product(FEW_BUFFERS, **how),
                   quick_seeds=quick_seeds)


# --- what is run -------------------------------------------------------------------------

# what the line carries in the paper's 700 s, in the quick mode, too
VOLUME = Experiment("volume", NETWORK, product([4000]),
                    fixed={"duration": FULL_SECONDS, "payload": PAYLOAD}, seeds=range(1, 6),
                    quick_seeds=(1,))
MAIN = network("main", product(BUFFERS), seeds=range(1, 6), quick_seeds=range(1, 6))
RENO = extra("reno", quick_seeds=QUICK_SEEDS, flow="Reno")

# What the paper leaves open, decided otherwise: runs of 200 s with three seeds; the quick mode has
# three buffers.
DECISIONS = {
    "reaction at once": {"partialReaction": "Immediate"},
    "initial window 1": {"initialWindow": 1},
    "tick 500 ms, RTO 1 to 64 s": {"granularity": 500, "minRto": 1000, "maxRto": 64000},
    "start in 1 s": {"spread": 1},
    "ACK cells lost": {"ackLoss": 0.01},
    "ACK path shared": {"reverse": 1},
    "threshold 2": {"initialThreshold": 2},
    "alpha 2, beta 4": {"alpha": 2, "beta": 4},
    "paced hosts": {"pacing": True},
    "no interleaving": {"interleave": 1},
    "header copies": {"headerMode": "Replicated"},
    "ns's Vegas": {"roundDiff": True, "gammaEveryRound": False},
    "inputs not in turns": {"slotted": False},
}
# the transports that a decision concerns, if not all; the others' runs are those of the base
CONCERNED = {"reaction at once": TRANSPORTS[1:], "no interleaving": ["BostonFec"],
             "header copies": TRANSPORTS[1:]}


def decided(names, buffers):
    """The paper's runs with some things decided otherwise."""
    points = []
    for protocol in TRANSPORTS:
        how = {}
        for name in names:
            if protocol in CONCERNED.get(name, TRANSPORTS):
                how |= DECISIONS[name]
        points += product(buffers, protocols=[protocol], **how)
    return points


def variant(name, names, buffers=tuple(BUFFERS), quick_seeds=QUICK_SEEDS, quick_points=None):
    """The experiment of some decisions."""
    return Experiment(name, NETWORK, decided(names, buffers),
                      quick_grid=decided(names, FEW_BUFFERS)[:quick_points],
                      fixed={"duration": QUICK_SECONDS, "payload": PAYLOAD}, seeds=QUICK_SEEDS,
                      quick_seeds=quick_seeds)


BASE = variant("variants", [])
VARIANTS = {name: variant(f"variant: {name}", [name]) for name in DECISIONS}
# Two at a time, one of them one that alone makes claims hold, with three buffers. In the quick mode
# each has a single run, which is not shown.
HELPFUL = {"reaction at once", "initial window 1"}
PAIR_BASE = variant("pairs", [], FEW_BUFFERS)
PAIRS = {"; ".join(names): variant("pair: " + "; ".join(names), names, FEW_BUFFERS, (1,), 1)
         for names in itertools.combinations(DECISIONS, 2) if HELPFUL.intersection(names)}


def discards(buffers):
    """TCP over switches that discard packets."""
    return [point for flow in ("Reno", "Vegas") for discard in ("Ppd", "Epd")
            for point in product(buffers, protocols=["Tcp"], flow=flow, discard=discard)]


DISCARD_NAMES = {"Ppd": "PPD", "Epd": "EPD"}
DISCARD = network("discard", discards(BUFFERS), discards(FEW_BUFFERS), quick_seeds=range(1, 4))

OTHER_SIZES = [576, 4470]
PACKETS = extra("packets", sizes=OTHER_SIZES)

WINDOWS = [8192, 16384, 32768]  # and 65535, which is MAIN; a packet of 9180 bytes needs 9140


def windows(buffers):
    """Smaller windows."""
    return [point for window in WINDOWS for size in SIZES if window >= size
            for point in product(buffers, [size], window=window)]


WINDOW = network("windows", windows(BUFFERS), windows(FEW_BUFFERS), seeds=(1, 2))

ID_MODES = ["InPayload2", "InPayload4"]


def id_modes(buffers):
    """Numbers of cells in their payload."""
    return [point for mode in ID_MODES
            for point in product(buffers, protocols=["BostonBp"], cellIdMode=mode)]


CELL_ID = network("cell-id", id_modes(BUFFERS), id_modes(FEW_BUFFERS))
ADAPTIVE = network("adaptive", product(BUFFERS, protocols=["BostonFec"], policy="Adaptive"),
                   product(FEW_BUFFERS, protocols=["BostonFec"], policy="Adaptive"))
NS3_VEGAS = network("ns3-vegas", product(BUFFERS, protocols=["Tcp"], flow="Ns3Vegas"),
                    product(FEW_BUFFERS, protocols=["Tcp"], flow="Ns3Vegas"))

# Over several switches, with connections that cross: the paper's objection to EPD
HOPS = {"TCP Reno": {"protocol": "Tcp", "discard": "TailDrop"},
        "TCP Reno, PPD": {"protocol": "Tcp", "discard": "Ppd"},
        "TCP Reno, EPD": {"protocol": "Tcp", "discard": "Epd"},
        "Boston-BP, Reno": {"protocol": "BostonBp", "discard": "TailDrop"}}


def hops(buffers):
    """Three switches."""
    return [{"flow": "Reno", "switches": 3, "cross": 4, "packet": size, "buffer": buffer, **how}
            for how in HOPS.values() for size in SIZES for buffer in buffers]


MULTI_HOP = network("multi-hop", hops(BUFFERS), hops(FEW_BUFFERS))

# Figure 2: the equations, by trying with a code, and by TCP and Boston over a link with losses
MODEL = Experiment("model", MODEL_PROGRAM, {"alpha": list(range(11)), "q": LOSSES},
                   fixed={"m": 30, "trials": 20000}, quick_fixed={"trials": 300})
PENDING = Experiment("pending", MODEL_PROGRAM,
                     [{"alpha": alpha, "alphaRetx": again, "q": q}
                      for alpha, again in ((0, 0), (1, 3)) for q in LOSSES],
                     fixed={"m": 30, "trials": 20000}, quick_fixed={"trials": 300})
BOUND = Experiment("bound", MODEL_PROGRAM,
                   [{"alpha": alpha, "alphaRetx": alpha, "q": q}
                    for alpha in range(11) for q in LOSSES], fixed={"m": 30})
SEGMENTS = 1000  # that a connection with a window of one segment sends
LINK = Experiment("link", NETWORK,
                  [{"protocol": protocol, "cellLoss": q} for protocol in TRANSPORTS
                   for q in LOSSES if protocol != "Tcp" or q <= 0.1],
                  fixed={"sources": 1, "spread": 0, "packet": 1432, "window": 1392, "flow": "Reno",
                         "buffer": 4000, "maxBytes": 1392 * SEGMENTS, "duration": 10 ** 7},
                  seeds=range(1, 6))


# --- how it is drawn ---------------------------------------------------------------------

BUFFER_AXIS = "switch buffer (cells)"


def label(data, form="{}"):
    """Rows with the name of their transport."""
    return labelled(data, "protocol", NAMES, form=form)


# The paper's ratios to Vegas: {metric: {packet: {protocol: {buffer: ratio}}}}. Where it gives the
# mean over all buffers, the buffer is None. For response times it names no packet size.
RESPONSES = {"BostonBp": {64: 0.96, 4000: 0.97}, "BostonFec": {64: 0.90, 4000: 0.96}}
PAPER_RATIOS = {
    "response_ms": {1500: RESPONSES, 9180: RESPONSES},
    "missed_share": {1500: {"BostonBp": {None: 0.811}, "BostonFec": {None: 0.808}},
                     9180: {"BostonBp": {None: 0.59}, "BostonFec": {None: 0.58}}},
    "response_sd_ms": {1500: {"BostonBp": {None: 0.79}}, 9180: {"BostonBp": {None: 0.68}}},
    "variability": {1500: {"BostonBp": {None: 0.87}}, 9180: {"BostonBp": {None: 0.75}}}}


def beside_vegas(data, metric, size):
    """{protocol's name: (buffers, our Vegas times the paper's ratio)}."""
    vegas = chosen(data, what=NAMES["Tcp"]).groupby("buffer")["value"].mean()
    found = {}
    for protocol, ratios in PAPER_RATIOS.get(metric, {}).get(size, {}).items():
        points = dict.fromkeys(vegas.index, ratios[None]) if None in ratios else ratios
        points = {buffer: ratio * vegas[buffer] for buffer, ratio in points.items()
                  if buffer in vegas.index}
        found[NAMES[protocol]] = list(points), list(points.values())
    return found


def draw_main(size, value, ylabel, scale=1, logy=False):
    """A function that draws a metric of the paper's runs against the buffer; beside it our Vegas
    times the ratio that the paper gives."""
    def draw(ctx):
        data = chosen(label(ctx.data(MAIN)), packet=size)
        data = data.assign(value=data[value] * scale)
        return line_figure(data, "buffer", "value", by="what", label="{value}", logx=True, logy=logy,
                           xlabel=BUFFER_AXIS, ylabel=ylabel, title=f"{size}-byte packets",
                           paper_series=beside_vegas(data, value, size))
    return draw


def draw_zoom(size):
    """A function that draws missed deadlines for medium buffers."""
    def draw(ctx):
        data = chosen(label(ctx.data(MAIN)), packet=size, buffer=range(256, 2001))
        return line_figure(data.assign(value=data["missed_share"] * 100), "buffer", "value",
                           by="what", label="{value}", logx=True, xlabel=BUFFER_AXIS,
                           ylabel="missed deadlines (%)", title=f"{size}-byte packets")
    return draw


def draw_ratio(size):
    """A function that draws standard deviations relative to Vegas."""
    def draw(ctx):
        data = chosen(ctx.data(MAIN), packet=size)
        table = data.pivot_table("response_sd_ms", ["buffer", "seed"], "protocol").reset_index()
        parts = [table.assign(value=table[protocol] / table["Tcp"], what=f"{NAMES[protocol]} / Vegas")
                 for protocol in TRANSPORTS[1:]]
        return line_figure(pandas.concat(parts), "buffer", "value", by="what", label="{value}",
                           logx=True, xlabel=BUFFER_AXIS, ylabel="ratio of standard deviations",
                           title=f"{size}-byte packets", paper_bounds={
                               f"Boston-BP / Vegas, mean {ratio:g}": ratio for ratio in
                               PAPER_RATIOS["response_sd_ms"][size]["BostonBp"].values()})
    return draw


def draw_loss(size):
    """A function that draws loss rates of packets and of cells."""
    def draw(ctx):
        data = chosen(label(ctx.data(MAIN)), packet=size)
        figure, axes = new_figure(BUFFER_AXIS, "lost (%)", f"{size}-byte packets")
        draw_lines(axes, data.assign(value=data["packet_loss"] * 100), "buffer", "value", by="what",
                   label="{value}, packets")
        for index, name in enumerate(ORDER):
            table = group_ci(chosen(data, what=name), "buffer", "cell_loss")
            draw_reference(axes, table["buffer"], table["mean"] * 100, index, f"{name}, cells")
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        return finish(figure)
    return draw


def draw_fig2(ctx):
    """Round trips against redundancy."""
    figure, axes = new_figure("α (extra cells)", "mean number of round trips",
                              "A packet of 30 cells")
    model = ctx.data(MODEL)
    pending = ctx.data(PENDING)
    link = ctx.data(LINK)
    for index, q in enumerate(LOSSES):
        one = chosen(model, q=q).sort_values("alpha")
        axes.plot(one["alpha"], one["rounds"], color=colour(index), linewidth=1.2,
                  label=f"q = {q:.0%}, eq. (2)")
        axes.plot(one["alpha"], one["tried_rounds"], linestyle="none", marker=".",
                  color=colour(index))
        for protocol, alpha in (("BostonBp", 0), ("BostonFec", 1)):
            chain = chosen(pending, q=q, alpha=alpha)
            axes.plot(chain["alpha"], chain["pending_rounds"], linestyle="none", marker="_",
                      markersize=12, color=colour(index))
            runs = chosen(link, cellLoss=q, protocol=protocol)
            axes.plot([alpha], [runs["segment_transmissions"].mean()], linestyle="none", marker=marker(1),
                      markerfacecolor="none", color=colour(index))
        plain = chosen(link, cellLoss=q, protocol="Tcp")
        if len(plain):
            axes.plot([0], [plain["rounds"].mean()], linestyle="none", marker=marker(0),
                      markerfacecolor="none", color=colour(index))
    for shape, text in ((".", "whole packets sent again, tried"), (marker(0), "TCP over a link"),
                        ("_", "pending cells, Markov chain"), (marker(1), "Boston over a link")):
        axes.plot([], [], linestyle="none", marker=shape, markerfacecolor="none", color="0.3",
                  label=text)
    for alpha, q in ((3, 0.1), (1, 0.05)):
        draw_paper(axes, [alpha], [3], LOSSES.index(q), f"paper: at most 3 with q = {q:.0%}")
    axes.set_yscale("log")
    return finish(figure)


def draw_fig3(_ctx):
    """The network."""
    figure, axes = new_figure(title="Every link: 1.5 Mbit/s, 10 ms", size=(6.4, 3.2))
    style = {"ha": "center", "va": "center",
             "bbox": {"boxstyle": "round", "facecolor": "white", "edgecolor": "0.2"}}
    for y, text in ((2, "source 1"), (1, "source 2"), (-2, "source 16")):
        axes.plot([0, 2], [y, 0], color=colour(0))
        axes.text(0, y, text, **style)
    axes.text(0, -0.4, "⋮", ha="center", va="center")
    axes.plot([2, 4], [0, 0], color=colour(0))
    axes.text(2, 0, "ATM switch\n64–4000 cells", **style)
    axes.text(4, 0, "sink", **style)
    axes.set_xlim(-0.6, 4.6)
    axes.set_ylim(-2.6, 2.6)
    axes.set_axis_off()
    return figure


def draw_fig5(ctx):
    """Histogram of response times."""
    data = chosen(ctx.data(MAIN), packet=1500, buffer=256)
    figure, axes = new_figure("response time (ms)", "packets (%)",
                              "1500-byte packets, 256 cells of buffer")
    shown = 20  # bins; what is beyond is in the last
    for index, (protocol, name) in enumerate(NAMES.items()):
        bins = [0.0] * (shown + 1)
        for histogram in chosen(data, protocol=protocol)["histogram"]:
            for place, number in enumerate(histogram):
                bins[min(place, shown)] += number
        total = sum(bins)
        axes.plot([100 * place + 50 for place in range(shown + 1)],
                  [100 * number / total for number in bins], color=colour(index),
                  marker=marker(index), drawstyle="steps-mid", label=name)
    axes.set_yscale("log")
    return finish(figure)


def goodput_figure(data, title, size, ymin=0.0):
    """Goodput against the buffer, a curve for each value of the column `what`."""
    return line_figure(chosen(data, packet=size), "buffer", "goodput_mbps", by="what",
                       label="{value}", logx=True, xlabel=BUFFER_AXIS, ylabel="goodput (Mbit/s)",
                       title=f"{title}, {size}-byte packets", ymin=ymin)


def draw_reno(size):
    """A function that draws the goodput of Reno, with packet discard, and of Boston over Reno."""
    def draw(ctx):
        names = {"Tcp": "Reno", "BostonBp": "Boston-Reno BP", "BostonFec": "Boston-Reno FEC"}
        discard = chosen(ctx.data(DISCARD), flow="Reno")
        data = joined(labelled(ctx.data(RENO), "protocol", names),
                      labelled(discard, "discard", DISCARD_NAMES, form="Reno, {}"))
        return goodput_figure(data, "Flow manager Reno", size)
    return draw


def draw_vegas_discard(size):
    """A function that draws the goodput of Vegas with packet discard."""
    def draw(ctx):
        discard = chosen(ctx.data(DISCARD), flow="Vegas")
        data = joined(label(ctx.data(MAIN)),
                      labelled(discard, "discard", DISCARD_NAMES, form="Vegas, {}"),
                      ctx.data(NS3_VEGAS).assign(what="ns-3's TcpVegas"))
        return goodput_figure(data, "Flow manager Vegas", size)
    return draw


def table_of(data, columns, form):
    """A table of goodputs: a row for each transport, a column for each of the others."""
    return report_table(data, "goodput_mbps", "what", columns, form)


def draw_packets(ctx):
    """Four packet sizes."""
    data = label(pandas.concat([ctx.data(MAIN), ctx.data(PACKETS)]))
    data = chosen(data, buffer=set(ctx.data(PACKETS)["buffer"]))
    return table_of(data, ["packet", "buffer"], "{} B, {} cells")


def draw_windows(ctx):
    """Four windows."""
    data = label(pandas.concat([ctx.data(MAIN).assign(window=65535), ctx.data(WINDOW)]))
    data = chosen(data, buffer=set(ctx.data(WINDOW)["buffer"]))
    return table_of(data, ["packet", "window", "buffer"], "{} B, window {}, {} cells")


def draw_cell_id(ctx):
    """What indices in cells cost."""
    ids = ctx.data(CELL_ID)
    names = {"Tcp": "Vegas", "BostonBp": "Boston-BP, OutOfBand"}
    main = chosen(ctx.data(MAIN), protocol=list(names), buffer=set(ids["buffer"]))
    data = joined(labelled(main, "protocol", names),
                  labelled(ids, "cellIdMode", {mode: mode for mode in ID_MODES},
                           form="Boston-BP, {}"))
    return table_of(data, ["packet", "buffer"], "{} B, {} cells")


def draw_adaptive(ctx):
    """Redundancy by the reported loss rate."""
    data = joined(label(ctx.data(MAIN)), ctx.data(ADAPTIVE).assign(what="Boston-FEC, adaptive"))
    data = chosen(data, buffer=set(ctx.data(ADAPTIVE)["buffer"]))
    names = {"goodput_mbps": "Mbit/s", "fairness": "fairness", "response_ms": "mean",
             "response_sd_ms": "sd", "missed_share": "missed"}
    return report_table(data, names, "what", ["packet", "buffer"], "{}, {} B, {} cells")


LINE_MBPS = 1.5


def draw_hops(size):
    """A function that draws what congested links carry of use, over one switch and over three."""
    def draw(ctx):
        single = pandas.concat([ctx.data(RENO), chosen(ctx.data(DISCARD), flow="Reno")])
        single = single.assign(switches=1, discard=single["discard"].fillna("TailDrop"))
        data = joined(named(single, {f"{name}, 1 switch": how for name, how in HOPS.items()}),
                      named(ctx.data(MULTI_HOP),
                            {f"{name}, 3 switches": how for name, how in HOPS.items()}))
        # with three switches the first two links are congested: all bytes of the long connections
        # pass both, those of the crossing connections one
        links = data["switches"].clip(upper=2)
        useful = links * data["goodput_mbps"] + data["cross_goodput_mbps"]
        data = data.assign(useful=100 * useful / (links * LINE_MBPS))
        return line_figure(chosen(data, packet=size), "buffer", "useful", by="what",
                           label="{value}", logx=True, xlabel=BUFFER_AXIS,
                           ylabel="goodput of congested links (%)", title=f"{size}-byte packets")
    return draw


def draw_variants(ctx):
    """Claims with another decision."""
    return verdict_table(ctx, MAIN, {"as decided": BASE, **VARIANTS})


def draw_pairs(ctx):
    """Claims with two other decisions; the quick mode has none of these runs."""
    pairs = {} if ctx.mode == "quick" else PAIRS
    return count_table(ctx, MAIN, {"as decided": PAIR_BASE, **pairs})


def both(figure, title, draw, experiments, caption="", **how):
    """A figure for each of the two packet sizes."""
    return [Figure(f"{figure}-{size}", f"{title}, {size}-byte packets", draw(size, **how),
                   experiments, caption) for size in SIZES]


def metric(value, ylabel, **how):
    """What draw_main draws of a metric."""
    return lambda size: draw_main(size, value, ylabel, **how)


PAPER = Paper(
    key="boston",
    figures=[
        Figure("fig2", "Response time prediction", draw_fig2, [MODEL, PENDING, LINK],
               "Lines: equation (2). Dots: packets of 30 coded cells sent, lost and decoded, each "
               "round like the first. Open circles: TCP over a link that loses cells, where a lost last cell damages the next packet, too (U / (1 − q)). Dashes: what "
               "TCP Boston does, which sends only pending cells again, without redundancy (α = 0) "
               "and with 1 cell, in retransmissions 3 (α = 1), as a Markov chain; open squares: by "
               "TCP Boston over that link."),
        Figure("fig3", "Configuration of the simulated network", draw_fig3),
        *both("fig4a", "Effective throughput", metric("goodput_mbps", "goodput (Mbit/s)"), [MAIN],
              "Bytes that applications got in order."),
        *both("fig4b", "Response time", metric("response_ms", "mean response time (ms)"), [MAIN],
              "From a packet's first cell to when it is complete at the sink; mean of the means of "
              "the connections."),
        *both("fig4c", "Loss rates", draw_loss, [MAIN],
              "Packets: transmissions that did not complete a packet at once. Cells: at the switch."),
        Figure("fig5", "Histogram of packet response times", draw_fig5, [MAIN],
               "Intervals of 100 ms; the last one holds all that is longer."),
        *both("fig6a", "Percent of missed deadlines",
              metric("missed_share", "missed deadlines (%)", scale=100), [MAIN],
              "Deadlines of 700 ms (1500 bytes) and 1400 ms (9180 bytes)."),
        *both("fig6b", "Percent of missed deadlines, medium buffers", draw_zoom, [MAIN]),
        *both("fig6c", "Standard deviation of response time",
              metric("response_sd_ms", "standard deviation (ms)"), [MAIN]),
        *both("fig6d", "Ratio of standard deviations", draw_ratio, [MAIN]),
        *both("fig6e", "Variability index",
              metric("variability", "standard deviation / mean", logy=True), [MAIN]),
        *both("fig-reno", "Reno, packet discard, and Boston over Reno", draw_reno,
              [RENO, DISCARD], "Announced in the paper, not shown there."),
        *both("fig-vegas-discard", "Vegas, packet discard, Boston, and ns-3's Vegas",
              draw_vegas_discard, [MAIN, DISCARD, NS3_VEGAS], "Not shown in the paper."),
        *both("fig-multi-hop", "One switch and three", draw_hops, [RENO, DISCARD, MULTI_HOP],
              "The paper's objection to packet discard in larger networks, which it does not measure: "
              "16 connections over three switches, 4 more over each of the first two hops; how much of "
              "the congested links carried bytes that arrived in the end."),
        Figure("tab-packets", "Goodput with four packet sizes, Mbit/s", draw_packets,
               [MAIN, PACKETS]),
        Figure("tab-windows", "Goodput with four windows, Mbit/s", draw_windows, [MAIN, WINDOW]),
        Figure("tab-cell-id", "Goodput where cells bear numbers, Mbit/s", draw_cell_id,
               [MAIN, CELL_ID], "OutOfBand: numbers take no octets. InPayload2, InPayload4: they "
               "take 2 or 4 octets of each cell."),
        Figure("tab-adaptive", "Adaptive redundancy", draw_adaptive, [MAIN, ADAPTIVE],
               "Goodput, Jain's index, mean and standard deviation of response times (ms), share of "
               "missed deadlines, with redundancy by the loss rate that is reported."),
        Figure("tab-variants", "Claims with other decisions", draw_variants,
               [BASE, *VARIANTS.values()],
               "What the paper leaves open, decided otherwise, one decision at a time: the verdict, "
               "and the measured values of the test that decides, over its points. Runs of 200 s with "
               "three seeds; buffers of 64, 512 and 4000 cells in the quick mode."),
        Figure("tab-pairs", "Claims with two other decisions", draw_pairs,
               [PAIR_BASE, *PAIRS.values()],
               "How many claims of the table before hold, differ, and are undecided, with two "
               "decisions taken otherwise, at least one of which alone makes claims hold. Runs of "
               "200 s with three seeds, buffers of 64, 512 and 4000 cells. Not in the quick mode."),
    ],
    experiments=[BOUND, VOLUME])
