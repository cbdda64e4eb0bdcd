# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the claims of vbr-upc that are listed in claims.toml.

Expected numbers are the paper's, or come from its equations by hand; none comes from this code.
"""

from hsn.claims import Verdict, within

from .figures import (INTER_SDU, MODEL, MODEL_PROGRAM, MTUS, NETWORK, POLICE, TABLE, TCP_G500,
                      TRAIN)

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


def police(ctx, **params):
    """The fates of a pattern of cells, the contract being the paper's where not said."""
    return ctx.run_program(POLICE, {"contract": "C", **params})


def model(ctx, mtu, **params):
    """The closed forms for an MTU."""
    return ctx.run_program(MODEL_PROGRAM, {"mtu": mtu, **params})


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


def c17(ctx):
    """Where cells are lost."""
    elsewhere = scr = 0
    for data in (ctx.data(TRAIN), ctx.data(TCP_G500)):
        elsewhere += int(data[["upc_discarded_pcr", "switch_queue_drops",
                               "switch_unknown_vc"]].sum().sum())
        scr += int(data["upc_discarded_scr"].sum())
    return Verdict(elsewhere == 0 and scr > 0, f"{scr} SCR discards, {elsewhere} other losses",
                   "packet trains and ns-3's own TCP")


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
