# SPDX-License-Identifier: GPL-2.0-only
"""hsn.tables against tables made by hand."""

import numpy
import pandas
import pytest

from hsn.errors import Unchecked
from hsn.tables import (beside, chosen, intervals, joined, labelled, listed, mean_table, means, named,
                        near, report_table, rows_needed, spread, unrolled)

RUNS = pandas.DataFrame([
    {"way": "Tail", "size": 64, "seed": 1, "y": 1.0, "z": 10.0},
    {"way": "Tail", "size": 64, "seed": 2, "y": 2.0, "z": 20.0},
    {"way": "Epd", "size": 64, "seed": 1, "y": 4.0, "z": 40.0},
    {"way": "Epd", "size": 256, "seed": 1, "y": 8.0, "z": 80.0, "extra": 5.0},
])


def test_rows_are_chosen_by_values():
    assert list(chosen(RUNS, way="Tail")["y"]) == [1, 2]
    assert list(chosen(RUNS, way="Epd", size=64)["y"]) == [4]
    assert list(chosen(RUNS, size=[64, 128], seed={1})["y"]) == [1, 4]
    assert list(chosen(RUNS, size=range(100, 300))["y"]) == [8]
    assert list(chosen(RUNS, extra=5)["y"]) == [8]  # other rows lack the parameter
    assert chosen(RUNS, nothing=1).empty and len(chosen(RUNS)) == 4


def test_a_check_needs_rows():
    with rows_needed():
        assert len(chosen(RUNS, way="Tail")) == 2
        with pytest.raises(Unchecked, match="no row has way=Red, size=64"):
            chosen(RUNS, way="Red", size=64)
        with pytest.raises(Unchecked, match="no row has nothing=1"):
            named(RUNS, {"a": {"way": "Tail"}, "b": {"nothing": 1}})
    assert chosen(RUNS, way="Red").empty  # figures do without


def test_variants_are_named():
    data = named(RUNS, {"early": {"way": "Epd"}, "small": {"size": 64}})
    assert list(data["what"]) == ["early"] * 2 + ["small"] * 3  # one row fits both
    assert list(named(RUNS, {"x": {"extra": 5}}, column="who")["who"]) == ["x"]


def test_labels_keep_the_order_of_their_names():
    data = labelled(RUNS, "way", {"Tail": "tail drop", "Epd": "early"}, form="Reno, {}")
    assert list(data["what"].cat.categories) == ["Reno, tail drop", "Reno, early"]
    assert list(mean_table(data, "y", "what", "size").index) == ["Reno, tail drop", "Reno, early"]
    both = joined(data, RUNS.assign(what="plain"))
    assert len(both) == 8 and set(both["what"]) == {"Reno, tail drop", "Reno, early", "plain"}


def test_lists_are_unrolled():
    data = pandas.DataFrame({"code": ["a", "b"], "loss": [[0.1, 0.2], [0.3]], "cost": [[1, 2], [3]],
                             "seed": [1, 1]})
    table = unrolled(data, "code", "loss")
    assert list(table["code"]) == ["a", "a", "b"]
    assert list(table["cost"]) == [1, 2, 3] and table["cost"].dtype == float
    assert "seed" not in table


def test_means():
    assert means(RUNS, "y", ["way", "size"])["Tail", 64] == 1.5
    table = mean_table(RUNS, "y", "way", "size")
    assert table.loc["Tail", 64] == 1.5 and numpy.isnan(table.loc["Tail", 256])


def test_means_beside_a_model():
    model = {("Tail", 64): 3.0, ("Epd", 64): 2.0, ("Epd", 1000): 1.0}
    found = beside(RUNS, model, ["way", "size"], "y", "y")
    assert found.to_dict("index") == {
        ("Tail", 64): {"measured": 1.5, "model": 3.0, "ratio": 0.5},
        ("Epd", 64): {"measured": 4.0, "model": 2.0, "ratio": 2.0}}
    table = pandas.DataFrame({"size": [64, 256], "p": [7.0, 8.0]})
    assert list(beside(chosen(RUNS, way="Epd"), table, ["size"], "y", "p")["ratio"]) == [4 / 7, 1]
    broken = RUNS.assign(y=RUNS["y"].where(RUNS["size"] == 64))  # a check of all points must see this one
    found = beside(chosen(broken, way="Epd"), table, ["size"], "y", "p")
    assert list(found.index) == [64, 256] and numpy.isnan(found.loc[256, "ratio"])


def test_tables_of_the_report():
    table = report_table(RUNS, "y", "way", ["size"], "{} cells", title="transport")
    assert list(table.columns) == ["transport", "64 cells", "256 cells"]
    assert list(table["64 cells"]) == [4, 1.5]
    several = report_table(RUNS, {"y": "mean", "z": "sd"}, "way", ["size", "seed"], "{}, {}/{}")
    assert "mean, 64/1" in several and "sd, 256/1" in several


def test_numbers_in_words():
    assert spread([3, 1, 2]) == "1.00–3.00" and spread([0.5], "{:.0%}") == "50%–50%"
    assert listed(pandas.Series({64: 1.0, 256: 2.5})) == "64: 1.00, 256: 2.50"


@pytest.mark.parametrize("value, agrees", [(1.01, True), (0.99, True), (1.02, False)])
def test_near(value, agrees):
    assert near(value, 1, 0.015) == agrees and near(-value, -1, 0.015) == agrees


def test_means_with_intervals():
    # Tail: 1 and 2, half of the interval 12.706 * 0.7071 / sqrt(2) = 6.353
    found = intervals(RUNS, "y", "way")
    assert found["Tail"][:1] + found["Tail"][2:] == (1.5, 2, 0)
    assert found["Tail"].half == pytest.approx(6.353, rel=1e-4)
    assert set(intervals(RUNS, "y", ["way", "size"])) == {("Tail", 64), ("Epd", 64), ("Epd", 256)}
