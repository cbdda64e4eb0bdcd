# SPDX-License-Identifier: GPL-2.0-only
"""The figures of vbr-upc: what is run, and how it is drawn."""

from hsn.paper import Figure, Paper
from hsn.plot import (add_paper, colour, draw_lines, draw_models, draw_paper, finish, line_figure,
                      marker, new_figure)
from hsn.stats import group_ci, mean_ci
from hsn.sweep import Experiment
from hsn.tables import chosen, named, report_table

import pandas

NETWORK = "hsn-vbr-upc"
POLICE = "hsn-vbr-upc-police"
MODEL_PROGRAM = "hsn-vbr-upc-model"

MTUS = [552, 1500, 4832, 9188]
ALL_MBS = list(range(1000, 4001, 500))
QUICK_MBS = [1000, 2000, 3000, 4000]
# Time between SDUs, us: the paper's two values and the line through them (figure 5's model)
INTER_SDU = {552: 305.234, 1500: 370.523, 4832: 600.0, 9188: 900.0}

MODEL = Experiment("model", MODEL_PROGRAM, grid={"mtu": MTUS, "mbs": ALL_MBS})

TRAIN = Experiment(
    "train", NETWORK,
    grid=[{"mtu": mtu, "mbs": mbs, "interSdu": INTER_SDU[mtu]}
          for mtu in MTUS for mbs in ALL_MBS],
    quick_grid=[{"mtu": mtu, "mbs": mbs, "interSdu": INTER_SDU[mtu]}
                for mtu in MTUS for mbs in QUICK_MBS],
    fixed={"source": "train", "contract": "C", "jitter": 0.05, "bursts": 10},
    seeds=range(1, 11), quick_seeds=(1, 2, 3))

TIMELINE = Experiment(
    "timeline", NETWORK, grid=[{"mtu": 4832}],
    fixed={"source": "train", "contract": "None", "jitter": 0, "bursts": 1, "pdus": 3,
           "cellTimes": True})

TICKS = [500, 200, 10]  # ms


def tcp(tick, **params):
    """Parameters of a transfer by the paper's TCP with a timer granularity of 500, 200 or 10 ms."""
    delayed = {500: {}, 200: {"fastTick": 50}, 10: {"delayedAck": False}}[tick]
    return {"source": "tcp", "contract": "C", "tick": tick, "estimator": "Tahoe", **delayed,
            **params}


def by_mbs(points, values=ALL_MBS):
    """Every one of these points at every maximum burst size."""
    return [{**point, "mbs": mbs} for point in points for mbs in values]


def repeated(name, points, quick_mbs=QUICK_MBS, quick_seeds=(1, 2)):
    """An experiment: points at all burst sizes, repeated as the paper's measurements were."""
    return Experiment(name, NETWORK, by_mbs(points), quick_grid=by_mbs(points, quick_mbs),
                      seeds=range(1, 11), quick_seeds=quick_seeds)


def transfers(tick, name, quick_seeds, **params):
    """Figures 3, 6 and 7."""
    return repeated(name, [tcp(tick, mtu=mtu, **params) for mtu in MTUS], quick_seeds=quick_seeds)


TCP_G500, TCP_G200, TCP_G10 = TRANSFERS = [
    transfers(tick, f"tcp-g{tick}", (1, 2, 3, 4, 5)) for tick in TICKS]
# The same with the timeout of 4.3BSD-Reno, which ends at 3 ticks instead of 2
RENOS = [transfers(tick, f"tcp-g{tick}-reno", (1,), estimator="Reno") for tick in TICKS]
RENO = {one.name: other for one, other in zip(TRANSFERS, RENOS)}

# Transfers that contradict the paper, each with one thing changed
CONTRADICTIONS = [{"tick": 500, "mtu": 4832, "mbs": 4000}, {"tick": 200, "mtu": 1500, "mbs": 2000},
                  {"tick": 200, "mtu": 9188, "mbs": 2000}, {"tick": 10, "mtu": 9188, "mbs": 3000},
                  {"tick": 10, "mtu": 9188, "mbs": 4000}]


def changes(mtu):
    """One change each: {name: parameters}.  I_g changes by a tenth."""
    gap = INTER_SDU[mtu]
    return {"Reno's timeout": {"estimator": "Reno"},
            "latency 0.5 ms": {"delay": 500}, "latency 1.1 ms": {"delay": 1100},
            "I_g 10 % shorter": {"interSdu": 0.9 * gap},
            "I_g 10 % longer": {"interSdu": 1.1 * gap}}


ONE_CHANGE = Experiment(
    "one-change", NETWORK,
    [{**tcp(**point), **how} for point in CONTRADICTIONS for how in changes(point["mtu"]).values()],
    seeds=range(1, 11), quick_seeds=(1, 2, 3))

# Small packets: the time between SDUs is not in the paper. 305.2 us is on the line through the two
# that are; 450 us (figures 3, 6 and 7) was chosen.
SMALL_GAPS = [INTER_SDU[552], 430.0]
SMALL = repeated("small-packets", [tcp(tick, mtu=552, interSdu=gap) for tick in (500, 200)
                                   for gap in SMALL_GAPS],
                 quick_mbs=[1000, 4000], quick_seeds=(1, 2, 3))

# Every segment acknowledged at once
NO_DELAY = repeated("no-delayed-ack", [{**tcp(500, mtu=mtu), "delayedAck": False}
                                       for mtu in (4832, 9188)], quick_mbs=[1000, 4000])

# The receiver of small packets needs 682.7 µs for each: 6 Mbit/s
SLOW_RECEIVER = {552: {"rxServiceTime": 682.7}}
ADAPTER = repeated("adapter", [tcp(500, mtu=mtu, adapterRate="10Mbps", **SLOW_RECEIVER.get(mtu, {}))
                               for mtu in MTUS], quick_seeds=(1, 2, 3))
UPC_OFF = Experiment("upc-off", NETWORK,
                     [{**tcp(500, mtu=552, **SLOW_RECEIVER[552]), "contract": "None"}],
                     seeds=range(1, 11), quick_seeds=(1, 2, 3, 4, 5))

RAS_MTUS = [4832, 9188]
RAS = repeated("ras", [tcp(500, mtu=mtu, reassemblyTimeout=100) for mtu in RAS_MTUS],
               quick_seeds=(1, 2, 3))

CONNECTIONS = [2, 4, 8]  # and 1, which is figure 3
MULTI = repeated("connections", [tcp(500, mtu=9188, connections=n) for n in CONNECTIONS],
                 quick_mbs=[1000, 2000, 4000], quick_seeds=(1, 2, 3, 4, 5))

# What a UPC that knows packets does; the longest packet that was signalled is 9188 bytes
DISCARDS = {"PPD": {"packetDiscard": "Ppd"},
            "EPD by maximum length": {"packetDiscard": "Epd", "epdLength": "MaxSdu",
                                      "maxSdu": 9188},
            "EPD by true length": {"packetDiscard": "Epd", "epdLength": "Oracle"}}
DISCARD_MTUS = [1500, 9188]
DISCARD = repeated("ppd-epd", [tcp(tick, mtu=mtu, **how) for tick in (500, 10)
                               for mtu in DISCARD_MTUS for how in DISCARDS.values()],
                   quick_mbs=[1000, 4000], quick_seeds=(1, 2, 3))

SHAPERS = {"whole PDUs every c T_SCR": {"pace": True},
           "adapter PCR = SCR": {"adapterRate": "10Mbps"},
           "dual leaky bucket": {"shape": True}}
SHAPER = repeated("shaper", [tcp(500, mtu=9188, **how) for how in SHAPERS.values()])

# Contracts A and B, without and with tagging by the sender; a congested switch discards CLP = 1
SWITCHES = {"idle switch": False, "congested switch": True}
TAGGERS = {"": False, ", preventive": True}
TAGGINGS = {f"{contract}{tagger}, {switch}":
            {"contract": contract, "preventiveTagging": preventive, "congested": congested}
            for contract in "AB" for tagger, preventive in TAGGERS.items()
            for switch, congested in SWITCHES.items()}
TAGGING = repeated("tagging", [tcp(500, mtu=9188, **how) for how in TAGGINGS.values()],
                   quick_mbs=[1000, 4000])

# Other ways to recover from losses, at G = 500 ms; figure 3 has fast retransmit after 3 ACKs
LARGE = [1500, 4832, 9188]
NO_FAST_RETRANSMIT = 1000000
RECOVERIES = {"fast retransmit after 2": {"dupAcks": 2},
              "no fast retransmit": {"dupAcks": NO_FAST_RETRANSMIT},
              "SACK": {"tcp": "bsd", "sack": True},
              "ns-3's TCP with SACK": {"tcp": "ns3", "sack": True}}
RECOVERY = repeated("recovery", [tcp(500, mtu=mtu, **how) for how in RECOVERIES.values()
                                 for mtu in LARGE],
                    quick_mbs=[1000, 4000], quick_seeds=(1, 2, 3))
TIMESTAMPS = repeated("timestamps", [tcp(10, mtu=9188, timestamps=True, estimator=estimator)
                                     for estimator in ("Tahoe", "Reno")],
                      quick_mbs=[2000], quick_seeds=(1, 2, 3, 4, 5))


# A sequence of cells whose fates are known by hand: T_PCR 2, tau_PCR 0, T_SCR 5, MBS 3
VECTOR = {"tPcr": 2, "tauPcr": 0, "tScr": 5, "mbs": 3,
          "times": "0,2,4,6,8,9,10,12,14,16,30,32,34,36,38",
          "clps": "0,0,0,0,1,0,0,0,1,0,0,0,0,1,0"}
TABLE = Experiment("contracts", POLICE, grid={"contract": ["A", "B", "C"]}, fixed=VECTOR)


def draw_tab1(ctx):
    """Table 1, and what each contract does to one sequence of cells."""
    verdicts = ctx.data(TABLE).set_index("contract")["verdicts"]
    applies = {"A": "CLP=0", "B": "CLP=0", "C": "CLP=0+1"}
    tagging = {"A": "not requested", "B": "requested", "C": "not applicable"}
    return pandas.DataFrame([
        {"contract": c, "T_PCR, τ_PCR apply to": "CLP=0+1", "T_SCR, MBS apply to": applies[c],
         "tagging": tagging[c], "fate of 15 cells (P pass, T tag, D discard)": verdicts[c]}
        for c in "ABC"])


def draw_throughput(data, **how):
    """Throughput against the maximum burst size."""
    return line_figure(data, "mbs", "throughput_mbps", xlabel="maximum burst size (cells)",
                       ylabel="throughput (Mbit/s)", **{"by": "mtu", "label": "MTU {value}", **how})


def unchanged(ctx, mtu, tick=500):
    """Transfers of figure 3 or 7 with one MTU, to compare others with."""
    data = ctx.data(TRANSFERS[TICKS.index(tick)])
    return chosen(data, mtu=mtu).assign(what="as it is")


def draw_timers(tahoe, reno, value, by, order, label, ylabel, title, paper, bounds):
    """A metric against the maximum burst size by both estimators of the round-trip time."""
    figure, axes = new_figure("maximum burst size (cells)", ylabel, title, size=(7.6, 4.0))
    draw_lines(axes, tahoe, "mbs", value, by, label, order=order)
    draw_models(axes, group_ci(reno, [by, "mbs"], value), "mbs", "mean", by, order,
                label + ", Reno", "--")
    add_paper(axes, paper, bounds)
    axes.set_ylim(bottom=0)
    return finish(figure)


def draw_transfers(ctx, experiment, title, paper=None, bounds=None):
    """Throughput of TCP with timers of one granularity."""
    return draw_timers(ctx.data(experiment), ctx.data(RENO[experiment.name]), "throughput_mbps",
                       "mtu", MTUS, "MTU {value}", "throughput (Mbit/s)", title, paper or {},
                       bounds or {})


def draw_fig3(ctx):
    """Throughput of TCP, timers of 500 ms."""
    return draw_transfers(ctx, TCP_G500, "G = 500 ms",
                          bounds={"MTU 1500 and more below 1 Mbit/s": 1})


def draw_fig6(ctx):
    """Throughput of TCP, timers of 200 ms."""
    return draw_transfers(ctx, TCP_G200, "G = 200 ms", {"MTU 552": ([1000, 4000], [2, 6])},
                          {"MTU 1500 and more below 2 Mbit/s": 2})


def draw_fig7(ctx):
    """Throughput of TCP, timers of 10 ms."""
    return draw_transfers(ctx, TCP_G10, "G = 10 ms, no delayed ACK")


# Shares of the 459 packets that the paper's transfers sent again, by G in ms and by MBS
PAPER_AGAIN = {10: {1000: 0.8, 4000: 0.4}, 200: {4000: 0.2}, 500: {4000: 0.2}}


def draw_fig8(ctx):
    """Packets sent again."""
    tahoe, reno = (chosen(pandas.concat(map(ctx.data, some)), mtu=9188)
                   for some in (TRANSFERS, RENOS))
    return draw_timers(tahoe, reno, "retransmitted_segments", "tick", TICKS, "G = {value} ms",
                       "retransmitted packets", "MTU 9188: 459 packets are needed",
                       {f"G = {tick} ms": (values, [459 * share for share in values.values()])
                        for tick, values in PAPER_AGAIN.items()}, {})


# What 10 Mbit/s of cells carry in full packets, Mbit/s; the paper's transfers had about 90 % of it
CARRIED = {1500: 8.608, 4832: 8.952, 9188: 8.990}


def draw_fig9(ctx):
    """Throughput of TCP, cells sent at the sustainable rate."""
    about = {f"MTU {mtu}": (ALL_MBS[::len(ALL_MBS) - 1], [0.9 * most] * 2)
             for mtu, most in CARRIED.items()}
    return draw_throughput(ctx.data(ADAPTER), title="Adapter at 10 Mbit/s, G = 500 ms",
                           paper_series=about, paper_bounds={"MTU 552 below 6 Mbit/s": 6})


def draw_ras(ctx):
    """Reassembly timeout."""
    timed = ctx.data(RAS).assign(what="100 ms")
    data = pandas.concat([*(unchanged(ctx, mtu).assign(what="none") for mtu in RAS_MTUS), timed])
    data["what"] = "MTU " + data["mtu"].astype(str) + ", " + data["what"]
    return draw_throughput(data, by="what", label="{value}", title="AAL5 reassembly timeout")


def draw_connections(ctx):
    """Several connections in one VC."""
    data = pandas.concat([unchanged(ctx, 9188).assign(connections=1), ctx.data(MULTI)])
    return draw_throughput(data, by="connections", label="{value} connections",
                           title="MTU 9188, G = 500 ms, all connections in one VC")


def draw_discard(ctx):
    """Packet discard in the UPC."""
    parts = [named(ctx.data(DISCARD).query("tick == 10"), DISCARDS)]
    parts += [unchanged(ctx, mtu, 10).assign(what="single cells") for mtu in DISCARD_MTUS]
    data = pandas.concat(parts)
    data["what"] = "MTU " + data["mtu"].astype(str) + ", " + data["what"]
    return draw_throughput(data, by="what", label="{value}",
                           title="What the UPC discards, G = 10 ms")


def draw_shaper(ctx):
    """Shaping at the sender."""
    data = pandas.concat([named(ctx.data(SHAPER), SHAPERS),
                          unchanged(ctx, 9188).assign(what="no shaping")])
    return draw_throughput(data, by="what", label="{value}", title="MTU 9188, G = 500 ms")


def draw_tagging(ctx):
    """Preventive tagging."""
    return draw_throughput(named(ctx.data(TAGGING), TAGGINGS), by="what", label="{value}",
                           logy=True, title="Contracts A and B, MTU 9188, G = 500 ms")


def draw_recovery(ctx):
    """Other ways to recover from losses."""
    parts = [named(ctx.data(RECOVERY), RECOVERIES)]
    parts += [unchanged(ctx, mtu).assign(what="fast retransmit after 3") for mtu in LARGE]
    data = pandas.concat(parts)
    data = chosen(data, mbs=set(ctx.data(RECOVERY)["mbs"]))
    order = pandas.CategoricalDtype(["fast retransmit after 3", *RECOVERIES], ordered=True)
    return report_table(data.astype({"what": order}), "throughput_mbps", "what", ["mtu", "mbs"],
                        "MTU {}, MBS {}", title="throughput, Mbit/s")


def one_change(ctx, point):
    """The transfers of a contradiction: as they are, and with each change."""
    usual = chosen(unchanged(ctx, point["mtu"], point["tick"]), mbs=point["mbs"])
    return pandas.concat([usual, named(chosen(ctx.data(ONE_CHANGE), **point),
                                       changes(point["mtu"]))])


def draw_one_change(ctx):
    """What one change does to the transfers that contradict the paper."""
    rows = []
    for point in CONTRADICTIONS:
        for what, data in one_change(ctx, point).groupby("what", sort=False):
            shares = 100 * data["retransmitted_share"]
            rows.append({"transfer": "G = {tick} ms, MTU {mtu}, MBS {mbs}".format(**point),
                         "changed": what,
                         "throughput, Mbit/s": str(mean_ci(data["throughput_mbps"])),
                         "sent again, %": str(mean_ci(shares)),
                         "timeouts": str(mean_ci(data["timeouts"])),
                         "first retransmissions lost":
                             str(mean_ci(data["first_retransmissions_lost"]))})
    return pandas.DataFrame(rows)


def draw_fig4(ctx):
    """The cells of a packet train on the line."""
    row = ctx.data(TIMELINE).iloc[0]
    cells = [t / 1000 for t in row["cell_starts_ns"]]
    sdus = [t / 1000 for t in row["sdu_starts_ns"]]
    origin, slot, per_pdu = cells[0], 424 / 155.52, int(row["cells_per_pdu"])
    figure, axes = new_figure("time (µs)", "", "A packet train: MTU 4832, cells of 2.726 µs",
                              size=(7.2, 2.6))
    axes.vlines([t - origin for t in cells], 0, 1, color=colour(0), linewidth=0.6)
    starts = [t - origin for t in sdus]
    ends = [cells[(k + 1) * per_pdu - 1] - origin + slot for k in range(len(sdus))]
    style = {"arrowprops": {"arrowstyle": "<->", "color": "0.2"}}
    for level, first, second, text, given in ((1.25, starts[0], starts[1], "$I_g$", 600),
                                              (0.5, ends[0], starts[1], "$I_p$", 324)):
        axes.annotate("", (second, level), (first, level), **style)
        axes.text((first + second) / 2, level + 0.06,
                  f"{text} = {second - first:.0f} µs\n(paper: {given} µs)", ha="center", gid="paper")
    axes.set_ylim(0, 1.75)
    axes.set_yticks([])
    return finish(figure)


def draw_fig5(ctx):
    """Burst length: model, train and TCP."""
    figure, axes = new_figure("maximum burst size (cells)", "burst length (packets)",
                              "Longest burst that a 10 Mbit/s VBR contract lets pass")
    model = ctx.data(MODEL).sort_values("mbs")
    tcp_bursts = group_ci(ctx.data(TCP_G500), ["mtu", "mbs"], "burst_mean")
    for number, mtu in enumerate(MTUS):
        one = chosen(model, mtu=mtu)
        axes.plot(one["mbs"], one["p_max"], color=colour(number), linewidth=1.2)
    draw_lines(axes, ctx.data(TRAIN), "mbs", "burst_mean", by="mtu",
               label="MTU {value}, train", line="")
    for number, mtu in enumerate(MTUS):
        one = chosen(tcp_bursts, mtu=mtu)
        axes.plot(one["mbs"] + 60, one["mean"], linestyle="none", color=colour(number),
                  marker=marker(number), markerfacecolor="white", label=f"MTU {mtu}, TCP")
    axes.plot([], [], color="0.3", linewidth=1.2, label="model, eq. (2)")
    draw_paper(axes, [2000], [10], MTUS.index(9188), "MTU 9188, first burst of TCP (paper)")
    axes.set_yscale("log")
    return finish(figure)


PAPER = Paper(
    key="vbr-upc",
    figures=[
        Figure("tab1", "The VBR contracts of UNI 3.0, and one sequence of cells under each",
               draw_tab1, [TABLE],
               "Cells at times 0 to 38 with T_PCR = 2, T_SCR = 5, MBS = 3; the cells at 8, 14 "
               "and 36 have CLP = 1."),
        Figure("fig3", "TCP throughput against the maximum burst size, G = 500 ms",
               draw_fig3, [TCP_G500, RENOS[0]],
               "One transfer of 4 MB in 16 kB buffers by BSD's TCP, window 49152 bytes; the "
               "retransmission timer counts ticks of 500 ms, delayed ACKs ticks of 200 ms. Solid: "
               "the timeout of 4.3BSD-Tahoe, which ends at 2 ticks as in the paper. Dashed: means "
               "with that of 4.3BSD-Reno, which ends at 3."),
        Figure("fig4", "Packet-train model", draw_fig4, [TIMELINE],
               "Three SDUs handed over at once; the host spaces their starts by I_g."),
        Figure("fig5", "Burst length in packets against the maximum burst size",
               draw_fig5, [MODEL, TRAIN, TCP_G500],
               "Lines: packet-train model, equation (2). Filled markers: mean burst of a simulated "
               "packet train whose inter-SDU time varies by ±5 %, with 95 % confidence "
               "intervals. Open markers, moved to the right a little: packets that passed between "
               "an idle time of a tick and the first damaged one, in the transfers of figure 3. "
               "TCP with an MTU of 552 bytes sends a packet every 450 µs, the train every 305."),
        Figure("fig6", "TCP throughput against the maximum burst size, G = 200 ms",
               draw_fig6, [TCP_G200, RENOS[1]],
               "As figure 3; delayed ACKs count ticks of 50 ms."),
        Figure("fig7", "TCP throughput against the maximum burst size, G = 10 ms",
               draw_fig7, [TCP_G10, RENOS[2]],
               "As figure 3; every segment is acknowledged at once."),
        Figure("fig8", "Retransmitted packets against the maximum burst size",
               draw_fig8, [*TRANSFERS, *RENOS],
               "The transfers of figures 3, 6 and 7; dashed: means with the timeout of "
               "4.3BSD-Reno."),
        Figure("fig9", "TCP throughput with the adapter's cell rate set to the sustainable rate",
               draw_fig9, [ADAPTER, UPC_OFF],
               "G = 500 ms. The receiver needs 682.7 µs for each packet if the MTU is 552 bytes, "
               "20 packets can wait there."),
        Figure("fig-ras", "What a reassembly timeout would bring", draw_ras, [TCP_G500, RAS],
               "Not measured in the paper. After 100 ms the receiving adapter forgets the cells of "
               "a PDU that is not complete, so that they cannot damage the first retransmission."),
        Figure("fig-multiconn", "Several TCP connections in one VC", draw_connections,
               [TCP_G500, MULTI],
               "Not measured in the paper. The connections share the 4 MB and start at random in "
               "the same tick."),
        Figure("fig-ppd-epd", "Packet discard in the UPC", draw_discard, [TCP_G10, DISCARD],
               "Not measured in the paper. EPD by maximum length takes every packet for one of "
               "9188 bytes, the longest that was signalled."),
        Figure("fig-shaper", "Shaping at the sender", draw_shaper, [TCP_G500, SHAPER],
               "Not measured in the paper, but for the adapter's rate."),
        Figure("fig-tagging", "Tagging by the sender instead of by the UPC", draw_tagging,
               [TAGGING],
               "Not measured in the paper. Curves that coincide are drawn once and named together. "
               "With preventive tagging the sender tags whole packets, "
               "all cells but the last. A congested switch discards all tagged cells."),
        Figure("tab-recovery", "Other retransmission strategies, G = 500 ms", draw_recovery,
               [TCP_G500, RECOVERY], "Mean throughput of the transfers of figure 3 with another "
               "threshold of duplicate ACKs, without fast retransmit, and with SACK."),
        Figure("tab-one-change", "Transfers that contradict the paper, with one thing changed",
               draw_one_change, [*TRANSFERS, ONE_CHANGE],
               "Each row changes one parameter of the transfer: the formula of the timeout, the "
               "latency of 0.9 ms one way, or the time between SDUs. Whether the first "
               "retransmission after an idle time survives decides most of it."),
    ],
    experiments=[TIMESTAMPS, SMALL, NO_DELAY])
