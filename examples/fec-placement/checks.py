# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of fec-placement are decided by; the numbers that decide are in claims.toml."""

import numpy

from hsn.claims import Measured

from .figures import (BIG, LARGEST, MODEL, PACKETS, PER_LAN, PLANES, TREE, gain, plane)


def grows(table):
    """The least step from one receiver number to the next, and from one k to the next."""
    return {"receivers": float(table.diff(axis=0).iloc[1:].to_numpy().min()),
            "branch": float(table.diff(axis=1).iloc[:, 1:].to_numpy().min())}


def both(ctx, fig):
    """Gains of FEC in the WAN and in the LAN."""
    return (gain(ctx, PLANES[fig], scope) for scope in ("Wan", "Lan"))


def top(table):
    """The largest value of a plane and where it is, in words."""
    r, k = table.stack().idxmax()
    return f"{table.max().max():.6f} at r = {r}, k = {k}"


def small(ctx):
    """Gain in small groups."""
    return gain(ctx, PLANES["fig4"], "All")


def big(ctx):
    """Gain in big groups."""
    return gain(ctx, PLANES["fig5"], "All")


def c01(ctx):
    """30 receivers without shared links."""
    return Measured({"gain": small(ctx).loc[30, 30]})


def c02(ctx):
    """Transmissions with FEC in small groups."""
    return Measured({"most": plane(ctx, PLANES["fig4"], "All").max().max()})


def c03(ctx):
    """Gain against receivers."""
    return Measured({"step": grows(small(ctx))["receivers"]},
                    "The least growth of the gain from r to r + 1, over r = 1..29 and k = 1..30.")


def c04(ctx):
    """Gain against shared links."""
    table = small(ctx)
    return Measured({"step": grows(table.loc[2:])["branch"],
                     "alone": float(table.loc[1].max() - table.loc[1].min())})


def c05(ctx):
    """One link of its own."""
    return Measured({"gain": small(ctx).loc[30, 1]})


def c06(ctx):
    """The gain of big groups is about 2."""
    table = big(ctx)
    inside = (table >= 1.8) & (table <= 2.2)
    outside = table[~inside].stack().dropna()
    huge = gain(ctx, LARGEST, "All")
    return Measured({"share": 100 * inside.to_numpy().mean()},
                    f"{int(inside.to_numpy().sum())} of {inside.size} points; the others have k up "
                    f"to {outside.index.get_level_values('k').max()} and r up to "
                    f"{outside.index.get_level_values('r').max()}; the least gain is "
                    f"{table.min().min():.3f}. It falls again in larger groups: with k = 1, "
                    f"{huge.loc[10000, 1]:.3f} for 10,000 receivers and {huge.loc[100000, 1]:.3f} "
                    "for 100,000.")


def c07(ctx):
    """With FEC, 3000 receivers."""
    return Measured({"transmissions": plane(ctx, PLANES["fig5"], "All").loc[3000, 30]})


def c08(ctx):
    """Independent losses are the worst case."""
    return Measured({"step": {name: grows(plane(ctx, PLANES["fig5"], scope))["branch"]
                              for name, scope in (("without FEC", "None"), ("with FEC", "All"))}},
                    "The least growth of E[T] with one shared link less.")


def c09(ctx):
    """Small group in a LAN."""
    wan, lan = both(ctx, "fig8")
    return Measured({"gain": {"WAN": wan.max().max(), "LAN": lan.max().max()},
                     "transmissions": plane(ctx, PLANES["fig8"], "None").max().max()})


def c10(ctx):
    """The WAN's plane is above."""
    wan, lan = both(ctx, "fig8")
    return Measured({"above": int((wan > lan).to_numpy().sum()), "points": wan.size})


def c11(ctx):
    """Wireless: the LAN's plane is above."""
    wan, lan = both(ctx, "fig9")
    below = (lan - wan).stack()
    return Measured({"gain": lan.max().max(), "least": below.min(),
                     "above": int((below > 0).sum()),
                     "exceptions": [f"{r}, {k}" for r, k in below[below <= 0].index]})


def c12(ctx):
    """Wireless: FEC in the WAN."""
    return Measured({"gain": gain(ctx, PLANES["fig9"], "Wan").max().max()})


def c13(ctx):
    """Wireless: growth."""
    return Measured({"step": grows(gain(ctx, PLANES["fig9"], "Lan"))})


def c14(ctx):
    """LANs of 5: the WAN's plane is above."""
    wan, lan = both(ctx, "fig10")
    ahead = lan - wan
    wrong = ahead[ahead > 0].stack().dropna()
    # one change: no common links lose anything, so that only the branches differ
    fixed = {"tree": 4, "perLan": 5, "q1": 0, "receivers": "2200", "branch": "1"}
    plain, coded = (ctx.run_program(MODEL, {**fixed, "scope": scope})["transmissions"][0]
                    for scope in ("None", "Lan"))
    return Measured({"least": -ahead.max().max(), "ahead": ahead.max().max(), "better": len(wrong),
                     "rest": ahead.size - len(wrong)},
                    f"FEC in the LAN is better at {len(wrong)} of {ahead.size} points, all with "
                    f"k up to {wrong.index.get_level_values('k').max()}; {top(ahead)} at the most. "
                    f"Without any loss on common links, the gain of FEC in "
                    f"the LAN at r = 2200, k = 1 is {plain / coded:.6f}, with them "
                    f"{lan.loc[2200, 1]:.6f}: the length of the common path does not matter.")


def c15(ctx):
    """LANs of 25: the largest gains."""
    wan, lan = both(ctx, "fig11")
    others = {}
    for per_lan in (50, 55):
        groups = sorted({round(r / per_lan) * per_lan for r in BIG})
        fixed = {"tree": 4, "perLan": per_lan, "receivers": ",".join(map(str, groups)),
                 "branch": ",".join(map(str, range(1, 26)))}
        values = [numpy.array(ctx.run_program(MODEL, {**fixed, "scope": scope})["transmissions"])
                  for scope in ("None", "Wan")]
        others[per_lan] = (values[0] / values[1]).max()
    return Measured({"lan": lan.max().max(), "wan": wan.max().max(), "corner": wan.loc[3000, 25],
                     "larger": others},
                    f"LAN {top(lan)}; WAN {top(wan)}; at the corner r = 3000, k = 25 the gain in "
                    f"the WAN is {wan.loc[3000, 25]:.3f}. With one change, more receivers in a LAN, "
                    + ", ".join(f"{n}: {value:.3f}" for n, value in others.items()) + ".")


def c16(ctx):
    """LANs of 100: the LAN's plane is above."""
    wan, lan = both(ctx, "fig12")
    return Measured({"above": int((lan > wan).to_numpy().sum()), "points": wan.size})


def c17(ctx):
    """The WAN's gain against the receivers of a LAN."""
    five, some, many = (gain(ctx, PLANES[fig], "Wan") for fig in PER_LAN)
    return Measured({"above": int(((five > some) & (some > many)).to_numpy().sum()),
                     "most": {str(n): gain(ctx, PLANES[fig], "Wan").max().max()
                              for fig, n in PER_LAN.items()}})


def c18(ctx):
    """Links of LANs that the helper builds, for 300 receivers."""
    return Measured({"links": {str(n): ctx.run_program(TREE, {
        "show": "Parents", "form": "Links", "tree": 4, "branch": 10, "receivers": 300,
        "perLan": n})["lan_links"] for n in PER_LAN.values()}})


KEYS = ["tree", "perLan", "q1", "q2", "q3", "receivers", "branch", "scope"]


def c19(ctx):
    """Simulated packets less the recursion, in standard errors."""
    off, within = {}, {}
    for key, runs in ctx.data(PACKETS).groupby(KEYS):
        params = {**dict(zip(KEYS, key)), "attempts": 2}
        model = ctx.run_program(MODEL, params)
        count = len(runs)
        tree, per_lan, _, q2, _, r, k, scope = key
        name = f"tree {tree}{f', {per_lan} a LAN' if tree == 4 else f', q2 {q2:g}'}, {r}, {k}, {scope}"
        error = numpy.sqrt((runs["standard_error"] ** 2).sum()) / count
        off[name] = (runs["transmissions"].mean() - model["transmissions"][0]) / error
        packets = runs["packets"].sum()
        for i in (1, 2):
            p = model["within"][i - 1]
            if packets * min(p, 1 - p) >= 10:  # else too few for a standard error
                within[f"{name}, {i}"] = ((runs[f"within_{i}"].mean() - p) /
                                          numpy.sqrt(p * (1 - p) / packets))
    return Measured({"off": off, "within": within, "points": len(off)})


def c20(ctx):
    """Big groups against small ones."""
    return Measured({"least": float((big(ctx).min() - small(ctx).max()).min())},
                    "At every k: the least gain for r = 100..3000 less the largest for r = 1..30.")


def c21(ctx):
    """A code from end to end of a path."""
    worst = {}
    for fig, scopes in (("fig4", ["All"]), ("fig5", ["All"]), ("fig8", ["Wan", "Lan"]),
                        ("fig9", ["Wan", "Lan"])):
        for scope in scopes:
            ratio = plane(ctx, PLANES[fig], scope, "Path") / plane(ctx, PLANES[fig], scope)
            worst[f"{fig}, {scope}"] = 100 * float((ratio - 1).abs().max().max())
    return Measured({"difference": worst})


def c22(ctx):
    """No shared links: two formulas."""
    worst = {}
    for receivers in (1, 5, 30, 3000):
        found = ctx.run_program(MODEL, {"receivers": receivers, "branch": 30, "attempts": 50})
        worst[str(receivers)] = float(max(abs(one - other) for one, other in
                                          zip(found["within"], found["within_at_source"],
                                              strict=True)))
    return Measured({"difference": worst})
