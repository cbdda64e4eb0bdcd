# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of bandwidth-probe are decided by; the numbers that decide are in claims.toml."""

import numpy

from hsn.claims import Measured
from hsn.stats import mean_ci
from hsn.tables import chosen

from .figures import BOTH, EXACT, LOADS, NORMAL, OTHER_FTP, PAUSES, STEP, TABLE

HALF = 4999  # interarrival times before 50 s
SLOPE = "variance_slope_16_256"


def cv(values):
    """Coefficient of variation."""
    values = numpy.asarray(values, dtype=float)
    return float(values.std(ddof=1) / values.mean())


def halves(ctx, name):
    """A list of experiment 1 before and after ftp, for each seed."""
    for values in map(numpy.asarray, ctx.data(STEP)[name]):
        middle = {"x_ms": HALF}.get(name, len(values) // 2)
        yield values[:middle], values[middle:]


def by_load(ctx, name):
    """Means over the seeds."""
    return {load: mean_ci(chosen(ctx.data(TABLE), load=value)[name])
            for load, value in LOADS.items()}


def by_seed(ctx, name):
    """A metric: a row for each seed, a column for each load."""
    return ctx.data(TABLE).pivot(index="seed", columns="load", values=name)


def xi(ctx, load):
    """Mean xi of a load."""
    return Measured({"xi": by_load(ctx, "xi_mean_ms2")[load]})


def c01(ctx):
    """Before ftp."""
    x = [before for before, _ in halves(ctx, "x_ms")]
    return Measured({"mean": mean_ci(one.mean() for one in x),
                     "share": mean_ci(100 * ((one >= 5) & (one <= 15)).mean() for one in x)})


def c02(ctx):
    """Near zero."""
    parts = list(halves(ctx, "x_ms"))
    return Measured({"before": mean_ci(100 * (before < 2).mean() for before, _ in parts),
                     "after": mean_ci(100 * (after < 2).mean() for _, after in parts),
                     "axis": mean_ci(100 * (numpy.concatenate(both) <= 20).mean()
                                     for both in parts)})


def c03(ctx):
    """Spread of block means."""
    return Measured({"ratio": mean_ci(after.std(ddof=1) / before.std(ddof=1)
                                      for before, after in halves(ctx, "block_means_ms"))})


def c04(ctx):
    """Range of block means."""
    means = ctx.data(STEP)["block_means_ms"]
    return Measured({"least": mean_ci(map(min, means)), "greatest": mean_ci(map(max, means))})


def c05(ctx):
    """Deviations."""
    return Measured({"ratio": mean_ci(after.mean() / before.mean()
                                      for before, after in halves(ctx, "block_deviations_ms"))})


def c06(ctx):
    """Block means of experiment 2."""
    data = ctx.data(NORMAL)
    return Measured({"cv": mean_ci(100 * cv(one) for one in data["block_means_ms"]),
                     "mean": mean_ci(data["mean_by_sequence_ms"])},
                    f"Probe packets lost: {data['lost'].mean():.0f} of 9000 on average.")


def c07(ctx):
    """Longer blocks."""
    data = ctx.data(NORMAL)
    return Measured({"ratio": mean_ci(cv(long) / cv(short) for long, short in
                                      zip(data["block_means_20_ms"], data["block_means_ms"]))})


def jumps(ctx):
    """{seed: the first i at which xi is above twice its idle median}."""
    data = ctx.data(STEP)
    return {f"seed {seed}": int(numpy.argmax(numpy.array(values) > 2 * numpy.median(values[:16])))
            for seed, values in zip(data["seed"], data["xi_ms2"])}


def c08(ctx):
    """The step."""
    return Measured({"i": {seed: float(i) for seed, i in jumps(ctx).items()}})


def c09(ctx):
    """Inside a state of load."""
    data = ctx.data(STEP)
    parts = {"empty": slice(0, 16), "ftp": slice(18, 33)}
    return Measured({"ratio": {
        name: mean_ci(cv(values[part])
                      / cv(numpy.square(deviations[part.start * 30:part.stop * 30]))
                      for values, deviations in zip(data["xi_ms2"], data["block_deviations_ms"]))
        for name, part in parts.items()}})


def c10(ctx):
    """Empty."""
    return xi(ctx, "empty")


def c11(ctx):
    """With nv."""
    return xi(ctx, "nv")


def c12(ctx):
    """With ftp."""
    return xi(ctx, "ftp")


def c13(ctx):
    """Order, seed by seed."""
    table = by_seed(ctx, "xi_mean_ms2")
    return Measured({"steps": {f"{name}, seed {seed}": float(value)
                               for name, part in (("nv less empty", table["nv"] - table["idle"]),
                                                  ("ftp less nv", table["ftp"] - table["nv"]))
                               for seed, value in part.items()}})


def c14(ctx):
    """Classes with ftp, and what it does to nv."""
    both = ctx.data(BOTH)
    share = {"ftp": chosen(ctx.data(TABLE), load="ftp")["best_share"], "both": both["best_share"]}
    alone = by_seed(ctx, "nv_delay_p95_ms")["nv"]
    beside = both.set_index("seed")["nv_delay_p95_ms"]
    jitter = by_seed(ctx, "nv_delay_deviation_ms")["nv"].mean()
    other = {name: 100 * (1 - chosen(ctx.data(OTHER_FTP), ftp=name)["best_share"].mean())
             for name in ("one", "ack1")}
    return Measured({"worse": {name: mean_ci(100 * (1 - one)) for name, one in share.items()},
                     "delay": mean_ci((beside / alone).dropna())},
                    f"nv's delay, 95 %: {beside.mean():.1f} ms, alone {alone.mean():.1f}; its "
                    f"deviation {both['nv_delay_deviation_ms'].mean():.1f} ms, alone {jitter:.2f}. "
                    f"Not best with one transfer: {other['one']:.0f} %, with MSS 1460: "
                    f"{other['ack1']:.0f} %.")


def c15(ctx):
    """Thresholds."""
    return Measured({"classes": ", ".join(ctx.data(EXACT).iloc[0]["classes"])})


def c16(ctx):
    """The probe alone."""
    return Measured({"share": by_load(ctx, "line_share_percent")["empty"].mean})


def c17(ctx):
    """From the beginning of ftp to the end of the first window that shows it."""
    data = ctx.data(STEP).set_index("seed")
    return Measured({"latency": {
        f"seed {seed}": data.loc[seed, "xi_ends_s"][i] - data.loc[seed, "step_s"]
        for seed, i in zip(data.index, jumps(ctx).values())}})


def c18(ctx):
    """The grid of m, n and epsilon."""
    found = {load: numpy.mean(chosen(ctx.data(TABLE), load=value)["grid_xi_ms2"].tolist(), axis=0)
             for load, value in LOADS.items()}
    kept = (found["empty"] < found["nv"]) & (found["nv"] < found["ftp"])
    return Measured({"kept": 100 * float(kept.mean()), "default": bool(kept[2 * 25 + 2 * 5 + 2])},
                    f"At m = 5, 8, 10, 15, 20: {100 * kept.reshape(5, 25).mean(axis=1)} %.")


def c19(ctx):
    """R/S of experiment 2."""
    return Measured({"slope": mean_ci(ctx.data(NORMAL)["range_slope"])})


def c20(ctx):
    """Variance-time slopes."""
    other = mean_ci(ctx.data(NORMAL)["variance_slope_1_16"])
    mixed = ", ".join(f"{name} {one}" for name, one in by_load(ctx, "mixed_slope_16_256").items())
    return Measured({"slope": by_load(ctx, SLOPE), "experiment 2": other},
                    f"Experiment 2, m = 1 to 16: {other}. With the samples in random order: "
                    f"{mixed}.")


def c21(ctx):
    """The two loads whose slopes differ most, seed by seed."""
    table = by_seed(ctx, SLOPE)
    means = table.mean()
    pair = means.idxmax(), means.idxmin()
    pause = {value: mean_ci(part[SLOPE]) for value, part in ctx.data(PAUSES).groupby("pause")}
    return Measured({"range": mean_ci(table[pair[0]] - table[pair[1]])},
                    f"{pair[0]} less {pair[1]}. Slope with ftp and pauses of "
                    + "; ".join(f"{value:g} ms: {one}" for value, one in pause.items()) + ".")


def c22(ctx):
    """H and xi of the same 300 samples: difference of their coefficients of variation."""
    found = {name: chosen(ctx.data(TABLE), load=load) for name, load in LOADS.items()}
    found["experiment 2"] = ctx.data(NORMAL)
    hurst = {name: numpy.array([cv(one) for one in part["window_hurst"]])
             for name, part in found.items()}
    low = {name: numpy.array([cv(one) for one in part["xi_ms2"]]) for name, part in found.items()}
    return Measured({"gap": {name: mean_ci(hurst[name] - low[name]) for name in LOADS}},
                    "; ".join(f"{name}: {hurst[name].mean():.2f} and {low[name].mean():.2f}"
                              for name in found) + ".")


def c23(ctx):
    """Known noise."""
    data = ctx.data(EXACT).set_index("hurst")
    return Measured({"slope": {f"{hurst:g}": float(data.loc[hurst, "slope"])
                               for hurst in (0.5, 0.7, 0.9)},
                     "hurst": {f"{hurst:g}": float(data.loc[hurst, "hurst_estimate"])
                               for hurst in (0.5, 0.7, 0.9)}})
