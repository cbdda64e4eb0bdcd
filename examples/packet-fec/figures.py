# SPDX-License-Identifier: GPL-2.0-only
"""The figures of packet-fec: what is run, and how it is drawn."""

import numpy
import pandas
from matplotlib import pyplot

from hsn.paper import Figure, Paper
from hsn.plot import (STYLE, colour, draw_key, draw_lines, draw_models, draw_paper,
                      draw_paper_bound, draw_reference, finish, marker, new_figure)
from hsn.stats import group_ci
from hsn.sweep import Experiment
from hsn.tables import chosen, unrolled

MODEL = "hsn-packet-fec-model"
MULTICAST = "hsn-packet-fec-multicast"
WINDOWED = "hsn-packet-fec-window"
CODE = "hsn-packet-fec-code"
TUNNEL = "hsn-packet-fec-tunnel"
ADAPT = "hsn-packet-fec-adapt"

CODES = ["none", "7+1", "6+2", "5+3"]
PARITY = {"none": 0.0, "7+1": 1 / 7, "6+2": 2 / 6, "5+3": 3 / 5}  # M/N
WINDOW = 200
LOSSES = {"fig1": 0.01, "fig2": 0.001, "fig3": 0.1}


def listed(values):
    """Numbers as the model program takes them."""
    return ",".join(f"{value:.10g}" for value in values)


def decades(low, high, per_decade):
    """Numbers from 10^low to 10^high, equally spaced in the logarithm."""
    return 10 ** numpy.linspace(low, high, round((high - low) * per_decade) + 1)


def curves(name, sweep, values, codes=tuple(CODES), **fixed):
    """An experiment: the closed forms of several codes along a list of values."""
    return Experiment(name, MODEL, grid={"code": list(codes)},
                      fixed={"sweep": sweep, "values": listed(values), **fixed})


def model_rows(data, sweep):
    """A row for each code and value of the list that was swept."""
    return unrolled(data, "code", sweep)


GROUPS = decades(0, 4, 20)
MODEL_GROUP = {fig: curves(f"model-{fig}", "group", GROUPS, loss=loss)
               for fig, loss in LOSSES.items()}
MODEL_LOSS = curves("model-loss", "loss", [*decades(-4, -0.5, 20), 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
                    group=100, window=WINDOW)
BLOCKS = [f"{1}+{m}" for m in (1, 2, 3)]  # N is what is swept
MODEL_BLOCK = curves("model-block", "data", range(1, 1001), BLOCKS, group=100, loss=0.01)

# Simulated groups. What is measured grows with packets times receivers: fewer packets in large ones
SIMULATED = {1: 40000, 3: 40000, 10: 20000, 18: 20000, 32: 20000, 100: 20000, 316: 6000, 1000: 4000}
QUICK = {1: 10000, 10: 5000, 18: 5000, 100: 2000, 1000: 400}
SEEDS = (1, 2, 3, 4, 5)
QUICK_SEEDS = (1, 2, 3)


def groups(name, points, **fixed):
    """An experiment: multicast groups of all sizes."""
    def grid(sizes):
        return [{"group": group, "packets": packets, **point}
                for point in points for group, packets in sizes.items()]

    return Experiment(name, MULTICAST, grid(SIMULATED), quick_grid=grid(QUICK), fixed=fixed,
                      seeds=SEEDS, quick_seeds=QUICK_SEEDS)


STAR = {fig: groups(f"star-{fig}", [{"code": code, "loss": loss} for code in CODES])
        for fig, loss in LOSSES.items()}


BARE = Experiment("bare", MULTICAST, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                  grid=[{"code": code, "group": group, "packets": packets}
                        for code in CODES[1:3] for group, packets in ((32, 20000), (100, 20000),
                                                                     (316, 6000), (1000, 4000))],
                  quick_grid=[{"code": code, "group": group, "packets": packets}
                              for code in CODES[1:3] for group, packets in ((100, 3000),
                                                                           (1000, 400))],
                  fixed={"loss": 0.01, "repeat": "Bare"})

# Residual loss of data packets. It is rare: as many packets as give some hundred losses a run; that of
# 5+3 is too rare at 1 %
RESIDUAL_POINTS = [{"code": code, "loss": loss, "packets": packets} for code, loss, packets in
                   (("7+1", 0.01, 20000), ("6+2", 0.01, 100000), ("5+3", 0.1, 20000))]
RESIDUAL = Experiment("residual", MULTICAST, seeds=SEEDS,
                      grid=[{**point, "packets": 4 * point["packets"]} for point in RESIDUAL_POINTS],
                      quick_grid=RESIDUAL_POINTS, fixed={"group": 100})

# Losses that receivers share, in all 1 % for each of 100 receivers
SHARED_SHARES = [0, 0.25, 0.5, 0.75, 0.9, 1]


def shared(share, loss=0.01):
    """Losses of the common link and of the last leg, of which together `loss` is lost."""
    common = share * loss
    return {"sharedLoss": round(common, 12), "loss": round(1 - (1 - loss) / (1 - common), 12)}


SHARED = Experiment("shared", MULTICAST, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                    grid=[{"code": code, **shared(share)} for code in CODES
                          for share in SHARED_SHARES],
                    fixed={"group": 100, "packets": 20000}, quick_fixed={"packets": 2000})

# Losses in runs, 1 % in all
RUNS = [0, 1.5, 2, 3, 5, 10]
BURST = Experiment("burst", MULTICAST, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                   grid=[{"code": code, "run": run} for code in CODES for run in RUNS],
                   fixed={"group": 100, "packets": 10000, "loss": 0.01},
                   quick_fixed={"packets": 1500})

STALL = Experiment("stall", WINDOWED, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                   grid={"code": CODES, "loss": [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1]},
                   fixed={"mode": "stall", "window": WINDOW, "packets": 1000000},
                   quick_fixed={"packets": 100000})
SACK = Experiment("sack", WINDOWED, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                  grid={"code": CODES, "loss": [0.01, 0.02, 0.05, 0.1]},
                  fixed={"mode": "sack", "window": WINDOW, "packets": 1000000},
                  quick_fixed={"packets": 300000})

DELAY_LOSSES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3]
FATES = ["residual", "blocks"]
DELAY = Experiment("delay", WINDOWED, seeds=SEEDS, quick_seeds=QUICK_SEEDS,
                   grid={"code": CODES, "loss": DELAY_LOSSES, "fate": FATES},
                   fixed={"mode": "delay", "window": WINDOW, "packets": 1000000},
                   quick_fixed={"packets": 100000})
# What the claims on delay and memory look at: of the points above those where losses are not too
# rare, each with so many packets that some ten thousand of them need a retransmission
DELAY_PACKETS = {("none", 0.001): 12, ("none", 0.003): 4, ("none", 0.01): 1.2, ("none", 0.03): 1,
                 ("none", 0.1): 1, ("none", 0.3): 1, ("7+1", 0.01): 18, ("7+1", 0.03): 2,
                 ("7+1", 0.1): 1, ("7+1", 0.3): 1, ("6+2", 0.03): 24, ("6+2", 0.1): 1,
                 ("6+2", 0.3): 1, ("5+3", 0.1): 5, ("5+3", 0.3): 1}  # millions


def delay_points(most):
    """The points that need at most so many millions of packets."""
    return [{"code": code, "loss": loss, "packets": round(1e6 * millions)}
            for (code, loss), millions in DELAY_PACKETS.items() if millions <= most]


DELAY_CHECK = Experiment("delay-check", WINDOWED, delay_points(24), quick_grid=delay_points(2),
                         fixed={"mode": "delay", "window": WINDOW, "fate": "residual"}, seeds=SEEDS)

VARIANTS = {"longer parity": {"codec": "ShiftXor"},
            "truncated": {"codec": "ShiftXorTruncated"},
            "truncated, origin 1": {"codec": "ShiftXorTruncated", "origin": 1},
            "rotated": {"codec": "ShiftXorRotated"},
            "Reed-Solomon": {"codec": "ReedSolomon"}}
CODE_LOSSES = decades(-3, -0.5, 5)
PATTERNS = Experiment("patterns", CODE, grid=[{"code": code, **how} for code in CODES[1:]
                                              for how in VARIANTS.values()],
                      fixed={"losses": listed(CODE_LOSSES), "blocks": 100000},
                      quick_fixed={"blocks": 3000})

TCP_LINE = Experiment("tcp-line", TUNNEL, grid={"code": CODES, "scale": [True, False]})
CONGESTION = Experiment("congestion", ADAPT, grid={"code": CODES, "reports": [True, False]},
                        fixed={"phase": 600}, quick_fixed={"phase": 200})
ADAPTATION = Experiment("adaptation", ADAPT, [{"losses": "0,0.01,0.1,0.001", "rate": "20Mbps"}])
COSTS = Experiment("costs", CODE, [{"code": "7+1", "size": 1000, "time": True}])


# Groups from which a code needs fewer packets than another one, as the paper reads them off
PAPER_GROUPS = {"fig1": {18: "7+1 better than none from 18 on", 300: "6+2 better than 7+1 from 300 on"}}


def draw_group(ctx, fig):
    """Transmissions against the size of the group."""
    figure, axes = new_figure("receivers", "packets sent for each data packet",
                              f"Packet loss {100 * LOSSES[fig]:g} %")
    draw_models(axes, model_rows(ctx.data(MODEL_GROUP[fig]), "group"), "group", "cost", "code", CODES)
    draw_lines(axes, ctx.data(STAR[fig]), "group", "cost", "code", "{value}", "", order=CODES)
    draw_key(axes, "formula", "-")
    draw_key(axes, "simulated", marked="o")
    for receivers, text in PAPER_GROUPS.get(fig, {}).items():
        draw_paper_bound(axes, text, x=receivers)
    axes.set_xscale("log")
    axes.set_ylim(bottom=1)
    return finish(figure)


def draw_fig1(ctx):
    """Transmissions at 1 %."""
    return draw_group(ctx, "fig1")


def draw_fig2(ctx):
    """Transmissions at 0.1 %."""
    return draw_group(ctx, "fig2")


def draw_fig3(ctx):
    """Transmissions at 10 %."""
    return draw_group(ctx, "fig3")


def draw_fig4(ctx):
    """Efficiency against the loss rate, 100 receivers."""
    figure, axes = new_figure("packet loss rate", "efficiency", "100 receivers")
    draw_models(axes, model_rows(ctx.data(MODEL_LOSS), "loss"), "loss", "efficiency", "code", CODES,
                label="{value}")
    draw_paper_bound(axes, "no code satisfies above 0.1", x=0.1)
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    return finish(figure)


def crossings(model):
    """Where each code begins to be better than the one before: (loss rate, the efficiency there
    that the paper gives)."""
    found = []
    for before, after, efficiency in zip(CODES, CODES[1:], (0.875, 0.75, 0.625)):
        one, other = (chosen(model, code=code).set_index("loss")["window_efficiency"]
                      for code in (before, after))
        found.append((one.index[(other > one).to_numpy().argmax()], efficiency))
    return found


def draw_fig5(ctx):
    """Efficiency of window protocols against the loss rate."""
    figure, axes = new_figure("packet loss rate", "efficiency",
                              f"Window of {WINDOW} packets")
    model = model_rows(ctx.data(MODEL_LOSS), "loss")
    draw_models(axes, model, "loss", "window_efficiency", "code", CODES, label="{value}")
    draw_models(axes, model, "loss", "sack_efficiency", "code", CODES, line="--")
    draw_lines(axes, ctx.data(STALL), "loss", "efficiency", "code", None, "", order=CODES)
    draw_key(axes, "formula", "-")
    draw_key(axes, "formula, with SACK", "--")
    draw_key(axes, "simulated", marked="o")
    draw_paper_bound(axes, "redundancy useful from 0.001 on", x=1e-3)
    draw_paper(axes, *zip(*crossings(model)), label="paper: efficiency at which the next code wins")
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    return finish(figure)


def draw_delay(ctx, mean, ylabel):
    """Resequencing delay against the loss rate: model, and simulated in two ways."""
    figure, axes = new_figure("packet loss rate", ylabel, f"Window of {WINDOW} packets, 1 receiver")
    draw_models(axes, model_rows(ctx.data(MODEL_LOSS), "loss"), "loss", mean, "code", CODES,
                label="{value}")
    data = ctx.data(DELAY)
    for index, code in enumerate(CODES):
        draw_lines(axes, chosen(data, code=code, fate="residual"), "loss", mean, line="",
                   first=index)
        if code != "none":
            real = group_ci(chosen(data, code=code, fate="blocks"), "loss", mean)
            axes.plot(real["loss"], real["mean"], linestyle="none", marker=marker(index),
                      color=colour(index), markerfacecolor="white")
    draw_key(axes, "formula", "-")
    draw_key(axes, "simulated, losses apart", marked="o")
    draw_key(axes, "simulated, real blocks", marked="s", filled=False)
    axes.set_xscale("log")
    axes.set_ylim(0, 6)
    return finish(figure)


def draw_fig6(ctx):
    """Mean resequencing delay."""
    return draw_delay(ctx, "delay_mean", "mean delay (round-trip times)")


def draw_fig6_sd(ctx):
    """Standard deviation of the resequencing delay."""
    return draw_delay(ctx, "delay_sd", "standard deviation (round-trip times)")


def draw_fig7(ctx):
    """Efficiency against the length of the block."""
    figure, axes = new_figure("data packets of a block N", "efficiency",
                              "100 receivers, packet loss 1 %")
    model = model_rows(ctx.data(MODEL_BLOCK), "data")
    model = model[model["data"] <= 100]
    for index, block in enumerate(BLOCKS):
        rows = chosen(model, code=block)
        draw_reference(axes, rows["data"], rows["efficiency"], index, f"N+{index + 1}", "-")
    none = ctx.run_program(MODEL, {"code": "none", "group": 100, "loss": 0.01})["efficiency"]
    draw_reference(axes, [1, 100], [none, none], 3, "none")
    axes.set_ylim(0, 1)
    return finish(figure)


def draw_bare(ctx):
    """Retransmissions with and without redundancy."""
    figure, axes = new_figure("receivers", "packets sent for each data packet",
                              "Packet loss 1 %")
    model = model_rows(ctx.data(MODEL_GROUP["fig1"]), "group")
    draw_models(axes, model, "group", "cost", "code", CODES[:3], label="{value}")
    draw_models(axes, model, "group", "cost_alone", "code", CODES[:3], line="--")
    draw_lines(axes, ctx.data(BARE), "group", "cost", "code", None, "", order=CODES[:3])
    draw_key(axes, "formula, in later blocks", "-")
    draw_key(axes, "formula, alone", "--")
    draw_key(axes, "simulated, alone", marked="o")
    axes.set_xscale("log")
    axes.set_ylim(bottom=1)
    return finish(figure)


def draw_cost(data, x, xlabel):
    """Cost of every code against something else than the group or the loss rate."""
    figure, axes = new_figure(xlabel, "packets sent for each data packet",
                              "100 receivers, 1 % lost on the way to each")
    draw_lines(axes, data, x, "cost", "code", "{value}", order=CODES)
    axes.set_ylim(bottom=1)
    return finish(figure)


def draw_shared(ctx):
    """Losses that receivers have in common."""
    data = ctx.data(SHARED)
    data["share"] = data["sharedLoss"] / 0.01
    return draw_cost(data, "share", "share of losses on the common link")


def draw_burst(ctx):
    """Losses in runs."""
    data = ctx.data(BURST)
    data["length"] = data["run"].where(data["run"] > 0, 1 / 0.99)
    return draw_cost(data, "length", "packets lost in a row (mean)")


def draw_xorshift(ctx):
    """Residual loss of the variants of the shift code. The list of loss rates comes back longer."""
    figure, axes = new_figure("packet loss rate", "residual loss of data packets",
                              "6+2")
    data = ctx.data(PATTERNS)
    data = chosen(data, code="6+2")
    for index, (name, how) in enumerate(VARIANTS.items()):
        rows = chosen(data, codec=how["codec"])
        row = rows[rows["origin"].fillna(0) == how.get("origin", 0)].iloc[0]
        draw_reference(axes, row["losses_measured"], row["residual"], index, name, "-")
        axes.plot(row["losses_measured"], row["measured"], linestyle="none", marker=marker(index),
                  color=colour(index))
    axes.plot(CODE_LOSSES, CODE_LOSSES, color="0.5", linewidth=1, linestyle=":",
              label="no redundancy")
    draw_key(axes, "all patterns of losses", "-")
    draw_key(axes, "random losses", marked="o")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(1e-7, 1)
    return finish(figure)


def draw_adapt(ctx):
    """The controller in time."""
    row = ctx.data(ADAPTATION).iloc[0]
    with pyplot.rc_context(STYLE):
        figure, (top, middle, bottom) = pyplot.subplots(3, 1, sharex=True, figsize=(6.4, 5.5),
                                                        layout="constrained")
        top.semilogy(row["time_s"], numpy.maximum(row["loss_estimate"], 1e-4), color=colour(0))
        top.set_ylabel("loss estimate")
        middle.step(row["time_s"], row["n"], color=colour(0), label="N")
        middle.step(row["time_s"], row["m"], color=colour(1), label="M")
        middle.set_ylabel("packets")
        bottom.plot(row["time_s"], row["window"], color=colour(0), label="W_c")
        bottom.plot(row["time_s"], row["data_window"], color=colour(1), label="N/(N+M) W_c")
        bottom.set(xlabel="time (s)", ylabel="window (packets)")
        bottom.set_ylim(bottom=0)
    return finish(figure)


def draw_congestion(ctx):
    """What a window does that sees only the losses that stay."""
    data = ctx.data(CONGESTION)
    return pandas.DataFrame([
        {"code": code, "window reacts to": "reported loss" if reports else "lost data only",
         "lost at the bottleneck (%)": round(100 * row["bottleneck_loss"], 2),
         "mean window (packets)": round(row["window_mean"], 1),
         "goodput (Mbit/s)": round(row["goodput_mbps"], 2),
         "data lost (%)": round(100 * row["data_lost"], 2)}
        for code in CODES for reports in (True, False)
        for _, row in chosen(data, code=code, reports=reports).iterrows()])


def draw_tunnel(ctx):
    """TCP over a tunnel."""
    data = ctx.data(TCP_LINE)
    return pandas.DataFrame([
        {"code": code, "TCP's window (packets)": row["tcp_window"],
         "on the line (packets in a round trip)": round(row["line_packets_per_rtt"], 2),
         "on the line (Mbit/s)": round(row["line_mbps"], 3),
         "goodput (Mbit/s)": round(row["goodput_mbps"], 3)}
        for scale in (True, False) for code in CODES
        for _, row in chosen(data, code=code, scale=scale).iterrows()])


GROUP_CAPTION = ("Lines: (N+M)/N T(eps_M, G). Markers: simulated, mean and 95 % confidence interval "
                 "of five repetitions (quick mode: three).")

PAPER = Paper(
    key="packet-fec",
    figures=[
        Figure("fig1", "Number of transmissions against the size of the group, 1 % loss",
               draw_fig1, [MODEL_GROUP["fig1"], STAR["fig1"]], GROUP_CAPTION),
        Figure("fig2", "Number of transmissions against the size of the group, 0.1 % loss",
               draw_fig2, [MODEL_GROUP["fig2"], STAR["fig2"]], GROUP_CAPTION),
        Figure("fig3", "Number of transmissions against the size of the group, 10 % loss",
               draw_fig3, [MODEL_GROUP["fig3"], STAR["fig3"]], GROUP_CAPTION),
        Figure("fig4", "Efficiency against the loss rate, 100 receivers", draw_fig4, [MODEL_LOSS],
               "The inverse of the number of transmissions."),
        Figure("fig5", "Efficiency of classic TCP against the loss rate, window of 200 packets",
               draw_fig5, [MODEL_LOSS, STALL],
               "Lines: the sender idles for one window after each loss; with SACK (not drawn in the "
               "paper) only when the retransmission is lost, too. Markers: simulated with real "
               "blocks, where one pause makes good all losses of a block; mean and 95 % confidence "
               "interval."),
        Figure("fig6", "Resequencing delay against the loss rate, one receiver", draw_fig6,
               [MODEL_LOSS, DELAY],
               "Lines: closed form, every transmission is lost by itself with probability eps_M. "
               "Filled markers: simulated so, mean and 95 % confidence interval. Open markers: real "
               "blocks, whose losses come together, and retransmissions without redundancy."),
        Figure("fig6-sd", "Standard deviation of the resequencing delay", draw_fig6_sd,
               [MODEL_LOSS, DELAY], "Not drawn in the paper. As figure 6."),
        Figure("fig7", "Efficiency against the length of the block, 100 receivers, 1 % loss",
               draw_fig7, [MODEL_BLOCK], "N + 1, N + 2, N + 3 and no redundancy."),
        Figure("figx-bare", "Retransmissions with and without redundancy", draw_bare,
               [MODEL_GROUP["fig1"], BARE],
               "Not in the paper, which does not say. Full lines: retransmissions in data slots of "
               "later blocks, as in figure 1. Dashed lines and markers: alone."),
        Figure("figx-shared", "Losses that receivers have in common", draw_shared, [SHARED],
               "Not in the paper, which assumes that all losses are on the last leg. Simulated."),
        Figure("figx-burst", "Losses in runs", draw_burst, [BURST],
               "Not in the paper, which assumes independent losses. Simulated: two states "
               "(Gilbert)."),
        Figure("figx-xorshift", "Residual loss of variants of the XOR and shift code",
               draw_xorshift, [PATTERNS],
               "Not in the paper. Real octets. Only with longer parity packets does the code restore "
               "what the paper computes; then it equals Reed-Solomon. Dotted: no redundancy."),
        Figure("figx-adapt", "Redundancy and window as loss comes and goes", draw_adapt,
               [ADAPTATION],
               "Not in the paper. The path loses 0, 1, 10 and 0.1 % for a minute each. The controller "
               "takes the cheapest code of at most 8 packets that keeps the mean resequencing delay "
               "below a tenth of a round trip."),
        Figure("tabx-congestion", "What the window reacts to", draw_congestion, [CONGESTION],
               "Not measured in the paper. A bottleneck of 6.4 Mbit/s with room for 50 packets, one "
               "sender whose window grows by a packet in each round trip of 250 ms."),
        Figure("tabx-tunnel", "TCP over a tunnel with redundancy", draw_tunnel, [TCP_LINE],
               "Not measured in the paper. ns-3's TCP, limited by its window: 64 packets, or "
               "N/(N+M) of that."),
    ],
    experiments=[RESIDUAL, SACK, DELAY_CHECK, COSTS])
