# SPDX-License-Identifier: GPL-2.0-only
"""The manual is valid reStructuredText, and its chapters are where the first page says."""

import io
import re

import docutils.core
import pytest
from conftest import ROOT

CHAPTERS = sorted((ROOT / "doc").glob("*.rst"))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.name)
def test_chapter_is_valid(chapter):
    complaints = io.StringIO()
    docutils.core.publish_string(
        chapter.read_text(encoding="utf-8"),
        settings_overrides={"report_level": 2, "warning_stream": complaints,
                            "file_insertion_enabled": False})
    assert complaints.getvalue() == ""


def test_every_chapter_is_listed():
    listed = re.findall(r"<([\w-]+\.rst)>`_", (ROOT / "doc/hsn.rst").read_text(encoding="utf-8"))
    assert sorted(set(listed)) == sorted(p.name for p in CHAPTERS if p.name != "hsn.rst")
