# SPDX-License-Identifier: GPL-2.0-only
"""Requirements and measured values in words."""

import math

from .claims import is_number

POINTS_SHOWN = 6


def number(value):
    """A number, with as many digits as a criterion may have."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def interval(mean, half):
    """A mean and half of its interval: the mean to the digits that half has."""
    if half is None or math.isnan(half):
        return number(mean)
    if half == 0 or mean == 0:
        return f"{number(mean)} ± {half:.2g}"
    digits = max(1, math.floor(math.log10(abs(mean))) - math.floor(math.log10(half)) + 2)
    return f"{mean:#.{min(digits, 12)}g}".rstrip(".") + f" ± {half:.2g}"


def shown(value):
    """A value for readers."""
    if isinstance(value, dict):
        return "; ".join(f"{point}: {shown(one)}" for point, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    return "" if value is None else number(value)


def requirement(test):
    """What a test requires, in words."""
    text = relation(test)
    if test.agrees_with is not None and test.relative_half is not None:
        text += f", an interval of at most ±{100 * test.relative_half:g} %"
    if test.points != "all":
        text += f"; at {100 * test.points:g} % of the points or more"
    return text


def relation(test):
    """The relation and its numbers."""
    unit = f" {test.unit}" if test.unit else ""
    if test.agrees_with is not None:
        return f"{by_point(test.agrees_with)}{unit} lies in the confidence interval"
    if test.equals is not None:
        return f"{by_point(test.equals)}{unit}{tolerance(test, unit)}"
    parts = [f"{name} {by_point(value)}{unit}" for name, value in (
        ("at least", test.at_least), ("above", test.above), ("at most", test.at_most),
        ("below", test.below)) if value is not None]
    return " and ".join(parts)


def tolerance(test, unit):
    """How far off a value may be."""
    if test.relative is not None:
        return f" ± {by_point(percent(test.relative))} %"
    if test.tolerance is not None:
        return f" ± {by_point(test.tolerance)}{unit}"
    return "" if isinstance(test.equals, (bool, str)) else " exactly"


def percent(value):
    """A share, or one for each point, in per cent."""
    if isinstance(value, dict):
        return {point: percent(one) for point, one in value.items()}
    return float(f"{100 * value:.10g}")


def by_point(value):
    """A number of the criterion, or those of its points."""
    return f"[{shown(value)}]" if isinstance(value, dict) else shown(value)


def measured(test):
    """The measured value of a test's record, in a line; many points as their range."""
    value, half = test["measured"], test["half"]
    unit = f" {test['unit']}" if test["unit"] else ""
    if not isinstance(value, dict):
        return "nothing" if value is None else one_value(value, half) + unit
    if len(value) > POINTS_SHOWN and all(map(is_number, value.values())):
        low, high = min(value.values()), max(value.values())
        return f"{number(low)} to {number(high)}{unit} at {len(value)} points"
    return "; ".join(f"{point}: {one_value(one, half[point])}{unit}"
                     for point, one in value.items()) or "nothing"


def one_value(value, half):
    """A single value."""
    return interval(value, half) if is_number(value) else shown(value) or "nothing"


def rows(test):
    """The points of a test's record, for a table: (point, measured, count, verdict, why)."""
    return [(point, one_value(value, test["half"][point]), test["count"][point],
             *test["points"][point]) for point, value in test["measured"].items()]
