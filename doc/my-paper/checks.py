# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the claims of my-paper; the expected numbers are the paper's."""

from hsn.claims import Verdict

from .figures import BURST

T_SCR, T_PCR = 42400, 2726  # ns


def c01(ctx):
    """The paper's equation (1) gives the length of every burst."""
    table = ctx.data(BURST)
    expected = 1 + (table["mbs"] - 1) * (T_SCR - T_PCR) // (T_SCR - table["spacing"])
    equal = int((table["first_discard"] == expected).sum())
    return Verdict(equal == len(table), f"{equal} of {len(table)} equal")
