# SPDX-License-Identifier: GPL-2.0-only
"""The figures of qos-a, and how they are drawn."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_lines, draw_paper, draw_reference, finish, line_figure, new_figure
from hsn.tables import chosen, labelled

from .runs import (ADAPT, CANYON, CAPACITY, CELLS, CONGESTION, DELAY, DEVIATIONS, DUMMY, FLIGHT,
                   GAINS, LOSS, LOUGHER, MODEL, PACKET_LOSS, PAPER_SHAPED, PAPER_UNSHAPED, PLAYOUT,
                   SHAPE, SPIKE, SOCKETS, SWITCH, THROUGHPUT, TOGETHER)

NAMES = {0: "not shaped", SHAPE: "shaped"}


def draw_throughput(ctx):
    """Figure 6."""
    data = ctx.data(THROUGHPUT)
    both = pandas.concat([
        data.assign(what=what, kcells=data[column]) for what, column in
        {"maximum transmit": "transmit_kcells", "goodput": "goodput_kcells"}.items()])
    figure, axes = new_figure("octets of a METS packet", "1000 cells/s")
    draw_lines(axes, both, "octets", "kcells", "what", label="{value}",
               order=["maximum transmit", "goodput"])
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    draw_paper(axes, [32768, 32768], [32, 17.5])
    return finish(figure)


def draw_loss(experiment):
    """Figure 7, or its variant."""
    def draw(ctx):
        data = labelled(ctx.data(experiment), "shape", NAMES)
        return line_figure(data, "flows", "lost_percent", "what", "flows", "METS packets lost (%)",
                           label="{value}",
                           paper_series={"not shaped": (list(PAPER_UNSHAPED),
                                                        list(PAPER_UNSHAPED.values())),
                                         "shaped": (list(PAPER_SHAPED),
                                                    list(PAPER_SHAPED.values()))})
    return draw


def draw_histogram(ctx):
    """Figure 8."""
    data = chosen(ctx.data(DELAY), flows=1)
    bins = list(data["delay_histogram"])
    counts = numpy.zeros(max(len(one) for one in bins))
    for one in bins:
        counts[:len(one)] += one
    figure, axes = new_figure("delay (ms)", "packets a run")
    axes.bar(numpy.arange(len(counts)) + 0.5, counts / len(bins), width=0.9)
    axes.set_xlim(0, 20)
    return finish(figure)


def draw_delay(ctx):
    """Figure 9."""
    data = ctx.data(DELAY)
    both = pandas.concat([data.assign(what=what, ms=data[column]) for what, column in
                          {"maximum": "delay_max_ms", "average": "delay_mean_ms"}.items()])
    return line_figure(both, "flows", "ms", "what", "flows", "delay (ms)", label="{value}")


def draw_playout(ctx):
    """Figure 10."""
    row = chosen(ctx.data(PLAYOUT), ratioI=4).iloc[0]
    number = numpy.array(row["series_number"])
    late = numpy.array(row["series_late"]) > 0
    figure, axes = new_figure("time (ms)", "packet")
    arrival = numpy.array(row["series_arrival_ms"])
    draw_reference(axes, arrival, number, 0, "arrival", "-")
    draw_reference(axes, numpy.array(row["series_playout_ms"]), number, 1, "playout", "-")
    axes.plot(arrival[late], number[late], "x", color="C3", label="late: lost")
    axes.axvline(1e3 * SPIKE, color="0.6", lw=0.8, label="the link gets 40 ms longer")
    return finish(figure)


def draw_adaptation(ctx):
    """Figure 11."""
    row = ctx.data(ADAPT).iloc[0]
    names = {"canyon_bl": "Canyon BL", "flight": "Flight", "lougher": "Lougher",
             "canyon_e1": "Canyon E1", "canyon_e2": "Canyon E2"}
    series = [numpy.array(row[f"{name}_cells_s"], dtype=float) for name in names]
    figure, axes = new_figure("time (s)", "cells/s")
    axes.stackplot(numpy.arange(len(series[0])) + 0.5, *series, labels=names.values(), step="mid",
                   alpha=0.8)
    axes.axhline(CAPACITY, color="0.2", ls="--", label="capacity of the receiver")
    for number, (time, level) in enumerate(zip(row["level_times_s"], row["levels"])):
        height = CAPACITY + 200 * (1 + number % 3)  # neighbours do not cover each other
        axes.annotate(f"ADAPT E{level}", (time, CAPACITY), (time, height), ha="right",
                      arrowprops={"arrowstyle": "-"})
    draw_requests(axes, row)
    axes.set_ylim(0, CAPACITY + 850)
    return finish(figure)


def draw_requests(axes, row):
    """The receiver's RES for Canyon, a row of ticks for what they ask at most."""
    if "res_times_s" not in row:
        axes.plot([], [], " ", label="RES: these runs have not noted them")
        return
    times, most = numpy.array(row["res_times_s"]), numpy.array(row["res_most_levels"])
    for level, name in enumerate(("RES {BL}", "RES {BL, E1}", "RES {E1, E2}")):
        asked = times[most == level]
        axes.plot(asked, numpy.full(len(asked), CAPACITY - 60 - 60 * level), "|", color=f"C{5 + level}",
                  label=name)


def draw_congestion(ctx):
    """Canyon's level by who knows the capacity."""
    rows = {"receiver": ctx.data(ADAPT).iloc[0]}
    rows.update((row["limit"], row) for _, row in ctx.data(CONGESTION).iterrows())
    names = {"receiver": "the receiver knows its capacity", "link": "the switch knows the link's",
             "none": "nobody knows: marks alone"}
    figure, axes = new_figure("time (s)", "layers of Canyon")
    for number, (limit, name) in enumerate(names.items()):
        row = rows[limit]
        levels = numpy.array(row["sample_levels"])
        lost = row["base_sent"] - row["base_received"]
        axes.step(numpy.arange(len(levels)), levels - 3 * number, where="post",
                  label=f"{name}; {lost} of {row['base_sent']} BL packets lost")
    axes.set_yticks(range(-6, 3), ["BL", "+ E1", "+ E2"] * 3)
    axes.set_ylim(-6.5, 5.5)
    return finish(figure)


def draw_rules(ctx):
    """Numbers that follow from definitions."""
    row = ctx.data(MODEL).iloc[0]
    return pandas.DataFrame([
        {"what": "turns of the shaper, and what is left", "value": row["turns"]},
        {"what": "requests merged, min and max", "value": ", ".join(row["merged"])},
        {"what": "frames of 24 fps in 60 s, drift compensated", "value": row["frames_compensated"]},
        {"what": "... without", "value": row["frames_uncompensated"]},
        {"what": "line rate, cells/s", "value": f"{row['line_rate_cells_s']:.2f}"},
        {"what": "late with Gaussian delays and r = 2, %",
         "value": f"{row['gaussian_late_percent']:.3f}"},
        {"what": "... with the default gains, %",
         "value": f"{row['gaussian_late_noisy_percent']:.3f}"}])


def draw_packet_loss(ctx):
    """Lost packets by their cells."""
    figure, axes = new_figure("cells of a packet", "packets lost (%)")
    draw_lines(axes, ctx.data(PACKET_LOSS), "cells", "lost_percent", label="1 % of the cells lost")
    cells = numpy.linspace(1, max(CELLS), 200)
    draw_reference(axes, cells, 100 * (1 - 0.99 ** cells), 1, "1 - 0.99^n")
    return finish(figure)


def draw_dummy(ctx):
    """Dummy cells."""
    found = ctx.data(DUMMY).groupby("dummy", sort=False)
    return pandas.DataFrame({"dummy cells": list(found.groups),
                             "packets sent": found["packets_sent"].mean().round(1).to_numpy(),
                             "delivered": found["packets_received"].mean().round(1).to_numpy(),
                             "of them damaged":
                             found["packets_damaged"].mean().round(1).to_numpy()})


def draw_filter(ctx):
    """The jitter filter's parameters."""
    data = pandas.concat([ctx.data(DEVIATIONS).assign(a=0.125, b=0.0625),
                          chosen(ctx.data(GAINS), a=0.5).assign(r=2)])
    found = data.groupby(["a", "b", "r"])
    table = found[["late_percent", "playout_mean_ms", "playout_deviation_ms",
                   "playout_changes"]].mean().round(3).reset_index()
    return table.rename(columns={"late_percent": "late %", "playout_mean_ms": "mean playout (ms)",
                                 "playout_deviation_ms": "its deviation (ms)",
                                 "playout_changes": "changes"})


def draw_switch(ctx):
    """What switch chuff does."""
    row = ctx.data(SWITCH).iloc[0]
    layers = {"sent by ate": "sent_cells", "to mr-little, granted E2": "little_cells",
              "to dwp, granted E1": "dwp_cells", "to dwp without selector": "dwp_cells_unselected"}
    return pandas.DataFrame(
        [{"what": f"cells {what}: BL, E1, E2", "value": ", ".join(map(str, row[name]))}
         for what, name in layers.items()] +
        [{"what": "delay that the selector adds, at most, ns", "value": row["selector_delay_ns"]},
         {"what": "cells/s handled, two ports at line rate",
          "value": f"{row['handled_cells_s']:.0f}"}])


def draw_sockets(ctx):
    """Unmodified applications."""
    row = ctx.data(SOCKETS).iloc[0]
    return pandas.DataFrame({"socket factory": ["ns3::hsn::MetsSocketFactory",
                                                "ns3::UdpSocketFactory"],
                             "octets sent by OnOff": [row["octets"]] * 2,
                             "received by PacketSink": [row["mets_octets"], row["udp_octets"]]})


def possible(flight, lougher):
    """Cells/s that the base layers and each level of Canyon need."""
    base = CANYON["bl"] + flight * FLIGHT + lougher * LOUGHER
    return {level: base + (CANYON[f"e{level}"] if level else 0) for level in (0, 1, 2)}


PAPER = Paper(
    key="qos-a",
    title="Implementation and Evaluation of the QoS-A Transport System",
    figures=[
        Figure("fig6", "Throughput of two hosts by the size of packets", draw_throughput,
               [THROUGHPUT], "Flat out, and the largest paced rate of which less than 1 % of the "
               "cells are lost."),
        Figure("fig7", "Packets lost by the number of flows", draw_loss(LOSS), [LOSS]),
        Figure("fig8", "Delays of one flow", draw_histogram, [DELAY]),
        Figure("fig9", "Delay by the number of flows", draw_delay, [DELAY],
               "Mean and largest of all packets of a run."),
        Figure("fig10", "Arrival and playout of one flow beside four others", draw_playout,
               [PLAYOUT], "The last link takes 40 ms longer for 0.2 s."),
        Figure("fig11", "Three flows at a receiver of 2,100 cells/s", draw_adaptation, [ADAPT]),
        Figure("figx-congestion", "Who knows the capacity of 2,100 cells/s", draw_congestion,
               [ADAPT, CONGESTION], "The three flows of figure 11. If the receiver does not know "
               "the capacity, it is that of the link to it; the switch before it holds 256 cells, "
               "and marks those that find 128."),
        Figure("rules", "What follows from definitions", draw_rules, [MODEL]),
        Figure("tabx-switch", "A switch with media selector, and one that is saturated",
               draw_switch, [SWITCH]),
        Figure("tabx-sockets", "ns-3's applications over METS, beside UDP", draw_sockets,
               [SOCKETS]),
        Figure("figx-packet-loss", "Lost packets by their size", draw_packet_loss, [PACKET_LOSS]),
        Figure("tabx-dummy", "Dummy cells in place of lost ones, six flows", draw_dummy, [DUMMY]),
        Figure("tabx-filter", "Parameters of the jitter filter", draw_filter,
               [DEVIATIONS, GAINS]),
        Figure("figx-together", "Packets lost if all flows begin at once", draw_loss(TOGETHER),
               [TOGETHER], "A FIFO of 256 cells and pictures of 165 cells."),
    ],
)
