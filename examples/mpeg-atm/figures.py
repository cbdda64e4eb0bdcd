# SPDX-License-Identifier: GPL-2.0-only
"""The figures of mpeg-atm, and how they are drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import finish, line_figure, mark, new_figure
from hsn.tables import chosen

from .runs import (BUFFERS, CLASSES, MULTIPLEX, PICTURES, SHARES, SHARING, SMOOTH, SWEEP,
                   SWEEP_OTHERS, TYPICAL)


def draw_gop(ctx):
    """The pictures of a group in coded order, and what each is predicted from."""
    types = chosen(ctx.data(SHARES), preset="PaperA")["types"].iloc[0]
    figure, axes = new_figure("picture, in coded order", "", size=(6.4, 2.4))
    heights = {"I": 2, "P": 1, "B": 0}
    anchors = [number for number, kind in enumerate(types) if kind != "B"]
    for number, kind in enumerate(types):
        axes.text(number, heights[kind], kind, ha="center", va="center")
        before = [a for a in anchors if a < number]
        references = {"I": [], "P": before[-1:], "B": before[-2:]}[kind]
        for other in references:
            axes.annotate("", (other, heights[types[other]]), (number, heights[kind]),
                          arrowprops={"arrowstyle": "->", "alpha": 0.3, "shrinkA": 7, "shrinkB": 7})
    axes.set_xlim(-1, len(types))
    axes.set_ylim(-0.5, 2.5)
    axes.set_yticks([])
    return finish(figure)


def draw_shares(ctx):
    """Shares of headers and pictures in the stream, and the mean size of a picture."""
    data = ctx.data(SHARES)
    rows = []
    for preset, part in data.groupby("preset", sort=False):
        row = part.iloc[0]
        for name, number in PICTURES.items():
            share = row[f"share_percent_{name}"]
            rows.append({"preset": preset, "class": name.upper(), "share %": round(share, 2),
                         "cells per picture": round(3989.4 / 25 * 12 * share / 100 / number, 1)})
    return pandas.DataFrame(rows)


def draw_classes(ctx):
    """Loss by class."""
    data = chosen(ctx.data(SWEEP), policy=["TailDrop", "ExClpPushOut"])
    parts = [data.assign(curve=data["policy"] + ", " + name.upper(), clr=data[f"clr_{name}"])
             for name in CLASSES]
    return line_figure(pandas.concat(parts), "load", "clr", "curve", "load of the link",
                       "share of cells lost", label="{value}")


def draw_policies(metric, ylabel, experiments=(SWEEP, SWEEP_OTHERS), proxy=False):
    """One metric by load."""
    def draw(ctx):
        data = pandas.concat([ctx.data(experiment) for experiment in experiments])
        figure = line_figure(data, "load", metric, "policy", "load of the link",
                             ylabel, label="{value}", ymin=None if proxy else 0.0)
        if proxy:
            mark(figure, "a proxy, not a measured PSNR")
        return figure
    return draw


def draw_buffers(ctx):
    """Decodable pictures by the size of the buffer."""
    return line_figure(ctx.data(BUFFERS), "buffer", "decodable", "policy", "buffer (cells)",
                       "share of decodable pictures", label="{value}", logx=True)


def draw_sources(ctx):
    """Loss by the number of videos."""
    return line_figure(ctx.data(MULTIPLEX), "sources", "clr", None, "videos of 4000 cells/s",
                       "share of cells lost")


def draw_smooth(ctx):
    """What smoothing at the source gives and costs."""
    data = ctx.data(SMOOTH)
    found = data.groupby(["smooth", "constant"], sort=False)
    return pandas.DataFrame([{"pictures": smooth, "constant sizes": constant,
                              "cells lost": part["clr"].mean(),
                              "deviation of queueing delay (ms)": part["delay_deviation_ms"].mean(),
                              "delay in the source (ms)": part["source_delay_ms"].mean()}
                             for (smooth, constant), part in found])


def draw_sharing(ctx):
    """Loss by who may use which places."""
    found = ctx.data(SHARING).groupby("policy", sort=False)
    return pandas.DataFrame([{"sharing": "Complete" if name == "TailDrop" else name,
                              "cells lost": part["clr"].mean()} for name, part in found])


PAPER = Paper(
    key="mpeg-atm",
    title="A Picture Quality Control Framework for MPEG Video over ATM",
    figures=[
        Figure("fig1", "A group of pictures and its dependencies", draw_gop, [SHARES]),
        Figure("fig2", "Shares and sizes by type of picture", draw_shares, [SHARES],
               "One video of 1.5 Mbit/s, 2000 groups of pictures."),
        Figure("figx1", "Cells lost by class", draw_classes, [SWEEP],
               "24 videos, shares of section 3.1, buffer of 1000 cells."),
        Figure("figx2", "Decodable pictures", draw_policies("decodable",
                                                            "share of decodable pictures"),
               [SWEEP, SWEEP_OTHERS], "No cell of the picture, or of one it depends on, is lost."),
        Figure("figx2-tolerant", "Pictures that are decodable with 5 % losses",
               draw_policies("decodable_5_percent", "share of decodable pictures"),
               [SWEEP, SWEEP_OTHERS]),
        Figure("figx2-typical", "Decodable pictures, I, P and B of 5 : 3 : 1",
               draw_policies("decodable", "share of decodable pictures", [TYPICAL]), [TYPICAL]),
        Figure("figx3", "Proxy of the PSNR", draw_policies("psnr_proxy_db", "PSNR proxy (dB)",
                                                           proxy=True), [SWEEP, SWEEP_OTHERS],
               "Lost areas have a fixed error, which passes on to dependent pictures."),
        Figure("figx9", "Decodable pictures by the buffer", draw_buffers, [BUFFERS], "Load 0.9."),
        Figure("figx-sharing", "Sharing of the buffer among four classes", draw_sharing, [SHARING],
               "Load 0.8."),
        Figure("figx-smooth", "Smoothing at the source", draw_smooth, [SMOOTH], "Load 0.9."),
        Figure("figx-gain", "Loss by the number of videos", draw_sources, [MULTIPLEX],
               "Buffer of 4000 cells; peak rates would allow 3.77 videos."),
    ],
)
