# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of background are decided by. The numbers that decide are in claims.toml."""

from hsn.claims import Measured
from hsn.tables import chosen, intervals

from .figures import ALONE, MB, NAMES, UNEQUAL, by_name, ratios

CAPACITY = 400e6 / 8  # bytes/s
LOSS_BASED = ["cubic", "bic", "htcp", "hstcp", "stcp", "sack"]


def share(buffer, rtt):
    """A buffer in percent of the bandwidth-delay product, rtt in s."""
    return Measured({"share": 100 * buffer / (CAPACITY * rtt)})


def c01(ctx):
    """A buffer of 2 MB at 162 ms."""
    return share(2 * MB, 0.162)


def c02(ctx):
    """A buffer of 8 MB at 324 ms."""
    return share(8 * MB, 0.324)


def utilizations(data):
    """{(protocol, RTT): utilization} with readable points."""
    return {(name, f"{rtt:g} ms"): value for (name, rtt), value in
            intervals(by_name(data), "utilization", ["what", "rtt"]).items()}


def c06(ctx):
    """Utilization of the protocols that fill the link."""
    data = chosen(ctx.data(ALONE), protocol=["bic", "cubic", "htcp", "hstcp"])
    return Measured({"short": utilizations(data[data["rtt"] <= 162]),
                     "long": utilizations(chosen(data, rtt=324))})


def mean(data, **point):
    """The mean utilization at a point."""
    return chosen(data, **point)["utilization"].mean()


def c07(ctx):
    """TCP-SACK at 324 ms."""
    data = ctx.data(ALONE)
    sack = mean(data, protocol="sack", rtt=324)
    others = {NAMES[one]: mean(data, protocol=one, rtt=324) - sack
              for one in LOSS_BASED if one != "sack"}
    return Measured({"drop": mean(data, protocol="sack", rtt=42) - sack, "others": others})


def c09(ctx):
    """STCP at 324 ms."""
    data = ctx.data(ALONE)
    stcp = mean(data, protocol="stcp", rtt=324)
    return Measured({"drop": mean(data, protocol="stcp", rtt=42) - stcp,
                     "behind": mean(data, protocol="cubic", rtt=324) - stcp})


def c30(ctx):
    """RTT-fairness of H-TCP and FAST."""
    data = by_name(ratios(chosen(ctx.data(UNEQUAL), protocol=["htcp", "fast"])))
    return Measured({"ratio": {(name, f"{rtt:g} ms"): value for (name, rtt), value in
                               intervals(data, "ratio", ["what", "rtt"]).items()}})
