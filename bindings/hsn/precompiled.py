# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's headers and this module's, precompiled for cling: a script begins in a second, not in eight.

    python3 -m hsn.precompiled      makes the file that is missing or old; ./hsn does so by itself

The file lies in the build folder, beside a record of all that it was made from: each header with its
size and time, cppyy's version, the processor.  If anything of that has changed, the file is not used,
and cling reads the headers as before.  cppyy's own precompiled header, of the standard library, is made
by the same tool and is a part of it.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from .files import write_atomically

FOLDER = "python"  # of the build folder
VARIABLE = "CLING_STANDARD_PCH"  # where cppyy looks for the file's path
CLING_ARGUMENTS = "-O2 -march=native"  # cppyy's own, unless EXTRA_CLING_ARGS is set


class Headers:
    """The precompiled form of some headers.

    folder    a build folder
    text      a header that includes all of them
    includes  folders in which they are found
    """

    def __init__(self, folder, text, includes):
        self.folder = Path(folder) / FOLDER
        self.text = text
        self.includes = [*map(str, includes)]
        self.path = self.folder / "headers.pch"
        self.record = self.folder / "headers.json"

    def is_current(self):
        """Was the file made from what is there now?"""
        try:
            found = json.loads(self.record.read_text(encoding="utf-8"))
            return (found["settings"] == self._settings() and
                    found["files"] == states([*found["files"]]))
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def make(self):
        """Make the file; OSError or subprocess.SubprocessError if that is impossible."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.record.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(prefix="new-", dir=self.folder) as made:
            header, new = Path(made, "all-headers.h"), Path(made, "headers.pch")
            header.write_text(self.text, encoding="utf-8")
            flags = [f"-I{folder}" for folder in [backend() / "include", *self.includes]]
            done = subprocess.run(
                [sys.executable, backend() / "etc" / "dictpch" / "makepch.py", new, *flags, header],
                cwd=backend(), env={**os.environ, "EXTRA_CLING_ARGS": cling_arguments()}, check=True)
            if not new.exists():
                raise subprocess.SubprocessError(f"{done.args[1]} made no {new}")
            files = [*self._dependencies(header, flags), str(backend() / "include"), str(self.path)]
            os.replace(new, self.path)
        write_atomically(self.record, json.dumps({"settings": self._settings(),
                                                  "files": states(files)}, indent=0))

    @contextlib.contextmanager
    def in_use(self):
        """cppyy, if it is imported in the block, reads the file, unless that is old or the user has
        chosen another one."""
        if VARIABLE in os.environ or "cppyy" in sys.modules or not self.is_current():
            yield
            return
        os.environ[VARIABLE] = str(self.path)
        try:
            yield
        finally:
            del os.environ[VARIABLE]  # processes that this one starts may need no ns-3

    def _dependencies(self, header, flags):
        """All headers that are read."""
        done = subprocess.run(["g++", "-std=c++20", "-M", *flags, header], text=True, check=True,
                              capture_output=True)
        return sorted({*names_in_rule(done.stdout)} - {str(header)})

    def _settings(self):
        """What else the file depends on."""
        return {"text": self.text, "includes": self.includes, "cling": metadata.version("cppyy-cling"),
                "arguments": cling_arguments(), "standard": os.environ.get("STDCXX"),
                "processor": abilities()}


def names_in_rule(text):
    """The files on which a rule of a makefile says that its target depends."""
    words = re.split(r"(?<!\\)\s+", text.replace("\\\n", " ").strip())[1:]
    return [re.sub(r"\\([\s#])", r"\1", word).replace("$$", "$") for word in words]


def backend():
    """The folder of cppyy's backend, which has the tool."""
    return Path(importlib.util.find_spec("cppyy_backend").submodule_search_locations[0])


def cling_arguments():
    """What cling gets on its command line."""
    return " ".join(os.environ.get("EXTRA_CLING_ARGS", CLING_ARGUMENTS).split())


def abilities():
    """A hash of what this processor can do: code is made for just that."""
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as handle:
        for line in handle:
            if line.startswith(("flags", "Features")):
                return hashlib.sha256(line.encode()).hexdigest()[:16]
    return "unknown"


def states(paths):
    """{path: [size, time of change in ns]}; OSError if one is missing."""
    found = {path: os.stat(path) for path in paths}
    return {path: [one.st_size, one.st_mtime_ns] for path, one in found.items()}


def main():
    """Make what is missing or old."""
    from .loader import precompiled_headers

    headers = precompiled_headers()
    if not headers.is_current():
        headers.make()


if __name__ == "__main__":
    main()
