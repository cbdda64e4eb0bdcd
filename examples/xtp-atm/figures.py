# SPDX-License-Identifier: GPL-2.0-only
"""The figures of xtp-atm: how they are drawn. What is run is in experiments.py."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_lines, draw_paper_bound, draw_reference, finish, new_figure
from hsn.stats import mean_ci
from hsn.tables import chosen

from .experiments import (ALONE, BACKOFF, DECIDED, DECISIONS, DISCARD, FAST, HALVED, LARGE,
                          LENGTHS, LENGTH_WINDOWS, LOSSY, MANY, MANY_POINTS, MAX_RTO, MESSAGES,
                          MIX, PHASES, POISSON, PRINTED_WINDOW, REFERENCE, REFERENCE_LOADS, SACK,
                          SHAPED, SHAPES, SHAPING, SHAPING_POINTS, SHORT, SLOW, STEADY, SWITCHED,
                          TCP_LENGTHS, TRANSPORTS, TUNED, UNITS, XTP, XTP_LENGTHS, averaged,
                          by_connection, payload, runs)

LOAD_LABEL = "background B (Mbit/s)"


def draw_panel(curves, reference, flows=3):
    """Goodput, solid, and efficiency, dashed, of curves {label: runs} against the load.

    reference  MPS of the curves, for what is left by the background
    """
    figure, axes = new_figure(LOAD_LABEL, "goodput per connection (Mbit/s)")
    table = pandas.concat([data.assign(what=label) for label, data in curves.items()
                           if len(data)], ignore_index=True)
    draw_lines(axes, table, "load", "goodput", "what", "{value}", order=list(curves))
    other = axes.twinx()
    other.grid(False)
    other.set_ylabel("efficiency (dashed)")
    draw_lines(other, table, "load", "efficiency", "what", None, "--", order=list(curves))
    free = [(load, (150 - load) / flows) for load in (0, 100)]
    draw_paper_bound(axes, f"(150 - B) / {flows}", [y for _, y in free], [x for x, _ in free])
    draw_reference(axes, [x for x, _ in free], [y * payload(reference) for _, y in free],
                   len(curves), "of which user bytes", "-.")
    axes.set_ylim(0, max(165 / flows, axes.get_ylim()[1]))
    other.set_ylim(0, 1.1)
    return finish(figure)


def transport_figure(number, transport, mps, windows, title):
    """Fig. 2 or 3: one transport, unshaped and shaped."""
    def draw(ctx):
        return draw_panel({name: runs(ctx, POISSON, **TRANSPORTS[transport], mps=mps,
                                      windows=windows[mps], shaped=shaped)
                           for name, shaped in SHAPES.items()}, mps)
    return Figure(number, f"{title}, MPS {mps}, W {windows[mps]}, Poisson, 1000 km", draw,
                  [POISSON])


def source_figure(number, experiment, mps, title):
    """Fig. 4 or 5: all transports with an on/off source."""
    def draw(ctx):
        return draw_panel({name: runs(ctx, experiment, **how, mps=mps)
                           for name, how in TRANSPORTS.items()}, mps)
    return Figure(number, f"{title} source, MPS {mps}, W {TUNED[mps]}, 1000 km", draw,
                  [experiment])


def lengths_figure(number, experiment, values, title):
    """Fig. 6 or 7: connections of different lengths, each by itself."""
    def draw(ctx):
        data = by_connection(chosen(ctx.data(experiment), **values),
                             [f"{length} km" for length in LENGTHS])
        return draw_panel({f"{length} km": chosen(data, what=f"{length} km")
                           for length in LENGTHS}, 1142)
    return Figure(number, title, draw, [experiment])


def mix_figure(number, how, mps):
    """Fig. 8: XTP and TCP together."""
    def draw(ctx):
        point = {"errorControl": TRANSPORTS[how]["errorControl"], "mps": mps}
        return draw_panel({"XTP": runs(ctx, MIX, slice(0, 3), **point),
                           "TCP": runs(ctx, MIX, slice(3, 6), **point)}, mps, 6)
    return Figure(number, f"3 TCP and 3 XTP ({how}), MPS {mps}, W {HALVED[mps]}", draw, [MIX])


def short_figure(window):
    """The study of 10 km that the paper tells in words."""
    def draw(ctx):
        return draw_panel({name: runs(ctx, SHORT, **how, windows=window)
                           for name, how in TRANSPORTS.items()}, 9140)
    return Figure(f"figx-10km-w{window}", f"10 km, MPS 9140, W {window}", draw, [SHORT],
                  "The paper describes this study without a figure.")


def discard_figure(policy, mps):
    """PPD or EPD beside tail drop."""
    def draw(ctx):
        curves = {}
        for name, how in TRANSPORTS.items():
            curves[f"{name}, {policy.upper()}"] = runs(ctx, DISCARD, **how, mps=mps,
                                                       discard=policy)
            curves[name] = runs(ctx, POISSON, **how, mps=mps, windows=TUNED[mps], shaped=False)
        return draw_panel(curves, mps)
    return Figure(f"figx-{policy.lower()}-{mps}", f"{policy.upper()} switches, MPS {mps}", draw,
                  [DISCARD, POISSON], "Not in the paper.")


def draw_sack(ctx, mps):
    """TCP by its loss recovery, with XTP's selective retransmission beside it."""
    curves = {"SACK": runs(ctx, SACK, recovery="Sack", mps=mps),
              "NewReno": runs(ctx, SACK, recovery="NewReno", mps=mps)}
    curves |= {label: runs(ctx, POISSON, **TRANSPORTS[name], mps=mps, windows=TUNED[mps],
                           shaped=False) for label, name in (("Reno", "TCP"), ("XTP, SR", "SR"))}
    return draw_panel(curves, mps)


def draw_many(ctx):
    """32 connections with about the window of three."""
    return draw_panel({name: runs(ctx, MANY_POINTS, **how) for name, how in MANY.items()}, 1142,
                      32)


def draw_printed_window(ctx):
    """Fig. 8 with the window that the paper prints for MPS 1142."""
    data = ctx.data(PRINTED_WINDOW)
    rows = []
    for load, some in data.groupby("load"):
        for name, flows in (("XTP", slice(0, 3)), ("TCP", slice(3, 6))):
            means = averaged(some, flows)
            rows.append({"B (Mbit/s)": load, "connections": name,
                         "goodput (Mbit/s)": round(means["goodput"].mean(), 2),
                         "efficiency": round(means["efficiency"].mean(), 3),
                         "cells discarded": int(some["discarded"].sum())})
    return pandas.DataFrame(rows)


def reference_runs(ctx, name, mps, window):
    """The runs that a line of the reference table is about."""
    if name in TRANSPORTS:
        return runs(ctx, POISSON, **TRANSPORTS[name], mps=mps, windows=window, shaped=False)
    flows = slice(0, 3) if name == "XTP" else slice(3, 6)
    return runs(ctx, MIX, flows, mps=mps, errorControl="GoBackN")


def reference_table(ctx):
    """Simulation beside the slot-level model: a row for each point."""
    rows = []
    for (name, mps, window), values in REFERENCE.items():
        data = reference_runs(ctx, name, mps, window)
        for load, (goodput, efficiency) in zip(REFERENCE_LOADS, values):
            some = chosen(data, load=load)
            rows.append({"connections": name, "MPS": mps, "W": window, "B (Mbit/s)": load,
                         "goodput (Mbit/s)": some["goodput"].mean(), "model": goodput,
                         "ratio": some["goodput"].mean() / goodput,
                         "efficiency": some["efficiency"].mean(), "its model": efficiency,
                         "its ratio": some["efficiency"].mean() / efficiency})
    return pandas.DataFrame(rows)


def draw_backoff(ctx):
    """Mixed connections by the greatest timeout of TCP."""
    rows = []
    for (limit, load), some in ctx.data(BACKOFF).groupby([MAX_RTO, "load"]):
        xtp, tcp = (averaged(some, flows) for flows in (slice(0, 3), slice(3, 6)))
        model = [line[REFERENCE_LOADS.index(load)] for line in
                 (REFERENCE["XTP", 9140, 3], REFERENCE["mixed TCP", 9140, 3])]
        rows.append({"greatest timeout": "64 times" if limit == "0s" else limit,
                     "B (Mbit/s)": load, "XTP (Mbit/s)": round(xtp["goodput"].mean(), 2),
                     "model": model[0][0], "TCP (Mbit/s)": round(tcp["goodput"].mean(), 2),
                     "its model": model[1][0]})
    return pandas.DataFrame(rows)


def draw_shaping(ctx):
    """Where shaping changes much, and the one change without which it changes little."""
    rows = []
    for name, how in SHAPING_POINTS.items():
        point = {"discard": "TailDrop", "shaperRate": "50Mbps", **how}
        some = [runs(ctx, SHAPING, **point, shaped=shaped)["goodput"].mean()
                for shaped in (False, True)]
        rows.append({"connections": name, "unshaped (Mbit/s)": round(some[0], 2),
                     "shaped (Mbit/s)": round(some[1], 2), "ratio": round(some[1] / some[0], 3)})
    return pandas.DataFrame(rows)


def draw_decisions(ctx):
    """What the paper leaves open: one decision changed at a time."""
    data = averaged(ctx.data(DECIDED))
    names = sorted({name for how in DECISIONS.values() for name in how})
    rows = []
    for what, how in DECISIONS.items():
        for (label, transport), mps in [(one, mps) for one in TRANSPORTS.items() for mps in TUNED]:
            good = numpy.ones(len(data), dtype=bool)
            for name in names:
                column = data[name] if name in data else pandas.Series(None, data.index)
                good &= (column == how[name] if name in how else column.isna()).to_numpy()
            some = chosen(data[good], **transport, mps=mps)
            if len(some):
                row = {"decision": what, "connections": label, "MPS": mps}
                for load in (40, 80):
                    at = chosen(some, load=load)
                    row[f"goodput, B = {load}"] = round(at["goodput"].mean(), 1)
                    row[f"efficiency, B = {load}"] = round(at["efficiency"].mean(), 2)
                rows.append(row)
    return pandas.DataFrame(rows)


def draw_phases(ctx):
    """Goodput without background: three connections that start at random, and one alone."""
    data = averaged(ctx.data(PHASES))
    figure, axes = new_figure("random start", "goodput per connection (Mbit/s)")
    draw_reference(axes, range(1, len(data) + 1), sorted(data["goodput"]), 0,
                   "three connections, sorted", "", markers=True)
    alone = averaged(chosen(ctx.data(ALONE), xtp=1))["goodput"].mean()
    draw_reference(axes, [1, len(data)], [alone, alone], 1, "one alone", "-")
    return finish(figure)


def interval_text(values, digits=2):
    """Mean with confidence interval."""
    found = mean_ci(values)
    return f"{found.mean:.{digits}f} +- {found.half:.{digits}f}"


def draw_sources(ctx):
    """Statistics of the background sources."""
    rows = []
    for name, data in (("Poisson messages", ctx.data(MESSAGES)),
                       *((source, chosen(ctx.data(SWITCHED), source=source))
                         for source in ("FastOnOff", "SlowOnOff"))):
        rows.append({"source": name, "cells per burst": interval_text(data["source_mean_cells"]),
                     "longest": data["source_longest"].max(),
                     "on share": interval_text(data["source_on_share"], 4),
                     "mean over B": interval_text(data["source_mbps"] / data["load"], 4)})
    return pandas.DataFrame(rows)


def draw_units(ctx):
    """Cells of packets and answers."""
    rows = []
    for _, row in ctx.data(UNITS).iterrows():
        rows.append({"connection": "XTP" if row.get("xtp") == 1 else "TCP",
                     "MPS": int(row["mps"]) if row.get("mps") == 1142 else 9140,
                     "cells per packet": round(row["packet_cells"][0] / row["packets"][0], 2),
                     "cells per answer": round(row["answer_cells"][0] / row["answers"][0], 2)})
    for _, row in ctx.data(STEADY).iterrows():
        rows.append({"connection": "XTP, never blocked", "MPS": row["mps"],
                     "cells per packet": round(row["packet_cells"][0] / row["packets"][0], 2),
                     "cells per answer": round(row["answer_cells"][0] / row["answers"][0], 2),
                     "Mbit/s": round(row["offered_cells"] * 424e-6 / row["duration"], 3)})
    return pandas.DataFrame(rows)


def letters(number, *panels):
    """Names of panels: fig2a, fig2b ..."""
    return [(f"fig{number}{letter}", *panel) for letter, panel in zip("abcdef", panels)]


PAPER = Paper(
    key="xtp-atm",
    figures=[
        *(transport_figure(number, "TCP", mps, windows, "TCP") for number, mps, windows in
          letters(2, (9140, TUNED), (9140, LARGE), (1142, TUNED), (1142, LARGE))),
        *(transport_figure(number, how, mps, TUNED, f"XTP, {how}") for number, how, mps in
          letters(3, ("GBN", 9140), ("SR", 9140), ("GBN", 1142), ("SR", 1142))),
        *(source_figure(number, FAST, mps, "Fast on/off") for number, mps in
          letters(4, (9140,), (1142,))),
        *(source_figure(number, SLOW, mps, "Slow on/off") for number, mps in
          letters(5, (9140,), (1142,))),
        *(lengths_figure(number, XTP_LENGTHS, {**XTP[how], "shaped": SHAPES[shape]},
                         f"XTP, {how}, {shape}, MPS 1142, W 48, three lengths")
          for number, how, shape in letters(6, *((how, shape) for how in XTP
                                                 for shape in SHAPES))),
        *(lengths_figure(number, TCP_LENGTHS, {"windows": windows, "shaped": SHAPES[shape]},
                         f"TCP, {shape}, MPS 1142, W {windows.replace(',', '-')}")
          for number, windows, shape in letters(7, *((windows, shape)
                                                     for windows in LENGTH_WINDOWS
                                                     for shape in SHAPES))),
        *(mix_figure(number, how, mps) for number, mps, how in
          letters(8, *((mps, how) for mps in HALVED for how in XTP))),
        *(short_figure(window) for window in (1, 2, 6)),
        *(discard_figure(policy, mps) for policy in ("Ppd", "Epd") for mps in TUNED),
        *(Figure(f"figx-sack-{mps}", f"Loss recovery of TCP, MPS {mps}",
                 lambda ctx, mps=mps: draw_sack(ctx, mps), [SACK, POISSON], "Not in the paper.")
          for mps in TUNED),
        Figure("figx-32", "32 connections, MPS 1142, W 5", draw_many, [MANY_POINTS],
               "Not in the paper. XTP's rate is 150 / 32 Mbit/s."),
        Figure("figx-phases", "Three connections without background", draw_phases,
               [PHASES, ALONE], "Not in the paper. MPS 9140, W 6, XTP, 30 random starts."),
        Figure("tabx-reference", "Beside an independent slot-level model",
               lambda ctx: reference_table(ctx).round(3), [POISSON, MIX]),
        Figure("tabx-backoff", "Mixed connections by the greatest timeout of TCP", draw_backoff,
               [BACKOFF], "MPS 9140, go-back-N, beside the slot-level model."),
        Figure("tabx-shaping", "Where shaping changes much, MPS 9140", draw_shaping, [SHAPING]),
        Figure("tabx-decisions", "What the paper leaves open", draw_decisions, [DECIDED],
               "One decision changed at a time."),
        Figure("tabx-w3", "Mixed connections with the printed W 3, MPS 1142",
               draw_printed_window, [PRINTED_WINDOW]),
        Figure("tabx-units", "Cells of packets, and the rate of an unblocked XTP source",
               draw_units, [UNITS, STEADY, LOSSY]),
        Figure("tabx-sources", "Background sources", draw_sources, [MESSAGES, SWITCHED]),
    ],
    experiments=[SHAPED],
    tested=["tabx-sources", "tabx-units"])
