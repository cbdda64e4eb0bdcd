# SPDX-License-Identifier: GPL-2.0-only
"""Every figure of every paper, drawn from its published runs, is one that can be read."""

import layout
import pytest
from conftest import ROOT
from matplotlib import pyplot

from hsn import paper, published
from hsn.plot import STYLE

PUBLISHED = sorted(path.parent.name for path in (ROOT / "examples").glob(f"*/{published.NAME}"))


@pytest.mark.rotating
@pytest.mark.parametrize("key", PUBLISHED)
def test_figures_can_be_read(key):
    one = paper.load_paper(key)
    found = published.load(one)
    context = paper.Context(one, published.runner_of(one, found), found.mode, strict=False)
    lines = []
    for figure in one.figures:
        drawn = figure.draw(context)
        with pyplot.rc_context(STYLE):
            if hasattr(drawn, "savefig"):
                lines += [f"{figure.id}: {line}" for line in layout.complaints(drawn)]
        pyplot.close("all")
    assert lines == []


def axes_with(**settings):
    figure, axes = pyplot.subplots()
    axes.plot(range(100), range(100), label="data")
    axes.set(**{"xlabel": "x", "ylabel": "y", **settings})
    return figure, axes


def test_what_is_wrong_is_found():
    figure, axes = axes_with()
    assert layout.complaints(figure) == []
    figure, _ = axes_with(ylabel="")
    assert layout.complaints(figure) == ["axes 0: y has no name"]
    figure, axes = axes_with()
    axes.text(40, 2, "tiny", fontsize=6)
    assert layout.complaints(figure) == ["'tiny' has 6.0 pt"]
    figure, axes = axes_with()
    for word in ("one", "two"):
        axes.text(60, 2, word)
    assert layout.complaints(figure) == ["'one' lies on 'two'"]
    figure, axes = axes_with()
    axes.legend(loc="center")
    [line] = layout.complaints(figure)
    assert "axes 0: the legend covers" in line and "points of data" in line
    pyplot.close("all")


def test_what_nobody_sees_is_not_complained_about():
    figure, axes = axes_with()
    axes.set_xlim(10.5, 89.5)  # labels of ticks outside are kept, and not drawn
    axes.twinx().set_ylabel("more")
    hidden = figure.add_axes((0.1, 0.1, 0.1, 0.1))
    hidden.set_axis_off()
    assert layout.complaints(figure) == []
    pyplot.close("all")
