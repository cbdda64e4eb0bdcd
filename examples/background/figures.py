# SPDX-License-Identifier: GPL-2.0-only
"""The figures of background: what is run, and how it is drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import colour, draw_lines, finish, new_figure
from hsn.sweep import Experiment
from hsn.tables import chosen, labelled

PROGRAM = "hsn-background"

NAMES = {"cubic": "CUBIC", "bic": "BIC", "htcp": "H-TCP", "hstcp": "HSTCP", "stcp": "STCP",
         "fast": "FAST", "sack": "TCP-SACK"}
PROTOCOLS = list(NAMES)
RTTS = [16, 22, 42, 82, 162, 324]  # ms
MB = 1000000

# The quick mode divides rates, buffers, windows and their growth by 8; times are the paper's.
SCALED = {"scale": 8}
QUICK_RTTS = [42, 324]


def grid(rtts, protocols=PROTOCOLS, **more):
    """All protocols at all round-trip times."""
    return [{"protocol": protocol, "rtt": rtt, **more} for protocol in protocols for rtt in rtts]


def flows(name, points, quick_points, **fixed):
    """Runs of 600 s, measured from 35 s on."""
    return Experiment(name, PROGRAM, points, fixed=fixed, seeds=range(1, 6),
                      quick_grid=quick_points, quick_fixed=SCALED, quick_seeds=(1,),
                      timeout=4 * 3600)


ALONE = flows("alone", grid(RTTS), grid(QUICK_RTTS), flows=2, buffer=MB, traffic="None")
# Figure 4; ALONE has another buffer
PAIRS = flows("pairs", grid([162]), grid([162], [one for one in PROTOCOLS if one != "sack"]),
              flows=2, buffer=2 * MB, traffic="None", series=True)

# Figure 11 without other traffic: the first flow has 162 ms, the second one less
SHORTER = [16, 22, 42, 82]  # ms
UNEQUAL = flows("unequal", grid(SHORTER, firstRtt=162), grid([42], firstRtt=162), flows=2,
                buffer=2 * MB, traffic="None")


def by_name(data):
    """Rows with the protocols' names in the order of the figures."""
    return labelled(data, "protocol", NAMES)


def draw_by_rtt(data, value, ylabel, title):
    """A metric of every protocol against the round-trip time."""
    figure, axes = new_figure("round-trip time (ms)", ylabel, title, size=(7.2, 4.0))
    draw_lines(axes, by_name(data), "rtt", value, "what", "{value}", order=list(NAMES.values()))
    axes.set_ylim(bottom=0)
    axes.set_xscale("log")
    axes.set_xticks(RTTS, [str(rtt) for rtt in RTTS])
    axes.minorticks_off()
    return finish(figure)


def draw_fig3a(ctx):
    """Utilization without other traffic."""
    return draw_by_rtt(ctx.data(ALONE), "utilization", "utilization",
                       "2 flows, buffer 1 MB, no other traffic")


def ratios(data):
    """Rows with the smaller rate over the larger one from the second flow's start on."""
    rates = pandas.DataFrame(data["late_flow_mbps"].tolist(), index=data.index)
    return data.assign(ratio=rates.min(axis=1) / rates.max(axis=1))


def draw_fig11a(ctx):
    """RTT-fairness without other traffic."""
    return draw_by_rtt(ratios(ctx.data(UNEQUAL)), "ratio", "smaller rate over larger rate",
                       "one flow of 162 ms, one as shown; buffer 2 MB")


def draw_fig4(ctx):
    """The rates of two flows in each second of one run, a panel for each protocol."""
    data = ctx.data(PAIRS)
    data = data[data["seed"] == data["seed"].min()]
    figure, _ = new_figure(size=(9.0, 6.6))
    figure.clear()
    panels = figure.subplots(3, 2, sharex=True, sharey=True)
    figure.suptitle("2 flows, 162 ms, buffer 2 MB, no other traffic", x=0.01, ha="left", fontsize=11)
    for panel, protocol in zip(panels.flat, [one for one in PROTOCOLS if one != "sack"]):
        run = chosen(data, protocol=protocol)
        panel.set_title(NAMES[protocol], loc="left")
        if run.empty:
            continue
        panel.plot(run["total_mbps_by_second"].iloc[0], color="0.6", linewidth=0.8, label="total")
        for flow in (1, 2):
            panel.plot(run[f"flow_{flow}_mbps_by_second"].iloc[0], color=colour(flow - 1),
                       linewidth=0.8, label=f"flow {flow}")
    panels[0][1].legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    figure.supxlabel("time (s)")
    figure.supylabel("rate (Mbit/s)")
    return figure


def draw_tab1(ctx):
    """Table 1, with the rates that carry 70 Mbit/s."""
    return pandas.DataFrame(
        [("I", "93 % lognormal(9.357, 1.318), 7 % Pareto(1.1, 133 KB)", "0.2", 103),
         ("II", "70 % lognormal(9.357, 1.318), 30 % Pareto(1.1, 1 MB)", "0.6", 5.2),
         ("III", "90 % Type I, 10 % Pareto(1.1, 3 MB)", "0.2", 6.0),
         ("IV", "lognormal(13.357, 1.318)", "not given", 5.83),
         ("V", "Type II and 12 long-lived flows", "as II", 5.2)],
        columns=["type", "sizes, bytes", "intensity in the paper", "flows per second here"])


PAPER = Paper(
    key="background",
    title="Impact of background traffic on performance of high-speed TCP variant protocols",
    authors="S. Ha, L. Le, I. Rhee, L. Xu",
    venue="Computer Networks 51(7), 2007",
    figures=[
        Figure("tab1", "The five types of background traffic", draw_tab1, [],
               "Parameters of the lognormal laws are those of the logarithm. No reading of the "
               "paper's intensities gives its 70 Mbit/s for all types; the last column does."),
        Figure("fig3a", "Utilization without background traffic", draw_fig3a, [ALONE]),
        Figure("fig4", "Rates over time without background traffic", draw_fig4, [PAIRS],
               "One run. The second flow starts at 130 s."),
        Figure("fig11a", "Rates of flows with different round-trip times", draw_fig11a, [UNEQUAL],
               "From 130 s on, when the second flow starts."),
    ])
