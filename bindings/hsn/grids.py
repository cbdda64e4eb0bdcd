# SPDX-License-Identifier: GPL-2.0-only
"""Grids of parameters and seeds, as an experiment is given them."""

import json
import operator
from collections import Counter
from collections.abc import Iterable, Mapping

OWN = ("seed", "RngRun")  # columns and options that every run has


def as_grid(experiment, name, grid):
    """A grid whose lists can be read again and again; None stays None."""
    if grid is None:
        return None
    if isinstance(grid, Mapping):
        return {axis: as_list(experiment, f"{name}[{axis!r}]", values) for axis, values in grid.items()}
    points = as_list(experiment, name, grid)
    for point in points:
        if not isinstance(point, Mapping):
            raise ValueError(f"experiment '{experiment}': {name} has the point {point!r}, which is no mapping")
    return points


def as_list(experiment, what, values):
    """A tuple of some values."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ValueError(f"experiment '{experiment}': {what} = {values!r} is no list")
    return tuple(values)


def as_seeds(experiment, name, seeds):
    """Seeds as numbers; None stays None."""
    if seeds is None:
        return None
    seeds = as_list(experiment, name, seeds)
    try:
        seeds = tuple(operator.index(seed) for seed in seeds)
    except TypeError:
        raise ValueError(f"experiment '{experiment}': {name} = {seeds!r} are no whole numbers") from None
    twice = [seed for seed, count in Counter(seeds).items() if count > 1]
    if twice:
        raise ValueError(f"experiment '{experiment}': {name} has {twice[0]} twice")
    return seeds


def assert_points(experiment, points):
    """No two points are the same, and none has a parameter that every run has."""
    seen = set()
    for point in points:
        for name in OWN:
            if name in point:
                raise ValueError(f"experiment '{experiment}': the parameter '{name}' is set by seeds")
        text = json.dumps(point, sort_keys=True, default=repr)
        if text in seen:
            raise ValueError(f"experiment '{experiment}': the point {text} is there twice")
        seen.add(text)
