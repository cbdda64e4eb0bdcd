# SPDX-License-Identifier: GPL-2.0-only
"""The page of a monitored run: a timeline for each connection, with the colours of the traffic light.

    python -m hsn.live FOLDER PAGE      writes PAGE from the MIBs in FOLDER (see hsn.monitored), again
                                        and again until the standard input ends

The page is one static file.  While the program runs, it asks the browser to load it again.
"""

import json
import math
import select
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

from .files import write_atomically
from .report import find_versions, make_environment

WIDTH, HEIGHT, BAR = 720, 64, 12  # of a timeline: the curve, and the bar with the colours
MOST = 100                        # connections of a simulation that are drawn
STATUS = {1: "unknown", 2: "green", 3: "yellow", 4: "red"}
CONTRACTS = ("throughputContract", "delayContract", "jitterContract")
SHADES = 5                        # of a bar without a contract
PAUSE = 1.0                       # seconds between two pages
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class Interval(NamedTuple):
    """What a monitor showed at one update, and what has come since the one before."""

    begin: float
    end: float
    rate: float      # bit/s
    delay: float     # s; None: absent
    errors: int      # bits
    status: int


class Timeline:
    """One direction of a connection."""

    def __init__(self, direction, contract):
        self.direction, self.contract = direction, contract
        self.intervals, self.last = [], {}
        self.begin = None

    def add(self, time, row):
        """A row of the MIB."""
        if self.begin is None:
            self.begin = max(0.0, time - row.get("age", 0) / 100)
        begin = self.intervals[-1].end if self.intervals else self.begin
        octets = row["octets"] - self.last.get("octets", 0)
        errors = row.get("errorBits", 0) - self.last.get("errorBits", 0)
        if time > begin:
            delay = row["delay"] / 1e6 if "delay" in row else None
            self.intervals.append(Interval(begin, time, 8 * octets / (time - begin), delay, errors,
                                           row["status"]))
        self.last = row

    def share(self, status):
        """Share of the time that the light had a colour."""
        total = sum(one.end - one.begin for one in self.intervals)
        return sum(one.end - one.begin for one in self.intervals if one.status == status) / total

    def mean_rate(self):
        """Over the time that it is known."""
        return 8 * self.last["octets"] / (self.intervals[-1].end - self.begin)

    def summary(self):
        """[(what, value)] in words."""
        found = [("data", in_units(self.last["octets"], "B")),
                 ("mean", in_units(self.mean_rate(), "b/s"))]
        delays = [one.delay for one in self.intervals if one.delay is not None]
        if delays:
            found.append(("delay, median", f"{1e3 * statistics.median(delays):.3g} ms"))
        if "errorBits" in self.last:
            found.append(("errors", in_units(self.last["errorBits"] / 8, "B")))
        if self.contract:
            found.append(("contract", ", ".join(self.contract)))
            found += [(word, f"{100 * self.share(number):.0f} %") for number, word in STATUS.items()
                      if self.share(number)]
        return found


class Connection:
    """Both directions of a connection."""

    def __init__(self, name, ident):
        self.name, self.ident = name or "connection", ident
        self.node = int(ident[:8], 16)
        self.timelines = {}

    def add(self, time, row):
        """A row of the MIB."""
        direction = row["direction"]
        if direction not in self.timelines:
            self.timelines[direction] = Timeline(direction, in_words(row))
        self.timelines[direction].add(time, row)

    def drawn(self):
        """The directions with data."""
        return [self.timelines[one] for one in ("out", "in") if one in self.timelines
                and self.timelines[one].intervals and self.timelines[one].last["octets"]]

    def octets(self):
        """Of both directions."""
        return sum(one.last["octets"] for one in self.timelines.values())


def in_units(value, unit):
    """A number with a prefix."""
    for factor, prefix in PREFIXES:
        if abs(value) >= factor:
            return f"{value / factor:.3g} {prefix}{unit}"
    return f"{value:.3g} {unit}"


def in_words(row):
    """The contract of a row."""
    words = {"throughputContract": lambda value: in_units(value, "b/s"),
             "delayContract": lambda value: f"delay {value / 1e3:g} ms",
             "jitterContract": lambda value: f"jitter {value / 1e3:g} ms"}
    return [words[key](row[key]) for key in CONTRACTS if key in row]


def read_simulation(path):
    """The connections of one simulation; a line that is being written is left out."""
    names, found = {}, {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if "name" in one:
            names[one["connId"]] = one["name"]
        for row in one.get("rows", ()):
            ident = row["connId"]
            if ident not in found:
                found[ident] = Connection(names.get(ident), ident)
            found[ident].add(one["time_s"], row)
    return [one for one in found.values() if one.drawn()]


def number(path):
    """The number of a simulation's file."""
    return int(path.stem.removeprefix("run-"))


def read(folder):
    """What the page shows: about the run, and [(number, end, connections, how many more)]."""
    about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    simulations = []
    for path in sorted(folder.glob("run-*.jsonl"), key=number):
        connections = sorted(read_simulation(path), key=lambda one: (-one.octets(), one.ident))
        end = max((line.intervals[-1].end for one in connections for line in one.drawn()), default=0)
        simulations.append({"number": number(path), "end": end, "connections": connections[:MOST],
                            "more": max(0, len(connections) - MOST)})
    return about, simulations


def bars(timeline, end):
    """[(x, width, class, words)] of the bar: equal neighbours are one."""
    most = max(one.rate for one in timeline.intervals)
    found = []
    for one in timeline.intervals:
        if timeline.contract:
            name, words = STATUS[one.status], STATUS[one.status]
        else:
            shade = math.ceil(SHADES * one.rate / most) if most else 0
            name, words = f"shade{shade}", f"about {in_units(shade * most / SHADES, 'b/s')}"
        x, width = WIDTH * one.begin / end, WIDTH * (one.end - one.begin) / end
        if found and found[-1][2] == name and abs(found[-1][0] + found[-1][1] - x) < 1e-6:
            found[-1] = (found[-1][0], found[-1][1] + width, name, words)
        else:
            found.append((x, width, name, words))
    return [(f"{x:.2f}", f"{max(width, 0.5):.2f}", name, words) for x, width, name, words in found]


def curve(timeline, end):
    """The path of the throughput, as steps, and its highest value."""
    most = max(max(one.rate for one in timeline.intervals), 1e-9)
    parts = []
    for index, one in enumerate(timeline.intervals):
        y = HEIGHT * (1 - one.rate / most)
        parts.append(f"{'L' if index else 'M'}{WIDTH * one.begin / end:.2f} {y:.2f}"
                     f"H{WIDTH * one.end / end:.2f}")
    return "".join(parts), in_units(most, "b/s")


def losses(timeline, end):
    """Where errors were reported."""
    return [f"{WIDTH * one.end / end:.2f}" for one in timeline.intervals if one.errors > 0]


def ticks(end):
    """[(x, words)] of the axis: four to eight round times."""
    step = 10 ** math.floor(math.log10(end / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if end / (step * factor) <= 8)
    return [(f"{WIDTH * index * step / end:.2f}", f"{index * step:g}")
            for index in range(int(end / step * (1 + 1e-9)) + 1)]


def write(folder, page, running):
    """Write the page."""
    about, simulations = read(folder)
    environment = make_environment()
    environment.globals.update(bars=bars, curve=curve, losses=losses, ticks=ticks, WIDTH=WIDTH,
                               HEIGHT=HEIGHT, BAR=BAR)
    contracts = any(line.contract for one in simulations for connection in one["connections"]
                    for line in connection.drawn())
    text = environment.get_template("live.html").render(
        about=about, simulations=simulations, running=running, contracts=contracts,
        versions=find_versions())
    write_atomically(page, text)


def main(folder, page):
    """Until the standard input ends, and once more."""
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        write(folder, page, True)
    write(folder, page, False)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
