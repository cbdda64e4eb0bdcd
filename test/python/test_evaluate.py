# SPDX-License-Identifier: GPL-2.0-only
"""How a test is decided: every relation at its limit, just outside, and with intervals."""

import math

import numpy
import pandas
import pytest

from hsn import wording
from hsn.claims import ClaimsError, Test, Unchecked, make_claim, make_test
from hsn.evaluate import MeasureError, both, decide, simple
from hsn.stats import Interval, mean_ci

Test.__test__ = False  # it is not a test of pytest


def verdict(value, **relation):
    """Does a test with this relation hold?"""
    test = make_test("here", {"measure": "m", "text": "t", **relation})
    return decide(test, simple(value)).holds


def interval(low, high, count=5):
    """A confidence interval by its ends."""
    return Interval((low + high) / 2, (high - low) / 2, count)


# relation, number that is just in, number that is just out
LIMITS = [
    ({"at_least": 2}, 2, math.nextafter(2, 0)),
    ({"above": 2}, math.nextafter(2, 3), 2),
    ({"at_most": 2}, 2, math.nextafter(2, 3)),
    ({"below": 2}, math.nextafter(2, 0), 2),
    ({"at_least": 2, "at_most": 4}, 4, math.nextafter(4, 5)),
    ({"at_least": 2, "at_most": 4}, 2, math.nextafter(2, 0)),
    ({"above": 2, "below": 4}, 3, 4),
    ({"at_least": 2, "at_most": 2}, 2, math.nextafter(2, 3)),
    ({"equals": 0.5}, 0.5, math.nextafter(0.5, 1)),
    ({"equals": 0.5, "tolerance": 0.25}, 0.75, math.nextafter(0.75, 1)),
    ({"equals": 0.5, "tolerance": 0.25}, 0.25, math.nextafter(0.25, 0)),
    ({"equals": -4, "relative": 0.25}, -5, math.nextafter(-5, -6)),
    ({"equals": -4, "relative": 0.25}, -3, math.nextafter(-3, 0)),
    ({"equals": 7}, 7.0, 8),
]


@pytest.mark.parametrize("relation, inside, outside", LIMITS)
def test_numbers_at_their_limits(relation, inside, outside):
    assert verdict(inside, **relation) is True
    assert verdict(outside, **relation) is False


# relation, interval just inside, interval just outside, interval across
INTERVALS = [
    ({"at_least": 2}, (2, 3), (1, 1.5), (1, 2)),
    ({"at_least": 2}, (2, 2), (1, 1.75), (1.5, 2.5)),
    ({"above": 2}, (2.25, 3), (1, 2), (2, 3)),
    ({"at_most": 2}, (1, 2), (2.25, 3), (2, 3)),
    ({"below": 2}, (1, 1.75), (2, 3), (1, 2)),
    ({"at_least": 2, "at_most": 4}, (2, 4), (4.5, 6), (1, 5)),
    ({"at_least": 2, "at_most": 4}, (2.5, 3), (0, 1.5), (3.5, 4.5)),
    ({"equals": 1, "tolerance": 0.25}, (0.75, 1.25), (1.5, 2), (0.5, 1)),
    ({"equals": 8, "relative": 0.125}, (7, 9), (9.5, 10), (6.5, 9)),
    ({"equals": 1}, (1, 1), (1.25, 1.5), (0.5, 1.5)),
]


@pytest.mark.parametrize("relation, inside, outside, across", INTERVALS)
def test_whole_intervals(relation, inside, outside, across):
    assert verdict(interval(*inside), **relation) is True
    assert verdict(interval(*outside), **relation) is False
    assert verdict(interval(*across), **relation) is None


@pytest.mark.parametrize("low, high, relation, expected", [
    (1, 3, {"agrees_with": 1}, True), (1, 3, {"agrees_with": 3}, True),
    (1, 3, {"agrees_with": 3.001}, False), (1, 3, {"agrees_with": 0.999}, False),
    (-1, 3, {"agrees_with": 2}, None), (0, 3, {"agrees_with": 2}, None),  # 0 is in there, too
    (-1, 3, {"agrees_with": 0}, True), (-3, 0, {"agrees_with": -1}, None),
    (-1, 3, {"agrees_with": 4}, False),  # wide, but it excludes the number
    (1.5, 2.5, {"agrees_with": 2, "relative_half": 0.25}, True),
    (1.5, 2.5, {"agrees_with": 2, "relative_half": 0.24}, None),
    (1.5, 2.5, {"agrees_with": 3, "relative_half": 0.24}, False)])
def test_agreement(low, high, relation, expected):
    assert verdict(interval(low, high), **relation) is expected


def test_one_value_has_no_interval():
    test = make_test("here", {"measure": "m", "text": "t", "at_most": 2})
    assert decide(test, mean_ci([2.0])) == (True, "one value, without an interval", None)
    assert verdict(mean_ci([2.5]), at_most=2) is False
    assert verdict(mean_ci([2.0]), agrees_with=2) is None
    with pytest.raises(MeasureError, match="no confidence interval"):
        verdict(2.0, agrees_with=2)


NOTHING = [float("nan"), float("inf"), -math.inf, None, pandas.NA, numpy.float64("nan"), [], {},
           [1, float("nan")], Interval(math.nan, math.nan, 0), mean_ci([]),
           mean_ci([float("nan")] * 3), mean_ci([1.0, float("nan"), 1.0]),
           Interval(math.inf, 0, 3), Unchecked("not today"), numpy.array([]),
           pandas.Series([], dtype=float), {"a": 1.0, "b": float("nan")}]


@pytest.mark.parametrize("value", NOTHING, ids=str)
@pytest.mark.parametrize("relation", [{"at_most": 1e300}, {"above": -1}, {"equals": 1, "tolerance": 9}],
                         ids=str)
def test_what_is_no_number_never_holds(value, relation):
    assert verdict(value, **relation) is None


def test_nan_beside_a_failure_differs():
    assert verdict({"a": float("nan"), "b": 3}, at_most=2) is False


def test_texts_lists_and_truth():
    assert verdict("PPD", equals="PPD") is True and verdict("EPD", equals="PPD") is False
    assert verdict(("a", "b"), equals=["a", "b"]) is True
    assert verdict(["b", "a"], equals=["a", "b"]) is False
    assert verdict(numpy.array([1, 2]), equals=[1.0, 2.0]) is True
    assert verdict([1.0, 2.25], equals=[1, 2], tolerance=0.25) is True
    assert verdict([1.0, 2.5], equals=[1, 2], tolerance=0.25) is False
    assert verdict([1.0], equals=[1, 2], tolerance=0.25) is False
    assert verdict(numpy.bool_(True), equals=True) is True
    assert verdict(False, equals=True) is False


@pytest.mark.parametrize("value, relation", [
    (True, {"at_most": 2}), (1, {"equals": True}), ("2", {"at_most": 2}), ([1], {"at_most": 2}),
    (2, {"equals": "2"}), ("a", {"equals": ["a"]}), (2, {"at_most": {"a": 1}}),
    (2, {"at_most": 2, "points": 0.5}), ({"a": {"b": 1}}, {"at_most": 2}), ({1, 2}, {"equals": [1, 2]}),
    (pandas.DataFrame({"a": [1]}), {"at_most": 2}), ({1: 0, 1.0 + 1e-12: 0}, {"at_most": 2})], ids=str)
def test_what_cannot_be_compared_is_the_checks_mistake(value, relation):
    with pytest.raises(MeasureError):
        verdict(value, **relation)


@pytest.mark.parametrize("parts, expected", [
    ([True, True], True), ([True, None], None), ([None, None], None), ([False, None], False),
    ([False, True], False), ([None, False, True], False)])
def test_kleene(parts, expected):
    assert both(parts) is expected
    values = {True: 1, False: 3, None: float("nan")}
    assert verdict({str(n): values[part] for n, part in enumerate(parts)}, at_most=2) is expected


@pytest.mark.parametrize("good, bad, open_, share, expected", [
    (9, 1, 0, 0.9, True), (8, 2, 0, 0.9, False), (8, 1, 1, 0.9, None), (9, 0, 1, 0.9, True),
    (8, 2, 1, 0.9, False), (11, 9, 0, 0.55, True), (10, 10, 0, 0.55, False),
    (7, 3, 0, 0.7, True), (0, 0, 10, 0.1, None), (0, 10, 0, 0.1, False), (1, 9, 0, 0.1, True)])
def test_shares_of_points(good, bad, open_, share, expected):
    values = [1] * good + [3] * bad + [float("nan")] * open_
    assert verdict(dict(enumerate(values)), at_most=2, points=share) is expected


def test_points_with_numbers_of_their_own():
    relation = {"equals": {"7+1, 0.01": 5, "none, 0.1": 6}}
    assert verdict({("7+1", 0.01): 5, ("none", 0.1): 6}, **relation) is True
    assert verdict({("7+1", 0.01): 6, ("none", 0.1): 5}, **relation) is False  # swapped
    assert verdict({("7+1", 0.01): 5}, **relation) is None  # one is missing
    assert verdict({("7+1", 0.01): 5, ("none", 0.1): 6, "x": 1}, **relation) is None  # unknown
    assert verdict({}, **relation) is None
    series = pandas.Series([5, 6], index=pandas.MultiIndex.from_tuples([("7+1", 0.01), ("none", 0.1)]))
    assert verdict(series, **relation) is True
    assert verdict({500: 3}, at_least={"500": 2}, below={"500": 4}) is True


def test_the_points_that_fail_are_named():
    test = make_test("here", {"measure": "m", "text": "t", "at_most": 2})
    found = decide(test, simple({n: 3 if n < 8 else 1 for n in range(10)} | {10: float("nan")}))
    assert found.holds is False
    assert found.why == ("differs at 8 of 11 points: 0; 1; 2; 3; 4; 5; and 2 more; "
                         "cannot tell at 1 of 11 points: 10 (the value is nan)")


# --- what claims.toml may say ------------------------------------------------------------

TEST = {"measure": "m", "text": "t"}
BAD_TESTS = [
    ({}, "needs one of"), ({"equals": 1, "at_least": 2}, "needs one of"),
    ({"equals": 1, "agrees_with": 1}, "needs one of"),
    ({"at_least": 1, "above": 1}, "same side"), ({"at_most": 1, "below": 1}, "same side"),
    ({"at_least": 2, "at_most": 1}, "nothing lies between"),
    ({"above": 1, "at_most": 1}, "nothing lies between"),
    ({"at_least": {"a": 2}, "at_most": {"a": 1}}, "nothing lies between"),
    ({"at_least": {"a": 0}, "at_most": {"b": 1}}, "different points"),
    ({"at_most": 1, "tolerance": 1}, "belongs to equals"),
    ({"equals": 1, "relative_half": 0.1}, "belongs to agrees_with"),
    ({"equals": 1, "tolerance": 1, "relative": 0.1}, "either"),
    ({"equals": 1, "tolerance": -1}, "negative"), ({"equals": "a", "tolerance": 1}, "only numbers"),
    ({"equals": True, "tolerance": 1}, "only numbers"),
    ({"at_most": "1"}, "not a number"), ({"at_most": True}, "not a number"),
    ({"at_most": float("nan")}, "not a number"), ({"agrees_with": "x"}, "not a number"),
    ({"at_most": 1, "points": 0}, "share"), ({"at_most": 1, "points": 1.0}, "share"),
    ({"at_most": 1, "points": "most"}, "share"), ({"at_most": 1, "points": True}, "share"),
    ({"at_mots": 1}, "unknown field 'at_mots'"), ({"at_most": 1, "text": 3}, "'text' is missing")]


@pytest.mark.parametrize("fields, message", BAD_TESTS, ids=lambda one: str(one)[:40])
def test_mistakes_in_a_test_are_named(fields, message):
    with pytest.raises(ClaimsError, match=message):
        make_test("here", {**TEST, **fields})


CLAIM = {"id": "c", "text": "t", "figure": "f", "kind": "exact", "criterion": "k", "check": "c01",
         "test": [{**TEST, "equals": 1}]}


@pytest.mark.parametrize("fields, message", [
    ({"expected": {"quik": "holds"}}, "quick, sample, full"),
    ({"expected": "holds"}, "quick, sample, full"),
    ({"expected": {"quick": "hold"}}, "'hold' is none of"),
    ({"expected": {"quick": ["holds", "differs"]}}, "only a claim of kind host"),
    ({"kind": "host", "expected": {"quick": []}}, "is none of"),
    ({"calibrated": True}, "not a text"), ({"check": ""}, "tests but no check"),
    ({"test": []}, "check but no tests"),
    ({"tests": []}, "unknown field 'tests'")], ids=lambda one: str(one)[:40])
def test_mistakes_in_a_claim_are_named(fields, message):
    with pytest.raises(ClaimsError, match=message):
        make_claim("here", {**CLAIM, **fields})


def test_what_a_mode_expects():
    claim = make_claim("here", {**CLAIM, "expected": {"quick": "differs"}})
    assert claim.expects("quick") == ["differs"] and claim.expects("full") is None
    late = make_claim("here", {**CLAIM, "needs": "full", "expected": {"full": "holds"}})
    assert late.expects("quick") == ["unchecked"] and late.expects("full") == ["holds"]
    assert late.expects("sample") is None
    host = make_claim("here", {**CLAIM, "kind": "host", "expected": {"quick": ["holds", "differs"]}})
    assert host.expects("quick") == ["holds", "differs"]


# --- words -------------------------------------------------------------------------------


@pytest.mark.parametrize("fields, text", [
    ({"equals": 6.793465e-4, "tolerance": 1e-9}, "0.0006793465 ± 1e-09"),
    ({"equals": 3, "unit": "cells"}, "3 cells exactly"), ({"equals": "PPD"}, "PPD"),
    ({"equals": 0.5, "relative": 0.03}, "0.5 ± 3 %"),
    ({"at_least": 2, "below": 4.5, "unit": "Mbit/s"}, "at least 2 Mbit/s and below 4.5 Mbit/s"),
    ({"above": 0, "points": 0.9}, "above 0; at 90 % of the points or more"),
    ({"agrees_with": 2e-5, "relative_half": 0.2},
     "2e-05 lies in the confidence interval, an interval of at most ±20 %"),
    ({"equals": {"a": 1, "b": 2}}, "[a: 1; b: 2] exactly")], ids=lambda one: str(one)[:40])
def test_requirements_in_words(fields, text):
    assert wording.requirement(make_test("here", {**TEST, **fields})) == text


@pytest.mark.parametrize("mean, half, text", [
    (39.6741, 0.0021, "39.6741 ± 0.0021"), (6.701e-4, 3.2e-5, "0.000670 ± 3.2e-05"),
    (300.0, 20.0, "300 ± 20"), (2.0, 0.0, "2 ± 0"), (0.0, 0.5, "0 ± 0.5"), (3.5, math.nan, "3.5"),
    (1.0, 30.0, "1 ± 30")])
def test_intervals_in_words(mean, half, text):
    assert wording.interval(mean, half) == text


@pytest.mark.parametrize("value, expected", [
    (1.21, True), (1.2, True), (1.19, None), (1.0, None), (0.81, None), (0.79, False),
    (Interval(1.1, float("nan"), 1), None), (Interval(1.3, float("nan"), 1), True),
    (Interval(1.1, 0.05, 5), True)])
def test_one_repetition_within_the_known_spread_tells_nothing(value, expected):
    """at_least 1 with a spread of 0.2: by hand, what is between 0.8 and 1.2 could go either way."""
    test = Test("m", "m", at_least=1, spread=0.2)
    assert decide(test, value, single=True).holds is expected
    number = value.mean if isinstance(value, Interval) else value
    assert decide(test, value).holds is (number >= 1)  # all repetitions there are


def test_the_spread_of_points():
    test = Test("m", "m", above=0, spread={"a": 0.1, "b": 1}, points=0.5)
    assert decide(test, {"a": 0.2, "b": 0.2}, single=True).holds is True
    assert decide(test, {"a": 0.05, "b": 0.2}, single=True).holds is None
    assert "one repetition" in decide(test, {"a": 0.05}, single=True).points["a"].why


def test_repeated_points_of_a_series_are_no_value():
    """Two repetitions under one name: the last one would decide."""
    with pytest.raises(MeasureError, match="two points 1000"):
        simple(pandas.Series([9.0, 1.0], index=[1000, 1000]))
