#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The manual's figure of what Web flows cost over time.

    ./hsn pictures web
    ./hsn python bench/plot-web.py [--output FOLDER] [--quick]

It runs the benchmark web and writes web-cost.svg to the folder (doc/figures if nothing is said).
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
PROGRAM = BUILD / "bin" / "hsn-bench-web"


def measure(arguments):
    """Run the benchmark; what it found."""
    done = subprocess.run([PROGRAM, "--json", *arguments],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def draw(result):
    """CPU time and memory against simulated time."""
    figure, _ = plot.new_figure(size=(8.0, 3.2))
    figure.clear()
    panels = figure.subplots(1, 2)
    plot.draw_reference(panels[0], result["seconds"], result["cpu_s_per_simulated_s"], 0, line="-")
    panels[0].set_ylabel("CPU seconds per simulated second")
    plot.draw_reference(panels[1], result["seconds"],
                        [one / 1e6 for one in result["rss_bytes"]], 1, line="-")
    panels[1].set_ylabel("memory of the process (MB)")
    for panel in panels:
        panel.set_ylim(bottom=0)
        panel.set_xlabel("simulated time (s)")
    return figure


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, metavar="FOLDER", default=ROOT / "doc" / "figures",
                        help="where the figure goes")
    parser.add_argument("--quick", action="store_true", help="run the benchmark with --quick")
    args = parser.parse_args()
    figure = draw(measure(["--quick"] if args.quick else []))
    about = about_measurement(PROGRAM.name, "./hsn pictures web")
    [svg] = plot.save(figure, args.output / "web-cost", about=about, kinds=["svg"])
    print(svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
