# SPDX-License-Identifier: GPL-2.0-only
"""Confidence intervals against a printed t table (two-sided 95 %)."""

import math

import pandas
import pytest

from hsn.stats import group_ci, mean_ci, ratio_ci

# degrees of freedom -> t(0.975), from a printed table
T_TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 9: 2.262, 29: 2.045}


@pytest.mark.parametrize("freedom, t", T_TABLE.items())
def test_half_width_is_t_times_standard_error(freedom, t):
    values = list(range(freedom + 1))
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / freedom)
    interval = mean_ci(values)
    assert interval.mean == pytest.approx(mean)
    assert interval.half == pytest.approx(t * deviation / math.sqrt(len(values)), rel=3e-4)


def test_by_hand():
    # mean 5, s = sqrt(10), n = 5: 2.776 * sqrt(10) / sqrt(5) = 3.926
    interval = mean_ci([1, 3, 5, 7, 9])
    assert interval.mean == 5 and interval.half == pytest.approx(3.926, abs=1e-3)


def test_other_confidence():
    # t(0.995, 4) = 4.604: 4.604 * sqrt(2) = 6.511
    assert mean_ci([1, 3, 5, 7, 9], 0.99).half == pytest.approx(6.511, abs=1e-3)


def test_few_values():
    assert mean_ci([4.0])[0] == 4.0 and math.isnan(mean_ci([4.0]).half)
    assert mean_ci([]).count == 0 and math.isnan(mean_ci([]).mean)
    assert mean_ci([1, float("nan"), 3])[2:] == (2, 1)  # one is missing
    assert mean_ci([float("nan")])[2:] == (0, 1) and mean_ci([1, 3]).missing == 0
    assert mean_ci([2, 2, 2]).half == 0


def test_groups():
    data = pandas.DataFrame({"x": [1, 1, 2, 2], "k": ["a"] * 4, "y": [1, 3, 5, 5]})
    table = group_ci(data, ["k", "x"], "y")
    assert list(table["mean"]) == [2, 5] and list(table["count"]) == [2, 2]
    assert table["half"][0] == pytest.approx(12.706, rel=1e-3)  # s / sqrt(2) = 1


def test_ratio_of_paired_values():
    """By hand: Student's t for one degree of freedom is 12.706, for two 4.303."""
    exact = ratio_ci([2, 4, 6], [1, 2, 3])
    assert (exact.mean, exact.half, exact.count) == (2, 0, 3)  # every pair has the same ratio
    # ratio 2; rests -1 and 1, deviation sqrt(2), of their mean 1; over the mean 2
    assert ratio_ci([3, 5], [2, 2]).half == pytest.approx(12.706 / 2, abs=1e-3)
    # ratio 3; rests 9 - 6, 6 - 6, 3 - 6, deviation 3
    wide = ratio_ci([9, 6, 3], [2, 2, 2])
    assert wide.mean == 3 and wide.half == pytest.approx(4.303 * 3 / 3 ** 0.5 / 2, abs=1e-3)
    assert math.isnan(ratio_ci([1, 2], [0, 0]).mean) and ratio_ci([], []).count == 0


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, math.nan])
def test_confidence_is_a_probability(confidence):
    with pytest.raises(ValueError, match=f"a confidence of {confidence} is not"):
        mean_ci([1, 2, 3], confidence)
