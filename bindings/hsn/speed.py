# SPDX-License-Identifier: GPL-2.0-only
"""How fast this machine is: times that were measured elsewhere are scaled by it."""

import functools
import random
import time
import zlib

TRIES = 5


@functools.cache
def yardstick():
    """CPU seconds of one core for a fixed piece of work, the best of some tries: a second in all."""
    content = bytes(random.Random(1).choices(range(16), k=1 << 20))
    return min(timed(content) for _ in range(TRIES))


def timed(content):
    """CPU seconds for one try."""
    begin = time.process_time()
    zlib.compress(content, 6)
    return time.process_time() - begin


def scale(elsewhere):
    """What times measured on a machine with such a yardstick are multiplied with here; 1 if it is
    not known."""
    return yardstick() / elsewhere if elsewhere else 1.0
