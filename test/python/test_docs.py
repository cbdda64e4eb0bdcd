# SPDX-License-Identifier: GPL-2.0-only
"""The manual: Sphinx builds it without a warning, and every chapter can be found."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from programs import BUILD

DOC = ROOT / "doc"
CHAPTERS = sorted(path.stem for path in DOC.glob("*.rst"))


@pytest.fixture(name="manual", scope="module")
def _manual(tmp_path_factory):
    """The folder of the manual as HTML; what Sphinx complains about fails the test."""
    folder = tmp_path_factory.mktemp("manual")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", folder / "doctrees",
         DOC, folder / "html"], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_sphinx_builds_every_chapter_without_a_warning(manual):
    assert {path.stem for path in manual.glob("*.html")} >= set(CHAPTERS)


def test_table_of_contents_names_every_chapter(manual):
    contents = (manual / "index.html").read_text(encoding="utf-8")
    listed = set(re.findall(r'class="toctree-l1"><a class="reference internal" href="([\w-]+)\.html"',
                            contents))
    assert listed == set(CHAPTERS) - {"index"}


def test_figures_are_in_the_manual(manual):
    drawn = {path.name for folder in ("figures", "gallery")
             for path in (DOC / folder).glob("*.svg")}
    assert drawn == {path.name for path in (manual / "_images").glob("*.svg")}


def test_papers_are_in_the_gallery():
    chapter = (DOC / "gallery.rst").read_text("utf-8")
    keys = {path.parent.name for path in (ROOT / "examples").glob("*/figures.py")}
    shown = set()
    for picture in (DOC / "gallery").glob("*.svg"):
        command = re.search(r"\./hsn figure (\S+) --(?:quick|published) --only ([\w-]+)", picture.read_text("utf-8"))
        assert picture.stem == f"{command[1]}-{command[2]}" and command[1] in keys
        assert f".. image:: gallery/{picture.name}" in chapter
        shown.add(command[1])
    assert shown == keys


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_links_between_chapters_are_checked(chapter):
    # Sphinx checks :doc: and :ref:, and takes `text <chapter.rst>`_ for an address elsewhere
    assert not re.search(r"<[\w-]+\.rst[#\w-]*>`_", (DOC / f"{chapter}.rst").read_text("utf-8"))


def test_entry_for_ns3_names_every_chapter():
    # ns-3 includes a module's documentation through doc/<module>.rst
    listed = re.findall(r":doc:`(?:[^`<]*<)?([\w-]+)>?`", (DOC / "hsn.rst").read_text("utf-8"))
    assert set(listed) == set(CHAPTERS) - {"hsn", "index"}


def test_the_paper_of_the_manual_works(tmp_path):
    if not (BUILD / "bin").is_dir():
        pytest.skip("the programs are not built; ./hsn test builds them")
    shutil.copytree(DOC / "my-paper", tmp_path / "examples" / "my-paper")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "bindings"), "HSN_BUILD": str(BUILD),
           "HSN_EXAMPLES": str(tmp_path / "examples"), "HSN_RESULTS": str(tmp_path / "results")}

    def cli(*arguments):
        done = subprocess.run([sys.executable, "-m", "hsn.cli", *arguments], env=env, text=True,
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    cli("figure", "my-paper", "--quick")
    assert (tmp_path / "results/my-paper/figures/fig1.svg").exists()
    assert (tmp_path / "results/report/index.html").exists()
    verdicts = {one["id"]: one["verdict"] for one in json.loads(cli("claims", "my-paper", "--json"))}
    assert verdicts == {"my-paper-c01": "holds", "my-paper-c02": "unchecked"}


TEXTS = [*DOC.glob("*.rst"), *ROOT.glob("*.md"), *ROOT.glob("examples/*/README.md")]
MADE_UP = re.compile(r"[<>*]|KEY|my-paper|my_paper")  # names that stand for others


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(text):
    folders = "bench|bindings|cmake|doc|examples|helper|model|test"
    named = re.findall(rf"`((?:{folders})/[^`\s]+)`", text.read_text(encoding="utf-8"))
    missing = [name for name in named
               if not MADE_UP.search(name) and not (ROOT / name).exists()
               and not list(ROOT.glob(f"{name}.*"))]
    assert not missing


def test_parameters_are_described_in_words():
    """"@param packet it" sends the reader of a reference back to the sentence before it."""
    shorthand = re.compile(r"@param \w+ (?:it|any|the same|same)(?=\s*(?:@|\*/|\n))")
    found = [f"{path.relative_to(ROOT)}: {match[0]}"
             for folder in ("model", "helper", "examples", "test", "bench", "tools")
             for path in sorted((ROOT / folder).rglob("*.*")) if path.suffix in (".h", ".cc", ".py")
             for match in shorthand.finditer(path.read_text(encoding="utf-8"))
             if path != Path(__file__)]
    assert not found
