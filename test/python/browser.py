# SPDX-License-Identifier: GPL-2.0-only
"""A page in headless Chromium: what of it overflows, is missing, or cannot be read.

Speaks the DevTools protocol through the pipes that Chromium offers; needs the standard library only.
"""

import contextlib
import json
import os
import select
import shutil
import subprocess
import time

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Elements that reach beyond the page's edge and are in no box that scrolls; images that are not
# there; whether the text of the body and of links stands out from what is behind it.
LOOK = """(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = e => { for (let p = e.parentElement; p; p = p.parentElement)
    if (["auto", "scroll"].includes(getComputedStyle(p).overflowX)) return true; return false; };
  const luminance = c => { const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (let p = e; p; p = p.parentElement) {
    const c = getComputedStyle(p).backgroundColor;
    if (!/, 0\\)$/.test(c)) return c; } return "rgb(255, 255, 255)"; };
  const contrast = e => { const [a, b] = [luminance(getComputedStyle(e).color), luminance(behind(e))]
      .sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
  const name = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " "
      + e.textContent.trim().slice(0, 40);
  const all = [...document.querySelectorAll("body *")].filter(e => e.getClientRects().length);
  return JSON.stringify({
    width, scroll: document.documentElement.scrollWidth,
    overflowing: all.filter(e => e.getBoundingClientRect().right > width + 1 && !scrolls(e)).map(name),
    images: document.images.length,
    missing: [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src),
    pale: all.filter(e => [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim()))
        .filter(e => contrast(e) < 4.5).map(e => name(e) + " " + contrast(e).toFixed(1))});
})()"""


def find():
    """The browser, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """A browser that is running; use `with`."""

    def __init__(self, folder):
        self.number, self.rest, self.events = 0, b"", []
        into, self.writing = os.pipe()
        self.reading, out = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{into} 4>&{out}', find(), "--headless",
             "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={folder}", "--remote-debugging-pipe"],
            pass_fds=(into, out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(into)
        os.close(out)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target,
                                flatten=True)["sessionId"]
        self.ask("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.session = None
            self.ask("Browser.close")
        self.process.wait(20)
        os.close(self.writing)
        os.close(self.reading)

    session = None

    def ask(self, method, **params):
        """Call a method; its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        answer = self.wait(lambda one: one.get("id") == self.number)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def wait(self, wanted, seconds=60):
        """The first message that is wanted; others become events."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for message in self.events:
                if wanted(message):
                    self.events.remove(message)
                    return message
            if b"\0" in self.rest:
                line, self.rest = self.rest.split(b"\0", 1)
                self.events.append(json.loads(line))
                continue
            if select.select([self.reading], [], [], 1)[0]:
                data = os.read(self.reading, 1 << 16)
                assert data, "the browser has ended"
                self.rest += data
        raise TimeoutError("the browser does not answer")

    def look(self, path, width, scheme):
        """What LOOK finds on a page at a width, light or dark."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=844,
                 deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        self.wait(lambda one: one.get("method") == "Page.loadEventFired")
        found = self.ask("Runtime.evaluate", expression=LOOK, returnByValue=True)
        return json.loads(found["result"]["value"])


def complaints(found):
    """What is wrong with a page, in lines."""
    lines = [f"{kind}: {one}" for kind in ("overflowing", "missing", "pale") for one in found[kind]]
    if found["scroll"] > found["width"]:
        lines.append(f"the page is {found['scroll']} px wide, the window {found['width']}")
    return lines
