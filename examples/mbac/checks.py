# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of mbac are decided by; the numbers that decide are in claims.toml.

The rows of the tables are measured in runs.py.
"""

from hsn.claims import Measured
from hsn.stats import mean_ci
from hsn.tables import chosen

from .runs import (BUCKETS, EQUAL, EQUATION, FIXED, MEASURES, MIXED, MODULATED, START, SURFACE,
                   TARGETS, UNCONTROLLED, UNEQUAL, column, fixed_window)

TABLES = {"equal": EQUAL, "different": UNEQUAL}  # peak rates
TABLE_WINDOWS = {"W = 10 s": 10, "W = 1 s": 1}


def steps(values):
    """{from one to the next: how much it grows} of {point: number}."""
    points = list(values)
    return {f"{one:g} to {other:g}": float(values[other] - values[one])
            for one, other in zip(points, points[1:])}


def by_target(ctx, name):
    """Means of both tables, {peak rates: {target: mean}}."""
    return {title: column(ctx, experiment, "target", name) for title, experiment in TABLES.items()}


def rate(ctx, sigma):
    """Equation (3), kbit/s."""
    data = chosen(ctx.data(EQUATION), sigma=sigma, loss=1e-6)
    return float(data["token_rate_kbps"].iloc[0])


def c01(ctx):
    """The pairs by equation (3)."""
    return Measured({"off": {f"{sigma} kb": abs(rate(ctx, sigma) - rho)
                             for sigma, rho in BUCKETS.items() if sigma > 1}})


def c02(ctx):
    """One token."""
    return Measured({"rate": rate(ctx, 1)})


def c03(ctx):
    """Utilization of the smaller bucket less that of the larger one, paired by seed."""
    data = chosen(ctx.data(FIXED), window=10).pivot(index="seed", columns="sigma",
                                                    values="utilization_percent")
    gap = {pair: mean_ci(data[pair[0]] - data[pair[1]]) for pair in ((1, 4), (4, 10), (10, 20))}
    return Measured({"small": gap.pop((1, 4)), "large": gap})


def c04(ctx):
    """The short window less the long one."""
    gap = (fixed_window(ctx, 1, "utilization_percent")[1]
           - fixed_window(ctx, 10, "utilization_percent")[1])
    return Measured({"gap": gap})


def c05(ctx):
    """Late bits, W = 10 s."""
    return Measured({"late": fixed_window(ctx, 10, "late_percent")})


def c06(ctx):
    """Rejections by delay."""
    shares = {title: fixed_window(ctx, window, "delay_rejected_percent")
              for title, window in TABLE_WINDOWS.items()}
    return Measured({"growth": {f"{title}, {step}": value for title, part in shares.items()
                                for step, value in steps(part).items()}})


def c07(ctx):
    """Peak rates that differ, buckets to 50 kb."""
    used = column(ctx, MIXED, "sigma", "utilization_percent")
    share = column(ctx, MIXED, "sigma", "delay_rejected_percent")
    return Measured({"growth": steps(share), "late": column(ctx, MIXED, "sigma", "late_percent"),
                     "fall": steps({sigma: -used[sigma] for sigma in (10, 20, 50)})},
                    "Rejected by delay: " + ", ".join(f"{one:.1f}" for one in share.values())
                    + " %; utilization: " + ", ".join(f"{one:.1f}" for one in used.values())
                    + " %.")


def c08(ctx):
    """The measured rate by the window."""
    mean = column(ctx, MEASURES, "window", "rate_mean_mbps")
    return Measured({"fall": 100 * (1 - mean[10] / mean[1])})


def c09(ctx):
    """The measured delay by the window."""
    mean = column(ctx, MEASURES, "window", "delay_mean_ms")
    var = column(ctx, MEASURES, "window", "delay_variance_ms2")
    of_rate = column(ctx, MEASURES, "window", "rate_variance")
    largest = column(ctx, MEASURES, "window", "delay_maxima_mean_ms")
    return Measured({"fall": steps({window: -value for window, value in mean.items()}),
                     "ratio": mean[1] / mean[10], "variance": var[1] / var[10],
                     "rate": of_rate[1] / of_rate[10]},
                    "Means of the windows' longest delays: "
                    + ", ".join(f"{value:.3g}" for value in largest.values()) + " ms.")


def c10(ctx):
    """Utilization by the target."""
    return Measured({title: steps(values) for title, values in
                     by_target(ctx, "utilization_percent").items()})


def c11(ctx):
    """Late bits over the target."""
    found = {f"{title}, {target:g}": value / target
             for title, values in by_target(ctx, "late_percent").items()
             for target, value in values.items()}
    return Measured({"tight": {point: value for point, value in found.items()
                               if point.endswith(", 0.01")},
                     "middle": {point: value for point, value in found.items()
                                if point.endswith(("0.05", "0.1", "0.2"))},
                     "loose": {point: value for point, value in found.items()
                               if point.endswith((", 1", ", 2"))}})


def c12(ctx):
    """Equal peak rates less different ones."""
    used = by_target(ctx, "utilization_percent")
    return Measured({"gain": {f"{target:g}": used["equal"][target] - used["different"][target]
                              for target in TARGETS}})


def c13(ctx):
    """The window by the target."""
    return Measured({title: {step: -value for step, value in steps(values).items()}
                     for title, values in by_target(ctx, "window_s").items()})


def c14(ctx):
    """The start, and the end."""
    data = chosen(ctx.data(UNEQUAL), target=[1, 0.1])
    peak, end = (data.groupby("target")[name].mean() for name in ("peak_late_percent",
                                                                 "late_percent"))
    return Measured({"peak": {f"{target:g}": peak[target] / target for target in (1, 0.1)},
                     "time": {f"{row.target:g}, seed {row.seed}": row.at_target_s
                              for row in data.itertuples()},
                     "end": {f"{target:g}": end[target] / target for target in (1, 0.1)}})


def c15(ctx):
    """The tightest target."""
    data = chosen(ctx.data(UNEQUAL), target=0.01)
    return Measured({"share": float((data["at_target_s"] < 0).mean()),
                     "end": float(data["late_percent"].mean() / 0.01)})


def c16(ctx):
    """The peak at the start, paired by seed."""
    data = ctx.data(START)

    def peak(trigger, window):
        return chosen(data, trigger=trigger, window=window).set_index("seed")["peak_late_percent"]

    usual, low, wide = peak(9, 1), peak(7, 1), peak(9, 300)
    return Measured({"trigger": {f"seed {seed}": value for seed, value in (usual - low).items()},
                     "window": {f"seed {seed}": value for seed, value in (usual - wide).items()}},
                    f"Means: {usual.mean():.2f} %, with a trigger of 7 Mbit/s {low.mean():.2f} %, "
                    f"with a window of 300 s {wide.mean():.2f} %.")


def c17(ctx):
    """Steps of the trigger."""
    parts = [ctx.data(experiment) for experiment in TABLES.values()]
    return Measured({"wrong": float(sum(part["wrong_steps"].sum() for part in parts)),
                     "up": float(min(part["up_steps"].min() for part in parts))})


def c18(ctx):
    """Late bits over the tight targets."""
    late = column(ctx, MODULATED, "target", "late_percent")
    return Measured({"missed": {f"{target:g}": late[target] / target for target in (0.01, 0.05)}})


def used_freely(ctx, modulated):
    """Utilization if every call is admitted."""
    return float(chosen(ctx.data(UNCONTROLLED), modulated=modulated)["utilization_percent"].mean())


def c19(ctx):
    """No control, arrivals that fluctuate."""
    return Measured({"utilization": used_freely(ctx, True)})


def c20(ctx):
    """Large steps up with small ones down, and the other way round."""
    data = ctx.data(SURFACE)
    late = (data.groupby(["up", "down"])["late_percent"].mean() / 0.05).to_dict()
    return Measured({"up": {point: value for point, value in late.items()
                            if point[0] >= 100 and point[1] <= 10},
                     "down": {point: value for point, value in late.items()
                              if point[0] <= 10 and point[1] >= 100}})


def c21(ctx):
    """The smallest step down."""
    late = column(ctx, SURFACE, "up", "late_percent", down=1)
    return Measured({"hundred": late[100] / late[1], "thousand": late[1000] / late[1]},
                    "Late bits: " + ", ".join(f"{value:.2g} % at {up:g}"
                                              for up, value in late.items()) + " kbit/s up.")


def c22(ctx):
    """Half width of a run's 99.8 % interval over its mean, from the spread of runs."""
    found = ctx.data(FIXED).groupby(["window", "sigma"])["utilization_percent"]
    return Measured({"half": {f"W = {window} s, {sigma} kb": 309 * values.std() / values.mean()
                              for (window, sigma), values in found}})


def c23(ctx):
    """No control, the usual arrivals."""
    return Measured({"utilization": used_freely(ctx, False)})


def c24(ctx):
    """Rank correlation with the target."""
    means = ctx.data(MODULATED).groupby("target")[["admitted_percent", "utilization_percent",
                                                   "window_s"]].mean()
    ranks = means.rank().reset_index()
    found = {name: float(ranks["target"].corr(ranks[name])) for name in means}
    return Measured({"admitted": found["admitted_percent"],
                     "utilization": found["utilization_percent"], "window": found["window_s"]})


def c25(ctx):
    """Rejections by rate."""
    shares = {title: fixed_window(ctx, window, "rate_rejected_percent")
              for title, window in TABLE_WINDOWS.items()}
    return Measured({"share": {f"{title}, {sigma} kb": value for title, part in shares.items()
                               for sigma, value in part.items()
                               if title == "W = 1 s" or sigma <= 4}})


def c26(ctx):
    """Late bits by the bucket."""
    late = fixed_window(ctx, 1, "late_percent")
    return Measured({"long": fixed_window(ctx, 10, "late_percent"), "short": late[1] - late[20]})
