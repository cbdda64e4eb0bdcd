# SPDX-License-Identifier: GPL-2.0-only
"""The figures of qos-monitor, and how they are drawn."""

import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_reference, finish, new_figure
from hsn.tables import chosen

from .panel import COLOURS, NAMES, draw_panel, read_table
from .runs import (ALPHAS, ANSWER, FAULTS, FORMULAS, HOSTS, INTERFACE, LIGHT, LINE, OVERFLOW, PATHS,
                   RESERVE, SETUP, TIMELINE, TRANSFER, WAKEUPS)


def one(ctx, experiment, **values):
    """One run."""
    return chosen(ctx.data(experiment), **values).iloc[0]


def draw_throughput(ctx):
    """Figure 5: throughput by time, with everything drawn and without."""
    figure, axes = new_figure("time (s)", "throughput (kbit/s)")
    for index, (monitor, label) in enumerate({"on": "monitor", "gui": "monitor and display",
                                              "off": None}.items()):
        if label:
            run = one(ctx, TRANSFER, monitor=monitor)
            times = run["times_s"][:40]
            draw_reference(axes, times, [value / 1000 for value in run["throughputs_bps"][:40]],
                           index, label, "-")
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_status(ctx):
    """Measured over contract, and the colour."""
    run = one(ctx, FAULTS, sided="Both")
    figure, axes = new_figure("time (s)", "measured / contract")
    times = run["times_s"]
    draw_reference(axes, times, [value / run["contract_bps"] for value in run["throughputs_bps"]],
                   0, "throughput", "-")
    draw_reference(axes, times, [value / run["contract_delay_ms"] for value in run["delays_ms"]],
                   1, "delay", "-")
    axes.set_yscale("log")
    axes.set_ylim(0.05, 200)
    draw_colours(axes, times, run["statuses"], (0.06, 0.02))
    return finish(figure)


def draw_colours(axes, times, statuses, place):
    """A bar with the colours of the light; place: its lower edge and its height."""
    step = times[1] - times[0]
    for value, name in NAMES.items():
        bars = []
        for time, status in zip(times, statuses):
            if status == value and bars and time - sum(bars[-1]) < step / 2:
                bars[-1] = (bars[-1][0], time + step - bars[-1][0])
            elif status == value:
                bars.append((time, step))
        if bars:
            axes.broken_barh(bars, place, color=COLOURS[value], label=name)


def draw_overhead(ctx):
    """Transfer time and records by the monitor."""
    data = ctx.data(TRANSFER)
    return pandas.DataFrame([{
        "monitor": row.monitor, "transfer (s)": round(row.time_s, 3),
        "throughput (kbit/s)": round(row.throughput_bps / 1000, 2), "records": row.events,
        "records/s": round(row.events_per_s, 2), "context switches": row.wakeups,
    } for row in data.itertuples()])


def draw_wakeups(ctx):
    """Records that raise the request line, by what a record costs."""
    data = ctx.data(WAKEUPS)
    figure, axes = new_figure("work for a record (ms)", "request line raised / records")
    draw_reference(axes, data["ce"], data["wakeups"] / data["events"], 0, "three records a packet", "-")
    axes.set_ylim(0, 1.05)
    return finish(figure)


def draw_line(ctx):
    """Errors on the line."""
    return pandas.DataFrame([{
        "bit error rate of the line": row.ber, "bits sent": row.out_bits,
        "bits reported as errors": row.error_bits,
        "their share": row.error_bits / row.out_bits,
        "red since (s)": next((time for time, name in zip(row.change_times_s, row.changes)
                               if name == "red"), None),
    } for row in ctx.data(LINE).itertuples()])


def draw_alphas(ctx):
    """The window of the throughput, without any fault."""
    return pandas.DataFrame([{
        "alpha (ms)": row.alpha, "a packet's step (% of the contract)":
        round(100 * 4800 * 1000 / row.alpha / row.contract_bps, 2),
        "changes of colour in 60 s": len(row.changes),
        "colours": ", ".join(sorted(set(row.changes)))} for row in ctx.data(ALPHAS).itertuples()])


def draw_rates(ctx):
    """Table 3, mapped."""
    rates = dict(ctx.data(FORMULAS).iloc[0]["rates"])
    return pandas.DataFrame([{
        "flow": name, "R(u) (bit/s)": round(values[0]), "R(a) (bit/s)": round(values[1]),
        "segments": values[2], "beta": round(values[3], 6), "R(n) (bit/s)": round(values[4]),
        "exact R(n) (bit/s)": round(values[5])} for name, values in rates.items()])


def draw_catalogue(ctx):
    """Table 4."""
    found = ctx.data(FORMULAS).iloc[0]
    parameters = pandas.DataFrame({"level": found["parameter_levels"], "what": "parameter",
                                   "name": found["parameters"]})
    resources = pandas.DataFrame({"level": found["resource_levels"], "what": "resource",
                                  "name": found["resources"]})
    return pandas.concat([parameters, resources]).groupby(
        ["level", "what"], sort=False)["name"].agg(", ".join).reset_index()


def draw_hosts(ctx):
    """What the MIB has of each transport."""
    rows = []
    for run in ctx.data(HOSTS).itertuples():
        values = {name: "yes" if name in run.present else "absent" for name in run.columns
                  if name in ("throughput", "rtt", "delay", "jitter", "errorBits", "status")}
        rows.append({"transport": run.protocol, **values, "instances in a walk": len(run.walk_names),
                     "requests": run.walk_requests})
    return pandas.DataFrame(rows)


def draw_timeline(ctx):
    """The MIB's stream: a bar of colours for each direction with data of each connection."""
    rows = {}
    for line in read_table(one(ctx, TIMELINE)):
        rows.setdefault((line["connId"][-4:].lstrip("0"), line["direction"]), []).append(line)
    rows = {key: row for key, row in rows.items() if int(row[-1]["octets"]) > 0}
    figure, axes = new_figure("time (s)", "connection, direction")
    for index, row in enumerate(rows.values()):
        draw_colours(axes, [float(line["time_s"]) for line in row],
                     [int(line["status"]) for line in row], (index - 0.3, 0.6))
    axes.set_yticks(range(len(rows)), [f"{key} {direction}" for key, direction in rows])
    axes.invert_yaxis()
    handles, labels = axes.get_legend_handles_labels()
    unique = dict(zip(labels, handles))
    for handle, label in zip(handles, labels):
        if handle is not unique[label]:
            handle.set_label("_again")
    return finish(figure)


def draw_reserve(ctx):
    """Reservations by peak and by mean rate."""
    return pandas.DataFrame([{
        "reserved": run.by, "seed": run.seed, "flows": run.flows,
        "utilization": round(run.utilization, 3), "red intervals": run.red_intervals,
        "share of the time red": round(run.red_share, 3),
        "largest delay (ms)": round(run.worst_delay_ms, 2)}
        for run in ctx.data(RESERVE).itertuples()])


PAPER = Paper(
    key="qos-monitor",
    title="User-to-User QoS: Management and Monitoring",
    figures=[
        Figure("fig5", "Throughput of a connection", draw_throughput, [TRANSFER],
               "The first 40 s. With everything drawn, the transfer takes 27 minutes, and the value is 0 "
               "while the record of the only packet of the window waits for its drawing."),
        Figure("fig6", "The panel", lambda ctx: draw_panel(
            {"XTP, 2 % of the packets lost": one(ctx, HOSTS, protocol="xtp"),
             "XTP (1), after UDP of 12 Mbit/s (2) on the same link": one(ctx, TIMELINE)}),
               [HOSTS, TIMELINE], "Rows of the QoS-MIB of the sending host, and its scalars, read by "
               "SNMP. The dot is the light; - is what the MIB does not have. The error rate is that "
               "of the last report."),
        Figure("overhead", "What the monitor costs", draw_overhead, [TRANSFER]),
        Figure("status", "Traffic light under overload", draw_status, [FAULTS],
               "Cross traffic of 15 Mbit/s from 40 to 80 s; the bar: the colour."),
        Figure("wakeups", "Context switches", draw_wakeups, [WAKEUPS]),
        Figure("line", "A line with bit errors", draw_line, [LINE]),
        Figure("alpha", "Window of the throughput", draw_alphas, [ALPHAS]),
        Figure("table3", "Flows at the three levels", draw_rates, [FORMULAS],
               "Table 3's video needs a compression of 107:1, not the printed 2:1."),
        Figure("table4", "Catalogue of parameters and resources", draw_catalogue, [FORMULAS]),
        Figure("tabx-light", "Redraws", lambda ctx: ctx.data(LIGHT)[
            ["cross", "redraws", "alarms", "events"]], [LIGHT]),
        Figure("tabx-paths", "Round trip and delay", lambda ctx: ctx.data(PATHS)[
            ["segment", "reverse", "rtt_second_ns", "way_ns"]], [PATHS]),
        Figure("tabx-overflow", "Packets lost in the queue", lambda ctx: ctx.data(OVERFLOW)[
            ["lost_bytes", "error_bits", "longest_queue"]], [OVERFLOW]),
        Figure("transports", "What each transport tells", draw_hosts, [HOSTS],
               "2 % of the packets are lost; a walk of the MIB by SNMP from another host."),
        Figure("timeline", "Connections of a host by time", draw_timeline, [TIMELINE],
               "1: XTP; 2: UDP of 12 Mbit/s on the same link from 20 to 30 s, red from there on, as "
               "nothing is sent."),
        Figure("reserve", "Reservations by peak and by mean rate", draw_reserve, [RESERVE]),
        Figure("tabx-setup", "Set-up with a profile", lambda ctx: ctx.data(SETUP)[
            ["delay", "profile", "setup_ms", "agreed_rate"]], [SETUP]),
        Figure("tabx-interface", "A record by three interfaces", lambda ctx: ctx.data(INTERFACE)[
            ["fifo_ns", "socket_ns", "snmp_ns"]], [INTERFACE],
               "CPU time on this machine, real sockets on the loopback."),
    ],
    experiments=[ANSWER],
)
