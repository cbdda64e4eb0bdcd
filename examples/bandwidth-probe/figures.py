# SPDX-License-Identifier: GPL-2.0-only
"""The figures of bandwidth-probe, and how they are drawn."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import add_paper, draw_reference, finish, new_figure
from hsn.stats import mean_ci
from hsn.sweep import Experiment
from hsn.tables import chosen

PROGRAM = "hsn-bandwidth-probe"
LOADS = {"empty": "idle", "nv": "nv", "ftp": "ftp"}
TABLE1 = {"empty": 1, "nv": 5, "ftp": 12}

STEP = Experiment("experiment-1", PROGRAM, fixed={"load": "step", "skip": 0, "series": True},
                  seeds=range(1, 21), quick_seeds=range(1, 6))
NORMAL = Experiment("experiment-2", PROGRAM, fixed={"load": "bursty", "time": 90, "skip": 0,
                                                    "series": True},
                    seeds=range(1, 21), quick_seeds=range(1, 6))
TABLE = Experiment("table", PROGRAM, grid={"load": list(LOADS.values())}, seeds=range(1, 801),
                   quick_seeds=range(1, 6))  # c21 needs many
BOTH = Experiment("both", PROGRAM, fixed={"load": "both"}, seeds=range(1, 21),
                  quick_seeds=range(1, 6))
OTHER_FTP = Experiment("other-ftp", PROGRAM, grid={"ftp": ["one", "ack1"]}, fixed={"load": "ftp"},
                       seeds=range(1, 21), quick_seeds=range(1, 4))
PAUSES = Experiment("pauses", PROGRAM, grid={"pause": [200, 400, 500, 600, 1000]},
                    fixed={"load": "ftp"}, seeds=range(1, 21), quick_seeds=range(1, 4))
APART = Experiment("apart", PROGRAM, grid={"load": ["nv", "ftp"]}, fixed={"apart": True},
                   seeds=range(1, 21), quick_seeds=range(1, 4))
CALLS = Experiment("calls", "hsn-bandwidth-probe-calls",
                   grid=[{"control": "none"},
                         *({"control": "probe", "wanted": wanted}
                           for wanted in ("Best", "Medium", "Sufficient")),
                         {"control": "window"}, {"control": "two-level"}],
                   seeds=range(1, 11), quick_seeds=(1, 2))
EXACT = Experiment("exact", "hsn-bandwidth-probe-exact", grid={"hurst": [0.5, 0.7, 0.9]})


def first(data):
    """The row of the first seed."""
    return chosen(data, seed=int(data["seed"].min())).iloc[0]


def draw_list(experiment, name, xlabel, ylabel, factor=1, count=None):
    """A list of one run against its index, as dots."""
    def draw(ctx):
        values = numpy.array(first(ctx.data(experiment))[name][:count]) * factor
        figure, axes = new_figure(xlabel, ylabel)
        axes.plot(range(len(values)), values, ".", markersize=2 if len(values) > 200 else 5)
        axes.set_ylim(bottom=0)
        return finish(figure)
    return draw


def draw_range(ctx):
    """R/S, and lines of known slope."""
    row = first(ctx.data(NORMAL))
    x = numpy.log10(row["range_scales"])
    y = numpy.log10(row["range_values"])
    figure, axes = new_figure("log10 d", "log10 R/S")
    draw_reference(axes, x, y, 0, "experiment 2", "none", True)
    draw_reference(axes, x, numpy.polyval(numpy.polyfit(x, y, 1), x), 0,
                   f"fit, H = {row['range_slope']:.2f}", "-")
    for index, slope in enumerate((0.5, 1), 1):
        draw_reference(axes, x, y[0] + slope * (x - x[0]), index, f"H = {slope:g}")
    return finish(figure)


def draw_variance(ctx):
    """Variance of means by their length."""
    rows = {name: first(chosen(ctx.data(TABLE), load=load)) for name, load in LOADS.items()}
    figure, axes = new_figure("log10 m", "log10 variance (ms²)")
    for index, (name, row) in enumerate({**rows, "experiment 2": first(ctx.data(NORMAL))}.items()):
        x = numpy.log10(row["variance_scales"])
        draw_reference(axes, x, numpy.log10(row["variance_values"]), index, name, "-", True)
    draw_reference(axes, x, 1 - x, 4, "slope -1")
    return finish(figure)


def draw_table1(ctx):
    """Mean xi by load, and with other choices."""
    data = ctx.data(TABLE)
    rows = [{"load": name, "xi (ms²), n = 30, m = 10": chosen(data, load=load)["xi_mean_ms2"].mean(),
             "paper": TABLE1[name]} for name, load in LOADS.items()]
    for title, experiment, values in (("nv and ftp", BOTH, {}),
                                      ("ftp, one transfer", OTHER_FTP, {"ftp": "one"}),
                                      ("ftp, MSS 1460, ACK each", OTHER_FTP, {"ftp": "ack1"}),
                                      ("nv from another host", APART, {"load": "nv"}),
                                      ("ftp from another host", APART, {"load": "ftp"})):
        found = chosen(ctx.data(experiment), **values)["xi_mean_ms2"].mean()
        rows.append({"load": title, "xi (ms²), n = 30, m = 10": found, "paper": ""})
    return pandas.DataFrame(rows).round(2)


def draw_slopes(ctx):
    """Variance-time slopes by load and by the pauses between files."""
    rows = [(name, chosen(ctx.data(TABLE), load=load)) for name, load in LOADS.items()]
    rows += [(f"ftp, pauses of {pause:g} ms", part)
             for pause, part in ctx.data(PAUSES).groupby("pause")]
    rows += [("ftp, one transfer", chosen(ctx.data(OTHER_FTP), ftp="one")),
             ("experiment 2", ctx.data(NORMAL))]
    titles = {"variance_slope_1_16": "m = 1 to 16", "variance_slope_16_256": "m = 16 to 256",
              "mixed_slope_16_256": "m = 16 to 256, random order"}
    return pandas.DataFrame([{"load": name, "runs": len(part),
                              **{title: str(mean_ci(part[metric]))
                                 for metric, title in titles.items()}} for name, part in rows])


def draw_calls(ctx):
    """Calls of nv, admitted by the probe or by the load at the line."""
    data = ctx.data(CALLS)
    cases = {"none": {"control": "none"},
             **{f"probe, {wanted.lower()} quality": {"control": "probe", "wanted": wanted}
                for wanted in ("Best", "Medium", "Sufficient")},
             "windows, 90 % of the line": {"control": "window"},
             "two levels, 1 % late": {"control": "two-level"}}
    columns = {"admitted_percent": "admitted %", "calls_mean": "calls",
               "utilization_percent": "utilization %", "late_percent": "later than 50 ms %",
               "xi_mean_ms2": "xi (ms²)"}
    return pandas.DataFrame([{"admission": name,
                              **{title: round(chosen(data, **values)[metric].mean(), 2)
                                 for metric, title in columns.items()}}
                             for name, values in cases.items()])


def draw_table2(ctx):
    """Classes at the thresholds."""
    found = ctx.data(EXACT).iloc[0]["classes"]
    return pandas.DataFrame({"xi (ms²)": [11.999, 12, 19.999, 20, 24.999, 25], "class": found})


def draw_xi(ctx):
    """Xi of experiment 1."""
    values = first(ctx.data(STEP))["xi_ms2"]
    figure, axes = new_figure("i", "xi (ms²)")
    draw_reference(axes, range(len(values)), values, 0, "xi, n = 30, m = 10", "-", True)
    add_paper(axes, {}, {"best quality": 12})
    return finish(figure)


PACKET = ("packet", "interarrival time (ms)")
PAPER = Paper(
    key="bandwidth-probe",
    title="Estimating the Available Bandwidth for Real-time Traffic over Best Effort Networks",
    figures=[
        Figure("fig2", "Interarrival times, ftp from the middle on",
               draw_list(STEP, "x_ms", *PACKET), [STEP]),
        Figure("fig3", "Means of 10", draw_list(STEP, "block_means_ms", "block", "mean (µs)", 1000),
               [STEP]),
        Figure("fig4", "Deviations of 10",
               draw_list(STEP, "block_deviations_ms", "block", "deviation (ms)"), [STEP]),
        Figure("fig5a", "Means of 10, normal period",
               draw_list(NORMAL, "block_means_ms", "block", "mean (ms)"), [NORMAL]),
        Figure("fig5b", "Means of 20, normal period",
               draw_list(NORMAL, "block_means_20_ms", "block", "mean (ms)"), [NORMAL]),
        Figure("fig6", "Dispersion, ftp from the middle on", draw_xi, [STEP]),
        *(Figure(f"fig7{letter}", f"Interarrival times, normal period, {count} packets",
                 draw_list(NORMAL, "x_ms", *PACKET, count=count), [NORMAL])
          for letter, count in zip("abcd", (900, 500, 100, 50))),
        Figure("fig8", "R/S analysis", draw_range, [NORMAL]),
        Figure("fig9", "Variance-time analysis", draw_variance, [TABLE, NORMAL]),
        Figure("table1", "Dispersion by load", draw_table1, [TABLE, BOTH, OTHER_FTP, APART]),
        Figure("tabx-slopes", "Slopes of the variance-time analysis", draw_slopes,
               [TABLE, PAUSES, OTHER_FTP, NORMAL],
               "Mean of the runs with its 95 % confidence interval."),
        Figure("tabx-calls", "Calls of nv at the line: a probe or the load admits", draw_calls,
               [CALLS], "0.3 calls of 128 kbit/s a second, 60 s long on average."),
        Figure("table2", "Thresholds", draw_table2, [EXACT]),
    ],
    tested=["fig6", "table1", "table2"],
)
