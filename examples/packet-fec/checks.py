# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the claims of packet-fec that are listed in claims.toml.

Expected numbers were computed outside this code from the paper's formulas, with 40 digits.
"""

import math

from hsn.claims import Verdict
from hsn.stats import group_ci, mean_ci
from hsn.tables import beside, chosen, mean_table, near

from .figures import (BLOCKS, CODE, CODES, CONGESTION, COSTS, DELAY_CHECK, LOSSES, MODEL,
                      MODEL_BLOCK, MODEL_GROUP, MODEL_LOSS, PARITY, PATTERNS, RESIDUAL, STALL, STAR,
                      TCP_LINE, WINDOW, curves, model_rows)


def model(ctx, **params):
    """The closed forms at one point."""
    return ctx.run_program(MODEL, params)


def crossing(ctx, code, against, **params):
    """Where another code becomes better."""
    return ctx.run_program(MODEL, {"code": code, "against": against, **params})


def residual(ctx, code, expected, simulated_loss, simulated):
    """Residual loss by formula at 1 %, and measured."""
    value = model(ctx, code=code, loss=0.01)["residual"]
    data = ctx.data(RESIDUAL)
    measured = mean_ci(chosen(data, code=code)["residual"])
    good = near(value, expected, 2.5e-7) and abs(measured.mean - simulated) <= measured.half
    return Verdict(bool(good), f"{value:.6e}; simulated at {100 * simulated_loss:g} %: "
                   f"{measured.mean:.4e} ± {measured.half:.1e}")


def c01(ctx):
    """Residual loss of 7+1."""
    return residual(ctx, "7+1", 6.7934652e-4, 0.01, 6.793465e-4)


def c02(ctx):
    """Residual loss of 6+2."""
    return residual(ctx, "6+2", 2.0310416e-5, 0.01, 2.031042e-5)


def c03(ctx):
    """Residual loss of 5+3."""
    return residual(ctx, "5+3", 3.3962533e-7, 0.1, 2.569150e-3)


def c04(ctx):
    """Overhead, counted by the sender: M parity packets for each N data packets."""
    data = ctx.data(STAR["fig1"])
    sizes = {"7+1": (7, 1), "6+2": (6, 2), "5+3": (5, 3)}
    good, parts = True, []
    for code, (n, m) in sizes.items():
        rows = chosen(data, code=code)
        good = good and bool((rows["parity_sent"] == rows["data_sent"] // n * m).all())
        parts.append(f"{code}: {100 * rows['overhead'].mean():.2f} % sent, {100 * m / (n + m):g} % in "
                     "whole blocks")
    return Verdict(good, ", ".join(parts))


def c05(ctx):
    """All patterns of M losses."""
    data = ctx.data(PATTERNS)
    good = chosen(data, codec=["ShiftXor", "ReedSolomon"])
    plain = ctx.run_program(CODE, {"code": "7+1", "codec": "Xor"})
    return Verdict(bool((good["repaired"] == good["patterns"]).all() and good["wrong"].sum() == 0
                        and plain["repaired"] == plain["patterns"] == 8 and plain["wrong"] == 0),
                   ", ".join(f"{row['codec']} {row['code']}: {row['repaired']} of {row['patterns']}"
                             for _, row in data.iterrows()) +
                   f", Xor 7+1: {plain['repaired']:.0f} of {plain['patterns']:.0f}")


def c06(ctx):
    """All patterns of M + 1 losses: the sum of data packets that arrive."""
    data = ctx.data(PATTERNS)
    good = chosen(data, codec=["ShiftXor", "ReedSolomon"])
    # each data packet arrives in C(7, M + 1) of the patterns; restored as well are those of patterns
    # whose losses are all parity, of which there are none with M + 1 losses
    expected = {"7+1": 7 * math.comb(7, 2), "6+2": 6 * math.comb(7, 3), "5+3": 5 * math.comb(7, 4)}
    return Verdict(all(row["usable_of_short"] == expected[row["code"]]
                       for _, row in good.iterrows()) and good["wrong"].sum() == 0,
                   ", ".join(f"{row['codec']} {row['code']}: {row['usable_of_short']} usable of "
                             f"{expected[row['code']]} that arrived" for _, row in good.iterrows()))


def group_crossing(ctx, code, better, receivers, root, form):
    """From how many receivers on a code becomes better; the formulas for bare retransmissions and
    for retransmissions alone differ."""
    found = crossing(ctx, code, better, loss=0.01)
    first = math.ceil(found["group"])
    others = ", ".join(f"{name} {form.format(found[key])}" for name, key in
                       (("bare retransmissions", "group_without_parity"), ("alone", "group_alone")))
    return (first in receivers and near(found["group"], *root),
            f"from {first} receivers on (root {found['group']:.3f}; {others})")


def c07(ctx):
    """Where 7+1 becomes better than none."""
    return Verdict(*group_crossing(ctx, "none", "7+1", range(16, 19), (16.645, 1e-4), "{:.3f}"),
                   "The first point past the root on a grid of four points per decade is 17.8.")


def c08(ctx):
    """Where 6+2 becomes better than 7+1."""
    return Verdict(*group_crossing(ctx, "7+1", "6+2", range(270, 331), (279.777, 1e-5), "{:.1f}"),
                   "The first point past the root on a grid of four points per decade is 316.")


def c09(ctx):
    """Small groups."""
    data = model_rows(ctx.data(MODEL_GROUP["fig1"]), "group")
    small = data[data["group"] <= 10.0001].pivot(index="group", columns="code", values="cost")
    best = set(small.idxmin(axis=1))
    data = ctx.data(STAR["fig1"])
    simulated = set(mean_table(data[data["group"] <= 10], "cost", "group", "code").idxmin(axis=1))
    return Verdict(best == simulated == {"none"},
                   f"best for 1 to 10 receivers: {', '.join(sorted(best))}; simulated: "
                   f"{', '.join(sorted(simulated))}")


def c10(ctx):
    """Crossings at three loss rates."""
    expected = {0.001: (156, 26235, 10688100), 0.01: (17, 280, 11270), 0.1: (4, 6, 20)}
    found = {loss: [math.ceil(crossing(ctx, a, b, loss=loss)["group"])
                    for a, b in zip(CODES, CODES[1:])] for loss in expected}
    good = all(near(a, b, 5e-6 if b > 1e6 else 0)
               for loss in expected for a, b in zip(found[loss], expected[loss]))
    # and the simulated groups prefer more than one code
    winners = set()
    for fig in LOSSES:
        winners |= set(group_ci(ctx.data(STAR[fig]), ["group", "code"], "cost").pivot(
            index="group", columns="code", values="mean").idxmin(axis=1))
    return Verdict(good and len(winners) > 1,
                   "; ".join(f"{100 * loss:g} %: {', '.join(map(str, row))}"
                             for loss, row in found.items()) +
                   f"; best in simulated groups: {', '.join(sorted(winners))}")


def c11(ctx):
    """Thresholds of figure 4."""
    expected = (1.560055e-3, 1.715537e-2, 5.262871e-2)
    found = [crossing(ctx, a, b, group=100)["loss"] for a, b in zip(CODES, CODES[1:])]
    back = crossing(ctx, "none", "5+3", group=100)["loss_back"]
    return Verdict(all(near(a, b, 1e-3) for a, b in zip(found, expected)),
                   ", ".join(f"{one:.6e}" for one in found) +
                   f"; beyond {back:.4f} no redundancy is best again")


def c12(ctx):
    """Efficiency of 5+3 at high loss."""
    found = {loss: model(ctx, code="5+3", loss=loss, group=100)["efficiency"]
             for loss in (0.1, 0.2)}
    return Verdict(near(found[0.1], 0.509172, 1e-6) and near(found[0.2], 0.306808, 2e-6),
                   ", ".join(f"{100 * loss:g} %: {one:.6f}" for loss, one in found.items()))


def c13(ctx):
    """Probability of one and of two retransmissions."""
    found = model(ctx, code="none", loss=0.01, group=100)
    once, twice = found["repeat_probability"], found["repeat_twice_probability"]
    return Verdict(abs(once - 0.633968) <= 1e-6 and abs(twice - 0.009951) <= 1e-6,
                   f"{once:.6f} and {twice:.6f}")


ONE_RECEIVER = curves("one-receiver", "loss",
                      [10 ** (-6 + k / 20) for k in range(120)] + [0.999], group=1)


def c14(ctx):
    """One receiver."""
    data = model_rows(ctx.data(ONE_RECEIVER), "loss")
    table = data.pivot(index="loss", columns="code", values="cost")
    gaps = {code: float((table[code] / table["none"]).min()) for code in CODES[1:]}
    return Verdict(all(gap > 1 for gap in gaps.values()), "least cost, in times of none: " +
                   ", ".join(f"{code}: {gap:.6f}" for code, gap in gaps.items()))


def c15(ctx):
    """Efficiency of classic TCP."""
    found = crossing(ctx, "none", "7+1", window=WINDOW)["window_loss"]
    data = ctx.data(STALL)
    parts, good = [], near(found, 7.184057e-4, 1e-3)
    for loss in (0.001, 0.01):
        rows = chosen(data, code="none", loss=loss)
        measured = mean_ci(rows["efficiency"])
        expected = 1 / (loss * WINDOW + 1)
        good = good and abs(measured.mean - expected) <= measured.half
        parts.append(f"simulated at {100 * loss:g} %: {measured.mean:.4f} ± {measured.half:.4f}, "
                     f"formula {expected:.4f}")
    return Verdict(bool(good), f"crossing at {found:.6e}; " + "; ".join(parts))


def thresholds(ctx, metric, threshold):
    """Losses from which a code is better than none, and whether any is so below its threshold."""
    data = model_rows(ctx.data(ONE_RECEIVER), "loss")
    table = data.pivot(index="loss", columns="code", values=metric)
    first = {code: float(table.index[table[code] > table["none"]].min()) for code in CODES[1:]}
    return first, all(first[code] > threshold(PARITY[code]) for code in first)


def c16(ctx):
    """No code pays below e W = M/N."""
    first, good = thresholds(ctx, "window_efficiency", lambda share: share / WINDOW)
    limits = [PARITY[code] / WINDOW for code in CODES[1:]]
    good = good and all(near(a, b, 1e-6) for a, b in zip(limits, (7.142857e-4, 1.666667e-3, 3e-3)))
    return Verdict(good, ", ".join(
        f"{code}: threshold {limit:.6e}, better from {first[code]:.4e} on"
        for code, limit in zip(CODES[1:], limits)))


def c17(ctx):
    """Efficiency at the crossings."""
    expected = (87.5, 75, 62.5)
    found = [100 * crossing(ctx, a, b, window=WINDOW)["window_efficiency"]
             for a, b in zip(CODES, CODES[1:])]
    return Verdict(all(0 <= b - a <= 1.5 for a, b in zip(found, expected)),
                   ", ".join(f"{one:.2f} %" for one in found))


def c18(ctx):
    """The same with SACK."""
    first, good = thresholds(ctx, "sack_efficiency", lambda share: math.sqrt(share / WINDOW))
    limits = [100 * math.sqrt(PARITY[code] / WINDOW) for code in CODES[1:]]
    good = good and all(abs(a - b) <= 0.005 for a, b in zip(limits, (2.67, 4.08, 5.48)))
    return Verdict(good, ", ".join(
        f"{code}: threshold {limit:.2f} %, better from {100 * first[code]:.2f} % on"
        for code, limit in zip(CODES[1:], limits)))


# Mean delay in round-trip times, by hand
DELAYS = {("none", 0.01): 0.590181, ("none", 0.1): 1.77955, ("7+1", 0.01): 0.0654312,
          ("7+1", 0.1): 1.21831}


def c19(ctx):
    """Mean resequencing delay."""
    table = model_rows(ctx.data(MODEL_LOSS), "loss").pivot(index="loss", columns="code",
                                                         values="delay_mean")
    grows = all((table[code].diff().dropna() > 0).all() for code in CODES)
    found = beside(ctx.data(DELAY_CHECK), DELAYS, ["code", "loss"], "delay_mean", "delay_mean")
    good = grows and len(found) == len(DELAYS) and found["ratio"].between(0.97, 1.03).all()
    return Verdict(bool(good), "simulated / formula: " + ", ".join(
        f"{code} {100 * loss:g} %: {found['measured'][code, loss]:.4f} / {mean:.4f}"
        for (code, loss), mean in DELAYS.items()))


def c20(ctx):
    """Standard deviation of the delay."""
    table = model_rows(ctx.data(MODEL_LOSS), "loss").pivot(index="loss", columns="code",
                                                         values="delay_sd")
    good = all(table[code].iloc[-1] > table[code].iloc[0] for code in CODES)
    falls = [code for code in CODES if (table[code].diff().dropna() < 0).any()]
    values = {loss: model(ctx, code="none", loss=loss)["delay_sd"] for loss in (0.0063, 0.02)}
    return Verdict(good, "without redundancy " + ", ".join(
        f"{one:.4f} at {100 * loss:g} %" for loss, one in values.items()),
        f"It falls somewhere in between for {', '.join(falls)}: there nearly every packet waits for "
        "one retransmission and hardly any for two.")


def c21(ctx):
    """5+3 up to 10 %."""
    table = model_rows(ctx.data(MODEL_LOSS), "loss")
    rows = table[(table["code"] == "5+3") & (table["loss"] <= 0.1000001)]
    most = float(rows["delay_mean"].max())
    return Verdict(most < 0.25 and near(most, 0.220972, 1e-5), f"at most {most:.6f} round trips")


def c22(ctx):
    """Memory of the sender."""
    expected = {point: WINDOW * (1 + mean) for point, mean in DELAYS.items()}
    found = beside(ctx.data(DELAY_CHECK), expected, ["code", "loss"], "memory", "memory")
    good = len(found) == len(expected) and found["ratio"].between(0.97, 1.03).all()
    return Verdict(bool(good), ", ".join(
        f"{code} {100 * loss:g} %: {found['measured'][code, loss]:.1f} packets, formula {one:.1f}"
        for (code, loss), one in expected.items()))


def c23(ctx):
    """The best block."""
    data = model_rows(ctx.data(MODEL_BLOCK), "data").pivot(index="data", columns="code",
                                                         values="efficiency")
    data["none"] = model(ctx, code="none", loss=0.01, group=100)["efficiency"]
    winner = data.idxmax(axis=1)
    expected = {n: BLOCKS[2] if 30 <= n <= 774 else "none" for n in data.index if n >= 30}
    good = all(winner[n] == code for n, code in expected.items())
    limits = {limit: model(ctx, loss=0.01, group=100, limit=limit)["best_parity"]
              for limit in (1, 2, 3, 12, 13, 32, 33, 100)}
    good = good and list(limits.values()) == [0, 0, 1, 1, 2, 2, 3, 3]
    return Verdict(good, f"N+3 best from {min(n for n in data.index if winner[n] == BLOCKS[2]):.0f} "
                   f"to {max(n for n in data.index if winner[n] == BLOCKS[2]):.0f}; best M in blocks "
                   "of at most " + ", ".join(f"{k}: {m:.0f}" for k, m in limits.items()),
                   "In arbitrarily large blocks any fixed M is worthless.")


def c24(ctx):
    """Load of the line."""
    data = ctx.data(TCP_LINE).set_index(["code", "scale"])["line_packets_per_rtt"]
    base = data[("none", True)]
    change = {code: 100 * (data[(code, True)] / base - 1) for code in CODES[1:]}
    without = {code: 100 * (data[(code, False)] / base - 1) for code in CODES[1:]}
    return Verdict(all(abs(one) <= 3 for one in change.values()), "load against none: " + ", ".join(
        f"{code} {change[code]:+.1f} % (window not reduced: {without[code]:+.1f} %)"
        for code in CODES[1:]))


def c25(ctx):
    """Loss at the bottleneck, with and without reports."""
    data = ctx.data(CONGESTION).set_index(["code", "reports"])["bottleneck_loss"]
    return Verdict(all(data[(code, True)] < data[(code, False)] for code in CODES[1:]), "; ".join(
        f"{code}: {100 * data[(code, True)]:.2f} % with reports, "
        f"{100 * data[(code, False)]:.2f} % without" for code in CODES))


def c26(ctx):
    """Time that parity takes on this machine."""
    row = ctx.data(COSTS).iloc[0]
    return Verdict(0.5 <= row["xor"] <= 4,
                   f"exclusive or {row['xor']:.1f} times a copy ({row['copy_ns']:.0f} ns for 1000 "
                   f"bytes); Reed-Solomon {row['reed_solomon']:.1f}; shift code: first parity "
                   f"{row['shift_first']:.1f}, second {row['shift_second']:.1f}")
