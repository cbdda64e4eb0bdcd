# SPDX-License-Identifier: GPL-2.0-only
"""The figures of tear: what is run, and how it is drawn."""

import math

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import (draw_lines, draw_paper, draw_paper_bound, draw_reference, finish,
                      new_figure)
from hsn.stats import mean_ci, ratio_ci
from hsn.sweep import Experiment
from hsn.tables import chosen

from .printed import ROWS, SIZES

PROGRAM = "hsn-tear"
CBR = "hsn-tear-cbr"
MODEL = "hsn-tear-model"

SEEDS, QUICK_SEEDS = range(1, 51), range(1, 21)
NAMES = {"tcp": "TCP", "tear": "TEAR", "tfrc": "TFRC"}
SKIP = 10  # s that no mean counts


def mixes(name, points, **fixed):
    """An experiment: flows of several protocols on one path."""
    return Experiment(name, PROGRAM, fixed=fixed, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                      grid=[dict(zip(NAMES, point)) for point in points])


# TCP, TEAR and TFRC flows at a time
INTERNET = mixes("internet", [(1, 0, 0), (0, 1, 0), (0, 4, 0), (1, 1, 0), (2, 2, 0), (4, 1, 0),
                              (4, 4, 0)])
LEAVING = mixes("leaving", [(4, 4, 0)], tcpStop=75)
RIVALS = mixes("rivals", [(0, 0, 1), (0, 0, 4), (4, 0, 0), (1, 0, 1), (2, 0, 2), (4, 0, 4),
                          (0, 2, 2)])
STEP = mixes("step", [(1, 0, 0), (0, 1, 0), (0, 0, 1)], laterRate=150000)
RADIO_POINTS = [(1, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 0), (2, 2, 0)]
RADIO = mixes("is95b", RADIO_POINTS, path="is95b", duration=300)
RADIO_RIVALS = mixes("is95b-rivals", [(0, 0, 1), (0, 0, 2), (1, 0, 1), (2, 0, 2), (0, 1, 1)],
                     path="is95b", duration=300)
THRESHOLD = Experiment("threshold", PROGRAM, [{"r1": 800, "r2": 1200}, {"r1": 1000, "r2": 1000}],
                       fixed={"tear": 1, "path": "is95b", "duration": 300}, seeds=SEEDS,
                       quick_seeds=QUICK_SEEDS)

# One decision changed at a time
DECISIONS = {"as specified": {}, "round sample at its end": {"roundSample": "EndCwnd"},
             "packets of 1000 bytes": {"packet": 1000}, "packets of 1500 bytes": {"packet": 1500},
             "FIFO of 8 packets": {"buffer": 8}, "FIFO of 15 packets": {"buffer": 15},
             "FIFO of 40 packets": {"buffer": 40}, "no cross traffic": {"crossTraffic": 0},
             "cross traffic of 60 kb/s": {"crossTraffic": 60000},
             "cross traffic of 100 kb/s": {"crossTraffic": 100000},
             "1 % of packets lost at random": {"loss": 0.01},
             "TCP without SACK": {"sack": False}, "receiver's round-trip times":
             {"rttSource": "Receiver"}}
RADIO_DECISIONS = {"as specified": {}, "sender's round-trip times": {"rttSource": "Sender"},
                   "MinWindow 1": {"minWindow": 1}, "epochs end at cuts only": {"epochs": "cuts"},
                   "one threshold of 1 s": {"r1": 1000, "r2": 1000}}
DECIDED = Experiment("decisions", PROGRAM, [{"tcp": 1, "tear": 1, **how}
                                            for how in DECISIONS.values()],
                     seeds=SEEDS, quick_seeds=QUICK_SEEDS)
RADIO_DECIDED = Experiment("radio-decisions", PROGRAM, [*RADIO_DECISIONS.values()],
                           fixed={"tear": 1, "path": "is95b", "duration": 300}, seeds=SEEDS,
                           quick_seeds=QUICK_SEEDS)

FIFOS = (15, 25, 40, 80)  # packets
FIFO = Experiment("fifo", PROGRAM, [{"tcp": n, "tear": n, "buffer": size} for n in (1, 2, 4)
                                    for size in FIFOS], seeds=SEEDS, quick_seeds=QUICK_SEEDS)

HOURS = (10, 13, 16, 19)
BULK = Experiment("bulk", PROGRAM, [{**one, "bytes": 1024 * size, "hour": hour} for one in
                                    ({"tcp": 1}, {"tear": 1}) for size in SIZES for hour in HOURS],
                  fixed={"path": "is95c-bulk", "packet": 576, "transfers": 400},
                  quick_fixed={"transfers": 100})

LINK = Experiment("link", CBR, [{"rate": rate} for rate in (30, 60, 80)] +
                  [{"rate": 30, "sources": 4}], fixed={"network": "is95c"}, seeds=SEEDS,
                  quick_seeds=QUICK_SEEDS)
FADES = Experiment("fades", CBR, [{"rate": rate} for rate in (30, 60)],
                   fixed={"network": "is95c-fades"}, seeds=SEEDS, quick_seeds=QUICK_SEEDS)
RATES = (*range(10, 60, 10), *range(46, 70, 2), *range(70, 121, 10))
LOADS = Experiment("loads", CBR, {"rate": sorted(set(RATES)), "network": ["is95b", "is95c"]},
                   fixed={"seconds": 600}, quick_fixed={"seconds": 200}, seeds=range(1, 11),
                   quick_seeds=range(1, 5))
FILTER = Experiment("filter", MODEL, grid={"epochs": [100000]})


def flows_of(row, protocol):
    """The rates of each flow of a protocol in a run: a list of arrays, kb/s by bin."""
    return [numpy.asarray(flow["kbps"]) for flow in row["flows"] if flow["protocol"] == protocol]


def sender_rates(row):
    """The rates at which TEAR's senders may send: a list of arrays, kb/s at the end of each bin."""
    return [numpy.asarray(flow["sender_kbps"]) for flow in row["flows"]
            if flow["protocol"] == "tear"]


def mix(data, tcp=0, tear=0, tfrc=0):
    """The runs of one mix."""
    return chosen(data, tcp=tcp, tear=tear, tfrc=tfrc)


def draw_rates(ctx, experiment, point, cumulative, only=None):
    """Rates, or means since the start, of the flows of the first repetition."""
    row = mix(ctx.data(experiment), *point).iloc[0]
    figure, axes = new_figure("time (s)",
                              "throughput since the start (kb/s)" if cumulative else "rate (kb/s)")
    with_number = sum(point) > 1
    index = 0
    for protocol, name in NAMES.items():
        for number, rates in enumerate(flows_of(row, protocol)):
            if only is not None and number >= only:
                continue
            times = row["bin"] * (1 + numpy.arange(len(rates)))
            values = numpy.cumsum(rates) / (1 + numpy.arange(len(rates))) if cumulative else rates
            label = f"{name} {number + 1}" if with_number else name
            draw_reference(axes, times, values, index, label, "-" if protocol == "tcp" else "--")
            index += 1
    if point == (0, 1, 0) and not cumulative:
        rates = sender_rates(row)[0]
        draw_reference(axes, row["bin"] * (1 + numpy.arange(len(rates))), rates, index,
                       "rate of the sender", ":")
    axes.set_ylim(bottom=0)
    return figure, axes


PAPER_RATES = {"4-1": {"275": 275}, "4-2": {"250": 250}, "4-4": {"62": 62, "70": 70},
               "4-6": {"TCP 140": 140, "TEAR 125": 125}, "4-8": {"fair share 70": 70},
               "4-12": {"fair share 35": 35}, "4-14": {"fair share, then twice as much": 35},
               "7-1": {"mean of 40": 40, "troughs of 25": 25, "peaks of 75": 75},
               "7-2": {"mean of 30": 30}, "7-4": {"just over 20": 20},
               "7-6": {"TEAR 25": 25, "TCP 15": 15}, "7-8": {"TEAR 15": 15, "TCP 8": 8}}


def rates_figure(number, experiment, point, cumulative=False, only=None):
    """A figure of rates over time."""
    def draw(ctx):
        figure, axes = draw_rates(ctx, experiment, point, cumulative, only)
        for label, value in PAPER_RATES.get(number, {}).items():
            draw_paper_bound(axes, label, y=value)
        return finish(figure)

    flows = " and ".join(f"{count} {NAMES[protocol]}" for protocol, count in zip(NAMES, point)
                         if count)
    what = "throughput since the start" if cumulative else "rate"
    if only:
        what = f"{what} of one flow"
    leaving = ", TCP stops at 75 s" if experiment is LEAVING else ""
    place = "IS-95B" if experiment is RADIO else "Internet"
    return Figure(f"fig{number}", f"{flows}{leaving}, {place}: {what}", draw, [experiment],
                  "First repetition; bytes of IP packets that arrive.")


def lone(rows):
    """Runs of a single source: those without the parameter."""
    return rows[rows["sources"].isna()] if "sources" in rows else rows


def draw_link(experiment, **values):
    """Round-trip times of packets, with losses."""
    def draw(ctx):
        rows = chosen(ctx.data(experiment), **values)
        row = (rows if "sources" in values else lone(rows)).iloc[0]
        figure, axes = new_figure("packet number", "round-trip time (s)")
        draw_reference(axes, row["rtt_number"], row["rtt_s"], 0, "round-trip time", "-")
        lost = [first + i for first, count in zip(row["lost_first"], row["lost_count"])
                for i in range(int(count))]
        draw_reference(axes, lost, [0.0] * len(lost), 1, "lost", "", markers=True)
        return finish(figure)
    return draw


def draw_loads(ctx):
    """Throughput and round-trip time against the offered load."""
    data = ctx.data(LOADS)
    figure, axes = new_figure("offered load (kb/s)", "throughput (kb/s)")
    draw_lines(axes, data, "rate", "throughput_kbps", "network", "{value}: throughput")
    other = axes.twinx()
    other.set_ylabel("median round-trip time (s)")
    draw_lines(other, data, "rate", "rtt_median_s", "network", "{value}: round-trip time", "--", 2)
    axes.set_ylim(bottom=0)
    other.set_ylim(bottom=0)
    return finish(figure)


def transfer_rates(data, protocol, size, hour=None):
    """Rates of transfers, kb/s; 0 for those that were given up."""
    rows = chosen(data, bytes=1024 * size, **{protocol: 1}, **({"hour": hour} if hour else {}))
    return numpy.asarray([8 * 1.024 * size / seconds if seconds > 0 else 0.0
                          for times in rows["times"] for seconds in times])


def draw_transfers(size):
    """Transfer times, five of each hour, beside the printed ones, each sorted: a run has nothing to do
    with the next one.  Transfers that did not end come last, and have no mark."""
    def draw(ctx):
        data = ctx.data(BULK)
        figure, axes = new_figure("transfers, from the fastest", "transfer time (s)", f"{size} KB")
        for index, protocol in enumerate(("tcp", "tear")):
            times = []
            for hour in HOURS:
                rates = transfer_rates(data, protocol, size, hour)[:5]
                times += [8 * 1.024 * size / rate if rate else math.nan for rate in rates]
            runs = range(1, len(times) + 1)
            draw_reference(axes, runs, numpy.sort(times), index, NAMES[protocol], "-", markers=True)
            draw_paper(axes, runs, sorted(time for time, _ in ROWS[protocol][size]), index,
                       f"{NAMES[protocol]}, paper")
        axes.set_yscale("log")
        return finish(figure)
    return draw


def draw_transfer_table(protocol):
    """Distributions of simulated and printed transfers."""
    def draw(ctx):
        data = ctx.data(BULK)
        rows = []
        for size in SIZES:
            rates = transfer_rates(data, protocol, size)
            printed = numpy.asarray([rate / 1000 for _, rate in ROWS[protocol][size]])
            mean = mean_ci(rates)
            for source, values in ((f"simulated, {len(rates)} transfers", rates),
                                   ("paper, 20 transfers", printed)):
                rows.append({"size (KB)": size, "source": source,
                             "mean rate (kb/s)": f"{mean_ci(values).mean:.1f} +- "
                                                 f"{mean_ci(values).half:.1f}",
                             "median (kb/s)": round(float(numpy.median(values)), 1),
                             "CoV": round(float(values.std(ddof=1) / values.mean()), 3),
                             "below 15 kb/s (%)": round(100 * float((values < 15).mean()), 1),
                             "KS distance": round(distance(rates, printed), 3)
                             if values is rates else ""})
            assert mean.count == len(rates)
        return pandas.DataFrame(rows)
    return draw


def distance(some, others):
    """Greatest distance of two empirical distributions (Kolmogorov and Smirnov)."""
    some, others = numpy.sort(some), numpy.sort(others)
    places = numpy.concatenate([some, others])
    return float(max(abs(numpy.searchsorted(some, places, "right") / len(some) -
                         numpy.searchsorted(others, places, "right") / len(others))))


def draw_weights(printed, corrected=None):
    """A table of weights."""
    def draw(ctx):
        row = ctx.data(FILTER).iloc[0]
        table = {"i": range(8), "weight": row[printed]}
        if corrected:
            table = {"i": range(8), "printed": row[printed], "corrected": row[corrected]}
        frame = pandas.DataFrame(table)
        sums = {"i": "sum", **{name: sum(values) for name, values in table.items() if name != "i"}}
        return pandas.concat([frame, pandas.DataFrame([sums])], ignore_index=True)
    return draw


def cov(rates, seconds=1):
    """Coefficient of variation of rates, averaged over so many bins of a second."""
    rates = rates[SKIP:]
    whole = rates[:len(rates) // seconds * seconds].reshape(-1, seconds).mean(axis=1)
    return float(whole.std(ddof=1) / whole.mean()) if whole.mean() > 0 else math.nan


SMOOTH = {"TCP, 1+1 with TEAR": (INTERNET, (1, 1, 0), "tcp"),
          "TEAR, 1+1 with TCP": (INTERNET, (1, 1, 0), "tear"),
          "TFRC, 1+1 with TCP": (RIVALS, (1, 0, 1), "tfrc"),
          "TCP, 4+4 with TEAR": (INTERNET, (4, 4, 0), "tcp"),
          "TEAR, 4+4 with TCP": (INTERNET, (4, 4, 0), "tear"),
          "TFRC, 4+4 with TCP": (RIVALS, (4, 0, 4), "tfrc")}

RADIO_SMOOTH = {"TCP alone": (RADIO, (1, 0, 0), "tcp"),
                "TEAR alone": (RADIO, (0, 1, 0), "tear"),
                "TFRC alone": (RADIO_RIVALS, (0, 0, 1), "tfrc"),
                "TCP, 1+1 with TEAR": (RADIO, (1, 1, 0), "tcp"),
                "TEAR, 1+1 with TCP": (RADIO, (1, 1, 0), "tear"),
                "TFRC, 1+1 with TCP": (RADIO_RIVALS, (1, 0, 1), "tfrc")}


def draw_smoothness(lines):
    """A function that draws the CoV against the interval over which rates are averaged."""
    def draw(ctx):
        figure, axes = new_figure("interval (s)", "coefficient of variation")
        for index, (label, (experiment, point, protocol)) in enumerate(lines.items()):
            data = mix(ctx.data(experiment), *point)
            scales = (1, 2, 5, 10, 20)
            values = [mean_ci([cov(rates, scale) for _, row in data.iterrows()
                               for rates in flows_of(row, protocol)]).mean for scale in scales]
            draw_reference(axes, scales, values, index, label, "-", markers=True)
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        return finish(figure)
    return draw


def jain(values):
    """Jain's index of fairness."""
    values = numpy.asarray(values)
    return float(values.sum() ** 2 / (len(values) * (values ** 2).sum()))


def equivalence(some, others, seconds=5):
    """Equivalence ratio of two flows: mean of the smaller rate over the larger one, by interval."""
    ratios = []
    for first, second in zip(*(numpy.add.reduceat(rates[SKIP:], range(0, len(rates) - SKIP, seconds))
                               for rates in (some, others))):
        if max(first, second) > 0:
            ratios.append(min(first, second) / max(first, second))
    return float(numpy.mean(ratios))


def draw_fairness(ctx):
    """Fairness of all mixes."""
    rows = []
    for experiment in (INTERNET, RIVALS, RADIO, RADIO_RIVALS):
        for point in experiment.grid:
            counts = tuple(point[protocol] for protocol in NAMES)
            if sum(counts) < 2:
                continue
            data = mix(ctx.data(experiment), *counts)
            every, ratios, shares = [], [], {}
            for _, row in data.iterrows():
                flows = [rates for protocol in NAMES for rates in flows_of(row, protocol)]
                every.append(jain([rates[SKIP:].mean() for rates in flows]))
                ratios.append(equivalence(flows[0], flows[-1]))
                for protocol in NAMES:
                    for rates in flows_of(row, protocol):
                        shares.setdefault(protocol, []).append(rates[SKIP:].mean())
            rows.append({"path": "IS-95B" if "path" in experiment.fixed else "Internet",
                         "flows": " + ".join(f"{count} {NAMES[one]}" for one, count in
                                             zip(NAMES, counts) if count),
                         **{f"{NAMES[one]} (kb/s)": round(float(numpy.mean(shares[one])), 1)
                            if one in shares else "" for one in NAMES},
                         "Jain": f"{mean_ci(every).mean:.3f} +- {mean_ci(every).half:.3f}",
                         "equivalence, 5 s": round(mean_ci(ratios).mean, 3)})
    return pandas.DataFrame(rows)


def draw_step(ctx):
    """Response to half of the bandwidth from 75 s on: mean of all repetitions."""
    data = ctx.data(STEP)
    figure, axes = new_figure("time (s)", "rate (kb/s)")
    for index, protocol in enumerate(NAMES):
        rows = chosen(data, **{one: int(one == protocol) for one in NAMES})
        rates = numpy.mean([flows_of(row, protocol)[0] for _, row in rows.iterrows()], axis=0)
        draw_reference(axes, 1 + numpy.arange(len(rates)), rates, index, NAMES[protocol], "-")
    axes.axvline(75, color="0.6", linewidth=0.8)
    axes.set_ylim(bottom=0)
    return finish(figure)


def selected(data, how, names):
    """The rows of a variant: those with its parameters and none of the others'."""
    good = numpy.ones(len(data), dtype=bool)
    for name in names:
        column = data[name] if name in data else pandas.Series(math.nan, data.index)
        good &= (column == how[name] if name in how else column.isna()).to_numpy()
    return data[good]


def decision_rows(data, decisions, protocols):
    """Mean rates under each decision."""
    names = {name for how in decisions.values() for name in how}
    rows = []
    for what, how in decisions.items():
        chosen_rows = selected(data, how, names)
        row = {"decision": what}
        for protocol in protocols:
            runs = [numpy.mean([rates[SKIP:].mean() for rates in flows_of(one, protocol)])
                    for _, one in chosen_rows.iterrows()]
            rough = [numpy.mean([cov(rates) for rates in flows_of(one, protocol)])
                     for _, one in chosen_rows.iterrows()]
            interval = mean_ci(runs)
            row[f"{NAMES[protocol]} (kb/s)"] = f"{interval.mean:.1f} +- {interval.half:.1f}"
            row[f"CoV of {NAMES[protocol]}"] = round(mean_ci(rough).mean, 2)
        rows.append(row)
    return rows


def draw_decisions(ctx):
    """1+1 on the Internet under other decisions."""
    return pandas.DataFrame(decision_rows(ctx.data(DECIDED), DECISIONS, ("tcp", "tear")))


def at_fifo(ctx, number, size):
    """A number of TCP and as many TEAR at a FIFO of some packets: TCP's rate over TEAR's, and
    {protocol: coefficient of variation}."""
    runs = chosen(ctx.data(FIFO), tcp=number, tear=number, buffer=size)
    rate = {protocol: [numpy.mean([rates[SKIP:].mean() for rates in flows_of(row, protocol)])
                       for _, row in runs.iterrows()] for protocol in ("tcp", "tear")}
    rough = {protocol: mean_ci([numpy.mean([cov(rates) for rates in flows_of(row, protocol)])
                                for _, row in runs.iterrows()]).mean for protocol in rate}
    return ratio_ci(rate["tcp"], rate["tear"]), rough


def draw_fifo(ctx):
    """TCP over TEAR and their variation by the length of the FIFO."""
    rows = []
    for number in (1, 2, 4):
        for size in FIFOS:
            ratio, rough = at_fifo(ctx, number, size)
            rows.append({"flows": f"{number} + {number}", "FIFO (packets)": size,
                         "packets per flow": size / (2 * number),
                         "TCP over TEAR": f"{ratio.mean:.2f} +- {ratio.half:.2f}",
                         "CoV of TCP": round(rough["tcp"], 2),
                         "CoV of TEAR": round(rough["tear"], 2)})
    return pandas.DataFrame(rows)


def draw_radio_decisions(ctx):
    """One TEAR flow on IS-95B under other decisions."""
    return pandas.DataFrame(decision_rows(ctx.data(RADIO_DECIDED), RADIO_DECISIONS, ("tear",)))


PAIRS = [("4-5", "4-6", (1, 1, 0)), ("4-7", "4-8", (2, 2, 0)), ("4-9", "4-10", (4, 1, 0)),
         ("4-11", "4-12", (4, 4, 0))]
LINK_CAPTION = "First repetition. Round-trip time of packets; losses at the bottom."

PAPER = Paper(
    key="tear",
    figures=[
        rates_figure("4-1", INTERNET, (1, 0, 0), cumulative=True),
        rates_figure("4-2", INTERNET, (0, 1, 0), cumulative=True),
        rates_figure("4-3", INTERNET, (0, 4, 0), only=1),
        rates_figure("4-4", INTERNET, (0, 4, 0), cumulative=True),
        *(rates_figure(number, INTERNET, point, cumulative)
          for rates, sums, point in PAIRS for number, cumulative in ((rates, False), (sums, True))),
        rates_figure("4-13", LEAVING, (4, 4, 0)),
        rates_figure("4-14", LEAVING, (4, 4, 0), cumulative=True),
        Figure("fig6-1", "Throughput and round-trip time against the offered load", draw_loads,
               [LOADS], "The thesis draws this as a concept. Simulated with one CBR source."),
        Figure("fig6-3", "CBR of 30 kb/s, IS-95C", draw_link(LINK, rate=30), [LINK],
               LINK_CAPTION),
        Figure("fig6-4", "CBR of 60 kb/s, IS-95C", draw_link(LINK, rate=60), [LINK], LINK_CAPTION),
        Figure("fig6-5", "CBR of 80 kb/s, IS-95C", draw_link(LINK, rate=80), [LINK], LINK_CAPTION),
        Figure("fig6-6", "One of four CBR of 30 kb/s, IS-95C", draw_link(LINK, rate=30, sources=4),
               [LINK], LINK_CAPTION),
        Figure("fig6-7", "CBR of 30 kb/s with fades", draw_link(FADES, rate=30), [FADES],
               LINK_CAPTION),
        Figure("fig6-8", "CBR of 60 kb/s with fades", draw_link(FADES, rate=60), [FADES],
               LINK_CAPTION),
        rates_figure("7-1", RADIO, (0, 1, 0)),
        rates_figure("7-2", RADIO, (1, 0, 0)),
        *(rates_figure(number, RADIO, point, cumulative)
          for rates, sums, point in (("7-3", "7-4", (0, 2, 0)), ("7-5", "7-6", (1, 1, 0)),
                                     ("7-7", "7-8", (2, 2, 0)))
          for number, cumulative in ((rates, False), (sums, True))),
        *(Figure(f"fig7-{9 + index}", f"Transfer times of {size} KB, IS-95C", draw_transfers(size),
                 [BULK], "Five transfers at each of four hours, sorted; 10 and 13 h have the same "
                         "channel. Those without a mark did not end.")
          for index, size in enumerate(SIZES)),
        Figure("tab3-1", "Weights on the Internet", draw_weights("internet_weights"), [FILTER]),
        Figure("tab6-1", "Weights on wireless networks",
               draw_weights("printed_wireless_weights", "wireless_weights"), [FILTER],
               "As printed they sum to 33/32."),
        Figure("tab7-1", "Transfers by TCP", draw_transfer_table("tcp"), [BULK],
               "Mean with 95 % confidence interval."),
        Figure("tab7-2", "Transfers by TEAR", draw_transfer_table("tear"), [BULK],
               "Mean with 95 % confidence interval."),
        Figure("figx-smooth", "Smoothness of TCP, TEAR and TFRC on the Internet",
               draw_smoothness(SMOOTH), [INTERNET, RIVALS],
               "Not in the thesis. Coefficient of variation of rates, by the interval over which "
               "they are averaged; mean over flows and repetitions."),
        Figure("figx-smooth-is95b", "Smoothness of TCP, TEAR and TFRC on IS-95B",
               draw_smoothness(RADIO_SMOOTH), [RADIO, RADIO_RIVALS],
               "Not in the thesis. As before."),
        Figure("tabx-fair", "Fairness of TCP, TEAR and TFRC", draw_fairness,
               [INTERNET, RIVALS, RADIO, RADIO_RIVALS],
               "Not in the thesis. Mean rates, Jain's index with 95 % confidence interval, and the "
               "equivalence ratio of the first and the last flow."),
        Figure("figx-step", "Response to half of the bandwidth", draw_step, [STEP],
               "Not in the thesis. The bottleneck falls from 300 to 150 kb/s at 75 s; one flow, mean "
               "of all repetitions."),
        Figure("tabx-decisions", "What the thesis leaves open: Internet", draw_decisions, [DECIDED],
               "One decision changed at a time, one TCP and one TEAR."),
        Figure("tabx-fifo", "TCP beside TEAR by the length of the FIFO", draw_fifo, [FIFO],
               "Not in the thesis, whose path is unknown. The model's FIFO has 25 packets."),
        Figure("tabx-radio", "What the thesis leaves open: IS-95B", draw_radio_decisions,
               [RADIO_DECIDED], "One decision changed at a time, one TEAR."),
    ],
    experiments=[THRESHOLD],
    tested=["tab3-1", "tab6-1", "fig4-6", "fig7-1", "fig6-3"])
