#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Goodput of our TCP, ns-3's and ns-2's on the same path, for each congestion control.

To be run by hand:  bench/compare-ns2.py [--build FOLDER] [--rate BIT/S] [--traces FOLDER]

It prints a table and ends with status 1 if ours differs from ns-2's by more than 3 % and EXPLAINED
says nothing about it. With --traces, congestion windows are written as CSV (seconds since the
transfer began, segments), with and without a single loss.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = ("TcpCubic", "TcpNewReno", "TcpLinuxReno", "TcpBic", "TcpHtcp", "TcpScalable",
            "TcpHighSpeed")
LIMIT = 0.03

# Same algorithm, same parameters. ns-2's CUBIC is of 2007 (Linux 2.6.22): no HyStart, and beta 0.8,
# which is set here to RFC 9438's 0.7.
COMMON = ["--hyStart=false", "--beta=0.7"]

# variant -> why ours may differ from ns-2's by more than LIMIT
EXPLAINED = {}


def run(program, who, *options):
    """One transfer; its numbers, or None with the reason on stderr."""
    done = subprocess.run([program, f"--only={who}", *COMMON, *options], stdout=subprocess.PIPE,
                          text=True, check=False, cwd=ROOT)
    return None if done.returncode else json.loads(done.stdout)


def compare(args):
    """Print the table; return whether all differences are small or explained."""
    queue = args.queue or round(args.rate * 2e-6)
    path = [f"--rate={args.rate}", f"--queue={queue}", f"--seconds={args.seconds}",
            f"--delayedAck={args.delayed_ack}"]
    contestants = ["hsn", "ns2"] + (["ns3"] if args.ns3 else [])
    print(f"{args.rate / 1e6:g} Mb/s, RTT 40 ms, queue {queue} packets, {args.seconds:g} s, an ACK "
          f"for {args.delayed_ack} segment(s); goodput in Mb/s (dropped packets)")
    print(f"{'':14}" + "".join(f"{who:>18}" for who in contestants) + f"{'hsn to ns-2':>14}")
    good = True
    for variant in args.variants:
        results = {who: run(args.program, who, f"--variant={variant}", *path)
                   for who in contestants}
        cells = [f"{r['goodput_bps'] / 1e6:.2f} ({r['queue_drops']})" if r else "-"
                 for r in results.values()]
        line = f"{variant:14}" + "".join(f"{cell:>18}" for cell in cells)
        if results["hsn"] and results["ns2"]:
            ratio = results["hsn"]["goodput_bps"] / results["ns2"]["goodput_bps"] - 1
            line += f"{ratio:>+13.2%} "
            if abs(ratio) > LIMIT:
                line += " " + EXPLAINED.get(variant, "NOT EXPLAINED")
                good = good and variant in EXPLAINED
        print(line, flush=True)
    return good


def read_trace(path, who):
    """A program's trace as (seconds since the transfer began, segments)."""
    rows = []
    for line in path.read_text().splitlines():
        fields = line.split()
        if who == "ns2":
            rows.append((float(fields[0]), float(fields[6])))
        else:
            rows.append((float(fields[0]) * 1e-9, float(fields[1]) / 1448))
    return rows


def write_traces(args):
    """Congestion windows at 100 Mb/s without loss (1 s of slow start) and with one."""
    args.traces.mkdir(parents=True, exist_ok=True)
    for variant in ("TcpNewReno", "TcpCubic"):
        for name, options in (("no-loss", ["--seconds=1"]),
                              ("one-loss", ["--drop=500", "--seconds=6"])):
            for who in ("hsn", "ns2", "ns3"):
                with tempfile.TemporaryDirectory() as folder:
                    raw = Path(folder, "trace")
                    if not run(args.program, who, f"--variant={variant}", f"--trace={raw}",
                               "--rate=100000000", "--queue=10000", "--delayedAck=1", *options):
                        continue
                    rows = read_trace(raw, who)
                target = args.traces / f"{variant}-{name}-{who}.csv"
                with target.open("w", newline="") as file:
                    writer = csv.writer(file)
                    writer.writerow(("time_s", "window_segments"))
                    writer.writerows((f"{t:.6f}", f"{w:.3f}") for t, w in rows)
                print(f"{target}: {len(rows)} changes", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rate", type=int, default=1000000000, help="of the bottleneck, bit/s")
    parser.add_argument("--queue", type=int, help="packets (default: half a 40 ms pipe and more, "
                        "2000 for 1 Gb/s)")
    parser.add_argument("--seconds", type=float, default=10, help="simulated")
    parser.add_argument("--delayed-ack", type=int, default=2, help="segments for an ACK: 1 or 2")
    parser.add_argument("--ns3", action="store_true", help="ns-3's TCP, too; slow at high rates")
    parser.add_argument("--variants", nargs="+", default=VARIANTS, metavar="NAME")
    parser.add_argument("--factory", help="TypeId of another socket factory to stand for ours")
    parser.add_argument("--traces", type=Path, metavar="FOLDER", help="write windows, and no table")
    args = parser.parse_args()
    if args.factory:
        COMMON.append(f"--factory={args.factory}")
    args.program = args.build.resolve() / "bin" / "hsn-bench-tcp"
    if args.traces:
        write_traces(args)
        return 0
    return 0 if compare(args) else 1


if __name__ == "__main__":
    sys.exit(main())
