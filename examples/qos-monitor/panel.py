# SPDX-License-Identifier: GPL-2.0-only
"""The panel of figure 6: what a host's QoS-MIB has, as the paper's monitor shows it."""

from hsn.plot import new_figure

SCALARS = "1.3.6.1.4.1.32473.97.1.1."  # objects of the host, by HSN-QOS-MIB
COLOURS = {1: "#999999", 2: "#2a9d3a", 3: "#e0b000", 4: "#c62828"}
NAMES = {1: "unknown", 2: "green", 3: "yellow", 4: "red"}

# right edge of each column in axes of width 1, its head in two lines, and the row's text
COLUMNS = [
    (0.17, "connection", "", lambda row: row["connId"]),
    (0.215, "in/", "out", lambda row: row["direction"]),
    (0.32, "throughput", "asked (bit/s)", lambda row: number(row["throughputContract"])),
    (0.42, "throughput", "actual (bit/s)", lambda row: number(row["throughput"])),
    (0.51, "errors", "(bit)", lambda row: number(row["errorBits"])),
    (0.59, "error", "rate", lambda row: number(row["bitErrorRate"], 1e-9, "{:.2g}")),
    (0.68, "delay", "(ms)", lambda row: number(row["delay"], 1e-3, "{:.3f}")),
    (0.76, "jitter", "(ms)", lambda row: number(row["jitter"], 1e-3, "{:.3f}")),
    (0.86, "lifetime", "(ms)", lambda row: number(row["age"], 10)),
]
LIGHT = 0.94  # middle of the column of dots


def number(text, unit=1, form="{:,.0f}"):
    """A value of the MIB; what is absent there is absent here."""
    return form.format(int(text) * unit) if text else "-"


def read_table(run):
    """The rows of all updates of a host's MIB, {column: text}."""
    head, *lines = (line.split(",") for line in run["table"])
    return [dict(zip(head, line)) for line in lines]


def read_panel(run):
    """The rows of the last update, and the footer: connections, bandwidth, actual bandwidth."""
    rows = read_table(run)
    found = dict(zip(run["walk_names"], run["walk_values"]))
    return ([row for row in rows if row["time_s"] == rows[-1]["time_s"]],
            [int(found[f"{SCALARS}{scalar}.0"]) for scalar in (1, 2, 3)])


def draw_panel(runs):
    """The panels of some hosts, {title: run}, below each other."""
    panels = {title: read_panel(run) for title, run in runs.items()}
    lines = sum(len(rows) + 5.5 for rows, _ in panels.values())
    figure, axes = new_figure(size=(9.4, 0.27 * lines))
    axes.set(xlim=(0, 1), ylim=(lines - 1, -1))
    axes.axis("off")
    top = 0
    for title, (rows, scalars) in panels.items():
        top = draw_host(axes, top, title, rows, scalars)
    return figure


def draw_host(axes, top, title, rows, scalars):
    """One panel from a line on; returns the line of the next one."""
    style = {"fontsize": 9, "va": "center"}
    axes.text(0, top, title, weight="bold", **style)
    for edge, first, second, _ in COLUMNS:
        axes.text(edge, top + 1, first, ha="right", **style)
        axes.text(edge, top + 1.8, second, ha="right", **style)
    axes.text(LIGHT, top + 1, "light", ha="center", **style)
    axes.axhline(top + 2.4, color="0.4", lw=0.8)
    for line, row in enumerate(rows, start=3):
        for edge, _, _, text in COLUMNS:
            axes.text(edge, top + line, text(row), ha="right", **style)
        status = int(row["status"])
        axes.plot([LIGHT - 0.035], [top + line], "o", color=COLOURS[status], markersize=9)
        axes.text(LIGHT - 0.02, top + line, NAMES[status], **style)
    connections, bandwidth, actual = scalars
    axes.axhline(top + len(rows) + 2.6, color="0.4", lw=0.8)
    axes.text(0, top + len(rows) + 3.2,
              f"endpoints {2 * connections}      bandwidth {bandwidth:,} bit/s      "
              f"actual bandwidth {actual:,} bit/s", **style)
    return top + len(rows) + 5.5
