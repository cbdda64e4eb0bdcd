# SPDX-License-Identifier: GPL-2.0-only
"""Figures."""

import pandas

from hsn import plot

DATA = pandas.DataFrame({"x": [1, 1, 2, 2] * 2, "y": [1.0, 2, 3, 4, 5, 6, 7, 8],
                         "k": ["a"] * 4 + ["b"] * 4})


def draw(stem):
    figure = plot.line_figure(DATA, "x", "y", by="k", title="t",
                              paper_series={"k a": ([1, 2], [1, 3]), "model": ([1, 2], [2, 2])})
    return plot.save(figure, stem)


def test_same_data_same_bytes(tmp_path):
    first, second = draw(tmp_path / "one"), draw(tmp_path / "two")
    for one, two in zip(first, second):
        assert one.read_bytes() == two.read_bytes()
    assert first[0].suffix == ".svg" and first[1].suffix == ".png"
    assert b"<dc:date>" not in first[0].read_bytes()


def test_curves_have_their_means_and_the_paper_its_curve():
    figure = plot.line_figure(DATA, "x", "y", by="k", paper_series={"k b": ([1], [6])})
    [axes] = figure.axes
    labels = axes.get_legend_handles_labels()[1]
    assert sorted(labels) == ["k a", "k b", "k b (paper)"]
    curve = axes.containers[0].lines[0]
    assert list(curve.get_ydata()) == [1.5, 3.5]
    reference = [line for line in axes.lines if line.get_label() == "k b (paper)"][0]
    assert reference.get_color() == plot.colour(1)


def test_neighbouring_curves_differ_in_colour_and_marker():
    assert len(set(plot.COLOURS)) == len(plot.COLOURS) == len(set(plot.MARKERS))


def test_a_single_seed_draws_no_bars(tmp_path):
    single = DATA.drop_duplicates(["x", "k"])
    plot.save(plot.line_figure(single, "x", "y"), tmp_path / "single")
    plot.save(plot.line_figure(single, "x", "y", by="k", line="", logx=True), tmp_path / "markers")
