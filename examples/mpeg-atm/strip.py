# SPDX-License-Identifier: GPL-2.0-only
"""A strip of pictures, damaged as the lost cells of a run say.

There is no coder: a drawn scene stands for the video, and the map of lost cells for what a decoder
would lack. Cells cover the macroblocks of their picture in order. A lost one takes what is left of
its slice, a row of macroblocks. Lost places show the anchor before; what a picture is predicted
from passes its errors on.
"""

import numpy

from hsn.plot import finish, new_figure
from hsn.tables import chosen

BLOCK = 16
ROWS, COLUMNS = 9, 11
SHOWN = 7
LEAK = 0.95  # of a reference's errors, as in the proxy of the PSNR


def draw_scene(time):
    """The picture at a time: a ball over hills and a fence that pans; values of 0 to 1."""
    height, width = ROWS * BLOCK, COLUMNS * BLOCK
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    image = numpy.stack([0.55 + 0.2 * y / height, 0.75 + 0.1 * y / height, 1 - 0.1 * y / height], 2)
    hills = y > 95 + 12 * numpy.sin((x + 5 * time) / 23) + 6 * numpy.sin((x + 5 * time) / 7.3)
    image[hills] = (0.25, 0.55, 0.25)
    fence = (y > 112) & (y < 136) & (((x + 5 * time) % 22 < 5) | (abs(y - 120) < 3))
    image[fence] = (0.95, 0.9, 0.8)
    ball = (x - 25 - 6 * (time % 24)) ** 2 + (y - 70 + 38 * abs(numpy.sin(time / 4))) ** 2 < 14 ** 2
    image[ball] = (0.85, 0.2, 0.15)
    return image


def find_lost(cells, runs):
    """Which macroblocks of a picture are lost: the places of runs like "3-5 9-9" of its cells."""
    lost = numpy.zeros(ROWS * COLUMNS, bool)
    for run in runs.split():
        first, last = map(int, run.split("-"))
        begin = first * lost.size // cells
        end = -(-(last + 1) * lost.size // cells)
        lost[begin:-(-end // COLUMNS) * COLUMNS] = True
    return numpy.kron(lost.reshape(ROWS, COLUMNS), numpy.ones((BLOCK, BLOCK), bool))


def show(types, cells, runs):
    """The pictures that a viewer sees, {time: (picture, share lost)}; types in coded order."""
    anchors = []  # errors of the two latest ones, and how the latest one looks
    seen = {}
    image = draw_scene(0)
    for number, kind in enumerate(types):
        time = number - 1 if kind == "B" else number + 2
        scene = draw_scene(time)
        errors = numpy.zeros_like(scene)
        if anchors and kind == "P":
            errors = LEAK * anchors[-1]
        elif anchors and kind == "B":
            errors = LEAK * (anchors[-1] + anchors[-2 if len(anchors) > 1 else -1]) / 2
        lost = find_lost(cells[number], runs[number])
        picture = numpy.where(lost[:, :, None], image, scene + errors)
        seen[time] = (picture.clip(0, 1), lost.mean())
        if kind != "B":
            anchors = (anchors + [picture - scene])[-2:]
            image = picture
    return seen


def draw_strip(ctx, experiment):
    """Pictures as sent, and as they arrive; from the one that tail discard damages most on."""
    data = ctx.data(experiment)
    rows, decodable = {}, {}
    for policy in ("TailDrop", "ExClpPushOut"):
        row = chosen(data, policy=policy).iloc[0]
        rows[policy] = show(row["map_types"], row["map_cells"], row["map_lost"])
        decodable[policy] = f"{row['decodable']:.0%} decodable"
    times = sorted(rows["TailDrop"])[3:-SHOWN - 3]
    first = max(times, key=lambda time: (rows["TailDrop"][time][1], -time))
    figure, axes = new_figure(size=(9.6, 3.6))
    axes.remove()
    titles = {"as sent": None, f"tail discard\n{decodable['TailDrop']}": rows["TailDrop"],
              f"four classes\n{decodable['ExClpPushOut']}": rows["ExClpPushOut"]}
    parts = figure.subplots(len(titles), SHOWN)
    for line, (title, seen) in enumerate(titles.items()):
        for column, part in enumerate(parts[line]):
            picture = draw_scene(first + column) if seen is None else seen[first + column][0]
            part.imshow(picture, interpolation="nearest")
            part.set(xticks=[], yticks=[])
            part.grid(False)
        parts[line][0].set_ylabel(title)
    return finish(figure)
