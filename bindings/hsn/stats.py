# SPDX-License-Identifier: GPL-2.0-only
"""Mean and confidence interval."""

import math
from typing import NamedTuple

import numpy
from scipy.special import stdtrit  # Student's t quantile; scipy.stats takes 0.4 s to import


class Interval(NamedTuple):
    """A mean of `count` values with the half width of its confidence interval (nan for a single
    value); `missing` values were nan."""

    mean: float
    half: float
    count: int
    missing: int = 0

    def __str__(self):
        if math.isnan(self.half):
            return f"{self.mean:.4g}"
        return f"{self.mean:.4g} ± {self.half:.2g}"


def mean_ci(values, confidence=0.95):
    """Mean of independent values with its confidence interval (Student's t).

    Missing values (nan) are left out of the mean and counted.  Raises ValueError unless the confidence
    is above 0 and below 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not above 0 and below 1")
    every = numpy.asarray(list(values), dtype=float)
    data = every[~numpy.isnan(every)]
    count, missing = len(data), len(every) - len(data)
    if count == 0:
        return Interval(math.nan, math.nan, 0, missing)
    if count == 1:
        return Interval(float(data[0]), math.nan, 1, missing)
    quantile = stdtrit(count - 1, 0.5 + confidence / 2)
    half = quantile * data.std(ddof=1) / math.sqrt(count)
    return Interval(float(data.mean()), float(half), count, missing)


def ratio_ci(values, others, confidence=0.95):
    """Ratio of the means of paired values, with its confidence interval: that of the mean of
    value - ratio * other, which is 0, divided by the mean of the others."""
    values, others = (numpy.asarray(list(part), dtype=float) for part in (values, others))
    if not len(values) or not numpy.mean(others):
        return Interval(math.nan, math.nan, 0)
    ratio = numpy.mean(values) / numpy.mean(others)
    rest = mean_ci(values - ratio * others, confidence)
    return rest._replace(mean=float(ratio), half=float(abs(rest.half / numpy.mean(others))))


def group_ci(data, by, value, confidence=0.95):
    """A table with one row per combination of the columns `by`: mean, half, count."""
    by = [by] if isinstance(by, str) else list(by)
    groups = data.groupby(by, sort=True)[value]
    table = groups.apply(lambda values: mean_ci(values, confidence)).reset_index(name="interval")
    for name in ("mean", "half", "count"):
        table[name] = [getattr(interval, name) for interval in table["interval"]]
    return table.drop(columns="interval")
