# SPDX-License-Identifier: GPL-2.0-only
"""What the claims of my-paper are decided by; the paper's numbers."""

from hsn.claims import Measured

from .figures import BURST

T_SCR, T_PCR = 42400, 2726  # ns


def c01(ctx):
    """The paper's equation (1) gives the length of every burst."""
    table = ctx.data(BURST)
    expected = 1 + (table["mbs"] - 1) * (T_SCR - T_PCR) // (T_SCR - table["spacing"])
    off = (table["first_discard"] - expected).set_axis(zip(table["mbs"], table["spacing"]))
    return Measured({"off": off})
