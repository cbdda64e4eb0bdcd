#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The manual's figures of TCP variants: the window after one loss, by ns-3's class and by ours.

    ./hsn pictures congestion
    ./hsn python bench/plot-congestion.py [--output FOLDER] [VARIANT ...]

It runs the benchmark hsn-bench-tcp, with IndexedTcpSocket for both, and writes
congestion-VARIANT.svg to the folder (doc/figures if nothing is said).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from hsn import plot
from hsn.provenance import about_measurement

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("HSN_BUILD") or ROOT / "build")
PROGRAM = BUILD / "bin" / "hsn-bench-tcp"
SEGMENT = 1448
STEP = 0.04  # seconds between the points of a curve

# Data packet 1000 is lost, in slow start, at a window of some hundred segments.
PATH = ["--only=hsn", "--rate=400000000", "--queue=40000", "--delayedAck=2", "--drop=1000",
        "--hyStart=false"]
NO_THRESHOLD = "--ns3::hsn::{}::InitialSsthreshSegments=0"

# figure -> title, seconds, curves: label, TypeId below ns3, options
VARIANTS = {
    "sack": ("TCP Reno with SACK", 10, [
        ("TcpNewReno (ns-3)", "TcpNewReno", []),
        ("TcpLinuxReno (ns-3)", "TcpLinuxReno", []),
        ("TcpSackEra, PerSegment", "hsn::TcpSackEra",
         ["--ns3::hsn::TcpSackEra::AckCounting=PerSegment"]),
        ("TcpSackEra", "hsn::TcpSackEra", [])]),
    "hstcp": ("HighSpeed TCP", 10, [
        ("TcpHighSpeed (ns-3)", "TcpHighSpeed", []),
        ("TcpHstcp, Compensated", "hsn::TcpHstcp",
         ["--ns3::hsn::TcpHstcp::AckCounting=Compensated"]),
        ("TcpHstcp", "hsn::TcpHstcp", [])]),
    "stcp": ("Scalable TCP", 4, [
        ("TcpScalable (ns-3)", "TcpScalable", []),
        ("TcpStcp", "hsn::TcpStcp", [])]),
    "bic": ("BIC", 6, [
        ("TcpBic (ns-3)", "TcpBic", []),
        ("TcpBicEra", "hsn::TcpBicEra", [NO_THRESHOLD.format("TcpBicEra")]),
        ("TcpBicEra, no LowUtilization", "hsn::TcpBicEra",
         [NO_THRESHOLD.format("TcpBicEra"), "--ns3::hsn::TcpBicEra::LowUtilization=false"])]),
    "cubic": ("CUBIC", 10, [
        ("TcpCubic (ns-3)", "TcpCubic", []),
        ("TcpCubicEra", "hsn::TcpCubicEra", [NO_THRESHOLD.format("TcpCubicEra")])]),
    "htcp": ("H-TCP", 5, [
        ("TcpHtcp (ns-3)", "TcpHtcp", []),
        ("TcpHtcpEra", "hsn::TcpHtcpEra", []),
        ("TcpHtcpEra, no RTT scaling", "hsn::TcpHtcpEra",
         ["--ns3::hsn::TcpHtcpEra::RttScaling=false"])]),
    "fast": ("FAST, and TCP Vegas", 5, [
        ("TcpVegas (ns-3)", "TcpVegas", []),
        ("TcpFast, Alpha 200", "hsn::TcpFast", [])]),
}


def window(variant, seconds, options):
    """The congestion window over time: seconds, segments."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder, "trace")
        subprocess.run([PROGRAM, f"--variant={variant}", f"--seconds={seconds}", f"--trace={raw}",
                        *PATH, *options], check=True, stdout=subprocess.DEVNULL)
        rows = [(int(time) * 1e-9, int(size) / SEGMENT)
                for time, size in (line.split() for line in raw.read_text().splitlines())]
    points = []
    index = 0
    for step in range(round(seconds / STEP) + 1):
        while index + 1 < len(rows) and rows[index + 1][0] <= step * STEP:
            index += 1
        points.append((step * STEP, rows[index][1]))
    return points


def draw(name):
    """The figure of a variant."""
    title, seconds, curves = VARIANTS[name]
    figure, axes = plot.new_figure("time (s)", "congestion window (segments)", title,
                                   size=(7.0, 3.4))
    for index, (label, variant, options) in enumerate(curves):
        xs, ys = zip(*window(variant, seconds, options))
        plot.draw_reference(axes, xs, ys, index, label, "--" if "ns-3" in label else "-")
    axes.set_xlim(0, seconds)
    axes.set_ylim(bottom=0)
    return plot.finish(figure)


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", metavar="VARIANT",
                        help=f"some of {', '.join(VARIANTS)}; all if nothing is said")
    parser.add_argument("--output", type=Path, metavar="FOLDER", default=ROOT / "doc" / "figures",
                        help="where the figures go")
    args = parser.parse_args()
    unknown = set(args.variants) - set(VARIANTS)
    if unknown:
        parser.error(f"no such variant: {', '.join(sorted(unknown))}")
    about = about_measurement(PROGRAM.name, "./hsn pictures congestion")
    for name in args.variants or VARIANTS:
        [svg] = plot.save(draw(name), args.output / f"congestion-{name}", about=about, kinds=["svg"])
        print(svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
