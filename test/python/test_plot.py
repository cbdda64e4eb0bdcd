# SPDX-License-Identifier: GPL-2.0-only
"""Figures."""

import re
import struct
from xml.etree import ElementTree

import pandas
import pytest

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
    assert [path.suffix for path in first] == [".svg", ".pdf", ".png"]
    assert b"CreationDate" not in first[1].read_bytes()
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


@pytest.mark.parametrize("least, ends", [(0, True), (-1, False)])
def test_bars_end_at_0_if_no_row_is_negative(least, ends):
    # two rows, least and 4: half an interval is 12.7 (t of one degree of freedom) times (4 - least) / 2
    data = pandas.DataFrame({"x": [1, 1], "y": [least, 4.0]})
    [axes] = plot.line_figure(data, "x", "y").axes
    [bar] = axes.containers[0].lines[2][0].get_segments()
    mean, half = (4 + least) / 2, 12.706 * (4 - least) / 2
    assert bar[:, 1] == pytest.approx([0 if ends else mean - half, mean + half], abs=0.01)


def test_text_stays_text_and_pixels_suffice_for_print(tmp_path):
    svg, pdf, png = draw(tmp_path / "one")
    root = ElementTree.parse(svg).getroot()
    texts = {"".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"k a", "k b", "paper: model", "k a (paper)"} <= texts
    assert pdf.read_bytes().startswith(b"%PDF") and b"/FontFile2" in pdf.read_bytes()  # TrueType
    data = png.read_bytes()
    width, = struct.unpack(">I", data[16:20])
    per_metre, = struct.unpack(">I", data[data.index(b"pHYs") + 4:][:4])
    assert per_metre * 0.0254 > 199 and width >= 6.4 * 200


def test_files_say_what_they_are(tmp_path):
    figure = plot.line_figure(DATA, "x", "y")
    svg, pdf, png = plot.save(figure, tmp_path / "one", "A title", ["first line", "second"])
    for path in (svg, png):
        assert b"A title" in path.read_bytes() and b"first line\nsecond" in path.read_bytes()
    assert b"/Title (A title)" in pdf.read_bytes()
    assert re.search(rb"/Subject \(first line(\n|\\n|\\012)second\)", pdf.read_bytes())


def test_curves_that_coincide_are_drawn_once_with_all_names():
    data = pandas.concat([DATA, DATA[DATA["k"] == "a"].assign(k="c")])
    [axes] = plot.line_figure(data, "x", "y", by="k", label="{value}",
                              paper_series={"c": ([1], [2])}).axes
    assert len(axes.containers) == 2
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["a\n= c", "b", "c (paper)"]
    [mark] = [line for line in axes.lines if line.get_gid() == "paper"]
    assert mark.get_color() == plot.colour(0) and mark.get_linestyle() == "None"


def test_what_the_paper_says_looks_the_same_everywhere():
    [axes] = plot.line_figure(DATA, "x", "y", by="k", paper_bounds={"below 3": 3}).axes
    plot.draw_paper(axes, [1], [2])
    plot.draw_paper_bound(axes, "from 2 on", x=2)
    plot.draw_key(axes, "open", marked="s", filled=False)
    labels = axes.get_legend_handles_labels()[1]
    assert {"paper: below 3", "paper", "paper: from 2 on", "open"} <= set(labels)
    marks = [line for line in axes.lines if line.get_gid() == "paper"]
    assert [one.get_marker() for one in marks] == ["None", "+", "None"]
    assert list(marks[0].get_ydata()) == [3, 3] and list(marks[2].get_xdata()) == [2, 2]


def test_a_legend_without_room_between_the_curves_is_beside_the_axes():
    for points, is_beside in ((4, False), (900, True)):  # a square of points everywhere
        figure, axes = plot.new_figure("x", "y")
        side = round(points ** 0.5)
        places = [(x, y) for x in range(side) for y in range(side)]
        axes.plot(*zip(*places), ".", label="points")
        plot.finish(figure)
        figure.canvas.draw()
        legend = axes.get_legend().get_window_extent()
        assert (legend.x0 > axes.get_window_extent().x1) == is_beside


def test_axes_with_a_scale_on_each_side_have_one_legend_that_covers_nothing():
    figure, axes = plot.new_figure("x", "left")
    plot.draw_lines(axes, DATA, "x", "y", "k", "{value}: left")
    twin = axes.twinx()
    plot.draw_lines(twin, DATA, "x", "y", "k", "{value}: right", "--", 2)
    plot.finish(figure)
    [legend] = filter(None, (one.get_legend() for one in figure.axes))
    assert [one.get_text() for one in legend.get_texts()] == ["a: left", "b: left", "a: right",
                                                              "b: right"]
    figure.canvas.draw()
    assert legend.get_window_extent().x0 > twin.get_tightbbox(
        bbox_extra_artists=[]).x1 > axes.get_window_extent().x1


@pytest.fixture
def own_style(monkeypatch):
    """What a test changes of the style is undone."""
    monkeypatch.setattr(plot, "STYLE", dict(plot.STYLE))
    monkeypatch.setattr(plot, "_WIDTH", [])


def svg_points(path):
    """Width and height of an SVG in points, and the sizes of its texts."""
    text = path.read_text(encoding="utf-8")
    width, height = (float(re.search(rf'<svg[^>]* {name}="([\d.]+)pt"', text)[1])
                     for name in ("width", "height"))
    return width, height, {float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", text)}


@pytest.mark.parametrize("style, inches", [("column", 3.45), ("page", 7.16)])
def test_figures_for_print_have_the_width_of_the_journal_and_readable_fonts(own_style, tmp_path, style,
                                                                           inches):
    plot.use_style(style)
    width, height, sizes = svg_points(draw(tmp_path / "one")[0])
    assert width == pytest.approx(72 * inches, abs=0.1)
    assert height / width == pytest.approx(4.0 / 6.4, abs=0.01)
    assert sizes and min(sizes) >= 7


def test_a_users_style_sheet(own_style, tmp_path):
    sheet = tmp_path / "my.mplstyle"
    sheet.write_text("font.size: 13\nfigure.figsize: 5, 1\naxes.grid: False\n")
    plot.use_style(str(sheet))
    width, _, sizes = svg_points(draw(tmp_path / "one")[0])
    assert width == pytest.approx(72 * 5, abs=0.1)
    assert max(sizes) >= 13


@pytest.mark.parametrize("text", ["no.such.setting: 1\n", "font.size: huge-ish\n"])
def test_style_sheets_that_matplotlib_does_not_take(own_style, tmp_path, text):
    sheet = tmp_path / "my.mplstyle"
    sheet.write_text(text)
    with pytest.raises(plot.StyleError, match=f"style {sheet}: "):
        plot.use_style(str(sheet))
