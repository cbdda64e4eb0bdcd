# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of tear are decided by; the numbers that decide are in claims.toml."""

import math
from fractions import Fraction

import numpy

from hsn.claims import Measured
from hsn.stats import mean_ci, ratio_ci
from hsn.tables import chosen

from .figures import (BULK, DECIDED, FADES, FILTER, INTERNET, LEAVING, LINK, LOADS, RADIO, SIZES,
                      SKIP, THRESHOLD, at_fifo, cov, distance, flows_of, jain, lone, mix, sender_rates,
                      transfer_rates)
from .printed import ROWS

MIXED = {"1+1": (1, 1, 0), "2+2": (2, 2, 0), "4+1": (4, 1, 0), "4+4": (4, 4, 0)}  # TCP, TEAR
LINK_RATE = 280  # kb/s that flows share on the Internet path, cross traffic left out
DEPTH = 0.2  # an extremum differs from its neighbours by this share of the mean
BUSIER = {"1 % loss": {"loss": 0.01}, "cross 60": {"crossTraffic": 60000},
          "cross 100": {"crossTraffic": 100000}}  # what a single quiet FIFO lacks, one at a time


def each_run(data, value):
    """A number of each run: {seed: value(row)} in the order of rows."""
    return [value(row) for _, row in data.iterrows()]


def flow_means(row, protocol, start=SKIP, end=None):
    """Mean rate of each flow of a protocol, kb/s."""
    return numpy.asarray([rates[start:end].mean() for rates in flows_of(row, protocol)])


def mean_rate(row, protocol):
    """Mean rate of the flows of a protocol, kb/s."""
    return float(flow_means(row, protocol).mean())


def means(ctx, experiment, point, protocol):
    """Mean rate per flow, with its interval over runs."""
    return mean_ci(each_run(mix(ctx.data(experiment), *point), lambda row: mean_rate(row, protocol)))


def shares(ctx, experiment, point):
    """TEAR's mean rate over TCP's, of pairs of means."""
    rows = mix(ctx.data(experiment), *point)
    return ratio_ci(each_run(rows, lambda row: mean_rate(row, "tear")),
                    each_run(rows, lambda row: mean_rate(row, "tcp")))


def c01(ctx):
    """One TCP."""
    return Measured({"rate": means(ctx, INTERNET, (1, 0, 0), "tcp")})


def c02(ctx):
    """One TEAR against one TCP, each alone."""
    data = ctx.data(INTERNET)
    tear = each_run(mix(data, tear=1), lambda row: mean_rate(row, "tear"))
    tcp = each_run(mix(data, tcp=1), lambda row: mean_rate(row, "tcp"))
    return Measured({"ratio": ratio_ci(tear, tcp)},
                    f"TEAR {numpy.mean(tear):.1f} kb/s, TCP {numpy.mean(tcp):.1f} kb/s.")


def c03(ctx):
    """Four TEAR."""
    rows = mix(ctx.data(INTERNET), tear=4)
    every = numpy.asarray(each_run(rows, lambda row: flow_means(row, "tear")))
    # the same flow is not the same in two repetitions: the spread within a run counts
    apart = [float(numpy.abs(run / run.mean() - 1).max()) for run in every]
    return Measured({"rate": mean_ci(every.mean(axis=1)), "apart": mean_ci(apart),
                     "jain": mean_ci([jain(run) for run in every])})


def c04(ctx):
    """One each."""
    return Measured({"ratio": shares(ctx, INTERNET, MIXED["1+1"])},
                    f"TCP {means(ctx, INTERNET, (1, 1, 0), 'tcp').mean:.1f}, "
                    f"TEAR {means(ctx, INTERNET, (1, 1, 0), 'tear').mean:.1f} kb/s.")


def c05(ctx):
    """TEAR's share of its fair share."""
    data = ctx.data(INTERNET)
    return Measured({"share": {name: mean_ci(each_run(
        mix(data, *point), lambda row, n=sum(point): mean_rate(row, "tear") / (LINK_RATE / n)))
        for name, point in MIXED.items() if name != "1+1"}})


def c06(ctx):
    """TCP over TEAR in all mixed runs."""
    data = ctx.data(INTERNET)
    ratios = {name: ratio_ci(each_run(mix(data, *point), lambda row: mean_rate(row, "tcp")),
                             each_run(mix(data, *point), lambda row: mean_rate(row, "tear")))
              for name, point in MIXED.items()}
    return Measured({"ratio": ratios, "fifo-80": {f"{number}+{number}": at_fifo(ctx, number, 80)[0].mean
                                                  for number in (2, 4)}})


def gap(row, count):
    """Greatest TCP less smallest TEAR, in fair shares."""
    return float((flow_means(row, "tcp").max() - flow_means(row, "tear").min()) /
                 (LINK_RATE / count))


def c07(ctx):
    """The gap grows with the number of flows."""
    data = ctx.data(INTERNET)
    gaps = {name: each_run(mix(data, *MIXED[name]),
                           lambda row, n=sum(MIXED[name]): gap(row, n)) for name in MIXED}
    return Measured({"growth": mean_ci(numpy.subtract(gaps["4+4"], gaps["1+1"])),
                     "fifo-15": at_fifo(ctx, 1, 15)[0].mean},
                    "Gaps in fair shares: " + ", ".join(f"{name} {numpy.mean(values):.2f}"
                                                        for name, values in gaps.items()) + ".")


def roughness(row, protocol):
    """Mean coefficient of variation of the flows of a protocol."""
    return float(numpy.nanmean([cov(rates) for rates in flows_of(row, protocol)]))


def c08(ctx):
    """Variation of TEAR less that of TCP."""
    data = ctx.data(INTERNET)
    differences = {name: mean_ci(each_run(
        mix(data, *point), lambda row: roughness(row, "tear") - roughness(row, "tcp")))
        for name, point in MIXED.items()}
    return Measured({"difference": differences, "fifo-15": at_fifo(ctx, 1, 15)[1]})


def reaction(row):
    """Seconds until the mean of 5 s of TEAR's flows is 20 % above that of 40 to 75 s."""
    rates = numpy.mean(flows_of(row, "tear"), axis=0)
    level = 1.2 * rates[40:75].mean()
    return next((start - 75 for start in range(75, len(rates) - 5)
                 if rates[start:start + 5].mean() > level), math.nan)


def c09(ctx):
    """TEAR after TCP has left."""
    rows = ctx.data(LEAVING)
    before, soon, after = (numpy.asarray(each_run(
        rows, lambda row, start=start, end=end: flow_means(row, "tear", start, end).mean()))
        for start, end in ((40, 75), (85, 90), (130, 150)))
    times = mean_ci(each_run(rows, reaction))
    return Measured({"growth": ratio_ci(after, before), "start": ratio_ci(soon, before)},
                    f"From {before.mean():.1f} to {after.mean():.1f} kb/s. The rate has grown by 20 % "
                    f"after {times.mean:.0f} s, mean of {times.count} of {len(rows)} runs; in the "
                    "others not until the end.")


def c10(ctx):
    """One halved epoch after a flat history."""
    return Measured({"share": float(ctx.data(FILTER).iloc[0]["internet_cuts"][0])})


def c11(ctx):
    """Sums of weights, as fractions."""
    row = ctx.data(FILTER).iloc[0]

    def total(name):
        return str(sum(Fraction(weight).limit_denominator(1000) for weight in row[name]))
    return Measured({"internet": total("internet_weights"),
                     "printed": total("printed_wireless_weights"),
                     "corrected": total("wireless_weights")})


def single(ctx, rate):
    """Runs of one source."""
    return lone(chosen(ctx.data(LINK), rate=rate))


def c12(ctx):
    """30 and 60 kb/s."""
    return Measured({"share": {rate: mean_ci(single(ctx, rate)["rtt_share_500_to_800_ms"])
                               for rate in (30, 60)},
                     "loss": {rate: mean_ci(single(ctx, rate)["loss"]) for rate in (30, 60)}})


def c13(ctx):
    """80 kb/s."""
    fast, slow = single(ctx, 80), single(ctx, 60)
    return Measured({"share": mean_ci(fast["rtt_share_above_1_s"]),
                     "losses": ratio_ci(fast["loss"], slow["loss"]),
                     "run": mean_ci(fast["loss_run_mean"].to_numpy() -
                                    slow["loss_run_mean"].to_numpy())},
                    f"Runs of losses: {fast['loss_runs'].mean():.0f} at 80 kb/s, "
                    f"{slow['loss_runs'].mean():.1f} at 60 kb/s.")


def c14(ctx):
    """Four of 30 kb/s."""
    four = chosen(ctx.data(LINK), rate=30, sources=4)
    one = single(ctx, 30)
    return Measured({"median": mean_ci(four["rtt_median_s"]),
                     "more": mean_ci(four["loss"].to_numpy() - one["loss"].to_numpy())})


def c15(ctx):
    """Bursts in fades: how many, and the share with normal round-trip times on both sides."""
    found, normal = {}, {}
    for rate in (30, 60):
        rows = chosen(ctx.data(FADES), rate=rate)
        bursts = rows["bursts"].map(len).sum()
        found[rate] = mean_ci(rows["bursts"].map(len))
        normal[rate] = float(rows["bursts_between_500_and_800_ms"].sum() / bursts)
    return Measured({"bursts": found, "normal": normal})


def c16(ctx):
    """Changes of direction with one threshold against two."""
    data = ctx.data(THRESHOLD)

    def turns(threshold):
        return each_run(chosen(data, r1=threshold), lambda row: row["flows"][0]["turns"])
    return Measured({"ratio": ratio_ci(turns(1000), turns(800))},
                    f"{numpy.mean(turns(1000)):.1f} against {numpy.mean(turns(800)):.1f} in 300 s.")


def c17(ctx):
    """One TCP on IS-95B."""
    rows = mix(ctx.data(RADIO), tcp=1)
    return Measured({"rate": means(ctx, RADIO, (1, 0, 0), "tcp"),
                     "silent": mean_ci(each_run(rows, lambda row: float(
                         (flows_of(row, "tcp")[0][SKIP:] == 0).sum())))})


def c18(ctx):
    """One TEAR on IS-95B."""
    data = ctx.data(RADIO)
    tear = each_run(mix(data, tear=1), lambda row: mean_rate(row, "tear"))
    tcp = each_run(mix(data, tcp=1), lambda row: mean_rate(row, "tcp"))
    return Measured({"rate": mean_ci(tear), "more": mean_ci(numpy.subtract(tear, tcp))})


def extrema(rates):
    """Values of successive peaks and troughs that are further apart than DEPTH of the mean, and
    the places of the peaks."""
    least = DEPTH * rates.mean()
    peaks, troughs, places = [], [], []
    last, place, rising = rates[0], 0, True
    for index, rate in enumerate(rates):
        if (rate > last) if rising else (rate < last):
            last, place = rate, index
        elif abs(rate - last) > least:
            (peaks if rising else troughs).append(float(last))
            if rising:
                places.append(place)
            last, place, rising = rate, index, not rising
    return peaks, troughs, places


def triangles(row):
    """Mean peak, trough over peak, and period of the only flow."""
    peaks, troughs, places = extrema(sender_rates(row)[0][SKIP:])
    return (float(numpy.mean(peaks)), float(numpy.mean(troughs) / numpy.mean(peaks)),
            float(numpy.mean(numpy.diff(places))))


def c19(ctx):
    """Triangles of one TEAR on IS-95B."""
    found = numpy.asarray(each_run(mix(ctx.data(RADIO), tear=1), triangles))
    return Measured({"peak": mean_ci(found[:, 0]), "trough": mean_ci(found[:, 1]),
                     "period": mean_ci(found[:, 2])})


def oscillation(row):
    """Peaks and troughs a minute, and the range over the mean."""
    rates = sender_rates(row)[0][SKIP:]
    peaks, troughs, _ = extrema(rates)
    return (60 * (len(peaks) + len(troughs)) / len(rates),
            float((rates.max() - rates.min()) / rates.mean()))


def c20(ctx):
    """IS-95B against the Internet: one TEAR beside one TCP; and against an Internet that is busier."""
    rows = {"radio": mix(ctx.data(RADIO), 1, 1), "Internet": mix(ctx.data(INTERNET), 1, 1),
            "4+4": mix(ctx.data(INTERNET), 4, 4),
            **{name: chosen(ctx.data(DECIDED), **how) for name, how in BUSIER.items()}}
    found = {name: numpy.asarray(each_run(some, oscillation)) for name, some in rows.items()}
    turns, ranges = ({name: mean_ci(runs[:, which]) for name, runs in found.items()} for which in (0, 1))
    air, wire = found["radio"], found["Internet"]
    return Measured({"fewer": mean_ci(wire[:, 0] - air[:, 0]), "wider": mean_ci(air[:, 1] - wire[:, 1]),
                     "extrema": turns, "range": ranges},
                    "Extrema a minute and range over mean: " + "; ".join(
                        f"{name} {turns[name].mean:.1f}, {ranges[name].mean:.2f}" for name in found) + ".")


def c21(ctx):
    """Two TEAR on IS-95B."""
    every = numpy.asarray(each_run(mix(ctx.data(RADIO), tear=2),
                                   lambda row: flow_means(row, "tear")))
    return Measured({"rate": mean_ci(every.mean(axis=1)),
                     "apart": mean_ci(numpy.abs(every[:, 0] - every[:, 1]) / every.mean(axis=1))})


def c22(ctx):
    """One each on IS-95B."""
    rows = mix(ctx.data(RADIO), tcp=1, tear=1)
    return Measured({"tear": means(ctx, RADIO, (1, 1, 0), "tear"),
                     "tcp": means(ctx, RADIO, (1, 1, 0), "tcp"),
                     "more": mean_ci(each_run(rows, lambda row: mean_rate(row, "tear") -
                                              mean_rate(row, "tcp")))})


def c23(ctx):
    """Two each on IS-95B."""
    return Measured({"ratio": shares(ctx, RADIO, (2, 2, 0))},
                    f"TEAR {means(ctx, RADIO, (2, 2, 0), 'tear').mean:.1f}, TCP "
                    f"{means(ctx, RADIO, (2, 2, 0), 'tcp').mean:.1f} kb/s.")


def c24(ctx):
    """TCP's share of the fair share beside TEAR; half of what all flows get is fair."""
    data = ctx.data(RADIO)
    return Measured({"share": {name: mean_ci(each_run(
        mix(data, *point), lambda row: 2 * mean_rate(row, "tcp") /
        (mean_rate(row, "tcp") + mean_rate(row, "tear"))))
        for name, point in (("1+1", (1, 1, 0)), ("2+2", (2, 2, 0)))}})


def ratio_of_means(some, others):
    """Ratio of the means of two independent samples, as an interval by the logarithms' variance."""
    first, second = mean_ci(some), mean_ci(others)
    ratio = first.mean / second.mean
    half = ratio * math.hypot(first.half / first.mean, second.half / second.mean)
    return first._replace(mean=ratio, half=half)


def advantage(data, size):
    """Mean rate of TEAR over that of TCP."""
    return ratio_of_means(transfer_rates(data, "tear", size), transfer_rates(data, "tcp", size))


def c25(ctx):
    """TEAR's advantage by size."""
    data = ctx.data(BULK)
    small, large = advantage(data, 20), advantage(data, 100)
    return Measured({"small": small, "growth": large._replace(
        mean=large.mean - small.mean, half=math.hypot(large.half, small.half))},
        ", ".join(f"{size} KB {advantage(data, size).mean:.2f}" for size in SIZES) +
        "; distances from the printed distributions: " +
        ", ".join(f"{name} {size} KB {distance(transfer_rates(data, name, size), printed):.2f}"
                  for name in ROWS for size in SIZES for printed in
                  [numpy.asarray([rate / 1000 for _, rate in ROWS[name][size]])]) + ".")


def spread(rates):
    """Coefficient of variation."""
    return float(rates.std(ddof=1) / rates.mean())


def c26(ctx):
    """Consistency."""
    data = ctx.data(BULK)
    rates = {(name, size): transfer_rates(data, name, size) for name in ROWS for size in SIZES}
    return Measured({
        "cov": {size: spread(rates["tear", size]) - spread(rates["tcp", size]) for size in SIZES},
        "slow": {size: mean_ci(numpy.subtract(rates["tear", size] < 15,
                                              rates["tcp", size] < 15, dtype=float))
                 for size in SIZES}},
        "Shares below 15 kb/s, TEAR and TCP: " + ", ".join(
            f"{size} KB {(rates['tear', size] < 15).mean():.2f} and "
            f"{(rates['tcp', size] < 15).mean():.2f}" for size in SIZES) + ".")


def c27(ctx):
    """TCP's share of slow transfers, 100 KB less 20 KB."""
    data = ctx.data(BULK)
    slow = {size: transfer_rates(data, "tcp", size) < 15 for size in SIZES}
    return Measured({"more": mean_ci(numpy.subtract(slow[100], slow[20], dtype=float))},
                    ", ".join(f"{size} KB {values.mean():.2f}" for size, values in slow.items()) +
                    ".")


def effective(data):
    """Highest rate with little loss beyond the channel's own and a short median of the round-trip time."""
    data = data.assign(beyond=data["lost_queue"] / data["sent"])
    by_rate = data.groupby("rate")[["beyond", "rtt_median_s"]].mean()
    good = by_rate[(by_rate["beyond"] < 0.05) & (by_rate["rtt_median_s"] < 1)]
    return float(good.index.max()) if len(good) else 0.0


def c28(ctx):
    """Effective bandwidth of both networks, and what their channels lose."""
    nets = {name: chosen(ctx.data(LOADS), network=network)
            for name, network in (("IS-95B", "is95b"), ("IS-95C", "is95c"))}
    own = {name: float(((rows["loss"] * rows["sent"] - rows["lost_queue"]) / rows["sent"]).mean())
           for name, rows in nets.items()}
    return Measured({**{name: effective(rows) for name, rows in nets.items()}, "own": own},
                    "The channels alone lose " +
                    ", ".join(f"{loss:.3f} ({name})" for name, loss in own.items()) + ".")


def c29(ctx):
    """Feedback against round-trip times of the run and loss events, and against data."""
    data = ctx.data(INTERNET)
    most, share, rtts = {}, {}, {}
    for name, point in {"1 TEAR": (0, 1, 0), "4 TEAR": (0, 4, 0), **MIXED}.items():
        flows = [flow for _, row in mix(data, *point).iterrows() for flow in row["flows"]
                 if flow["protocol"] == "tear"]
        most[name] = max(flow["feedback"] / (flow["watched_s"] / flow["rtt_s"] + flow["loss_events"])
                         for flow in flows)
        rtts[name] = numpy.mean([flow["rtt_s"] for flow in flows])
        share[name] = sum(flow["feedback"] for flow in flows) / sum(flow["bytes"] / 540
                                                                    for flow in flows)
    return Measured({"feedback": most}, "Mean round-trip times, and feedback packets per data packet: " +
                    ", ".join(f"{name} {rtts[name]:.2f} s, {share[name]:.2f}" for name in share) + ".")


def c30(ctx):
    """Shifts against real numbers."""
    return Measured({"distance": float(ctx.data(FILTER).iloc[0]["shift_distance_lsb"])})

