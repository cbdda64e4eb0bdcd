# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the claims of vbr-upc that are listed in claims.toml.

Expected numbers are the paper's, or come from its equations by hand; none comes from this code.
"""

import numpy

from hsn import tables
from hsn.claims import Verdict
from hsn.stats import group_ci
from hsn.tables import chosen, listed, named, spread

from .figures import (ADAPTER, CONNECTIONS, DISCARD, DISCARD_MTUS, DISCARDS, INTER_SDU, LARGE,
                      MODEL, MODEL_PROGRAM, MTUS, MULTI, NETWORK, POLICE, RAS, RECOVERIES, RECOVERY,
                      TABLE, TCP_G10, TCP_G200, TCP_G500, TIMESTAMPS, TRAIN, UPC_OFF)

T_PCR, T_SCR = 2726, 42400  # ns
CELLS = {552: 12, 1500: 32, 4832: 101, 9188: 192}
# Equation (2) by hand, for the times between SDUs in INTER_SDU
LONGEST = {
    1000: {9188: 5, 4832: 10, 1500: 39, 552: 193},
    1500: {9188: 8, 4832: 16, 1500: 60, 552: 291},
    2000: {9188: 10, 4832: 21, 1500: 80, 552: 388},
    2500: {9188: 13, 4832: 26, 1500: 100, 552: 485},
    3000: {9188: 16, 4832: 32, 1500: 120, 552: 583},
    3500: {9188: 19, 4832: 37, 1500: 140, 552: 680},
    4000: {9188: 21, 4832: 43, 1500: 160, 552: 778},
}
MIN_IDLE = 192 * (T_SCR - T_PCR)  # ns, 7.617408 ms
TRANSFER = 459  # packets of 4 MB with MTU 9188
# MSS / (53 c) of the sustainable rate, Mbit/s
MAX_PAYLOAD = {1500: 8.608, 4832: 8.952, 9188: 8.990}


def police(ctx, **params):
    """The fates of a pattern of cells, the contract being the paper's where not said."""
    return ctx.run_program(POLICE, {"contract": "C", **params})


def model(ctx, mtu, **params):
    """The closed forms for an MTU."""
    return ctx.run_program(MODEL_PROGRAM, {"mtu": mtu, **params})


def means(data, value, by=("mtu", "mbs")):
    """Means over the repetitions, as a Series indexed by the columns `by`."""
    return tables.means(data, value, list(by))


def c01(ctx):
    """Cell periods of 155.52 and 10 Mbit/s."""
    row = model(ctx, 9188)
    good = abs(row["t_pcr_us"] - 2.726) <= 0.001 and abs(row["t_scr_us"] - 42.4) <= 0.001
    return Verdict(good, f"{row['t_pcr_us']:.3f} and {row['t_scr_us']:.3f} µs")


def c02(ctx):
    """MBS cells at the peak rate conform, the next one does not."""
    found = {mbs: police(ctx, mbs=mbs, lead=mbs + 10)["first_discard"]
             for mbs in (1000, 2000, 4000)}
    return Verdict(all(first == mbs for mbs, first in found.items()),
                   "first discarded cell: " + ", ".join(f"MBS {m}: {f + 1}th"
                                                        for m, f in found.items()))


def c03(ctx):
    """What the three contracts do to one sequence."""
    expected = {"A": "PPPDPDPDPPPPPPD", "B": "PPPTPDPTPPPPPPT", "C": "PPPDDPDDPDPPPDD"}
    found = ctx.data(TABLE).set_index("contract")["verdicts"].to_dict()
    return Verdict(found == expected, " ".join(f"{c} {found[c]}" for c in "ABC"))


def c04(ctx):
    """The two forms of the GCRA."""
    row = police(ctx, random=20000, mbs=1000, lead=10000)
    return Verdict(row["random_disagreements"] == 0 and bool(row["forms_agree"]),
                   f"{row['random_disagreements']:.0f} of 20000 random sequences differ")


def c05(ctx):
    """Idle time between PDUs."""
    idle = {mtu: model(ctx, mtu)["ip_us"] for mtu in (4832, 9188)}
    return Verdict(abs(idle[4832] - 324) <= 1 and abs(idle[9188] - 376) <= 1,
                   f"{idle[4832]:.3f} and {idle[9188]:.3f} µs")


def c06(ctx):
    """Raw throughput of a host that is the bottleneck: formula, and simulation without UPC."""
    found = {}
    for mtu in (4832, 9188):
        run = ctx.run_program(NETWORK, {"source": "train", "mtu": mtu, "contract": "None",
                                        "jitter": 0, "bursts": 1, "pdus": 200})
        found[mtu] = (model(ctx, mtu)["raw_mbps"], run["raw_mbps"])
    good = all(abs(value - expected) <= 0.5 for mtu, expected in ((4832, 71.4), (9188, 90.5))
               for value in found[mtu])
    return Verdict(good, "; ".join(f"MTU {mtu}: {a:.2f} (formula), {b:.2f} (simulation) Mbit/s"
                                   for mtu, (a, b) in found.items()))


def c07(ctx):
    """Equation (2) against the GCRA, cell by cell."""
    table = ctx.data(MODEL).set_index(["mtu", "mbs"])["p_max"]
    wrong = []
    for mbs, row in LONGEST.items():
        for mtu, longest in row.items():
            cells = CELLS[mtu]
            idle = round(INTER_SDU[mtu] * 1000) - cells * T_PCR
            passed = police(ctx, mbs=mbs, pdus=longest + 3, cells=cells,
                            idle=idle)["pdus_leading_intact"]
            if not table[(mtu, mbs)] == passed == longest:
                wrong.append(f"MTU {mtu} MBS {mbs}: by hand {longest}, model "
                             f"{table[(mtu, mbs)]}, GCRA {passed:.0f}")
    return Verdict(not wrong, "; ".join(wrong) or "28 of 28 table entries equal")


def c08(ctx):
    """Idle time after a maximal burst that makes room for one PDU."""
    found = {(mbs, idle): police(ctx, mbs=mbs, lead=mbs, leadIdle=idle, pdus=1, cells=192)
             for mbs in (192, 1000, 4000) for idle in (MIN_IDLE, MIN_IDLE - 1)}
    good = all((row["train_discards"] == 0) if idle == MIN_IDLE
               else (list(row["train_discarded"]) == [191])
               for (_, idle), row in found.items())
    return Verdict(good, f"{MIN_IDLE} ns: "
                   f"{sum(r['train_discards'] for (_, i), r in found.items() if i == MIN_IDLE):.0f}"
                   f" cells lost; {MIN_IDLE - 1} ns: cells "
                   f"{sorted({c + 1 for (_, i), r in found.items() if i < MIN_IDLE for c in r['train_discarded']})}")


def c09(ctx):
    """Least idle time of an endless train of 192-cell PDUs."""
    enough, short = (police(ctx, mbs=192, pdus=10000, cells=192, idle=idle)["train_discards"]
                     for idle in (MIN_IDLE, MIN_IDLE - 1))
    return Verdict(enough == 0 and short > 0,
                   f"{MIN_IDLE} ns: {enough:.0f} cells lost, 1 ns less: {short:.0f}")


def c10(ctx):
    """Cells of a PDU, segments of the transfer."""
    row = model(ctx, 9188)
    return Verdict((row["cells"], row["segments"]) == (192, 459),
                   f"{row['cells']:.0f} cells, {row['segments']:.0f} packets")


def place(found):
    """The largest of the means by MTU and MBS, and where it is."""
    mtu, mbs = found.idxmax()
    return f"{found.max():.2f} Mbit/s (MTU {mtu}, MBS {mbs})"


def c11(ctx):
    """G = 500 ms, larger packets."""
    found = means(ctx.data(TCP_G500), "throughput_mbps")[LARGE]
    low = found[found.index.get_level_values("mbs") <= 2500]
    return Verdict(found.max() < 1.2 and low.max() < 1.0,
                   f"largest mean {place(found)}; up to MBS 2500 {place(low)}")


def c12(ctx):
    """G = 500 ms, packets of 552 bytes."""
    found = means(ctx.data(TCP_G500), "throughput_mbps").unstack("mtu")
    best = found.idxmax(axis=1) == 552
    return Verdict(bool(best.sum() > len(best) / 2 and found[552].max() < 4),
                   f"best at {best.sum()} of {len(best)} MBS, {spread(found[552])} Mbit/s")


def c13(ctx):
    """Use of the contract."""
    share = 10 * means(ctx.data(TCP_G500), "throughput_mbps")[LARGE].mean()
    return Verdict(2 <= share <= 12, f"{share:.1f} %")


def idle_histogram(ctx):
    """Idle times of all transfers at G = 500 ms: counts in steps of 0.2 s."""
    data = ctx.data(TCP_G500)
    times = numpy.concatenate([row for row in data["idles_s"] if len(row)])
    counts, _ = numpy.histogram(times, bins=numpy.arange(0, times.max() + 0.4, 0.2))
    return counts, len(times)


def c14(ctx):
    """Idle times between bursts."""
    counts, total = idle_histogram(ctx)
    mode = int(counts.argmax())
    return Verdict(mode == 4, f"{0.2 * mode:.1f}–{0.2 * (mode + 1):.1f} s, "
                   f"{100 * counts[mode] / total:.0f} % of {total}")


def c15(ctx):
    """Longer idle times."""
    counts, total = idle_histogram(ctx)
    around = counts[7:12]
    return Verdict(bool(counts[9] > 0 and counts[9] == around.max()),
                   f"{counts[9]} of {total} idle times in 1.8–2.0 s; in the steps of 0.2 s from "
                   f"1.4 to 2.4 s: {' '.join(map(str, around))}")


def c16(ctx):
    """Bursts of TCP and the model."""
    found = means(ctx.data(TCP_G500), "burst_mean")
    def far(mtu):
        return {mbs: found[(mtu, mbs)] - LONGEST[mbs][mtu] for mbs in found[mtu].index}
    good = all(abs(off) <= max(2, 0.15 * LONGEST[mbs][mtu])
               for mtu in (9188, 4832) for mbs, off in far(mtu).items())
    return Verdict(good, "simulation less model, packets: " + "; ".join(
        f"MTU {mtu}: " + " ".join(f"{off:+.1f}" for off in far(mtu).values()) for mtu in MTUS))


def c17(ctx):
    """Where cells are lost."""
    elsewhere = scr = 0
    for data in map(ctx.data, (TRAIN, TCP_G500, TCP_G200, TCP_G10)):
        elsewhere += int(data[["upc_discarded_pcr", "switch_queue_drops",
                               "switch_unknown_vc"]].sum().sum())
        scr += int(data["upc_discarded_scr"].sum())
    return Verdict(elsewhere == 0 and scr > 0, f"{scr} SCR discards, {elsewhere} other losses")


def lost_share(data):
    """Timeouts whose retransmission was lost, of all timeouts."""
    return data["first_retransmissions_lost"].sum() / data["timeouts"].sum()


def c18(ctx):
    """Reassembly timeout."""
    without, timed = (chosen(data, mtu=9188) for data in (ctx.data(TCP_G500), ctx.data(RAS)))
    before, after = (means(data, "throughput_mbps", ["mbs"])[4000] for data in (without, timed))
    return Verdict(lost_share(timed) < 0.02 and after >= 1.5 * before,
                   f"first retransmissions lost: {100 * lost_share(timed):.1f} % with, "
                   f"{100 * lost_share(without):.1f} % without; MBS 4000: {before:.2f} becomes "
                   f"{after:.2f} Mbit/s, × {after / before:.2f}")


def c19(ctx):
    """Several connections in one VC."""
    data = ctx.data(MULTI)
    one = means(ctx.data(TCP_G500), "throughput_mbps")[9188][sorted(set(data["mbs"]))].mean()
    several = means(data, "throughput_mbps", ["connections"]) / one
    sums = data.groupby("connections")[["timeouts_together", "timeouts"]].sum()
    together = sums["timeouts_together"].sum() / sums["timeouts"].sum()
    each = 100 * sums["timeouts_together"] / sums["timeouts"]
    return Verdict(bool(several.max() <= 1.5 and together > 0.5),
                   "throughput of one connection × " +
                   ", ".join(f"{several[n]:.2f} ({n})" for n in CONNECTIONS) +
                   f"; timeouts that coincide with another connection's: {100 * together:.0f} %, "
                   f"by connections {listed(each, '{:.0f} %')}")


def c20(ctx):
    """G = 200 ms against G = 500 ms."""
    slow, fast = (means(ctx.data(one), "throughput_mbps") for one in (TCP_G500, TCP_G200))
    ratio = fast.mean() / slow.mean()
    each = fast.groupby("mtu").mean() / slow.groupby("mtu").mean()
    return Verdict(1.7 <= ratio <= 3, f"{ratio:.2f}; by MTU {listed(each)}")


def c21(ctx):
    """G = 200 ms, packets of 552 bytes."""
    found = means(ctx.data(TCP_G200), "throughput_mbps")[552]
    return Verdict(bool(1.5 <= found[1000] <= 2.5 and 3 <= found[4000] <= 6.5
                        and found[4000] > found[1000]), listed(found) + " Mbit/s")


def c22(ctx):
    """G = 200 ms, larger packets."""
    found = means(ctx.data(TCP_G200), "throughput_mbps")[LARGE]
    small = found.index.get_level_values("mbs") <= 2000
    return Verdict(bool(found[small].max() < 2),
                   f"{spread(found[small])} Mbit/s up to MBS 2000, {spread(found[~small])} above")


def c23(ctx):
    """G = 10 ms."""
    found = means(ctx.data(TCP_G10), "throughput_mbps").unstack("mbs")
    return Verdict(bool(found[4000].min() >= 7 and found[1000].min() >= 3),
                   f"MBS 4000: {spread(found[4000])}, MBS 1000: {spread(found[1000])} Mbit/s")


def again(ctx, experiment, mbs):
    """Retransmitted packets, per cent of 459."""
    data = ctx.data(experiment)
    return 100 * means(chosen(data, mtu=9188), "retransmitted_segments",
                       ["mbs"])[mbs] / TRANSFER


def c24(ctx):
    """Retransmissions, MBS 1000, G = 10 ms."""
    share = again(ctx, TCP_G10, 1000)
    return Verdict(70 <= share <= 90, f"{share:.1f} %")


def c25(ctx):
    """Retransmissions, MBS 4000, G = 10 ms."""
    share = again(ctx, TCP_G10, 4000)
    return Verdict(30 <= share <= 50, f"{share:.1f} %")


def c26(ctx):
    """Retransmissions, MBS 4000, coarser timers."""
    shares = [again(ctx, one, 4000) for one in (TCP_G200, TCP_G500)]
    return Verdict(all(18 <= one <= 28 for one in shares) and abs(shares[0] - shares[1]) <= 3,
                   f"G = 200 ms: {shares[0]:.1f} %, G = 500 ms: {shares[1]:.1f} %")


def c27(ctx):
    """Retransmissions against MBS and G."""
    values = sorted(set(ctx.data(TCP_G10)["mbs"]))
    shares = {tick: [again(ctx, one, mbs) for mbs in values]
              for tick, one in ((10, TCP_G10), (200, TCP_G200), (500, TCP_G500))}
    falls = all(a >= b for row in shares.values() for a, b in zip(row, row[1:]))
    worst = all(shares[10][i] >= max(shares[200][i], shares[500][i]) for i in range(len(values)))
    return Verdict(falls and worst, "; ".join(
        f"G = {tick} ms: " + " ".join(f"{one:.0f}" for one in row)
        for tick, row in shares.items()) + " %")


def c28(ctx):
    """Smallest value of the retransmission timer."""
    found = {tick: ctx.data(one)["rto_min_ms"].min()
             for tick, one in ((500, TCP_G500), (200, TCP_G200), (10, TCP_G10))}
    return Verdict(all(least == 2 * tick for tick, least in found.items()),
                   ", ".join(f"G = {tick}: {least:g} ms" for tick, least in found.items()))


def dip(ctx, experiment=TCP_G10):
    """Transfers with MTU 9188, MBS 2000, G = 10 ms."""
    return chosen(ctx.data(experiment), mtu=9188, mbs=2000)


def c29(ctx):
    """The first burst."""
    data = dip(ctx)
    bursts = [(row["bursts"][0], row["bursts_damaged"][0]) for _, row in data.iterrows()]
    return Verdict(all(9 <= passed <= 11 and damaged == 5 for passed, damaged in bursts),
                   "passed + damaged: " + ", ".join(f"{a} + {b}" for a, b in sorted(set(bursts))))


def c30(ctx):
    """Back-off of the timer."""
    data = dip(ctx)
    seen = sorted({value for row in data["rto_ms"] for value in row})
    early, held = (int(data[name].sum()) for name in ("rto_early_clears", "rto_held_acks"))
    return Verdict({80.0, 160.0} <= set(seen) and early == 0 and held > 0,
                   f"{' '.join(f'{value:g}' for value in seen)} ms; kept backed off by {held} "
                   f"acknowledgements of data sent twice, given up by {early}")


def c31(ctx):
    """The dip at MBS 2000."""
    data = ctx.data(TCP_G10)
    found = group_ci(chosen(data, mtu=9188), "mbs", "throughput_mbps").set_index("mbs")
    place = list(found.index).index(2000)
    around = found["mean"].iloc[[place - 1, place + 1]]
    return Verdict(bool(found["mean"][2000] < around.min()), "; ".join(
        f"{mbs}: {row['mean']:.2f} ± {row['half']:.2f}" for mbs, row in found.iterrows())
        + " Mbit/s")


def c32(ctx):
    """Timestamps."""
    without, stamped = dip(ctx), dip(ctx, TIMESTAMPS)
    held = [int(data["rto_held_acks"].sum()) for data in (without, stamped)]
    mean = [data["throughput_mbps"].mean() for data in (without, stamped)]
    return Verdict(held[1] == 0 and mean[1] >= mean[0],
                   f"acknowledgements that left the timer backed off: {held[0]} without, {held[1]} "
                   f"with; mean throughput {mean[0]:.2f} and {mean[1]:.2f} Mbit/s")


def recovery(ctx):
    """Means by strategy, MTU and MBS, and those of figure 3 at the same points."""
    data = named(ctx.data(RECOVERY), RECOVERIES)
    found = means(data, "throughput_mbps", ["what", "mtu", "mbs"])
    return data, found, means(ctx.data(TCP_G500), "throughput_mbps").reindex(found["SACK"].index)


def c33(ctx):
    """Fast retransmit."""
    data, found, usual = recovery(ctx)
    change = {what: 100 * (found[what].mean() / usual.mean() - 1)
              for what in ("fast retransmit after 2", "no fast retransmit")}
    least = int(chosen(data, what="fast retransmit after 2")["timeouts"].min())
    return Verdict(all(abs(one) <= 5 for one in change.values()) and least > 0,
                   "throughput against a threshold of 3: " +
                   ", ".join(f"{what} {one:+.1f} %" for what, one in change.items()) +
                   f"; at least {least} timeouts in every transfer")


def c34(ctx):
    """Selective acknowledgements."""
    _, found, usual = recovery(ctx)
    ways = ("SACK", "ns-3's TCP with SACK")
    return Verdict(bool(max(found[what].max() for what in ways) < 2.5), "; ".join(
        f"{what}: mean {10 * found[what].mean():.1f} %, at most {10 * found[what].max():.1f} %"
        for what in ways) + f"; without: mean {10 * usual.mean():.1f} %")


def c35(ctx):
    """Cells at the sustainable rate."""
    found = means(ctx.data(ADAPTER), "throughput_mbps").unstack("mtu")
    share = {mtu: 100 * found[mtu].mean() / most for mtu, most in MAX_PAYLOAD.items()}
    return Verdict(all(85 <= one <= 100 for one in share.values()), ", ".join(
        f"MTU {mtu}: {found[mtu].mean():.2f} Mbit/s, {one:.0f} %" for mtu, one in share.items()))


def c36(ctx):
    """Losses with cells at the sustainable rate."""
    data = ctx.data(ADAPTER)
    data = chosen(data, mtu=LARGE)
    lost = data[["upc_discarded_pcr", "upc_discarded_scr", "switch_queue_drops", "pdus_failed",
                 "host_queue_drops", "retransmitted_segments"]].sum().sum()
    return Verdict(lost == 0, f"{lost} cells, PDUs and packets in {len(data)} transfers")


def c37(ctx):
    """A receiver that is too slow for small packets."""
    data = ctx.data(ADAPTER)
    found = [chosen(data, mtu=552)["throughput_mbps"].mean(),
             ctx.data(UPC_OFF)["throughput_mbps"].mean()]
    return Verdict(all(4 <= one <= 6 for one in found),
                   f"adapter at 10 Mbit/s: {found[0]:.2f}, UPC off: {found[1]:.2f} Mbit/s")


def c38(ctx):
    """Slower cells, or bursts of MBS cells with longer pauses."""
    pause = 999 * (T_SCR - T_PCR) + T_SCR - T_PCR  # end of slot to start
    bursts = [police(ctx, mbs=1000, pdus=2000, cells=1000, idle=idle)["train_discards"]
              for idle in (pause, pause - 1)]
    # cells of 10 us: (MBS - 1)(T_SCR - T_PCR) just holds one PDU, so that 1 ns shows soon
    slower = [police(ctx, mbs=157, pdus=2000, cells=192, spacing=10000, idle=idle)
              ["train_discards"] for idle in (192 * (T_SCR - 10000), 192 * (T_SCR - 10000) - 1)]
    good = bursts[0] == slower[0] == 0 and bursts[1] > 0 and slower[1] > 0
    return Verdict(good, f"bursts of 1000, idle {pause} ns: {bursts[0]:.0f} lost, 1 ns less: "
                   f"{bursts[1]:.0f}; cells of 10 µs, idle {192 * (T_SCR - 10000)} ns (7617408 at "
                   f"the peak rate): {slower[0]:.0f} lost, 1 ns less: {slower[1]:.0f}")


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
    return Verdict(by_max >= 1 and by_truth == 0 and conforming > 0,
                   f"of {conforming} conforming PDUs: {by_max} rejected by maximum length, "
                   f"{by_truth} by true length")


def c40(ctx):
    """Partial packet discard. It is uncertain to help if it does not help everywhere."""
    data = ctx.data(DISCARD)
    found = means(named(data, {"PPD": DISCARDS["PPD"]}), "throughput_mbps", ["tick", "mtu", "mbs"])
    usual = {10: TCP_G10, 500: TCP_G500}
    ratio = {tick: found[tick] / means(ctx.data(one), "throughput_mbps").reindex(found[tick].index)
             for tick, one in usual.items()}
    every = [value for one in ratio.values() for value in one]
    return Verdict(min(every) < 1.05, "throughput with PPD / without: " + "; ".join(
        f"G = {tick} ms, MTU {mtu}: {listed(ratio[tick][mtu])}"
        for tick in ratio for mtu in DISCARD_MTUS))
