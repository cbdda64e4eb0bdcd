# SPDX-License-Identifier: GPL-2.0-only
"""Files that a reader can hold in mind: a longer one has parts that can be found."""

import re

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


def code_lines(text):
    """Lines of C++ without those that are blank or nothing but comment."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return sum(1 for line in text.splitlines() if re.sub(r"//.*", "", line).strip())


def test_the_transport_to_copy_is_short():
    """What a new transport needs beside its own protocol: the manual promises 200 lines."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "examples/my-transport").glob("stop-wait-*")]
    assert len(texts) == 3
    both = sum(map(code_lines, texts))
    one = sum(code_lines(re.sub(r"// \[begin message\].*?// \[end message\]", "", text, flags=re.DOTALL))
              for text in texts)
    assert 0 < both - one <= 330 - 200
    assert one <= 200
