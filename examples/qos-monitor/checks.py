# SPDX-License-Identifier: GPL-2.0-only
"""What is measured for each claim of qos-monitor."""

from hsn.claims import Measured
from hsn.tables import chosen

from .runs import (ANSWER, FAULTS, FORMULAS, HOSTS, INTERFACE, LIGHT, OVERFLOW, PATHS, PROGRAM,
                   PROTOCOLS, RESERVE, SETUP, TRANSFER, WAKEUPS)

ROOT = "1.3.6.1.4.1.32473.97.1.2.1."  # of the table's columns


def row(ctx, experiment, **values):
    """The metrics of one run."""
    return chosen(ctx.data(experiment), **values).iloc[0]


def formulas(ctx):
    """The metrics without a network."""
    return row(ctx, FORMULAS)


def c01(ctx):
    """Records of the transfer."""
    found = row(ctx, TRANSFER, monitor="on")
    return Measured({"events": int(found["events"]), "rate": float(found["events_per_s"])},
                    f"1 MB in {found['time_s']:.3f} s.")


def c02(ctx):
    """What the monitor costs."""
    on, off = (float(row(ctx, TRANSFER, monitor=one)["time_s"]) for one in ("on", "off"))
    return Measured({"share": (on - off) / on}, f"{on:.3f} s with the monitor, {off:.3f} s without.")


def c03(ctx):
    """Records that find the FIFO empty."""
    found = row(ctx, TRANSFER, monitor="on")
    data = ctx.data(WAKEUPS)
    ratios = dict(zip(data["ce"], data["wakeups"] / data["events"]))
    return Measured({"ratio": float(found["wakeups"] / found["events"]),
                     "dense": {f"c_e = {ce:g} ms": float(ratios[ce]) for ce in (3, 4)}},
                    "By c_e: " + ", ".join(f"{value:.3f} at {ce:g} ms"
                                           for ce, value in ratios.items()) + ".")


def c04(ctx):
    """Throughput while everything is drawn."""
    return Measured({"rate": float(row(ctx, TRANSFER, monitor="gui")["throughput_bps"]) / 1000})


def c05(ctx):
    """The light alone."""
    light = row(ctx, LIGHT, cross=0)
    off, on = (float(row(ctx, TRANSFER, monitor=one)["throughput_bps"]) for one in ("off", "on"))
    cost = 1 / float(light["throughput_bps"]) - 1 / off
    return Measured({"ratio": cost / (1 / on - 1 / off)})


def c06(ctx):
    """The request line."""
    return Measured({"wrong": int(formulas(ctx)["wrong_requests"])})


def c07(ctx):
    """Colours."""
    return Measured({"colours": list(formulas(ctx)["colours"])})


def c08(ctx):
    """Throughput at high load."""
    return Measured({"steps": {f"alpha = {alpha} ms": float(value) for alpha, value in
                               dict(formulas(ctx)["high_load_steps"]).items()}})


def c09(ctx):
    """Throughput at low load."""
    return Measured({"values": [int(one) for one in formulas(ctx)["low_load_bps"]]})


def c10(ctx):
    """Round trip against the times of the links, by hand."""
    found = row(ctx, PATHS, segment=600, reverse=-1)
    # 600 + 32 XTP + 20 IP + 2 PPP octets there, 52 + 22 back, at 1 Gb/s and 10 Mb/s, 0.75 ms each
    true = 654 * 8 + 654 * 800 + 750000 + 74 * 800 + 750000 + 74 * 8
    return Measured({"off": int(found["rtt_second_ns"]) - true},
                    f"{true} ns by hand; records taken at once.")


def c11(ctx):
    """Half of the round trip against the way there."""
    same = row(ctx, PATHS, segment=20)
    other = row(ctx, PATHS, segment=600, reverse=10)
    there = 654 * 8 + 654 * 800 + 750000
    back = 74 * 8 + 10000000
    return Measured({"same": float(same["rtt_second_ns"] / 2 - same["way_ns"]),
                     "way": int(other["way_ns"]) - there,
                     "other": float(other["rtt_second_ns"] / 2 - other["way_ns"]) - (back - there) / 2})


def c12(ctx):
    """Errors."""
    found = formulas(ctx)
    return Measured({"example": int(found["errors_example"]), "none": int(found["errors_none"]),
                     "no_span": int(found["errors_no_span"]),
                     "report": int(found["errors_of_report"]),
                     "control": bool(found["control_starts_errors"])})


def c13(ctx):
    """The same packets lost in the queue and on the line."""
    queue = row(ctx, OVERFLOW)
    lost = sorted(int(one) for one in queue["lost"])
    line = ctx.run_program(PROGRAM, {"bytes": 200000, "lose": ",".join(map(str, lost))})
    return Measured({"lost": 8 * 600 * len(lost), "difference": int(line["error_bits"])
                     - int(queue["error_bits"]), "off": int(line["error_bits"]) - 4800 * len(lost)},
                    f"{len(lost)} packets of 600 octets.")


def c14(ctx):
    """The table of the mapping."""
    expected = {"audio": (64000, 1, 1.175, 75200, 75200),
                "video": (1536000, 6, 0.1875, 1728000, 1568256),
                "mpeg": (1860000, 6, 0.193548, 2160000, 1900320),
                "aal5": (1537536, 167, 0.006618, 1699392, 1697856)}
    names = ("R(a)", "nu", "beta", "R(n)", "exact R(n)")
    rates = dict(formulas(ctx)["rates"])
    return Measured({"off": {f"{example}, {name}": abs(round(rates[example][1 + i], 6) / value - 1)
                             for example, values in expected.items()
                             for i, (name, value) in enumerate(zip(names, values))}})


def c15(ctx):
    """The order of the rates."""
    rates = dict(formulas(ctx)["rates"])
    return Measured({"first": {name: rates[name][4] >= rates[name][1] >= rates[name][0]
                               for name in ("audio", "video", "mpeg", "aal5")},
                     "second": {name: rates[name][1] < rates[name][0]
                                for name in ("table3 video", "table3 audio")}})


def c16(ctx):
    """Rows of both directions at both ends."""
    found = row(ctx, ANSWER)
    return Measured({"there": int(found["out_bits"] - found["in_bits"]),
                     "back": int(found["answer_out_bits"] - found["answer_in_bits"]),
                     "bits": int(found["out_bits"]), "answer": int(found["answer_in_bits"])})


def c17(ctx):
    """Red after the onset, and no longer after the queue is empty."""
    found = row(ctx, FAULTS, sided="Both")
    changes = list(zip(found["change_times_s"], found["changes"]))
    red = [time for time, colour in changes if colour == "red"]
    last = max(time for time, colour in changes if colour == "red")
    cleared = min(time for time, _ in changes if time > last)
    return Measured({"before": sum(time < 40 for time in red), "onset": red[0] - 40,
                     "cleared": cleared - float(found["emptied_s"]), "alarms": int(found["alarms"])},
                    "Changes: " + ", ".join(f"{colour} at {time:.3f} s" for time, colour in changes)
                    + f"; the queue was empty at {found['emptied_s']:.3f} s.")


def by_names(lines):
    """{name of an instance: value} of the last update in a CSV file, by HSN-QOS-MIB alone."""
    head, *rows = [line.split(",") for line in lines]
    found = {}
    for one in (one for one in rows if one[0] == rows[-1][0]):
        index = [int(one[1][i:i + 2], 16) for i in range(0, 16, 2)] + [{"in": 1, "out": 2}[one[2]]]
        for column, value in enumerate(one[3:], start=3):
            if value:
                found[ROOT + ".".join(map(str, [column, *index]))] = value
    assert head[3] == "throughput"
    return found


def c18(ctx):
    """A walk against the exported table."""
    different, count, total = {}, {}, 0
    for protocol in PROTOCOLS:
        found = row(ctx, HOSTS, protocol=protocol)
        walk = {name: value for name, value in zip(found["walk_names"], found["walk_values"])
                if name.startswith(ROOT)}
        table = by_names(found["table"])
        different[protocol] = len(set(walk.items()) ^ set(table.items()))
        count[protocol] = len(table)
        total += found["walk_requests"]
    return Measured({"different": different, "instances": count}, f"{total} requests.")


def c19(ctx):
    """The time of a set-up."""
    times = {(delay, profile): float(row(ctx, SETUP, delay=delay, profile=profile)["setup_ms"])
             for delay in (0.75, 10) for profile in (0, 256)}
    more = {delay: times[delay, 256] - times[delay, 0] for delay in (0.75, 10)}
    return Measured({"trips": {f"{2 * delay:g} ms": int(more[delay] // (2 * delay))
                               for delay in more},
                     "share": more[10] / times[10, 0]},
                    f"Round trip of 1.5 ms: {times[0.75, 0]:.3f} ms, {times[0.75, 256]:.3f} with a "
                    f"profile, {100 * more[0.75] / times[0.75, 0]:.0f} % more. Of 20 ms: "
                    f"{times[10, 0]:.3f} ms, {times[10, 256]:.3f} with it.")


def c20(ctx):
    """A group of three."""
    found = formulas(ctx)
    return Measured({"beyond": int(found["group_beyond"]), "accepted": bool(found["group_accepted"]),
                     "fails": str(found["group_fails"])})


def c21(ctx):
    """Rows of several transports."""
    columns, absent, octets = {}, {}, {}
    for protocol in PROTOCOLS:
        found = row(ctx, HOSTS, protocol=protocol)
        columns[protocol] = found["table"][0].split(",") == ["time_s", "connId", "direction",
                                                             *found["columns"]]
        absent[protocol] = [name for name in ("rtt", "errorBits", "jitter")
                            if name not in found["present"]]
        octets[protocol] = found["received_bytes"] > 0 and "throughput" in found["present"]
    return Measured({"columns": columns, "rows": octets, "udp": absent["udp"],
                     "tcp": len(absent["tcp"]), "xtp": len(absent["xtp"])},
                    "Absent: " + ", ".join(f"{key} {' '.join(value) or 'none'}"
                                           for key, value in absent.items()) + ".")


def c22(ctx):
    """Parameters that a protocol does not tell."""
    found = formulas(ctx)
    return Measured({"data": bool(found["data_only_has"]),
                     "without": bool(found["no_contract_has_jitter"]),
                     "with": bool(found["contract_has_jitter"])})


def c23(ctx):
    """The catalogue."""
    found = formulas(ctx)
    return Measured({"resources": int(found["resources_at_two_levels"]),
                     "names": list(found["at_two_levels"])})


def c25(ctx):
    """CPU time of a record."""
    found = row(ctx, INTERFACE)
    fifo, socket, snmp = (float(found[f"{name}_ns"]) for name in ("fifo", "socket", "snmp"))
    return Measured({"socket": socket / fifo, "snmp": snmp / socket},
                    f"FIFO {fifo:.0f} ns, socket {socket:.0f} ns, SNMP {snmp:.0f} ns.")


def c26(ctx):
    """Flows admitted by peak and by mean rate."""
    used, red, flows = {}, {}, {}
    for by in ("peak", "mean"):
        runs = chosen(ctx.data(RESERVE), by=by)
        used[by] = float(runs["utilization"].mean())
        red[by] = int(runs["red_intervals"].sum())
        flows[by] = int(runs["flows"].iloc[0])
    return Measured({"peak": used["peak"], "more": used["mean"] / used["peak"],
                     "never": red["peak"], "red": red["mean"]},
                    f"{flows['peak']} flows by peak, {flows['mean']} by mean; utilization "
                    f"{used['peak']:.3f} and {used['mean']:.3f}.")


def c27(ctx):
    """Redraws of the light."""
    return Measured({"calm": int(row(ctx, LIGHT, cross=0)["redraws"]),
                     "fault": int(row(ctx, LIGHT, cross=15)["redraws"])})
