# SPDX-License-Identifier: GPL-2.0-only
"""The figures of rmtp, and how they are drawn."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import colour, draw_lines, draw_reference, finish, new_figure
from hsn.tables import chosen, named

from .runs import (ALL_LOSSY, BURSTS, CALM, CHART, COMPARED, CONNECT, CONNECTIONS, DISTURBED, FORMS, FTP,
                   HUNDRED, LEFT, LIMIT, LOADED, LOSSY, MEASURED, ROUNDS, RULES, SHARES, SIZES, SLOWED, SMALLER,
                   SWEEP, SWEEPS, TRANSFERS, TURN, chart, connect_time, ftp_per_receiver, of_form, ratios, rows_of,
                   system_time)

N = "receivers N"
TIME = "transfer time (s)"


def draw_chart(name):
    """A table of all PDUs."""
    def draw(ctx):
        run = chart(ctx, name)
        return pandas.DataFrame({"time (s)": [f"{time:.3f}" for time in run["times_s"]],
                                 "from": run["from"], "to": run["to"],
                                 "lost": ["lost" if lost else "" for lost in run["lost"]],
                                 "PDU": run["pdus"]})
    return draw


def draw_fig2(ctx):
    """Retransmissions against the loss."""
    rules = rows_of(ctx, RULES)
    figure, axes = new_figure("packet error rate", "retransmissions")
    for index, (size, part) in enumerate(rules.groupby("N")):
        draw_reference(axes, part["e"], part["mean"], index, f"N = {size:g}, mean", "-")
        draw_reference(axes, part["e"], part["rule"], index, None, ":")
    data = pandas.concat([ctx.data(ROUNDS), ctx.data(SMALLER)])
    draw_lines(axes, data, "loss", "retransmissions", "receivers", None, "",
               order=[1, 10, 100, 1000, 5000])
    axes.set(xscale="log", ylim=(0, None))
    top = axes.secondary_xaxis("top", functions=(lambda x: x / 8192, lambda x: x * 8192))
    top.set_xlabel("bit error rate")
    return finish(figure)


def draw_table_a(ctx):
    """What is left after k rounds."""
    rows = rows_of(ctx, LEFT)
    return pandas.DataFrame({
        "e": [f"{loss:g}" for loss in rows["e"]], "k": rows["k"].astype(int),
        "S": [f"{x:.6g}" for x in rows["S"]], "M": [f"{x:.6g}" for x in rows["M"]],
        "N": [f"{x:.6g}" for x in rows["N"]],
        "M by (a2)": [f"{x:.6g}" for x in rows["M_recursion"]],
        "N by (a2)": [f"{x:.6g}" for x in rows["N_recursion"]]})


def draw_fig4(ctx):
    """Transfer time against the group."""
    figure, axes = new_figure(N, TIME)
    draw_lines(axes, ctx.data(MEASURED).assign(what="simulated, 100 lossy"), "receivers", "time_s",
               "what", "{value}")
    draw_lines(axes, ctx.data(ALL_LOSSY).assign(what="simulated, all lossy"), "receivers", "time_s",
               "what", "{value}", first=1)
    for index, (one, name) in enumerate(((LOSSY, "(4), alpha = 0, 100 lossy"),
                                         (TRANSFERS, "(4), alpha = 0, all lossy"))):
        rows = rows_of(ctx, one)
        draw_reference(axes, rows["N"], rows["time_s"], index, name)
    groups = numpy.array([10, 100000])
    draw_reference(axes, groups, groups * ftp_per_receiver(ctx, "time_s"), 2,
                   "FTP, four at a time, from 20 transfers", "-.")
    axes.set_xscale("log")
    axes.set_yscale("log")
    return finish(figure)


def draw_fig5(ctx):
    """System time of the server."""
    figure, axes = new_figure(N, "system time of the server (s)")
    for index, (one, rows, name) in enumerate(((MEASURED, LOSSY, "100 lossy"),
                                               (ALL_LOSSY, TRANSFERS, "all lossy"))):
        data = ctx.data(one)
        data = data.assign(system=system_time(data), what=f"(8) of counted packets, {name}")
        draw_lines(axes, data, "receivers", "system", "what", "{value}", first=index)
        table = rows_of(ctx, rows)
        draw_reference(axes, table["N"], table["cpu_s"], index, f"(8) of (7), {name}")
    groups = numpy.array([10, 10000])
    draw_reference(axes, groups, groups * ftp_per_receiver(ctx, "cpu_s"), 2,
                   "FTP, from 20 transfers", "-.")
    axes.set_xscale("log")
    axes.set_yscale("log")
    return finish(figure)


def draw_fig6(ctx):
    """Connection time against delta."""
    figure, axes = new_figure("mean time between answers delta (ms)", "all are connected after (s)")
    for index, size in enumerate((1000, 5000, 8000)):
        for overhead, line in ((64, "-"), (0, ":")):
            times = connect_time(ctx, size, overhead)
            name = f"N = {size}" + ("" if overhead else ", buffer counts payload only")
            draw_reference(axes, times.index, times, index, name, line, overhead > 0)
        rows = rows_of(ctx, CONNECTIONS[64])
        part = rows[rows["N"] == size]
        draw_reference(axes, part["delta_ms"], part["connection_s"], index,
                       "(3)" if index == 0 else None)
    axes.set_xscale("log")
    axes.set_yscale("log")
    return finish(figure)


def draw_fig7(ctx):
    """Transfer time against the rate."""
    data = named(ctx.data(SWEEP), {name: {"receivers": group["receivers"]}
                                   for name, group in SWEEPS.items()})
    least = data.groupby(["what", "rate"])["time_s"].mean().groupby("what").min()
    data = data.assign(ratio=data["time_s"] / data["what"].map(least))
    figure, axes = new_figure("transmission rate (Mbit/s)", "transfer time / least transfer time")
    draw_lines(axes, data, "rate", "ratio", "what", "{value}", order=list(SWEEPS))
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_fig8(ctx):
    """How transfer times are distributed."""
    figure, axes = new_figure("transfer time / undisturbed transfer time", "share of trials")
    edges = numpy.arange(0, 11, 0.5)
    for index, group in enumerate(DISTURBED):
        for control, line in ((False, "--"), (True, "-")):
            found = ratios(ctx, SLOWED, group, control)
            name = f"{group}, {'rate control' if control else 'fixed rate'}"
            heights, _ = numpy.histogram(found, edges)
            axes.stairs(heights / len(found), edges, color=colour(index), linestyle=line, label=name)
    return finish(figure)


def draw_disturbances(ctx):
    """Means and deviations by disturbance."""
    rows = []
    for name, one in (("processors slowed by U[1, 4], one factor a trial", SLOWED),
                      ("other load on a third of the workstations", LOADED)):
        for group in DISTURBED:
            for control in (False, True):
                found = ratios(ctx, one, group, control)
                rows.append({"disturbance": name, "group": group,
                             "rate": "controlled" if control else "fixed",
                             "trials": len(found), "mean ratio": round(found.mean(), 2),
                             "standard deviation": round(found.std(ddof=1), 2)})
    bursts = ctx.data(BURSTS)
    for group, how in DISTURBED.items():
        calm = chosen(ctx.data(CALM), receivers=how["receivers"])["time_s"].mean()
        found = chosen(bursts, receivers=how["receivers"])["time_s"] / calm
        rows.append({"disturbance": "slowed, bursts each 100 ms", "group": group,
                     "rate": "controlled", "trials": len(found), "mean ratio": round(found.mean(), 2),
                     "standard deviation": round(found.std(ddof=1), 2)})
    return pandas.DataFrame(rows)


def draw_waits(ctx):
    """What the wait for the whole timer costs."""
    rows = []
    for (loss, early), part in ctx.data(HUNDRED).groupby(["loss", "endWaitEarly"]):
        rows.append({"loss": f"{loss:g}", "waits end": "when all have answered" if early
                     else "with the timer (paper)",
                     "time (s)": round(part["time_s"].mean(), 1),
                     "retransmissions": round(part["retransmissions"].mean(), 2),
                     "paper (s)": {0: 22, 0.01: 40, 0.1: 68}[loss]})
    return pandas.DataFrame(rows)


def draw_forms(ctx):
    """Means of farms and of nodes."""
    rows = []
    for size in (50, 200):
        for name in COMPARED:
            farm, nodes = (of_form(ctx, size, form)[name] for form in (False, True))
            rows.append({"receivers": size, "what": name, "farm": round(farm.mean(), 2),
                         "nodes": round(nodes.mean(), 2), "deviation of runs": round(farm.std(ddof=1), 2),
                         "runs of each": len(nodes)})
    return pandas.DataFrame(rows)


PAPER = Paper(
    key="rmtp",
    title="Performance Evaluation of Reliable Multicast Transport Protocol for Large-Scale Delivery",
    figures=[
        Figure("fig1", "All PDUs of a transfer with one loss", draw_chart("one loss"), [CHART]),
        Figure("fig3", "All PDUs with a lost answer", draw_chart("one lost answer"), [CHART]),
        Figure("fig3-busy", "All PDUs with a busy receiver", draw_chart("one busy receiver"), [CHART]),
        Figure("fig2", "Retransmissions of 2000 packets", draw_fig2, [RULES, ROUNDS, SMALLER],
               "Dotted: the paper's rule. Marks: simulated."),
        Figure("tableA", "Losses left after k rounds, 5000 receivers", draw_table_a, [LEFT],
               "The paper prints the entries for e = 0.01, k = 2 with M and N exchanged."),
        Figure("fig4", "Transfer time of 2 Mbytes", draw_fig4,
               [MEASURED, ALL_LOSSY, LOSSY, TRANSFERS, FTP],
               "Simulated with timers that are longer by alpha = 0.65 s."),
        Figure("fig5", "System time of the server", draw_fig5,
               [MEASURED, ALL_LOSSY, LOSSY, TRANSFERS, FTP]),
        Figure("fig6", "Connection time and backoff", draw_fig6, [CONNECT, *CONNECTIONS.values()],
               "Each answer takes 64 octets of the buffer beside its own, or none."),
        Figure("fig7", "Transfer time and rate", draw_fig7, [SWEEP]),
        Figure("fig8", "Transfer times of 10 Mbytes in 20 trials", draw_fig8, [SLOWED, CALM],
               "In each trial each workstation has a factor from U[1, 4] on its times."),
        Figure("tab8", "Disturbances", draw_disturbances, [SLOWED, LOADED, BURSTS, CALM]),
        Figure("taba", "100 receivers", draw_waits, [HUNDRED]),
        Figure("tabb", "Receivers as a farm, and as nodes with sockets", draw_forms, [FORMS],
               "500 packets, of which each receiver loses 5 %, as the server does of answers."),
    ],
    experiments=[LIMIT, SHARES, SIZES, TURN],
)
