# SPDX-License-Identifier: GPL-2.0-only
"""Which pictures of a real video file cells that are lost damage: by a decoder, and by the model.

    ./hsn python examples/mpeg-atm/damage.py video.ts --loss-b 0.01

ffmpeg decodes the transport stream as it was sent and as it arrives. A picture is intact if it is
shown at the same time with the same pixels; beside it stands what the model says (decodable: no
octet is lost of it, nor of a picture that it refers to). Now and then ffmpeg does not show an intact
anchor, where it would give it out together with the next one, and that one is damaged.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD = Path(os.environ.get("HSN_BUILD") or Path(__file__).resolve().parents[2] / "build")
CLASSES = "sipb"


def decode(path):
    """{time of presentation: checksum of the pixels} of a transport stream, by ffmpeg.

    A filter tells: behind it, pictures that a decoder gives out late would be dropped."""
    done = subprocess.run(
        ["ffmpeg", "-v", "info", "-nostats", "-threads", "1", "-copyts", "-i", path, "-map", "0:v:0",
         "-vf", "settb=1/90000,showinfo", "-f", "null", "-"], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", check=False)
    return {int(time): digest for time, digest in
            re.findall(r" pts: *(\d+) .* checksum:([0-9A-F]+)", done.stderr)}


def damage(path, losses, seed=1):
    """The pictures of a file, in coded order: type, time, lost octets, decodable (by the model) and
    seen ("intact", "differs", "missing", or "never" if not even all of the file shows it).

    losses are shares of cells, {"s": ..., "i": ..., "p": ..., "b": ...}; others are 0."""
    with tempfile.TemporaryDirectory() as folder:
        arrived = Path(folder, "arrived.ts")
        done = subprocess.run(
            [BUILD / "bin" / "hsn-mpeg-atm-damage", f"--read={path}", f"--write={arrived}",
             f"--RngRun={seed}", *(f"--loss-{name}={share}" for name, share in losses.items())],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        found = json.loads(done.stdout.splitlines()[-1])
        before, after = decode(path), decode(arrived)

    def see(time):
        if time not in before:
            return "never"
        if time not in after:
            return "missing"
        return "intact" if before[time] == after[time] else "differs"

    return [{"type": kind, "shown": time, "octets_lost": octets, "decodable": bool(decodable),
             "psnr_proxy_db": psnr, "seen": see(time)} for kind, time, octets, decodable, psnr in
            zip(found["types"], found["shown"], found["octets_lost"], found["decodable"],
                found["psnr_proxy_db"])]


def main():
    """Prints a map, a letter for each picture in the order of display, and sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="transport stream with a video of MPEG-1 or MPEG-2")
    for name in CLASSES:
        parser.add_argument(f"--loss-{name}", type=float, default=0, metavar="SHARE",
                            help=f"share of cells of class {name.upper()} that are lost")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        pictures = damage(options.file, {name: getattr(options, f"loss_{name}")
                                         for name in CLASSES}, options.seed)
    except (RuntimeError, FileNotFoundError) as error:
        sys.exit(f"error: {error}".replace("error: error:", "error:"))
    pictures.sort(key=lambda one: one["shown"])
    letters = {"intact": ".", "differs": "x", "missing": "-", "never": "?"}
    print("types   ", "".join(one["type"] for one in pictures))
    print("decoder ", "".join(letters[one["seen"]] for one in pictures),
          "  . intact, x differs, - missing, ? not shown without losses either")
    print("model   ", "".join(".x"[not one["decodable"]] for one in pictures),
          "  . decodable, x not")
    for name, sure in (("decoder", lambda one: one["seen"] == "intact"),
                       ("model", lambda one: one["decodable"])):
        print(f"{name}: {sum(map(sure, pictures))} of {len(pictures)} pictures")


if __name__ == "__main__":
    main()
