# SPDX-License-Identifier: GPL-2.0-only
"""look.py REPORT PAPER FIGURE: looks at a report in headless Chromium; complains and fails, or tells
what it saw.

A page must fit and be readable at two widths, light and dark; the figure and its claims must be
there and linked with each other, and the figure's files must exist.
"""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "python"))

import browser  # noqa: E402  pylint: disable=wrong-import-position


def main():
    """Look; returns the exit status."""
    report, paper, figure = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    wrong, images = [], 0
    with tempfile.TemporaryDirectory() as profile, browser.Browser(profile) as chromium:
        for page in (report / "index.html", report / f"{paper}.html"):
            for width in (390, 1280):
                for scheme in ("light", "dark"):
                    found = chromium.look(page, width, scheme)
                    images = found["images"]
                    wrong += [f"{page.name}, {width} px, {scheme}: {one}"
                              for one in browser.complaints(found)]
    text = (report / f"{paper}.html").read_text(encoding="utf-8")
    names = set(re.findall(r'id="([\w-]+)"', text))
    links = set(re.findall(r'href="#([\w-]+)"', text))
    wrong += [f"a link to #{one}, which is not there" for one in sorted(links - names)]
    wrong += [f"no link to {one}" for one in (figure, f"{paper}-c01") if one not in links]
    wrong += [f"no {figure}.{kind}" for kind in ("svg", "png", "pdf")
              if not (report / paper / "figures" / f"{figure}.{kind}").stat().st_size]
    wrong += [] if images else [f"no image in {paper}.html"]
    print("\n".join(wrong) or f"{paper}.html: {images} images, {len(links)} links, all well")
    return 1 if wrong else 0


sys.exit(main())
