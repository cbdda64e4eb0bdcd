# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of mm-poc are decided by; the numbers that decide are in claims.toml."""

from hsn.claims import Measured
from hsn.stats import mean_ci, ratio_ci
from hsn.tables import chosen

from .figures import (ABOVE, CONNECTION, DATAGRAMS, LATENESS, LOW, HIGH, MODES, NO_LOSS, PERIODS,
                      RUNS, SCRIPTS, SHARES, WIDE, WINDOWS, conference, long, retransmissions)

BELOW = [rate for rate in LOW if rate <= 0.1]
FLOWS = {"flow 1": "atdv1_ms", "flow 2": "atdv2_ms"}


def atdv(ctx, mode, rate, late=0, column="atdv_ms"):
    """A value for each repetition at a point."""
    return conference(ctx, mode=MODES[mode], maxRate=rate, lateMs=late)[column].to_numpy()


def floor(ctx, mode="MPM", jitter=4):
    """The association's ATDV without loss, by repetition."""
    return chosen(long(ctx.data(NO_LOSS)), mode=MODES[mode], jitterMs=jitter,
                  lateMs=0)["atdv_ms"].to_numpy()


def fall(ctx, mode):
    """By how much ATDV falls from one R to the next, paired by repetition."""
    return {f"{low:g} to {high:g}": mean_ci(atdv(ctx, mode, low) - atdv(ctx, mode, high))
            for low, high in zip(BELOW, BELOW[1:])}


def common(one, other):
    """Two series, as long as the shorter one: the first repetitions have the same seeds."""
    size = min(len(one), len(other))
    return one[:size], other[:size]


def sent_again(ctx, mode, rate, late=0):
    """Retransmissions per SDU, by repetition."""
    return retransmissions(conference(ctx, mode=MODES[mode], maxRate=rate,
                                      lateMs=late)).to_numpy()


def c01(ctx):
    """Below the network's loss."""
    return Measured({"fall": fall(ctx, "MPM"),
                     "rise": ratio_ci(*common(atdv(ctx, "MPM", 0), floor(ctx))),
                     "retransmissions": mean_ci(sent_again(ctx, "MPM", 0))})


def c02(ctx):
    """Above the network's loss."""
    return Measured({mode: ratio_ci(*common(sent_again(ctx, mode, 0.15), sent_again(ctx, mode, 0)))
                     for mode in MODES})


def c03(ctx):
    """The 4 ms."""
    means = {f"{rate:g}": mean_ci(atdv(ctx, "MPM", rate)) for rate in ABOVE}
    found = [one.mean for one in means.values()]
    wide = mean_ci(chosen(long(ctx.data(WIDE)), mode="mpm")["atdv_ms"])
    return Measured({"atdv": means, "spread": max(found) / min(found) - 1},
                    f"Jitter U[0,12]: {wide.mean:.2f} ms at R = 15 %, and "
                    f"{mean_ci(floor(ctx, 'MPM', 12)).mean:.2f} ms without loss.")


def c04(ctx):
    """The shape of figure 9."""
    return Measured({"fall": fall(ctx, "PGM"),
                     "difference": float(abs(atdv(ctx, "PGM", 0) - atdv(ctx, "MPM", 0)).max())})


def c05(ctx):
    """Dispersion, and retransmissions."""
    width = {mode: float(atdv(ctx, mode, 0.15)[:8].max() - atdv(ctx, mode, 0.15)[:8].min())
             for mode in MODES}
    return Measured({"dispersion": width["PGM"] / width["MPM"],
                     "retransmissions": ratio_ci(sent_again(ctx, "PGM", 0.15),
                                                 sent_again(ctx, "MPM", 0.15))},
                    f"Largest less smallest ATDV of 8 runs: {width['MPM']:.2f} ms by MPM, "
                    f"{width['PGM']:.2f} ms by PGM.")


def c06(ctx):
    """Predecessor checks per DATA."""
    checks = {mode: conference(ctx, mode=MODES[mode], maxRate=0.15, lateMs=0)["checks_per_data"]
              for mode in MODES}
    return Measured({"ratio": ratio_ci(checks["PGM"].to_numpy(), checks["MPM"].to_numpy())},
                    ", ".join(f"{mode} {values.mean():.2f}" for mode, values in checks.items())
                    + " checks per DATA.")


def gain(ctx, late, column, rate=0.15):
    """What PGM gains, paired by repetition."""
    return atdv(ctx, "MPM", rate, late, column) - atdv(ctx, "PGM", rate, late, column)


def c07(ctx):
    """The lateness makes PGM's gain larger."""
    fall_by = {mode: float(atdv(ctx, mode, 0, 20).mean() / atdv(ctx, mode, 0.15, 20).mean())
               for mode in MODES}
    return Measured({"more": mean_ci(gain(ctx, 20, "atdv1_ms") - gain(ctx, 0, "atdv1_ms")),
                     "steeper": fall_by["PGM"] - fall_by["MPM"]},
                    f"PGM's gain on flow 1: {gain(ctx, 20, 'atdv1_ms').mean():.2f} ms with and "
                    f"{gain(ctx, 0, 'atdv1_ms').mean():.2f} ms without lateness. ATDV at R = 0 "
                    f"over that at 15 %: PGM {fall_by['PGM']:.1f}, MPM {fall_by['MPM']:.1f}.")


def c08(ctx):
    """The scripted run: b_0 is lost, b_1 is 20 ms late; the delay of a_2."""
    def waits(mode, late):
        row = chosen(ctx.data(SCRIPTS), mode=MODES[mode], lateMs=late, maxConsecutive=1).iloc[0]
        return row["delays_ms"][row["deliveries"].index("0.2")]
    return Measured({"delay": {f"{mode}, {late} ms late": waits(mode, late) for mode in MODES
                               for late in LATENESS}})


def c09(ctx):
    """Bounds and order in every run."""
    every = [conference(ctx), long(ctx.data(RUNS)), long(ctx.data(WIDE))]
    return Measured({"exceeded": float(sum(part["bound_exceeded"].sum() for part in every)),
                     "violated": float(sum((part["extension"] != 1).sum() for part in every)),
                     "undecided": float(sum(part["undecided"].sum() for part in every))},
                    f"{sum(len(part) for part in every)} runs.")


def c10(ctx):
    """Losses declared by another medium's delivery."""
    return Measured({"mpm": float(conference(ctx, mode="mpm")["foreign_losses"].sum())},
                    "PGM: "
                    f"{conference(ctx, mode='pgm', maxRate=0.15)['foreign_losses'].mean():.0f} "
                    "in a run at R = 15 %.")


def c11(ctx):
    """The window."""
    data = long(ctx.data(WINDOWS))
    share = {name: chosen(data, window=window)["blocked"].to_numpy()
             for name, window in SHARES.items()}
    return Measured({"four": ratio_ci(share["4n"], share["2n"]),
                     "eight": mean_ci(share["4n"] - share["8n"]),
                     "collapse": mean_ci(chosen(data, window=6)["delay1_ms"])},
                    "Share of time blocked: " + ", ".join(f"{name} {values.mean():.4f}"
                                                          for name, values in share.items()) + ".")


def c12(ctx):
    """The two extremes."""
    total = long(ctx.data(CONNECTION))
    data = long(ctx.data(DATAGRAMS))
    none, small = chosen(data, window=64), chosen(data, window=0)
    lost = sum((total[f"submitted{flow}"] - total[f"delivered{flow}"]).sum() for flow in (1, 2))
    arrived = sum(none[f"delivered{flow}"] - none[f"tail{flow}"] for flow in (1, 2)) / 3000
    return Measured({"connection_lost": float(lost),
                     "connection_order": float((total["extension"] != 1).sum()),
                     "again": float(retransmissions(none).sum()),
                     "stored": float(none["most_stored"].max()),
                     "delivered": mean_ci(arrived)},
                    "The datagrams' window has 64 SDUs. With the usual 4, four lost answers in a "
                    "row close it, and what was lost before the request that opens it comes again: "
                    f"{retransmissions(small).mean():.5f} per SDU.")


def c13(ctx):
    """One answer to each DATA."""
    scripts = ctx.data(SCRIPTS)
    runs = conference(ctx)
    return Measured({"scripted": float(scripts["fnack_and_answer"].sum()),
                     "runs": float(runs["double_answers"].sum()),
                     "fnacks": float(runs["fnacks"].sum())})


def c14(ctx):
    """What remains is jitter."""
    late = chosen(long(ctx.data(WIDE)), mode="mpm")["atdv_ms"].to_numpy()
    wide = late.mean() / floor(ctx, "MPM", 12).mean()
    group = ratio_ci(*common(atdv(ctx, "PGM", 0.15), floor(ctx, "PGM")))
    return Measured({"ratio": {f"{rate:g}": ratio_ci(*common(atdv(ctx, "MPM", rate), floor(ctx)))
                               for rate in ABOVE},
                     "PGM": group, "wide": wide},
                    f"One change each, R = 15 %: by PGM {group.mean:.2f}; with jitter U[0,12] {wide:.2f}.")


def c15(ctx):
    """Both flows, with lateness."""
    return Measured({"ratio": {f"{flow}, {rate:g}": ratio_ci(atdv(ctx, "PGM", rate, 20, column),
                                                             atdv(ctx, "MPM", rate, 20, column))
                               for flow, column in FLOWS.items() for rate in ABOVE}})


def c16(ctx):
    """MPM less PGM at every R."""
    less = {(late, rate): mean_ci(gain(ctx, late, "atdv_ms", rate)) for late in LATENESS
            for rate in LOW + HIGH}
    return Measured({"above": {f"{rate:g}, {late} ms late": ci for (late, rate), ci in less.items()
                               if rate >= 0.08},
                     "below": {f"{rate:g}, {late} ms late": -ci.mean - ci.half
                               for (late, rate), ci in less.items() if rate < 0.08}})


def c17(ctx):
    """Delays and losses at R = 15 %."""
    one = {mode: conference(ctx, mode=MODES[mode], maxRate=0.15, lateMs=0) for mode in MODES}

    def less(column):
        return mean_ci(one["MPM"][column].to_numpy() - one["PGM"][column].to_numpy())

    more = {flow: less(f"declared{flow}") for flow in (1, 2)}
    return Measured({"delay": {f"flow {flow}": less(f"delay{flow}_ms") for flow in (1, 2)},
                     "losses": {f"flow {flow}": ci._replace(mean=-ci.mean)
                                for flow, ci in more.items()},
                     "exceeded": float(sum(part["bound_exceeded"].sum() for part in one.values()))})


def c18(ctx):
    """Copies that arrive twice."""
    data = long(ctx.data(PERIODS))
    copies = {n: chosen(data, period=n)["useless_per_1000"].to_numpy() for n in (0, 1, 5, 6)}
    return Measured({"rule": ratio_ci(copies[0], copies[1]),
                     "to_one": ratio_ci(copies[6], copies[1]),
                     "to_less": ratio_ci(copies[6], copies[5])},
                    "Per 1000 SDUs: " + ", ".join(f"n = {n} {copies[n].mean():.1f}"
                                                  for n in (1, 5, 6)) + ".")
