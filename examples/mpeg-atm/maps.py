# SPDX-License-Identifier: GPL-2.0-only
"""Drawings of what is where: bits of headers, octets of PDUs, cells of a matrix."""

from matplotlib.patches import Patch, Rectangle

from hsn.plot import colour, finish, new_figure

CELL = 48  # octets of a payload
FIELDS = [  # of a header: name, first bit, bits
    ("GFC", 0, 4), ("VPI", 4, 4), ("VPI", 8, 4), ("VCI", 12, 4), ("VCI", 16, 8), ("VCI", 24, 4),
    ("PTI", 28, 3), ("CLP", 31, 1), ("HEC", 32, 8)]
PTI_BITS = {28: "type", 29: "EFCI", 30: "AUU"}
KINDS = {  # of octets, by the program's letters: colour, what they are
    "S": (colour(1), "headers (S)"), "I": (colour(0), "I picture"), "P": (colour(2), "P picture"),
    "B": (colour(5), "B picture"), "l": ("0.25", "numbers of picture and PDUs"),
    "r": ("0.5", "place and length of a record"), "0": ("0.92", "filled up"),
    ".": ("0.92", "filled up"), "u": (colour(3), "type and number (UU)"),
    "t": (colour(4), "rest of the trailer")}
STATES = {  # of cells in a matrix
    ".": ("0.85", "arrived"), "x": (colour(1), "missing"), "r": (colour(2), "repaired"),
    "d": (colour(4), "arrived in vain"), "p": ("0.6", "parity, used")}


def blank(axes):
    """No ticks, grid and frame."""
    axes.grid(False)
    axes.set(xticks=[], yticks=[])
    for spine in axes.spines.values():
        spine.set_visible(False)


def fill(axes, x, y, width, face, text="", size=8, **kwargs):
    """A box with a text in it."""
    axes.add_patch(Rectangle((x, y), width, 1, facecolor=face, edgecolor="white", **kwargs))
    if text:
        axes.text(x + width / 2, y + 0.5, text, ha="center", va="center", fontsize=size)


def explain(figure, kinds, used, columns):
    """A legend of those kinds that are used, below the axes."""
    labels = {}
    for letter, (face, label) in kinds.items():
        if letter in used:
            labels.setdefault(label, Patch(facecolor=face, edgecolor="0.5", label=label))
    figure.legend(handles=list(labels.values()), loc="outside lower center", ncols=columns,
                  frameon=False, fontsize=8)


def draw_header(axes, nibbles):
    """The header of a cell, and its bits beside CLP; nibbles are those of S, I, P, B."""
    other = next(bit for bit in PTI_BITS if nibbles[1] & 1 << 31 - bit)  # in which I differs from S
    for name, first, bits in FIELDS:
        if name in ("PTI", "CLP"):
            continue
        fill(axes, first % 8, -(first // 8), bits, "0.9", name)
    for bit, text in {**PTI_BITS, 31: "CLP"}.items():
        fill(axes, bit % 8, -3, 1, colour(4) if bit in (other, 31) else "0.9", text)
    for octet in range(5):
        axes.text(-0.15, 0.5 - octet, octet + 1, ha="right", va="center", fontsize=8)
    for row, (name, nibble) in enumerate(zip("SIPB", nibbles)):
        y = -5.7 - row
        axes.text(3.85, y + 0.5, name, ha="right", va="center", fontsize=9)
        for bit in range(28, 32):
            known = bit in (other, 31)
            told = nibble >> 31 - bit & 1 if known else "last" if bit == 30 else 0
            fill(axes, bit % 8, y, 1, colour(4) if known else "0.9", str(told))
    axes.text(3.85, -4.35, "class", ha="right", va="center", fontsize=8)
    axes.text(6, -4.35, "PTI and CLP", ha="center", va="center", fontsize=8)
    axes.set(xlim=(-0.6, 8.1), ylim=(-8.9, 1.2))
    blank(axes)
    return other


def draw_cell_headers(row):
    """Headers with either bit that extends CLP; row has the nibbles."""
    figure, axes = new_figure(size=(7.0, 4.6))
    axes.remove()
    for place, (name, nibbles) in enumerate((("Efci", row["nibbles_efci"]),
                                             ("Auu", row["nibbles_auu"]))):
        part = figure.add_subplot(1, 2, place + 1)
        other = draw_header(part, nibbles)
        mark = "AUU marks the last cell" if other != 30 else "nothing marks the last cell"
        part.set_title(f"{name}: {mark}", fontsize=9)
    return finish(figure)


def draw_pdu(axes, letters, cells, title):
    """The octets of a PDU, a row for each cell, with the class in the header of each."""
    for place, letter in enumerate(letters):
        axes.add_patch(Rectangle((place % CELL, place // CELL), 1, 1, linewidth=0.2,
                                 edgecolor="white", facecolor=KINDS[letter][0]))
    for number, name in enumerate(cells):
        axes.text(-1, number + 0.5, name, ha="right", va="center", fontsize=8,
                  color=KINDS[name][0], fontweight="bold")
        axes.add_patch(Rectangle((0, number), CELL, 1, fill=False, edgecolor="0.3", linewidth=0.8))
    axes.set(xlim=(-3.5, CELL + 0.5), ylim=(len(cells) + 0.1, -0.1))
    axes.set_title(title, fontsize=9, loc="left")
    blank(axes)


def draw_octets(row, name, titles):
    """Both PDUs of a map; row has what hsn-mpeg-atm-exact tells with --maps."""
    pdus, cells = row[f"{name}_pdus"], row[f"{name}_cells"]
    figure, axes = new_figure(size=(7.0, 1.4 + 0.19 * sum(map(len, cells))))
    axes.remove()
    parts = figure.subplots(2, 1, height_ratios=[len(one) for one in cells])
    for part, letters, classes, uu, title in zip(parts, pdus, cells, row[f"{name}_uu"], titles):
        kind = "Data" if uu & 128 else "System"
        draw_pdu(part, letters, classes, f"{title}: {kind}-oriented, number {uu & 127}")
    explain(figure, KINDS, set("".join(pdus)), 5 if name == "ts" else 4)
    return finish(figure)


def draw_cells(axes, letters):
    """A matrix of cells by their states."""
    for place, letter in enumerate(letters):
        fill(axes, place % 8, place // 8, 1, STATES[letter][0], linewidth=1)
    axes.set(xlim=(0, 8), ylim=(8, 0), aspect="equal")
    blank(axes)
    axes.set(xticks=[0.5, 7.5], xticklabels=["cell 1", 8], yticks=[0.5, 7.5], yticklabels=[1, "parity"])
    axes.tick_params(length=0, labelsize=8)


def draw_repair(row):
    """Groups of System PDUs before and after their repair."""
    names, before, after = (row[f"matrix_{one}"] for one in ("names", "before", "after"))
    figure, axes = new_figure(size=(6.4, 4.6))
    axes.remove()
    parts = figure.subplots(2, len(names))
    for place, name in enumerate(names):
        draw_cells(parts[0][place], before[place])
        draw_cells(parts[1][place], after[place])
        parts[0][place].set_title(name, fontsize=9)
    parts[0][0].set_ylabel("before: PDU", fontsize=9)
    parts[1][0].set_ylabel("after: PDU", fontsize=9)
    explain(figure, STATES, set("".join(before + after)), 5)
    return finish(figure)
