# SPDX-License-Identifier: GPL-2.0-only
"""The figures of mbac, and how they are drawn."""

import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import STYLE, draw_reference, finish, line_figure, new_figure
from hsn.tables import chosen, unrolled

from .runs import (BUCKETS, CALLS, EQUAL, EQUATION, FIXED, FIXED_COLUMNS, MEASURE_COLUMNS, MEASURES,
                   MIXED, MODULATED, START, SURFACE, TABLE1, TABLE2, TABLE3, TABLE4, TABLE5, TABLE6,
                   TARGET_COLUMNS, UNCONTROLLED, UNEQUAL, UNITS, row_checks)

SERIES = [1, 0.1, 0.01]  # targets of figures 4 and 5, %


def with_paper(data, by, title, columns, paper):
    """A row for each value of `by`: means, the paper's values in brackets beside."""
    rows = []
    for value, printed in paper.items():
        part = chosen(data, **{by: value})
        rows.append({title: value, **{name: f"{part[metric].mean():.4g} ({said:g})" for
                                      (metric, name), said in zip(columns.items(), printed)}})
    return pandas.DataFrame(rows)


def draw_fixed(window, paper):
    """Tables 1 and 2."""
    def draw(ctx):
        return with_paper(chosen(ctx.data(FIXED), window=window), "sigma", "sigma (kb)",
                          FIXED_COLUMNS, paper)
    return draw


def draw_measures(ctx):
    """Table 3, and the delay as windows measure it."""
    data = ctx.data(MEASURES)
    table = with_paper(data, "window", "W (s)", MEASURE_COLUMNS, TABLE3)
    found = data.groupby("window", sort=False)
    return table.assign(**{"mean of windows' longest delays (ms)":
                           found["delay_maxima_mean_ms"].mean().round(4).to_numpy(),
                           "their variance":
                           found["delay_maxima_variance_ms2"].mean().round(4).to_numpy(),
                           "run (s)": found["time_s"].mean().round(0).to_numpy()})


def draw_targets(experiment, paper):
    """Tables 4 and 5."""
    def draw(ctx):
        data = ctx.data(experiment)
        found = data.groupby("target", sort=False)
        ratio = found["admitted_to_rejected_percent"].mean()
        return with_paper(data, "target", "target %", TARGET_COLUMNS, paper).assign(
            **{"admitted/rejected %": ratio.round(1).to_numpy(),
               "W by time (s)": found["window_time_average_s"].mean().round(2).to_numpy()})
    return draw


def draw_modulated(ctx):
    """Table 6: the utilization in three ways."""
    table = draw_targets(MODULATED, TABLE6)(ctx)
    used = ctx.data(MODULATED).groupby("target", sort=False)["utilization_percent"].mean()
    free = chosen(ctx.data(UNCONTROLLED), modulated=True)["utilization_percent"].mean()
    return table.assign(**{"of the paper's 77 %": (used / 0.77).round(1).to_numpy(),
                           f"of our {free:.1f} %": (100 * used / free).round(1).to_numpy()})


def first_run(data, by, columns):
    """Series of the first seed, a row for each point."""
    data = chosen(data, seed=int(data["seed"].min()))
    return unrolled(data[[by, "times_s", *columns]], by, "times_s")


def draw_time(name, ylabel, logarithmic):
    """Figures 4 and 5."""
    def draw(ctx):
        data = first_run(chosen(ctx.data(UNEQUAL), target=SERIES), "target", [name])
        data = data[data["times_s"] > 0]
        figure, axes = new_figure("time (h)", ylabel)
        for index, (target, part) in enumerate(data.groupby("target")):
            draw_reference(axes, part["times_s"] / 3600, part[name], index,
                           f"target {target:g} %", "-")
        if logarithmic:
            axes.set_yscale("log")
        return finish(figure)
    return draw


def draw_calls(ctx):
    """Figure 6."""
    data = first_run(ctx.data(CALLS), "target", ["calls", "active"])
    figure, axes = new_figure("time (s)", "number")
    for index, (name, label) in enumerate({"calls": "calls", "active": "active sources"}.items()):
        draw_reference(axes, data["times_s"], data[name], index, label, "-")
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_surface(ctx):
    """Figure 7 from above."""
    table = ctx.data(SURFACE).pivot_table("late_percent", "down", "up")
    with pyplot.rc_context({**STYLE, "axes.grid": False}):
        figure, axes = pyplot.subplots(figsize=(6.4, 4.4), layout="constrained")
        image = axes.imshow(table, origin="lower", norm="log", cmap="cividis", aspect="auto")
        axes.set_xticks(range(len(table.columns)), [f"{one:g}" for one in table.columns])
        axes.set_yticks(range(len(table.index)), [f"{one:g}" for one in table.index])
        axes.set(xlabel="step up (kbit/s)", ylabel="step down (kbit/s)")
        for y, row in enumerate(table.to_numpy()):
            for x, value in enumerate(row):
                axes.text(x, y, f"{value:.2g}", ha="center", va="center",
                          bbox={"boxstyle": "round", "fc": "w", "alpha": 0.8, "lw": 0})
        figure.colorbar(image, label="late bits (%), target 0.05 %")
    return figure


def draw_mixed(ctx):
    """Buckets of calls whose peak rates differ."""
    found = ctx.data(MIXED).groupby("sigma", sort=False)
    return pandas.DataFrame({"sigma (kb)": list(found.groups),
                             **{name: found[metric].mean().round(3).to_numpy()
                                for metric, name in FIXED_COLUMNS.items()}})


def draw_start(ctx):
    """What lowers the peak at the start."""
    found = ctx.data(START).groupby(["trigger", "window"], sort=False)["peak_late_percent"]
    return pandas.DataFrame([{"first trigger (Mbit/s)": trigger, "first window (s)": window,
                              "largest cumulative late % in 6000 s": round(values.mean(), 3)}
                             for (trigger, window), values in found])


def draw_units(ctx):
    """Calls as fluid, packets and cells: the same calls ask in each row."""
    data = ctx.data(UNITS)
    cases = {"one window of 1 s": {"control": "window", "sigma": 1, "periods": "exp"},
             "two levels, target 1 %": {"control": "two-level"},
             "one window of 1 s, Pareto periods": {"control": "window", "periods": "pareto"},
             "one window of 10 s, buckets of 20 kb": {"control": "window", "sigma": 20}}
    columns = {"utilization_percent": "utilization %", "late_percent": "late %",
               "admitted": "admitted calls", "rate_rejected_percent": "rejected by rate %"}
    return pandas.DataFrame([{"admission": name, "calls are": unit,
                              **{title: round(float(chosen(data, unit=unit, **values)[metric].mean()), 2)
                                 for metric, title in columns.items()}}
                             for name, values in cases.items()
                             for unit in ("fluid", "packet", "cell")])


def draw_equation(ctx):
    """Bucket against rate, and the paper's pairs."""
    data = ctx.data(EQUATION)
    pairs = {sigma: rho for sigma, rho in BUCKETS.items() if sigma > 1}
    return line_figure(data, "sigma", "token_rate_kbps", "loss", "bucket (kb)",
                       "token rate (kbit/s)", label="loss {value:g}", logx=True, ymin=None,
                       paper_series={"pairs": (list(pairs), list(pairs.values()))})


PAPER = Paper(
    key="mbac",
    title="A New Algorithm for Measurement-based Admission Control in Integrated Services Packet "
          "Networks",
    figures=[
        Figure("table1", "Buckets, W = 10 s", draw_fixed(10, TABLE1), [FIXED],
               "The paper's values are in brackets."),
        Figure("table2", "Buckets, W = 1 s", draw_fixed(1, TABLE2), [FIXED],
               "The paper's values are in brackets."),
        Figure("table3", "Delay and rate by the window", draw_measures, [MEASURES],
               "From an empty link until the mean rate is known to 10 %. The paper's values are in "
               "brackets."),
        Figure("table4", "Two levels, equal peak rates", draw_targets(EQUAL, TABLE4), [EQUAL],
               "The paper's values are in brackets; its share of admitted calls is probably "
               "admitted/rejected."),
        Figure("table5", "Two levels, peak rates that differ", draw_targets(UNEQUAL, TABLE5),
               [UNEQUAL], "The paper's values are in brackets."),
        Figure("table6", "Two levels, arrivals that fluctuate", draw_modulated,
               [MODULATED, UNCONTROLLED], "The paper's values are in brackets; its utilization is "
               "relative to that without control."),
        Figure("fig4", "Late bits since the start",
               draw_time("late_percents", "late bits so far (%)", True), [UNEQUAL],
               "One run each."),
        Figure("fig5", "Trigger", draw_time("triggers_mbps", "trigger (Mbit/s)", False), [UNEQUAL],
               "One run each."),
        Figure("fig6", "Calls and active sources, arrivals that fluctuate", draw_calls, [CALLS],
               "Target 0.1 %, which the paper does not say."),
        Figure("fig7", "Late bits by the steps of the trigger", draw_surface, [SURFACE]),
        Figure("eq3", "Token buckets of one source that lose the same share", draw_equation,
               [EQUATION], "Peak rate 64 kbit/s, On and Off 0.3125 s on average."),
        Figure("tabx-mixed", "Buckets, peak rates that differ, W = 10 s", draw_mixed, [MIXED]),
        Figure("tabx-units", "Calls as fluid, packets and cells at a link of 2 Mbit/s", draw_units,
               [UNITS], "Two calls a second. Cells are those of connections with a VBR contract each, "
               "which the host shapes and the switch polices."),
        Figure("tabx-start", "The peak at the start, target 0.1 %", draw_start, [START]),
    ],
    checks=row_checks(),
    tested=["eq3", "table1", "table3"],
)
