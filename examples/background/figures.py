# SPDX-License-Identifier: GPL-2.0-only
"""The figures of background: how they are drawn. What is run is in experiments.py."""

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import add_paper, colour, draw_lines, draw_paper_bound, finish, new_figure
from hsn.stats import mean_ci
from hsn.tables import chosen, labelled

from .experiments import (ALONE, ALPHAS, BARS, BUFFERED, CAPPED, CLOCK_CHANGES, CLOCKED, CLOCKS,
                          CONTROL, FIXED, FRIENDS, KINDS, LEFT, LIGHT, LOADED, LONG, MB, MIXED,
                          MIXTURE, NS3, OWN, PAIRS, PROTOCOLS, RTTS, SAME, SCALES, STARTED, STUDIED,
                          TODAY, TODAY_ALONE, TODAY_LOADED, TYPED, TYPES, UNEQUAL, WEB)

NAMES = {"cubic": "CUBIC", "bic": "BIC", "htcp": "H-TCP", "hstcp": "HSTCP", "stcp": "STCP",
         "fast": "FAST", "sack": "TCP-SACK"}
TODAYS = {one: f"ns-3: {NS3[one]}" for one in TODAY}


# --- tables of runs ----------------------------------------------------------------------


def by_name(data):
    """Rows with the protocols' names in the order of the figures."""
    return labelled(data, "protocol", NAMES | TODAYS)


def ratios(data):
    """Rows with the rates of the two flows: the smaller one over the larger one, and the first one's
    over the second one's; `late`: the smaller over the larger one from the second start on."""
    rates, later = (pandas.DataFrame(data[name].tolist(), index=data.index)
                    for name in ("flow_mbps", "late_flow_mbps"))
    return data.assign(ratio=rates.min(axis=1) / rates.max(axis=1), first_over=rates[0] / rates[1],
                       late=later.min(axis=1) / later.max(axis=1))


def same_pairs(ctx):
    """Figure 10: two flows of a protocol at every round-trip time, without and with Type V."""
    return ratios(pandas.concat([ctx.data(SAME), ctx.data(PAIRS)]))


def unequal_pairs(ctx):
    """Figure 11: one flow of 162 ms, one of less; of 162 ms too in figure 10."""
    same = same_pairs(ctx)
    return pandas.concat([ratios(ctx.data(UNEQUAL)), same[same["rtt"] == 162]])


def friends(ctx):
    """Figure 12: TCP-SACK, and another that starts later."""
    return ratios(ctx.data(FRIENDS))


def bars_of(ctx, kind):
    """Figure 13: the runs of one of its three parts, without, with Types I to IV, and with V."""
    others = {"friendly": friends, "own": same_pairs, "rtt": unequal_pairs}[kind](ctx)
    data = pandas.concat([ratios(ctx.data(MIXTURE)), others])
    return chosen(of_kind(data, kind), protocol=MIXED)


def of_kind(data, kind):
    """The rows of one of the three parts of figure 13."""
    about = BARS[kind]
    return data[has(data, "first", about) & has(data, "firstRtt", about)
                & (data["rtt"] == about["rtt"])]


def has(data, name, about):
    """Which rows have a parameter as `about` has it, or have none, as `about`."""
    column = data.get(name, pandas.Series(numpy.nan, index=data.index))
    return column == about[name] if name in about else column.isna()


def with_loaded(ctx, extra, **point):
    """Runs with Type II and a buffer of 1 MB, and runs that differ in one thing."""
    loaded = chosen(ctx.data(LOADED), **point).assign(buffer=MB)
    return pandas.concat([loaded, ctx.data(extra)])


# --- figures -----------------------------------------------------------------------------


# Utilizations that the paper gives, at 162 ms
PAPER_PAIRS = {"cubic": .95, "bic": .95, "htcp": .94, "hstcp": .92, "stcp": .84, "fast": .95}
PAPER_LOADED = {"cubic": .92, "bic": .94, "htcp": .82, "hstcp": .87, "stcp": .92, "fast": .82}


def by_rtt(data, value, ylabel, title, top=None, paper=None, bounds=None):
    """A metric of every protocol against the round-trip time.

    paper, bounds  what the paper says, as add_paper() takes it
    """
    figure, axes = new_figure("round-trip time (ms)", ylabel, title, size=(7.2, 4.0))
    names = [name for one, name in (NAMES | TODAYS).items() if (data["protocol"] == one).any()]
    draw_lines(axes, by_name(data), "rtt", value, "what", "{value}", order=names)
    add_paper(axes, paper or {}, bounds or {})
    axes.set_ylim(bottom=0, top=top)
    axes.set_xscale("log")
    axes.set_xticks(RTTS, [str(rtt) for rtt in RTTS])
    axes.minorticks_off()
    return finish(figure)


def over_time(data, panels, title, columns=2, paper=None):
    """The rates of flows in each second of one run, a panel for each of {title: parameters}.

    paper  {protocol's name: its utilization in the paper}, to be shown beside that of all runs
    """
    every = data
    data = data[data["seed"] == data["seed"].min()]
    rows = -(-len(panels) // columns)
    figure, _ = new_figure(size=(9.0, 1.0 + 1.9 * rows))
    figure.clear()
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    for panel, (name, point) in zip(axes.flat, panels.items()):
        run = chosen(data, **point)
        panel.set_title(name, loc="left")
        if run.empty:
            continue
        if name in (paper or {}):
            ours = chosen(every, **point)["utilization"].mean()
            panel.set_title(f"{name}: utilization {ours:.2f}, paper {paper[name]:.2f}", loc="left",
                            gid="paper")
        panel.plot(run["total_mbps_by_second"].iloc[0], color="0.6", linewidth=0.8, label="total")
        for flow in range(len(run["flow_mbps"].iloc[0])):
            panel.plot(run[f"flow_{flow + 1}_mbps_by_second"].iloc[0], color=colour(flow),
                       linewidth=0.8, label=f"flow {flow + 1}")
    axes[0][-1].legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    figure.supxlabel("time (s)")
    figure.supylabel("rate (Mbit/s)")
    return figure


def panels_of(protocols):
    """A panel for each protocol."""
    return {NAMES[one]: {"protocol": one} for one in protocols}


def grouped_bars(axes, groups, names, values):
    """Bars with 95 % intervals: a group for each of `groups`, a colour for each of `names`;
    values(name, group) are those of the repetitions."""
    width = 0.8 / len(names)
    for index, name in enumerate(names):
        for place, group in enumerate(groups):
            found = values(name, group)
            if not len(found):
                continue
            interval = mean_ci(found)
            shown = axes.get_legend_handles_labels()[1]
            axes.bar(place + (index - (len(names) - 1) / 2) * width, interval.mean, width,
                     color=colour(index), label=None if name in shown else name,
                     yerr=None if numpy.isnan(interval.half) else interval.half, capsize=2)
    axes.set_xticks(range(len(groups)), groups)


def legend_beside(axes):
    """The names of bars, which leave no room between them."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))


def draw_tab1(ctx):
    """Table 1, with the rates that carry 70 Mbit/s."""
    return pandas.DataFrame(
        [("I", "93 % lognormal(9.357, 1.318), 7 % Pareto(1.1, 133 KB)", "0.2", 103),
         ("II", "70 % lognormal(9.357, 1.318), 30 % Pareto(1.1, 1 MB)", "0.6", 5.2),
         ("III", "90 % Type I, 10 % Pareto(1.1, 3 MB)", "0.2", 6.0),
         ("IV", "lognormal(13.357, 1.318)", "not given", 5.83),
         ("V", "Type II and 12 long-lived flows", "as II", 5.2)],
        columns=["type", "sizes, bytes", "intensity in the paper", "flows per second here"])


def web_rates(data, kind):
    """The rates of a type's short flows in each second that is measured, all repetitions."""
    lists = chosen(data, traffic=kind)["short_mbps_by_second"]
    return numpy.concatenate([numpy.asarray(one)[35:] for one in lists])


def draw_fig2(ctx):
    """Distribution of the rates of short flows."""
    data = ctx.data(WEB)
    figure, axes = new_figure("rate of short flows in a second (Mbit/s)", "share of seconds",
                              "background traffic alone")
    for index, kind in enumerate(TYPES):
        rates = numpy.sort(web_rates(data, kind))
        axes.plot(rates, numpy.arange(1, len(rates) + 1) / len(rates), color=colour(index),
                  label=f"Type {kind}")
    draw_paper_bound(axes, "mean of about 70 Mbit/s", x=70)
    axes.set_ylim(0, 1)
    return finish(figure)


def draw_fig3a(ctx):
    """Utilization without other traffic."""
    return by_rtt(pandas.concat([ctx.data(ALONE), ctx.data(TODAY_ALONE)]), "utilization",
                  "utilization", "2 flows, buffer 1 MB, no other traffic",
                  bounds={"about 95 % to 162 ms, but SACK, STCP": .95})


def loaded(ctx):
    """Figures 3b and 7: the paper's protocols and today's, with Type II."""
    return pandas.concat([ctx.data(LOADED), ctx.data(TODAY_LOADED)])


def draw_fig3b(ctx):
    """Utilization with Type II."""
    return by_rtt(loaded(ctx), "utilization", "utilization", "4 flows, buffer 1 MB, Type II",
                  paper={NAMES[one]: ([162], [value]) for one, value in PAPER_LOADED.items()})


def draw_fig3c(ctx):
    """The number of flows and the background, one changed at a time."""
    names = {(2, "None"): "2 flows", (4, "None"): "4 flows", (2, "II"): "2 flows, Type II",
             (4, "II"): "4 flows, Type II"}
    data = by_name(chosen(pandas.concat([ctx.data(one) for one in (CONTROL, ALONE, LOADED)]),
                          rtt=162))
    data = data.assign(load=list(map(names.get, zip(data["flows"], data["traffic"]))))
    figure, axes = new_figure("", "utilization", "162 ms, buffer 1 MB", size=(8.4, 4.0))
    grouped_bars(axes, [NAMES[one] for one in PROTOCOLS], list(names.values()),
                 lambda load, group: chosen(data, what=group, load=load)["utilization"])
    axes.set_ylim(0, 1.02)
    legend_beside(axes)
    return figure


def draw_fig4(ctx):
    """Rates of two flows."""
    return over_time(ctx.data(PAIRS), panels_of(STUDIED),
                     "2 flows, 162 ms, buffer 2 MB, no other traffic",
                     paper={NAMES[one]: value for one, value in PAPER_PAIRS.items()})


def draw_fig5(ctx):
    """Rates of four flows with Type II."""
    data = chosen(ctx.data(LOADED), rtt=162)
    return over_time(data, panels_of(STUDIED), "4 flows, 162 ms, buffer 1 MB, Type II",
                     paper={NAMES[one]: value for one, value in PAPER_LOADED.items()})


def buffered(ctx):
    """Figure 6: every buffer at 324 ms."""
    data = with_loaded(ctx, BUFFERED, rtt=324)
    return data.assign(megabytes=data["buffer"] / MB)


def draw_fig6(ctx):
    """Utilization against the buffer."""
    data = by_name(buffered(ctx))
    figure, axes = new_figure("buffer (MB)", "utilization", "4 flows, 324 ms, Type II",
                              size=(7.2, 4.0))
    draw_lines(axes, data, "megabytes", "utilization", "what", "{value}",
               order=list(NAMES.values()))
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_fig7(ctx):
    """Variation of the rate in a second."""
    return by_rtt(loaded(ctx), "cov", "coefficient of variation of the rate in a second",
                  "4 flows, buffer 1 MB, Type II")


def htcp_typed(ctx):
    """Figure 8: four H-TCP flows with every background, whose round-trip times are equal or not."""
    data = ctx.data(KINDS)
    return data.assign(rtts=data["fixedRtt"].map({True: "100 ms each", False: "of their own"}))


def draw_fig8(ctx):
    """Utilization and variation with every type."""
    data = htcp_typed(ctx)
    figure, _ = new_figure(size=(8.4, 3.6))
    figure.clear()
    panels = figure.subplots(1, 2)
    for panel, metric, name in zip(panels, ("utilization", "cov"),
                                   ("utilization", "coefficient of variation")):
        grouped_bars(panel, TYPES, ["of their own", "100 ms each"],
                     lambda rtts, kind, metric=metric: chosen(data, rtts=rtts,
                                                              traffic=kind)[metric])
        panel.set_ylabel(name)
        panel.set_xlabel("type")
    figure.suptitle("4 H-TCP flows, 162 ms, buffer 1 MB; round-trip times of short flows",
                    x=0.01, ha="left", fontsize=11)
    legend_beside(panels[1])
    return figure


def fast_typed(ctx):
    """Figure 9 and more: four FAST flows with every type, and with Type I of 10 Mbit/s."""
    typed = with_loaded(ctx, TYPED, rtt=162).assign(load=70)
    return pandas.concat([chosen(typed, protocol="fast"),
                          ctx.data(LIGHT).assign(protocol="fast")])


def draw_fig9(ctx):
    """FAST with much and with little traffic."""
    return over_time(fast_typed(ctx), {"Type I, 10 Mbit/s": {"load": 10},
                                       "Type I, 70 Mbit/s": {"load": 70, "traffic": "I"}},
                     "4 FAST flows, 162 ms, buffer 1 MB", columns=1)


SMALLER = "smaller rate over larger rate"


OVER_SACK = "rate of TCP-SACK over the other's"

PAIRS_OF_FLOWS = {  # figure: rows, metric, its name, flows, upper end of the axis
    "fig10": (same_pairs, "ratio", SMALLER, "2 flows of a protocol, buffer 2 MB", 1.02),
    "fig11": (unequal_pairs, "ratio", SMALLER, "one flow of 162 ms, one as shown; buffer 2 MB",
              1.02),
    "fig12": (friends, "ratio", SMALLER, "TCP-SACK and one other flow, buffer 2 MB", 1.02),
    "over": (friends, "first_over", OVER_SACK, "TCP-SACK and one other flow, buffer 2 MB", None)}


# Figure 11a: CUBIC's ratio is close to that of the round-trip times, SACK's between it and its square
SHORTER = [rtt for rtt in RTTS if rtt <= 162]
SHARES = [rtt / 162 for rtt in SHORTER]
PAPER_RTTS = ({"CUBIC": (SHORTER, SHARES)},
              {"SACK below the ratio of RTTs": (SHORTER, SHARES),
               "SACK above its square": (SHORTER, [one ** 2 for one in SHARES])})


def drawer(figure, traffic):
    """What draws one of figures 10 to 12 with some other traffic."""
    rows, metric, name, flows, top = PAIRS_OF_FLOWS[figure]
    other = "no other traffic" if traffic == "None" else f"Type {traffic}"
    paper, bounds = PAPER_RTTS if figure == "fig11" and traffic == "None" else ({}, {})
    return lambda ctx: by_rtt(chosen(rows(ctx), traffic=traffic), metric, name,
                              f"{flows}, {other}", top, paper, bounds)


def draw_fig13(ctx):
    """Fairness with every type."""
    titles = {"friendly": "beside TCP-SACK, 42 ms", "own": "beside its like, 82 ms",
              "rtt": "162 ms beside 42 ms"}
    figure, _ = new_figure(size=(8.4, 8.4))
    figure.clear()
    for panel, (kind, title) in zip(figure.subplots(3, 1), titles.items()):
        data = by_name(bars_of(ctx, kind))
        grouped_bars(panel, [NAMES[one] for one in MIXED], ["None", *TYPES, "V"],
                     lambda traffic, group, data=data: chosen(
                         data, what=group, traffic=traffic)["ratio"])
        panel.set_ylabel(SMALLER)
        panel.set_title(title, loc="left")
        legend_beside(panel)
    return figure


def left(ctx):
    """Figure 14: with no flow, every protocol's line begins at the same runs."""
    data = ctx.data(LEFT)
    nobody = data[data["flows"] == 0]
    return pandas.concat([data[data["flows"] > 0],
                          *(nobody.assign(protocol=one) for one in PROTOCOLS)])


def draw_fig14(ctx):
    """What the short flows carry."""
    figure, axes = new_figure("flows under study", "rate of short flows (Mbit/s)",
                              "324 ms, buffer 2 MB, Type II", size=(7.2, 4.0))
    data = by_name(left(ctx))
    draw_lines(axes, data, "flows", "short_mbps", "what", "{value}", order=list(NAMES.values()))
    axes.set_ylim(0, 1.1 * data["short_mbps"].max())
    return finish(figure)


def draw_clocks(ctx):
    """What the routers' clocks and the hosts do to RTT-fairness, one changed at a time."""
    data = ratios(ctx.data(CLOCKS))
    rows = []
    for what, change in CLOCK_CHANGES.items():
        some = with_change(data, change, CLOCK_CHANGES)
        rows.append({"changed": what} | {NAMES[one]: mean_ci(chosen(some, protocol=one)["ratio"]).mean
                                         for one in CLOCKED if (some["protocol"] == one).any()})
    return pandas.DataFrame(rows).round(2)


def with_change(data, change, changes):
    """The rows with one of some changes, and none of the others."""
    good = numpy.ones(len(data), dtype=bool)
    for name in {name for one in changes.values() for name in one}:
        good &= has(data, name, change).to_numpy()
    return data[good]


def draw_start(ctx):
    """Slow start up to half of the bandwidth-delay product, beside the variants' own threshold."""
    own = pandas.concat([ctx.data(one) for one in (ALONE, CONTROL, LOADED)])
    rows = []
    for _, run in ctx.data(STARTED).iterrows():
        point = {name: run[name] for name in ("protocol", "rtt", "flows", "traffic")}
        rows.append({"protocol": NAMES[run["protocol"]], "flows": run["flows"], "traffic": run["traffic"],
                     "seed": run["seed"], "utilization": round(run["utilization"], 3),
                     "with the variant's threshold": round(chosen(own, seed=run["seed"], **point)[
                         "utilization"].mean(), 3)})
    return pandas.DataFrame(rows)


def draw_alpha(ctx):
    """FAST with other numbers of packets in queues."""
    own = pandas.concat([ctx.data(LIGHT).assign(protocol="fast", load=10, flows=4),
                         ctx.data(ALONE).assign(load=numpy.nan)])
    own = chosen(own, protocol="fast").assign(alpha=100, alphaMode="Fixed")
    data = pandas.concat([own, ctx.data(ALPHAS)])
    data = data[((data["rtt"] == 324) & (data["flows"] == 2)) | (data["load"] == 10)]
    rows = [{"traffic": "Type I, 10 Mbit/s" if run["load"] == 10 else "none", "RTT (ms)": run["rtt"],
             "flows": run["flows"], "packets": "by the rate" if run["alphaMode"] == "ByRate" else
             f"{run['alpha']:g}", "seed": run["seed"], "utilization": round(run["utilization"], 3),
             "later over earlier flows": round(late_over_early(run["late_flow_mbps"]), 2),
             "packets lost": sum(run["flow_drops"])} for _, run in data.iterrows()]
    return pandas.DataFrame(rows)


def late_over_early(rates):
    """The rate of the later half of the flows over that of the first half."""
    half = len(rates) // 2
    return sum(rates[half:]) / sum(rates[:half])


def draw_scales(ctx):
    """The quick mode's scale beside the paper's."""
    data = ctx.data(SCALES)
    panels = {f"{NAMES[one]}, scale {scale}": {"protocol": one, "scale": scale}
              for one in ("cubic", "stcp") for scale in sorted(set(data["scale"]))
              if (data["protocol"] == one).any()}
    return over_time(data, panels, "2 flows, 162 ms, buffer 2 MB, no other traffic")


def draw_own(ctx):
    """ns-3's variants."""
    data = ctx.data(OWN)
    panels = {name: {"protocol": one} for one, name in NS3.items()
              if (data["protocol"] == one).any()}
    return over_time(data, panels, "ns-3's variants: 2 flows, 162 ms, buffer 2 MB")


VARIABLE = "The round-trip times of short flows differ."
FIRST = "TCP-SACK starts first."
OTHER_RATIO = ("The runs of figure 12: the smaller rate over the larger one does not tell which of the "
               "two is ahead.")
BESIDE = ("ns-3's own congestion controls are not in the paper and cannot be scaled: in the quick "
          "mode they run for 100 s at the paper's scale.")

PAPER = Paper(
    key="background",
    figures=[
        Figure("tab1", "The five types of background traffic", draw_tab1, [],
               "Parameters of the lognormal laws are those of the logarithm. No reading of the "
               "paper's intensities gives its 70 Mbit/s for all types; the last column does."),
        Figure("fig2", "Rates of the background traffic", draw_fig2, [WEB], VARIABLE),
        Figure("fig3a", "Utilization without background traffic", draw_fig3a,
               [ALONE, TODAY_ALONE], BESIDE),
        Figure("fig3b", "Utilization with Type II", draw_fig3b, [LOADED, TODAY_LOADED],
               f"{VARIABLE} {BESIDE}"),
        Figure("fig3c", "Flows and background traffic, one changed at a time", draw_fig3c,
               [CONTROL, ALONE, LOADED],
               "Not in the paper, whose figures 3a and 3b differ in both."),
        Figure("fig4", "Rates over time without background traffic", draw_fig4, [PAIRS],
               "One run."),
        Figure("fig5", "Rates over time with Type II", draw_fig5, [LOADED], "One run."),
        Figure("fig6", "Utilization and buffer", draw_fig6, [BUFFERED, LOADED], VARIABLE),
        Figure("fig7", "Variation of the load", draw_fig7, [LOADED, TODAY_LOADED],
               f"{VARIABLE} {BESIDE}"),
        Figure("fig8", "H-TCP with every background", draw_fig8, [KINDS],
               "With 95 % intervals."),
        Figure("fig9", "FAST with less and with more traffic", draw_fig9, [LIGHT, TYPED, LOADED],
               "One run."),
        Figure("fig10a", "Flows of one protocol", drawer("fig10", "None"), [SAME, PAIRS]),
        Figure("fig10b", "Flows of one protocol with Type V", drawer("fig10", "V"), [SAME, PAIRS]),
        Figure("fig11a", "Flows with different round-trip times", drawer("fig11", "None"),
               [UNEQUAL, SAME, PAIRS]),
        Figure("fig11b", "Flows with different round-trip times, with Type V", drawer("fig11", "V"),
               [UNEQUAL, SAME, PAIRS]),
        Figure("fig12a", "Beside TCP-SACK", drawer("fig12", "None"), [FRIENDS], FIRST),
        Figure("fig12b", "Beside TCP-SACK, with Type V", drawer("fig12", "V"), [FRIENDS], FIRST),
        Figure("over-a", "What is left to TCP-SACK", drawer("over", "None"), [FRIENDS],
               f"{FIRST} {OTHER_RATIO}"),
        Figure("over-b", "What is left to TCP-SACK, with Type V", drawer("over", "V"), [FRIENDS],
               f"{FIRST} {OTHER_RATIO}"),
        Figure("fig13", "Fairness with every background", draw_fig13,
               [MIXTURE, SAME, PAIRS, UNEQUAL, FRIENDS], VARIABLE),
        Figure("fig14", "What is left to the background", draw_fig14, [LEFT], VARIABLE),
        Figure("clocks", "Clocks of routers, and hosts", draw_clocks, [CLOCKS],
               "Not in the paper. The smaller rate over the larger one of two flows, 162 ms beside 42 ms, "
               "2 MB, no other traffic; one thing changed at a time."),
        Figure("start", "Where slow start ends", draw_start, [STARTED, ALONE, CONTROL, LOADED],
               "Not in the paper. Linux keeps the threshold of a route from one connection to the next; "
               "here it is half of the bandwidth-delay product. 324 ms, 1 MB."),
        Figure("alpha", "What FAST keeps in queues", draw_alpha, [ALPHAS, LIGHT, ALONE],
               "Not in the paper, which does not give it. 1 MB."),
        Figure("scales", "The quick mode beside the paper's scale", draw_scales, [SCALES],
               "Not in the paper. With scale 8 all rates, buffers, windows and increments of "
               "windows are an eighth, and times are the same."),
        Figure("own", "ns-3's congestion controls", draw_own, [OWN],
               "Not in the paper. ns-3's classes over IndexedTcpSocket, at the paper's scale, as "
               "their increments cannot be scaled. Compare with figure 4."),
    ],
    # the whole quick set takes long; these need no runs with other traffic
    tested=["tab1", "fig3a", "fig4"],
    experiments=[CAPPED, LONG, FIXED])
