# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of nif are decided by; the numbers that decide are in claims.toml."""

from hsn.claims import Measured
from hsn.stats import mean_ci, ratio_ci
from hsn.tables import chosen

from .runs import (ARRIVALS, BUFFERS, DEADLINES, EARLY, ETHERNET, FCFS, FCFS_ATM, FREE, HOLDERS,
                   JITTER, LATENCY, PLATFORMS, PROCESSORS, RATES, SEND, SHARE, STREAMS, TABLE,
                   TABLE3, TABLE4, THROUGHPUT, TOGETHER)

NAMES = {0: "no stream", 1: "1 stream", 2: "2 streams", 3: "3 streams"}
WAYS = ("receive", "send")
SYSTEMS = ("x-Kernel", "BSD", "SunOS")


def rate(ctx, system, way, message):
    """Simulated throughput, KB/s."""
    per_kb, per_message = PLATFORMS[system, way]
    row = chosen(ctx.data(THROUGHPUT), perKb=per_kb, perMessage=per_message, message=message,
                 send=way == "send")
    return float(row["kbytes_per_s"].iloc[0])


def throughput(ctx, message):
    """A column of tables 1 or 2."""
    return Measured({"rate": {f"{system}, {way}": rate(ctx, system, way, message)
                              for system in SYSTEMS for way in WAYS}})


def c01(ctx):
    """Table 1."""
    return throughput(ctx, 1)


def c02(ctx):
    """Table 2."""
    return throughput(ctx, 4)


def c03(ctx):
    """The x-Kernel over BSD."""
    points = [(message, way) for message in TABLE for way in WAYS]
    return Measured({
        "printed": {f"{message} KB, {way}": TABLE[message]["x-Kernel", way]
                    / TABLE[message]["BSD", way] for message, way in points},
        "simulated": {f"{message} KB, {way}": rate(ctx, "x-Kernel", way, message)
                      / rate(ctx, "BSD", way, message) for message, way in points}})


def c04(ctx):
    """Receiving 4 KB against what the Ethernet carries."""
    rates = {system: rate(ctx, system, "receive", 4) for system in SYSTEMS}
    return Measured({"share": {system: 100 * value / ETHERNET for system, value in rates.items()},
                     "spread": max(rates.values()) / min(rates.values())})


def per_message(one, four):
    """Time per message, ms, by the time for 1 KB and that for 4 KB at these rates in KB/s."""
    return (4 * 1000 / one - 4 * 1000 / four) / 3


def c05(ctx):
    """Time per message from two rates."""
    systems = ("x-Kernel", "BSD")
    return Measured({
        "receive": {system: per_message(rate(ctx, system, "receive", 1),
                                        rate(ctx, system, "receive", 4)) for system in systems},
        "send": {system: per_message(TABLE[1][system, "send"], TABLE[4][system, "send"])
                 for system in systems}})


def runs(ctx, host, streams):
    """Runs of tables 3 and 4, by seed."""
    return chosen(ctx.data(JITTER), **host, streams=streams).sort_values("seed")


def of(ctx, host, metric="variance_ms2", streams=3):
    """A metric of tables 3 and 4, by seed."""
    return runs(ctx, host, streams)[metric].to_numpy()


def by_streams(ctx, host, metric):
    """Means of a metric with 0 to 3 streams."""
    return {NAMES[n]: mean_ci(of(ctx, host, metric, n)) for n in STREAMS}


def steps(values):
    """By how much values, by seed, rise with each stream."""
    return {f"{n} to {n + 1}": mean_ci(values[n + 1] - values[n]) for n in STREAMS[:-1]}


def periods(ctx, host):
    """What tables 3 and 4 have."""
    return {"variance": by_streams(ctx, host, "variance_ms2"),
            "longest": by_streams(ctx, host, "max_ms"),
            "shortest": by_streams(ctx, host, "min_ms")}


def variances(ctx, host):
    """Variances with 0 to 3 streams, by seed."""
    return [of(ctx, host, streams=n) for n in STREAMS]


def c06(ctx):
    """Table 3."""
    return Measured({**periods(ctx, FCFS), "rise": steps(variances(ctx, FCFS))})


def c07(ctx):
    """Jitter and the number of streams."""
    values = variances(ctx, FCFS)
    return Measured({"rise": steps(values), "ratio": ratio_ci(values[3], values[0])})


def c08(ctx):
    """The network's share of the jitter."""
    share = 100 * of(ctx, FCFS, "network_variance_ms2") / of(ctx, FCFS)
    return Measured({"share": mean_ci(share)})


def c09(ctx):
    """Without protocol work."""
    return Measured({"variance": mean_ci(ctx.data(FREE)["variance_ms2"])})


def c10(ctx):
    """Table 4."""
    return Measured(periods(ctx, EARLY))


def c11(ctx):
    """Table 3 over table 4."""
    late, early = variances(ctx, FCFS), variances(ctx, EARLY)
    return Measured({"improvement": {NAMES[n]: ratio_ci(late[n], early[n]) for n in STREAMS},
                     "rise": steps([one / other for one, other in zip(late, early)]),
                     "printed": TABLE3[3][0] / TABLE4[3][0]},
                    "Printed variances give " + ", ".join(
                        f"{TABLE3[n][0] / TABLE4[n][0]:.3g}" for n in STREAMS) + ".")


def c12(ctx):
    """In order of arrival on ATM."""
    return Measured({"ratio": ratio_ci(of(ctx, FCFS_ATM), of(ctx, FCFS))})


def c13(ctx):
    """Load of the networks."""
    return Measured({"ethernet": mean_ci(of(ctx, FCFS, "network_percent")),
                     "atm": mean_ci(of(ctx, EARLY, "network_percent"))})


def c14(ctx):
    """A client beside one that keeps all its buffers."""
    data = ctx.data(HOLDERS)
    held, free = (chosen(data, hold=hold).set_index("rate") for hold in (1, 0))
    # without a holder one client has both flows, which take turns
    more = held["received"] - free["received"] / 2
    return Measured({"starved": float(held["starved"].sum()),
                     "holder": float(held["others_starved"].min()),
                     "delivered": {f"{at}/s": float(value) for at, value in more.items()}})


def buffers(ctx, policy="SwapOrReturn"):
    """What the program for buffers prints."""
    return chosen(ctx.data(BUFFERS), policy=policy).iloc[0]


def c15(ctx):
    """Random operations."""
    row = buffers(ctx)
    return Measured({name: float(row[name]) for name in ("violations", "unbalanced",
                                                         "operations")},
                    f"{row['received']} packets received, {row['starved']} lost without buffer.")


def c16(ctx):
    """Octets copied on reception."""
    row = buffers(ctx)
    return Measured({"copied": {"Swap": float(row["copied_swap"]),
                                "MustReturn, Ethernet": float(row["copied_must_return_late"]),
                                "MustReturn, ATM": float(row["copied_must_return_early"])}})


def c17(ctx):
    """Contents of a buffer on loan."""
    row = buffers(ctx, "PeekOnly")
    return Measured({"buffers": float(row["peek_buffers"]),
                     "in_call": bool(row["peek_readable_in_call"]),
                     "later": bool(row["peek_readable_later"])})


def extremes(values):
    """Shortest and longest."""
    return {"shortest": min(values), "longest": max(values)}


def c18(ctx):
    """From the interrupt to the client."""
    data = ctx.data(LATENCY)
    together = chosen(ctx.data(TOGETHER), client="late").iloc[0]["latencies_ms"]
    return Measured({
        "backlog": extremes(chosen(data, policy="SwapOrReturn").iloc[0]["latencies_ms"]),
        "copy": extremes(chosen(data, policy="MustReturn").iloc[0]["latencies_ms"]),
        "together": {f"packet {i}": value - 0.15 * (i + 1) for i, value in enumerate(together)}})


def c19(ctx):
    """Begin of the protocol work in BSD, of 20 packets that arrive together."""
    begins = chosen(ctx.data(TOGETHER), client="bsd").iloc[0]["begins_ms"]
    first = 20 * (0.15 + 0.01) + 0.01
    return Measured({"off": {f"packet {i}": value - first - 3 * i
                             for i, value in enumerate(begins)}},
                    f"{len(begins)} packets.")


def c20(ctx):
    """What protocols leave of the processor."""
    data = ctx.data(SHARE)
    return Measured({name: {f"{at}/s": float(chosen(data, client=client, rate=at)
                                             ["user_share"].iloc[0]) for at in RATES}
                     for name, client in (("bsd", "bsd"), ("nif", "late"))})


def c21(ctx):
    """BSD's client and one thread, with the same arrivals."""
    data = ctx.data(ARRIVALS)
    variance = {client: float(chosen(data, client=client)["delivery_variance_ms2"].iloc[0])
                for client in ("bsd", "late")}
    counts = data["delivered"]
    return Measured({"order": bool(data["in_order"].all()),
                     "ratio": variance["bsd"] / variance["late"]},
                    f"{counts.min()} to {counts.max()} packets.")


def c22(ctx):
    """The default client."""
    row = buffers(ctx)
    return Measured({"unclaimed": float(row["unclaimed_to_default"]),
                     "taken": bool(row["default_taken"])})


def c23(ctx):
    """Deadlines missed by the video with the short ones."""
    data = ctx.data(DEADLINES).sort_values("seed")
    missed = {client: chosen(data, client=client)["missed_b"].to_numpy()
              for client in ("late", "early", "deadline")}
    variance = {client: chosen(data, client=client)["variance_b_ms2"].mean()
                for client in ("early", "deadline")}
    return Measured({"deadline": float(missed["deadline"].sum()),
                     "static": float(missed["early"].sum()),
                     "late": float((missed["late"] - missed["early"]).sum())},
                    f"Static priorities, by run: {', '.join(map(str, missed['early']))}: A and B "
                    f"keep their phase for a whole run. Variance of B's periods: {variance['deadline']:.1f} ms² with deadlines, "
                    f"{variance['early']:.1f} with static priorities: most frames come ahead of "
                    "their logical arrival, and wait for it behind interactive work.")


def c24(ctx):
    """Video among other frames to be sent."""
    data = ctx.data(SEND)
    return Measured({name: float(chosen(data, scheduling=scheduling)["longest_wait_ms"].iloc[0])
                     for name, scheduling in (("wait", "Priority"), ("fcfs", "Fcfs"))})


def c25(ctx):
    """Two processors."""
    two = ctx.data(PROCESSORS).sort_values("seed")["variance_ms2"].to_numpy()
    return Measured({"ratio": ratio_ci(two, of(ctx, FCFS))})


def c26(_):
    """Choices less SunOS, printed."""
    def less(system):
        return {f"{message} KB, {way}": TABLE[message][system, way] - TABLE[message]["SunOS", way]
                for message in TABLE for way in WAYS}
    return Measured({"x_kernel": less("x-Kernel"), "bsd": less("BSD")})


def c27(ctx):
    """Octets copied on transmission."""
    row = buffers(ctx)
    return Measured({"copied": {"gathers": float(row["copied_sent_gather"]),
                                "does not": float(row["copied_sent_copy"])}})


def c28(ctx):
    """Video that waits for TCP."""
    most = {NAMES[n]: float(of(ctx, EARLY, "most_tcp_before", n).max()) for n in STREAMS}
    return Measured({"found": mean_ci(of(ctx, FCFS, "found_work_percent")), "most": most},
                    f"In order of arrival up to {of(ctx, FCFS, 'most_tcp_before').max()} TCP "
                    "packets are finished while a frame waits.")
