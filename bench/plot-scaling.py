#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The manual's figures of what a cell costs, by number of ports and by length of the run.

    ./hsn pictures scaling
    ./hsn python bench/plot-scaling.py [--json FILE] [--output FOLDER] [--quick]

It runs the benchmark cells-scaling, or takes what that has printed before (--json), and writes
atm-scaling-ports.svg and atm-scaling-lengths.svg to the folder (doc/figures if nothing is said).
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from hsn import plot
from hsn.provenance import about_measurement

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("HSN_BUILD") or ROOT / "build")
PROGRAM = BUILD / "bin" / "hsn-bench-cells-scaling"
ENGINES = {"burst": ("burst", "-"), "per_cell": ("per cell", "--")}
PORTS = {"bursts": "two into one, bursts", "paced": "two into one, paced",
         "into_one": "all into one"}
LENGTHS = {"link": "one link", "congested": "4 into 1", "chain": "5 switches"}


def measure(quick):
    """Run the benchmark; what it found."""
    done = subprocess.run([PROGRAM, "--json"] + (["--quick"] if quick else []),
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def draw(result, what, series, title, xlabel):
    """A figure of the series: result, engine, key -> (xs, ys)."""
    figure, axes = plot.new_figure(xlabel, "CPU time per cell-hop (ns)", title, size=(8.0, 4.0))
    for engine, (name, line) in ENGINES.items():
        for index, (key, text) in enumerate(series.items()):
            xs, ys = what(result[engine], key)
            plot.draw_reference(axes, xs, ys, index, f"{text} ({name})", line, markers=True)
    axes.set(xscale="log", yscale="log")
    axes.set_ylim(bottom=1)
    return plot.finish(figure)


def draw_ports(result):
    """Cost by number of ports."""
    ports = result["burst"]["ports"]["ports"]
    figure = draw(result, lambda engine, key: (ports, engine["ports"][key]), PORTS,
                  "One switch", "ports")
    figure.axes[0].minorticks_off()
    figure.axes[0].set_xticks(ports, map(str, ports))
    return figure


def draw_lengths(result):
    """Cost by length of the run."""
    def series(engine, key):
        return engine["lengths"][key]["cell_hops"], engine["lengths"][key]["ns"]

    return draw(result, series, LENGTHS, "Length of the run", "cell-hops")


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="output of the benchmark")
    parser.add_argument("--output", type=Path, metavar="FOLDER", default=ROOT / "doc" / "figures",
                        help="where the figures go")
    parser.add_argument("--quick", action="store_true", help="run the benchmark with --quick")
    args = parser.parse_args()
    if args.json:
        result = json.loads(args.json.read_text(encoding="utf-8").splitlines()[-1])
    else:
        result = measure(args.quick)
    about = about_measurement(PROGRAM.name, "./hsn pictures scaling")
    for name, figure in (("ports", draw_ports(result)), ("lengths", draw_lengths(result))):
        [svg] = plot.save(figure, args.output / f"atm-scaling-{name}", about=about, kinds=["svg"])
        print(svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
