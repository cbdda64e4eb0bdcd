# SPDX-License-Identifier: GPL-2.0-only
"""The figures of ilp: what is run, and how it is drawn."""

import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import STYLE, colour, finish, marker, new_figure
from hsn.provenance import processor
from hsn.sweep import Experiment
from hsn.tables import chosen

from . import counters

MODEL = "hsn-ilp-model"
BENCH = "hsn-ilp-bench"
TODAY = "hsn-ilp-today"
TRANSFERS = "hsn-ilp-transfer"

PRESETS = {"Ss2": "SPARCstation 2", "Hp735": "HP 9000-735"}
SHOWN = {"Ss2": [1, 2, 3, 5], "Hp735": [2, 4, 6, 8]}  # words of state in figures 5 and 6
LARGEST = {"Ss2": 8, "Hp735": 9}  # words of state in figures 3 and 4
HOST_STATES = [2, 4, 6, 8]
HOST_K = [4, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
REAL = ["simple", "crc", "disperse"]
SAME_AGGREGATE = [(2, 6), (3, 4), (4, 3), (6, 2)]  # functions, words of state

# Mbit/s: sequential cold, ILP cold, sequential warm, ILP warm
TABLE1 = {"HP, real": (83.9, 163.8, 147.3, 217.7), "HP, synthetic": (83.9, 163.8, 147.3, 218.5),
          "SS-2, real": (23.2, 46.0, 34.8, 64.3), "SS-2, synthetic": (22.8, 43.0, 33.9, 58.3)}
COLUMNS = ("sequential, cold", "ILP, cold", "sequential, warm", "ILP, warm")


def timed(name, grid, quick_grid=None, program=BENCH, samples=1000, **fixed):
    """An experiment on this machine; the paper takes medians."""
    return Experiment(name, program, grid=grid, quick_grid=quick_grid,
                      fixed={"samples": samples, "host": processor(), **fixed},
                      quick_fixed={"samples": min(samples, 300)}, alone=True)


MODEL_K = Experiment("model-instructions", MODEL,
                     grid={"preset": list(PRESETS), "k": list(range(4, 101))})
MODEL_S = Experiment("model-state", MODEL, grid={"preset": list(PRESETS), "s": list(range(10))})
MODEL_F = Experiment("model-functions", MODEL,
                     grid=[{"preset": preset, "s": s, "functions": f} for preset in PRESETS
                           for s in SHOWN[preset] for f in range(1, 9)])
MODEL_SAME = Experiment("model-aggregate", MODEL,
                        grid=[{"preset": preset, "functions": f, "s": s} for preset in PRESETS
                              for f, s in SAME_AGGREGATE])
MODEL_NINE = Experiment("model-nine", MODEL, grid={"s": [9, 10], "scratch": [0, 1]},
                        fixed={"registers": 9, "k": 40})
MODEL_R = Experiment("model-registers", MODEL, grid={"registers": list(range(6, 31))},
                     fixed={"s": 8, "k": 40})
MODEL_CACHE = Experiment("model-cache", MODEL, grid={"load": [1, 2, 4, 8], "store": [1, 2, 4, 8]},
                         fixed={"s": 8})

TRANSFER = Experiment("transfer", TRANSFERS,
                      grid={"s": list(range(9)), "integrated": [True, False]},
                      fixed={"duration": 10}, quick_fixed={"duration": 2})

EQUAL = Experiment("equal", BENCH, fixed={"check": True})
HOST_INSTRUCTIONS = timed("host-instructions", {"mode": ["FeedForward", "Serial"], "k": HOST_K,
                                                "caches": ["warm", "cold"]})
HOST_STATE = timed("host-state", {"s": list(range(10)), "caches": ["warm", "cold"]})
HOST_FUNCTIONS = timed("host-functions", {"functions": list(range(1, 9)), "s": HOST_STATES})
HOST_REAL = timed("host-real",
                  {"real": REAL, "build": ["scalar", "vector"], "caches": ["warm", "cold"]})
HOST_TAKEN = timed("host-registers", {"taken": list(range(8))}, s=3)
HOST_SIZES = timed("host-sizes",
                   {"octets": [4096 << i for i in range(15)], "caches": ["warm", "cold"]},
                   {"octets": [4096 << i for i in range(9)], "caches": ["warm", "cold"]},
                   samples=30)
HOST_TODAY = timed("host-today", {"disperse": [False, True], "cells": [1, 16, 64, 192]},
                   program=TODAY)


def pair(title, xlabel, presets=("this machine",)):
    """A figure of panels side by side."""
    with pyplot.rc_context(STYLE):
        figure, panels = pyplot.subplots(1, 1 + len(presets), figsize=(10, 4), layout="constrained")
    for axes, name in zip(panels, (title, *presets)):
        axes.set_title(name)
        axes.set_xlabel(xlabel)
        axes.set_ylabel("ns/octet")
        axes.grid(alpha=0.3)
    return figure, panels


def draw_ways(axes, data, x, named=True):
    """Both ways, warm and cold: a table with columns as of the model."""
    for i, (way, name) in enumerate((("sequential", "sequential"), ("ilp", "ILP"))):
        for line, caches in (("--", "cold"), ("-", "warm")):
            column = f"{way}_{caches}_ns"
            if column in data:
                axes.plot(data[x], data[column], line, marker=marker(i), markersize=3,
                          color=colour(i), markevery=max(1, len(data) // 12),
                          label=f"{name}, {caches}" if named else None)
    axes.set_ylim(bottom=0)


def by_caches(data, x):
    """Times of the host with a column for each kind of caches, like the model's."""
    parts = []
    for caches in ("warm", "cold"):
        rows = chosen(data, caches=caches).sort_values(x)
        parts.append(rows.set_index(x)[["ilp_ns", "sequential_ns"]].rename(
            columns=lambda name, caches=caches: name.replace("_ns", f"_{caches}_ns")))
    return pandas.concat(parts, axis=1).reset_index()


def draw_instructions(preset):
    """Figures 1 and 2."""
    def draw(ctx):
        figure, (left, right) = pair(PRESETS[preset] + ", model", "instructions of a function")
        draw_ways(left, chosen(ctx.data(MODEL_K), preset=preset), "k", named=False)
        draw_ways(right, by_caches(chosen(ctx.data(HOST_INSTRUCTIONS), mode="FeedForward"), "k"),
                  "k")
        return finish(figure)
    return draw


def draw_state(preset):
    """Figures 3 and 4."""
    def draw(ctx):
        figure, (left, right) = pair(PRESETS[preset] + ", model", "words of state of a function")
        rows = ctx.data(MODEL_S)
        draw_ways(left, chosen(rows[rows["s"] <= LARGEST[preset]], preset=preset), "s",
                  named=False)
        draw_ways(right, by_caches(ctx.data(HOST_STATE), "s"), "s")
        return finish(figure)
    return draw


def draw_functions(preset):
    """Figures 5 and 6; the sequential curve is the worst of all states."""
    def draw(ctx):
        figure, (left, right) = pair(PRESETS[preset] + ", model", "functions")
        for axes, data, ilp, sequential in (
                (left, chosen(ctx.data(MODEL_F), preset=preset), "ilp_warm_ns",
                 "sequential_warm_ns"),
                (right, ctx.data(HOST_FUNCTIONS), "ilp_ns", "sequential_ns")):
            for i, (s, rows) in enumerate(data.groupby("s")):
                axes.plot(rows["functions"], rows[ilp], "-", marker=marker(i), color=colour(i),
                          label=f"ILP, s = {s}")
            worst = data.groupby("functions")[sequential].max()
            axes.plot(worst.index, worst, "--", color="black", label="sequential, worst")
            axes.set_ylim(bottom=0)
        return finish(figure)
    return draw


def draw_tab1(ctx):
    """Table 1, and the same functions here."""
    rows = [(name, *values) for name, values in TABLE1.items()]
    data = ctx.data(HOST_REAL)
    simple = chosen(data, real="simple", build="scalar")
    times = [1e3 * 8 / chosen(simple, caches=caches)[f"{way}_ns"].iloc[0]
             for caches in ("cold", "warm") for way in ("sequential", "ilp")]
    rows.append(("this machine, real", *(round(value) for value in times)))
    return pandas.DataFrame(rows, columns=["Mbit/s", *COLUMNS])


def draw_figx1(ctx):
    """Real functions, with and without vector instructions."""
    data = ctx.data(HOST_REAL)
    data = data.assign(ratio=data["sequential_ns"] / data["ilp_ns"])
    columns = ["real", "build", "caches", "sequential_ns", "ilp_ns", "ratio"]
    return data[columns].rename(columns=lambda name: name.replace("_ns", ", ns/octet"))


def draw_figx2(_ctx):
    """Accesses to the stack."""
    figure, axes = new_figure("words of state of all functions",
                              "accesses to the stack for each word",
                              "State without register in the loops of this machine")
    found = counters.points(k=20)
    for i in range(1, 7):
        points = sorted((f * s, one["stack"]) for (f, s, _), (one, _) in found.items() if f == i)
        axes.plot(*zip(*points), "-", marker=marker(i), color=colour(i), label=f"F = {i}")
    return finish(figure)


def draw_figx3(ctx):
    """Size of buffers."""
    figure, axes = new_figure("octets of a buffer", "ns/octet", "Three functions, k = 10, s = 2")
    draw_ways(axes, by_caches(ctx.data(HOST_SIZES), "octets"), "octets")
    axes.set_xscale("log", base=2)
    return finish(figure)


def draw_figx4(ctx):
    """Registers taken away."""
    figure, axes = new_figure("registers taken away", "ns/octet",
                              "Three functions, k = 10, s = 3, warm")
    data = ctx.data(HOST_TAKEN).sort_values("taken")
    for i, (way, name) in enumerate((("sequential", "sequential"), ("ilp", "ILP"))):
        axes.plot(data["taken"], data[f"{way}_ns"], "-", marker=marker(i), color=colour(i),
                  label=name)
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_figx5(ctx):
    """Functions whose instructions are one chain."""
    figure, axes = new_figure("instructions of a function", "ns/octet",
                              "Serial functions, this machine")
    draw_ways(axes, by_caches(chosen(ctx.data(HOST_INSTRUCTIONS), mode="Serial"), "k"), "k")
    return finish(figure)


def draw_figx6(ctx):
    """An integrated loop beside what the module computes with."""
    rows = []
    for _, row in ctx.data(HOST_TODAY).iterrows():
        functions = "copy, CRC" + (", dispersal" if row["disperse"] else "")
        rows.append((functions, row["octets"], *(round(row[f"{name}_ns"], 3) for name in (
            "ilp_warm", "today_warm", "ilp_cold", "today_cold", "today_once"))))
    return pandas.DataFrame(rows,
                            columns=["functions", "octets", "ILP, warm", "today, warm", "ILP, cold",
                                           "today, cold", "today, cold at first"])


def draw_figx7(ctx):
    """A transfer whose receiving host is a SPARCstation 2."""
    figure, axes = new_figure("words of state of a function", "goodput, Mbit/s",
                              "A TCP transfer to a SPARCstation 2, three functions")
    model = chosen(ctx.data(MODEL_S), preset="Ss2").sort_values("s")
    model = model[model["s"] <= LARGEST["Ss2"]]
    for i, (way, name) in enumerate((("sequential", "sequential"), ("ilp", "ILP"))):
        axes.plot(model["s"], 8000 / model[f"{way}_cold_ns"], "-", color=colour(i),
                  label=f"{name}, 8000 / T")
        rows = chosen(ctx.data(TRANSFER), integrated=way == "ilp").sort_values("s")
        axes.plot(rows["s"], rows["goodput_mbps"], marker(i), color=colour(i),
                  label=f"{name}, simulated")
    axes.set_ylim(bottom=0)
    return finish(figure)


HERE = "Right: this machine, medians."

PAPER = Paper(
    key="ilp",
    title="Integrated layer processing can be hazardous to your performance",
    authors="B. Ahlgren, M. Björkman, P. Gunningberg",
    venue="Protocols for High-Speed Networks V, 1996",
    figures=[
        Figure("tab1", "Real and synthetic functions", draw_tab1, [HOST_REAL],
               "The paper's values, and the real functions on this machine."),
        Figure("fig1", "Instructions, SPARCstation 2", draw_instructions("Ss2"),
               [MODEL_K, HOST_INSTRUCTIONS], f"F = 3, s = 2. {HERE}"),
        Figure("fig2", "Instructions, HP 9000-735", draw_instructions("Hp735"),
               [MODEL_K, HOST_INSTRUCTIONS], f"F = 3, s = 2. {HERE}"),
        Figure("fig3", "State, SPARCstation 2", draw_state("Ss2"), [MODEL_S, HOST_STATE],
               f"F = 3, k = 10. {HERE}"),
        Figure("fig4", "State, HP 9000-735", draw_state("Hp735"), [MODEL_S, HOST_STATE],
               f"F = 3, k = 10. {HERE}"),
        Figure("fig5", "Functions, SPARCstation 2", draw_functions("Ss2"),
               [MODEL_F, HOST_FUNCTIONS],
               f"k = 10, warm. {HERE}"),
        Figure("fig6", "Functions, HP 9000-735", draw_functions("Hp735"), [MODEL_F, HOST_FUNCTIONS],
               f"k = 10, warm. {HERE}"),
        Figure("figx1", "Real functions on this machine", draw_figx1, [HOST_REAL],
               "Not in the paper. simple: swap, cipher, checksum; crc: copy, swap, checksum, "
               "CRC-32; disperse: the same and two parity cells. vector: of 256 bits where the "
               "processor has them."),
        Figure("figx2", "State that finds no register", draw_figx2, [],
               "Not in the paper. Counted in the machine code of the integrated loops, k = 20."),
        Figure("figx3", "Size of buffers on this machine", draw_figx3, [HOST_SIZES],
               "Not in the paper."),
        Figure("figx4", "Registers taken away on this machine", draw_figx4, [HOST_TAKEN],
               "Not in the paper. The same source, compiled with fewer registers."),
        Figure("figx5", "Serial functions on this machine", draw_figx5, [HOST_INSTRUCTIONS],
               "Not in the paper. F = 3, s = 2; all instructions of a function depend on each "
               "other."),
        Figure("figx6", "An integrated loop, and what this module computes with", draw_figx6,
               [HOST_TODAY],
               "Not in the paper. ns/octet on this machine. Today: memcpy, Aal5Crc32 and "
               "DispersalCode, one after the other; cold: flushed before each one; cold at first: "
               "before the first one."),
        Figure("figx7", "A transfer to a host that manipulates its data", draw_figx7,
               [MODEL_S, TRANSFER],
               "Not in the paper. Simulated: unmodified applications over TCP at 1 Gbit/s; the "
               "receiver's "
               "processor is charged by the model, cold, k = 10, also for its acknowledgements."),
    ],
    experiments=[MODEL_SAME, MODEL_NINE, MODEL_R, MODEL_CACHE, EQUAL],
    tested=["tab1", "fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "figx2"])
