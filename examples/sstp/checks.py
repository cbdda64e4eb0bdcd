# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of sstp are decided by; the numbers that decide are in claims.toml."""

from hsn.claims import Measured
from hsn.tables import chosen

from .figures import (ACCOUNTS, BAD_LOSSES, CHANCE, CONTROL, DELAY, DELAY_MODEL, DURATIONS, FIG10,
                      FIG10_MODEL, FIG11, FIG11_LOSSES, FIG12, FIG13, FIG13_LOSSES, LONG_RUN, LOSSES,
                      MODEL, ONE_SHOT, PACKET_BITS, PROCESSING, RANDOM_SCHEMES, SHORT_TRIP, TCP_IP,
                      TOLERANCES, WINDOWS, model_curves)

MBPS = {"500Mbps": "500", "100Mbps": "100"}


def efficiency(ctx, rate, window, loss):
    """Throughput efficiency at a point of figure 10."""
    rows = chosen(ctx.data(FIG10), rate=rate, window=window, loss=loss)
    return float(rows["throughput_efficiency"].mean())


def longest(data, by, value="delay_max_ms"):
    """Median of the longest delays of the runs at each point."""
    return data.groupby(by)[value].median()


def c01(ctx):
    """The formulas of the delay."""
    data = ctx.data(DELAY_MODEL)
    rows = [(f"{MBPS[row['rate']]}, {row['loss']:g}", row) for _, row in data.iterrows()]
    return Measured({"sender": {point: row["sender_delay_ms"] for point, row in rows},
                     "receiver": {point: row["receiver_delay_ms"] for point, row in rows}})


def c02(ctx):
    """Packets in a round trip."""
    return Measured({"packets": ctx.run_program(MODEL, {"rate": "100Mbps"})["rtd_packets"]})


def c03(_ctx):
    """A line of 1024 values by interpolation, three operations each, at 50 Mflop/s."""
    cost = 1024 * 3 / 50e6 * 1e3
    return Measured({"cost_ms": cost, "ratio": 60 / cost})


def c04(ctx):
    """The window 1 + w_a at a loss of 1e-4."""
    return Measured({"slow": efficiency(ctx, "100Mbps", 4, 1e-4),
                     "fast": efficiency(ctx, "500Mbps", 16, 1e-4)},
                    "One change, a round trip of 12 ms instead of 60 ms, so that w_a is 2.9 at "
                    "500 Mb/s, too: W = 4 gives "
                    f"{ctx.data(SHORT_TRIP)['throughput_efficiency'].iloc[0]:.3f}.")


def c05(ctx):
    """Without loss."""
    model = {"500Mbps": 14.316833, "100Mbps": 2.872742}  # w_a = (RTD + 3 t_p) / t_s
    return Measured({"excess": {f"{MBPS[rate]}, W={w}": efficiency(ctx, rate, w, 0) -
                                min(1, w / (1 + model[rate]))
                                for rate in WINDOWS for w in WINDOWS[rate]}})


def c06(ctx):
    """The window 2.5 w_a."""
    value = {p: {"500": efficiency(ctx, "500Mbps", 36, p), "100": efficiency(ctx, "100Mbps", 8, p)}
             for p in LOSSES}
    return Measured({"low": {f"{rate}, {p:g}": value[p][rate] for p in LOSSES[:2]
                             for rate in value[p]},
                     "high": value[1e-2]})


def c07(ctx):
    """The smallest window of the grid with an efficiency of 0.95 or more, 500 Mbit/s."""
    found = []
    for p in LOSSES[:2]:
        good = [w for w in WINDOWS["500Mbps"] if efficiency(ctx, "500Mbps", w, p) >= 0.95]
        found.append(good[0] if good else 1000)
    largest = efficiency(ctx, "500Mbps", 40, 1e-2)
    return Measured({"growth": found[1] - found[0], "largest": largest},
                    f"W = {found[0]} and {found[1]}; at 1e-2 the efficiency at W = 40 is "
                    f"{largest:.3f}.")


def c08(ctx):
    """The formula less the simulation."""
    curves = model_curves(ctx.data(FIG10_MODEL))

    def difference(rate, w, p):
        rows = chosen(curves, rate=rate, loss=p)
        model = rows.iloc[(rows["window"] - w).abs().argmin()]["corrected"]
        return float(model - efficiency(ctx, rate, w, p))

    points = [(rate, w) for rate in WINDOWS for w in WINDOWS[rate]]
    return Measured({"low": {f"{MBPS[rate]}, W={w}, {p:g}": difference(rate, w, p)
                             for rate, w in points for p in LOSSES[:2]},
                     "high": {f"{MBPS[rate]}, W={w}": difference(rate, w, 1e-2)
                              for rate, w in points}},
                    "At 1e-2, 500 Mb/s and W = 29, 10^7 packets give "
                    f"{ctx.data(LONG_RUN)['throughput_efficiency'].iloc[0]:.3f}.")


def c09(ctx):
    """Mean delay, simulated over the formula."""
    formula = chosen(ctx.data(DELAY_MODEL), rate="500Mbps").set_index("loss")["receiver_delay_ms"]
    simulated = ctx.data(DELAY).set_index("loss")["delay_mean_ms"]
    return Measured({"ratio": {f"{p:g}": simulated[p] / formula[p]
                               for p in (1e-5, 1e-4, 1e-3, 1e-2)}})


def c10(ctx):
    """Longest delay without tolerance."""
    delays = longest(chosen(ctx.data(FIG11), maxLoss=0), "loss")
    return Measured({"delay": {f"{p:g}": delays[p] for p in FIG11_LOSSES[:4]}})


def c11(ctx):
    """Longest delay with full tolerance."""
    rows = chosen(ctx.data(FIG11), maxLoss=256)
    return Measured({"delay": {f"{p:g}, {seed}": delay for p, seed, delay in
                               zip(rows["loss"], rows["seed"], rows["delay_max_ms"])}})


def c12(ctx):
    """Longest delay at 1e-3, without tolerance and with one loss tolerated."""
    data = ctx.data(ACCOUNTS)
    none = chosen(data, maxLoss=0)["delay_max_ms"]
    one = chosen(data, maxLoss=1)
    literal = chosen(one, accounting="literal")["delay_max_ms"]
    strict = one[one["accounting"] != "literal"]["delay_max_ms"]
    return Measured({"none": none.median(), "one": literal.median()},
                    f"Medians of {len(none)} runs. With strict accounting the median is "
                    f"{strict.median():.2f} ms; {(strict < 100).sum()} of {len(strict)} runs have "
                    "94 ms.")


def steps(data, by, losses):
    """By how much the longest delay grows from a tolerance to the next, larger one."""
    delays = longest(data, [by, "maxLoss"])
    return {f"{p:g}, {less} to {more}": delays[p, more] - delays[p, less]
            for p in losses for less, more in zip(TOLERANCES, TOLERANCES[1:])}


def c13(ctx):
    """More tolerance, random losses."""
    return Measured({"growth": steps(ctx.data(FIG11), "loss", FIG11_LOSSES[:4])})


def c14(ctx):
    """More tolerance, bursty losses."""
    data = chosen(ctx.data(FIG12), badMs=180, law="deterministic")
    delays = longest(data, ["badLoss", "maxLoss"])
    return Measured({"growth": steps(data, "badLoss", BAD_LOSSES[:2]),
                     "saving": {f"{p:g}": delays[p, 0] - delays[p, 256] for p in BAD_LOSSES[:2]}})


def c15(ctx):
    """The three low tolerances when nothing arrives in bad states."""
    data = chosen(ctx.data(FIG12), badMs=180, law="deterministic", badLoss=1.0)
    delays = longest(data, "maxLoss")
    low = delays[TOLERANCES[:3]]
    return Measured({"ratio": low.max() / low.min()},
                    ", ".join(f"{value:.1f}" for value in low) + " ms")


def c16(ctx):
    """What tolerance saves, with short and long bad states."""
    data = chosen(ctx.data(FIG12), law="deterministic")
    delays = longest(data, ["badMs", "badLoss", "maxLoss"])
    return Measured({"short": delays[15, 1, 0] - delays[15, 1, 256],
                     "long": delays[180, 1, 0] - delays[180, 1, 256],
                     "appreciable": delays[15, 1e-2, 0] - delays[15, 1e-2, 10]})


def advantages(ctx, ms):
    """Throughput efficiency of SSTP less that of SNR with blocks of a segment: {p_b: it}."""
    data = chosen(ctx.data(FIG13), badMs=ms)
    sstp = chosen(data, scheme="sstp").set_index("badLoss")["throughput_efficiency"]
    snr = chosen(data, scheme="snr", block=256).set_index("badLoss")["throughput_efficiency"]
    return {p: float(sstp[p] - snr[p]) for p in FIG13_LOSSES}


def c17(ctx):
    """The schemes at low losses."""
    found = advantages(ctx, 180)
    return Measured({"advantage": {f"{p:g}": abs(found[p]) for p in FIG13_LOSSES[:2]}})


def c18(ctx):
    """Where the advantage is largest, and where it ends."""
    found = advantages(ctx, 180)
    return Measured({"peak": max(found, key=found.get), "end": found[1]},
                    ", ".join(f"{p:g}: {value:.4f}" for p, value in found.items()))


def c19(ctx):
    """The largest advantage for each duration of bad states."""
    peaks = [max(advantages(ctx, ms).values()) for ms in DURATIONS]
    return Measured({"growth": {f"{a} to {b} ms": y - x for a, b, x, y in
                                zip(DURATIONS, DURATIONS[1:], peaks, peaks[1:])}},
                    ", ".join(f"{peak:.4f}" for peak in peaks))


def c20(ctx):
    """SSTP and SNR with random losses."""
    data = ctx.data(RANDOM_SCHEMES)
    sstp = chosen(data, scheme="sstp").set_index("loss")
    snr = chosen(data, scheme="snr", block=256, keepPartial=True).set_index("loss")
    runs = []
    for (n, scheme, keep), rows in ctx.data(CHANCE).groupby(["segments", "scheme", "keepPartial"]):
        name = "SSTP" if scheme == "sstp" else f"SNR {'with' if keep else 'without'} union"
        delays = ", ".join(f"{delay:.0f}" for delay in rows["delay_max_ms"])
        runs.append(f"{n} segments, {name}: {delays} ms")
    return Measured({name: {f"{p:g}": sign * (sstp[column][p] - snr[column][p]) for p in LOSSES}
                     for name, column, sign in (("efficiency", "throughput_efficiency", 1),
                                                ("mean", "delay_mean_ms", -1),
                                                ("longest", "delay_max_ms", -1))},
                    "Longest delays of six runs at 1e-2; " + "; ".join(runs) + ".")


def c21(ctx):
    """Delays of requests, ms: half an interval of reports, and three packets."""
    return Measured({"snr": 5 / 2, "sstp": {MBPS[rate]: 3 * ctx.run_program(
        MODEL, {"rate": rate})["packet_time_ms"] for rate in MBPS}})


def c22(ctx):
    """Packets that arrived twice."""
    return Measured({"duplicates": int(sum(ctx.data(runs)["duplicates"].sum()
                                           for runs in (FIG10, FIG11)))})


def c23(ctx):
    """What lost SNAKs cost, with repetition and without."""
    data = chosen(ctx.data(CONTROL), scheme="sstp", idealControl=False, loss=1e-3)
    clean = chosen(data, controlLoss=0.0).iloc[0]
    lossy = chosen(data, controlLoss=0.1).iloc[0]
    extra = (lossy["delay_mean_ms"] - clean["delay_mean_ms"]) * lossy["delivered"]
    once = chosen(ctx.data(ONE_SHOT), repeatSnak=False).iloc[0]
    again = chosen(ctx.data(ONE_SHOT), repeatSnak=True).iloc[0]
    return Measured({"per_loss": extra / lossy["snaks_lost"],
                     "once": bool(once["delivered"] == 400),
                     "again": bool(again["delivered"] == 400)},
                    f"{lossy['snaks_lost']:.0f} SNAKs lost; with one-shot SNAKs "
                    f"{once['delivered']:.0f} of 400 segments were delivered before the connection "
                    "ended.")


def c24(ctx):
    """Segments beyond their tolerance, strict accounting."""
    return Measured({"violations": int(sum(ctx.data(runs)["violations"].sum()
                                           for runs in (FIG11, FIG12)))})


def c25(_ctx):
    """Throughput by the processing delays."""
    rate = {end: PACKET_BITS / delay / 1e6 for end, delay in PROCESSING.items()}
    return Measured({**rate, "ratio": rate["receiving"] * 1e6 / TCP_IP})
