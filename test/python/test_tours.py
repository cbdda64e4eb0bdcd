# SPDX-License-Identifier: GPL-2.0-only
"""The tours of three users: CI walks them all, and the notebook stores nothing that grows old."""

import ast
import json
import os
import re

import pytest
from conftest import ROOT

TOURS = sorted((ROOT / "test" / "tours").glob("*.sh"))
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_ci_walks_the_three_tours():
    assert [path.stem for path in TOURS] == ["notebook", "own-program", "report"]
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "for tour in test/tours/*.sh" in text and '"$tour"\n' in text


@pytest.mark.parametrize("path", TOURS, ids=lambda path: path.stem)
def test_a_tour_can_be_started_and_names_what_exists(path):
    text = path.read_text(encoding="utf-8")
    assert os.access(path, os.X_OK) and text.startswith("#!/bin/bash\n") and "set -euo" in text
    for name in re.findall(r"(?:doc|test|examples|bindings)/[\w./-]*\w", text):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_outputs_and_names_what_exists(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            ast.parse(text)
        for name in re.findall(r"(?:doc|test|examples|bindings)/[\w./-]*\w", text):
            assert (ROOT / name).exists(), name


def test_every_notebook_is_run():
    tour = (ROOT / "test" / "tours" / "notebook.sh").read_text(encoding="utf-8")
    assert NOTEBOOKS and all(str(path.relative_to(ROOT)) in tour for path in NOTEBOOKS)
