# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of background are decided by. The numbers that decide are in claims.toml."""

import numpy
import pandas

from hsn.claims import Measured
from hsn.errors import Unchecked
from hsn.stats import Interval, mean_ci
from hsn.tables import chosen, intervals

from .experiments import (ALONE, BARS, CAPPED, CONTROL, FIXED, LEFT, LOADED, LONG, LOSS_BASED,
                          MB, MIXED, MIXTURE, PAIRS, STUDIED, TYPED, TYPES, WEB)
from .figures import (NAMES, bars_of, buffered, by_name, fast_typed, friends, htcp_typed,
                      late_over_early, of_kind, ratios, same_pairs, unequal_pairs, web_rates,
                      with_loaded)

CAPACITY = 400e6 / 8  # bytes/s


# --- what several checks do --------------------------------------------------------------


def mean(data, metric="utilization", **point):
    """The mean of a metric at a point."""
    return chosen(data, **point)[metric].mean()


def by_point(data, metric, by=("what", "rtt")):
    """{(protocol, RTT): mean with its interval} with readable points."""
    found = intervals(by_name(data), metric, list(by))
    return {tuple(f"{part:g} ms" if name == "rtt" else part for name, part in zip(by, point)): one
            for point, one in found.items()}


def by_protocol(data, metric):
    """{protocol: mean with its interval}."""
    return intervals(by_name(data), metric, "what")


def gains(data, metric="ratio"):
    """{protocol: mean over the round-trip times with Type V, less that without}, of those where both were
    run."""
    table = data.pivot_table(metric, ["protocol", "rtt"], "traffic", aggfunc="mean")
    if "None" not in table or "V" not in table:
        raise Unchecked("no runs with None and V")
    found = (table["V"] - table["None"]).dropna().groupby("protocol").mean()
    return {NAMES[protocol]: value for protocol, value in found.items()}


def behind(data, low, high, metric="utilization"):
    """{RTT: how much less one protocol has than another}."""
    table = data.pivot_table(metric, "rtt", "protocol", aggfunc="mean")
    return {f"{rtt:g} ms": value for rtt, value in (table[high] - table[low]).items()}


# --- sizes -------------------------------------------------------------------------------


def share(buffer, rtt):
    """A buffer in percent of the bandwidth-delay product, rtt in s."""
    return Measured({"share": 100 * buffer / (CAPACITY * rtt)})


def c01(ctx):
    """A buffer of 2 MB at 162 ms."""
    return share(2 * MB, 0.162)


def c02(ctx):
    """A buffer of 8 MB at 324 ms."""
    return share(8 * MB, 0.324)


# --- background alone --------------------------------------------------------------------


def c03(ctx):
    """What each type carries."""
    found = intervals(ctx.data(WEB), "short_mbps", "traffic")
    return Measured({"carried": {f"Type {kind}": one.mean for kind, one in found.items()}},
                    "95 % intervals: " + ", ".join(f"{kind}: {one}" for kind, one in found.items()))


def c04(ctx):
    """What the long-lived flows of Type V take beside every protocol at every round-trip time."""
    unequal = unequal_pairs(ctx)
    data = chosen(pandas.concat([same_pairs(ctx).assign(beside=""),
                                 friends(ctx).assign(beside=" and TCP-SACK"),
                                 unequal[unequal["rtt"] < 162].assign(beside=" and one of 162 ms")]),
                  traffic="V")
    points = {f"{NAMES[protocol]}{beside}, {rtt:g} ms": mean_ci(rows)
              for (protocol, rtt, beside), rows in data.groupby(["protocol", "rtt", "beside"])["long_mbps"]}
    means = intervals(by_name(data).groupby(["what", "seed"], as_index=False, observed=True)
                      ["long_mbps"].mean(), "long_mbps", "what")
    return Measured({"long": points, "mean": means}, "Means: " + ", ".join(
        f"{name} {one.mean:.0f}" for name, one in means.items()))


def c05(ctx):
    """Variation of the rates in a second, over all repetitions."""
    data = ctx.data(WEB)
    variation = {}
    for kind in TYPES:
        rates = web_rates(data, kind)
        variation[kind] = rates.std() / rates.mean()
    order = sorted(variation, key=variation.get, reverse=True)
    return Measured({"above": {f"{kind} over I": variation[kind] - variation["I"]
                               for kind in ("II", "III")}, "variation": variation},
                    "Coefficients of variation, from the largest: "
                    + ", ".join(f"{kind} {variation[kind]:.2f}" for kind in order))


# --- utilization -------------------------------------------------------------------------


def c06(ctx):
    """Utilization of the protocols that fill the link."""
    data = chosen(ctx.data(ALONE), protocol=["bic", "cubic", "htcp", "hstcp"])
    return Measured({"short": by_point(data[data["rtt"] <= 162], "utilization"),
                     "long": by_point(chosen(data, rtt=324), "utilization")})


def c07(ctx):
    """TCP-SACK at 324 ms."""
    data = ctx.data(ALONE)
    sack = mean(data, protocol="sack", rtt=324)
    others = {NAMES[one]: mean(data, protocol=one, rtt=324) - sack
              for one in LOSS_BASED if one != "sack"}
    return Measured({"drop": mean(data, protocol="sack", rtt=42) - sack, "others": others})


def c08(ctx):
    """Utilization up to 162 ms, without STCP."""
    data = chosen(ctx.data(ALONE), protocol=[one for one in STUDIED if one != "stcp"])
    return Measured({"utilization": by_point(data[data["rtt"] <= 162], "utilization")})


def c09(ctx):
    """STCP at 324 ms."""
    data = ctx.data(ALONE)
    stcp = mean(data, protocol="stcp", rtt=324)
    return Measured({"drop": mean(data, protocol="stcp", rtt=42) - stcp,
                     "behind": mean(data, protocol="cubic", rtt=324) - stcp})


def c10(ctx):
    """Utilization of figure 4."""
    data = chosen(ctx.data(PAIRS), protocol=STUDIED)
    stcp = mean(data, protocol="stcp")
    return Measured({"utilization": by_protocol(data, "utilization"),
                     "above": {NAMES[one]: mean(data, protocol=one) - stcp
                               for one in STUDIED if one != "stcp"}})


def c11(ctx):
    """Losses in a second that has some, once both flows are settled, and variation of the rate."""
    data = chosen(ctx.data(PAIRS), protocol=MIXED)
    lost = data["settled_flow_drops"].map(sum) / data["settled_flow_loss_seconds"].map(sum).clip(lower=1)
    data = by_name(data.assign(lost=lost))
    table = data.groupby("what", observed=True)[["lost", "cov"]].mean()
    return Measured({"first": {metric: table[metric]["STCP"] - table[metric].drop("STCP").max()
                               for metric in table}, "lost": table["lost"], "cov": table["cov"]},
                    "Packets lost in a second that has losses, and variation: "
                    + ", ".join(f"{name} {row['lost']:.0f}, {row['cov']:.2f}"
                                for name, row in table.iterrows()))


def c12(ctx):
    """The highest rates in a second of FAST flows at 324 ms, with and without a limit."""
    data = ctx.data(CAPPED)

    def highest(rows):
        return max(max(max(rows[f"flow_{flow}_mbps_by_second"].iloc[run]) for flow in (1, 2))
                   for run in range(len(rows)))

    free = highest(chosen(data, maxCwnd=0))
    return Measured({"rate": highest(data[data["maxCwnd"] > 0])},
                    f"Without the limit: {free:.0f} Mbit/s.")


def c13(ctx):
    """Utilization of figure 5."""
    data = chosen(ctx.data(LOADED), rtt=162)
    hstcp = mean(data, protocol="hstcp")
    return Measured({"utilization": by_protocol(chosen(data, protocol=STUDIED), "utilization"),
                     "above": {NAMES[one]: mean(data, protocol=one) - hstcp
                               for one in ("bic", "cubic", "stcp")},
                     "below": {NAMES[one]: hstcp - mean(data, protocol=one)
                               for one in ("htcp", "fast")}})


def one_change(ctx, protocol):
    """{RTT: utilization of four flows without and with Type II}, and of two flows, in words."""
    control = chosen(ctx.data(CONTROL), protocol=protocol)
    four = pandas.concat([chosen(control, flows=4),
                          chosen(ctx.data(LOADED), protocol=protocol).assign(traffic="II")])
    two = pandas.concat([chosen(control, flows=2), chosen(ctx.data(ALONE), protocol=protocol)])
    found = {}
    for number, data in ((4, four), (2, two)):
        table = data.pivot_table("utilization", "rtt", "traffic", aggfunc="mean").dropna()
        found[number] = {f"{rtt:g} ms": row["II"] - row["None"] for rtt, row in table.iterrows()}
    note = "Effect of Type II on two flows: " + ", ".join(
        f"{rtt}: {value:+.3f}" for rtt, value in found[2].items())
    return found[4], note


def c14(ctx):
    """What Type II takes from four SACK flows."""
    change, note = one_change(ctx, "sack")
    return Measured({"change": change}, note)


def c15(ctx):
    """STCP in figures 3a and 3b."""
    alone, loaded = ctx.data(ALONE), ctx.data(LOADED)
    loaded, alone = (chosen(data, protocol="stcp") for data in (loaded, alone))
    gain = {f"{rtt} ms": mean(loaded, rtt=rtt) - mean(alone, rtt=rtt) for rtt in (162, 324)}
    change, note = one_change(ctx, "stcp")
    return Measured({"gain": gain}, "The figures differ in the number of flows too. Effect of Type "
                    "II on four flows: " + ", ".join(f"{rtt}: {value:+.3f}" for rtt, value in
                                                     change.items()) + ". " + note)


def c16(ctx):
    """BIC and CUBIC with every type."""
    data = chosen(typed(ctx), protocol=["bic", "cubic"])
    return Measured({"utilization": by_point(data, "utilization", ("what", "traffic"))})


def typed(ctx):
    """Four flows, 162 ms, 1 MB, with every type."""
    return with_loaded(ctx, TYPED, rtt=162)


def c17(ctx):
    """H-TCP and FAST below CUBIC."""
    data = ctx.data(LOADED)
    return Measured({NAMES[one]: behind(data, one, "cubic") for one in ("htcp", "fast")})


def cells(table):
    """{column and row: value} of a table by protocol, for quotations."""
    if table.index.name == "protocol":
        table = table.T
    return {f"{NAMES[one]}, {row:g}" if isinstance(row, float | int) else f"{NAMES[one]}, {row}": value
            for one in table for row, value in table[one].dropna().items()}


def gap_over_buffers(ctx, protocol):
    """Utilization of a protocol over the buffers, and how far CUBIC is ahead."""
    data = buffered(ctx)
    table = chosen(data, protocol=["cubic", protocol]).pivot_table(
        "utilization", "megabytes", "protocol", aggfunc="mean")
    gap = table["cubic"] - table[protocol]
    note = f"{in_words(table[protocol], '{:g} MB')}; behind CUBIC by {in_words(gap, '{:g} MB')}"
    return {"rise": table[protocol].diff().dropna().min(), "closing": gap.iloc[0] - gap.iloc[-1],
            "lower": {f"{size:g} MB": value for size, value in gap.iloc[:-1].items()},
            "used": cells(table)}, note


def c18(ctx):
    """H-TCP over the buffers."""
    return Measured(*gap_over_buffers(ctx, "htcp"))


def c19(ctx):
    """HSTCP over the buffers and at 162 ms."""
    values, note = gap_over_buffers(ctx, "hstcp")
    data = chosen(ctx.data(LOADED), protocol="hstcp")
    values["shorter"] = mean(data, rtt=162) - mean(data, rtt=324)
    return Measured(values, note)


def in_words(series, form):
    """A Series as a note."""
    return ", ".join(f"{form.format(index)}: {value:.3f}" for index, value in series.items())


def c20(ctx):
    """Spread over repetitions, FAST against CUBIC."""
    spread = chosen(buffered(ctx), protocol=["fast", "cubic"]).pivot_table(
        "utilization", "megabytes", "protocol", aggfunc="std")
    return Measured({"spread": {f"{size:g} MB": row["fast"] / row["cubic"]
                                for size, row in spread.iterrows()}, "deviation": cells(spread)})


def c21(ctx):
    """Correlation of variation and utilization over all points of figures 3b and 7."""
    table = ctx.data(LOADED).groupby(["protocol", "rtt"])[["utilization", "cov"]].mean()
    rest = table.drop("sack")
    return Measured({"r": numpy.corrcoef(table["utilization"], table["cov"])[0, 1],
                     "without SACK": numpy.corrcoef(rest["utilization"], rest["cov"])[0, 1]},
                    f"{len(table)} points.")


def c22(ctx):
    """Variation of H-TCP over that of the next one."""
    table = ctx.data(LOADED).pivot_table("cov", "rtt", "protocol", aggfunc="mean")
    others = table.drop(columns=["htcp", "fast", "sack"]).max(axis=1)
    return Measured({"above": {f"{rtt:g} ms": value
                               for rtt, value in (table["htcp"] - others).items()}})


def c23(ctx):
    """H-TCP with every type, against none."""
    data = htcp_typed(ctx)
    none = mean(ctx.data(CONTROL), protocol="htcp", rtt=162, flows=4, traffic="None")
    table = data.groupby(["traffic", "fixedRtt"])[["utilization", "cov"]].mean()
    rest = table.drop(("II", False))
    return Measured({"lost": {f"Type {kind}, {'equal' if fixed else 'own'} RTTs": none - value
                              for (kind, fixed), value in table["utilization"].items()},
                     "worst": {"utilization": rest["utilization"].min()
                               - table["utilization"]["II", False],
                               "variation": table["cov"]["II", False] - rest["cov"].max()}})


def c24(ctx):
    """RTTs of their own against equal ones, repetition by repetition."""
    data = htcp_typed(ctx)
    tables = {metric: data.pivot_table(metric, ["traffic", "seed"], "fixedRtt")
              for metric in ("utilization", "cov", "short_mbps")}
    variation = tables["cov"][False] - tables["cov"][True]
    utilization = tables["utilization"][True] - tables["utilization"][False]
    return Measured({name: {f"Type {kind}": mean_ci(values) for kind, values in one.groupby("traffic")}
                     for name, one in (("variation", variation), ("utilization", utilization))},
                    "Short flows carry, with different and with equal ones: " + ", ".join(
                        f"{kind} {row[False]:.0f} and {row[True]:.0f} Mbit/s"
                        for kind, row in tables["short_mbps"].groupby("traffic").mean().iterrows()))


def c25(ctx):
    """FAST with a little traffic."""
    data = chosen(fast_typed(ctx), load=10)
    return Measured({"late": late_over_early(numpy.sum(data["late_flow_mbps"].tolist(), axis=0)),
                     "utilization": data["utilization"].mean()})


def c26(ctx):
    """FAST with little traffic, and with much of every type."""
    data = fast_typed(ctx)
    much = chosen(data, load=70).groupby("traffic")["utilization"].mean()
    step = mean(data, load=10) - much["I"]
    return Measured({"step": step, "more": step - (much.max() - much.min())},
                    "With 70 Mbit/s: " + in_words(much, "Type {}"))


# --- fairness ----------------------------------------------------------------------------


def c27(ctx):
    """The most even pairs."""
    tables = chosen(same_pairs(ctx), traffic="None").groupby("protocol")[["ratio", "late"]].mean()
    table, later = tables["ratio"], tables["late"]
    rank = table.drop("sack").rank(ascending=False)["htcp"]
    return Measured({"rank": rank, "bic": table["bic"] / table["htcp"], "ratio": table.rename(NAMES),
                     "late": later.rename(NAMES)}, in_words(table.rename(NAMES), "{}") +
                    "; from the second start on: " + in_words(later.rename(NAMES), "{}"))


def c28(ctx):
    """STCP against HSTCP, and HSTCP against all without FAST."""
    data = chosen(same_pairs(ctx), traffic="None")
    table = data.pivot_table("ratio", "rtt", "protocol", aggfunc="mean")
    others = table.drop(columns=["hstcp", "fast"]).min(axis=1)
    return Measured({"better": behind(data, "hstcp", "stcp", "ratio"),
                     "lowest": {f"{rtt:g} ms": value
                                for rtt, value in (others - table["hstcp"]).items()},
                     "ratio": cells(table)})


def span_ratio(row, begin, end):
    """The smaller of two flows' mean rates over the larger one, in a part of a run."""
    rates = [numpy.mean(row[f"flow_{flow}_mbps_by_second"][begin:end]) for flow in (1, 2)]
    return min(rates) / max(rates)


def c29(ctx):
    """The last two minutes of HSTCP's long run against the first two with both flows."""
    found = []
    for _, row in ctx.data(LONG).iterrows():
        start = int(row.get("secondStart", 130)) + 1  # the latest start
        found.append(span_ratio(row, -120, None) - span_ratio(row, start, start + 120))
    return Measured({"gain": float(numpy.mean(found))})


def c30(ctx):
    """RTT-fairness of H-TCP and FAST."""
    data = chosen(unequal_pairs(ctx), traffic="None", protocol=["htcp", "fast"])
    return Measured({"ratio": by_point(data, "ratio"), "late": by_point(data, "late")})


def against_inverse(data, power):
    """{point: rate of the long flow over that of the short one, over (RTT ratio) ** -power}; the round-trip
    times are those of the run, with their queues."""
    data = data[data["rtt"] < 162]
    inverse = data["flow_rtt_ms"].map(lambda rtts: rtts[1] / rtts[0]) ** power
    return by_point(data.assign(relative=data["first_over"] / inverse), "relative")


def measured_ratios(data):
    """In words: the ratio of the round-trip times of each run's flows."""
    data = data[data["rtt"] < 162]
    longer = data["flow_rtt_ms"].map(lambda rtts: rtts[0] / rtts[1])
    return "Ratios of the round-trip times of the runs: " + in_words(longer.groupby(data["rtt"]).mean(),
                                                                     "{:g} ms")


def c31(ctx):
    """CUBIC against the inverse of the RTT ratio."""
    data = chosen(unequal_pairs(ctx), traffic="None", protocol="cubic")
    return Measured({"relative": against_inverse(data, 1)}, measured_ratios(data))


def c32(ctx):
    """BIC and STCP below SACK."""
    data = chosen(unequal_pairs(ctx), traffic="None")
    table = data[data["rtt"] < 82].pivot_table("ratio", "rtt", "protocol", aggfunc="mean")
    return Measured({"below": {f"{NAMES[one]}, {rtt:g} ms": row["sack"] - row[one]
                               for rtt, row in table.iterrows() for one in ("bic", "stcp")}})


def c33(ctx):
    """Friendliness without other traffic."""
    data = chosen(friends(ctx), traffic="None")
    table, over = (data.pivot_table(name, "rtt", "protocol", aggfunc="mean")
                   for name in ("ratio", "first_over"))
    long = table[table.index >= 42]
    near = {f"{NAMES[one]}, {rtt:g} ms": row[one] / row["htcp"]
            for rtt, row in long.iterrows() for one in ("cubic", "fast")}
    low = {f"{NAMES[one]}, {rtt:g} ms": row["htcp"] - row[one]
           for rtt, row in long.iterrows() for one in ("bic", "stcp", "hstcp")}
    short = table[table.index <= 16]
    best = (Unchecked("no runs at 16 ms") if short.empty else
            (short["htcp"] - short.drop(columns="htcp").max(axis=1)).iloc[0])
    return Measured({"near": near, "low": low, "best": best, "ratio": cells(table), "over": cells(over)})


def c34(ctx):
    """What Type V does for two flows alike."""
    both = same_pairs(ctx)
    found = gains(both)
    fast = found.pop("FAST", None)
    return Measured({"gain": found, "later": gains(both, "late"), "ratio": cells(
        both.pivot_table("ratio", "protocol", "traffic", aggfunc="mean"))},
        "" if fast is None else f"FAST {fast:+.3f}")


def c35(ctx):
    """What Type V does for flows with different RTTs."""
    data = unequal_pairs(ctx)
    means = chosen(data, traffic="V").groupby("protocol")["ratio"].mean()
    near = {NAMES[one]: means[one] / means["sack"] for one in ("hstcp", "bic")}
    return Measured({"gain": gains(data), "later": gains(data, "late"), "near": near,
                     "fast": means.drop("fast").min() - means["fast"], "with V": means.rename(NAMES),
                     "ratio": cells(by_traffic(ctx, "rtt", "ratio"))}, in_words(means.rename(NAMES), "{}"))


def c36(ctx):
    """What Type V does for flows beside TCP-SACK."""
    data = friends(ctx)
    most = gains(data[data["rtt"] == 16])
    top = sorted(most, key=most.get, reverse=True)
    ranks = {one: top.index(one) + 1 for one in ("H-TCP", "CUBIC")}
    ratio, over = ({kind: cells(chosen(data, traffic=kind).pivot_table(name, "rtt", "protocol",
                                                                       aggfunc="mean"))
                    for kind in ("None", "V")} for name in ("ratio", "first_over"))
    return Measured({"gain": gains(data), "later": gains(data, "late"), "most": ranks,
                     "ratio": ratio["None"], "with V": ratio["V"],
                     "over": over["None"], "over with V": over["V"]},
                    "Gains at 16 ms: " + ", ".join(f"{one} {most[one]:+.3f}" for one in top))


def c37(ctx):
    """Own against equal RTTs of short flows."""
    both = [ratios(ctx.data(runs)) for runs in (MIXTURE, FIXED)]
    moved = {}
    for kind in BARS:
        one, other = (intervals(of_kind(data, kind), "ratio", ["protocol", "traffic"])
                      for data in both)
        for point in sorted(one.keys() & other.keys()):
            protocol, traffic = point
            pooled = numpy.hypot(one[point].half, other[point].half)
            moved[f"{kind}, {NAMES[protocol]}, Type {traffic}"] = \
                abs(one[point].mean - other[point].mean) / pooled
    return Measured({"moved": moved})


def by_traffic(ctx, kind, metric):
    """Means of figure 13: a row for each protocol, a column for each type."""
    return bars_of(ctx, kind).pivot_table(metric, "protocol", "traffic", aggfunc="mean")


def types_in(table):
    """Which of Types I to IV were run."""
    return [kind for kind in TYPES if kind in table]


def c38(ctx):
    """HSTCP with Type V against the best of the others."""
    row = by_traffic(ctx, "own", "ratio").loc["hstcp"]
    return Measured({"better": row["V"] / row[types_in(row)].max(), "ratio": row}, in_words(row, "{}"))


def percent_gains(table):
    """Gains over no other traffic, in %."""
    return table.drop(columns="None").div(table["None"], axis=0).sub(1).mul(100)


def c39(ctx):
    """Gains in RTT-fairness by Type V."""
    table = by_traffic(ctx, "rtt", "ratio")
    gain = percent_gains(table)["V"]
    return Measured({"bic": gain["bic"], "stcp": gain["stcp"], "ratio": cells(table),
                     "more": gain["stcp"] - gain["bic"]}, in_words(gain.rename(NAMES), "{} %"))


def c40(ctx):
    """Which type brings the largest gain in RTT-fairness."""
    table = by_traffic(ctx, "rtt", "ratio")
    return Measured({"ahead": {NAMES[one]: table["V"][one] - table.loc[one, types_in(table)].max()
                               for one in ("bic", "hstcp", "stcp")}, "ratio": cells(table)})


def c41(ctx):
    """Gains in friendliness."""
    gain = percent_gains(by_traffic(ctx, "friendly", "ratio"))
    largest = gain.max(axis=1)
    return Measured({"ahead": {NAMES[one]: largest[one] - largest.drop(["bic", "stcp"]).max()
                               for one in ("bic", "stcp")},
                     "cubic": gain["V"]["cubic"], "gain": cells(gain)}, in_words(largest.rename(NAMES), "{} %"))


def c42(ctx):
    """Do the intervals overlap with those beside SACK?"""
    found = intervals(ctx.data(LEFT), "short_mbps", ["protocol", "flows"])
    apart = {}
    for (protocol, flows), one in found.items():
        if flows and protocol != "sack":
            sack = found["sack", flows]
            apart[f"{NAMES[protocol]}, {flows:g}"] = distance(one, sack)
    return Measured({"apart": apart, "carried": {f"{NAMES[protocol]}, {flows:g}": one for
                                                 (protocol, flows), one in found.items()}})


def distance(one, other):
    """How far two intervals are apart; below 0 they overlap."""
    if not isinstance(one, Interval) or numpy.isnan(one.half + other.half):
        raise Unchecked("a single run has no interval")
    return abs(one.mean - other.mean) - one.half - other.half


def c43(ctx):
    """SACK between the two laws: over the lower one, and over the upper one."""
    data = chosen(unequal_pairs(ctx), traffic="None", protocol="sack")
    return Measured({"lower": against_inverse(data, 2), "upper": against_inverse(data, 1),
                     "ratio": against_inverse(data, 0)}, measured_ratios(data))


def c44(ctx):
    """Fairness of a protocol to itself with every type."""
    data = bars_of(ctx, "own")
    data = data[(data["protocol"] != "hstcp") & (data["traffic"] != "None")]
    return Measured({"ratio": by_point(data, "ratio", ("what", "traffic")),
                     "late": by_point(data, "late", ("what", "traffic"))})


def c45(ctx):
    """What the amount does against what the type does."""
    table = by_traffic(ctx, "own", "ratio")
    kinds = types_in(table)
    return Measured({"more": {NAMES[one]: abs(row["V"] - row["II"])
                              - (row[kinds].max() - row[kinds].min())
                              for one, row in table.iterrows() if one in ("hstcp", "bic", "stcp")},
                     "II to V": (table["V"] - table["II"]).abs().rename(NAMES),
                     "range": (table[kinds].max(axis=1) - table[kinds].min(axis=1)).rename(NAMES)})
