# SPDX-License-Identifier: GPL-2.0-only
"""Figures as a paper would print them: SVG, PDF and PNG, the same bytes for the same data.

    figure = line_figure(data, "mbs", "throughput", by="mtu",
                         xlabel="MBS (cells)", ylabel="throughput (Mbit/s)")
    save(figure, "results/fig3")

For more than that: `new_figure()`, then `draw_lines()` and `draw_reference()` on its axes, or
anything of matplotlib, then `finish()`.  What the paper says is drawn by `draw_paper()`, as crosses,
and `draw_paper_bound()`, as dotted lines; the legend explains every kind of marker (`draw_key()`).
"""

import io
import logging
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
    "svg.fonttype": "none",  # text can be searched, copied and edited
    "pdf.fonttype": 42,
    "figure.dpi": 100,
}


# Widths in inches of what journals print, and the font that is still readable there
PRINTED = {"column": 3.45, "page": 7.16}
PRINTED_FONTS = {"font.size": 8, "axes.titlesize": 8, "legend.fontsize": 7, "lines.markersize": 3.5,
                 "lines.linewidth": 1.1}
_WIDTH = []  # of all figures that are saved, if it is not their own


class StyleError(ValueError):
    """A style cannot be used; the message is for the user."""


def use_style(name):
    """Save all further figures in a style: "column" or "page" of a journal, or a style sheet of
    matplotlib (a file), of which figure.figsize gives the width.  Raises StyleError."""
    if name in PRINTED:
        STYLE.update(PRINTED_FONTS)
        _WIDTH[:] = [PRINTED[name]]
        return
    said = []  # matplotlib only logs what it does not know
    log = logging.getLogger("matplotlib")
    log.addFilter(listen := lambda record: said.append(record.getMessage()))
    try:
        found = matplotlib.rc_params_from_file(name, fail_on_error=True, use_default_template=False)
    except Exception as error:  # pylint: disable=broad-except
        said.append(str(error))
    finally:
        log.removeFilter(listen)
    if said:
        raise StyleError(f"style {name}: {' '.join(said[0].split())}")
    _WIDTH[:] = [found["figure.figsize"][0]] if "figure.figsize" in found else []
    STYLE.update({key: value for key, value in found.items() if key != "figure.figsize"})


def new_figure(xlabel="", ylabel="", title="", size=(6.4, 4.0)):
    """An empty figure and its axes, in the style of all others."""
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        axes.set(xlabel=xlabel, ylabel=ylabel)
        axes.set_title(title, loc="left")
    return figure, axes


def draw_lines(axes, data, x, y, by=None, label="{by} {value}", line="-", first=0, order=None):
    """One curve per value of the column `by`: the mean over all rows with the same x, with
    its 95 % confidence interval where there is more than one row, which ends at 0 if no row is
    negative.  Curves that are the same are drawn once, with all their labels.

    line   "-" joins the points, "" draws markers only
    label  of a curve; {by} and {value} are replaced; None: no label
    order  values of `by` in the order of their colours (default: sorted); others are left out
    """
    groups = [(None, data)] if by is None else list(data.groupby(by, sort=True))
    if order is not None:
        groups = [(value, data[data[by] == value]) for value in order]
    tables = [(index, value, group_ci(rows, x, y))
              for index, (value, rows) in enumerate(groups, start=first) if len(rows)]
    with pyplot.rc_context(STYLE):
        for same in coinciding(tables, x):
            index, _, table = same[0]
            bars = None if table["half"].isna().all() else error_bars(table, (data[y] >= 0).all())
            names = "\n= ".join(str(label).format(by=by, value=value) for _, value, _ in same)
            axes.errorbar(table[x], table["mean"], yerr=bars, capsize=2.5, elinewidth=1,
                          linestyle=line or "none", color=colour(index), marker=marker(index),
                          label=None if by is None or label is None else names)


def error_bars(table, is_positive):
    """Lower and upper halves of intervals; what cannot be negative has none that goes below 0."""
    half = table["half"].fillna(0)
    return [half.clip(upper=table["mean"]) if is_positive else half, half]


def coinciding(tables, x):
    """Lists of the (index, value, table) whose curves are the same, to be drawn once."""
    found = {}
    for one in tables:
        columns = one[2][[x, "mean", "half"]].fillna(-1)
        found.setdefault(tuple(columns.to_numpy().ravel()), []).append(one)
    return list(found.values())


def draw_reference(axes, x, y, index=0, label=None, line="--", markers=False):
    """A curve that was not simulated: a model, or the paper's own numbers."""
    with pyplot.rc_context(STYLE):
        axes.plot(list(x), list(y), linestyle=line, color=colour(index), alpha=0.8, label=label,
                  marker=marker(index) if markers else None, markerfacecolor="white")


PAPER_MARK = {"linestyle": "none", "marker": "+", "markersize": 11, "markeredgewidth": 2.2,
              "zorder": 3, "gid": "paper"}
PAPER_LINE = {"color": "0.35", "linestyle": (0, (1, 1.5)), "linewidth": 1.5, "gid": "paper"}


def draw_paper(axes, x, y, index=None, label="paper"):
    """Numbers that the paper gives: crosses, in the colour of the index-th curve if given."""
    with pyplot.rc_context(STYLE):
        axes.plot(list(x), list(y), color="0.2" if index is None else colour(index), label=label,
                  **PAPER_MARK)


def draw_paper_bound(axes, label, y=None, x=None):
    """A bound that the paper gives: a dotted line across at y or at x, or a curve for lists of
    both."""
    draw = axes.axhline if x is None else axes.axvline if y is None else axes.plot
    with pyplot.rc_context(STYLE):
        draw(*(one for one in (x, y) if one is not None), label=f"paper: {label}", **PAPER_LINE)


def draw_key(axes, label, line="none", marked=None, filled=True):
    """An entry of the legend for a kind of curve or marker, whatever its colour.

    line    the style of the line, marked the marker
    """
    with pyplot.rc_context(STYLE):
        axes.plot([], [], linestyle=line, marker=marked, color="0.3", label=label,
                  markerfacecolor="0.3" if filled else "white")


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
                label="{by} {value}", line="-", logx=False, logy=False, ymin=0.0, size=(6.4, 4.0),
                paper_bounds=None):
    """A whole figure of mean curves with confidence intervals.

    paper_series  {label: (xs, ys)}: the paper's own numbers.  A label that is also that of a
                  curve gets its colour.
    paper_bounds  {what they bound: y}: the paper's own bounds
    ymin          lower end of the y axis (None: where the data end)
    """
    figure, axes = new_figure(xlabel if xlabel is not None else x,
                              ylabel if ylabel is not None else y, title, size)
    draw_lines(axes, data, x, y, by, label, line)
    add_paper(axes, paper_series or {}, paper_bounds or {})
    if logx:
        axes.set_xscale("log")
    if logy:
        axes.set_yscale("log")
    elif ymin is not None:
        axes.set_ylim(bottom=ymin)
    return finish(figure)


def add_paper(axes, series, bounds):
    """The paper's numbers, {label: (xs, ys)}, and bounds, {what they bound: y or (xs, ys)}, on axes
    whose curves are drawn; numbers get the colour of the curve with their label."""
    handles, labels = axes.get_legend_handles_labels()
    known = {name: handle for handle, label in zip(handles, labels) for name in label.split("\n= ")}
    for name, (xs, ys) in series.items():
        draw_paper(axes, xs, ys, label=f"{name} (paper)" if name in known else f"paper: {name}")
        if name in known:
            lines = getattr(known[name], "lines", [known[name]])
            axes.lines[-1].set_color(lines[0].get_color())
    for name, bound in bounds.items():
        x, y = bound if isinstance(bound, tuple) else (None, bound)
        draw_paper_bound(axes, name, y, x)


BORNE = 3  # points of data that a legend may lie on


def finish(figure):
    """Add legends, simulated curves first: inside if there are few entries and room, else beside the axes.

    Axes in one place (twins, with a scale on each side) have one legend.
    """
    places = {}
    for axes in figure.axes:
        places.setdefault(axes.get_position().bounds, []).append(axes)
    with pyplot.rc_context(STYLE):
        for twins in places.values():
            entries = [entry for axes in twins for entry in zip(*axes.get_legend_handles_labels())]
            entries.sort(key=lambda entry: isinstance(entry[0], Line2D))
            if entries and (len(entries) > 3 or
                            covered(twins[-1].legend(*zip(*entries), loc="best"), twins) > BORNE):
                twins[-1].legend(*zip(*entries), loc="upper left",
                                 bbox_to_anchor=(1.01 if len(twins) == 1 else 1.15, 1.0))
    return figure


def covered(legend, twins):
    """How many points of the curves of some axes a legend lies on."""
    legend.figure.draw_without_rendering()
    box = legend.get_window_extent()
    return sum(box.contains(*point) for axes in twins for line in axes.lines
               for point in line.get_transform().transform(line.get_xydata()))


def mark(figure, text):
    """Write a line below a figure that nobody can overlook."""
    figure.text(0.5, -0.02, text, ha="center", va="top", color="red", wrap=True, gid="mark")


KINDS = ("svg", "pdf", "png")
PNG_DPI = 200


def save(figure, stem, title="", about=(), kinds=KINDS):
    """Write stem.svg, stem.pdf and stem.png, or some of them; returns their paths.

    title, about  a text and lines that the files carry as metadata
    """
    stem = Path(stem)
    if _WIDTH:
        width, height = figure.get_size_inches()
        figure.set_size_inches(_WIDTH[0], height * _WIDTH[0] / width)
    paths = tuple(stem.with_name(f"{stem.name}.{kind}") for kind in kinds)
    with pyplot.rc_context(STYLE):
        for path, kind in zip(paths, kinds):
            dpi = {"dpi": PNG_DPI} if kind == "png" else {}
            write_atomically(path, drawn(figure, kind, metadata(kind, title, about), **dpi))
    pyplot.close(figure)
    return paths


def metadata(kind, title, about):
    """What a file says of itself.  None: without the date at which matplotlib writes it."""
    given = {"Title": title, "Subject" if kind == "pdf" else "Description": "\n".join(about)}
    own = {"svg": {"Date": None, "Creator": "hsn"}, "pdf": {"CreationDate": None, "Creator": "hsn"},
           "png": {"Software": "hsn"}}[kind]
    return {**own, **{name: text for name, text in given.items() if text}}


def drawn(figure, kind, texts, **kwargs):
    """The bytes of a figure's file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, metadata=texts, **kwargs)
    return buffer.getvalue()


def colour(index):
    """The colour of the index-th curve."""
    return COLOURS[index % len(COLOURS)]


def marker(index):
    """The marker of the index-th curve."""
    return MARKERS[index % len(MARKERS)]

