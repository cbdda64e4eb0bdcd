# SPDX-License-Identifier: GPL-2.0-only
"""Figures as a paper would print them: SVG and PNG, the same bytes for the same data.

    figure = line_figure(data, "mbs", "throughput", by="mtu",
                         xlabel="MBS (cells)", ylabel="throughput (Mbit/s)")
    save(figure, "results/fig3")

For more than that: `new_figure()`, then `draw_lines()` and `draw_reference()` on its axes, or
anything of matplotlib, then `finish()`.
"""

import io
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402  pylint: disable=wrong-import-position
from matplotlib.lines import Line2D  # noqa: E402  pylint: disable=wrong-import-position

from .files import write_atomically  # noqa: E402  pylint: disable=wrong-import-position
from .stats import group_ci  # noqa: E402  pylint: disable=wrong-import-position

# Okabe and Ito's colours, told apart by colour-blind readers too; markers differ as well.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D1F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

STYLE = {
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlesize": 11,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.5,
    "lines.markersize": 5,
    "legend.frameon": False,
    "svg.hashsalt": "hsn",
    "svg.fonttype": "path",
    "figure.dpi": 100,
}


def new_figure(xlabel="", ylabel="", title="", size=(6.4, 4.0)):
    """An empty figure and its axes, in the style of all others."""
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        axes.set(xlabel=xlabel, ylabel=ylabel)
        axes.set_title(title, loc="left")
    return figure, axes


def draw_lines(axes, data, x, y, by=None, label="{by} {value}", line="-", first=0, order=None):
    """One curve per value of the column `by`: the mean over all rows with the same x, with
    its 95 % confidence interval where there is more than one row.

    line   "-" joins the points, "" draws markers only
    label  of a curve; {by} and {value} are replaced; None: no label
    order  values of `by` in the order of their colours (default: sorted); others are left out
    """
    groups = [(None, data)] if by is None else list(data.groupby(by, sort=True))
    if order is not None:
        groups = [(value, data[data[by] == value]) for value in order]
    with pyplot.rc_context(STYLE):
        for index, (value, rows) in enumerate(groups, start=first):
            if rows.empty:
                continue
            table = group_ci(rows, x, y)
            bars = None if table["half"].isna().all() else table["half"].fillna(0)
            axes.errorbar(table[x], table["mean"], yerr=bars, capsize=2.5, elinewidth=1,
                          linestyle=line or "none", color=colour(index), marker=marker(index),
                          label=None if by is None or label is None
                          else label.format(by=by, value=value))


def draw_reference(axes, x, y, index=0, label=None, line="--", markers=False):
    """A curve that was not simulated: a model, or the paper's own numbers."""
    with pyplot.rc_context(STYLE):
        axes.plot(list(x), list(y), linestyle=line, color=colour(index), alpha=0.8, label=label,
                  marker=marker(index) if markers else None, markerfacecolor="white")


def draw_models(axes, data, x, y, by, order, label=None, line="-"):
    """A model's curves beside those of draw_lines() with the same `by` and `order`, in the same
    colours.

    label  of a curve; {value} is replaced; None: no label
    """
    for index, value in enumerate(order):
        rows = data[data[by] == value]
        draw_reference(axes, rows[x], rows[y], index,
                       None if label is None else label.format(value=value), line)


def line_figure(data, x, y, by=None, xlabel=None, ylabel=None, title="", paper_series=None,
                label="{by} {value}", line="-", logx=False, logy=False, ymin=0.0, size=(6.4, 4.0)):
    """A whole figure of mean curves with confidence intervals.

    paper_series  {label: (xs, ys)}: curves drawn dashed for comparison.  A label that is also
                  that of a curve gets its colour.
    ymin          lower end of the y axis (None: where the data end)
    """
    figure, axes = new_figure(xlabel if xlabel is not None else x,
                              ylabel if ylabel is not None else y, title, size)
    draw_lines(axes, data, x, y, by, label, line)
    known = axes.get_legend_handles_labels()[1]
    for number, (name, (xs, ys)) in enumerate((paper_series or {}).items()):
        index = known.index(name) if name in known else len(known) + number
        draw_reference(axes, xs, ys, index, f"{name} (paper)" if name in known else name,
                       markers=True)
    if logx:
        axes.set_xscale("log")
    if logy:
        axes.set_yscale("log")
    elif ymin is not None:
        axes.set_ylim(bottom=ymin)
    return finish(figure)


def finish(figure):
    """Add legends, simulated curves first: inside if there are few, else beside the axes."""
    with pyplot.rc_context(STYLE):
        for axes in figure.axes:
            handles, labels = axes.get_legend_handles_labels()
            order = sorted(range(len(labels)), key=lambda i: isinstance(handles[i], Line2D))
            handles, labels = [handles[i] for i in order], [labels[i] for i in order]
            if len(labels) > 3:
                axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1.0))
            elif labels:
                axes.legend(handles, labels, loc="best")
    return figure


def mark(figure, text):
    """Write a line below a figure that nobody can overlook."""
    figure.text(0.5, -0.02, text, ha="center", va="top", color="red", wrap=True, gid="mark")


def save(figure, stem):
    """Write stem.svg and stem.png; returns the two paths."""
    stem = Path(stem)
    svg, png = stem.with_name(stem.name + ".svg"), stem.with_name(stem.name + ".png")
    with pyplot.rc_context(STYLE):
        write_atomically(svg, drawn(figure, "svg", {"Date": None, "Creator": None}))
        write_atomically(png, drawn(figure, "png", {"Software": None}, dpi=150))
    pyplot.close(figure)
    return svg, png


def drawn(figure, kind, metadata, **kwargs):
    """The bytes of a figure's file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, metadata=metadata, **kwargs)
    return buffer.getvalue()


def colour(index):
    """The colour of the index-th curve."""
    return COLOURS[index % len(COLOURS)]


def marker(index):
    """The marker of the index-th curve."""
    return MARKERS[index % len(MARKERS)]

