# SPDX-License-Identifier: GPL-2.0-only
"""The figures of nif, and how they are drawn."""

import numpy
import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import (STYLE, colour, draw_lines, draw_paper, draw_reference, finish, line_figure,
                      new_figure)
from hsn.tables import chosen, named

from .checks import NAMES, SYSTEMS, WAYS, rate, runs
from .runs import (ARRIVALS, BUFFERS, COALESCE, DEADLINES, EARLY, EQUAL_COST, FCFS, FREE, HOLDERS,
                   HOSTS, JITTER, LATENCY, LOAD, LOADS, OTHERS, PACKETS, PERIODS, POLICIES,
                   PROCESSORS, SEND, SHARE, STREAMS, TABLE, TABLE3, TABLE4, THROUGHPUT, TOGETHER,
                   TRANSPARENT, VARIANTS)

PLACES = ["in its pool", "with the driver", "queued", "in process"]
KINDS = ["in order of arrival", "BSD", "BSD by priority", "client for each",
         "preemptive threads", "deadline/workahead"]
LEVELS = ["interrupt", "software interrupt", "thread"]


def draw_framework(ctx):
    """Figure 1: what is registered with a driver, and the frames that each got."""
    row = ctx.data(BUFFERS).iloc[0]
    got = [f"{count:g}" for count in row["to_clients"]]
    boxes = {"adapter": (0, 1), "driver\ntype to client": (1, 1)}
    clients = {f"type 7, PeekOnly\n{got[0]} frame": (2, 2),
               f"type 6, MustReturn\n{got[1]} frames, copied": (2, 1),
               f"default, SwapOrReturn\n{got[2]} frames, of 2 types": (2, 0)}
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=(6.4, 2.8), layout="constrained")
        axes.axis("off")
        pairs = [("adapter", "driver\ntype to client")]
        pairs += [("driver\ntype to client", name) for name in clients]
        spots = {**boxes, **clients}
        for before, after in pairs:
            axes.annotate("", spots[after], spots[before],
                          arrowprops={"arrowstyle": "->", "shrinkA": 30, "shrinkB": 52})
        for name, (x, y) in spots.items():
            axes.text(x, y, name, ha="center", va="center", bbox={"boxstyle": "round", "fc": "w"})
        axes.set_xlim(-0.3, 2.6)
        axes.set_ylim(-0.5, 2.5)
    return figure


def draw_policies(ctx):
    """Figure 2: where a client's buffers are, and what the host does."""
    with pyplot.rc_context(STYLE):
        figure, all_axes = pyplot.subplots(3, 1, figsize=(6.4, 6.6), sharex=True,
                                           layout="constrained")
        for axes, policy in zip(all_axes, POLICIES):
            row = chosen(ctx.data(BUFFERS), policy=policy).iloc[0]
            trace = pandas.DataFrame({"time": row["times_ms"], "place": row["places"],
                                      "count": row["counts"]})
            end = max(row["ends_ms"]) + 1
            for place, part in trace.groupby("place"):
                # at the beginning all four are in the pool
                times = [0, *part["time"], end]
                counts = [4 if place == 0 else 0, *part["count"], part["count"].iloc[-1]]
                axes.step(times, counts, where="post", color=colour(place), label=PLACES[place])
            for level, name in enumerate(LEVELS):
                bars = [(begin, stop - begin) for begin, stop, at in
                        zip(row["begins_ms"], row["ends_ms"], row["levels"]) if at == level]
                if bars:
                    axes.broken_barh(bars, (-1.2, 0.8), color=colour(4 + level), label=name)
            axes.set_title(f"{policy}: {row['trace_received']} of 5 packets received")
            axes.set_ylabel("buffers")
            axes.set_yticks(range(5))
            if trace.empty:
                axes.text(3, 2, "no buffer of its own", va="center")
            axes.legend(loc="upper right", fontsize="small")
        all_axes[-1].set_xlabel("time (ms); five packets arrive at 1 ms")
        all_axes[-1].set_xlim(0.5, 19)
    return figure


def draw_throughput(message):
    """Tables 1 and 2."""
    def draw(ctx):
        return pandas.DataFrame([
            {"system": system, **{f"{way} (KB/s)": f"{rate(ctx, system, way, message):.1f} "
                                  f"({TABLE[message][system, way]})" for way in WAYS}}
            for system in SYSTEMS])
    return draw


def draw_periods(host, paper):
    """Tables 3 and 4."""
    def draw(ctx):
        rows = []
        for n in STREAMS:
            data, (variance, longest, shortest) = runs(ctx, host, n), paper[n]
            rows.append({"streams": NAMES[n],
                         "longest (ms)": f"{data['max_ms'].mean():.1f} ({longest})",
                         "shortest (ms)": f"{data['min_ms'].mean():.1f} ({shortest})",
                         "variance (ms²)": f"{data['variance_ms2'].mean():.2f} ({variance})",
                         "at the adapter": round(data["network_variance_ms2"].mean(), 2),
                         "processor busy (%)": round(data["cpu_percent"].mean(), 1),
                         "network busy (%)": round(data["network_percent"].mean(), 1)})
        return pandas.DataFrame(rows)
    return draw


def draw_variance(ctx):
    """Variance against the number of streams, all kinds of hosts."""
    data = pandas.concat([named(ctx.data(JITTER), HOSTS), named(ctx.data(OTHERS), VARIANTS)])
    with pyplot.rc_context(STYLE):
        figure, both = pyplot.subplots(1, 2, figsize=(9.6, 4.2), sharey=True, layout="constrained")
        for axes, network, paper in zip(both, ("Ethernet", "ATM"), (TABLE3, TABLE4)):
            order = [f"{kind}, {network}" for kind in KINDS]
            draw_lines(axes, data, "streams", "variance_ms2", "what", "{value}", order=order)
            draw_paper(axes, STREAMS, [paper[n][0] for n in STREAMS],
                       0 if network == "Ethernet" else KINDS.index("client for each"))
            axes.set_title(network)
            axes.set_xlabel("TCP streams")
            axes.set_yscale("log")
            axes.set_xticks(STREAMS)
        both[0].set_ylabel("variance of interframe periods (ms²)")
        handles, names = both[1].get_legend_handles_labels()
        names = [name.replace(", ATM", "") for name in names]
        figure.legend(handles, names, loc="outside lower center", ncols=4)
    return figure


def draw_others(ctx):
    """What other decisions change."""
    parts = {**{f"{name}, {NAMES[n]}": chosen(ctx.data(OTHERS), **host, streams=n)
                for name, host in VARIANTS.items() for n in (1, 3)},
             "without protocol work": ctx.data(FREE), "two processors": ctx.data(PROCESSORS),
             "three packets a frame": ctx.data(PACKETS)}
    for name, host in (("in order of arrival", FCFS), ("client for each", EARLY)):
        for n in (1, 2, 3):
            parts[f"3 ms for each packet, bursts of 3: {name}, {NAMES[n]}"] = chosen(
                ctx.data(EQUAL_COST), **host, streams=n)
    return pandas.DataFrame([{"decision": name,
                              "variance (ms²)": round(data["variance_ms2"].mean(), 2),
                              "longest (ms)": round(data["max_ms"].mean(), 1),
                              "shortest (ms)": round(data["min_ms"].mean(), 1),
                              "processor busy (%)": round(data["cpu_percent"].mean(), 1)}
                             for name, data in parts.items()])


def draw_distribution(ctx):
    """Distribution of interframe periods."""
    figure, axes = new_figure("interframe period (ms)", "share of longer or shorter periods")
    for index, (name, host) in enumerate({"in order of arrival, Ethernet": FCFS,
                                          "client for each, ATM": EARLY}.items()):
        values = numpy.sort(chosen(ctx.data(PERIODS), **host).iloc[0]["periods_ms"])
        below = (numpy.arange(len(values)) + 1) / len(values)
        draw_reference(axes, values, numpy.minimum(below, 1 - below + 1 / len(values)), index,
                       name, "-")
    axes.set(yscale="log", ylim=(None, 4))  # room for the legend above the curves
    axes.legend(loc="upper right")
    return figure


def draw_share(ctx):
    """The processor's share for a user's program."""
    data = named(ctx.data(SHARE), {"BSD": {"client": "bsd"},
                                   "shepherds below the program": {"client": "late"}})
    figure, axes = new_figure("packets per second", "share of the user's program")
    draw_lines(axes, data, "rate", "user_share", "what", "{value}", line="")
    rates = numpy.linspace(0, 400, 101)
    for index, (name, cost) in enumerate({"1 - 3.17 ms λ": 3.17e-3, "1 - 0.15 ms λ": 0.15e-3
                                          }.items()):
        draw_reference(axes, rates, numpy.maximum(0, 1 - rates * cost), index, name)
    return finish(figure)


def draw_latency(ctx):
    """From arrival to the client and to the begin of protocol work, 20 packets at once."""
    figure, axes = new_figure("packets that arrived before, of 20 at once", "time (ms)")
    data = ctx.data(TOGETHER)
    for index, (name, client, column) in enumerate([
            ("to the client, in the interrupt", "late", "latencies_ms"),
            ("to protocol work, BSD", "bsd", "begins_ms"),
            ("to protocol work, shepherds", "late", "begins_ms")]):
        values = chosen(data, client=client).iloc[0][column]
        draw_reference(axes, range(len(values)), values, index, name, "none", markers=True)
    places = numpy.arange(20)
    draw_reference(axes, places, 0.15 * (places + 1), 0, "(i+1) 0.15 ms")
    draw_reference(axes, places, 3.21 + 3 * places, 1, "3.21 ms + i 3 ms")
    return finish(figure)


def draw_isolation(ctx):
    """A client beside one that keeps all buffers."""
    data = ctx.data(HOLDERS)
    free, held = chosen(data, hold=0), chosen(data, hold=1)
    parts = {"a client, if the other one returns its buffers": (free, free["received"] / 2),
             "a client, if the other one keeps all of its buffers": (held, held["received"]),
             "the one that keeps them": (held, held["sent"] / 2 - held["others_starved"])}
    data = pandas.concat([part.assign(flow=part["rate"] / 2, value=received / 20, what=name)
                          for name, (part, received) in parts.items()])
    return line_figure(data, "flow", "value", "what", "packets per second for each of the two",
                       "packets per second received", label="{value}")


def draw_load(ctx):
    """Goodput against offered load."""
    data = named(ctx.data(LOAD), LOADS)
    figure = line_figure(data, "rate", "goodput_per_s", "what", "packets per second offered",
                         "packets per second through the application", label="{value}")
    draw_reference(figure.axes[0], [0, 15000], [0, 15000], 7, "all", ":")
    return finish(figure)


def draw_coalescing(ctx):
    """What coalescing costs and gains."""
    data = ctx.data(COALESCE)
    return pandas.DataFrame({
        "frames of an interrupt": data["coalesce"],
        "interrupts per packet": (data["interrupts"] / data["sent"]).round(3),
        "mean time to delivery (ms)": data["mean_delivery_ms"].round(3),
        "share of a user's program": data["user_share"].round(3)})


def draw_deadlines(ctx):
    """Deadlines missed."""
    names = {"late": "in order of arrival", "early": "static priorities",
             "deadline": "deadline/workahead"}
    rows = []
    for client, name in names.items():
        data = chosen(ctx.data(DEADLINES), client=client)
        rows.append({"scheduling": name,
                     **{f"{video.upper()}: missed of {data[f'packets_{video}'].sum()}":
                        data[f"missed_{video}"].sum() for video in ("a", "b")},
                     "B: variance of periods (ms²)": round(data["variance_b_ms2"].mean(), 2)})
    return pandas.DataFrame(rows)


def draw_send(ctx):
    """Video among other frames to be sent."""
    data = ctx.data(SEND)
    return pandas.DataFrame({"scheduling": data["scheduling"],
                             "video frames": data["frames"],
                             "mean wait (ms)": data["mean_wait_ms"].round(3),
                             "longest wait (ms)": data["longest_wait_ms"].round(3)})


def draw_transparent(ctx):
    """Hosts that cost nothing."""
    row = ctx.data(TRANSPARENT).iloc[0]
    return pandas.DataFrame([{"random runs": row["runs"], "of them TCP": row["tcp"],
                              "packets": row["packets"],
                              "equal in octets and nanoseconds": row["equal"]}])


PAPER = Paper(
    key="nif",
    title="A Fast, Flexible Network Interface Framework",
    authors="W. Liao, S. Tan, R. Campbell",
    venue="Protocols for High-Speed Networks V, 1996",
    figures=[
        Figure("fig1", "The framework: driver, types, clients", draw_framework, [BUFFERS],
               "Five frames that arrived, and where they went."),
        Figure("fig2", "Buffers of a client by policy", draw_policies, [BUFFERS],
               "Recorded: a pool of four buffers, five packets at once, two threads."),
        Figure("tab1", "Throughput, messages of 1 KB", draw_throughput(1), [THROUGHPUT],
               "The paper's numbers are in brackets."),
        Figure("tab2", "Throughput, messages of 4 KB", draw_throughput(4), [THROUGHPUT],
               "The paper's numbers are in brackets."),
        Figure("tab3", "Interframe periods in order of arrival, Ethernet",
               draw_periods(FCFS, TABLE3), [JITTER, FREE], "The paper's numbers are in brackets."),
        Figure("tab4", "Interframe periods with a client for each stream, ATM",
               draw_periods(EARLY, TABLE4), [JITTER], "The paper's numbers are in brackets."),
        Figure("figx1", "Variance of interframe periods", draw_variance,
               [JITTER, OTHERS, PROCESSORS], "Crosses: the paper's tables 3 (Ethernet, in order of "
               "arrival) and 4 (ATM, a client for each)."),
        Figure("figx2", "Distribution of interframe periods, 3 TCP streams", draw_distribution,
               [PERIODS]),
        Figure("figx3", "Processor left for a user's program", draw_share, [SHARE]),
        Figure("figx4", "Time from arrival to client and stack", draw_latency,
               [TOGETHER, LATENCY, ARRIVALS]),
        Figure("figx5", "A client beside one that never returns a buffer", draw_isolation,
               [HOLDERS]),
        Figure("figx6", "Goodput against offered load: receive livelock", draw_load, [LOAD],
               "Poisson packets at a faster host: 50 µs an interrupt, 10 µs a frame in it, 80 µs of "
               "protocol work, 60 µs of the application."),
        Figure("tabx-coalescing", "Interrupts for several frames, 3000 packets per second",
               draw_coalescing, [COALESCE]),
        Figure("tabx-deadlines", "Deadlines missed, 3 TCP streams, ATM", draw_deadlines,
               [DEADLINES], "A: 8 frames every 800 ms, deadline 100 ms; B: a frame every 40 ms, "
               "deadline 12 ms."),
        Figure("tabx-send", "A video frame among 20 others to be sent, Ethernet", draw_send,
               [SEND]),
        Figure("tabx-others", "Other decisions", draw_others,
               [OTHERS, FREE, PROCESSORS, PACKETS, EQUAL_COST]),
        Figure("tabx-transparent", "Hosts that cost nothing change nothing", draw_transparent,
               [TRANSPARENT]),
    ],
    tested=["fig1", "fig2", "tab1", "tab2", "tab3", "tab4", "figx1", "figx3", "figx4", "figx5",
            "tabx-send", "tabx-deadlines"],
)
