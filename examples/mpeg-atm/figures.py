# SPDX-License-Identifier: GPL-2.0-only
"""The figures of mpeg-atm, and how they are drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_reference, finish, line_figure, mark, new_figure
from hsn.tables import chosen

from .runs import (BUFFERS, BURSTS, CLASSES, EXACT, INTERLEAVE, MULTIPLEX, PARITY, PICTURES,
                   SHARES, SHARING, SMOOTH, STRIP, SWEEP, SWEEP_OTHERS, TYPICAL)
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


def draw_literal(ctx):
    """What a standard receiver accepts."""
    row = ctx.data(EXACT).iloc[0]
    return pandas.DataFrame([
        {"class": name, "PDUs of one cell %": single / 5, "of two or more cells %": longer / 5,
         "with Efci %": 100.0 * row["pdus_accepted_efci"] / row["pdus_sent"]}
        for name, single, longer in zip("SIPB", row["single_cell_pdus_accepted_auu"],
                                        row["pdus_accepted_auu"])])


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
    """Loss that is left behind parity."""
    data = ctx.data(PARITY)
    parts = [data.assign(curve=data["mode"] + ", bursts of " + data["burst"].astype(str))]
    some = chosen(data, mode="Columns", burst=1)
    parts.append(some.assign(curve="Columns, places known", cell_loss=some[
        "cell_loss_at_known_places"]))
    data = pandas.concat(parts)
    means = data.groupby(["curve", "loss"])["cell_loss"].transform("mean")
    # where nothing was left there is no point on a logarithmic axis
    figure = line_figure(data[means > 0], "loss", "cell_loss", "curve", "share of cells lost",
                         "share left behind parity", label="{value}", logx=True, logy=True)
    losses = sorted(set(data["loss"]))
    draw_reference(figure.axes[0], losses, [p * (1 - (1 - p) ** 7) for p in losses],
                   label="p (1 - (1 - p)^7)")
    return finish(figure)


def draw_bursts(ctx):
    """Share of damaged PDUs that are repaired."""
    return line_figure(ctx.data(BURSTS), "fixed", "share_repaired", "mode",
                       "cells lost in a row, one burst in each group",
                       "share of damaged PDUs repaired", label="{value}")


def draw_mapping(ctx):
    """Two packets of the transport stream in the cells of one PDU."""
    row = ctx.data(EXACT).iloc[0]
    figure, axes = new_figure("octet of the PDU", "", size=(6.4, 2.2))
    parts = [("TS header, S", 4), ("picture data", 184)] * 2 + [("trailer", 8)]
    colours = {"TS header, S": "C3", "picture data": "C0", "trailer": "C2"}
    at = 0
    for name, octets in parts:
        axes.barh([0], [octets], left=[at], color=colours[name])
        if octets > 100:
            axes.text(at + octets / 2, 0, name, ha="center", va="center", color="white",
                      bbox={"color": colours[name]})
        else:
            axes.annotate(name, (at + octets / 2, 0.4), (at + octets / 2, 0.65), va="bottom",
                          ha="left" if at == 0 else "center", color=colours[name],
                          arrowprops={"arrowstyle": "-", "color": colours[name]})
        at += octets
    cells = row["cells_of_two_ts_packets"]
    for cell in range(cells + 1):
        axes.plot([48 * cell] * 2, [-0.4, 0.4], color="black", linewidth=0.8)
    axes.set(xlim=(-2, 48 * cells + 16), ylim=(-0.45, 1.0), yticks=[],
             xticks=range(0, 48 * cells + 1, 48))
    axes.grid(False)
    return finish(figure)


def draw_matrix(ctx):
    """A burst of eight cells in a group of System PDUs."""
    row = ctx.data(EXACT).iloc[0]
    figure, axes = new_figure("cell of the PDU", "PDU of the group", size=(4.4, 4.0))
    lost = range(20, 28)
    axes.imshow([[1 if 8 * y + x in lost else 0.3 if y == 7 else 0 for x in range(8)]
                 for y in range(8)], cmap="Blues")
    for cell in lost:
        axes.text(cell % 8, cell // 8, "lost", ha="center", va="center", color="white", fontsize=7)
    axes.text(3.5, 7, "parity", ha="center", va="center")
    axes.grid(False)
    axes.set_title("repaired: {} of 64 single losses, {} of 57 bursts of 8".format(
        *row["bursts_1_8_9_repaired"][:2]), fontsize=9)
    return finish(figure)


def draw_interleave(ctx):
    """Picture that is left, by the loss of cells."""
    data = ctx.data(INTERLEAVE)
    data = data.assign(curve=data["pattern"] + ", depth " + data["depth"].astype(str)
                       + ", bursts of " + data["burst"].astype(str))
    return line_figure(data, "loss", "psnr_db", "curve", "share of cells lost", "PSNR (dB)",
                       label="{value}", logx=True)


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


PAPER = Paper(
    key="mpeg-atm",
    title="A Picture Quality Control Framework for MPEG Video over ATM",
    figures=[
        Figure("fig1", "A group of pictures and its dependencies", draw_gop, [SHARES]),
        Figure("fig2", "Shares and sizes by type of picture", draw_shares, [SHARES],
               "One video of 1.5 Mbit/s, 2000 groups of pictures."),
        Figure("tab1", "Header bits of the four classes", draw_headers, [EXACT]),
        Figure("tabx-diagonals", "What parity of diagonals repairs in a matrix of 8 x 8 cells",
               draw_diagonals, [EXACT], "Column parity in all of them."),
        Figure("fig4", "Two packets of the transport stream in a PDU of eight cells", draw_mapping,
               [EXACT]),
        Figure("fig5", "A burst in the matrix of System PDUs", draw_matrix, [EXACT],
               "Each column has lost one cell: the XOR of the others."),
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
        Figure("figx3", "Proxy of the PSNR", draw_policies("psnr_proxy_db", "PSNR proxy (dB)",
                                                           proxy=True), [SWEEP, SWEEP_OTHERS],
               "Lost areas have a fixed error, which passes on to dependent pictures."),
        Figure("figx4", "Headers: loss of cells that is left behind parity", draw_parity, [PARITY],
               "N = 7, M = 8. Which cells are missing is found by search. Points at which nothing "
               "was left are not drawn."),
        Figure("figx5", "Headers: bursts that parity repairs", draw_bursts, [BURSTS]),
        Figure("figx6", "A concealed image behind lost cells", draw_interleave, [INTERLEAVE],
               "512 x 512 pixels, autoregressive, correlation 0.95 of neighbours."),
        Figure("figx7", "The literal bit at a standard receiver", draw_literal, [EXACT],
               "Accepted PDUs."),
        Figure("figx8", "What one lost cell matters", draw_damage, [EXACT],
               "Shares of section 3.1, 1.5 Mbit/s."),
        Figure("figx9", "Decodable pictures by the buffer", draw_buffers, [BUFFERS], "Load 0.9."),
        Figure("figx-strip", "What a viewer sees", lambda ctx: draw_strip(ctx, STRIP), [STRIP],
               "A drawn scene, damaged as the lost cells of one of 24 videos say; load 1, pictures "
               "of 5 : 3 : 1; from the picture that tail discard damages most on. Decodable: of "
               "all videos."),
        Figure("figx-sharing", "Sharing of the buffer among four classes", draw_sharing, [SHARING],
               "Load 0.8."),
        Figure("figx-smooth", "Smoothing at the source", draw_smooth, [SMOOTH], "Load 0.9."),
        Figure("figx-gain", "Loss by the number of videos", draw_sources, [MULTIPLEX],
               "Buffer of 4000 cells; peak rates would allow 3.77 videos."),
    ],
)
