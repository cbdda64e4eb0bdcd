# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of packet-fec are decided by; the numbers that decide are in claims.toml."""

import math

from hsn.claims import Measured
from hsn.stats import Interval, mean_ci
from hsn.tables import chosen, intervals

from .figures import (BLOCKS, CODE, CODES, CONGESTION, COSTS, DELAY, DELAY_CHECK, LOSSES, MODEL,
                      MODEL_BLOCK, MODEL_GROUP, MODEL_LOSS, PARITY, PATTERNS, RESIDUAL, SACK, STALL,
                      STAR, TCP_LINE, WINDOW, curves, model_rows)

SIZES = {code: tuple(map(int, code.split("+"))) for code in CODES[1:]}  # N, M


def model(ctx, **params):
    """The closed forms at one point."""
    return ctx.run_program(MODEL, params)


def crossing(ctx, code, against, **params):
    """Where another code becomes better."""
    return ctx.run_program(MODEL, {"code": code, "against": against, **params})


def successive(ctx, key, **params):
    """Where each code becomes better than the one with less redundancy."""
    return {better: crossing(ctx, code, better, **params)[key]
            for code, better in zip(CODES, CODES[1:])}


def curve(ctx, experiment, sweep, value):
    """A closed form: rows the values of what was swept, columns the codes."""
    return model_rows(ctx.data(experiment), sweep).pivot(index=sweep, columns="code", values=value)


def points(table):
    """{(column, row): value} of a table."""
    return {(column, row): value for column in table for row, value in table[column].items()}


def excess(data, value, by):
    """By how much each code exceeds none, repetition by repetition: {(code, point): Interval}."""
    table = data.pivot(index=[by, "seed"], columns="code", values=value)
    return {(code, point): mean_ci(rows) for code in CODES[1:] for point, rows in
            (table[code] - table["none"]).groupby(level=by)}


def residual(ctx, code):
    """Residual loss by formula at 1 %, and simulated."""
    rows = chosen(ctx.data(RESIDUAL), code=code)
    return Measured({"formula": model(ctx, code=code, loss=0.01)["residual"],
                     "simulated": mean_ci(rows["residual"])},
                    f"In the {len(rows)} simulated runs {rows['data_lost'].sum():.0f} of "
                    f"{rows['data_expected'].sum():.3g} data packets remained lost.")


def c01(ctx):
    """Residual loss of 7+1."""
    return residual(ctx, "7+1")


def c02(ctx):
    """Residual loss of 6+2."""
    return residual(ctx, "6+2")


def c03(ctx):
    """Residual loss of 5+3."""
    return residual(ctx, "5+3")


def c04(ctx):
    """Overhead, counted by the sender."""
    data = ctx.data(STAR["fig1"])
    shares = {}
    for code, (n, _) in SIZES.items():
        rows = chosen(data, code=code)
        whole = rows["data_sent"] // n * n
        share = 100 * rows["parity_sent"] / (rows["parity_sent"] + whole)
        shares[code] = sorted(set(share.round(9)))
    return Measured({"share": shares}, "The data packets of a last block that is not full are left "
                    "out: it has no parity yet when the run ends.")


def all_codecs(ctx, column):
    """A count for each code by shifts with longer parity, by Reed-Solomon, and by exclusive or."""
    data = chosen(ctx.data(PATTERNS), codec=["ShiftXor", "ReedSolomon"])
    plain = ctx.run_program(CODE, {"code": "7+1", "codec": "Xor"})
    return {**data.set_index(["codec", "code"])[column], ("Xor", "7+1"): plain[column]}


def c05(ctx):
    """All patterns of M losses."""
    data = chosen(ctx.data(PATTERNS), code="6+2")
    variants = ", ".join(f"{row['codec']} {row['repaired']:.0f}" for _, row in data.iterrows())
    return Measured({"repaired": all_codecs(ctx, "repaired"), "wrong": all_codecs(ctx, "wrong")},
                    "Parity packets as long as the data repair less. Pairs of losses that the "
                    f"variants of the code repair with 6+2, of 28: {variants}.")


def c06(ctx):
    """All patterns of M + 1 losses: the sum of data packets that arrive."""
    return Measured({"usable": all_codecs(ctx, "usable_of_short"),
                     "wrong": all_codecs(ctx, "wrong")})


def group_crossing(ctx, code, better):
    """From how many receivers on a code becomes better."""
    found = crossing(ctx, code, better, loss=0.01)
    return Measured({"first": math.ceil(found["group"]), "root": found["group"]},
                    "The curves cross at another size if retransmissions carry no parity: "
                    f"{found['group_without_parity']:.1f} receivers, or {found['group_alone']:.1f} if "
                    "they are not protected either.")


def c07(ctx):
    """Where 7+1 becomes better than none."""
    return group_crossing(ctx, "none", "7+1")


def c08(ctx):
    """Where 6+2 becomes better than 7+1."""
    return group_crossing(ctx, "7+1", "6+2")


def c09(ctx):
    """Small groups."""
    table = curve(ctx, MODEL_GROUP["fig1"], "group", "cost")
    table = table[table.index <= 10.0001]
    data = ctx.data(STAR["fig1"])
    return Measured({"formula": points(table[CODES[1:]].sub(table["none"], axis=0)),
                     "simulated": excess(data[data["group"] <= 10], "cost", "group")})


def c10(ctx):
    """Crossings at three loss rates, and where each code is not the best."""
    found = {(f"{100 * loss:g} %", better): math.ceil(group) for loss in sorted(LOSSES.values())
             for better, group in successive(ctx, "group", loss=loss).items()}
    losers = {}
    for fig in LOSSES:
        table = ctx.data(STAR[fig]).pivot(index=["group", "seed"], columns="code", values="cost")
        for code in CODES:
            others = table.drop(columns=code)
            for _, rows in others.groupby(level="group"):
                best = rows.mean(skipna=False).idxmin()
                worse = mean_ci(table[code].loc[rows.index] - rows[best])
                losers[code] = max(losers.get(code, worse), worse, key=lambda one: one.mean)
    return Measured({"first": found, "worse": losers})


def c11(ctx):
    """Thresholds of figure 4."""
    back = crossing(ctx, "none", "5+3", group=100)["loss_back"]
    return Measured({"threshold": successive(ctx, "loss", group=100)},
                    f"Beyond {100 * back:.1f} % no redundancy is the best again.")


def c12(ctx):
    """Efficiency at high loss."""
    table = curve(ctx, MODEL_LOSS, "loss", "efficiency")
    high = table[table.index >= 0.0999999]
    return Measured({"efficiency": {loss: model(ctx, code="5+3", loss=loss, group=100)["efficiency"]
                                    for loss in (0.1, 0.2)},
                     "high": points(high)})


def c13(ctx):
    """Probability of one and of two retransmissions."""
    found = model(ctx, code="none", loss=0.01, group=100)
    return Measured({"once": found["repeat_probability"], "twice": found["repeat_twice_probability"]})


ONE_RECEIVER = curves("one-receiver", "loss",
                      [10 ** (-6 + k / 20) for k in range(120)] + [0.999], group=1)


def c14(ctx):
    """One receiver."""
    table = curve(ctx, ONE_RECEIVER, "loss", "cost")
    return Measured({"cost": points(table[CODES[1:]].div(table["none"], axis=0))})


def c15(ctx):
    """Efficiency of classic TCP."""
    rows = chosen(ctx.data(STALL), code="none", loss=[0.001, 0.01])
    return Measured({"crossing": crossing(ctx, "none", "7+1", window=WINDOW)["window_loss"],
                     "simulated": intervals(rows, "efficiency", "loss")})


def gains(data, power):
    """How much more efficient codes are than none, simulated, where e^power W is below M/N and where
    it is above; not where both are equal."""
    found = {"below": {}, "above": {}}
    for (code, loss), gain in excess(data, "efficiency", "loss").items():
        ratio = loss ** power * WINDOW / PARITY[code]
        if not math.isclose(ratio, 1):
            found["below" if ratio < 1 else "above"][code, loss] = gain
    return found


def c16(ctx):
    """No code pays below e W = M/N."""
    first = {code: crossing(ctx, "none", code, window=WINDOW)["window_loss"] for code in CODES[1:]}
    return Measured({"first": first, **gains(ctx.data(STALL), 1)})


def c17(ctx):
    """Efficiency at the crossings."""
    return Measured({"efficiency": {code: 100 * share for code, share in successive(
        ctx, "window_efficiency", window=WINDOW).items()}})


FINE = curves("sack-fine", "loss", [k / 100000 for k in range(2000, 7001, 5)], window=WINDOW)


def c18(ctx):
    """The same with selective acknowledgements."""
    table = curve(ctx, FINE, "loss", "sack_efficiency")
    first = {code: 100 * table.index[table[code] > table["none"]].min() for code in CODES[1:]}
    return Measured({"first": first, **gains(ctx.data(SACK), 2)},
                    "Real blocks lose several packets at once: far above its threshold a code gains "
                    "less than the formula says.")


DELAYS = curves("delay-table", "loss", [0.0001, 0.001, 0.01, 0.1, 0.3, 0.5], window=WINDOW)


def relative_to_formula(ctx, value, formula):
    """Simulated means in units of what the formula gives at the same point."""
    found = {}
    for (code, loss), mean in intervals(ctx.data(DELAY_CHECK), value, ["code", "loss"]).items():
        unit = formula(model(ctx, code=code, loss=loss, window=WINDOW)["delay_mean"])
        found[code, loss] = Interval(mean.mean / unit, mean.half / unit, mean.count, mean.missing)
    return found


def c19(ctx):
    """Mean resequencing delay."""
    table = curve(ctx, MODEL_LOSS, "loss", "delay_mean")[CODES]
    found = relative_to_formula(ctx, "delay_mean", lambda mean: mean)
    every = len(DELAY.points(ctx.mode)) // 2  # of each point there are two kinds
    return Measured({"formula": points(curve(ctx, DELAYS, "loss", "delay_mean")),
                     "steps": points((table / table.shift(1)).iloc[1:]), "simulated": found},
                    f"{len(found)} of the {every} points of figure 6 are simulated so; at the others "
                    "losses that remain are too rare.")


def c20(ctx):
    """Standard deviation of the delay."""
    table = curve(ctx, MODEL_LOSS, "loss", "delay_sd")[CODES]
    falls = [code for code in CODES if (table[code].diff().iloc[1:] < 0).any()]
    values = [model(ctx, code="none", loss=loss)["delay_sd"] for loss in (0.0063, 0.02)]
    return Measured({"growth": table.iloc[-1] / table.iloc[0]},
                    f"It falls somewhere in between for {', '.join(falls)}, for instance without "
                    f"redundancy from {values[0]:.4f} round trips at 0.63 % to {values[1]:.4f} at 2 %: "
                    "there nearly every packet waits for one retransmission and hardly any for two.")


def c21(ctx):
    """5+3 up to 10 %."""
    table = curve(ctx, MODEL_LOSS, "loss", "delay_mean")["5+3"]
    rows = chosen(ctx.data(DELAY), code="5+3", fate="residual", loss=[0.03, 0.1])
    return Measured({"formula": table[table.index <= 0.1000001],
                     "highest": model(ctx, code="5+3", loss=0.1)["delay_mean"],
                     "simulated": intervals(rows, "delay_mean", "loss")})


def c22(ctx):
    """Memory of the sender."""
    return Measured({"memory": relative_to_formula(ctx, "memory",
                                                   lambda mean: WINDOW * (1 + mean))})


def ranges(numbers):
    """Whole numbers in words: "1, 5 to 9"."""
    numbers = sorted(map(round, numbers))
    starts = [n for n in numbers if n - 1 not in numbers]
    ends = [n for n in numbers if n + 1 not in numbers]
    return ", ".join(f"{a} to {b}" if a != b else str(a) for a, b in zip(starts, ends))


def c23(ctx):
    """The best block."""
    table = curve(ctx, MODEL_BLOCK, "data", "efficiency")
    table = table.rename(columns={block: f"N+{m}" for m, block in enumerate(BLOCKS, start=1)})
    none = model(ctx, code="none", loss=0.01, group=100)["efficiency"]
    best = table.assign(none=none).dropna().idxmax(axis=1)
    return Measured({
        "best": {code: ranges(best.index[best == code]) for code in [*table, "none"]},
        "last": {code: round(table.index[table[code] > none].max()) for code in table},
        "limited": {limit: model(ctx, loss=0.01, group=100, limit=limit)["best_parity"]
                    for limit in (1, 2, 3, 12, 13, 32, 33, 100)}})


def load(data, scale):
    """Load of the line with each code, in per cent more than without."""
    rows = chosen(data, scale=scale).set_index("code")["line_packets_per_rtt"]
    base = chosen(data, scale=True, code="none")["line_packets_per_rtt"].iloc[0]
    return {code: 100 * (rows[code] / base - 1) for code in CODES[1:]}


def c24(ctx):
    """Load of the line."""
    data = ctx.data(TCP_LINE)
    without = ", ".join(f"{code} {more:+.1f} %" for code, more in load(data, False).items())
    return Measured({"load": load(data, True)},
                    f"With a window that is not reduced: {without}. Nothing in these runs is random.")


def c25(ctx):
    """Loss at the bottleneck, with and without reports."""
    data = ctx.data(CONGESTION).set_index(["code", "reports"])["bottleneck_loss"]
    return Measured({"more": {code: 100 * (data[code, False] - data[code, True])
                              for code in CODES[1:]}},
                    "With reports: " + ", ".join(f"{code} {100 * data[code, True]:.2f} %"
                                                 for code in CODES) +
                    ". Nothing in these runs is random.")


def c26(ctx):
    """Time that parity takes on this machine."""
    row = ctx.data(COSTS).iloc[0]
    return Measured({"xor": row["xor"]},
                    f"A copy of 1000 bytes took {row['copy_ns']:.0f} ns. In units of it: Reed-Solomon "
                    f"{row['reed_solomon']:.1f}; shift code, first parity {row['shift_first']:.1f}, "
                    f"second {row['shift_second']:.1f}.")
