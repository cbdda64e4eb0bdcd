# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of rmtp are decided by; the numbers that decide are in claims.toml."""

import math

import numpy

from hsn.claims import Measured
from hsn.stats import mean_ci, ratio_ci
from hsn.tables import chosen

from .runs import (ALL_LOSSY, COMPARED, CONNECT, DISTURBED, FTP, GROUPS, HUNDRED, LEFT, LIMIT,
                   LOADED, LOSSY, MEASURED, ROUNDS, RULES, SHARES, SIM, SIZES, SLOWED, SWEEP, SWEEPS,
                   TRANSFERS, TURN, best, chart, connect_time, ftp_per_receiver, of_form, ratios, rows_of, slope,
                   system_time)

ALPHA = 0.65  # s


def rule(ctx, loss, receivers=5000):
    """The row of the equations for a loss."""
    rows = rows_of(ctx, RULES)
    return rows[(rows["e"] == loss) & (rows["N"] == receivers)].iloc[0]


def simulated(ctx, loss):
    """Retransmissions of all seeds, 5000 receivers."""
    return chosen(ctx.data(ROUNDS), loss=loss)["retransmissions"]


def c01(ctx):
    """Runs with 3 or 4, and their mean."""
    runs = simulated(ctx, 0.01)
    mean = rule(ctx, 0.01)["mean"]
    return Measured({"rule": int(rule(ctx, 0.01)["rule"]), "mean": float(mean),
                     "share": float(runs.isin([3, 4]).mean()),
                     "gap": mean_gap(runs, mean)},
                    f"{len(runs)} runs, mean {runs.mean():.3f}.")


def mean_gap(runs, mean):
    """By how many standard errors the mean of runs differs from an exact one."""
    error = max(float(runs.std(ddof=1)), 1e-3) / math.sqrt(len(runs))
    return float(abs(runs.mean() - mean) / error)


def c02(ctx):
    """10 % and 30 %."""
    rows = {f"{loss:g}": rule(ctx, loss) for loss in (0.1, 0.3)}
    return Measured({"rule": {loss: int(row["rule"]) for loss, row in rows.items()},
                     "mean": {loss: float(row["mean"]) for loss, row in rows.items()},
                     "gap": {f"{loss:g}": mean_gap(simulated(ctx, loss), rule(ctx, loss)["mean"])
                             for loss in (0.1, 0.3)}},
                    ", ".join(f"e = {loss:g}: {simulated(ctx, loss).mean():.2f} in the mean of "
                              f"{len(simulated(ctx, loss))} runs" for loss in (0.1, 0.3)))


def c03(ctx):
    """1e-6 and 1e-4."""
    low, high = rule(ctx, 1e-6), rule(ctx, 1e-4)
    return Measured({"rule": {"1e-6": int(low["rule"]), "1e-4": int(high["rule"])},
                     "at_most": float(low["at_most_1"]),
                     "between": float(high["at_most_2"] - high["at_most_0"])})


def c04(ctx):
    """From few to many receivers."""
    rows = rows_of(ctx, RULES)
    growth, rules = {}, {}
    for loss, part in rows.groupby("e"):
        part = part.set_index("N")
        if loss in (0.01, 0.1, 0.3):
            growth[f"{loss:g}"] = float(part["mean"][500000] - part["mean"][5000]
                                        - math.log(100) / math.log(1 / loss))
        if loss <= 0.01:
            rules[f"{loss:g}"] = int(part["rule"][500000] - part["rule"][1])
    return Measured({"growth": growth, "rules": rules})


def c05(_ctx):
    """Bits of a packet."""
    return Measured({"ber": 1e-2 / (8 * 1024)})


def c06(ctx):
    """Octets of NACKs of the first round."""
    return Measured({"simulated": mean_ci(ctx.data(ALL_LOSSY)["nack_octets"]),
                     "exact": float(rule(ctx, 0.01)["nack_octets"])})


def c07(ctx):
    """Serialised PDUs."""
    row = ctx.data(SIZES).iloc[0]
    return Measured({"octets": {name: int(row[name][0]) for name in
                                ("ack", "cack", "rack", "nack_1", "nack_20", "nack_all")}})


def c08(ctx):
    """100 receivers."""
    data = chosen(ctx.data(HUNDRED), endWaitEarly=False)
    paper = {0: (22, 0), 0.01: (40, 2), 0.1: (68, 5)}
    times = {f"{loss:g}": mean_ci(part["time_s"] / paper[loss][0])
             for loss, part in data.groupby("loss")}
    rounds = {f"{loss:g}": float(part["retransmissions"].mean() - paper[loss][1])
              for loss, part in data.groupby("loss")}
    early = chosen(ctx.data(HUNDRED), endWaitEarly=True).groupby("loss")["time_s"].mean()
    return Measured({"times": times, "rounds": rounds},
                    "Means: " + ", ".join(f"{value:.1f}" for value in
                                          data.groupby("loss")["time_s"].mean())
                    + " s; " + ", ".join(f"{value:.1f}" for value in early)
                    + " s where a wait ends when all have answered.")


def c09(ctx):
    """5000 users."""
    return Measured({"time": {
        "100 lossy": mean_ci(chosen(ctx.data(MEASURED), receivers=5000)["time_s"]),
        "all lossy": mean_ci(chosen(ctx.data(ALL_LOSSY), receivers=5000)["time_s"])}})


def c10(ctx):
    """Slopes."""
    other, slopes = {}, {}
    for name, one, equations in (("100 lossy", MEASURED, LOSSY), ("all lossy", ALL_LOSSY, TRANSFERS)):
        data = ctx.data(one)
        rows = rows_of(ctx, equations)
        low, high = slope(data, 5000, 7500), slope(data, 7500, 10000)
        other[name] = high / low
        for part, found, ends in (("to 7500", low, (5000, 7500)), ("from 7500", high, (7500, 10000))):
            slopes[f"{name}, {part}"] = found / slope(rows, *ends)
    return Measured({"straight": other, "model": slopes})


def c11(ctx):
    """Above the equations without alpha, by alpha times the timers."""
    rows = rows_of(ctx, LOSSY).set_index("N")
    above, share = {}, {}
    for size, part in ctx.data(MEASURED).groupby("receivers"):
        gap = part["time_s"].mean() - rows["time_s"][size]
        above[f"N = {size}"] = float(gap)
        share[f"N = {size}"] = float(gap / (ALPHA * rows["timers"][size]))
    return Measured({"above": above, "share": share})


def c12(ctx):
    """FTP on the link."""
    data = chosen(ctx.data(FTP), transfers=20)
    return Measured({"busy": float(data["busy_share"].iloc[0]),
                     "time": 5000 * ftp_per_receiver(ctx, "time_s")})


def c13(ctx):
    """Use of the server's Ethernet."""
    data = chosen(ctx.data(HUNDRED), loss=0, endWaitEarly=False)
    faster = ctx.run_program(SIM, {"loss": 0, "rate": 1.117})
    return Measured({"share": float(100 * data["link_share"].mean())},
                    f"A rate of 1.117 Mbit/s would use {100 * faster['link_share']:.1f} %.")


def counted(ctx, name):
    """Counted packets over those of the equations, 100 lossy."""
    rows = rows_of(ctx, LOSSY).set_index("N")
    means = ctx.data(MEASURED).groupby("receivers")[name].mean()
    return {f"N = {size}": float(means[size] / rows[name][size]) for size in GROUPS}


def c14(ctx):
    """Coefficients and counts."""
    return Measured({"ratio": 2.3e-4 / 7.0e-5, "sent": counted(ctx, "sent"),
                     "received": counted(ctx, "received")},
                    "Equation (8) of the counts at N = 5000: "
                    f"{system_time(chosen(ctx.data(MEASURED), receivers=5000)).mean():.2f} s.")


def c15(ctx):
    """FTP's system time by transfers, and over RMTP's."""
    data = ctx.data(FTP)
    each = dict(zip(data["transfers"], data["cpu_s"] / data["transfers"]))
    over = {}
    for name, one in (("100 lossy", MEASURED), ("all lossy", ALL_LOSSY)):
        for size, part in ctx.data(one).groupby("receivers"):
            if size >= 100:
                over[f"N = {size}, {name}"] = float(size * ftp_per_receiver(ctx, "cpu_s")
                                                    / system_time(part).mean())
    return Measured({"linear": {f"{count} transfers": float(time / each[20])
                                for count, time in each.items()}, "over": over},
                    f"{each[20]:.3f} s for each receiver.")


def least(times):
    """Delta of the least time."""
    return float(times.idxmin())


def c16(ctx):
    """A minimum, and both sides of it."""
    data = ctx.data(CONNECT)
    interior, drops, calls, left, right = {}, {}, {}, {}, {}
    for size in (5000, 8000):
        name = f"N = {size}"
        times = connect_time(ctx, size, 64)
        interior[name] = least(times)
        part = chosen(data, receivers=size, overhead=64, interval=0.1)
        drops[name] = float(part["buffer_drops"].mean())
        calls[name] = float(part["conn_retries"].mean())
        left[name] = float(times[0.1] / times.min())
    for size in (1000, 5000, 8000):
        times = connect_time(ctx, size, 64)
        right.update({f"N = {size}, {delta} ms": float(time / (delta * size / 1000 + 0.1))
                      for delta, time in times.items() if delta >= 1})
    return Measured({"interior": interior, "drops": drops, "calls": calls, "left": left,
                     "right": right})


def c17(ctx):
    """Overflow by what a packet takes of the buffer."""
    data = ctx.data(CONNECT)
    drops = {f"N = {size}": float(chosen(data, receivers=size, overhead=64, interval=0.1)
                                  ["buffer_drops"].mean()) for size in (5000, 8000)}
    return Measured({"payload": int(chosen(data, overhead=0)["buffer_drops"].sum()),
                     "drops": drops,
                     "small": float(chosen(data, receivers=1000, overhead=64, interval=0.1)
                                    ["buffer_drops"].mean())})


def c18(ctx):
    """Both ends of the sweep, and its minimum."""
    data = chosen(ctx.data(SWEEP), receivers=SWEEPS["Mars 100"]["receivers"])
    means = data.groupby("rate")["time_s"].mean()
    return Measured({"ends": {"slow": float(means.iloc[0] / means.min()),
                              "fast": float(means.iloc[-1] / means.min())}, "best": best(data)},
                    ", ".join(f"{rate:g}: {time:.1f} s" for rate, time in means.items()))


def c19(ctx):
    """With over without control."""
    means, variances, notes = {}, {}, []
    for group in DISTURBED:
        fixed, controlled = (ratios(ctx, SLOWED, group, on) for on in (False, True))
        means[group] = ratio_ci(controlled, fixed)
        variances[group] = float(controlled.var(ddof=1) / fixed.var(ddof=1))
        other = [ratios(ctx, LOADED, group, on).mean() for on in (False, True)]
        notes.append(f"{group}: {fixed.mean():.2f} and {controlled.mean():.2f} in the mean; with other "
                     f"load instead, {other[0]:.2f} and {other[1]:.2f}")
    return Measured({"mean": means, "variance": variances}, "; ".join(notes) + ".")


def c20(ctx):
    """Six times the turn-around time."""
    data = ctx.data(TURN)
    ratio = {}
    for size in (100, 5000):
        short, long = (chosen(data, receivers=size, turnAround=time).sort_values("seed")["time_s"]
                       for time in (100, 600))
        ratio[f"N = {size}"] = ratio_ci(long.to_numpy(), short.to_numpy())
    return Measured({"ratio": ratio})


def c21(ctx):
    """Shares of time that is not sending."""
    rows = rows_of(ctx, SHARES)
    shares = {int(row["M"]): float(row["backoff_share"]) for _, row in rows.iterrows()}
    sizes = list(shares)
    return Measured({"fall": {f"{one} to {other}": shares[one] - shares[other]
                              for one, other in zip(sizes, sizes[1:])}},
                    ", ".join(f"M = {size}: {share:.3f}" for size, share in shares.items()))


def c22(ctx):
    """A lost ACK."""
    lost, calm = chart(ctx, "one lost answer"), chart(ctx, "nothing")
    return Measured({"extra": int(lost["data_sent"] - calm["data_sent"]), "polls": int(lost["polls"]),
                     "failed": int(lost["failed"])})


def c23(ctx):
    """A busy receiver."""
    busy, calm = chart(ctx, "one busy receiver"), chart(ctx, "nothing")
    return Measured({"others": [float(time) for time in busy["complete_s"][:2]]
                     == [float(time) for time in calm["complete_s"][:2]],
                     "served": bool(busy["complete_s"][2] > 0), "failed": int(busy["failed"])},
                    f"It has everything after {busy['complete_s'][2]:.2f} s, the others after "
                    f"{busy['complete_s'][0]:.2f} s.")


def c24(ctx):
    """The best rate."""
    return Measured({"best": best(chosen(ctx.data(SWEEP), receivers=100))})


def c25(ctx):
    """Ten thousand receivers."""
    data = ctx.data(LIMIT)
    share = chosen(data, interval=3)
    backoff = 2 * 3e-3 * 10000  # of the connection and of the first round
    return Measured({"drops": int(data["buffer_drops"].sum()),
                     "complete": bool((data["complete_receivers"] == 10000).all()),
                     "calls": int((data["polls"] + data["conn_retries"] - data["lost_answers"]).max()),
                     "share": float(numpy.mean(backoff / share["time_s"]))},
                    f"The transfer takes {share['time_s'].mean():.1f} s at 3 ms.")


def c27(ctx):
    """Nodes against farms."""
    gaps, times, complete = {}, {}, True
    for size in (50, 200):
        farm, nodes = (of_form(ctx, size, form) for form in (False, True))
        for name in COMPARED:
            error = math.sqrt(farm[name].var(ddof=1) / len(farm) + nodes[name].var(ddof=1) / len(nodes))
            gap = abs(farm[name].mean() - nodes[name].mean())
            gaps[f"N = {size}, {name}"] = float(gap / max(error, 1e-3 * farm[name].mean(), 1e-9))
        times[f"N = {size}"] = float(nodes["time_s"].mean() / farm["time_s"].mean())
        complete = complete and bool((nodes["complete_receivers"] == size).all())
    return Measured({"gap": gaps, "time": times, "complete": complete},
                    "; ".join(f"N = {size}: {of_form(ctx, size, True)['time_s'].mean():.2f} s as nodes, "
                              f"{of_form(ctx, size, False)['time_s'].mean():.2f} s as a farm"
                              for size in (50, 200)) + ".")


def left_table(ctx):
    """The paper's table A."""
    rows = rows_of(ctx, LEFT)
    return Measured({"entries": {f"{name}, e = {row['e']:g}, k = {int(row['k'])}": float(row[name])
                                 for _, row in rows.iterrows() for name in ("S", "M", "N")
                                 if row["S"] >= 0.05}})
