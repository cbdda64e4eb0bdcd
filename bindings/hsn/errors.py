# SPDX-License-Identifier: GPL-2.0-only
"""The exceptions of sweeps and their results."""


class SweepError(Exception):
    """Something in a sweep or in its results failed; the message is one line for the user."""


class SweepStopped(SweepError):
    """The same would happen to every further run or file: the disk is full, the cluster has gone."""
