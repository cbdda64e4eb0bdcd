# SPDX-License-Identifier: GPL-2.0-only
"""The generators, run on small configurations, and XDR written a second time."""

import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
TOOLS = FOLDER.parents[1] / "tools"


def configuration(lengths):
    """A configuration of functions with these units, from top to bottom."""
    blocks = []
    for i, length in enumerate(lengths):
        lines = [f"[F{i}]", f"LENGTH = {length}", "MACRONAME_S = f", "MACRONAME_R = f"]
        lines += ["POSITION = TOP"] if i == 0 else []
        lines += ["POSITION = BOTTOM"] if i == len(lengths) - 1 else [f"NEXT = F{i + 1}"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def ilpgen(text, *options):
    """(status, standard output, standard error) of ilpgen.py on a configuration."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.ilp.cfg"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, TOOLS / "ilpgen.py", path, "--out", folder, *options],
                              capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def schedule(lengths):
    """{"octets": L, "send": text, "receive": text} of units."""
    status, out, error = ilpgen(configuration(lengths), "--dump-schedule", "--max-unit", "100000")
    assert status == 0, error
    send, receive = (re.search(rf"{which}: (.*)", out)[1] for which in ("send", "receive"))
    return {"octets": int(re.search(r"L = (\d+)", out)[1]), "send": send, "receive": receive}


def group_octets(lengths):
    """The tool's least common multiple, also of units that it refuses."""
    done = subprocess.run([sys.executable, "-c", "import sys; from ilp_config import group_octets; "
                           "print(group_octets(map(int, sys.argv[1:])))", *map(str, lengths)],
                          cwd=TOOLS, capture_output=True, text=True, check=True)
    return int(done.stdout)


def lines_of(path):
    """Lines that say something: neither empty nor comment."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return sum(1 for line in lines if line and not line.startswith(("//", "#", ";", "/*", "*")))


def _opaque(octets):
    return struct.pack(">I", len(octets)) + octets + bytes(-len(octets) % 4)


def transfer_xdr(kind, n):
    """The ADUs of ilp-codegen-cases.h in XDR, by RFC 4506."""
    if kind == "data":
        octets = bytes((i * 37 + n) & 0xFF for i in range(n))
        return struct.pack(">iii", 0, 1, n - 100) + _opaque(octets)
    if kind == "open":
        return (struct.pack(">i", 1) + _opaque(b"x" * (n % 250) + b"hi!")
                + struct.pack(">Qid", 0x0102030405060708 + n, n % 2, 1.0 + n))
    if kind == "missing":
        seqs = struct.pack(f">I{n}I", n, *(i * i for i in range(n)))
        ranges = b"".join(struct.pack(">iI", 1, i) for i in reversed(range(n)))
        return struct.pack(">i", 2) + seqs + ranges + struct.pack(">i", 0)
    mark = bytes((1, 2, 3, 4, 5, 6, 0, 0))
    last = struct.pack(f">I{n % 5}i", n % 5, *[1] * (n % 5))
    return (struct.pack(">iiqfff", 3, 2, -1 - n, 1.5, -2.25, n) + mark + _opaque(b"y" * (n % 100)) + last)
