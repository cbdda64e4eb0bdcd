# SPDX-License-Identifier: GPL-2.0-only
"""The figures of mm-poc: what is run, and how it is drawn.

A run of the program has many repetitions, and prints a list with one value for each.
"""

import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import STYLE, colour, finish, line_figure
from hsn.stats import mean_ci
from hsn.sweep import Experiment
from hsn.tables import chosen

PROGRAM = "hsn-mm-poc"
SCRIPT = "hsn-mm-poc-script"
COMPARE = "hsn-mm-poc-compare"

MODES = {"MPM": "mpm", "PGM": "pgm"}
LOW = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14]
HIGH = [0.15, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3]
ABOVE = [0.15, 0.2, 0.3]  # where claims about "more than 10 %" are decided
LATENESS = [0, 20]


def repeated(name, points, quick, full, **fixed):
    """An experiment of which every point has so many repetitions."""
    return Experiment(name, PROGRAM, grid=[{**point, "repetitions": full} for point in points],
                      quick_grid=[{**point, "repetitions": quick} for point in points],
                      fixed=fixed)


def modes(**point):
    """A point with both managements."""
    return [{"mode": mode, **point} for mode in MODES.values()]


BELOW_LOSS = repeated("below", [point for late in LATENESS for rate in LOW
                                for point in modes(lateMs=late, maxRate=rate)], 10, 100)
ABOVE_LOSS = repeated("above", [point for late in LATENESS for rate in HIGH
                                for point in modes(lateMs=late, maxRate=rate)], 20, 100)
NO_LOSS = repeated("no-loss", [point for late in LATENESS for jitter in (4, 12)
                               for point in modes(lateMs=late, jitterMs=jitter)], 20, 100,
                   loss=0, maxRate=0.15)
WIDE = repeated("wide", modes(), 20, 100, jitterMs=12, maxRate=0.15)
RUNS = repeated("consecutive", [point for k in (1, 2) for point in modes(maxConsecutive=k)],
                10, 100)
SHARES = {"n": 6, "2n": 12, "3n": 18, "4n": 24, "6n": 36, "8n": 48}
WAN = {"delayMs": 100, "rttMs": 200, "drain": 60}  # a round trip of 200 ms, jitter aside
WINDOWS = repeated("windows", [{"window": window} for window in SHARES.values()], 20, 100,
                   mode="mpm", maxRate=0.15, period=6, **WAN)
PERIODS = repeated("periods", [{"period": n} for n in (0, 1, 2, 3, 4, 5, 6, 8)], 10, 100,
                   order="empty", maxRate=1, window=24, **WAN)
REPEATED_FNACK = repeated("fnacks", [{"fnackRepeat": repeat} for repeat in (True, False)], 5, 20,
                          maxRate=0, **WAN)
CONNECTION = repeated("connection", [{"order": "total"}], 5, 20, maxRate=0)
DATAGRAMS = repeated("datagrams", [{"window": window} for window in (64, 0)], 20, 100,
                     order="empty", maxRate=1, declareAtAck=True)
DESYNC = repeated("desynchronisation", [point for late in (0, 10, 20, 40, 60, 79)
                                        for point in modes(lateMs=late)], 10, 100, maxRate=0.2)
VARIANTS = {"barrier every 160 ms": {"order": "barrier-160"}, "only flow 1 waits": {"order":
            "one-way"}, "DeclareAtAck": {"declareAtAck": True}, "HoldReceived off":
            {"holdReceived": False}, "FnackRepeat off": {"fnackRepeat": False},
            "losses to the receiver only": {"lossOnControl": False},
            "devices of 10 Mbit/s": {"rate": "10Mbps"}, "bound in any 100 SDUs":
            {"rateWindow": 100}, "lost after 20 ms": {"lifetimeMs": 20}}
ALTERNATIVES = repeated("alternatives", [point for variant in VARIANTS.values()
                                         for late in LATENESS
                                         for point in modes(lateMs=late, **variant)], 10, 100,
                        maxRate=0.15)
ORDERS = Experiment("orders", SCRIPT, fixed={"drawing": True},
                    grid=[{"order": "figure1"}, {"order": "barrier"}])
SCRIPTS = Experiment("scripts", SCRIPT,
                     grid=[{"mode": mode, "lateMs": late, "maxConsecutive": k}
                           for mode in MODES.values() for late in LATENESS for k in (0, 1)])
SCHEMES = {"MM-POC, MPM": "mpm", "MM-POC, PGM": "pgm", "SSTP": "sstp", "TCP": "tcp", "UDP": "udp"}
TRANSPORTS = Experiment("transports", COMPARE,
                        grid=[{"scheme": scheme, "loss": loss, "repetitions": 10}
                              for scheme in SCHEMES.values()
                              for loss in (0, 0.01, 0.02, 0.05, 0.1, 0.15)],
                        quick_grid=[{"scheme": scheme, "loss": loss, "repetitions": 2}
                                    for scheme in SCHEMES.values()
                                    for loss in (0, 0.01, 0.02, 0.05, 0.1, 0.15)])


def long(data):
    """One row for each repetition: lists of the same length are unrolled."""
    lists = [name for name in data if len(data) and isinstance(data[name].iloc[0], list)]
    return data.explode(lists, ignore_index=True).astype({name: float for name in lists})


def conference(ctx, **values):
    """All repetitions of figures 8 to 10, of some points."""
    return chosen(pandas.concat([long(ctx.data(BELOW_LOSS)), long(ctx.data(ABOVE_LOSS))]), **values)


def retransmissions(data):
    """Retransmissions per SDU of both flows together."""
    return (2 * data["retransmissions1"] + data["retransmissions2"]) / 3


FLOWS = {"association": "atdv_ms", "flow 1": "atdv1_ms", "flow 2": "atdv2_ms"}


def curves(data, title=""):
    """ATDV of association and flows against the acceptable loss, as rows."""
    return pandas.concat([data.assign(what=title + name, value=data[column])
                          for name, column in FLOWS.items()])


def draw_variation(mode, late):
    """ATDV against reliability."""
    def draw(ctx):
        data = curves(conference(ctx, mode=MODES[mode], lateMs=late))
        series = {"association": ([0.1, 0.3], [4, 4])} if mode == "MPM" and late == 0 else None
        return line_figure(data, "maxRate", "value", "what", "acceptable loss R",
                           "mean |D_i - D_i-1| (ms)", paper_series=series, label="{value}")
    return draw


def draw_fig10(ctx):
    """Figures 8 and 9 with the lateness, side by side."""
    with pyplot.rc_context(STYLE):
        figure, both = pyplot.subplots(1, 2, figsize=(9.6, 4.0), sharey=True, layout="constrained")
        for axes, (name, mode) in zip(both, MODES.items()):
            for index, (flow, column) in enumerate(FLOWS.items()):
                groups = conference(ctx, mode=mode, lateMs=20).groupby("maxRate")[column]
                points = [(rate, mean_ci(values)) for rate, values in groups]
                axes.errorbar([rate for rate, _ in points], [ci.mean for _, ci in points],
                              [ci.half for _, ci in points], color=colour(index), label=flow)
            axes.set_title(name)
            axes.set_xlabel("acceptable loss R")
            axes.set_ylim(bottom=0)
            axes.legend()
        both[0].set_ylabel("mean |D_i - D_i-1| (ms)")
    return figure


def draw_order(name):
    """A partial order: media are rows."""
    def draw(ctx):
        row = chosen(ctx.data(ORDERS), order=name).iloc[0]
        edges = list(zip(row["before"], row["after"]))
        place = {}
        for _ in range(len(edges) + 1):  # the longest path from the start
            for before, after in edges:
                place[before] = place.get(before, 0)
                place[after] = max(place.get(after, 0), place[before] + 1)
        with pyplot.rc_context(STYLE):
            figure, axes = pyplot.subplots(figsize=(6.4, 2.6), layout="constrained")
            axes.axis("off")
            spot = {sdu: (x, -int(sdu.split(".")[0])) for sdu, x in place.items()}
            for before, after in edges:
                axes.annotate("", spot[after], spot[before],
                              arrowprops={"arrowstyle": "->", "shrinkA": 12, "shrinkB": 12})
            for sdu, (x, y) in spot.items():
                axes.text(x, y, sdu, ha="center", va="center",
                          bbox={"boxstyle": "circle", "fc": "w"})
            axes.set_xlim(-0.5, max(place.values()) + 0.5)
            axes.set_ylim(min(y for _, y in spot.values()) - 0.5, 0.5)
        return figure
    return draw


def draw_script(ctx):
    """PDUs, deliveries and losses of scripted runs."""
    data = ctx.data(SCRIPTS)
    return pandas.concat([pandas.DataFrame({"management": name, "k": k, "ms, and what happens":
                          chosen(data, mode=mode, lateMs=20, maxConsecutive=k).iloc[0]["trace"]})
                          for name, mode in MODES.items() for k in (0, 1)])


def draw_retransmissions(ctx):
    """Retransmissions per SDU against the acceptable loss."""
    data = conference(ctx, lateMs=0)
    data = data.assign(value=retransmissions(data), what=data["mode"].str.upper())
    return line_figure(data, "maxRate", "value", "what", "acceptable loss R",
                       "retransmissions per SDU", label="{value}")


def draw_desync(ctx):
    """ATDV against the lateness of flow 2."""
    data = long(ctx.data(DESYNC))
    return line_figure(data.assign(what=data["mode"].str.upper()), "lateMs", "atdv_ms", "what",
                       "lateness of flow 2 (ms)", "mean |D_i - D_i-1| (ms)", label="{value}")


def draw_windows(ctx):
    """Blocked time against the window."""
    return line_figure(long(ctx.data(WINDOWS)), "window", "blocked", None, "window W (SDUs), n = 6",
                       "share of time in which flow 1 waits")


def row_of(data, **point):
    """A line of a table: means over the repetitions."""
    return {**point, "ATDV (ms)": round(data["atdv_ms"].mean(), 2),
            "flow 1": round(data["atdv1_ms"].mean(), 2),
            "flow 2": round(data["atdv2_ms"].mean(), 2),
            "mean |D - mean D|": round(data["mad_ms"].mean(), 2),
            "mean D - min D": round(data["excess_ms"].mean(), 2),
            "delays (ms)": f"{data['delay1_ms'].mean():.1f} / {data['delay2_ms'].mean():.1f}",
            "retransmissions per SDU": round(retransmissions(data).mean(), 4),
            "declared": f"{data['declared1'].mean():.0f} / {data['declared2'].mean():.0f}"}


def draw_alternatives(ctx):
    """What other decisions change, R = 15 %."""
    data = long(ctx.data(ALTERNATIVES))
    plain = {"as chosen": conference(ctx, maxRate=0.15)}
    parts = {**plain, **{name: chosen(data, **values) for name, values in VARIANTS.items()}}
    rows = [row_of(chosen(part, mode=mode, lateMs=late), decision=name, management=title,
                   lateness=late)
            for name, part in parts.items() for title, mode in MODES.items() for late in LATENESS]
    wide, free = long(ctx.data(WIDE)), long(ctx.data(NO_LOSS))
    for title, mode in MODES.items():
        rows.append(row_of(chosen(wide, mode=mode), decision="jitter U[0,12]", management=title,
                           lateness=0))
        for jitter in (4, 12):
            rows.append(row_of(chosen(free, mode=mode, jitterMs=jitter, lateMs=0),
                               decision=f"no loss, jitter U[0,{jitter}]", management=title,
                               lateness=0))
    return pandas.DataFrame(rows)


def draw_periods(ctx):
    """Useless copies against the request period, and FNACKs."""
    data = long(ctx.data(PERIODS))
    rows = [{"what": f"n = {n}" if n else "n by the rule", "copies that arrive twice, per 1000 SDUs":
             round(part["useless_per_1000"].mean(), 1)} for n, part in data.groupby("period")]
    again = long(ctx.data(REPEATED_FNACK))
    for repeat, part in again.groupby("fnackRepeat"):
        rows.append({"what": f"R = 0, FNACKs {'repeated' if repeat else 'once'}",
                     "copies that arrive twice, per 1000 SDUs":
                     round(part["useless_per_1000"].mean(), 1),
                     "retransmissions per SDU": round(retransmissions(part).mean(), 3)})
    return pandas.DataFrame(rows)


def draw_transports(ctx):
    """Delay variation of the two media over several transports, against the loss."""
    data = long(ctx.data(TRANSPORTS))
    names = {scheme: name for name, scheme in SCHEMES.items()}
    figure = line_figure(data.assign(what=data["scheme"].map(names)), "loss", "atdv_ms", "what",
                         "share of PDUs that are lost", "mean |D_i - D_i-1| (ms)", label="{value}",
                         ymin=None)
    figure.axes[0].set_yscale("log")
    return finish(figure)


def draw_transport_table(ctx):
    """What arrives, and when, at 10 % loss."""
    data = chosen(long(ctx.data(TRANSPORTS)), loss=[0, 0.1])
    return pandas.DataFrame([
        {"transport": name, "loss": loss, "ATDV (ms)": round(part["atdv_ms"].mean(), 2),
         "mean delay of flow 1 (ms)": round(part["delay_ms"].mean(), 1),
         "longest delay (ms)": round(part["longest_ms"].mean(), 0),
         "delivered": round(part["delivered"].mean(), 3),
         "order violated": round(part["violations"].mean(), 4)}
        for name, scheme in SCHEMES.items()
        for loss, part in chosen(data, scheme=scheme).groupby("loss")])


CONFERENCE = [BELOW_LOSS, ABOVE_LOSS]
PAPER = Paper(
    key="mm-poc",
    title="Multimedia Partial Order Transport Architecture: Design and Implementation",
    authors="M. Fournier, C. Chassot, A. Lozes, M. Diaz",
    venue="PfHSN, 1996",
    figures=[
        Figure("fig1", "A partial order over four media", draw_order("figure1"), [ORDERS],
               "An example: the paper's drawing is lost."),
        Figure("fig7", "The video conference's partial order, three periods",
               draw_order("barrier"), [ORDERS], "Medium 0 is flow 1, every 40 ms."),
        Figure("tab2", "PDUs, deliveries and losses of a scripted run", draw_script, [SCRIPTS],
               "Figures 2 to 6 are architecture, PDUs and algorithms: the first SDU of flow 2 is "
               "lost, flow 2 is 20 ms late, at most k losses in a row."),
        Figure("fig8", "ATDV against reliability, media per media", draw_variation("MPM", 0),
               [*CONFERENCE, NO_LOSS]),
        Figure("fig9", "ATDV against reliability, per group of media", draw_variation("PGM", 0),
               [*CONFERENCE, NO_LOSS]),
        Figure("fig10", "ATDV against reliability, flow 2 is 20 ms late", draw_fig10, CONFERENCE),
        Figure("figa", "Retransmissions per SDU", draw_retransmissions, CONFERENCE),
        Figure("figa-desync", "ATDV against the lateness, R = 20 %", draw_desync, [DESYNC]),
        Figure("figa-window", "Time blocked against the window, RTT 200 ms", draw_windows,
               [WINDOWS]),
        Figure("taba-period", "Useless copies against the request period, RTT 200 ms",
               draw_periods, [PERIODS, REPEATED_FNACK]),
        Figure("taba", "Other decisions, R = 15 %", draw_alternatives,
               [*CONFERENCE, ALTERNATIVES, WIDE, NO_LOSS, RUNS, CONNECTION, DATAGRAMS]),
        Figure("figx-transports", "The two media over other transports", draw_transports,
               [TRANSPORTS], "R = 15 %. An SDU of SSTP is a segment of packets of 100 bytes, of "
               "which 15 % may be missing: more and smaller packets, and no order between media."),
        Figure("tabx-transports", "What arrives over other transports", draw_transport_table,
               [TRANSPORTS]),
    ],
    tested=["fig8", "fig9", "tab2", "taba-period"],
)
