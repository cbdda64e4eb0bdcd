# SPDX-License-Identifier: GPL-2.0-only
"""The figures of fec-placement: what is run, and how it is drawn."""

import math

import numpy
import pandas
from matplotlib import pyplot
from matplotlib.ticker import MaxNLocator

from hsn.paper import Figure, Paper
from hsn.plot import (STYLE, colour, draw_key, draw_lines, draw_paper_bound, draw_reference,
                      finish, marker, new_figure)
from hsn.sweep import Experiment
from hsn.tables import chosen

MODEL = "hsn-fec-placement-model"
TREE = "hsn-fec-placement-tree"
HYBRID = "hsn-fec-placement-hybrid"

HEIGHT = 30  # links from the source to a receiver
SMALL = list(range(1, 31))
BIG = list(range(100, 3001, 100))
HUGE = [10000, 100000]
PER_LAN = {"fig10": 5, "fig11": 25, "fig12": 100}


def listed(values):
    """Numbers as the model program takes them."""
    return ",".join(str(value) for value in values)


def planes(name, groups, branches, scopes, **fixed):
    """An experiment: E[T] on a grid, with FEC in several places, on links and from end to end."""
    return Experiment(name, MODEL,
                      grid=[{"scope": scope, "span": span} for scope in scopes
                            for span in ("Link", "Path")],
                      fixed={"receivers": listed(groups), "branch": listed(branches), **fixed})


SCOPES = {"FEC on all links": "All", "FEC in the WAN": "Wan", "FEC in the LAN": "Lan"}

PLANES = {
    "fig4": planes("small", SMALL, range(1, 31), ["None", "All"], q1=1e-3, q2=1e-3),
    "fig5": planes("big", BIG, range(1, 31), ["None", "All"], q1=1e-3, q2=1e-3),
    "fig8": planes("lan", SMALL, range(1, 6), ["None", "Wan", "Lan"], q1=1e-3, q2=1e-4),
    "fig9": planes("wireless", SMALL, range(1, 6), ["None", "Wan", "Lan"], q1=1e-3, q2=1e-2),
    **{fig: planes(f"tree4-{per_lan}", BIG, range(1, 26), ["None", "Wan", "Lan"], tree=4,
                   perLan=per_lan, q1=1e-3, q2=1e-3, q3=1e-4)
       for fig, per_lan in PER_LAN.items()}}
PLANES["fig6"] = PLANES["fig7"] = PLANES["fig5"]
LARGEST = planes("largest", HUGE, range(1, 31), ["None", "All"], q1=1e-3, q2=1e-3)

# Points that are simulated with packets
SIMULATED = {
    "fig4": [{"q1": 1e-3, "q2": 1e-3, "receivers": r, "branch": k, "scope": scope}
             for r, k in ((10, 10), (30, 5), (30, 30)) for scope in ("None", "All")],
    "fig9": [{"q1": 1e-3, "q2": 1e-2, "receivers": r, "branch": k, "scope": scope}
             for r, k in ((10, 5), (30, 2), (30, 5)) for scope in ("None", "Wan", "Lan")],
    "fig12": [{"tree": 4, "perLan": 100, "q1": 1e-3, "q2": 1e-3, "q3": 1e-4, "receivers": r,
               "branch": k, "scope": scope}
              for r, k in ((100, 5), (300, 10), (1000, 25)) for scope in ("None", "Wan", "Lan")]}


def packets(point, mode):
    """How many packets: so many that about a hundred or more are sent again, but fewer to a thousand
    receivers."""
    if point["scope"] == "All":
        return 100000
    return 10000 if point["receivers"] <= 30 or mode == "full" else 2000


def packet_grid(mode):
    """All points that are simulated."""
    return [{"tree": 3, "perLan": 25, "q3": 1e-4, **point, "packets": packets(point, mode)}
            for points in SIMULATED.values() for point in points]


PACKETS = Experiment("packets", TREE, packet_grid("full"), quick_grid=packet_grid("quick"),
                     seeds=(1, 2, 3, 4, 5), quick_seeds=(1,))

# The three forms of a network; losses so large that few packets tell
FORM_POINT = {"height": 6, "q1": 0.05, "q2": 0.05, "q3": 0.02, "lan": 2, "perLan": 3}
FORMS = Experiment("forms", TREE, seeds=(1, 2, 3), quick_seeds=(1,),
                   grid=[{"tree": tree, "form": form, "branch": 3, "receivers": 6}
                         for tree in (3, 4) for form in ("Segments", "Links", "Hops")],
                   fixed={**FORM_POINT, "packets": 20000}, quick_fixed={"packets": 3000})

# Parity on demand: groups of N data packets, on tree 3 without shared links and with a wireless LAN
TREES = {"no shared links": {"branch": 30, "q1": 1e-3, "q2": 1e-3},
         "wireless LAN": {"branch": 5, "q1": 1e-3, "q2": 1e-2}}
SIZES = [1, 7, 20]
ON_DEMAND = Experiment("on-demand", HYBRID, seeds=(1, 2, 3, 4, 5), quick_seeds=(1,),
                       grid=[{**tree, "receivers": r, "needed": n, "groups": 20000 // n}
                             for tree in TREES.values() for r in (3, 30, 300) for n in SIZES],
                       quick_grid=[{**tree, "receivers": r, "needed": n, "groups": 7000 // n}
                                   for tree in TREES.values() for r in (3, 30, 100)
                                   for n in SIZES])
# A real code in place of the factor, on tree 3 without shared links
CODED = Experiment("coded", TREE, seeds=(1, 2, 3), quick_seeds=(1,),
                   grid=[{"q1": q, "q2": q, "codeParity": m, "form": form}
                         for q, m, form in ((0.01, 1, "Links"), (0.01, 2, "Links"),
                                            (0.001, 1, "Segments"), (0.001, 2, "Segments"),
                                            (0.01, 3, "Segments"))],
                   fixed={"receivers": 10, "branch": 30, "scope": "All", "codeData": 10,
                          "packets": 10000}, quick_fixed={"packets": 4000})

GROUPS = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000]


def plane(ctx, experiment, scope, span="Link", value="transmissions"):
    """A table of E[T]: rows the receivers r, columns the links k of a branch."""
    row = chosen(ctx.data(experiment), scope=scope, span=span).iloc[0]
    data = pandas.DataFrame({"r": row["r"], "k": row["k"], "value": row[value]})
    return data.astype({"r": int, "k": int}).pivot(index="r", columns="k", values="value")


def gain(ctx, experiment, scope):
    """T without FEC / T with it, as plane()."""
    return plane(ctx, experiment, "None") / plane(ctx, experiment, scope)


def simulated(ctx, fig):
    """Simulated gains of a figure: rows scope, r, k, gain and its standard error."""
    points = SIMULATED[fig]
    rows = []
    data = ctx.data(PACKETS)
    for point in points:
        if point["scope"] == "None":
            continue
        means = []
        for scope in ("None", point["scope"]):
            runs = chosen(data, **{**point, "scope": scope})
            error = numpy.sqrt((runs["standard_error"] ** 2).sum()) / len(runs)
            means.append((runs["transmissions"].mean(), error))
        (plain, plain_error), (coded, coded_error) = means
        ratio = plain / coded
        rows.append({"scope": point["scope"], "r": point["receivers"], "k": point["branch"],
                     "gain": ratio, "error": ratio * numpy.hypot(plain_error / plain,
                                                                 coded_error / coded)})
    return pandas.DataFrame(rows)


def draw_surfaces(tables, zlabel, shared, lines, points=None, bounds=(), title=""):
    """Surfaces over shared links and receivers, and beside them curves against receivers.

    tables  {name: table of plane()}
    shared  shared links at a branch of no links: h, or h - l
    lines   branches k of the curves
    """
    with pyplot.rc_context(STYLE):
        figure = pyplot.figure(figsize=(11, 4.4), layout="constrained")
        space = figure.add_subplot(1, 2, 1, projection="3d")
        axes = figure.add_subplot(1, 2, 2)
    space.set(xlabel="shared links", ylabel="receivers")
    space.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    space.set_title(title, loc="left")
    axes.set(xlabel="receivers", ylabel=zlabel)
    for index, (name, table) in enumerate(tables.items()):
        x, y = numpy.meshgrid(shared - table.columns.to_numpy(), table.index.to_numpy())
        space.plot_surface(x, y, table.to_numpy(), color=colour(index), alpha=0.6, linewidth=0.2,
                           edgecolor="0.3", rcount=15, ccount=15)
        for style, k in zip(("-", "--", "-.", ":"), lines):
            draw_reference(axes, table.index, table[k], index, None, style)
        draw_key(axes, name, "none", None)
        axes.lines[-1].set(color=colour(index), linestyle="-")
    for style, k in zip(("-", "--", "-.", ":"), lines):
        draw_key(axes, f"{shared - k} shared links", style)
    if points is not None:
        for index, name in enumerate(tables):
            rows = points[points["scope"] == SCOPES[name]]
            axes.errorbar(rows["r"], rows["gain"], yerr=1.96 * rows["error"], linestyle="none",
                          marker=marker(index), color=colour(index), capsize=2.5)
        draw_key(axes, "simulated", marked="o")
    for bound, text in bounds:
        draw_paper_bound(axes, text, y=bound)
    return finish(figure)


def draw_tree(ctx, form="Links", **params):
    """A small tree as the helper builds it."""
    found = ctx.run_program(TREE, {"show": "Parents", "form": form, **params})
    parents = [0, *(int(one) for one in found["parents"])]
    parts = [0, *(int(one) for one in found["parts"])]
    children = {node: [] for node in range(len(parents))}
    for node in range(1, len(parents)):
        children[parents[node]].append(node)
    leaves = [node for node, below in children.items() if not below]
    x = {node: float(place) for place, node in enumerate(leaves)}
    depth = {0: 0}
    for node in range(1, len(parents)):
        depth[node] = depth[parents[node]] + 1
    for node in reversed(range(len(parents))):
        if children[node]:
            x[node] = sum(x[one] for one in children[node]) / len(children[node])
    figure, axes = new_figure(size=(5.0, 4.0))
    styles = ((2.2, "-", "shared, q1"), (1.4, "-", "branch, q2"), (1.4, "--", "LAN, q3"))
    named = set()
    for node in range(1, len(parents)):
        width, style, name = styles[parts[node]]
        axes.plot([x[parents[node]], x[node]], [-depth[parents[node]], -depth[node]],
                  color=colour(parts[node]), linewidth=width, linestyle=style,
                  label=None if name in named else name)
        named.add(name)
    axes.plot([x[node] for node in leaves], [-depth[node] for node in leaves], linestyle="none",
              marker="s", color="0.2", label="receiver")
    axes.plot([x[0]], [0], linestyle="none", marker="o", markersize=9, color="0.2", label="source")
    axes.axis("off")
    return finish(figure)


def draw_fig1(ctx):
    """Tree 3."""
    return draw_tree(ctx, height=6, branch=3, receivers=5)


def draw_fig2(ctx):
    """Tree 3 in segments."""
    return draw_tree(ctx, form="Segments", height=6, branch=3, receivers=5)


def draw_fig3(ctx):
    """Tree 4."""
    return draw_tree(ctx, tree=4, height=7, branch=2, lan=2, receivers=6, perLan=3)


def draw_fig4(ctx):
    """Small groups."""
    return draw_surfaces({"FEC on all links": gain(ctx, PLANES["fig4"], "All")}, "gain", HEIGHT,
                         (30, 20, 10, 1), simulated(ctx, "fig4"), [(1.6, "60 % more, 30 receivers")])


def draw_fig5(ctx):
    """Big groups."""
    return draw_surfaces({"FEC on all links": gain(ctx, PLANES["fig5"], "All")}, "gain", HEIGHT,
                         (30, 20, 5, 1), None, [(2, "halved")])


def draw_fig6(ctx):
    """Without FEC."""
    return draw_surfaces({"without FEC": plane(ctx, PLANES["fig5"], "None")}, "transmissions",
                         HEIGHT, (30, 20, 10, 1))


def draw_fig7(ctx):
    """With FEC."""
    return draw_surfaces({"with FEC": plane(ctx, PLANES["fig5"], "All")}, "transmissions",
                         HEIGHT, (30, 20, 10, 1))


def draw_two(ctx, fig, shared, lines, points=None, bounds=()):
    """FEC in the WAN, and in the LAN."""
    tables = {name: gain(ctx, PLANES[fig], SCOPES[name]) for name in list(SCOPES)[1:]}
    return draw_surfaces(tables, "gain", shared, lines, points, bounds)


def draw_fig8(ctx):
    """LAN."""
    return draw_two(ctx, "fig8", HEIGHT, (5, 3, 1))


def draw_fig9(ctx):
    """Wireless LAN."""
    return draw_two(ctx, "fig9", HEIGHT, (5, 3, 2), simulated(ctx, "fig9"),
                    [(1.8, "up to 1.8 in the LAN")])


def draw_fig10(ctx):
    """5 receivers a LAN."""
    return draw_two(ctx, "fig10", HEIGHT - 5, (25, 10, 5, 1))


def draw_fig11(ctx):
    """25 receivers a LAN."""
    return draw_two(ctx, "fig11", HEIGHT - 5, (25, 10, 5, 1), None,
                    [(1.6, "up to 1.6 in the LAN"), (1.2, "up to 1.2 in the WAN")])


def draw_fig12(ctx):
    """100 receivers a LAN."""
    return draw_two(ctx, "fig12", HEIGHT - 5, (25, 10, 5, 1), simulated(ctx, "fig12"))


def draw_forms(ctx):
    """Three forms of a network."""
    rows = []
    for (tree, form), runs in ctx.data(FORMS).groupby(["tree", "form"]):
        model = ctx.run_program(MODEL, {"tree": tree, "branch": 3, "receivers": 6, **FORM_POINT})
        error = numpy.sqrt((runs["standard_error"] ** 2).sum()) / len(runs)
        rows.append({"tree": tree, "form": form, "simulated": runs["transmissions"].mean(),
                     "standard error": error, "formula": model["transmissions"][0],
                     "links": int(runs[["shared_links", "branch_links", "lan_links"]].iloc[0].sum()),
                     "events": int(runs["events"].mean())})
    return pandas.DataFrame(rows)


def draw_hybrid(ctx):
    """Parity on demand."""
    with pyplot.rc_context(STYLE):
        figure, both_axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained", sharey=True)
    for axes, (name, tree), has_key in zip(both_axes, TREES.items(), (False, True)):
        axes.set_title(name, loc="left")
        axes.set(xlabel="receivers", ylabel="packets sent for each data packet", xscale="log")
        for index, n in enumerate(SIZES):
            found = ctx.run_program(MODEL, {**tree, "receivers": listed(GROUPS), "needed": n})
            draw_reference(axes, found["r"], found["transmissions"], index,
                           f"on demand, N = {n}" if has_key else None, "-")
            draw_lines(axes, chosen(ctx.data(ON_DEMAND), needed=n, **tree), "receivers",
                       "transmissions", line="", first=index)
        coded = ctx.run_program(MODEL, {**tree, "receivers": listed(GROUPS), "scope": "All"})
        draw_reference(axes, coded["r"], coded["transmissions"], len(SIZES),
                       "ARQ, losses / 100" if has_key else None, ":")
        if has_key:
            draw_key(axes, "simulated", marked="o")
    return finish(figure)


def draw_goodput(ctx):
    """What each receiver gets, of what the source sends all the time."""
    data = ctx.data(ON_DEMAND)
    names = {tree["branch"]: name for name, tree in TREES.items()}
    rows = []
    for (branch, receivers, n), part in data.groupby(["branch", "receivers", "needed"]):
        rows.append({"tree": names[branch], "receivers": receivers, "N": n,
                     "each receiver (kbit/s)": round(part["goodput_min_kbps"].mean(), 1),
                     "the best one": round(part["goodput_max_kbps"].mean(), 1),
                     "packets sent for each data packet": round(part["transmissions"].mean(), 3),
                     "received in vain": round((part["unneeded"] / part["received"]).mean(), 3)})
    return pandas.DataFrame(rows)


def residual(loss, n, m):
    """What a code of n + m leaves of a loss: the packet is lost, and at least m of the others."""
    others = n + m - 1
    return loss * (1 - sum(math.comb(others, i) * loss ** i * (1 - loss) ** (others - i)
                           for i in range(m)))


def draw_coded(ctx):
    """A real code."""
    rows = []
    for (q, m, form), runs in ctx.data(CODED).groupby(["q1", "codeParity", "form"]):
        links = 1 if form == "Segments" else 30
        loss = q if form == "Links" else 1 - (1 - q) ** 30
        left = residual(loss, 10, m)
        fixed = {"receivers": 10, "branch": links, "height": links}
        plain, coded = (ctx.run_program(MODEL, {**fixed, "q2": one})["transmissions"][0]
                        for one in (loss, left))
        rows.append({"code": f"10+{m}", "on": "links" if form == "Links" else "whole paths",
                     "loss of a link": q, "factor": left / loss, "left, formula": left,
                     "left, simulated": runs["coded_lost_data"].sum() / runs["coded_data"].sum(),
                     "E[T], formula": coded, "E[T], simulated": runs["transmissions"].mean(),
                     "gain": plain / coded})
    return pandas.DataFrame(rows)


LINES = "Lines: the paper's recursion. "

PAPER = Paper(
    key="fec-placement",
    figures=[
        Figure("fig1", "Tree 3", draw_fig1, [], "With 6 links to each receiver, 3 of them shared."),
        Figure("fig2", "Tree 3 in segments", draw_fig2, [],
               "Links without forks between them are one link with the loss of the path."),
        Figure("fig3", "Tree 4", draw_fig3, [],
               "With 7 links to each receiver, 2 of them in a LAN of 3 receivers."),
        Figure("fig4", "Gain of FEC, small groups", draw_fig4, [PLANES["fig4"], PACKETS],
               LINES + "Markers: simulated with packets, 95 % confidence interval; 20, 25 and 0 "
               "shared links."),
        Figure("fig5", "Gain of FEC, big groups", draw_fig5, [PLANES["fig5"]], LINES),
        Figure("fig6", "Transmissions without FEC, big groups", draw_fig6, [PLANES["fig5"]], LINES),
        Figure("fig7", "Transmissions with FEC, big groups", draw_fig7, [PLANES["fig5"]], LINES),
        Figure("fig8", "Gain of FEC in the WAN or in the LAN", draw_fig8, [PLANES["fig8"]],
               LINES + "Links of a branch lose 1e-4."),
        Figure("fig9", "Gain of FEC in the WAN or in a wireless LAN", draw_fig9,
               [PLANES["fig9"], PACKETS], LINES + "Links of a branch lose 1e-2. Markers: simulated "
               "with packets, 95 % confidence interval; 25 and 28 shared links."),
        Figure("fig10", "Gain of FEC in the WAN or in LANs of 5 receivers", draw_fig10,
               [PLANES["fig10"]], LINES),
        Figure("fig11", "Gain of FEC in the WAN or in LANs of 25 receivers", draw_fig11,
               [PLANES["fig11"]], LINES),
        Figure("fig12", "Gain of FEC in the WAN or in LANs of 100 receivers", draw_fig12,
               [PLANES["fig12"], PACKETS], LINES + "Markers: simulated with packets, 95 % confidence "
               "interval; 20, 15 and 0 shared links."),
        Figure("figx-hybrid", "Parity on demand", draw_hybrid, [ON_DEMAND],
               "Not in the paper. Groups of N data packets; the source sends as many parity packets as "
               "the receiver needs that misses most. Lines: the paper's recursion with receivers that "
               "need N packets; N = 1 is ARQ. Dotted: ARQ with FEC on all links, whose own packets are not "
               "counted. Markers: simulated with real packets and a Reed-Solomon code."),
        Figure("tabx-goodput", "Goodput of receivers with parity on demand", draw_goodput, [ON_DEMAND],
               "Not in the paper. N = 1 is ARQ. The source sends a packet of 12 octets each ms: "
               "96 kbit/s without losses."),
        Figure("tabx-codec", "A real code in place of the factor", draw_coded, [CODED],
               "Not in the paper. 10 receivers behind 30 links each, Reed-Solomon codes on each link, "
               "or from end to end of each path. Parity packets are not counted in T."),
        Figure("tabx-forms", "The same trees as channels and hop by hop", draw_forms, [FORMS],
               "Not in the paper. 6 links to each of 6 receivers, losses of 2 and 5 %."),
    ],
    experiments=[LARGEST])
