# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of vbr-upc are decided by. The numbers that decide are in claims.toml."""

import pandas

from hsn.claims import Measured
from hsn.stats import Interval, mean_ci, ratio_ci
from hsn.tables import chosen, intervals, listed, means, named, spread

from .figures import (ADAPTER, CONNECTIONS, CONTRADICTIONS, DISCARD, DISCARDS, INTER_SDU, LARGE,
                      MODEL, MODEL_PROGRAM, MTUS, MULTI, NETWORK, NO_DELAY, POLICE, RAS, RECOVERIES,
                      RECOVERY, RENO, SMALL, SMALL_GAPS, TABLE, TCP_G10, TCP_G200, TCP_G500, TICKS,
                      TIMESTAMPS, TRAIN, TRANSFERS, UPC_OFF, one_change)

T_PCR, T_SCR = 2726, 42400  # ns
SPARE = T_SCR - T_PCR  # ns of credit that a cell at the peak rate takes
MIN_IDLE = 192 * SPARE  # ns
TITLES = {"mtu": "MTU", "mbs": "MBS", "tick": "G", "connections": "connections", "what": ""}


def police(ctx, **params):
    """The fates of a pattern of cells, the contract being the paper's where not said."""
    return ctx.run_program(POLICE, {"contract": "C", **params})


def model(ctx, mtu, **params):
    """The closed forms for an MTU."""
    return ctx.run_program(MODEL_PROGRAM, {"mtu": mtu, **params})


# --- means of transfers ------------------------------------------------------------------


def titled(table, by):
    """{point: value} with points that say what they are: ("MTU 9188", "MBS 1000")."""
    def title(name, part):
        return f"{TITLES[name]} {part}".strip()
    if isinstance(by, str):
        return {title(by, point): value for point, value in table.items()}
    return {tuple(map(title, by, point)): value for point, value in table.items()}


def by_point(data, value, by=("mtu", "mbs")):
    """Means over the repetitions with their confidence intervals, by point."""
    return titled(intervals(data, value, by if isinstance(by, str) else list(by)), by)


def by_seed(data, value):
    """A mean over all points for each repetition: a Series indexed by the seed."""
    return data.groupby("seed")[value].mean()


def paired(first, second):
    """Two Series of the seeds that both have: equal seeds have equal phases of the clocks."""
    common = first.index.intersection(second.index)
    return first[common], second[common]


def ratio(data, other, value="throughput_mbps"):
    """Ratio of two means with its confidence interval."""
    return ratio_ci(*paired(by_seed(data, value), by_seed(other, value)))


def difference(data, other, value):
    """Difference of two means with its confidence interval."""
    first, second = paired(by_seed(data, value), by_seed(other, value))
    return mean_ci(first - second)


def ratios(data, other, by, value="throughput_mbps"):
    """Ratios at the points that the first table has."""
    return titled({point: ratio(rows, chosen(other, **dict(zip(by, point))), value)
                   for point, rows in data.groupby(list(by))}, list(by))


# --- both formulas of the timeout --------------------------------------------------------


def brief(value):
    """A measured value in a few words: of several points the smallest and the largest."""
    if value is None:
        return "none"
    values = value.values() if isinstance(value, dict) else [value]
    values = [one.mean if isinstance(one, Interval) else one for one in values]
    ends = [f"{end:.3g}" for end in (min(values), max(values))]
    return " to ".join(dict.fromkeys(ends))


def both(ctx, measure, note=""):
    """What `measure(data, formula)` finds with the timeout of 4.3BSD-Tahoe; the note says what it
    finds with that of 4.3BSD-Reno."""
    values = measure(ctx.data, "Tahoe")
    reno = measure(lambda experiment: ctx.data(RENO[experiment.name]), "Reno")
    text = "; ".join(f"{name} {brief(value)}" for name, value in reno.items())
    return Measured(values, f"{note} With Reno's timeout (3 ticks): {text}.".lstrip())


def changed(ctx, tick, metric, form="{:.3g}", factor=1):
    """What one change does to the transfers that contradict the paper at a timer granularity."""
    lines = []
    for point in CONTRADICTIONS:
        if point["tick"] == tick:
            found = one_change(ctx, point).groupby("what", sort=False)[metric].mean() * factor
            lines.append("One change at MTU {mtu}, MBS {mbs}: ".format(**point) +
                         ", ".join(f"{what} {form.format(value)}" for what, value in found.items()))
    return ". ".join(lines) + "."


# --- the contract and the model ----------------------------------------------------------


def c01(ctx):
    """Cell periods of 155.52 and 10 Mbit/s."""
    row = model(ctx, 9188)
    return Measured({"peak": row["t_pcr_us"], "sustainable": row["t_scr_us"]})


def c02(ctx):
    """MBS cells at the peak rate, and more."""
    first = {f"MBS {mbs}": police(ctx, mbs=mbs, lead=mbs + 10)["first_discard"] - mbs
             for mbs in (1000, 2000, 4000)}
    return Measured({"beyond": first})


def c03(ctx):
    """What the three contracts do to one sequence."""
    return Measured({"fates": ctx.data(TABLE).set_index("contract")["verdicts"]})


def c04(ctx):
    """The two forms of the GCRA."""
    row = police(ctx, random=20000, mbs=1000, lead=10000)
    return Measured({"disagreements": row["random_disagreements"],
                     "agree": bool(row["forms_agree"])})


def c05(ctx):
    """Idle time between PDUs."""
    return Measured({"idle": {f"MTU {mtu}": model(ctx, mtu)["ip_us"] for mtu in (4832, 9188)}})


def c06(ctx):
    """Raw throughput of a host that is the bottleneck: formula, and simulation without UPC."""
    def simulated(mtu):
        return ctx.run_program(NETWORK, {"source": "train", "mtu": mtu, "contract": "None",
                                         "jitter": 0, "bursts": 1, "pdus": 200})["raw_mbps"]
    return Measured({"formula": {f"MTU {mtu}": model(ctx, mtu)["raw_mbps"] for mtu in (4832, 9188)},
                     "simulated": {f"MTU {mtu}": simulated(mtu) for mtu in (4832, 9188)}})


def c07(ctx):
    """Equation (2), and the GCRA cell by cell."""
    table = ctx.data(MODEL).sort_values("mbs")
    formula, policed = {}, {}
    for mtu in MTUS:
        rows = chosen(table, mtu=mtu)
        formula[f"MTU {mtu}"] = list(rows["p_max"])
        policed[f"MTU {mtu}"] = [
            police(ctx, mbs=mbs, pdus=longest + 3, cells=cells,
                   idle=round(INTER_SDU[mtu] * 1000) - cells * T_PCR)["pdus_leading_intact"]
            for mbs, longest, cells in zip(rows["mbs"], rows["p_max"], rows["cells"])]
    return Measured({"formula": formula, "policed": policed})


def c08(ctx):
    """Idle time after a maximal burst that makes room for one PDU."""
    def lost(mbs, idle):
        row = police(ctx, mbs=mbs, lead=mbs, leadIdle=idle, pdus=1, cells=192)
        return [cell + 1 for cell in row["train_discarded"]]
    sizes = (192, 1000, 4000)
    return Measured({"idle": MIN_IDLE / 1e6,
                     "enough": {f"MBS {mbs}": len(lost(mbs, MIN_IDLE)) for mbs in sizes},
                     "short": {f"MBS {mbs}": lost(mbs, MIN_IDLE - 1) for mbs in sizes}})


def c09(ctx):
    """Least idle time of an endless train of 192-cell PDUs."""
    enough, short = (police(ctx, mbs=192, pdus=10000, cells=192, idle=idle)["train_discards"]
                     for idle in (MIN_IDLE, MIN_IDLE - 1))
    return Measured({"idle": MIN_IDLE / 1e6, "enough": enough, "short": short})


def c10(ctx):
    """Cells of a PDU, segments of the transfer."""
    row = model(ctx, 9188)
    return Measured({"cells": row["cells"], "packets": row["segments"]})


# --- G = 500 ms --------------------------------------------------------------------------


def c11(ctx):
    """G = 500 ms, larger packets."""
    def measure(get, _formula):
        data = chosen(get(TCP_G500), mtu=LARGE)
        return {"throughput": by_point(data, "throughput_mbps"),
                "small bursts": by_point(data[data["mbs"] <= 2500], "throughput_mbps")}
    return both(ctx, measure, changed(ctx, 500, "throughput_mbps"))


def leads(data, mtu):
    """By how much an MTU surpasses the best of the others, by MBS."""
    others = means(data[data["mtu"] != mtu], "throughput_mbps", ["mbs", "mtu"])
    best = others.groupby("mbs").idxmax()
    return titled({mbs: difference(chosen(data, mtu=mtu, mbs=mbs), chosen(data, mtu=other, mbs=mbs),
                                   "throughput_mbps")
                   for mbs, (_, other) in best.items()}, "mbs")


def small_packets(ctx, tick, value="throughput_mbps", form="{:.2f}"):
    """Transfers of small packets with other times between SDUs, in words."""
    data = chosen(ctx.data(SMALL), tick=tick)
    return "; ".join(f"with I_g {gap:.4g} µs: " + listed(titled_series(
        means(chosen(data, interSdu=gap), value, ["mbs"])), form) for gap in SMALL_GAPS)


def titled_series(series):
    """A Series by MBS with readable points."""
    return pandas.Series(titled(series.to_dict(), "mbs"))


def c12(ctx):
    """G = 500 ms, packets of 552 bytes."""
    def measure(get, _formula):
        data = get(TCP_G500)
        return {"lead": leads(data, 552),
                "throughput": by_point(chosen(data, mtu=552), "throughput_mbps", "mbs")}
    others = chosen(ctx.data(TCP_G500), mtu=LARGE, mbs=set(ctx.data(SMALL)["mbs"]))
    best = titled_series(means(others, "throughput_mbps", ["mbs", "mtu"]).groupby("mbs").max())
    return both(ctx, measure, f"MTU 552 {small_packets(ctx, 500)}; the best larger MTU: "
                              f"{listed(best)}.")


def c13(ctx):
    """Use of the contract, of 10 Mbit/s."""
    def measure(get, _formula):
        return {"use": mean_ci(10 * by_seed(chosen(get(TCP_G500), mtu=LARGE), "throughput_mbps"))}
    return both(ctx, measure)


def idle_times(data):
    """All idle times: a row for each, with its seed."""
    return data[["seed", "idles_s"]].explode("idles_s").dropna().astype({"idles_s": float})


def c14(ctx):
    """Idle times between bursts."""
    def measure(get, _formula):
        idle = idle_times(get(TCP_G500))
        found = idle.assign(share=100.0 * idle["idles_s"].between(0.6, 1.0))
        return {"share": mean_ci(by_seed(found, "share")), "median": found["idles_s"].median()}
    return both(ctx, measure)


def c15(ctx):
    """The second mode of the idle times, in steps of 0.2 s."""
    def measure(get, _formula):
        times = idle_times(get(TCP_G500))["idles_s"]
        steps = (times[times > 1.2] / 0.2).astype(int).value_counts()
        return {"second mode": 0.2 * steps.idxmax() if len(steps) else None,
                "idle times": int(times.between(1.8, 2.0).sum())}
    return both(ctx, measure)


def bursts(ctx, data, mtu, gap):
    """Mean bursts of transfers by MBS, less and relative to the model's at the same I_g."""
    found = intervals(chosen(data, mtu=mtu), "burst_mean", "mbs")
    return {(mbs, model(ctx, mtu, mbs=int(mbs), interSdu=gap)["p_max"]): one
            for mbs, one in found.items()}


def c16(ctx):
    """Bursts of TCP, and the model."""
    data, short, long, notes = ctx.data(TCP_G500), {}, {}, []
    for mtu in (4832, 9188):
        for (mbs, longest), one in bursts(ctx, data, mtu, INTER_SDU[mtu]).items():
            point = f"MTU {mtu}, MBS {mbs}"
            if longest <= 13:
                short[point] = one._replace(mean=one.mean - longest)
            else:
                long[point] = one._replace(mean=100 * (one.mean / longest - 1),
                                           half=100 * one.half / longest)
        at_once = bursts(ctx, ctx.data(NO_DELAY), mtu, INTER_SDU[mtu])
        notes.append(f"MTU {mtu} without delayed ACKs, packets more than the model: " + ", ".join(
            f"MBS {mbs}: {one.mean - longest:+.1f}" for (mbs, longest), one in at_once.items()))
    small = chosen(ctx.data(SMALL), tick=500)
    for gap, rows in ((450.0, data), (INTER_SDU[552], chosen(small, interSdu=INTER_SDU[552]))):
        notes.append(f"MTU 552, both with I_g {gap:.4g} µs, TCP and model: " + ", ".join(
            f"MBS {mbs}: {one.mean:.0f} and {longest:.0f}"
            for (mbs, longest), one in bursts(ctx, rows, 552, gap).items()))
    return Measured({"short bursts": short, "long bursts": long}, ". ".join(notes) + ".")


def c17(ctx):
    """Where cells are lost."""
    data = pandas.concat(map(ctx.data, (TRAIN, *TRANSFERS)))
    elsewhere = {"policer, peak rate": "upc_discarded_pcr", "switch, buffer": "switch_queue_drops",
                 "switch, unknown VC": "switch_unknown_vc"}
    return Measured({"elsewhere": {name: data[one].sum() for name, one in elsewhere.items()},
                     "scr": data["upc_discarded_scr"].sum()})


def lost_share(data):
    """Timeouts whose retransmission was lost, in per cent of all timeouts."""
    return ratio_ci(100 * by_seed(data, "first_retransmissions_lost"), by_seed(data, "timeouts"))


def c18(ctx):
    """Reassembly timeout."""
    without, timed = (chosen(ctx.data(one), mtu=9188) for one in (TCP_G500, RAS))
    return Measured({"lost": lost_share(timed),
                     "gain": ratio(chosen(timed, mbs=4000), chosen(without, mbs=4000))},
                    f"First retransmissions lost without it: {lost_share(without)} %.")


def c19(ctx):
    """Several connections in one VC."""
    data = ctx.data(MULTI, incomplete=True)
    one = chosen(ctx.data(TCP_G500), mtu=9188, mbs=set(data["mbs"]))
    gain = {n: ratio(chosen(data, connections=n), one) for n in CONNECTIONS}
    sums = data.groupby("connections")[["timeouts_together", "timeouts"]].sum()
    share = 100 * sums["timeouts_together"] / sums["timeouts"]
    return Measured({"gain": titled(gain, "connections")},
                    f"Connections given up: {data['given_up'].sum()} of {data['connections'].sum()}. Timeouts on "
                    f"another connection's tick, by connections: {listed(share, '{:.0f} %')}.")


# --- finer timers ------------------------------------------------------------------------


def idle_and_rest(data):
    """Mean seconds of a transfer that pass idle, a tick or more at a time, and the others."""
    idle = data["idles_s"].map(sum).mean()
    return idle, data["seconds"].mean() - idle


def c20(ctx):
    """G = 200 ms against G = 500 ms."""
    def measure(get, _formula):
        slow, fast = get(TCP_G500), get(TCP_G200)
        return {"gain": titled({mtu: ratio(chosen(fast, mtu=mtu), chosen(slow, mtu=mtu))
                                for mtu in MTUS}, "mtu")}
    parts = []
    for mtu in MTUS:
        slow, fast = (chosen(ctx.data(one), mtu=mtu) for one in (TCP_G500, TCP_G200))
        idle, rest = zip(idle_and_rest(slow), idle_and_rest(fast))
        parts.append(f"MTU {mtu}: {idle[0]:.1f} and {idle[1]:.1f} s idle, {rest[0]:.1f} and "
                     f"{rest[1]:.1f} s not")
    small = chosen(ctx.data(SMALL), interSdu=INTER_SDU[552])
    usual = chosen(pandas.concat(map(ctx.data, (TCP_G500, TCP_G200))), mtu=552)
    def gains(data):
        found = means(data, "throughput_mbps", ["tick", "mbs"])
        return listed(titled_series((found[200] / found[500])[sorted(set(small["mbs"]))]))
    return both(ctx, measure, f"A mean transfer at G = 500 and 200 ms: {'; '.join(parts)}. One "
                              f"change, MTU 552 with I_g 305.2 µs: {gains(small)}; as it is: "
                              f"{gains(usual)}.")


def c21(ctx):
    """G = 200 ms, packets of 552 bytes."""
    def measure(get, _formula):
        data = chosen(get(TCP_G200), mtu=552)
        sizes = sorted(set(data["mbs"]))
        rise = {f"MBS {a} to {b}": difference(chosen(data, mbs=b), chosen(data, mbs=a),
                                              "throughput_mbps")
                for a, b in zip(sizes, sizes[1:])}
        found = intervals(data, "throughput_mbps", "mbs")
        return {"at MBS 1000": found[1000], "at MBS 4000": found[4000], "rise": rise}
    return both(ctx, measure, f"MTU 552 {small_packets(ctx, 200)}.")


def c22(ctx):
    """G = 200 ms, larger packets."""
    def measure(get, _formula):
        data = chosen(get(TCP_G200), mtu=LARGE)
        return {"throughput": by_point(data[data["mbs"] <= 2000], "throughput_mbps")}
    data = chosen(ctx.data(TCP_G200), mtu=LARGE)
    above = means(data[data["mbs"] > 2000], "throughput_mbps", ["mtu", "mbs"])
    return both(ctx, measure, f"Above MBS 2000: {spread(above)} Mbit/s. "
                              f"{changed(ctx, 200, 'throughput_mbps')}")


def c23(ctx):
    """G = 10 ms."""
    def measure(get, _formula):
        data = get(TCP_G10)
        return {f"at MBS {mbs}": by_point(chosen(data, mbs=mbs), "throughput_mbps", "mtu")
                for mbs in (4000, 1000)}
    return both(ctx, measure)


def again(data, mbs):
    """Retransmitted packets in per cent of those that the transfer needs, by seed."""
    return 100 * by_seed(chosen(data, mtu=9188, mbs=mbs), "retransmitted_share")


def c24(ctx):
    """Retransmissions, MBS 1000, G = 10 ms."""
    return both(ctx, lambda get, _formula: {"share": mean_ci(again(get(TCP_G10), 1000))})


def c25(ctx):
    """Retransmissions, MBS 4000, G = 10 ms."""
    return both(ctx, lambda get, _formula: {"share": mean_ci(again(get(TCP_G10), 4000))},
                changed(ctx, 10, "retransmitted_share", "{:.0f} %", 100))


def c26(ctx):
    """Retransmissions, MBS 4000, coarser timers."""
    def measure(get, _formula):
        fine, coarse = paired(again(get(TCP_G200), 4000), again(get(TCP_G500), 4000))
        return {"share": {"G = 200 ms": mean_ci(fine), "G = 500 ms": mean_ci(coarse)},
                "difference": mean_ci(fine - coarse)}
    return both(ctx, measure)


def c27(ctx):
    """Retransmissions against MBS and G."""
    def measure(get, _formula):
        data = {tick: get(one) for tick, one in zip(TICKS, TRANSFERS)}
        sizes = sorted(set(data[10]["mbs"]))
        def less(first, second):
            one, other = paired(again(*first), again(*second))
            return mean_ci(one - other)
        step = {f"G = {tick} ms, MBS {a} to {b}": less((data[tick], b), (data[tick], a))
                for tick in TICKS for a, b in zip(sizes, sizes[1:])}
        excess = {f"MBS {mbs}, over G = {tick} ms": less((data[10], mbs), (data[tick], mbs))
                  for mbs in sizes for tick in (200, 500)}
        return {"step": step, "excess": excess}
    shares = means(chosen(ctx.data(TCP_G10), mtu=9188), "retransmitted_share", ["mbs"]) * 100
    return both(ctx, measure, f"G = 10 ms: {listed(titled_series(shares), '{:.0f} %')}. "
                              f"{changed(ctx, 10, 'retransmitted_share', '{:.0f} %', 100)}")


def c28(ctx):
    """Smallest value of the retransmission timer, in ticks."""
    return both(ctx, lambda get, _formula: {"timeout": {
        f"G = {tick} ms": get(one)["rto_min_ms"].min() / tick
        for tick, one in zip(TICKS, TRANSFERS)}})


def dip(data):
    """Transfers with MTU 9188, MBS 2000."""
    return chosen(data, mtu=9188, mbs=2000)


def c29(ctx):
    """The first burst of each transfer."""
    data = dip(ctx.data(TCP_G10)).set_index("seed")
    def first(column):
        return {f"repetition {seed}": counts[0] for seed, counts in data[column].items()}
    return Measured({"passed": first("bursts"), "damaged": first("bursts_damaged")})


def runs_through(values, chain):
    """Does a list contain another one, without gaps?"""
    return any(list(values[i:i + len(chain)]) == chain for i in range(len(values)))


def c30(ctx):
    """Back-off of the timer."""
    def measure(get, _formula):
        data = dip(get(TCP_G10))
        return {"transfers with the chain": int(sum(runs_through(row, [20, 40, 80, 160])
                                                    for row in data["rto_ms"])),
                "given up early": int(data["rto_early_clears"].sum()),
                "held": int(data["rto_held_acks"].sum())}
    seen = sorted({value for row in dip(ctx.data(TCP_G10))["rto_ms"] for value in row})
    return both(ctx, measure, f"Values seen: {' '.join(f'{value:g}' for value in seen)} ms.")


def c31(ctx):
    """The dip at MBS 2000."""
    def measure(get, _formula):
        data = chosen(get(TCP_G10), mtu=9188)
        sizes = sorted(set(data["mbs"]))
        place = sizes.index(2000)
        return {"depth": titled({mbs: difference(chosen(data, mbs=mbs), dip(data),
                                                 "throughput_mbps")
                                 for mbs in (sizes[place - 1], sizes[place + 1])}, "mbs")}
    found = means(chosen(ctx.data(TCP_G10), mtu=9188), "throughput_mbps", ["mbs"])
    return both(ctx, measure, f"Mbit/s: {listed(titled_series(found))}.")


def c32(ctx):
    """Timestamps."""
    def measure(get, estimator):
        stamped = chosen(dip(ctx.data(TIMESTAMPS)), estimator=estimator)
        return {"held": stamped["rto_held_acks"].sum(),
                "gain": difference(stamped, dip(get(TCP_G10)), "throughput_mbps")}
    without = dip(ctx.data(TCP_G10))["rto_held_acks"].sum()
    return both(ctx, measure,
                f"Without timestamps {without} acknowledgements left the timer backed off.")


# --- other ways to recover ---------------------------------------------------------------


def recovery(ctx, *ways):
    """Transfers by these strategies, and those of figure 3 at the same points."""
    data = named(ctx.data(RECOVERY), {what: RECOVERIES[what] for what in ways})
    return data, chosen(ctx.data(TCP_G500), mtu=LARGE, mbs=set(data["mbs"]))


def c33(ctx):
    """Fast retransmit."""
    data, usual = recovery(ctx, "fast retransmit after 2", "no fast retransmit")
    change = {f"{what}, {' '.join(point)}": one for what, rows in data.groupby("what")
              for point, one in ratios(rows, usual, ("mtu", "mbs")).items()}
    acted = pandas.concat([usual.assign(what="threshold 3"), data]).groupby("what")[
        "fast_recoveries"].agg(["sum", "size"])
    return Measured({"change": change, "timeouts": int(min(data["timeouts"].min(),
                                                           usual["timeouts"].min()))},
                    "Fast retransmit acted: " + "; ".join(
                        f"{what}: {row['sum']} times in {row['size']} transfers"
                        for what, row in acted.iterrows()) + ".")


def c34(ctx):
    """Selective acknowledgements."""
    data, usual = recovery(ctx, "SACK", "ns-3's TCP with SACK")
    return Measured({"throughput": by_point(data, "throughput_mbps", ("what", "mtu", "mbs"))},
                    f"Mean {listed(means(data, 'throughput_mbps', ['what']))}; without SACK "
                    f"{usual['throughput_mbps'].mean():.2f} Mbit/s.")


# --- shaping, discarding -----------------------------------------------------------------


def c35(ctx):
    """Cells at the sustainable rate."""
    data = chosen(ctx.data(ADAPTER), mtu=LARGE)
    most = {mtu: model(ctx, mtu)["max_payload_mbps"] for mtu in LARGE}
    data = data.assign(share=100 * data["throughput_mbps"] / data["mtu"].map(most))
    return Measured({"most": titled(most, "mtu"),
                     "share": titled({mtu: mean_ci(by_seed(chosen(data, mtu=mtu), "share"))
                                      for mtu in LARGE}, "mtu"),
                     "greatest share": titled(data.groupby("mtu")["share"].max(), "mtu")})


def c36(ctx):
    """Losses with cells at the sustainable rate."""
    data = chosen(ctx.data(ADAPTER), mtu=LARGE)
    places = {"policer, peak rate": "upc_discarded_pcr",
              "policer, sustainable rate": "upc_discarded_scr", "switch": "switch_queue_drops",
              "reassembly": "pdus_failed", "receiving host": "host_queue_drops",
              "sent again": "retransmitted_segments"}
    return Measured({"lost": {name: data[one].sum() for name, one in places.items()}},
                    f"{len(data)} transfers.")


def c37(ctx):
    """A receiver that is too slow for small packets."""
    return Measured({"throughput": {
        "adapter at 10 Mbit/s": mean_ci(by_seed(chosen(ctx.data(ADAPTER), mtu=552),
                                                "throughput_mbps")),
        "UPC off": mean_ci(by_seed(ctx.data(UPC_OFF), "throughput_mbps"))}})


def c38(ctx):
    """Slower cells, shorter PDUs; bursts of MBS cells with pauses of tau_SCR."""
    # the contract just holds one PDU, so that 1 ns too little shows soon
    kinds = {"cells of 10 µs": {"mbs": 157, "cells": 192, "spacing": 10000},
             "PDUs of 32 cells": {"mbs": 32, "cells": 32, "spacing": T_PCR}}
    least = {name: how["cells"] * (T_SCR - how["spacing"]) for name, how in kinds.items()}
    def lost(name, less):
        return police(ctx, pdus=2000, idle=least[name] - less, **kinds[name])["train_discards"]
    def apart(idle):
        return police(ctx, mbs=1000, pdus=2000, cells=1000, idle=idle)
    tau = apart(999 * SPARE)["tau_scr_ns"]
    return Measured({"least idle": {name: idle / 1e6 for name, idle in least.items()},
                     "enough": {name: lost(name, 0) for name in kinds},
                     "short": {name: lost(name, 1) for name in kinds},
                     "tau": tau / 1e3, "bursts": apart(tau)["train_discards"]},
                    f"With tau_SCR + {SPARE / 1e3:g} µs = {(tau + SPARE) / 1e3:g} µs "
                    f"{apart(tau + SPARE)['train_discards']} cells are lost, with 1 ns less "
                    f"{apart(tau + SPARE - 1)['train_discards']}.")


def c39(ctx):
    """Early packet discard by the signalled maximum, and by the true length."""
    by_max = by_truth = conforming = 0
    for lead in range(700, 1001, 50):
        for cells in (12, 32, 101, 192):
            def passes(cells=cells, lead=lead, **how):
                row = police(ctx, mbs=1000, lead=lead, pdus=1, cells=cells, maxSdu=9188, **how)
                return row["pdus_intact"] == 1
            if passes():
                conforming += 1
                by_max += not passes(discard="Epd", epd="MaxSdu")
                by_truth += not passes(discard="Epd", epd="Oracle")
    return Measured({"conforming": conforming, "by maximum": by_max, "by truth": by_truth})


def c40(ctx):
    """Partial packet discard."""
    data = named(ctx.data(DISCARD), {"PPD": DISCARDS["PPD"]})
    usual = pandas.concat(map(ctx.data, (TCP_G10, TCP_G500)))
    gain = ratios(data, usual, ("tick", "mtu", "mbs"))
    return Measured({"gain": gain})
