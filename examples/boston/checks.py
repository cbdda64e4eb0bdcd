# SPDX-License-Identifier: GPL-2.0-only
"""Measurements for the claims of boston; claims.toml has the numbers that they are compared with.

The repetitions of a point start from the same seed with each transport. Differences of transports
are therefore taken run by run; their mean over the runs has a confidence interval. Where runs
differ much, a mean of ratios says little; what the paper gives in percent is taken from ratios of
means, with the jackknife's confidence interval.
"""

import numpy
import pandas
from scipy.special import nbdtr

from hsn.claims import Measured, Unchecked
from hsn.stats import mean_ci
from hsn.tables import chosen

from .figures import (BOUND, DISCARD, LINK, LOSSES, MAIN, MODEL, MODEL_PROGRAM, NAMES, NETWORK,
                      PENDING, RENO, SEGMENTS, SIZES, TRANSPORTS, VOLUME)

PAPER_SECONDS = 700
PACKET_CELLS = {1500: 32, 9180: 192}
LOSSY = 0.01  # loss rate of Vegas's cells that splits the points in two groups
PACKETS_HELD = 2  # by the buffers at which packet discard is judged
# the response times, relative to Vegas's, that the paper states: Boston-BP, Boston-FEC
PAPER_RATIOS = {64: (0.96, 0.90), 4000: (0.97, 0.96)}
# of all packets: those that are not complete at the end of a run count with their age
DEVIATION, VARIABILITY = "so_far_sd_ms", "so_far_variability"
MEANS = {"response_ms": "mean of the connections' means", "response_all_ms": "mean of all packets"}


# --- tables: a row for each packet size, buffer and run, a column for each transport -------------


def per_run(ctx, value, experiment=MAIN):
    """A metric of the paper's runs."""
    data = ctx.data(experiment)
    if value == VARIABILITY:
        data = data.assign(**{VARIABILITY: data["so_far_sd_ms"] / data["so_far_ms"]})
    return unstacked(data, value)


def unstacked(data, value, column="protocol"):
    """A metric, with a column for each value of the column `column`."""
    keys = ["packet", "buffer", "seed"]
    return data.set_index([*keys, column])[value].unstack(column).sort_index()


def point_name(key):
    """A point in words: its packet size, and its buffer if there is one."""
    key = key if isinstance(key, (tuple, list)) else (key,)
    return ", ".join([f"{key[0]} B", *(f"{buffer} cells" for buffer in key[1:])])


def by_point(values, levels=("packet", "buffer")):
    """{point: mean over the runs with its interval}."""
    return {point_name(key): mean_ci(runs) for key, runs in values.groupby(level=list(levels))}


def over_runs(values):
    """Means over the runs, for each packet size and buffer; missing if one is missing."""
    return values.groupby(level=["packet", "buffer"]).agg(lambda runs: runs.mean(skipna=False))


def by_size(values):
    """The same for packet sizes, of values that have one number for each run."""
    return by_point(values, ["packet"])


def jackknife(table, statistic):
    """{name: interval} of what `statistic` makes of the means over the runs, a Series.

    The interval is that of the jackknife: each run is left out in turn.
    """
    seeds = table.index.unique("seed")
    whole = statistic(over_runs(table))
    parts = [whole]
    if len(seeds) > 1:
        parts = [len(seeds) * whole - (len(seeds) - 1) * statistic(over_runs(others))
                 for others in (table.drop(seed, level="seed") for seed in seeds)]
    table = pandas.concat(parts, axis=1).replace([numpy.inf, -numpy.inf], numpy.nan)
    return {name: mean_ci(values)._replace(mean=float(whole[name]))
            for name, values in table.iterrows()}


def over_buffers(values):
    """The mean over the buffers, for each packet size; missing if one is missing."""
    return values.groupby(level="packet").agg(lambda each: each.mean(skipna=False))


def slopes(values):
    """The change with each doubling of the buffer, for each packet size and run: the slope of a
    straight line through the points of all buffers."""
    def slope(each):
        return numpy.polyfit(numpy.log2(each.index.get_level_values("buffer")), each, 1)[0]

    return values.groupby(level=["packet", "seed"]).agg(slope)


def ends(values):
    """What there is more at the smallest buffer than at the largest one, by packet size."""
    runs = values.unstack("buffer")
    return by_size(runs[min(runs)] - runs[max(runs)])


def in_words(values, form):
    """Means by packet size and buffer."""
    mean = over_runs(values) if "seed" in values.index.names else values
    return "; ".join(f"{size} B: " + ", ".join(
        f"{form.format(mean[size, buffer])} at {buffer}" for buffer in mean[size].index)
        for size in SIZES) + " cells"


def split(ctx, values):
    """Values at the points where Vegas loses many cells, and at the others."""
    loss = over_runs(per_run(ctx, "cell_loss")["Tcp"])
    lossy = values.index.droplevel("seed").isin(loss.index[loss > LOSSY])
    return values[lossy], values[~lossy]


def of_complete(ctx, value="response_sd_ms", form="{:.0f}"):
    """In words: a value of the complete packets alone."""
    table = per_run(ctx, value)
    return "complete packets alone: " + "; ".join(
        f"{NAMES[name]}: {in_words(table[name], form)}" for name in TRANSPORTS)


def vegas_losses(ctx):
    """Vegas's loss rates of cells in the two groups of points."""
    return tuple({point_name(key): mean for key, mean in over_runs(group).items()}
                 for group in split(ctx, per_run(ctx, "cell_loss")["Tcp"]))


def left_out(ctx, buffer):
    """In words: what the response times of complete packets leave out at a buffer."""
    data = chosen(ctx.data(MAIN), buffer=buffer).groupby(["packet", "protocol"])

    def means(column, scale=1):
        table = data[column].mean() * scale
        return "; ".join(f"{size} B: " + ", ".join(f"{table[size, name]:.1f}"
                                                   for name in TRANSPORTS) for size in SIZES)
    return (f"{', '.join(NAMES[name] for name in TRANSPORTS)}: packets not complete at the end: "
            f"{means('segments_under_way')}; connections of 16 with less than a tenth of an equal "
            f"share: {means('starved')}; without any complete packet: {means('silent')}; mean age of "
            f"incomplete packets, s: {means('under_way_age_ms', 1e-3)}, greatest: "
            f"{means('under_way_oldest_ms', 1e-3)}")


# --- equations, code and single packets ----------------------------------------------------------


def model(ctx, **params):
    """The equations at a point."""
    return ctx.run_program(MODEL_PROGRAM, {"m": 30, **params})


def link_rounds(ctx, metric):
    """{(protocol, q): values} of a metric of the transfers over a link that loses cells."""
    data = ctx.data(LINK)
    short = int((data["segments_complete"] < SEGMENTS).sum())
    if short:
        raise Unchecked(f"{short} of {len(data)} transfers over the link are incomplete")
    return dict(iter(data.groupby(["protocol", "cellLoss"])[metric]))


def setting(row):
    """A point of figure 2 in words."""
    return f"α = {int(row['alpha'])}, {row['q']:.0%}"


def tail(tried, mean, trials):
    """Probability that the mean of geometric variables is as far from theirs as what was tried.

    Their sum is `trials` plus a negative binomial variable; both its tails count.
    """
    failures = round((tried - 1) * trials)
    below = nbdtr(failures, trials, 1 / mean)
    above = 1 - nbdtr(failures - 1, trials, 1 / mean) if failures else 1.0
    return float(min(1, 2 * min(below, above)))


def c01(ctx):
    """Equation (2) at every point of figure 2, by trying, and by TCP over a link."""
    data = ctx.data(MODEL)
    table = {f"α = {alpha}": rows.set_index("q")["rounds"].loc[LOSSES].tolist()
             for alpha, rows in data.groupby("alpha")}
    tried = {setting(row): tail(row["tried_rounds"], row["rounds"], row["trials"])
             for _, row in data.iterrows()}
    plain = chosen(data, alpha=0).set_index("q")["rounds"]
    link = {f"{q:.0%}": mean_ci(rounds * (1 - q) / plain[q])
            for (protocol, q), rounds in link_rounds(ctx, "rounds").items() if protocol == "Tcp"}
    return Measured({"table": table, "tried": tried, "link": link,
                     "decode_failures": data["decode_failures"].sum()})


def c02(ctx):
    """Round trips with two and three extra cells."""
    found = {alpha: {f"{q:.0%}": model(ctx, alpha=alpha, q=q)["rounds"] for q in (0.01, 0.05, 0.1)}
             for alpha in (2, 3)}
    return Measured({"three": found[3], "three_at_10": found[3]["10%"],
                     "two_at_10": found[2]["10%"]})


def c03(ctx):
    """Round trips with one extra cell."""
    found = {f"{q:.0%}": model(ctx, alpha=1, q=q)["rounds"] for q in (0.01, 0.05)}
    return Measured({"one": found, "one_at_5": found["5%"]})


def c04(ctx):
    """Eleven cells, and all subsets of ten."""
    row = model(ctx, m=10, dispersal=11, subsets=100)
    return Measured({"tried": row["subsets_tried"], "failures": row["subset_failures"]})


def c05(ctx):
    """Random subsets of m of N cells."""
    rows = {f"m = {m}, N = {cells}": model(ctx, m=m, dispersal=cells, subsets=500)
            for m, cells in ((13, 255), (32, 255), (192, 768))}
    return Measured({"tried": {name: row["subsets_tried"] for name, row in rows.items()},
                     "failures": {name: row["subset_failures"] for name, row in rows.items()}})


def c06(ctx):
    """Round trips when only pending cells are sent again, relative to equation (2)."""
    def relative(data):
        return {setting(row): row["pending_rounds"] / row["rounds"] for _, row in data.iterrows()}
    schemes = {0: "BostonBp", 1: "BostonFec"}  # by their extra cells
    chain = {(schemes[row["alpha"]], row["q"]): row["pending_rounds"]
             for _, row in ctx.data(PENDING).iterrows()}
    sent = link_rounds(ctx, "segment_transmissions")
    link = {f"{NAMES[protocol]}, {q:.0%}": mean_ci(sent[protocol, q] / rounds)
            for (protocol, q), rounds in chain.items()}
    bare = relative(ctx.data(MODEL))
    over = [name for name, ratio in bare.items() if round(ratio, 9) > 1]
    note = (f"without extra cells in retransmissions equation (2) is exceeded at {len(over)} of "
            f"{len(bare)} points, up to {max(bare.values()):.4f} times: {'; '.join(over)}")
    return Measured({"same": relative(ctx.data(BOUND)), "paper": relative(ctx.data(PENDING)),
                     "link": link}, note)


def c07(ctx):
    """What a lost cell costs one connection."""
    base = {"sources": 1, "spread": 0, "flow": "Reno", "buffer": 4000, "duration": 20,
            "maxBytes": 200000}
    # behind SYN and ACK, 3 cells: cell 11 of the fifth packet, and its last one
    whole, one, last = (ctx.run_program(NETWORK, {**base, **loss})
                        for loss in ({}, {"drop": "142"}, {"drop": "162"}))
    if any(row["segments_under_way"] for row in (whole, one, last)):
        raise Unchecked("a transfer is incomplete")
    lost = [row["transmissions"] - row["transmissions_complete"] for row in (whole, one, last)]
    late = [row["response_max_ms"] - whole["response_max_ms"] for row in (one, last)]
    return Measured({"none": lost[0], "inner": lost[1], "last": lost[2], "later": late[0],
                     "last_later": late[1]})


def c08(ctx):
    """What 700 s move; shorter runs are scaled, but for the volume of a busy line."""
    def scaled(runs):
        return runs.assign(line=runs["sink_mb"] * PAPER_SECONDS / runs["duration"],
                           payload=runs["goodput_mbps"] * PAPER_SECONDS / 8,
                           transport=runs["protocol"].map(NAMES))
    data = scaled(ctx.data(MAIN))
    points = [f"{name}, {point_name(key)}" for name, *key in
              zip(data["transport"], data["packet"], data["buffer"])]
    most = data[["line", "payload"]].groupby(points).agg(lambda runs: runs.max(skipna=False))
    busy = scaled(ctx.data(VOLUME)).groupby(["transport", "packet"])["line"]
    low, high = data["line"].min(), data["line"].max()
    return Measured({"line": most["line"], "payload": most["payload"],
                     "busy": {f"{name}, {size} B": mean_ci(runs) for (name, size), runs in busy}},
                    f"{low:.1f} to {high:.1f} MB on the line to the sink in all runs")


# --- goodput and response time -------------------------------------------------------------------


def c09(ctx):
    """By how much Boston-BP leads, as a share of its own goodput."""
    table = per_run(ctx, "goodput_mbps")
    values = {}
    for name, column in (("vegas", "Tcp"), ("fec", "BostonFec")):
        lossy, rest = split(ctx, 1 - table[column] / table["BostonBp"])
        values |= {f"lossy_{name}": by_point(lossy), f"rest_{name}": by_point(rest)}
    many, few = vegas_losses(ctx)
    return Measured({**values, "many": many, "few": few})


def c10(ctx):
    """The gap between BP and FEC against the buffer."""
    table = per_run(ctx, "goodput_mbps")
    gap = table["BostonBp"] - table["BostonFec"]
    return Measured({"ends": ends(gap), "slope": by_size(slopes(gap))},
                    "gap: " + in_words(gap, "{:.3f}") + " Mbit/s")


def c11(ctx):
    """Response times of FEC above those of BP, and of BP above those of Vegas."""
    table = per_run(ctx, "response_ms")
    values = {}
    for name, column, base in (("fec", "BostonFec", "BostonBp"), ("bp", "BostonBp", "Tcp")):
        lossy, _ = split(ctx, table[column] - table[base])
        _, rest = split(ctx, table[column] / table[base])
        values |= {f"lossy_{name}": by_point(lossy), f"rest_{name}": by_point(rest)}
    many, few = vegas_losses(ctx)
    return Measured({**values, "many": many, "few": few})


def c12(ctx):
    """Relative and absolute gaps of response times against the buffer."""
    table = per_run(ctx, "response_ms")
    ratio = table["BostonBp"] / table["BostonFec"]
    gap = table["BostonBp"] - table["BostonFec"]
    return Measured({"relative": by_size(slopes(ratio)), "absolute": by_size(slopes(gap))},
                    "BP/FEC: " + in_words(ratio, "{:.2f}") + "; BP − FEC: "
                    + in_words(gap, "{:.0f}") + " (ms)")


def ratios(means):
    """Ratios of response times at one point."""
    bp, fec = means["BostonBp"].iloc[0], means["BostonFec"].iloc[0]
    vegas = means["Tcp"].iloc[0]
    return pandas.Series({"bp": bp / vegas, "fec": fec / vegas, "fec_to_bp": fec / bp})


def response_ratios(ctx, buffer):
    """Response times relative to Vegas's at a buffer: two packet sizes, two ways to take the mean;
    measured is the combination nearest to the paper's."""
    found = {}
    for value, name in MEANS.items():
        table = per_run(ctx, value)
        table = table[table.index.get_level_values("buffer") == buffer]
        for size in SIZES:
            found[f"{size} B, {name}"] = jackknife(table.loc[[size]], ratios)
    paper = PAPER_RATIOS[buffer]
    near = min(found, key=lambda name: abs(found[name]["bp"].mean - paper[0])
               + abs(found[name]["fec"].mean - paper[1]))
    words = "; ".join(f"{name}: 1 : {each['bp']} : {each['fec']}" for name, each in found.items())
    return Measured(found[near],
                    f"judged: {near}. All four: {words}. {left_out(ctx, buffer)}")


def c13(ctx):
    """Response times at 64 cells."""
    return response_ratios(ctx, 64)


def c14(ctx):
    """Response times at 4000 cells."""
    return response_ratios(ctx, 4000)


# --- missed deadlines ----------------------------------------------------------------------------


def missed_any(ctx, base):
    """The points at which some packets miss their deadline with `base`."""
    missed = over_runs(per_run(ctx, "missed_share")[base])
    return missed.index[missed != 0]


def fewer(table, protocol, base):
    """Percent by which means are lower than with `base`: a mean over the buffers, by packet size.
    """
    return over_buffers((1 - table[protocol] / table[base]) * 100)


def missed_note(ctx, base):
    """In words: misses at all points, and those that count."""
    missed = per_run(ctx, "missed_share")
    none = [point_name(key) for key in over_runs(missed).index.difference(missed_any(ctx, base))]
    return "packets that miss their deadline, percent: " + "; ".join(
        f"{NAMES[name]}: {in_words(missed[name] * 100, '{:.2f}')}" for name in TRANSPORTS) + (
            f". Not counted: {'; '.join(none)}" if none else "")


def missed_by(ctx):
    """Percent by which Boston misses fewer deadlines than Vegas, with both packet sizes."""
    count = missed_any(ctx, "Tcp")

    def statistic(means):
        means = means.loc[count]
        bp, fec = (fewer(means, name, "Tcp") for name in TRANSPORTS[1:])
        return pandas.Series({"bp": bp[1500], "fec": fec[1500], "bp_9180": bp[9180],
                              "fec_9180": fec[9180], "fec_minus_bp": fec[1500] - bp[1500],
                              "bp_larger": bp[9180] - bp[1500],
                              "fec_larger": fec[9180] - fec[1500]})
    return Measured(jackknife(per_run(ctx, "missed_share"), statistic), missed_note(ctx, "Tcp"))


def c15(ctx):
    """Missed deadlines of small packets."""
    return missed_by(ctx)


def c16(ctx):
    """Missed deadlines of large packets, and of small ones."""
    return missed_by(ctx)


def c17(ctx):
    """Missed deadlines of FEC relative to BP."""
    count = missed_any(ctx, "BostonBp")
    found = jackknife(per_run(ctx, "missed_share"),
                      lambda means: fewer(means.loc[count], "BostonFec", "BostonBp"))
    return Measured({"fec": {point_name(size): gain for size, gain in found.items()}},
                    missed_note(ctx, "BostonBp"))


def c18(ctx):
    """Shares of packets that miss their deadline, of all runs of a point."""
    table = over_runs(per_run(ctx, "missed_share")) * 100
    return Measured({"missed": {f"{NAMES[name]}, {point_name(key)}": share
                                for name in TRANSPORTS for key, share in table[name].items()}})


# --- variability ---------------------------------------------------------------------------------


def c19(ctx):
    """The spread of figure 5's histogram, by two measures."""
    values, words = {}, []
    for name, value, title in (("sd", "response_sd_ms", "standard deviation"),
                               ("late", "response_p95_ms", "95th percentile")):
        runs = per_run(ctx, value).xs((1500, 256), level=("packet", "buffer"))
        values |= {f"{name}_bp": mean_ci(runs["BostonBp"] - runs["Tcp"]),
                   f"{name}_fec": mean_ci(runs["BostonFec"] - runs["BostonBp"])}
        words.append(f"{title}: " + ", ".join(f"{NAMES[protocol]} {runs[protocol].mean():.0f} ms"
                                              for protocol in TRANSPORTS))
    return Measured(values, "; ".join(words))


def c20(ctx):
    """Standard deviations above Vegas's."""
    table = per_run(ctx, DEVIATION)
    bp, fec = (by_point(split(ctx, table[name] - table["Tcp"])[0]) for name in TRANSPORTS[1:])
    many, few = vegas_losses(ctx)
    return Measured({"bp": bp, "fec": fec, "many": many, "few": few},
                    "Vegas's: " + in_words(table["Tcp"], "{:.0f}") + " (ms); " + of_complete(ctx) + " (ms)")


def c21(ctx):
    """Vegas's standard deviation at very small buffers, and those of all relative to the mean."""
    table = per_run(ctx, DEVIATION)
    runs = table["Tcp"].unstack("buffer")
    index = per_run(ctx, VARIABILITY)
    return Measured({"rise": by_size(runs[64] - runs[512])}, "standard deviation: " + "; ".join(
        f"{NAMES[name]}: {in_words(table[name], '{:.0f}')} (ms)" for name in TRANSPORTS)
        + ". Divided by the mean: " + "; ".join(
            f"{NAMES[name]}: {in_words(index[name], '{:.2f}')}" for name in TRANSPORTS)
        + "; " + of_complete(ctx) + " (ms)")


def reductions(ctx, value, alone):
    """Percent by which a value of BP is below Vegas's; `alone` is that of complete packets."""
    def statistic(means):
        lower = fewer(means, "BostonBp", "Tcp").rename(point_name)
        return pandas.concat([lower, pandas.Series({"larger": lower["9180 B"] - lower["1500 B"]})])
    lower = jackknife(per_run(ctx, value), statistic)
    larger = lower.pop("larger")
    table = over_runs(per_run(ctx, value))
    return Measured({"lower": lower, "larger": larger}, "percent lower: " + in_words(
        (1 - table["BostonBp"] / table["Tcp"]) * 100, "{:.0f}") + "; " + of_complete(
            ctx, alone, "{:.3g}"))


def c22(ctx):
    """Standard deviation of BP."""
    return reductions(ctx, DEVIATION, "response_sd_ms")


def gain_of_fec(means):
    """What FEC's mean is below BP's, in percent of Vegas's."""
    return (means["BostonBp"] - means["BostonFec"]) / means["Tcp"] * 100


def c23(ctx):
    """Standard deviation of FEC below that of BP, in percent of Vegas's."""
    def smaller(means):
        gain = gain_of_fec(means)
        large = gain.index.get_level_values("buffer") >= 2000
        return over_buffers(gain[~large]) - over_buffers(gain[large])
    table = per_run(ctx, DEVIATION)
    values = {name: {point_name(size): gain for size, gain in jackknife(table, statistic).items()}
              for name, statistic in (("gain", lambda means: over_buffers(gain_of_fec(means))),
                                      ("smaller", smaller))}
    means = over_runs(table)
    return Measured(values, "BP's less FEC's, percent of Vegas's: "
                    + in_words(gain_of_fec(means), "{:.0f}"))


def c24(ctx):
    """Variability index of BP."""
    return reductions(ctx, VARIABILITY, "variability")


# --- losses, Reno, packet discard, cost ----------------------------------------------------------


def useless(data):
    """Percent of transmissions that bring nothing of use, of those that are over.

    Vegas needs whole packets; Boston uses each cell. The latest transmission of a packet under way
    may not be over; it does not count, though its cells may have arrived.
    """
    over = data["transmissions"] - data["segments_under_way"]
    return 100 * (1 - data["transmissions_useful"] / over).clip(lower=0)


def certain_rises(table, buffers):
    """By how much values rise from a buffer to the next larger one at least: the lower ends of
    intervals that are right in 95 % of all cases, all of them together."""
    steps = {(protocol, size, small, large): table.loc[size, protocol].unstack("buffer")
             for protocol in TRANSPORTS for size in SIZES
             for small, large in zip(buffers, buffers[1:])}
    rises = {}
    for (protocol, size, small, large), runs in steps.items():
        rise = mean_ci(runs[large] - runs[small], 1 - 0.05 / len(steps))
        low = rise.mean - (rise.half if rise.count > 1 else 0)
        rises[f"{NAMES[protocol]}, {size} B, {small} to {large} cells"] = low
    return rises


def c25(ctx):
    """Loss rates of packets against the buffer."""
    data = ctx.data(MAIN)
    table = unstacked(data.assign(useless=useless(data)), "useless")
    slope = {f"{NAMES[protocol]}, {name}": change for protocol in TRANSPORTS
             for name, change in by_size(slopes(table[protocol])).items()}
    buffers = sorted(data["buffer"].unique())
    smallest = table.xs(buffers[0], level="buffer")
    whole = per_run(ctx, "packet_loss") * 100
    return Measured({"slope": slope, "rises": certain_rises(table, buffers),
                     "more": by_size(smallest["Tcp"] - smallest["BostonBp"])},
                    "nothing of use, percent: " + "; ".join(
                        f"{NAMES[name]}: {in_words(table[name], '{:.1f}')}" for name in TRANSPORTS)
                    + ". Not complete at once, percent: " + "; ".join(
                        f"{NAMES[name]}: {in_words(whole[name], '{:.0f}')}" for name in TRANSPORTS))


def c26(ctx):
    """Where the order of two transports is another with Reno: the smaller of their two leads."""
    reno = per_run(ctx, "goodput_mbps", RENO)
    vegas = per_run(ctx, "goodput_mbps").reindex(reno.index)
    found, words = {}, []
    for first, second in (("BostonBp", "Tcp"), ("BostonBp", "BostonFec"), ("BostonFec", "Tcp")):
        leads = [100 * (one[first] - one[second]) / one[[first, second]].max(axis=1)
                 for one in (vegas, reno)]
        opposite = numpy.minimum(abs(leads[0]), abs(leads[1])).where(leads[0] * leads[1] < 0, 0)
        opposite = opposite.where(leads[0].notna() & leads[1].notna())
        pair = f"{NAMES[first]} and {NAMES[second]}".replace("Vegas", "TCP")
        found |= {f"{pair}, {name}": lead for name, lead in by_point(opposite).items()}
        words.append(f"{pair}: Vegas: {in_words(leads[0], '{:.1f}')}; Reno: "
                     f"{in_words(leads[1], '{:.1f}')}")
    return Measured({"opposite": found}, "leads in percent: " + ". ".join(words))


def c27(ctx):
    """Goodput of TCP Reno with packet discard relative to without, and with EPD relative to PPD."""
    table = unstacked(chosen(ctx.data(DISCARD), flow="Reno"), "goodput_mbps", "discard")
    table = table.assign(Tail=per_run(ctx, "goodput_mbps", RENO)["Tcp"])
    holds = {key[:2]: key[1] / PACKET_CELLS[key[0]] for key in table.index}
    large = table[[holds[key[:2]] >= PACKETS_HELD for key in table.index]]
    return Measured({"epd": by_point(large["Epd"] / large["Ppd"]),
                     "ppd": by_point(large["Ppd"] / large["Tail"]),
                     "judged": {point_name(key): holds[key] for key in holds if key in large.index},
                     "others": {point_name(key): holds[key] for key in holds
                                if key not in large.index}},
                    "Mbit/s, all buffers: " + "; ".join(
                        f"{title}: {in_words(table[name], '{:.2f}')}" for name, title in
                        (("Epd", "EPD"), ("Ppd", "PPD"), ("Tail", "tail drop"))))


def c28(ctx):
    """Percent more cells that FEC sends for a byte that arrives."""
    cost = per_run(ctx, "cells_data") / per_run(ctx, "goodput_mbps")
    return Measured({"more": by_point((cost["BostonFec"] / cost["BostonBp"] - 1) * 100)})
