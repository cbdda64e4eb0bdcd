# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of qos-a are decided by; the numbers that decide are in claims.toml."""

from hsn.claims import Measured
from hsn.stats import mean_ci
from hsn.tables import chosen, intervals

from .figures import possible
from .runs import (ADAPT, CAPACITY, CELLS, DELAY, DEVIATIONS, DUMMY, GAINS, GOP, LOSS, MODEL,
                   PACKET_LOSS, PLAYOUT, SHAPE, SOCKETS, SPIKE, SWITCH, THROUGHPUT)

PHASES = {"until 20 s": (range(2, 20), 1, 0), "to 50 s": (range(23, 50), 0, 0),
          "from 50 s": (range(52, 80), 0, 1)}  # seconds after the ramps, Flight, Lougher


def steps(values):
    """{from one to the next: how much it grows} of {point: number}."""
    values = dict(values)
    points = list(values)
    return {f"{one} to {other}": float(values[other] - values[one])
            for one, other in zip(points, points[1:])}


def curves(ctx):
    """Both curves of figure 6 by the cells of a packet."""
    data = ctx.data(THROUGHPUT).sort_values("octets").drop_duplicates("cells_per_packet")
    return data.set_index("cells_per_packet")[["transmit_kcells", "goodput_kcells"]]


def largest(ctx):
    """The row of the largest packet."""
    return ctx.data(THROUGHPUT).sort_values("octets").iloc[-1]


def c01(ctx):
    """32,000 cells/s, and the end of the curve."""
    return Measured({"rate": 32000 * 53 * 8 / 1e6, "end": float(largest(ctx)["transmit_kcells"])})


def c02(ctx):
    """Cells of a link of 100 Mbit/s."""
    return Measured({"rate": float(ctx.data(MODEL)["line_rate_cells_s"].iloc[0])})


def c03(ctx):
    """Goodput of the largest packets."""
    row = largest(ctx)
    goodput = float(row["goodput_kcells"])
    share = 100 * goodput / row["transmit_kcells"]
    return Measured({"goodput": goodput, "rate": goodput * 424 / 1e3, "ratio": 100 * 17.5 / 32},
                    f"Of the measured maximum it is {share:.1f} %.")


def c04(ctx):
    """Growth by a cell more, and the gap."""
    both = curves(ctx)
    gap = chosen(ctx.data(THROUGHPUT), octets=[1000, 2064, 4072, 8016, 16016, 32768])
    return Measured({"transmit": steps(both["transmit_kcells"]),
                     "goodput": steps(both["goodput_kcells"]),
                     "gap": {f"{row.octets} octets": row.transmit_kcells - row.goodput_kcells
                             for row in gap.itertuples()}})


def c05(ctx):
    """Where the curves part."""
    both = curves(ctx)
    apart = both[both["goodput_kcells"] < 0.95 * both["transmit_kcells"]]
    return Measured({"rate": float(apart["transmit_kcells"].iloc[0])},
                    f"Packets of {apart.index[0]} cells are the first that part.")


def lost(ctx, flows, shape):
    """Lost packets, %."""
    return mean_ci(chosen(ctx.data(LOSS), flows=flows, shape=shape)["lost_percent"])


def c06(ctx):
    """Not shaped, 4 and 8 flows."""
    return Measured({"four": lost(ctx, 4, 0), "eight": lost(ctx, 8, 0)})


def c07(ctx):
    """Shaped, 4 flows."""
    return Measured({"four": lost(ctx, 4, SHAPE)})


def c08(ctx):
    """Not shaped less shaped, paired by seed."""
    table = ctx.data(LOSS).pivot(index="seed", columns=["flows", "shape"], values="lost_percent")
    flows = sorted({one for one, _ in table.columns})
    return Measured({"gain": {f"{n} flows": mean_ci(table[n, 0] - table[n, SHAPE]) for n in flows},
                     "four": lost(ctx, 4, 0)})


def c09(ctx):
    """Lost packets less 1 - 0.99^n."""
    found = ctx.data(PACKET_LOSS).groupby("cells")["lost_percent"].mean()
    return Measured({"off": {f"{n} cells": abs(found[n] - 100 * (1 - 0.99 ** n)) for n in CELLS}},
                    "Lost: " + ", ".join(f"{found[n]:.1f} %" for n in CELLS) + ".")


def c10(ctx):
    """Delivered with dummy cells less without, paired by seed."""
    table = ctx.data(DUMMY).pivot(index="seed", columns="dummy", values="packets_received")
    return Measured({"gain": mean_ci(table[True] - table[False])})


def c11(ctx):
    """One flow."""
    found = intervals(ctx.data(DELAY), "delay_mean_ms", "flows")[1]
    one = chosen(ctx.data(DELAY), flows=1)
    return Measured({"mean": found, "min": mean_ci(one["delay_min_ms"]),
                     "max": mean_ci(one["delay_max_ms"]),
                     "deviation": mean_ci(one["delay_deviation_ms"])})


def growth(ctx, name):
    """8 flows less 1, paired by seed."""
    table = ctx.data(DELAY).pivot(index="seed", columns="flows", values=name)
    return table[8] - table[1]


def c12(ctx):
    """The mean."""
    return Measured({"growth": mean_ci(growth(ctx, "delay_mean_ms"))})


def c13(ctx):
    """The maximum less twice the mean."""
    longest, mean = growth(ctx, "delay_max_ms"), growth(ctx, "delay_mean_ms")
    return Measured({"excess": mean_ci(longest - 2 * mean)},
                    f"The maximum grows by {longest.mean():.1f} ms, the mean by "
                    f"{mean.mean():.1f} ms.")


def around_spike(row):
    """Losses of the window that are not due to the spike, and how P changes after it."""
    times = [one for one in [*row["first_late_times_s"], *row["first_loss_times_s"]]
             if 42 <= one < 44]
    elsewhere = [one for one in times if not SPIKE <= one <= SPIKE + 2 * GOP]
    changes = list(zip(row["first_playout_times_s"], row["first_playouts_ms"]))
    before = [value for time, value in changes if time < SPIKE]
    after = [value for time, value in changes if SPIKE < time <= SPIKE + 2 * GOP]
    return len(times), len(elsewhere), max(after, default=0) - before[-1]


def c14(ctx):
    """Losses around the spike."""
    all_lost, elsewhere, rise = around_spike(chosen(ctx.data(PLAYOUT), ratioI=4).iloc[0])
    of_equal = around_spike(chosen(ctx.data(PLAYOUT), ratioI=1).iloc[0])
    return Measured({"lost": all_lost, "elsewhere": elsewhere, "rise": rise},
                    f"With pictures of equal size {of_equal[0]} packets of the window are lost, "
                    f"{of_equal[1]} of them elsewhere, and P rises by {of_equal[2]:.1f} ms.")


def c15(ctx):
    """Late packets and playout by r."""
    found = ctx.data(DEVIATIONS).groupby("r")[["late_percent", "playout_mean_ms"]].mean()
    return Measured({"late": {step: -value for step, value in
                              steps(found["late_percent"]).items()},
                     "playout": steps(found["playout_mean_ms"])})


def c16(ctx):
    """Deviation of P with larger gains less that with the usual ones, paired by seed."""
    table = ctx.data(GAINS).pivot(index="seed", columns="a", values="playout_deviation_ms")
    return Measured({"gain": mean_ci(table[0.5] - table[0.125])})


def c17(ctx):
    """Gaussian delays."""
    row = ctx.data(MODEL).iloc[0]
    return Measured({"late": float(row["gaussian_late_percent"])},
                    f"With the default gains {row['gaussian_late_noisy_percent']:.2f} %. A "
                    "Gaussian delay exceeds its mean by 2 mean deviations in 5.527 % of the "
                    "cases, by 2 standard deviations in 2.275 %.")


def c18(ctx):
    """Changes of P."""
    data = ctx.data(DEVIATIONS)
    return Measured({"elsewhere": int(data["changes_elsewhere"].sum()),
                     "changes": int(data["playout_changes"].sum()),
                     "pulled": int(data["pulled_in"].sum())})


def adapted(ctx):
    """The run of figure 11."""
    return ctx.data(ADAPT).iloc[0]


def level_time(row, level, after):
    """When ADAPT grants a level after some time."""
    return next((time for time, one in zip(row["level_times_s"], row["levels"])
                 if one == level and time >= after), float("nan"))


def c19(ctx):
    """The first 20 s."""
    row = adapted(ctx)
    return Measured({"levels": max(row["sample_levels"][:20]),
                     "cells": sum(row["canyon_e1_cells_s"][:20] + row["canyon_e2_cells_s"][:20]),
                     "refused": int(row["refused"])})


def c20(ctx):
    """ADAPT for both layers."""
    row = adapted(ctx)
    return Measured({"eras": level_time(row, 2, 20) - 20, "last": row["sample_levels"][49]})


def c21(ctx):
    """Lougher begins."""
    row = adapted(ctx)
    return Measured({"eras": level_time(row, 1, 50) - 50, "last": row["sample_levels"][-1],
                     "lost": int(row["lougher_sent"] - row["lougher_received"])})


def c22(ctx):
    """Whether a larger level would fit."""
    row = adapted(ctx)
    larger, share = {}, {}
    for phase, (seconds, flight, lougher) in PHASES.items():
        needs = possible(flight, lougher)
        larger[phase] = sum(needs[level] <= CAPACITY for second in seconds
                            for level in range(row["sample_levels"][second] + 1, 3))
        share[phase] = max(row["sample_used_cells_s"][second] for second in seconds) / CAPACITY
    return Measured({"larger": larger, "used": share})


def c23(ctx):
    """Base layers."""
    row = adapted(ctx)
    return Measured({"lost": int(row["base_sent"] - row["base_received"]),
                     "sent": int(row["base_sent"])})


def c24(ctx):
    """Cells behind the media selector, by layer."""
    row = ctx.data(SWITCH).iloc[0]
    return Measured({"dwp": list(row["dwp_cells"]), "little": list(row["little_cells"])})


def c25(ctx):
    """Delays with the media selector and without."""
    row = ctx.data(SWITCH).iloc[0]
    return Measured({"most": int(row["selector_delay_ns"]), "packets": int(row["little_packets"])})


def c29(ctx):
    """A saturated switch."""
    return Measured({"rate": float(ctx.data(SWITCH)["handled_cells_s"].iloc[0])})


def c26(ctx):
    """All pairs of requests."""
    return Measured({"merged": list(ctx.data(MODEL)["merged"].iloc[0])})


def c27(ctx):
    """Turns."""
    return Measured({"turns": ctx.data(MODEL)["turns"].iloc[0]})


def c28(ctx):
    """Frames in a minute."""
    row = ctx.data(MODEL).iloc[0]
    return Measured({"with": int(row["frames_compensated"]),
                     "without": int(row["frames_uncompensated"])})


def c30(ctx):
    """Signals and causes."""
    row = ctx.data(MODEL).iloc[0]
    return Measured({"late": int(row["late_signals"] - row["late_causes"]),
                     "missed": int(row["missed_signals"] - row["missed_causes"]),
                     "causes": {"late": int(row["late_causes"]),
                                "missed": int(row["missed_causes"])}})


def c31(ctx):
    """Octets of unmodified applications."""
    row = ctx.data(SOCKETS).iloc[0]
    return Measured({"octets": {"METS": int(row["mets_octets"]), "UDP": int(row["udp_octets"])}})


def c32(ctx):
    """Shaped, 8 flows."""
    return Measured({"eight": lost(ctx, 8, SHAPE)})
