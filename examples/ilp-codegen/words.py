#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Has ilpgen.py make loops that treat from 1 to 12 words at once, for figure figx3.

    examples/ilp-codegen/words.py [FOLDER]       writes into FOLDER; by default generated/words beside this
"""

import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WORDS = range(1, 13)

CONFIGURATION = """\
# SPDX-License-Identifier: GPL-2.0-only
[MASK]
MACRONAME_S = mask_words
MACRONAME_R = mask_words
LENGTH = {octets}
POSITION = TOP
NEXT = CHECKSUM

[CHECKSUM]
MACRONAME_S = tcp_checksum
MACRONAME_R = tcp_checksum
LENGTH = 4
RESULT = (u_int, xsum, 0)
POSITION = BOTTOM
FINAL_S = (TCP_xsum_final(xsum))
FINAL_R = (TCP_xsum_final(xsum))
"""


def make(out):
    """Loops and their variables; an ADU's functions and results are not needed."""
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        for words in WORDS:
            config = Path(name) / f"words-{words}.ilp.cfg"
            config.write_text(CONFIGURATION.format(octets=4 * words), encoding="utf-8")
            subprocess.run([sys.executable, FOLDER.parents[1] / "tools" / "ilpgen.py", config, "--namespace",
                            "ns3::hsn::words", "--library", FOLDER / "ilp-codegen-library.h", "--include",
                            "../../ilp-codegen-library.h", "--out", name], check=True)
            for part in ("loop", "state"):
                file = f"words-{words}-{part}.h"
                (out / file).write_bytes((Path(name) / file).read_bytes())


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER / "generated" / "words")
