# SPDX-License-Identifier: GPL-2.0-only
"""Files that a reader can hold in mind: a longer one has parts that can be found."""

from conftest import ROOT

LONGEST = 600  # lines
FOLDERS = ("bench", "bindings", "cmake", "doc", "examples", "helper", "model", "test")
KINDS = {".cc", ".h", ".py", ".cmake", ".sh", ".rst", ".md", ".tcl"}  # data, as claims.toml, may be long


def test_no_file_is_too_long():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")
             if path.suffix in KINDS or path.name == "CMakeLists.txt"]
    files += [ROOT / name for name in ("hsn", "README.md", "CHANGES.md", "CMakeLists.txt", ".ci/run")]
    assert len(files) > 1000
    lengths = {path.relative_to(ROOT): len(path.read_bytes().splitlines()) for path in files}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST} == {}
