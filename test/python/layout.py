# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong with a figure of matplotlib: texts that lie on each other or are too small, a legend on
data, axes without names.  Nothing is cut off: files are as large as what is in them."""

import itertools

import numpy
from matplotlib.collections import PathCollection
from matplotlib.legend import Legend
from matplotlib.text import Text

SMALLEST = 7.0  # points
SLACK = 1.5  # pixels that boxes of texts may share: they are larger than their letters
MANY = 3  # points of data below a legend that one may miss


def complaints(figure):
    """Lines, none for a sound figure."""
    figure.canvas.draw()
    return [line for check in (unnamed, small, crossing, covering) for line in check(figure)]


def shown(axes):
    """Is anything drawn in these axes?"""
    return axes.axison and axes.get_visible() and (axes.lines or axes.collections or axes.patches)


def unnamed(figure):
    """Axes whose ticks have numbers and that nobody names, themselves or for all of the figure."""
    for index, axes in enumerate(figure.axes):
        for axis, shared in (("x", figure.get_supxlabel()), ("y", figure.get_supylabel())):
            one = getattr(axes, f"{axis}axis")
            words = any(not is_number(tick.get_text()) for tick in one.get_ticklabels()
                        if tick.get_text())
            numbers = one.get_visible() and any(tick.get_text() and tick.get_visible()
                                                for tick in one.get_ticklabels())
            if shown(axes) and numbers and not words and not shared and not one.get_label_text():
                yield f"axes {index}: {axis} has no name"


def is_number(text):
    """Is a tick's label a number, as matplotlib writes it?"""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("$\\mathdefault{", "").replace("}$", "")
    try:
        float(plain)
        return True
    except ValueError:
        return "^{" in plain


def texts(figure):
    """Every text that is seen, with its box."""
    renderer = figure.canvas.get_renderer()
    hidden = {one for axes in figure.axes for one in unseen(axes)}
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip() and text not in hidden:
            yield text, Text.get_window_extent(text, renderer)  # an annotation's without its arrow


def unseen(axes):
    """Texts that axes have and do not show: labels of ticks outside of their limits, and of axes that
    are off."""
    if not axes.get_visible():
        return axes.findobj(Text)
    found = [axes.xaxis.label, axes.yaxis.label] if not axes.axison else []
    for axis in axes._axis_map.values():  # pylint: disable=protected-access
        drawn = axis._update_ticks()  # pylint: disable=protected-access
        seen = labels(drawn) if axes.axison and axis.get_visible() else []
        found += [one for one in labels(axis.majorTicks + axis.minorTicks) if one not in seen]
    return found


def labels(ticks):
    """The texts of ticks, on both sides of the axes."""
    return [one for tick in ticks for one in (tick.label1, tick.label2)]


def small(figure):
    """Texts below the smallest size."""
    for text, _ in texts(figure):
        if text.get_fontsize() < SMALLEST:
            yield f"'{text.get_text()}' has {text.get_fontsize():.1f} pt"


def crossing(figure):
    """Texts that lie on each other."""
    for (one, first), (two, second) in itertools.combinations(texts(figure), 2):
        if (min(first.x1, second.x1) - max(first.x0, second.x0) > SLACK
                and min(first.y1, second.y1) - max(first.y0, second.y0) > SLACK
                and one.get_rotation() % 90 == two.get_rotation() % 90 == 0):
            yield f"'{one.get_text()}' lies on '{two.get_text()}'"


def covering(figure):
    """Legends and texts in the axes that lie on points of the data."""
    renderer = figure.canvas.get_renderer()
    for index, axes in enumerate(figure.axes):
        points = data_of(axes)
        boxes = [("the legend", one.get_window_extent(renderer)) for one in figure.findobj(Legend)]
        for name, box in boxes:
            inside = ((points[:, 0] > box.x0) & (points[:, 0] < box.x1)
                      & (points[:, 1] > box.y0) & (points[:, 1] < box.y1)).sum()
            if inside > MANY:
                yield f"axes {index}: {name} covers {inside} points of data"


def data_of(axes):
    """Points of the lines and markers inside of the axes, in pixels."""
    found = [numpy.empty((0, 2))]
    for line in axes.lines:
        found.append(line.get_transform().transform(numpy.asarray(line.get_xydata(), dtype=float)))
    for one in axes.collections:
        if isinstance(one, PathCollection):
            offsets = numpy.ma.filled(one.get_offsets(), numpy.nan)
            found.append(one.get_offset_transform().transform(offsets))
    points = numpy.concatenate(found)
    box = axes.bbox
    seen = ((points[:, 0] >= box.x0) & (points[:, 0] <= box.x1)
            & (points[:, 1] >= box.y0) & (points[:, 1] <= box.y1))
    return points[seen]
