# SPDX-License-Identifier: GPL-2.0-only
"""The figures of frm, and how they are drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_lines, draw_reference, finish, line_figure, new_figure
from hsn.stats import mean_ci
from hsn.tables import chosen, labelled, unrolled

from .runs import (BEARERS, CONDITIONS, EJECTION, INTEGRITY, JITTER, LIMIT, LOSSES, LOSSY, NO_LOSS,
                   ORDER_NAMES, ORDERS, REPAIR, REPAIR_NAMES, SATELLITE, SILENT, SIZES, SPREAD, SUBGROUP, SUPPRESSION,
                   TIMERS, buffer_of, knees)

N = "receivers N"
MRT = "mean response time (ms)"


def draw_table1(ctx):
    """Parameters of the scenario."""
    row = buffer_of(ctx, 32).iloc[0]
    return pandas.DataFrame([
        {"parameter": "buffer B (packets)", "value": str(row["buffer"])},
        {"parameter": "packet S (bytes)", "value": "2000"},
        {"parameter": "time between packets SData (ms)", "value": "10"},
        {"parameter": "user's time for a packet TSData (ms)", "value": "0.5"},
        {"parameter": "processor time x of control message, echo and algorithm (ms)",
         "value": "0.5"},
        {"parameter": "processor time of a packet, 3 x (ms)", "value": "1.5"},
        {"parameter": "links (Mbit/s)", "value": "155.5"},
        {"parameter": "delay of a receiver (ms)", "value": "U[10, 15]"},
        {"parameter": "loss L per packet and receiver", "value": "1e-4 (chosen)"},
        {"parameter": "timer k", "value": "1.5 (chosen)"}])


def draw_fig2(ctx):
    """Release throughput against time."""
    data = chosen(ctx.data(EJECTION), seed=1)
    data = unrolled(data[["minThroughput", "times_s", "throughputs_Bps"]], "minThroughput",
                    "times_s")
    figure, axes = new_figure("time (s)", "release throughput (kbyte/s)")
    names = {0: "without ejection", 180000: "ejection below 180 kbyte/s"}
    for index, (limit, name) in enumerate(names.items()):
        part = chosen(data, minThroughput=limit)
        draw_reference(axes, part["times_s"], part["throughputs_Bps"] / 1000, index, name, "-")
    axes.set_ylim(0, 220)
    return finish(figure)


def draw_fig4(ctx):
    """Mean response time against the group."""
    data = buffer_of(ctx, 32).assign(what="L = 1e-4")
    free = ctx.data(NO_LOSS).assign(what="L = 0")
    return line_figure(pandas.concat([data, free]), "receivers", "mrt_ms", "what", N, MRT, logy=True,
                       label="{value}", paper_bounds={"knee at 150": ([150, 150], [15, 1000])})


def draw_fig5(ctx):
    """The same for buffers."""
    return line_figure(ctx.data(SIZES), "receivers", "mrt_ms", "buffer", N, MRT, logy=True,
                       label="B = {value}")


def draw_knees(ctx):
    """Where the mean response time passes the limit, and the backlog beyond."""
    rows = []
    for buffer, part in ctx.data(SIZES).groupby("buffer"):
        knee = mean_ci(list(knees(part).values()))
        last = part[part["receivers"] == part["receivers"].max()]
        rows.append({"B": buffer, f"N at {LIMIT} ms": f"{knee.mean:.1f} ± {knee.half:.1f}",
                     "largest N": int(part["receivers"].max()),
                     "MRT there (ms)": round(last["mrt_ms"].mean(), 1),
                     "packets that wait at the end there": round(last["backlog"].mean(), 1)})
    return pandas.DataFrame(rows)


def against(experiment, x, y, xlabel, ylabel, by=None, label="{value}", **how):
    """A curve of an experiment."""
    def draw(ctx):
        return line_figure(ctx.data(experiment), x, y, by, xlabel, ylabel, label=label, **how)
    return draw


def draw_orders(ctx):
    """The order of sending."""
    return line_figure(labelled(ctx.data(ORDERS), "order", ORDER_NAMES), "receivers", "mrt_ms", "what", N,
                       MRT, logy=True, label="{value}")


def draw_repair(ctx):
    """What is sent again, and the share of packets that some receiver loses."""
    data = ctx.data(REPAIR)
    data = data.assign(what=[REPAIR_NAMES[both] for both in zip(data["mode"], data["repair"])])
    sizes = sorted(data["receivers"].unique())
    figure, axes = new_figure(N, "retransmissions per packet")
    draw_lines(axes, data, "receivers", "retransmissions_per_packet", "what", "{value}")
    draw_reference(axes, sizes, [1 - (1 - 1e-4) ** size for size in sizes], len(REPAIR_NAMES),
                   "lost by somebody: $1-(1-L)^N$", ":")
    axes.set_yscale("log")
    return finish(figure)


def draw_estimates(ctx):
    """Estimate of the round-trip time against the group."""
    return line_figure(ctx.data(NO_LOSS), "receivers", "smax_rtt_ms", None, N, "smaxRTT (ms)")


def draw_echoes(ctx):
    """What echoes take of the sender's processor."""
    return line_figure(ctx.data(NO_LOSS), "receivers", "echo_share", None, N,
                       "share of the sender's processor for echoes")


def draw_spread(ctx):
    """Echoes over time."""
    data = ctx.data(SPREAD)
    data = data.assign(what=[f"N = {n}, B = {b}" for n, b in zip(data["receivers"],
                                                                 data["buffer"])])
    return line_figure(data, "spread", "mrt_ms", "what", "echoes spread over W (ms)", MRT,
                       label="{value}")


def draw_decisions(ctx):
    """One change each."""
    rows = []
    for experiment, by in ((SUPPRESSION, ["order", "receivers", "suppression"]),
                           (SATELLITE, ["satellite"])):
        for values, part in ctx.data(experiment).groupby(by):
            name = ", ".join(f"{column} {value}" for column, value in zip(by, values))
            rows.append({"what": name, "MRT (ms)": round(part["mrt_ms"].mean(), 1),
                         "rounds per s": round(part["rounds_per_s"].mean(), 2),
                         "retransmissions": round(part["retransmissions"].mean(), 0),
                         "per packet": round(part["retransmissions_per_packet"].mean(), 3),
                         "smaxRTT (ms)": round(part["smax_rtt_ms"].mean(), 1),
                         "waits at the end": round(part["backlog"].mean(), 0)})
    return pandas.DataFrame(rows)


def draw_sockets(ctx):
    """Nodes and sockets."""
    rows = []
    for experiment, by in ((BEARERS, ["bearer", "receivers"]), (LOSSY, ["loss", "receivers"])):
        for (value, number), part in ctx.data(experiment).groupby(by):
            rows.append({"what": f"{by[0]} {value}", "N": number,
                         "MRT (ms)": round(part["mrt_ms"].mean(), 2),
                         "rounds per s": round(part["rounds_per_s"].mean(), 2),
                         "retransmissions": round(part["retransmissions"].mean(), 1),
                         "listed": round(part["listed"].mean(), 1),
                         "with all octets": round(part["complete"].mean(), 1)})
    return pandas.DataFrame(rows)


def draw_integrity(ctx):
    """Receiver 5 of 5 falls silent after 20 s."""
    data = ctx.data(INTEGRITY)
    return pandas.DataFrame([
        {"condition": name, "ends after (s)": "-" if row.ended_s < 0 else f"{row.ended_s:.2f}",
         "because": row.violation}
        for name, row in zip(CONDITIONS, data.itertuples())])


PAPER = Paper(
    key="frm",
    title="Fully Reliable Multicast in Heterogeneous Environments",
    figures=[
        Figure("table1", "Parameters of the simulation", draw_table1, [SIZES]),
        Figure("fig2", "Release throughput with and without ejection", draw_fig2, [EJECTION],
               "Two of ten users need 15 ms for a packet from 20 s on. The paper's axis has 180 "
               "bytes/s, which cannot be."),
        Figure("fig4", "Response time by the number of receivers", draw_fig4, [SIZES, NO_LOSS],
               "B = 32."),
        Figure("fig5", "Response time by receivers and buffer", draw_fig5, [SIZES]),
        Figure("tab5", "Knees of figure 5", draw_knees, [SIZES],
               "Where the response time has passed the limit, it grows with the length of the run."),
        Figure("figa-k", "Response time by the timer, N = 150",
               against(TIMERS, "k", "mrt_ms", "k", MRT), [TIMERS]),
        Figure("figa-handshakes", "Handshakes by the timer, echoes with jitter",
               against(JITTER, "k", "handshakes_per_round", "k", "handshakes per round"), [JITTER],
               "N = 50, no loss, an exponential delay with a mean of 10 ms."),
        Figure("figa-loss", "Response time by the loss, N = 100",
               against(LOSSES, "loss", "mrt_ms", "loss L", MRT), [LOSSES]),
        Figure("figa-rtt", "Estimate of the round-trip time", draw_estimates, [NO_LOSS]),
        Figure("figa-echoes", "The sender's processor and echoes", draw_echoes, [NO_LOSS]),
        Figure("figa-spread", "Echoes spread over time, no loss", draw_spread, [SPREAD],
               "The remedy that the paper proposes."),
        Figure("figa-order", "Response time by the order of sending", draw_orders, [ORDERS]),
        Figure("figa-repair", "Retransmissions by what is repeated", draw_repair, [REPAIR],
               "L = 1e-4. Selective repetition sends what some receiver lacks."),
        Figure("taba", "One change each", draw_decisions, [SUPPRESSION, SATELLITE]),
        Figure("tabb", "By nodes and sockets", draw_sockets, [BEARERS, LOSSY],
               "2000 packets without loss over three bearers; 100 packets with losses, over IP."),
        Figure("taba-integrity", "Integrity conditions", draw_integrity, [INTEGRITY],
               "Receiver 5 of 5 falls silent after 20 s."),
    ],
    experiments=[SILENT, SUBGROUP],
)
