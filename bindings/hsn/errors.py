# SPDX-License-Identifier: GPL-2.0-only
"""The exceptions of sweeps, of their results and of checks."""


class SweepError(Exception):
    """Something in a sweep or in its results failed; the message is one line for the user."""


class SweepStopped(SweepError):
    """The same would happen to every further run or file: the disk is full, the cluster has gone."""


class NeedsBuild(SweepStopped):
    """Something must be run, and the build may be older than its sources."""


class Unchecked(Exception):
    """A check cannot tell; the message says why."""
