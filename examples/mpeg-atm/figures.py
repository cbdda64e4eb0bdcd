# SPDX-License-Identifier: GPL-2.0-only
"""The figures of mpeg-atm, and how they are drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import (colour, draw_key, draw_lines, draw_reference, finish, line_figure, mark,
                      new_figure)
from hsn.tables import chosen

from .maps import draw_cell_headers, draw_octets, draw_repair
from .runs import (BUFFERS, BURSTS, CLASSES, CORNERS, EXACT, INTERLEAVE, LINK, MAPS, MULTIPLEX,
                   OTHERS, PARITY, PICTURES, POLICIES, SHARES, SHARES_B, SHARING, SMOOTH, STRIP,
                   SWEEP, SWEEP_OTHERS, TYPICAL)
from .strip import draw_strip


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


def draw_headers(ctx):
    """Table 1, with either bit."""
    row = ctx.data(EXACT).iloc[0]
    return pandas.DataFrame([
        {"class": name, "contents": what, "CLP": nibble & 1,
         "bit beside it (Auu)": nibble >> 1 & 1, "low nibble of octet 4, Auu": nibble,
         "the same with Efci": efci, "last cell with Efci": efci + 2}
        for name, what, nibble, efci in zip(
            "SIPB", ("headers, audio", "I pictures", "P pictures", "B pictures"),
            row["nibbles_auu"], row["nibbles_efci"])])


def draw_harm(ctx):
    """What one lost cell does to a concealed image."""
    data = chosen(ctx.data(INTERLEAVE), burst=1, loss=0.01)
    mean = data.groupby(["pattern", "depth"])["mse_of_a_lost_pixel"].mean()
    rows = [{"cell has": what, "pixels that it damages": 16, "MSE of these": mean[key],
             "sum of squared errors, / 16": mean[key]}
            for key, what in ((("Rows", 1), "two rows of a block"),
                              (("Polyphase", 64), "each fourth pixel"))]
    bits = chosen(data, pattern="BitLiteral")
    for cell in range(4):
        mse = bits["mse_by_lost_cell"].str[cell].mean()
        rows.append({"cell has": f"bits {cell + 1} and {cell + 5} of each octet",
                     "pixels that it damages": 64, "MSE of these": mse,
                     "sum of squared errors, / 16": 4 * mse})
    return pandas.DataFrame(rows)


def draw_literal(ctx):
    """What a standard receiver accepts."""
    row = ctx.data(EXACT).iloc[0]
    columns = {"single_cell_pdus_accepted_auu": "PDUs of one cell %",
               "pdus_accepted_auu": "of two or more cells %",
               "pdus_found_by_length": "of 8 cells, counted %",
               "pdus_found_by_length_lossy": "the same, 1 % of cells lost %"}
    return pandas.DataFrame([
        {"class": name, **{title: row[key][cls] / 5 for key, title in columns.items()},
         "with Efci %": 100.0 * row["pdus_accepted_efci"] / row["pdus_sent"]}
        for cls, name in enumerate("SIPB")])


def draw_diagonals(ctx):
    """What each kind of diagonals repairs."""
    row = ctx.data(EXACT).iloc[0]
    names = ["extra cells", "pairs of a column, of 224", "pairs of rows, of 28",
             "bursts of 9, of 56", "bursts of 12, of 53", "bursts of 16, of 49"]
    kinds = ["none", "corner2", "wrapped", "extended", "wrapped_both", "extended_both"]
    return pandas.DataFrame([
        {"diagonals": kind.replace("_", ", "), **dict(zip(names, row[f"patterns_{kind}"])),
         "two in every column, share": row[f"two_in_every_column_{kind}"]} for kind in kinds])


def draw_damage(ctx):
    """What one lost cell matters."""
    row = ctx.data(EXACT).iloc[0]
    return pandas.DataFrame([
        {"cell of": name.upper(), "pictures that cannot be decoded": row[f"undecodable_{name}"],
         "share of its picture's headers or data": row[f"lost_share_{name}"],
         "area proxy, pictures": row[f"area_{name}"]} for name in CLASSES])


def draw_parity(ctx):
    """Loss that is left behind parity: a colour for each kind of it, a line for each of losses."""
    data = ctx.data(PARITY)
    figure, axes = new_figure("share of cells lost", "share left behind parity")

    def draw(rows, column, line, label=None):
        # where nothing was left there is no point on a logarithmic axis
        rows = rows[rows.groupby(["mode", "loss"])[column].transform("mean") > 0]
        draw_lines(axes, rows, "loss", column, "mode", label, line,
                   order=["Columns", "Corner2", "Wrapped"])

    draw(chosen(data, burst=1), "cell_loss", "-", "{value}")
    draw(chosen(data, burst=8), "cell_loss", "--")
    draw(chosen(data, burst=1, mode="Columns"), "cell_loss_at_known_places", ":")
    draw(ctx.data(CORNERS), "cell_loss_at_known_places", ":", "{value}, the two main diagonals")
    losses = sorted(set(data["loss"]))
    draw_reference(axes, losses, [p * (1 - (1 - p) ** 7) for p in losses], 6, "p (1 - (1 - p)^7)",
                   "-.")
    for line, label in (("-", "single losses, searched for"), ("--", "bursts of 8, searched for"),
                        (":", "single losses, places known")):
        draw_key(axes, label, line)
    axes.set(xscale="log", yscale="log")
    return finish(figure)


def draw_bursts(ctx):
    """Share of damaged PDUs that are repaired."""
    return line_figure(ctx.data(BURSTS), "fixed", "share_repaired", "mode",
                       "cells lost in a row, one burst in each group",
                       "share of damaged PDUs repaired", label="{value}")


def draw_interleave(ctx):
    """Picture that is left, by the loss of cells."""
    data = ctx.data(INTERLEAVE)
    data = data.assign(curve=data["pattern"] + ", depth " + data["depth"].astype(str))
    figure, axes = new_figure("share of cells lost", "PSNR (dB)")
    for burst, line, label in ((1, "-", "{value}"), (8, "--", None)):
        draw_lines(axes, chosen(data, burst=burst), "loss", "psnr_db", "curve", label, line)
    draw_key(axes, "single cells lost", "-")
    draw_key(axes, "eight cells lost in a row", "--")
    axes.set_xscale("log")
    return finish(figure)


def draw_patterns(ctx):
    """Cell of each pixel of a block, and the order in which cells are sent."""
    figure, axes = new_figure("", "", size=(6.4, 3.2))
    axes.remove()
    for place, (title, cell) in enumerate((("rows", lambda y, x: y // 2),
                                           ("polyphase", lambda y, x: 2 * (y % 2) + x % 2))):
        part = figure.add_subplot(1, 2, place + 1)
        numbers = [[cell(y, x) for x in range(8)] for y in range(8)]
        part.imshow(numbers, cmap="viridis", vmax=4)
        for y, row in enumerate(numbers):
            for x, number in enumerate(row):
                part.text(x, y, number, ha="center", va="center", color="white")
        part.set_title(title)
        part.set_xticks([])
        part.set_yticks([])
    return finish(figure)


def draw_shares(ctx):
    """Mean sizes of pictures by type, and their shares of the stream."""
    data = ctx.data(SHARES)
    figure, axes = new_figure("cells of a type", "cells per picture", size=(6.4, 3.6))
    for place, (preset, part) in enumerate(data.groupby("preset", sort=False)):
        shares = [part[f"share_percent_{name}"].iloc[0] for name in PICTURES]
        sizes = [part["mean"].iloc[0] / 25 * 12 * share / 100 / number
                 for share, number in zip(shares, PICTURES.values())]
        bars = axes.bar([k + 0.27 * (place - 1) for k in range(4)], sizes, 0.25,
                        color=colour(place), label=preset)
        axes.bar_label(bars, [f"{share:.0f} %" for share in shares], fontsize=7, padding=2)
    axes.set_xticks(range(4), ["S, of each picture", "I", "P", "B"])
    axes.grid(False, axis="x")
    return finish(figure)


def draw_classes(ctx):
    """Loss by class."""
    data = chosen(ctx.data(SWEEP), policy=["TailDrop", "ExClpPushOut"])
    parts = [data.assign(curve=data["policy"] + ", " + name.upper(), clr=data[f"clr_{name}"])
             for name in CLASSES]
    return line_figure(pandas.concat(parts), "load", "clr", "curve", "load of the link",
                       "share of cells lost", label="{value}")


def draw_policies(metric, ylabel, experiments=(SWEEP, SWEEP_OTHERS), proxy=False):
    """One metric by load. Those of no claim are dashed, in the colour of what they are next to."""
    def draw(ctx):
        data = pandas.concat([ctx.data(experiment) for experiment in experiments])
        figure, axes = new_figure("load of the link", ylabel)
        draw_lines(axes, data, "load", metric, "policy", "{value}", order=POLICIES)
        draw_lines(axes, data, "load", metric, "policy", "{value}", "--",
                   POLICIES.index("Clp2PushOut"), OTHERS)
        if proxy:
            mark(figure, "a proxy, not a measured PSNR")
        else:
            axes.set_ylim(bottom=0)
        return finish(figure)
    return draw


def draw_buffers(ctx):
    """Decodable pictures by the size of the buffer."""
    data = ctx.data(BUFFERS)
    figure = line_figure(data, "buffer", "decodable", "policy", "buffer (cells)",
                         "share of decodable pictures", label="{value}", logx=True)
    sizes = sorted(set(data["buffer"]))
    figure.axes[0].set_xticks(sizes, [f"{size:g}" for size in sizes])
    figure.axes[0].minorticks_off()
    return figure


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


def draw_link(ctx):
    """What a link that erases cells leaves, with parity of headers and without."""
    found = ctx.data(LINK).groupby(["policy", "errors", "burst"], sort=False)
    rows = []
    for (policy, errors, burst), part in found:
        without, parity = (chosen(part, parity=value) for value in (False, True))
        rows.append({"policy": policy, "erased cells": errors,
                     "mean run": burst if errors else "-",
                     "headers lost": without["clr_s"].mean(),
                     "with parity": parity["clr_s"].mean(),
                     "decodable pictures": without["decodable"].mean(),
                     "with parity, decodable": parity["decodable"].mean()})
    return pandas.DataFrame(rows)


PAPER = Paper(
    key="mpeg-atm",
    title="A Picture Quality Control Framework for MPEG Video over ATM",
    figures=[
        Figure("fig1", "A group of pictures and its dependencies", draw_gop, [SHARES]),
        Figure("fig2", "Mean size of pictures by type", draw_shares, [SHARES],
               "One video of 1.5 Mbit/s, 2000 groups of pictures. On the bars: shares of the "
               "stream."),
        Figure("fig3", "The header of a cell, with either bit beside CLP",
               lambda ctx: draw_cell_headers(ctx.data(EXACT).iloc[0]), [EXACT],
               "Coloured: the bits that tell the class. EFCI is the congestion indication, AUU the "
               "bit by which AAL5 marks the last cell of a PDU."),
        Figure("tab1", "Header bits of the four classes", draw_headers, [EXACT]),
        Figure("tabx-diagonals", "What parity of diagonals repairs in a matrix of 8 x 8 cells",
               draw_diagonals, [EXACT], "Column parity in all of them."),
        Figure("fig4a", "Two packets of the transport stream in a PDU of eight cells",
               lambda ctx: draw_octets(ctx.data(MAPS).iloc[0], "ts", (
                   "Two packets of an I picture", "Two packets of a B picture")), [MAPS],
               "A row is a cell, in front of it its class: that of its most important octet. Each "
               "packet begins with its own header."),
        Figure("fig4b", "PDUs of one class each",
               lambda ctx: draw_octets(ctx.data(MAPS).iloc[0], "plus", (
                   "Headers of a B picture", "The end of its data")), [MAPS],
               "Headers travel ahead of the data, in records that tell where they belong."),
        Figure("fig5", "Bursts in the matrix of System PDUs, before and after repair",
               lambda ctx: draw_repair(ctx.data(MAPS).iloc[0]), [MAPS],
               "Eight cells in a row are one of each column. The ninth is a second one of a "
               "column, for which parity of diagonals is needed."),
        Figure("fig7", "The cell of each pixel of a block", draw_patterns, [],
               "With a depth of D the first cells of D blocks are sent, then the second ones."),
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
        Figure("figx2-paper-b", "Decodable pictures, shares of section 3.2",
               draw_policies("decodable", "share of decodable pictures", [SHARES_B]), [SHARES_B]),
        Figure("figx3", "Proxy of the PSNR", draw_policies("psnr_proxy_db", "PSNR proxy (dB)",
                                                           proxy=True), [SWEEP, SWEEP_OTHERS],
               "Lost areas have a fixed error, which passes on to dependent pictures."),
        Figure("figx4", "Headers: loss of cells that is left behind parity", draw_parity,
               [PARITY, CORNERS],
               "N = 7, M = 8. Which cells are missing is found by search, or known; with Corner2 "
               "only the latter can be told. Points at which nothing was left are not drawn."),
        Figure("figx5", "Headers: bursts that parity repairs", draw_bursts, [BURSTS]),
        Figure("figx6", "A concealed image behind lost cells", draw_interleave, [INTERLEAVE],
               "512 x 512 pixels, autoregressive, correlation 0.95 of neighbours."),
        Figure("tabx-bits", "What one lost cell does to a concealed image", draw_harm, [INTERLEAVE],
               "1 % of the cells lost, one at a time. Of an octet that has lost two bits the "
               "nearest to the concealed one is taken that has the others."),
        Figure("figx7", "The literal bit at a receiver", draw_literal, [EXACT],
               "Accepted of 500 PDUs. A standard receiver, but for the columns of counted cells: "
               "there every eight are a PDU, and after a loss CRC and Length find the next one."),
        Figure("figx8", "What one lost cell matters", draw_damage, [EXACT],
               "Shares of section 3.1, 1.5 Mbit/s."),
        Figure("figx9", "Decodable pictures by the buffer", draw_buffers, [BUFFERS], "Load 0.9."),
        Figure("figx-strip", "What a viewer sees", lambda ctx: draw_strip(ctx, STRIP), [STRIP],
               "A drawn scene, damaged as the lost cells of one of 24 videos say; load 1, pictures "
               "of 5 : 3 : 1; from the picture that tail discard damages most on. Decodable: of "
               "all videos."),
        Figure("tabx-link", "Errors of the link, and parity of headers", draw_link, [LINK],
               "Load 0.9. Cells are erased behind the buffer, in runs of each video's own cells."),
        Figure("figx-sharing", "Sharing of the buffer among four classes", draw_sharing, [SHARING],
               "Load 0.8."),
        Figure("figx-smooth", "Smoothing at the source", draw_smooth, [SMOOTH], "Load 0.9."),
        Figure("figx-gain", "Loss by the number of videos", draw_sources, [MULTIPLEX],
               "Buffer of 4000 cells; peak rates would allow 3.77 videos."),
    ],
)
