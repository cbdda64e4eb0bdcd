# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the claims of boston that are listed in claims.toml.

Expected numbers are the paper's, or were computed by hand; none comes from this code.
"""

import numpy

from hsn.claims import Verdict
from hsn.stats import group_ci
from hsn.tables import chosen, mean_table, spread
from hsn.tables import means as series

from .figures import (BOUND, DISCARD, LINK, LOSSES, MAIN, MODEL, MODEL_PROGRAM, NAMES, NETWORK,
                      PENDING, RENO, SIZES)

# Equation (2) with m = 30 in exact fractions: round trips by alpha, for 1, 5, 10, 15, 20 %
ROUNDS = [
    (1.351899, 4.658991, 23.589825, 131.048553, 807.793567),
    (1.039922, 1.863596, 5.897456, 23.827010, 115.399081),
    (1.004009, 1.272079, 2.727147, 8.209776, 31.554436),
    (1.000325, 1.087914, 1.733271, 4.007295, 12.374289),
    (1.000022, 1.026605, 1.332608, 2.453254, 6.178059),
    (1.000001, 1.007305, 1.151591, 1.757901, 3.675232),
    (1.000000, 1.001811, 1.067040, 1.408562, 2.495684),
    (1.000000, 1.000408, 1.028216, 1.221330, 1.876292),
    (1.000000, 1.000085, 1.011199, 1.118212, 1.525973),
    (1.000000, 1.000016, 1.004182, 1.061453, 1.318147),
    (1.000000, 1.000003, 1.001472, 1.030844, 1.191567),
]
LINE_RATE = 1.5  # Mbit/s
UNLOADED = {1500: 29.328, 9180: 74.555}  # ms: 20 ms and m + 1 cell times


def model(ctx, **params):
    """The equations at a point."""
    return ctx.run_program(MODEL_PROGRAM, {"m": 30, **params})


def means(ctx, value, experiment=MAIN):
    """Means over the repetitions: rows (packet, buffer), columns the transports."""
    return mean_table(ctx.data(experiment), value, ["packet", "buffer"], "protocol")


def lossy(ctx):
    """Where Vegas loses more than 1 % of its cells."""
    return means(ctx, "cell_loss")["Tcp"] > 0.01


def ratios(ctx, value):
    """Boston's means relative to Vegas's: rows (packet, buffer)."""
    table = means(ctx, value)
    return table[["BostonBp", "BostonFec"]].div(table["Tcp"], axis=0)


def improvements(ctx, value):
    """Percent by which Boston is below Vegas, a mean over the buffers where Vegas is not 0."""
    gain = (1 - ratios(ctx, value)) * 100
    return gain.replace([numpy.inf, -numpy.inf], numpy.nan).groupby("packet").mean()


def listed(names):
    """Points in words."""
    return ", ".join(f"{size} B/{buffer}" for size, buffer in names) or "none"


def verdict(good, measured):
    """A Verdict on conditions by point; says where they do not hold."""
    note = "" if good.all() else "not at " + listed(good.index[~good])
    return Verdict(bool(good.all()), f"{measured}; {int(good.sum())} of {len(good)} points", note)


def c01(ctx):
    """Equation (2) at every point of figure 2, and trying gives the same."""
    data = ctx.data(MODEL)
    exact = numpy.array([ROUNDS[alpha][LOSSES.index(q)] for alpha, q in zip(data["alpha"], data["q"])])
    error = float(numpy.max(numpy.abs(data["rounds"] / exact - 1)))
    likely = data[exact < 100]
    tried = float(numpy.max(numpy.abs(likely["tried_rounds"] / likely["rounds"] - 1)))
    plain = series(chosen(ctx.data(LINK), protocol="Tcp"), "rounds", "cellLoss")
    # a lost last cell has the next packet fail, too, so that it is U / p
    simulated = ", ".join(f"{q:.0%}: {rounds:.2f} of {ROUNDS[0][LOSSES.index(q)] / (1 - q):.2f}"
                          for q, rounds in plain.items())
    # the table has six decimals
    return Verdict(error <= 1e-6, f"error at most {error:.1e}; tried: within {tried:.1%}",
                   f"TCP over a link, where a lost last cell damages the next packet, too: {simulated}")


def c02(ctx):
    """Three extra cells for three round trips at 10 %."""
    three = model(ctx, alpha=3, q=0.1)["rounds"]
    two = model(ctx, alpha=2, q=0.1)["rounds"]
    return Verdict(abs(three - 1.733271) < 1e-6 and three <= 3,
                   f"α = 3: {three:.6f}; α = 2 already: {two:.6f}",
                   "α = 3 is the least for two round trips, not for three")


def c03(ctx):
    """One extra cell at 5 %."""
    one = model(ctx, alpha=1, q=0.05)["rounds"]
    return Verdict(abs(one - 1.863596) < 1e-6, f"{one:.6f} round trips, {1 / 30:.2%} more cells")


def c04(ctx):
    """Eleven cells, any ten of which suffice."""
    row = model(ctx, m=10, dispersal=11, subsets=100)
    return Verdict(row["subsets_tried"] == 11 and row["subset_failures"] == 0,
                   f"{int(row['subset_failures'])} of {int(row['subsets_tried'])} subsets fail")


def c05(ctx):
    """Any m of N cells."""
    rows = {m: model(ctx, m=m, dispersal=4 * m if m > 63 else 255, subsets=500)
            for m in (13, 32, 192)}
    failures = sum(row["subset_failures"] for row in rows.values())
    return Verdict(failures == 0, f"{int(failures)} of {sum(int(r['subsets_tried']) for r in rows.values())} "
                   "random subsets fail")


def c06(ctx):
    """Sending only pending cells again takes no more round trips than equation (2) says."""
    data = ctx.data(BOUND)
    over = (data["pending_rounds"] / data["rounds"]).max()
    known = ctx.data(PENDING)
    link = series(ctx.data(LINK), "segment_transmissions", ["protocol", "cellLoss"])
    chain = {("BostonBp" if row["alpha"] == 0 else "BostonFec", row["q"]): row["pending_rounds"]
             for _, row in known.iterrows()}
    off = max(abs(link[key] / rounds - 1) for key, rounds in chain.items())
    return Verdict(bool(over <= 1 + 1e-12), f"at most {over:.6f} times; the protocol over a link: "
                   f"within {off:.1%} of the Markov chain",
                   "with redundancy in retransmissions, too; false without for several α ≥ 2")


def c07(ctx):
    """One lost cell costs a packet and a round trip, a lost last cell two packets."""
    # behind SYN and ACK, 3 cells: cell 11 of the fifth packet, and its last one
    base = {"sources": 1, "spread": 0, "flow": "Reno", "buffer": 4000, "duration": 20,
            "maxBytes": 200000}
    one, last = (ctx.run_program(NETWORK, {**base, "drop": str(cell)}) for cell in (142, 162))
    lost = [row["transmissions"] - row["transmissions_complete"] for row in (one, last)]
    late = one["response_max_ms"] - UNLOADED[1500]
    return Verdict(lost == [1, 2] and late >= 40, f"{lost[0]} packet, {late:.0f} ms later; last cell: "
                   f"{lost[1]} packets")


def c08(ctx):
    """What 700 s move."""
    data = ctx.data(MAIN)
    scale = 700 / data["duration"]
    volume = (data["sink_mb"] * scale).groupby(data["protocol"]).agg(["min", "max"])
    payload = data["goodput_mbps"].max() * 700 / 8
    text = ", ".join(f"{NAMES[name]} {row['min']:.1f}–{row['max']:.1f}"
                     for name, row in volume.iterrows())
    return Verdict(bool(volume["max"].max() <= 131.26 and payload <= 118.87),
                   f"MB on the line: {text}; payload at most {payload:.1f} MB")


def c09(ctx):
    """Goodput: Boston-BP first."""
    table = means(ctx, "goodput_mbps")
    strict = lossy(ctx)
    bp, fec, tcp = table["BostonBp"], table["BostonFec"], table["Tcp"]
    good = (bp >= tcp * numpy.where(strict, 1, 0.99)) & (bp >= fec * numpy.where(strict, 1, 0.995))
    return verdict(good, f"BP/Vegas {(bp / tcp).min():.3f}–{(bp / tcp).max():.3f}, "
                   f"BP/FEC {(bp / fec).min():.3f}–{(bp / fec).max():.3f}")


def c10(ctx):
    """The gap between BP and FEC at the smallest and the largest buffer."""
    table = means(ctx, "goodput_mbps")
    gap = table["BostonBp"] - table["BostonFec"]
    pairs = {size: (gap[size, 64], gap[size, 4000]) for size in SIZES}
    return Verdict(all(small > large for small, large in pairs.values()),
                   "; ".join(f"{size} B: {small:.3f} at 64 cells, {large:.3f} at 4000 (Mbit/s)"
                             for size, (small, large) in pairs.items()))


def c11(ctx):
    """Response times: FEC < BP < Vegas."""
    table = means(ctx, "response_ms")
    slack = numpy.where(lossy(ctx), 1, 1.03)
    good = ((table["BostonFec"] <= table["BostonBp"] * slack)
            & (table["BostonBp"] <= table["Tcp"] * slack))
    ratio = ratios(ctx, "response_ms")
    return verdict(good, f"BP/Vegas {spread(ratio['BostonBp'])}, "
                   f"FEC/Vegas {spread(ratio['BostonFec'])}")


def c12(ctx):
    """Relative and absolute gaps of response times."""
    table = means(ctx, "response_ms")
    relative = table["BostonBp"] / table["BostonFec"]
    absolute = table["BostonBp"] - table["BostonFec"]
    good = all(relative[size, 64] > relative[size, 4000] and absolute[size, 4000] > absolute[size, 64]
               for size in SIZES)
    return Verdict(good, "; ".join(
        f"{size} B: BP/FEC {relative[size, 64]:.3f} at 64 cells, {relative[size, 4000]:.3f} at 4000, "
        f"BP−FEC {absolute[size, 64]:.0f} and {absolute[size, 4000]:.0f} ms" for size in SIZES))


def response_ratios(ctx, buffer):
    """Ratios of response times to Vegas's at a buffer, in words, and those of 1500 bytes."""
    ratio = ratios(ctx, "response_ms")
    text = "; ".join(f"{size} B: 1 : {ratio.loc[(size, buffer), 'BostonBp']:.2f} : "
                     f"{ratio.loc[(size, buffer), 'BostonFec']:.2f}" for size in SIZES)
    return ratio.loc[(1500, buffer)], text


def c13(ctx):
    """Response times at 64 cells."""
    one, text = response_ratios(ctx, 64)
    bp, fec = one["BostonBp"], one["BostonFec"]
    return Verdict(bool(0.85 <= bp < 1 and 0.75 <= fec <= 0.97 and fec < bp), text)


def c14(ctx):
    """Response times at 4000 cells."""
    one, text = response_ratios(ctx, 4000)
    return Verdict(bool(one.between(0.85, 1.02).all()), text)


def missed(ctx):
    """Improvements of missed deadlines in words, and as a table."""
    gain = improvements(ctx, "missed_share")
    points = means(ctx, "missed_share") * 100
    return gain, lambda size: (
        f"BP {gain.loc[size, 'BostonBp']:.1f} %, FEC {gain.loc[size, 'BostonFec']:.1f} % "
        f"(percentage points: {(points['Tcp'] - points['BostonBp'])[size].mean():.1f}, "
        f"{(points['Tcp'] - points['BostonFec'])[size].mean():.1f})")


def c15(ctx):
    """Missed deadlines of small packets."""
    gain, text = missed(ctx)
    bp, fec = gain.loc[1500]
    return Verdict(bool(bp > 5 and fec > 5 and fec >= bp - 2), text(1500))


def c16(ctx):
    """Missed deadlines of large packets."""
    gain, text = missed(ctx)
    return Verdict(bool((gain.loc[9180] > 20).all() and (gain.loc[9180] > gain.loc[1500]).all()),
                   text(9180))


def c17(ctx):
    """Missed deadlines: FEC relative to BP."""
    table = means(ctx, "missed_share")
    gain = ((1 - table["BostonFec"] / table["BostonBp"]) * 100).replace(
        [numpy.inf, -numpy.inf], numpy.nan).groupby("packet").mean()
    return Verdict(bool((gain >= -2).all()), f"1500 B: {gain[1500]:.1f} %, 9180 B: {gain[9180]:.1f} %")


def c18(ctx):
    """Deadlines that tell something."""
    table = means(ctx, "missed_share")
    useful = ((table > 0) & (table < 1)).any(axis=1)
    zero = (table == 0).all(axis=1)
    return Verdict(bool(useful.groupby("packet").any().all()),
                   f"some misses at {int(useful.sum())} of {len(useful)} points",
                   "no misses at " + listed(zero.index[zero]))


def c19(ctx):
    """The histogram's spread."""
    sd = means(ctx, "response_sd_ms").loc[(1500, 256)]
    late = means(ctx, "response_p95_ms").loc[(1500, 256)]
    good = all(one["Tcp"] > one["BostonBp"] > one["BostonFec"] for one in (sd, late))
    return Verdict(bool(good), "Vegas, BP, FEC: sd "
                   + ", ".join(f"{sd[name]:.0f}" for name in NAMES) + " ms; 95th percentile "
                   + ", ".join(f"{late[name]:.0f}" for name in NAMES) + " ms")


def c20(ctx):
    """Standard deviations below Vegas's."""
    ratio = ratios(ctx, "response_sd_ms")
    good = (ratio < 1).all(axis=1)[lossy(ctx)]
    return verdict(good, f"BP/Vegas {spread(ratio['BostonBp'])}, "
                   f"FEC/Vegas {spread(ratio['BostonFec'])}")


def c21(ctx):
    """Variability at very small buffers."""
    table = means(ctx, "variability")
    rise = {size: table.loc[(size, 64)] / table.loc[(size, 512)] for size in SIZES}
    good = all((one > 1).all() and one["Tcp"] == one.max() for one in rise.values())
    return Verdict(bool(good), "sd/mean at 64 to 512 cells, Vegas, BP, FEC: " + "; ".join(
        f"{size} B: " + ", ".join(f"{one[name]:.2f}" for name in NAMES)
        for size, one in rise.items()))


def reductions(ctx, value, low, high):
    """Whether BP is lower than Vegas by a percentage in a range, and more so with large packets."""
    gain = improvements(ctx, value)["BostonBp"]
    good = gain.between(low, high).all() and gain[9180] > gain[1500]
    return Verdict(bool(good), f"9180 B: {gain[9180]:.1f} %, 1500 B: {gain[1500]:.1f} %")


def c22(ctx):
    """Standard deviation of BP."""
    return reductions(ctx, "response_sd_ms", 10, 50)


def c23(ctx):
    """Standard deviation of FEC."""
    ratio = ratios(ctx, "response_sd_ms").groupby("packet").mean()
    return Verdict(bool((ratio["BostonFec"] <= ratio["BostonBp"]).all()),
                   "; ".join(f"{size} B: BP {ratio.loc[size, 'BostonBp']:.3f}, "
                             f"FEC {ratio.loc[size, 'BostonFec']:.3f} of Vegas" for size in SIZES))


def c24(ctx):
    """Variability index of BP."""
    return reductions(ctx, "variability", 5, 45)


def c25(ctx):
    """Loss rates of packets grow as the buffer shrinks."""
    table = group_ci(ctx.data(MAIN), ["protocol", "packet", "buffer"], "packet_loss")
    wrong = []
    for (protocol, size), rows in table.groupby(["protocol", "packet"]):
        rows = rows.sort_values("buffer")
        half = rows["half"].fillna(0).to_numpy()
        mean = rows["mean"].to_numpy()
        rise = mean[1:] - mean[:-1] > half[1:] + half[:-1]
        wrong += [f"{NAMES[protocol]} {size} B, {buffer} cells"
                  for buffer, bad in zip(rows["buffer"][1:], rise) if bad]
    ends = means(ctx, "packet_loss")
    text = "; ".join(f"{size} B: " + ", ".join(
        f"{NAMES[name]} {ends.loc[(size, 64), name]:.0%} to {ends.loc[(size, 4000), name]:.0%}"
        for name in NAMES) for size in SIZES)
    return Verdict(not wrong, text, "rises with the buffer at " + ", ".join(wrong) if wrong else "")


def c26(ctx):
    """The order of goodputs is the same with Reno."""
    vegas = means(ctx, "goodput_mbps")
    reno = means(ctx, "goodput_mbps", RENO)
    same = (reno.rank(axis=1) == vegas.loc[reno.index].rank(axis=1)).all(axis=1)
    gain = (reno["BostonBp"] / reno["Tcp"]).groupby("packet").agg(["min", "max"])
    return verdict(same, "BP/Reno " + ", ".join(
        f"{size} B {row['min']:.2f}–{row['max']:.2f}" for size, row in gain.iterrows()))


def c27(ctx):
    """Packet discard and TCP Reno."""
    tail = means(ctx, "goodput_mbps", RENO)["Tcp"]
    data = ctx.data(DISCARD)
    data = mean_table(chosen(data, flow="Reno"), "goodput_mbps", ["packet", "buffer"], "discard")
    mean = data.assign(Tail=tail).groupby("packet").mean()
    good = (mean["Epd"] >= mean["Ppd"]).all() and (mean["Ppd"] >= mean["Tail"]).all()
    return Verdict(bool(good), "; ".join(
        f"{size} B: EPD {row['Epd']:.3f}, PPD {row['Ppd']:.3f}, tail {row['Tail']:.3f}"
        for size, row in mean.iterrows()) + " (Mbit/s)")


def c28(ctx):
    """Cells that FEC sends, to BP."""
    table = means(ctx, "cells_data")
    more = (table["BostonFec"] / table["BostonBp"] - 1) * 100
    return Verdict(bool(more.max() <= 6), f"{more.min():.1f} to {more.max():.1f} % more cells sent")
