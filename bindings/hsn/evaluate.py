# SPDX-License-Identifier: GPL-2.0-only
"""Decide whether what was measured is what a claim requires.

Logic with three values: True, False, and None for "the measurement cannot tell".

* A number is compared.  Nothing, nan and infinity tell nothing.
* A mean with a confidence interval is inside a range when its whole interval is, and outside when
  its whole interval is; an interval that contains the range's end tells nothing.
* One repetition of several has no interval.  If the test knows the `spread` of repetitions, one that
  is closer to the range's end tells nothing.
* `agrees_with` asks the other way round: does the interval contain a number?  An interval that
  contains 0 as well, or is wider than the test allows, tells nothing.
* A measure by point holds when it does at all points, or at the share of them that the test wants.
"""

import math
from dataclasses import replace
from fractions import Fraction
from numbers import Real
from typing import NamedTuple

from .claims import is_number
from .errors import Unchecked
from .stats import Interval

WIDE = "the interval decides nothing; more repetitions would"
SINGLE = "one value, without an interval"
CLOSE = "one repetition, closer to the limit than repetitions are to each other (±{:g})"
NAMES_SHOWN = 6


class MeasureError(TypeError):
    """A check returned what its test cannot be about; the message is for its author."""


class Decision(NamedTuple):
    """Does a test hold (None: cannot tell), why, and the same for each point if there are any."""

    holds: bool | None
    why: str = ""
    points: dict | None = None


def both(decisions):
    """Kleene's "and": one that fails decides, then one that cannot tell."""
    if any(one is False for one in decisions):
        return False
    return None if any(one is None for one in decisions) else True


def word(holds):
    """A verdict as text."""
    return "unchecked" if holds is None else "holds" if holds else "differs"


# --- what checks return ------------------------------------------------------------------


def simple(value):
    """A measured value as numbers, strings, lists, Intervals, and dicts by the points' names."""
    if isinstance(value, Interval):
        return Interval(float(value.mean), float(value.half), int(value.count), int(value.missing))
    if value is None or isinstance(value, (Unchecked, bool, str)):
        return value
    if hasattr(value, "to_dict") and not hasattr(value, "columns"):  # a pandas.Series
        if not value.index.is_unique:
            raise MeasureError(f"there are two points {point_name(value.index[value.index.duplicated()][0])}")
        value = value.to_dict()
    if isinstance(value, dict):
        found = {point_name(point): simple(one) for point, one in value.items()}
        if len(found) != len(value):
            raise MeasureError("two points have the same name")
        return found
    if hasattr(value, "tolist"):  # NumPy's numbers and arrays
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [simple(one) for one in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Real):
        return float(value)
    if type(value).__name__ == "NAType":  # pandas.NA
        return None
    raise MeasureError(f"a measure cannot be a {type(value).__name__}")


def point_name(point):
    """A point as a reader sees it and claims.toml writes it: "7+1, 0.01"."""
    if isinstance(point, tuple):
        return ", ".join(map(point_name, point))
    if hasattr(point, "item"):
        point = point.item()
    return f"{point:.10g}" if isinstance(point, float) else str(point)


def nothing(value):
    """Why a value tells nothing; "" if it does."""
    if isinstance(value, Unchecked):
        return str(value)
    if value is None:
        return "there is no value"
    if isinstance(value, Interval):
        if value.missing:
            return f"{value.missing} of {value.missing + value.count} values are missing"
        value = value.mean if value.count else None
        return nothing(value)
    if isinstance(value, float) and not math.isfinite(value):
        return f"the value is {value}"
    if isinstance(value, (list, dict)):
        if not value:
            return "there is no value"
        if isinstance(value, list):
            return next(filter(None, map(nothing, value)), "")
    return ""


# --- deciding ----------------------------------------------------------------------------


def decide(test, value, single=False):
    """The Decision of a test about a value (as `simple` makes it).

    single  it comes from one of several repetitions
    """
    if not single:
        test = replace(test, spread=None)
    if isinstance(value, dict):
        return decide_points(test, value)
    if not nothing(value) and (test.tables() or test.points != "all"):
        raise MeasureError(f"measure '{test.measure}' has no points, but the test is about points")
    return decide_one(test, value)


def decide_points(test, values):
    """All points must hold, or a share of them."""
    wanted = [point for table in test.tables().values() for point in table]
    values = {**{point: Unchecked("it was not measured") for point in wanted}, **values}
    if not values:
        return Decision(None, nothing(values), {})
    found = {point: decide_at(test, point, value) for point, value in values.items()}
    verdicts = [one.holds for one in found.values()]
    holds = both(verdicts) if test.points == "all" else enough(verdicts, test.points)
    return Decision(holds, why_points(found), found)


def decide_at(test, point, value):
    """One point."""
    required = test.at(point)
    if required is None:
        return Decision(None, "the criterion does not know this point")
    if isinstance(value, dict):
        raise MeasureError(f"measure '{test.measure}' has points of points")
    return decide_one(required, value)


def enough(verdicts, share):
    """Do at least a share of them hold, whatever those that cannot tell are?"""
    needed = Fraction(str(share)) * len(verdicts)
    good = verdicts.count(True)
    if good >= needed:
        return True
    return None if good + verdicts.count(None) >= needed else False


def why_points(found):
    """The points that do not hold, by name, and the reason if they have the same."""
    parts = []
    for holds, title in ((False, "differs at"), (None, "cannot tell at")):
        names = [point for point, one in found.items() if one.holds is holds]
        if not names:
            continue
        text = f"{title} {len(names)} of {len(found)} points: " + "; ".join(names[:NAMES_SHOWN])
        if len(names) > NAMES_SHOWN:
            text += f"; and {len(names) - NAMES_SHOWN} more"
        reasons = {found[name].why for name in names}
        reason = reasons.pop()
        parts.append(f"{text} ({reason})" if reason and not reasons else text)
    return "; ".join(parts)


def decide_one(test, value):
    """A single value."""
    reason = nothing(value)
    if reason:
        return Decision(None, reason)
    if test.agrees_with is not None:
        return agrees(test, value)
    if test.equals is not None and not is_number(test.equals):
        return same(test, value)
    if not isinstance(value, Interval) and not is_number(value):
        raise MeasureError(f"measure '{test.measure}' is {value!r}, which is not a number")
    return between(test, value)


def same(test, value):
    """Texts, truth values and lists; a list of numbers may have a tolerance."""
    required = test.equals
    if type(value) is not type(required):
        raise MeasureError(f"measure '{test.measure}' is {value!r}, the criterion {required!r}")
    if isinstance(required, list) and len(value) == len(required) and (
            test.tolerance is not None or test.relative is not None):
        low_high = [equal_range(test, one) for one in required]
        return Decision(all(low <= one <= high for one, (low, high) in zip(value, low_high)))
    return Decision(value == required)


def equal_range(test, number):
    """What counts as equal to a number."""
    tolerance = test.tolerance or 0
    if test.relative is not None:
        tolerance = test.relative * abs(number)
    return number - tolerance, number + tolerance


def between(test, value):
    """Is a number, or a whole interval, inside or outside of a range?"""
    if test.equals is not None:
        at_least, at_most = equal_range(test, test.equals)
        above = below = None
    else:
        at_least, at_most, above, below = test.at_least, test.at_most, test.above, test.below
    mean, half, why = value, 0, ""
    if isinstance(value, Interval):
        mean, half = value.mean, value.half
        if math.isnan(half):
            half, why = 0, SINGLE
    close = half == 0 and test.spread is not None
    half = test.spread if close else half
    low, high = mean - half, mean + half
    inside = ((at_least is None or low >= at_least) and (above is None or low > above)
              and (at_most is None or high <= at_most) and (below is None or high < below))
    outside = ((at_least is not None and high < at_least) or (above is not None and high <= above)
               or (at_most is not None and low > at_most) or (below is not None and low >= below))
    if not inside and not outside:
        return Decision(None, CLOSE.format(test.spread) if close else WIDE)
    return Decision(inside, why)


def agrees(test, value):
    """Is a number in the measured confidence interval?"""
    if not isinstance(value, Interval):
        raise MeasureError(f"measure '{test.measure}' has no confidence interval")
    if math.isnan(value.half):
        return Decision(None, "one value has no confidence interval")
    low, high = value.mean - value.half, value.mean + value.half
    if not low <= test.agrees_with <= high:
        return Decision(False)
    if test.agrees_with and low <= 0 <= high:
        return Decision(None, "the interval contains 0; more repetitions would decide")
    if test.relative_half is not None and value.half > test.relative_half * abs(value.mean):
        return Decision(None, f"the interval is wider than ±{100 * test.relative_half:g} %; "
                              "more repetitions would decide")
    return Decision(True)
