# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of ilp-codegen are decided by; the numbers that decide are in claims.toml."""

import re

from hsn.claims import Measured
from hsn.provenance import processor
from hsn.tables import chosen

from .figures import (CALL_TIMES, CHECK, CHECKS, DAMAGED, LARGE, TIMES, XDR, gains)
from .random_loops import compare
from .tools import (FOLDER, configuration, group_octets, ilpgen, lines_of, schedule, transfer_xdr)

UNITS = [(4,), (8, 4), (8, 12), (4, 8, 16), (12, 16, 8)]


def named(lengths):
    """Units as claims.toml names them."""
    return "+".join(map(str, lengths))


def counted(ctx, column, variants=("simple", "paper", "triple")):
    """{variant: number}"""
    return {variant: chosen(ctx.data(CHECKS), variant=variant)[column].iloc[0] for variant in variants}


def share(ctx, part, whole, variants=("simple", "paper", "triple")):
    """{variant: share of what was tried}"""
    parts, wholes = (counted(ctx, one, variants) for one in (part, whole))
    return {variant: parts[variant] / wholes[variant] for variant in variants}


def c01(ctx):
    """Random configurations, compiled, against functions in sequence in Python."""
    done = compare(50 if ctx.mode == "quick" else 1000, messages=24)
    note = (f"{done['configurations']} configurations, groups of {done['group_sizes']} octets, "
            f"{done['messages']} messages. " + " ".join(done["wrong"][:3]))
    return Measured({"messages": done["messages"], "wrong": len(done["wrong"])}, note)


def c02(ctx):
    """There and back."""
    return Measured({"equal": share(ctx, "round_trips_equal", "round_trips"),
                     "kinds": counted(ctx, "kinds")},
                    f"{int(min(counted(ctx, 'round_trips').values()))} ADUs for each configuration.")


def c03(ctx):
    """Calls of the checksum's kernel for each call of the cipher's."""
    calls = share(ctx, "checksum_calls", "cipher_calls", ["paper"])["paper"]
    return Measured({"steps": 2 * calls}, f"Each of {calls:g} calls adds two numbers of 16 bits.")


def c04(_ctx):
    """Units of 6 and 4 octets."""
    status, _, error = ilpgen(configuration([6, 4]), "--check")
    return Measured({"octets": group_octets([6, 4]),
                     "refused": status == 2 and "is not a multiple of 4" in error}, error.strip())


def c05(_ctx):
    """The smallest group."""
    refused = [ilpgen(configuration([length]), "--check")[0] for length in (-4, 0, 1, 2, 3)]
    return Measured({"least": min(schedule(units)["octets"] for units in UNITS),
                     "refused": all(status == 2 for status in refused)})


def c06(_ctx):
    """The group for some units, and how often each function is called for it."""
    plans = {named(units): schedule(units) for units in UNITS}
    calls = {name: [len(re.findall(rf"\({i},", plan["send"])) for i in range(name.count("+") + 1)]
             for name, plan in plans.items()}
    large = {named(units): schedule(units)["octets"] for units in [(20, 28, 36)]}
    return Measured({"octets": {**{name: plan["octets"] for name, plan in plans.items()}, **large},
                     "calls": calls})


def c07(ctx):
    """Accesses for each word, the least and the most of any message."""
    names = [f"{way}_{what}" for way in ("send", "receive") for what in ("reads", "writes")]
    return Measured({"accesses": {f"{variant}, {name}, {end}": counted(ctx, f"{name}_{end}")[variant]
                                  for name in names for end in ("min", "max")
                                  for variant in ("simple", "paper", "triple")}},
                    "Sending: words read from the application's data, words written to the message. "
                    "Receiving: the other way round.")


def host_note(ctx):
    """What notes say of this machine."""
    return f"{processor()}, compiler {ctx.data(TIMES)['compiler'].iloc[0]}."


def c08(ctx):
    """Kernels that are called against kernels in the loop. The time of XDR alone, which has no kernel,
    takes out what differed between the two runs."""
    slower = {}
    for size in LARGE:
        own, calls = (chosen(ctx.data(one), variant="simple", size=size, **more).iloc[0]
                      for one, more in ((TIMES, {"caches": "warm"}), (CALL_TIMES, {})))
        slower[size] = (calls["generated_ns"] / calls["xdr_ns"]) / (own["generated_ns"] / own["xdr_ns"])
    return Measured({"slower": slower}, host_note(ctx))


def c09(_ctx):
    """The order of calls."""
    plan = schedule([8, 4, 12])
    return Measured({"send": plan["send"], "receive": plan["receive"]})


def c10(ctx):
    """Calls for a hundred ADUs."""
    return Measured({"inits": counted(ctx, "inits_of_100")["triple"],
                     "begins": counted(ctx, "begins_of_100")["triple"]})


def c11(ctx):
    """Padding of all lengths."""
    return Measured({"right": share(ctx, "padded_right", "lengths")})


def c12(ctx):
    """Results behind the manipulated part, and two ADUs computed outside of this code."""
    oracles = {text: ctx.run_program(CHECK, {"variant": "paper", "text": text})
               for text in ("ABCDE", "ABCDEFGHI")}
    return Measured({"behind": share(ctx, "results_behind", "lengths"),
                     "manipulated": {text: seen["manipulated"] for text, seen in oracles.items()},
                     "result": {text: f"{int(seen['trailer']):08x}" for text, seen in oracles.items()}})


def c13(ctx):
    """Which level is reported."""
    crc, checksum, both = counted(ctx, "levels")["triple"]
    return Measured({"level": {"CRC (1)": crc, "checksum (2)": checksum, "both": both},
                     "bits": share(ctx, "bits_found", "bits")},
                    "Every single bit of the manipulated part was inverted as well.")


def c14(ctx):
    """ADUs cut off and extended."""
    return Measured({"word": share(ctx, "wrong_by_word_found", "wrong_lengths"),
                     "group": share(ctx, "wrong_by_group_found", "wrong_lengths")})


def c15(ctx):
    """Functions for the union."""
    text = (FOLDER / "generated" / "paper-functions.h").read_text("utf-8")
    return Measured({"send": len(re.findall(r"^Send\w+\(", text, re.MULTILINE)),
                     "receive": len(re.findall(r"^Receive\w+\(", text, re.MULTILINE)),
                     "kinds": counted(ctx, "kinds")["paper"]})


def c16(ctx):
    """Another cipher, the same sources."""
    texts = {}
    for name in ("paper", "simple"):
        text = (FOLDER / "generated" / f"{name}-functions.h").read_text("utf-8")
        text = re.sub(r"// Made by .*", "", text)  # which configuration
        text = re.sub(name, "NAME", text, flags=re.IGNORECASE)
        texts[name] = re.sub(r"\s+", " ", text)  # arguments are aligned
    return Measured({"same": texts["paper"] == texts["simple"],
                     "equal": share(ctx, "sequential_same_octets", "hand_lengths", ["paper", "simple"]),
                     "round_trips": share(ctx, "round_trips_equal", "round_trips", ["paper", "simple"])},
                    "The functions for ADUs, which an application calls, differ in their names alone. One "
                    "source of a program serves both.")


def times(ctx, caches, variant, above, below):
    """{octets: ratio of two times}"""
    rows = chosen(ctx.data(TIMES), caches=caches, variant=variant, size=LARGE)
    return {int(row["size"]): row[above] / row[below] for _, row in rows.iterrows()}


def c17(ctx):
    """Generated against manual loops."""
    cold = times(ctx, "cold", "paper", "generated_ns", "hand_ns")
    slow = {name: times(ctx, "warm", name, "word_by_word_ns", "hand_ns") for name in ("paper", "simple")}
    return Measured({name: times(ctx, "warm", name, "generated_ns", "hand_ns")
                     for name in ("paper", "simple")},
                    "Cold: " + ", ".join(f"{ratio:.2f} at {size}" for size, ratio in cold.items())
                    + ". Word by word, as in the paper's code, warm: "
                    + "; ".join(f"{name} " + ", ".join(f"{ratio:.2f} at {size}" for size, ratio in
                                                       one.items()) for name, one in slow.items())
                    + f". {host_note(ctx)}")


def c18(ctx):
    """Transfers with a host that needs time."""
    measured = gains(ctx)
    host = times(ctx, "warm", "simple", "sequential_ns", "generated_ns")
    return Measured({"gain": {name: 100 * measured[value] for name, value in
                              (("3/11", round(3 / 11, 9)), ("1/2", 0.5), ("1", 1))}},
                    "On this host the simple loop is "
                    + ", ".join(f"{ratio:.2f} (at {size})" for size, ratio in host.items())
                    + " times as fast when integrated, warm.")


def c19(ctx):
    """Simple loops."""
    warm = times(ctx, "warm", "simple", "sequential_ns", "generated_ns")
    return Measured({"cold": times(ctx, "cold", "simple", "sequential_ns", "generated_ns")},
                    "Warm: " + ", ".join(f"{ratio:.2f} at {size}" for size, ratio in warm.items())
                    + f". {host_note(ctx)}")


def c20(ctx):
    """What integration gains with either cipher."""
    ratios = {name: times(ctx, "warm", name, "sequential_ns", "generated_ns")
              for name in ("paper", "simple")}
    return Measured({"less": {size: ratios["paper"][size] < ratios["simple"][size] for size in LARGE}},
                    "; ".join(f"{name}: " + ", ".join(f"{ratio:.2f} at {size}" for size, ratio in
                                                      one.items()) for name, one in ratios.items())
                    + f". {host_note(ctx)}")


def c21(ctx):
    """XDR of the generated stubs against XDR written in Python."""
    data = ctx.data(XDR)
    wrong = [f"{row['kind']}, {row['n']}" for _, row in data.iterrows()
             if row["xdr"] != transfer_xdr(row["kind"], int(row["n"])).hex() or not row["equal"]
             or row["level"] != 0 or not row["size_right"]]
    return Measured({"wrong": len(wrong), "adus": len(data)}, " ".join(wrong))


def c22(_ctx):
    """Lines that a user writes, and lines that are made of them."""
    written = sum(lines_of(FOLDER / name) for name in ("transfer.adu", "paper.ilp.cfg"))
    made = sum(lines_of(FOLDER / "generated" / name) for name in (
        "transfer-adu.h", "paper-state.h", "paper-loop.h", "paper-results.h", "paper-functions.h"))
    return Measured({"share": written / made}, f"{written} lines are written, {made} made; comments and "
                    "empty lines are not counted. That generated code has fewer faults is not measured.")


def c23(ctx):
    """Accesses and calls of generated and manual code."""
    return Measured({"counts": share(ctx, "hand_same_counts", "hand_lengths"),
                     "octets": share(ctx, "hand_same_octets", "hand_lengths")})


def damaged(ctx):
    """Transfers with damaged ADUs."""
    data = ctx.data(DAMAGED).set_index("protocol")
    lost = data["adus_sent"] - data["adus_good"] - data["errors_by_checksum"] - data["errors_by_decoder"]
    return Measured({"wrong": data["adus_wrong"].to_dict(), "unnoticed": (
        data["adus_damaged"] - data["errors_by_checksum"] - data["errors_by_decoder"]).to_dict(),
        "lost": lost.to_dict()})
