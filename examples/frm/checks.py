# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of frm are decided by; the numbers that decide are in claims.toml."""

import numpy

from hsn.claims import Measured
from hsn.stats import mean_ci
from hsn.tables import chosen

from .runs import (BEARERS, CONDITIONS, EJECTION, INTEGRITY, JITTER, LOSSES, LOSSY, NO_LOSS, ORDERS,
                   SATELLITE, SILENT, SIZES, SPREAD, SUBGROUP, SUPPRESSION, TIMERS, buffer_of, knees,
                   response_at)

STEADY = [10, 25, 50, 75, 100, 125, 150]  # groups up to the knee


def mean_of(data, by, name):
    """Means over the seeds, {point: mean}."""
    return data.groupby(by)[name].mean().to_dict()


def steps(values):
    """{from one to the next: how much it grows} of {point: number}."""
    points = list(values)
    return {f"{one:g} to {other:g}": float(values[other] - values[one])
            for one, other in zip(points, points[1:])}


def c01(ctx):
    """Means by group."""
    found = mean_of(chosen(buffer_of(ctx, 32), receivers=STEADY), "receivers", "mrt_ms")
    return Measured({"growth": steps(found), "ratio": found[100] / found[10]},
                    ", ".join(f"N = {n}: {value:.1f} ms" for n, value in found.items()))


def c02(ctx):
    """The knee."""
    return Measured({"knee": mean_ci(list(knees(buffer_of(ctx, 32)).values()))})


def c03(ctx):
    """Knees by buffer."""
    found = {buffer: mean_ci(list(knees(buffer_of(ctx, buffer)).values()))
             for buffer in (8, 16, 32, 64)}
    beyond = {f"B = {buffer}": response_at(buffer_of(ctx, buffer), 1.5 * found[buffer].mean)
              for buffer in (8, 16, 32)}
    means = {buffer: one.mean for buffer, one in found.items()}
    return Measured({"growth": steps(means), "ratio": means[32] / means[16], "beyond": beyond},
                    "Knees: " + ", ".join(f"B = {buffer}: {one.mean:.1f} ± {one.half:.1f}"
                                          for buffer, one in found.items()))


def c04(ctx):
    """A straight line through the estimates."""
    def slope(data):
        part = data[data["receivers"].between(50, 150)]
        return float(numpy.polyfit(part["receivers"], part["smax_rtt_ms"], 1)[0])
    return Measured({"slope": {"L = 0": slope(ctx.data(NO_LOSS)),
                               "L = 1e-4": slope(buffer_of(ctx, 32))}})


def c05(ctx):
    """Cycles and waiting."""
    free = chosen(ctx.data(NO_LOSS), receivers=STEADY)
    cycle = mean_of(free, "receivers", "cycle_per_timer")
    releases = {n: float((part["releases_per_s"] * part["cycle_ms"] / 1000).mean())
                for n, part in free.groupby("receivers")}
    waits = mean_of(chosen(buffer_of(ctx, 32), receivers=[50, 100, 150]), "receivers",
                    "waiting_share")
    return Measured({"cycle": cycle, "releases": releases, "waits": steps(waits)},
                    "Shares that wait: " + ", ".join(f"{value:.3f}" for value in waits.values()))


def sums(ctx, name):
    """A counter over all runs of figures 4, 5 and A."""
    return {one.name: int(ctx.data(one)[name].sum())
            for one in (SIZES, NO_LOSS, LOSSES, TIMERS, JITTER, SUPPRESSION, SPREAD, ORDERS)}


def c06(ctx):
    """Packets beyond the buffer."""
    return Measured({"beyond": sums(ctx, "beyond_buffer"),
                     "full": int(ctx.data(SIZES)["buffer_full"].sum())})


def c07(ctx):
    """By loss, and retransmissions by group."""
    again = mean_of(chosen(buffer_of(ctx, 32), receivers=[10, 50, 100]), "receivers",
                    "retransmissions_per_packet")
    by_loss = mean_of(ctx.data(LOSSES), "loss", "mrt_ms")
    return Measured({"loss": steps(by_loss), "again": steps(again)},
                    "MRT: " + ", ".join(f"{value:.1f}" for value in by_loss.values())
                    + " ms; retransmissions per packet: "
                    + ", ".join(f"{value:.3f}" for value in again.values()))


def c08(ctx):
    """By the timer."""
    data = ctx.data(JITTER)
    shakes = mean_of(data, "k", "handshakes_per_round")
    rounds = mean_of(chosen(data, k=[1.25, 1.5, 2]), "k", "rounds_per_s")
    response = mean_of(data, "k", "mrt_ms")
    lossy = mean_of(ctx.data(TIMERS), "k", "mrt_ms")
    return Measured({"handshakes": {step: -value for step, value in steps(shakes).items()},
                     "rounds": {step: -value for step, value in steps(rounds).items()},
                     "slower": {"jitter": response[2] / response[1.5],
                                "loss": lossy[2] / lossy[1.5]}},
                    "Handshakes per round: " + ", ".join(f"{one:.4f}" for one in shakes.values()))


def throughputs(ctx, limit):
    """Series of all seeds: (row, times, byte/s)."""
    return [(row, numpy.array(row.times_s), numpy.array(row.throughputs_Bps))
            for row in chosen(ctx.data(EJECTION), minThroughput=limit).itertuples()]


def c09(ctx):
    """The second interval after the last ejection."""
    return Measured({"after": {f"seed {row.seed}": float(values[times > max(row.eject_times_s)][1])
                               for row, times, values in throughputs(ctx, 180000)}},
                    "Ejections: " + ", ".join(f"{max(row.eject_times_s):.2f}" for row, _, _ in
                                              throughputs(ctx, 180000)) + " s.")


def c10(ctx):
    """Without ejection."""
    return Measured({"rate": mean_ci([values[times > 22].mean()
                                      for _, times, values in throughputs(ctx, 0)])})


def c11(ctx):
    """Who was ejected."""
    data = chosen(ctx.data(EJECTION), minThroughput=180000)
    return Measured({"ejected": {f"seed {row.seed}": sorted(row.ejected)
                                 for row in data.itertuples()}})


def c12(ctx):
    """All octets, at all who are listed; and no release before."""
    data = ctx.data(LOSSY)
    points = data.groupby("loss")
    early = sums(ctx, "released_early")
    early[LOSSY.name] = int(data["released_early"].sum())
    return Measured({"missing": {f"L = {loss:g}": int(part.sum())
                                 for loss, part in points["listed_lacking"]},
                     "ended": {f"L = {loss:g}": bool(part["has_ended"].all())
                               for loss, part in points},
                     "early": early},
                    "Listed at the end: " + ", ".join(
                        f"{int(part['listed'].sum())} of {int(part['receivers'].sum())}"
                        for _, part in points) + ".")


def c13(ctx):
    """Bursts."""
    data = ctx.data(SUPPRESSION)
    again = data.groupby(["order", "suppression"])["retransmissions"].mean()
    primary = chosen(data, order="RetransmitDataControl").groupby("suppression")
    rates = primary["retransmissions_per_packet"].mean()
    response = primary["mrt_ms"].mean()
    return Measured({"close": {name: value for name, value in sums(ctx, "bursts_too_close").items()
                               if name != "suppression"},
                     "close_on": int(chosen(data, suppression=True)["bursts_too_close"].sum()),
                     "useless": sums(ctx, "bursts_useless"), "below": sums(ctx, "below_base"),
                     "queued": sums(ctx, "sent_again_queued"),
                     "saved": float(again["ControlFirst", False] / again["ControlFirst", True])},
                    f"In the order of figure 3, N = 50: {rates[True]:.2f} retransmissions per "
                    f"packet with suppression and {rates[False]:.2f} without, response time "
                    f"{response[True]:.0f} and {response[False]:.0f} ms.")


def c14(ctx):
    """Which conditions end the communication."""
    data = ctx.data(INTEGRITY)
    ended = {name: bool(row.ended_s >= 0) for name, row in zip(CONDITIONS, data.itertuples())}
    late = {name: float(row.ended_s - row.dead_times_s[0])
            for name, row in zip(CONDITIONS, data.itertuples()) if row.ended_s >= 0}
    return Measured({"ended": ended, "late": late})


def c15(ctx):
    """Tries, and what goes on."""
    data = ctx.data(SILENT)
    return Measured({"tries": {f"{tries}, seed {seed}": part["dead_tries"].iloc[0][0]
                               for (tries, seed), part in data.groupby(["tries", "seed"])},
                     "dead": {f"{row.tries}, seed {row.seed}": list(row.dead)
                              for row in data.itertuples()},
                     "backlog": int(data["backlog"].max())})


def c16(ctx):
    """Processor time of echoes."""
    free = chosen(ctx.data(NO_LOSS), receivers=STEADY)
    return Measured({"share": {f"N = {n}": float((part["echo_share"]
                                                  / part["echo_share_expected"]).mean())
                               for n, part in free.groupby("receivers")}})


def c17(ctx):
    """One far receiver."""
    data = ctx.data(SATELLITE)
    rounds = mean_of(data, "satellite", "rounds_per_s")
    far = chosen(data, satellite=250)
    return Measured({"rounds": rounds[0] / rounds[250], "rtt": float(far["smax_rtt_ms"].mean()),
                     "backlog": int(far["backlog"].min())},
                    f"Rounds per second: {rounds[0]:.1f} and {rounds[250]:.2f}.")


def c18(ctx):
    """UDP and AAL5 against IP."""
    data = ctx.data(BEARERS)
    ratios = {"mrt": {}, "rounds": {}}
    for seed, part in data.groupby("seed"):
        rows = part.set_index("bearer")
        for bearer in ("Udp", "Aal5"):
            for name, column in (("mrt", "mrt_ms"), ("rounds", "rounds_per_s")):
                ratios[name][f"{bearer}, seed {seed}"] = float(rows[column][bearer]
                                                               / rows[column]["Ip"])
    found = mean_of(data, "bearer", "mrt_ms")
    return Measured({**ratios, "complete": {f"{row.bearer}, seed {row.seed}": int(row.complete)
                                            for row in data.itertuples()}},
                    "MRT: " + ", ".join(f"{bearer} {value:.2f} ms"
                                        for bearer, value in found.items()))


def c19(ctx):
    """Echoes over time."""
    found = ctx.data(SPREAD).groupby(["receivers", "spread"])["mrt_ms"].mean()
    return Measured({"small": float(found[100, 50] / found[100, 0]),
                     "large": float(found[150, 100] / found[150, 0])},
                    ", ".join(f"N = {n}, W = {w:g} ms: {value:.1f} ms"
                              for (n, w), value in found.items()))


def c20(ctx):
    """Runs with a receiver more that is not reliable."""
    data = ctx.data(SUBGROUP)
    same = {}
    for extra in ("lossy", "silent"):
        for seed, part in data.groupby("seed"):
            rows = part.set_index("extra")
            same[f"{extra}, seed {seed}"] = all(rows[name]["none"] == rows[name][extra]
                                                for name in ("digest_sent", "digest_delivered"))
    return Measured({"same": same})
