# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of ilp are decided by; the numbers that decide are in claims.toml."""

import numpy

from hsn.claims import Measured
from hsn.tables import chosen

from . import counters
from .figures import (EQUAL, HOST_INSTRUCTIONS, HOST_REAL, HOST_STATE, HOST_TAKEN, LARGEST,
                      MODEL_CACHE, MODEL_F, MODEL_K, MODEL_NINE, MODEL_R, MODEL_S, MODEL_SAME,
                      PRESETS, SHOWN, TABLE1)

WAYS = ("ilp", "sequential")
CACHES = ("warm", "cold")
ROUNDING = 1e-9  # ns/octet; of sums that are equal


def curve(ctx, experiment, preset, x, column):
    """{x: value} of the model."""
    rows = chosen(ctx.data(experiment), preset=preset).sort_values(x)
    return dict(zip(rows[x], rows[column]))


def gain(ctx, experiment, preset, x, caches):
    """{x: what integration gains} of the model, ns/octet."""
    ilp, sequential = (curve(ctx, experiment, preset, x, f"{way}_{caches}_ns") for way in WAYS)
    return {at: sequential[at] - ilp[at] for at in ilp}


def penalty(ctx, experiment, preset, x, way):
    """{x: cold less warm} of the model, ns/octet."""
    cold, warm = (curve(ctx, experiment, preset, x, f"{way}_{caches}_ns")
                  for caches in ("cold", "warm"))
    return {at: cold[at] - warm[at] for at in cold}


def width(values):
    """Greatest less smallest."""
    values = list(values)
    return max(values) - min(values)


def c01(ctx):
    """Second differences, which vanish on a line."""
    return Measured({"bend": {
        f"{preset}, {way}, {caches}": float(numpy.abs(numpy.diff(list(
            curve(ctx, MODEL_K, preset, "k", f"{way}_{caches}_ns").values()), 2)).max())
        for preset in PRESETS for way in WAYS for caches in CACHES}})


def host_gain(ctx, caches):
    """Words on what integration gains here."""
    rows = chosen(ctx.data(HOST_INSTRUCTIONS), mode="FeedForward", caches=caches).sort_values("k")
    return ", ".join(f"{seq - ilp:.2f} at k = {k}" for k, seq, ilp in zip(
        rows["k"], rows["sequential_ns"], rows["ilp_ns"]))


def c02(ctx):
    """Gains at all k, and accesses saved."""
    gains = {(preset, caches): gain(ctx, MODEL_K, preset, "k", caches).values()
             for preset in PRESETS for caches in CACHES}
    found = {key: value for key, value in counters.points(functions=3, s=2).items()}
    return Measured({
        "width": {f"{preset}, {caches}": width(values)
                  for (preset, caches), values in gains.items()},
        "gain": {f"{preset}, {caches}": min(values) for (preset, caches), values in gains.items()},
        **{what: {f"k = {k}": counters.saved(*found[3, 2, k], what) for _, _, k in found}
           for what in ("loads", "stores")}},
        f"{counters.compiler()} Measured on this machine, ns/octet, warm: "
        f"{host_gain(ctx, 'warm')}; cold: "
        f"{host_gain(ctx, 'cold')}.")


def gains_of(ctx, preset):
    """The gains at k = 10."""
    return Measured({caches: gain(ctx, MODEL_K, preset, "k", caches)[10] for caches in CACHES})


def c03(ctx):
    """SPARCstation 2."""
    return gains_of(ctx, "Ss2")


def c04(ctx):
    """HP 9000-735."""
    return gains_of(ctx, "Hp735")


def faster(ctx, preset):
    """By how much ILP is faster, cold, %."""
    ilp, sequential = (curve(ctx, MODEL_K, preset, "k", f"{way}_cold_ns") for way in WAYS)
    return [100 * (sequential[k] / ilp[k] - 1) for k in (4, 10, 100)]


def c05(ctx):
    """SPARCstation 2."""
    least, few, many = faster(ctx, "Ss2")
    return Measured({"few": few, "many": many}, f"{least:.0f} % at k = 4.")


def c06(ctx):
    """HP 9000-735."""
    least, few, many = faster(ctx, "Hp735")
    return Measured({"few": few, "many": many, "left end": least},
                    f"{least:.0f} % at k = 4, the left end of the figure.")


def c07(ctx):
    """Penalties at all k and s."""
    host = ctx.data(HOST_STATE)
    cold, warm = (chosen(host, caches=caches).set_index("s") for caches in ("cold", "warm"))
    here = {way: (cold[f"{way}_ns"] - warm[f"{way}_ns"]).median() for way in WAYS}
    return Measured({"width": {
        f"{preset}, {way}": width([*penalty(ctx, MODEL_K, preset, "k", way).values(),
                                   *penalty(ctx, MODEL_S, preset, "s", way).values()])
        for preset in PRESETS for way in WAYS}},
        f"On this machine, median of all s: ILP {here['ilp']:.2f}, sequential "
        f"{here['sequential']:.2f} "
        "ns/octet.")


def c08(ctx):
    """Penalties."""
    found = {(preset, way): penalty(ctx, MODEL_K, preset, "k", way)[10]
             for preset in PRESETS for way in WAYS}
    return Measured({
        "ss2": found["Ss2", "ilp"], "hp": found["Hp735", "ilp"],
        "hp_sequential": found["Hp735", "sequential"],
        "sequential_more": {preset: found[preset, "sequential"] > found[preset, "ilp"]
                            for preset in PRESETS},
        "ss2_more": {way: found["Ss2", way] > found["Hp735", way] for way in WAYS}})


def c09(_ctx):
    """Accesses saved by three functions."""
    found = counters.points(functions=3, k=10)
    return Measured({what: {f"s = {s}": counters.saved(*found[3, s, 10], what) for _, s, _ in found}
                     for what in ("loads", "stores")}, counters.compiler())


def c10(ctx):
    """Largest states without spill."""
    data = ctx.data(MODEL_R).set_index("registers")
    return Measured({"ilp": {int(r): int(row["ilp_largest_state"] - r // 3)
                             for r, row in data.iterrows()},
                     "sequential": {int(r): int(row["sequential_largest_state"] - r)
                                    for r, row in data.iterrows()}})


def c11(ctx):
    """Accesses, and cycles in accesses, for one more word of state beyond the limit."""
    slopes, cycles = {}, {}
    for preset, (cycle, access) in {"Ss2": (25, 2 + 3), "Hp735": (10.1, 1 + 1)}.items():
        spill = curve(ctx, MODEL_S, preset, "s", "ilp_spill")
        time = curve(ctx, MODEL_S, preset, "s", "ilp_warm_ns")
        for s in range(9):
            if spill[s]:
                name = f"{preset}, {s} to {s + 1}"
                slopes[name] = int(spill[s + 1] - spill[s])
                cycles[name] = float(time[s + 1] - time[s]) * 4 / cycle / access
    return Measured({"accesses": slopes, "cost": cycles})


def c12(ctx):
    """Nine registers."""
    data = ctx.data(MODEL_NINE)

    def numbers(scratch):
        """Spill at nine words, and how much more at ten."""
        rows = chosen(data, scratch=scratch).set_index("s")
        return (int(rows["ilp_spill"][9]), int(rows["ilp_spill"][10] - rows["ilp_spill"][9]),
                int(rows["sequential_spill"][10] - rows["sequential_spill"][9]))
    spill, ilp, sequential = numbers(1)
    return Measured({"spill": spill, "ilp": ilp, "sequential": sequential},
                    "Without the scratch register: {}, {} and {}.".format(*numbers(0)))


def c13(ctx):
    """Steps of the curves of figure 3."""
    ilp, sequential = (curve(ctx, MODEL_S, "Ss2", "s", f"{way}_warm_ns") for way in WAYS)
    return Measured({"flat": width(ilp[s] for s in range(3)),
                     "rise": {f"{s} to {s + 1}": ilp[s + 1] - ilp[s] for s in range(2, 8)},
                     "sequential": width(sequential[s] for s in range(9))})


def c14(ctx):
    """The first state that costs more than none."""
    first = {}
    for preset in PRESETS:
        ilp = curve(ctx, MODEL_S, preset, "s", "ilp_warm_ns")
        first[preset] = min(s for s in ilp if ilp[s] > ilp[0])
    return Measured({"higher": first["Hp735"] > first["Ss2"]},
                    f"From {first['Hp735']} words on, and from {first['Ss2']}.")


def c15(ctx):
    """Spill of functions with the same aggregate state."""
    data = ctx.data(MODEL_SAME)
    return Measured({"width": {preset: width(chosen(data, preset=preset)["ilp_spill"])
                               for preset in PRESETS}},
                    f"{int(chosen(data, preset='Ss2')['ilp_spill'].iloc[0])} accesses on the SS2, "
                    "none on "
                    "the HP.")


def functions(ctx, preset, s, way):
    """{F: ns/octet}, warm."""
    rows = chosen(ctx.data(MODEL_F), preset=preset, s=s).set_index("functions")
    return rows[f"{way}_warm_ns"].to_dict()


def c16(ctx):
    """The step from seven to eight functions, and all steps of the sequential loops."""
    faster_growth, bend = {}, {}
    for preset in PRESETS:
        for s in SHOWN[preset]:
            ilp, sequential = (functions(ctx, preset, s, way) for way in WAYS)
            faster_growth[f"{preset}, s = {s}"] = (ilp[8] - ilp[7] > sequential[8] - sequential[7]
                                                   + ROUNDING)
            bend[f"{preset}, s = {s}"] = width(numpy.diff(list(sequential.values())))
    return Measured({"faster": faster_growth, "bend": bend})


def c17(ctx):
    """Where the lines cut: ILP's from its last steps, extrapolated to few functions."""
    ilp, sequential = (functions(ctx, "Ss2", 5, way) for way in WAYS)
    slopes = ilp[8] - ilp[7], sequential[8] - sequential[7]
    return Measured({"functions": 8 - (ilp[8] - sequential[8]) / (slopes[0] - slopes[1])})


def c18(ctx):
    """The last point of figure 3."""
    ilp, sequential = (curve(ctx, MODEL_S, "Ss2", "s", f"{way}_warm_ns") for way in WAYS)
    return Measured({"ratio": ilp[LARGEST["Ss2"]] / sequential[LARGEST["Ss2"]]})


def host_note(ctx):
    """What notes say of this machine."""
    row = ctx.data(HOST_STATE).iloc[0]
    return f"{row['host']}, compiler {row['compiler']}"


def c19(ctx):
    """Cold, no spill."""
    rows = chosen(ctx.data(HOST_STATE), caches="cold", s=[0, 1, 2, 3]).sort_values("s")
    return Measured({"ratio": {f"s = {s}": seq / ilp for s, seq, ilp in zip(
        rows["s"], rows["sequential_ns"], rows["ilp_ns"])}}, f"{host_note(ctx)}.")


def c20(_ctx):
    """Arithmetic on table 1."""
    real = {name: TABLE1[f"{name}, real"] for name in ("HP", "SS-2")}
    ratios = {f"{name}, {caches}": values[at + 1] / values[at] for name, values in real.items()
              for caches, at in (("cold", 0), ("warm", 2))}
    parts = {f"{name}, {column}": one / other for name in real for column, one, other in zip(
        ("sequential cold", "ILP cold", "sequential warm", "ILP warm"),
        TABLE1[f"{name}, synthetic"],
        real[name])}
    return Measured({"ratio": ratios, "synthetic": parts})


def c21(_ctx):
    """The HP's rows of table 1."""
    return Measured({"off": {column: 100 * abs(one / other - 1) for column, one, other in zip(
        ("sequential cold", "ILP cold", "sequential warm", "ILP warm"), TABLE1["HP, synthetic"],
        TABLE1["HP, real"])}})


def grows(values, strictly=False):
    """Whether numbers never fall, or always rise."""
    steps = numpy.diff(list(values))
    return bool((steps > 0).all() if strictly else (steps >= 0).all())


def c22(ctx):
    """Registers, and cycles of accesses."""
    registers = ctx.data(MODEL_R).sort_values("registers")
    cache = ctx.data(MODEL_CACHE)
    cache = cache.assign(loss=cache["ilp_warm_ns"] - cache["sequential_warm_ns"])
    return Measured({
        "threshold": grows(registers["ilp_largest_state"]),
        "load": {f"store {store}": grows(rows.sort_values("load")["loss"], True)
                 for store, rows in cache.groupby("store")},
        "store": {f"load {load}": grows(rows.sort_values("store")["loss"], True)
                  for load, rows in cache.groupby("load")}},
        f"Loss from {cache['loss'].min():.0f} to {cache['loss'].max():.0f} ns/octet.")


def c23(ctx):
    """All loops that were compiled."""
    row = ctx.data(EQUAL).iloc[0]
    return Measured({"messages": int(row["messages"]),
                     "wrong": int(row["messages"] - row["equal"])},
                    f"{int(row['points'])} combinations of functions and compiler settings.")


def real(ctx, name, caches, build="scalar"):
    """Sequential / integrated."""
    row = chosen(ctx.data(HOST_REAL), real=name, build=build, caches=caches).iloc[0]
    return row["sequential_ns"] / row["ilp_ns"]


def c24(ctx):
    """Simple functions against those with a CRC."""
    simple, crc = (real(ctx, name, "warm") for name in ("simple", "crc"))
    return Measured({"more": simple > crc}, f"Sequential / ILP {simple:.2f} and {crc:.2f}; vector "
                    f"instructions {real(ctx, 'simple', 'warm', 'vector'):.2f} and "
                    f"{real(ctx, 'crc', 'warm', 'vector'):.2f}. {host_note(ctx)}.")


def c25(ctx):
    """A line through the times of the sequential loops."""
    rows = chosen(ctx.data(HOST_INSTRUCTIONS), mode="Serial", caches="warm")
    fit = numpy.corrcoef(rows["k"], rows["sequential_ns"])[0, 1] ** 2
    return Measured({"r2": float(fit)}, f"{host_note(ctx)}.")


def c26(_ctx):
    """Aggregate state and accesses to the stack, F = 1 to 6, k = 20."""
    found = counters.points(k=20)
    several = {f * s: [] for f, s, _ in found if f > 1}
    alone = {}
    for (f, s, _), (one, single) in found.items():
        if f > 1:
            several[f * s].append(one["stack"])
        alone.setdefault(s, []).extend(counts["stack"] for counts in single)

    def limit(stacks):
        """(whether stack accesses begin at one size, the largest size without)."""
        without = max(size for size, counts in stacks.items() if not all(counts))
        return without < min(size for size, counts in stacks.items() if any(counts)), without
    (sharp, ilp), (sharp_alone, sequential) = limit(several), limit(alone)
    return Measured({"sharp": {"ILP": sharp, "sequential": sharp_alone},
                     "apart": abs(ilp - sequential)},
                    f"Words without stack access: {ilp} in all in an integrated loop, {sequential} "
                    f"in one of one function. {counters.compiler()}")


def c27(ctx):
    """Registers taken away, one by one."""
    data = ctx.data(HOST_TAKEN).sort_values("taken").set_index("taken")
    found = {taken: counters.points(setting=taken, functions=3, s=3, k=10)[3, 3, 10]
             for taken in range(8)}
    stack = [found[taken][0]["stack"] for taken in range(8)]
    ratio = data["ilp_ns"] / data["sequential_ns"]
    return Measured({
        "never_fall": grows(stack), "slower": float(data["ilp_ns"][7] / data["ilp_ns"][0]),
        "rise": float(ratio[7] / ratio[0]),
        "sequential": max(counts["stack"] for _, single in found.values() for counts in single)},
        f"Stack accesses {', '.join(map(str, stack))}; ILP "
        + ", ".join(f"{value:.3f}" for value in data["ilp_ns"]) + "; sequential "
        + ", ".join(f"{value:.3f}" for value in data["sequential_ns"]) + " ns/octet. "
        + f"{host_note(ctx)}.")


def c28(ctx):
    """The functions of table 1."""
    return Measured({"ratio": {caches: real(ctx, "simple", caches) for caches in CACHES}},
                    f"{host_note(ctx)}.")
