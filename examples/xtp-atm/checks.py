# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of xtp-atm are decided by; the numbers that decide are in claims.toml."""

import math

import numpy

from hsn.claims import Measured
from hsn.stats import mean_ci, ratio_ci
from hsn.tables import chosen, intervals

from .experiments import (ALONE, FAST, HALVED, LARGE, LENGTH_WINDOWS, LOSSY, MESSAGES, MIX, PHASES,
                          POISSON, SHAPED, SHORT, SLOW, STEADY, SWITCHED, TCP_LENGTHS, TRANSPORTS,
                          TUNED, UNITS, XTP, XTP_LENGTHS, averaged, jain, load_of_link,
                          load_of_queue, payload, runs)

LIGHT, HEAVY = 20, 60  # Mbit/s of background, and less; and more


def simple(ctx, name, mps, windows=None, shaped=False):
    """Runs of figures 2 and 3."""
    return runs(ctx, POISSON, **TRANSPORTS[name], mps=mps, windows=(windows or TUNED)[mps],
                shaped=shaped)


def light(data):
    """The rows under light load."""
    return data[data["load"] <= LIGHT]


def loads_of(data, least=0, most=100, without=()):
    """Loads that were simulated, within bounds."""
    return [load for load in sorted(data["load"].unique())
            if least <= load <= most and load not in without]


def ratios(data, other, value, loads):
    """Ratio of two curves at each load, of runs with the same seeds."""
    found = {}
    for load in loads:
        one, two = (chosen(part, load=load).sort_values("seed")[value] for part in (data, other))
        found[f"B = {load}"] = ratio_ci(one, two)
    return found


def gaps(data, other, value, loads):
    """Difference of two curves at each load, of runs with the same seeds."""
    found = {}
    for load in loads:
        one, two = (chosen(part, load=load).sort_values("seed")[value].to_numpy()
                    for part in (data, other))
        found[f"B = {load}"] = mean_ci(one - two)
    return found


def named(table, name):
    """The same with a name before each point."""
    return {f"{name}, {point}": value for point, value in table.items()}


def by_load(data, value):
    """Means at each load."""
    return {f"B = {load}": value for load, value in intervals(data, value, "load").items()}


# --- packets and sources -----------------------------------------------------------------


def c01(ctx):
    """Octets of a CS-PDU of MPS 9140 from its cells; the pad is below a cell."""
    found, cells = {}, {}
    for name, header in (("tcp", 40), ("xtp", 32)):
        row = chosen(ctx.data(UNITS), **{name: 1}, windows=6).iloc[0]
        found[name.upper()] = 9140 + header + 8
        # the first packets of a connection have no user data
        cells[name.upper()] = round(row["packet_cells"][0] / row["packets"][0])
    return Measured({"octets": found, "cells": cells, "padded":
                     {name: 48 * cells[name] - found[name] for name in found}})


def c02(ctx):
    """Cells of answers."""
    data = ctx.data(UNITS)
    tcp, xtp = (chosen(data, **{name: 1}, windows=6).iloc[0] for name in ("tcp", "xtp"))
    # the answer to SYN has options
    ack = (tcp["answer_cells"][0] - 2) / (tcp["answers"][0] - 1)
    [lossy] = ctx.data(LOSSY).to_dict("records")
    answers, naks, cells = (sum(lossy[name]) for name in ("answers", "naks", "answer_cells"))
    return Measured({"TCP": ack, "XTP": xtp["answer_cells"][0] / xtp["answers"][0],
                     "NAK": (cells - 2 * (answers - naks)) / naks})


def c03(ctx):
    """Cells per packet."""
    data = ctx.data(UNITS)
    small, large = (chosen(data, xtp=1, windows=window).iloc[0] for window in (48, 6))
    cells = [round(row["packet_cells"][0] / row["packets"][0]) for row in (small, large)]
    return Measured({"small": cells[0], "large": cells[1], "ratio": cells[1] / cells[0]})


def c04(ctx):
    """Rate of an XTP source that nothing blocks."""
    data = ctx.data(STEADY)
    return Measured({"rate": {f"MPS {row['mps']}": load_of_link({**row, "load": 0})
                              for _, row in data.iterrows()},
                     "rtimer": {f"MPS {row['mps']}": row["rtimers_ms"][0]
                                for _, row in data.iterrows()}})


def c05(ctx):
    """Poisson messages."""
    data = ctx.data(MESSAGES)
    return Measured({"mean": float(data["source_cells"].sum() / data["source_bursts"].sum()),
                     "longest": int(data["source_longest"].max()),
                     "gap": round(data["source_least_gap_us"].min() * 1000),
                     "load": float(data["source_mbps"].mean() / 40)})


def c06(ctx):
    """On/off sources."""
    data = ctx.data(SWITCHED)
    return Measured({"share": intervals(data, "source_on_share", "source"),
                     "load": {source: mean_ci(rows["source_mbps"] / rows["load"])
                              for source, rows in data.groupby("source")}})


def c07(ctx):
    """Losses outside switches."""
    lost, discarded = 0, 0
    for experiment in (POISSON, FAST, SLOW, XTP_LENGTHS, TCP_LENGTHS, MIX):
        data = ctx.data(experiment)
        lost += int(data["lost_elsewhere"].sum())
        discarded += int(data["discarded"].sum())
    return Measured({"elsewhere": lost}, f"{discarded:,} cells were discarded in switches.")


# --- homogeneous connections -------------------------------------------------------------


def spread(rows):
    """Greatest distance of a connection from the mean of its run, as a share."""
    # a mean over runs of connections that change places would hide it
    return max(float(numpy.abs(numpy.divide(row, numpy.mean(row)) - 1).max()) for row in rows)


def c08(ctx):
    """Goodputs of single connections."""
    data = ctx.data(POISSON)
    found, heavy = {}, []
    for name, how in TRANSPORTS.items():
        for mps, window in TUNED.items():
            for load in loads_of(data):
                rows = chosen(data, **how, mps=mps, windows=window, shaped=False, load=load)
                value = spread(rows["goodputs_mbps"])
                if load <= LIGHT:
                    found[f"{name} {mps}, B = {load}"] = value
                else:
                    heavy.append(value)
    return Measured({"apart": found}, f"Beyond B = 20 up to {max(heavy):.0%}.")


def c09(ctx):
    """TCP with the optimal window under light load."""
    goodput, efficiency = {}, {}
    for mps in TUNED:
        data = simple(ctx, "TCP", mps)
        for load in loads_of(data, 0, LIGHT):
            free = (150 - load) / 3 * payload(mps)
            rows = chosen(data, load=load)
            goodput[f"{mps}, B = {load}"] = mean_ci(rows["goodput"] / free)
            efficiency[f"{mps}, B = {load}"] = mean_ci(rows["efficiency"])
    alone = averaged(chosen(ctx.data(ALONE), tcp=1))["goodput"].mean()
    phases = averaged(ctx.data(PHASES))["goodput"]
    return Measured({"share": goodput, "efficiency": efficiency, "alone": alone, "phases": dict(phases)},
                    f"A single connection of MPS 9140 gets {alone:.2f} Mbit/s without background.")


def c10(ctx):
    """TCP at B = 60."""
    rows = chosen(simple(ctx, "TCP", 9140), load=60)
    return Measured({"share": mean_ci(rows["goodput"] / ((150 - 60) / 3 * payload(9140))),
                     "efficiency": mean_ci(rows["efficiency"])})


def c11(ctx):
    """A window three times as large."""
    found = {}
    for mps in TUNED:
        data = simple(ctx, "TCP", mps)
        found |= named(ratios(simple(ctx, "TCP", mps, LARGE), data, "goodput",
                              loads_of(data, 0, 40)), mps)
    return Measured({"ratio": found})


def c12(ctx):
    """Losses of the large window without background."""
    found, efficiency = {}, {}
    for mps in TUNED:
        rows = chosen(simple(ctx, "TCP", mps, LARGE), load=0)
        found[str(mps)] = mean_ci(rows["queue_discarded"])
        efficiency[str(mps)] = mean_ci(rows["efficiency"])
    return Measured({"discarded": found, "efficiency": efficiency})


def c13(ctx):
    """TCP's goodput by MPS."""
    data = simple(ctx, "TCP", 1142)
    return Measured({"ratio": ratios(data, simple(ctx, "TCP", 9140), "goodput",
                                     loads_of(data, 20))})


def c14(ctx):
    """TCP's efficiency by MPS under heavy load."""
    data = simple(ctx, "TCP", 1142)
    return Measured({"gap": gaps(data, simple(ctx, "TCP", 9140), "efficiency",
                                 loads_of(data, 60))})


def shaped_ratios(ctx, name, mps, windows, most):
    """Shaped over unshaped goodput, without the loads next to the lossless limit."""
    data = simple(ctx, name, mps, windows, True)
    return ratios(data, simple(ctx, name, mps, windows), "goodput",
                  loads_of(data, 0, most, (40, 50)))


def c15(ctx):
    """Shaping of TCP."""
    return Measured({"ratio": {point: value for mps in TUNED for windows in (TUNED, LARGE)
                               for point, value in named(shaped_ratios(
                                   ctx, "TCP", mps, windows, 100),
                                   f"{mps}, W {windows[mps]}").items()}})


def c16(ctx):
    """The paper's sentence on the load of the link against cells that were counted."""
    data = ctx.data(POISSON)
    share = [load_of_link(row) / load_of_queue(row) for _, row in data.iterrows()]
    return Measured({"least": min(share), "greatest": max(share)},
                    f"{len(share)} runs.")


def c17(ctx):
    """XTP's efficiency under light load."""
    return Measured({"efficiency": {point: value for name in XTP for mps in TUNED
                                    for point, value in named(
                                        by_load(light(simple(ctx, name, mps)), "efficiency"),
                                        f"{name} {mps}").items()}})


def c18(ctx):
    """XTP without background."""
    found, stalls = {}, {}
    for name in XTP:
        rows = chosen(simple(ctx, name, 9140), load=0)
        found[name] = mean_ci(rows["goodput"])
        stalls[name] = float(min(min(row) for row in rows["buffer_full"]))
    alone = averaged(chosen(ctx.data(ALONE), xtp=1))["goodput"].mean()
    phases = averaged(ctx.data(PHASES))["goodput"]
    return Measured({"goodput": found, "stalls": stalls, "alone": alone, "phases": dict(phases)},
                    "Six packets per round trip time without queues are 41.5 Mbit/s. One connection "
                    f"alone gets {alone:.2f}, three with 30 random starts {phases.min():.2f} to "
                    f"{phases.max():.2f}.")


def c19(ctx):
    """Round-trip times under light load."""
    growth, handshakes = {}, 0
    for name in XTP:
        for mps in TUNED:
            data = simple(ctx, name, mps)
            data = data.assign(rtt=[numpy.mean(row) for row in data["rtts_ms"]])
            growth |= named(gaps(chosen(data, load=20), chosen(data, load=0).assign(load=20),
                                 "rtt", [20]), f"{name} {mps}")
            handshakes += sum(sum(row) for row in light(data)["handshakes"])
    return Measured({"growth": growth, "handshakes": handshakes})


def c20(ctx):
    """SR against GBN."""
    goodput, efficiency = {}, {}
    for mps in TUNED:
        one, two = (simple(ctx, name, mps) for name in ("SR", "GBN"))
        goodput |= named(ratios(one, two, "goodput", (40, 60)), mps)
        efficiency |= named(gaps(one, two, "efficiency", (40, 60)), mps)
    return Measured({"goodput": goodput, "efficiency": efficiency})


def c21(ctx):
    """Handshakes that begin while the output buffer has room."""
    all_of, unblocked = 0, 0
    for experiment in (POISSON, FAST, SLOW):
        data = chosen(ctx.data(experiment), xtp=3)
        all_of += sum(sum(row) for row in data["handshakes"])
        unblocked += sum(sum(row) for row in data["handshakes_unblocked"])
    return Measured({"handshakes": all_of, "unblocked": unblocked})


def c22(ctx):
    """Shaping of XTP."""
    found, locked = {}, {}
    for name, how in XTP.items():
        for mps in TUNED:
            data = runs(ctx, SHAPED, **how, mps=mps)
            found |= named(ratios(data, simple(ctx, name, mps), "goodput", loads_of(data)),
                           f"{name} {mps}")
            locked |= named(shaped_ratios(ctx, name, mps, TUNED, 80), f"{name} {mps}")
    greatest = max(locked, key=lambda point: locked[point].mean)
    return Measured({"ratio": found, "locked": locked},
                    "With shapers of 50 Mbit/s, a cell in exactly three slots, from "
                    f"{min(value.mean for value in locked.values()):.3f} to "
                    f"{locked[greatest].mean:.3f} ({greatest}).")


def c23(ctx):
    """TCP against GBN."""
    data = simple(ctx, "TCP", 9140)
    return Measured({"ratio": ratios(data, simple(ctx, "GBN", 9140), "goodput",
                                     loads_of(data, 40))})


def c24(ctx):
    """TCP's efficiency against XTP's."""
    found = {}
    for mps in TUNED:
        data = simple(ctx, "TCP", mps)
        for name in XTP:
            found |= named(gaps(data, simple(ctx, name, mps), "efficiency", loads_of(data, 40)),
                           f"{name} {mps}")
    return Measured({"gap": found})


def c25(ctx):
    """As c14."""
    return c14(ctx)


def c26(ctx):
    """XTP's goodput by MPS."""
    ratio = {name: ratios(simple(ctx, name, 9140), simple(ctx, name, 1142), "goodput",
                          loads_of(simple(ctx, name, 9140), HEAVY)) for name in XTP}
    other = ", ".join(f"{point}: {value.mean:.2f}" for point, value in ratio["SR"].items())
    return Measured({"ratio": ratio["GBN"]}, f"With SR: {other}.")


def c27(ctx):
    """SR against GBN and TCP."""
    found, tcp = {}, {}
    for mps in TUNED:
        data = simple(ctx, "SR", mps)
        found |= named(ratios(data, simple(ctx, "GBN", mps), "goodput", loads_of(data, 40)), mps)
        tcp |= named(ratios(data, simple(ctx, "TCP", mps), "goodput", [40]), mps)
    return Measured({"gbn": found, "tcp": tcp})


# --- 10 km -------------------------------------------------------------------------------


def c28(ctx):
    """Efficiency by window."""
    return Measured({"gap": {name: gaps(runs(ctx, SHORT, **how, windows=1),
                                        runs(ctx, SHORT, **how, windows=6), "efficiency",
                                        [40])["B = 40"]
                             for name, how in TRANSPORTS.items()}})


def c29(ctx):
    """Handshakes on 10 km."""
    found, heavy = {}, []
    for name, how in XTP.items():
        for load in loads_of(ctx.data(SHORT)):
            rows = chosen(ctx.data(SHORT), **how, windows=2, load=load)
            share = [median / rtimer for _, row in rows.iterrows()
                     for median, rtimer in zip(row["handshake_medians_ms"], row["rtimers_ms"])
                     if median is not None and not math.isnan(median)]
            if load <= 40:
                found[f"{name}, B = {load}"] = mean_ci(share)
            else:
                heavy.append(f"{name}, B = {load}: {numpy.mean(share):.2f}")
    return Measured({"share": found}, f"{'; '.join(heavy)}.")


# --- on/off sources ----------------------------------------------------------------------


def c30(ctx):
    """SR's goodput against the best, TCP's efficiency against the best of the others."""
    goodput, efficiency = {}, {}
    for label, experiment in (("fast", FAST), ("slow", SLOW)):
        for mps in TUNED:
            sets = {name: runs(ctx, experiment, **how, mps=mps) for name, how in TRANSPORTS.items()}
            for load in loads_of(sets["SR"], 40, 80):
                best = max((name for name in ("TCP", "GBN")),
                           key=lambda name: chosen(sets[name], load=load)["goodput"].mean())
                goodput |= named(ratios(sets["SR"], sets[best], "goodput", [load]),
                                 f"{label} {mps}")
                second = max(XTP, key=lambda name: chosen(sets[name],
                                                          load=load)["efficiency"].mean())
                efficiency |= named(gaps(sets["TCP"], sets[second], "efficiency", [load]),
                                    f"{label} {mps}")
    return Measured({"goodput": goodput, "efficiency": efficiency})


def c31(ctx):
    """TCP against GBN at B = 80."""
    def share(experiment, mps):
        return ratios(runs(ctx, experiment, **TRANSPORTS["TCP"], mps=mps),
                      runs(ctx, experiment, **TRANSPORTS["GBN"], mps=mps), "goodput",
                      [80])["B = 80"]
    return Measured({"fast": {str(mps): share(FAST, mps) for mps in TUNED},
                     "slow": share(SLOW, 9140)})


def c32(ctx):
    """Slow against fast."""
    found = {}
    for name, how in TRANSPORTS.items():
        for mps in TUNED:
            slow, fast = (runs(ctx, experiment, **how, mps=mps) for experiment in (SLOW, FAST))
            for load in loads_of(slow, 40, 80):
                # different durations and seeds: not paired
                found[f"{name} {mps}, B = {load}"] = apart(slow, fast, load)
    return Measured({"ratio": found})


def apart(data, other, load):
    """Ratio of two means of independent runs, with an interval."""
    one, two = (mean_ci(chosen(part, load=load)["goodput"]) for part in (data, other))
    ratio = one.mean / two.mean
    half = ratio * math.hypot(one.half / one.mean, two.half / two.mean)
    return one._replace(mean=ratio, half=half)


def c33(ctx):
    """Slow on/off against Poisson."""
    found, rest = {}, []
    for name, how in TRANSPORTS.items():
        for mps in TUNED:
            slow = runs(ctx, SLOW, **how, mps=mps)
            for load in loads_of(slow, 40, 80):
                value = apart(slow, simple(ctx, name, mps), load)
                if name in XTP and load >= HEAVY:
                    found[f"{name} {mps}, B = {load}"] = value
                else:
                    rest.append(f"{name} {mps}, B = {load}: {value.mean:.2f}")
    return Measured({"ratio": found}, f"{'; '.join(rest)}.")


# --- different lengths -------------------------------------------------------------------


def connections(ctx, experiment, load, **values):
    """Goodputs of the connections of 10, 100 and 1000 km in each run."""
    return numpy.array(list(chosen(ctx.data(experiment), load=load, **values)["goodputs_mbps"]))


def c34(ctx):
    """The connection of 10 km, unshaped, under light load."""
    found = {}
    for name, how in XTP.items():
        for load in loads_of(ctx.data(XTP_LENGTHS), 0, LIGHT):
            goodputs = connections(ctx, XTP_LENGTHS, load, **how, shaped=False)
            found[f"{name}, B = {load}"] = ratio_ci(goodputs[:, 0], goodputs[:, 1:].mean(axis=1))
    return Measured({"ratio": found})


def c35(ctx):
    """Shaped connections of XTP by length."""
    longest, steps = {}, {}
    for name, how in XTP.items():
        for load in loads_of(ctx.data(XTP_LENGTHS), 20):
            goodputs = connections(ctx, XTP_LENGTHS, load, **how, shaped=True)
            near, middle, far = goodputs.T
            longest[f"{name}, B = {load}"] = ratio_ci(far, numpy.minimum(near, middle))
            steps[f"{name}, B = {load}"] = mean_ci((middle - far) - abs(near - middle))
    return Measured({"longest": longest, "steps": steps})


def c36(ctx):
    """Bias of TCP with equal windows, by shaping."""
    found, bias = {}, {}
    for load in loads_of(ctx.data(TCP_LENGTHS), 0, LIGHT):
        apart_by = {}
        for shaped in (False, True):
            goodputs = connections(ctx, TCP_LENGTHS, load, windows="48,48,48", shaped=shaped)
            apart_by[shaped] = goodputs[:, 0] / goodputs[:, 2]
        bias[f"B = {load}"] = mean_ci(apart_by[False])
        found[f"B = {load}"] = mean_ci(apart_by[True] - apart_by[False])
    return Measured({"change": found, "bias": bias})


def c37(ctx):
    """TCP with W 2-5-48: the longest connection."""
    found = {}
    for load in loads_of(ctx.data(TCP_LENGTHS), 20, 60):
        goodputs = connections(ctx, TCP_LENGTHS, load, windows="2,5,48", shaped=False)
        found[f"B = {load}"] = ratio_ci(goodputs[:, 2], goodputs[:, :2].max(axis=1))
    return Measured({"ratio": found})


def fairness(ctx, windows, load, shaped):
    """Jain's index of each run."""
    return numpy.array([jain(row) for row in connections(ctx, TCP_LENGTHS, load, windows=windows,
                                                         shaped=shaped)])


def c38(ctx):
    """TCP with W 2-5-48: fairness by shaping."""
    return Measured({"change": mean_ci(fairness(ctx, "2,5,48", 0, True) -
                                       fairness(ctx, "2,5,48", 0, False))})


def c39(ctx):
    """TCP with W 6-10-48: fairness by load."""
    loads = loads_of(ctx.data(TCP_LENGTHS), 80)
    return Measured({"light": mean_ci(fairness(ctx, "6,10,48", 20, False)),
                     "heavy": {f"B = {load}": mean_ci(fairness(ctx, "6,10,48", load, False))
                               for load in loads}})


def c40(ctx):
    """Efficiencies with different lengths."""
    tcp = {windows: mean_ci(runs(ctx, TCP_LENGTHS, windows=windows, shaped=False,
                                 load=60)["efficiency"]) for windows in LENGTH_WINDOWS[1:]}
    return Measured({"tcp": tcp, "xtp": {name: mean_ci(runs(ctx, XTP_LENGTHS, **how, shaped=False,
                                                            load=60)["efficiency"])
                                         for name, how in XTP.items()}})


# --- TCP and XTP -------------------------------------------------------------------------


def mixed(ctx, name, mps):
    """Runs with the means of XTP and of TCP."""
    point = {"errorControl": TRANSPORTS[name]["errorControl"], "mps": mps}
    return runs(ctx, MIX, slice(0, 3), **point), runs(ctx, MIX, slice(3, 6), **point)


def c41(ctx):
    """Goodput of TCP over that of XTP."""
    found = {}
    for name in XTP:
        for mps in HALVED:
            xtp, tcp = mixed(ctx, name, mps)
            found |= named(ratios(tcp, xtp, "goodput", loads_of(xtp, HEAVY)), f"{name} {mps}")
    return Measured({"ratio": found})


def c42(ctx):
    """Efficiency of TCP less that of XTP."""
    found, rest = {}, []
    for name in XTP:
        for mps in HALVED:
            xtp, tcp = mixed(ctx, name, mps)
            values = named(gaps(tcp, xtp, "efficiency", loads_of(xtp, 80)), f"{name} {mps}")
            if mps == 9140:
                found |= values
            else:
                rest += [f"{point}: {value.mean:+.3f}" for point, value in values.items()]
    return Measured({"gap": found}, f"{'; '.join(rest)}.")


def c43(ctx):
    """Goodput against that of three connections."""
    found = {}
    for name in XTP:
        for mps in HALVED:
            for what, some in zip((name, "TCP"), mixed(ctx, name, mps)):
                found[f"{what} beside {name} {mps}" if what == "TCP" else f"{name} {mps}"] = (
                    ratios(some, simple(ctx, what, mps), "goodput", [0])["B = 0"])
    return Measured({"share": found})
