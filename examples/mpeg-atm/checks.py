# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of mpeg-atm are decided by; the numbers that decide are in claims.toml."""

import pandas

from hsn.claims import Measured
from hsn.stats import mean_ci
from hsn.tables import chosen, intervals

from .runs import (CLASSES, EXACT, INTERLEAVE, LIGHT, MAIN, MULTIPLEX, OCCUPANCY, SHARES,
                   SHARING, SMOOTH, SWEEP)

LIGHT_LOAD = 0.7  # which has an experiment of its own
DIAGONALS = ["corner2", "wrapped", "extended", "wrapped_both", "extended_both"]
PEAK_VIDEOS = 3.77  # videos that fit by their peak rate, 96 000 / (6.36 4000)


def paired(data, column, by, one, other, at="load"):
    """Means over the seeds of `column` with by=one less that with by=other, {point: Interval}."""
    table = data.pivot(index=[at, "seed"], columns=by, values=column)
    gap = table[one] - table[other]
    return {point: mean_ci(values) for point, values in gap.groupby(level=0)}


def congested(ctx):
    """The main policies at loads at which cells are lost."""
    data = chosen(ctx.data(SWEEP), policy=MAIN)
    data = data[data["load"] > LIGHT_LOAD]
    return pandas.concat([ctx.data(LIGHT), data])


def by_policy(ctx, policy, column):
    """All values of a policy, {(load, seed): value}."""
    data = chosen(ctx.data(SWEEP), policy=policy)
    return {f"{load:g}, seed {seed}": value for load, seed, value in
            zip(data["load"], data["seed"], data[column])}


def exact(ctx):
    """What follows from the definitions."""
    return ctx.data(EXACT).iloc[0]


def c01(ctx):
    """Low nibbles of the fourth octet, by class."""
    row = exact(ctx)
    return Measured({"efci": row["nibbles_efci"], "auu": row["nibbles_auu"]})


def c02(ctx):
    """Who is pushed out where only CLP counts."""
    return Measured({"high": by_policy(ctx, "Clp2PushOut", "victims_of_classes_s_and_i"),
                     "victims": int(chosen(ctx.data(SWEEP),
                                           policy="Clp2PushOut")["cells_pushed_out"].sum())})


def c03(ctx):
    """Shares of the stream."""
    data = ctx.data(SHARES).set_index("preset")
    return Measured({preset: {name.upper(): float(data.loc[preset, f"share_percent_{name}"])
                              for name in CLASSES} for preset in ("PaperA", "PaperB")})


def c04(ctx):
    """Order of pictures."""
    return Measured({"types": ctx.data(SHARES)["types"].iloc[0]})


def c05(ctx):
    """Loss of one class less that of the next more important one."""
    data = chosen(congested(ctx), policy="ExClpPushOut")
    steps = {}
    for low, high in ("bp", "pi", "is"):
        gap = data[f"clr_{low}"] - data[f"clr_{high}"]
        steps.update({f"{low.upper()} less {high.upper()}, {load:g}": mean_ci(values)
                      for load, values in gap.groupby(data["load"])})
    return Measured({"steps": steps, "system": by_policy(ctx, "ExClpPushOut", "clr_s")})


def c06(ctx):
    """Share of B cells in the load."""
    data = ctx.data(SHARES).set_index("preset")["share_percent_b"]
    return Measured({"PaperA": float(data["PaperA"]), "PaperB": float(data["PaperB"])},
                    note="This is load, not occupancy of the buffer.")


def c07(ctx):
    """Victims, and all losses less those of tail discard."""
    data = ctx.data(SWEEP)
    table = data.pivot(index=["load", "seed"], columns="policy", values="cells_discarded")
    gap = {f"{policy}, {load:g}, seed {seed}": int(row[policy] - row["TailDrop"])
           for (load, seed), row in table.iterrows() for policy in ("Clp2PushOut", "ExClpPushOut")}
    return Measured({"wrong": by_policy(ctx, "ExClpPushOut", "victims_not_below"), "gap": gap})


def c08(ctx):
    """Groups that were refused at their first cell, and of which something was sent."""
    return Measured({"torn": by_policy(ctx, "ExClpEgd", "groups_refused_partly_sent"),
                     "refused": int(chosen(ctx.data(SWEEP),
                                           policy="ExClpEgd")["groups_refused"].sum())})


def c09(ctx):
    """Decodable pictures of four levels, two, and none."""
    data = congested(ctx)
    data = data[data["load"] <= 1.1]
    return Measured({"four": paired(data, "decodable", "policy", "ExClpPushOut", "Clp2PushOut"),
                     "two": paired(data, "decodable", "policy", "Clp2PushOut", "TailDrop")})


def c10(ctx):
    """Delivered cells of incomplete PDUs."""
    data = ctx.data(SWEEP)
    data = data[data["load"] >= LIGHT_LOAD]
    return Measured({"epd": intervals(chosen(data, policy="Epd"), "waste", "load"),
                     "ppd": paired(data, "waste", "policy", "Ppd", "TailDrop")})


def c11(ctx):
    """What a standard receiver takes."""
    row = exact(ctx)
    return Measured({"refused": int(row["pdus_sent"] - row["pdus_accepted_efci"]),
                     "sent": int(row["pdus_sent"])})


def c12(ctx):
    """The same with the literal bit."""
    row = exact(ctx)
    return Measured({"longer": dict(zip("SIPB", row["pdus_accepted_auu"])),
                     "single": dict(zip("SIPB", row["single_cell_pdus_accepted_auu"]))},
                    note="With one change, the congestion indication in place of the literal bit "
                    f"(--ExClpBit=Efci), {row['pdus_accepted_efci']} of {row['pdus_sent']} PDUs "
                    "are.")


def c13(ctx):
    """Octets that are wrong."""
    return Measured({"wrong": int(exact(ctx)["wrong_uu"])})


def c14(ctx):
    """Cells of two packets."""
    row = exact(ctx)
    return Measured({"cells": int(row["cells_of_two_ts_packets"]),
                     "octet": int(row["cells_of_two_ts_packets_and_octet"])})


def c15(ctx):
    """Classes by type of picture."""
    return Measured({"classes": exact(ctx)["classes_by_type"]})


def c16(ctx):
    """Losses that are repaired."""
    single, bursts, nine = exact(ctx)["bursts_1_8_9_repaired"]
    return Measured({"single": single, "bursts": bursts},
                    note=f"Bursts of 9 repaired: {nine} of 56.")


def c17(ctx):
    """Patterns that are repaired, by kind of diagonals."""
    row = exact(ctx)
    found = {}
    for kind in DIAGONALS:
        found[f"patterns_{kind}"] = row[f"patterns_{kind}"]
        found[f"two_{kind}"] = float(row[f"two_in_every_column_{kind}"])
    return Measured(found)


def c18(ctx):
    """Cells that the sender keeps."""
    return Measured({"kept": float(exact(ctx)["cells_kept_by_sender_per_row"])},
                    note="Beside the sums: one cell for each column and diagonal.")


def c19(ctx):
    """Share of parity."""
    return Measured({"parity": float(exact(ctx)["parity_percent"])})


def c20(ctx):
    """Cells of a block."""
    row = chosen(ctx.data(INTERLEAVE), pattern="Polyphase", depth=64).iloc[0]
    return Measured({"cells": int(row["cells_of_a_block"]), "exact": int(row["blocks_exact"])})


def c21(ctx):
    """What interleaving gains."""
    data = ctx.data(INTERLEAVE)
    data = data[data["loss"] >= 0.01]
    found = {}
    for name, burst in (("single", 1), ("burst", 8)):
        part = chosen(data, burst=burst)
        deep = chosen(part, pattern="Polyphase", depth=64).assign(what="deep")
        rows = chosen(part, pattern="Rows", depth=1).assign(what="rows")
        found[name] = paired(pandas.concat([deep, rows]), "psnr_db", "what", "deep", "rows", "loss")
    return Measured(found)


def c22(ctx):
    """What one cell matters."""
    row = exact(ctx)
    return Measured({"undecodable": {name.upper(): float(row[f"undecodable_{name}"])
                                     for name in "ipb"},
                     "shares": {name.upper(): float(row["lost_share_s"]
                                                    / row[f"lost_share_{name}"])
                                for name in "ipb"},
                     "area": {name.upper(): float(row[f"area_{name}"]) for name in CLASSES},
                     "header": float(row["undecodable_s"])},
                    note=f"A header cell: {row['undecodable_s']:.2f} pictures on average.")


def c23(ctx):
    """Errors in headers."""
    row = exact(ctx)
    return Measured({"corrected": int(row["single_errors_corrected"]),
                     "missed": int(row["double_errors"] - row["double_errors_detected"])})


def c24(ctx):
    """Parity PDUs of each group."""
    return Measured({"pdus": exact(ctx)["parity_pdus_by_group"]})


def c25(ctx):
    """Losses of dedicated, partly and completely shared buffers."""
    data = ctx.data(SHARING)
    return Measured({"partial": paired(data, "clr", "policy", "Partial", "TailDrop")[0.8],
                     "dedicated": paired(data, "clr", "policy", "Dedicated", "Partial")[0.8]})


def c26(ctx):
    """Videos without loss, by those that fit by their peak rate."""
    worst = ctx.data(MULTIPLEX).groupby("sources")["clr"].max()
    fits = [sources for sources, clr in worst.items() if clr <= 1e-5]
    return Measured({"gain": max(fits, default=0) / PEAK_VIDEOS},
                    note=f"{max(fits, default=0)} videos, of the numbers that were tried.")


def c27(ctx):
    """Film, s."""
    return Measured({"film": 125 * 5 / 4})


def c28(ctx):
    """Cells that the receiver keeps."""
    row = exact(ctx)
    return Measured({"quiet": int(row["cells_kept_without_loss"]),
                     "late": int(row["pdus_late_without_loss"]),
                     "lossy": int(row["cells_kept_with_a_loss"]),
                     "behind": int(row["cells_kept_behind_a_group"])})


def c29(ctx):
    """Variable bit rate less constant bit rate."""
    data = chosen(ctx.data(SMOOTH), smooth=[1, 12])
    data = data[(data["smooth"] == 1) | data["constant"]]
    return Measured({"loss": paired(data, "clr", "constant", False, True)[0.9],
                     "delay": paired(data, "delay_deviation_ms", "constant", False, True)[0.9]})


def c30(ctx):
    """Longer windows of smoothing."""
    data = chosen(ctx.data(SMOOTH), constant=False)
    return Measured({"three": paired(data, "clr", "smooth", 1, 3)[0.9],
                     "twelve": paired(data, "clr", "smooth", 3, 12)[0.9],
                     "delay": {str(smooth): float(part["source_delay_ms"].iloc[0])
                               for smooth, part in data.groupby("smooth")}})


def c31(ctx):
    """Occupancy with group discard, relative to tail discard."""
    table = ctx.data(OCCUPANCY).pivot(index="seed", columns="policy", values="queue_cells")
    return Measured({"less": mean_ci(100 * (1 - table["ExClpEgd"] / table["TailDrop"]))})


def c32(ctx):
    """Decodable pictures with group discard less those of one and two levels."""
    data = congested(ctx)

    def name(column, policy, other):
        """A paired difference at each load, as text."""
        gaps = paired(data, column, "policy", policy, other)
        return ", ".join(f"{load:g}: {gap}" for load, gap in gaps.items())

    return Measured({"tail": paired(data, "decodable", "policy", "ExClpEgd", "TailDrop"),
                     "two": paired(data, "decodable", "policy", "ExClpEgd", "Clp2PushOut")},
                    note="With one change, no discard of groups (ExClpPushOut), it holds: less that "
                    f"of tail discard {name('decodable', 'ExClpPushOut', 'TailDrop')}; less that of "
                    f"CLP push-out {name('decodable', 'ExClpPushOut', 'Clp2PushOut')}. PSNR proxy "
                    "of group discard less that of tail discard, dB: "
                    f"{name('psnr_proxy_db', 'ExClpEgd', 'TailDrop')}.")
