# SPDX-License-Identifier: GPL-2.0-only
"""The figures of sstp: what is run, and how it is drawn."""

import numpy
import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import (STYLE, colour, draw_lines, draw_reference, finish, line_figure, marker,
                      new_figure)
from hsn.sweep import Experiment
from hsn.tables import chosen, named

BOX = "hsn-sstp-box"
MODEL = "hsn-sstp-model"
PATH = "hsn-sstp-path"

RATES = {"500Mbps": 500e6, "100Mbps": 100e6}
ALL = 39062  # segments of 256 packets: 1e7 packets
LOSSES = [1e-4, 1e-3, 1e-2]
WINDOWS = {"500Mbps": [1, 5, 10, 15, 16, 20, 25, 26, 27, 28, 29, 33, 36, 40, 45],
           "100Mbps": [1, 2, 3, 4, 5, 6, 7, 8, 10]}

# E = B of the tolerances (256,E,B)
TOLERANCES = [0, 1, 10, 256]
TOLERANCE_NAMES = {f"(256,{n},{n})": {"maxLoss": n} for n in TOLERANCES}


def tolerances(**point):
    """A point with each tolerance."""
    return [{**point, "maxLoss": n, "maxBurst": n} for n in TOLERANCES]


FIG10 = Experiment("windows", BOX, fixed={"segments": ALL}, quick_fixed={"segments": 6000},
                   grid=[{"rate": rate, "window": w, "loss": p} for rate in RATES
                         for w in WINDOWS[rate] for p in [0, *LOSSES]])
FIG10_MODEL = Experiment("windows-model", MODEL,
                         grid=[{"rate": rate, "loss": p, "mostWindow": WINDOWS[rate][-1]}
                               for rate in RATES for p in LOSSES], fixed={"step": 0.1})

FIG11_LOSSES = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1]
FIG11 = Experiment("random", BOX, fixed={"segments": ALL}, seeds=range(1, 10),
                   quick_seeds=(1, 2, 3),
                   grid=[point for p in FIG11_LOSSES for point in tolerances(loss=p)])
ACCOUNTS = Experiment("accounts", BOX, fixed={"segments": ALL, "loss": 1e-3}, seeds=range(1, 10),
                      grid=[{"maxLoss": 0, "maxBurst": 0},
                            {"maxLoss": 1, "maxBurst": 1},
                            {"maxLoss": 1, "maxBurst": 1, "accounting": "literal"}])

BAD_LOSSES = [1e-3, 1e-2, 1e-1, 0.5, 1]
FIG12 = Experiment("bursty", BOX, fixed={"segments": ALL}, quick_fixed={"segments": 16000},
                   grid=[point for ms, law in ((180, "deterministic"), (180, "exponential"),
                                               (15, "deterministic"))
                         for p in BAD_LOSSES
                         for point in tolerances(badMs=ms, law=law, badLoss=p)])

DURATIONS = [15, 60, 180, 600]
FIG13_LOSSES = [1e-4, 5e-4, 1e-3, 1e-2, 1e-1, 0.3, 1]
SCHEMES = {"SSTP": {"scheme": "sstp"}, "SNR, blocks of 256": {"scheme": "snr", "block": 256},
           "SNR, blocks of 8": {"scheme": "snr", "block": 8}}
FIG13 = Experiment("schemes", BOX, fixed={"segments": ALL}, quick_fixed={"segments": 6000},
                   grid=[{**scheme, "badMs": ms, "badLoss": p} for ms in DURATIONS
                         for p in FIG13_LOSSES for scheme in SCHEMES.values()])
RANDOM_SCHEMES = Experiment("random-schemes", BOX, fixed={"segments": ALL},
                            quick_fixed={"segments": 6000},
                            grid=[{**scheme, "keepPartial": keep, "loss": p} for p in LOSSES
                                  for scheme in SCHEMES.values()
                                  for keep in ((True, False) if "block" in scheme else (True,))])

RECORD = Experiment("record", BOX, grid=[{"loss": 0.02, "window": 1, "segments": 1}],
                    fixed={"record": 4000})
STATES = Experiment("states", BOX, grid=[{"badLoss": 0.5, "badMs": 15, "goodMs": 60}],
                    fixed={"record": 30000, "segments": 100})

DELAY = Experiment("delay", BOX, fixed={"segments": ALL}, quick_fixed={"segments": 10000},
                   grid={"loss": [0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]})
DELAY_MODEL = Experiment("delay-model", MODEL, fixed={"mostWindow": 1},
                         grid={"rate": list(RATES), "loss": [0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]})

# How control PDUs travel: outside the network, or over the path, where some are lost
WAYS = {"ideal, sockets": {"idealControl": True, "controlLoss": 0},
        "over the path": {"idealControl": False, "controlLoss": 0},
        "over the path, 10 % lost": {"idealControl": False, "controlLoss": 0.1}}
CONTROL = Experiment("control", PATH, fixed={"segments": 4000}, quick_fixed={"segments": 600},
                     grid=[{**scheme, **way, "loss": p} for scheme in SCHEMES.values()
                           for p in [0, *LOSSES] for way in WAYS.values()])
BURSTY_CONTROL = Experiment("bursty-control", PATH, fixed={"badMs": 180, "segments": 10000},
                            quick_fixed={"segments": 2000},
                            grid=[{"law": law, "badLoss": p, **WAYS[way]}
                                  for law in ("deterministic", "exponential")
                                  for p in (1e-2, 1e-1, 1)
                                  for way in ("ideal, sockets", "over the path")])
ONE_SHOT = Experiment("one-shot", PATH, fixed={"segments": 400, "loss": 1e-3, "seconds": 100},
                      grid=[{"controlLoss": 0.1, "repeatSnak": repeat} for repeat in (True, False)])

ATTRIBUTES = Experiment("attributes", PATH, fixed={"attributes": True})

# One change each, for the claims that differ in a mode: a shorter round trip, a longer run, other
# runs and a receiver that keeps nothing of an incomplete block
SHORT_TRIP = Experiment("short-trip", BOX, fixed={"segments": ALL}, quick_fixed={"segments": 6000},
                        grid=[{"rate": "500Mbps", "window": 4, "loss": 1e-4, "rtdMs": 12}])
LONG_RUN = Experiment("long-run", BOX, fixed={"segments": ALL},
                      grid=[{"rate": "500Mbps", "window": 29, "loss": 1e-2}])
CHANCE = Experiment("chance", BOX, fixed={"loss": 1e-2}, seeds=range(1, 7),
                    grid=[*[{"scheme": scheme, "keepPartial": True, "segments": n}
                            for n in (6000, ALL) for scheme in ("sstp", "snr")],
                          {"scheme": "snr", "keepPartial": False, "segments": 6000}],
                    quick_grid=[{"scheme": "sstp", "keepPartial": True, "segments": 6000},
                                *[{"scheme": "snr", "keepPartial": keep, "segments": 6000}
                                  for keep in (True, False)]])
TCP = Experiment("tcp", PATH, fixed={"segments": 1000, "seconds": 300, "load": 0.5},
                 quick_fixed={"segments": 300},
                 grid=[{"scheme": scheme, "loss": p} for scheme in ("sstp", "tcp")
                       for p in (0, 1e-5, 1e-4, 1e-3)])


def model_curves(data):
    """The lists of the model program as rows."""
    return pandas.concat([pandas.DataFrame({key: row[key] for key in ("window", "printed",
                                                                      "corrected")})
                          .assign(rate=row["rate"], loss=row["loss"])
                          for _, row in data.iterrows()])


def draw_fig7(ctx):
    """The packets of the first segments that needed more than one round."""
    row = ctx.data(RECORD).iloc[0]
    data = pandas.DataFrame({"time": row["record_ms"], "segment": row["record_segment"],
                             "packet": row["record_packet"], "lost": row["record_lost"]})
    rounds = data.groupby("segment")["time"].agg(lambda times: (numpy.diff(times) > 10).sum())
    segment = rounds.idxmax()
    data = data[data["segment"] == segment]
    figure, axes = new_figure("time (ms)", "packet of the segment")
    arrived, lost = data[data["lost"] == 0], data[data["lost"] == 1]
    axes.plot(arrived["time"], arrived["packet"], ".", color=colour(0), label="sent, arrives")
    axes.plot(lost["time"], lost["packet"], "x", color=colour(1), label="sent, is lost")
    return finish(figure)


def draw_fig8(_ctx):
    """What the simulation consists of."""
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=(6.4, 2.4), layout="constrained")
        axes.axis("off")
        for x, text in ((0.1, "saturated\nsender"),
                        (0.5, "black box:\nrate A, delay RTD/2,\nloss process"),
                        (0.9, "receiver with\ntolerance")):
            axes.text(x, 0.6, text, ha="center", va="center", bbox={"boxstyle": "round", "fc": "w"})
        for start, end, height in ((0.2, 0.36, 0.65), (0.64, 0.79, 0.65), (0.79, 0.2, 0.2)):
            axes.annotate("", (end, height), (start, height), arrowprops={"arrowstyle": "->"})
        axes.text(0.5, 0.08, "PACK, SNAK: out of band, never lost, after RTD + 3 t_p", ha="center")
    return figure


def draw_fig9(ctx):
    """Good and bad states as packets met them."""
    row = ctx.data(STATES).iloc[0]
    times = numpy.array(row["record_ms"])
    lost = numpy.array(row["record_lost"])
    figure, axes = new_figure("time (ms)", "packets lost in 1 ms")
    edges = numpy.arange(0, times[-1], 1.0)
    counts, _ = numpy.histogram(times[lost == 1], edges)
    axes.step(edges[:-1], counts, where="post", color=colour(1), label="lost")
    counts, _ = numpy.histogram(times, edges)
    axes.step(edges[:-1], counts, where="post", color=colour(0), label="sent")
    return finish(figure)


def draw_fig10(rate):
    """Throughput efficiency against the window, at one rate."""
    def draw(ctx):
        data = chosen(ctx.data(FIG10), rate=rate)
        curves = chosen(model_curves(ctx.data(FIG10_MODEL)), rate=rate)
        figure, axes = new_figure("window (segments)", "throughput efficiency")
        for index, p in enumerate(LOSSES):
            model = chosen(curves, loss=p)
            draw_reference(axes, model["window"], model["corrected"], index,
                           f"p = {p:g}, derived again", "-")
            draw_reference(axes, model["window"], model["printed"], index,
                           f"p = {p:g}, as printed", ":")
            rows = chosen(data, loss=p)
            axes.plot(rows["window"], rows["throughput_efficiency"], linestyle="none",
                      marker=marker(index), color=colour(index), label=f"p = {p:g}, simulated")
        axes.set_ylim(0, 1.05)
        return finish(figure)
    return draw


def draw_fig11(ctx):
    """Longest delay against the loss rate."""
    data = named(ctx.data(FIG11), TOLERANCE_NAMES, "tolerance")
    return line_figure(data, "loss", "delay_max_ms", "tolerance", "packet loss probability",
                       "longest delay (ms)",
                       paper_series={"(256,0,0)": ([1e-3], [154]), "(256,1,1)": ([1e-3], [94])},
                       label="{value}", logx=True)


def draw_fig12(ms, law):
    """Longest delay against the loss in bad states."""
    def draw(ctx):
        data = named(chosen(ctx.data(FIG12), badMs=ms, law=law), TOLERANCE_NAMES, "tolerance")
        return line_figure(data, "badLoss", "delay_max_ms", "tolerance",
                           "loss probability in the bad state", "longest delay (ms)",
                           label="{value}", logx=True)
    return draw


def draw_fig13(ms):
    """Throughput efficiency of the schemes against the loss in bad states."""
    def draw(ctx):
        data = named(chosen(ctx.data(FIG13), badMs=ms), SCHEMES, "what")
        return line_figure(data, "badLoss", "throughput_efficiency", "what",
                           "loss probability in the bad state", "throughput efficiency",
                           label="{value}", logx=True, ymin=None)
    return draw


def draw_tab1(ctx):
    """The two schemes, with the defaults of the sockets' attributes."""
    row = ctx.data(ATTRIBUTES).iloc[0]
    sstp, snr = row["sstp"], row["snr"]
    snak = milliseconds(sstp["SnakPeriod"]) or "RTD / 4"
    window = sstp["ErrorWindow"] if int(sstp["ErrorWindow"]) else "segment"
    rows = [("place of loss detection", "receiver", "sender"),
            ("loss detection", "gaps of shipment numbers, loss timer", "countdown of reports"),
            ("unit of error control", f"segment of {sstp['PacketsPerSegment']} packets",
             f"block of {snr['BlockSize']} packets"),
            ("retransmission", "packets",
             "blocks" + (", put together" if snr["KeepPartial"] == "true" else "")),
            ("sender to receiver", "keep-alive, end of stream; when idle",
             f"state, every {milliseconds(snr['ReportInterval'])}"),
            ("receiver to sender", f"PACK; SNAK, repeated every {snak}",
             f"state, every {milliseconds(snr['ReportInterval'])}"),
            ("flow control", f"window of {sstp['WindowSegments']} segments",
             f"window of {snr['WindowPackets']} packets"),
            ("grades of reliability",
             f"(W,E,B) per connection, by default ({window}, {sstp['MaxLoss']}, {sstp['MaxBurst']})",
             "error control or none"),
            ("tolerance counts losses", sstp["ToleranceAccounting"].lower(), ""),
            ("packet", f"{sstp['PacketSize']} bytes", f"{snr['PacketSize']} bytes"),
            ("data rate", megabits(sstp["DataRate"]), megabits(snr["DataRate"])),
            ("round-trip delay", milliseconds(sstp["Rtd"]), milliseconds(snr["Rtd"]))]
    return pandas.DataFrame(rows, columns=["feature", "SSTP", "SNR"])


def megabits(rate):
    """A rate as ns-3 prints it, such as 500000000bps."""
    return f"{float(rate.removesuffix('bps')) / 1e6:g} Mbit/s"


def milliseconds(time):
    """A time as ns-3 prints it, such as +5e+06ns, in milliseconds; empty if it is 0."""
    value = float(time.removesuffix("ns")) / 1e6
    return f"{value:g} ms" if value else ""


# The paper's processing delays per packet, s, and TCP/IP's throughput, bit/s
PROCESSING = {"sending": 273e-6, "receiving": 310e-6}
TCP_IP = 22e6
PACKET_BITS = 8 * 1024


def draw_tab2(_ctx):
    """What the processing delays allow."""
    return pandas.DataFrame([{"end": end, "delay (us)": delay * 1e6,
                              "throughput (Mbit/s)": round(PACKET_BITS / delay / 1e6, 3)}
                             for end, delay in PROCESSING.items()])


def draw_delay(ctx):
    """Mean delay: formula and simulation."""
    data = chosen(ctx.data(DELAY), loss=[1e-5, 1e-4, 1e-3, 1e-2, 1e-1])
    model = chosen(ctx.data(DELAY_MODEL), rate="500Mbps", loss=[1e-5, 1e-4, 1e-3, 1e-2, 1e-1])
    figure, axes = new_figure("packet loss probability", "mean delay (ms)")
    draw_lines(axes, data.assign(what="simulated"), "loss", "delay_mean_ms", "what",
               label="{value}")
    draw_reference(axes, model["loss"], model["receiver_delay_ms"], 1, "D_r", "-")
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    return finish(figure)


def control_row(row, **point):
    """A row of a table: a point, and what was measured there."""
    return {**point, "ThE": round(row["throughput_efficiency"], 4),
            "mean delay (ms)": round(row["delay_mean_ms"], 2),
            "longest delay (ms)": round(row["delay_max_ms"], 2)}


def draw_control(ctx):
    """Ideal control beside the whole protocol, SSTP and SNR."""
    data = ctx.data(CONTROL)
    box = {"SSTP": chosen(ctx.data(FIG10), rate="500Mbps", window=40),
           **{name: chosen(ctx.data(RANDOM_SCHEMES), **SCHEMES[name], keepPartial=True)
              for name in SCHEMES if name != "SSTP"}}
    rows = []
    for name, scheme in SCHEMES.items():
        for p in [0, *LOSSES]:
            for _, row in chosen(box[name], loss=p).iterrows():
                rows.append(control_row(row, scheme=name, p=p, control="ideal, black box"))
            for how, way in WAYS.items():
                row = chosen(data, **scheme, **way, loss=p).iloc[0]
                rows.append({**control_row(row, scheme=name, p=p, control=how),
                             "packets sent again": int(row["repeated"])})
    return pandas.DataFrame(rows)


def draw_bursty_control(ctx):
    """SSTP with bursty losses: ideal control beside the whole protocol."""
    return pandas.DataFrame([control_row(row, durations=row["law"], p_b=row["badLoss"],
                                         control="ideal" if row["idealControl"] else "whole")
                             for _, row in ctx.data(BURSTY_CONTROL).iterrows()])


def draw_accounts(ctx):
    """Strict and literal accounting."""
    data = ctx.data(ACCOUNTS)
    rows = []
    for name, how in {"(256,0,0)": {"maxLoss": 0},
                      "(256,1,1), strict": {"maxLoss": 1},
                      "(256,1,1), literal": {"maxLoss": 1, "accounting": "literal"}}.items():
        part = chosen(data, **how)
        if "strict" in name:
            part = part[part["accounting"] != "literal"]
        rows.append({"tolerance": name, "runs": len(part),
                     "median of the longest delays (ms)": round(part["delay_max_ms"].median(), 2),
                     "segments beyond the tolerance": round(part["violations"].mean(), 1)})
    return pandas.DataFrame(rows)


def draw_tcp(ctx):
    """Delays of segments offered at half the rate, by SSTP and by TCP with SACK."""
    data = ctx.data(TCP)
    figure, axes = new_figure("delay of a segment (ms)", "share of segments")
    for index, scheme in enumerate(("sstp", "tcp")):
        for style, p in zip(("-", "--", "-.", ":"), (0, 1e-5, 1e-4, 1e-3)):
            row = chosen(data, scheme=scheme, loss=p).iloc[0]
            if isinstance(row["application_delay_percentiles_ms"], list):
                draw_reference(axes, row["application_delay_percentiles_ms"],
                               numpy.linspace(0, 1, 101), index,
                               f"{scheme.upper()}, p = {p:g}: {row['goodput_mbps']:.0f} Mbit/s",
                               style)
    axes.set_xscale("log")
    return finish(figure)


PAPER = Paper(
    key="sstp",
    figures=[
        Figure("fig7", "Delivery of a segment, from a recorded run", draw_fig7, [RECORD],
               "500 Mbit/s, one segment at a time, 2 % random loss."),
        Figure("fig8", "Simulation configuration", draw_fig8),
        Figure("fig9", "Bursty loss process, from a recorded run", draw_fig9, [STATES],
               "Good states of 60 ms, bad states of 15 ms with a loss of 50 %."),
        Figure("fig10", "Throughput efficiency against the window, 500 Mbit/s",
               draw_fig10("500Mbps"), [FIG10, FIG10_MODEL, SHORT_TRIP, LONG_RUN]),
        Figure("fig10-slow", "Throughput efficiency against the window, 100 Mbit/s",
               draw_fig10("100Mbps"), [FIG10, FIG10_MODEL]),
        Figure("fig11", "Longest delay against the loss, random losses", draw_fig11, [FIG11],
               "Mean of the repetitions."),
        Figure("fig12", "Longest delay, bad states of exactly 180 ms",
               draw_fig12(180, "deterministic"), [FIG12]),
        Figure("fig12-exponential", "Longest delay, bad states of 180 ms on average",
               draw_fig12(180, "exponential"), [FIG12]),
        Figure("fig12-short", "Longest delay, bad states of exactly 15 ms",
               draw_fig12(15, "deterministic"), [FIG12]),
        *[Figure("fig13" if ms == 180 else f"fig13-{ms}",
                 f"Throughput efficiency of SSTP and SNR, bad states of {ms} ms", draw_fig13(ms),
                 [FIG13, RANDOM_SCHEMES, CHANCE] if ms == 180 else [FIG13])
          for ms in (180, 15, 60, 600)],
        Figure("tab1", "Features of SSTP and SNR", draw_tab1, [ATTRIBUTES]),
        Figure("tab2", "Processing delays", draw_tab2),
        Figure("figx-delay", "Mean delay by formula and simulated", draw_delay,
               [DELAY, DELAY_MODEL]),
        Figure("tabx-control", "Ideal control and the whole protocol, random losses", draw_control,
               [FIG10, RANDOM_SCHEMES, CONTROL, ONE_SHOT],
               "Sockets over ns-3's devices, beside the black box."),
        Figure("tabx-control-bursty", "Ideal control and the whole protocol, bad states of 180 ms",
               draw_bursty_control, [BURSTY_CONTROL], "Sockets of SSTP over ns-3's devices."),
        Figure("tabx-accounts", "Strict and literal accounting", draw_accounts, [ACCOUNTS]),
        Figure("figx-tcp", "Delays of segments by SSTP and by TCP with SACK", draw_tcp, [TCP],
               "The application offers half the rate; delay from the application's sending to its "
               "receiving, in order."),
    ],
    tested=["fig7", "tab2", "fig13"],
)
